//! Text from outside that wants to act on the terminal: through every argument of every command and every field of
//! every file, it comes out harmless on both outputs and on the screen.

use std::io::Write;
use std::process::{Command, Stdio};

use assert_cmd::prelude::*;
use nimatron_core::rules::sanitize;
use serde_json::{Value, json};

/// A window's title, colours by C0 and C1, marks that turn the writing, half a surrogate's neighbour.
const EVIL: &str =
    "a\u{1b}]0;owned\u{7}\u{1b}[31m\u{9b}31m\u{9d}0;x\u{9c}\u{202e}b\u{2066}c\u{200f}\u{feff}d\u{ffff}";

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Home {
        Home(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// Runs the program and reads both outputs; nothing in them acts.
    fn run(&self, arguments: &[&str], input: &str) -> (String, String) {
        let mut command = Command::cargo_bin("nimatron").unwrap();
        for name in ["HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
            command.env(name, self.0.path());
        }
        command.env("NIMATRON_SAVES", self.0.path().join("saves")).current_dir(self.0.path());
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A program that stops early does not read all of it.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap_or_else(|e| panic!("{arguments:?}: {e}"));
        let err = String::from_utf8(output.stderr).unwrap_or_else(|e| panic!("{arguments:?}: {e}"));
        for text in [&out, &err] {
            let acting = text.chars().find(|&c| sanitize::is_control(c) && c != '\n');
            assert_eq!(acting, None, "{arguments:?}:\n{text:?}");
        }
        assert!(!err.contains("a fault in this program"), "{arguments:?}: {err}");
        (out, err)
    }
}

/// The words in front of the descriptions of a help page's section.
fn listed(help: &str, heading: &str) -> Vec<String> {
    let section = help.split(heading).nth(1).unwrap_or_default();
    let lines = section.lines().skip(1).take_while(|l| l.is_empty() || l.starts_with(' '));
    lines.filter_map(|l| l.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn no_argument_of_any_command_acts_on_the_terminal() {
    let home = Home::new();
    let (help, _) = home.run(&["--help"], "");
    let commands = listed(&help, "Commands:");
    assert!(commands.len() > 8 && commands.iter().any(|c| c == "solve"), "{commands:?}");
    home.run(&[EVIL], "");
    home.run(&["--graph", EVIL, "games"], "");
    for command in commands.iter().filter(|c| *c != "help") {
        home.run(&[command, EVIL], "quit\n");
        home.run(&[command, EVIL, EVIL], "");
        home.run(&[command, "star:1", EVIL], "");
        let (help, _) = home.run(&[command, "--help"], "");
        for word in help.split_whitespace().filter(|w| w.starts_with("--") && w.len() > 3) {
            let option = word.trim_end_matches([',', '.', ']']);
            home.run(&[command, option, EVIL], "quit\n");
            home.run(&[command, &format!("{option}={EVIL}"), "star:1"], "quit\n");
        }
    }
    for format in ["star", "triangle-war", "strip", "cards", "auction", "queen", "boxes"] {
        home.run(&["judge", format], EVIL);
        home.run(&["judge", format, EVIL], "");
    }
    for game in nimatron_core::games::CATALOGUE.iter() {
        let id = game.info.id;
        for text in
            [format!("{id}:{EVIL}"), format!("{id}/{EVIL}:1"), format!("{EVIL} {}", game.info.example)]
        {
            let (_, err) = home.run(&["solve", &text], "");
            assert!(!err.is_empty(), "{text:?}");
            home.run(&["solve", "-"], &format!("{text}\n"));
            let (out, _) = home.run(&["solve", "--json", "-"], &format!("{text}\n"));
            for line in out.lines() {
                // What it says is what came in, to the letter.
                let answer: Value = serde_json::from_str(line).unwrap();
                assert!(answer["id"].as_str().unwrap().contains('\u{1b}'), "{line}");
            }
        }
        home.run(&["play", "--plain", game.info.example], &format!("{EVIL}\nsave {EVIL}\n{EVIL} x\nquit\n"));
    }
}

/// The value with its strings and its fields' names made evil, one at a time.
fn spoiled(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::String(text) => all.extend([json!(EVIL), json!(format!("{text}{EVIL}"))]),
        Value::Array(list) => {
            for (i, item) in list.iter().enumerate() {
                all.extend(spoiled(item).into_iter().map(|item| {
                    let mut list = list.clone();
                    list[i] = item;
                    Value::Array(list)
                }));
            }
            all.push(json!([EVIL]));
        }
        Value::Object(map) => {
            for (key, item) in map {
                all.extend(spoiled(item).into_iter().map(|item| {
                    let mut map = map.clone();
                    map.insert(key.clone(), item);
                    Value::Object(map)
                }));
            }
            let mut map = map.clone();
            map.insert(EVIL.to_owned(), json!(EVIL));
            all.push(Value::Object(map));
        }
        _ => all.push(json!(EVIL)),
    }
    all
}

#[test]
fn no_field_of_any_file_acts_on_the_terminal() {
    let home = Home::new();
    let save = json!({
        "format": "nimatron-match", "version": 1, "start": "nim:3,4", "moves": ["1-1"], "cursor": 1,
        "players": [{"kind": "human", "name": "A"}, {"kind": "computer", "level": "easy", "name": "B"}],
        "saved": "2026-11-20T21:28:00Z",
    });
    for value in spoiled(&save) {
        let path = home.write("save.json", &value.to_string());
        home.run(&["check", &path], "");
        home.run(&["solve", "--file", &path], "");
        home.run(&["solve", "--json", "--file", &path], "");
        home.run(&["open", &path], "");
    }
    let path = home.write(&format!("{}.json", EVIL.replace('/', "")), &save.to_string());
    home.run(&["check", &path], "");
    home.run(&["solve", "--file", &path], "");
    let path = home.write(&format!("{EVIL}.txt"), &format!("{EVIL}\n# {EVIL}\nnim:1\n"));
    for arguments in [["check", &path], ["open", &path], ["judge", &path]] {
        home.run(&arguments, "");
    }
    home.run(&["solve", "--file", &path], "");

    let graph = json!({"name": "mine", "about": "words", "arcs": [["a", "b"], ["b", "c"]]});
    let board = json!({
        "name": "mine", "about": "words", "points": [[0, 0], [1, 0], [0, 1]], "pairs": [[0, 1], [2, 1]],
    });
    for (file, id) in [(graph, "token/mine:a"), (board, "rings/mine:7")] {
        for value in spoiled(&file) {
            let path = home.write("mine.json", &value.to_string());
            home.run(&["--graph", &path, "solve", id], "");
            home.run(&["--graph", &path, "show", id], "");
            home.run(&["--graph", &path, "show", "--ascii", id], "");
            let (svg, _) = home.run(&["--graph", &path, "show", "--svg", id], "");
            assert!(svg.is_empty() || svg.starts_with("<svg"), "{svg}");
            home.run(&["--graph", &path, "play", "--plain", id], "why\nid\nquit\n");
        }
    }
}

#[test]
fn messages_are_cut() {
    let home = Home::new();
    let mega = "x".repeat(1_000_000);
    let moves = home.write("save.json", &json!({"start": "nim:3", "moves": [mega]}).to_string());
    let field = home.write("field.json", &format!("{{\"{mega}\": 1}}"));
    let level = json!({"start": "nim:3", "moves": [], "players": [
        {"kind": "human"}, {"kind": "computer", "level": mega}]});
    let level = home.write("level.json", &level.to_string());
    let short = |what: &str, (out, err): (String, String)| {
        let longest = out.lines().chain(err.lines()).map(|l| l.chars().count()).max().unwrap_or(0);
        assert!(longest > 0 && longest < 2_500, "{what}: {longest}");
    };
    for path in [&moves, &field, &level] {
        short(path, home.run(&["check", path], ""));
        short(path, home.run(&["solve", "--file", path], ""));
        short(path, home.run(&["--graph", path, "games"], ""));
    }
    let cells = format!("nim:{}", vec!["1"; 500_000].join("+nim:"));
    for line in [&mega, &cells] {
        short("a line", home.run(&["solve", "-"], &format!("{line}\n")));
    }
    let (out, _) = home.run(&["play", "--plain", "nim:3,4"], &format!("{mega}\nquit\n"));
    assert!(out.lines().all(|l| l.len() < 2_500), "a move");
}

#[cfg(unix)]
#[test]
fn the_screen_shows_nothing_that_acts() {
    use super::terminal::Terminal;

    let home = Home::new();
    let saves = home.0.path().join("saves");
    std::fs::create_dir(&saves).unwrap();
    let players = json!([{"kind": "human", "name": EVIL}, {"kind": "human", "name": EVIL}]);
    let save = json!({"start": "nim:3,4", "moves": ["1-1"], "players": players});
    std::fs::write(saves.join(format!("{EVIL}.json")), save.to_string()).unwrap();
    std::fs::write(saves.join("broken.json"), json!({"start": EVIL, "moves": []}).to_string()).unwrap();
    let graph = json!({"name": "mine", "about": EVIL, "arcs": [["a", "b"], ["b", "c"]]});
    home.write("mine.json", &graph.to_string());
    let mut terminal = Terminal::run(home.0.path(), "\"$NIMATRON\" --graph mine.json play token/mine:a");
    terminal.wait_for("token");
    terminal.press("o");
    terminal.wait_for("broken");
    terminal.press("\x1b[B");
    terminal.wait_for("broken");
    terminal.press("\r");
    terminal.look(std::time::Duration::from_millis(500));
    terminal.press("\x1b[A\r");
    terminal.look(std::time::Duration::from_millis(500));
    terminal.press("q");
    terminal.look(std::time::Duration::from_millis(500));
    terminal.press("y");
    let (code, raw, _) = terminal.end();
    assert_eq!(code, 0);
    let raw = String::from_utf8_lossy(&raw);
    for evil in ["owned", "\u{9b}", "\u{9d}", "\u{202e}", "\u{2066}", "\u{200f}", "\u{feff}", "\x07"] {
        // The words of the title may be seen, but only as words.
        let acts = if evil == "owned" { raw.contains("\x1b]0;owned") } else { raw.contains(evil) };
        assert!(!acts, "{evil:?}");
    }
}

#[test]
fn there_is_one_way_out() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli");
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            if path.ends_with("output.rs") || path.ends_with("error.rs") {
                continue;
            }
            for (number, line) in std::fs::read_to_string(&path).unwrap().lines().enumerate() {
                let writes = [
                    " stdout()",
                    ":stdout()",
                    "(stdout()",
                    " stderr()",
                    ":stderr()",
                    "(stderr()",
                    "print!(",
                    "println!(",
                ]
                .iter()
                .any(|way| line.contains(way));
                let asks = line.contains("is_terminal()") || line.trim_start().starts_with("//");
                assert!(!writes || asks, "{}:{}: {line}", path.display(), number + 1);
            }
        }
    }
}

/// What published reports of terminal injection send: titles that are read back (CVE-2003-0063), settings that are
/// reported (CVE-2008-2383, CVE-2022-45872), fonts (CVE-2022-45063), graphics (CVE-2020-35605), notifications
/// (CVE-2022-4170), a personal tmux (CVE-2019-9535), rxvt's graphics query (CVE-2021-33477), links, the clipboard,
/// the end of a paste, answers to enquiries, and writing that is turned round (CVE-2021-42574).
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
    let home = Home::new();
    let clean = |path: &str| {
        let text = std::fs::read_to_string(path).unwrap();
        assert_eq!(text.chars().find(|&c| sanitize::is_control(c) && c != '\n'), None, "{path}: {text:?}");
    };
    for (n, payload) in PAYLOADS.iter().enumerate() {
        // A file whose name and whose players are the payload.
        let named = home.write(
            &format!("save{n}{}.json", payload.replace('/', "-")),
            &json!({ "start": "nim:1,2", "moves": ["2-1"], "players": [{ "kind": "human", "name": payload }, { "kind": "human" }] })
                .to_string(),
        );
        for arguments in [&["solve", payload][..], &["show", payload], &["games", payload], &["open", &named]]
        {
            home.run(arguments, "");
        }
        for command in ["check", "review", "export", "solve --file"] {
            let mut arguments: Vec<&str> = command.split(' ').collect();
            arguments.push(&named);
            home.run(&arguments, "");
        }
        for format in ["text", "svg", "cast"] {
            home.run(&["export", "--format", format, &named], "");
            let out = home.0.path().join("out").display().to_string();
            home.run(&["export", "--format", format, "--out", &out, &named], "");
            clean(&out);
        }
        let line = json!({ "id": payload, "request": "open", "position": payload }).to_string();
        let (out, _) = home.run(&["serve"], &format!("{line}\n{}\n", payload.replace('\n', " ")));
        assert_eq!(out.lines().count(), 2, "{out}");
        let answer: Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
        assert_eq!(answer["id"], **payload);
        home.run(&["--plain"], &format!("{payload}\n1\n{payload}\nq\nq\n"));
        home.run(&["open", "--plain", &named], &format!("played\nsave {payload}\nq\n"));
    }
}
