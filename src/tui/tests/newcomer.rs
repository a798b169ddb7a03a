//! What a newcomer stumbled over: lights, tries, legends and words that said something else than was so.

use super::harness::*;
use crate::play::history::{History, Score};
use crate::play::{Level, PlayerKind};
use nimatron_core::rules::FigureMark;

const HUMANS: [PlayerKind; 2] = [PlayerKind::Human; 2];
const PERFECT: PlayerKind = PlayerKind::Computer(Level::Perfect);

#[test]
fn a_trap_has_no_light_and_a_hint_is_the_only_one() {
    for (id, pressed) in [("star:8191", ""), ("star:8191", "t"), ("star:8191", "t t"), ("nim:3,5,7", "t t")] {
        let mut m = Machine::at(id, HUMANS);
        m.keys(pressed);
        let figure = m.on_table().figure(true).unwrap();
        assert!(!figure.marks.iter().any(|mark| matches!(mark, FigureMark::Lit(_))), "{id} {pressed}");
    }
}

#[test]
fn a_puzzle_that_was_tried_and_left_has_no_first_try() {
    let mut m = home();
    m.app.cx.record = Some(("2026-11-20".to_owned(), Ok(History::default())));
    let puzzle = crate::play::puzzle::shipped().swap_remove(0);
    for tried in [false, true] {
        crate::tui::pages::puzzles::begin(&mut m.app.cx, puzzle.clone(), false);
        assert_eq!(m.on_table().puzzle.as_ref().unwrap().helped, tried);
        m.app.cx.effects.clear();
        m.app.cx.help_with_puzzle();
        // Only what is new is written: that it was tried is in the record, for another day and another program.
        let writes = |e: &&Effect| matches!(e, Effect::Write(WriteRequest::Count(Counted::Try(_))));
        assert_eq!(m.app.cx.effects.iter().filter(writes).count(), usize::from(!tried));
    }
}

#[test]
fn the_bar_names_what_the_next_press_does() {
    let mut m = Machine::at("star:8191", HUMANS);
    assert!(bar(&m).contains(&"more".to_owned()), "{:?}", bar(&m));
    m.keys("tab");
    assert!(bar(&m).contains(&"less".to_owned()), "{:?}", bar(&m));
    m.keys("v v");
    let driver = drive(m.app, None);
    assert!(screen(&driver).contains("v why"), "{}", screen(&driver));
}

#[test]
fn all_moves_of_a_row_speak_of_one_stone_alone() {
    let mut driver = drive(table(begin(80, 24), "row:OOOOOO.OO", HUMANS), None);
    keys(&mut driver, "x");
    let page = screen(&driver);
    assert!(page.contains("- taking it alone loses") && !page.contains("every move here"), "{page}");
}

#[test]
fn a_legend_that_has_no_room_scrolls() {
    let mut driver = drive(table(begin(80, 14), "triangle/4:2-3", HUMANS), None);
    keys(&mut driver, "tab g");
    let end = "once it is drawn.";
    assert!(!screen(&driver).contains(end) && screen(&driver).contains("scroll"), "{}", screen(&driver));
    keys(&mut driver, "end");
    assert!(screen(&driver).contains(end), "{}", screen(&driver));
    keys(&mut driver, "x");
    assert!(!screen(&driver).contains(" Terms "));
}

#[test]
fn reasons_are_silent_at_the_turn_of_the_computer() {
    let mut m = Machine::new(table(pausing(600), "nim:3,5,7", [PlayerKind::Human, PERFECT]));
    assert!(m.on_table().speaks());
    m.keys("m '1-1' enter");
    assert!(m.on_table().game.to_move().is_some() && !m.on_table().speaks());
    // Once the game is given up the reason is told again.
    m.keys("X y");
    assert!(m.on_table().game.result().is_some() && m.on_table().speaks());
}

#[test]
fn the_counts_of_the_record_are_whole() {
    for width in [60, 80] {
        let mut m = Machine::new(App::at_home(begin(width, 24)));
        let mut history = History::default();
        history.add_match("star", PlayerKind::Human, Score::Won);
        m.app.cx.record = Some(("2026-11-20".to_owned(), Ok(history)));
        m.keys("P");
        assert!(shown(&m).contains("1 won, 0 drawn, 0 lost"), "{}", shown(&m));
    }
}
