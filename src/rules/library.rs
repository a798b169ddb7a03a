//! Boards and graphs that a user brings along for one run.

use std::collections::BTreeMap;

/// Named descriptions (JSON text) of boards and graphs beside the shipped ones.
///
/// Reading files is the caller's work; a game that takes a board or graph by name looks here first.
#[derive(Clone, Debug, Default)]
pub struct Library {
    named: BTreeMap<String, String>,
}

impl Library {
    /// Adds a description under a name, replacing one of the same name.
    pub fn insert(&mut self, name: impl Into<String>, json: impl Into<String>) {
        self.named.insert(name.into(), json.into());
    }

    /// The description of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.named.get(name).map(String::as_str)
    }

    /// All names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.named.keys().map(String::as_str)
    }
}
