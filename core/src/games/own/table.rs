//! Tabulates Grundy values of heaps in ascending order. Each value is computed from the values of smaller heaps.
//!
//! The table ends before the first heap that has an option of its own size or larger, or on which the script fails.
//! Heaps beyond the table are solved by [`Components`](super::components::Components), which also reports the error if
//! the script fails.

use super::disk;
use super::lua::Failure;
use super::script::Script;
use crate::rules::{Limits, Stop};
use crate::tr;

/// The approximate number of instructions to spend in one call, far below the maximum for a call.
const INSTRUCTIONS: u64 = 4_000_000;
const MOST_AT_ONCE: usize = 4_096;
/// The memory that a heap takes in the script's state, in bytes.
const STATE_BYTES: u64 = 40;
/// A call that extends the table by at least this many heaps drops the script's idle states afterwards. After a smaller
/// extension the states are kept, so that the next call need not load all values into new states.
const LARGE: usize = 50_000;
/// The number of instructions, about 0.1 s of work, after which the table on disk is loaded.
const WORTH_LOADING: u64 = 1_000_000;
/// The number of instructions, about a second of work, after which the table is stored on disk.
const WORTH_STORING: u64 = 10_000_000;
/// The number of instructions counted for each heap in addition to those of the script.
const WORK_OF_HEAP: u64 = 20;

/// The Grundy value of a heap, and the number of moves in its longest line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HeapValue {
    pub grundy: u32,
    pub height: u32,
}

impl HeapValue {
    const BYTES: usize = 8;

    pub fn to_bytes(self) -> [u8; HeapValue::BYTES] {
        (u64::from(self.grundy) | u64::from(self.height) << 32).to_le_bytes()
    }

    pub fn all(bytes: &[u8]) -> impl Iterator<Item = HeapValue> {
        let (chunks, _) = bytes.as_chunks::<{ HeapValue::BYTES }>();
        chunks.iter().map(|chunk| {
            let both = u64::from_le_bytes(*chunk);
            HeapValue {
                grundy: both as u32,
                height: (both >> 32) as u32,
            }
        })
    }
}

#[derive(Default)]
pub(super) struct HeapTable {
    found: Vec<HeapValue>,
    is_stuck: bool,
    is_loaded: bool,
    /// The number of instructions since the table was last stored.
    unstored: u64,
}

impl HeapTable {
    pub fn len(&self) -> usize {
        self.found.len()
    }

    pub fn get(&self, heap: i32) -> Option<HeapValue> {
        self.found.get(usize::try_from(heap).ok()?).copied()
    }

    /// Extends the table up to a heap, or until the value of a heap cannot be computed.
    pub fn reach(&mut self, script: &Script, heap: i32, limits: &Limits) -> Result<(), Stop> {
        let wanted = usize::try_from(heap).unwrap_or(0) + 1;
        if self.found.len() >= wanted || self.is_stuck {
            return Ok(());
        }
        let bytes = wanted as u64 * (size_of::<HeapValue>() as u64 + STATE_BYTES);
        if bytes > limits.memory() {
            return Err(Stop::not_proved(tr!(
                "the values of heaps up to {heap} take more than the memory given"
            )));
        }
        self.extend(script, wanted, limits)?;
        self.store(script, WORTH_STORING);
        Ok(())
    }

    /// Replaces the table with the one on disk if the stored table is longer and fits in memory.
    fn load(&mut self, script: &Script, limits: &Limits) {
        self.is_loaded = true;
        let most = limits.memory() / (size_of::<HeapValue>() as u64 + STATE_BYTES);
        let stored = disk::load(&name(script), most);
        if stored.len() > self.found.len() {
            self.found = stored;
            self.unstored = 0;
        }
    }

    fn store(&mut self, script: &Script, work: u64) {
        if self.unstored >= work {
            disk::store(&name(script), &self.found);
            self.unstored = 0;
        }
    }

    fn extend(&mut self, script: &Script, wanted: usize, limits: &Limits) -> Result<(), Stop> {
        let (mut at_once, before) = (16, self.found.len());
        while self.found.len() < wanted {
            limits.check()?;
            limits.progress(self.found.len() as u64, wanted as u64);
            let upto = wanted.min(self.found.len() + at_once);
            let asked = script.next_values(&self.found, upto, wanted, limits);
            let (values, instructions) = match asked {
                Ok(given) => given,
                Err(Failure::Stopped(stop)) => return Err(stop),
                Err(Failure::Fault(..)) => (Vec::new(), 0),
            };
            if values.is_empty() && at_once == 1 {
                self.is_stuck = true;
                return Ok(());
            }
            self.found.extend_from_slice(&values);
            self.unstored += instructions + WORK_OF_HEAP * values.len() as u64;
            if self.unstored >= WORTH_LOADING && !self.is_loaded {
                self.load(script, limits);
            }
            // Store the table from time to time, so that an interruption loses little work. Store a large table less
            // often, because it takes longer to write.
            self.store(script, WORTH_STORING + 4 * self.found.len() as u64);
            at_once = match instructions {
                _ if values.is_empty() => 1,
                0..INSTRUCTIONS => (2 * at_once).min(MOST_AT_ONCE),
                _ => (at_once / 2).max(1),
            };
        }
        if wanted >= before + LARGE {
            script.forget_states();
        }
        Ok(())
    }
}

fn name(script: &Script) -> String {
    // The separator is a character that does not occur in ordinary scripts.
    [script.source.text.as_ref(), "\0", &script.params_text()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ScriptText;

    fn halves(text: &str) -> Script {
        let source = ScriptText {
            name: "halves".to_owned(),
            file: "halves.lua".to_owned(),
            text: text.into(),
        };
        Script::read(&source, &[], &Limits::default()).unwrap()
    }

    #[test]
    fn small_steps_keep_the_values_in_the_state() {
        let limits = Limits::default();
        let script =
            halves("START = {1} function options(n) return n > 0 and {{n // 2}} or {} end");
        let mut table = HeapTable::default();
        for (heap, is_kept) in [(LARGE, false), (LARGE + 1, true), (LARGE + 2, true)] {
            table.reach(&script, heap as i32, &limits).unwrap();
            assert_eq!(script.has_idle_states(), is_kept, "{heap}");
        }
    }

    #[test]
    fn values_that_took_long_are_found_on_disk_again() {
        let folder = std::env::temp_dir().join(format!("nimatron-values-{}", std::process::id()));
        disk::set_cache_folder(folder.clone());
        let script =
            halves("START = {2} function options(n) return n > 1 and {{n // 3}} or {} end");
        let reach = |table: &mut HeapTable, heap: i32, limits: &Limits| {
            table.reach(&script, heap, limits).is_ok()
        };
        let (limits, calls) = (Limits::default(), std::sync::atomic::AtomicU32::new(0));
        let stopping = limits.clone().stopping(move || {
            let calls = calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            (calls > 2).then(|| "enough".to_owned())
        });
        let mut quick = HeapTable::default();
        assert!(reach(&mut quick, 50, &limits));
        assert_eq!(disk::load(&name(&script), u64::MAX), []);
        quick.unstored = 2 * WORTH_STORING;
        assert!(!reach(&mut quick, 100_000, &stopping));
        let stored = disk::load(&name(&script), u64::MAX);
        assert!((51..100_000).contains(&stored.len()));
        assert_eq!(stored, quick.found[..stored.len()]);
        assert_eq!(disk::load(&name(&script), 50), []);
        let mut again = HeapTable {
            unstored: WORTH_LOADING,
            ..HeapTable::default()
        };
        assert!(reach(&mut again, 1, &limits));
        assert_eq!(again.found, stored);
        let _ = std::fs::remove_dir_all(folder);
    }
}
