//! The `games` command: lists the catalogue.

use std::io::Write;

use super::error::Done;
use super::options::AnswerFormat;
use super::output;
use nimatron_core::games;
use nimatron_core::rules::{Convention, Library};
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  nimatron games --json")]
pub struct GamesCommand {
    #[command(flatten)]
    format: AnswerFormat,
}

#[derive(serde::Serialize)]
struct GameLine {
    id: &'static str,
    name: &'static str,
    rule: String,
    convention: Option<Convention>,
    example: &'static str,
    limits: &'static str,
}

pub fn run(options: &GamesCommand, library: &Library) -> Done {
    let mut out = output::json_or_text(options.format.is_json());
    let lines: Vec<GameLine> = (games::listed(library).iter().map(|e| e.info))
        .map(|info| GameLine {
            id: info.id,
            name: info.name,
            rule: info.rule_under(info.default),
            convention: info.default,
            example: info.example,
            limits: info.limits,
        })
        .collect();
    if options.format.is_json() {
        output::json_line(&mut out, &lines)?;
        return Ok(out.flush()?);
    }
    for line in lines {
        let convention = line.convention.map_or(String::new(), |c| {
            tr!(" ({convention} play)", convention = c.name())
        });
        writeln!(out, "{}: {}{convention}", line.id, line.name)?;
        writeln!(out, "    {}", line.rule)?;
        writeln!(
            out,
            "    {}",
            tr!(
                "example {example}; solved: {limits}",
                example = line.example,
                limits = line.limits
            )
        )?;
    }
    writeln!(
        out,
        "\n{}",
        tr!("Positions of games with a convention can be combined into a sum: nim:3,4 + star:1664")
    )?;
    Ok(out.flush()?)
}
