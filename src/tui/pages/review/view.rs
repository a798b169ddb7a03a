//! The review of a match: the board and the chart at the left, what the move was worth at the right.

use crate::rules::nearest;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::layout::{ReviewChart, SCALE, chart};
use super::panel;
use super::state::ReviewState;
use crate::draw::Marks;
use crate::play::review::{MoveKind, ReviewedMove};
use crate::tui::app::{App, Page};
use crate::tui::board;
use crate::tui::frame as page;
use crate::tui::layout;
use crate::tui::pages::table::words::glyph;
use crate::tui::text::{count, cut};
use crate::tui::theme::Theme;

pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Page::Review(state) = &app.page else { return };
    let panes = layout::panes(app.size);
    let (done, all) = (state.review.moves.len(), state.moves);
    let note = match (&state.ticket, &state.error) {
        (Some(_), _) => format!("reviewing: {done} of {all}"),
        (None, Some(_)) => "not finished".to_owned(),
        (None, None) => format!("{} of {}", (state.at + 1).min(all), count(all as u64, "move", "moves")),
    };
    let title = format!("review: {}", state.game.start().info().name);
    page::draw(app, frame, &panes, &title, &note);
    let main = layout::inset(panes.main);
    let chart = chart(app.size, state);
    let room = Rect { height: chart.area.y.saturating_sub(main.y), ..main };
    let made = state.game.moves().get(state.at).map_or(&[][..], |m| &m.sites);
    let better: Vec<_> = match (&state.here, state.better) {
        (Some(Ok(analysis)), true) => analysis.best.iter().flat_map(|c| c.sites.clone()).collect(),
        _ => Vec::new(),
    };
    let marks = Marks { last: made, hint: &better, ..Marks::default() };
    board::paint(&app.theme, frame, &board::scene(&state.scene, room, &marks, &app.theme), room);
    draw_chart(app, state, frame, &chart);
    let lines: Vec<Line<'_>> = (panel::shown(app, state, panes.side).into_iter())
        .map(|(tone, text)| Line::styled(text, page::tone(&app.theme, tone)))
        .collect();
    frame.render_widget(Paragraph::new(lines), panes.side);
    page::keys(app, frame, &panes);
}

/// How high a column is, from 0 to `most`: the margin, or how near the end is.
fn height(m: &ReviewedMove, scale: u64, most: u16) -> u16 {
    let value = if m.before.is_some() { measure(m).unwrap_or(scale) } else { 0 };
    nearest((value.min(scale) * u64::from(most)).div_ceil(scale.max(1)))
}

/// What the height of a column is: the margin in games that count points, else the moves to the end.
fn measure(m: &ReviewedMove) -> Option<u64> {
    let value = m.before?;
    value.margin.map(|n| u64::from(n.unsigned_abs())).or(value.remoteness)
}

/// One column a move: its height is the margin or the moves left, its glyph the outcome for who made it, and the mark
/// below it what the move was worth. The scale stands at the left, the legend under it.
fn draw_chart(app: &App, state: &ReviewState, frame: &mut Frame<'_>, chart: &ReviewChart) {
    let area = chart.area;
    if area.height < 3 {
        return;
    }
    let theme = &app.theme;
    let bars = area.height - 2;
    let moves = &state.review.moves;
    let scale = moves.iter().filter_map(measure).max().unwrap_or(1).max(1);
    let buffer = frame.buffer_mut();
    let left = area.x - SCALE;
    for (y, n) in [(area.y, scale.to_string()), (area.y + bars - 1, "1".to_owned())] {
        if bars > 1 && (scale > 1 || y > area.y) {
            buffer.set_string(left, y, format!("{:>3}", cut(&n, 3)), theme.quiet());
        }
    }
    for i in 0..chart.shown {
        let (x, at) = (area.x + nearest::<u16, _>(i), chart.first + i);
        let cursor = if at == state.at { theme.pick("▴", "^") } else { " " };
        buffer.set_string(x, area.bottom() - 1, cursor, theme.key());
        if let Some(m) = moves.get(at) {
            draw_column(m, scale, theme, buffer, Rect { x, height: bars, ..area });
        }
    }
    let legend = chart.legend;
    for (y, text) in (legend.y..legend.bottom()).zip(legend_texts(state, theme, chart)) {
        buffer.set_string(legend.x, y, cut(&text, usize::from(legend.width)), theme.quiet());
    }
}

/// The column of a move at the left of an area, and below the area what the move was worth.
fn draw_column(m: &ReviewedMove, scale: u64, theme: &Theme, buffer: &mut Buffer, area: Rect) {
    let outcome = m.after.or(m.before.map(|v| v.outcome));
    let style = outcome.map_or(theme.quiet(), |o| theme.outcome(o));
    for y in 0..height(m, scale, area.height) {
        let sign = outcome.map_or('?', glyph).to_string();
        buffer.set_string(area.x, area.bottom() - 1 - y, sign, style);
    }
    let (mark, style) = match m.kind {
        Some(MoveKind::Mistake) => ("?", theme.wrong()),
        Some(MoveKind::Inaccuracy) => ("~", theme.hint()),
        Some(MoveKind::Best) => (".", theme.quiet()),
        None => ("-", theme.quiet()),
    };
    buffer.set_string(area.x, area.bottom(), mark, style);
}

/// What the height, the glyphs and the marks mean. What is out of sight is said, not cut off.
fn legend_texts(state: &ReviewState, theme: &Theme, chart: &ReviewChart) -> [String; 2] {
    let after = (state.moves + 1).saturating_sub(chart.first + chart.shown);
    let mut out = Vec::new();
    if chart.first > 0 {
        out.push(format!("{} {}", theme.pick("◂", "<"), chart.first));
    }
    if after > 0 {
        out.push(format!("{after} {}", theme.pick("▸", ">")));
    }
    let counted = state.review.moves.iter().any(|m| m.before.is_some_and(|v| v.margin.is_some()));
    let height = if counted { "height: the margin" } else { "height: moves left" };
    let outcomes = if out.is_empty() { "+ = - for who moved".to_owned() } else { out.join(" ") };
    [format!("{height}, {outcomes}"), "? mistake  ~ inaccuracy  . best".to_owned()]
}
