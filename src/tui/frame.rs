//! Draws the parts that every page has: the title, the message and the key bar.

use std::borrow::Cow;

use nimatron_core::erased::AnyPosition;
use nimatron_core::rules::{Convention, saturating_cast};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Clear;

use super::app::App;
use super::context::Context;
use super::keys::{Action, KeyContext, KeyLine};
use super::layout::{self, Panes, Parts};
use super::page::Offer;
use super::paragraph::Paragraph;
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

/// Returns a word in reversed colours, such as the verdict.
pub fn chip(theme: &Theme, colour: Style, text: &str) -> Span<'static> {
    // The word is always reversed, so that a chip is visible even without colours.
    let style = colour.add_modifier(Modifier::BOLD | Modifier::REVERSED);
    let text = if theme.ascii {
        format!("[{text}]")
    } else {
        format!(" {text} ")
    };
    Span::styled(text, style)
}

/// Draws the title in bold, followed by `about` in a quiet colour, and the note on the right.
pub fn title(
    cx: &Context,
    frame: &mut Frame<'_>,
    panes: &Panes,
    title: &str,
    about: &str,
    note: &str,
) {
    match_title(cx, frame, panes, [title, about, note], None);
}

/// Draws the title bar of a page about a match, with a badge for misère play. The badge stays visible even if there is
/// little room.
pub fn match_title(
    cx: &Context,
    frame: &mut Frame<'_>,
    panes: &Panes,
    [title, about, note]: [&str; 3],
    position: Option<&dyn AnyPosition>,
) {
    let theme = &cx.theme;
    let width = usize::from(panes.title.width);
    let is_misere = position.is_some_and(|at| at.convention() == Some(Convention::Misere));
    let badge = is_misere.then(|| chip(theme, theme.quiet(), Convention::Misere.name()));
    let badge_columns = badge.as_ref().map_or(0, |badge| badge.width() + 2);
    // If the line is too narrow, drop the note first, and then truncate `about`.
    let gap = |text: &str| if text.is_empty() { 0 } else { wide(text) + 2 };
    let fits = wide(title) + badge_columns + gap(about) + 2 + wide(note) <= width;
    let note = if fits { note } else { "" };
    let title = cut(title, width.saturating_sub(badge_columns.min(width / 2)));
    let left = width.saturating_sub(wide(&title) + badge_columns + 2);
    let mut line = vec![Span::styled(title, theme.heading())];
    line.extend(badge.into_iter().flat_map(|badge| [Span::raw("  "), badge]));
    line.extend([
        Span::raw("  "),
        Span::styled(cut(about, left), theme.quiet()),
    ]);
    frame.render_widget(Paragraph::new(Line::from(line)), panes.title);
    let columns = saturating_cast::<u16, _>(wide(note)).min(panes.title.width);
    let place = panes.title.last_columns(columns);
    frame.render_widget(
        Paragraph::new(Line::styled(note.to_owned(), theme.quiet()).right_aligned()),
        place,
    );
}

pub struct Command {
    pub line: &'static KeyLine,
    pub offer: Offer,
}

fn key_context(app: &App) -> KeyContext {
    if app.cx.is_typing {
        KeyContext::Text
    } else {
        app.front().key_context()
    }
}

pub fn commands(app: &App) -> Vec<Command> {
    let command = |line: &'static KeyLine| Command {
        line,
        offer: app.front().offer(&app.cx, line),
    };
    key_context(app).key_lines().map(command).collect()
}

/// Returns the top page's reason for refusing an action, or `None` if the page accepts the action.
pub fn refusal(app: &App, action: Action) -> Option<&'static str> {
    let page = app.front();
    let context = app.front().key_context();
    let mut lines = context
        .key_lines()
        .filter(|line| line.actions.contains(&action));
    lines.find_map(|line| page.offer(&app.cx, line).err())
}

struct BarItem {
    actions: &'static [Action],
    keys: String,
    text: Cow<'static, str>,
    /// The item's first column, counted from the start of the bar.
    x: usize,
    columns: usize,
}

impl BarItem {
    /// Replaces the label. An item without a label shows only its keys.
    fn relabel(&mut self, text: impl Into<Cow<'static, str>>) {
        self.text = text.into();
        let gap = usize::from(!self.text.is_empty());
        self.columns = wide(&self.keys) + gap + wide(&self.text);
    }
}

const GAP: usize = 2;
/// The maximum number of items besides Enter on the left of the bar.
const MORE_KEYS: usize = 2;
/// The maximum width of the left part of the bar, in columns.
const LEFT: usize = 60;
/// The actions whose keys are at the right end of the bar, in this order.
const RIGHT: [Action; 4] = [Action::Palette, Action::Help, Action::Escape, Action::Quit];

/// The minimum number of columns for the Enter key, its label and the gap after the label. If fewer columns would be
/// left for Enter, the keys on the right lose their labels.
const LEAST_ENTER: usize = 18;

/// Returns the labelled lines of the key table that are not shown on the right of the bar.
fn lines_on_the_left(context: KeyContext) -> impl Iterator<Item = &'static KeyLine> {
    let is_right = |line: &KeyLine| matches!(*line.actions, [action] if RIGHT.contains(&action));
    let labelled = context.key_lines().filter(|line| !line.short().is_empty());
    labelled.filter(move |line| !is_right(line))
}

fn is_enter(line: &KeyLine) -> bool {
    *line.actions == [Action::Enter]
}

/// Returns the items of the key bar for the top page or dialog. On the left are Enter and at most two more keys. On the
/// right are the palette, help, back and quit. Enter's label may change its width, so the other keys on the left are
/// aligned to the right of their space and stay where they are.
fn bar(app: &App) -> Vec<BarItem> {
    let context = key_context(app);
    let item = |line: &'static KeyLine| {
        let text = app.front().offer(&app.cx, line).ok()?;
        let keys = app.cx.settings.keys().names(context, line.actions);
        if text.is_empty() || keys.is_empty() {
            return None;
        }
        let mut item = BarItem {
            actions: line.actions,
            keys,
            text: Cow::Borrowed(""),
            x: 0,
            columns: 0,
        };
        item.relabel(text);
        Some(item)
    };
    let of = |action: Action| {
        let mut lines = context.key_lines();
        lines
            .find(|line| *line.actions == [action] && !line.short().is_empty())
            .and_then(item)
    };
    let enter = of(Action::Enter);
    let has_enter = enter.is_some();
    // If Enter is not available, put Space first, because it pauses a match between two computers.
    let mut left: Vec<BarItem> = enter.or_else(|| of(Action::Pick)).into_iter().collect();
    let first = left.first().map(|item| (item.actions, item.text.clone()));
    let is_other = |line: &&KeyLine| {
        !is_enter(line) && first.as_ref().is_none_or(|first| first.0 != line.actions)
    };
    // Leave out keys with the same label as Enter.
    let differs =
        |item: &BarItem| !has_enter || first.as_ref().is_none_or(|first| first.1 != item.text);
    let others = lines_on_the_left(context)
        .filter(is_other)
        .filter_map(item)
        .filter(differs);
    left.extend(others.take(MORE_KEYS + usize::from(has_enter) - left.len()));
    let mut right: Vec<BarItem> = RIGHT.into_iter().filter_map(of).collect();
    let all = usize::from(layout::one_pane(app.cx.size).bar.width) + GAP;
    let columns =
        |items: &[BarItem]| -> usize { items.iter().map(|item| item.columns + GAP).sum() };
    // If there is not enough room, drop the labels on the right first, because most users know these keys.
    let fixed = fixed_keys(app, context);
    let needed = if app.front().plays() {
        let own = fixed.iter().map(|(_, columns)| columns + GAP);
        LEAST_ENTER + own.sum::<usize>()
    } else {
        columns(&left[..left.len().min(1 + usize::from(has_enter))])
    };
    for action in [Action::Escape, Action::Palette, Action::Quit, Action::Help] {
        if needed + columns(&right) > all {
            for item in right.iter_mut().filter(|item| *item.actions == [action]) {
                item.relabel(String::new());
            }
        }
    }
    if needed + columns(&right) > all {
        right.retain(|item| *item.actions != [Action::Palette]);
    }
    let room = all.saturating_sub(columns(&right));
    place_left(app, &mut left, &fixed, room);
    let mut x = room;
    for item in &mut right {
        item.x = x;
        x += item.columns + GAP;
    }
    left.extend(right);
    left
}

/// Returns the first labelled lines of the key table other than Enter, each with its width in the bar, in columns. The
/// bar reserves room for these keys even while they are not available. The list is empty on pages where Enter has no
/// label.
fn fixed_keys(app: &App, context: KeyContext) -> Vec<(&'static KeyLine, usize)> {
    let lines = || lines_on_the_left(context);
    if !lines().any(is_enter) {
        return Vec::new();
    }
    let width = |line: &'static KeyLine| {
        let keys = app.cx.settings.keys().names(context, line.actions);
        (line, wide(&keys) + 1 + wide(line.short()))
    };
    let own = lines().filter(|line| !is_enter(line)).take(MORE_KEYS);
    own.map(width).collect()
}

/// Places the items on the left of the bar within `room` columns, which include a gap after the last item. If Enter's
/// label does not fit, the label is shortened first. Then the other items are dropped, starting with the leftmost,
/// until one is left. Finally, the label is truncated.
fn place_left(
    app: &App,
    left: &mut Vec<BarItem>,
    fixed: &[(&'static KeyLine, usize)],
    room: usize,
) {
    if fixed.is_empty() {
        let mut x = 0;
        for item in left.iter_mut() {
            item.x = x;
            x += item.columns + GAP;
        }
        return left.retain(|item| item.x + item.columns + GAP <= room);
    }
    let is_first = |item: &BarItem| matches!(*item.actions, [Action::Enter | Action::Pick]);
    let lead = usize::from(left.first().is_some_and(is_first));
    // If there is no item for Enter, show only the fixed keys, because other keys would come and go with every move.
    left.retain(|item| lead > 0 || fixed.iter().any(|(line, _)| line.actions == item.actions));
    let mut end = room.min(LEFT);
    let mut free = end;
    for (line, columns) in fixed {
        let mut items = left[lead..].iter_mut();
        let shown = items.find(|item| item.actions == line.actions);
        end = end.saturating_sub(shown.as_ref().map_or(*columns, |item| item.columns) + GAP);
        if let Some(item) = shown {
            (item.x, free) = (end, end);
        }
    }
    let start = |left: &[BarItem]| left[lead..].iter().map(|item| item.x).min().unwrap_or(room);
    if let Some(first) = left
        .first_mut()
        .filter(|first| lead > 0 && first.columns + GAP > free)
    {
        let table = app.cx.table().filter(|_| app.front().plays());
        if let Some(brief) = table.and_then(|s| s.brief_words(&first.text)) {
            first.relabel(brief);
        }
    }
    for item in left[lead..].iter_mut().filter(|item| item.x == 0) {
        free = free.saturating_sub(item.columns + GAP);
        item.x = free;
    }
    let needed = left[..lead].iter().map(|first| first.columns + GAP).sum();
    while start(left) < needed && left.len() > lead + 1 {
        left.pop();
    }
    let end = start(left);
    if let Some(first) = left.first_mut().filter(|_| needed > end) {
        let words = end.saturating_sub(GAP + wide(&first.keys) + 1);
        first.relabel(cut(&first.text, words));
    }
    left.sort_by_key(|item| item.x);
}

/// Registers one click target for each action of an item in the bar. An item with more than two actions gets no click
/// targets.
fn hit_item(frame: &mut Frame<'_>, bar: Rect, item: &BarItem) {
    let from = bar.skip_columns(saturating_cast(item.x));
    let all = from.take_columns(saturating_cast(item.columns));
    match item.actions {
        [action] => frame.hit(all, Message::Do(*action)),
        [first, second] => {
            frame.hit(all, Message::Do(*second));
            let name = item.keys.split(' ').next().map_or(0, wide) + 1;
            frame.hit(
                from.take_columns(saturating_cast(name)),
                Message::Do(*first),
            );
        }
        _ => {}
    }
}

/// Draws the key bar, and the notice above it in one to three rows.
pub fn draw_bar(app: &App, frame: &mut Frame<'_>) {
    let cx = &app.cx;
    let panes = layout::one_pane(app.cx.size);
    let theme = &cx.theme;
    if let Some(notice) = &cx.notice {
        let style = if notice.wrong {
            theme.wrong()
        } else {
            theme.key()
        };
        let sign = if notice.wrong { "! " } else { "" };
        let width = usize::from(panes.message.width);
        let mut lines = wrap(&format!("{sign}{}", notice.text), width);
        if lines.len() > 3 {
            let rest = lines.split_off(2).join(" ");
            lines.push(cut(&rest, width));
        }
        let more =
            (saturating_cast::<u16, _>(lines.len()) - 1).min(panes.message.y.saturating_sub(1));
        let area = Rect {
            y: panes.message.y - more,
            height: panes.message.height + more,
            ..panes.message
        };
        frame.render_widget(Clear, area);
        let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
        frame.render_widget(Paragraph::new(lines).style(style), area);
    }
    frame.render_widget(Clear, panes.bar);
    let mut spans = Vec::new();
    let mut used = 0;
    for item in bar(app) {
        hit_item(frame, panes.bar, &item);
        spans.push(Span::raw(" ".repeat(item.x.saturating_sub(used))));
        spans.push(Span::styled(item.keys, theme.key()));
        if !item.text.is_empty() {
            spans.push(Span::styled(format!(" {}", item.text), theme.quiet()));
        }
        used = item.x + item.columns;
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), panes.bar);
}
