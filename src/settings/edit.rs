//! Writes a complete settings file with the default values, or changes an existing file and preserves its comments.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use toml_edit::{DocumentMut, Item, Table, TableLike, Value, value};

use nimatron_core::games::reasons::capital;

use super::fault::Fault;
use super::file::{self, KEYS};
use super::keys::{Action, Section};
use super::setting::Setting;
use super::value::SettingKind;
use crate::play::record;
use nimatron_core::language;
use nimatron_core::{tr, tr_key};

const HEAD: &str = tr_key!("\
# Settings of Nimatron. Command-line options override environment variables, which override this file.
# `nimatron config` shows the effective settings; `nimatron config --print-default` prints a file like this one.
");

const KEYS_HEAD: &str = tr_key!("\
# Keys. An action has one key, \"u\", or several, [\"?\", \"f1\"]; the first one is shown. A key is a character, or space,
# enter, esc, tab, backspace, delete, insert, left, right, up, down, home, end, pgup, pgdn, f1 to f24, with ctrl-, alt-
# or shift- in front. [keys.everywhere] applies wherever the action exists; the section of a page overrides it on that
# page. On one page a key can have one meaning only. On a keyboard without Latin letters, `layout = \"йцукен\"` under
# [keys] takes its letters by their places; another layout is named by its 26 letters in the places of
# qwertyuiop asdfghjkl zxcvbnm.
");

pub type Change = (Setting, String);

pub fn default_file() -> String {
    let mut out = language::text(HEAD).to_owned();
    let mut section = "";
    for setting in Setting::ALL {
        let info = setting.info();
        if info.section != section {
            section = info.section;
            let _ = write!(out, "\n[{section}]\n");
        }
        let _ = writeln!(out, "# {}.", info.what);
        if let SettingKind::Choice(_) = setting.kind() {
            let _ = writeln!(out, "# {}.", setting.expected());
        }
        let _ = writeln!(
            out,
            "{}",
            tr!(
                "# Also: {option}, ${variable}.",
                option = info.option,
                variable = info.variable
            )
        );
        let _ = writeln!(
            out,
            "{} = {}",
            info.word,
            toml(setting, &setting.default_text())
        );
    }
    out += "\n";
    out += language::text(KEYS_HEAD);
    for section in Section::all() {
        let mut here = Action::ALL
            .iter()
            .copied()
            .filter(|&action| section.lists(action))
            .peekable();
        if here.peek().is_none() {
            continue;
        }
        out += "\n";
        if let Section::Only(place) = section {
            let _ = writeln!(out, "# {}", capital(place.what()));
        }
        let _ = writeln!(out, "[{KEYS}.{}]", section.word());
        for action in here {
            let what = match section {
                Section::Everywhere => action.what(),
                Section::Only(place) => action.what_at(place),
            };
            out += &entry(action, what);
        }
    }
    out
}

fn entry(action: Action, what: &str) -> String {
    let keys = action.default_keys();
    let quoted: Vec<String> = keys
        .iter()
        .map(|key| Value::from(*key).to_string())
        .collect();
    let keys = if let [key] = &quoted[..] {
        key.clone()
    } else {
        format!("[{}]", quoted.join(", "))
    };
    format!("{:<40} # {}\n", format!("{} = {keys}", action.word()), what)
}

pub fn toml(setting: Setting, text: &str) -> Value {
    match setting.kind() {
        // Text that is not a number is written unchanged, so that a fault is reported when the file is read.
        SettingKind::Number(..) => text
            .parse::<i64>()
            .map_or_else(|_| Value::from(text), Value::from),
        SettingKind::Flag => Value::from(text == "true"),
        SettingKind::Choice(_) | SettingKind::Folder | SettingKind::Name(_) => Value::from(text),
    }
}

/// Applies changes to the text of a settings file; everything else, including comments, is preserved.
///
/// # Errors
///
/// Returns an error if the text is not TOML, or if an entry that is not a section has the name of a section.
pub fn changed(path: &Path, text: &str, changes: &[Change]) -> Result<String, Fault> {
    let mut document: DocumentMut = text
        .parse()
        .map_err(|error| file::syntax(path, text, &error))?;
    if text.trim().is_empty() {
        document
            .decor_mut()
            .set_prefix(format!("{}\n", language::text(HEAD)));
    }
    for (setting, new) in changes {
        let info = setting.info();
        let table = section(document.as_table_mut(), path, info.section)?;
        put(table, info.word, toml(*setting, new));
    }
    Ok(document.to_string())
}

fn section<'a>(
    table: &'a mut dyn TableLike,
    path: &Path,
    word: &str,
) -> Result<&'a mut dyn TableLike, Fault> {
    let item = table
        .entry(word)
        .or_insert_with(|| Item::Table(Table::new()));
    item.as_table_like_mut()
        .ok_or_else(|| Fault::new(path, &tr!("{word} is no section; expected [{word}]")))
}

/// Sets the value of an entry, and preserves the whitespace and comments around the old value.
fn put(table: &mut dyn TableLike, word: &str, mut new: Value) {
    if let Some(old) = table.get(word).and_then(Item::as_value) {
        *new.decor_mut() = old.decor().clone();
    }
    match table.get_mut(word) {
        Some(item) => *item = Item::Value(new),
        None => drop(table.insert(word, value(new))),
    }
}

/// Applies changes to a settings file, which is created if needed. The file is written completely or not at all.
///
/// # Errors
///
/// Returns an error if the changes cannot be applied to the text ([`changed`]), or if the file cannot be read or
/// written. An error leaves the file unchanged.
pub fn save(path: &Path, changes: &[Change]) -> Result<(), Fault> {
    let before = file::text(path)?.unwrap_or_default();
    let after = changed(path, &before, changes)?;
    if after == before {
        return Ok(());
    }
    path.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| record::write(path, &after, true))
        .map_err(|error| Fault::new(path, &tr!("it cannot be written: {error}")))
}
