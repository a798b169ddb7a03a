//! Solves positions of user-defined games. A board is solved by the values of its parts or by complete exploration. If
//! the board is too large to be explored, a search that stops early may still find the outcome.

use std::cell::Cell;
use std::sync::atomic::Ordering::Relaxed;

use super::components::{Components, MostPieces};
use super::explore::{KnownValue, by_margin};
use super::position::{OwnMove, OwnPosition};
use super::ruleset::OwnRuleset;
use super::script::Question;
use super::split::Splitting;
use super::store::{MOST_POSITIONS, NextPositions, Source};
use crate::games::prelude::*;
use crate::rule::{LostRule, RuleTable};
use crate::solve::sums::MisereKind;
use crate::tr;

/// The maximum number of cells of a part, as a multiple of the cells of the largest board analysed so far. A board of
/// fewer than 8 cells counts as 8 cells.
const MOST_GROWN: usize = 4;
/// The largest numbers in the tables from which rules are derived: for heaps, for boards of one number, and for pairs.
const RULED: [u64; 3] = [100, 128, 24];
/// The maximum number of sums of parts searched in misère play.
const MOST_SUMS: usize = 2_000_000;
/// The maximum number of explored heaps that are larger than every requested heap.
const MOST_LARGER: usize = 500_000;
/// If the limits allow an unknown remoteness, at most this many positions are explored before the quick search is
/// tried.
const MOST_WHOLE: usize = 10_000;

/// Returns the group that `generators` generate, excluding the identity.
pub(super) fn symmetry_group(generators: &[Vec<u16>], cells: usize) -> Vec<Vec<u16>> {
    let identity: Vec<u16> = (0..).take(cells).collect();
    let mut all = vec![identity];
    let mut next = 0;
    while let Some(one) = all.get(next).cloned() {
        next += 1;
        for other in generators {
            let product: Vec<u16> = other.iter().map(|&i| one[usize::from(i)]).collect();
            if !all.contains(&product) {
                all.push(product);
            }
        }
    }
    all.split_off(1)
}

/// The final margin of an explored position: the lead of the player to move plus the margin still to come.
fn with_lead(at: &OwnPosition, known: KnownValue) -> i64 {
    at.lead() + known.margin()
}

impl OwnRuleset {
    /// Packs the image that replaces a position in a search, after checking that the image has the same moves as the
    /// position.
    pub(super) fn packed_image(&self, at: &OwnPosition, limits: &Limits) -> Result<Vec<u8>, Stop> {
        let packed = self.script.packed(at);
        let Some(image) = self.least_image(&packed) else {
            return Ok(packed);
        };
        self.check_image(&packed, &image, limits)?;
        Ok(image)
    }

    /// Returns the image that replaces a position in a search; `None` if the position represents itself. Tests the
    /// image unless `SYMMETRIES` is trusted.
    fn checked_image(&self, at: &[u8], limits: &Limits) -> Result<Option<Vec<u8>>, Stop> {
        let image = self.least_image(at);
        if let Some(image) = &image {
            self.images_are_alike
                .test(|| self.check_image(at, image, limits))?;
        }
        Ok(image)
    }

    /// The representative of a position under the symmetries of the board and reorderings of the heaps.
    pub(super) fn image_of_whole(&self, at: &OwnPosition) -> OwnPosition {
        let packed = self.script.packed(at);
        let image = self.script.unpacked(&self.representative(&packed));
        OwnPosition::new(at.mover(), image.cells(), at.score())
    }

    pub(super) fn representative(&self, at: &[u8]) -> Vec<u8> {
        self.least_image(at).unwrap_or_else(|| at.to_vec())
    }

    /// Returns the parts into which the script's `parts` divides a board. Empty parts are omitted.
    pub(super) fn parts_of(&self, cells: &[i32], limits: &Limits) -> Result<Vec<Vec<i32>>, Stop> {
        let found = self.script.results(Question::Parts(cells), limits)?;
        let parts = found
            .moves()
            .map(|(part, _)| self.script.unpack(&part[1..]))
            .filter(|part| !part.is_empty());
        Ok(parts.collect())
    }

    pub(super) fn by_parts<T>(
        &self,
        cells: &[i32],
        limits: &Limits,
        then: impl FnOnce(&mut Components, &[&[i32]], &[u32]) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        self.asked_cells.fetch_max(cells.len(), Relaxed);
        let parts = self.parts_of(cells, limits)?;
        let parts: Vec<&[i32]> = parts.iter().map(Vec::as_slice).collect();
        self.settled(
            parts.iter().copied(),
            MostPieces::ALL,
            limits,
            |known, numbers| then(known, &parts, numbers),
        )
    }

    pub(super) fn settled<'p, T>(
        &self,
        pieces: impl IntoIterator<Item = &'p [i32]>,
        most: MostPieces,
        limits: &Limits,
        then: impl FnOnce(&mut Components, &[u32]) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let pieces: Vec<&[i32]> = pieces.into_iter().collect();
        let size = |piece: &&[i32]| size(piece);
        let source = Pieces {
            game: self,
            largest: pieces.iter().map(size).max().unwrap_or(0),
            larger: Cell::default(),
        };
        let key = |piece: &&[i32]| self.piece_key(&self.script.packed_cells(0, piece), limits);
        let keys = pieces.iter().map(key).collect::<Result<Vec<_>, _>>()?;
        let known = &mut *self.pieces.locked(limits)?;
        let numbers = known.solve(&keys, &source, most, limits)?;
        then(known, &numbers)
    }

    fn piece_key(&self, piece: &[u8], limits: &Limits) -> Result<Vec<u8>, Stop> {
        Ok(self
            .checked_image(piece, limits)?
            .unwrap_or_else(|| piece.to_vec()))
    }

    pub(super) fn explored_to(
        &self,
        at: &OwnPosition,
        most: usize,
        limits: &Limits,
    ) -> Result<KnownValue, Stop> {
        let packed = self.packed_image(at, limits)?;
        let mut explored = self.explored.locked(limits)?;
        explored.explore(&packed, self, most, limits)
    }

    /// Explores a position completely. If that takes too many positions or too much memory, tries the search that stops
    /// early.
    fn explored_value(&self, at: &OwnPosition, limits: &Limits) -> Result<Value, Stop> {
        let whole = |most| {
            self.explored_to(at, most, limits)
                .map(|known| self.valued(at, known))
        };
        let most = if self.has_quick() && limits.is_brief() {
            MOST_WHOLE
        } else {
            MOST_POSITIONS
        };
        match whole(most) {
            Err(Stop::NotProved(why)) if self.has_quick() => {
                self.is_large.store(true, Relaxed);
                match self.quick_value(at, limits) {
                    Err(Stop::NotProved(_)) if most < MOST_POSITIONS => whole(MOST_POSITIONS),
                    Err(Stop::NotProved(_)) => Err(Stop::NotProved(why)),
                    found => found,
                }
            }
            found => found,
        }
    }

    /// Returns whether the search that stops early can be used. It cannot be used for games that count points or may go
    /// on for ever.
    pub(super) fn has_quick(&self) -> bool {
        !self.script.points && !self.script.loops
    }

    pub(super) fn quick_value(&self, at: &OwnPosition, limits: &Limits) -> Result<Value, Stop> {
        let packed = self.packed_image(at, limits)?;
        let mut quick = self.quick.locked(limits)?;
        if !self.has_grundy() {
            let outcome = quick.outcome(&packed, &Splitting(self), limits)?;
            return Ok(Value::from_outcome(outcome));
        }
        let grundy = quick.value(&packed, &Splitting(self), limits)?;
        Ok(Value::from_outcome(Outcome::won(grundy != 0)).with_grundy(Some(grundy)))
    }

    /// Returns the outcome of a position if an earlier search has found it. Otherwise runs the search that stops early,
    /// but only if the limits allow an unknown remoteness or if some position was too large to be explored.
    fn quick_outcome(&self, at: &OwnPosition, limits: &Limits) -> Result<Option<Outcome>, Stop> {
        let packed = self.packed_image(at, limits)?;
        if let Some(known) = self.explored.locked(limits)?.known(&packed) {
            return Ok(Some(self.valued(at, known).outcome));
        }
        if !self.has_quick() {
            return Ok(None);
        }
        let mut quick = self.quick.locked(limits)?;
        let known = quick.known(&packed);
        if known.is_some() || !(limits.is_brief() || self.is_large.load(Relaxed)) {
            return Ok(known);
        }
        match quick.outcome(&packed, &Splitting(self), limits) {
            Err(Stop::NotProved(_)) => Ok(None),
            found => found.map(Some),
        }
    }

    pub(super) fn has_grundy(&self) -> bool {
        !self.script.has_mover() && !self.script.loops && self.convention == Convention::Normal
    }

    fn valued(&self, at: &OwnPosition, known: KnownValue) -> Value {
        if !self.script.points {
            return known.value(self.has_grundy());
        }
        let margin = with_lead(at, known);
        Value {
            margin: Some(margin),
            outcome: by_margin(margin),
            ..known.verdict.value()
        }
    }

    /// Returns the final margin of the player to move with best play, in a game that counts points.
    pub(super) fn margin(&self, at: &OwnPosition, limits: &Limits) -> Result<i64, Stop> {
        let known = self.explored_to(at, MOST_POSITIONS, limits)?;
        Ok(with_lead(at, known))
    }

    /// Returns the rule that all small positions follow, if one is found.
    pub(super) fn rule(&self, limits: &Limits) -> Result<Option<&LostRule>, Stop> {
        let is_ruled = |count| {
            if self.is_heaps() {
                self.is_sum() && count == 1
            } else {
                !self.script.points
            }
        };
        let Some((count, least)) = self.script.numbers().filter(|&(count, _)| is_ruled(count))
        else {
            return Ok(None);
        };
        if let Some(found) = self.rule.get() {
            return Ok(found.as_ref());
        }
        let is_lost = |numbers: &[u64]| -> Result<Option<bool>, Stop> {
            let cells: Vec<i32> = numbers.iter().map(|&n| saturating_cast(n)).collect();
            if !self.script.is_legal(&cells, limits)? {
                return Ok(None);
            }
            let outcome = match self.convention {
                Convention::Misere if self.is_sum() => {
                    let unproved = || Stop::not_proved(tr!("no quotient of these heaps is proved"));
                    self.by_quotient(&cells, limits)?.ok_or_else(unproved)?
                }
                _ => self.outcome(&OwnPosition::plain(cells), limits)?,
            };
            Ok(Some(outcome == Outcome::Loss))
        };
        let [heaps, numbers, pairs] = RULED;
        let table = match count {
            1 => {
                let most = if self.is_heaps() { heaps } else { numbers };
                RuleTable::of_single(least, most, &mut |n| is_lost(&[n]))
            }
            _ => RuleTable::of_pairs(least, pairs, &mut |a, b| is_lost(&[a, b])),
        };
        // If some legal position cannot be solved, there is no table, and therefore no rule.
        let found = match if_proved(table)? {
            Some(table) => if_proved(LostRule::find(&table, limits))?.flatten(),
            None => None,
        };
        Ok(self.rule.get_or_init(|| found).as_ref())
    }
}

impl OwnRuleset {
    /// Adds the options of a position to `next` as the script returns them, without replacing them by representatives.
    pub(super) fn moves_within(
        &self,
        at: &[u8],
        limits: &Limits,
        next: &mut NextPositions,
    ) -> Result<(), Stop> {
        if self.is_heaps() {
            // The script is asked for the options of one heap at a time.
            let at = self.script.unpacked(at);
            self.check_growth(at.cells(), limits)?;
            let answer = self.ask(&at, limits)?;
            for m in &answer.moves {
                next.push(&self.script.packed(&self.play(&at, m)), m.gain);
            }
            next.over = answer.over.filter(|_| !self.script.points);
            return Ok(());
        }
        if self.script.has("result") {
            next.over = self.result(&self.script.unpacked(at), limits)?;
            if next.over.is_some() {
                return Ok(());
            }
        }
        self.script.ask(Question::Moves(at), limits, next)?;
        if next.is_empty() && !self.script.points {
            next.over = Some(self.outcome_without_moves(&self.script.unpacked(at))?);
        }
        Ok(())
    }

    /// In a game with points, checks that the number of heaps cannot grow for ever. Skips the check if a position with
    /// as many heaps has already been checked. If the number of heaps grew for ever, no position would repeat, and a
    /// search would never end.
    fn check_growth(&self, heaps: &[i32], limits: &Limits) -> Result<(), Stop> {
        let checked = self.asked_cells.load(Relaxed).max(self.script.dims);
        if self.script.points && heaps.len() > checked {
            match self.check_end(heaps, MostPieces::ALL, limits) {
                // A check that reaches a limit is not an error, because the exploration has its own limits.
                Ok(()) | Err(Stop::NotProved(_)) => {}
                Err(error) => return Err(error),
            }
            self.asked_cells.fetch_max(heaps.len(), Relaxed);
        }
        Ok(())
    }

    /// Returns an error if a sequence of moves can turn a heap into an equal heap, possibly beside other heaps. Such a
    /// game can go on for ever, because the options of a heap do not depend on the other heaps.
    pub(super) fn check_end(
        &self,
        heaps: &[i32],
        most: MostPieces,
        limits: &Limits,
    ) -> Result<(), Stop> {
        self.settled(self.heaps(heaps), most, limits, |_, _| Ok(()))
    }

    pub(super) fn push_images(
        &self,
        whole: &NextPositions,
        limits: &Limits,
        next: &mut NextPositions,
    ) -> Result<(), Stop> {
        for (to, gain) in whole.moves() {
            let image = self.checked_image(to, limits)?;
            next.push(image.as_deref().unwrap_or(to), gain);
        }
        Ok(())
    }
}

impl Source for OwnRuleset {
    fn options(&self, at: &[u8], limits: &Limits, next: &mut NextPositions) -> Result<(), Stop> {
        if self.script.symmetries.is_empty() {
            return self.moves_within(at, limits, next);
        }
        let mut whole = NextPositions::default();
        self.moves_within(at, limits, &mut whole)?;
        next.over = whole.over;
        self.push_images(&whole, limits, next)
    }

    fn check_reached(
        &self,
        at: &[u8],
        from: &dyn Fn() -> Vec<u8>,
        limits: &Limits,
    ) -> Result<(), Stop> {
        if !self.script.has("legal") {
            return Ok(());
        }
        let position = self.script.unpacked(at);
        if self.script.is_legal(position.cells(), limits)? {
            return Ok(());
        }
        let from = self.script.unpacked(&from());
        // The search may have replaced the position after the move by its image under a symmetry.
        let leads =
            |m: &&OwnMove| self.representative(&self.script.packed(&self.play(&from, m))) == *at;
        let answer = self.ask(&from, limits)?;
        let m = answer.moves.iter().find(leads);
        let m = m.map_or(tr!("a move").to_owned(), |m| self.move_text(&from, m));
        let texts = [&position, &from].map(|at| self.state_text(at));
        Err(self.script.illegal(&texts[0], &m, &texts[1]))
    }

    fn circle(&self, round: &[Vec<u8>]) -> Stop {
        let round = round.iter().chain(round.first());
        let round: Vec<String> = round.map(|at| self.script.packed_text(at)).collect();
        let function = if self.is_heaps() { "options" } else { "moves" };
        self.script.circle(&round, function)
    }
}

impl OwnRuleset {
    /// The smallest image of a position under the board's symmetries; `None` if no image is smaller than the position.
    fn least_image(&self, at: &[u8]) -> Option<Vec<u8>> {
        if self.script.symmetries.is_empty() {
            return None;
        }
        let size = self.script.cell_bytes();
        let count = (at.len() - 1) / size;
        let cell = |i: usize| &at[1 + i * size..1 + (i + 1) * size];
        let layout = self.layout(count, &Limits::default()).ok()?;
        // Compare the images cell by cell, because most differ in the first few cells. Build only the smallest image.
        let mut least: Option<&[u16]> = None;
        for places in &layout.images {
            let before = |i: usize| least.map_or(i, |least| usize::from(least[i]));
            let order = (0..count)
                .map(|i| cell(usize::from(places[i])).cmp(cell(before(i))))
                .find(|order| order.is_ne());
            if order == Some(std::cmp::Ordering::Less) {
                least = Some(places);
            }
        }
        Some(self.turned(at, least?))
    }

    /// Returns the image of a packed position. For each cell of the image, `places` holds the index of the cell to
    /// copy.
    pub(super) fn turned(&self, at: &[u8], places: &[u16]) -> Vec<u8> {
        let size = self.script.cell_bytes();
        let cell = |&i: &u16| &at[1 + size * usize::from(i)..1 + size * (usize::from(i) + 1)];
        let cells = places.iter().flat_map(cell);
        std::iter::once(&at[0]).chain(cells).copied().collect()
    }
}

/// A source that lists the options of heaps, or of parts of boards. After a move on a part, the script's `parts`
/// divides the board again.
struct Pieces<'g> {
    game: &'g OwnRuleset,
    /// The size of the largest requested heap.
    largest: i64,
    /// The number of explored heaps that are larger than `largest`.
    larger: Cell<usize>,
}

/// The sum of a heap's numbers, which serves as its size.
fn size(heap: &[i32]) -> i64 {
    heap.iter().map(|&n| i64::from(n)).sum()
}

impl Source for Pieces<'_> {
    fn options(&self, at: &[u8], limits: &Limits, next: &mut NextPositions) -> Result<(), Stop> {
        let game = self.game;
        let piece = game.script.unpack(&at[1..]);
        if game.is_heaps() {
            // If heaps keep growing, give up long before the maximum number of heaps is reached.
            self.larger
                .update(|n| n + usize::from(size(&piece) > self.largest));
            if self.larger.get() > MOST_LARGER {
                return Err(Stop::not_proved(tr!(
                    "the heaps may grow for ever: more than {most} larger heaps can follow",
                    most = MOST_LARGER
                )));
            }
            let options = game.script.results(Question::Options(&piece), limits)?;
            let heaps = |option: &[u8]| game.script.in_order(game.script.unpack(&option[1..]));
            // Small heaps come first, so that only a few heaps are in progress at a time.
            let mut found: Vec<Vec<i32>> = options.moves().map(|(to, _)| heaps(to)).collect();
            found.sort_unstable();
            found.dedup();
            for option in &found {
                let heaps = game.heaps(option);
                let keys =
                    heaps.map(|heap| game.piece_key(&game.script.packed_cells(0, heap), limits));
                next.push_sum(keys.collect::<Result<Vec<_>, _>>()?);
            }
            return Ok(());
        }
        // If a part has many more cells than the analysed board, assume that parts grow without end.
        let cells = piece.len();
        let asked = game.asked_cells.load(Relaxed);
        if asked > 0 && cells > MOST_GROWN * asked.max(8) {
            let what = tr!(
                "the parts do not get smaller: a board of {asked} cells leads to a part of {cells} cells, and so on"
            );
            return Err(game.script.fault_in("parts", &what, None));
        }
        let moves = game.script.results(Question::Moves(at), limits)?;
        for (to, _) in moves.moves() {
            let board = game.script.unpack(&to[1..]);
            let parts = game.script.results(Question::Parts(&board), limits)?;
            let parts = parts.moves().filter(|(part, _)| part.len() > 1);
            let keys = parts.map(|(part, _)| game.piece_key(part, limits));
            next.push_sum(keys.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(())
    }

    fn circle(&self, round: &[Vec<u8>]) -> Stop {
        let game = self.game;
        let round = round.iter().chain(round.first());
        let round: Vec<&Vec<u8>> = round.collect();
        // A step of the cycle that is not a move comes from `parts`.
        let by_moves = |pair: &[&Vec<u8>]| {
            let moves = (game.script).results(Question::Moves(pair[0]), &Limits::default());
            moves.is_ok_and(|moves| moves.moves().any(|(to, _)| to == *pair[1]))
        };
        let function = if game.is_heaps() {
            "options"
        } else if round.windows(2).all(by_moves) {
            "moves"
        } else {
            "parts"
        };
        let told = round.iter().map(|at| game.script.packed_text(at));
        game.script.circle(&told.collect::<Vec<_>>(), function)
    }

    fn plural(&self) -> &'static str {
        if self.game.is_heaps() {
            tr!("heaps")
        } else {
            tr!("parts of boards")
        }
    }
}

impl OwnRuleset {
    fn is_divided(&self) -> bool {
        self.is_sum() || self.script.is_split_by_parts()
    }

    /// Returns the normal-play Grundy value of a sum of heaps, or of a board that the script's `parts` divides.
    pub(super) fn xor(&self, cells: &[i32], limits: &Limits) -> Result<u64, Stop> {
        if self.is_sum() {
            let values = self.values(cells, limits)?;
            return Ok(values.into_iter().fold(0, |xor, value| xor ^ value));
        }
        let value = self.value_by_parts(cells, limits)?;
        self.check_parts(cells, limits)?;
        Ok(value.into())
    }

    pub(super) fn value_of(&self, at: &OwnPosition, limits: &Limits) -> Result<Value, Stop> {
        if self.is_sum() {
            self.value_of_sum(at, limits)
        } else if self.script.is_split_by_parts() {
            self.value_of_parts(at, limits)
        } else {
            self.explored_value(at, limits)
        }
    }

    fn value_of_parts(&self, at: &OwnPosition, limits: &Limits) -> Result<Value, Stop> {
        let left = self.answered(at, limits)?.moves.len();
        let value = self.by_parts(at.cells(), limits, |known, parts, numbers| {
            let value = known.value(numbers, self.convention, MOST_SUMS, limits)?;
            // A board must have a move if and only if one of its parts has a move.
            if let Some(Value { remoteness: Some(n), .. }) = value
                && (n == 0) != (left == 0)
            {
                let (whole, sum) = if left > 0 {
                    (tr!("has a move"), tr!("have no move"))
                } else {
                    (tr!("has no move"), tr!("have a move"))
                };
                return Err(self.script.unlike_parts(at.cells(), parts, whole, sum));
            }
            value.ok_or_else(|| {
                Stop::not_proved(tr!("in misère play all sums of parts that can follow are searched, and here there are more than \
                     {most}, or more than the memory given holds", most = MOST_SUMS))
            })
        })?;
        self.check_parts(at.cells(), limits)?;
        Ok(value)
    }

    /// Returns the outcome of a position. Avoids a search for the remoteness where possible.
    pub(super) fn outcome_of(&self, at: &OwnPosition, limits: &Limits) -> Result<Outcome, Stop> {
        if let Some(over) = at.answer().and_then(|answer| answer.over) {
            return Ok(over);
        }
        if self.is_divided() && self.convention == Convention::Normal {
            self.check_next(at, limits)?;
            return Ok(Outcome::won(self.xor(at.cells(), limits)? != 0));
        }
        let found = if self.is_sum() {
            self.check_next(at, limits)?;
            self.by_known_quotient(at.cells(), limits)?
        } else {
            self.quick_outcome(at, limits)?
        };
        found.map_or_else(|| Ok(self.value(at, limits)?.outcome), Ok)
    }

    pub(super) fn summand_of(&self, at: &OwnPosition, limits: &Limits) -> Result<Summand, Stop> {
        let name = self.info.name;
        if self.script.loops {
            return Err(Stop::not_proved(tr!(
                "{name} cannot be a part of a sum, because it may go on for ever"
            )));
        }
        if self.script.has_mover() {
            return Err(Stop::not_proved(tr!(
                "{name} cannot be a part of a sum, because its positions say who is to move"
            )));
        }
        let is_added = self.is_divided() && self.convention == Convention::Normal;
        if !self.is_sum() && !is_added {
            return Ok(Summand::known(self.value(at, limits)?.grundy));
        }
        self.check_next(at, limits)?;
        if is_added {
            return Ok(Summand::known(Some(self.xor(at.cells(), limits)?)));
        }
        if self.script.dims > 1 {
            return Ok(Summand::known(None));
        }
        let mut live = Vec::new();
        for &heap in at.cells() {
            if !self.heap_answer(&[heap], limits)?.moves.is_empty() {
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
}
