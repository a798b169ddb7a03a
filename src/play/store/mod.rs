//! Manages the folder of saved games, the recent unsaved matches, and the match that was played last.

mod files;
#[cfg(test)]
mod tests;

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};

use super::file_name::{fault, free_name};
use super::record::{self, Draft, Loaded, RecordError, Seen};
use super::{Match, MatchResult, Participant};
use nimatron_core::games;
use nimatron_core::rules::{Library, Site, saturating_cast};
use nimatron_core::tr;

/// The environment variable that names the folder of saved games.
pub const VARIABLE: &str = "NIMATRON_SAVES";

/// The name of the file that stores the last match.
const CONTINUE: &str = "continue.json";

/// The name of the file that stores the path of the last match's saved game.
const FILE: &str = "continue-file";

/// The name of the folder of recent unsaved matches.
const PLAYED: &str = "played";

/// The maximum number of matches kept in the folder `PLAYED`.
const MOST_PLAYED: usize = 20;

/// The time limit for replaying a single saved game while all saved games are listed.
const LOOK: Duration = Duration::from_millis(250);

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{}", tr!("there is no home folder to keep saved games in; name a folder with --saves DIR or ${VARIABLE}"))]
    NoHome,
    #[error("{}", tr!("the folder {path}: {error}", path = _0.display(), error = _1))]
    Folder(PathBuf, io::Error),
    #[error("{}", tr!("{name} cannot be a file name: {why}", name = format_args!("{_0:?}"), why = _1))]
    Name(String, &'static str),
    #[error("{}", tr!("{path} is there already", path = _0.display()))]
    Exists(PathBuf),
    /// Another program has changed the file since this program last read or wrote it.
    #[error("{}", tr!("{path} was changed by another program", path = _0.display()))]
    Changed(PathBuf),
    #[error("{}", tr!("{path} cannot be written: {error}", path = _0.display(), error = _1))]
    Write(PathBuf, io::Error),
    #[error("{}", tr!("{path} cannot be deleted: {error}", path = _0.display(), error = _1))]
    Delete(PathBuf, io::Error),
    #[error("{path} {1}", path = .0.display())]
    Read(PathBuf, Box<RecordError>),
    #[error("{}", tr!("no match has been played yet"))]
    NothingToContinue,
}

impl StoreError {
    fn read(path: &Path, error: RecordError) -> StoreError {
        StoreError::Read(path.to_path_buf(), Box::new(error))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    pub game: &'static str,
    /// The ID of the position at the cursor; empty if replaying the game for a list would take too long.
    pub id: String,
    /// The ID of the position before the last move on the board; empty if there is no such move or `id` is empty.
    pub before: String,
    pub start: String,
    pub moves: usize,
    /// The number of moves up to the position shown.
    pub cursor: usize,
    /// The sites of the last move on the board; empty if `id` is empty.
    pub last: Vec<Site>,
    pub participants: [Participant; 2],
    /// The result; `None` if the match is not over, or if `id` is empty.
    pub result: Option<MatchResult>,
}

#[derive(Debug)]
pub struct Save {
    /// The file's name without its extension.
    pub name: String,
    pub path: PathBuf,
    /// Whether this is a recent unsaved match.
    pub is_played: bool,
    /// The time at which the match was saved (RFC 3339), or the modification time of the file if the file does not
    /// record when it was saved.
    pub saved: String,
    pub summary: Result<Summary, RecordError>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedFile {
    pub path: PathBuf,
    pub seen: Seen,
}

/// The first page of the interface, as requested on the command line.
pub enum Start {
    Home,
    Match {
        game: Box<Match>,
        /// The file of the match; `None` if the match has no file, or if the file is not JSON.
        path: Option<PathBuf>,
        seen: Option<Seen>,
    },
}

pub fn cache_folder() -> Option<PathBuf> {
    Some(platform_folders()?.cache_dir())
}

/// The folders of saved games, of remembered values and of the program's data.
#[derive(Clone, Debug)]
pub struct Store {
    saves: PathBuf,
    state: Option<PathBuf>,
    data: Option<PathBuf>,
    /// The serial number of the match that this store wrote last, and the hash of its text.
    kept: Arc<Mutex<Option<(u64, Seen)>>>,
}

impl Store {
    /// Locates the folder of saved games. In order of precedence, this is `saves`, `$NIMATRON_SAVES`, `saves/` in a
    /// checkout of this project, and `saves/` in the platform's data folder. A checkout is used if `cargo run` started
    /// the program from it, or if it is the current folder.
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
                // `cargo run` sets this variable; otherwise the current folder may be the checkout.
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

    /// Creates a store in the given folders. The folder `state` holds both the remembered values and the data; if it is
    /// `None`, neither is stored.
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

    /// Returns the folders of the user's own games: first `games/` next to the folder of saved games, then `games/` in
    /// the platform's data folder.
    pub fn games(&self) -> Vec<PathBuf> {
        let beside = (std::path::absolute(&self.saves).ok())
            .and_then(|saves| Some(saves.parent()?.join("games")));
        let data = self.data.as_ref().map(|folder| folder.join("games"));
        let mut folders: Vec<PathBuf> = beside.into_iter().chain(data).collect();
        folders.dedup();
        folders
    }

    /// Lists all saved games and recent unsaved matches, newest first. Unreadable files are listed with the error.
    /// Stops early if `go_on` returns false.
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
            let modified = fs::metadata(&path).and_then(|m| m.modified()).ok();
            let date = (loaded.as_ref().ok())
                .and_then(|loaded| record::time_of(loaded.saved.as_ref()?))
                .or(modified.map(date))
                .unwrap_or(DateTime::UNIX_EPOCH);
            let whole = loaded.as_ref().ok().filter(|loaded| loaded.rest.moves == 0);
            let line = whole.map(|loaded| line(&loaded.game));
            let summary = loaded.map(|loaded| summary(&loaded));
            let is_played = self.is_played(&path);
            found.push((
                (date, modified),
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
        // Newest first. Matches saved in the same second are ordered by the modification times of their files, and then
        // by path.
        found.sort_by(|(a, _, s), (b, _, t)| b.cmp(a).then_with(|| s.path.cmp(&t.path)));
        // A match that was saved or reopened is listed only once.
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

    /// Returns the path for saving a match under a name. Returns [`StoreError::Name`] if the name cannot be a file
    /// name, for example because it points outside the folder.
    pub fn path_of(&self, name: &str) -> Result<PathBuf, StoreError> {
        let name = name.trim();
        let stem = name.strip_suffix(".json").unwrap_or(name);
        match fault(stem) {
            None => Ok(self.saves.join(format!("{stem}.json"))),
            Some(why) => Err(StoreError::Name(name.to_owned(), why)),
        }
    }

    /// Returns an unused name for saving this match, such as `hexagram-star-2`.
    pub fn suggest(&self, game: &Match) -> String {
        let folders = || std::iter::once(self.saves.clone()).chain(self.played());
        let is_taken =
            |name: &str| folders().any(|folder| folder.join(format!("{name}.json")).exists());
        free_name(game.start().info().name, is_taken)
    }

    /// Saves a match under a name; replaces a saved game of that name only if `replace` is set. An error leaves an
    /// existing file unchanged.
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

    /// Reads a saved game from a regular file. Fails with [`RecordError::Cancelled`] if `go_on` returns false before
    /// every move is replayed.
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

    /// Saves a match to the file that it came from. `seen` is the state of the file when this program last read or
    /// wrote it. If `seen` is `None`, the file is overwritten unconditionally.
    ///
    /// Returns [`StoreError::Changed`] if the file has changed since then, even if the file is now unreadable.
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

    /// Stores the snapshot of the current match for [`Store::last`]. If a different match was stored before, that match
    /// is kept among the `MOST_PLAYED` recent matches.
    pub fn keep(&self, draft: Draft) -> Result<(), StoreError> {
        let Some(state) = &self.state else {
            return Ok(());
        };
        let failed = |error| StoreError::Write(CONTINUE.into(), error);
        let line = draft.line();
        let serial = draft.serial;
        let text = draft.to_json(&record::now()).map_err(failed)?;
        let path = state.join(CONTINUE);
        let there = Seen::now(&path);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // An earlier state of the same match may be replaced, unless another program has stored a match since then.
        let aside = if path.exists() && there.is_none_or(|there| *kept != Some((serial, there))) {
            self.set_match_aside(&path, &line)?
        } else {
            None
        };
        // The old match stays in its file until the new match is written.
        if let Err(error) = self.remember(CONTINUE, &text) {
            if let Some((aside, _)) = &aside {
                // The old match is still in its file, so its copy is not needed.
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

    /// Copies the stored match to the recent matches, because a match with the given line is about to replace it.
    /// Returns the path and line of the copy. Copies nothing if the given line continues the stored match, if the
    /// stored match has no moves, or if a saved game contains the stored match.
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
            // Matches such as `misere nim:3` and `nim:3 + row:OO` are named after Nim.
            Some((from, _)) => games::ruleset_of(from).map(title),
            // A damaged file may still be repaired by hand.
            None => Some("damaged"),
        };
        // Return an error for a folder or a device, which can neither be copied nor replaced by the match.
        record::regular(path).map_err(|error| StoreError::read(path, error))?;
        create_folder(&folder)?;
        let file = |name: &str| folder.join(format!("{name}.json"));
        let name = free_name(word.unwrap_or("match"), |name| file(name).exists());
        let to = file(&name);
        // A hard link takes no disk space; copy the file if it is a symbolic link or hard links are not supported.
        let linked = if path.is_symlink() {
            Err(io::ErrorKind::Unsupported.into())
        } else {
            fs::hard_link(path, &to)
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

    /// Removes every recent match that `line` continues, and the oldest recent matches beyond `MOST_PLAYED`. The file
    /// `newest` is always kept.
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

    fn is_played(&self, path: &Path) -> bool {
        let folder = path.parent();
        folder.is_some() && (folder == self.state.as_deref() || folder == self.played().as_deref())
    }

    fn played(&self) -> Option<PathBuf> {
        Some(self.state.as_ref()?.join(PLAYED))
    }

    pub fn sweep(&self) {
        record::sweep(&self.saves);
        if let Some(state) = &self.state {
            record::sweep(state);
        }
    }

    /// Loads the match that was played last. Returns [`StoreError::NothingToContinue`] if no match was stored, or if
    /// there is no folder for it.
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

fn files_in(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let read = match fs::read_dir(folder) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect()),
    };
    read.map_err(|error| StoreError::Folder(folder.to_owned(), error))
}

/// Returns the title of the game to which a ruleset such as `bash/3` belongs.
fn title(ruleset: &str) -> &str {
    let parameters = ruleset.match_indices('/').map(|(at, _)| at);
    let mut ends = parameters.chain([ruleset.len()]);
    let info = ends.find_map(|end| games::info_of(&ruleset[..end]));
    info.map_or(games::name_of(ruleset), |info| info.name)
}

fn create_folder(path: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(path).map_err(|error| StoreError::Folder(path.to_owned(), error))
}

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
        last: game
            .last_move()
            .filter(|_| whole)
            .map_or(Vec::new(), |m| m.sites.clone()),
        participants: game.participants().clone(),
        result: game.result().filter(|_| whole),
    }
}

/// Converts a file time to a date. A time outside the years 1970 to 9999 becomes the nearest date in this range.
fn date(at: SystemTime) -> DateTime<Utc> {
    let latest = NaiveDate::from_ymd_opt(9999, 12, 31).unwrap_or_default();
    let latest = latest.and_time(NaiveTime::MIN).and_utc();
    let seconds = match at.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(since) => saturating_cast(since.as_secs()),
        Err(_) => 0,
    };
    DateTime::from_timestamp(seconds, 0).map_or(latest, |date| date.min(latest))
}

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
