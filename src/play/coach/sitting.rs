//! Runs a sitting: a few minutes of questions on skills that are due, mixed with new skills. A sitting is a pure state
//! machine: answers go in, and screens and events to record come out.

use std::collections::{BTreeMap, VecDeque};

use nimatron_core::erased::Turn;
use nimatron_core::games::reasons::counted;
use nimatron_core::games::{self, reasons::capital};
use nimatron_core::rules::{Convention, Library, Limits, Outcome, as_gerund, in_past_tense};

use super::bank::{BankError, in_time, skills};
use super::path::{AskKind, Example, Path, Skill, in_words};
use super::question::{Question, questions, refuted};
use super::record::{CoachEvent, CoachRecord, SkillName};
use super::schedule::{Grade, Level, due_in};
use crate::play::dice::Dice;
use crate::play::supply::SupplyRequest;
use nimatron_core::language::template;
use nimatron_core::tr;

/// The minimum and the maximum number of questions in a short sitting. The plan contains at least the minimum. Wrong
/// answers add further questions, up to the maximum.
const QUESTIONS: std::ops::RangeInclusive<usize> = 6..=10;
/// The number of questions planned per minute, up to `MOST` questions in a sitting.
const A_MINUTE: f64 = 1.6;
const MOST: usize = 32;
/// The maximum number of new skills in a sitting, unless more are needed to find enough questions.
const NEW: usize = 2;
/// The default length of a sitting in minutes.
pub const MINUTES: f64 = 5.0;
/// The number of other questions between a wrong answer and the next question on the same skill.
const BACK_AFTER: usize = 2;

#[derive(Clone, Debug, Default)]
pub struct SittingRequest {
    /// The game; by default the game of the first skill that is due, or else Nim.
    pub game: Option<SupplyRequest>,
    pub skill: Option<String>,
    pub minutes: f64,
    pub seed: u64,
}

#[derive(Clone, Debug)]
enum Item {
    /// A worked example, shown step by step. If `gap` is set, the last step is omitted, and the user has to find it.
    Example {
        of: SkillName,
        example: Example,
        gap: bool,
    },
    Question(Box<Question>),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// The game and the skill, or a note that the sitting is over.
    pub title: String,
    /// The ID of the board, or the IDs of two boards to be compared.
    pub boards: Vec<String>,
    /// A move whose sites are highlighted on the first board.
    pub lit: Option<String>,
    pub theory: bool,
    /// Whether the answer just given was right; `None` if no answer was given.
    pub right: Option<bool>,
    /// The lines of text, newest last.
    pub lines: Vec<String>,
    pub expects: Expects,
    /// The number of the current question, and the number of questions planned.
    pub count: [usize; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expects {
    Next,
    /// `win` or `loss`.
    Winner,
    Move,
    /// `1` or `2`.
    Which,
    Number,
    /// No input: the sitting is over.
    #[default]
    End,
}

#[derive(Clone, Default)]
pub struct Sitting {
    items: VecDeque<Item>,
    spare: BTreeMap<SkillName, Vec<Question>>,
    step: usize,
    /// The board and the text while the user plays out the last moves.
    board: Option<(String, String)>,
    /// The feedback on the last answer, with the board and the move that illustrate it.
    told: Option<Screen>,
    helped: bool,
    answered: Vec<(SkillName, Grade)>,
    /// The number of questions planned, including repeated questions.
    planned: usize,
    most: usize,
    game: String,
    skills: Vec<String>,
    library: Library,
}

impl Sitting {
    /// Plans a sitting from the user's record. Unless a skill is requested, the sitting alternates between due reviews
    /// and new skills. The sitting ends with a known skill if the user has one.
    pub fn plan(
        wanted: &SittingRequest,
        record: &CoachRecord,
        now: i64,
        library: &Library,
        limits: &Limits,
    ) -> Result<Sitting, BankError> {
        let game = match &wanted.game {
            Some(game) => game.clone(),
            None => {
                let game = record
                    .due(now)
                    .first()
                    .map_or("nim", |(game, _)| game)
                    .to_owned();
                SupplyRequest::new(game, None)
            }
        };
        let timed = in_time(limits);
        let (word, skills) = skills(&game, wanted.seed, library, &timed)?;
        let word = word.to_owned();
        let (least, most) = QUESTIONS.into_inner();
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "clamped"
        )]
        let count = (wanted.minutes * A_MINUTE)
            .round()
            .clamp(least as f64, MOST as f64) as usize;
        let mut new = NEW;
        let (plan, found) = loop {
            let plan = match &wanted.skill {
                Some(skill) => {
                    let is_new = record.card(&word, skill).level() == Level::New;
                    (0..count)
                        .map(|i| (SkillName::new(&word, skill), is_new && i == 0))
                        .collect()
                }
                None => planned(&word, &skills, record, now, count, new),
            };
            let found = drawn(&plan, &game, &word, wanted.seed, record, library, &timed)?;
            limits.check()?;
            let asked = |(of, questions): (&SkillName, &Vec<Question>)| {
                let planned = plan.iter().filter(|(planned, _)| planned == of);
                planned.count().min(questions.len())
            };
            // If too few questions were found, add another new skill.
            let is_enough =
                found.iter().map(asked).sum::<usize>() >= least || timed.check().is_err();
            if is_enough || wanted.skill.is_some() || new >= skills.len() {
                break (plan, found);
            }
            new += 1;
        };
        let mut sitting = Sitting {
            spare: found,
            game: word.clone(),
            skills: skills.iter().map(|skill| skill.name.clone()).collect(),
            most: most.max(count),
            library: library.clone(),
            ..Sitting::default()
        };
        let of_game = |game: &str| {
            if game == word {
                Some(&skills)
            } else {
                Some(&Path::shipped(game)?.skills)
            }
        };
        for (of, is_new) in &plan {
            let Some(question) = sitting.take_spare(of) else {
                continue;
            };
            // If the skill already has a question and no unseen positions are left for it, ask about another skill
            // instead.
            let has_turn = || sitting.questions().any(|question| question.of == *of);
            let other = if question.is_old && has_turn() {
                sitting.take_new(&of.game)
            } else {
                None
            };
            let question = other.unwrap_or(question);
            let skill = of_game(&of.game).and_then(|all| all.iter().find(|s| s.name == of.skill));
            if let Some(Skill { example, .. }) = skill.filter(|_| *is_new) {
                let example = |gap| Item::Example {
                    of: of.clone(),
                    example: example.clone(),
                    gap,
                };
                sitting.items.extend([false, true].map(example));
            }
            sitting.push(sitting.items.len(), question);
        }
        // If the sitting is still too short, use the questions reserved for wrong answers as well.
        for (of, _) in &plan {
            if sitting.planned < least
                && let Some(question) = sitting.take_spare(of)
            {
                sitting.push(sitting.place_after(sitting.planned.max(2) - 1), question);
            }
        }
        if sitting.planned == 0 {
            return Err(BankError::Nothing(games::name_of(&word).to_owned()));
        }
        Ok(sitting)
    }

    /// Takes a spare question about an unseen position in a game. Prefers the skill with the most spare questions about
    /// unseen positions.
    fn take_new(&mut self, game: &str) -> Option<Question> {
        let new = |all: &Vec<Question>| all.iter().filter(|question| !question.is_old).count();
        let of_game = self
            .spare
            .iter_mut()
            .filter(|(of, all)| of.game == game && new(all) > 0);
        of_game
            .max_by_key(|(_, all)| new(all))
            .map(|(_, all)| all.remove(0))
    }

    fn questions(&self) -> impl Iterator<Item = &Question> {
        self.items.iter().filter_map(|item| match item {
            Item::Question(question) => Some(&**question),
            Item::Example { .. } => None,
        })
    }

    fn push(&mut self, at: usize, question: Question) {
        self.items.insert(at, Item::Question(Box::new(question)));
        self.planned += 1;
    }

    /// Returns the index in `items` that directly follows the next `questions` questions. Inserting an item there never
    /// separates an example from its question.
    fn place_after(&self, questions: usize) -> usize {
        let mut places =
            (0..self.items.len()).filter(|i| matches!(self.items[*i], Item::Question(_)));
        places
            .nth(questions - 1)
            .map_or(self.items.len(), |i| i + 1)
    }

    /// Schedules a spare question on a skill after `BACK_AFTER` other questions, or at the end if fewer questions
    /// follow. The spare question replaces a later question, provided that the sitting has another question on the
    /// replaced question's skill. If no question can be replaced, the sitting becomes longer, up to the maximum.
    fn bring_back(&mut self, of: &SkillName) {
        // The answered question is still at the front, so count one more.
        let at = self.place_after(1 + BACK_AFTER);
        let is_asked = |of: &SkillName, except: usize| {
            let items = self.items.iter().enumerate();
            let mut others = items.filter(|(i, _)| *i != except);
            self.answered.iter().any(|(answered, _)| answered == of)
                || others.any(|(_, item)| matches!(item, Item::Question(q) if q.of == *of))
        };
        let last = self.items.len() - 1;
        let surplus = (at..last)
            .rev()
            .find(|i| match (&self.items[*i], &self.items[i - 1]) {
                (Item::Question(question), Item::Question(_)) => {
                    !question.again && is_asked(&question.of, *i)
                }
                _ => false,
            });
        if self.items.len() == 1 || surplus.is_none() && self.planned >= self.most {
            return;
        }
        let Some(mut question) = self.take_spare(of) else {
            return;
        };
        question.again = true;
        if let Some(surplus) = surplus {
            self.items.remove(surplus);
            self.planned -= 1;
        }
        self.push(at, question);
    }

    fn take_spare(&mut self, of: &SkillName) -> Option<Question> {
        let spare = self.spare.get_mut(of)?;
        (!spare.is_empty()).then(|| spare.remove(0))
    }

    pub fn score(&self) -> [usize; 2] {
        let answered = self.answered.iter();
        let right = answered.filter(|(_, grade)| *grade == Grade::Right);
        [right.count(), self.answered.len()]
    }

    /// Summarises each skill practised in the sitting: the result, the level that the user has reached, and the time at
    /// which the skill is due. The last line announces the next sitting, or the skills that are due now.
    pub fn learned(&self, record: &CoachRecord, now: i64) -> Vec<String> {
        let mut skills: BTreeMap<&SkillName, [usize; 2]> = BTreeMap::new();
        for (of, grade) in &self.answered {
            let [right, asked] = skills.entry(of).or_default();
            (*right, *asked) = (*right + usize::from(*grade == Grade::Right), *asked + 1);
        }
        let one = |(SkillName { game, skill }, [right, asked]): (&SkillName, [usize; 2])| {
            let card = record.card(game, skill);
            let name = games::name_of(game);
            let level = card.level().word();
            let due = due_in(card.due - now);
            let line = tr!(
                "{name}, {skill}: {right} of {asked}, {level}, {due}",
                skill = in_words(skill)
            );
            // Repeat the idea of a skill if some answers were wrong or needed help.
            let known = Path::shipped(game).filter(|_| right < asked);
            let idea = known.and_then(|path| path.skills.iter().find(|known| known.name == *skill));
            std::iter::once(line).chain(idea.map(|skill| skill.idea.clone()))
        };
        let level = |skill: &String| record.card(&self.game, skill).level();
        let name = games::name_of(&self.game);
        let due = match record.due(now).len() {
            0 if self.skills.iter().all(|skill| level(skill) >= Level::Known) => {
                tr!(
                    "You know all skills of {name}. Test yourself: nimatron coach --check {game}",
                    game = self.game
                )
            }
            0 => match self.skills.iter().find(|skill| level(skill) == Level::New) {
                Some(new) => tr!(
                    "The next sitting on {name} teaches something new: {new}.",
                    new = template(new).unwrap_or(new)
                ),
                None => tr!("The next sitting on {name} repeats what you are learning."),
            },
            1 => tr!("1 skill is due now.").to_owned(),
            due => tr!("{due} skills are due now."),
        };
        skills
            .into_iter()
            .flat_map(one)
            .chain([String::new(), due])
            .collect()
    }

    /// Returns the winning moves of a question that asks for a move, or the omitted move of an example. Empty for all
    /// other items, including a position to play out.
    pub fn right_moves(&self) -> Vec<String> {
        match self.items.front() {
            Some(Item::Question(question)) if question.kind == AskKind::Move => {
                question.answers.clone()
            }
            Some(Item::Example {
                example, gap: true, ..
            }) => example
                .steps
                .last()
                .and_then(|step| step.lit.clone())
                .into_iter()
                .collect(),
            _ => Vec::new(),
        }
    }

    pub fn screen(&self) -> Screen {
        // While the feedback is shown, the answered question is still the first item.
        let is_answered =
            self.told.is_some() && matches!(self.items.front(), Some(Item::Question(_)));
        let [right, asked] = self.score();
        let count = [
            (asked + usize::from(!is_answered)).min(self.planned),
            self.planned,
        ];
        let mut screen = Screen {
            count,
            ..Screen::default()
        };
        match self.items.front() {
            None => {
                screen.title = tr!("The sitting is over").to_owned();
                screen.lines.push(tr!("{right} of {asked} right."));
            }
            Some(Item::Example { of, example, gap }) => {
                screen.title = tr!(
                    "{game} — {skill}: worked example",
                    game = games::name_of(&of.game),
                    skill = in_words(&of.skill)
                );
                self.show_example(&mut screen, example, *gap);
                let asked = self.rule_asked(&of.game);
                let own = self
                    .rule_of(&example.at)
                    .filter(|own| asked.as_ref() != Some(own));
                let own = own.map(|own| tr!("This example has another rule: {own}"));
                let first = asked.filter(|_| self.is_first(&of.game));
                let speaks = example
                    .steps
                    .iter()
                    .any(|step| step.claims.iter().any(|claim| claim.grundy.is_some()));
                let value = (speaks && self.step == 0 && !*gap).then(|| tr!("A Grundy value is the smallest number, counting from 0, that is not the value of any position you can move to.").to_owned());
                screen
                    .lines
                    .splice(0..0, first.into_iter().chain(own).chain(value));
            }
            Some(Item::Question(question)) => {
                screen.title = format!(
                    "{} — {}",
                    games::name_of(&question.of.game),
                    template(&question.of.skill).unwrap_or(&question.of.skill)
                );
                let (board, line) = match &self.board {
                    Some((board, told)) => (board, told.as_str()),
                    None => (&question.position, question.prompt()),
                };
                screen.boards = std::iter::once(board)
                    .chain(&question.other)
                    .cloned()
                    .collect();
                screen.lines.extend(
                    self.rule_of(board)
                        .filter(|_| self.is_first(&question.of.game)),
                );
                screen.lines.push(line.to_owned());
                if self.helped {
                    screen.lines.push(question.step.clone());
                }
                screen.expects = match question.kind {
                    AskKind::Winner => Expects::Winner,
                    AskKind::Move | AskKind::Finish => Expects::Move,
                    AskKind::Lost => Expects::Which,
                    AskKind::Value => Expects::Number,
                };
            }
        }
        let Some(told) = &self.told else {
            return screen;
        };
        Screen {
            title: screen.title,
            count,
            theory: true,
            expects: Expects::Next,
            ..told.clone()
        }
    }

    /// Returns an introduction to the sitting. Returns `None` once a question has been answered, and in the middle of
    /// an example.
    pub fn introduction(&self) -> Option<String> {
        let is_fresh = self.answered.is_empty() && self.told.is_none() && self.step == 0;
        is_fresh.then(|| {
            tr!(
                "The coach asks {questions} about new positions, and explains each answer.",
                questions = counted(self.planned as u64, tr!("question"), tr!("questions"))
            )
        })
    }

    fn is_first(&self, game: &str) -> bool {
        self.answered.iter().all(|(of, _)| of.game != game)
    }

    fn rule_of(&self, id: &str) -> Option<String> {
        games::open(id, &self.library).ok().map(|at| at.rule())
    }

    fn rule_asked(&self, game: &str) -> Option<String> {
        self.items.iter().find_map(|item| match item {
            Item::Question(question) if question.of.game == game => {
                self.rule_of(&question.position)
            }
            _ => None,
        })
    }

    /// Shows the steps of an example up to the current step. If `gap` is set, shows all steps but the last instead, and
    /// asks for the last step.
    fn show_example(&self, screen: &mut Screen, example: &Example, gap: bool) {
        let last = example.steps.len() - 1;
        let mut board = &example.at;
        let shown = if gap { last } else { self.step + 1 };
        for step in &example.steps[..shown.min(last + 1)] {
            if let Some(at) = &step.at {
                board = at;
            }
            screen.lines.push(step.say.clone());
            screen.lit.clone_from(&step.lit);
            screen.theory = step.theory;
        }
        screen.boards = vec![if gap {
            example.at.clone()
        } else {
            board.clone()
        }];
        screen.expects = Expects::Next;
        if gap {
            (screen.lit, screen.theory) = (None, false);
            let is_move = example.steps.last().is_some_and(|step| step.lit.is_some());
            screen.expects = if is_move {
                Expects::Move
            } else {
                Expects::Winner
            };
            screen.lines.push(
                if is_move {
                    tr!("Which move follows?")
                } else {
                    tr!("Who wins, then?")
                }
                .to_owned(),
            );
        }
    }

    /// Shows the omitted step of an example, or a hint for a question. A right answer after a hint is graded as
    /// `Grade::Helped`.
    pub fn help(&mut self) {
        match self.items.front() {
            Some(Item::Question(_)) if self.told.is_none() => self.helped = true,
            Some(Item::Example {
                example, gap: true, ..
            }) => {
                self.told = example.steps.last().map(|last| Screen {
                    lines: vec![last.say.clone()],
                    boards: vec![example.at.clone()],
                    lit: last.lit.clone(),
                    ..Screen::default()
                });
            }
            _ => {}
        }
    }

    pub fn go_on(&mut self) {
        if self.told.take().is_some() {
            self.advance();
            return;
        }
        if let Some(Item::Example {
            example,
            gap: false,
            ..
        }) = self.items.front()
        {
            self.step += 1;
            if self.step >= example.steps.len() {
                self.advance();
            }
        }
    }

    fn advance(&mut self) {
        self.items.pop_front();
        (self.step, self.helped, self.board) = (0, false, None);
    }

    /// Handles an answer: `win` or `loss`, a move, `1` or `2`, or a number. Returns the events to record.
    pub fn answer(&mut self, given: &str, limits: &Limits) -> Result<Vec<CoachEvent>, String> {
        let given = given.trim();
        if self.told.is_some() {
            return Ok(Vec::new());
        }
        let given = match self.screen().expects {
            Expects::Next | Expects::End => return Ok(Vec::new()),
            Expects::Winner => match given.to_lowercase().as_str() {
                "y" | "w" | "win" | "me" | "you" | "yes" => "win".to_owned(),
                "o" | "l" | "loss" | "lose" | "opponent" | "n" | "no" => "loss".to_owned(),
                _ => return Err(tr!("Answer y if you win, o if your opponent wins.").to_owned()),
            },
            Expects::Which if ["1", "2"].contains(&given) => given.to_owned(),
            Expects::Which => return Err(tr!("Answer 1 or 2.").to_owned()),
            Expects::Number => {
                let number: u64 = given
                    .parse()
                    .map_err(|_| tr!("Answer with a number.").to_owned())?;
                number.to_string()
            }
            Expects::Move => {
                let screen = self.screen();
                let board = screen.boards.first().ok_or(tr!("There is no board."))?;
                let at = games::open(board, &self.library).map_err(|e| e.to_string())?;
                at.legal(given).map_err(|e| e.to_string())?.text
            }
        };
        match self.items.front().cloned() {
            Some(Item::Example { example, .. }) => {
                self.tell_example(&example, &given);
                Ok(Vec::new())
            }
            Some(Item::Question(question)) if question.kind == AskKind::Finish => {
                self.play_on(&question, &given, limits)
            }
            Some(Item::Question(question)) => {
                let right = question.answers.contains(&given);
                self.graded(&question, &given, right, question.position.clone(), limits)
            }
            None => Ok(Vec::new()),
        }
    }

    fn tell_example(&mut self, example: &Example, given: &str) {
        let Some(last) = example.steps.last() else {
            return;
        };
        let at = games::open(&example.at, &self.library);
        let right = match &last.lit {
            Some(_) => at.is_ok_and(|at| {
                let Ok((after, turn)) = at.after(given) else {
                    return false;
                };
                // If the turn is kept, the same player moves next and must win.
                after.outcome(&Limits::default()) == Ok(Outcome::won(turn == Turn::Kept))
            }),
            None => given == "loss",
        };
        let (verdict, say) = match (right, &last.lit) {
            (false, _) => (tr!("Not yet."), last.say.clone()),
            (true, Some(lit)) if lit != given => (tr!("Right, that wins as well."), String::new()),
            (true, _) => (tr!("Right."), last.say.clone()),
        };
        self.told = Some(Screen {
            right: Some(right),
            lines: vec![format!("{verdict} {say}").trim_end().to_owned()],
            boards: vec![example.at.clone()],
            lit: last.lit.clone(),
            ..Screen::default()
        });
    }

    /// Plays the user's move and the computer's reply in a question that is played to the end. Grades the answer when
    /// the game is over or a move gives the win away.
    fn play_on(
        &mut self,
        question: &Question,
        given: &str,
        limits: &Limits,
    ) -> Result<Vec<CoachEvent>, String> {
        let board = self
            .board
            .as_ref()
            .map_or(&question.position, |(board, _)| board)
            .clone();
        let mut at = games::open(&board, &self.library).map_err(|e| e.to_string())?;
        at.play(given).map_err(|e| e.to_string())?;
        let keeps = at.outcome(limits).map_err(|stop| stop.to_string())? == Outcome::Loss;
        let reply = at.best(limits).map_err(|stop| stop.to_string())?;
        let Some(reply) = reply.filter(|_| keeps) else {
            return self.graded(question, given, keeps, board, limits);
        };
        let told = in_past_tense(&at.move_words(&reply.text));
        at.play(&reply.text).map_err(|e| e.to_string())?;
        if at.is_over() {
            return self.graded(question, given, true, board, limits);
        }
        self.board = Some((at.id(), tr!("Good. Your opponent {told}. Go on.")));
        Ok(Vec::new())
    }

    fn graded(
        &mut self,
        question: &Question,
        given: &str,
        right: bool,
        board: String,
        limits: &Limits,
    ) -> Result<Vec<CoachEvent>, String> {
        let mut board = match (
            &question.other,
            question.answers.first().map(String::as_str),
        ) {
            (Some(other), Some("2")) => other.clone(),
            _ => board,
        };
        let mut told = Screen {
            right: Some(right),
            ..Screen::default()
        };
        if question.kind == AskKind::Winner {
            told.lit.clone_from(&question.best);
        }
        let at = games::open(&board, &self.library).map_err(|e| e.to_string())?;
        let is_move = matches!(question.kind, AskKind::Move | AskKind::Finish);
        if right && question.kind == AskKind::Finish {
            // The feedback is about the starting position, so show its board.
            board.clone_from(&question.position);
            told.lines = vec![
                tr!("Right, you won. It began here:").to_owned(),
                question.headline.clone(),
            ];
        } else if right {
            if is_move {
                told.lit = Some(given.to_owned());
            }
            told.lines = if is_move && question.best.as_deref() != Some(given) {
                // Leave out the explanation, because it describes another move.
                vec![tr!("Right, that wins as well.").to_owned()]
            } else {
                // The idea may describe only the position after the winning move, so name the move as well.
                let wins = question
                    .best
                    .as_ref()
                    .filter(|_| question.kind == AskKind::Winner);
                let wins =
                    wins.map(|text| tr!("{text} wins.", text = as_gerund(&at.move_words(text))));
                question
                    .praise()
                    .into_iter()
                    .chain(wins.map(|text| capital(&text)))
                    .collect()
            };
        } else {
            let wins = match &self.board {
                None => question
                    .best
                    .clone()
                    .filter(|_| is_move || question.kind == AskKind::Winner),
                Some(_) => at
                    .best(limits)
                    .map_err(|stop| stop.to_string())?
                    .map(|choice| choice.text),
            };
            let wins = wins.map(|text| at.move_words(&text));
            let mut why = None;
            if is_move {
                let refutation = refuted(&*at, given, limits)?;
                (why, board, told.lit) = (
                    Some(refutation.what),
                    refutation.after.id(),
                    refutation.reply,
                );
            }
            told.lines = question.correction(why.as_deref(), wins.as_deref());
        }
        self.told = Some(Screen {
            boards: vec![board],
            ..told
        });
        let grade = match (right, self.helped) {
            (false, _) => Grade::Wrong,
            (true, true) => Grade::Helped,
            (true, false) => Grade::Right,
        };
        self.answered.push((question.of.clone(), grade));
        if !right {
            self.bring_back(&question.of);
        }
        let seen = question.keys.iter().map(|key| CoachEvent::Seen {
            game: question.of.game.clone(),
            key: key.clone(),
        });
        let remoteness = (question.kind == AskKind::Move).then_some(question.remoteness);
        let answered = CoachEvent::Answered {
            of: question.of.clone(),
            grade,
            remoteness,
        };
        Ok(seen.chain([answered]).collect())
    }
}

/// Plans the questions in order. Returns the skill of each question, and whether the question introduces the skill.
fn planned(
    word: &str,
    skills: &[Skill],
    record: &CoachRecord,
    now: i64,
    count: usize,
    most_new: usize,
) -> Vec<(SkillName, bool)> {
    let level = |skill: &Skill| record.card(word, &skill.name).level();
    let own = skills.iter().map(|skill| skill.name.as_str());
    let is_new = |game: &str, name: &str| record.card(game, name).level() == Level::New;
    let (mut due, mut others): (Vec<&str>, Vec<(&str, &str)>) = (Vec::new(), Vec::new());
    for (game, skill) in record.due(now) {
        if game != word {
            others.push((game, skill));
        } else if own.clone().any(|name| name == skill) {
            due.push(skill);
        }
    }
    // A new skill is introduced only after the skills it builds on.
    let met = |name: &String| {
        skills
            .iter()
            .any(|s| s.name == *name && level(s) != Level::New)
    };
    let mut new: Vec<&Skill> = Vec::new();
    for skill in skills
        .iter()
        .filter(|s| is_new(word, &s.name) && !due.contains(&s.name.as_str()))
    {
        let ready = skill
            .after
            .iter()
            .all(|name| met(name) || new.iter().any(|s| s.name == *name));
        if ready && new.len() < most_new {
            new.push(skill);
        }
    }
    let known: Vec<&Skill> = skills
        .iter()
        .filter(|skill| level(skill) >= Level::Known)
        .collect();
    let learning: Vec<&Skill> = skills
        .iter()
        .filter(|skill| level(skill) != Level::New)
        .collect();
    let one = |game: &str, skill: &str, is_new: bool| (SkillName::new(game, skill), is_new);
    let mut reviews: VecDeque<_> = due
        .into_iter()
        .map(|skill| one(word, skill, is_new(word, skill)))
        .collect();
    for (i, (game, skill)) in others.into_iter().take(count / 3).enumerate() {
        reviews.insert(
            (2 * i + 1).min(reviews.len()),
            one(game, skill, is_new(game, skill)),
        );
    }
    let mut plan: Vec<(SkillName, bool)> = Vec::new();
    let mut fresh: VecDeque<_> = new
        .iter()
        .map(|skill| one(word, &skill.name, true))
        .collect();
    if reviews.front().is_some_and(|(of, _)| of.game != word) {
        plan.extend(fresh.pop_front());
    }
    while plan.len() + 1 < count && !(reviews.is_empty() && fresh.is_empty()) {
        plan.extend(reviews.pop_front());
        plan.extend(fresh.pop_front());
    }
    // Fill the plan with skills that were introduced before, beginning with those that have had the fewest questions.
    // Plan two questions in a row on the same skill only if there is no other skill.
    let met: Vec<&str> = learning
        .iter()
        .chain(&new)
        .map(|skill| skill.name.as_str())
        .collect();
    let asked = |skill: &str, plan: &[(SkillName, bool)]| {
        let of = SkillName::new(word, skill);
        let planned = plan.iter().filter(|(planned, _)| *planned == of);
        record.card(word, skill).asked as usize + planned.count()
    };
    while plan.len() + 1 < count {
        let last = plan
            .last()
            .filter(|_| met.len() > 1)
            .map(|(of, _)| of.skill.as_str());
        let others = met.iter().filter(|skill| Some(**skill) != last);
        let Some(skill) = others.min_by_key(|skill| asked(skill, &plan)) else {
            break;
        };
        plan.push(one(word, skill, false));
    }
    plan.truncate(count.saturating_sub(1));
    // End with the known skill that was practised least recently. If no skill is known, end with a skill that is being
    // learned, or else with a new skill.
    let ends = if known.is_empty() { &learning } else { &known };
    let last = ends
        .iter()
        .map(|skill| skill.name.as_str())
        .min_by_key(|skill| record.card(word, skill).last);
    if let Some(last) = last.or_else(|| met.first().copied()) {
        plan.push(one(word, last, false));
    }
    plan
}

fn drawn(
    plan: &[(SkillName, bool)],
    game: &SupplyRequest,
    word: &str,
    seed: u64,
    record: &CoachRecord,
    library: &Library,
    limits: &Limits,
) -> Result<BTreeMap<SkillName, Vec<Question>>, BankError> {
    // The minimum number of spare questions per skill. Spare questions follow wrong answers, or replace questions on
    // other skills that run out of unseen positions.
    const SPARE: usize = 2;
    let spare = SPARE + plan.len() / 4;
    let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for (SkillName { game, skill }, _) in plan {
        let of_game = counts.entry(game).or_default();
        *of_game.entry(skill).or_insert(spare) += 1;
    }
    let mut dice = Dice::new(seed);
    let mut all = BTreeMap::new();
    for (of, skills) in counts {
        let wanted: Vec<(String, usize)> = skills
            .iter()
            .map(|(name, n)| ((*name).to_owned(), *n))
            .collect();
        let request = if of == word {
            game.clone()
        } else {
            SupplyRequest::new(of, convention_of(of, &wanted))
        };
        let seen = record.seen.get(of).map_or(&[][..], Vec::as_slice);
        let seed = dice.pick(u64::MAX);
        all.extend(questions(&request, &wanted, seed, seen, library, limits)?);
    }
    Ok(all)
}

fn convention_of(game: &str, skills: &[(String, usize)]) -> Option<Convention> {
    let path = Path::shipped(game)?;
    let is_of = |convention: Convention| {
        skills.iter().all(|(name, _)| {
            path.skills
                .iter()
                .any(|s| s.name == *name && s.practise.is_of(Some(convention)))
        })
    };
    let default = games::find(game)?.info.default?;
    [default, default.other()]
        .into_iter()
        .find(|convention| is_of(*convention))
}

/// Returns the name under which the checks of a game are recorded. The name includes the convention unless the
/// convention is the game's default.
pub fn named(game: &SupplyRequest) -> String {
    games::in_convention(&game.game, game.convention)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use crate::play::coach::record::tests::answered;
    use crate::play::fixtures::open;

    const DAY: i64 = 86_400;

    #[test]
    fn who_wins_is_answered_by_several_letters() {
        let winner = |seed: &u64| {
            let mut sitting = new_to("nim", *seed);
            for _ in 0..60 {
                match sitting.screen().expects {
                    Expects::Next => sitting.go_on(),
                    Expects::Winner => return Some(sitting),
                    _ => sitting.advance(),
                }
            }
            None
        };
        let sitting = (0..20).find_map(|seed| winner(&seed)).unwrap();
        let told = |given: &str| {
            let mut sitting = sitting.clone();
            sitting.answer(given, &Limits::default()).unwrap();
            sitting.screen().right.unwrap()
        };
        assert!(told("y") == told("w") && told("o") == told("l") && told("y") != told("o"));
        assert!(sitting.clone().answer("x", &Limits::default()).is_err());
    }

    #[test]
    fn the_last_step_of_an_example_is_left_to_the_learner() {
        let mut sitting = new_to("nim", 1);
        let mut asked = 0;
        for _ in 0..60 {
            if let Some(Item::Example {
                example, gap: true, ..
            }) = sitting.items.front()
            {
                let lines = sitting.screen().lines;
                let (last, before) = example.steps.split_last().unwrap();
                assert!(!lines.contains(&last.say), "{lines:?}");
                assert!(before.iter().all(|step| lines.contains(&step.say)));
                asked += 1;
            }
            sitting.advance();
        }
        assert!(asked > 0);
    }

    fn planned_for(
        record: &CoachRecord,
        game: &str,
        skill: Option<&str>,
        minutes: f64,
        seed: u64,
        now: i64,
    ) -> Sitting {
        let game = Some(SupplyRequest::new(game, None));
        let wanted = SittingRequest {
            game,
            skill: skill.map(str::to_owned),
            minutes,
            seed,
        };
        Sitting::plan(
            &wanted,
            record,
            now,
            &Library::default(),
            &Limits::default(),
        )
        .unwrap()
    }

    fn plan(record: &CoachRecord, game: &str, seed: u64, now: i64) -> Sitting {
        planned_for(record, game, None, 5.0, seed, now)
    }

    fn new_to(game: &str, seed: u64) -> Sitting {
        plan(&CoachRecord::default(), game, seed, 0)
    }

    fn first_question(sitting: &mut Sitting) -> Question {
        loop {
            match sitting.items.front().cloned() {
                Some(Item::Question(question)) => return *question,
                Some(Item::Example { .. }) => sitting.advance(),
                None => panic!("there is no question"),
            }
        }
    }

    /// Answers all questions, correctly if `knows` returns true for the skill. Returns the skill of each question and
    /// the keys of the positions.
    fn take(
        sitting: &mut Sitting,
        record: &mut CoachRecord,
        now: i64,
        mut knows: impl FnMut(&str) -> bool,
    ) -> (Vec<String>, Vec<String>) {
        let (mut skills, mut keys) = (Vec::new(), Vec::new());
        for _ in 0..400 {
            let front = sitting.items.front().cloned();
            let screen = sitting.screen();
            let given = match (screen.expects, front) {
                (Expects::End, _) => return (skills, keys),
                (Expects::Next, _) => {
                    sitting.go_on();
                    continue;
                }
                (Expects::Winner, Some(Item::Example { .. })) => "win".to_owned(),
                (Expects::Move, Some(Item::Example { example, .. })) => {
                    open(&example.at).first_moves(1)[0].text.clone()
                }
                (expects, Some(Item::Question(question))) => answer_to(
                    &question,
                    expects,
                    &screen.boards[0],
                    knows(&question.of.skill),
                ),
                other => panic!("{other:?}"),
            };
            for event in sitting.answer(&given, &Limits::default()).unwrap() {
                match &event {
                    CoachEvent::Answered { of, .. } => skills.push(of.skill.clone()),
                    CoachEvent::Seen { key, .. } => keys.push(key.clone()),
                    CoachEvent::Missed(_) | CoachEvent::Checked(_) => {}
                }
                record.add(&event, now, "2026-11-20");
            }
        }
        panic!("the sitting has no end");
    }

    fn answer_to(question: &Question, expects: Expects, board: &str, knows: bool) -> String {
        let right = question.answers[0].clone();
        let at = open(board);
        match (expects, knows) {
            (Expects::Move, true) => at.best(&Limits::default()).unwrap().unwrap().text,
            (_, true) => right,
            (Expects::Winner, false) => if right == "win" { "loss" } else { "win" }.to_owned(),
            (Expects::Which, false) => if right == "1" { "2" } else { "1" }.to_owned(),
            (Expects::Number, false) => "99".to_owned(),
            (_, false) => {
                let all = at.first_moves(100);
                // Near the end, every move may be right. In this case, play the first move.
                let wrong = all.iter().find(|m| !question.answers.contains(&m.text));
                wrong.unwrap_or(&all[0]).text.clone()
            }
        }
    }

    #[test]
    fn a_new_skill_begins_with_its_example_and_then_leaves_the_last_step_out() {
        let mut sitting = new_to("bash/3", 1);
        let screen = sitting.screen();
        assert_eq!(
            (screen.expects, screen.boards),
            (Expects::Next, vec!["bash/3:14".to_owned()])
        );
        for _ in 0..3 {
            sitting.go_on();
        }
        assert_eq!(sitting.screen().expects, Expects::Move);
        assert!(sitting.answer("1-4", &Limits::default()).is_err());
        assert_eq!(sitting.answer("1-2", &Limits::default()).unwrap(), []);
        assert!(sitting.screen().lines[0].starts_with("Right."));
        sitting.go_on();
        assert!(matches!(sitting.items.front(), Some(Item::Question(_))));
    }

    #[test]
    fn what_was_asked_often_gives_way_on_the_same_day() {
        let skills = Path::shipped("chomp").unwrap().skills.clone();
        let mut record = CoachRecord::default();
        for (skill, times) in [
            ("one-row", 6),
            ("two-rows", 6),
            ("two-arms", 2),
            ("three-rows", 2),
        ] {
            for n in 0..times {
                record.add(
                    &answered("chomp", skill, Grade::Right),
                    60 * n,
                    "2026-11-20",
                );
            }
        }
        assert_eq!(record.due(3_600), []);
        let plan = planned("chomp", &skills, &record, 3_600, 8, 0);
        assert_eq!(plan.len(), 8);
        assert!(
            plan.iter()
                .all(|(of, _)| of.skill == "two-arms" || of.skill == "three-rows"),
            "{plan:?}"
        );
    }

    #[test]
    fn the_rule_that_is_asked_comes_before_that_of_the_example() {
        let mut sitting = new_to("race/10/100", 1);
        let lines = sitting.screen().lines;
        assert!(lines[0].contains("reaches 100"), "{lines:?}");
        assert!(
            lines[1].starts_with("This example has another rule:") && lines[1].contains("30"),
            "{lines:?}"
        );
        while matches!(sitting.items.front(), Some(Item::Example { .. })) {
            sitting.advance();
        }
        assert!(sitting.screen().lines[0].contains("reaches 100"));
        let lines = new_to("race/7/30", 1).screen().lines;
        assert!(!lines[1].starts_with("This example"), "{lines:?}");
    }

    #[test]
    fn a_first_sitting_has_six_to_ten_questions_and_begins_with_an_example() {
        for entry in games::CATALOGUE.iter() {
            let sitting = new_to(entry.info.id, 1);
            let screen = sitting.screen();
            assert!(
                QUESTIONS.contains(&screen.count[1]),
                "{}: {:?}",
                entry.info.id,
                screen.count
            );
            assert!(
                screen.title.ends_with("worked example"),
                "{}: {}",
                entry.info.id,
                screen.title
            );
        }
    }

    #[test]
    fn the_last_step_of_every_example_is_right() {
        let mut sitting = new_to("nim", 1);
        for (game, text) in nimatron_assets::PATHS {
            for Skill { name, example, .. } in Path::read(text).unwrap().skills {
                let last = example.steps.last().unwrap();
                sitting.tell_example(&example, last.lit.as_deref().unwrap_or("loss"));
                let told = sitting.told.take().unwrap();
                assert!(
                    told.right == Some(true) && told.lines[0].starts_with("Right. "),
                    "{game} {name}: {:?}",
                    told.lines
                );
            }
        }
    }

    #[test]
    fn a_sitting_begins_with_its_own_game_and_reviews_others() {
        let mut record = CoachRecord::default();
        record.add(&answered("row", "cut", Grade::Wrong), 0, "2026-11-20");
        let sitting = plan(&record, "bash", 1, DAY);
        assert!(sitting.screen().title.starts_with("Bachet"));
        let is_other =
            |item: &Item| matches!(item, Item::Question(question) if question.of.game == "row");
        assert!(sitting.items.iter().any(is_other));
    }

    #[test]
    fn a_wrong_answer_brings_another_position_of_the_skill_two_questions_later() {
        let mut sitting = new_to("wythoff", 2);
        let first = first_question(&mut sitting);
        let before = sitting.planned;
        let wrong = answer_to(&first, sitting.screen().expects, &first.position, false);
        let events = sitting.answer(&wrong, &Limits::default()).unwrap();
        let is_wrong = |e: &CoachEvent| {
            matches!(
                e,
                CoachEvent::Answered {
                    grade: Grade::Wrong,
                    ..
                }
            )
        };
        assert!(events.iter().any(is_wrong));
        assert_eq!(sitting.planned, before);
        let again = sitting.questions().nth(1 + BACK_AFTER).unwrap();
        assert!(again.again && again.of == first.of && again.position != first.position);
    }

    #[test]
    fn wrong_answers_make_a_sitting_no_longer() {
        for (game, minutes, most) in [
            ("row", 5.0, 10),
            ("ferguson", 5.0, 10),
            ("nim", 1.0, 10),
            ("nim", 12.0, 19),
        ] {
            let mut sitting = planned_for(&CoachRecord::default(), game, None, minutes, 1, 0);
            let (mut asked, mut after_gap) = (0, None);
            while let Some(front) = sitting.items.front().cloned().filter(|_| asked <= most) {
                let screen = sitting.screen();
                match front {
                    Item::Example { of, .. } => {
                        assert_eq!(screen.count[0], asked + 1, "{game}");
                        after_gap = Some(of);
                    }
                    Item::Question(question) => {
                        if let Some(of) = after_gap.take() {
                            assert!(of == question.of && !question.again, "{game}");
                        }
                        asked += 1;
                        let [n, all] = screen.count;
                        assert!(
                            n == asked && asked <= all,
                            "{game}: {n} of {all}, not {asked}"
                        );
                        let wrong = answer_to(&question, screen.expects, &screen.boards[0], false);
                        sitting.answer(&wrong, &Limits::default()).unwrap();
                        sitting.told = None;
                    }
                }
                sitting.advance();
            }
            assert!(
                sitting.items.is_empty() && (6..=most).contains(&asked),
                "{game}: {asked}"
            );
        }
    }

    #[test]
    fn a_skill_that_is_new_is_drilled_from_its_example_on() {
        let mut sitting = planned_for(&CoachRecord::default(), "row", Some("values"), 5.0, 1, 0);
        assert!(sitting.screen().title.ends_with("values: worked example"));
        assert_eq!(first_question(&mut sitting).of.skill, "values");
        let mut record = CoachRecord::default();
        record.add(&answered("row", "values", Grade::Right), 0, "2026-11-20");
        let sitting = planned_for(&record, "row", Some("values"), 5.0, 1, 0);
        assert!(matches!(sitting.items.front(), Some(Item::Question(_))));
    }

    #[test]
    fn feedback_names_the_reply_and_a_move_that_wins() {
        let mut wrong = 0;
        for (game, seed) in ["row", "wythoff", "chomp", "strip"]
            .into_iter()
            .flat_map(|game| [(game, 1), (game, 2)])
        {
            let mut sitting = new_to(game, seed);
            assert!(
                sitting.screen().lines[0].contains("player"),
                "{game}: {:?}",
                sitting.screen().lines
            );
            while let Some(item) = sitting.items.front().cloned() {
                if let Item::Question(question) = item {
                    let screen = sitting.screen();
                    let given = answer_to(&question, screen.expects, &screen.boards[0], false);
                    sitting.answer(&given, &Limits::default()).unwrap();
                    let lines = sitting.screen().lines;
                    if matches!(question.kind, AskKind::Move | AskKind::Finish) {
                        wrong += 1;
                        let replied = lines[0].contains(" your opponent wins by ");
                        assert!(
                            replied || lines[0].ends_with(" loses at once."),
                            "{lines:?}"
                        );
                        assert!(
                            lines[1] == question.idea && lines[2].ends_with(" wins."),
                            "{lines:?}"
                        );
                    }
                }
                sitting.told = None;
                sitting.advance();
            }
        }
        assert!(wrong > 10, "{wrong}");
    }

    #[test]
    fn help_costs_the_point() {
        let mut sitting = new_to("race", 3);
        let question = first_question(&mut sitting);
        sitting.help();
        let screen = sitting.screen();
        assert_eq!(screen.lines.len(), 3);
        assert_eq!(screen.lines[2], question.step);
        let mut record = CoachRecord::default();
        take(&mut sitting, &mut record, 0, |_| true);
        assert_eq!(sitting.score()[0] + 1, sitting.score()[1]);
        let learned = sitting.learned(&record, 3_600);
        assert!(
            learned[0].starts_with("Race, ") && learned[0].contains(", learning, due"),
            "{learned:?}"
        );
        let counts = learned.iter().filter_map(|line| {
            let (right, rest) = line.split_once(": ")?.1.split_once(" of ")?;
            Some([right.parse().ok()?, rest.split_once(',')?.0.parse().ok()?])
        });
        let all = counts.fold([0, 0], |all, [right, asked]: [usize; 2]| {
            [all[0] + right, all[1] + asked]
        });
        assert_eq!(all, sitting.score(), "{learned:?}");
        let last = learned.last().unwrap();
        assert!(last.starts_with("The next sitting on Race "), "{learned:?}");
        for skill in &mut sitting.skills {
            *skill = "none".to_owned();
        }
        assert!(
            sitting
                .learned(&record, 3_600)
                .last()
                .unwrap()
                .ends_with("something new: none.")
        );
        sitting.skills.clear();
        assert!(
            sitting
                .learned(&record, 3_600)
                .last()
                .unwrap()
                .ends_with("nimatron coach --check race")
        );
    }

    #[test]
    fn positions_come_again_only_where_a_skill_has_no_others() {
        for (game, most) in [("wythoff", 2), ("queen", 8), ("chomp", 8)] {
            let mut record = CoachRecord::default();
            let mut seen = BTreeSet::new();
            let mut again = 0;
            for seed in 11..17 {
                let now = 600 * i64::try_from(seed).unwrap();
                let mut sitting = planned_for(&record, game, None, 12.0, seed, now);
                let mut n = 0;
                let knows = |_: &str| {
                    n += 1;
                    n % 3 != 0
                };
                let (_, keys) = take(&mut sitting, &mut record, now, knows);
                again += keys
                    .into_iter()
                    .filter(|key| !seen.insert(key.clone()))
                    .count();
            }
            assert!(again <= most, "{game}: {again}");
        }
    }

    /// Simulates a learner. The probability of a right answer decreases from day to day, but more slowly after each
    /// question.
    #[test]
    fn a_simulated_learner_gets_what_is_due_back_and_sees_no_position_twice() {
        for game in ["bash", "nim", "wythoff"] {
            let mut record = CoachRecord::default();
            let mut strength: BTreeMap<String, (f64, i64)> = BTreeMap::new();
            let mut dice = Dice::new(5);
            let mut seen = BTreeSet::new();
            let mut asked: BTreeMap<String, usize> = BTreeMap::new();
            let mut first_day = Vec::new();
            for day in 0..7 {
                let now = 1_700_000_000 + day * DAY;
                let due: Vec<String> = record
                    .due(now)
                    .iter()
                    .map(|(_, skill)| (*skill).to_owned())
                    .collect();
                let mut sitting = plan(&record, game, 100 + u64::try_from(day).unwrap(), now);
                let knows = |skill: &str| {
                    let (days, last) = strength.get(skill).copied().unwrap_or((0.5, now));
                    #[allow(clippy::cast_precision_loss)]
                    let chance = (-((now - last) as f64 / 86_400.0) / days).exp() * 0.95;
                    strength.insert(skill.to_owned(), (days * 1.6, now));
                    #[allow(clippy::cast_precision_loss)]
                    let thrown = dice.pick(1000) as f64 / 1000.0;
                    thrown < chance
                };
                let (skills, keys) = take(&mut sitting, &mut record, now, knows);
                for skill in &due {
                    assert!(
                        skills.contains(skill),
                        "{game}, day {day}: {skill} is due and not asked"
                    );
                }
                if day == 0 {
                    first_day = record.skills.values().map(|card| card.level()).collect();
                }
                for key in keys {
                    assert!(seen.insert(key.clone()), "day {day}: {key} comes twice");
                }
                for skill in skills {
                    *asked.entry(skill).or_default() += 1;
                }
            }
            assert!(
                asked.len() >= 2 && asked.values().all(|n| *n >= 3),
                "{asked:?}"
            );
            // A skill becomes known only when it is remembered on a later day, so no skill is known after the first
            // day.
            assert!(
                first_day.iter().all(|level| *level < Level::Known),
                "{game}: {first_day:?}"
            );
            let known = record
                .skills
                .values()
                .filter(|card| card.level() >= Level::Known)
                .count();
            assert!(known > 0, "{game}");
        }
    }
}
