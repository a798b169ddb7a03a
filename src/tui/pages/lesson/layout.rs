//! What the panel of a lesson says.

use super::state::{LessonState, Standing};
use crate::play::lesson::Task;
use crate::rules::{Outcome, Player};
use crate::tui::pages::table::state::{Hint, MatchState};
use crate::tui::pages::table::words;
use crate::tui::text::{Said, Tone};

/// Whether the person's last move gave the win away, as far as that is known.
fn gave_away(s: &MatchState) -> bool {
    let person = s.game.start().mover().unwrap_or(Player::First);
    let last = (0..s.game.cursor()).rev().find(|&ply| s.game.mover_at(ply) == person);
    last.and_then(|ply| words::move_note(s, ply))
        .is_some_and(|(tone, _)| tone == Tone::Outcome(Outcome::Loss))
}

/// The lines of the panel, not yet broken to its width.
#[must_use]
pub fn panel(lesson: &LessonState, s: &MatchState) -> Vec<Said> {
    let step = lesson.now();
    let blank = || (Tone::Plain, String::new());
    let mut all = vec![(Tone::Plain, step.say.clone()), blank()];
    match (&step.task, lesson.standing(s)) {
        (Task::Read, _) => all.push((Tone::Hint, "<enter> goes on".to_owned())),
        (Task::Number { .. }, Standing::Open) => {
            all.push((Tone::Hint, "Your answer (a number, then <enter>):".to_owned()));
            all.push((Tone::Heading, format!("> {}_", lesson.input.value())));
        }
        (Task::Find(_), Standing::Open) => {
            all.push((Tone::Hint, "Find the move: arrows, <enter>. <hint> helps.".to_owned()));
        }
        (Task::Play(level), Standing::Open) => {
            all.extend(words::to_move(s, "you"));
            all.extend(words::waiting(s));
            let text = format!("You against the computer: it {}.", level.help());
            all.push((Tone::Quiet, text));
            if let Some(m) = s.game.last_move() {
                let text = format!("{} played {}.", s.game.participant(m.by).name, m.text);
                all.push((Tone::Player(m.by), text));
            }
            if gave_away(s) {
                let glyph = words::glyph(Outcome::Loss);
                let text = format!("{glyph} That move of yours gave the win away. <undo> takes it back.");
                all.push((Tone::Outcome(Outcome::Loss), text));
            }
        }
        (task, Standing::Done) => {
            all.push((Tone::Outcome(Outcome::Win), format!("{} Right.", words::glyph(Outcome::Win))));
            all.push((Tone::Plain, step.right.clone()));
            let last = lesson.step + 1 == lesson.lesson.steps.len();
            let next = if last { "<enter> ends the lesson" } else { "<enter> goes on" };
            if matches!(task, Task::Play(_)) {
                all.extend(words::end(s).into_iter().flatten());
            }
            all.push(blank());
            all.push((Tone::Hint, next.to_owned()));
        }
        (task, Standing::Wrong) => {
            all.push((Tone::Outcome(Outcome::Loss), format!("{} Not that.", words::glyph(Outcome::Loss))));
            all.push((Tone::Plain, step.wrong.clone()));
            if let (Task::Find(_), Some(analysis)) = (task, s.analysis())
                && analysis.value.outcome == Outcome::Win
                && let Some(best) = &analysis.best
            {
                all.push((Tone::Plain, format!("The answer to it would be {}.", best.text)));
            }
            all.push(blank());
            all.push((Tone::Hint, "any key: try again".to_owned()));
        }
    }
    if s.hint != Hint::None
        && let Some(text) = s.analysis().and_then(|analysis| words::hint(s.hint, analysis))
    {
        all.push((Tone::Hint, text));
    }
    all
}
