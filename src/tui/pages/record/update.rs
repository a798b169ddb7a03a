//! The record of play: scrolling, and forgetting it.

use super::layout::lines;
use super::state::RecordState;
use crate::play::history::History;
use crate::tui::app::{App, Dialog, Page};
use crate::tui::dialogs::confirm::state::ConfirmState;
use crate::tui::effect::Effect;
use crate::tui::keys::Action;
use crate::tui::layout;
use crate::tui::next::Next;

/// Shows the page.
pub fn show(app: &mut App) {
    app.call(Page::Record(RecordState::default()));
    app.out.push(Effect::ReadRecord);
}

/// The record has been read.
pub fn recorded(app: &mut App, _today: String, history: Result<History, String>) {
    if let Page::Record(page) = &mut app.page {
        page.record = Some(history);
    }
}

pub fn key(app: &mut App, action: Action) {
    let Page::Record(page) = &mut app.page else { return };
    let room = layout::inset(layout::one_pane(app.size).main);
    let most = lines(page, room.width).len().saturating_sub(usize::from(room.height));
    match action {
        Action::Down => page.scroll = (page.scroll + 1).min(most),
        Action::Up => page.scroll = page.scroll.min(most).saturating_sub(1),
        Action::PageDown => page.scroll = (page.scroll + usize::from(room.height)).min(most),
        Action::PageUp => page.scroll = page.scroll.saturating_sub(usize::from(room.height)),
        Action::First => page.scroll = 0,
        Action::Last => page.scroll = most,
        Action::Forget => {
            let text = "All matches, puzzles and lessons that were counted are forgotten?".to_owned();
            let question = ConfirmState { text, yes: "forget them", then: Next::ForgetRecord, save: false };
            app.dialog = Some(Dialog::Confirm(question));
        }
        Action::Escape | Action::Enter => app.next = Some(Next::Back),
        _ => {}
    }
}

/// Forgets the record.
pub fn forget(app: &mut App) {
    app.out.push(Effect::ForgetRecord);
    app.out.push(Effect::ReadRecord);
}

/// The wheel scrolls.
pub fn wheel(app: &mut App, lines: i32) {
    key(app, if lines > 0 { Action::Down } else { Action::Up });
}
