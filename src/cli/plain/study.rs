//! Offers the lessons, puzzles, reviews, record, settings and saved games in the conversation.

use super::board::{names, seen};
use super::table::subject;
use super::{Prompt, Talk, such_as};
use crate::cli::error::{Done, Error};
use crate::cli::progress::Progress;
use crate::cli::stop::Budget;
use crate::play::coach::question;
use crate::play::lesson::{Lesson, LessonProgress, LessonStep, PROGRESS_FILE, Task, lessons};
use crate::play::puzzle::{self, Puzzle, PuzzleRequest};
use crate::play::review::{self, MoveKind};
use crate::play::session::{self, Command, LessonPlay, PuzzlePlay, Session, Standing};
use crate::play::store::Store;
use crate::play::typed::{parse_move, strip_command_word};
use crate::play::{Match, PlayerKind};
use crate::settings::{Origin, Setting, edit};
use nimatron_core::erased::AnyPosition;
use nimatron_core::games;
use nimatron_core::games::reasons::{capital, counted};
use nimatron_core::rules::{Depth, Library, as_gerund, in_past_tense, sanitize};
use nimatron_core::{tr, tr_key};

const LESSON_WORDS: [(&str, &str); 3] = [
    ("next", tr_key!("go on to the next step")),
    ("back", tr_key!("go back to the step before")),
    ("solve", tr_key!("hear the answer")),
];

const PUZZLE_WORDS: [(&str, &str); 4] = [
    (
        "hint",
        tr_key!("a first hint; say it again for the move itself"),
    ),
    (
        "why",
        tr_key!("the idea that decides the position, as far as it does not name the move"),
    ),
    ("solve", tr_key!("hear the answer")),
    ("next", tr_key!("another puzzle of the same kind")),
];

/// Removes sentences that mention keys, such as `<enter>`: a conversation has no keys.
fn without_keys(text: &str) -> String {
    text.split_inclusive(". ")
        .filter(|sentence| !sentence.contains('<'))
        .collect()
}

impl Talk {
    pub(super) fn lessons(&mut self) -> Done {
        loop {
            let progress = self.progress();
            let items: Vec<String> = lessons()
                .iter()
                .map(|lesson| {
                    let done = if progress.is_done(lesson) {
                        tr!(" (done)")
                    } else {
                        ""
                    };
                    format!("{}{done}: {}", lesson.title, lesson.about)
                })
                .collect();
            match self.pick(tr!("Lessons."), &items)? {
                None => return Ok(()),
                Some(n) => self.lesson(n + 1)?,
            }
        }
    }

    fn progress(&self) -> LessonProgress {
        let text = self
            .store
            .as_ref()
            .ok()
            .and_then(|store| store.recall(PROGRESS_FILE));
        text.map_or_else(LessonProgress::default, |text| LessonProgress::read(&text))
    }

    /// Records that the user has reached a step of a lesson. A failure is ignored, because the lesson can continue
    /// without stored progress.
    fn reach(&self, lesson: &Lesson, step: usize) {
        let mut progress = self.progress();
        progress.reach(lesson, step);
        if let Ok(store) = &self.store {
            let _ = store.remember(PROGRESS_FILE, &progress.text());
        }
    }

    pub(super) fn lesson(&mut self, number: usize) -> Done {
        let Some(lesson) = number.checked_sub(1).and_then(|n| lessons().get(n)) else {
            return self.say(&tr!(
                "There are {lessons} lessons.",
                lessons = lessons().len()
            ));
        };
        self.say(&tr!("Lesson: {title}.", title = lesson.title))?;
        let mut at = self.progress().step(lesson);
        while let Some(step) = lesson.steps.get(at) {
            let position = games::open(&step.at, &Library::default()).map_err(Error::failed)?;
            let asks = match &step.task {
                Task::Read => tr!("Say next to go on.").to_owned(),
                Task::Find(moves) => {
                    tr!(
                        "Which move? Type it{examples}.",
                        examples = such_as(&*position, moves, tr!(", such as"))
                    )
                }
                Task::Number { .. } => tr!("Which number?").to_owned(),
                Task::Play(_) => tr!("Play it to the end: you move first.").to_owned(),
            };
            let board = seen(&*position);
            let say = without_keys(&step.say);
            let head = tr!(
                "Step {at} of {count}. {say}\n{board}\n{asks}",
                at = at + 1,
                count = lesson.steps.len()
            );
            self.say(&head)?;
            match self.step_of_lesson(step, position, &head)? {
                Some(true) => at += 1,
                Some(false) => at = at.saturating_sub(1),
                None => return Ok(()),
            }
            self.reach(lesson, at);
        }
        self.change_record(|history| history.add_lesson(lesson.id))?;
        self.say(tr!("The lesson is over."))
    }

    /// Plays one step of a lesson. `head` is the announcement of the step, which the user can ask to hear again.
    /// Returns `true` to go on, `false` to go back, and `None` if the user leaves.
    fn step_of_lesson(
        &mut self,
        step: &'static LessonStep,
        position: Box<dyn AnyPosition>,
        head: &str,
    ) -> Done<Option<bool>> {
        let mut session = Session::lesson(step, position.boxed_clone());
        if let Task::Play(_) = step.task {
            let (over, session) = self.play_lesson(session)?;
            if !over {
                return Ok(None);
            }
            let is_won = session.standing() == Standing::Done;
            self.say(&without_keys(if is_won {
                &step.right
            } else {
                &step.wrong
            }))?;
            return Ok(Some(true));
        }
        let (solution, prompt) = match &step.task {
            Task::Find(moves) => {
                let told = |text| {
                    tr!(
                        "{words}: type {text}.",
                        words = capital(&position.move_words(text))
                    )
                };
                let solution = step.solution().map_or_else(String::new, told);
                (solution, Prompt::of_move(&*position, moves, &LESSON_WORDS))
            }
            Task::Number { answer, .. } => {
                let expects = tr!("a number (after a list: answer 2, for example)").to_owned();
                let prompt = Prompt {
                    expects,
                    ..Prompt::of_move(&*position, &[], &LESSON_WORDS)
                };
                (tr!("The answer is {answer}."), prompt)
            }
            Task::Read | Task::Play(_) => (
                tr!("There is nothing to find here.").to_owned(),
                Prompt::of_next(&*position, &LESSON_WORDS),
            ),
        };
        let names = names(&*position);
        loop {
            let line = self.listen(&prompt)?;
            match line.to_ascii_lowercase().as_str() {
                "where" => {
                    self.say(head)?;
                    continue;
                }
                word if self.about(&*position, &names, word)? => continue,
                "q" | "quit" => return Ok(None),
                "next" | "n" => return Ok(Some(true)),
                "back" | "b" => return Ok(Some(false)),
                "solve" => {
                    self.say(&solution)?;
                    continue;
                }
                _ => {}
            }
            let command = match &step.task {
                Task::Read | Task::Play(_) => {
                    self.say(tr!("Say next to go on."))?;
                    continue;
                }
                Task::Number { .. } => match strip_command_word(&line).parse() {
                    Ok(number) => Command::Number(number),
                    Err(_) => {
                        self.say(tr!("Type a number, or ? for what you can say."))?;
                        continue;
                    }
                },
                Task::Find(_) => match self.or_complain(parse_move(&*position, &line))? {
                    Some(choice) => Command::Play(choice.text),
                    None => continue,
                },
            };
            session.apply(command);
            if session.standing() == Standing::Done {
                self.say(&tr!("Right. {text}", text = without_keys(&step.right)))?;
                return Ok(Some(true));
            }
            let shown = session
                .lesson_play()
                .is_some_and(LessonPlay::shows_solution);
            self.say(&if shown {
                tr!("No. {solution} {text}", text = without_keys(&step.right))
            } else {
                tr!("No. {text}", text = without_keys(&step.wrong))
            })?;
            session.apply(Command::TryAgain);
        }
    }

    pub(super) fn puzzles(&mut self) -> Done {
        let head = tr!("Puzzles: exactly one move wins. Which game?");
        let Some((n, game)) = self.pick_game(head, &[tr!("Today's puzzle"), tr!("Any game")])?
        else {
            return Ok(());
        };
        let wanted = PuzzleRequest {
            game,
            ..PuzzleRequest::default()
        };
        let mut daily = n == 0;
        let mut seed = if daily {
            puzzle::seed_of_today()
        } else {
            self.seed.unwrap_or_else(rand::random)
        };
        loop {
            let library = self.library.clone();
            let found =
                Budget::default().run(|limits| puzzle::find(&wanted, 1, seed, &library, limits));
            let Some(found) = self.or_complain(found)? else {
                return Ok(());
            };
            let Some(one) = found.into_iter().next() else {
                return self.say(tr!("No puzzle was found."));
            };
            seed = seed.wrapping_add(1);
            let position = games::open(&one.id, &self.library).map_err(Error::failed)?;
            if !self.puzzle(&*position, one, daily)? {
                return Ok(());
            }
            daily = false;
        }
    }

    /// Plays one puzzle; returns whether the user wants another.
    fn puzzle(&mut self, position: &dyn AnyPosition, puzzle: Puzzle, daily: bool) -> Done<bool> {
        let answer = puzzle.answer.clone();
        let asked = [answer.clone()];
        let title = position.title();
        let board = seen(position);
        let form = such_as(position, &asked, tr!(", such as"));
        let head = tr!("{title}. {board}\nOne move wins. Which? Type it{form}.");
        self.say(&head)?;
        let prompt = Prompt::of_move(position, &asked, &PUZZLE_WORDS);
        let names = names(position);
        let game = Match::between(position.boxed_clone(), [PlayerKind::Human; 2]);
        let task = session::Task::Puzzle(PuzzlePlay::new(puzzle, daily, false));
        let mut session = Session::new(game, task);
        loop {
            let line = self.listen(&prompt)?;
            match line.to_ascii_lowercase().as_str() {
                "q" | "quit" => return Ok(false),
                "next" | "n" => return Ok(true),
                "where" => self.say(&head)?,
                word if self.about(position, &names, word)? => {}
                "hint" | "t" => self.hint(&mut session)?,
                "why" => {
                    self.reasons(&mut session, &[Depth::Headline, Depth::Because])?;
                    self.apply(&mut session, Command::Help)?;
                }
                "all" | "verdict" => self.say(tr!(
                    "That gives the answer away: say hint or solve instead."
                ))?,
                line if line == "what" || line.starts_with("what if") => {
                    self.say(tr!("That gives the answer away: type the move to try it."))?;
                }
                "solve" => {
                    let wins = capital(&as_gerund(&position.move_words(&answer)));
                    self.say(&tr!(
                        "{wins} wins: type {answer}. Say next for another puzzle, or q."
                    ))?;
                    self.apply(&mut session, Command::Help)?;
                }
                _ => {
                    let Some(tried) = self.or_complain(parse_move(position, &line))? else {
                        continue;
                    };
                    self.apply(&mut session, Command::Play(tried.text.clone()))?;
                    session.apply(Command::Undo);
                    self.say(&if tried.text == answer {
                        tr!("Right. Say next for another puzzle, or q.").to_owned()
                    } else {
                        let why = Budget::default()
                            .run(|limits| question::refuted(position, &tried.text, limits))
                            .map_or_else(
                                |_| tr!("that does not win").to_owned(),
                                |found| found.what,
                            );
                        tr!("No: {why}. Try another move, or say hint.")
                    })?;
                }
            }
        }
    }

    pub(super) fn review(&mut self, game: &Match) -> Done {
        let mut progress = Progress::new(tr!("moves reviewed"));
        let found = Budget::default().run(|limits| {
            review::review(game, limits, &mut |done, all| {
                progress.tell(done as u64, all as u64)
            })
        });
        let Some(found) = self.or_complain(found)? else {
            return Ok(());
        };
        let mut at = game.position_at(0);
        let mut lines = Vec::new();
        for m in &found.moves {
            let who = subject(game, m.author);
            let better = || match &m.best {
                Some(best) => tr!("; better: {best}", best = at.move_words(best)),
                None => String::new(),
            };
            let what = match m.judged {
                None => tr!("not proved").to_owned(),
                Some(judged) if judged.kind == MoveKind::Best => judged.words(),
                Some(judged) => format!("{}{}", judged.words(), better()),
            };
            let told = in_past_tense(&at.move_words(&m.text));
            lines.push(tr!("Move {n}: {who} {told}: {what}.", n = m.n));
            at.play(&m.text).map_err(Error::failed)?;
        }
        lines.push(match found.turning() {
            Some(n) => tr!("The turning point was move {n}."),
            None if found.moves.is_empty() => tr!("No move has been played.").to_owned(),
            None => tr!("Nobody threw anything away.").to_owned(),
        });
        self.say(&lines.join("\n"))
    }

    pub(super) fn record(&mut self) -> Done {
        let Some(history) = self.readable_history()? else {
            return Ok(());
        };
        let mut lines: Vec<String> = history
            .matches
            .iter()
            .map(|m| {
                let name = games::name_of(&m.game);
                tr!("{name} against {opponent}: {played} played, {won} won, {drawn} drawn, {lost} lost.", opponent = m.opponent, played = m.played, won = m.won, drawn = m.drawn, lost = m.lost())
            })
            .collect();
        if lines.is_empty() {
            lines.push(tr!("No match has been played to its end yet.").to_owned());
        }
        let p = &history.puzzles;
        lines.push(tr!(
            "Puzzles: {solved} solved, {first_try} on the first try.",
            solved = p.solved,
            first_try = p.first_try
        ));
        for game in history.coach.progress() {
            let name = games::name_of(&game.game);
            let dots = game.dots;
            lines.push(tr!(
                "Coach, {name}: {dots} of 5 dots, {answers} right.",
                answers = game.answers
            ));
        }
        lines.push(tr!(
            "Lessons finished: {count} of {lessons}.",
            count = history.lessons.len(),
            lessons = lessons().len()
        ));
        self.say(&lines.join("\n"))
    }

    pub(super) fn settings(&mut self) -> Done {
        loop {
            let items: Vec<String> = Setting::ALL
                .iter()
                .map(|setting| {
                    let value = self.settled.settings.text(*setting);
                    let value = if value.is_empty() {
                        tr!("not set")
                    } else {
                        &value
                    };
                    format!("{}: {value}", setting.info().word)
                })
                .collect();
            let Some(setting) = self
                .pick(tr!("Settings."), &items)?
                .and_then(|n| Setting::ALL.get(n).copied())
            else {
                return Ok(());
            };
            let info = setting.info();
            let ask = tr!(
                "{word}: {what}. Type {expected}; q leaves it.",
                word = info.word,
                what = info.what,
                expected = setting.expected()
            );
            self.say(&ask)?;
            let prompt = Prompt::of_text(ask);
            loop {
                let line = self.listen(&prompt)?;
                if line == "q" {
                    break;
                }
                match setting.read(line.trim_matches('"')) {
                    Ok(value) => {
                        self.set(setting, value)?;
                        break;
                    }
                    Err(error) => self.say(&format!("{error}."))?,
                }
            }
        }
    }

    fn set(&mut self, setting: Setting, value: String) -> Done {
        let now = tr!("{word} is now {value}", word = setting.info().word);
        if let Err(error) = self.settled.settings.set(setting, &value, Origin::Page) {
            return self.say(&format!("{error}."));
        }
        let told = match &self.settled.path {
            Some(path) => match edit::save(path, &[(setting, value)]) {
                Ok(()) => tr!("{now}. Saved."),
                Err(error) => tr!("{now}, but that is not saved: {error}."),
            },
            None => tr!("{now}. There is no place to save settings."),
        };
        self.say(&sanitize::message(&told))
    }

    pub(super) fn open_saved(&mut self) -> Done<Option<Match>> {
        let store = self.store.as_ref().map_err(Clone::clone);
        let list = store.and_then(|store| {
            store
                .list(&self.library, &|| true)
                .map_err(|e| e.to_string())
        });
        let Some(saves) = self.or_complain(list)? else {
            return Ok(None);
        };
        if saves.is_empty() {
            self.say(tr!("There are no saved games."))?;
            return Ok(None);
        }
        let items: Vec<String> = saves
            .iter()
            .map(|save| match &save.summary {
                Ok(summary) => {
                    let moves = counted(summary.moves as u64, tr!("move"), tr!("moves"));
                    let at = if summary.cursor == summary.moves {
                        moves
                    } else {
                        tr!("{cursor} of {moves}", cursor = summary.cursor)
                    };
                    format!("{}: {}, {at}", save.name, summary.game)
                }
                Err(error) => format!("{} {error}", save.name),
            })
            .collect();
        let Some(save) = self
            .pick(tr!("Saved games."), &items)?
            .and_then(|n| saves.get(n))
        else {
            return Ok(None);
        };
        let loaded = Store::load_while(&save.path, &self.library, &|| true);
        Ok(self.or_complain(loaded)?.map(|loaded| loaded.game))
    }
}
