//! The computer's moves.
//!
//! Perfect play comes from the solver. A weaker level errs at its stated rate: in that share of its moves it plays,
//! where there is one, a move that gives something away (the win, or the draw), and where nothing can be given away
//! any move at all. The characters have a way of their own, which needs no errors: one sees only the end, one takes the
//! most, one copies.

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
    pub fn choose(
        &mut self,
        level: Level,
        position: &dyn AnyPosition,
        analysis: &Analysis,
    ) -> Option<String> {
        let best = analysis.best.as_ref()?;
        match level {
            Level::Endgame if analysis.value.remoteness.is_none_or(|n| n > Level::FORESIGHT) => {
                return self.any(position);
            }
            Level::Greedy => return most(position),
            Level::Copycat => return symmetric(position).or_else(|| self.any(position)),
            _ => {}
        }
        if self.rng.random_range(0..100) < level.error_percent() {
            let mut errors = errors(position, analysis);
            if !errors.is_empty() {
                return Some(errors.swap_remove(self.rng.random_range(0..errors.len())));
            }
        }
        Some(best.text.clone())
    }

    /// Any of the first moves in board order.
    fn any(&mut self, position: &dyn AnyPosition) -> Option<String> {
        let mut all: Vec<String> = texts(position).collect();
        (!all.is_empty()).then(|| all.swap_remove(self.rng.random_range(0..all.len())))
    }
}

/// The move that gains the most points, where points count; else the one that leaves the fewest moves; the first of
/// several.
fn most(position: &dyn AnyPosition) -> Option<String> {
    let points = |t: &dyn AnyPosition| {
        let all = t.score().map(|score| i64::from(score[0]) + i64::from(score[1]));
        all.unwrap_or(0)
    };
    let before = points(position);
    let key = |text: &String| {
        let mut after = position.boxed_clone();
        // A move from the list is legal.
        let _ = after.play(text);
        (before - points(&*after), after.count_moves().unwrap_or(u64::MAX))
    };
    texts(position).min_by_key(key)
}

/// The first move after which the position is symmetrical: by the pairing that the reasons of its game look for, or
/// where a game has none, its name reads the same from both ends or its numbers come in pairs.
fn symmetric(position: &dyn AnyPosition) -> Option<String> {
    texts(position).find(|text| {
        let mut after = position.boxed_clone();
        after.play(text).is_ok() && after.symmetrical().unwrap_or_else(|| is_symmetric(&after.part_id()))
    })
}

/// Whether the state in an ID reads the same from both ends, or its numbers come in pairs, nothing (0) aside.
fn is_symmetric(id: &str) -> bool {
    let state = id.rsplit(':').next().unwrap_or_default();
    if state.contains(',') {
        let mut parts: Vec<&str> = state.split(',').filter(|part| *part != "0").collect();
        parts.sort_unstable();
        return parts.chunks(2).all(|pair| pair.len() == 2 && pair[0] == pair[1]);
    }
    let cells: Vec<char> = state.chars().collect();
    cells.len() > 1 && state.parse::<u64>().is_err() && cells.iter().eq(cells.iter().rev())
}

/// Moves that give something away; where nothing can be given away, all moves. The first ones in board order.
fn errors(position: &dyn AnyPosition, analysis: &Analysis) -> Vec<String> {
    let (kept, count) = match analysis.value.outcome {
        Outcome::Win => (&analysis.winning, analysis.winning_count),
        Outcome::Draw => (&analysis.drawing, 0),
        Outcome::Loss => return texts(position).collect(),
    };
    // Both lists are in board order; one that was cut short of as many moves proves nothing of the rest.
    if (kept.len() as u128) < count.min(LOOKED_AT as u128) {
        return Vec::new();
    }
    let kept: HashSet<&str> = kept.iter().map(|c| c.text.as_str()).collect();
    texts(position).filter(|text| !kept.contains(text.as_str())).collect()
}

fn texts(position: &dyn AnyPosition) -> impl Iterator<Item = String> {
    position.choices(&[], LOOKED_AT).list.into_iter().map(|c| c.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::rules::{Library, Limits};

    fn choose(id: &str, level: Level, times: usize) -> Vec<String> {
        let position = games::open(id, &Library::default()).unwrap();
        let analysis = position.analyse(Opponent::ask())(&Limits::default()).unwrap();
        let mut opponent = Opponent::new(Some(1940));
        (0..times).map(|_| opponent.choose(level, &*position, &analysis).unwrap()).collect()
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
    fn the_one_that_sees_the_end_plays_it_perfectly_and_the_rest_by_chance() {
        // Two moves to the end, and fifteen.
        assert!(choose("star:1664", Level::Endgame, 50).iter().all(|m| m == "7+10"));
        let far = choose("nim:3,5,7", Level::Endgame, 200);
        assert!(far.iter().any(|m| *m != far[0]));
        assert!(far.iter().any(|m| !["1-1", "2-1", "3-1"].contains(&m.as_str())));
    }

    #[test]
    fn the_greedy_one_takes_the_most() {
        assert!(choose("nim:3,5,7", Level::Greedy, 5).iter().all(|m| m == "3-7"));
        assert!(
            choose("bash/3:21", Level::Greedy, 5)
                .iter()
                .all(|m| *m == choose("bash/3:21", Level::Greedy, 1)[0])
        );
        // A triangle that can be taken is taken.
        assert_eq!(choose("triangle:1-2,2-3", Level::Greedy, 1), ["1-3"]);
    }

    #[test]
    fn the_copying_one_makes_it_symmetrical() {
        assert_eq!(choose("nim:3,8", Level::Copycat, 1), ["2-5"]);
        assert_eq!(choose("row:OOOOOOO", Level::Copycat, 1), ["4"]);
        assert_eq!(choose("nim:4,4,2", Level::Copycat, 1), ["3-2"]);
        // On boards by their symmetries: the two rings that touch nothing, the arms of a square, a mirrored row of edges.
        assert_eq!(choose("chomp:4x4", Level::Copycat, 1), ["2,2"]);
        assert_eq!(choose("rings/0-1,2-3,4-5:31", Level::Copycat, 1), ["4"]);
        let position = |id: &str| games::open(id, &Library::default()).unwrap();
        for id in ["star:8191", "star:7935", "rings/cube:255", "triangle:2-3"] {
            let text = choose(id, Level::Copycat, 1).remove(0);
            let mut after = position(id);
            after.play(&text).unwrap();
            let some = texts(&*position(id)).any(|m| {
                let mut to = position(id);
                to.play(&m).is_ok() && to.symmetrical() == Some(true)
            });
            assert_eq!(after.symmetrical(), Some(some), "{id}: {text}");
        }
        assert!(is_symmetric("nim:5,0,5") && !is_symmetric("nim:5,1,5") && !is_symmetric("bash/3:22"));
        // Where no move does it, it still moves, the same for the same seed.
        assert_eq!(choose("nim:1,2,3", Level::Copycat, 9), choose("nim:1,2,3", Level::Copycat, 9));
    }

    #[test]
    fn nothing_to_play_when_it_is_over() {
        let position = games::open("star:0", &Library::default()).unwrap();
        let analysis = position.analyse(Opponent::ask())(&Limits::default()).unwrap();
        assert_eq!(Opponent::new(Some(1)).choose(Level::Easy, &*position, &analysis), None);
    }
}
