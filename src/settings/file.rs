//! Reads the settings file. An invalid entry is reported with its location and ignored. A file that is not valid TOML
//! is ignored completely.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use etcetera::app_strategy::AppStrategy;
use toml_edit::{Document, Item, TableLike, Value};

use super::fault::{Fault, line_of};
use super::held::{KeyChanges, Origin, Settings};
use super::keys::{Action, Key, KeyContext, KeyMap, Layout, Section, UnknownKey};
use super::setting::Setting;
use super::value::SettingKind;
use crate::play::record::{self, RecordError};
use crate::play::store::platform_folders;
use nimatron_core::tr;

pub const VARIABLE: &str = "NIMATRON_CONFIG";

pub(super) const KEYS: &str = "keys";
const LAYOUT: &str = "layout";

/// Locates the settings file: the given file, else `$NIMATRON_CONFIG`, else `config.toml` in the platform's settings
/// folder. Returns `None` if the platform has no such folder.
pub fn locate(given: Option<&Path>) -> Option<PathBuf> {
    let named = || {
        env::var_os(VARIABLE)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from)
    };
    let usual = || Some(platform_folders()?.config_dir().join("config.toml"));
    given.map(Path::to_path_buf).or_else(named).or_else(usual)
}

/// Reads the text of a settings file; returns `None` if the file does not exist. Pipes and devices are rejected,
/// because reading them could block the program when it starts.
pub fn text(path: &Path) -> Result<Option<String>, Fault> {
    match record::read_regular(path) {
        Ok(text) => Ok(Some(text)),
        Err(RecordError::Io(e))
            if matches!(
                e.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            Ok(None)
        }
        Err(error) => Err(Fault::new(path, &error)),
    }
}

pub fn read(settings: &mut Settings, path: &Path) -> Vec<Fault> {
    match text(path) {
        Ok(Some(text)) => take(settings, path, &text),
        Ok(None) => Vec::new(),
        Err(fault) => vec![fault],
    }
}

pub fn take(settings: &mut Settings, path: &Path, text: &str) -> Vec<Fault> {
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => return vec![syntax(path, text, &error)],
    };
    let mut reader = Reader {
        path,
        text,
        faults: Vec::new(),
    };
    for (word, item) in document.as_table() {
        let place = reader.place(document.as_table(), word);
        if word == KEYS {
            reader.keys(settings, item, place);
        } else if Setting::ALL.iter().any(|s| s.info().section == word) {
            reader.section(settings, word, item, place);
        } else {
            let mut words: Vec<&str> = Setting::ALL.iter().map(|s| s.info().section).collect();
            words.dedup();
            words.push(KEYS);
            reader.fault(place, &unknown(word, tr!("section"), &words));
        }
    }
    reader.faults
}

pub(super) fn syntax(path: &Path, text: &str, error: &toml_edit::TomlError) -> Fault {
    let at = error.span().map_or(0, |span| span.start);
    let what = error.message().lines().collect::<Vec<_>>().join("; ");
    Fault::at(
        path,
        text,
        at,
        &tr!("this is not TOML: {what}; the default settings are used"),
    )
}

struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
    faults: Vec<Fault>,
}

impl Reader<'_> {
    fn fault(&mut self, at: usize, what: &dyn Display) {
        self.faults.push(Fault::at(self.path, self.text, at, what));
    }

    fn place(&self, table: &dyn TableLike, word: &str) -> usize {
        let span = table
            .get_key_value(word)
            .and_then(|(key, item)| key.span().or_else(|| item.span()));
        span.map_or(0, |span| span.start)
    }

    fn section(&mut self, settings: &mut Settings, section: &str, item: &Item, place: usize) {
        let Some(table) = item.as_table_like() else {
            return self.fault(place, &tr!("expected a section, [{section}]"));
        };
        for (word, item) in table.iter() {
            let place = self.place(table, word);
            let Some(setting) = Setting::named(section, word) else {
                let all = Setting::ALL
                    .into_iter()
                    .map(Setting::info)
                    .filter(|info| info.section == section);
                let words: Vec<&str> = all.map(|info| info.word).collect();
                self.fault(place, &unknown(word, tr!("setting"), &words));
                continue;
            };
            let at = item.span().map_or(place, |span| span.start);
            let text = match (setting.kind(), item.as_value()) {
                (SettingKind::Number(..), Some(Value::Integer(n))) => Some(n.value().to_string()),
                (SettingKind::Flag, Some(Value::Boolean(flag))) => Some(flag.value().to_string()),
                (SettingKind::Number(..) | SettingKind::Flag, _) => None,
                (_, text) => text.and_then(Value::as_str).map(str::to_owned),
            };
            let origin = Origin::File(line_of(self.text, place));
            let done = match text {
                Some(text) => settings.set(setting, &text, origin),
                None => {
                    let stands = item
                        .span()
                        .and_then(|span| self.text.get(span))
                        .unwrap_or(tr!("a section"));
                    Err(setting.unknown(stands.chars().take(40).collect()))
                }
            };
            if let Err(error) = done {
                self.fault(at, &error);
            }
        }
    }

    fn keys(&mut self, settings: &mut Settings, item: &Item, place: usize) {
        let Some(table) = item.as_table_like() else {
            return self.fault(
                place,
                &tr!("expected sections, [keys.everywhere], [keys.table] and so on"),
            );
        };
        let mut changes = KeyChanges::new();
        let mut places: BTreeMap<(Section, Action), usize> = BTreeMap::new();
        for (word, item) in table.iter() {
            let place = self.place(table, word);
            if word == LAYOUT {
                let other = item.to_string();
                match item.as_str().unwrap_or(other.trim()).parse::<Layout>() {
                    Ok(layout) => settings.set_layout(layout),
                    Err(error) => {
                        let at = item.span().map_or(place, |span| span.start);
                        self.fault(at, &error);
                    }
                }
                continue;
            }
            let (Some(section), Some(actions)) = (Section::named(word), item.as_table_like())
            else {
                let words: Vec<&str> = Section::all().map(Section::word).collect();
                self.fault(place, &unknown(word, tr!("section of keys"), &words));
                continue;
            };
            for (word, item) in actions.iter().filter(|(word, _)| !RETIRED.contains(word)) {
                let at = self.place(actions, word);
                match entry(section, word, item, at) {
                    Ok((action, keys)) => {
                        changes.insert(
                            (section, action),
                            (keys, Origin::File(line_of(self.text, at))),
                        );
                        places.insert((section, action), at);
                    }
                    Err((at, what)) => self.fault(at, &what),
                }
            }
        }
        // While a key has two meanings, drop the last entry that uses the key.
        while let Err(conflict) = settings.change_keys(changes.clone()) {
            let at_fault = changes
                .iter()
                .filter(|((section, action), (keys, _))| {
                    section.reaches(conflict.place)
                        && conflict.actions.contains(action)
                        && keys.contains(&conflict.key)
                })
                .map(|(entry, _)| *entry)
                .max_by_key(|entry| places[entry]);
            // If no remaining entry uses the key, dropping an earlier entry restored a default key, which now conflicts
            // with another default key. In this case, drop the last entry in the order of sections and actions.
            let Some(entry) = at_fault.or_else(|| changes.keys().next_back().copied()) else {
                return;
            };
            changes.remove(&entry);
            self.fault(
                places[&entry],
                &tr!("{conflict}; expected a key of its own for each"),
            );
        }
    }
}

/// Actions of older versions, which an old settings file may still bind to keys.
const RETIRED: [&str; 1] = ["due"];

fn unknown(word: &str, kind: &str, expected: &[&str]) -> String {
    tr!(
        "{word:?} is no {kind} here; expected {expected}",
        expected = expected.join(", ")
    )
}

/// Parses an entry of a section of keys. An error holds the byte offset of the fault.
fn entry(
    section: Section,
    word: &str,
    item: &Item,
    at: usize,
) -> Result<(Action, Vec<Key>), (usize, String)> {
    let counts = |action: Action| KeyMap::places(action).any(|place| section.reaches(place));
    let Some(action) = Action::named(word).filter(|&action| counts(action)) else {
        let all = Action::ALL.iter().copied().filter(|&action| counts(action));
        return Err((
            at,
            unknown(
                word,
                tr!("action"),
                &all.map(Action::word).collect::<Vec<_>>(),
            ),
        ));
    };
    let value_at = item.span().map_or(at, |span| span.start);
    let start = |value: &Value| value.span().map_or(value_at, |span| span.start);
    let names: Option<Vec<(&str, usize)>> = match item.as_value() {
        Some(Value::Array(list)) => list
            .iter()
            .map(|name| Some((name.as_str()?, start(name))))
            .collect(),
        one => one
            .and_then(Value::as_str)
            .map(|name| vec![(name, value_at)]),
    };
    let wrong = tr!("expected the name of a key in quotes, or a list of such names");
    let names = names.ok_or_else(|| (value_at, wrong.to_owned()))?;
    if names.is_empty() && action.is_needed() {
        return Err((value_at, tr!("{word} needs a key; expected one at least")));
    }
    let mut keys: Vec<Key> = Vec::new();
    for (name, at) in names {
        let key: Key = name
            .parse()
            .map_err(|error: UnknownKey| (at, error.to_string()))?;
        if section == Section::Only(KeyContext::Text) && key.types() {
            return Err((
                at,
                tr!("{name:?} would be typed there; expected a key that is no character"),
            ));
        }
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    Ok((action, keys))
}
