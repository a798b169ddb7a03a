//! Going through a lesson.

use ratatui::crossterm::event::{KeyCode, KeyEvent};

use super::state::{LessonState, Standing};
use crate::games;
use crate::play::lesson::{LessonStep, Task, lessons};
use crate::play::{Match, Participant, PlayerKind};
use crate::rules::{Player, Site};
use crate::tui::app::{App, Dialog, Page};
use crate::tui::dialogs::confirm::state::ConfirmState;
use crate::tui::effect::{Counted, Effect};
use crate::tui::field;
use crate::tui::keys::Action;
use crate::tui::next::Next;
use crate::tui::pages::table::state::{LOOKED_AT, MatchState, Meaning};
use crate::tui::pages::table::update::{self as table, picking, turns};

/// Offers the first lesson on the first run; never again.
pub fn offer(app: &mut App) {
    app.out.push(Effect::LessonOffered);
    let text =
        "Welcome. Every game here is solved, and can be learned. Begin with a lesson of three minutes?";
    let then = Next::Lesson(0);
    app.dialog =
        Some(Dialog::Confirm(ConfirmState { text: text.to_owned(), yes: "begin", then, save: false }));
}

/// Takes a lesson, from the step where it was left. The match on the table waits.
pub fn begin(app: &mut App, number: usize) {
    let Some(lesson) = lessons().get(number) else { return };
    let Some(state) = LessonState::new(number, app.lessons.step(lesson)) else { return };
    if app.on_table.as_ref().is_some_and(|s| !s.lesson) {
        app.waiting = app.on_table.take();
    }
    load(app, state);
}

/// Puts the board of the step on the table.
fn load(app: &mut App, state: LessonState) {
    let step = state.now();
    let Ok(position) = games::open(&step.at, &app.library) else { return leave(app) };
    let mut kinds = [PlayerKind::Human; 2];
    if let Task::Play(level) = step.task {
        let person = position.mover().unwrap_or(Player::First);
        kinds[person.other().index()] = PlayerKind::Computer(level);
    }
    let pair = Participant::pair(kinds, position.info());
    app.lessons.reach(state.lesson, state.step);
    app.out.push(Effect::KeepLessons(app.lessons.text()));
    turns::begin(app, Match::new(position, pair), None);
    if let Some(s) = app.on_table.as_mut() {
        s.lesson = true;
        if let Task::Find(moves) = &step.task {
            look_away(s, moves);
        }
    }
    app.page = Page::Lesson(Box::new(state));
}

/// Puts the cursor where enter does not play one of the moves that are to be found, if there is such a place.
fn look_away(s: &mut MatchState, moves: &[String]) {
    let found = |s: &MatchState, site: Site| matches!(s.meaning(&[site]), Meaning::One(text) if moves.contains(&text));
    if !s.cursor.is_some_and(|site| found(s, site)) {
        return;
    }
    let mut all = s.game.position().choices(&[], LOOKED_AT).list.into_iter().flat_map(|choice| choice.sites);
    if let Some(site) = all.find(|&site| !found(s, site) && !s.loses_at_once(site)) {
        s.cursor = Some(site);
    }
}

/// Leaves the lesson: what was on the table comes back.
fn leave(app: &mut App) {
    turns::interrupt(app);
    app.on_table = app.waiting.take();
    app.next = Some(Next::Lessons);
}

/// The step and how it stands.
fn here(app: &App) -> Option<(&'static LessonStep, Standing)> {
    match (&app.page, &app.on_table) {
        (Page::Lesson(lesson), Some(s)) => Some((lesson.now(), lesson.standing(s))),
        _ => None,
    }
}

/// Goes so many steps on or back; past the last one the lesson is done.
fn go(app: &mut App, on: bool) {
    let Page::Lesson(lesson) = &app.page else { return };
    let (lesson, step) = (lesson.lesson, lesson.step);
    let to = if on { step + 1 } else { step.saturating_sub(1) };
    let number = lessons().iter().position(|l| l.id == lesson.id).unwrap_or_default();
    if to >= lesson.steps.len() {
        app.lessons.reach(lesson, to);
        app.out.push(Effect::KeepLessons(app.lessons.text()));
        app.out.push(Effect::Count(Counted::Lesson(lesson.id)));
        leave(app);
        app.say(format!("Done: {}.", lesson.title));
    } else if let Some(state) = LessonState::new(number, to) {
        load(app, state);
    }
}

/// The same step again.
fn again(app: &mut App) {
    let Page::Lesson(lesson) = &app.page else { return };
    let step = lesson.step;
    let number = lessons().iter().position(|l| l.id == lesson.lesson.id).unwrap_or_default();
    if let Some(state) = LessonState::new(number, step) {
        load(app, state);
    }
}

/// Digits are the number that is asked for.
pub fn typed(app: &mut App, pressed: KeyEvent) -> bool {
    let Some((step, standing)) = here(app) else { return false };
    let Page::Lesson(lesson) = &mut app.page else { return false };
    match (&step.task, pressed.code) {
        (Task::Number { .. }, KeyCode::Char('0'..='9') | KeyCode::Backspace) => {
            if standing == Standing::Wrong {
                lesson.answered = None;
                lesson.input.reset();
            }
            if lesson.input.value().len() < 12 || pressed.code == KeyCode::Backspace {
                field::edit(&mut lesson.input, pressed);
            }
            true
        }
        (Task::Find(_) | Task::Play(_), _) if standing == Standing::Open => table::typed(app, pressed),
        _ => false,
    }
}

pub fn key(app: &mut App, action: Action) {
    let Some((step, standing)) = here(app) else { return };
    let board = matches!(step.task, Task::Find(_) | Task::Play(_));
    let picked = app.on_table.as_ref().is_some_and(|s| !s.picked.is_empty());
    match (action, standing) {
        (Action::Escape, Standing::Open) if board && picked => picking::escape(app),
        (Action::Escape, _) => leave(app),
        (Action::PageUp, _) => go(app, false),
        (Action::Glossary, _) => table::key(app, action),
        (Action::PageDown | Action::Enter | Action::Pick | Action::Right, Standing::Done) => go(app, true),
        (_, Standing::Done) => {}
        (_, Standing::Wrong) => match &step.task {
            Task::Number { .. } => {
                if let Page::Lesson(lesson) = &mut app.page {
                    lesson.answered = None;
                    lesson.input.reset();
                }
            }
            _ => again(app),
        },
        (Action::PageDown, Standing::Open) => app.say("First do what the step asks for; <hint> helps."),
        (Action::Enter, Standing::Open) if !board => {
            if let Page::Lesson(lesson) = &mut app.page {
                lesson.answered = lesson.input.value().parse().ok();
            }
        }
        (Action::Hint, Standing::Open) if !board => app.say(step.wrong.clone()),
        (
            Action::Left
            | Action::Right
            | Action::Up
            | Action::Down
            | Action::Pick
            | Action::Enter
            | Action::Undo
            | Action::Redo
            | Action::Hint
            | Action::Type
            | Action::AllMoves
            | Action::WhatIf,
            Standing::Open,
        ) if board => table::key(app, action),
        _ => {}
    }
}

/// A click on the board points at it, while something is to be found there; elsewhere it goes on.
pub fn click(app: &mut App, column: u16, row: u16) {
    match here(app) {
        Some((step, Standing::Open)) if matches!(step.task, Task::Find(_) | Task::Play(_)) => {
            picking::click(app, column, row);
        }
        Some((_, Standing::Open)) | None => {}
        Some(_) => key(app, Action::Enter),
    }
}
