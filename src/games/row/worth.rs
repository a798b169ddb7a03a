//! How the worth of a run is found: from what it can become, step by step from the small runs up; far on by the period.

use super::{RowStones, StoneMove};
use crate::games::arguments::list;
use crate::games::reasons::{LONGEST, fitting_using, or};
use crate::rules::{Claim, Reason, Word, Worths, nearest};
use crate::solve::kayles::{PERIOD, PERIODIC_FROM, grundy};

/// Runs up to this length have all that they can become written out.
const WRITTEN: u64 = 9;

/// The lengths in the table of worths: every run of a usual row, and one period.
const TABLE: u64 = 12;

/// The two runs, either of which may be empty, that a move in a run of `n` stones can leave.
fn left(n: u64) -> impl Iterator<Item = (u64, u64)> {
    let cut = |rest: u64| (0..=rest / 2).map(move |a| (a, rest - a));
    (1..=2.min(n)).flat_map(move |taken| cut(n - taken))
}

fn worth(parts: (u64, u64)) -> u64 {
    u64::from(grundy(parts.0) ^ grundy(parts.1))
}

/// What is left in a few characters: `3`, `1+2` or `nothing`.
fn named((a, b): (u64, u64)) -> String {
    match (a, b) {
        (0, 0) => "nothing".to_owned(),
        (0, b) => b.to_string(),
        _ => format!("{a} with {b}"),
    }
}

fn cells(runs: &[u64]) -> RowStones {
    RowStones::from_runs(runs.iter().filter(|&&n| n > 0).map(|&n| nearest(n)))
}

/// How the worth of one of these runs is found; of a single run, that of a shorter one, since what the run itself can
/// become is for the player to find.
pub(super) fn found(runs: &[u64]) -> Option<Reason<RowStones, StoneMove>> {
    let (longest, shorter) = match runs {
        [run] => (run.checked_sub(2)?, true),
        _ => (*runs.iter().max()?, false),
    };
    if longest >= PERIODIC_FROM + PERIOD && !shorter {
        return Some(repeated(longest));
    }
    // A run that is there, and the longest one that is still easily gone through.
    let easy = |most: u64| runs.iter().copied().filter(move |&n| n > 1 && n <= most).max();
    let run = match shorter {
        true => longest.min(5),
        false => easy(6).or(easy(WRITTEN)).unwrap_or(longest),
    };
    if run == 0 || (shorter && run < 2) {
        return None;
    }
    Some(if run <= WRITTEN { by_all(run) } else { by_values(run) })
}

/// All that a short run can become, and the least worth that is missing among it.
fn by_all(run: u64) -> Reason<RowStones, StoneMove> {
    let all: Vec<(u64, u64)> = left(run).collect();
    let names: Vec<String> = all.iter().map(|&parts| named(parts)).collect();
    let worths = list(all.iter().map(|&parts| worth(parts).to_string()), LONGEST);
    let own = u64::from(grundy(run));
    // Two runs are worth the XOR of theirs: the first such pair is worked out.
    let pair = all.iter().find(|&&(a, b)| a > 0 && a != b);
    let worked =
        pair.map(|&(a, b)| format!(" ({a} with {b}: {} XOR {} = {})", grundy(a), grundy(b), worth((a, b))));
    let said = |worked: &str| {
        format!(
            "A run of {run} can become {}, worth {worths}{worked}. The least missing there is its worth: {own}.",
            or(&names)
        )
    };
    let short = (said(""), &[Word::Worth, Word::Mex][..]);
    let (text, words) = match worked {
        Some(worked) => fitting_using([(said(&worked), &[Word::Worth, Word::Xor, Word::Mex][..]), short]),
        None => fitting_using([short]),
    };
    let reason = Reason::new(text).using(words).claiming(Claim::Grundy(cells(&[run]), own));
    // That nothing at all is worth 0 needs no solver.
    let some = all.into_iter().filter(|&(_, b)| b > 0);
    some.fold(reason, |r, (a, b)| r.claiming(Claim::Grundy(cells(&[a, b]), worth((a, b)))))
}

/// The worths that a long run can come to, with one worked cut.
fn by_values(run: u64) -> Reason<RowStones, StoneMove> {
    let own = u64::from(grundy(run));
    let mut reached: Vec<u64> = left(run).map(worth).collect();
    reached.sort_unstable();
    reached.dedup();
    let reached: Vec<String> = reached.iter().map(u64::to_string).collect();
    let (a, b) = (1, run - 2);
    let text = format!(
        "A run of {run} can come to be worth {} (cut into {a} and {b}: {} XOR {} = {}). The least missing there is its \
         worth: {own}.",
        or(&reached),
        grundy(a),
        grundy(b),
        worth((a, b))
    );
    Reason::new(text)
        .using(&[Word::Worth, Word::Xor, Word::Mex])
        .claiming(Claim::Grundy(cells(&[run]), own))
        .claiming(Claim::Grundy(cells(&[a, b]), worth((a, b))))
}

/// A run so long that its worth is that of a shorter one.
fn repeated(run: u64) -> Reason<RowStones, StoneMove> {
    let rounds = (run - PERIODIC_FROM) / PERIOD;
    let short = run - rounds * PERIOD;
    let own = u64::from(grundy(run));
    let text = format!(
        "Beyond 70 stones the worths repeat every {PERIOD}: a run of {run} is worth as much as one of {short} \
         ({run} - {rounds} * {PERIOD}), {own}."
    );
    let claims = [run, short].map(|n| Claim::Grundy(cells(&[n]), own));
    claims.into_iter().fold(Reason::new(text).using(&[Word::Worth]), Reason::claiming)
}

/// The worths of short runs, from which those of longer ones are found.
pub(super) fn table() -> Worths {
    Worths { of: "run", rows: (1..=TABLE).map(|n| (n, u64::from(grundy(n)))).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sentence says every way to move, and its own numbers give the worth by the rule it names.
    #[test]
    fn what_a_run_can_become_gives_its_worth() {
        for run in 1..=40 {
            let reached: Vec<u64> = left(run).map(worth).collect();
            let least = (0..).find(|n| !reached.contains(n)).unwrap();
            assert_eq!(least, u64::from(grundy(run)), "{run}");
            let reason = if run <= WRITTEN { by_all(run) } else { by_values(run) };
            assert!(reason.text.chars().count() <= LONGEST, "{}", reason.text);
        }
        let text = by_all(4).text;
        assert_eq!(
            text,
            "A run of 4 can become 3, 1 with 2, 2 or 1 with 1, worth 3, 3, 2, 0 (1 with 2: 1 XOR 2 = 3). The least missing there is its worth: 1."
        );
    }

    #[test]
    fn every_row_of_several_runs_teaches_one_of_its_own() {
        let of = |runs: &[u64]| found(runs).map(|r| r.text).unwrap_or_default();
        assert!(of(&[2, 4, 12]).starts_with("A run of 4 can become"));
        assert!(of(&[11, 12]).starts_with("A run of 12 can come to be worth 0, 1, 2, 3"));
        assert!(of(&[1, 200]).contains("a run of 200 is worth as much as one of 80 (200 - 10 * 12)"));
        // A single run is not gone through itself: that would name the move.
        assert!(of(&[9]).starts_with("A run of 5 can become"));
        assert_eq!(found(&[3]), None);
    }
}
