//! Computes the facts that the coach uses to select positions for each skill.

use nimatron_core::erased::{AnyPosition, Ask, Turn};
use nimatron_core::games::rings::shapes::pile;
use nimatron_core::rule::numbers::zeckendorf;
use nimatron_core::rules::{Convention, Limits, Outcome, Pieces, Stop, if_proved, saturating_cast};
use nimatron_core::solve::sums::MisereKind;

use crate::play::opponent::{is_copied, leaves};

/// The maximum number of legal moves in a position that the coach asks about.
pub const MOST_MOVES: u64 = 60;

/// The maximum number of stones in a position of a script's heap game that the coach asks about.
const MOST_OF_A_SCRIPT: u64 = 16;

/// The minimum divisor in `Facts::takes`: a pile of four is easy to count even if a move takes at most one or two
/// stones.
const LEAST_TAKE: u64 = 4;

/// The maximum memory for proving one position of a script, in bytes, on top of the memory that the game already uses.
const SCRIPT_MEMORY: u64 = 4 << 20;

/// The facts about a position that need no solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The sizes of the pieces that are not empty: piles, runs of stones, gaps, groups of rings, rows of a bar,
    /// distances to the goal, or 1 for each token. Empty if the game has none of these pieces.
    pub pieces: Vec<u64>,
    /// The number of free ends of the board, in Strip.
    pub edges: u64,
    /// The number of components of a sum; 1 for other positions.
    pub parts: u64,
    pub moves: u64,
    /// The number of terms in the Zeckendorf representation of the pile, in Fibonacci nim.
    pub terms: Option<u64>,
    /// Whether the limit prevents the player from taking all stones but one, in Fibonacci nim.
    pub limited: bool,
    /// The size of the largest pile divided by the maximum number of stones that one move can take, rounded up. The
    /// divisor is at least `LEAST_TAKE`. Set for Bachet's game, subtraction and octal games.
    pub takes: Option<u64>,
}

impl Facts {
    /// Computes the facts about a position; `None` if the position has no moves or is unsuitable for a question.
    pub fn from_position(at: &dyn AnyPosition) -> Option<Facts> {
        let parts = at.components().len() as u64;
        let told = at.facts();
        // Large heaps of a script teach little. They are slow to analyse, because a script generates every move.
        let numbers = told.numbers.iter().flatten();
        let stones = numbers.fold(0, |sum: u64, n| sum.saturating_add(*n));
        if !at.scripts().is_empty() && at.heap_rules().is_some() && stones > MOST_OF_A_SCRIPT {
            return None;
        }
        let moves = at.count_moves().filter(|n| (1..=MOST_MOVES).contains(n))?;
        // A position is unsuitable if only a long search can find the number of moves to its end.
        told.moves_left?;
        let Pieces {
            mut sizes,
            limit,
            most_taken,
            free_ends,
            ..
        } = told.pieces;
        let largest = sizes.iter().copied().max();
        let stones = largest.filter(|_| limit.is_some());
        let takes = most_taken
            .zip(largest)
            .map(|(most, largest)| largest.div_ceil(most.max(LEAST_TAKE)));
        sizes.retain(|n| *n > 0);
        Some(Facts {
            pieces: sizes,
            edges: free_ends,
            parts,
            moves,
            terms: stones.map(|stones| zeckendorf(stones).len() as u64),
            limited: stones.is_some_and(|stones| moves.saturating_add(1) < stones),
            takes,
        })
    }

    pub fn count(&self) -> u64 {
        self.pieces.len() as u64
    }

    /// The number of pieces left after cancelling equal pieces in pairs.
    pub fn unpaired(&self) -> u64 {
        let mut sizes = self.pieces.clone();
        sizes.sort_unstable();
        sizes
            .chunk_by(|a, b| a == b)
            .filter(|equal| equal.len() % 2 == 1)
            .count() as u64
    }
}

#[derive(Clone, Debug)]
pub struct Proof {
    pub outcome: Outcome,
    /// The number of moves to the end if the winner hurries and the loser delays.
    pub remoteness: u64,
    /// The Grundy value in normal play, if known; only for impartial games.
    pub grundy: Option<u64>,
    /// Every winning move, in board order.
    pub winning: Vec<String>,
    /// Whether there are both winning moves and other moves.
    pub is_choice: bool,
    /// Whether there are both winning and losing moves.
    pub is_decision: bool,
}

impl Proof {
    /// Proves a position with at most [`MOST_MOVES`] moves. Returns `None` if the position or the number of moves to
    /// its end is not proved, or if not every winning move is listed.
    ///
    /// Fails only with [`Stop::Interrupted`], if `limits` stop the search.
    pub fn find(at: &dyn AnyPosition, limits: &Limits) -> Result<Option<Proof>, Stop> {
        // If draws are possible, a move that does not win need not lose, so list all moves.
        let all = at.convention().is_none() || at.info().players.is_some();
        // A script's position is too large for a question if it needs much more memory than the game already uses.
        let limits = &match at.scripts() {
            [] => limits.clone(),
            _ => limits.clone().growing(SCRIPT_MEMORY),
        };
        let ask = Ask {
            most: saturating_cast(MOST_MOVES),
            all,
            ..Ask::value()
        };
        let Some(found) = if_proved(at.analyse(ask)(limits))? else {
            return Ok(None);
        };
        let Some(remoteness) = found.value.remoteness else {
            return Ok(None);
        };
        let winning: Vec<String> = found.winning.iter().map(|c| c.text.clone()).collect();
        let loses = match &found.legal {
            Some(legal) => legal.iter().any(|m| m.outcome == Outcome::Loss),
            None => found.has_other_moves(),
        };
        Ok(
            (Some(winning.len() as u128) == found.winning_count).then_some(Proof {
                outcome: found.value.outcome,
                remoteness,
                grundy: found.value.grundy,
                is_choice: !winning.is_empty() && found.has_other_moves(),
                is_decision: loses && !winning.is_empty(),
                winning,
            }),
        )
    }

    /// Returns whether copying decides the position: every move can be copied, or a winning move leaves a position in
    /// which every move can be copied.
    pub fn is_copying(&self, at: &dyn AnyPosition) -> bool {
        match self.outcome {
            Outcome::Loss => is_copied(at),
            Outcome::Draw => false,
            Outcome::Win => self.winning.iter().any(|text| leaves(at, text, is_copied)),
        }
    }

    /// Returns whether a rule that people can follow decides the position. Such a rule exists if the position is
    /// equivalent to Nim piles. Outside sums, it also exists if a winning move leaves a position that is equivalent to
    /// Nim piles.
    pub fn is_ruled(&self, at: &dyn AnyPosition) -> bool {
        let is_sum = at.components().len() > 1;
        counts_as_piles(at)
            || !is_sum
                && self
                    .winning
                    .iter()
                    .any(|text| leaves(at, text, counts_as_piles))
    }
}

/// Returns whether every component of a misère sum, or every group on a misère board of rings, is equivalent to Nim
/// piles. Returns `true` for all other positions.
fn counts_as_piles(at: &dyn AnyPosition) -> bool {
    let parts_of_sum = at.components();
    if parts_of_sum.len() > 1 && at.convention() == Some(Convention::Misere) {
        return parts_of_sum.iter().all(|part| is_heaps_of_nim(&**part));
    }
    let (Some(board), Some(Convention::Misere)) = (at.ring_board(), at.convention()) else {
        return true;
    };
    let groups = at.facts().pieces.groups;
    groups.into_iter().all(|group| pile(board, group).is_some())
}

/// Returns whether a component of a misère sum is equivalent to Nim heaps. Gaps in Strip qualify, and so do Kayles rows
/// whose runs have at most two stones.
fn is_heaps_of_nim(part: &dyn AnyPosition) -> bool {
    match part.summand(&Limits::default()).map(|part| part.misere) {
        Ok(MisereKind::Nim(_)) => true,
        Ok(MisereKind::Kayles(runs)) => runs.iter().all(|run| *run <= 2),
        _ => false,
    }
}

/// Counts the moves that score and so keep the turn, and the other moves that leave the opponent no scoring move. Both
/// counts are 0 in games without points.
pub fn captures(at: &dyn AnyPosition) -> (u64, u64) {
    if at.score().is_none() {
        return (0, 0);
    }
    // The listed moves are legal, so `after` never fails here.
    let afters = |at: &dyn AnyPosition| -> Vec<(Box<dyn AnyPosition>, Turn)> {
        at.choices(&[], usize::MAX)
            .list
            .iter()
            .filter_map(|m| at.after(&m.text).ok())
            .collect()
    };
    let (takes, others): (Vec<_>, Vec<_>) = afters(at)
        .into_iter()
        .partition(|(_, turn)| *turn == Turn::Kept);
    let gives = |after: &dyn AnyPosition| afters(after).iter().any(|(_, turn)| *turn == Turn::Kept);
    let safe = others.iter().filter(|(after, _)| !gives(&**after)).count();
    (takes.len() as u64, safe as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::fixtures::open;

    #[test]
    fn pieces_are_what_a_person_counts() {
        for (id, mut pieces) in [
            ("nim:3,0,7", vec![3, 7]),
            ("row:OO.OOO..O", vec![2, 3, 1]),
            ("strip:010002", vec![1, 3]),
            ("star:1664", vec![3]),
            ("star:2088", vec![1, 1, 1]),
            ("chomp:4,2,1", vec![4, 2, 1]),
            ("chomp:2x5", vec![5, 5]),
            ("race/7/99:16", vec![83]),
            ("fibonacci:28,4", vec![28]),
            ("octal/0.77:20", vec![20]),
            ("triangle:1-2", vec![]),
        ] {
            let mut found = Facts::from_position(&*open(id)).unwrap().pieces;
            found.sort_unstable();
            pieces.sort_unstable();
            assert_eq!(found, pieces, "{id}");
        }
        let edges = |id: &str| Facts::from_position(&*open(id)).unwrap().edges;
        assert_eq!(
            [
                edges("strip:1001"),
                edges("strip:1000"),
                edges("strip:00000")
            ],
            [0, 1, 2]
        );
        assert_eq!(
            Facts::from_position(&*open("nim:3,4 + row:OO"))
                .unwrap()
                .parts,
            2
        );
        assert!(
            Facts::from_position(&*open("nim:0")).is_none()
                && Facts::from_position(&*open("nim:61")).is_none()
        );
    }

    #[test]
    fn groups_that_are_no_nim_piles_are_not_ruled() {
        let ruled = |id: &str| {
            let at = open(id);
            Proof::find(&*at, &Limits::default())
                .unwrap()
                .unwrap()
                .is_ruled(&*at)
        };
        assert_eq!(
            ["star:5364", "normal star:5364", "star:775", "star:143"].map(ruled),
            [false, true, true, true]
        );
    }

    #[test]
    fn equal_pieces_go_away_in_pairs() {
        let unpaired = |id: &str| Facts::from_position(&*open(id)).unwrap().unpaired();
        assert_eq!(
            [
                unpaired("nim:4,4,2"),
                unpaired("nim:5,5"),
                unpaired("nim:3,3,3")
            ],
            [1, 0, 1]
        );
    }

    #[test]
    fn edges_that_score_and_safe_ones_are_counted() {
        assert_eq!(captures(&*open("triangle/3:1-2,2-3")).0, 1);
        assert_eq!(captures(&*open("triangle/3:")), (0, 9));
        assert_eq!(captures(&*open("nim:3")), (0, 0));
    }
}
