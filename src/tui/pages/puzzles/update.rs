//! Choosing a puzzle.

use super::state::{PuzzlePlay, PuzzlesState};
use crate::games;
use crate::play::history::History;
use crate::play::puzzle::{Puzzle, seed_of_day, shipped};
use crate::play::{Level, Match, Participant, PlayerKind};
use crate::rules::{Convention, Player, nearest};
use crate::tui::app::{App, Page};
use crate::tui::effect::{Effect, Work};
use crate::tui::event::{Ticket, Worked};
use crate::tui::keys::Action;
use crate::tui::layout;
use crate::tui::next::Next;
use crate::tui::pages::table::update::turns;

/// The hardest grade.
const HARDEST: u8 = crate::play::puzzle::HARDEST;

/// Shows the page.
pub fn show(app: &mut App) {
    turns::interrupt(app);
    app.show(Page::Puzzles(PuzzlesState::new(&app.library)));
    app.out.push(Effect::ReadRecord);
}

/// What was solved so far has been read.
pub fn recorded(app: &mut App, today: String, history: Result<History, String>) {
    if let Page::Puzzles(page) = &mut app.page {
        page.record = Some((today, history));
    }
}

/// A puzzle has been found, or none.
pub fn worked(app: &mut App, ticket: Ticket, work: Worked) {
    let Page::Puzzles(page) = &mut app.page else { return };
    let Some((_, daily)) = page.looking.filter(|(asked, _)| *asked == ticket) else { return };
    page.looking = None;
    match work {
        Worked::Puzzles(mut found) if !found.is_empty() => {
            app.next = Some(Next::Puzzle(Box::new(found.swap_remove(0)), daily));
        }
        Worked::Failed(what) => app.say(format!("There is {what}.")),
        _ => {}
    }
}

pub fn key(app: &mut App, action: Action) {
    let Page::Puzzles(page) = &mut app.page else { return };
    let last = page.lines() - 1;
    match action {
        Action::Up => page.at = page.at.checked_sub(1).unwrap_or(last),
        Action::Down => page.at = if page.at >= last { 0 } else { page.at + 1 },
        Action::Left => page.grade = page.grade.checked_sub(1).unwrap_or(HARDEST),
        Action::Right => page.grade = if page.grade >= HARDEST { 0 } else { page.grade + 1 },
        Action::PageUp => page.at = page.at.saturating_sub(layout::PAGE),
        Action::PageDown => page.at = (page.at + layout::PAGE).min(last),
        Action::First => page.at = 0,
        Action::Last => page.at = last,
        Action::Swap => {
            page.convention = match page.convention {
                None => Some(Convention::Normal),
                Some(Convention::Normal) => Some(Convention::Misere),
                Some(Convention::Misere) => None,
            }
        }
        Action::Enter => look(app),
        Action::Escape => {
            app.out.push(Effect::StopWork);
            app.next = Some(Next::Home);
        }
        _ => {}
    }
}

/// Looks for the puzzle that is selected.
fn look(app: &mut App) {
    let (ticket, by_chance) = (app.out.ticket(), app.next_seed());
    let Page::Puzzles(page) = &mut app.page else { return };
    let daily = page.is_daily();
    if page.is_shipped() {
        let mut shipped = shipped();
        let (grade, convention) = (page.grade, page.convention);
        shipped.retain(|p| grade == 0 || p.grade == grade);
        let played = |id: &str| games::open(id, &app.library).ok().and_then(|position| position.convention());
        shipped.retain(|p| convention.is_none() || played(&p.id) == convention);
        if shipped.is_empty() {
            app.say("The collection has none of these.");
        } else {
            let one = shipped.swap_remove(nearest(by_chance % shipped.len() as u64));
            app.next = Some(Next::Puzzle(Box::new(one), false));
        }
        return;
    }
    let today = page.record.as_ref().map_or("", |(today, _)| today.as_str());
    let mut parts = today.split('-').map(|n| n.parse::<u32>().unwrap_or(0));
    let mut part = || parts.next().unwrap_or(0);
    let seed = match daily {
        true => seed_of_day(nearest(part()), nearest(part()), nearest(part())),
        false => by_chance,
    };
    page.looking = Some((ticket, daily));
    let wanted = page.wanted();
    app.out.push(Effect::Work(ticket, Work::Puzzles { wanted, count: 1, seed }));
}

/// Puts a puzzle on the table, against the perfect computer.
pub fn begin(app: &mut App, puzzle: Puzzle, daily: bool) {
    let position = match games::open(&puzzle.id, &app.library) {
        Ok(position) => position,
        Err(e) => return app.complain(e.to_string()),
    };
    let (me, them) = (PlayerKind::Human, PlayerKind::Computer(Level::Perfect));
    let kinds = if position.mover() == Some(Player::Second) { [them, me] } else { [me, them] };
    let pair = Participant::pair(kinds, position.info());
    turns::begin(app, Match::new(position, pair), None);
    if let Some(s) = app.on_table.as_mut() {
        s.puzzle = Some(PuzzlePlay {
            puzzle,
            daily,
            tries: 0,
            helped: false,
            shown: false,
            solved: false,
            wrong: None,
            answered: None,
        });
    }
}

/// A click on a line selects it; on the selected one, begins the puzzle.
pub fn click(app: &mut App, column: u16, row: u16) {
    let list = layout::list_panes(app.size, layout::GAMES).main;
    let Page::Puzzles(page) = &mut app.page else { return };
    let Some(line) = layout::line_at(list, column, row) else { return };
    let at = layout::scroll(page.at, usize::from(list.height)) + line;
    if at == page.at {
        key(app, Action::Enter);
    } else if at < page.lines() {
        page.at = at;
    }
}

/// The wheel goes through the list.
pub fn wheel(app: &mut App, lines: i32) {
    key(app, if lines > 0 { Action::Down } else { Action::Up });
}
