//! Tests shipped scripts against the same rules in Rust, or against a plain search.

use super::*;
use crate::rules::with_commas;

/// Lists the moves in a sum of heaps, heap by heap. Each entry holds the text of the move and the heaps after the move.
fn on_heaps(at: &[u64], options: &dyn Fn(u64) -> Vec<Vec<u64>>) -> Vec<(String, Vec<u64>)> {
    let mut all = Vec::new();
    for (i, &heap) in at.iter().enumerate() {
        for to in options(heap) {
            let rest = [&at[..i], &to, &at[i + 1..]].concat();
            all.push((format!("{}>{}", i + 1, with_commas(&to)), rest));
        }
    }
    all
}

fn small_heaps(most: u64) -> Vec<Vec<u64>> {
    let singles = (0..=most).map(|n| vec![n]);
    let pairs = (1..=most / 2).flat_map(|a| (a..=most / 2).map(move |b| vec![b, a]));
    singles
        .chain(pairs)
        .chain([vec![], vec![3, 2, 4], vec![1, 5, 5]])
        .collect()
}

fn heaps_agree(name: &str, most: u64, options: &dyn Fn(u64) -> Vec<Vec<u64>>) {
    let id = |at: &Vec<u64>| format!("own/{name}:{}", with_commas(at));
    agrees(&small_heaps(most), &id, &|at| on_heaps(at, options));
}

#[test]
fn shipped_heaps_agree_with_their_rules() {
    heaps_agree("grundy", 12, &|heap| {
        (1..heap.div_ceil(2)).map(|a| vec![a, heap - a]).collect()
    });
    heaps_agree("half", 12, &|heap| {
        (heap.div_ceil(2)..heap).map(|left| vec![left]).collect()
    });
    heaps_agree("dawson", 12, &|heap| {
        // A move removes a file of the chessboard and its neighbouring files. The files on either side remain as two
        // heaps.
        let mut all: Vec<Vec<u64>> = (0..heap)
            .map(|at| vec![at.saturating_sub(1), (heap - at - 1).saturating_sub(1)])
            .map(|mut two| {
                two.sort_unstable();
                two.retain(|&n| n > 0);
                two
            })
            .collect();
        all.sort();
        all.dedup();
        all
    });
}

/// Lists the moves on a board, sorted by the changed cells. Each entry holds the text of the move and the board after
/// the move.
fn on_board(at: &[i64], mut results: Vec<Vec<i64>>) -> Vec<(String, Vec<i64>)> {
    let changes = |to: &Vec<i64>| -> Vec<(usize, i64)> {
        (1..)
            .zip(at.iter().zip(to))
            .filter(|(_, (a, b))| a != b)
            .map(|(i, (_, b))| (i, *b))
            .collect()
    };
    results.sort_by_key(&changes);
    results.dedup();
    let text = |to: &Vec<i64>| {
        changes(to)
            .iter()
            .map(|(i, v)| format!("{i}={v}"))
            .collect::<Vec<_>>()
            .join(",")
    };
    results.into_iter().map(|to| (text(&to), to)).collect()
}

fn sets(cells: usize) -> Vec<Vec<i64>> {
    (0..1 << cells)
        .map(|set: u32| (0..cells).map(|i| i64::from(set >> i & 1)).collect())
        .collect()
}

fn signs(at: &[i64], signs: &str) -> String {
    at.iter()
        .map(|&n| signs.chars().nth(n as usize).unwrap())
        .collect()
}

fn set_two(at: &[i64], i: usize, j: usize) -> Vec<i64> {
    let mut to = at.to_vec();
    (to[i], to[j]) = (1, 1);
    to
}

fn dominoes(at: &[i64], width: usize, upright: bool, lying: bool) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    for i in (0..at.len()).filter(|&i| at[i] == 0) {
        if lying && i % width + 1 < width && at[i + 1] == 0 {
            all.push(set_two(at, i, i + 1));
        }
        if upright && at.get(i + width) == Some(&0) {
            all.push(set_two(at, i, i + width));
        }
    }
    all
}

#[test]
fn shipped_boards_agree_with_their_rules() {
    agrees(
        &sets(6),
        &|at| format!("own/cram:{}", signs(at, ".#")),
        &|at| on_board(at, dominoes(at, 3, true, true)),
    );
    agrees(
        &sets(7),
        &|at| format!("own/treblecross:{}", signs(at, ".X")),
        &|at| {
            let over = at.windows(3).any(|three| three == [1, 1, 1]);
            let free = (0..at.len()).filter(|&i| !over && at[i] == 0);
            on_board(at, free.map(|i| set_two(at, i, i)).collect())
        },
    );
    agrees(
        &sets(7),
        &|at| format!("own/silver-dollar:{}", signs(at, ".o")),
        &|at| {
            let mut all = Vec::new();
            for i in (0..at.len()).filter(|&i| at[i] == 1) {
                for j in (0..i).rev().take_while(|&j| at[j] == 0) {
                    let mut to = at.to_vec();
                    to.swap(i, j);
                    all.push(to);
                }
            }
            on_board(at, all)
        },
    );
    let pairs: Vec<Vec<i64>> = (0..=9)
        .flat_map(|a| (0..=9).map(move |b| vec![a, b]))
        .collect();
    agrees(
        &pairs,
        &|at| format!("own/euclid:{},{}", at[0], at[1]),
        &|at| {
            let large = usize::from(at[1] > at[0]);
            let step = at[1 - large];
            let left = (1..)
                .map(|k| at[large] - k * step)
                .take_while(|&left| step > 0 && left >= 0);
            let all = left.map(|left| {
                let mut to = at.to_vec();
                to[large] = left;
                to
            });
            on_board(at, all.collect())
        },
    );
}

/// A position on a board where the two players have different moves: the player to move, 0 or 1, and the cells.
type Side = (usize, Vec<i64>);

/// Finds the outcome for the player to move by a plain search. `end` returns the outcome of a position without moves.
fn plain(
    at: &Side,
    next: &dyn Fn(&Side) -> Vec<Vec<i64>>,
    end: &dyn Fn(&Side) -> Outcome,
) -> Outcome {
    let after = next(at)
        .into_iter()
        .map(|cells| plain(&(1 - at.0, cells), next, end).reversed());
    after.max().unwrap_or_else(|| end(at))
}

#[test]
fn boards_for_two_agree_with_a_plain_search() {
    let own = Library::default();
    for cells in sets(9).into_iter().step_by(5) {
        for mover in [0, 1] {
            let at = (mover, cells.clone());
            let next = |at: &Side| dominoes(&at.1, 3, at.0 == 0, at.0 == 1);
            for (word, stuck) in [("normal", Outcome::Loss), ("misere", Outcome::Win)] {
                let id = format!(
                    "{word} own/domineering:{}:{}",
                    ["A", "B"][mover],
                    signs(&cells, ".#")
                );
                assert_eq!(outcome(&id, &own), plain(&at, &next, &|_| stuck), "{id}");
            }
        }
    }
    let steps = |at: &Side| -> Vec<Vec<i64>> {
        let own = at.0 as i64 + 1;
        let d = if at.0 == 0 { 1i64 } else { -1 };
        let cell = |i: i64| usize::try_from(i).ok().and_then(|i| at.1.get(i).copied());
        let mut all = Vec::new();
        for i in (0..at.1.len() as i64).filter(|&i| cell(i) == Some(own)) {
            let to = match (cell(i + d), cell(i + 2 * d)) {
                (Some(0), _) => i + d,
                (Some(other), Some(0)) if other != own => i + 2 * d,
                _ => continue,
            };
            let mut cells = at.1.clone();
            cells.swap(i as usize, to as usize);
            all.push(cells);
        }
        all
    };
    let end = |at: &Side| {
        if steps(&(1 - at.0, at.1.clone())).is_empty() {
            Outcome::Draw
        } else {
            Outcome::Loss
        }
    };
    for state in [
        "aa...bb", "a.a.b.b", "aab.b..", "ab.ba", "b..a.", "aaa.bbb", ".a.b.", "ab",
    ] {
        let cells: Vec<i64> = state
            .chars()
            .map(|c| ".ab".find(c).unwrap() as i64)
            .collect();
        for mover in [0, 1] {
            let id = format!("own/hare:{}:{state}", ["A", "B"][mover]);
            assert_eq!(
                outcome(&id, &own),
                plain(&(mover, cells.clone()), &steps, &end),
                "{id}"
            );
        }
    }
}
