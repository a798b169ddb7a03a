//! Implements Wythoff's game: a move takes any number from one of two piles, or the same number from both.
//!
//! The losing pairs are known (`pairs.rs`). The queen on a chess board
//! ([`games::wythoff::queen`](crate::games::wythoff::queen)) is the same game in another guise. A move is a pair of
//! amounts, taken from the first and from the second pile.

mod pairs;
pub mod queen;
#[cfg(test)]
mod tests;

use crate::games::prelude::*;
use crate::language::text;

use super::reasons::{answered, by_moving, capital, fitting, headline_of, how_many_win, stones};
use crate::solve::by_enumeration_up_to;
use crate::solve::memo::{KnownPosition, PairTable};
use pairs::{loses, lower_of_difference, partner};

/// The phrases, drawings and sites that differ between Wythoff's game and the queen's game.
pub struct PairRules {
    /// The noun for either number in error messages, such as `a pile size`.
    number: &'static str,
    /// Describes a move, such as `take 3 from pile 1`.
    in_words: fn(u64, LoweredNumber) -> String,
    /// A shorter form of `in_words`, used where the board is visible.
    in_brief: fn(u64, LoweredNumber) -> String,
    /// A phrase that hints at where to move, such as `in pile 1`.
    direction: fn(LoweredNumber) -> &'static str,
    /// The noun for a losing position, such as `losing pair`.
    losing: &'static str,
    /// The noun for both numbers: `numbers` or `coordinates`.
    two: &'static str,
    /// Two phrases for the position, such as `3 and 5 are a` and `piles of 3 and 5`.
    here: fn(Pair) -> [String; 2],
    /// The notation for a losing position, such as `3-5`.
    named: fn(Pair) -> String,
    /// The text after the list of the first losing positions.
    more: &'static str,
    /// A sentence about the losing positions that a move might reach.
    reach: fn(Pair) -> String,
    /// The marks drawn with the headline.
    lines: fn(Pair, Convention) -> Vec<FigureMark>,
    /// The legend of the marks for losing positions.
    marked: &'static str,
    /// The marks that illustrate the theory.
    marks: fn(Pair, Convention) -> Vec<FigureMark>,
    scene: fn(Pair, View) -> Scene,
    /// The parts that the position editor shows; `None` for the default, the two piles.
    parts: fn(Pair) -> Option<SketchParts>,
    sites: fn(Pair, Pair) -> Vec<Site>,
}

/// The numbers that a move lowers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoweredNumber {
    First,
    Second,
    /// Both numbers, by the same amount.
    Both,
}

impl LoweredNumber {
    /// Returns the numbers that a move lowers, and the amount by which it lowers them.
    pub fn from_move(m: Pair) -> (LoweredNumber, u64) {
        match m {
            (k, 0) => (LoweredNumber::First, k),
            (0, k) => (LoweredNumber::Second, k),
            (k, _) => (LoweredNumber::Both, k),
        }
    }
}

/// The two numbers of a position, or the amounts that a move takes from them.
pub type Pair = (u64, u64);

pub struct Wythoff {
    kind: &'static PairRules,
    convention: Convention,
    small: PairTable<KnownPosition>,
}

#[derive(Clone, Copy, Debug)]
pub struct TwoPiles;

impl Listed for TwoPiles {
    type Ruleset = Wythoff;

    const INFO: Info = Info {
        id: "wythoff",
        name: tr_key!("Wythoff's game"),
        rule: tr_key!("Take any number from one pile, or the same number from both."),
        ending: Ending::LastMove(tr_key!("takes the last stone")),
        example: "wythoff:7,12",
        limits: tr_key!("piles up to 2^63-1, in both conventions"),
        shape: Shape::Pair(0),
        numbered: tr_key!("two piles of a and b stones"),
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::numbers(
            tr_key!("Piles"),
            tr_key!(
                "the sizes of the two piles, such as 7,12; for a random position, the larger number is the limit for both piles"
            ),
            &[7, 12],
        )],
        start: |values| values.id("wythoff"),
        random: |values, pick| format!("wythoff:{}", random_pair(values, 0, pick)),
        presets: &[
            (tr_key!("Piles of 7 and 12"), "wythoff:7,12"),
            (tr_key!("A losing pair: 8 and 13"), "wythoff:8,13"),
            (
                tr_key!("Misère: taking the last stone loses"),
                "misere wythoff:9,11",
            ),
            (tr_key!("Two equal piles"), "wythoff:15,15"),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Wythoff>, IdError> {
        Ok(Wythoff::new(&TWO_PILES, variant.convention).into())
    }
}

static TWO_PILES: PairRules = PairRules {
    number: tr_key!("a pile size"),
    in_words: |amount, on| match on {
        LoweredNumber::First => tr!("take {amount} from pile 1"),
        LoweredNumber::Second => tr!("take {amount} from pile 2"),
        LoweredNumber::Both => tr!("take {amount} from each pile"),
    },
    in_brief: |amount, on| (TWO_PILES.in_words)(amount, on),
    direction: |on| match on {
        LoweredNumber::First => tr!("in pile 1"),
        LoweredNumber::Second => tr!("in pile 2"),
        LoweredNumber::Both => tr!("that take the same number from both piles"),
    },
    losing: tr_key!("losing pair"),
    two: tr_key!("numbers"),
    here: |(a, b)| [tr!("{a} and {b} are a"), tr!("piles of {a} and {b}")],
    named: |(a, b)| format!("{}-{}", a.min(b), a.max(b)),
    more: "...",
    reach: |at| {
        let low = at.0.min(at.1);
        let high = at.0.max(at.1);
        let tried = match high - low {
            0 => tr!("the pair that contains {low} and the pair whose difference is 0"),
            k => tr!(
                "the pair that contains {low}, the pair that contains {high} and the pair whose difference is {k}"
            ),
        };
        fitting([
            tr!(
                "Each number and each difference occurs in exactly one losing pair. See whether you can reach {tried}."
            ),
            tr!(
                "Each move leaves one of the numbers, or their difference of {difference}, unchanged. Look for a losing pair that shares one of them.",
                difference = high - low
            ),
        ])
    },
    lines: |_, _| Vec::new(),
    marked: tr_key!("leaving this height leaves a losing pair"),
    marks: stack_marks,
    scene: |at, _| Scene::new(Picture::Piles(Piles::named([(at.0, 1), (at.1, 2)]))),
    parts: |_| None,
    sites: stack_sites,
};

/// The sites of a move on two stacks: the lowest stone that the move takes from each.
pub fn stack_sites(at: Pair, m: Pair) -> Vec<Site> {
    let lowest = |group, count: u64, taken: u64| {
        (taken > 0).then(|| Site::new(group, count.saturating_sub(taken) + 1))
    };
    [lowest(0, at.0, m.0), lowest(1, at.1, m.1)]
        .into_iter()
        .flatten()
        .collect()
}

/// Labels each nonempty stack with the losing pair that contains its size. Also marks the height to which a stack can
/// be lowered to form a losing pair with the other stack.
pub fn stack_marks(at: Pair, convention: Convention) -> Vec<FigureMark> {
    let mut marks = Vec::new();
    for (group, own, other) in [(0, at.0, at.1), (1, at.1, at.0)] {
        if own > 0 {
            let other = partner(own, convention);
            let pair = format!("{}-{}", own.min(other), own.max(other));
            marks.push(FigureMark::Value {
                places: stones(group, 1, own),
                label: Label::Text(pair),
            });
        }
        let wanted = partner(other, convention);
        if (1..=own).contains(&wanted) {
            marks.push(FigureMark::Losing(Site::new(group, wanted)));
        }
    }
    marks
}

/// Returns two random numbers separated by a comma, each from `least` to the largest number in the first field.
pub fn random_pair(
    values: &FieldValues<'_>,
    least: u64,
    pick: &mut dyn FnMut(u64) -> u64,
) -> String {
    let largest = values.numbers(0).into_iter().fold(0, u64::max);
    let span = largest.clamp(least + 1, MAX_NUMBER) - least + 1;
    format!("{},{}", least + pick(span), least + pick(span))
}

impl Game for Wythoff {
    fn position_facts(&self, _at: &Pair) -> PositionFacts {
        PositionFacts {
            // No reply copies a move that lowers both numbers, so there is no pairing strategy.
            pairing: Some(false),
            ..PositionFacts::default()
        }
    }

    fn theory(&self, _most: u64, _limits: &Limits) -> Result<Theory, Stop> {
        const NORMAL: &str = "a == beatty(b - a, 1, 5, 2)";
        const MISERE: &str = "[[0, 1], [2, 2]].contains([a, b]) || ![[0, 0], [1, 2]].contains([a, b]) && a == beatty(b - a, 1, 5, 2)";
        let lost = if self.convention.is_misere() {
            MISERE
        } else {
            NORMAL
        };
        Ok(Theory::default().lost(lost, tr!("Wythoff 1907")))
    }

    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        case.explained(reasons, figure)
    }
}

fn reasons(case: &Case<'_, Wythoff>) -> GameReasons<Wythoff> {
    let Case { game, proved, .. } = *case;
    let at = *case.at;
    let kind = game.kind;
    let losing = text(kind.losing);
    if is_over(game, &at) {
        return Ok(vec![Reason::ended(
            tr!("Both numbers are 0"),
            at,
            game.convention,
        )]);
    }
    let lost = proved.value.outcome == Outcome::Loss;
    let pattern = Reason::because(pattern(kind, at, game.convention)).claiming(case.itself());
    let idea = match proved
        .best
        .filter(|m| !lost && is_over(game, &game.play(&at, m)))
    {
        Some(_) => tr!("You can end the game right now.").to_owned(),
        None => idea(kind, at, lost),
    };
    let mut list = vec![
        Reason::headline(idea)
            .claiming(case.outcome())
            .drawing((kind.lines)(at, game.convention)),
    ];
    let (Some(m), false) = (proved.best, lost) else {
        list.push(pattern.drawing((kind.marks)(at, game.convention)));
        list.push(answered(case, |to| {
            tr!("leads to the {losing} {pair}", pair = (kind.named)(*to))
        })?);
        return Ok(list);
    };
    list.push(pattern);
    let (part, _) = LoweredNumber::from_move(*m);
    let words = case.order(m);
    let to = game.play(&at, m);
    let text = if is_over(game, &to) {
        tr!("{words}. This is the last move, and you win.")
    } else if to.0 == to.1 {
        tr!(
            "{words}. This reaches the {losing} {pair}.",
            pair = (kind.named)(to)
        )
    } else {
        fitting([
            tr!(
                "{words}. This reaches {pair}, the {losing} whose {two} differ by {difference}.",
                pair = (kind.named)(to),
                two = text(kind.two),
                difference = to.0.abs_diff(to.1)
            ),
            tr!(
                "{words}. This reaches the {losing} {pair}.",
                pair = (kind.named)(to)
            ),
        ])
    };
    list.push(by_moving(case, m, text));
    list.push(
        Reason::new(tr!(
            "Look only at the moves {direction}: one of them wins.",
            direction = (kind.direction)(part)
        ))
        .revealing(Reveals::Where)
        .claiming(case.outcome())
        .drawing((kind.marks)(at, game.convention)),
    );
    list.push(Reason::new((kind.reach)(at)).claiming(case.outcome()));
    list.push(how_many_win(case));
    Ok(list)
}

fn figure(case: &Case<'_, Wythoff>) -> Result<Figure, Stop> {
    Ok(Figure {
        values: tr!("under a pile: its losing pair"),
        losing: case.game.kind.marked,
        ..Figure::default()
    })
}

impl Rules for Wythoff {
    type Position = Pair;
    type Move = Pair;

    fn moves(&self, at: &Pair) -> MoveSet<'_, Pair> {
        let mut moves = MoveSet::range((0, 0), 1..=at.1, |_, k| (0, k));
        moves.push_numbers((0, 0), Numbers::Range(1..=at.0), |_, k| (k, 0));
        moves.push_numbers((0, 0), Numbers::Range(1..=at.0.min(at.1)), |_, k| (k, k));
        moves.merged()
    }

    fn play(&self, at: &Pair, m: &Pair) -> Pair {
        after_legal(at.0.checked_sub(m.0).zip(at.1.checked_sub(m.1)))
    }

    fn canonical(&self, at: &Pair) -> Pair {
        (at.0.min(at.1), at.0.max(at.1))
    }
}

impl Notation for Wythoff {
    fn states(&self) -> impl Grammar<Value = Pair> {
        Two(Number::from(0, self.kind.number)).edited(|at| (self.kind.parts)(*at))
    }

    fn written_moves(&self, at: &Pair) -> impl Grammar<Value = Pair> {
        TWO_AMOUNTS
            .expecting(|| {
                tr!("the amounts from the first and the second, such as 2,0 or 3,3").to_owned()
            })
            .refusing(|m| {
                let what = match *m {
                    (0, 0) => tr!("it takes nothing").to_owned(),
                    (a, b) if a > at.0 || b > at.1 => tr!(
                        "there are only {first} and {second}",
                        first = at.0,
                        second = at.1
                    ),
                    (a, b) => tr!("{a} and {b} are not the same"),
                };
                (
                    what,
                    tr!("any amount from one, or the same amount from both").to_owned(),
                )
            })
    }

    fn words(&self, _at: &Pair, m: &Pair, wording: Wording<'_, Self>) -> String {
        let (on, amount) = LoweredNumber::from_move(*m);
        match wording {
            Wording::Brief => (self.kind.in_brief)(amount, on),
            Wording::Full | Wording::Reply(..) => (self.kind.in_words)(amount, on),
        }
    }
}

impl BoardView for Wythoff {
    fn scene(&self, at: &Pair, view: View) -> Scene {
        (self.kind.scene)(*at, view)
    }

    fn sites(&self, at: &Pair, m: &Pair) -> Vec<Site> {
        (self.kind.sites)(*at, *m)
    }
}

/// The maximum number in a pair that is solved by search.
const SMALL: u64 = 200;

impl Wythoff {
    fn new(kind: &'static PairRules, convention: Convention) -> Wythoff {
        Wythoff {
            kind,
            convention,
            small: PairTable::default(),
        }
    }

    /// Returns `None` if a number exceeds [`SMALL`], because the time to fill the table grows with the cube of the
    /// largest number.
    fn known(&self, at: &Pair, limits: &Limits) -> Result<Option<KnownPosition>, Stop> {
        if at.0.max(at.1) > SMALL {
            return Ok(None);
        }
        let known = self.small.value(
            (saturating_cast(at.0), saturating_cast(at.1)),
            limits,
            |low, high, known| {
                let lower = (0..low).map(|n| known.get(n, high));
                let higher = (0..high).map(|n| known.get(low, n));
                let both = (1..=low).map(|k| known.get(low - k, high - k));
                KnownPosition::of_moves(self.convention, lower.chain(higher).chain(both))
            },
        );
        known.map(Some)
    }
}

impl Solve for Wythoff {
    fn prove(&self, at: &Pair, want: Want, limits: &Limits) -> Result<Value, Stop> {
        let loses = loses(at.0, at.1, self.convention);
        let part = || self.summand(at, limits);
        want.prove_by_theorem(self.convention, loses, part, || self.known(at, limits))
    }

    /// The Grundy value of a large pair is known only if the pair loses in normal play.
    fn summand(&self, at: &Pair, limits: &Limits) -> Result<Summand, Stop> {
        let lost = loses(at.0, at.1, Convention::Normal);
        Ok(Summand::searched_or_lost(self.known(at, limits)?, lost))
    }

    /// A pair has at most three winning moves, because each number and each difference occurs in exactly one losing
    /// pair. If other parts of a sum change the winning moves, only small pairs are supported.
    fn winning(&self, at: &Pair, beside: Beside<'_>) -> Wins<'_, Pair> {
        if !beside.others.changes_nothing(self.convention) {
            let is_small = at.0.max(at.1) <= SMALL;
            return by_enumeration_up_to(is_small, SMALL);
        }
        let (a, b) = *at;
        let straight = |n: u64, other: u64| {
            other
                .checked_sub(partner(n, self.convention))
                .filter(|&k| k > 0)
        };
        let low = a.min(b);
        let slant = lower_of_difference(a.abs_diff(b), self.convention, low)
            .and_then(|l| low.checked_sub(l));
        let mut moves: Vec<Pair> = straight(a, b).map(|k| (0, k)).into_iter().collect();
        moves.extend(straight(b, a).map(|k| (k, 0)));
        moves.extend(slant.filter(|&k| k > 0).map(|k| (k, k)));
        moves.sort_unstable();
        Ok(Some(moves.into()))
    }
}

/// The largest number for which reasons list the losing pairs instead of giving a formula.
const LISTED: u64 = 40;

fn idea(kind: &PairRules, at: Pair, lost: bool) -> String {
    let (what, [is, from]) = (text(kind.losing), (kind.here)(at));
    if lost {
        headline_of([
            tr!("{is} {what}, so every move loses."),
            tr!("This is a {what}, so every move loses."),
        ])
    } else {
        headline_of([
            tr!("From {from} you can reach a {what}."),
            tr!("From here you can reach a {what}."),
        ])
    }
}

fn pattern(kind: &PairRules, at: Pair, convention: Convention) -> String {
    let misere = convention == Convention::Misere;
    let start = if misere {
        tr!("in misère play the ")
    } else {
        tr!("the ")
    };
    let losing = text(kind.losing);
    if at.0.max(at.1) > LISTED {
        return capital(&tr!(
            "{start}{losing} with a difference of 2 or more starts with that difference times 1.618... (the golden ratio), rounded down."
        ));
    }
    let most = if at.0.max(at.1) <= 8 { 4 } else { 5 };
    let first = if misere {
        vec![(0, 1), (2, 2)]
    } else {
        vec![(1, 2)]
    };
    let more = (2..most)
        .filter_map(|k| lower_of_difference(k, convention, LISTED).map(|low| (low, low + k)));
    let pairs: Vec<Pair> = first.into_iter().chain(more).collect();
    let listed: String = pairs
        .into_iter()
        .map(|pair| (kind.named)(pair) + ", ")
        .collect();
    let told = capital(&tr!(
        "{start}{losing}s are {listed}{more}",
        more = text(kind.more)
    ));
    let rule = tr!(
        "Each new pair starts with the smallest number not used yet, and the difference grows by 1."
    );
    if misere {
        told
    } else {
        fitting([format!("{told} {rule}"), told])
    }
}
