//! Describes patterns in the small positions of a script: rules that explain why a position is won or lost, and periods
//! of the values.

use super::position::OwnPosition;
use crate::games::reasons::{fitting, headline_of};
use crate::rule::LostRule;
use crate::rules::{Claim, Outcome, Reason};
use crate::solve::periodic::{Repeat, shortest_repeat};
use crate::tr;

/// Describes the period of `values`, where index 0 holds the value of the number `least`. Returns `None` unless the
/// period begins in the first half of the values and repeats at least four times.
pub(super) fn seen_period<T: PartialEq>(values: &[T], least: u64) -> Option<String> {
    const TIMES: usize = 4;
    let Repeat { from, length } = shortest_repeat(values, values.len() / TIMES, |from, length| {
        values.len() - from >= TIMES * length && from <= values.len() / 2
    })?;
    Some(tr!(
        "period {length} from {from} on, as seen up to {looked_at}: this is not proved",
        from = least + from,
        looked_at = least + values.len() as u64 - 1
    ))
}

/// Explains the outcome of a position by a rule. Returns no reasons if the rule predicts a different outcome, or if a
/// number is negative or exceeds `rule.checked`.
pub(super) fn reasons<M>(
    rule: &LostRule,
    at: &OwnPosition,
    name: &str,
    outcome: Outcome,
) -> Vec<Reason<OwnPosition, M>> {
    let numbers: Option<Vec<u64>> = at
        .cells()
        .iter()
        .map(|&cell| u64::try_from(cell).ok())
        .collect();
    let lost = outcome == Outcome::Loss;
    let numbers = numbers.filter(|numbers| numbers.iter().all(|&n| n <= rule.checked));
    let Some(numbers) = numbers.filter(|numbers| rule.is_lost(numbers) == Some(lost)) else {
        return Vec::new();
    };
    let checked = rule.checked;
    // The rule may end in a decimal such as `1.618...`. Remove the dots, because text follows.
    let when = rule.words(name);
    let when = when.trim_end_matches('.');
    let whole = tr!("You lose exactly when {when}.");
    let brief = tr!("You lose when {when}.");
    let names = match at.cells().len() {
        2 if rule.sorts_pairs() => tr!("Let a be the smaller number and b the larger. "),
        2 => tr!("Call the two numbers a and b. "),
        _ => "",
    };
    // The main condition of the rule holds in a lost position. From a won position, a winning move leads to a position
    // in which the condition holds.
    let [core, short] = rule.core_words(name, &numbers).map(|core| {
        let core = core.trim_end_matches('.');
        if lost {
            tr!("Here {core}.")
        } else {
            tr!("Aim: {core}.")
        }
    });
    let by_rule = if lost {
        tr!("Small positions follow a rule, and by it this one loses.")
    } else {
        tr!("Small positions follow a rule that tells what to leave.")
    };
    let headline = headline_of([
        whole.clone(),
        brief.clone(),
        core,
        short,
        by_rule.to_owned(),
    ]);
    let text = match (headline == whole || headline == brief, lost) {
        (true, true) => tr!(
            "{names}After every move this no longer holds, so your opponent can win. It has been checked for numbers up to {checked}."
        ),
        (true, false) => tr!(
            "{names}Leave a position for which this is true. It has been checked for numbers up to {checked}."
        ),
        // The headline shows the two numbers themselves, so the text can introduce a and b after the rule.
        (false, true) if !names.is_empty() => fitting([
            if rule.sorts_pairs() {
                tr!("You lose exactly when {when}, where a is the smaller number and b the larger.")
            } else {
                tr!("You lose exactly when {when}, where a and b are the two numbers.")
            },
            format!("{names}{whole}"),
            tr!(
                "A rule tells which positions lose. It has been checked for numbers up to {checked}."
            ),
        ]),
        (false, _) => fitting([
            tr!("{names}{whole} It has been checked for numbers up to {checked}."),
            format!("{names}{whole}"),
            tr!(
                "A rule tells which positions lose. It has been checked for numbers up to {checked}."
            ),
        ]),
    };
    let itself = || Claim::Outcome(at.clone(), outcome);
    vec![
        Reason::headline(headline).claiming(itself()),
        Reason::because(text).claiming(itself()),
    ]
}
