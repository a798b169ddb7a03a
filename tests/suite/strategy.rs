//! Certificates of winning strategies, held by `docs/check_strategy.py`, which has rules of its own; and the output of
//! `rule` and `strategy`.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::cli::{json as parsed, run};

/// Reads certificates, one a line, and says of each what the checker says.
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

/// What the checker says of each; `None` where there is no Python to ask.
fn checked(certificates: &[Value]) -> Option<Vec<String>> {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");
    let python = Command::new("python3")
        .args(["-B", "-c", DRIVER, docs])
        .env("PYTHONIOENCODING", "utf-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut python) = python else {
        eprintln!("SKIPPED: there is no python3, so no certificate was checked");
        return None;
    };
    let lines: Vec<String> = certificates.iter().map(|c| c.to_string() + "\n").collect();
    let mut input = python.stdin.take().unwrap();
    let feed = std::thread::spawn(move || input.write_all(lines.concat().as_bytes()).unwrap());
    let output = python.wait_with_output().unwrap();
    feed.join().unwrap();
    let said: Vec<String> = String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(said.len(), certificates.len());
    Some(said)
}

fn certificate(id: &str) -> Value {
    let found = run(&["strategy", id, "--format", "json"]);
    assert_eq!(found.status, 0, "{id}: {}", found.err);
    parsed(&found.out)
}

/// Two hundred positions of every game that the checker knows.
fn positions() -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    ids.extend((1..=60).map(|i: u32| format!("star:{}", i * 131 % 1024)));
    ids.extend((1..=10).map(|i: u32| format!("normal star:{}", i * 97 % 512)));
    ids.extend((1..=12).map(|i: u32| format!("rings/cube:{}", i * 21 % 256)));
    ids.extend((1..=6).map(|i: u32| format!("normal rings/0-1,1-2,2-3,3-0:{}", i * 2 + 3)));
    for stones in ["O", "OO", "OOO", "OOOO", "OO.OO", "OOO.O", "OOOOOO", "O.OO.O", "OOOOOOO", "OO.OOO"] {
        ids.extend(["", "misere "].map(|word| format!("{word}row:{stones}")));
    }
    for piles in ["0", "1", "2", "5", "1,1", "1,2", "3,3", "2,4", "1,2,3", "2,2,1", "1,1,1", "3,4", "0,3"] {
        ids.extend(["", "misere "].map(|word| format!("{word}nim:{piles}")));
    }
    for heaps in ["0.137:7", "0.77:6", "0.07:8", "0.4:7", "0.137:3,4", "0.333:5,2", "0.6:6", "0.72:7"] {
        ids.extend(["", "misere "].map(|word| format!("{word}octal/{heaps}")));
    }
    for pair in ["0,0", "1,2", "3,5", "2,2", "4,6", "3,3", "0,4"] {
        ids.extend(["", "misere "].map(|word| format!("{word}wythoff:{pair}")));
    }
    for bar in ["1x1", "2x2", "2x3", "3x3", "3,1", "2,1", "3x4", "4,2,1", "0"] {
        ids.extend(["", "normal "].map(|word| format!("{word}chomp:{bar}")));
    }
    for cells in ["0", "00", "000", "0100", "00200", "1000", "00000"] {
        ids.extend(["", "misere "].map(|word| format!("{word}strip:{cells}")));
    }
    for tokens in ["river:spring", "river:brook,lake", "river:lake", "a-b,b-c,a-c:a,b"] {
        ids.extend(["", "misere "].map(|word| format!("{word}token/{tokens}")));
    }
    ids
}

#[test]
fn certificates_of_two_hundred_positions_are_accepted() {
    let ids = positions();
    assert!(ids.len() >= 200, "{}", ids.len());
    // Each is a run of the program: two at a time.
    let (one, other) = ids.split_at(ids.len() / 2);
    let all = |ids: &[String]| ids.iter().map(|id| certificate(id)).collect::<Vec<_>>();
    let certificates = std::thread::scope(|scope| {
        let half = scope.spawn(|| all(other));
        [all(one), half.join().unwrap()].concat()
    });
    let Some(said) = checked(&certificates) else { return };
    for (id, said) in ids.iter().zip(said) {
        assert_eq!(said, "proved", "{id}");
    }
}

/// The certificate with one thing changed, in every way.
fn mutations(certificate: &Value) -> Vec<(String, Value)> {
    let mut all: Vec<(String, Value)> = Vec::new();
    let mut with = |what: String, change: &dyn Fn(&mut Value)| {
        let mut changed = certificate.clone();
        change(&mut changed);
        assert_ne!(changed, *certificate, "{what}");
        all.push((what, changed));
    };
    with("the outcome".to_owned(), &|c| {
        c["outcome"] = json!(if c["outcome"] == "win" { "loss" } else { "win" });
    });
    with("the version".to_owned(), &|c| c["version"] = json!(2));
    with("the position".to_owned(), &|c| {
        let id = c["position"].as_str().unwrap();
        c["position"] = json!(format!("{id},1"));
    });
    with("the convention".to_owned(), &|c| {
        let id = c["position"].as_str().unwrap();
        let other = match id.strip_prefix("misere ").or(id.strip_prefix("normal ")) {
            Some(plain) => plain.to_owned(),
            None if id.starts_with("star") || id.starts_with("chomp") => format!("normal {id}"),
            None => format!("misere {id}"),
        };
        c["position"] = json!(other);
    });
    if certificate["first"].is_object() {
        with("the first move".to_owned(), &|c| c["first"]["move"] = json!("9-9"));
        with("no first move".to_owned(), &|c| c["first"] = Value::Null);
    }
    for (i, entry) in certificate["lost"].as_array().unwrap().iter().enumerate() {
        with(format!("entry {i} left out"), &|c| {
            c["lost"].as_array_mut().unwrap().remove(i);
        });
        with(format!("entry {i} twice"), &|c| c["lost"].as_array_mut().unwrap().push(entry.clone()));
        with(format!("the position of entry {i}"), &|c| {
            let id = entry["position"].as_str().unwrap();
            c["lost"][i]["position"] = json!(format!("{id},1"));
        });
        for (j, reply) in entry["replies"].as_array().unwrap().iter().enumerate() {
            with(format!("reply {j} of entry {i} left out"), &|c| {
                c["lost"][i]["replies"].as_array_mut().unwrap().remove(j);
            });
            with(format!("the answer to reply {j} of entry {i}"), &|c| {
                c["lost"][i]["replies"][j]["answer"] =
                    if reply["answer"].is_null() { json!("1-1") } else { json!("9-9") };
            });
            with(format!("the move of reply {j} of entry {i}"), &|c| {
                c["lost"][i]["replies"][j]["move"] = json!("9-9");
            });
            with(format!("what reply {j} of entry {i} leads to"), &|c| {
                c["lost"][i]["replies"][j]["to"] = entry["position"].clone();
            });
            if !reply["answer"].is_null() {
                with(format!("no answer to reply {j} of entry {i}"), &|c| {
                    c["lost"][i]["replies"][j]["answer"] = Value::Null;
                    c["lost"][i]["replies"][j]["left"] = Value::Null;
                });
                with(format!("what is left after reply {j} of entry {i}"), &|c| {
                    c["lost"][i]["replies"][j]["left"] = reply["to"].clone();
                });
            }
        }
    }
    all
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
            mutations(&certificate(id)).into_iter().map(move |(what, c)| (format!("{id}: {what}"), c))
        })
        .collect();
    let certificates: Vec<Value> = changed.iter().map(|(_, c)| c.clone()).collect();
    let Some(said) = checked(&certificates) else { return };
    for ((what, _), said) in changed.iter().zip(said) {
        assert!(said.starts_with("wrong: "), "{what}: {said}");
    }
}

#[test]
fn a_strategy_is_text_for_people_and_a_graph() {
    let text = run(&["strategy", "bash/3:9"]);
    assert!(
        text.out.starts_with("bash/3:9: the player to move wins; 3 positions to know.\n"),
        "{}",
        text.out
    );
    assert!(text.out.contains("Start with 1-1, which leaves bash/3:8."), "{}", text.out);
    assert!(run(&["strategy", "bash/3:9", "--format", "dot"]).out.starts_with("digraph strategy {\n"));
    let refused = run(&["strategy", "tictactoe:........."]);
    assert_eq!((refused.status, refused.out.as_str()), (1, ""));
    let long = run(&["strategy", "bash/3:9000"]);
    assert_eq!((long.status, long.out.as_str()), (1, ""));
    assert!(long.err.contains("2251 positions") && long.err.contains("--format json"), "{}", long.err);
}

#[test]
fn a_rule_is_told_with_its_proof_and_its_predictions() {
    let line = run(&["rule", "bash/3", "--upto", "40", "--json"]).out;
    let found = parsed(&line);
    let fields = ["game", "convention", "checked", "lost", "values", "refuted"];
    let places: Vec<Option<usize>> = fields.iter().map(|f| line.find(&format!("\"{f}\":"))).collect();
    assert!(
        places.is_sorted() && places[0] == Some(1) && found.as_object().unwrap().len() == fields.len(),
        "{line}"
    );
    assert_eq!(
        (&found["game"], &found["convention"], &found["checked"]),
        (&json!("bash/3"), &json!("normal"), &json!(40))
    );
    assert_eq!((&found["lost"]["rule"], &found["lost"]["status"]), (&json!("n % 4 == 0"), &json!("proved")));
    let predicts: Vec<u64> = (0..=80).step_by(4).collect();
    assert_eq!(found["lost"]["predicts"], json!(predicts));
    assert_eq!(found["values"]["rule"], json!("n % 4"));
    let none = parsed(&run(&["rule", "own/grundy", "--upto", "100", "--json"]).out);
    assert_eq!((&none["lost"], &none["values"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_claim_is_held_or_refuted_and_a_wrong_one_is_an_error() {
    let refuted = run(&["rule", "bash/3", "--upto", "40", "--claim", "n % 2 == 0", "--json"]);
    assert_eq!(refuted.status, 0);
    let expected = json!({"game": "bash/3", "convention": "normal", "claim": "n % 2 == 0", "checked": 40, "holds": false,
        "proved": false, "least": {"position": "bash/3:2", "claimed": "loss", "true": "win", "move": "1-2"}});
    assert_eq!(parsed(&refuted.out), expected);
    let holds = parsed(&run(&["rule", "bash/3", "--upto", "40", "--value", "n % 4", "--json"]).out);
    assert_eq!(
        (&holds["holds"], &holds["proved"], &holds["least"]),
        (&json!(true), &json!(true), &Value::Null)
    );
    let wrong = run(&["rule", "bash/3", "--upto", "40", "--claim", "n %% 2 == 0"]);
    assert!(wrong.status == 2 && wrong.err.contains("column 4"), "{}", wrong.err);
    assert_eq!(run(&["rule", "star", "--upto", "4"]).status, 2);
}

#[test]
fn tables_take_scripts_of_two_numbers() {
    let table = run(&["table", "own/euclid", "--upto", "2", "--format", "csv"]);
    assert_eq!(table.out.lines().nth(5), Some("1,1,win,1"), "{}", table.err);
}
