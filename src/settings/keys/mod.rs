//! Defines key bindings: [`ACTIONS`](Action::ALL) with their default keys, their contexts and descriptions
//! ([`KEY_LINES`]), and the bindings in effect ([`KeyMap`]).

mod key;
mod layout;
mod map;
mod table;

pub use key::{Key, KeyCode, UnknownKey};
pub use layout::{Layout, UnknownLayout};
pub use map::{Conflict, KeyMap, Section};
pub use table::{Action, KEY_LINES, KeyContext, KeyLine};
