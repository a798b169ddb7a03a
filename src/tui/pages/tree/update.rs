//! The tree: walking, opening and closing, playing from a position of it.

use super::layout::{cards, list_panes};
use super::state::{TreeLook, TreeState};
use crate::draw::Style;
use crate::tui::app::{App, Page};
use crate::tui::effect::{Effect, Work};
use crate::tui::event::{Ticket, Worked};
use crate::tui::keys::Action;
use crate::tui::layout;
use crate::tui::next::Next;
use crate::tui::pages::table::update::turns;

/// The most positions that a tree holds.
const MOST: usize = crate::play::tree::MOST_NODES;

/// The tree below the position on the table.
pub fn show(app: &mut App) {
    let Some(s) = app.on_table.as_ref() else { return };
    let game = s.game.clone();
    turns::interrupt(app);
    let style = Style { ascii: app.theme.ascii };
    app.call(Page::Tree(Box::new(TreeState::new(game, style))));
    ask(app, 0);
}

/// Asks for the moves of a node.
fn ask(app: &mut App, node: usize) {
    let ticket = app.out.ticket();
    let Page::Tree(page) = &mut app.page else { return };
    page.asked = Some((ticket, node));
    let position = page.nodes[node].position.boxed_clone();
    app.out.push(Effect::Work(ticket, Work::Children(position)));
}

/// The moves of a node have come.
pub fn worked(app: &mut App, ticket: Ticket, work: Worked) {
    let Page::Tree(page) = &mut app.page else { return };
    let Some((_, node)) = page.asked.filter(|(asked, _)| *asked == ticket) else { return };
    page.asked = None;
    match work {
        Worked::Children { outcome, children, more } => {
            let below = page.add(node, children, more);
            page.nodes[node].outcome = page.nodes[node].outcome.or(outcome);
            // Where symmetry leaves few openings, their answers are shown at once: the picture of the textbooks.
            if node == 0 && page.nodes[below.clone()].iter().any(|child| !child.alike.is_empty()) {
                page.ahead.extend(below);
                page.look = TreeLook::Boards;
            }
        }
        Worked::Failed(what) => return app.complain(what),
        _ => {}
    }
    let Page::Tree(page) = &mut app.page else { return };
    let fits = page.nodes.len() < MOST;
    if let Some(next) = page.ahead.pop_front().filter(|_| fits) {
        ask(app, next);
    }
}

pub fn key(app: &mut App, action: Action) {
    let Page::Tree(page) = &mut app.page else { return };
    let rows = page.rows();
    let here = rows.iter().position(|&i| i == page.at).unwrap_or(0);
    let to = |row: usize| rows[row.min(rows.len() - 1)];
    if page.look == TreeLook::Boards
        && let Some(to) = step(page, action)
    {
        return match to {
            Some(node) => page.at = node,
            None => open(app, Action::Right),
        };
    }
    match action {
        Action::Verdict => {
            page.look = if page.look == TreeLook::List { TreeLook::Boards } else { TreeLook::List };
        }
        Action::Up => page.at = to(here.saturating_sub(1)),
        Action::Down => page.at = to(here + 1),
        Action::PageUp => page.at = to(here.saturating_sub(layout::PAGE)),
        Action::PageDown => page.at = to(here + layout::PAGE),
        Action::First => page.at = to(0),
        Action::Last => page.at = to(usize::MAX),
        Action::Right | Action::Pick => open(app, action),
        Action::Left => {
            let node = &mut page.nodes[page.at];
            let shown = node.children.as_ref().is_some_and(|c| !c.is_empty());
            if node.open && shown {
                node.open = false;
            } else if let Some(parent) = node.parent {
                page.at = parent;
            }
        }
        Action::Enter => {
            let mut game = page.game.clone();
            let fine = page.line(page.at).iter().all(|m| game.play(m).is_ok());
            if fine {
                app.out.push(Effect::StopWork);
                app.next = Some(Next::Replace(Box::new(game), None));
            }
        }
        Action::Escape => {
            app.out.push(Effect::StopWork);
            app.back();
            if matches!(app.page, Page::Table) {
                turns::resume(app);
            }
        }
        _ => {}
    }
}

/// Where an arrow leads among little boards: beside it on the same level, up to the board it came from, down to its first
/// move; `Some(None)` where that is not open yet.
fn step(page: &TreeState, action: Action) -> Option<Option<usize>> {
    let here = &page.nodes[page.at];
    let beside = |forward: bool| {
        let mut level = page.rows();
        level.retain(|&i| page.nodes[i].depth == here.depth);
        let at = level.iter().position(|&i| i == page.at)?;
        let to = if forward { at + 1 } else { at.checked_sub(1)? };
        level.get(to).copied()
    };
    match action {
        Action::Left | Action::Right => Some(Some(beside(action == Action::Right).unwrap_or(page.at))),
        Action::Up => Some(Some(here.parent.unwrap_or(page.at))),
        Action::Down if here.open && here.children.is_some() => {
            Some(Some(here.children.iter().flatten().next().copied().unwrap_or(page.at)))
        }
        Action::Down => Some(None),
        _ => None,
    }
}

/// Opens the selected node, or goes to its first child; `space` closes it again.
fn open(app: &mut App, action: Action) {
    let Page::Tree(page) = &mut app.page else { return };
    let count = page.nodes.len();
    let node = &mut page.nodes[page.at];
    match &node.children {
        _ if node.position.is_over() => app.say("The game is over there."),
        None if page.asked.is_some() => {
            if !page.ahead.contains(&page.at) {
                page.ahead.push_back(page.at);
            }
        }
        None if count >= MOST => {
            app.say(format!("The tree holds {MOST} positions and no more: close it and begin anew."))
        }
        None => {
            let at = page.at;
            ask(app, at);
        }
        Some(_) if action == Action::Pick => node.open = !node.open,
        Some(_) if !node.open => node.open = true,
        Some(children) => page.at = children.first().copied().unwrap_or(page.at),
    }
}

/// A click selects a line; on the selected one, opens or closes it.
pub fn click(app: &mut App, column: u16, row: u16) {
    let size = app.size;
    let Page::Tree(page) = &mut app.page else { return };
    if page.look == TreeLook::Boards {
        match cards(size, page).at(column, row) {
            Some(node) if node == page.at => key(app, Action::Pick),
            Some(node) => page.at = node,
            None => {}
        }
        return;
    }
    let list = list_panes(size).main;
    let Some(line) = layout::line_at(list, column, row) else { return };
    let rows = page.rows();
    let here = rows.iter().position(|&i| i == page.at).unwrap_or(0);
    match rows.get(layout::scroll(here, usize::from(list.height)) + line) {
        Some(&node) if node == page.at => key(app, Action::Pick),
        Some(&node) => page.at = node,
        None => {}
    }
}

/// The wheel goes through the lines.
pub fn wheel(app: &mut App, lines: i32) {
    key(app, if lines > 0 { Action::Down } else { Action::Up });
}
