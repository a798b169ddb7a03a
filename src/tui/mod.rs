//! The terminal interface: a pure state machine (`update`), pages that only read it (`view`), and a driver that reads
//! the keyboard, asks the solver and keeps the files.
//!
//! Events go in, effects come out; nothing but the driver waits or does anything.
//!
//! A key that plays a move, until the computer's answer is on the screen, with one trip to a worker:
//!
//! ```text
//! terminal, input     bytes of the terminal become a key
//! driver              takes it from its queue
//! update              finds the page in front and the action of the key (settings/keys)
//! table/mod           enter plays the picked move
//! table/turns         tells the session, and spawns a job for the question that the session has then
//! play/session        plays the move (play/game_match); its question is the analysis of the position and the computer's
//!                     move, in one
//! context, job        keep what follows, and put the job among the effects
//! driver, worker      run it on the solver's thread: analysis, then play/opponent chooses
//! driver, update, app hand the result to what follows
//! table/turns         tells the session, which plays the computer's move
//! view, table/view    draw the board (board, draw) and record what a click on each part means (screen)
//! ```
//!
//! These eighteen files decide something. The call graph of that key in Nim (callgrind, a build without optimisation) has
//! besides them the drawing of the board, the key bar and the panel, the match that is kept on the disk, and the solver.

pub mod app;
mod board;
mod components;
mod context;
mod cube;
mod dialogs;
pub mod disk;
pub mod driver;
pub mod effect;
pub mod event;
mod field;
pub mod film;
mod filter;
mod form;
mod frame;
#[cfg(any(unix, test))]
mod input;
pub mod job;
mod keys;
mod layout;
mod master;
mod navigation;
mod page;
mod pages;
mod palette;
mod paragraph;
// Used only by the test that makes the pictures for the README.
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
