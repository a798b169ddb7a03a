//! Naive algorithms that share no code with the solvers.

use std::collections::HashMap;

/// The board of Triangle War. Edges are sorted by dot numbers, and triangles are sets of edges.
pub struct Triangles {
    pub edges: usize,
    /// For each edge, the one or two triangles that contain the edge.
    beside: Vec<Vec<u32>>,
}

impl Triangles {
    pub fn new(side: u32) -> Triangles {
        let number = |row: u32, place: u32| row * (row + 1) / 2 + place;
        let mut corners = Vec::new();
        for row in 1..side {
            for place in 0..row {
                let (a, b) = (number(row, place), number(row, place + 1));
                corners.push([number(row - 1, place), a, b]);
                if row + 1 < side {
                    corners.push([a, b, number(row + 1, place + 1)]);
                }
            }
        }
        let sides = |[a, b, c]: [u32; 3]| [(a, b), (a, c), (b, c)];
        let mut edges: Vec<_> = corners.iter().copied().flat_map(sides).collect();
        edges.sort_unstable();
        edges.dedup();
        let bit = |e| 1u32 << edges.iter().position(|x| *x == e).unwrap_or(0);
        let masks: Vec<u32> = corners
            .iter()
            .map(|&t| sides(t).into_iter().map(bit).fold(0, |m, b| m | b))
            .collect();
        let beside = (0..edges.len())
            .map(|e| masks.iter().copied().filter(|t| t >> e & 1 == 1).collect())
            .collect();
        Triangles {
            edges: edges.len(),
            beside,
        }
    }

    fn gained(&self, edge: usize, after: u32) -> i32 {
        self.beside[edge]
            .iter()
            .filter(|&t| t & !after == 0)
            .count() as i32
    }

    /// Returns the margin for the player to move, by an alpha-beta search without a cache.
    pub fn alpha_beta(&self, drawn: u32, mut alpha: i32, beta: i32) -> i32 {
        let mut best = i32::MIN;
        for edge in (0..self.edges).filter(|e| drawn >> e & 1 == 0) {
            let after = drawn | 1 << edge;
            let gained = self.gained(edge, after);
            let value = match gained {
                0 => -self.alpha_beta(after, -beta, -alpha),
                _ => gained + self.alpha_beta(after, alpha - gained, beta - gained),
            };
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        if best == i32::MIN { 0 } else { best }
    }

    pub fn table(&self) -> Vec<i8> {
        let mut values = vec![0i8; 1 << self.edges];
        for drawn in (0..values.len() - 1).rev() {
            let mut best = i8::MIN;
            for edge in (0..self.edges).filter(|e| drawn >> e & 1 == 0) {
                let after = drawn | 1 << edge;
                let gained = self.gained(edge, after as u32) as i8;
                let rest = values[after];
                best = best.max(if gained > 0 { gained + rest } else { -rest });
            }
            values[drawn] = best;
        }
        values
    }
}

/// Returns whether the player to move wins. The player who takes the last ring loses.
pub fn rings_won(rings: u32, pairs: &[u32], known: &mut HashMap<u32, bool>) -> bool {
    if rings == 0 {
        return true;
    }
    if let Some(&won) = known.get(&rings) {
        return won;
    }
    let single = (0..32).map(|i| 1 << i);
    let moves = single.chain(pairs.iter().copied());
    let won = moves
        .filter(|m| rings & m == *m)
        .any(|m| !rings_won(rings & !m, pairs, known));
    known.insert(rings, won);
    won
}

/// Computes [`rings_won`] for every set of rings.
pub fn rings_table(points: u32, pairs: &[u32]) -> Vec<bool> {
    let mut won = vec![true; 1 << points];
    for rings in 1..won.len() {
        let single = (0..points).map(|i| 1u32 << i);
        let mut moves = single
            .chain(pairs.iter().copied())
            .filter(|m| rings as u32 & m == *m);
        won[rings] = moves.any(|m| !won[rings & !(m as usize)]);
    }
    won
}

/// Returns whether the player to move wins. The player who takes the last stone loses.
pub fn row_won(runs: &[u8], known: &mut HashMap<Vec<u8>, bool>) -> bool {
    if runs.is_empty() {
        return true;
    }
    if let Some(&won) = known.get(runs) {
        return won;
    }
    let won = row_moves(runs).iter().any(|next| !row_won(next, known));
    known.insert(runs.to_vec(), won);
    won
}

pub fn row_moves(runs: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (i, &run) in runs.iter().enumerate() {
        for taken in 1..=run.min(2) {
            for left in 0..=run - taken {
                let mut next = runs.to_vec();
                next.remove(i);
                next.extend([left, run - taken - left].iter().filter(|&&n| n > 0));
                next.sort_unstable();
                all.push(next);
            }
        }
    }
    all
}

pub fn octal(digits: &[u8], upto: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    let mut seen = vec![usize::MAX; 1 << 12];
    for n in 0..upto {
        for (k, digit) in digits.iter().enumerate().map(|(i, d)| (i + 1, d)) {
            if digit & 1 != 0 && n == k {
                seen[0] = n;
            }
            if digit & 2 != 0 && n > k {
                seen[values[n - k] as usize] = n;
            }
            if digit & 4 != 0 && n > k + 1 {
                for left in 1..=(n - k) / 2 {
                    seen[(values[left] ^ values[n - k - left]) as usize] = n;
                }
            }
        }
        values.push(seen.iter().take_while(|&&s| s == n).count() as u32);
    }
    values
}

/// Returns whether the player to move wins. The player who eats the last square loses.
pub fn chomp_won(rows: &[u8], known: &mut HashMap<Vec<u8>, bool>) -> bool {
    if rows.is_empty() {
        return true;
    }
    if let Some(&won) = known.get(rows) {
        return won;
    }
    let won = chomp_bites(rows).iter().any(|next| !chomp_won(next, known));
    known.insert(rows.to_vec(), won);
    won
}

pub fn chomp_bites(rows: &[u8]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (r, &length) in rows.iter().enumerate() {
        for column in 0..length {
            let cut = rows
                .iter()
                .enumerate()
                .map(|(i, &l)| if i < r { l } else { l.min(column) });
            all.push(cut.filter(|&l| l > 0).collect());
        }
    }
    all
}
