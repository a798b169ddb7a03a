//! What stands in a square of a board of squares.

use super::canvas::{Canvas, Ink, Mark};
use super::pen::Pen;
use nimatron_core::rules::{Face, Player};

/// The character in the middle of a square, and the one it is filled with.
pub(super) fn face(face: Face, mark: Mark, grid: bool, pen: &Pen<'_>) -> (char, char) {
    let pick = |unicode, ascii| pen.style.pick(unicode, ascii);
    let chocolate = match (mark.gone, grid) {
        (true, true) => pick('░', '/'),
        (true, false) => pick('□', '/'),
        (false, true) => pick('█', '#'),
        (false, false) => pick('■', '#'),
    };
    match face {
        Face::Food => (chocolate, if grid { chocolate } else { ' ' }),
        Face::Poison if grid => (pick('✗', '!'), if mark.gone { chocolate } else { pick('▒', '#') }),
        Face::Poison => (pick('✗', '!'), ' '),
        Face::Empty | Face::Closed => (' ', ' '),
        Face::Free | Face::Dot => (' ', ' '),
        Face::Stone => (pen.disc(mark), ' '),
        Face::ColourOne => (pick('▒', ':'), ' '),
        Face::ColourTwo => (pick('█', '#'), ' '),
        Face::Mark(Player::First) => ('X', ' '),
        Face::Mark(Player::Second) => ('O', ' '),
        Face::Queen => (pick('♛', 'Q'), ' '),
        Face::Reach => (pick('●', '+'), ' '),
        Face::Goal => (pick('◎', '$'), ' '),
        Face::Sign { sign, plain } => (pick(sign, plain), ' '),
    }
}

/// A cross or nought of three rows.
pub(super) fn big(
    player: Player,
    (x, y): (i32, i32),
    ink: Ink,
    mark: Mark,
    pen: &Pen<'_>,
    canvas: &mut Canvas,
) {
    let rows = match (player, pen.style.ascii) {
        (Player::First, false) => ["╲ ╱", " ╳ ", "╱ ╲"],
        (Player::First, true) => ["\\ /", " X ", "/ \\"],
        (Player::Second, false) => ["╭─╮", "│ │", "╰─╯"],
        (Player::Second, true) => [".-.", "| |", "'-'"],
    };
    for (dy, row) in (-1..).zip(rows) {
        canvas.write(x - 1, y + dy, row, ink, mark);
    }
}
