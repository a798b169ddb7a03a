//! Tests unusual files at the paths that the program uses, unusual names for exports, and a clock that was set back.
#![cfg(unix)]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use nimatron_core::rules::sanitize;

use super::program::{Folder, Run, at_home, end, fed, json};

fn told(home: &Folder, arguments: &[&str]) -> (i32, String) {
    let mut command = at_home(home.path(), arguments);
    command
        .current_dir(home.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    let file = fs::File::create(home.path().join("told")).unwrap();
    let child = command.stderr(file).spawn().unwrap();
    let status = end(child);
    (
        status,
        fs::read_to_string(home.path().join("told")).unwrap(),
    )
}

type Put = fn(&Path, &Path);

const ODD: [(&str, Put); 6] = [
    ("a pipe", |path, _| {
        assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
    }),
    ("a folder", |path, _| fs::create_dir(path).unwrap()),
    ("a link to itself", |path, _| symlink(path, path).unwrap()),
    ("a link to nothing", |path, home| {
        symlink(home.join("nowhere/file"), path).unwrap()
    }),
    ("a link to a device", |path, _| {
        symlink("/dev/zero", path).unwrap()
    }),
    ("a link to a folder", |path, home| {
        symlink(home, path).unwrap()
    }),
];

#[test]
fn odd_files_at_usual_paths_hang_nothing_and_are_told() {
    let play: &[&str] = &["play", "--plain", "nim:1,2", "--second", "human"];
    for (path, commands) in [
        ("config/nimatron/config.toml", &[&["config"][..], play][..]),
        ("data/nimatron/record.json", &[&["record"], play]),
        ("state/nimatron/continue.json", &[play, &["continue"]]),
        ("state/nimatron/played", &[play]),
        ("data/nimatron/games", &[&["games"]]),
        (
            "saves",
            &[&["open", "saves/x.json"], &["check", "saves/x.json"]],
        ),
        (
            "one.json",
            &[
                &["open", "one.json"],
                &["export", "--out", "x", "one.json", "--time", "2"],
            ],
        ),
    ] {
        for (kind, put) in ODD {
            let is_read_by_hand = path == "one.json" && kind.contains("pipe");
            for arguments in commands {
                // If the user passes a pipe as the file to export, reading blocks until another process writes to the
                // pipe.
                if is_read_by_hand && arguments[0] == "export" {
                    continue;
                }
                let home = Folder::new();
                let place = home.path().join(path);
                fs::create_dir_all(place.parent().unwrap()).unwrap();
                put(&place, home.path());
                let (status, why) = told(&home, arguments);
                let place = format!("{kind} at {path}, {arguments:?}: {status}, {why}");
                assert!((0..=2).contains(&status), "{place}");
                assert!(
                    !why.contains("internal error") && !why.contains("panicked"),
                    "{place}"
                );
                assert!(status == 0 || !why.trim().is_empty(), "{place}");
                // An error about the record or the stored match names the file once, and names no file in the folder
                // `played`.
                let is_own = path.ends_with(".json") && path.contains("/nimatron/");
                if is_own && status != 0 && !why.contains("no match has been played") {
                    let name = path.rsplit('/').next().unwrap_or_default();
                    let named = why.replace(['\n', ' '], "").matches(name).count();
                    assert!(named == 1 && !why.contains("played/"), "{place}");
                }
            }
        }
    }
}

/// The program must not read from the pipe to which it exports. Nothing else writes to the pipe, so a read would block
/// forever.
#[test]
fn an_export_is_written_to_a_pipe() {
    let home = Folder::new();
    let pipe = home.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let mut export = at_home(home.path(), &["export", "nim:1,2", "--out"]);
    let child = export.arg(&pipe).spawn().unwrap();
    let read = std::thread::spawn(move || fs::read_to_string(pipe).unwrap());
    assert_eq!(end(child), 0);
    let text = read.join().unwrap();
    assert!(text.contains("nim:1,2"), "{text}");
}

#[test]
fn exports_have_the_name_they_are_given_or_are_refused() {
    let home = Folder::new();
    fs::create_dir(home.path().join("folder")).unwrap();
    let long = "x".repeat(300);
    for (name, written) in [
        (&b"board.svg"[..], true),
        (b"two\nlines.svg", true),
        (b"\x1b[31mred\x07.svg", true),
        ("\u{202e}gvs.svg".as_bytes(), true),
        (b"-x.svg", true),
        (b"not\xfftext.svg", true),
        (b" ", true),
        (b"%s%n$(x)`y`;z", true),
        (b"..", false),
        (b"folder", false),
        (b"folder/", false),
        (b"nowhere/x.svg", false),
        (long.as_bytes(), false),
    ] {
        let mut out = b"--out=".to_vec();
        out.extend_from_slice(name);
        let mut command = at_home(home.path(), &["export", "--format", "svg"]);
        command.arg(OsStr::from_bytes(&out)).arg("nim:3,4");
        let Run { status, out, err } = fed(command.current_dir(home.path()), "");
        let shown = String::from_utf8_lossy(name);
        assert_eq!(status, i32::from(!written), "{shown}: {err}");
        let acts = |c: char| sanitize::is_control(c) && c != '\n';
        assert!(!(out + &err).contains(acts), "{shown}");
        assert_eq!(err.lines().count(), usize::from(!written), "{err}");
        let path = home.path().join(OsStr::from_bytes(name));
        if written {
            assert!(
                fs::read_to_string(&path).unwrap().starts_with("<svg"),
                "{shown}"
            );
            fs::remove_file(path).unwrap();
        }
    }
    let left: Vec<_> = fs::read_dir(home.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| name.to_string_lossy().contains("svg"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_clock_that_was_set_back_loses_nothing() {
    let home = Folder::new();
    let run = |arguments: &[&str], input: &str| -> Run {
        let run = fed(
            at_home(home.path(), arguments).current_dir(home.path()),
            input,
        );
        assert_eq!(run.status, 0, "{arguments:?}: {}", run.err);
        run
    };
    let won: (&[&str], &str) = (
        &["play", "--plain", "nim:1", "--second", "human"],
        "1-1\nq\n",
    );
    run(won.0, won.1);
    let record = home.path().join("data/nimatron/record.json");
    let mut known = json(&fs::read_to_string(&record).unwrap());
    known["puzzles"]["days"] = serde_json::json!({"2999-12-31": {"solved": 3, "first_try": 1}});
    fs::write(&record, known.to_string()).unwrap();
    let continued = home.path().join("state/nimatron/continue.json");
    let last = fs::read_to_string(&continued).unwrap();
    let at = last
        .find("\"saved\": \"")
        .or(last.find("\"saved\":\""))
        .unwrap();
    let year = last[at..].find("20").unwrap() + at;
    fs::write(
        &continued,
        format!("{}29{}", &last[..year], &last[year + 2..]),
    )
    .unwrap();
    for path in [&record, &continued] {
        let touched = Command::new("touch")
            .args(["-d", "2999-12-31"])
            .arg(path)
            .status();
        assert!(touched.unwrap().success());
    }
    run(&["record"], "");
    run(&["coach", "--check", "nim", "--seed", "3", "--json"], "");
    run(won.0, won.1);
    let found = json(&run(&["record", "--json"], "").out);
    assert_eq!(found["matches"][0]["played"], 2, "{found}");
    assert_eq!(
        found["puzzles"]["days"]["2999-12-31"]["solved"], 3,
        "{found}"
    );
    let newest = json(&fs::read_to_string(&continued).unwrap());
    assert!(
        !newest["saved"].as_str().unwrap().starts_with("29"),
        "{newest}"
    );
}
