//! Where the questions over a page stand, and their answers: the same for the hand that points and the eye that looks.

use ratatui::layout::Rect;

use super::app::{Question, Which};
use super::layout;
use super::words::{wide, wrap};

/// A box over the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// All of it.
    pub outer: Rect,
    /// What is inside its frame.
    pub inner: Rect,
}

impl Sheet {
    fn of(outer: Rect) -> Sheet {
        let (width, height) = (outer.width.saturating_sub(2), outer.height.saturating_sub(2));
        Sheet { outer, inner: layout::inset(Rect { x: outer.x + 1, y: outer.y + 1, width, height }) }
    }
}

/// The columns of the text of a question.
#[must_use]
pub fn width(size: (u16, u16)) -> usize {
    usize::from(size.0).saturating_sub(8).clamp(10, 96)
}

/// A box of so many lines above the bar, so that the board stays in sight.
#[must_use]
pub fn bottom(size: (u16, u16), lines: usize) -> Sheet {
    let panes = layout::panes(size);
    let width = panes.whole.width.saturating_sub(4).min(100);
    let most = panes.bar.y.saturating_sub(2);
    let height = (lines as u16 + 2).min(most);
    Sheet::of(Rect {
        x: panes.whole.x + (panes.whole.width - width) / 2,
        y: panes.bar.y.saturating_sub(1 + height),
        width,
        height,
    })
}

/// What a question can be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Do it.
    Yes,
    /// Save the match first.
    Save,
    /// Leave it.
    Stay,
}

/// An answer on the screen.
pub struct Offer {
    /// The answer.
    pub answer: Answer,
    /// The key that gives it.
    pub key: &'static str,
    /// What it does.
    pub text: &'static str,
    /// Where it stands.
    pub area: Rect,
}

/// A question on the screen.
pub struct Asking {
    /// Its box.
    pub sheet: Sheet,
    /// The lines of the question.
    pub text: Vec<String>,
    /// The answers, below them.
    pub offers: Vec<Offer>,
}

/// Lays a question out: the answers stand side by side as far as there is room.
#[must_use]
pub fn question(size: (u16, u16), question: &Question) -> Asking {
    let room = width(size);
    let mut text = wrap(&question.text, room);
    let mut all = vec![(Answer::Yes, "y", question.yes), (Answer::Stay, "esc", "stay")];
    if question.save {
        all.insert(1, (Answer::Save, "s", "save first"));
    }
    let (mut x, mut y) = (0, 0);
    let mut placed = Vec::new();
    for (answer, key, text) in all {
        let columns = wide(key) + 1 + wide(text);
        if x > 0 && x + columns > room {
            (x, y) = (0, y + 1);
        }
        placed.push((answer, key, text, x, y, columns));
        x += columns + 3;
    }
    let sheet = bottom(size, text.len() + y + 1);
    // Where there is not room for both, the answers count.
    text.truncate(usize::from(sheet.inner.height).saturating_sub(y + 1));
    let top = text.len();
    let offers = (placed.into_iter())
        .map(|(answer, key, text, x, y, columns)| {
            let at = Rect::new(sheet.inner.x + x as u16, sheet.inner.y + (top + y) as u16, columns as u16, 1);
            Offer { answer, key, text, area: at.intersection(sheet.inner) }
        })
        .collect();
    Asking { sheet, text, offers }
}

/// A list to choose from on the screen.
pub struct Listing {
    /// Its box.
    pub sheet: Sheet,
    /// Where the lines of the list stand.
    pub lines: Rect,
    /// The first one shown.
    pub first: usize,
}

/// Lays a list of moves out: over the panel, where there is one, so that the board shows the selected one.
#[must_use]
pub fn list(size: (u16, u16), which: &Which) -> Listing {
    let panes = layout::panes(size);
    let sheet = if panes.beside {
        let room = panes.side.height;
        let wanted = which.list.len() as u16 + 3;
        Sheet::of(Rect { height: wanted.clamp(4.min(room), room), ..panes.side })
    } else {
        bottom(size, which.list.len().min(6) + 1)
    };
    let lines = Rect { height: sheet.inner.height.saturating_sub(1).max(1), ..sheet.inner };
    Listing { sheet, lines, first: layout::scroll(which.at, usize::from(lines.height)) }
}
