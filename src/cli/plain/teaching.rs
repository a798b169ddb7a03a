//! What a line by line game explains: reasons, what every move can still do, perfect lines.

use std::io::Write;

use super::PlainGame;
use crate::cli::error::{Done, Error};
use crate::cli::stop::Budget;
use crate::cli::words;
use crate::erased::{Analysis, Ask};
use crate::play::hint;
use crate::play::opponent::Opponent;
use crate::rules::{Outcome, Reveals};

impl PlainGame<'_> {
    /// The reasons, those that give more away only where that is asked for.
    pub(super) fn reasons(&mut self, reveals: Reveals) -> Done {
        match Budget::default().run(self.game.position().analyse(Ask::usual())) {
            Ok(analysis) => {
                let all = analysis.reasons.iter();
                let mut shown: Vec<_> =
                    all.filter(|r| r.reveals <= reveals).map(|r| r.text.as_str()).collect();
                if shown.is_empty() {
                    shown = analysis.reasons.iter().map(|r| r.text.as_str()).collect();
                }
                for text in shown {
                    writeln!(self.out, "{text}")?;
                }
            }
            Err(stop) => writeln!(self.out, "{}.", words::capital(&stop.to_string()))?,
        }
        Ok(())
    }

    /// Where to look for the move, as the first stage of the hint on a screen: marked on the board, and in words.
    pub(super) fn place(&mut self) -> Done {
        match Budget::default().run(self.game.position().analyse(Ask::usual())) {
            Ok(analysis) if analysis.best.is_none() => writeln!(self.out, "There is no move.")?,
            Ok(analysis) => {
                let places = hint::places(self.game.position(), &analysis);
                let text = match analysis.value.outcome {
                    Outcome::Win => "A winning move is where it is marked; hint says which.",
                    Outcome::Draw => "A move that holds the draw is where it is marked; hint says which.",
                    Outcome::Loss => {
                        "Every move loses. Look for one that lasts as long as any other; hint names it."
                    }
                };
                if !places.is_empty() {
                    self.board_with(&places)?;
                }
                writeln!(self.out, "{text}")?;
                for reason in analysis.reasons.iter().filter(|r| r.reveals == Reveals::Where) {
                    writeln!(self.out, "{}", reason.text)?;
                }
            }
            Err(stop) => writeln!(self.out, "{}.", words::capital(&stop.to_string()))?,
        }
        Ok(())
    }

    /// Every move with what it can still do.
    pub(super) fn all_moves(&mut self) -> Done {
        let ask = Ask { most: 0, all: true, best: false, reasons: false };
        match Budget::default().run(self.game.position().analyse(ask)) {
            Ok(analysis) => {
                for m in analysis.legal.unwrap_or_default() {
                    let left = m.remoteness.map_or(String::new(), |n| format!(", {n} to the end"));
                    writeln!(self.out, "{}: {}{left}", m.choice.text, m.outcome.word())?;
                }
            }
            Err(stop) => writeln!(self.out, "{}.", words::capital(&stop.to_string()))?,
        }
        Ok(())
    }

    /// The perfect line after a move, or from here, to its end or so many moves.
    pub(super) fn line(&mut self, first: &str) -> Done {
        const LONGEST: usize = 40;
        let mut at = self.game.position().boxed_clone();
        let mut moves = Vec::new();
        if !first.is_empty() {
            match at.legal(first) {
                Ok(choice) => moves.push(choice.text),
                Err(error) => {
                    writeln!(self.out, "{error}")?;
                    return Ok(());
                }
            }
            at.play(first).map_err(Error::failed)?;
        }
        while !at.is_over() && moves.len() < LONGEST {
            match Budget::default().run(at.analyse(Opponent::ask())) {
                Ok(Analysis { best: Some(best), .. }) => {
                    at.play(&best.text).map_err(Error::failed)?;
                    moves.push(best.text);
                }
                Ok(_) => break,
                Err(stop) => {
                    writeln!(self.out, "{}.", words::capital(&stop.to_string()))?;
                    break;
                }
            }
        }
        let more = if at.is_over() { "" } else { " ..." };
        writeln!(self.out, "{}{more}", moves.join(" "))?;
        Ok(())
    }
}
