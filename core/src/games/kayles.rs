//! Which case of the misère rule of Kayles decides, in words: rows of stones and heaps of 0.77 share them.

use super::reasons::{and, fitting};
use crate::solve::kayles::{MisereCase, Mixture, Runs};

/// The idea of the case of these lengths, as a headline, and why it decides; `one` and `many` are what they are, such as
/// `run` and `runs`.
pub(crate) fn misere_case(lengths: &[u64], [one, many]: [&str; 2]) -> [String; 2] {
    let kayles: Runs = lengths.iter().copied().collect();
    let xor = kayles.grundy();
    let here = match lengths {
        [length] => format!("Here the {one} of {length} has Grundy value {xor}."),
        _ => format!("Here the nim-sum of the Grundy values is {xor}."),
    };
    let named = |text: &str| text.replace("{one}", one).replace("{many}", many);
    match kayles.misere_case() {
        MisereCase::Ordinary => {
            // Of runs below 9 only these are special.
            let special =
                if lengths.iter().all(|n| *n < 9) { "1, 4 or 5" } else { "1, 4, 5, 9, 12, 17, 20 or 25" };
            let rule = format!(
                "A nim-sum of 0 loses, unless only {many} of {special} stones are left: other rules hold then."
            );
            let all: Vec<String> = lengths.iter().map(u64::to_string).collect();
            let listed = match lengths {
                [_] => here.clone(),
                _ => format!("Here the Grundy values of the {many} of {} have nim-sum {xor}.", and(&all)),
            };
            [
                "The last stone does not matter yet: a nim-sum of 0 loses.".to_owned(),
                fitting([format!("{rule} {listed}"), format!("{rule} {here}")]),
            ]
        }
        MisereCase::OneFourFive => {
            let n = lengths.iter().filter(|n| [1, 4].contains(*n)).count();
            let parity = if n % 2 == 1 { "odd" } else { "even" };
            let why = match (lengths, n) {
                ([length], 0) => {
                    format!(
                        "Only a {one} of {length} is left: no {one} of 1 or 4 stones, and 0 is an even number."
                    )
                }
                ([length], _) => {
                    format!("Only a {one} of {length} is left: one {one} of 1 or 4 stones, an odd number.")
                }
                (_, 0) => format!(
                    "Only {many} of 5 stones are left. None of them has 1 or 4 stones, and 0 is an even number."
                ),
                (_, 1) => format!(
                    "Only {many} of 1, 4 or 5 stones are left, and one of them has 1 or 4 stones: an odd number."
                ),
                _ => format!(
                    "Only {many} of 1, 4 or 5 stones are left, and {n} of them have 1 or 4 stones: an {parity} number."
                ),
            };
            [named("With an odd number of {many} of 1 or 4 stones, you lose."), why]
        }
        MisereCase::NoException => [
            "No exception applies: a nim-sum of 0 loses.".to_owned(),
            format!(
                "Some mixtures of {many} of 1, 4, 5, 9, 12, 17, 20 and 25 reverse this rule, but this mixture does not. {here}"
            ),
        ],
        MisereCase::TurnedRound(mixture) => {
            let mixture = named(match mixture {
                Mixture::EvenNines => {
                    "the number of {many} of 9, 12 and 17 is even, and all others are {many} of 1, 4 or 20"
                }
                Mixture::OneTwentyFive => {
                    "there is one {one} of 25, an even number of {many} of 9, 12 or 17, and an odd number of {many} of 1, 4 or 20"
                }
                Mixture::OddNines => {
                    "the number of {many} of 9 is odd, the number of {many} of 1 and 4 is even, and there are no others"
                }
                Mixture::OneTwelve => {
                    "there is one {one} of 12, the number of {many} of 1 and 4 is even, and there are no others"
                }
                Mixture::NinesAndTwentyFive => {
                    "there is one {one} of 25, an odd number of {many} of 9, and an odd number of {many} of 1 or 4"
                }
            });
            let told = format!("This is an exception: {mixture}.");
            [
                "An exception: here nim-sum 0 wins, and any other loses.".to_owned(),
                fitting([format!("{told} {here}"), told]),
            ]
        }
    }
}
