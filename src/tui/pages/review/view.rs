//! The review of a match: the board and the chart at the left, what the move was worth at the right.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::layout::chart_area;
use super::state::ReviewState;
use crate::draw::Marks;
use crate::play::review::{MoveKind, ReviewedMove};
use crate::rules::{Outcome, Player, Reveals};
use crate::tui::app::{App, Page};
use crate::tui::board;
use crate::tui::frame as page;
use crate::tui::layout;
use crate::tui::pages::table::words::glyph;
use crate::tui::text::{Said, Tone, count, cut, wrap};

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
    let (chart, first) = chart_area(app.size, state);
    let room = Rect { height: main.height.saturating_sub(chart.height), ..main };
    let made = state.game.moves().get(state.at).map_or(&[][..], |m| &m.sites);
    let better: Vec<_> = match (&state.here, state.better) {
        (Some(Ok(analysis)), true) => analysis.best.iter().flat_map(|c| c.sites.clone()).collect(),
        _ => Vec::new(),
    };
    let marks = Marks { last: made, hint: &better, ..Marks::default() };
    board::paint(&app.theme, frame, &board::scene(&state.scene, room, &marks, &app.theme), room);
    draw_chart(app, state, frame, chart, first);
    let width = usize::from(panes.side.width);
    let lines: Vec<Line<'_>> = (says(state).into_iter())
        .flat_map(|(tone, text)| {
            let style = page::tone(&app.theme, tone);
            wrap(&app.with_keys(&text), width).into_iter().map(move |l| Line::styled(l, style))
        })
        .take(usize::from(panes.side.height))
        .collect();
    frame.render_widget(Paragraph::new(lines), panes.side);
    page::keys(app, frame, &panes);
}

/// How high a column is, from 0 to `most`: the margin, or how near the end is.
fn height(m: &ReviewedMove, scale: u64, most: u16) -> u16 {
    let value = m.before.map_or(0, |v| match (v.margin, v.remoteness) {
        (Some(margin), _) => u64::from(margin.unsigned_abs()),
        (None, Some(left)) => left,
        (None, None) => scale,
    });
    ((value.min(scale) * u64::from(most)).div_ceil(scale.max(1))) as u16
}

/// One column a move: its height is the margin or the moves left, its glyph the outcome for who made it, and the mark
/// below it what the move was worth.
fn draw_chart(app: &App, state: &ReviewState, frame: &mut Frame<'_>, area: Rect, first: usize) {
    if area.height < 3 {
        return;
    }
    let theme = &app.theme;
    let bars = area.height - 2;
    let scale = (state.review.moves.iter())
        .filter_map(|m| m.before.and_then(|v| v.margin.map(|n| u64::from(n.unsigned_abs())).or(v.remoteness)))
        .max()
        .unwrap_or(1)
        .max(1);
    let buffer = frame.buffer_mut();
    let columns = usize::from(area.width).min((state.moves + 1).saturating_sub(first));
    for i in 0..columns {
        let (x, at) = (area.x + i as u16, first + i);
        let cursor = if at == state.at { theme.pick("▴", "^") } else { " " };
        buffer.set_string(x, area.bottom() - 1, cursor, theme.key());
        let Some(m) = state.review.moves.get(at) else { continue };
        let outcome = m.after.or(m.before.map(|v| v.outcome));
        let style = outcome.map_or(theme.quiet(), |o| theme.outcome(o));
        for y in 0..height(m, scale, bars) {
            let sign = outcome.map_or('?', glyph).to_string();
            buffer.set_string(x, area.y + bars - 1 - y, sign, style);
        }
        let (mark, style) = match m.kind {
            Some(MoveKind::Mistake) => ("?", theme.wrong()),
            Some(MoveKind::Inaccuracy) => ("~", theme.hint()),
            Some(MoveKind::Best) => (".", theme.quiet()),
            None => ("-", theme.quiet()),
        };
        buffer.set_string(x, area.y + bars, mark, style);
    }
}

fn outcome_words(outcome: Option<Outcome>) -> String {
    outcome.map_or("? not proved".to_owned(), |o| format!("{} {}", glyph(o), o.word()))
}

/// What the panel says of the move that is looked at, and of the match.
fn says(state: &ReviewState) -> Vec<Said> {
    let mut all = Vec::new();
    match (state.reviewed(), state.game.moves().get(state.at).filter(|_| state.at < state.moves)) {
        (Some(m), _) => said_of(state, m, &mut all),
        (None, Some(_)) => all.push((Tone::Quiet, "working it out ...".to_owned())),
        (None, None) => all.push((Tone::Heading, "After the last move".to_owned())),
    }
    if let Some(Ok(analysis)) = &state.here {
        let shown = if state.better { Reveals::Move } else { Reveals::Nothing };
        let reasons: Vec<Said> = (analysis.reasons.iter())
            .filter(|r| r.reveals <= shown)
            .map(|r| (Tone::Plain, r.text.clone()))
            .collect();
        if !reasons.is_empty() {
            all.extend([(Tone::Plain, String::new()), (Tone::Heading, "Why".to_owned())]);
            all.extend(reasons);
        }
    }
    all.extend([(Tone::Plain, String::new()), (Tone::Heading, "The match".to_owned())]);
    let result = match state.review.result {
        None => "not over".to_owned(),
        Some(None) => "= a draw".to_owned(),
        Some(Some(player)) => format!("{} won", state.review.name(player)),
    };
    let turning = match state.review.turning() {
        Some(n) => format!("turning point: move {n}"),
        None => "no turning point".to_owned(),
    };
    all.push((Tone::Plain, format!("{result}; {turning}.")));
    for player in Player::BOTH {
        let t = state.review.tally(player);
        let text = format!(
            "{}: kept {} of {}, {}, {}",
            state.review.name(player),
            t.kept,
            count(t.decisions as u64, "decision", "decisions"),
            count(t.mistakes as u64, "mistake", "mistakes"),
            count(t.inaccuracies as u64, "inaccuracy", "inaccuracies"),
        );
        all.push((Tone::Player(player), text));
    }
    if state.review.unproved() > 0 {
        let text = format!(
            "{} not proved: past what is solved.",
            count(state.review.unproved() as u64, "move", "moves")
        );
        all.push((Tone::Quiet, text));
    }
    if let Some(error) = &state.error {
        all.push((Tone::Quiet, format!("Not finished: {error}.")));
    }
    all
}

fn said_of(state: &ReviewState, m: &ReviewedMove, all: &mut Vec<Said>) {
    let name = state.review.name(m.player);
    all.push((Tone::Player(m.player), format!("Move {}: {name} played {}", m.n, cut(&m.text, 30))));
    let before = m.before.map(|v| v.outcome);
    all.push((Tone::Plain, format!("  {} before, {} after", outcome_words(before), outcome_words(m.after))));
    let cost = m.cost.filter(|c| *c > 0).map_or(String::new(), |c| format!(", {c} given away"));
    let said = match m.kind {
        None => (Tone::Quiet, "not proved".to_owned()),
        Some(MoveKind::Best) => (Tone::Plain, ". nothing better was there".to_owned()),
        Some(MoveKind::Inaccuracy) => (Tone::Hint, format!("~ inaccuracy{cost}")),
        Some(MoveKind::Mistake) => (Tone::Outcome(Outcome::Loss), format!("? mistake{cost}")),
    };
    all.push(said);
    if m.kind.is_some_and(|k| k != MoveKind::Best) {
        let text = match (state.better, &m.best) {
            (true, Some(best)) => format!("Better: {best}"),
            (true, None) => "What is better is not known here.".to_owned(),
            (false, _) => "<hint> shows the better move, <enter> tries again.".to_owned(),
        };
        all.push((Tone::Hint, text));
    }
}
