//! What the program is told to be like: the settings, where each of them comes from, the settings file, and which key
//! asks for what.
//!
//! A command-line option overrides the environment, which overrides the settings file, which overrides the default.
//! Nothing here knows a screen: the interface makes [`keys::Key`] of what its terminal sends.

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

/// The settings that hold, the file that they are saved in, and what is wrong with them.
pub struct Settled {
    pub settings: Settings,
    /// The file; `None` where the platform has no place for it.
    pub path: Option<PathBuf>,
    pub faults: Vec<Fault>,
}

/// What the interface starts with.
pub struct Session {
    pub start: Start,
    pub settled: Settled,
    /// Whether the locale has ASCII alone.
    pub narrow: bool,
    pub seed: Option<u64>,
    pub library: Library,
}

#[cfg(test)]
mod tests;
