//! The `coach` command: teaches a game by asking questions about new positions.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use nimatron_core::erased::question_key;
use nimatron_core::games;
use nimatron_core::games::reasons::{join, or};
use nimatron_core::rules::{Library, Limits};

use super::config;
use super::error::{Done, Error};
use super::numbers::within;
use super::options::{AnswerFormat, GameChoice, Interface};
use super::output;
use super::plain::{Prompt, Talk, names, such_as};
use super::play::is_plain_asked;
use super::stop::{self, Budget, WorkLimit};
use super::table::entry_of;
use crate::play::coach::bank::{BankError, skills};
use crate::play::coach::check::{CheckError, CheckQuestion, paper};
use crate::play::coach::path::{AskKind, Skill, listed as listed_skills};
use crate::play::coach::record::{Answers, CheckResult, CoachEvent};
use crate::play::coach::sitting::{Sitting, SittingRequest, named};
use crate::play::history::{self, History};
use crate::play::store::Store;
use crate::play::supply::SupplyRequest;
use crate::play::typed::parse_move;
use nimatron_core::tr;

/// The maximum number of correct answers listed in the feedback on a wrong answer.
const SHOWN: usize = 5;

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
    #[command(flatten)]
    choice: GameChoice,
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
    /// List the skills of the game, or of each game
    #[arg(long, conflicts_with = "check")]
    paths: bool,
    /// Random seed
    #[arg(long, value_name = "S", value_parser = within(0..=u64::MAX))]
    seed: Option<u64>,
    #[command(flatten)]
    pub limit: WorkLimit,
    #[command(flatten)]
    format: AnswerFormat,
}

#[derive(serde::Serialize)]
struct PathLine<'a> {
    game: &'a str,
    skills: &'a [Skill],
}

pub fn run(options: &CoachCommand, library: &Library) -> Done {
    stop::listen();
    if options.paths {
        return paths(options, library);
    }
    let budget = options.limit.budget();
    let (game, convention) = options.choice.named()?;
    if options.check {
        let game = game.ok_or_else(|| Error::usage(tr!("--check needs a game, such as nim")))?;
        return check(
            options,
            &SupplyRequest::new(game, convention),
            library,
            &budget,
        );
    }
    if options.format.is_json() {
        return Err(Error::usage(tr!("--json goes with --check or --paths")));
    }
    if let (Some(game), Some(skill)) = (&game, &options.skill) {
        let wanted = SupplyRequest::new(game.clone(), convention);
        let (_, skills) = budget
            .run(|limits: &Limits| skills(&wanted, 0, library, limits))
            .map_err(|error| bank_error(error, &budget))?;
        if skills.is_empty() {
            return Err(bank_error(BankError::Nothing(game.clone()), &budget));
        }
        if !skills.iter().any(|known| known.name == *skill) {
            let names = join(skills.iter().map(|known| &known.name), ", ");
            return Err(Error::usage(tr!(
                "{game} has no skill {skill:?}; expected one of {names}"
            )));
        }
    }
    let wanted = SittingRequest {
        game: game.map(|game| SupplyRequest::new(game, convention)),
        skill: options.skill.clone(),
        minutes: f64::from(options.minutes),
        seed: options.seed.unwrap_or_else(rand::random),
    };
    let store = store()?;
    let record = History::load(&store).map_err(Error::failed)?.coach;
    let plan =
        |limits: &Limits| Sitting::plan(&wanted, &record, history::seconds(), library, limits);
    let sitting = budget
        .run(plan)
        .map_err(|error| bank_error(error, &budget))?;
    let mut talk = talk(options, store, library);
    let done = talk.sit(sitting);
    talk.end(done)
}

fn talk(options: &CoachCommand, store: Store, library: &Library) -> Talk {
    // The command's time limit applies while the questions are generated, but not while the user answers them.
    Budget::default().begin();
    let settled = config::settle(&Interface::default(), &Interface::default());
    config::tell(&settled.faults);
    Talk::new(
        settled,
        library.clone(),
        Ok(store),
        !options.plain && !is_plain_asked(),
    )
}

/// Opens the store to read and write the record. Any folder of saved games will do, because the record is stored
/// elsewhere.
pub(super) fn store() -> Done<Store> {
    Store::locate(Some(&PathBuf::from("saves"))).map_err(Error::failed)
}

fn winner_in_words(outcome: &str) -> &'static str {
    if outcome == "win" {
        tr!("you win")
    } else {
        tr!("your opponent wins")
    }
}

/// Asks the questions, and adds the result to the record unless the user quits.
fn ask(
    talk: &mut Talk,
    paper: &[CheckQuestion],
    wanted: &SupplyRequest,
    seed: u64,
    library: &Library,
) -> Done {
    let asked = paper
        .iter()
        .filter(|question| question.asks == AskKind::Move)
        .count();
    talk.say(&tr!("{count} questions: {winners} ask who wins with best play, {asked} ask for a move that wins. You move first in each \
         position. ? says what you can type; q leaves, and nothing is counted then.", count = paper.len(), winners = paper.len() - asked))?;
    let mut winner = Answers::default();
    let mut moves = Answers::default();
    let mut wrong = Vec::new();
    let mut rule = String::new();
    for question in paper {
        let at = games::open(&question.position, library).map_err(Error::failed)?;
        talk.say(&tr!(
            "{n} of {count}: {position}",
            n = question.n,
            count = paper.len(),
            position = question.position
        ))?;
        if at.rule() != rule {
            rule = at.rule();
            talk.say(&rule)?;
        }
        talk.show(&[at.boxed_clone()], None)?;
        let is_move = question.asks == AskKind::Move;
        let (text, prompt) = if is_move {
            let form = such_as(&*at, &question.answers, tr!(", for example"));
            let prompt = Prompt::of_move(&*at, &question.answers, &[]);
            (tr!("Which move wins? Type it{form}."), prompt)
        } else {
            (
                tr!("Who wins: you (y) or your opponent (o)?").to_owned(),
                Prompt::of_winner(&*at, &[]),
            )
        };
        talk.say(&text)?;
        let given = loop {
            let line = talk.listen(&prompt)?;
            match line.as_str() {
                "q" | "quit" => return Ok(()),
                word if talk.about(&*at, &names(&*at), word)? => {}
                "y" | "w" | "win" if !is_move => break "win".to_owned(),
                "o" | "l" | "loss" if !is_move => break "loss".to_owned(),
                _ if !is_move => talk.say(tr!("Answer y or o."))?,
                text => {
                    if let Some(choice) = talk.or_complain(parse_move(&*at, text))? {
                        break choice.text;
                    }
                }
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
    talk.say(&tr!("Winner right: {winner}. Move right: {moves}."))?;
    if !wrong.is_empty() {
        talk.say(tr!(
            "Wrong answers, what was right first and yours in brackets:"
        ))?;
        talk.say(&wrong.join("\n"))?;
    }
    let result = CheckResult {
        game: named(wanted),
        day: history::today(),
        seed,
        winner,
        r#move: moves,
    };
    if let Ok(record) = talk.history()
        && let Some(before) = record
            .coach
            .checks
            .iter()
            .rfind(|check| check.game == result.game)
    {
        talk.say(&tr!(
            "On {day}: winner {winner}, move {best}.",
            day = before.day,
            winner = before.winner,
            best = before.r#move
        ))?;
    }
    let mut events = vec![CoachEvent::Checked(result)];
    for question in paper {
        let at = games::open(&question.position, library).map_err(Error::failed)?;
        events.push(CoachEvent::Seen {
            game: at.info().id.to_owned(),
            key: question_key(&*at),
        });
    }
    talk.change_record(|record| record.add_coached(&events))
}

fn bank_error(error: BankError, budget: &Budget) -> Error {
    match error {
        BankError::Supply(error) if error.is_in_request() && budget.check().is_ok() => {
            Error::usage(error)
        }
        error => budget.blame(error),
    }
}

fn check(
    options: &CoachCommand,
    wanted: &SupplyRequest,
    library: &Library,
    budget: &Budget,
) -> Done {
    let seed = options.seed.unwrap_or_else(rand::random);
    let mut out = output::json_or_text(options.format.is_json());
    // If the user gives a seed or requests JSON, the questions depend only on the seed. Otherwise, avoid positions that
    // were asked before, unless too few positions are left.
    let seen = match (options.seed, History::load(&store()?)) {
        (None, Ok(record)) if !options.format.is_json() => {
            record.coach.seen.into_values().flatten().collect()
        }
        _ => BTreeSet::new(),
    };
    let make =
        |seen: &BTreeSet<String>| budget.run(|limits| paper(wanted, seed, seen, library, limits));
    let found = match make(&seen) {
        Err(CheckError::TooFew(_)) if !seen.is_empty() => make(&BTreeSet::new()),
        found => found,
    };
    let (paper, failed) = match found {
        Ok(paper) => (paper, None),
        Err(error) => {
            let failed = budget.blame(&error);
            match error {
                CheckError::Bank(error) => return Err(bank_error(error, budget)),
                CheckError::TooFew(paper) => (paper, Some(failed)),
            }
        }
    };
    if !options.format.is_json() && failed.is_none() {
        let mut talk = talk(options, store()?, library);
        let done = ask(&mut talk, &paper, wanted, seed, library);
        return talk.end(done);
    }
    for question in paper.iter().filter(|_| options.format.is_json()) {
        output::json_line(&mut out, question)?;
    }
    out.flush()?;
    failed.map_or(Ok(()), Err)
}

fn paths(options: &CoachCommand, library: &Library) -> Done {
    let mut out = output::json_or_text(options.format.is_json());
    let (game, convention) = options.choice.named()?;
    if convention.is_some() {
        let told = tr!("--paths lists the skills of both conventions; name the game alone");
        return Err(Error::Usage(told.to_owned()));
    }
    let of_sums = games::sum::INFO.spoken();
    let only = match &game {
        Some(game) if game != of_sums.id => Some(entry_of(game, library, &|_| true)?.info),
        asked => asked.as_ref().map(|_| of_sums),
    };
    let infos = games::listed(library)
        .into_iter()
        .map(|entry| entry.info)
        .chain([of_sums]);
    for info in infos.filter(|info| only.is_none_or(|only| only == *info)) {
        let skills = listed_skills(info.id);
        if options.format.is_json() {
            output::json_line(
                &mut out,
                &PathLine {
                    game: info.id,
                    skills: &skills,
                },
            )?;
            continue;
        }
        writeln!(out, "{}", info.name)?;
        for skill in &skills {
            writeln!(out, "  {:<18} {}", skill.name, skill.idea)?;
        }
    }
    Ok(out.flush()?)
}
