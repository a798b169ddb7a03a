//! Where a question and its answers stand: the same for clicks and for drawing.

use crate::rules::nearest;
use ratatui::layout::Rect;

use super::state::{ConfirmAnswer, ConfirmState};
use crate::tui::dialogs::boxes::{self, DialogBox};
use crate::tui::keys::{Action, KeyMap, Place};
use crate::tui::text::{wide, wrap};

/// An answer on the screen.
pub struct AnswerButton {
    pub answer: ConfirmAnswer,
    /// The key that gives it.
    pub key: String,
    /// What it does.
    pub text: &'static str,
    /// Where it stands.
    pub area: Rect,
}

/// A question on the screen.
pub struct QuestionLayout {
    pub outline: DialogBox,
    /// The lines of the question.
    pub text: Vec<String>,
    /// The answers, below them.
    pub buttons: Vec<AnswerButton>,
}

/// Lays a question out: the answers stand side by side as far as there is room.
#[must_use]
pub fn question(size: (u16, u16), question: &ConfirmState, keys: &KeyMap) -> QuestionLayout {
    let room = boxes::width(size);
    let mut text = wrap(&question.text, room);
    let mut all =
        vec![(ConfirmAnswer::Yes, Action::Yes, question.yes), (ConfirmAnswer::Stay, Action::Escape, "stay")];
    if question.save {
        all.insert(1, (ConfirmAnswer::Save, Action::SaveFirst, "save first"));
    }
    let (mut x, mut y) = (0, 0);
    let mut placed = Vec::new();
    for (answer, action, text) in all {
        let key = keys.name(Place::Question, action);
        let columns = wide(&key) + 1 + wide(text);
        if x > 0 && x + columns > room {
            (x, y) = (0, y + 1);
        }
        placed.push((answer, key, text, x, y, columns));
        x += columns + 3;
    }
    let outline = boxes::bottom(size, text.len() + y + 1);
    // Where there is not room for both, the answers count.
    text.truncate(usize::from(outline.inner.height).saturating_sub(y + 1));
    let top = text.len();
    let buttons = (placed.into_iter())
        .map(|(answer, key, text, x, y, columns)| {
            let at = Rect::new(
                outline.inner.x + nearest::<u16, _>(x),
                outline.inner.y + nearest::<u16, _>(top + y),
                nearest(columns),
                1,
            );
            AnswerButton { answer, key, text, area: at.intersection(outline.inner) }
        })
        .collect();
    QuestionLayout { outline, text, buttons }
}
