//! Why two boxes are won or lost: which pairs lose, what these are, and the split that leaves a losing pair.

use super::{BallPair, BoxRules, Split};
use crate::erased::{GameReasons, Proved};
use crate::games::reasons::{answered, by_moving, fitting, how_many_win, order, stones};
use crate::rules::{Claim, FigureMark, Limits, Outcome, Reason, Reveals, Rules};

pub(super) fn reasons<K: BoxRules>(
    game: &Split<K>,
    at: BallPair,
    proved: &Proved<'_, BallPair>,
    limits: &Limits,
) -> GameReasons<Split<K>> {
    let convention = game.convention;
    if game.is_over(&at) {
        return Ok(vec![Reason::ended("No box can be split", at, convention)]);
    }
    let itself = || Claim::Outcome(at, proved.value.outcome);
    let tints = [(0, at.0), (1, at.1)].into_iter().filter_map(|(group, n)| {
        let (tint, label) = K::label(at, n, convention)?;
        Some(FigureMark::Tint { places: stones(group, 1, n), tint, label })
    });
    let mut list = vec![
        Reason::headline(K::idea(at, convention)).claiming(itself()),
        Reason::because(K::rule(convention)).claiming(itself()).drawing(tints),
        Reason::new(K::facts(at, convention)).claiming(proved.itself(at)),
    ];
    let (Outcome::Win, Some(m)) = (proved.value.outcome, proved.best) else {
        list.push(answered(game, &at, proved, limits, |to| match game.is_over(to) {
            true => "ends the game".to_owned(),
            false => format!("leaves {}", K::becomes(*to, convention)),
        })?);
        return Ok(list);
    };
    let words = order(game, &at, m);
    let text = match game.is_over(m) {
        true => format!("{words}. This is the last move, and you win."),
        false => fitting([
            format!("{words}. This leaves {}.", K::becomes(*m, convention)),
            format!("The best split leaves {}.", K::becomes(*m, convention)),
        ]),
    };
    list.push(by_moving(game, &at, m, text));
    let split = Split::<K>::split_boxes(at).find(|(_, n)| m.0.checked_add(m.1) == Some(*n));
    if let Some((group, size)) = split
        && let Some(place) = K::place(group + 1, size, convention)
    {
        let places = stones(group, 1, size);
        list.push(
            Reason::new(place)
                .revealing(Reveals::Where)
                .claiming(itself())
                .about(places.iter().copied())
                .drawing([FigureMark::Lit(places)]),
        );
    }
    list.push(how_many_win(game, &at, proved));
    Ok(list)
}
