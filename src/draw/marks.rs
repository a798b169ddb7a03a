//! What the interface says of each site, looked up fast, for the whole board or for one part of a sum.

use super::canvas::Mark;
use crate::rules::Site;
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

/// Lists longer than this are looked up by hash.
const FEW: usize = 16;

/// The long lists of the marks, hashed: picked, open, last, hint.
pub(super) struct MarkIndex([FxHashSet<Site>; 4]);

impl MarkIndex {
    pub(super) fn of(marks: &Marks<'_>) -> MarkIndex {
        MarkIndex(
            [marks.picked, marks.open, marks.last, marks.hint].map(|list| {
                if list.len() > FEW { list.iter().copied().collect() } else { FxHashSet::default() }
            }),
        )
    }
}

/// The marks, seen from one part of a sum.
#[derive(Clone, Copy)]
pub(super) struct PartMarks<'a> {
    marks: &'a Marks<'a>,
    index: &'a MarkIndex,
    /// The part whose own sites do not name it; none at the top, where sites are as they are.
    part: Option<u16>,
}

impl<'a> PartMarks<'a> {
    pub(super) fn new(marks: &'a Marks<'a>, index: &'a MarkIndex) -> PartMarks<'a> {
        PartMarks { marks, index, part: None }
    }

    /// What is said of a site of this part. `gone` is left to the picture.
    pub(super) fn mark(&self, site: Site) -> Mark {
        let site = self.part.map_or(site, |part| site.in_part(part));
        let has = |list: &[Site], table: &FxHashSet<Site>| {
            if list.len() > FEW { table.contains(&site) } else { list.contains(&site) }
        };
        let MarkIndex([picked, open, last, hint]) = self.index;
        Mark {
            cursor: self.marks.cursor == Some(site),
            picked: has(self.marks.picked, picked),
            open: has(self.marks.open, open),
            last: has(self.marks.last, last),
            hint: has(self.marks.hint, hint),
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

    /// The same for a part of a sum.
    pub(super) fn in_part(self, part: usize) -> PartMarks<'a> {
        PartMarks { part: Some(u16::try_from(part).unwrap_or(u16::MAX)), ..self }
    }

    fn own(&self, site: Site) -> Option<Site> {
        match self.part {
            None => Some(site),
            Some(part) => (site.part == part).then(|| site.in_part(0)),
        }
    }
}
