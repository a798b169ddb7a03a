//! Review, puzzles, tree, atlas and record of play: what their keys do, and how they look.

use ratatui::backend::TestBackend;

use super::harness::*;
use crate::play::history::History;
use crate::play::store::Store;
use crate::play::{Level, PlayerKind};
use nimatron_core::rules::ScriptText;

const LARGE: [&str; 2] = ["review", "atlas_square"];
const HUMANS: [PlayerKind; 2] = [PlayerKind::Human; 2];
const COMPUTER: [PlayerKind; 2] = [PlayerKind::Human, PlayerKind::Computer(Level::Perfect)];

/// A match of Nim whose first move gives it away.
const NIM: &str = "m '1-3' enter m '3-2' enter m '2-1' enter m '3-1' enter m '2-2' enter";

fn shot(name: &str, make: impl Fn(Setup) -> App, pressed: &str) {
    // The few pages whose larger form tells more.
    let large = LARGE.contains(&name).then_some((120, 40));
    for (width, height) in std::iter::once((80, 24)).chain(large) {
        let mut driver = drive(make(begin(width, height)), None);
        keys(&mut driver, pressed);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen(&driver));
    }
}

fn stored() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().join("saves"), Some(folder.path().join("state")));
    (folder, store)
}

#[test]
fn pages() {
    let nim = |b| table(b, "nim:3,5,7", HUMANS);
    shot("review", nim, &format!("{NIM} a"));
    shot("review_better", nim, &format!("{NIM} a t"));
    shot(
        "review_triangle",
        |b| table(b, "triangle:", HUMANS),
        "m '1-2' enter m '1-3' enter m '2-3' enter a end",
    );
    shot("puzzles", App::at_home, "p down down down right right right");
    shot("tree", |b| table(b, "nim:1,2", HUMANS), "T down space");
    shot("tree_tictactoe", |b| table(b, "tictactoe:.........", HUMANS), "T down right");
    shot("atlas_bars", |b| table(b, "octal/0.77:9", HUMANS), "A right right");
    shot("atlas_line", |b| table(b, "octal/0.77:9", HUMANS), "A v right right");
    shot("atlas_square", |b| table(b, "wythoff:3,5", HUMANS), "A down down right");
    shot("atlas_stones", |b| table(b, "star:8191", HUMANS), "A down down down");
}

/// Days that are still to come are not on it.
#[test]
fn the_record_of_a_sunday() {
    let mut driver = drive(App::at_home(begin(80, 24)), None);
    keys(&mut driver, "P");
    driver.feed(Event::Recorded("2026-11-22".to_owned(), Ok(Box::default()))).unwrap();
    insta::assert_snapshot!("record_80x24", screen(&driver));
}

#[test]
fn a_review_begins_at_the_turning_point_and_one_can_try_again_and_come_back() {
    let mut driver = drive(table(begin(80, 24), "nim:3,5,7", HUMANS), None);
    keys(&mut driver, "a");
    assert!((driver.app().front().key_context() == KeyContext::Table), "nothing to review yet");
    keys(&mut driver, &format!("{NIM} a"));
    let at = |app: &App| match app.find::<ReviewPage>() {
        Some(page) => page.at,
        _ => panic!("not in the review"),
    };
    assert_eq!(at(driver.app()), 0);
    assert!(!screen(&driver).contains("1-1"), "the better move is hidden");
    keys(&mut driver, "t");
    assert!(screen(&driver).contains("Better: take 1 from pile 1"));
    keys(&mut driver, "] ]");
    assert_eq!(at(driver.app()), 2);
    assert!(!screen(&driver).contains("Better:"));
    keys(&mut driver, "} ");
    assert_eq!(at(driver.app()), 2, "there is no later mistake");
    keys(&mut driver, "{");
    assert_eq!(at(driver.app()), 0);
    keys(&mut driver, "enter");
    let on_table = |app: &App| app.cx.on_table.as_ref().map(|s| (s.game.cursor(), s.trial)).unwrap();
    assert_eq!(on_table(driver.app()), (0, true));
    keys(&mut driver, "m '1-1' enter");
    assert_eq!(on_table(driver.app()), (1, true));
    assert!(driver.app().cx.would_lose(), "the match that was left is still unsaved");
    keys(&mut driver, "b");
    assert_eq!(at(driver.app()), 0);
    keys(&mut driver, "esc");
    assert_eq!(on_table(driver.app()), (5, false));
    assert!((driver.app().front().key_context() == KeyContext::Table));
}

#[test]
fn a_puzzle_is_solved_or_answered_and_counted() {
    let (_folder, store) = stored();
    let mut driver = drive(App::at_home(begin(80, 24)), Some(store.clone()));
    // The fourth line is the first game of the catalogue.
    keys(&mut driver, "p down down down enter");
    let puzzle = |app: &App| app.cx.on_table.as_ref().and_then(|s| s.puzzle.clone()).unwrap();
    let first = puzzle(driver.app());
    assert!(first.puzzle.id.contains("star:") && screen(&driver).contains("Puzzle, grade"));
    let wrong = driver.app().cx.on_table.as_ref().unwrap().game.position().choices(&[], 99).list;
    let wrong = wrong.into_iter().find(|m| m.text != first.puzzle.answer).unwrap().text;
    keys(&mut driver, &format!("m '{wrong}' enter"));
    let s = driver.app().cx.on_table.as_ref().unwrap();
    assert_eq!((s.game.cursor(), puzzle(driver.app()).solved), (2, false), "the computer has answered");
    let told = puzzle(driver.app()).refutation.unwrap();
    assert!(told.starts_with(&format!("After {wrong} your opponent replies: ")), "{told}");
    assert!(told.len() > wrong.len() + 30, "the reason is told too: {told}");
    assert!(screen(&driver).contains("After"), "{}", screen(&driver));
    keys(&mut driver, &format!("u m '{}' enter", first.puzzle.answer));
    assert!(puzzle(driver.app()).solved);
    let history = History::load(&store).unwrap();
    let p = &history.puzzles;
    assert_eq!((p.solved, p.first_try, p.tries, p.streak), (1, 0, 2, 0));
    // The day's, at the first try; nothing of a puzzle is a match, and nothing of it would be lost.
    keys(&mut driver, "esc home enter");
    let daily = puzzle(driver.app());
    assert!(daily.daily);
    keys(&mut driver, &format!("m '{}' enter", daily.puzzle.answer));
    let history = History::load(&store).unwrap();
    let p = &history.puzzles;
    assert_eq!((p.solved, p.first_try, p.streak, p.daily.len()), (2, 1, 1, 1));
    assert!(history.matches.is_empty() && !driver.app().cx.would_lose());
    keys(&mut driver, "esc");
    assert!(screen(&driver).contains("Today's puzzle is solved"));
    // One of the collection, of the grade that is asked for.
    keys(&mut driver, "home down down right right enter");
    assert_eq!(puzzle(driver.app()).puzzle.grade, 2);
}

#[test]
fn a_puzzle_gives_nothing_away_before_a_hint_or_the_verdict_is_asked_for() {
    let (_folder, store) = stored();
    let mut driver = drive(App::at_home(begin(120, 40)), Some(store));
    keys(&mut driver, "p");
    while !screen(&driver).contains("\u{25b8} Nim") {
        keys(&mut driver, "down");
    }
    // Nim in misère play, which is not its own.
    keys(&mut driver, "w w enter");
    let state = |app: &App| {
        let s = app.cx.on_table.as_ref().unwrap();
        (s.conceals(), s.puzzle.clone().unwrap())
    };
    let told = |driver: &_| {
        let text = screen(driver);
        ["can win", "A wins", "B wins", "moves win", "every move"]
            .iter()
            .filter(|w| text.contains(**w))
            .count()
    };
    assert!(state(driver.app()).1.puzzle.id.starts_with("misere nim:"));
    assert!(state(driver.app()).0);
    assert_eq!(told(&driver), 0, "{}", screen(&driver));
    keys(&mut driver, "v");
    assert!(told(&driver) > 1, "{}", screen(&driver));
    assert!(state(driver.app()).1.helped);
    keys(&mut driver, "n enter t");
    assert!(!state(driver.app()).0 && state(driver.app()).1.helped);
    assert!(screen(&driver).contains("Hint:") && told(&driver) > 0, "{}", screen(&driver));
}

#[test]
fn a_match_is_counted_once_when_it_ends() {
    let (_folder, store) = stored();
    let mut driver = drive(table(begin(80, 24), "nim:2,1", COMPUTER), Some(store.clone()));
    keys(&mut driver, "m '1-1' enter m '2-1' enter u m '2-1' enter");
    let history = History::load(&store).unwrap();
    let m = &history.matches[0];
    assert_eq!((m.game.as_str(), m.opponent.as_str(), m.played, m.won, m.drawn), ("nim", "perfect", 1, 1, 0));
    assert_eq!(history.matches.len(), 1);
    // The end card tells what there is to look at.
    assert!(screen(&driver).contains("Turning point") || screen(&driver).contains("turning point"));
    keys(&mut driver, "R");
    keys(&mut driver, "X y");
    assert_eq!(History::load(&store).unwrap().matches[0].played, 2);
    // Forgetting asks.
    keys(&mut driver, "esc P X n");
    assert_eq!(History::load(&store).unwrap().matches.len(), 1);
    keys(&mut driver, "X y");
    assert!(History::load(&store).unwrap().matches.is_empty());
    assert!(screen(&driver).contains("No match has been played"), "{}", screen(&driver));
}

#[test]
fn the_tree_opens_as_one_walks_and_plays_from_a_position() {
    let mut driver = drive(table(begin(80, 24), "nim:1,2", HUMANS), None);
    keys(&mut driver, "T");
    let rows = |app: &App| match app.find::<TreePage>() {
        Some(page) => (page.rows().len(), page.line(page.at).join(" ")),
        _ => panic!("not in the tree"),
    };
    assert_eq!(rows(driver.app()), (4, String::new()));
    keys(&mut driver, "down down");
    // Winners come first: 2-1 is the one of the three, and then 1-1.
    assert_eq!(rows(driver.app()), (4, "1-1".to_owned()));
    keys(&mut driver, "up right");
    assert_eq!(rows(driver.app()).0, 6);
    keys(&mut driver, "right");
    assert!(rows(driver.app()).1.starts_with("2-1 "));
    keys(&mut driver, "left left");
    assert_eq!(rows(driver.app()), (4, "2-1".to_owned()));
    keys(&mut driver, "enter");
    let s = driver.app().cx.on_table.as_ref().unwrap();
    assert_eq!((s.game.position().id().as_str(), s.game.cursor()), ("nim:1,1", 1));
}

#[test]
fn the_atlas_shows_a_board_for_each_place_and_plays_from_it() {
    let mut driver = drive(table(begin(80, 24), "wythoff:3,5", HUMANS), None);
    keys(&mut driver, "A down right right");
    let id = |app: &App| match app.find::<AtlasPage>() {
        Some(page) => page.id().map(str::to_owned),
        _ => panic!("not in the atlas"),
    };
    // From 3,5, which stands on the table.
    assert_eq!(id(driver.app()).as_deref(), Some("wythoff:4,7"));
    assert!(screen(&driver).contains("to move loses"), "{}", screen(&driver));
    keys(&mut driver, "w down");
    assert!(screen(&driver).contains("misère"));
    keys(&mut driver, "pgdn");
    assert!(screen(&driver).contains("queen, "));
    keys(&mut driver, "home right enter");
    let s = driver.app().cx.on_table.as_ref().unwrap();
    assert_eq!(s.game.position().id(), "queen:0,1");
}

#[test]
fn the_atlas_opens_on_the_map_that_fits_the_piles() {
    let mut driver = drive(table(begin(80, 24), "nim:3,5,7", HUMANS), None);
    keys(&mut driver, "A");
    let id = |app: &App| match app.find::<AtlasPage>() {
        Some(page) => page.id().map(str::to_owned),
        _ => panic!("not in the atlas"),
    };
    assert_eq!(id(driver.app()).as_deref(), Some("nim:3,5,7"));
    assert!(screen(&driver).contains("beside 7"), "{}", screen(&driver));
    keys(&mut driver, "space");
    assert!(screen(&driver).contains("one pile"), "{}", screen(&driver));
    keys(&mut driver, "home right right");
    assert_eq!(id(driver.app()).as_deref(), Some("nim:2"));
    keys(&mut driver, "enter");
    assert_eq!(driver.app().cx.on_table.as_ref().unwrap().game.position().id(), "nim:2");
}

#[test]
fn a_game_without_a_map_says_so_and_shows_no_other_one() {
    let mut driver = drive(table(begin(80, 24), "tictactoe:.........", HUMANS), None);
    keys(&mut driver, "A");
    assert!(driver.app().front().key_context() != KeyContext::Atlas);
    let shown = screen(&driver);
    assert!(shown.contains("Tic-tac-toe has no map."), "{shown}");
}

#[test]
fn a_damaged_record_is_told_of_line_by_line() {
    let (folder, store) = stored();
    let path = folder.path().join("state").join(crate::play::history::FILE);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, "{\"matches\": 7, \"of a long line\": true}").unwrap();
    let mut driver = drive(App::at_home(begin(60, 20)), Some(store));
    keys(&mut driver, "P");
    let shown = screen(&driver);
    assert!(shown.contains("cannot be read") && shown.contains("else is touched."), "{shown}");
    // The whole reason, however narrow the page is.
    assert!(shown.contains("column"), "{shown}");
    assert!(path.exists());
}

#[test]
fn puzzles_of_a_game_of_ones_own_are_on_the_page() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/assets/games/treblecross.rhai"));
    let with = begin(80, 24);
    with.library.insert_script(ScriptText {
        name: "mine".to_owned(),
        file: "mine.rhai".to_owned(),
        text: text.unwrap().replace("\"Treblecross\"", "\"My crosses\"").into(),
    });
    let mut driver = drive(App::at_home(with), None);
    keys(&mut driver, "p up");
    assert!(screen(&driver).contains("My crosses"), "{}", screen(&driver));
    keys(&mut driver, "enter");
    let puzzle = driver.app().cx.on_table.as_ref().unwrap().puzzle.as_ref().unwrap();
    assert!(puzzle.puzzle.id.starts_with("own/mine:"), "{}", puzzle.puzzle.id);
}

#[test]
fn tic_tac_toe_opens_as_three_openings_and_their_twelve_answers() {
    let mut driver = drive(table(begin(80, 24), "tictactoe:.........", HUMANS), None);
    keys(&mut driver, "T");
    let Some(page) = driver.app().find::<TreePage>() else { panic!("not in the tree") };
    let shown: Vec<(usize, String, usize)> = (page.rows().iter())
        .map(|&i| {
            (
                page.nodes[i].depth,
                page.nodes[i].text.clone().unwrap_or_default(),
                page.nodes[i].alike.len() + 1,
            )
        })
        .collect();
    let of = |depth: usize| shown.iter().filter(|n| n.0 == depth).collect::<Vec<_>>();
    let openings: Vec<(&str, usize)> = of(1).iter().map(|n| (n.1.as_str(), n.2)).collect();
    assert_eq!(openings, [("1", 4), ("2", 4), ("5", 1)]);
    assert_eq!(of(2).len(), 12);
    assert_eq!(of(2).iter().map(|n| n.2).sum::<usize>(), 3 * 8);
    // A sign is for the player who makes the move: X in a corner draws, and of the answers to it only the centre does.
    let signs = |depth: usize| -> String {
        let rows = page.rows();
        let nodes = rows.iter().map(|&i| &page.nodes[i]).filter(|n| n.depth == depth);
        nodes.take(5).map(|n| n.outcome.unwrap().word().chars().next().unwrap()).collect()
    };
    assert_eq!((signs(1).as_str(), signs(2).as_str()), ("ddd", "dllll"));
    // The little boards: the empty one over X in a corner, on an edge and in the middle, over their answers.
    let picture = screen(&driver);
    let boards = |row: &str| picture.lines().find(|l| l.contains(row)).map(|l| l.matches(row).count());
    assert_eq!((boards("X··"), boards("XO·"), boards("X·O")), (Some(1), Some(1), Some(1)), "{picture}");
    let answers = picture.lines().find(|l| l.contains("XO·")).unwrap();
    let rows: Vec<&str> = answers.split_whitespace().filter(|w| w.chars().count() == 3).collect();
    assert_eq!(rows.len(), 12, "{answers}");
    assert!(picture.contains("×4"), "{picture}");
    // Down to the first opening, along its row, down to its answers and up again; a click finds a board.
    let at = |driver: &Driver<TestBackend>| match driver.app().find::<TreePage>() {
        Some(page) => page.line(page.at).join(" "),
        _ => panic!("not in the tree"),
    };
    for (pressed, found) in [
        ("down", "1"),
        ("right", "2"),
        ("right", "5"),
        ("right", "5"),
        ("down", "5 1"),
        ("left", "2 7"),
        ("up", "2"),
    ] {
        keys(&mut driver, pressed);
        assert_eq!(at(&driver), found, "after {pressed}");
    }
    let (y, line) = picture.lines().enumerate().find(|(_, l)| l.contains("XO·")).unwrap();
    let x = line[..line.find("XO·").unwrap()].chars().count();
    driver.feed(Event::Click(u16::try_from(x).unwrap(), u16::try_from(y).unwrap())).unwrap();
    assert_eq!(at(&driver), "1 2");
    let x = line[..line.find("X·O").unwrap()].chars().count();
    driver.feed(Event::Click(u16::try_from(x).unwrap(), u16::try_from(y).unwrap())).unwrap();
    assert_eq!(at(&driver), "1 3");
    // Closed and opened again; the same tree as a list; and on to the table.
    let shown = |driver: &Driver<TestBackend>| match driver.app().find::<TreePage>() {
        Some(page) => page.rows().len(),
        _ => panic!("not in the tree"),
    };
    keys(&mut driver, "up space");
    assert_eq!(shown(&driver), 16 - 5);
    keys(&mut driver, "space v");
    assert!(shown(&driver) == 16 && screen(&driver).contains("4 alike"), "{}", screen(&driver));
    keys(&mut driver, "v down enter");
    assert_eq!(driver.app().cx.on_table.as_ref().unwrap().game.position().id(), "tictactoe:X...O....");
}
