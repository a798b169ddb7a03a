//! The settings: their values and origins, the settings file, and the key bindings.
//!
//! A command-line option overrides the environment, which overrides the settings file, which overrides the default.
//! Nothing here depends on a screen: the interface translates its terminal's input into [`keys::Key`].
//!
//! No crate for layered settings is used, for three reasons. The user is shown the origin of each value, and the line
//! and column of each fault in the file. A wrong entry does not affect the others. A change on the settings page is
//! written into the file and preserves its comments. `toml_edit` preserves the comments, and knows the location of each
//! entry. The crates for layered settings (figment 0.10, config 0.15) keep only the name of the file, and read all
//! settings or none. In a test program with these layers, figment added 200 kB with a custom provider over `toml_edit`,
//! and 390 kB with its own provider, which brings a second `toml_edit`. Either crate would replace only the map of
//! origins, forty lines here.

pub mod edit;
mod fault;
pub mod file;
mod held;
pub mod keys;
mod setting;
mod value;

use std::path::PathBuf;

use crate::play::store::Start;
use nimatron_core::rules::Library;

pub use fault::Fault;
pub use held::{KeyChanges, Origin, Settings};
pub use setting::{Setting, UnknownValue, Values};
pub use value::{
    BackgroundSource, Characters, ColourCount, Delay, PanelPlace, PixelProtocol, SettingKind,
    SettingValue, ThemeChoice, turned,
};

/// The settings in effect, the file in which they are saved, and their faults.
pub struct Settled {
    pub settings: Settings,
    /// The settings file; `None` if the platform has no settings folder.
    pub path: Option<PathBuf>,
    pub faults: Vec<Fault>,
}

/// The startup parameters of the interface.
pub struct Session {
    pub start: Start,
    pub settled: Settled,
    /// Whether the locale is limited to ASCII characters.
    pub narrow: bool,
    pub seed: Option<u64>,
    pub library: Library,
}

#[cfg(test)]
mod tests;
