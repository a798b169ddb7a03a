//! Moves on a row.

use std::ops::ControlFlow;

use super::{Cells, Row, Take};
use crate::rules::Rules;

impl Rules for Row {
    type Position = Cells;
    type Move = Take;

    fn is_over(&self, at: &Cells) -> bool {
        !at.0.contains(&true)
    }

    fn is_legal(&self, at: &Cells, m: &Take) -> bool {
        at.0.get(m.cells()).is_some_and(|cells| cells.iter().all(|&stone| stone))
    }

    fn count_moves(&self, at: &Cells) -> Option<u64> {
        Some(at.runs().map(|run| 2 * run.len() as u64 - 1).sum())
    }

    fn for_each_move(&self, at: &Cells, f: &mut dyn FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
        for run in at.runs() {
            let end = run.end;
            for cell in run {
                f(Take { cell, two: false })?;
                if cell + 1 < end {
                    f(Take { cell, two: true })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &Cells, m: &Take) -> Cells {
        let mut to = at.clone();
        if let Some(cells) = to.0.get_mut(m.cells()) {
            cells.fill(false);
        }
        to
    }

    /// The runs in falling order, with single gaps.
    fn canonical(&self, at: &Cells) -> Cells {
        let mut runs: Vec<usize> = at.runs().map(|run| run.len()).collect();
        runs.sort_unstable_by(|a, b| b.cmp(a));
        Cells::from_runs(runs)
    }
}

impl Cells {
    /// A row of these runs with single gaps between them.
    pub(super) fn from_runs(runs: impl IntoIterator<Item = usize>) -> Cells {
        let mut cells = Vec::new();
        for run in runs {
            if !cells.is_empty() {
                cells.push(false);
            }
            cells.extend(std::iter::repeat_n(true, run));
        }
        Cells(cells.into())
    }
}
