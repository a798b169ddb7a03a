//! The tree: its nodes, which of them are open, which one is selected.

use std::collections::VecDeque;

use crate::erased::AnyPosition;
use crate::play::Match;
use crate::rules::Outcome;
use crate::tui::event::Ticket;

/// A position of the tree.
pub struct TreeNode {
    /// The move that led here; `None` at the root.
    pub text: Option<String>,
    pub table: Box<dyn AnyPosition>,
    /// Its outcome for the player who made the move that led here, at the root for the player to move; `None` where it
    /// is not proved or not known yet.
    pub outcome: Option<Outcome>,
    /// The other moves that lead to positions like this one, by a symmetry of the board.
    pub alike: Vec<String>,
    /// The node above.
    pub parent: Option<usize>,
    /// How many moves lead here from the root.
    pub depth: usize,
    /// The nodes below, once they are known.
    pub children: Option<Vec<usize>>,
    /// Whether there are more moves than these.
    pub more: bool,
    /// Whether the nodes below are shown.
    pub open: bool,
}

/// The tree page.
pub struct TreeState {
    /// The match whose position is the root.
    pub game: Match,
    /// The nodes, the root first.
    pub nodes: Vec<TreeNode>,
    /// Which node is selected.
    pub at: usize,
    /// The node whose moves are being worked out.
    pub asked: Option<(Ticket, usize)>,
    /// The nodes that are opened next without being asked for: the first levels of a board with symmetries.
    pub ahead: VecDeque<usize>,
}

impl TreeState {
    /// The position at the cursor of a match, closed.
    #[must_use]
    pub fn new(game: Match) -> TreeState {
        let root = TreeNode {
            text: None,
            table: game.table().boxed_clone(),
            outcome: None,
            alike: Vec::new(),
            parent: None,
            depth: 0,
            children: None,
            more: false,
            open: true,
        };
        TreeState { game, nodes: vec![root], at: 0, asked: None, ahead: VecDeque::new() }
    }

    /// The nodes that are shown, from top to bottom.
    #[must_use]
    pub fn rows(&self) -> Vec<usize> {
        let mut rows = Vec::new();
        let mut stack = vec![0];
        while let Some(i) = stack.pop() {
            rows.push(i);
            if self.nodes[i].open {
                stack.extend(self.nodes[i].children.iter().flatten().rev());
            }
        }
        rows
    }

    /// The moves from the root to a node.
    #[must_use]
    pub fn line(&self, node: usize) -> Vec<String> {
        let mut line = Vec::new();
        let mut at = Some(node);
        while let Some(i) = at {
            line.extend(self.nodes[i].text.clone());
            at = self.nodes[i].parent;
        }
        line.reverse();
        line
    }
}
