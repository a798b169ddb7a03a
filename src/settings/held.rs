//! Stores the settings in effect and the origin of each setting.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use super::fault::Fault;
use super::keys::{Action, Conflict, Key, KeyMap, Layout, Section};
use super::setting::{Setting, UnknownValue, Values};
use super::value::{Characters, ColourCount};
use crate::play::{Participant, PlayerKind};
use nimatron_core::tr;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// The default value.
    Usual,
    /// The settings file, with the number of the line.
    File(usize),
    Variable(&'static str),
    Option(&'static str),
    /// The settings page, with a change that is not saved yet.
    Page,
    /// The settings page, with a saved change.
    Saved,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Usual => f.write_str(tr!("default")),
            Origin::File(line) => write!(f, "{}", tr!("file, line {line}")),
            Origin::Variable(name) => write!(f, "{}", tr!("environment, {name}")),
            Origin::Option(name) => write!(f, "{}", tr!("option, {name}")),
            Origin::Page => f.write_str(tr!("changed here, not saved")),
            Origin::Saved => f.write_str(tr!("file")),
        }
    }
}

/// The conventional environment variable that disables colours (<https://no-color.org>).
const NO_COLOUR: &str = "NO_COLOR";

/// The changed key bindings, each with its origin.
pub type KeyChanges = BTreeMap<(Section, Action), (Vec<Key>, Origin)>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    values: Values,
    origins: BTreeMap<Setting, Origin>,
    /// For each setting that was changed on the settings page, the environment variable or option that still overrides
    /// the settings file.
    before: BTreeMap<Setting, Origin>,
    changes: KeyChanges,
    keys: KeyMap,
    layout: Layout,
}

impl Settings {
    pub fn values(&self) -> &Values {
        &self.values
    }

    pub fn text(&self, setting: Setting) -> String {
        self.values.get(setting).text()
    }

    pub fn origin(&self, setting: Setting) -> Origin {
        self.origins.get(&setting).copied().unwrap_or(Origin::Usual)
    }

    pub fn is_colourless(&self, setting: Setting) -> bool {
        setting == Setting::Colours && self.origin(setting) == Origin::Variable(NO_COLOUR)
    }

    /// Sets a value, unless `NO_COLOR` overrides it.
    ///
    /// # Errors
    ///
    /// Returns an error, and changes nothing, if the text is not a valid value of the setting.
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

    /// Sets the folder of saved games; the path need not be valid UTF-8.
    pub fn set_saves(&mut self, path: PathBuf, origin: Origin) {
        self.values.saves = path;
        self.origins.insert(Setting::Saves, origin);
    }

    /// Returns the next value if `forward` is set, otherwise the previous value, in canonical form.
    pub fn stepped(&self, setting: Setting, forward: bool) -> String {
        let mut values = self.values.clone();
        values.get_mut(setting).step(forward);
        values.get(setting).text()
    }

    /// Returns the environment variable or option that still overrides the settings file after a change on the
    /// settings page.
    pub fn goes_before(&self, setting: Setting) -> Option<Origin> {
        self.before.get(&setting).copied()
    }

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

    /// Applies the environment variables, and returns the faults in their values. `variable` looks up a variable by
    /// name.
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

    /// Applies changes from the file or the settings page to the default key bindings.
    ///
    /// # Errors
    ///
    /// Returns [`Conflict`], and changes nothing, if a key would have two meanings.
    pub fn change_keys(&mut self, changes: KeyChanges) -> Result<(), Conflict> {
        (self.keys, self.changes) = (KeyMap::changed(&changes)?, changes);
        self.keys.set_layout(self.layout.clone());
        Ok(())
    }

    pub fn set_layout(&mut self, layout: Layout) {
        self.keys.set_layout(layout.clone());
        self.layout = layout;
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

    /// Returns whether only ASCII characters are used. `narrow` tells whether the locale is limited to ASCII.
    pub fn is_ascii(&self, narrow: bool) -> bool {
        match self.values.characters {
            Characters::Auto => narrow,
            Characters::Ascii => true,
            Characters::Unicode => false,
        }
    }

    pub fn name(&self) -> &str {
        if self.values.name.is_empty() {
            tr!("you")
        } else {
            &self.values.name
        }
    }

    /// If both players are human, gives each player the name from the settings, followed by the player's side, such as
    /// `Ada (A)`. Any other pair is returned unchanged.
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

    /// Returns the folder for saved games, or `None` for the default folder.
    pub fn saves(&self) -> Option<&Path> {
        Some(self.values.saves.as_path()).filter(|path| !path.as_os_str().is_empty())
    }
}
