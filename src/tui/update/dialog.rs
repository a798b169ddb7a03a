//! Questions over the page: typing, choosing, naming, yes or no.

use std::path::PathBuf;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;
use tui_input::{Input, InputRequest};

use super::desk;
use crate::games;
use crate::play::store::StoreError;
use crate::play::{Match, Participant};
use crate::rules::{Picture, Player, Site};
use crate::tui::app::{App, Dialog, Reading, Screen};
use crate::tui::effect::{Effect, SaveAs};
use crate::tui::keys::{self, Action, Place};
use crate::tui::sheet::{self, Answer};
use crate::tui::{bar, layout};

/// The longest line that can be typed or pasted, in characters: an ID of 100,000 cells fits.
const LONGEST: usize = 200_000;

/// So many lines of a list are a page.
pub const PAGE: usize = 10;

/// A key in a dialog.
pub fn key(app: &mut App, pressed: KeyEvent, action: Option<Action>) {
    if action == Some(Action::Quit) {
        app.dialog = None;
        desk::quit(app);
        return;
    }
    match &mut app.dialog {
        Some(Dialog::Type(_)) => match pressed.code {
            KeyCode::Esc => app.dialog = None,
            KeyCode::Enter => enter_typed(app),
            _ => {
                if let Some(Dialog::Type(typing)) = &mut app.dialog
                    && edit(&mut typing.input, pressed)
                {
                    read(app);
                }
            }
        },
        Some(Dialog::Save(naming)) => match pressed.code {
            KeyCode::Esc => app.dialog = None,
            KeyCode::Enter => enter_name(app),
            _ => {
                if edit(&mut naming.input, pressed) {
                    (naming.problem, naming.exists) = (None, false);
                }
            }
        },
        Some(Dialog::Which(_)) => match action {
            Some(Action::Enter) => enter_which(app),
            Some(Action::Escape) => app.dialog = None,
            Some(way) => step(app, way),
            None => {}
        },
        Some(Dialog::Confirm(_)) => answer(app, pressed),
        None => {}
    }
}

/// A digit at the table begins a move: of the pile or track under the cursor, where there is one.
pub fn digit(app: &mut App, digit: char) {
    let start = app.sitting.as_ref().and_then(|s| typed(&s.scene.picture, s.cursor?));
    desk::key(app, Action::Type);
    paste(app, &format!("{}{digit}", start.unwrap_or_default()));
}

/// How a typed move at a site begins.
fn typed(picture: &Picture, site: Site) -> Option<String> {
    match picture {
        Picture::Piles(piles) => piles.heaps.iter().find(|h| h.group == site.group).map(|h| h.typed.clone()),
        Picture::Track(track) => Some(track.typed.clone()),
        Picture::Frames(frames) => {
            let frame = frames.get(usize::from(site.part))?;
            let inner = typed(&frame.scene.picture, Site { part: 0, ..site }).unwrap_or_default();
            Some(format!("{}/{inner}", site.part + 1))
        }
        _ => None,
    }
}

/// What a key does to a line of text; whether it changed.
pub fn edit(input: &mut Input, pressed: KeyEvent) -> bool {
    let ctrl = pressed.modifiers.contains(KeyModifiers::CONTROL);
    let request = match pressed.code {
        KeyCode::Char('u') if ctrl => InputRequest::DeleteFromStart,
        KeyCode::Char('k') if ctrl => InputRequest::DeleteTillEnd,
        KeyCode::Char('w') if ctrl => InputRequest::DeletePrevWord,
        KeyCode::Char('a') if ctrl => InputRequest::GoToStart,
        KeyCode::Char('e') if ctrl => InputRequest::GoToEnd,
        KeyCode::Char(c) if !ctrl && input.value().len() < LONGEST => InputRequest::InsertChar(c),
        KeyCode::Backspace => InputRequest::DeletePrevChar,
        KeyCode::Delete => InputRequest::DeleteNextChar,
        KeyCode::Left => InputRequest::GoToPrevChar,
        KeyCode::Right => InputRequest::GoToNextChar,
        KeyCode::Home => InputRequest::GoToStart,
        KeyCode::End => InputRequest::GoToEnd,
        _ => return false,
    };
    input.handle(request).is_some_and(|changed| changed.value)
}

/// Puts a text into a line of text, without line breaks and other control characters.
pub fn insert(input: &mut Input, text: &str) {
    let plain: String = text.trim().chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    let at = input.cursor();
    let mut all: Vec<char> = input.value().chars().collect();
    all.splice(at..at, plain.chars());
    all.truncate(LONGEST);
    let cursor = (at + plain.chars().count()).min(all.len());
    *input = Input::new(all.into_iter().collect()).with_cursor(cursor);
}

/// Text was pasted: into the line being typed; at the table, into a new one.
pub fn paste(app: &mut App, text: &str) {
    if app.dialog.is_none() && matches!(app.screen, Screen::AnyPosition) {
        desk::key(app, Action::Type);
    }
    match &mut app.dialog {
        Some(Dialog::Type(typing)) => {
            insert(&mut typing.input, text);
            read(app);
        }
        Some(Dialog::Save(naming)) => insert(&mut naming.input, text),
        Some(_) => {}
        None => super::setup::paste(app, text),
    }
}

/// Reads what is typed: a move of this position, or another position.
pub fn read(app: &mut App) {
    let Some(s) = app.sitting.as_ref() else { return };
    let Some(Dialog::Type(typing)) = &mut app.dialog else { return };
    let text = typing.input.value().trim();
    typing.reading = if text.is_empty() {
        Reading::Nothing
    } else if text.contains(':') {
        match games::open(text, &app.library) {
            Ok(table) => Reading::Position(table),
            Err(error) => Reading::Wrong(error.to_string()),
        }
    } else {
        match s.game.table().legal(text) {
            Ok(_) if !s.hand_may_move() => Reading::Wrong("it is not your turn".to_owned()),
            Ok(choice) => Reading::Move(choice.text),
            Err(error) => Reading::Wrong(error.to_string()),
        }
    };
}

fn enter_typed(app: &mut App) {
    // Whose turn it is may have changed since the last character.
    read(app);
    let Some(Dialog::Type(typing)) = &app.dialog else { return };
    match &typing.reading {
        Reading::Nothing => app.dialog = None,
        Reading::Wrong(_) => {}
        Reading::Move(text) => {
            let text = text.clone();
            app.dialog = None;
            super::table::play(app, &text);
        }
        Reading::Position(table) => {
            let table = table.boxed_clone();
            app.dialog = None;
            let Some(s) = app.sitting.as_ref() else { return };
            if table.id() == s.game.table().id() {
                return;
            }
            // The same people play on.
            let kinds = Player::BOTH.map(|p| s.game.participant(p).kind);
            let participants = Participant::pair(kinds, table.info());
            desk::put_over(app, Match::new(table, participants), None);
        }
    }
}

/// Moves through a list.
pub fn step(app: &mut App, way: Action) {
    let Some(Dialog::Which(which)) = &mut app.dialog else { return };
    let last = which.list.len().saturating_sub(1);
    which.at = match way {
        Action::Up | Action::Left => which.at.checked_sub(1).unwrap_or(last),
        Action::Down | Action::Right => {
            if which.at >= last {
                0
            } else {
                which.at + 1
            }
        }
        Action::PageUp => which.at.saturating_sub(PAGE),
        Action::PageDown => (which.at + PAGE).min(last),
        Action::First => 0,
        Action::Last => last,
        _ => which.at,
    };
}

fn enter_which(app: &mut App) {
    let Some(Dialog::Which(which)) = &app.dialog else { return };
    let text = which.list.get(which.at).map(|c| c.text.clone());
    app.dialog = None;
    if let Some(text) = text {
        super::table::play(app, &text);
    }
}

/// A click on an answer gives it; one on a line of a list selects it, and chooses it where it is selected. Beside
/// them a click leaves the question as it is.
pub fn click(app: &mut App, column: u16, row: u16) {
    if let Some(code) = bar::asked_at(app, column, row) {
        let pressed = KeyEvent::new(code, KeyModifiers::NONE);
        return key(app, pressed, keys::action(Place::Dialog, pressed));
    }
    match &mut app.dialog {
        Some(Dialog::Confirm(question)) => {
            let offers = sheet::question(app.size, question).offers;
            let hit = offers.iter().find(|o| o.area.contains(Position { x: column, y: row }));
            if let Some(offer) = hit {
                give(app, offer.answer);
            }
        }
        Some(Dialog::Which(which)) => {
            let list = sheet::list(app.size, which);
            let Some(line) = layout::line_at(list.lines, column, row) else { return };
            let at = list.first + line;
            if at == which.at {
                enter_which(app);
            } else if at < which.list.len() {
                which.at = at;
            }
        }
        _ => {}
    }
}

fn answer(app: &mut App, pressed: KeyEvent) {
    let Some(Dialog::Confirm(question)) = &app.dialog else { return };
    match pressed.code {
        KeyCode::Char('y' | 'Y') => give(app, Answer::Yes),
        KeyCode::Char('s' | 'S') if question.save => give(app, Answer::Save),
        KeyCode::Char('n' | 'N') | KeyCode::Esc => give(app, Answer::Stay),
        KeyCode::Enter if !question.save => give(app, Answer::Yes),
        KeyCode::Char('?') | KeyCode::F(1) => desk::help(app),
        _ => {}
    }
}

/// The question is answered.
fn give(app: &mut App, answer: Answer) {
    let Some(Dialog::Confirm(question)) = app.dialog.take() else { return };
    match answer {
        Answer::Yes => desk::then(app, question.then),
        Answer::Save => desk::save(app, Some(question.then)),
        Answer::Stay => {}
    }
}

fn enter_name(app: &mut App) {
    let Some(s) = app.sitting.as_ref() else { return };
    let Some(Dialog::Save(naming)) = &app.dialog else { return };
    let name = naming.input.value().trim().to_owned();
    let to = match &s.file {
        // Its own file, wherever that is.
        Some(file) if s.name().as_ref() == Some(&name) => SaveAs::File(file.clone()),
        _ => SaveAs::Name { name, replace: naming.exists },
    };
    app.out.push(Effect::Save(Box::new(s.game.clone()), to));
}

/// A name that is free has been found: it stands there unless another one was typed meanwhile.
pub fn suggested(app: &mut App, name: String) {
    if let Some(Dialog::Save(naming)) = &mut app.dialog
        && naming.input.value().is_empty()
    {
        naming.input = Input::new(name);
    }
}

/// The match was written, or not.
pub fn saved(app: &mut App, result: Result<PathBuf, StoreError>) {
    match result {
        Ok(path) => {
            if let Some(s) = app.sitting.as_mut() {
                s.changed = false;
                s.file = Some(path.clone());
            }
            app.say(format!("Saved: {}", path.display()));
            if let Some(Dialog::Save(naming)) = app.dialog.take()
                && let Some(then) = naming.then
            {
                desk::then(app, then);
            }
        }
        Err(error) => {
            let text = match &error {
                StoreError::Exists(_) => "There is a saved game of that name.".to_owned(),
                error => error.to_string(),
            };
            let exists = matches!(error, StoreError::Exists(_));
            match &mut app.dialog {
                Some(Dialog::Save(naming)) => (naming.problem, naming.exists) = (Some(text), exists),
                _ => app.complain(text),
            }
        }
    }
}
