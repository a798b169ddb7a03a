//! The move that wins with several piles: the pile that it is in, what it does, and what an answer restores.

use super::{EVEN, PileReason, ValuedPiles, WRITTEN, an, ones_of, split};
use crate::games::piles::{PileMove, PileRules, group};
use crate::games::reasons::{and, counted, fitting, stones};
use crate::rules::{Claim, Limits, Notation, Outcome, Reason, Reveals, Rules, Stop, Word};

/// The pile in which the win is.
pub(super) fn place<K: PileRules>(
    valued: &ValuedPiles<'_, K>,
    m: &PileMove,
    limits: &Limits,
) -> Result<PileReason, Stop> {
    let to = valued.game.play(valued.at, m);
    let after = ValuedPiles::new(valued.game, &to, limits)?;
    let (number, value) = (m.pile + 1, valued.values[m.pile]);
    let top = 1u64.checked_shl(63 - valued.whole.value.leading_zeros().min(63)).unwrap_or(1);
    let text = match () {
        () if valued.misere() && valued.whole.firm && !after.whole.firm => format!(
            "Pile {number} is the only one of value 2 or more: who cuts it down chooses how many 1s are left."
        ),
        () if valued.small_misere() => {
            format!("Pile {number} is worth {value}, and a move there changes how many piles are worth 1.")
        }
        () if value & top != 0 => {
            let top = an(top);
            let parts = if K::WORTH_ITSELF { split(value) } else { format!("worth {}", split(value)) };
            let flip = format!(
                "Pile {number} ({parts}) has {top}, the largest power that comes an odd number of times"
            );
            // Where that has not been said yet.
            let how = match valued.tells_new_size() {
                true => String::new(),
                false if valued.whole.value.count_ones() == 1 => ": drop it".to_owned(),
                false => {
                    format!(": of {} drop those in its sum, add the others", ones_of(valued.whole.value))
                }
            };
            fitting([
                format!("{flip}{how}."),
                format!("{flip}."),
                format!("Pile {number} has {top}, the largest odd power."),
            ])
        }
        () => format!(
            "Pile {number} is worth {value} and can become worth {}, the XOR of the other piles.",
            valued.whole.value ^ value
        ),
    };
    let places = stones(group(m.pile), 1, valued.at[m.pile]);
    let words: &[Word] = if K::WORTH_ITSELF { &[] } else { &[Word::Worth] };
    Ok(Reason::new(text)
        .using(words)
        .revealing(Reveals::Where)
        .claiming(Claim::Outcome(valued.at.clone(), Outcome::Win))
        .about(places))
}

/// What the winning move does, and what then holds.
pub(super) fn text<K: PileRules>(
    valued: &ValuedPiles<'_, K>,
    m: &PileMove,
    pair: Option<(u64, u64)>,
    limits: &Limits,
) -> Result<String, Stop> {
    let game = valued.game;
    let to = game.play(valued.at, m);
    let after = ValuedPiles::new(game, &to, limits)?;
    let text = game.move_text(valued.at, m);
    if game.is_over(&to) {
        return Ok(format!("{text} is the last move, and wins."));
    }
    if K::WORTH_ITSELF && pair.is_some() && after.live.len() == 2 {
        return Ok(format!(
            "{text} makes both piles {}; then copy every move in the other pile.",
            to[m.pile]
        ));
    }
    let left = match (after.sizes(), after.live.len()) {
        (Some(one), 1) => format!("a pile of {one}"),
        (Some(sizes), _) => sizes,
        (None, n) => format!("{n} piles"),
    };
    let leaves = format!("{text} leaves {left}");
    let values: Vec<String> = after.live.iter().map(|&i| after.values[i].to_string()).collect();
    let now = match K::WORTH_ITSELF {
        true => {
            format!("turns pile {}, {}, into {}", m.pile + 1, split(valued.at[m.pile]), split(to[m.pile]))
        }
        false => format!("makes pile {} worth {}", m.pile + 1, after.values[m.pile]),
    };
    Ok(match after.small_misere() {
        true if after.single_stones() => fitting([
            format!("{leaves}: an odd number of single stones, so that the other takes the last one."),
            format!("{text} leaves an odd number of single stones: the other takes the last one."),
        ]),
        true => fitting([
            format!("{leaves}, worth {}: an odd number of 1s, which loses in misère play.", and(&values)),
            format!("{text} leaves an odd number of piles worth 1 and none worth more."),
        ]),
        false if K::WORTH_ITSELF => fitting([
            format!("{text} {now}: now {EVEN}. Left are {left}."),
            format!("{text} {now}: now {EVEN}."),
            format!("{text} makes the XOR 0: now {EVEN}."),
        ]),
        false if values.len() == 1 => format!("{text} {now}: what is left is one pile, worth 0."),
        false if values.len() <= WRITTEN => fitting([
            format!("{text} {now}: the values {} have the XOR 0, where {EVEN}.", and(&values)),
            format!("{text} {now}: now {EVEN}."),
        ]),
        false => format!("{text} {now}: now {EVEN}."),
    })
}

/// What an answer leaves, behind `which`.
pub(super) fn leaves<K: PileRules>(after: &ValuedPiles<'_, K>) -> String {
    match (after.sizes(), after.small_misere()) {
        _ if after.live.is_empty() => "ends the game".to_owned(),
        (Some(sizes), true) if after.single_stones() => format!("leaves {sizes}, an odd number of stones"),
        (_, true) => format!("leaves an odd number of 1s, {}", counted(after.ones(), "pile", "piles")),
        (Some(sizes), false) => format!("leaves {sizes}, all even again"),
        (None, false) => "makes all even again".to_owned(),
    }
}
