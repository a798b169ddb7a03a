//! The `judge` command: reads contest input and writes answers in exactly the formats of the original problems.
//!
//! Cases are answered one by one as they arrive. A malformed case ends the command with an error that names the line.
//! The answers to earlier cases have been written by then.

mod formats;
mod scanner;

use std::io::Write;
use std::path::PathBuf;

use super::error::{Done, Error};
use super::input::Lines;
use super::output::{self, OutputKind};
use super::stop::{Budget, WorkLimit};
use formats::Judge;
use nimatron_core::rules::{IdError, Library};
use nimatron_core::tr;
use scanner::Scanner;

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo 2088 1664 | nimatron judge star")]
pub struct JudgeCommand {
    #[command(flatten)]
    pub limit: WorkLimit,
    /// The source problem
    #[arg(value_enum)]
    format: SourceProblem,
    /// The input; standard input if left out or `-`
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

/// The contest problems from which games were taken. Each problem has its own input and output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum SourceProblem {
    /// Hexagram stars, each as a number. Answers which player wins: FIRST or SECOND
    Star,
    /// Triangle War: the number of games and, for each game, the number of its edges and the edges in order. Answers A or
    /// B, the player who can win
    TriangleWar,
    /// Coloured strips, each as its length and its digits. Answers which player wins: FIRST or SECOND
    Strip,
    /// Powers of 2: numbers of cards. Answers Kiki, who moves first, or Cici
    Cards,
    /// Land auctions, each as a price and the largest raise. Answers the winning first bids, or none
    Auction,
    /// Wythoff's queen: the queen's two coordinates. Answers 1 if the first player wins, else 0
    Queen,
    /// Box games with n balls and 1 ball, each as n, up to a 0. Answers Alice, who moves first, or Bob
    Boxes,
}

pub fn run(options: &JudgeCommand, library: &Library) -> Done {
    let lines = match &options.file {
        Some(path) => Lines::open(path)?,
        None => Lines::stdin(),
    };
    let mut out = output::stdout(OutputKind::Text);
    let budget = options.limit.budget();
    match answer(options.format, lines, &mut out, library, &budget) {
        Err(Error::Closed) => Err(Error::Closed),
        done => {
            out.flush()?;
            done
        }
    }
}

fn answer(
    problem: SourceProblem,
    lines: Lines,
    out: &mut dyn Write,
    library: &Library,
    budget: &Budget,
) -> Done {
    let scanner = Scanner::new(lines, out);
    let mut judge = Judge {
        scanner,
        library,
        budget,
    };
    judge.answer(problem)
}

/// Formats an error about a state, but leaves out the column. The column would be misleading, because the input does
/// not contain the state literally.
fn plain(e: &IdError) -> String {
    tr!(
        "{what}; expected {expected}",
        what = e.what,
        expected = e.expected
    )
}

/// Like `run`, but reads the contest input from memory. `problem` is the name used on the command line.
pub fn text(problem: &str, input: Vec<u8>, out: &mut dyn Write) -> Result<(), String> {
    let format = <SourceProblem as clap::ValueEnum>::from_str(problem, false)?;
    let (lines, library) = (Lines::from_text(input), Library::default());
    match answer(format, lines, out, &library, &Budget::default()) {
        Ok(()) | Err(Error::Closed) => Ok(()),
        Err(Error::Usage(what) | Error::Failed(what)) => Err(what),
        Err(Error::Reported) => Err(tr!("something went wrong").to_owned()),
    }
}
