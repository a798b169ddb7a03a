//! Walks through the pages in a made-up language with accented vowels and longer texts. Finds text that is still in
//! English, is truncated, or touches a frame.
//!
//! A process has only one language. The tests therefore write the English pages to a file, and start another process
//! that checks the pages in the other language.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command as Process;
use std::sync::LazyLock;

use ratatui::backend::TestBackend;

use super::harness::*;
use crate::settings::SettingKind;
use crate::settings::keys::Section;

#[path = "../../../tests/suite/messages.rs"]
mod messages;
use messages::{accented, catalogue, english};

/// The environment variable that names the folder with the made-up language and the English pages.
const FOLDER: &str = "NIMATRON_PAGES_IN_ENGLISH";

/// A recorded page: the steps that led to it, its context in the key table, and its text.
type Shot = [String; 3];

/// The steps that lead to the pages. Each entry has the position on the table (empty for the home page) and groups of
/// keys. The page is recorded after each group.
const PAGES: &[(&str, &str)] = &[
    ("", ""),
    ("", "esc | r | z | b"),
    ("", "enter | home left | left | left | left down | 'x' | ?"),
    ("", "end enter | down | end up up enter | ?"),
    (
        "",
        "? | ? | pgdn | pgdn | pgdn | pgdn | pgdn | pgdn | pgdn | pgdn | pgdn | pgdn | pgdn | end",
    ),
    ("", ": | 'qq' | enter"),
    ("", "L | : | end | ?"),
    ("", "L enter | enter | enter | pgdn | t | x | m | g"),
    ("", "L down enter | 9 enter | t | enter | 9 enter | t | g"),
    ("", "p | down | right | down | right w w | w | down | w | :"),
    ("", "P | down | X | esc : | esc ?"),
    ("", "o | / | 'x' | esc | s | r | d | : | ?"),
    (
        "",
        ", | : | esc ? | esc down down down down down down down down | enter | esc end | enter | down down | enter | esc ?",
    ),
    ("", "c | enter | enter | t | enter | : | esc ? | esc esc"),
    ("star:1664", ""),
    ("star:1664", "t | t | t | v | v | v"),
    ("star:1664", "tab | g | esc : | esc pgdn | pgup"),
    (
        "star:1664",
        "x | right | ? | esc : | esc esc f | right | left | ? | esc : | z",
    ),
    (
        "star:1664",
        "m | '7+9' | enter | esc m 'star:9999' | enter | esc m '7' tab | tab | ? ",
    ),
    (
        "star:1664",
        "s | '1' | enter | y | E | U | u | r | R | home | end | b | W | T | right | ? | esc :",
    ),
    ("star:1664", "X | R | w | w | q | space | z | space"),
    (
        "star:1664",
        "e | right | space | ? | esc : | esc u | z | enter",
    ),
    (
        "star:1664",
        "A | down | v | p | r | w | pgdn | ? | esc : | esc enter",
    ),
    ("star:1664", "n | ? | esc : | esc esc"),
    (
        "nim:3,5,7",
        "m '1-3' enter m '3-2' enter m '2-1' enter m '3-1' enter | m '2-2' enter | a | t | ] | } | { | : | esc ? | esc c | esc r | b | end",
    ),
    ("nim:3,5,7", "A | p | v | w | right | r | pgdn | pgdn"),
    ("octal/0.77:9", "A | v | p | enter"),
    ("row:OOO.OO", "W | : | esc ? | esc enter | enter | u"),
    ("nim:1,2", "T | down | space | : | esc ? | esc enter"),
    (
        "tictactoe:.........",
        "T | right | v | t | e | space | space",
    ),
    (
        "triangle:",
        "m '1-2' enter m '1-3' enter m '2-3' enter | a | end",
    ),
    ("nim:3,4 + star:1664", "t | t | x | e | tab | + | z | w"),
];

const SIZE: (u16, u16) = (120, 40);

fn look_at(driver: &mut Driver<TestBackend>, id: &str, pressed: &str, shots: &mut Vec<Shot>) {
    let mut before = String::new();
    for group in pressed.split('|') {
        keys(driver, group);
        before = format!("{before} {}", group.trim());
        let page = driver.app.page().key_context().word().to_owned();
        shots.push([format!("{id}{before}"), page, screen(driver)]);
    }
}

fn at_home() -> (tempfile::TempDir, Driver<TestBackend>) {
    let (folder, store) = stored();
    (
        folder,
        drive(App::at_home(begin(SIZE.0, SIZE.1)), Some(store)),
    )
}

fn pages() -> Vec<Shot> {
    let mut shots = Vec::new();
    for (id, pressed) in PAGES {
        let (_folder, mut driver) = if id.is_empty() {
            at_home()
        } else {
            let (folder, store) = stored();
            let app = table(begin(SIZE.0, SIZE.1), id, COMPUTER);
            (folder, drive(app, Some(store)))
        };
        look_at(&mut driver, id, pressed, &mut shots);
    }
    shots
}

fn games(step: usize) -> Vec<Shot> {
    let at = |id, kinds| drive(table(begin(SIZE.0, SIZE.1), id, kinds), None);
    let mut shots = Vec::new();
    for entry in CATALOGUE.iter().step_by(step) {
        let id = entry.info.example;
        let mut driver = at(id, COMPUTER);
        look_at(
            &mut driver,
            id,
            " | t | t | tab | x | esc e | esc A | esc n",
            &mut shots,
        );
        let mut driver = at(id, HUMANS);
        let mut first = "X | y a".to_owned();
        if let Some(choice) = on_table(&driver)
            .game()
            .position()
            .choices(&[], 1)
            .list
            .first()
        {
            first = format!("m '{}' enter | v v | tab | X | y a", choice.text);
        }
        look_at(&mut driver, id, &first, &mut shots);
    }
    shots
}

/// Returns the words that may remain in English on a page in another language. On every page, these are the names of
/// conventions, levels and scripts, the strings in the graph files, the parts of IDs, a key, and two authors. A page of
/// a script's game may also show any string of a script. The settings page may also show the names of sections and
/// actions, and the values of settings.
fn names(shot: &str, context: &str) -> BTreeSet<String> {
    let is_script = shot.starts_with("own/");
    let mut names = Vec::new();
    for (_, script) in nimatron_assets::GAMES {
        let name = script.split_once("NAME = ").map_or("", |(_, name)| name);
        let text = if is_script { script } else { name };
        let quoted = text.split('"').skip(1).step_by(2);
        let quoted = quoted.take(if is_script { usize::MAX } else { 1 });
        names.extend(quoted.flat_map(str::split_whitespace));
    }
    names.extend([Convention::Normal.word(), Convention::Misere.word(), "a"]);
    names.extend(Level::ALL.map(Level::word));
    // The authors of a theorem.
    names.extend(["Guy", "Smith"]);
    for entry in CATALOGUE.iter() {
        names.push(entry.info.id);
        names.extend(entry.info.example.split(|c: char| !c.is_alphanumeric()));
    }
    for (_, graph) in nimatron_assets::GRAPHS {
        names.extend(graph.split('"').skip(1).step_by(2));
    }
    if context == KeyContext::Settings.word() {
        names.extend(Section::all().map(Section::word));
        names.extend(Action::ALL.iter().map(|action| action.word()));
        for setting in Setting::ALL {
            if let SettingKind::Choice(words) = setting.kind() {
                names.extend(words);
            }
        }
    }
    names.into_iter().map(bare).map(str::to_owned).collect()
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphabetic())
}

/// Returns the words that contain a non-ASCII letter, in lower case.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_ascii())
        .map(str::to_lowercase)
}

/// Returns a page without the words that touch dots or the edge of a dialog, because such words may be truncated.
fn uncut(page: &str) -> String {
    let is_edge = |c: char| "│┌┐└┘".contains(c);
    let page = page.replace("...", "│");
    let pieces = page.split(is_edge);
    let whole = |piece: &str| piece.trim_matches(char::is_alphabetic).to_owned();
    pieces.map(whole).collect::<Vec<_>>().join(" ")
}

/// Counts the truncated texts, which end with dots or an ellipsis.
fn cuts(page: &str) -> usize {
    let dots = page.match_indices("...");
    let cut = dots.filter(|(at, _)| page[..*at].ends_with(char::is_alphanumeric));
    cut.count() + page.matches('…').count()
}

fn touched(page: &str) -> usize {
    let rows: Vec<Vec<char>> = page.lines().map(|row| row.chars().collect()).collect();
    let at = |x: usize, y: usize| rows.get(y).and_then(|row| row.get(x)).copied();
    let mut touched = 0;
    for (y, row) in rows.iter().enumerate() {
        for left in (0..row.len()).filter(|&x| "┌╭".contains(row[x])) {
            let Some(right) = (left + 1..row.len()).find(|&x| "┐╮".contains(row[x])) else {
                continue;
            };
            touched += (y + 1..)
                .take_while(|&y| at(left, y) == Some('│') && at(right, y) == Some('│'))
                .flat_map(|y| [at(left + 1, y), at(right - 1, y)])
                .filter(|inside| inside.is_some_and(char::is_alphabetic))
                .count();
        }
    }
    touched
}

fn check(english_pages: &[Shot], pages: &[Shot], language: &str) {
    let language: BTreeMap<String, String> = serde_json::from_str(language).unwrap();
    let spoken: BTreeSet<String> = language.values().flat_map(|text| words(text)).collect();
    let mut faults = Vec::new();
    assert_eq!(english_pages.len(), pages.len());
    for ([name, context, before], [other, _, page]) in english_pages.iter().zip(pages) {
        assert_eq!(name, other);
        let names = names(name, context);
        let mut found = Vec::new();
        let left: Vec<String> = page
            .lines()
            .flat_map(english)
            .filter(|word| !names.contains(bare(word)))
            .collect();
        if !left.is_empty() {
            found.push(format!("English: {left:?}"));
        }
        let halves: Vec<String> = words(&uncut(page))
            .filter(|word| !spoken.contains(word))
            .collect();
        if !halves.is_empty() {
            found.push(format!("no words: {halves:?}"));
        }
        if cuts(page) > cuts(before) {
            found.push("cut".to_owned());
        }
        if touched(page) > touched(before) {
            found.push("touches a frame".to_owned());
        }
        if !found.is_empty() {
            faults.push(format!("{name}: {}\n{page}", found.join("; ")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

static LANGUAGE: LazyLock<String> =
    LazyLock::new(|| accented(&catalogue(crate::cli::language::help())));

/// Writes the made-up language and the English pages to a folder. Then runs the test named `test` in the made-up
/// language.
fn in_the_other_language(test: &str, pages: &[Shot]) {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let file = folder.path().join(name);
        std::fs::write(&file, text).unwrap();
        file
    };
    let file = write("language.json", &LANGUAGE);
    write("english.json", &serde_json::to_string(pages).unwrap());
    let run = Process::new(std::env::current_exe().unwrap())
        .args([
            "--ignored",
            "--exact",
            &format!("tui::tests::language::{test}"),
        ])
        .env(crate::cli::language::VARIABLE, &file)
        .env(FOLDER, folder.path())
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && out.contains("1 passed"), "{out}");
}

/// Checks pages in the other language, if another test has started this process for that purpose.
fn checked(pages: fn() -> Vec<Shot>) {
    let Some(folder) = std::env::var_os(FOLDER).map(std::path::PathBuf::from) else {
        return;
    };
    crate::cli::language::choose().unwrap();
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let english: Vec<Shot> = serde_json::from_str(&read("english.json")).unwrap();
    check(&english, &pages(), &read("language.json"));
}

#[test]
fn every_page_is_in_the_language_that_is_spoken() {
    in_the_other_language("pages_in_the_other_language", &pages());
}

#[test]
#[ignore = "run by the test above, in another language"]
fn pages_in_the_other_language() {
    checked(pages);
}

/// Each normal run checks only every seventh game, because checking a game takes a second.
const SOME: usize = 7;

#[test]
fn some_games_are_in_the_language_that_is_spoken() {
    in_the_other_language("some_games_in_the_other_language", &games(SOME));
}

#[test]
#[ignore = "run by the test above, in another language"]
fn some_games_in_the_other_language() {
    checked(|| games(SOME));
}

#[test]
#[ignore = "takes half a minute"]
fn every_game_is_in_the_language_that_is_spoken() {
    in_the_other_language("games_in_the_other_language", &games(1));
}

#[test]
#[ignore = "run by the test above, in another language"]
fn games_in_the_other_language() {
    checked(|| games(1));
}
