//! A match as it is being played, under every front end.
//!
//! A front end translates its input into a [`Command`] and renders what [`Session::apply`] returns in its own form.
//! The session decides what a hint reveals, what undo takes back, whose turn it is, when the computer answers, and
//! what the record counts. A session never blocks: it asks about a position with a [`Question`], which may be
//! answered on another thread, and takes the answer in with [`Session::learn`].

use super::history::{Counted, PuzzleTry, Score};
use super::lesson::{LessonStep, Task as LessonTask};
use super::opponent::Opponent;
use super::puzzle::Puzzle;
use super::review::{Judgement, MoveKind};
use super::strength::Decision;
use super::{Level, Match, MatchResult, PlayerKind, Stamp, hint, winner};
use nimatron_core::erased::{Analysis, AnyPosition, Ask, Choice, Turn};
use nimatron_core::rules::{
    Depth, Limits, MoveError, Outcome, Player, ReasonText, Reveals, Site, Stop, Value,
    in_past_tense,
};

/// Two computers pause after this many moves: nobody may be looking.
pub const EXHIBITION: usize = 10_000;
/// After this many wrong answers a lesson shows the solution.
const MISSES: u32 = 2;

/// A request of a front end to the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Plays a person's move, given in its notation.
    Play(String),
    /// Plays the move that the computer has chosen.
    Reply,
    /// Takes back a resignation or a move; against the computer, back to one's own turn.
    Undo,
    /// Plays a move again that was taken back; against the computer, up to one's own turn.
    Redo,
    /// Goes back to the last position in which the person was winning.
    UndoToWin,
    /// Goes to the position after this many moves.
    Jump(usize),
    /// Reveals the next step of the hint.
    Hint,
    /// Sets how much of the hint is revealed.
    Reveal(Reveals),
    /// Sets how much of the verdict is shown. In a puzzle that conceals it, this is help.
    Verdict(Verdict),
    /// Notes that the person was shown something that gives the puzzle's answer away.
    Help,
    /// Resigns for the person, or between two people for the side to move.
    Resign,
    /// The players change sides.
    Swap,
    /// Lets a computer that is paused move.
    Wake,
    /// Pauses two computers.
    Pause,
    /// Re-examines the position when the person returns to the match.
    Resume,
    /// Cancels the search for the computer's move: a person may move in its place.
    StopThinking,
    /// Answers a lesson that asks for a number.
    Number(u64),
    /// Starts the step of a lesson again.
    TryAgain,
}

/// An event of the match, which a front end puts into words.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// A move was played, at this index of the line; `new` unless it repeats the one that was taken back.
    Moved {
        ply: usize,
        new: bool,
    },
    /// The board shows another position of the line.
    Stepped,
    Illegal(MoveError),
    /// The match is at its start, or the person has not moved in it yet.
    NothingToUndo,
    NothingToRedo,
    /// The board shows the last position in which the person was winning; `false` if it already did.
    Winning(bool),
    NeverWinning,
    /// The hint now reveals this much.
    Hint(Reveals),
    /// There is no hint: the position is still unknown, or not proved.
    NoHint(Option<Stop>),
    Verdict(Verdict),
    Swapped,
    /// The match is over.
    Ended(MatchResult),
    /// A lesson's question was answered.
    Answered(bool),
    /// A puzzle was tried, with or without success, for the first time and without help or not.
    Tried {
        right: bool,
        first: bool,
    },
    /// The computer has chosen its move ([`Session::chosen`]), and waits for [`Command::Reply`].
    Chosen,
    /// The computer does not move: its position is not proved, or for this reason.
    Refused(Option<String>),
    /// Two computers have played so many moves that they wait to be woken.
    Paused,
    /// An entry for the record of play.
    Count(Counted),
}

/// How much of the verdict is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    #[default]
    Hidden,
    Who,
    /// Who wins and why, in words and on the board.
    Why,
}

impl Verdict {
    pub fn next(self) -> Verdict {
        match self {
            Verdict::Hidden => Verdict::Who,
            Verdict::Who => Verdict::Why,
            Verdict::Why => Verdict::Hidden,
        }
    }
}

/// The purpose of the match.
#[derive(Clone, Debug, Default)]
pub enum Task {
    /// The person's own match, which is kept and counted.
    #[default]
    Free,
    Puzzle(PuzzlePlay),
    Lesson(LessonPlay),
    /// The board of a question of the coach.
    Exercise,
    /// Another try from a position of a review.
    Trial,
}

#[derive(Clone, Debug)]
pub struct PuzzlePlay {
    pub puzzle: Puzzle,
    pub daily: bool,
    pub tries: u64,
    /// Whether help was asked for that gives away more than the puzzle does.
    pub helped: bool,
    /// Whether the verdict, the reasons and the figure were asked for.
    pub shown: bool,
    pub solved: bool,
    /// The wrong move on the board.
    pub wrong: Option<String>,
}

impl PuzzlePlay {
    /// A puzzle that was not tried yet; `helped` where the record knows it already.
    pub fn new(puzzle: Puzzle, daily: bool, helped: bool) -> PuzzlePlay {
        PuzzlePlay {
            puzzle,
            daily,
            tries: 0,
            helped,
            shown: false,
            solved: false,
            wrong: None,
        }
    }

    fn counted(&self, solved: Option<bool>) -> Said {
        Said::Count(Counted::Try(PuzzleTry {
            id: self.puzzle.id.clone(),
            solved,
            daily: self.daily,
        }))
    }
}

/// A step of a lesson.
#[derive(Clone, Debug)]
pub struct LessonPlay {
    pub step: &'static LessonStep,
    /// The move that the step explains, if there is one.
    solution: Option<Choice>,
    /// The last number answered.
    pub answered: Option<u64>,
    /// The number of wrong answers to the step.
    misses: u32,
}

impl LessonPlay {
    /// Returns whether the solution is shown.
    pub fn shows_solution(&self) -> bool {
        self.misses >= MISSES
    }
}

/// The learner's progress in a step of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The task is not done yet.
    Open,
    Done,
    /// The last try was wrong.
    Wrong,
}

/// The state of the computer at its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Computer {
    /// It is not its turn, or it waits to be woken.
    #[default]
    Idle,
    /// It moves as soon as the question about the position is answered.
    Ready,
    /// Two computers were told to pause.
    Stopped,
    /// It has no proved move: a person may move in its place.
    Refused,
}

/// A summary of a position's value, without its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brief {
    pub value: Value,
    /// Whether it is won and a move that does not win stands beside those that do.
    pub decision: bool,
}

impl Brief {
    pub fn new(analysis: &Analysis) -> Brief {
        let value = analysis.value;
        let decision =
            value.outcome == Outcome::Win && !analysis.over && analysis.has_other_moves();
        Brief { value, decision }
    }
}

/// A request to analyse a position of the line; it may be answered on another thread.
pub struct Question {
    stamp: Stamp,
    ply: usize,
    position: Box<dyn AnyPosition>,
    known: Option<Analysis>,
    ask: Ask,
    /// The level and the opponent that choose a move there.
    computer: Option<(Level, Opponent)>,
}

/// The result of a [`Question`].
pub struct Answer {
    stamp: Stamp,
    ply: usize,
    analysis: Result<Analysis, Stop>,
    /// The opponent, its random state advanced, and its move.
    computer: Option<(Opponent, Result<String, String>)>,
}

impl Question {
    /// Analyses the position, and at the computer's turn chooses its move.
    pub fn answer(self, limits: &Limits) -> Answer {
        let (ply, position) = (self.ply, self.position);
        let analysis = match self.known {
            Some(known) => Ok(known),
            None => analyse(&*position, self.ask, limits),
        };
        let computer =
            self.computer
                .zip(analysis.as_ref().ok())
                .map(|((level, mut opponent), analysis)| {
                    let chosen = opponent.choose(level, &*position, analysis, ply, limits);
                    let chosen = chosen
                        .map_err(|stop| stop.to_string())
                        .and_then(|text| text.ok_or_else(|| "there is no move".to_owned()));
                    (opponent, chosen)
                });
        Answer {
            stamp: self.stamp,
            ply,
            analysis,
            computer,
        }
    }

    /// The number of moves from the start to the position.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Returns a constructor of the answer for a question that is lost.
    pub fn failed(&self) -> impl FnOnce(Stop) -> Answer + Send + 'static {
        let (stamp, ply) = (self.stamp, self.ply);
        move |stop| Answer {
            stamp,
            ply,
            analysis: Err(stop),
            computer: None,
        }
    }
}

fn analyse(at: &dyn AnyPosition, ask: Ask, limits: &Limits) -> Result<Analysis, Stop> {
    at.analysed(ask, limits)
}

impl Answer {
    /// The number of moves from the start to the position.
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Returns the answer if the position was analysed.
    ///
    /// Errors: why it was not.
    pub fn proved(self) -> Result<Answer, Stop> {
        match &self.analysis {
            Ok(_) => Ok(self),
            Err(stop) => Err(stop.clone()),
        }
    }
}

/// The way a position came onto the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrival {
    /// By a move, or at the start of a match.
    Played,
    /// By stepping through the line.
    Stepped,
}

/// A match and the state of playing it.
pub struct Session {
    game: Match,
    task: Task,
    opponent: Option<Opponent>,
    computer: Computer,
    /// The move that the computer is about to play.
    chosen: Option<String>,
    hint: Reveals,
    verdict: Verdict,
    /// The analysis of the position on the board, once there is one.
    here: Option<Result<Analysis, Stop>>,
    /// Summaries of the positions of the line, by their number of moves.
    known: Vec<Option<Result<Brief, String>>>,
    counted: bool,
}

impl Session {
    /// Creates a session of a match in which only people move, until [`Session::against`] names an opponent.
    pub fn new(game: Match, task: Task) -> Session {
        // A match that has ended was counted when it was played, or belongs to somebody else.
        let counted = game.result().is_some();
        let mut session = Session {
            known: vec![None; game.moves().len() + 1],
            game,
            task,
            opponent: None,
            computer: Computer::Idle,
            chosen: None,
            hint: Reveals::Nothing,
            verdict: Verdict::Hidden,
            here: None,
            counted,
        };
        // A loaded game opens at its last move; two computers wait there until they are woken.
        if session.game.cursor() > 0 && session.is_exhibition() {
            session.computer = Computer::Stopped;
        }
        session.arrive(Arrival::Played);
        session
    }

    /// Creates a session of a lesson's step. In a step that is played out, the computer plays the other side.
    pub fn lesson(step: &'static LessonStep, position: Box<dyn AnyPosition>) -> Session {
        let mut kinds = [PlayerKind::Human; 2];
        if let LessonTask::Play(level) = step.task {
            let person = position.mover().unwrap_or(Player::First);
            kinds[person.other().index()] = PlayerKind::Computer(level);
        }
        let solution = step.solution().and_then(|text| position.legal(text).ok());
        let task = Task::Lesson(LessonPlay {
            step,
            solution,
            answered: None,
            misses: 0,
        });
        Session::new(Match::between(position, kinds), task)
    }

    /// Sets the opponent that chooses the computer's moves.
    pub fn against(self, opponent: Opponent) -> Session {
        Session {
            opponent: Some(opponent),
            ..self
        }
    }

    pub fn set_opponent(&mut self, opponent: Opponent) {
        self.opponent = Some(opponent);
    }

    pub fn with_verdict(self, verdict: Verdict) -> Session {
        Session { verdict, ..self }
    }

    pub fn set_verdict(&mut self, verdict: Verdict) {
        self.verdict = verdict;
    }

    pub fn game(&self) -> &Match {
        &self.game
    }

    pub fn task(&self) -> &Task {
        &self.task
    }

    pub fn puzzle(&self) -> Option<&PuzzlePlay> {
        match &self.task {
            Task::Puzzle(puzzle) => Some(puzzle),
            _ => None,
        }
    }

    pub fn lesson_play(&self) -> Option<&LessonPlay> {
        match &self.task {
            Task::Lesson(lesson) => Some(lesson),
            _ => None,
        }
    }

    /// Returns whether it is the person's own match, which is saved and counted.
    pub fn is_own(&self) -> bool {
        matches!(self.task, Task::Free)
    }

    /// Returns whether two people play their own match. Neither is told who wins unless they ask.
    pub fn is_between_people(&self) -> bool {
        let is_person = |p: Player| self.game.participant(p).kind == PlayerKind::Human;
        self.is_own() && Player::BOTH.into_iter().all(is_person)
    }

    /// Returns whether it belongs to a lesson or to the coach.
    pub fn is_lesson(&self) -> bool {
        matches!(self.task, Task::Lesson(_) | Task::Exercise)
    }

    pub fn is_trial(&self) -> bool {
        matches!(self.task, Task::Trial)
    }

    pub fn computer(&self) -> Computer {
        self.computer
    }

    /// Returns whether the computer is about to move.
    pub fn thinks(&self) -> bool {
        self.computer == Computer::Ready
    }

    /// The move that the computer is about to play.
    pub fn chosen(&self) -> Option<&str> {
        self.chosen.as_deref()
    }

    /// The part of the hint that is revealed.
    pub fn hint(&self) -> Reveals {
        self.hint
    }

    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Carries out a command and returns the events it causes, in order.
    pub fn apply(&mut self, command: Command) -> Vec<Said> {
        let said = self.obey(command);
        debug_assert_eq!(self.known.len(), self.game.moves().len() + 1);
        said
    }

    fn obey(&mut self, command: Command) -> Vec<Said> {
        match command {
            Command::Play(text) => self.play(&text),
            Command::Reply => match self.chosen.take() {
                Some(text) => self.play(&text),
                None => Vec::new(),
            },
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::UndoToWin => match self.last_win(self.game.only_person()) {
                Some(ply) if ply == self.game.cursor() => vec![Said::Winning(false)],
                Some(ply) => {
                    self.jump(ply);
                    vec![Said::Winning(true)]
                }
                None => vec![Said::NeverWinning],
            },
            Command::Jump(ply) => {
                self.jump(ply);
                vec![Said::Stepped]
            }
            Command::Hint => self.next_hint(),
            Command::Reveal(step) => {
                self.hint = step;
                vec![Said::Hint(step)]
            }
            Command::Verdict(verdict) => {
                let mut said = Vec::new();
                self.verdict = verdict;
                if self.conceals() {
                    said.extend(self.help());
                    if let Task::Puzzle(puzzle) = &mut self.task {
                        puzzle.shown = true;
                    }
                    self.verdict = Verdict::Why;
                }
                said.push(Said::Verdict(self.verdict));
                said
            }
            Command::Help => self.help().into_iter().collect(),
            Command::Resign => {
                if let Some(player) = self.game.only_person().or(self.game.to_move()) {
                    self.game.resign(player);
                    self.computer = Computer::Idle;
                }
                self.game.result().map(Said::Ended).into_iter().collect()
            }
            Command::Swap => {
                self.swap();
                vec![Said::Swapped]
            }
            Command::Wake => {
                if self.waits() {
                    self.computer = Computer::Ready;
                }
                Vec::new()
            }
            Command::Pause => {
                self.chosen = None;
                self.computer = Computer::Stopped;
                Vec::new()
            }
            Command::Resume => {
                self.arrive(Arrival::Stepped);
                vec![Said::Stepped]
            }
            Command::StopThinking => {
                self.here = Some(Err(Stop::Interrupted("you stopped it".to_owned())));
                self.computer = Computer::Refused;
                Vec::new()
            }
            Command::Number(number) => {
                if let Task::Lesson(lesson) = &mut self.task {
                    lesson.answered = Some(number);
                }
                self.answered().into_iter().collect()
            }
            Command::TryAgain => {
                self.try_again();
                vec![Said::Stepped]
            }
        }
    }

    fn play(&mut self, text: &str) -> Vec<Said> {
        let ply = self.game.cursor();
        let next = self.game.moves().get(ply).map(|m| m.text.clone());
        if let Err(error) = self.game.play(text) {
            return vec![Said::Illegal(error)];
        }
        let new = self.game.moves().get(ply).map(|m| &m.text) != next.as_ref();
        if new {
            self.known.truncate(ply + 1);
        }
        if self.computer == Computer::Refused {
            self.computer = Computer::Idle;
        }
        let mut said = vec![Said::Moved { ply, new }];
        said.extend(self.arrive(Arrival::Played));
        if ply == 0 {
            said.extend(self.tried());
        }
        if matches!(&self.task, Task::Lesson(lesson) if matches!(lesson.step.task, LessonTask::Find(_)))
        {
            said.extend(self.answered());
        }
        said.extend(self.game.result().map(Said::Ended));
        said
    }

    fn undo(&mut self) -> Vec<Said> {
        if self.game.resigned().is_some() {
            self.game.undo();
            self.arrive(Arrival::Stepped);
            return vec![Said::Stepped];
        }
        let cursor = self.game.cursor();
        let to = match self.game.only_person() {
            // The computer's own first moves are not the person's to take back.
            Some(me) => (0..cursor).rev().find(|&ply| self.game.mover_at(ply) == me),
            None => cursor.checked_sub(1),
        };
        match to {
            Some(ply) => {
                self.jump(ply);
                vec![Said::Stepped]
            }
            None => vec![Said::NothingToUndo],
        }
    }

    fn redo(&mut self) -> Vec<Said> {
        let (cursor, end) = (self.game.cursor(), self.game.moves().len());
        if cursor == end || self.game.resigned().is_some() {
            return vec![Said::NothingToRedo];
        }
        let to = match self.game.only_person() {
            Some(me) => (cursor + 1..end)
                .find(|&ply| self.game.mover_at(ply) == me)
                .unwrap_or(end),
            None => cursor + 1,
        };
        self.jump(to);
        vec![Said::Stepped]
    }

    fn jump(&mut self, ply: usize) {
        self.game.jump(ply);
        self.arrive(Arrival::Stepped);
    }

    fn swap(&mut self) {
        let [mut first, mut second] = self.game.participants().clone();
        std::mem::swap(&mut first.kind, &mut second.kind);
        if self.game.result().is_some() {
            // The finished match stays as it is: a new one begins from its start.
            let start = self.game.start().boxed_clone();
            self.restart(Match::new(start, [first, second]));
        } else {
            self.game.set_participants([first, second]);
            self.arrive(Arrival::Stepped);
        }
    }

    fn restart(&mut self, game: Match) {
        self.game = game;
        self.known = vec![None];
        self.counted = false;
        self.computer = Computer::Idle;
        self.arrive(Arrival::Played);
    }

    fn try_again(&mut self) {
        if let Task::Lesson(lesson) = &mut self.task {
            lesson.answered = None;
        }
        let start = self.game.start().boxed_clone();
        let participants = self.game.participants().clone();
        self.restart(Match::new(start, participants));
    }

    /// Updates the session for another position on the board.
    fn arrive(&mut self, how: Arrival) -> Option<Said> {
        self.hint = Reveals::Nothing;
        self.chosen = None;
        self.here = None;
        self.known.resize(self.game.moves().len() + 1, None);
        let ply = self.game.cursor();
        let at_end = ply == self.game.moves().len();
        let exhibition = self.is_exhibition();
        let enough =
            how == Arrival::Played && exhibition && ply > 0 && ply.is_multiple_of(EXHIBITION);
        let stopped = self.computer == Computer::Stopped || enough;
        self.computer = match self.deciding() {
            Some(PlayerKind::Computer(_)) if stopped => Computer::Stopped,
            Some(PlayerKind::Computer(_)) if how == Arrival::Stepped && exhibition => {
                Computer::Stopped
            }
            Some(PlayerKind::Computer(_)) if how == Arrival::Played || at_end => Computer::Ready,
            _ => Computer::Idle,
        };
        enough.then_some(Said::Paused)
    }

    fn next_hint(&mut self) -> Vec<Said> {
        let mut said: Vec<Said> = self.help().into_iter().collect();
        said.push(match &self.here {
            None => Said::NoHint(None),
            Some(Err(stop)) => Said::NoHint(Some(stop.clone())),
            Some(Ok(_)) => {
                self.hint = match self.hint {
                    Reveals::Nothing => Reveals::Where,
                    Reveals::Where | Reveals::Move => Reveals::Move,
                };
                Said::Hint(self.hint)
            }
        });
        said
    }

    /// Marks a puzzle as helped: more was given away than it shows itself, so that there is no first try any more.
    fn help(&mut self) -> Option<Said> {
        match &mut self.task {
            Task::Puzzle(puzzle) if !puzzle.helped => {
                puzzle.helped = true;
                Some(puzzle.counted(None))
            }
            _ => None,
        }
    }

    /// Records the first move in a puzzle.
    fn tried(&mut self) -> Vec<Said> {
        let (Task::Puzzle(puzzle), Some(made)) = (&mut self.task, self.game.moves().first()) else {
            return Vec::new();
        };
        let right = made.text == puzzle.puzzle.answer;
        puzzle.wrong = (!right).then(|| made.text.clone());
        if puzzle.solved {
            return Vec::new();
        }
        puzzle.tries += 1;
        puzzle.solved = right;
        let first = puzzle.tries == 1 && !puzzle.helped;
        vec![Said::Tried { right, first }, puzzle.counted(Some(right))]
    }

    /// Records an answer in a lesson.
    fn answered(&mut self) -> Option<Said> {
        let right = match self.standing() {
            Standing::Open => return None,
            standing => standing == Standing::Done,
        };
        if let Task::Lesson(lesson) = &mut self.task
            && !right
        {
            lesson.misses += 1;
        }
        Some(Said::Answered(right))
    }

    /// The progress of the step; a match that is no lesson is open until it is over.
    pub fn standing(&self) -> Standing {
        let Task::Lesson(lesson) = &self.task else {
            return if self.game.result().is_some() {
                Standing::Done
            } else {
                Standing::Open
            };
        };
        let done = match &lesson.step.task {
            LessonTask::Read => Some(true),
            LessonTask::Number { answer, .. } => lesson.answered.map(|number| number == *answer),
            LessonTask::Find(moves) => (self.game.moves().first())
                .filter(|_| self.game.cursor() > 0)
                .map(|made| moves.contains(&made.text)),
            // The person plays the side that moves at the start.
            LessonTask::Play(_) => {
                let person = self.game.start().mover().unwrap_or(Player::First);
                let result = self.game.result();
                result.map(|result| result.winner == Some(person))
            }
        };
        match done {
            None => Standing::Open,
            Some(true) => Standing::Done,
            Some(false) => Standing::Wrong,
        }
    }

    /// The question about the position on the board; `None` when it is known, and no computer is to move.
    pub fn question(&self) -> Option<Question> {
        let computer = match (self.computer, self.deciding(), &self.opponent) {
            (Computer::Ready, Some(PlayerKind::Computer(level)), Some(opponent))
                if self.chosen.is_none() =>
            {
                Some((level, opponent.clone()))
            }
            _ => None,
        };
        let known = match &self.here {
            Some(Err(_)) => return None,
            Some(Ok(_)) if computer.is_none() => return None,
            Some(Ok(analysis)) => Some(analysis.clone()),
            None => None,
        };
        Some(Question {
            known,
            computer,
            ..self.question_at(self.game.cursor())
        })
    }

    /// The question about the latest position of the line that is still unknown.
    pub fn question_of_the_rest(&self) -> Option<Question> {
        let ply = self.known.iter().rposition(Option::is_none)?;
        Some(self.question_at(ply))
    }

    fn question_at(&self, ply: usize) -> Question {
        let here = ply == self.game.cursor();
        Question {
            stamp: self.game.stamp(),
            ply,
            position: self.game.position_at(ply),
            known: None,
            ask: if here { Ask::default() } else { Ask::value() },
            computer: None,
        }
    }

    /// Takes in an answer; one about a position that has left the line causes no event.
    pub fn learn(&mut self, answer: Answer) -> Vec<Said> {
        if answer.stamp != self.game.stamp() {
            return Vec::new();
        }
        if let Some(known) = self.known.get_mut(answer.ply) {
            let brief = answer.analysis.as_ref().map(Brief::new);
            *known = Some(brief.map_err(ToString::to_string));
        }
        if answer.ply != self.game.cursor() {
            return Vec::new();
        }
        // A lesson's hint is the move that it explains, where several win.
        let meant = match &self.task {
            Task::Lesson(lesson) if answer.ply == 0 => lesson.solution.clone(),
            _ => None,
        };
        self.here = Some(answer.analysis.map(|found| Analysis {
            best: meant.or(found.best.clone()),
            ..found
        }));
        // A script may not have reported earlier that the match is over.
        if self.deciding().is_none() {
            self.computer = Computer::Idle;
        }
        if self.computer != Computer::Ready {
            return Vec::new();
        }
        let refusal = match (answer.computer, &self.here) {
            (Some((opponent, chosen)), _) => {
                self.opponent = Some(opponent);
                match chosen {
                    Ok(text) => {
                        self.chosen = Some(text);
                        return vec![Said::Chosen];
                    }
                    Err(why) => Some(why),
                }
            }
            (None, Some(Err(_))) => None,
            (None, _) => return Vec::new(),
        };
        self.computer = Computer::Refused;
        vec![Said::Refused(refusal)]
    }

    /// Returns the finished match for the record of play, once. Lessons, puzzles, trials and exhibitions are not
    /// counted.
    pub fn count(&mut self) -> Option<Counted> {
        let result = self.game.result()?;
        if self.counted || !self.is_own() || self.is_exhibition() {
            return None;
        }
        self.counted = true;
        // Between two people the first player is counted.
        let me = self.game.only_person().unwrap_or(Player::First);
        let decisions = self
            .game
            .only_person()
            .map_or_else(Vec::new, |me| self.decisions(me));
        Some(Counted::Match(
            self.game.start().info().id,
            self.game.participant(me.other()).kind,
            Score::from_winner(result.winner, me),
            decisions,
        ))
    }

    /// A player's moves from won positions in which some move loses, as far as they are analysed.
    fn decisions(&self, player: Player) -> Vec<Decision> {
        let decided = |ply: usize| {
            let before = self.brief(ply).filter(|before| before.decision)?;
            let won = match self.brief(ply + 1) {
                Some(after) => winner(after.value.outcome, self.game.mover_at(ply + 1)),
                None if ply + 1 == self.game.cursor() && self.game.resigned().is_none() => {
                    self.game.result()?.winner
                }
                None => return None,
            };
            Some(Decision {
                remoteness: before.value.remoteness?,
                kept: won == Some(player),
            })
        };
        (0..self.game.cursor())
            .filter(|ply| self.game.mover_at(*ply) == player)
            .filter_map(decided)
            .collect()
    }

    /// The kind of player that moves next; `None` when the match is over.
    pub fn deciding(&self) -> Option<PlayerKind> {
        self.game.to_move().map(|p| self.game.participant(p).kind)
    }

    /// Returns whether a person may move: at a person's turn, and in the computer's place where it has no proved move.
    pub fn person_may_move(&self) -> bool {
        match self.deciding() {
            Some(PlayerKind::Human) => true,
            Some(PlayerKind::Computer(_)) => self.computer == Computer::Refused,
            None => false,
        }
    }

    /// Returns whether it is the computer's turn and it stays paused until it is woken.
    pub fn waits(&self) -> bool {
        matches!(self.deciding(), Some(PlayerKind::Computer(_)))
            && matches!(self.computer, Computer::Idle | Computer::Stopped)
    }

    /// Returns whether only computers play.
    pub fn is_exhibition(&self) -> bool {
        let is_computer = |p: Player| self.game.participant(p).kind != PlayerKind::Human;
        Player::BOTH.into_iter().all(is_computer)
    }

    /// Returns whether this is a puzzle that gives nothing away yet: no verdict, reasons or figure, until it is solved,
    /// a hint is asked for, or a wrong move is played.
    pub fn conceals(&self) -> bool {
        let is_open = |p: &PuzzlePlay| !p.solved && !p.shown;
        self.hint == Reveals::Nothing
            && self.game.cursor() == 0
            && self.puzzle().is_some_and(is_open)
    }

    /// Returns whether the reasons may be read. They address the player to move, so they are hidden at the computer's
    /// turn.
    pub fn speaks(&self) -> bool {
        let computer = self.game.only_person().is_some()
            && matches!(self.deciding(), Some(PlayerKind::Computer(_)));
        !self.conceals() && (!computer || self.person_may_move())
    }

    /// The most that may be given away: while a person looks for a move, the part that the hint has revealed.
    pub fn revealed(&self) -> Reveals {
        if self.deciding() == Some(PlayerKind::Human) {
            self.hint
        } else {
            Reveals::Move
        }
    }

    /// The reasons that give away no more than `most`.
    pub fn reasons(&self, most: Reveals) -> impl Iterator<Item = &ReasonText> {
        let all = self.analysis().map_or(&[][..], |found| &found.reasons);
        all.iter().filter(move |reason| reason.reveals <= most)
    }

    /// The sites that the hint highlights: first a region around a good move, then the move itself.
    pub fn hinted(&self) -> Vec<Site> {
        let Some(analysis) = self.analysis() else {
            return Vec::new();
        };
        match self.hint {
            Reveals::Nothing => Vec::new(),
            Reveals::Where => hint::region(self.game.position(), analysis),
            Reveals::Move => hint::distinct(analysis.best.iter()),
        }
    }

    /// Returns whether every position of the line is analysed, or found not to be provable.
    pub fn is_known(&self) -> bool {
        self.known.iter().all(Option::is_some)
    }

    /// The summary of the position after this many moves.
    pub fn brief(&self, ply: usize) -> Option<Brief> {
        self.known.get(ply)?.as_ref()?.as_ref().ok().copied()
    }

    /// The analysis of the position on the board; `None` until it is known.
    pub fn here(&self) -> Option<&Result<Analysis, Stop>> {
        self.here.as_ref()
    }

    pub fn analysis(&self) -> Option<&Analysis> {
        self.here.as_ref()?.as_ref().ok()
    }

    /// The moves that keep the outcome of the position on the board, where it is known; `None` where all lose.
    pub fn good(&self) -> Option<&[Choice]> {
        let analysis = self.analysis()?;
        match analysis.value.outcome {
            Outcome::Win => Some(&analysis.winning),
            Outcome::Draw => Some(&analysis.drawing),
            Outcome::Loss => None,
        }
    }

    /// The judgement of the move at this index of the line, where the positions before and after it are known.
    pub fn judged(&self, ply: usize) -> Option<Judgement> {
        let (before, after) = (self.brief(ply)?, self.brief(ply + 1)?);
        // A player may move again: the next value depends on the player to move there.
        let turn = if self.game.mover_at(ply + 1) == self.game.mover_at(ply) {
            Turn::Kept
        } else {
            Turn::Passed
        };
        Some(Judgement::new(&before.value, &after.value, turn))
    }

    /// The outcome that the move at this index threw away.
    pub fn thrown_away(&self, ply: usize) -> Option<Outcome> {
        let judged = self.judged(ply)?;
        (judged.kind == MoveKind::Mistake).then_some(judged.before)
    }

    /// The last position up to the cursor in which `player` was winning on their own turn; without a player, the last
    /// one before the cursor that was won for the side to move.
    pub fn last_win(&self, player: Option<Player>) -> Option<usize> {
        let upto = self.game.cursor() + usize::from(player.is_some());
        (0..upto).rev().find(|&ply| {
            let mover = self.game.mover_at(ply);
            player.is_none_or(|p| p == mover)
                && self
                    .brief(ply)
                    .is_some_and(|brief| brief.value.outcome == Outcome::Win)
        })
    }

    /// The last `most` moves up to the cursor in words, such as `took 2 from pile 1`, each with its player, oldest
    /// first.
    pub fn last_moves(&self, most: usize) -> Vec<(Player, String)> {
        let cursor = self.game.cursor();
        let first = cursor.saturating_sub(most);
        let words = |ply: usize| {
            let m = self.game.moves().get(ply)?;
            let words = self.game.position_at(ply).move_words(&m.text);
            Some((m.by, in_past_tense(&words)))
        };
        (first..cursor).filter_map(words).collect()
    }
}

/// Filters reasons by depth.
pub fn of_depth<'a>(
    reasons: impl Iterator<Item = &'a ReasonText>,
    depths: &[Depth],
) -> impl Iterator<Item = &'a ReasonText> {
    reasons.filter(move |reason| depths.contains(&reason.depth))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::fixtures::{game, open};
    use crate::play::lesson::lessons;
    use crate::play::strength::Strength;
    use nimatron_core::games;
    use nimatron_core::rules::Library;

    fn against_computer(id: &str) -> Session {
        let kinds = [PlayerKind::Human, PlayerKind::Computer(Level::Perfect)];
        Session::new(Match::between(open(id), kinds), Task::Free)
            .against(Opponent::new(Some(1), Strength::default()))
    }

    fn learn(session: &mut Session) -> Vec<Said> {
        let question = session.question().unwrap();
        session.learn(question.answer(&Limits::default()))
    }

    fn puzzle(id: &str) -> Session {
        let position = open(id);
        let found = crate::play::puzzle::puzzle_at(&*position, &Limits::default());
        let task = Task::Puzzle(PuzzlePlay::new(found.unwrap().unwrap(), false, false));
        Session::new(Match::between(position, [PlayerKind::Human; 2]), task)
    }

    #[test]
    fn a_hint_has_two_steps_and_goes_with_the_position() {
        let mut session = Session::new(game("nim:3,5,7", &[]), Task::Free);
        assert_eq!(session.apply(Command::Hint), [Said::NoHint(None)]);
        learn(&mut session);
        let steps = [Reveals::Where, Reveals::Move, Reveals::Move];
        for step in steps {
            assert_eq!(session.apply(Command::Hint), [Said::Hint(step)]);
            assert!(
                session
                    .reasons(session.revealed())
                    .all(|r| r.reveals <= step)
            );
        }
        session.apply(Command::Play("1-1".to_owned()));
        assert_eq!(session.hint(), Reveals::Nothing);
    }

    #[test]
    fn undo_goes_back_to_the_persons_own_turn() {
        let mut session = against_computer("nim:3,5,7");
        assert_eq!(
            session.apply(Command::Play("1-1".to_owned())),
            [Said::Moved { ply: 0, new: true }]
        );
        // One question yields the value of the position and the computer's move.
        assert_eq!(learn(&mut session), [Said::Chosen]);
        assert!(session.question().is_none() && session.chosen().is_some());
        assert_eq!(
            session.apply(Command::Reply),
            [Said::Moved { ply: 1, new: true }]
        );
        assert_eq!(session.apply(Command::Undo), [Said::Stepped]);
        assert_eq!(session.game().cursor(), 0);
        assert_eq!(session.apply(Command::Undo), [Said::NothingToUndo]);
        assert_eq!(session.apply(Command::Redo), [Said::Stepped]);
        assert_eq!(session.game().cursor(), 2);
    }

    #[test]
    fn an_answer_about_a_position_that_has_gone_says_nothing() {
        let mut session = against_computer("nim:3,5,7");
        session.apply(Command::Play("1-1".to_owned()));
        let late = session.question().unwrap();
        session.apply(Command::Undo);
        assert_eq!(session.learn(late.answer(&Limits::default())), []);
        assert!(session.here().is_none() && session.chosen().is_none());
    }

    #[test]
    fn where_nothing_is_proved_a_person_may_move_for_the_computer() {
        let mut session = against_computer("chomp:19x20");
        session.apply(Command::Play("19,20".to_owned()));
        assert_eq!(learn(&mut session), [Said::Refused(None)]);
        assert!(session.person_may_move());
        session.apply(Command::Play("18,20".to_owned()));
        assert_eq!(session.deciding(), Some(PlayerKind::Human));
    }

    #[test]
    fn help_with_a_puzzle_counts_once_and_its_first_try_is_gone() {
        let mut session = puzzle("nim:3,4");
        assert!(session.conceals());
        let help = Command::Verdict(Verdict::Who);
        let said = session.apply(help.clone());
        assert!(
            matches!(&said[..], [Said::Count(Counted::Try(made)), Said::Verdict(Verdict::Why)] if made.solved.is_none())
        );
        assert!(!session.conceals());
        assert_eq!(session.apply(Command::Help), []);
        let said = session.apply(Command::Play("2-1".to_owned()));
        let (right, first) = (true, false);
        assert!(said.contains(&Said::Tried { right, first }), "{said:?}");
    }

    #[test]
    fn a_wrong_try_at_a_puzzle_is_counted_until_it_is_solved() {
        let mut session = puzzle("nim:3,4");
        let mut tries = 0;
        for text in ["1-1", "2-1", "2-1", "1-1"] {
            let said = session.apply(Command::Play(text.to_owned()));
            tries += said
                .iter()
                .filter(|said| matches!(said, Said::Count(_)))
                .count();
            session.apply(Command::Undo);
        }
        assert_eq!(tries, 2);
        assert!(session.puzzle().unwrap().solved);
    }

    #[test]
    fn a_lesson_shows_its_solution_after_two_wrong_answers() {
        let step = lessons()
            .iter()
            .flat_map(|lesson| &lesson.steps)
            .find(|step| matches!(step.task, LessonTask::Number { .. }))
            .unwrap();
        let LessonTask::Number { answer, .. } = step.task else {
            unreachable!()
        };
        let mut session = Session::lesson(step, open(&step.at));
        for shown in [false, true] {
            assert_eq!(session.standing(), Standing::Open);
            let said = session.apply(Command::Number(answer + 1));
            assert_eq!(said, [Said::Answered(false)]);
            assert_eq!(session.lesson_play().unwrap().shows_solution(), shown);
            session.apply(Command::TryAgain);
        }
        let said = session.apply(Command::Number(answer));
        assert_eq!(said, [Said::Answered(true)]);
    }

    #[test]
    fn a_match_counts_once_with_its_last_decision() {
        let mut session = against_computer("nim:1,2");
        while session.game().result().is_none() {
            learn(&mut session);
            match session.chosen() {
                Some(_) => session.apply(Command::Reply),
                None => {
                    let best = session.analysis().unwrap().best.clone().unwrap();
                    session.apply(Command::Play(best.text))
                }
            };
        }
        let counted = session.count().unwrap();
        assert!(
            matches!(&counted, Counted::Match("nim", _, Score::Won, decisions) if decisions.iter().all(|d| d.kept)),
            "{counted:?}"
        );
        assert!(session.count().is_none());
    }

    #[test]
    fn the_region_of_a_hint_holds_its_move_and_more() {
        for entry in games::listed(&Library::default()) {
            let id = entry.info.example;
            let mut session = Session::new(game(id, &[]), Task::Free);
            learn(&mut session);
            session.apply(Command::Hint);
            let Some(found) = session.analysis() else {
                continue;
            };
            let lit = session.hinted();
            if found.value.outcome == Outcome::Loss {
                assert_eq!(lit, [], "{id}");
                continue;
            }
            let own = hint::distinct(found.best.iter());
            let board = hint::distinct(session.game().position().choices(&[], 1000).list.iter());
            assert!(own.iter().all(|site| lit.contains(site)), "{id}: {lit:?}");
            assert!(
                lit.len() > own.len() || own.len() == board.len(),
                "{id}: {lit:?} is the move {own:?} alone"
            );
        }
    }
}
