//! Explains why a sum is won or lost, and names the game in which to move.

use super::Sum;
use super::rule::{SumProduct, SumRule};
use super::solver::after;
use crate::erased::{Analysis, AnyPosition, Choice, Length, with_word};
use crate::games::prelude::*;
use crate::games::reasons::{all_lose, and, fitting, idea_of_tame, moves_that_win, to_change};
use crate::solve::kayles::Runs;
use crate::solve::quotient::Element;
use crate::solve::sums::Added;
use crate::solve::tame::TameType;

/// The maximum number of parts that a sentence lists.
const NAMED: usize = 6;
/// The maximum number of moves in a part whose sites are used to mark the part on the board.
const PLACED: usize = 200;

pub(super) struct SumFacts {
    /// The analysis without its reasons and its figure.
    pub(super) found: Analysis,
    pub(super) rule: Option<SumRule>,
    /// The winning reply to the best move of a lost sum, if the game goes on after that move.
    pub(super) answer: Option<String>,
}

impl SumFacts {
    fn added(&self) -> Option<Added> {
        self.rule.as_ref().and_then(SumRule::added)
    }

    fn values(&self, convention: Convention) -> Option<Vec<u64>> {
        let added = match (convention, self.added()) {
            (Convention::Normal, _) | (Convention::Misere, Some(Added::Tame(_))) => true,
            (Convention::Misere, Some(Added::Kayles(runs))) => runs.has_ordinary(),
            (Convention::Misere, None) => false,
        };
        if added {
            self.found.nimbers.iter().copied().collect()
        } else {
            None
        }
    }
}

/// Returns the position's ID with the normal convention, because Grundy values belong to normal play.
fn in_normal_play(position: &dyn AnyPosition) -> String {
    with_word(
        Some(Convention::Normal),
        position.info().default,
        position.part_id(),
    )
}

pub(super) fn reasons(
    sum: &Sum,
    known: &SumFacts,
    limits: &Limits,
) -> Result<Vec<ReasonText>, Stop> {
    let here = Claim::Outcome(sum.id(), known.found.value.outcome);
    let Some(best) = &known.found.best else {
        return Ok(vec![Reason::ended(
            tr!("No move is left"),
            sum.id(),
            sum.convention,
        )]);
    };
    let values = known.values(sum.convention);
    if known.found.value.outcome == Outcome::Loss && known.answer.is_none() && values.is_none() {
        let headline =
            Reason::headline(tr!("The last move loses, and you have to make it.")).claiming(here);
        return Ok(vec![headline, resistance(sum, known, best, limits)?]);
    }
    let (headline, rule) = idea(sum, known, limits)?;
    let mut reasons = vec![Reason::headline(headline).claiming(here.clone())];
    reasons.extend(values.as_ref().map(|values| added(sum, values)));
    let rule = Reason::because(rule).claiming(here.clone());
    reasons.push(if values.is_some() {
        rule.at_depth(Depth::More)
    } else {
        rule
    });
    if known.found.value.outcome == Outcome::Win {
        // Leave out the values in misère Kayles, where the nim-sum does not explain every winning move.
        let tell = !matches!(known.added(), Some(Added::Kayles(_)))
            || sum.convention == Convention::Normal;
        reasons.extend(way(
            sum,
            known,
            best,
            values.as_deref().filter(|_| tell),
            limits,
        )?);
        reasons.extend(sum.count_moves().map(|moves| {
            Reason::new(moves_that_win(Some(moves), known.found.winning_count, 0))
                .claiming(here.clone())
        }));
    } else {
        reasons.push(resistance(sum, known, best, limits)?);
    }
    Ok(arranged(reasons))
}

fn added(sum: &Sum, values: &[u64]) -> ReasonText {
    let xor = values.iter().fold(0, |xor, v| xor ^ v);
    let each = values.iter().take(NAMED).enumerate();
    let named = and(each.map(|(i, value)| tr!("{value} for {game}", game = sum.part_name(i))));
    let named = tr!("The Grundy values are {named}. The nim-sum of these values is {xor}.");
    let listed = tr!(
        "The games have the Grundy values {values}. The nim-sum of these values is {xor}.",
        values = and(values)
    );
    let count = values.len();
    let short =
        tr!("Each of the {count} games has a Grundy value. The nim-sum of these values is {xor}.");
    let text = if count <= NAMED {
        fitting([named, listed, short])
    } else {
        fitting([short])
    };
    let mut reason = Reason::because(text).claiming(Claim::Grundy(in_normal_play(sum), xor));
    for (part, value) in sum.parts.iter().zip(values) {
        reason = reason.claiming(Claim::Grundy(in_normal_play(part.as_ref()), *value));
    }
    reason
}

fn idea(sum: &Sum, known: &SumFacts, limits: &Limits) -> Result<(&'static str, String), Stop> {
    let won = known.found.value.outcome == Outcome::Win;
    let pick = |if_won, if_lost| if won { if_won } else { if_lost };
    let small = known.found.nimbers.iter().flatten().all(|value| *value < 2);
    let searched = (
        tr!("No short rule is known for this sum: it was searched."),
        tr!("Every position of this sum was searched.").to_owned(),
    );
    Ok(match (sum.convention, known.added()) {
        (Convention::Normal, _) => (
            pick(tr!("The values do not cancel out. Make their nim-sum 0."), tr!("The values cancel: their nim-sum is 0.")),
            tr!("At nim-sum 0 the player to move loses: every move changes the nim-sum, and a reply can make it 0 again.").to_owned(),
        ),
        (Convention::Misere, Some(Added::Tame(TameType { firm, .. }))) => (
            idea_of_tame(firm, small, won),
            if !firm {
                tr!("The last move loses, and each game now counts as a Nim pile of 0 or 1. So an odd number of 1s loses.")
            } else if small {
                tr!("Some game can still come to value 2 or more, so misère play goes as normal play here: a nim-sum of 0 loses.")
            } else {
                tr!("The last move loses, but a nim-sum of 0 still loses while any game counts as a Nim pile of 2 or more.")
            }
            .to_owned(),
        ),
        (Convention::Misere, Some(Added::Kayles(runs))) => if runs.has_ordinary() { (
                pick(tr!("Leave a nim-sum of 0, as in normal Kayles."), tr!("As in normal Kayles, a nim-sum of 0 loses.")),
                kayles(&runs),
            ) } else { (
                pick(tr!("These runs are an exception in misère Kayles, and win."), tr!("These runs are an exception in misère Kayles, and lose.")),
                kayles(&runs),
            ) },
        (Convention::Misere, None) => match &known.rule {
            Some(SumRule::Multiplied(product)) => (
                tr!("A misère quotient decides this sum."),
                multiplied(product),
            ),
            Some(SumRule::Piles(piles)) => match piles.large(sum, limits)? {
                0 => searched,
                1 => (
                    tr!("Only one pile is large, so you can win with it."),
                    tr!("Next to smaller games, you can always cut a single large pile down to a size that makes the rest lose.").to_owned(),
                ),
                _ => (
                    pick(tr!("The piles are large: leave a nim-sum of 0."), tr!("The piles are large, and the nim-sum is already 0.")),
                    tr!("Next to smaller games, a single pile this large always wins. Two or more lose only if the nim-sum is 0.")
                        .to_owned(),
                ),
            },
            Some(SumRule::Added(_)) | None => searched,
        },
    })
}

fn multiplied(product: &SumProduct) -> String {
    let quotient = product.whole.found().quotient();
    let numbers = quotient.losing_last();
    let number = |element: Element| numbers[usize::from(element)];
    let order = quotient.order();
    let whole = number(product.together());
    let losing = quotient.elements().filter(|&e| quotient.loses(e)).count();
    let tells = match losing {
        1 => tr!("Element {last} loses.", last = order - 1),
        2 => tr!(
            "Elements {first} and {last} lose.",
            first = order - 2,
            last = order - 1
        ),
        _ => tr!(
            "Elements {first} to {last} lose.",
            first = order - losing,
            last = order - 1
        ),
    };
    fitting([
        tr!(
            "In the misère quotient, the games are the elements {list}, and their product is element {whole}. {tells}",
            list = and(product.elements.iter().map(|&e| number(e)))
        ),
        tr!("In the misère quotient, this sum is element {whole}. {tells}"),
    ])
}

fn kayles(runs: &Runs) -> String {
    if runs.has_ordinary() {
        return tr!("While a run has a length other than 1, 4, 5, 9, 12, 17, 20 or 25, a nim-sum of 0 loses, even though the last \
                stone loses.")
            .to_owned();
    }
    let short = |n: u64| n == 1 || n == 4;
    if runs.special().all(|(n, _)| short(n) || n == 5) {
        let count: u64 = runs
            .special()
            .filter(|(n, _)| short(*n))
            .map(|(_, count)| count)
            .sum();
        return tr!(
            "All runs have length 1, 4 or 5. There {value} of length 1 or 4, and an odd number loses.",
            value = if count == 1 {
                tr!("is 1 run").to_owned()
            } else {
                tr!("are {count} runs")
            }
        );
    }
    tr!("All runs have length 1, 4, 5, 9, 12, 17, 20 or 25. Only with these lengths can misère play be an exception.")
        .to_owned()
}

fn way(
    sum: &Sum,
    known: &SumFacts,
    best: &Choice,
    values: Option<&[u64]>,
    limits: &Limits,
) -> Result<Vec<ReasonText>, Stop> {
    let (part, _) = sum.split(&best.text).map_err(|_| super::out_of_step())?;
    let after = after(sum, best)?;
    let summand = if_proved(after.parts[part].summand(limits))?;
    let value = summand.and_then(|summand| summand.nimber);
    let mut claims = vec![Claim::Move(best.text.clone(), Outcome::Win)];
    let words = sum.words(&best.text, Length::Full);
    let number = part + 1;
    let (place, text) = match (values, value) {
        (Some(values), Some(to)) => {
            claims.push(Claim::Grundy(
                in_normal_play(after.parts[part].as_ref()),
                to,
            ));
            let from = values[part];
            let others = values.iter().fold(values[part], |xor, v| xor ^ v);
            let deed = if to != others {
                tr!("Its value becomes {to}, which leaves an odd number of 1s.")
            } else if sum.convention.is_misere()
                && (to > 1 || values.iter().enumerate().any(|(i, v)| i != part && *v > 1))
            {
                tr!(
                    "This game then has value {to}, so the nim-sum is 0. Near the end, leave an odd number of 1s."
                )
            } else if sum.convention.is_misere() {
                tr!("This game then has value {to}, so the nim-sum is 0.")
            } else {
                tr!(
                    "This game then has value {to}, so the nim-sum is 0. Make the nim-sum 0 again after every reply."
                )
            };
            let place = if to == others {
                let name = tr!("game {number}");
                to_change(tr!("game"), &name, [from, to], values.len() - 1)
            } else {
                tr!(
                    "Look at game {number}: find the move that changes its value from {from} to {to}, which leaves an odd number of 1s."
                )
            };
            (place, deed)
        }
        _ => (
            tr!("Look at game {number}: you can win there."),
            tr!("Then your opponent loses, whatever they play.").to_owned(),
        ),
    };
    let text = fitting([
        format!("{words}. {text}"),
        tr!("{words}. Then your opponent loses."),
        format!("{words}."),
        tr!("Play {words}. {text}", words = best.text),
    ]);
    if best.to.is_some() {
        claims.push(Claim::Outcome(after.id(), Outcome::Loss));
    }
    let mut move_reason = Reason::because(text)
        .revealing(Reveals::Move)
        .about(best.sites.iter().copied());
    move_reason.claims = claims;
    let here = Claim::Outcome(sum.id(), known.found.value.outcome);
    Ok(vec![
        move_reason,
        Reason::new(place).claiming(here).revealing(Reveals::Where),
    ])
}

fn resistance(
    sum: &Sum,
    known: &SumFacts,
    best: &Choice,
    limits: &Limits,
) -> Result<ReasonText, Stop> {
    limits.check()?;
    let here = Claim::Outcome(sum.id(), known.found.value.outcome);
    let Some(answer) = &known.answer else {
        let text = match sum.count_moves() {
            Some(1) => {
                tr!("Your only move ends the game, and the player who makes the last move loses.")
                    .to_owned()
            }
            Some(moves) => tr!(
                "Each of your {moves} moves ends the game, and the player who makes the last move loses."
            ),
            None => tr!("Every move ends the game, and the player who makes the last move loses.")
                .to_owned(),
        };
        let loses = Claim::Move(best.text.clone(), Outcome::Loss);
        return Ok(Reason::because(text).claiming(here).claiming(loses));
    };
    let each = all_lose(sum.count_moves());
    let after = after(sum, best)?;
    let first = as_gerund(&sum.words(&best.text, Length::Full));
    let second = as_gerund(&after.words(answer, Length::Full));
    let text = fitting([
        tr!("{each}. For example, if you begin by {first}, your opponent wins by {second}."),
        format!("{each}."),
    ]);
    let answered = Claim::Answer(best.text.clone(), answer.clone());
    Ok(Reason::because(text)
        .claiming(here)
        .claiming(answered)
        .about(best.sites.iter().copied()))
}

pub(super) fn figure(sum: &Sum, known: &SumFacts) -> Figure {
    let name = |i: usize| format!("{} {}", i + 1, sum.parts[i].info().id);
    let columns = known.values(sum.convention).map(|values| {
        Columns::new(
            values
                .into_iter()
                .enumerate()
                .map(|(i, value)| (name(i), value))
                .collect(),
        )
    });
    let mut marks = Vec::new();
    if columns.is_none() {
        return Figure {
            columns,
            marks,
            ..Figure::default()
        };
    }
    for (i, (part, value)) in sum.parts.iter().zip(&known.found.nimbers).enumerate() {
        let mut places: Vec<Site> = Vec::new();
        for choice in part.first_moves(PLACED) {
            places.extend(
                choice
                    .sites
                    .into_iter()
                    .map(|site| site.in_part(saturating_cast(i))),
            );
        }
        places.sort_unstable();
        places.dedup();
        if let (Some(value), false) = (value, places.is_empty()) {
            marks.push(FigureMark::Value {
                places,
                label: Label::Nimber(*value),
            });
        }
    }
    Figure {
        columns,
        marks,
        values: tr!("*n in a title: that game has Grundy value n"),
        ..Figure::default()
    }
}
