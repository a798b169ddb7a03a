//! Why heaps are won or lost: by their Grundy values and what these are made of, in misère play by counts and answers.

use super::{Become, OwnHeaps};
use crate::erased::GameReasons;
use crate::erased::Proved;
use crate::games::arguments::{counted, ending, finish, resistance};
use crate::games::own::explored::OwnPosition;
use crate::games::piles::group;
use crate::games::reasons::{and, answered, by_moving, columns_of, fitting, stones};
use crate::rules::{
    Claim, Columns, Convention, Figure, FigureMark, Limits, Notation, Outcome, Reason, Reveals, Rules, Stop,
    Word,
};

/// The most heaps that are written out.
const WRITTEN: usize = 8;
/// The most options of a heap whose values are listed.
const LISTED: usize = 24;

type HeapsReason = Reason<OwnPosition, Become>;

/// The heaps that allow a move, from 0, with their sizes.
fn live(game: &OwnHeaps, at: &OwnPosition) -> Vec<(usize, i32)> {
    at.cells.iter().copied().enumerate().filter(|&(_, heap)| game.is_live(heap)).collect()
}

fn texts<T: ToString>(numbers: impl IntoIterator<Item = T>) -> Vec<String> {
    numbers.into_iter().map(|n| n.to_string()).collect()
}

/// `3, 4 and 9`, or how many heaps there are.
fn sizes_in_words(heaps: &[i32]) -> String {
    match heaps {
        [] => "nothing".to_owned(),
        _ if heaps.len() <= WRITTEN => and(&texts(heaps)),
        _ => format!("{} heaps", heaps.len()),
    }
}

fn alone(heap: i32) -> OwnPosition {
    OwnPosition { mover: None, cells: [heap].into() }
}

pub(super) fn reasons(
    game: &OwnHeaps,
    at: &OwnPosition,
    proved: &Proved<'_, Become>,
    limits: &Limits,
) -> GameReasons<OwnHeaps> {
    if game.is_over(at) {
        return Ok(vec![Reason::ended("No heap allows a move", at.clone(), game.convention)]);
    }
    let Some(best) = proved.best else { return Err(Stop::not_proved("the script gives no move")) };
    let won = proved.value.outcome == Outcome::Win;
    let mut reasons = Vec::new();
    if game.convention == Convention::Misere {
        if won {
            reasons.push(counted(game, at, proved));
            reasons.push(by_moving(game, at, best, searched(game, at, best)));
        } else {
            reasons.extend(resistance(game, at, proved, limits)?);
        }
        reasons.extend(ending(game, at, proved, limits)?);
        return Ok(finish(game, at, proved, reasons));
    }
    let heaps = live(game, at);
    let sizes: Vec<i32> = heaps.iter().map(|h| h.1).collect();
    let values = game.values(&sizes, limits)?;
    reasons.push(worth(at, &sizes, &values));
    reasons.extend(least_missing(game, at, &heaps, limits)?);
    reasons.push(columns(at, &values));
    if won {
        if heaps.len() > 1 {
            let i = heaps.iter().position(|h| h.0 == best.heap as usize).unwrap_or(0);
            let wanted = values.iter().fold(values[i], |xor, v| xor ^ v);
            let text = format!(
                "Heap {} of {}, worth {}, can become worth {wanted}, as much as the others together.",
                best.heap + 1,
                sizes[i],
                values[i]
            );
            let places = stones(group(best.heap as usize), 1, sizes[i] as u64);
            let lit = Reason::new(text).using(&[Word::Worth]).revealing(Reveals::Where).about(places);
            reasons.push(lit.claiming(Claim::Outcome(at.clone(), Outcome::Win)));
        }
        reasons.push(by_moving(game, at, best, winning(game, at, best, limits)?).using(&[Word::Worth]));
    } else {
        let lost = answered(game, at, proved, limits, |to| match &live(game, to)[..] {
            [] => "ends the game".to_owned(),
            left => format!(
                "leaves {}, XOR 0 again",
                sizes_in_words(&left.iter().map(|h| h.1).collect::<Vec<_>>())
            ),
        })?;
        reasons.push(lost.using(&[Word::Xor]));
    }
    Ok(finish(game, at, proved, reasons))
}

/// The Grundy value of each heap.
fn worth(at: &OwnPosition, sizes: &[i32], values: &[u64]) -> HeapsReason {
    let text = match (sizes, values) {
        ([size], [value]) => format!("A heap of {size} has the Grundy value {value}."),
        _ if sizes.len() <= WRITTEN => fitting([
            format!("The heaps {} have the Grundy values {}.", and(&texts(sizes)), and(&texts(values))),
            format!("The heaps have the Grundy values {}.", and(&texts(values))),
        ]),
        _ => format!("The {} heaps have Grundy values with the XOR {}.", sizes.len(), xor(values)),
    };
    let known = sizes.iter().zip(values).take(WRITTEN);
    let each = Reason::new(text)
        .using(&[Word::Worth, Word::Grundy])
        .claiming(Claim::Grundy(at.clone(), xor(values)));
    known.fold(each, |reason, (&size, &value)| reason.claiming(Claim::Grundy(alone(size), value)))
}

fn xor(values: &[u64]) -> u64 {
    values.iter().fold(0, |xor, v| xor ^ v)
}

/// What the value of the first heap with few options is made of: the values of all it can become.
fn least_missing(
    game: &OwnHeaps,
    at: &OwnPosition,
    heaps: &[(usize, i32)],
    limits: &Limits,
) -> Result<Option<HeapsReason>, Stop> {
    for &(i, heap) in heaps {
        let Some(options) = game.options_now(heap).filter(|o| o.len() <= LISTED) else { continue };
        let mut seen = Vec::new();
        let mut splits = false;
        for option in options.iter() {
            seen.push(xor(&game.values(option, limits)?));
            splits |= option.len() > 1;
        }
        seen.sort_unstable();
        seen.dedup();
        let value = xor(&game.values(&[heap], limits)?);
        let counted = if splits { ", several heaps counting as their XOR" } else { "" };
        let made = format!("A heap of {heap} can become worth {}{counted}", and(&texts(&seen)));
        let text = fitting([
            format!("{made}; {value} is the least number that is missing."),
            format!("{value} is the least number missing among what a heap of {heap} can become."),
        ]);
        let words: &[Word] =
            if splits { &[Word::Worth, Word::Mex, Word::Xor] } else { &[Word::Worth, Word::Mex] };
        let reason = Reason::new(text).using(words).claiming(Claim::Grundy(alone(heap), value));
        return Ok(Some(reason.about(stones(group(i), 1, heap as u64)).claiming(Claim::Outcome(
            at.clone(),
            Outcome::won(xor(&game.values(&at.cells, limits)?) != 0),
        ))));
    }
    Ok(None)
}

/// Which powers of two are odd in number in the values, and what that means.
fn columns(at: &OwnPosition, values: &[u64]) -> HeapsReason {
    let all = xor(values);
    let text = match (all, values.len()) {
        (0, 1) => "No move leaves the value 0: whatever is left can be answered.".to_owned(),
        (0, _) => {
            "Each power of 2 in the values comes an even number of times: the XOR is 0. Any move changes one \
                   heap and spoils that."
                .to_owned()
        }
        (_, 1) => "So some move leaves the value 0, from where every move can be answered.".to_owned(),
        _ => fitting([
            format!(
                "The {} come an odd number of times (XOR {all}). Whoever leaves every power an even number of times wins.",
                columns_of(all)
            ),
            format!("The XOR is {all}. Whoever leaves each power of 2 an even number of times wins."),
        ]),
    };
    Reason::new(text).using(&[Word::Xor]).claiming(Claim::Grundy(at.clone(), all))
}

fn winning(game: &OwnHeaps, at: &OwnPosition, m: &Become, limits: &Limits) -> Result<String, Stop> {
    let text = game.move_text(at, m);
    let to = game.play(at, m);
    let left: Vec<i32> = live(game, &to).iter().map(|h| h.1).collect();
    let values = game.values(&left, limits)?;
    Ok(match left.len() {
        0 => format!("{text} is the last move, and wins."),
        1 => format!(
            "{text} leaves {}, worth 0: from there every move can be answered.",
            sizes_in_words(&left)
        ),
        n if n <= WRITTEN => fitting([
            format!(
                "{text} leaves {}, worth {}: each power of 2 comes an even number of times.",
                sizes_in_words(&left),
                and(&texts(&values))
            ),
            format!("{text} leaves values with the XOR 0."),
        ]),
        _ => format!("{text} leaves values with the XOR 0."),
    })
}

/// What the winning move leaves, where only the search tells.
fn searched(game: &OwnHeaps, at: &OwnPosition, m: &Become) -> String {
    let text = game.move_text(at, m);
    let to = game.play(at, m);
    let left: Vec<i32> = live(game, &to).iter().map(|h| h.1).collect();
    if left.is_empty() {
        return format!("{text} leaves no move: the other cannot move, and has won.");
    }
    fitting([
        match game.count_moves(&to) {
            Some(1) => format!(
                "{text} leaves {}, where the other has one move, and it loses.",
                sizes_in_words(&left)
            ),
            Some(n) => {
                format!(
                    "{text} leaves {}, where each of the {n} moves is answered or the last one.",
                    sizes_in_words(&left)
                )
            }
            None => format!("{text} leaves {}, where each move can be answered.", sizes_in_words(&left)),
        },
        format!("{text} leaves heaps that lose for who has to move."),
    ])
}

pub(super) fn figure(
    game: &OwnHeaps,
    at: &OwnPosition,
    _proved: &Proved<'_, Become>,
    limits: &Limits,
) -> Result<Figure, Stop> {
    let mut figure = Figure::default();
    if game.convention == Convention::Misere {
        return Ok(figure);
    }
    let heaps = live(game, at);
    let values = game.values(&heaps.iter().map(|h| h.1).collect::<Vec<_>>(), limits)?;
    if heaps.len() > 1 {
        let rows = heaps.iter().zip(&values).map(|((i, _), &v)| (format!("heap {}", i + 1), v)).collect();
        figure.columns = Some(Columns::of(rows));
    }
    for ((i, heap), value) in heaps.iter().zip(&values) {
        let places = stones(group(*i), 1, *heap as u64);
        figure.values = "* and a number at a heap: its worth";
        figure.marks.push(FigureMark::Value { places, text: value.to_string() });
    }
    Ok(figure)
}
