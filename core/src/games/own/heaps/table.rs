//! Tabulates Grundy values of heaps in ascending order, each computed from those of smaller heaps, at eight bytes per
//! heap.
//!
//! The script's state also stores the values and computes further ones by itself, many per call. If a heap has an
//! option that is not smaller, or if the script fails, the table ends; the search of pieces then takes over and reports
//! the error.

use crate::games::own::script::Script;
use crate::games::own::{disk, lua::Failure};
use crate::rules::{Limits, Stop};
use crate::tr;

/// The approximate number of instructions to spend in one call, far below the maximum for a call.
const INSTRUCTIONS: u64 = 4_000_000;
/// The maximum number of heaps in one call.
const MOST_AT_ONCE: usize = 4_096;
/// The memory that a heap takes in the script's state, in bytes.
const STATE_BYTES: u64 = 40;
/// A table that is to hold at least this many heaps is loaded from disk if possible. A table that has grown by at least
/// this many heaps is stored on disk, and the script's idle states are dropped; after a small step they are kept, because
/// the next step would have to hand them all values again.
const LARGE: usize = 50_000;

/// The Grundy value of a heap, and the length of its longest play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::own) struct HeapValue {
    pub grundy: u32,
    pub height: u32,
}

impl HeapValue {
    const BYTES: usize = 8;

    /// The value as bytes, on disk and in the script's state.
    pub fn to_bytes(self) -> [u8; HeapValue::BYTES] {
        (u64::from(self.grundy) | u64::from(self.height) << 32).to_le_bytes()
    }

    /// The values in a sequence of bytes.
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
    /// Whether the next heap could not be computed.
    is_stuck: bool,
}

impl HeapTable {
    pub fn len(&self) -> usize {
        self.found.len()
    }

    pub fn get(&self, heap: i32) -> Option<HeapValue> {
        self.found.get(usize::try_from(heap).ok()?).copied()
    }

    /// Extends the table up to a heap, or until a heap cannot be computed.
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
        // No script contains the separator character.
        let name = || [script.source.text.as_ref(), "\0", &script.params_text()].concat();
        if wanted >= LARGE && self.found.len() < LARGE {
            let stored = disk::load(&name());
            if stored.len() > self.found.len() {
                self.found = stored;
            }
        }
        let before = self.found.len();
        let done = self.extend(script, wanted, limits);
        if self.found.len() >= before + LARGE {
            disk::store(&name(), &self.found);
        }
        done
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ScriptText;

    #[test]
    fn small_steps_keep_the_values_in_the_state() {
        let source = ScriptText {
            name: "halves".to_owned(),
            file: "halves.lua".to_owned(),
            text: "START = {1} function options(n) return n > 0 and {{n // 2}} or {} end".into(),
        };
        let limits = Limits::default();
        let script = Script::read(&source, &[], &limits).unwrap();
        let mut table = HeapTable::default();
        for (heap, is_kept) in [(LARGE, false), (LARGE + 1, true), (LARGE + 2, true)] {
            table.reach(&script, heap as i32, &limits).unwrap();
            assert_eq!(script.has_idle_states(), is_kept, "{heap}");
        }
    }
}
