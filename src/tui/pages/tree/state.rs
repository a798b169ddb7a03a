//! The tree: its nodes, which of them are open, which one is selected.

use std::collections::VecDeque;
use std::ops::Range;

use crate::draw::{Style, little};
use crate::erased::AnyPosition;
use crate::play::Match;
use crate::rules::Outcome;
use crate::tui::event::{Child, Ticket};
use crate::tui::text::cut;

/// A position of the tree.
pub struct TreeNode {
    /// The move that led here; `None` at the root.
    pub text: Option<String>,
    pub position: Box<dyn AnyPosition>,
    /// Its outcome for the player who made the move that led here, at the root for the player to move; `None` where it
    /// is not proved or not known yet.
    pub outcome: Option<Outcome>,
    /// The other moves that lead to positions like this one, by a symmetry of the board.
    pub alike: Vec<String>,
    /// Its board in a few characters, row by row, or its ID where it has none.
    pub card: Vec<String>,
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

/// The most columns of an ID on a card.
const NAME: usize = 14;

/// What a position looks like in a few characters: its board, or its ID without the game.
fn card(position: &dyn AnyPosition, style: Style) -> Vec<String> {
    little(&position.scene(), style).unwrap_or_else(|| {
        let id = position.part_id();
        // Of a sum all of it, else what stands behind the game.
        let state =
            id.split_once(':').filter(|_| !id.contains(" + ")).map_or(id.as_str(), |(_, state)| state);
        vec![cut(if state.is_empty() { "-" } else { state }, NAME)]
    })
}

/// How the tree is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TreeLook {
    /// A line a position.
    #[default]
    List,
    /// Little boards, the moves of each in a row under it.
    Boards,
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
    /// How it is shown.
    pub look: TreeLook,
    /// How the characters of little boards are chosen.
    style: Style,
}

impl TreeState {
    /// The position at the cursor of a match, closed.
    #[must_use]
    pub fn new(game: Match, style: Style) -> TreeState {
        let position = game.position().boxed_clone();
        let root = TreeNode {
            text: None,
            card: card(&*position, style),
            position,
            outcome: None,
            alike: Vec::new(),
            parent: None,
            depth: 0,
            children: None,
            more: false,
            open: true,
        };
        let (nodes, ahead, look) = (vec![root], VecDeque::new(), TreeLook::List);
        TreeState { game, nodes, at: 0, asked: None, ahead, look, style }
    }

    /// Adds the moves of a node and opens it.
    pub fn add(&mut self, node: usize, children: Vec<Child>, more: bool) -> Range<usize> {
        let (depth, first) = (self.nodes[node].depth + 1, self.nodes.len());
        self.nodes.extend(children.into_iter().map(|child| TreeNode {
            text: Some(child.text),
            card: card(&*child.position, self.style),
            position: child.position,
            outcome: child.outcome,
            alike: child.alike,
            parent: Some(node),
            depth,
            children: None,
            more: false,
            open: false,
        }));
        let last = self.nodes.len();
        let parent = &mut self.nodes[node];
        parent.children = Some((first..last).collect());
        (parent.more, parent.open) = (more, true);
        first..last
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
