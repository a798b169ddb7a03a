//! Boards, graphs and games that a user brings along for one run.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

/// The user's own boards and graphs (JSON text) and scripts, by name, in addition to the shipped ones.
///
/// Reading files is the caller's work; a game that takes a board or graph by name looks here first. Copies of a library
/// share their scripts: what a saved match brings along is known to all of them from then on.
#[derive(Clone, Debug, Default)]
pub struct Library {
    named: BTreeMap<String, String>,
    scripts: Arc<RwLock<BTreeMap<String, ScriptText>>>,
    /// What a saved match calls its scripts, where that is not what they are called here.
    renamed: BTreeMap<String, String>,
}

/// A game written as a script: what a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptText {
    /// What IDs call the game, behind `own/`.
    pub name: String,
    /// The file, as messages are to name it.
    pub file: String,
    /// The script.
    pub text: Arc<str>,
}

/// Why a description of a board or graph cannot be used: what is wrong, and where in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DescriptionError(String);

impl DescriptionError {
    /// An error in these words.
    pub fn new(what: impl Into<String>) -> DescriptionError {
        DescriptionError(what.into())
    }
}

impl Library {
    /// Adds a description under a name, replacing one of the same name.
    pub fn insert(&mut self, name: impl Into<String>, json: impl Into<String>) {
        self.named.insert(name.into(), json.into());
    }

    /// The name as it was given and the description, whatever the case of the letters asked for.
    pub fn find(&self, name: &str) -> Option<(&str, &str)> {
        (self.named.iter())
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(known, json)| (known.as_str(), json.as_str()))
    }

    /// All names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.named.keys().map(String::as_str)
    }

    /// Adds a script under its name, replacing one of the same name.
    pub fn insert_script(&self, script: ScriptText) {
        let mut scripts = self.scripts.write().unwrap_or_else(PoisonError::into_inner);
        scripts.insert(script.name.clone(), script);
    }

    /// The script of that name, whatever the case of the letters asked for.
    pub fn script(&self, name: &str) -> Option<ScriptText> {
        self.scripts
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&self.script_name(name))
            .cloned()
    }

    /// What a script of that name is called here: another name only for a script that came with a saved match.
    pub fn script_name(&self, name: &str) -> String {
        let name = name.to_ascii_lowercase();
        self.renamed.get(&name).cloned().unwrap_or(name)
    }

    /// All scripts, by name.
    pub fn scripts(&self) -> Vec<ScriptText> {
        self.scripts
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .values()
            .cloned()
            .collect()
    }

    /// The same library, in which what a saved match calls `name` is the script `here`.
    pub fn renaming(mut self, name: &str, here: &str) -> Library {
        self.renamed
            .insert(name.to_ascii_lowercase(), here.to_owned());
        self
    }

    /// Whether a board or graph may be called so: a letter, then letters, digits and underscores, at most 40 in all.
    /// Nothing else, as an ID must tell a name from points and arcs written out.
    pub fn check_name(name: &str) -> Result<(), DescriptionError> {
        const LONGEST: usize = 40;
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
        match name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(fits) {
            true if name.len() <= LONGEST => Ok(()),
            true => Err(DescriptionError::new(format!(
                "name: longer than {LONGEST} characters"
            ))),
            false => Err(DescriptionError::new(format!(
                "name: {name:?} is not a letter followed by letters, digits and underscores"
            ))),
        }
    }
}
