//! The list of saved games.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::layout::list_area;
use super::state::{OpenEntry, OpenState};
use crate::draw::Marks;
use crate::play::MatchResult;
use crate::play::store::{Save, Summary};
use crate::rules::{Player, nearest};
use crate::tui::app::{App, Page};
use crate::tui::dialogs::boxes;
use crate::tui::frame as page;
use crate::tui::text::{count, cut, fit, wide, wrap};
use crate::tui::{board, layout};

pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Page::Open(saves) = &app.page else { return };
    let panes = layout::list_panes(app.size, layout::SAVES);
    let note = if matches!(saves.list, Some(Ok(_))) { saves.order.word() } else { "" };
    page::draw(app, frame, &panes, "saved games", note);
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
            let text = app.with_keys("No game is saved yet: <save> at the table saves one.");
            let lines: Vec<Line<'_>> =
                wrap(&text, usize::from(area.width)).into_iter().map(Line::from).collect();
            frame.render_widget(Paragraph::new(lines).style(theme.quiet()), area);
        }
        Some(Ok(_)) => {
            let list = saves.saves();
            names(app, &list, saves.at, frame, list_area(app.size, saves));
            if let Some(save) = list.get(saves.at) {
                about(app, saves, save, frame, panes.side);
            }
            line(app, saves, frame, area);
        }
    }
    page::keys(app, frame, &panes);
}

/// The line of text below the list: the filter, or the new name of the selected game.
fn line(app: &App, saves: &OpenState, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let area = Rect { y: area.bottom().saturating_sub(1), height: 1.min(area.height), ..area };
    match &saves.entry {
        OpenEntry::Name(input) => boxes::input(theme, frame, "new name: ", input, area),
        OpenEntry::Filter => boxes::input(theme, frame, "filter: ", &saves.filter, area),
        OpenEntry::Nothing if saves.has_line() => {
            let text = app.with_keys(&format!("filter: {} (<back> ends it)", saves.filter.value()));
            let text = cut(&text, usize::from(area.width));
            frame.render_widget(Paragraph::new(text).style(theme.quiet()), area);
        }
        OpenEntry::Nothing => {}
    }
}

/// The games, one a line: name and date, and where there is room the game.
fn names(app: &App, list: &[&Save], at: usize, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let height = usize::from(area.height);
    let width = usize::from(area.width);
    let first = layout::scroll(at, height);
    let room = width.saturating_sub(if width < 40 { 12 } else { 30 }).clamp(8, 32);
    let lines: Vec<Line<'_>> = (list.iter().enumerate().skip(first).take(height))
        .map(|(i, save)| {
            let here = i == at;
            let mark = if here { theme.pick("▸ ", "> ") } else { "  " };
            let style = if here { theme.selected() } else { theme.text() };
            let date = day(&save.saved, width >= 40);
            let (date, date_style, what) = match &save.summary {
                Ok(summary) => (date, theme.quiet(), summary.id.split(':').next().unwrap_or_default()),
                Err(_) => ("! broken".to_owned(), theme.wrong(), ""),
            };
            let rest = width.saturating_sub(room + 4 + wide(&date) + 2);
            Line::from(vec![
                Span::raw(mark),
                Span::styled(fit(&save.name, room), style),
                Span::raw("  "),
                Span::styled(date, date_style),
                Span::styled(format!("  {}", cut(what, rest)), theme.quiet()),
            ])
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), area);
    page::more(app, frame, area, at, list.len(), &|i| list.get(i).map_or(String::new(), |s| s.name.clone()));
}

/// The day of a date as in RFC 3339: `20 Nov`, and the year where there is room for it.
fn day(date: &str, year: bool) -> String {
    let Ok(date) = OffsetDateTime::parse(date, &Rfc3339) else { return String::new() };
    let month = date.month().to_string();
    let year = if year { format!(" {}", date.year()) } else { String::new() };
    format!("{:02} {}{year}", date.day(), month.get(..3).unwrap_or(&month))
}

/// The selected one: what is in it, with its board; or what is wrong with it.
fn about(app: &App, saves: &OpenState, save: &Save, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let width = usize::from(area.width);
    let mut lines = vec![Line::styled(cut(&save.name, width), theme.heading())];
    let when: String = save.saved.replace('T', " ").chars().take(16).collect();
    let summary = match &save.summary {
        Ok(summary) => summary,
        Err(error) => {
            lines.push(Line::styled(when, theme.quiet()));
            let text = format!("! It {error}");
            lines.extend(wrap(&text, width).into_iter().map(|l| Line::styled(l, theme.wrong())));
            return frame.render_widget(Paragraph::new(lines), area);
        }
    };
    lines.push(Line::styled(cut(&format!("{}, {when}", summary.game), width), theme.quiet()));
    for (player, who) in Player::BOTH.iter().zip(&summary.participants) {
        lines.push(Line::from(vec![
            Span::styled(format!("{} ", cut(&who.name, width / 2)), theme.player(*player)),
            Span::raw(who.kind.description()),
        ]));
    }
    lines.push(Line::from(cut(&progress(summary), width)));
    let id = wrap(&cut(&summary.id, width * 2), width);
    let (used, below) = (nearest::<u16, _>(lines.len()), nearest::<u16, _>(id.len()));
    frame.render_widget(Paragraph::new(lines), area);
    let room = area.height.saturating_sub(used + below + 2);
    if let Some(scene) = saves.scene.as_ref().filter(|_| room >= 3) {
        let room = Rect { y: area.y + used + 1, height: room, ..area };
        let marks = Marks {
            last: &summary.last,
            before: saves.before.as_ref(),
            start: saves.start.as_ref(),
            ..Marks::default()
        };
        board::paint(theme, frame, &board::scene(scene, room, &marks, theme), room);
    }
    if used + below <= area.height {
        let lines: Vec<Line<'_>> = id.into_iter().map(|l| Line::styled(l, theme.quiet())).collect();
        frame.render_widget(Paragraph::new(lines), Rect { y: area.bottom() - below, height: below, ..area });
    }
}

/// How far a match is: `5 moves, B won`.
fn progress(summary: &Summary) -> String {
    let moves = count(summary.moves as u64, "move", "moves");
    let at =
        if summary.cursor < summary.moves { format!(", at move {}", summary.cursor) } else { String::new() };
    let end = match summary.result {
        None => String::new(),
        Some(MatchResult { winner: None, .. }) => ", a draw".to_owned(),
        Some(MatchResult { winner: Some(winner), .. }) => {
            format!(", {} won", summary.participants[winner.index()].name)
        }
    };
    format!("{moves}{at}{end}")
}
