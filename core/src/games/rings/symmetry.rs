//! Finds symmetries of a set of rings: involutions of the points that map neighbours to neighbours.
//!
//! If no move is its own image, the player who is not to move can answer every move with its image. In normal play,
//! this player therefore wins. In misère play, a player who mirrors every move makes the last move and loses, so each
//! reply must be checked.

use crate::rules::saturating_cast;
use crate::solve::rings::{Board, MOST_POINTS, ones};

/// The maximum number of symmetries that a search returns.
const MOST: usize = 24;

/// The maximum number of steps in a search for symmetries.
const STEPS: u32 = 20_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mirror {
    rings: u64,
    /// The image of every point; points without a ring are fixed.
    image: [u8; MOST_POINTS],
}

impl Mirror {
    pub fn reflect(&self, points: u64) -> u64 {
        ones(points).map(|p| 1 << self.image[p as usize]).sum()
    }

    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        ones(self.rings)
            .map(|p| (p, u32::from(self.image[p as usize])))
            .filter(|(p, q)| p < q)
    }

    /// Counts the rings whose distance to some other ring, as drawn, changes under the symmetry. Such rings make the
    /// symmetry hard to see.
    pub fn hidden(&self, place: &dyn Fn(u32) -> (f32, f32)) -> usize {
        let far = |a: u32, b: u32| {
            let a = place(a);
            let b = place(b);
            (a.0 - b.0).powi(2) + (a.1 - b.1).powi(2)
        };
        let image = |p: u32| u32::from(self.image[p as usize]);
        let uneven =
            |p: u32| ones(self.rings).any(|q| (far(p, q) - far(image(p), image(q))).abs() > 0.02);
        ones(self.rings).filter(|&p| uneven(p)).count()
    }
}

/// Finds at most 24 symmetries of the rings, excluding the identity. If `strict` is true, finds only symmetries under
/// which no legal move is its own image.
pub(super) fn mirrors(board: &Board, rings: u64, strict: bool) -> Vec<Mirror> {
    if strict && rings.count_ones() % 2 == 1 {
        return Vec::new();
    }
    let mut search = MirrorSearch {
        board,
        rings,
        strict,
        order: order(board, rings),
        image: std::array::from_fn(saturating_cast),
        found: Vec::new(),
        steps: 0,
    };
    search.from(0, 0);
    search.found
}

struct MirrorSearch<'a> {
    board: &'a Board,
    rings: u64,
    strict: bool,
    order: Vec<u32>,
    image: [u8; MOST_POINTS],
    found: Vec<Mirror>,
    steps: u32,
}

/// Returns the points in an order in which each point comes after one of its neighbours, if possible. In this order,
/// the search finds conflicts early.
fn order(board: &Board, rings: u64) -> Vec<u32> {
    let (mut order, mut placed) = (Vec::new(), 0u64);
    let degree = |p: u32| (board.neighbours(p as usize) & rings).count_ones();
    while placed != rings {
        let touching =
            ones(placed).fold(0, |set, p| set | board.neighbours(p as usize)) & rings & !placed;
        let from = if touching == 0 {
            rings & !placed
        } else {
            touching
        };
        let Some(next) = ones(from).max_by_key(|&p| (degree(p), u32::MAX - p)) else {
            break;
        };
        order.push(next);
        placed |= 1 << next;
    }
    order
}

impl MirrorSearch<'_> {
    fn from(&mut self, at: usize, done: u64) {
        self.steps += 1;
        if self.steps > STEPS || self.found.len() >= MOST {
            return;
        }
        let Some(&p) = self.order.get(at) else {
            let moved = ones(self.rings).any(|p| u32::from(self.image[p as usize]) != p);
            if moved {
                self.found.push(Mirror {
                    rings: self.rings,
                    image: self.image,
                });
            }
            return;
        };
        if done >> p & 1 == 1 {
            return self.from(at + 1, done);
        }
        let others = self.rings & !done & !(1 << p);
        for q in ones(others).chain((!self.strict).then_some(p)) {
            if self.fits(p, q, done) {
                self.image.swap(p as usize, q as usize);
                self.from(at + 1, done | 1 << p | 1 << q);
                self.image.swap(p as usize, q as usize);
            }
        }
    }

    fn fits(&self, p: u32, q: u32, done: u64) -> bool {
        let near_p = self.board.neighbours(p as usize) & self.rings;
        let near_q = self.board.neighbours(q as usize) & self.rings;
        if near_p.count_ones() != near_q.count_ones() || (self.strict && near_p >> q & 1 == 1) {
            return false;
        }
        let image =
            |set: u64| ones(set & done).fold(0u64, |to, x| to | 1 << self.image[x as usize]);
        image(near_p) == near_q & done && image(near_q) == near_p & done
    }
}
