//! The panel beside the board: verdict, reason, and the moves with what each of them did.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::frame::{said, tone};
use crate::tui::app::App;
use crate::tui::layout::Panes;
use crate::tui::sitting::{Hint, Sitting};
use crate::tui::words::{self, Said, Tone, cut, fit, wide};

/// The lines that the move list keeps at least, with its heading.
const LIST: usize = 6;

/// `cut` says what of the board is out of sight, where that is not told elsewhere.
pub(super) fn draw(app: &App, s: &Sitting, frame: &mut Frame<'_>, panes: &Panes, cut: Option<&str>) {
    let area = panes.side;
    let (width, height) = (area.width, usize::from(area.height));
    let mut lines = head(app, s, width);
    if let Some(text) = cut {
        lines.extend(said(&app.theme, &(Tone::Quiet, format!("Board: {text}.")), width));
    }
    let list = if panes.beside { LIST.min(height / 2) } else { 0 };
    if panes.beside {
        let room = height.saturating_sub(lines.len() + list);
        let why = why(app, s, width);
        // The reason needs a blank line, its heading and a line at least.
        if !why.is_empty() && room >= 3 {
            lines.push(Line::default());
            lines.extend(why.into_iter().take(room - 1));
        }
    }
    lines.truncate(height);
    let used = lines.len() as u16;
    frame.render_widget(Paragraph::new(lines), area);
    let rest = Rect { y: area.y + used, height: area.height - used, ..area };
    if rest.height >= 3 {
        moves(app, s, frame, Rect { y: rest.y + 1, height: rest.height - 1, ..rest });
    }
}

/// Who is to move and who wins; at the end, who has won.
fn head(app: &App, s: &Sitting, width: u16) -> Vec<Line<'static>> {
    let theme = &app.theme;
    let mut all: Vec<Said> = Vec::new();
    if let Some(step) = s.lesson {
        all.extend(crate::tui::update::lesson::says(step));
        all.push((Tone::Plain, String::new()));
    }
    let mut lines: Vec<Line<'static>> = Vec::new();
    if let Some(end) = words::end(s) {
        let mut end = end.into_iter();
        if let Some(line) = end.next() {
            lines.extend(banner(app, &line, width));
        }
        all.extend(end);
        if s.lesson.is_none() {
            all.push((Tone::Quiet, "R rematch, w swap sides, n new".to_owned()));
            all.push((Tone::Quiet, "u take back, home from the start".to_owned()));
        }
    } else {
        all.extend(words::to_move(s));
    }
    if let Some(score) = words::score(s) {
        all.push((Tone::Plain, format!("Score  {score}")));
    }
    if app.verdict {
        all.extend(words::verdict(s));
    } else if s.game.to_move().is_some() {
        all.push((Tone::Quiet, "verdict hidden (v shows it)".to_owned()));
    }
    let rest = all.iter().flat_map(|line| said(theme, line, width));
    if s.lesson.is_some() { rest.chain(lines).collect() } else { lines.into_iter().chain(rest).collect() }
}

/// A line in a box of its own.
fn banner(app: &App, line: &Said, width: u16) -> Vec<Line<'static>> {
    let set = app.theme.border();
    let style = tone(&app.theme, line.0);
    let inner = usize::from(width).saturating_sub(2);
    let text = cut(&line.1, inner);
    let left = (inner - wide(&text)) / 2;
    let text = fit(&format!("{}{text}", " ".repeat(left)), inner);
    let edge = |left: &str, right: &str| {
        Line::styled([left, &set.horizontal_top.repeat(inner), right].concat(), style)
    };
    vec![
        edge(set.top_left, set.top_right),
        Line::styled(format!("{}{text}{}", set.vertical_left, set.vertical_right), style),
        edge(set.bottom_left, set.bottom_right),
    ]
}

/// The reason, under its heading; or the hint.
fn why(app: &App, s: &Sitting, width: u16) -> Vec<Line<'static>> {
    let theme = &app.theme;
    let mut lines = Vec::new();
    let Some(analysis) = s.analysis() else { return lines };
    if s.hint != Hint::None
        && let Some(text) = words::hint(s.hint, analysis)
    {
        lines.extend(said(theme, &(Tone::Hint, text), width));
        if app.verdict {
            lines.push(Line::default());
        }
    }
    if app.verdict {
        lines.push(Line::styled("Why", theme.heading()));
        for reason in &analysis.why {
            lines.extend(said(theme, &(Tone::Plain, reason.clone()), width));
        }
    }
    lines
}

/// The moves: the last ones that fit, or those scrolled to.
fn moves(app: &App, s: &Sitting, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let all = s.game.moves();
    let room = usize::from(area.height).saturating_sub(1);
    let cursor = s.game.cursor();
    // Keep the last move played in sight, with what was taken back below it where there is room.
    let least = room.min(all.len());
    let end = (cursor + room / 2).clamp(least, all.len()).saturating_sub(s.scroll).max(least);
    let start = end.saturating_sub(room);
    let above = if start > 0 { format!("   ({start} above)") } else { String::new() };
    let mut lines =
        vec![Line::from(vec![Span::styled("Moves", theme.heading()), Span::styled(above, theme.quiet())])];
    if all.is_empty() {
        lines.push(Line::styled("none yet", theme.quiet()));
    }
    let digits = all.len().max(1).ilog10() as usize + 1;
    let width = usize::from(area.width);
    for (ply, m) in all.iter().enumerate().take(end).skip(start) {
        let deed = if app.verdict { words::deed(s, ply) } else { None };
        let (deed_tone, deed) = deed.unwrap_or((Tone::Quiet, String::new()));
        let name = cut(&s.game.participant(m.by).name, width / 4);
        // The text of the move gets what the deed leaves, at least a few characters.
        let fixed = digits + 1 + wide(&name) + 1;
        let text_room = width.saturating_sub(fixed + 22).max(8);
        let text = fit(&m.text, text_room);
        let taken_back = ply >= cursor;
        let mark = if ply + 1 == cursor { theme.pick("›", ">") } else { " " };
        let plain = if taken_back { theme.quiet() } else { theme.text() };
        let by = if taken_back { theme.quiet() } else { theme.player(m.by) };
        let deed_style = if taken_back { theme.quiet() } else { tone(theme, deed_tone) };
        lines.push(Line::from(vec![
            Span::styled(format!("{:>digits$}{mark}", ply + 1), theme.quiet()),
            Span::styled(format!("{name} "), by),
            Span::styled(text, plain),
            Span::raw(" "),
            Span::styled(deed, deed_style),
        ]));
    }
    frame.render_widget(Paragraph::new(lines), area);
}
