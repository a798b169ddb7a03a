//! The pages, each a room of its own.
//!
//! To add one called `review`:
//! 1. a folder `pages/review` with `state.rs` (what it alone knows), `update.rs` (what keys, clicks and answers change),
//!    `layout.rs` (where things stand, where both clicks and drawing need it), `view.rs` (drawing), as far as it has
//!    them, and `mod.rs` with its [`Room`];
//! 2. a variant of [`Page`] in `app.rs`, its [`Place`](super::keys::Place), and its line in [`room`] below;
//! 3. its keys in the key table (`keys.rs`), which the bar and the help page are printed from;
//! 4. a way to get there: a variant of [`Next`](super::next::Next) in `next.rs`, answered in `update.rs` by
//!    [`App::call`](super::app::App::call) (escape comes back) or [`App::show`](super::app::App::show).
//!
//! A state knows no update, an update no view, and no page another page's update but the table's, which is below all.

pub mod atlas;
pub mod editor;
pub mod help;
pub mod home;
pub mod lesson;
pub mod lessons;
pub mod line;
pub mod moves;
pub mod open;
pub mod puzzles;
pub mod record;
pub mod review;
pub mod settings;
pub mod setup;
pub mod table;
pub mod tree;

use super::app::Page;
use super::room::Room;

/// What a page does.
#[must_use]
pub fn room(page: &Page) -> &'static Room {
    match page {
        Page::Home => &home::ROOM,
        Page::Setup(_) => &setup::ROOM,
        Page::Table => &table::ROOM,
        Page::Open(_) => &open::ROOM,
        Page::Help(_) => &help::ROOM,
        Page::Review(_) => &review::ROOM,
        Page::Puzzles(_) => &puzzles::ROOM,
        Page::Tree(_) => &tree::ROOM,
        Page::Atlas(_) => &atlas::ROOM,
        Page::Record(_) => &record::ROOM,
        Page::Lesson(_) => &lesson::ROOM,
        Page::Lessons(_) => &lessons::ROOM,
        Page::Moves(_) => &moves::ROOM,
        Page::Line(_) => &line::ROOM,
        Page::Editor(_) => &editor::ROOM,
        Page::Settings(_) => &settings::ROOM,
    }
}
