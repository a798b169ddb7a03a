//! The seven formats.

use std::fmt::Write as _;
use std::io::Write;

use super::super::error::{Done, Error};
use super::super::stop::Budget;
use super::scanner::Scanner;
use nimatron_core::erased::AnyPosition;
use nimatron_core::games;
use nimatron_core::rules::{IdError, Library, MAX_NUMBER, Outcome, Player, Text};
use nimatron_core::solve::sums::OtherParts;

/// The most winning bids that are written out for one auction.
const MOST_BIDS: usize = 1_000_000;

/// A position from which others of the same game are reached by their states.
fn open(id: &str, library: &Library) -> Done<Box<dyn AnyPosition>> {
    games::open(id, library).map_err(|e| Error::failed(format_args!("{id}: {e}")))
}

/// Whether the player to move wins.
fn wins(base: &dyn AnyPosition, state: &str, scanner: &Scanner) -> Done<bool> {
    let position = base.with_state(Text::new(state)).map_err(|e| scanner.error(plain(&e)))?;
    let outcome = Budget::default().run(|limits| position.outcome(limits));
    Ok(outcome.map_err(|stop| scanner.error(stop))? == Outcome::Win)
}

/// An error about a state that is not written as such in the input: the column would mislead.
fn plain(e: &IdError) -> String {
    format!("{}; expected {}", e.what, e.expected)
}

pub fn star(scanner: &mut Scanner, out: &mut impl Write, library: &Library) -> Done {
    let base = open("star:0", library)?;
    let mut state = String::new();
    while let Some(code) = scanner.number_or_end(out, "a code", [0, 8191])? {
        state.clear();
        let _ = write!(state, "{code}");
        out.write_all(if wins(&*base, &state, scanner)? { b"FIRST\n" } else { b"SECOND\n" })?;
    }
    Ok(())
}

pub fn triangle_war(scanner: &mut Scanner, out: &mut impl Write, library: &Library) -> Done {
    let base = open("triangle:", library)?;
    let games = scanner.number_here(out, "the number of games", [0, MAX_NUMBER])?;
    for game in 1..=games {
        let count = scanner.number_here(out, "a number of moves", [0, 18])?;
        let mut state = String::new();
        let mut lines = Vec::new();
        for _ in 0..count {
            let from = scanner.number_here(out, "a dot", [1, 10])?;
            let to = scanner.number_here(out, "a dot", [1, 10])?;
            if from >= to {
                return Err(scanner.error(format_args!("{from} {to}; expected the smaller dot first")));
            }
            if !state.is_empty() {
                state.push(',');
            }
            let _ = write!(state, "{from}-{to}");
            lines.push((state.len(), scanner.number()));
        }
        let position = base.with_state(Text::new(&state)).map_err(|e| {
            // The edge that is wrong stands in an earlier line, most often.
            let line = lines.iter().find(|(end, _)| e.column <= *end).map_or(scanner.number(), |(_, n)| *n);
            Error::Failed(format!("line {line}: {}", plain(&e)))
        })?;
        let outcome = Budget::default().run(|limits| position.outcome(limits));
        let winner = match (outcome.map_err(|stop| scanner.error(stop))?, position.mover()) {
            (Outcome::Win, mover) => mover,
            (Outcome::Loss, mover) => mover.map(Player::other),
            (Outcome::Draw, _) => None,
        };
        match winner {
            Some(Player::First) => writeln!(out, "Game {game}: A wins.")?,
            Some(Player::Second) => writeln!(out, "Game {game}: B wins.")?,
            // Nine triangles are never shared equally.
            None => return Err(scanner.error("the game is a draw")),
        }
    }
    Ok(())
}

pub fn strip(scanner: &mut Scanner, out: &mut impl Write, library: &Library) -> Done {
    let base = open("strip:0", library)?;
    let mut state = String::new();
    while let Some(cells) = scanner.number_or_end(out, "a number of cells", [1, 100_000])? {
        state.clear();
        let mut more = false;
        for cell in 1..=cells {
            match scanner.mark(out)? {
                Some((digit @ '0'..='2', goes_on)) => {
                    state.push(digit);
                    more = goes_on;
                }
                Some((other, _)) => {
                    return Err(scanner.error(format_args!("cell {cell} is {other:?}; expected 0, 1 or 2")));
                }
                None => {
                    return Err(scanner.error(format_args!("the input ends before cell {cell} of {cells}")));
                }
            }
        }
        if more {
            return Err(scanner.error(format_args!("more than the {cells} cells announced")));
        }
        out.write_all(if wins(&*base, &state, scanner)? { b"FIRST\n" } else { b"SECOND\n" })?;
    }
    Ok(())
}

pub fn cards(scanner: &mut Scanner, out: &mut impl Write, library: &Library) -> Done {
    let base = open("powers/2:0", library)?;
    let mut state = String::new();
    while let Some(cards) = scanner.number_or_end(out, "a number of cards", [0, MAX_NUMBER])? {
        state.clear();
        let _ = write!(state, "{cards}");
        out.write_all(if wins(&*base, &state, scanner)? { b"Kiki\n" } else { b"Cici\n" })?;
    }
    Ok(())
}

pub fn auction(scanner: &mut Scanner, out: &mut impl Write, library: &Library) -> Done {
    while let Some(price) = scanner.number_or_end(out, "a price", [1, MAX_NUMBER])? {
        let raise = scanner.number_here(out, "the largest raise", [1, MAX_NUMBER])?;
        let position = open(&format!("auction/{raise}/{price}:0"), library)?;
        let found =
            Budget::default().run(|limits| position.part()?.winning(&OtherParts::none(), MOST_BIDS, limits));
        let found = found.map_err(|stop| scanner.error(stop))?;
        if found.count > found.first.len() as u64 {
            let what = format_args!("{} winning bids; expected at most {MOST_BIDS}", found.count);
            return Err(scanner.error(what));
        }
        for (i, bid) in found.first.iter().enumerate() {
            let sign = if i > 0 { " " } else { "" };
            write!(out, "{sign}{}", bid.text.trim_start_matches('+'))?;
        }
        out.write_all(if found.first.is_empty() { b"none\n" } else { b"\n" })?;
    }
    Ok(())
}

pub fn queen(scanner: &mut Scanner, out: &mut impl Write, library: &Library) -> Done {
    let base = open("queen:0,0", library)?;
    let mut state = String::new();
    while let Some(x) = scanner.number_or_end(out, "a coordinate", [0, MAX_NUMBER])? {
        let y = scanner.number_here(out, "the second coordinate", [0, MAX_NUMBER])?;
        state.clear();
        let _ = write!(state, "{x},{y}");
        out.write_all(if wins(&*base, &state, scanner)? { b"1\n" } else { b"0\n" })?;
    }
    Ok(())
}

pub fn boxes(scanner: &mut Scanner, out: &mut impl Write, library: &Library) -> Done {
    let base = open("boxes:1,1", library)?;
    let mut state = String::new();
    while let Some(balls) =
        scanner.number_or_end(out, "a number of balls, or 0 at the end", [0, MAX_NUMBER])?
    {
        if balls == 0 {
            break;
        }
        state.clear();
        let _ = write!(state, "{balls},1");
        out.write_all(if wins(&*base, &state, scanner)? { b"Alice\n" } else { b"Bob\n" })?;
    }
    Ok(())
}
