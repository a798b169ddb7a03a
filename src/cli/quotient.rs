//! `quotient`: the misère quotient of a game of heaps: its elements, what the heaps are worth, and how elements multiply.

use std::io::Write;
use std::time::Duration;

use super::error::{Done, Error};
use super::output::{self, OutputKind};
use super::stop::{self, Budget};
use crate::cli::numbers::within;
use crate::erased::{AnyPosition, Shape};
use crate::games;
use crate::rules::{Library, Stop, Text};
use crate::solve::quotient::{Element, GameQuotient, HeapRules};

/// Options of `quotient`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron quotient octal/0.123
  nimatron quotient row
  nimatron quotient octal/0.72 --heaps 20 --json
  nimatron quotient nim --heaps 7

In misère play a heap is worth an element, a sum of heaps the product of theirs, and the position loses where the
product is one of the losing elements. Element 0 is the empty position; the losing elements have the highest numbers.
Without --heaps the quotient is that of all heaps where it can be proved, else of as many as can be until
the time is over; where nothing bounds the moves, as in a game of one's own, of the heaps up to 64.")]
pub struct QuotientCommand {
    /// A game's word with its parameters, as in IDs
    #[arg(value_name = "GAME[/PARAMETER]")]
    game: String,
    /// Heaps up to N alone
    #[arg(long, value_name = "N", value_parser = within(0..=MOST_LISTED))]
    heaps: Option<u64>,
    /// One JSON object on one line
    #[arg(long)]
    json: bool,
    /// The most time
    #[arg(long, value_name = "SECONDS", value_parser = stop::seconds)]
    time: Option<Duration>,
    /// The most memory: all that the program takes
    #[arg(long, value_name = "MIB", value_parser = within(1..=u64::MAX))]
    memory: Option<u64>,
}

/// The most heaps whose elements are listed.
const MOST_LISTED: u64 = 100_000;
/// The most elements whose products are listed.
const MOST_MULTIPLIED: usize = 64;
/// Of all heaps at least the first so many are listed.
const LEAST_LISTED: u64 = 64;
/// Where no period can be proved, and no largest heap is asked for, the heaps are looked at up to this one.
const UNASKED: u64 = 64;

/// What is written, in this order.
#[derive(serde::Serialize)]
struct QuotientAnswer {
    game: String,
    heaps: Option<u64>,
    order: usize,
    losing: usize,
    period: Option<u64>,
    preperiod: Option<u64>,
    values: Vec<Element>,
    products: Option<Vec<Vec<Element>>>,
    proved: String,
}

/// Runs `quotient`.
///
/// # Errors
/// A game that has no heaps, a parameter that is wrong, heaps for which no quotient is proved, a stop.
pub fn run(options: &QuotientCommand, library: &Library) -> Done {
    let position = open(&options.game, library)?;
    let rules = position.heap_rules().ok_or_else(|| Error::Usage(no_heaps(&options.game)))?;
    let id = position.id();
    let game = id.rsplit_once(':').map_or(id.as_str(), |(game, _)| game);
    let game = game.rsplit(' ').next().unwrap_or(game).to_owned();
    stop::listen();
    let budget = Budget { time: options.time, memory: options.memory };
    let (found, heaps, end) =
        budget.run(|limits| compute(&game, &*rules, options.heaps, limits)).map_err(Error::failed)?;
    let answer = answer(game, &found, heaps);
    let kind = if options.json { OutputKind::Json } else { OutputKind::Text };
    let mut out = output::stdout(kind);
    if options.json {
        serde_json::to_writer(&mut out, &answer)?;
        writeln!(out)?;
    } else {
        text(&mut out, &answer, end.as_deref())?;
    }
    Ok(out.flush()?)
}

/// A position of the game, its least one.
fn open(game: &str, library: &Library) -> Result<Box<dyn AnyPosition>, Error> {
    let name = game.split('/').next().unwrap_or_default();
    let wrong = |e: crate::rules::IdError| Error::Usage(e.to_string());
    let entry = match name.eq_ignore_ascii_case(games::own::WORD) {
        true => games::named(Text::new(game), library).map_err(wrong)?.0,
        false => games::find(name).ok_or_else(|| {
            Error::Usage(format!("no game is called {name:?}; expected one of {}", heap_games()))
        })?,
    };
    let Shape::Single(least) = entry.info.shape else { return Err(Error::Usage(no_heaps(game))) };
    // How the game writes a number: its example's rulebook knows.
    let state = games::open(entry.info.example, library).map_err(wrong)?.numbered(&[least]);
    let position = games::open(&format!("{game}:{state}"), library).map_err(wrong)?;
    position.with_state(Text::new(&state)).map_err(wrong)
}

/// The built-in games of heaps.
fn heap_games() -> String {
    let has_heaps = |example| {
        games::open(example, &Library::default()).is_ok_and(|position| position.heap_rules().is_some())
    };
    let infos = games::CATALOGUE.iter().map(|entry| entry.info);
    infos.filter(|info| has_heaps(info.example)).map(|info| info.id).collect::<Vec<_>>().join(", ")
}

fn no_heaps(game: &str) -> String {
    format!(
        "{game:?} has no misère quotient here: it is not a game of independent heaps; expected one of {}",
        heap_games()
    )
}

/// The quotient; up to which heap it is, `None` for all; and why no further, where that was not asked for.
fn compute(
    game: &str,
    rules: &dyn HeapRules,
    heaps: Option<u64>,
    limits: &crate::rules::Limits,
) -> Result<(GameQuotient, Option<u64>, Option<String>), Stop> {
    let mut found = GameQuotient::beside_nim(0, limits)?;
    found.try_harder();
    let Some(heaps) = heaps else {
        if rules.never_ends() {
            return Err(Stop::not_proved(format!(
                "larger and larger heaps of {game} need more and more elements, so no finite quotient is that of all \
                 heaps; name a largest one with --heaps N"
            )));
        }
        let stop = match rules.bounded() {
            Some(_) => found.reach_all(rules, limits).err(),
            // Nothing could prove a period of such heaps: however many are gone through, it is those heaps alone.
            None => found.reach(rules, UNASKED, limits).err(),
        };
        let end = match (stop, found.end(), found.repeat()) {
            (_, _, Some(_)) => return Ok((found, None, None)),
            // What is proved of the heaps so far is as true after a stop.
            (Some(Stop::Interrupted(why)), ..) => why,
            (Some(stop), ..) => return Err(stop),
            (None, Some(end), None) => end.to_owned(),
            (None, None, None) => format!(
                "no period can be proved of these heaps; {UNASKED} are enough for a \
                 look, and --heaps N asks for more"
            ),
        };
        return match found.largest() {
            Some(largest) => Ok((found, Some(largest), Some(end))),
            None => Err(Stop::not_proved(end)),
        };
    };
    if found.reach(rules, heaps, limits)? {
        return Ok((found, Some(heaps), None));
    }
    let why = found.end().unwrap_or_default().to_owned();
    Err(Stop::not_proved(match found.largest() {
        Some(largest) => format!("{why}; the quotient of {game} is proved with heaps up to {largest}"),
        None => why,
    }))
}

/// What is written of a quotient: its elements numbered anew, those that lose last.
fn answer(game: String, found: &GameQuotient, heaps: Option<u64>) -> QuotientAnswer {
    let quotient = found.quotient();
    let number = quotient.losing_last();
    let mut sorted: Vec<Element> = quotient.elements().collect();
    sorted.sort_by_key(|&e| number[usize::from(e)]);
    let repeat = found.repeat().filter(|_| heaps.is_none());
    let upto = heaps.unwrap_or_else(|| {
        repeat.map_or(0, |r| (r.from + 2 * r.length).max(LEAST_LISTED) - 1).min(MOST_LISTED)
    });
    let product = |a: Element, b: Element| number[usize::from(quotient.product(a, b))];
    let row = |&a: &Element| sorted.iter().map(|&b| product(a, b)).collect::<Vec<Element>>();
    QuotientAnswer {
        game,
        heaps,
        order: quotient.order(),
        losing: quotient.elements().filter(|&e| quotient.loses(e)).count(),
        period: repeat.map(|r| r.length),
        preperiod: repeat.map(|r| r.from),
        values: (0..=upto).map_while(|heap| Some(number[usize::from(found.element(heap)?)])).collect(),
        products: (quotient.order() <= MOST_MULTIPLIED).then(|| sorted.iter().map(row).collect()),
        proved: heaps.map_or_else(|| "all heaps".to_owned(), |n| format!("heaps up to {n}")),
    }
}

/// The widest line.
const WIDTH: usize = 79;

fn text(out: &mut impl Write, answer: &QuotientAnswer, end: Option<&str>) -> Done {
    let QuotientAnswer { game, order, losing, values, .. } = answer;
    writeln!(out, "{game}, misère play: the quotient of {}", answer.proved)?;
    let first = order - losing;
    let lose = match losing {
        0 => "none of them loses".to_owned(),
        1 => format!("element {first} loses"),
        2 => format!("elements {first} and {} lose", order - 1),
        _ => format!("elements {first} to {} lose", order - 1),
    };
    writeln!(out, "{order} elements; {lose}, the others win")?;
    if let (Some(period), Some(preperiod)) = (answer.period, answer.preperiod) {
        writeln!(out, "the elements of the heaps repeat every {period} from heap {preperiod} on")?;
    }
    if let (None, Some(end)) = (answer.period, end) {
        writeln!(out, "no further: {end}")?;
    }
    writeln!(out)?;
    let width = values.len().max(*order).saturating_sub(1).to_string().len().max(2);
    let column = |n: usize| format!(" {n:>width$}");
    let shown = match (answer.period, answer.preperiod) {
        (Some(period), Some(preperiod)) => usize::try_from(period + preperiod).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    let shown = shown.max(16).min(values.len());
    let a_line = (WIDTH - "element".len()) / (width + 1);
    for (line, part) in values[..shown].chunks(a_line).enumerate() {
        let heaps: String = (line * a_line..).take(part.len()).map(column).collect();
        let elements: String = part.iter().map(|&e| column(e.into())).collect();
        writeln!(out, "heap   {heaps}\nelement{elements}")?;
    }
    if let Some(products) = &answer.products {
        writeln!(out, "\nproducts")?;
        let head: String = (0..*order).map(column).collect();
        writeln!(out, "{}{head}", " ".repeat(width + 2))?;
        for (a, row) in products.iter().enumerate() {
            let row: String = row.iter().map(|&e| column(e.into())).collect();
            writeln!(out, "{} {}{row}", column(a), if a < first { ' ' } else { '*' })?;
        }
    }
    writeln!(
        out,
        "\nA position is worth the product of its heaps' elements; who has to move loses if that is {}.",
        match losing {
            0 => "a losing one, and there is none: no heap has a move".to_owned(),
            1 => format!("{first}"),
            _ => format!("{first} or more{}", if answer.products.is_some() { " (marked *)" } else { "" }),
        }
    )?;
    Ok(())
}
