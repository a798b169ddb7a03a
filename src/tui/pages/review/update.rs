//! The review of a match: stepping, the better move, trying again.

use ratatui::layout::Position;

use super::layout::chart;
use super::panel::most_reading;
use super::state::ReviewState;
use crate::erased::{Analysis, Ask};
use crate::rules::Stop;
use crate::tui::app::{App, Page, TriedFrom};
use crate::tui::effect::{Effect, Work};
use crate::tui::event::{Ticket, Worked};
use crate::tui::keys::Action;
use crate::tui::layout;
use crate::tui::pages::table::update::turns;

/// Reviews the match on the table.
pub fn show(app: &mut App) {
    let Some(s) = app.on_table.as_ref() else { return };
    if s.game.cursor() == 0 {
        return app.say("Nothing has been played yet: there is nothing to review.");
    }
    let game = s.game.clone();
    turns::interrupt(app);
    let ticket = app.out.ticket();
    app.out.push(Effect::Work(ticket, Work::Review(Box::new(game.clone()))));
    app.call(Page::Review(Box::new(ReviewState::new(game, ticket))));
    look(app);
}

/// More of the review has come.
pub fn worked(app: &mut App, ticket: Ticket, work: Worked) {
    let Page::Review(page) = &mut app.page else { return };
    if page.ticket != Some(ticket) {
        return;
    }
    match work {
        Worked::Review(review, done) => {
            page.review = *review;
            if done {
                page.ticket = None;
                // The turning point is what one wants to see first; without one, the start.
                if page.at == 0
                    && let Some(turning) = page.review.turning()
                {
                    go(app, turning - 1);
                }
            }
        }
        Worked::Failed(what) => {
            page.ticket = None;
            page.error = Some(what);
        }
        _ => {}
    }
}

/// Looks at the board before the move, and asks why it is as it is.
fn look(app: &mut App) {
    let ticket = app.out.ticket();
    let Page::Review(page) = &mut app.page else { return };
    page.game.jump(page.at);
    page.scene = page.game.position().scene();
    (page.better, page.reading) = (false, 0);
    page.here = None;
    page.asked = Some(ticket);
    let position = page.game.position().boxed_clone();
    app.out.push(Effect::Analyse(ticket, position, Ask::usual()));
}

/// What was asked of the board has come.
pub fn analysed(app: &mut App, ticket: Ticket, result: &Result<Analysis, Stop>) -> bool {
    let Page::Review(page) = &mut app.page else { return false };
    if page.asked != Some(ticket) {
        return false;
    }
    page.asked = None;
    page.here = Some(result.clone());
    true
}

fn go(app: &mut App, to: usize) {
    let Page::Review(page) = &mut app.page else { return };
    let to = to.min(page.moves);
    if to != page.at {
        page.at = to;
        look(app);
    }
}

pub fn key(app: &mut App, action: Action) {
    let Page::Review(page) = &app.page else { return };
    let most = most_reading(app, page);
    let Page::Review(page) = &mut app.page else { return };
    let at = page.at;
    match action {
        Action::Left | Action::Up | Action::PreviousMove => go(app, at.saturating_sub(1)),
        Action::Right | Action::Down | Action::NextMove => go(app, at + 1),
        Action::First => go(app, 0),
        Action::Last => go(app, usize::MAX),
        Action::PreviousMistake | Action::NextMistake => {
            let forward = action == Action::NextMistake;
            match page.mistake(forward) {
                Some(to) => go(app, to),
                None if forward => app.say("There is no mistake after this."),
                None => app.say("There is no mistake before this."),
            }
        }
        Action::Hint => page.better = !page.better,
        Action::PageUp => page.reading = page.reading.saturating_sub(layout::PAGE),
        Action::PageDown => page.reading = (page.reading + layout::PAGE).min(most),
        Action::Enter => try_again(app),
        Action::Escape => leave(app),
        _ => {}
    }
}

/// Plays on from the board that is looked at, against the same opponent; the review waits.
fn try_again(app: &mut App) {
    let Page::Review(page) = std::mem::replace(&mut app.page, Page::Home) else { return };
    if page.at >= page.moves && page.game.result().is_some() {
        app.page = Page::Review(page);
        return app.say("The match is over here: step back to try again from a move.");
    }
    let game = page.game.clone();
    let Some(original) = app.on_table.take() else { return };
    let dialogs = std::mem::take(&mut app.behind);
    drop(dialogs);
    turns::begin(app, game, None);
    if let Some(s) = app.on_table.as_mut() {
        s.trial = true;
    }
    app.tried = Some(Box::new(TriedFrom { original, review: page }));
    app.say("Try again from here; b leads back to the review.");
}

/// Back from trying again to the review, and the match that it is of to the table.
pub fn back_from_trial(app: &mut App) {
    let Some(tried) = app.tried.take() else { return };
    turns::interrupt(app);
    app.on_table = Some(tried.original);
    app.show(Page::Table);
    app.call(Page::Review(tried.review));
    let Page::Review(page) = &mut app.page else { return };
    if page.ticket.is_some() {
        // It was not done when it was left.
        let ticket = app.out.ticket();
        page.ticket = Some(ticket);
        let mut game = page.game.clone();
        game.jump(page.moves);
        app.out.push(Effect::Work(ticket, Work::Review(Box::new(game))));
    }
    look(app);
}

fn leave(app: &mut App) {
    app.out.push(Effect::Forget);
    app.out.push(Effect::StopWork);
    app.back();
    if matches!(app.page, Page::Table) {
        turns::resume(app);
    }
}

/// A click on a column of the chart goes to its move.
pub fn click(app: &mut App, column: u16, row: u16) {
    let Page::Review(page) = &app.page else { return };
    let chart = chart(app.size, page);
    if chart.area.contains(Position { x: column, y: row }) {
        let to = chart.first + usize::from(column - chart.area.x);
        go(app, to);
    }
}

/// The wheel steps through the match.
pub fn wheel(app: &mut App, lines: i32) {
    key(app, if lines > 0 { Action::Right } else { Action::Left });
}
