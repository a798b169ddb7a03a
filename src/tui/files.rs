//! The threads that read and write files, so that no disk keeps the interface waiting: one reads what was asked for
//! last, the other keeps the match that is being played.

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::effect::SaveAs;
use super::event::{Event, News, Ticket};
use crate::play::record::{Draft, Loaded, Seen};
use crate::play::store::{SavedFile, Store, StoreError};
use crate::play::{Match, left};
use crate::rules::{Library, shown};

/// The names of the threads: their panics are told of, and are no reason to give the terminal back.
pub const READER: &str = "files";
/// See [`READER`].
pub const KEEPER: &str = "keeper";
/// Positions may be deep: this is only reserved, not used.
const STACK: usize = 64 << 20;

/// Something to be read.
pub enum Wish {
    /// The list of saved games.
    List,
    /// A saved game.
    Open(PathBuf),
    /// The match that was kept last.
    Continue,
    /// The same, only to tell that it is there.
    Offer,
}

/// What both threads have been asked to do with files.
pub struct Files {
    wishes: Sender<(Ticket, Wish)>,
    /// The wish that an answer is still wanted for; 0 for none.
    wanted: Arc<AtomicU64>,
    last: Ticket,
    drafts: Sender<(Draft, Option<PathBuf>)>,
    /// How many matches are being kept at this moment.
    keeping: usize,
}

impl Files {
    /// Starts both threads. They answer to `news` and end when this is dropped.
    ///
    /// # Errors
    /// As the system says.
    pub fn start(news: &Sender<News>, store: Option<Store>, library: Library) -> std::io::Result<Files> {
        let wanted = Arc::new(AtomicU64::new(0));
        let (wishes, inbox) = channel::<(Ticket, Wish)>();
        let (answers, shared, from) = (news.clone(), Arc::clone(&wanted), store.clone());
        thread::Builder::new().name(READER.to_owned()).stack_size(STACK).spawn(move || {
            for (ticket, wish) in inbox {
                let go_on = || shared.load(Ordering::Relaxed) == ticket;
                if !go_on() {
                    continue;
                }
                let failed = wish.failed();
                let read = catch_unwind(AssertUnwindSafe(|| wish.read(from.as_ref(), &library, &go_on)));
                let (event, seen) = read.unwrap_or_else(|panic| (failed(crashed(&*panic)), None));
                if answers.send(News::Read(ticket, Box::new(event), seen)).is_err() {
                    return;
                }
            }
        })?;
        let (drafts, inbox) = channel::<(Draft, Option<PathBuf>)>();
        let answers = news.clone();
        thread::Builder::new().name(KEEPER.to_owned()).stack_size(STACK).spawn(move || {
            if let Some(store) = &store {
                store.sweep();
            }
            for (draft, file) in inbox {
                let keep =
                    || store.as_ref().map_or(Ok(()), |store| left::keep_draft(store, draft, file.as_deref()));
                let kept = catch_unwind(AssertUnwindSafe(keep));
                let kept =
                    kept.map_or_else(|panic| Err(crashed(&*panic)), |kept| kept.map_err(|e| e.to_string()));
                if answers.send(News::Kept(kept)).is_err() {
                    return;
                }
            }
        })?;
        Ok(Files { wishes, wanted, last: 0, drafts, keeping: 0 })
    }

    /// Asks for something to be read; what was asked for before is not wanted any more.
    pub fn read(&mut self, wish: Wish) {
        self.last += 1;
        self.wanted.store(self.last, Ordering::Relaxed);
        // The thread ends only when this is dropped.
        let _ = self.wishes.send((self.last, wish));
    }

    /// Whether this is the answer to what was asked for last, which is then no longer waited for.
    pub fn takes(&mut self, ticket: Ticket) -> bool {
        let taken = self.wanted.load(Ordering::Relaxed) == ticket;
        if taken {
            self.forget();
        }
        taken
    }

    /// Nothing is wanted any more.
    pub fn forget(&self) {
        self.wanted.store(0, Ordering::Relaxed);
    }

    /// Whether something is being read.
    #[must_use]
    pub fn is_reading(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) != 0
    }

    /// Keeps a match for the next start; `file` is the saved game that holds all of it.
    pub fn keep(&mut self, draft: Draft, file: Option<PathBuf>) {
        if self.drafts.send((draft, file)).is_ok() {
            self.keeping += 1;
        }
    }

    /// One match has been kept, or could not be.
    pub fn kept(&mut self) {
        self.keeping = self.keeping.saturating_sub(1);
    }

    /// Whether a match is being kept at this moment.
    #[must_use]
    pub fn is_keeping(&self) -> bool {
        self.keeping > 0
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        self.forget();
    }
}

impl Wish {
    /// What is answered where it fails.
    fn failed(&self) -> Box<dyn FnOnce(String) -> Event> {
        match self {
            Wish::List => Box::new(|why| Event::Listed(Err(why))),
            Wish::Continue | Wish::Offer => Box::new(|why| Event::Continued(Err(why))),
            Wish::Open(path) => {
                let path = path.clone();
                Box::new(|why| Event::Opened(path, Err(why)))
            }
        }
    }

    fn read(
        self,
        store: Option<&Store>,
        library: &Library,
        go_on: &dyn Fn() -> bool,
    ) -> (Event, Option<(PathBuf, Seen)>) {
        let store = store.ok_or(StoreError::NoHome);
        match self {
            Wish::List => {
                let list = store.and_then(|store| store.list_while(library, go_on));
                (Event::Listed(list.map_err(|e| e.to_string())), None)
            }
            Wish::Open(path) => match Store::load_while(&path, library, go_on) {
                Ok(Loaded { game, seen, .. }) => {
                    let seen = seen.map(|seen| (path.clone(), seen));
                    (Event::Opened(path, Ok(game)), seen)
                }
                Err(error) => (Event::Opened(path, Err(error.to_string())), None),
            },
            Wish::Offer => {
                let last = store.and_then(|store| store.last(library)).map(|loaded| loaded.game);
                match last.map_err(|e| e.to_string()) {
                    Ok(game) if game.result().is_none() && !game.moves().is_empty() => {
                        (Event::Offered(Box::new(game)), None)
                    }
                    // Nothing is offered, and nothing was asked for.
                    _ => (Event::Seconds(0), None),
                }
            }
            Wish::Continue => {
                let last = store.and_then(|store| left::last(store, library)).map_err(|e| e.to_string());
                let file = last.as_ref().ok().and_then(|(_, file)| file.clone());
                let seen = file.and_then(|path| Seen::now(&path).map(|seen| (path, seen)));
                (Event::Continued(last), seen)
            }
        }
    }
}

/// Writes a match. `seen` is what saved games held when they were last read or written here.
///
/// # Errors
/// As the store says.
pub fn save(
    store: &Store,
    game: &Match,
    to: SaveAs,
    seen: &HashMap<PathBuf, Seen>,
) -> Result<SavedFile, StoreError> {
    match to {
        SaveAs::Name { name, replace } => store.save(game, &name, replace),
        SaveAs::File { path, replace } => {
            let seen = seen.get(&path).copied().filter(|_| !replace);
            Store::save_over(game, path, seen)
        }
    }
}

fn crashed(panic: &(dyn Any + Send)) -> String {
    format!("the program failed at it: {}", shown::panic(panic))
}
