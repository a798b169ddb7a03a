//! Plays back conversations with the program from `tests/transcripts/*.txt`.
//!
//! ```text
//! # A comment.
//! $ play --plain nim:1 --second human
//!   What the program writes is indented.
//! > 1-1
//!   ...
//! = 0
//! ```
//!
//! `$` starts the program, `>` begins a line of input, and `=` gives the exit status. All runs in a file share a home
//! folder. Lines of standard error follow the output and begin with `!`. `NIMATRON_TRANSCRIPTS=write cargo test --test
//! suite transcripts` rewrites the files: review the differences before you commit them.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use super::program::{Folder, at_home, files, root};

struct Run {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    lines: usize,
    /// Whether the output must be suitable for a screen reader.
    is_plain: bool,
}

/// The end of the error message about the invalid lines that [`Run::answer`] sends.
const COMPLAINT: &str = ": the line is not text; expected UTF-8";

impl Run {
    fn start(home: &Folder, arguments: &str) -> Run {
        let mut command = at_home(
            home.path(),
            &arguments.split_whitespace().collect::<Vec<_>>(),
        );
        // Paths in the output must not depend on the location of the home folder.
        command
            .env("NIMATRON_SAVES", "saves")
            .current_dir(home.path());
        let mut child = command.spawn().unwrap();
        Run {
            input: child.stdin.take(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
            lines: 0,
            is_plain: arguments.contains("--plain"),
        }
    }

    /// Sends a line and reads the output until the program waits for the next line or ends.
    ///
    /// To mark the end of the answer, sends a second line that is not UTF-8. The error about this line names a column
    /// that is different each time. These errors are removed from the answer, even if the command `again` repeats them.
    fn answer(&mut self, line: Option<&str>) -> String {
        self.lines += 1;
        let mut bytes = line.map_or(Vec::new(), |line| format!("{line}\n").into_bytes());
        bytes.extend(" ".repeat(self.lines).bytes());
        bytes.extend(b"\xff\n");
        // The program may have ended, so ignore a failed write.
        let _ = self.input.as_mut().unwrap().write_all(&bytes);
        let mark = format!("column {}{COMPLAINT}", self.lines + 1);
        let mut answer = String::new();
        loop {
            let mut text = String::new();
            self.output.read_line(&mut text).unwrap();
            if self.is_plain {
                let is_plain = |b: &u8| b.is_ascii_graphic() || *b == b' ' || *b == b'\n';
                assert!(
                    text.len() <= 81 && text.as_bytes().iter().all(is_plain),
                    "{text:?}"
                );
            }
            if !text.contains(COMPLAINT) {
                answer += &text;
            }
            if text.is_empty() || text.contains(&mark) {
                return answer;
            }
        }
    }

    fn end(mut self) -> String {
        drop(self.input.take());
        let (mut out, mut err) = (String::new(), String::new());
        self.output.read_to_string(&mut out).unwrap();
        let mut errors = self.child.stderr.take().unwrap();
        errors.read_to_string(&mut err).unwrap();
        let status = self.child.wait().unwrap().code().unwrap_or(-1);
        format!("{}{}= {status}\n", marked("  ", &out), marked("! ", &err))
    }
}

fn marked(mark: &str, text: &str) -> String {
    let line = |line| format!("{mark}{line}").trim_end().to_owned() + "\n";
    text.lines().map(line).collect()
}

fn played_back(transcript: &str) -> String {
    let home = Folder::new();
    let mut run: Option<Run> = None;
    let mut found = String::new();
    for line in transcript.lines() {
        if let Some(arguments) = line.strip_prefix("$ ") {
            found += &format!("{line}\n");
            let mut started = Run::start(&home, arguments);
            found += &marked("  ", &started.answer(None));
            run = Some(started);
        } else if let (Some(input), Some(run)) = (line.strip_prefix('>'), &mut run) {
            found += &format!("{line}\n");
            let answer = run.answer(Some(input.strip_prefix(' ').unwrap_or(input)));
            found += &marked("  ", &answer);
        } else if line.starts_with('=') {
            found += &run.take().map_or(String::new(), Run::end);
        } else if line.starts_with('#') || line.is_empty() && run.is_none() {
            found += &format!("{line}\n");
        }
    }
    assert!(run.is_none(), "the last run has no status: add a line `=`");
    found
}

#[test]
fn conversations_go_as_they_were_written_down() {
    let is_writing = std::env::var("NIMATRON_TRANSCRIPTS").is_ok_and(|wish| wish == "write");
    let transcripts = files(&root().join("tests/transcripts"), ".txt");
    assert!(!transcripts.is_empty());
    for path in transcripts {
        let transcript = std::fs::read_to_string(&path).unwrap();
        let found = played_back(&transcript);
        if is_writing {
            std::fs::write(&path, found).unwrap();
        } else {
            let differs = |(_, (is, was)): &(usize, (&str, &str))| is != was;
            let pairs = found.lines().zip(transcript.lines());
            if let Some((n, (is, was))) = (1..).zip(pairs).find(differs) {
                panic!("{}:{n}:\n- {was}\n+ {is}", path.display());
            }
            assert_eq!(found, transcript, "{}", path.display());
        }
    }
}
