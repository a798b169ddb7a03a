//! Tables by number of stones: how many positions are won and lost, with the smallest example of each.

use std::io::Write;
use std::ops::ControlFlow;

use super::super::error::{self, Done, Error};
use super::super::output::{self, OutputKind};
use super::super::stop::Budget;
use super::{TableFormat, tables};
use nimatron_core::erased::AnyPosition;
use nimatron_core::rules::{Outcome, Stop};

/// The positions of one number of stones.
#[derive(Debug, Default, serde::Serialize)]
struct StonesLine {
    stones: u64,
    positions: u64,
    won: u64,
    lost: u64,
    won_example: Option<String>,
    lost_example: Option<String>,
}

/// Writes the table of all numbers of stones up to `upto`, or up to as many as the game can have.
///
/// # Errors
/// A value that is not proved, a stop, or what writing gives.
pub fn write(game: &str, start: &dyn AnyPosition, upto: u64, format: TableFormat, budget: &Budget) -> Done {
    let mut out =
        output::stdout(if matches!(format, TableFormat::Json) { OutputKind::Json } else { OutputKind::Text });
    let (convention, counted) = (start.convention(), tables(start)?.size_noun());
    match format {
        TableFormat::Csv => writeln!(out, "stones,positions,won,lost,won_example,lost_example")?,
        TableFormat::Text => {
            match convention {
                Some(convention) => writeln!(out, "{game}, {} play", convention.name())?,
                None => writeln!(out, "{game}, by the number of {}", counted)?,
            }
            writeln!(
                out,
                "{:>6}  {:>9}  {:>9}  {:>9}  smallest won, smallest lost",
                "stones", "positions", "won", "lost"
            )?;
        }
        TableFormat::Json => {
            out.write_all(b"{\"game\":")?;
            serde_json::to_writer(&mut out, game)?;
            out.write_all(b",\"convention\":")?;
            serde_json::to_writer(&mut out, &convention)?;
            out.write_all(b",\"rows\":[")?;
        }
    }
    let mut last = None;
    for stones in 0..=upto {
        let Some(row) = row(start, stones, budget)? else { break };
        last = Some(stones);
        match format {
            TableFormat::Csv => {
                let example = |id: &Option<String>| id.as_deref().map_or(String::new(), csv);
                let (won, lost) = (example(&row.won_example), example(&row.lost_example));
                writeln!(out, "{},{},{},{},{won},{lost}", row.stones, row.positions, row.won, row.lost)?;
            }
            TableFormat::Text => {
                let example = |id: &Option<String>| id.clone().unwrap_or_else(|| "-".to_owned());
                let (won, lost) = (example(&row.won_example), example(&row.lost_example));
                let StonesLine { stones, positions, won: w, lost: l, .. } = row;
                writeln!(out, "{stones:>6}  {positions:>9}  {w:>9}  {l:>9}  {won}, {lost}")?;
            }
            TableFormat::Json => {
                out.write_all(if stones == 0 { b"\n" } else { b",\n" })?;
                serde_json::to_writer(&mut out, &row)?;
            }
        }
        out.flush()?;
    }
    if format == TableFormat::Json {
        out.write_all(b"\n]}\n")?;
    }
    out.flush()?;
    if let Some(last) = last.filter(|last| *last < upto) {
        error::note(&format!("the table ends at {last} {}", counted));
    }
    Ok(())
}

/// A field for a spreadsheet: between quotes where it holds a comma.
fn csv(id: &str) -> String {
    if id.contains([',', '"']) { format!("\"{}\"", id.replace('"', "\"\"")) } else { id.to_owned() }
}

/// Counts the positions with `stones` stones; `None` where there are none.
fn row(start: &dyn AnyPosition, stones: u64, budget: &Budget) -> Done<Option<StonesLine>> {
    let tables = tables(start)?;
    let mut row = StonesLine { stones, ..StonesLine::default() };
    let stage = |limits: &nimatron_core::rules::Limits| {
        let mut stop: Result<(), Stop> = Ok(());
        let known = tables.for_each_of_size(stones, &mut |at| {
            let found = limits.check().and_then(|()| at.outcome(limits));
            let (count, example) = match found {
                Ok(Outcome::Win) => (&mut row.won, &mut row.won_example),
                Ok(Outcome::Loss) => (&mut row.lost, &mut row.lost_example),
                // What is neither is counted among all positions only.
                Ok(Outcome::Draw) => {
                    row.positions += 1;
                    return ControlFlow::Continue(());
                }
                Err(e) => {
                    stop = Err(e);
                    return ControlFlow::Break(());
                }
            };
            row.positions += 1;
            *count += 1;
            if example.is_none() {
                *example = Some(at.id());
            }
            ControlFlow::Continue(())
        });
        stop.map(|()| known)
    };
    match budget.run(stage).map_err(Error::failed)? {
        true => Ok(Some(row)),
        false => Ok(None),
    }
}
