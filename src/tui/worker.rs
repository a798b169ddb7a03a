//! The thread that analyses positions, one at a time; a new question ends the one before it. A panic in a solver
//! costs the answer, not the thread.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::effect::{ComputerTurn, Question, RandomRequest, Work};
use super::event::{DriverEvent, Event, Ticket, Worked};
use crate::play::coach::bank::skill_of;
use crate::play::coach::sitting::Sitting;
use crate::play::history;
use crate::play::opponent::Opponent;
use crate::play::review::Reviewer;
use crate::play::{atlas, puzzle, tree};
use nimatron_core::erased::{AnyPosition, Ask, FieldKind, Turn};
use nimatron_core::games;
use nimatron_core::games::Opener;
use nimatron_core::games::own::{self, ExpressionError};
use nimatron_core::rules::{
    Library, Limits, Outcome, Step, Stop, if_proved, nearest, sanitize, with_deferred_errors,
};
use nimatron_core::strategy;

/// The name of the thread: its panics are caught, and are no reason to give the terminal back.
pub const THREAD: &str = "solver";
/// How often a long analysis tells how far it is.
const REPORT: Duration = Duration::from_millis(100);
/// How long an interesting position is looked for.
const LOOK: Duration = Duration::from_millis(1500);
/// How long small positions are tabulated for a rule.
const RULE: Duration = Duration::from_secs(3);
/// How many positions are looked at for it.
const TRIES: usize = 300;
/// So many equal positions in a row are all there are of a size.
const SAME: usize = 12;
/// Searches go deep, and so may positions and scripts: this is only reserved, not used.
pub const STACK: usize = own::STACK;

/// What the worker has been asked and not answered yet.
pub struct Worker {
    questions: Sender<(Ticket, Question)>,
    /// The question that an answer is still wanted for; 0 for none.
    wanted: Arc<AtomicU64>,
}

impl Worker {
    /// Starts the thread. It answers to `events` and ends when this is dropped.
    pub fn start(events: Sender<DriverEvent>, library: Library) -> std::io::Result<Worker> {
        let (questions, inbox) = channel();
        let wanted = Arc::new(AtomicU64::new(0));
        let shared = Arc::clone(&wanted);
        thread::Builder::new()
            .name(THREAD.to_owned())
            .stack_size(STACK)
            .spawn(move || {
                own::run_here();
                work(inbox, &events, &shared, &library);
            })?;
        Ok(Worker { questions, wanted })
    }

    /// Nothing is wanted any more.
    pub fn forget(&self) {
        self.wanted.store(0, Ordering::Relaxed);
    }

    /// Asks; what was asked before is dropped.
    pub fn ask(&self, ticket: Ticket, question: Question) {
        self.wanted.store(ticket, Ordering::Relaxed);
        // The thread ends only when this is dropped.
        let _ = self.questions.send((ticket, question));
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.forget();
    }
}

/// Does something, or says what failed.
pub fn caught<T>(what: &str, act: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(act))
        .map_err(|panic| format!("{what}: {}", sanitize::panic(&*panic)))
}

/// Answers one question after the other, as long as somebody wants to know.
fn work(
    inbox: Receiver<(Ticket, Question)>,
    events: &Sender<DriverEvent>,
    wanted: &Arc<AtomicU64>,
    library: &Library,
) {
    for (ticket, question) in inbox {
        let is_wanted = || wanted.load(Ordering::Relaxed) == ticket;
        if !is_wanted() {
            continue;
        }
        let limits = limits(ticket, events.clone(), Arc::clone(wanted));
        // Nothing of the question outlives a panic but the solver's tables, whose locks hold complete entries only.
        let solver = "the solver failed";
        let answer = match question {
            Question::Analyse(position, ask) => {
                let result = caught(solver, || {
                    // The interface waits for no script: what can be played is asked first, and kept.
                    if !position.scripts().is_empty() {
                        with_deferred_errors(&limits, || Ok(position.count_moves()))?;
                    }
                    position.analyse(ask)(&limits)
                });
                Event::Analysed(
                    ticket,
                    Box::new(result.unwrap_or_else(|why| Err(Stop::not_proved(why)))),
                )
            }
            Question::Choose(turn) => {
                Event::Chosen(ticket, caught(solver, || chosen(&turn, &limits)).flatten())
            }
            Question::Open(id) => Event::Found(
                ticket,
                caught(solver, || {
                    games::open(&id, library).map_err(|e| e.to_string())
                })
                .flatten(),
            ),
            Question::Find(wanted) => Event::Found(
                ticket,
                caught(solver, || find(library, &wanted, &limits)).flatten(),
            ),
            Question::Work(work) => {
                let tell = |part: Worked| {
                    if is_wanted() {
                        let _ = events.send(Event::Worked(ticket, part).into());
                    }
                };
                let result = caught(solver, || done(work, library, &limits, &tell));
                Event::Worked(ticket, result.unwrap_or_else(Worked::Failed))
            }
        };
        if is_wanted() && events.send(answer.into()).is_err() {
            return;
        }
    }
}

/// The computer's move, or why there is none.
pub fn chosen(turn: &ComputerTurn, limits: &Limits) -> Result<String, String> {
    let mut opponent = Opponent::new(Some(turn.seed), turn.strength);
    let chosen = opponent.choose(
        turn.level,
        &*turn.position,
        &turn.analysis,
        turn.played,
        limits,
    );
    chosen
        .map_err(|stop| stop.to_string())?
        .ok_or_else(|| "no move is left".to_owned())
}

/// Stops when another question has come; reports at intervals.
fn limits(ticket: Ticket, events: Sender<DriverEvent>, wanted: Arc<AtomicU64>) -> Limits {
    let start = Instant::now();
    // Milliseconds after the start of the last report.
    let last = AtomicU64::new(0);
    Limits::default()
        .stopping(move || {
            (wanted.load(Ordering::Relaxed) != ticket).then(|| "another question came".to_owned())
        })
        .reporting(move |step: Step| {
            let now = nearest(start.elapsed().as_millis());
            let before = last.load(Ordering::Relaxed);
            if now >= before + nearest::<u64, _>(REPORT.as_millis()) {
                last.store(now, Ordering::Relaxed);
                let _ = events.send(Event::Progress(ticket, step).into());
            }
        })
}

/// The most moves of a position that a tree shows.
const CHILDREN: usize = 300;

/// Does work that may take long, telling parts of it.
pub fn done(work: Work, library: &Library, limits: &Limits, tell: &dyn Fn(Worked)) -> Worked {
    let outcome = |at: &dyn AnyPosition| if_proved(at.outcome(limits));
    let worked = || -> anyhow::Result<Worked> {
        Ok(match work {
            Work::Review(game) => {
                let mut reviewer = Reviewer::new(&game);
                let mut told = Instant::now();
                while reviewer.step(limits)? {
                    if told.elapsed() >= REPORT {
                        told = Instant::now();
                        tell(Worked::Review(Box::new(reviewer.so_far().clone()), false));
                    }
                }
                Worked::Review(Box::new(reviewer.so_far().clone()), true)
            }
            Work::Puzzles {
                wanted,
                count,
                seed,
            } => Worked::Puzzles(puzzle::find(&wanted, count, seed, library, limits)?),
            Work::Children(position) => {
                let below = with_deferred_errors(limits, || {
                    Ok(tree::moves_below(&*position, CHILDREN, true))
                });
                let (moves, complete) = below?;
                let mut children = Vec::new();
                for m in moves {
                    let own = |o: Outcome| {
                        if m.turn == Turn::Kept {
                            o
                        } else {
                            o.reversed()
                        }
                    };
                    let outcome = outcome(&*m.position)?.map(own);
                    children.push((m, outcome));
                }
                Worked::Children {
                    outcome: outcome(&*position)?,
                    children,
                    more: !complete,
                }
            }
            Work::Sitting(wanted, record) => {
                let sitting = Sitting::plan(&wanted, &record, history::seconds(), library, limits)?;
                Worked::Sitting(Box::new(sitting), Ok(Vec::new()))
            }
            Work::Claim(map, claim) => match atlas::wrong(&map, &claim, limits) {
                Err(ExpressionError::Stopped(stop)) => return Err(stop.into()),
                answer => Worked::Claim(answer.map_err(|wrong| wrong.to_string())),
            },
            Work::Strategy(position) => {
                games::answers(&*position, limits)?;
                Worked::Strategy(Box::new(strategy::of(&*position, limits)?))
            }
            Work::Rule(position) => Worked::Rule(atlas::rule(&*position, RULE, limits)?),
            Work::Skills(all) => {
                let skills = (all.into_iter()).filter_map(|(n, at)| {
                    Some(
                        skill_of(&*at, library, limits)
                            .transpose()?
                            .map(|skill| (n, skill)),
                    )
                });
                Worked::Skills(skills.collect::<Result<_, _>>()?)
            }
            Work::Answer(mut sitting, given) => {
                let answered = sitting.answer(&given, limits);
                Worked::Sitting(sitting, answered)
            }
            Work::Map(position, shown) => {
                Worked::Map(atlas::map(&*position, shown, limits)?.map(Box::new))
            }
        })
    };
    worked().unwrap_or_else(|error| Worked::Failed(error.to_string()))
}

/// A random position; an interesting one is won, by as few of its moves as possible. Where its size leaves nothing to
/// choose, or no win, smaller ones are looked at.
fn find(
    library: &Library,
    wanted: &RandomRequest,
    limits: &Limits,
) -> Result<Box<dyn AnyPosition>, String> {
    // One opener a search: its positions share large tables, which must not outlive it.
    let mut opener = Opener::new(library.clone());
    let mut rng = StdRng::seed_from_u64(wanted.seed);
    let mut random = |values: &[String]| {
        let mut pick = |n: u64| rng.random_range(0..n.max(1));
        let id = wanted
            .entry
            .setup
            .random_id(values, &mut pick)
            .map_err(|e| e.to_string())?;
        opener
            .open(&format!("{} {id}", wanted.word))
            .map_err(|e| e.to_string())
    };
    if !wanted.interesting {
        return random(&wanted.values);
    }
    let mut values = wanted.values.clone();
    let mut until = Instant::now() + LOOK;
    loop {
        if let Some(position) = rare(&mut || random(&values), until, limits)? {
            return Ok(position);
        }
        if values == wanted.values {
            // All smaller sizes together get as long as the one that was asked for.
            until = Instant::now() + LOOK;
        }
        if Instant::now() > until || !shrink(wanted, &mut values) {
            return Err(
                "No won position was found at this size or a smaller one; try again.".to_owned(),
            );
        }
    }
}

/// Makes every number of the size one less, down to its least; whether any could be.
fn shrink(wanted: &RandomRequest, values: &mut [String]) -> bool {
    let mut shrunk = false;
    for (field, value) in wanted.entry.setup.fields.iter().zip(values) {
        if let (FieldKind::Number { least, most, .. }, Ok(number)) =
            (field.kind, value.parse::<u64>())
            && number > least
        {
            *value = (number.min(most) - 1).max(least).to_string();
            shrunk = true;
        }
    }
    shrunk
}

/// The win by the smallest share of its moves among positions of a size; `None` where none is won, or there is only
/// one position.
fn rare(
    random: &mut dyn FnMut() -> Result<Box<dyn AnyPosition>, String>,
    until: Instant,
    limits: &Limits,
) -> Result<Option<Box<dyn AnyPosition>>, String> {
    // The fewest winning moves in proportion to all moves, in parts of a million.
    let mut best: Option<(u64, Box<dyn AnyPosition>)> = None;
    let mut first = None;
    let mut several = false;
    for i in 0..TRIES {
        if Instant::now() > until || (i == SAME && !several) {
            break;
        }
        limits.check().map_err(|e| e.to_string())?;
        let position = random()?;
        let id = position.part_id();
        several |= *first.get_or_insert_with(|| id.clone()) != id;
        let Ok(analysis) = position.analyse(Ask::value())(limits) else {
            continue;
        };
        let Some(moves) = analysis.moves else {
            continue;
        };
        if analysis.value.outcome != Outcome::Win || moves < 2 {
            continue;
        }
        let share = nearest(analysis.winning_count * 1_000_000 / u128::from(moves));
        if best.as_ref().is_none_or(|(b, _)| share < *b) {
            best = Some((share, position));
        }
    }
    Ok(best.filter(|_| several).map(|(_, position)| position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimatron_core::erased::{Entry, SetupForm};

    #[test]
    fn a_panic_costs_the_answer_and_not_the_thread() {
        let star = games::find("star").unwrap();
        let setup = SetupForm {
            random: |_, _| panic!("no such ring"),
            ..*star.setup
        };
        let entry: &Entry = Box::leak(Box::new(Entry {
            setup: Box::leak(Box::new(setup)),
            ..*star
        }));
        let wanted = RandomRequest {
            entry,
            values: vec![],
            word: String::new(),
            interesting: true,
            seed: 1,
        };
        let (sender, events) = channel();
        let answer = || match events.recv() {
            Ok(DriverEvent::Event(event)) => *event,
            _ => panic!("no answer"),
        };
        let worker = Worker::start(sender, Library::default()).unwrap();
        worker.ask(1, Question::Find(wanted));
        let Event::Found(1, Err(text)) = answer() else {
            panic!("another answer")
        };
        assert!(
            text.contains("the solver failed") && text.contains("no such ring"),
            "{text}"
        );
        let star = games::open("star:1664", &Library::default()).unwrap();
        worker.ask(2, Question::Analyse(star, Ask::default()));
        let Event::Analysed(2, answer) = answer() else {
            panic!("another answer")
        };
        assert_eq!(answer.unwrap().value.outcome, Outcome::Win);
    }

    #[test]
    fn a_rare_win_is_won_by_a_smaller_share_of_its_moves() {
        let entry = games::find("star").unwrap();
        let found = |size: &str, word: &str, interesting, seed| {
            let (values, word) = (vec![size.to_owned()], word.to_owned());
            let wanted = RandomRequest {
                entry,
                values,
                word,
                interesting,
                seed,
            };
            find(&Library::default(), &wanted, &Limits::default()).unwrap()
        };
        let analysed =
            |at: Box<dyn AnyPosition>| at.analyse(Ask::default())(&Limits::default()).unwrap();
        // A dozen tries would not find one at every seed.
        for seed in 0..7 {
            let analysis = analysed(found("6", "", true, seed));
            assert_eq!(
                (analysis.value.outcome, analysis.winning_count),
                (Outcome::Win, 1),
                "{seed}"
            );
        }
        // The full star is one position only: smaller ones are looked at.
        assert_ne!(found("13", "", true, 7).id(), "star:8191");
        assert_eq!(
            analysed(found("13", "", true, 7)).value.outcome,
            Outcome::Win
        );
        // Chance alone takes what comes, and the same seed gives the same again; under another convention too.
        assert_eq!(found("6", "", false, 7).id(), found("6", "", false, 7).id());
        assert!(
            found("6", "normal", false, 7)
                .id()
                .starts_with("normal star:")
        );
    }
}
