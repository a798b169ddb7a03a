//! The sentences about Fibonacci nim, all in one place.

use super::{Fibonacci, Stones};
use crate::games::reasons::{fitting, headline_of};
use crate::rule::numbers::zeckendorf;

/// The facts about a position that the sentences mention.
pub(super) struct Facts {
    misere: bool,
    stones: u64,
    pub limit: u64,
    /// The stones that count: in misère play all but one.
    pub played: u64,
    /// The parts of the Zeckendorf sum of the stones that count, largest first.
    pub parts: Vec<u64>,
    /// The number of stones that the winning move takes; 0 if there is no winning move.
    taken: u64,
    /// The smallest part of the stones that count after the winning move; `None` if none of them are left.
    next: Option<u64>,
}

/// A sentence about a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sentence<'m> {
    Over,
    LastStoneIsYours,
    AllAtOnce,
    TakeParts,
    IsFibonacci,
    OverLimit,
    TooFew,
    Sum,
    SetOneAside,
    Where,
    /// The winning move, in words.
    Move(&'m str),
    /// The stones that a reply leaves, as the end of a sentence.
    Left,
}

impl Facts {
    pub fn new(game: &Fibonacci, at: Stones, taken: Option<&u64>) -> Facts {
        let played = game.counted(at);
        let taken = taken.copied().unwrap_or(0);
        Facts {
            misere: game.convention.is_misere(),
            stones: at.0,
            limit: at.1,
            played,
            parts: zeckendorf(played),
            taken,
            next: zeckendorf(played - taken).last().copied(),
        }
    }

    pub fn tell(&self, sentence: Sentence<'_>) -> String {
        let Facts {
            misere,
            stones,
            limit,
            played,
            taken,
            next,
            ..
        } = *self;
        let smallest = self.parts.last().copied().unwrap_or(0);
        let sum = || {
            let parts: Vec<String> = self.parts.iter().map(u64::to_string).collect();
            format!("{played} = {}", parts.join(" + "))
        };
        match sentence {
            Sentence::Over if stones == 0 => tr!("No stones are left").to_owned(),
            Sentence::Over => tr!("The limit is 0").to_owned(),
            Sentence::LastStoneIsYours => tr!("You must take the last stone.").to_owned(),
            Sentence::AllAtOnce if misere => tr!("You can leave exactly one stone.").to_owned(),
            Sentence::AllAtOnce => tr!("You may take all the stones at once.").to_owned(),
            Sentence::TakeParts => {
                let part = if taken == smallest {
                    tr!("part")
                } else {
                    tr!("part or parts")
                };
                headline_of([
                    tr!("{sum}: take the smallest {part}.", sum = sum()),
                    tr!("Take the smallest Fibonacci {part}."),
                ])
            }
            Sentence::IsFibonacci => headline_of([
                tr!("You lose: {played} is a Fibonacci number, and you cannot take {played}."),
                tr!("A Fibonacci number, and you cannot take all of it.").to_owned(),
            ]),
            Sentence::OverLimit => headline_of([
                tr!(
                    "{sum}: the smallest part, {smallest}, is over your limit.",
                    sum = sum()
                ),
                tr!("The smallest Fibonacci part is over your limit.").to_owned(),
            ]),
            Sentence::TooFew => {
                let breaks = tr!(
                    "The rest of that part is a new sum of Fibonacci numbers, and your opponent takes the smallest."
                );
                fitting([
                    tr!(
                        "You may take at most {limit}, but the smallest part is {smallest}. {breaks}"
                    ),
                    tr!("You may take too few for the smallest part. {breaks}"),
                ])
            }
            Sentence::Sum => fitting([
                match self.parts.len() {
                    1 => tr!(
                        "{played} is a Fibonacci number. The list is 1, 2, 3, 5, 8, 13 and so on: from 3 on, each is the sum of the two before it."
                    ),
                    _ => tr!(
                        "{sum} is a Zeckendorf sum: all parts are Fibonacci numbers (1, 2, 3, 5, 8, ...), and no two parts are next to each other in that list.",
                        sum = sum()
                    ),
                },
                tr!(
                    "{played} is a Zeckendorf sum of {parts} Fibonacci numbers, no two of them neighbours.",
                    parts = self.parts.len()
                ),
            ]),
            Sentence::SetOneAside => tr!(
                "Taking the last stone loses. So set one stone aside, and play the normal game with the other {played}."
            ),
            Sentence::Where => match next {
                None if misere => tr!("You may take enough stones to leave just one.").to_owned(),
                None => tr!("You may take every stone that is left.").to_owned(),
                Some(_) if taken == smallest => {
                    tr!("Take the smallest part of the sum. Here it is {smallest}.")
                }
                Some(_) => tr!(
                    "Take the smallest part of the sum, {smallest}, or the smallest parts together if the next part is then out of reach."
                ),
            },
            Sentence::Move(order) => match next {
                None if misere => {
                    tr!("{order}. One stone is left, and your opponent must take it.")
                }
                None => tr!("{order}. This takes every stone, and you win."),
                Some(next) => {
                    let part = if taken == smallest {
                        tr!("the smallest part").to_owned()
                    } else {
                        tr!("the sum of the smallest parts (taking {smallest} wins too)")
                    };
                    let reach = 2 * u128::from(taken);
                    tr!(
                        "{order}, {part}. Your opponent may then take at most {reach}, so they cannot take all of the next part, {next}."
                    )
                }
            },
            Sentence::Left if stones.min(limit) == 0 => tr!("ends the game").to_owned(),
            Sentence::Left if played == 0 => tr!("leaves one stone").to_owned(),
            Sentence::Left => tr!(
                "leaves {played}: you may take at most {limit}, less than its smallest Fibonacci part, {smallest}"
            ),
        }
    }
}
