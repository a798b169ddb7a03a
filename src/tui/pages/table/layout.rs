//! The board on the table, as it is shown now: the same for clicks and for drawing.

use ratatui::layout::Rect;

use super::state::MatchState;
use crate::draw::{Drawing, Marks};
use crate::rules::{Frame, Picture, Scene};
use crate::settings::Setting;
use crate::tui::app::{App, Dialog, Page};
use crate::tui::layout::Panes;
use crate::tui::text::wide;
use crate::tui::{board, layout};

/// The room of the board on the table.
#[must_use]
pub fn room(app: &App) -> Rect {
    layout::inset(panes(app).main)
}

/// The panes of the table: where the settings say. A lesson keeps its words beside the board.
#[must_use]
pub fn panes(app: &App) -> Panes {
    let lesson = app.on_table.as_ref().is_some_and(|s| s.lesson);
    match app.settings.value(Setting::Panel) {
        "below" if !lesson => layout::panes_below(app.size),
        "none" if !lesson => layout::one_pane(app.size),
        _ => layout::panes(app.size),
    }
}

/// The board on the table, as it is shown now.
#[must_use]
pub fn drawing(app: &App, s: &MatchState) -> Drawing {
    // The move that is about to be chosen from a list is shown like a hint.
    let chosen = match &app.dialog {
        Some(Dialog::Which(which)) => which.list.get(which.at).map(|c| c.sites.clone()),
        _ => None,
    };
    let figure = s.figure();
    let hint = chosen.unwrap_or_else(|| s.hinted());
    let theory = app.verdict && !s.conceals();
    let after = s.next_scene();
    let marks = Marks {
        cursor: s.cursor,
        picked: &s.picked,
        open: &s.open,
        last: s.last_sites(),
        theirs: s.last_is_opponents(),
        hint: &hint,
        before: s.before.as_ref(),
        after: after.as_ref(),
        start: Some(&s.start),
        figure: figure.as_deref().filter(|_| (theory && !s.lesson) || lesson_shows(app, s)),
        signs: &[],
    };
    match &s.scene.picture {
        // The short titles stand there before the nimbers are known, so that nothing moves when they are.
        Picture::Frames(frames) if theory => {
            let nimbers = s.analysis().map_or(&[][..], |analysis| &analysis.nimbers);
            let named = with_nimbers(frames, &s.game.position().part_id(), nimbers);
            let whole = Scene { picture: Picture::Frames(named), notes: s.scene.notes.clone() };
            board::scene(&whole, room(app), &marks, &app.theme)
        }
        _ => board::scene(&s.scene, room(app), &marks, &app.theme),
    }
}

/// Whether this is a step of a lesson that shows the theory, once it is done.
fn lesson_shows(app: &App, s: &MatchState) -> bool {
    match &app.page {
        Page::Lesson(lesson) => lesson.shows_theory(s),
        _ => false,
    }
}

/// What the signs of the theory mean that a step of a lesson shows on the board.
#[must_use]
pub fn lesson_signs(app: &App, s: &MatchState) -> Vec<String> {
    s.figure().filter(|_| lesson_shows(app, s)).map_or(Vec::new(), |figure| figure.legend())
}

/// What of the board is out of sight, where it is too long for the line under the board and goes into the panel.
#[must_use]
pub fn hidden_in_panel(app: &App, s: &MatchState, panes: &Panes) -> Option<String> {
    drawing(app, s).cut.filter(|text| panes.beside && wide(text) > line_under_board(panes))
}

/// The columns of the line under the board.
#[must_use]
pub fn line_under_board(panes: &Panes) -> usize {
    usize::from(panes.main.width.saturating_sub(6))
}

/// The parts of a sum with their nimbers in their titles: `1 nim *7`. The word of the ID is short, so that the title
/// takes no more room than the whole name does.
fn with_nimbers(frames: &[Frame], id: &str, nimbers: &[Option<u64>]) -> Vec<Frame> {
    let mut named = frames.to_vec();
    for (i, (frame, part)) in named.iter_mut().zip(id.split(" + ")).enumerate() {
        let word = part.split(['/', ':']).next().unwrap_or(part);
        let worth = nimbers.get(i).copied().flatten().map_or(String::new(), |nimber| format!(" *{nimber}"));
        frame.title = format!("{} {word}{worth}", i + 1);
    }
    named
}
