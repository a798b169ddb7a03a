//! A game's entry in the catalogue: its description, and how its positions are opened.

use std::sync::Arc;

use super::SetupForm;
use super::game::{Game, Info};
use super::{AnyPosition, GamePosition};
use crate::rules::{Convention, IdError, Library, Text};

/// Opens a position: convention, parameters, state, boards and graphs of the user's.
pub type OpenGame = fn(Convention, &[Text<'_>], Text<'_>, &Library) -> Result<Box<dyn AnyPosition>, IdError>;

/// A random position of these parameters, where the game makes one itself; `pick(n)` gives a number from 0 to n-1.
/// An error where the parameters do not read.
pub type RandomPosition = fn(
    Convention,
    &[Text<'_>],
    &Library,
    &mut dyn FnMut(u64) -> u64,
) -> Result<Option<Box<dyn AnyPosition>>, IdError>;

/// A game of the catalogue, its types erased.
pub struct Entry {
    /// What the catalogue says.
    pub info: &'static Info,
    /// What the set-up screen offers.
    pub setup: &'static SetupForm,
    /// Opens a position: convention, parameters, state.
    pub open: OpenGame,
    /// Checks the parameters and gives a random position of them.
    pub random: RandomPosition,
}

/// The catalogue's entry of a game.
pub const fn entry<G: Game>() -> Entry {
    Entry { info: &G::INFO, setup: &G::SETUP, open: open::<G>, random: random::<G> }
}

fn open<G: Game>(
    convention: Convention,
    params: &[Text<'_>],
    state: Text<'_>,
    library: &Library,
) -> Result<Box<dyn AnyPosition>, IdError> {
    let game = Arc::new(G::open(convention, params, library)?);
    let at = game.parse_state(state)?;
    Ok(Box::new(GamePosition::new(game, at)))
}

fn random<G: Game>(
    convention: Convention,
    params: &[Text<'_>],
    library: &Library,
    pick: &mut dyn FnMut(u64) -> u64,
) -> Result<Option<Box<dyn AnyPosition>>, IdError> {
    let game = Arc::new(G::open(convention, params, library)?);
    let at = game.random_position(pick);
    Ok(at.map(|at| Box::new(GamePosition::new(game, at)) as Box<dyn AnyPosition>))
}
