//! Holds the state of the match on the table: its session, the cursor and the pick, the boards, and what the panel
//! shows.

use std::ops::Deref;
use std::path::PathBuf;

use super::words;
use crate::play::session::{Command, Session};
use crate::play::{PlayedMove, ended};
use crate::tui::prelude::*;
use nimatron_core::erased::{Choice, Choices, Turn};
use nimatron_core::games::reasons::capital;
use nimatron_core::rules::{
    Claim, Depth, Figure, FigureMark, GraphLayout, Label, Picture, ReasonText, Reveals, Step,
    in_past_tense,
};

/// The stage of the animation that shows the computer's turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    #[default]
    Still,
    /// A pause before the move.
    Pausing,
    /// The move is shown site by site. The sites shown so far are picked, and this list holds the remaining sites in
    /// reverse order.
    Showing(Vec<Site>),
}

/// The maximum number of moves that are examined to find the moves on the picked sites.
pub const LOOKED_AT: usize = 1000;
/// The maximum number of moves in a list that is searched for duplicates.
const COMPARED: usize = 64;
/// The maximum number of moves offered in a list.
const OFFERED: usize = 200;

pub enum Meaning {
    Nothing,
    One(String),
    /// The moves to choose from, and whether this list is complete.
    Several(Vec<Choice>, bool),
}

/// The reasons that may currently be shown, by level of detail.
#[derive(Default)]
pub struct ShownReasons<'a> {
    pub headline: Option<&'a ReasonText>,
    pub because: Vec<&'a ReasonText>,
    pub more: Vec<&'a ReasonText>,
}

impl<'a> ShownReasons<'a> {
    /// Selects the reasons that reveal no more than `most`. A reason that gives the answer to a losing move is a trap,
    /// and becomes part of `more`. If there is neither a headline nor a reason in `because`, the first reason in `more`
    /// that is not a trap moves to `because`.
    pub fn new(reasons: &'a [ReasonText], most: Reveals) -> ShownReasons<'a> {
        let claims = || reasons.iter().flat_map(|reason| &reason.claims);
        let loses = |m: &String| {
            claims().any(|claim| matches!(claim, Claim::Move(other, Outcome::Loss) if other == m))
        };
        let is_trap = |reason: &ReasonText| {
            let is_lost = (reason.claims.iter())
                .any(|claim| matches!(claim, Claim::Outcome(_, Outcome::Loss)));
            let mut claims = reason.claims.iter();
            claims.any(|claim| matches!(claim, Claim::Answer(m, _) if is_lost || loses(m)))
        };
        let mut shown = ShownReasons::default();
        for reason in reasons.iter().filter(|reason| reason.reveals <= most) {
            match reason.depth {
                _ if is_trap(reason) => shown.more.push(reason),
                Depth::Headline if shown.headline.is_none() => shown.headline = Some(reason),
                Depth::Headline | Depth::Because => shown.because.push(reason),
                Depth::More => shown.more.push(reason),
            }
        }
        let first = shown.more.iter().position(|reason| !is_trap(reason));
        if let Some(at) = first.filter(|_| shown.headline.is_none() && shown.because.is_empty()) {
            shown.because.push(shown.more.remove(at));
        }
        shown
    }

    pub fn lines(&self, more: bool) -> impl Iterator<Item = StyledLine> {
        let text = |r: &ReasonText| r.text.clone();
        let headline = self.headline.map(|r| StyledLine::heading(text(r)));
        let rest = self.all(more).skip(usize::from(headline.is_some()));
        headline
            .into_iter()
            .chain(rest.map(move |r| StyledLine::plain(text(r))))
    }

    /// Returns the shown reasons, including `self.more` if `more` is set.
    pub fn all(&self, more: bool) -> impl Iterator<Item = &'a ReasonText> {
        let rest: &[&ReasonText] = if more { &self.more } else { &[] };
        self.headline
            .into_iter()
            .chain(self.because.iter().copied())
            .chain(rest.iter().copied())
    }
}

/// The move that decided a finished match.
pub struct Decisive {
    pub ply: usize,
    pub scene: Scene,
    /// A move that would have kept the outcome; `None` until it is known.
    pub better: Option<Choice>,
}

pub struct MatchState {
    pub session: Session,
    pub file: Option<PathBuf>,
    /// Whether there are unsaved moves.
    pub changed: bool,
    /// The board at the cursor of the match.
    pub scene: Scene,
    /// The board at the start of the match, which determines the frame and the scale of all later boards.
    pub start: Scene,
    pub before: Option<Scene>,
    /// A sentence about the last move, and about the moves that the same player made directly before this move.
    pub told: Option<StyledLine>,
    pub cursor: Option<Site>,
    pub place: Option<(u16, u16)>,
    pub picked: Vec<Site>,
    /// The sites that are open for the next pick; empty if nothing is picked.
    pub open: Vec<Site>,
    /// The sites of the move that a dialog or the coach shows on the board.
    pub preview: Vec<Site>,
    /// Whether the cursor was placed by the user rather than by the program.
    pub pointed: bool,
    /// The ply of the position that is being analysed.
    pub pending: Option<usize>,
    pub progress: Option<Step>,
    /// The number of seconds that the pending analysis has taken.
    pub seconds: u64,
    pub reading: usize,
    pub stage: Stage,
    /// Whether another page has interrupted the match.
    pub interrupted: bool,
    pub refutation: Option<[String; 2]>,
    /// The move that decided the match; `None` until the match is over and every move is judged.
    pub decisive: Option<Decisive>,
    /// Whether the board shows the position before the decisive move. After the end of a match, this is false until the
    /// next action.
    pub shows_decisive: bool,
    /// The number of remaining steps of the glow after the user's first win.
    pub glow: usize,
    /// Whether the match has just ended. For a moment, Enter does not open the review, because the key that ended the
    /// match may still be held.
    pub just_ended: bool,
}

impl Deref for MatchState {
    type Target = Session;

    fn deref(&self) -> &Session {
        &self.session
    }
}

impl MatchState {
    pub fn new(session: Session, file: Option<PathBuf>) -> MatchState {
        let game = session.game();
        let scene = game.scene_at(game.cursor());
        let start = game.start().scene();
        let (before, told) = last_move(game).unzip();
        MatchState {
            session,
            file,
            changed: false,
            scene,
            start,
            before,
            told,
            cursor: None,
            place: None,
            picked: Vec::new(),
            open: Vec::new(),
            preview: Vec::new(),
            pointed: false,
            interrupted: false,
            pending: None,
            progress: None,
            seconds: 0,
            reading: 0,
            stage: Stage::Still,
            refutation: None,
            decisive: None,
            shows_decisive: false,
            glow: 0,
            just_ended: false,
        }
    }

    /// Goes to a position of the match, without requesting an analysis of this position.
    pub fn show(&mut self, ply: usize) {
        self.session.apply(Command::Jump(ply));
        self.refresh();
    }

    /// Updates the boards for the current position, and resets the state that belongs to the previous position.
    pub fn refresh(&mut self) {
        self.scene = self.game().scene_at(self.game().cursor());
        let (before, told) = last_move(self.game()).unzip();
        (self.before, self.told) = (before, told);
        self.picked.clear();
        self.open.clear();
        self.preview.clear();
        self.stage = Stage::Still;
        self.reading = 0;
        (self.decisive, self.shows_decisive) = (None, false);
        (self.glow, self.just_ended) = (0, false);
    }

    /// Records that the match no longer has a file, because its file was deleted or now holds another match.
    pub fn lose_file(&mut self) {
        (self.file, self.changed) = (None, !self.game().moves().is_empty());
    }

    /// Returns whether the match has this serial number.
    pub fn is_numbered(&self, serial: u64) -> bool {
        self.game().stamp().serial == serial
    }

    /// Returns whether the board still shows the end of the match, although the move that decided it is known.
    pub fn hides_decisive(&self) -> bool {
        self.decisive.is_some() && !self.shows_decisive
    }

    pub fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    pub fn name(&self) -> Option<String> {
        Some(
            self.file
                .as_ref()?
                .file_stem()?
                .to_string_lossy()
                .into_owned(),
        )
    }

    /// Returns the sites that Enter plays. If sites are picked, these are the picked sites, and also the site under the
    /// cursor if some move contains all of them. If nothing is picked, this is the site under the cursor. However, if
    /// the hint names a move that contains the site under the cursor, all sites of this move are returned.
    pub fn chosen_sites(&self) -> Vec<Site> {
        if self.hint() == Reveals::Move && self.picked.is_empty() {
            let hinted = self.hinted();
            if self.cursor.is_some_and(|site| hinted.contains(&site)) {
                return hinted;
            }
        }
        let mut aimed = self.picked.clone();
        aimed.extend(self.cursor.filter(|site| !self.picked.contains(site)));
        match self.meaning(&aimed) {
            Meaning::Nothing if !self.picked.is_empty() => self.picked.clone(),
            _ => aimed,
        }
    }

    /// Returns the move that Enter plays. If the hint names a move and its sites are chosen, returns this move, even if
    /// other moves have the same sites. Otherwise returns the [meaning](MatchState::meaning) of the chosen sites.
    pub fn chosen_move(&self) -> Meaning {
        let sites = self.chosen_sites();
        let is_named = self.hint() == Reveals::Move && self.picked.is_empty();
        let named = self
            .analysis()
            .filter(|_| is_named && sites == self.hinted());
        match named.and_then(|analysis| analysis.advised()) {
            Some(best) => Meaning::One(best.text.clone()),
            None => self.meaning(&sites),
        }
    }

    /// If `words` is the full description of the chosen move, returns the description without the nouns that the board
    /// already shows.
    pub fn brief_words(&self, words: &str) -> Option<String> {
        let Meaning::One(text) = self.chosen_move() else {
            return None;
        };
        let at = self.game().position();
        (at.move_words(&text) == words).then(|| at.brief_words(&text))
    }

    /// Returns whether a move is known to throw the win or the draw away.
    pub fn throws(&self, text: &str) -> bool {
        self.good()
            .is_some_and(|good| good.iter().all(|choice| choice.text != text))
    }

    /// Returns whether the board is a graph with arrows, along which tokens move.
    pub fn has_arrows(&self) -> bool {
        matches!(&self.scene.picture, Picture::Graph(g) if g.layout == GraphLayout::Layers)
    }

    /// Returns whether a token is picked and its targets are lit. The user then points at a target, so no list of moves
    /// is needed.
    pub fn needs_target(&self) -> bool {
        self.has_arrows() && !self.picked.is_empty() && !self.open.is_empty()
    }

    /// Returns the moves that contain these sites. On boards with arrows, returns only those that begin at the first
    /// site, if there are any.
    pub fn choices(&self, sites: &[Site]) -> Choices {
        let mut found = self.game().position().choices(sites, LOOKED_AT);
        let has_arrows = self.has_arrows();
        let begins = |c: &Choice| c.sites.first() == sites.first();
        if has_arrows && found.list.iter().any(begins) {
            found.list.retain(begins);
        }
        // Tokens on the same vertex have the same moves, so drop the duplicates.
        if has_arrows && found.list.len() <= COMPARED {
            let mut seen: Vec<Vec<Site>> = Vec::new();
            found.list.retain(|choice| {
                let is_new = !seen.contains(&choice.sites);
                seen.push(choice.sites.clone());
                is_new
            });
        }
        found
    }

    /// Returns the only move with exactly these sites. If no move has exactly these sites, returns the only move that
    /// contains them. If several moves qualify, returns a list to choose from.
    pub fn meaning(&self, sites: &[Site]) -> Meaning {
        let found = self.choices(sites);
        let same =
            |c: &Choice| c.sites.len() == sites.len() && c.sites.iter().all(|x| sites.contains(x));
        let exact: Vec<&Choice> = found.list.iter().filter(|c| same(c)).collect();
        match (exact.as_slice(), found.list.as_slice()) {
            ([one], _) => Meaning::One(one.text.clone()),
            ([], []) => Meaning::Nothing,
            ([], [one]) if found.complete => Meaning::One(one.text.clone()),
            ([], all) => Meaning::Several(
                all.iter().take(OFFERED).cloned().collect(),
                found.complete && all.len() <= OFFERED,
            ),
            (several, _) => Meaning::Several(
                several.iter().take(OFFERED).map(|&c| c.clone()).collect(),
                true,
            ),
        }
    }

    /// Returns the board after the move that Enter would play now.
    pub fn next_scene(&self) -> Option<Scene> {
        if !self.scene.needs_a_move() || !self.person_may_move() {
            return None;
        }
        let is_named = self.hint() == Reveals::Move && self.picked.is_empty();
        let analysis = self.analysis().filter(|_| is_named);
        let text = match (analysis.and_then(Analysis::advised), self.chosen_move()) {
            (Some(best), _) => best.text.clone(),
            (None, Meaning::One(text)) => text,
            _ => return None,
        };
        self.game()
            .position()
            .after(&text)
            .ok()
            .map(|(after, _)| after.scene())
    }

    /// Returns whether pressing Enter with only this site chosen would end the game with a loss.
    pub fn loses_at_once(&self, site: Site) -> bool {
        let Meaning::One(text) = self.meaning(&[site]) else {
            return false;
        };
        let Some(mover) = self.game().to_move() else {
            return false;
        };
        let Ok((after, turn)) = self.game().position().after(&text) else {
            return false;
        };
        let next = if turn == Turn::Kept {
            mover
        } else {
            mover.other()
        };
        ended(&*after, next).is_some_and(|result| result.winner == Some(mover.other()))
    }

    pub fn shown_reasons(&self) -> ShownReasons<'_> {
        self.analysis().map_or_else(ShownReasons::default, |a| {
            ShownReasons::new(&a.reasons, self.revealed())
        })
    }

    /// Returns the theory to draw on the board: the position's [`Figure`] with the marks of the main reasons. If `more`
    /// is set or the hint names the move, the marks of all shown reasons are added. In a won position, pairs are hidden
    /// until a hint reveals something, because pairs would reveal the winning move.
    pub fn figure(&self, more: bool) -> Option<Cow<'_, Figure>> {
        let analysis = self.analysis()?;
        let tells = self.revealed() == Reveals::Nothing && analysis.value.outcome == Outcome::Win;
        let drawn: Vec<FigureMark> = (self
            .shown_reasons()
            .all(more || self.hint() == Reveals::Move)
            .flat_map(|reason| reason.marks.iter().cloned()))
        .collect();
        let mut figure = Cow::Borrowed(&analysis.figure);
        if !drawn.is_empty() {
            figure.to_mut().marks.extend(drawn);
        }
        // A hint has the colour of the main idea, so drop the marks that would fill other sites with the same colour.
        if self.hint() != Reveals::Nothing {
            let distracts = |mark: &FigureMark| {
                matches!(
                    mark,
                    FigureMark::Lit(_)
                        | FigureMark::Tint { .. }
                        | FigureMark::Pair(..)
                        | FigureMark::Losing(_)
                )
            };
            figure.to_mut().marks.retain(|mark| !distracts(mark));
        }
        if !more {
            figure = match figure {
                Cow::Borrowed(figure) => without_values(figure),
                Cow::Owned(figure) => Cow::Owned(without_values(&figure).into_owned()),
            };
            if matches!(self.scene.picture, Picture::Graph(_)) {
                without_counts(figure.to_mut());
            }
        }
        let is_pair = |mark: &FigureMark| matches!(mark, FigureMark::Pair(..));
        if tells && figure.marks.iter().any(is_pair) {
            figure.to_mut().marks.retain(|mark| !is_pair(mark));
        }
        Some(figure)
    }

    pub fn pieces(&self) -> Vec<(Vec<Site>, Player)> {
        let played = self.game().moves().iter().take(self.game().cursor());
        played
            .map(|m| (m.sites.clone(), self.game().owner(m)))
            .collect()
    }

    /// Returns the sites of the last move, and of the moves that the same side made directly before it. Moves are left
    /// out if the sides were swapped between them and the last move.
    pub fn last_sites(&self) -> Vec<Site> {
        let played = self.game().moves().iter().take(self.game().cursor()).rev();
        let side = |m: &PlayedMove| (m.by, self.game().has_swapped_since(m));
        let last = self.game().last_move().map(side);
        played
            .take_while(|m| Some(side(m)) == last)
            .flat_map(|m| m.sites.iter().copied())
            .collect()
    }
}

/// Returns the [`Figure`] without Grundy values. The board shows these values only with the whole reason, which
/// explains them in words.
pub fn without_values(figure: &Figure) -> Cow<'_, Figure> {
    let value = |mark: &FigureMark| match mark {
        FigureMark::Value {
            places,
            label: label @ Label::Nimber(_),
        } => Some((places.clone(), label.clone())),
        _ => None,
    };
    let values: Vec<(Vec<Site>, Label)> = figure.marks.iter().filter_map(value).collect();
    if values.is_empty() {
        return Cow::Borrowed(figure);
    }
    let mut figure = Figure {
        // Also drop the tables, because they explain the removed values.
        columns: None,
        small_values: None,
        ..figure.clone()
    };
    figure.marks.retain(|mark| value(mark).is_none());
    // Also remove the label of a tinted group if the label repeats a removed value.
    for mark in &mut figure.marks {
        let FigureMark::Tint { places, label, .. } = mark else {
            continue;
        };
        let repeats = |(of, value): &(Vec<Site>, Label)| {
            let shows = |label: &Label| label.shows_number_of(value);
            label.as_ref().is_some_and(shows) && of.iter().any(|p| places.contains(p))
        };
        if values.iter().any(repeats) {
            *label = None;
        }
    }
    Cow::Owned(figure)
}

/// Removes the counts from a [`Figure`]. On a graph, counts are shown only with the whole reason, because the nodes are
/// numbered too.
fn without_counts(figure: &mut Figure) {
    let is_count = |label: &Label| matches!(label, Label::Number(_));
    figure.marks.retain(|mark| match mark {
        FigureMark::Value { label, .. } => !is_count(label),
        FigureMark::Chain { .. } => false,
        _ => true,
    });
    for mark in &mut figure.marks {
        if let FigureMark::Tint { label, .. } = mark {
            label.take_if(|label| is_count(label));
        }
    }
}

/// Returns the board before the last move of a match, and a sentence about this move. The sentence also covers the
/// moves that the same player made directly before.
fn last_move(game: &Match) -> Option<(Scene, StyledLine)> {
    let before = game.scene_at(game.cursor().checked_sub(1)?);
    let by = game.author(game.last_move()?);
    let done = |ply: usize| {
        let m = (game.moves().get(ply)).filter(|m| game.author(m) == by)?;
        Some(in_past_tense(&game.position_at(ply).move_words(&m.text)))
    };
    let mut turn: Vec<String> = (0..game.cursor()).rev().map_while(done).collect();
    turn.reverse();
    let told = match &turn[..] {
        [first @ .., last] if first.len() > 2 => {
            tr!("moved {n} times, and last {last}", n = turn.len())
        }
        _ => turn.join(tr!(", then ")),
    };
    let name = words::name_or_you(game, by);
    let told = capital(&tr!("{name} {told}"));
    Some((before, StyledLine::new(Tone::Player(by), told)))
}
