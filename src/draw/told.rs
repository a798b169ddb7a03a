//! What the interface says of each site, looked up fast, and the characters that say so.

use super::canvas::{Ink, Mark, Size};
use crate::rules::{Face, Player, Site};
use rustc_hash::FxHashSet;

/// What the interface says of a board: the sites pointed at, picked and so on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// Pointed at.
    pub cursor: Option<Site>,
    /// Picked.
    pub picked: &'a [Site],
    /// May be picked next.
    pub open: &'a [Site],
    /// Played last.
    pub last: &'a [Site],
    /// Part of the move that is hinted at.
    pub hint: &'a [Site],
}

/// Which characters may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Only those of ASCII.
    pub ascii: bool,
}

impl Style {
    /// The character for this style.
    pub(super) fn pick(self, unicode: char, ascii: char) -> char {
        if self.ascii { ascii } else { unicode }
    }

    /// A text for this style: in ASCII, signs of the board and accented letters become those of ASCII.
    pub(super) fn text(self, text: &str) -> String {
        let plain = |c: char| match c {
            '▒' => ':',
            '█' => '#',
            'è' => 'e',
            other => other,
        };
        if self.ascii { text.chars().map(plain).collect() } else { text.to_owned() }
    }
}

/// Lists longer than this are looked up by hash.
const FEW: usize = 16;

/// The long lists of the marks, hashed: picked, open, last, hint.
pub(super) struct Tables([FxHashSet<Site>; 4]);

impl Tables {
    pub(super) fn of(marks: &Marks<'_>) -> Tables {
        Tables(
            [marks.picked, marks.open, marks.last, marks.hint].map(|list| {
                if list.len() > FEW { list.iter().copied().collect() } else { FxHashSet::default() }
            }),
        )
    }
}

/// The marks, seen from one part of a sum.
#[derive(Clone, Copy)]
pub(super) struct Told<'a> {
    marks: &'a Marks<'a>,
    tables: &'a Tables,
    /// The part whose own sites do not name it; none at the top, where sites are as they are.
    part: Option<u16>,
}

impl<'a> Told<'a> {
    pub(super) fn new(marks: &'a Marks<'a>, tables: &'a Tables) -> Told<'a> {
        Told { marks, tables, part: None }
    }

    /// What is said of a site of this part. `gone` is left to the picture.
    pub(super) fn mark(&self, site: Site) -> Mark {
        let site = self.part.map_or(site, |part| site.in_part(part));
        let told = |list: &[Site], table: &FxHashSet<Site>| {
            if list.len() > FEW { table.contains(&site) } else { list.contains(&site) }
        };
        let Tables([picked, open, last, hint]) = self.tables;
        Mark {
            cursor: self.marks.cursor == Some(site),
            picked: told(self.marks.picked, picked),
            open: told(self.marks.open, open),
            last: told(self.marks.last, last),
            hint: told(self.marks.hint, hint),
            gone: false,
        }
    }

    /// What is said of a site, if there is one.
    pub(super) fn mark_of(&self, site: Option<Site>) -> Mark {
        site.map_or(Mark::NONE, |site| self.mark(site))
    }

    /// Whether something is picked: only then is what is open worth telling apart.
    pub(super) fn picking(&self) -> bool {
        !self.marks.picked.is_empty()
    }

    /// The cursor, if it is in this part, as the part names it.
    pub(super) fn cursor(&self) -> Option<Site> {
        self.own(self.marks.cursor?)
    }

    /// The sites of this part that are picked, as the part names them.
    pub(super) fn picked(&self) -> impl Iterator<Item = Site> + '_ {
        self.marks.picked.iter().filter_map(|&site| self.own(site))
    }

    /// The sites of this part that are hinted at, as the part names them.
    pub(super) fn hinted(&self) -> impl Iterator<Item = Site> + '_ {
        self.marks.hint.iter().filter_map(|&site| self.own(site))
    }

    fn own(&self, site: Site) -> Option<Site> {
        match self.part {
            None => Some(site),
            Some(part) => (site.part == part).then(|| site.in_part(0)),
        }
    }
}

/// All that a picture is drawn with.
#[derive(Clone, Copy)]
pub(super) struct Pen<'a> {
    pub(super) room: Size,
    pub(super) told: Told<'a>,
    pub(super) style: Style,
}

impl<'a> Pen<'a> {
    pub(super) fn with_room(&self, room: Size) -> Pen<'a> {
        Pen { room, ..*self }
    }

    /// The same for a part of a sum.
    pub(super) fn in_part(&self, part: usize) -> Pen<'a> {
        let told = Told { part: Some(u16::try_from(part).unwrap_or(u16::MAX)), ..self.told };
        Pen { told, ..*self }
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
            Mark { open: true, .. } if ring && self.told.picking() => ('{', '}'),
            Mark { last: true, .. } if plain => ('<', '>'),
            Mark { last: true, .. } => ('‹', '›'),
            _ if ring => ('(', ')'),
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
            Mark { open: true, .. } if self.told.picking() => pick('◎', '0'),
            _ => pick('●', 'O'),
        }
    }

    /// What is left of a stone: a gap, or the place it was just taken from.
    pub(super) fn gap(&self, mark: Mark) -> char {
        if mark.last { self.style.pick('×', 'x') } else { self.style.pick('·', '.') }
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
    }
}
