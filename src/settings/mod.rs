//! The settings: their values and origins, the settings file, and the key bindings.
//!
//! A command-line option overrides the environment, which overrides the settings file, which overrides the default.
//! Nothing here depends on a screen: the interface translates its terminal's input into [`keys::Key`].
//!
//! The four layers are not those of a crate. Each value has an origin that people are told, of the file with its line and
//! column; a wrong entry costs that entry alone; and a change on the settings page goes into the file with its comments.
//! `toml_edit` does the last, and knows where each entry stands. The crates for layers (figment 0.10, config 0.15) keep the
//! name of a file and no place in it, and read all settings or none. Measured with figment in a program of these layers:
//! 200 kB more with a provider of our own over `toml_edit`, 390 kB with its own, which brings a second `toml_edit`; and it
//! would replace the map of origins alone, forty lines here.

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
    /// The settings file; `None` if the platform has no folder for it.
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
