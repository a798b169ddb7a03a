//! Theorems behind rules: closed forms of the catalogue, and periods whose condition was checked on the table.

use super::ClaimKind;
use super::expr::{Expr, Op};
use super::forms::known;
use super::repeats::repeat_of;
use super::table::{Column, Numbered};
use crate::rules::{Convention, Limits, Stop};
use crate::solve::periodic::{Repeat, shortest_repeat};
use crate::solve::quotient::GameQuotient;

const WINDOW: &str = "values that repeat over a window as long as the largest take repeat for ever";
const QUOTIENT: &str = "the elements of the misère quotient repeat (Plambeck and Siegel 2008)";
const OCTAL: &str = "octal periodicity theorem (Guy and Smith 1956)";
/// The proof for a table that contains every position of the game.
pub const SEARCHED: &str = "every position was searched";

/// A rule with the theorem that proves it.
pub type Proved = (Expr, String);

/// The rules that follow from the catalogue's own closed forms: the game, whether the convention is misère, the rule,
/// the theorem.
type Known = (&'static str, bool, &'static str, &'static str);

const LOST: [Known; 15] = [
    ("nim", false, "n == 0", "Bouton 1902"),
    ("nim", true, "n == 1", "Bouton 1902"),
    ("fibonacci", false, "is_fibonacci(n)", "Whinihan 1963"),
    (
        "fibonacci",
        true,
        "false",
        "the first move leaves one stone, or a lost number and one more",
    ),
    (
        "row",
        false,
        "false",
        "the first move can leave two equal halves",
    ),
    (
        "row",
        true,
        "[1, 4, 9, 12, 20].contains(n)",
        "misère quotient of Kayles (Sibert and Conway 1992)",
    ),
    (
        "wythoff",
        false,
        "a == beatty(b - a, 1, 5, 2)",
        "Wythoff 1907",
    ),
    (
        "queen",
        false,
        "a == beatty(b - a, 1, 5, 2)",
        "Wythoff 1907",
    ),
    ("wythoff", true, MISERE_WYTHOFF, "Wythoff 1907"),
    ("queen", true, MISERE_WYTHOFF, "Wythoff 1907"),
    ("ferguson", false, "a % 2 == 1 && b % 2 == 1", "Ferguson"),
    (
        "ferguson",
        true,
        "(a == 1 || a % 3 == 2) && b % 3 == 2",
        "Ferguson",
    ),
    ("boxes", false, "is_power(b + 1, 2)", BOXES),
    (
        "boxes",
        true,
        "(b + 1) % 3 == 0 && is_power((b + 1) / 3, 2)",
        BOXES,
    ),
    (
        "chomp",
        true,
        "b == a + 1",
        "every bite out of a bar with one square more below can be answered by one that leaves such a bar",
    ),
];

const VALUES: [Known; 3] = [
    ("nim", false, "n", "Sprague and Grundy"),
    (
        "ferguson",
        false,
        "trailing_zeros(((a - 1) | (b - 1)) + 1, 2)",
        "Ferguson",
    ),
    ("boxes", false, "odd_part(b + 1) / 2", BOXES),
];

const MISERE_WYTHOFF: &str = "[[0, 1], [2, 2]].contains([a, b]) || ![[0, 0], [1, 2]].contains([a, b]) && a == beatty(b - a, 1, 5, 2)";
const BOXES: &str = "the box game's closed form";

/// The rule that follows from the catalogue's own closed form, and the theorem.
pub fn known_rule(game: &Numbered<'_>, kind: ClaimKind) -> Option<Proved> {
    let misere = game.convention() == Some(Convention::Misere);
    let (id, _) = named(game);
    let table: &[Known] = match kind {
        ClaimKind::Lost => &LOST,
        ClaimKind::Value => &VALUES,
    };
    let mut found = table
        .iter()
        .filter(|(game, play, ..)| *game == id && *play == misere);
    if let Some((.., rule, theorem)) = found.next() {
        return Some((known(rule), (*theorem).to_owned()));
    }
    let rounds = Rounds::find(game)?;
    let length = rounds.length.cast_signed();
    let rest = match rounds.goal {
        Some(goal) => Expr::bin(Op::Sub, Expr::Int(goal.cast_signed()), Expr::N),
        None => Expr::N,
    };
    let remainder = |of| Expr::bin(Op::Mod, of, Expr::Int(length));
    let rule = match kind {
        ClaimKind::Value => remainder(rest),
        ClaimKind::Lost => {
            let class = match rounds.goal {
                Some(goal) => (goal.cast_signed() - i64::from(misere)).rem_euclid(length),
                None => i64::from(misere) % length,
            };
            remainder(Expr::N).equals(Expr::Int(class))
        }
    };
    Some((rule, rounds.theorem()))
}

/// The game's word and its parameters.
fn named(game: &Numbered<'_>) -> (String, Vec<String>) {
    let id = game.position.part_id();
    let head = id.split_once(':').map_or(id.as_str(), |(head, _)| head);
    let mut pieces = head.split('/').map(str::to_owned);
    (pieces.next().unwrap_or_default(), pieces.collect())
}

/// Bachet's game and the games of counting up: a move and its answer make a round of fixed length.
struct Rounds {
    /// The length of a round, at most 2^62.
    length: u64,
    /// The number at which a game of counting up ends.
    goal: Option<u64>,
}

impl Rounds {
    fn find(game: &Numbered<'_>) -> Option<Rounds> {
        let (id, parameters) = named(game);
        let number = |i: usize| parameters.get(i)?.parse::<u64>().ok();
        let length = number(0)?
            .checked_add(1)
            .filter(|length| *length <= 1 << 62)?;
        let goal = match id.as_str() {
            "bash" => None,
            "race" | "auction" => Some(number(1)?),
            _ => return None,
        };
        Some(Rounds { length, goal })
    }

    fn theorem(&self) -> String {
        format!("a move of k can be answered by one of {} - k", self.length)
    }
}

/// The least period of a table, with its start; it must occur three times.
pub fn period_of<T: PartialEq>(table: &[T]) -> Option<Repeat> {
    let count = table.len();
    shortest_repeat(table, count / 3, |from, length| {
        2 * from <= count && count - from >= 3 * length
    })
}

/// The proved period of a game's numbers, and its theorem.
type ProvedRepeat = (Repeat, String);

/// The period of the table of a heap game, where it is long enough for the theorem. With `splits` the table must be
/// one of Grundy values: outcomes of several heaps do not follow from those of each.
fn repeat_of_heaps<T: PartialEq>(
    column: &Column<T>,
    take: u64,
    splits: bool,
) -> Option<ProvedRepeat> {
    let Repeat { from, length } = period_of(&column.all)?;
    let from = column.least + from;
    // The period is unknown for heaps below the table.
    let needed = match splits {
        false => from + length + take,
        true => 2 * from.max(1) + 2 * length + take,
    };
    let theorem = if splits { OCTAL } else { WINDOW };
    (column.most() >= needed).then_some((Repeat { from, length }, theorem.to_owned()))
}

/// A proved period of the catalogue's own closed forms.
fn closed_form(game: &Numbered<'_>, misere: bool) -> Option<ProvedRepeat> {
    let (id, parameters) = named(game);
    let repeat = |from, length, theorem: &str| Some((Repeat { from, length }, theorem.to_owned()));
    match id.as_str() {
        "powers" => {
            let base: u64 = parameters.first().map_or(Some(2), |b| b.parse().ok())?;
            match base.is_multiple_of(2) {
                true => {
                    let length = base.checked_add(1)?;
                    let theorem = format!(
                        "powers of {base} leave the remainders 1 and -1 when divided by {length}"
                    );
                    repeat(0, length, &theorem)
                }
                false => repeat(0, 2, &format!("powers of {base} are odd")),
            }
        }
        "bash" | "race" | "auction" => {
            let rounds = Rounds::find(game)?;
            repeat(0, rounds.length, &rounds.theorem())
        }
        "strip" if misere => repeat(4, 2, "every gap of the strip is tame"),
        "strip" => repeat(0, 2, "a free strip has the Grundy value of its parity"),
        _ => None,
    }
}

/// The number up to which a table should go to show the proved period of the game, where it may be continued without
/// a search.
pub fn reach(game: &Numbered<'_>) -> Option<u64> {
    /// Longer rounds give no short rules.
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

/// The period of the elements of the misère quotient, where the heaps up to `most` prove it.
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
    Ok(quotient
        .repeat()
        .map(|repeat| (repeat, QUOTIENT.to_owned())))
}

/// The theorem that proves a rule for all numbers, where it holds in the table of the lost numbers or the values:
/// both the numbers and the rule repeat for ever, and the table is long enough for both periods.
pub fn theorem(
    game: &Numbered<'_>,
    kind: ClaimKind,
    rule: &Expr,
    (column, values): (&Column<bool>, &Column<u64>),
    limits: &Limits,
) -> Result<Option<String>, Stop> {
    limits.check()?;
    let Some(own) = repeat_of(rule) else {
        return Ok(None);
    };
    let misere = kind == ClaimKind::Lost && game.convention() == Some(Convention::Misere);
    let repeat = match (closed_form(game, misere), heaps(game), kind) {
        (Some(closed), ..) => Some(closed),
        (None, Some((take, false)), ClaimKind::Lost) => repeat_of_heaps(column, take, false),
        (None, Some((_, true)), _) if misere => repeat_of_quotient(game, column.most(), limits)?,
        (None, Some((take, splits)), _) => repeat_of_heaps(values, take, splits),
        (None, None, _) => None,
    };
    let most = match kind {
        ClaimKind::Lost => column.most(),
        ClaimKind::Value => values.most(),
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
