//! The terminal interface: a pure state machine (`update`), pages that only read it (`view`), and a driver that reads
//! the keyboard, asks the solver and keeps the files.
//!
//! Events go in, effects come out; nothing but the driver waits or does anything.

pub mod app;
pub mod bar;
pub mod board;
pub mod dialogs;
pub mod driver;
pub mod effect;
mod errands;
pub mod event;
pub mod field;
mod files;
pub mod film;
pub mod frame;
mod hands;
pub mod keys;
mod launch;
pub mod layout;
pub mod next;
pub mod pages;
pub mod palette;
pub mod picture;
pub mod room;
pub mod start;
mod terminal;
pub mod text;
pub mod theme;
pub mod traits;
pub mod update;
pub mod view;
mod worker;

#[cfg(test)]
mod tests;

pub use launch::Launch;
pub use terminal::run;
