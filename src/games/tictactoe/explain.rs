//! Why a position is won, drawn or lost: lines about to be completed, forks, and the lines that can still be stopped.

use super::rules::cells;
use super::{CellMarks, LINES, TicTacToe, name};
use crate::games::arguments::{answer, counted, ending, finish, moves, natural, resistance};
use crate::games::prelude::*;
use crate::games::reasons::and;
use crate::rules::{FigureMark, Reveals};

type MarkReason = Reason<CellMarks, u8>;

/// The free cells where a player would complete a line.
fn threats(at: CellMarks, player: Player) -> Vec<u8> {
    let own = at.cells(player);
    cells(at.free()).filter(|c| LINES.iter().any(|line| (own | 1 << c) & line == *line)).collect()
}

/// The lines that hold no mark of the other player, and are not free altogether.
fn open_lines(at: CellMarks, player: Player) -> Vec<u16> {
    let (own, other) = (at.cells(player), at.cells(player.other()));
    LINES.into_iter().filter(|line| line & other == 0 && line & own != 0).collect()
}

fn list(cells: &[u8]) -> String {
    let texts: Vec<String> = cells.iter().map(|c| (c + 1).to_string()).collect();
    and(&texts)
}

/// The cells of lines, such as `1-2-3 and 1-5-9`.
fn lines(lines: &[u16]) -> String {
    let texts: Vec<String> = (lines.iter())
        .map(|&line| cells(line).map(|c| (c + 1).to_string()).collect::<Vec<_>>().join("-"))
        .collect();
    and(&texts)
}

fn sites(cells: &[u8]) -> impl Iterator<Item = Site> + '_ {
    cells.iter().map(|&c| Site::new(0, u64::from(c)))
}

pub(super) fn reasons(
    game: &TicTacToe,
    at: CellMarks,
    proved: &Proved<'_, u8>,
    limits: &Limits,
) -> GameReasons<TicTacToe> {
    let other = at.mover().other();
    let whole = Claim::Outcome(at, proved.value.outcome);
    let Some(&best) = proved.best else {
        let text = match at.has_line(other) {
            true => format!("{} has three in a line.", name(other)),
            false => "The board is full and nobody has a line.".to_owned(),
        };
        return Ok(vec![Reason::new(text).claiming(whole)]);
    };
    let reasons = match proved.value.outcome {
        Outcome::Win => won(game, at, best, proved, limits)?,
        Outcome::Draw => drawn(game, at, best, limits)?,
        Outcome::Loss => lost(game, at, proved, limits)?,
    };
    Ok(finish(game, &at, proved, reasons))
}

fn won(
    game: &TicTacToe,
    at: CellMarks,
    best: u8,
    proved: &Proved<'_, u8>,
    limits: &Limits,
) -> GameReasons<TicTacToe> {
    let (mover, other) = (at.mover(), at.mover().other());
    let (mine, theirs) = (threats(at, mover), threats(at, other));
    let own = open_lines(at, mover);
    let text = match (mine.is_empty(), theirs.is_empty()) {
        (false, _) => format!("{} has two marks in a line whose third cell is free.", name(mover)),
        (true, false) => {
            format!(
                "{} threatens a line, which has to be stopped. {} wins all the same.",
                name(other),
                name(mover)
            )
        }
        _ if own.is_empty() => format!("{} has time to begin two lines at once.", name(mover)),
        (true, true) => {
            format!(
                "{} can still complete {}: two of these at once cannot be stopped.",
                name(mover),
                lines(&own)
            )
        }
    };
    let mut reasons = vec![Reason::new(text).claiming(Claim::Outcome(at, Outcome::Win))];
    reasons.push(counted(game, &at, proved));
    reasons.extend(natural(game, &at, proved, central(at), limits)?);
    reasons.extend(kind_of(at, best, Outcome::Win));
    let after = at.with(best);
    let made = threats(after, mover);
    let text = match (after.has_line(mover), &made[..]) {
        (true, _) => format!("{} completes a line.", best + 1),
        (_, []) => format!(
            "{} threatens nothing yet, but each of the {} answers loses.",
            best + 1,
            after.free().count_ones()
        ),
        (_, [one]) => format!("{} threatens a line at {}, which has to be stopped there.", best + 1, one + 1),
        _ => format!(
            "{} makes a fork: it threatens {}, and only one of them can be stopped.",
            best + 1,
            list(&made)
        ),
    };
    let reason = Reason::new(text).claiming(Claim::Move(best, Outcome::Win)).revealing(Reveals::Move);
    reasons.push(reason.claiming(Claim::Outcome(after, Outcome::Loss)).about(sites(&[best])));
    reasons.extend(ending(game, &at, proved, limits)?);
    Ok(reasons)
}

/// Corner, edge or centre: of which kind the best move is, where several such cells are free.
fn kind_of(at: CellMarks, best: u8, outcome: Outcome) -> Option<MarkReason> {
    let kinds: [(&str, &[u8]); 2] = [("corners", &[0, 2, 6, 8]), ("edges", &[1, 3, 5, 7])];
    let (name, all) = kinds.into_iter().find(|(_, cells)| cells.contains(&best))?;
    let free: Vec<u8> = all.iter().copied().filter(|c| at.free() >> c & 1 == 1).collect();
    if free.len() < 2 {
        return None;
    }
    let verb = if outcome == Outcome::Win { "wins" } else { "holds the draw" };
    let text = format!("Look at the {name} that are free, {}: one of them {verb}.", list(&free));
    let whole = Claim::Outcome(at, outcome);
    Some(Reason::new(text).claiming(whole).revealing(Reveals::Where).about(sites(&free)))
}

/// The moves that come to mind first: the centre, then corners.
fn central(at: CellMarks) -> impl Iterator<Item = (String, u8)> {
    let what = |c: u8| match c {
        4 => "The centre",
        0 | 2 | 6 | 8 => "The corner",
        _ => "The edge",
    };
    [4u8, 0, 2, 6, 8, 1, 3, 5, 7]
        .into_iter()
        .filter(move |c| at.free() >> c & 1 == 1)
        .map(move |c| (what(c).to_owned(), c))
}

fn drawn(game: &TicTacToe, at: CellMarks, best: u8, limits: &Limits) -> GameReasons<TicTacToe> {
    let (mover, other) = (at.mover(), at.mover().other());
    let theirs = threats(at, other);
    let mut reasons = vec![still_open(at)];
    reasons.extend(what_holds(game, at, limits)?);
    reasons.extend(kind_of(at, best, Outcome::Draw));
    let text = match &theirs[..] {
        [one] => {
            format!("{} threatens a line at {}: {} has to stop it there.", name(other), one + 1, name(mover))
        }
        _ => {
            let made = threats(at.with(best), mover);
            match made.is_empty() {
                true => format!("{} holds the draw.", best + 1),
                false => format!("{} threatens a line at {}, which the other stops.", best + 1, list(&made)),
            }
        }
    };
    let mut reason = Reason::new(text).claiming(Claim::Move(best, Outcome::Draw)).revealing(Reveals::Move);
    if let Some(reply) = answer(game, &at, &best, limits)? {
        reason = reason.claiming(Claim::Answer(best, reply));
    }
    reasons.push(reason.about(sites(&[best])));
    Ok(reasons)
}

/// The lines that each side could still complete, if it were let.
fn still_open(at: CellMarks) -> MarkReason {
    let (x, o) = (open_lines(at, Player::First), open_lines(at, Player::Second));
    let text = match (x.is_empty(), o.is_empty(), at.free() == super::ALL) {
        (_, _, true) => {
            "Eight lines are open to both. A line takes three marks, and the other side has time to stop \
                         each."
                .to_owned()
        }
        (true, true, _) => {
            "Every line that is begun holds marks of both: none of them can be completed.".to_owned()
        }
        (false, true, _) => format!("Only X has open lines, {}, and each can be stopped in time.", lines(&x)),
        (true, false, _) => format!("Only O has open lines, {}, and each can be stopped in time.", lines(&o)),
        _ => format!("Open lines: X {}; O {}. Each can be stopped in time.", lines(&x), lines(&o)),
    };
    Reason::new(text).claiming(Claim::Outcome(at, Outcome::Draw))
}

/// How many moves hold the draw, and the first of those that lose, with its answer.
fn what_holds(game: &TicTacToe, at: CellMarks, limits: &Limits) -> GameReasons<TicTacToe> {
    let other = at.mover().other();
    let (mut holding, mut losing) = (0u64, None);
    let all = game.moves(&at);
    for &m in &all {
        match game.outcome(&at.with(m), limits)? {
            Outcome::Draw => holding += 1,
            _ => losing = losing.or(Some(m)),
        }
    }
    let number = all.len() as u64;
    let text = match (number == holding, holding) {
        (true, 1) => "There is 1 move left, and it ends in a draw.".to_owned(),
        (true, _) => format!("Each of the {number} moves holds the draw."),
        (_, 1) => format!("Only 1 of the {number} moves holds the draw, the others lose."),
        _ => format!("{holding} of the {} hold the draw, the others lose.", moves(number)),
    };
    let mut reasons = vec![Reason::new(text).claiming(Claim::Outcome(at, Outcome::Draw))];
    if let Some(m) = losing
        && let Some(reply) = answer(game, &at, &m, limits)?
    {
        let after = at.with(m).with(reply);
        let made = threats(after, other);
        let then = match (after.has_line(other), made.len()) {
            (true, _) => "completes a line".to_owned(),
            (_, 0) => "answers and wins in the end".to_owned(),
            (_, 1) => format!("threatens {} and wins", list(&made)),
            _ => format!("makes a fork at {}", list(&made)),
        };
        let text = format!("{} would lose: {} at {} {then}.", m + 1, name(other), reply + 1);
        let reason =
            Reason::new(text).claiming(Claim::Move(m, Outcome::Loss)).claiming(Claim::Answer(m, reply));
        reasons.push(reason.about(sites(&[m])));
    }
    Ok(reasons)
}

fn lost(game: &TicTacToe, at: CellMarks, proved: &Proved<'_, u8>, limits: &Limits) -> GameReasons<TicTacToe> {
    let other = at.mover().other();
    let theirs = threats(at, other);
    let text = match theirs.len() {
        0 => format!(
            "{} can still complete {}: whatever is done, two threats at once come up.",
            name(other),
            lines(&open_lines(at, other))
        ),
        1 => format!("{} threatens a line at {}, and stopping it does not help.", name(other), list(&theirs)),
        _ => format!("{} threatens lines at {}: only one can be stopped.", name(other), list(&theirs)),
    };
    let said: MarkReason =
        Reason::new(text).claiming(Claim::Outcome(at, Outcome::Loss)).about(sites(&theirs));
    let mut reasons = vec![said];
    reasons.extend(resistance(game, &at, proved, limits)?);
    reasons.extend(natural(game, &at, proved, central(at), limits)?);
    reasons.extend(ending(game, &at, proved, limits)?);
    Ok(reasons)
}

/// The cells where a player threatens to complete a line, with the player's mark.
pub(super) fn figure(at: CellMarks) -> Figure {
    let mut figure = Figure::default();
    if Player::BOTH.into_iter().any(|p| at.has_line(p)) {
        return figure;
    }
    for player in Player::BOTH {
        for cell in threats(at, player) {
            let places = vec![Site::new(0, u64::from(cell))];
            figure.values = "a small letter in a free cell: that player completes a line there";
            figure.marks.push(FigureMark::Value { places, text: name(player).to_owned() });
        }
    }
    figure
}
