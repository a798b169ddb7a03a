//! Choosing a lesson.

use super::state::LessonsState;
use crate::play::lesson::lessons;
use crate::tui::app::{App, Page};
use crate::tui::keys::Action;
use crate::tui::layout;
use crate::tui::next::Next;
use crate::tui::pages::table::update::turns;

/// Shows the list; the one that was left is selected, else the one to go on with.
pub fn show(app: &mut App) {
    turns::interrupt(app);
    let left = match &app.page {
        Page::Lesson(state) if !app.lessons.is_done(state.lesson) => {
            lessons().iter().position(|lesson| lesson.id == state.lesson.id)
        }
        _ => app.lessons.next_about(app.home.info(app.home.at).id),
    };
    let at = left.unwrap_or(0);
    app.show(Page::Lessons(LessonsState { at }));
}

pub fn key(app: &mut App, action: Action) {
    let Page::Lessons(list) = &mut app.page else { return };
    let last = lessons().len().saturating_sub(1);
    list.at = match action {
        Action::Up | Action::Left => list.at.checked_sub(1).unwrap_or(last),
        Action::Down | Action::Right if list.at >= last => 0,
        Action::Down | Action::Right => list.at + 1,
        Action::PageUp => list.at.saturating_sub(layout::PAGE),
        Action::PageDown => (list.at + layout::PAGE).min(last),
        Action::First => 0,
        Action::Last => last,
        Action::Enter => return app.next = Some(Next::Lesson(list.at)),
        Action::Escape => return app.next = Some(Next::Home),
        _ => return,
    };
}

/// A click on a line selects it; on the selected one, begins the lesson.
pub fn click(app: &mut App, column: u16, row: u16) {
    let area = layout::list_panes(app.size, layout::SAVES).main;
    let Page::Lessons(list) = &mut app.page else { return };
    let Some(line) = layout::line_at(area, column, row) else { return };
    let at = layout::scroll(list.at, usize::from(area.height)) + line;
    if at == list.at {
        key(app, Action::Enter);
    } else if at < lessons().len() {
        list.at = at;
    }
}

/// The wheel goes through the list.
pub fn wheel(app: &mut App, lines: i32) {
    key(app, if lines > 0 { Action::Down } else { Action::Up });
}
