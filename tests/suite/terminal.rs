//! The program in a real pseudo-terminal: a whole game against the computer, saved, left, opened again, and the
//! terminal given back as it was found.
#![cfg(unix)]

use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const PROGRAM: &str = env!("CARGO_BIN_EXE_nimatron");

/// Generous: a loaded machine must not fail the test.
const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal with a program in it, and what its screen shows.
struct Terminal {
    screen: vt100::Parser,
    raw: Vec<u8>,
    output: Receiver<Vec<u8>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    _master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    /// Runs a shell line at 80x24, with folders of its own for saves and settings.
    fn run(home: &Path, line: &str) -> Terminal {
        let pair = native_pty_system()
            .openpty(PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 })
            .unwrap();
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", line]);
        command.env("TERM", "xterm-256color");
        command.env("HOME", home);
        command.env("XDG_DATA_HOME", home.join("data"));
        command.env("XDG_STATE_HOME", home.join("state"));
        command.env("XDG_CONFIG_HOME", home.join("config"));
        command.env("NIMATRON_SAVES", home.join("saves"));
        command.env("NIMATRON", PROGRAM);
        command.cwd(home);
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let keys = pair.master.take_writer().unwrap();
        let (send, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 65536];
            while let Ok(n) = reader.read(&mut buffer) {
                if n == 0 || send.send(buffer[..n].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal {
            screen: vt100::Parser::new(24, 80, 0),
            raw: Vec::new(),
            output,
            keys,
            child,
            _master: pair.master,
        }
    }

    fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Waits until the screen shows something.
    fn wait(&mut self, what: &str, mut shown: impl FnMut(&str) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !shown(&self.text()) {
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(bytes) => {
                    self.raw.extend_from_slice(&bytes);
                    self.screen.process(&bytes);
                }
                Err(RecvTimeoutError::Timeout) => panic!("no {what} on the screen:\n{}", self.text()),
                Err(RecvTimeoutError::Disconnected) => panic!("ended without {what}:\n{}", self.text()),
            }
        }
    }

    fn wait_for(&mut self, text: &str) {
        self.wait(text, |screen| screen.contains(text));
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Waits for the end of the program and for all it wrote.
    fn end(mut self) -> (u32, Vec<u8>, String) {
        let end = Instant::now() + PATIENCE;
        while let Ok(bytes) = self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
            self.raw.extend_from_slice(&bytes);
            self.screen.process(&bytes);
        }
        let code = self.child.wait().unwrap().exit_code();
        let text = self.text();
        (code, self.raw, text)
    }
}

/// Runs the program, then asks the terminal how it was left.
fn and_then_stty(arguments: &str) -> String {
    format!("\"$NIMATRON\" {arguments}; echo \"left with $?\"; stty -a")
}

fn assert_restored(raw: &[u8], screen: &str) {
    let raw = String::from_utf8_lossy(raw);
    let last = |sequence: &str| raw.rfind(sequence);
    assert!(last("\x1b[?1049l") > last("\x1b[?1049h"), "the first screen is not back");
    assert!(last("\x1b[?25h") > last("\x1b[?25l"), "the cursor is still hidden");
    assert!(last("\x1b[?1000l") >= last("\x1b[?1000h"), "the mouse is still captured");
    let words: Vec<&str> = screen.split_whitespace().map(|w| w.trim_end_matches(';')).collect();
    assert!(
        words.contains(&"icanon") && words.contains(&"echo"),
        "the line discipline is not back:\n{screen}"
    );
}

#[test]
fn a_game_against_the_computer_is_played_saved_left_and_opened_again() {
    let home = tempfile::tempdir().unwrap();
    let mut terminal =
        Terminal::run(home.path(), &and_then_stty("play star:1664 --second perfect --pause 0 --seed 1"));
    terminal.wait("drawn star with its verdict", |screen| {
        ["2 of 5 moves win", "star:1664", "(10)"].iter().all(|text| screen.contains(text))
    });

    terminal.press("m");
    terminal.press("7+10\r");
    // The computer must take the last ring.
    terminal.wait("end of the game", |screen| screen.contains("star:0 ") && screen.contains("+ You win "));

    terminal.press("s");
    terminal.wait_for("name:");
    // The name offered is rubbed out and another one typed.
    terminal.press(&"\x7f".repeat(30));
    terminal.press("won\r");
    terminal.wait_for("Saved");
    terminal.press("q");
    let (code, raw, screen) = terminal.end();
    assert_eq!(code, 0);
    assert!(screen.contains("left with 0"), "{screen}");
    assert_restored(&raw, &screen);

    let file = home.path().join("saves/won.json");
    let saved: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(saved["moves"], serde_json::json!(["7+10", "9"]));

    let mut terminal = Terminal::run(home.path(), &and_then_stty("open saves/won.json"));
    terminal.wait_for("star:0 ");
    terminal.press("u");
    terminal.wait_for("star:1664");
    terminal.press("q");
    // Going back in a saved game loses nothing, but leaving may ask all the same.
    terminal.press("y");
    let (code, raw, screen) = terminal.end();
    assert_eq!(code, 0);
    assert_restored(&raw, &screen);
}

#[test]
fn a_game_is_played_with_arrows_space_and_enter() {
    let home = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::run(home.path(), &and_then_stty("play nim:2,1 --second human"));
    terminal.wait_for("A to move");
    terminal.press("m1-1\r");
    terminal.wait_for("B to move");
    terminal.press(" ");
    terminal.press("\r");
    terminal.wait_for("A to move");
    terminal.press("\r");
    terminal.wait_for("A wins");
    terminal.press("qy");
    let (code, raw, screen) = terminal.end();
    assert_eq!(code, 0);
    assert_restored(&raw, &screen);
}

#[test]
fn the_terminal_is_given_back_when_the_program_is_told_to_end() {
    let home = tempfile::tempdir().unwrap();
    let line = "sh -c 'echo $$ >pid; exec \"$NIMATRON\" play star:8191'; echo \"left with $?\"; stty -a";
    let mut terminal = Terminal::run(home.path(), line);
    terminal.wait_for("13 of 37 moves win");
    let pid = std::fs::read_to_string(home.path().join("pid")).unwrap();
    assert!(std::process::Command::new("kill").args(["-TERM", pid.trim()]).status().unwrap().success());
    terminal.wait_for("left with 0");
    let (_, raw, screen) = terminal.end();
    assert_restored(&raw, &screen);
}

#[test]
fn a_saved_game_that_is_broken_is_refused_before_the_screen_changes() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(
        home.path().join("broken.json"),
        r#"{"format": "nimatron-match", "version": 1, "start": "star:7", "moves": ["0+1"]}"#,
    )
    .unwrap();
    let terminal = Terminal::run(home.path(), "\"$NIMATRON\" open broken.json; echo \"left with $?\"");
    let (_, raw, screen) = terminal.end();
    assert!(screen.contains("left with 1") && screen.contains("move 1"), "{screen}");
    assert!(!String::from_utf8_lossy(&raw).contains("\x1b[?1049h"), "the screen was taken for an error");
}
