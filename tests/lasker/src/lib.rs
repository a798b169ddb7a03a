//! Implements Lasker's nim: take any number of stones from one heap, or split a heap in two (E. Lasker, "Brettspiele
//! der Völker", 1931). This is the example game of `docs/adding-a-game.md`.

use nimatron_core::games::pieces::{self, Decision, Piece, PieceNoun, PieceSum};
use nimatron_core::games::piles::{group, random_piles};
use nimatron_core::games::prelude::*;
use nimatron_core::rules::{Picture, Piles};
use nimatron_core::solve::memo::Memo;

/// The maximum size of a heap.
const LARGEST: u64 = 1000;
/// The maximum number of stones in a position that is searched. Only a search can prove outcomes in misère play and
/// count the moves to the end.
const SEARCHED: u64 = 20;

/// The ruleset: the convention, and a cache for searches.
pub struct Lasker {
    convention: Convention,
    searched: Memo<Vec<u64>>,
}

/// A move, which makes a heap smaller or splits a heap in two. After a split, the smaller part comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LaskerMove {
    heap: usize,
    left: u64,
    split_off: u64,
}

/// Returns the Grundy value of a heap, which is the size of the heap, except that 3 and 4, 7 and 8, 11 and 12, ... are
/// swapped.
fn grundy(heap: u64) -> u64 {
    match heap % 4 {
        3 => heap + 1,
        0 if heap > 0 => heap - 1,
        _ => heap,
    }
}

impl Rules for Lasker {
    type Position = Vec<u64>;
    type Move = LaskerMove;

    fn moves(&self, at: &Vec<u64>) -> MoveSet<'_, LaskerMove> {
        let mut moves = MoveSet::default();
        for (heap, &size) in at.iter().enumerate() {
            moves.extend((0..size).rev().map(|left| LaskerMove {
                heap,
                left,
                split_off: 0,
            }));
            moves.extend((1..=size / 2).map(|left| LaskerMove {
                heap,
                left,
                split_off: size - left,
            }));
        }
        moves
    }

    fn play(&self, at: &Vec<u64>, m: &LaskerMove) -> Vec<u64> {
        let heap = at.get(m.heap).copied().unwrap_or(0);
        let legal = match m.split_off {
            0 => m.left < heap,
            other => m.left > 0 && m.left + other == heap,
        };
        after_legal(legal.then_some(()));
        let mut to = at.clone();
        to[m.heap] = m.left;
        if m.split_off > 0 {
            to.insert(m.heap + 1, m.split_off);
        }
        to
    }

    /// Returns the key for the search cache: the non-empty heaps in ascending order.
    fn canonical(&self, at: &Vec<u64>) -> Vec<u64> {
        let mut heaps: Vec<u64> = at.iter().copied().filter(|&heap| heap > 0).collect();
        heaps.sort_unstable();
        heaps
    }
}

const HEAP: Number<'static> = Number {
    what: "a heap",
    least: 0,
    most: LARGEST,
};

impl Notation for Lasker {
    fn states(&self) -> impl Grammar<Value = Vec<u64>> {
        List(HEAP, ',')
    }

    fn written_moves(&self, at: &Vec<u64>) -> impl Grammar<Value = LaskerMove> {
        let heap = Place {
            noun: "heap",
            count: at.len(),
        };
        let read = |(heap, parts): (usize, Vec<u64>), text: Text<'_>| {
            let (left, split_off) = match parts[..] {
                [left] => (left, 0),
                [left, split_off] => (left, split_off),
                _ => return Err(text.error("a heap is split in two", "")),
            };
            Ok(LaskerMove {
                heap,
                left,
                split_off,
            })
        };
        let parts = |m: &LaskerMove| match m.split_off {
            0 => (m.heap, vec![m.left]),
            other => (m.heap, vec![m.left, other]),
        };
        Pair::new(heap, '>', List(HEAP, ','), "it does not say what is left")
            .map(read, parts)
            .expecting(|| "a heap and what is left of it: 1>3 or 1>2,5".to_owned())
    }

    fn words(&self, at: &Vec<u64>, m: &LaskerMove, _wording: Wording<'_, Self>) -> String {
        match m.split_off {
            0 => format!("take {} from heap {}", at[m.heap] - m.left, m.heap + 1),
            other => format!("split heap {} into {} and {other}", m.heap + 1, m.left),
        }
    }
}

impl BoardView for Lasker {
    fn scene(&self, at: &Vec<u64>, _view: View) -> Scene {
        let piles =
            Piles::named(at.iter().copied().zip(1..)).limited(None, |i| format!("{}>", i + 1));
        Scene {
            picture: Picture::Piles(piles),
            notes: vec!["Take from one heap, or split it in two.".to_owned()],
        }
    }

    /// Returns the site of the lowest stone taken. For a split, returns the sites of the stones on both sides of the
    /// cut.
    fn sites(&self, _at: &Vec<u64>, m: &LaskerMove) -> Vec<Site> {
        let above = Site::new(group(m.heap), m.left + 1);
        match m.split_off {
            0 => vec![above],
            _ => vec![Site::new(group(m.heap), m.left), above],
        }
    }
}

impl Solve for Lasker {
    fn prove(&self, at: &Vec<u64>, _want: Want, limits: &Limits) -> Result<Value, Stop> {
        if at.iter().sum::<u64>() <= SEARCHED {
            return Ok(self
                .searched
                .value(self, at, self.convention, limits)?
                .value(self.convention));
        }
        if self.convention.is_misere() {
            return Err(Stop::not_proved(format!(
                "misère play is searched up to {SEARCHED} stones"
            )));
        }
        let value = at.iter().fold(0, |xor, &heap| xor ^ grundy(heap));
        Ok(Value::from_outcome(Outcome::won(value != 0)).with_grundy(Some(value)))
    }
}

impl Lasker {
    /// Divides a position into its non-empty heaps.
    fn pieces(&self, at: &[u64]) -> PieceSum<Vec<u64>> {
        let live = at.iter().enumerate().filter(|(_, heap)| **heap > 0);
        let piece =
            |(i, &heap): (usize, &u64)| Piece::stack("heap", i, heap, grundy(heap), vec![heap]);
        PieceSum {
            noun: PieceNoun {
                over: "No stones are left",
                has_dead: false,
                ..PieceNoun::HEAP
            },
            decision: match self.convention {
                Convention::Normal => Decision::NimSum,
                Convention::Misere => Decision::Search,
            },
            pieces: live.map(piece).collect(),
        }
    }
}

impl Listed for Lasker {
    type Ruleset = Self;

    const INFO: Info = Info {
        id: "lasker",
        name: "Lasker's nim",
        rule: "Take any number of stones from one heap, or split a heap in two.",
        ending: Ending::LastMove("takes the last stone"),
        example: "lasker:3,5",
        limits: "heaps of up to 1,000 stones; misère play: 20 stones in all",
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::numbers(
            "Heaps",
            "such as 7,9; random: as many heaps, up to the largest",
            &[3, 5],
        )],
        start: |values| values.id(Self::INFO.id),
        random: |values, pick| {
            values.with_state(Self::INFO.id, 0, &random_piles(&values.numbers(0), pick))
        },
        presets: &[
            ("Three and five", "lasker:3,5"),
            ("Three, four and eight: lost", "lasker:3,4,8"),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Self>, IdError> {
        Ok(Lasker {
            convention: variant.convention,
            searched: Memo::default(),
        }
        .into())
    }
}

impl Game for Lasker {
    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        pieces::explain(case, |game, at, _| Ok(game.pieces(at)), |_| Ok(Vec::new()))
    }
}
