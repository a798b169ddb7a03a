//! Why stones and a limit are won or lost: the stones as a sum of Fibonacci numbers, the smallest part against the limit,
//! and the part after it, which the next limit does not reach.

use super::solver::counted;
use super::{Fibonacci, Stones, zeckendorf};
use crate::erased::{GameReasons, Proved};
use crate::games::reasons::{answered, by_moving, fitting, headline_of, how_many_win, order, stones};
use crate::rules::{Claim, Figure, FigureMark, Limits, Outcome, Reason, Reveals, Rules, Site};

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
    let itself = || Claim::Outcome(at, proved.value.outcome);
    let played = counted(at, game.convention);
    if played == 0 {
        let headline = Reason::headline("You must take the last stone.").claiming(itself());
        return Ok(vec![headline, answered(game, &at, proved, limits, |_| String::new())?]);
    }
    let parts = zeckendorf::parts(played);
    let Some(&smallest) = parts.last() else { return Ok(Vec::new()) };
    let sum: Vec<String> = parts.iter().map(u64::to_string).collect();
    let sum = format!("{played} = {}", sum.join(" + "));
    let headline = match (proved.value.outcome, parts.len()) {
        (Outcome::Win, _) if limit >= played => match game.convention.is_misere() {
            true => "You can leave exactly one stone.".to_owned(),
            false => "You may take all the stones at once.".to_owned(),
        },
        (Outcome::Win, _) => {
            let part = if proved.best == Some(&smallest) { "part" } else { "part, or several" };
            headline_of([
                format!("{sum}: take the smallest {part}."),
                format!("Take the smallest Fibonacci {part}."),
            ])
        }
        (_, 1) => headline_of([
            format!("{played} is a Fibonacci number, and you cannot take all {played}."),
            "A Fibonacci number, and you cannot take all of it.".to_owned(),
        ]),
        _ => headline_of([
            format!("{sum}: the smallest part, {smallest}, is over your limit."),
            "The smallest Fibonacci part is over your limit.".to_owned(),
        ]),
    };
    // The line above the limit, and the parts next to the pile.
    let line = all.checked_sub(limit).filter(|&below| below > 0 && below < all);
    let line = line.map(|below| FigureMark::Axis(Site::new(0, below), Site::new(0, below + 1)));
    let mut list = vec![Reason::headline(headline).claiming(proved.itself(at)).drawing(line)];
    match (proved.value.outcome, proved.best) {
        (Outcome::Win, Some(m)) => list.extend(winning(game, at, smallest, m)),
        _ => {
            let breaks = "Any move breaks up this part, and your opponent can take the smallest new part.";
            let text = fitting([
                format!("You may take at most {limit}, less than the smallest part, {smallest}. {breaks}"),
                format!("You may take too few for the smallest part. {breaks}"),
            ]);
            list.push(Reason::because(text).claiming(itself()));
            list.push(answered(game, &at, proved, limits, |to| what_is_left(game, to))?);
        }
    }
    list.push(Reason::new(fitting([
        match parts.len() {
            1 => format!("{played} is a Fibonacci number. These are 1, 2, 3, 5, 8, 13 and so on: each is the sum of the two before it."),
            _ => format!("{sum} is a Zeckendorf sum: its parts are Fibonacci numbers (1, 2, 3, 5, 8, ...), no two of them neighbours in this list."),
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
        list.push(how_many_win(game, &at, proved));
    }
    Ok(list)
}

/// What the reply to a losing move leaves.
fn what_is_left(game: &Fibonacci, to: &Stones) -> String {
    let left = counted(*to, game.convention);
    match (game.is_over(to), zeckendorf::parts(left).last()) {
        (true, _) => "ends the game".to_owned(),
        (_, None) => "leaves one stone".to_owned(),
        (_, Some(part)) => format!(
            "leaves {left}: you may take at most {}, less than its smallest Fibonacci part, {part}",
            to.1
        ),
    }
}

/// Where the win is, and the move: whole parts, so that the next one is out of reach.
fn winning(game: &Fibonacci, at: Stones, smallest: u64, m: &u64) -> [Reason<Stones, u64>; 2] {
    let (all, _) = at;
    let misere = game.convention.is_misere();
    let words = order(game, &at, m);
    let after = zeckendorf::parts(counted(at, game.convention) - m);
    let part = if *m == smallest { "the smallest part" } else { "the sum of the smallest parts" };
    let text = match after.last() {
        None if misere => format!("{words}. One stone is left, and your opponent must take it."),
        None => format!("{words}. This takes every stone, and you win."),
        Some(next) => {
            let reach = 2 * u128::from(*m);
            format!(
                "{words}, {part}. Your opponent may then take at most {reach}, less than the next part, {next}."
            )
        }
    };
    let place = match after.last() {
        None if misere => "You may take enough to leave a single stone.".to_owned(),
        None => "You may take every stone that is left.".to_owned(),
        Some(_) => format!("Take whole parts of the sum, beginning with the smallest part, {smallest}."),
    };
    let top = stones(0, all.saturating_sub(*m).saturating_add(1), all);
    let claim = Claim::Outcome(at, Outcome::Win);
    let lit = FigureMark::Lit(top.clone());
    [
        by_moving(game, &at, m, text),
        Reason::new(place).revealing(Reveals::Where).claiming(claim).about(top).drawing([lit]),
    ]
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
        values: "brackets at the pile: the Fibonacci numbers that add up to it",
        ..Figure::default()
    }
}
