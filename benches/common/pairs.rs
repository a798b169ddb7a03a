//! Compares the running times of two implementations of the same task.

use std::fmt::Debug;
use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::common::{median, text};

pub fn head() {
    println!("| work | here | the other way | ratio |");
    println!("|---|---|---|---|");
}

/// Runs two functions in turn, and prints their median times and the ratio of the times. Both functions must compute
/// the same result.
///
/// # Panics
///
/// Panics if the results differ.
pub fn pair<T: PartialEq + Debug>(
    work: &str,
    rounds: usize,
    mut here: impl FnMut() -> T,
    mut other: impl FnMut() -> T,
) {
    let (mut mine, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..rounds.max(1) {
        let (result, time) = timed(&mut here);
        mine.push(time);
        let (expected, time) = timed(&mut other);
        theirs.push(time);
        assert!(result == expected, "{work}: the results differ");
    }
    let (mine, theirs) = (median(mine), median(theirs));
    let ratio = theirs.as_secs_f64() / mine.as_secs_f64().max(1e-9);
    let ratio = if ratio < 10.0 {
        format!("{ratio:.2}")
    } else {
        format!("{ratio:.0}")
    };
    println!("| {work} | {} | {} | {ratio} |", text(mine), text(theirs));
}

fn timed<T>(f: &mut impl FnMut() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = black_box(f());
    (result, start.elapsed())
}
