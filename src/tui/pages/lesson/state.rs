//! What the lesson is at, and what it takes there.

use crate::tui::app::App;
use crate::tui::keys::Action;
use crate::tui::pages::table::state::MatchState;
use crate::tui::text::{Said, Tone};

/// The ring that is picked in it.
const TEN: u64 = 10;

/// What is to be done at each step.
const STEPS: [(&str, &str); 6] = [
    (
        "1 of 5  Move",
        "Take one ring, or two that touch; who takes the last ring loses. The arrows move the cursor.",
    ),
    ("2 of 5  Pick", "Move to the ring 10 and press space: it is picked. What could go with it is marked."),
    ("3 of 5  Play", "Pick a second ring that touches it if you like, then press enter: it is played."),
    ("4 of 5  Take back", "Any move can be taken back: press u. (r plays it again.)"),
    ("5 of 5  Verdict", "Below stands who wins with best play, and why. v hides it and shows it: press v."),
    ("Done", "That is all there is to it. t gives a hint, ? lists the keys, esc leads to the games."),
];

/// What the panel says at a step.
#[must_use]
pub fn says(step: usize) -> Vec<Said> {
    let (title, text) = STEPS[step.min(STEPS.len() - 1)];
    vec![(Tone::Hint, format!("Lesson {title}")), (Tone::Plain, text.to_owned())]
}

/// Whether the step that the lesson is at takes this key; says what to press instead.
pub fn allows(app: &mut App, action: Action) -> bool {
    let Some(s) = app.on_table.as_ref() else { return true };
    let Some(step) = s.lesson else { return true };
    let walks = matches!(action, Action::Left | Action::Right | Action::Up | Action::Down);
    let goes = matches!(action, Action::Escape | Action::PageUp | Action::PageDown);
    let on_ten = s.cursor.is_some_and(|site| site.item == TEN);
    let (takes, instead) = match step {
        0 => (walks, "First the cursor: press an arrow."),
        1 => (walks || (action == Action::Pick && on_ten), "Move to the ring 10, then press space."),
        2 => (
            walks || matches!(action, Action::Pick | Action::Enter),
            "Press enter: the ring that is picked is played.",
        ),
        3 => (action == Action::Undo, "Press u: the move is taken back."),
        4 => (action == Action::Verdict, "Press v: the verdict hides."),
        _ => (true, ""),
    };
    if !takes && !goes {
        app.say(instead);
    }
    takes || goes
}

/// A step is done: goes on to `to` from any step before it, but not before `from`.
fn done(s: &mut MatchState, from: usize, to: usize) {
    if let Some(step) = s.lesson.as_mut()
        && (from..to).contains(step)
    {
        *step = to;
    }
}

/// The cursor was moved.
pub fn walked(s: &mut MatchState) {
    done(s, 0, 1);
}

/// Something was picked.
pub fn picked(s: &mut MatchState) {
    done(s, 0, 2);
}

/// A move was played.
pub fn played(s: &mut MatchState) {
    done(s, 0, 3);
}

/// A move was taken back.
pub fn undone(s: &mut MatchState) {
    done(s, 3, 4);
}

/// The verdict was hidden or shown.
pub fn looked(s: &mut MatchState) {
    done(s, 4, 5);
}
