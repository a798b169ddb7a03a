//! Solves games that may go on for ever. The method is retrograde analysis, which works back from the finished
//! positions.

use super::graph::{Graph, Verdict};
use crate::rules::{Limits, Outcome, Stop};

const STRIDE: usize = 16_384;

/// Returns the outcome and remoteness of every position in a graph, which may have cycles. For a position without
/// moves, `ended` returns the outcome for the player to move. A position in which neither player can force a win is a
/// draw.
///
/// # Errors
/// Returns [`Stop::NotProved`] if the graph needs more memory than the limits allow, and [`Stop::Interrupted`] if
/// `limits` stop the computation.
pub fn verdicts(
    graph: &Graph,
    ended: impl Fn(usize) -> Outcome,
    limits: &Limits,
) -> Result<Vec<Verdict>, Stop> {
    let count = graph.len();
    let moves = graph.move_count();
    // The reversed graph takes one 32-bit number per move. Each position takes five such numbers: the index of its
    // first reversed move, its outcome, its remoteness, its number of open moves, and its entry in `settled`.
    let needed = 4 * (moves + 5 * count) as u64;
    if needed > limits.memory() {
        return Err(Stop::not_proved(tr!(
            "{count} positions and {moves} moves need more memory than the limit allows"
        )));
    }
    let before = graph.reversed();
    let mut verdicts = vec![Verdict::DRAW; count];
    // For each position, the number of moves that are not yet known to lose.
    let mut open: Vec<u32> = Vec::with_capacity(count);
    // The settled positions in order of remoteness. Because of this order, a won position is settled by its quickest
    // win, and a lost position by its slowest loss.
    let mut settled: Vec<u32> = Vec::new();
    for (number, i) in (0..).zip(0..count) {
        let moves = graph.next(i).len();
        open.push(u32::try_from(moves).unwrap_or(u32::MAX));
        if moves == 0 {
            verdicts[i] = Verdict {
                outcome: ended(i),
                remoteness: 0,
            };
            settled.push(number);
        }
    }
    let mut done = 0;
    while let Some(&next) = settled.get(done) {
        if done.is_multiple_of(STRIDE) {
            limits.check()?;
        }
        done += 1;
        let Verdict {
            outcome,
            remoteness,
        } = verdicts[next as usize];
        for &number in before.next(next as usize) {
            let i = number as usize;
            // A move to a finished draw never lowers `open`, so a position with a move to a draw is never marked as
            // lost.
            let outcome = match outcome {
                _ if verdicts[i] != Verdict::DRAW => continue,
                Outcome::Loss => Outcome::Win,
                Outcome::Win => {
                    open[i] -= 1;
                    if open[i] > 0 {
                        continue;
                    }
                    Outcome::Loss
                }
                Outcome::Draw => continue,
            };
            verdicts[i] = Verdict {
                outcome,
                remoteness: remoteness + 1,
            };
            settled.push(number);
        }
    }
    Ok(verdicts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_rounds(
        moves: &[Vec<u32>],
        ended: &dyn Fn(usize) -> Outcome,
    ) -> Vec<Option<(Outcome, u32)>> {
        let mut known: Vec<Option<(Outcome, u32)>> = (0..moves.len())
            .map(|i| moves[i].is_empty().then(|| (ended(i), 0)))
            .collect();
        for round in 1.. {
            let next: Vec<_> = (0..moves.len())
                .map(|i| {
                    let after = || moves[i].iter().map(|&to| known[to as usize]);
                    if known[i].is_some() {
                        known[i]
                    } else if after().any(|to| matches!(to, Some((Outcome::Loss, _)))) {
                        Some((Outcome::Win, round))
                    } else if after().all(|to| matches!(to, Some((Outcome::Win, _)))) {
                        Some((Outcome::Loss, round))
                    } else {
                        None
                    }
                })
                .collect();
            if next == known {
                break;
            }
            known = next;
        }
        known
    }

    #[test]
    fn random_graphs_agree_with_rounds_of_the_definition() {
        let mut state = 5u64;
        let mut below = move |most: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % most
        };
        let mut seen = [0; 3];
        for _ in 0..400 {
            let count = 2 + below(14);
            let mut moves: Vec<Vec<u32>> = vec![Vec::new(); count as usize];
            for list in &mut moves {
                for _ in 0..below(4) {
                    list.push(u32::try_from(below(count)).unwrap());
                }
            }
            let ends: Vec<Outcome> = (0..count)
                .map(|_| [Outcome::Loss, Outcome::Win, Outcome::Draw][below(3) as usize])
                .collect();
            let ended = |i: usize| ends[i];
            let graph = Graph::from_moves(moves.iter().cloned());
            let found = verdicts(&graph, ended, &Limits::default()).unwrap();
            for (verdict, expected) in found.iter().zip(by_rounds(&moves, &ended)) {
                let counted = (verdict.outcome != Outcome::Draw)
                    .then_some((verdict.outcome, verdict.remoteness));
                let expected = expected.filter(|(outcome, _)| *outcome != Outcome::Draw);
                assert_eq!(counted, expected, "{moves:?}");
                seen[verdict.outcome as usize] += 1;
            }
        }
        assert!(seen.iter().all(|n| *n > 100), "{seen:?}");
    }
}
