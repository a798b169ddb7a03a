//! The dialogs over a page: each is a page of its own that leaves the one behind it in sight.

pub mod boxes;
pub mod confirm;
pub mod glossary;
pub mod palette;
pub mod saving;
pub mod typing;
pub mod which;
