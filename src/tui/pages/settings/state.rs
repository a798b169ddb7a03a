//! The settings: which line is selected, and what is being typed.

use tui_input::Input;

use crate::rules::Scene;
use crate::settings::keys::{Action, KeyMap, Place, Section};
use crate::settings::{Setting, SettingKind, Settings};

/// A line of the settings page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsRow {
    Value(Setting),
    /// The keys of an action, everywhere or at one place.
    Keys(Section, Action),
}

/// What the next keys are for.
pub enum Entering {
    /// Going through the page.
    Nothing,
    /// The path of a folder, or a name.
    Words(Input),
    /// The new key of an action.
    Key,
}

/// The settings page.
pub struct SettingsState {
    /// The selected line.
    pub at: usize,
    /// What the next keys are for.
    pub entering: Entering,
    /// A board that shows the colours.
    pub scene: Option<Scene>,
}

/// The lines: the settings, the keys of everywhere, then those of each place.
#[must_use]
pub fn rows(settings: &Settings) -> Vec<SettingsRow> {
    let mut rows: Vec<SettingsRow> = Setting::ALL.into_iter().map(SettingsRow::Value).collect();
    let sections = [Section::Everywhere].into_iter().chain(Place::ALL.iter().copied().map(Section::Only));
    for section in sections {
        let listed = |action: &Action| {
            let usual = match section {
                Section::Everywhere => KeyMap::is_shared(*action),
                Section::Only(place) => {
                    !KeyMap::is_shared(*action) && KeyMap::places(*action).any(|p| p == place)
                }
            };
            usual || settings.changes().contains_key(&(section, *action))
        };
        rows.extend(Action::ALL.iter().copied().filter(listed).map(|a| SettingsRow::Keys(section, a)));
    }
    rows
}

impl SettingsRow {
    /// What it is called.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            SettingsRow::Value(setting) => setting.word().to_owned(),
            SettingsRow::Keys(section, action) => format!("{}: {}", section.word(), action.word()),
        }
    }

    /// What holds, as it is shown.
    #[must_use]
    pub fn value(self, settings: &Settings) -> String {
        match self {
            SettingsRow::Value(setting) => match (setting.kind(), settings.value(setting)) {
                (SettingKind::Folder, "") => "(usual)".to_owned(),
                (SettingKind::Name(_), "") if setting == Setting::Guest => "(side)".to_owned(),
                (SettingKind::Name(_), "") => "(you)".to_owned(),
                (SettingKind::Flag, value) => if value == "true" { "yes" } else { "no" }.to_owned(),
                (_, value) => value.to_owned(),
            },
            SettingsRow::Keys(section, action) => {
                let names: Vec<String> =
                    settings.keys_of(section, action).iter().map(ToString::to_string).collect();
                names.join("  ")
            }
        }
    }

    /// Where it comes from.
    #[must_use]
    pub fn origin(self, settings: &Settings) -> String {
        match self {
            SettingsRow::Value(setting) => settings.origin(setting).to_string(),
            SettingsRow::Keys(section, action) => settings.key_origin(section, action).to_string(),
        }
    }

    /// What the setting or the key is for, in a sentence.
    #[must_use]
    pub fn what(self) -> String {
        match self {
            SettingsRow::Value(setting) => setting.what().to_owned(),
            SettingsRow::Keys(Section::Everywhere, action) => {
                format!("{}; wherever that counts", action.what())
            }
            SettingsRow::Keys(Section::Only(place), action) => {
                format!("{}; at {}", action.what_at(place), place.what())
            }
        }
    }
}
