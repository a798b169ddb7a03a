//! Implements two games with two boxes of balls: a move empties one box and splits the other into two non-empty boxes.
//!
//! One ruleset serves Ferguson's game, in which either box may be emptied, and the box game, in which the box with
//! fewer balls must be emptied. A move is identified by the pair that it leaves, and moves are sorted by that pair. On
//! the board, choosing the site (g, i) splits box g after its i-th ball.

pub mod ferguson;
pub mod smaller;
#[cfg(test)]
mod tests;

use crate::games::prelude::*;

use super::reasons::{answered, by_moving, fitting, how_many_win, or, stones};
use crate::solve::memo::{KnownPosition, Memo};

const INFO: Info = Info {
    ending: Ending::LastMove(tr_key!("leaves 1 and 1")),
    limits: tr_key!("boxes up to 2^63-1, in both conventions"),
    shape: Shape::Pair(1),
    numbered: tr_key!("two boxes of a and b balls"),
    nouns: [tr_key!("box"), tr_key!("boxes")],
    ..Info::IMPARTIAL
};

/// The rules of Ferguson's game or of the box game, and the sentences that explain them.
pub struct BoxRules {
    /// Whether either box may be emptied, rather than only the box with fewer balls.
    empties_either: bool,
    value: fn(BallPair) -> u64,
    loses: fn(BallPair, Convention) -> bool,
    /// Returns the splits of a box of n balls that reach the target. A split is represented by the size of its first
    /// part, minus one.
    splits: fn(u64, SplitTarget) -> Vec<Numbers<'static>>,
    /// The headline, at most 60 characters long.
    idea: fn(BallPair, Convention) -> String,
    rule: fn(Convention) -> &'static str,
    facts: fn(BallPair, Convention) -> String,
    /// Returns a hint that names the box to split, or `None` in the box game. The arguments are the number of the box,
    /// from 1, and its number of balls.
    place: fn(u32, u64, Convention) -> Option<String>,
    /// Describes the losing pair that a move leaves, such as `two odd numbers`.
    becomes: fn(BallPair, Convention) -> String,
    /// Returns the tint and label of a box of n balls, or `None` if the box does not affect the outcome.
    label: fn(BallPair, u64, Convention) -> Option<(u8, Label)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SplitTarget {
    Value(u64),
    /// A pair that loses in misère play.
    Misere,
}

/// Leaves i + 1 of the `base.0` balls in the first box and the remaining balls in the second.
const SPLIT: Make<BallPair> = |base, i| (i + 1, base.0 - i - 1);

/// The number of balls in each box. A move is represented by the pair that it leaves.
pub type BallPair = (u64, u64);

pub struct Split {
    kind: &'static BoxRules,
    convention: Convention,
    small: Memo<BallPair>,
}

impl Split {
    fn new(kind: &'static BoxRules, convention: Convention) -> Split {
        Split {
            kind,
            convention,
            small: Memo::default(),
        }
    }

    /// Yields the index and the number of balls of each box that may be split. If both boxes hold the same number of
    /// balls, the second box is left out, because splitting either box leaves the same pairs.
    fn split_boxes(&self, at: BallPair) -> impl Iterator<Item = (u32, u64)> {
        let ((a, b), either) = (at, self.kind.empties_either);
        let first = (either || a >= b) && a >= 2;
        let second = (either || b > a) && b >= 2 && a != b;
        [(first, 0, a), (second, 1, b)]
            .into_iter()
            .filter(|c| c.0)
            .map(|c| (c.1, c.2))
    }

    fn split_box(&self, at: BallPair, m: BallPair) -> Option<(u32, u64)> {
        self.split_boxes(at)
            .find(|(_, n)| m.0.checked_add(m.1) == Some(*n))
    }
}

impl Game for Split {
    fn theory(&self, _most: u64, _limits: &Limits) -> Result<Theory, Stop> {
        let boxes = tr!("the box game's closed form");
        let theory = Theory::default();
        Ok(match (self.kind.empties_either, self.convention) {
            (true, Convention::Normal) => theory
                .lost("a % 2 == 1 && b % 2 == 1", "Ferguson")
                .valued("trailing_zeros(((a - 1) | (b - 1)) + 1, 2)", "Ferguson"),
            (true, Convention::Misere) => {
                theory.lost("(a == 1 || a % 3 == 2) && b % 3 == 2", "Ferguson")
            }
            (false, Convention::Normal) => theory
                .lost("is_power(b + 1, 2)", boxes)
                .valued("odd_part(b + 1) / 2", boxes),
            (false, Convention::Misere) => {
                theory.lost("(b + 1) % 3 == 0 && is_power((b + 1) / 3, 2)", boxes)
            }
        })
    }

    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        Ok(reasons(case)?.into())
    }
}

fn reasons(case: &Case<'_, Split>) -> GameReasons<Split> {
    let game = case.game;
    let at = *case.at;
    let convention = game.convention;
    if is_over(game, &at) {
        return Ok(vec![Reason::ended(
            tr!("No box can be split"),
            at,
            convention,
        )]);
    }
    let tints = [(0, at.0), (1, at.1)].into_iter().filter_map(|(group, n)| {
        let (tint, label) = (game.kind.label)(at, n, convention)?;
        Some(FigureMark::Tint {
            places: stones(group, 1, n),
            tint,
            label: Some(label),
        })
    });
    let mut list = vec![
        Reason::headline((game.kind.idea)(at, convention)).claiming(case.outcome()),
        Reason::because((game.kind.rule)(convention))
            .claiming(case.outcome())
            .drawing(tints),
        Reason::new((game.kind.facts)(at, convention)).claiming(case.itself()),
    ];
    let Some(m) = case.proved.best.filter(|_| case.is_won()) else {
        list.push(answered(case, |to| {
            tr!(
                "leaves {boxes}",
                boxes = (game.kind.becomes)(*to, convention)
            )
        })?);
        return Ok(list);
    };
    let words = case.order(m);
    let text = if is_over(game, m) {
        tr!("{words}. This is the last move, and you win.")
    } else {
        fitting([
            tr!(
                "{words}. This leaves {boxes}.",
                boxes = (game.kind.becomes)(*m, convention)
            ),
            tr!(
                "The best split leaves {boxes}.",
                boxes = (game.kind.becomes)(*m, convention)
            ),
        ])
    };
    list.push(by_moving(case, m, text));
    if let Some((group, size)) = game.split_box(at, *m)
        && let Some(place) = (game.kind.place)(group + 1, size, convention)
    {
        let places = stones(group, 1, size);
        list.push(
            Reason::new(place)
                .revealing(Reveals::Where)
                .claiming(case.outcome())
                .lighting(places),
        );
    }
    list.push(how_many_win(case));
    Ok(list)
}

impl Rules for Split {
    type Position = BallPair;
    type Move = BallPair;

    fn moves(&self, at: &BallPair) -> MoveSet<'_, BallPair> {
        let mut moves = MoveSet::default();
        for (_, n) in self.split_boxes(*at) {
            moves.push_numbers((n, 0), Numbers::Range(0..=n - 2), SPLIT);
        }
        moves.merged()
    }

    fn play(&self, at: &BallPair, m: &BallPair) -> BallPair {
        let legal = m.0 >= 1 && m.1 >= 1 && self.split_box(*at, *m).is_some();
        after_legal(legal.then_some(*m))
    }

    fn canonical(&self, at: &BallPair) -> BallPair {
        (at.0.min(at.1), at.0.max(at.1))
    }
}

impl Notation for Split {
    fn states(&self) -> impl Grammar<Value = BallPair> {
        Two(Number::from(1, tr!("a number of balls")))
    }

    fn written_moves(&self, at: &BallPair) -> impl Grammar<Value = BallPair> {
        TWO_AMOUNTS
            .expecting(|| tr!("the two boxes after the move, such as 1,2").to_owned())
            .refusing(|m| {
                let sums: Vec<String> = self.split_boxes(*at).map(|(_, n)| n.to_string()).collect();
                let what = match *m {
                    (0, _) | (_, 0) => tr!("a box would be empty").to_owned(),
                    (a, b) => tr!("{a} and {b} are not a box that may be split"),
                };
                let expected = tr!(
                    "two numbers from 1 on with the sum {sums}",
                    sums = or(&sums)
                );
                (what, expected)
            })
    }

    fn words(&self, at: &BallPair, m: &BallPair, _wording: Wording<'_, Self>) -> String {
        match self.split_box(*at, *m) {
            Some((_, n)) => tr!("split the {n} into {a} and {b}", a = m.0, b = m.1),
            None => self.move_text(at, m),
        }
    }
}

impl BoardView for Split {
    fn scene(&self, at: &BallPair, _view: View) -> Scene {
        let note = match self.split_boxes(*at).collect::<Vec<_>>().as_slice() {
            [(_, n)] if at.0 != at.1 => tr!("Only the box of {n} can be split."),
            [] => tr!("No box can be split.").to_owned(),
            _ => tr!("Split one box; the other is emptied.").to_owned(),
        };
        Scene {
            picture: Picture::Piles(Piles {
                mode: PileMode::Split,
                ..Piles::named([(at.0, 1), (at.1, 2)])
            }),
            notes: vec![note],
        }
    }

    /// If both boxes hold the same number of balls, the move has a site in each box.
    fn sites(&self, at: &BallPair, m: &BallPair) -> Vec<Site> {
        let Some((group, _)) = self.split_box(*at, *m) else {
            return Vec::new();
        };
        let groups = if at.0 == at.1 { 0..=1 } else { group..=group };
        groups.map(|group| Site::new(group, m.0)).collect()
    }
}

/// The maximum number of balls in the larger box of a pair whose remoteness is computed.
const SMALL: u64 = 200;

impl Solve for Split {
    fn prove(&self, at: &BallPair, want: Want, limits: &Limits) -> Result<Value, Stop> {
        let loses = (self.kind.loses)(*at, self.convention);
        let part = || self.summand(at, limits);
        want.prove_by_theorem(self.convention, loses, part, || self.known(at, limits))
    }

    fn summand(&self, at: &BallPair, _limits: &Limits) -> Result<Summand, Stop> {
        Ok(Summand::known(Some((self.kind.value)(*at))))
    }

    fn winning(&self, at: &BallPair, beside: Beside<'_>) -> Wins<'_, BallPair> {
        let others = beside.others;
        let wanted = match (self.convention, others.is_none(), others.nimber()) {
            (Convention::Misere, true, _) => SplitTarget::Misere,
            (Convention::Normal, _, Some(nimber)) => SplitTarget::Value(nimber),
            _ => return Ok(None),
        };
        let mut found = MoveSet::default();
        for (_, n) in self.split_boxes(*at) {
            for splits in (self.kind.splits)(n, wanted) {
                found.push_numbers((n, 0), splits, SPLIT);
            }
        }
        Ok(Some(found.merged()))
    }
}

impl Split {
    fn known(&self, at: &BallPair, limits: &Limits) -> Result<Option<KnownPosition>, Stop> {
        let search = || self.small.value(self, at, self.convention, limits);
        (at.0.max(at.1) <= SMALL).then(search).transpose()
    }
}
