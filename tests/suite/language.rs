//! Checks that every message can be translated, with a language of accented vowels.

use std::collections::BTreeMap;

use nimatron_core::games::BUILT_IN;
use serde_json::{Value, json};

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

/// Asks for the reasons of every example under both conventions, and for faults of IDs and moves, in one process.
#[test]
fn every_example_is_explained_in_the_language_that_is_spoken() {
    let home = Folder::new();
    let file = home.write(
        "accented.json",
        &accented(&catalogue(nimatron::cli::language::help())),
    );
    let mut requests = Vec::new();
    for info in BUILT_IN.iter().map(|entry| entry.info) {
        let (ruleset, _) = info.example.split_once(':').unwrap();
        let wrong = [format!("{ruleset}:?"), format!("{}/1/2/3:1", info.id)];
        let conventions = info
            .default
            .map_or(vec![""], |_| vec!["normal ", "misere "]);
        let examples = conventions
            .iter()
            .map(|word| format!("{word}{}", info.example));
        for position in wrong.into_iter().chain(examples) {
            requests.push(json!({"request": "solve", "position": position}));
        }
        requests.push(json!({"request": "open", "position": info.example}));
        requests.push(json!({"request": "play", "move": "?"}));
    }
    let lines: Vec<String> = requests.iter().map(ToString::to_string).collect();
    let run = fed(
        at_home(home.path(), &["serve"]).env("NIMATRON_LANGUAGE", &file),
        &(lines.join("\n") + "\n"),
    );
    let answers: Vec<&str> = run.out.lines().collect();
    assert_eq!(answers.len(), requests.len(), "{}", run.err);
    let mut left = Vec::new();
    let mut typed = "";
    for (request, answer) in requests.iter().zip(answers) {
        typed = request["position"].as_str().unwrap_or(typed);
        let mut said = Vec::new();
        sentences(&serde_json::from_str(answer).unwrap(), &mut said);
        for sentence in said {
            let mut words = english(&sentence);
            words.retain(|word| !typed.contains(word.trim_end_matches(['.', ',', ':', ';'])));
            if !words.is_empty() {
                left.push(format!("{typed}: {words:?} in {sentence}"));
            }
        }
    }
    assert!(left.is_empty(), "left in English:\n{}", left.join("\n"));
}

/// Finds the sentences in an answer.
fn sentences(answer: &Value, found: &mut Vec<String>) {
    match answer {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value.as_str() {
                    Some(text) if name == "text" || name == "error" => found.push(text.to_owned()),
                    _ => sentences(value, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| sentences(value, found)),
        _ => {}
    }
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
