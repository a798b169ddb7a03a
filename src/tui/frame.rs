//! The frame of a page: title, panes, and the bar with the keys.
//!
//! ```text
//! ┌ Nimatron ── title ──────────── note ┐
//! │ main             │ side             │
//! ├──────────────────┴──────────────────┤
//! │ left           keys                 │
//! └─────────────────────────────────────┘
//! ```

use crate::rules::nearest;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::app::{App, Dialog};
use super::bar;
use super::layout::{self, Panes};
use super::text::{self, Tone, cut, wrap};
use super::theme::Theme;

/// How a tone looks.
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

/// Draws the frame around the panes, with a title at the left and a note at the right.
pub fn draw(app: &App, frame: &mut Frame<'_>, panes: &Panes, title: &str, note: &str) {
    let theme = &app.theme;
    let (w, h) = (usize::from(panes.whole.width), panes.whole.height);
    let set = theme.border();
    let (dash, left, right, up, down) = theme.pick(("─", "├", "┤", "┴", "┬"), ("-", "+", "+", "+", "+"));
    // Where the line between the panes stands.
    let split = panes.beside.then(|| usize::from(panes.side.x.saturating_sub(2)));
    let rule = |from: &str, to: &str, cross: &str| {
        let mut line: Vec<&str> = vec![dash; w];
        line[0] = from;
        line[w - 1] = to;
        if let Some(x) = split {
            line[x] = cross;
        }
        line.concat()
    };
    let style = theme.frame();
    let buffer = frame.buffer_mut();
    let bar = h.saturating_sub(3);
    buffer.set_string(0, 0, rule(set.top_left, set.top_right, down), style);
    for y in 1..h - 1 {
        buffer.set_string(0, y, set.vertical_left, style);
        buffer.set_string(panes.whole.width - 1, y, set.vertical_right, style);
        if let Some(x) = split.filter(|_| y < bar) {
            buffer.set_string(nearest(x), y, set.vertical_left, style);
        }
    }
    buffer.set_string(0, bar, rule(left, right, up), style);
    buffer.set_string(0, h - 1, [set.bottom_left, &dash.repeat(w - 2), set.bottom_right].concat(), style);
    let y = panes.side.y.saturating_sub(1);
    if !panes.beside && y > panes.main.y {
        buffer.set_string(0, y, rule(left, right, dash), style);
    }

    let name = " Nimatron ";
    let mut line = vec![Span::styled(name, theme.heading())];
    let wide = if note.is_empty() { 0 } else { text::wide(note) + 2 };
    if !title.is_empty() {
        line.push(Span::styled(format!("{dash}{dash}"), style));
        // Where there is not room for both, the title is cut as long as something is left of it; then the note goes.
        let room = w.saturating_sub(name.len() + 8);
        let beside_note = room.saturating_sub(wide);
        let room = if beside_note >= 12 { beside_note } else { room };
        line.push(Span::styled(format!(" {} ", cut(title, room)), theme.text()));
    }
    let used: usize = line.iter().map(Span::width).sum();
    frame.render_widget(Paragraph::new(Line::from(line)), Rect::new(1, 0, nearest(used.min(w - 2)), 1));
    if wide > 0 && used + wide + 4 <= w {
        let x = nearest(w - wide - 2);
        frame.render_widget(
            Paragraph::new(format!(" {note} ")).style(theme.text()),
            Rect::new(x, 0, nearest(wide), 1),
        );
    }
}

/// Draws the bar; a notice takes all of it, and up to two lines more above it where it is long.
pub fn keys(app: &App, frame: &mut Frame<'_>, panes: &Panes) {
    let theme = &app.theme;
    if let Some(notice) = &app.notice {
        let style = if notice.wrong { theme.wrong() } else { theme.news() };
        let sign = if notice.wrong { "! " } else { "" };
        let width = usize::from(panes.bar.width);
        let mut lines = wrap(&format!("{sign}{}", notice.text), width);
        if lines.len() > 3 {
            let rest = lines.split_off(2).join(" ");
            lines.push(cut(&rest, width));
        }
        let more = (nearest::<u16, _>(lines.len()) - 1).min(panes.bar.y.saturating_sub(1));
        let area = Rect { y: panes.bar.y - more, height: panes.bar.height + more, ..panes.bar };
        let lines: Vec<Line<'_>> = lines.into_iter().map(Line::from).collect();
        if more > 0 {
            // The line above the bar moves up.
            let (w, set) = (usize::from(panes.whole.width), theme.border());
            let (dash, left, right) = theme.pick(("─", "├", "┤"), ("-", "+", "+"));
            let blank = [set.vertical_left, &" ".repeat(w - 2), set.vertical_right].concat();
            let buffer = frame.buffer_mut();
            let rule = [left, &dash.repeat(w - 2), right].concat();
            buffer.set_string(0, area.y.saturating_sub(1), rule, theme.frame());
            for y in area.y..panes.bar.y {
                buffer.set_string(0, y, &blank, theme.frame());
            }
        }
        frame.render_widget(Clear, area);
        frame.render_widget(Paragraph::new(lines).style(style), area);
        return;
    }
    if let Some(dialog) = &app.dialog {
        keys_of(app, frame, panes, dialog);
        return;
    }
    let (left, items) = bar::lay_out(app);
    frame.render_widget(Paragraph::new(Line::styled(left, theme.quiet())), panes.bar);
    for item in items {
        let x = panes.bar.x + nearest::<u16, _>(item.x);
        let key = Span::styled(item.keys, theme.key());
        let line = Line::from(vec![key, Span::raw(format!(" {}", item.line.short))]);
        frame.render_widget(Paragraph::new(line), Rect { x, width: nearest(item.columns), ..panes.bar });
    }
}

/// Tells on the line under a list what of it is out of sight: a single line by its name, more by their number.
pub fn more(
    app: &App,
    frame: &mut Frame<'_>,
    list: Rect,
    at: usize,
    count: usize,
    name: &dyn Fn(usize) -> String,
) {
    let height = usize::from(list.height);
    let first = layout::scroll(at, height);
    let below = count.saturating_sub(first + height);
    let (up, down) = app.theme.pick(("▴", "▾"), ("^", "v"));
    let label = |n: usize, line: usize| if n == 1 { name(line) } else { format!("{n} more") };
    let mut text = String::new();
    if first > 0 {
        text += &format!(" {up} {}", label(first, 0));
    }
    if below > 0 {
        text += &format!(" {down} {}", label(below, count - 1));
    }
    if !text.is_empty() {
        let text = format!("{} ", cut(&text, usize::from(list.width).saturating_sub(2)));
        frame.buffer_mut().set_string(list.x, list.bottom(), text, app.theme.quiet());
    }
}

/// The keys of a question: what they do there.
fn keys_of(app: &App, frame: &mut Frame<'_>, panes: &Panes, dialog: &Dialog) {
    for item in bar::replies(&app.keys, dialog) {
        let x = panes.bar.x + nearest::<u16, _>(item.x);
        let width = nearest::<u16, _>(item.columns).min(panes.bar.right().saturating_sub(x));
        let line =
            Line::from(vec![Span::styled(item.name, app.theme.key()), Span::raw(format!(" {}", item.what))]);
        frame.render_widget(Paragraph::new(line), Rect { x, width, ..panes.bar });
    }
}
