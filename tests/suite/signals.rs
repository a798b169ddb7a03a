//! Tests signals, pipes without a writer or reader, and full disks: the program must end, with the expected status and
//! message.
#![cfg(unix)]

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::program::{Conversation, Folder, at_home, end, files, json, nimatron, root, shell};

fn interrupt(child: &Child) {
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
}

fn pipe(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

fn told(home: &Folder, arguments: &[&str]) -> (String, i32) {
    let mut child = at_home(home.path(), arguments)
        .current_dir(home.path())
        .spawn()
        .unwrap();
    drop(child.stdin.take());
    let mut told = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut told)
        .unwrap();
    (told, end(child))
}

#[test]
fn ctrl_c_ends_every_command_with_130() {
    let long = [
        &["solve", "misere", "chomp:16x16"][..],
        &["solve", "-"],
        &["serve"],
        &["play", "--plain", "nim:1,2", "--second", "human"],
        &["judge", "star"],
        &[
            "table",
            "nim",
            "--upto",
            "9223372036854775807",
            "--format",
            "csv",
        ],
    ];
    for arguments in long {
        let mut command = nimatron(arguments);
        let mut child = command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        std::thread::sleep(Duration::from_millis(300));
        interrupt(&child);
        assert_eq!(end(child), 130, "{arguments:?}");
        drop(stdin);
    }
}

#[test]
fn ctrl_c_ends_a_command_that_waits_for_input_without_a_word() {
    let mut child = nimatron(&["solve", "-"]).spawn().unwrap();
    let stdin = child.stdin.take();
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    let mut told = String::new();
    let mut errors = child.stderr.take().unwrap();
    errors.read_to_string(&mut told).unwrap();
    assert_eq!((told.as_str(), end(child)), ("", 130));
    drop(stdin);
}

#[test]
fn a_pipe_at_a_usual_path_is_refused_and_keeps_nobody_waiting() {
    let home = Folder::new();
    pipe(&home.path().join("config/nimatron/config.toml"));
    pipe(&home.path().join("data/nimatron/record.json"));
    for (arguments, status) in [
        (&["config"][..], 0),
        (&["play", "--plain", "nim:1"], 0),
        (&["record"], 1),
    ] {
        let (told, ended) = told(&home, arguments);
        assert!(
            told.contains("is not a regular file") && ended == status,
            "{arguments:?}: {told}"
        );
    }
}

#[test]
fn a_pipe_that_is_named_by_hand_is_read_as_a_file_is() {
    let home = Folder::new();
    let path = home.path().join("ids");
    pipe(&path);
    let path = path.to_str().unwrap();
    let child = nimatron(&["solve", "--json", "--file", path])
        .spawn()
        .unwrap();
    fs::write(path, "nim:1,2\n").unwrap();
    let found = child.wait_with_output().unwrap();
    assert_eq!(
        json(&String::from_utf8(found.stdout).unwrap())["outcome"],
        "win"
    );
    // The interface refuses pipes, because reading one could block.
    let (told, ended) = told(&home, &["open", "ids"]);
    assert!(
        told.contains("is not a regular file") && ended == 1,
        "{told}"
    );
}

#[test]
fn a_limit_on_the_size_of_files_is_an_error_with_a_message() {
    let home = Folder::new();
    let mut shell = Command::new("sh");
    let line = "ulimit -f 1; exec \"$0\" export --out match.txt saves/nim-3-5-7.json";
    std::os::unix::fs::symlink(root().join("saves"), home.path().join("saves")).unwrap();
    shell
        .args(["-c", line, env!("CARGO_BIN_EXE_nimatron")])
        .env("HOME", home.path())
        .current_dir(home.path());
    let found = shell.output().unwrap();
    let told = String::from_utf8(found.stderr).unwrap();
    assert_eq!(found.status.code(), Some(1), "{told}");
    assert!(
        told.contains("match.txt: ") && !home.path().join("match.txt").exists(),
        "{told}"
    );
}

#[test]
fn serve_ends_when_nobody_reads_its_answers_any_more() {
    let mut talk = Conversation::begin(&["serve"]);
    // Request three minutes of work, then stop reading the answers.
    for size in ["16x16", "15x17", "17x15", "14x18"] {
        talk.say(&format!(
            "{{\"request\":\"line\",\"position\":\"misere chomp:{size}\"}}"
        ));
    }
    assert_eq!(end(talk.end()), 0);
}

#[test]
fn serve_cancels_what_it_is_computing() {
    let mut talk = Conversation::begin(&["serve"]);
    talk.say(r#"{"id":"long","request":"solve","position":"misere chomp:16x16"}"#);
    std::thread::sleep(Duration::from_millis(300));
    talk.say(r#"{"id":2,"request":"cancel","target":"long"}"#);
    assert_eq!(talk.hear(), "{\"id\":\"long\",\"error\":\"cancelled\"}\n");
    assert_eq!(talk.hear(), "{\"id\":2,\"ok\":{\"cancelled\":true}}\n");
    assert_eq!(end(talk.end()), 0);
}

#[test]
fn a_full_disk_does_not_hide_the_last_match() {
    let home = Folder::new();
    let play = |before: &str, command: &str, typed: &str| {
        let line = format!("{before} printf '{typed}' | nimatron {command}");
        shell(home.path(), &line)
    };
    play("", "play --plain --second human nim:3,4", "1-1\\nquit\\n");
    let full = play(
        "ulimit -f 0;",
        "play --plain --second human nim:8,9",
        "1-1\\nquit\\n",
    );
    assert!(
        full.out.contains("1 has 8, 2 has 9"),
        "{}{}",
        full.out,
        full.err
    );
    let again = play("", "continue --plain", "board\\nquit\\n");
    assert_eq!(again.status, 0, "{}{}", again.out, again.err);
    assert!(!again.err.contains("no match"), "{}", again.err);
    assert!(
        again.out.contains('2') && again.out.contains('4'),
        "{}",
        again.out
    );
    assert_eq!(files(home.path(), "played/nim.json").len(), 0);
}
