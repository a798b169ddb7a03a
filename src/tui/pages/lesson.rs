//! Shows a lesson, which is a series of steps on the board. The last step is a whole game.

use super::lessons as lesson_list;
use super::table::state::MatchState;
use super::table::{self, cursor, turns, view as table_view, words};
use crate::play::lesson::{Lesson, LessonStep, PROGRESS_FILE, ShowsTheory, Task, lessons};
use crate::play::session::{Command, LessonPlay, Session, Standing};
use crate::tui::components::part;
use crate::tui::dialogs::glossary::GlossaryDialog;
use crate::tui::prelude::*;
use nimatron_core::rules::Reveals;

pub struct LessonPage {
    number: usize,
    pub lesson: &'static Lesson,
    pub step: usize,
    pub input: Input,
    /// The number of page turns in the text next to the board.
    pages: usize,
}

/// The maximum panel height, in rows, at which empty lines are omitted.
const LOW: u16 = 6;

/// The actions, besides the arrows, that are passed to the board while a move is expected.
const BOARD: [Action; 8] = [
    Action::Pick,
    Action::Enter,
    Action::Undo,
    Action::Redo,
    Action::Hint,
    Action::Type,
    Action::AllMoves,
    Action::WhatIf,
];

/// Begins a lesson at the step where the user left off, or at the first step if the lesson is new or finished.
pub fn begin(cx: &mut Context, number: usize) {
    let Some(lesson) = lessons().get(number) else {
        return;
    };
    turns::lay_aside(cx);
    let step = cx.lessons.step(lesson);
    load(cx, number, if step < lesson.steps.len() { step } else { 0 });
}

fn load(cx: &mut Context, number: usize, step: usize) {
    let Some(lesson) = lessons()
        .get(number)
        .filter(|lesson| step < lesson.steps.len())
    else {
        return;
    };
    let page = LessonPage {
        number,
        lesson,
        step,
        input: Input::default(),
        pages: 0,
    };
    let task = page.now();
    let Some(position) = cx.open(&task.at) else {
        return;
    };
    reach(cx, lesson, step);
    turns::put(cx, Session::lesson(task, position), None);
    if let (Some(s), Task::Find(moves)) = (cx.table_mut(), &task.task) {
        cursor::look_away(s, moves);
    }
    cx.go(Navigation::Show(Box::new(page)));
}

fn reach(cx: &mut Context, lesson: &'static Lesson, step: usize) {
    cx.lessons.reach(lesson, step);
    let text = cx.lessons.text();
    cx.spawn_shared(
        Lane::Write,
        // Ignore errors, because losing the progress does little harm.
        move |desk| Ok::<_, String>(desk.disk.store().map(|s| s.remember(PROGRESS_FILE, &text))),
        |_, _| {},
    );
}

fn leave(cx: &mut Context, number: usize, done: bool) {
    turns::bring_back(cx);
    lesson_list::show(cx, if done { None } else { Some(number) });
}

impl LessonPage {
    pub fn now(&self) -> &'static LessonStep {
        &self.lesson.steps[self.step]
    }

    fn is_played(&self, s: &MatchState) -> bool {
        matches!(self.now().task, Task::Find(_) | Task::Play(_)) && s.standing() == Standing::Open
    }

    pub fn shows_theory(&self, s: &MatchState) -> bool {
        match self.now().figure {
            ShowsTheory::Never => false,
            ShowsTheory::First => true,
            ShowsTheory::After => s.standing() == Standing::Done,
        }
    }

    fn signs(&self, cx: &Context, s: &MatchState) -> Vec<String> {
        let figure = s.figure(true).filter(|_| self.shows_theory(s));
        figure.map_or(Vec::new(), |figure| figure.legend(cx.theme.idea()))
    }

    fn try_again(&mut self, cx: &mut Context) {
        self.input.reset();
        self.pages = 0;
        turns::apply(cx, Command::TryAgain);
        if let (Some(s), Task::Find(moves)) = (cx.table_mut(), &self.now().task) {
            cursor::look_away(s, moves);
        }
    }

    /// Goes to the next or previous step. After the last step, counts the lesson as done and leaves it.
    fn go(&self, cx: &mut Context, on: bool) {
        let to = if on {
            self.step + 1
        } else {
            self.step.saturating_sub(1)
        };
        if to < self.lesson.steps.len() {
            return load(cx, self.number, to);
        }
        reach(cx, self.lesson, to);
        let id = self.lesson.id;
        cx.count(|history| history.add_lesson(id));
        leave(cx, self.number, true);
        cx.notify(tr!("Done: {lesson}.", lesson = self.lesson.title));
    }

    /// Returns the text next to the board. A short panel omits empty lines and the hint to continue with Enter.
    fn words(&self, cx: &Context, s: &MatchState) -> Vec<Line<'static>> {
        let side = table_view::panes(cx).side;
        let is_low = side.height <= LOW;
        let mut said = self.panel(s, !is_low);
        if is_low {
            said.retain(|line| !line.text.is_empty());
        }
        cx.flow(said, side.width)
    }

    fn panel(&self, s: &MatchState, with_next: bool) -> Vec<StyledLine> {
        let step = self.now();
        let mut all = vec![StyledLine::plain(step.say.clone()), StyledLine::blank()];
        let standing = s.standing();
        let answered = s.lesson_play().and_then(|lesson| lesson.answered);
        let next = |text: &str| with_next.then(|| StyledLine::hint(text));
        match (&step.task, standing) {
            (Task::Read, _) => all.extend(next(tr!("<enter> continues"))),
            (Task::Number { .. }, Standing::Open) => {
                all.push(StyledLine::hint(tr!(
                    "Your answer (a number, then <enter>):"
                )));
                all.push(StyledLine::heading(format!("> {}_", self.input.value())));
            }
            (Task::Find(_), Standing::Open) => {
                all.push(StyledLine::hint(tr!(
                    "Find the move: arrows, then <enter>. <hint> helps."
                )));
            }
            (Task::Play(level), Standing::Open) => {
                all.extend(words::to_move(s));
                all.extend(words::waiting(s));
                all.push(StyledLine::quiet(tr!(
                    "You play against the computer: it {plays}.",
                    plays = level.help()
                )));
                all.extend(s.told.clone());
                if gave_away(s) {
                    let text = tr!("✗ Your move threw the win away. <undo> takes it back.");
                    all.push(StyledLine::lost(text));
                }
            }
            (task, Standing::Done) => {
                all.push(StyledLine::won(tr!("✓ Right.")));
                all.push(StyledLine::plain(step.right.clone()));
                let last = self.step + 1 == self.lesson.steps.len();
                if matches!(task, Task::Play(_))
                    && let Some((won, how)) = words::end(s)
                {
                    all.extend([won, StyledLine::plain(how)]);
                }
                all.push(StyledLine::blank());
                all.extend(next(if last {
                    tr!("<enter> ends the lesson")
                } else {
                    tr!("<enter> continues")
                }));
            }
            (task, Standing::Wrong) => {
                let what = match (task, answered) {
                    (Task::Number { answer, .. }, Some(given)) if given < *answer => {
                        tr!("✗ Too small.")
                    }
                    (Task::Number { .. }, Some(_)) => tr!("✗ Too large."),
                    _ => tr!("✗ Not that."),
                };
                all.push(StyledLine::lost(what));
                all.push(StyledLine::plain(step.wrong.clone()));
                if let (Task::Find(_), Some(analysis)) = (task, s.analysis())
                    && analysis.value.outcome == Outcome::Win
                    && let Some(best) = &analysis.best
                {
                    let reply = s.game().position().move_words(&best.text);
                    all.push(StyledLine::plain(tr!(
                        "Your opponent would reply: {reply}."
                    )));
                }
                if s.lesson_play().is_some_and(LessonPlay::shows_solution) {
                    let solution = match task {
                        Task::Number { answer, .. } => Some(answer.to_string()),
                        _ => step
                            .solution()
                            .map(|text| s.game().start().move_words(text)),
                    };
                    let told = |text| {
                        StyledLine::hint(tr!("The solution: {text}. {why}", why = step.right))
                    };
                    all.extend(solution.map(told));
                }
                all.push(StyledLine::blank());
                all.extend(next(tr!("<enter> tries again")));
            }
        }
        all.extend(words::hint(s).map(StyledLine::hint));
        all
    }
}

fn gave_away(s: &MatchState) -> bool {
    let person = s.game().start().mover().unwrap_or(Player::First);
    let last = (0..s.game().cursor())
        .rev()
        .find(|&ply| s.game().mover_at(ply) == person);
    last.and_then(|ply| words::move_note(s, ply))
        .is_some_and(|note| note.outcome == Some(Outcome::Loss))
}

impl Page for LessonPage {
    fn key_context(&self) -> KeyContext {
        KeyContext::Lesson
    }

    /// Handles the digits of a numeric answer. While a move is expected, the table handles the key.
    fn typed(&mut self, cx: &mut Context, typed: Typed<'_>) -> bool {
        let Typed::Key(pressed) = typed else {
            return false;
        };
        let Some(standing) = cx.table().map(|s| s.standing()) else {
            return false;
        };
        match (&self.now().task, pressed.code) {
            (Task::Number { .. }, KeyCode::Char('0'..='9') | KeyCode::Backspace) => {
                if standing == Standing::Wrong {
                    self.try_again(cx);
                }
                if self.input.value().len() < 12 || pressed.code == KeyCode::Backspace {
                    field::edit(&mut self.input, pressed);
                }
                true
            }
            (Task::Find(_) | Task::Play(_), _) if standing == Standing::Open => {
                table::typed(cx, pressed)
            }
            _ => false,
        }
    }

    fn act(&mut self, cx: &mut Context, message: Message) {
        let Some(s) = cx.table() else { return };
        let action = match message {
            Message::Site(site) if self.is_played(s) => return table::click(cx, site),
            Message::Site(_) if s.standing() != Standing::Open => Action::Enter,
            Message::Do(action) => action,
            _ => return,
        };
        let Some(s) = cx.table() else { return };
        let step = self.now();
        let standing = s.standing();
        let clears = !s.picked.is_empty() || s.hint() != Reveals::Nothing;
        let board = matches!(step.task, Task::Find(_) | Task::Play(_));
        match (action, standing) {
            (Action::Escape, Standing::Open) if board && clears => table::escape(cx),
            (Action::Escape, _) => leave(cx, self.number, false),
            (Action::Why, _) => self.pages += 1,
            (Action::PageUp, _) => self.go(cx, false),
            (Action::Glossary, _) => {
                let signs = self.signs(cx, s);
                if signs.is_empty() && self.lesson.words().next().is_none() {
                    return;
                }
                cx.push(GlossaryDialog::new(self.lesson.words().collect(), signs));
            }
            (Action::PageDown | Action::Enter | Action::Pick | Action::Right, Standing::Done) => {
                self.go(cx, true)
            }
            (_, Standing::Done) => {}
            (_, Standing::Wrong) => self.try_again(cx),
            (Action::PageDown, Standing::Open) => {
                cx.notify(tr!("First do what the step asks for; <hint> helps."));
            }
            (Action::Enter, Standing::Open) if !board => {
                if let Ok(number) = self.input.value().parse() {
                    turns::apply(cx, Command::Number(number));
                }
            }
            (Action::Hint, Standing::Open) if !board => cx.notify(step.wrong.clone()),
            (action, Standing::Open)
                if board && (BOARD.contains(&action) || Action::WAYS.contains(&action)) =>
            {
                table::key(cx, action);
            }
            _ => {}
        }
    }

    fn offer(&self, cx: &Context, line: &KeyLine) -> Offer {
        let Some(s) = &cx.on_table else {
            return default_offer(cx, line);
        };
        let standing = s.standing();
        let is_played = self.is_played(s);
        match *line.actions {
            [Action::Enter] if is_played => {
                table::offer(cx, s, line).or_else(|_| default_offer(cx, line))
            }
            [Action::Enter] if standing == Standing::Wrong => Ok(Cow::Borrowed(tr!("try again"))),
            [
                Action::Pick
                | Action::Undo
                | Action::Redo
                | Action::AllMoves
                | Action::WhatIf
                | Action::Type
                | Action::Hint,
            ] if is_played => table::offer(cx, s, line),
            [
                Action::Pick
                | Action::Undo
                | Action::Redo
                | Action::AllMoves
                | Action::WhatIf
                | Action::Type,
            ] => Err(tr!("No move is asked for at this step.")),
            [Action::Hint] if standing != Standing::Open => Err(tr!("Nothing is asked for now.")),
            [Action::Hint] if matches!(self.now().task, Task::Read) => {
                Err(tr!("Nothing is asked for at this step."))
            }
            [Action::PageUp] if self.step == 0 => Err(tr!("This is the first step.")),
            [Action::Glossary]
                if self.lesson.words().next().is_none() && self.signs(cx, s).is_empty() =>
            {
                Err(tr!("No term of the theory is used here."))
            }
            [Action::Why]
                if self.words(cx, s).len() <= usize::from(table_view::panes(cx).side.height) =>
            {
                Err(tr!("All words are in sight."))
            }
            _ if line.actions == Action::WAYS && !is_played => {
                Err(tr!("No move is asked for at this step."))
            }
            _ => default_offer(cx, line),
        }
    }

    fn view(&self, cx: &Context, frame: &mut Frame<'_>) {
        let Some(s) = &cx.on_table else { return };
        let panes = table_view::panes(cx);
        let note = cx.theme.dots(self.step + 1, self.lesson.steps.len());
        let title = tr!(
            "Lesson {n}: {lesson}",
            n = self.number + 1,
            lesson = self.lesson.title
        );
        page::title(
            cx,
            frame,
            &panes,
            &title,
            s.game().position().info().name,
            &note,
        );
        if !self.is_played(s) && s.standing() != Standing::Open {
            frame.hit(frame.area(), Message::Do(Action::Enter));
        }
        table_view::draw_board(cx, s, self.shows_theory(s), frame);
        // If the step has a task, show the end of the text, which states the task.
        let first = if matches!(self.now().task, Task::Read) {
            0
        } else {
            usize::MAX
        };
        let words = part(self.words(cx, s), panes.side.height, first, self.pages);
        frame.render_widget(Paragraph::new(words), panes.side);
    }
}
