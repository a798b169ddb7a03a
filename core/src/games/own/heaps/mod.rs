//! Your own heaps: independent of each other, so that a position is a sum of them.

mod explain;
mod rules;
mod scene;
mod solver;

use crate::games::pieces;
use crate::games::prelude::*;
use crate::games::reasons::{finish, how_it_goes, names_the_win};
use std::sync::{Arc, OnceLock};

use super::answers::ScriptAnswers;
use super::components::Components;
use super::explored::OwnPosition;
use super::known::OwnGame;
use super::script::Script;
use crate::rule::LostRule;
use crate::rules::Depth;
use crate::solve::lock::Kept;
use crate::solve::quotient::{GameQuotient, HeapRules, KeptQuotient};

/// The largest heap whose Grundy value is found.
pub(super) const LARGEST_SOLVED: i32 = 10_000;
/// The most heaps that are looked at: from all sizes there are those up to the largest one solved can follow.
const MOST_PIECES: usize = 100_000;

/// What one heap can become.
type HeapOptions = Arc<Vec<Box<[i32]>>>;

/// The ruleset of a script of heaps, under a convention.
pub struct OwnHeaps {
    script: &'static Script,
    info: &'static Info,
    convention: Convention,
    options: ScriptAnswers<i32, HeapOptions>,
    solved: Kept<solver::HeapValues>,
    /// The misère quotient of the heaps, as far as it was asked for.
    quotient: Kept<Option<GameQuotient>>,
    /// The same together with other games.
    beside: KeptQuotient,
    /// The rule that fits all small heaps, once it was looked for.
    rule: OnceLock<Option<LostRule>>,
}

/// A heap, from 0, and what it becomes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Become {
    /// Which heap, from 0.
    pub heap: u32,
    /// The heaps that take its place.
    pub to: Box<[i32]>,
}

impl OwnHeaps {
    /// The ruleset of a script.
    pub fn new(game: &'static OwnGame, convention: Convention) -> OwnHeaps {
        OwnHeaps {
            script: &game.script,
            info: game.info,
            convention,
            options: ScriptAnswers::new(rules::weight),
            solved: Kept::new(solver::HeapValues { pieces: Components::new(MOST_PIECES), prepared: 0 }),
            quotient: Kept::default(),
            beside: KeptQuotient::default(),
            rule: OnceLock::new(),
        }
    }
}

impl Game for OwnHeaps {
    const INFO: Info = super::INFO;
    const SETUP: SetupForm = super::SETUP;

    fn open(convention: Convention, params: &[Text<'_>], library: &Library) -> Result<Self, IdError> {
        let game = super::known::script_named(params, library)?;
        Ok(OwnHeaps::new(game, convention))
    }

    fn info(&self) -> &'static Info {
        self.info
    }

    fn scripts(&self) -> Vec<crate::rules::ScriptText> {
        vec![self.script.source.clone()]
    }

    fn impartial(&self) -> Option<&dyn Impartial<Position = OwnPosition, Move = Become>> {
        Some(self)
    }

    fn memory_used(&self) -> u64 {
        self.solved.memory_used()
            + self.quotient.memory_used()
            + self.beside.memory_used()
            + self.options.memory_used()
    }

    fn rule_text(&self) -> RuleText<String> {
        self.info.rule_text().owned()
    }

    fn reasons(
        &self,
        at: &OwnPosition,
        proved: &Proved<'_, Become>,
        limits: &Limits,
    ) -> GameReasons<OwnHeaps> {
        let others = pieces::reasons(self, at, proved, limits)?;
        if at.cells.len() != 1 || self.is_over(at) {
            return Ok(others);
        }
        let Some(rule) = self.rule(limits)? else { return Ok(others) };
        let mut reasons = super::by_rule::reasons(rule, at, "the heap", proved.value.outcome);
        if reasons.is_empty() {
            return Ok(others);
        }
        reasons.extend(how_it_goes(self, at, proved, limits)?);
        for reason in others.into_iter().filter(|r| r.depth == Depth::More && !names_the_win(r)) {
            if reasons.iter().all(|said| said.text != reason.text) {
                reasons.push(reason);
            }
        }
        Ok(finish(self, at, proved, reasons))
    }

    fn figure(
        &self,
        at: &OwnPosition,
        _proved: &Proved<'_, Become>,
        limits: &Limits,
    ) -> Result<Figure, Stop> {
        pieces::figure(self, at, limits)
    }

    fn random_position(&self, pick: &mut dyn FnMut(u64) -> u64) -> Option<OwnPosition> {
        let most = self.script.start.iter().copied().max().unwrap_or(1).clamp(1, 40) as u64;
        let heaps = 1 + pick(3);
        Some(OwnPosition { mover: None, cells: (0..heaps).map(|_| 1 + pick(most) as i32).collect() })
    }

    fn heap_rules(&self) -> Option<Box<dyn HeapRules + '_>> {
        Some(Box::new(solver::SingleHeaps(self)))
    }

    fn period(&self, limits: &Limits) -> Option<String> {
        self.seen_period(limits)
    }
}
