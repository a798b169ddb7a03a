//! Generates random numbers that depend only on the seed: they are the same on every machine and in every version of
//! the program.

use nimatron_core::rules::saturating_cast;

/// A random number generator (SplitMix64; Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 to `n` - 1, or 0 if `n` is 0.
    pub fn pick(&mut self, n: u64) -> u64 {
        // The product of two 64-bit numbers has 128 bits; take the upper half.
        saturating_cast((u128::from(self.next()) * u128::from(n)) >> 64)
    }

    pub fn one<'l, T>(&mut self, list: &'l [T]) -> Option<&'l T> {
        list.get(saturating_cast::<usize, _>(self.pick(list.len() as u64)))
    }

    /// Removes and returns a random element of a list; `None` if the list is empty. The order of the other elements may
    /// change.
    pub fn take<T>(&mut self, list: &mut Vec<T>) -> Option<T> {
        let at = saturating_cast::<usize, _>(self.pick(list.len() as u64));
        (at < list.len()).then(|| list.swap_remove(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_published_generator() {
        let mut dice = Dice::new(1_234_567);
        let found: Vec<u64> = (0..3).map(|_| dice.next()).collect();
        assert_eq!(
            found,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn every_number_comes_about_equally_often() {
        let mut dice = Dice::new(1);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[usize::try_from(dice.pick(6)).unwrap()] += 1;
        }
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
        assert_eq!(dice.pick(0), 0);
        assert_eq!(dice.one::<u8>(&[]), None);
    }
}
