//! Your own boards: with the same moves for both players, or with different ones.

mod explain;
mod notation;
mod rules;
mod scene;
mod solver;

use crate::games::prelude::*;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use super::answers::ScriptAnswers;
use super::components::Components;
use super::explored::{ExploredPositions, OwnPosition};
use super::known::OwnGame;
use super::script::Script;
use crate::rule::LostRule;
use crate::rules::ScriptText;
use crate::solve::lock::Kept;

/// The most parts of boards that are looked at.
const MOST_PARTS: usize = 1_000_000;

/// The ruleset of a script of boards.
pub struct OwnBoard {
    script: &'static Script,
    info: &'static Info,
    /// Where the script says what the end means, it is never asked for.
    convention: Convention,
    asked: ScriptAnswers<OwnPosition, Asked>,
    explored: Kept<ExploredPositions>,
    parts: Kept<Components<Box<[i32]>>>,
    /// The parts of boards that were asked about.
    apart: Mutex<FxHashMap<Box<[i32]>, solver::PieceList>>,
    /// The most cells of the board that is being asked about by its parts.
    asked_cells: AtomicUsize,
    /// The rule of small boards of one or two numbers, once it was looked for.
    rule: Mutex<Option<Option<Arc<LostRule>>>>,
    /// The width of boards by their number of cells.
    widths: Mutex<FxHashMap<usize, usize>>,
}

/// What the script said of a position.
#[derive(Clone)]
struct Asked {
    /// The moves, in board order.
    moves: Arc<Vec<CellChanges>>,
    /// How it has ended for the player to move, if it has.
    over: Option<Outcome>,
}

/// A move: the cells that change, from 0 and rising, and what they become.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellChanges(Box<[(u32, i32)]>);

impl OwnBoard {
    /// The ruleset of a script.
    pub fn new(game: &'static OwnGame, convention: Convention) -> OwnBoard {
        OwnBoard {
            script: &game.script,
            info: game.info,
            convention,
            asked: ScriptAnswers::new(rules::weight),
            explored: Kept::default(),
            parts: Kept::new(Components::new(MOST_PARTS)),
            apart: Mutex::default(),
            asked_cells: AtomicUsize::new(0),
            rule: Mutex::default(),
            widths: Mutex::default(),
        }
    }

    /// Whether both players have the same moves.
    fn is_impartial(&self) -> bool {
        self.info.players.is_none()
    }
}

impl Game for OwnBoard {
    const INFO: Info = super::INFO;
    const SETUP: SetupForm = super::SETUP;

    fn open(convention: Convention, params: &[Text<'_>], library: &Library) -> Result<Self, IdError> {
        let game = super::known::script_named(params, library)?;
        Ok(OwnBoard::new(game, convention))
    }

    fn info(&self) -> &'static Info {
        self.info
    }

    fn convention(&self) -> Option<Convention> {
        self.info.default.map(|_| self.convention)
    }

    fn scripts(&self) -> Vec<ScriptText> {
        vec![self.script.source.clone()]
    }

    fn impartial(&self) -> Option<&dyn Impartial<Position = OwnPosition, Move = CellChanges>> {
        if self.is_impartial() { Some(self) } else { None }
    }

    fn memory_used(&self) -> u64 {
        self.explored.memory_used() + self.parts.memory_used() + self.asked.memory_used()
    }

    fn rule_text(&self) -> RuleText<String> {
        self.info.rule_text().owned()
    }

    fn reasons(
        &self,
        at: &OwnPosition,
        proved: &Proved<'_, CellChanges>,
        limits: &Limits,
    ) -> GameReasons<OwnBoard> {
        explain::reasons(self, at, proved, limits)
    }

    fn figure(
        &self,
        at: &OwnPosition,
        proved: &Proved<'_, CellChanges>,
        limits: &Limits,
    ) -> Result<Figure, Stop> {
        explain::figure(self, at, proved, limits)
    }

    /// A position that play from the start can reach.
    fn random_position(&self, pick: &mut dyn FnMut(u64) -> u64) -> Option<OwnPosition> {
        use crate::rules::Rules;
        let mut at = self.start();
        let mut line = vec![at.clone()];
        for _ in 0..200 {
            let moves = self.first_moves(&at, 1000);
            let Some(m) = moves.get(pick(moves.len().max(1) as u64) as usize) else { break };
            at = self.play(&at, m);
            line.push(at.clone());
        }
        // Not the last one, from which nothing follows.
        let last = line.len().saturating_sub(1).max(1) as u64;
        line.into_iter().nth(pick(last) as usize)
    }
}
