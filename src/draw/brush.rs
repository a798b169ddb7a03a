//! What a board is drawn with: the room, what the interface says of each site, and colours or characters.

use super::canvas::{Ink, Mark, Style};
use super::colours::Colours;
use super::marks::PartMarks;
use nimatron_core::rules::{Face, Outcome, Site};
use nimatron_paint::Rgb;

#[derive(Clone, Copy)]
pub(super) struct Brush<'a> {
    /// Cells across and down.
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) marks: PartMarks<'a>,
    pub(super) colours: &'a Colours,
    /// The characters of a plain drawing; none where the board is painted.
    pub(super) plain: Option<Style>,
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

    /// The character for what the theory or the signs of all moves say of a place.
    pub(super) fn badge(&self, site: Option<Site>) -> Option<(char, Ink)> {
        let theory = self.marks.theory(site);
        let chain = |(length, _): (u32, bool)| {
            let ink = if length < 3 {
                Ink::ShortChain
            } else {
                Ink::LongChain
            };
            (char::from_digit(length, 10).unwrap_or('+'), ink)
        };
        let sign = theory
            .sign
            .map(|outcome| (sign_of(outcome), Ink::Outcome(outcome)));
        let figure = theory.letter.or(theory.losing.then(|| self.pick('◇', '%')));
        sign.or(figure.map(|sign| (sign, Ink::Figure)))
            .or(theory.chain.map(chain))
    }

    /// The character of a stone, and how it is inked: what is said of it changes both.
    pub(super) fn disc(&self, site: Option<Site>, mark: Mark) -> (char, Ink) {
        let sign = match (mark, self.badge(site)) {
            (Mark { picked: true, .. }, _) => self.pick('◉', '@'),
            (Mark { hint: true, .. }, _) => self.pick('◈', '*'),
            (_, Some(badge)) => return badge,
            (Mark { gone: true, .. }, _) => self.pick('○', 'o'),
            (Mark { open: true, .. }, _) if self.marks.picking() => self.pick('◎', '0'),
            _ => self.pick('●', 'O'),
        };
        (sign, Ink::Stone)
    }

    /// The colour of who played last.
    pub(super) fn last(&self) -> Rgb {
        self.colours.last(self.marks.ghost().second)
    }

    /// What is left of a stone: a gap, or the place it was just taken from.
    pub(super) fn gap(&self, mark: Mark) -> char {
        match mark {
            Mark {
                last: true,
                second: true,
                ..
            } => self.pick('×', 'x'),
            Mark { last: true, .. } => self.pick('○', 'o'),
            _ => self.pick('·', '.'),
        }
    }

    /// The brackets around a name; `ring` says whether it has any when nothing is said of it.
    pub(super) fn brackets(&self, mark: Mark, ring: bool) -> Option<(char, char)> {
        let (point, close) = self.pick(('▸', '◂'), ('>', '<'));
        let said = match mark {
            Mark { picked: true, .. } => Some(('[', ']')),
            Mark { hint: true, .. } => Some(self.pick(('«', '»'), ('!', '!'))),
            Mark { open: true, .. } if ring && self.marks.picking() => Some(('{', '}')),
            Mark { last: true, .. } => Some(self.pick(('‹', '›'), ('<', '>'))),
            _ if ring => Some(('(', ')')),
            _ => None,
        };
        match (mark.cursor, said) {
            // The other bracket still says what is there.
            (true, said) => Some((point, said.map_or(close, |(_, other)| other))),
            (false, said) => said,
        }
    }
}

pub(super) fn ink(face: Face) -> Ink {
    match face {
        Face::Empty | Face::Closed => Ink::Dim,
        Face::Stone | Face::Queen | Face::Sign { .. } => Ink::Stone,
        Face::Dot | Face::Free => Ink::Plain,
        Face::Food => Ink::Food,
        Face::Poison => Ink::Poison,
        Face::ColourOne => Ink::ColourOne,
        Face::ColourTwo => Ink::ColourTwo,
        Face::Mark(player) => Ink::Player(player),
        Face::Reach => Ink::Reach,
        Face::Goal => Ink::Goal,
    }
}

/// The sign of an outcome, where there is room for one character.
pub fn sign_of(outcome: Outcome) -> char {
    match outcome {
        Outcome::Win => '+',
        Outcome::Draw => '=',
        Outcome::Loss => '-',
    }
}
