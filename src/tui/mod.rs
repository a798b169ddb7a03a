//! The terminal interface: a pure state machine (`update`), pages that are drawn without changing it (`view`), and a
//! driver that performs its effects.
//!
//! Events go in and effects come out. Only the driver and its threads block.
//!
//! These are the steps from a key press that plays a move to the computer's reply on the screen:
//!
//! ```text
//! terminal, input     bytes from the terminal become a key
//! driver              takes it from its queue
//! update              finds the page in front and the action of the key (settings/keys)
//! table/mod           Enter plays the picked move
//! table/turns         tells the session, and spawns a job for the session's next question
//! play/session        plays the move (play/game_match), and asks for the analysis of the position and for the
//!                     computer's move
//! context, job        keep the continuation, and put the job among the effects
//! driver, worker      run it on the solver's thread: analysis, then play/opponent chooses
//! driver, update, app hand the result to the continuation
//! table/turns         tells the session, which plays the computer's move
//! view, table/view    draw the board (board, draw) and record what a click on each part means (screen)
//! ```

pub mod app;
mod board;
mod components;
mod context;
mod cube;
mod dialogs;
pub mod disk;
pub mod display;
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
