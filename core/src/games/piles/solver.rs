//! Values by the XOR of the piles', misère play by tameness, moves to the end by complete search of small positions.

use super::{PileGame, PileMove, PileRules};
use crate::rules::{Convention, Limits, Outcome, Rules, Stop, Value, nearest};
use crate::solve::graph::Verdict;
use crate::solve::quotient::Factor;
use crate::solve::sums::{OtherParts, Summand, no_theorem};
use crate::solve::tame::TameType;
use crate::solve::{BesideHeaps, Impartial, Solve, WinningMoves};

/// Up to so many moves of a pile are asked one by one where others decide.
const FEW_MOVES: u64 = 64;
/// Moves to the end are known for any two piles up to this size,
const PAIR: u64 = 200;
/// and for up to this many piles,
const FEW: usize = 4;
/// up to this size each.
const SMALL: u64 = 15;

impl<K: PileRules> PileGame<K> {
    pub(super) fn tame(&self, at: &[u64], limits: &Limits) -> Result<TameType, Stop> {
        at.iter().map(|&n| self.kind.value(n, limits).map(TameType::pile)).sum()
    }

    fn remoteness(&self, at: &Vec<u64>, limits: &Limits) -> Result<Option<u64>, Stop> {
        // Piles from which nothing can be taken do not count; as many or as large ones as here are not searched.
        let live = at.iter().filter(|&&n| self.kind.next(n, 0).is_some());
        let (count, largest) = live.fold((0, 0), |(count, largest), &n| (count + 1, n.max(largest)));
        if largest > PAIR || (count > 2 && (count > FEW || largest > SMALL)) {
            return Ok(None);
        }
        let piles = self.canonical(at);
        let verdict = if piles.len() <= 2 {
            let low = if piles.len() == 2 { piles[0] } else { 0 };
            if let Some(known) = K::remoteness_of_two(low, largest, self.convention) {
                return Ok(Some(known));
            }
            self.pair(low, largest, limits)?
        } else {
            self.memo.value(self, &piles, self.convention, limits)?.verdict
        };
        Ok(Some(u64::from(verdict.remoteness)))
    }

    /// Two piles, the smaller one first, at most [`PAIR`]. The table grows by all pairs up to the larger one.
    fn pair(&self, low: u64, high: u64, limits: &Limits) -> Result<Verdict, Stop> {
        let table = &mut self.pairs.locked(limits)?.0;
        let amounts = |n: u64| {
            let mut last = 0;
            std::iter::from_fn(move || {
                last = self.kind.next(n, last)?;
                Some(last)
            })
        };
        for b in 0..=high {
            if table.len() > place(b, b) {
                continue;
            }
            limits.check()?;
            // A row is put in whole: what breaks off leaves no half of one.
            let mut row: Vec<Verdict> = Vec::with_capacity(place(0, b + 1) - place(0, b));
            for a in 0..=b {
                let from_low = amounts(a).map(|k| place(a - k, b));
                let from_high = amounts(b).map(|k| place(a.min(b - k), a.max(b - k)));
                let before = |i: usize| table.get(i).copied().unwrap_or_else(|| row[i - table.len()]);
                let best = Verdict::best(self.convention, from_low.chain(from_high).map(before));
                row.push(best);
            }
            table.extend(row);
        }
        Ok(table[place(low, high)])
    }
}

/// The place of two piles in the table of pairs: rows of `high + 1` entries one after another.
fn place(low: u64, high: u64) -> usize {
    // Both are at most `PAIR`.
    nearest(high * (high + 1) / 2 + low)
}

impl<K: PileRules> Solve for PileGame<K> {
    fn value(&self, at: &Vec<u64>, limits: &Limits) -> Result<Value, Stop> {
        let tame = self.tame(at, limits)?;
        let misere = self.convention.is_misere();
        Ok(Value::of(Outcome::won(!tame.loses(self.convention)))
            .with_grundy((!misere).then_some(tame.value))
            .with_remoteness(self.remoteness(at, limits)?))
    }

    fn outcome(&self, at: &Vec<u64>, limits: &Limits) -> Result<Outcome, Stop> {
        Ok(Outcome::won(!self.tame(at, limits)?.loses(self.convention)))
    }

    fn winning(&self, at: &Vec<u64>, most: usize, limits: &Limits) -> Result<WinningMoves<PileMove>, Stop> {
        self.winning_beside(at, &OtherParts::none(), most, limits)
    }
}

impl<K: PileRules> Impartial for PileGame<K> {
    fn convention(&self) -> Convention {
        self.convention
    }

    fn summand(&self, at: &Vec<u64>, limits: &Limits) -> Result<Summand, Stop> {
        let tame = self.tame(at, limits)?;
        Ok(Summand::Tame(tame))
    }

    /// By Ferguson's pairing a pile of value 0 that has a move has one to value 1, and so every pile is a heap of Nim in
    /// all misère sums ([`heap_of_nim`](crate::solve::tame::heap_of_nim)): with the smallest amount `s`, a pile has value
    /// 1 exactly if `s` less has value 0; and if a pile of value 0 has moves, `s` less has another value, so a move to
    /// 0, and without the `s` that move leads to 1.
    fn factor(&self, at: &Vec<u64>, limits: &Limits) -> Result<Option<Factor>, Stop> {
        at.iter()
            .map(|&pile| self.kind.value(pile, limits))
            .collect::<Result<_, _>>()
            .map(|n| Some(Factor::Nim(n)))
    }

    fn winning_heaps(
        &self,
        at: &Vec<u64>,
        others: &dyn BesideHeaps,
        most: usize,
        limits: &Limits,
    ) -> Result<WinningMoves<PileMove>, Stop> {
        let values = at.iter().map(|&n| self.kind.value(n, limits)).collect::<Result<Vec<u64>, Stop>>()?;
        let mut found = WinningMoves::default();
        for (pile, (&n, &value)) in at.iter().zip(&values).enumerate() {
            let mut left = [&values[..pile], &values[pile + 1..]].concat();
            if self.kind.count(n) <= FEW_MOVES {
                left.push(value);
                let mut amount = 0;
                while let Some(next) = self.kind.next(n, amount) {
                    amount = next;
                    left[values.len() - 1] = self.kind.value(n - amount, limits)?;
                    if others.loses(&left)? {
                        found.push(PileMove { pile, amount }, most);
                    }
                }
                continue;
            }
            let wanted = others.partner(&left)?;
            if wanted != value {
                for amount in self.kind.amounts_to(n, wanted, limits)? {
                    found.push(PileMove { pile, amount }, most);
                }
            }
        }
        Ok(found)
    }

    /// Each pile must be brought to the value that all the rest asks for.
    fn winning_beside(
        &self,
        at: &Vec<u64>,
        others: &OtherParts,
        most: usize,
        limits: &Limits,
    ) -> Result<WinningMoves<PileMove>, Stop> {
        limits.check()?;
        let values = at.iter().map(|&n| self.kind.value(n, limits)).collect::<Result<Vec<u64>, Stop>>()?;
        let xor = values.iter().fold(0, |xor, v| xor ^ v);
        let firm = values.iter().filter(|&&v| v >= 2).count();
        let mut found = WinningMoves::default();
        for (pile, (&n, &value)) in at.iter().zip(&values).enumerate() {
            let mut others = others.clone();
            others.add(&Summand::Tame(TameType::new(xor ^ value, firm > usize::from(value >= 2))));
            let wanted = others.target(self.convention).ok_or_else(no_theorem)?;
            if wanted != value {
                for amount in self.kind.amounts_to(n, wanted, limits)? {
                    found.push(PileMove { pile, amount }, most);
                }
            }
        }
        Ok(found)
    }
}
