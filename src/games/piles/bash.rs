//! Bash's game: take 1 to M stones from one pile. The oldest of its kind (C. G. Bachet, 1612, as a race to 100).
//!
//! A pile of N is worth N mod (M+1): the M moves lead to all other residues, or to all smaller numbers while N <= M.
//! The rulebook is that of all games of piles ([`games::piles`](crate::games::piles)), misère play included.

use super::{PileGame, PileRules, SinglePile};
use crate::erased::{Field, Info, MisereParts, SetupForm};
use crate::games::params;
use crate::games::reasons::in_rounds;
use crate::rules::{Ending, IdError, Limits, MAX_NUMBER, Stop, Text, Word};

/// Bash's game.
pub type Bash = PileGame<UpTo>;

/// 1 to `most` stones may be taken.
#[derive(Clone, Copy, Debug)]
pub struct UpTo {
    most: u64,
}

impl PileRules for UpTo {
    const INFO: Info = Info {
        id: "bash",
        name: "Bash's game",
        rule: "Take 1 to M stones from one pile.",
        ending: Ending::LastMove("takes the last stone"),
        example: "bash/3:21",
        limits: "piles and M up to 2^63-1, as many piles as there are, in both conventions",
        misere_parts: MisereParts::Tame,
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::number("Most", "the most stones that a move takes", 1..=MAX_NUMBER, 3),
            super::piles_field("21"),
        ],
        start: super::of_fields::<Self>,
        random: super::by_chance::<Self>,
        presets: &[
            ("Twenty-one, take up to three", "bash/3:21"),
            ("Twenty, take up to three: lost", "bash/3:20"),
            ("Twenty-one, the last stone loses", "misere bash/3:21"),
            ("Three piles", "bash/4:7,11,18"),
        ],
    };

    fn open(params: &[Text<'_>]) -> Result<Self, IdError> {
        let [most] = params::exactly("bash", params, ["the most stones that a move takes"])?;
        Ok(UpTo { most: most.number("the most stones that a move takes,", 1, MAX_NUMBER)? })
    }

    fn params_text(&self) -> String {
        format!("/{}", self.most)
    }

    fn next(&self, pile: u64, after: u64) -> Option<u64> {
        (after < pile.min(self.most)).then(|| after + 1)
    }

    fn count(&self, pile: u64) -> u64 {
        pile.min(self.most)
    }

    fn value(&self, pile: u64, _limits: &Limits) -> Result<u64, Stop> {
        Ok(pile % (self.most + 1))
    }

    fn takings(&self, pile: u64, wanted: u64, _limits: &Limits) -> Result<Vec<u64>, Stop> {
        let value = pile % (self.most + 1);
        if wanted > self.most || wanted == value {
            return Ok(Vec::new());
        }
        // Down to the residue wanted, of the round below where that is larger; at most one amount is in reach.
        let amount = if wanted < value { value - wanted } else { value + (self.most + 1 - wanted) };
        Ok((amount <= pile).then_some(amount).into_iter().collect())
    }

    fn rule(&self) -> String {
        match self.most {
            1 => "one stone".to_owned(),
            most => format!("1 to {most} stones"),
        }
    }

    fn formula(&self) -> Option<String> {
        Some(format!("the remainder by {}", self.most + 1))
    }

    fn described(&self, pile: u64, _value: u64) -> (String, &'static [Word]) {
        (in_rounds(pile, self.most + 1), &[])
    }

    fn single(&self, _pile: u64, loser: u64, _limits: &Limits) -> Result<SinglePile, Stop> {
        let round = self.most + 1;
        let losing = match loser {
            0 => format!(
                "A multiple of {round} loses: whatever k is taken from it, {round} - k leads to the next one."
            ),
            _ => format!(
                "Misère: 1 more than a multiple of {round} loses. Each k is answered with {round} - k, to the last stone."
            ),
        };
        Ok(SinglePile { losing, words: &[] })
    }

    fn pairing(&self, _left: u64, _loser: u64) -> Option<String> {
        let round = self.most + 1;
        Some(if round == 2 {
            "every move is forced".to_owned()
        } else {
            format!("answer k with {round} - k")
        })
    }

    fn cycle(&self) -> Option<u64> {
        Some(self.most + 1)
    }

    fn most(&self) -> Option<u64> {
        Some(self.most)
    }

    fn period(&self, _limits: &Limits) -> Option<String> {
        Some(format!("period {} from 0 on: N mod {}", self.most + 1, self.most + 1))
    }
}

#[cfg(test)]
mod tests {
    use crate::games;
    use crate::games::oracle::{facts, refused};
    use crate::games::piles::tests::agrees_with_plain_search;
    use crate::rules::Library;
    use crate::rules::Outcome::{Loss, Win};

    #[test]
    fn agrees_with_a_plain_search() {
        for most in [1, 2, 3, 5, 30] {
            agrees_with_plain_search(
                &format!("bash/{most}"),
                &|n| (1..=n.min(most)).collect(),
                &[&[17, 17], &[6, 6, 6]],
            );
        }
    }

    #[test]
    fn known_positions() {
        facts(&[
            ("bash/3:21", Win, Some(1)),
            ("bash/3:20", Loss, Some(0)),
            ("misere bash/3:21", Loss, None),
            ("bash/9223372036854775807:9223372036854775807", Win, Some(i64::MAX as u64)),
            ("bash/9223372036854775806:9223372036854775807", Loss, Some(0)),
        ]);
    }

    #[test]
    fn parameters_that_do_not_read_name_the_column() {
        refused(&[
            ("bash:5", 5),
            ("bash/:5", 6),
            ("bash/0:5", 6),
            ("bash/x:5", 6),
            ("bash/3/4:5", 8),
            ("bash/9223372036854775808:5", 6),
            ("nim:3 + bash:5", 13),
        ]);
        assert_eq!(games::open("BASH/03:007", &Library::default()).unwrap().id(), "bash/3:7");
    }
}
