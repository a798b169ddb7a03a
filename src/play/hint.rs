//! Where a hint says to look, before it names the move: the same places on every screen.

use crate::erased::{Analysis, AnyPosition, Choice};
use crate::rules::{Outcome, Site};

/// The most moves whose places make up the board that a hint is compared with.
const LOOKED_AT: usize = 1_000;

/// The places of the moves that win (or hold a draw); those of the best one where more than a third of the board would
/// light up, or where the moves are too many to be listed. None where every move loses: there is no place to look.
#[must_use]
pub fn places(at: &dyn AnyPosition, analysis: &Analysis) -> Vec<Site> {
    let (good, count) = match analysis.value.outcome {
        Outcome::Win => (&analysis.winning, analysis.winning_count),
        Outcome::Draw => (&analysis.drawing, analysis.drawing.len() as u128),
        Outcome::Loss => return Vec::new(),
    };
    let lit = distinct(good.iter());
    let board = distinct(at.choices(&[], LOOKED_AT).list.iter());
    let few = good.len() as u128 == count && lit.len() * 3 <= board.len();
    if few { lit } else { distinct(analysis.best.iter()) }
}

/// The places of these moves, each one once.
pub fn distinct<'a>(moves: impl Iterator<Item = &'a Choice>) -> Vec<Site> {
    let mut sites: Vec<Site> = moves.flat_map(|c| c.sites.iter().copied()).collect();
    sites.sort_unstable();
    sites.dedup();
    sites
}
