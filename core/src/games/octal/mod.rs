//! Octal games: heaps of stones; the digit d_k of the code 0.d1d2d3... says what taking k stones from a heap may leave:
//! 1 nothing, 2 one heap, 4 two heaps, added. 0.77 is Kayles, 0.07 Dawson's Kayles (R. K. Guy and C. A. B. Smith, 1956).
//!
//! Normal play: Grundy values of heaps, computed until a period is proved ([`solve::octal`](crate::solve::octal)).
//! Misère play: 0.77 by the rule of Kayles ([`solve::kayles`](crate::solve::kayles)), the others by their misère quotient
//! ([`solve::quotient`](crate::solve::quotient)) or complete search.

mod elements;
mod explain;
mod notation;
mod rules;
mod scene;
mod solver;
#[cfg(test)]
mod tests;
mod winners;

use crate::games::prelude::*;

use super::piles::random_piles;
use super::{params, pieces};
use crate::rules::after_legal;
use crate::solve::lock::{Kept, KeptGuard};
use crate::solve::octal::{Code, Heaps, LIMIT};
use crate::solve::periodic::Sequence;
use crate::solve::pieces::Multisets;
use crate::solve::quotient::{GameQuotient, GuidedSearch, HeapRules, KeptQuotient};

/// How many lines of what the code allows stand in the rule.
const RULE_LINES: usize = 3;

/// The largest heap that is solved by Grundy values or by the rule of Kayles,
pub const MOST_HEAP: u64 = LIMIT as u64;
/// and the most stones in all.
pub const MOST_STONES: u64 = 64 * MOST_HEAP;
/// Up to so many stones in all, in heaps that allow a move, a misère position is searched, remoteness included; past
/// that the misère quotient decides,
pub const MOST_SEARCHED: u64 = 30;
/// and where none is proved a search for the outcome, up to so many stones: a byte a heap, and a line of play that is
/// not too deep.
pub const MOST_TRIED: u64 = 250;
/// The most stones in all, in heaps that allow a move, whose remoteness is searched.
pub const MOST_WITH_REMOTENESS: u64 = 24;

/// The ruleset of a code under a convention.
pub struct Octal {
    convention: Convention,
    code: Code,
    values: Kept<Sequence<Heaps>>,
    searched: Kept<Multisets<u8>>,
    /// The misère quotient of the heaps asked about so far.
    quotient: Kept<Option<GameQuotient>>,
    /// Sums with larger heaps than those.
    guided: Kept<GuidedSearch>,
    /// The same together with other games.
    beside: KeptQuotient,
}

/// The heaps, in the order given.
pub type HeapSizes = Vec<u64>;

/// A move on one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeapMove {
    /// The heap, from 0.
    pub heap: usize,
    /// How many stones are taken.
    pub amount: u64,
    /// The two heaps that are left where it splits, the smaller one first.
    pub split: Option<[u64; 2]>,
}

impl HeapMove {
    /// What the move leaves of a heap of `size`: one heap and nothing, or two.
    fn left(&self, size: u64) -> [u64; 2] {
        self.split.unwrap_or_else(|| [after_legal(size.checked_sub(self.amount)), 0])
    }
}

impl Octal {
    fn values(&self, limits: &Limits) -> Result<KeptGuard<'_, Sequence<Heaps>>, Stop> {
        self.values.locked(limits)
    }
}

impl Game for Octal {
    const INFO: Info = Info {
        id: "octal",
        name: "Octal game",
        rule: "Take from a heap, and perhaps split it, as the code allows.",
        example: "octal/0.07:9,12",
        limits: "normal play: heaps of 100,000, 6,400,000 stones in all; misère play: heaps of any size where the \
                 misère quotient is proved, else 2,000,000 positions; 0.77 in both conventions: fewer \
                 than 2^64 stones",
        misere_parts: MisereParts::KaylesWhere("octal/0.77"),
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::text(
                "Code",
                "0. and a digit for taking 1, 2, 3, ... stones: 1 if this may leave no heap, plus 2 if one heap, plus 4 if two",
                "0.07",
            ),
            Field::text(
                "Heaps",
                "the heap sizes, such as 20 or 7,9; a random position has as many heaps, none of them larger",
                "9,12",
            ),
        ],
        start: |values| values.id("octal"),
        random: |values, pick| values.with_state("octal", 1, &random_piles(&values.numbers(1), pick)),
        presets: &[
            ("Kayles, heaps of 5 and 7", "octal/0.77:5,7"),
            ("Dawson's Kayles: the second player wins", "octal/0.07:15"),
            ("Dawson's chess on 11 files", "octal/0.137:11"),
            ("Dawson's chess, misère", "misere octal/0.137:7,9"),
            ("Treblecross on 13 cells", "octal/0.007:15"),
            ("Officers, a heap of 18", "octal/0.6:18"),
        ],
    };

    fn open(convention: Convention, params: &[Text<'_>], _library: &Library) -> Result<Self, IdError> {
        let [text] = params::exactly("octal", params, ["the code, such as 0.77"])?;
        let code: Code = text.as_str().parse().map_err(|e: crate::solve::octal::CodeError| {
            let column = text.column() + e.at();
            IdError::new(column, e.to_string(), "0. and digits from 0 to 7, such as 0.77")
        })?;
        let values = Kept::new(code.clone().sequence(LIMIT));
        Ok(Octal {
            convention,
            code,
            values,
            searched: Kept::default(),
            quotient: Kept::default(),
            guided: Kept::default(),
            beside: KeptQuotient::default(),
        })
    }

    fn memory_used(&self) -> u64 {
        let searched = self.searched.memory_used() + self.guided.memory_used();
        self.values.memory_used() + searched + self.quotient.memory_used() + self.beside.memory_used()
    }

    fn impartial(&self) -> Option<ImpartialOf<'_, Self>> {
        Some(self)
    }

    fn rule_text(&self) -> RuleText<String> {
        let lines = self.rule();
        let more = if lines.len() > RULE_LINES { ", and so on" } else { "" };
        let moves = lines.iter().take(RULE_LINES).cloned().collect::<Vec<_>>().join(", or ");
        let (first, rest) = moves.split_at(1);
        RuleText { moves: format!("{}{rest}{more}.", first.to_uppercase()), ending: Ending::NoMove }
    }

    fn reasons(&self, at: &HeapSizes, proved: &Proved<'_, HeapMove>, limits: &Limits) -> GameReasons<Self> {
        pieces::reasons(self, at, proved, limits)
    }

    fn figure(
        &self,
        at: &HeapSizes,
        _proved: &Proved<'_, HeapMove>,
        limits: &Limits,
    ) -> Result<Figure, Stop> {
        pieces::figure(self, at, limits)
    }

    fn heap_rules(&self) -> Option<Box<dyn HeapRules + '_>> {
        Some(Box::new(self.code.clone()))
    }

    /// The theorem speaks of Grundy values, and so of normal play.
    fn moves_left(&self, at: &HeapSizes) -> Option<(u64, u64)> {
        self.is_counted(at).then_some((0, u64::MAX))
    }

    fn period(&self, limits: &Limits) -> Option<String> {
        if self.convention.is_misere() {
            return None;
        }
        let mut values = self.values(limits).ok()?;
        let period = values.prove_period(&|| limits.check().is_err()).ok()??;
        Some(format!("period {} from {} on: {}", period.length, period.preperiod, period.proof))
    }
}
