//! The box game: the box with fewer balls is emptied (either one, when they are equal), the other is split into two
//! boxes that are not empty; 1,1 is the end.
//!
//! Only the larger box n matters. With q the odd part of n+1 the value is (q-1)/2, so that n = 2^m - 1 loses: no part
//! from half of it to itself is such a number again. In misère play n = 3 * 2^k - 1 loses, for the same reason. Both are
//! held by test against a plain search. The rulebook is that of both games of two boxes
//! ([`games::boxes`](crate::games::boxes)).

use super::{Aim, BoxRules, Pair, Split, boxes_misere, boxes_splits, boxes_value};
use crate::erased::{Field, FieldKind, Info, MenuGroup, MisereParts, SetupForm, Shape};
use crate::games::wythoff::random_pair;
use crate::rules::{Convention, Ending};
use crate::solve::Winners;

/// The box game.
pub type Boxes = Split<SmallerBox>;

/// The box with fewer balls is emptied.
#[derive(Clone, Copy, Debug)]
pub struct SmallerBox;

impl BoxRules for SmallerBox {
    const INFO: Info = Info {
        id: "boxes",
        name: "Box game",
        rule: "The box with fewer balls is emptied, the other split in two.",
        ending: Ending::LastMove("leaves 1,1"),
        default: Some(Convention::Normal),
        players: None,
        example: "boxes:12,1",
        limits: "boxes up to 2^63-1, in both conventions",
        misere_parts: MisereParts::Searched,
        family: MenuGroup::Pile,
        shape: Shape::Pair(1),
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field {
            name: "Boxes",
            help: "the balls in both boxes, such as 12,1; by chance: up to the larger one",
            kind: FieldKind::Text("12,1"),
        }],
        start: |values| format!("boxes:{}", values.first().map_or("12,1", String::as_str)),
        random: |values, pick| format!("boxes:{}", random_pair(values, 1, pick)),
        presets: &[
            ("Twelve and one", "boxes:12,1"),
            ("Fifteen: lost", "boxes:15,1"),
            ("Who leaves 1,1 loses", "misere boxes:20,1"),
            ("Two full boxes", "boxes:18,18"),
        ],
    };

    const EITHER: bool = false;

    fn value(a: u64, b: u64) -> u64 {
        boxes_value(a, b)
    }

    fn loses_misere(a: u64, b: u64) -> bool {
        boxes_misere(a, b)
    }

    fn splits(n: u64, aim: Aim, most: usize) -> Winners<u64> {
        boxes_splits(n, aim, most)
    }

    fn reason(at: Pair, _misere: bool) -> Vec<String> {
        let n = at.0.max(at.1);
        let next = n.saturating_add(1);
        let odd = next >> next.trailing_zeros();
        vec![format!("The larger box has {n}, and {n} + 1 = {odd} * 2^{}.", next.trailing_zeros())]
    }

    fn losing(misere: bool) -> &'static str {
        match misere {
            false => "the larger box is a power of 2 less one",
            true => "the larger box is 3 times a power of 2 less one",
        }
    }
}
