//! Finds random starting positions. On request, finds won positions with a small share of winning moves.

use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use nimatron_core::erased::{AnyPosition, Ask, Entry};
use nimatron_core::games::reasons::join;
use nimatron_core::games::{Opener, with_convention};
use nimatron_core::rules::{Convention, Library, Limits, Outcome, Stop, Text, saturating_cast};
use nimatron_core::tr;

/// The limits on the search for a rare win.
#[derive(Clone, Copy)]
struct Effort {
    /// The time limit for the requested size. All smaller sizes together have a second limit of the same length.
    look: Duration,
    /// The time limit for one position of a script, whose analysis may take a very long time.
    script: Duration,
    /// The maximum number of random positions to examine for each size.
    tries: usize,
}

const EFFORT: Effort = Effort {
    look: Duration::from_millis(1500),
    script: Duration::from_millis(375),
    tries: 300,
};

/// The maximum number of random moves played from a script's starting position.
const MOST_MOVES: usize = 200;
/// The maximum number of moves from which a random move is chosen.
const LISTED: usize = 1000;
/// The number of identical random positions in a row after which the search assumes that only one position of the
/// requested size exists.
const SAME: usize = 12;

/// A random position, or the reason why there is none.
type Found = Result<Box<dyn AnyPosition>, String>;

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
/// positions examined within the time limit. If there is only one position of the requested size or no win is found,
/// tries smaller sizes.
pub fn find(library: &Library, wanted: &RandomRequest, limits: &Limits) -> Found {
    find_with(EFFORT, library, wanted, limits)
}

fn find_with(effort: Effort, library: &Library, wanted: &RandomRequest, limits: &Limits) -> Found {
    // The positions in a search share large tables, so each search has its own opener, which frees the tables at the
    // end.
    let mut opener = Opener::new(library.clone());
    let mut rng = StdRng::seed_from_u64(wanted.seed);
    let is_script = wanted.entry.info.is_script();
    let mut random = |values: &[String], limits: &Limits| {
        let mut pick = |n: u64| rng.random_range(0..n.max(1));
        let id = wanted
            .entry
            .setup
            .random_id(values, &mut pick)
            .map_err(|e| e.to_string())?;
        let position = opener
            .open(&with_convention(&id, wanted.convention))
            .map_err(|e| e.to_string())?;
        if is_script {
            // The set-up form of a script describes a starting position.
            from_start(position, &mut pick, limits).map_err(|e| e.to_string())
        } else {
            Ok(position)
        }
    };
    if !wanted.interesting {
        return random(&wanted.values, limits);
    }
    let mut values = wanted.values.clone();
    let mut until = Instant::now() + effort.look;
    loop {
        let mut random = |limits: &Limits| random(&values, limits);
        if let Some(position) = rare(&mut random, until, effort, is_script, limits)? {
            return Ok(position);
        }
        if values == wanted.values {
            until = Instant::now() + effort.look;
        }
        if Instant::now() > until || !shrink(wanted, &mut values) {
            return Err(
                tr!("No won position was found at this size or a smaller one; try again.")
                    .to_owned(),
            );
        }
    }
}

/// Returns a random position of a script, derived from its starting position `start`. If the start is a list of
/// numbers, each number is replaced by a random number up to the largest of them. Otherwise, random moves are played.
///
/// Returns an error if the search is cancelled.
fn from_start(
    start: Box<dyn AnyPosition>,
    pick: &mut dyn FnMut(u64) -> u64,
    limits: &Limits,
) -> Result<Box<dyn AnyPosition>, Stop> {
    if let Some(numbers) = start.facts().numbers {
        let largest = numbers.iter().copied().max().unwrap_or(1).max(1);
        for _ in 0..SAME {
            let varied = join(numbers.iter().map(|_| pick(largest) + 1), ",");
            // The script may reject some numbers.
            match start.with_state(Text::new(&varied)) {
                Ok(position) if !position.is_over() => return Ok(position),
                _ => limits.check()?,
            }
        }
    }
    let mut line: Vec<Box<dyn AnyPosition>> = Vec::new();
    for _ in 0..MOST_MOVES {
        limits.check()?;
        let at = line.last().unwrap_or(&start);
        let moves = at.first_moves(LISTED);
        let chosen = moves.get(saturating_cast::<usize, _>(pick(moves.len() as u64)));
        let Some(Ok((next, _))) = chosen.map(|m| at.after(&m.text)) else {
            break;
        };
        line.push(next);
    }
    // Choose a position between the start and the end of the game. If there is none, choose the start.
    line.pop_if(|last| last.is_over());
    let at: usize = saturating_cast(pick(line.len() as u64));
    Ok(line.get(at).unwrap_or(&start).as_written())
}

/// Reduces every number in the set-up form by one, but not below its minimum. Returns whether any number was reduced.
fn shrink(wanted: &RandomRequest, values: &mut [String]) -> bool {
    let mut shrunk = false;
    for (field, value) in wanted.entry.setup.fields.iter().zip(values) {
        if let (Some((least, most)), Ok(number)) = (field.kind.range(), value.parse::<u64>())
            && number > least
        {
            *value = (number.min(most) - 1).max(least).to_string();
            shrunk = true;
        }
    }
    shrunk
}

/// Returns the won position with the smallest share of winning moves among random positions. Returns `None` if all the
/// random positions are identical, or if none with at least two moves is proved to be won.
fn rare(
    random: &mut dyn FnMut(&Limits) -> Found,
    until: Instant,
    effort: Effort,
    is_script: bool,
    limits: &Limits,
) -> Result<Option<Box<dyn AnyPosition>>, String> {
    // The best position so far, with its share of winning moves in millionths.
    let mut best: Option<(u64, Box<dyn AnyPosition>)> = None;
    let mut first = None;
    let mut several = false;
    let by = |end: Instant| {
        let is_late = move || (Instant::now() > end).then(String::new);
        limits.clone().stopping(is_late)
    };
    for i in 0..effort.tries {
        if Instant::now() > until || (i == SAME && !several) {
            break;
        }
        limits.check().map_err(|e| e.to_string())?;
        let position = match random(&by(until)) {
            Ok(position) => position,
            Err(_) if Instant::now() > until => break,
            Err(why) => return Err(why),
        };
        let id = position.part_id();
        several |= *first.get_or_insert_with(|| id.clone()) != id;
        let analyse = position.analyse(Ask::value());
        let analysis = if is_script {
            analyse(&by(until.min(Instant::now() + effort.script)))
        } else {
            analyse(limits)
        };
        let Ok(analysis) = analysis else {
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

    /// Limits that do not depend on the speed of the machine.
    const PATIENT: Effort = Effort {
        look: Duration::from_secs(3600),
        script: Duration::from_secs(3600),
        tries: 24,
    };

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
            let patient = Effort {
                tries: EFFORT.tries,
                ..PATIENT
            };
            find_with(patient, &Library::default(), &wanted, &Limits::default()).unwrap()
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

    fn of_script(
        name: &str,
        values: &[&str],
        interesting: bool,
        seed: u64,
    ) -> Box<dyn AnyPosition> {
        let entry = games::find(name).unwrap();
        let fields = entry.setup.fields.iter();
        let mut all: Vec<String> = fields.map(|field| field.kind.default_value()).collect();
        for (value, given) in all[1..].iter_mut().zip(values) {
            *value = (*given).to_owned();
        }
        let wanted = RandomRequest {
            entry,
            values: all,
            convention: None,
            interesting,
            seed,
        };
        find_with(PATIENT, &Library::default(), &wanted, &Limits::default()).unwrap()
    }

    #[test]
    fn a_random_position_is_not_over_unless_every_position_is() {
        for (cells, id) in [("2", "own/cram:.."), ("3", "own/cram:...")] {
            for seed in 0..8 {
                assert_eq!(of_script("own/cram", &[cells], false, seed).id(), id);
            }
        }
    }

    #[test]
    fn a_rare_win_is_not_sought_after_its_deadline() {
        let start = games::open("own/cram:....................", &Library::default()).unwrap();
        let now = Instant::now();
        let (mut calls, mut stopped) = (0, 0);
        let mut random = |limits: &Limits| {
            calls += 1;
            // The deadline passes while a position is being generated.
            while Instant::now() <= now + Duration::from_millis(1) {}
            let made = from_start(start.boxed_clone(), &mut |_| 0, limits);
            stopped += usize::from(made.is_err());
            made.map_err(|e| e.to_string())
        };
        let limits = Limits::default();
        let found = rare(
            &mut random,
            now + Duration::from_millis(1),
            PATIENT,
            true,
            &limits,
        );
        assert!(found.unwrap().is_none() && calls <= 1 && stopped == calls);
    }

    #[test]
    fn random_positions_of_scripts_are_reached_by_moves_or_have_other_numbers() {
        for (name, values, start) in [
            ("own/cram", &["20"][..], "own/cram:...................."),
            ("own/domineering", &[], "own/domineering:A:................"),
            ("own/hare", &[], "own/hare:A:aa...bb"),
            ("own/cut", &[], "own/cut:7x5"),
            ("own/coins", &[], "own/coins:4,7,2,9,5,3"),
            ("own/euclid", &["8,30"], "own/euclid:8,30"),
            ("own/grundy", &["30"], "own/grundy:30"),
        ] {
            let all: Vec<_> = (0..8)
                .map(|seed| of_script(name, values, false, seed))
                .collect();
            let mut ids: Vec<String> = all.iter().map(|at| at.id()).collect();
            assert!(all.iter().all(|at| !at.is_over()), "{ids:?}");
            let numbers = games::open(start, &Library::default())
                .unwrap()
                .facts()
                .numbers;
            match numbers {
                None => assert!(!ids.iter().any(|id| id == start), "{ids:?}"),
                Some(numbers) => {
                    let largest = numbers.iter().max();
                    for at in &all {
                        let found = at.facts().numbers.unwrap();
                        assert!(found.iter().max() <= largest && found.len() == numbers.len());
                    }
                }
            }
            ids.sort();
            ids.dedup();
            assert!(ids.len() > 3, "{ids:?}");
        }
    }

    #[test]
    fn rare_wins_of_scripts_are_found() {
        for (name, values) in [
            ("own/cram", &[][..]),
            ("own/cram", &["16"]),
            ("own/domineering", &[]),
            ("own/treblecross", &["12"]),
            ("own/silver-dollar", &[]),
            ("own/grundy", &["20"]),
        ] {
            let at = of_script(name, values, true, 1);
            let analysis = at.analyse(Ask::value())(&Limits::default()).unwrap();
            let (wins, moves) = (analysis.winning_count.unwrap(), analysis.moves.unwrap());
            assert_eq!(analysis.value.outcome, Outcome::Win, "{}", at.id());
            assert!(
                moves > 1 && 2 * wins <= u128::from(moves),
                "{}: {wins} of {moves}",
                at.id()
            );
        }
    }
}
