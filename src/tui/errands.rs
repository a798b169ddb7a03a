//! Small files that are written and read at once: the match under a name, the record of play, lessons, settings.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::effect::{Counted, Effect};
use super::event::Event;
use super::files::save;
use crate::play::history::{self, History};
use crate::play::record::Seen;
use crate::play::store::{Store, StoreError};
use crate::settings::edit;

/// The name under which the store remembers that the lesson was offered.
pub const LESSON: &str = "lesson";

/// The name under which the store remembers how far somebody has come in the lessons.
const PROGRESS: &str = "lessons";

/// Does what an effect wants of the small files; what the state is told of it.
pub fn run(
    effect: Effect,
    store: Option<&Store>,
    settings: Option<&Path>,
    seen: &mut HashMap<PathBuf, Seen>,
) -> Option<Event> {
    match effect {
        Effect::SaveSettings(changes) => {
            let saved = match settings {
                Some(path) => {
                    edit::save(path, &changes).map(|()| path.to_path_buf()).map_err(|e| e.to_string())
                }
                None => Err("there is no place for a settings file; name one with --config FILE".to_owned()),
            };
            return Some(Event::SettingsSaved(saved));
        }
        Effect::Rename(path, name) => {
            let renamed = Store::rename(&path, &name);
            if let (Ok(to), Some(held)) = (&renamed, seen.remove(&path)) {
                seen.insert(to.clone(), held);
            }
            return Some(Event::Renamed(path, renamed.map_err(|e| e.to_string())));
        }
        Effect::Delete(path) => {
            let deleted = Store::delete(&path).map_err(|e| e.to_string());
            return Some(Event::Deleted(path, deleted));
        }
        _ => {}
    }
    match (store, effect) {
        (Some(store), effect) => in_store(effect, store, seen),
        (None, Effect::Save(..)) => Some(Event::Saved(Err(StoreError::NoHome))),
        (None, Effect::Export(_)) => Some(Event::Exported(Err(StoreError::NoHome.to_string()))),
        (None, Effect::ReadRecord) => Some(Event::Recorded(history::today(), Ok(Box::default()))),
        (None, _) => None,
    }
}

/// What an effect wants of the store.
fn in_store(effect: Effect, store: &Store, seen: &mut HashMap<PathBuf, Seen>) -> Option<Event> {
    match effect {
        Effect::Suggest(game) => Some(Event::Suggested(store.suggest(&game))),
        Effect::Export(game) => {
            Some(Event::Exported(super::film::export(store, &game).map_err(|e| e.to_string())))
        }
        Effect::Save(game, to) => {
            let saved = save(store, &game, to, seen);
            if let Ok(file) = &saved {
                seen.insert(file.path.clone(), file.seen);
            }
            Some(Event::Saved(saved.map(|file| file.path)))
        }
        Effect::ReadLessons => store.recall(PROGRESS).map(Event::Lessons),
        Effect::KeepLessons(text) => {
            let _ = store.remember(PROGRESS, &text);
            None
        }
        Effect::Count(counted) => match History::change(store, |history| add(history, &counted)) {
            Ok(notice) => notice.map(Event::Notice),
            Err(error) => Some(Event::Notice(format!("The record of play is not written: {error}"))),
        },
        Effect::ReadRecord => Some(Event::Recorded(
            history::today(),
            History::load(store).map(Box::new).map_err(|e| e.to_string()),
        )),
        Effect::ForgetRecord => match store.write_data(history::FILE, &History::default().to_json()) {
            Ok(()) => None,
            Err(error) => Some(Event::Notice(error.to_string())),
        },
        Effect::LessonOffered => {
            // What is only a convenience is not worth a message.
            let _ = store.remember(LESSON, "offered\n");
            None
        }
        _ => None,
    }
}

/// Counts something in the record of play.
fn add(record: &mut History, counted: &Counted) {
    match *counted {
        Counted::Match(game, opponent, score) => record.add_match(game, opponent, score),
        Counted::Lesson(name) => record.add_lesson(name),
        Counted::Try { solved, first, daily } => record.add_try(&history::today(), solved, first, daily),
    }
}
