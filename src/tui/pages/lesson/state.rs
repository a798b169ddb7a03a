//! Which lesson is taken, where in it somebody is, and how that step stands.

use tui_input::Input;

use crate::play::lesson::{Lesson, LessonStep, Task, lessons};
use crate::rules::Player;
use crate::tui::pages::table::state::MatchState;

/// A lesson being taken; its board is the match on the table.
pub struct LessonState {
    /// Which lesson.
    pub lesson: &'static Lesson,
    /// Which of its steps.
    pub step: usize,
    /// A number being typed.
    pub input: Input,
    /// The number that was answered.
    pub answered: Option<u64>,
}

/// How a step stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Something is to be done.
    Open,
    Done,
    /// It was tried, and that was wrong.
    Wrong,
}

impl LessonState {
    /// A lesson at one of its steps; `None` where there is no such lesson.
    #[must_use]
    pub fn new(number: usize, step: usize) -> Option<LessonState> {
        let lesson = lessons().get(number)?;
        let step = if step < lesson.steps.len() { step } else { 0 };
        Some(LessonState { lesson, step, input: Input::default(), answered: None })
    }

    /// The step.
    #[must_use]
    pub fn now(&self) -> &'static LessonStep {
        &self.lesson.steps[self.step.min(self.lesson.steps.len() - 1)]
    }

    /// Whether a move is to be made on the board now.
    #[must_use]
    pub fn is_played(&self, s: &MatchState) -> bool {
        matches!(self.now().task, Task::Find(_) | Task::Play(_)) && self.standing(s) == Standing::Open
    }

    /// Whether the theory is shown on the board now.
    #[must_use]
    pub fn shows_theory(&self, s: &MatchState) -> bool {
        self.now().figure && self.standing(s) == Standing::Done
    }

    /// How the step stands on the board of this match.
    #[must_use]
    pub fn standing(&self, s: &MatchState) -> Standing {
        match &self.now().task {
            Task::Read => Standing::Done,
            Task::Number { answer, .. } => match self.answered {
                None => Standing::Open,
                Some(number) if number == *answer => Standing::Done,
                Some(_) => Standing::Wrong,
            },
            Task::Find(moves) => match s.game.moves().first() {
                None => Standing::Open,
                Some(_) if s.game.cursor() == 0 => Standing::Open,
                Some(made) if moves.contains(&made.text) => Standing::Done,
                Some(_) => Standing::Wrong,
            },
            Task::Play(_) => match s.game.result() {
                None => Standing::Open,
                Some(result) if result.winner == Some(person(s)) => Standing::Done,
                Some(_) => Standing::Wrong,
            },
        }
    }
}

/// The side that the person plays in a lesson: the one to move at its start.
fn person(s: &MatchState) -> Player {
    s.game.start().mover().unwrap_or(Player::First)
}
