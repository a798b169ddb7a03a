//! The coach: the skills of each game, and questions on positions never seen before.

pub mod bank;
pub mod check;
pub mod facts;
pub mod path;
pub mod question;
pub mod record;
pub mod schedule;
pub mod sitting;
