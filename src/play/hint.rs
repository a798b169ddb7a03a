//! Where a hint says to look, before it names the move: the same places on every screen.

use nimatron_core::erased::{Analysis, AnyPosition, Choice};
use nimatron_core::rules::{Outcome, Site};

/// The most moves whose places make up the board that a hint is compared with.
const LOOKED_AT: usize = 1_000;

/// The places of the moves that win (or hold a draw); those of the best one where more than a third of the board would
/// light up, or where the moves are too many to be listed. None where every move loses: there is no place to look.
pub fn places(at: &dyn AnyPosition, analysis: &Analysis) -> Vec<Site> {
    let (good, all) = match analysis.value.outcome {
        Outcome::Win => (
            &analysis.winning,
            analysis.winning.len() as u128 == analysis.winning_count,
        ),
        // How many moves hold a draw is not counted: a list that is full may be cut.
        Outcome::Draw => (&analysis.drawing, analysis.drawing.len() < LOOKED_AT),
        Outcome::Loss => return Vec::new(),
    };
    let lit = distinct(good.iter());
    let board = distinct(at.choices(&[], LOOKED_AT).list.iter());
    let few = all && lit.len() * 3 <= board.len();
    if few {
        lit
    } else {
        distinct(analysis.best.iter())
    }
}

/// The places of these moves, each one once.
pub fn distinct<'a>(moves: impl Iterator<Item = &'a Choice>) -> Vec<Site> {
    let mut sites: Vec<Site> = moves.flat_map(|c| c.sites.iter().copied()).collect();
    sites.sort_unstable();
    sites.dedup();
    sites
}
