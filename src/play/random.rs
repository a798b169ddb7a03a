//! Finds random starting positions, including rare wins.

use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use nimatron_core::erased::{AnyPosition, Ask, Entry, FieldKind};
use nimatron_core::games::{Opener, with_convention};
use nimatron_core::rules::{Convention, Library, Limits, Outcome, saturating_cast};
use nimatron_core::tr;

/// The time limit for finding a rare win at the requested size. All smaller sizes together have the same limit.
const LOOK: Duration = Duration::from_millis(1500);
/// The maximum number of positions of one size examined to find a rare win.
const TRIES: usize = 300;
/// If this number of random positions are all equal, assume that there is only one position of this size.
const SAME: usize = 12;

#[derive(Clone)]
pub struct RandomRequest {
    pub entry: &'static Entry,
    pub values: Vec<String>,
    pub convention: Option<Convention>,
    /// Whether to prefer wins with a small share of winning moves.
    pub interesting: bool,
    pub seed: u64,
}

/// Finds a random position. If `interesting` is set, returns the win with the smallest share of winning moves among the
/// positions examined in time. If there is only one position of the requested size or no win is found, tries smaller
/// sizes.
pub fn find(
    library: &Library,
    wanted: &RandomRequest,
    limits: &Limits,
) -> Result<Box<dyn AnyPosition>, String> {
    // The positions in a search share large tables, so each search has its own opener, which frees the tables at the
    // end.
    let mut opener = Opener::new(library.clone());
    let mut rng = StdRng::seed_from_u64(wanted.seed);
    let mut random = |values: &[String]| {
        let mut pick = |n: u64| rng.random_range(0..n.max(1));
        let id = wanted
            .entry
            .setup
            .random_id(values, &mut pick)
            .map_err(|e| e.to_string())?;
        opener
            .open(&with_convention(&id, wanted.convention))
            .map_err(|e| e.to_string())
    };
    if !wanted.interesting {
        return random(&wanted.values);
    }
    let mut values = wanted.values.clone();
    let mut until = Instant::now() + LOOK;
    loop {
        if let Some(position) = rare(&mut || random(&values), until, limits)? {
            return Ok(position);
        }
        if values == wanted.values {
            until = Instant::now() + LOOK;
        }
        if Instant::now() > until || !shrink(wanted, &mut values) {
            return Err(
                tr!("No won position was found at this size or a smaller one; try again.")
                    .to_owned(),
            );
        }
    }
}

/// Reduces every number in the setup by one, but not below its minimum; returns whether any number could be reduced.
fn shrink(wanted: &RandomRequest, values: &mut [String]) -> bool {
    let mut shrunk = false;
    for (field, value) in wanted.entry.setup.fields.iter().zip(values) {
        if let (FieldKind::Number { least, most, .. }, Ok(number)) =
            (field.kind, value.parse::<u64>())
            && number > least
        {
            *value = (number.min(most) - 1).max(least).to_string();
            shrunk = true;
        }
    }
    shrunk
}

/// Returns the won position with the smallest share of winning moves among random positions of a size. Returns `None`
/// if no position with several moves is proved to be won.
fn rare(
    random: &mut dyn FnMut() -> Result<Box<dyn AnyPosition>, String>,
    until: Instant,
    limits: &Limits,
) -> Result<Option<Box<dyn AnyPosition>>, String> {
    // The share of winning moves among all moves, in millionths.
    let mut best: Option<(u64, Box<dyn AnyPosition>)> = None;
    let mut first = None;
    let mut several = false;
    for i in 0..TRIES {
        if Instant::now() > until || (i == SAME && !several) {
            break;
        }
        limits.check().map_err(|e| e.to_string())?;
        let position = random()?;
        let id = position.part_id();
        several |= *first.get_or_insert_with(|| id.clone()) != id;
        let Ok(analysis) = position.analyse(Ask::value())(limits) else {
            continue;
        };
        let Some(moves) = analysis.moves else {
            continue;
        };
        if analysis.value.outcome != Outcome::Win || moves < 2 {
            continue;
        }
        let Some(wins) = analysis.winning_count else {
            continue;
        };
        let share = saturating_cast(wins * 1_000_000 / u128::from(moves));
        if best.as_ref().is_none_or(|(b, _)| share < *b) {
            best = Some((share, position));
        }
    }
    Ok(best.filter(|_| several).map(|(_, position)| position))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimatron_core::games;

    #[test]
    fn a_rare_win_is_won_by_a_smaller_share_of_its_moves() {
        let entry = games::find("star").unwrap();
        let found = |size: &str, convention, interesting, seed| {
            let values = vec![size.to_owned()];
            let wanted = RandomRequest {
                entry,
                values,
                convention,
                interesting,
                seed,
            };
            find(&Library::default(), &wanted, &Limits::default()).unwrap()
        };
        let analysed =
            |at: Box<dyn AnyPosition>| at.analyse(Ask::default())(&Limits::default()).unwrap();
        // For some of these seeds, the first dozen random positions contain no win with a single winning move.
        for seed in 0..7 {
            let analysis = analysed(found("6", None, true, seed));
            assert_eq!(
                (analysis.value.outcome, analysis.winning_count),
                (Outcome::Win, Some(1)),
                "{seed}"
            );
        }
        // There is only one full star, so smaller stars are tried.
        assert_ne!(found("13", None, true, 7).id(), "star:8191");
        assert_eq!(
            analysed(found("13", None, true, 7)).value.outcome,
            Outcome::Win
        );
        // Without `interesting`, the seed determines the position. The requested convention is kept.
        assert_eq!(
            found("6", None, false, 7).id(),
            found("6", None, false, 7).id()
        );
        assert!(
            found("6", Some(Convention::Normal), false, 7)
                .id()
                .starts_with("normal star:")
        );
    }
}
