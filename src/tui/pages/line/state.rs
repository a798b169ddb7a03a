//! The perfect line from a position.

use crate::erased::{Analysis, AnyPosition};
use crate::rules::{Player, Scene, Site, Stop};
use crate::tui::event::Ticket;

/// A line of play that is looked at; the match knows nothing of it.
pub struct LineState {
    /// The positions so far, the one it begins with first.
    pub steps: Vec<LineStep>,
    /// Which of them is shown.
    pub at: usize,
    /// The question that is being answered: it is about the step shown.
    pub pending: Option<Ticket>,
    /// How many lines the panel is scrolled down.
    pub reading: usize,
}

/// A position of the line.
pub struct LineStep {
    pub position: Box<dyn AnyPosition>,
    /// Its board.
    pub scene: Scene,
    /// The move that led to it, with its places; none for the first.
    pub by: Option<(String, Vec<Site>)>,
    /// Whose turn it is.
    pub mover: Player,
    /// What is known of it.
    pub analysis: Option<Result<Analysis, Stop>>,
}

impl LineStep {
    /// A position of the line that nothing is known of yet.
    #[must_use]
    pub fn new(position: Box<dyn AnyPosition>, by: Option<(String, Vec<Site>)>, mover: Player) -> LineStep {
        LineStep { scene: position.scene(), position, by, mover, analysis: None }
    }

    /// The position after a move, with whose turn it is then; `None` where the move is not legal.
    #[must_use]
    pub fn after(&self, text: &str) -> Option<LineStep> {
        let choice = self.position.legal(text).ok()?;
        let mut position = self.position.boxed_clone();
        let turn = position.play(&choice.text).ok()?;
        let kept = turn == crate::erased::Turn::Kept;
        let mover = position.mover().unwrap_or(if kept { self.mover } else { self.mover.other() });
        Some(LineStep::new(position, Some((choice.text, choice.sites)), mover))
    }
}

impl LineState {
    /// The step shown.
    #[must_use]
    pub fn step(&self) -> &LineStep {
        &self.steps[self.at]
    }
}
