//! States the theorems about Kayles, and explains its misère rule for a position.

use super::prelude::{Convention, Theory};
use super::reasons::fitting;
use crate::solve::kayles::{MisereCase, Mixture, PERIOD, PERIODIC_FROM, Runs, SPECIAL};
use crate::solve::octal::Heaps;
use crate::solve::periodic::Recurrence;

pub(crate) fn theory(convention: Convention) -> Theory {
    let misere = tr!("misère quotient of Kayles (Sibert and Conway 1992)");
    match convention {
        Convention::Normal => Theory::default().repeating(PERIODIC_FROM, PERIOD, Heaps::THEOREM),
        Convention::Misere => Theory::default()
            .repeating(PERIODIC_FROM, PERIOD, misere)
            .lost("[1, 4, 9, 12, 20].contains(n)", misere),
    }
}

/// Returns a headline and an explanation that apply the misère rule to runs of these lengths.
pub(crate) fn misere_case(lengths: &[u64], [one, many]: [&str; 2]) -> [String; 2] {
    let kayles: Runs = lengths.iter().copied().collect();
    let xor = kayles.grundy();
    let here = match lengths {
        [length] => tr!("In this position the {one} of {length} has Grundy value {xor}."),
        _ => tr!("In this position the nim-sum is {xor}."),
    };
    match kayles.misere_case() {
        MisereCase::Ordinary => {
            // The only exceptional lengths below 9 are 1, 4 and 5.
            let short = lengths.iter().all(|n| *n < 9);
            let special = if short {
                tr!(
                    "With all {many} below 9, the nim-sum rule fails only if every {one} has 1, 4 or 5 stones."
                )
            } else {
                tr!(
                    "The nim-sum rule fails only if every {one} has 1, 4, 5, 9, 12, 17, 20 or 25 stones."
                )
            };
            let mut ordinary = lengths.iter().filter(|n| !SPECIAL.contains(*n));
            let ordinary = match (ordinary.next(), ordinary.next(), lengths) {
                (None, ..) => String::new(),
                (Some(n), None, _) => tr!(" one {one} has {n}, so"),
                (Some(n), Some(m), [_, _]) if n == m => tr!(" both {many} have {n}, so"),
                (Some(n), Some(_), _) => tr!(" a {one} has {n}, so"),
            };
            let end = if xor == 0 {
                tr!("so you lose")
            } else {
                tr!("so you win")
            };
            let here = tr!("Here{ordinary}");
            [
                tr!("As in normal play, whoever faces a nim-sum of 0 loses.").to_owned(),
                fitting([
                    tr!("{special} {here} the rule holds: the nim-sum is {xor}, {end}."),
                    tr!("{here} the nim-sum rule holds. The nim-sum is {xor}, {end}."),
                ]),
            ]
        }
        MisereCase::OneFourFive => {
            let n = lengths.iter().filter(|n| [1, 4].contains(*n)).count();
            let parity = if n % 2 == 1 { tr!("odd") } else { tr!("even") };
            let why = match (lengths, n) {
                ([5], _) => tr!("Only a {one} of 5 is left, and none of 1 or 4 stones."),
                ([length], _) => {
                    tr!("Only one {one} of {length} is left, and one is an odd number.")
                }
                (_, 0) => tr!("Only {many} of 5 stones are left, and none of 1 or 4."),
                (_, 1) => tr!(
                    "Only {many} of 1, 4 or 5 stones are left. Only one of them has 1 or 4 stones, and one is odd."
                ),
                _ => tr!(
                    "Only {many} of 1, 4 or 5 stones are left. Of these, {n} have 1 or 4 stones, and {n} is {parity}."
                ),
            };
            [
                tr!("You lose if an odd number of {many} have 1 or 4 stones."),
                why,
            ]
        }
        MisereCase::NoException => [
            tr!("No exception applies: a nim-sum of 0 loses.").to_owned(),
            tr!(
                "Some mixtures of {many} of 1, 4, 5, 9, 12, 17, 20 and 25 reverse this rule, but this mixture does not. {here}"
            ),
        ],
        MisereCase::TurnedRound(mixture) => {
            let mixture = match mixture {
                Mixture::EvenNines => {
                    tr!(
                        "every {one} has 1, 4, 9, 12, 17 or 20 stones, and an even number of {many} have 9, 12 or 17"
                    )
                }
                Mixture::OneTwentyFive => {
                    tr!(
                        "one {one} has 25 stones, an even number of {many} have 9, 12 or 17, and an odd number have 1, 4 or 20"
                    )
                }
                Mixture::OddNines => {
                    tr!(
                        "every {one} has 1, 4 or 9 stones; an odd number of {many} have 9, and an even number have 1 or 4"
                    )
                }
                Mixture::OneTwelve if lengths.len() == 1 => tr!("the only {one} has 12 stones"),
                Mixture::OneTwelve => {
                    tr!(
                        "one {one} has 12 stones, and the others are an even number of {many} of 1 or 4"
                    )
                }
                Mixture::NinesAndTwentyFive => {
                    tr!(
                        "one {one} has 25 stones, an odd number of {many} have 9, and an odd number have 1 or 4"
                    )
                }
            };
            let told = tr!("The rule is reversed here: {mixture}.");
            let ends = if xor == 0 {
                tr!("you win")
            } else {
                tr!("you lose")
            };
            [
                tr!("This is an exception: you win only if the nim-sum is 0.").to_owned(),
                fitting([
                    tr!(
                        "{told} {here}, so {ends}.",
                        here = here.trim_end_matches('.')
                    ),
                    told,
                ]),
            ]
        }
    }
}
