//! Shows the atlas: maps of outcomes and Grundy values. The user can study a map, or begin a match from one of its
//! positions.
//!
//! A map over two numbers is drawn as a heat map. A map over one number is drawn as rows of cells, or as a bar chart
//! with a bracket below the first block that repeats. For other games, the map has a bar for each number of stones,
//! divided into won, drawn and lost positions.

use std::time::Duration;

use nimatron_core::rules::Convention;
use nimatron_paint::mix;
use ratatui::style::{Modifier, Style};

use crate::play::Level;
use crate::play::atlas::{self, AtlasCell, AtlasPiles, Chart, Map, Stage};
use crate::tui::layout::Grid;
use crate::tui::prelude::*;
use crate::tui::traits::Depth;
use nimatron_core::erased::{Shape, with_word};

/// The number of lines below the bars: one for the bracket of the repeating block, and one for the numbers.
const UNDER_BARS: u16 = 2;
/// The width of the axis numbers on the left, in columns.
const MARGIN: u16 = 4;
/// The time limit for the table of small positions from which a rule is derived.
const RULE: Duration = Duration::from_secs(3);

pub struct AtlasPage {
    /// A position of the mapped game, from which the map takes the parameters and the convention.
    pattern: Box<dyn AnyPosition>,
    here: String,
    map: Option<Map>,
    piles: AtlasPiles,
    at: usize,
    scene: Option<Scene>,
    /// Whether known Grundy values are shown instead of outcomes.
    values: bool,
    /// The rule that was found, or a message that there is no rule.
    rule: Option<String>,
    failed: Option<String>,
}

fn has_map(position: &dyn AnyPosition) -> bool {
    position.info().shape != Shape::None
        || position.for_each_of_size(0, &mut |_| ControlFlow::Break(()))
}

pub fn show(cx: &mut Context, pattern: Box<dyn AnyPosition>) {
    if !has_map(&*pattern) {
        return cx.notify(tr!("{game} has no map.", game = pattern.info().name));
    }
    let piles = fitting(&*pattern);
    cx.push(AtlasPage {
        here: String::new(),
        pattern,
        map: None,
        piles,
        at: 0,
        scene: None,
        values: true,
        rule: None,
        failed: None,
    });
}

fn next_map(cx: &Context, game: &str, forward: bool) -> Option<Box<dyn AnyPosition>> {
    let games = games::listed(&cx.library);
    let count = games.len();
    let at = games.iter().position(|e| e.info.id == game).unwrap_or(0);
    (1..=count)
        .map(|i| {
            if forward {
                (at + i) % count
            } else {
                (at + count - i) % count
            }
        })
        .filter_map(|i| games::open(games[i].info.example, &cx.library).ok())
        .find(|position| has_map(&**position))
}

/// Returns the default map for a position: a square if the position has several piles, and a line otherwise.
fn fitting(position: &dyn AnyPosition) -> AtlasPiles {
    match atlas::piles(position) {
        Some(piles) if piles.len() > 1 => AtlasPiles::Two,
        _ => AtlasPiles::One,
    }
}

impl AtlasPage {
    fn ask(&mut self, cx: &mut Context) {
        (self.map, self.scene, self.at, self.here) = (None, None, 0, self.pattern.id());
        (self.rule, self.failed) = (None, None);
        let pattern = self.pattern.boxed_clone();
        let piles = self.piles;
        cx.spawn(
            Lane::Work,
            move |desk| atlas::map(&*pattern, piles, desk.limits),
            |page: &mut AtlasPage, cx, map| {
                match map {
                    Ok(map) => {
                        page.map = map;
                        page.find_pattern();
                    }
                    Err(stop) => page.failed = Some(stop.to_string()),
                }
                page.look(cx);
            },
        );
    }

    fn look_for_rule(&self, cx: &mut Context) {
        let pattern = self.pattern.boxed_clone();
        cx.spawn(
            Lane::Work,
            move |desk| atlas::rule(&*pattern, RULE, desk.limits),
            |page: &mut AtlasPage, cx, rule| match rule {
                Ok(rule) => {
                    let none = || {
                        tr!("No short rule fits, or the positions are not one or two numbers.")
                            .to_owned()
                    };
                    page.rule = Some(rule.unwrap_or_else(none));
                }
                Err(stop) => cx.notify_error(stop.to_string()),
            },
        );
    }

    fn chart(&self) -> Option<&Chart> {
        self.map.as_ref().map(|map| &map.chart)
    }

    /// Returns the cells of a map over one or two numbers.
    fn cells(&self) -> Option<&[AtlasCell]> {
        match self.chart()? {
            Chart::Line(_, cells) | Chart::Square(_, _, cells) => Some(cells),
            Chart::Stages(_) => None,
        }
    }

    fn stages(&self) -> &[Stage] {
        match self.chart() {
            Some(Chart::Stages(stages)) => stages,
            _ => &[],
        }
    }

    fn places(&self) -> usize {
        self.cells()
            .map_or_else(|| self.stages().len(), <[AtlasCell]>::len)
    }

    fn is_square(&self) -> bool {
        matches!(self.chart(), Some(Chart::Square(..)))
    }

    fn has_values(&self) -> bool {
        self.cells()
            .is_some_and(|cells| cells.iter().any(|c| c.grundy.is_some()))
    }

    fn has_bars(&self) -> bool {
        self.values && !self.is_square() && self.has_values()
    }

    /// Returns the ID of the selected position. In a map by number of stones, a row stands for several positions. If
    /// the page's own position belongs to the selected row, the function returns its ID. Otherwise, the function
    /// returns an example of a lost position or, if there is none, of a won position.
    pub fn id(&self) -> Option<&str> {
        match self.cells() {
            Some(cells) => cells
                .get(self.at)
                .map(|c| c.id.as_str())
                .filter(|id| !id.is_empty()),
            None => {
                let stage = self.stages().get(self.at)?;
                if stage.is_here {
                    return Some(&self.here);
                }
                stage
                    .lost_example
                    .as_deref()
                    .or(stage.won_example.as_deref())
            }
        }
    }

    fn look(&mut self, cx: &Context) {
        let position = self.id().and_then(|id| games::open(id, &cx.library).ok());
        self.scene = position.map(|position| position.scene());
    }

    /// Selects the page's own position. If the map does not contain this position, selects the cell for its first
    /// piles, or the row for its number of stones.
    fn find_pattern(&mut self) {
        let id = self.pattern.id();
        let numbers = atlas::piles(&*self.pattern);
        let at = match self.cells() {
            Some(cells) => cells.iter().position(|c| c.id == id).or_else(|| {
                // If there are more piles than the map has dimensions, use the first piles.
                let numbers = numbers.as_ref()?;
                let shown = if self.piles == AtlasPiles::Two { 2 } else { 1 };
                let numbers = &numbers[..shown.min(numbers.len())];
                let first = self.pattern.at_numbers(numbers).ok()?.id();
                cells.iter().position(|c| c.id == first)
            }),
            None => self
                .stages()
                .iter()
                .position(|stage| stage.is_here)
                .or_else(|| {
                    let (_, most) = self.pattern.facts().moves_left?;
                    self.stages().iter().position(|stage| stage.stones == most)
                }),
        };
        self.at = at.unwrap_or(0);
    }

    /// Returns the number of cells along each side of a square map.
    fn side(&self) -> Option<usize> {
        match self.chart()? {
            Chart::Square(_, side, _) => Some(*side).filter(|side| *side > 0),
            _ => None,
        }
    }

    /// Returns the grid index for a cell of the map. A square map is oriented like a board: the first number increases
    /// to the right, the second upwards.
    fn cell_of(&self, at: usize) -> usize {
        match self.side() {
            Some(side) => (side - 1 - at % side) * side + at / side,
            None => at,
        }
    }

    fn place_of(&self, cell: usize) -> usize {
        match self.side() {
            Some(side) => (cell % side) * side + side - 1 - cell / side,
            None => cell,
        }
    }

    /// Returns the grid of cells. The axis numbers are to the left of the grid and, for bars and squares, also below
    /// the grid.
    fn grid(&self, size: (u16, u16)) -> Option<Grid> {
        let main = layout::panes(size).main;
        let area = Rect {
            x: main.x + MARGIN,
            y: main.y + u16::from(!self.is_square()),
            width: main.width.saturating_sub(MARGIN),
            height: main.height.saturating_sub(1),
        };
        let chart = self.chart()?;
        if let (Chart::Line(_, cells), true) = (chart, self.has_bars()) {
            let cell = if usize::from(area.width) >= 2 * cells.len() {
                2
            } else {
                1
            };
            let height = area.height.saturating_sub(UNDER_BARS).max(1);
            let first = (
                0,
                layout::scroll(self.at, usize::from((area.width / cell).max(1))),
            );
            let area = Rect { height, ..area };
            return Some(Grid {
                area,
                cell: (cell, height),
                across: cells.len(),
                first,
            });
        }
        let (cell, across) = match chart {
            // Rows of ten cells are easy to count.
            Chart::Line(..) => (
                if area.width >= 60 { 5 } else { 4 },
                usize::from((area.width / 4).min(10)).max(1),
            ),
            Chart::Square(_, side, _) => (if self.values { 3 } else { 2 }, *side),
            Chart::Stages(_) => (area.width.max(1), 1),
        };
        let selected = self.cell_of(self.at);
        let (row, column) = (selected / across, selected % across);
        let shown = usize::from((area.width / cell).max(1));
        let rows = usize::from(area.height).max(1);
        let top = match self.side() {
            // Show the small numbers at the bottom, unless the selected cell is too far above them.
            Some(side) => row.min(side.saturating_sub(rows)),
            None => layout::scroll(row, rows),
        };
        let first = (top, layout::scroll(column, shown));
        Some(Grid {
            area,
            cell: (cell, 1),
            across,
            first,
        })
    }

    fn text_of(&self, cell: &AtlasCell) -> String {
        match (cell.outcome, cell.grundy) {
            (None, _) if cell.id.is_empty() => String::new(),
            (None, _) => "?".to_owned(),
            (Some(_), Some(value)) if self.values && value < 100 => value.to_string(),
            (Some(_), Some(_)) if self.values => "++".to_owned(),
            (Some(outcome), _) => sign_of(outcome).to_string(),
        }
    }

    fn draw_cells(
        &self,
        cx: &Context,
        frame: &mut Frame<'_>,
        grid: &Grid,
        least: u64,
        cells: &[AtlasCell],
    ) {
        let theme = &cx.theme;
        let square = self.is_square();
        let most = largest_value(cells);
        // Draw the selected cell last, because its brackets may overlap a neighbour.
        let order = (0..cells.len()).filter(|i| *i != self.at).chain([self.at]);
        for i in order {
            let slot = self.cell_of(i);
            let (Some(cell), Some(place)) = (cells.get(i), grid.place(slot)) else {
                continue;
            };
            let column = slot % grid.across;
            let buffer = frame.buffer_mut();
            if column == grid.first.1 {
                let n = if square { i % grid.across } else { i };
                buffer.set_string(
                    place.x - MARGIN,
                    place.y,
                    format!("{:>3}", least + n as u64),
                    theme.quiet(),
                );
            }
            let is_lowest =
                slot / grid.across + 1 == grid.across || place.bottom() == grid.area.bottom();
            if square && is_lowest && column.is_multiple_of(5) {
                let n = spaced(&(least + column as u64).to_string(), place.width);
                buffer.set_string(place.x, place.bottom(), n, theme.quiet());
            }
            let text = self.text_of(cell);
            let width = usize::from(place.width);
            let style = heat(theme, cell, self.values, most);
            if i == self.at && theme.depth == Depth::None {
                // If there are no colours, brackets mark the cursor. The opening bracket may be drawn in the last
                // column of the previous cell, which is empty.
                let text = format!("[{text}]");
                let x = place
                    .right()
                    .saturating_sub(saturating_cast(text.chars().count().max(width)));
                let x = x.max(place.x.saturating_sub(1));
                buffer.set_string(x, place.y, format!("{text:>width$}"), theme.selected());
            } else {
                let style = if i == self.at {
                    theme.selected()
                } else {
                    style
                };
                buffer.set_string(place.x, place.y, spaced(&text, place.width), style);
            }
        }
    }

    /// Draws the Grundy value of each number as a bar, and a bracket below the first block that repeats.
    fn draw_bars(
        &self,
        cx: &Context,
        frame: &mut Frame<'_>,
        grid: &Grid,
        least: u64,
        cells: &[AtlasCell],
    ) {
        let theme = &cx.theme;
        let buffer = frame.buffer_mut();
        let most = largest_value(cells);
        let high = u64::from(grid.area.height);
        // Make each bar one line taller than its value, so that a bar of value 0 is visible. Scale the values if they
        // do not fit.
        let lines = |value: u64| {
            if most < high {
                value + 1
            } else {
                (value * (high - 1)).div_ceil(most) + 1
            }
        };
        let ground = grid.area.bottom() - 1;
        let left = grid.area.x - MARGIN;
        let numbers: Vec<(u16, u64)> = if most < high {
            (0..=most)
                .map(|value| (ground - saturating_cast::<u16, _>(value), value))
                .collect()
        } else {
            vec![(grid.area.y, most.min(999)), (ground, 0)]
        };
        for (y, value) in numbers {
            buffer.set_string(left, y, format!("{value:>3}"), theme.quiet());
        }
        let block = self.map.as_ref().and_then(Map::block);
        for (i, cell) in cells.iter().enumerate() {
            let Some(place) = grid.place(i) else { continue };
            let style = match cell.outcome {
                _ if i == self.at => theme.selected(),
                Some(Outcome::Loss) => theme.hint(),
                _ => theme.text(),
            };
            let (sign, high) = match cell.grundy {
                None => ("?", 1),
                Some(0) => ("-", 1),
                Some(value) => (
                    theme.pick("█", "#"),
                    saturating_cast::<u16, _>(lines(value)),
                ),
            };
            for y in 0..high {
                buffer.set_string(place.x, ground - y, sign, style);
            }
            if let Some((from, length)) =
                block.filter(|(from, length)| (*from..from + length).contains(&i))
            {
                let first = i == from;
                let last = i + 1 == from + length;
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
            if i == self.at {
                buffer.set_string(
                    place.x,
                    ground + 2,
                    format!("{}{n}", theme.pick("▴", "^")),
                    theme.key(),
                );
            } else if n.is_multiple_of(10) && self.at.abs_diff(i) > 4 {
                buffer.set_string(place.x, ground + 2, n.to_string(), theme.quiet());
            }
        }
    }

    fn draw_stages(&self, cx: &Context, frame: &mut Frame<'_>, grid: &Grid, stages: &[Stage]) {
        let theme = &cx.theme;
        for (i, stage) in stages.iter().enumerate() {
            let Some(place) = grid.place(i) else { continue };
            let buffer = frame.buffer_mut();
            let number = if i == self.at {
                theme.key()
            } else {
                theme.quiet()
            };
            buffer.set_string(
                place.x - MARGIN,
                place.y,
                format!("{:>3}", stage.stones),
                number,
            );
            let room = usize::from(place.width).saturating_sub(16).max(4);
            let all = saturating_cast::<usize, _>(stage.all().max(1));
            // Give lost and drawn positions at least one column each, unless their number is 0.
            let share = |n: u64| {
                if n == 0 {
                    0
                } else {
                    (room * saturating_cast::<usize, _>(n) / all).max(1)
                }
            };
            let lost = share(stage.lost);
            let drawn = share(stage.drawn);
            let won = room.saturating_sub(lost + drawn);
            let mut x = place.x;
            for (n, outcome) in [
                (won, Outcome::Win),
                (drawn, Outcome::Draw),
                (lost, Outcome::Loss),
            ] {
                let sign = theme.pick("█".to_owned(), sign_of(outcome).to_string());
                buffer.set_string(x, place.y, sign.repeat(n), theme.outcome(outcome));
                x += saturating_cast::<u16, _>(n);
            }
            let draws = if stage.drawn > 0 {
                format!(" {}=", stage.drawn)
            } else {
                String::new()
            };
            let counts = format!(" {}+{draws} {}-", stage.won, stage.lost);
            let style = if i == self.at {
                theme.heading()
            } else {
                theme.quiet()
            };
            buffer.set_string(x, place.y, cut(&counts, 16), style);
        }
    }

    fn about(&self, cx: &Context, frame: &mut Frame<'_>, area: Rect) {
        let theme = &cx.theme;
        let mut said: Vec<StyledLine> = Vec::new();
        said.extend(
            self.id()
                .filter(|id| wide(id) <= usize::from(area.width) * 2)
                .map(StyledLine::heading),
        );
        match (self.map.as_ref(), cx.is_busy(Lane::Work)) {
            (None, true) => said.push(StyledLine::quiet(tr!("working it out ..."))),
            (None, false) => said.push(match &self.failed {
                Some(why) => StyledLine::lost(format!("? {why}.")),
                None => StyledLine::quiet(tr!("There is no map of this game.")),
            }),
            (Some(map), _) => {
                said.extend(self.place_lines());
                said.push(StyledLine::blank());
                said.push(StyledLine::quiet(tr!(
                    "The map: {about}.",
                    about = map.about
                )));
                said.extend(
                    self.rule
                        .as_ref()
                        .map(|rule| StyledLine::plain(rule.clone())),
                );
                if let Some(period) = &map.period {
                    said.push(StyledLine::plain(match self.pattern.convention() {
                        Some(Convention::Misere) => tr!("The outcomes have {period}."),
                        _ => tr!("The values have {period}."),
                    }));
                }
                if let (Some((from, length)), Chart::Line(least, _)) = (map.block(), &map.chart)
                    && self.has_bars()
                {
                    let first = least + from as u64;
                    let last = first + length as u64 - 1;
                    said.push(StyledLine::quiet(tr!(
                        "The brackets show the first block that repeats, {first} to {last}."
                    )));
                }
            }
        }
        let lines = flow(theme, said, area.width);
        let scene = self.scene.as_ref();
        board::under(theme, frame, area, lines, scene, &Marks::default());
    }

    fn place_lines(&self) -> Vec<StyledLine> {
        if let Some(cell) = self.cells().and_then(|cells| cells.get(self.at)) {
            let what = match cell.outcome {
                Some(Outcome::Win) => tr!("the player to move wins"),
                Some(Outcome::Loss) => tr!("the player to move loses"),
                Some(Outcome::Draw) => tr!("a draw"),
                None => tr!("not proved"),
            };
            let tone = cell.outcome.map_or(Tone::Quiet, Tone::Outcome);
            let what = StyledLine::new(
                tone,
                format!("{} {what}", cell.outcome.map_or('?', sign_of)),
            );
            let value = cell
                .grundy
                .map(|g| StyledLine::quiet(tr!("Grundy value {g}")));
            return std::iter::once(what).chain(value).collect();
        }
        let Some(Stage {
            stones,
            won,
            drawn,
            lost,
            ..
        }) = self.stages().get(self.at)
        else {
            return Vec::new();
        };
        let draws = if *drawn > 0 {
            tr!("= {drawn} drawn, ")
        } else {
            String::new()
        };
        let noun = self.pattern.ruleset().facts.size_noun;
        vec![
            StyledLine::heading(tr!("With {stones} {noun}")),
            StyledLine::plain(tr!("+ {won} won, {draws}- {lost} lost")),
        ]
    }
}

fn largest_value(cells: &[AtlasCell]) -> u64 {
    let values = cells.iter().filter_map(|cell| cell.grundy);
    values.max().unwrap_or(0).max(1)
}

/// Right-aligns text in a cell. If there is room, leaves the last column empty.
fn spaced(text: &str, width: u16) -> String {
    let width = usize::from(width);
    let text = if width > text.chars().count() {
        format!("{text} ")
    } else {
        text.to_owned()
    };
    format!("{text:>width$}")
}

/// Returns the style of a cell. Cells of lost positions are highlighted. If values are shown in true colour, the other
/// cells are shaded by their values.
fn heat(theme: &Theme, cell: &AtlasCell, values: bool, most: u64) -> Style {
    // Lost positions are the most useful part of the map, so they have the colour of hints.
    let lost = theme.hint();
    match (cell.outcome, cell.grundy, theme.depth) {
        (Some(Outcome::Loss), _, Depth::None) => lost,
        (Some(Outcome::Loss), ..) => lost.add_modifier(Modifier::REVERSED),
        (Some(_), Some(value), Depth::True) if values => {
            let c = theme.colours();
            let ground = mix(c.raised, c.quiet, 0.6 * value as f32 / most as f32);
            Style::new()
                .fg(theme.rgb(c.on(ground)))
                .bg(theme.rgb(ground))
        }
        (Some(Outcome::Win), ..) if !values => theme.quiet(),
        _ => theme.text(),
    }
}

impl Page for AtlasPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Atlas
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let action = match message {
            Message::Item(cell) if self.place_of(cell) == self.at => Action::Enter,
            Message::Item(cell) => {
                self.at = self.place_of(cell);
                return self.look(cx);
            }
            message => match message.action() {
                Some(action) => action,
                None => return,
            },
        };
        let last = self.places().saturating_sub(1);
        let across = self.grid(cx.size).map_or(1, |g| g.across);
        match action {
            Action::Left | Action::Right | Action::Up | Action::Down if self.is_square() => {
                let cell = self.cell_of(self.at);
                let (row, column) = (cell / across, cell % across);
                let most = across - 1;
                let (row, column) = match action {
                    Action::Left => (row, column.saturating_sub(1)),
                    Action::Right => (row, (column + 1).min(most)),
                    Action::Up => (row.saturating_sub(1), column),
                    _ => ((row + 1).min(most), column),
                };
                self.at = self.place_of(row * across + column).min(last);
            }
            Action::Left => self.at = self.at.saturating_sub(1),
            Action::Right => self.at = (self.at + 1).min(last),
            Action::Up => self.at = self.at.checked_sub(across).unwrap_or(self.at),
            Action::Down if self.at + across <= last => self.at += across,
            Action::First => self.at = 0,
            Action::Last => self.at = last,
            Action::PageUp | Action::PageDown => {
                let next = next_map(cx, self.pattern.info().id, action == Action::PageDown);
                if let Some(pattern) = next {
                    (self.piles, self.values) = (fitting(&*pattern), true);
                    self.pattern = pattern;
                    self.ask(cx);
                }
                return;
            }
            Action::Swap => {
                let Some(other) = self.pattern.convention().map(Convention::other) else {
                    return;
                };
                let id = with_word(
                    Some(other),
                    self.pattern.info().default,
                    self.pattern.part_id(),
                );
                if let Some(pattern) = cx.open(&id) {
                    self.pattern = pattern;
                    self.ask(cx);
                }
                return;
            }
            Action::Verdict => self.values = !self.values,
            Action::Rule => {
                return self.look_for_rule(cx);
            }
            Action::Pick if atlas::piles(&*self.pattern).is_some() => {
                self.piles = if self.piles == AtlasPiles::One {
                    AtlasPiles::Two
                } else {
                    AtlasPiles::One
                };
                self.values = true;
                return self.ask(cx);
            }
            Action::Enter => {
                let Some(id) = self.id() else {
                    return cx.notify(tr!("There is no position here to play from."));
                };
                let Some(position) = cx.open(id) else { return };
                let kinds = [PlayerKind::Human, PlayerKind::Computer(Level::Perfect)];
                return cx.replace_match(Match::between(position, kinds), None);
            }
            Action::Escape => return cx.go(Navigation::Back),
            _ => return,
        }
        self.look(cx);
    }

    fn shown(&mut self, cx: &mut Context) {
        if self.here.is_empty() {
            self.ask(cx);
        }
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        match *line.actions {
            [Action::Pick] if atlas::piles(&*self.pattern).is_none() => {
                Err(tr!("This game has one map only."))
            }
            [Action::Swap] if self.pattern.convention().is_none() => {
                Err(tr!("There is one convention only."))
            }
            [Action::Rule] if self.cells().is_none() => Err(tr!("This is no map of numbers.")),
            [Action::Verdict] if !self.has_values() => Err(tr!("There are no values to show.")),
            [Action::Enter] if self.id().is_none() => Err(tr!("There is no position here.")),
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let panes = layout::panes(cx.size);
        let info = self.pattern.info();
        let head = self.pattern.facts().ruleset;
        let note = if cx.is_busy(Lane::Work) {
            tr!("working it out ...")
        } else {
            ""
        };
        let convention = self.pattern.convention().map_or(String::new(), |c| {
            // Leave out misère play, because the title bar has a badge for it.
            if c == Convention::Misere {
                return String::new();
            }
            tr!(", {convention} play", convention = c.name())
        });
        let about = format!("{head}{convention}");
        let title = tr!("Atlas: {game}", game = info.name);
        page::match_title(
            cx,
            frame,
            &panes,
            [&title, &about, note],
            Some(&*self.pattern),
        );
        if let (Some(chart), Some(grid)) = (self.chart(), self.grid(cx.size)) {
            frame.hit_cells(grid, self.places());
            match chart {
                Chart::Line(least, cells) if self.has_bars() => {
                    self.draw_bars(cx, frame, &grid, *least, cells);
                }
                Chart::Line(least, cells) | Chart::Square(least, _, cells) => {
                    self.draw_cells(cx, frame, &grid, *least, cells);
                }
                Chart::Stages(stages) => self.draw_stages(cx, frame, &grid, stages),
            }
            if let Some(place) = grid.place(self.cell_of(self.at)) {
                frame.set_cursor_position(place.as_position());
            }
        }
        self.about(cx, frame, panes.side);
    }
}
