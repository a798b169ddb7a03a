//! Describes boards and scores in sentences.

use std::fmt::Display;

use super::words;
use nimatron_core::erased::AnyPosition;
use nimatron_core::games::reasons::join;
use nimatron_core::rules::{Picture, Player};
use nimatron_core::tr;

/// Describes the board in a sentence, followed by the points of both sides under their `names`. If `short` is set, as
/// after a move, leaves out the points and everything that does not change from move to move.
pub(super) fn sentence(at: &dyn AnyPosition, names: &[impl Display; 2], short: bool) -> String {
    let points = if short {
        String::new()
    } else {
        score(at, names)
    };
    let board = words::sentence(&at.scene(), short);
    let texts = [board, points].into_iter();
    join(texts.filter(|text| !text.is_empty()), " ")
}

pub(super) fn seen(at: &dyn AnyPosition) -> String {
    at.mover().map_or(String::new(), |person| plays(at, person))
        + sentence(at, &names(at), false).as_str()
}

/// Returns the names of both sides from the point of view of the player to move: `You` and `Your opponent`.
pub fn names(at: &dyn AnyPosition) -> [String; 2] {
    let person = at.mover().unwrap_or(Player::First);
    Player::BOTH.map(|player| {
        if player == person {
            tr!("You")
        } else {
            tr!("Your opponent")
        }
        .to_owned()
    })
}

/// Returns the points of both sides, such as `Triangles: You 1, Computer 0.`, or an empty string if the game does not
/// count points.
pub(super) fn score(at: &dyn AnyPosition, [first, second]: &[impl Display; 2]) -> String {
    let Some([a, b]) = at.score() else {
        return String::new();
    };
    let points = match at.scene().picture {
        Picture::Graph(graph) if graph.areas.iter().any(|area| area.corners.len() == 3) => {
            tr!("Triangles")
        }
        _ => tr!("Points"),
    };
    format!("{points}: {first} {a}, {second} {b}.")
}

/// Names the player's side, if the game names its sides: `You are X. `
pub(super) fn plays(at: &dyn AnyPosition, person: Player) -> String {
    at.info().players.map_or(String::new(), |_| {
        tr!("You are {side}. ", side = at.info().sides()[person.index()])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::fixtures::open;

    #[test]
    fn boards_are_told_in_words() {
        for (id, told) in [
            ("nim:3,5,7", "Piles: 1 has 3, 2 has 5, 3 has 7."),
            ("bash/3:21", "Pile: 21. At most 3 can be taken."),
            ("fibonacci:12", "Pile: 12. At most 11 can be taken."),
            ("fibonacci:2,4", "Pile: 2. All can be taken."),
            (
                "star:1664",
                "Rings left: 7, 9 and 10. 7 touches 10; 9 touches 10.",
            ),
            ("star:272", "Rings left: 4 and 8. No two touch."),
            (
                "rings/cube:11",
                "Rings left: 0, 1 and 3. 0 touches 1; 1 touches 3.",
            ),
            ("row:OO.O", "Cells: 1 to 2 stones, 3 empty, 4 stone."),
            (
                "triangle:1-2,4-5",
                "Dots a side: 4. Edges drawn: 1-2 and 4-5. Triangles: You 0, Computer 0.",
            ),
            (
                "own/cram:............",
                "3 rows and 4 columns. The board is empty.",
            ),
            (
                "own/silver-dollar:..o.",
                "4 cells in a row. Board: o on cell 3.",
            ),
            (
                "queen:7,5",
                "8 rows and 8 columns, numbered from 0. Board: the queen on column 7, row 5.",
            ),
            (
                "tictactoe:XXXOO....",
                "3 rows and 3 columns. Board: X on 1, 2 and 3; O on 4 and 5.",
            ),
            (
                "own/hare:A:aa...bb",
                "7 cells in a row. Board: a on cells 1 and 2; b on cells 6 and 7.",
            ),
            (
                "nim:1,2 + row:OO",
                "Game 1, Nim. Piles: 1 has 1, 2 has 2. Game 2, Kayles. Cells: 1 to 2 stones.",
            ),
            (
                "chomp:3,1",
                "Squares left in each row, from the bottom: 3, 1.",
            ),
            (
                "token/a-b,b-c,b-d,e-a:a",
                "Token on a. Arcs: a to b; b to c, d.",
            ),
            ("token/a-b,b-c:c", "Token on c."),
            (
                "token/a-b:a,b,a",
                "On the graph: tokens 1 and 3 on a; token 2 on b. Arcs: a to b.",
            ),
            ("nim:3,0,7", "Piles: 1 has 3, 3 has 7."),
            ("nim:0,0", "Piles: 1 has 0, 2 has 0."),
        ] {
            assert_eq!(
                sentence(&*open(id), &["You", "Computer"], false),
                told,
                "{id}"
            );
        }
        for (id, told) in [
            ("nim:3,5,7", "Piles: 3, 5, 7."),
            ("nim:3,0,7", "Piles: 1 has 3, 3 has 7."),
            ("triangle:1-2", ""),
        ] {
            assert_eq!(
                sentence(&*open(id), &["You", "Computer"], true),
                told,
                "{id}"
            );
        }
    }
}
