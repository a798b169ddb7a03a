//! The thread that analyses positions, one at a time; a new question ends the one before it. A panic in a solver
//! costs the answer, not the thread.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::effect::{ComputerTurn, RandomRequest, Work};
use super::event::{Child, Event, Ticket, Worked};
use crate::play::coach::bank::skill_of;
use crate::play::coach::sitting::Sitting;
use crate::play::history;
use crate::play::opponent::Opponent;
use crate::play::review::Reviewer;
use crate::play::tree::{self, TreeMove};
use crate::play::{atlas, puzzle};
use nimatron_core::erased::{AnyPosition, Ask, FieldKind, Turn};
use nimatron_core::games;
use nimatron_core::games::Opener;
use nimatron_core::games::own::ExpressionError;
use nimatron_core::rules::{Library, Limits, Outcome, Step, Stop, nearest, sanitize, with_deferred_errors};
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
/// Searches go deep: this is only reserved, not used.
const STACK: usize = 64 << 20;

/// A question for the worker.
enum Question {
    Analyse(Ticket, Box<dyn AnyPosition>, Ask),
    Choose(Ticket, Box<ComputerTurn>),
    Open(Ticket, String),
    Find(Ticket, RandomRequest),
    Work(Ticket, Work),
}

/// What the worker has been asked and not answered yet.
pub struct Worker {
    questions: Sender<Question>,
    /// The question that an answer is still wanted for; 0 for none.
    wanted: Arc<AtomicU64>,
}

impl Worker {
    /// Starts the thread. It answers to `events` and ends when this is dropped.
    ///
    /// # Errors
    /// As the system says.
    pub fn start<E: From<Event> + Send + 'static>(
        events: Sender<E>,
        library: Library,
    ) -> std::io::Result<Worker> {
        let (questions, inbox) = channel();
        let wanted = Arc::new(AtomicU64::new(0));
        let shared = Arc::clone(&wanted);
        thread::Builder::new()
            .name(THREAD.to_owned())
            .stack_size(STACK)
            .spawn(move || work(&inbox, &events, &shared, &library))?;
        Ok(Worker { questions, wanted })
    }

    /// Asks for an analysis.
    pub fn analyse(&self, ticket: Ticket, position: Box<dyn AnyPosition>, ask: Ask) {
        self.ask(ticket, Question::Analyse(ticket, position, ask));
    }

    /// Asks for the computer's move.
    pub fn choose(&self, ticket: Ticket, turn: Box<ComputerTurn>) {
        self.ask(ticket, Question::Choose(ticket, turn));
    }

    /// Asks for the position of an ID.
    pub fn open(&self, ticket: Ticket, id: String) {
        self.ask(ticket, Question::Open(ticket, id));
    }

    /// Asks for a random position.
    pub fn find(&self, ticket: Ticket, wanted: RandomRequest) {
        self.ask(ticket, Question::Find(ticket, wanted));
    }

    /// Asks for other work.
    pub fn work(&self, ticket: Ticket, work: Work) {
        self.ask(ticket, Question::Work(ticket, work));
    }

    /// Nothing is wanted any more.
    pub fn forget(&self) {
        self.wanted.store(0, Ordering::Relaxed);
    }

    fn ask(&self, ticket: Ticket, question: Question) {
        self.wanted.store(ticket, Ordering::Relaxed);
        // The thread ends only when this is dropped.
        let _ = self.questions.send(question);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.forget();
    }
}

fn failed(panic: &(dyn Any + Send)) -> String {
    format!("the solver failed: {}", sanitize::panic(panic))
}

fn work<E: From<Event> + Send + 'static>(
    inbox: &Receiver<Question>,
    events: &Sender<E>,
    wanted: &Arc<AtomicU64>,
    library: &Library,
) {
    while let Ok(question) = inbox.recv() {
        let ticket = match &question {
            Question::Analyse(ticket, ..)
            | Question::Choose(ticket, _)
            | Question::Open(ticket, _)
            | Question::Find(ticket, _)
            | Question::Work(ticket, _) => *ticket,
        };
        if wanted.load(Ordering::Relaxed) != ticket {
            continue;
        }
        let limits = limits(ticket, events.clone(), Arc::clone(wanted));
        let answer = match question {
            // Nothing of the question outlives a panic but the solver's tables, whose locks hold complete entries only.
            Question::Analyse(_, position, ask) => {
                let result = catch_unwind(AssertUnwindSafe(|| {
                    // The interface waits for no script: what can be played is asked first, and kept.
                    if !position.scripts().is_empty() {
                        with_deferred_errors(&limits, || Ok(position.count_moves()))?;
                    }
                    position.analyse(ask)(&limits)
                }));
                let result = result.unwrap_or_else(|e| Err(Stop::not_proved(failed(&*e))));
                Event::Analysed(ticket, Box::new(result))
            }
            Question::Choose(_, turn) => {
                let chosen = catch_unwind(AssertUnwindSafe(|| chosen(&turn, &limits)));
                Event::Chosen(ticket, chosen.unwrap_or_else(|e| Err(failed(&*e))))
            }
            Question::Open(_, id) => {
                let result = catch_unwind(AssertUnwindSafe(|| games::open(&id, library)));
                Event::Found(
                    ticket,
                    result.map_or_else(|e| Err(failed(&*e)), |opened| opened.map_err(|e| e.to_string())),
                )
            }
            Question::Find(_, wanted) => {
                let result = catch_unwind(AssertUnwindSafe(|| find(library, &wanted, &limits)));
                Event::Found(ticket, result.unwrap_or_else(|e| Err(failed(&*e))))
            }
            Question::Work(_, work) => {
                let tell = |part: Worked| {
                    if wanted.load(Ordering::Relaxed) == ticket {
                        let _ = events.send(Event::Worked(ticket, part).into());
                    }
                };
                let result = catch_unwind(AssertUnwindSafe(|| done(work, library, &limits, &tell)));
                Event::Worked(ticket, result.unwrap_or_else(|e| Worked::Failed(failed(&*e))))
            }
        };
        if wanted.load(Ordering::Relaxed) == ticket && events.send(answer.into()).is_err() {
            return;
        }
    }
}

/// The computer's move, or why there is none.
pub fn chosen(turn: &ComputerTurn, limits: &Limits) -> Result<String, String> {
    let mut opponent = Opponent::new(Some(turn.seed), turn.strength);
    let chosen = opponent.choose(turn.level, &*turn.position, &turn.analysis, turn.played, limits);
    chosen.map_err(|stop| stop.to_string())?.ok_or_else(|| "no move is left".to_owned())
}

/// Stops when another question has come; reports at intervals.
fn limits<E: From<Event> + Send + 'static>(
    ticket: Ticket,
    events: Sender<E>,
    wanted: Arc<AtomicU64>,
) -> Limits {
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
    let outcome = |position: &dyn AnyPosition| match position.outcome(limits) {
        Ok(outcome) => Ok(Some(outcome)),
        Err(Stop::NotProved(_)) => Ok(None),
        Err(stop) => Err(stop.to_string()),
    };
    let found = match work {
        Work::Review(game) => {
            let mut reviewer = Reviewer::new(&game);
            let mut told = Instant::now();
            loop {
                match reviewer.step(limits) {
                    Ok(true) if told.elapsed() >= REPORT => {
                        told = Instant::now();
                        tell(Worked::Review(Box::new(reviewer.so_far().clone()), false));
                    }
                    Ok(true) => {}
                    Ok(false) => break Ok(Worked::Review(Box::new(reviewer.so_far().clone()), true)),
                    Err(stop) => break Err(stop.to_string()),
                }
            }
        }
        Work::Puzzles { wanted, count, seed } => puzzle::find(&wanted, count, seed, library, limits)
            .map(Worked::Puzzles)
            .map_err(|e| e.to_string()),
        Work::Children(position) => (|| {
            let below = with_deferred_errors(limits, || Ok(tree::moves_below(&*position, CHILDREN, true)));
            let (moves, complete) = below.map_err(|stop| stop.to_string())?;
            let mut children: Vec<Child> = Vec::new();
            for TreeMove { text, alike, position: next, turn } in moves {
                let outcome = outcome(&*next)?.map(|o| if turn == Turn::Kept { o } else { o.reversed() });
                children.push(Child { text, position: next, outcome, alike });
            }
            Ok(Worked::Children { outcome: outcome(&*position)?, children, more: !complete })
        })(),
        Work::Sitting(wanted, record) => Sitting::plan(&wanted, &record, history::seconds(), library, limits)
            .map(|sitting| Worked::Sitting(Box::new(sitting), Ok(Vec::new())))
            .map_err(|e| e.to_string()),
        Work::Claim(map, claim) => match atlas::wrong(&map, &claim, limits) {
            Err(ExpressionError::Stopped(stop)) => Err(stop.to_string()),
            answer => Ok(Worked::Claim(answer.map_err(|wrong| wrong.to_string()))),
        },
        Work::Strategy(position) => games::answers(&*position, limits)
            .and_then(|_| strategy::of(&*position, limits))
            .map(|found| Worked::Strategy(Box::new(found)))
            .map_err(|e| e.to_string()),
        Work::Rule(position) => {
            atlas::rule(&*position, RULE, limits).map(Worked::Rule).map_err(|e| e.to_string())
        }
        Work::Skills(all) => (all.into_iter())
            .filter_map(|(n, at)| Some((n, skill_of(&*at, library, limits).transpose()?)))
            .map(|(n, skill)| skill.map(|skill| (n, skill)).map_err(|e| e.to_string()))
            .collect::<Result<_, _>>()
            .map(Worked::Skills),
        Work::Answer(mut sitting, given) => {
            let answered = sitting.answer(&given, limits);
            Ok(Worked::Sitting(sitting, answered))
        }
        Work::Map(position, shown) => atlas::map(&*position, shown, limits)
            .map(|map| Worked::Map(map.map(Box::new)))
            .map_err(|e| e.to_string()),
    };
    found.unwrap_or_else(Worked::Failed)
}

/// A random position; an interesting one is won, by as few of its moves as possible. Where its size leaves nothing to
/// choose, or no win, smaller ones are looked at.
fn find(library: &Library, wanted: &RandomRequest, limits: &Limits) -> Result<Box<dyn AnyPosition>, String> {
    // One opener a search: its positions share large tables, which must not outlive it.
    let mut opener = Opener::new(library.clone());
    let mut rng = StdRng::seed_from_u64(wanted.seed);
    if !wanted.interesting {
        return random(&mut opener, wanted, &wanted.values, &mut rng);
    }
    let mut values = wanted.values.clone();
    let mut until = Instant::now() + LOOK;
    loop {
        if let Some(position) = rare(&mut opener, wanted, &values, &mut rng, until, limits)? {
            return Ok(position);
        }
        if values == wanted.values {
            // All smaller sizes together get as long as the one that was asked for.
            until = Instant::now() + LOOK;
        }
        if Instant::now() > until || !shrink(wanted, &mut values) {
            return Err("No won position was found at this size or a smaller one; try again.".to_owned());
        }
    }
}

/// A random position.
fn random(
    opener: &mut Opener,
    wanted: &RandomRequest,
    values: &[String],
    rng: &mut StdRng,
) -> Result<Box<dyn AnyPosition>, String> {
    let mut pick = |n: u64| rng.random_range(0..n.max(1));
    let id = wanted.entry.setup.random_id(values, &mut pick).map_err(|e| e.to_string())?;
    opener.open(&format!("{} {id}", wanted.word)).map_err(|e| e.to_string())
}

/// Makes every number of the size one less, down to its least; whether any could be.
fn shrink(wanted: &RandomRequest, values: &mut [String]) -> bool {
    let mut shrunk = false;
    for (field, value) in wanted.entry.setup.fields.iter().zip(values) {
        if let (FieldKind::Number { least, most, .. }, Ok(number)) = (field.kind, value.parse::<u64>())
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
    opener: &mut Opener,
    wanted: &RandomRequest,
    values: &[String],
    rng: &mut StdRng,
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
        let position = random(opener, wanted, values, rng)?;
        let id = position.part_id();
        several |= *first.get_or_insert_with(|| id.clone()) != id;
        let ask = Ask::value();
        let Ok(analysis) = position.analyse(ask)(limits) else { continue };
        let Some(moves) = analysis.moves else { continue };
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
        let setup = SetupForm { random: |_, _| panic!("no such ring"), ..*star.setup };
        let entry: &Entry = Box::leak(Box::new(Entry { setup: Box::leak(Box::new(setup)), ..*star }));
        let wanted = RandomRequest { entry, values: vec![], word: String::new(), interesting: true, seed: 1 };
        let (sender, events) = channel::<Event>();
        let worker = Worker::start(sender, Library::default()).unwrap();
        worker.find(1, wanted);
        let Ok(Event::Found(1, Err(text))) = events.recv() else { panic!("no answer") };
        assert!(text.contains("the solver failed") && text.contains("no such ring"), "{text}");
        worker.analyse(2, games::open("star:1664", &Library::default()).unwrap(), Ask::default());
        let Ok(Event::Analysed(2, answer)) = events.recv() else { panic!("no answer") };
        let analysis = answer.expect("an analysis");
        assert_eq!(analysis.value.outcome, Outcome::Win);
    }

    #[test]
    fn a_rare_win_is_won_by_a_smaller_share_of_its_moves() {
        let entry = games::find("star").unwrap();
        let library = Library::default();
        let mut wanted = RandomRequest {
            entry,
            values: vec!["6".to_owned()],
            word: String::new(),
            interesting: true,
            seed: 7,
        };
        let limits = Limits::default();
        let rare = find(&library, &wanted, &limits).unwrap();
        let analysis = rare.analyse(Ask::default())(&limits).unwrap();
        assert_eq!((analysis.value.outcome, analysis.winning_count), (Outcome::Win, 1));
        // A dozen tries would not find one at every seed.
        for seed in 0..6 {
            let rare = find(&library, &RandomRequest { seed, ..wanted.clone() }, &limits).unwrap();
            let analysis = rare.analyse(Ask::default())(&limits).unwrap();
            assert_eq!(analysis.winning_count, 1, "{}", rare.id());
        }
        // The full star is one position only: smaller ones are looked at.
        wanted.values = vec!["13".to_owned()];
        let smaller = find(&library, &wanted, &limits).unwrap();
        assert_ne!(smaller.id(), "star:8191");
        assert_eq!(smaller.analyse(Ask::default())(&limits).unwrap().value.outcome, Outcome::Win);
        wanted.values = vec!["6".to_owned()];
        // Chance alone takes what comes, and the same seed gives the same again.
        wanted.interesting = false;
        let any = find(&library, &wanted, &limits).unwrap().id();
        assert_eq!(find(&library, &wanted, &limits).unwrap().id(), any);
        // Under another convention too.
        wanted.word = "normal".to_owned();
        assert!(find(&library, &wanted, &limits).unwrap().id().starts_with("normal star:"));
    }
}
