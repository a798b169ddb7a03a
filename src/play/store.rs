//! Where saved games live, and the match that was last being played.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::record::{self, Loaded, RecordError};
use super::{Match, MatchResult, Participant};
use crate::rules::{Library, Site};

/// The variable that names the folder of saved games.
pub const VARIABLE: &str = "NIMATRON_SAVES";

/// The name of the match that was last being played.
const CONTINUE: &str = "continue.json";

/// The longest file name, in bytes, without its ending.
const LONGEST_NAME: usize = 100;

/// Why something could not be stored or found again.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The platform gives no folder for data.
    #[error("there is no home folder to keep saved games in; name a folder with --saves DIR or ${VARIABLE}")]
    NoHome,
    /// The folder cannot be made or listed.
    #[error("the folder {}: {error}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the file system says.
        error: io::Error,
    },
    /// The name would not do as a file name everywhere.
    #[error("{name:?} cannot be a file name: {why}")]
    Name {
        /// The name as it was given.
        name: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// There is a saved game of that name, and it was not asked to be replaced.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    /// The file cannot be written.
    #[error("{} cannot be written: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the file system says.
        error: io::Error,
    },
    /// A saved game cannot be read.
    #[error("{} {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<RecordError>,
    },
    /// No match has been left unfinished yet.
    #[error("no match has been played yet")]
    NothingToContinue,
}

/// What a list of saved games says of one that reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The game's name.
    pub game: &'static str,
    /// The position at the cursor.
    pub id: String,
    /// How many moves the line has.
    pub moves: usize,
    /// How many of them are on the board.
    pub cursor: usize,
    /// Where the last of these was.
    pub last: Vec<Site>,
    /// Who plays, the first player first.
    pub participants: [Participant; 2],
    /// How it ended, if it is over at the cursor.
    pub result: Option<MatchResult>,
}

/// A file of the list of saved games.
#[derive(Debug)]
pub struct Save {
    /// The file's name without its ending.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// When it was saved, or else when the file was last written (RFC 3339).
    pub saved: String,
    /// What is in it, or what is wrong with it.
    pub summary: Result<Summary, RecordError>,
}

/// The folders of saved games and of what the program remembers.
#[derive(Clone, Debug)]
pub struct Store {
    saves: PathBuf,
    state: Option<PathBuf>,
    data: Option<PathBuf>,
}

impl Store {
    /// The store whose games are in `saves`; else where `$NIMATRON_SAVES` says; else in `saves/` of the checkout of
    /// this project that the program is run from; else in the platform's data folder.
    ///
    /// # Errors
    /// [`StoreError::NoHome`] where none of these is known.
    pub fn locate(saves: Option<&Path>) -> Result<Store, StoreError> {
        let strategy = choose_native_strategy(AppStrategyArgs {
            top_level_domain: String::new(),
            author: String::new(),
            app_name: "nimatron".to_owned(),
        })
        .ok();
        let state = strategy.as_ref().map(|s| s.state_dir().unwrap_or_else(|| s.data_dir()));
        let data = strategy.as_ref().map(AppStrategy::data_dir);
        let saves = (saves.map(Path::to_path_buf))
            .or_else(|| env::var_os(VARIABLE).filter(|v| !v.is_empty()).map(PathBuf::from))
            .or_else(|| checkout(&env::current_dir().ok()?).map(|root| root.join("saves")))
            .or_else(|| data.as_ref().map(|folder| folder.join("saves")))
            .ok_or(StoreError::NoHome)?;
        Ok(Store { saves, state, data })
    }

    /// A store in these folders: saved games, and what the program remembers (nothing without one).
    #[must_use]
    pub fn at(saves: PathBuf, state: Option<PathBuf>) -> Store {
        Store { saves, data: state.clone(), state }
    }

    /// The folder of saved games.
    #[must_use]
    pub fn saves(&self) -> &Path {
        &self.saves
    }

    /// All saved games, the latest first; those that cannot be read are there with the reason.
    ///
    /// # Errors
    /// [`StoreError::Folder`]; a folder that is not there yet is an empty list.
    pub fn list(&self, library: &Library) -> Result<Vec<Save>, StoreError> {
        let fail = |error| StoreError::Folder { path: self.saves.clone(), error };
        let entries = match fs::read_dir(&self.saves) {
            Ok(entries) => entries,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(e) => return Err(fail(e)),
        };
        let mut found = Vec::new();
        for entry in entries {
            let path = entry.map_err(fail)?.path();
            let ending = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
            let name = path.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
            if !matches!(ending.as_deref(), Some("json" | "txt")) || name.starts_with('.') {
                continue;
            }
            let loaded = record::load(&path, library);
            let date = (loaded.as_ref().ok())
                .and_then(|l| OffsetDateTime::parse(l.saved.as_ref()?, &Rfc3339).ok())
                .or_else(|| fs::metadata(&path).and_then(|m| m.modified()).ok().map(OffsetDateTime::from))
                .unwrap_or(OffsetDateTime::UNIX_EPOCH);
            found.push((date, Save { name, saved: record::utc(date), summary: loaded.map(summary), path }));
        }
        found.sort_by(|(a, s), (b, t)| b.cmp(a).then_with(|| s.path.cmp(&t.path)));
        Ok(found.into_iter().map(|(_, save)| save).collect())
    }

    /// The file of that name among the saved games.
    ///
    /// # Errors
    /// [`StoreError::Name`] for what could not be a file's name on some system, or would leave the folder.
    pub fn path_of(&self, name: &str) -> Result<PathBuf, StoreError> {
        let name = name.trim();
        let stem = name.strip_suffix(".json").unwrap_or(name);
        match fault(stem) {
            None => Ok(self.saves.join(format!("{stem}.json"))),
            Some(why) => Err(StoreError::Name { name: name.to_owned(), why }),
        }
    }

    /// A name for saving this match that no saved game has yet, such as `star-2`.
    #[must_use]
    pub fn suggest(&self, game: &Match) -> String {
        let word = game.start().info().id;
        let free = |name: &String| !self.saves.join(format!("{name}.json")).exists();
        (1u64..).map(|n| format!("{word}-{n}")).find(free).unwrap_or_else(|| word.to_owned())
    }

    /// Saves a match under a name; replaces a saved game of that name only if asked to.
    ///
    /// # Errors
    /// [`StoreError::Name`], [`StoreError::Exists`], or what the file system says; what was there is then untouched.
    pub fn save(&self, game: &Match, name: &str, replace: bool) -> Result<PathBuf, StoreError> {
        let path = self.path_of(name)?;
        fs::create_dir_all(&self.saves)
            .map_err(|error| StoreError::Folder { path: self.saves.clone(), error })?;
        let done = if replace { record::save(game, &path) } else { record::save_new(game, &path) };
        match done {
            Ok(()) => Ok(path),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => Err(StoreError::Exists(path)),
            Err(error) => Err(StoreError::Write { path, error }),
        }
    }

    /// Reads a saved game.
    ///
    /// # Errors
    /// [`StoreError::Read`].
    pub fn load(path: &Path, library: &Library) -> Result<Loaded, StoreError> {
        record::load(path, library)
            .map_err(|error| StoreError::Read { path: path.to_path_buf(), error: Box::new(error) })
    }

    /// Keeps the match that is being played, for [`Store::last`].
    ///
    /// # Errors
    /// What the file system says; nothing is kept, and no error given, where there is no folder for it.
    pub fn keep(&self, game: &Match) -> Result<(), StoreError> {
        self.remember(CONTINUE, &record::to_json(game, &record::now()))
    }

    /// The match that was last being played.
    ///
    /// # Errors
    /// [`StoreError::NothingToContinue`], or [`StoreError::Read`].
    pub fn last(&self, library: &Library) -> Result<Loaded, StoreError> {
        let path = self.state.as_ref().ok_or(StoreError::NothingToContinue)?.join(CONTINUE);
        match record::load(&path, library) {
            Ok(loaded) => Ok(loaded),
            Err(RecordError::Io(e)) if e.kind() == io::ErrorKind::NotFound => {
                Err(StoreError::NothingToContinue)
            }
            Err(error) => Err(StoreError::Read { path, error: Box::new(error) }),
        }
    }

    /// A file of the data folder, where there is one.
    #[must_use]
    pub fn data_path(&self, name: &str) -> Option<PathBuf> {
        self.data.as_ref().map(|folder| folder.join(name))
    }

    /// The text of a file of the data folder; `None` where there is no such file.
    ///
    /// # Errors
    /// A file that cannot be read, is not text, or is too large.
    pub fn read_data(&self, name: &str) -> Result<Option<String>, StoreError> {
        let Some(path) = self.data_path(name) else { return Ok(None) };
        match record::read_text(&path) {
            Ok(text) => Ok(Some(text)),
            Err(RecordError::Io(e)) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StoreError::Read { path, error: Box::new(error) }),
        }
    }

    /// Writes a file of the data folder, all of it or nothing; does nothing where there is no such folder.
    ///
    /// # Errors
    /// What the file system says; what was there is then untouched.
    pub fn write_data(&self, name: &str, text: &str) -> Result<(), StoreError> {
        let Some(path) = self.data_path(name) else { return Ok(()) };
        if let Some(folder) = &self.data {
            fs::create_dir_all(folder).map_err(|error| StoreError::Folder { path: folder.clone(), error })?;
        }
        record::write(&path, text, true).map_err(|error| StoreError::Write { path, error })
    }

    /// Gives a file of the data folder another name, replacing what has it.
    ///
    /// # Errors
    /// What the file system says.
    pub fn set_aside(&self, name: &str, aside: &str) -> Result<(), StoreError> {
        match (self.data_path(name), self.data_path(aside)) {
            (Some(path), Some(aside)) => {
                fs::rename(&path, aside).map_err(|error| StoreError::Write { path, error })
            }
            _ => Ok(()),
        }
    }

    /// Writes a small file that the program remembers things by; does nothing where there is no folder for it.
    ///
    /// # Errors
    /// What the file system says.
    pub fn remember(&self, name: &str, text: &str) -> Result<(), StoreError> {
        let Some(folder) = &self.state else { return Ok(()) };
        fs::create_dir_all(folder).map_err(|error| StoreError::Folder { path: folder.clone(), error })?;
        let path = folder.join(name);
        record::write(&path, text, true).map_err(|error| StoreError::Write { path, error })
    }

    /// The text of a file that [`Store::remember`] wrote; `None` where there is none that can be read.
    #[must_use]
    pub fn recall(&self, name: &str) -> Option<String> {
        record::read_text(&self.state.as_ref()?.join(name)).ok()
    }
}

fn summary(loaded: Loaded) -> Summary {
    let table = loaded.game.table();
    Summary {
        game: table.info().name,
        id: table.id(),
        moves: loaded.game.moves().len(),
        cursor: loaded.game.cursor(),
        last: loaded.game.last_move().map_or(Vec::new(), |m| m.sites.clone()),
        participants: loaded.game.participants().clone(),
        result: loaded.game.result(),
    }
}

/// The root of the checkout of this project that a folder is in.
fn checkout(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|root| {
        let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap_or_default();
        manifest.lines().any(|line| line.replace(' ', "") == "name=\"nimatron\"")
            && root.join("saves").is_dir()
    })
}

/// Why a name would not do as a file name, on any system that the program may run on.
fn fault(stem: &str) -> Option<&'static str> {
    const RESERVED: [&str; 4] = ["CON", "PRN", "AUX", "NUL"];
    if stem.is_empty() {
        return Some("it is empty");
    }
    if stem.len() > LONGEST_NAME {
        return Some("it is longer than 100 bytes");
    }
    if stem.chars().any(|c| c.is_control() || "<>:\"/\\|?*".contains(c)) {
        return Some("it has a character that is not allowed in file names: one of < > : \" / \\ | ? *");
    }
    if stem.starts_with('.') || stem.ends_with(['.', ' ']) {
        return Some("it starts or ends with a dot or ends with a space");
    }
    let head = stem.split('.').next().unwrap_or(stem).trim_end().to_ascii_uppercase();
    let numbered = head.len() == 4
        && (head.starts_with("COM") || head.starts_with("LPT"))
        && head.ends_with(|c: char| c.is_ascii_digit());
    if RESERVED.contains(&head.as_str()) || numbered {
        return Some("some systems keep it for a device");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::play::PlayerKind;

    fn game(id: &str) -> Match {
        let table = games::open(id, &Library::default()).unwrap();
        let pair = Participant::pair([PlayerKind::Human; 2], table.info());
        Match::new(table, pair)
    }

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("saves"), Some(folder.path().join("state")));
        (folder, store)
    }

    #[test]
    fn saved_games_are_listed_with_the_broken_ones() {
        let (_folder, store) = store();
        let library = Library::default();
        assert!(store.list(&library).unwrap().is_empty());
        store.save(&game("star:1664"), "mine", false).unwrap();
        fs::write(store.saves().join("old.txt"), "# three rings\nstar:2088\n").unwrap();
        fs::write(store.saves().join("broken.json"), "{").unwrap();
        fs::write(store.saves().join("notes.md"), "not a game").unwrap();
        let list = store.list(&library).unwrap();
        let mut names: Vec<&str> = list.iter().map(|s| s.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["broken", "mine", "old"]);
        for save in &list {
            match (save.name.as_str(), &save.summary) {
                ("mine", Ok(s)) => assert_eq!((s.id.as_str(), s.game), ("star:1664", "Hexagram star")),
                ("old", Ok(s)) => assert_eq!(s.id, "star:2088"),
                ("broken", Err(RecordError::Json(_))) => {}
                (name, other) => panic!("{name}: {other:?}"),
            }
        }
    }

    #[test]
    fn nothing_is_replaced_unless_asked_to() {
        let (_folder, store) = store();
        let path = store.save(&game("star:1"), "a", false).unwrap();
        assert!(matches!(store.save(&game("star:2"), "a", false), Err(StoreError::Exists(_))));
        let read = |p: &Path| Store::load(p, &Library::default()).unwrap().game.table().id();
        assert_eq!(read(&path), "star:1");
        store.save(&game("star:2"), "a.json", true).unwrap();
        assert_eq!(read(&path), "star:2");
        assert_eq!(fs::read_dir(store.saves()).unwrap().count(), 1);
    }

    #[test]
    fn names_stay_inside_the_folder_and_are_fit_for_every_system() {
        let (_folder, store) = store();
        let long = "x".repeat(101);
        let bad = [
            "", " ", ".", "..", "../x", "a/b", "a\\b", "c:x", "nul", "COM1", "lpt9.old", "a\nb", "a.", &long,
        ];
        for name in bad {
            assert!(matches!(store.path_of(name), Err(StoreError::Name { .. })), "{name:?}");
        }
        for name in ["a", "Mein Spiel 3", "ß-é", "communism", "a.b"] {
            assert_eq!(store.path_of(name).unwrap(), store.saves().join(format!("{name}.json")));
        }
        assert_eq!(store.suggest(&game("star:1")), "star-1");
        store.save(&game("star:1"), "star-1", false).unwrap();
        assert_eq!(store.suggest(&game("star:1")), "star-2");
    }

    #[test]
    fn the_last_match_is_kept() {
        let (_folder, store) = store();
        let library = Library::default();
        assert!(matches!(store.last(&library), Err(StoreError::NothingToContinue)));
        let mut game = game("star:1664");
        game.play("7").unwrap();
        store.keep(&game).unwrap();
        assert_eq!(store.last(&library).unwrap().game.table().id(), "star:1536");
        assert_eq!(store.recall("lesson"), None);
        store.remember("lesson", "done").unwrap();
        assert_eq!(store.recall("lesson").as_deref(), Some("done"));
        let homeless = Store::at(store.saves().to_path_buf(), None);
        homeless.keep(&game).unwrap();
        assert!(matches!(homeless.last(&library), Err(StoreError::NothingToContinue)));
    }

    #[test]
    fn a_checkout_is_found_from_inside() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("src/deep");
        fs::create_dir_all(&inner).unwrap();
        fs::create_dir_all(folder.path().join("saves")).unwrap();
        assert_eq!(checkout(&inner), None);
        fs::write(folder.path().join("Cargo.toml"), "[package]\nname = \"nimatron\"\n").unwrap();
        assert_eq!(checkout(&inner), Some(folder.path()));
    }
}
