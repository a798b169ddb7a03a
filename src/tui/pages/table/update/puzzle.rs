//! A puzzle on the table: the right move, and what answers a wrong one.

use crate::erased::Analysis;
use crate::tui::app::App;
use crate::tui::effect::{Counted, Effect};
use crate::tui::pages::table::state::MatchState;

/// A hint was asked for, or something else that gives the move away: what follows is no first try any more.
pub fn helped(app: &mut App) {
    if let Some(p) = app.on_table.as_mut().and_then(|s| s.puzzle.as_mut()) {
        p.helped = true;
    }
}

/// The verdict was asked for: in a puzzle that conceals it, it is shown from now on. Whether it was so.
pub fn verdict(app: &mut App) -> bool {
    let Some(s) = app.on_table.as_mut().filter(|s| s.conceals()) else { return false };
    if let Some(p) = s.puzzle.as_mut() {
        (p.shown, p.helped) = (true, true);
    }
    app.verdict = true;
    true
}

/// A move was played, `ply` moves after the start.
pub fn played(app: &mut App, ply: usize) {
    let Some(s) = app.on_table.as_mut() else { return };
    let made = s.game.moves().first().map(|m| m.text.clone());
    let (Some(p), Some(made), 0) = (s.puzzle.as_mut(), made, ply) else { return };
    let right = made == p.puzzle.answer;
    p.wrong = (!right).then(|| made.clone());
    p.answered = None;
    if p.solved {
        return;
    }
    p.tries += 1;
    p.solved = right;
    let first = p.tries == 1 && !p.helped;
    let counted = Counted::Try { solved: right, first, daily: p.daily };
    let message = match (right, first) {
        (true, true) => "Solved at the first try. n leads to the next puzzle.".to_owned(),
        (true, false) => "Solved. n leads to the next puzzle.".to_owned(),
        (false, _) => format!("{made} does not win; here is why."),
    };
    app.out.push(Effect::Count(counted));
    app.say(message);
}

/// What is said of the computer's answer to a wrong move: the answer and why it wins.
#[must_use]
pub fn answer(s: &MatchState, analysis: &Analysis, text: &str) -> Option<String> {
    let p = s.puzzle.as_ref().filter(|p| !p.solved && p.answered.is_none())?;
    let wrong = p.wrong.as_ref()?;
    // The reason that gives most away says why the answer wins.
    let why = analysis.reasons.iter().max_by_key(|r| r.reveals).map_or("", |r| r.text.as_str());
    Some(format!("{wrong} is answered by {text}. {why}"))
}

/// The wrong move has been answered.
pub fn answered(app: &mut App, refutation: String) {
    if let Some(p) = app.on_table.as_mut().and_then(|s| s.puzzle.as_mut()) {
        p.answered = Some(refutation);
    }
}
