//! Scripts that mean harm: each ends with its message, soon after time limit of, and takes little memory.

use std::io::Read;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use super::program::{Folder, nimatron, peak, run};

/// What scripts say that are at fault, with the words that answer them.
const FAULTY: [(&str, &str); 20] = [
    ("loop { let a = heap; }", "one call takes"),
    ("let s = \"x\"; loop { s += s; }", "too large"),
    (
        "let s = \"ab \"; for i in 0..22 { s += s; } s.split(\"\")",
        "too large",
    ),
    (
        "let s = \"ab \"; for i in 0..22 { s += s; } s.to_chars()",
        "too large",
    ),
    ("let s = \"\"; loop { s = `${s}${s}abc`; }", "too large"),
    ("let a = [1]; loop { a += a; }", "too large"),
    ("let a = [1]; loop { a.push(a); }", "too large"),
    ("let a = []; loop { a = [a, a]; }", "too large"),
    ("let m = #{}; loop { m = #{ a: m, b: m }; }", "too large"),
    ("let a = [1]; loop { a.splice(0, 0, a); }", "too large"),
    ("let a = []; a.pad(1000000000000, 0); a", "too large"),
    (
        "let a = []; a.pad(1000000, a); a.pad(2000000, a)",
        "too large",
    ),
    ("let a = []; a.pad(300000, 7); a.to_string()", "too large"),
    ("blob(1000000000000); []", "too large"),
    ("let s = \"x\"; s.pad(1000000000000, 'x'); []", "too large"),
    ("options(heap)", "64 deep"),
    ("let f = |x| call(x, x); f.call(f)", "64 deep"),
    ("sleep(1000); []", "sleep"),
    ("parse_json(\"[1]\")", "parse_json"),
    ("let a = []; a.pad(400000, 1); throw a", "gave up: a list"),
];

/// What would go on for long without ever looking at a clock.
const ENDLESS: [&str; 19] = [
    "loop { }",
    "let x = [3, 1, 2]; loop { x.sort(|a, b| a - b); }",
    "let x = []; x.pad(300, 1); loop { x.map(|a| { let y = [a]; y.pad(300, a); y.map(|b| a + b) }); }",
    "let a = []; loop { a = [a]; }",
    "let x = [0]; for i in 0..60 { x = [x, x, x]; } []",
    "let m = #{}; let i = 0; loop { m[`k${i}`] = [i]; i += 1; }",
    "let x = []; for i in 0..400000 { x.push(i % 17); } loop { x.sort(|a, b| b - a); x.reverse(); }",
    "let x = []; for i in 0..4000 { x.push(i % 17); } loop { x.sort(|a, b| 1); x.sort_by(|a, b| (a * 7919 + b) % 3 - 1); }",
    "let x = []; for i in 0..4000 { x.push(if i % 3 == 0 { 0.0 / 0.0 } else { 1.0 * i }); } loop { x.sort(); }",
    "let x = []; for i in 0..400000 { x.push((i * 7919) % 100003); } loop { x.sort(); x.sort_desc(); }",
    "let x = []; for i in 0..40000 { x.push([i, [i, i]]); } loop { x.sort(|a, b| b[0] - a[0]); }",
    "let x = []; for i in 0..400000 { x.push(i); } let y = x; loop { let n = x == y; let m = x.contains(-1); }",
    "let x = [0]; for i in 0..15 { x = [x, x]; } let y = x; loop { let n = x == y; }",
    "let x = []; for i in 0..100000 { x.push([i, i, i]); } loop { x.dedup(); x.reverse(); }",
    "let x = []; for i in 0..300000 { x.push(i); } loop { print(x); debug(x); }",
    "let x = []; for i in 0..100000 { x.push([i]); } let a = x; loop { let b = x; a = b; }",
    "let s = \"aé\"; for i in 0..20 { s += s; } loop { s.make_upper(); s.make_lower(); }",
    "let f = Fn(\"options\"); loop { f = f.curry(f); }",
    "let a = []; a.pad(100000, 1); loop { let b = a.zip(a, |x, y| [x, y]); }",
];

/// The time given.
const GIVEN: Duration = Duration::from_millis(200);
/// How much later it may be, on a busy machine and without optimisation: a script that is not stopped never ends.
const LATE: Duration = Duration::from_secs(5);
/// The most memory that the program may take for a script, in KiB.
const MOST_MEMORY: u64 = 200 << 10;

fn file(folder: &Folder, name: &str, body: &str) -> String {
    let script = format!("const START = [3];\nfn options(heap) {{ {body} }}");
    folder.write(&format!("{name}.rhai"), &script)
}

/// What is said where a script is asked for a position, after how long, and how much memory it took.
fn asked(path: &str, id: &str) -> (String, Duration, u64) {
    let given = GIVEN.as_secs_f64().to_string();
    let start = Instant::now();
    let mut command = nimatron(&["solve", "--time", &given, "--game", path, id]);
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = most.max(peak(&child).unwrap_or(0));
        thread::sleep(Duration::from_millis(2));
    }
    let taken = start.elapsed();
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "{said}");
    (said, taken, most)
}

#[test]
fn a_harmful_script_ends_with_its_message() {
    let folder = Folder::new();
    for (i, (body, words)) in FAULTY.iter().enumerate() {
        let path = file(&folder, &format!("harm{i}"), body);
        let run = run(&["solve", "--game", &path, &format!("own/harm{i}:3")]);
        assert_eq!(run.status, 1, "{body}: {}", run.err);
        assert!(
            run.err.contains(words) && run.err.contains("line 2"),
            "{body}: {}",
            run.err
        );
        assert!(
            run.err.contains("the options of a heap of 3"),
            "{body}: {}",
            run.err
        );
        assert!(
            run.err.len() < 1000 && !run.err.contains("panicked"),
            "{body}: {}",
            run.err
        );
    }
    let script = "const START = [3];\nlet a = 1 + \"x\" * 2;\nfn options(heap) { [] }";
    let path = folder.write("top.rhai", script);
    for (command, words) in [("games", "top.rhai, line 2"), ("check", "line 2")] {
        let run = run(&[command, "--game", &path]);
        assert!(
            run.status == 1 && run.err.contains(words),
            "{command}: {}",
            run.err
        );
    }
}

#[test]
fn a_harmful_script_is_stopped_in_time_and_takes_little_memory() {
    let folder = Folder::new();
    let faulty = FAULTY.iter().map(|(body, _)| *body);
    for (i, body) in ENDLESS.iter().copied().chain(faulty).enumerate() {
        let path = file(&folder, &format!("harm{i}"), body);
        let (said, taken, most) = asked(&path, &format!("own/harm{i}:3"));
        // What grows may be too large before the time is over.
        let stopped = said.contains("time limit of") || said.contains("too large");
        assert!(stopped || i >= ENDLESS.len(), "{body}: {said}");
        assert!(!said.contains("panicked"), "{body}: {said}");
        assert!(taken < GIVEN + LATE, "{body}: {taken:?}");
        assert!(most < MOST_MEMORY, "{body}: {most} KiB");
    }
}

/// Values that hold themselves are never given back: no call is too large, all together would take everything.
#[test]
fn a_script_that_keeps_memory_is_refused() {
    let folder = Folder::new();
    for (i, keep) in ["let f = || a; a.f = f;", "let f = || a; a[\"f\"] = f;"]
        .iter()
        .enumerate()
    {
        let body = format!(
            "for i in 0..20 {{ let a = #{{}}; let b = []; b.pad(10000, i); a.b = b; {keep} }}
             if heap == 0 {{ [] }} else {{ [[heap - 1]] }}"
        );
        let path = file(&folder, &format!("keeps{i}"), &body);
        let run = run(&["solve", "--game", &path, &format!("own/keeps{i}:300")]);
        assert_eq!(run.status, 1, "{}", run.out);
        assert!(
            run.err.contains("keeps memory") && run.err.contains("line 2"),
            "{}",
            run.err
        );
    }
}
