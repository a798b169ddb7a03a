//! The settings that hold, and where each of them comes from.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use super::fault::Fault;
use super::keys::{Action, Conflict, Key, KeyMap, Section};
use super::setting::{Setting, UnknownValue, Values};
use super::value::{Characters, ColourCount};
use crate::play::{Participant, PlayerKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Nobody said anything.
    Usual,
    /// The settings file, this line.
    File(usize),
    Variable(&'static str),
    Option(&'static str),
    /// The settings page, not saved yet.
    Page,
    /// The settings page, saved.
    Saved,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Usual => f.write_str("default"),
            Origin::File(line) => write!(f, "file, line {line}"),
            Origin::Variable(name) => write!(f, "environment, {name}"),
            Origin::Option(name) => write!(f, "option, {name}"),
            Origin::Page => f.write_str("changed here, not saved"),
            Origin::Saved => f.write_str("file"),
        }
    }
}

/// The variable that wants no colours of any program.
const NO_COLOUR: &str = "NO_COLOR";

/// What is said of keys, and where.
pub type KeyChanges = BTreeMap<(Section, Action), (Vec<Key>, Origin)>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    values: Values,
    /// Where each value that was set comes from; the others are defaults.
    origins: BTreeMap<Setting, Origin>,
    /// What overrides the file among the settings changed on the settings page.
    before: BTreeMap<Setting, Origin>,
    /// What the file and the settings page say of keys.
    changes: KeyChanges,
    keys: KeyMap,
}

impl Settings {
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// A value, written the one way.
    pub fn text(&self, setting: Setting) -> String {
        self.values.get(setting).text()
    }

    pub fn origin(&self, setting: Setting) -> Origin {
        self.origins.get(&setting).copied().unwrap_or(Origin::Usual)
    }

    /// Whether this is the number of colours, and the environment wants none whatever else is said.
    pub fn is_colourless(&self, setting: Setting) -> bool {
        setting == Setting::Colours && self.origin(setting) == Origin::Variable(NO_COLOUR)
    }

    /// Sets a value; the last one set holds, but that whoever wants no colours of any program gets none.
    ///
    /// Errors: a text that the setting cannot be; nothing is changed then.
    pub fn set(
        &mut self,
        setting: Setting,
        text: &str,
        origin: Origin,
    ) -> Result<(), UnknownValue> {
        let text = setting.read(text)?;
        if !self.is_colourless(setting) {
            let was = self.origin(setting);
            if origin == Origin::Page && matches!(was, Origin::Variable(_) | Origin::Option(_)) {
                self.before.insert(setting, was);
            }
            let read = self.values.get_mut(setting).read(&text);
            debug_assert!(read.is_some(), "{text}");
            self.origins.insert(setting, origin);
        }
        Ok(())
    }

    /// Sets the folder of saved games, whatever its path is made of.
    pub fn set_saves(&mut self, path: PathBuf, origin: Origin) {
        self.values.saves = path;
        self.origins.insert(Setting::Saves, origin);
    }

    /// The value after the one that holds, or the one before it.
    pub fn stepped(&self, setting: Setting, forward: bool) -> String {
        let mut values = self.values.clone();
        values.get_mut(setting).step(forward);
        values.get(setting).text()
    }

    /// What overrides the settings file, where that was changed on the settings page.
    pub fn goes_before(&self, setting: Setting) -> Option<Origin> {
        self.before.get(&setting).copied()
    }

    /// What was changed on the settings page is in the file now.
    pub fn note_saved(&mut self) {
        for origin in self
            .origins
            .values_mut()
            .chain(self.changes.values_mut().map(|(_, origin)| origin))
        {
            if *origin == Origin::Page {
                *origin = Origin::Saved;
            }
        }
    }

    /// What the environment says, as `variable` reads it.
    pub fn hear(&mut self, variable: impl Fn(&str) -> Option<OsString>) -> Vec<Fault> {
        let said = |name: &str| variable(name).filter(|value| !value.is_empty());
        let mut faults = Vec::new();
        for setting in Setting::ALL {
            let name = setting.info().variable;
            match said(name) {
                Some(path) if setting == Setting::Saves => {
                    self.set_saves(path.into(), Origin::Variable(name))
                }
                Some(value) => {
                    if let Err(error) =
                        self.set(setting, &value.to_string_lossy(), Origin::Variable(name))
                    {
                        faults.push(Fault::variable(name, &error));
                    }
                }
                None => {}
            }
        }
        if said(NO_COLOUR).is_some() {
            self.values.colours = ColourCount::None;
            self.origins
                .insert(Setting::Colours, Origin::Variable(NO_COLOUR));
        }
        faults
    }

    pub fn keys(&self) -> &KeyMap {
        &self.keys
    }

    pub fn changes(&self) -> &KeyChanges {
        &self.changes
    }

    /// Changes the default keys as a file says, or the settings page.
    ///
    /// Errors: [`Conflict`]; nothing is changed then.
    pub fn change_keys(&mut self, changes: KeyChanges) -> Result<(), Conflict> {
        (self.keys, self.changes) = (KeyMap::changed(&changes)?, changes);
        Ok(())
    }

    pub fn keys_of(&self, section: Section, action: Action) -> Vec<Key> {
        match (self.changes.get(&(section, action)), section) {
            (Some((keys, _)), _) => keys.clone(),
            (None, Section::Only(place)) => self.keys.keys(place, action).to_vec(),
            (None, Section::Everywhere) => action
                .default_keys()
                .iter()
                .filter_map(|name| name.parse().ok())
                .collect(),
        }
    }

    pub fn key_origin(&self, section: Section, action: Action) -> Origin {
        let said = |section| {
            self.changes
                .get(&(section, action))
                .map(|(_, origin)| *origin)
        };
        said(section)
            .or_else(|| said(Section::Everywhere))
            .unwrap_or(Origin::Usual)
    }

    /// Whether only ASCII characters are used; `narrow` where the locale has no others.
    pub fn is_ascii(&self, narrow: bool) -> bool {
        match self.values.characters {
            Characters::Auto => narrow,
            Characters::Ascii => true,
            Characters::Unicode => false,
        }
    }

    pub fn name(&self) -> &str {
        if self.values.name.is_empty() {
            "you"
        } else {
            &self.values.name
        }
    }

    /// What two people at one keyboard are called: each by name with the side they play, `Ada (A)`.
    pub fn named(&self, pair: [Participant; 2]) -> [Participant; 2] {
        if pair.iter().any(|p| p.kind != PlayerKind::Human) {
            return pair;
        }
        let [a, b] = pair;
        [(a, &self.values.name), (b, &self.values.guest)].map(|(side, name)| match name.as_str() {
            "" => side,
            name => Participant::new(side.kind, format!("{name} ({})", side.name)),
        })
    }

    /// The folder for saved games; `None` for the default one.
    pub fn saves(&self) -> Option<&Path> {
        Some(self.values.saves.as_path()).filter(|path| !path.as_os_str().is_empty())
    }
}
