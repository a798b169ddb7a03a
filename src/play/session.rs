//! Runs a match in progress, independently of the front end.
//!
//! A front end translates its input into [`Command`]s, and renders the events that [`Session::apply`] returns. A
//! session never blocks. To learn about a position, a session creates a [`Question`], which another thread may answer.
//! The session receives the answer through [`Session::learn`].

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
use nimatron_core::tr;

/// The number of moves after which a match between two computers pauses, in case nobody is watching.
pub const EXHIBITION: usize = 10_000;
/// The number of wrong answers after which a lesson shows the solution.
const MISSES: u32 = 2;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Plays a person's move, written in notation.
    Play(String),
    /// Plays the move that the computer has chosen.
    Reply,
    /// Takes back a resignation, a swap of sides or a move. In a match against the computer, goes back to the user's
    /// previous turn.
    Undo,
    /// Replays a move that was taken back. In a match against the computer, goes on to the user's next turn.
    Redo,
    /// If exactly one side is a person, goes back to the last position in which that person was to move and winning.
    /// Otherwise goes back to the last position, before the current one, in which the side to move was winning.
    UndoToWin,
    Jump(usize),
    Hint,
    Reveal(Reveals),
    /// Sets how much of the verdict is shown. In a puzzle that conceals the verdict, the command shows the whole
    /// verdict and counts as help.
    Verdict(Verdict),
    /// Records that the user saw something that reveals the answer to the puzzle. Does nothing outside puzzles.
    Help,
    /// Resigns for the user if exactly one side is a person, otherwise for the side to move.
    Resign,
    Swap,
    /// Wakes a waiting or paused computer, which then moves.
    Wake,
    /// Pauses a match between two computers.
    Pause,
    /// Resumes the match when the user returns to it. If it is the computer's turn, the computer moves, unless only
    /// computers play or moves have been taken back. A failed analysis is retried.
    Resume,
    /// Cancels the search for the computer's move, so that a person may move instead.
    StopThinking,
    Number(u64),
    /// Restarts the match, or the lesson's step.
    TryAgain,
}

/// An event of the match, which a front end puts into words.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// A move was played. `ply` is its index in the line, and `new` is false if the move repeats a move that had been
    /// taken back.
    Moved {
        ply: usize,
        new: bool,
    },
    /// The board shows another position of the line.
    Stepped,
    Illegal(MoveError),
    /// Nothing can be taken back: the match is at its start, or the user has not moved yet.
    NothingToUndo,
    NothingToRedo,
    /// The board shows the last winning position; `false` if it already showed that position.
    Winning(bool),
    NeverWinning,
    Hint(Reveals),
    /// There is no hint. The field holds the reason why the analysis of the position stopped; `None` if the position is
    /// not analysed yet.
    NoHint(Option<Stop>),
    Verdict(Verdict),
    Swapped,
    Ended(MatchResult),
    /// A lesson's step was answered. The field says whether the answer was right.
    Answered(bool),
    /// A puzzle was tried: `right` is set if the puzzle was solved. `first` is set if this was the first try and no
    /// help was given.
    Tried {
        right: bool,
        first: bool,
    },
    /// The computer has chosen its move ([`Session::chosen`]) and waits for [`Command::Reply`].
    Chosen,
    /// The computer does not move. The field holds the reason why no move was chosen; `None` if the position could not
    /// be analysed.
    Refused(Option<String>),
    /// The number of moves between two computers has reached a multiple of [`EXHIBITION`]. The match pauses until the
    /// computers are woken.
    Paused,
    Count(Counted),
}

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

#[derive(Clone, Debug, Default)]
pub enum Task {
    /// A match outside puzzles, lessons, exercises and reviews. The match is saved. It is counted in the record of
    /// play, unless only computers play.
    #[default]
    Free,
    Puzzle(PuzzlePlay),
    Lesson(LessonPlay),
    Exercise,
    /// Another attempt at a position from a review.
    Trial,
}

#[derive(Clone, Debug)]
pub struct PuzzlePlay {
    pub puzzle: Puzzle,
    pub daily: bool,
    pub tries: u64,
    /// Whether help was given in this session, or the record lists an earlier try or help.
    pub helped: bool,
    /// Whether the user asked for the verdict. The reasons and the theory on the board are then shown too.
    pub shown: bool,
    pub solved: bool,
    /// The wrong move on the board, if any.
    pub wrong: Option<String>,
}

impl PuzzlePlay {
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

#[derive(Clone, Debug)]
pub struct LessonPlay {
    pub step: &'static LessonStep,
    solution: Option<Choice>,
    pub answered: Option<u64>,
    misses: u32,
}

impl LessonPlay {
    pub fn shows_solution(&self) -> bool {
        self.misses >= MISSES
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Open,
    Done,
    Wrong,
}

/// The state of the computer player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Computer {
    /// The computer is not to move, or waits to be woken.
    #[default]
    Idle,
    /// The computer moves as soon as the [`Question`] about the position is answered.
    Ready,
    /// A match between two computers is paused.
    Stopped,
    /// The computer does not move, so a person may move instead.
    Refused,
}

/// A summary of a position's value, without its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brief {
    pub value: Value,
    /// Whether the position is won and has both winning and other moves.
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

/// A request to analyse a position of the line; another thread may answer it.
pub struct Question {
    stamp: Stamp,
    ply: usize,
    position: Box<dyn AnyPosition>,
    known: Option<Analysis>,
    ask: Ask,
    /// The computer's level and its [`Opponent`], which chooses the move; `None` if no move is to be chosen.
    computer: Option<(Level, Opponent)>,
}

pub struct Answer {
    stamp: Stamp,
    ply: usize,
    analysis: Result<Analysis, Stop>,
    /// The updated opponent, whose random number generator has advanced, and the chosen move or the reason why no move
    /// was chosen.
    computer: Option<(Opponent, Result<String, String>)>,
}

impl Question {
    /// Asks for the best move rather than for a recommended alternative.
    pub fn for_best(self) -> Question {
        Question {
            ask: Ask::default(),
            ..self
        }
    }

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
                        .and_then(|text| text.ok_or_else(|| tr!("there is no move").to_owned()));
                    (opponent, chosen)
                });
        Answer {
            stamp: self.stamp,
            ply,
            analysis,
            computer,
        }
    }

    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Returns a function that turns the reason why the analysis stopped into the answer to this question.
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
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// Returns the answer, or the reason why the position was not analysed.
    pub fn proved(self) -> Result<Answer, Stop> {
        match &self.analysis {
            Ok(_) => Ok(self),
            Err(stop) => Err(stop.clone()),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrival {
    /// A move was played, or the session was started or restarted.
    Played,
    /// The user stepped through the line, swapped sides, or returned to the match.
    Stepped,
}

pub struct Session {
    game: Match,
    task: Task,
    opponent: Option<Opponent>,
    computer: Computer,
    chosen: Option<String>,
    hint: Reveals,
    verdict: Verdict,
    /// The analysis of the position on the board, or the reason why it failed; `None` until the analysis is done.
    here: Option<Result<Analysis, Stop>>,
    /// The summary of each position of the line, indexed by ply. An error is the reason why the analysis failed, and
    /// `None` stands for a position that is not analysed yet.
    known: Vec<Option<Result<Brief, String>>>,
    /// The match result that was added to the user's record; `None` until the match is counted.
    counted: Option<MatchResult>,
    took_back: bool,
}

impl Session {
    /// Creates a session. Computers move only after [`Session::against`] or [`Session::set_opponent`].
    pub fn new(game: Match, task: Task) -> Session {
        // Do not count a match that has already ended: it was counted when it was played, or it was played elsewhere.
        let counted = game.result();
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
            took_back: false,
        };
        // A match between two computers starts paused if it is a trial or already has moves.
        if (session.is_trial() || session.game.cursor() > 0) && session.is_exhibition() {
            session.computer = Computer::Stopped;
        }
        session.arrive(Arrival::Played);
        session
    }

    /// Creates a session for a lesson's step. In a step that is played to the end, the computer plays the side that
    /// moves second.
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

    pub fn is_own(&self) -> bool {
        matches!(self.task, Task::Free)
    }

    /// Returns whether this is a free match between two people. The verdict is then hidden unless they ask for it.
    pub fn is_between_people(&self) -> bool {
        let is_person = |p: Player| self.game.participant(p).kind == PlayerKind::Human;
        self.is_own() && Player::BOTH.into_iter().all(is_person)
    }

    pub fn is_lesson(&self) -> bool {
        matches!(self.task, Task::Lesson(_) | Task::Exercise)
    }

    pub fn is_trial(&self) -> bool {
        matches!(self.task, Task::Trial)
    }

    pub fn is_at_start(&self) -> bool {
        self.game.cursor() == self.game.begin()
    }

    pub fn computer(&self) -> Computer {
        self.computer
    }

    pub fn thinks(&self) -> bool {
        self.computer == Computer::Ready
    }

    pub fn chosen(&self) -> Option<&str> {
        self.chosen.as_deref()
    }

    pub fn hint(&self) -> Reveals {
        self.hint
    }

    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

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
                    self.took_back = true;
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
                self.game.swap_sides();
                self.arrive(Arrival::Stepped);
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
                // Keep the hint and a successful analysis.
                let (hint, here) = (self.hint, self.here.take());
                self.arrive(Arrival::Stepped);
                (self.hint, self.here) = (hint, here.filter(Result::is_ok));
                Vec::new()
            }
            Command::StopThinking => {
                self.here = Some(Err(Stop::Interrupted(tr!("you stopped it").to_owned())));
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
        let next = self.game.moves().get(ply).cloned();
        if let Err(error) = self.game.play(text) {
            return vec![Said::Illegal(error)];
        }
        let new = self.game.moves().get(ply) != next.as_ref();
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
            self.jump(self.game.cursor());
            return vec![Said::Stepped];
        }
        let mut before = (self.game.begin()..self.game.cursor()).rev();
        let to = match self.game.only_person() {
            // The user cannot take back moves that the computer made before the user's first move.
            Some(me) => before.find(|&ply| self.game.mover_at(ply) == me),
            None => before.next(),
        };
        // If the sides were swapped after the move that would be taken back, take back the swap instead.
        if let Some(at) = self.game.last_swap().filter(|at| to < Some(*at)) {
            self.game.swap_sides();
            self.jump(at);
            // Drop the moves after the swap, because the players made them with their sides swapped.
            let next = self.game.moves().get(at);
            if next.is_some_and(|next| self.game.has_swapped_since(next)) {
                self.game.drop_undone();
                self.known.truncate(at + 1);
            }
            return vec![Said::Swapped];
        }
        match to {
            Some(ply) => {
                self.took_back = true;
                self.jump(ply);
                vec![Said::Stepped]
            }
            None => vec![Said::NothingToUndo],
        }
    }

    fn redo(&mut self) -> Vec<Said> {
        let cursor = self.game.cursor();
        let end = self.game.moves().len();
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

    /// Moves the cursor to a ply, but never before the beginning of a trial.
    fn jump(&mut self, ply: usize) {
        self.game.jump(ply.max(self.game.begin()));
        self.arrive(Arrival::Stepped);
    }

    fn try_again(&mut self) {
        if let Task::Lesson(lesson) = &mut self.task {
            lesson.answered = None;
        }
        self.game = self.game.again();
        self.known = vec![None];
        self.counted = None;
        self.took_back = false;
        self.computer = Computer::Idle;
        self.arrive(Arrival::Played);
    }

    /// Resets the state that depends on the position; called on every [`Arrival`]. Returns [`Said::Paused`] if a match
    /// between two computers now pauses.
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

    /// Marks a puzzle as helped, so that no later try counts as a first try. Returns the entry for the record, or
    /// `None` if this is not a puzzle or the puzzle is already marked.
    fn help(&mut self) -> Option<Said> {
        match &mut self.task {
            Task::Puzzle(puzzle) if !puzzle.helped => {
                puzzle.helped = true;
                Some(puzzle.counted(None))
            }
            _ => None,
        }
    }

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

    /// Reports whether a step of a lesson was answered correctly, and counts a wrong answer. Returns `None` if the step
    /// is still open.
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

    /// Returns the progress of the lesson's step. Outside lessons, the result is [`Standing::Done`] as soon as the
    /// match is over.
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
            // The learner plays the side that moves first.
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

    /// Returns the question about the position on the board. Returns `None` if the analysis failed, or if the analysis
    /// is done and no computer move is to be chosen.
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

    /// Returns the question about the last unanalysed position of the line, or `None` if every position is analysed.
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
            ask: if here { Ask::advice() } else { Ask::value() },
            computer: None,
        }
    }

    /// Stores an answer. If the answer is about a position that is no longer on the board, no event is returned.
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
        // If several moves win, a lesson's hint is the move that the lesson explains.
        let meant = match &self.task {
            Task::Lesson(lesson) if answer.ply == 0 => lesson.solution.clone(),
            _ => None,
        };
        self.here = Some(answer.analysis.map(|found| Analysis {
            instead: meant.or(found.instead),
            ..found
        }));
        // The analysis of a script's position may be the first to reveal that the match is over.
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

    /// Returns whether the record of play will count the match when it ends.
    pub fn will_count(&self) -> bool {
        self.counted.is_none() && self.is_own() && !self.is_exhibition()
    }

    /// Returns the entry for the record of play if the match is over and not counted yet; otherwise `None`. Lessons,
    /// puzzles, exercises, trials and exhibitions are never counted.
    pub fn count(&mut self) -> Option<Counted> {
        let result = self.game.result().filter(|_| self.will_count())?;
        self.counted = Some(result);
        // In a match between two people, the result of the first player is counted.
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

    pub fn has_swapped(&self) -> bool {
        self.game.last_swap().is_some()
    }

    pub fn author(&self, ply: usize) -> Option<Player> {
        Some(self.game.author(self.game.moves().get(ply)?))
    }

    /// Returns whether exactly one player is a person, and this person made the move at index `ply`.
    pub fn is_mine(&self, ply: usize) -> bool {
        let me = self.game.only_person();
        me.is_some() && me == self.author(ply)
    }

    pub fn took_back(&self) -> bool {
        self.took_back
    }

    /// Returns the result that was counted for the match, if the match was continued afterwards and now has a different
    /// winner.
    pub fn recorded_result(&self) -> Option<MatchResult> {
        let now = self.game.result()?;
        self.counted.filter(|first| first.winner != now.winner)
    }

    /// Returns a player's analysed decisions, whichever side the player was on. A decision is a move in a won position
    /// that has both winning and other moves.
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
                kept: won == Some(self.game.mover_at(ply)),
            })
        };
        (0..self.game.cursor())
            .filter(|ply| self.author(*ply) == Some(player))
            .filter_map(decided)
            .collect()
    }

    pub fn deciding(&self) -> Option<PlayerKind> {
        self.game.to_move().map(|p| self.game.participant(p).kind)
    }

    pub fn person_may_move(&self) -> bool {
        match self.deciding() {
            Some(PlayerKind::Human) => true,
            Some(PlayerKind::Computer(_)) => self.computer == Computer::Refused,
            None => false,
        }
    }

    pub fn waits(&self) -> bool {
        matches!(self.deciding(), Some(PlayerKind::Computer(_)))
            && matches!(self.computer, Computer::Idle | Computer::Stopped)
    }

    pub fn is_exhibition(&self) -> bool {
        let is_computer = |p: Player| self.game.participant(p).kind != PlayerKind::Human;
        Player::BOTH.into_iter().all(is_computer)
    }

    /// Returns whether this is a puzzle that hides the verdict, the reasons and the theory on the board.
    pub fn conceals(&self) -> bool {
        let is_open = |p: &PuzzlePlay| !p.solved && !p.shown;
        self.hint == Reveals::Nothing
            && self.game.cursor() == 0
            && self.puzzle().is_some_and(is_open)
    }

    /// Returns whether the reasons may be shown. A puzzle may conceal the reasons. The reasons address the player to
    /// move, so a match against the computer hides them on the computer's turn, unless a person may move instead.
    pub fn speaks(&self) -> bool {
        let computer = self.game.only_person().is_some()
            && matches!(self.deciding(), Some(PlayerKind::Computer(_)));
        !self.conceals() && (!computer || self.person_may_move())
    }

    /// Returns how much the displayed reasons may reveal: as much as the current hint while a person is to move,
    /// otherwise everything.
    pub fn revealed(&self) -> Reveals {
        if self.deciding() == Some(PlayerKind::Human) {
            self.hint
        } else {
            Reveals::Move
        }
    }

    pub fn reasons(&self, most: Reveals) -> impl Iterator<Item = &ReasonText> {
        let all = self.analysis().map_or(&[][..], |found| &found.reasons);
        all.iter().filter(move |reason| reason.reveals <= most)
    }

    /// Returns the sites that the hint highlights. The first step of the hint highlights a region that contains the
    /// recommended move, and the second step only the sites of this move.
    pub fn hinted(&self) -> Vec<Site> {
        let Some(analysis) = self.analysis() else {
            return Vec::new();
        };
        match self.hint {
            Reveals::Nothing => Vec::new(),
            Reveals::Where => hint::region(self.game.position(), analysis),
            Reveals::Move => hint::distinct(analysis.advised()),
        }
    }

    pub fn is_known(&self) -> bool {
        self.known.iter().all(Option::is_some)
    }

    pub fn brief(&self, ply: usize) -> Option<Brief> {
        self.known.get(ply)?.as_ref()?.as_ref().ok().copied()
    }

    pub fn here(&self) -> Option<&Result<Analysis, Stop>> {
        self.here.as_ref()
    }

    pub fn analysis(&self) -> Option<&Analysis> {
        self.here.as_ref()?.as_ref().ok()
    }

    /// Returns the moves that keep the outcome of the position on the board, as far as the analysis lists them. Returns
    /// `None` if the position is not analysed or is lost.
    pub fn good(&self) -> Option<&[Choice]> {
        let analysis = self.analysis()?;
        match analysis.value.outcome {
            Outcome::Win => Some(&analysis.winning),
            Outcome::Draw => Some(&analysis.drawing),
            Outcome::Loss => None,
        }
    }

    /// Returns the judgement on the move at index `ply` of the line.
    pub fn judged(&self, ply: usize) -> Option<Judgement> {
        let before = self.brief(ply)?;
        let after = self.brief(ply + 1)?;
        // If a player moves twice in a row, both values are for that player.
        let turn = if self.game.mover_at(ply + 1) == self.game.mover_at(ply) {
            Turn::Kept
        } else {
            Turn::Passed
        };
        Some(Judgement::new(&before.value, &after.value, turn))
    }

    pub fn thrown_away(&self, ply: usize) -> Option<Outcome> {
        let judged = self.judged(ply)?;
        (judged.kind == MoveKind::Mistake).then_some(judged.before)
    }

    /// Returns the index of the last position up to the cursor in which `player` was to move and winning. If `player`
    /// is `None`, returns the index of the last position before the cursor that was won for the side to move.
    pub fn last_win(&self, player: Option<Player>) -> Option<usize> {
        let upto = self.game.cursor() + usize::from(player.is_some());
        (self.game.begin()..upto).rev().find(|&ply| {
            let mover = self.game.mover_at(ply);
            let is_turn = |p| p == mover && (ply == self.game.cursor() || self.is_mine(ply));
            player.is_none_or(is_turn)
                && self
                    .brief(ply)
                    .is_some_and(|brief| brief.value.outcome == Outcome::Win)
        })
    }

    /// Returns the last `most` moves up to the cursor, oldest first. For each move, returns the author
    /// ([`Match::author`]) and a phrase such as `took 2 from pile 1`.
    pub fn last_moves(&self, most: usize) -> Vec<(Player, String)> {
        let cursor = self.game.cursor();
        let first = cursor.saturating_sub(most);
        let words = |ply: usize| {
            let m = self.game.moves().get(ply)?;
            let words = self.game.position_at(ply).move_words(&m.text);
            Some((self.game.author(m), in_past_tense(&words)))
        };
        (first..cursor).filter_map(words).collect()
    }
}

pub fn of_depth<'a>(
    reasons: impl Iterator<Item = &'a ReasonText>,
    depths: &[Depth],
) -> impl Iterator<Item = &'a ReasonText> {
    reasons.filter(move |reason| depths.contains(&reason.depth))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::dice::Dice;
    use crate::play::fixtures::{game, open};
    use crate::play::lesson::lessons;
    use crate::play::record::{self, Draft};
    use crate::play::strength::Strength;
    use nimatron_core::games;
    use nimatron_core::rules::Library;

    fn against_computer(id: &str) -> Session {
        between(
            id,
            [PlayerKind::Human, PlayerKind::Computer(Level::Perfect)],
        )
    }

    fn between(id: &str, kinds: [PlayerKind; 2]) -> Session {
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
        session.apply(Command::Resume);
        assert_eq!(session.hint(), Reveals::Move);
        assert!(matches!(session.here(), Some(Ok(_))));
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
        // One question yields both the value of the position and the computer's move.
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
    fn a_lesson_hints_its_solution_before_the_first_move_only() {
        let mut after = 0;
        for step in lessons().iter().flat_map(|lesson| &lesson.steps) {
            let Some(solution) = step.solution() else {
                continue;
            };
            let mut session = Session::lesson(step, open(&step.at));
            let hint = |session: &Session| {
                let found = session.here()?.as_ref().ok()?;
                Some(found.advised()?.text.clone())
            };
            learn(&mut session);
            assert_eq!(hint(&session).as_deref(), Some(solution), "{}", step.at);
            session.apply(Command::Play(solution.to_owned()));
            if session.question().is_some() {
                learn(&mut session);
                let at = session.game().position();
                let legal = hint(&session).is_none_or(|hint| at.legal(&hint).is_ok());
                assert!(legal, "{}", step.at);
                after += 1;
            }
        }
        assert!(after > 0);
    }

    #[test]
    fn a_swap_that_is_taken_back_leaves_no_moves_of_the_other_player() {
        let mut session = against_computer("nim:3,5");
        session.apply(Command::Swap);
        learn(&mut session);
        session.apply(Command::Reply);
        assert_eq!(session.game().cursor(), 1);
        assert_eq!(session.apply(Command::Undo), [Said::Swapped]);
        assert_eq!(session.game().only_person(), Some(Player::First));
        assert!(session.game().moves().is_empty());
        session.apply(Command::Redo);
        assert_eq!(session.game().cursor(), 0);
    }

    #[test]
    fn every_move_keeps_its_author_through_swaps_and_jumps() {
        let mut random = Dice::new(1);
        let [fair, perfect] = [Level::Fair, Level::Perfect].map(PlayerKind::Computer);
        for kinds in [[PlayerKind::Human, perfect], [fair, perfect]].repeat(30) {
            let mut session = between("nim:3,5,7", kinds);
            let mut makers: Vec<PlayerKind> = Vec::new();
            for _ in 0..60 {
                let at = session.game().position();
                let moves = at.choices(&[], 100).list;
                let mover = session.deciding();
                let by_user = mover == Some(PlayerKind::Human);
                let command = match random.pick(8) {
                    0 if session.game().result().is_none() => Command::Swap,
                    1 => Command::Undo,
                    2 => Command::Redo,
                    3 => Command::Jump(random.pick(makers.len() as u64 + 1) as usize),
                    _ if by_user => Command::Play(random.one(&moves).unwrap().text.clone()),
                    _ if session.deciding().is_some() => {
                        session.apply(Command::Wake);
                        learn(&mut session);
                        Command::Reply
                    }
                    _ => Command::Jump(0),
                };
                for said in session.apply(command) {
                    if let Said::Moved { ply, new: true } = said {
                        makers.truncate(ply);
                        makers.extend(mover);
                    }
                }
                // Taking back a swap drops the moves made since then.
                makers.truncate(session.game().moves().len());
                let found = |game: &Match| -> Vec<PlayerKind> {
                    let authors = game.moves().iter().map(|m| game.author(m));
                    authors
                        .map(|author| game.participant(author).kind)
                        .collect()
                };
                assert_eq!(found(session.game()), makers);
                let text = Draft::new(session.game()).to_json(&record::now()).unwrap();
                let read = record::parse(&text, &Library::default()).unwrap().game;
                assert_eq!(found(&read), makers, "{text}");
            }
        }
    }

    #[test]
    fn a_swap_that_is_taken_back_at_the_start_keeps_the_moves_before_it() {
        let mut session = against_computer("nim:3,5");
        session.apply(Command::Play("2-2".to_owned()));
        learn(&mut session);
        session.apply(Command::Reply);
        session.apply(Command::Jump(0));
        session.apply(Command::Swap);
        assert_eq!(session.apply(Command::Undo), [Said::Swapped]);
        assert_eq!(session.game().moves().len(), 2);
    }

    #[test]
    fn a_trial_begins_after_the_moves_that_gained_points() {
        // A swap of sides before the trial cannot be undone in the trial.
        for is_swapped in [false, true] {
            let kinds = [PlayerKind::Human, PlayerKind::Computer(Level::Perfect)];
            let mut game = Match::between(open("own/coins:3,9,2,7"), kinds);
            game.play("4=0").unwrap();
            if is_swapped {
                game.swap_sides();
            }
            game.play("1=0").unwrap();
            game.jump(1);
            let mut session = Session::new(game.branch(), Task::Trial);
            let person = session.game().only_person();
            let is_begin = |session: &Session| {
                let game = session.game();
                let place = (game.cursor(), game.moves().len());
                session.is_at_start() && place.0 == 1 && game.only_person() == person
            };
            assert!(is_begin(&session));
            assert_eq!(session.apply(Command::Undo), [Said::NothingToUndo]);
            assert_eq!(session.apply(Command::UndoToWin), [Said::NeverWinning]);
            session.apply(Command::Jump(0));
            assert!(is_begin(&session));
            // A swap made during the trial can be undone.
            session.apply(Command::Swap);
            assert_eq!(session.apply(Command::Undo), [Said::Swapped]);
            assert!(is_begin(&session));
            while session.game().result().is_none() {
                let text = session.game().position().choices(&[], 1).list[0]
                    .text
                    .clone();
                session.apply(Command::Play(text));
            }
            session.apply(Command::TryAgain);
            assert!(is_begin(&session) && session.game().moves().len() == 1);
            assert_eq!(session.game().position().score(), Some([7, 0]));
        }
    }

    #[test]
    fn computers_wait_at_the_beginning_of_a_trial() {
        let kinds = [Level::Fair, Level::Perfect].map(PlayerKind::Computer);
        for (id, first) in [("nim:3,5", "1-1"), ("own/coins:3,9,2,7", "4=0")] {
            for ply in [0, 1] {
                let mut game = Match::between(open(id), kinds);
                game.play(first).unwrap();
                game.jump(ply);
                let mut session = Session::new(game.branch(), Task::Trial);
                assert_eq!(session.computer(), Computer::Stopped, "{id} {ply}");
                session.apply(Command::Wake);
                assert!(session.thinks(), "{id} {ply}");
            }
        }
    }

    #[test]
    fn decisions_are_those_of_won_positions() {
        // The first player gives the win away with the first move. The second player then keeps the win.
        let game = game("nim:3,5,7", &["1-3", "3-2", "2-5", "3-5"]);
        let mut session = Session::new(game, Task::Free);
        while let Some(question) = session.question_of_the_rest() {
            session.learn(question.answer(&Limits::default()));
        }
        let kept = Player::BOTH.map(|player| {
            let decisions = session.decisions(player).into_iter();
            decisions.map(|d| d.kept).collect::<Vec<_>>()
        });
        assert_eq!(kept, [vec![false], vec![true, true]]);
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
