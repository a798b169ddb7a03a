//! Implements Fibonacci nim: a move takes from 1 stone up to the limit; the next limit is twice the number taken.
//!
//! M. J. Whinihan, "Fibonacci Nim" (1963), after R. E. Gaskell: the player to move loses exactly if the smallest part
//! of the Zeckendorf sum of the stones exceeds the limit. At the start, when all stones but one may be taken, this
//! holds exactly if the number of stones is a Fibonacci number. In misère play the last stone is poisoned, so n stones
//! play like n - 1 stones in normal play with the same limit: the player who takes the last of those leaves the
//! poisoned stone to the opponent.
//!
//! In normal play a move of k stones, at most the limit, wins if the smallest part f of the rest exceeds the next limit
//! 2k, or if nothing is left. Claim: these k are the sums of the smallest parts of n that are within the limit and
//! whose double is less than the next part. Proof: let f > 2k, and let g be the largest part of k. Then g <= k < f/2.
//! The Fibonacci number before f is at least f/2, so g is smaller than that number and not a neighbour of f. The parts
//! of n - k and of k together are therefore a Zeckendorf sum of n, and as this sum is unique, the parts of k are its
//! smallest ones. The other direction follows from the definition. Tests check this against a plain search.
//!
//! Grundy values of large positions are not known; small positions are searched, including the moves to the end. On the
//! board, taking the k-th stone from the bottom and all stones above it is the site (0, k).

#[cfg(test)]
mod tests;

use crate::games::prelude::*;

use super::reasons::{answered, by_moving, fitting, headline_of, how_many_win, order, stones};
use crate::rule::numbers::zeckendorf;
use crate::solve::memo::{KnownPosition, Memo};

/// The stones left, and the maximum number that may be taken, which never exceeds the stones left.
pub type Stones = (u64, u64);

pub struct Fibonacci {
    convention: Convention,
    small: Memo<Stones>,
}

impl Listed for Fibonacci {
    type Ruleset = Self;

    const INFO: Info = Info {
        id: "fibonacci",
        name: "Fibonacci nim",
        rule: "Take at most twice what your opponent just took. The first player may take any number of stones, but not all.",
        ending: Ending::LastMove("takes the last stone"),
        example: "fibonacci:20",
        limits: "stones and limit up to 2^63-1, in both conventions",
        shape: Shape::Single(2),
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::numbers(
            "Stones",
            "the number of stones, such as 20; to limit the first move to 3, write 20,3; a random position has no more stones than the first number",
            &[20],
        )],
        start: |values| values.id("fibonacci"),
        random: |values, pick| format!("fibonacci:{}", 2 + pick(values.numbers(0)[0].max(2) - 1)),
        presets: &[
            ("20 stones", "fibonacci:20"),
            (
                "21, a Fibonacci number: the second player wins",
                "fibonacci:21",
            ),
            ("Misère: taking the last stone loses", "misere fibonacci:17"),
            ("A game already under way", "fibonacci:32,6"),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Self>, IdError> {
        Ok(Fibonacci {
            convention: variant.convention,
            small: Memo::default(),
        }
        .into())
    }
}

impl Game for Fibonacci {
    fn position_facts(&self, &(stones, limit): &Stones) -> PositionFacts {
        Pieces {
            limit: Some(limit),
            ..Pieces::new(PieceKind::Numbers, [stones])
        }
        .into()
    }

    fn theory(&self, _most: u64, _limits: &Limits) -> Result<Theory, Stop> {
        Ok(match self.convention {
            Convention::Normal => Theory::default().lost("is_fibonacci(n)", "Whinihan 1963"),
            Convention::Misere => Theory::default().lost(
                "false",
                "the first move leaves one stone, or a lost number and one more",
            ),
        })
    }

    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        case.explained(reasons, figure)
    }
}

fn reasons(case: &Case<'_, Fibonacci>) -> GameReasons<Fibonacci> {
    let Case { game, proved, .. } = *case;
    let at = *case.at;
    let (all, limit) = at;
    if is_over(game, &at) {
        let what = if all == 0 {
            "No stones are left"
        } else {
            "The limit is 0"
        };
        return Ok(vec![Reason::ended(what, at, game.convention)]);
    }
    let itself = || Claim::Outcome(at, proved.value.outcome);
    let played = counted(at, game.convention);
    if played == 0 {
        let headline = Reason::headline("You must take the last stone.").claiming(itself());
        return Ok(vec![headline, answered(case, |_| String::new())?]);
    }
    let parts = zeckendorf(played);
    let Some(&smallest) = parts.last() else {
        return Ok(Vec::new());
    };
    let sum: Vec<String> = parts.iter().map(u64::to_string).collect();
    let sum = format!("{played} = {}", sum.join(" + "));
    let headline = match (proved.value.outcome, parts.len()) {
        (Outcome::Win, _) if limit >= played => {
            if game.convention.is_misere() {
                "You can leave exactly one stone.".to_owned()
            } else {
                "You may take all the stones at once.".to_owned()
            }
        }
        (Outcome::Win, _) => {
            let part = if proved.best == Some(&smallest) {
                "part"
            } else {
                "part or parts"
            };
            headline_of([
                format!("{sum}: take the smallest {part}."),
                format!("Take the smallest Fibonacci {part}."),
            ])
        }
        (_, 1) => headline_of([
            format!("You lose: {played} is a Fibonacci number, and you cannot take {played}."),
            "A Fibonacci number, and you cannot take all of it.".to_owned(),
        ]),
        _ => headline_of([
            format!("{sum}: the smallest part, {smallest}, is over your limit."),
            "The smallest Fibonacci part is over your limit.".to_owned(),
        ]),
    };
    // Draws a separator just below the stones within the limit.
    let line = all
        .checked_sub(limit)
        .filter(|&below| below > 0 && below < all);
    let line = line.map(|below| FigureMark::Axis(Site::new(0, below), Site::new(0, below + 1)));
    let mut list = vec![
        Reason::headline(headline)
            .claiming(proved.itself(at))
            .drawing(line),
    ];
    match (proved.value.outcome, proved.best) {
        (Outcome::Win, Some(m)) => list.extend(winning(game, at, smallest, m)),
        _ => {
            let breaks = "The rest of that part is a new sum of Fibonacci numbers, and your opponent takes the smallest.";
            let text = fitting([
                format!(
                    "You may take at most {limit}, but the smallest part is {smallest}. {breaks}"
                ),
                format!("You may take too few for the smallest part. {breaks}"),
            ]);
            list.push(Reason::because(text).claiming(itself()));
            list.push(answered(case, |to| what_is_left(game, to))?);
        }
    }
    list.push(Reason::new(fitting([
        match parts.len() {
            1 => format!("{played} is a Fibonacci number. The list is 1, 2, 3, 5, 8, 13 and so on: from 3 on, each is the sum of the two before it."),
            _ => format!("{sum} is a Zeckendorf sum: all parts are Fibonacci numbers (1, 2, 3, 5, 8, ...), and no two parts are next to each other in that list."),
        },
        format!("{played} is a Zeckendorf sum of {} Fibonacci numbers, no two of them neighbours.", parts.len()),
    ])).claiming(itself()));
    if game.convention.is_misere() {
        let text = format!(
            "Taking the last stone loses. So set one stone aside, and play the normal game with the other {played}."
        );
        list.push(Reason::new(text).claiming(itself()));
    }
    if proved.value.outcome == Outcome::Win {
        list.push(how_many_win(case));
    }
    Ok(list)
}

/// Marks the parts on the pile, the smallest at the top; in misère play the poisoned stone is at the bottom.
fn figure(case: &Case<'_, Fibonacci>) -> Result<Figure, Stop> {
    let Case { game, at, .. } = *case;
    if is_over(game, at) {
        return Ok(Figure::default());
    }
    let mut top = at.0;
    let parts = zeckendorf(counted(*at, game.convention));
    let marks = parts.iter().rev().map(|&part| {
        let places = stones(0, top - part + 1, top);
        top -= part;
        FigureMark::Value {
            places,
            label: Label::Number(part),
        }
    });
    let values = "the numbers at the pile: the Fibonacci numbers that add up to it";
    Ok(Figure {
        marks: marks.collect(),
        values,
        ..Figure::default()
    })
}

impl Rules for Fibonacci {
    type Position = Stones;
    type Move = u64;

    fn moves(&self, at: &Stones) -> MoveSet<'_, u64> {
        MoveSet::range(0, 1..=at.0.min(at.1), |_, k| k)
    }

    fn play(&self, at: &Stones, m: &u64) -> Stones {
        let left = after_legal(at.0.checked_sub(*m));
        // `2 * m` is at most 2^64 - 2.
        (left, (2 * m).min(left))
    }
}

impl Notation for Fibonacci {
    /// A number of stones without a limit is a start: all but one may be taken.
    fn states(&self) -> impl Grammar<Value = Stones> {
        let start = |text: Text<'_>| {
            let stones = Number::from(2, "a number of stones").read(text)?;
            Ok((stones, stones - 1))
        };
        Two(Number::from(0, "a number of stones, then a limit,"))
            .map(
                |(stones, limit), _| Ok((stones, limit.min(stones))),
                |at| *at,
            )
            .or_read(move |text| (!text.as_str().contains(',')).then(|| start(text)))
            .edited(|at| Some(SketchParts::named([("stones", at.0), ("limit", at.1)])))
    }

    fn written_moves(&self, at: &Stones) -> impl Grammar<Value = u64> {
        Amount('-')
            .expecting(|| "a minus and how many stones, such as -2".to_owned())
            .refusing(|m| {
                let what = match *m {
                    0 => "a move takes at least one stone".to_owned(),
                    m if m > at.0 => format!("there are only {}", at.0),
                    _ => format!("the limit is {}", at.1),
                };
                (what, Amount('-').one_to(at.1))
            })
    }

    fn words(&self, _at: &Stones, m: &u64, _reply: Reply<'_, Self>) -> String {
        format!("take {m}")
    }
}

impl BoardView for Fibonacci {
    fn scene(&self, at: &Stones, view: View) -> Scene {
        let notes = if view == View::Edit || is_over(self, at) {
            Vec::new()
        } else {
            vec![format!("At most {} can be taken.", at.1)]
        };
        let pile = Piles::named([(at.0, "")]).limited(Some(at.1), |_| "-".to_owned());
        Scene {
            picture: Picture::Piles(pile),
            notes,
        }
    }

    fn sites(&self, at: &Stones, m: &u64) -> Vec<Site> {
        vec![Site::new(0, at.0.saturating_sub(*m) + 1)]
    }
}

/// The maximum number of stones for which positions are searched.
const SMALL: u64 = 200;

impl Fibonacci {
    fn known(&self, at: &Stones, limits: &Limits) -> Result<Option<KnownPosition>, Stop> {
        if at.0 <= SMALL {
            self.small
                .value(self, at, self.convention, limits)
                .map(Some)
        } else {
            Ok(None)
        }
    }
}

/// Returns whether the player to move loses in normal play.
fn loses(stones: u64, limit: u64) -> bool {
    zeckendorf(stones)
        .last()
        .is_none_or(|&smallest| smallest > limit)
}

/// The number of stones that count: in misère play all but one.
fn counted(at: Stones, convention: Convention) -> u64 {
    at.0.saturating_sub(u64::from(convention == Convention::Misere))
}

impl Solve for Fibonacci {
    fn prove(&self, at: &Stones, want: Want, limits: &Limits) -> Result<Value, Stop> {
        let loses = self.loses(at);
        want.prove(loses, || {
            let left = self.remoteness(at, limits)?;
            Ok(self
                .summand(at, limits)?
                .total()
                .value(self.convention, loses, left))
        })
    }

    /// The Grundy value from a search; for larger positions, 0 if the position loses in normal play, otherwise unknown.
    fn summand(&self, at: &Stones, limits: &Limits) -> Result<Summand, Stop> {
        Ok(Summand::known(match self.known(at, limits)? {
            Some(known) => Some(u64::from(known.grundy)),
            None => loses(at.0, at.1).then_some(0),
        }))
    }

    fn moves_to(
        &self,
        at: &Stones,
        outcome: Outcome,
        beside: Beside<'_>,
    ) -> Result<MoveSet<'_, u64>, Stop> {
        if !beside.others.changes_nothing(self.convention) {
            return if at.0 <= SMALL {
                by_enumeration(self, at, outcome, beside)
            } else {
                Err(Stop::not_proved(format!(
                    "the moves to a Grundy value above 0 are known up to {SMALL} stones only"
                )))
            };
        }
        let mut found = MoveSet::default();
        let parts = zeckendorf(counted(*at, self.convention));
        let mut sum = 0u64;
        for (i, part) in parts.iter().enumerate().rev() {
            sum += part;
            if sum > at.1 {
                break;
            }
            let next = i.checked_sub(1).map(|j| u128::from(parts[j]));
            if next.is_none_or(|f| f > 2 * u128::from(sum)) {
                found.push(sum);
            }
        }
        Ok(found)
    }
}

impl Fibonacci {
    fn loses(&self, at: &Stones) -> bool {
        if at.0.min(at.1) == 0 {
            return !self.convention.is_misere();
        }
        loses(counted(*at, self.convention), at.1)
    }

    fn remoteness(&self, at: &Stones, limits: &Limits) -> Result<Option<u64>, Stop> {
        Ok(self
            .known(at, limits)?
            .map(|known| u64::from(known.verdict.remoteness)))
    }
}

/// Describes the stones left by a reply to a losing move.
fn what_is_left(game: &Fibonacci, to: &Stones) -> String {
    let left = counted(*to, game.convention);
    match (is_over(game, to), zeckendorf(left).last()) {
        (true, _) => "ends the game".to_owned(),
        (_, None) => "leaves one stone".to_owned(),
        (_, Some(part)) => format!(
            "leaves {left}: you may take at most {}, less than its smallest Fibonacci part, {part}",
            to.1
        ),
    }
}

/// A hint at the winning move, and the move itself: it takes whole parts, so that the next part is out of reach.
fn winning(game: &Fibonacci, at: Stones, smallest: u64, m: &u64) -> [Reason<Stones, u64>; 2] {
    let (all, _) = at;
    let misere = game.convention.is_misere();
    let words = order(game, &at, m);
    let after = zeckendorf(counted(at, game.convention) - m);
    let part = if *m == smallest {
        "the smallest part".to_owned()
    } else {
        format!("the sum of the smallest parts (taking {smallest} wins too)")
    };
    let text = match after.last() {
        None if misere => format!("{words}. One stone is left, and your opponent must take it."),
        None => format!("{words}. This takes every stone, and you win."),
        Some(next) => {
            let reach = 2 * u128::from(*m);
            format!(
                "{words}, {part}. Your opponent may then take at most {reach}, so they cannot take all of the next part, {next}."
            )
        }
    };
    let place = match after.last() {
        None if misere => "You may take enough stones to leave just one.".to_owned(),
        None => "You may take every stone that is left.".to_owned(),
        Some(_) if *m == smallest => {
            format!("Take the smallest part of the sum. Here it is {smallest}.")
        }
        Some(_) => format!(
            "Take the smallest part of the sum, {smallest}, or the smallest parts together if the next part is then out of reach."
        ),
    };
    let top = stones(0, all.saturating_sub(*m).saturating_add(1), all);
    let claim = Claim::Outcome(at, Outcome::Win);
    let lit = FigureMark::Lit(top.clone());
    [
        by_moving(game, &at, m, text),
        Reason::new(place)
            .revealing(Reveals::Where)
            .claiming(claim)
            .about(top)
            .drawing([lit]),
    ]
}
