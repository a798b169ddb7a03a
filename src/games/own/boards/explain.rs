//! Why a board is won or lost: by the values of its parts where it falls into some, else by counts and answers.

use super::{CellChanges, OwnBoard};
use crate::erased::GameReasons;
use crate::erased::Proved;
use crate::games::arguments::{answer, count, counted, ending, finish, list, natural, resistance};
use crate::games::own::error::ScriptError;
use crate::games::own::explored::OwnPosition;
use crate::games::reasons::{and, by_moving, fitting};
use crate::rules::{
    Claim, Columns, Convention, Figure, Limits, Notation, Outcome, Reason, Rules, Stop, Word,
};

/// The most parts that are written out.
const WRITTEN: usize = 8;

type BoardReason = Reason<OwnPosition, CellChanges>;

pub(super) fn reasons(
    game: &OwnBoard,
    at: &OwnPosition,
    proved: &Proved<'_, CellChanges>,
    limits: &Limits,
) -> GameReasons<OwnBoard> {
    let itself = Claim::Outcome(at.clone(), proved.value.outcome);
    if game.is_over(at) {
        if game.script.says_results() {
            return Ok(vec![over(proved.value.outcome).claiming(itself)]);
        }
        return Ok(vec![Reason::ended("No move is left", at.clone(), game.convention)]);
    }
    let Some(best) = proved.best else { return Err(Stop::not_proved("the script gives no move")) };
    let mut reasons = Vec::new();
    if let Some(value) = proved.value.grundy {
        reasons.extend(parts(game, at, value, limits)?);
        let text = format!("Beside other games this board is worth a Nim pile of {value}, its Grundy value.");
        reasons.push(
            Reason::new(text).claiming(Claim::Grundy(at.clone(), value)).using(&[Word::Worth, Word::Grundy]),
        );
    }
    reasons.extend(mobility(game, at, limits)?.map(|r| r.claiming(itself.clone())));
    match proved.value.outcome {
        Outcome::Win => {
            reasons.push(counted(game, at, proved));
            reasons.extend(natural(game, at, proved, first(game, at), limits)?);
            reasons.push(kept(game, at, best));
        }
        Outcome::Loss => {
            reasons.extend(resistance(game, at, proved, limits)?);
            reasons.extend(natural(game, at, proved, first(game, at), limits)?);
        }
        Outcome::Draw => {
            reasons.push(drawn(game, at, limits)?.claiming(itself));
            reasons.extend(held(game, at, best, limits)?);
        }
    }
    reasons.extend(ending(game, at, proved, limits)?);
    Ok(finish(game, at, proved, reasons))
}

/// That the script says how it has ended.
fn over(outcome: Outcome) -> BoardReason {
    Reason::new(match outcome {
        Outcome::Win => "The game is over: it is won for who would have to move.",
        Outcome::Loss => "The game is over: it is lost for who would have to move.",
        Outcome::Draw => "The game is over: it is a draw.",
    })
}

/// How many moves leave a draw.
fn drawn(game: &OwnBoard, at: &OwnPosition, limits: &Limits) -> Result<BoardReason, Stop> {
    let drawing = game.drawing_count(at, limits)?;
    Ok(Reason::new(match game.count_moves(at) {
        Some(n) if n == drawing => {
            format!("Neither side can win: each of the {} leaves a draw.", count(n, "move"))
        }
        Some(n) => format!("Neither side can win: {drawing} of the {n} moves leave a draw, the others lose."),
        None => "Neither side can win.".to_owned(),
    }))
}

/// The move that holds the draw, and what holds it against that.
fn held(
    game: &OwnBoard,
    at: &OwnPosition,
    best: &CellChanges,
    limits: &Limits,
) -> Result<Option<BoardReason>, Stop> {
    let Some(reply) = answer(game, at, best, limits)? else { return Ok(None) };
    let (text, after) = (game.move_text(at, best), game.move_text(&game.play(at, best), &reply));
    let said = fitting([
        format!("{text} holds the draw, and {after} holds it against that."),
        "One of the moves holds the draw, and an answer holds it against that.".to_owned(),
    ]);
    Ok(Some(Reason::new(said).claiming(Claim::Answer(best.clone(), reply))))
}

/// The moves that come to mind first: the one that changes the most, and the first of all.
fn first(game: &OwnBoard, at: &OwnPosition) -> Vec<(String, CellChanges)> {
    let moves = game.first_moves(at, 1000);
    let most = moves.iter().max_by_key(|m| m.0.len()).filter(|m| m.0.len() > 1);
    let few = moves.first().map(|m| ("The first move".to_owned(), m.clone()));
    most.map(|m| (format!("A move that changes {}", count(m.0.len() as u64, "cell")), m.clone()))
        .into_iter()
        .chain(few)
        .collect()
}

/// What the winning move leaves.
fn kept(game: &OwnBoard, at: &OwnPosition, best: &CellChanges) -> BoardReason {
    let to = game.play(at, best);
    let text = game.move_text(at, best);
    let left = match (game.count_moves(&to), game.script.says_results()) {
        (Some(0), true) => "and the game is won".to_owned(),
        (Some(0), false) => "and the other cannot move".to_owned(),
        (Some(1), _) => "where the other has one move, and it loses".to_owned(),
        (Some(n), _) => format!("where none of the other's {n} moves helps"),
        (None, _) => "where no move helps the other".to_owned(),
    };
    let said = fitting([format!("{text} wins, {left}."), format!("The winning move leaves a board {left}.")]);
    by_moving(game, at, best, said)
}

/// On a board for two: how many moves each would have.
fn mobility(game: &OwnBoard, at: &OwnPosition, limits: &Limits) -> Result<Option<BoardReason>, Stop> {
    let Some(mover) = at.mover else { return Ok(None) };
    let other = OwnPosition { mover: Some(mover.other()), cells: at.cells.clone() };
    if game.script.says_results() {
        return Ok(None);
    }
    let Some(own) = game.count_moves(at) else { return Ok(None) };
    // Where the other player has no turn the script need not answer.
    let others = match game.asked_within(&other, limits) {
        Ok(asked) => asked.moves.len(),
        Err(ScriptError::Fault(_)) => return Ok(None),
        Err(ScriptError::Stopped(stop)) => return Err(stop),
    };
    let text = format!(
        "Here you have {}, and the other would have {} on the same board.",
        count(own, "move"),
        others
    );
    Ok(Some(Reason::new(text)))
}

/// The parts and what they are worth.
fn parts(
    game: &OwnBoard,
    at: &OwnPosition,
    value: u64,
    limits: &Limits,
) -> Result<Option<BoardReason>, Stop> {
    let Some(worth) = worths(game, at, limits)?.filter(|w| w.len() > 1) else { return Ok(None) };
    let shown = list(worth.iter().map(|(part, _)| game.script.state_text(part, None)), 70);
    let values: Vec<String> = worth.iter().map(|(_, v)| v.to_string()).collect();
    let text = match worth.len() <= WRITTEN {
        true => fitting([
            format!("It falls into {shown}, with the Grundy values {}: XOR {value}.", and(&values)),
            format!("Its {} parts have the Grundy values {}: XOR {value}.", worth.len(), and(&values)),
        ]),
        false => format!("It falls into {} parts, whose Grundy values have the XOR {value}.", worth.len()),
    };
    let said = Reason::new(text).using(&[Word::Grundy, Word::Xor]).claiming(Claim::Grundy(at.clone(), value));
    Ok(Some(worth.iter().take(WRITTEN).fold(said, |said, (part, v)| {
        // A part that legal refuses is no position of its own.
        let part = if game.script.checks_positions() { None } else { Some(part) };
        part.map_or(said.clone(), |cells| said.claiming(Claim::Grundy(alone(cells), *v)))
    })))
}

fn alone(cells: &[i32]) -> OwnPosition {
    OwnPosition { mover: None, cells: cells.into() }
}

/// A part of a board, and its Grundy value.
type PartWorth = (Box<[i32]>, u64);

/// The parts that allow a move.
fn worths(game: &OwnBoard, at: &OwnPosition, limits: &Limits) -> Result<Option<Vec<PartWorth>>, Stop> {
    if !game.script.has_parts() {
        return Ok(None);
    }
    game.by_parts(at, limits, |known, parts, numbers| {
        let live = numbers.iter().zip(parts).filter(|(n, _)| known.height(&[**n]) > 0);
        Ok(Some(live.map(|(&n, part)| (part.clone(), known.grundy(n).into())).collect()))
    })
}

pub(super) fn figure(
    game: &OwnBoard,
    at: &OwnPosition,
    _proved: &Proved<'_, CellChanges>,
    limits: &Limits,
) -> Result<Figure, Stop> {
    if game.convention == Convention::Misere {
        return Ok(Figure::default());
    }
    let worth = worths(game, at, limits)?.unwrap_or_default();
    let rows: Vec<(String, u64)> =
        worth.into_iter().enumerate().map(|(i, (_, v))| (format!("part {}", i + 1), v)).collect();
    let columns = (rows.len() > 1).then(|| Columns::of(rows));
    Ok(Figure { columns, ..Figure::default() })
}

impl OwnBoard {
    /// How many moves leave a draw.
    fn drawing_count(&self, at: &OwnPosition, limits: &Limits) -> Result<u64, Stop> {
        use crate::solve::Solve;
        Ok(self.drawing(at, usize::MAX, limits)?.len() as u64)
    }
}
