//! Why two boxes are won or lost: what their numbers are, which pairs lose, and the split that leaves one.

use super::{BallPair, BoxRules, Split};
use crate::erased::{GameReasons, Proved};
use crate::games::reasons::{answered, by_moving, fitting, stones};
use crate::rules::{
    Claim, Convention, Figure, FigureMark, Limits, Notation, Outcome, Reason, Reveals, Rules, Word,
};

pub(super) fn reasons<K: BoxRules>(
    game: &Split<K>,
    at: BallPair,
    proved: &Proved<'_, BallPair>,
    limits: &Limits,
) -> GameReasons<Split<K>> {
    let convention = game.convention;
    if game.is_over(&at) {
        return Ok(vec![Reason::ended("1,1 cannot be split", at, convention)]);
    }
    let rule = Reason::new(K::rule(convention)).claiming(Claim::Outcome(at, proved.value.outcome));
    let mut list = vec![
        Reason::new(K::facts(at, convention)).claiming(proved.itself(at)),
        if convention == Convention::Misere { rule.using(&[Word::Misere]) } else { rule },
    ];
    match (proved.value.outcome, proved.best) {
        (Outcome::Win, Some(m)) => {
            let split = Split::<K>::split_boxes(at).find(|(_, n)| m.0.checked_add(m.1) == Some(*n));
            if let Some((group, size)) = split
                && let Some(place) = K::place(group + 1, size, convention)
            {
                list.push(
                    Reason::new(place)
                        .revealing(Reveals::Where)
                        .claiming(Claim::Outcome(at, Outcome::Win))
                        .about(stones(group, 1, size)),
                );
            }
            if list.len() == 2 {
                let place = "Look at the splits of one box: which of them leaves such a losing pair?";
                let won = Claim::Outcome(at, Outcome::Win);
                list.push(
                    Reason::new(place).revealing(Reveals::Where).using(&[Word::LosingPair]).claiming(won),
                );
            }
            let text = game.move_text(&at, m);
            let size = split.map_or(0, |(_, size)| size);
            let text = match game.is_over(m) {
                true => format!("{text} is the last move, and wins."),
                false => fitting([
                    format!("{text} splits {size} into {} and {}: {}.", m.0, m.1, K::becomes(*m, convention)),
                    format!("{text} leaves a losing pair: {}.", K::becomes(*m, convention)),
                ]),
            };
            list.push(by_moving(game, &at, m, text));
        }
        _ => list.push(answered(game, &at, proved, limits, |to| match game.is_over(to) {
            true => "ends the game".to_owned(),
            false => format!("leaves {}", K::becomes(*to, convention)),
        })?),
    }
    Ok(list)
}

/// What each box is in the terms of the rule.
pub(super) fn figure<K: BoxRules>(game: &Split<K>, at: BallPair) -> Figure {
    let marks = [(0, at.0), (1, at.1)].into_iter().filter_map(|(group, n)| {
        let text = K::label(at, n, game.convention)?;
        Some(FigureMark::Value { places: stones(group, 1, n), text })
    });
    Figure {
        marks: marks.collect(),
        values: "a bracket at a box: what its number is in the terms of the rule",
        ..Figure::default()
    }
}
