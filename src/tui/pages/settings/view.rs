//! The settings at the left; what the selected one is, and a board in the colours that hold, at the right.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::layout::panes;
use super::state::{Entering, SettingsRow, SettingsState, rows};
use crate::draw::Marks;
use crate::rules::{Outcome, Player, nearest};
use crate::settings::{Setting, SettingKind};
use crate::tui::app::{App, Page};
use crate::tui::dialogs::boxes;
use crate::tui::frame as page;
use crate::tui::text::{cut, fit, wide, wrap};
use crate::tui::{board, layout};

/// The columns of the names in the list.
const NAMES: usize = 26;

/// Draws the page.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Page::Settings(state) = &app.page else { return };
    let panes = panes(app.size);
    let note = if app.unsaved_settings.is_empty() { "" } else { "not saved" };
    page::draw(app, frame, &panes, "settings", note);
    let rows = rows(&app.settings);
    list(app, state, &rows, frame, panes.main);
    if let Some(&row) = rows.get(state.at) {
        about(app, state, row, frame, panes.side);
    }
    page::keys(app, frame, &panes);
}

/// The lines: names and what holds.
fn list(app: &App, state: &SettingsState, rows: &[SettingsRow], frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let (width, height) = (usize::from(area.width), usize::from(area.height));
    let first = layout::scroll(state.at, height);
    let names = NAMES.min(width / 2);
    let lines: Vec<Line<'_>> = (rows.iter().enumerate().skip(first).take(height))
        .map(|(i, row)| {
            let here = i == state.at;
            let mark = if here { theme.pick("▸ ", "> ") } else { "  " };
            let style = if here { theme.selected() } else { theme.text() };
            let room = width.saturating_sub(names + 4);
            let value = fit(&cut(&row.value(&app.settings), room), room.min(16));
            let origin = row.origin(&app.settings);
            let rest = width.saturating_sub(names + 6 + wide(&value));
            Line::from(vec![
                Span::raw(mark),
                Span::styled(fit(&cut(&row.name(), names), names), style),
                Span::raw("  "),
                Span::styled(value, theme.heading()),
                Span::styled(
                    if rest > wide(&origin) { format!("  {origin}") } else { String::new() },
                    theme.quiet(),
                ),
            ])
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), area);
    page::more(app, frame, area, state.at, rows.len(), &|i| {
        rows.get(i).map_or(String::new(), |row| row.name())
    });
}

/// The selected line: what it is for, what holds and why, and how it looks.
fn about(app: &App, state: &SettingsState, row: SettingsRow, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let width = usize::from(area.width);
    let mut lines = vec![Line::styled(cut(&row.name(), width), theme.heading())];
    let mut say =
        |text: &str, style| lines.extend(wrap(text, width).into_iter().map(|l| Line::styled(l, style)));
    say(&format!("{}.", row.what()), theme.text());
    let expected = match row {
        SettingsRow::Value(setting) if matches!(setting.kind(), SettingKind::Choice(_)) => {
            setting.expected().replace('"', "")
        }
        _ => String::new(),
    };
    say(&expected, theme.quiet());
    let value = row.value(&app.settings);
    say(&format!("Now: {value} ({})", row.origin(&app.settings)), theme.hint());
    let how = match (&state.entering, row) {
        (Entering::Key, _) => "Press the new key; esc leaves it as it is.",
        (Entering::Words(_), _) => "",
        (_, SettingsRow::Value(Setting::Saves)) => {
            "<enter>: type the path of a folder; it holds from the next start on"
        }
        (_, SettingsRow::Value(Setting::Name | Setting::Guest)) => "<enter>: type a name",
        (_, SettingsRow::Value(_)) => "arrows change it; <usual>: back to what is usual",
        (_, SettingsRow::Keys(..)) => "<enter>: press another key for it; <usual>: back to what is usual",
    };
    let style = if matches!(state.entering, Entering::Key) { theme.news() } else { theme.quiet() };
    say(&app.with_keys(how), style);
    let used = nearest::<u16, _>(lines.len());
    frame.render_widget(Paragraph::new(lines), area);
    let mut rest = Rect { y: area.y + used, height: area.height.saturating_sub(used), ..area };
    if let Entering::Words(input) = &state.entering {
        let is_name = matches!(row, SettingsRow::Value(Setting::Name | Setting::Guest));
        let what = if is_name { "name: " } else { "folder: " };
        boxes::input(theme, frame, what, input, rest);
        rest = boxes::below(rest);
    }
    if rest.height < 5 {
        return;
    }
    let words = Line::from(vec![
        Span::styled("A ", theme.player(Player::First)),
        Span::styled("B ", theme.player(Player::Second)),
        Span::styled("+ won ", theme.outcome(Outcome::Win)),
        Span::styled("- lost ", theme.outcome(Outcome::Loss)),
        Span::styled("= drawn ", theme.outcome(Outcome::Draw)),
        Span::styled("hint", theme.hint()),
    ]);
    frame.render_widget(Paragraph::new(words), Rect { y: rest.bottom() - 1, height: 1, ..rest });
    if let Some(scene) = &state.scene {
        let room = Rect { y: rest.y + 1, height: rest.height - 3, ..rest };
        board::paint(theme, frame, &board::scene(scene, room, &Marks::default(), theme), room);
    }
}
