//! The help page: scrolling, and back.

use super::state::HelpState;
use crate::tui::app::{App, Page};
use crate::tui::keys::Action;
use crate::tui::layout;
use crate::tui::next::Next;

/// Opens the help page.
pub fn show(app: &mut App) {
    let from = app.page.place();
    app.call(Page::Help(HelpState { from, scroll: 0 }));
}

/// A key on the help page.
pub fn key(app: &mut App, action: Action) {
    let Page::Help(page) = &mut app.page else { return };
    let room = layout::inset(layout::one_pane(app.size).main);
    let most = super::layout::lines(&app.keys, page.from, app.on_table.as_ref(), usize::from(room.width))
        .len()
        .saturating_sub(usize::from(room.height));
    match action {
        Action::Down => page.scroll = (page.scroll + 1).min(most),
        Action::Up => page.scroll = page.scroll.min(most).saturating_sub(1),
        Action::PageDown => page.scroll = (page.scroll + usize::from(room.height)).min(most),
        Action::PageUp => page.scroll = page.scroll.min(most).saturating_sub(usize::from(room.height)),
        Action::First => page.scroll = 0,
        Action::Last => page.scroll = most,
        Action::Escape | Action::Enter | Action::Help => app.next = Some(Next::Back),
        _ => {}
    }
}

/// The wheel scrolls.
pub fn wheel(app: &mut App, lines: i32) {
    key(app, if lines > 0 { Action::Down } else { Action::Up });
}
