//! Two and more piles that allow a move: what they are worth together, and by which rule that decides.

use super::{PileReason, ValuedPiles, WRITTEN, an, ones_of, split, winning};
use crate::erased::Proved;
use crate::games::piles::{PileMove, PileRules};
use crate::games::reasons::{and, answered, by_moving, columns_of, fitting};
use crate::rules::{Claim, Limits, Outcome, Reason, Stop, Word};

/// Two and more piles that allow a move.
pub(super) fn reasons<K: PileRules>(
    valued: &ValuedPiles<'_, K>,
    proved: &Proved<'_, PileMove>,
    limits: &Limits,
) -> Result<Vec<PileReason>, Stop> {
    let pair = match valued.live[..] {
        [a, b] if !valued.misere() => Some((valued.at[a], valued.at[b])),
        _ => None,
    };
    let mut reasons: Vec<PileReason> =
        pair.and_then(|pair| copying(valued, proved, pair)).into_iter().collect();
    if valued.single_stones() && valued.misere() {
        reasons.push(single_stones(valued, proved));
    } else {
        reasons.extend(by_values(valued, proved));
    }
    reasons.extend(way(valued, proved, pair, limits)?);
    Ok(reasons)
}

/// Two piles: that equal ones lose, as each take can be copied.
fn copying<K: PileRules>(
    valued: &ValuedPiles<'_, K>,
    proved: &Proved<'_, PileMove>,
    (a, b): (u64, u64),
) -> Option<PileReason> {
    if a == b {
        let text = format!(
            "Two equal piles of {a}: whatever is taken from one, the other player takes from the other."
        );
        return Some(Reason::new(text).claiming(proved.itself(valued.at.clone())));
    }
    let text = format!(
        "Two piles of {a} and {b}. Equal ones would lose for who has to move: each take can be copied."
    );
    K::WORTH_ITSELF.then(|| Reason::new(text).claiming(valued.outcome(proved)))
}

/// What the piles are worth, and the rule that makes a verdict of it.
fn by_values<K: PileRules>(valued: &ValuedPiles<'_, K>, proved: &Proved<'_, PileMove>) -> Vec<PileReason> {
    let mut reasons = vec![values(valued, proved)];
    if !K::WORTH_ITSELF {
        let worth = "A pile is worth the least number 0, 1, 2, ... that no take from it leaves: it acts like a pile of \
                     Nim of that size.";
        reasons.push(Reason::new(worth).using(&[Word::Worth]).claiming(valued.outcome(proved)));
    }
    // With values of 0 and 1 alone misère play turns the rule of the powers round: it would only mislead.
    if !valued.small_misere() {
        reasons.push(parity(valued, proved));
        if valued.whole.value != 0 && valued.tells_new_size() {
            reasons.push(new_size(valued, proved));
        }
    }
    if valued.misere() {
        reasons.push(misere_case(valued, proved));
    }
    reasons
}

/// Won: where to look, and the move. Lost: what resists most, and what answers it.
fn way<K: PileRules>(
    valued: &ValuedPiles<'_, K>,
    proved: &Proved<'_, PileMove>,
    pair: Option<(u64, u64)>,
    limits: &Limits,
) -> Result<Vec<PileReason>, Stop> {
    let (game, at) = (valued.game, valued.at);
    if let (Outcome::Win, Some(m)) = (proved.value.outcome, proved.best) {
        let place = if valued.single_stones() { None } else { Some(winning::place(valued, m, limits)?) };
        let text = winning::text(valued, m, pair, limits)?;
        let words: &[Word] = if K::WORTH_ITSELF { &[] } else { &[Word::Worth] };
        return Ok(place.into_iter().chain([by_moving(game, at, m, text).using(words)]).collect());
    }
    let answer = answered(game, at, proved, limits, |to| match ValuedPiles::new(game, to, limits) {
        Ok(after) => winning::leaves(&after),
        Err(_) => "mends it".to_owned(),
    })?;
    Ok(vec![answer])
}

/// Single stones in misère play: their number is everything.
fn single_stones<K: PileRules>(valued: &ValuedPiles<'_, K>, proved: &Proved<'_, PileMove>) -> PileReason {
    let n = valued.live.len();
    let parity = if n % 2 == 1 { "odd" } else { "even" };
    let last = if n % 2 == 1 {
        "whoever moves now takes the last one, and that loses"
    } else {
        "the other takes the last one, and loses"
    };
    Reason::new(format!("Only {n} single stones are left, an {parity} number. Each move takes one: {last}."))
        .claiming(valued.outcome(proved))
}

/// What each pile is worth, in powers of two.
fn values<K: PileRules>(valued: &ValuedPiles<'_, K>, proved: &Proved<'_, PileMove>) -> PileReason {
    let by = game_formula(valued);
    let count = valued.live.len();
    let each = |f: &dyn Fn(u64) -> String| -> String {
        and(&valued.live.iter().map(|&i| f(valued.values[i])).collect::<Vec<_>>())
    };
    let xor = valued.whole.value;
    let all: Vec<String> = valued.live.iter().map(|&i| valued.at[i].to_string()).collect();
    let general = fitting([
        format!("The values{by} of the piles {} have the XOR {xor}.", and(&all)),
        format!("{count} piles{by}, whose values have the XOR {xor}."),
    ]);
    let text = match valued.sizes() {
        Some(_) if K::WORTH_ITSELF => {
            // `8 and 14 = 8+4+2` would read as if both were as much.
            let mixed = valued.live.iter().any(|&i| valued.values[i].count_ones() > 1);
            let sums = each(&|v| if mixed && v.is_power_of_two() { format!("{v} = {v}") } else { split(v) });
            fitting([format!("The piles as sums of 1, 2, 4, 8 and so on: {sums}."), general])
        }
        Some(sizes) => {
            let (sums, plain) = (each(&split), each(&|v| v.to_string()));
            fitting([
                format!("The piles {sizes} are worth {sums}{by}."),
                format!("The piles {sizes} are worth {plain}{by}."),
                format!("The piles are worth {plain}{by}."),
                general,
            ])
        }
        None => general,
    };
    let words: &[Word] = if K::WORTH_ITSELF { &[Word::Xor] } else { &[Word::Worth, Word::Xor] };
    let reason = Reason::new(text).claiming(proved.itself(valued.at.clone())).using(words);
    let single = |reason: PileReason, i: &usize| {
        reason.claiming(Claim::Grundy(vec![valued.at[*i]], valued.values[*i]))
    };
    match proved.value.grundy {
        Some(_) => valued.live.iter().take(WRITTEN).fold(reason, single),
        None => reason,
    }
}

fn game_formula<K: PileRules>(valued: &ValuedPiles<'_, K>) -> String {
    valued.game.kind.formula().map_or(String::new(), |f| format!(" ({f})"))
}

/// Which powers are odd in number.
fn parity<K: PileRules>(valued: &ValuedPiles<'_, K>, proved: &Proved<'_, PileMove>) -> PileReason {
    let xor = valued.whole.value;
    let text = match xor {
        0 => "Each of these powers of 2 comes an even number of times: the XOR is 0. Any move changes one pile and spoils that.".to_owned(),
        // What is to be left in misère play is said by the case that follows.
        _ if valued.misere() => fitting([
            format!("Odd in number: the {} (the XOR is {xor}).", columns_of(xor)),
            format!("Not every power of 2 comes an even number of times: the XOR is {xor}."),
        ]),
        _ => fitting([
            format!("The {} come an odd number of times (XOR {xor}). Whoever leaves every power an even number of times wins.", columns_of(xor)),
            format!("Not every power of 2 comes an even number of times: the XOR is {xor}. Whoever leaves them so wins."),
        ]),
    };
    Reason::new(text).using(&[Word::Xor]).claiming(proved.itself(valued.at.clone()))
}

/// How the new size of a pile is found, whichever pile it will be.
fn new_size<K: PileRules>(valued: &ValuedPiles<'_, K>, proved: &Proved<'_, PileMove>) -> PileReason {
    let odd = valued.whole.value;
    let top = 1u64 << (63 - odd.leading_zeros().min(63));
    let what = if K::WORTH_ITSELF { "size" } else { "worth" };
    let (alone, top) = (odd == top, an(top));
    let text = match alone {
        true => format!(
            "How: choose a pile with {top} in its sum and strike that out: what is left of the sum is its new {what}."
        ),
        false => fitting([
            format!(
                "How: choose a pile with {top}, the largest of these powers: it must shrink. Of {} strike out of its sum what \
                 it has, put in what it has not: that is its new {what}.",
                ones_of(odd)
            ),
            format!(
                "How: choose a pile with the largest odd power: it must shrink. Of the odd ones strike out those it has, add \
                 those it has not: its new {what}."
            ),
        ]),
    };
    Reason::new(text).claiming(proved.itself(valued.at.clone()))
}

/// Which case of misère play decides.
fn misere_case<K: PileRules>(valued: &ValuedPiles<'_, K>, proved: &Proved<'_, PileMove>) -> PileReason {
    let text = match (valued.whole.firm, valued.ones()) {
        (true, _) if K::WORTH_ITSELF => {
            "Misère: while a pile of 2 or more is there, even numbers are still what to leave; with single stones alone, an odd number.".to_owned()
        }
        (true, _) => {
            "Misère: while a pile worth 2 or more is there, even numbers are still what to leave; with 0s and 1s alone, an odd number of 1s.".to_owned()
        }
        (false, ones) => format!(
            "Misère, and no pile is worth more than 1: then an odd number of 1s loses. Here {} worth 1.",
            match ones {
                0 => "no pile is".to_owned(),
                1 => "1 pile is".to_owned(),
                _ => format!("{ones} piles are"),
            }
        ),
    };
    let by_size = K::WORTH_ITSELF && valued.whole.firm;
    let words: &[Word] = if by_size { &[Word::Misere] } else { &[Word::Worth, Word::Misere] };
    Reason::new(text).using(words).claiming(valued.outcome(proved))
}
