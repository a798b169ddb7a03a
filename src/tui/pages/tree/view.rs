//! The tree as a list at the left and the selected position at the right, or as little boards over one another.

use std::collections::HashMap;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::layout::{TreeCard, TreeCards, board_panes, cards, list_panes};
use super::state::{TreeLook, TreeNode, TreeState};
use crate::draw::Marks;
use crate::rules::nearest;
use crate::tui::app::{App, Page};
use crate::tui::board;
use crate::tui::frame as page;
use crate::tui::layout;
use crate::tui::pages::table::words::glyph;
use crate::tui::text::{count, cut, wide, wrap};
use crate::tui::theme::Theme;

pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Page::Tree(state) = &app.page else { return };
    let boards = state.look == TreeLook::Boards;
    let panes = if boards { board_panes(app.size) } else { list_panes(app.size) };
    let note = match state.asked {
        Some(_) => "working it out ...".to_owned(),
        None => count(state.nodes.len() as u64, "position", "positions"),
    };
    page::draw(app, frame, &panes, &format!("tree: {}", state.game.start().info().name), &note);
    if boards {
        picture(app, state, frame);
        selected(app, state, frame, panes.side);
    } else {
        list(app, state, frame, panes.main);
        about(app, &state.nodes[state.at], frame, panes.side);
    }
    page::keys(app, frame, &panes);
}

fn list(app: &App, state: &TreeState, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let rows = state.rows();
    let here = rows.iter().position(|&i| i == state.at).unwrap_or(0);
    let height = usize::from(area.height);
    let first = layout::scroll(here, height);
    let width = usize::from(area.width);
    let lines: Vec<Line<'_>> = (rows.iter().skip(first).take(height))
        .map(|&i| {
            let node = &state.nodes[i];
            let sign = match &node.children {
                _ if node.position.is_over() => theme.pick("·", "."),
                Some(_) if node.open => theme.pick("▾", "-"),
                _ => theme.pick("▸", "+"),
            };
            let indent = "  ".repeat(node.depth.min(width / 5));
            let name = node.text.clone().unwrap_or_else(|| "here".to_owned());
            let (mark, style) = match node.outcome {
                Some(o) => (format!("{} {}", glyph(o), o.word()), theme.outcome(o)),
                None => ("?".to_owned(), theme.quiet()),
            };
            let alike = match node.alike.len() {
                0 => String::new(),
                n => format!("  {} alike", n + 1),
            };
            let more = if node.more && node.open { " (first moves only)" } else { "" };
            let name = cut(&name, width.saturating_sub(indent.len() + 10));
            Line::from(vec![
                Span::raw(format!("{indent}{sign} ")),
                Span::styled(name, if i == state.at { theme.selected() } else { theme.heading() }),
                Span::styled(format!("  {mark}"), style),
                Span::styled(alike, theme.quiet()),
                Span::styled(more, theme.quiet()),
            ])
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), area);
    page::more(app, frame, area, here, rows.len(), &|_| "1 more".to_owned());
}

/// The little boards, each under the one that it comes from.
fn picture(app: &App, state: &TreeState, frame: &mut Frame<'_>) {
    let theme = &app.theme;
    let all = cards(app.size, state);
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
        let below = node.children.as_ref().filter(|c| node.open && !c.is_empty());
        if let Some(children) = below {
            let columns: Vec<i32> = children.iter().filter_map(|c| column_of.get(c).copied()).collect();
            put(columns[0], card.y + all.height, &link(theme, &columns, card.x + middle), theme.quiet());
        }
        let style = if card.node == state.at { theme.selected() } else { theme.text() };
        board_of(&all, card, node, style, &mut put);
        let (sign, style) = match node.outcome {
            Some(o) => (glyph(o), theme.outcome(o)),
            None => ('?', theme.quiet()),
        };
        let (y, left) = (card.y + all.height - 1, card.x + (all.width - 1) / 2);
        match node.alike.len() {
            0 => put(left, y, &sign.to_string(), style),
            n => {
                put(card.x, y, &sign.to_string(), style);
                put(card.x + 2, y, &format!("{}{}", theme.pick("×", "x"), n + 1), theme.quiet());
            }
        }
        if card.node == state.at {
            for y in card.y..card.y + all.height {
                put(card.x - 1, y, "[", theme.key());
                put(card.x + all.width, y, "]", theme.key());
            }
        }
    }
}

/// The rows of a little board, in the middle of its card.
fn board_of(
    all: &TreeCards,
    card: &TreeCard,
    node: &TreeNode,
    style: Style,
    put: &mut dyn FnMut(i32, i32, &str, Style),
) {
    // Boards of fewer rows stand on the same line: a bar is eaten from above.
    let top = card.y + all.height - 1 - nearest::<i32, _>(node.card.len());
    for (y, row) in (top..).zip(&node.card) {
        let row = match all.spaced {
            true => row.chars().map(String::from).collect::<Vec<_>>().join(" "),
            false => row.clone(),
        };
        put(card.x + (all.width - nearest::<i32, _>(wide(&row))) / 2, y, &row, style);
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

/// What a position is worth, and to whom.
fn verdict(node: &TreeNode, width: usize) -> String {
    let whose = match &node.text {
        Some(text) => format!("for who plays {}", cut(text, width)),
        None => "for who is to move".to_owned(),
    };
    match node.outcome {
        Some(o) => format!("{} {} {whose}", glyph(o), o.word()),
        None => "? not proved, or not known yet".to_owned(),
    }
}

/// The selected board in a few lines.
fn selected(app: &App, state: &TreeState, frame: &mut Frame<'_>, area: Rect) {
    let (theme, node) = (&app.theme, &state.nodes[state.at]);
    let width = usize::from(area.width);
    let mut first = verdict(node, width / 2);
    if !node.alike.is_empty() {
        first += &format!("; like it by symmetry: {}", node.alike.join(", "));
    }
    let mut signs = "Under a board + = - are for who made the move to it.".to_owned();
    if state.nodes.iter().any(|n| !n.alike.is_empty()) {
        signs += theme.pick(" ×4: four moves are alike.", " x4: four moves are alike.");
    }
    let lines: Vec<Line<'_>> =
        [(first, theme.text()), (node.position.id(), theme.quiet()), (signs, theme.quiet())]
            .into_iter()
            .flat_map(|(text, style)| {
                wrap(&cut(&text, width * 2), width).into_iter().map(move |line| Line::styled(line, style))
            })
            .collect();
    frame.render_widget(Paragraph::new(lines), area);
}

/// The selected position: its ID, who is to move, its board.
fn about(app: &App, node: &TreeNode, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let width = usize::from(area.width);
    let mut lines: Vec<Line<'_>> = (wrap(&cut(&node.position.id(), width * 2), width).into_iter())
        .map(|l| Line::styled(l, theme.quiet()))
        .collect();
    lines.extend(wrap(&verdict(node, width / 2), width).into_iter().map(Line::from));
    if !node.alike.is_empty() {
        let text = format!("like it by symmetry: {}", node.alike.join(", "));
        lines.extend(wrap(&text, width).into_iter().map(|l| Line::styled(l, theme.quiet())));
    }
    let legend = "In the tree + = - are for who makes the move.";
    lines.extend(wrap(legend, width).into_iter().map(|l| Line::styled(l, theme.quiet())));
    let used = nearest::<u16, _>(lines.len());
    frame.render_widget(Paragraph::new(lines), area);
    let room = Rect { y: area.y + used + 1, height: area.height.saturating_sub(used + 1), ..area };
    if room.height >= 3 {
        let scene = node.position.scene();
        board::paint(theme, frame, &board::scene(&scene, room, &Marks::default(), theme), room);
    }
}
