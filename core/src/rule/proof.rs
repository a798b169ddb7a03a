//! Proves rules by combining theorems about the ruleset with the table.

use super::ClaimKind;
use super::expr::{Expr, Var};
use super::parse::parse;
use super::repeats::repeat_of;
use super::table::{Column, Numbered, RuleTable};
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
    // A rule with a number of 2^63 or more does not parse.
    let rule = parse(&known.rule, &[Var::N, Var::A, Var::B]).ok()?;
    Some((rule, known.theorem.clone()))
}

/// The cap on the end of the first period: longer periods give no short rules.
const LONGEST: u64 = 64;

/// The number up to which to tabulate a game with a proved period: eight times the end of the first period, which is
/// capped. `None` if no period is proved.
pub fn reach(theory: &Theory) -> Option<u64> {
    let repeat = theory.period.as_ref()?.repeat;
    Some(8 * repeat.from.saturating_add(repeat.length).min(LONGEST))
}

/// Returns whether a period is proved and the first period ends no later than [`LONGEST`].
pub fn has_short_period(theory: &Theory) -> bool {
    (theory.period.as_ref()).is_some_and(|period| {
        let repeat = period.repeat;
        repeat.from.saturating_add(repeat.length) <= LONGEST
    })
}

/// Returns the theorem that proves, for all numbers, a rule that fits the table. The theorem applies if the game and
/// the rule are periodic and the table covers their common period. `None` if the game or the rule has no known period,
/// or if the table is too short.
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

/// The end of the first common period of the game and a rule; `None` if either has no known period, or if the end
/// overflows.
fn common_end(theory: &Theory, rule: &Expr) -> Option<u64> {
    let both = repeat_of(rule)?.with(theory.period.as_ref()?.repeat)?;
    both.from.checked_add(both.length)
}

/// Searches beyond the table for a period of the game that proves the rule, or for a number at which the rule is wrong.
/// `None` if the rule is wrong. If the search fails or is stopped, the rule is kept without a proof.
pub fn look_further(
    game: &Numbered<'_>,
    table: &RuleTable,
    kind: ClaimKind,
    rule: Expr,
    limits: &Limits,
) -> Option<(Expr, Option<String>)> {
    let further = game
        .theory(table.checked, limits)
        .map_or(0, |theory| theory.further);
    if further <= table.checked || repeat_of(&rule).is_none() {
        return Some((rule, None));
    }
    let search = || -> Result<Option<Option<String>>, Stop> {
        let theory = game.theory(further, limits)?;
        let Some(end) = common_end(&theory, &rule).filter(|&end| end <= further) else {
            return Ok(Some(None));
        };
        let columns = (&table.lost_column(), &table.value_column());
        let (lost, values) = game.continued(columns.0, columns.1, end, limits)?;
        let fits = match kind {
            ClaimKind::Lost => lost.first_wrong(&rule).is_none(),
            ClaimKind::Value => values.agrees(&rule),
        };
        Ok(fits.then(|| theorem(&theory, kind, &rule, (&lost, &values))))
    };
    match search() {
        Ok(proved) => proved.map(|theorem| (rule, theorem)),
        Err(_) => Some((rule, None)),
    }
}
