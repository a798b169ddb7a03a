//! Tests the assertions that a script makes about its game. `SYMMETRIES` asserts that a board and its images have the
//! same moves. `SPLIT` and `parts` assert that a board is the sum of its parts.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::explore::KnownValue;
use super::position::{OwnMove, OwnPosition};
use super::ruleset::OwnRuleset;
use super::script::{Gain, Question, Symmetry};
use super::solver::symmetry_group;
use super::split::{Board, Splitting, changed_cells};
use super::store::NextPositions;
use crate::games::prelude::*;
use crate::games::reasons::counted;
use crate::solve::graph::{Verdict, mex};
use crate::tr;

/// Counts the tests that an assertion of the script has passed.
#[derive(Default)]
pub(super) struct Assertion {
    held: AtomicUsize,
}

impl Assertion {
    pub fn is_trusted(&self) -> bool {
        const TESTED: usize = 500;
        self.held.load(Relaxed) >= TESTED
    }

    /// Runs the test unless the assertion is trusted. Only passed tests are counted, so a failing test runs again in
    /// every search.
    pub fn test(&self, test: impl FnOnce() -> Result<(), Stop>) -> Result<(), Stop> {
        if !self.is_trusted() {
            test()?;
            self.held.fetch_add(1, Relaxed);
        }
        Ok(())
    }
}

/// The outcome if the game is over, and the set of moves. Each move is represented by its gain and by a value computed
/// from the position after the move.
type Seen<T> = (Option<Outcome>, BTreeSet<(T, Gain)>);

fn seen_in<T: Ord>(
    next: &NextPositions,
    limits: &Limits,
    see: impl Fn(&[u8]) -> T,
) -> Result<BTreeSet<(T, Gain)>, Stop> {
    let moves = limits.checking(next.moves()).map(|m| {
        let (to, gain) = m?;
        Ok((see(to), gain))
    });
    moves.collect()
}

impl OwnRuleset {
    fn seen<T: Ord>(
        &self,
        at: &[u8],
        limits: &Limits,
        see: impl Fn(&[u8]) -> T,
    ) -> Result<Seen<T>, Stop> {
        let next = self.next_of(at, limits)?;
        Ok((next.over, seen_in(&next, limits, see)?))
    }

    fn next_of(&self, at: &[u8], limits: &Limits) -> Result<NextPositions, Stop> {
        let mut next = NextPositions::default();
        self.moves_within(at, limits, &mut next)?;
        Ok(next)
    }

    /// Returns the moves of a position. Also checks `SYMMETRIES` and `SPLIT` on the position, and calls `width` and
    /// `move_words` to find their errors. In a sum, the position must be a single heap.
    pub(super) fn try_moves(
        &self,
        at: &OwnPosition,
        limits: &Limits,
    ) -> Result<Vec<OwnMove>, Stop> {
        let answer = self.answered(at, limits)?;
        self.script.width(at.cells().len(), limits)?;
        if let Some(m) = answer.moves.first() {
            self.with_step(at, m, |from, to| self.script.move_words(from, to, limits))?;
        }
        let packed = self.script.packed(at);
        for places in &self.layout(at.cells().len(), limits)?.images {
            self.check_image(&packed, &self.turned(&packed, places), limits)?;
        }
        if let Some(filler) = self.script.split.filter(|_| self.has_quick()) {
            let next = self.next_of(&packed, limits)?;
            self.check_split(&packed, &next, filler, limits)?;
        }
        Ok(answer.moves.clone())
    }

    /// Checks that a position and its image have the same result, and the same options up to symmetry.
    pub(super) fn check_image(&self, at: &[u8], image: &[u8], limits: &Limits) -> Result<(), Stop> {
        let seen = |at: &[u8]| self.seen(at, limits, |to| self.representative(to));
        if seen(at)? == seen(image)? {
            return Ok(());
        }
        let [one, other] = [at, image].map(|at| self.script.packed_text(at));
        let what = tr!("SYMMETRIES makes {one} and {other} equal, and their moves are not");
        Err(self.script.fault_in("moves", &what, None))
    }

    /// Returns the names of symmetries that a script without `SYMMETRIES` could declare, judging by the positions in
    /// `tried`. Omits each symmetry that the listed ones generate.
    pub(super) fn unnamed_symmetries(
        &self,
        tried: &[OwnPosition],
        limits: &Limits,
    ) -> Vec<&'static str> {
        /// A symmetry is listed only if at least this many positions differ from their images.
        const ENOUGH: usize = 8;
        if !self.script.symmetries.is_empty() || self.is_heaps() || self.script.has("legal") {
            return Vec::new();
        }
        let cells = self.script.start.len();
        let Ok(layout) = self.layout(cells, limits) else {
            return Vec::new();
        };
        let tried = tried.iter().filter(|at| at.cells().len() == cells);
        let tried: Vec<Vec<u8>> = tried.map(|at| self.script.packed(at)).collect();
        let (mut names, mut generators) = (Vec::new(), Vec::new());
        for (name, symmetry) in Symmetry::ALL {
            let places = symmetry.places(cells, layout.width);
            let known = symmetry_group(&generators, cells);
            let Some(places) =
                places.filter(|places| !places.is_sorted() && !known.contains(places))
            else {
                continue;
            };
            let is_like = |at: &Vec<u8>| -> Result<bool, Stop> {
                let turned = self.seen(at, limits, |to| self.turned(to, &places))?;
                Ok(turned == self.seen(&self.turned(at, &places), limits, <[u8]>::to_vec)?)
            };
            let mut differing = (tried.iter()).filter(|at| self.turned(at, &places) != **at);
            if differing.clone().count() >= ENOUGH
                && differing.all(|at| matches!(is_like(at), Ok(true)))
            {
                names.push(name);
                generators.push(places);
            }
        }
        names
    }

    /// Checks that no move changes a cell with the `SPLIT` sign. Also checks that the first move neither adds nor
    /// removes moves on the cells that it leaves unchanged.
    pub(super) fn check_split(
        &self,
        at: &[u8],
        whole: &NextPositions,
        filler: i32,
        limits: &Limits,
    ) -> Result<(), Stop> {
        let changed = |from: &[u8], to: &[u8]| {
            let [from, to] = [from, to].map(|at| self.script.unpack(&at[1..]));
            changed_cells(&from, &to)
        };
        let here = self.script.unpack(&at[1..]);
        for m in limits.checking(whole.moves()) {
            let cells = changed(at, m?.0);
            if let Some((i, _)) = cells.iter().find(|(i, _)| here[*i] == filler) {
                let what = tr!(
                    "it is the sign of cell {number} of {position}, which a move changes",
                    number = i + 1,
                    position = self.script.packed_text(at)
                );
                return Err(self.script.wrong("SPLIT", &what));
            }
        }
        let Some((first, _)) = whole.moves().next() else {
            return Ok(());
        };
        let gone = changed(at, first);
        let apart = |at: &[u8], next: &NextPositions| -> Result<_, Stop> {
            let mut moves = seen_in(next, limits, |to| changed(at, to))?;
            let is_gone = |i: &usize| gone.binary_search_by_key(i, |(i, _)| *i).is_ok();
            moves.retain(|(m, _)| m.iter().all(|(i, _)| !is_gone(i)));
            Ok(moves)
        };
        if apart(at, whole)? == apart(first, &self.next_of(first, limits)?)? {
            return Ok(());
        }
        let m: Vec<String> = gone
            .iter()
            .map(|(i, to)| format!("{}={to}", i + 1))
            .collect();
        let what = tr!(
            "a move changes which moves the other cells of {position} allow: {m}",
            position = self.script.packed_text(at),
            m = m.join(",")
        );
        Err(self.script.wrong("SPLIT", &what))
    }

    /// Checks that a part has the same moves on the cells `from` as on the cells `to`, up to symmetry. The cells in
    /// `from` are in ascending order.
    pub(super) fn check_moved(
        &self,
        board: &Board<'_>,
        from: &[usize],
        to: &[usize],
        limits: &Limits,
    ) -> Result<(), Stop> {
        let here = |&i: &usize| board.here[i];
        let [at, moved] = [from, to]
            .map(|places| self.alone(board, places.iter().copied().zip(from.iter().map(here))));
        // Return `None` if the move changes cells outside the part, because such a move has no counterpart on the moved
        // part.
        let along = |after: &[u8]| {
            let cells = self.script.unpack(&after[1..]);
            let is_inside = |i: usize| cells[i] == board.filler || from.binary_search(&i).is_ok();
            let moved = to.iter().copied().zip(from.iter().map(|&i| cells[i]));
            (0..cells.len())
                .all(is_inside)
                .then(|| self.representative(&self.alone(board, moved)))
        };
        let there = |after: &[u8]| Some(self.representative(after));
        if self.seen(&at, limits, along)? == self.seen(&moved, limits, there)? {
            return Ok(());
        }
        let [one, other] = [at, moved].map(|at| self.script.packed_text(&at));
        let what = if self.script.symmetries.is_empty() {
            tr!("it makes {one} and {other} equal, and their moves are not")
        } else {
            tr!("with SYMMETRIES it makes {one} and {other} equal, and their moves are not")
        };
        Err(self.script.wrong("SPLIT", &what))
    }

    /// Explores a position, and compares its value with the value of the sum of its parts. Returns `false` if the
    /// exploration stops at `most` positions or at another limit.
    pub(super) fn try_values(
        &self,
        at: &OwnPosition,
        most: usize,
        limits: &Limits,
    ) -> Result<bool, Stop> {
        let whole = match self.explored_to(at, most, limits) {
            Ok(whole) => whole,
            Err(Stop::NotProved(_)) => return Ok(false),
            Err(error) => return Err(error),
        };
        self.try_split(at, whole, limits)?;
        if !self.script.is_split_by_parts() {
            return Ok(true);
        }
        self.by_parts(at.cells(), limits, |known, parts, numbers| {
            let unlike = |whole: &str, sum: &str| {
                Err(self.script.unlike_parts(at.cells(), parts, whole, sum))
            };
            let value = u64::from(known.xor(numbers));
            if self.convention == Convention::Normal && value != whole.grundy() {
                let whole = tr!("has value {value}", value = whole.grundy());
                return unlike(&whole, &tr!("have value {value}"));
            }
            let sum = known.search(numbers, self.convention, most, limits)?;
            let Some(sum) = sum.filter(|sum| *sum != whole.verdict) else {
                return Ok(true);
            };
            let [whole, sum] = self.told_apart(whole.verdict, sum);
            unlike(&whole, &sum)
        })
    }

    /// Returns the endings of two sentences about a board: the verdict on the whole board, and the verdict on the sum
    /// of its parts.
    fn told_apart(&self, whole: Verdict, sum: Verdict) -> [String; 2] {
        let left = |verdict: Verdict| {
            let left = verdict.value().remoteness.unwrap_or_default();
            counted(left, tr!("move"), tr!("moves"))
        };
        let play = self.convention.word();
        let of_whole = if whole.wins() {
            tr!("is won in {moves} in {play} play", moves = left(whole))
        } else {
            tr!("is lost in {moves} in {play} play", moves = left(whole))
        };
        let of_sum = if sum.wins() {
            tr!("are won in {moves} in {play} play", moves = left(sum))
        } else {
            tr!("are lost in {moves} in {play} play", moves = left(sum))
        };
        [of_whole, of_sum]
    }

    /// Tests `parts` on a board, on the parts of the board, and on boards reachable from any of them. For each board,
    /// computes the XOR of the values of the parts. The XOR must be the mex of the XORs of all boards that one move
    /// reaches. If this holds for every board, then by induction the XOR is the Grundy value of the board in normal
    /// play. Outcome and remoteness are tested in the same way on boards whose parts lead to at most `MOST_SUMS`
    /// sums.
    pub(super) fn check_parts(&self, cells: &[i32], limits: &Limits) -> Result<(), Stop> {
        const TESTED: usize = 500;
        const MOST_BOARDS: usize = 40;
        const MOST_MOVES: usize = 4_000;
        const MOST_SUMS: usize = 100;
        let by_parts = |cells: &[i32]| {
            self.by_parts(cells, limits, |known, _, numbers| {
                let verdict = known.search(numbers, self.convention, MOST_SUMS, limits)?;
                Ok((known.xor(numbers), verdict))
            })
        };
        if self.summed_boards.locked(limits)?.len() >= TESTED {
            return Ok(());
        }
        let mut boards = self.parts_of(cells, limits)?;
        boards.push(cells.to_vec());
        let (mut tested, mut moves) = (0, 0);
        // Go depth first, so that small boards are reached as well.
        while tested < MOST_BOARDS
            && moves < MOST_MOVES
            && let Some(board) = boards.pop()
        {
            let packed = self.script.packed_cells(0, &board);
            if self.summed_boards.locked(limits)?.contains(&packed) {
                continue;
            }
            let (sum, sum_verdict) = by_parts(&board)?;
            let options = self.script.results(Question::Moves(&packed), limits)?;
            let (mut values, mut verdicts) = (Vec::new(), Vec::new());
            for m in limits.checking(options.moves()) {
                let to = self.script.unpack(&m?.0[1..]);
                if sum_verdict.is_some() {
                    let (value, verdict) = by_parts(&to)?;
                    values.push(value);
                    verdicts.push(verdict);
                } else {
                    values.push(self.value_by_parts(&to, limits)?);
                }
                if boards.len() < MOST_MOVES {
                    boards.push(to);
                }
            }
            (tested, moves) = (tested + 1, moves + values.len());
            let unlike = |whole: &str, sum: &str| {
                let parts = self.parts_of(&board, limits)?;
                let parts: Vec<&[i32]> = parts.iter().map(Vec::as_slice).collect();
                Err(self.script.unlike_parts(&board, &parts, whole, sum))
            };
            let whole = mex(values.into_iter());
            if sum != whole {
                let whole = tr!(
                    "has value {value} by the parts of its options",
                    value = whole
                );
                return unlike(&whole, &tr!("have value {value}", value = sum));
            }
            if let Some(sum) = sum_verdict
                && let Some(verdicts) = verdicts.into_iter().collect::<Option<Vec<Verdict>>>()
            {
                let whole = Verdict::best(self.convention, verdicts.into_iter());
                if sum != whole {
                    let [whole, sum] = self.told_apart(whole, sum);
                    return unlike(&whole, &sum);
                }
            }
            self.summed_boards.locked(limits)?.insert(packed);
        }
        Ok(())
    }

    pub(super) fn value_by_parts(&self, cells: &[i32], limits: &Limits) -> Result<u32, Stop> {
        self.by_parts(cells, limits, |known, _, numbers| Ok(known.xor(numbers)))
    }

    fn try_split(&self, at: &OwnPosition, whole: KnownValue, limits: &Limits) -> Result<(), Stop> {
        if self.script.split.is_none() || !self.has_grundy() {
            return Ok(());
        }
        let packed = self.packed_image(at, limits)?;
        let mut quick = self.quick.locked(limits)?;
        let sum = quick.value(&packed, &Splitting(self), limits)?;
        if sum == whole.grundy() {
            return Ok(());
        }
        let what = tr!(
            "the parts of {position} together have value {sum}, and the whole has value {value}",
            position = self.state_text(at),
            value = whole.grundy()
        );
        Err(self.script.wrong("SPLIT", &what))
    }
}
