//! What a script has answered, kept: a script that is asked once need not be asked again while that is held.

use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::engine;
use super::script::ScriptError;
use crate::rules::{Limits, defer_error, limits_of_work};

/// How long a script is waited for where there is no other way to stop it.
const PATIENCE: Duration = Duration::from_secs(2);

/// Does something without waiting for any script outside of work.
#[cfg(test)]
pub(super) fn without_waiting<T>(act: impl FnOnce() -> T) -> T {
    engine::answer_by(Some(Instant::now()));
    let found = act();
    engine::answer_by(None);
    found
}

/// How long a question that took too long is not put again, where there is no other way to stop it.
const PAUSE: Duration = Duration::from_secs(20);
/// The most bytes of answers that are kept.
const MOST_BYTES: usize = 32 << 20;

/// The answers to one kind of question: a fault of the script is an answer too.
pub(super) struct ScriptAnswers<K, V> {
    kept: Mutex<KeptAnswers<K, V>>,
    /// The bytes that a question and its answer take.
    weigh: fn(&K, &V) -> usize,
}

struct KeptAnswers<K, V> {
    answers: FxHashMap<K, Result<V, ScriptError>>,
    bytes: usize,
    /// The questions that took too long, and when that was found.
    late: FxHashMap<K, Instant>,
}

impl<K: Clone + Eq + Hash, V: Clone + Send> ScriptAnswers<K, V> {
    pub fn new(weigh: fn(&K, &V) -> usize) -> Self {
        let kept = KeptAnswers {
            answers: FxHashMap::default(),
            bytes: 0,
            late: FxHashMap::default(),
        };
        ScriptAnswers {
            kept: Mutex::new(kept),
            weigh,
        }
    }

    fn lock(&self) -> MutexGuard<'_, KeptAnswers<K, V>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn memory_used(&self) -> u64 {
        self.lock().bytes as u64
    }

    /// Keeps an answer; that the work was stopped is none. Where there are too many, all others go.
    fn keep(&self, key: &K, found: &Result<V, ScriptError>) {
        if is_stopped(found) {
            return;
        }
        let weight = 100 + found.as_ref().map_or(200, |found| (self.weigh)(key, found));
        let mut kept = self.lock();
        if kept.bytes + weight > MOST_BYTES {
            (kept.answers, kept.bytes) = (FxHashMap::default(), 0);
        }
        kept.late.remove(key);
        if kept.answers.insert(key.clone(), found.clone()).is_none() {
            kept.bytes += weight;
        }
    }

    /// The answer that is kept.
    pub fn known(&self, key: &K) -> Option<Result<V, ScriptError>> {
        self.lock().answers.get(key).cloned()
    }

    /// The answer that is kept, or what `ask` gives within these limits.
    pub fn within(
        &self,
        key: &K,
        limits: &Limits,
        ask: impl FnOnce(&Limits) -> Result<V, ScriptError>,
    ) -> Result<V, ScriptError> {
        if let Some(known) = self.known(key) {
            return known;
        }
        let found = ask(limits);
        self.keep(key, &found);
        found
    }

    /// The same for callers that cannot return an error. Within work it keeps that work's limits and defers the error;
    /// elsewhere the script gets little time, and is not asked again for a while.
    pub fn now(&self, key: &K, ask: impl FnOnce(&Limits) -> Result<V, ScriptError>) -> Option<V> {
        match limits_of_work() {
            Some(limits) => self
                .within(key, &limits, ask)
                .map_err(|error| defer_error(error.into()))
                .ok(),
            None => self.in_time(key, ask).ok(),
        }
    }

    /// The same where nothing else stops the work.
    pub fn in_time(
        &self,
        key: &K,
        ask: impl FnOnce(&Limits) -> Result<V, ScriptError>,
    ) -> Result<V, ScriptError> {
        let late = {
            let mut kept = self.lock();
            kept.late.retain(|_, since| since.elapsed() < PAUSE);
            kept.late.contains_key(key)
        };
        let found = self.within(
            key,
            &engine::waiting(if late { Duration::ZERO } else { PATIENCE }),
            ask,
        );
        // Under a deadline it may not even have been asked.
        if is_stopped(&found) && !late && !engine::is_ended() && !engine::has_deadline() {
            self.lock().late.insert(key.clone(), Instant::now());
        }
        found
    }
}

fn is_stopped<V>(found: &Result<V, ScriptError>) -> bool {
    matches!(found, Err(ScriptError::Stopped(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answers_that_are_kept_are_counted() {
        let answers = ScriptAnswers::new(|_, answer: &Vec<u8>| answer.len());
        assert_eq!(answers.memory_used(), 0);
        let asked = |_: &Limits| Ok(vec![0; 5000]);
        answers.within(&1, &Limits::default(), asked).unwrap();
        assert!(answers.memory_used() >= 5000);
    }
}
