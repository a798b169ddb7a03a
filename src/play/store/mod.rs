//! Where saved games live, and the match that was last being played.

mod files;
#[cfg(test)]
mod tests;

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};
use time::OffsetDateTime;

use super::file_name::{fault, free_name};
use super::record::{self, Draft, Loaded, RecordError, Seen};
use super::{Match, MatchResult, Participant};
use nimatron_core::erased::id_parts;
use nimatron_core::rules::{Library, Site};

/// The variable that names the folder of saved games.
pub const VARIABLE: &str = "NIMATRON_SAVES";

/// The name of the match that was last being played.
const CONTINUE: &str = "continue.json";

/// The name under which the file is remembered that holds all of that match.
const FILE: &str = "continue-file";

/// The folder of the last matches that another one has followed.
const PLAYED: &str = "played";

/// How many of them are kept.
const MOST_PLAYED: usize = 20;

/// How long a list replays one saved game.
const LOOK: Duration = Duration::from_millis(250);

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The platform gives no folder for data.
    #[error(
        "there is no home folder to keep saved games in; name a folder with --saves DIR or ${VARIABLE}"
    )]
    NoHome,
    #[error("the folder {path}: {1}", path = .0.display())]
    Folder(PathBuf, io::Error),
    /// The name, as it was given, would not do as a file name everywhere, and why.
    #[error("{0:?} cannot be a file name: {1}")]
    Name(String, &'static str),
    /// There is a saved game of that name, and it was not asked to be replaced.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    /// Another program has written the file since it was read here.
    #[error("{} was changed by another program", .0.display())]
    Changed(PathBuf),
    #[error("{path} cannot be written: {1}", path = .0.display())]
    Write(PathBuf, io::Error),
    #[error("{path} cannot be deleted: {1}", path = .0.display())]
    Delete(PathBuf, io::Error),
    #[error("{path} {1}", path = .0.display())]
    Read(PathBuf, Box<RecordError>),
    #[error("no match has been played yet")]
    NothingToContinue,
}

impl StoreError {
    fn read(path: &Path, error: RecordError) -> StoreError {
        StoreError::Read(path.to_path_buf(), Box::new(error))
    }
}

/// What a list of saved games says of one that reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The game's name.
    pub game: &'static str,
    /// The position at the cursor; empty where the game is too long to be replayed for a list.
    pub id: String,
    /// The position before the last move that is on the board; empty where there is none, or it is not known.
    pub before: String,
    /// The position at the start.
    pub start: String,
    /// How many moves the line has.
    pub moves: usize,
    /// How many of them are on the board.
    pub cursor: usize,
    /// Where the last of these was.
    pub last: Vec<Site>,
    /// Who plays, the first player first.
    pub participants: [Participant; 2],
    pub result: Option<MatchResult>,
}

#[derive(Debug)]
pub struct Save {
    /// The file's name without its extension.
    pub name: String,
    pub path: PathBuf,
    /// Whether it is one of the last matches that were played and not saved.
    pub is_played: bool,
    /// When it was saved, or else when the file was last written (RFC 3339).
    pub saved: String,
    pub summary: Result<Summary, RecordError>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedFile {
    pub path: PathBuf,
    pub seen: Seen,
}

/// What the interface is to show first: the command line makes it, the interface takes it.
pub enum Start {
    Home,
    /// A match, new or read from a file.
    Match {
        /// At its last move.
        game: Box<Match>,
        /// The file, where saving goes by itself; `None` for a new match and the one that was last being played.
        path: Option<PathBuf>,
        seen: Option<Seen>,
    },
}

/// The folders of saved games and of what the program remembers.
#[derive(Clone, Debug)]
pub struct Store {
    saves: PathBuf,
    state: Option<PathBuf>,
    data: Option<PathBuf>,
    /// The number of the match that was kept here last, and what was written.
    kept: Arc<Mutex<Option<(u64, Seen)>>>,
}

impl Store {
    /// The store whose games are in `saves`; else where `$NIMATRON_SAVES` says; else in `saves/` of the checkout of
    /// this project that `cargo run` or the current folder tells of; else in the platform's data folder.
    ///
    /// Errors: [`StoreError::NoHome`] where none of these is known.
    pub fn locate(saves: Option<&Path>) -> Result<Store, StoreError> {
        let strategy = platform_folders();
        let state = strategy
            .as_ref()
            .map(|s| s.state_dir().unwrap_or_else(|| s.data_dir()));
        let data = strategy.as_ref().map(AppStrategy::data_dir);
        let saves = (saves.map(Path::to_path_buf))
            .or_else(|| {
                env::var_os(VARIABLE)
                    .filter(|v| !v.is_empty())
                    .map(PathBuf::from)
            })
            .or_else(|| {
                // `cargo run` tells where the project is; without it, the program may be run from its folder.
                let told = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
                let folders = told.into_iter().chain(env::current_dir().ok());
                folders
                    .filter(|folder| is_checkout(folder))
                    .map(|folder| folder.join("saves"))
                    .next()
            })
            .or_else(|| data.as_ref().map(|folder| folder.join("saves")))
            .ok_or(StoreError::NoHome)?;
        Ok(Store {
            saves,
            state,
            data,
            kept: Arc::default(),
        })
    }

    /// A store in these folders: saved games, and what the program remembers (nothing without one).
    pub fn at(saves: PathBuf, state: Option<PathBuf>) -> Store {
        Store {
            saves,
            data: state.clone(),
            state,
            kept: Arc::default(),
        }
    }

    pub fn saves(&self) -> &Path {
        &self.saves
    }

    /// The folder of the user's own games, next to that of saved games.
    pub fn games(&self) -> Option<PathBuf> {
        Some(
            std::path::absolute(&self.saves)
                .ok()?
                .parent()?
                .join("games"),
        )
    }

    /// All saved games and the last matches that were played and not saved, the latest first; those that cannot be read
    /// are there with the reason. Those that were not reached while `go_on` said so are missing.
    ///
    /// Errors: [`StoreError::Folder`]; a folder that is not there yet is an empty list.
    pub fn list(
        &self,
        library: &Library,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Vec<Save>, StoreError> {
        let played = self.played();
        let mut paths = files_in(&self.saves)?;
        paths.extend(played.as_deref().map_or(Ok(Vec::new()), files_in)?);
        let last = self.state.as_ref().map(|state| state.join(CONTINUE));
        paths.extend(last.filter(|last| last.exists()));
        let mut found = Vec::new();
        for path in paths {
            let ending = path
                .extension()
                .and_then(|e| e.to_str())
                .map(str::to_ascii_lowercase);
            let name = path
                .file_stem()
                .map(|n| n.to_string_lossy().into_owned())
                .unwrap_or_default();
            if !matches!(ending.as_deref(), Some("json" | "txt")) || name.starts_with('.') {
                continue;
            }
            if !go_on() {
                break;
            }
            let until = Instant::now() + LOOK;
            let loaded = record::regular(&path).and_then(|()| {
                record::load_while(&path, library, &|| Instant::now() < until && go_on())
            });
            let date = (loaded.as_ref().ok())
                .and_then(|loaded| record::time_of(loaded.saved.as_ref()?))
                .or_else(|| {
                    fs::metadata(&path)
                        .and_then(|m| m.modified())
                        .ok()
                        .map(date)
                })
                .unwrap_or(OffsetDateTime::UNIX_EPOCH);
            let whole = loaded.as_ref().ok().filter(|loaded| loaded.rest.moves == 0);
            let line = whole.map(|loaded| line(&loaded.game));
            let summary = loaded.map(|loaded| summary(&loaded));
            let is_played = self.is_played(&path);
            found.push((
                date,
                line,
                Save {
                    name,
                    saved: record::utc(date),
                    summary,
                    is_played,
                    path,
                },
            ));
        }
        found.sort_by(|(a, _, s), (b, _, t)| b.cmp(a).then_with(|| s.path.cmp(&t.path)));
        // A match that was saved, or opened once more, is shown once.
        let saved = found.iter().filter(|(_, _, save)| !save.is_played);
        let mut shown: Vec<record::Line> = saved.filter_map(|(_, line, _)| line.clone()).collect();
        found.retain(|(_, line, save)| {
            let Some(line) = line.as_ref().filter(|_| save.is_played) else {
                return true;
            };
            let is_new = !shown.contains(line);
            shown.extend(is_new.then(|| line.clone()));
            is_new
        });
        Ok(found.into_iter().map(|(_, _, save)| save).collect())
    }

    /// Errors: [`StoreError::Name`] for what could not be a file's name on some system, or would leave the folder.
    pub fn path_of(&self, name: &str) -> Result<PathBuf, StoreError> {
        let name = name.trim();
        let stem = name.strip_suffix(".json").unwrap_or(name);
        match fault(stem) {
            None => Ok(self.saves.join(format!("{stem}.json"))),
            Some(why) => Err(StoreError::Name(name.to_owned(), why)),
        }
    }

    /// A name for saving this match that no saved game has yet, such as `star-2`.
    pub fn suggest(&self, game: &Match) -> String {
        let folders = || std::iter::once(self.saves.clone()).chain(self.played());
        let is_taken =
            |name: &str| folders().any(|folder| folder.join(format!("{name}.json")).exists());
        free_name(game.start().info().id, is_taken)
    }

    /// Saves a match under a name; replaces a saved game of that name only if asked to.
    ///
    /// Errors: [`StoreError::Name`], [`StoreError::Exists`], or what the file system says; what was there is then
    /// untouched.
    pub fn save(&self, game: &Match, name: &str, replace: bool) -> Result<SavedFile, StoreError> {
        let path = self.path_of(name)?;
        create_folder(&self.saves)?;
        record::sweep(&self.saves);
        match record::save(game, &path, replace) {
            Ok(seen) => Ok(SavedFile { path, seen }),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Err(StoreError::Exists(path)),
            Err(error) => Err(StoreError::Write(path, error)),
        }
    }

    /// Errors: [`StoreError::Read`].
    pub fn load(path: &Path, library: &Library) -> Result<Loaded, StoreError> {
        record::load(path, library).map_err(|error| StoreError::read(path, error))
    }

    /// Reads a saved game of the list: a regular file, as long as `go_on` says so.
    ///
    /// Errors: [`StoreError::Read`].
    pub fn load_while(
        path: &Path,
        library: &Library,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Loaded, StoreError> {
        match record::regular(path).and_then(|()| record::load_while(path, library, go_on)) {
            Ok(loaded) if loaded.rest.moves == 0 => Ok(loaded),
            Ok(_) => Err(StoreError::read(path, RecordError::Cancelled)),
            Err(error) => Err(StoreError::read(path, error)),
        }
    }

    /// Saves a match in the file that it came from. `seen` is what that held when it was last read or written here.
    ///
    /// Errors: [`StoreError::Changed`] where it holds something else now, be it what cannot be read; what the file
    /// system says.
    pub fn save_over(
        game: &Match,
        path: PathBuf,
        seen: Option<Seen>,
    ) -> Result<SavedFile, StoreError> {
        if seen.is_some() && seen != Seen::now(&path) && path.exists() {
            return Err(StoreError::Changed(path));
        }
        match record::save(game, &path, true) {
            Ok(seen) => Ok(SavedFile { path, seen }),
            Err(error) => Err(StoreError::Write(path, error)),
        }
    }

    /// Keeps what was taken from the match that is being played, for [`Store::last`]. Another match that was kept so far
    /// is set aside, among the last `MOST_PLAYED`.
    ///
    /// Errors: what the file system says; nothing is kept, and no error given, where there is no folder for it.
    pub fn keep(&self, draft: Draft) -> Result<(), StoreError> {
        let Some(state) = &self.state else {
            return Ok(());
        };
        let failed = |error| StoreError::Write(CONTINUE.into(), error);
        let (line, serial) = (draft.line(), draft.serial);
        let text = draft.to_json(&record::now()).map_err(failed)?;
        let path = state.join(CONTINUE);
        let there = Seen::now(&path);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // What was written here of the same match may go; another program may have kept another one since.
        let aside = match path.exists() && there.is_none_or(|there| *kept != Some((serial, there)))
        {
            true => self.set_match_aside(&path, &line)?,
            false => None,
        };
        // Until the new match is written, the old one stands in its place.
        if let Err(error) = self.remember(CONTINUE, &text) {
            if let Some((aside, _)) = &aside {
                // The same match is still where it was.
                let _ = fs::remove_file(aside);
            }
            return Err(error);
        }
        *kept = Some((serial, Seen::of(&text)));
        match (aside, self.played()) {
            (Some((aside, old)), Some(folder)) => self.prune(&folder, &aside, old.as_ref()),
            _ => Ok(()),
        }
    }

    /// Gives the match that is kept a second place among the last ones, as one with this line is to take its own: not where
    /// nothing is lost of it, as the line goes on from there, or a saved game holds it.
    fn set_match_aside(
        &self,
        path: &Path,
        (start, moves): &record::Line,
    ) -> Result<Option<(PathBuf, Option<record::Line>)>, StoreError> {
        let Some(folder) = self.played() else {
            return Ok(None);
        };
        let old = record::line_in(path);
        let word = match &old {
            Some((_, done)) if done.is_empty() => return Ok(None),
            Some((from, done)) if from == start && moves.starts_with(done) => return Ok(None),
            Some(line)
                if self.recall(FILE).is_some_and(|file| {
                    record::line_in(Path::new(&file)).as_ref() == Some(line)
                }) =>
            {
                return Ok(None);
            }
            // `misere nim:3` and `nim:3 + row:OO` are named for Nim.
            Some((from, _)) => id_parts(from).next().map(|part| part.ruleset),
            // What is damaged may still be mended by hand.
            None => Some("damaged"),
        };
        create_folder(&folder)?;
        let name: String = word.unwrap_or("match").chars().take(40).collect();
        let file = |name: &str| folder.join(format!("{name}.json"));
        let to = file(&free_name(&name, |name| file(name).exists()));
        // A second name takes no room on the disk; where there are none, or the file is a link, it is copied.
        let linked = match path.is_symlink() {
            false => fs::hard_link(path, &to),
            true => Err(io::ErrorKind::Unsupported.into()),
        };
        let failed = |error| {
            let _ = fs::remove_file(&to);
            StoreError::Write(to.clone(), error)
        };
        linked
            .or_else(|_| fs::copy(path, &to).map(drop))
            .map_err(failed)?;
        Ok(Some((to, old)))
    }

    /// Removes the oldest of the last matches, and those that another one goes on from.
    fn prune(
        &self,
        folder: &Path,
        newest: &Path,
        line: Option<&record::Line>,
    ) -> Result<(), StoreError> {
        let mut all = Vec::new();
        for path in files_in(folder)? {
            let is_part = |(start, moves): record::Line| {
                path != newest
                    && line.is_some_and(|(from, done)| *from == start && done.starts_with(&moves))
            };
            if record::line_in(&path).is_some_and(is_part) {
                Store::delete(&path)?;
            } else if let Ok(modified) = fs::metadata(&path).and_then(|m| m.modified()) {
                all.push((modified, path));
            }
        }
        all.sort();
        let old = all
            .iter()
            .rev()
            .filter(|(_, path)| path != newest)
            .skip(MOST_PLAYED - 1);
        old.map(|(_, path)| path)
            .try_for_each(|path| Store::delete(path))
    }

    /// Whether a file is one of the last matches, which nobody has saved.
    fn is_played(&self, path: &Path) -> bool {
        let folder = path.parent();
        folder.is_some() && (folder == self.state.as_deref() || folder == self.played().as_deref())
    }

    fn played(&self) -> Option<PathBuf> {
        Some(self.state.as_ref()?.join(PLAYED))
    }

    /// Removes what was left over where saving was killed long ago.
    pub fn sweep(&self) {
        record::sweep(&self.saves);
        if let Some(state) = &self.state {
            record::sweep(state);
        }
    }

    /// The match that was last being played.
    ///
    /// Errors: [`StoreError::NothingToContinue`] without such a file or a folder for it; else [`StoreError::Read`].
    pub fn last(&self, library: &Library) -> Result<Loaded, StoreError> {
        let path = self
            .state
            .as_ref()
            .ok_or(StoreError::NothingToContinue)?
            .join(CONTINUE);
        match record::regular(&path).and_then(|()| record::load(&path, library)) {
            Ok(loaded) => Ok(loaded),
            Err(RecordError::Io(e)) if e.kind() == io::ErrorKind::NotFound => {
                Err(StoreError::NothingToContinue)
            }
            Err(error) => Err(StoreError::read(&path, error)),
        }
    }
}

/// What is in a folder; nothing where it is not there.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let read = match fs::read_dir(folder) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect()),
    };
    read.map_err(|error| StoreError::Folder(folder.to_owned(), error))
}

fn create_folder(path: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(path).map_err(|error| StoreError::Folder(path.to_owned(), error))
}

/// What is played in a match: its start and its moves.
fn line(game: &Match) -> (String, Vec<String>) {
    (
        game.start().id(),
        game.moves()
            .iter()
            .map(|played| played.text.clone())
            .collect(),
    )
}

fn summary(Loaded { game, rest, .. }: &Loaded) -> Summary {
    let position = game.position();
    let whole = rest.moves == 0;
    Summary {
        game: position.info().name,
        id: if whole { position.id() } else { String::new() },
        before: match game.cursor().checked_sub(1) {
            Some(ply) if whole => game.position_at(ply).id(),
            _ => String::new(),
        },
        start: game.start().id(),
        moves: game.moves().len() + rest.moves,
        cursor: if whole { game.cursor() } else { rest.cursor },
        last: game.last_move().map_or(Vec::new(), |m| m.sites.clone()),
        participants: game.participants().clone(),
        result: game.result(),
    }
}

/// A time of the file system; one that has no date is taken for the last or the first that has.
fn date(at: SystemTime) -> OffsetDateTime {
    match at.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_secs())
            .ok()
            .and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok())
            .unwrap_or(time::Date::MAX.midnight().assume_utc()),
        Err(_) => OffsetDateTime::UNIX_EPOCH,
    }
}

/// The folders that the platform gives this program; `None` where there is no home.
pub fn platform_folders() -> Option<impl AppStrategy> {
    let names = AppStrategyArgs {
        top_level_domain: String::new(),
        author: String::new(),
        app_name: "nimatron".to_owned(),
    };
    choose_native_strategy(names).ok()
}

fn is_checkout(folder: &Path) -> bool {
    let Ok(manifest) = fs::read_to_string(folder.join("Cargo.toml")) else {
        return false;
    };
    manifest
        .lines()
        .any(|line| line.replace(' ', "") == "name=\"nimatron\"")
        && folder.join("saves").is_dir()
}
