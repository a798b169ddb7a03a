//! Setting up: the form at the left, the board as it will be at the right.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::layout::{self as form, FormLine, NAMES, VALUES};
use super::state::SetupState;
use crate::draw::Marks;
use crate::rules::{Player, nearest};
use crate::tui::app::{App, Page};
use crate::tui::board;
use crate::tui::frame as page;
use crate::tui::layout;
use crate::tui::text::{cut, fit, wrap};

pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Page::Setup(setup) = &app.page else { return };
    let panes = layout::panes(app.size);
    page::draw(app, frame, &panes, setup.info().name, "set up");
    form(app, setup, frame, layout::inset(panes.main));
    preview(app, setup, frame, panes.side);
    page::keys(app, frame, &panes);
}

fn form(app: &App, setup: &SetupState, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let width = usize::from(area.width);
    let mut cursor = None;
    let lines = form::lines(setup, &app.keys, width, usize::from(area.height));
    let shown: Vec<Line<'_>> = (lines.into_iter().zip(0u16..))
        .map(|(line, y)| {
            let here = line.row() == Some(setup.at);
            let style = if here { theme.selected() } else { theme.text() };
            let mark = Span::raw(if here { theme.pick("▸ ", "> ") } else { "  " });
            let name = |name: &str| Span::styled(fit(name, NAMES), style);
            match line {
                FormLine::Text(text) => Line::styled(text, theme.quiet()),
                FormLine::Help(_, text) => Line::styled(format!("{:VALUES$}{text}", ""), theme.quiet()),
                FormLine::Button(_, name) => Line::from(vec![mark, Span::styled(format!(" {name} "), style)]),
                FormLine::Choice(_, row, value, ends) => {
                    let left = if here { theme.pick("◂ ", "< ") } else { "" };
                    let right = if here && ends { theme.pick(" ▸", " >") } else { "" };
                    let value = Span::styled(value, theme.text());
                    Line::from(vec![mark, name(&row), Span::raw(format!(" {left}")), value, Span::raw(right)])
                }
                FormLine::More(_, value, ends) => {
                    let indent = if here { VALUES + 2 } else { VALUES };
                    let right = if here && ends { theme.pick(" ▸", " >") } else { "" };
                    Line::styled(format!("{:indent$}{value}{right}", ""), theme.text())
                }
                FormLine::Empty(_, row, example) => {
                    if here && VALUES < width {
                        cursor = Some(Position::new(area.x + nearest::<u16, _>(VALUES), area.y + y));
                    }
                    let example = Span::styled(format!("such as {example}"), theme.quiet());
                    Line::from(vec![mark, name(&row), Span::raw(" "), example])
                }
                FormLine::Typed(_, row, text, at) => {
                    let x = VALUES + at;
                    if here && x < width {
                        cursor = Some(Position::new(area.x + nearest::<u16, _>(x), area.y + y));
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

/// The board as it will be, and its ID; or what is wrong, under the last board there was.
fn preview(app: &App, setup: &SetupState, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let width = usize::from(area.width);
    let mut below: Vec<Line<'_>> = Vec::new();
    match &setup.position {
        Ok(position) => {
            below.extend(wrap(&cut(&position.id(), width * 3), width).into_iter().map(Line::from));
            if let Some(mover) = position.mover() {
                let name = setup.names()[mover.index()];
                below.push(Line::styled(format!("{name} is to move"), theme.player(mover)));
            } else {
                let first = setup.names()[setup.starts.index()];
                below.push(Line::styled(format!("{first} moves first"), theme.player(Player::First)));
            }
        }
        Err(text) => {
            let looking = setup.looking.is_some();
            let (sign, style) = if looking { ("", theme.quiet()) } else { ("! ", theme.wrong()) };
            below.extend(
                wrap(&format!("{sign}{text}"), width).into_iter().map(|line| Line::styled(line, style)),
            );
            if !looking && setup.last.is_some() {
                let text = "Above: the last position that could be shown.";
                below.extend(wrap(text, width).into_iter().map(|line| Line::styled(line, theme.quiet())));
            }
        }
    }
    let height = nearest(below.len());
    if area.height > height + 2
        && let Some(position) = setup.position.as_ref().ok().or(setup.last.as_ref())
    {
        let room = Rect { height: area.height - height - 1, ..area };
        let drawing = board::scene(&position.scene(), room, &Marks::default(), theme);
        board::paint(theme, frame, &drawing, room);
    }
    let y = area.bottom().saturating_sub(height).max(area.y);
    frame.render_widget(Paragraph::new(below), Rect { y, height: area.bottom() - y, ..area });
}
