//! The `rule` command: finds a rule for a game played with one or two numbers, or checks a user's claim. Both tasks
//! examine a table of positions.

use std::io::Write;
use std::time::{Duration, Instant};

use super::error::{self, Done, Error};
use super::options::{AnswerFormat, ChosenGame, GameChoice};
use super::output::{self, Stdout, WriteLine};
use super::stop::{self, Budget, WorkLimit};
use super::table::{self, names};
use crate::cli::numbers::within;
use nimatron_core::claim::{self, ClaimAnswer, ClaimKind, Counterexample, Said};
use nimatron_core::erased::{AnyPosition, Info, Shape};
use nimatron_core::rule::{
    self, ExpressionError, Findings, FoundRule, NumberList, Numbered, Refuted, RuleTable,
    SearchPart,
};
use nimatron_core::rules::{Convention, Library, Limits, Outcome, Stop};
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron rule bash/3
  nimatron rule wythoff --upto 40 --json
  nimatron rule octal/0.77 --claim n%12==0
  nimatron rule nim --value n

The program tabulates small positions and looks for the shortest rule that fits them all. A claim is an expression in n,
or in a and b where positions are pairs: --claim says which positions are lost for the player to move, --value what the
Grundy value is. The answer is the smallest position that refutes it, if there is one. For the functions available in
rules and claims, such as in_sequence and is_wythoff_pair, see docs/finding-rules.md.")]
pub struct RuleCommand {
    #[command(flatten)]
    choice: GameChoice,
    /// Check numbers up to N (default: as many as 5 seconds allow)
    #[arg(long, value_name = "N", value_parser = within(1..=MOST))]
    upto: Option<u64>,
    #[command(flatten)]
    pub limit: WorkLimit,
    /// Claim that a position is lost exactly when this is true: find the smallest counterexample
    #[arg(
        long,
        value_name = "EXPRESSION",
        conflicts_with = "value",
        allow_hyphen_values = true
    )]
    claim: Option<String>,
    /// Claim that this is the Grundy value: find the smallest counterexample
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    value: Option<String>,
    #[command(flatten)]
    format: AnswerFormat,
}

const MOST: u64 = 1_000_000;
/// The default time limit for the table.
const TIME: Duration = Duration::from_secs(5);

#[derive(serde::Serialize)]
struct RuleAnswer<'f> {
    game: &'f str,
    convention: Option<Convention>,
    checked: u64,
    lost: Option<FoundAnswer<'f>>,
    values: Option<FoundAnswer<'f>>,
    refuted: Vec<RefutedAnswer>,
}

#[derive(serde::Serialize)]
struct FoundAnswer<'f> {
    rule: String,
    words: &'f str,
    status: &'static str,
    theorem: Option<&'f str>,
    /// The lost positions according to the rule, both in the table and beyond it.
    #[serde(skip_serializing_if = "Option::is_none")]
    predicts: Option<serde_json::Value>,
}

impl<'f> FoundAnswer<'f> {
    fn new(found: &'f FoundRule, predicts: Option<&NumberList>) -> FoundAnswer<'f> {
        FoundAnswer {
            rule: found.expression(),
            words: &found.words,
            status: if found.theorem.is_some() {
                "proved"
            } else {
                "holds"
            },
            theorem: found.theorem.as_deref(),
            predicts: predicts.map(numbers),
        }
    }
}

#[derive(serde::Serialize)]
struct RefutedAnswer {
    rule: String,
    least: String,
}

#[derive(serde::Serialize)]
struct ClaimedAnswer<'f> {
    game: &'f str,
    convention: Option<Convention>,
    claim: &'f str,
    checked: u64,
    holds: bool,
    proved: bool,
    least: Option<&'f Counterexample>,
}

/// If no game is given, uses the game in `loaded`, provided that there is exactly one.
pub fn run(options: &RuleCommand, loaded: &[String], library: &Library) -> Done {
    let budget = options.limit.budget();
    let chosen = options.choice.choose(loaded, library, &has_numbers)?;
    let position = open(&chosen, library)?;
    let game = &position.facts().ruleset;
    // If a time limit is set, leave half of the time for finding a rule in the table. If only `--upto` is set, tabulate
    // without a time limit. If neither is set, tabulate for `TIME`.
    let tabulating = match (options.limit.time, options.upto) {
        (Some(_), _) => budget.half(),
        (None, Some(_)) => budget.clone(),
        (None, None) => Budget {
            time: Some(TIME),
            end: Instant::now().checked_add(TIME),
            ..budget.clone()
        },
    };
    let numbered = tabulating
        .run(|limits| Numbered::find(&*position, limits))
        .map_err(Error::failed)?;
    let numbered = numbered.ok_or_else(|| {
        Error::usage(match position.score() {
            Some(_) => tr!(
                "{game} counts points: a position has a margin there, and rules are about who makes the last move; \
                 nimatron table {game} --upto 20 lists the margins",
                game = chosen.game
            ),
            None => no_numbers(&chosen.game),
        })
    })?;
    let table = tabulating
        .run(|limits| rule::tabulate(&numbered, options.upto, limits))
        .map_err(Error::failed)?;
    if let Some(why) = &table.stopped {
        let why = match options.limit.time {
            Some(_) if budget.check().is_ok() => {
                tr!("the rest of the time is for finding the rule").to_owned()
            }
            _ => why.to_string(),
        };
        error::note(&tr!(
            "the table ends at {checked}: {why}",
            checked = table.checked
        ));
    }
    let of = Tabulated {
        game,
        numbered: &numbered,
        table: &table,
    };
    let mut out = output::json_or_utf8(options.format.is_json());
    let claimed = match (&options.claim, &options.value) {
        (Some(text), _) => Some((ClaimKind::Lost, text)),
        (None, Some(text)) => Some((ClaimKind::Value, text)),
        (None, None) => None,
    };
    let mut search = Search {
        of: &of,
        budget: budget.clone(),
        reason: None,
        unfinished: Vec::new(),
    };
    match claimed {
        None => {
            let mut findings = search.findings()?;
            let refuted = search.refuted()?;
            let predicts = match &findings.lost {
                Some(rule) if options.format.is_json() => search.predicted(rule)?,
                _ => NumberList::new(),
            };
            // The proof may use all of the remaining time.
            search.prove(&mut findings)?;
            let is_cut_short = !findings.has_any() && !findings.unfinished.is_empty();
            if let Some(note) = search.note().filter(|_| is_cut_short) {
                return Err(Error::Failed(tr!("no rule was found: {note}")));
            }
            if options.format.is_json() {
                json(&mut out, &of, &findings, &predicts, &refuted)?;
            } else {
                text(&mut out, &of, &findings, &refuted)?;
            }
        }
        Some((kind, claim)) => {
            let check = |limits: &Limits| claim::check(&numbered, &table, kind, claim, limits);
            let answer = search.budget.run(check).map_err(|error| match error {
                ExpressionError::Stopped(stop) => Error::failed(stop),
                wrong => {
                    let such = match (kind, numbered.is_pair()) {
                        (ClaimKind::Lost, false) => "n % 4 == 0 && n > 0",
                        (ClaimKind::Lost, true) => "b % 4 == 0 && a > 0",
                        (ClaimKind::Value, false) => "n % 4 + 1",
                        (ClaimKind::Value, true) => "b % 4 + a",
                    };
                    Error::usage(tr!("the expression {claim:?} is wrong: {wrong}; expected one such as {such} (== for equals, && for \
                         and, || for or, ! for not)"))
                }
            })?;
            let holds = answer.least.is_none();
            let proved = holds && (answer.covers_game(&table) || search.is_proved(kind, claim)?);
            let write = if options.format.is_json() {
                claim_json
            } else {
                claim_text
            };
            write(&mut out, &of, claim, &answer, proved)?;
        }
    }
    out.flush()?;
    if let Some(note) = search.note() {
        error::note(&note);
    }
    Ok(())
}

fn open(chosen: &ChosenGame, library: &Library) -> Done<Box<dyn AnyPosition>> {
    let ChosenGame { game, entry, .. } = chosen;
    let numbers = match entry.info.shape {
        Shape::Single(least) => vec![least],
        Shape::Pair(least) => vec![least, least],
        Shape::None if entry.info.is_script() && entry.info.players.is_some() => {
            return Err(Error::usage(tr!(
                "the positions of {game:?} say who is to move; expected a game without points in which both players have the same moves"
            )));
        }
        Shape::None => return Err(Error::usage(no_numbers(game))),
    };
    table::numbered(game, entry.info, chosen.convention, &numbers, library)
}

fn has_numbers(info: &Info) -> bool {
    info.shape != Shape::None && !info.is_script()
}

fn no_numbers(game: &str) -> String {
    tr!(
        "the positions of {game:?} are not one or two numbers; expected one of {names}, or a script of such a game",
        names = names(&has_numbers)
    )
}

fn numbers(list: &NumberList) -> serde_json::Value {
    let one = |numbers: &Vec<u64>| match numbers.as_slice() {
        [n] => serde_json::json!(n),
        pair => serde_json::json!(pair),
    };
    list.iter().map(one).collect()
}

struct Tabulated<'t> {
    game: &'t str,
    numbered: &'t Numbered<'t>,
    table: &'t RuleTable,
}

/// A search for rules in a table. If the time runs out, the search keeps the rules that it has found.
struct Search<'s> {
    of: &'s Tabulated<'s>,
    budget: Budget,
    reason: Option<String>,
    unfinished: Vec<String>,
}

impl Search<'_> {
    /// Runs a part of the search. If the time runs out, records the part as unfinished and returns an empty result.
    fn part<T: Default>(
        &mut self,
        what: &str,
        part: impl FnOnce(&Limits) -> Result<T, Stop>,
    ) -> Done<T> {
        match self.budget.run(part) {
            Err(Stop::Interrupted(reason)) if !stop::stopped() => {
                self.reason = Some(reason);
                self.unfinished.push(what.to_owned());
                Ok(T::default())
            }
            done => done.map_err(Error::failed),
        }
    }

    fn findings(&mut self) -> Done<Findings> {
        let Tabulated {
            numbered, table, ..
        } = *self.of;
        let find = |limits: &Limits| rule::find(numbered, table, limits);
        let found = self.budget.run(find).map_err(Error::failed)?;
        match &found.stopped {
            Some(Stop::Interrupted(reason)) if !stop::stopped() => {
                self.reason = Some(reason.clone());
            }
            Some(stop) => return Err(Error::failed(stop)),
            None => {}
        }
        let part = |part: &SearchPart| match part {
            SearchPart::Theorems => tr!("theorems about the game").to_owned(),
            SearchPart::Lost => tr!("the rule for the lost positions").to_owned(),
            SearchPart::Values => tr!("the rule for the Grundy values").to_owned(),
        };
        self.unfinished.extend(found.unfinished.iter().map(part));
        Ok(found)
    }

    fn refuted(&mut self) -> Done<Vec<Refuted>> {
        let table = self.of.table;
        self.part(tr!("false rules"), |limits| rule::refuted(table, limits))
    }

    /// Returns the lost positions that a rule predicts, or only the first few of these positions if the time runs out.
    fn predicted(&mut self, rule: &FoundRule) -> Done<NumberList> {
        let Tabulated {
            numbered, table, ..
        } = *self.of;
        let mut lost = NumberList::new();
        self.part(tr!("the positions that the rule predicts"), |limits| {
            rule::predicted(numbered, table, rule, limits, &mut lost)
        })?;
        Ok(lost)
    }

    fn prove(&mut self, findings: &mut Findings) -> Done {
        let Tabulated {
            numbered, table, ..
        } = *self.of;
        let what = tr!("a proof beyond {checked}", checked = table.checked);
        self.part(&what, |limits| {
            rule::prove(numbered, table, findings, limits)
        })
    }

    fn is_proved(&mut self, kind: ClaimKind, claim: &str) -> Done<bool> {
        let Tabulated {
            numbered, table, ..
        } = *self.of;
        let mut found = self.findings()?;
        self.prove(&mut found)?;
        self.part(tr!("a proof of the claim"), |limits| {
            claim::is_proved(numbered, table, kind, claim, &found, limits)
        })
    }

    fn note(&self) -> Option<String> {
        let reason = self.reason.as_ref()?;
        let parts = self.unfinished.join(", ");
        Some(tr!("{reason}; the search is not finished for: {parts}"))
    }
}

fn json(
    out: &mut Stdout,
    of: &Tabulated<'_>,
    findings: &Findings,
    predicts: &NumberList,
    refuted: &[Refuted],
) -> Done {
    let answer = RuleAnswer {
        game: of.game,
        convention: of.numbered.convention(),
        checked: of.table.checked,
        lost: findings
            .lost
            .as_ref()
            .map(|rule| FoundAnswer::new(rule, Some(predicts))),
        values: findings
            .values
            .as_ref()
            .map(|rule| FoundAnswer::new(rule, None)),
        refuted: (refuted.iter())
            .map(|refuted| RefutedAnswer {
                rule: refuted.rule.expression(),
                least: of.numbered.id(&refuted.least),
            })
            .collect(),
    };
    output::json_line(out, &answer)
}

fn all_numbers(numbered: &Numbered<'_>) -> String {
    match numbered.least() {
        0 => tr!("all numbers").to_owned(),
        least => tr!("all numbers from {least} on"),
    }
}

/// Names the examined range: `up to 100`, or `from 1 to 100`.
fn looked_at(of: &Tabulated<'_>) -> String {
    match of.numbered.least() {
        0 => tr!("up to {checked}", checked = of.table.checked),
        least => tr!("from {least} to {checked}", checked = of.table.checked),
    }
}

fn text(out: &mut Stdout, of: &Tabulated<'_>, findings: &Findings, refuted: &[Refuted]) -> Done {
    let Tabulated {
        game,
        numbered,
        table,
    } = of;
    let play = numbered.convention().map_or("", Convention::name);
    let both = if numbered.is_pair() {
        tr!("pairs of numbers")
    } else {
        tr!("numbers")
    };
    out.line(tr!(
        "{game}, {play} play, {both} {looked_at}: {position}",
        looked_at = looked_at(of),
        position = numbered.in_words()
    ))?;
    let told = |rule: &FoundRule| {
        let proof = match &rule.theorem {
            Some(theorem) if table.ends => tr!("Proved: {theorem}."),
            Some(theorem) => tr!(
                "Proved for {numbers}: {theorem}.",
                numbers = all_numbers(numbered)
            ),
            None => tr!(
                "Holds {looked_at}; not proved beyond.",
                looked_at = looked_at(of)
            ),
        };
        format!("{}\n  {}\n  {proof}", rule.words, rule.expression())
    };
    let is_finished = |part| !findings.unfinished.contains(&part);
    match &findings.lost {
        Some(rule) => writeln!(out, "{}", told(rule))?,
        None if is_finished(SearchPart::Lost) => {
            out.line(tr!("No short rule for the lost positions fits."))?;
        }
        None => {}
    }
    let is_finished = is_finished(SearchPart::Values);
    match (&findings.values, &findings.period, numbered.convention()) {
        (Some(rule), ..) => writeln!(out, "{}", told(rule))?,
        (None, Some(period), Some(Convention::Normal)) if is_finished => out.line(tr!(
            "The Grundy values repeat, but not by a short rule: {period}."
        ))?,
        (None, Some(period), Some(Convention::Normal)) => {
            out.line(tr!("The Grundy values repeat with {period}."))?;
        }
        (None, None, Some(Convention::Normal)) if is_finished => {
            out.line(tr!("No short rule for the Grundy values fits."))?;
        }
        _ => {}
    }
    if !refuted.is_empty() {
        out.line(tr!("False, though they fit all smaller positions:"))?;
    }
    for Refuted { rule, least } in refuted {
        let expression = rule.expression();
        let id = numbered.id(least);
        out.line(tr!(
            "  {expression}, refuted by {id}. In words: {words}",
            words = rule.words
        ))?;
    }
    Ok(())
}

fn claim_json(
    out: &mut Stdout,
    of: &Tabulated<'_>,
    claim: &str,
    answer: &ClaimAnswer,
    proved: bool,
) -> Done {
    let answer = ClaimedAnswer {
        game: of.game,
        convention: of.numbered.convention(),
        claim,
        checked: of.table.checked,
        holds: answer.least.is_none(),
        proved,
        least: answer.least.as_ref(),
    };
    output::json_line(out, &answer)
}

fn claim_text(
    out: &mut Stdout,
    of: &Tabulated<'_>,
    claim: &str,
    answer: &ClaimAnswer,
    proved: bool,
) -> Done {
    let Some(least) = &answer.least else {
        let all = answer.positions;
        let proof = if !proved {
            String::new()
        } else if answer.covers_game(of.table) {
            tr!(" The game has no other positions.").to_owned()
        } else {
            tr!(
                " It is proved for {numbers}.",
                numbers = all_numbers(of.numbered)
            )
        };
        out.line(tr!(
            "{claim} holds for all {all} positions {looked_at}.{proof}",
            looked_at = looked_at(of)
        ))?;
        return Ok(());
    };
    let words = |said: Said| match said {
        Said::Outcome(Outcome::Win) => tr!("a win").to_owned(),
        Said::Outcome(Outcome::Loss) => tr!("a loss").to_owned(),
        Said::Outcome(Outcome::Draw) => tr!("a draw").to_owned(),
        Said::Value(value) => tr!("Grundy value {value}"),
    };
    out.line(tr!("{claim} is wrong at {id}.", id = least.id))?;
    out.line(tr!(
        "  The claim says {claimed}; it is {truth}.",
        claimed = words(least.claimed),
        truth = words(least.truth)
    ))?;
    if let Some(shown_by) = &least.shown_by {
        let shows = match least.claimed {
            Said::Outcome(_) | Said::Value(0) => tr!("wins").to_owned(),
            Said::Value(value) => tr!("leaves a position of value {value}"),
        };
        writeln!(out, "  {shown_by} {shows}.")?;
    }
    Ok(())
}
