//! `coach`: learning a game by questions on positions never seen before.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use nimatron_core::erased::AnyPosition;
use nimatron_core::games;
use nimatron_core::games::reasons::or;
use nimatron_core::rules::{Library, Limits};

use super::error::{self, Done, Error};
use super::input::Lines;
use super::locale;
use super::numbers::within;
use super::output::{self, OutputKind};
use super::plain::{in_words, wrapped};
use super::play::is_plain_asked;
use super::puzzle::game_named;
use super::stop::{self, Budget};
use crate::draw::{Marks, Style};
use crate::play::coach::bank::{Bank, BankError, key};
use crate::play::coach::check::{CheckError, CheckQuestion, paper};
use crate::play::coach::path::{AskKind, Skill, listed as listed_skills};
use crate::play::coach::question::{move_of, to_move};
use crate::play::coach::record::{Answers, CheckResult, CoachEvent};
use crate::play::coach::sitting::{Expects, Screen, Sitting, SittingRequest, named};
use crate::play::history::{self, History};
use crate::play::store::Store;
use crate::play::supply::SupplyRequest;

/// So many right moves are told of a wrong answer.
const SHOWN: usize = 5;

/// So many moves are looked at for one that may be told as an example.
const FEW: usize = 40;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron coach
  nimatron coach wythoff --minutes 3
  nimatron coach --paths
  nimatron coach --check nim --seed 7 --json
  nimatron coach --check misere bash/3 --json

A sitting asks a few questions about new positions: it reviews skills that are due, and adds something new.
Your answers go into the record. A check asks about twelve positions: does the player to move win, and which move wins?
With --json it writes the questions with their answers; the same seed gives everyone the same questions.")]
pub struct CoachCommand {
    /// A game and its parameters, such as bash/3; you may add the convention (normal or misère)
    #[arg(value_name = "GAME[/PARAMETER]", num_args = 0..=2)]
    game: Vec<String>,
    /// The player who makes the last move loses
    #[arg(long)]
    misere: bool,
    /// Length of the sitting in minutes: about 8 questions in 5 minutes, from 6 to 32 in all
    #[arg(long, value_name = "M", default_value_t = 5, value_parser = within(1..=60u32), conflicts_with = "check")]
    minutes: u32,
    /// Practise this skill only; --paths lists them
    #[arg(long, value_name = "NAME", requires = "game", conflicts_with = "check")]
    skill: Option<String>,
    /// Ask about twelve positions and give a score
    #[arg(long)]
    check: bool,
    /// Describe the boards in words instead of drawing them
    #[arg(long, conflicts_with = "json")]
    plain: bool,
    /// List the skills of each game
    #[arg(long, conflicts_with_all = ["check", "game"])]
    paths: bool,
    /// Random seed
    #[arg(long, value_name = "S", value_parser = within(0..=u64::MAX))]
    seed: Option<u64>,
    /// One line of JSON per question of a check, or per game of --paths
    #[arg(long)]
    json: bool,
}

#[derive(serde::Serialize)]
struct PathLine<'a> {
    game: &'a str,
    skills: &'a [Skill],
}

/// Errors: a game that does not read, or that has too few positions.
pub fn run(options: &CoachCommand, library: &Library) -> Done {
    stop::listen();
    if options.paths {
        return paths(options, library);
    }
    let (game, convention) = game_named(&options.game, options.misere)?;
    if options.check {
        let game = game.ok_or_else(|| Error::Usage("--check needs a game, such as nim".to_owned()))?;
        return check(options, &SupplyRequest { game, convention }, library);
    }
    if options.json {
        return Err(Error::Usage("--json goes with --check or --paths".to_owned()));
    }
    if let (Some(game), Some(skill)) = (&game, &options.skill) {
        let wanted = SupplyRequest { game: game.clone(), convention };
        let bank = |limits: &Limits| Bank::new(&wanted, 0, &BTreeSet::new(), library, limits);
        let skills = Budget::default().run(bank).map_err(bank_error)?.skills;
        if skills.is_empty() {
            return Err(bank_error(BankError::Nothing(game.clone())));
        }
        if !skills.iter().any(|known| known.name == *skill) {
            let names: Vec<&str> = skills.iter().map(|known| known.name.as_str()).collect();
            return Err(Error::Usage(format!(
                "{game} has no skill {skill:?}; expected one of {}",
                names.join(", ")
            )));
        }
    }
    let wanted = SittingRequest {
        game: game.map(|game| SupplyRequest { game, convention }),
        skill: options.skill.clone(),
        minutes: f64::from(options.minutes),
        seed: options.seed.unwrap_or_else(rand::random),
    };
    sit(&wanted, options.plain || is_plain_asked(), library)
}

/// Where the record is. Where saved games are kept does not matter here: any folder does.
pub(super) fn store() -> Done<Store> {
    Store::locate(Some(&PathBuf::from("saves"))).map_err(Error::failed)
}

/// Adds what happened to the record, and says so where that cannot be done.
fn remember(store: &Store, events: &[CoachEvent]) {
    if events.is_empty() {
        return;
    }
    match History::change(store, |record| record.add_coached(events)) {
        Ok(None) => {}
        Ok(Some(told)) => error::note(&told),
        Err(failed) => error::note(&format!("The record was not written: {failed}")),
    }
}

/// Writes a board, the places of a move lit; in words where it is to be `plain`.
fn board(out: &mut dyn Write, id: &str, lit: Option<&str>, plain: bool, library: &Library) -> Done {
    if plain {
        return said(out, &in_words(id, library)?);
    }
    let at = games::open(id, library).map_err(Error::failed)?;
    let places = lit.and_then(|text| at.legal(text).ok()).map(|m| m.sites).unwrap_or_default();
    let marks = Marks { hint: &places, ..Marks::default() };
    let style = Style { ascii: locale::is_narrow() };
    let drawing = crate::draw::album::whole(&at.scene(), 80, &marks, style);
    writeln!(out, "\n{}\n", drawing.text().trim_end_matches('\n'))?;
    if let Some(told) = to_move(&*at) {
        writeln!(out, "{told}\n")?;
    }
    Ok(())
}

/// The next line that was typed; `None` at the end, or where the person leaves.
fn typed(lines: &mut Lines, out: &mut dyn Write, prompt: &str) -> Done<Option<String>> {
    loop {
        write!(out, "{prompt}> ")?;
        match lines.next(out)? {
            None => return Ok(None),
            Some(Ok(line)) => {
                let line = line.trim().to_owned();
                return Ok((!matches!(line.as_str(), "q" | "quit")).then_some(line));
            }
            Some(Err(bad)) => writeln!(out, "{}", bad.what)?,
        }
    }
}

fn sit(wanted: &SittingRequest, plain: bool, library: &Library) -> Done {
    let store = store()?;
    let record = History::load(&store).map_err(Error::failed)?.coach;
    let plan = |limits: &Limits| Sitting::plan(wanted, &record, history::seconds(), library, limits);
    let mut sitting = Budget::default().run(plan).map_err(bank_error)?;
    let mut out = output::stdout(OutputKind::text(plain || locale::is_narrow()));
    let mut lines = Lines::stdin();
    writeln!(out, "? says what you can type; q quits.")?;
    let mut shown: Option<Screen> = None;
    loop {
        let screen = sitting.screen();
        if shown.as_ref() != Some(&screen) {
            // Nothing is said twice: of a screen that goes on, only what is new.
            let before = shown.as_ref().filter(|old| old.title == screen.title && old.count == screen.count);
            let told =
                before.filter(|old| screen.lines.starts_with(&old.lines)).map_or(0, |old| old.lines.len());
            let is_drawn =
                before.is_some_and(|old| old.boards == screen.boards && (plain || old.lit == screen.lit));
            if before.is_none() {
                writeln!(out, "\n{} ({} of {})", screen.title, screen.count[0], screen.count[1])?;
            }
            // The news comes first: what is said to an answer, then the board that shows it.
            let told_first = plain && screen.right.is_some();
            for line in screen.lines.iter().skip(told).filter(|_| told_first) {
                said(&mut out, line)?;
            }
            for (i, id) in screen.boards.iter().enumerate().filter(|_| !is_drawn) {
                if screen.boards.len() > 1 {
                    writeln!(out, "\n{}:", i + 1)?;
                }
                board(&mut out, id, screen.lit.as_deref().filter(|_| i == 0), plain, library)?;
            }
            for line in screen.lines.iter().skip(told).filter(|_| !told_first) {
                said(&mut out, line)?;
            }
        }
        let expects = screen.expects;
        shown = Some(screen);
        if expects == Expects::End {
            for line in
                sitting.learned(&History::load(&store).map_err(Error::failed)?.coach, history::seconds())
            {
                said(&mut out, &line)?;
            }
            break;
        }
        let prompt = match expects {
            Expects::Winner => "y or o",
            Expects::Move => "move",
            Expects::Which => "1 or 2",
            Expects::Number => "number",
            Expects::Next | Expects::End => "enter goes on",
        };
        let Some(line) = typed(&mut lines, &mut out, prompt)? else { break };
        match line.as_str() {
            "?" | "help" => {
                let board = shown.as_ref().and_then(|screen| screen.boards.first());
                let at = board.filter(|_| expects != Expects::Next).map(|id| games::open(id, library));
                let text = match at {
                    Some(Ok(at)) => format!(
                        "{}; t shows the next step and costs the point; q quits.",
                        help(expects, &*at, &sitting.right_moves())
                    ),
                    None | Some(Err(_)) => "enter goes on; q quits.".to_owned(),
                };
                said(&mut out, &text)?;
            }
            _ if expects == Expects::Next => sitting.go_on(),
            "" => {}
            "t" => sitting.help(),
            answer => match Budget::default().run(|limits| sitting.answer(answer, limits)) {
                Ok(events) => remember(&store, &events),
                Err(what) => said(&mut out, &what)?,
            },
        }
    }
    Ok(out.flush()?)
}

/// Moves as examples, and none that is asked for.
fn such_as(at: &dyn AnyPosition, asked: &[String], start: &str) -> String {
    let is_free = |text: &str| asked.iter().all(|right| right != text);
    let mut told = at.examples();
    told.retain(|example| example.split(' ').next().is_none_or(is_free));
    if told.is_empty() {
        let other = at.choices(&[], FEW).list.into_iter().find(|choice| is_free(&choice.text));
        told.extend(other.map(|choice| format!("{} ({})", choice.text, at.move_words(&choice.text))));
    }
    if told.is_empty() { String::new() } else { format!("{start} {}", told.join(" or ")) }
}

/// Writes a paragraph, broken between words.
fn said(out: &mut dyn Write, text: &str) -> Done {
    for line in wrapped(text) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// What can be typed at a question, under the rule of the game and what is noted at the board.
fn help(expects: Expects, at: &dyn AnyPosition, asked: &[String]) -> String {
    let answer = match expects {
        Expects::Winner => "y: you win; o: your opponent wins".to_owned(),
        Expects::Move => format!("A move{}", such_as(at, asked, ", such as")),
        Expects::Which => "1 or 2".to_owned(),
        Expects::Number => "A number".to_owned(),
        Expects::Next | Expects::End => "enter goes on".to_owned(),
    };
    [&[at.rule()], at.scene().notes.as_slice(), &[answer]].concat().join("\n")
}

/// Who wins, as an outcome of the player to move.
fn winner_in_words(outcome: &str) -> &'static str {
    if outcome == "win" { "you win" } else { "your opponent wins" }
}

/// Asks the questions of a paper, and says how many were answered rightly.
fn ask(paper: &[CheckQuestion], wanted: &SupplyRequest, seed: u64, plain: bool, library: &Library) -> Done {
    let store = store()?;
    let mut out = output::stdout(OutputKind::text(plain || locale::is_narrow()));
    let mut lines = Lines::stdin();
    let asked = paper.iter().filter(|question| question.asks == AskKind::Move).count();
    let intro = format!(
        "{} questions: {} ask who wins with best play, {asked} ask for a move that wins. You move first in each \
         position. ? says what you can type; q leaves, and nothing is counted then.",
        paper.len(),
        paper.len() - asked
    );
    said(&mut out, &intro)?;
    let (mut winner, mut moves) = (Answers::default(), Answers::default());
    let mut wrong = Vec::new();
    let mut rule = String::new();
    for question in paper {
        let at = games::open(&question.position, library).map_err(Error::failed)?;
        if at.rule() != rule {
            rule = at.rule();
            writeln!(out)?;
            said(&mut out, &rule)?;
        }
        writeln!(out, "\n{} of {}: {}", question.n, paper.len(), question.position)?;
        board(&mut out, &question.position, None, plain, library)?;
        let is_move = question.asks == AskKind::Move;
        let text = match is_move {
            true => format!("Which move wins? Type it{}.", such_as(&*at, &question.answers, ", for example")),
            false => "Who wins: you (y) or your opponent (o)?".to_owned(),
        };
        said(&mut out, &text)?;
        let (prompt, expects) = if is_move { ("move", Expects::Move) } else { ("y or o", Expects::Winner) };
        let given = loop {
            let Some(line) = typed(&mut lines, &mut out, prompt)? else { return Ok(out.flush()?) };
            match line.as_str() {
                "" => {}
                "?" | "help" => {
                    said(&mut out, &format!("{}; q quits.", help(expects, &*at, &question.answers)))?
                }
                "y" | "w" | "win" if !is_move => break "win".to_owned(),
                "o" | "l" | "loss" if !is_move => break "loss".to_owned(),
                _ if !is_move => writeln!(out, "Answer y or o.")?,
                text => match move_of(&question.position, text, library) {
                    Ok(m) => break m.text,
                    Err(what) => writeln!(out, "{what}")?,
                },
            }
        };
        let right = question.answers.contains(&given);
        if !right {
            let told = match &question.answers[..] {
                [outcome] if !is_move => {
                    format!("{} ({})", winner_in_words(outcome), winner_in_words(&given))
                }
                answers => format!("{} ({given})", or(&answers[..answers.len().min(SHOWN)])),
            };
            wrong.push(format!("{}. {}: {told}", question.n, question.position));
        }
        let answers = if is_move { &mut moves } else { &mut winner };
        answers.add(right);
    }
    let figure = |answers: Answers| format!("{} of {}", answers.right, answers.asked);
    writeln!(out, "\nWinner right: {}. Move right: {}.", figure(winner), figure(moves))?;
    if !wrong.is_empty() {
        writeln!(out, "Wrong answers, what was right first and yours in brackets:")?;
    }
    for line in &wrong {
        said(&mut out, line)?;
    }
    let result = CheckResult { game: named(wanted), day: history::today(), seed, winner, r#move: moves };
    if let Ok(record) = History::load(&store)
        && let Some(before) = record.coach.checks.iter().rfind(|check| check.game == result.game)
    {
        let (day, winner, moves) = (&before.day, figure(before.winner), figure(before.r#move));
        writeln!(out, "On {day}: winner {winner}, move {moves}.")?;
    }
    let mut events = vec![CoachEvent::Checked(result)];
    for question in paper {
        let at = games::open(&question.position, library).map_err(Error::failed)?;
        events.push(CoachEvent::Seen { game: at.info().id.to_owned(), key: key(&*at) });
    }
    remember(&store, &events);
    Ok(out.flush()?)
}

fn bank_error(error: BankError) -> Error {
    match error {
        BankError::Supply(error) => super::usage(error),
        error @ (BankError::Nothing(_) | BankError::Stopped(_)) => Error::failed(error),
    }
}

/// Writes the paper of a check, or asks it.
fn check(options: &CoachCommand, wanted: &SupplyRequest, library: &Library) -> Done {
    let seed = options.seed.unwrap_or_else(rand::random);
    let mut out = output::json_or_text(options.json);
    // With a seed the paper is the same for everybody; else it asks what was never asked, as long as there is enough.
    let seen = match (options.seed, History::load(&store()?)) {
        (None, Ok(record)) if !options.json => record.coach.seen.into_values().flatten().collect(),
        _ => BTreeSet::new(),
    };
    let make =
        |seen: &BTreeSet<String>| Budget::default().run(|limits| paper(wanted, seed, seen, library, limits));
    let found = match make(&seen) {
        Err(CheckError::TooFew(_)) if !seen.is_empty() => make(&BTreeSet::new()),
        found => found,
    };
    let (paper, failed) = match found {
        Ok(paper) => (paper, None),
        Err(error) => {
            let failed = Error::failed(&error);
            match error {
                CheckError::Bank(error) => return Err(bank_error(error)),
                CheckError::TooFew(paper) => (paper, Some(failed)),
            }
        }
    };
    if !options.json && failed.is_none() {
        return ask(&paper, wanted, seed, options.plain || is_plain_asked(), library);
    }
    for question in paper.iter().filter(|_| options.json) {
        output::json_line(&mut out, question)?;
    }
    out.flush()?;
    failed.map_or(Ok(()), Err)
}

/// Lists every game with its skills.
fn paths(options: &CoachCommand, library: &Library) -> Done {
    let mut out = output::json_or_text(options.json);
    let listed = games::listed(library);
    let ids = listed.iter().map(|entry| entry.info).chain([&games::sum::INFO]);
    for info in ids {
        let skills = listed_skills(info.id);
        if options.json {
            output::json_line(&mut out, &PathLine { game: info.id, skills: &skills })?;
            continue;
        }
        writeln!(out, "{}", info.name)?;
        for skill in &skills {
            writeln!(out, "  {:<18} {}", skill.name, skill.idea)?;
        }
    }
    Ok(out.flush()?)
}
