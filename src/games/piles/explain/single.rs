//! One pile that allows a move: the game's own rule of a single pile.

use super::{PileReason, ValuedPiles};
use crate::erased::Proved;
use crate::games::piles::{PileMove, PileRules, group};
use crate::games::reasons::{answered, by_moving, fitting, stones};
use crate::rules::{Limits, Notation, Outcome, Reason, Reveals, Rules, Stop, Word};

/// One pile that allows a move.
pub(super) fn reasons<K: PileRules>(
    valued: &ValuedPiles<'_, K>,
    pile: usize,
    proved: &Proved<'_, PileMove>,
    limits: &Limits,
) -> Result<Vec<PileReason>, Stop> {
    let (game, at) = (valued.game, valued.at);
    let loser = u64::from(valued.misere());
    let (size, value) = (at[pile], valued.values[pile]);
    let (described, words) = game.kind.described(size, value);
    let rule = game.kind.single(size, loser, limits)?;
    let mut reasons = vec![
        Reason::new(format!("One pile can be taken from: {described}."))
            .using(words)
            .claiming(proved.itself(valued.at.clone())),
        Reason::new(rule.losing).using(rule.words).claiming(valued.outcome(proved)),
    ];
    if valued.misere() {
        reasons[1] = reasons[1].clone().using(&[Word::Misere]);
    }
    let leaves = |to: &Vec<u64>| -> String {
        let left = to[pile];
        match game.kind.value(left, limits) {
            _ if game.is_over(to) => "ends the game".to_owned(),
            Ok(value) => format!("leaves {}", game.kind.described(left, value).0),
            Err(_) => format!("leaves {left}"),
        }
    };
    match (proved.value.outcome, proved.best) {
        (Outcome::Win, Some(m)) => {
            let to = game.play(at, m);
            let text = game.move_text(at, m);
            let short = format!("{text} {}", leaves(&to));
            let text = match game.kind.pairing(to[pile], loser) {
                _ if game.is_over(&to) => format!("{text} is the last move, and wins."),
                _ if game.next_is_last(&to) => format!("{short}: the other has to make the last move."),
                Some(pairing) => fitting([format!("{short}; then {pairing}."), format!("{short}.")]),
                None => format!("{short}, from where the other cannot reach a losing pile."),
            };
            let place = match game.is_over(&to) {
                true => format!("One take from this pile of {size} can end the game."),
                false => format!("One of the sizes that a take from {size} can leave is such a losing one."),
            };
            reasons.push(
                Reason::new(place).revealing(Reveals::Where).claiming(valued.outcome(proved)).about(stones(
                    group(pile),
                    1,
                    size,
                )),
            );
            reasons.push(by_moving(game, at, m, text));
        }
        _ => {
            reasons.push(answered(game, at, proved, limits, leaves)?);
        }
    }
    Ok(reasons)
}
