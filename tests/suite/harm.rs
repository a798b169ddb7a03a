//! Checks that malicious scripts are stopped with a message, without using much memory or exceeding the time limit by
//! much.

use std::io::Read;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use super::program::{Folder, nimatron, peak, run};

/// Faulty function bodies for a script, each with a part of the expected error message.
const FAULTY: [(&str, &str); 8] = [
    ("while true do local a = heap end", "one call takes"),
    ("local s = 'x' while true do s = s .. s end", "of memory"),
    (
        "local t = {} while true do t[#t + 1] = {t} end",
        "of memory",
    ),
    ("return ('x'):rep(1000000000)", "would be longer"),
    ("return {options(heap)}", "line 2"),
    ("return {pcall(options, heap)}", "pcall"),
    ("return os.clock()", "os"),
    ("error({})", "asked for"),
];

/// Function bodies that run for ever, or nearly so.
const ENDLESS: [&str; 8] = [
    "while true do end",
    "local function f(n) if n > 0 then f(n - 1) f(n - 1) end end f(90)",
    "local t = {} for i = 1, 300000 do t[i] = (i * 7919) % 100003 end while true do table.sort(t) t[1] = -t[1] end",
    "local t = {} for i = 1, 4000 do t[i] = i % 17 end while true do table.sort(t, function(a, b) return a < b end) end",
    "local s = ('x'):rep(1000000) while true do s:upper() s:lower() s:reverse() end",
    "local t = {} for i = 1, 90000 do t[i] = 'ab' end while true do table.concat(t) end",
    "local t = {} for i = 1, 100000 do t['k' .. i] = i end while true do for k in pairs(t) do end end",
    "while true do local t = {} for i = 1, 1000 do t[i] = {i} end end",
];

const GIVEN: Duration = Duration::from_millis(200);
/// The extra time allowed for a busy machine and an unoptimised build. A script that is not stopped would never end.
const LATE: Duration = Duration::from_secs(5);
const MOST_MEMORY: u64 = 200 << 10;

fn file(folder: &Folder, name: &str, body: &str) -> String {
    let script = format!("START = {{3}}\nfunction options(heap) {body} end");
    folder.write(&format!("{name}.lua"), &script)
}

/// Solves the position `id` with the script at `path`, which must fail. Returns the error output, the time taken, and
/// the peak memory in KiB.
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
    let script = "START = {3}\nlocal a = 1 + {}\nfunction options(heap) return {} end";
    let path = folder.write("top.lua", script);
    for (command, words) in [("games", "top.lua, line 2"), ("check", "line 2")] {
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
        // A growing value may exceed the memory limit before the time limit.
        let stopped = ["time limit of", "of memory", "200 million instructions"]
            .iter()
            .any(|limit| said.contains(limit));
        assert!(stopped || i >= ENDLESS.len(), "{body}: {said}");
        assert!(!said.contains("panicked"), "{body}: {said}");
        assert!(taken < GIVEN + LATE, "{body}: {taken:?}");
        assert!(most < MOST_MEMORY, "{body}: {most} KiB");
    }
}
