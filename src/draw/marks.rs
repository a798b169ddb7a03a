//! The interface's marks on sites, indexed, for the whole board or for one part of a sum.

use super::canvas::{Mark, Style};
use nimatron_core::rules::{
    Figure, FigureMark, Outcome, Picture, Player, Scene, Site, saturating_cast,
};
use rustc_hash::FxHashMap;

/// The interface's marks on a board: the sites pointed at, picked and so on.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    pub cursor: Option<Site>,
    /// The places of the move being put together.
    pub picked: &'a [Site],
    /// The places that can be picked next.
    pub open: &'a [Site],
    pub last: &'a [Site],
    /// Whether the second player played last.
    pub second: bool,
    /// The sites that the hint lights: everything else is dimmed.
    pub hint: &'a [Site],
    /// The board before the last move: taken pieces are drawn as ghosts.
    pub before: Option<&'a Scene>,
    /// The board after the move that is picked or at the cursor, where only the move determines its effect.
    pub after: Option<&'a Scene>,
    /// The board at the start of the match: it fixes frame, scale and place.
    pub start: Option<&'a Scene>,
    /// The figure of the theory, where it may be shown.
    pub figure: Option<&'a Figure>,
    /// The outcomes of moves at each of these sites, for the player who makes them.
    pub signs: &'a [(Site, Outcome)],
    /// The outcomes of moves that take two places.
    pub links: &'a [(Site, Site, Outcome)],
    /// The places of each move of the match and who made it: the places covered by a move stay one piece.
    pub pieces: &'a [(Vec<Site>, Player)],
}

/// The marks of the theory and of all moves on a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Theory {
    pub(super) sign: Option<Outcome>,
    /// The headline refers to it.
    pub(super) idea: bool,
    /// The letter of its pair, where there are no colours.
    pub(super) letter: Option<char>,
    pub(super) losing: bool,
    /// The length of its chain, and whether a painted board shows it here.
    pub(super) chain: Option<(u32, bool)>,
}

/// The marks of each marked place.
pub(super) struct MarkIndex(FxHashMap<Site, (Mark, Theory)>);

impl MarkIndex {
    pub(super) fn new(marks: &Marks<'_>) -> MarkIndex {
        let mut said: FxHashMap<Site, (Mark, Theory)> = FxHashMap::default();
        let mut mark = |sites: &[Site], set: fn(&mut Mark)| {
            sites
                .iter()
                .for_each(|&site| set(&mut said.entry(site).or_default().0));
        };
        mark(marks.cursor.as_slice(), |mark| mark.cursor = true);
        mark(marks.picked, |mark| mark.picked = true);
        mark(marks.open, |mark| mark.open = true);
        mark(marks.last, |mark| mark.last = true);
        mark(if marks.second { marks.last } else { &[] }, |mark| {
            mark.second = true
        });
        mark(marks.hint, |mark| mark.hint = true);
        let mut tell = |sites: &[Site], set: &dyn Fn(&mut Theory)| {
            sites
                .iter()
                .for_each(|&site| set(&mut said.entry(site).or_default().1));
        };
        let mut letters = ('a'..='z').chain('A'..='Z').cycle();
        let figure = marks.figure.map_or(&[] as &[FigureMark], |f| &f.marks);
        // Where some places are lit, groups around them are only named.
        let has_light = figure.iter().any(|mark| matches!(mark, FigureMark::Lit(_)));
        for mark in figure {
            match mark {
                FigureMark::Pair(here, there) => {
                    let letter = letters.next();
                    for places in [here, there] {
                        tell(places, &|theory| {
                            (theory.idea, theory.letter) = (true, letter)
                        });
                    }
                }
                FigureMark::Losing(site) => {
                    tell(&[*site], &|theory| {
                        (theory.idea, theory.losing) = (true, true)
                    });
                }
                FigureMark::Tint { places, tint, .. } if !has_light && tint % 2 == 0 => {
                    tell(places, &|theory| theory.idea = true);
                }
                FigureMark::Lit(places) => tell(places, &|theory| theory.idea = true),
                FigureMark::Chain { places, length } => {
                    tell(places, &|theory| theory.chain = Some((*length, false)));
                    // Named only once.
                    let middle = places.get(places.len() / 2).copied();
                    tell(middle.as_slice(), &|theory| {
                        theory.chain = Some((*length, true))
                    });
                }
                FigureMark::Tint { .. }
                | FigureMark::Value { .. }
                | FigureMark::Axis(..)
                | FigureMark::Linked(..) => {}
            }
        }
        for &(site, outcome) in marks.signs {
            tell(&[site], &|theory| theory.sign = Some(outcome));
        }
        MarkIndex(said)
    }
}

/// The marks, seen from one part of a sum.
#[derive(Clone, Copy)]
pub(super) struct PartMarks<'a> {
    marks: &'a Marks<'a>,
    index: &'a MarkIndex,
    /// The part whose own sites do not name it; `None` at the top, where sites are used unchanged.
    part: Option<u16>,
    /// The board of this part before the last move, after the next one, and at the start.
    pub(super) before: Option<&'a Picture>,
    pub(super) after: Option<&'a Picture>,
    pub(super) start: Option<&'a Picture>,
}

impl<'a> PartMarks<'a> {
    pub(super) fn new(marks: &'a Marks<'a>, index: &'a MarkIndex) -> PartMarks<'a> {
        let picture = |scene: Option<&'a Scene>| scene.map(|s| &s.picture);
        let [before, after, start] = [marks.before, marks.after, marks.start].map(picture);
        PartMarks {
            marks,
            index,
            part: None,
            before,
            after,
            start,
        }
    }

    fn mark_at(&self, site: Site) -> (Mark, Theory) {
        let site = self.part.map_or(site, |part| site.in_part(part));
        self.index.0.get(&site).copied().unwrap_or_default()
    }

    /// The mark of a site of this part. `gone` is left to the picture.
    pub(super) fn mark(&self, site: Site) -> Mark {
        self.mark_at(site).0
    }

    pub(super) fn mark_of(&self, site: Option<Site>) -> Mark {
        site.map_or(Mark::default(), |site| self.mark(site))
    }

    /// Returns whether something is picked: only then do open places need telling apart.
    pub(super) fn picking(&self) -> bool {
        !self.marks.picked.is_empty()
    }

    /// Returns whether all moves are judged: then pieces have the colours of outcomes, and pieces about to be taken are
    /// not marked.
    pub(super) fn judging(&self) -> bool {
        !self.marks.signs.is_empty()
    }

    /// The cursor, if it is in this part, in the part's own coordinates.
    pub(super) fn cursor(&self) -> Option<Site> {
        self.own(self.marks.cursor?)
    }

    /// The picked sites of this part, in its own coordinates.
    pub(super) fn picked(&self) -> impl Iterator<Item = Site> + '_ {
        self.marks.picked.iter().filter_map(|&site| self.own(site))
    }

    /// The hinted sites of this part, in its own coordinates.
    pub(super) fn hinted(&self) -> impl Iterator<Item = Site> + '_ {
        self.marks.hint.iter().filter_map(|&site| self.own(site))
    }

    /// Returns whether a hint lights some places, here or in another part.
    pub(super) fn hinting(&self) -> bool {
        !self.marks.hint.is_empty()
    }

    /// The player who made the last move, as far as it is on the board.
    pub(super) fn last_player(&self) -> Player {
        if self.marks.second {
            Player::Second
        } else {
            Player::First
        }
    }

    /// The places of this part covered by each move of the match, and who made it.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Vec<Site>, Player)> + '_ {
        let own = |sites: &[Site]| sites.iter().filter_map(|&site| self.own(site)).collect();
        self.marks
            .pieces
            .iter()
            .map(move |(sites, player)| (own(sites), *player))
    }

    /// Returns whether this is the whole board, not a part of a sum.
    pub(super) fn is_whole(&self) -> bool {
        self.part.is_none()
    }

    /// Whether the last move took from a pile of this part, or left it.
    pub(super) fn took_from(&self, group: u32) -> bool {
        let own = self.marks.last.iter().filter_map(|&site| self.own(site));
        { own }.any(|site| site.group == group)
    }

    /// Whether a note says more than at the start of the match: what holds in every position is a rule, which is told
    /// elsewhere.
    pub(super) fn is_news(&self, note: &String) -> bool {
        let start = self.marks.start.map(|start| &start.notes);
        start.is_none_or(|notes| !notes.contains(note))
    }

    /// The mark of the ghost of a piece taken by the last move.
    pub(super) fn ghost(&self) -> Mark {
        Mark {
            last: true,
            second: self.marks.second,
            ..Mark::default()
        }
    }

    /// The values of this part: the places of each, in the part's own coordinates, and its text.
    pub(super) fn values(&self) -> Vec<(Vec<Site>, &'a str)> {
        let text_of = |mark: &'a FigureMark| match mark {
            FigureMark::Value { places, text } => Some((places, text)),
            // A number that these places show already is not repeated.
            FigureMark::Tint { places, label, .. } if !label.is_empty() => {
                let is_said = |m: &FigureMark| match m {
                    FigureMark::Value { places: p, text } => {
                        p == places && text.trim_start_matches('*') == label
                    }
                    _ => false,
                };
                (!self.figure().iter().any(is_said)).then_some((places, label))
            }
            _ => None,
        };
        let own = |(places, text): (&'a Vec<Site>, &'a String)| {
            let own: Vec<Site> = places.iter().filter_map(|&site| self.own(site)).collect();
            (!own.is_empty()).then_some((own, text.as_str()))
        };
        self.figure()
            .iter()
            .filter_map(text_of)
            .filter_map(own)
            .collect()
    }

    /// The values of a sum's parts with their XOR, in a line; `None` where they are not known, and beside other
    /// boards.
    pub(super) fn sum(&self, picture: &Picture, style: Style) -> Option<String> {
        let (Picture::Sum(frames), None) = (picture, self.part) else {
            return None;
        };
        let columns = self
            .marks
            .figure?
            .columns
            .as_ref()
            .filter(|c| c.rows.len() == frames.len())?;
        let values: Vec<String> = columns.rows.iter().map(|(_, n)| format!("*{n}")).collect();
        let xor = if style.ascii { " xor " } else { " ⊕ " };
        Some(format!("{} = *{}", values.join(xor), columns.xor))
    }

    pub(super) fn in_part(self, part: usize) -> PartMarks<'a> {
        let of = |picture: Option<&'a Picture>| match picture {
            Some(Picture::Sum(frames)) => frames.get(part).map(|f| &f.scene.picture),
            _ => None,
        };
        PartMarks {
            part: Some(saturating_cast(part)),
            before: of(self.before),
            after: of(self.after),
            start: of(self.start),
            ..self
        }
    }

    pub(super) fn theory(&self, site: Option<Site>) -> Theory {
        site.map(|site| self.mark_at(site).1).unwrap_or_default()
    }

    /// All marks of the theory, in the coordinates of the whole board.
    pub(super) fn figure(&self) -> &'a [FigureMark] {
        self.marks.figure.map_or(&[], |f| &f.marks)
    }

    /// The moves of this part that take two places, with their outcomes.
    pub(super) fn links(&self) -> impl Iterator<Item = (Site, Site, Outcome)> + '_ {
        self.marks
            .links
            .iter()
            .filter_map(|&(a, b, outcome)| Some((self.own(a)?, self.own(b)?, outcome)))
    }

    /// A site of this part, in its own coordinates.
    pub(super) fn own(&self, site: Site) -> Option<Site> {
        match self.part {
            None => Some(site),
            Some(part) => (site.part == part).then(|| site.in_part(0)),
        }
    }
}
