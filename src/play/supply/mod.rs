//! Supplies random positions of any game for puzzles and the coach. A position is a random set-up or a random position
//! of a ruleset, sometimes after a few random moves.

mod small;

use super::dice::Dice;
use nimatron_core::erased::{AnyPosition, Entry, Info, with_word};
use nimatron_core::games::reasons::join;
use nimatron_core::games::{self, Opener, sum};
use nimatron_core::rules::{Convention, IdError, Library, Stop, Text, saturating_cast};
use nimatron_core::tr;

pub use small::Small;

/// The maximum number of legal moves in each component of a random sum.
const SMALL_PART: u64 = 16;
/// The maximum number of random moves played from a randomly chosen position.
const MOST_ON: u64 = 6;
/// The maximum number of moves from which a random move is chosen.
const LISTED: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SupplyRequest {
    /// The game's name in IDs, optionally with parameters, or `sum`.
    pub game: String,
    pub convention: Option<Convention>,
}

impl SupplyRequest {
    pub fn new(game: impl Into<String>, convention: Option<Convention>) -> SupplyRequest {
        let game = game.into();
        SupplyRequest { game, convention }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SupplyError {
    #[error("{0}")]
    Game(IdError),
    #[error("{}", tr!("{game} has no {convention} play", game = _0, convention = _1.name()))]
    NoConvention(&'static str, Convention),
    #[error("{0}")]
    Stopped(Stop),
}

impl SupplyError {
    /// Returns whether the error was caused by the request rather than by a script.
    pub fn is_in_request(&self) -> bool {
        !matches!(self, SupplyError::Stopped(_))
    }
}

struct GameSource {
    entry: &'static Entry,
    convention: Option<Convention>,
    /// The game's name with the parameters; `None` if the game needs parameters but they are not given.
    head: Option<String>,
    /// A random position of the ruleset, from which other random positions are generated; `None` if the game generates
    /// none.
    pattern: Option<Box<dyn AnyPosition>>,
}

/// An endless stream of positions of a game, determined by the seed.
pub struct Supply {
    source: Source,
    convention: Option<Convention>,
    opener: Opener,
    dice: Dice,
}

enum Source {
    Game(GameSource),
    Sum(Vec<Supply>),
}

impl Supply {
    pub fn new(
        wanted: &SupplyRequest,
        seed: u64,
        library: &Library,
    ) -> Result<Supply, SupplyError> {
        let mut dice = Dice::new(seed);
        let mut opener = Opener::new(library.clone());
        if !wanted.game.eq_ignore_ascii_case(sum::INFO.id) {
            let source = source(&wanted.game, wanted.convention, library, &mut dice)?;
            let convention = source.convention;
            let info = source.entry.info;
            if info.is_script() {
                // Positions are generated from the script's example position, so report an error early if it cannot be
                // opened.
                let start = opener.open(&with_word(convention, info.default, info.example));
                start.map_err(SupplyError::Game)?;
            }
            return Ok(Supply {
                source: Source::Game(source),
                convention,
                opener,
                dice,
            });
        }
        let convention = wanted.convention.or(sum::INFO.default);
        let mut parts = Vec::new();
        for game in sum::RANDOM_PARTS {
            let part = SupplyRequest::new(game, convention);
            parts.push(Supply::new(&part, dice.pick(u64::MAX), library)?);
        }
        Ok(Supply {
            source: Source::Sum(parts),
            convention,
            opener,
            dice,
        })
    }

    pub fn info(&self) -> &'static Info {
        match &self.source {
            Source::Game(source) => source.entry.info,
            Source::Sum(_) => sum::INFO.spoken(),
        }
    }

    /// Returns the positions at which the search for small positions starts. For sums, returns one small sum. For other
    /// games, returns the default set-up and the presets with the requested parameters, and a random position if the
    /// ruleset generates any.
    pub fn starts(&mut self) -> Vec<Box<dyn AnyPosition>> {
        let Supply {
            source,
            opener,
            convention,
            ..
        } = self;
        let source = match source {
            Source::Game(source) => source,
            Source::Sum(_) => {
                let id = with_word(*convention, sum::INFO.default, sum::SMALL);
                return opener.open(&id).into_iter().collect();
            }
        };
        let setup = source.entry.setup;
        let info = source.entry.info;
        let values: Vec<String> = setup
            .fields
            .iter()
            .map(|f| f.kind.default_value())
            .collect();
        let first = setup.start_id(&values).ok();
        let ids = first
            .into_iter()
            .chain(setup.presets.iter().map(|(_, id)| (*id).to_owned()));
        let mut starts: Vec<_> = source.pattern.iter().cloned().collect();
        for id in ids {
            let Some(head) = source.head.as_deref().or(games::ruleset_of(&id)) else {
                continue;
            };
            let id = with_word(source.convention, info.default, games::under(head, &id));
            starts.extend(opener.open(&id).ok());
        }
        starts
    }

    /// Returns whether all positions belong to one ruleset: the game is not a sum and has all the parameters that it
    /// needs.
    pub fn is_one_ruleset(&self) -> bool {
        matches!(&self.source, Source::Game(source) if source.head.is_some())
    }

    pub fn convention(&self) -> Option<Convention> {
        self.convention
    }

    pub fn pick(&mut self, n: u64) -> u64 {
        self.dice.pick(n)
    }

    /// Returns the next random position, or `None` if the random values describe no position.
    pub fn draw(&mut self) -> Option<Box<dyn AnyPosition>> {
        let mut position = self.first()?;
        let on = if self.dice.pick(2) == 0 {
            0
        } else {
            self.dice.pick(MOST_ON) + 1
        };
        for _ in 0..on {
            let moves = position.first_moves(LISTED);
            let Some(m) = self.dice.one(&moves).filter(|_| moves.len() > 2) else {
                break;
            };
            position.play(&m.text).ok()?;
        }
        Some(position.as_written())
    }

    fn first(&mut self) -> Option<Box<dyn AnyPosition>> {
        let Supply {
            source,
            opener,
            dice,
            ..
        } = self;
        let source = match source {
            Source::Game(source) => source,
            Source::Sum(_) => return self.sum(),
        };
        if source.entry.info.is_script() {
            return script_position(source, opener, dice);
        }
        match &source.pattern {
            Some(pattern) => pattern.random_position(&mut |n| dice.pick(n)),
            None => {
                let setup = source.entry.setup;
                let info = source.entry.info;
                let values: Vec<String> = (setup.fields.iter())
                    .map(|field| field.kind.random_value(&mut |n| dice.pick(n)))
                    .collect();
                let made = setup.random_id(&values, &mut |n| dice.pick(n)).ok()?;
                let preset = dice.one(setup.presets).filter(|_| dice.pick(4) == 0);
                let head = source
                    .head
                    .as_deref()
                    .or(preset.and_then(|(_, id)| games::ruleset_of(id)))
                    .or(games::ruleset_of(&made))?;
                let id = games::under(head, &made);
                let id = with_word(source.convention, info.default, id);
                let position = opener.open(&id).ok()?;
                let other =
                    (dice.pick(2) == 0).then(|| position.random_position(&mut |n| dice.pick(n)));
                Some(other.flatten().unwrap_or(position))
            }
        }
    }

    /// Returns a random sum of two or three small positions, or `None` if a component cannot be generated, has no moves
    /// or has too many moves.
    fn sum(&mut self) -> Option<Box<dyn AnyPosition>> {
        let Supply {
            source: Source::Sum(parts),
            convention,
            opener,
            dice,
        } = self
        else {
            return None;
        };
        let count = 2 + usize::from(dice.pick(3) == 0);
        let mut ids = Vec::new();
        for _ in 0..count {
            let at: usize = saturating_cast(dice.pick(parts.len() as u64));
            let part = parts.get_mut(at)?.draw()?;
            part.count_moves()
                .filter(|n| (1..=SMALL_PART).contains(n))?;
            ids.push(part.part_id());
        }
        opener
            .open(&with_word(*convention, sum::INFO.default, ids.join(" + ")))
            .ok()
    }
}

/// Returns a position of a script: either a random position that the script itself generates, or the script's example
/// position. If the example is a list of numbers, each number is replaced with a random number, unless the script
/// rejects the resulting list.
fn script_position(
    source: &GameSource,
    opener: &mut Opener,
    dice: &mut Dice,
) -> Option<Box<dyn AnyPosition>> {
    let made = source
        .pattern
        .as_ref()
        .and_then(|pattern| pattern.random_position(&mut |n| dice.pick(n)));
    if made.is_some() && dice.pick(2) == 0 {
        return made;
    }
    let info = source.entry.info;
    let start = opener
        .open(&with_word(source.convention, info.default, info.example))
        .ok()?;
    let Some(numbers) = start.facts().numbers else {
        return Some(start);
    };
    let largest = numbers.iter().copied().max()?;
    let most = (largest.saturating_mul(3) / 2).max(1);
    let varied = join(numbers.iter().map(|_| dice.pick(most + 1)), ",");
    let varied = start.with_state(Text::new(&varied)).ok();
    varied.or(Some(start))
}

fn source(
    head: &str,
    wanted: Option<Convention>,
    library: &Library,
    dice: &mut Dice,
) -> Result<GameSource, SupplyError> {
    let (entry, params) = games::named(Text::new(head), library).map_err(SupplyError::Game)?;
    let convention = match (entry.info.default, wanted) {
        (None, Some(wanted)) => return Err(SupplyError::NoConvention(entry.info.id, wanted)),
        (default, wanted) => default.and(wanted).or(default),
    };
    let played = convention.unwrap_or(Convention::Normal);
    match (entry.ruleset)(played, &params, library) {
        Ok(ruleset) => {
            let pattern = match ruleset.random(&mut |n| dice.pick(n)) {
                Err(Stop::NotProved(_)) => None,
                drawn => drawn.map_err(SupplyError::Stopped)?,
            };
            Ok(GameSource {
                entry,
                convention,
                head: Some(head.to_owned()),
                pattern,
            })
        }
        // A game that needs parameters but is named without them stands for all of its variants.
        Err(_) if params.is_empty() => Ok(GameSource {
            entry,
            convention,
            head: None,
            pattern: None,
        }),
        Err(e) => {
            let column = head.chars().count() + 1;
            Err(SupplyError::Game(
                e.missing_at(column).with_example(entry.info.example),
            ))
        }
    }
}
