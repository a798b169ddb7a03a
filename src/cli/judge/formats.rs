//! Reads contest input, and writes the answers.

use std::io::Write;

use super::super::error::{Done, Error};
use super::super::stop::Budget;
use super::scanner::Scanner;
use super::{SourceProblem, plain};
use crate::play::winner;
use nimatron_core::erased::AnyPosition;
use nimatron_core::games;
use nimatron_core::games::reasons::counted_wins;
use nimatron_core::rules::{Library, Limits, MAX_NUMBER, MOST_LISTED, Outcome, Player, Stop, Text};
use nimatron_core::solve::sums::OtherParts;
use nimatron_core::tr;

const MOST_BIDS: usize = 1_000_000;

/// The answer if the player to move wins, and the answer if the other player wins.
type Words = [&'static str; 2];

const PLAYERS: Words = ["FIRST", "SECOND"];

pub struct Judge<'a> {
    pub scanner: Scanner<'a>,
    pub library: &'a Library,
    pub budget: &'a Budget,
}

impl Judge<'_> {
    pub fn answer(&mut self, problem: SourceProblem) -> Done {
        match problem {
            SourceProblem::Star => self.cases("star:0", PLAYERS, |input| {
                let code = input.number_or_end(tr!("a code"), [0, 8191])?;
                Ok(code.map(|code| code.to_string()))
            }),
            SourceProblem::TriangleWar => self.triangle_war(),
            SourceProblem::Strip => self.cases("strip:0", PLAYERS, strip),
            SourceProblem::Cards => self.cases("powers/2:0", ["Kiki", "Cici"], |input| {
                let cards = input.number_or_end(tr!("a number of cards"), [0, MAX_NUMBER])?;
                Ok(cards.map(|cards| cards.to_string()))
            }),
            SourceProblem::Auction => self.auction(),
            SourceProblem::Queen => self.cases("queen:0,0", ["1", "0"], |input| {
                let Some(x) = input.number_or_end(tr!("a coordinate"), [0, MAX_NUMBER])? else {
                    return Ok(None);
                };
                let y = input.number_here(tr!("the second coordinate"), [0, MAX_NUMBER])?;
                Ok(Some(format!("{x},{y}")))
            }),
            SourceProblem::Boxes => self.cases("boxes:1,1", ["Alice", "Bob"], |input| {
                let what = tr!("a number of balls, or 0 at the end");
                let balls = input.number_or_end(what, [0, MAX_NUMBER])?;
                let balls = balls.filter(|balls| *balls > 0);
                Ok(balls.map(|balls| format!("{balls},1")))
            }),
        }
    }

    fn open(&self, id: &str) -> Done<Box<dyn AnyPosition>> {
        games::open(id, self.library).map_err(|e| Error::failed(format_args!("{id}: {e}")))
    }

    fn within<T>(&self, solve: impl FnOnce(&Limits) -> Result<T, Stop>) -> Done<T> {
        let solved = (self.budget).run(|limits| limits.check().and_then(|()| solve(limits)));
        solved.map_err(|stop| self.scanner.error(stop))
    }

    /// Answers each case with the word for the winning player. `next` reads a case and returns its state, or `None` at
    /// the end of the input.
    fn cases(
        &mut self,
        id: &str,
        words: Words,
        next: impl Fn(&mut Scanner<'_>) -> Done<Option<String>>,
    ) -> Done {
        let base = self.open(id)?;
        while let Some(state) = next(&mut self.scanner)? {
            let position = base
                .with_state(Text::new(&state))
                .map_err(|e| self.scanner.error(plain(&e)))?;
            let outcome = self.within(|limits| position.outcome(limits))?;
            let wins = outcome == Outcome::Win;
            writeln!(self.scanner.out, "{}", words[usize::from(!wins)])?;
        }
        Ok(())
    }

    fn triangle_war(&mut self) -> Done {
        let base = self.open("triangle:")?;
        let games = (self.scanner).number_here(tr!("the number of games"), [0, MAX_NUMBER])?;
        for game in 1..=games {
            let input = &mut self.scanner;
            let count = input.number_here(tr!("a number of moves"), [0, 18])?;
            let mut state = String::new();
            let mut lines = Vec::new();
            for _ in 0..count {
                let from = input.number_here(tr!("a dot"), [1, 10])?;
                let to = input.number_here(tr!("a dot"), [1, 10])?;
                if from >= to {
                    return Err(input.error(tr!("{from} {to}; expected the smaller dot first")));
                }
                let between = if state.is_empty() { "" } else { "," };
                state += &format!("{between}{from}-{to}");
                lines.push((state.len(), input.number()));
            }
            let position = base.with_state(Text::new(&state)).map_err(|e| {
                // Find the line of the invalid edge, which may be earlier than the last line read.
                let line = lines.iter().find(|(end, _)| e.column <= *end);
                let line = line.map_or(input.number(), |(_, n)| *n);
                Error::Failed(tr!("line {line}: {what}", what = plain(&e)))
            })?;
            let outcome = self.within(|limits| position.outcome(limits))?;
            let winner = match position.mover().and_then(|mover| winner(outcome, mover)) {
                Some(Player::First) => "A",
                Some(Player::Second) => "B",
                // There are nine triangles, so the game cannot be a draw.
                None => return Err(self.scanner.error(tr!("the game is a draw"))),
            };
            writeln!(self.scanner.out, "Game {game}: {winner} wins.")?;
        }
        self.scanner.end()
    }

    fn auction(&mut self) -> Done {
        let most = [1, MAX_NUMBER];
        while let Some(price) = self.scanner.number_or_end(tr!("a price"), most)? {
            let raise = self.scanner.number_here(tr!("the largest raise"), most)?;
            let position = self.open(&format!("auction/{raise}/{price}:0"))?;
            let found = self.within(|limits| {
                let part = position.as_part()?;
                part.winning(&OtherParts::None, MOST_BIDS, MOST_LISTED, limits)
            })?;
            if found.count != Some(found.first.len() as u128) {
                let count = counted_wins(found.count, tr!("winning bid"), tr!("winning bids"));
                let what = tr!("{count}; expected at most {MOST_BIDS}");
                return Err(self.scanner.error(what));
            }
            let out = &mut self.scanner.out;
            for (i, bid) in found.first.iter().enumerate() {
                let sign = if i > 0 { " " } else { "" };
                write!(out, "{sign}{}", bid.text.trim_start_matches('+'))?;
            }
            let end = if found.first.is_empty() { "none" } else { "" };
            writeln!(out, "{end}")?;
        }
        Ok(())
    }
}

fn strip(input: &mut Scanner<'_>) -> Done<Option<String>> {
    let Some(cells) = input.number_or_end(tr!("a number of cells"), [1, 100_000])? else {
        return Ok(None);
    };
    let (mut state, mut more) = (String::new(), false);
    for cell in 1..=cells {
        match input.mark()? {
            Some((digit @ '0'..='2', goes_on)) => {
                state.push(digit);
                more = goes_on;
            }
            Some((other, _)) => {
                return Err(input.error(tr!("cell {cell} is {other:?}; expected 0, 1 or 2")));
            }
            None => {
                return Err(input.error(tr!("the input ends before cell {cell} of {cells}")));
            }
        }
    }
    if more {
        Err(input.error(tr!("more than the {cells} cells announced")))
    } else {
        Ok(Some(state))
    }
}
