//! Tests the memory and time limits of the commands by running the program.

use std::time::Instant;

use super::program::{Conversation, peak, run};

fn stays_within(talk: &Conversation, given: u64) {
    if let Some(peak) = peak(&talk.child) {
        assert!(
            peak < (given << 10) + BESIDE,
            "{peak} KiB with --memory {given}"
        );
    }
}

/// The overhead in KiB that the limit does not include: the program, its libraries and an input line.
const BESIDE: u64 = 24 << 10;

#[test]
fn memory_stays_within_what_is_given() {
    // Each set of moves needs a table of two million 16-bit values, so all 24 sets would need 96 MB.
    let mut talk = Conversation::begin(&["solve", "--memory", "32", "-"]);
    for n in 0..24 {
        let answer = talk.ask(&format!("subtraction/1,{}:2000000", 900_001 + 2 * n));
        assert!(
            answer.contains(" wins") || answer.contains(" loses"),
            "{answer}"
        );
    }
    stays_within(&talk, 32);
    talk.end().wait().unwrap();
}

#[test]
fn what_needs_more_memory_is_refused_and_the_next_line_solved() {
    let mut talk = Conversation::begin(&["solve", "--memory", "8", "-"]);
    for id in [
        "subtraction/1,8000001:20000000",
        "misere chomp:16x16",
        "rings/coronene:16777215",
    ] {
        let answer = talk.ask(id);
        assert!(answer.contains("error: "), "{answer}");
        assert!(
            ["8 MiB", "more than is allowed", "the memory given"]
                .iter()
                .any(|why| answer.contains(why)),
            "{answer}"
        );
        assert!(talk.ask("nim:3,4,5").contains("wins"), "after {id}");
    }
    stays_within(&talk, 8);
    talk.end().wait().unwrap();
}

#[test]
fn time_is_given_to_reading_too() {
    let arcs = (0..80_000).flat_map(|n| [1, 2, 5].map(|k| format!("v{n}-v{}", n + k)));
    let id = format!("token/{}:v0,v7", arcs.collect::<Vec<_>>().join(","));
    let timed = |arguments: &[&str]| {
        let mut talk = Conversation::begin(arguments);
        talk.ask("nim:1,2");
        let begun = Instant::now();
        let answer = talk.ask(&id);
        let took = begun.elapsed();
        talk.end().wait().unwrap();
        (took, answer)
    };
    let (whole, solved) = timed(&["solve", "-"]);
    assert!(
        solved.contains("moves to the end") || solved.contains(" wins"),
        "{}",
        &solved[solved.len() - 200..]
    );
    let (cut, refused) = timed(&["solve", "--time", "0.01", "-"]);
    assert!(
        refused.contains("the time limit of 0.01 s is over"),
        "{}",
        &refused[refused.len() - 200..]
    );
    assert!(
        cut * 2 < whole,
        "{cut:?} with a hundredth of a second, {whole:?} without a limit"
    );
}

#[test]
fn tables_end_where_time_and_memory_do() {
    for (game, more) in [
        ("octal/0.06", &[][..]),
        ("wythoff", &[]),
        ("queen", &["--format", "csv"]),
        ("ferguson", &["--misere"]),
        ("nim", &["--format", "json"]),
        ("boxes", &["--misere", "--format", "csv"]),
    ] {
        let begun = Instant::now();
        let arguments = ["table", game, "--upto", "100000000", "--time", "0.3"];
        let table = run(&[&arguments, more].concat());
        assert!(
            begun.elapsed().as_secs_f64() < 3.0,
            "{game}: {:?}",
            begun.elapsed()
        );
        assert_eq!(table.status, 1, "{game}");
        assert!(
            table.err.contains("the table ends before"),
            "{game}: {}",
            table.err
        );
        assert!(
            table.err.contains("the time limit of 0.3 s is over"),
            "{game}: {}",
            table.err
        );
        assert_eq!(table.err.lines().count(), 1, "{game}: {}", table.err);
        assert!(!table.out.contains('?'), "{game}");
    }
    let table = run(&[
        "table",
        "subtraction/1,9000001",
        "--upto",
        "9000000",
        "--memory",
        "2",
        "--format",
        "csv",
    ]);
    assert_eq!(table.status, 1);
    assert!(table.err.contains("memory"), "{}", table.err);
    let whole = run(&["table", "octal/0.16", "--upto", "101000", "--time", "60"]);
    // Ignore the line after the rows, which is printed only if there was time to find a period.
    let rows: Vec<&str> = whole.out.lines().skip(2).take(101_001).collect();
    assert_eq!((whole.status, rows.len()), (0, 101_001));
    assert!(rows[101_000].starts_with("  101000  "), "{}", rows[101_000]);
}

/// The game `octal/0.007` has no known period.
#[test]
fn a_table_says_that_no_time_was_left_for_its_period() {
    for format in ["text", "csv", "json"] {
        let arguments = ["table", "octal/0.007", "--upto", "5", "--format", format];
        let timed = run(&[&arguments[..], &["--time", "0.3"]].concat());
        let said = "the search for a period was stopped: the time limit of 0.3 s is over\n";
        assert_eq!((timed.status, &*timed.err), (0, said), "{format}");
    }
}

/// Without its limit, each command would take far more time or memory.
#[test]
fn every_command_keeps_its_limits() {
    let home = super::program::Folder::new();
    let moves = vec!["1-1"; 3000];
    let long = serde_json::json!({"format": "nimatron-match", "version": 1, "start": "subtraction/1,2:4000", "moves": moves});
    let long = home.write("long.json", &long.to_string());
    let request = |id: &str| format!("{{\"request\":\"solve\",\"position\":\"{id}\"}}\n");
    let time = "the time limit of ";
    let memory = "memory";
    let cases: &[(&[&str], &str, &str)] = &[
        (
            &["export", "--format", "svg", &long, "--time", "0.01"],
            "",
            time,
        ),
        (
            &["export", "--format", "cast", &long, "--time", "0.05"],
            "",
            time,
        ),
        (&["judge", "star", "--time", "0.000001"], "1 1\n", time),
        (
            &["coach", "--check", "own/cut", "--json", "--time", "0.01"],
            "",
            time,
        ),
        (
            &["coach", "--check", "own/cut", "--json", "--memory", "1"],
            "",
            memory,
        ),
        (&["coach", "own/cut", "--time", "0.01"], "", time),
        (
            &["quotient", "octal/0.07", "--heaps", "33", "--time", "0.1"],
            "",
            time,
        ),
        (
            &["quotient", "octal/0.07", "--heaps", "33", "--memory", "4"],
            "",
            memory,
        ),
        (
            &["rule", "octal/0.16", "--upto", "1000000", "--time", "0.02"],
            "",
            time,
        ),
        (
            &["rule", "octal/0.16", "--upto", "1000000", "--memory", "1"],
            "",
            memory,
        ),
        (
            &["strategy", "misere chomp:16x16", "--time", "0.1"],
            "",
            time,
        ),
        (
            &["strategy", "misere chomp:16x16", "--memory", "4"],
            "",
            memory,
        ),
        (&["tree", "misere chomp:16x16", "--time", "0.1"], "", time),
        (
            &[
                "puzzle", "misere", "chomp", "--count", "50", "--time", "0.01",
            ],
            "",
            time,
        ),
        (&["review", &long, "--time", "0.01"], "", time),
        (&["solve", "misere chomp:16x16", "--time", "0.1"], "", time),
        (
            &["serve", "--time", "0.1"],
            &request("misere chomp:16x16"),
            time,
        ),
        (
            &["serve", "--memory", "4"],
            &request("misere chomp:16x16"),
            memory,
        ),
    ];
    for (arguments, input, why) in cases {
        let mut command = super::program::at_home(home.path(), arguments);
        command.current_dir(super::program::root());
        let run = super::program::fed(&mut command, input);
        let said = format!("{}{}", run.out, run.err);
        let is_told = said.contains(why) || *why == memory && said.contains("more than is allowed");
        assert!(is_told, "{arguments:?}: {said:.600}");
        // `serve` continues after an error and then exits with status 0.
        let status = i32::from(arguments[0] != "serve");
        assert_eq!(run.status, status, "{arguments:?}");
    }
}

const SLOW: &str = "NAME = 'Slow' RULE = 'x' START = {9}
function options(h)
  for i = 1, 3e7 do end
  for d = 1, math.min(h, 3) do move(h - d) end
end";

const SLOW_BOARD: &str = "NAME = 'Slow board' RULE = 'x' START = {1, 1, 1} GLYPHS = '.I'
local function slow() for i = 1, 3e7 do end end
function width(n) slow() return 3 end
function legal(c) slow() return true end
function parts(c) slow() return {c} end
function moves(c) slow() local to = {table.unpack(c)} to[1] = 0 return c[1] == 1 and {to} or {} end
function move_words(c, m) slow() return 'm' end";

fn with_scripts(arguments: &[&str]) -> (super::program::Run, f64) {
    let home = super::program::Folder::new();
    let slow = home.write("slow.lua", SLOW);
    let board = home.write("board.lua", SLOW_BOARD);
    let begun = Instant::now();
    let scripts = ["--game", &slow, "--game", &board];
    let run = super::program::fed(
        &mut super::program::at_home(home.path(), &[arguments, &scripts].concat()),
        "",
    );
    (run, begun.elapsed().as_secs_f64())
}

#[test]
fn slow_scripts_end_with_their_command() {
    let cases: &[&[&str]] = &[
        &["puzzle", "own/board"],
        &["puzzle", "own/slow"],
        &["coach", "--check", "--json", "own/board"],
        &["coach", "--check", "--json", "own/slow"],
        &["table", "own/slow", "--upto", "50"],
        &["table", "own/board", "--upto", "50"],
        &["quotient", "own/slow"],
        &["rule", "own/slow"],
        &["tree", "own/board:III"],
        &["strategy", "own/board:III"],
        &["solve", "own/slow:9"],
        &["solve", "own/board:III + own/slow:3"],
    ];
    std::thread::scope(|scope| {
        for case in cases {
            scope.spawn(move || {
                let (run, seconds) = with_scripts(&[case, &["--time", "0.2"][..]].concat());
                assert!(
                    run.err.contains("the time limit of 0.2 s is over"),
                    "{case:?}: {}",
                    run.err
                );
                assert_eq!(run.status, 1, "{case:?}");
                assert!(seconds < 8.0, "{case:?}: {seconds} s");
            });
        }
    });
    let home = super::program::Folder::new();
    let reads = home.write("reads.lua", "for i = 1, 1e8 do end START = {1}");
    let run = run(&[
        "table",
        "own/reads",
        "--upto",
        "5",
        "--game",
        &reads,
        "--time",
        "0.1",
    ]);
    assert!(
        run.err.contains("the time limit of 0.1 s is over"),
        "{}",
        run.err
    );
    // In `serve`, each request has its own time limit.
    let requests = "{\"request\":\"solve\",\"position\":\"own/slow:9\"}\n".repeat(2)
        + "{\"request\":\"open\",\"position\":\"nim:1,2\"}\n{\"request\":\"play\",\"move\":\"1-1\"}\n";
    let slow = home.write("slow.lua", SLOW);
    let served = super::program::run_with(&["serve", "--time", "0.2", "--game", &slow], &requests);
    let lines: Vec<&str> = served.out.lines().collect();
    assert_eq!(lines.len(), 4, "{}", served.out);
    for (line, is_over) in lines.iter().zip([true, true, false, false]) {
        assert_eq!(
            line.contains("the time limit of 0.2 s is over"),
            is_over,
            "{line}"
        );
    }
}

#[test]
fn drawings_and_tables_need_no_words() {
    let home = super::program::Folder::new();
    let silent = "NAME = 'x' RULE = 'x' START = {5}
function move_words(at, m) while true do end end
function options(h) for i = 0, h - 1 do move(i) end end";
    let silent = home.write("silent.lua", silent);
    for (arguments, wanted) in [
        (&["show", "own/silent:40"][..], "40"),
        (
            &["table", "own/silent", "--upto", "30", "--time", "1"],
            "30  win      30",
        ),
        (
            &["quotient", "own/silent", "--heaps", "3", "--time", "3"],
            "element",
        ),
    ] {
        let run = run(&[arguments, &["--game", &silent]].concat());
        assert_eq!(run.status, 0, "{arguments:?}: {}", run.err);
        assert!(run.out.contains(wanted), "{arguments:?}: {}", run.out);
    }
}

#[test]
fn scripts_keep_to_the_memory() {
    let table = run(&["table", "own/half", "--upto", "1000", "--memory", "4"]);
    assert_eq!((table.status, table.err.as_str()), (0, ""));
    let greedy = "if n > 30 then local t = {} for i = 1, 1e7 do t[i] = {i} end end if n > 0 then move(n - 1) end";
    for (arguments, from) in [
        (&["table", "--upto", "40"][..], "the table ends before 31: "),
        (&["rule", "--upto", "40"], "the table ends at 30: "),
        (
            &["solve", "own/e:31"],
            "stopped before the answer was proved: ",
        ),
        (
            &["quotient", "own/e", "--heaps", "40"],
            "stopped before the answer was proved: ",
        ),
    ] {
        let run = run(&[arguments, &["-e", greedy, "--memory", "12"]].concat());
        let why = "the memory limit of 12 MiB is reached";
        let is_told = run.err.contains(from) && run.err.contains(why);
        assert!(is_told, "{arguments:?}: {}", run.err);
    }
}

#[test]
fn scripts_that_ask_for_too_much_memory_are_refused() {
    let home = super::program::Folder::new();
    let parts = "START = {1, 1} function moves(c) return {} end
function parts(c) local r, t = {}, {} for i = 1, 1000 do r[i] = 1 end for i = 1, 200000 do t[i] = r end return t end";
    let parts = home.write("parts.lua", parts);
    let bodies = [
        "local s = 'x' while true do s = s .. s end",
        "local t = {} for i = 1, 1e7 do t[i] = i end",
        "local t = {} for i = 1, 1e7 do t[i * 1.5] = i end",
        "local t = {} for i = 1, 100 do t[i] = ('x'):rep(1000000 + i) end",
        "local t, s = {}, ('x'):rep(1000000) for i = 1, 1000 do t[i] = s end return {table.concat(t)}",
        "local t, s = {}, ('x'):rep(500000) for i = 1, 1000 do t[i] = string.format('%s%s%d', s, s, i) end",
        "local t = {} for i = 1, 1e7 do t[i] = function() return t, i end end",
        "local t = {} while true do t = {t, t} end",
    ];
    let bodies = bodies.map(|body| ["own/e:3", "-e", body]);
    for arguments in bodies
        .into_iter()
        .chain([["own/parts:1,1", "--game", &parts]])
    {
        let run = run(&[&["solve", "--memory", "40"], &arguments[..]].concat());
        let why =
            "error: stopped before the answer was proved: the memory limit of 40 MiB is reached\n";
        assert_eq!((run.status, run.err.as_str()), (1, why), "{arguments:?}");
    }
}

#[test]
fn the_limits_of_one_call_are_told() {
    let listed = run(&["games"]).out;
    assert!(
        listed.contains("heaps up to 10,000,000 of at most 200,000 options each"),
        "{listed}"
    );
    let body = "if n < 300000 then return {} end \
                local t = {} for i = 1, n do t[i] = {i % 100, i % 7} end return t";
    let many = run(&["solve", "-e", body, "own/e:300000"]);
    assert!(
        many.err
            .contains("it gave 300000 results; at most 200000 are read"),
        "{}",
        many.err
    );
    assert!(super::program::source("docs/your-own-game.md").contains("up to 200,000 results"));
}

#[test]
fn a_table_that_ends_early_says_where() {
    let strip = run(&["table", "strip", "--upto", "1000000", "--time", "0.2"]);
    let before = strip
        .err
        .split("before ")
        .nth(1)
        .and_then(|rest| rest.split(':').next());
    let next: u64 = before.unwrap().parse().unwrap();
    let rows: Vec<u64> = strip
        .out
        .lines()
        .filter_map(|l| l.split_whitespace().next()?.parse().ok())
        .collect();
    assert_eq!(rows.last(), Some(&(next - 1)));
    let dawson = run(&["table", "own/dawson", "--upto", "600"]);
    assert!(
        dawson
            .out
            .ends_with("period 34 from 52 on, as seen up to 600: this is not proved\n"),
        "{}",
        dawson.out
    );
}
