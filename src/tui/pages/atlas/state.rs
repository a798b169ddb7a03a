//! The atlas: which game, its map, and the place that is looked at.

use crate::erased::AnyPosition;
use crate::play::atlas::{AtlasPiles, Chart, Map};
use crate::rules::Scene;
use crate::tui::event::Ticket;

pub struct AtlasState {
    /// A position of the game that is shown: its parameters and convention count.
    pub pattern: Box<dyn AnyPosition>,
    /// The map; `None` while it is made, or where the game has none.
    pub map: Option<Map>,
    /// The request for it.
    pub asked: Option<Ticket>,
    /// Whether single piles are mapped one by one or two at a time.
    pub piles: AtlasPiles,
    /// Which place is looked at.
    pub at: usize,
    /// The board there.
    pub scene: Option<Scene>,
    /// Whether Grundy values are shown where there are any, and not outcomes alone.
    pub values: bool,
}

impl AtlasState {
    /// How many places the map has.
    #[must_use]
    pub fn places(&self) -> usize {
        match self.map.as_ref().map(|m| &m.chart) {
            None => 0,
            Some(Chart::Line(_, cells) | Chart::Square(_, _, cells)) => cells.len(),
            Some(Chart::Stages(stages)) => stages.len(),
        }
    }

    /// Whether the values of a line stand as bars.
    #[must_use]
    pub fn has_bars(&self) -> bool {
        match self.map.as_ref().map(|m| &m.chart) {
            Some(Chart::Line(_, cells)) => self.values && cells.iter().any(|c| c.grundy.is_some()),
            _ => false,
        }
    }

    /// The position of the place that is looked at: of a stage, the first lost one, or else the first won one.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match &self.map.as_ref()?.chart {
            Chart::Line(_, cells) | Chart::Square(_, _, cells) => {
                cells.get(self.at).map(|c| c.id.as_str()).filter(|id| !id.is_empty())
            }
            Chart::Stages(stages) => {
                let stage = stages.get(self.at)?;
                stage.lost_example.as_deref().or(stage.won_example.as_deref())
            }
        }
    }
}
