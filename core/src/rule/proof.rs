//! Proves rules by combining theorems about the ruleset with the table.

use super::ClaimKind;
use super::expr::{Expr, Var};
use super::parse::parse;
use super::repeats::repeat_of;
use super::table::Column;
use crate::erased::Theory;
use crate::solve::periodic::Period;

/// The proof given for a table that contains every position of the game.
pub const SEARCHED: &str = tr_key!("every position was searched");

/// A rule with the theorem that proves it.
pub type Proved = (Expr, String);

/// The rule given by a theorem about the ruleset, if any.
pub fn known_rule(theory: &Theory, kind: ClaimKind) -> Option<Proved> {
    let known = match kind {
        ClaimKind::Lost => &theory.lost,
        ClaimKind::Value => &theory.values,
    };
    let known = known.as_ref()?;
    // A rule cannot contain numbers of 2^63 or more.
    let rule = parse(&known.rule, &[Var::N, Var::A, Var::B]).ok()?;
    Some((rule, known.theorem.clone()))
}

/// The number up to which a table must extend to show the proved period of the game, capped because long periods give
/// no short rules; `None` if no period is proved.
pub fn reach(theory: &Theory) -> Option<u64> {
    /// The maximum period of a short rule.
    const LONGEST: u64 = 64;
    let repeat = theory.period.as_ref()?.repeat;
    Some(8 * repeat.from.saturating_add(repeat.length).min(LONGEST))
}

/// The theorem that proves that a rule that fits the table holds for all numbers: the facts and the rule are both
/// periodic, and the table covers their common period. `None` if the facts or the rule have no known period, or if the
/// table is too short.
pub fn theorem(
    theory: &Theory,
    kind: ClaimKind,
    rule: &Expr,
    (column, values): (&Column<bool>, &Column<u64>),
) -> Option<String> {
    let own = repeat_of(rule)?;
    let Period {
        repeat, theorem, ..
    } = theory.period.as_ref()?;
    let most = match kind {
        ClaimKind::Lost => column.most(),
        ClaimKind::Value => values.most(),
    };
    let both = own.with(*repeat)?;
    let end = both.from.checked_add(both.length)?;
    (most >= end).then(|| theorem.clone())
}
