//! A game being set up: a form that is made from what the game tells of itself.

use tui_input::Input;

use crate::erased::{AnyPosition, Entry, FieldKind, Info};
use crate::play::PlayerKind;
use crate::rules::{Convention, Player};
use crate::tui::event::Ticket;

/// How the position is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionSource {
    /// One of the game's own, by its number.
    Preset(usize),
    /// From the fields.
    Fields,
    /// By chance, of the size that the fields say.
    Random,
    /// The same, but won by few of its moves.
    Interesting,
    /// By its ID.
    Typed,
}

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupRow {
    /// How the position is chosen.
    Source,
    /// A field of the game.
    Field(usize),
    Id,
    /// A part of the sum.
    Part(usize),
    /// One more part.
    AddPart,
    /// Normal or misère.
    Convention,
    /// Who plays a side.
    Side(Player),
    /// Which side starts.
    Starts,
    /// Let us play.
    Play,
}

/// A game being set up.
pub struct SetupState {
    /// The game; `None` for a sum.
    pub entry: Option<&'static Entry>,
    /// How the position is chosen.
    pub source: PositionSource,
    /// The values of the fields.
    pub fields: Vec<Input>,
    pub id: Input,
    /// Whether the ID is the person's own; until then it is a copy of the position shown.
    pub own_id: bool,
    /// The parts of a sum.
    pub parts: Vec<Input>,
    /// The convention that is played, in games that have one.
    pub convention: Option<Convention>,
    /// The convention chosen in its row: what is played unless a position's own ID says otherwise.
    pub chosen: Option<Convention>,
    /// Who plays the side named first and the one named second.
    pub kinds: [PlayerKind; 2],
    /// Which of them starts, in games whose positions do not tell.
    pub starts: Player,
    /// The selected line.
    pub at: SetupRow,
    /// The position, or what is wrong.
    pub position: Result<Box<dyn AnyPosition>, String>,
    /// The last position there was: it stays in sight while there is none.
    pub last: Option<Box<dyn AnyPosition>>,
    /// A random position that is being looked for.
    pub looking: Option<Ticket>,
    /// Whether the table is where it was called from.
    pub from_table: bool,
}

impl SetupState {
    /// What the catalogue says of the game.
    #[must_use]
    pub fn info(&self) -> &'static Info {
        self.entry.map_or(&crate::games::sum::INFO, |e| e.info)
    }

    /// What the catalogue says of the game that the position is of: a typed one may be of any.
    #[must_use]
    pub fn shown_info(&self) -> &'static Info {
        match (self.source, &self.position) {
            (PositionSource::Typed, Ok(position)) => position.info(),
            _ => self.info(),
        }
    }

    /// Whether a random position can be had anew at the selected line.
    #[must_use]
    pub fn finds(&self) -> bool {
        self.at == SetupRow::Source
            && matches!(self.source, PositionSource::Random | PositionSource::Interesting)
    }

    /// The ways to choose a position.
    #[must_use]
    pub fn sources(&self) -> Vec<PositionSource> {
        let Some(entry) = self.entry else { return Vec::new() };
        let presets = (0..entry.setup.presets.len()).map(PositionSource::Preset);
        presets
            .chain([
                PositionSource::Fields,
                PositionSource::Random,
                PositionSource::Interesting,
                PositionSource::Typed,
            ])
            .collect()
    }

    /// What a way to choose is called.
    #[must_use]
    pub fn source_name(&self) -> &'static str {
        match self.source {
            PositionSource::Preset(i) => self.entry.and_then(|e| e.setup.presets.get(i)).map_or("", |p| p.0),
            PositionSource::Fields => "of a size",
            PositionSource::Random => "by chance",
            PositionSource::Interesting => "by chance, a rare win",
            PositionSource::Typed => "typed or pasted",
        }
    }

    /// The lines of the form.
    #[must_use]
    pub fn rows(&self) -> Vec<SetupRow> {
        let mut rows = Vec::new();
        match self.entry {
            None => {
                rows.extend((0..self.parts.len()).map(SetupRow::Part));
                rows.push(SetupRow::AddPart);
            }
            Some(entry) => {
                rows.push(SetupRow::Source);
                match self.source {
                    PositionSource::Preset(_) => {}
                    PositionSource::Typed => rows.push(SetupRow::Id),
                    _ => rows.extend((0..entry.setup.fields.len()).map(SetupRow::Field)),
                }
            }
        }
        if self.convention.is_some() {
            rows.push(SetupRow::Convention);
        }
        rows.extend(Player::BOTH.map(SetupRow::Side));
        if self.info().players.is_none() {
            rows.push(SetupRow::Starts);
        }
        rows.push(SetupRow::Play);
        rows
    }

    /// Whether a row has a line of text.
    #[must_use]
    pub fn is_text(&self, row: SetupRow) -> bool {
        match row {
            SetupRow::Id | SetupRow::Part(_) => true,
            SetupRow::Field(i) => {
                let field = self.entry.and_then(|e| e.setup.fields.get(i));
                field.is_some_and(|f| !matches!(f.kind, FieldKind::Choice(_)))
            }
            _ => false,
        }
    }

    /// The line of text of a row, where it has one.
    pub fn input(&mut self, row: SetupRow) -> Option<&mut Input> {
        if !self.is_text(row) {
            return None;
        }
        match row {
            SetupRow::Id => Some(&mut self.id),
            SetupRow::Part(i) => self.parts.get_mut(i),
            SetupRow::Field(i) => self.fields.get_mut(i),
            _ => None,
        }
    }

    /// The values of the fields.
    #[must_use]
    pub fn values(&self) -> Vec<String> {
        self.fields.iter().map(|f| f.value().trim().to_owned()).collect()
    }

    /// The convention word in front of an ID; empty for the game's own convention.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self.convention {
            Some(c) if self.convention != self.info().default => c.word(),
            _ => "",
        }
    }

    /// Takes the parts away that are empty, but for the selected one.
    pub fn drop_empty_parts(&mut self) {
        for i in (0..self.parts.len()).rev() {
            if self.parts[i].value().trim().is_empty() && self.at != SetupRow::Part(i) {
                self.parts.remove(i);
                if let SetupRow::Part(at) = &mut self.at
                    && *at > i
                {
                    *at -= 1;
                }
            }
        }
    }

    /// What the sides are called.
    #[must_use]
    pub fn names(&self) -> [&'static str; 2] {
        self.info().players.unwrap_or(["A", "B"])
    }
}
