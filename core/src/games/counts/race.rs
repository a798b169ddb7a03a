//! Race: from a count, add 1 to K in turn, never past the goal; reaching it is the last move.
//!
//! C. G. Bachet's "first to say 100" (1612). The ruleset is shared with the auction
//! ([`games::counts`](crate::games::counts)).

use super::{Count, CountRules};
use crate::erased::{Field, Info, MisereParts, SetupForm};
use crate::rules::{Ending, MAX_NUMBER, RuleText};

/// Counting up to a goal, each move adding at most so much.
pub type Race = Count<RaceRules>;

/// Never past the goal.
#[derive(Clone, Copy, Debug)]
pub struct RaceRules;

impl CountRules for RaceRules {
    const INFO: Info = Info {
        id: "race",
        name: "Race",
        rule: "Add 1 to K to the count, without passing T.",
        ending: Ending::LastMove("reaches T"),
        example: "race/10/100:0",
        limits: "numbers up to 2^63-1, in both conventions",
        misere_parts: MisereParts::Tame,
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::number("Most", "the largest number that a move can add", 1..=MAX_NUMBER, 10),
            Field::number(
                "Goal",
                "the number to reach; a random start is less than half of this number",
                1..=MAX_NUMBER,
                100,
            ),
        ],
        start: super::at_the_start::<Self>,
        random: super::random_position::<Self>,
        presets: &[
            ("Race to 100 in steps of 1 to 10", "race/10/100:0"),
            ("Race to 21 in steps of 1 to 3", "race/3/21:0"),
            ("Misère: the player who reaches 21 loses", "misere race/3/21:0"),
            ("Race to 30 in steps of 1 to 4: the second player wins", "race/4/30:0"),
        ],
    };

    const PASSES: bool = false;
    const LEAST_GOAL: u64 = 0;
    const WHAT: &'static str = "count";
    const GOAL: &'static str = "the goal";
    const MOVE: &'static str = "move";

    fn in_words(amount: u64) -> String {
        format!("add {amount}")
    }

    fn rule_text(steps: &str, goal: u64) -> RuleText<String> {
        RuleText {
            moves: format!("Add {steps} to the count, without passing {goal}."),
            ending: Ending::LastMove(format!("reaches {goal}")),
        }
    }
}
