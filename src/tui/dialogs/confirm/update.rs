//! Answering a question with yes or no.

use ratatui::layout::Position;

use super::layout;
use super::state::ConfirmAnswer;
use crate::tui::app::{App, Dialog};
use crate::tui::keys::Action;
use crate::tui::next::Next;

/// A key that asks for something.
pub fn key(app: &mut App, action: Action) {
    let Some(Dialog::Confirm(question)) = &app.dialog else { return };
    match action {
        Action::Yes => give(app, ConfirmAnswer::Yes),
        Action::SaveFirst if question.save => give(app, ConfirmAnswer::Save),
        Action::No | Action::Escape => give(app, ConfirmAnswer::Stay),
        Action::Enter if !question.save => give(app, ConfirmAnswer::Yes),
        Action::Help => app.next = Some(Next::Help),
        _ => {}
    }
}

/// A click on an answer gives it; beside them it leaves the question as it is.
pub fn click(app: &mut App, column: u16, row: u16) {
    let Some(Dialog::Confirm(question)) = &app.dialog else { return };
    let buttons = layout::question(app.size, question, &app.keys).buttons;
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
