//! Tests the whole interface: the state machine alone, and with a driver and a terminal in memory.

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
mod sizes;
mod slow;
mod steps;
mod stumbles;
mod teaching;
mod turns;
