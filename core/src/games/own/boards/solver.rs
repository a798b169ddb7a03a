//! Boards by complete exploration; boards that fall into parts by their parts.

use std::sync::atomic::Ordering::Relaxed;

use super::{Asked, OwnBoard};
use crate::games::own::components::{Components, PieceOptions, PieceSource};
use crate::games::own::engine;
use crate::games::own::explored::{MOST_POSITIONS, OwnPosition};
use crate::games::own::script::ScriptError;
use crate::games::prelude::*;
use crate::games::reasons::count;
use crate::rule::{LostRule, RuleTable};
use crate::solve::graph::{Graph, Verdict};
use crate::solve::memo::KnownPosition;

/// A part with so many times the cells of the board that was asked about is a fault of the script.
const MOST_GROWN: usize = 4;
/// Rules are looked for in positions up to these numbers: single ones, and pairs.
const RULED: [u64; 2] = [128, 24];

impl OwnBoard {
    /// The parts of a board that have cells. To be called within [`engine::within`].
    fn parts_of(&self, cells: &[i32]) -> Result<PieceList, ScriptError> {
        let mut parts = self.script.parts(cells)?;
        parts.retain(|part| !part.is_empty());
        Ok(parts)
    }

    /// Settles the parts of a board, and does something with what is known then.
    pub(super) fn by_parts<T: Send>(
        &self,
        at: &OwnPosition,
        limits: &Limits,
        then: impl FnOnce(&mut Components<Box<[i32]>>, &[Box<[i32]>], &[u32]) -> Result<T, Stop> + Send,
    ) -> Result<T, Stop> {
        // What is known asks nothing of the script.
        if let Some(Ok(parts)) = self.apart.known(&at.cells) {
            let known = &mut *self.parts.locked(limits)?;
            if let Some(numbers) = known.known(&parts) {
                return then(known, &parts, &numbers);
            }
        }
        self.asked_cells.fetch_max(at.cells.len(), Relaxed);
        engine::within(limits, || {
            if self.script.has.legal {
                self.asked_within(at, limits)?;
            }
            let parts = self
                .apart
                .within(&at.cells, limits, |_| self.parts_of(&at.cells))?;
            let known = &mut *self.parts.locked(limits)?;
            let numbers = known.solve(&parts, self, limits)?;
            then(known, &parts, &numbers)
        })
    }

    /// Explores all that can follow a position: at most so many positions that are new. What is known asks nothing of the
    /// script.
    fn explored_to(
        &self,
        at: &OwnPosition,
        most: usize,
        limits: &Limits,
    ) -> Result<KnownPosition, ScriptError> {
        let explored = || self.explored.locked(limits);
        let known = explored()?.settled(at);
        match known {
            Some(settled) => Ok(settled),
            None => engine::within(limits, || explored()?.explore(at, self, most, limits)),
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
        let single = count == 1;
        let is_lost = |numbers: &[u64]| -> Result<Option<bool>, Stop> {
            let cells: Box<[i32]> = numbers
                .iter()
                .filter_map(|&n| i32::try_from(n).ok())
                .collect();
            if !self.script.is_legal(&cells)? {
                return Ok(None);
            }
            let at = OwnPosition { mover: None, cells };
            Ok(Some(self.outcome(&at, limits)? == Outcome::Loss))
        };
        let found = engine::within(limits, || {
            let table = match single {
                true => RuleTable::of_single(least, RULED[0], &mut |n| is_lost(&[n])),
                false => RuleTable::of_pairs(least, RULED[1], &mut |a, b| is_lost(&[a, b])),
            };
            LostRule::find(&table?, limits)
        });
        // A position that is not solved makes no table.
        let found = if_proved(found)?.flatten();
        Ok(self.rule.get_or_init(|| found).as_ref())
    }

    /// The positions one move away, for a script that is tried out; that they are legal is checked too, and what it says of
    /// its board and of the first move.
    pub(in crate::games::own) fn try_moves(
        &self,
        at: &OwnPosition,
    ) -> Result<Vec<OwnPosition>, ScriptError> {
        let asked = self.ask_and_check(at)?;
        self.script.width(at.cells.len())?;
        let next: Vec<OwnPosition> = asked.moves.iter().map(|m| self.play(at, m)).collect();
        if let Some(to) = next.first() {
            self.script.move_words(&at.cells, &to.cells)?;
        }
        Ok(next)
    }

    /// Whether a position is small enough to be explored; then its parts are held against the whole.
    pub(in crate::games::own) fn try_values(
        &self,
        at: &OwnPosition,
        most: usize,
        limits: &Limits,
    ) -> Result<bool, ScriptError> {
        let whole = self
            .explored
            .locked(limits)?
            .explore(at, self, most, limits);
        let whole = match whole {
            Ok(whole) => whole,
            Err(ScriptError::Stopped(Stop::NotProved(_))) => return Ok(false),
            Err(error) => return Err(error),
        };
        if !self.script.has.parts {
            return Ok(true);
        }
        self.asked_cells.fetch_max(at.cells.len(), Relaxed);
        let parts = self.parts_of(&at.cells)?;
        let known = &mut *self.parts.locked(limits)?;
        let numbers = known.solve(&parts, self, limits)?;
        let value = known.xor(&numbers);
        if self.convention == Convention::Normal && value != whole.grundy {
            let (whole, sum) = (
                format!("has value {}", whole.grundy),
                format!("have value {value}"),
            );
            return Err(self.script.unlike_parts(&at.cells, &parts, &whole, &sum));
        }
        let Some(sum) = known.search(&numbers, self.convention, most, limits)? else {
            return Ok(true);
        };
        if sum == whole.verdict {
            return Ok(true);
        }
        let said = |verdict: &Verdict, [wins, loses]: [&str; 2]| {
            let word = if verdict.wins() { wins } else { loses };
            format!(
                "{word} in {} in {} play",
                verdict
                    .value()
                    .remoteness
                    .map_or_else(String::new, |left| count(left, "move")),
                self.convention.word()
            )
        };
        let (whole, sum) = (
            said(&whole.verdict, ["is won", "is lost"]),
            said(&sum, ["are won", "are lost"]),
        );
        Err(self.script.unlike_parts(&at.cells, &parts, &whole, &sum))
    }

    fn xor_of_parts(&self, at: &OwnPosition, limits: &Limits) -> Result<u64, Stop> {
        self.by_parts(at, limits, |known, _, numbers| {
            Ok(known.xor(numbers).into())
        })
    }
}

pub(super) type PieceList = Vec<Box<[i32]>>;

impl PieceSource<Box<[i32]>> for OwnBoard {
    fn options(&self, cells: &Box<[i32]>) -> Result<PieceOptions<Box<[i32]>>, ScriptError> {
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
        let results = self.script.moves(cells, None)?;
        results.iter().map(|result| self.parts_of(result)).collect()
    }

    fn circle(&self, boards: &[&Box<[i32]>]) -> ScriptError {
        let round: Vec<&[i32]> = boards
            .iter()
            .chain(boards.first())
            .map(|board| &***board)
            .collect();
        // A board that no move leads to is one of the parts.
        let by_moves = |pair: &[&[i32]]| {
            self.script
                .moves(pair[0], None)
                .is_ok_and(|results| results.iter().any(|to| **to == *pair[1]))
        };
        let function = if round.windows(2).all(by_moves) {
            "moves"
        } else {
            "parts"
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
        if self.script.has.parts {
            return self.by_parts(at, limits, |known, _, numbers| {
                known.value(numbers, self.convention, MOST_POSITIONS, limits)?.ok_or_else(|| {
                    Stop::not_proved(format!(
                        "in misère play all sums of parts that can follow are searched, and here are more than \
                         {MOST_POSITIONS}, or more than the memory given holds"
                    ))
                })
            });
        }
        let settled = self.explored_to(at, MOST_POSITIONS, limits)?;
        let grundy = self.info.players.is_none() && self.convention == Convention::Normal;
        Ok(settled
            .verdict
            .value()
            .with_grundy(grundy.then_some(settled.grundy.into())))
    }

    fn outcome(&self, at: &OwnPosition, limits: &Limits) -> Result<Outcome, Stop> {
        // Of a position that is known to be over no search is asked.
        if let Some(Ok(Asked {
            over: Some(outcome),
            ..
        })) = self.asked.known(at)
        {
            return Ok(outcome);
        }
        if !self.script.has.parts || self.convention == Convention::Misere {
            return Ok(self.value(at, limits)?.outcome);
        }
        Ok(Outcome::won(self.xor_of_parts(at, limits)? != 0))
    }

    fn can_draw(&self) -> bool {
        self.script.has.result
    }

    /// The value alone, without the search for the moves to the end.
    fn summand(&self, at: &OwnPosition, limits: &Limits) -> Result<Summand, Stop> {
        if self.script.has.parts && self.convention == Convention::Normal {
            return Ok(Summand::known(Some(self.xor_of_parts(at, limits)?)));
        }
        Ok(Summand::known(self.value(at, limits)?.grundy))
    }

    fn graph(&self, at: &OwnPosition, most: usize, limits: &Limits) -> Result<Option<Graph>, Stop> {
        // Once all that follows is explored, the script has answered for every position that will be asked for.
        match self.explored_to(at, most, limits) {
            Ok(_) => Ok(Graph::explore(self, at, most, limits)?.map(|(graph, _)| graph)),
            Err(ScriptError::Stopped(Stop::NotProved(_))) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}
