//! The atlas: the map at the left, the board of the place that is looked at at the right.
//!
//! A losing place is a bold `-`, a winning one a `+`, so that the pattern is read without colours; with values each place
//! has its Grundy value, and a 0 loses. The values of a line are bars, the block that repeats bracketed under them.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::layout::{AtlasGrid, MARGIN, grid};
use super::state::AtlasState;
use crate::draw::Marks;
use crate::play::atlas::{AtlasCell, Chart, Map, Stage};
use crate::rules::{Outcome, nearest};
use crate::tui::app::{App, Page};
use crate::tui::board;
use crate::tui::frame as page;
use crate::tui::layout;
use crate::tui::pages::table::words::glyph;
use crate::tui::text::{Said, Tone, cut, wrap};

pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Page::Atlas(state) = &app.page else { return };
    let panes = layout::panes(app.size);
    let head = state.pattern.part_id().split(':').next().unwrap_or_default().to_owned();
    let convention = state.pattern.convention().map_or(String::new(), |c| format!(", {}", c.name()));
    let note = if state.asked.is_some() { "working it out ..." } else { "" };
    page::draw(app, frame, &panes, &format!("atlas: {head}{convention}"), note);
    if let (Some(map), Some(grid)) = (&state.map, grid(app.size, state)) {
        match &map.chart {
            Chart::Line(least, cells) => {
                let shown_line = AtlasLine { map, least: *least, cells, grid };
                let drawn = if state.has_bars() { skyline } else { line };
                drawn(app, state, &shown_line, frame);
            }
            Chart::Square(least, side, cells) => square(app, state, (*least, *side), cells, frame, &grid),
            Chart::Stages(stages) => bars(app, state, stages, frame, &grid),
        }
    }
    about(app, state, frame, panes.side);
    page::keys(app, frame, &panes);
}

/// What stands in a place: its Grundy value or its outcome.
fn shown(state: &AtlasState, cell: &AtlasCell) -> String {
    match (cell.outcome, cell.grundy) {
        (None, _) => "?".to_owned(),
        (Some(_), Some(value)) if state.values => {
            if value < 100 {
                value.to_string()
            } else {
                "++".to_owned()
            }
        }
        (Some(outcome), _) => glyph(outcome).to_string(),
    }
}

fn put(
    app: &App,
    state: &AtlasState,
    frame: &mut Frame<'_>,
    at: usize,
    text: &str,
    place: Rect,
    outcome: Option<Outcome>,
) {
    let theme = &app.theme;
    let style = match outcome {
        _ if at == state.at => theme.selected(),
        Some(Outcome::Loss) => theme.outcome(Outcome::Loss).add_modifier(Modifier::BOLD),
        Some(Outcome::Win) if !state.values => theme.quiet(),
        _ => theme.text(),
    };
    // The cursor has brackets, so that it is seen without colours. What stands between them does not move: the first one
    // may be in the free column of the place before, over which it is drawn.
    let width = match at == state.at {
        true => text.chars().count() + 2,
        false => usize::from(place.width),
    };
    let text = if at == state.at { format!("[{text}]") } else { format!("{text} ") };
    let x = place.right().saturating_sub(nearest(width));
    frame.buffer_mut().set_string(x, place.y, format!("{text:>width$}"), style);
}

/// So many places, the one with the cursor last: it is drawn over its neighbours.
fn cursor_last(state: &AtlasState, places: usize) -> impl Iterator<Item = usize> {
    let at = state.at;
    (0..places).filter(move |i| *i != at).chain((at < places).then_some(at))
}

/// A map of one number, and where its places stand.
struct AtlasLine<'a> {
    map: &'a Map,
    least: u64,
    cells: &'a [AtlasCell],
    grid: AtlasGrid,
}

/// Ten numbers a row; the block that repeats stands between bars.
fn line(app: &App, state: &AtlasState, shown_line: &AtlasLine<'_>, frame: &mut Frame<'_>) {
    let AtlasLine { map, least, cells, grid } = shown_line;
    let theme = &app.theme;
    let block = map.block();
    for i in cursor_last(state, cells.len()) {
        let (cell, Some(place)) = (&cells[i], grid.place(i)) else { continue };
        if i % grid.across == 0 {
            let text = format!("{:>3}", least + i as u64);
            frame.buffer_mut().set_string(place.x - MARGIN, place.y, text, theme.quiet());
        }
        put(app, state, frame, i, &shown(state, cell), place, cell.outcome);
        let bar = |x: u16, frame: &mut Frame<'_>| {
            frame.buffer_mut().set_string(x, place.y, theme.pick("│", "|"), theme.hint())
        };
        if let Some((from, length)) = block.filter(|_| i != state.at) {
            if i == from {
                bar(place.x, frame);
            }
            if i + 1 == from + length {
                bar(place.right() - 1, frame);
            }
        }
    }
}

/// A bar a number, as high as its Grundy value; the first block that repeats is bracketed under them.
fn skyline(app: &App, state: &AtlasState, shown_line: &AtlasLine<'_>, frame: &mut Frame<'_>) {
    let AtlasLine { map, least, cells, grid } = shown_line;
    let theme = &app.theme;
    let buffer = frame.buffer_mut();
    let most = cells.iter().filter_map(|c| c.grundy).max().unwrap_or(0).max(1);
    let high = u64::from(grid.area.height);
    // A bar of height 0 is a mark on the ground: each value has a line more than it counts, where there is room.
    let lines = |value: u64| if most < high { value + 1 } else { (value * (high - 1)).div_ceil(most) + 1 };
    let ground = grid.area.bottom() - 1;
    for value in 0..=most.min(high - 1) {
        if most < high {
            buffer.set_string(
                grid.area.x - MARGIN,
                ground - nearest::<u16, _>(value),
                format!("{value:>3}"),
                theme.quiet(),
            );
        }
    }
    if most >= high {
        buffer.set_string(grid.area.x - MARGIN, grid.area.y, format!("{:>3}", most.min(999)), theme.quiet());
        buffer.set_string(grid.area.x - MARGIN, ground, format!("{:>3}", 0), theme.quiet());
    }
    let block = map.block();
    for (i, cell) in cells.iter().enumerate() {
        let Some(place) = grid.place(i) else { continue };
        let style = match cell.outcome {
            _ if i == state.at => theme.selected(),
            Some(Outcome::Loss) => theme.outcome(Outcome::Loss).add_modifier(Modifier::BOLD),
            _ => theme.text(),
        };
        match cell.grundy {
            None => buffer.set_string(place.x, ground, "?", style),
            Some(0) => buffer.set_string(place.x, ground, "-", style),
            Some(value) => {
                for y in 0..nearest::<u16, _>(lines(value)) {
                    buffer.set_string(place.x, ground - y, theme.pick("█", "#"), style);
                }
            }
        }
        if let Some((from, length)) = block.filter(|(from, length)| (*from..from + length).contains(&i)) {
            let (first, last) = (i == from, i + 1 == from + length);
            let mark = match (first, last) {
                (true, _) => theme.pick("╰", "\\"),
                (_, true) => theme.pick("╯", "/"),
                _ => theme.pick("─", "_"),
            };
            buffer.set_string(place.x, ground + 1, mark, theme.hint());
            if place.width > 1 && !last {
                buffer.set_string(place.x + 1, ground + 1, theme.pick("─", "_"), theme.hint());
            }
        }
        let n = least + i as u64;
        if i == state.at {
            buffer.set_string(place.x, ground + 2, format!("{}{n}", theme.pick("▴", "^")), theme.key());
        } else if n.is_multiple_of(10) && state.at.abs_diff(i) > 4 {
            buffer.set_string(place.x, ground + 2, n.to_string(), theme.quiet());
        }
    }
}

/// The first number down, the second across.
fn square(
    app: &App,
    state: &AtlasState,
    (least, side): (u64, usize),
    cells: &[AtlasCell],
    frame: &mut Frame<'_>,
    grid: &AtlasGrid,
) {
    let theme = &app.theme;
    for i in cursor_last(state, cells.len()) {
        let (cell, Some(place)) = (&cells[i], grid.place(i)) else { continue };
        let (row, column) = (i / side, i % side);
        if column == grid.first.1 {
            let text = format!("{:>3}", least + row as u64);
            frame.buffer_mut().set_string(place.x - MARGIN, place.y, text, theme.quiet());
        }
        if row == grid.first.0 && column % 5 == 0 {
            let text = (least + column as u64).to_string();
            frame.buffer_mut().set_string(place.x, grid.area.y - 1, text, theme.quiet());
        }
        put(app, state, frame, i, &shown(state, cell), place, cell.outcome);
    }
}

/// A bar a number of stones: the share that is won, and how many are won and lost.
fn bars(app: &App, state: &AtlasState, stages: &[Stage], frame: &mut Frame<'_>, grid: &AtlasGrid) {
    let theme = &app.theme;
    for (i, stage) in stages.iter().enumerate() {
        let Some(place) = grid.place(i) else { continue };
        frame.buffer_mut().set_string(
            place.x - MARGIN,
            place.y,
            format!("{:>3}", stage.stones),
            theme.quiet(),
        );
        let draws = if stage.drawn > 0 { format!(" {}=", stage.drawn) } else { String::new() };
        let words = format!(" {}+{draws} {}-", stage.won, stage.lost);
        let room = usize::from(place.width).saturating_sub(14).max(4);
        let share = |n: u64| (nearest::<usize, _>(n) * room).div_ceil(nearest(stage.all().max(1)));
        // What there is at all has a column at least.
        let lost = if stage.lost > 0 {
            (room * nearest::<usize, _>(stage.lost) / nearest::<usize, _>(stage.all())).max(1)
        } else {
            0
        };
        let drawn = if stage.drawn > 0 { share(stage.drawn).min(room - lost) } else { 0 };
        let won = room - lost - drawn;
        let bar = format!("{}{}{}", "+".repeat(won), "=".repeat(drawn), "-".repeat(lost));
        let style = if i == state.at { theme.selected() } else { theme.text() };
        frame.buffer_mut().set_string(place.x, place.y, bar, style);
        frame.buffer_mut().set_string(
            place.x + nearest::<u16, _>(room),
            place.y,
            cut(&words, 14),
            theme.quiet(),
        );
    }
}

/// The place that is looked at: its position, what it is worth, its board; and the period.
fn about(app: &App, state: &AtlasState, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let width = usize::from(area.width);
    let mut all: Vec<Said> = Vec::new();
    match (state.map.as_ref(), state.asked) {
        (None, Some(_)) => all.push((Tone::Quiet, "working it out ...".to_owned())),
        (None, None) => all.push((Tone::Quiet, "There is no map of this game.".to_owned())),
        (Some(map), _) => {
            all.extend(place(state, map));
            all.push((Tone::Quiet, format!("The map: {}.", map.about)));
            if let Some(period) = &map.period {
                all.push((Tone::Plain, format!("The values have {period}.")));
            }
            if let (Some((from, length)), Chart::Line(least, _)) = (map.block(), &map.chart) {
                let marked = if state.has_bars() { "Bracketed" } else { "Between the bars" };
                let first = least + from as u64;
                let last = first + length as u64 - 1;
                all.push((
                    Tone::Quiet,
                    format!("{marked}: the first block that repeats, {first} to {last}."),
                ));
            }
        }
    }
    if let Some(id) = state.id() {
        all.push((Tone::Quiet, cut(id, width * 2)));
    }
    let lines: Vec<Line<'_>> = (all.into_iter())
        .flat_map(|(tone, text)| {
            let style = page::tone(theme, tone);
            wrap(&text, width).into_iter().map(move |l| Line::styled(l, style))
        })
        .collect();
    let used = nearest::<u16, _>(lines.len()).min(area.height);
    frame.render_widget(Paragraph::new(lines), area);
    let room = Rect { y: area.y + used + 1, height: area.height.saturating_sub(used + 1), ..area };
    if let Some(scene) = state.scene.as_ref().filter(|_| room.height >= 3) {
        board::paint(theme, frame, &board::scene(scene, room, &Marks::default(), theme), room);
    }
}

fn place(state: &AtlasState, map: &Map) -> Vec<Said> {
    match &map.chart {
        Chart::Line(_, cells) | Chart::Square(_, _, cells) => {
            let Some(cell) = cells.get(state.at) else { return Vec::new() };
            let value = cell.grundy.map_or(String::new(), |g| format!(", Grundy value {g}"));
            let text = match cell.outcome {
                Some(o) => format!("{} {}{value}", glyph(o), o.word()),
                None => "? not proved".to_owned(),
            };
            vec![(cell.outcome.map_or(Tone::Quiet, Tone::Outcome), text)]
        }
        Chart::Stages(stages) => {
            let Some(stage) = stages.get(state.at) else { return Vec::new() };
            let draws = if stage.drawn > 0 { format!("= {} drawn, ", stage.drawn) } else { String::new() };
            vec![
                (Tone::Heading, format!("With {} {}", stage.stones, state.pattern.counted())),
                (Tone::Plain, format!("+ {} won, {draws}- {} lost", stage.won, stage.lost)),
            ]
        }
    }
}
