//! The `puzzle` command: finds positions in which exactly one move wins.

use std::io::Write;

use super::error::{Done, Error};
use super::options::{AnswerFormat, GameChoice};
use super::output::{self, WriteLine};
use super::stop::WorkLimit;
use crate::cli::numbers::within;
use crate::play::puzzle::{self, MOST, Puzzle, PuzzleError, PuzzleRequest};
use nimatron_core::games::reasons::counted;
use nimatron_core::rules::Library;
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron puzzle
  nimatron puzzle star --grade 4 --count 5 --seed 7
  nimatron puzzle normal rings/grid --grade 3
  nimatron puzzle bash/4 --misere --date 2026-11-20 --answer --json

The same seed or date always gives the same puzzles. Each game's puzzles are sorted into five grades of equal size,
from easy to hard (see docs/puzzles.md).")]
pub struct PuzzleCommand {
    #[command(flatten)]
    choice: GameChoice,
    /// Show only puzzles of this grade, from 1 (easy) to 5 (hard)
    #[arg(long, value_name = "N", value_parser = within(1..=5u8))]
    grade: Option<u8>,
    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(1..=MOST))]
    count: usize,
    /// Random seed
    #[arg(long, value_name = "S", value_parser = within(0..=u64::MAX), conflicts_with = "date")]
    seed: Option<u64>,
    /// Show the puzzles for this date
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date)]
    date: Option<u64>,
    /// Show the winning move
    #[arg(long)]
    answer: bool,
    #[command(flatten)]
    format: AnswerFormat,
    #[command(flatten)]
    pub limit: WorkLimit,
}

fn date(text: &str) -> Result<u64, String> {
    puzzle::seed_of_date(text)
        .ok_or_else(|| tr!("expected a day as YYYY-MM-DD, such as 2026-11-20").to_owned())
}

/// If the user names no game, shows puzzles of the game in `loaded`. If `loaded` is empty or contains several games,
/// shows puzzles of all games.
pub fn run(options: &PuzzleCommand, loaded: &[String], library: &Library) -> Done {
    let (game, convention) = options.choice.named()?;
    let game = game.or_else(|| match loaded {
        [only] => Some(only.clone()),
        _ => None,
    });
    let wanted = PuzzleRequest {
        game,
        convention,
        grade: options.grade,
    };
    let seed = options.seed.or(options.date).unwrap_or_else(rand::random);
    let mut out = output::json_or_text(options.format.is_json());
    let mut write = |puzzles: &[Puzzle]| -> Done {
        for p in puzzles {
            line(&mut out, p, options)?;
        }
        Ok(out.flush()?)
    };
    let budget = options.limit.budget();
    match budget.run(|limits| puzzle::find(&wanted, options.count, seed, library, limits)) {
        Ok(found) => write(&found),
        Err(error) => {
            if let PuzzleError::TooFew { found, .. } = &error {
                write(found)?;
            }
            Err(match &error {
                PuzzleError::Supply(of) if of.is_in_request() && budget.check().is_ok() => {
                    Error::usage(error)
                }
                _ => budget.blame(error),
            })
        }
    }
}

fn line(out: &mut impl Write, p: &Puzzle, options: &PuzzleCommand) -> Done {
    if options.format.is_json() {
        let answer = if options.answer {
            p.answer.clone()
        } else {
            String::new()
        };
        return output::json_line(
            out,
            &Puzzle {
                answer,
                ..p.clone()
            },
        );
    }
    let left = counted(p.remoteness, tr!("move"), tr!("moves"));
    write!(
        out,
        "{}",
        tr!(
            "{id}   grade {grade}: one of {moves} moves wins, {left} to the end",
            id = p.id,
            grade = p.grade,
            moves = p.moves
        )
    )?;
    if options.answer {
        out.line(tr!("; answer: {answer}", answer = p.answer))?
    } else {
        writeln!(out)?
    }
    Ok(())
}
