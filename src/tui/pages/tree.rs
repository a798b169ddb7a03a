//! Shows the tree of moves from a position, which the user opens node by node.

use std::collections::VecDeque;
use std::ops::Range;

use crate::play::tree::{MOST_NODES, TreeMove, moves_below};
use crate::tui::prelude::*;
use nimatron_core::erased::Turn;
use nimatron_core::rules::if_proved;

pub struct TreeNode {
    /// The move that led to this node; `None` at the root.
    pub text: Option<String>,
    /// The move in a few words, or its notation if the words would be too long.
    words: String,
    pub position: Box<dyn AnyPosition>,
    /// The outcome for the player who made the move to this node or, at the root, for the player to move. `None` if it
    /// is unknown.
    pub outcome: Option<Outcome>,
    /// Other moves that lead to the same position up to a symmetry of the board.
    pub alike: Vec<String>,
    pub parent: Option<usize>,
    pub depth: usize,
    pub children: Option<Vec<usize>>,
    /// Whether the position has moves that are not listed.
    pub more: bool,
    pub open: bool,
}

/// The maximum length of the description of a move, in characters. If any move of a position has a longer description,
/// all moves of this position are listed in notation.
const WORDS: usize = 22;
/// The maximum number of moves shown for a position.
const CHILDREN: usize = 300;

pub struct TreePage {
    /// The match whose position is the root.
    pub game: Match,
    pub nodes: Vec<TreeNode>,
    pub at: usize,
    /// The nodes to open next. These are the nodes that the user chose while another node was being opened and, if some
    /// first moves are equivalent by symmetry, all first moves.
    pub ahead: VecDeque<usize>,
}

impl TreeNode {
    fn root(position: Box<dyn AnyPosition>) -> TreeNode {
        TreeNode {
            position,
            text: None,
            words: tr!("here").to_owned(),
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
    fn add(
        &mut self,
        node: usize,
        mut children: Vec<(TreeMove, Option<Outcome>)>,
        more: bool,
    ) -> Range<usize> {
        // List winning moves first and unproved moves last.
        children.sort_by_key(|(_, outcome)| std::cmp::Reverse(*outcome));
        let depth = self.nodes[node].depth + 1;
        let first = self.nodes.len();
        let position = &self.nodes[node].position;
        let words = |(child, _): &(TreeMove, _)| position.brief_words(&child.text);
        let words: Vec<String> = children.iter().map(words).collect();
        let is_brief = words.iter().all(|words| words.chars().count() <= WORDS);
        for ((child, outcome), words) in children.into_iter().zip(words) {
            self.nodes.push(TreeNode {
                words: if is_brief { words } else { child.text.clone() },
                text: Some(child.text),
                outcome,
                alike: child.alike,
                parent: Some(node),
                depth,
                ..TreeNode::root(child.position)
            });
        }
        let last = self.nodes.len();
        let parent = &mut self.nodes[node];
        parent.children = Some((first..last).collect());
        (parent.more, parent.open) = (more, true);
        first..last
    }

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

    pub fn line(&self, node: usize) -> Vec<String> {
        let above = std::iter::successors(Some(node), |&i| self.nodes[i].parent);
        let mut line: Vec<String> = above.filter_map(|i| self.nodes[i].text.clone()).collect();
        line.reverse();
        line
    }
}

pub fn show(cx: &mut Context) {
    let Some(s) = cx.table() else { return };
    let game = s.game().clone();
    let root = TreeNode {
        open: true,
        ..TreeNode::root(game.position().boxed_clone())
    };
    let nodes = vec![root];
    let ahead = VecDeque::new();
    cx.push(TreePage {
        game,
        nodes,
        at: 0,
        ahead,
    });
}

struct Children {
    /// The outcome of the position itself, for the player to move.
    outcome: Option<Outcome>,
    moves: Vec<(TreeMove, Option<Outcome>)>,
    more: bool,
}

fn children(position: &dyn AnyPosition, limits: &Limits) -> Result<Children, Stop> {
    let outcome = |at: &dyn AnyPosition| if_proved(at.outcome(limits));
    // Compute the outcome first, because this prepares the position. Without preparation, a script's position seems to
    // have no moves.
    let whole = outcome(position)?;
    let (list, complete) = moves_below(position, CHILDREN, true);
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
        outcome: whole,
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

    fn answered(&mut self, cx: &mut Context, node: usize, below: Children) {
        let added = self.add(node, below.moves, below.more);
        self.nodes[node].outcome = self.nodes[node].outcome.or(below.outcome);
        // If equivalent first moves were merged into one node, load the replies to all first moves immediately.
        if node == 0
            && self.nodes[added.clone()]
                .iter()
                .any(|child| !child.alike.is_empty())
        {
            self.ahead.extend(added);
        }
        if self.nodes.len() < MOST_NODES
            && let Some(next) = self.ahead.pop_front()
        {
            self.ask(cx, next);
        }
    }

    /// Opens the selected node or, if it is open, goes to its first child. `Action::Pick` closes an open node.
    fn open(&mut self, cx: &mut Context, action: Action) {
        let at = self.at;
        let count = self.nodes.len();
        let node = &mut self.nodes[at];
        match &node.children {
            _ if node.position.is_over() => cx.notify(tr!("The game is over there.")),
            None if cx.is_busy(Lane::Work) => {
                if !self.ahead.contains(&at) {
                    self.ahead.push_back(at);
                }
            }
            None if count >= MOST_NODES => cx.notify(tr!(
                "The tree cannot hold more than {most} positions: close it and begin again.",
                most = MOST_NODES
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

    fn act(&mut self, cx: &mut Context, message: Message) {
        let rows = self.rows();
        let action = match message {
            Message::Item(row) if rows.get(row) == Some(&self.at) => Action::Pick,
            Message::Item(row) => return self.at = rows.get(row).copied().unwrap_or(self.at),
            message => match message.action() {
                Some(action) => action,
                None => return,
            },
        };
        match action {
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
                    cx.replace_match(game, None);
                }
            }
            Action::Escape => cx.go(Navigation::Back),
            action => {
                let mut cursor = self.cursor(&rows);
                // The list of a tree does not wrap round at its ends.
                let at_end = (action == Action::Up && cursor.at == 0)
                    || (action == Action::Down && cursor.at + 1 == rows.len());
                if !at_end && cursor.key(action, rows.len()) {
                    self.at = rows[cursor.at];
                }
            }
        }
    }

    fn shown(&mut self, cx: &mut Context) {
        if self.nodes[0].children.is_none() && !cx.is_busy(Lane::Work) {
            self.ask(cx, 0);
        }
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Pick] if self.nodes[self.at].position.is_over() => {
                Err(tr!("The game is over there."))
            }
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let panes = layout::panes(cx.size);
        let note = if cx.is_busy(Lane::Work) {
            tr!("working it out ...").to_owned()
        } else {
            counted(self.nodes.len() as u64, tr!("position"), tr!("positions"))
        };
        let start = self.game.start();
        let words = [tr!("Tree of moves"), start.info().name, &note];
        page::match_title(cx, frame, &panes, words, Some(start));
        list(cx, self, frame, panes.main);
        about(cx, &self.nodes[self.at], frame, panes.side);
    }
}

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
                Some(o) => (
                    format!("{} {}", sign_of(o), of_move(node, o)),
                    theme.outcome(o),
                ),
                None => ("?".to_owned(), theme.quiet()),
            };
            let mut behind = if node.alike.is_empty() {
                String::new()
            } else {
                tr!("  {n} alike", n = node.alike.len() + 1)
            };
            if node.more && node.open {
                behind += tr!(" (first moves only)");
            }
            let name = cut(&node.words, width.saturating_sub(indent.len() + 12));
            // Leave out these notes if there is no room. The panel also lists the equivalent moves.
            let used = 4 + indent.len() + wide(&name) + 2 + wide(&mark);
            if used + wide(&behind) > width {
                behind.clear();
            }
            Line::from(vec![
                Span::styled(format!("{indent}{sign} "), theme.quiet()),
                Span::styled(name, row_style(theme, here)),
                Span::styled(format!("  {mark}"), style),
                Span::styled(behind, theme.quiet()),
            ])
        });
}

fn of_move(node: &TreeNode, outcome: Outcome) -> &'static str {
    match outcome {
        _ if node.text.is_none() => outcome.name(),
        Outcome::Win => tr!("wins"),
        Outcome::Loss => tr!("loses"),
        Outcome::Draw => tr!("draws"),
    }
}

fn verdict(node: &TreeNode) -> String {
    let whose = match &node.text {
        Some(_) => tr!("for the player who makes this move"),
        None => tr!("for the player to move"),
    };
    match node.outcome {
        Some(o) => format!("{} {} {whose}", sign_of(o), language::text(o.word())),
        None => tr!("? not proved, or not known yet").to_owned(),
    }
}

fn about(cx: &Context, node: &TreeNode, frame: &mut Frame<'_>, area: Rect) {
    let theme = &cx.theme;
    let width = usize::from(area.width);
    let tone = node.outcome.map_or(Tone::Quiet, Tone::Outcome);
    let mut said = vec![
        StyledLine::new(tone, verdict(node)),
        StyledLine::quiet(cut(&node.position.id(), width * 2)),
    ];
    if !node.alike.is_empty() {
        said.push(StyledLine::quiet(tr!(
            "the same by symmetry: {moves}",
            moves = node.alike.join(", ")
        )));
    }
    said.push(StyledLine::quiet(tr!(
        "In the tree, + = - show the outcome for the player who makes the move."
    )));
    let lines = flow(theme, said, area.width);
    let scene = node.position.scene();
    board::under(theme, frame, area, lines, Some(&scene), &Marks::default());
}
