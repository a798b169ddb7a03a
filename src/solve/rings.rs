//! Boards of rings: take one ring, or two rings on neighbouring points. All positions of a board at once.

use std::ops::ControlFlow;

use crate::rules::{Convention, Limits, Outcome, Stop};

/// The points of a board and which of them are neighbours: at most 32 points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// For every point the set of its neighbours, as a bit mask.
    neighbours: Vec<u32>,
}

/// A move: the mask of the one or two rings that are taken.
pub type Taken = u32;

impl Board {
    /// The board with these pairs of neighbours on points 0 to `points` - 1. Pairs outside are left out.
    #[must_use]
    pub fn new(points: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Board {
        let mut neighbours = vec![0; points];
        for (a, b) in pairs {
            if a < points && b < points && a != b {
                neighbours[a] |= 1 << b;
                neighbours[b] |= 1 << a;
            }
        }
        Board { neighbours }
    }

    /// How many points.
    #[must_use]
    pub fn points(&self) -> usize {
        self.neighbours.len()
    }

    /// The neighbours of a point, as a bit mask.
    #[must_use]
    pub fn neighbours(&self, point: usize) -> u32 {
        self.neighbours.get(point).copied().unwrap_or(0)
    }

    /// Every pair of neighbours, smaller number first, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.points()).flat_map(move |a| {
            (a + 1..self.points()).filter(move |&b| self.neighbours[a] >> b & 1 == 1).map(move |b| (a, b))
        })
    }

    /// Hands over the moves by their lowest point, one ring before two: board order.
    pub fn for_each_move(&self, rings: u32, f: &mut dyn FnMut(Taken) -> ControlFlow<()>) -> ControlFlow<()> {
        for a in ones(rings) {
            f(1 << a)?;
            for b in ones(self.neighbours[a as usize] & rings & above(a)) {
                f(1 << a | 1 << b)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// How many moves there are.
    #[must_use]
    pub fn count_moves(&self, rings: u32) -> u64 {
        let pairs: u32 =
            ones(rings).map(|a| (self.neighbours[a as usize] & rings & above(a)).count_ones()).sum();
        u64::from(rings.count_ones() + pairs)
    }

    /// Whether `taken` is one ring or two neighbouring ones, all of which are there.
    #[must_use]
    pub fn is_legal(&self, rings: u32, taken: Taken) -> bool {
        taken != 0
            && taken & !rings == 0
            && match taken.count_ones() {
                1 => true,
                2 => self.neighbours[taken.trailing_zeros() as usize] & taken != 0,
                _ => false,
            }
    }

    /// Remoteness of every set of rings, indexed by its mask.
    ///
    /// A game lasts at most as many moves as there are rings, so a byte is enough. Parity tells the winner: in normal
    /// play the last mover wins, so a won position ends after an odd number of moves; in misère play after an even one.
    ///
    /// # Errors
    /// [`Stop::Interrupted`] as `limits` says.
    pub fn remoteness(&self, convention: Convention, limits: &Limits) -> Result<Vec<u8>, Stop> {
        let sets = 1usize << self.points();
        let wins = |r: u8| (r % 2 == 1) == (convention == Convention::Normal);
        let mut table = vec![0u8; sets];
        for rings in 1..sets as u32 {
            pause(rings, sets, limits)?;
            let (mut quick, mut slow) = (u8::MAX, 0);
            for a in ones(rings) {
                let one = 1 << a;
                let mut see = |taken: u32| {
                    let r = table[(rings & !taken) as usize];
                    if wins(r) { slow = slow.max(r) } else { quick = quick.min(r) }
                };
                see(one);
                for b in ones(self.neighbours[a as usize] & rings & above(a)) {
                    see(one | 1 << b);
                }
            }
            table[rings as usize] = 1 + if quick != u8::MAX { quick } else { slow };
        }
        Ok(table)
    }

    /// Grundy value of every set of rings in normal play, indexed by its mask.
    ///
    /// # Errors
    /// [`Stop::Interrupted`] as `limits` says.
    pub fn grundy(&self, limits: &Limits) -> Result<Vec<u8>, Stop> {
        let sets = 1usize << self.points();
        let mut table = vec![0u8; sets];
        for rings in 1..sets as u32 {
            pause(rings, sets, limits)?;
            // At most 24 + 276 moves, so values stay far below 512.
            let mut seen = [0u64; 8];
            let mut see = |taken: u32| {
                let g = table[(rings & !taken) as usize];
                seen[usize::from(g / 64)] |= 1 << (g % 64);
            };
            for a in ones(rings) {
                see(1 << a);
                for b in ones(self.neighbours[a as usize] & rings & above(a)) {
                    see(1 << a | 1 << b);
                }
            }
            let word = seen.iter().position(|&w| w != u64::MAX).unwrap_or(0);
            table[rings as usize] = (word * 64) as u8 + seen[word].trailing_ones() as u8;
        }
        Ok(table)
    }
}

fn pause(rings: u32, sets: usize, limits: &Limits) -> Result<(), Stop> {
    if rings.is_multiple_of(65536) {
        limits.check()?;
        limits.progress(u64::from(rings), sets as u64);
    }
    Ok(())
}

/// The outcome that a remoteness tells.
#[must_use]
pub fn outcome(remoteness: u8, convention: Convention) -> Outcome {
    Outcome::won((remoteness % 2 == 1) == (convention == Convention::Normal))
}

/// The numbers of the bits that are set, rising.
pub fn ones(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (bit < 32).then_some(bit)
    })
}

fn above(point: u32) -> u32 {
    (u32::MAX << point) << 1
}
