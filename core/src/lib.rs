//! Exact rules and solvers of combinatorial games: no terminal, no files, no clock, no settings.
//!
//! | module | what is there |
//! |---|---|
//! | [`rules`] | the words every game speaks: [`Player`](rules::Player), [`Convention`](rules::Convention), [`Outcome`](rules::Outcome), [`Value`](rules::Value); what a computation may use ([`Limits`](rules::Limits)); a drawn board as data ([`Scene`](rules::Scene)); the typed traits [`Rules`](rules::Rules), [`Notation`](rules::Notation), [`BoardView`](rules::BoardView) |
//! | [`solve`] | the traits [`Solve`](solve::Solve), and exact methods that serve many games: complete exploration, searches that remember, sums, misère quotients, Kayles and octal games |
//! | [`erased`] | a game with its types erased: the trait [`AnyPosition`](erased::AnyPosition), which everything above uses, and [`GamePosition`](erased::GamePosition), the one wrapper that makes it of a [`Game`](erased::Game) |
//! | [`games`] | the [`CATALOGUE`](games::CATALOGUE), one line a game, and one folder a game; [`games::open`] turns an ID into a position |
//!
//! Inside a game positions and moves are typed; outside they are text. A verdict is proved or refused
//! ([`Stop::NotProved`](rules::Stop)), never guessed.
//!
//! Open a position, analyse it, and play what wins:
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
//! // The analysis is a job: an interface sends it to another thread, here it runs at once.
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

// Numbers are never truncated silently: each remaining `as` says why the number fits. Tests write down numbers known
// to be small.
#![cfg_attr(
    not(test),
    warn(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss
    )
)]

pub mod claim;
pub mod erased;
pub mod games;
pub mod rule;
pub mod rules;
pub mod solve;
pub mod strategy;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
