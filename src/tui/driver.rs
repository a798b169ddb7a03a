//! The loop: events in, effects out, a frame after each batch. It sleeps until something happens.

use std::collections::HashMap;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::layout::Rect;

use super::app::App;
use super::effect::Effect;
use super::errands;
use super::event::{Event, News, Ticket};
use super::files::{Files, Wish};
pub use super::terminal_actions::TerminalActions;
use super::update::update;
use super::view::view;
use super::worker::Worker;
use crate::play::Stamp;
use crate::play::record::{Draft, Seen};
use crate::play::store::Store;
use crate::rules::shown;

/// How long a frame waits for a quick analysis, so that it need not be drawn twice.
const QUICK: Duration = Duration::from_millis(4);
/// How long the end waits for the match to be kept.
const LAST_WAIT: Duration = Duration::from_secs(5);
/// The most columns and rows that are drawn: a terminal that says it has more is not believed.
pub const MOST: (u16, u16) = (1000, 400);

pub use super::errands::LESSON;

/// Runs the interface on any backend.
pub struct Driver<B: Backend> {
    // Never dropped: its own end prints, and panics where the terminal has gone away.
    terminal: ManuallyDrop<Terminal<B>>,
    app: App,
    inbox: Receiver<News>,
    sender: Sender<News>,
    worker: Worker,
    /// For work that questions of the board do not end.
    second: Worker,
    files: Files,
    store: Option<Store>,
    timers: Vec<(Instant, Ticket)>,
    /// When the last question was put to the worker.
    asked: Instant,
    actions: TerminalActions,
    /// The state of the match that was kept last.
    kept: Option<Stamp>,
    /// The person knows that the match cannot be kept: that is said once.
    warned: bool,
    /// Where settings are saved.
    settings_file: Option<PathBuf>,
    /// What the saved games held when they were last read or written here.
    seen: HashMap<PathBuf, Seen>,
    running: bool,
}

impl<B: Backend> Driver<B>
where
    B::Error: Send + Sync + 'static,
{
    /// A driver for this state. `store` is where games are saved, if there is such a place.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn new(
        terminal: Terminal<B>,
        app: App,
        store: Option<Store>,
        actions: TerminalActions,
    ) -> anyhow::Result<Driver<B>> {
        let (sender, inbox) = channel();
        let library = app.library.clone();
        let worker = Worker::start(sender.clone(), library.clone()).context("no thread for the solver")?;
        let second = Worker::start(sender.clone(), library.clone()).context("no second thread")?;
        let files = Files::start(&sender, store.clone(), library).context("no thread for files")?;
        Ok(Driver {
            terminal: ManuallyDrop::new(terminal),
            app,
            inbox,
            sender,
            worker,
            second,
            files,
            store,
            timers: Vec::new(),
            asked: Instant::now(),
            actions,
            kept: None,
            warned: false,
            settings_file: None,
            seen: HashMap::new(),
            running: true,
        })
    }

    /// A saved game was read before the interface began.
    pub fn has_seen(&mut self, path: PathBuf, seen: Seen) {
        self.seen.insert(path, seen);
    }

    /// Settings are saved in this file.
    pub fn keep_settings_in(&mut self, file: Option<PathBuf>) {
        self.settings_file = file;
    }

    /// Where events are sent to.
    #[must_use]
    pub fn sender(&self) -> Sender<News> {
        self.sender.clone()
    }

    /// The state.
    #[must_use]
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Where the frames go: tests read them there.
    #[must_use]
    pub fn terminal(&self) -> &Terminal<B> {
        &self.terminal
    }

    /// Whether nobody has left yet.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.running
    }

    /// Runs until somebody leaves. However it ends, the match is kept.
    ///
    /// # Errors
    /// When the terminal fails, or a thread.
    pub fn run(&mut self) -> anyhow::Result<()> {
        let done = self.rounds();
        self.finish();
        done
    }

    fn rounds(&mut self) -> anyhow::Result<()> {
        self.start()?;
        while self.running {
            let news = self.next()?;
            self.take(news)?;
            self.show()?;
        }
        Ok(())
    }

    /// Keeps what has not been kept yet, and waits until it is on the disk.
    fn finish(&mut self) {
        if let Some(stamp) = self.unkept() {
            self.keep(stamp);
        }
        let end = Instant::now() + LAST_WAIT;
        while self.files.is_keeping() {
            match self.inbox.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(News::Kept(_)) => self.files.kept(),
                Ok(_) => {}
                Err(_) => return,
            }
        }
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
        while (self.running && (self.app.is_waiting() || self.files.is_reading() || !self.timers.is_empty()))
            || self.files.is_keeping()
        {
            let news = self.next()?;
            self.take(news)?;
        }
        self.show()
    }

    /// The state, without its driver.
    #[must_use]
    pub fn into_app(self) -> App {
        self.app
    }

    /// The next news, however long they take.
    fn next(&mut self) -> anyhow::Result<News> {
        let timer = (0..self.timers.len()).min_by_key(|&i| self.timers[i].0);
        let timer = timer.map(|i| (self.timers[i].0, Some(i)));
        // While something is worked out, the seconds are told; otherwise nothing wakes.
        let seconds = self.asked.elapsed().as_secs() + 1;
        let second = self.app.is_waiting().then(|| (self.asked + Duration::from_secs(seconds), None));
        let Some((at, timer)) = timer.into_iter().chain(second).min_by_key(|(at, _)| *at) else {
            return self.inbox.recv().context("no more events");
        };
        match self.inbox.recv_timeout(at.saturating_duration_since(Instant::now())) {
            Ok(news) => Ok(news),
            Err(RecvTimeoutError::Timeout) => Ok(News::from(match timer {
                Some(i) => Event::Tick(self.timers.swap_remove(i).1),
                None => Event::Seconds(seconds),
            })),
            Err(RecvTimeoutError::Disconnected) => bail!("no more events"),
        }
    }

    /// Draws, after all events that are there already, and after a quick analysis.
    fn show(&mut self) -> anyhow::Result<()> {
        let start = Instant::now();
        while self.running {
            let news = if self.app.is_waiting() {
                let until = (self.asked + QUICK).min(start + QUICK);
                self.inbox.recv_timeout(until.saturating_duration_since(Instant::now())).ok()
            } else {
                self.inbox.try_recv().ok()
            };
            match news {
                Some(news) => self.take(news)?,
                None => break,
            }
        }
        if self.running {
            let app = &self.app;
            self.terminal.draw(|frame| view(app, frame)).context("the terminal cannot be drawn to")?;
        }
        Ok(())
    }

    /// Something came in.
    fn take(&mut self, news: News) -> anyhow::Result<()> {
        match news {
            News::Event(event) => self.handle(*event),
            News::Read(ticket, event, seen) => {
                if !self.files.takes(ticket) {
                    return Ok(());
                }
                self.seen.extend(seen);
                self.handle(*event)
            }
            News::Kept(result) => {
                self.files.kept();
                if let Err(why) = result
                    && !std::mem::replace(&mut self.warned, true)
                {
                    self.app.complain(shown::message(&format!(
                        "The match cannot be kept for the next start: {why}"
                    )));
                }
                self.keep_changes();
                Ok(())
            }
            News::Suspend => {
                (self.actions.suspend)().context("the terminal cannot be taken again")?;
                self.redraw()
            }
            News::Resume => {
                (self.actions.resume)().context("the terminal cannot be taken again")?;
                self.redraw()
            }
        }
    }

    /// The next frame is drawn whole.
    fn redraw(&mut self) -> anyhow::Result<()> {
        let (width, height) = self.app.size;
        self.terminal.resize(Rect::new(0, 0, width, height)).context("the terminal cannot be drawn to")
    }

    fn handle(&mut self, event: Event) -> anyhow::Result<()> {
        let event = match event {
            Event::Broken(what) => bail!(what),
            Event::Resize(width, height) => {
                let (width, height) = (width.min(MOST.0), height.min(MOST.1));
                if (width, height) != self.app.size {
                    self.terminal
                        .resize(Rect::new(0, 0, width, height))
                        .context("the terminal cannot be drawn to")?;
                }
                Event::Resize(width, height)
            }
            event => event,
        };
        let effects = update(&mut self.app, event);
        self.perform(effects);
        self.keep_changes();
        Ok(())
    }

    /// The state of the match on the table, where it has changed since it was kept.
    fn unkept(&self) -> Option<Stamp> {
        let on_table = self.app.on_table.as_ref().filter(|s| !s.lesson)?;
        let stamp = on_table.game.stamp();
        (stamp.changes > 0 && self.kept != Some(stamp)).then_some(stamp)
    }

    /// Keeps the match after every change; where they come faster than the disk, as often as that is free.
    fn keep_changes(&mut self) {
        if !self.files.is_keeping()
            && let Some(stamp) = self.unkept()
        {
            self.keep(stamp);
        }
    }

    fn keep(&mut self, stamp: Stamp) {
        if let (Some(on_table), Some(_)) = (&self.app.on_table, &self.store) {
            let file = on_table.file.clone().filter(|_| !on_table.changed);
            self.files.keep(Draft::of(&on_table.game), file);
        }
        self.kept = Some(stamp);
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Quit => self.running = false,
                Effect::Analyse(ticket, position, ask) => {
                    self.asked = Instant::now();
                    self.worker.analyse(ticket, position, ask);
                }
                Effect::Find(ticket, wanted) => {
                    self.asked = Instant::now();
                    self.worker.find(ticket, wanted);
                }
                Effect::Work(ticket, work) => {
                    self.asked = Instant::now();
                    self.second.work(ticket, work);
                }
                Effect::StopWork => self.second.forget(),
                Effect::Forget => self.worker.forget(),
                Effect::Wait(ticket, ms) => {
                    // Only the last pause asked for is of any use.
                    self.timers.clear();
                    self.timers.push((Instant::now() + Duration::from_millis(ms), ticket));
                }
                Effect::Copy(text) => (self.actions.copy)(&text),
                Effect::List => self.files.read(Wish::List),
                Effect::Open(path) => self.files.read(Wish::Open(path)),
                Effect::Continue => self.files.read(Wish::Continue),
                Effect::Offer => self.files.read(Wish::Offer),
                Effect::Remember(game, file) => {
                    if self.store.is_some() {
                        self.files.keep(Draft::of(&game), file);
                    }
                    self.kept = Some(game.stamp());
                }
                other => {
                    let event = errands::run(
                        other,
                        self.store.as_ref(),
                        self.settings_file.as_deref(),
                        &mut self.seen,
                    );
                    if let Some(event) = event {
                        let effects = update(&mut self.app, event);
                        self.perform(effects);
                    }
                }
            }
        }
    }
}
