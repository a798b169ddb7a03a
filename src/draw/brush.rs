//! Defines the brush for drawing a board: the available room, the marks, and the colours or characters to draw with.

use super::canvas::{Ink, Mark, Style, ink, sign_of};
use super::colours::Colours;
use super::marks::{PartMarks, Theory};
use nimatron_core::rules::{Face, Site};
use nimatron_paint::{Rgb, mix};

#[derive(Clone, Copy)]
pub(super) struct Brush<'a> {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) marks: PartMarks<'a>,
    pub(super) colours: &'a Colours,
    /// The style of a plain drawing; `None` if the board is painted.
    pub(super) plain: Option<Style>,
}

#[derive(Clone, Copy)]
pub(super) struct Piece<'p> {
    pub(super) site: Option<Site>,
    pub(super) face: Face,
    pub(super) label: &'p str,
    /// The face of the site before the last move, if known.
    pub(super) was: Option<Face>,
    /// Whether the stone is out of reach of the next move, which may take only a limited number of stones.
    pub(super) far: bool,
    pub(super) mark: Mark,
    pub(super) theory: Theory,
}

impl Piece<'_> {
    pub(super) fn is_taken(&self) -> bool {
        self.was.map_or(self.mark.last, is_piece) && !is_piece(self.face)
    }

    /// Returns whether the last move put the piece on this site or, if the site is free, changed the number written
    /// there.
    pub(super) fn is_new(&self) -> bool {
        match self.was {
            Some(Face::Free) if self.face == Face::Free => self.mark.last && !self.label.is_empty(),
            was => is_piece(self.face) && was.map_or(self.mark.last, |was| was != self.face),
        }
    }

    pub(super) fn is_last(&self) -> bool {
        self.is_taken() || self.is_new()
    }
}

fn is_piece(face: Face) -> bool {
    !matches!(
        face,
        Face::Empty | Face::Covered | Face::Free | Face::Closed | Face::Reach | Face::Goal
    )
}

impl<'a> Brush<'a> {
    pub(super) fn in_room(&self, width: i32, height: i32) -> Brush<'a> {
        Brush {
            width,
            height,
            ..*self
        }
    }

    pub(super) fn in_part(&self, part: usize) -> Brush<'a> {
        Brush {
            marks: self.marks.in_part(part),
            ..*self
        }
    }

    pub(super) fn style(&self) -> Style {
        self.plain.unwrap_or_default()
    }

    pub(super) fn pick<T>(&self, unicode: T, ascii: T) -> T {
        if self.style().ascii { ascii } else { unicode }
    }

    pub(super) fn piece<'p>(&self, site: Option<Site>, face: Face, label: &'p str) -> Piece<'p> {
        let (mark, theory) = self.marks.at(site);
        Piece {
            site,
            face,
            label,
            was: None,
            far: false,
            mark,
            theory,
        }
    }

    /// Marks a piece that the chosen move takes: as part of the hint if the hint names the move, and otherwise as
    /// removed.
    pub(super) fn take(&self, piece: &mut Piece<'_>, is_taken: bool) {
        let named = self.marks.names_move();
        piece.mark.hint |= is_taken && named;
        piece.mark.gone = is_taken && !named;
    }

    pub(super) fn body(&self, piece: &Piece<'_>) -> Rgb {
        let c = self.colours;
        let plain = match (piece.theory.sign, piece.theory.idea) {
            _ if piece.mark.hint => c.idea,
            (Some(outcome), _) => c.outcome(outcome),
            (None, true) => c.idea,
            (None, false) => c.face(piece.face),
        };
        let plain = if piece.far && !piece.mark.hint {
            mix(c.ground, plain, 0.45)
        } else {
            plain
        };
        if piece.mark.picked || piece.mark.gone {
            c.picked(plain)
        } else {
            plain
        }
    }

    pub(super) fn last(&self) -> Rgb {
        self.colours.player(self.marks.last_player())
    }

    pub(super) fn badge(&self, theory: Theory) -> Option<(char, Ink)> {
        let chain = |(length, _): (u32, bool)| char::from_digit(length, 10).unwrap_or('+');
        let sign = theory
            .sign
            .map(|outcome| (sign_of(outcome), Ink::Outcome(outcome)));
        let idea = theory
            .letter
            .or(theory.losing.then(|| self.pick('◇', '%')))
            .or(theory.chain.map(chain));
        sign.or(idea.map(|sign| (sign, Ink::Idea)))
    }

    pub(super) fn sign(&self, piece: &Piece<'_>) -> (char, Ink) {
        let style = self.style();
        let own = match piece.face {
            Face::Empty => style.pick('·', '.'),
            Face::Free if piece.label.len() == 1 => piece.label.chars().next().unwrap_or(' '),
            face => super::canvas::character(face, style),
        };
        match (piece.mark, self.badge(piece.theory)) {
            (Mark { picked: true, .. }, _) => (self.pick('◉', '@'), Ink::Stone),
            (Mark { hint: true, .. }, _) => (self.pick('◈', '*'), Ink::Idea),
            _ if piece.is_taken() => (self.gap(), Ink::Faint),
            (_, Some(badge)) if piece.face != Face::Queen => badge,
            (Mark { gone: true, .. }, _) if piece.face == Face::Food => {
                (self.pick('□', '/'), Ink::Food)
            }
            (Mark { gone: true, .. }, _) if is_piece(piece.face) => {
                (self.pick('○', 'o'), ink(piece.face))
            }
            (Mark { open: true, .. }, _) if self.marks.picking() && piece.face == Face::Stone => {
                (self.pick('◎', '0'), Ink::Stone)
            }
            _ if piece.far => (own, Ink::FarStone),
            _ => (own, ink(piece.face)),
        }
    }

    /// Returns the character that shows where the last move removed a piece. Each player has a different character.
    pub(super) fn gap(&self) -> char {
        if self.marks.ghost().second {
            self.pick('×', 'x')
        } else {
            self.pick('○', 'o')
        }
    }

    /// Returns the brackets to draw around a name, which show how the site is marked. If `ring` is set, a name without
    /// marks gets parentheses.
    pub(super) fn brackets(&self, piece: &Piece<'_>, ring: bool) -> Option<(char, char)> {
        let (point, close) = self.pick(('▸', '◂'), ('>', '<'));
        let around = match piece.mark {
            Mark { picked: true, .. } => Some(('[', ']')),
            Mark { hint: true, .. } => Some(self.pick(('«', '»'), ('*', '*'))),
            Mark { open: true, .. } if ring && self.marks.picking() => Some(('{', '}')),
            _ if piece.is_last() => Some(self.pick(('‹', '›'), ('<', '>'))),
            _ if ring => Some(('(', ')')),
            _ => None,
        };
        match (piece.mark.cursor, around) {
            // The cursor replaces only the opening bracket. The closing bracket still shows the mark.
            (true, around) => Some((point, around.map_or(close, |(_, other)| other))),
            (false, around) => around,
        }
    }
}
