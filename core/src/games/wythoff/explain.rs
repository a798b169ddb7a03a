//! Why two numbers are won or lost: whether they are a losing pair, how the losing pairs go on, and the one in reach.

use super::pairs::lower_of_difference;
use super::{LoweredNumber, Pair, PairRules, Wythoff};
use crate::erased::{GameReasons, Proved};
use crate::games::reasons::{answered, by_moving, capital, fitting, how_many_win, order};
use crate::rules::{Claim, Convention, Limits, Outcome, Reason, Reveals, Rules};

/// Up to this number the losing pairs are listed rather than computed.
const LISTED: u64 = 40;

pub(super) fn reasons<K: PairRules>(
    game: &Wythoff<K>,
    at: Pair,
    proved: &Proved<'_, Pair>,
    limits: &Limits,
) -> GameReasons<Wythoff<K>> {
    if game.is_over(&at) {
        return Ok(vec![Reason::ended("Both numbers are 0", at, game.convention)]);
    }
    let outcome = proved.value.outcome;
    let lost = outcome == Outcome::Loss;
    let itself = || Claim::Outcome(at, outcome);
    let pattern = Reason::because(pattern::<K>(at, game.convention)).claiming(proved.itself(at));
    let idea = match proved.best.filter(|m| !lost && game.is_over(&game.play(&at, m))) {
        Some(_) => "You can end the game right now.".to_owned(),
        None => K::idea(at, lost),
    };
    let mut list = vec![Reason::headline(idea).claiming(itself()).drawing(K::lines(at))];
    let (Some(m), false) = (proved.best, lost) else {
        list.push(pattern.drawing(K::marks(at, game.convention)));
        list.push(answered(game, &at, proved, limits, |to| match game.is_over(to) {
            true => "ends the game".to_owned(),
            false => format!("leads to the {} {}", K::LOSING, K::named(*to)),
        })?);
        return Ok(list);
    };
    list.push(pattern);
    let (part, _) = LoweredNumber::of(*m);
    let (words, to) = (order(game, &at, m), game.play(&at, m));
    let text = match game.is_over(&to) {
        true => format!("{words}. This is the last move, and you win."),
        false => fitting([
            format!(
                "{words}. This leaves the {} {}, with difference {}.",
                K::LOSING,
                K::named(to),
                to.0.abs_diff(to.1)
            ),
            format!("{words}. This leaves the {} {}.", K::LOSING, K::named(to)),
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
    list.push(how_many_win(game, &at, proved));
    Ok(list)
}

/// How the losing pairs go on: listed for small numbers, by the golden ratio for large ones.
fn pattern<K: PairRules>(at: Pair, convention: Convention) -> String {
    let misere = convention == Convention::Misere;
    let start = if misere { "in misère play the " } else { "the " };
    if at.0.max(at.1) > LISTED {
        return capital(&format!(
            "{start}{} with a difference of 2 or more starts with that difference times 1.618... (the golden ratio), rounded down.",
            K::LOSING
        ));
    }
    let most = if at.0.max(at.1) <= 8 { 4 } else { 5 };
    let first = if misere { vec![(0, 1), (2, 2)] } else { vec![(1, 2)] };
    let more = (2..most).filter_map(|k| lower_of_difference(k, convention, LISTED).map(|low| (low, low + k)));
    let pairs: Vec<Pair> = first.into_iter().chain(more).collect();
    let listed = K::listed(&pairs);
    let told = capital(&format!("{start}{}s are {listed}", K::LOSING));
    let rule = "Each new pair starts with the smallest number not used yet, and the difference grows by 1.";
    if misere { told } else { fitting([format!("{told} {rule}"), told]) }
}
