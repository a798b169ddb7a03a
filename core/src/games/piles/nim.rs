//! Implements Nim: a move takes any number of stones from one pile.
//!
//! C. L. Bouton, "Nim, a game with a complete mathematical theory" (1902): the player to move loses exactly when the
//! XOR of the piles is 0. In misère play, the same rule applies while there is a pile of 2 or more. When all piles are
//! 0 or 1, the rule is reversed.

use super::{PileGame, PileRules};
use crate::games::pieces::{Aim, Target};
use crate::games::prelude::*;

#[derive(Clone, Copy, Debug)]
pub struct Nim;

impl Listed for Nim {
    type Ruleset = PileGame;

    const INFO: Info = Info {
        id: "nim",
        name: tr_key!("Nim"),
        rule: tr_key!("Take any number of stones from one pile."),
        example: "nim:3,5,7",
        limits: tr_key!("any number of piles up to 2^63-1, in both conventions"),
        ..super::INFO
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[super::piles_field(&[3, 5, 7])],
        start: |values| values.id("nim"),
        random: super::random_position::<Self>,
        presets: &[
            (tr_key!("Piles of 3, 5 and 7"), "nim:3,5,7"),
            (
                tr_key!("Marienbad, misère: whoever takes the last matchstick loses"),
                "misere nim:1,3,5,7",
            ),
            (tr_key!("The Nimatron machine of 1940"), "nim:7,7,7,6"),
            (tr_key!("Piles of 1, 2 and 3"), "nim:1,2,3"),
            (tr_key!("Five piles: only one move wins"), "nim:12,9,21,3,2"),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<PileGame>, IdError> {
        Ok(PileGame::open(variant, Nim))
    }
}

impl PileRules for Nim {
    fn theory(&self, convention: Convention, _most: u64, _: &Limits) -> Result<Theory, Stop> {
        let lost = if convention.is_misere() {
            "n == 1"
        } else {
            "n == 0"
        };
        Ok(Theory::default()
            .lost(lost, tr!("Bouton 1902"))
            .valued("n", tr!("Sprague and Grundy")))
    }

    fn amounts(&self, pile: u64) -> Numbers<'_> {
        Numbers::Range(1..=pile)
    }

    fn value(&self, pile: u64, _limits: &Limits) -> Result<u64, Stop> {
        Ok(pile)
    }

    fn amounts_to(
        &self,
        pile: u64,
        to: u64,
        _limits: &Limits,
        f: &mut dyn FnMut(u64),
    ) -> Result<(), Stop> {
        pile.checked_sub(to)
            .filter(|&k| k > 0)
            .into_iter()
            .for_each(f);
        Ok(())
    }

    fn rule(&self) -> String {
        tr!("any number of stones").to_owned()
    }

    /// From equal piles, the loser takes one stone at a time and the winner copies each move. With unequal piles, the
    /// winner first makes them equal, which adds one move. In misère play with two piles of at least 2, the game is one
    /// move shorter: near the end, the winner takes a whole pile and leaves a single stone.
    fn remoteness_of_two(&self, low: u64, high: u64, convention: Convention) -> Option<u64> {
        let unequal = u64::from(low != high);
        Some(match (convention, low) {
            (Convention::Normal, _) => 2 * low + unequal,
            (Convention::Misere, 0) => high.min(2),
            (Convention::Misere, 1) => 2,
            (Convention::Misere, _) => 2 * low - 1 + unequal,
        })
    }

    fn counts_itself(&self) -> bool {
        true
    }

    fn aim(&self, _pile: u64, loser: u64, _limits: &Limits) -> Result<Aim, Stop> {
        let (target, why) = match loser {
            0 => (
                tr!("nothing"),
                tr!("You can take the whole pile, and the last stone wins."),
            ),
            _ => (
                tr!("a single stone"),
                tr!("The last stone loses, and a player who faces a single stone must take it."),
            ),
        };
        Ok(Aim {
            target: Target::One(target),
            unit: "",
            why: why.to_owned(),
            round: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::games::piles::tests::agrees_with_plain_search;

    #[test]
    fn agrees_with_a_plain_search() {
        agrees_with_plain_search(
            "nim",
            &|n| (1..=n).collect(),
            &[&[24, 24], &[7, 7, 7], &[3, 3, 3, 3]],
        );
    }
}
