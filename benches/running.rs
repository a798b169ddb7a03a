//! Measures the running program in a pseudo-terminal of 120x40: `cargo bench --bench running`.
//!
//! - First frame: from the start of the process to the last byte of its first frame, as the median of nine starts.
//! - Key: the time between sending a key and the last byte of output before a pause of 30 ms.
//! - Idle: the processor time used during one second of idling after the last key.
//! - Memory: the resident size after the idle second, and the peak resident size.
//!
//! Processor times and memory are read from `/proc`, so these columns show a dash on systems other than Linux.

#[path = "common/mod.rs"]
mod common;

#[cfg(unix)]
fn main() {
    common::machine();
    terminal::all();
    batch::lines();
    batch::peaks();
}

#[cfg(not(unix))]
fn main() {}

#[cfg(unix)]
mod process {
    use std::fs::read_to_string;

    pub fn kib(pid: u32, name: &str) -> Option<u64> {
        let status = read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = status
            .lines()
            .find_map(|l| l.strip_prefix(name)?.strip_prefix(':'))?;
        line.split_whitespace().next()?.parse().ok()
    }

    /// Returns the processor time that a process has used so far, in hundredths of a second.
    pub fn ticks(pid: u32) -> Option<u64> {
        let stat = read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let mut words = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
        Some(words.next()?.parse::<u64>().ok()? + words.next()?.parse::<u64>().ok()?)
    }

    pub fn mib(kib: Option<u64>) -> String {
        kib.map_or("-".to_owned(), |k| format!("{:.1}", k as f64 / 1024.0))
    }
}

#[cfg(unix)]
mod terminal {
    use std::io::{Read, Write};
    use std::sync::mpsc::{Receiver, channel};
    use std::time::{Duration, Instant};

    use nimatron_core::games::CATALOGUE;
    use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

    use super::common::median;
    use super::process::{kib, mib, ticks};

    const QUIET: Duration = Duration::from_millis(30);
    const PATIENCE: Duration = Duration::from_millis(500);
    const STARTS: usize = 9;
    /// Cursor movements, one pick, and the verdict key twice.
    const KEYS: &[u8] = b"jjkkllhhjlkh jkvvjlkh";

    struct Terminal {
        child: Box<dyn Child + Send + Sync>,
        keys: Box<dyn Write + Send>,
        output: Receiver<(Instant, usize)>,
        _master: Box<dyn MasterPty + Send>,
    }

    impl Terminal {
        fn start(args: &[&str], home: &std::path::Path) -> (Terminal, Instant) {
            let size = PtySize {
                rows: 40,
                cols: 120,
                pixel_width: 0,
                pixel_height: 0,
            };
            let pair = native_pty_system()
                .openpty(size)
                .expect("a pseudo-terminal");
            let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_nimatron"));
            command.args(args);
            command.env("TERM", "xterm-256color");
            command.env("COLORTERM", "truecolor");
            for folder in [
                "HOME",
                "XDG_DATA_HOME",
                "XDG_STATE_HOME",
                "XDG_CONFIG_HOME",
                "NIMATRON_SAVES",
            ] {
                command.env(folder, home);
            }
            let mut reader = pair.master.try_clone_reader().expect("a reader");
            let keys = pair.master.take_writer().expect("a writer");
            let begun = Instant::now();
            let child = pair.slave.spawn_command(command).expect("the program");
            drop(pair.slave);
            let (send, output) = channel();
            std::thread::spawn(move || {
                let mut buffer = [0; 65536];
                while let Ok(n @ 1..) = reader.read(&mut buffer) {
                    if send.send((Instant::now(), n)).is_err() {
                        break;
                    }
                }
            });
            (
                Terminal {
                    child,
                    keys,
                    output,
                    _master: pair.master,
                },
                begun,
            )
        }

        /// Waits for output to arrive within `patience`, then until it pauses for `QUIET`. Returns the arrival time of
        /// the last byte, or `None` if there was no output.
        fn burst(&self, patience: Duration) -> Option<Instant> {
            let (mut last, _) = self.output.recv_timeout(patience).ok()?;
            while let Ok((at, _)) = self.output.recv_timeout(QUIET) {
                last = at;
            }
            Some(last)
        }

        fn first_frame(&self, begun: Instant) -> Option<Duration> {
            Some(self.burst(Duration::from_secs(5))? - begun)
        }

        fn key(&mut self, key: u8) -> Option<Duration> {
            let sent = Instant::now();
            self.keys.write_all(&[key]).ok()?;
            self.keys.flush().ok()?;
            Some(self.burst(PATIENCE)? - sent)
        }
    }

    impl Drop for Terminal {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    fn ms(time: Duration) -> String {
        format!("{:.2}", time.as_secs_f64() * 1e3)
    }

    /// Returns a quantile of the times. A `share` of 0 gives the minimum, 0.5 the median, and 1 the maximum.
    fn at_share(times: &mut [Duration], share: f64) -> Duration {
        times.sort_unstable();
        let place = (times.len() as f64 * share) as usize;
        times
            .get(place.min(times.len().saturating_sub(1)))
            .copied()
            .unwrap_or_default()
    }

    pub fn all() {
        let home = tempfile::tempdir().expect("a folder for nothing");
        let mut ids: Vec<String> = Vec::new();
        for entry in CATALOGUE.iter() {
            let values: Vec<String> = entry
                .setup
                .fields
                .iter()
                .map(|f| f.kind.default_value())
                .collect();
            ids.push(
                entry
                    .setup
                    .start_id(&values)
                    .expect("what is there at first fits"),
            );
        }
        let usual = ids.len();
        ids.extend(
            [
                "triangle/5:",
                "triangle/6:",
                "chomp:14x13",
                "rings/coronene:16777215",
            ]
            .map(str::to_owned),
        );
        println!(
            "| position | first frame, ms | key, ms | worst | idle CPU | memory, MiB | at most |"
        );
        println!("|---|---|---|---|---|---|---|");
        let (mut firsts, mut keys) = (Vec::new(), Vec::new());
        for (i, id) in ids.iter().enumerate() {
            let mut starts: Vec<Duration> = Vec::new();
            for _ in 1..STARTS {
                let (terminal, begun) = Terminal::start(&["play", id], home.path());
                starts.extend(terminal.first_frame(begun));
            }
            let (mut terminal, begun) = Terminal::start(&["play", id], home.path());
            starts.extend(terminal.first_frame(begun));
            // More output may follow the first frame.
            while terminal.burst(PATIENCE).is_some() {}
            let mut times: Vec<Duration> = KEYS.iter().filter_map(|&k| terminal.key(k)).collect();
            let pid = terminal.child.process_id().unwrap_or(0);
            let before = ticks(pid);
            std::thread::sleep(Duration::from_secs(1));
            let idle = match (before, ticks(pid)) {
                (Some(a), Some(b)) => format!("{} %", b - a),
                _ => "-".to_owned(),
            };
            println!(
                "| {id} | {} | {} | {} | {idle} | {} | {} |",
                ms(median(starts.clone())),
                ms(median(times.clone())),
                ms(at_share(&mut times, 1.0)),
                mib(kib(pid, "VmRSS")),
                mib(kib(pid, "VmHWM")),
            );
            if i < usual {
                firsts.extend(starts);
                keys.extend(times);
            }
        }
        println!(
            "\nAll games at usual sizes: first frame {} ms in the median; {} keys, {} ms in the median, {} ms at the \
             99th percentile, {} ms at worst\n",
            ms(at_share(&mut firsts, 0.5)),
            keys.len(),
            ms(at_share(&mut keys, 0.5)),
            ms(at_share(&mut keys, 0.99)),
            ms(at_share(&mut keys, 1.0)),
        );
    }
}

#[cfg(unix)]
mod batch {
    use std::fs::File;
    use std::io::{BufWriter, Write};
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use super::common::{median, text};
    use super::process::{kib, mib};

    const LINES: u32 = 200_000;

    /// Measures `solve --json -` on Nim positions with five piles below 2^63.
    pub fn lines() {
        let folder = tempfile::tempdir().expect("a folder for nothing");
        let (questions, answers) = (
            folder.path().join("ids.txt"),
            folder.path().join("answers.txt"),
        );
        let mut file = BufWriter::new(File::create(&questions).expect("a file"));
        let mut state = 88_172_645_463_325_252_u64;
        for _ in 0..LINES {
            let mut piles = [0; 5];
            for pile in &mut piles {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                *pile = state >> 1;
            }
            let [a, b, c, d, e] = piles;
            writeln!(file, "nim:{a},{b},{c},{d},{e}").expect("room");
        }
        file.flush().expect("room");
        let mut times = Vec::new();
        for _ in 0..5 {
            let start = Instant::now();
            let status = Command::new(env!("CARGO_BIN_EXE_nimatron"))
                .args(["solve", "--json", "-"])
                .stdin(File::open(&questions).expect("the file"))
                .stdout(File::create(&answers).expect("a file"))
                .status();
            assert!(status.is_ok_and(|s| s.success()), "the program failed");
            times.push(start.elapsed());
        }
        let rate = |time: Duration| f64::from(LINES) / time.as_secs_f64() / 1e3;
        println!(
            "solve --json -, {LINES} positions of nim with five piles: {:.0} thousand lines a second in the median, \
             {:.0} thousand at best\n",
            rate(median(times.clone())),
            rate(times.iter().min().copied().unwrap_or_default()),
        );
    }

    pub fn peaks() {
        println!("| solve | time | at most, MiB |");
        println!("|---|---|---|");
        for id in [
            "star:8191",
            "triangle/5:",
            "triangle/6:",
            "triangle/6:2-4,4-5,5-9,11-16,14-20",
            "chomp:14x14",
            "normal rings/coronene:16777215",
            "misere rings/coronene:16777215",
            "octal/0.6:100000",
        ] {
            let start = Instant::now();
            let mut child = Command::new(env!("CARGO_BIN_EXE_nimatron"))
                .args(["solve", id])
                .stdout(Stdio::null())
                .spawn()
                .expect("the program");
            let mut most = None;
            while let Ok(None) = child.try_wait() {
                most = most.max(kib(child.id(), "VmHWM"));
                std::thread::sleep(Duration::from_micros(500));
            }
            println!("| {id} | {} | {} |", text(start.elapsed()), mib(most));
        }
    }
}
