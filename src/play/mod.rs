//! A match and what belongs to it: its players and moves, the computer's choices, saved games and where they live.
//!
//! This layer may know files, clocks and randomness; it knows nothing of screens.

pub mod atlas;
pub mod coach;
mod data_files;
mod dice;
mod exports;
mod file_name;
mod game_match;
pub mod hint;
pub mod history;
pub mod json_fields;
pub mod left;
pub mod lesson;
pub mod opponent;
mod participant;
pub mod puzzle;
pub mod record;
pub mod review;
mod start;
pub mod store;
pub mod strength;
pub mod supply;
pub mod tree;

pub use game_match::{End, Match, MatchResult, PlayedMove, Stamp, ended};
pub use participant::{Level, Participant, PlayerKind, UnknownPlayer};
pub use start::Start;
