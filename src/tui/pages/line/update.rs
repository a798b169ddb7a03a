//! Walking along the perfect line.

use super::panel;
use super::state::{LineState, LineStep};
use crate::erased::{Analysis, Ask};
use crate::rules::{Site, Stop};
use crate::tui::app::{App, Out, Page};
use crate::tui::effect::Effect;
use crate::tui::event::Ticket;
use crate::tui::keys::Action;
use crate::tui::pages::table::state::Meaning;
use crate::tui::pages::table::update::turns;

/// Shows the line that begins with what is picked, else with the move at the cursor; where neither is one move, with
/// the best one.
pub fn show(app: &mut App) {
    turns::interrupt(app);
    let Some(s) = app.on_table.as_ref() else { return };
    let mover = s.game.mover_at(s.game.cursor());
    let start = LineStep::new(s.game.position().boxed_clone(), None, mover);
    let sites: Vec<Site> =
        if s.picked.is_empty() { s.cursor.into_iter().collect() } else { s.picked.clone() };
    let first = match s.meaning(&sites) {
        Meaning::One(text) if !sites.is_empty() => start.after(&text),
        _ => None,
    };
    let steps: Vec<LineStep> = std::iter::once(start).chain(first).collect();
    let mut line = LineState { at: steps.len() - 1, steps, pending: None, reading: 0 };
    ask(&mut line, &mut app.out);
    app.call(Page::Line(line));
}

/// Asks what is to be said of the step shown, where it is not known.
fn ask(line: &mut LineState, out: &mut Out) {
    if line.step().analysis.is_none() {
        let ticket = out.ticket();
        line.pending = Some(ticket);
        out.push(Effect::Analyse(ticket, line.step().position.boxed_clone(), Ask::usual()));
    }
}

/// The step shown is worked out.
pub fn analysed(app: &mut App, ticket: Ticket, result: &Result<Analysis, Stop>) -> bool {
    let Page::Line(line) = &mut app.page else { return false };
    if line.pending != Some(ticket) {
        return false;
    }
    line.pending = None;
    let at = line.at;
    line.steps[at].analysis = Some(result.clone());
    true
}

pub fn key(app: &mut App, action: Action) {
    if matches!(action, Action::Escape | Action::WhatIf) {
        app.back();
        turns::resume(app);
        return;
    }
    if matches!(action, Action::PageUp | Action::PageDown) {
        return read_on(app, action);
    }
    let Page::Line(line) = &mut app.page else { return };
    // One step at a time: what is asked is about the step shown.
    if line.pending.is_some() {
        return;
    }
    match action {
        Action::Right | Action::Down | Action::Enter | Action::Pick => {
            if line.at + 1 == line.steps.len() {
                let best = match &line.step().analysis {
                    Some(Ok(analysis)) => analysis.best.as_ref().map(|c| c.text.clone()),
                    _ => None,
                };
                let Some(next) = best.and_then(|text| line.step().after(&text)) else {
                    return app.say("The line ends here.");
                };
                line.steps.push(next);
            }
            line.at += 1;
        }
        Action::Left | Action::Up | Action::Undo => line.at = line.at.saturating_sub(1),
        Action::First => line.at = 0,
        Action::Last => line.at = line.steps.len() - 1,
        _ => return,
    }
    line.reading = 0;
    ask(line, &mut app.out);
}

/// The next page of what is said of the step shown, or the one before.
fn read_on(app: &mut App, action: Action) {
    let Page::Line(line) = &app.page else { return };
    let (most, page) = panel::reach(app, line);
    let Page::Line(line) = &mut app.page else { return };
    let at = line.reading.min(most);
    line.reading = if action == Action::PageUp { at.saturating_sub(page) } else { (at + page).min(most) };
}
