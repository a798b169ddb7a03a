//! The terminal interface: a pure state machine (`update`), pages that only read it (`view`), and a driver that reads
//! the keyboard, asks the solver and keeps the files.
//!
//! Events go in, effects come out; nothing but the driver waits or does anything.

pub mod app;
pub mod bar;
pub mod board;
pub mod driver;
pub mod effect;
pub mod event;
pub mod field;
pub mod form;
pub mod keys;
pub mod layout;
pub mod manual;
pub mod panel;
pub mod setup;
pub mod sheet;
pub mod sitting;
mod terminal;
pub mod theme;
pub mod update;
pub mod view;
pub mod words;
mod worker;

#[cfg(test)]
mod tests;

pub use terminal::run;
