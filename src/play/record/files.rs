//! Reading and writing the files of saved games: whole or not at all, and regular files only where nobody asked for
//! another kind by name.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{Draft, Loaded, RecordError, now, parse, parse_while};
use crate::play::Match;
use nimatron_core::rules::Library;

/// Larger saved games are neither read nor written, in bytes.
pub const LARGEST: u64 = 16 << 20;
/// How the temporary files begin that a save is written to first.
const TEMPORARY: &str = ".nimatron-";
/// The age at which a temporary file is abandoned.
const FORGOTTEN: Duration = Duration::from_secs(3600);

/// What a file held when it was last read or written here: tells whether another program has written it since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen(u64);

impl Seen {
    pub fn of(text: &str) -> Seen {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        Seen(hasher.finish())
    }

    /// Of a regular file as it is now; `None` where there is none that can be read.
    pub fn now(path: &Path) -> Option<Seen> {
        regular(path)
            .and_then(|()| read_text(path))
            .ok()
            .map(|text| Seen::of(&text))
    }
}

/// The text of a file that is at most [`LARGEST`] bytes.
///
/// Errors: [`RecordError::Io`], [`RecordError::TooLarge`] or [`RecordError::NotText`].
pub fn read_text(path: &Path) -> Result<String, RecordError> {
    read_text_up_to(path, LARGEST)
}

/// The text of a file that is at most so many bytes.
pub fn read_text_up_to(path: &Path, most: u64) -> Result<String, RecordError> {
    let file = File::open(path)?;
    if file.metadata()?.len() > most {
        return Err(RecordError::TooLarge(most));
    }
    let mut bytes = Vec::new();
    // What is not a plain file does not tell its size.
    file.take(most + 1).read_to_end(&mut bytes)?;
    text_of(bytes, most)
}

fn text_of(bytes: Vec<u8>, most: u64) -> Result<String, RecordError> {
    if bytes.len() as u64 > most {
        return Err(RecordError::TooLarge(most));
    }
    String::from_utf8(bytes).map_err(|e| RecordError::NotText(e.utf8_error().valid_up_to() + 1))
}

pub fn load(path: &Path, library: &Library) -> Result<Loaded, RecordError> {
    load_while(path, library, &|| true)
}

/// Reads a match from a file as long as `go_on` says so.
pub(in crate::play) fn load_while(
    path: &Path,
    library: &Library,
    go_on: &dyn Fn() -> bool,
) -> Result<Loaded, RecordError> {
    let text = read_text(path)?;
    Ok(Loaded {
        seen: Some(Seen::of(&text)),
        ..parse_while(&text, library, go_on)?
    })
}

/// Reads a match from text that came from a file, be it a saved game or one ID.
pub fn load_text(bytes: Vec<u8>, library: &Library) -> Result<Loaded, RecordError> {
    parse(&text_of(bytes, LARGEST)?, library)
}

/// Refuses what is no regular file: a pipe would keep its reader waiting for ever.
///
/// Errors: [`RecordError::NotAFile`], or [`RecordError::Io`] where there is nothing.
pub fn regular(path: &Path) -> Result<(), RecordError> {
    if fs::metadata(path)?.is_file() {
        Ok(())
    } else {
        Err(RecordError::NotAFile)
    }
}

/// Writes a match to a file, all of it or nothing; `replace` an old one.
///
/// Errors: [`io::ErrorKind::AlreadyExists`] where there is a file that is not to be replaced, or as the file system
/// says.
pub fn save(game: &Match, path: &Path, replace: bool) -> io::Result<Seen> {
    let text = Draft::of(game).to_json(&now())?;
    write(path, &text, replace).map(|()| Seen::of(&text))
}

/// Writes a text of any length to a file: to a new one or in the place of an old one, only once all of it is on the disk.
/// What is there and no file, such as a pipe or a device, gets the text as it is.
pub fn write_out(path: &Path, text: &str) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => fs::write(path, text),
        _ => put(path, text, true),
    }
}

/// Writes a text that is to be read again to a file, all of it or nothing; `replace` an old one.
///
/// Errors: as the file system says, or [`io::ErrorKind::FileTooLarge`] for what could not be read again; the old file
/// is then still whole.
pub fn write(path: &Path, text: &str, replace: bool) -> io::Result<()> {
    if text.len() as u64 > LARGEST {
        let what = format!(
            "it would be larger than {} MiB, too large for a saved game",
            LARGEST >> 20
        );
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    put(path, text, replace)
}

/// Writes a text of any length by way of a temporary file in the same folder.
///
/// Errors: [`io::ErrorKind::AlreadyExists`] where there is a file that is not to be replaced, or as the file system
/// says.
pub(in crate::play) fn put(path: &Path, text: &str, replace: bool) -> io::Result<()> {
    // A link stays one: the file that it leads to is replaced.
    let path = &if replace {
        target(path)
    } else {
        path.to_path_buf()
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // A file as others are made: whom the platform lets read new ones may read it, and its errors name no path.
    let mut file = tempfile::Builder::new()
        .prefix(TEMPORARY)
        .make_in(folder, |path| File::create_new(path))?;
    file.write_all(text.as_bytes())?;
    if let Ok(old) = fs::metadata(path)
        && old.is_file()
    {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    let kept = if replace {
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    kept.map(drop).map_err(|e| e.error)
}

/// Where a chain of links ends, at the latest after a number of them.
fn target(path: &Path) -> PathBuf {
    let mut at = path.to_path_buf();
    for _ in 0..40 {
        let Ok(next) = fs::read_link(&at) else { break };
        at = at
            .parent()
            .map_or(next.clone(), |folder| folder.join(&next));
    }
    at
}

/// Removes what a save left in a folder that was killed long ago.
pub(in crate::play) fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(TEMPORARY);
        let old = || {
            let data = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            SystemTime::now().duration_since(data.modified().ok()?).ok()
        };
        if ours && old().is_some_and(|age| age > FORGOTTEN) {
            // Where it cannot be removed it does no harm either.
            let _ = fs::remove_file(entry.path());
        }
    }
}
