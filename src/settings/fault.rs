//! What is wrong with the settings, and where.

use std::fmt;
use std::path::{Path, PathBuf};

/// What is wrong with a setting, and where. The default values holds in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file with the line and the column, counted from 1; or a variable of the environment.
    pub place: FaultPlace,
    /// What is wrong, and what was expected.
    pub what: String,
}

/// Where something is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultPlace {
    /// A place in a file; `None` for all of it.
    File(PathBuf, Option<(usize, usize)>),
    /// A variable of the environment.
    Variable(&'static str),
}

impl Fault {
    /// Something is wrong at a byte of a file.
    pub fn at(path: &Path, text: &str, byte: usize, what: impl Into<String>) -> Fault {
        let before = text.get(..byte.min(text.len())).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Fault { place: FaultPlace::File(path.to_path_buf(), Some((line, column))), what: what.into() }
    }

    /// Something is wrong with all of a file.
    pub fn of(path: &Path, what: impl Into<String>) -> Fault {
        Fault { place: FaultPlace::File(path.to_path_buf(), None), what: what.into() }
    }

    /// Something is wrong with a variable.
    pub fn variable(name: &'static str, what: impl Into<String>) -> Fault {
        Fault { place: FaultPlace::Variable(name), what: what.into() }
    }

    /// Counted from 1; `None` where the whole file is at fault.
    pub fn line(&self) -> Option<usize> {
        match self.place {
            FaultPlace::File(_, Some((line, _))) => Some(line),
            _ => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            FaultPlace::File(path, Some((line, column))) => {
                write!(f, "{}, line {line}, column {column}: {}", path.display(), self.what)
            }
            FaultPlace::File(path, None) => write!(f, "{}: {}", path.display(), self.what),
            FaultPlace::Variable(name) => write!(f, "${name}: {}", self.what),
        }
    }
}
