//! Implements Fibonacci nim: a move takes at least one stone and at most the limit, and the next limit is twice the
//! number taken.
//!
//! M. J. Whinihan, "Fibonacci Nim" (1963), after R. E. Gaskell: the player to move loses exactly when the smallest part
//! in the Zeckendorf sum of the number of stones exceeds the limit. At the start, when all stones but one may be taken,
//! the player to move therefore loses exactly when the number of stones is a Fibonacci number. In misère play, the last
//! stone is poisoned, so n stones play like n - 1 stones in normal play with the same limit.
//!
//! In normal play, taking k of n stones wins if nothing is left or if the smallest part f of the rest exceeds the next
//! limit 2k. Claim: each such k is the sum of the j smallest parts of n for some j >= 1. Conversely, let k be the sum
//! of the j smallest parts, and let k not exceed the limit. Taking k then wins if 2k is less than the next larger part
//! of n, or if there is no larger part. Proof: let f > 2k, and let g be the largest part of k. Then g <= k < f/2. The
//! Fibonacci number before f is at least f/2, so g is smaller than that number, and g and f are not consecutive. The
//! parts of k, together with the parts of n - k, are therefore a Zeckendorf sum of n. This sum is unique, so the parts
//! of k are the smallest parts of n. The converse follows from the definition.
//!
//! On the board, choosing the site (0, k) takes the k-th stone from the bottom and all stones above it.

#[cfg(test)]
mod tests;

use crate::games::prelude::*;

use super::reasons::{answered, by_moving, fitting, headline_of, how_many_win, stones};
use crate::rule::numbers::zeckendorf;
use crate::solve::by_enumeration_up_to;
use crate::solve::memo::{KnownPosition, Memo};

/// The number of stones left and the limit. The limit never exceeds the number of stones.
pub type Stones = (u64, u64);

pub struct Fibonacci {
    convention: Convention,
    small: Memo<Stones>,
}

impl Listed for Fibonacci {
    type Ruleset = Self;

    const INFO: Info = Info {
        id: "fibonacci",
        name: tr_key!("Fibonacci nim"),
        rule: tr_key!(
            "Take at most twice what your opponent just took. The first player may take any number of stones, but not all."
        ),
        ending: Ending::LastMove(tr_key!("takes the last stone")),
        example: "fibonacci:20",
        limits: tr_key!("stones and limit up to 2^63-1, in both conventions"),
        shape: Shape::Single(2),
        numbered: tr_key!("n stones before the first move"),
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::numbers(
            tr_key!("Stones"),
            tr_key!(
                "the number of stones, such as 20; to limit the first move to 3, write 20,3; a random position has no more stones than the first number"
            ),
            &[20],
        )],
        start: |values| values.id("fibonacci"),
        random: |values, pick| format!("fibonacci:{}", 2 + pick(values.numbers(0)[0].max(2) - 1)),
        presets: &[
            (tr_key!("20 stones"), "fibonacci:20"),
            (tr_key!("21, a Fibonacci number"), "fibonacci:21"),
            (
                tr_key!("Misère: taking the last stone loses"),
                "misere fibonacci:17",
            ),
            (tr_key!("A game already under way"), "fibonacci:32,6"),
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
            Convention::Normal => Theory::default().lost("is_fibonacci(n)", tr!("Whinihan 1963")),
            Convention::Misere => Theory::default().lost(
                "false",
                tr!("the first move leaves one stone, or a lost number and one more"),
            ),
        })
    }

    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        case.explained(reasons, figure)
    }
}

fn reasons(case: &Case<'_, Fibonacci>) -> GameReasons<Fibonacci> {
    let game = case.game;
    let (left, limit) = *case.at;
    let misere = game.convention.is_misere();
    if is_over(game, case.at) {
        let over = match left {
            0 => tr!("No stones are left"),
            _ => tr!("The limit is 0"),
        };
        return Ok(vec![Reason::ended(over, *case.at, game.convention)]);
    }
    let played = game.counted(*case.at);
    let parts = zeckendorf(played);
    let Some(&smallest) = parts.last() else {
        let headline = Reason::headline(tr!("You must take the last stone."));
        let reply = answered(case, |to| game.left_in_words(to))?;
        return Ok(vec![headline.claiming(case.outcome()), reply]);
    };
    let written: Vec<String> = parts.iter().map(u64::to_string).collect();
    let sum = format!("{played} = {}", written.join(" + "));
    let below = Some(left - limit).filter(|&below| below > 0);
    let line = below.map(|below| FigureMark::Axis(Site::new(0, below), Site::new(0, below + 1)));
    let headline = |text: String| Reason::headline(text).claiming(case.itself()).drawing(line);
    let mut list = match case.proved.best.filter(|_| case.is_won()) {
        Some(&m) => {
            let is_one = m == smallest;
            let idea = match (limit >= played, misere) {
                (true, true) => tr!("You can leave exactly one stone.").to_owned(),
                (true, false) => tr!("You may take all the stones at once.").to_owned(),
                (false, _) => {
                    let part = if is_one {
                        tr!("part")
                    } else {
                        tr!("part or parts")
                    };
                    headline_of([
                        tr!("{sum}: take the smallest {part}."),
                        tr!("Take the smallest Fibonacci {part}."),
                    ])
                }
            };
            let order = case.order(&m);
            let (by, place) = match zeckendorf(played - m).last() {
                None if misere => (
                    tr!("{order}. One stone is left, and your opponent must take it."),
                    tr!("You may take enough stones to leave just one.").to_owned(),
                ),
                None => (
                    tr!("{order}. This takes every stone, and you win."),
                    tr!("You may take every stone that is left.").to_owned(),
                ),
                Some(next) => {
                    let (part, place) = if is_one {
                        (
                            tr!("the smallest part").to_owned(),
                            tr!("Take the smallest part of the sum. Here it is {smallest}."),
                        )
                    } else {
                        (
                            tr!("the sum of the smallest parts (taking {smallest} wins too)"),
                            tr!(
                                "Take the smallest part of the sum, {smallest}, or the smallest parts together if the next part is then out of reach."
                            ),
                        )
                    };
                    let reach = 2 * u128::from(m);
                    let by = tr!(
                        "{order}, {part}. Your opponent may then take at most {reach}, so they cannot take all of the next part, {next}."
                    );
                    (by, place)
                }
            };
            let top = stones(0, left - m + 1, left);
            let place = Reason::new(place)
                .revealing(Reveals::Where)
                .claiming(case.outcome())
                .lighting(top);
            vec![headline(idea), by_moving(case, &m, by), place]
        }
        None => {
            let idea = match parts.len() {
                1 => [
                    tr!("You lose: {played} is a Fibonacci number, and you cannot take {played}."),
                    tr!("A Fibonacci number, and you cannot take all of it.").to_owned(),
                ],
                _ => [
                    tr!("{sum}: the smallest part, {smallest}, is over your limit."),
                    tr!("The smallest Fibonacci part is over your limit.").to_owned(),
                ],
            };
            let breaks = tr!(
                "The rest of that part is a new sum of Fibonacci numbers, and your opponent takes the smallest."
            );
            let too_few = fitting([
                tr!("You may take at most {limit}, but the smallest part is {smallest}. {breaks}"),
                tr!("You may take too few for the smallest part. {breaks}"),
            ]);
            vec![
                headline(headline_of(idea)),
                Reason::because(too_few).claiming(case.outcome()),
                answered(case, |to| game.left_in_words(to))?,
            ]
        }
    };
    let theory = match parts.len() {
        1 => tr!(
            "{played} is a Fibonacci number. The list is 1, 2, 3, 5, 8, 13 and so on: from 3 on, each is the sum of the two before it."
        ),
        _ => tr!(
            "{sum} is a Zeckendorf sum: all parts are Fibonacci numbers (1, 2, 3, 5, 8, ...), and no two parts are next to each other in that list."
        ),
    };
    let counted = tr!(
        "{played} is a Zeckendorf sum of {parts} Fibonacci numbers, no two of them neighbours.",
        parts = parts.len()
    );
    let aside = misere.then(|| {
        tr!("Taking the last stone loses. So set one stone aside, and play the normal game with the other {played}.")
    });
    let more = std::iter::once(fitting([theory, counted])).chain(aside);
    list.extend(more.map(|text| Reason::new(text).claiming(case.outcome())));
    list.extend(case.is_won().then(|| how_many_win(case)));
    Ok(list)
}

/// Marks the parts of the Zeckendorf sum on the pile. In misère play, the poisoned stone at the bottom is not marked.
fn figure(case: &Case<'_, Fibonacci>) -> Result<Figure, Stop> {
    let Case { game, at, .. } = *case;
    if is_over(game, at) {
        return Ok(Figure::default());
    }
    let mut top = at.0;
    let parts = zeckendorf(game.counted(*at));
    let marks = parts.iter().rev().map(|&part| {
        let places = stones(0, top - part + 1, top);
        top -= part;
        let label = Label::Number(part);
        FigureMark::Value { places, label }
    });
    Ok(Figure {
        marks: marks.collect(),
        values: tr!("the numbers at the pile: the Fibonacci numbers that add up to it"),
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
        // `2 * m` is at most 2^64 - 2, so it does not overflow.
        (left, (2 * m).min(left))
    }
}

impl Notation for Fibonacci {
    /// If no limit is given, the first move may take all stones but one.
    fn states(&self) -> impl Grammar<Value = Stones> {
        let start = |text: Text<'_>| {
            let stones = Number::from(2, tr!("a number of stones")).read(text)?;
            Ok((stones, stones - 1))
        };
        Two(Number::from(0, tr!("a number of stones, then a limit,")))
            .map(
                |(stones, limit), _| Ok((stones, limit.min(stones))),
                |at| *at,
            )
            .or_read(move |text| (!text.as_str().contains(',')).then(|| start(text)))
            .edited(|at| {
                Some(SketchParts::named([
                    (tr!("stones"), at.0),
                    (tr!("limit"), at.1),
                ]))
            })
    }

    fn written_moves(&self, at: &Stones) -> impl Grammar<Value = u64> {
        Amount('-')
            .expecting(|| tr!("a minus and how many stones, such as -2").to_owned())
            .refusing(|m| {
                let what = match *m {
                    0 => tr!("a move takes at least one stone").to_owned(),
                    m if m > at.0 => tr!("there are only {stones}", stones = at.0),
                    _ => tr!("the limit is {limit}", limit = at.1),
                };
                (what, Amount('-').one_to(at.1))
            })
    }

    fn words(&self, _at: &Stones, m: &u64, _wording: Wording<'_, Self>) -> String {
        tr!("take {m}")
    }
}

impl BoardView for Fibonacci {
    fn scene(&self, at: &Stones, view: View) -> Scene {
        let notes = if view == View::Edit || is_over(self, at) {
            Vec::new()
        } else {
            vec![tr!("At most {limit} can be taken.", limit = at.1)]
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

/// The maximum number of stones in a position that is solved by search.
const SMALL: u64 = 200;

/// Returns whether the smallest part of the Zeckendorf sum of `counted` exceeds the limit. Returns true if `counted` is
/// 0.
fn is_out_of_reach(counted: u64, limit: u64) -> bool {
    let parts = zeckendorf(counted);
    parts.last().is_none_or(|&smallest| smallest > limit)
}

impl Fibonacci {
    fn counted(&self, at: Stones) -> u64 {
        at.0.saturating_sub(u64::from(self.convention.is_misere()))
    }

    fn left_in_words(&self, at: &Stones) -> String {
        let played = self.counted(*at);
        match zeckendorf(played).last() {
            None => tr!("leaves one stone").to_owned(),
            Some(smallest) => tr!(
                "leaves {played}: you may take at most {limit}, less than its smallest Fibonacci part, {smallest}",
                limit = at.1
            ),
        }
    }

    fn known(&self, at: &Stones, limits: &Limits) -> Result<Option<KnownPosition>, Stop> {
        let search = || self.small.value(self, at, self.convention, limits);
        (at.0 <= SMALL).then(search).transpose()
    }
}

impl Solve for Fibonacci {
    fn prove(&self, at: &Stones, want: Want, limits: &Limits) -> Result<Value, Stop> {
        let loses = match at.0.min(at.1) {
            0 => !self.convention.is_misere(),
            _ => is_out_of_reach(self.counted(*at), at.1),
        };
        let part = || self.summand(at, limits);
        want.prove_by_theorem(self.convention, loses, part, || self.known(at, limits))
    }

    /// The Grundy value of a large position is known only if the position is lost in normal play.
    fn summand(&self, at: &Stones, limits: &Limits) -> Result<Summand, Stop> {
        let lost = is_out_of_reach(at.0, at.1);
        Ok(Summand::searched_or_lost(self.known(at, limits)?, lost))
    }

    fn winning(&self, at: &Stones, beside: Beside<'_>) -> Wins<'_, u64> {
        if !beside.others.changes_nothing(self.convention) {
            let known = format_args!("{SMALL} stones");
            return by_enumeration_up_to(at.0 <= SMALL, known);
        }
        let parts = zeckendorf(self.counted(*at));
        let mut found = MoveSet::default();
        let mut sum = 0;
        for (i, part) in parts.iter().enumerate().rev() {
            sum += part;
            let next = i.checked_sub(1).map(|j| u128::from(parts[j]));
            if sum <= at.1 && next.is_none_or(|f| f > 2 * u128::from(sum)) {
                found.push(sum);
            }
        }
        Ok(Some(found))
    }
}
