//! Provides components shared by many pages: a list with a selected line, and a scrolling text.

use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{List, Scrollbar, ScrollbarOrientation, ScrollbarState};

use super::frame::tone;
use super::keys::Action;
use super::layout::{self, Parts};
use super::paragraph::Paragraph;
use super::screen::{Frame, Message};
use super::text::{StyledLine, wrap};
use super::theme::Theme;
use nimatron_core::rules::saturating_cast;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListCursor {
    pub at: usize,
}

impl ListCursor {
    /// Moves the selection. Single steps wrap round at the ends. Returns false for actions that do not move the
    /// selection.
    pub fn key(&mut self, action: Action, lines: usize) -> bool {
        let last = lines.saturating_sub(1);
        self.at = match action {
            Action::Up | Action::Left => self.at.checked_sub(1).unwrap_or(last),
            Action::Down | Action::Right if self.at >= last => 0,
            Action::Down | Action::Right => self.at + 1,
            Action::PageUp => self.at.saturating_sub(layout::PAGE),
            Action::PageDown => (self.at + layout::PAGE).min(last),
            Action::First => 0,
            Action::Last => last,
            _ => return false,
        };
        true
    }

    pub fn first(self, area: Rect) -> usize {
        layout::scroll(self.at, usize::from(area.height))
    }

    /// Translates a message into an action for the list. A click selects a line, and a click on the selected line acts
    /// like Enter.
    pub fn action(&mut self, message: Message, lines: usize) -> Option<Action> {
        match message {
            Message::Item(at) if at == self.at => Some(Action::Enter),
            Message::Item(at) if at < lines => {
                self.at = at;
                None
            }
            message => message.action(),
        }
    }

    /// Draws the visible lines, with a mark before the selected line. `line` receives the index of a line and whether
    /// this line is selected, and returns the text of the line.
    pub fn draw<'a>(
        self,
        theme: &Theme,
        frame: &mut Frame<'_>,
        area: Rect,
        lines: usize,
        line: impl Fn(usize, bool) -> Line<'a>,
    ) {
        let first = self.first(area);
        let shown = (first..lines.min(first + usize::from(area.height))).map(|i| {
            let here = i == self.at;
            let mark = if here { theme.pick("▸ ", "> ") } else { "  " };
            let mut line = line(i, here);
            line.spans.insert(0, Span::styled(mark, theme.key()));
            line
        });
        frame.render_widget(List::new(shown), area);
        for (y, i) in (area.y..area.bottom()).zip(first..lines) {
            frame.hit(area.row(y - area.y), Message::Item(i));
        }
        bar(theme, frame, area, first, lines);
        if self.at < lines && area.height > 0 {
            let here = area.row(saturating_cast(self.at - first));
            frame.set_cursor_position(here.as_position());
            let raised = theme.rgb(theme.colours().raised);
            for cell in here.positions().filter(|_| theme.is_painted()) {
                frame.buffer_mut()[cell].bg = raised;
            }
        }
    }
}

pub fn row_style(theme: &Theme, selected: bool) -> ratatui::style::Style {
    if selected {
        theme.heading()
    } else {
        theme.text()
    }
}

/// Draws a scroll bar to the right of a list or text. Draws nothing if all lines fit in the area, or if the area has
/// fewer than three rows.
fn bar(theme: &Theme, frame: &mut Frame<'_>, area: Rect, first: usize, lines: usize) {
    let height = usize::from(area.height);
    if lines <= height || height < 3 {
        return;
    }
    let (track, thumb) = theme.pick(("│", "┃"), ("|", "#"));
    let mut state = ScrollbarState::new(lines - height + 1)
        .position(first)
        .viewport_content_length(height);
    let bar = Scrollbar::new(ScrollbarOrientation::VerticalRight)
        .begin_symbol(None)
        .end_symbol(None)
        .track_symbol(Some(track))
        .thumb_symbol(thumb)
        .style(theme.quiet());
    // Draw the bar next to the text, in the gap between panes or in the margin.
    frame.render_stateful_widget(
        bar,
        Rect {
            width: area.width + 1,
            ..area
        }
        .intersection(frame.area()),
        &mut state,
    );
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScrollText {
    pub first: usize,
}

impl ScrollText {
    pub fn key(&mut self, action: Action, lines: usize, height: u16) -> bool {
        let height = usize::from(height);
        let most = lines.saturating_sub(height);
        let page = height.saturating_sub(1).max(1);
        let at = self.first.min(most);
        self.first = match action {
            Action::Up => at.saturating_sub(1),
            Action::Down => (at + 1).min(most),
            Action::PageUp => at.saturating_sub(page),
            Action::PageDown => (at + page).min(most),
            Action::First => 0,
            Action::Last => most,
            _ => return false,
        };
        true
    }

    pub fn draw(self, theme: &Theme, frame: &mut Frame<'_>, area: Rect, lines: Vec<Line<'_>>) {
        let all = lines.len();
        let first = self.first.min(all.saturating_sub(usize::from(area.height)));
        let shown: Vec<Line<'_>> = lines
            .into_iter()
            .skip(first)
            .take(usize::from(area.height))
            .collect();
        frame.render_widget(Paragraph::new(shown), area);
        bar(theme, frame, area, first, all);
    }
}

/// Wraps text to `width` columns or to a readable width, whichever is narrower. Each line keeps its style.
pub fn flow(
    theme: &Theme,
    text: impl IntoIterator<Item = StyledLine>,
    width: u16,
) -> Vec<Line<'static>> {
    let width = usize::from(width.min(layout::READABLE));
    let styled = |line: StyledLine| {
        let style = tone(theme, line.tone);
        wrap(&line.text, width)
            .into_iter()
            .map(move |text| Line::styled(text, style))
            .collect::<Vec<_>>()
    };
    text.into_iter().flat_map(styled).collect()
}

/// Returns a chip with text beside it. Text that does not fit beside the chip continues below.
pub fn beside_chip(
    theme: &Theme,
    chip: Span<'static>,
    text: StyledLine,
    width: u16,
) -> Vec<Line<'static>> {
    let style = tone(theme, text.tone);
    let room = width.saturating_sub(saturating_cast(chip.width() + 2));
    let mut lines = flow(theme, [text], room);
    let first = lines.first().map_or(String::new(), Line::to_string);
    let first = Line::from(vec![chip, Span::styled(format!("  {first}"), style)]);
    lines.splice(..lines.len().min(1), [first]);
    lines
}

/// Returns the visible lines of a text that is shown in pages of `height` lines. The first page begins at line `first`,
/// and `pages` is the number of page turns since then. After the last page, the next page turn returns to the top of
/// the text.
pub fn part(
    mut lines: Vec<Line<'static>>,
    height: u16,
    first: usize,
    pages: usize,
) -> Vec<Line<'static>> {
    let height = usize::from(height).max(1);
    let last = lines.len().saturating_sub(height);
    let first = first.min(last);
    let on = (first..last)
        .step_by(height)
        .skip(1)
        .chain((first < last).then_some(last));
    let tops: Vec<usize> = std::iter::once(first)
        .chain(on)
        .chain((0..first).step_by(height))
        .collect();
    lines.drain(..tops[pages % tops.len()]);
    lines.truncate(height);
    lines
}

/// Block characters that fill from one to eight eighths of a cell. Those in the first list fill the cell from the
/// bottom up, and those in the second list from the top down. The heights in the second list are rounded, because few
/// fonts have more than two characters that fill the upper part of a cell.
pub const BARS: [[&str; 8]; 2] = [
    ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    ["▔", "▔", "▔", "▀", "▀", "▀", "█", "█"],
];
