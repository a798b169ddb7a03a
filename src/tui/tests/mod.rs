//! Tests the whole interface. Some tests use only the state machine, and others also use a driver and an in-memory
//! terminal.

mod coach;
mod cuts;
mod editor;
mod example;
mod face;
pub(super) mod harness;
mod hints;
mod language;
mod last_move;
mod lesson;
mod mouse;
mod navigation;
mod pages;
mod panel;
mod picture;
mod pictures;
mod playing;
mod remapping;
mod saving;
mod setting_up;
mod settings;
mod shapes;
mod sizes;
mod slow;
mod steps;
mod stumbles;
mod teaching;
mod turns;
