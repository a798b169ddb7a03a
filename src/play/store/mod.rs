//! The folders of saved games, and the match that was played last.

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
use nimatron_core::games;
use nimatron_core::rules::{Library, Site};

/// The variable that names the folder of saved games.
pub const VARIABLE: &str = "NIMATRON_SAVES";

/// The name of the match that was played last.
const CONTINUE: &str = "continue.json";

/// The name of the value that holds the path of that match's saved game.
const FILE: &str = "continue-file";

/// The folder of earlier unsaved matches.
const PLAYED: &str = "played";

/// The number of matches kept in that folder.
const MOST_PLAYED: usize = 20;

/// The most time for replaying one saved game in a list.
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
    /// The name, as given, is invalid as a file name on some system, and why.
    #[error("{0:?} cannot be a file name: {1}")]
    Name(String, &'static str),
    /// A saved game has this name, and replacing it was not requested.
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

/// The summary of a readable saved game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The game's name.
    pub game: &'static str,
    /// The position at the cursor; empty where the game is too long to be replayed for a list.
    pub id: String,
    /// The position before the last move on the board; empty where there is none, or it is not known.
    pub before: String,
    /// The position at the start.
    pub start: String,
    /// The number of moves of the line.
    pub moves: usize,
    /// The number of moves on the board.
    pub cursor: usize,
    /// The sites of the last of these.
    pub last: Vec<Site>,
    /// The players, the first one first.
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
    /// The time of saving, or else of the file's last change (RFC 3339).
    pub saved: String,
    pub summary: Result<Summary, RecordError>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedFile {
    pub path: PathBuf,
    pub seen: Seen,
}

/// The first view of the interface, as requested on the command line.
pub enum Start {
    Home,
    /// A match, new or read from a file.
    Match {
        /// At its last move.
        game: Box<Match>,
        /// The file that is saved automatically; `None` for a new match and the one that was played last.
        path: Option<PathBuf>,
        seen: Option<Seen>,
    },
}

/// The platform's folder for what can be computed again, where it has one.
pub fn cache_folder() -> Option<PathBuf> {
    Some(platform_folders()?.cache_dir())
}

/// The folders of saved games and of remembered values.
#[derive(Clone, Debug)]
pub struct Store {
    saves: PathBuf,
    state: Option<PathBuf>,
    data: Option<PathBuf>,
    /// The number of the match that was last stored here, and the hash of what was written.
    kept: Arc<Mutex<Option<(u64, Seen)>>>,
}

impl Store {
    /// Locates the store: in `saves`; else in `$NIMATRON_SAVES`; else in `saves/` of this project's checkout, if
    /// `cargo run` or the current folder points to one; else in the platform's data folder.
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
                // `cargo run` sets this variable; otherwise the program may be run from the project's folder.
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

    /// Creates a store in these folders: saved games, and remembered values (none are stored without one).
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

    /// The folders of the user's own games, the nearer ones first: next to that of saved games, and in the platform's
    /// data folder.
    pub fn games(&self) -> Vec<PathBuf> {
        let beside = (std::path::absolute(&self.saves).ok())
            .and_then(|saves| Some(saves.parent()?.join("games")));
        let data = self.data.as_ref().map(|folder| folder.join("games"));
        let mut folders: Vec<PathBuf> = beside.into_iter().chain(data).collect();
        folders.dedup();
        folders
    }

    /// Lists all saved games and the last unsaved matches, the latest first; unreadable ones are listed with the
    /// reason. Stops early when `go_on` returns false.
    ///
    /// Errors: [`StoreError::Folder`]; a folder that does not exist yet is an empty list.
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
        // A match that was saved, or opened again, is listed once.
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

    /// The path of a saved game of this name.
    ///
    /// Errors: [`StoreError::Name`] for names that are invalid as a file name on some system, or would leave the
    /// folder.
    pub fn path_of(&self, name: &str) -> Result<PathBuf, StoreError> {
        let name = name.trim();
        let stem = name.strip_suffix(".json").unwrap_or(name);
        match fault(stem) {
            None => Ok(self.saves.join(format!("{stem}.json"))),
            Some(why) => Err(StoreError::Name(name.to_owned(), why)),
        }
    }

    /// An unused name for saving this match, such as `star-2`.
    pub fn suggest(&self, game: &Match) -> String {
        let folders = || std::iter::once(self.saves.clone()).chain(self.played());
        let is_taken =
            |name: &str| folders().any(|folder| folder.join(format!("{name}.json")).exists());
        free_name(game.start().info().id, is_taken)
    }

    /// Saves a match under a name; replaces a saved game of that name only if `replace`.
    ///
    /// Errors: [`StoreError::Name`], [`StoreError::Exists`], or any error of the file system; the old file is then
    /// unchanged.
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

    /// Reads a saved game.
    ///
    /// Errors: [`StoreError::Read`].
    pub fn load(path: &Path, library: &Library) -> Result<Loaded, StoreError> {
        record::load(path, library).map_err(|error| StoreError::read(path, error))
    }

    /// Reads a saved game of the list, which must be a regular file; stops early when `go_on` returns false.
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

    /// Saves a match in the file that it came from. `seen` is the state of the file when it was last read or written
    /// here.
    ///
    /// Errors: [`StoreError::Changed`] where the file has changed since, even to one that cannot be read; any error
    /// of the file system.
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

    /// Stores the snapshot of the current match for [`Store::last`]. A different match stored before is set aside,
    /// among the last `MOST_PLAYED`.
    ///
    /// Errors: any error of the file system; without a folder, nothing is stored and no error returned.
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
        // An earlier state of the same match, written here, may go; another program may have stored another match
        // since.
        let aside = match path.exists() && there.is_none_or(|there| *kept != Some((serial, there)))
        {
            true => self.set_match_aside(&path, &line)?,
            false => None,
        };
        // Until the new match is written, the old one stays in its place.
        if let Err(error) = self.remember(CONTINUE, &text) {
            if let Some((aside, _)) = &aside {
                // The old match is still in its place.
                let _ = fs::remove_file(aside);
            }
            return Err(error);
        }
        *kept = Some((serial, Seen::from_text(&text)));
        match (aside, self.played()) {
            (Some((aside, old)), Some(folder)) => self.prune(&folder, &aside, old.as_ref()),
            _ => Ok(()),
        }
    }

    /// Copies the stored match to the last ones before a match with this line replaces it, unless nothing would be
    /// lost: the line continues it, or a saved game holds it.
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
            Some((from, _)) => games::ruleset_of(from),
            // A damaged file may still be repaired by hand.
            None => Some("damaged"),
        };
        create_folder(&folder)?;
        let name: String = word.unwrap_or("match").chars().take(40).collect();
        let file = |name: &str| folder.join(format!("{name}.json"));
        let to = file(&free_name(&name, |name| file(name).exists()));
        // A hard link takes no room on the disk; where there are none, or the file is a symbolic link, it is copied.
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

    /// Removes the oldest of the last matches, and those that another one continues.
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

    /// Returns whether a file is one of the last matches, which were not saved.
    fn is_played(&self, path: &Path) -> bool {
        let folder = path.parent();
        folder.is_some() && (folder == self.state.as_deref() || folder == self.played().as_deref())
    }

    fn played(&self) -> Option<PathBuf> {
        Some(self.state.as_ref()?.join(PLAYED))
    }

    /// Removes the temporary files left by saves killed long ago.
    pub fn sweep(&self) {
        record::sweep(&self.saves);
        if let Some(state) = &self.state {
            record::sweep(state);
        }
    }

    /// Loads the match that was played last.
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

/// The files in a folder; empty where it does not exist.
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

/// The line of a match: its start and its moves.
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

/// The date of a file system's time, clamped to the representable range.
fn date(at: SystemTime) -> OffsetDateTime {
    match at.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_secs())
            .ok()
            .and_then(|seconds| OffsetDateTime::from_unix_timestamp(seconds).ok())
            .unwrap_or(time::Date::MAX.midnight().assume_utc()),
        Err(_) => OffsetDateTime::UNIX_EPOCH,
    }
}

/// The platform's folders for this program; `None` where there is no home.
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
