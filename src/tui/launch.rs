//! What the interface is told when it begins.

use std::path::PathBuf;

use crate::rules::Library;
use crate::settings::Settings;

/// What the interface is told when it begins.
#[derive(Default)]
pub struct Launch {
    /// The settings that hold.
    pub settings: Settings,
    /// The file that they are saved in; `None` where there is no place for one.
    pub file: Option<PathBuf>,
    /// What is wrong with them, in words.
    pub faults: Vec<String>,
    /// Whether the locale has ASCII alone.
    pub narrow: bool,
    /// The seed of all chance.
    pub seed: Option<u64>,
    /// The boards and graphs of the user's.
    pub library: Library,
}
