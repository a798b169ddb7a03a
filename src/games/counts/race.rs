//! Race: from a count, add 1 to K in turn, never past the goal; who reaches it has made the last move.
//!
//! C. G. Bachet's "first to say 100" (1612). The rulebook is shared with the auction
//! ([`games::counts`](crate::games::counts)).

use super::{Count, CountRules};
use crate::erased::{Field, FieldKind, Info, MenuGroup, MisereParts, SetupForm, Shape};
use crate::rules::{Convention, Ending, MAX_NUMBER, RuleText};

/// The race.
pub type Race = Count<ToGoal>;

/// Never past the goal.
#[derive(Clone, Copy, Debug)]
pub struct ToGoal;

impl CountRules for ToGoal {
    const INFO: Info = Info {
        id: "race",
        name: "Race",
        rule: "Add 1 to K to the count.",
        ending: Ending::LastMove("reaches the goal T exactly"),
        default: Some(Convention::Normal),
        players: None,
        example: "race/10/100:0",
        limits: "numbers up to 2^63-1, in both conventions",
        misere_parts: MisereParts::Tame,
        family: MenuGroup::Pile,
        shape: Shape::Single(0),
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field {
                name: "Most",
                help: "the most that a move adds",
                kind: FieldKind::Number { least: 1, most: MAX_NUMBER, default: 10 },
            },
            Field {
                name: "Goal",
                help: "the number to reach; by chance: the count starts anywhere in the first half",
                kind: FieldKind::Number { least: 1, most: MAX_NUMBER, default: 100 },
            },
        ],
        start: |values| match values {
            [most, goal, ..] => format!("race/{most}/{goal}:0"),
            _ => "race/10/100:0".to_owned(),
        },
        random: |values, pick| match values {
            [most, goal, ..] => {
                let half = goal.parse::<u64>().unwrap_or(1) / 2;
                format!("race/{most}/{goal}:{}", pick(half.max(1)))
            }
            _ => "race/10/100:0".to_owned(),
        },
        presets: &[
            ("Race to 100 by tens", "race/10/100:0"),
            ("Race to 21 by threes", "race/3/21:0"),
            ("Who says 21 loses", "misere race/3/21:0"),
            ("Race to 30 by fours: lost", "race/4/30:0"),
        ],
    };

    const PASSES: bool = false;
    const LEAST_GOAL: u64 = 0;
    const WHAT: &'static str = "count";
    const GOAL: &'static str = "the goal";
    const MOVE: &'static str = "move";

    fn rule_text(steps: &str, goal: u64) -> RuleText<String> {
        RuleText {
            moves: format!("Add {steps} to the count."),
            ending: Ending::LastMove(format!("reaches {goal} exactly")),
        }
    }
}
