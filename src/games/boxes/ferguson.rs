//! Ferguson's game: empty one box, split the other into two boxes that are not empty; 1,1 is the end.
//!
//! The value is the number of trailing 1-bits of (a-1) OR (b-1), so that two odd boxes lose: an odd box splits into an
//! odd and an even one only. In misère play, with a the smaller box, a pair loses if b mod 3 = 2 and a = 1 or
//! a mod 3 = 2. Both are held by test against a plain search. T. S. Ferguson, "Game Theory", chapter I, gives it as an
//! exercise. The rulebook is that of both games of two boxes ([`games::boxes`](crate::games::boxes)).

use super::{Aim, BoxRules, Pair, Split, ferguson_misere, ferguson_splits, ferguson_value};
use crate::erased::{Field, FieldKind, Info, MenuGroup, MisereParts, SetupForm, Shape};
use crate::games::wythoff::random_pair;
use crate::rules::{Convention, Ending};
use crate::solve::Winners;

/// Ferguson's game.
pub type Ferguson = Split<EitherBox>;

/// Either box may be emptied.
#[derive(Clone, Copy, Debug)]
pub struct EitherBox;

impl BoxRules for EitherBox {
    const INFO: Info = Info {
        id: "ferguson",
        name: "Ferguson's game",
        rule: "Empty one box, split the other into two boxes that are not empty.",
        ending: Ending::LastMove("leaves 1,1"),
        default: Some(Convention::Normal),
        players: None,
        example: "ferguson:7,4",
        limits: "boxes up to 2^63-1, in both conventions",
        misere_parts: MisereParts::Searched,
        family: MenuGroup::Pile,
        shape: Shape::Pair(1),
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field {
            name: "Boxes",
            help: "the balls in both boxes, such as 7,4; by chance: up to the larger one",
            kind: FieldKind::Text("7,4"),
        }],
        start: |values| format!("ferguson:{}", values.first().map_or("7,4", String::as_str)),
        random: |values, pick| format!("ferguson:{}", random_pair(values, 1, pick)),
        presets: &[
            ("Seven and four", "ferguson:7,4"),
            ("Two odd boxes: lost", "ferguson:9,5"),
            ("Who leaves 1,1 loses", "misere ferguson:7,6"),
            ("A large even box", "ferguson:24,13"),
        ],
    };

    const EITHER: bool = true;

    fn value(a: u64, b: u64) -> u64 {
        ferguson_value(a, b)
    }

    fn loses_misere(a: u64, b: u64) -> bool {
        ferguson_misere(a, b)
    }

    fn splits(n: u64, aim: Aim, most: usize) -> Winners<u64> {
        ferguson_splits(n, aim, most)
    }

    fn reason(at: Pair, misere: bool) -> Vec<String> {
        let (low, high) = (at.0.min(at.1), at.0.max(at.1));
        let odd = |n: u64| if n % 2 == 1 { "odd" } else { "even" };
        vec![match misere {
            false => format!("{} is {}, {} is {}.", at.0, odd(at.0), at.1, odd(at.1)),
            true => format!("{high} mod 3 = {}, {low} mod 3 = {}.", high % 3, low % 3),
        }]
    }

    fn losing(misere: bool) -> &'static str {
        match misere {
            false => "both boxes odd",
            true => "the larger box 2 mod 3, the other the same or a single ball",
        }
    }
}
