//! Exact rules and solvers for combinatorial games, without a user interface.
//!
//! | module | contents |
//! |---|---|
//! | [`rules`] | the types shared by all games: [`Player`](rules::Player), [`Convention`](rules::Convention), [`Outcome`](rules::Outcome), [`Value`](rules::Value); the limits of a computation ([`Limits`](rules::Limits)); a drawn board as data ([`Scene`](rules::Scene)); the typed traits [`Rules`](rules::Rules), [`Notation`](rules::Notation), [`BoardView`](rules::BoardView) |
//! | [`solve`] | the trait [`Solve`](solve::Solve), and exact methods shared by many games: complete exploration, searches with a memo, sums, misère quotients, Kayles and octal games |
//! | [`erased`] | type-erased games: the trait [`AnyPosition`](erased::AnyPosition), used by everything above this crate, and [`GamePosition`](erased::GamePosition), which implements the trait for every [`Game`](erased::Game) |
//! | [`games`] | the [`CATALOGUE`](games::CATALOGUE), with one line per game, and one module per game; [`games::open`] turns an ID into a position |
//! | [`rule`], [`claim`] | rules for games whose positions are one or two numbers: found by a search, or claimed by the user and checked |
//! | [`strategy`] | complete winning strategies, with an answer to every reply |
//! | [`language`] | messages in the user's language: the macro [`tr!`] |
//!
//! A game's own code uses its own types for positions and moves. Outside the games, positions are trait objects, and
//! moves are text. A verdict is proved or refused ([`Stop::NotProved`](rules::Stop)), never guessed.
//!
//! Open a position, analyse it, and play a winning move:
//!
//! ```
//! use nimatron_core::erased::Ask;
//! use nimatron_core::games;
//! use nimatron_core::rules::{Library, Limits, Outcome};
//!
//! // Three rings of the hexagram star, on points 7, 9 and 10: the player who takes the last one loses.
//! let mut position = games::open("star:1664", &Library::default())?;
//! assert_eq!(position.info().name, "Hexagram star");
//!
//! // The analysis is a job: an interface would send it to another thread; here it runs at once.
//! let analysis = position.analyse(Ask::default())(&Limits::default())?;
//! println!("{}: {}", position.id(), analysis.value.outcome.word());
//! for reason in &analysis.reasons {
//!     println!("{}", reason.text);
//! }
//! assert_eq!(analysis.value.outcome, Outcome::Win);
//! let winning: Vec<&str> = analysis.winning.iter().map(|c| c.text.as_str()).collect();
//! assert_eq!(winning, ["7+10", "9+10"]);
//!
//! position.play("7+10")?;
//! assert_eq!(position.id(), "star:512");
//! assert_eq!(position.outcome(&Limits::default())?, Outcome::Loss);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Numbers are never truncated silently: a cast that could truncate must state why the number fits. Tests cast only
// small numbers.
#![cfg_attr(
    not(test),
    warn(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss
    )
)]

// The macros expand to paths that start with `nimatron_core`, which must also resolve in this crate.
extern crate self as nimatron_core;
#[macro_use]
extern crate nimatron_messages;

pub use nimatron_messages::{tr, tr_key};

pub mod claim;
pub mod erased;
pub mod games;
pub mod language;
pub mod rule;
pub mod rules;
pub mod solve;
pub mod strategy;

/// Compiles and runs the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
