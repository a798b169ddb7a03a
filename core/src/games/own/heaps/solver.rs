//! Finds Grundy values of heaps by their definition, remoteness by searching all reachable sums, and outcomes in misère
//! play by such a search or by a proved quotient.

use crate::tr;
use std::sync::Arc;

use super::{Become, Heap, HeapValue, LARGEST_SOLVED, OwnHeaps, is_huge, padded};
use crate::games::own::by_rule::seen_period;
use crate::games::own::components::Components;
use crate::games::own::position::OwnPosition;
use crate::games::own::script::heap_text;
use crate::games::own::store::{NextPositions, Source};
use crate::games::prelude::*;
use crate::rule::{LostRule, RuleTable};
use crate::solve::quotient::{GameQuotient, HeapFamily, HeapRules};
use crate::solve::sums::MisereKind;

/// The maximum number of heaps explored.
pub(super) const MOST_PIECES: usize = 4_000_000;
/// In misère play, at most this many sums are searched, for outcome and remoteness, before the quotient is tried.
const MOST_WITH_REMOTENESS: usize = 50_000;
/// The maximum number of sums searched in misère play.
const MOST_SUMS: usize = 2_000_000;
/// The length of play above which the remoteness is not searched for: with a single heap, and with several heaps.
const HIGHEST: [u64; 2] = [400, 2_000];

impl Source for OwnHeaps {
    fn options(&self, at: &[u8], limits: &Limits, next: &mut NextPositions) -> Result<(), Stop> {
        let dims = self.script.dims;
        let options = self.script.options(&self.script.unpack(&at[1..]), limits)?;
        let mut found: Vec<Vec<Heap>> = options
            .iter()
            .map(|(_, heaps)| self.script.unpack(heaps).chunks(dims).map(padded).collect())
            .collect();
        // Small heaps come first, so that only few heaps are in progress at a time.
        found.iter_mut().for_each(|option| option.sort_unstable());
        found.sort_unstable();
        found.dedup();
        for option in &found {
            next.push_sum(option.iter().map(|heap| self.key(heap)));
        }
        Ok(())
    }

    fn circle(&self, round: &[Vec<u8>]) -> Stop {
        let round = round.iter().chain(round.first());
        let told = round.map(|at| heap_text(&self.script.unpack(&at[1..])));
        self.script.circle(&told.collect::<Vec<_>>(), "options")
    }

    fn plural(&self) -> &'static str {
        tr!("heaps")
    }
}

impl OwnHeaps {
    /// Packs a heap.
    fn key(&self, heap: &Heap) -> Vec<u8> {
        [vec![0], self.script.pack(&heap[..self.script.dims])].concat()
    }

    fn keys(&self, heaps: &[Heap]) -> Vec<Vec<u8>> {
        heaps.iter().map(|heap| self.key(heap)).collect()
    }

    fn numbered(&self, at: &OwnPosition) -> Vec<Heap> {
        self.heaps(at).map(padded).collect()
    }

    /// Settles these heaps, and passes the results to a callback.
    pub(super) fn settled<T>(
        &self,
        heaps: &[Heap],
        limits: &Limits,
        then: impl FnOnce(&mut Components, &[u32]) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        check_size(heaps)?;
        let pieces = &mut *self.solved.locked(limits)?;
        let numbers = pieces.solve(&self.keys(heaps), self, limits)?;
        then(pieces, &numbers)
    }

    /// Tries out a script by settling a heap and all heaps reachable from it; heaps above [`LARGEST_SOLVED`] are
    /// skipped.
    pub(in crate::games::own) fn try_values(&self, heap: i32, limits: &Limits) -> Result<(), Stop> {
        let mut numbers = [0; super::MOST_DIMS];
        numbers[..self.script.dims].fill(heap);
        if heap > LARGEST_SOLVED {
            return Ok(());
        }
        let pieces = &mut *self.solved.locked(limits)?;
        pieces
            .solve(&[self.key(&numbers)], self, limits)
            .map(|_| ())
    }

    pub(super) fn values(&self, heaps: &[Heap], limits: &Limits) -> Result<Vec<u64>, Stop> {
        if self.convention == Convention::Normal
            && let Some(found) = self.soon(heaps, limits)?
        {
            return Ok(found);
        }
        self.settled(heaps, limits, grundy_values)
    }

    /// The values in normal play of heaps that the table reaches, or from which few new heaps can be reached; `None`
    /// for other heaps.
    fn soon(&self, heaps: &[Heap], limits: &Limits) -> Result<Option<Vec<u64>>, Stop> {
        let is_near = self.is_near(heaps, limits)?;
        if !is_near && let Some(found) = self.few(heaps, limits, grundy_values)? {
            return Ok(Some(found));
        }
        match self.tabled(heaps, limits)? {
            Some(found) => Ok(Some(
                found.iter().map(|value| value.grundy.into()).collect(),
            )),
            None if is_near => self.few(heaps, limits, grundy_values),
            None => Ok(None),
        }
    }

    /// Returns whether the table of all heaps in ascending order reaches these heaps, or soon would.
    fn is_near(&self, heaps: &[Heap], limits: &Limits) -> Result<bool, Stop> {
        const SMALL: usize = 2_000;
        const AHEAD: usize = 100;
        let largest = heaps.iter().map(|heap| heap[0]).max().unwrap_or(0) as usize;
        let near = (self.table.locked(limits)?.len() + AHEAD).max(SMALL);
        Ok(self.script.dims == 1 && largest <= near)
    }

    /// Settles heaps and passes the results to a callback. Returns `None` if too many new heaps can be reached, or if
    /// the script fails and one of the heaps is too large.
    fn few<T>(
        &self,
        heaps: &[Heap],
        limits: &Limits,
        then: impl FnOnce(&mut Components, &[u32]) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        let pieces = &mut *self.solved.locked(limits)?;
        match pieces.solve_few(&self.keys(heaps), self, limits) {
            Ok(Some(numbers)) => then(pieces, &numbers).map(Some),
            Ok(None) => Ok(None),
            // A heap this large may be too much for the script.
            Err(Stop::Fault(_)) if check_size(heaps).is_err() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The values of heaps from the table of all heaps in ascending order; `None` if the table does not cover them.
    fn tabled(&self, heaps: &[Heap], limits: &Limits) -> Result<Option<Vec<HeapValue>>, Stop> {
        check_size(heaps)?;
        if self.script.dims > 1 {
            return Ok(None);
        }
        let largest = heaps.iter().map(|heap| heap[0]).max().unwrap_or(0);
        let mut table = self.table.locked(limits)?;
        table.reach(self.script, largest, limits)?;
        Ok(heaps.iter().map(|heap| table.get(heap[0])).collect())
    }

    /// The value, from the table and without the remoteness, of heaps whose remoteness would be slow to find; `None`
    /// for other heaps.
    fn long_value(&self, heaps: &[Heap], limits: &Limits) -> Result<Option<Value>, Stop> {
        let found = self.tabled(heaps, limits)?;
        let height = |value: &HeapValue| u64::from(value.height);
        let is_long = |found: &Vec<HeapValue>| {
            let live = found.iter().filter(|value| value.height > 0).count();
            found.iter().map(height).sum::<u64>() > HIGHEST[usize::from(live > 1)]
        };
        Ok(found.filter(is_long).map(|found| {
            let grundy = found
                .iter()
                .fold(0, |xor, value| xor ^ u64::from(value.grundy));
            Value::from_outcome(Outcome::won(grundy != 0)).with_grundy(Some(grundy))
        }))
    }

    /// The Grundy value of the sum of the heaps.
    pub(super) fn xor(&self, cells: &[i32], limits: &Limits) -> Result<u64, Stop> {
        let heaps: Vec<Heap> = cells.chunks(self.script.dims).map(padded).collect();
        let values = self.values(&heaps, limits)?;
        Ok(values.into_iter().fold(0, |xor, value| xor ^ value))
    }

    /// Describes the period, observed but not proved, in the values of heaps up to 400. A longer table is used up to
    /// its end, `most` or 10,000, whichever is smallest. `None` if there is no such period, in misère play, or if heaps
    /// have several numbers.
    pub(super) fn seen_period(&self, most: u64, limits: &Limits) -> Option<String> {
        const LOOKED_AT: usize = 400;
        const MOST_LOOKED_AT: usize = 10_000;
        if self.convention == Convention::Misere || self.script.dims > 1 {
            return None;
        }
        let tabled = self.table.locked(limits).ok()?.len().saturating_sub(1);
        let looked_at = tabled
            .min(saturating_cast(most))
            .clamp(LOOKED_AT, MOST_LOOKED_AT);
        let heaps: Vec<Heap> = (0..=saturating_cast(looked_at))
            .map(|n| padded(&[n]))
            .collect();
        seen_period(&self.soon(&heaps, limits).ok()??, 0)
    }
}

fn grundy_values(pieces: &mut Components, numbers: &[u32]) -> Result<Vec<u64>, Stop> {
    Ok(numbers.iter().map(|&n| pieces.grundy(n).into()).collect())
}

fn check_size(heaps: &[Heap]) -> Result<(), Stop> {
    let largest = heaps.iter().flatten().copied().max().unwrap_or(0);
    if largest <= LARGEST_SOLVED {
        return Ok(());
    }
    Err(Stop::not_proved(tr!(
        "the values of heaps are found up to {most}; this one has {largest}",
        most = LARGEST_SOLVED
    )))
}

/// The rules for heaps of one number.
impl HeapRules for &OwnHeaps {
    fn options(&self, heap: u64, limits: &Limits) -> Result<Vec<Vec<u64>>, Stop> {
        let heap =
            i32::try_from(heap).map_err(|_| Stop::not_proved(tr!("the heap is too large")))?;
        let options = self.ask(&padded(&[heap]), limits)?;
        Ok(options
            .iter()
            .map(|to| to.iter().map(|&n| n as u64).collect())
            .collect())
    }
}

/// The maximum number of heap sizes by which a quotient is extended if only the outcome is requested.
const SOON: u64 = 40;

impl OwnHeaps {
    /// Returns whether the quotient of these heaps is already known or can be extended to them quickly.
    fn has_quotient(&self, heaps: &[i32]) -> bool {
        let largest = heaps.iter().copied().max().unwrap_or(0) as u64;
        self.quotient.try_get().is_some_and(|known| {
            let reached = known.as_ref().and_then(GameQuotient::largest).unwrap_or(0);
            largest <= reached + SOON || known.as_ref().is_some_and(|found| found.covers(largest))
        })
    }

    /// The outcome of a sum of heaps in misère play, from the quotient of the heaps; `None` if no quotient of them is
    /// proved, or if heaps have several numbers.
    pub(in crate::games::own) fn by_quotient(
        &self,
        heaps: &[i32],
        limits: &Limits,
    ) -> Result<Option<Outcome>, Stop> {
        if self.script.dims > 1 {
            return Ok(None);
        }
        let largest = heaps.iter().copied().max().unwrap_or(0) as u64;
        let mut known = self.quotient.locked(limits)?;
        let found = match &mut *known {
            Some(found) => found,
            none => none.insert(GameQuotient::beside_nim(0, limits)?),
        };
        let reached = if found.covers(largest) {
            Ok(Ok(()))
        } else {
            found.reach(&self, largest, limits)
        };
        if if_proved(reached)? != Some(Ok(())) {
            return Ok(None);
        }
        let quotient = found.quotient();
        let mut product = 0;
        for &heap in heaps {
            let Some(element) = found.element(heap as u64) else {
                return Ok(None);
            };
            product = quotient.product(product, element);
        }
        Ok(Some(Outcome::won(!quotient.loses(product))))
    }
}

/// The largest heap used in the search for a rule.
const RULED: u64 = 100;

impl OwnHeaps {
    /// The rule that fits all single heaps up to [`RULED`], if there is one; in misère play, a rule is searched for
    /// only if the quotient of these heaps is proved.
    pub(super) fn rule(&self, limits: &Limits) -> Result<Option<&LostRule>, Stop> {
        if let Some(known) = self.rule.get() {
            return Ok(known.as_ref());
        }
        let is_lost = |n: u64| -> Result<Option<bool>, Stop> {
            let heap = [saturating_cast::<i32, _>(n)];
            let outcome = match self.convention {
                Convention::Normal => Some(Outcome::won(self.xor(&heap, limits)? != 0)),
                Convention::Misere => self.by_quotient(&heap, limits)?,
            };
            // The table needs a result for every heap.
            let unproved = || Stop::not_proved(tr!("no quotient of these heaps is proved"));
            outcome
                .map(|outcome| Some(outcome == Outcome::Loss))
                .ok_or_else(unproved)
        };
        if self.script.dims > 1 {
            return Ok(None);
        }
        let table = if_proved(RuleTable::of_single(0, RULED, &mut |n| is_lost(n)))?;
        let found = table.map_or(Ok(None), |table| LostRule::find(&table, limits))?;
        Ok(self.rule.get_or_init(|| found).as_ref())
    }
}

impl OwnHeaps {
    fn proved(&self, at: &OwnPosition, limits: &Limits) -> Result<Value, Stop> {
        self.check_next(at, limits)?;
        let heaps = self.numbered(at);
        if self.convention == Convention::Normal {
            let value = |pieces: &mut Components, numbers: &[u32]| {
                pieces.value(numbers, self.convention, MOST_SUMS, limits)
            };
            if !self.is_near(&heaps, limits)?
                && let Some(value) = self.few(&heaps, limits, value)?.flatten()
            {
                return Ok(value);
            }
            if let Some(value) = self.long_value(&heaps, limits)? {
                return Ok(value);
            }
        }
        let searched = |most: usize| {
            self.settled(&heaps, limits, |pieces, numbers| {
                pieces.value(numbers, self.convention, most, limits)
            })
        };
        if let Some(value) = searched(MOST_WITH_REMOTENESS)? {
            return Ok(value);
        }
        if let Some(outcome) = self.by_quotient(at.cells(), limits)? {
            return Ok(Value::from_outcome(outcome));
        }
        searched(MOST_SUMS)?.ok_or_else(|| {
            Stop::not_proved(tr!("in misère play no quotient of these heaps is proved, and more than {most} positions can \
                 follow, or more than the memory given holds", most = MOST_SUMS))
        })
    }
}

impl OwnHeaps {
    fn outcome_of(&self, at: &OwnPosition, limits: &Limits) -> Result<Outcome, Stop> {
        self.check_next(at, limits)?;
        match self.convention {
            Convention::Misere if self.has_quotient(at.cells()) => {
                let by_product = self.by_quotient(at.cells(), limits)?;
                by_product.map_or_else(|| Ok(self.value(at, limits)?.outcome), Ok)
            }
            Convention::Misere => Ok(self.value(at, limits)?.outcome),
            Convention::Normal => Ok(Outcome::won(self.xor(at.cells(), limits)? != 0)),
        }
    }
}

impl Solve for OwnHeaps {
    fn prove(&self, at: &OwnPosition, want: Want, limits: &Limits) -> Result<Value, Stop> {
        match want {
            Want::Outcome => Ok(Value::from_outcome(self.outcome_of(at, limits)?)),
            Want::Value => self.proved(at, limits),
        }
    }

    /// Enumerates the moves, unless a heap is huge, the convention is normal play and the position is not a part of a
    /// sum: then asks the script for the options of every heap and tests them one by one.
    fn moves_to(
        &self,
        at: &OwnPosition,
        outcome: Outcome,
        beside: Beside<'_>,
    ) -> Result<MoveSet<'_, Become>, Stop> {
        let is_listed = self.heaps(at).all(|heap| !is_huge(heap));
        let is_alone = matches!(beside.others, OtherParts::None);
        if is_listed || !is_alone || self.convention == Convention::Misere {
            return by_enumeration(self, at, outcome, beside);
        }
        let (mut found, limits) = (Vec::new(), beside.limits);
        let whole = self.xor(at.cells(), limits)?;
        for (heap, numbers) in (0..).zip(self.heaps(at)) {
            let rest = whole ^ self.xor(numbers, limits)?;
            for to in self.ask(&padded(numbers), limits)? {
                let is_won = self.xor(&to, limits)? == rest;
                if is_won == (outcome == Outcome::Win) && found.len() < beside.most {
                    found.push(Become { heap, to });
                }
            }
        }
        Ok(found.into())
    }

    /// Computes the Grundy value without searching for the remoteness; in misère play, lists the heaps that allow a
    /// move.
    fn summand(&self, at: &OwnPosition, limits: &Limits) -> Result<Summand, Stop> {
        self.check_next(at, limits)?;
        if self.convention == Convention::Normal {
            return Ok(Summand::known(Some(self.xor(at.cells(), limits)?)));
        }
        let mut live = Vec::new();
        if self.script.dims > 1 {
            return Ok(Summand::known(None));
        }
        for &heap in at.cells() {
            if !self.options_within(&padded(&[heap]), limits)?.is_empty() {
                live.push(
                    u64::try_from(heap).map_err(|_| Stop::not_proved(tr!("a heap is below 0")))?,
                );
            }
        }
        Ok(Summand {
            nimber: None,
            misere: MisereKind::Heaps(live),
        })
    }

    fn family(&self) -> Option<HeapFamily<'_>> {
        if self.script.dims > 1 {
            return None;
        }
        Some(HeapFamily {
            name: [self.info.id, &self.script.params_text()].concat(),
            rules: Some(Arc::new(self)),
            board: None,
            kept: Some(&self.beside),
        })
    }
}
