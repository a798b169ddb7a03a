//! The list of saved games.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::frame as page;
use crate::play::store::Save;
use crate::tui::app::{App, Saves};
use crate::tui::keys::Place;
use crate::tui::layout;
use crate::tui::words::{count, cut, wrap};

pub(super) fn draw(app: &App, saves: &Saves, frame: &mut Frame<'_>) {
    let panes = layout::panes(app.size);
    page::draw(app, frame, &panes, "saved games", "");
    let theme = &app.theme;
    let area = layout::inset(panes.main);
    match &saves.list {
        None => frame.render_widget(Paragraph::new("reading ...").style(theme.quiet()), area),
        Some(Err(text)) => {
            let lines: Vec<Line<'_>> =
                wrap(&format!("! {text}"), usize::from(area.width)).into_iter().map(Line::from).collect();
            frame.render_widget(Paragraph::new(lines).style(theme.wrong()), area);
        }
        Some(Ok(list)) if list.is_empty() => {
            let text = "No game is saved yet: s at the table saves one.";
            let lines: Vec<Line<'_>> =
                wrap(text, usize::from(area.width)).into_iter().map(Line::from).collect();
            frame.render_widget(Paragraph::new(lines).style(theme.quiet()), area);
        }
        Some(Ok(list)) => {
            names(app, list, saves.at, frame, area);
            if let Some(save) = list.get(saves.at) {
                about(app, save, frame, panes.side);
            }
        }
    }
    page::bar(app, frame, &panes, "", Place::Open);
}

/// The games, one a line: name, date, game.
fn names(app: &App, list: &[Save], at: usize, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let height = usize::from(area.height);
    let width = usize::from(area.width);
    let first = (at + 1).saturating_sub(height);
    let room = width.saturating_sub(24).clamp(8, 28);
    let lines: Vec<Line<'_>> = (list.iter().enumerate().skip(first).take(height))
        .map(|(i, save)| {
            let here = i == at;
            let mark = if here { theme.pick("▸ ", "> ") } else { "  " };
            let style = if here { theme.selected() } else { theme.text() };
            let date: String = save.saved.chars().take(10).collect();
            let (what, what_style) = match &save.summary {
                Ok(summary) => (summary.id.split(':').next().unwrap_or_default(), theme.quiet()),
                Err(_) => ("! broken", theme.wrong()),
            };
            let rest = width.saturating_sub(room + 15);
            Line::from(vec![
                Span::raw(mark),
                Span::styled(format!("{:<room$}", cut(&save.name, room)), style),
                Span::styled(format!("  {date} "), theme.quiet()),
                Span::styled(cut(what, rest), what_style),
            ])
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), area);
}

/// The selected one: what is in it, or what is wrong with it.
fn about(app: &App, save: &Save, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let width = usize::from(area.width);
    let mut lines = vec![Line::styled(cut(&save.name, width), theme.heading())];
    let when: String = save.saved.replace('T', " ").chars().take(16).collect();
    lines.push(Line::styled(when, theme.quiet()));
    lines.push(Line::default());
    match &save.summary {
        Ok(summary) => {
            lines.push(Line::from(summary.game));
            let over = if summary.over { ", over" } else { "" };
            lines.push(Line::from(format!("{}{over}", count(summary.moves as u64, "move", "moves"))));
            lines.extend(wrap(&cut(&summary.id, width * 4), width).into_iter().map(Line::from));
        }
        Err(error) => {
            let text = format!("! It {error}");
            lines.extend(wrap(&text, width).into_iter().map(|l| Line::styled(l, theme.wrong())));
        }
    }
    frame.render_widget(Paragraph::new(lines), area);
}
