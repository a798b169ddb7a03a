//! Why two numbers are won or lost: which pairs lose, the one that is in reach, and why those next to it are none.

use super::pairs::lower_of_difference;
use super::{LoweredNumber, Pair, PairRules, Wythoff};
use crate::erased::{GameReasons, Proved};
use crate::games::reasons::{answered, by_moving, fitting};
use crate::rules::{Claim, Convention, Limits, MAX_NUMBER, Notation, Outcome, Reason, Reveals, Rules, Word};

/// Up to this number the losing pairs are listed rather than computed.
const LISTED: u64 = 40;

pub(super) fn reasons<K: PairRules>(
    game: &Wythoff<K>,
    at: Pair,
    proved: &Proved<'_, Pair>,
    limits: &Limits,
) -> GameReasons<Wythoff<K>> {
    if game.is_over(&at) {
        return Ok(vec![Reason::ended("0,0 is reached", at, game.convention)]);
    }
    let outcome = proved.value.outcome;
    let mut list = vec![
        Reason::new(K::facts(at, outcome == Outcome::Loss)).using(&[K::WORD]).claiming(proved.itself(at)),
        pattern::<K>(at, game.convention).claiming(Claim::Outcome(at, outcome)),
    ];
    match (outcome, proved.best) {
        (Outcome::Win, Some(m)) => {
            let (part, amount) = LoweredNumber::of(*m);
            list.push(
                Reason::new(format!("One way to a {} is {}.", K::LOSING, K::direction(part)))
                    .revealing(Reveals::Where)
                    .claiming(Claim::Outcome(at, Outcome::Win)),
            );
            let (text, to) = (game.move_text(&at, m), game.play(&at, m));
            let says = K::says(amount, part);
            let text = match game.is_over(&to) {
                true => format!("{text} {says}: the last move, and it wins."),
                false => fitting([
                    format!(
                        "{text} {says} and leaves {},{}, the {} of difference {}.",
                        to.0,
                        to.1,
                        K::LOSING,
                        to.0.abs_diff(to.1)
                    ),
                    format!("{text} leaves {},{}, a {}.", to.0, to.1, K::LOSING),
                ]),
            };
            list.push(by_moving(game, &at, m, text));
            list.extend(beside(to, part, amount));
        }
        _ => list.push(answered(game, &at, proved, limits, |to| match game.is_over(to) {
            true => "ends the game".to_owned(),
            false => format!("leaves {},{}", to.0, to.1),
        })?),
    }
    Ok(list)
}

/// How the losing pairs go on: listed for small numbers, by the golden ratio for large ones.
fn pattern<K: PairRules>(at: Pair, convention: Convention) -> Reason<Pair, Pair> {
    let (first, misere, each) = match convention {
        Convention::Normal => ("0,0  1,2", "", "Each"),
        Convention::Misere => ("0,1  2,2", " in misère play", "From 3,5 on each"),
    };
    let names = format!("{}s", K::LOSING);
    let reason = match at.0.max(at.1) <= LISTED {
        true => {
            let most = if at.0.max(at.1) <= 8 { 4 } else { 6 };
            let pairs: Vec<String> = (2..most)
                .filter_map(|k| lower_of_difference(k, convention, LISTED).map(|low| format!("{low},{}", low + k)))
                .collect();
            Reason::new(format!(
                "{names}{misere}: {first}  {}, ... {each} takes the least number not used yet, and the next difference.",
                pairs.join("  ")
            ))
        }
        false => Reason::new(format!(
            "{names}{misere}: {first}, and with difference k from 2 on the smaller is k times the golden ratio, rounded down."
        ))
        .using(&[Word::GoldenRatio]),
    };
    let mut letters = reason.text.chars();
    let text = letters.next().map_or(String::new(), |c| c.to_uppercase().chain(letters).collect());
    let reason = Reason { text, ..reason };
    if convention == Convention::Misere { reason.using(&[Word::Misere]) } else { reason }
}

/// Why one step less or one more would not do: from there the other moves to the same pair, or to where it comes from.
fn beside(to: Pair, part: LoweredNumber, amount: u64) -> Option<Reason<Pair, Pair>> {
    let step = match part {
        LoweredNumber::First => (1, 0),
        LoweredNumber::Second => (0, 1),
        LoweredNumber::Both => (1, 1),
    };
    let short = Some((to.0 + step.0, to.1 + step.1)).filter(|s| amount > 1 && s.0.max(s.1) <= MAX_NUMBER);
    let far = to.0.checked_sub(step.0).zip(to.1.checked_sub(step.1));
    let named = |p: &Pair| format!("{},{}", p.0, p.1);
    let text = match (short, far) {
        (Some(s), Some(f)) => {
            format!("One step less leaves {}, one more {}: from both the other wins.", named(&s), named(&f))
        }
        (Some(s), None) => {
            format!("One step less leaves {}, from where the other goes there and wins.", named(&s))
        }
        (None, Some(f)) => format!("One step more leaves {}, from where the other wins.", named(&f)),
        (None, None) => return None,
    };
    let reason = Reason::new(text).revealing(Reveals::Move);
    Some(short.into_iter().chain(far).fold(reason, |r, p| r.claiming(Claim::Outcome(p, Outcome::Win))))
}
