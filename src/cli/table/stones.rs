//! Tables by number of stones: how many positions are won and lost, with the smallest example of each.

use std::io::Write;

use super::super::error::{self, Done, Error};
use super::super::output;
use super::super::stop::Budget;
use super::{TableFormat, json_end, json_head, json_row};
use crate::play::atlas::{self, Stage};
use nimatron_core::erased::AnyPosition;

/// The positions of one number of stones.
#[derive(serde::Serialize)]
struct StonesLine<'s> {
    stones: u64,
    positions: u64,
    won: u64,
    lost: u64,
    won_example: Option<&'s str>,
    lost_example: Option<&'s str>,
}

/// Writes the table of all numbers of stones up to `upto`, or up to as many as the game can have.
///
/// Errors: a value that is not proved, a stop, or what writing gives.
pub fn write(game: &str, start: &dyn AnyPosition, upto: u64, format: TableFormat, budget: &Budget) -> Done {
    let mut out = output::json_or_utf8(format == TableFormat::Json);
    let (convention, counted) = (start.convention(), start.size_noun());
    match format {
        TableFormat::Csv => writeln!(out, "stones,positions,won,lost,won_example,lost_example")?,
        TableFormat::Text => {
            match convention {
                Some(convention) => writeln!(out, "{game}, {} play", convention.name())?,
                None => writeln!(out, "{game}, by the number of {counted}")?,
            }
            let (stones, positions, won, lost) = ("stones", "positions", "won", "lost");
            writeln!(out, "{stones:>6}  {positions:>9}  {won:>9}  {lost:>9}  smallest won, smallest lost")?;
        }
        TableFormat::Json => json_head(&mut out, game, convention, None)?,
    }
    let mut last = None;
    for stones in 0..=upto {
        let found = budget.run(|limits| atlas::stage(start, stones, u64::MAX, limits));
        let Some(stage) = found.map_err(Error::failed)? else { break };
        last = Some(stones);
        // What is neither won nor lost is counted among all positions only.
        let positions = stage.all();
        let Stage { won, lost, .. } = stage;
        let examples = [&stage.won_example, &stage.lost_example];
        match format {
            TableFormat::Csv => {
                let [w, l] = examples.map(|id| id.as_deref().map_or(String::new(), csv));
                writeln!(out, "{stones},{positions},{won},{lost},{w},{l}")?;
            }
            TableFormat::Text => {
                let [w, l] = examples.map(|id| id.as_deref().unwrap_or("-"));
                writeln!(out, "{stones:>6}  {positions:>9}  {won:>9}  {lost:>9}  {w}, {l}")?;
            }
            TableFormat::Json => {
                let [won_example, lost_example] = examples.map(Option::as_deref);
                let line = StonesLine { stones, positions, won, lost, won_example, lost_example };
                json_row(&mut out, stones == 0, &line)?;
            }
        }
        out.flush()?;
    }
    if format == TableFormat::Json {
        json_end(&mut out)?;
    }
    out.flush()?;
    if let Some(last) = last.filter(|last| *last < upto) {
        error::note(&format!("the table ends at {last} {counted}"));
    }
    Ok(())
}

/// A field for a spreadsheet: between quotes where it holds a comma.
fn csv(id: &str) -> String {
    if id.contains([',', '"']) { format!("\"{}\"", id.replace('"', "\"\"")) } else { id.to_owned() }
}
