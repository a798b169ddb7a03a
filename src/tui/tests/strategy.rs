//! The strategy of a position, walked.

use super::harness::*;

const HUMANS: [PlayerKind; 2] = [PlayerKind::Human; 2];

#[test]
fn a_strategy_is_walked_from_the_move_to_a_reply_to_the_answer() {
    let mut driver = drive(table(begin(80, 24), "nim:1,3", HUMANS), None);
    keys(&mut driver, "W");
    assert!(screen(&driver).contains("The move: take 2 from pile 2"), "{}", screen(&driver));
    keys(&mut driver, "enter");
    assert!(screen(&driver).contains("nim:1,1") && screen(&driver).contains("1-1 → "), "{}", screen(&driver));
    keys(&mut driver, "enter");
    assert!(screen(&driver).contains("No move is left: the game is won."), "{}", screen(&driver));
    keys(&mut driver, "left left");
    assert!(screen(&driver).contains("The player to move wins."));
    keys(&mut driver, "esc");
    assert_eq!(driver.app().front().key_context(), KeyContext::Table);
}

#[test]
fn of_a_lost_position_it_is_the_opponents_and_where_there_is_none_it_says_why() {
    let mut driver = drive(table(begin(80, 24), "row:OO.OO", HUMANS), None);
    keys(&mut driver, "W left");
    assert!(screen(&driver).contains("Each reply, and the answer to it:"), "{}", screen(&driver));
    let mut driver = drive(table(begin(80, 24), "tictactoe:.........", HUMANS), None);
    keys(&mut driver, "W");
    assert!(screen(&driver).contains("such strategy"), "{}", screen(&driver));
}
