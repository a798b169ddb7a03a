//! What is the same on all pages: the title line, the key bar, and messages in its place.

use std::borrow::Cow;

use nimatron_core::rules::nearest;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::app::App;
use super::context::Context;
use super::keys::{self, Action, KEY_LINES, KeyContext, KeyLine};
use super::layout::{self, Panes};
use super::page::Offer;
use super::screen::{Frame, Message};
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

/// What can be asked for on the page in front: the keys of a line of the key table, and what they do there now.
pub struct Command {
    pub line: &'static KeyLine,
    /// The names of the keys; empty where it has none.
    pub keys: String,
    pub offer: Offer,
}

/// The commands of the page in front, in the order of the key table.
pub fn commands(app: &App) -> Vec<Command> {
    let (page, cx) = (app.front(), &app.cx);
    let context = if cx.is_typing {
        KeyContext::Text
    } else {
        page.key_context()
    };
    let all = KEY_LINES
        .iter()
        .filter(|line| line.places.contains(&context));
    all.map(|line| Command {
        line,
        keys: cx.settings.keys().names(context, line.actions),
        offer: page.offer(cx, line),
    })
    .collect()
}

/// A key in the bar, where it stands.
struct BarItem {
    actions: &'static [Action],
    keys: String,
    text: Cow<'static, str>,
    /// Its first column, counted from the start of the bar.
    x: usize,
    columns: usize,
}

/// So many keys of the bar come before the arrows, which everybody tries anyway.
const FIRST_KEYS: usize = 5;
/// The place in the bar of a key that has to have room.
const EARLY: usize = 2;
/// The columns between two keys.
const GAP: usize = 3;

/// The keys that the bar has: those that can do something now.
pub fn offered(app: &App) -> Vec<(Command, Cow<'static, str>)> {
    let all = commands(app).into_iter();
    let has_room = |command: &Command| !command.line.short.is_empty() && !command.keys.is_empty();
    let mut keys: Vec<_> = (all.filter(has_room))
        .filter_map(|command| command.offer.clone().ok().map(|text| (command, text)))
        .collect();
    // Where the winner alone is shown, the key that tells why comes early enough to have room.
    let is_why = |(command, text): &(Command, Cow<'_, str>)| {
        *command.line.actions == [Action::Verdict] && *text != command.line.short
    };
    if let Some(at) = keys.iter().position(is_why).filter(|at| *at > EARLY) {
        let why = keys.remove(at);
        keys.insert(EARLY, why);
    }
    keys
}

/// The bar of the page or dialog in front: as many keys as there is room for, the most wanted ones first to stay.
fn bar(app: &App) -> Vec<BarItem> {
    let context = app.front().key_context();
    let mut ranked = Vec::new();
    for (i, (command, text)) in offered(app).into_iter().enumerate() {
        let rank = match command.line.actions {
            [action] if keys::stays(context, *action) => 0,
            actions if actions == Action::WAYS => 2,
            [Action::Quit] => 1,
            _ if i < FIRST_KEYS => 1,
            _ => 3,
        };
        let columns = wide(&command.keys) + 1 + wide(&text);
        let item = BarItem {
            actions: command.line.actions,
            keys: command.keys,
            text,
            x: 0,
            columns,
        };
        ranked.push((rank, item));
    }
    // Where not all of the most wanted ones fit, they stand closer.
    let width = usize::from(layout::one_pane(app.cx.size).bar.width);
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

/// What a click on a key of the bar asks for: of two keys the one that is pointed at; of the arrows nothing.
fn hit_item(frame: &mut Frame<'_>, bar: Rect, item: &BarItem) {
    let area = |x: usize, columns: usize| Rect {
        x: bar.x + nearest::<u16, _>(x),
        width: nearest(columns),
        ..bar
    };
    let all = area(item.x, item.columns).intersection(bar);
    match item.actions {
        [action] => frame.hit(all, Message::Do(*action)),
        [first, second] => {
            frame.hit(all, Message::Do(*second));
            let name = item.keys.split(' ').next().map_or(0, wide) + 1;
            frame.hit(area(item.x, name).intersection(bar), Message::Do(*first));
        }
        _ => {}
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
        hit_item(frame, panes.bar, &item);
        spans.push(Span::raw(" ".repeat(item.x - used)));
        spans.push(Span::styled(item.keys, theme.key()));
        spans.push(Span::styled(format!(" {}", item.text), theme.quiet()));
        used = item.x + item.columns;
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), panes.bar);
}
