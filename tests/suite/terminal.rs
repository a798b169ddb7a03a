//! Tests the program in a real pseudo-terminal: matches that are played, saved and opened again, signals, hang-ups and
//! nonsensical input. After each test, the terminal must be restored and the match must be stored.
#![cfg(unix)]

use std::io::{Read, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use serde_json::json;

use super::program::{PATIENCE, end, homes};

const PROGRAM: &str = env!("CARGO_BIN_EXE_nimatron");

pub struct Terminal {
    screen: vt100::Parser,
    raw: Vec<u8>,
    output: Receiver<Vec<u8>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    _master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    /// Runs a shell command in a terminal of 80x24, with separate folders for saves and settings.
    pub fn run(home: &Path, line: &str) -> Terminal {
        Terminal::of_size(home, line, (80, 24))
    }

    /// Like [`Terminal::run`], but the terminal has the given size. Only the first 80 columns and 24 rows of the screen
    /// are recorded.
    pub fn of_size(home: &Path, line: &str, (cols, rows): (u16, u16)) -> Terminal {
        let pair = native_pty_system()
            .openpty(PtySize {
                rows,
                cols,
                pixel_width: 0,
                pixel_height: 0,
            })
            .unwrap();
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", line]);
        command.env("TERM", "xterm-256color");
        homes(home)
            .into_iter()
            .for_each(|(name, folder)| command.env(name, folder));
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

    pub fn text(&self) -> String {
        self.screen.screen().contents()
    }

    fn take(&mut self, end: Instant) -> Result<(), RecvTimeoutError> {
        let bytes = self
            .output
            .recv_timeout(end.saturating_duration_since(Instant::now()))?;
        self.raw.extend_from_slice(&bytes);
        self.screen.process(&bytes);
        Ok(())
    }

    pub fn wait_for_all(&mut self, texts: &[&str]) {
        let end = Instant::now() + PATIENCE;
        while !texts.iter().all(|text| self.text().contains(text)) {
            if let Err(e) = self.take(end) {
                panic!("no {texts:?} on the screen, {e}:\n{}", self.text());
            }
        }
    }

    pub fn wait_for(&mut self, text: &str) {
        self.wait_for_all(&[text]);
    }

    pub fn look(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while self.take(end).is_ok() {}
    }

    /// Quits the program, and answers yes in case the program asks for confirmation.
    pub fn leave(&mut self) {
        self.press("q");
        self.look(Duration::from_millis(500));
        self.press("y");
    }

    /// Sends a signal to the child process. Call this only after the shell has been replaced by the program.
    pub fn kill(&mut self, signal: &str) {
        let pid = self.child.process_id().unwrap().to_string();
        let sent = std::process::Command::new("kill")
            .args([&format!("-{signal}"), &pid])
            .status()
            .unwrap();
        assert!(sent.success());
    }

    pub fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    pub fn end(mut self) -> (u32, Vec<u8>, String) {
        let end = Instant::now() + PATIENCE;
        let why = loop {
            if let Err(why) = self.take(end) {
                break why;
            }
        };
        if why == RecvTimeoutError::Timeout {
            self.child.kill().unwrap();
            panic!("the program does not end:\n{}", self.text());
        }
        let code = self.child.wait().unwrap().exit_code();
        let text = self.text();
        (code, self.raw, text)
    }
}

fn and_then_stty(arguments: &str) -> String {
    format!("\"$NIMATRON\" {arguments}; echo \"left with $?\"; stty -a")
}

/// Asserts that the program has restored the terminal. Returns the exit status that the shell reports, and all output.
fn end_restored(terminal: Terminal) -> (String, String) {
    let (_, raw, screen) = terminal.end();
    let raw = String::from_utf8_lossy(&raw).into_owned();
    let last = |sequence: &str| raw.rfind(sequence);
    assert!(
        last("\x1b[?1049l") > last("\x1b[?1049h"),
        "the first screen is not back"
    );
    assert!(
        last("\x1b[?25h") > last("\x1b[?25l"),
        "the cursor is still hidden"
    );
    assert!(
        last("\x1b[?1000l") >= last("\x1b[?1000h"),
        "the mouse is still captured"
    );
    let words: Vec<&str> = screen
        .split_whitespace()
        .map(|w| w.trim_end_matches(';'))
        .collect();
    assert!(
        words.contains(&"icanon") && words.contains(&"echo"),
        "the line discipline is not back:\n{screen}"
    );
    let status = screen
        .rsplit_once("left with ")
        .and_then(|(_, rest)| rest.split_whitespace().next());
    (status.expect(&screen).to_owned(), raw)
}

#[test]
fn a_game_against_the_computer_is_played_saved_left_and_opened_again() {
    let home = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::run(
        home.path(),
        &and_then_stty("play star:1664 --second perfect --pause 0 --seed 1"),
    );
    terminal.wait_for_all(&["Hexagram star", "You can win"]);

    terminal.press("m");
    terminal.press("7+10\r");
    terminal.wait_for_all(&["took ring 9", "You won"]);

    terminal.press("s");
    terminal.wait_for("name:");
    terminal.press(&"\x7f".repeat(30));
    terminal.press("won\r");
    terminal.wait_for("Saved");
    terminal.press("q");
    assert_eq!(end_restored(terminal).0, "0");
    assert_eq!(
        moves(&home.path().join("saves/won.json")),
        json!(["7+10", "9"])
    );

    let mut terminal = Terminal::run(home.path(), &and_then_stty("open saves/won.json"));
    terminal.wait_for("took ring 9");
    terminal.press("u");
    terminal.wait_for("move 0 of");
    terminal.press("q");
    // Nothing is lost, because the saved game is still on disk, but the program may ask for confirmation before it
    // quits.
    terminal.press("y");
    assert_eq!(end_restored(terminal).0, "0");
}

#[test]
fn a_long_search_says_how_far_it_is_and_cleans_up() {
    let home = tempfile::tempdir().unwrap();
    let board = ".".repeat(40);
    for (line, of) in [
        (format!("own/cram:{board}"), " of 20000000"),
        (format!("own/cram:{board} --brief"), " of 20000000"),
        (
            "-e 'for k = 1, n do move(n - k) end' own/e:100000".to_owned(),
            " of 100001",
        ),
    ] {
        let mut terminal = Terminal::run(home.path(), &format!("exec \"$NIMATRON\" solve {line}"));
        terminal.wait_for_all(&["searching: ", of]);
        terminal.press("\x03");
        let (_, _, text) = terminal.end();
        assert!(text.starts_with("error: stopped"), "{text}");
    }
}

#[test]
fn a_saved_game_that_is_broken_is_refused_before_the_screen_changes() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(
        home.path().join("broken.json"),
        r#"{"format": "nimatron-match", "version": 1, "start": "star:7", "moves": ["0+1"]}"#,
    )
    .unwrap();
    let terminal = Terminal::run(
        home.path(),
        "\"$NIMATRON\" open broken.json; echo \"left with $?\"",
    );
    let (_, raw, screen) = terminal.end();
    assert!(
        screen.contains("left with 1") && screen.contains("move 1"),
        "{screen}"
    );
    assert!(
        !String::from_utf8_lossy(&raw).contains("\x1b[?1049h"),
        "the screen was taken for an error"
    );
}

fn moves(file: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    super::program::json(&text)["moves"].clone()
}

fn kept(home: &Path) -> serde_json::Value {
    moves(&home.join("state/nimatron/continue.json"))
}

/// A pseudo-terminal whose master is open only in this test. When the test closes the master, the terminal disappears
/// while the program runs.
struct Frail {
    master: std::fs::File,
    child: std::process::Child,
    screen: vt100::Parser,
    home: tempfile::TempDir,
}

impl Frail {
    /// Starts a match in a new terminal. If `controlling` is set, the terminal is the program's controlling terminal.
    fn with_a_match(controlling: bool) -> Frail {
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
        use std::os::unix::fs::OpenOptionsExt;

        let master =
            openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap().into_string().unwrap();
        let quiet = rustix::fs::OFlags::NOCTTY.bits() as i32;
        let slave = std::fs::File::options()
            .read(true)
            .write(true)
            .custom_flags(quiet)
            .open(name)
            .unwrap();
        let home = tempfile::tempdir().unwrap();
        let errors = std::fs::File::create(home.path().join("errors")).unwrap();
        let mut command = std::process::Command::new("setsid");
        let played = [PROGRAM, "play", "star:1664", "--second", "human"];
        command
            .args(controlling.then_some("--ctty"))
            .args(played)
            .envs(homes(home.path()));
        command
            .env("TERM", "xterm-256color")
            .env("NIMATRON_SAVES", home.path().join("saves"));
        command
            .stdin(slave.try_clone().unwrap())
            .stdout(slave)
            .stderr(errors);
        let child = command.spawn().unwrap();
        drop(command);
        let screen = vt100::Parser::new(24, 80, 0);
        let mut frail = Frail {
            master: master.into(),
            child,
            screen,
            home,
        };
        frail.wait_for("Hexagram star");
        frail.master.write_all(b"m7+10\r").unwrap();
        frail.wait_for("rings 7 and 10");
        frail
    }

    fn wait_for(&mut self, text: &str) {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let end = Instant::now() + PATIENCE;
        while !self.screen.screen().contents().contains(text) {
            assert!(
                Instant::now() < end,
                "no {text}:\n{}",
                self.screen.screen().contents()
            );
            let mut fds = [PollFd::new(&self.master, PollFlags::IN)];
            let tenth = Timespec {
                tv_sec: 0,
                tv_nsec: 100_000_000,
            };
            if poll(&mut fds, Some(&tenth)).unwrap() > 0 {
                let mut buffer = [0; 65536];
                let n = self.master.read(&mut buffer).unwrap();
                self.screen.process(&buffer[..n]);
            }
        }
    }

    /// Closes the terminal, and checks that the program stores the match and ends by itself without a crash.
    fn goes_away(self) {
        let Frail {
            master,
            child,
            home,
            ..
        } = self;
        drop(master);
        let status = end(child);
        assert!((0..=1).contains(&status), "{status}");
        assert_eq!(kept(home.path()), json!(["7+10"]));
        let errors = std::fs::read_to_string(home.path().join("errors")).unwrap();
        assert!(
            !errors.contains("panicked") && !errors.contains("fault"),
            "{errors}"
        );
    }
}

#[test]
fn a_terminal_that_hangs_up_ends_the_program_quietly_with_the_match_kept() {
    for _ in 0..10 {
        Frail::with_a_match(true).goes_away();
    }
}

#[test]
fn a_terminal_that_is_not_the_program_s_own_is_noticed_when_it_goes_away() {
    for _ in 0..3 {
        Frail::with_a_match(false).goes_away();
    }
}

#[test]
fn the_program_sleeps_and_comes_back() {
    let home = tempfile::tempdir().unwrap();
    let line = "set -m; \"$NIMATRON\" play star:1664 --second human; echo \"stopped with $?\"; stty -a; \
                echo ready; read x; fg; echo \"left with $?\"; stty -a";
    let mut terminal = Terminal::run(home.path(), line);
    terminal.wait_for("Hexagram star");
    terminal.press("m7+10\r");
    terminal.wait_for("rings 7 and 10");
    terminal.press("\x1a");
    terminal.wait_for("ready");
    let screen = terminal.text();
    assert!(
        screen.contains(" icanon") && screen.contains(" echo "),
        "{screen}"
    );
    terminal.press("\r");
    // The page must be redrawn completely, and the keys must work.
    terminal.wait_for("rings 7 and 10");
    terminal.press("u");
    terminal.wait_for("move 0 of");
    terminal.leave();
    assert_eq!(end_restored(terminal).0, "0");
}

#[test]
fn signals_that_end_the_program_give_the_terminal_back() {
    for (signal, status) in [
        ("TERM", "0"),
        ("QUIT", "131"),
        ("ABRT", "134"),
        ("USR1", "138"),
    ] {
        let home = tempfile::tempdir().unwrap();
        let line = "ulimit -c 0; sh -c 'echo $$ >pid; exec \"$NIMATRON\" play star:8191'; \
                    echo \"left with $?\"; stty -a";
        let mut terminal = Terminal::run(home.path(), line);
        terminal.wait_for("You can win");
        let pid = std::fs::read_to_string(home.path().join("pid")).unwrap();
        let kill = ["-c".to_owned(), format!("kill -{signal} {}", pid.trim())];
        assert!(
            std::process::Command::new("sh")
                .args(kill)
                .status()
                .unwrap()
                .success()
        );
        assert_eq!(end_restored(terminal).0, status, "{signal}");
    }
}

#[test]
fn a_pipe_among_the_saved_games_stops_nothing() {
    let home = tempfile::tempdir().unwrap();
    let saves = home.path().join("saves");
    std::fs::create_dir(&saves).unwrap();
    std::fs::write(saves.join("good.txt"), "star:2088").unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(saves.join("pipe.json"))
        .status()
        .unwrap();
    assert!(made.success());
    let mut terminal = Terminal::run(home.path(), &and_then_stty("play star:1664"));
    terminal.wait_for("Hexagram star");
    terminal.press("o");
    terminal.wait_for_all(&["good", "pipe"]);
    // Open both files: whatever happens, the interface must not hang.
    terminal.press("\x1b[B\r\x1b[A\r");
    terminal.look(Duration::from_millis(300));
    terminal.leave();
    assert_eq!(end_restored(terminal).0, "0");
}

#[test]
fn a_paste_without_brackets_is_read_to_its_end() {
    let home = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::run(home.path(), &and_then_stty("play star:1664 --second human"));
    terminal.wait_for("Hexagram star");
    // The pasted text ends with ctrl-u, which deletes the line, and a move. The move must be played without another key
    // press.
    terminal.press(&format!("m{}\x157+10\r", "1".repeat(5000)));
    terminal.wait_for("rings 7 and 10");
    terminal.press("qy");
    let (_, raw) = end_restored(terminal);
    assert!(raw.contains("\x1b[?1000h"), "no clicks");
    assert!(
        !raw.contains("\x1b[?1003h") && !raw.contains("\x1b[?1002h"),
        "every motion is asked for"
    );
}

#[test]
fn senseless_input_keeps_the_match_and_gives_the_terminal_back() {
    let home = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::run(home.path(), &and_then_stty("play star:1664 --second human"));
    terminal.wait_for("Hexagram star");
    terminal.press("m7+10\r");
    terminal.wait_for("rings 7 and 10");
    terminal.press("\x1b[<0;0;0M");
    terminal.look(Duration::from_millis(500));
    // The interface may have ended because of this input; otherwise, quit.
    terminal.press("qy");
    end_restored(terminal);
    assert_eq!(kept(home.path()), json!(["7+10"]));
}

#[test]
fn a_terminal_of_senseless_size_is_not_believed() {
    let home = tempfile::tempdir().unwrap();
    let line = "exec \"$NIMATRON\" play star:1664 --second human";
    let mut terminal = Terminal::of_size(home.path(), line, (65535, 65535));
    terminal.look(Duration::from_secs(2));
    terminal.press("m7+10\r");
    terminal.look(Duration::from_secs(1));
    terminal.leave();
    let (code, _, _) = terminal.end();
    assert_eq!(code, 0);
    assert_eq!(kept(home.path()), json!(["7+10"]));
}

#[test]
fn two_programs_on_one_saved_game_do_not_overwrite_each_other_unasked() {
    let home = tempfile::tempdir().unwrap();
    let saves = home.path().join("saves");
    std::fs::create_dir(&saves).unwrap();
    let file = saves.join("ours.json");
    std::fs::write(&file, r#"{"start":"star:1664","moves":[]}"#).unwrap();
    let mut terminal = Terminal::run(home.path(), &and_then_stty("open saves/ours.json"));
    terminal.wait_for("Hexagram star");
    let theirs = r#"{"start":"star:1664","moves":["9"]}"#;
    std::fs::write(&file, theirs).unwrap();
    terminal.press("m7+10\r");
    terminal.wait_for("rings 7 and 10");
    terminal.press("s");
    terminal.wait_for("name: ours");
    terminal.press("\r");
    terminal.wait_for("Another program has");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), theirs);
    terminal.press("\r");
    terminal.wait_for("Saved");
    assert!(std::fs::read_to_string(&file).unwrap().contains("7+10"));
    terminal.press("q");
    let (code, _, _) = terminal.end();
    assert_eq!(code, 0);
}

#[test]
fn a_killed_program_s_match_is_offered_at_the_next_start() {
    let home = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::run(
        home.path(),
        "exec \"$NIMATRON\" play star:8191 --second human",
    );
    terminal.wait_for("Hexagram star");
    terminal.press("m0\r");
    terminal.wait_for("took ring 0");
    let end = Instant::now() + PATIENCE;
    while !home.path().join("state/nimatron/continue.json").exists() {
        assert!(
            Instant::now() < end,
            "the match is not kept while it is played"
        );
        terminal.look(Duration::from_millis(10));
    }
    terminal.kill("KILL");
    terminal.end();
    let mut terminal = Terminal::run(home.path(), "exec \"$NIMATRON\"");
    terminal.wait_for("Hexagram star, move 1");
    terminal.press("r");
    terminal.wait_for("took ring 0");
    terminal.leave();
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn terminals_that_know_less_get_less() {
    let home = tempfile::tempdir().unwrap();
    let run = |line: &str| {
        let terminal = Terminal::run(home.path(), line);
        let (_, raw, screen) = terminal.end();
        (String::from_utf8_lossy(&raw).into_owned(), screen)
    };
    // On a terminal whose cursor cannot be moved, the program holds a conversation in plain lines.
    let mut terminal = Terminal::run(
        home.path(),
        "TERM=dumb \"$NIMATRON\"; echo \"left with $?\"",
    );
    terminal.wait_for("1. Play a game");
    terminal.press("q\n");
    terminal.wait_for("left with 0");
    let (_, raw, screen) = terminal.end();
    assert!(!raw.contains(&b'\x1b'), "{screen}");
    let (raw, screen) = run("echo quit | TERM=dumb \"$NIMATRON\" play --plain star:1664");
    assert!(
        raw.contains("? for help") && !raw.contains('\x1b'),
        "{screen}"
    );
    for locale in [
        "LC_ALL=C",
        "LC_ALL= LC_CTYPE=POSIX",
        "LC_ALL= LC_CTYPE= LANG=de_DE.ISO-8859-1",
    ] {
        let (raw, _) = run(&format!(
            "{locale} \"$NIMATRON\" show misere row:OOO; echo quit | {locale} \"$NIMATRON\" play --plain misere row:OOO"
        ));
        assert!(
            raw.is_ascii() && raw.contains("misere"),
            "{locale}: {raw:?}"
        );
    }
    let (raw, _) =
        run("echo quit | LC_ALL=C.UTF-8 \"$NIMATRON\" play --plain --ascii misere row:OOO");
    assert!(raw.is_ascii() && raw.contains("misere"), "{raw:?}");
    let mut terminal = Terminal::run(
        home.path(),
        "LC_ALL=C exec \"$NIMATRON\" play misere row:OOO",
    );
    terminal.wait_for("Kayles");
    terminal.press("q");
    let (_, raw, _) = terminal.end();
    assert!(raw.is_ascii());
}

#[test]
fn a_flood_of_keys_does_not_keep_a_signal_waiting() {
    let home = tempfile::tempdir().unwrap();
    let mut terminal = Terminal::run(
        home.path(),
        "exec \"$NIMATRON\" play nim:2,1 --second human",
    );
    terminal.wait_for("Nim");
    terminal.press("m");
    // Send as much as the terminal accepts while the program is still reading the first characters.
    let mut keys = terminal.keys;
    // The write may block forever if nobody reads all of the input.
    std::thread::spawn(move || drop(keys.write_all("1".repeat(200_000).as_bytes())));
    std::thread::sleep(Duration::from_millis(100));
    let pid = terminal.child.process_id().unwrap().to_string();
    assert!(
        std::process::Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    assert_eq!(terminal.child.wait().unwrap().exit_code(), 130);
}
