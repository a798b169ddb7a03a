//! Land auction: raise the price by 1 to K in turn; the bid that reaches or passes M buys, and is the last move.
//!
//! Bids past M are moves of their own, and all end the game alike. The ruleset is shared with the race
//! ([`games::counts`](crate::games::counts)).

use super::{Count, CountRules};
use crate::erased::{Field, Info, MisereParts, SetupForm};
use crate::rules::{Ending, MAX_NUMBER, RuleText};

/// The land auction.
pub type Auction = Count<AuctionRules>;

/// Bids may pass the price of the land.
#[derive(Clone, Copy, Debug)]
pub struct AuctionRules;

impl CountRules for AuctionRules {
    const INFO: Info = Info {
        id: "auction",
        name: "Land auction",
        rule: "Raise the bid by 1 to K. The first bid of at least M buys the land.",
        ending: Ending::LastMove("buys the land"),
        example: "auction/5/23:0",
        limits: "numbers up to 2^63-1, in both conventions",
        misere_parts: MisereParts::Tame,
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::number("Raise", "the largest raise of the bid", 1..=MAX_NUMBER, 5),
            Field::number(
                "Price",
                "the price of the land; a random bid is below half the price",
                1..=MAX_NUMBER,
                23,
            ),
        ],
        start: super::at_the_start::<Self>,
        random: super::random_position::<Self>,
        presets: &[
            ("Price 23, raises of 1 to 5", "auction/5/23:0"),
            ("Price 24, raises of 1 to 5: the second player wins", "auction/5/24:0"),
            ("Misère: the player who buys loses", "misere auction/5/23:0"),
            ("Price 10, raises of 1 to 7, starting at 4", "auction/7/10:4"),
        ],
    };

    const PASSES: bool = true;
    const LEAST_GOAL: u64 = 1;
    const WHAT: &'static str = "bid";
    const GOAL: &'static str = "the price of the land";
    const MOVE: &'static str = "bid";

    fn in_words(amount: u64) -> String {
        format!("raise the bid by {amount}")
    }

    fn rule_text(steps: &str, goal: u64) -> RuleText<String> {
        RuleText {
            moves: format!("Raise the bid by {steps}. The first bid of at least {goal} buys the land."),
            ending: Self::INFO.ending.owned(),
        }
    }
}
