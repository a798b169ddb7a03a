//! The tree of moves below a position, level by level up to a bound, each position with its outcome.

use crate::erased::{AnyPosition, Ask};
use crate::rules::{Limits, Outcome, Stop};

/// The most nodes of a tree.
pub const MOST_NODES: usize = 10_000;

/// A position of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedNode {
    /// The move that led here; `None` at the root.
    pub text: Option<String>,
    /// The position's canonical ID.
    pub id: String,
    /// The outcome for the player to move here; `None` where it is not proved.
    pub outcome: Option<Outcome>,
    /// Where its children are in the list of nodes: in board order, one behind the other.
    pub children: std::ops::Range<usize>,
    /// Whether there are moves here that the tree does not show.
    pub cut: bool,
    /// How many moves lead here from the root.
    pub depth: usize,
}

/// The tree below a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// Level by level, the root first, each level in board order.
    pub nodes: Vec<PlayedNode>,
}

/// The tree below a position, at most `depth` moves deep and at most [`MOST_NODES`] large.
///
/// Levels are opened one after another. A position is opened whole or not at all: from the first one on whose moves
/// do not all fit, nothing is opened any more, and what has moves that are not shown is marked as cut.
///
/// # Errors
/// [`Stop::Interrupted`] as `limits` says.
pub fn grow(root: &dyn AnyPosition, depth: Option<usize>, limits: &Limits) -> Result<Tree, Stop> {
    let mut nodes = vec![node(root, None, 0, limits)?];
    let mut tables = std::collections::VecDeque::from([root.boxed_clone()]);
    let mut at = 0;
    let mut full = false;
    while let Some(table) = tables.pop_front() {
        limits.check()?;
        let level = nodes[at].depth;
        let count = table.count_moves().and_then(|n| usize::try_from(n).ok());
        let fits = count.is_some_and(|n| nodes.len().saturating_add(n) <= MOST_NODES);
        let deep = depth.is_some_and(|most| level >= most);
        if count != Some(0) && !deep {
            full |= !fits;
        }
        if deep || full {
            nodes[at].cut = !table.is_over();
        } else {
            let first = nodes.len();
            for m in table.choices(&[], MOST_NODES).list {
                let mut next = table.boxed_clone();
                // The game has just listed the move: it is legal.
                next.play(&m.text).map_err(|e| Stop::not_proved(e.to_string()))?;
                nodes.push(node(&*next, Some(m.text), level + 1, limits)?);
                tables.push_back(next);
            }
            nodes[at].children = first..nodes.len();
        }
        at += 1;
    }
    Ok(Tree { nodes })
}

fn node(
    table: &dyn AnyPosition,
    text: Option<String>,
    depth: usize,
    limits: &Limits,
) -> Result<PlayedNode, Stop> {
    let outcome = match table.outcome(limits) {
        Ok(outcome) => Some(outcome),
        Err(Stop::NotProved(_)) => None,
        Err(stop) => return Err(stop),
    };
    let mut id = table.id();
    if id.len() > Ask::LONGEST_TO {
        id.truncate((0..=Ask::LONGEST_TO).rev().find(|&i| id.is_char_boundary(i)).unwrap_or(0));
        id.push_str("...");
    }
    Ok(PlayedNode { text, id, outcome, children: 0..0, cut: false, depth })
}

/// A step of a walk through the tree that writes it down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeStep {
    /// A node, and whether it is the first child of its parent.
    Enter(usize, bool),
    /// Its children have all been seen.
    Leave(usize),
}

impl Tree {
    /// The nodes depth first, children in board order. No call goes deeper than the last: trees can be thousands of
    /// moves deep.
    pub fn walk(&self) -> impl Iterator<Item = TreeStep> + '_ {
        let mut open = vec![TreeStep::Enter(0, true)];
        std::iter::from_fn(move || {
            let step = open.pop()?;
            if let TreeStep::Enter(i, _) = step {
                open.push(TreeStep::Leave(i));
                let children = self.nodes[i].children.clone();
                open.extend(
                    children.clone().rev().map(|child| TreeStep::Enter(child, child == children.start)),
                );
            }
            Some(step)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::rules::Library;

    fn grown(id: &str, depth: Option<usize>) -> Tree {
        grow(&*games::open(id, &Library::default()).unwrap(), depth, &Limits::default()).unwrap()
    }

    #[test]
    fn a_small_tree_is_whole() {
        let tree = grown("nim:1,2", None);
        let shown: Vec<_> =
            tree.nodes.iter().map(|n| (n.text.as_deref().unwrap_or(""), n.id.as_str(), n.cut)).collect();
        assert_eq!(
            shown[..4],
            [
                ("", "nim:1,2", false),
                ("1-1", "nim:0,2", false),
                ("2-1", "nim:1,1", false),
                ("2-2", "nim:1,0", false)
            ]
        );
        let outcomes: Vec<_> = tree.nodes[..4].iter().map(|n| n.outcome.unwrap().word()).collect();
        assert_eq!(outcomes, ["win", "win", "loss", "win"]);
        assert_eq!(tree.nodes[0].children, 1..4);
        // 1,2; then 0,2 1,1 1,0; then 0,1 0,0 / 0,1 1,0 / 0,0; then the last stones.
        assert_eq!(tree.nodes.len(), 12);
        assert_eq!(tree.walk().filter(|s| matches!(s, TreeStep::Enter(..))).count(), 12);
    }

    #[test]
    fn depth_and_size_cut_and_say_so() {
        let tree = grown("nim:1,2", Some(1));
        assert_eq!(tree.nodes.len(), 4);
        assert!(tree.nodes[1..].iter().all(|n| n.cut && n.children.is_empty()));
        assert_eq!(grown("nim:1,2", Some(0)).nodes.len(), 1);
        let tree = grown("tictactoe:.........", None);
        assert!(tree.nodes.len() <= MOST_NODES && tree.nodes.len() > MOST_NODES - 9);
        for (i, n) in tree.nodes.iter().enumerate() {
            let over = games::open(&n.id, &Library::default()).unwrap().is_over();
            assert_eq!(n.cut, n.children.is_empty() && !over, "{i}");
        }
        // More moves than nodes: nothing is opened.
        let tree = grown("nim:10000", None);
        assert_eq!((tree.nodes.len(), tree.nodes[0].cut), (1, true));
    }

    #[test]
    fn a_tree_thousands_of_moves_deep_is_walked() {
        let tree = grown("bash/1:9000", None);
        assert_eq!(tree.nodes.len(), 9001);
        assert_eq!(tree.walk().count(), 2 * 9001);
    }
}
