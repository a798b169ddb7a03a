//! Which key asks for what, and where: [`ACTIONS`](Action::ALL) and their usual keys, the places where they count and
//! what they do there ([`KEY_LINES`]), and the keys that hold in this run ([`KeyMap`]).

mod action;
mod context;
mod key;
mod lines;
mod map;

pub use action::Action;
pub use context::KeyContext;
pub use key::{Key, KeyCode, UnknownKey};
pub use lines::{KEY_LINES, KeyLine};
pub use map::{Conflict, KeyMap, Section};
