//! The settings that hold, and where each of them comes from.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use super::fault::Fault;
use super::keys::{Action, Key, KeyMap, Section};
use super::setting::Setting;
use crate::play::PlayerKind;

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Nobody said anything.
    Usual,
    /// The settings file, this line.
    File(usize),
    /// This variable of the environment.
    Variable(&'static str),
    /// This option of the command line.
    Option(&'static str),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Usual => f.write_str("default"),
            Origin::File(line) => write!(f, "file, line {line}"),
            Origin::Variable(name) => write!(f, "environment, {name}"),
            Origin::Option(name) => write!(f, "option, {name}"),
        }
    }
}

/// The settings that hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    values: BTreeMap<Setting, (String, Origin)>,
    /// The folder of saved games, where the environment names one that is no text.
    folder: Option<PathBuf>,
    /// What the file says of keys, with the line.
    changes: BTreeMap<(Section, Action), (Vec<Key>, usize)>,
    keys: KeyMap,
}

/// The usual values.
impl Default for Settings {
    fn default() -> Settings {
        let usual = |s: Setting| (s, (s.usual().to_owned(), Origin::Usual));
        Settings {
            values: Setting::ALL.into_iter().map(usual).collect(),
            folder: None,
            changes: BTreeMap::new(),
            keys: KeyMap::default(),
        }
    }
}

impl Settings {
    /// A value, written the one way.
    #[must_use]
    pub fn value(&self, setting: Setting) -> &str {
        self.values.get(&setting).map_or(setting.usual(), |(value, _)| value)
    }

    /// Where it comes from.
    #[must_use]
    pub fn origin(&self, setting: Setting) -> Origin {
        self.values.get(&setting).map_or(Origin::Usual, |(_, origin)| *origin)
    }

    /// Sets a value, whatever it was: what is said later goes before what was said first.
    pub fn set(&mut self, setting: Setting, value: String, origin: Origin) {
        if setting == Setting::Saves {
            self.folder = None;
        }
        self.values.insert(setting, (value, origin));
    }

    /// What the environment says, as `variable` reads it.
    pub fn hear(&mut self, variable: impl Fn(&str) -> Option<OsString>) -> Vec<Fault> {
        let said = |name: &str| variable(name).filter(|value| !value.is_empty());
        let mut faults = Vec::new();
        // What is said of this program alone goes before what is said of all.
        if said("NO_COLOR").is_some() {
            self.set(Setting::Colours, "none".to_owned(), Origin::Variable("NO_COLOR"));
        }
        for setting in Setting::ALL {
            let name = setting.variable();
            let Some(value) = said(name) else { continue };
            if setting == Setting::Saves {
                self.set(setting, value.to_string_lossy().into_owned(), Origin::Variable(name));
                self.folder = Some(PathBuf::from(value));
                continue;
            }
            match setting.read(&value.to_string_lossy()) {
                Ok(value) => self.set(setting, value, Origin::Variable(name)),
                Err(error) => faults.push(Fault::variable(name, error.to_string())),
            }
        }
        faults
    }

    /// The keys that hold.
    #[must_use]
    pub fn keys(&self) -> &KeyMap {
        &self.keys
    }

    /// What was changed in the usual keys, with the line of the file; 0 for what was changed since it was read.
    #[must_use]
    pub fn changes(&self) -> &BTreeMap<(Section, Action), (Vec<Key>, usize)> {
        &self.changes
    }

    /// Changes the usual keys as a file says, or the settings page.
    ///
    /// # Errors
    /// [`super::keys::Conflict`]; nothing is changed then.
    pub fn change_keys(
        &mut self,
        changes: BTreeMap<(Section, Action), (Vec<Key>, usize)>,
    ) -> Result<(), super::keys::Conflict> {
        let mut keys = KeyMap::default();
        keys.change(&changes.iter().map(|(at, (keys, _))| (*at, keys.clone())).collect())?;
        (self.keys, self.changes) = (keys, changes);
        Ok(())
    }

    /// Whether only ASCII characters are used; `narrow` where the locale has no others.
    #[must_use]
    pub fn is_ascii(&self, narrow: bool) -> bool {
        match self.value(Setting::Characters) {
            "ascii" => true,
            "unicode" => false,
            _ => narrow,
        }
    }

    /// How long the computer's move waits, in milliseconds.
    #[must_use]
    pub fn pause_ms(&self) -> u64 {
        self.value(Setting::Pause).parse().unwrap_or(0)
    }

    /// Whether the verdict is shown at first.
    #[must_use]
    pub fn verdict(&self) -> bool {
        self.value(Setting::Verdict) == "true"
    }

    /// Who is proposed as the opponent; `None` for the program's choice.
    #[must_use]
    pub fn opponent(&self) -> Option<PlayerKind> {
        PlayerKind::ALL.into_iter().find(|kind| kind.word() == self.value(Setting::Opponent))
    }

    /// The folder of saved games; `None` for the usual one.
    #[must_use]
    pub fn saves(&self) -> Option<PathBuf> {
        let value = self.value(Setting::Saves);
        self.folder.clone().or_else(|| (!value.is_empty()).then(|| PathBuf::from(value)))
    }
}
