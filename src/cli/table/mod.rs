//! The `table` command: lists outcomes with Grundy values or margins, for single numbers or for pairs. With `--stones`,
//! counts the won and lost positions by number of stones.

mod stones;

use std::fmt;
use std::io::Write;
use std::ops::{ControlFlow, RangeInclusive};
use std::time::Duration;

use serde::Serialize;

use super::error::{self, Done, Error};
use super::not_read;
use super::options::{ChosenGame, FormatChoice, GameChoice, OutputFormat};
use super::output::{self, Stdout};
use super::stop::{Budget, WorkLimit};
use crate::cli::numbers::within;
use nimatron_core::erased::{
    AnyPosition as Position, Entry, Info, MenuGroup, Shape, Theory, with_word,
};
use nimatron_core::games::reasons::join;
use nimatron_core::games::{self, NoGame};
use nimatron_core::rule::small_value;
use nimatron_core::rules::{Convention, IdError, Library, Limits, Outcome, Stop, Text, Value};
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron table octal/0.77 --upto 80
  nimatron table wythoff --upto 12 --misere --format csv
  nimatron table star --upto 13
  nimatron table row --stones --upto 20
  nimatron table triangle --stones --upto 12")]
pub struct TableCommand {
    #[command(flatten)]
    choice: GameChoice,
    /// Continue the table up to N; with --stones, up to N stones
    #[arg(long, value_name = "N", value_parser = within(0..=u64::MAX))]
    upto: u64,
    /// Count the won and lost positions by number of stones (in Triangle War, by edges drawn, before any triangle is taken)
    #[arg(long)]
    stones: bool,
    #[command(flatten)]
    pub limit: WorkLimit,
    #[command(flatten)]
    format: FormatChoice<TableFormat>,
}

impl OutputFormat for TableFormat {
    const TEXT: TableFormat = TableFormat::Text;
    const JSON: TableFormat = TableFormat::Json;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum TableFormat {
    /// Columns, easy to read
    Text,
    /// Comma-separated values, for spreadsheets
    Csv,
    /// One JSON object
    Json,
}

#[derive(Serialize)]
struct PileLine {
    n: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    m: Option<u64>,
    outcome: Outcome,
    grundy: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i64>,
}

/// If no game is given, uses the game in `loaded`, provided that there is exactly one.
pub fn run(options: &TableCommand, loaded: &[String], library: &Library) -> Done {
    let has_shape = |info: &Info| info.shape != Shape::None;
    let chosen = options.choice.choose(loaded, library, &has_shape)?;
    let info = chosen.entry.info;
    let counted = options.stones || (info.shape == Shape::None && info.default.is_some());
    if counted {
        return by_stones(options, &chosen, library);
    }
    let (least, pair) = match info.shape {
        Shape::Single(least) => (least, false),
        Shape::Pair(least) => (least, true),
        Shape::None if counts_stones(info, library)? => {
            let what = tr!("its positions are not numbers; --stones counts them by their stones");
            return Err(Error::usage(tr!(
                "{id} has no such table: {what}",
                id = info.id
            )));
        }
        Shape::None => return by_stones(options, &chosen, library),
    };
    let first = if pair {
        vec![least, least]
    } else {
        vec![least]
    };
    let start = numbered(&chosen.game, info, chosen.convention, &first, library)?;
    refuse_sum(&*start)?;
    let budget = options.limit.budget();
    // JSON states the period before the rows. In other formats the rows come first, because proving a period may take a
    // long time.
    let is_json = options.format.chosen() == TableFormat::Json;
    let find_period = |budget: &Budget| find_period(&*start, options, budget);
    let (mut period, mut stopped) = if is_json {
        find_period(&budget.half())
    } else {
        (None, None)
    };
    let mut writer = Writer::new(options.format.chosen());
    let game = &start.facts().ruleset;
    let title = match start.convention().map(Convention::name) {
        Some(play) => tr!("{game}, {play} play: {position}", position = info.numbered),
        None => tr!("{game}: {position}", position = info.numbered),
    };
    let (value, value_text) = match start.score() {
        Some(_) => ("margin", tr!("margin")),
        None => ("grundy", tr!("Grundy value")),
    };
    // The first two columns of a table of pairs are a and b in text, as in rules, but n and m in CSV and JSON.
    let (m, letters) = if pair {
        ("m,", format!("{:>8}{:>8}", tr!("a"), tr!("b")))
    } else {
        ("", format!("{:>8}", "n"))
    };
    writer.head(
        &Head {
            game,
            convention: start.convention(),
            period: Some(period.as_deref()),
        },
        format_args!("n,{m}outcome,{value}"),
        &format!("{title}\n{letters}  {}  {value_text}", tr!("outcome")),
    )?;
    let done = rows(&mut writer, &*start, least..=options.upto, pair, &budget);
    if !is_json && done.is_ok() {
        writer.out.flush()?;
        (period, stopped) = find_period(&budget);
    }
    if !matches!(done, Err(Error::Closed)) {
        writer.end(period.as_deref())?;
    }
    match done? {
        None => {
            if let (None, Some(_), Some(Stop::Interrupted(why))) =
                (period, options.limit.time, stopped)
            {
                error::note(&tr!("the search for a period was stopped: {why}"));
            }
            Ok(())
        }
        Some(TableEnd { row, why }) => {
            Err(Error::Failed(tr!("the table ends before {row}: {why}")))
        }
    }
}

/// Looks for a period of the values and describes it. Also returns the reason if the search ended early. Gives up after
/// `MOMENT` if the user sets no time limit.
fn find_period(
    start: &dyn Position,
    options: &TableCommand,
    budget: &Budget,
) -> (Option<String>, Option<Stop>) {
    let briefly = Budget {
        time: Some(MOMENT),
        ..budget.clone()
    };
    let budget = options.limit.time.map_or(&briefly, |_| budget);
    let look = options.upto.saturating_mul(2).max(PERIOD_LOOK);
    let mut theory = Theory::default();
    let done = budget.run(|limits| {
        // Try the values in the table first: they may show a period even if the longer search below gives up.
        theory = start.theory(options.upto, limits)?;
        if theory.period.is_none() {
            theory = start.theory(look, limits)?;
        }
        if theory.period.is_none() && theory.further > look {
            theory = start.theory(theory.further, limits)?;
        }
        Ok(())
    });
    (theory.period_in_words(), done.err())
}

/// The minimum number of values searched for a period. The search covers at least twice as many values as the table
/// shows, to prove a period that the table suggests.
const PERIOD_LOOK: u64 = 100_000;
/// The time limit for the search for a period, if the user sets none.
const MOMENT: Duration = Duration::from_secs(2);

/// Finds a game in the catalogue or among the scripts. `game` includes the parameters. If there is no such game, the
/// error suggests a script of the same name, or lists the games that pass the test `wanted`.
pub(super) fn entry_of(
    game: &str,
    library: &Library,
    wanted: &dyn Fn(&Info) -> bool,
) -> Done<&'static Entry> {
    games::game_named(game, library).map_err(|fault| match fault {
        NoGame::Position(alone) => Error::usage(tr!(
            "{game:?} is a position; expected a game without one, such as {alone}"
        )),
        NoGame::Unknown(word) => {
            let own = library.script(&word).map(|script| script.id());
            let names = own.unwrap_or_else(|| names(wanted));
            Error::usage(tr!("no game is called {word:?}; expected one of {names}"))
        }
        NoGame::Script(error) => not_read(error),
    })
}

/// Opens the position that `numbers` denote in a game. `game` is the game's name with its parameters. If a script
/// refuses the numbers, opens the script's example instead.
pub(super) fn numbered(
    game: &str,
    info: &Info,
    convention: Option<Convention>,
    numbers: &[u64],
    library: &Library,
) -> Done<Box<dyn Position>> {
    let example = games::open(info.example, library).map_err(not_read)?;
    let mut state = (example.info().numbers_text)(numbers);
    if !example.scripts().is_empty() && example.with_state(Text::new(&state)).is_err() {
        state = example.facts().state;
    }
    at(game, &state, info, convention, library)
}

fn at(
    game: &str,
    state: &str,
    info: &Info,
    convention: Option<Convention>,
    library: &Library,
) -> Done<Box<dyn Position>> {
    // Open the ID without a convention first, so that the columns in errors match the input.
    let open = |id: &str| games::open(id, library).map_err(not_read);
    let id = format!("{game}:{state}");
    let position = open(&id)?;
    if convention == info.default {
        Ok(position)
    } else {
        open(&with_word(convention, info.default, id))
    }
}

pub(super) fn names(wanted: &dyn Fn(&Info) -> bool) -> String {
    let infos = games::CATALOGUE.iter().map(|entry| entry.info);
    let wanted = infos.filter(|info| wanted(info));
    join(wanted.map(|info| info.id), ", ")
}

/// Returns an error for a sum, which is accepted as a game's name but has no table.
fn refuse_sum(position: &dyn Position) -> Done {
    match position.info().family {
        MenuGroup::Sum => Err(Error::usage(tr!("a sum has no table"))),
        MenuGroup::Board | MenuGroup::Pile => Ok(()),
    }
}

/// Returns whether the positions of a game can be counted by number of stones. The parameters of the game do not
/// matter, so any example will do.
fn counts_stones(info: &Info, library: &Library) -> Done<bool> {
    let example = games::open(info.example, library).map_err(not_read)?;
    Ok(example.for_each_of_size(0, &mut |_| ControlFlow::Break(())))
}

fn by_stones(options: &TableCommand, chosen: &ChosenGame, library: &Library) -> Done {
    let info = chosen.entry.info;
    if info.default.is_none() && chosen.convention == Some(Convention::Misere) {
        return Err(Error::Usage(tr!(
            "{id} has no misère play; expected the game alone",
            id = info.id
        )));
    }
    if !counts_stones(info, library)? {
        return Err(Error::Usage(match info.shape {
            Shape::None if info.is_script() && info.players.is_some() => {
                tr!(
                    "{id} has no table: its positions say who is to move",
                    id = info.id
                )
            }
            Shape::None => {
                tr!(
                    "{id} has no table: its positions are neither numbers nor sets of stones",
                    id = info.id
                )
            }
            _ => tr!("{id} has no table by number of stones", id = info.id),
        }));
    }
    let example = games::open(info.example, library).map_err(not_read)?;
    let state = EMPTY
        .into_iter()
        .find(|state| example.with_state(Text::new(state)).is_ok())
        .unwrap_or_default();
    let start = at(&chosen.game, state, info, chosen.convention, library)?;
    refuse_sum(&*start)?;
    stones::write(
        &start.facts().ruleset,
        &*start,
        options.upto,
        options.format.chosen(),
        &options.limit.budget(),
    )
}

/// The states that may denote a position without stones.
const EMPTY: [&str; 3] = ["0", ".", ""];

/// The head of a table in JSON. `period` is left out if the table does not state a period, and `null` if no period is
/// proved.
#[derive(Serialize)]
struct Head<'t> {
    game: &'t str,
    convention: Option<Convention>,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<Option<&'t str>>,
}

struct Writer {
    out: Stdout,
    format: TableFormat,
    written: u64,
}

impl Writer {
    fn new(format: TableFormat) -> Writer {
        Writer {
            out: output::json_or_utf8(format == TableFormat::Json),
            format,
            written: 0,
        }
    }

    fn head(&mut self, json: &Head<'_>, csv: fmt::Arguments<'_>, text: &str) -> Done {
        match self.format {
            TableFormat::Csv => writeln!(self.out, "{csv}")?,
            TableFormat::Text => writeln!(self.out, "{text}")?,
            TableFormat::Json => {
                // Leave the object open, because the rows are written into it.
                let head = serde_json::to_string(json)?;
                write!(
                    self.out,
                    "{},\"rows\":[",
                    head.strip_suffix('}').unwrap_or(&head)
                )?;
            }
        }
        Ok(())
    }

    fn row(
        &mut self,
        json: &impl Serialize,
        csv: fmt::Arguments<'_>,
        text: fmt::Arguments<'_>,
    ) -> Done {
        match self.format {
            TableFormat::Csv => writeln!(self.out, "{csv}")?,
            TableFormat::Text => writeln!(self.out, "{text}")?,
            TableFormat::Json => {
                self.out
                    .write_all(if self.written == 0 { b"\n" } else { b",\n" })?;
                serde_json::to_writer(&mut self.out, json)?;
            }
        }
        self.written += 1;
        Ok(())
    }

    fn end(&mut self, period: Option<&str>) -> Done {
        match (self.format, period) {
            (TableFormat::Json, _) => self.out.write_all(b"\n]}\n")?,
            (TableFormat::Text, Some(period)) => writeln!(self.out, "{period}")?,
            _ => {}
        }
        self.out.flush()?;
        // Write the period to standard error, because programs parse the columns on standard output.
        if let (TableFormat::Csv, Some(period)) = (self.format, period) {
            error::note(period);
        }
        Ok(())
    }
}

struct TableEnd {
    /// The first missing row, given by its number or, in a table of pairs, by the state of its position.
    row: String,
    why: String,
}

/// Writes the rows of the table up to the first unknown value. If the table ends early, returns where and why.
fn rows(
    writer: &mut Writer,
    start: &dyn Position,
    numbers: RangeInclusive<u64>,
    pair: bool,
    budget: &Budget,
) -> Done<Option<TableEnd>> {
    let count = numbers
        .end()
        .saturating_sub(*numbers.start())
        .saturating_add(1);
    budget.run_as(tr!("rows"), |limits| {
        let of_a_row = limits.clone().unreported();
        for n in numbers.clone() {
            limits.progress(n - numbers.start(), count);
            let seconds = numbers.clone().take_while(|_| pair).map(Some);
            for m in seconds.chain((!pair).then_some(None)) {
                let end = row(writer, start, n, m, &of_a_row)?;
                if end.is_some() {
                    return Ok(end);
                }
            }
        }
        Ok(None)
    })
}

fn row(
    writer: &mut Writer,
    start: &dyn Position,
    n: u64,
    m: Option<u64>,
    limits: &Limits,
) -> Done<Option<TableEnd>> {
    let numbers: Vec<u64> = [n].into_iter().chain(m).collect();
    let state = (start.info().numbers_text)(&numbers);
    let ends = |why| {
        let row = m.map_or_else(|| n.to_string(), |_| state.clone());
        Ok(Some(TableEnd { row, why }))
    };
    let stopped = |stop| match stop {
        Stop::NotProved(why) | Stop::Fault(why) | Stop::Interrupted(why) => ends(why),
    };
    let position = match start.with_state(Text::new(&state).within(limits)) {
        Ok(position) => position,
        Err(IdError {
            stop: Some(stop),
            failed: false,
            ..
        }) => return stopped(*stop),
        // A script may refuse some pairs: skip them.
        Err(_) if m.is_some() && !start.scripts().is_empty() => return Ok(None),
        Err(e) => {
            return ends(tr!(
                "{what}; expected {expected}",
                what = e.what,
                expected = e.expected
            ));
        }
    };
    let known = limits
        .check()
        .and_then(|()| small_value(&*position, limits));
    let known = match known {
        Ok(known) => known,
        Err(stop) => return stopped(stop),
    };
    let Value {
        outcome,
        grundy,
        margin,
        ..
    } = known;
    let word = outcome.word();
    let value = (grundy.map(|grundy| grundy.to_string())).or(margin.map(|n| n.to_string()));
    let name = outcome.name();
    let width = tr!("outcome").chars().count();
    let (csv_m, text_m) = m.map_or_else(Default::default, |m| (format!("{m},"), format!("{m:>8}")));
    writer.row(
        &PileLine {
            n,
            m,
            outcome,
            grundy,
            margin,
        },
        format_args!("{n},{csv_m}{word},{}", value.as_deref().unwrap_or_default()),
        format_args!(
            "{n:>8}{text_m}  {name:<width$}  {}",
            value.as_deref().unwrap_or("-")
        ),
    )?;
    Ok(None)
}
