//! Holds boards, graphs and games that a user supplies for one run of the program.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

/// The user's own boards and graphs (as JSON text) and scripts, by name. They supplement the built-in boards, graphs
/// and scripts.
///
/// A game that takes a board or graph by name looks up the name in the library first. Clones share their scripts, so a
/// script added from a saved match is visible to all of them.
#[derive(Clone, Debug, Default)]
pub struct Library {
    named: BTreeMap<String, String>,
    scripts: Arc<RwLock<BTreeMap<String, ScriptText>>>,
    /// Maps script names in saved matches to local script names.
    renamed: BTreeMap<String, String>,
}

/// The script of a game, as read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptText {
    /// The name of the game in IDs, after `own/`.
    pub name: String,
    /// The file name used in messages.
    pub file: String,
    /// The script.
    pub text: Arc<str>,
}

impl ScriptText {
    /// The game's name in IDs, such as `own/grundy`.
    pub fn id(&self) -> String {
        format!("own/{}", self.name)
    }
}

/// The error for an invalid description of a board or graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DescriptionError(String);

impl DescriptionError {
    /// Creates an error with this message.
    pub fn new(what: impl Into<String>) -> DescriptionError {
        DescriptionError(what.into())
    }
}

impl Library {
    /// Adds a description under a name, replacing any description with the same name.
    pub fn insert(&mut self, name: impl Into<String>, json: impl Into<String>) {
        self.named.insert(name.into(), json.into());
    }

    /// Finds a description by name, ignoring case. Returns the name as it was inserted, and the description.
    pub fn find(&self, name: &str) -> Option<(&str, &str)> {
        (self.named.iter())
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(known, json)| (known.as_str(), json.as_str()))
    }

    /// The names of all descriptions, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.named.keys().map(String::as_str)
    }

    /// Adds a script under its name, replacing any script with the same name.
    pub fn insert_script(&self, script: ScriptText) {
        let mut scripts = self.scripts.write().unwrap_or_else(PoisonError::into_inner);
        scripts.insert(script.name.clone(), script);
    }

    /// Finds a script by its name, which is first converted to the [local name](Self::script_name).
    pub fn script(&self, name: &str) -> Option<ScriptText> {
        self.scripts
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&self.script_name(name))
            .cloned()
    }

    /// Returns the local name of the script called `name`: the name set by [`renaming`](Self::renaming), or else
    /// `name` in lower case.
    pub fn script_name(&self, name: &str) -> String {
        let name = name.to_ascii_lowercase();
        self.renamed.get(&name).cloned().unwrap_or(name)
    }

    /// All scripts, sorted by name.
    pub fn scripts(&self) -> Vec<ScriptText> {
        self.scripts
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .values()
            .cloned()
            .collect()
    }

    /// Maps the name `name` in a saved match to the local script `here`.
    pub fn renaming(mut self, name: &str, here: &str) -> Library {
        self.renamed
            .insert(name.to_ascii_lowercase(), here.to_owned());
        self
    }

    /// Checks the name of a board or graph: a letter, then letters, digits and underscores, at most 40 characters in
    /// total. Other characters are refused, because an ID must distinguish a name from a list of points or arcs.
    pub fn check_name(name: &str) -> Result<(), DescriptionError> {
        const LONGEST: usize = 40;
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let is_identifier =
            name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(fits);
        if !is_identifier {
            Err(DescriptionError::new(tr!(
                "name: {name:?} is not a letter followed by letters, digits and underscores"
            )))
        } else if name.len() <= LONGEST {
            Ok(())
        } else {
            Err(DescriptionError::new(tr!(
                "name: longer than {longest} characters",
                longest = LONGEST
            )))
        }
    }
}
