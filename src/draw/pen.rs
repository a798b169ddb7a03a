//! What a picture is drawn with: the room, what the interface says of each site, and the characters that say so.

use super::canvas::{Canvas, Ink, Mark, Size};
use super::marks::PartMarks;
pub use super::style::Style;
use nimatron_core::rules::{Face, Player};

/// The ends of a disc of one row, around its label.
pub(super) const RIM: (char, char) = ('▐', '▌');

/// All that a picture is drawn with.
#[derive(Clone, Copy)]
pub(super) struct Pen<'a> {
    pub(super) room: Size,
    pub(super) marks: PartMarks<'a>,
    pub(super) style: Style,
}

impl<'a> Pen<'a> {
    pub(super) fn with_room(&self, room: Size) -> Pen<'a> {
        Pen { room, ..*self }
    }

    /// The same for a part of a sum.
    pub(super) fn in_part(&self, part: usize) -> Pen<'a> {
        Pen { marks: self.marks.in_part(part), ..*self }
    }

    /// The room in signed numbers, for arithmetic.
    pub(super) fn space(&self) -> (i32, i32) {
        (i32::from(self.room.width), i32::from(self.room.height))
    }

    /// The brackets around a labelled point; `ring` says whether it has any when nothing is said of it.
    pub(super) fn brackets(&self, mark: Mark, ring: bool) -> Option<(char, char)> {
        let plain = self.style.ascii;
        Some(match mark {
            Mark { picked: true, .. } => ('[', ']'),
            Mark { hint: true, .. } if plain => ('!', '!'),
            Mark { hint: true, .. } => ('«', '»'),
            Mark { open: true, .. } if ring && self.marks.picking() => ('{', '}'),
            Mark { last: true, .. } if plain => ('<', '>'),
            Mark { last: true, .. } => ('‹', '›'),
            _ if ring && plain => ('(', ')'),
            // The cursor is one block.
            Mark { cursor: true, .. } if ring => (' ', ' '),
            _ if ring => RIM,
            _ => return None,
        })
    }

    /// The disc of a stone.
    pub(super) fn disc(&self, mark: Mark) -> char {
        let pick = |unicode, ascii| self.style.pick(unicode, ascii);
        match mark {
            Mark { picked: true, .. } => pick('◉', '@'),
            Mark { gone: true, .. } => pick('○', 'o'),
            Mark { hint: true, .. } => pick('◈', '*'),
            Mark { open: true, .. } if self.marks.picking() => pick('◎', '0'),
            _ => pick('●', 'O'),
        }
    }

    /// What is left of a stone: a gap, or the place it was just taken from.
    pub(super) fn gap(&self, mark: Mark) -> char {
        match mark {
            Mark { last: true, theirs: true, .. } => self.style.pick('×', 'x'),
            Mark { last: true, .. } => self.style.pick('○', 'o'),
            _ => self.style.pick('·', '.'),
        }
    }

    /// Points at a stone from these two columns: brackets that are part of the cursor around a stone of one cell, arrows
    /// beside a larger one.
    pub(super) fn point_at(
        &self,
        (left, right): (i32, i32),
        y: i32,
        (is_small, mark): (bool, Mark),
        canvas: &mut Canvas,
    ) {
        let ((open, close), ink, mark) = match is_small {
            true => (('[', ']'), Ink::Plain, mark),
            false => (self.pointers(), Ink::Strong, Mark::NONE),
        };
        canvas.put(left, y, open, ink, mark);
        canvas.put(right, y, close, ink, mark);
    }

    /// The pair of arrows or brackets around what is pointed at.
    pub(super) fn pointers(&self) -> (char, char) {
        if self.style.ascii { ('>', '<') } else { ('▸', '◂') }
    }
}

/// The ink of what stands on a point.
pub(super) fn ink(face: Face) -> Ink {
    match face {
        Face::Empty | Face::Closed => Ink::Dim,
        Face::Stone | Face::Queen => Ink::Stone,
        Face::Dot | Face::Free => Ink::Plain,
        Face::Food => Ink::Food,
        Face::Poison => Ink::Poison,
        Face::ColourOne => Ink::ColourOne,
        Face::ColourTwo => Ink::ColourTwo,
        Face::Mark(Player::First) => Ink::First,
        Face::Mark(Player::Second) => Ink::Second,
        Face::Reach => Ink::Reach,
        Face::Goal => Ink::Goal,
        Face::Sign { .. } => Ink::Stone,
    }
}
