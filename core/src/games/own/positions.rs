//! Assigns numbers to positions, in the order in which they are first seen.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxBuildHasher;

/// Numbered positions. A position is a sequence of bytes: the player to move, then the cells.
pub(super) struct Positions {
    /// The number of bits per cell; `None` if cells are four-byte integers, which are packed as varints.
    pub bits: Option<u32>,
    keys: PackedKeys,
    index: HashTable<u32>,
    key: Vec<u8>,
}

#[derive(Default)]
struct PackedKeys {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl PackedKeys {
    fn get(&self, number: u32) -> &[u8] {
        let at = number as usize;
        let from = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[from as usize..self.ends[at] as usize]
    }
}

/// Writes a number as a zigzag varint.
fn write(cell: i32, bytes: &mut Vec<u8>) {
    let mut n = ((cell << 1) ^ (cell >> 31)) as u32;
    while n >= 0x80 {
        bytes.push(n as u8 | 0x80);
        n >>= 7;
    }
    bytes.push(n as u8);
}

fn hashed(bytes: &[u8]) -> u64 {
    FxBuildHasher.hash_one(bytes)
}

impl Positions {
    pub(super) fn memory_used(&self) -> u64 {
        let numbers = self.keys.ends.capacity() + self.index.capacity() * 5 / 4;
        (self.keys.bytes.capacity() + 4 * numbers) as u64
    }
}

impl Positions {
    pub fn new(bits: Option<u32>) -> Positions {
        Positions {
            bits,
            keys: PackedKeys::default(),
            index: HashTable::new(),
            key: Vec::new(),
        }
    }

    /// Returns the number of a position, adding the position if it is new.
    pub fn number(&mut self, at: &[u8]) -> u32 {
        let mut key = std::mem::take(&mut self.key);
        self.pack(at, &mut key);
        let Positions { keys, index, .. } = self;
        let is_same = |&number: &u32| keys.get(number) == key;
        let number = match index.entry(hashed(&key), is_same, |&n| hashed(keys.get(n))) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let number = keys.ends.len() as u32;
                new.insert(number);
                keys.bytes.extend_from_slice(&key);
                keys.ends.push(keys.bytes.len() as u32);
                number
            }
        };
        self.key = key;
        number
    }

    pub fn find(&self, at: &[u8]) -> Option<u32> {
        let mut key = Vec::new();
        self.pack(at, &mut key);
        let is_same = |&number: &u32| self.keys.get(number) == key;
        self.index.find(hashed(&key), is_same).copied()
    }

    pub fn get(&self, number: u32) -> Vec<u8> {
        self.unpack(self.keys.get(number))
    }

    /// Returns whether the total length of the keys has almost reached the limit of the four-byte offsets.
    pub fn is_full(&self) -> bool {
        // Leave room for the options of one position, which are numbered before the next check.
        self.keys.bytes.len() > u32::MAX as usize - (1 << 28)
    }

    fn pack(&self, at: &[u8], key: &mut Vec<u8>) {
        key.clear();
        let Some(bits) = self.bits else {
            key.extend_from_slice(&at[..1]);
            for cell in at[1..].chunks_exact(4) {
                write(
                    i32::from_le_bytes([cell[0], cell[1], cell[2], cell[3]]),
                    key,
                );
            }
            return;
        };
        // Pack two bits for the player, then the cells, then a 1 bit that marks their end.
        let mut word = u32::from(at[0]);
        let mut filled = 2;
        for (cell, bits) in at[1..].iter().map(|&cell| (cell, bits)).chain([(1, 1)]) {
            word |= u32::from(cell) << filled;
            filled += bits;
            while filled >= 8 {
                key.push(word as u8);
                word >>= 8;
                filled -= 8;
            }
        }
        if filled > 0 {
            key.push(word as u8);
        }
    }

    fn unpack(&self, key: &[u8]) -> Vec<u8> {
        let Some(bits) = self.bits else {
            let mut at = vec![key[0]];
            let (mut n, mut shift) = (0u32, 0);
            for &byte in &key[1..] {
                n |= u32::from(byte & 0x7f) << shift;
                if byte & 0x80 != 0 {
                    shift += 7;
                } else {
                    let cell = (n >> 1) as i32 ^ -((n & 1) as i32);
                    at.extend(cell.to_le_bytes());
                    (n, shift) = (0, 0);
                }
            }
            return at;
        };
        let last = key.last().map_or(0, |byte| 7 - byte.leading_zeros());
        let length = 8 * (key.len() as u32 - 1) + last;
        let mut at = vec![key[0] & 3];
        let mut word = u32::from(key[0]) >> 2;
        let (mut filled, mut next, mut left) = (6, 1, length - 2);
        while left > 0 {
            if filled < bits && next < key.len() {
                word |= u32::from(key[next]) << filled;
                filled += 8;
                next += 1;
            }
            at.push((word & ((1 << bits) - 1)) as u8);
            word >>= bits;
            filled = filled.saturating_sub(bits);
            left -= bits;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_unpack_to_what_was_packed() {
        for bits in 1..=6 {
            let positions = Positions::new(Some(bits));
            for length in 0..40u8 {
                let cells = (0..length).map(|i| i.wrapping_mul(37) & ((1 << bits) - 1));
                let at: Vec<u8> = [length % 3].into_iter().chain(cells).collect();
                let mut key = Vec::new();
                positions.pack(&at, &mut key);
                assert_eq!(positions.unpack(&key), at, "{bits} bits");
            }
        }
        let positions = Positions::new(None);
        let mut at = vec![2];
        for cell in [
            0,
            -1,
            1,
            63,
            -64,
            64,
            1_000_000_000,
            -1_000_000_000,
            i32::MIN,
        ] {
            at.extend(i32::to_le_bytes(cell));
        }
        let mut key = Vec::new();
        positions.pack(&at, &mut key);
        assert_eq!(positions.unpack(&key), at);
    }
}
