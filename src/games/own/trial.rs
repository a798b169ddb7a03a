//! Trying a script out: a look at many positions for what would be wrong later. It never replaces the checks that are made
//! while a game is solved; it finds their faults early.

use std::collections::BTreeSet;

use super::boards::OwnBoard;
use super::constants::ScriptKind;
use super::engine;
use super::error::ScriptError;
use super::explored::OwnPosition;
use super::heaps::OwnHeaps;
use super::known::read_script;
use crate::rules::{Convention, Limits, ScriptText, Stop};

/// What was found.
#[derive(Debug)]
pub struct TrialReport {
    /// What was looked at, in words.
    pub seen: String,
    /// What is wrong, each with its place.
    pub faults: Vec<String>,
}

/// How many games are played by chance.
const PLAYED: u64 = 40;
/// The longest of them.
const LONGEST: usize = 60;
/// The most positions that are explored from one.
const EXPLORED: usize = 3_000;
/// The heaps that are looked at besides those of the start.
const HEAPS: i32 = 60;
/// The most faults that are listed.
const LISTED: usize = 10;

/// Numbers by chance, the same ones every time.
pub(super) struct Chance(u64);

impl Chance {
    /// A number from 0 to n-1.
    pub fn pick(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % n.max(1) as u64) as usize
    }
}

/// Tries a script out.
///
/// # Errors
/// What keeps it from being read, or the limits' wish to end.
pub fn of(source: &ScriptText, limits: &Limits) -> Result<TrialReport, ScriptError> {
    let game = read_script(source, limits)?;
    let convention = game.script.convention.unwrap_or(Convention::Normal);
    let found = match game.script.kind {
        ScriptKind::Heaps => {
            let heaps = OwnHeaps::new(game, convention);
            engine::within(limits, || try_heaps(&heaps, limits))??
        }
        _ => {
            let board = OwnBoard::new(game, convention);
            engine::within(limits, || try_board(&board, limits))??
        }
    };
    // The start must read back from what is printed of it.
    let (mut faults, what) = found;
    let start = game.info.example;
    let library = crate::rules::Library::default();
    library.insert_script(source.clone());
    let head = crate::rules::Text::new(&source.name);
    let (_, state) = start.split_once(':').unwrap_or_default();
    match crate::games::own::entries::open(convention, &[head], crate::rules::Text::new(state), &library) {
        Ok(table) if table.part_id() != start => faults.push(format!("{start} reads as {}", table.part_id())),
        Ok(_) => {}
        Err(e) => faults.push(e.to_string()),
    }
    let unique: BTreeSet<String> = faults.into_iter().collect();
    let kind = match game.script.kind {
        ScriptKind::Heaps => "heaps",
        ScriptKind::Board => "a board",
        ScriptKind::Two => "a board for two",
    };
    let seen = format!("{}, {kind}; {what}", game.script.title);
    Ok(TrialReport { seen, faults: unique.into_iter().take(LISTED).collect() })
}

/// What was wrong, and what was looked at.
type Tried = (Vec<String>, String);

/// Adds what is wrong; passes on the wish to end.
fn note<T>(done: Result<T, ScriptError>, faults: &mut Vec<String>) -> Result<Option<T>, ScriptError> {
    match done {
        Ok(value) => Ok(Some(value)),
        Err(ScriptError::Fault(what)) => {
            faults.push(what);
            Ok(None)
        }
        // What is too large to be explored here is no fault.
        Err(ScriptError::Stopped(Stop::NotProved(_))) => Ok(None),
        Err(stopped) => Err(stopped),
    }
}

fn try_heaps(game: &OwnHeaps, limits: &Limits) -> Result<Tried, ScriptError> {
    let mut faults = Vec::new();
    let mut heaps: Vec<i32> = (1..=HEAPS).collect();
    heaps.extend(game.start());
    heaps.dedup();
    for &heap in &heaps {
        note(game.options_within(heap, limits), &mut faults)?;
    }
    if faults.is_empty() {
        let solved = game.try_values(&heaps, limits);
        note(solved, &mut faults)?;
    }
    Ok((faults, format!("{} heaps were tried, up to {}", heaps.len(), heaps.iter().max().unwrap_or(&0))))
}

fn try_board(game: &OwnBoard, limits: &Limits) -> Result<Tried, ScriptError> {
    let mut faults = Vec::new();
    let mut chance = Chance(1);
    let mut positions: Vec<OwnPosition> = Vec::new();
    let mut known = std::collections::HashSet::new();
    for _ in 0..PLAYED {
        let mut at = game.start();
        for _ in 0..LONGEST {
            limits.check()?;
            if known.insert(at.clone()) {
                positions.push(at.clone());
            }
            let Some(next) = note(game.try_moves(&at), &mut faults)? else { break };
            if next.is_empty() {
                break;
            }
            at = next[chance.pick(next.len())].clone();
        }
        if !faults.is_empty() {
            break;
        }
    }
    // From the end towards the start: what follows gets more and more, until it is too much.
    let mut explored = 0;
    if faults.is_empty() {
        let mut by_moves: Vec<(usize, OwnPosition)> = Vec::new();
        for at in &positions {
            let moves = note(game.try_moves(at), &mut faults)?.map_or(0, |moves| moves.len());
            by_moves.push((moves, at.clone()));
        }
        by_moves.sort_by_key(|(moves, _)| *moves);
        for (_, at) in &by_moves {
            limits.check()?;
            match game.try_values(at, EXPLORED, limits) {
                Ok(true) => explored += 1,
                Ok(false) => break,
                Err(error) => {
                    note::<()>(Err(error), &mut faults)?;
                    break;
                }
            }
        }
    }
    let noun = if positions.len() == 1 { "position" } else { "positions" };
    Ok((
        faults,
        format!(
            "{} {noun} of {PLAYED} games by chance were tried, {explored} of them solved",
            positions.len()
        ),
    ))
}
