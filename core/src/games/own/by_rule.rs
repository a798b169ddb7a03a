//! Why a position of a script is won or lost, by the rule that fits all small ones.

use super::explored::OwnPosition;
use crate::games::reasons::{fitting, headline_of};
use crate::rule::LostRule;
use crate::rules::{Claim, Outcome, Reason};

/// The headline and the reason under it; `name` is what the number of a single one is called. Nothing where the rule says
/// otherwise: beyond what was checked it may be wrong.
pub(super) fn reasons<M>(
    rule: &LostRule,
    at: &OwnPosition,
    name: &str,
    outcome: Outcome,
) -> Vec<Reason<OwnPosition, M>> {
    let numbers: Option<Vec<u64>> = at.cells.iter().map(|&cell| u64::try_from(cell).ok()).collect();
    let lost = outcome == Outcome::Loss;
    if numbers.and_then(|numbers| rule.is_lost(&numbers)) != Some(lost) {
        return Vec::new();
    }
    let words = rule.words(name);
    let checked = rule.checked;
    let idea = match lost {
        true => "Every move breaks the rule for losing positions.",
        false => "Leave a position that the rule calls lost.",
    };
    // A rule may end in dots of its own.
    let whole = format!("Lost exactly when {}.", words.trim_end_matches('.'));
    let names = if rule.sorts_pairs() { "; a is the smaller number" } else { "" };
    let headline = headline_of([whole.clone(), idea.to_owned()]);
    let text = match (headline == whole, lost) {
        (true, true) => {
            format!(
                "Every move breaks this, and your opponent restores it. The rule is checked up to {checked}."
            )
        }
        (true, false) => {
            format!("Leave such a position, and every reply breaks the rule. It is checked up to {checked}.")
        }
        _ => fitting([
            format!("Lost exactly when {words}{names}. The rule is checked up to {checked}."),
            format!("Lost exactly when {words}; checked up to {checked}."),
            format!("A rule tells which positions are lost. It is checked up to {checked}."),
        ]),
    };
    let itself = || Claim::Outcome(at.clone(), outcome);
    vec![Reason::headline(headline).claiming(itself()), Reason::because(text).claiming(itself())]
}
