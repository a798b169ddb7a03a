//! Tries out a script on many positions, to find its errors early.

use crate::tr;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::components::MostPieces;
use super::known::OwnGame;
use super::position::{OwnMove, OwnPosition};
use super::ruleset::OwnRuleset;
use super::script::{Question, Script, ScriptKind};
use crate::erased::AnyPosition;
use crate::games::Opener;
use crate::games::reasons::counted;
use crate::rule::{self, LostRule, Numbered};
use crate::rules::{Convention, Library, Limits, Rules, Stop};

/// The result of a trial.
#[derive(Debug)]
pub struct TrialReport {
    /// A summary of the trial for the user.
    pub seen: String,
    /// The errors, each with its location.
    pub faults: Vec<String>,
    /// The reason why some positions were not tested, if there are any.
    pub left: Option<String>,
}

const PLAYED: u64 = 40;
const LONGEST: usize = 60;
/// The maximum number of positions explored from one position.
const EXPLORED: usize = 3_000;
/// In a random game of heaps, the next move is picked from at most this many moves.
const MOST_PICKED: usize = 1_000;
/// The largest heap tried, apart from the heaps of the start position.
const HEAPS: i32 = 60;
/// The largest number tried in a heap of several numbers.
const SIDES: i32 = 8;
/// The maximum number of positions from random games on which the script is compared with fresh copies.
const COMPARED: usize = 300;
/// The maximum number of positions compared with their images to find undeclared symmetries.
const TURNED: usize = 100;
const LONGEST_TRIAL: Duration = Duration::from_secs(5);

pub(super) struct Chance(pub u64);

impl Chance {
    pub fn pick(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n.max(1) as u64) as usize
    }
}

/// Tries out a script, for a few seconds at most.
///
/// # Errors
/// Returns an error only if `limits` stop the trial; errors of the script are part of the report.
pub fn run(game: &'static OwnGame, limits: &Limits) -> Result<TrialReport, Stop> {
    run_for(LONGEST_TRIAL, game, limits)
}

/// Adds the time limit of a trial to the limits for reading a script; `file` names the script in the error.
pub fn limits_for_reading(file: &str, limits: &Limits) -> Limits {
    let seconds = LONGEST_TRIAL.as_secs();
    let why = tr!("{file}: reading it takes more than {seconds} seconds");
    limits.clone().stopping(late(LONGEST_TRIAL, why))
}

fn late(longest: Duration, why: String) -> impl Fn() -> Option<String> {
    let until = Instant::now() + longest;
    move || (Instant::now() > until).then(|| why.clone())
}

pub(super) fn run_for(
    longest: Duration,
    game: &'static OwnGame,
    limits: &Limits,
) -> Result<TrialReport, Stop> {
    let convention = game.script.convention.unwrap_or(Convention::Normal);
    let mut trial = Trial {
        outer: limits,
        // A call that does not end is stopped by the limits of a single call, and is reported as an error.
        limits: limits
            .clone()
            .stopping_between_calls(late(longest, tr!("the time is over").to_owned())),
        faults: Vec::new(),
        left: None,
    };
    let script = &game.script;
    let title = &script.title;
    let kind = match script.kind {
        ScriptKind::Heaps => tr!("{title} is a game of heaps."),
        ScriptKind::Two => tr!("{title} is a board on which A and B have moves of their own."),
        ScriptKind::Board => tr!("{title} is a board with the same moves for both players."),
    };
    let mut games = vec![OwnRuleset::new(game, convention)];
    // Test `parts` under both conventions.
    let other = || OwnRuleset::new(game, convention.other());
    games.extend(script.is_split_by_parts().then(other));
    let what = if script.is_whole() {
        trial.try_whole(&games)?
    } else {
        trial.try_heaps(&games[0])?
    };
    // The printed start must parse back to itself.
    let mut rule = None;
    if trial.faults.is_empty() {
        let start = game.entry.info.example;
        let library = Library::default();
        library.insert_script(script.source.clone());
        match Opener::new(library).open_within(start, &trial.limits) {
            Ok(table) if table.part_id() != start => {
                let id = table.part_id();
                trial.faults.push(tr!("{start} reads as {id}"));
            }
            Ok(table) => {
                let found = found_rule(&*table, &trial.limits);
                let (words, stopped) = found.unwrap_or_else(|why| (None, Some(why)));
                rule = words;
                match stopped {
                    // This fault does not count as an error, because a script need not handle numbers that cannot be
                    // reached from its start.
                    Some(Stop::Fault(why)) => _ = trial.left.get_or_insert(why),
                    Some(why) => drop(trial.note::<()>(Err(why))?),
                    None => {}
                }
            }
            Err(error) => match error.stop.as_deref() {
                None | Some(Stop::Fault(_)) => trial.faults.push(error.to_string()),
                Some(stop) => drop(trial.note::<()>(Err(stop.clone()))?),
            },
        }
    }
    let Trial { faults, left, .. } = trial;
    let unique: BTreeSet<String> = faults.into_iter().collect();
    let slip = |(name, meant): &(String, &'static str)| {
        tr!("{name} has no meaning of its own; did you mean {meant}?")
    };
    let slips = script.slips.iter().map(slip);
    let splits = [
        (script.has("parts"), "parts"),
        (script.split.is_some(), "SPLIT"),
    ];
    let unused = |(is_set, name): (bool, &str)| {
        (is_set && (script.points || script.loops)).then(|| {
            tr!("{name} is not used: only boards of games without points and LOOPS are split.")
        })
    };
    let unused = splits.into_iter().filter_map(unused);
    let is_split = script.split.is_some() && !script.points && !script.loops;
    let half_used = (is_split && convention == Convention::Misere)
        .then(|| tr!("SPLIT is used in normal play only.").to_owned());
    let seen = [kind, what]
        .into_iter()
        .chain(rule)
        .chain(unused)
        .chain(half_used)
        .chain(slips);
    let seen = seen.collect::<Vec<_>>().join(" ");
    Ok(TrialReport {
        seen,
        faults: unique.into_iter().collect(),
        left,
    })
}

/// Describes which small positions are lost, if positions consist of one or two numbers. Also returns the reason why
/// the table ended early, if it did.
fn found_rule(
    position: &dyn AnyPosition,
    limits: &Limits,
) -> Result<(Option<String>, Option<Stop>), Stop> {
    let Some(game) = Numbered::find(position, limits)? else {
        return Ok((None, None));
    };
    let upto = if game.is_pair() { 24 } else { 100 };
    let table = rule::tabulate(&game, Some(upto), limits)?;
    let checked = table.checked;
    let words = match LostRule::find(&table, limits)? {
        Some(rule) => match rule.constant() {
            Some(true) => tr!("Every position up to {checked} is lost."),
            Some(false) => tr!("No position up to {checked} is lost."),
            None => tr!(
                "A position is lost exactly when {words}; checked up to {checked}.",
                words = rule.words("n")
            ),
        },
        None => tr!("No short rule tells the lost positions up to {checked}."),
    };
    Ok((Some(words), table.stopped))
}

struct Trial<'l> {
    outer: &'l Limits,
    limits: Limits,
    faults: Vec<String>,
    left: Option<String>,
}

impl Trial<'_> {
    /// Returns the result of a step, or records why the step failed. Returns an error only if the caller interrupts the
    /// trial.
    fn note<T>(&mut self, done: Result<T, Stop>) -> Result<Option<T>, Stop> {
        match done {
            Ok(value) => return Ok(Some(value)),
            Err(Stop::Fault(what)) => self.faults.push(what),
            // A position too large to be explored here is not an error.
            Err(Stop::NotProved(why)) => _ = self.left.get_or_insert(why),
            Err(Stop::Interrupted(_)) => {
                self.outer.check()?;
                self.left.get_or_insert(tr!(
                    "ended after {seconds} seconds",
                    seconds = LONGEST_TRIAL.as_secs()
                ));
            }
        }
        Ok(None)
    }

    /// Plays random games, and stops early if `visit` fails. `visit` is called for each position and returns its moves.
    fn play_games(
        &mut self,
        game: &OwnRuleset,
        mut visit: impl FnMut(&OwnPosition, &Limits) -> Result<Vec<OwnMove>, Stop>,
    ) -> Result<(), Stop> {
        let limits = self.limits.clone();
        let mut chance = Chance(1);
        for _ in 0..PLAYED {
            let mut at = game.start();
            for _ in 0..LONGEST {
                let visited = limits.check().and_then(|()| visit(&at, &limits));
                let Some(moves) = self.note(visited)? else {
                    return Ok(());
                };
                let Some(m) = moves.get(chance.pick(moves.len())) else {
                    break;
                };
                at = game.play(&at, m);
            }
        }
        Ok(())
    }

    /// Tries heaps in ascending order, up to the first error, because most larger heaps would repeat the error.
    fn try_heaps(&mut self, game: &OwnRuleset) -> Result<String, Stop> {
        let limits = self.limits.clone();
        let dims = game.script.dims;
        let numbers = game.script.start.iter().copied();
        let start = numbers.filter(|_| dims == 1);
        let most = if dims == 1 { HEAPS } else { SIDES };
        let heaps: BTreeSet<i32> = (0..=most).chain(start).collect();
        let (mut asked, mut solved) = (0, 0);
        for &heap in &heaps {
            let alone = OwnPosition::plain(vec![heap; dims]);
            let tried = (limits.check())
                .and_then(|()| game.try_moves(&alone, &limits))
                .and_then(|_| same_answers(game.script, &alone, None, &limits));
            if self.note(tried)?.is_none() {
                break;
            }
            asked += 1;
        }
        if self.faults.is_empty() && game.script.has("legal") {
            self.play_games(game, |at, limits| {
                game.check_next(at, limits)?;
                Ok(game.moves(at).first_of(MOST_PICKED))
            })?;
        }
        for &heap in heaps.iter().take(asked) {
            let is_in_order = self.faults.is_empty() && self.left.is_none();
            let tried = || game.try_heap(&vec![heap; dims], &limits);
            if !is_in_order || self.note(tried())?.is_none() {
                break;
            }
            solved += 1;
        }
        let largest = heaps.iter().take(asked).max().unwrap_or(&0);
        Ok(tr!(
            "Tried {asked} heaps, up to {largest}, and solved {solved} of them."
        ))
    }

    /// Plays random games of a script whose positions are searched as a whole, and tries the positions that occur.
    fn try_whole(&mut self, games: &[OwnRuleset]) -> Result<String, Stop> {
        let limits = self.limits.clone();
        let mut positions: Vec<(usize, OwnPosition)> = Vec::new();
        let mut known = std::collections::HashSet::new();
        let key = |at: &OwnPosition| (at.mover(), Box::<[i32]>::from(at.cells()), at.score());
        let mut shared = None;
        let game = &games[0];
        if game.is_heaps() && game.script.points {
            // Random games of heaps that grow for ever would use up the whole time limit.
            match game.check_end(&game.script.start, MostPieces::FEW, &limits) {
                Err(Stop::NotProved(_)) => {}
                ended => drop(self.note(ended)?),
            }
            if !self.faults.is_empty() {
                return Ok(tr!("Played no random game.").to_owned());
            }
        }
        self.play_games(game, |at, limits| {
            let moves = game.try_moves(at, limits)?;
            if known.len() < COMPARED && !known.contains(&key(at)) {
                let first = moves.first().map(|m| game.play(at, m));
                same_answers(game.script, at, first.as_ref(), limits)?;
                if shared.is_none() && first.is_some() && !game.is_heaps() {
                    let found = game.script.shared_results(at, limits)?;
                    shared = found
                        .map(|results| (results, game.script.state_text(at.cells(), at.mover())));
                }
            }
            if known.insert(key(at)) {
                positions.push((moves.len(), at.clone()));
            }
            Ok(moves)
        })?;
        let tried = positions.iter().map(|(_, at)| at.clone()).take(TURNED);
        let names = if self.faults.is_empty() {
            game.unnamed_symmetries(&tried.collect::<Vec<_>>(), &limits)
        } else {
            Vec::new()
        };
        let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
        // Solve positions with few moves first, until a position is too large.
        positions.sort_by_cached_key(|(moves, _)| *moves);
        let mut solved = 0;
        for (_, at) in &positions {
            if !self.faults.is_empty() || self.left.is_some() {
                break;
            }
            let tried = games.iter().try_fold(true, |all, game| {
                limits.check()?;
                Ok(game.try_values(at, EXPLORED, &limits)? && all)
            });
            match self.note(tried)? {
                Some(true) => solved += 1,
                // The largest positions are often too large to solve, so report the limit only if no position was
                // solved.
                Some(false) if solved == 0 => {
                    self.left = Some(tr!(
                        "more than {most} positions can follow",
                        most = EXPLORED
                    ));
                }
                _ => break,
            }
        }
        let shared = shared.map_or(String::new(), |([first, second], position)| {
            tr!(
                " For {position}, results {first} and {second} of moves are the same table, so they are one move; two moves need a copy each, such as {example}.",
                example = "{table.unpack(cells)}"
            )
        });
        let seen = counted(positions.len() as u64, tr!("position"), tr!("positions"));
        let advice = if names.is_empty() {
            String::new()
        } else {
            tr!(
                " These boards have the moves of their images: SYMMETRIES = {names} would make large ones quicker to solve.",
                names = format!("{{{}}}", names.join(", "))
            )
        };
        Ok(tr!(
            "Played {games} random games, tried {seen} of them and solved {solved}.{shared}{advice}",
            games = PLAYED
        ))
    }
}

/// Calls the script's functions for a position and a move. Returns an error if fresh copies of the script give
/// different results. This can happen if a function keeps state between calls or depends on the order in which `pairs`
/// yields keys.
fn same_answers(
    script: &Script,
    at: &OwnPosition,
    to: Option<&OwnPosition>,
    limits: &Limits,
) -> Result<(), Stop> {
    let packed = script.packed(at);
    let cells = at.cells();
    let mut questions = Vec::new();
    if script.kind == ScriptKind::Heaps {
        questions.extend(cells.chunks(script.dims).map(Question::Options));
    } else {
        let result = at.mover().map(|player| Question::Result(cells, player));
        questions.extend(result);
        questions.extend([
            Question::Moves(&packed),
            Question::Legal(cells),
            Question::Width(cells.len()),
            Question::Parts(cells),
        ]);
        questions.extend(to.map(|to| Question::MoveWords(cells, to.cells())));
    }
    questions.retain(|question| script.has(question.function()));
    let expected = script.replies(&questions, limits)?;
    for fresh in script.fresh_copies(limits)? {
        let found = fresh.replies(&questions, limits)?;
        let mut both = questions.iter().zip(expected.iter().zip(&found));
        if let Some((question, _)) = both.find(|(_, (expected, found))| expected != found) {
            let asked = match script.kind {
                ScriptKind::Heaps => {
                    let heap = script.state_text(cells, None);
                    tr!("the options of a heap of {heap}")
                }
                _ => script.packed_text(&packed),
            };
            let what = tr!(
                "it gives something else in a fresh copy of the script, in which pairs goes in another order: a function may only depend on its arguments"
            );
            return Err(script.fault_in(question.function(), what, Some(&asked)));
        }
    }
    Ok(())
}
