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

pub use fault::Fault;
pub use held::{KeyChanges, Origin, Settings};
pub use setting::{Setting, UnknownValue, Values};
pub use value::{
    BackgroundSource, Characters, ColourCount, Delay, PanelPlace, PixelProtocol, SettingKind, SettingValue,
    ThemeChoice, turned,
};

#[cfg(test)]
mod tests;
