//! Positions by chance of any game: from its set-up form at several sizes, from its presets, and a few moves on.

use super::super::dice::Dice;
use super::{PuzzleError, PuzzleRequest, convention, named};
use crate::erased::{AnyPosition, Entry, FieldKind, with_word};
use crate::games::{CATALOGUE, Opener};
use crate::rules::{Convention, Library};

/// The most moves that are played by chance from a position of the form.
const MOST_ON: u64 = 6;
/// How many moves of a position are looked at for one to play on by.
const LISTED: usize = 200;

/// A game, how it is played, and its parameters where they are given.
struct PuzzleSource {
    entry: &'static Entry,
    convention: Option<Convention>,
    /// The game's word with the parameters; `None`: any.
    head: Option<String>,
    /// A position of these parameters, where the game makes others by chance from it.
    pattern: Option<Box<dyn AnyPosition>>,
}

/// An endless supply of positions, the same ones for the same seed.
pub(super) struct Supply {
    sources: Vec<PuzzleSource>,
    opener: Opener,
    dice: Dice,
}

impl Supply {
    /// # Errors
    /// A game or parameters that do not read.
    pub fn new(wanted: &PuzzleRequest, seed: u64, library: &Library) -> Result<Supply, PuzzleError> {
        let mut dice = Dice::new(seed);
        let sources = match &wanted.game {
            Some(head) => vec![source(head, wanted.convention, library, &mut dice)?],
            None => any(wanted.convention),
        };
        Ok(Supply { sources, opener: Opener::new(library.clone()), dice })
    }

    /// Where the positions of the one game that is named begin: its set-up form and its presets, as far as they have
    /// the parameters that are wanted.
    pub fn starts(&mut self) -> Vec<Box<dyn AnyPosition>> {
        let Supply { sources, opener, .. } = self;
        let [source] = &sources[..] else { return Vec::new() };
        let (setup, info) = (source.entry.setup, source.entry.info);
        let values: Vec<String> = setup.fields.iter().map(|f| f.kind.default_value()).collect();
        let first = setup.start_id(&values).ok();
        let ids = first.into_iter().chain(setup.presets.iter().map(|(_, id)| (*id).to_owned()));
        let mut starts: Vec<_> = source.pattern.iter().map(|at| at.boxed_clone()).collect();
        for id in ids {
            let Some((head, state)) = id.split_whitespace().last().and_then(|id| id.split_once(':')) else {
                continue;
            };
            let head = source.head.as_deref().unwrap_or(head);
            let id = with_word(source.convention, info.default, &format!("{head}:{state}"));
            starts.extend(opener.open(&id).ok());
        }
        starts
    }

    /// Whether the game is named with its parameters, or has none.
    pub fn is_one_rulebook(&self) -> bool {
        matches!(&self.sources[..], [source] if source.head.is_some())
    }

    /// The convention in which all of them are played, where there is one.
    pub fn convention(&self) -> Option<Convention> {
        let first = self.sources.first()?.convention;
        first.filter(|_| self.sources.iter().all(|source| source.convention == first))
    }

    /// A number below `n` by chance.
    pub fn pick(&mut self, n: u64) -> u64 {
        self.dice.pick(n)
    }

    /// The next position; `None` where chance gave none that the rules allow.
    pub fn next(&mut self) -> Option<Box<dyn AnyPosition>> {
        let Supply { sources, opener, dice } = self;
        let source = dice.one(sources)?;
        let mut position = match &source.pattern {
            Some(pattern) => pattern.by_chance(&mut |n| dice.pick(n))?,
            None => {
                let (setup, info) = (source.entry.setup, source.entry.info);
                let values: Vec<String> = setup.fields.iter().map(|f| vary(&f.kind, dice)).collect();
                let made = setup.random_id(&values, &mut |n| dice.pick(n)).ok()?;
                let (head, state) = made.split_once(':')?;
                let preset = dice.one(setup.presets).filter(|_| dice.pick(4) == 0);
                let preset = preset.and_then(|(_, id)| id.split_whitespace().last()?.split_once(':'));
                let head = source.head.as_deref().or(preset.map(|(head, _)| head)).unwrap_or(head);
                let id = with_word(source.convention, info.default, &format!("{head}:{state}"));
                let position = opener.open(&id).ok()?;
                let other = if dice.pick(2) == 0 { position.by_chance(&mut |n| dice.pick(n)) } else { None };
                other.unwrap_or(position)
            }
        };
        let on = if dice.pick(2) == 0 { 0 } else { dice.pick(MOST_ON) + 1 };
        for _ in 0..on {
            let moves = position.first_moves(LISTED);
            // What is left must still be a question.
            let Some(m) = dice.one(&moves).filter(|_| moves.len() > 2) else { break };
            position.play(&m.text).ok()?;
        }
        Some(position)
    }
}

/// The one game that is named.
fn source(
    head: &str,
    wanted: Option<Convention>,
    library: &Library,
    dice: &mut Dice,
) -> Result<PuzzleSource, PuzzleError> {
    let (entry, params) = named(head, library)?;
    let convention = convention(entry.info, wanted)?;
    let played = convention.unwrap_or(Convention::Normal);
    match (entry.chance)(played, &params, library, &mut |n| dice.pick(n)) {
        Ok(pattern) => Ok(PuzzleSource { entry, convention, head: Some(head.to_owned()), pattern }),
        // A game that needs parameters, without any: all of them are meant.
        Err(_) if params.is_empty() => Ok(PuzzleSource { entry, convention, head: None, pattern: None }),
        Err(e) => {
            let column = head.chars().count() + 1;
            Err(PuzzleError::Game(e.missing_at(column).with_example(entry.info.example)))
        }
    }
}

/// Every game in every convention, or in one of them.
fn any(wanted: Option<Convention>) -> Vec<PuzzleSource> {
    let conventions = |entry: &'static Entry| match (entry.info.default, wanted) {
        (None, Some(_)) => Vec::new(),
        (None, None) => vec![None],
        (Some(_), Some(wanted)) => vec![Some(wanted)],
        (Some(_), None) => vec![Some(Convention::Normal), Some(Convention::Misere)],
    };
    (CATALOGUE.iter())
        .copied()
        .flat_map(|entry| conventions(entry).into_iter().map(move |convention| (entry, convention)))
        .map(|(entry, convention)| PuzzleSource { entry, convention, head: None, pattern: None })
        .collect()
}

/// A value for a field, at another size than what is there at first.
fn vary(kind: &FieldKind, dice: &mut Dice) -> String {
    match kind {
        FieldKind::Number { least, most, default } => {
            let most = (*most).min(scaled(*default, 5)).max(*least);
            (*least + dice.pick(most - *least + 1)).to_string()
        }
        FieldKind::Choice(words) => dice.one(words).map_or(String::new(), |w| (*w).to_owned()),
        FieldKind::Text(text) => {
            let numbers: Option<Vec<u64>> = text.split(',').map(|n| n.parse().ok()).collect();
            match numbers {
                // A list of numbers: as many or more or fewer, up to another largest one.
                Some(numbers) => {
                    let largest = numbers.iter().copied().max().unwrap_or(1);
                    let largest = scaled(largest, 1 + dice.pick(12)).max(3);
                    let count = 1 + dice.pick(4);
                    let list: Vec<String> =
                        (0..count).map(|_| (1 + dice.pick(largest)).to_string()).collect();
                    list.join(",")
                }
                None => (*text).to_owned(),
            }
        }
    }
}

/// That many quarters of a number.
fn scaled(n: u64, quarters: u64) -> u64 {
    (n.saturating_mul(quarters) / 4).max(1)
}
