//! The terminal interface: a pure state machine (`update`), pages that only read it (`view`), and a driver that reads
//! the keyboard, asks the solver and keeps the files.
//!
//! Events go in, effects come out; nothing but the driver waits or does anything.

pub mod app;
mod bar;
mod board;
mod dialogs;
pub mod driver;
pub mod effect;
mod errands;
pub mod event;
mod field;
mod files;
pub mod film;
mod frame;
mod keys;
mod launch;
mod layout;
mod next;
mod pages;
mod palette;
mod terminal_actions;
// Only the pictures of the README are made with it, by a test.
#[cfg(test)]
mod picture;
mod room;
pub mod start;
mod terminal;
mod text;
pub mod theme;
pub mod traits;
pub mod update;
pub mod view;
mod worker;

#[cfg(test)]
mod tests;

pub use launch::Launch;
pub use terminal::run;
