//! The terminal interface: a pure state machine (`update`), pages that only read it (`view`), and a driver that reads
//! the keyboard, asks the solver and keeps the files.
//!
//! Events go in, effects come out; nothing but the driver waits or does anything.

pub mod app;
mod board;
mod components;
mod context;
mod dialogs;
pub mod disk;
pub mod driver;
pub mod effect;
pub mod event;
mod field;
pub mod film;
mod frame;
#[cfg(any(unix, test))]
mod input;
pub mod job;
mod keys;
mod layout;
mod navigation;
mod page;
mod pages;
mod palette;
// Only the pictures of the README are made with it, by a test.
#[cfg(test)]
mod picture;
mod pixels;
mod prelude;
mod screen;
mod terminal;
mod text;
pub mod theme;
pub mod traits;
pub mod update;
pub mod view;
pub mod worker;

#[cfg(test)]
mod tests;

pub use terminal::{ended_by, interrupt, run};
