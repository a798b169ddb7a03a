//! Implements octal games, played with heaps of stones. The digit d_k of the code d0.d1d2d3... says what may remain of
//! a heap after a move takes k of its stones. The digit is a sum: 1 if the move may leave nothing, 2 if it may leave
//! one heap, and 4 if it may leave two heaps. 0.77 is Kayles, and 0.07 is Dawson's Kayles (R. K. Guy and C. A. B.
//! Smith, 1956). With d0 = 4, as in 4.7, a heap may also be split without taking stones.
//!
//! Normal play is solved by the Grundy values of heaps, computed until a period is proved
//! ([`solve::octal`](crate::solve::octal)). In misère play, 0.77 is solved by the rule of Kayles
//! ([`solve::kayles`](crate::solve::kayles)), and all other codes by their misère quotient
//! ([`solve::quotient`](crate::solve::quotient)) or by a search.
//!
//! Heaps are written as numbers (`9,12`); moves are written as heap, dash, amount and the two heaps of a split (`1-2`,
//! `1-2:3,4`). Moves are ordered by heap and amount. A move that leaves a single heap comes before the splits, which
//! are ordered by their smaller heap. On the board, the k-th stone from the bottom of a heap occupies the site (heap,
//! k).

mod solver;
#[cfg(test)]
mod tests;

use crate::games::prelude::*;

use super::kayles;
use super::pieces::{self, Decision, Piece, PieceNoun, PieceSum};
use super::piles::{group, random_piles, stacks};
use super::reasons::{and, capital, fitting, or, which_after, which_of};
use crate::solve::kayles::{MisereCase, Runs};
use crate::solve::lock::Cache;
use crate::solve::octal::{Code, Heaps};
use crate::solve::periodic::{Period, Repeat, Sequence};
use crate::solve::pieces::Multisets;
use crate::solve::quotient::{
    Element, GameQuotient, GuidedSearch, KeptQuotient, PERIOD_THEOREM as QUOTIENT_THEOREM,
};
use solver::Method;

/// The successive bounds on heap sizes in the search for a misère period. The search goes on to the next bound only
/// while the quotient has at most [`FEW_ELEMENTS`] elements, because each heap added to a larger quotient may take
/// seconds.
const HEAPS: [u64; 6] = [48, 64, 96, 128, 192, 256];
const FEW_ELEMENTS: usize = 64;
/// Maximum size of a heap in the longer search that [`Theory::further`] offers. The longer search takes seconds and
/// finds the periods of 0.16 and 0.56.
const FURTHER: u64 = 700_000;
const RULE_LINES: usize = 3;

/// In misère play of codes other than 0.77, the maximum number of stones in a position whose outcome and remoteness are
/// always computed by a search. Stones in heaps without moves do not count.
pub const MOST_SEARCHED: u64 = 30;
/// The maximum number of stones in a misère position whose outcome is computed by a search if no proved quotient covers
/// it. Stones in heaps without moves do not count. The bound keeps the recursion shallow, and lets the size of a heap
/// fit into one byte.
pub const MOST_TRIED: u64 = 250;
/// In normal play and in misère Kayles, the maximum number of stones in a position whose remoteness is computed. Stones
/// in heaps without moves do not count.
pub const MOST_WITH_REMOTENESS: u64 = 24;

pub struct Octal {
    convention: Convention,
    code: Code,
    values: Cache<Sequence<Heaps>>,
    searched: Cache<Multisets<u8>>,
    quotient: Cache<Option<GameQuotient>>,
    guided: Cache<GuidedSearch>,
    /// The cached misère quotient for sums of these heaps and other games.
    beside: KeptQuotient,
}

/// The sizes of the heaps, in the order given.
pub type HeapSizes = Vec<u64>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HeapMove {
    /// The index of the heap, from 0.
    pub heap: usize,
    pub amount: u64,
    /// The two heaps left by a split, the smaller one first.
    pub split: Option<[u64; 2]>,
}

impl HeapMove {
    fn splitting(&self, a: u64) -> HeapMove {
        let rest = self.split.map_or(0, |[a, b]| a + b);
        HeapMove {
            split: Some([a, rest - a]),
            ..*self
        }
    }

    fn left(&self, size: u64) -> [u64; 2] {
        self.split
            .unwrap_or_else(|| [after_legal(size.checked_sub(self.amount)), 0])
    }
}

impl Listed for Octal {
    type Ruleset = Self;

    const INFO: Info = Info {
        id: "octal",
        name: tr_key!("Octal game"),
        rule: tr_key!("Take from a heap, and perhaps split it, as the code allows."),
        params: &[Param::new(
            tr_key!("the code, such as 0.77"),
            ParamForm::Text,
        )],
        example: "octal/0.07:9,12",
        limits: tr_key!(
            "normal play: heaps of any size where a period is proved, others as far as time and memory reach; \
                 misère play: heaps of any size where the misère quotient is proved, else 2,000,000 positions"
        ),
        misere_parts: MisereParts::KaylesWhere("octal/0.77"),
        numbered: tr_key!("a single heap of n stones"),
        nouns: [tr_key!("heap"), tr_key!("heaps")],
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::text(
                tr_key!("Code"),
                tr_key!(
                    "one digit for taking 1 stone, one for taking 2, and so on. Each digit is a sum: add 1 if the move may leave nothing, 2 if one heap, and 4 if two heaps"
                ),
                "0.07",
            ),
            Field::numbers(
                tr_key!("Heaps"),
                tr_key!(
                    "the heap sizes, such as 20 or 7,9; only their number and the largest size matter for a random position"
                ),
                &[9, 12],
            ),
        ],
        start: |values| values.id("octal"),
        random: |values, pick| {
            values.with_state("octal", 1, &random_piles(&values.numbers(1), pick))
        },
        presets: &[
            (tr_key!("Kayles: heaps of 5 and 7"), "octal/0.77:5,7"),
            (tr_key!("Dawson's Kayles"), "octal/0.07:15"),
            (tr_key!("Dawson's chess on 11 files"), "octal/0.137:11"),
            (tr_key!("Dawson's chess, misère"), "misere octal/0.137:7,9"),
            (tr_key!("Treblecross on 13 cells"), "octal/0.007:15"),
            (tr_key!("Officers: a heap of 18"), "octal/0.6:18"),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Self>, IdError> {
        let text = variant.text(0);
        let code: Code = text
            .as_str()
            .parse()
            .map_err(|e: crate::solve::octal::CodeError| {
                let column = text.column() + e.at();
                IdError::new(
                    column,
                    e.to_string(),
                    tr!("0. or 4. and digits from 0 to 7, such as 0.77"),
                )
            })?;
        let values = Cache::new(code.clone().sequence());
        let game = Octal {
            convention: variant.convention,
            code,
            values,
            searched: Cache::default(),
            quotient: Cache::default(),
            guided: Cache::default(),
            beside: KeptQuotient::default(),
        };
        let facts = GameFacts {
            params: format!("/{}", game.code),
            ..GameFacts::default()
        };
        Ok(OpenGame { game, facts })
    }
}

impl Game for Octal {
    fn rule(&self, info: &Info, convention: Option<Convention>) -> String {
        let lines = self.rule_lines();
        let more = if lines.len() > RULE_LINES {
            tr!(", and so on")
        } else {
            ""
        };
        let moves = capital(&lines[..lines.len().min(RULE_LINES)].join(tr!("; or ")));
        let ending = info.ending.sentence(convention);
        format!("{moves}{more}. {ending}")
    }

    fn position_facts(&self, at: &HeapSizes) -> PositionFacts {
        // The code has one digit for each amount, after `0.` or `4.`.
        let digits = self.code.to_string().len() - 2;
        let pieces = Pieces {
            most_taken: Some(digits as u64),
            ..Pieces::new(PieceKind::Numbers, at.iter().copied())
        };
        PositionFacts {
            pieces: Some(pieces),
            moves_left: self.is_counted(at).then_some((0, u64::MAX)),
            pairing: pieces::in_pairs(self.live_heaps(at).iter().map(|heap| heap.1))
                .then_some(true),
        }
    }

    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        pieces::explain(case, Self::pieces, |pieces| {
            case.game.own_reasons(case, pieces)
        })
    }

    /// In misère play of codes other than 0.77, returns the period of the heaps' elements in the quotient.
    fn theory(&self, most: u64, limits: &Limits) -> Result<Theory, Stop> {
        let period = match self.method() {
            Method::Values => {
                let mut values = self.values.locked(limits)?;
                let proved = if_proved(values.prove_period(most, limits))?.flatten();
                match proved {
                    None if self.is_kayles() => return Ok(kayles::theory(self.convention)),
                    proved => proved.cloned(),
                }
            }
            Method::Kayles => return Ok(kayles::theory(self.convention)),
            Method::Search => self
                .repeat_of_elements(most, limits)?
                .map(|repeat| Period::new(repeat, QUOTIENT_THEOREM)),
        };
        let further = match (&period, self.method()) {
            (None, Method::Values) => FURTHER,
            _ => 0,
        };
        Ok(Theory {
            period,
            further,
            ..Theory::default()
        })
    }
}

impl Octal {
    fn is_live(&self, size: u64) -> bool {
        (0..=self.code.reach().min(size)).any(|k| {
            let [none, one, two] = self.code.leaves(k);
            (none && size == k) || (one && size > k) || (two && size >= k + 2)
        })
    }

    fn repeat_of_elements(&self, most: u64, limits: &Limits) -> Result<Option<Repeat>, Stop> {
        for heaps in HEAPS {
            let asked = self.with_quotient(most.min(heaps), limits, |found| {
                (found.repeat(), found.quotient().order())
            });
            match if_proved(asked)?.and_then(Result::ok) {
                Some((None, order)) if order <= FEW_ELEMENTS && heaps < most => {}
                found => return Ok(found.and_then(|(repeat, _)| repeat)),
            }
        }
        Ok(None)
    }

    fn add_moves(&self, heap: usize, size: u64, moves: &mut MoveSet<'_, HeapMove>) {
        for amount in 0..=self.code.reach().min(size) {
            let [none, one, two] = self.code.leaves(amount);
            let rest = size - amount;
            let m = HeapMove {
                heap,
                amount,
                split: None,
            };
            if if rest == 0 { none } else { one } {
                moves.push(m);
            }
            if two {
                let base = HeapMove {
                    split: Some([0, rest]),
                    ..m
                };
                moves.push_numbers(base, Numbers::Range(1..=rest / 2), HeapMove::splitting);
            }
        }
    }

    fn allows(&self, at: &HeapSizes, m: &HeapMove) -> bool {
        let Some(rest) = at.get(m.heap).and_then(|size| size.checked_sub(m.amount)) else {
            return false;
        };
        let [none, one, two] = self.code.leaves(m.amount);
        match m.split {
            None if rest == 0 => none,
            None => one,
            Some([a, b]) => two && 0 < a && a <= b && a.checked_add(b) == Some(rest),
        }
    }

    fn left_of(&self, size: u64) -> Vec<[u64; 2]> {
        let mut moves = MoveSet::default();
        self.add_moves(0, size, &mut moves);
        moves.iter().map(|m| m.left(size)).collect()
    }
}

impl Rules for Octal {
    type Position = HeapSizes;
    type Move = HeapMove;

    fn moves(&self, at: &HeapSizes) -> MoveSet<'_, HeapMove> {
        let mut moves = MoveSet::default();
        for (heap, &size) in at.iter().enumerate() {
            self.add_moves(heap, size, &mut moves);
        }
        moves
    }

    fn play(&self, at: &HeapSizes, m: &HeapMove) -> HeapSizes {
        let mut to = at.clone();
        after_legal(self.allows(at, m).then_some(()));
        let [a, b] = m.left(at[m.heap]);
        to[m.heap] = a;
        if b > 0 {
            to.insert(m.heap + 1, b);
        }
        to
    }

    fn canonical(&self, at: &HeapSizes) -> HeapSizes {
        let mut heaps: HeapSizes = at
            .iter()
            .copied()
            .filter(|&size| self.is_live(size))
            .collect();
        heaps.sort_unstable();
        heaps
    }
}

impl Notation for Octal {
    fn states(&self) -> impl Grammar<Value = HeapSizes> {
        List(Number::from(0, tr!("a heap")), ',')
    }

    /// The heap may be omitted if the move fits only one heap. The second heap of a split may always be omitted.
    fn written_moves(&self, at: &HeapSizes) -> impl Grammar<Value = HeapMove> {
        let write = |m: &HeapMove| match m.split {
            None => format!("{}-{}", m.heap + 1, m.amount),
            Some([a, b]) => format!("{}-{}:{a},{b}", m.heap + 1, m.amount),
        };
        let read = |text: Text<'_>| self.read_move(at, text);
        Form { read, write }
            .expecting(|| match at.len() {
                1 => tr!("how many stones to take and the heaps of a split, such as 2 or 2:3,4")
                    .to_owned(),
                n => {
                    tr!("a heap from 1 to {n}, how many stones, the heaps of a split: {n}-2 or {n}-2:3,4")
                }
            })
            .refusing(|m| {
                let size = at[m.heap];
                let (number, k) = (m.heap + 1, m.amount);
                let expected = self.rule_lines().join("; ");
                let what = match (size.checked_sub(k), m.split) {
                    _ if size == 0 => tr!("heap {number} is empty"),
                    _ if k == 0 && !self.code.leaves(0)[2] => tr!("a move takes at least one stone").to_owned(),
                    (None, _) => tr!("heap {number} has only {size}"),
                    (Some(_), None) if k == 0 => {
                        tr!("a move that takes nothing splits the heap in two").to_owned()
                    }
                    _ if self.code.leaves(k) == [false; 3] => tr!("{k} may not be taken"),
                    (Some(rest), Some([a, b])) if a.checked_add(b) != Some(rest) => {
                        tr!("{a} and {b} are not the {rest} that taking {k} leaves")
                    }
                    (_, Some(_)) => tr!("taking {k} may not leave two heaps"),
                    (Some(0), None) => tr!("taking {k} may not leave nothing"),
                    (Some(_), None) => tr!("taking {k} may not leave one heap"),
                };
                (what, expected)
            })
    }

    fn words(&self, at: &HeapSizes, m: &HeapMove, wording: Wording<'_, Self>) -> String {
        let (k, size) = (m.amount, at[m.heap]);
        match (wording, m.split) {
            (Wording::Brief, Some([a, b])) if k == 0 => tr!("split {size} into {a} and {b}"),
            (Wording::Brief, Some([a, b])) => tr!("take {k} of {size}, leaving {a}, {b}"),
            (Wording::Reply(before, answered), _) => {
                in_words(at, m, which_after(&before[answered.heap], at, &size))
            }
            (Wording::Full | Wording::Brief, _) => in_words(at, m, which_of(at, &size)),
        }
    }
}

impl Octal {
    fn read_move(&self, at: &HeapSizes, text: Text<'_>) -> Result<HeapMove, IdError> {
        let (line, split) = text
            .split_once(':')
            .map_or((text, None), |(line, heaps)| (line, Some(heaps)));
        let place = Place {
            noun: tr!("heap"),
            count: at.len(),
        };
        let (heap, amount) = match line.split_once('-') {
            Some((heap, amount)) if heap.trim().is_empty() => (None, amount),
            Some((heap, amount)) => (Some(place.read(heap)?), amount),
            None => (None, line),
        };
        let amount = Number::from(0, tr!("an amount")).read(amount)?;
        let parts = match split {
            Some(heaps) => List(Number::from(1, tr!("a heap")), ',').read(heaps)?,
            None => Vec::new(),
        };
        let take = |heap: usize, size: u64| {
            let split = parts.first().map(|&a| {
                let rest = size.saturating_sub(amount).saturating_sub(a);
                let b = parts.get(1).copied().unwrap_or(rest);
                [a.min(b), a.max(b)]
            });
            HeapMove {
                heap,
                amount,
                split,
            }
        };
        if parts.len() > 2 {
            let what = tr!(
                "a split leaves two heaps, and here are {parts}",
                parts = parts.len()
            );
            return Err(text.error(what, ""));
        }
        if let Some(heap) = heap.or_else(|| (at.len() == 1).then_some(0)) {
            return Ok(take(heap, at[heap]));
        }
        let mut fits = at
            .iter()
            .enumerate()
            .map(|(i, &size)| take(i, size))
            .filter(|m| self.allows(at, m));
        match (fits.next(), fits.next()) {
            (Some(m), None) => Ok(m),
            _ => Err(text.error(tr!("it does not say from which heap"), "")),
        }
    }
}

/// Describes a move by the size of its heap rather than by the number of the heap, which can change during play.
fn in_words(at: &HeapSizes, m: &HeapMove, which: &str) -> String {
    let k = m.amount;
    let size = at[m.heap];
    if let (0, Some([a, b])) = (k, m.split) {
        return match at.len() {
            1 => tr!("split the heap into {a} and {b}"),
            _ => tr!("split {which} heap of {size} into {a} and {b}"),
        };
    }
    let taken = match at.len() {
        1 => tr!("take {k}"),
        _ if k == size && m.split.is_none() => tr!("take {which} heap of {size}"),
        _ => tr!("take {k} from {which} heap of {size}"),
    };
    match m.split {
        None => taken,
        Some([a, b]) => tr!("{taken} and split the rest into {a} and {b}"),
    }
}

impl Octal {
    fn rule_lines(&self) -> Vec<String> {
        let mut lines: Vec<(Vec<u64>, [bool; 3])> = Vec::new();
        let splits = self.code.leaves(0)[2];
        for k in 1..=self.code.reach() {
            let leaves = self.code.leaves(k);
            match lines.iter_mut().find(|(_, l)| *l == leaves) {
                _ if leaves == [false; 3] => {}
                Some((amounts, _)) => amounts.push(k),
                None => lines.push((vec![k], leaves)),
            }
        }
        if lines.is_empty() && !splits {
            return vec![tr!("no move at all").to_owned()];
        }
        let line = |(amounts, leaves): (Vec<u64>, [bool; 3])| {
            let mut named: Vec<String> = amounts.iter().map(u64::to_string).collect();
            if amounts.len() > 8 {
                named.splice(3..amounts.len() - 1, ["...".to_owned()]);
            }
            let n = or(&named);
            match leaves {
                [true, true, true] => {
                    tr!("take {n} from a heap and, if you like, split the rest into two heaps")
                }
                [true, true, false] => tr!("take {n} from a heap"),
                [true, false, true] => {
                    tr!(
                        "take a whole heap of {n}, or take {n} from a larger heap and split the rest into two heaps"
                    )
                }
                [true, false, false] => tr!("take a whole heap of {n}"),
                [false, true, true] => {
                    tr!(
                        "take {n} from a larger heap and, if you like, split the rest into two heaps"
                    )
                }
                [false, true, false] => tr!("take {n} from a larger heap"),
                [false, false, _] => {
                    tr!("take {n} from a larger heap and split the rest into two heaps")
                }
            }
        };
        let split = splits.then(|| tr!("split a heap into two heaps").to_owned());
        split
            .into_iter()
            .chain(lines.into_iter().map(line))
            .collect()
    }
}

impl BoardView for Octal {
    fn scene(&self, at: &HeapSizes, _view: View) -> Scene {
        let notes = self
            .rule_lines()
            .into_iter()
            .take(RULE_LINES)
            .map(|line| format!("{}.", capital(&line)));
        Scene {
            picture: stacks(at, Some(self.code.reach()), '-'),
            notes: notes.collect(),
        }
    }

    fn sites(&self, at: &HeapSizes, m: &HeapMove) -> Vec<Site> {
        let size = at[m.heap];
        let site = |item| Site::new(group(m.heap), item);
        let lowest = site(size.saturating_sub(m.amount) + 1);
        match m.split {
            None => vec![lowest],
            Some([a, _]) if m.amount == 0 => vec![site(a), site(a + 1)],
            Some([a, _]) => vec![site(a), lowest],
        }
    }
}

/// Maximum size of a heap for which the values of all options are listed.
const LISTED: u64 = 60;

struct ByElements {
    /// The element of each heap in the quotient, numbered for display by [`Quotient::losing_last`].
    ///
    /// [`Quotient::losing_last`]: crate::solve::quotient::Quotient::losing_last
    heaps: Vec<Element>,
    /// The product of the heaps' elements, numbered like `heaps`.
    whole: Element,
    order: usize,
    /// The number of losing elements, which have the highest numbers.
    losing: usize,
    /// Whether the quotient is proved for heaps of every size.
    all_heaps: bool,
}

impl Octal {
    fn by_elements(&self, at: &HeapSizes, limits: &Limits) -> Result<Option<ByElements>, Stop> {
        let largest = self.largest_live(at);
        let asked = self.with_quotient(largest, limits, |found| -> Result<ByElements, Stop> {
            let quotient = found.quotient();
            let numbers = quotient.losing_last();
            let number = |element: Element| numbers[usize::from(element)];
            let of_heap = |&size: &u64| Ok(number(self.product_of(found, &[size])?));
            Ok(ByElements {
                heaps: at.iter().map(of_heap).collect::<Result<_, Stop>>()?,
                whole: number(self.product_of(found, at)?),
                order: quotient.order(),
                losing: quotient.elements().filter(|&e| quotient.loses(e)).count(),
                all_heaps: found.repeat().is_some(),
            })
        })?;
        asked.ok().transpose()
    }

    fn live_heaps(&self, at: &HeapSizes) -> Vec<(usize, u64)> {
        at.iter()
            .copied()
            .enumerate()
            .filter(|&(_, size)| self.is_live(size))
            .collect()
    }
}

impl Octal {
    /// Divides a position into its heaps that allow a move. In misère play of codes other than 0.77, Grundy values do
    /// not decide the outcome, so every piece gets the value 0.
    fn pieces(&self, at: &HeapSizes, limits: &Limits) -> Result<PieceSum<HeapSizes>, Stop> {
        let heaps = self.live_heaps(at);
        let sizes: Vec<u64> = heaps.iter().map(|heap| heap.1).collect();
        let own = |shows_values| Decision::Own { shows_values };
        let decision = match self.method() {
            Method::Values => Decision::NimSum,
            Method::Kayles => {
                let case = at.iter().copied().collect::<Runs>().misere_case();
                own(case != MisereCase::OneFourFive)
            }
            Method::Search
                if self.live_stones(at) > MOST_SEARCHED
                    && self.by_elements(at, limits)?.is_some() =>
            {
                own(false)
            }
            Method::Search => Decision::Search,
        };
        let values = match self.method() {
            Method::Search => vec![0; sizes.len()],
            Method::Values | Method::Kayles => self.grundy(&sizes, limits)?,
        };
        let piece = |(&(i, size), value): (&(usize, u64), u32)| Piece {
            has_few_moves: size <= LISTED,
            ..Piece::stack(tr!("heap"), i, size, value.into(), vec![size])
        };
        Ok(PieceSum {
            noun: PieceNoun::HEAP,
            decision,
            pieces: heaps.iter().zip(values).map(piece).collect(),
        })
    }

    fn own_reasons(&self, case: &Case<'_, Self>, pieces: &[Piece<HeapSizes>]) -> GameReasons<Self> {
        let Case { at, limits, .. } = *case;
        let heaps = self.live_heaps(at);
        Ok(match self.method() {
            Method::Values => {
                let period = self.theory(0, limits)?.period.map(|period| period.repeat);
                let told = |Repeat { from, length }| {
                    tr!("From {from} stones on, the Grundy values of heaps repeat every {length}.")
                };
                let shown = period.filter(|repeat| heaps.iter().any(|heap| heap.1 >= repeat.from));
                shown
                    .map(|period| Reason::new(told(period)).claiming(case.itself()))
                    .into_iter()
                    .collect()
            }
            Method::Kayles => {
                let sizes: Vec<u64> = heaps.iter().map(|heap| heap.1).collect();
                let [headline, because] = kayles::misere_case(&sizes, [tr!("heap"), tr!("heaps")]);
                [Reason::headline(headline), Reason::because(because)]
                    .map(|r| r.claiming(case.itself()))
                    .into()
            }
            Method::Search => match self.by_elements(at, limits)? {
                Some(found) => elements(&heaps, pieces, &found)
                    .into_iter()
                    .map(|r| r.claiming(case.itself()))
                    .collect(),
                None => Vec::new(),
            },
        })
    }
}

fn elements(
    heaps: &[(usize, u64)],
    pieces: &[Piece<HeapSizes>],
    found: &ByElements,
) -> [Reason<HeapSizes, HeapMove>; 3] {
    let first = found.order - found.losing;
    let loses = usize::from(found.whole) >= first;
    let scope = if found.all_heaps {
        ""
    } else {
        tr!(" It is proved for heaps of this size.")
    };
    let counts: Vec<String> = heaps
        .iter()
        .map(|(i, _)| found.heaps[*i].to_string())
        .collect();
    let shorts: Vec<String> = pieces.iter().map(|piece| piece.short.clone()).collect();
    let headline = if loses {
        tr!("The product of these heaps loses in the misère quotient.")
    } else {
        tr!("Leave heaps whose product loses in the misère quotient.")
    };
    let table = tr!(
        "A misère quotient is a multiplication table that replaces Grundy values. It has {order} elements, and {losing} of them lose.{scope}",
        order = found.order,
        losing = found.losing
    );
    let whole = found.whole;
    let here = fitting([
        tr!(
            "Heaps of {shorts} stand for the elements {counts} of the table. The product of these elements is element {whole}.",
            shorts = and(&shorts),
            counts = and(&counts)
        ),
        tr!(
            "The product of the {heaps} heaps is element {whole}.",
            heaps = heaps.len()
        ),
    ]);
    [
        Reason::headline(headline),
        Reason::because(table),
        Reason::new(here),
    ]
}
