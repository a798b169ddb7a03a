//! Writes tables with a row for each number of stones.

use std::io::Write;

use super::super::error::{self, Done, Error};
use super::super::stop::Budget;
use super::{Head, TableFormat, Writer};
use crate::play::atlas::{self, Stage};
use nimatron_core::erased::AnyPosition;
use nimatron_core::tr;

#[derive(serde::Serialize)]
struct StonesLine<'s> {
    stones: u64,
    positions: u64,
    won: u64,
    lost: u64,
    won_example: Option<&'s str>,
    lost_example: Option<&'s str>,
}

/// Writes a table with a row for each number of stones up to `upto`, or up to the maximum number in the game.
pub fn write(
    game: &str,
    start: &dyn AnyPosition,
    upto: u64,
    format: TableFormat,
    budget: &Budget,
) -> Done {
    let mut writer = Writer::new(format);
    let convention = start.convention();
    let counted = start.ruleset().facts.size_noun;
    let played = match convention {
        Some(convention) => tr!("{convention} play", convention = convention.name()),
        None => tr!("by the number of {counted}"),
    };
    let [stones, positions, won, lost] = [tr!("stones"), tr!("positions"), tr!("won"), tr!("lost")];
    let [a, b, c, d] = [(stones, 6), (positions, 9), (won, 9), (lost, 9)]
        .map(|(head, least)| head.chars().count().max(least));
    writer.head(
        &Head {
            game,
            convention,
            period: None,
        },
        format_args!("stones,positions,won,lost,won_example,lost_example"),
        &format!(
            "{game}, {played}\n{stones:>a$}  {positions:>b$}  {won:>c$}  {lost:>d$}  {}",
            tr!("smallest won, smallest lost")
        ),
    )?;
    let mut last = None;
    for stones in 0..=upto {
        let found = budget.run(|limits| atlas::stage(start, stones, u64::MAX, limits));
        let Some(stage) = found.map_err(Error::failed)? else {
            break;
        };
        last = Some(stones);
        // The total includes draws, which have no column of their own.
        let positions = stage.all();
        let Stage { won, lost, .. } = stage;
        let [won_example, lost_example] =
            [&stage.won_example, &stage.lost_example].map(Option::as_deref);
        let [csv_won, csv_lost] =
            [won_example, lost_example].map(|id| id.map_or(String::new(), csv));
        let [text_won, text_lost] = [won_example, lost_example].map(|id| id.unwrap_or("-"));
        writer.row(
            &StonesLine {
                stones,
                positions,
                won,
                lost,
                won_example,
                lost_example,
            },
            format_args!("{stones},{positions},{won},{lost},{csv_won},{csv_lost}"),
            format_args!(
                "{stones:>a$}  {positions:>b$}  {won:>c$}  {lost:>d$}  {text_won}, {text_lost}"
            ),
        )?;
        writer.out.flush()?;
    }
    writer.end(None)?;
    if let Some(last) = last.filter(|last| *last < upto) {
        error::note(&tr!("the table ends at {last} {counted}"));
    }
    Ok(())
}

/// Formats a field for a spreadsheet, in quotes if it contains a comma or a quotation mark.
fn csv(id: &str) -> String {
    if id.contains([',', '"']) {
        format!("\"{}\"", id.replace('"', "\"\""))
    } else {
        id.to_owned()
    }
}
