//! Which key asks for what, and where: [`ACTIONS`](Action::ALL) and their usual keys, the places where they count and
//! what they do there ([`KEY_LINES`]), and the keys that hold in this run ([`KeyMap`]).

mod key;
mod map;
mod table;

pub use key::{Key, KeyCode, UnknownKey};
pub use map::{Conflict, KeyMap, Section};
pub use table::{Action, KEY_LINES, KeyContext, KeyLine};
