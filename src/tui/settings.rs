//! How the interface runs, as the command line says.

use std::path::PathBuf;

use crate::rules::Library;

/// How the interface runs.
#[derive(Default)]
pub struct Settings {
    /// The folder of saved games; without it the usual one.
    pub saves: Option<PathBuf>,
    /// How long the computer lets its move wait, in milliseconds; about 0.6 s without it.
    pub pause_ms: Option<u64>,
    /// The seed of all chance.
    pub seed: Option<u64>,
    /// Only ASCII characters.
    pub ascii: bool,
    /// The colours that were chosen by name.
    pub theme: Option<String>,
    /// The boards and graphs of the user's.
    pub library: Library,
}
