//! The tree of moves below a position, opened node by node: as a list, or as little boards over one another.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use ratatui::style::Style;

use super::table::turns;
use crate::draw::{self, character};
use crate::play::tree::{MOST_NODES, TreeMove, moves_below};
use crate::tui::layout::Panes;
use crate::tui::prelude::*;
use nimatron_core::erased::Turn;
use nimatron_core::rules::{Face, Limits, Picture, if_proved, with_deferred_errors};

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
    pub parent: Option<usize>,
    pub depth: usize,
    /// The nodes below, once they are known.
    pub children: Option<Vec<usize>>,
    /// Whether there are more moves than these.
    pub more: bool,
    /// Whether the nodes below are shown.
    pub open: bool,
}

/// The most columns and rows of a little board, and cells of a strip.
const MOST: usize = 8;
const MOST_CELLS: usize = 16;

/// The rows of a board of squares or of a strip, a character a square; `None` for boards of another kind and for larger
/// ones.
fn little(scene: &Scene, style: draw::Style) -> Option<Vec<String>> {
    let (columns, faces): (usize, Vec<Face>) = match &scene.picture {
        Picture::Squares(board)
            if board.columns <= MOST && board.squares.len() <= board.columns * MOST =>
        {
            (
                board.columns,
                board.squares.iter().map(|s| s.face).collect(),
            )
        }
        Picture::Strip(strip) if strip.cells.len() <= MOST_CELLS => {
            // A cell without a stone is a place nonetheless.
            let face = |face: Face| if face == Face::Empty { Face::Dot } else { face };
            (
                strip.cells.len(),
                strip.cells.iter().map(|c| face(c.face)).collect(),
            )
        }
        _ => return None,
    };
    let row = |faces: &[Face]| faces.iter().map(|&face| character(face, style)).collect();
    let rows: Vec<String> = faces.chunks(columns.max(1)).map(row).collect();
    (!rows.is_empty()).then_some(rows)
}

/// The most moves of a position that are shown.
const CHILDREN: usize = 300;
/// The most columns of an ID on a card.
const NAME: usize = 14;

/// What a position looks like in a few characters: its board, or its ID without the game.
fn card(position: &dyn AnyPosition, style: draw::Style) -> Vec<String> {
    little(&position.scene(), style).unwrap_or_else(|| {
        let id = position.part_id();
        // Of a sum all of it, else what stands behind the game.
        let state = id
            .split_once(':')
            .filter(|_| !id.contains(" + "))
            .map_or(id.as_str(), |(_, state)| state);
        vec![cut(if state.is_empty() { "-" } else { state }, NAME)]
    })
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum TreeLook {
    /// A line a position.
    #[default]
    List,
    /// Little boards, the moves of each in a row under it.
    Boards,
}

pub struct TreePage {
    /// The match whose position is the root.
    pub game: Match,
    /// The nodes, the root first.
    pub nodes: Vec<TreeNode>,
    /// Which node is selected.
    pub at: usize,
    /// The nodes that are opened next without being asked for: the first levels of a board with symmetries.
    pub ahead: VecDeque<usize>,
    look: TreeLook,
    style: draw::Style,
}

impl TreeNode {
    /// A position that no move leads to.
    fn root(position: Box<dyn AnyPosition>, style: draw::Style) -> TreeNode {
        TreeNode {
            card: card(&*position, style),
            position,
            text: None,
            outcome: None,
            alike: Vec::new(),
            parent: None,
            depth: 0,
            children: None,
            more: false,
            open: false,
        }
    }
}

impl TreePage {
    /// Adds the moves of a node and opens it.
    fn add(
        &mut self,
        node: usize,
        mut children: Vec<(TreeMove, Option<Outcome>)>,
        more: bool,
    ) -> Range<usize> {
        // Winning moves first, what is not proved last.
        children.sort_by_key(|(_, outcome)| std::cmp::Reverse(*outcome));
        let (depth, first) = (self.nodes[node].depth + 1, self.nodes.len());
        self.nodes
            .extend(children.into_iter().map(|(child, outcome)| TreeNode {
                text: Some(child.text),
                outcome,
                alike: child.alike,
                parent: Some(node),
                depth,
                ..TreeNode::root(child.position, self.style)
            }));
        let last = self.nodes.len();
        let parent = &mut self.nodes[node];
        parent.children = Some((first..last).collect());
        (parent.more, parent.open) = (more, true);
        first..last
    }

    /// The nodes that are shown, from top to bottom.
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
    pub fn line(&self, node: usize) -> Vec<String> {
        let above = std::iter::successors(Some(node), |&i| self.nodes[i].parent);
        let mut line: Vec<String> = above.filter_map(|i| self.nodes[i].text.clone()).collect();
        line.reverse();
        line
    }
}

/// Shows the tree below the position on the table.
pub fn show(cx: &mut Context) {
    let Some(s) = cx.on_table.as_ref() else {
        return;
    };
    let game = s.game().clone();
    turns::interrupt(cx);
    let style = draw::Style {
        ascii: cx.theme.ascii,
    };
    let root = TreeNode {
        open: true,
        ..TreeNode::root(game.position().boxed_clone(), style)
    };
    let (nodes, ahead, look) = (vec![root], VecDeque::new(), TreeLook::List);
    cx.push(TreePage {
        game,
        nodes,
        at: 0,
        ahead,
        look,
        style,
    });
}

/// The moves of a position, each with its outcome for the player who makes it.
struct Children {
    /// The outcome of the position itself, for the player to move.
    outcome: Option<Outcome>,
    moves: Vec<(TreeMove, Option<Outcome>)>,
    /// Whether there are more moves than these.
    more: bool,
}

fn children(position: &dyn AnyPosition, limits: &Limits) -> Result<Children, Stop> {
    let outcome = |at: &dyn AnyPosition| if_proved(at.outcome(limits));
    let below = with_deferred_errors(limits, || Ok(moves_below(position, CHILDREN, true)));
    let (list, complete) = below?;
    let mut moves = Vec::new();
    for m in list {
        let own = |o: Outcome| {
            if m.turn == Turn::Kept {
                o
            } else {
                o.reversed()
            }
        };
        let outcome = outcome(&*m.position)?.map(own);
        moves.push((m, outcome));
    }
    Ok(Children {
        outcome: outcome(position)?,
        moves,
        more: !complete,
    })
}

impl TreePage {
    fn ask(&mut self, cx: &mut Context, node: usize) {
        let position = self.nodes[node].position.boxed_clone();
        cx.spawn(
            Lane::Work,
            move |desk| children(&*position, desk.limits),
            move |page: &mut TreePage, cx, below| match below {
                Ok(below) => page.answered(cx, node, below),
                Err(stop) => cx.notify_error(stop.to_string()),
            },
        );
    }

    /// The moves below a node have come.
    fn answered(&mut self, cx: &mut Context, node: usize, below: Children) {
        let added = self.add(node, below.moves, below.more);
        self.nodes[node].outcome = self.nodes[node].outcome.or(below.outcome);
        // Where symmetry leaves few openings, the replies are shown at once: the picture of the textbooks.
        if node == 0
            && self.nodes[added.clone()]
                .iter()
                .any(|child| !child.alike.is_empty())
        {
            self.ahead.extend(added);
            self.look = TreeLook::Boards;
        }
        if self.nodes.len() < MOST_NODES
            && let Some(next) = self.ahead.pop_front()
        {
            self.ask(cx, next);
        }
    }

    /// The little board next to the selected one, on the same level.
    fn beside(&self, forward: bool) -> Option<usize> {
        let depth = self.nodes[self.at].depth;
        let level: Vec<usize> = self
            .rows()
            .into_iter()
            .filter(|&i| self.nodes[i].depth == depth)
            .collect();
        let at = level.iter().position(|&i| i == self.at)?;
        level
            .get(if forward { at + 1 } else { at.checked_sub(1)? })
            .copied()
    }

    /// Opens the selected node, or goes to its first child; `space` closes it again.
    fn open(&mut self, cx: &mut Context, action: Action) {
        let (at, count) = (self.at, self.nodes.len());
        let node = &mut self.nodes[at];
        match &node.children {
            _ if node.position.is_over() => cx.notify("The game is over there."),
            None if cx.is_busy(Lane::Work) => {
                if !self.ahead.contains(&at) {
                    self.ahead.push_back(at);
                }
            }
            None if count >= MOST_NODES => cx.notify(format!(
                "The tree cannot hold more than {MOST_NODES} positions: close it and begin again."
            )),
            None => self.ask(cx, at),
            Some(_) if action == Action::Pick => node.open = !node.open,
            Some(_) if !node.open => node.open = true,
            Some(children) => self.at = children.first().copied().unwrap_or(at),
        }
    }

    fn cursor(&self, rows: &[usize]) -> ListCursor {
        ListCursor {
            at: rows.iter().position(|&i| i == self.at).unwrap_or(0),
        }
    }
}

impl Page for TreePage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Tree
    }

    fn key(&mut self, cx: &mut Context, action: Action) {
        let is_list = self.look == TreeLook::List;
        match action {
            Action::Left | Action::Right if !is_list => {
                self.at = self.beside(action == Action::Right).unwrap_or(self.at);
            }
            Action::Up if !is_list => self.at = self.nodes[self.at].parent.unwrap_or(self.at),
            Action::Down if !is_list => self.open(cx, Action::Right),
            Action::Verdict => {
                self.look = if is_list {
                    TreeLook::Boards
                } else {
                    TreeLook::List
                }
            }
            Action::Right | Action::Pick => self.open(cx, action),
            Action::Left => {
                let node = &mut self.nodes[self.at];
                let shown = node.children.as_ref().is_some_and(|c| !c.is_empty());
                if node.open && shown {
                    node.open = false;
                } else if let Some(parent) = node.parent {
                    self.at = parent;
                }
            }
            Action::Enter => {
                let mut game = self.game.clone();
                if self.line(self.at).iter().all(|m| game.play(m).is_ok()) {
                    cx.go(Navigation::Replace(Box::new(game), None));
                }
            }
            Action::Escape => cx.go(Navigation::Back),
            action => {
                let rows = self.rows();
                let mut cursor = self.cursor(&rows);
                // A tree has ends: its list does not go round.
                let at_end = (action == Action::Up && cursor.at == 0)
                    || (action == Action::Down && cursor.at + 1 == rows.len());
                if !at_end && cursor.key(action, rows.len()) {
                    self.at = rows[cursor.at];
                }
            }
        }
    }

    /// A click selects a line; on the selected one, opens or closes it.
    fn click(&mut self, cx: &mut Context, at: Position) {
        if self.look == TreeLook::Boards {
            match cards(cx.size, self).at(at) {
                Some(node) if node == self.at => self.key(cx, Action::Pick),
                Some(node) => self.at = node,
                None => {}
            }
            return;
        }
        let rows = self.rows();
        let mut cursor = self.cursor(&rows);
        match cursor.click(layout::panes(cx.size).main, rows.len(), at) {
            Clicked::Again => self.key(cx, Action::Pick),
            Clicked::Selected => self.at = rows[cursor.at],
            Clicked::Nothing => {}
        }
    }

    fn shown(&mut self, cx: &mut Context) {
        if self.nodes[0].children.is_none() && !cx.is_busy(Lane::Work) {
            self.ask(cx, 0);
        }
    }

    fn can(&self, _cx: &Context, line: &KeyLine) -> bool {
        *line.actions != [Action::Pick] || !self.nodes[self.at].position.is_over()
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let boards = self.look == TreeLook::Boards;
        let panes = if boards {
            board_panes(cx.size)
        } else {
            layout::panes(cx.size)
        };
        let note = match cx.is_busy(Lane::Work) {
            true => "working it out ...".to_owned(),
            false => counted(self.nodes.len() as u64, "position", "positions"),
        };
        page::title(
            cx,
            frame,
            &panes,
            "Tree of moves",
            self.game.start().info().name,
            &note,
        );
        if boards {
            picture(cx, self, frame);
            selected(cx, self, frame, panes.side);
        } else {
            list(cx, self, frame, panes.main);
            about(cx, &self.nodes[self.at], frame, panes.side);
        }
    }
}

/// The lines of the list, winners first, each with what the move comes to.
fn list(cx: &Context, state: &TreePage, frame: &mut Frame<'_>, area: Rect) {
    let theme = &cx.theme;
    let rows = state.rows();
    let width = usize::from(area.width);
    state
        .cursor(&rows)
        .draw(theme, frame, area, rows.len(), |row, here| {
            let node = &state.nodes[rows[row]];
            let sign = match &node.children {
                _ if node.position.is_over() => theme.pick("·", "."),
                Some(_) if node.open => theme.pick("▾", "-"),
                _ => theme.pick("▸", "+"),
            };
            let indent = "  ".repeat(node.depth.min(width / 5));
            let (mark, style) = match node.outcome {
                Some(o) => (format!("{} {}", sign_of(o), o.word()), theme.outcome(o)),
                None => ("?".to_owned(), theme.quiet()),
            };
            let mut behind = if node.alike.is_empty() {
                String::new()
            } else {
                format!("  {} alike", node.alike.len() + 1)
            };
            if node.more && node.open {
                behind += " (first moves only)";
            }
            let name = cut(
                node.text.as_deref().unwrap_or("here"),
                width.saturating_sub(indent.len() + 12),
            );
            Line::from(vec![
                Span::styled(format!("{indent}{sign} "), theme.quiet()),
                Span::styled(name, row_style(theme, here)),
                Span::styled(format!("  {mark}"), style),
                Span::styled(behind, theme.quiet()),
            ])
        });
}

/// The lines under the boards that tell of the selected one.
const ABOUT: u16 = 4;

/// The panes of the boards: all columns, and a few lines under them.
fn board_panes(size: (u16, u16)) -> Panes {
    let panes = layout::one_pane(size);
    let about = ABOUT.min(panes.body.height / 3);
    let main = Rect {
        height: panes.body.height.saturating_sub(about + 1),
        ..panes.body
    };
    let side = Rect {
        y: main.bottom() + 1,
        height: about,
        ..panes.body
    };
    Panes {
        main,
        side,
        ..panes
    }
}

/// A little board on its place: which node, and the column and row of the whole drawing at its corner.
#[derive(Clone, Copy)]
struct TreeCard {
    node: usize,
    x: i32,
    y: i32,
}

struct TreeCards {
    area: Rect,
    /// The boards, from top to bottom as in the list.
    cards: Vec<TreeCard>,
    /// The columns of a board.
    width: i32,
    /// The rows of a board, and one for its sign.
    height: i32,
    /// Whether a blank stands between the characters of a board.
    spaced: bool,
    /// The column and the row of the drawing that stand at the corner of the area.
    from: (i32, i32),
    /// The columns of the whole drawing, with one for a bracket on each side.
    across: i32,
}

/// How much room there is between boards: whether their characters are spaced, and the columns between two boards.
const ROOMS: [(bool, i32); 3] = [(true, 3), (false, 3), (false, 2)];
/// The columns of a sign with the number of moves that are alike.
const SIGN: i32 = 4;

fn cards(size: (u16, u16), page: &TreePage) -> TreeCards {
    let area = board_panes(size).main;
    let rows = page.rows();
    let shown = || rows.iter().map(|&i| &page.nodes[i]);
    let columns = shown()
        .flat_map(|n| &n.card)
        .map(|row| wide(row))
        .max()
        .unwrap_or(1);
    let height = nearest::<i32, _>(shown().map(|n| n.card.len()).max().unwrap_or(1)) + 1;
    let boards = shown().any(|n| n.card.len() > 1);
    let (room, high) = (i32::from(area.width), i32::from(area.height));
    let sized =
        |spaced: bool| nearest::<i32, _>(if spaced { 2 * columns - 1 } else { columns }).max(SIGN);
    let leaf =
        |i: usize| !page.nodes[i].open || page.nodes[i].children.as_ref().is_none_or(Vec::is_empty);
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
        let ends = page.nodes[i]
            .children
            .as_ref()
            .and_then(|c| Some((*c.first()?, *c.last()?)));
        columns_of[i] = ends.map_or(0, |(first, last)| {
            (columns_of[first] + columns_of[last]) / 2
        });
    }
    let row_of = |node: usize| nearest::<i32, _>(page.nodes[node].depth) * (height + 1);
    let cards: Vec<TreeCard> = rows
        .iter()
        .map(|&node| TreeCard {
            node,
            x: columns_of[node],
            y: row_of(node),
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
    let down = if deepest <= high {
        0
    } else {
        from(deepest, high, y)
    };
    // The selected board has a bracket on each side.
    let across = next - gap + 2;
    TreeCards {
        area,
        cards,
        width,
        height,
        spaced,
        from: (from(across, room, x + 1) - 1, down),
        across,
    }
}

impl TreeCards {
    /// The place on the screen of a column and row of the drawing; `None` where it is out of sight.
    fn place(&self, x: i32, y: i32) -> Option<(u16, u16)> {
        let (x, y) = (
            u16::try_from(x - self.from.0).ok()?,
            u16::try_from(y - self.from.1).ok()?,
        );
        (x < self.area.width && y < self.area.height).then(|| (self.area.x + x, self.area.y + y))
    }

    /// The node whose board stands at a column and row of the screen.
    fn at(&self, at: Position) -> Option<usize> {
        let x = i32::from(at.x.checked_sub(self.area.x)?) + self.from.0;
        let y = i32::from(at.y.checked_sub(self.area.y)?) + self.from.1;
        let inside = |c: &&TreeCard| {
            (c.x..c.x + self.width).contains(&x) && (c.y..c.y + self.height).contains(&y)
        };
        self.cards.iter().find(inside).map(|c| c.node)
    }
}

/// The little boards, each under the one that it comes from.
fn picture(cx: &Context, state: &TreePage, frame: &mut Frame<'_>) {
    let theme = &cx.theme;
    let all = cards(cx.size, state);
    let middle = all.width / 2;
    let mut put = |x: i32, y: i32, text: &str, style: Style| {
        for (i, c) in (0..).zip(text.chars()) {
            if let Some((x, y)) = all.place(x + i, y)
                && let Some(cell) = frame.buffer_mut().cell_mut((x, y))
            {
                cell.set_char(c).set_style(style);
            }
        }
    };
    let column_of: HashMap<usize, i32> = all.cards.iter().map(|c| (c.node, c.x + middle)).collect();
    for card in &all.cards {
        let node = &state.nodes[card.node];
        let below = node
            .children
            .as_ref()
            .filter(|c| node.open && !c.is_empty());
        if let Some(children) = below {
            let columns: Vec<i32> = children
                .iter()
                .filter_map(|c| column_of.get(c).copied())
                .collect();
            put(
                columns[0],
                card.y + all.height,
                &link(theme, &columns, card.x + middle),
                theme.quiet(),
            );
        }
        let style = if card.node == state.at {
            theme.selected()
        } else {
            theme.text()
        };
        // Boards of fewer rows stand on the same line: a bar is eaten from above.
        let top = card.y + all.height - 1 - nearest::<i32, _>(node.card.len());
        for (y, row) in (top..).zip(&node.card) {
            let spaced = || row.chars().map(String::from).collect::<Vec<_>>().join(" ");
            let row = if all.spaced { spaced() } else { row.clone() };
            put(
                card.x + (all.width - nearest::<i32, _>(wide(&row))) / 2,
                y,
                &row,
                style,
            );
        }
        let (sign, style) = match node.outcome {
            Some(o) => (sign_of(o), theme.outcome(o)),
            None => ('?', theme.quiet()),
        };
        let (y, left) = (card.y + all.height - 1, card.x + (all.width - 1) / 2);
        match node.alike.len() {
            0 => put(left, y, &sign.to_string(), style),
            n => {
                put(card.x, y, &sign.to_string(), style);
                put(
                    card.x + 2,
                    y,
                    &format!("{}{}", theme.pick("×", "x"), n + 1),
                    theme.quiet(),
                );
            }
        }
        if card.node == state.at {
            for y in card.y..card.y + all.height {
                put(card.x - 1, y, "[", theme.key());
                put(card.x + all.width, y, "]", theme.key());
            }
            // Where it goes on out of sight.
            let (left, room) = (all.from.0, i32::from(all.area.width));
            for (goes_on, x, sign) in [
                (left > 0, left, theme.pick("‹", "<")),
                (
                    left + room < all.across - 1,
                    left + room - 1,
                    theme.pick("›", ">"),
                ),
            ] {
                if goes_on {
                    put(x, card.y, sign, theme.key());
                }
            }
        }
    }
}

/// The line from a board to those under it, which stand at these columns.
fn link(theme: &Theme, columns: &[i32], above: i32) -> String {
    let (first, last) = (columns[0], columns[columns.len() - 1]);
    (first..=last)
        .map(|x| match (x == above, columns.contains(&x)) {
            _ if first == last => theme.pick('│', '|'),
            (true, true) => theme.pick('┼', '+'),
            (true, false) => theme.pick('┴', '+'),
            (false, true) if x == first => theme.pick('┌', '+'),
            (false, true) if x == last => theme.pick('┐', '+'),
            (false, true) => theme.pick('┬', '+'),
            (false, false) => theme.pick('─', '-'),
        })
        .collect()
}

/// What a position comes to, and for whom.
fn verdict(node: &TreeNode, width: usize) -> String {
    let whose = match &node.text {
        Some(text) => format!("for the player who plays {}", cut(text, width)),
        None => "for the player to move".to_owned(),
    };
    match node.outcome {
        Some(o) => format!("{} {} {whose}", sign_of(o), o.word()),
        None => "? not proved, or not known yet".to_owned(),
    }
}

/// The selected board in a few lines.
fn selected(cx: &Context, state: &TreePage, frame: &mut Frame<'_>, area: Rect) {
    let (theme, node) = (&cx.theme, &state.nodes[state.at]);
    let width = usize::from(area.width);
    let mut first = verdict(node, width / 2);
    if !node.alike.is_empty() {
        first += &format!("; the same by symmetry: {}", node.alike.join(", "));
    }
    let mut signs =
        "Under a board, + = - show the outcome for the player who made the move to it.".to_owned();
    if state.nodes.iter().any(|n| !n.alike.is_empty()) {
        signs += &format!(
            " {}4: four moves are the same by symmetry.",
            theme.pick("×", "x")
        );
    }
    let said = [
        (first, theme.text()),
        (node.position.id(), theme.quiet()),
        (signs, theme.quiet()),
    ];
    let lines = said.into_iter().flat_map(|(text, style)| {
        wrap(&cut(&text, width * 2), width)
            .into_iter()
            .map(move |line| Line::styled(line, style))
    });
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), area);
}

/// The selected position: its ID, what it comes to, its board.
fn about(cx: &Context, node: &TreeNode, frame: &mut Frame<'_>, area: Rect) {
    let theme = &cx.theme;
    let width = usize::from(area.width);
    let tone = node.outcome.map_or(Tone::Quiet, Tone::Outcome);
    let mut said = vec![
        StyledLine::new(tone, verdict(node, width / 2)),
        StyledLine::quiet(cut(&node.position.id(), width * 2)),
    ];
    if !node.alike.is_empty() {
        said.push(StyledLine::quiet(format!(
            "the same by symmetry: {}",
            node.alike.join(", ")
        )));
    }
    said.push(StyledLine::quiet(
        "In the tree, + = - show the outcome for the player who makes the move.",
    ));
    board::under(
        theme,
        frame,
        area,
        flow(theme, said, area.width),
        Some(&node.position.scene()),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimatron_core::games;
    use nimatron_core::rules::Library;

    fn small(id: &str, ascii: bool) -> Option<Vec<String>> {
        little(
            &games::open(id, &Library::default()).unwrap().scene(),
            draw::Style { ascii },
        )
    }

    #[test]
    fn a_square_is_a_character() {
        assert_eq!(
            small("tictactoe:XO..X....", false).unwrap(),
            ["XO·", "·X·", "···"]
        );
        assert_eq!(
            small("tictactoe:XO..X....", true).unwrap(),
            ["XO.", ".X.", "..."]
        );
        let bar = small("chomp:2x3", true).unwrap();
        assert_eq!((bar.len(), bar.concat().matches('!').count()), (2, 1));
        assert_eq!(small("row:OO.O", true).unwrap(), ["oo.o"]);
        assert_eq!(small("chomp:9x9", false), None);
        assert_eq!(small("nim:3,5,7", false), None);
    }
}
