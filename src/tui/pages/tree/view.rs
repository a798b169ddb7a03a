//! The tree at the left, the selected position at the right.

use crate::rules::nearest;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::state::{TreeNode, TreeState};
use crate::draw::Marks;
use crate::tui::app::{App, Page};
use crate::tui::board;
use crate::tui::frame as page;
use crate::tui::layout;
use crate::tui::pages::table::words::glyph;
use crate::tui::text::{count, cut, wrap};

pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Page::Tree(state) = &app.page else { return };
    let panes = layout::panes(app.size);
    let note = match state.asked {
        Some(_) => "working it out ...".to_owned(),
        None => count(state.nodes.len() as u64, "position", "positions"),
    };
    page::draw(app, frame, &panes, &format!("tree: {}", state.game.start().info().name), &note);
    list(app, state, frame, panes.main);
    about(app, &state.nodes[state.at], frame, panes.side);
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
                _ if node.table.is_over() => theme.pick("·", "."),
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

/// The selected position: its ID, who is to move, its board.
fn about(app: &App, node: &TreeNode, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let width = usize::from(area.width);
    let mut lines: Vec<Line<'_>> = (wrap(&cut(&node.table.id(), width * 2), width).into_iter())
        .map(|l| Line::styled(l, theme.quiet()))
        .collect();
    let whose = match &node.text {
        Some(text) => format!("for who plays {}", cut(text, width / 2)),
        None => "for who is to move".to_owned(),
    };
    let verdict = match node.outcome {
        Some(o) => format!("{} {} {whose}", glyph(o), o.word()),
        None => "? not proved, or not known yet".to_owned(),
    };
    lines.extend(wrap(&verdict, width).into_iter().map(Line::from));
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
        let scene = node.table.scene();
        board::paint(theme, frame, &board::scene(&scene, room, &Marks::default(), theme), room);
    }
}
