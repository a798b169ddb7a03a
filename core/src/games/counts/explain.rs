//! Why a count is won or lost: how much to leave, in rounds of one more than the largest step.

use super::{Count, CountRules};
use crate::erased::{GameReasons, Proved};
use crate::games::pieces::{Aim, Target, by_aim};
use crate::games::reasons::fitting;
use crate::rules::{Figure, FigureMark, Limits, Reason, Rules, Site};

pub(super) fn reasons<K: CountRules>(
    game: &Count<K>,
    at: u64,
    proved: &Proved<'_, u64>,
    limits: &Limits,
) -> GameReasons<Count<K>> {
    if game.is_over(&at) {
        return Ok(vec![Reason::ended(&format!("The {} has reached {at}", K::WHAT), at, game.convention)]);
    }
    let misere = game.convention.is_misere();
    let (most, round) = (game.most, game.round());
    let target = match misere {
        false => Target::Kind(format!("a multiple of {round}")),
        true => Target::first(std::iter::successors(Some(1), |n: &u64| n.checked_add(round))),
    };
    let last = if misere { " With 1 to go, the player to move loses." } else { "" };
    let why = match most {
        1 => format!("Each move adds 1, so every move is forced.{last}"),
        _ => fitting([
            format!(
                "Whatever one player adds, from 1 to {most}, the other can make the two moves add up to {round}.{last}"
            ),
            format!("The reply can always make the two moves add up to {round}."),
        ]),
    };
    let aim = Aim { target, unit: " to go", why, round: Some(round) };
    by_aim(game, &at, proved, &aim, |to| game.to_go(*to), targets(game, at), limits)
}

/// The targets on the track: numbers from which the player to move loses.
fn targets<K: CountRules>(game: &Count<K>, at: u64) -> Vec<FigureMark> {
    /// The most targets that are marked: the next ones, and the last.
    const MARKED: u64 = 100;
    let left = game.to_go(at);
    let last = u64::from(game.convention.is_misere());
    let first = left.checked_sub(last).map(|n| n % game.round()).and_then(|n| at.checked_add(n));
    let Some(first) = first else { return Vec::new() };
    let targets = (0..MARKED)
        .map_while(|i| i.checked_mul(game.round()).and_then(|n| n.checked_add(first)))
        .take_while(|&n| n < game.goal - last);
    targets.chain([game.goal - last]).map(|n| FigureMark::Losing(Site::new(0, n))).collect()
}

pub(super) fn figure<K: CountRules>(game: &Count<K>, at: u64) -> Figure {
    Figure { marks: targets(game, at), ..Figure::default() }
}
