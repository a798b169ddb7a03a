//! What the interface begins with: the home screen, or a match on the table.

use std::path::PathBuf;

use super::app::{App, Begin};
use super::effect::Effect;
use super::pages::{lesson, table};
use crate::erased::AnyPosition;
use crate::play::{Match, Participant};

/// The interface on its home screen.
#[must_use]
pub fn home(begin: Begin) -> App {
    let first_run = begin.first_run;
    let mut app = App::new(begin);
    app.out.push(Effect::ReadLessons);
    if first_run {
        lesson::update::offer(&mut app);
    } else {
        app.out.push(Effect::Offer);
    }
    app
}

/// The interface with a match on the table.
#[must_use]
pub fn with_match(begin: Begin, game: Match, file: Option<PathBuf>) -> App {
    let mut app = App::new(begin);
    app.out.push(Effect::ReadLessons);
    // Moves that are in no file may never have been saved.
    let unsaved = file.is_none() && !game.moves().is_empty();
    table::update::turns::begin(&mut app, game, file);
    if let Some(s) = app.on_table.as_mut() {
        s.changed |= unsaved;
    }
    app
}

/// The interface with a new match on the table.
#[must_use]
pub fn with_position(begin: Begin, position: Box<dyn AnyPosition>, participants: [Participant; 2]) -> App {
    with_match(begin, Match::new(position, participants), None)
}
