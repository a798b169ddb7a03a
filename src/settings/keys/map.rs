//! Resolves the key bindings in effect: the defaults with the user's changes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::key::{Key, KeyCode};
use super::layout::Layout;
use super::table::{Action, KeyContext, KeyLine};
use crate::settings::KeyChanges;
use nimatron_core::tr;

/// The minimum number of contexts in which an action must exist to be listed under `everywhere`.
const MANY: usize = 5;

static COUNTS: LazyLock<BTreeMap<Action, BTreeSet<KeyContext>>> = LazyLock::new(|| {
    let mut counts: BTreeMap<Action, BTreeSet<KeyContext>> = BTreeMap::new();
    for &context in KeyContext::ALL {
        for action in actions_at(context) {
            counts.entry(action).or_default().insert(context);
        }
    }
    counts
});

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// All contexts in which the action exists.
    Everywhere,
    /// One context; its section overrides `everywhere`.
    Only(KeyContext),
}

impl Section {
    pub fn word(self) -> &'static str {
        match self {
            Section::Everywhere => "everywhere",
            Section::Only(place) => place.word(),
        }
    }

    pub fn named(word: &str) -> Option<Section> {
        Section::all().find(|section| section.word() == word)
    }

    pub fn all() -> impl Iterator<Item = Section> {
        std::iter::once(Section::Everywhere)
            .chain(KeyContext::ALL.iter().copied().map(Section::Only))
    }

    /// Returns whether this section lists an action by default.
    pub fn lists(self, action: Action) -> bool {
        let shared = KeyMap::places(action).count() >= MANY;
        match self {
            Section::Everywhere => shared,
            Section::Only(place) => !shared && KeyMap::places(action).any(|p| p == place),
        }
    }

    pub fn reaches(self, place: KeyContext) -> bool {
        matches!(self, Section::Everywhere) || self == Section::Only(place)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!(
    "{key} would mean both {first} and {second} at {page}",
    first = .actions[0].word(),
    second = .actions[1].word(),
    page = .place.what()
))]
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
    place
        .key_lines()
        .flat_map(|line| line.actions.iter().copied())
}

static DEFAULTS: LazyLock<Vec<Vec<Key>>> = LazyLock::new(|| {
    // A test checks that all of these names can be parsed.
    let parsed = |action: &Action| {
        let names = action.default_keys().iter();
        names.filter_map(|name| name.parse().ok()).collect()
    };
    Action::ALL.iter().map(parsed).collect()
});

fn default_keys(place: KeyContext, action: Action) -> Vec<Key> {
    let keys = DEFAULTS.get(action as usize).into_iter().flatten().copied();
    keys.filter(|&key| fits(place, action, key)).collect()
}

/// Returns whether a key bound in all contexts applies in this context. In a line of text, character keys have no
/// action. While a question is open, character keys cannot quit the program.
fn fits(place: KeyContext, action: Action, key: Key) -> bool {
    match place {
        KeyContext::Text => !key.types(),
        KeyContext::Question => action != Action::Quit || !key.types(),
        _ => true,
    }
}

impl KeyMap {
    /// Returns the default key bindings with the given changes. A change under `everywhere` applies to all contexts
    /// that have no entry of their own. If none of the new keys fits a context, that context keeps its default keys.
    ///
    /// # Errors
    ///
    /// Returns [`Conflict`] if a key would have two meanings.
    pub fn changed(changes: &KeyChanges) -> Result<KeyMap, Conflict> {
        let mut map = KeyMap::default();
        // `Everywhere` sorts first, so the entries for single contexts override it.
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

    pub fn set_layout(&mut self, layout: Layout) {
        self.layout = layout;
    }

    /// Returns the action of a key in a context. Returns `None` if the key has no action or is typed into a line of
    /// text. A shifted key without its own binding counts as unshifted. In a non-Latin layout, an unbound letter
    /// counts as the letter at its position on an English keyboard.
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

    /// Returns the name of an action's first key, or the action's name in parentheses if it has no key.
    pub fn name(&self, place: KeyContext, action: Action) -> String {
        self.keys(place, action)
            .first()
            .map_or_else(|| format!("({})", action.word()), |key| key.label())
    }

    /// Replaces action names in `text` by their keys: `<undo> takes back` becomes `u takes back`. If an action does not
    /// exist in this context, uses its key in [`KeyContext::Table`], or else in any other context.
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

    /// Joins the names of the first keys of the given actions in a context.
    pub fn names(&self, place: KeyContext, actions: &[Action]) -> String {
        self.nth_names(place, actions, 0)
    }

    fn nth_names(&self, place: KeyContext, actions: &[Action], n: usize) -> String {
        let keys = actions
            .iter()
            .filter_map(|&action| self.keys(place, action).get(n).copied());
        joined(&keys.collect::<Vec<_>>())
    }

    /// Returns the keys of a context with their descriptions, for the help page.
    pub fn help(&self, context: KeyContext) -> Vec<(String, String)> {
        let mut told: Vec<(String, String)> = Vec::new();
        for line in context.key_lines() {
            let entry = self.entry(context, line);
            told.extend(entry.filter(|(label, _)| told.iter().all(|(other, _)| other != label)));
        }
        told
    }

    /// Returns the names of the first keys of a line's actions, and a description that also lists the other keys.
    /// Returns `None` if the actions have no keys.
    fn entry(&self, place: KeyContext, line: &KeyLine) -> Option<(String, String)> {
        let nth =
            |n: usize| Some(self.nth_names(place, line.actions, n)).filter(|name| !name.is_empty());
        let others: Vec<String> = (1..).map_while(nth).collect();
        let also = if others.is_empty() {
            String::new()
        } else {
            tr!(" (also {keys})", keys = others.join(tr!(" or ")))
        };
        Some((nth(0)?, format!("{}{also}", line.what())))
    }
}

/// Joins key names, as in `arrows`, `hjkl` or `pgup pgdn`.
fn joined(keys: &[Key]) -> String {
    const ARROWS: [KeyCode; 4] = [KeyCode::Left, KeyCode::Down, KeyCode::Up, KeyCode::Right];
    if keys.iter().map(|key| key.code).eq(ARROWS)
        && keys.iter().all(|&key| key == Key::plain(key.code))
    {
        return tr!("arrows").to_owned();
    }
    let names: Vec<String> = keys.iter().map(|key| key.label()).collect();
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
        let free = |place| {
            let letters = ('a'..='z').chain('A'..='Z').map(String::from);
            letters.filter(move |name| KeyMap::default().action(place, key(name)).is_none())
        };
        if let Some(conflict) = map.conflict() {
            let free: String = free(conflict.place).collect();
            panic!("{conflict}; free there: {free}");
        }
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
            (Section::Everywhere, Action::Left, &["ctrl-b", "left"]),
            (Section::Everywhere, Action::Right, &["ctrl-f", "right"]),
            (Section::Everywhere, Action::Down, &["ctrl-n", "down"]),
            (Section::Everywhere, Action::Up, &["ctrl-w", "up"]),
            (Section::Only(KeyContext::Table), Action::Save, &["f13"]),
            (Section::Only(KeyContext::Table), Action::Review, &[]),
            (Section::Only(KeyContext::Home), Action::Atlas, &["f14"]),
            (Section::Everywhere, Action::SaveFirst, &["f13"]),
        ])
        .unwrap();
        assert_eq!(
            map.names(KeyContext::Table, ways),
            "ctrl-b ctrl-n ctrl-w ctrl-f"
        );
        assert_eq!(map.nth_names(KeyContext::Table, ways, 1), "arrows");
        let has_review = |map: &KeyMap| {
            let help = map.help(KeyContext::Table);
            help.iter().any(|(_, text)| text.starts_with("review what"))
        };
        assert!(has_review(&KeyMap::default()) && !has_review(&map));
    }

    #[test]
    fn every_line_of_a_page_is_in_its_help_and_the_table_s_bar_begins_with_the_sketch_s_keys() {
        let map = KeyMap::default();
        for &context in KeyContext::ALL {
            let help = map.help(context);
            for line in context.key_lines() {
                let label = map.names(context, line.actions);
                assert!(help.iter().any(|(told, _)| *told == label), "{label}");
                assert!(!line.what().is_empty(), "{label} at {context:?}");
            }
        }
        let lines = KeyContext::Table.key_lines();
        let bar = lines.filter(|line| !line.short().is_empty());
        let bar: Vec<String> = bar
            .map(|line| map.names(KeyContext::Table, line.actions))
            .collect();
        assert!(
            bar.starts_with(&["t", "u", "a", "R", "n", ":"].map(str::to_owned)),
            "{bar:?}"
        );
    }
}
