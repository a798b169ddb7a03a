//! The loop: events in, effects out, a frame after each batch. It sleeps until something happens.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use ratatui::Terminal;
use ratatui::backend::Backend;

use super::app::App;
use super::effect::{Counted, Effect, SaveAs};
use super::event::{Event, Ticket};
use super::update::update;
use super::view::view;
use super::worker::Worker;
use crate::play::history::{self, History};
use crate::play::store::{Store, StoreError};
use crate::play::{Match, left, record};
use crate::rules::Library;

/// How long a frame waits for a quick analysis, so that it need not be drawn twice.
const QUICK: Duration = Duration::from_millis(4);

/// The name under which the store remembers that the lesson was offered.
pub const LESSON: &str = "lesson";

/// The name under which the store remembers how far somebody has come in the lessons.
const PROGRESS: &str = "lessons";

/// Runs the interface on any backend.
pub struct Driver<B: Backend> {
    terminal: Terminal<B>,
    app: App,
    inbox: Receiver<Event>,
    sender: Sender<Event>,
    worker: Worker,
    /// For work that questions of the board do not end.
    second: Worker,
    store: Option<Store>,
    library: Library,
    timers: Vec<(Instant, Ticket)>,
    /// When the last question was put to the worker.
    asked: Instant,
    copy: fn(&str),
    running: bool,
}

impl<B: Backend> Driver<B>
where
    B::Error: Send + Sync + 'static,
{
    /// A driver for this state. `store` is where games are saved, if there is such a place; `copy` puts a text on
    /// the clipboard.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn new(
        terminal: Terminal<B>,
        app: App,
        store: Option<Store>,
        copy: fn(&str),
    ) -> anyhow::Result<Driver<B>> {
        let (sender, inbox) = channel();
        let library = app.library.clone();
        let worker = Worker::start(sender.clone(), library.clone()).context("no thread for the solver")?;
        let second = Worker::start(sender.clone(), library.clone()).context("no second thread")?;
        Ok(Driver {
            terminal,
            app,
            inbox,
            sender,
            worker,
            second,
            store,
            library,
            timers: Vec::new(),
            asked: Instant::now(),
            copy,
            running: true,
        })
    }

    /// Where events are sent to.
    #[must_use]
    pub fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// The state.
    #[must_use]
    pub fn app(&self) -> &App {
        &self.app
    }

    /// The terminal.
    #[must_use]
    pub fn terminal(&self) -> &Terminal<B> {
        &self.terminal
    }

    /// Whether nobody has left yet.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.running
    }

    /// Runs until somebody leaves.
    ///
    /// # Errors
    /// When the terminal fails, or a thread.
    pub fn run(&mut self) -> anyhow::Result<()> {
        self.start()?;
        while self.running {
            let event = self.next()?;
            self.handle(event)?;
            self.show()?;
        }
        Ok(())
    }

    /// Does what the state wants done at first, and draws the first frame.
    ///
    /// # Errors
    /// When the terminal fails.
    pub fn start(&mut self) -> anyhow::Result<()> {
        let effects = std::mem::take(&mut self.app.out.effects);
        self.perform(effects);
        self.show()
    }

    /// Sends an event in and waits until all that it causes is over: for scripts.
    ///
    /// # Errors
    /// When the terminal fails, or a thread.
    pub fn feed(&mut self, event: Event) -> anyhow::Result<()> {
        self.handle(event)?;
        self.settle()
    }

    /// Waits until nothing is under way, and draws.
    ///
    /// # Errors
    /// When the terminal fails, or a thread.
    pub fn settle(&mut self) -> anyhow::Result<()> {
        while self.running && (self.app.is_waiting() || !self.timers.is_empty()) {
            let event = self.next()?;
            self.handle(event)?;
        }
        self.show()
    }

    /// The state, without its driver.
    #[must_use]
    pub fn into_app(self) -> App {
        self.app
    }

    /// The next event, however long it takes.
    fn next(&mut self) -> anyhow::Result<Event> {
        let timer = (0..self.timers.len()).min_by_key(|&i| self.timers[i].0);
        let timer = timer.map(|i| (self.timers[i].0, Some(i)));
        // While something is worked out, the seconds are told; otherwise nothing wakes.
        let seconds = self.asked.elapsed().as_secs() + 1;
        let second = self.app.is_waiting().then(|| (self.asked + Duration::from_secs(seconds), None));
        let Some((at, timer)) = timer.into_iter().chain(second).min_by_key(|(at, _)| *at) else {
            return self.inbox.recv().context("no more events");
        };
        match self.inbox.recv_timeout(at.saturating_duration_since(Instant::now())) {
            Ok(event) => Ok(event),
            Err(RecvTimeoutError::Timeout) => Ok(match timer {
                Some(i) => Event::Tick(self.timers.swap_remove(i).1),
                None => Event::Seconds(seconds),
            }),
            Err(RecvTimeoutError::Disconnected) => bail!("no more events"),
        }
    }

    /// Draws, after all events that are there already, and after a quick analysis.
    fn show(&mut self) -> anyhow::Result<()> {
        let start = Instant::now();
        while self.running {
            let event = if self.app.is_waiting() {
                let until = (self.asked + QUICK).min(start + QUICK);
                self.inbox.recv_timeout(until.saturating_duration_since(Instant::now())).ok()
            } else {
                self.inbox.try_recv().ok()
            };
            match event {
                Some(event) => self.handle(event)?,
                None => break,
            }
        }
        if self.running {
            self.terminal.draw(|frame| view(&self.app, frame)).context("the terminal cannot be drawn to")?;
        }
        Ok(())
    }

    fn handle(&mut self, event: Event) -> anyhow::Result<()> {
        if let Event::Broken(what) = event {
            bail!(what);
        }
        let effects = update(&mut self.app, event);
        self.perform(effects);
        Ok(())
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let answer = match effect {
                Effect::Quit => {
                    self.running = false;
                    None
                }
                Effect::Analyse(ticket, table, ask) => {
                    self.asked = Instant::now();
                    self.worker.analyse(ticket, table, ask);
                    None
                }
                Effect::Find(ticket, wanted) => {
                    self.asked = Instant::now();
                    self.worker.find(ticket, wanted);
                    None
                }
                Effect::Work(ticket, work) => {
                    self.asked = Instant::now();
                    self.second.work(ticket, work);
                    None
                }
                Effect::StopWork => {
                    self.second.forget();
                    None
                }
                Effect::Forget => {
                    self.worker.forget();
                    None
                }
                Effect::Wait(ticket, ms) => {
                    // Only the last pause asked for is of any use.
                    self.timers.clear();
                    self.timers.push((Instant::now() + Duration::from_millis(ms), ticket));
                    None
                }
                Effect::Copy(text) => {
                    (self.copy)(&text);
                    None
                }
                other => self.with_files(other),
            };
            if let Some(event) = answer {
                let effects = update(&mut self.app, event);
                self.perform(effects);
            }
        }
    }

    /// Effects that read and write files.
    fn with_files(&mut self, effect: Effect) -> Option<Event> {
        let Some(store) = &self.store else {
            return match effect {
                Effect::List => Some(Event::Listed(Err(StoreError::NoHome.to_string()))),
                Effect::Save(..) => Some(Event::Saved(Err(StoreError::NoHome))),
                Effect::Open(path) => Some(open(path, &self.library)),
                Effect::Continue => Some(Event::Continued(Err(StoreError::NoHome.to_string()))),
                Effect::ReadRecord => Some(Event::Recorded(history::today(), Ok(History::default()))),
                _ => None,
            };
        };
        match effect {
            Effect::List => Some(Event::Listed(store.list(&self.library).map_err(|e| e.to_string()))),
            Effect::Open(path) => Some(open(path, &self.library)),
            Effect::Suggest(game) => Some(Event::Suggested(store.suggest(&game))),
            Effect::Save(game, to) => Some(Event::Saved(save(store, &game, to))),
            Effect::Remember(game, file) => {
                // What is only a convenience must not keep anybody from leaving.
                let _ = left::keep(store, &game, file.as_deref());
                None
            }
            Effect::Continue => {
                Some(Event::Continued(left::last(store, &self.library).map_err(|e| e.to_string())))
            }
            Effect::ReadLessons => store.recall(PROGRESS).map(Event::Lessons),
            Effect::KeepLessons(text) => {
                let _ = store.remember(PROGRESS, &text);
                None
            }
            Effect::Count(counted) => match History::change(store, |history| add(history, &counted)) {
                Ok(told) => told.map(Event::Told),
                Err(error) => Some(Event::Told(format!("The record of play is not written: {error}"))),
            },
            Effect::ReadRecord => {
                Some(Event::Recorded(history::today(), History::load(store).map_err(|e| e.to_string())))
            }
            Effect::ForgetRecord => match store.write_data(history::FILE, &History::default().to_json()) {
                Ok(()) => None,
                Err(error) => Some(Event::Told(error.to_string())),
            },
            Effect::LessonOffered => {
                let _ = store.remember(LESSON, "offered\n");
                None
            }
            _ => None,
        }
    }
}

/// Counts something in the record of play.
fn add(record: &mut History, counted: &Counted) {
    match *counted {
        Counted::Match(game, opponent, score) => record.add_match(game, opponent, score),
        Counted::Try { solved, first, daily } => record.add_try(&history::today(), solved, first, daily),
    }
}

fn save(store: &Store, game: &Match, to: SaveAs) -> Result<PathBuf, StoreError> {
    match to {
        SaveAs::Name { name, replace } => store.save(game, &name, replace),
        SaveAs::File(path) => match record::save(game, &path) {
            Ok(()) => Ok(path),
            Err(error) => Err(StoreError::Write { path, error }),
        },
    }
}

fn open(path: PathBuf, library: &Library) -> Event {
    let result = Store::load(&path, library).map(|loaded| loaded.game).map_err(|e| e.to_string());
    Event::Opened(path, result)
}
