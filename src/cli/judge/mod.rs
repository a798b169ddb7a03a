//! `judge`: contest input to contest output, to the letter of the source problems.
//!
//! Input is read as it comes and answered case by case. A malformed case ends it with the number of its line;
//! answers that were given already stay.

mod formats;
mod scanner;

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use super::error::{Done, Error};
use super::input::Lines;
use super::stop;
use crate::rules::Library;
use scanner::Scanner;

/// Options of `judge`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo 2088 1664 | nimatron judge star")]
pub struct Judge {
    /// The source problem
    #[arg(value_enum)]
    format: Format,
    /// The input; standard input if left out or `-`
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

/// The source problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Codes of ringed stars: FIRST or SECOND
    Star,
    /// T games of m drawn edges each: who wins, A or B
    TriangleWar,
    /// n and n digits, a coloured strip: FIRST or SECOND
    Strip,
    /// A number of cards, powers of 2 taken: Kiki or Cici
    Cards,
    /// Price and largest raise: the winning first bids, or none
    Auction,
    /// A queen's two coordinates: 1 or 0
    Queen,
    /// Boxes of n balls and 1, up to a 0: Alice or Bob
    Boxes,
}

/// Runs `judge`.
///
/// # Errors
/// A malformed case, with its line.
pub fn run(options: &Judge, library: &Library) -> Done {
    stop::listen();
    let lines = match &options.file {
        Some(path) => Lines::open(path)?,
        None => Lines::stdin(),
    };
    let mut scanner = Scanner::new(lines);
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let done = match options.format {
        Format::Star => formats::star(&mut scanner, &mut out, library),
        Format::TriangleWar => formats::triangle_war(&mut scanner, &mut out, library),
        Format::Strip => formats::strip(&mut scanner, &mut out, library),
        Format::Cards => formats::cards(&mut scanner, &mut out, library),
        Format::Auction => formats::auction(&mut scanner, &mut out, library),
        Format::Queen => formats::queen(&mut scanner, &mut out, library),
        Format::Boxes => formats::boxes(&mut scanner, &mut out, library),
    };
    match done {
        Err(Error::Closed) => Err(Error::Closed),
        done => {
            out.flush()?;
            done
        }
    }
}
