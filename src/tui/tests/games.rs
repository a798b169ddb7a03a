//! Whole games.

use super::harness::*;
use crate::play::{Level, PlayerKind};
use nimatron_core::rules::Player;

const PERFECT: PlayerKind = PlayerKind::Computer(Level::Perfect);

#[test]
fn a_person_beats_the_computer_with_the_keyboard_alone() {
    let app = table(begin(80, 24), "star:1664", [PlayerKind::Human, PERFECT]);
    let mut driver = drive(app, None);
    assert!(screen(&driver).contains("You can win"));
    keys(&mut driver, "m '7+10' enter");
    // The computer had to take the last ring.
    let s = driver.app().cx.on_table.as_ref().unwrap();
    assert_eq!(s.game.moves().len(), 2);
    assert_eq!(s.game.result().unwrap().winner, Some(Player::First));
    assert!(screen(&driver).contains(" You win "), "{}", screen(&driver));
    keys(&mut driver, "u");
    assert_eq!(driver.app().cx.on_table.as_ref().unwrap().game.cursor(), 0);
}

#[test]
fn two_computers_play_to_the_end() {
    let driver = drive(table(begin(80, 24), "star:8191", [PERFECT, PERFECT]), None);
    let s = driver.app().cx.on_table.as_ref().unwrap();
    // The full star is won for whoever moves first.
    assert_eq!(s.game.result().unwrap().winner, Some(Player::First));
    // Every position was looked at, and neither of them erred.
    assert!(s.known.iter().all(Option::is_some));
    assert!(!screen(&driver).contains("threw the"));
}
