//! The `quotient` command: computes the misère quotient of a heap game, or of the shapes on a rings board.

use std::io::Write;

use super::error::{Done, Error};
use super::options::AnswerFormat;
use super::output::{self, WriteLine};
use super::stop::WorkLimit;
use super::table::{self, entry_of, names};
use crate::cli::numbers::within;
use nimatron_core::erased::{AnyPosition, Info, Shape};
use nimatron_core::games;
use nimatron_core::games::reasons::{counted, join};
use nimatron_core::games::rings::shapes::{Counts, ShapeQuotient, Shapes, name};
use nimatron_core::rules::{Library, Limits, Stop, saturating_cast};
use nimatron_core::solve::quotient::{Element, GameQuotient, HeapRules, Quotient};
use nimatron_core::solve::rings::{Board, ones};
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron quotient octal/0.123
  nimatron quotient row
  nimatron quotient octal/0.72 --heaps 20 --json
  nimatron quotient nim --heaps 7
  nimatron quotient star
  nimatron quotient rings/cube --json

In misère play each heap stands for an element of the misère quotient, and several heaps together stand for the
product of their elements. If the product is a losing element, the player to move loses. Elements are numbered from
0, the element of the empty position; the losing elements have the highest numbers.
Without --heaps, the quotient covers heaps of every size if the program can prove it for all of them. If
not, it covers the heap sizes reached in the time allowed (at most 64 where a move may take any number).

On a board of rings, the heaps are the connected groups of rings, smallest first. Without --heaps, a group is left out
if it makes the quotient too large, or if a move turns it into a group that is left out.")]
pub struct QuotientCommand {
    /// A game and its parameters, such as octal/0.07
    #[arg(value_name = "GAME[/PARAMETER]")]
    game: String,
    /// Use only heaps of size N or less (on a board of rings, the N smallest shapes)
    #[arg(long, value_name = "N", value_parser = within(0..=MOST_LISTED))]
    heaps: Option<u64>,
    #[command(flatten)]
    format: AnswerFormat,
    #[command(flatten)]
    pub limit: WorkLimit,
}

/// The largest heap whose element is listed.
const MOST_LISTED: u64 = 100_000;
/// The maximum number of elements for which products are listed.
const MOST_MULTIPLIED: usize = 64;
/// The minimum number of heaps that the JSON answer lists if a period is proved.
const LEAST_LISTED: u64 = 64;
/// The largest heap examined if no period can be proved and `--heaps` is not given.
const UNASKED: u64 = 64;

/// The fields are in the order of the JSON output.
#[derive(Default, serde::Serialize)]
struct QuotientAnswer {
    game: String,
    heaps: Option<u64>,
    order: usize,
    losing: usize,
    period: Option<u64>,
    preperiod: Option<u64>,
    values: Vec<Element>,
    products: Option<Vec<Vec<Element>>>,
    proved: Scope,
    #[serde(skip_serializing_if = "Option::is_none")]
    shapes: Option<Vec<ShapeAnswer>>,
}

#[derive(Default)]
enum Scope {
    #[default]
    AllHeaps,
    HeapsTo(u64),
    AllShapes,
    ShapesTo(usize),
    /// The first `all` shapes and `more` of the others, out of `known` shapes in total.
    Shapes {
        all: usize,
        more: usize,
        known: usize,
    },
}

impl Scope {
    fn words(&self) -> String {
        match *self {
            Scope::AllHeaps => tr!("all heaps").to_owned(),
            Scope::HeapsTo(n) => tr!("heaps up to {n}"),
            Scope::AllShapes => tr!("all shapes").to_owned(),
            Scope::ShapesTo(all) => tr!("shapes up to {all}"),
            Scope::Shapes { all, more, known } => {
                tr!("shapes up to {all}, and {more} others of {known}")
            }
        }
    }
}

/// JSON uses English words in every language, because programs compare them.
impl serde::Serialize for Scope {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self {
            Scope::AllHeaps => serializer.serialize_str("all heaps"),
            Scope::HeapsTo(n) => serializer.collect_str(&format_args!("heaps up to {n}")),
            Scope::AllShapes => serializer.serialize_str("all shapes"),
            Scope::ShapesTo(all) => serializer.collect_str(&format_args!("shapes up to {all}")),
            Scope::Shapes { all, more, known } => serializer.collect_str(&format_args!(
                "shapes up to {all}, and {more} others of {known}"
            )),
        }
    }
}

#[derive(serde::Serialize)]
struct ShapeAnswer {
    /// The number of the shape, counting from 1.
    n: usize,
    rings: u32,
    /// The number of pairs of touching rings.
    pairs: u32,
    example: Vec<u32>,
    /// The size of the equivalent Nim pile; `null` if there is none.
    counts: Option<u8>,
    #[serde(skip)]
    name: String,
    #[serde(skip)]
    neighbours: Vec<u32>,
    #[serde(skip)]
    kind: Counts,
}

pub fn run(options: &QuotientCommand, library: &Library) -> Done {
    let position = open(&options.game, library)?;
    let game = &position.facts().ruleset;
    let budget = options.limit.budget();
    if let Some(board) = position.ring_board() {
        let (shapes, found, end) = budget
            .run(|limits| compute_shapes(board, options.heaps, limits))
            .map_err(Error::failed)?;
        let answer = shapes_answer(game, board, &shapes, &found, options.heaps);
        let known = shapes.list().len();
        return write(options, &answer, &|out| {
            shapes_text(out, &answer, known, end.as_deref())
        });
    }
    let rules = position
        .heap_rules()
        .ok_or_else(|| Error::usage(no_heaps(&options.game)))?;
    let (found, heaps, end) = budget
        .run(|limits| compute(game, &*rules, options.heaps, limits))
        .map_err(Error::failed)?;
    let answer = heaps_answer(game, &found, heaps);
    write(options, &answer, &|out| text(out, &answer, end.as_deref()))
}

fn write(
    options: &QuotientCommand,
    answer: &QuotientAnswer,
    text: &dyn Fn(&mut dyn Write) -> Done,
) -> Done {
    let mut out = output::json_or_utf8(options.format.is_json());
    if options.format.is_json() {
        output::json_line(&mut out, answer)?
    } else {
        text(&mut out)?
    }
    Ok(out.flush()?)
}

/// Solves the shapes of a board, and computes the quotient of the first `first` shapes. If `first` is `None`, takes as
/// many shapes as possible. In that case, also returns the reason if the computation was interrupted or the list of
/// shapes is incomplete.
fn compute_shapes(
    board: &Board,
    first: Option<u64>,
    limits: &Limits,
) -> Result<(Shapes, ShapeQuotient, Option<String>), Stop> {
    let shapes = Shapes::solve(board, limits)?;
    let mut found = ShapeQuotient::default();
    let Some(first) = first else {
        for shape in shapes.list() {
            match found.add(shape, limits) {
                Ok(_) => {}
                // After an interruption, return the quotient of the shapes that have been added. Any other stop is an
                // error.
                Err(Stop::Interrupted(why)) if found.tried() > 0 => {
                    return Ok((shapes, found, Some(why)));
                }
                Err(stop) => return Err(stop),
            }
        }
        let end = (!shapes.is_complete())
            .then(|| tr!("there are too many larger groups to look at").to_owned());
        return Ok((shapes, found, end));
    };
    found.try_harder();
    let first: usize = saturating_cast(first);
    if first > shapes.list().len() {
        return Err(Stop::not_proved(tr!(
            "{count} shapes of this board are known",
            count = shapes.list().len()
        )));
    }
    for (i, shape) in shapes.list().iter().take(first).enumerate() {
        if !found.add(shape, limits)? {
            return Err(Stop::not_proved(tr!(
                "with shape {shape} it needs too many elements; the quotient is proved of the {i} shapes before it",
                shape = i + 1
            )));
        }
    }
    Ok((shapes, found, None))
}

fn shapes_answer(
    game: &str,
    board: &Board,
    shapes: &Shapes,
    found: &ShapeQuotient,
    first: Option<u64>,
) -> QuotientAnswer {
    let quotient = found.heaps().quotient();
    let number = quotient.losing_last();
    let (mut values, mut list) = (Vec::new(), Vec::new());
    for (i, shape) in shapes.list().iter().enumerate() {
        let (Some(element), Some(kind)) = (found.element(i), found.counts(i)) else {
            continue;
        };
        values.push(number[usize::from(element)]);
        let mut neighbours: Vec<u32> = ones(shape.example)
            .map(|p| (board.neighbours(p as usize) & shape.example).count_ones())
            .collect();
        neighbours.sort_unstable_by(|a, b| b.cmp(a));
        list.push(ShapeAnswer {
            n: i + 1,
            rings: shape.example.count_ones(),
            pairs: neighbours.iter().sum::<u32>() / 2,
            example: ones(shape.example).collect(),
            counts: if let Counts::Pile(pile) = kind {
                Some(pile)
            } else {
                None
            },
            name: name(board, shape.example).to_string(),
            neighbours,
            kind,
        });
    }
    // Count the shapes that precede the first shape without an element.
    let all = list
        .iter()
        .enumerate()
        .take_while(|(i, shape)| shape.n == i + 1)
        .count();
    let known = shapes.list().len();
    let complete = all == known && shapes.is_complete();
    let proved = match list.len() - all {
        0 if complete => Scope::AllShapes,
        0 => Scope::ShapesTo(all),
        more => Scope::Shapes { all, more, known },
    };
    QuotientAnswer {
        heaps: first.or_else(|| (!complete).then_some(all as u64)),
        values,
        proved,
        shapes: Some(list),
        ..QuotientAnswer::new(game, quotient)
    }
}

fn shapes_text(
    out: &mut dyn Write,
    answer: &QuotientAnswer,
    known: usize,
    end: Option<&str>,
) -> Done {
    let QuotientAnswer {
        order,
        losing,
        values,
        ..
    } = answer;
    head(out, answer, end)?;
    writeln!(
        out,
        "\n{}",
        tr!("  no. element counts  rings touching  example, and what it is called")
    )?;
    let shapes = answer.shapes.iter().flatten();
    for (shape, element) in shapes.zip(values) {
        let counts = match shape.kind {
            Counts::Pile(pile) => pile.to_string(),
            Counts::Pair(0) => "2+2".to_owned(),
            Counts::Pair(_) => "2+2+1".to_owned(),
            Counts::Wild => tr!("wild").to_owned(),
        };
        let neighbours = join(&shape.neighbours, ",");
        let called = match shape.rings {
            0..=4 => shape.name.clone(),
            _ => tr!("neighbours {neighbours}"),
        };
        writeln!(
            out,
            "{:>5} {element:>7} {counts:>6} {:>6} {:>8}  {}: {called}",
            shape.n,
            shape.rings,
            shape.pairs,
            join(&shape.example, " ")
        )?;
    }
    if let Some(products) = &answer.products {
        write_products(
            out,
            products,
            order - losing,
            order.saturating_sub(1).to_string().len().max(2),
        )?;
    }
    let listed = values.len();
    writeln!(
        out,
        "\n{}",
        tr!(
            "{listed} of {known} shapes. A position has the product of its groups' elements. Where every group counts\n\
         as a Nim pile, it is won and lost as misère Nim with these piles."
        )
    )?;
    Ok(())
}

fn open(game: &str, library: &Library) -> Done<Box<dyn AnyPosition>> {
    let entry = entry_of(game, library, &has_heaps)?;
    let least = match entry.info.shape {
        Shape::Single(least) => least,
        // The position without rings has the number 0.
        Shape::None if has(entry.info, &|at| at.ring_board().is_some()) => 0,
        _ => return Err(Error::usage(no_heaps(game))),
    };
    table::numbered(game, entry.info, entry.info.default, &[least], library)
}

fn has(info: &Info, test: &dyn Fn(&dyn AnyPosition) -> bool) -> bool {
    games::open(info.example, &Library::default()).is_ok_and(|position| test(&*position))
}

fn has_heaps(info: &Info) -> bool {
    has(info, &|position| position.heap_rules().is_some())
}

fn no_heaps(game: &str) -> String {
    tr!(
        "{game:?} has no misère quotient here: it is not a game of independent heaps; expected one of {names}, star, rings",
        names = names(&has_heaps)
    )
}

/// Computes the quotient. Also returns the largest heap for which the quotient is valid, or `None` if it is valid for
/// all heaps. If `heaps` is `None` and the quotient is not proved for all heaps, also returns the reason.
fn compute(
    game: &str,
    rules: &dyn HeapRules,
    heaps: Option<u64>,
    limits: &Limits,
) -> Result<(GameQuotient, Option<u64>, Option<String>), Stop> {
    let mut found = GameQuotient::beside_nim(0, limits)?;
    found.try_harder();
    let Some(heaps) = heaps else {
        if rules.never_ends() {
            return Err(Stop::not_proved(tr!(
                "larger and larger heaps of {game} need more and more elements, so no finite quotient is that of all \
                 heaps; name a largest one with --heaps N"
            )));
        }
        let stop = match rules.bounded() {
            Some(_) => found.reach_all(rules, limits).err(),
            // No period can be proved here, so the quotient holds only for the examined heaps.
            None => found.reach(rules, UNASKED, limits).err(),
        };
        let end = match (stop, found.end(), found.repeat()) {
            (_, _, Some(_)) => return Ok((found, None, None)),
            (Some(Stop::Interrupted(why)), ..) => why,
            (Some(stop), ..) => return Err(stop),
            (None, Some(end), None) => end.to_owned(),
            (None, None, None) => tr!(
                "no period can be proved of these heaps; {UNASKED} are enough for a \
                 look, and --heaps N asks for more"
            ),
        };
        return match found.largest() {
            Some(largest) => Ok((found, Some(largest), Some(end))),
            None => Err(Stop::not_proved(end)),
        };
    };
    let Err(why) = found.reach(rules, heaps, limits)? else {
        return Ok((found, Some(heaps), None));
    };
    Err(Stop::not_proved(match found.largest() {
        Some(largest) => {
            tr!("{why}; the quotient of {game} is proved with heaps up to {largest}")
        }
        None => why,
    }))
}

impl QuotientAnswer {
    /// Elements are renumbered so that losing elements come last.
    fn new(game: &str, quotient: &Quotient) -> QuotientAnswer {
        let number = quotient.losing_last();
        let mut sorted: Vec<Element> = quotient.elements().collect();
        sorted.sort_unstable_by_key(|&e| number[usize::from(e)]);
        let row = |&a: &Element| {
            sorted
                .iter()
                .map(|&b| number[usize::from(quotient.product(a, b))])
                .collect::<Vec<Element>>()
        };
        QuotientAnswer {
            game: game.to_owned(),
            order: quotient.order(),
            losing: quotient.elements().filter(|&e| quotient.loses(e)).count(),
            products: (quotient.order() <= MOST_MULTIPLIED)
                .then(|| sorted.iter().map(row).collect()),
            ..QuotientAnswer::default()
        }
    }
}

fn heaps_answer(game: &str, found: &GameQuotient, heaps: Option<u64>) -> QuotientAnswer {
    let number = found.quotient().losing_last();
    let repeat = found.repeat().filter(|_| heaps.is_none());
    let upto = heaps.unwrap_or_else(|| {
        repeat
            .map_or(0, |r| (r.from + 2 * r.length).max(LEAST_LISTED) - 1)
            .min(MOST_LISTED)
    });
    QuotientAnswer {
        heaps,
        period: repeat.map(|r| r.length),
        preperiod: repeat.map(|r| r.from),
        values: (0..=upto)
            .map_while(|heap| Some(number[usize::from(found.element(heap)?)]))
            .collect(),
        proved: heaps.map_or(Scope::AllHeaps, Scope::HeapsTo),
        ..QuotientAnswer::new(game, found.quotient())
    }
}

fn head(out: &mut dyn Write, answer: &QuotientAnswer, end: Option<&str>) -> Done {
    let QuotientAnswer {
        game,
        order,
        losing,
        ..
    } = answer;
    out.line(tr!(
        "{game}, misère play: the quotient of {proved}",
        proved = answer.proved.words()
    ))?;
    let elements = counted(*order as u64, tr!("element"), tr!("elements"));
    let first = order - losing;
    let lose = match losing {
        0 => tr!("none of them loses").to_owned(),
        1 => tr!("element {first} loses, the others win"),
        2 => tr!(
            "elements {first} and {last} lose, the others win",
            last = order - 1
        ),
        _ => tr!(
            "elements {first} to {last} lose, the others win",
            last = order - 1
        ),
    };
    writeln!(out, "{elements}; {lose}")?;
    if let (Some(period), Some(preperiod)) = (answer.period, answer.preperiod) {
        out.line(tr!(
            "the elements of the heaps repeat every {period} from heap {preperiod} on"
        ))?;
    } else if let Some(end) = end {
        out.line(tr!("no further: {end}"))?;
    }
    Ok(())
}

/// Writes the table of products; the rows starting at `first` belong to losing elements.
fn write_products(
    out: &mut dyn Write,
    products: &[Vec<Element>],
    first: usize,
    width: usize,
) -> Done {
    let column = |n: usize| format!(" {n:>width$}");
    writeln!(out, "\n{}", tr!("products"))?;
    let head: String = (0..products.len()).map(column).collect();
    writeln!(out, "{}{head}", " ".repeat(width + 2))?;
    for (a, row) in products.iter().enumerate() {
        let row: String = row.iter().map(|&e| column(e.into())).collect();
        writeln!(
            out,
            "{} {}{row}",
            column(a),
            if a < first { ' ' } else { '*' }
        )?;
    }
    Ok(())
}

const WIDTH: usize = 79;

fn text(out: &mut dyn Write, answer: &QuotientAnswer, end: Option<&str>) -> Done {
    let QuotientAnswer {
        order,
        losing,
        values,
        ..
    } = answer;
    let first = order - losing;
    head(out, answer, end)?;
    writeln!(out)?;
    let width = values
        .len()
        .max(*order)
        .saturating_sub(1)
        .to_string()
        .len()
        .max(2);
    let column = |n: usize| format!(" {n:>width$}");
    let shown = match (answer.period, answer.preperiod) {
        (Some(period), Some(preperiod)) => saturating_cast(period + preperiod),
        _ => usize::MAX,
    };
    let shown = shown.max(16).min(values.len());
    let heads = [tr!("heap"), tr!("element")];
    let wide = heads.map(|head| head.chars().count());
    let wide = wide[0].max(wide[1]);
    let [heap, element] = heads;
    let a_line = (WIDTH.saturating_sub(wide) / (width + 1)).max(1);
    for (line, part) in values[..shown].chunks(a_line).enumerate() {
        let heaps: String = (line * a_line..).take(part.len()).map(column).collect();
        let elements: String = part.iter().map(|&e| column(e.into())).collect();
        writeln!(out, "{heap:wide$}{heaps}\n{element:wide$}{elements}")?;
    }
    if let Some(products) = &answer.products {
        write_products(out, products, first, width)?;
    }
    writeln!(
        out,
        "\n{}",
        tr!(
            "The value of a position is the product of its heaps' elements; the player to move loses if it is {value}.",
            value = match losing {
                0 => tr!("a losing one, and there is none: no heap has a move").to_owned(),
                1 => format!("{first}"),
                _ => tr!(
                    "{first} or more{marked}",
                    marked = if answer.products.is_some() {
                        tr!(" (marked *)")
                    } else {
                        ""
                    }
                ),
            }
        )
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotient_of_shapes_that_is_stopped_has_some_shape() {
        let position = games::open("rings/0-1,1-2,2-3:0", &Library::default()).unwrap();
        let board = position.ring_board().unwrap();
        let mut refused = 0;
        for checks in 0..40 {
            let left = std::sync::atomic::AtomicU32::new(checks);
            let limits = Limits::default().stopping(move || {
                let order = std::sync::atomic::Ordering::Relaxed;
                let is_over = left
                    .fetch_update(order, order, |left| left.checked_sub(1))
                    .is_err();
                is_over.then(|| "enough".to_owned())
            });
            match compute_shapes(board, None, &limits) {
                Ok((_, found, _)) => assert!(found.tried() > 0, "{checks}"),
                Err(stop) => {
                    assert_eq!(stop, Stop::Interrupted("enough".to_owned()));
                    refused += 1;
                }
            }
        }
        assert!((1..40).contains(&refused), "{refused}");
    }
}
