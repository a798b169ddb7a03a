//! Which lesson is selected.

/// The list of lessons.
#[derive(Default)]
pub struct LessonsState {
    /// The number of the selected one.
    pub at: usize,
}
