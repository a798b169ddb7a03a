//! Everything that is held from outside, through the public interface and the built program: one crate, so that it is
//! linked once.

mod boards;
mod cli;
mod conformance;
mod docs;
mod export;
mod formats;
mod fuzz;
mod harm;
mod hostile;
mod kill;
mod lasker;
mod limits;
mod matches;
mod own;
mod plain;
mod program;
mod proofs;
mod properties;
mod reasons;
mod review;
mod said;
mod saves;
mod search;
mod serve;
mod settings;
mod signals;
mod strategy;
mod terminal;
mod transcripts;
mod values;
