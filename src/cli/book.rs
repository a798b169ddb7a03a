//! `book`: builds the full table of Triangle War with 6 dots a side, writes its opening book, or checks the shipped one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use indicatif::{ProgressBar, ProgressStyle};

use super::error::{self, Done, Error};
use super::output::{self, OutputKind};
use super::stop::{self, Budget};
use crate::cli::numbers::within;
use crate::games::triangle::internals::{Book as Opening, Build, MarginTable, Rows, SIDE, Weights};
use crate::rules::Step;

/// Options of `book`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron book triangle/6 --out triangle-6.book
  nimatron book triangle/6 --check 1000000

The table holds 1,153,433,125 values, one byte each; the build takes a minute or two. Its finished parts
go to a file as it runs; a build that was stopped goes on from there when it is started again.")]
pub struct BookCommand {
    /// The game: triangle/6 is the only one with a book
    #[arg(value_name = "GAME/PARAMETER", value_parser = ["triangle/6"])]
    game: String,
    /// Where the book is written
    #[arg(long, value_name = "FILE", default_value = "triangle-6.book")]
    out: PathBuf,
    /// Write no book; hold N entries of the shipped one, evenly spread, against the table
    #[arg(long, value_name = "N", value_parser = within(1..=usize::MAX))]
    check: Option<usize>,
    /// How many threads work [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = within(1..=256u16))]
    threads: Option<u16>,
    /// The most memory, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1300, value_parser = within(0..=u64::MAX))]
    memory: u64,
    /// Where finished parts of the table are kept (up to 0.6 GB)
    #[arg(long, value_name = "FILE", default_value = "triangle-6.part")]
    part: PathBuf,
    /// Keep the finished parts when the table is complete, for later runs
    #[arg(long)]
    keep: bool,
}

/// What the book, its weights and the threads need beside the table.
const BESIDE: u64 = 48 << 20;

/// Runs `book`.
///
/// # Errors
/// Too little memory, a file that cannot be read or written, a build that was stopped, a book that differs.
pub fn run(options: &BookCommand) -> Done {
    let rows = Rows::of(SIDE).ok_or_else(|| Error::failed("there is no such board"))?;
    let needed = MarginTable::count(rows, 0) as u64 + BESIDE;
    if needed > options.memory.saturating_mul(1 << 20) {
        let what = format!("the build needs {} MiB, and --memory allows {}", needed >> 20, options.memory);
        return Err(Error::Failed(what));
    }
    stop::listen();
    // What the work of minutes is written to must be there before it begins.
    let place = |e: io::Error| Error::failed(format!("{}: {e}", options.out.display()));
    let folder = options.out.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if options.check.is_none() {
        tempfile::NamedTempFile::new_in(folder).map_err(place)?;
    }
    let table = build(options)?;
    let weights = Weights::new(rows);
    if let Some(most) = options.check {
        check(&table, &weights, most)?;
        return forget_parts(options);
    }
    let book =
        Budget::default().run(|limits| Opening::of(&table, &weights, limits)).map_err(Error::failed)?;
    let mut file = tempfile::NamedTempFile::new_in(folder).map_err(place)?;
    file.write_all(book.bytes()).map_err(place)?;
    file.as_file().sync_all().map_err(place)?;
    file.persist(&options.out).map_err(|e| place(e.error))?;
    error::note(&format!("{}: {} cores, {} bytes", options.out.display(), book.len(), book.bytes().len()));
    // Only now are the parts of no use any more.
    forget_parts(options)
}

/// Removes the file of finished parts, unless it is to stay.
fn forget_parts(options: &BookCommand) -> Done {
    if options.keep {
        return Ok(());
    }
    fs::remove_file(&options.part).map_err(|e| Error::failed(format!("{}: {e}", options.part.display())))
}

/// The full table, from what an earlier run kept and what is still to be done.
fn build(options: &BookCommand) -> Done<MarginTable> {
    let build = Build::new(SIDE).ok_or_else(|| Error::failed("there is no such board"))?;
    let place = |e: io::Error| Error::failed(format!("{}: {e}", options.part.display()));
    let part = PartFile::open(&options.part, &build).map_err(place)?;
    if build.found() > 0 {
        error::note(&format!("{} of {} cores were found before", build.found(), build.cores()));
    }
    let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let threads = options.threads.map_or_else(all, usize::from);
    let failed = Arc::new(AtomicBool::new(false));
    let part = Mutex::new((part, None));
    let done = Budget::default().run(|limits| {
        let (limits, stop) = (limits.clone(), Arc::clone(&failed));
        let outer = limits.clone();
        let limits = limits
            .stopping(move || match stop.load(Ordering::Relaxed) {
                true => Some("a finished part could not be kept".to_owned()),
                false => outer.check().err().map(|_| "interrupted".to_owned()),
            })
            .reporting(progress(&build));
        build.run(threads, &limits, &|block, values| {
            let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(e) = part.0.keep(block, values) {
                part.1 = Some(e);
                failed.store(true, Ordering::Relaxed);
            }
        })
    });
    let (mut part, broken) = part.into_inner().unwrap_or_else(PoisonError::into_inner);
    let flushed = part.file.flush();
    if let Some(e) = broken.or(flushed.err()) {
        return Err(place(e));
    }
    done.map_err(|stop| Error::failed(format!("{stop}; the same command goes on from here")))?;
    drop(part);
    build.finish().map_err(|_| Error::failed("parts of the table are missing"))
}

/// Holds entries of the shipped book against the table.
fn check(table: &MarginTable, weights: &Weights, most: usize) -> Done {
    let book = Budget::default().run(|limits| Opening::shipped(weights, limits)).map_err(Error::failed)?;
    let most = most.min(book.len());
    for i in 0..most {
        let place = (i as u128 * book.len() as u128 / most as u128) as usize;
        if let Some((core, value)) = book.entry(place)
            && table.value(core) != value
        {
            let what = format!("entry {place} says {value}, and the table {}", table.value(core));
            return Err(Error::Failed(what));
        }
    }
    let mut out = output::stdout(OutputKind::Text);
    writeln!(out, "{most} of {} entries agree with the table", book.len())?;
    out.flush()?;
    Ok(())
}

/// A bar with rate and time left, where standard error is a terminal.
fn progress(build: &Build) -> impl Fn(Step) + Send + Sync + 'static {
    const LINE: &str = "[{bar:30}] {percent:>3}%  {per_sec:>16}  {eta:>4} left";
    let style = ProgressStyle::with_template(LINE).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(build.cores() as u64)
        .with_style(style.progress_chars("#.."))
        .with_position(build.found() as u64);
    // The rate is that of this run.
    bar.reset_eta();
    move |step| {
        // Threads report side by side: never backwards.
        bar.set_position(step.done.max(bar.position()));
    }
}

/// The file of finished blocks: a mark, then for each block its number, its length, a check sum and its values.
struct PartFile {
    file: BufWriter<File>,
}

const MARK: &[u8; 4] = b"TWP2";

impl PartFile {
    /// Opens the file or begins it, and gives the build what it holds. A block that was cut off by a stop, and all
    /// behind it, is written anew.
    fn open(path: &Path, build: &Build) -> io::Result<PartFile> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut mark = [0; 4];
        let mut good = 0;
        if file.metadata()?.len() > 0 {
            if file.read_exact(&mut mark).is_err() || mark != *MARK {
                return Err(io::Error::other("this file holds no parts of the table"));
            }
            good = 4;
            let mut reader = BufReader::new(&mut file);
            while let Some((number, values)) = read_block(&mut reader, build) {
                if !build.restore(number, &values) {
                    break;
                }
                good += 12 + values.len() as u64;
            }
        }
        file.set_len(good)?;
        file.seek(SeekFrom::End(0))?;
        let mut file = BufWriter::new(file);
        if good == 0 {
            file.write_all(MARK)?;
        }
        Ok(PartFile { file })
    }

    fn keep(&mut self, block: usize, values: &[i8]) -> io::Result<()> {
        let bytes: Vec<u8> = values.iter().map(|v| v.cast_unsigned()).collect();
        self.file.write_all(&u32::try_from(block).map_err(io::Error::other)?.to_le_bytes())?;
        self.file.write_all(&u32::try_from(bytes.len()).map_err(io::Error::other)?.to_le_bytes())?;
        self.file.write_all(&crc32fast::hash(&bytes).to_le_bytes())?;
        self.file.write_all(&bytes)
    }
}

/// The next block of the file, if it is whole and of the build.
fn read_block(reader: &mut impl Read, build: &Build) -> Option<(usize, Vec<i8>)> {
    let mut head = [0; 12];
    reader.read_exact(&mut head).ok()?;
    let number = |at: usize| Some(u32::from_le_bytes(head.get(at..at + 4)?.try_into().ok()?) as usize);
    let (block, len) = (number(0)?, number(4)?);
    if build.block_len(block) != Some(len) {
        return None;
    }
    let mut bytes = vec![0; len];
    reader.read_exact(&mut bytes).ok()?;
    let whole = head[8..] == crc32fast::hash(&bytes).to_le_bytes();
    whole.then(|| (block, bytes.into_iter().map(u8::cast_signed).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Limits;

    #[test]
    fn finished_parts_survive_a_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("five.part");
        let build = Build::new(5).unwrap();
        let part = Mutex::new(PartFile::open(&path, &build).unwrap());
        build.run(1, &Limits::default(), &|b, v| part.lock().unwrap().keep(b, v).unwrap()).unwrap();
        part.into_inner().unwrap().file.flush().unwrap();
        let whole = fs::read(&path).unwrap();
        for (len, all) in [(whole.len(), true), (whole.len() - 1, false), (20, false), (4, false)] {
            fs::write(&path, &whole[..len]).unwrap();
            let again = Build::new(5).unwrap();
            drop(PartFile::open(&path, &again).unwrap());
            assert_eq!(again.found() == again.cores(), all, "{len}");
            assert_eq!(again.found() > 0, len > 20);
            assert!(fs::metadata(&path).unwrap().len() <= len as u64);
        }
        let mut damaged = whole.clone();
        damaged[30] ^= 1;
        fs::write(&path, &damaged).unwrap();
        let again = Build::new(5).unwrap();
        drop(PartFile::open(&path, &again).unwrap());
        assert_eq!(again.found(), 0);
        fs::write(&path, "something else").unwrap();
        assert!(PartFile::open(&path, &again).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"something else");
    }
}
