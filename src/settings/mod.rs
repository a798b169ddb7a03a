//! What the program is told to be like: which key asks for what, and where.
//!
//! Nothing here knows a screen: the interface makes [`keys::Key`] of what its terminal sends.

pub mod keys;
