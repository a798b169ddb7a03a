//! The `strategy` command: writes the complete winning strategy for a position as text, for Graphviz, or as a
//! certificate that `docs/check_strategy.py` checks.

use std::collections::HashMap;
use std::io::Write;

use super::error::{Done, Error};
use super::options::{FormatChoice, OutputFormat};
use super::output::{self, Stdout, WriteLine};
use super::stop::{self, WorkLimit};
use super::tree::quoted;
use nimatron_core::games;
use nimatron_core::games::reasons::counted;
use nimatron_core::rules::{Library, Outcome};
use nimatron_core::strategy::{self, Left, Strategy, StrategyError};
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron strategy nim:1,2,3
  nimatron strategy star:1664 --format dot > star.dot
  nimatron strategy nim:3,4,5 --json > nim.json

A strategy lists the positions that are left to the opponent, each with every legal reply and your next move.
docs/check_strategy.py checks the certificate (JSON) of star, rings, row, strip, nim, octal, wythoff, chomp and token by
its own copy of the rules.")]
pub struct StrategyCommand {
    /// A position ID, which may be split across several arguments
    #[arg(value_name = "ID", required = true)]
    id: Vec<String>,
    #[command(flatten)]
    format: FormatChoice<StrategyFormat>,
    #[command(flatten)]
    pub limit: WorkLimit,
}

impl OutputFormat for StrategyFormat {
    const TEXT: StrategyFormat = StrategyFormat::Text;
    const JSON: StrategyFormat = StrategyFormat::Json;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum StrategyFormat {
    /// For people
    Text,
    /// A graph for Graphviz
    Dot,
    /// A certificate
    Json,
}

/// The maximum number of positions in the text format.
const MOST_WRITTEN: usize = 1000;

#[derive(serde::Serialize)]
struct Certificate<'s> {
    format: &'static str,
    version: u32,
    #[serde(flatten)]
    strategy: &'s Strategy,
}

pub fn run(options: &StrategyCommand, library: &Library) -> Done {
    stop::listen();
    let budget = options.limit.budget();
    let position = super::opened(&options.id, library, &budget)?;
    let most = if options.format.chosen() == StrategyFormat::Text {
        MOST_WRITTEN
    } else {
        strategy::MOST_POSITIONS
    };
    let found = budget.run(|limits| {
        games::answers(&*position, limits)?;
        strategy::within(&*position, most, limits)
    });
    let found = found.map_err(|error| match error {
        StrategyError::MorePositions(MOST_WRITTEN) => Error::Failed(tr!(
            "the strategy needs more than {MOST_WRITTEN} positions, the most that are written as text: take --json"
        )),
        error => Error::failed(error),
    })?;
    let json = options.format.chosen() == StrategyFormat::Json;
    let mut out = output::json_or_utf8(json);
    match options.format.chosen() {
        StrategyFormat::Text => text(&mut out, &found)?,
        StrategyFormat::Dot => dot(&mut out, &found)?,
        StrategyFormat::Json => output::json_line(
            &mut out,
            &Certificate {
                format: "nimatron-strategy",
                version: 1,
                strategy: &found,
            },
        )?,
    }
    Ok(out.flush()?)
}

/// If the position after a move is equivalent to a listed position but not equal to it, returns a note that names the
/// listed position. Otherwise returns an empty string.
fn alike(left: &Left) -> String {
    left.likeness()
        .map_or_else(String::new, |how| format!(" ({} {how})", left.id))
}

fn text(out: &mut Stdout, found: &Strategy) -> Done {
    let needed = counted(found.lost.len() as u64, tr!("position"), tr!("positions"));
    match &found.first {
        Some(first) => {
            out.line(tr!(
                "{position}: the player to move wins; {needed} to know.",
                position = found.position
            ))?;
            let alike = alike(first);
            out.line(tr!(
                "Start with {text}, which leaves {exact}{alike}.",
                text = first.text,
                exact = first.exact
            ))?;
        }
        None if found.outcome == Outcome::Win => {
            out.line(tr!(
                "{position}: the game is over, and the player to move has won.",
                position = found.position
            ))?;
        }
        None => out.line(tr!(
            "{position}: the player to move loses; {needed} to know.",
            position = found.position
        ))?,
    }
    for lost in &found.lost {
        writeln!(out, "\n{}", lost.id)?;
        if lost.replies.is_empty() {
            writeln!(out, "  {}", tr!("No move is left: the game is won."))?;
        }
        let mut said: Vec<(&Option<Left>, Vec<&str>)> = Vec::new();
        for reply in &lost.replies {
            match said.iter_mut().find(|(answer, _)| **answer == reply.answer) {
                Some((_, moves)) => moves.push(&reply.text),
                None => said.push((&reply.answer, vec![&reply.text])),
            }
        }
        for (answer, moves) in said {
            let moves = moves.join(tr!(" or "));
            match answer {
                Some(left) => out.line(tr!(
                    "  {moves}: answer {text}, which leaves {exact}{alike}",
                    text = left.text,
                    exact = left.exact,
                    alike = alike(left)
                ))?,
                None => out.line(tr!(
                    "  {moves}: the game is over, and your opponent has lost"
                ))?,
            }
        }
    }
    Ok(())
}

fn dot(out: &mut Stdout, found: &Strategy) -> Done {
    let numbers: HashMap<&str, usize> = found
        .lost
        .iter()
        .zip(0..)
        .map(|(lost, i)| (lost.id.as_str(), i))
        .collect();
    let number = |id: &str| numbers.get(id);
    writeln!(out, "digraph strategy {{")?;
    writeln!(out, "  node [shape=box];")?;
    if let Some(first) = &found.first
        && let Some(to) = number(&first.id)
    {
        writeln!(
            out,
            "  start [label={}, penwidth=2];",
            quoted(&found.position)
        )?;
        writeln!(out, "  start -> n{to} [label={}];", quoted(&first.text))?;
    }
    for (i, lost) in found.lost.iter().enumerate() {
        writeln!(out, "  n{i} [label={}, peripheries=2];", quoted(&lost.id))?;
        for reply in &lost.replies {
            if let Some(left) = &reply.answer
                && let Some(to) = number(&left.id)
            {
                writeln!(
                    out,
                    "  n{i} -> n{to} [label={}];",
                    quoted(&format!("{} / {}", reply.text, left.text))
                )?;
            }
        }
    }
    Ok(writeln!(out, "}}")?)
}
