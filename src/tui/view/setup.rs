//! Setting up: the form at the left, the board as it will be at the right.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::frame as page;
use super::table::paint;
use crate::draw::Marks;
use crate::rules::Player;
use crate::tui::app::App;
use crate::tui::board;
use crate::tui::form::{self, FormLine, NAMES, VALUES};
use crate::tui::layout;
use crate::tui::setup::Setup;
use crate::tui::words::{self, cut, wrap};

pub(super) fn draw(app: &App, setup: &Setup, frame: &mut Frame<'_>) {
    let panes = layout::panes(app.size);
    page::draw(app, frame, &panes, setup.info().name, "set up");
    form(app, setup, frame, layout::inset(panes.main));
    preview(app, setup, frame, panes.side);
    page::bar(app, frame, &panes);
}

fn form(app: &App, setup: &Setup, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let width = usize::from(area.width);
    let mut cursor = None;
    let lines = form::lines(setup, width, usize::from(area.height));
    let shown: Vec<Line<'_>> = (lines.into_iter().zip(0u16..))
        .map(|(line, y)| {
            let here = line.row() == Some(setup.at);
            let style = if here { theme.selected() } else { theme.text() };
            let mark = Span::raw(if here { theme.pick("▸ ", "> ") } else { "  " });
            let name = |name: &str| Span::styled(words::fit(name, NAMES), style);
            match line {
                FormLine::Text(text) => Line::styled(text, theme.quiet()),
                FormLine::Help(_, text) => Line::styled(format!("{:VALUES$}{text}", ""), theme.quiet()),
                FormLine::Button(_, name) => Line::from(vec![mark, Span::styled(format!(" {name} "), style)]),
                FormLine::Choice(_, row, value) => {
                    let (left, right) =
                        if here { theme.pick(("◂ ", " ▸"), ("< ", " >")) } else { ("", "") };
                    let value = Span::styled(value, theme.text());
                    Line::from(vec![mark, name(&row), Span::raw(format!(" {left}")), value, Span::raw(right)])
                }
                FormLine::Typed(_, row, text, at) => {
                    let x = VALUES + at;
                    if here && x < width {
                        cursor = Some(Position::new(area.x + x as u16, area.y + y));
                    }
                    Line::from(vec![mark, name(&row), Span::raw(" "), Span::styled(text, theme.heading())])
                }
            }
        })
        .collect();
    frame.render_widget(Paragraph::new(shown), area);
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
}

/// The board as it will be, and its ID; or what is wrong.
fn preview(app: &App, setup: &Setup, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let width = usize::from(area.width);
    match &setup.table {
        Ok(table) => {
            let id = wrap(&cut(&table.id(), width * 3), width);
            let mut below: Vec<Line<'_>> = id.into_iter().map(Line::from).collect();
            if let Some(mover) = table.mover() {
                let name = setup.names()[mover.index()];
                below.push(Line::styled(format!("{name} is to move"), theme.player(mover)));
            } else {
                let first = setup.names()[setup.starts.index()];
                below.push(Line::styled(format!("{first} moves first"), theme.player(Player::First)));
            }
            let height = below.len() as u16;
            if area.height > height + 2 {
                let room = Rect { height: area.height - height - 1, ..area };
                let drawing = board::scene(&table.scene(), room, &Marks::default(), theme);
                paint(theme, frame, &drawing, room);
            }
            let y = area.bottom().saturating_sub(height).max(area.y);
            frame.render_widget(Paragraph::new(below), Rect { y, height: area.bottom() - y, ..area });
        }
        Err(text) => {
            let style = if setup.looking.is_some() { theme.quiet() } else { theme.wrong() };
            let sign = if setup.looking.is_some() { "" } else { "! " };
            let lines: Vec<Line<'_>> =
                wrap(&format!("{sign}{text}"), width).into_iter().map(|l| Line::styled(l, style)).collect();
            frame.render_widget(Paragraph::new(lines), area);
        }
    }
}
