//! What is proved of a rule that was found: only where the condition of a theorem was checked on the table.

use super::ClaimKind;
use super::feature::Feature;
use super::pairs::{PairRule, PairValue};
use super::sequence::Sequence;
use super::sets::NumberRule;
use super::table::{Column, Numbered};
use super::values::ValueRule;
use crate::rules::{Convention, Limits, Stop, nearest};
use crate::solve::periodic::{Repeat, shortest_repeat};
use crate::solve::quotient::GameQuotient;

/// How what is tabulated repeats for ever, and which theorem says so.
type ProvedRepeat = (Repeat, &'static str);

const WINDOW: &str = "values that repeat over a window as long as the largest take repeat for ever";
const QUOTIENT: &str = "the elements of the misère quotient repeat (Plambeck and Siegel 2008)";
const OCTAL: &str = "octal periodicity theorem (Guy and Smith 1956)";
/// That a table holds every position there is.
pub const SEARCHED: &str = "every position was searched";

/// The least period of a table, and from where on: a period that is seen three times.
pub fn period_of<T: PartialEq>(table: &[T]) -> Option<Repeat> {
    let count = table.len();
    shortest_repeat(table, count / 3, |from, length| {
        2 * from <= count && count - from >= 3 * length
    })
}

/// How the table of a heap game repeats, where it is long enough for the theorem. With `splits` the table must be one of
/// Grundy values: outcomes of several heaps do not follow from those of each.
fn repeat_of<T: PartialEq>(column: &Column<T>, take: u64, splits: bool) -> Option<ProvedRepeat> {
    let Repeat { from, length } = period_of(&column.all)?;
    let from = column.least + from;
    // Of heaps below the table nothing is known that repeats.
    let needed = match splits {
        false => from + length + take,
        true => 2 * from.max(1) + 2 * length + take,
    };
    let theorem = if splits { OCTAL } else { WINDOW };
    (column.most() >= needed).then_some((Repeat { from, length }, theorem))
}

/// The game's word and its parameters.
fn named(game: &Numbered<'_>) -> (String, Vec<String>) {
    let id = game.position.part_id();
    let head = id.split_once(':').map_or(id.as_str(), |(head, _)| head);
    let mut pieces = head.split('/').map(str::to_owned);
    (pieces.next().unwrap_or_default(), pieces.collect())
}

/// A proved period of the catalogue's own closed forms.
fn closed_form(game: &Numbered<'_>, misere: bool) -> Option<ProvedRepeat> {
    let (id, parameters) = named(game);
    let repeat = |from, length, theorem| Some((Repeat { from, length }, theorem));
    match id.as_str() {
        // B^k leaves the remainder 1 or -1 when divided by B + 1.
        "powers" => {
            let base: u64 = parameters.first().map_or(Some(2), |b| b.parse().ok())?;
            let length = if base.is_multiple_of(2) {
                base.checked_add(1)?
            } else {
                2
            };
            repeat(
                0,
                length,
                "powers of B leave the remainders 1 and -1 when divided by B + 1",
            )
        }
        "bash" | "race" | "auction" => repeat(0, Rounds::of(game)?.length, Rounds::THEOREM),
        "strip" if misere => repeat(4, 2, "every gap of the strip is tame"),
        "strip" => repeat(0, 2, "a free strip has the Grundy value of its parity"),
        _ => None,
    }
}

/// Bachet's game and the games of counting up: a move and its answer make a round.
struct Rounds {
    /// How long a round is.
    length: u64,
    /// The number that is reached in whole rounds, in the first round, and whether the numbers rise to it.
    end: u64,
    rises: bool,
}

impl Rounds {
    const THEOREM: &str = "in Bachet's game a move of k can be answered by one of K + 1 - k";
    /// Rules for longer rounds are not written down.
    const LONGEST: u64 = 1 << 20;

    fn written(game: &Numbered<'_>) -> Option<Rounds> {
        Rounds::of(game).filter(|rounds| rounds.length <= Rounds::LONGEST)
    }

    /// How far a number of the first round is from the end, without whole rounds.
    fn left(&self, n: u64) -> u64 {
        if self.rises {
            (self.end + self.length - n) % self.length
        } else {
            n
        }
    }

    fn of(game: &Numbered<'_>) -> Option<Rounds> {
        let (id, parameters) = named(game);
        let number = |i: usize| parameters.get(i)?.parse::<u64>().ok();
        let length = number(0)?.checked_add(1)?;
        match id.as_str() {
            "bash" => Some(Rounds {
                length,
                end: 0,
                rises: false,
            }),
            "race" | "auction" => Some(Rounds {
                length,
                end: number(1)? % length,
                rises: true,
            }),
            _ => None,
        }
    }
}

/// The rule for the lost numbers that the catalogue's own closed form gives, and the theorem.
pub fn known_lost(game: &Numbered<'_>) -> Option<(NumberRule, &'static str)> {
    let misere = game.convention() == Some(Convention::Misere);
    Some(match (named(game).0.as_str(), misere) {
        ("nim", _) => (NumberRule::only(vec![u64::from(misere)]), "Bouton 1902"),
        ("fibonacci", false) => (NumberRule::Terms(Sequence::fibonacci()), "Whinihan 1963"),
        ("fibonacci", true) => (
            NumberRule::only(Vec::new()),
            "the first move leaves one stone, or a lost number and one more",
        ),
        ("row", false) => (
            NumberRule::only(Vec::new()),
            "the first move can leave two equal halves",
        ),
        ("row", true) => (
            NumberRule::only(vec![1, 4, 9, 12, 20]),
            "misère quotient of Kayles (Sibert and Conway 1992)",
        ),
        _ => {
            let rounds = Rounds::written(game)?;
            let inside = (0..rounds.length)
                .filter(|n| rounds.left(*n) == u64::from(misere))
                .collect();
            let feature = Feature::Remainder {
                modulus: rounds.length,
            };
            (
                NumberRule::Classes {
                    feature,
                    inside,
                    except: Vec::new(),
                },
                Rounds::THEOREM,
            )
        }
    })
}

/// The same for the values.
pub fn known_values(game: &Numbered<'_>) -> Option<(ValueRule, &'static str)> {
    if named(game).0 == "nim" {
        return Some((ValueRule::itself(), "Sprague and Grundy"));
    }
    let rounds = Rounds::written(game)?;
    let values = (0..rounds.length)
        .map(|n| nearest(rounds.left(n)))
        .collect();
    Some((ValueRule::periodic(values), Rounds::THEOREM))
}

/// Up to which number a table should go to see what is proved of the game, where it may be continued without a search.
pub fn reach(game: &Numbered<'_>) -> Option<u64> {
    /// Longer rounds are no short rules.
    const LONGEST: u64 = 64;
    let misere = game.convention() == Some(Convention::Misere);
    let size = match (closed_form(game, misere), heaps(game)) {
        (Some((repeat, _)), _) => repeat.from + repeat.length,
        (None, Some((take, false))) => take,
        _ => return None,
    };
    Some(8 * size.min(LONGEST))
}

fn heaps(game: &Numbered<'_>) -> Option<(u64, bool)> {
    game.position.heap_rules()?.bounded()
}

/// How the elements of the misère quotient repeat, where the heaps up to `most` prove it.
fn repeat_of_quotient(
    game: &Numbered<'_>,
    most: u64,
    limits: &Limits,
) -> Result<Option<ProvedRepeat>, Stop> {
    let Some(rules) = game.position.heap_rules() else {
        return Ok(None);
    };
    let mut quotient = GameQuotient::beside_nim(0, limits)?;
    if quotient.reach(&*rules, most, limits)?.is_err() {
        return Ok(None);
    }
    Ok(quotient.repeat().map(|repeat| (repeat, QUOTIENT)))
}

/// The theorem that proves for all numbers what repeats so, and holds as far as the lost numbers or the values were
/// tabulated: these repeat for ever as well, and the table is long enough for both.
pub fn theorem(
    game: &Numbered<'_>,
    kind: ClaimKind,
    own: Option<Repeat>,
    (column, values): (&Column<bool>, &Column<u64>),
    limits: &Limits,
) -> Result<Option<&'static str>, Stop> {
    limits.check()?;
    let Some(own) = own else { return Ok(None) };
    let misere = kind == ClaimKind::Lost && game.convention() == Some(Convention::Misere);
    let repeat = match (closed_form(game, misere), heaps(game), kind) {
        (Some(closed), ..) => Some(closed),
        (None, Some((take, false)), ClaimKind::Lost) => repeat_of(column, take, false),
        (None, Some((_, true)), _) if misere => repeat_of_quotient(game, column.most(), limits)?,
        (None, Some((take, splits)), _) => repeat_of(values, take, splits),
        (None, None, _) => None,
    };
    let most = if kind == ClaimKind::Lost {
        column.most()
    } else {
        values.most()
    };
    let agrees = |(repeat, _): &ProvedRepeat| {
        own.with(*repeat).is_some_and(|both| {
            both.from
                .checked_add(both.length)
                .is_some_and(|end| most >= end)
        })
    };
    Ok(repeat.filter(agrees).map(|(_, theorem)| theorem))
}

/// The rule for lost pairs that the catalogue's own closed form gives, and the theorem. All built-in games of pairs have
/// one.
pub fn known_pairs(game: &Numbered<'_>) -> Option<(PairRule, &'static str)> {
    let misere = game.convention() == Some(Convention::Misere);
    let remainder = |modulus, except: &[u64]| NumberRule::Classes {
        feature: Feature::Remainder { modulus },
        inside: vec![modulus - 1],
        except: except.to_vec(),
    };
    let beatty = PairRule::Wythoff { t: 1, c: 0 };
    let power_less_one = |first| Sequence {
        first: vec![first],
        p: 2,
        r: 0,
        q: 1,
        c: 1,
    };
    let boxes = |first| PairRule::of("b", NumberRule::Terms(power_less_one(first)));
    Some(match (named(game).0.as_str(), misere) {
        ("wythoff" | "queen", false) => (beatty, "Wythoff 1907"),
        ("wythoff" | "queen", true) => {
            let except = vec![(0, 0), (0, 1), (1, 2), (2, 2)];
            (PairRule::Except(Box::new(beatty), except), "Wythoff 1907")
        }
        ("ferguson", false) => (
            PairRule::Both(remainder(2, &[]), remainder(2, &[])),
            "Ferguson",
        ),
        ("ferguson", true) => (
            PairRule::Both(remainder(3, &[1]), remainder(3, &[])),
            "Ferguson",
        ),
        ("boxes", false) => (boxes(0)?, BOXES),
        ("boxes", true) => (boxes(2)?, BOXES),
        ("chomp", true) => {
            let theorem = "every bite out of a bar with one square more below can be answered by one that leaves such a bar";
            (PairRule::of("b - a", NumberRule::only(vec![1]))?, theorem)
        }
        _ => return None,
    })
}

const BOXES: &str = "the box game's closed form";

/// The same for the values of pairs.
pub fn known_pair_values(game: &Numbered<'_>) -> Option<(PairValue, &'static str)> {
    let of = |measure, expression| PairValue::of(measure, ValueRule::function(expression, 1)?);
    match named(game).0.as_str() {
        "ferguson" => Some((
            of("((a - 1) | (b - 1))", "trailing_zeros(#, B)")?,
            "Ferguson",
        )),
        "boxes" => Some((of("b", "odd_part(#) / 2")?, BOXES)),
        _ => None,
    }
}
