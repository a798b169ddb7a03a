//! Answering a question with yes or no.

use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Position;

use super::layout;
use super::state::ConfirmAnswer;
use crate::tui::app::{App, Dialog};
use crate::tui::keys::Action;
use crate::tui::next::Next;

/// A key.
pub fn key(app: &mut App, pressed: KeyEvent, _: Option<Action>) {
    let Some(Dialog::Confirm(question)) = &app.dialog else { return };
    match pressed.code {
        KeyCode::Char('y' | 'Y') => give(app, ConfirmAnswer::Yes),
        KeyCode::Char('s' | 'S') if question.save => give(app, ConfirmAnswer::Save),
        KeyCode::Char('n' | 'N') | KeyCode::Esc => give(app, ConfirmAnswer::Stay),
        KeyCode::Enter if !question.save => give(app, ConfirmAnswer::Yes),
        KeyCode::Char('?') | KeyCode::F(1) => app.next = Some(Next::Help),
        _ => {}
    }
}

/// A click on an answer gives it; beside them it leaves the question as it is.
pub fn click(app: &mut App, column: u16, row: u16) {
    let Some(Dialog::Confirm(question)) = &app.dialog else { return };
    let buttons = layout::question(app.size, question).buttons;
    let hit = buttons.iter().find(|b| b.area.contains(Position { x: column, y: row }));
    if let Some(answer) = hit.map(|b| b.answer) {
        give(app, answer);
    }
}

/// The question is answered.
fn give(app: &mut App, answer: ConfirmAnswer) {
    let Some(Dialog::Confirm(question)) = app.dialog.take() else { return };
    match answer {
        ConfirmAnswer::Yes => app.next = Some(question.then),
        ConfirmAnswer::Save => app.next = Some(Next::Save(Some(Box::new(question.then)))),
        ConfirmAnswer::Stay => {}
    }
}
