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
                "Play as in normal Kayles, except when your move would leave only {many} of {special}."
            );
            let all: Vec<String> = lengths.iter().map(u64::to_string).collect();
            let listed = match lengths {
                [_] => here.clone(),
                _ => format!("Here the values of the {many} of {} have nim-sum {xor}.", and(&all)),
            };
            [
                "The last stone does not matter yet: a nim-sum of 0 loses.".to_owned(),
                fitting([format!("{rule} {listed}"), format!("{rule} {here}")]),
            ]
        }
        MisereCase::OneFourFive => {
            let n = lengths.iter().filter(|n| [1, 4].contains(*n)).count();
            let parity = if n % 2 == 1 { "odd" } else { "even" };
            [
                named("You lose with an odd number of {many} of 1 or 4 stones."),
                format!(
                    "Every {one} left has 1, 4 or 5 stones. The number of {many} of 1 or 4 stones is {n}: an {parity} number."
                ),
            ]
        }
        MisereCase::NoException => [
            "No exception applies: a nim-sum of 0 loses.".to_owned(),
            format!(
                "Some mixtures of {many} of 1, 4, 5, 9, 12, 17, 20 and 25 reverse the rule, but not this one. {here}"
            ),
        ],
        MisereCase::TurnedRound(mixture) => {
            let mixture = named(match mixture {
                Mixture::EvenNines => {
                    "an even number of {many} of 9, 12 or 17, with any number of {many} of 1, 4 or 20"
                }
                Mixture::OneTwentyFive => {
                    "one {one} of 25, an even number of {many} of 9, 12 or 17, and an odd number of {many} of 1, 4 or 20"
                }
                Mixture::OddNines => "an odd number of {many} of 9 and an even number of {many} of 1 or 4",
                Mixture::OneTwelve => "one {one} of 12 and an even number of {many} of 1 or 4",
                Mixture::NinesAndTwentyFive => {
                    "one {one} of 25, an odd number of {many} of 9, and an odd number of {many} of 1 or 4"
                }
            });
            let told = format!("This is an exception in misère Kayles: {mixture}.");
            [
                "An exception: nim-sum 0 wins here, other nim-sums lose.".to_owned(),
                fitting([format!("{told} {here}"), told]),
            ]
        }
    }
}
