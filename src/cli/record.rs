//! The `record` command: shows or empties the record of play.

use std::collections::BTreeSet;
use std::io::{BufRead, Write};

use super::error::{self, Done, Error};
use super::options::AnswerFormat;
use super::output;
use crate::play::coach::record::CheckResult;
use crate::play::history::{History, Matches, seconds};
use crate::play::store::Store;
use nimatron_core::games;
use nimatron_core::games::reasons::{counted, join};
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron record
  nimatron record --json

The record is the file record.json in your data folder. It is never sent anywhere.")]
pub struct RecordCommand {
    #[command(flatten)]
    format: AnswerFormat,
    /// Delete the record after asking for confirmation
    #[arg(long, conflicts_with = "json")]
    reset: bool,
}

pub fn run(options: &RecordCommand) -> Done {
    let store = super::coach::store()?;
    if options.reset {
        return reset(&store);
    }
    let history = History::load(&store).map_err(Error::failed)?;
    let mut out = output::json_or_text(options.format.is_json());
    if options.format.is_json() {
        // Add the coach's progress, which is computed from the record and not stored in the file.
        let mut whole: serde_json::Value =
            serde_json::from_str(&history.to_json().map_err(Error::failed)?)
                .map_err(Error::failed)?;
        whole["progress"] =
            serde_json::to_value(history.coach.progress()).map_err(Error::failed)?;
        writeln!(out, "{whole}")?;
    } else {
        out.write_all(text(&history).as_bytes())?;
    }
    Ok(out.flush()?)
}

fn reset(store: &Store) -> Done {
    error::note(tr!(
        "Forget all matches, puzzles and lessons that were counted? Type yes to do it:"
    ));
    let mut answer = String::new();
    std::io::stdin()
        .lock()
        .read_line(&mut answer)
        .map_err(Error::failed)?;
    if answer.trim() != "yes" {
        error::note(tr!("Nothing is forgotten."));
        return Ok(());
    }
    History::forget(store).map_err(Error::failed)?;
    error::note(tr!("The record is empty."));
    Ok(())
}

fn text(history: &History) -> String {
    let mut lines = Vec::new();
    if history.matches.is_empty() {
        lines.push(tr!("No match has been played to its end yet.").to_owned());
    } else {
        lines.push(format!(
            "{:<20} {:<10} {:>6} {:>6} {:>6} {:>6}",
            tr!("Game"),
            tr!("Against"),
            tr!("Played"),
            tr!("Won"),
            tr!("Drawn"),
            tr!("Lost")
        ));
    }
    for m in &history.matches {
        let Matches {
            game,
            opponent,
            played,
            won,
            drawn,
        } = m;
        let name = games::name_of(game);
        let lost = m.lost();
        lines.push(format!(
            "{name:<20} {opponent:<10} {played:>6} {won:>6} {drawn:>6} {lost:>6}"
        ));
    }
    let p = &history.puzzles;
    lines.push(tr!("Puzzles: {solved} solved, {first_try} on the first try, {tries}; {streak} in a row now, {best_streak} at best.", solved = p.solved, first_try = p.first_try, tries = counted(p.tries, tr!("try"), tr!("tries")), streak = p.streak, best_streak = p.best_streak));
    let list = match join(&history.lessons, ", ") {
        names if names.is_empty() => names,
        names => format!(": {names}"),
    };
    lines.push(tr!(
        "{lessons} finished{list}.",
        lessons = counted(history.lessons.len() as u64, tr!("lesson"), tr!("lessons"))
    ));
    for (game, answers) in &history.coach.games {
        let name = games::name_of(game);
        let dots = history.coach.dots(game);
        lines.push(tr!("Coach, {name}: {dots} of 5 dots, {answers} right."));
    }
    let games: BTreeSet<&str> = history
        .coach
        .checks
        .iter()
        .map(|check| check.game.as_str())
        .collect();
    for game in games {
        let of_game = |check: &&CheckResult| check.game == game;
        let figures = |check: &CheckResult| {
            tr!(
                "{day}: winner {winner}, move {move_}",
                day = check.day,
                winner = check.winner,
                move_ = check.r#move
            )
        };
        let told = match history.coach.before_and_after(game) {
            Some([before, after]) => tr!(
                "{figures}; before, on {before}",
                figures = figures(after),
                before = figures(before)
            ),
            None => history
                .coach
                .checks
                .iter()
                .find(of_game)
                .map(figures)
                .unwrap_or_default(),
        };
        lines.push(tr!("Check of {game} on {told}."));
    }
    let due = history.coach.due(seconds()).len() as u64;
    if due > 0 {
        lines.push(tr!(
            "{skills} due with the coach.",
            skills = counted(due, tr!("skill"), tr!("skills"))
        ));
    }
    lines.join("\n") + "\n"
}
