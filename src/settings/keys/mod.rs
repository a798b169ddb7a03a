//! Which key asks for what, and where: [`ACTIONS`](Action::ALL) and their usual keys, the places where they count and
//! what they do there ([`KEY_LINES`]), and the keys that hold in this run ([`KeyMap`]).

mod action;
mod key;
mod lines;
mod map;
mod place;

pub use action::Action;
pub use key::{Key, KeyCode, UnknownKey};
pub use lines::{ENTER_ADD, ENTER_NEXT, ENTER_PLAY, KEY_LINES, KeyLine, TYPED};
pub use map::{Conflict, KeyMap, Section};
pub use place::Place;
