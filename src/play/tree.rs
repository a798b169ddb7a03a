//! Builds the tree of moves from a position, level by level up to a bound, with the outcome of every position.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use nimatron_core::erased::{AnyPosition, Ask, Turn};
use nimatron_core::rules::{Limits, Outcome, Stop, if_proved};

pub const MOST_NODES: usize = 10_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedNode {
    /// The move that leads to the node; `None` at the root.
    pub text: Option<String>,
    /// The other moves that lead to equivalent positions, if equivalent moves are merged.
    pub alike: Vec<String>,
    /// The position's canonical ID, shortened if it is very long.
    pub id: String,
    /// The outcome for the player to move; `None` if it is not proved.
    pub outcome: Option<Outcome>,
    /// The indices of the node's children in the list of nodes. The children are in board order.
    pub children: std::ops::Range<usize>,
    /// Whether the tree omits moves of this position.
    pub cut: bool,
    pub depth: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The nodes level by level from the root, each level in board order.
    pub nodes: Vec<PlayedNode>,
}

pub struct TreeMove {
    pub text: String,
    /// The moves that come after `text` in board order and lead to positions equivalent to `position` by a symmetry of
    /// the board.
    pub alike: Vec<String>,
    pub position: Box<dyn AnyPosition>,
    pub turn: Turn,
}

/// Returns the first `most` moves of a position in board order, and whether these are all its moves. If `merged` is
/// set, moves that lead to positions equivalent by a symmetry of the board are listed as one move.
pub fn moves_below(position: &dyn AnyPosition, most: usize, merged: bool) -> (Vec<TreeMove>, bool) {
    let list = position.choices(&[], most);
    let mut moves: Vec<TreeMove> = Vec::new();
    // Maps each class of equivalent positions to the index of the first move that leads to the class.
    let mut first_of: HashMap<String, usize> = HashMap::new();
    for choice in list.list {
        // The listed moves are legal, so `after` never fails here.
        let Ok((next, turn)) = position.after(&choice.text) else {
            continue;
        };
        if merged && let Some(class) = next.canonical() {
            match first_of.entry(class) {
                Entry::Occupied(first) => {
                    moves[*first.get()].alike.push(choice.text);
                    continue;
                }
                Entry::Vacant(free) => free.insert(moves.len()),
            };
        }
        moves.push(TreeMove {
            text: choice.text,
            alike: Vec::new(),
            position: next,
            turn,
        });
    }
    (moves, list.complete)
}

/// Grows the tree from a position, with at most `depth` levels of moves and at most [`MOST_NODES`] nodes. If `merged`
/// is set, moves that are equivalent by a symmetry of the board share one node.
///
/// Levels are expanded one after another. A position is expanded completely or not at all, and expansion stops at the
/// first position with too many moves. Nodes with omitted moves are marked as cut, and so are positions that repeat an
/// ancestor.
pub fn grow(
    root: &dyn AnyPosition,
    depth: Option<usize>,
    merged: bool,
    limits: &Limits,
) -> Result<Tree, Stop> {
    // A position can repeat an ancestor only if play may go on forever. Within one ruleset, a position is identified by
    // its state.
    let may_repeat = root.ruleset().facts.may_go_on;
    let state = |at: &dyn AnyPosition| may_repeat.then(|| at.facts().state);
    let mut states = vec![state(root)];
    let mut nodes = vec![node(root, 0, limits)?];
    // The parent of each node; the root is its own parent.
    let mut parents = vec![0];
    let mut open = std::collections::VecDeque::from([root.boxed_clone()]);
    let mut full = false;
    for at in 0.. {
        let Some(position) = open.pop_front() else {
            break;
        };
        limits.check()?;
        let level = nodes[at].depth;
        let above = std::iter::successors(Some(at), |&below| {
            Some(parents[below]).filter(|above| *above != below)
        });
        let repeats = may_repeat && above.skip(1).any(|above| states[above] == states[at]);
        if repeats || depth.is_some_and(|most| level >= most) {
            nodes[at].cut = !position.is_over();
            continue;
        }
        let (moves, complete) = if full {
            (Vec::new(), false)
        } else {
            moves_below(&*position, MOST_NODES, merged)
        };
        full |= !complete || nodes.len() + moves.len() > MOST_NODES;
        if full {
            nodes[at].cut = !position.is_over();
        } else {
            let first = nodes.len();
            for m in moves {
                let below = node(&*m.position, level + 1, limits)?;
                nodes.push(PlayedNode {
                    text: Some(m.text),
                    alike: m.alike,
                    ..below
                });
                states.push(state(&*m.position));
                open.push_back(m.position);
                parents.push(at);
            }
            nodes[at].children = first..nodes.len();
        }
    }
    Ok(Tree { nodes })
}

fn node(position: &dyn AnyPosition, depth: usize, limits: &Limits) -> Result<PlayedNode, Stop> {
    // The node's ID does not contain the points gained since the root, so the outcome ignores these points.
    let outcome = if_proved(position.as_written().outcome(limits))?;
    Ok(PlayedNode {
        text: None,
        alike: Vec::new(),
        id: shortened(position.id()),
        outcome,
        children: 0..0,
        cut: false,
        depth,
    })
}

/// Shortens a long ID, because the tree stores one for each of up to [`MOST_NODES`] nodes.
fn shortened(mut id: String) -> String {
    if id.len() > Ask::LONGEST_TO {
        let end = (0..=Ask::LONGEST_TO).rfind(|&i| id.is_char_boundary(i));
        id.truncate(end.unwrap_or(0));
        id.push_str("...");
    }
    id
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeStep {
    /// Enters a node. The flag is true for the first child of a parent, and for the root.
    Enter(usize, bool),
    Leave(usize),
}

impl Tree {
    /// Walks the nodes depth first, with children in board order. The walk does not recurse: trees can be thousands of
    /// moves deep.
    pub fn steps(&self) -> impl Iterator<Item = TreeStep> + '_ {
        let mut open = vec![TreeStep::Enter(0, true)];
        std::iter::from_fn(move || {
            let step = open.pop()?;
            if let TreeStep::Enter(i, _) = step {
                open.push(TreeStep::Leave(i));
                let children = self.nodes[i].children.clone();
                open.extend(
                    children
                        .clone()
                        .rev()
                        .map(|child| TreeStep::Enter(child, child == children.start)),
                );
            }
            Some(step)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::fixtures::open;

    fn grown(id: &str, depth: Option<usize>) -> Tree {
        grow(&*open(id), depth, false, &Limits::default()).unwrap()
    }

    #[test]
    fn moves_that_are_alike_are_one_where_that_is_wanted() {
        let board = open("tictactoe:.........");
        let tree = grow(&*board, Some(1), true, &Limits::default()).unwrap();
        for n in &tree.nodes[1..] {
            let class = |text: &str| board.after(text).unwrap().0.canonical();
            assert!(
                n.alike
                    .iter()
                    .all(|text| class(text) == class(n.text.as_deref().unwrap()))
            );
        }
    }

    #[test]
    fn depth_and_size_cut_and_say_so() {
        let tree = grown("nim:1,2", Some(1));
        assert_eq!(tree.nodes.len(), 4);
        assert!(
            tree.nodes[1..]
                .iter()
                .all(|n| n.cut && n.children.is_empty())
        );
        assert_eq!(grown("nim:1,2", Some(0)).nodes.len(), 1);
        let tree = grown("tictactoe:.........", None);
        assert!(tree.nodes.len() <= MOST_NODES && tree.nodes.len() > MOST_NODES - 9);
        for (i, n) in tree.nodes.iter().enumerate() {
            let over = open(&n.id).is_over();
            assert_eq!(n.cut, n.children.is_empty() && !over, "{i}");
        }
        // The root has more moves than the tree may have nodes, so the root is not expanded.
        let tree = grown("nim:10000", None);
        assert_eq!((tree.nodes.len(), tree.nodes[0].cut), (1, true));
    }

    #[test]
    fn long_positions_that_begin_alike_are_no_repetition() {
        let tree = grown(&format!("row:{}OO", ".".repeat(5000)), None);
        assert!(tree.nodes.len() > 3 && tree.nodes.iter().all(|node| !node.cut));
    }

    #[test]
    fn a_position_that_repeats_an_ancestor_is_not_expanded_again() {
        let tree = grown("token/a-b,b-a!:a", None);
        let cut: Vec<bool> = tree.nodes.iter().map(|node| node.cut).collect();
        assert_eq!(cut, [false, false, true]);
    }

    #[test]
    fn a_tree_thousands_of_moves_deep_is_walked() {
        let tree = grown("bash/1:9000", None);
        assert_eq!(tree.nodes.len(), 9001);
        assert_eq!(tree.steps().count(), 2 * 9001);
    }
}
