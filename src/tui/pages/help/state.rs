//! The help page: how far it is scrolled.

use crate::tui::keys::Place;

/// The help page.
pub struct HelpState {
    /// Where it was called from.
    pub from: Place,
    /// The first line shown.
    pub scroll: usize,
}
