//! The pages.
//!
//! To add one: a file here with a type that implements [`Page`](super::page::Page), a context for its keys in the key
//! table (`settings/keys`), which the key bar and the help page are printed from, and a way to it from another page:
//! `cx.push(YourPage::new(..))`, which escape comes back from with `cx.go(Navigation::Back)`.

pub mod atlas;
pub mod coach;
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
pub mod strategy;
pub mod table;
pub mod tree;
