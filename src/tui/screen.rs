//! Represents a frame that is being drawn, with its click targets.

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::widgets::{StatefulWidget, Widget};

use super::board;
use super::keys::Action;
use super::layout::Grid;
use crate::draw::{self, Drawing, Hit};
use nimatron_core::rules::Site;

/// A key, a click, a wheel event or an edit of an input line, as the top page receives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Message {
    /// An action of the key table, triggered by its key, by a click on its label or from the palette.
    Do(Action),
    /// A click on the item with this index, such as a line, a cell or a move.
    Item(usize),
    /// A click that changes the value of the item with this index: to the next (`true`) or previous value.
    Turn(usize, bool),
    Site(Site),
    Wheel(i32),
    Edited,
}

impl Message {
    /// Returns the action that a message triggers, if any. The wheel acts like the up and down keys.
    pub fn action(self) -> Option<Action> {
        match self {
            Message::Do(action) => Some(action),
            Message::Wheel(lines) => Some(if lines > 0 { Action::Down } else { Action::Up }),
            Message::Item(_) | Message::Turn(..) | Message::Site(_) | Message::Edited => None,
        }
    }
}

enum Region {
    Area(Rect, Message),
    Board(Rect, Arc<[Hit]>),
    Cells(Grid, usize),
}

/// The click targets of the top page. Where regions overlap, the region that was registered last receives the click.
#[derive(Default)]
pub struct Hits {
    regions: Vec<Region>,
    /// The sites of the most recently drawn board. They are kept even if a dialog covers the board.
    board: Arc<[Hit]>,
}

impl Hits {
    pub fn at(&self, at: Position) -> Option<Message> {
        self.regions.iter().rev().find_map(|region| match region {
            Region::Area(area, message) => area.contains(at).then_some(*message),
            Region::Board(area, hits) => {
                let site =
                    draw::site_at(hits, at.x.checked_sub(area.x)?, at.y.checked_sub(area.y)?);
                site.filter(|_| area.contains(at)).map(Message::Site)
            }
            Region::Cells(grid, count) => {
                grid.at(at).filter(|cell| cell < count).map(Message::Item)
            }
        })
    }

    pub fn board(&self) -> Arc<[Hit]> {
        self.board.clone()
    }
}

pub struct Frame<'a> {
    buffer: &'a mut Buffer,
    pub cursor: Option<Position>,
    hits: Hits,
}

impl<'a> Frame<'a> {
    pub fn new(buffer: &'a mut Buffer) -> Frame<'a> {
        Frame {
            buffer,
            cursor: None,
            hits: Hits::default(),
        }
    }

    pub fn area(&self) -> Rect {
        self.buffer.area
    }

    pub fn buffer_mut(&mut self) -> &mut Buffer {
        self.buffer
    }

    pub fn render_widget(&mut self, widget: impl Widget, area: Rect) {
        widget.render(area, self.buffer);
    }

    pub fn render_stateful_widget<W: StatefulWidget>(
        &mut self,
        widget: W,
        area: Rect,
        state: &mut W::State,
    ) {
        widget.render(area, self.buffer, state);
    }

    pub fn set_cursor_position(&mut self, at: Position) {
        self.cursor = Some(at);
    }

    /// Registers a click target: a click in this area sends the message.
    pub fn hit(&mut self, area: Rect, message: Message) {
        self.hits.regions.push(Region::Area(area, message));
    }

    /// Registers the sites of a board, which is centred in `room`, as click targets.
    pub fn hit_board(&mut self, drawing: &Drawing, room: Rect) {
        let area = board::place(drawing, room);
        self.hits.board = drawing.hits.as_slice().into();
        let hits = self.hits.board();
        self.hits.regions.push(Region::Board(area, hits));
    }

    /// Registers the cells of a grid as click targets: a click sends the cell's index as [`Message::Item`].
    pub fn hit_cells(&mut self, grid: Grid, count: usize) {
        self.hits.regions.push(Region::Cells(grid, count));
    }

    pub fn forget_hits(&mut self) {
        self.hits.regions.clear();
    }

    pub fn into_hits(self) -> Hits {
        self.hits
    }
}
