//! Nimatron: a terminal parlour of solved combinatorial games.
//!
//! The code is laid in layers, and arrows point down only:
//! `main -> {tui, cli} -> {play, draw} -> games -> solve -> rules`.

pub mod cli;
pub mod draw;
pub mod games;
pub mod play;
pub mod rules;
pub mod solve;
pub mod table;
pub mod tui;
