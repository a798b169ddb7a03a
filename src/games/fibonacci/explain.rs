//! Why stones and a limit are won or lost: the stones as a sum of Fibonacci numbers, the smallest part against the limit,
//! and the part after it, which the next limit does not reach.

use super::solver::counted;
use super::{Fibonacci, Stones, zeckendorf};
use crate::erased::{GameReasons, Proved};
use crate::games::reasons::{answered, by_moving, fitting, stones};
use crate::rules::{Claim, Figure, FigureMark, Limits, Notation, Outcome, Reason, Reveals, Rules, Word};

/// The most parts that are written out.
const WRITTEN: usize = 10;

pub(super) fn reasons(
    game: &Fibonacci,
    at: Stones,
    proved: &Proved<'_, u64>,
    limits: &Limits,
) -> GameReasons<Fibonacci> {
    let (all, limit) = at;
    if game.is_over(&at) {
        let what = if all == 0 { "No stone is left" } else { "The limit is 0" };
        return Ok(vec![Reason::ended(what, at, game.convention)]);
    }
    let outcome = proved.value.outcome;
    let played = counted(at, game.convention);
    if played == 0 {
        let text = "One stone is left. It has to be taken, and in misère play who takes the last one loses.";
        let last = Reason::new(text).using(&[Word::Misere]).claiming(proved.itself(at));
        return Ok(vec![last, answered(game, &at, proved, limits, |_| String::new())?]);
    }
    let mut list = Vec::new();
    if game.convention.is_misere() {
        let text = format!(
            "Misère: nobody wants the last stone, so play for the other {played} as if they were all."
        );
        list.push(Reason::new(text).using(&[Word::Misere]).claiming(Claim::Outcome(at, outcome)));
    }
    let parts = zeckendorf::parts(played);
    let smallest = parts.last().copied().unwrap_or(0);
    list.push(sum(played, &parts).using(&[Word::Zeckendorf, Word::Fibonacci]).claiming(proved.itself(at)));
    list.push(compared(smallest, limit, outcome).claiming(Claim::Outcome(at, outcome)));
    match (outcome, proved.best) {
        (Outcome::Win, Some(m)) => list.extend(winning(game, at, smallest, m)),
        _ => list.push(answered(game, &at, proved, limits, |to| what_is_left(game, to))?),
    }
    Ok(list)
}

/// The smallest part against the limit.
fn compared(smallest: u64, limit: u64, outcome: Outcome) -> Reason<Stones, u64> {
    Reason::new(match outcome {
        Outcome::Win => format!(
            "The smallest part, {smallest}, is within the limit of {limit}: whole parts can be taken, so that the next limit reaches none."
        ),
        _ => format!(
            "The smallest part, {smallest}, is above the limit of {limit}: any take breaks it and leaves a smaller part in reach."
        ),
    })
}

/// What the answer to a losing move leaves.
fn what_is_left(game: &Fibonacci, to: &Stones) -> String {
    let left = counted(*to, game.convention);
    match (game.is_over(to), zeckendorf::parts(left).last()) {
        (true, _) => "ends the game".to_owned(),
        (_, None) => "leaves one stone".to_owned(),
        (_, Some(part)) => format!("leaves {left} with smallest part {part}, limit {}", to.1),
    }
}

/// Where the win is, and the move: whole parts, so that the next one is out of reach.
fn winning(game: &Fibonacci, at: Stones, smallest: u64, m: &u64) -> [Reason<Stones, u64>; 2] {
    let (all, limit) = at;
    let misere = game.convention.is_misere();
    let text = game.move_text(&at, m);
    let after = zeckendorf::parts(counted(at, game.convention) - m);
    let what = if *m == smallest { "takes the smallest part" } else { "takes the smallest parts" };
    let text = match after.last() {
        None if misere => format!("{text} leaves one stone, which the other has to take."),
        None => format!("{text} takes all that is left, and wins."),
        Some(next) => {
            let reach = 2 * u128::from(*m);
            format!(
                "{text} {what}. The next limit is {reach}, and the next part, {next}, is out of its reach."
            )
        }
    };
    let place = match after.last() {
        None if misere => "One take can leave the last stone to the other.".to_owned(),
        None => format!("The limit of {limit} is enough for one take to end the game."),
        Some(_) => format!("Look at the smallest parts, from {smallest} up: take them whole."),
    };
    let top = stones(0, all.saturating_sub(*m).saturating_add(1), all);
    let claim = Claim::Outcome(at, Outcome::Win);
    [Reason::new(place).revealing(Reveals::Where).claiming(claim).about(top), by_moving(game, &at, m, text)]
}

/// The stones as a sum of Fibonacci numbers.
fn sum(played: u64, parts: &[u64]) -> Reason<Stones, u64> {
    let texts: Vec<String> = parts.iter().map(u64::to_string).collect();
    Reason::new(match parts {
        [one] => format!(
            "{one} is a Fibonacci number (1, 2, 3, 5, 8, ...: each the sum of the two before it), so its Zeckendorf sum is itself."
        ),
        _ if parts.len() <= WRITTEN => fitting([
            format!(
                "{played} = {} (Zeckendorf: Fibonacci numbers 1, 2, 3, 5, 8, 13, ..., no two of them neighbours).",
                texts.join(" + ")
            ),
            format!(
                "{played} is a Zeckendorf sum of {} Fibonacci numbers, no two of them neighbours.",
                parts.len()
            ),
        ]),
        _ => format!(
            "{played} is a Zeckendorf sum of {} Fibonacci numbers, no two of them neighbours.",
            parts.len()
        ),
    })
}

/// The parts on the pile, the smallest at the top; in misère play the stone that nobody wants is at the bottom.
pub(super) fn figure(game: &Fibonacci, at: Stones) -> Figure {
    if game.is_over(&at) {
        return Figure::default();
    }
    let mut top = at.0;
    let parts = zeckendorf::parts(counted(at, game.convention));
    let marks = parts.iter().rev().map(|&part| {
        let places = stones(0, top - part + 1, top);
        top -= part;
        FigureMark::Value { places, text: part.to_string() }
    });
    Figure {
        marks: marks.collect(),
        values: "brackets at the pile: the Fibonacci numbers that it is the sum of",
        ..Figure::default()
    }
}
