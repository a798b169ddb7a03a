//! Where to begin, in the pane beside the games: the same for clicks and for drawing.

use crate::play::lesson::lessons;
use crate::tui::app::App;
use crate::tui::keys::{Action, Place};
use crate::tui::layout;

/// What is offered: a key, what it asks for, and what it does.
#[must_use]
pub fn offers(app: &App) -> Vec<(String, Action, String)> {
    let mut offers = Vec::new();
    let mut offer = |action, text| offers.push((app.keys.name(Place::Home, action), action, text));
    let next = app.lessons.next_about(app.home.info(app.home.at).id);
    if let Some(lesson) = next.and_then(|next| lessons().get(next)) {
        let step = app.lessons.step(lesson);
        let at = if step > 0 { format!(" (step {})", step + 1) } else { String::new() };
        offer(Action::Lesson, format!("lesson: {}{at}", lesson.title));
    }
    offer(Action::EasyGame, "an easy game".to_owned());
    match (app.on_table.is_some(), app.home.kept) {
        (true, _) => offer(Action::Continue, "back to the table".to_owned()),
        (false, true) => offer(Action::Continue, "the match left last".to_owned()),
        (false, false) => {}
    }
    offers
}

/// What a click in that pane asks for: the heading is its first line.
#[must_use]
pub fn offer_at(app: &App, column: u16, row: u16) -> Option<Action> {
    let side = layout::list_panes(app.size, layout::GAMES).side;
    let line = layout::line_at(side, column, row)?.checked_sub(1)?;
    offers(app).get(line).map(|(_, action, _)| *action)
}
