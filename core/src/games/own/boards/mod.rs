//! Implements games on boards, with the same or different moves for the two players, and games of heaps that count
//! points or may go on for ever.

mod explain;
mod notation;
mod solver;
mod split;

use crate::games::prelude::*;
use crate::tr;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::by_rule::seen_period;
use super::components::Components;
use super::explore::{Explorer, Scoring, by_margin};
use super::heaps::become_one;
use super::known::OwnGame;
use super::lua::{check_work, is_prompt};
use super::position::{Answer, Change, OwnMove, OwnPosition, PositionKey};
use super::quick::Quick;
use super::script::{Gain, Script, ScriptKind, Shape};
use super::sheets;
use crate::rule::LostRule;
use crate::solve::lock::Cache;

/// The maximum number of parts of boards to explore.
const MOST_PARTS: usize = 5_000_000;
/// The maximum number of positions that are cached with their moves.
const MOST_HELD: usize = 20_000;
/// The maximum number of moves of a position for which the script is asked for words in advance.
const MOST_WORDS: usize = 2_000;

/// The ruleset of a script for boards, or for heaps that do not form a sum.
pub struct OwnBoard {
    pub(super) script: &'static Script,
    info: &'static Info,
    /// Unused if the script or the points decide who wins.
    convention: Convention,
    explored: Cache<Explorer>,
    /// The search that finds only winners and Grundy values.
    quick: Cache<Quick>,
    /// Whether some position was too large to be explored; from then on, the quick search finds the winners of
    /// positions.
    is_large: AtomicBool,
    parts: Cache<Components>,
    /// The largest number of cells of any board whose parts were explored.
    asked_cells: AtomicUsize,
    /// The rule for small boards of one or two numbers, once it has been searched for.
    rule: OnceLock<Option<LostRule>>,
    /// The widths of boards, by number of cells.
    widths: Cache<FxHashMap<usize, usize>>,
    /// The permutations of the symmetries of boards, by number of cells.
    images: Cache<FxHashMap<usize, solver::Images>>,
    /// A cache of positions with their moves, which saves calling the script again for the same position.
    answers: Cache<FxHashMap<PositionKey, Arc<Answer>>>,
}

impl OwnBoard {
    /// Creates the ruleset of a script.
    pub fn new(game: &'static OwnGame, convention: Convention) -> OwnBoard {
        let script = &game.script;
        let scoring = match script {
            _ if script.points => Scoring::Points,
            _ if script.loops => Scoring::Loops,
            _ => Scoring::LastMove,
        };
        let bits = script.signs.as_ref().map(|signs| {
            let largest = signs.len().saturating_sub(1).max(1);
            largest.ilog2() + 1
        });
        let by_values = !script.has_mover() && !script.loops && convention == Convention::Normal;
        OwnBoard {
            script,
            info: game.entry.info,
            convention,
            explored: Cache::new(Explorer::new(scoring, bits)),
            quick: Cache::new(Quick::new(by_values, bits)),
            is_large: AtomicBool::new(false),
            parts: Cache::new(Components::new(MOST_PARTS, bits)),
            asked_cells: AtomicUsize::new(0),
            rule: OnceLock::new(),
            widths: Cache::default(),
            images: Cache::default(),
            answers: Cache::default(),
        }
    }

    pub(super) fn start(&self) -> OwnPosition {
        let mover = self.script.has_mover().then_some(Player::First);
        OwnPosition::new(mover, self.script.start.as_slice(), [0; 2])
    }

    fn is_heaps(&self) -> bool {
        self.script.kind == ScriptKind::Heaps
    }

    /// Asks the script about a position. Sorts the moves by the changes that they make; of moves that make the same
    /// change, only the one with the largest gain is kept.
    fn ask(&self, at: &OwnPosition, limits: &Limits) -> Result<Answer, Stop> {
        if let (Some(player), true) = (at.mover(), self.script.has.result)
            && let Some(over) = self.script.result(at.cells(), player, limits)?
        {
            return Ok(Answer {
                over: Some(over),
                ..Answer::default()
            });
        }
        let mut moves: Vec<OwnMove> = if self.is_heaps() {
            self.heap_moves(at, limits)?
        } else {
            let cells = self.script.pack(at.cells());
            let found = self.script.moves(&cells, at.mover(), limits)?;
            let moved = found.iter().map(|(gain, to)| {
                // A changed cell takes more memory here than in the script's answer, so check for each move.
                check_work(0)?;
                let change = changes(at.cells(), &self.script.unpack(to));
                Ok(OwnMove { change, gain })
            });
            moved.collect::<Result<_, Stop>>()?
        };
        moves.sort_unstable_by(|a, b| a.change.cmp(&b.change).then(b.gain.cmp(&a.gain)));
        moves.dedup_by(|a, b| a.change == b.change);
        let over = match moves.is_empty() {
            false => None,
            true if self.script.points => Some(by_margin(at.lead())),
            true if self.script.has.result => {
                let what = tr!(
                    "it gave nil, and there is no move; expected \"win\", \"loss\" or \"draw\""
                );
                let asked = tr!("the result of {position}", position = self.state_text(at));
                return Err(self.script.fault_in("result", what, Some(&asked)));
            }
            true => Some(self.convention.outcome_when_stuck()),
        };
        Ok(Answer { moves, over })
    }

    fn heap_moves(&self, at: &OwnPosition, limits: &Limits) -> Result<Vec<OwnMove>, Stop> {
        let mut moves = Vec::new();
        for (heap, numbers) in (0..).zip(at.cells().chunks(self.script.dims)) {
            for (gain, to) in self.script.options(numbers, limits)?.iter() {
                let change = Change::Heap(super::Become {
                    heap,
                    to: super::heaps::in_order(&self.script.unpack(to), self.script.dims).into(),
                });
                moves.push(OwnMove { change, gain });
            }
        }
        Ok(moves)
    }

    /// Returns the script's answer for a position, and checks it: a move to a position that `legal` rejects is an error
    /// in the script. The answer is stored with the position.
    pub(super) fn answered<'a>(
        &self,
        at: &'a OwnPosition,
        limits: &Limits,
    ) -> Result<&'a Answer, Stop> {
        if let Some(answer) = at.answer() {
            return Ok(answer);
        }
        let known = self.answers.held().get(at.key()).cloned();
        if let Some(known) = known {
            return Ok(at.answer_with(known));
        }
        let answer = self.ask(at, limits)?;
        if self.script.has.legal {
            for m in &answer.moves {
                let to = self.play(at, m);
                if !self.script.is_legal(to.cells(), limits)? {
                    let texts = [&to, at].map(|at| self.state_text(at));
                    let m = self.move_text(at, m);
                    return Err(self.script.illegal(&texts[0], &m, &texts[1]));
                }
            }
        }
        self.columns(at.cells().len(), limits);
        let answer = at.answer_with(Arc::new(answer));
        let mut held = self.answers.held();
        if held.len() >= MOST_HELD {
            held.clear();
        }
        held.insert(at.key().clone(), Arc::clone(answer));
        Ok(answer)
    }

    /// Passes the numbers before and after a move to a closure that asks for the words of the move.
    pub(super) fn with_step<T>(
        &self,
        at: &OwnPosition,
        m: &OwnMove,
        ask: impl FnOnce(&[i32], &[i32]) -> T,
    ) -> T {
        match &m.change {
            Change::Cells(_) => ask(at.cells(), self.play(at, m).cells()),
            Change::Heap(to) => {
                let heap = at.cells().chunks(self.script.dims).nth(to.heap as usize);
                ask(heap.unwrap_or_default(), &to.to)
            }
        }
    }

    /// The script's words for a move; `None` if the script has no words for it, or fails.
    fn own_words(
        &self,
        at: &OwnPosition,
        m: &OwnMove,
        limits: &Limits,
    ) -> Result<Option<String>, Stop> {
        self.with_step(at, m, |from, to| self.script.cached_words(from, to, limits))
    }

    /// Returns the script's answer for a position; `None` if the script fails, or if this thread must not wait and the
    /// answer is not cached.
    fn read<'a>(&self, at: &'a OwnPosition) -> Option<&'a Answer> {
        self.answered(at, &Limits::default()).ok()
    }

    /// The number of cells per row; if the script gives no answer, all cells are in one row.
    fn columns(&self, cells: usize, limits: &Limits) -> usize {
        let known = self.widths.held().get(&cells).copied();
        known.unwrap_or_else(|| {
            let width = self.script.width(cells, limits);
            let is_known = !matches!(width, Err(Stop::NotProved(_) | Stop::Interrupted(_)));
            let width = width.unwrap_or(cells).clamp(1, cells.max(1));
            if is_known {
                self.widths.held().insert(cells, width);
            }
            width
        })
    }
}

impl Game for OwnBoard {
    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        case.explained(explain::reasons, explain::figure)
    }

    /// The period of the margins of positions that consist of one number, in a game with points. It is observed, not proved.
    fn theory(&self, most: u64, limits: &Limits) -> Result<Theory, Stop> {
        /// The largest number examined.
        const LARGEST: u64 = 400;
        let Some((1, least)) = self.script.numbers().filter(|_| self.script.points) else {
            return Ok(Theory::default());
        };
        let mover = Some(Player::First);
        let margins = (least..=most.min(LARGEST)).map(|n| {
            let at = OwnPosition::new(mover, vec![saturating_cast(n)], [0; 2]);
            Ok(self.value(&at, limits)?.margin)
        });
        let margins: Option<Vec<_>> = if_proved(margins.collect())?;
        Ok(Theory {
            seen: margins.and_then(|margins| seen_period(&margins, least)),
            ..Theory::default()
        })
    }

    /// Visits one random position that can be reached from the start.
    fn positions(&self, kind: Positions<'_>, f: Visit<'_, OwnPosition>) -> bool {
        let Positions::Random(pick) = kind else {
            return false;
        };
        let mut at = self.start();
        let mut line = vec![at.clone()];
        for _ in 0..200 {
            let moves = Rules::moves(self, &at).first_of(1000);
            let Some(m) = moves.get(pick(moves.len().max(1) as u64) as usize) else {
                break;
            };
            at = self.play(&at, m);
            line.push(at.clone());
        }
        // Skip the last position: the game may be over there.
        let last = line.len().saturating_sub(1).max(1) as u64;
        let _ = f(line.swap_remove(pick(last) as usize));
        true
    }
}

/// Returns the change between two positions of the same length.
fn changes(from: &[i32], to: &[i32]) -> Change {
    let changed = (0..).zip(from.iter().zip(to)).filter(|(_, (a, b))| a != b);
    Change::Cells(changed.map(|(i, (_, b))| (i, *b)).collect())
}

impl Rules for OwnBoard {
    type Position = OwnPosition;
    type Move = OwnMove;

    fn standing(&self, at: &OwnPosition) -> Standing {
        Standing {
            mover: at.mover(),
            score: self.script.points.then(|| at.score()),
        }
    }

    fn prepare(&self, at: &OwnPosition, words: bool, limits: &Limits) -> Result<(), Stop> {
        if is_prompt() {
            return Ok(());
        }
        let answer = self.answered(at, limits)?;
        let most = if words && self.script.has.move_words {
            MOST_WORDS
        } else {
            0
        };
        for m in answer.moves.iter().take(most) {
            limits.check()?;
            self.own_words(at, m, limits)?;
        }
        Ok(())
    }

    /// The moves; the list is incomplete if the script has given no answer.
    fn moves(&self, at: &OwnPosition) -> MoveSet<'_, OwnMove> {
        match self.read(at) {
            Some(answer) => answer.moves.iter().cloned().collect(),
            None => MoveSet::default().and_more(),
        }
    }

    fn play(&self, at: &OwnPosition, m: &OwnMove) -> OwnPosition {
        let cells: Box<[i32]> = match &m.change {
            Change::Cells(list) => {
                let mut cells: Box<[i32]> = at.cells().into();
                for &(i, value) in list {
                    cells[i as usize] = value;
                }
                cells
            }
            Change::Heap(to) => become_one(at.cells(), to, self.script.dims),
        };
        let mut score = at.score();
        if let Some(mover) = at.mover() {
            let points = &mut score[mover.index()];
            *points = points.saturating_add(m.gain.points);
        }
        let mover = if m.gain.again {
            at.mover()
        } else {
            at.mover().map(Player::other)
        };
        OwnPosition::new(mover, cells, score)
    }
}

impl BoardView for OwnBoard {
    fn scene(&self, at: &OwnPosition, view: View) -> Scene {
        notation::scene(self, at, view)
    }

    fn sites(&self, at: &OwnPosition, m: &OwnMove) -> Vec<Site> {
        match &m.change {
            Change::Cells(list) => {
                let is_sheet = self.script.shape == Some(Shape::Rectangle);
                if let ([change], true) = (&**list, is_sheet)
                    && let Some(site) = sheets::rectangle_site(at.cells(), *change)
                {
                    return vec![site];
                }
                let site = |(i, _): &(u32, i32)| Site::new(0, u64::from(*i));
                list.iter().map(site).collect()
            }
            Change::Heap(to) => super::heaps::cuts(at.cells(), to, self.script),
        }
    }
}
