//! The atlas: choosing a game, walking on its map, playing from a place of it.

use super::layout::grid;
use super::state::AtlasState;
use crate::erased::{AnyPosition, Shape, with_word};
use crate::games;
use crate::play::atlas::{self, AtlasPiles, Chart};
use crate::play::{Level, Match, Participant, PlayerKind};
use crate::rules::Convention;
use crate::tui::app::{App, Page};
use crate::tui::effect::{Effect, Work};
use crate::tui::event::{Ticket, Worked};
use crate::tui::keys::Action;
use crate::tui::next::Next;
use crate::tui::pages::table::update::turns;

/// Whether a game has a map.
fn has_map(position: &dyn AnyPosition) -> bool {
    position.info().shape != Shape::None || position.with_stones(0, &mut |_| std::ops::ControlFlow::Break(()))
}

/// Shows the map of the game on the table, or of the one selected at home; of another one where that has none.
pub fn show(app: &mut App) {
    // From home too, where the match that waits is of the game selected there.
    let selected = app.home.entry(app.home.at).map(|entry| entry.info.id);
    let on_table = app
        .on_table
        .as_ref()
        .filter(|s| matches!(app.page, Page::Table) || selected == Some(s.game.position().info().id));
    let pattern = on_table.map(|s| s.game.position().boxed_clone()).or_else(|| {
        let entry = app.home.entry(app.home.at)?;
        games::open(entry.info.example, &app.library).ok()
    });
    let without = pattern.as_ref().filter(|p| !has_map(&***p)).map(|p| p.info().name);
    let pattern = pattern.filter(|p| has_map(&**p)).or_else(|| {
        (app.home.games().iter())
            .filter_map(|entry| games::open(entry.info.example, &app.library).ok())
            .find(|position| has_map(&**position))
    });
    let Some(pattern) = pattern else { return };
    turns::interrupt(app);
    if let Some(name) = without {
        app.say(format!("{name} has no map; this is the one of {}.", pattern.info().name));
    }
    let piles = fitting(&*pattern);
    let page = AtlasState { pattern, map: None, asked: None, piles, at: 0, scene: None, values: true };
    app.call(Page::Atlas(Box::new(page)));
    ask(app);
}

/// The map that fits a position: a line for one pile, a square for more.
fn fitting(position: &dyn AnyPosition) -> AtlasPiles {
    match atlas::piles(position) {
        Some(piles) if piles.len() > 1 => AtlasPiles::Two,
        _ => AtlasPiles::One,
    }
}

/// Asks for the map.
fn ask(app: &mut App) {
    let ticket = app.out.ticket();
    let Page::Atlas(page) = &mut app.page else { return };
    (page.map, page.scene, page.at, page.asked) = (None, None, 0, Some(ticket));
    let position = page.pattern.boxed_clone();
    let piles = page.piles;
    app.out.push(Effect::Work(ticket, Work::Map(position, piles)));
}

/// The map has come.
pub fn worked(app: &mut App, ticket: Ticket, work: Worked) {
    let Page::Atlas(page) = &mut app.page else { return };
    if page.asked != Some(ticket) {
        return;
    }
    page.asked = None;
    match work {
        Worked::Map(map) => {
            page.map = map.map(|m| *m);
            // What stands on the table is looked at first.
            let id = page.pattern.id();
            if let Some(Chart::Line(_, cells) | Chart::Square(_, _, cells)) =
                page.map.as_ref().map(|m| &m.chart)
            {
                page.at = cells.iter().position(|c| c.id == id).unwrap_or(0);
                // A square is a pattern of outcomes before it is one of values.
                page.values &= matches!(page.map.as_ref().map(|m| &m.chart), Some(Chart::Line(..)));
            }
        }
        Worked::Failed(what) => return app.complain(what),
        _ => {}
    }
    look(app);
}

/// Looks at the board of the place.
fn look(app: &mut App) {
    let Page::Atlas(page) = &mut app.page else { return };
    page.scene = page.id().and_then(|id| games::open(id, &app.library).ok()).map(|position| position.scene());
}

pub fn key(app: &mut App, action: Action) {
    let size = app.size;
    let Page::Atlas(page) = &mut app.page else { return };
    let last = page.places().saturating_sub(1);
    let across = grid(size, page).map_or(1, |g| g.across);
    match action {
        Action::Left => page.at = page.at.saturating_sub(1),
        Action::Right => page.at = (page.at + 1).min(last),
        Action::Up => page.at = if page.at >= across { page.at - across } else { page.at },
        Action::Down => page.at = if page.at + across <= last { page.at + across } else { page.at },
        Action::First => page.at = 0,
        Action::Last => page.at = last,
        Action::PageUp => return turn(app, false),
        Action::PageDown => return turn(app, true),
        Action::Swap => return change_convention(app),
        Action::Verdict => page.values = !page.values,
        Action::Pick => return change_piles(app),
        Action::Enter => return play(app),
        Action::Escape => {
            app.out.push(Effect::StopWork);
            app.back();
            if matches!(app.page, Page::Table) {
                turns::resume(app);
            }
            return;
        }
        _ => return,
    }
    look(app);
}

/// The next game that has a map, or the one before.
fn turn(app: &mut App, forward: bool) {
    let Page::Atlas(page) = &mut app.page else { return };
    let games = app.home.games();
    let count = games.len();
    let at = games.iter().position(|e| e.info.id == page.pattern.info().id).unwrap_or(0);
    let next = (1..=count)
        .map(|i| if forward { (at + i) % count } else { (at + count - i) % count })
        .filter_map(|i| games::open(games[i].info.example, &app.library).ok())
        .find(|position| has_map(&**position));
    if let Some(pattern) = next {
        (page.piles, page.values) = (fitting(&*pattern), true);
        page.pattern = pattern;
        ask(app);
    }
}

/// One pile instead of two, or two instead of one.
fn change_piles(app: &mut App) {
    let Page::Atlas(page) = &mut app.page else { return };
    if atlas::piles(&*page.pattern).is_none() {
        return app.say("This game has one map only.");
    }
    page.piles = if page.piles == AtlasPiles::One { AtlasPiles::Two } else { AtlasPiles::One };
    page.values = true;
    ask(app);
}

/// The same game in the other convention.
fn change_convention(app: &mut App) {
    let Page::Atlas(page) = &mut app.page else { return };
    let other = match page.pattern.convention() {
        Some(Convention::Normal) => Convention::Misere,
        Some(Convention::Misere) => Convention::Normal,
        None => return,
    };
    let id = with_word(Some(other), page.pattern.info().default, &page.pattern.part_id());
    if let Ok(pattern) = games::open(&id, &app.library) {
        page.pattern = pattern;
        ask(app);
    }
}

/// Plays from the place, against the perfect computer.
fn play(app: &mut App) {
    let Page::Atlas(page) = &mut app.page else { return };
    let position = page.id().and_then(|id| games::open(id, &app.library).ok());
    let Some(position) = position else { return app.say("There is no position here to play from.") };
    let kinds = [PlayerKind::Human, PlayerKind::Computer(Level::Perfect)];
    let pair = Participant::pair(kinds, position.info());
    app.next = Some(Next::Replace(Box::new(Match::new(position, pair)), None));
}

/// A click looks at a place; a click on the place that is looked at plays from it.
pub fn click(app: &mut App, column: u16, row: u16) {
    let size = app.size;
    let Page::Atlas(page) = &mut app.page else { return };
    match grid(size, page).and_then(|g| g.at(column, row)).filter(|at| *at < page.places()) {
        Some(at) if at == page.at => play(app),
        Some(at) => {
            page.at = at;
            look(app);
        }
        None => {}
    }
}

/// The wheel goes up and down.
pub fn wheel(app: &mut App, lines: i32) {
    key(app, if lines > 0 { Action::Down } else { Action::Up });
}
