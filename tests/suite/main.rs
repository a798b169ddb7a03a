//! Everything that is held from outside, through the public interface and the built program: one crate, so that it is
//! linked once.

mod adding;
mod boards;
mod cli;
mod conformance;
mod editor;
mod export;
mod formats;
mod fuzz;
mod halving;
mod harm;
mod hostile;
mod kill;
mod limits;
mod matches;
mod own;
mod parsers;
mod proofs;
mod reasons;
mod review;
mod saves;
mod serve;
mod settings;
mod structure;
mod terminal;
mod values;

// The example of `docs/adding-a-game.md` stands here as it would in `src/games`: with the paths of the crate.
use nimatron::{games, solve};
