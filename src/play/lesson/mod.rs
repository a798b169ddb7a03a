//! Defines lessons, and records the user's progress. Each lesson teaches a theory in a few steps, on the board of a
//! game (`assets/lessons`).
//!
//! A step has a position, an explanation and a task: read on, find a move, give a number, or play a game to the end.
//! The file states the right answer, and a test checks it against the solver.

#[cfg(test)]
pub(in crate::play) mod tests;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::Level;
use super::json_fields::message;
use nimatron_core::erased::Info;
use nimatron_core::games;
use nimatron_core::language::text;
use nimatron_core::rules::{Library, Word};
use nimatron_core::tr;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The name under which progress is recorded.
    #[serde(skip)]
    pub id: &'static str,
    #[serde(deserialize_with = "message")]
    pub title: String,
    #[serde(deserialize_with = "message")]
    pub about: String,
    /// The terms that the lesson uses, by their names in the glossary.
    #[serde(default)]
    pub words: Vec<String>,
    pub steps: Vec<LessonStep>,
    /// The games on the last board, cached because the home page asks for them in every frame.
    #[serde(skip)]
    games: OnceLock<Vec<&'static Info>>,
}

impl Lesson {
    pub fn words(&self) -> impl Iterator<Item = Word> + '_ {
        self.words
            .iter()
            .filter_map(|name| Word::ALL.into_iter().find(|word| word.name() == text(name)))
    }

    /// Returns whether the position of the lesson's last step, or a part of it, belongs to this game.
    pub fn is_about(&self, game: &Info) -> bool {
        let games = self.games.get_or_init(|| {
            let last = self.steps.last();
            let at = last.and_then(|step| games::open(&step.at, &Library::default()).ok());
            let parts = at.map_or(Vec::new(), |at| at.components());
            parts.iter().map(|part| part.info()).collect()
        });
        games.contains(&game)
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    pub at: String,
    #[serde(deserialize_with = "message")]
    pub say: String,
    #[serde(default)]
    pub figure: ShowsTheory,
    #[serde(default)]
    pub task: Task,
    /// The explanation. Shown when the step is done and, as the solution, after two wrong tries.
    #[serde(default, deserialize_with = "message")]
    pub right: String,
    #[serde(default, deserialize_with = "message")]
    pub wrong: String,
    /// The claims made in the text, for a solver to check.
    #[serde(default)]
    pub claims: Vec<LessonClaim>,
}

impl LessonStep {
    /// Returns the move that the text explains, or `None` if the task is not to find a move.
    pub fn solution(&self) -> Option<&str> {
        match &self.task {
            Task::Find(moves) => moves.first().map(String::as_str),
            _ => None,
        }
    }
}

/// Specifies when the board shows the theory of a step's position: values, groups, pairs, and the axis of a mirror.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShowsTheory {
    #[default]
    Never,
    /// From the beginning, except for marks that reveal a move.
    First,
    After,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    #[default]
    Read,
    /// Find one of these moves. The list contains all winning moves. The first is the move that the text explains.
    Find(Vec<String>),
    Number {
        answer: u64,
        of: Measure,
    },
    /// Play to the end against the computer, and win; the learner moves first.
    Play(Level),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    Grundy(String),
    Xor(Vec<u64>),
    /// The smallest number that is not in the given list.
    Mex(Vec<u64>),
    /// The margin of a position for the player to move, multiplied by the given sign.
    Margin(i64, String),
    Winning(String),
    /// The number of safe edges that can be drawn one after another. After a safe edge, no triangle can be taken.
    Quiet(String),
    /// The number of safe moves left: safe edges and then, once there are none, edges after which at most two triangles
    /// can be taken.
    Waits(String),
    /// The smallest number above the given number that yields a lost position when it replaces `{}` in the given ID.
    NextLosing(u64, String),
    /// The only number up to 60 that yields a lost position when it replaces `{}` in the given ID.
    Losing(String),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonClaim {
    /// The position, for claims about an outcome, a Grundy value, an equivalent Nim pile or a margin.
    pub position: Option<String>,
    /// For claims about points, the moves that lead from the step's position to the position in which `made` is played.
    #[serde(default)]
    pub after: Vec<String>,
    /// A legal move, for claims about the outcome of a move, a winning reply or points. The move is played in the
    /// step's position; for claims about points, the moves in `after` are played first.
    #[serde(rename = "move")]
    pub made: Option<String>,
    /// `win`, `loss` or `draw`, for the player to move in the position or for the player who makes the move.
    pub outcome: Option<String>,
    pub grundy: Option<u64>,
    /// The size of the Nim pile to which the position is equivalent in misère play.
    pub counts: Option<u64>,
    pub margin: Option<i64>,
    /// The reply that wins after the move `made`.
    pub answer: Option<String>,
    /// The number of points that the move itself scores.
    pub takes: Option<u32>,
}

/// All lessons, in the recommended order. A test checks that all files can be parsed.
pub fn lessons() -> &'static [Lesson] {
    static LESSONS: OnceLock<Vec<Lesson>> = OnceLock::new();
    LESSONS.get_or_init(|| {
        let read = |(id, text): &(&'static str, &str)| {
            serde_json::from_str(text)
                .ok()
                .map(|lesson: Lesson| Lesson { id, ..lesson })
        };
        nimatron_assets::LESSONS.iter().filter_map(read).collect()
    })
}

pub const PROGRESS_FILE: &str = "lessons";

/// The progress in each lesson that was begun, by lesson ID: the step reached, and whether the lesson is done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonProgress(BTreeMap<String, (usize, bool)>);

impl LessonProgress {
    /// Parses progress written by [`LessonProgress::text`]; invalid lines are skipped.
    pub fn read(text: &str) -> LessonProgress {
        let line = |line: &str| {
            let mut words = line.split_whitespace();
            let id = words.next()?;
            let step = words.next()?.parse().ok()?;
            Some((id.to_owned(), (step, words.next() == Some("done"))))
        };
        LessonProgress(text.lines().filter_map(line).collect())
    }

    pub fn text(&self) -> String {
        let line = |(id, (step, done)): (&String, &(usize, bool))| {
            format!("{id} {step}{}\n", if *done { " done" } else { "" })
        };
        self.0.iter().map(line).collect()
    }

    /// Returns the step at which a lesson resumes. This is the step that the user last reached, or the first step if
    /// the lesson was not begun or is finished.
    pub fn step(&self, lesson: &Lesson) -> usize {
        match self.0.get(lesson.id) {
            Some(&(step, _)) if step < lesson.steps.len() => step,
            _ => 0,
        }
    }

    pub fn is_done(&self, lesson: &Lesson) -> bool {
        self.0.get(lesson.id).is_some_and(|(_, done)| *done)
    }

    /// Records that the user has reached a step of a lesson. A step beyond the last step means that the lesson is done.
    pub fn reach(&mut self, lesson: &Lesson, step: usize) {
        let done = self.is_done(lesson) || step >= lesson.steps.len();
        self.0.insert(
            lesson.id.to_owned(),
            (if step < lesson.steps.len() { step } else { 0 }, done),
        );
    }

    pub fn next(&self) -> Option<usize> {
        lessons().iter().position(|lesson| !self.is_done(lesson))
    }

    /// Returns the index of the lesson to suggest for a game, and the label of the suggestion. Returns `None` if all
    /// lessons are done. Prefers a lesson that the user has begun but not finished. Otherwise prefers a lesson about
    /// this game, and finally the first lesson that is not done. If no lesson was ever begun, suggests the first
    /// lesson.
    pub fn proposed(&self, game: &Info) -> Option<(usize, &'static str)> {
        let first = |test: &dyn Fn(&Lesson) -> bool| {
            lessons()
                .iter()
                .position(|lesson| !self.is_done(lesson) && test(lesson))
        };
        if let Some(left) = first(&|lesson| self.step(lesson) > 0) {
            return Some((left, tr!("Go on with")));
        }
        let own = first(&|lesson| !self.is_empty() && lesson.is_about(game))
            .map(|own| (own, tr!("Lesson")));
        own.or_else(|| Some((self.next()?, tr!("Next lesson"))))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
