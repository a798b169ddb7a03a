//! Contains the dialogs, which are pages that leave the page below visible.

pub mod boxes;
pub mod confirm;
pub mod glossary;
pub mod palette;
pub mod saving;
pub mod typing;
pub mod which;
