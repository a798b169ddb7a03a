//! Stores the values of heaps between runs, in the folder set by [`set_cache_folder`]. Each file holds a script with
//! its parameters, the values of its heaps, and a checksum. Damaged or unrelated files are ignored.

use std::fs;
use std::hash::BuildHasher;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;

use rustc_hash::FxBuildHasher;

use super::table::HeapValue;

/// The first bytes of a file, including the version of the format.
const HEAD: &[u8] = b"nimatron heap values 1\n";
const ENDING: &str = "values";
/// The maximum total size of all files, in bytes. If a new file would exceed this limit, the oldest files are removed.
const MOST_BYTES: u64 = 256 << 20;

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Sets the folder for storing heap values between runs. Without a folder, they are recomputed in every run.
pub fn set_cache_folder(folder: PathBuf) {
    // The program sets the folder once, before it computes anything.
    let _ = FOLDER.set(folder);
}

fn hashed(bytes: &[u8]) -> u64 {
    FxBuildHasher.hash_one(bytes)
}

fn path(folder: &Path, script: &str) -> PathBuf {
    folder.join(format!("{:016x}.{ENDING}", hashed(script.as_bytes())))
}

/// Loads the stored values of a script's heaps, from heap 0 on. Returns an empty list if the file is missing or
/// invalid, or if it holds more than `most` values.
pub(super) fn load(script: &str, most: u64) -> Vec<HeapValue> {
    let read = |folder: &PathBuf| {
        let path = path(folder, script);
        let others = HEAD.len() + script.len() + 16;
        let values = fs::metadata(&path).ok()?.len().checked_sub(others as u64)? / 8;
        (values <= most).then(|| fs::read(path).ok())?
    };
    let bytes = FOLDER.get().and_then(read);
    bytes
        .and_then(|bytes| decoded(&bytes, script))
        .unwrap_or_default()
}

pub(super) fn store(script: &str, values: &[HeapValue]) {
    if let Some(folder) = FOLDER.get() {
        // Failing to write the cache only costs time.
        let _ = write(folder, script, values);
    }
}

fn write(folder: &Path, script: &str, values: &[HeapValue]) -> std::io::Result<()> {
    let bytes = encoded(script, values);
    make_room(folder, bytes.len() as u64)?;
    let path = path(folder, script);
    // Several processes or threads may write at once, so each of them writes its own draft and then renames the draft.
    static DRAFTS: AtomicU32 = AtomicU32::new(0);
    let draft = DRAFTS.fetch_add(1, Ordering::Relaxed);
    let draft = path.with_extension(format!("{}-{draft}.draft", std::process::id()));
    let mut file = fs::File::create(&draft)?;
    let done = file
        .write_all(&bytes)
        .and_then(|()| fs::rename(&draft, &path));
    if done.is_err() {
        fs::remove_file(&draft)?;
    }
    done
}

fn encoded(script: &str, values: &[HeapValue]) -> Vec<u8> {
    let mut bytes = HEAD.to_vec();
    bytes.extend((script.len() as u64).to_le_bytes());
    bytes.extend(script.as_bytes());
    bytes.extend(values.iter().flat_map(|value| value.to_bytes()));
    let sum = hashed(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

fn decoded(bytes: &[u8], script: &str) -> Option<Vec<HeapValue>> {
    let (bytes, sum) = bytes.split_last_chunk::<8>()?;
    let (length, rest) = bytes.strip_prefix(HEAD)?.split_first_chunk::<8>()?;
    if hashed(bytes) != u64::from_le_bytes(*sum)
        || u64::from_le_bytes(*length) != script.len() as u64
    {
        return None;
    }
    let values = rest.strip_prefix(script.as_bytes())?;
    (values.len() % 8 == 0).then(|| HeapValue::all(values).collect())
}

fn make_room(folder: &Path, bytes: u64) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut files: Vec<(SystemTime, u64, PathBuf)> = fs::read_dir(folder)?
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let data = entry.metadata().ok()?;
            // Count drafts too, because a killed program leaves its draft behind.
            let is_ours = (entry.path().extension()).is_some_and(|e| e == ENDING || e == "draft");
            is_ours.then_some((data.modified().ok()?, data.len(), entry.path()))
        })
        .collect();
    files.sort_unstable();
    let mut all = bytes + files.iter().map(|(_, bytes, _)| bytes).sum::<u64>();
    for (_, bytes, path) in files {
        if all <= MOST_BYTES {
            break;
        }
        fs::remove_file(path)?;
        all -= bytes;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_back_and_torn_or_foreign_files_ignored() {
        let values: Vec<HeapValue> = (0..1000)
            .map(|n| HeapValue {
                grundy: n % 7,
                height: n,
            })
            .collect();
        let bytes = encoded("a script", &values);
        assert_eq!(decoded(&bytes, "a script"), Some(values));
        assert_eq!(decoded(&bytes, "b script"), None);
        assert_eq!(decoded(&bytes, "a"), None);
        for cut in [0, 8, 30, bytes.len() / 2, bytes.len() - 8, bytes.len() - 1] {
            assert_eq!(decoded(&bytes[..cut], "a script"), None, "{cut}");
        }
        for place in [0, 25, 40, 2000, bytes.len() - 1] {
            let mut torn = bytes.clone();
            torn[place] ^= 1;
            assert_eq!(decoded(&torn, "a script"), None, "{place}");
        }
    }
}
