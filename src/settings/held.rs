//! The settings that hold, and where each of them comes from.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use super::fault::Fault;
use super::keys::{Action, Conflict, Key, KeyMap, Section};
use super::setting::Setting;
use crate::play::{Participant, PlayerKind};

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

/// Where the words stand at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelPlace {
    /// Beside the board where there is room.
    Auto,
    /// Below the board.
    Below,
    /// Nowhere.
    None,
}

/// What is said of keys, and where.
pub type KeyChanges = BTreeMap<(Section, Action), (Vec<Key>, Origin)>;

/// The settings that hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    values: BTreeMap<Setting, (String, Origin)>,
    /// Whether the environment wants no colours of any program, whatever this one is told.
    colourless: bool,
    /// The folder of saved games, where the environment names one that is no text.
    folder: Option<PathBuf>,
    /// What overrides the file among the settings changed on the settings page.
    before: BTreeMap<Setting, Origin>,
    /// What the file and the settings page say of keys.
    changes: KeyChanges,
    keys: KeyMap,
}

/// The default values.
impl Default for Settings {
    fn default() -> Settings {
        let usual = |s: Setting| (s, (s.default_value().to_owned(), Origin::Usual));
        Settings {
            values: Setting::ALL.into_iter().map(usual).collect(),
            colourless: false,
            folder: None,
            before: BTreeMap::new(),
            changes: BTreeMap::new(),
            keys: KeyMap::default(),
        }
    }
}

impl Settings {
    /// A value, written the one way.
    pub fn value(&self, setting: Setting) -> &str {
        if self.is_colourless(setting) {
            return "none";
        }
        self.values.get(&setting).map_or(setting.default_value(), |(value, _)| value)
    }

    /// Where it comes from.
    pub fn origin(&self, setting: Setting) -> Origin {
        if self.is_colourless(setting) {
            return Origin::Variable(NO_COLOUR);
        }
        self.values.get(&setting).map_or(Origin::Usual, |(_, origin)| *origin)
    }

    /// Whether this is the number of colours, and the environment wants none whatever else is said.
    pub fn is_colourless(&self, setting: Setting) -> bool {
        self.colourless && setting == Setting::Colours
    }

    /// Sets a value as [`Setting::read`] gave it; the last one set holds.
    pub fn set(&mut self, setting: Setting, value: String, origin: Origin) {
        debug_assert!(setting == Setting::Saves || setting.read(&value).as_ref() == Ok(&value), "{value}");
        if setting == Setting::Saves {
            self.folder = None;
        }
        let was = self.origin(setting);
        if origin == Origin::Page && matches!(was, Origin::Variable(_) | Origin::Option(_)) {
            self.before.insert(setting, was);
        }
        self.values.insert(setting, (value, origin));
    }

    /// What overrides the settings file, where that was changed on the settings page.
    pub fn goes_before(&self, setting: Setting) -> Option<Origin> {
        self.before.get(&setting).copied()
    }

    /// What was changed on the settings page is in the file now.
    pub fn note_saved(&mut self) {
        let all = self.values.values_mut().map(|(_, origin)| origin);
        for origin in all.chain(self.changes.values_mut().map(|(_, origin)| origin)) {
            if *origin == Origin::Page {
                *origin = Origin::Saved;
            }
        }
    }

    /// What the environment says, as `variable` reads it.
    pub fn hear(&mut self, variable: impl Fn(&str) -> Option<OsString>) -> Vec<Fault> {
        let said = |name: &str| variable(name).filter(|value| !value.is_empty());
        let mut faults = Vec::new();
        self.colourless = said(NO_COLOUR).is_some();
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
    pub fn keys(&self) -> &KeyMap {
        &self.keys
    }

    /// What is said of keys, and where.
    pub fn changes(&self) -> &KeyChanges {
        &self.changes
    }

    /// Changes the default keys as a file says, or the settings page.
    ///
    /// # Errors
    /// [`Conflict`]; nothing is changed then.
    pub fn change_keys(&mut self, changes: KeyChanges) -> Result<(), Conflict> {
        let mut keys = KeyMap::default();
        keys.change(&changes.iter().map(|(at, (keys, _))| (*at, keys.clone())).collect())?;
        (self.keys, self.changes) = (keys, changes);
        Ok(())
    }

    /// Whether only ASCII characters are used; `narrow` where the locale has no others.
    pub fn is_ascii(&self, narrow: bool) -> bool {
        match self.value(Setting::Characters) {
            "ascii" => true,
            "unicode" => false,
            _ => narrow,
        }
    }

    /// The keys of an action, everywhere or at one place.
    pub fn keys_of(&self, section: Section, action: Action) -> Vec<Key> {
        match (self.changes.get(&(section, action)), section) {
            (Some((keys, _)), _) => keys.clone(),
            (None, Section::Only(place)) => self.keys.keys(place, action).to_vec(),
            (None, Section::Everywhere) => {
                action.default_keys().iter().filter_map(|name| name.parse().ok()).collect()
            }
        }
    }

    /// Where the keys of an action come from.
    pub fn key_origin(&self, section: Section, action: Action) -> Origin {
        let said = |section| self.changes.get(&(section, action)).map(|(_, origin)| *origin);
        said(section).or_else(|| said(Section::Everywhere)).unwrap_or(Origin::Usual)
    }

    /// Where the words stand at the table.
    pub fn panel(&self) -> PanelPlace {
        match self.value(Setting::Panel) {
            "below" => PanelPlace::Below,
            "none" => PanelPlace::None,
            _ => PanelPlace::Auto,
        }
    }

    /// How long the computer's move waits, in milliseconds.
    pub fn pause_ms(&self) -> u64 {
        self.value(Setting::Pause).parse().unwrap_or(0)
    }

    /// Whether the verdict is shown at first.
    pub fn verdict(&self) -> bool {
        self.value(Setting::Verdict) == "true"
    }

    /// Whether the computer's move is shown in steps.
    pub fn motion(&self) -> bool {
        self.value(Setting::Motion) == "true"
    }

    /// Whether the mouse is used.
    pub fn mouse(&self) -> bool {
        self.value(Setting::Mouse) == "true"
    }

    /// What the person is called.
    pub fn name(&self) -> &str {
        match self.value(Setting::Name) {
            "" => "you",
            name => name,
        }
    }

    /// What two people at one keyboard are called: each by name with the side they play, `Ada (A)`.
    pub fn named(&self, pair: [Participant; 2]) -> [Participant; 2] {
        if pair.iter().any(|p| p.kind != PlayerKind::Human) {
            return pair;
        }
        let names = [Setting::Name, Setting::Guest].map(|setting| self.value(setting));
        let [a, b] = pair;
        [(a, names[0]), (b, names[1])].map(|(side, name)| match name {
            "" => side,
            name => Participant::new(side.kind, format!("{name} ({})", side.name)),
        })
    }

    /// Who is proposed as the opponent; `None` for the program's choice.
    pub fn opponent(&self) -> Option<PlayerKind> {
        PlayerKind::ALL.into_iter().find(|kind| kind.word() == self.value(Setting::Opponent))
    }

    /// The folder of saved games; `None` for the default one.
    pub fn saves(&self) -> Option<PathBuf> {
        let value = self.value(Setting::Saves);
        self.folder.clone().or_else(|| (!value.is_empty()).then(|| PathBuf::from(value)))
    }
}
