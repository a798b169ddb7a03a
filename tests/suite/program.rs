//! Runs the built program with its own home folder and given input, and reads its output. Also reads files in the
//! checkout.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

pub fn homes(home: &Path) -> [(&'static str, PathBuf); 4] {
    [
        ("HOME", ""),
        ("XDG_DATA_HOME", "data"),
        ("XDG_STATE_HOME", "state"),
        ("XDG_CONFIG_HOME", "config"),
    ]
    .map(|(name, folder)| (name, home.join(folder)))
}

pub fn at_home(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimatron"));
    // Without `NIMATRON_SAVES`, the program would use the saves in the checkout.
    command
        .envs(homes(home))
        .env("NIMATRON_SAVES", home.join("saves"))
        .args(arguments);
    for name in [
        "NIMATRON_CONFIG",
        "NIMATRON_THEME",
        "NIMATRON_COLOURS",
        "NIMATRON_PAUSE",
    ] {
        command.env_remove(name);
    }
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

pub fn nimatron(arguments: &[&str]) -> Command {
    at_home(
        &std::env::temp_dir().join("nimatron-tests-nowhere"),
        arguments,
    )
}

pub fn fed(command: &mut Command, input: impl AsRef<[u8]>) -> Run {
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // A program that stops early does not read the whole input, so a failed write is not an error.
    let feed = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    feed.join().unwrap();
    output.into()
}

pub fn run_with(arguments: &[&str], input: &str) -> Run {
    fed(&mut nimatron(arguments), input)
}

pub fn run(arguments: &[&str]) -> Run {
    run_with(arguments, "")
}

pub fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))
}

pub fn answer(arguments: &[&str]) -> Value {
    let run = run(arguments);
    serde_json::from_str(&run.out)
        .unwrap_or_else(|e| panic!("{arguments:?}: {e}: {}{}", run.out, run.err))
}

/// A run of `solve -` or `serve` that receives its input line by line.
pub struct Conversation {
    pub child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Conversation {
    pub fn begin(arguments: &[&str]) -> Conversation {
        Conversation::with(nimatron(arguments))
    }

    pub fn with(mut command: Command) -> Conversation {
        let mut child = command.stderr(Stdio::null()).spawn().unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Conversation {
            child,
            input,
            output,
        }
    }

    pub fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
        self.input.flush().unwrap();
    }

    pub fn hear(&mut self) -> String {
        let mut answer = String::new();
        self.output.read_line(&mut answer).unwrap();
        answer
    }

    pub fn ask(&mut self, line: &str) -> String {
        self.say(line);
        let answer = self.hear();
        assert!(!answer.is_empty(), "no answer to {line:.60}");
        answer
    }

    /// Closes the pipes and returns the child process.
    pub fn end(self) -> Child {
        self.child
    }
}

/// A generous time limit, so that tests do not fail on a loaded machine.
#[cfg(unix)]
pub const PATIENCE: Duration = Duration::from_secs(30);

#[cfg(unix)]
pub fn end(mut child: Child) -> i32 {
    let late = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code().unwrap_or(-1);
        }
        if Instant::now() > late {
            child.kill().unwrap();
            panic!("the program does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Returns the peak memory of a process in KiB, or `None` if the system does not report the peak.
pub fn peak(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

pub fn shell(folder: &Path, line: &str) -> Run {
    let program = nimatron(&[]);
    let beside = Path::new(program.get_program())
        .parent()
        .unwrap()
        .to_owned();
    let path = format!(
        "{}:{}",
        beside.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut shell = Command::new("sh");
    shell
        .args(["-c", line])
        .current_dir(folder)
        .envs(homes(folder))
        .env("PATH", path);
    shell
        .env_remove("NIMATRON_SAVES")
        .stdin(Stdio::null())
        .output()
        .unwrap()
        .into()
}

pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn name(&self, file: &str) -> String {
        self.0.path().join(file).to_str().unwrap().to_owned()
    }

    pub fn write(&self, file: &str, text: &str) -> String {
        fs::write(self.0.path().join(file), text).unwrap();
        self.name(file)
    }
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub fn source(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

pub fn files(place: &Path, ending: &str) -> Vec<PathBuf> {
    if place.is_file() {
        return vec![place.to_owned()];
    }
    let entries = fs::read_dir(place).unwrap_or_else(|e| panic!("{}: {e}", place.display()));
    let entries = entries.map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let mut found: Vec<PathBuf> = files
        .into_iter()
        .filter(|path| path.to_string_lossy().ends_with(ending))
        .collect();
    found.extend(
        folders
            .iter()
            .flat_map(|folder| self::files(folder, ending)),
    );
    found
}
