//! Reads and writes the files of saved games. Regular files are written atomically. Pipes and devices are used only if
//! the user names them.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{Draft, Loaded, RecordError, now, parse, parse_while};
use crate::play::Match;
use nimatron_core::rules::Library;
use nimatron_core::tr;

/// The maximum size, in bytes, of a saved game that the program reads or writes.
pub const LARGEST: u64 = 16 << 20;
const TEMPORARY: &str = ".nimatron-";
/// The age after which a temporary file counts as abandoned.
const FORGOTTEN: Duration = Duration::from_secs(3600);

/// A hash of a file's contents at the time when this program last read or wrote the file. The hash reveals changes by
/// other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen(u64);

impl Seen {
    pub fn from_text(text: &str) -> Seen {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        Seen(hasher.finish())
    }

    /// Hashes the current contents of a regular file; `None` if the file cannot be read as text.
    pub fn now(path: &Path) -> Option<Seen> {
        read_regular(path).ok().map(|text| Seen::from_text(&text))
    }
}

pub fn read_text(path: &Path) -> Result<String, RecordError> {
    read_text_up_to(path, LARGEST)
}

/// Reads a regular file; other files are rejected, because reading a pipe might block forever.
pub fn read_regular(path: &Path) -> Result<String, RecordError> {
    regular(path)?;
    read_text(path)
}

pub fn read_text_up_to(path: &Path, most: u64) -> Result<String, RecordError> {
    let file = File::open(path)?;
    if file.metadata()?.len() > most {
        return Err(RecordError::TooLarge(most));
    }
    let mut bytes = Vec::new();
    // A pipe or a device does not report its size, so limit the number of bytes.
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

/// Reads a match from a file. Replaying stops early when `go_on` returns false.
pub fn load_while(
    path: &Path,
    library: &Library,
    go_on: &dyn Fn() -> bool,
) -> Result<Loaded, RecordError> {
    let text = read_text(path)?;
    Ok(Loaded {
        seen: Some(Seen::from_text(&text)),
        ..parse_while(&text, library, go_on)?
    })
}

/// Reads a match from the contents of a file, which is either a saved game or a single ID.
pub fn load_text(bytes: Vec<u8>, library: &Library) -> Result<Loaded, RecordError> {
    parse(&text_of(bytes, LARGEST)?, library)
}

/// Checks that a file is regular, because reading a pipe might block forever. Returns [`RecordError::NotAFile`] if the
/// file is not regular, and [`RecordError::Io`] if the file cannot be examined.
pub fn regular(path: &Path) -> Result<(), RecordError> {
    if fs::metadata(path)?.is_file() {
        Ok(())
    } else {
        Err(RecordError::NotAFile)
    }
}

/// Writes a match to a file atomically; an existing file is replaced only if `replace` is set.
pub fn save(game: &Match, path: &Path, replace: bool) -> io::Result<Seen> {
    let text = Draft::new(game).to_json(&now())?;
    write(path, &text, replace).map(|()| Seen::from_text(&text))
}

/// Writes text of any length to a file. An existing regular file is replaced only when the whole text is on the disk.
/// Other existing files, such as pipes and devices, are written to directly.
pub fn write_out(path: &Path, text: &str) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => fs::write(path, text),
        _ => put(path, text, true),
    }
}

/// Writes text to a file atomically. The program must be able to read the file again, so text longer than [`LARGEST`]
/// bytes is an error. An existing file is replaced only if `replace` is set, and stays unchanged if writing fails.
pub fn write(path: &Path, text: &str, replace: bool) -> io::Result<()> {
    if text.len() as u64 > LARGEST {
        let what = tr!(
            "it would be larger than {largest} MiB, too large for a saved game",
            largest = LARGEST >> 20
        );
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    put(path, text, replace)
}

/// Writes text of any length through a temporary file in the same folder.
pub(in crate::play) fn put(path: &Path, text: &str, replace: bool) -> io::Result<()> {
    // Keep a symbolic link: replace its target.
    let path = &if replace {
        target(path)
    } else {
        path.to_path_buf()
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Give the file the default permissions of a new file, and keep its temporary path out of error messages.
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

/// Removes temporary files that interrupted saves left in a folder more than an hour ago.
pub(in crate::play) fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(TEMPORARY);
        let old = || {
            let data = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            SystemTime::now().duration_since(data.modified().ok()?).ok()
        };
        if ours && old().is_some_and(|age| age > FORGOTTEN) {
            // A temporary file that cannot be removed does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}
