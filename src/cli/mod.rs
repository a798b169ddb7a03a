//! The command line: parses the arguments, runs the commands and reports their errors.
//!
//! `nimatron solve nim:3,5,7` takes this path through the code:
//!
//! ```text
//! main.rs                        starts the program
//! cli/mod.rs                     parses the arguments and chooses the command
//! cli/solve.rs                   opens the position, analyses it, writes the answer
//! cli/stop.rs                    the limits of time and memory, and Ctrl-C
//! core: games/id.rs              convention, game, parameters and state of the ID
//! core: erased/game.rs           the game's entry creates the ruleset
//! core: games/piles/mod.rs       rules and notation of all games of piles
//! core: games/piles/nim.rs       the moves and values of Nim
//! core: erased/position.rs       the analysis, whatever the game
//! core: solve/mod.rs             the winning moves and the best one
//! core: solve/memo.rs            the moves to the end, by a search
//! core: games/pieces.rs          the reasons that explain a sum of piles (games/reasons.rs)
//! cli/words.rs                   the answer in words
//! cli/output.rs                  the answer on standard output, sanitised
//! ```

mod check;
mod coach;
mod config;
mod error;
mod export;
mod games;
mod input;
mod judge;
pub mod language;
mod library;
mod locale;
mod new_game;
mod numbers;
mod options;
mod output;
mod pages;
mod plain;
mod play;
mod progress;
mod puzzle;
mod quotient;
mod record;
mod review;
mod rule;
mod serve;
mod show;
mod solve;
pub mod stop;
mod strategy;
mod table;
mod tree;
mod words;

use std::mem::ManuallyDrop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser};

use error::{Done, Error};
use stop::Budget;

use crate::play::Match;
use crate::play::record as saved;
use crate::settings::Session;
use nimatron_core::erased::AnyPosition;
use nimatron_core::games::{Opener, own};
use nimatron_core::rules::{IdError, Library, sanitize};
use nimatron_core::tr;

pub use judge::text as judge_text;

/// The program's arguments.
#[derive(Debug, Parser)]
#[command(
    name = "nimatron",
    version,
    about = "Solved combinatorial games in the terminal",
    long_about = "Solved combinatorial games in the terminal. To start playing, run nimatron without a command.",
    after_help = "Examples:
  nimatron
  nimatron play star:8191
  nimatron solve misere row:9

A position ID has the form GAME:STATE, for example `star:1664`, `nim:3,4,5` or `misere nim:3 + row:OO.O`.
`nimatron games` lists the games, each with an example."
)]
struct Arguments {
    #[command(flatten)]
    interface: options::Interface,
    /// Load your own board or graph from a JSON file; the name in the file is used in position IDs
    ///
    /// A graph for token has "arcs": [["a", "b"], ...] and optionally "name", "about", "vertices": ["a", ...] and "loops": true,
    /// where the arcs may make a cycle. A board for rings has "points": [[x, y], ...] and "pairs": [[0, 1], ...].
    /// See docs/your-own-graph.md.
    #[arg(long, value_name = "FILE", global = true)]
    graph: Vec<PathBuf>,
    /// Load your own game from a script; its position IDs begin with own/NAME, where NAME is the file name without its extension
    #[arg(long = "game", value_name = "FILE", global = true)]
    script: Vec<PathBuf>,
    /// A game of heaps in one line, own/e: Lua in which move(a, b, ...) notes what a heap of n can become
    #[arg(
        short = 'e',
        long,
        value_name = "BODY",
        global = true,
        allow_hyphen_values = true
    )]
    eval: Option<String>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Play a position
    Play(play::PlayCommand),
    /// Open a saved game
    Open(play::OpenCommand),
    /// Continue the last match
    Continue(play::ContinueCommand),
    /// Draw a board
    Show(show::ShowCommand),
    /// Save a position or a match as text, a picture or an animation
    Export(export::ExportCommand),
    /// Say who wins, which moves win, and why
    Solve(solve::SolveCommand),
    /// Solve a contest problem: read its input and write the answers
    Judge(judge::JudgeCommand),
    /// List outcomes and Grundy values of piles
    Table(table::TableCommand),
    /// List the games
    Games(games::GamesCommand),
    /// Check saved games and scripts; report errors with line and column
    Check(check::CheckCommand),
    /// Write a commented template for your own game
    NewGame(new_game::NewGameCommand),
    /// Review a match: see which moves kept the win and which threw it away
    Review(review::ReviewCommand),
    /// Show puzzles: positions in which exactly one move wins
    Puzzle(puzzle::PuzzleCommand),
    /// Learn a game by answering questions about new positions
    Coach(coach::CoachCommand),
    /// Compute the misère quotient of heaps or shapes
    Quotient(quotient::QuotientCommand),
    /// Find or disprove a rule for a game played with one or two numbers
    Rule(rule::RuleCommand),
    /// Write the full winning strategy for a position, as text or a checkable certificate
    Strategy(strategy::StrategyCommand),
    /// Print the tree of moves from a position
    Tree(tree::TreeCommand),
    /// Show your record: what you have played and learned
    Record(record::RecordCommand),
    /// Show the settings in use and where each comes from
    Config(config::ConfigCommand),
    /// Answer requests, one per line, from other programs
    Serve(serve::ServeCommand),
    /// Generate shell completions
    #[command(after_help = "Example:
  nimatron completions bash > nimatron.bash")]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Write the man page to standard output
    #[command(after_help = "Example:
  nimatron man > nimatron.6")]
    Man,
}

impl Command {
    /// Returns the budget for the command. If each position or request has its own time limit, the budget covers only
    /// the time to read the files named on the command line.
    fn budget(&self) -> Budget {
        match self {
            Command::Export(options) => options.limit.budget(),
            Command::Judge(options) => options.limit.budget(),
            Command::Table(options) => options.limit.budget(),
            Command::Check(options) => options.limit.budget(),
            Command::Review(options) => options.limit.budget(),
            Command::Puzzle(options) => options.limit.budget(),
            Command::Coach(options) => options.limit.budget(),
            Command::Quotient(options) => options.limit.budget(),
            Command::Rule(options) => options.limit.budget(),
            Command::Strategy(options) => options.limit.budget(),
            Command::Tree(options) => options.limit.budget(),
            Command::Solve(options) => options.budget(),
            Command::Serve(options) => options.budget(),
            _ => Budget::default(),
        }
    }
}

/// Runs the program: parses the arguments and carries out the command. `interface` runs the full screen, and `film`
/// renders animations.
///
/// The exit status is 0 on success, 1 if the command failed, 2 if the command line was invalid, and 128 plus the
/// signal's number if a signal ended a command outside the full screen.
pub fn main<E: std::fmt::Display>(
    interface: impl FnOnce(Session) -> Result<(), E>,
    film: &export::Film,
) -> ExitCode {
    report_faults();
    if let Err(what) = language::choose() {
        error::say(&what);
        return ExitCode::from(1);
    }
    // Treat a negative number as a value, so that the error names the expected range.
    let command = language::translate(Arguments::command())
        .mut_subcommands(|command| command.allow_negative_numbers(true));
    // Do not drop the commands and options: that is slow, and the process ends soon.
    let mut command = ManuallyDrop::new(command);
    let matches = command.try_get_matches_from_mut(std::env::args_os());
    let arguments = match matches.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => arguments,
        Err(error) => return print(&error),
    };
    let done = catch_unwind(AssertUnwindSafe(|| run(arguments, interface, film)))
        .unwrap_or(Err(Error::Reported));
    let status = match done {
        Ok(()) | Err(Error::Closed) => ExitCode::SUCCESS,
        Err(Error::Reported) => ExitCode::from(1),
        Err(Error::Failed(what)) => {
            error::say(&what);
            ExitCode::from(1)
        }
        Err(Error::Usage(what)) => {
            error::say(&what);
            ExitCode::from(2)
        }
    };
    stop::status().map_or(status, ExitCode::from)
}

fn report_faults() {
    std::panic::set_hook(Box::new(|info| {
        let place = info
            .location()
            .map(|l| format!(" ({}:{})", l.file(), l.line()))
            .unwrap_or_default();
        error::say(&tr!(
            "a fault in this program: {panic}{place}",
            panic = sanitize::panic(info.payload())
        ));
    }));
}

fn print(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        let argument = error.get(ContextKind::InvalidArg).map(ToString::to_string);
        let takes_id = ["play", "show", "export", "solve", "strategy", "tree"];
        let command = std::env::args().nth(1).unwrap_or_default();
        if error.kind() == ErrorKind::UnknownArgument
            && argument.as_deref() == Some("--misere")
            && takes_id.contains(&&*command)
        {
            error::say(tr!(
                "the convention stands before the game, as in misere nim:3,5,7; expected no --misere"
            ));
            return ExitCode::from(2);
        }
        // The message quotes the arguments, which must be sanitised.
        error.render().to_string().lines().for_each(error::note);
        return ExitCode::from(2);
    }
    // The help contains only the program's own text, so let clap print and style it.
    match error.print().map_err(Error::from) {
        Err(Error::Failed(what)) => {
            error::say(&what);
            ExitCode::from(1)
        }
        _ => ExitCode::SUCCESS,
    }
}

fn run<E: std::fmt::Display>(
    arguments: Arguments,
    interface: impl FnOnce(Session) -> Result<(), E>,
    film: &export::Film,
) -> Done {
    stop::listen();
    if let Some(command) = &arguments.command {
        command.budget().begin();
    }
    let common = &arguments.interface;
    if common.ascii {
        locale::restrict_to_ascii();
    }
    let behind = match &arguments.command {
        Some(Command::Play(options)) => Some(&options.interface),
        Some(Command::Open(options)) => Some(&options.interface),
        Some(Command::Continue(options)) => Some(&options.interface),
        _ => None,
    };
    let saves = behind
        .and_then(|options| options.saves.as_deref())
        .or(common.saves.as_deref());
    // The `check` command reads scripts itself to report their faults, so do not load them here.
    let checked = matches!(arguments.command, Some(Command::Check(_)));
    let scripts = if checked {
        &[]
    } else {
        arguments.script.as_slice()
    };
    let library = library::read(&arguments.graph, scripts, saves)?;
    let line = arguments.eval.as_deref().map(own::one_line);
    if let Some(line) = line.as_ref().filter(|_| !checked) {
        library::insert(line.clone(), &library)?;
    }
    // The games loaded for this run. If exactly one game is loaded, commands that need a game use it by default.
    let mut loaded: Vec<String> = Vec::new();
    for path in scripts {
        loaded.push(library::script(path)?.id());
    }
    loaded.extend(line.iter().map(|line| line.id()));
    let session = match &arguments.command {
        Some(Command::Show(options)) => return show::run(options, &library),
        Some(Command::Export(options)) => return export::run(options, library, film),
        Some(Command::Solve(options)) => return solve::run(options, &loaded, library),
        Some(Command::Judge(options)) => return judge::run(options, &library),
        Some(Command::Table(options)) => return table::run(options, &loaded, &library),
        Some(Command::Games(options)) => return games::run(options, &library),
        Some(Command::Check(options)) => {
            return check::run(options, &arguments.script, line, &library);
        }
        Some(Command::NewGame(options)) => return new_game::run(options),
        Some(Command::Review(options)) => return review::run(options, &library),
        Some(Command::Puzzle(options)) => return puzzle::run(options, &loaded, &library),
        Some(Command::Coach(options)) => return coach::run(options, &library),
        Some(Command::Quotient(options)) => return quotient::run(options, &library),
        Some(Command::Rule(options)) => return rule::run(options, &loaded, &library),
        Some(Command::Strategy(options)) => return strategy::run(options, &library),
        Some(Command::Tree(options)) => return tree::run(options, &library),
        Some(Command::Record(options)) => return record::run(options),
        Some(Command::Config(options)) => return config::run(options, common),
        Some(Command::Serve(options)) => return serve::run(options, library),
        Some(Command::Completions { shell }) => {
            return pages::completions(*shell, language::translate(Arguments::command()));
        }
        Some(Command::Man) => return pages::man(language::translate(Arguments::command())),
        Some(Command::Play(options)) => play::play(options, common, library)?,
        Some(Command::Open(options)) => play::open(options, common, library)?,
        Some(Command::Continue(options)) => play::last(options, common, library)?,
        None => play::home(common, library)?,
    };
    match session {
        Some(session) => interface(session).map_err(Error::failed),
        None => Ok(()),
    }
}

fn opened(id: &[String], library: &Library, budget: &Budget) -> Done<Box<dyn AnyPosition>> {
    let id = id.join(" ");
    let mut opener = Opener::new(library.clone());
    let opened = budget.run_as(tr!("reading"), |limits| opener.open_within(&id, limits));
    opened.map_err(|error| not_opened(&id, error))
}

fn not_opened(id: &str, error: IdError) -> Error {
    if error.failed || error.stop.is_some() {
        not_read(error)
    } else {
        no_id(id, error)
    }
}

/// Converts an error in an ID to a usage error, unless a script has failed or a limit was reached.
fn not_read(error: IdError) -> Error {
    match error.stop {
        Some(stop) => Error::failed(stop),
        None if error.failed => Error::failed(error),
        None => Error::usage(error),
    }
}

fn loaded(path: &Path, library: &Library, budget: &Budget) -> Result<Match, String> {
    let go_on = || budget.check().is_ok();
    let told = |why: &dyn std::fmt::Display| format!("{} {why}", path.display());
    let loaded = saved::load_while(path, library, &go_on).map_err(|e| told(&e))?;
    match budget.check() {
        Err(stop) if loaded.rest.moves > 0 => Err(told(&tr!("is not read to its end: {stop}"))),
        _ => Ok(loaded.game),
    }
}

fn no_id(id: &str, error: impl std::fmt::Display) -> Error {
    if id.ends_with(".lua") {
        Error::usage(tr!(
            "{error}; a script is loaded with --game {id}, its positions begin with own/"
        ))
    } else {
        Error::usage(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs this test again in a new process, because a panic hook applies to the whole process.
    #[test]
    fn a_panic_is_reported_as_a_fault_in_this_program() {
        const ITSELF: &str = "cli::tests::a_panic_is_reported_as_a_fault_in_this_program";
        if std::env::var_os("NIMATRON_FAULT").is_some() {
            report_faults();
            panic!("a test asks for it");
        }
        let run = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", ITSELF, "--nocapture"])
            .env("NIMATRON_FAULT", "1")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        let fault = "error: a fault in this program: a test asks for it (src/cli/mod.rs:";
        assert!(said.contains(fault), "{said}");
    }
}
