//! Moves on boards, as the script gives them.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Asked, CellChanges, OwnBoard};
use crate::games::own::engine;
use crate::games::own::explored::{MoveSource, OwnMoves, OwnPosition};
use crate::games::own::script::{ScriptError, ScriptKind};
use crate::rules::{Limits, Notation, Player, Rules};

/// What changes between two positions of the same length.
pub(super) fn changes(from: &[i32], to: &[i32]) -> CellChanges {
    let changed = (0..).zip(from.iter().zip(to)).filter(|(_, (a, b))| a != b);
    CellChanges(changed.map(|(i, (_, b))| (i, *b)).collect())
}

impl OwnBoard {
    /// Where the game starts.
    pub(in crate::games::own) fn start(&self) -> OwnPosition {
        let mover = (self.script.kind == ScriptKind::Two).then_some(Player::First);
        OwnPosition { mover, cells: self.script.start.as_slice().into() }
    }

    /// What the script says of a position: each result once, in board order. To be called within [`engine::within`].
    pub(super) fn ask(&self, at: &OwnPosition) -> Result<Asked, ScriptError> {
        let over = match at.mover {
            Some(player) if self.script.says_results() => self.script.result(&at.cells, player)?,
            _ => None,
        };
        if over.is_some() {
            return Ok(Asked { moves: Arc::default(), over });
        }
        let results = self.script.moves(&at.cells, at.mover)?;
        let mut moves: Vec<CellChanges> = results.iter().map(|to| changes(&at.cells, to)).collect();
        moves.sort_unstable();
        moves.dedup();
        let over = match moves.is_empty() {
            false => None,
            true if self.script.says_results() => {
                return Err(self.script.unfinished(&at.cells, at.mover));
            }
            true => Some(self.convention.stuck()),
        };
        Ok(Asked { moves: Arc::new(moves), over })
    }

    /// The same, from what has been explored; `None` where it has not been, or where that is being worked on: whoever
    /// draws or plays waits for no solver.
    fn as_explored(&self, at: &OwnPosition) -> Option<Asked> {
        let explored = self.explored.free()?;
        let (settled, next) = explored.settled(at).zip(explored.moves(at))?;
        let moves: Vec<CellChanges> = next.iter().map(|to| changes(&at.cells, &to.cells)).collect();
        let over = moves.is_empty().then_some(settled.outcome);
        Some(Asked { moves: Arc::new(moves), over })
    }

    fn explored_or_asked(&self, at: &OwnPosition, limits: &Limits) -> Result<Asked, ScriptError> {
        match self.as_explored(at) {
            Some(known) => Ok(known),
            None => engine::within(limits, || self.ask_and_check(at))?,
        }
    }

    /// The same, where each result makes sense too: a move to a position that legal refuses is a fault of the script, also
    /// where parts or what was explored before would never look at it. To be called within [`engine::within`].
    pub(super) fn ask_and_check(&self, at: &OwnPosition) -> Result<Asked, ScriptError> {
        let asked = self.ask(at)?;
        for m in asked.moves.iter().filter(|_| self.script.checks_positions()) {
            self.check_next(&self.play(at, m), at)?;
        }
        Ok(asked)
    }

    fn check_next(&self, to: &OwnPosition, from: &OwnPosition) -> Result<(), ScriptError> {
        match self.script.is_legal(&to.cells)? {
            true => Ok(()),
            false => {
                let m = self.move_text(from, &changes(&from.cells, &to.cells));
                Err(self.script.illegal(to, &m, from))
            }
        }
    }

    /// The same, kept from the last time.
    pub(super) fn asked_within(&self, at: &OwnPosition, limits: &Limits) -> Result<Asked, ScriptError> {
        self.asked.within(at, limits, |limits| self.explored_or_asked(at, limits))
    }

    /// The same where nothing can be answered but what there is: `None` where the script gives no answer.
    pub(super) fn asked_now(&self, at: &OwnPosition) -> Option<Asked> {
        self.asked.now(at, |limits| self.explored_or_asked(at, limits))
    }

    /// Why the script gives no answer for a position.
    pub(super) fn why_no_answer(&self, at: &OwnPosition) -> Option<ScriptError> {
        self.asked.why_no_answer(at, |limits| self.explored_or_asked(at, limits))
    }
}

/// The bytes that an answer takes.
pub(super) fn weight(asked: &Asked) -> usize {
    asked.moves.iter().map(|m| size_of::<CellChanges>() + 16 + size_of_val(&*m.0)).sum()
}

impl MoveSource for OwnBoard {
    fn moves(&self, at: &OwnPosition, from: Option<&OwnPosition>) -> Result<OwnMoves, ScriptError> {
        if let Some(from) = from {
            self.check_next(at, from)?;
        }
        let asked = self.ask(at)?;
        Ok(match asked.over {
            Some(outcome) => OwnMoves::Over(outcome),
            None => OwnMoves::On(asked.moves.iter().map(|m| self.play(at, m)).collect()),
        })
    }

    fn heeds_origin(&self) -> bool {
        self.script.checks_positions()
    }

    fn circle(&self, round: &[OwnPosition]) -> ScriptError {
        let state = |at: &OwnPosition| self.script.state_text(&at.cells, at.mover);
        let round: Vec<String> = round.iter().chain(round.first()).map(state).collect();
        self.script.circle(&round, "moves")
    }
}

impl Rules for OwnBoard {
    type Position = OwnPosition;
    type Move = CellChanges;

    fn mover(&self, at: &OwnPosition) -> Option<Player> {
        at.mover
    }

    /// Where the script gives no answer the game is not over: nothing is known. Work that needs the answer stops then.
    fn is_over(&self, at: &OwnPosition) -> bool {
        self.asked_now(at).is_some_and(|asked| asked.over.is_some())
    }

    fn is_legal(&self, at: &OwnPosition, m: &CellChanges) -> bool {
        self.asked_now(at).is_some_and(|asked| asked.moves.binary_search(m).is_ok())
    }

    fn count_moves(&self, at: &OwnPosition) -> Option<u64> {
        Some(self.asked_now(at)?.moves.len() as u64)
    }

    fn for_each_move(
        &self,
        at: &OwnPosition,
        f: &mut dyn FnMut(CellChanges) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.asked_now(at) {
            Some(asked) => asked.moves.iter().cloned().try_for_each(f),
            None => ControlFlow::Continue(()),
        }
    }

    fn play(&self, at: &OwnPosition, m: &CellChanges) -> OwnPosition {
        let mut to = at.clone();
        for &(i, value) in &m.0 {
            to.cells[i as usize] = value;
        }
        to.mover = at.mover.map(Player::other);
        to
    }
}
