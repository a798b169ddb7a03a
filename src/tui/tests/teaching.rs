//! Tests the keys of the review, puzzles, tree, atlas, strategy and record pages.

use ratatui::backend::TestBackend;

use super::harness::*;
use super::pages::NIM;
use crate::play::history::History;
use crate::tui::frame;
use nimatron_core::rules::{ScriptText, as_gerund};

fn at(id: &str) -> App {
    table(begin(80, 24), id, HUMANS)
}

#[test]
fn the_atlas_shows_a_board_for_each_place_and_plays_from_it() {
    walk(
        at("wythoff:3,5"),
        &[
            ("A right up up", "wythoff:4,7"),
            ("", "to move loses"),
            ("w down", "misère"),
            ("pgdn", "queen, "),
            ("home up enter", "=queen:0,1"),
        ],
    );
    walk(
        at("nim:3,5,7"),
        &[
            ("A", "nim:3,5,7"),
            ("", "beside 7"),
            ("space", "one pile"),
            ("home right right", "nim:2"),
            ("enter", "=nim:2"),
        ],
    );
    walk(at("bash/3:9"), &[("A r", "n is a multiple")]);
    let heaps = [("A", "two heaps"), ("r", "For a single heap of n")];
    walk(at("octal/0.77:5,7"), &heaps);
    walk(at("octal/0.77:5,7"), &[("e", "heap 1")]);
    let bar = [
        ("A", "chomp:5x8"),
        ("", "on 8, 8, 8"),
        ("left left left left left left left left", "!chomp:5x8"),
    ];
    walk(at("chomp:5x8"), &bar);
    walk(
        at("tictactoe:........."),
        &[("A", "Tic-tac-toe has no map."), ("", "@table")],
    );
    for (id, action, why) in [
        (
            "misere wythoff:3,5",
            Action::Verdict,
            "There are no values to show.",
        ),
        ("star:8191", Action::Rule, "This is no map of numbers."),
    ] {
        let driver = walk(at(id), &[("A", "@atlas")]);
        assert_eq!(frame::refusal(&driver.app, action), Some(why), "{id}");
    }
}

#[test]
fn a_strategy_is_walked_from_the_move_to_a_reply_to_the_answer() {
    walk(
        at("nim:1,3"),
        &[
            ("W", "▸ take 2 from pile 2"),
            ("enter", "nim:1,1"),
            ("", "1-1 → "),
            ("enter", "No move is left: the game is won."),
            ("left left", "The player to move wins."),
            ("esc", "@table"),
        ],
    );
    // For a lost position, the page shows the opponent's strategy. If there is no strategy, the page says why.
    walk(at("row:OO.OO"), &[("W left", "The player to move loses.")]);
    walk(
        at("tictactoe:........."),
        &[("W", "it is a draw with best")],
    );
}

#[test]
fn the_record_of_a_sunday_and_of_a_friday() {
    let mut driver = walk(App::at_home(begin(80, 24)), &[("P", "@record")]);
    let read_on = |driver: &mut Driver<TestBackend>, day: &str| {
        let mut history = History::default();
        history
            .puzzles
            .days
            .entry("2026-11-16".to_owned())
            .or_default()
            .solved = 1;
        driver.app.cx.record = Some((day.to_owned(), Ok(history)));
        driver.feed(Event::Resize(80, 24)).unwrap();
    };
    read_on(&mut driver, "2026-11-22");
    insta::assert_snapshot!("record_80x24", screen(&driver));
    read_on(&mut driver, "2026-11-20");
    let weeks = |line: &str| {
        if line.contains(" ·") {
            line.matches(" ·").count() + line.matches(" ■").count()
        } else {
            0
        }
    };
    let weeks: Vec<usize> = screen(&driver)
        .lines()
        .map(weeks)
        .filter(|&weeks| weeks > 0)
        .collect();
    assert_eq!(weeks, [16, 16, 16, 16, 16, 15, 15]);
}

#[test]
fn a_review_begins_at_the_turning_point_and_one_can_try_again_and_come_back() {
    let mut driver = walk(
        at("nim:3,5,7"),
        &[("a", "@table"), (&format!("{NIM} a"), "1 of 5 moves")],
    );
    let on = |driver: &Driver<_>| {
        (
            on_table(driver).game().cursor(),
            on_table(driver).is_trial(),
        )
    };
    // The better move is hidden until the user asks for it, and there is no later mistake.
    walk_on(
        &mut driver,
        &[
            ("", "!1-1"),
            ("t", "Better: take 1 from pile 1"),
            ("] ]", "3 of 5 moves"),
            ("", "!Better:"),
            ("}", "There is no mistake after this."),
            ("{", "1 of 5 moves"),
            ("enter enter", "3 of 5 moves"),
            ("enter enter enter enter", "@table"),
            ("a {", "1 of 5 moves"),
            ("r", "@table"),
        ],
    );
    assert_eq!(on(&driver), (0, true));
    keys(&mut driver, "m '1-1' enter");
    assert_eq!(on(&driver), (1, true));
    assert!(
        driver.app.cx.own_match().is_some_and(|s| s.changed),
        "the match that was left is still unsaved"
    );
    walk_on(&mut driver, &[("b", "1 of 5 moves"), ("esc", "@table")]);
    assert_eq!(on(&driver), (5, false));
}

#[test]
fn a_review_knows_who_resigned() {
    walk(
        at("nim:3,5,7"),
        &[
            ("m '1-1' enter X", "Resign for B?"),
            ("esc X y", "B resigned"),
            ("a pgdn", "A won;"),
            ("home", "!resigned"),
            ("end", "B resigned."),
        ],
    );
}

#[test]
fn a_review_begins_at_the_first_mistake() {
    walk(
        at("nim:3,5,7"),
        &[(
            "m '1-1' enter m '3-1' enter m '2-5' enter m '3-4' enter a",
            "3 of 4 moves",
        )],
    );
}

#[test]
fn a_puzzle_is_solved_or_answered_and_counted() {
    let (_folder, store) = stored();
    let mut driver = drive(App::at_home(begin(80, 24)), Some(store.clone()));
    // The fourth line is the catalogue's first game.
    keys(&mut driver, "p down down down enter");
    let puzzle = |app: &App| {
        app.cx
            .on_table
            .as_ref()
            .and_then(|s| s.puzzle().cloned())
            .unwrap()
    };
    let first = puzzle(&driver.app);
    assert!(first.puzzle.id.contains("star:") && screen(&driver).contains("Puzzle, grade"));
    let wrong = on_table(&driver).game().position().choices(&[], 99).list;
    let wrong = wrong
        .into_iter()
        .find(|m| m.text != first.puzzle.answer)
        .unwrap()
        .text;
    keys(&mut driver, &format!("m '{wrong}' enter"));
    let s = on_table(&driver);
    assert_eq!(
        (s.game().cursor(), puzzle(&driver.app).solved),
        (2, false),
        "the computer has answered"
    );
    let [told, why] = s.refutation.clone().unwrap();
    let words = as_gerund(&s.game().start().move_words(&wrong));
    assert!(
        told.starts_with(&format!(
            "Not the right move: after {words} your opponent replies: "
        )),
        "{told}"
    );
    assert!(
        why.starts_with(" Your opponent's idea: \""),
        "the reason is told too: {why}"
    );
    assert!(
        screen(&driver).contains("Not the right move"),
        "{}",
        screen(&driver)
    );
    keys(&mut driver, &format!("u m '{}' enter", first.puzzle.answer));
    assert!(puzzle(&driver.app).solved);
    let counted = |history: &History| {
        let p = &history.puzzles;
        (p.solved, p.first_try, p.tries, p.streak, p.daily.len())
    };
    assert_eq!(counted(&History::load(&store).unwrap()), (1, 0, 2, 0, 0));
    keys(&mut driver, "esc home enter");
    let daily = puzzle(&driver.app);
    assert!(daily.daily);
    keys(&mut driver, &format!("m '{}' enter", daily.puzzle.answer));
    let history = History::load(&store).unwrap();
    assert_eq!(counted(&history), (2, 1, 3, 1, 1));
    assert!(history.matches.is_empty() && !driver.app.cx.would_lose());
    walk_on(&mut driver, &[("esc", "Today's puzzle is solved")]);
    keys(&mut driver, "home down down right right enter");
    assert_eq!(puzzle(&driver.app).puzzle.grade, 2);
}

#[test]
fn a_puzzle_gives_nothing_away_before_a_hint_or_the_verdict_is_asked_for() {
    let (_folder, store) = stored();
    let mut driver = drive(App::at_home(begin(120, 40)), Some(store));
    keys(&mut driver, "p");
    while !screen(&driver).contains("\u{25b8} Nim") {
        keys(&mut driver, "down");
    }
    // Choose misère play, which is not Nim's default convention.
    keys(&mut driver, "w w enter");
    let state = |app: &App| {
        let s = app.cx.on_table.as_ref().unwrap();
        (s.conceals(), s.puzzle().cloned().unwrap())
    };
    let told = |driver: &_| {
        let text = screen(driver);
        ["can win", "A wins", "B wins", "moves win", "every move"]
            .iter()
            .filter(|w| text.contains(**w))
            .count()
    };
    assert!(state(&driver.app).1.puzzle.id.starts_with("misere nim:"));
    assert!(state(&driver.app).0);
    assert_eq!(told(&driver), 0, "{}", screen(&driver));
    keys(&mut driver, "v");
    assert!(told(&driver) > 0, "{}", screen(&driver));
    assert!(state(&driver.app).1.helped);
    keys(&mut driver, "n enter t");
    assert!(!state(&driver.app).0 && state(&driver.app).1.helped);
    assert!(
        screen(&driver).contains("lit area") || screen(&driver).contains("Every move loses"),
        "{}",
        screen(&driver)
    );
}

#[test]
fn a_match_is_counted_once_when_it_ends() {
    let (_folder, store) = stored();
    let mut driver = drive(
        table(begin(80, 24), "nim:2,1", COMPUTER),
        Some(store.clone()),
    );
    keys(&mut driver, "m '1-1' enter m '2-1' enter u m '2-1' enter");
    let matches = || History::load(&store).unwrap().matches;
    let m = &matches()[0];
    assert_eq!(
        (
            m.game.as_str(),
            m.opponent.as_str(),
            m.played,
            m.won,
            m.drawn
        ),
        ("nim", "perfect", 1, 1, 0)
    );
    assert_eq!(matches().len(), 1);
    walk_on(
        &mut driver,
        &[
            ("", "review the match"),
            ("R X", "The record of play will count a loss."),
            ("n u", "!resigned"),
            ("X y", "You resigned"),
        ],
    );
    assert_eq!(matches()[0].played, 2);
    keys(&mut driver, "esc P X n");
    assert_eq!(matches().len(), 1);
    walk_on(&mut driver, &[("X y", "No match has been played")]);
    assert!(matches().is_empty());
}

#[test]
fn a_match_that_is_opened_at_its_end_is_not_counted_again() {
    let (_folder, store) = stored();
    let setup = begin(80, 24);
    let mut game = Match::between(games::open("nim:2,1", &setup.library).unwrap(), COMPUTER);
    for text in ["1-1", "1-1", "2-1"] {
        game.play(text).unwrap();
    }
    let mut driver = drive(App::with_match(setup, game, None), Some(store.clone()));
    keys(&mut driver, "v v");
    assert!(History::load(&store).unwrap().matches.is_empty());
}

#[test]
fn the_tree_opens_as_one_walks_and_plays_from_a_position() {
    let mut driver = drive(at("nim:1,2"), None);
    // Winning moves come first, so 2-1, the only winning move, precedes 1-1.
    for (pressed, rows, line) in [
        ("T", 4, ""),
        ("down down", 4, "1-1"),
        ("up right", 6, "2-1"),
        ("right", 6, "2-1 1-1"),
        ("left left", 4, "2-1"),
    ] {
        keys(&mut driver, pressed);
        let page = driver.app.find::<TreePage>().unwrap();
        assert_eq!(
            (page.rows().len(), page.line(page.at).join(" ").as_str()),
            (rows, line),
            "{pressed}"
        );
    }
    walk_on(&mut driver, &[("enter", "=nim:1,1"), ("", ">2-1")]);
}

#[test]
fn two_computers_rest_while_the_tree_is_open() {
    let mut m = Machine::new(table(pausing(500), "nim:3,5", [PERFECT; 2]));
    let waits = |m: &Machine| m.app.cx.pending.iter().any(|job| job.lane == Lane::Pause);
    assert!(waits(&m));
    m.walk(&[("T", "@tree"), ("", "#0")]);
    assert!(!waits(&m));
}

#[test]
fn a_damaged_record_is_told_of_line_by_line() {
    let (_folder, store) = stored();
    let file = crate::play::history::FILE;
    let damaged = "{\"matches\": 7, \"of a long line\": true}";
    store.write_data(file, damaged).unwrap();
    let mut driver = drive(App::at_home(begin(60, 20)), Some(store.clone()));
    walk_on(
        &mut driver,
        &[
            ("P", "cannot be read"),
            ("", "column"),
            ("", "else is touched."),
        ],
    );
    let mut driver = drive(at("bash/3:9"), Some(store.clone()));
    walk_on(&mut driver, &[("c", "The record cannot be read")]);
    assert_eq!(store.read_data(file).unwrap().as_deref(), Some(damaged));
}

#[test]
fn puzzles_of_a_game_of_ones_own_are_on_the_page() {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/assets/games/treblecross.lua"
    ));
    let with = begin(80, 24);
    with.library.insert_script(ScriptText {
        name: "mine".to_owned(),
        file: "mine.lua".to_owned(),
        text: text
            .unwrap()
            .replace("\"Treblecross\"", "\"My crosses\"")
            .into(),
    });
    let mut driver = drive(App::at_home(with), None);
    walk_on(&mut driver, &[("p up", "My crosses")]);
    keys(&mut driver, "enter");
    let puzzle = on_table(&driver).puzzle().unwrap();
    assert!(
        puzzle.puzzle.id.starts_with("own/mine:"),
        "{}",
        puzzle.puzzle.id
    );
}

#[test]
fn tic_tac_toe_opens_as_three_openings_and_their_twelve_answers() {
    let mut driver = walk(at("tictactoe:........."), &[("T", "@tree")]);
    let page: &TreePage = driver.app.find().unwrap();
    let level = |depth: usize| {
        let nodes = page.rows().into_iter().map(|i| &page.nodes[i]);
        nodes.filter(|n| n.depth == depth).collect::<Vec<_>>()
    };
    let openings: Vec<(&str, usize)> = level(1)
        .iter()
        .map(|n| (n.text.as_deref().unwrap(), n.alike.len() + 1))
        .collect();
    assert_eq!(openings, [("1", 4), ("2", 4), ("5", 1)]);
    assert_eq!(level(2).len(), 12);
    assert_eq!(
        level(2).iter().map(|n| n.alike.len() + 1).sum::<usize>(),
        3 * 8
    );
    // A sign shows the outcome for the player who made the move. All openings draw. After X in a corner, only the reply
    // in the centre draws.
    let signs = |depth: usize| -> String {
        level(depth)
            .iter()
            .take(5)
            .map(|n| n.outcome.unwrap().word().chars().next().unwrap())
            .collect()
    };
    assert_eq!((signs(1).as_str(), signs(2).as_str()), ("ddd", "dllll"));
    walk_on(
        &mut driver,
        &[("", "4 alike"), ("down enter", "=tictactoe:X........")],
    );
}

#[test]
fn the_bars_of_a_review_have_the_width_that_fits() {
    for (width, bars) in [
        (40, "  B      ▀▀▀▀ ▀▀▀▀ ▀▀▀▀ ▀▀▀▀"),
        (60, "  B          ▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀"),
    ] {
        let mut driver = drive(table(begin(width, 24), "nim:3,5,7", HUMANS), None);
        keys(&mut driver, &format!("{NIM} a"));
        let shown = screen(&driver);
        assert!(shown.contains(bars), "{shown}");
    }
}
