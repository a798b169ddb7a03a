//! Checks that remapped keys work, that texts name them, and that placeholders in texts name actions.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::harness::*;
use crate::settings::keys::{Key, Section};

fn changed(all: &[(Section, Action, &[&str])]) -> Setup {
    let read = |name: &&str| name.parse::<Key>().unwrap();
    let all: BTreeMap<_, (Vec<Key>, Origin)> = all
        .iter()
        .map(|(s, a, keys)| ((*s, *a), (keys.iter().map(read).collect(), Origin::File(1))))
        .collect();
    let mut setup = begin(80, 24);
    setup.settings.change_keys(all).unwrap();
    setup
}

fn other_keys() -> Setup {
    let table = Section::Only(KeyContext::Table);
    changed(&[
        (table, Action::Undo, &["f13"]),
        (table, Action::Hint, &["f14"]),
        (Section::Everywhere, Action::Help, &["1"]),
        (Section::Everywhere, Action::Continue, &["f15"]),
        (Section::Only(KeyContext::Question), Action::Yes, &["1"]),
        (Section::Only(KeyContext::Question), Action::Help, &["2"]),
    ])
}

#[test]
fn other_keys_do_the_work_and_the_usual_ones_do_not() {
    let mut m = Machine::new(table(other_keys(), "nim:3,4", HUMANS));
    m.walk(&[
        ("m '1-2' enter", ">1-2"),
        ("u", ">1-2"),
        ("f13", ">"),
        ("?", "@table"),
        // A digit bound to a command does not begin a move.
        ("1", "@help"),
        ("esc X 1", "@table"),
    ]);
    assert!(m.on_table().game().result().is_some());
}

#[test]
fn the_bar_the_panel_questions_notices_and_the_help_tell_the_keys_that_hold() {
    walk(
        table(other_keys(), "nim:3,4", HUMANS),
        &[
            ("", "1 help"),
            ("X 1", "f13 takes it back"),
            ("", " R   play again"),
            ("space", "R plays again, f13 takes"),
            ("1", "take back a move"),
        ],
    );
    walk(App::at_home(other_keys()), &[("", "1 help")]);
}

#[test]
fn what_stands_for_a_key_in_a_text_names_an_action() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    let mut folders = vec![root.join("src/tui"), root.join("assets/lessons")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs" || e == "json") {
                texts.push(fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut seen = 0;
    for text in &texts {
        for (at, _) in text.match_indices('<') {
            // Skip generic types in the source.
            if !text[..at].ends_with([' ', '"', '(', ';']) {
                continue;
            }
            let Some((word, _)) = text[at + 1..].split_once('>') else {
                continue;
            };
            if !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '-') {
                assert!(Action::named(word).is_some(), "<{word}>");
                seen += 1;
            }
        }
    }
    assert!(seen > 30, "only {seen} were found");
}
