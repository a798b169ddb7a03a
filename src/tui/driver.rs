//! Runs the event loop, which handles events, performs effects, and draws a frame after each batch of events. Between
//! events, the loop sleeps.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use ratatui::backend::Backend;
use ratatui::buffer::Buffer;

use super::app::App;
use super::disk::Disk;
use super::display::Display;
use super::effect::Effect;
use super::event::{DriverEvent, Event};
use super::job::{JobId, Lane};
use super::pixels;
use super::theme::Theme;
use super::update::update;
use super::view::{finish, view};
use super::worker::Worker;
use crate::play::Stamp;
use crate::play::record::Draft;
use crate::play::store::Store;
use nimatron_core::games::own;
use nimatron_core::tr;

/// The maximum time that a frame waits for an analysis. An analysis that finishes within this time does not need a
/// second frame.
const QUICK: Duration = Duration::from_millis(4);
/// The maximum time that queued events may delay a frame.
const LONGEST_BATCH: Duration = Duration::from_millis(40);

/// Runs a closure, and restricts calls to scripts on this thread until the closure returns, so that scripts cannot
/// delay a frame. Only workers may wait for scripts.
pub fn promptly<T>(act: impl FnOnce() -> T) -> T {
    own::without_asking(act)
}

/// The maximum number of queued keyboard and mouse events.
const MOST_WAITING: usize = 512;
/// The maximum time that the program waits for pending writes before it ends.
const LAST_WAIT: Duration = Duration::from_secs(5);
/// The maximum number of columns and rows to draw, as a safeguard against terminals that report a wrong size.
pub const MOST: (u16, u16) = (1000, 400);

#[derive(Clone, Copy)]
pub struct TerminalActions {
    pub copy: fn(&str),
    /// Writes the drawn frame to the terminal, followed by the given escape sequences, which update the pictures.
    pub show: fn(&str) -> std::io::Result<()>,
    /// Releases the terminal, sleeps until the program is woken, and reacquires the terminal.
    pub suspend: fn() -> std::io::Result<()>,
    /// Reacquires the terminal after a signal has stopped the program.
    pub resume: fn() -> std::io::Result<()>,
}

impl TerminalActions {
    pub const NONE: TerminalActions = TerminalActions {
        copy: |_| {},
        show: |_| Ok(()),
        suspend: || Ok(()),
        resume: || Ok(()),
    };
}

/// Sends keyboard and mouse events.
pub struct KeySender {
    sender: Sender<DriverEvent>,
    waiting: Arc<AtomicUsize>,
}

impl KeySender {
    /// Sends an event once there is room in the queue. Returns false if the receiver is gone.
    pub fn send(&self, event: Event) -> bool {
        while self.waiting.load(Ordering::Acquire) >= MOST_WAITING {
            std::thread::sleep(Duration::from_millis(2));
        }
        self.waiting.fetch_add(1, Ordering::AcqRel);
        self.sender
            .send(DriverEvent::Input(Box::new(event)))
            .is_ok()
    }
}

/// Sends the operating system's signals, which are handled before all other queued events.
pub struct SignalSender {
    signals: Sender<DriverEvent>,
    sender: Sender<DriverEvent>,
}

impl SignalSender {
    pub fn send(&self, news: DriverEvent) -> bool {
        self.signals.send(news).is_ok() && self.sender.send(DriverEvent::Signal).is_ok()
    }
}

pub struct Driver<B: Backend> {
    pub(super) display: Display<B>,
    /// The theme of the last frame.
    theme: Theme,
    pub(super) app: App,
    inbox: Receiver<DriverEvent>,
    sender: Sender<DriverEvent>,
    urgent: Receiver<DriverEvent>,
    signals: Sender<DriverEvent>,
    waiting: Arc<AtomicUsize>,
    workers: Vec<Worker>,
    pub(super) disk: Disk,
    /// The end of the current pause, and the ID of the job whose callback runs then.
    timer: Option<(Instant, JobId)>,
    /// The start time of the latest job for which the user is waiting.
    asked: Instant,
    actions: TerminalActions,
    /// The stamp that the match had when the driver last tried to store it.
    kept: Option<Stamp>,
    stale: bool,
    pub(super) running: bool,
}

impl<B: Backend> Driver<B>
where
    B::Error: Send + Sync + 'static,
{
    /// Creates a driver. `store` holds the saved games, and `settings` is the path of the settings file.
    pub fn new(
        display: Display<B>,
        app: App,
        store: Option<Store>,
        settings: Option<PathBuf>,
        actions: TerminalActions,
    ) -> Driver<B> {
        let (sender, inbox) = channel();
        let (signals, urgent) = channel();
        let disk = Disk::new(store, settings);
        let worker = |lane| Worker::new(lane, sender.clone(), disk.clone());
        let workers = Lane::THREADS.map(worker).into();
        Driver {
            display,
            theme: app.cx.theme,
            app,
            inbox,
            sender,
            urgent,
            signals,
            waiting: Arc::default(),
            workers,
            disk,
            timer: None,
            asked: Instant::now(),
            actions,
            kept: None,
            stale: true,
            running: true,
        }
    }

    pub fn key_sender(&self) -> KeySender {
        KeySender {
            sender: self.sender.clone(),
            waiting: Arc::clone(&self.waiting),
        }
    }

    pub fn signal_sender(&self) -> SignalSender {
        SignalSender {
            signals: self.signals.clone(),
            sender: self.sender.clone(),
        }
    }

    /// Runs until the program quits. Calls `listen` after the first frame, to start the threads that send input. The
    /// match is stored for the next launch even if an error ends the loop.
    ///
    /// # Errors
    ///
    /// Returns an error if the terminal, a thread or `listen` fails.
    pub fn run(&mut self, listen: impl FnOnce(&Self) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let mut done = self.start().and_then(|()| listen(self));
        while self.running && done.is_ok() {
            done = self
                .next()
                .and_then(|news| self.take(news))
                .and_then(|()| self.show());
        }
        self.finish();
        done
    }

    /// Stores the match if it has changed since it was last stored, and waits at most `LAST_WAIT` for pending writes.
    fn finish(&mut self) {
        self.keep_changes();
        let end = Instant::now() + LAST_WAIT;
        while self.app.cx.is_writing() {
            let left = end.saturating_duration_since(Instant::now());
            match self.inbox.recv_timeout(left) {
                // Ignore errors, because the terminal itself may have failed.
                Ok(news) => drop(self.take(news)),
                Err(_) => return,
            }
        }
    }

    /// Draws the first frame and performs the effects queued so far.
    ///
    /// # Errors
    ///
    /// Returns an error if the terminal fails or a thread cannot be started.
    pub fn start(&mut self) -> anyhow::Result<()> {
        let shown = self.show_after(Duration::ZERO);
        // Start the analysis and the threads only now, because they would delay the first frame.
        let effects = std::mem::take(&mut self.app.cx.effects);
        self.perform(effects);
        shown?;
        let mut workers = self.workers.iter_mut();
        workers
            .try_for_each(Worker::start)
            .context(tr!("no thread for the work in the background"))
    }

    /// Handles an event, waits until no job is running, and draws a frame, for use in tests.
    pub fn feed(&mut self, event: Event) -> anyhow::Result<()> {
        self.handle(event)?;
        self.settle()
    }

    /// Handles an event and draws a frame, even if jobs are still running.
    pub fn press(&mut self, event: Event) -> anyhow::Result<()> {
        self.handle(event)?;
        self.show()
    }

    /// Waits until no job is running and draws a frame, for use in tests. A pause ends as soon as nothing else is
    /// pending.
    pub fn settle(&mut self) -> anyhow::Result<()> {
        while self.running && !self.app.cx.pending.is_empty() || self.app.cx.is_writing() {
            let pending = &self.app.cx.pending;
            let pauses = pending.iter().all(|job| job.lane == Lane::Pause);
            let news = match self.timer.take_if(|_| pauses) {
                Some((_, id)) => DriverEvent::from(Event::Done(id, Box::new(()))),
                None => self.next()?,
            };
            self.take(news)?;
        }
        self.show()
    }

    fn next(&mut self) -> anyhow::Result<DriverEvent> {
        // Wake for an event and at the end of a pause. While an analysis is pending, also wake every second to update
        // the time shown.
        let seconds = self.asked.elapsed().as_secs() + 1;
        let second = (self.app.cx.is_thinking()).then(|| self.asked + Duration::from_secs(seconds));
        let Some(at) = self.timer.map(|(at, _)| at).into_iter().chain(second).min() else {
            return self.inbox.recv().context(tr!("no more events"));
        };
        match self
            .inbox
            .recv_timeout(at.saturating_duration_since(Instant::now()))
        {
            Ok(news) => Ok(news),
            Err(RecvTimeoutError::Timeout) => Ok(DriverEvent::from(
                match self.timer.take_if(|(end, _)| *end == at) {
                    Some((_, id)) => Event::Done(id, Box::new(())),
                    None => Event::Seconds(seconds),
                },
            )),
            Err(RecvTimeoutError::Disconnected) => bail!(tr!("no more events")),
        }
    }

    /// Handles queued events, waits briefly for a pending analysis, and draws a frame if anything has changed.
    fn show(&mut self) -> anyhow::Result<()> {
        self.show_after(QUICK)
    }

    fn show_after(&mut self, quick: Duration) -> anyhow::Result<()> {
        let start = Instant::now();
        while self.running && start.elapsed() < LONGEST_BATCH {
            let news = if self.app.cx.is_thinking() {
                let until = (self.asked + quick).min(start + quick);
                self.inbox
                    .recv_timeout(until.saturating_duration_since(Instant::now()))
                    .ok()
            } else {
                self.inbox.try_recv().ok()
            };
            match news {
                Some(news) => self.take(news)?,
                None => break,
            }
        }
        if self.running && std::mem::take(&mut self.stale) {
            self.draw()?;
            if pixels::is_stale() {
                self.clear()?;
                self.draw()?;
            }
            let pictures = pixels::sequences().unwrap_or_default();
            (self.actions.show)(&pictures).context(tr!("the terminal cannot be drawn to"))?;
        }
        Ok(())
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        let theme = self.app.cx.theme;
        if (theme, self.app.cx.size) != (self.theme, self.display.size()) {
            self.theme = theme;
            self.clear()?;
        }
        let draw = |buffer: &mut Buffer| {
            let (hits, cursor) = view(&self.app, buffer);
            self.app.cx.hits = hits;
            cursor
        };
        promptly(|| self.display.draw(draw, finish(&theme)))
            .context(tr!("the terminal cannot be drawn to"))
    }

    fn take(&mut self, news: DriverEvent) -> anyhow::Result<()> {
        while let Ok(urgent) = self.urgent.try_recv() {
            self.take_one(urgent)?;
        }
        self.take_one(news)
    }

    fn take_one(&mut self, news: DriverEvent) -> anyhow::Result<()> {
        match news {
            DriverEvent::Signal => Ok(()),
            DriverEvent::Input(event) => {
                self.waiting.fetch_sub(1, Ordering::AcqRel);
                if self.running {
                    self.handle(*event)
                } else {
                    Ok(())
                }
            }
            DriverEvent::Event(event) => self.handle(*event),
            DriverEvent::Suspend => {
                (self.actions.suspend)().context(tr!("the terminal cannot be taken again"))?;
                self.stale = true;
                self.clear()
            }
            DriverEvent::Resume => {
                (self.actions.resume)().context(tr!("the terminal cannot be taken again"))?;
                self.stale = true;
                self.clear()
            }
        }
    }

    fn clear(&mut self) -> anyhow::Result<()> {
        pixels::forget();
        self.display
            .clear(self.app.cx.size)
            .context(tr!("the terminal cannot be drawn to"))
    }

    fn handle(&mut self, event: Event) -> anyhow::Result<()> {
        let event = match event {
            Event::Broken(what) => bail!(what),
            Event::Resize(width, height) => Event::Resize(width.min(MOST.0), height.min(MOST.1)),
            event => event,
        };
        let id = if let Event::Done(id, _) = &event {
            Some(*id)
        } else {
            None
        };
        let cx = &self.app.cx;
        let kept = cx
            .pending
            .iter()
            .any(|job| Some(job.id) == id && job.lane == Lane::Keep);
        let effects = promptly(|| update(&mut self.app, event));
        // A job that stores the match changes nothing on the screen, unless it leaves a notice.
        self.stale |= !kept || self.app.cx.notice.is_some();
        self.perform(effects);
        self.keep_changes();
        Ok(())
    }

    /// If the match on the table is the user's own and has changed, stores it for the next launch. Does nothing while
    /// an earlier write is pending.
    fn keep_changes(&mut self) {
        let on_table = self.app.cx.on_table.as_ref().filter(|s| s.is_own());
        let stamp = on_table.map(|s| s.game().stamp());
        if stamp.is_some_and(|stamp| stamp.changes > 0 && self.kept != Some(stamp))
            && !self.app.cx.is_busy(Lane::Keep)
        {
            self.keep();
        }
    }

    /// Stores the user's own match for the next launch. If the whole match has been saved, also stores the path of the
    /// saved game.
    fn keep(&mut self) {
        let cx = &mut self.app.cx;
        let Some(s) = cx.own_match() else { return };
        self.kept = Some(s.game().stamp());
        let draft = Draft::new(s.game());
        let file = s.file.clone().filter(|_| !s.changed);
        cx.spawn_shared(
            Lane::Keep,
            move |desk| match &desk.disk.store {
                Some(store) => store
                    .keep_left(draft, file.as_deref())
                    .map_err(|error| error.to_string()),
                None => Ok(()),
            },
            |cx, kept| {
                if let Err(why) = kept
                    && !std::mem::replace(&mut cx.warned, true)
                {
                    cx.notify_error(tr!("The match cannot be kept for the next start: {why}"));
                }
            },
        );
        let effects = std::mem::take(&mut cx.effects);
        self.perform(effects);
    }

    fn worker(&mut self, lane: Lane) -> Option<&mut Worker> {
        self.workers.iter_mut().find(|worker| worker.lane == lane)
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Quit => {
                    self.running = false;
                    self.keep();
                }
                Effect::Run(job) => {
                    if job.lane.is_thought() {
                        self.asked = Instant::now();
                    }
                    let started = self.worker(job.lane).map(|worker| worker.run(job));
                    if let Some(Err(error)) = started {
                        let what = tr!("no thread for the work in the background: {error}");
                        // This cannot fail, because the driver owns the receiver.
                        let _ = self.sender.send(Event::Broken(what).into());
                    }
                }
                Effect::Cancel(lane) => match self.worker(lane) {
                    Some(worker) => worker.cancel(),
                    None => self.timer = None,
                },
                Effect::Wait(id, ms) => {
                    self.timer = Some((Instant::now() + Duration::from_millis(ms), id));
                }
                Effect::Copy(text) => (self.actions.copy)(&text),
            }
        }
    }
}
