//! Nimatron: a terminal parlour of solved combinatorial games.
//!
//! This page is the map of the code. In this diagram, a module depends only on modules to its right, and never on
//! another module in the same braces:
//!
//! ```text
//! main -> {tui, cli} -> settings -> {play, draw} -> nimatron-core (games -> erased -> solve -> rules)
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`nimatron_core`] | the rules, solvers, games and type-erased positions. Does not use the terminal, and uses files and clocks only for scripts |
//! | [`play`] | a match: its players and history, the computer's moves, saved games; reviews, puzzles, trees, maps, the record of play. The lowest layer with access to saved files, the date and randomness |
//! | [`draw`] | draws a scene on a canvas, and records the cells at which the mouse can hit each site; depends only on the scene |
//! | [`settings`] | the settings, their file, and the key bindings |
//! | [`tui`] | the full-screen interface: a pure state machine, pages, a driver. The only module that knows ratatui |
//! | [`cli`] | the command line: `solve`, `show`, `table`, `judge`, `play` and the others |
//!
//! To add a game, see `docs/adding-a-game.md`; to add a page, see `docs/adding-a-page.md`.

// This is a program, so items are documented only where their names do not suffice.
#![allow(missing_docs)]
// A cast that could truncate must state why the number fits. Tests cast only small numbers.
#![cfg_attr(
    not(test),
    warn(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss
    )
)]

pub mod cli;
pub mod draw;
pub mod play;
pub mod settings;
pub mod tui;
