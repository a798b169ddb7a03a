//! Boards and graphs that a user brings along for one run.

use std::collections::BTreeMap;

/// Named descriptions (JSON text) of boards and graphs beside the shipped ones.
///
/// Reading files is the caller's work; a game that takes a board or graph by name looks here first.
#[derive(Clone, Debug, Default)]
pub struct Library {
    named: BTreeMap<String, String>,
}

/// Why a description of a board or graph cannot be used: what is wrong, and where in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DescriptionError(String);

impl DescriptionError {
    /// An error in these words.
    #[must_use]
    pub fn new(what: impl Into<String>) -> DescriptionError {
        DescriptionError(what.into())
    }
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

    /// The name as it was given and the description, whatever the case of the letters asked for.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<(&str, &str)> {
        (self.named.iter())
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(known, json)| (known.as_str(), json.as_str()))
    }

    /// All names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.named.keys().map(String::as_str)
    }

    /// Whether a board or graph may be called so: a letter, then letters, digits and underscores, at most 40 in all.
    /// Nothing else, as an ID must tell a name from points and arcs written out.
    ///
    /// # Errors
    /// What is wrong with the name.
    pub fn check_name(name: &str) -> Result<(), DescriptionError> {
        const LONGEST: usize = 40;
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
        match name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(fits) {
            true if name.len() <= LONGEST => Ok(()),
            true => Err(DescriptionError::new(format!("name: longer than {LONGEST} characters"))),
            false => Err(DescriptionError::new(format!(
                "name: {name:?} is not a letter followed by letters, digits and underscores"
            ))),
        }
    }
}
