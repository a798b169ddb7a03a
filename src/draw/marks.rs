//! Indexes the marks that the interface puts on sites, for the whole board or for one part of a sum.

use super::canvas::{Mark, Style};
use nimatron_core::rules::{
    Figure, FigureMark, Label, Outcome, Picture, Player, Scene, Site, saturating_cast,
};
use rustc_hash::FxHashMap;

/// The interface's marks on a board, such as the cursor and the picked sites.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    pub cursor: Option<Site>,
    /// The sites of the move being entered.
    pub picked: &'a [Site],
    /// The sites that can be picked next.
    pub open: &'a [Site],
    pub last: &'a [Site],
    /// Whether the second player made the last move.
    pub second: bool,
    /// The sites that a hint highlights; everything else is dimmed.
    pub hint: &'a [Site],
    /// The board before the last move, from which removed pieces are drawn as ghosts.
    pub before: Option<&'a Scene>,
    /// The board after the picked move or the move at the cursor. Set only if the move's sites do not determine its
    /// effect.
    pub after: Option<&'a Scene>,
    /// The board at the start of the match. It determines the frame, the scale and the position of the drawing.
    pub start: Option<&'a Scene>,
    /// The theory's marks and values, if they may be shown.
    pub figure: Option<&'a Figure>,
    /// The outcomes of moves, each with the site that shows the outcome. Each outcome is from the point of view of the
    /// player who makes the move.
    pub signs: &'a [(Site, Outcome)],
    /// The outcomes of moves that take two sites.
    pub links: &'a [(Site, Site, Outcome)],
    /// The sites and the player of each move in the match. Some boards draw the sites of a move as one piece.
    pub pieces: &'a [(Vec<Site>, Player)],
}

/// The marks on a site that come from the theory or from the outcomes of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Theory {
    pub(super) sign: Option<Outcome>,
    /// Whether the theory's headline refers to the site.
    pub(super) idea: bool,
    /// The letter of the site's pair, for boards without colours.
    pub(super) letter: Option<char>,
    pub(super) losing: bool,
    /// The length of the site's chain, and whether a painted board shows the length here.
    pub(super) chain: Option<(u32, bool)>,
}

pub(super) struct MarkIndex(FxHashMap<Site, (Mark, Theory)>);

impl MarkIndex {
    pub(super) fn new(marks: &Marks<'_>) -> MarkIndex {
        let mut said: FxHashMap<Site, (Mark, Theory)> = FxHashMap::default();
        let mut mark = |sites: &[Site], set: &dyn Fn(&mut Mark)| {
            sites
                .iter()
                .for_each(|&site| set(&mut said.entry(site).or_default().0));
        };
        mark(marks.cursor.as_slice(), &|mark| mark.cursor = true);
        // If the hint names the picked move, the move has the colour of the hint.
        if marks.picked != marks.hint {
            mark(marks.picked, &|mark| mark.picked = true);
        }
        mark(marks.open, &|mark| mark.open = true);
        mark(marks.last, &|mark| {
            (mark.last, mark.second) = (true, marks.second)
        });
        mark(marks.hint, &|mark| mark.hint = true);
        let mut tell = |sites: &[Site], set: &dyn Fn(&mut Theory)| {
            sites
                .iter()
                .for_each(|&site| set(&mut said.entry(site).or_default().1));
        };
        let mut letters = ('a'..='z').chain('A'..='Z').cycle();
        let figure = marks.figure.map_or(&[] as &[FigureMark], |f| &f.marks);
        // If the figure highlights sites, leave out its tints.
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
                    // A painted board shows the length only once.
                    let middle = places.get(places.len() / 2).copied();
                    tell(middle.as_slice(), &|theory| {
                        theory.chain = Some((*length, true))
                    });
                }
                _ => {}
            }
        }
        for &(site, outcome) in marks.signs {
            tell(&[site], &|theory| theory.sign = Some(outcome));
        }
        MarkIndex(said)
    }
}

/// The interface's marks, with sites relative to one part of a sum or to the whole board.
#[derive(Clone, Copy)]
pub(super) struct PartMarks<'a> {
    marks: &'a Marks<'a>,
    index: &'a MarkIndex,
    /// The part of a sum that is being drawn; `None` for the whole board.
    part: Option<u16>,
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

    pub(super) fn at(&self, site: Option<Site>) -> (Mark, Theory) {
        let whole = |site: Site| self.part.map_or(site, |part| site.in_part(part));
        let marks = site.and_then(|site| self.index.0.get(&whole(site)));
        marks.copied().unwrap_or_default()
    }

    /// Returns the marks of a site. The field `gone` is not set here, but by the code that draws the picture.
    pub(super) fn mark_of(&self, site: Option<Site>) -> Mark {
        self.at(site).0
    }

    /// Returns whether any site is picked. If none is picked, open sites are not marked.
    pub(super) fn picking(&self) -> bool {
        !self.marks.picked.is_empty()
    }

    /// Returns whether the outcomes of moves are shown. While they are shown, pieces are drawn in the colours of
    /// outcomes, and the pieces that a move would remove are not marked.
    pub(super) fn judging(&self) -> bool {
        !self.marks.signs.is_empty()
    }

    pub(super) fn cursor(&self) -> Option<Site> {
        self.own(self.marks.cursor?)
    }

    pub(super) fn picked(&self) -> impl Iterator<Item = Site> + '_ {
        self.marks.picked.iter().filter_map(|&site| self.own(site))
    }

    pub(super) fn hinted(&self) -> impl Iterator<Item = Site> + '_ {
        self.marks.hint.iter().filter_map(|&site| self.own(site))
    }

    /// Returns the site that must stay visible: the site at the cursor, or else the first picked or hinted site.
    pub(super) fn focus(&self) -> Option<Site> {
        self.cursor()
            .or_else(|| self.picked().next())
            .or_else(|| self.hinted().next())
    }

    /// Returns the sites at which the chosen move begins: the picked sites, or the site at the cursor if no site is
    /// picked.
    pub(super) fn aimed(&self) -> impl Iterator<Item = Site> + '_ {
        let cursor = self.cursor().filter(|_| !self.picking());
        self.picked().chain(cursor)
    }

    /// Returns whether the hint names a move, which is then also the picked move.
    pub(super) fn names_move(&self) -> bool {
        self.picking() && self.marks.picked == self.marks.hint
    }

    pub(super) fn hinting(&self) -> bool {
        !self.marks.hint.is_empty()
    }

    pub(super) fn last_player(&self) -> Player {
        if self.marks.second {
            Player::Second
        } else {
            Player::First
        }
    }

    pub(super) fn pieces(&self) -> impl Iterator<Item = (Vec<Site>, Player)> + '_ {
        let own = |sites: &[Site]| sites.iter().filter_map(|&site| self.own(site)).collect();
        self.marks
            .pieces
            .iter()
            .map(move |(sites, player)| (own(sites), *player))
    }

    pub(super) fn is_whole(&self) -> bool {
        self.part.is_none()
    }

    pub(super) fn took_from(&self, group: u32) -> bool {
        let own = self.marks.last.iter().filter_map(|&site| self.own(site));
        { own }.any(|site| site.group == group)
    }

    /// Returns whether this note has been added since the start of the match. Notes that the first position already has
    /// are rules, which are shown elsewhere.
    pub(super) fn is_news(&self, note: &String) -> bool {
        let start = self.marks.start.map(|start| &start.notes);
        start.is_none_or(|notes| !notes.contains(note))
    }

    pub(super) fn ghost(&self) -> Mark {
        Mark {
            last: true,
            second: self.marks.second,
            ..Mark::default()
        }
    }

    pub(super) fn values(&self) -> Vec<(Vec<Site>, &'a Label)> {
        let label_of = |mark: &'a FigureMark| match mark {
            FigureMark::Value { places, label } => Some((places, label)),
            // Skip the label of a tint if a value at the same sites already shows the number.
            FigureMark::Tint {
                places,
                label: Some(label),
                ..
            } => {
                let is_said = |m: &FigureMark| match m {
                    FigureMark::Value {
                        places: p,
                        label: value,
                    } => p == places && value.shows_number_of(label),
                    _ => false,
                };
                (!self.figure().iter().any(is_said)).then_some((places, label))
            }
            _ => None,
        };
        let own = |(places, label): (&'a Vec<Site>, &'a Label)| {
            let own: Vec<Site> = places.iter().filter_map(|&site| self.own(site)).collect();
            (!own.is_empty()).then_some((own, label))
        };
        self.figure()
            .iter()
            .filter_map(label_of)
            .filter_map(own)
            .collect()
    }

    /// Returns the values of a sum's parts and their XOR, on one line.
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
        self.at(site).1
    }

    /// Returns all marks of the figure, even if only one part of a sum is drawn. The sites in these marks are those of
    /// the whole board.
    pub(super) fn figure(&self) -> &'a [FigureMark] {
        self.marks.figure.map_or(&[], |f| &f.marks)
    }

    pub(super) fn links(&self) -> impl Iterator<Item = (Site, Site, Outcome)> + '_ {
        self.marks
            .links
            .iter()
            .filter_map(|&(a, b, outcome)| Some((self.own(a)?, self.own(b)?, outcome)))
    }

    /// Converts a site to the part's own coordinates; `None` if the site is in another part.
    pub(super) fn own(&self, site: Site) -> Option<Site> {
        match self.part {
            None => Some(site),
            Some(part) => (site.part == part).then(|| site.in_part(0)),
        }
    }
}
