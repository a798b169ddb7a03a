//! Compares the program with searches that reimplement the rules and share no code with the program. Covers misère
//! quotients, and games in which the players have different moves.

use std::collections::HashMap;

use nimatron_core::games::Opener;
use nimatron_core::rules::{Library, Limits, Outcome};

use super::program::answer;

/// Returns the moves in a heap. A move is represented by the sizes of the heaps that replace the heap.
fn octal_moves(digits: &[u8], heap: usize) -> Vec<Vec<usize>> {
    let mut moves = Vec::new();
    for (taken, &digit) in digits.iter().enumerate().take(heap + 1) {
        let rest = heap - taken;
        if digit & 1 != 0 && rest == 0 {
            moves.push(vec![]);
        }
        if digit & 2 != 0 && rest > 0 && taken > 0 {
            moves.push(vec![rest]);
        }
        if digit & 4 != 0 {
            moves.extend((1..=rest / 2).map(|a| vec![a, rest - a]));
        }
    }
    moves
}

/// Returns whether the player to move wins in misère play. The sizes of the heaps must be positive and in ascending
/// order.
fn wins(digits: &[u8], heaps: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    if let Some(&wins) = known.get(heaps) {
        return wins;
    }
    let (mut can_move, mut found) = (false, false);
    for (i, &heap) in heaps.iter().enumerate() {
        for left in octal_moves(digits, heap) {
            can_move = true;
            let mut next = heaps.to_vec();
            next.remove(i);
            next.extend(left);
            next.sort_unstable();
            found = found || !wins(digits, &next, known);
        }
    }
    let wins = found || !can_move;
    known.insert(heaps.to_vec(), wins);
    wins
}

/// Returns all sums of up to `count` heaps of sizes 1 to `most`. Each sum lists its heaps in ascending order.
fn sums(count: usize, most: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..count {
        let longer = |sum: &Vec<usize>| {
            let sum = sum.clone();
            let from = sum.last().copied().unwrap_or(1);
            (from..=most).map(move |heap| [&sum[..], &[heap]].concat())
        };
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all
}

#[test]
fn quotients_agree_with_a_search_of_sums() {
    for (code, digits, most, count) in [
        ("0.123", &[0, 1, 2, 3][..], 7, 4),
        ("0.77", &[0, 7, 7], 5, 4),
        ("0.07", &[0, 0, 7], 8, 4),
        ("0.75", &[0, 7, 5], 6, 4),
        ("4.7", &[4, 7], 4, 5),
        ("0.3", &[0, 3], 3, 5),
    ] {
        let found = answer(&[
            "quotient",
            &format!("octal/{code}"),
            "--heaps",
            &most.to_string(),
            "--json",
        ]);
        let number = |value: &serde_json::Value| value.as_u64().unwrap() as usize;
        let [order, losing] = ["order", "losing"].map(|field| number(&found[field]));
        let product = |a: usize, b: usize| number(&found["products"][a][b]);
        let element = |sum: &[usize]| {
            let elements = sum.iter().map(|&heap| number(&found["values"][heap]));
            elements.fold(0, product)
        };
        let mut known = HashMap::new();
        let sums = sums(count, most);
        for sum in &sums {
            let loses = element(sum) >= order - losing;
            assert_eq!(loses, !wins(digits, sum, &mut known), "{code}: {sum:?}");
        }
        // No two elements are equivalent: if two sums have different elements, then adding some third sum to both gives
        // different outcomes.
        let small = self::sums(2, most);
        let mut of: HashMap<usize, &Vec<usize>> = HashMap::new();
        for sum in &small {
            of.entry(element(sum)).or_insert(sum);
        }
        for (a, one) in &of {
            for (b, other) in of.iter().filter(|(b, _)| *b > a) {
                let differs = sums.iter().any(|beside| {
                    let [x, y] = [one, other].map(|sum| {
                        let mut whole = [&sum[..], beside].concat();
                        whole.sort_unstable();
                        wins(digits, &whole, &mut known)
                    });
                    x != y
                });
                assert!(differs, "{code}: {a} {one:?}, {b} {other:?}");
            }
        }
    }
}

type Moves<'r> = dyn Fn(&[u8], usize) -> Vec<Vec<u8>> + 'r;

struct Search<'r> {
    moves: &'r Moves<'r>,
    /// Returns the result for the player to move as 1, 0 or -1, or `None` if the game is not over.
    end: &'r dyn Fn(&[u8], usize) -> Option<i8>,
    known: HashMap<(Vec<u8>, usize), i8>,
}

impl Search<'_> {
    fn value(&mut self, at: &[u8], player: usize) -> i8 {
        if let Some(&known) = self.known.get(&(at.to_vec(), player)) {
            return known;
        }
        let value = (self.end)(at, player).unwrap_or_else(|| {
            let moves = (self.moves)(at, player);
            let values = moves.iter().map(|to| -self.value(to, 1 - player));
            values.max().unwrap_or(-1)
        });
        self.known.insert((at.to_vec(), player), value);
        value
    }

    fn agrees(&self, step: usize, id: impl Fn(&[u8], usize) -> Option<String>) {
        let mut opener = Opener::new(Library::default());
        let mut all: Vec<_> = self.known.iter().collect();
        all.sort();
        let mut compared = 0;
        for ((at, player), value) in all.into_iter().step_by(step) {
            let Some(id) = id(at, *player) else { continue };
            let found = opener.open(&id).unwrap_or_else(|e| panic!("{id}: {e}"));
            let outcome = found.outcome(&Limits::default());
            let expected = [Outcome::Loss, Outcome::Draw, Outcome::Win][(value + 1) as usize];
            assert_eq!(outcome, Ok(expected), "{id}");
            compared += 1;
        }
        assert!(compared > 40, "{compared}");
    }
}

fn text(cells: &[u8], signs: &str) -> String {
    let sign = |&cell: &u8| signs.chars().nth(cell.into()).unwrap();
    cells.iter().map(sign).collect()
}

#[test]
fn tic_tac_toe_agrees_with_a_search_of_its_own() {
    const LINES: [[usize; 3]; 8] = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];
    let moves = |at: &[u8], player: usize| -> Vec<Vec<u8>> {
        let free = (0..9).filter(|&i| at[i] == 0);
        free.map(|i| {
            let mut to = at.to_vec();
            to[i] = 1 + player as u8;
            to
        })
        .collect()
    };
    let end = |at: &[u8], player: usize| {
        let other = 2 - player as u8;
        let lost = LINES.iter().any(|l| l.iter().all(|&i| at[i] == other));
        let full = at.iter().all(|&cell| cell > 0);
        if lost { Some(-1) } else { full.then_some(0) }
    };
    let mut search = Search {
        moves: &moves,
        end: &end,
        known: HashMap::new(),
    };
    assert_eq!(search.value(&[0; 9], 0), 0);
    search.agrees(7, |at, _| Some(format!("tictactoe:{}", text(at, ".XO"))));
}

#[test]
fn the_two_files_agree_with_a_search_of_their_own() {
    let moves = |at: &[u8], player: usize| -> Vec<Vec<u8>> {
        let own = 1 + player as u8;
        let step = |i: usize, by: usize| match player {
            0 => Some(i + by).filter(|&to| to < at.len()),
            _ => i.checked_sub(by),
        };
        let pieces = (0..at.len()).filter(|&i| at[i] == own);
        pieces
            .filter_map(|i| {
                let next = step(i, 1)?;
                let to = if at[next] == 3 - own {
                    step(i, 2)?
                } else {
                    next
                };
                let mut board = at.to_vec();
                (at[to] == 0).then(|| {
                    (board[i], board[to]) = (0, own);
                    board
                })
            })
            .collect()
    };
    let end = |at: &[u8], player: usize| {
        let stuck = moves(at, player).is_empty();
        stuck.then(|| {
            if moves(at, 1 - player).is_empty() {
                0
            } else {
                -1
            }
        })
    };
    let mut search = Search {
        moves: &moves,
        end: &end,
        known: HashMap::new(),
    };
    for start in [
        &[1, 1, 0, 0, 0, 2, 2][..],
        &[1, 0, 1, 0, 2, 0, 2, 0],
        &[1, 1, 2, 0, 0, 2],
    ] {
        for player in 0..2 {
            search.value(start, player);
        }
    }
    search.agrees(3, |at, player| {
        Some(format!(
            "own/hare:{}:{}",
            ["A", "B"][player],
            text(at, ".ab")
        ))
    });
}

#[test]
fn domineering_agrees_with_a_search_of_its_own() {
    for (width, height, step) in [(4, 3, 11), (4, 4, 61)] {
        let moves = |at: &[u8], player: usize| -> Vec<Vec<u8>> {
            let place = |i: usize| {
                let beside = match player {
                    0 => Some(i + width).filter(|&j| j < at.len()),
                    _ => Some(i + 1).filter(|j| j % width != 0),
                };
                let j = beside.filter(|&j| at[i] == 0 && at[j] == 0)?;
                let mut to = at.to_vec();
                (to[i], to[j]) = (1, 1);
                Some(to)
            };
            (0..at.len()).filter_map(place).collect()
        };
        let mut search = Search {
            moves: &moves,
            end: &|_, _| None,
            known: HashMap::new(),
        };
        for player in 0..2 {
            search.value(&vec![0; width * height], player);
        }
        search.agrees(step, |at, player| {
            Some(format!(
                "own/domineering:{}:{}",
                ["A", "B"][player],
                text(at, ".#")
            ))
        });
    }
}
