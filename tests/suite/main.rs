//! Everything that is held from outside, through the public interface and the built program: one crate, so that it is
//! linked once.

mod adding;
mod boards;
mod cli;
mod conformance;
mod matches;
mod parsers;
mod reasons;
mod saves;
mod terminal;
mod values;
