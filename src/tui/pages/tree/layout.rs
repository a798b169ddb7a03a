//! Where the lines and the little boards of a tree stand: the same for clicks and for drawing.

use ratatui::layout::Rect;

use super::state::TreeState;
use crate::rules::nearest;
use crate::tui::layout::{self, Panes};
use crate::tui::text::wide;

/// The lines under the boards that tell of the selected one.
const ABOUT: u16 = 4;

/// Where the list and what is said of the selected line stand.
#[must_use]
pub fn list_panes(size: (u16, u16)) -> Panes {
    layout::panes(size)
}

/// The panes of the boards: all columns, and a few lines under them.
#[must_use]
pub fn board_panes(size: (u16, u16)) -> Panes {
    let panes = layout::one_pane(size);
    let about = ABOUT.min(panes.main.height / 3);
    let main = Rect { height: panes.main.height.saturating_sub(about + 1), ..panes.main };
    let side = Rect::new(main.x + 1, main.bottom() + 1, main.width.saturating_sub(2), about);
    Panes { main, side, ..panes }
}

/// A little board on its place, in columns and rows of the whole drawing.
#[derive(Clone, Copy, Debug)]
pub struct TreeCard {
    /// Which node.
    pub node: usize,
    /// The column at the left.
    pub x: i32,
    /// The row at the top.
    pub y: i32,
}

/// The little boards of the nodes that are shown.
pub struct TreeCards {
    /// Where they are drawn.
    pub area: Rect,
    /// The boards, from top to bottom as in the list.
    pub cards: Vec<TreeCard>,
    /// The columns of a board.
    pub width: i32,
    /// The rows of a board, and one for its sign.
    pub height: i32,
    /// Whether a blank stands between the characters of a board.
    pub spaced: bool,
    /// The column and the row of the drawing that stand at the corner of the area.
    pub from: (i32, i32),
}

/// How much room there is between boards: whether their characters are spaced, and the columns between two boards.
const ROOMS: [(bool, i32); 3] = [(true, 3), (false, 3), (false, 2)];
/// The columns of a sign with the number of moves that are alike.
const SIGN: i32 = 4;

/// Where the little boards stand.
#[must_use]
pub fn cards(size: (u16, u16), page: &TreeState) -> TreeCards {
    let area = board_panes(size).main;
    let rows = page.rows();
    let shown = || rows.iter().map(|&i| &page.nodes[i]);
    let columns = shown().flat_map(|n| &n.card).map(|row| wide(row)).max().unwrap_or(1);
    let height = nearest::<i32, _>(shown().map(|n| n.card.len()).max().unwrap_or(1)) + 1;
    let boards = shown().any(|n| n.card.len() > 1);
    let (room, high) = (i32::from(area.width), i32::from(area.height));
    let sized = |spaced: bool| nearest::<i32, _>(if spaced { 2 * columns - 1 } else { columns }).max(SIGN);
    let leaf = |i: usize| !page.nodes[i].open || page.nodes[i].children.as_ref().is_none_or(Vec::is_empty);
    let leaves = nearest::<i32, _>(rows.iter().filter(|&&i| leaf(i)).count());
    let fitting = ROOMS.iter().filter(|(spaced, _)| boards || !spaced);
    let (spaced, gap) = *fitting
        .clone()
        .find(|(spaced, gap)| leaves * (sized(*spaced) + gap) <= room + gap)
        .unwrap_or(&ROOMS[ROOMS.len() - 1]);
    let width = sized(spaced);
    // Leaves stand side by side, what has moves over the middle of them.
    let mut columns_of: Vec<i32> = vec![0; page.nodes.len()];
    let mut next = 0;
    for &i in rows.iter().filter(|&&i| leaf(i)) {
        columns_of[i] = next;
        next += width + gap;
    }
    for &i in rows.iter().rev().filter(|&&i| !leaf(i)) {
        let ends = page.nodes[i].children.as_ref().and_then(|c| Some((*c.first()?, *c.last()?)));
        columns_of[i] = ends.map_or(0, |(first, last)| (columns_of[first] + columns_of[last]) / 2);
    }
    let cards: Vec<TreeCard> = (rows.iter())
        .map(|&node| TreeCard {
            node,
            x: columns_of[node],
            y: nearest::<i32, _>(page.nodes[node].depth) * (height + 1),
        })
        .collect();
    let at = cards.iter().find(|c| c.node == page.at).copied();
    let (x, y) = at.map_or((0, 0), |c| (c.x + width / 2, c.y + height / 2));
    let deepest = cards.iter().map(|c| c.y).max().unwrap_or(0) + height;
    // What fits stands in the middle; of what does not, the part with the selected board.
    let from = |all: i32, room: i32, at: i32| match all <= room {
        true => (all - room) / 2,
        false => (at - room / 2).clamp(0, all - room),
    };
    let down = if deepest <= high { 0 } else { from(deepest, high, y) };
    TreeCards { area, cards, width, height, spaced, from: (from(next - gap, room, x), down) }
}

impl TreeCards {
    /// The place on the screen of a column and row of the drawing; `None` where it is out of sight.
    #[must_use]
    pub fn place(&self, x: i32, y: i32) -> Option<(u16, u16)> {
        let (x, y) = (u16::try_from(x - self.from.0).ok()?, u16::try_from(y - self.from.1).ok()?);
        (x < self.area.width && y < self.area.height).then(|| (self.area.x + x, self.area.y + y))
    }

    /// The node whose board stands at a column and row of the screen.
    #[must_use]
    pub fn at(&self, column: u16, row: u16) -> Option<usize> {
        let x = i32::from(column.checked_sub(self.area.x)?) + self.from.0;
        let y = i32::from(row.checked_sub(self.area.y)?) + self.from.1;
        let inside =
            |c: &&TreeCard| (c.x..c.x + self.width).contains(&x) && (c.y..c.y + self.height).contains(&y);
        self.cards.iter().find(inside).map(|c| c.node)
    }
}
