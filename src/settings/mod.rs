//! The settings: their values and origins, the settings file, and the key bindings.
//!
//! The order of precedence is: a command-line option, the environment, the settings file, the default.
//!
//! The crates figment 0.10 and config 0.15 are not used, because they do not keep the line and column of an entry, and
//! reject the whole file if one entry is invalid.

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

pub struct Settled {
    pub settings: Settings,
    /// The settings file; `None` if the platform has no settings folder.
    pub path: Option<PathBuf>,
    pub faults: Vec<Fault>,
}

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
