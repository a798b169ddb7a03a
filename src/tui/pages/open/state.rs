//! The list of saved games.

use crate::play::store::Save;
use crate::rules::Scene;

/// The list of saved games.
#[derive(Default)]
pub struct OpenState {
    /// The games; `None` while they are being listed.
    pub list: Option<Result<Vec<Save>, String>>,
    /// Which one is selected.
    pub at: usize,
    /// Its board.
    pub scene: Option<Scene>,
}

impl OpenState {
    /// The games, as far as they could be listed.
    #[must_use]
    pub fn saves(&self) -> &[Save] {
        match &self.list {
            Some(Ok(list)) => list,
            _ => &[],
        }
    }
}
