//! Trying a script out: a look at many positions for what would be wrong later. It never replaces the checks that are made
//! while a game is solved; it finds their faults early.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use super::boards::OwnBoard;
use super::engine;
use super::explored::OwnPosition;
use super::heaps::OwnHeaps;
use super::known::read_script;
use super::script::{ScriptError, ScriptKind};
use crate::erased::AnyPosition;
use crate::games::reasons::count;
use crate::rule::{self, LostRule, Numbered};
use crate::rules::{Convention, Library, Limits, Rules, ScriptText, Stop, Text};

/// What was found.
#[derive(Debug)]
pub struct TrialReport {
    /// What was looked at, in words.
    pub seen: String,
    /// What is wrong, each with its place.
    pub faults: Vec<String>,
    /// Why the rest was not tested, where that is much.
    pub left: Option<String>,
}

/// How many random games are played.
const PLAYED: u64 = 40;
/// The longest of them.
const LONGEST: usize = 60;
/// The most positions that are explored from one.
const EXPLORED: usize = 3_000;
/// The most moves of a position of heaps among which chance picks.
const MOST_PICKED: usize = 1_000;
/// The heaps that are looked at besides those of the start.
const HEAPS: i32 = 60;
/// The longest that a script is tried out; tests wait less.
const LONGEST_TRIAL: Duration = Duration::from_secs(if cfg!(test) { 2 } else { 5 });

/// Random numbers, the same ones every time.
pub(super) struct Chance(u64);

impl Chance {
    /// A number from 0 to n-1.
    pub fn pick(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n.max(1) as u64) as usize
    }
}

/// Tries a script out, for a few seconds at most.
pub fn of(source: &ScriptText, limits: &Limits) -> Result<TrialReport, ScriptError> {
    let game = read_script(source, limits)?;
    let convention = game.script.convention.unwrap_or(Convention::Normal);
    let until = Instant::now() + LONGEST_TRIAL;
    let late = move || (Instant::now() > until).then(|| "the time is over".to_owned());
    // Scripts keep these limits as well.
    let within = limits.clone().stopping(late);
    let mut trial = Trial {
        outer: limits,
        limits: within.clone(),
        faults: Vec::new(),
        left: None,
    };
    let (kind, what) = match game.script.kind {
        ScriptKind::Heaps => {
            let heaps = OwnHeaps::new(game, convention);
            (
                "a game of heaps",
                engine::within(&within, || trial.try_heaps(&heaps))?,
            )
        }
        kind @ (ScriptKind::Board | ScriptKind::Two) => {
            let mut boards = vec![OwnBoard::new(game, convention)];
            // What falls into parts must do so in both.
            boards.extend(
                game.script
                    .has
                    .parts
                    .then(|| OwnBoard::new(game, convention.other())),
            );
            let word = match kind {
                ScriptKind::Two => "a board on which A and B have moves of their own",
                _ => "a board with the same moves for both players",
            };
            (word, engine::within(&within, || trial.try_board(&boards))?)
        }
    };
    // The start must read back from what is printed of it.
    let Trial {
        mut faults, left, ..
    } = trial;
    let mut rule = None;
    let start = game.entry.info.example;
    let library = Library::default();
    library.insert_script(source.clone());
    let head = Text::new(&source.name);
    let (_, state) = start.split_once(':').unwrap_or_default();
    match game
        .entry
        .open(convention, &[head], Text::new(state), &library)
    {
        Ok(table) if table.part_id() != start => {
            faults.push(format!("{start} reads as {}", table.part_id()))
        }
        Ok(table) if faults.is_empty() => {
            rule = found_rule(&*table, &within);
            limits.check()?;
        }
        Ok(_) => {}
        Err(e) => faults.push(e.to_string()),
    }
    let unique: BTreeSet<String> = faults.into_iter().collect();
    let seen = format!(
        "{} is {kind}. {what}{}",
        game.script.title,
        rule.unwrap_or_default()
    );
    Ok(TrialReport {
        seen,
        faults: unique.into_iter().collect(),
        left,
    })
}

/// What is told of the rule that small positions follow, where positions are one or two numbers; nothing where the time
/// is over before one is found.
fn found_rule(position: &dyn AnyPosition, limits: &Limits) -> Option<String> {
    let game = Numbered::of(position, limits).ok()??;
    let upto = if game.is_pair() { 24 } else { 100 };
    let table = rule::tabulate(&game, Some(upto), limits).ok()?;
    let checked = table.checked;
    Some(match LostRule::find(&table, limits).ok()? {
        Some(rule) => match rule.words("n").as_str() {
            "always" => format!(" Every position up to {checked} is lost."),
            "never" => format!(" No position up to {checked} is lost."),
            words => format!(" A position is lost exactly when {words}; checked up to {checked}."),
        },
        None => format!(" No short rule tells the lost positions up to {checked}."),
    })
}

struct Trial<'l> {
    /// The caller's.
    outer: &'l Limits,
    /// The same, which end after a while too.
    limits: Limits,
    faults: Vec<String>,
    /// Why the rest was not tested.
    left: Option<String>,
}

impl Trial<'_> {
    /// Adds what is wrong, or why this is not known; passes on the caller's wish to end.
    fn note<T>(&mut self, done: Result<T, ScriptError>) -> Result<Option<T>, ScriptError> {
        match done {
            Ok(value) => return Ok(Some(value)),
            Err(ScriptError::Fault(what) | ScriptError::Stopped(Stop::Fault(what))) => {
                self.faults.push(what)
            }
            // What is too large to be explored here is no fault.
            Err(ScriptError::Stopped(Stop::NotProved(why))) => self.left = Some(why),
            Err(ScriptError::Stopped(Stop::Interrupted(_))) => {
                self.outer.check()?;
                self.left = Some(format!("ended after {} seconds", LONGEST_TRIAL.as_secs()));
            }
        }
        Ok(None)
    }

    /// Heaps in rising order, up to the first fault: the same one would be found again in most of the others.
    fn try_heaps(&mut self, game: &OwnHeaps) -> Result<String, ScriptError> {
        let limits = self.limits.clone();
        let heaps: BTreeSet<i32> = (0..=HEAPS)
            .chain(game.script.start.iter().copied())
            .collect();
        let (mut asked, mut solved) = (0, 0);
        for &heap in &heaps {
            if self.note(game.try_options(heap, &limits))?.is_none() {
                break;
            }
            asked += 1;
        }
        if self.faults.is_empty() && game.script.has.legal {
            self.try_legal(game)?;
        }
        for &heap in heaps.iter().take(asked) {
            if !self.faults.is_empty() || self.note(game.try_values(&[heap], &limits))?.is_none() {
                break;
            }
            solved += 1;
        }
        let largest = heaps.iter().take(asked).max().unwrap_or(&0);
        Ok(format!(
            "Tried {asked} heaps, up to {largest}, and solved {solved} of them."
        ))
    }

    /// Random games from the start, where positions can be refused.
    fn try_legal(&mut self, game: &OwnHeaps) -> Result<(), ScriptError> {
        let limits = self.limits.clone();
        let mut chance = Chance(1);
        for _ in 0..PLAYED {
            let mut at = OwnPosition {
                mover: None,
                cells: game.script.start.as_slice().into(),
            };
            for _ in 0..LONGEST {
                if self.note(game.check_next(&at, &limits))?.is_none() {
                    return Ok(());
                }
                let moves = game.moves(&at).first_of(MOST_PICKED);
                let Some(m) = moves.get(chance.pick(moves.len())) else {
                    break;
                };
                at = game.play(&at, m);
            }
        }
        Ok(())
    }

    /// Positions of random games; the first board is played, all are solved.
    fn try_board(&mut self, boards: &[OwnBoard]) -> Result<String, ScriptError> {
        let limits = self.limits.clone();
        let mut chance = Chance(1);
        // Each with how many moves it has.
        let mut positions: Vec<(usize, OwnPosition)> = Vec::new();
        let mut known = std::collections::HashSet::new();
        let game = &boards[0];
        'games: for _ in 0..PLAYED {
            let mut at = game.start();
            for _ in 0..LONGEST {
                let done = limits
                    .check()
                    .map_err(ScriptError::from)
                    .and_then(|()| game.try_moves(&at));
                let Some(next) = self.note(done)? else {
                    break 'games;
                };
                if known.insert(at.clone()) {
                    positions.push((next.len(), at.clone()));
                }
                let Some(to) = next.get(chance.pick(next.len())) else {
                    break;
                };
                at = to.clone();
            }
        }
        // From the end towards the start: what follows gets more and more, until it is too much.
        positions.sort_by_cached_key(|(moves, _)| *moves);
        let mut solved = 0;
        for (_, at) in &positions {
            if !self.faults.is_empty() || self.left.is_some() {
                break;
            }
            let tried = boards.iter().try_fold(true, |all, game| {
                limits.check()?;
                Ok(game.try_values(at, EXPLORED, &limits)? && all)
            });
            match self.note(tried)? {
                Some(true) => solved += 1,
                // The largest ones often are too much: that says something only where all were.
                Some(false) if solved == 0 => {
                    self.left = Some(format!("more than {EXPLORED} positions can follow"));
                }
                _ => break,
            }
        }
        let seen = count(positions.len() as u64, "position");
        Ok(format!(
            "Played {PLAYED} random games, tried {seen} of them and solved {solved}."
        ))
    }
}
