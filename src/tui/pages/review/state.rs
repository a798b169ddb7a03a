//! The review of a match: how far it is, and which move is looked at.

use crate::erased::Analysis;
use crate::play::Match;
use crate::play::review::{MoveKind, Review, ReviewedMove, Reviewer};
use crate::rules::{Scene, Stop};
use crate::tui::event::Ticket;

/// The review of a match.
pub struct ReviewState {
    /// The match, its cursor at what is looked at.
    pub game: Match,
    /// How many moves were played.
    pub moves: usize,
    /// Which move is looked at, from 0; after the last one the end.
    pub at: usize,
    /// The review as far as it is.
    pub review: Review,
    /// The request for it, while it is not done.
    pub ticket: Option<Ticket>,
    /// Why it ended early.
    pub error: Option<String>,
    /// The board before the move that is looked at.
    pub scene: Scene,
    /// What is known of that position, and the request for it.
    pub here: Option<Result<Analysis, Stop>>,
    /// The request for it.
    pub asked: Option<Ticket>,
    /// Whether the better move is shown.
    pub better: bool,
    /// How many lines the panel is scrolled down.
    pub reading: usize,
}

impl ReviewState {
    /// A review of what was played up to the cursor, of which nothing is done yet.
    #[must_use]
    pub fn new(mut game: Match, ticket: Ticket) -> ReviewState {
        let moves = game.cursor();
        let review = Reviewer::new(&game).so_far().clone();
        game.jump(0);
        let scene = game.position().scene();
        ReviewState {
            game,
            moves,
            at: 0,
            review,
            ticket: Some(ticket),
            error: None,
            scene,
            here: None,
            asked: None,
            better: false,
            reading: 0,
        }
    }

    /// The move that is looked at, as far as it is reviewed.
    #[must_use]
    pub fn reviewed(&self) -> Option<&ReviewedMove> {
        self.review.moves.get(self.at)
    }

    /// The next mistake after the move that is looked at, or the one before it.
    #[must_use]
    pub fn mistake(&self, forward: bool) -> Option<usize> {
        let mut mistakes =
            self.review.moves.iter().filter(|m| m.kind == Some(MoveKind::Mistake)).map(|m| m.n - 1);
        match forward {
            true => mistakes.find(|&i| i > self.at),
            false => mistakes.rfind(|&i| i < self.at),
        }
    }
}
