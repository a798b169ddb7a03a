//! The `solve` command: names the winner, the winning moves and the reasons, for one position or for a stream of
//! positions.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::error::{self, Done, Error};
use super::input::Lines;
use super::options::AnswerFormat;
use super::output::{self, Stdout};
use super::stop::{self, Budget, MemoryLimit};
use super::table::entry_of;
use super::words;
use crate::play::record;
use nimatron_core::erased::{AnyPosition, Ask, answer};
use nimatron_core::games::Opener;
use nimatron_core::rules::{Library, Limits, Stop, sanitize};
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron solve star:1664
  nimatron solve --line nim:3,5,7
  nimatron solve --json --all misere row:9
  nimatron solve --brief nim:3,4,5
  nimatron solve --winner own/cram:........................
  printf 'nim:3,4,5\\nstar:2088\\n' | nimatron solve --json --brief -
  nimatron solve --file saves/row-of-twelve.json saves/triangle-war-four-dots.json")]
pub struct SolveCommand {
    #[command(flatten)]
    format: AnswerFormat,
    /// One line per position without the reasons (in JSON, without `why` and `reasons`): much faster for many positions
    #[arg(long)]
    brief: bool,
    /// Only name the winner (in JSON, only `id` and `outcome`), by a search that stops at the first winning move
    #[arg(long, conflicts_with_all = ["brief", "all", "line"])]
    winner: bool,
    /// Show every legal move with its outcome (at most 100,000 moves)
    #[arg(long)]
    all: bool,
    /// Show the line of perfect play (at most 200 moves)
    #[arg(long)]
    line: bool,
    /// Time limit for each position, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = stop::seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    memory: MemoryLimit,
    /// Read positions from saved games (as they stood when saved) and from text files that list IDs
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "id")]
    file: Vec<PathBuf>,
    /// A position ID, which may be split across several arguments; `-` reads IDs from standard input, one per line
    #[arg(value_name = "ID")]
    id: Vec<String>,
}

impl SolveCommand {
    pub fn budget(&self) -> Budget {
        self.memory.budget(self.time)
    }

    /// Returns whether a text answer has several lines.
    fn is_whole(&self) -> bool {
        !self.brief && !self.winner
    }
}

struct Solver<'o> {
    options: &'o SolveCommand,
    out: Stdout,
    answer: Vec<u8>,
    opener: Opener,
    budget: Budget,
    /// Whether a user may be watching progress on a terminal.
    watched: bool,
    failed: bool,
    begun: bool,
    /// The name of the current file; `None` once the first answer for the file has been written.
    source: Option<String>,
}

/// Returns [`Error::Reported`] if errors in files or lines of input have already been reported.
pub fn run(options: &SolveCommand, loaded: &[String], library: Library) -> Done {
    let mut solver = Solver {
        options,
        out: output::json_or_text(options.format.is_json()),
        answer: Vec::new(),
        opener: Opener::new(library),
        budget: options.budget(),
        watched: io::stderr().is_terminal(),
        failed: false,
        begun: false,
        source: None,
    };
    if !options.file.is_empty() {
        for path in &options.file {
            solver.file(path)?;
        }
    } else if options.id.is_empty() {
        let own = loaded.first();
        let own = own.map(|own| entry_of(own, solver.opener.library(), &|_| true));
        let example = own.transpose()?.map_or("nim:3,5,7", |own| own.info.example);
        return Err(Error::usage(tr!(
            "no position is given; expected an ID, such as {example}, `-`, or --file"
        )));
    } else if options.id == ["-"] {
        solver.batch(&mut Lines::stdin(), false)?;
    } else if options.id.iter().any(|id| id == "-") {
        return Err(Error::usage(tr!(
            "`-` reads IDs from standard input; expected no other ID"
        )));
    } else {
        let id = options.id.join(" ");
        let limits = solver.limits();
        let position = solver
            .opener
            .open_within(&id, &limits)
            .map_err(|error| super::not_opened(&id, error))?;
        let whole = options.is_whole();
        (solver.solve(&*position, whole, &limits)).map_err(Error::Failed)?;
        solver.write(whole)?;
    }
    solver.out.flush()?;
    if solver.failed {
        Err(Error::Reported)
    } else {
        Ok(())
    }
}

fn write_winner(
    answer: &mut Vec<u8>,
    position: &dyn AnyPosition,
    is_json: bool,
    limits: &Limits,
) -> Result<(), Stop> {
    let outcome = position.outcome(limits)?;
    if !is_json {
        *answer = (words::winner_line(position, outcome) + "\n").into_bytes();
        return Ok(());
    }
    let written = answer::write_outcome(answer, &position.id(), outcome);
    written.map_err(|error| Stop::not_proved(tr!("the answer cannot be written: {error}")))
}

impl Solver<'_> {
    /// Starts the clock for one position and returns its limits. If a user is watching, the search reports progress.
    fn limits(&self) -> Limits {
        let mut limits = self.budget.begin().limits();
        if !self.options.is_whole() {
            limits = limits.brief();
        }
        if self.watched {
            stop::with_progress(tr!("searching"), limits)
        } else {
            limits
        }
    }

    /// Solves the position and stores the answer. A text answer has several lines if `whole` is set, otherwise one.
    fn solve(
        &mut self,
        position: &dyn AnyPosition,
        whole: bool,
        limits: &Limits,
    ) -> Result<(), String> {
        let SolveCommand {
            all,
            brief,
            format,
            line,
            winner,
            ..
        } = *self.options;
        if all && position.count_moves().is_none_or(|n| n > Ask::ALL_MOVES) {
            let most = Ask::ALL_MOVES;
            return Err(match position.count_moves() {
                Some(count) => tr!("{count} legal moves; --all lists them up to {most}"),
                None => tr!("more legal moves than can be counted; --all lists them up to {most}"),
            });
        }
        let ask = Ask {
            all,
            line,
            reasons: !brief,
            figure: !format.is_json(),
            ..Ask::default()
        };
        let answer = &mut self.answer;
        answer.clear();
        let search = || -> Result<(), Stop> {
            limits.check()?;
            if winner {
                return write_winner(answer, position, format.is_json(), limits);
            }
            if format.is_json() {
                return position.write_answer(ask, limits, answer);
            }
            let analysis = position.analysed(ask, limits)?;
            *answer = if whole {
                words::block(position, &analysis)
            } else {
                words::line(position, &analysis) + "\n"
            }
            .into_bytes();
            Ok(())
        };
        stop::busy(search).map_err(|stop| stop.to_string())
    }

    /// Writes the stored answer. In text output, a line with the file's name precedes the first answer from a file. An
    /// empty line separates the answer from the previous one if `apart` is set or the answer is the first from a file.
    fn write(&mut self, apart: bool) -> Done {
        if self.options.format.is_json() {
            return Ok(self.out.write_all(&self.answer)?);
        }
        if self.begun && (apart || self.source.is_some()) {
            self.out.write_all(b"\n")?;
        }
        if let Some(source) = self.source.take() {
            writeln!(self.out, "{source}")?;
        }
        self.begun = true;
        Ok(self.out.write_all(&self.answer)?)
    }

    fn refuse(&mut self, id: &str, error: &str) -> Done {
        self.failed = true;
        let what = sanitize::message(error);
        self.answer.clear();
        if self.options.format.is_json() {
            answer::refuse(&mut self.answer, id, &what)?;
        } else {
            let told = tr!("{id}: error: {what}\n", id = sanitize::message(id), what);
            self.answer = told.into_bytes();
        }
        self.write(false)
    }

    fn solve_line(&mut self, id: &str, whole: bool) -> Done {
        if self.budget.is_half_taken() {
            self.opener.forget();
        }
        let limits = self.limits();
        let solved = match stop::busy(|| self.opener.open_within(id, &limits)) {
            Ok(position) => self.solve(&*position, whole, &limits),
            Err(e) => Err(e.to_string()),
        };
        match solved {
            Ok(()) => self.write(whole),
            Err(error) => self.refuse(id, &error),
        }
    }

    fn batch(&mut self, lines: &mut Lines, whole: bool) -> Done {
        while let Some(line) = lines.next(&mut self.out)? {
            match line {
                Ok(id) if id.trim().is_empty() || id.trim_start().starts_with('#') => {}
                Ok(id) => self.solve_line(id, whole)?,
                Err(bad) => self.refuse(&bad.shown, &bad.what)?,
            }
            if stop::stopped() {
                self.out.flush()?;
                return Err(Error::failed(tr!("interrupted")));
            }
        }
        Ok(())
    }

    fn file(&mut self, path: &Path) -> Done {
        self.source = Some(path.display().to_string());
        let limits = self.limits();
        let mut lines = match Lines::open(path) {
            Ok(lines) => lines,
            Err(Error::Failed(error)) => return self.tell(&error),
            Err(error) => return Err(error),
        };
        // Saved games are JSON; any other file is a list of IDs.
        match lines.starts_with(b'{') {
            Ok(true) => {
                match record::load_text(lines.all(record::LARGEST + 1)?, self.opener.library()) {
                    Ok(loaded) => {
                        let position = loaded.game.position().as_written();
                        let whole = self.options.is_whole();
                        match self.solve(&*position, whole, &limits) {
                            Ok(()) => self.write(whole)?,
                            Err(error) => self.refuse(&position.id(), &error)?,
                        }
                    }
                    Err(error) => self.tell(&format!("{} {error}", path.display()))?,
                }
            }
            Ok(false) => self.batch(&mut lines, self.options.is_whole())?,
            Err(Error::Failed(error)) => self.tell(&error)?,
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn tell(&mut self, error: &str) -> Done {
        self.failed = true;
        self.out.flush()?;
        error::say(error);
        Ok(())
    }
}
