//! Implements the coach, which teaches the skills of each game through questions about new positions.

pub mod bank;
pub mod check;
pub mod facts;
pub mod path;
pub mod question;
pub mod record;
pub mod schedule;
pub mod sitting;
