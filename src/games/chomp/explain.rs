//! Why a bar is won or lost: by its shape where that tells, by strategy stealing, else by counts and answers.

use super::{Bar, Bite, Chomp};
use crate::erased::{GameReasons, Proved};
use crate::games::arguments::{count, counted, ending, finish, joined, natural, resistance};
use crate::rules::{
    Claim, Convention, Figure, FigureMark, Limits, Notation, Outcome, Reason, Reveals, Rules, Site, Stop,
    Word,
};
use crate::solve::Solve;

/// The most answers that are claimed one by one.
const CLAIMED: u16 = 20;

type BarReason = Reason<Bar, Bite>;

fn bite(row: u16, column: u16) -> Bite {
    Bite { row, column }
}

fn site(row: u16, column: u16) -> Site {
    Site::new(u32::from(row), u64::from(column))
}

/// The two arms of a hook: squares beside and above the poison, where nothing else is left.
fn arms(at: &Bar) -> Option<(u16, u16)> {
    let above = at.rows().iter().skip(1);
    let up = u16::try_from(above.clone().count()).ok()?;
    above.into_iter().all(|&length| length == 1).then(|| (at.columns().saturating_sub(1), up))
}

/// The longer and the shorter one of two rows.
fn two_rows(at: &Bar) -> Option<(u16, u16)> {
    match at.rows() {
        &[long, short] => Some((long, short)),
        _ => None,
    }
}

fn is_square(at: &Bar) -> bool {
    at.is_rectangle() && at.rows().len() == usize::from(at.columns()) && at.columns() > 1
}

/// What is left, in a few words.
fn named(at: &Bar) -> String {
    if let (true, [_, _, ..]) = (at.is_rectangle(), at.rows()) {
        return format!("{}x{}", at.rows().len(), at.columns());
    }
    match at.rows() {
        [1] => "the poison alone".to_owned(),
        [n] => format!("one row of {n}"),
        rows => format!("rows of {}", joined(rows.iter().map(u16::to_string), ", ", 45)),
    }
}

pub(super) fn reasons(
    game: &Chomp,
    at: &Bar,
    proved: &Proved<'_, Bite>,
    limits: &Limits,
) -> GameReasons<Chomp> {
    let all = Claim::Outcome(at.clone(), proved.value.outcome);
    let Some(best) = proved.best else {
        let text = match game.convention {
            Convention::Normal => "All is eaten: whoever took the last bite has won.",
            Convention::Misere => "All is eaten: whoever ate the poison has lost.",
        };
        return Ok(vec![Reason::new(text).claiming(all)]);
    };
    let mut reasons = Vec::new();
    if game.convention == Convention::Normal {
        reasons.push(counted(game, at, proved));
        if let Some(grundy) = proved.value.grundy {
            let text =
                format!("Beside other games this bar is worth a Nim pile of {grundy}, its Grundy value.");
            reasons.push(
                Reason::new(text)
                    .claiming(Claim::Grundy(at.clone(), grundy))
                    .using(&[Word::Grundy, Word::Worth]),
            );
        }
        reasons.extend(natural(game, at, proved, strong(at), limits)?);
        let text =
            format!("{} eats the whole bar in one bite, and the last bite wins.", game.move_text(at, best));
        let reason = Reason::new(text).claiming(Claim::Move(*best, Outcome::Win)).revealing(Reveals::Move);
        reasons.push(reason.about([site(best.row, best.column)]));
        return Ok(finish(game, at, proved, reasons));
    }
    match proved.value.outcome {
        Outcome::Win => {
            reasons.extend(shape_won(at));
            reasons.push(counted(game, at, proved));
            reasons.extend(natural(game, at, proved, strong(at), limits)?);
            reasons.extend(line_of(at, *best));
            reasons.push(kept(game, at, best, limits)?);
            reasons.extend(ending(game, at, proved, limits)?);
        }
        _ if at.rows() == [1] => {
            let text = "Only the poison is left: there is 1 move, and it eats it.";
            reasons.push(Reason::new(text).claiming(all).claiming(Claim::Move(*best, Outcome::Loss)));
        }
        _ => {
            reasons.extend(shape_lost(at));
            reasons.extend(resistance(game, at, proved, limits)?);
            reasons.extend(natural(game, at, proved, strong(at), limits)?);
            reasons.extend(ending(game, at, proved, limits)?);
        }
    }
    Ok(finish(game, at, proved, reasons))
}

/// The row or column of the best bite, whichever is longer.
fn line_of(at: &Bar, best: Bite) -> Option<BarReason> {
    let rows = at.rows();
    let along = rows.get(usize::from(best.row)).copied().unwrap_or(0);
    let up = u16::try_from(rows.iter().filter(|&&length| length > best.column).count()).unwrap_or(u16::MAX);
    let (text, places): (String, Vec<Site>) = match (along.max(up), along >= up) {
        (0 | 1, _) => return None,
        (_, true) => {
            let text = format!("Look along row {}: one of its {along} bites wins.", best.row + 1);
            (text, (0..along).map(|column| site(best.row, column)).collect())
        }
        (_, false) => {
            let text = format!("Look up column {}: one of its {up} bites wins.", best.column + 1);
            (text, (0..up).map(|row| site(row, best.column)).collect())
        }
    };
    let won = Claim::Outcome(at.clone(), Outcome::Win);
    Some(Reason::new(text).claiming(won).revealing(Reveals::Where).about(places))
}

/// The bites that come to mind first.
fn strong(at: &Bar) -> impl Iterator<Item = (String, Bite)> {
    let row = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
    let top = row(at.rows().len().saturating_sub(1));
    let last = at.rows().last().copied().unwrap_or(0).saturating_sub(1);
    let (rectangle, rows, columns) = (at.is_rectangle(), at.rows().to_vec(), at.columns());
    let named = [
        (rectangle, "The far corner alone", bite(top, last)),
        (true, "The square diagonal to the poison", bite(1, 1)),
        (rows.len() > 1, "Everything but the lowest row", bite(1, 0)),
        (columns > 1, "Everything but the first column", bite(0, 1)),
        (true, "The end of the lowest row", bite(0, columns.saturating_sub(1))),
        (true, "The end of the top row", bite(top, last)),
    ];
    named
        .into_iter()
        .filter(move |(fits, _, m)| {
            *fits
                && (m.row, m.column) != (0, 0)
                && rows.get(usize::from(m.row)).is_some_and(|&l| m.column < l)
        })
        .map(|(_, what, m)| (what.to_owned(), m))
}

/// What the shape of a won bar tells without giving the bite away.
fn shape_won(at: &Bar) -> Option<BarReason> {
    let text = if let Some((right, up)) = arms(at) {
        match right.min(up) {
            0 => {
                format!("One line: the poison with {} beside it.", count(u64::from(right.max(up)), "square"))
            }
            _ => format!(
                "Two arms at the poison, {right} and {up} long. Equal arms lose, as every bite can be copied on the \
                 other arm: these differ."
            ),
        }
    } else if at.is_rectangle() {
        let (rows, columns) = (at.rows().len(), at.columns());
        format!(
            "A full {rows}x{columns}: if biting off the corner {rows},{columns} lost, its answer could be the first \
             bite instead. So some bite wins."
        )
    } else {
        let (long, short) = two_rows(at)?;
        format!(
            "Two rows, {long} and {short}. They lose only when the upper is exactly 1 shorter; here it is {} shorter.",
            long - short
        )
    };
    Some(Reason::new(text).claiming(Claim::Outcome(at.clone(), Outcome::Win)))
}

/// A lost bar whose shape tells the answer to every bite.
fn shape_lost(at: &Bar) -> Option<BarReason> {
    if let Some((arm, _)) = arms(at) {
        let text = format!(
            "Two equal arms of {arm} at the poison: what is bitten off one, the answer bites off the other, until only \
             the poison is left."
        );
        let mut reason = Reason::new(text).using(&[Word::Symmetry]);
        for i in 1..=arm.min(CLAIMED) {
            reason = reason.claiming(Claim::Answer(bite(0, i), bite(i, 0)));
            reason = reason.claiming(Claim::Answer(bite(i, 0), bite(0, i)));
        }
        return Some(reason);
    }
    let (long, short) = two_rows(at)?;
    let text = format!(
        "Two rows, {long} and {short}, the upper 1 shorter: every bite changes that, and the answer restores it, down \
         to the poison."
    );
    let mut reason = Reason::new(text);
    for i in 0..short.min(CLAIMED) {
        reason = reason.claiming(Claim::Answer(bite(1, i), bite(0, i + 1)));
        reason = reason.claiming(Claim::Answer(bite(0, i + 1), bite(1, i)));
    }
    Some(reason)
}

/// What the best bite leaves, and why that loses.
fn kept(game: &Chomp, at: &Bar, best: &Bite, limits: &Limits) -> Result<BarReason, Stop> {
    let to = game.play(at, best);
    let text = game.move_text(at, best);
    let left = named(&to);
    let says = |what: String| {
        Reason::new(what)
            .claiming(Claim::Move(*best, Outcome::Win))
            .claiming(Claim::Outcome(to.clone(), Outcome::Loss))
            .revealing(Reveals::Move)
            .about([site(best.row, best.column)])
    };
    if to.rows() == [1] {
        return Ok(says(format!("{text} leaves the poison alone, and the other has to eat it.")));
    }
    if let Some((arm, _)) = arms(&to) {
        return Ok(says(format!(
            "{text} leaves two equal arms of {arm}: bite off one what the other player bites off the other."
        )));
    }
    if let Some((long, short)) = two_rows(&to) {
        return Ok(says(format!(
            "{text} leaves two rows, {long} and {short}, the upper 1 shorter: restore that after every bite."
        )));
    }
    let bites = to.squares();
    let Some(next) = game.best(&to, limits)? else {
        return Ok(says(format!("{text} leaves {left}, which loses.")));
    };
    let after = game.play(&to, &next);
    let Some(reply) = game.best(&after, limits)? else {
        return Ok(says(format!("{text} leaves {left}: each of the {bites} bites there loses.")));
    };
    let (first, second) = (game.move_text(&to, &next), game.move_text(&after, &reply));
    let reason = says(format!(
        "{text} leaves {left}: each of the {bites} bites there has an answer, as {second} to {first}."
    ));
    Ok(reason.claiming(Claim::Outcome(game.play(&after, &reply), Outcome::Loss)))
}

/// Squares that answer each other: the arms of a hook or of a square, the rows of two.
pub(super) fn figure(game: &Chomp, at: &Bar, proved: &Proved<'_, Bite>) -> Figure {
    let mut figure = Figure::default();
    let Some(best) = proved.best.filter(|_| game.convention == Convention::Misere) else { return figure };
    let lost = proved.value.outcome == Outcome::Loss;
    let arm = match arms(at) {
        Some((arm, _)) if lost => arm,
        _ if is_square(at) && *best == bite(1, 1) => at.columns() - 1,
        _ => 0,
    };
    let pair = |a: Site, b: Site| FigureMark::Pair(vec![a], vec![b]);
    figure.marks.extend((1..=arm).map(|i| pair(site(0, i), site(i, 0))));
    if let (true, None, Some((_, short))) = (lost, arms(at), two_rows(at)) {
        figure.marks.extend((0..short).map(|i| pair(site(1, i), site(0, i + 1))));
    }
    figure
}
