//! Checks the line protocol against the transcript in its documentation, and tests the documented client.

use std::process::Command;

use serde_json::Value;

use super::program::{json, nimatron, root, run_with, source};

fn transcript() -> (Vec<String>, Vec<String>) {
    let text = source("docs/serve.md");
    let lines = |mark: &str| -> Vec<String> {
        text.lines()
            .filter_map(|line| line.strip_prefix("    ")?.strip_prefix(mark))
            .map(str::to_owned)
            .collect()
    };
    (lines("> "), lines("< "))
}

/// Returns whether an answer matches the documented answer. In the documentation, `...` stands for any sentence and
/// `["..."]` for any list.
fn says(documented: &Value, found: &Value) -> bool {
    match (documented, found) {
        (Value::String(text), Value::String(_)) if text == "..." => true,
        (Value::Array(list), Value::Array(_)) if list[..] == ["..."] => true,
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(name, value)| b.get(name).is_some_and(|v| says(value, v)))
        }
        (a, b) => a == b,
    }
}

#[test]
fn the_transcript_of_the_documentation_is_what_happens() {
    let (asked, answered) = transcript();
    assert!(
        asked.len() >= 9 && asked.len() == answered.len(),
        "{} {}",
        asked.len(),
        answered.len()
    );
    for request in [
        "open", "moves", "play", "undo", "solve", "hint", "line", "review",
    ] {
        assert!(
            asked
                .iter()
                .any(|line| line.contains(&format!("\"request\":\"{request}\""))),
            "{request}"
        );
    }
    let found = run_with(&["serve"], &(asked.join("\n") + "\n"));
    assert_eq!(found.status, 0, "{}", found.err);
    let lines: Vec<&str> = found.out.lines().collect();
    for ((asked, answered), line) in asked.iter().zip(&answered).zip(&lines) {
        if answered.contains("...") {
            assert!(says(&json(answered), &json(line)), "{asked}: {line}");
        } else {
            assert_eq!(line, answered, "{asked}");
        }
    }
    assert_eq!(lines.len(), answered.len());
}

#[test]
fn the_client_in_python_plays_a_match() {
    let program = nimatron(&[]);
    match Command::new("python3")
        .arg(root().join("docs/client.py"))
        .arg(program.get_program())
        .output()
    {
        Err(e) => eprintln!("SKIPPED: there is no python3 to run docs/client.py with: {e}"),
        Ok(output) => {
            let (out, err) = (
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr),
            );
            assert!(output.status.success(), "{err}");
            assert!(
                out.starts_with("A plays 1-2\n") && out.contains("A wins;"),
                "{out}"
            );
        }
    }
}
