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

/// A word on its own background colour, such as the verdict.
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

/// Draws the title: the name in bold, then quiet text, and a note on the right.
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

/// Draws the title bar of a page about a match: the title, a badge for misère play, quiet text, and a note on the
/// right. The badge stays visible even if there is little room.
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
    // If not everything fits, drop the note, and then cut the quiet text.
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

/// A command of the top page: a line of the key table and its current effect.
pub struct Command {
    pub line: &'static KeyLine,
    pub offer: Offer,
}

/// The context of the keys that the top page handles now.
fn key_context(app: &App) -> KeyContext {
    if app.cx.is_typing {
        KeyContext::Text
    } else {
        app.front().key_context()
    }
}

/// The commands of the top page, in the order of the key table.
pub fn commands(app: &App) -> Vec<Command> {
    let command = |line: &'static KeyLine| Command {
        line,
        offer: app.front().offer(&app.cx, line),
    };
    key_context(app).key_lines().map(command).collect()
}

/// Returns the reason that the top page gives for refusing an action, or `None` if it does not refuse the action.
pub fn refusal(app: &App, action: Action) -> Option<&'static str> {
    let page = app.front();
    let context = app.front().key_context();
    let mut lines = context
        .key_lines()
        .filter(|line| line.actions.contains(&action));
    lines.find_map(|line| page.offer(&app.cx, line).err())
}

/// An item of the key bar: the keys of a command and their label.
struct BarItem {
    actions: &'static [Action],
    keys: String,
    text: Cow<'static, str>,
    /// The item's first column, counted from the start of the bar.
    x: usize,
    columns: usize,
}

impl BarItem {
    /// Replaces the label; an item without a label shows only its keys.
    fn relabel(&mut self, text: impl Into<Cow<'static, str>>) {
        self.text = text.into();
        let gap = usize::from(!self.text.is_empty());
        self.columns = wide(&self.keys) + gap + wide(&self.text);
    }
}

/// The number of columns between two items of the bar.
const GAP: usize = 2;
/// The maximum number of items besides enter on the left of the bar.
const MORE_KEYS: usize = 2;
/// The maximum width of the left part of the bar, in columns.
const LEFT: usize = 60;
/// The actions whose keys are at the right end of the bar, in this order.
const RIGHT: [Action; 4] = [Action::Palette, Action::Help, Action::Escape, Action::Quit];

/// Returns the keys of the top page or dialog, in fixed positions. Enter and at most two more keys are on the left. The
/// palette, help, back and quit are on the right. If enter has a label on the page, the keys after enter end at a
/// column that depends only on the window. They do not move when enter's label changes.
fn bar(app: &App) -> Vec<BarItem> {
    let context = key_context(app);
    let lines = || {
        let lines = context.key_lines();
        lines.filter(|line| !line.short().is_empty())
    };
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
        let mut lines = lines().filter(|line| *line.actions == [action]);
        lines.find_map(item)
    };
    let enter = of(Action::Enter);
    let has_enter = enter.is_some();
    // If enter is not available, space comes first: it pauses a match between two computers.
    let mut left: Vec<BarItem> = enter.or_else(|| of(Action::Pick)).into_iter().collect();
    let first = left.first().map(|item| (item.actions, item.text.clone()));
    let is_other = |line: &&KeyLine| {
        let is_alone = |action: &Action| *line.actions == [*action];
        !RIGHT.iter().any(is_alone)
            && !is_alone(&Action::Enter)
            && first.as_ref().is_none_or(|first| first.0 != line.actions)
    };
    // A second key with the same effect as enter is not needed.
    let differs =
        |item: &BarItem| !has_enter || first.as_ref().is_none_or(|first| first.1 != item.text);
    let others = lines().filter(is_other).filter_map(item).filter(differs);
    let most = MORE_KEYS + usize::from(has_enter);
    left.extend(others.take(most - left.len()));
    let width = usize::from(layout::one_pane(app.cx.size).bar.width);
    let columns =
        |items: &[BarItem]| -> usize { items.iter().map(|item| item.columns + GAP).sum() };
    let mut right: Vec<BarItem> = RIGHT.into_iter().filter_map(of).collect();
    let fits = |left: &[BarItem], right: &[BarItem]| columns(left) + columns(right) <= width + GAP;
    // Use the short form of enter's move if the long form would push another key out.
    let is_full = !fits(&left, &right);
    if let Some(first) = left.first_mut().filter(|_| is_full && has_enter) {
        let table = app.cx.table().filter(|_| app.front().plays());
        if let Some(brief) = table.and_then(|s| s.brief_words(&first.text)) {
            first.relabel(brief);
        }
    }
    // If enter and the key after it do not fit, drop the palette, and then the labels on the right, because users know
    // these keys.
    let kept = left.len().min(1 + usize::from(has_enter));
    for action in [Action::Palette, Action::Escape, Action::Quit, Action::Help] {
        if fits(&left[..kept], &right) {
            break;
        }
        if action == Action::Palette {
            right.retain(|item| *item.actions != [action]);
        }
        for item in right.iter_mut().filter(|item| *item.actions == [action]) {
            item.relabel(String::new());
        }
    }
    let room = (width + GAP).saturating_sub(columns(&right));
    // If enter's label is still too long, cut it.
    let after = columns(left.get(1..kept).unwrap_or_default());
    if let Some(first) = left
        .first_mut()
        .filter(|first| first.columns + GAP + after > room)
    {
        let words = room.saturating_sub(after + GAP + wide(&first.keys) + 1);
        first.relabel(cut(&first.text, words));
    }
    place_left(app, &mut left, room);
    let mut x = (width + GAP).saturating_sub(columns(&right));
    for item in &mut right {
        item.x = x;
        x += item.columns + GAP;
    }
    left.extend(right);
    left
}

/// Places the items on the left of the bar within `room` columns, which include a gap after the last item. Items that
/// do not fit are dropped, the last ones first.
fn place_left(app: &App, left: &mut Vec<BarItem>, room: usize) {
    let is_first = |item: &BarItem| matches!(*item.actions, [Action::Enter | Action::Pick]);
    let context = app.front().key_context();
    let lines = || {
        let labelled = context.key_lines().filter(|line| !line.short().is_empty());
        labelled.filter(|line| !matches!(*line.actions, [action] if RIGHT.contains(&action)))
    };
    let is_enter = |line: &KeyLine| *line.actions == [Action::Enter];
    if !lines().any(is_enter) {
        let mut x = 0;
        for item in left.iter_mut() {
            item.x = x;
            x += item.columns + GAP;
        }
        return left.retain(|item| item.x + item.columns + GAP <= room);
    }
    let lead = usize::from(left.first().is_some_and(is_first));
    let own = || lines().filter(|line| !is_enter(line)).take(MORE_KEYS);
    // Without enter, show only the page's first keys, because other keys would come and go with every move.
    left.retain(|item| lead > 0 || own().any(|line| line.actions == item.actions));
    // The page's first keys keep their places when they are not available.
    let mut end = room.min(LEFT);
    let mut free = end;
    for line in own() {
        let shown = left[lead..]
            .iter_mut()
            .find(|item| item.actions == line.actions);
        let keys = || app.cx.settings.keys().names(context, line.actions);
        let columns = match &shown {
            Some(item) => item.columns,
            None => wide(&keys()) + 1 + wide(line.short()),
        };
        end = end.saturating_sub(columns + GAP);
        if let Some(item) = shown {
            (item.x, free) = (end, end);
        }
    }
    for item in left[lead..].iter_mut().filter(|item| item.x == 0) {
        free = free.saturating_sub(item.columns + GAP);
        item.x = free;
    }
    let start = |left: &[BarItem]| left[lead..].iter().map(|item| item.x).min();
    let needed = left
        .first()
        .filter(|_| lead > 0)
        .map_or(0, |first| first.columns + GAP);
    while start(left).is_some_and(|x| x < needed) {
        left.pop();
    }
    left.sort_by_key(|item| item.x);
}

/// Registers the click targets of an item of the bar. An item with two actions has a target for each action; an item
/// with more actions has none.
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
