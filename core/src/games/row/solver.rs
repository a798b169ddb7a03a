//! Every row by its runs: the closed forms of Kayles, remoteness by search where there are few stones.

use super::{MOST_CELLS, MOST_WITH_REMOTENESS, RowStones, StoneMove, StoneRow};
use crate::rules::{Convention, Limits, Outcome, Stop, Value, nearest};
use crate::solve::kayles::{RunRules, Runs};
use crate::solve::quotient::{Factor, HeapFamily};
use crate::solve::sums::{OtherParts, Summand, no_theorem};
use crate::solve::{Impartial, Solve, WinningMoves};

impl StoneRow {
    fn refuse_large(&self, at: &RowStones) -> Result<(), Stop> {
        match at.0.len() {
            n if n <= MOST_CELLS => Ok(()),
            n => Err(Stop::not_proved(format!(
                "rows are solved up to {MOST_CELLS} cells, and this one has {n}"
            ))),
        }
    }

    pub(super) fn loses(&self, runs: &Runs) -> bool {
        runs.loses(self.convention)
    }

    fn remoteness(&self, at: &RowStones, limits: &Limits) -> Result<Option<u64>, Stop> {
        if at.stones() > MOST_WITH_REMOTENESS {
            return Ok(None);
        }
        let pieces = at.runs().map(|run| nearest(run.len())).collect();
        let mut searched = self.searched.locked(limits)?;
        let verdict = searched.verdicts(pieces, self.convention, limits, &|run| {
            let some = |n: u8| Some(n).filter(|&n| n > 0);
            (1..=run.min(2)).flat_map(|k| (0..=run - k).map(move |a| [some(a), some(run - k - a)])).collect()
        })?;
        Ok(Some(verdict.remoteness.into()))
    }
}

impl Solve for StoneRow {
    fn value(&self, at: &RowStones, limits: &Limits) -> Result<Value, Stop> {
        self.refuse_large(at)?;
        let runs = at.kayles();
        let grundy = (self.convention == Convention::Normal).then(|| runs.grundy().into());
        Ok(Value::of(Outcome::won(!self.loses(&runs)))
            .with_grundy(grundy)
            .with_remoteness(self.remoteness(at, limits)?))
    }

    fn outcome(&self, at: &RowStones, _limits: &Limits) -> Result<Outcome, Stop> {
        self.refuse_large(at)?;
        Ok(Outcome::won(!self.loses(&at.kayles())))
    }

    fn winning(&self, at: &RowStones, most: usize, limits: &Limits) -> Result<WinningMoves<StoneMove>, Stop> {
        self.winning_beside(at, &OtherParts::none(), most, limits)
    }
}

impl Impartial for StoneRow {
    fn convention(&self) -> Convention {
        self.convention
    }

    fn summand(&self, at: &RowStones, _limits: &Limits) -> Result<Summand, Stop> {
        self.refuse_large(at)?;
        Ok(Summand::Kayles(at.kayles()))
    }

    fn factor(&self, at: &RowStones, _limits: &Limits) -> Result<Option<Factor>, Stop> {
        self.refuse_large(at)?;
        Ok(Some(Factor::Heaps(at.runs().map(|run| run.len() as u64).collect())))
    }

    /// Runs are the heaps of the octal game 0.77.
    fn family(&self) -> Option<HeapFamily<'_>> {
        let name = "octal/0.77".to_owned();
        Some(HeapFamily { name, rules: Box::new(RunRules), kept: &self.beside })
    }

    /// A move changes one run: nothing else is counted again.
    fn winning_beside(
        &self,
        at: &RowStones,
        others: &OtherParts,
        most: usize,
        limits: &Limits,
    ) -> Result<WinningMoves<StoneMove>, Stop> {
        self.refuse_large(at)?;
        limits.check()?;
        let runs = at.kayles();
        let mut found = WinningMoves::default();
        for run in at.runs() {
            let moves = (run.clone()).flat_map(|cell| [false, true].map(|two| StoneMove { cell, two }));
            for m in moves.filter(|m| m.cells().end <= run.end) {
                let (left, right) = (m.cell - run.start, run.end - m.cells().end);
                let to = runs.after(run.len() as u64, left as u64, right as u64);
                let wins = match others.is_none() {
                    true => self.loses(&to),
                    false => {
                        (others.loses_with(&Summand::Kayles(to), self.convention)).ok_or_else(no_theorem)?
                    }
                };
                if wins {
                    found.push(m, most);
                }
            }
        }
        Ok(found)
    }
}
