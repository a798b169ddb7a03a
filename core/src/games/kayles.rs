//! Which case of the misère rule of Kayles decides, in words: rows of stones and heaps of 0.77 share them.

use super::reasons::{and, fitting, or};
use crate::solve::kayles::{MisereCase, Mixture, Runs, SPECIAL};

/// The idea of the case of these lengths, as a headline, and why it decides; `one` and `many` are what they are, such as
/// `run` and `runs`.
pub(crate) fn misere_case(lengths: &[u64], [one, many]: [&str; 2]) -> [String; 2] {
    let kayles: Runs = lengths.iter().copied().collect();
    let xor = kayles.grundy();
    let number = |of: &[u64]| lengths.iter().filter(|n| of.contains(n)).count();
    let here = match lengths {
        [length] => format!("Here {length} has value {xor}."),
        _ => format!("Here the nim-sum of the values is {xor}."),
    };
    match kayles.misere_case() {
        MisereCase::Ordinary => {
            let ordinary = lengths.iter().find(|n| !SPECIAL.contains(n)).unwrap_or(&0);
            [
                "The last stone does not matter yet: leave a nim-sum of 0.".to_owned(),
                format!(
                    "While a {one} such as the {ordinary} is left, play as if the last stone won. {here}"
                ),
            ]
        }
        MisereCase::OneFourFive => {
            let n = number(&[1, 4]);
            [
                format!("Only the {many} of 1 and 4 count: leave an odd number."),
                format!(
                    "Only {many} of 1, 4 and 5 are left. A {one} of 5 counts nothing. The number of the others is {n}, and an odd number \
                     loses."
                ),
            ]
        }
        MisereCase::NoException => [
            format!("Special {many}, but no special mixture: leave a nim-sum of 0."),
            fitting([
                format!(
                    "Only lengths 1, 4, 5, 9, 12, 17, 20 and 25 are left, in none of the mixtures that reverse the rule. {here}"
                ),
                here.clone(),
            ]),
        ],
        MisereCase::TurnedRound(mixture) => [
            "The last stone reverses the rule: here a nim-sum of 0 wins.".to_owned(),
            fitting([
                format!("{} {here}", mixture_of(mixture, many, &number)),
                mixture_of(mixture, many, &number),
            ]),
        ],
    }
}

/// The mixture that reverses the rule; `number` counts the lengths that are among some.
fn mixture_of(mixture: Mixture, many: &str, number: &dyn Fn(&[u64]) -> usize) -> String {
    let parts: &[(&[u64], &str)] = match mixture {
        Mixture::EvenNines => &[(&[9, 12, 17], "an even"), (&[1, 4, 20], "any")],
        Mixture::OneTwentyFive => &[(&[25], "one"), (&[9, 12, 17], "an even"), (&[1, 4, 20], "an odd")],
        Mixture::OddNines => &[(&[9], "an odd"), (&[1, 4], "an even")],
        Mixture::OneTwelve => &[(&[12], "one"), (&[1, 4], "an even")],
        Mixture::NinesAndTwentyFive => &[(&[25], "one"), (&[9], "an odd"), (&[1, 4], "an odd")],
    };
    let parts: Vec<String> = parts
        .iter()
        .map(|(of, what)| {
            let lengths: Vec<String> = of.iter().map(u64::to_string).collect();
            match *what {
                "one" => format!("one of {}", of[0]),
                what => format!("{what} number of {many} of {} ({})", or(&lengths), number(of)),
            }
        })
        .collect();
    format!("This mixture reverses the rule: it has {}.", and(&parts))
}
