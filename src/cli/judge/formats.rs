//! Reads contest input in the seven formats, and writes the answers.

use std::fmt::Write as _;
use std::io::Write;

use super::super::error::{Done, Error};
use super::super::stop::Budget;
use super::scanner::Scanner;
use crate::play::winner;
use nimatron_core::erased::AnyPosition;
use nimatron_core::games;
use nimatron_core::games::reasons::counted_wins;
use nimatron_core::rules::{
    IdError, Library, Limits, MAX_NUMBER, MOST_LISTED, Outcome, Player, Stop, Text,
};
use nimatron_core::solve::sums::OtherParts;
use nimatron_core::tr;

/// The maximum number of winning bids listed for an auction.
const MOST_BIDS: usize = 1_000_000;

/// Opens a position of a game, from which the positions of the test cases are created.
fn open(id: &str, library: &Library) -> Done<Box<dyn AnyPosition>> {
    games::open(id, library).map_err(|e| Error::failed(format_args!("{id}: {e}")))
}

/// Formats an error about a state without its column, which would mislead: the input does not contain the state
/// literally.
fn plain(e: &IdError) -> String {
    tr!(
        "{what}; expected {expected}",
        what = e.what,
        expected = e.expected
    )
}

/// Solves a case within the budget of the whole input.
fn within<T>(
    scanner: &Scanner,
    budget: &Budget,
    solve: impl FnOnce(&Limits) -> Result<T, Stop>,
) -> Done<T> {
    let solved = budget.run(|limits| limits.check().and_then(|()| solve(limits)));
    solved.map_err(|stop| scanner.error(stop))
}

/// The answer if the player to move wins, and the answer if the other player wins.
type Words = [&'static str; 2];

/// Reads a case and returns its state; `None` at the end of the input.
type Next<'n> = &'n dyn Fn(&mut Scanner, &mut dyn Write) -> Done<Option<String>>;

/// Answers each case with the word for the winning player.
fn answers(
    scanner: &mut Scanner,
    out: &mut dyn Write,
    library: &Library,
    budget: &Budget,
    (id, words): (&str, Words),
    next: Next<'_>,
) -> Done {
    let base = open(id, library)?;
    while let Some(state) = next(scanner, out)? {
        let position = base
            .with_state(Text::new(&state))
            .map_err(|e| scanner.error(plain(&e)))?;
        let outcome = within(scanner, budget, |limits| position.outcome(limits))?;
        let wins = outcome == Outcome::Win;
        writeln!(out, "{}", words[usize::from(!wins)])?;
    }
    Ok(())
}

const PLAYERS: Words = ["FIRST", "SECOND"];

pub fn star(
    scanner: &mut Scanner,
    out: &mut dyn Write,
    library: &Library,
    budget: &Budget,
) -> Done {
    answers(
        scanner,
        out,
        library,
        budget,
        ("star:0", PLAYERS),
        &|scanner, out| {
            Ok(scanner
                .number_or_end(out, tr!("a code"), [0, 8191])?
                .map(|code| code.to_string()))
        },
    )
}

pub fn triangle_war(
    scanner: &mut Scanner,
    out: &mut dyn Write,
    library: &Library,
    budget: &Budget,
) -> Done {
    let base = open("triangle:", library)?;
    let games = scanner.number_here(out, tr!("the number of games"), [0, MAX_NUMBER])?;
    for game in 1..=games {
        let count = scanner.number_here(out, tr!("a number of moves"), [0, 18])?;
        let mut state = String::new();
        let mut lines = Vec::new();
        for _ in 0..count {
            let from = scanner.number_here(out, tr!("a dot"), [1, 10])?;
            let to = scanner.number_here(out, tr!("a dot"), [1, 10])?;
            if from >= to {
                return Err(scanner.error(tr!("{from} {to}; expected the smaller dot first")));
            }
            if !state.is_empty() {
                state.push(',');
            }
            let _ = write!(state, "{from}-{to}");
            lines.push((state.len(), scanner.number()));
        }
        let position = base.with_state(Text::new(&state)).map_err(|e| {
            // The invalid edge is usually on an earlier line than the last one read.
            let line = lines
                .iter()
                .find(|(end, _)| e.column <= *end)
                .map_or(scanner.number(), |(_, n)| *n);
            Error::Failed(tr!("line {line}: {what}", what = plain(&e)))
        })?;
        let outcome = within(scanner, budget, |limits| position.outcome(limits))?;
        match position.mover().and_then(|mover| winner(outcome, mover)) {
            Some(Player::First) => writeln!(out, "Game {game}: A wins.")?,
            Some(Player::Second) => writeln!(out, "Game {game}: B wins.")?,
            // There are nine triangles, so the game cannot be a draw.
            None => return Err(scanner.error(tr!("the game is a draw"))),
        }
    }
    scanner.end(out)
}

pub fn strip(
    scanner: &mut Scanner,
    out: &mut dyn Write,
    library: &Library,
    budget: &Budget,
) -> Done {
    answers(
        scanner,
        out,
        library,
        budget,
        ("strip:0", PLAYERS),
        &|scanner, out| {
            let Some(cells) = scanner.number_or_end(out, tr!("a number of cells"), [1, 100_000])?
            else {
                return Ok(None);
            };
            let (mut state, mut more) = (String::new(), false);
            for cell in 1..=cells {
                match scanner.mark(out)? {
                    Some((digit @ '0'..='2', goes_on)) => {
                        state.push(digit);
                        more = goes_on;
                    }
                    Some((other, _)) => {
                        return Err(
                            scanner.error(tr!("cell {cell} is {other:?}; expected 0, 1 or 2"))
                        );
                    }
                    None => {
                        return Err(
                            scanner.error(tr!("the input ends before cell {cell} of {cells}"))
                        );
                    }
                }
            }
            if more {
                Err(scanner.error(tr!("more than the {cells} cells announced")))
            } else {
                Ok(Some(state))
            }
        },
    )
}

pub fn cards(
    scanner: &mut Scanner,
    out: &mut dyn Write,
    library: &Library,
    budget: &Budget,
) -> Done {
    answers(
        scanner,
        out,
        library,
        budget,
        ("powers/2:0", ["Kiki", "Cici"]),
        &|scanner, out| {
            Ok(scanner
                .number_or_end(out, tr!("a number of cards"), [0, MAX_NUMBER])?
                .map(|cards| cards.to_string()))
        },
    )
}

pub fn auction(
    scanner: &mut Scanner,
    out: &mut dyn Write,
    library: &Library,
    budget: &Budget,
) -> Done {
    while let Some(price) = scanner.number_or_end(out, tr!("a price"), [1, MAX_NUMBER])? {
        let raise = scanner.number_here(out, tr!("the largest raise"), [1, MAX_NUMBER])?;
        let position = open(&format!("auction/{raise}/{price}:0"), library)?;
        let found = within(scanner, budget, |limits| {
            position
                .as_part()?
                .winning(&OtherParts::None, MOST_BIDS, MOST_LISTED, limits)
        })?;
        if found.count != Some(found.first.len() as u128) {
            let count = counted_wins(found.count, tr!("winning bid"), tr!("winning bids"));
            let what = tr!("{count}; expected at most {MOST_BIDS}");
            return Err(scanner.error(what));
        }
        for (i, bid) in found.first.iter().enumerate() {
            let sign = if i > 0 { " " } else { "" };
            write!(out, "{sign}{}", bid.text.trim_start_matches('+'))?;
        }
        out.write_all(if found.first.is_empty() {
            b"none\n"
        } else {
            b"\n"
        })?;
    }
    Ok(())
}

pub fn queen(
    scanner: &mut Scanner,
    out: &mut dyn Write,
    library: &Library,
    budget: &Budget,
) -> Done {
    answers(
        scanner,
        out,
        library,
        budget,
        ("queen:0,0", ["1", "0"]),
        &|scanner, out| {
            let Some(x) = scanner.number_or_end(out, tr!("a coordinate"), [0, MAX_NUMBER])? else {
                return Ok(None);
            };
            let y = scanner.number_here(out, tr!("the second coordinate"), [0, MAX_NUMBER])?;
            Ok(Some(format!("{x},{y}")))
        },
    )
}

pub fn boxes(
    scanner: &mut Scanner,
    out: &mut dyn Write,
    library: &Library,
    budget: &Budget,
) -> Done {
    answers(
        scanner,
        out,
        library,
        budget,
        ("boxes:1,1", ["Alice", "Bob"]),
        &|scanner, out| {
            let balls = scanner.number_or_end(
                out,
                tr!("a number of balls, or 0 at the end"),
                [0, MAX_NUMBER],
            )?;
            Ok(balls
                .filter(|balls| *balls > 0)
                .map(|balls| format!("{balls},1")))
        },
    )
}
