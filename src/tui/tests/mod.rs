//! The interface as a whole: the state machine by itself, and driven by keys into a terminal in memory.

mod around;
mod games;
mod kit;
mod monkey;
mod mouse;
mod pages;
mod playing;
mod sizes;
mod told;
