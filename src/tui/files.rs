//! The threads that read and write files, so that no disk keeps the interface waiting: one reads what was asked for
//! last, one writes in order, one keeps the match that is being played, and one exports.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::effect::{Counted, ReadRequest, SaveAs, WriteRequest};
use super::event::{DriverEvent, Event, Ticket};
use super::film;
use super::worker::{STACK, caught};
use crate::play::Match;
use crate::play::history::{self, History};
use crate::play::lesson::PROGRESS_FILE;
use crate::play::record::{Draft, Loaded, Seen};
use crate::play::store::{Store, StoreError};
use crate::settings::edit;
use nimatron_core::rules::Library;

/// The names of the threads: their panics are told of, and are no reason to give the terminal back.
pub const THREADS: [&str; 4] = ["reader", "writer", "keeper", "exporter"];
/// The name under which the store remembers that the program was started here before.
pub const STARTED: &str = "lesson";
/// What is said of a fault of the program.
const FAILED: &str = "the program failed at it";

/// What saved games held when they were last read or written here.
type SeenFiles = Arc<Mutex<HashMap<PathBuf, Seen>>>;

/// The threads, and what they have been asked for.
pub struct Files {
    reads: Sender<(Ticket, ReadRequest)>,
    /// The request that an answer is still wanted for; 0 for none.
    wanted: Arc<AtomicU64>,
    last: Ticket,
    writes: Sender<WriteRequest>,
    /// How many of these are not done yet, and how many exports.
    pub writing: usize,
    drafts: Sender<(Draft, Option<PathBuf>)>,
    /// How many matches are being kept at this moment.
    pub keeping: usize,
    exports: Sender<Box<Match>>,
    seen: SeenFiles,
    /// Whoever holds it keeps the writer waiting, as a slow disk does.
    #[cfg(test)]
    pub slow: Arc<Mutex<()>>,
}

#[derive(Clone)]
struct Shared {
    answers: Sender<DriverEvent>,
    /// Where games are saved, if there is such a place.
    store: Option<Store>,
    settings: Option<PathBuf>,
    library: Library,
    seen: SeenFiles,
    #[cfg(test)]
    slow: Arc<Mutex<()>>,
}

impl Files {
    /// Starts the threads. They answer to `answers` and end when this is dropped. `settings` is the settings file.
    pub fn start(
        answers: &Sender<DriverEvent>,
        store: Option<Store>,
        settings: Option<PathBuf>,
        library: Library,
    ) -> std::io::Result<Files> {
        let seen = SeenFiles::default();
        let shared = Shared {
            answers: answers.clone(),
            store,
            settings,
            library,
            seen: Arc::clone(&seen),
            #[cfg(test)]
            slow: Arc::default(),
        };
        let wanted = Arc::new(AtomicU64::new(0));
        let current = Arc::clone(&wanted);
        let [reader, writer, keeper, exporter] = THREADS;
        Ok(Files {
            reads: spawn(reader, &shared, move |shared, asked| {
                shared.read_wanted(asked, &current)
            })?,
            writes: spawn(writer, &shared, |shared, request| {
                Some(shared.written(request))
            })?,
            drafts: spawn(keeper, &shared, |shared, draft| Some(shared.keep(draft)))?,
            exports: spawn(exporter, &shared, |shared, game: Box<Match>| {
                Some(shared.export(&game))
            })?,
            wanted,
            last: 0,
            writing: 0,
            keeping: 0,
            seen,
            #[cfg(test)]
            slow: shared.slow,
        })
    }

    /// A saved game was read before the interface began.
    pub fn has_seen(&self, path: PathBuf, seen: Seen) {
        lock(&self.seen).insert(path, seen);
    }

    /// Asks for something to be read; what was asked for before is not wanted any more.
    pub fn read(&mut self, request: ReadRequest) {
        self.last += 1;
        self.wanted.store(self.last, Ordering::Relaxed);
        // The threads end only when this is dropped.
        let _ = self.reads.send((self.last, request));
    }

    /// Whether this is the answer to what was asked for last, which is then no longer waited for.
    pub fn takes(&self, ticket: Ticket) -> bool {
        self.wanted
            .compare_exchange(ticket, 0, Ordering::Relaxed, Ordering::Relaxed)
            .is_ok()
    }

    pub fn write(&mut self, request: WriteRequest) {
        if self.writes.send(request).is_ok() {
            self.writing += 1;
        }
    }

    /// Keeps a match for the next start; `file` is the saved game that holds all of it.
    pub fn keep(&mut self, draft: Draft, file: Option<PathBuf>) {
        if self.drafts.send((draft, file)).is_ok() {
            self.keeping += 1;
        }
    }

    pub fn export(&mut self, game: Box<Match>) {
        if self.exports.send(game).is_ok() {
            self.writing += 1;
        }
    }

    pub fn is_reading(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) != 0
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        self.wanted.store(0, Ordering::Relaxed);
    }
}

/// Starts a thread that does what is sent to it, and tells the driver what comes of it, as long as somebody listens.
fn spawn<T: Send + 'static>(
    name: &str,
    shared: &Shared,
    act: impl Fn(&Shared, T) -> Option<DriverEvent> + Send + 'static,
) -> std::io::Result<Sender<T>> {
    let (sender, inbox) = channel();
    let shared = shared.clone();
    let work = move || {
        let _ = inbox
            .iter()
            .filter_map(|sent| act(&shared, sent))
            .try_for_each(|news| shared.answers.send(news));
    };
    thread::Builder::new()
        .name(name.to_owned())
        .stack_size(STACK)
        .spawn(work)?;
    Ok(sender)
}

fn lock(seen: &SeenFiles) -> std::sync::MutexGuard<'_, HashMap<PathBuf, Seen>> {
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn store(&self) -> Result<&Store, StoreError> {
        self.store.as_ref().ok_or(StoreError::NoHome)
    }

    fn read_wanted(&self, asked: (Ticket, ReadRequest), wanted: &AtomicU64) -> Option<DriverEvent> {
        let (ticket, request) = asked;
        let go_on = || wanted.load(Ordering::Relaxed) == ticket;
        if !go_on() {
            return None;
        }
        let path = if let ReadRequest::Open(path) = &request {
            Some(path.clone())
        } else {
            None
        };
        let list = matches!(request, ReadRequest::List);
        let event =
            caught(FAILED, || self.read(request, &go_on)).unwrap_or_else(|why| match path {
                Some(path) => Event::Opened(path, Err(why)),
                None if list => Event::Listed(Err(why)),
                None => Event::Continued(Err(why)),
            });
        Some(DriverEvent::Read(ticket, Box::new(event)))
    }

    fn read(&self, request: ReadRequest, go_on: &dyn Fn() -> bool) -> Event {
        match request {
            ReadRequest::List => {
                let list = self
                    .store()
                    .and_then(|store| store.list(&self.library, go_on));
                Event::Listed(list.map_err(|e| e.to_string()))
            }
            ReadRequest::Open(path) => match Store::load_while(&path, &self.library, go_on) {
                Ok(Loaded { game, seen, .. }) => {
                    lock(&self.seen).extend(seen.map(|seen| (path.clone(), seen)));
                    Event::Opened(path, Ok(game))
                }
                Err(error) => Event::Opened(path, Err(error.to_string())),
            },
            ReadRequest::Offer => {
                // The home page shows them next; here they are read while the first frame is drawn.
                let _ = nimatron_core::games::listed(&self.library);
                let last = self.store().and_then(|store| store.last(&self.library));
                Event::Offered(last.ok().map(|loaded| Box::new(loaded.game)))
            }
            ReadRequest::Continue => {
                let last = self.store().and_then(|store| store.left(&self.library));
                let file = last.as_ref().ok().and_then(|(_, file)| file.clone());
                let seen = file.and_then(|path| Seen::now(&path).map(|seen| (path, seen)));
                lock(&self.seen).extend(seen);
                Event::Continued(last.map_err(|e| e.to_string()))
            }
        }
    }

    fn written(&self, request: WriteRequest) -> DriverEvent {
        #[cfg(test)]
        let _disk = self.slow.lock().unwrap_or_else(PoisonError::into_inner);
        let event =
            caught(FAILED, || self.write(request)).unwrap_or_else(|why| Some(Event::Notice(why)));
        DriverEvent::Written(event.map(Box::new))
    }

    /// Does what is asked for; what the state is told of it.
    fn write(&self, request: WriteRequest) -> Option<Event> {
        match request {
            WriteRequest::Save(game, to) => Some(Event::Saved(self.save(&game, to))),
            WriteRequest::Suggest(game) => {
                // Where nothing can be saved, saving says why.
                Some(Event::Suggested(self.store().map_or_else(
                    |_| String::new(),
                    |store| store.suggest(&game),
                )))
            }
            WriteRequest::Rename(path, name) => {
                let renamed = self.store().and_then(|store| store.rename(&path, &name));
                if let Ok(to) = &renamed {
                    let mut seen = lock(&self.seen);
                    if let Some(held) = seen.remove(&path) {
                        seen.insert(to.clone(), held);
                    }
                }
                Some(Event::Renamed(path, renamed.map_err(|e| e.to_string())))
            }
            WriteRequest::Delete(path) => {
                let deleted = Store::delete(&path).map_err(|e| e.to_string());
                Some(Event::Deleted(path, deleted))
            }
            WriteRequest::Settings(changes) => Some(Event::SettingsSaved(match &self.settings {
                Some(path) => edit::save(path, &changes)
                    .map(|()| path.clone())
                    .map_err(|e| e.to_string()),
                None => Err(
                    "there is no place for a settings file; name one with --config FILE".to_owned(),
                ),
            })),
            WriteRequest::Count(counted) => {
                let store = self.store().ok()?;
                let written = History::change(store, |history| add(history, &counted));
                match written {
                    Ok(notice) => notice.map(Event::Notice),
                    Err(error) => Some(Event::Notice(format!(
                        "The record of play is not written: {error}"
                    ))),
                }
            }
            WriteRequest::ReadRecord => {
                let history = match self.store() {
                    Ok(store) => History::load(store)
                        .map(Box::new)
                        .map_err(|e| e.to_string()),
                    Err(_) => Ok(Box::default()),
                };
                Some(Event::Recorded(history::today(), history))
            }
            WriteRequest::ForgetRecord => Some(match self.store().and_then(History::forget) {
                Ok(()) => Event::Recorded(history::today(), Ok(Box::default())),
                Err(error) => Event::Notice(error.to_string()),
            }),
            WriteRequest::ReadLessons => {
                let store = self.store().ok()?;
                store.sweep();
                if store.recall(STARTED).is_none() {
                    // What is only a convenience needs no message.
                    let _ = store.remember(STARTED, "started\n");
                }
                store.recall(PROGRESS_FILE).map(Event::Lessons)
            }
            WriteRequest::Lessons(text) => {
                let _ = self
                    .store()
                    .and_then(|store| store.remember(PROGRESS_FILE, &text));
                None
            }
        }
    }

    fn save(&self, game: &Match, to: SaveAs) -> Result<PathBuf, StoreError> {
        let store = self.store()?;
        let file = match to {
            SaveAs::Name { name, replace } => store.save(game, &name, replace),
            SaveAs::File { path, replace } => {
                let seen = lock(&self.seen).get(&path).copied().filter(|_| !replace);
                Store::save_over(game, path, seen)
            }
        }?;
        lock(&self.seen).insert(file.path.clone(), file.seen);
        Ok(file.path)
    }

    fn keep(&self, (draft, file): (Draft, Option<PathBuf>)) -> DriverEvent {
        let keep = || match &self.store {
            Some(store) => store
                .keep_left(draft, file.as_deref())
                .map_err(|e| e.to_string()),
            None => Ok(()),
        };
        DriverEvent::Kept(caught(FAILED, keep).flatten())
    }

    fn export(&self, game: &Match) -> DriverEvent {
        let export = || {
            let store = self.store().map_err(|e| e.to_string())?;
            // Nobody is left to be told once the loop has ended.
            let progress = |done, all| drop(self.answers.send(Event::Exporting(done, all).into()));
            film::export(store, game, &progress).map_err(|e| e.to_string())
        };
        DriverEvent::Written(Some(Box::new(Event::Exported(
            caught(FAILED, export).flatten(),
        ))))
    }
}

fn add(record: &mut History, counted: &Counted) {
    match counted {
        Counted::Match(game, opponent, score, decisions) => {
            record.add_match(game, *opponent, *score);
            record.add_decisions(game, decisions);
        }
        Counted::Coached(events) => record.add_coached(events),
        Counted::Lesson(name) => record.add_lesson(name),
        Counted::Try(made) => record.add_try(&history::today(), made),
    }
}
