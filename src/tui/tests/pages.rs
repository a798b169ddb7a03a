//! Every page as it stands on the screen, at 80x24 and 120x40.

use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::style::Modifier;

use super::harness::*;
use crate::play::store::Store;
use crate::play::{Level, PlayerKind};
use crate::tui::theme::{Scheme, Theme};
use crate::tui::traits::Depth;
use nimatron_core::games::CATALOGUE;

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];
const LARGE: [&str; 2] = ["table_nim", "table_triangle"];
const COMPUTER: [PlayerKind; 2] = [PlayerKind::Human, PlayerKind::Computer(Level::Perfect)];

/// Draws a page at both sizes.
fn shot(name: &str, make: impl Fn(Setup) -> App, pressed: &str) {
    // The few pages whose larger form tells more.
    let large = LARGE.contains(&name).then_some((120, 40));
    for (width, height) in std::iter::once((80, 24)).chain(large) {
        let mut driver = drive(make(begin(width, height)), None);
        keys(&mut driver, pressed);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen(&driver));
    }
}

/// The runs of one style, line by line, where there is any: `text{colours and modifiers}`.
pub fn styles(driver: &Driver<TestBackend>) -> String {
    let buffer: &Buffer = driver.terminal().backend().buffer();
    let mut out = String::new();
    for y in 0..buffer.area.height {
        let mut runs: Vec<(String, String)> = Vec::new();
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let mut style = String::new();
            if cell.fg != ratatui::style::Color::Reset {
                style += &format!("{} ", cell.fg);
            }
            if cell.bg != ratatui::style::Color::Reset {
                style += &format!("on {} ", cell.bg);
            }
            if cell.modifier != Modifier::empty() {
                style += &format!("{:?}", cell.modifier);
            }
            match runs.last_mut() {
                Some((text, last)) if *last == style => text.push_str(cell.symbol()),
                _ => runs.push((cell.symbol().to_owned(), style)),
            }
        }
        let told: Vec<String> = runs
            .iter()
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
fn setup() {
    shot("setup", App::at_home, "enter");
    shot("setup_size", App::at_home, "enter home left left left left down");
    shot("setup_typed_wrong", App::at_home, "enter home left down 'x'");
    shot("setup_sum", App::at_home, "end enter");
}

#[test]
fn the_table() {
    shot("table_start", |b| table(b, "star:1664", COMPUTER), "");
    shot(
        "table_picked",
        |b| table(b, "star:8191", [PlayerKind::Human; 2]),
        "m '0' enter m '1+2' enter right space",
    );
    shot("table_hint", |b| table(b, "star:1664", COMPUTER), "t");
    shot("table_hidden", |b| table(b, "star:1664", COMPUTER), "v");
    shot("table_end", |b| table(b, "star:1664", COMPUTER), "m '7+10' enter");
    shot("table_resigned", |b| table(b, "star:1664", COMPUTER), "X y");
    shot("table_triangle", |b| table(b, "triangle:", COMPUTER), "m '1-2' enter");
    shot("table_row", |b| table(b, "row:OO.OOO.OOOOO", COMPUTER), "");
    shot("table_strip", |b| table(b, "strip:0100200", COMPUTER), "");
    shot("table_nim", |b| table(b, "nim:3,4,5", COMPUTER), "");
    shot("table_sum", |b| table(b, "nim:3,4 + star:1664", COMPUTER), "");
}

#[test]
fn questions() {
    let star = |b| table(b, "star:1664", COMPUTER);
    shot("type_empty", star, "m");
    shot("type_move", star, "m '10+7'");
    shot("type_wrong", star, "m '7+9'");
    shot("type_id_wrong", star, "m 'star:9999'");
    shot("save", star, "s 'mine'");
    shot("resign", star, "X");
    shot("quit", |b| table(b, "star:8191", COMPUTER), "m '0' enter q");
    let which = |b| {
        let mut app = table(b, "star:1664", COMPUTER);
        let list = app.cx.on_table.as_ref().unwrap().game.position().choices(&[], 9).list;
        which(&mut app, list);
        app
    };
    shot("which", which, "down down down");
}

#[test]
fn help() {
    shot("help", App::at_home, "?");
    shot("help_end", App::at_home, "? ? end");
}

#[test]
fn the_lesson() {
    shot("lesson", App::at_home, "L enter right");
}

#[test]
fn saved_games() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().to_path_buf(), None);
    let save = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    save("first.json", r#"{"start": "star:8191", "moves": ["7+10", "3"], "saved": "2026-11-20T21:28:00Z"}"#);
    save("broken.json", r#"{"start": "star:8191", "moves": ["7+9"], "saved": "2026-11-19T21:28:00Z"}"#);
    for (width, height) in SIZES {
        let mut driver = drive(App::at_home(begin(width, height)), Some(store.clone()));
        // A broken file has no date of its own.
        keys(&mut driver, "o down");
        let first = screen(&driver);
        keys(&mut driver, "down");
        let both = [first, screen(&driver)];
        let (bad, good): (Vec<_>, Vec<_>) = both.into_iter().partition(|s| s.contains("move 1:"));
        assert!(bad.len() == 1 && good.len() == 1);
        assert!(bad[0].contains("! damaged") && good[0].contains("2 moves"));
        assert!(good[0].contains("2026-11-20 21:28"));
    }
    let empty = Store::at(folder.path().join("none"), None);
    for (width, height) in SIZES {
        let mut driver = drive(App::at_home(begin(width, height)), Some(empty.clone()));
        keys(&mut driver, "o");
        insta::assert_snapshot!(format!("open_empty_{width}x{height}"), screen(&driver));
    }
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
    for (name, depth) in [("none", Depth::None), ("sixteen", Depth::Sixteen), ("true", Depth::True)] {
        let begin = Setup {
            theme: Theme { depth, scheme: Scheme::Dark, ascii: false, ground: None },
            ..begin(80, 24)
        };
        let mut driver = drive(table(begin, "star:8191", [PlayerKind::Human; 2]), None);
        keys(&mut driver, "m '0' enter m '1' enter m '4' enter right space t");
        insta::assert_snapshot!(format!("styles_star_{name}"), styles(&driver));
    }
    let mut driver = drive(table(begin(80, 24), "triangle:", [PlayerKind::Human; 2]), None);
    keys(&mut driver, "m '1-2' enter m '2-3' enter m '1-3' enter");
    insta::assert_snapshot!("styles_triangle", styles(&driver));
}

#[test]
fn ascii_is_all_there_is_in_ascii() {
    for page in ["", "m 'x'", "?", "esc", "esc enter", "q", "space", "X"] {
        let begin = Setup {
            theme: Theme { depth: Depth::None, scheme: Scheme::Dark, ascii: true, ground: None },
            ..begin(80, 24)
        };
        let mut driver = drive(table(begin, "star:1664", COMPUTER), None);
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
fn a_notice_stands_until_the_next_key() {
    let mut driver = drive(table(begin(80, 24), "star:1664", COMPUTER), None);
    keys(&mut driver, "y");
    assert!(screen(&driver).contains("Copied: star:1664"));
    driver.feed(Event::Resize(80, 24)).unwrap();
    assert!(screen(&driver).contains("Copied: star:1664"));
    driver.feed(press("right")).unwrap();
    assert!(!screen(&driver).contains("Copied"));
}
