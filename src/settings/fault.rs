//! Describes faults in the settings, with their location.

use nimatron_core::tr;
use std::fmt::{self, Display};
use std::path::Path;

/// A fault in a setting, with its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    place: String,
    what: String,
}

impl Fault {
    pub fn at(path: &Path, text: &str, byte: usize, what: &dyn Display) -> Fault {
        let line = line_of(text, byte);
        let column = before(text, byte)
            .rsplit('\n')
            .next()
            .unwrap_or_default()
            .chars()
            .count()
            + 1;
        let place = tr!(
            "{path}, line {line}, column {column}",
            path = path.display()
        );
        Fault {
            place,
            what: what.to_string(),
        }
    }

    pub fn new(path: &Path, what: &dyn Display) -> Fault {
        Fault {
            place: path.display().to_string(),
            what: what.to_string(),
        }
    }

    pub fn variable(name: &str, what: &dyn Display) -> Fault {
        Fault {
            place: format!("${name}"),
            what: what.to_string(),
        }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

fn before(text: &str, byte: usize) -> &str {
    text.get(..byte).unwrap_or(text)
}

pub(super) fn line_of(text: &str, byte: usize) -> usize {
    before(text, byte).matches('\n').count() + 1
}
