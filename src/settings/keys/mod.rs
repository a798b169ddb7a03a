//! Defines key bindings: the [`Action`]s with their default keys, the keys of each page
//! ([`KeyContext::key_lines`]), and the bindings in effect ([`KeyMap`]).

mod key;
mod layout;
mod map;
mod table;

pub use key::{Key, KeyCode, UnknownKey};
pub use layout::{Layout, UnknownLayout};
pub use map::{Conflict, KeyMap, Section};
pub use table::{Action, KeyContext, KeyLine, messages};
