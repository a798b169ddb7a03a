//! Fibonacci numbers, and every number as a sum of them (E. Zeckendorf, 1972).

/// 1, 2, 3, 5, 8, ... as far as 64 bits hold them, rising.
fn fibonacci() -> impl Iterator<Item = u64> {
    let mut next = (1u64, Some(2u64));
    let mut done = false;
    std::iter::from_fn(move || {
        if done {
            return None;
        }
        let this = next.0;
        match next.1 {
            Some(after) => next = (after, this.checked_add(after)),
            None => done = true,
        }
        Some(this)
    })
}

/// The parts of the Zeckendorf sum of n, falling: Fibonacci numbers no two of which are neighbours in their sequence.
/// Taking the largest that fits, again and again, finds it, and there is only one.
pub fn parts(n: u64) -> Vec<u64> {
    let numbers: Vec<u64> = fibonacci().take_while(|&f| f <= n).collect();
    let mut left = n;
    let mut parts = Vec::new();
    for &f in numbers.iter().rev() {
        if f <= left {
            parts.push(f);
            left -= f;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_of_numbers_that_are_no_neighbours() {
        let all: Vec<u64> = fibonacci().collect();
        assert_eq!(&all[..6], [1, 2, 3, 5, 8, 13]);
        assert!(all.windows(3).all(|w| w[0] + w[1] == w[2]) && all.len() == 92);
        let place = |f: &u64| all.binary_search(f).unwrap();
        for n in (0..5000).chain([u64::MAX, i64::MAX as u64, 7_540_113_804_746_346_429]) {
            let parts = parts(n);
            assert_eq!(parts.iter().sum::<u64>(), n);
            assert!(parts.windows(2).all(|w| place(&w[0]) >= place(&w[1]) + 2), "{n}");
        }
    }
}
