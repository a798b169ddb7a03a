//! The computer's moves.
//!
//! Perfect play comes from the solver. A weaker level errs at its stated rate: in that share of its moves it plays,
//! where there is one, a move that gives something away (the win, or the draw), and where nothing can be given away
//! any move at all.

use std::collections::HashSet;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::Level;
use crate::erased::{Analysis, AnyPosition, Ask};
use crate::rules::Outcome;

/// How many moves, in board order, are looked at for one that errs.
const LOOKED_AT: usize = 1000;

/// A computer player with its own dice.
#[derive(Debug)]
pub struct Opponent {
    rng: StdRng,
}

impl Opponent {
    /// An opponent; the same seed gives the same moves in the same positions. Without one, chance decides.
    #[must_use]
    pub fn new(seed: Option<u64>) -> Opponent {
        Opponent { rng: StdRng::seed_from_u64(seed.unwrap_or_else(rand::random)) }
    }

    /// What it needs to know of a position.
    #[must_use]
    pub fn ask() -> Ask {
        Ask { most: LOOKED_AT, all: false, best: true, reasons: false }
    }

    /// Its move, as text, in the position that `analysis` (asked for by [`Opponent::ask`] or [`Ask::usual`]) is of;
    /// `None` when the game is over.
    pub fn choose(&mut self, level: Level, table: &dyn AnyPosition, analysis: &Analysis) -> Option<String> {
        let best = analysis.best.as_ref()?;
        if self.rng.random_range(0..100) < level.error_percent() {
            let mut errors = errors(table, analysis);
            if !errors.is_empty() {
                return Some(errors.swap_remove(self.rng.random_range(0..errors.len())));
            }
        }
        Some(best.text.clone())
    }
}

/// Moves that give something away; where nothing can be given away, all moves. The first ones in board order.
fn errors(table: &dyn AnyPosition, analysis: &Analysis) -> Vec<String> {
    let (kept, count) = match analysis.value.outcome {
        Outcome::Win => (&analysis.winning, analysis.winning_count),
        Outcome::Draw => (&analysis.drawing, 0),
        Outcome::Loss => return texts(table).collect(),
    };
    // Both lists are in board order; one that was cut short of as many moves proves nothing of the rest.
    if (kept.len() as u128) < count.min(LOOKED_AT as u128) {
        return Vec::new();
    }
    let kept: HashSet<&str> = kept.iter().map(|c| c.text.as_str()).collect();
    texts(table).filter(|text| !kept.contains(text.as_str())).collect()
}

fn texts(table: &dyn AnyPosition) -> impl Iterator<Item = String> {
    table.choices(&[], LOOKED_AT).list.into_iter().map(|c| c.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::rules::{Library, Limits};

    fn choose(id: &str, level: Level, times: usize) -> Vec<String> {
        let table = games::open(id, &Library::default()).unwrap();
        let analysis = table.analyse(Opponent::ask())(&Limits::default()).unwrap();
        let mut opponent = Opponent::new(Some(1940));
        (0..times).map(|_| opponent.choose(level, &*table, &analysis).unwrap()).collect()
    }

    #[test]
    fn perfect_play_is_the_solver_s() {
        assert!(choose("star:1664", Level::Perfect, 50).iter().all(|m| m == "7+10"));
    }

    #[test]
    fn weaker_levels_err_about_as_often_as_they_say() {
        for level in [Level::Strong, Level::Fair, Level::Easy] {
            let moves = choose("star:1664", level, 1000);
            let wrong = moves.iter().filter(|m| !["7+10", "9+10"].contains(&m.as_str())).count() as u32;
            let stated = level.error_percent() * 10;
            assert!(wrong.abs_diff(stated) < 50, "{level}: {wrong} in 1000");
        }
    }

    #[test]
    fn a_lost_position_has_no_move_to_give_away() {
        let moves = choose("star:2088", Level::Easy, 200);
        assert!(["3", "5", "11"].iter().all(|m| moves.iter().any(|n| n == m)), "{moves:?}");
    }

    #[test]
    fn the_same_seed_plays_the_same() {
        assert_eq!(choose("star:8191", Level::Easy, 20), choose("star:8191", Level::Easy, 20));
    }

    #[test]
    fn nothing_to_play_when_it_is_over() {
        let table = games::open("star:0", &Library::default()).unwrap();
        let analysis = table.analyse(Opponent::ask())(&Limits::default()).unwrap();
        assert_eq!(Opponent::new(Some(1)).choose(Level::Easy, &*table, &analysis), None);
    }
}
