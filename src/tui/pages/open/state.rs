//! The list of saved games.

use tui_input::Input;

use crate::play::store::Save;
use crate::rules::Scene;

/// In what order the games are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SaveOrder {
    /// The latest first.
    #[default]
    Date,
    /// By name.
    Name,
    /// By game, then by name.
    Game,
}

impl SaveOrder {
    #[must_use]
    pub fn next(self) -> SaveOrder {
        match self {
            SaveOrder::Date => SaveOrder::Name,
            SaveOrder::Name => SaveOrder::Game,
            SaveOrder::Game => SaveOrder::Date,
        }
    }

    /// What it is called.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            SaveOrder::Date => "by date",
            SaveOrder::Name => "by name",
            SaveOrder::Game => "by game",
        }
    }
}

/// What the next keys are typed into.
#[derive(Default)]
pub enum OpenEntry {
    /// Nothing: they ask for something.
    #[default]
    Nothing,
    Filter,
    /// The new name of the selected game.
    Name(Input),
}

/// The list of saved games.
#[derive(Default)]
pub struct OpenState {
    /// The games; `None` while they are being listed.
    pub list: Option<Result<Vec<Save>, String>>,
    /// Which of those that are shown is selected.
    pub at: usize,
    /// Its board.
    pub scene: Option<Scene>,
    /// The board before the last move of it, and at its start: what was taken is shown, also where nothing is left.
    pub before: Option<Scene>,
    pub start: Option<Scene>,
    /// Their order.
    pub order: SaveOrder,
    /// Only those with this text in their name, their game or their ID are shown.
    pub filter: Input,
    /// What the next keys are typed into.
    pub entry: OpenEntry,
}

impl OpenState {
    /// The games that are shown, in their order.
    #[must_use]
    pub fn saves(&self) -> Vec<&Save> {
        let Some(Ok(list)) = &self.list else { return Vec::new() };
        let wanted = self.filter.value().trim().to_lowercase();
        let has = |save: &&Save| {
            let about = save.summary.as_ref().map_or(String::new(), |s| format!("{} {}", s.game, s.id));
            wanted.is_empty() || format!("{} {about}", save.name).to_lowercase().contains(&wanted)
        };
        let mut shown: Vec<&Save> = list.iter().filter(has).collect();
        let game = |save: &Save| save.summary.as_ref().map_or("\u{10ffff}", |s| s.game);
        match self.order {
            // As they were listed.
            SaveOrder::Date => {}
            SaveOrder::Name => shown.sort_by_key(|save| save.name.to_lowercase()),
            SaveOrder::Game => shown.sort_by_key(|save| (game(save), save.name.to_lowercase())),
        }
        shown
    }

    #[must_use]
    pub fn selected(&self) -> Option<&Save> {
        self.saves().get(self.at).copied()
    }

    /// Whether a line of text stands below the list.
    #[must_use]
    pub fn has_line(&self) -> bool {
        !matches!(self.entry, OpenEntry::Nothing) || !self.filter.value().is_empty()
    }
}
