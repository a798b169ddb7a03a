//! Land auction: raise the price by 1 to K in turn; the bid that reaches or passes M buys, and is the last move.
//!
//! Bids past M are moves of their own, and all end the game alike. The rulebook is shared with the race
//! ([`games::counts`](crate::games::counts)).

use super::{Count, CountRules};
use crate::erased::{Field, FieldKind, Info, MenuGroup, MisereParts, SetupForm, Shape};
use crate::rules::{Convention, Ending, MAX_NUMBER, RuleText};

/// The land auction.
pub type Auction = Count<Bids>;

/// Bids may pass the price of the land.
#[derive(Clone, Copy, Debug)]
pub struct Bids;

impl CountRules for Bids {
    const INFO: Info = Info {
        id: "auction",
        name: "Land auction",
        rule: "Raise the price by 1 to K; a bid of M or more buys the land.",
        ending: Ending::LastMove("buys the land"),
        default: Some(Convention::Normal),
        players: None,
        example: "auction/5/23:0",
        limits: "numbers up to 2^63-1, in both conventions",
        misere_parts: MisereParts::Tame,
        family: MenuGroup::Pile,
        shape: Shape::Single(0),
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field {
                name: "Raise",
                help: "the most that a bid raises the price",
                kind: FieldKind::Number { least: 1, most: MAX_NUMBER, default: 5 },
            },
            Field {
                name: "Price",
                help: "what the land costs; by chance: bidding starts anywhere in the first half",
                kind: FieldKind::Number { least: 1, most: MAX_NUMBER, default: 23 },
            },
        ],
        start: |values| match values {
            [most, goal, ..] => format!("auction/{most}/{goal}:0"),
            _ => "auction/5/23:0".to_owned(),
        },
        random: |values, pick| match values {
            [most, goal, ..] => {
                let half = goal.parse::<u64>().unwrap_or(1) / 2;
                format!("auction/{most}/{goal}:{}", pick(half.max(1)))
            }
            _ => "auction/5/23:0".to_owned(),
        },
        presets: &[
            ("Land for 23, raises up to 5", "auction/5/23:0"),
            ("Land for 24, raises up to 5: lost", "auction/5/24:0"),
            ("Nobody wants the land", "misere auction/5/23:0"),
            ("The last bids", "auction/7/10:4"),
        ],
    };

    const PASSES: bool = true;
    const LEAST_GOAL: u64 = 1;
    const WHAT: &'static str = "price";
    const GOAL: &'static str = "the price of the land";
    const MOVE: &'static str = "bid";

    fn rule_text(steps: &str, goal: u64) -> RuleText<String> {
        RuleText {
            moves: format!("Raise the price by {steps}; a bid of {goal} or more buys the land."),
            ending: Self::INFO.ending.owned(),
        }
    }
}
