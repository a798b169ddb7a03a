//! What keys and clicks change in the editor.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::layout::{self as editor_layout, PressedNumber};
use super::state::EditorState;
use crate::draw::{neighbour, site_at};
use crate::erased::{Analysis, Ask};
use crate::games;
use crate::play::{Match, Participant};
use crate::rules::{Player, Site, Stop};
use crate::tui::app::{App, Page};
use crate::tui::effect::Effect;
use crate::tui::event::Ticket;
use crate::tui::keys::Action;
use crate::tui::next::Next;
use crate::tui::pages::table::update::turns;
use crate::tui::{board, field};

/// Shows the editor: on the position of the table, or on the one being set up.
pub fn show(app: &mut App) {
    let (position, kinds) = if let Page::Setup(setup) = &app.page {
        let Some(position) = setup.position.as_ref().ok().or(setup.last.as_ref()) else { return };
        let [a, b] = setup.kinds;
        let swapped = position.mover().is_none() && setup.starts == Player::Second;
        (position.boxed_clone(), if swapped { [b, a] } else { [a, b] })
    } else if let Some(s) = app.on_table.as_ref() {
        (s.game.position().boxed_clone(), Player::BOTH.map(|p| s.game.participant(p).kind))
    } else {
        return;
    };
    turns::interrupt(app);
    app.call(Page::Editor(Box::new(EditorState::new(position, kinds))));
    changed(app);
}

/// Asks what the position is worth, and keeps the cursor on the board.
fn changed(app: &mut App) {
    let ticket = app.out.ticket();
    let Page::Editor(editor) = &app.page else { return };
    let hits = editor_layout::drawing(app, editor).hits;
    let Page::Editor(editor) = &mut app.page else { return };
    if !editor.cursor.is_some_and(|site| hits.iter().any(|h| h.site == site)) {
        // The same pile or place, where it is still there; else the first thing.
        let near = |site: &Site| {
            let same = |s: &Site| (s.part, s.group) == (site.part, site.group);
            hits.iter().map(|h| h.site).filter(same).min_by_key(|s| s.item.abs_diff(site.item))
        };
        editor.cursor = (editor.cursor.as_ref().and_then(near)).or_else(|| hits.first().map(|h| h.site));
    }
    match &editor.position {
        Ok(position) if editor.proved.is_none() && editor.pending.is_none() => {
            editor.pending = Some(ticket);
            app.out.push(Effect::Analyse(ticket, position.boxed_clone(), Ask::usual()));
        }
        Ok(_) => {}
        Err(_) => app.out.push(Effect::Forget),
    }
}

/// The position is worked out.
pub fn analysed(app: &mut App, ticket: Ticket, result: &Result<Analysis, Stop>) -> bool {
    let Page::Editor(editor) = &mut app.page else { return false };
    if editor.pending == Some(ticket) {
        editor.pending = None;
        editor.proved = Some(result.clone());
    }
    // What the table had asked for has no place here.
    true
}

pub fn key(app: &mut App, action: Action) {
    if !matches!(action, Action::More | Action::Less)
        && let Page::Editor(editor) = &mut app.page
    {
        editor.typing = false;
    }
    match action {
        Action::Left | Action::Right | Action::Up | Action::Down => move_cursor(app, action),
        Action::Pick => {
            if let Page::Editor(editor) = &app.page
                && let Some(site) = editor.cursor
            {
                press(app, site);
            }
        }
        Action::More | Action::Less => step(app, action == Action::More),
        Action::NextNumber => select(app, 1),
        Action::Undo => {
            let Page::Editor(editor) = &mut app.page else { return };
            if editor.undo(&app.library) {
                changed(app);
            } else {
                app.say("Nothing was changed.");
            }
        }
        Action::Swap => {
            let Page::Editor(editor) = &mut app.page else { return };
            if editor.convention.is_none() {
                return app.say("This game has no other convention.");
            }
            editor.turn_convention(&app.library);
            changed(app);
        }
        Action::Copy => {
            let Page::Editor(editor) = &app.page else { return };
            let id = editor.id();
            app.say(format!("Copied: {id}"));
            app.out.push(Effect::Copy(id));
        }
        Action::Enter => begin(app),
        Action::Escape => leave(app),
        _ => {}
    }
}

/// A digit goes into the number that is selected.
pub fn typed(app: &mut App, pressed: KeyEvent) -> bool {
    if pressed.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return false;
    }
    let Page::Editor(editor) = &mut app.page else { return false };
    let Some(listed) = editor.list().into_iter().nth(editor.line) else { return false };
    let n = match pressed.code {
        KeyCode::Char(c @ '0'..='9') => {
            let before = if editor.typing { listed.said.value } else { 0 };
            before.saturating_mul(10).saturating_add(u64::from(c) - u64::from('0'))
        }
        KeyCode::Backspace => listed.said.value / 10,
        _ => return false,
    };
    editor.typing = true;
    let line = editor.line;
    editor.change(listed.component, &app.library, |parts| parts.set(listed.line, n));
    editor.cursor = editor.site_of(line).or(editor.cursor);
    changed(app);
    true
}

fn move_cursor(app: &mut App, action: Action) {
    let Page::Editor(editor) = &app.page else { return };
    let hits = editor_layout::drawing(app, editor).hits;
    let to = neighbour(&hits, editor.cursor, board::direction(action));
    let Page::Editor(editor) = &mut app.page else { return };
    if let Some(site) = to {
        editor.cursor = Some(site);
        editor.line = editor.line_of(site).unwrap_or(editor.line);
    }
}

fn press(app: &mut App, site: Site) {
    let Page::Editor(editor) = &mut app.page else { return };
    editor.cursor = Some(site);
    editor.line = editor.line_of(site).unwrap_or(editor.line);
    editor.press(site, &app.library);
    changed(app);
}

/// One more or one less: of the tokens on a vertex, else of the number that is selected.
fn step(app: &mut App, up: bool) {
    let Page::Editor(editor) = &mut app.page else { return };
    let line = editor.line;
    let stacked = up && editor.cursor.is_some_and(|site| editor.stack(site, &app.library));
    if !stacked {
        editor.step(line, up, &app.library);
        editor.cursor = editor.site_of(line).or(editor.cursor);
    }
    editor.typing = false;
    changed(app);
}

/// Selects another number of the list.
fn select(app: &mut App, by: isize) {
    let Page::Editor(editor) = &mut app.page else { return };
    let count = editor.list().len();
    if count > 0 {
        editor.line = (editor.line + count).saturating_add_signed(by) % count;
        editor.typing = false;
        editor.cursor = editor.site_of(editor.line).or(editor.cursor);
    }
    changed(app);
}

/// A click changes what is under it, on the board and in the list.
pub fn click(app: &mut App, column: u16, row: u16) {
    let Page::Editor(editor) = &app.page else { return };
    if let Some(pressed) = editor_layout::pressed(app, editor, column, row) {
        let (PressedNumber::Line(line) | PressedNumber::Less(line) | PressedNumber::More(line)) = pressed;
        let Page::Editor(editor) = &mut app.page else { return };
        editor.line = line;
        editor.typing = false;
        match pressed {
            PressedNumber::Line(_) => {}
            PressedNumber::Less(_) => editor.step(line, false, &app.library),
            PressedNumber::More(_) => editor.step(line, true, &app.library),
        }
        editor.cursor = editor.site_of(line).or(editor.cursor);
        return changed(app);
    }
    let drawing = editor_layout::drawing(app, editor);
    let area = board::place(&drawing, editor_layout::room(app));
    if area.contains(ratatui::layout::Position { x: column, y: row })
        && let Some(site) = site_at(&drawing.hits, column - area.x, row - area.y)
    {
        press(app, site);
    }
}

/// The wheel goes through the numbers.
pub fn wheel(app: &mut App, lines: i32) {
    select(app, if lines > 0 { 1 } else { -1 });
}

/// An ID was pasted: that position is put together further.
pub fn paste(app: &mut App, text: &str) {
    match games::open(&field::plain(text), &app.library) {
        Ok(position) => {
            let Page::Editor(editor) = &mut app.page else { return };
            editor.replace(position);
            changed(app);
        }
        Err(error) => app.complain(error.to_string()),
    }
}

/// Begins a match from what is there.
fn begin(app: &mut App) {
    let Page::Editor(editor) = &app.page else { return };
    match &editor.position {
        Err(text) => {
            let text = text.clone();
            app.complain(text);
        }
        Ok(position) => {
            let pair = app.settings.named(Participant::pair(editor.kinds, position.info()));
            let game = Match::new(position.boxed_clone(), pair);
            app.next = Some(Next::Replace(Box::new(game), None));
        }
    }
}

/// Back to where this was called from; nothing there has changed.
fn leave(app: &mut App) {
    app.out.push(Effect::Forget);
    app.back();
    if matches!(app.page, Page::Table) {
        turns::resume(app);
    }
}
