//! Proves rules by combining theorems about the ruleset with the table.

use super::ClaimKind;
use super::expr::{Expr, Var};
use super::parse::parse;
use super::repeats::repeat_of;
use super::table::{Column, Numbered};
use crate::erased::Theory;
use crate::rules::{Limits, Stop};

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
    let end = common_end(theory, rule)?;
    let most = match kind {
        ClaimKind::Lost => column.most(),
        ClaimKind::Value => values.most(),
    };
    let theorem = &theory.period.as_ref()?.theorem;
    (most >= end).then(|| theorem.clone())
}

/// The end of the first common period of the facts and a rule, if both are periodic.
fn common_end(theory: &Theory, rule: &Expr) -> Option<u64> {
    let both = repeat_of(rule)?.with(theory.period.as_ref()?.repeat)?;
    both.from.checked_add(both.length)
}

/// Looks further than the table for a period of the game that proves a rule that fits the table, or for a number at
/// which the rule is wrong. `None` if the rule is wrong.
///
/// # Errors
/// Returns [`Stop`] if a limit is reached or the search is interrupted.
pub fn look_further(
    game: &Numbered<'_>,
    further: u64,
    kind: ClaimKind,
    rule: Expr,
    (lost, values): (&Column<bool>, &Column<u64>),
    limits: &Limits,
) -> Result<Option<(Expr, Option<String>)>, Stop> {
    let theory = game.theory(further, limits)?;
    let Some(end) = common_end(&theory, &rule) else {
        return Ok(Some((rule, None)));
    };
    let (lost, values) = game.continued(lost, values, end, limits)?;
    let fits = match kind {
        ClaimKind::Lost => lost.first_wrong(&rule).is_none(),
        ClaimKind::Value => values.agrees(&rule),
    };
    let theorem = theorem(&theory, kind, &rule, (&lost, &values));
    Ok(fits.then_some((rule, theorem)))
}
