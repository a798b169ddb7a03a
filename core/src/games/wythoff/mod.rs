//! Wythoff's game: take any number from one of two piles, or the same number from both.
//!
//! The losing pairs are known (`pairs.rs`), the Grundy values are not, but for those of small pairs, which are searched
//! together with the moves to the end. The queen on a chess board ([`games::wythoff::queen`](crate::games::wythoff::queen)) is the same
//! game on another picture; a [`PairRules`] draws it.

mod explain;
mod pairs;
pub mod queen;
mod rules;
mod small;
mod solver;
#[cfg(test)]
mod tests;

use crate::games::prelude::*;
use std::marker::PhantomData;

use crate::games::params;
use crate::games::reasons::{fitting, headline_of, stones};
use crate::rules::{FigureMark, Heap, Picture, PileMode, Piles, Sketch};

/// How the two numbers are named and drawn.
pub trait PairRules: Send + Sync + Sized + 'static {
    /// What the catalogue says.
    const INFO: Info;
    /// What the set-up screen offers.
    const SETUP: SetupForm;
    /// What the two numbers are, such as `a pile size`.
    const NUMBER: &'static str;
    /// A move of that size on the first number, the second or both, in words, such as `take 3 from pile 1`.
    fn in_words(amount: u64, on: LoweredNumber) -> String;

    /// Where the moves of that kind are, in words, such as `in pile 1 only`.
    fn direction(on: LoweredNumber) -> &'static str;

    /// What a losing position is called, such as `losing pair`.
    const LOSING: &'static str;

    /// That these numbers lose or do not, and what to do.
    fn idea(at: Pair, lost: bool) -> String;

    /// A losing position, such as `3-5`.
    fn named(at: Pair) -> String;

    /// How the list of losing pairs begins, with what stands after it.
    fn listed(pairs: &[Pair]) -> String;

    /// Why one of few moves reaches a losing position.
    fn reach(at: Pair) -> String;

    /// The lines along which the moves go, on the board.
    fn lines(_at: Pair) -> Vec<FigureMark> {
        Vec::new()
    }

    /// What is marked on the board as losing, where it is not the place that is moved from.
    const MARKED: &'static str;

    /// What the theory marks on the board.
    fn marks(at: Pair, convention: Convention) -> Vec<FigureMark>;

    /// The board.
    fn scene(at: Pair) -> Scene;

    /// The numbers as they are put together by hand, where that is done otherwise than pile by pile.
    fn sketch(_at: Pair) -> Option<Sketch> {
        None
    }

    /// The sites that mean a move.
    fn sites(at: Pair, m: Pair) -> Vec<Site>;

    /// The moves, legal or not, whose sites may contain this one.
    fn pointed_at(at: Pair, site: Site) -> Vec<Pair>;
}

/// Which of the two numbers a move makes smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoweredNumber {
    /// The first only.
    First,
    /// The second only.
    Second,
    /// Both, by the same.
    Both,
}

impl LoweredNumber {
    /// Which numbers a move lowers, and by how much.
    pub fn of(m: Pair) -> (LoweredNumber, u64) {
        match m {
            (k, 0) => (LoweredNumber::First, k),
            (0, k) => (LoweredNumber::Second, k),
            (k, _) => (LoweredNumber::Both, k),
        }
    }
}

/// The two numbers of a position, or what a move takes from them: from one only, or the same from both.
pub type Pair = (u64, u64);

/// The ruleset of a kind under a convention.
pub struct Wythoff<K> {
    convention: Convention,
    small: small::SmallPairs,
    kind: PhantomData<fn() -> K>,
}

/// Wythoff's game with two piles.
pub type TwoPiles = Wythoff<StonePair>;

/// Two piles of stones.
#[derive(Clone, Copy, Debug)]
pub struct StonePair;

impl PairRules for StonePair {
    const INFO: Info = Info {
        id: "wythoff",
        name: "Wythoff's game",
        rule: "Take any number from one pile, or the same number from both.",
        ending: Ending::LastMove("takes the last stone"),
        example: "wythoff:7,12",
        limits: "piles up to 2^63-1, in both conventions",
        shape: Shape::Pair(0),
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::text(
            "Piles",
            "the two piles, such as 7,12; random piles are at most as large as the larger one",
            "7,12",
        )],
        start: |values| values.id("wythoff"),
        random: |values, pick| format!("wythoff:{}", random_pair(values, 0, pick)),
        presets: &[
            ("Piles of seven and twelve", "wythoff:7,12"),
            ("A losing pair: eight and thirteen", "wythoff:8,13"),
            ("Misère: the last stone loses", "misere wythoff:9,11"),
            ("Two equal piles", "wythoff:15,15"),
        ],
    };

    const NUMBER: &'static str = "a pile size";

    fn in_words(amount: u64, on: LoweredNumber) -> String {
        match on {
            LoweredNumber::First => format!("take {amount} from pile 1"),
            LoweredNumber::Second => format!("take {amount} from pile 2"),
            LoweredNumber::Both => format!("take {amount} from each pile"),
        }
    }

    fn direction(on: LoweredNumber) -> &'static str {
        match on {
            LoweredNumber::First => "in pile 1 only",
            LoweredNumber::Second => "in pile 2 only",
            LoweredNumber::Both => "that take the same number from both piles",
        }
    }

    const LOSING: &'static str = "losing pair";

    fn idea((a, b): Pair, lost: bool) -> String {
        match lost {
            true => headline_of([
                format!("{a} and {b} are a losing pair, so every move loses."),
                "This is a losing pair, so every move loses.".to_owned(),
            ]),
            false => headline_of([
                format!("From piles of {a} and {b} you can reach a losing pair."),
                "From here you can reach a losing pair.".to_owned(),
            ]),
        }
    }

    fn named((a, b): Pair) -> String {
        format!("{}-{}", a.min(b), a.max(b))
    }

    fn listed(pairs: &[Pair]) -> String {
        let pairs: Vec<String> = pairs.iter().copied().map(Self::named).collect();
        format!("{}, ...", pairs.join(", "))
    }

    fn reach(at: Pair) -> String {
        let (low, high) = (at.0.min(at.1), at.0.max(at.1));
        let tried = match high - low {
            0 => format!("the pair with {low} and the pair with difference 0"),
            k => format!("the pair with {low}, the pair with {high} and the pair with difference {k}"),
        };
        fitting([
            format!("Each number and each difference occurs in exactly one losing pair. Try {tried}."),
            format!("A move keeps one number or the difference, {}: try their losing pairs.", high - low),
        ])
    }

    const MARKED: &'static str = "a pile of that height makes a losing pair with the other pile";

    fn marks(at: Pair, convention: Convention) -> Vec<FigureMark> {
        stack_marks(at, convention)
    }

    fn scene(at: Pair) -> Scene {
        Scene { picture: Picture::Piles(two_stacks(at, ["1", "2"])), notes: Vec::new() }
    }

    fn sites(at: Pair, m: Pair) -> Vec<Site> {
        stack_sites(at, m)
    }

    fn pointed_at(at: Pair, site: Site) -> Vec<Pair> {
        from_stacks(at, site)
    }
}

/// Both numbers as stacks.
pub fn two_stacks(at: Pair, labels: [&str; 2]) -> Piles {
    let heap = |group: u32, count: u64, label: &str| Heap {
        count,
        group,
        limit: None,
        label: label.to_owned(),
        typed: String::new(),
    };
    Piles { heaps: vec![heap(0, at.0, labels[0]), heap(1, at.1, labels[1])], mode: PileMode::Take }
}

/// The lowest stone that a move takes from each stack.
pub fn stack_sites(at: Pair, m: Pair) -> Vec<Site> {
    let lowest = |group, count: u64, taken: u64| {
        (taken > 0).then(|| Site::new(group, count.saturating_sub(taken) + 1))
    };
    [lowest(0, at.0, m.0), lowest(1, at.1, m.1)].into_iter().flatten().collect()
}

/// The number that makes a losing pair with this stack, under each; and with the other stack, on each stack: as a mark where it is in reach.
pub fn stack_marks(at: Pair, convention: Convention) -> Vec<FigureMark> {
    let mut marks = Vec::new();
    for (group, own, other) in [(0, at.0, at.1), (1, at.1, at.0)] {
        if own > 0 {
            let text = format!("{own} pairs with {}", pairs::partner(own, convention));
            marks.push(FigureMark::Value { places: stones(group, 1, own), text });
        }
        let wanted = pairs::partner(other, convention);
        if (1..=own).contains(&wanted) {
            marks.push(FigureMark::Losing(Site::new(group, wanted)));
        }
    }
    marks
}

/// The moves that take a stone and all above it, from its stack alone or from both.
pub fn from_stacks(at: Pair, site: Site) -> Vec<Pair> {
    let taken = |count: u64| (count + 1).saturating_sub(site.item);
    match site.group {
        0 => vec![(taken(at.0), 0), (taken(at.0), taken(at.0))],
        1 => vec![(0, taken(at.1)), (taken(at.1), taken(at.1))],
        _ => Vec::new(),
    }
}

/// Two random numbers, from `least` to the larger of those in the first field.
pub fn random_pair(values: &FieldValues<'_>, least: u64, pick: &mut dyn FnMut(u64) -> u64) -> String {
    let largest = values.numbers(0).into_iter().fold(0, u64::max);
    let span = largest.clamp(least + 1, crate::rules::MAX_NUMBER) - least + 1;
    format!("{},{}", least + pick(span), least + pick(span))
}

impl<K: PairRules> Game for Wythoff<K> {
    const INFO: Info = K::INFO;
    const SETUP: SetupForm = K::SETUP;

    fn open(convention: Convention, params: &[Text<'_>], _library: &Library) -> Result<Self, IdError> {
        params::none(K::INFO.id, params)?;
        Ok(Wythoff { convention, small: small::SmallPairs::default(), kind: PhantomData })
    }

    fn memory_used(&self) -> u64 {
        self.small.memory_used()
    }

    fn impartial(&self) -> Option<ImpartialOf<'_, Self>> {
        Some(self)
    }

    fn reasons(&self, at: &Pair, proved: &Proved<'_, Pair>, limits: &Limits) -> GameReasons<Self> {
        explain::reasons(self, *at, proved, limits)
    }

    fn figure(&self, _at: &Pair, _proved: &Proved<'_, Pair>, _limits: &Limits) -> Result<Figure, Stop> {
        Ok(Figure {
            values: "a size with `pairs with`: which number makes a losing pair with it",
            losing: K::MARKED,
            ..Figure::default()
        })
    }
}
