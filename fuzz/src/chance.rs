//! Generates random inputs by damaging the inputs in a corpus.

use std::path::Path;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// The maximum length of an input, in bytes.
const LONGEST: usize = 4096;
/// Fragments of the formats under test.
const WORDS: [&str; 32] = [
    ":",
    "/",
    ",",
    "+",
    "-",
    ">",
    "..",
    "misere ",
    "normal ",
    "nim:",
    "star:",
    "row:",
    "rings/",
    "token/",
    "octal/0.",
    "0",
    "1",
    "9223372036854775807",
    "9223372036854775808",
    "-1",
    "1e9",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\u001b",
    "null",
    "\"moves\":",
    "\"start\":",
    "\u{202e}",
    "\n",
];

/// The corpus of a target, followed by an endless stream of damaged copies.
pub struct Inputs {
    corpus: Vec<Vec<u8>>,
    given: usize,
    rng: StdRng,
}

impl Inputs {
    /// Reads the corpus from the files in a folder.
    #[must_use]
    pub fn new(folder: &Path, seed: u64) -> Inputs {
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|f| f.path())
            .collect();
        files.sort();
        let corpus = files
            .into_iter()
            .filter_map(|f| std::fs::read(f).ok())
            .collect();
        Inputs {
            corpus,
            given: 0,
            rng: StdRng::seed_from_u64(seed),
        }
    }

    /// Returns the number of inputs in the corpus.
    #[must_use]
    pub fn known(&self) -> usize {
        self.corpus.len()
    }

    /// Returns the next input, padded with random bytes to the maximum length.
    pub fn next_long(&mut self) -> Vec<u8> {
        let mut input = self.next();
        while input.len() < LONGEST {
            input.push(self.rng.random());
        }
        input
    }

    /// Returns the next input: first each input in the corpus, then damaged copies.
    pub fn next(&mut self) -> Vec<u8> {
        self.given += 1;
        if let Some(input) = self.corpus.get(self.given - 1) {
            return input.clone();
        }
        let mut input = self.pick();
        for _ in 0..self.rng.random_range(1..8) {
            self.damage(&mut input);
        }
        input.truncate(LONGEST);
        input
    }

    fn pick(&mut self) -> Vec<u8> {
        match self.corpus.len() {
            0 => Vec::new(),
            n => self.corpus[self.rng.random_range(0..n)].clone(),
        }
    }

    fn damage(&mut self, input: &mut Vec<u8>) {
        let at = self.rng.random_range(0..=input.len());
        let to = (at + self.rng.random_range(0..16)).min(input.len());
        match self.rng.random_range(0..7) {
            0 if at < input.len() => input[at] ^= 1 << self.rng.random_range(0..8),
            1 if at < input.len() => input[at] = self.rng.random(),
            2 => drop(input.drain(at..to)),
            3 => {
                let piece = input[at..to].to_vec();
                input.splice(at..at, piece);
            }
            4 => {
                let word = WORDS[self.rng.random_range(0..WORDS.len())];
                input.splice(at..at, word.bytes());
            }
            5 => {
                let other = self.pick();
                let from = self.rng.random_range(0..=other.len());
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
            _ => {
                let digit = self.rng.random_range(b'0'..=b'9');
                input.insert(at, digit);
            }
        }
    }
}
