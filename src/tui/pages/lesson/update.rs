//! The lesson of the first run, on the board itself: move, pick, play, take back, look at the verdict.

use crate::games;
use crate::play::{Match, Participant, PlayerKind};
use crate::tui::app::{App, Dialog};
use crate::tui::dialogs::confirm::state::ConfirmState;
use crate::tui::effect::Effect;
use crate::tui::next::Next;
use crate::tui::pages::table::update::turns;

/// The board of the lesson: three rings in a row.
const BOARD: &str = "star:1664";

/// Offers the lesson on the first run; never again.
pub fn offer(app: &mut App) {
    app.out.push(Effect::LessonOffered);
    ask(app, "Welcome. A lesson of two minutes, on the board itself?");
}

/// The lesson is asked for.
pub fn begin_asking(app: &mut App) {
    if app.would_lose() {
        ask(app, "The lesson takes the table: the match on it has moves that are not saved.");
    } else {
        begin(app);
    }
}

fn ask(app: &mut App, text: &str) {
    let save = app.would_lose();
    app.dialog = Some(Dialog::Confirm(ConfirmState {
        text: text.to_owned(),
        yes: "begin",
        then: Next::BeginLesson,
        save,
    }));
}

/// Begins the lesson.
pub fn begin(app: &mut App) {
    let Ok(table) = games::open(BOARD, &app.library) else { return };
    let pair = Participant::pair([PlayerKind::Human; 2], table.info());
    let before = app.before_lesson.take().unwrap_or(app.verdict);
    turns::begin(app, Match::new(table, pair), None);
    app.before_lesson = Some(before);
    app.verdict = true;
    if let Some(s) = app.on_table.as_mut() {
        s.lesson = Some(0);
    }
}
