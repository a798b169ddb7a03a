//! The record of play: what was read, and how far it is scrolled.

use crate::play::history::History;

/// The record page.
#[derive(Default)]
pub struct RecordState {
    /// The record; `None` while it is read.
    pub record: Option<Result<History, String>>,
    /// The first line shown.
    pub scroll: usize,
}
