//! The `review` command: shows which moves of a match kept a win or a draw, and which threw it away.

use std::io::Write;
use std::path::PathBuf;

use serde::{Serialize, Serializer};

use super::error::{self, Done, Error};
use super::options::AnswerFormat;
use super::output;
use super::progress::Progress;
use super::stop::WorkLimit;
use super::words::widest;
use crate::play::review::{self, MoveKind, Review, ReviewedMove, Tally};
use crate::play::{Match, PlayerKind};
use nimatron_core::games::reasons::{capital, counted};
use nimatron_core::language::text;
use nimatron_core::rules::{Library, Outcome, Player};
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron review saves/nim-3-5-7.json
  nimatron review --json saves/star-thirteen-rings.json
  nimatron review saves/nim-3-5-7.json saves/row-of-twelve.json

The review covers a saved game up to its current position and ignores moves that were taken back.
A mistake makes the outcome worse. An inaccuracy does not change the outcome, but it misses a shorter win, a way to delay a
loss, or a better margin in Triangle War.")]
pub struct ReviewCommand {
    #[command(flatten)]
    format: AnswerFormat,
    #[command(flatten)]
    pub limit: WorkLimit,
    /// Saved games
    #[arg(value_name = "FILE", required = true)]
    file: Vec<PathBuf>,
}

/// Returns [`Error::Failed`] as soon as a review is stopped. If a file cannot be read, reviews the other files and then
/// returns [`Error::Reported`].
pub fn run(options: &ReviewCommand, library: &Library) -> Done {
    let mut out = output::json_or_text(options.format.is_json());
    let budget = options.limit.budget();
    let mut sums: Vec<(String, Tally)> = Vec::new();
    let mut failed = false;
    for path in &options.file {
        let game = match super::loaded(path, library, &budget) {
            Ok(game) => game,
            Err(e) => {
                failed = true;
                out.flush()?;
                error::say(&e);
                continue;
            }
        };
        let mut progress = Progress::new(tr!("{path}: moves reviewed", path = path.display()));
        let found = budget.run(|limits| {
            review::review(&game, limits, &mut |done, all| {
                progress.tell(done as u64, all as u64)
            })
        });
        progress.end();
        let found = found.map_err(|e| Error::Failed(format!("{}: {e}", path.display())))?;
        let file = path.display().to_string();
        if options.format.is_json() {
            output::json_line(&mut out, &ReviewLine::new(Some(&file), &found))?;
        } else if options.file.len() == 1 {
            out.write_all(whole(&file, &game, &found).as_bytes())?;
        } else {
            writeln!(out, "{}", line(&file, &game, &found))?;
        }
        for player in Player::BOTH {
            let name = who(&game, player);
            match sums.iter_mut().find(|(known, _)| *known == name) {
                Some((_, sum)) => *sum += found.tally_of(|m| m.author == player),
                None => sums.push((name, found.tally_of(|m| m.author == player))),
            }
        }
    }
    if !options.format.is_json() && options.file.len() > 1 {
        for (name, sum) in &sums {
            writeln!(out, "{name}: {}", tally(sum))?;
        }
    }
    out.flush()?;
    if failed { Err(Error::Reported) } else { Ok(()) }
}

/// The fields are in the order of the JSON output.
#[derive(Serialize)]
pub struct ReviewLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    start: &'a str,
    result: Option<&'static str>,
    moves: Vec<MoveAnswer<'a>>,
    players: Players<'a>,
    turning: Option<usize>,
}

#[derive(Serialize)]
struct MoveAnswer<'a> {
    n: usize,
    player: &'a str,
    #[serde(rename = "move")]
    text: &'a str,
    before: Option<Outcome>,
    after: Option<Outcome>,
    kind: Option<MoveKind>,
    best: Option<&'a str>,
    cost: Option<u64>,
}

struct Players<'a>(&'a Review);

impl Serialize for Players<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_map(Player::BOTH.map(|player| (self.0.name(player), self.0.tally(player))))
    }
}

impl<'a> ReviewLine<'a> {
    pub fn new(file: Option<&'a str>, review: &'a Review) -> ReviewLine<'a> {
        let moves = review.moves.iter().map(|m| MoveAnswer {
            n: m.n,
            player: review.name(m.player),
            text: &m.text,
            before: m.before.map(|v| v.outcome),
            after: m.after,
            kind: m.kind(),
            best: m.best.as_deref(),
            cost: m.cost(),
        });
        ReviewLine {
            file,
            start: &review.start,
            result: review
                .result
                .map(|winner| winner.map_or("draw", |player| review.name(player))),
            moves: moves.collect(),
            players: Players(review),
            turning: review.turning(),
        }
    }
}

/// Returns the name of a human player, or the level of a computer player.
fn who(game: &Match, player: Player) -> String {
    let side = game.participant(player);
    match side.kind {
        PlayerKind::Human => side.name.clone(),
        PlayerKind::Computer(level) => tr!("computer ({level})"),
    }
}

fn result(review: &Review) -> String {
    match review.result {
        None => tr!("not over").to_owned(),
        Some(None) => tr!("a draw").to_owned(),
        Some(Some(player)) => tr!("{name} won", name = review.name(player)),
    }
}

fn tally(sum: &Tally) -> String {
    tr!(
        "{moves}, kept {kept} of {decisions}, {mistakes}, {inaccuracies}",
        moves = counted(sum.moves as u64, tr!("move"), tr!("moves")),
        kept = sum.kept,
        decisions = counted(sum.decisions as u64, tr!("decision"), tr!("decisions")),
        mistakes = counted(sum.mistakes as u64, tr!("mistake"), tr!("mistakes")),
        inaccuracies = counted(
            sum.inaccuracies as u64,
            tr!("inaccuracy"),
            tr!("inaccuracies")
        )
    )
}

fn line(file: &str, game: &Match, review: &Review) -> String {
    let marks: String = review
        .moves
        .iter()
        .map(|m| m.kind().map_or('-', MoveKind::mark))
        .collect();
    format!(
        "{file}: {}: {}; {}; {marks}",
        game.start().title(),
        result(review),
        review.turning_in_words()
    )
}

fn whole(file: &str, game: &Match, review: &Review) -> String {
    let start = &review.start;
    let mut lines = vec![tr!(
        "{file}: {game}, from {start}",
        game = game.start().title()
    )];
    let width = widest(review.moves.iter().map(|m| &m.text)).clamp(4, 24);
    let heads = [tr!("player"), tr!("before"), tr!("after")];
    let [w_player, w_before, w_after] = heads.map(|head| head.chars().count());
    if !review.moves.is_empty() {
        let [player, before, after] = heads;
        let (n, made) = ("n", tr!("move"));
        lines.push(format!(
            "{n:>4}  {player}  {made:width$}  {before}  {after}  "
        ));
    }
    for m in &review.moves {
        let word = |outcome: Option<Outcome>| outcome.map_or("?", Outcome::name);
        let before = word(m.before.map(|v| v.outcome));
        let after = word(m.after);
        let said = render_move(m);
        let (n, made) = (m.n, &m.text);
        let name = review.name(m.player);
        lines.push(format!(
            "{n:>4}  {name:w_player$}  {made:width$}  {before:w_before$}  {after:w_after$}  {said}"
        ));
    }
    let end = capital(&result(review));
    lines.push(format!("{end}; {}.", review.turning_in_words()));
    for side in Player::BOTH {
        let name = review.name(side);
        // If the players have swapped sides, both of them may have moved for this side.
        for player in [side, side.other()] {
            let made = review.tally_of(|m| m.player == side && m.author == player);
            if made.moves > 0 || player == side && review.tally(side).moves == 0 {
                let kind = game.participant(player).kind;
                let who = if kind == PlayerKind::Human && !game.has_own_name(player) {
                    tr!("human").to_owned()
                } else {
                    who(game, player)
                };
                lines.push(format!("{name} ({who}): {}", tally(&made)));
            }
        }
    }
    if review.unproved() > 0 {
        let unproved = counted(review.unproved() as u64, tr!("move"), tr!("moves"));
        lines.push(tr!(
            "{unproved} not proved: a position before or after is past what is solved."
        ));
    }
    lines.join("\n") + "\n"
}

fn render_move(m: &ReviewedMove) -> String {
    let better = || {
        m.best
            .as_ref()
            .map_or(String::new(), |best| tr!(": {best} was better"))
    };
    let cost = m
        .cost()
        .filter(|c| *c > 0)
        .map_or(String::new(), |cost| tr!(", {cost} points lost"));
    match m.kind() {
        None => tr!("not proved").to_owned(),
        Some(MoveKind::Best) => tr!("best").to_owned(),
        Some(kind) => format!("{}{}{cost}", text(kind.word()), better()),
    }
}
