//! Tests the pages with snapshots at 80x24, and some of them at other sizes.

use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;
use ratatui::style::Color;

use super::harness::*;

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];
/// The names of the snapshots that are also taken at 120x40, where these pages show more.
const LARGE: [&str; 4] = ["table_nim", "table_triangle", "review", "atlas_square"];

fn shots(kinds: [PlayerKind; 2], all: &[(&str, &str, &str)]) {
    for (name, id, pressed) in all {
        let large = LARGE.contains(name).then_some((120, 40));
        for (width, height) in std::iter::once((80, 24)).chain(large) {
            let setup = begin(width, height);
            let app = if id.is_empty() {
                App::at_home(setup)
            } else {
                table(setup, id, kinds)
            };
            let mut driver = drive(app, None);
            keys(&mut driver, pressed);
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen(&driver));
        }
    }
}

/// Lists the runs of styled text on each line, as `text{colours and modifiers}`.
pub fn styles(driver: &Driver<TestBackend>) -> String {
    let buffer = driver.display.backend().buffer();
    let style = |cell: &Cell| {
        let fg = Some(cell.fg)
            .filter(|c| *c != Color::Reset)
            .map_or(String::new(), |c| format!("{c} "));
        let bg = Some(cell.bg)
            .filter(|c| *c != Color::Reset)
            .map_or(String::new(), |c| format!("on {c} "));
        let modifier = if cell.modifier.is_empty() {
            String::new()
        } else {
            format!("{:?}", cell.modifier)
        };
        format!("{fg}{bg}{modifier}")
    };
    let mut out = String::new();
    for (y, row) in buffer
        .content
        .chunks(usize::from(buffer.area.width))
        .enumerate()
    {
        let runs = row.chunk_by(|a, b| style(a) == style(b)).map(|run| {
            (
                run.iter().map(Cell::symbol).collect::<String>(),
                style(&run[0]),
            )
        });
        let told: Vec<String> = runs
            .filter(|(text, style)| !style.is_empty() && !text.trim().is_empty())
            .map(|(text, style)| format!("{}{{{}}}", text.trim(), style.trim()))
            .collect();
        out += &format!("{y:>2} {}\n", told.join(" "));
    }
    out
}

#[test]
fn home_names_every_game_and_shows_the_selected_one() {
    for (width, height) in SIZES {
        let mut driver = drive(App::at_home(begin(width, height)), None);
        let mut seen = String::new();
        for _ in CATALOGUE.iter() {
            seen += &screen(&driver);
            keys(&mut driver, "right");
        }
        for entry in CATALOGUE.iter() {
            assert!(seen.contains(entry.info.name), "{}", entry.info.name);
        }
        keys(&mut driver, "home");
        insta::assert_snapshot!(format!("home_{width}x{height}"), screen(&driver));
    }
}

#[test]
fn the_table() {
    shots(
        COMPUTER,
        &[
            ("table_start", "star:1664", ""),
            ("table_hint", "star:1664", "t"),
            ("table_hidden", "star:1664", "v"),
            ("table_end", "star:1664", "m '7+10' enter"),
            ("table_resigned", "star:1664", "X y"),
            ("table_triangle", "triangle:", "m '1-2' enter"),
            ("table_row", "row:OO.OOO.OOOOO", ""),
            ("table_strip", "strip:0100200", ""),
            ("table_nim", "nim:3,4,5", ""),
            ("table_sum", "nim:3,4 + star:1664", ""),
        ],
    );
    shots(
        HUMANS,
        &[(
            "table_picked",
            "star:8191",
            "m '0' enter m '1+2' enter right space",
        )],
    );
}

#[test]
fn setting_up_help_lessons_and_questions() {
    shots(
        COMPUTER,
        &[
            ("setup", "", "enter"),
            ("setup_size", "", "enter home left left left left down"),
            ("setup_typed_wrong", "", "enter home left down 'x'"),
            ("setup_sum", "", "end enter"),
            ("help", "", "?"),
            ("help_end", "", "? ? end"),
            ("lesson", "", "L enter right"),
            ("type_empty", "star:1664", "m"),
            ("type_move", "star:1664", "m '10+7'"),
            ("type_wrong", "star:1664", "m '7+9'"),
            ("type_id_wrong", "star:1664", "m 'star:9999'"),
            ("save", "star:1664", "s '1'"),
        ],
    );
    let mut app = table(begin(80, 24), "star:1664", COMPUTER);
    let list = app
        .cx
        .on_table
        .as_ref()
        .unwrap()
        .game()
        .position()
        .choices(&[], 9)
        .list;
    which(&mut app, list);
    let mut driver = drive(app, None);
    keys(&mut driver, "down down down");
    insta::assert_snapshot!("which_80x24", screen(&driver));
}

/// A match of Nim whose first move gives the win away.
pub const NIM: &str = "m '1-3' enter m '3-2' enter m '2-1' enter m '3-1' enter m '2-2' enter";

#[test]
fn pages_that_teach() {
    shots(
        HUMANS,
        &[
            ("review", "nim:3,5,7", &format!("{NIM} a")),
            ("review_better", "nim:3,5,7", &format!("{NIM} a t")),
            (
                "review_triangle",
                "triangle:",
                "m '1-2' enter m '1-3' enter m '2-3' enter a end",
            ),
            ("puzzles", "", "p down down down right right right"),
            ("tree", "nim:1,2", "T down space"),
            ("tree_tictactoe", "tictactoe:.........", "T down right"),
            ("atlas_bars", "octal/0.77:9", "A right right"),
            ("atlas_line", "octal/0.77:9", "A v right right"),
            ("atlas_square", "wythoff:3,5", "A down down right"),
            ("atlas_stones", "star:8191", "A down down down"),
            ("editor_star", "star:1664", "e down space"),
            ("editor_piles", "nim:3,5,7", "e tab +"),
            ("editor_no_position", "tictactoe:X...O....", "e space"),
            ("editor_sum", "nim:3,4 + row:OO.O + strip:0100", "e right"),
        ],
    );
}

#[test]
fn figures() {
    shots(
        HUMANS,
        &[
            // In games whose theory uses XOR, the panel shows binary columns.
            ("figure_columns", "nim:3,5,7", "m '2-1' enter"),
            ("figure_columns_of_heaps", "octal/0.77:5,9", ""),
            (
                "figure_columns_of_a_sum",
                "nim:1,2 + bash/3:6 + wythoff:2,3",
                "",
            ),
            // These figures show values at the brackets of runs and gaps, in the frames of parts, and at vertices.
            ("figure_runs", "row:OO.OOO.OOOOO", "m '1' enter"),
            ("figure_gaps", "strip:0100200", "m '1=2' enter"),
            (
                "figure_parts",
                "normal rings/0-1,1-2,3-4,4-5,5-3,6-7:255",
                "",
            ),
            ("figure_vertices", "token/s-l,s-r,l-e,r-e,s-e:s,l", ""),
            ("figure_sum_in_frames", "nim:3,4 + row:OO.OOO", ""),
            // These figures show losing positions, and the two numbers of a losing pair.
            ("figure_queen", "queen:6,4", ""),
            ("figure_wythoff", "wythoff:6,9", ""),
            ("figure_race", "race/3/21:5", ""),
            ("figure_boxes", "boxes:6,9", ""),
            // These figures show the Fibonacci numbers that add up to a pile, the lengths of chains, and sites that a
            // symmetry pairs.
            ("figure_zeckendorf", "fibonacci:20,4", ""),
            ("figure_chains", "triangle:2-5,5-6,5-8,7-8,9-10", ""),
            ("figure_arms", "chomp:4,1,1,1", ""),
            ("figure_symmetry", "rings/cube:255", ""),
            // In a won position, pairs would reveal the move, so they are shown only with the hint.
            ("figure_halves_unseen", "row:OOOOOOOO", ""),
            ("figure_halves", "row:OOOOOOOO", "t t"),
        ],
    );
}

#[test]
fn saved_games_that_are_not_there() {
    let (_folder, store) = stored();
    let mut driver = drive(App::at_home(begin(80, 24)), Some(store));
    keys(&mut driver, "o");
    insta::assert_snapshot!("open_empty_80x24", screen(&driver));
}

#[test]
fn too_small() {
    for (width, height) in [(39, 12), (40, 11), (12, 5)] {
        let driver = drive(table(begin(width, height), "star:1664", COMPUTER), None);
        insta::assert_snapshot!(format!("too_small_{width}x{height}"), screen(&driver));
    }
}

#[test]
fn narrow() {
    for (width, height) in [(40, 12), (60, 24)] {
        let mut driver = drive(table(begin(width, height), "star:8191", COMPUTER), None);
        keys(&mut driver, "m '0' enter");
        insta::assert_snapshot!(format!("narrow_{width}x{height}"), screen(&driver));
    }
}

#[test]
fn colours_where_they_carry_meaning() {
    for (name, depth) in [
        ("none", Depth::None),
        ("sixteen", Depth::Sixteen),
        ("true", Depth::True),
    ] {
        let mut setup = begin(80, 24);
        setup.theme.depth = depth;
        let mut driver = drive(table(setup, "star:8191", HUMANS), None);
        keys(
            &mut driver,
            "m '0' enter m '1' enter m '4' enter right space",
        );
        insta::assert_snapshot!(format!("styles_star_{name}"), styles(&driver));
        keys(&mut driver, "t");
        insta::assert_snapshot!(format!("styles_hint_{name}"), styles(&driver));
    }
    let mut driver = drive(table(begin(80, 24), "triangle:", HUMANS), None);
    keys(&mut driver, "m '1-2' enter m '2-3' enter m '1-3' enter");
    insta::assert_snapshot!("styles_triangle", styles(&driver));
}

#[test]
fn ascii_is_all_there_is_in_ascii() {
    for page in ["", "m 'x'", "?", "esc", "esc enter", "q", "space", "X"] {
        let mut setup = begin(80, 24);
        (setup.theme.depth, setup.theme.ascii) = (Depth::None, true);
        let mut driver = drive(table(setup, "star:1664", COMPUTER), None);
        keys(&mut driver, page);
        let text = screen(&driver);
        let odd: String = text.chars().filter(|c| !c.is_ascii()).collect();
        assert!(odd.is_empty(), "{page}: {odd:?}\n{text}");
        if page.is_empty() {
            insta::assert_snapshot!("table_ascii", text);
        }
    }
}

#[test]
fn without_colours_every_square_is_seen() {
    let mut setup = begin(80, 24);
    setup.theme.depth = Depth::None;
    let mut driver = drive(table(setup, "chomp:4x6", COMPUTER), None);
    for pressed in ["", "right up", "v"] {
        keys(&mut driver, pressed);
        let text = screen(&driver);
        let rows = text
            .lines()
            .filter(|line| line.matches(['■', '□', '✗', '○']).count() >= 6);
        assert_eq!(rows.count(), 4, "{pressed}\n{text}");
        // No label may hide a square. Only the columns of the board are searched, because words in the panel are not
        // labels.
        let board = |line: &str| line.chars().take(42).collect::<String>();
        assert!(
            !text.lines().any(|line| board(line).contains("repl")),
            "{text}"
        );
    }
}

#[test]
fn a_notice_stands_until_the_next_key() {
    let mut driver = drive(table(begin(80, 24), "star:1664", COMPUTER), None);
    walk_on(&mut driver, &[("y", "Copied: star:1664")]);
    driver.feed(Event::Resize(80, 24)).unwrap();
    assert!(screen(&driver).contains("Copied: star:1664"));
    driver.feed(press("right")).unwrap();
    assert!(!screen(&driver).contains("Copied"));
}
