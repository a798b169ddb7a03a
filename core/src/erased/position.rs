//! Implements [`AnyPosition`] for the positions of every typed game.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::analysis::{bounded, check_listed};
use super::answer::{self, MoveList, SpelledMove};
use super::facts::{Facts, numbers_of};
use super::{
    Analysis, AnyPosition, Ask, Case, Choice, Choices, Explanation, Game, Info, LegalMove, Length,
    OpenGame, Part, PerfectLine, Positions, Proved, Ruleset, Theory, Turn, Winning, no_part,
    with_word,
};
use crate::rules::{
    Claim, Convention, Grammar, IdError, Limits, MoveError, MoveSet, Outcome, PieceKind, Pieces,
    Reason, ReasonText, Scene, Site, Sketch, Standing, Stop, Text, Texts, Value, View, Wording,
    arranged, is_over, keeps_turn,
};
use crate::solve::graph::Graph;
use crate::solve::quotient::HeapFamily;
use crate::solve::sums::{Beside, OtherParts, Summand};
use crate::solve::{Values, Want, outcome_for_mover};

/// The memory budget, in bytes, for exploring the positions of one part of a sum.
const EXPLORED_BYTES: usize = 256 << 20;

/// The maximum total length, in bytes, of the states examined in the search for a winning move after which the player
/// can copy.
const COPYING_BYTES: usize = 1 << 20;

/// The maximum number of moves for which the options of a part of a sum are searched for Nim heaps.
const MOST_WEIGHED: u64 = 100_000;

/// A position of a game, with the ruleset that it shares with other positions.
pub struct GamePosition<G: Game> {
    opened: Arc<Opened<G>>,
    at: G::Position,
}

struct FoundMoves<M> {
    winning: Vec<M>,
    drawing: Vec<M>,
    best: Option<M>,
    instead: Option<M>,
}

impl<M> FoundMoves<M> {
    fn all(&self) -> impl Iterator<Item = &M> {
        let lists = self.winning.iter().chain(&self.drawing);
        lists.chain(&self.best).chain(&self.instead)
    }
}

pub(super) struct Opened<G> {
    pub game: G,
    pub ruleset: Ruleset,
}

impl<G: Game> Opened<G> {
    pub fn new(
        OpenGame { game, mut facts }: OpenGame<G>,
        info: &'static Info,
        convention: Convention,
        params: String,
    ) -> Opened<G> {
        let convention = info.default.map(|_| convention);
        if facts.params.is_empty() {
            facts.params = params;
        }
        let ruleset = Ruleset::new(info, convention, facts);
        Opened { game, ruleset }
    }
}

impl<G: Game> Clone for GamePosition<G> {
    fn clone(&self) -> Self {
        self.with(self.at.clone())
    }
}

impl<G: Game> GamePosition<G> {
    pub(super) fn new(opened: Arc<Opened<G>>, at: G::Position) -> Self {
        GamePosition { opened, at }
    }

    fn with(&self, at: G::Position) -> Self {
        GamePosition::new(Arc::clone(&self.opened), at)
    }

    fn game(&self) -> &G {
        &self.opened.game
    }

    fn prepare(&self, limits: &Limits) -> Result<(), Stop> {
        self.game().prepare(&self.at, false, limits)
    }

    fn read(&self, text: &str) -> Result<G::Move, MoveError> {
        let text = text.trim();
        if is_over(self.game(), &self.at) {
            return Err(MoveError::new(
                text,
                tr!("the game is over"),
                tr!("no more moves"),
            ));
        }
        let m = self.game().parse_move(&self.at, text)?;
        if self.game().moves(&self.at).contains(&m) {
            return Ok(m);
        }
        let (what, expected) = self.game().why_illegal(&self.at, &m);
        Err(MoveError::new(text, what, expected))
    }

    fn choice(&self, m: &G::Move) -> Choice {
        Choice {
            sites: self.game().sites(&self.at, m),
            ..self.text_choice(m)
        }
    }

    fn text_choice(&self, m: &G::Move) -> Choice {
        Choice {
            text: self.game().move_text(&self.at, m),
            to: None,
            sites: Vec::new(),
        }
    }

    /// Checks in debug builds that the moves found by a solver are legal.
    fn check_found<'m>(&self, found: impl IntoIterator<Item = &'m G::Move>)
    where
        G::Move: 'm,
    {
        let illegal = || {
            let legal = self.game().moves(&self.at);
            let mut found = found.into_iter();
            found.find(|m| legal.len().is_some() && !legal.contains(m))
        };
        debug_assert_eq!(illegal(), None, "not legal in {:?}", self.at);
    }

    /// Sets the field `to` of a choice to the ID of the position after the move, unless this ID is too long.
    fn leading_to(&self, m: &G::Move, prefix: &str, choice: Choice) -> Choice {
        let to = self.id_of(&self.game().play(&self.at, m), prefix);
        Choice {
            to: (to.len() <= Ask::LONGEST_TO).then_some(to),
            ..choice
        }
    }

    /// The ID of a position; `prefix` is the part before the state.
    fn id_of(&self, at: &G::Position, prefix: &str) -> String {
        let mut id = String::with_capacity(prefix.len() + 96);
        id.push_str(prefix);
        self.game().states().write(at, &mut id);
        id
    }

    fn choices_to(&self, moves: &[G::Move], prefix: &str) -> impl Iterator<Item = Choice> {
        moves
            .iter()
            .map(move |m| self.leading_to(m, prefix, self.choice(m)))
    }

    fn reason_text(&self, reason: Reason<G::Position, G::Move>, prefix: &str) -> ReasonText {
        let id = |at: &G::Position| self.id_of(at, prefix);
        let text = |m: &G::Move| self.game().move_text(&self.at, m);
        // Grundy values are defined for normal play, whichever convention is played.
        let ruleset = &self.opened.ruleset;
        let normal = match ruleset.convention {
            Some(Convention::Normal) => Cow::Borrowed(prefix),
            _ => with_word(
                Some(Convention::Normal),
                ruleset.info.default,
                ruleset.head(),
            )
            .into(),
        };
        let claim = |claim: &Claim<G::Position, G::Move>| match claim {
            Claim::Outcome(at, outcome) => Claim::Outcome(id(at), *outcome),
            Claim::Grundy(at, value) => Claim::Grundy(self.id_of(at, &normal), *value),
            Claim::Counts(at, size) => Claim::Counts(id(at), *size),
            Claim::Margin(at, margin) => Claim::Margin(id(at), *margin),
            Claim::Move(m, outcome) => Claim::Move(text(m), *outcome),
            Claim::Answer(m, reply) => Claim::Answer(
                text(m),
                self.game().move_text(&self.game().play(&self.at, m), reply),
            ),
        };
        ReasonText {
            claims: reason.claims.iter().map(claim).collect(),
            text: reason.text,
            depth: reason.depth,
            reveals: reason.reveals,
            is_bare: reason.is_bare,
            places: reason.places,
            marks: reason.marks,
        }
    }

    /// Analyses the position. Returns the winning, drawing and best moves separately, as moves of the game's own type.
    fn find(&self, ask: Ask, limits: &Limits) -> Result<(Analysis, FoundMoves<G::Move>), Stop> {
        let game = self.game();
        let at = &self.at;
        game.prepare(at, ask.best || ask.all, limits)?;
        let Ruleset { facts, .. } = &self.opened.ruleset;
        let prefix = self.opened.ruleset.full_head();
        let value = game.value(at, limits)?;
        let moves = game.moves(at);
        if ask.all {
            check_listed(moves.count())?;
        }
        let to = |outcome| game.moves_to(at, outcome, Beside::nothing(limits));
        let winning = match value.outcome {
            Outcome::Win => to(Outcome::Win)?,
            _ => MoveSet::default(),
        };
        let drawing = if facts.can_draw {
            to(Outcome::Draw)?
        } else {
            MoveSet::default()
        };
        limits.check()?;
        let mut winners = winning.first_of(ask.most.max(1));
        let best = match (value, winners.first()) {
            _ if !ask.best => None,
            // If only one move wins, this move is the best. If the remoteness is unknown, choose the first winning
            // move.
            (
                Value {
                    outcome: Outcome::Win,
                    remoteness,
                    margin: None,
                    ..
                },
                Some(first),
            ) if remoteness.is_none() || winning.len() == Some(1) => Some(first.clone()),
            _ => game.best(at, limits)?,
        };
        let instead = match &best {
            // If the best move ends the game at once, or if the game has points, recommend no other move: the user
            // expects the immediate win or the largest margin.
            Some(best)
                if ask.advice
                    && winners.len() > 1
                    && value.remoteness != Some(1)
                    && value.margin.is_none() =>
            {
                self.copying(std::iter::once(best).chain(&winners), limits)?
            }
            _ => None,
        };
        let instead = instead.filter(|m| best.as_ref() != Some(m));
        let legal = if ask.all {
            Some(self.legal_moves(&moves, prefix, limits)?)
        } else {
            None
        };
        let proved = Proved {
            value,
            best: instead.as_ref().or(best.as_ref()),
            winning: &winning,
        };
        let case = Case {
            game,
            at,
            proved: &proved,
            convention: self.opened.ruleset.convention.unwrap_or(Convention::Normal),
            drawn: ask.figure,
            limits,
        };
        let Explanation { reasons, figure } = if ask.reasons {
            G::explain(&case)?
        } else {
            Vec::new().into()
        };
        let told = reasons
            .into_iter()
            .map(|reason| self.reason_text(reason, prefix))
            .collect();
        winners.truncate(ask.most);
        let analysis = Analysis {
            value,
            over: moves.is_empty(),
            moves: moves.count(),
            reasons: arranged(told),
            figure,
            winning: Vec::new(),
            winning_count: winning.len(),
            drawing: Vec::new(),
            best: None,
            instead: None,
            legal,
            line: PerfectLine::asked(self, ask, limits)?,
            nimbers: Vec::new(),
        };
        let found = FoundMoves {
            winning: winners,
            drawing: drawing.first_of(ask.most),
            best,
            instead,
        };
        self.check_found(found.all());
        Ok((analysis, found))
    }

    /// Returns the first winning move after which the player can copy every reply. [`COPYING_BYTES`] limits the search.
    fn copying<'m>(
        &self,
        winners: impl Iterator<Item = &'m G::Move>,
        limits: &Limits,
    ) -> Result<Option<G::Move>, Stop> {
        let game = self.game();
        let tried = COPYING_BYTES / game.state_text(&self.at).len().max(1);
        for m in winners.take(tried) {
            limits.check()?;
            if game.position_facts(&game.play(&self.at, m)).pairing == Some(true) {
                return Ok(Some(m.clone()));
            }
        }
        Ok(None)
    }

    fn legal_moves(
        &self,
        moves: &MoveSet<'_, G::Move>,
        prefix: &str,
        limits: &Limits,
    ) -> Result<Vec<LegalMove>, Stop> {
        let game = self.game();
        let at = &self.at;
        let mut legal = Vec::new();
        for m in moves {
            limits.check()?;
            let to = game.play(at, &m);
            let after = game.value(&to, limits)?;
            let outcome = outcome_for_mover(game, at, &to, after.outcome);
            // The solver cached the relevant values when it solved this position, so finding the reply is fast.
            let reply = match outcome {
                Outcome::Win => None,
                _ => game.best(&to, limits)?,
            };
            legal.push(LegalMove {
                choice: self.leading_to(&m, prefix, self.choice(&m)),
                outcome,
                remoteness: after.remoteness.map(|r| r + 1),
                answer: reply.map(|reply| game.move_text(&to, &reply)),
            });
        }
        Ok(legal)
    }
}

impl<G: Game> AnyPosition for GamePosition<G> {
    fn ruleset(&self) -> &Ruleset {
        &self.opened.ruleset
    }

    fn rule(&self) -> String {
        let Ruleset {
            info, convention, ..
        } = self.ruleset();
        self.game().rule(info, *convention)
    }

    fn standing(&self) -> Standing {
        self.game().standing(&self.at)
    }

    fn scene(&self) -> Scene {
        self.game().scene(&self.at, View::Play)
    }

    fn heaps(&self) -> Option<HeapFamily<'_>> {
        self.game().family()
    }

    fn words(&self, text: &str, length: Length) -> String {
        match (self.read(text), length) {
            (Ok(m), Length::Full) => self.game().move_in_words(&self.at, &m),
            (Ok(m), Length::Brief) => self.game().words(&self.at, &m, Wording::Brief),
            (Err(_), _) => text.to_owned(),
        }
    }

    fn part_id(&self) -> String {
        self.id_of(&self.at, self.ruleset().head())
    }

    fn facts(&self) -> Facts {
        let state = self.game().state_text(&self.at);
        let numbers = numbers_of(&state);
        let known = self.game().position_facts(&self.at);
        let pieces = known.pieces.unwrap_or_else(|| match &numbers {
            Some(numbers) => Pieces::new(PieceKind::Numbers, numbers.iter().copied()),
            None => Pieces::default(),
        });
        let Ruleset { info, facts, .. } = self.ruleset();
        Facts {
            ruleset: [info.id, &facts.params].concat(),
            state,
            numbers,
            pieces,
            moves_left: known.moves_left,
            pairing: known.pairing,
        }
    }

    fn count_moves(&self) -> Option<u64> {
        self.game().moves(&self.at).count()
    }

    fn legal(&self, text: &str) -> Result<Choice, MoveError> {
        Ok(self.choice(&self.read(text)?))
    }

    fn choices(&self, picked: &[Site], most: usize) -> Choices {
        const SCAN: u64 = 100_000;
        let moves = self.game().moves(&self.at);
        let sites = |m: &G::Move| self.game().sites(&self.at, m);
        let moves = match picked {
            [] => moves,
            picked => moves.with_keys(picked, most, SCAN, sites),
        };
        let list = moves.first_of(most);
        Choices {
            complete: moves.len() == Some(list.len() as u128),
            list: list.iter().map(|m| self.choice(m)).collect(),
        }
    }

    fn play(&mut self, text: &str) -> Result<Turn, MoveError> {
        let m = self.read(text)?;
        let to = self.game().play(&self.at, &m);
        let prepared = self.game().prepare(&to, false, &Limits::default());
        prepared
            .map_err(|stop| MoveError::new(text, stop.to_string(), tr!("a script that answers")))?;
        let turn = if keeps_turn(self.game(), &self.at, &to) {
            Turn::Kept
        } else {
            Turn::Passed
        };
        self.at = to;
        Ok(turn)
    }

    fn boxed_clone(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn with_state(&self, state: Text<'_>) -> Result<Box<dyn AnyPosition>, IdError> {
        Ok(Box::new(self.with(read_state(self.game(), state)?)))
    }

    fn sketch(&self, state: &str) -> Option<Sketch> {
        let states = self.game().states();
        let read = |state: &str| states.read(Text::new(state).as_draft()).ok();
        let at = read(state);
        let scene = at.as_ref().map(|at| self.game().scene(at, View::Edit));
        let parts = at.as_ref().and_then(|at| states.parts(at));
        Some(match (parts, scene) {
            (Some(parts), Some(scene)) => Sketch { parts, scene },
            (_, scene) => {
                let more = read(&format!("{state},1")).is_some();
                Sketch::of_numbers(state, scene, more, self.ruleset().info.nouns)
            }
        })
    }

    fn analysed(&self, ask: Ask, limits: &Limits) -> Result<Analysis, Stop> {
        let (analysis, found) = self.find(ask, limits)?;
        let prefix = self.ruleset().full_head();
        // Sites are needed only for drawing.
        let choice = |m: &G::Move| {
            let choice = if ask.figure {
                self.choice(m)
            } else {
                self.text_choice(m)
            };
            self.leading_to(m, prefix, choice)
        };
        let list = |moves: &[G::Move]| bounded(&mut moves.iter().map(choice));
        Ok(Analysis {
            winning: list(&found.winning),
            drawing: list(&found.drawing),
            best: found.best.as_ref().map(choice),
            instead: found.instead.as_ref().map(choice),
            ..analysis
        })
    }

    /// Writes the moves directly into the answer. When many positions are answered, building the strings of an
    /// [`Analysis`] first would take as long as the proofs.
    fn write_answer(&self, ask: Ask, limits: &Limits, out: &mut Vec<u8>) -> Result<(), Stop> {
        let (analysis, found) = self.find(ask, limits)?;
        let game = self.game();
        let prefix = self.ruleset().full_head();
        let states = game.states();
        let written_moves = game.written_moves(&self.at);
        let spell = |m: &G::Move, spelled: &mut SpelledMove| {
            written_moves.write(m, &mut spelled.text);
            spelled.to.push_str(prefix);
            states.write(&game.play(&self.at, m), &mut spelled.to);
        };
        let mut spelled = SpelledMove::with_capacity(prefix.len() + 96);
        // The byte range of the first winning move in `out`. The best move is often this move, and its text is then
        // copied from there.
        let mut first = 0..0;
        answer::write_with(out, self, ask, &analysis, &mut |out, list| {
            match (list, &found.best) {
                (MoveList::Winning, _) => {
                    first = spelled.write_list(out, &found.winning, spell)?;
                }
                (MoveList::Drawing, _) => {
                    spelled.write_list(out, &found.drawing, spell)?;
                }
                (MoveList::Best, None) => out.extend_from_slice(b"null"),
                (MoveList::Best, best)
                    if found.winning.first() == best.as_ref() && !first.is_empty() =>
                {
                    out.extend_from_within(first.clone());
                }
                (MoveList::Best, Some(best)) => spelled.write(out, best, spell)?,
            }
            Ok(())
        })
    }

    fn learn_words(&self, limits: &Limits) -> Result<(), Stop> {
        self.game().prepare(&self.at, true, limits)
    }

    fn prove(&self, want: Want, limits: &Limits) -> Result<Value, Stop> {
        self.prepare(limits)?;
        self.game().prove(&self.at, want, limits)
    }

    fn best(&self, limits: &Limits) -> Result<Option<Choice>, Stop> {
        self.prepare(limits)?;
        Ok(self.game().best(&self.at, limits)?.map(|m| self.choice(&m)))
    }

    fn first_moves(&self, most: usize) -> Vec<Choice> {
        let moves = self.game().moves(&self.at).first_of(most);
        self.choices_to(&moves, self.ruleset().head()).collect()
    }

    fn theory(&self, most: u64, limits: &Limits) -> Result<Theory, Stop> {
        self.game().theory(most, limits)
    }

    fn positions(
        &self,
        kind: Positions<'_>,
        f: &mut dyn FnMut(&dyn AnyPosition) -> ControlFlow<()>,
    ) -> bool {
        self.game().positions(kind, &mut |at| f(&self.with(at)))
    }

    fn class(&self) -> String {
        let game = self.game();
        let at = game.canonical(&self.at);
        [self.ruleset().full_head(), &game.state_text(&at)].concat()
    }

    fn as_part(&self) -> Result<&dyn Part, Stop> {
        match self.ruleset().convention {
            Some(_) => Ok(self),
            None => no_part(self.ruleset().info),
        }
    }
}

impl<G: Game> Part for GamePosition<G> {
    fn summand(&self, limits: &Limits) -> Result<Summand, Stop> {
        self.prepare(limits)?;
        self.game().summand(&self.at, limits)
    }

    fn winning(
        &self,
        others: &OtherParts<'_>,
        listed: usize,
        most: usize,
        limits: &Limits,
    ) -> Result<Winning, Stop> {
        let beside = Beside {
            others,
            most,
            convention: self.ruleset().convention.unwrap_or(Convention::Normal),
            limits,
        };
        self.prepare(limits)?;
        let found = self.game().moves_to(&self.at, Outcome::Win, beside)?;
        let first = found.first_of(listed);
        self.check_found(&first);
        let head = self.ruleset().head();
        Ok(Winning {
            first: self.choices_to(&first, head).collect(),
            count: found.len(),
        })
    }

    fn largest_nim_heap(&self, limits: &Limits) -> Result<Option<u64>, Stop> {
        let game = self.game();
        let at = &self.at;
        let moves = game.moves(at);
        if moves.count().is_none_or(|n| n > MOST_WEIGHED) {
            return Ok(None);
        }
        let largest = |at: &G::Position| -> Result<u64, Stop> {
            Ok(game.summand(at, limits)?.misere.largest_nim_heap())
        };
        let mut most = largest(at)?;
        for m in &moves {
            most = most.max(largest(&game.play(at, &m))?);
        }
        Ok(Some(most))
    }

    fn graph(&self, most: usize, limits: &Limits) -> Result<Option<Graph>, Stop> {
        let game = self.game();
        let at = &self.at;
        // Positions with long states need more memory, so fewer of them fit into the budget.
        let most = most.min(EXPLORED_BYTES / (game.state_text(at).len() + 64));
        if game.moves(at).count().is_none_or(|n| n > most as u64) {
            return Ok(None);
        }
        // Fail early if the position cannot be part of a sum.
        game.summand(at, limits)?;
        Ok(Graph::explore(game, at, most, limits)?.map(|(graph, _)| graph))
    }
}

/// Parses a state. Unless the text is a draft, also prepares the position, within the limits attached to the text.
pub(super) fn read_state<G: Game>(game: &G, state: Text<'_>) -> Result<G::Position, IdError> {
    let at = game.parse_state(state)?;
    if state.is_draft() {
        return Ok(at);
    }
    let limits = state.limits().cloned().unwrap_or_default();
    game.prepare(&at, false, &limits).map_err(|stop| IdError {
        failed: matches!(stop, Stop::Fault(_)),
        ..match stop {
            // The script failed, so the ID may still be valid.
            Stop::Fault(what) => IdError {
                stop: Some(Box::new(Stop::Fault(what.clone()))),
                ..state.error(what, tr!("a script that answers"))
            },
            stop => IdError {
                stop: Some(Box::new(stop)),
                ..state.error(tr!("reading was stopped here"), tr!("more time or memory"))
            },
        }
    })?;
    Ok(at)
}
