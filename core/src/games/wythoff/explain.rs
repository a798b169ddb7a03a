//! Why two numbers are won or lost: whether they are a losing pair, how the losing pairs go on, and the one in reach.

use super::pairs::lower_of_difference;
use super::{LoweredNumber, Pair, PairRules, Wythoff};
use crate::erased::{GameReasons, Proved};
use crate::games::reasons::{answered, by_moving, capital, fitting, how_many_win, order};
use crate::rules::{Claim, Convention, Limits, MAX_NUMBER, Outcome, Reason, Reveals, Rules};

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
    let lost = outcome == Outcome::Loss;
    let itself = || Claim::Outcome(at, outcome);
    let pattern = Reason::because(pattern::<K>(at, game.convention)).claiming(proved.itself(at));
    let mut list = vec![Reason::headline(K::idea(at, lost)).claiming(itself()).drawing(K::lines(at))];
    let (Some(m), false) = (proved.best, lost) else {
        list.push(pattern.drawing(K::marks(at, game.convention)));
        list.push(answered(game, &at, proved, limits, |to| match game.is_over(to) {
            true => "ends the game".to_owned(),
            false => format!("leaves {},{}", to.0, to.1),
        })?);
        return Ok(list);
    };
    list.push(pattern);
    let (part, amount) = LoweredNumber::of(*m);
    let (words, to) = (order(game, &at, m), game.play(&at, m));
    let text = match game.is_over(&to) {
        true => format!("{words}: that is the last move, and it wins."),
        false => fitting([
            format!(
                "{words}: that leaves {},{}, the {} with difference {}.",
                to.0,
                to.1,
                K::LOSING,
                to.0.abs_diff(to.1)
            ),
            format!("{words}: that leaves {},{}, a {}.", to.0, to.1, K::LOSING),
        ]),
    };
    list.push(by_moving(game, &at, m, text));
    list.push(
        Reason::new(format!("Look at the moves {}: one of them wins.", K::direction(part)))
            .revealing(Reveals::Where)
            .claiming(itself())
            .drawing(K::marks(at, game.convention)),
    );
    list.push(Reason::new(K::reach(at)).claiming(itself()));
    list.extend(beside(to, part, amount).or_else(|| Some(how_many_win(game, &at, proved))));
    Ok(list)
}

/// How the losing pairs go on: listed for small numbers, by the golden ratio for large ones.
fn pattern<K: PairRules>(at: Pair, convention: Convention) -> String {
    let misere = convention == Convention::Misere;
    let start = if misere { "in misère play the " } else { "the " };
    if at.0.max(at.1) > LISTED {
        return capital(&format!(
            "{start}{} with difference k (k at least 2) begins with k times the golden ratio, rounded down.",
            K::LOSING
        ));
    }
    let most = if at.0.max(at.1) <= 8 { 4 } else { 5 };
    let first = if misere { vec![(0, 1), (2, 2)] } else { vec![(1, 2)] };
    let more = (2..most).filter_map(|k| lower_of_difference(k, convention, LISTED).map(|low| (low, low + k)));
    let pairs: Vec<Pair> = first.into_iter().chain(more).collect();
    let listed = K::listed(&pairs);
    capital(&fitting([
        format!(
            "{start}{}s are {listed} Each new one has the smallest unused number and the next difference.",
            K::LOSING
        ),
        format!("{start}{}s are {listed}", K::LOSING),
    ]))
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
            format!(
                "One step less leaves {} and one step more {}: your opponent wins from either.",
                named(&s),
                named(&f)
            )
        }
        (Some(s), None) => format!("One step less leaves {}, from which your opponent wins.", named(&s)),
        (None, Some(f)) => format!("One step more leaves {}, from which your opponent wins.", named(&f)),
        (None, None) => return None,
    };
    let reason = Reason::new(text).revealing(Reveals::Move);
    Some(short.into_iter().chain(far).fold(reason, |r, p| r.claiming(Claim::Outcome(p, Outcome::Win))))
}
