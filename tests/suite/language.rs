//! Checks that every message can be translated, with a language of accented vowels.

use std::collections::BTreeMap;

use super::messages::{accented, catalogue, english};
use super::program::{Folder, at_home, fed};

/// Commands that between them say most of what the command line can say.
const COMMANDS: &[&str] = &["solve nim:3,5,7"];

#[test]
#[ignore = "not every message is translated yet"]
fn every_answer_is_in_the_language_that_is_spoken() {
    let home = Folder::new();
    let file = home.write(
        "accented.json",
        &accented(&catalogue(nimatron::cli::language::help())),
    );
    let mut left = Vec::new();
    for line in COMMANDS {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let run = fed(
            at_home(home.path(), &arguments).env("NIMATRON_LANGUAGE", &file),
            "",
        );
        for words in [english(&run.out), english(&run.err)] {
            if !words.is_empty() {
                left.push(format!("{line}: {words:?}\n{}{}", run.out, run.err));
            }
        }
    }
    assert!(left.is_empty(), "left in English:\n{}", left.join("\n"));
}

#[test]
fn a_language_that_cannot_be_read_is_refused() {
    let home = Folder::new();
    let file = home.write("wrong.json", r#"{"{n} left": "{m} übrig"}"#);
    let run = fed(
        at_home(home.path(), &["games"]).env("NIMATRON_LANGUAGE", &file),
        "",
    );
    assert_eq!((run.status, run.out.as_str()), (1, ""));
    assert!(
        run.err
            .ends_with("wrong.json: the translation of \"{n} left\" has no value {m}\n"),
        "{}",
        run.err
    );
}

/// Writes the messages for a translator, if the variable `NIMATRON_MESSAGES` names a file, and the language of the tests,
/// if `NIMATRON_ACCENTED` does; see docs/translating.md.
#[test]
fn messages_for_a_translator() {
    let messages = catalogue(nimatron::cli::language::help());
    assert!(
        messages.contains("{variable}: {file}: {what}"),
        "messages are found in macros"
    );
    assert!(
        messages.contains("Mirroring and pairing"),
        "messages are found in lessons"
    );
    assert!(
        messages.contains("List the games"),
        "messages are found in the help"
    );
    let write = |variable: &str, catalogue: String| {
        if let Some(file) = std::env::var_os(variable) {
            std::fs::write(file, catalogue).unwrap();
        }
    };
    let same: BTreeMap<_, _> = messages.iter().map(|message| (message, message)).collect();
    write(
        "NIMATRON_MESSAGES",
        serde_json::to_string_pretty(&same).unwrap(),
    );
    write("NIMATRON_ACCENTED", accented(&messages));
}
