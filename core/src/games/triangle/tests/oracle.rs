//! A plain solver of its own, to hold the fast one against: it shares no code with it, neither the
//! board nor the reduction.

/// The board by coordinates: edges sorted by dot numbers, triangles as sets of edges.
pub struct PlainBoard {
    pub edges: Vec<(u32, u32)>,
    pub triangles: Vec<u64>,
}

impl PlainBoard {
    pub fn new(side: u32) -> PlainBoard {
        let number = |row: u32, place: u32| (0..row).map(|r| r + 1).sum::<u32>() + place + 1;
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
        let bit = |e: (u32, u32)| 1u64 << edges.iter().position(|&x| x == e).unwrap();
        let triangles = corners.iter().map(|&t| sides(t).map(bit).iter().sum()).collect();
        PlainBoard { edges, triangles }
    }

    /// The margins of `base` with any set of its undrawn edges added, for the player to move, by
    /// the set's bits among the undrawn edges in board order: every move of every position tried.
    pub fn table(&self, base: u64) -> Vec<i8> {
        let free: Vec<u64> = (0..self.edges.len()).map(|e| 1 << e).filter(|bit| base & bit == 0).collect();
        let spread =
            |set: usize| (0..free.len()).filter(|i| set >> i & 1 == 1).fold(base, |mask, i| mask | free[i]);
        let beside: Vec<Vec<u64>> = free
            .iter()
            .map(|edge| self.triangles.iter().copied().filter(|t| t & edge != 0).collect())
            .collect();
        let mut values = vec![0i8; 1 << free.len()];
        for set in (0..values.len() - 1).rev() {
            let drawn = spread(set);
            let mut best = i8::MIN;
            let mut open = !set & (values.len() - 1);
            while open != 0 {
                let i = open.trailing_zeros() as usize;
                open &= open - 1;
                let after = drawn | free[i];
                let gained = beside[i].iter().filter(|&t| t & !after == 0).count() as i8;
                let rest = values[set | 1 << i];
                best = best.max(if gained > 0 { gained + rest } else { -rest });
            }
            values[set] = best;
        }
        values
    }
}
