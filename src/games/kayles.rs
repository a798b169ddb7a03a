//! Which case of the misère rule of Kayles decides, in words: rows of stones and heaps of 0.77 share them.

use super::reasons::capital;
use crate::rules::{Outcome, Word};
use crate::solve::kayles::{MisereCase, Mixture, Runs, SPECIAL};

/// The case of these lengths, and the words of the theory that it uses; `noun` is what they are, `run` or `heap`,
/// `outcome` that of the whole.
pub(crate) fn misere_case(lengths: &[u64], noun: &str, outcome: Outcome) -> (String, &'static [Word]) {
    let kayles: Runs = lengths.iter().copied().collect();
    let xor = kayles.grundy();
    let number = |of: &[u64]| lengths.iter().filter(|n| of.contains(n)).count();
    let verdict = if outcome == Outcome::Win { "wins" } else { "loses" };
    let values = match lengths {
        [length] => format!("the value of {length} is {xor}"),
        _ => format!("the XOR of the values is {xor}"),
    };
    let text = match kayles.misere_case() {
        MisereCase::Ordinary => {
            let odd_one = lengths.iter().find(|n| !SPECIAL.contains(n)).unwrap_or(&0);
            format!(
                "With a {noun} of {odd_one} on the board it does not matter who takes the last stone: {values}, and \
                 only 0 loses, so this {verdict}."
            )
        }
        MisereCase::OneFourFive => {
            let n = number(&[1, 4]);
            format!(
                "Only {noun}s of 1, 4 and 5 are left: a 1 or 4 counts one, a 5 nothing. The count is {n}, and an {} \
                 one {verdict}.",
                if n.is_multiple_of(2) { "even" } else { "odd" }
            )
        }
        MisereCase::NoException => format!(
            "{}s of 1, 4, 5, 9, 12, 17, 20 and 25 only, but none of the mixtures that turn the rule round: {values}, \
             only 0 loses: it {verdict}.",
            capital(noun)
        ),
        MisereCase::TurnedRound(mixture) => {
            format!("{}. Here {values}: it {verdict}.", turned_round(mixture, noun, &number))
        }
    };
    // The value of a single length is no XOR, and the case of 1, 4 and 5 speaks of no values.
    let plain = lengths.len() == 1 || matches!(kayles.misere_case(), MisereCase::OneFourFive);
    (text, if plain { &[] } else { &[Word::Xor] })
}

/// The mixture that turns the rule round; `number` counts the lengths that are among some.
fn turned_round(mixture: Mixture, noun: &str, number: &dyn Fn(&[u64]) -> usize) -> String {
    match mixture {
        Mixture::EvenNines => format!(
            "{}s of 1, 4, 9, 12, 17 and 20 only, with {} of 9, 12 or 17, an even number: turned round, 0 wins",
            capital(noun),
            number(&[9, 12, 17])
        ),
        Mixture::OneTwentyFive => format!(
            "One {noun} of 25, {} of 9, 12, 17 (even) and {} of 1, 4, 20 (odd), no others: turned round, 0 wins",
            number(&[9, 12, 17]),
            number(&[1, 4, 20])
        ),
        Mixture::OddNines => format!(
            "Only 1, 4 and 9: {} of 9 (odd) and {} of 1 or 4 (even). That turns the rule round, 0 wins",
            number(&[9]),
            number(&[1, 4])
        ),
        Mixture::OneTwelve => format!(
            "Only 1, 4 and 12: a single 12, and {} of 1 or 4 (even). That turns the rule round, 0 wins",
            number(&[1, 4])
        ),
        Mixture::NinesAndTwentyFive => format!(
            "One 25, {} of 9 (odd) and {} of 1 or 4 (odd), no others: turned round, 0 wins",
            number(&[9]),
            number(&[1, 4])
        ),
    }
}
