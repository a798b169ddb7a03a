//! The atlas: the map at the left, the board of the place that is looked at at the right.
//!
//! A losing place is `-`, a winning one a dot, so that the pattern is read without colours; with values each place has
//! its Grundy value, and a 0 loses.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::layout::{AtlasGrid, MARGIN, grid};
use super::state::AtlasState;
use crate::draw::Marks;
use crate::play::atlas::{AtlasCell, Chart, Map, Stage};
use crate::rules::Outcome;
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
            Chart::Line(least, cells) => line(app, state, map, *least, cells, frame, &grid),
            Chart::Square(least, side, cells) => square(app, state, (*least, *side), cells, frame, &grid),
            Chart::Stages(stages) => bars(app, state, stages, frame, &grid),
        }
    }
    about(app, state, frame, panes.side);
    page::keys(app, frame, &panes);
}

/// What stands in a place: its Grundy value or its outcome.
fn shown(app: &App, state: &AtlasState, cell: &AtlasCell) -> String {
    match (cell.outcome, cell.grundy) {
        (None, _) => "?".to_owned(),
        (Some(_), Some(value)) if state.values => {
            if value < 100 {
                value.to_string()
            } else {
                "++".to_owned()
            }
        }
        (Some(Outcome::Loss), _) => "-".to_owned(),
        (Some(Outcome::Draw), _) => "=".to_owned(),
        (Some(Outcome::Win), _) => app.theme.pick("·", ".").to_owned(),
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
        Some(Outcome::Loss) => theme.outcome(Outcome::Loss),
        _ => theme.text(),
    };
    let width = usize::from(place.width);
    // The cursor has brackets where there is room, so that it is seen without colours.
    let text = if at == state.at && width >= 3 { format!("[{text}]") } else { format!("{text} ") };
    frame.buffer_mut().set_string(place.x, place.y, format!("{text:>width$}"), style);
}

/// Ten numbers a row; the block that repeats stands between bars.
fn line(
    app: &App,
    state: &AtlasState,
    map: &Map,
    least: u64,
    cells: &[AtlasCell],
    frame: &mut Frame<'_>,
    grid: &AtlasGrid,
) {
    let theme = &app.theme;
    let block = map.block();
    for (i, cell) in cells.iter().enumerate() {
        let Some(place) = grid.place(i) else { continue };
        if i % grid.across == 0 {
            let text = format!("{:>3}", least + i as u64);
            frame.buffer_mut().set_string(place.x - MARGIN, place.y, text, theme.quiet());
        }
        put(app, state, frame, i, &shown(app, state, cell), place, cell.outcome);
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
    for (i, cell) in cells.iter().enumerate() {
        let Some(place) = grid.place(i) else { continue };
        let (row, column) = (i / side, i % side);
        if column == grid.first.1 {
            let text = format!("{:>3}", least + row as u64);
            frame.buffer_mut().set_string(place.x - MARGIN, place.y, text, theme.quiet());
        }
        if row == grid.first.0 && column % 5 == 0 {
            let text = (least + column as u64).to_string();
            frame.buffer_mut().set_string(place.x, grid.area.y - 1, text, theme.quiet());
        }
        put(app, state, frame, i, &shown(app, state, cell), place, cell.outcome);
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
        let words = format!(" {}+ {}-", stage.won, stage.lost);
        let room = usize::from(place.width).saturating_sub(14).max(4);
        let all = (stage.won + stage.lost).max(1);
        let won = ((stage.won as usize * room).div_ceil(all as usize)).min(room);
        let won = if stage.lost > 0 { won.min(room - 1) } else { won };
        let bar = format!("{}{}", "+".repeat(won), "-".repeat(room - won));
        let style = if i == state.at { theme.selected() } else { theme.text() };
        frame.buffer_mut().set_string(place.x, place.y, bar, style);
        frame.buffer_mut().set_string(place.x + room as u16, place.y, cut(&words, 14), theme.quiet());
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
            if let Some(period) = &map.period {
                all.push((Tone::Plain, format!("The values have {period}.")));
            }
            if map.block().is_some() {
                all.push((Tone::Quiet, "Between the bars: the first block that repeats.".to_owned()));
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
    let used = (lines.len() as u16).min(area.height);
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
            vec![
                (Tone::Heading, format!("With {} stones", stage.stones)),
                (Tone::Plain, format!("+ {} won, - {} lost", stage.won, stage.lost)),
            ]
        }
    }
}
