//! Tests the output of `rule` and `strategy`, and checks certificates of winning strategies with
//! `docs/check_strategy.py`, which implements the rules separately.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::program::{answer, fed, run, source};

/// A Python script that reads certificates, one per line, and prints the checker's answer to each.
const DRIVER: &str = "
import json, sys
sys.path.insert(0, sys.argv[1])
import check_strategy as checker
for line in sys.stdin:
    try:
        checker.check(json.loads(line))
        print('proved')
    except Exception as wrong:
        print('wrong:', wrong)
";

/// Returns the checker's answer to each certificate, or `None` if Python is not installed.
fn checked(certificates: &[Value]) -> Option<Vec<String>> {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
    let mut python = Command::new("python3");
    if python.arg("--version").output().is_err() {
        eprintln!("SKIPPED: there is no python3, so no certificate was checked");
        return None;
    }
    let mut python = Command::new("python3");
    python
        .args(["-B", "-c", DRIVER, docs])
        .env("PYTHONIOENCODING", "utf-8");
    python.stdin(Stdio::piped()).stdout(Stdio::piped());
    let lines: Vec<String> = certificates.iter().map(|c| c.to_string() + "\n").collect();
    let said: Vec<String> = fed(&mut python, lines.concat())
        .out
        .lines()
        .map(str::to_owned)
        .collect();
    assert_eq!(said.len(), certificates.len());
    Some(said)
}

fn certificate(id: &str) -> Value {
    answer(&["strategy", id, "--json"])
}

fn answer_of_checker(text: String) -> String {
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/check_strategy.py");
    let mut python = Command::new("python3");
    python
        .args(["-B", checker])
        .env("PYTHONIOENCODING", "utf-8");
    python.stdin(Stdio::piped()).stdout(Stdio::piped());
    python.stderr(Stdio::piped());
    let told = fed(&mut python, text);
    assert_eq!((told.status, told.err.as_str()), (1, ""), "{}", told.out);
    told.out
}

#[test]
fn the_checker_proves_that_a_game_ends_and_answers_everything() {
    if checked(&[]).is_none() {
        return;
    }
    let claimed = |position: &str, lost: Value| {
        json!({"format": "nimatron-strategy", "version": 1, "position": position, "outcome": "loss", "first": null,
            "lost": lost})
        .to_string()
    };
    let going_round = json!([{"position": "token/a-b,b-a:a", "replies": [
        {"move": "1>b", "to": "token/a-b,b-a:b", "answer": "1>a", "left": "token/a-b,b-a:a"}]}]);
    let round = answer_of_checker(claimed("token/a-b,b-a:a", going_round));
    assert!(round.contains("a cycle runs through"), "{round}");
    let itself = json!([{"position": "token/a-a:a", "replies": []}]);
    let itself = answer_of_checker(claimed("token/a-a:a", itself));
    assert!(itself.contains("a cycle runs through a"), "{itself}");
    let unmoved = json!([{"position": "octal/4.7:2", "replies": []}]);
    let unmoved = answer_of_checker(claimed("octal/4.7:2", unmoved));
    assert!(unmoved.contains("not the legal moves"), "{unmoved}");
    let huge = claimed(
        "nim:9999999999999",
        json!([{"position": "nim:9999999999999", "replies": []}]),
    );
    for text in [
        "[".repeat(100_000),
        "{\"a\":".repeat(100_000),
        String::new(),
        "null".to_owned(),
        "{\"format\": 1}".to_owned(),
        claimed("nim", json!([])),
        claimed("rings/none:3", json!([])),
        claimed("nim:1", json!([1])),
        claimed(
            "octal/0.8:3",
            json!([{"position": "octal/0.8:3", "replies": []}]),
        ),
        claimed("row:XX", json!([{"position": "row:XX", "replies": []}])),
        claimed("strip:3", json!([{"position": "strip:3", "replies": []}])),
        claimed("nim:+0", json!([{"position": "nim:+0", "replies": []}])),
        claimed("row:.", json!([{"position": "row:.", "replies": []}]))
            .replace("\"version\":1", "\"version\":true"),
        claimed("nim:1", json!([{"position": ["x"], "replies": 3}])),
        huge,
    ] {
        let told = answer_of_checker(text.clone());
        let start: String = text.chars().take(60).collect();
        assert!(told.starts_with("wrong: "), "{start}: {told}");
    }
}

#[test]
fn json_is_asked_for_in_two_ways() {
    for command in [
        &["strategy", "nim:1,2"][..],
        &["table", "bash/3", "--upto", "5"],
        &["tree", "nim:1,2"],
    ] {
        let [one, other] =
            [&["--json"][..], &["--format", "json"]].map(|how| run(&[command, how].concat()).out);
        assert!(one.starts_with('{') && one == other, "{command:?}: {one}");
        let both = run(&[command, &["--json", "--format", "json"]].concat());
        assert_eq!(both.status, 2, "{command:?}");
    }
}

fn positions() -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    ids.extend((1..=60).map(|i: u32| format!("star:{}", i * 131 % 1024)));
    ids.extend((1..=10).map(|i: u32| format!("normal star:{}", i * 97 % 512)));
    ids.extend((1..=12).map(|i: u32| format!("rings/cube:{}", i * 21 % 256)));
    ids.extend((1..=6).map(|i: u32| format!("normal rings/0-1,1-2,2-3,3-0:{}", i * 2 + 3)));
    for stones in [
        "O", "OO", "OOO", "OOOO", "OO.OO", "OOO.O", "OOOOOO", "O.OO.O", "OOOOOOO", "OO.OOO",
    ] {
        ids.extend(["", "misere "].map(|word| format!("{word}row:{stones}")));
    }
    for piles in [
        "0", "1", "2", "5", "1,1", "1,2", "3,3", "2,4", "1,2,3", "2,2,1", "1,1,1", "3,4", "0,3",
    ] {
        ids.extend(["", "misere "].map(|word| format!("{word}nim:{piles}")));
    }
    for heaps in [
        "0.137:7",
        "0.77:6",
        "0.07:8",
        "0.4:7",
        "0.137:3,4",
        "0.333:5,2",
        "0.6:6",
        "0.72:7",
        // Heaps without a move are ignored when positions are compared.
        "0.6:3,3",
        "0.65:4,4",
        "0.063:7",
        "4.6:4",
        "4.26:7",
    ] {
        ids.extend(["", "misere "].map(|word| format!("{word}octal/{heaps}")));
    }
    for pair in ["0,0", "1,2", "3,5", "2,2", "4,6", "3,3", "0,4"] {
        ids.extend(["", "misere "].map(|word| format!("{word}wythoff:{pair}")));
    }
    for bar in [
        "1x1", "2x2", "2x3", "3x3", "3,1", "2,1", "3x4", "4,2,1", "0",
    ] {
        ids.extend(["", "normal "].map(|word| format!("{word}chomp:{bar}")));
    }
    for cells in ["0", "00", "000", "0100", "00200", "1000", "00000"] {
        ids.extend(["", "misere "].map(|word| format!("{word}strip:{cells}")));
    }
    for tokens in [
        "river:spring",
        "river:brook,lake",
        "river:lake",
        "a-b,b-c,a-c:a,b",
        "a-b,a-c:a,b,a",
    ] {
        ids.extend(["", "misere "].map(|word| format!("{word}token/{tokens}")));
    }
    ids
}

#[test]
fn certificates_of_two_hundred_positions_are_accepted() {
    let ids = positions();
    assert!(ids.len() >= 200, "{}", ids.len());
    // Each certificate needs a run of the program, so make the certificates in two threads.
    let (one, other) = ids.split_at(ids.len() / 2);
    let all = |ids: &[String]| ids.iter().map(|id| certificate(id)).collect::<Vec<_>>();
    let certificates = std::thread::scope(|scope| {
        let half = scope.spawn(|| all(other));
        [all(one), half.join().unwrap()].concat()
    });
    let Some(said) = checked(&certificates) else {
        return;
    };
    for (id, said) in ids.iter().zip(said) {
        assert_eq!(said, "proved", "{id}");
    }
}

/// Variants of a certificate with one change each: a value is replaced, or an entry is left out or repeated.
fn mutations(certificate: &Value) -> Vec<(String, Value)> {
    let id = certificate["position"].as_str().unwrap();
    let other = match id.strip_prefix("misere ").or(id.strip_prefix("normal ")) {
        Some(plain) => plain.to_owned(),
        None if id.starts_with("star") || id.starts_with("chomp") => format!("normal {id}"),
        None => format!("misere {id}"),
    };
    let won = certificate["outcome"] == "win";
    let mut changes: Vec<(String, Value)> = vec![
        (
            "/outcome".to_owned(),
            json!(if won { "loss" } else { "win" }),
        ),
        ("/version".to_owned(), json!(2)),
        ("/position".to_owned(), json!(format!("{id},1"))),
        ("/position".to_owned(), json!(other)),
    ];
    if certificate["first"].is_object() {
        changes.extend([
            ("/first/move".to_owned(), json!("9-9")),
            ("/first".to_owned(), Value::Null),
        ]);
    }
    let lost = certificate["lost"].as_array().unwrap();
    for (i, entry) in lost.iter().enumerate() {
        let without = |list: &[Value], i: usize| Value::from([&list[..i], &list[i + 1..]].concat());
        let replies = entry["replies"].as_array().unwrap();
        changes.extend([
            ("/lost".to_owned(), without(lost, i)),
            (
                "/lost".to_owned(),
                Value::from([&lost[..], std::slice::from_ref(entry)].concat()),
            ),
            (
                format!("/lost/{i}/position"),
                json!(format!("{},1", entry["position"].as_str().unwrap())),
            ),
        ]);
        for (j, reply) in replies.iter().enumerate() {
            let (at, end) = (format!("/lost/{i}/replies/{j}"), reply["answer"].is_null());
            changes.extend([
                (format!("/lost/{i}/replies"), without(replies, j)),
                (
                    format!("{at}/answer"),
                    json!(if end { "1-1" } else { "9-9" }),
                ),
                (format!("{at}/move"), json!("9-9")),
                (format!("{at}/to"), entry["position"].clone()),
            ]);
            if !end {
                let mut unanswered = reply.clone();
                (unanswered["answer"], unanswered["left"]) = (Value::Null, Value::Null);
                changes.extend([
                    (at.clone(), unanswered),
                    (format!("{at}/left"), reply["to"].clone()),
                ]);
            }
        }
    }
    let change = |(place, value): (String, Value)| {
        let mut changed = certificate.clone();
        *changed.pointer_mut(&place).unwrap() = value;
        assert_ne!(changed, *certificate, "{place}");
        (place, changed)
    };
    changes.into_iter().map(change).collect()
}

#[test]
fn every_change_of_a_certificate_is_refused() {
    let ids = [
        "star:1664",
        "misere nim:1,2,3",
        "nim:2,3",
        "octal/0.137:7",
        "wythoff:3,5",
        "chomp:2x3",
        "strip:000",
    ];
    let changed: Vec<(String, Value)> = ids
        .iter()
        .flat_map(|id| {
            mutations(&certificate(id))
                .into_iter()
                .map(move |(what, c)| (format!("{id}: {what}"), c))
        })
        .collect();
    let certificates: Vec<Value> = changed.iter().map(|(_, c)| c.clone()).collect();
    let Some(said) = checked(&certificates) else {
        return;
    };
    for ((what, _), said) in changed.iter().zip(said) {
        assert!(said.starts_with("wrong: "), "{what}: {said}");
    }
}

#[test]
fn a_strategy_is_text_for_people_and_a_graph() {
    let text = run(&["strategy", "bash/3:9"]);
    assert!(
        text.out
            .starts_with("bash/3:9: the player to move wins; 3 positions to know.\n"),
        "{}",
        text.out
    );
    assert!(
        text.out.contains("Start with 1-1, which leaves bash/3:8."),
        "{}",
        text.out
    );
    let alike = run(&["strategy", "nim:1,2,3"]).out;
    assert!(
        alike.contains("loses; 4 positions to know")
            && alike.contains("which leaves nim:1,0,1 (nim:1,1,0 in another order)\n"),
        "{alike}"
    );
    for (id, same) in [
        (
            "octal/0.65:4,4",
            "octal/0.65:2,2 (octal/0.65:1,2,1,2 plays the same)",
        ),
        ("rings/cube:255", " plays the same)\n"),
    ] {
        let text = run(&["strategy", id]).out;
        assert!(text.contains(same), "{text}");
    }
    assert!(
        run(&["strategy", "bash/3:9", "--format", "dot"])
            .out
            .starts_with("digraph strategy {\n")
    );
    let refused = run(&["strategy", "tictactoe:........."]);
    assert_eq!((refused.status, refused.out.as_str()), (1, ""));
    let long = run(&["strategy", "bash/3:9000"]);
    assert_eq!((long.status, long.out.as_str()), (1, ""));
    assert!(
        long.err.contains("more than 1000") && long.err.contains("--json"),
        "{}",
        long.err
    );
}

#[test]
fn a_long_strategy_ends_at_its_limits() {
    for (limit, told) in [
        (["--time", "0.2"], "time limit of 0.2 s"),
        (["--memory", "16"], "memory limit of 16 MiB"),
    ] {
        let ended = run(&[
            &["strategy", "--format", "json", "nim:100,200,300"],
            &limit[..],
        ]
        .concat());
        assert!(
            ended.status == 1 && ended.err.contains(told),
            "{}",
            ended.err
        );
    }
}

#[test]
fn a_rule_is_told_with_its_proof_and_its_predictions() {
    let line = run(&["rule", "bash/3", "--upto", "40", "--json"]).out;
    let found: Value = serde_json::from_str(&line).unwrap();
    let fields = ["game", "convention", "checked", "lost", "values", "refuted"];
    let places: Vec<Option<usize>> = fields
        .iter()
        .map(|f| line.find(&format!("\"{f}\":")))
        .collect();
    assert!(
        places.is_sorted()
            && places[0] == Some(1)
            && found.as_object().unwrap().len() == fields.len(),
        "{line}"
    );
    assert_eq!(
        (&found["game"], &found["convention"], &found["checked"]),
        (&json!("bash/3"), &json!("normal"), &json!(40))
    );
    assert_eq!(
        (&found["lost"]["rule"], &found["lost"]["status"]),
        (&json!("n % 4 == 0"), &json!("proved"))
    );
    let predicts: Vec<u64> = (0..=80).step_by(4).collect();
    assert_eq!(found["lost"]["predicts"], json!(predicts));
    assert_eq!(found["values"]["rule"], json!("n % 4"));
    let none = answer(&["rule", "own/grundy", "--upto", "100", "--json"]);
    assert_eq!(
        (&none["lost"], &none["values"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn a_claim_is_held_or_refuted_and_a_wrong_one_is_an_error() {
    let refuted = answer(&[
        "rule",
        "bash/3",
        "--upto",
        "40",
        "--claim",
        "n % 2 == 0",
        "--json",
    ]);
    let expected = json!({"game": "bash/3", "convention": "normal", "claim": "n % 2 == 0", "checked": 40, "holds": false,
        "proved": false, "least": {"position": "bash/3:2", "claimed": "loss", "true": "win", "move": "1-2"}});
    assert_eq!(refuted, expected);
    let holds = answer(&[
        "rule", "bash/3", "--upto", "40", "--value", "n % 4", "--json",
    ]);
    assert_eq!(
        (&holds["holds"], &holds["proved"], &holds["least"]),
        (&json!(true), &json!(true), &Value::Null)
    );
    for (game, said) in [
        (
            "race/3/21",
            "for all 22 positions up to 21. The game has no other positions.",
        ),
        (
            "misere bash/3",
            "for all 41 positions up to 40. It is proved for all numbers.",
        ),
    ] {
        let told = run(&["rule", game, "--upto", "40", "--claim", "n % 4 == 1"]).out;
        assert_eq!(told, format!("n % 4 == 1 holds {said}\n"));
    }
    let wrong = run(&["rule", "bash/3", "--upto", "40", "--claim", "n %% 2 == 0"]);
    assert!(
        wrong.status == 2 && wrong.err.contains("column 4"),
        "{}",
        wrong.err
    );
    let pairs = run(&["rule", "wythoff", "--upto", "4", "--claim", "n == 0"]);
    assert!(
        pairs.err.contains("expected a and b;") && pairs.err.contains("b % 4"),
        "{}",
        pairs.err
    );
    assert_eq!(run(&["rule", "star", "--upto", "4"]).status, 2);
}

#[test]
fn every_function_of_rules_is_documented() {
    let (code, told) = (
        source("core/src/rule/functions.rs"),
        source("docs/finding-rules.md"),
    );
    let is_name = |text: &&str| text.bytes().all(|c| c == b'_' || c.is_ascii_lowercase());
    let names: Vec<&str> = code
        .split('"')
        .skip(1)
        .step_by(2)
        .filter(|text| !text.is_empty() && is_name(text))
        .collect();
    assert!(
        names.contains(&"in_sequence") && names.contains(&"is_wythoff_pair"),
        "{names:?}"
    );
    for name in names {
        assert!(told.contains(&format!("`{name}(")), "{name}");
    }
}

#[test]
fn refuted_rules_are_told_in_words() {
    let told = run(&["rule", "bash/3", "--upto", "40"]).out;
    let refuted: Vec<&str> = told
        .lines()
        .filter(|line| line.contains(", refuted by "))
        .collect();
    assert!(
        refuted.len() == 2 && refuted[0].contains(". In words: Lost exactly when "),
        "{told}"
    );
}

#[test]
fn tables_take_scripts_of_two_numbers() {
    let table = run(&["table", "own/euclid", "--upto", "2", "--format", "csv"]);
    assert_eq!(table.out.lines().nth(5), Some("1,1,win,1"), "{}", table.err);
}
