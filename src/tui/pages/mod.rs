//! Contains the pages. `docs/adding-a-page.md` explains how to add a page.

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
