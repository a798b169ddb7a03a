//! Sums of pieces searched whole: the winner, and in how many moves.

use super::{Components, PieceKey, options_in, sum_bytes};
use crate::rules::{Convention, Limits, Stop};
use crate::solve::graph::Verdict;
use crate::solve::lock::Held;

/// The most sums that are searched for the moves to the end alone.
const MOST_FOR_REMOTENESS: usize = 20_000;
/// The same once that was not enough.
const MOST_AFTER_LARGE: usize = 3_000;

/// A sum that is being worked on, the sums after it, and how many of those are done.
type OpenSum = (Box<[u32]>, Vec<Box<[u32]>>, usize);

impl<K: PieceKey> Components<K> {
    /// The pieces that allow a move, in rising order.
    pub(super) fn sum_of(&self, pieces: impl Iterator<Item = u32>) -> Box<[u32]> {
        let mut sum: Vec<u32> = pieces.filter(|&p| self.pieces[p as usize].height > 0).collect();
        sum.sort_unstable();
        sum.into()
    }

    /// The sums one move from a sum; `None` where the options of a piece were too many to be kept, or where they take more
    /// than `room` bytes.
    fn next_sums(&self, sum: &[u32], room: u64, limits: &Limits) -> Result<Option<Vec<Box<[u32]>>>, Stop> {
        let mut next = Vec::new();
        let mut taken = 0;
        for (i, &piece) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == piece {
                continue;
            }
            limits.check()?;
            let Some((from, length)) = self.pieces[piece as usize].options else { return Ok(None) };
            let list = &self.kept[from as usize..(from + length) as usize];
            for option in options_in(list) {
                // Twice for the room that lists take as they grow.
                taken += 2 * sum_bytes(sum.len() + option.len()) as u64;
                if taken > room {
                    return Ok(None);
                }
                let rest = sum[..i].iter().chain(&sum[i + 1..]).chain(option).copied();
                next.push(self.sum_of(rest));
            }
        }
        next.sort_unstable();
        next.dedup();
        Ok(Some(next))
    }

    /// How many sums are searched where only the moves to the end are asked for: fewer once some were too many, as the
    /// sums beside those mostly are too.
    pub fn most_for_remoteness(&self) -> usize {
        if self.large.is_empty() { MOST_FOR_REMOTENESS } else { MOST_AFTER_LARGE }
    }

    /// Outcome and moves to the end of the sum of these pieces, which are known, by searching all sums below it; `None`
    /// where these are more than `most`, or more than the memory given holds.
    pub fn search(
        &mut self,
        pieces: &[u32],
        convention: Convention,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Verdict>, Stop> {
        let before = self.sums.len();
        let found = self.search_more(pieces, convention, most, limits)?;
        if found.is_some() || self.memory_used() <= limits.memory() / 2 {
            return Ok(found);
        }
        // What earlier searches left may be what was too much; what this one leaves must not be for the next.
        self.drop_sums();
        if before == 0 {
            return Ok(None);
        }
        self.search_more(pieces, convention, most, limits)
    }

    fn drop_sums(&mut self) {
        self.key_bytes -=
            self.sums.keys().chain(self.large.keys()).map(|sum| sum_bytes(sum.len())).sum::<usize>();
        (self.sums, self.large) = Default::default();
    }

    fn search_more(
        &mut self,
        pieces: &[u32],
        convention: Convention,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Verdict>, Stop> {
        let start = self.sum_of(pieces.iter().copied());
        if let Some(&known) = self.sums.get(&start) {
            return Ok(Some(known));
        }
        if self.large.get(&start).is_some_and(|&tried| tried >= most) {
            return Ok(None);
        }
        let mut new = 0;
        let mut moves = 0;
        let room = |held: u64, waiting: usize| limits.memory().saturating_sub(held + waiting as u64);
        let Some(next) = self.next_sums(&start, room(self.memory_used(), 0), limits)? else {
            return Ok(None);
        };
        let bytes_of = |sums: &[Box<[u32]>]| sums.iter().map(|sum| sum_bytes(sum.len())).sum::<usize>();
        // The bytes of the sums that wait in the frames.
        let mut waiting = bytes_of(&next);
        let mut frames: Vec<OpenSum> = vec![(start.clone(), next, 0)];
        while let Some((_, next, at)) = frames.last_mut() {
            if let Some(sum) = next.get(*at) {
                *at += 1;
                if self.sums.contains_key(sum) {
                    continue;
                }
                let sum = sum.clone();
                new += 1;
                let next = self.next_sums(&sum, room(self.memory_used(), waiting), limits)?;
                moves += next.as_ref().map_or(0, Vec::len);
                match next {
                    Some(next) if new <= most && moves <= most.saturating_mul(40) => {
                        waiting += bytes_of(&next);
                        frames.push((sum, next, 0));
                    }
                    _ => {
                        let bytes = sum_bytes(start.len());
                        if self.large.insert(start, most).is_none() {
                            self.key_bytes += bytes;
                        }
                        return Ok(None);
                    }
                }
            } else if let Some((sum, next, _)) = frames.pop() {
                let verdict =
                    Verdict::best(convention, next.iter().filter_map(|n| self.sums.get(n).copied()));
                waiting -= bytes_of(&next);
                self.key_bytes += sum_bytes(sum.len());
                self.sums.insert(sum, verdict);
            }
        }
        Ok(self.sums.get(&start).copied())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PieceOptions, PieceSource};
    use super::*;
    use crate::games::own::error::ScriptError;

    /// Heaps of which any part may be taken.
    struct Takeaway;

    impl PieceSource<i32> for Takeaway {
        fn options(&self, key: &i32) -> Result<PieceOptions<i32>, ScriptError> {
            Ok((0..*key).map(|left| vec![left]).collect())
        }

        fn circle(&self, _pieces: &[&i32]) -> ScriptError {
            unreachable!("heaps only get smaller")
        }

        fn plural(&self) -> &'static str {
            "heaps"
        }
    }

    const HEAPS: [i32; 4] = [6, 7, 8, 9];

    fn settled() -> (Components<i32>, Vec<u32>) {
        let mut pieces = Components::new(100);
        let numbers = pieces.solve(&HEAPS, &Takeaway, &Limits::default()).unwrap();
        (pieces, numbers)
    }

    #[test]
    fn what_is_known_of_pieces_and_sums_is_counted() {
        let (mut pieces, numbers) = settled();
        let alone = pieces.memory_used();
        let held = pieces.pieces.len() * (size_of::<super::super::Piece>() + 2 * size_of::<i32>())
            + 4 * pieces.kept.len();
        assert!((held as u64..10 * held as u64).contains(&alone), "{alone} for {held}");
        pieces.search(&numbers, Convention::Misere, usize::MAX, &Limits::default()).unwrap().unwrap();
        let sums: usize = pieces.sums.keys().map(|sum| size_of_val(&**sum) + size_of::<Verdict>()).sum();
        assert!(pieces.memory_used() - alone >= sums as u64, "{} for {sums}", pieces.memory_used());
    }

    #[test]
    fn a_search_that_has_no_room_leaves_nothing_behind() {
        let (mut pieces, numbers) = settled();
        let before = pieces.memory_used();
        let mut search = |memory: u64| {
            let limits = Limits::default().with_memory(memory);
            let found = pieces.search(&numbers, Convention::Misere, usize::MAX, &limits).unwrap();
            (found.is_some(), pieces.memory_used())
        };
        assert_eq!(search(before + 50_000), (false, before));
        let (is_found, after) = search(1 << 20);
        assert!(is_found && after > before + 25_000, "{after}");
    }
}
