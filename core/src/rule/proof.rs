//! Theorems behind rules: what is proved of the ruleset, held against the table.

use super::ClaimKind;
use super::expr::{Expr, Var};
use super::parse::parse;
use super::repeats::repeat_of;
use super::table::Column;
use crate::erased::Theory;
use crate::solve::periodic::Period;

/// The proof for a table that contains every position of the game.
pub const SEARCHED: &str = "every position was searched";

/// A rule with the theorem that proves it.
pub type Proved = (Expr, String);

/// The rule that a theorem about the ruleset gives.
pub fn known_rule(theory: &Theory, kind: ClaimKind) -> Option<Proved> {
    let known = match kind {
        ClaimKind::Lost => &theory.lost,
        ClaimKind::Value => &theory.values,
    };
    let known = known.as_ref()?;
    // Numbers past 2^63 cannot be written in a rule.
    let rule = parse(&known.rule, &[Var::N, Var::A, Var::B]).ok()?;
    Some((rule, known.theorem.clone()))
}

/// The number up to which a table should go to show the proved period of the game, as far as short rules show it.
pub fn reach(theory: &Theory) -> Option<u64> {
    /// Longer rounds give no short rules.
    const LONGEST: u64 = 64;
    let repeat = theory.period.as_ref()?.repeat;
    Some(8 * repeat.from.saturating_add(repeat.length).min(LONGEST))
}

/// The theorem that proves a rule for all numbers, where it holds in the table of the lost numbers or the values:
/// both the numbers and the rule repeat for ever, and the table is long enough for both periods.
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
