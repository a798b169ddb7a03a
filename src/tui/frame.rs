//! What is the same on all pages: the title line, the key bar, and messages in its place.

use std::borrow::Cow;

use nimatron_core::rules::nearest;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::app::App;
use super::context::Context;
use super::keys::{self, Action, KeyContext};
use super::layout::{self, Panes};
use super::text::{Tone, cut, wide, wrap};
use super::theme::Theme;

pub fn tone(theme: &Theme, tone: Tone) -> Style {
    match tone {
        Tone::Plain => theme.text(),
        Tone::Quiet => theme.quiet(),
        Tone::Heading => theme.heading(),
        Tone::Outcome(outcome) => theme.heading().patch(theme.outcome(outcome)),
        Tone::Player(player) => theme.heading().patch(theme.player(player)),
        Tone::Hint => theme.hint(),
    }
}

/// A word on a colour of its own, such as the verdict.
pub fn chip(theme: &Theme, colour: Style, text: &str) -> Span<'static> {
    // Without colours it is reversed too: a chip is seen anywhere.
    let style = colour.add_modifier(Modifier::BOLD | Modifier::REVERSED);
    let text = if theme.ascii {
        format!("[{text}]")
    } else {
        format!(" {text} ")
    };
    Span::styled(text, style)
}

/// Draws the title line: the title in bold, something quiet behind it, and a note at the right.
pub fn title(
    cx: &Context,
    frame: &mut Frame<'_>,
    panes: &Panes,
    title: &str,
    about: &str,
    note: &str,
) {
    let theme = &cx.theme;
    let width = usize::from(panes.title.width);
    let note = if wide(note) + 12 > width { "" } else { note };
    let room = width.saturating_sub(if note.is_empty() { 0 } else { wide(note) + 2 });
    let title = cut(title, room);
    let left = room.saturating_sub(wide(&title) + 2);
    let about = if left < 8 {
        String::new()
    } else {
        cut(about, left)
    };
    let line = vec![
        Span::styled(title, theme.heading()),
        Span::raw("  "),
        Span::styled(about, theme.quiet()),
    ];
    frame.render_widget(Paragraph::new(Line::from(line)), panes.title);
    let columns = nearest::<u16, _>(wide(note)).min(panes.title.width);
    let place = Rect {
        x: panes.title.right() - columns,
        width: columns,
        ..panes.title
    };
    frame.render_widget(
        Paragraph::new(Line::styled(note.to_owned(), theme.quiet()).right_aligned()),
        place,
    );
}

/// A key in the bar, where it stands.
struct BarItem {
    actions: Cow<'static, [Action]>,
    keys: String,
    text: Cow<'static, str>,
    /// Its first column, counted from the start of the bar.
    x: usize,
    columns: usize,
}

/// So many keys of the bar come before the arrows, which everybody tries anyway.
const FIRST_KEYS: usize = 5;
/// The columns between two keys.
const GAP: usize = 3;

/// The bar of the page or dialog in front: as many keys as there is room for, the most wanted ones first to stay.
fn bar(app: &App) -> Vec<BarItem> {
    let (page, cx) = (app.front(), &app.cx);
    let context = if page.is_typing() {
        KeyContext::Text
    } else {
        page.key_context()
    };
    let mut ranked = Vec::new();
    for (i, key) in page.keys(cx).into_iter().enumerate() {
        let keys = cx.settings.keys().names(context, &key.line);
        // What has no key is not in the bar.
        if keys.is_empty() {
            continue;
        }
        let rank = match &*key.line {
            [action] if keys::stays(context, *action) => 0,
            actions if actions == Action::WAYS => 2,
            [Action::Quit] => 1,
            _ if i < FIRST_KEYS => 1,
            _ => 3,
        };
        let columns = wide(&keys) + 1 + wide(&key.text);
        ranked.push((
            rank,
            BarItem {
                actions: key.line,
                keys,
                text: key.text,
                x: 0,
                columns,
            },
        ));
    }
    // Where not all of the most wanted ones fit, they stand closer.
    let width = usize::from(layout::one_pane(cx.size).bar.width);
    let wanted = ranked
        .iter()
        .filter(|(rank, _)| *rank <= 1)
        .map(|(_, item)| item.columns + GAP)
        .sum::<usize>();
    let gap = if wanted > width + GAP { GAP - 1 } else { GAP };
    let mut room = width + gap;
    let mut fits = |item: &BarItem| {
        let rest = room.checked_sub(gap + item.columns);
        room = rest.unwrap_or(room);
        rest.is_some()
    };
    for least in 0..=3 {
        ranked.retain(|(rank, item)| *rank != least || fits(item));
    }
    let mut end = 0;
    let placed = ranked.into_iter().map(|(_, item)| {
        let x = end;
        end += item.columns + gap;
        BarItem { x, ..item }
    });
    placed.collect()
}

/// What the key in the bar at a place on the screen asks for: of two keys the one that is pointed at.
pub fn action_at(app: &App, at: Position) -> Option<Action> {
    let area = layout::one_pane(app.cx.size).bar;
    if app.cx.notice.is_some() || at.y != area.y {
        return None;
    }
    let column = usize::from(at.x.checked_sub(area.x)?);
    let item = bar(app)
        .into_iter()
        .find(|i| (i.x..i.x + i.columns).contains(&column))?;
    let page = app.front();
    match &*item.actions {
        [action] => Some(*action),
        [first, second] if !page.is_dialog() => {
            let name = app
                .cx
                .settings
                .keys()
                .name(page.key_context(), *first)
                .chars()
                .count()
                + 1;
            Some(if column - item.x < name {
                *first
            } else {
                *second
            })
        }
        [first, ..] if page.is_dialog() => Some(*first),
        _ => None,
    }
}

/// Draws the bar; a notice takes all of it, and up to two lines more above it where it is long.
pub fn draw_bar(app: &App, frame: &mut Frame<'_>) {
    let (cx, panes) = (&app.cx, layout::one_pane(app.cx.size));
    let theme = &cx.theme;
    frame.render_widget(Clear, panes.bar);
    if let Some(notice) = &cx.notice {
        let style = if notice.wrong {
            theme.wrong()
        } else {
            theme.key()
        };
        let sign = if notice.wrong { "! " } else { "" };
        let width = usize::from(panes.bar.width);
        let mut lines = wrap(&format!("{sign}{}", notice.text), width);
        if lines.len() > 3 {
            let rest = lines.split_off(2).join(" ");
            lines.push(cut(&rest, width));
        }
        let more = (nearest::<u16, _>(lines.len()) - 1).min(panes.bar.y.saturating_sub(1));
        let area = Rect {
            y: panes.bar.y - more,
            height: panes.bar.height + more,
            ..panes.bar
        };
        frame.render_widget(Clear, area);
        let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines).style(style), area);
        return;
    }
    let mut spans = Vec::new();
    let mut used = 0;
    for item in bar(app) {
        spans.push(Span::raw(" ".repeat(item.x - used)));
        spans.push(Span::styled(item.keys, theme.key()));
        spans.push(Span::styled(format!(" {}", item.text), theme.quiet()));
        used = item.x + item.columns;
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), panes.bar);
}
