//! Checks that external text cannot control the terminal: text in any argument of any command and in any field of any
//! file is made harmless on standard output, on standard error and on the full screen.

use nimatron_core::rules::sanitize;
use serde_json::{Value, json};

use super::program::{Folder, at_home, fed, files, root};

/// Window titles and colours with C0 and C1 codes, marks that change the writing direction, a zero-width no-break
/// space, and a noncharacter.
const EVIL: &str = "a\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}31m\u{9d}0;x\u{9c}\u{202e}b\u{2066}c\u{200f}\u{feff}d\u{ffff}";

/// Asserts that neither output contains control characters, except line breaks.
fn run(home: &Folder, arguments: &[&str], input: &str) -> (String, String) {
    let mut command = at_home(home.path(), arguments);
    let run = fed(command.current_dir(home.path()), input);
    for text in [&run.out, &run.err] {
        let acting = text.chars().find(|&c| sanitize::is_control(c) && c != '\n');
        assert_eq!(acting, None, "{arguments:?}:\n{text:?}");
    }
    assert!(
        !run.err.contains("a fault in this program"),
        "{arguments:?}: {}",
        run.err
    );
    (run.out, run.err)
}

fn listed(help: &str, heading: &str) -> Vec<String> {
    let section = help.split(heading).nth(1).unwrap_or_default();
    let lines = section
        .lines()
        .skip(1)
        .take_while(|l| l.is_empty() || l.starts_with(' '));
    lines
        .filter_map(|l| l.split_whitespace().next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn no_argument_of_any_command_acts_on_the_terminal() {
    let home = Folder::new();
    let (help, _) = run(&home, &["--help"], "");
    let commands = listed(&help, "Commands:");
    assert!(
        commands.len() > 8 && commands.iter().any(|c| c == "solve"),
        "{commands:?}"
    );
    run(&home, &[EVIL], "");
    run(&home, &["--graph", EVIL, "games"], "");
    for command in commands.iter().filter(|c| *c != "help") {
        run(&home, &[command, EVIL], "quit\n");
    }
    run(&home, &["solve", &format!("--{EVIL}={EVIL}"), "star:1"], "");
    run(&home, &["judge", "star"], EVIL);
    run(
        &home,
        &["play", "--plain", "nim:3,5"],
        &format!("{EVIL}\nsave {EVIL}\n{EVIL} x\nquit\n"),
    );
    let lines = nimatron_core::games::CATALOGUE.iter().flat_map(|game| {
        let (id, example) = (game.info.id, game.info.example);
        [
            format!("{id}:{EVIL}\n"),
            format!("{id}/{EVIL}:1\n"),
            format!("{EVIL} {example}\n"),
        ]
    });
    let lines: Vec<String> = lines.collect();
    run(&home, &["solve", "-"], &lines.concat());
    let (out, _) = run(&home, &["solve", "--json", "-"], &lines.concat());
    assert_eq!(out.lines().count(), lines.len());
    for line in out.lines() {
        let answer: Value = serde_json::from_str(line).unwrap();
        assert!(answer["id"].as_str().unwrap().contains('\u{1b}'), "{line}");
    }
}

/// Returns variants of a JSON value, each with hostile text in one place.
fn spoiled(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    let mut with = |place: &dyn Fn(&mut Value, Value), items: Vec<Value>| {
        for item in items {
            let mut changed = value.clone();
            place(&mut changed, item);
            all.push(changed);
        }
    };
    match value {
        Value::String(text) => with(
            &|to, new| *to = new,
            vec![json!(EVIL), json!(format!("{text}{EVIL}"))],
        ),
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(i, item)| with(&|to, new| to[i] = new, spoiled(item)));
            with(&|to, new| *to = new, vec![json!([EVIL])]);
        }
        Value::Object(map) => {
            map.iter()
                .for_each(|(key, item)| with(&|to, new| to[key] = new, spoiled(item)));
            with(&|to, new| to[EVIL] = new, vec![json!(EVIL)]);
        }
        _ => with(&|to, new| *to = new, vec![json!(EVIL)]),
    }
    all
}

#[test]
fn no_field_of_any_file_acts_on_the_terminal() {
    let home = Folder::new();
    let save = json!({
        "format": "nimatron-match", "version": 1, "start": "nim:3,4", "moves": ["1-1"], "cursor": 1,
        "players": [{"kind": "human", "name": "A"}, {"kind": "computer", "level": "easy", "name": "B"}],
        "saved": "2026-11-20T21:28:00Z",
    });
    for value in spoiled(&save) {
        let path = home.write("save.json", &value.to_string());
        run(&home, &["check", &path], "");
    }
    let path = home.write(
        &format!("{}.json", EVIL.replace('/', "")),
        &save.to_string(),
    );
    run(&home, &["check", &path], "");
    run(&home, &["solve", "--file", &path], "");
    let path = home.write(
        &format!("{EVIL}.txt"),
        &format!("{EVIL}\n# {EVIL}\nnim:1\n"),
    );
    for arguments in [["check", &path], ["open", &path], ["judge", &path]] {
        run(&home, &arguments, "");
    }
    run(&home, &["solve", "--file", &path], "");

    let graph = json!({"name": "mine", "about": "words", "arcs": [["a", "b"], ["b", "c"]]});
    let board = json!({
        "name": "mine", "about": "words", "points": [[0, 0], [1, 0], [0, 1]], "pairs": [[0, 1], [2, 1]],
    });
    for (file, id) in [(graph, "token/mine:a"), (board, "rings/mine:7")] {
        for value in spoiled(&file) {
            let path = home.write("mine.json", &value.to_string());
            let (svg, _) = run(&home, &["--graph", &path, "show", "--svg", id], "");
            assert!(svg.is_empty() || svg.starts_with("<svg"), "{svg}");
        }
    }
}

#[test]
fn messages_are_cut() {
    let home = Folder::new();
    let mega = "x".repeat(1_000_000);
    let moves = home.write(
        "save.json",
        &json!({"start": "nim:3", "moves": [mega]}).to_string(),
    );
    let field = home.write("field.json", &format!("{{\"{mega}\": 1}}"));
    let level = json!({"start": "nim:3", "moves": [], "players": [
        {"kind": "human"}, {"kind": "computer", "level": mega}]});
    let level = home.write("level.json", &level.to_string());
    let short = |what: &str, (out, err): (String, String)| {
        let longest = out
            .lines()
            .chain(err.lines())
            .map(|l| l.chars().count())
            .max()
            .unwrap_or(0);
        assert!(longest > 0 && longest < 2_500, "{what}: {longest}");
    };
    for path in [&moves, &field, &level] {
        short(path, run(&home, &["check", path], ""));
        short(path, run(&home, &["solve", "--file", path], ""));
        short(path, run(&home, &["--graph", path, "games"], ""));
    }
    let cells = format!("nim:{}", vec!["1"; 500_000].join("+nim:"));
    for line in [&mega, &cells] {
        short("a line", run(&home, &["solve", "-"], &format!("{line}\n")));
    }
    let (out, _) = run(
        &home,
        &["play", "--plain", "nim:3,4"],
        &format!("{mega}\nquit\n"),
    );
    assert!(out.lines().all(|l| l.len() < 2_500), "a move");
}

#[cfg(unix)]
#[test]
fn the_screen_shows_nothing_that_acts() {
    use super::terminal::Terminal;

    let home = Folder::new();
    std::fs::create_dir(home.name("saves")).unwrap();
    let players = json!([{"kind": "human", "name": EVIL}, {"kind": "human", "name": EVIL}]);
    let save = json!({"start": "nim:3,4", "moves": ["1-1"], "players": players});
    home.write(&format!("saves/{EVIL}.json"), &save.to_string());
    home.write(
        "saves/broken.json",
        &json!({"start": EVIL, "moves": []}).to_string(),
    );
    let graph = json!({"name": "mine", "about": EVIL, "arcs": [["a", "b"], ["b", "c"]]});
    home.write("mine.json", &graph.to_string());
    let mut terminal = Terminal::run(
        home.path(),
        "\"$NIMATRON\" --graph mine.json play token/mine:a",
    );
    terminal.wait_for("token");
    terminal.press("o");
    terminal.wait_for("broken");
    terminal.press("\x1b[B");
    terminal.wait_for("broken");
    terminal.press("\r");
    terminal.look(std::time::Duration::from_millis(500));
    terminal.press("\x1b[A\r");
    terminal.look(std::time::Duration::from_millis(500));
    terminal.leave();
    let (code, raw, _) = terminal.end();
    assert_eq!(code, 0);
    let raw = String::from_utf8_lossy(&raw);
    for evil in [
        "owned", "\u{9b}", "\u{9d}", "\u{202e}", "\u{2066}", "\u{200f}", "\u{feff}", "\x07",
    ] {
        // The text of the window title may appear, but only as plain text.
        let acts = if evil == "owned" {
            raw.contains("\x1b]0;owned")
        } else {
            raw.contains(evil)
        };
        assert!(!acts, "{evil:?}");
    }
}

#[test]
fn there_is_one_way_out() {
    let ways = ["stdout()", "stderr()"]
        .iter()
        .flat_map(|out| [" ", ":", "("].map(|c| format!("{c}{out}")));
    let ways: Vec<String> = ways
        .chain(["print!(".to_owned(), "println!(".to_owned()])
        .collect();
    for path in files(&root().join("src/cli"), "") {
        if path.ends_with("output.rs") || path.ends_with("error.rs") {
            continue;
        }
        for (number, line) in std::fs::read_to_string(&path).unwrap().lines().enumerate() {
            let writes = ways.iter().any(|way| line.contains(way.as_str()));
            let asks = line.contains("is_terminal()") || line.trim_start().starts_with("//");
            assert!(!writes || asks, "{}:{}: {line}", path.display(), number + 1);
        }
    }
}

/// The payloads of published reports of terminal injection: titles that are read back (CVE-2003-0063), reported
/// settings (CVE-2008-2383, CVE-2022-45872), fonts (CVE-2022-45063), graphics (CVE-2020-35605), notifications
/// (CVE-2022-4170), tmux integration (CVE-2019-9535), rxvt's graphics query (CVE-2021-33477), links, access to the
/// clipboard, the sequence that ends a bracketed paste, replies to enquiries, and bidirectional overrides
/// (CVE-2021-42574).
const PAYLOADS: [&str; 16] = [
    "\u{1b}]0;id\n\u{7}\u{1b}[21t",
    "\u{1b}P$q\nid\n\u{1b}\\",
    "\u{1b}P+q6E616D65\u{1b}\\",
    "\u{1b}]50;i$(id)\u{7}\u{1b}]50;?\u{7}",
    "\u{1b}_Ga=T,t=f;L2V0Yy9wYXNzd2Q=\u{1b}\\",
    "\u{1b}]777;notify;id;id\u{7}",
    "\u{1b}P1000p%exit\r\n",
    "\u{1b}GQ\u{1b}G\n",
    "\u{1b}]8;;file:///etc/passwd\u{1b}\\link\u{1b}]8;;\u{1b}\\",
    "\u{1b}]52;c;cm0gLXJm\u{7}",
    "\u{1b}[201~id\r",
    "\u{5}\u{1b}[c\u{1b}[6n\u{1b}Z",
    "\u{9b}21t\u{90}$q\u{9c}\u{9d}0;x\u{9c}",
    "\u{1b}[2J\u{1b}[1;1H\u{8}\u{8}ok\r",
    "\u{202e}txt.exe\u{2066}\u{2069}\u{200f}\u{61c}",
    "\u{1b}]9;9;\\\\host\\share\u{7}\u{1b}]1337;File=:AA\u{7}",
];

#[test]
fn published_payloads_come_out_of_no_channel() {
    let home = Folder::new();
    let clean = |path: &str| {
        let text = std::fs::read_to_string(path).unwrap();
        assert_eq!(
            text.chars().find(|&c| sanitize::is_control(c) && c != '\n'),
            None,
            "{path}: {text:?}"
        );
    };
    let named = home.write(
        &format!("save{}.json", PAYLOADS[0].replace('/', "-")),
        &json!({ "start": "nim:1,2", "moves": ["2-1"],
            "players": [{ "kind": "human", "name": PAYLOADS.concat() }, { "kind": "human" }] })
        .to_string(),
    );
    for command in ["check", "review", "open", "solve --file"] {
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.push(&named);
        run(&home, &arguments, "");
    }
    let out = home.path().join("out").display().to_string();
    for format in ["text", "svg", "cast"] {
        run(
            &home,
            &["export", "--format", format, "--out", &out, &named],
            "",
        );
        clean(&out);
    }
    let lines = PAYLOADS.map(|payload| {
        let line = json!({ "id": payload, "request": "open", "position": payload });
        format!("{line}\n{}\n", payload.replace('\n', " "))
    });
    let (out, _) = run(&home, &["serve"], &lines.concat());
    assert_eq!(out.lines().count(), 2 * PAYLOADS.len(), "{out}");
    for (line, payload) in out.lines().step_by(2).zip(PAYLOADS) {
        let answer: Value = serde_json::from_str(line).unwrap();
        assert_eq!(answer["id"], *payload);
    }
    let lines = PAYLOADS.join("\n");
    run(&home, &["--plain"], &format!("{lines}\n1\n{lines}\nq\nq\n"));
    run(
        &home,
        &["open", "--plain", &named],
        &format!("played\nsave {}\nq\n", PAYLOADS[0]),
    );
}
