//! Boards by complete exploration; boards that fall into parts by their parts.

use std::sync::atomic::Ordering::Relaxed;

use super::*;
use crate::games::own::components::{PieceOptions, PieceSource};
use crate::games::own::explore::{KnownValue, MOST_POSITIONS, MoveSource, NextPositions};
use crate::games::reasons::count;
use crate::rule::RuleTable;
use crate::solve::graph::{Graph, Verdict};

/// A part with so many times the cells of the board that was asked about is a fault of the script.
const MOST_GROWN: usize = 4;
/// Rules are looked for in positions up to these numbers: single ones, and pairs.
const RULED: [u64; 2] = [128, 24];
/// The most sums of parts that are searched in misère play.
const MOST_SUMS: usize = 2_000_000;

/// For each symmetry of a board, where the cells of the image come from.
pub(super) type Images = Arc<[Vec<u16>]>;

/// All symmetries that follow from some of them.
fn group(generators: &[Vec<u16>], cells: usize) -> Images {
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
    all.split_off(1).into()
}

impl OwnBoard {
    /// A position as the explorer knows it.
    fn packed(&self, at: &OwnPosition) -> Vec<u8> {
        let mover = at.mover().map_or(0, |player| player.index() as u8 + 1);
        let mut packed = vec![mover];
        match self.is_heaps() {
            false => packed.extend(self.script.pack(at.cells())),
            true => {
                let heaps = crate::games::own::heaps::in_order(at.cells(), self.script.dims);
                packed.extend(self.script.pack(&heaps));
            }
        }
        packed
    }

    fn unpacked(&self, packed: &[u8]) -> OwnPosition {
        let mover = match packed[0] {
            1 => Some(Player::First),
            2 => Some(Player::Second),
            _ => None,
        };
        OwnPosition::new(mover, self.script.unpack(&packed[1..]), [0; 2])
    }

    fn images(&self, cells: usize) -> Images {
        let images = || self.images.lock().unwrap_or_else(PoisonError::into_inner);
        let known = images().get(&cells).cloned();
        known.unwrap_or_else(|| {
            let width = self.columns(cells, &Limits::default());
            let symmetries = self.script.symmetries.iter();
            let generators: Vec<Vec<u16>> = symmetries
                .filter_map(|one| one.places(cells, width))
                .collect();
            let found = group(&generators, cells);
            images().insert(cells, Arc::clone(&found));
            found
        })
    }

    /// The parts of a board that have cells.
    fn parts_of(&self, cells: &[i32], limits: &Limits) -> Result<PieceList, ScriptError> {
        let mut parts = self.script.parts(cells, limits)?;
        parts.retain(|part| !part.is_empty());
        for part in &mut parts {
            self.make_least(part);
        }
        Ok(parts)
    }

    /// Replaces cells by the least of their images.
    fn make_least(&self, cells: &mut Box<[i32]>) {
        if self.script.symmetries.is_empty() {
            return;
        }
        let images = self.images(cells.len());
        let image = |places: &Vec<u16>| places.iter().map(|&i| cells[usize::from(i)]).collect();
        let least: Option<Box<[i32]>> = images.iter().map(image).min();
        if let Some(least) = least.filter(|least| least < cells) {
            *cells = least;
        }
    }

    /// Settles the parts of a board, and does something with what is known then.
    pub(super) fn by_parts<T>(
        &self,
        at: &OwnPosition,
        limits: &Limits,
        then: impl FnOnce(&mut Components<Box<[i32]>>, &[Box<[i32]>], &[u32]) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        self.asked_cells.fetch_max(at.cells().len(), Relaxed);
        if self.script.has.legal {
            self.answered(at, limits)?;
        }
        let parts = self.parts_of(at.cells(), limits)?;
        let known = &mut *self.parts.locked(limits)?;
        let numbers = known.solve(&parts, self, limits)?;
        then(known, &parts, &numbers)
    }

    /// Explores all that can follow a position: at most so many positions that are new.
    fn explored_to(
        &self,
        at: &OwnPosition,
        most: usize,
        limits: &Limits,
    ) -> Result<KnownValue, ScriptError> {
        let mut explored = self.explored.locked(limits)?;
        explored.explore(&self.packed(at), self, most, limits)
    }

    /// What earlier questions have found of a position.
    fn known(&self, at: &OwnPosition, limits: &Limits) -> Result<Option<KnownValue>, Stop> {
        let explored = self.explored.locked(limits)?;
        Ok(explored.known(&self.packed(at), self))
    }

    fn has_grundy(&self) -> bool {
        !self.script.has_mover() && !self.script.loops && self.convention == Convention::Normal
    }

    fn valued(&self, at: &OwnPosition, known: KnownValue) -> Value {
        if !self.script.points {
            return known.value(self.has_grundy());
        }
        let margin = at.lead() + i64::from(known.number);
        Value {
            margin: Some(nearest(margin)),
            outcome: by_margin(margin),
            ..known.verdict.value()
        }
    }

    /// The rule that all small positions follow, where positions are one or two numbers and there is one.
    pub(super) fn rule(&self, limits: &Limits) -> Result<Option<&LostRule>, Stop> {
        let Some((count, least)) = self.script.numbers() else {
            return Ok(None);
        };
        if let Some(found) = self.rule.get() {
            return Ok(found.as_ref());
        }
        let is_lost = |numbers: &[u64]| -> Result<Option<bool>, Stop> {
            let cells: Box<[i32]> = numbers
                .iter()
                .filter_map(|&n| i32::try_from(n).ok())
                .collect();
            if !self.script.is_legal(&cells, limits)? {
                return Ok(None);
            }
            let at = OwnPosition::plain(cells);
            Ok(Some(self.outcome(&at, limits)? == Outcome::Loss))
        };
        let table = match count {
            1 => RuleTable::of_single(least, RULED[0], &mut |n| is_lost(&[n])),
            _ => RuleTable::of_pairs(least, RULED[1], &mut |a, b| is_lost(&[a, b])),
        };
        // A position that is not solved makes no table.
        let found = match if_proved(table)? {
            Some(table) => if_proved(LostRule::find(&table, limits))?.flatten(),
            None => None,
        };
        Ok(self.rule.get_or_init(|| found).as_ref())
    }

    /// The positions one move away, for a script that is tried out; that they are legal is checked too, that symmetries
    /// hold, and what it says of its board and of the first move.
    pub(in crate::games::own) fn try_moves(
        &self,
        at: &OwnPosition,
        limits: &Limits,
    ) -> Result<Vec<OwnPosition>, ScriptError> {
        let answer = self.answered(at, limits)?;
        self.script.width(at.cells().len(), limits)?;
        if let Some(m) = answer.moves.first() {
            self.script_words(at, m, limits)?;
        }
        self.check_symmetries(at, limits)?;
        Ok(answer.moves.iter().map(|m| self.play(at, m)).collect())
    }

    /// Whether the images of a position lead to the images of what it leads to.
    fn check_symmetries(&self, at: &OwnPosition, limits: &Limits) -> Result<(), ScriptError> {
        if self.script.symmetries.is_empty() || self.is_heaps() {
            return Ok(());
        }
        let turned = |cells: &[i32], places: &[u16]| -> Box<[i32]> {
            places.iter().map(|&i| cells[usize::from(i)]).collect()
        };
        let after = |at: &OwnPosition| -> Result<Vec<_>, ScriptError> {
            let answer = self.ask(at, limits)?;
            let to = |m: &OwnMove| (Box::<[i32]>::from(self.play(at, m).cells()), m.gain);
            Ok(answer.moves.iter().map(to).collect())
        };
        for places in self.images(at.cells().len()).iter() {
            let image = OwnPosition::new(at.mover(), turned(at.cells(), places), at.score());
            let mut expected: Vec<_> = after(at)?
                .into_iter()
                .map(|(to, gain)| (turned(&to, places), gain))
                .collect();
            let mut found = after(&image)?;
            expected.sort_unstable();
            found.sort_unstable();
            if expected != found {
                let texts = [at, &image].map(|at| self.state_text(at));
                let what = format!(
                    "SYMMETRIES makes {} and {} equal, and their moves are not",
                    texts[0], texts[1]
                );
                return Err(self.script.fault_in("moves", &what, None));
            }
        }
        Ok(())
    }

    /// Whether a position is small enough to be explored; then its parts are held against the whole.
    pub(in crate::games::own) fn try_values(
        &self,
        at: &OwnPosition,
        most: usize,
        limits: &Limits,
    ) -> Result<bool, ScriptError> {
        let whole = match self.explored_to(at, most, limits) {
            Ok(whole) => whole,
            Err(ScriptError::Stopped(Stop::NotProved(_))) => return Ok(false),
            Err(error) => return Err(error),
        };
        if !self.script.has.parts {
            return Ok(true);
        }
        self.asked_cells.fetch_max(at.cells().len(), Relaxed);
        let parts = self.parts_of(at.cells(), limits)?;
        let known = &mut *self.parts.locked(limits)?;
        let numbers = known.solve(&parts, self, limits)?;
        let value = u64::from(known.xor(&numbers));
        if self.convention == Convention::Normal && value != whole.grundy() {
            let (whole, sum) = (
                format!("has value {}", whole.grundy()),
                format!("have value {value}"),
            );
            return Err(self.script.unlike_parts(at.cells(), &parts, &whole, &sum));
        }
        let Some(sum) = known.search(&numbers, self.convention, most, limits)? else {
            return Ok(true);
        };
        if sum == whole.verdict {
            return Ok(true);
        }
        let told = |verdict: &Verdict, [wins, loses]: [&str; 2]| {
            let word = if verdict.wins() { wins } else { loses };
            let left = verdict.value().remoteness;
            let left = left.map_or_else(String::new, |left| count(left, "move"));
            format!("{word} in {left} in {} play", self.convention.word())
        };
        let (whole, sum) = (
            told(&whole.verdict, ["is won", "is lost"]),
            told(&sum, ["are won", "are lost"]),
        );
        Err(self.script.unlike_parts(at.cells(), &parts, &whole, &sum))
    }

    fn xor_of_parts(&self, at: &OwnPosition, limits: &Limits) -> Result<u64, Stop> {
        self.by_parts(at, limits, |known, _, numbers| {
            Ok(known.xor(numbers).into())
        })
    }

    fn has_parts(&self) -> bool {
        self.script.has.parts && !self.script.points && !self.script.loops
    }
}

impl MoveSource for OwnBoard {
    fn moves(
        &self,
        at: &[u8],
        from: Option<&[u8]>,
        limits: &Limits,
        next: &mut NextPositions,
    ) -> Result<(), ScriptError> {
        if let Some(from) = from {
            let cells = self.script.unpack(&at[1..]);
            if !self.script.is_legal(&cells, limits)? {
                let (at, from) = (self.unpacked(at), self.unpacked(from));
                // Its image under a symmetry may be the one that a move leads to.
                let leads = |m: &&OwnMove| {
                    let mut to = self.packed(&self.play(&from, m));
                    self.make_canonical(&mut to);
                    to == self.packed(&at)
                };
                let answer = self.ask(&from, limits)?;
                let m = answer.moves.iter().find(leads);
                let m = m.map_or("a move".to_owned(), |m| self.move_text(&from, m));
                let texts = [&at, &from].map(|at| self.state_text(at));
                return Err(self.script.illegal(&texts[0], &m, &texts[1]));
            }
        }
        let mover = match at[0] {
            1 => Some(Player::First),
            2 => Some(Player::Second),
            _ => None,
        };
        if self.is_heaps() || self.script.has.result {
            // Heaps are asked for one by one, and a result comes before the moves.
            let at = self.unpacked(at);
            let answer = self.ask(&at, limits)?;
            for m in &answer.moves {
                let to = self.packed(&self.play(&at, m));
                next.push(to[0], &to[1..], m.gain);
            }
            next.over = answer.over.filter(|_| !self.script.points);
            return Ok(());
        }
        let found = self.script.moves(&at[1..], mover, limits)?;
        let mut is_over = true;
        for (gain, to) in found.iter() {
            is_over = false;
            let turned = match at[0] {
                mover @ (1 | 2) if !gain.again => 3 - mover,
                mover => mover,
            };
            next.push(turned, to, gain);
        }
        if is_over && !self.script.points {
            next.over = Some(self.convention.stuck());
        }
        Ok(())
    }

    fn heeds_origin(&self) -> bool {
        self.script.has.legal
    }

    fn make_canonical(&self, at: &mut Vec<u8>) {
        if self.script.symmetries.is_empty() {
            return;
        }
        let size = if self.script.is_small() { 1 } else { 4 };
        let images = self.images((at.len() - 1) / size);
        let mut least: Option<Vec<u8>> = None;
        let mut image = Vec::with_capacity(at.len());
        for places in images.iter() {
            image.clear();
            image.push(at[0]);
            for &i in places {
                let from = 1 + usize::from(i) * size;
                image.extend_from_slice(&at[from..from + size]);
            }
            if image < *least.as_ref().unwrap_or(at) {
                least = Some(image.clone());
            }
        }
        if let Some(least) = least {
            *at = least;
        }
    }

    fn circle(&self, round: &[Vec<u8>]) -> ScriptError {
        let round = round.iter().chain(round.first());
        let round: Vec<String> = round
            .map(|at| self.state_text(&self.unpacked(at)))
            .collect();
        let function = if self.is_heaps() { "options" } else { "moves" };
        self.script.circle(&round, function)
    }
}

pub(super) type PieceList = Vec<Box<[i32]>>;

impl PieceSource<Box<[i32]>> for OwnBoard {
    fn options(
        &self,
        cells: &Box<[i32]>,
        limits: &Limits,
    ) -> Result<PieceOptions<Box<[i32]>>, ScriptError> {
        // A board leads to boards of as many cells, and its parts have fewer; a part that has many more is one of parts
        // that grow without end.
        let asked = self.asked_cells.load(Relaxed);
        if asked > 0 && cells.len() > MOST_GROWN * asked.max(8) {
            let what = format!(
                "the parts do not get smaller: a board of {asked} cells leads to a part of {} cells, and so on",
                cells.len()
            );
            return Err(self.script.fault_in("parts", &what, None));
        }
        let results = self.script.moves(&self.script.pack(cells), None, limits)?;
        results
            .iter()
            .map(|(_, result)| self.parts_of(&self.script.unpack(result), limits))
            .collect()
    }

    fn circle(&self, boards: &[&Box<[i32]>]) -> ScriptError {
        let round: Vec<&[i32]> = boards
            .iter()
            .chain(boards.first())
            .map(|board| &***board)
            .collect();
        // A board that no move leads to is one of the parts.
        let by_moves = |pair: &[&[i32]]| {
            let cells = self.script.pack(pair[0]);
            let results = self.script.moves(&cells, None, &Limits::default());
            let wanted = self.script.pack(pair[1]);
            results.is_ok_and(|results| results.iter().any(|(_, to)| *to == *wanted))
        };
        let function = match round.windows(2).all(by_moves) {
            true => "moves",
            false => "parts",
        };
        let told: Vec<String> = round
            .iter()
            .map(|cells| self.script.state_text(cells, None))
            .collect();
        self.script.circle(&told, function)
    }

    fn plural(&self) -> &'static str {
        "parts of boards"
    }
}

impl Solve for OwnBoard {
    fn value(&self, at: &OwnPosition, limits: &Limits) -> Result<Value, Stop> {
        if self.has_parts() {
            return self.by_parts(at, limits, |known, _, numbers| {
                known.value(numbers, self.convention, MOST_SUMS, limits)?.ok_or_else(|| {
                    Stop::not_proved(format!(
                        "in misère play all sums of parts that can follow are searched, and here are more than \
                         {MOST_SUMS}, or more than the memory given holds"
                    ))
                })
            });
        }
        Ok(self.valued(at, self.explored_to(at, MOST_POSITIONS, limits)?))
    }

    fn outcome(&self, at: &OwnPosition, limits: &Limits) -> Result<Outcome, Stop> {
        if let Some(over) = at.answer().and_then(|answer| answer.over) {
            return Ok(over);
        }
        if !self.has_parts() || self.convention == Convention::Misere {
            if let Some(known) = self.known(at, limits)? {
                return Ok(self.valued(at, known).outcome);
            }
            return Ok(self.value(at, limits)?.outcome);
        }
        Ok(Outcome::won(self.xor_of_parts(at, limits)? != 0))
    }

    fn can_draw(&self) -> bool {
        self.script.has.result || self.script.points || self.script.loops
    }

    /// The value alone, without the search for the moves to the end.
    fn summand(&self, at: &OwnPosition, limits: &Limits) -> Result<Summand, Stop> {
        if self.script.loops || self.script.has_mover() {
            let name = self.info.name;
            return Err(Stop::not_proved(format!(
                "{name} cannot be a part of a sum"
            )));
        }
        if self.has_parts() && self.convention == Convention::Normal {
            return Ok(Summand::known(Some(self.xor_of_parts(at, limits)?)));
        }
        Ok(Summand::known(self.value(at, limits)?.grundy))
    }

    /// All that follows is asked for here, within the limits, so that no position is left without its moves.
    fn graph(&self, at: &OwnPosition, most: usize, limits: &Limits) -> Result<Option<Graph>, Stop> {
        match self.explored_to(at, most, limits) {
            Ok(_) => crate::games::own::graph_of(self, at, most, limits),
            Err(ScriptError::Stopped(Stop::NotProved(_))) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}
