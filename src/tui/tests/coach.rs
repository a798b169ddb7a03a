use ratatui::backend::TestBackend;

use super::harness::*;
use crate::play::history::History;
use crate::tui::pages::coach::CoachPage;

fn sitting(id: &str, size: (u16, u16)) -> (tempfile::TempDir, Driver<TestBackend>) {
    let (folder, store) = stored();
    let mut driver = drive(table(begin(size.0, size.1), id, HUMANS), Some(store));
    keys(&mut driver, "c");
    (folder, driver)
}

fn record(folder: &tempfile::TempDir) -> History {
    History::load(&Store::at(
        folder.path().join("saves"),
        Some(folder.path().join("state")),
    ))
    .unwrap()
}

/// Answers the question on the screen with fixed keys, which may be wrong, or continues if there is no question.
/// Returns the kind of screen, such as `winner`.
fn answer(driver: &mut Driver<TestBackend>) -> &'static str {
    let shown = screen(driver);
    let (what, all) = if shown.contains("another sitting") {
        ("end", "")
    } else if shown.contains("enter continues") {
        ("next", "enter")
    } else if shown.contains("y  you, to move") {
        ("winner", "y")
    } else if shown.contains("1 or 2") {
        ("which", "1")
    } else if shown.contains("> _") {
        ("number", "3 enter")
    } else {
        assert!(shown.contains("arrows, then enter"), "{shown}");
        // The first Enter has no effect, because no move has been chosen yet.
        ("move", "enter right enter")
    };
    keys(driver, all);
    what
}

#[test]
fn a_sitting_is_walked_to_its_end_and_all_of_it_is_kept() {
    let (folder, mut driver) = sitting("wythoff:3,5", (80, 24));
    assert!(
        screen(&driver).contains("worked example"),
        "{}",
        screen(&driver)
    );
    let mut kinds = std::collections::BTreeSet::new();
    for _ in 0..120 {
        kinds.insert(answer(&mut driver));
    }
    assert!(
        kinds.contains("move") && kinds.contains("winner") && kinds.contains("end"),
        "{kinds:?}"
    );
    let shown = screen(&driver);
    let answers = record(&folder).coach.games["wythoff"];
    assert!(
        shown.contains(&format!(
            "{} of {} questions right",
            answers.right, answers.asked
        )),
        "{shown}"
    );
    assert!(answers.asked >= 6 && shown.contains(", due in "), "{shown}");
    walk_on(&mut driver, &[("esc", "@table"), ("", "=wythoff:3,5")]);
}

#[test]
fn a_wrong_move_is_answered_on_the_board_and_help_costs_the_point() {
    let (folder, mut driver) = sitting("bash/3:9", (80, 24));
    walk_on(&mut driver, &[("enter enter enter", "Which move follows?")]);
    keys(&mut driver, "t");
    assert!(screen(&driver).contains("enter continues") && !screen(&driver).contains("✗"));
    keys(&mut driver, "enter");
    while screen(&driver).contains("worked example") {
        answer(&mut driver);
    }
    let before = screen(&driver);
    keys(&mut driver, "t");
    assert_ne!(screen(&driver), before);
    while record(&folder).coach.games.is_empty() {
        answer(&mut driver);
    }
    assert_eq!(record(&folder).coach.games["bash"].right, 0);
    keys(&mut driver, "esc");
    assert_eq!(record(&folder).coach.games["bash"].asked, 1);
}

#[test]
fn answers_beside_the_board_and_boards_can_be_clicked() {
    let (folder, mut driver) = sitting("row:OOO", (120, 40));
    let asked =
        |folder: &tempfile::TempDir| record(folder).coach.games.get("row").map_or(0, |a| a.asked);
    let mut clicked = 0;
    for _ in 0..120 {
        let shown = screen(&driver);
        // Each line of the rendered screen begins with a quotation mark, so the column is one less than the index.
        let x = |line: &str| Some(line.split_once("o  your opponent")?.0.chars().count() - 1);
        let winner = (0..)
            .zip(shown.lines())
            .find_map(|(y, line)| Some((x(line)? as u16, y)));
        match winner.or(shown.contains("1 or 2").then_some((20, 10))) {
            Some((x, y)) => {
                let before = asked(&folder);
                driver.feed(Event::Click(x, y)).unwrap();
                assert_eq!(asked(&folder), before + 1, "{shown}");
                clicked += 1;
            }
            None if shown.contains("enter continues") => {
                driver.feed(Event::Click(20, 10)).unwrap();
                assert_ne!(screen(&driver), shown);
            }
            None if answer(&mut driver) == "end" => break,
            None => {}
        }
    }
    assert!(clicked > 1);
}

/// No exercise is due, so `c` begins a sitting on the selected game.
#[test]
fn what_is_due_is_asked_from_the_first_page() {
    let steps = [
        ("right right c", "Kayles"),
        ("", "@coach"),
        ("esc", "c coach"),
    ];
    walk(App::at_home(begin(80, 24)), &steps);
}

#[test]
fn enter_goes_on_and_plays_nothing_that_was_not_chosen() {
    let (folder, mut driver) = sitting("row:OOOOOOO", (40, 12));
    walk_on(
        &mut driver,
        &[
            ("", "Take one stone"),
            ("enter enter", "Take the fourth"),
            ("tab tab", "Take the middle stone"),
            ("enter enter enter", "Your move: choose"),
            ("", ">"),
            ("right enter", "enter go on"),
        ],
    );
    assert!(record(&folder).coach.games.is_empty());
}

#[test]
fn a_mistake_in_a_review_is_drilled_and_due_until_it_was() {
    let (folder, store) = stored();
    let mut driver = drive(table(begin(80, 24), "row:OOOOOOO", COMPUTER), Some(store));
    walk_on(
        &mut driver,
        &[("m '1' enter a", "questions on positions like")],
    );
    let missed = record(&folder).coach.missed;
    assert!(
        missed
            .iter()
            .any(|of| (of.game.as_str(), of.skill.as_str()) == ("row", "cut"))
    );
    keys(&mut driver, "c");
    assert!(screen(&driver).contains("cut") && driver.app.find::<CoachPage>().is_some());
    while record(&folder).coach.games.is_empty() {
        answer(&mut driver);
    }
    assert!(record(&folder).coach.missed.is_empty());
    walk_on(
        &mut driver,
        &[
            ("esc", "@review"),
            ("esc esc P down", "of 1 right"),
            ("", "learning"),
            ("esc", "○○○○○"),
        ],
    );
}

#[test]
fn the_cursor_is_on_the_board_where_a_move_is_asked_for() {
    let mut replies = 0;
    for id in ["row:OOO", "wythoff:3,5", "nim:3,5", "queen:4,6"] {
        let (_folder, mut driver) = sitting(id, (80, 24));
        for _ in 0..70 {
            let cx = &driver.app.cx;
            let offers_ways = page::commands(&driver.app)
                .iter()
                .any(|command| command.line.actions == Action::WAYS && command.offer.is_ok());
            let s = cx.on_table.as_ref();
            let has_cursor = s.is_some_and(|s| s.cursor.is_some());
            let ply = s.map_or(0, |s| s.game().cursor());
            let what = answer(&mut driver);
            let is_move = what == "move";
            assert_eq!((offers_ways, has_cursor), (is_move, is_move));
            replies += usize::from(is_move && ply > 0);
            if what == "end" {
                keys(&mut driver, "enter");
            }
        }
    }
    assert!(replies > 0);
}

#[test]
fn help_leaves_nothing_picked() {
    let (_folder, mut driver) = sitting("nim:3,5", (80, 24));
    for _ in 0..40 {
        if screen(&driver).contains("arrows, then enter") {
            keys(&mut driver, "right space");
            assert!(!on_table(&driver).picked.is_empty());
            keys(&mut driver, "t");
            return assert!(on_table(&driver).picked.is_empty());
        }
        answer(&mut driver);
    }
    panic!("no move was asked for");
}
