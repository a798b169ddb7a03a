//! Looking at what every move can still do.

use super::state::MovesState;
use crate::draw::{neighbour, site_at};
use crate::erased::{Analysis, Ask};
use crate::rules::Stop;
use crate::tui::app::{App, Page};
use crate::tui::board;
use crate::tui::effect::Effect;
use crate::tui::event::Ticket;
use crate::tui::keys::Action;
use crate::tui::pages::table::layout as table;
use crate::tui::pages::table::update::turns;

/// Shows the moves of the position on the board.
pub fn show(app: &mut App) {
    turns::interrupt(app);
    let Some(s) = app.on_table.as_ref() else { return };
    let (cursor, position) = (s.cursor, s.game.position().boxed_clone());
    let ticket = app.out.ticket();
    let ask = Ask { most: 0, all: true, best: false, reasons: false };
    app.out.push(Effect::Analyse(ticket, position, ask));
    app.call(Page::Moves(MovesState { cursor, legal: None, pending: Some(ticket) }));
}

/// The moves are worked out.
pub fn analysed(app: &mut App, ticket: Ticket, result: &Result<Analysis, Stop>) -> bool {
    let Page::Moves(moves) = &mut app.page else { return false };
    if moves.pending != Some(ticket) {
        return false;
    }
    moves.pending = None;
    moves.legal = Some(match result {
        // A list that is missing is not an empty one: that would say of every move that it does not win.
        Ok(analysis) => analysis.legal.clone().ok_or_else(|| "the moves were not listed".to_owned()),
        Err(stop) => Err(stop.to_string()),
    });
    true
}

pub fn key(app: &mut App, action: Action) {
    match action {
        Action::Left | Action::Right | Action::Up | Action::Down => {
            let Some(drawing) = app.on_table.as_ref().map(|s| table::drawing(app, s)) else { return };
            let Page::Moves(moves) = &mut app.page else { return };
            let to = neighbour(&drawing.hits, moves.cursor, board::direction(action));
            moves.cursor = to.or(moves.cursor);
        }
        Action::Escape | Action::AllMoves | Action::Enter => leave(app),
        _ => {}
    }
}

/// A click moves the cursor.
pub fn click(app: &mut App, column: u16, row: u16) {
    let Some(drawing) = app.on_table.as_ref().map(|s| table::drawing(app, s)) else { return };
    let area = board::place(&drawing, table::room(app));
    if !area.contains(ratatui::layout::Position { x: column, y: row }) {
        return;
    }
    let Page::Moves(moves) = &mut app.page else { return };
    moves.cursor = site_at(&drawing.hits, column - area.x, row - area.y).or(moves.cursor);
}

/// Back to the match, the cursor where it is here.
fn leave(app: &mut App) {
    if let (Page::Moves(moves), Some(s)) = (&app.page, app.on_table.as_mut()) {
        s.cursor = moves.cursor;
    }
    app.back();
    turns::resume(app);
}
