//! Moves on a row.

use std::ops::ControlFlow;

use super::{RowStones, StoneMove, StoneRow};
use crate::rules::{Rules, after_legal};

impl Rules for StoneRow {
    type Position = RowStones;
    type Move = StoneMove;

    fn is_over(&self, at: &RowStones) -> bool {
        !at.0.contains(&true)
    }

    fn is_legal(&self, at: &RowStones, m: &StoneMove) -> bool {
        at.0.get(m.cells()).is_some_and(|cells| cells.iter().all(|&stone| stone))
    }

    fn count_moves(&self, at: &RowStones) -> Option<u64> {
        Some(at.runs().map(|run| 2 * run.len() as u64 - 1).sum())
    }

    fn for_each_move(
        &self,
        at: &RowStones,
        f: &mut dyn FnMut(StoneMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for run in at.runs() {
            let end = run.end;
            for cell in run {
                f(StoneMove { cell, two: false })?;
                if cell + 1 < end {
                    f(StoneMove { cell, two: true })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &RowStones, m: &StoneMove) -> RowStones {
        after_legal(self.is_legal(at, m).then_some(()));
        let mut to = at.clone();
        to.0[m.cells()].fill(false);
        to
    }

    /// The runs in falling order, with single gaps.
    fn canonical(&self, at: &RowStones) -> RowStones {
        let mut runs: Vec<usize> = at.runs().map(|run| run.len()).collect();
        runs.sort_unstable_by(|a, b| b.cmp(a));
        RowStones::from_runs(runs)
    }
}

impl RowStones {
    /// A row of these runs with single gaps between them.
    pub(super) fn from_runs(runs: impl IntoIterator<Item = usize>) -> RowStones {
        let mut cells = Vec::new();
        for run in runs {
            if !cells.is_empty() {
                cells.push(false);
            }
            cells.extend(std::iter::repeat_n(true, run));
        }
        RowStones(cells.into())
    }
}
