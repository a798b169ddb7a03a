//! The help page: how far it is scrolled.

/// The help page.
#[derive(Default)]
pub struct HelpState {
    /// The first line shown.
    pub scroll: usize,
}
