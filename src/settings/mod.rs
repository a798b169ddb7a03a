//! The settings: their values and origins, the settings file, and the key bindings.
//!
//! A command-line option overrides the environment, which overrides the settings file, which overrides the default.
//! Nothing here depends on a screen: the interface translates its terminal's input into [`keys::Key`].

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

/// The settings in effect, the file that they are saved in, and their faults.
pub struct Settled {
    pub settings: Settings,
    /// The file; `None` where the platform has no folder for it.
    pub path: Option<PathBuf>,
    pub faults: Vec<Fault>,
}

/// The input of the interface.
pub struct Session {
    pub start: Start,
    pub settled: Settled,
    /// Whether the locale has only ASCII characters.
    pub narrow: bool,
    pub seed: Option<u64>,
    pub library: Library,
}

#[cfg(test)]
mod tests;
