//! Checks that messages can be translated, by running the program in a made-up language whose vowels have accents.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use nimatron::settings::Setting;
use nimatron_core::games::BUILT_IN;
use serde_json::{Value, json};

use super::messages::{accented, catalogue, english};
use super::program::{Folder, at_home, fed};

/// Commands that together print most of the command line's messages. `SAVES` stands for the folder of saved games.
const COMMANDS: &[&str] = &[
    "solve nim:3,5,7",
    "solve --all --line triangle/3:",
    "solve --line tictactoe:.........",
    "solve --brief --all misere row:9",
    "solve --winner nim:3,5,7",
    "solve --json --all --line nim:3,5,7",
    "solve --file SAVES/nim-3-5-7.json SAVES/v99.json",
    "solve misere nim:0",
    "solve triangle/2:1-2,1-3,2-3",
    "solve foo",
    "solve nim:x",
    "solve nim: - -",
    "solve --all nim:999999999999",
    "games",
    "games --json",
    "show nim:3,5 + star:1664",
    "show own/hare:A:aa...bb",
    "export nim:3,4",
    "export SAVES/nim-3-5-7.json",
    "table nim --upto 3",
    "table wythoff --upto 1 --misere",
    "table row --stones --upto 3",
    "table tictactoe --upto 2",
    "table foo --upto 3",
    "table nim:3 --upto 3",
    "table sum --upto 3",
    "table nim --upto 3 --json",
    "rule bash/3 --upto 60",
    "rule octal/0.77 --upto 40",
    "rule nim --upto 20 --claim n==0",
    "rule nim --upto 20 --claim n==1",
    "rule nim --upto 20 --value n+1",
    "rule bash/3 --upto 60 --json",
    "rule triangle",
    "quotient octal/0.07 --heaps 5",
    "quotient star --shapes 12",
    "quotient triangle",
    "strategy nim:1,2",
    "strategy nim:1,1",
    "strategy nim:0",
    "strategy triangle/2:",
    "tree nim:1,2",
    "tree --depth 1 nim:3,5,7",
    "tree --json --merge nim:1",
    "review SAVES/nim-3-5-7.json",
    "review SAVES/nim-3-5-7.json SAVES/triangle-war-four-dots.json",
    "review SAVES/v99.json",
    "check SAVES/nim-3-5-7.json assets/games/cram.lua",
    "check SAVES/v99.json",
    "puzzle nim --count 2 --seed 3 --answer",
    "puzzle nim kayles",
    "puzzle --misere normal nim",
    "coach --check",
    "coach nim --skill foo",
    "coach --json nim",
    "coach --paths",
    "coach --paths --json nim",
    "record",
    "record --json",
    "config",
    "config --print-default",
    "continue",
    "open SAVES/v99.json",
    "play foo",
    "play nim",
    "--config none.toml config",
    "judge strip SAVES/nim-3-5-7.json",
    "new-game SAVES/new.lua",
    "new-game SAVES/new.lua",
    "new-game SAVES/new.rhai",
    "new-game -",
    "--help",
    "solve -h",
    "table --help",
    "config --help",
    "judge --help",
    "help coach",
];

/// Words that are typed as input and repeated in the output.
const TYPED: &[&str] = &[
    "nim",
    "row",
    "wythoff",
    "tictactoe",
    "misere",
    "perfect",
    "strong",
    "fair",
    "easy",
    "equal",
    "endgame",
    "greedy",
    "copycat",
    "human",
    "dark",
    "undo",
];

/// Conversations: the arguments, and the typed lines, separated by slashes or line breaks.
const CONVERSATIONS: &[(&str, &str)] = &[
    ("--plain", "3/1/1/q/q"),
    (
        "--plain",
        "4/1/?/next/back/next/foo/9-9/1-1/1-3/next/solve/next/next/foo/solve/q/q/q",
    ),
    (
        "--plain",
        "6/8/?/hint/hint/why/all/what if 1/where/foo/1-1/solve/next/q/q",
    ),
    ("--plain", "8/9/1/foo/dark/q/q"),
    ("--plain", "7/1/q"),
    ("--plain", "1/6/1/9/1-1/q/foo/q"),
    (
        "--plain --seed 3",
        "5/7/?/where/foo/next/next/next/1-1/hint/foo/next/y/next/o/next/1/next/2/next/1-1/next/hint/q/q",
    ),
    (
        "--plain play nim:3,5,7",
        "?/hint/hint/why/more/all/verdict/what if 1-1/played/foo/9-9/1-1/played/undo/redo/undo/undo/where/rules/moves/board/\
         again/words/lesson/lesson 99/save s1/save s1/save s1 replace/review/1-1/resign/1/2/q",
    ),
    ("--plain play triangle/2:", "verdict/1-2/1-3/2-3/1/q"),
    ("--plain play star:1664 --opponent human", "7/9+10/q"),
    ("--plain", "2/q"),
    (
        "coach --check nim --seed 3",
        "?/foo/where/1-1/y/2-1/1-1/y/2-1/1-1/y/2-1/1-1/y/2-1/1-1/y/2-1/1-1/y/2-1/1-1/y/2-1/1-1/y/2-1/1-1/y/2-1/1-1/y/2-1/\
         1-1/y/2-1/1-1/y/2-1/1-1/y/2-1/1-1/y/2-1/q",
    ),
    (
        "serve",
        r#"{"request":"open","position":"nim:3,5,7"}
{"request":"hint","reveal":"nothing"}
{"request":"hint","reveal":"move"}
{"request":"play","move":"9-9"}
{"request":"undo"}
{"request":"foo"}
{"id":6}
{"request":5}
{"request":"open"}
{"request":"open","position":5}
{"request":"open","position":"foo"}
{"request":"moves","most":-1}
{"request":"undo","foo":1}
{"request":"hint","reveal":"x"}
{"request":"hint","time":"x"}
{"request":"solve","all":"x"}
{"request":"solve","position":"misere row:9"}
{"id":8,"id":9,"request":"undo"}
{"request":"line"}
[]"#,
    ),
    ("judge star", "8191\nx"),
    ("judge triangle-war", "1\n2\n1 2\n2 1"),
    ("judge strip", "2\n0x"),
    ("solve -", "nim:1,2\nfoo"),
];

#[test]
fn json_keeps_the_words_that_programs_compare() {
    let home = Folder::new();
    let file = home.write(
        "accented.json",
        &accented(&catalogue(nimatron::cli::language::help())),
    );
    let answer = |line: &str| -> Value {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let run = fed(
            at_home(home.path(), &arguments).env("NIMATRON_LANGUAGE", &file),
            String::new(),
        );
        serde_json::from_str(&run.out).unwrap()
    };
    for (game, proved) in [
        ("octal/0.07 --heaps 5", "heaps up to 5"),
        ("octal/0.77", "all heaps"),
        ("star --heaps 12", "shapes up to 12"),
    ] {
        assert_eq!(answer(&format!("quotient {game} --json"))["proved"], proved);
    }
    let games = answer("games --json");
    let wythoff = &games
        .as_array()
        .unwrap()
        .iter()
        .find(|game| game["id"] == "wythoff")
        .unwrap();
    assert_eq!(wythoff["name"], "Wýthóòff's gáàméè");
    assert_eq!(
        (&wythoff["convention"], &wythoff["example"]),
        (&json!("normal"), &json!("wythoff:7,12"))
    );
}

#[test]
fn every_answer_is_in_the_language_that_is_spoken() {
    let home = Folder::new();
    let file = home.write(
        "accented.json",
        &accented(&catalogue(nimatron::cli::language::help())),
    );
    let saves = home.path().join("saves");
    std::fs::create_dir(&saves).unwrap();
    for name in ["nim-3-5-7.json", "triangle-war-four-dots.json"] {
        std::fs::copy(std::path::Path::new("saves").join(name), saves.join(name)).unwrap();
    }
    let v99 = r#"{"format":"nimatron-match","version":99,"start":"nim:1","moves":[]}"#;
    std::fs::write(saves.join("v99.json"), v99).unwrap();
    let commands = COMMANDS.iter().map(|line| (*line, ""));
    let mut left = Vec::new();
    for (line, input) in commands.chain(CONVERSATIONS.iter().copied()) {
        let line = line.replace("SAVES", &saves.to_string_lossy());
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let input = match line.as_str() {
            "serve" => input.to_owned(),
            _ => input.replace('/', "\n"),
        };
        let run = fed(
            at_home(home.path(), &arguments).env("NIMATRON_LANGUAGE", &file),
            input + "\n",
        );
        // Clap's errors about arguments stay in English.
        let err = if run.err.starts_with("error: ") {
            ""
        } else {
            &run.err
        };
        let words: Vec<String> = [&run.out, err]
            .into_iter()
            .flat_map(str::lines)
            .flat_map(|line| english(&spoken(line)))
            .filter(|word| !TYPED.contains(&word.trim_end_matches([',', '.', ':'])))
            .collect();
        if !words.is_empty() {
            left.push(format!("{line}: {words:?}\n{}{}", run.out, run.err));
        }
    }
    assert!(left.is_empty(), "left in English:\n{}", left.join("\n"));
}

/// The strings in the shipped scripts (names, rules, endings and the name of a parameter), longest first. Strings in
/// scripts are not translated.
static SCRIPTED: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let mut found = Vec::new();
    for (_, script) in nimatron_assets::GAMES {
        let texts = script.split('"').skip(1).step_by(2);
        found.extend(texts.filter(|text| text.len() > 1 && text.starts_with(char::is_uppercase)));
        let parameters = script.split_once("PARAMETERS = {{\"");
        found.extend(parameters.and_then(|(_, rest)| rest.split('"').next()));
    }
    found.sort_by_key(|text| std::cmp::Reverse(text.len()));
    found
});

/// Returns the text to check in a line of output, without script texts, lists of expected names, and typed words such
/// as command names. If the line is JSON, returns only its sentences.
fn spoken(line: &str) -> String {
    let json = serde_json::from_str::<Value>(line);
    let said = json.map_or_else(|_| in_a_line(line), |value| phrases(&value));
    SCRIPTED
        .iter()
        .fold(said, |said, text| said.replace(text, ""))
}

/// Removes quoted text, which the user typed, and the list of expected games or requests.
fn unquoted(text: &str) -> String {
    let text: String = text.split('"').step_by(2).collect();
    let text = text.split("óònéè óòf ").next().unwrap_or_default();
    text.to_owned()
}

fn in_a_line(line: &str) -> String {
    if line.starts_with("ÚÙsáàgéè") || line.starts_with("│ ") {
        return String::new();
    }
    let line = unquoted(line);
    let line = line.split('[').next().unwrap_or_default().trim_end();
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .chars()
                .all(|c| c.is_ascii_lowercase() || "-_".contains(c))
    };
    let is_setting = |word: &str| {
        Setting::ALL
            .iter()
            .any(|setting| setting.info().word == word)
    };
    let entry = line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    let item = ["- ", ". "]
        .iter()
        .find_map(|mark| entry.strip_prefix(mark));
    let item = item.unwrap_or(line);
    let indented = line
        .strip_prefix("  ")
        .and_then(|rest| rest.split_once(' '));
    match (indented, item.split_once(": "), line.split_once(" =")) {
        // An example of a command.
        (Some(("nimatron", _)), ..) => String::new(),
        // A setting and its value.
        (.., Some((word, rest))) if is_word(word) => {
            let rest = rest.trim_start().split_once(' ');
            rest.map_or_else(String::new, |(_, rest)| rest.to_owned())
        }
        (Some((word, rest)), ..) if is_word(word) => rest.to_owned(),
        (_, Some((word, value)), _) if is_setting(word) && !value.contains(' ') => String::new(),
        (_, Some(("what if MOVE" | "save NAME", rest)), _) => rest.to_owned(),
        // A command, which other commands and translated phrases may follow.
        (_, Some((words, rest)), _) if words.split(", ").next().is_some_and(is_word) => {
            let others = words.split(", ").filter(|word| !is_word(word));
            others.chain([rest]).collect::<Vec<_>>().join(", ")
        }
        // A possible value of an option.
        _ if item != line && is_word(item) => String::new(),
        _ => {
            let (first, rest) = line.split_once(' ').unwrap_or_default();
            if is_setting(first) { rest } else { line }.to_owned()
        }
    }
}

fn phrases(value: &Value) -> String {
    match value {
        Value::String(text) if text.contains(' ') => unquoted(text) + "\n",
        Value::Array(values) => values.iter().map(phrases).collect(),
        Value::Object(values) => values.values().map(phrases).collect(),
        _ => String::new(),
    }
}

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

/// Writes the messages and the test language to the files that `NIMATRON_MESSAGES` and `NIMATRON_ACCENTED` name, if
/// they are set (docs/translating.md).
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
