//! Why a count is won or lost: what is to go, in rounds of one more than the largest step; the targets, which lie one
//! round apart; and the answer that keeps to them.

use super::{Count, CountRules};
use crate::erased::{GameReasons, Proved};
use crate::games::reasons::{answered, by_moving, fitting, in_rounds};
use crate::rules::{
    Claim, Figure, FigureMark, Limits, Notation, Outcome, Reason, Reveals, Rules, Site, Word,
};

pub(super) fn reasons<K: CountRules>(
    game: &Count<K>,
    at: u64,
    proved: &Proved<'_, u64>,
    limits: &Limits,
) -> GameReasons<Count<K>> {
    if game.is_over(&at) {
        return Ok(vec![Reason::ended(&format!("The {} is {at}", K::WHAT), at, game.convention)]);
    }
    let misere = game.convention.is_misere();
    let (left, round, goal) = (game.to_go(at), game.round(), game.goal);
    let outcome = || Claim::Outcome(at, proved.value.outcome);
    let togo = |at: u64| format!("{} to go", in_rounds(game.to_go(at), round));
    let answer = match round {
        2 => "each move is answered with +1".to_owned(),
        _ => format!("each +k can be answered with +({round} - k)"),
    };
    let mut list = vec![
        Reason::new(match misere {
            false => format!("From {at} to {goal}: {}.", togo(at)),
            true if left == 1 => {
                format!("{at} is the last safe {}: only the step to {goal} is left.", K::WHAT)
            }
            true => {
                let before = in_rounds(left - 1, round);
                format!("From {at} to {}, the last safe {}: {before} to go.", goal - 1, K::WHAT)
            }
        })
        .claiming(proved.itself(at)),
    ];
    let rule = Reason::new(match (misere, left <= game.most) {
        (false, true) => {
            format!("A {} may add up to {}, so the end is in reach.", K::MOVE, game.most)
        }
        (false, false) => format!("Leave a multiple of {round} to go: {answer}, to the end."),
        (true, _) if left == 1 => format!("Misère: the {} that ends it loses, and now there is no other.", K::MOVE),
        (true, _) => format!("Misère: leave 1 more than a multiple of {round} to go: {answer}, until only the last step is left."),
    })
    .claiming(outcome());
    list.push(if misere { rule.using(&[Word::Misere]) } else { rule });
    match (proved.value.outcome, proved.best) {
        (Outcome::Win, Some(m)) => list.extend(winning(game, at, m)),
        _ => list.push(answered(game, &at, proved, limits, |to| match game.to_go(*to) {
            0 => "ends it".to_owned(),
            _ => format!("goes to {to}, with {}", togo(*to)),
        })?),
    }
    Ok(list)
}

/// Where the win is, and the move.
fn winning<K: CountRules>(game: &Count<K>, at: u64, m: &u64) -> [Reason<u64, u64>; 2] {
    let misere = game.convention.is_misere();
    let (left, round, goal) = (game.to_go(at), game.round(), game.goal);
    let to = game.play(&at, m);
    let text = game.move_text(&at, m);
    let most = game.most.min(left);
    let place = match game.to_go(to) {
        0 => format!("Look at the last {}: {goal} is {left} away.", K::MOVE),
        1 if misere => {
            format!("Look at the last safe {}, {}: one {} reaches it.", K::WHAT, goal - 1, K::MOVE)
        }
        _ if most == 1 => format!("There is one {} only, and it leaves such a number.", K::MOVE),
        _ => format!("Just one of the {most} {}s from {at} leaves such a number.", K::MOVE),
    };
    let leads = match game.to_go(to) {
        0 => format!("{text} reaches {goal}: the last {}, and wins.", K::MOVE),
        1 if misere => format!("{text} goes to {to}: the other has to make the last {}.", K::MOVE),
        still => {
            let still = in_rounds(still, round);
            fitting([
                format!("{text} goes to {to}, with {still} to go; then answer +k with +({round} - k)."),
                format!("{text} goes to {to}, with {still} to go."),
            ])
        }
    };
    let place = Reason::new(place).revealing(Reveals::Where).claiming(Claim::Outcome(at, Outcome::Win));
    [place.about(sites_ahead(at, most)), by_moving(game, &at, m, leads)]
}

/// The numbers that one move can reach.
fn sites_ahead(at: u64, most: u64) -> Vec<Site> {
    crate::games::reasons::stones(0, at.saturating_add(1), at.saturating_add(most))
}

/// The targets on the track: numbers from which the player to move loses.
pub(super) fn figure<K: CountRules>(game: &Count<K>, at: u64) -> Figure {
    /// The most targets that are marked: the next ones, and the last.
    const MARKED: u64 = 100;
    let left = game.to_go(at);
    let last = u64::from(game.convention.is_misere());
    let Some(first) = left.checked_sub(last).map(|n| n % game.round()) else { return Figure::default() };
    let Some(first) = at.checked_add(first) else { return Figure::default() };
    let targets = (0..MARKED)
        .map_while(|i| i.checked_mul(game.round()).and_then(|n| n.checked_add(first)))
        .take_while(|&n| n < game.goal - last);
    let all = targets.chain([game.goal - last]);
    Figure { marks: all.map(|n| FigureMark::Losing(Site::new(0, n))).collect(), ..Figure::default() }
}
