//! Solves sums of heaps. Grundy values are computed from their definition, and remoteness by searching all reachable
//! sums. In misère play, the outcome comes from such a search or from a proved misère quotient.

use super::by_rule::seen_period;
use super::components::{Components, MostPieces};
use super::position::{OwnMove, OwnPosition};
use super::ruleset::OwnRuleset;
use super::table::HeapValue;
use crate::games::prelude::*;
use crate::solve::quotient::{GameQuotient, HeapRules};
use crate::tr;

/// The largest heap whose value is computed from the values of all smaller heaps. A larger heap is solved only in
/// normal play, and only if few heaps can be reached from it.
const LARGEST_SOLVED: i32 = 10_000_000;
/// The maximum number of sums searched before the misère quotient is tried. A quotient gives the outcome, but not the
/// remoteness.
const MOST_WITH_REMOTENESS: usize = 50_000;
const MOST_SUMS: usize = 2_000_000;
/// In normal play, the remoteness is searched for only if no line of play has more than this many moves. The first
/// limit is for a single live heap, and the second for several heaps.
const HIGHEST: [u64; 2] = [400, 2_000];

impl OwnRuleset {
    pub(super) fn try_heap(&self, heap: &[i32], limits: &Limits) -> Result<(), Stop> {
        // A large heap is solved only in normal play, and only if few heaps can be reached from it.
        if let Err(too_large) = check_size(heap) {
            let found = match self.convention {
                Convention::Normal => self.few(heap, limits, |_, _| Ok(()))?,
                Convention::Misere => None,
            };
            return found.ok_or(too_large);
        }
        self.settled([heap], MostPieces::ALL, limits, |_, _| Ok(()))
    }

    pub(super) fn values(&self, heaps: &[i32], limits: &Limits) -> Result<Vec<u64>, Stop> {
        if self.convention == Convention::Normal {
            let of_pieces =
                |pieces: &mut Components, numbers: &[u32]| grundy_values(pieces, numbers).map(Some);
            let of_table = |table: Vec<HeapValue>| Some(grundy_in(&table));
            if let Some(found) = self.soon(heaps, limits, of_pieces, of_table)? {
                return Ok(found);
            }
        }
        check_size(heaps)?;
        self.settled(self.heaps(heaps), MostPieces::ALL, limits, grundy_values)
    }

    /// Computes a result for heaps in normal play from the table of all heaps. If extending the table to these heaps
    /// would take a long time, first tries to solve only the heaps reachable from them.
    fn soon<T>(
        &self,
        heaps: &[i32],
        limits: &Limits,
        of_pieces: impl FnOnce(&mut Components, &[u32]) -> Result<Option<T>, Stop>,
        of_table: impl FnOnce(Vec<HeapValue>) -> Option<T>,
    ) -> Result<Option<T>, Stop> {
        if !self.is_near(heaps, limits)?
            && let Some(found) = self.few(heaps, limits, of_pieces)?.flatten()
        {
            return Ok(Some(found));
        }
        Ok(self.tabled(heaps, limits)?.and_then(of_table))
    }

    /// Returns whether the table covers these heaps or is close to covering them. Only heaps of one number are
    /// tabulated.
    fn is_near(&self, heaps: &[i32], limits: &Limits) -> Result<bool, Stop> {
        const SMALL: usize = 2_000;
        const AHEAD: usize = 100;
        let largest = heaps.iter().copied().max().unwrap_or(0) as usize;
        let near = (self.table.locked(limits)?.len() + AHEAD).max(SMALL);
        Ok(self.script.dims == 1 && largest <= near)
    }

    /// Solves the heaps and all heaps reachable from them, then calls `then` with the results. Returns `None` if too
    /// many new heaps can be reached, or if the script fails.
    fn few<T>(
        &self,
        heaps: &[i32],
        limits: &Limits,
        then: impl FnOnce(&mut Components, &[u32]) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        if_proved(self.settled(self.heaps(heaps), MostPieces::FEW, limits, then))
    }

    /// Extends the table to the heaps and returns their entries. Returns `None` if the table cannot be extended that
    /// far, or if heaps have several numbers.
    fn tabled(&self, heaps: &[i32], limits: &Limits) -> Result<Option<Vec<HeapValue>>, Stop> {
        check_size(heaps)?;
        if self.script.dims > 1 {
            return Ok(None);
        }
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let mut table = self.table.locked(limits)?;
        table.reach(self.script, largest, limits)?;
        Ok(heaps.iter().map(|&heap| table.get(heap)).collect())
    }

    /// Describes an observed but unproved period of the heap values. Returns `None` in misère play.
    pub(super) fn period_of_heaps(
        &self,
        most: u64,
        limits: &Limits,
    ) -> Result<Option<String>, Stop> {
        const LOOKED_AT: usize = 400;
        const MOST_LOOKED_AT: usize = 10_000;
        if self.convention == Convention::Misere {
            return Ok(None);
        }
        let tabled = self.table.locked(limits)?.len().saturating_sub(1);
        let looked_at = tabled
            .min(saturating_cast(most))
            .clamp(LOOKED_AT, MOST_LOOKED_AT);
        let heaps: Vec<i32> = (0..=saturating_cast(looked_at)).collect();
        let values = match if_proved(self.tabled(&heaps, limits))?.flatten() {
            Some(table) => Some(grundy_in(&table)),
            None => self.few(&heaps, limits, grundy_values)?,
        };
        Ok(values.and_then(|values| seen_period(&values, 0)))
    }
}

fn grundy_in(table: &[HeapValue]) -> Vec<u64> {
    table.iter().map(|value| value.grundy.into()).collect()
}

/// Returns the value of a sum of heaps without its remoteness, if finding the remoteness would take too long. Otherwise
/// returns `None`.
fn long_value(table: Vec<HeapValue>) -> Option<Value> {
    let heights = table.iter().map(|value| u64::from(value.height));
    let live = heights.clone().filter(|&height| height > 0).count();
    if heights.sum::<u64>() <= HIGHEST[usize::from(live > 1)] {
        return None;
    }
    let grundy = grundy_in(&table).into_iter().fold(0, |xor, n| xor ^ n);
    Some(Value::from_outcome(Outcome::won(grundy != 0)).with_grundy(Some(grundy)))
}

fn grundy_values(pieces: &mut Components, numbers: &[u32]) -> Result<Vec<u64>, Stop> {
    Ok(numbers.iter().map(|&n| pieces.grundy(n).into()).collect())
}

fn check_size(heaps: &[i32]) -> Result<(), Stop> {
    let largest = heaps.iter().copied().max().unwrap_or(0);
    if largest <= LARGEST_SOLVED {
        return Ok(());
    }
    Err(Stop::not_proved(tr!(
        "heaps are solved up to {most}, because the value of a heap is found from those of all smaller heaps; this one has {largest}",
        most = LARGEST_SOLVED
    )))
}

impl HeapRules for &OwnRuleset {
    fn options(&self, heap: u64, limits: &Limits) -> Result<Vec<Vec<u64>>, Stop> {
        let heap =
            i32::try_from(heap).map_err(|_| Stop::not_proved(tr!("the heap is too large")))?;
        let answer = self.ask(&OwnPosition::plain([heap]), limits)?;
        let heaps = |m: &OwnMove| m.change.heaps().iter().map(|&n| n as u64).collect();
        Ok(answer.moves.iter().map(heaps).collect())
    }
}

/// A known quotient is extended by at most this many heap sizes if only the outcome is requested.
const SOON: u64 = 40;

impl OwnRuleset {
    /// Like [`by_quotient`](OwnRuleset::by_quotient), but also returns `None` if the known quotient would have to be
    /// extended by more than [`SOON`] heap sizes.
    pub(super) fn by_known_quotient(
        &self,
        heaps: &[i32],
        limits: &Limits,
    ) -> Result<Option<Outcome>, Stop> {
        let largest = heaps.iter().copied().max().unwrap_or(0) as u64;
        let is_near = self.quotient.try_get().is_some_and(|known| {
            let reached = known.as_ref().and_then(GameQuotient::largest).unwrap_or(0);
            largest <= reached + SOON || known.as_ref().is_some_and(|found| found.covers(largest))
        });
        if !is_near {
            return Ok(None);
        }
        self.by_quotient(heaps, limits)
    }

    /// Finds the outcome of a sum in misère play from the quotient of the heaps. Returns `None` if no quotient is
    /// proved, or if heaps have several numbers.
    pub(super) fn by_quotient(
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

impl OwnRuleset {
    pub(super) fn value_of_sum(&self, at: &OwnPosition, limits: &Limits) -> Result<Value, Stop> {
        self.check_next(at, limits)?;
        let heaps = at.cells();
        if self.convention == Convention::Normal {
            let of_pieces = |pieces: &mut Components, numbers: &[u32]| {
                pieces.value(numbers, self.convention, MOST_SUMS, limits)
            };
            if let Some(value) = self.soon(heaps, limits, of_pieces, long_value)? {
                return Ok(value);
            }
        }
        check_size(heaps)?;
        let searched = |most: usize| {
            self.settled(
                self.heaps(heaps),
                MostPieces::ALL,
                limits,
                |pieces, numbers| pieces.value(numbers, self.convention, most, limits),
            )
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
