//! Resolves the key bindings in effect: the defaults with the changes of the settings file.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::key::{Key, KeyCode};
use super::layout::Layout;
use super::table::{Action, KEY_LINES, KeyContext, KeyLine};
use crate::settings::KeyChanges;

/// Actions bound in at least this many contexts are listed under `everywhere`.
const MANY: usize = 5;

static COUNTS: LazyLock<BTreeMap<Action, BTreeSet<KeyContext>>> = LazyLock::new(|| {
    let mut counts: BTreeMap<Action, BTreeSet<KeyContext>> = BTreeMap::new();
    for line in KEY_LINES {
        for &action in line.actions {
            counts.entry(action).or_default().extend(line.places);
        }
    }
    counts
});

/// A section of the keys in the settings file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// All contexts of the action.
    Everywhere,
    /// One context; its section overrides `everywhere`.
    Only(KeyContext),
}

impl Section {
    /// The section's name in the settings file.
    pub fn word(self) -> &'static str {
        match self {
            Section::Everywhere => "everywhere",
            Section::Only(place) => place.word(),
        }
    }

    pub fn named(word: &str) -> Option<Section> {
        Section::all().find(|section| section.word() == word)
    }

    /// All sections: `everywhere`, then each context.
    pub fn all() -> impl Iterator<Item = Section> {
        std::iter::once(Section::Everywhere)
            .chain(KeyContext::ALL.iter().copied().map(Section::Only))
    }

    /// Returns whether the settings file lists an action in this section. An action with many contexts is listed under
    /// `everywhere`, any other action under each of its contexts.
    pub fn lists(self, action: Action) -> bool {
        let shared = KeyMap::places(action).count() >= MANY;
        match self {
            Section::Everywhere => shared,
            Section::Only(place) => !shared && KeyMap::places(action).any(|p| p == place),
        }
    }

    /// Returns whether the section applies to a context.
    pub fn reaches(self, place: KeyContext) -> bool {
        matches!(self, Section::Everywhere) || self == Section::Only(place)
    }
}

/// A key bound to two actions in one context.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{key} would mean both {} and {} at {}", .actions[0].word(), .actions[1].word(), .place.what())]
pub struct Conflict {
    pub place: KeyContext,
    pub key: Key,
    pub actions: [Action; 2],
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyMap {
    held: BTreeMap<(KeyContext, Action), Vec<Key>>,
    layout: Layout,
}

impl Default for KeyMap {
    fn default() -> KeyMap {
        let all = KeyContext::ALL
            .iter()
            .flat_map(|&place| actions_at(place).map(move |action| (place, action)));
        KeyMap {
            held: all
                .map(|(place, action)| ((place, action), default_keys(place, action)))
                .collect(),
            layout: Layout::default(),
        }
    }
}

pub fn actions_at(place: KeyContext) -> impl Iterator<Item = Action> {
    KEY_LINES
        .iter()
        .filter(move |line| line.places.contains(&place))
        .flat_map(|line| line.actions.iter().copied())
}

fn default_keys(place: KeyContext, action: Action) -> Vec<Key> {
    // A test checks that all of these names are keys.
    let keys = action
        .default_keys()
        .iter()
        .filter_map(|name| name.parse::<Key>().ok());
    keys.filter(|&key| fits(place, action, key)).collect()
}

/// Returns whether a key that is bound for all contexts applies in one context: characters do not act while text is
/// typed, nor do they quit the program during a question.
fn fits(place: KeyContext, action: Action, key: Key) -> bool {
    match place {
        KeyContext::Text => !key.types(),
        KeyContext::Question => action != Action::Quit || !key.types(),
        _ => true,
    }
}

impl KeyMap {
    /// Returns the default keys with changes for some actions. A change under `everywhere` applies to all contexts
    /// without an entry of their own, except that a context in which none of the new keys may be used keeps its default
    /// keys.
    ///
    /// # Errors
    ///
    /// Returns [`Conflict`] if a key would have two meanings.
    pub fn changed(changes: &KeyChanges) -> Result<KeyMap, Conflict> {
        let mut map = KeyMap::default();
        // `Everywhere` is first in this order, so later entries for single contexts override it.
        for ((section, action), (keys, _)) in changes {
            for ((place, there), held) in &mut map.held {
                if there == action && section.reaches(*place) {
                    held.clone_from(keys);
                    if *section == Section::Everywhere {
                        held.retain(|&key| fits(*place, *action, key));
                        if held.is_empty() && !keys.is_empty() {
                            *held = default_keys(*place, *action);
                        }
                    }
                }
            }
        }
        map.conflict().map_or(Ok(map), Err)
    }

    pub fn places(action: Action) -> impl Iterator<Item = KeyContext> {
        COUNTS.get(&action).into_iter().flatten().copied()
    }

    /// Finds a key bound to two actions in one context, if any.
    pub fn conflict(&self) -> Option<Conflict> {
        let mut seen: BTreeMap<(KeyContext, String), Action> = BTreeMap::new();
        for ((place, action), keys) in &self.held {
            for &key in keys {
                let before = seen.insert((*place, key.to_string()), *action);
                if let Some(before) = before.filter(|before| before != action) {
                    return Some(Conflict {
                        place: *place,
                        key,
                        actions: [before, *action],
                    });
                }
            }
        }
        None
    }

    /// Sets the layout, whose letters stand for the Latin letters in the same positions.
    pub fn set_layout(&mut self, layout: Layout) {
        self.layout = layout;
    }

    /// The action of a key in a context; `None` if the key has no action there or is typed into a line of text. A
    /// shifted key without its own binding counts as unshifted, and a letter of the keyboard's layout counts as the
    /// Latin letter in its position.
    pub fn action(&self, place: KeyContext, key: Key) -> Option<Action> {
        let find =
            |key: Key| actions_at(place).find(|&action| self.keys(place, action).contains(&key));
        if place == KeyContext::Text && key.types() {
            return None;
        }
        let shifted = || {
            find(Key {
                shift: false,
                ..key
            })
            .filter(|_| key.shift)
        };
        find(key)
            .or_else(shifted)
            .or_else(|| find(self.layout.latin(key)?))
    }

    pub fn keys(&self, place: KeyContext, action: Action) -> &[Key] {
        self.held.get(&(place, action)).map_or(&[], Vec::as_slice)
    }

    /// The name of an action's first key in a context, for use in messages; the action's name in parentheses if it has
    /// no key.
    pub fn name(&self, place: KeyContext, action: Action) -> String {
        self.keys(place, action)
            .first()
            .map_or_else(|| format!("({})", action.word()), Key::to_string)
    }

    /// Replaces action names in `text` by their keys: `<undo> takes back` becomes `u takes back`. If an action does not
    /// exist in the context, its key in another context is used, preferably its key at the table.
    pub fn fill(&self, place: KeyContext, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('<') {
            filled.push_str(before);
            match after
                .split_once('>')
                .and_then(|(word, end)| Some((Action::named(word)?, end)))
            {
                Some((action, end)) => {
                    let counts = |&p: &KeyContext| self.held.contains_key(&(p, action));
                    let at = [place, KeyContext::Table]
                        .into_iter()
                        .chain(KeyContext::ALL.iter().copied())
                        .find(counts);
                    filled.push_str(&self.name(at.unwrap_or(place), action));
                    rest = end;
                }
                None => {
                    filled.push('<');
                    rest = after;
                }
            }
        }
        filled + rest
    }

    /// The names of the first keys of some actions in a context; empty if these actions have no keys.
    pub fn names(&self, place: KeyContext, actions: &[Action]) -> String {
        self.nth_names(place, actions, 0)
    }

    fn nth_names(&self, place: KeyContext, actions: &[Action], n: usize) -> String {
        let keys = actions
            .iter()
            .filter_map(|&action| self.keys(place, action).get(n).copied());
        joined(&keys.collect::<Vec<_>>())
    }

    pub fn bar(&self, place: KeyContext) -> impl Iterator<Item = &'static KeyLine> {
        KEY_LINES
            .iter()
            .filter(move |line| line.places.contains(&place) && !line.short.is_empty())
    }

    /// The keys available in one context, with their descriptions.
    pub fn help_in(&self, context: KeyContext) -> Vec<(String, String)> {
        let mut told: Vec<(String, String)> = Vec::new();
        for line in KEY_LINES
            .iter()
            .filter(|line| line.places.contains(&context))
        {
            let text = if line.long.is_empty() {
                line.what_at(context)
            } else {
                line.long
            };
            // A line without a description lists only synonyms of keys in other lines.
            let entry = self.entry(context, line, text).filter(|_| !text.is_empty());
            told.extend(entry.filter(|(label, _)| told.iter().all(|(other, _)| other != label)));
        }
        told
    }

    /// The entries of the help page: keys with their descriptions. The keys are those of the table if the action exists
    /// there, otherwise those of the first context of the action.
    pub fn help(&self) -> Vec<(String, String)> {
        let lines = KEY_LINES.iter().filter(|line| !line.long.is_empty());
        let entry = |line: &KeyLine| {
            let table = line
                .places
                .iter()
                .find(|&&place| place == KeyContext::Table);
            self.entry(*table.or(line.places.first())?, line, line.long)
        };
        lines.filter_map(entry).collect()
    }

    /// The keys of a line in a context, with their description and synonymous keys; `None` if the line has no key.
    fn entry(&self, place: KeyContext, line: &KeyLine, text: &str) -> Option<(String, String)> {
        let of =
            |n: usize| Some(self.nth_names(place, line.actions, n)).filter(|name| !name.is_empty());
        let others: Vec<String> = (1..).map_while(of).collect();
        let also = if others.is_empty() {
            String::new()
        } else {
            format!(" (also {})", others.join(" or "))
        };
        Some((of(0)?, format!("{text}{also}")))
    }
}

/// Joins key names, as in `arrows`, `hjkl` or `pgup pgdn`.
fn joined(keys: &[Key]) -> String {
    const ARROWS: [KeyCode; 4] = [KeyCode::Left, KeyCode::Down, KeyCode::Up, KeyCode::Right];
    if keys.iter().map(|key| key.code).eq(ARROWS)
        && keys.iter().all(|&key| key == Key::plain(key.code))
    {
        return "arrows".to_owned();
    }
    let names: Vec<String> = keys.iter().map(Key::to_string).collect();
    let letters = names.len() == ARROWS.len() && names.iter().all(|name| name.chars().count() == 1);
    names.join(if letters { "" } else { " " })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Origin;

    fn key(name: &str) -> Key {
        name.parse().unwrap()
    }

    fn changed(all: &[(Section, Action, &[&str])]) -> Result<KeyMap, Conflict> {
        let keys = |names: &[&str]| names.iter().map(|name| key(name)).collect();
        KeyMap::changed(
            &all.iter()
                .map(|(s, a, names)| ((*s, *a), (keys(names), Origin::Page)))
                .collect(),
        )
    }

    #[test]
    fn the_default_keys_mean_one_thing_at_each_place_and_every_action_has_one() {
        let map = KeyMap::default();
        assert_eq!(map.conflict(), None);
        for &action in Action::ALL {
            assert!(
                KeyContext::ALL
                    .iter()
                    .any(|&p| actions_at(p).any(|a| a == action)),
                "{action:?} counts nowhere"
            );
            for name in action.default_keys() {
                assert_eq!(&key(name).to_string(), name);
            }
        }
        for ((place, action), keys) in &map.held {
            assert!(!keys.is_empty(), "{action:?} at {place:?}");
            for &pressed in keys {
                assert_eq!(map.action(*place, pressed), Some(*action));
            }
        }
    }

    #[test]
    fn words_name_one_place_and_one_action_each() {
        for &action in Action::ALL {
            assert_eq!(Action::named(action.word()), Some(action));
            assert!(!action.what().is_empty());
        }
        for &place in KeyContext::ALL {
            assert_eq!(Section::named(place.word()), Some(Section::Only(place)));
        }
        assert_eq!(Section::named("everywhere"), Some(Section::Everywhere));
    }

    #[test]
    fn shifted_letters_are_keys_of_their_own_and_other_shifted_keys_are_not() {
        let map = KeyMap::default();
        let press = |name| map.action(KeyContext::Table, key(name));
        assert_eq!(press("u"), Some(Action::Undo));
        assert_eq!(press("U"), Some(Action::UndoToWin));
        assert_eq!(press("ctrl-u"), None);
        assert_eq!(press("ctrl-c"), Some(Action::Quit));
        assert_eq!(press("shift-left"), Some(Action::Left));
        assert_eq!(map.action(KeyContext::Text, key("q")), None);
        assert_eq!(
            map.action(KeyContext::Text, key("ctrl-c")),
            Some(Action::Quit)
        );
    }

    #[test]
    fn texts_tell_the_keys_that_hold() {
        let map =
            changed(&[(Section::Only(KeyContext::Table), Action::Undo, &["ctrl-u"])]).unwrap();
        assert_eq!(
            map.fill(KeyContext::Table, "a<b, <undo> takes back, <x> <"),
            "a<b, ctrl-u takes back, <x> <"
        );
        assert_eq!(
            map.fill(KeyContext::Lesson, "<undo>, <save>, <try>"),
            "u, s, <try>"
        );
    }

    #[test]
    fn labels_tell_the_keys_that_hold() {
        let ways = Action::WAYS;
        let map = KeyMap::default();
        assert_eq!(map.names(KeyContext::Table, ways), "arrows");
        assert_eq!(map.nth_names(KeyContext::Table, ways, 1), "hjkl");
        let map = changed(&[
            (Section::Everywhere, Action::Left, &["a", "left"]),
            (Section::Everywhere, Action::Right, &["ctrl-f", "right"]),
            (Section::Everywhere, Action::Down, &["ctrl-n", "down"]),
            (Section::Everywhere, Action::Up, &["ctrl-w", "up"]),
            (Section::Only(KeyContext::Table), Action::Save, &["S"]),
            (Section::Only(KeyContext::Table), Action::Review, &[]),
            (Section::Only(KeyContext::Home), Action::Atlas, &["B"]),
            (Section::Everywhere, Action::SaveFirst, &["S"]),
        ])
        .unwrap();
        assert_eq!(map.names(KeyContext::Table, ways), "a ctrl-n ctrl-w ctrl-f");
        assert_eq!(map.nth_names(KeyContext::Table, ways, 1), "arrows");
        // Actions without keys are not listed in the help.
        assert!(
            KeyMap::default()
                .help()
                .iter()
                .any(|(_, text)| text.starts_with("review what"))
        );
        assert!(
            !map.help()
                .iter()
                .any(|(_, text)| text.starts_with("review what"))
        );
    }

    #[test]
    fn the_table_sketch_s_keys_are_in_its_bar_and_every_action_in_the_help() {
        let map = KeyMap::default();
        let label = |line: &KeyLine| map.names(KeyContext::Table, line.actions);
        let bar: Vec<String> = map.bar(KeyContext::Table).map(label).collect();
        assert!(
            bar.starts_with(&["a", "R", "t", "u", ":"].map(str::to_owned)),
            "{bar:?}"
        );
        for line in KEY_LINES
            .iter()
            .filter(|line| line.places.contains(&KeyContext::Table))
        {
            assert!(map.help().iter().any(|(told, _)| *told == label(line)));
        }
    }
}
