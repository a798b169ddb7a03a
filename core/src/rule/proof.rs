//! Proves rules from theorems about the ruleset and from the table.

use super::ClaimKind;
use super::expr::{Expr, Var};
use super::parse::parse;
use super::repeats::repeat_of;
use super::sets::ENOUGH;
use super::table::{Numbered, RuleTable};
use crate::erased::Theory;
use crate::rules::{Limits, Stop, if_proved};

/// The proof given for a rule if the table contains every position of the game.
pub const SEARCHED: &str = tr_key!("every position was searched");

pub type Proved = (Expr, String);

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

/// [`reach`] treats a first period that ends beyond this number as if it ended here. A longer period would not lead to
/// a short rule.
const LONGEST: u64 = 64;

/// Returns the largest number to tabulate for a game with a proved period.
pub fn reach(theory: &Theory) -> Option<u64> {
    let repeat = theory.period.as_ref()?.repeat;
    Some(8 * repeat.from.saturating_add(repeat.length).min(LONGEST))
}

/// Returns whether the game has a proved period whose first occurrence ends within the first eighth of [`ENOUGH`]
/// numbers.
pub fn has_short_period(theory: &Theory) -> bool {
    (theory.period.as_ref()).is_some_and(|period| {
        let repeat = period.repeat;
        let end = repeat.from.saturating_add(repeat.length);
        end.saturating_mul(8) <= ENOUGH as u64
    })
}

/// Returns the theorem that extends a rule from the numbers up to `checked` to all numbers. The game and the rule must
/// be periodic, and `checked` must cover their common period.
pub fn theorem(theory: &Theory, rule: &Expr, checked: u64) -> Option<String> {
    let end = common_end(theory, rule)?;
    let theorem = &theory.period.as_ref()?.theorem;
    (checked >= end).then(|| theorem.clone())
}

fn common_end(theory: &Theory, rule: &Expr) -> Option<u64> {
    let both = repeat_of(rule)?.with(theory.period.as_ref()?.repeat)?;
    both.from.checked_add(both.length)
}

const FURTHEST: u64 = 700_000;

pub enum Further {
    Wrong,
    Open,
    Proved(String),
}

/// Searches beyond the table for a period of the game that proves the rule, or for a number that refutes it.
pub fn look_further(
    game: &Numbered<'_>,
    table: &RuleTable,
    kind: ClaimKind,
    rule: &Expr,
    limits: &Limits,
) -> Result<Further, Stop> {
    if table.is_pair || repeat_of(rule).is_none() {
        return Ok(Further::Open);
    }
    let Some(mut theory) = if_proved(game.theory(table.checked, limits))? else {
        return Ok(Further::Open);
    };
    let further = theory.further;
    if theory.period.is_none() && further > table.checked {
        theory = if_proved(game.theory(further, limits))?.unwrap_or_default();
    }
    let Some(end) = common_end(&theory, rule).filter(|&end| end <= FURTHEST) else {
        return Ok(Further::Open);
    };
    let columns = (&table.lost_column(), &table.value_column());
    let (lost, values) = game.continued(columns.0, columns.1, end, limits)?;
    let (fits, checked) = match kind {
        ClaimKind::Lost => (lost.fits(rule, limits)?, lost.most()),
        ClaimKind::Value => (values.fits(rule, limits)?, values.most()),
    };
    Ok(match theorem(&theory, rule, checked) {
        _ if !fits => Further::Wrong,
        Some(theorem) => Further::Proved(theorem),
        None => Further::Open,
    })
}
