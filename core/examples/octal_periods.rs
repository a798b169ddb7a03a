//! Writes `docs/octal-periods.md`, the page of octal games whose period is proved by the values of heaps up to
//! 10,000,000:
//!
//!     cargo run --release -p nimatron-core --example octal_periods > docs/octal-periods.md
//!
//! The optional argument is the number of seconds (by default 60) spent on each promising game; games with a published
//! period get eight times as long.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::{Duration, Instant};

use nimatron_core::rules::{Limits, Stop};
use nimatron_core::solve::octal::{Code, Heaps};
use nimatron_core::solve::periodic::{Repeat, Sequence};

const HEAPS: u64 = 10_000_000;
/// The time spent on every game before the promising ones are searched further.
const FIRST_LOOK: Duration = Duration::from_secs(1);
/// A game without a period is promising if the first look reached this number of heaps.
const PROMISING: usize = 60_000;

/// Preperiods and periods as published in: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 4, and A.
/// Flammenkamp, <http://wwwhomes.uni-bielefeld.de/achim/octal.html>. T. Czajka tabulated both,
/// <https://github.com/tczajka/octal-games>. Each game represents all games with the same values.
const PUBLISHED: &[(&str, u64, u64)] = &[
    ("0.002", 1, 6),
    ("0.017", 15, 60),
    ("0.02", 1, 4),
    ("0.022", 1, 5),
    ("0.044", 214, 36),
    ("0.045", 189, 32),
    ("0.051", 48, 48),
    ("0.055", 259, 148),
    ("0.1", 2, 1),
    ("0.101", 4, 1),
    ("0.102", 1, 6),
    ("0.11", 3, 1),
    ("0.111", 4, 1),
    ("0.112", 1, 6),
    ("0.115", 1, 14),
    ("0.116", 139, 96),
    ("0.12", 1, 4),
    ("0.121", 4, 4),
    ("0.122", 1, 5),
    ("0.123", 5, 5),
    ("0.124", 122, 62),
    ("0.127", 46578, 4),
    ("0.131", 4, 4),
    ("0.132", 1, 5),
    ("0.134", 60, 62),
    ("0.141", 14, 11),
    ("0.144", 4, 10),
    ("0.145", 3, 9),
    ("0.147", 3, 8),
    ("0.15", 1, 10),
    ("0.152", 2, 48),
    ("0.153", 16, 14),
    ("0.154", 4, 11),
    ("0.156", 3479, 349),
    ("0.157", 1, 6),
    ("0.16", 105_351, 149_459),
    ("0.165", 5181, 1550),
    ("0.17", 33, 34),
    ("0.171", 12, 11),
    ("0.173", 21, 40),
    ("0.176", 24, 8),
    ("0.22", 1, 3),
    ("0.226", 21, 5),
    ("0.26", 1, 4),
    ("0.31", 3, 2),
    ("0.312", 5, 2),
    ("0.316", 4, 12),
    ("0.32", 1, 3),
    ("0.331", 4, 3),
    ("0.332", 1, 4),
    ("0.34", 7, 8),
    ("0.35", 1, 6),
    ("0.351", 1, 8),
    ("0.353", 4, 2),
    ("0.354", 10_061_916, 1180),
    ("0.356", 7315, 142),
    ("0.373", 2, 28),
    ("0.375", 37, 18),
    ("0.376", 2_268_248, 4),
    ("0.4", 54, 34),
    ("0.44", 143, 24),
    ("0.45", 498, 20),
    ("0.51", 1, 1),
    ("0.512", 3, 6),
    ("0.52", 4, 4),
    ("0.524", 1, 52),
    ("0.53", 11, 9),
    ("0.532", 7, 5),
    ("0.536", 1, 5),
    ("0.54", 3, 7),
    ("0.56", 326_640, 144),
    ("0.57", 1, 4),
    ("0.644", 3256, 442),
    ("0.71", 3, 2),
    ("0.72", 1, 4),
    ("0.75", 1, 2),
    ("0.77", 71, 12),
    ("0.772", 8, 4),
    ("4.0", 1, 2),
    ("4.005", 31, 79),
    ("4.024", 2, 60),
    ("4.102", 8, 10),
    ("4.12", 6, 7),
    ("4.122", 6, 7),
    ("4.3", 2, 2),
    ("4.304", 25, 21),
    ("4.323", 4, 4),
    ("4.444", 143, 24),
    ("4.72", 1, 3),
    ("4.722", 4, 4),
    ("4.726", 5, 16),
    ("4.766", 19, 20),
];

struct Game {
    code: Code,
    values: Sequence<Heaps>,
}

impl Game {
    fn new(first: u32, digits: u32) -> Result<Game, Box<dyn Error>> {
        let code: Code = format!("{first}.{digits:03o}").parse()?;
        let values = code.clone().sequence();
        Ok(Game { code, values })
    }

    fn look(&mut self, time: Duration) -> Result<(), Stop> {
        let end = Instant::now() + time;
        let limits = Limits::default()
            .stopping(move || (Instant::now() >= end).then(|| "the time is over".to_owned()));
        match self.values.prove_period(HEAPS, &limits) {
            Ok(_) | Err(Stop::Interrupted(_)) => Ok(()),
            Err(stop) => Err(stop),
        }
    }

    fn repeat(&self) -> Option<Repeat> {
        Some(self.values.period()?.repeat)
    }

    /// The preperiod and the first period of the values, which determine all values.
    fn beginning(&self, repeat: Repeat) -> Vec<u32> {
        let known = repeat.from + repeat.length;
        (0..known).filter_map(|n| self.values.get(n)).collect()
    }

    fn looks_like(&self, other: &Game) -> bool {
        let both = self
            .values
            .computed()
            .iter()
            .zip(other.values.computed().iter());
        both.fold(true, |same, (a, b)| same && a == b)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let seconds = std::env::args()
        .nth(1)
        .map_or(Ok(60), |text| text.parse())?;
    let mut games = Vec::new();
    for first in [0, 4] {
        for digits in 0..512 {
            let mut game = Game::new(first, digits)?;
            game.look(FIRST_LOOK)?;
            games.push(game);
        }
    }
    // Among games with equal values so far, search only the first. Search the others once the first proves periodic.
    let mut seen: Vec<usize> = Vec::new();
    for i in 0..games.len() {
        let known = games[i].values.computed().len();
        if games[i].repeat().is_some() || known < PROMISING {
            continue;
        }
        let same = seen.iter().find(|&&j| games[i].looks_like(&games[j]));
        if same.is_none_or(|&j| games[j].repeat().is_some()) {
            eprintln!("{}: more than {known} heaps", games[i].code);
            let code = games[i].code.to_string();
            let times = if PUBLISHED.iter().any(|row| row.0 == code) {
                8
            } else {
                1
            };
            games[i].look(Duration::from_secs(times * seconds))?;
        }
        if same.is_none() {
            seen.push(i);
        }
    }
    write(&games);
    Ok(())
}

fn write(games: &[Game]) {
    let mut alike: BTreeMap<(u64, u64, Vec<u32>), Vec<&Game>> = BTreeMap::new();
    for game in games {
        if let Some(repeat) = game.repeat() {
            let key = (repeat.from, repeat.length, game.beginning(repeat));
            alike.entry(key).or_default().push(game);
        }
    }
    let mut rows: Vec<_> = alike.into_iter().collect();
    rows.sort_by_key(|(_, games)| games[0].code.to_string());
    let known: usize = rows.iter().map(|(_, games)| games.len()).sum();
    println!(
        "# Periods of octal games

If the Grundy values of an octal game repeat for long enough, they repeat for ever (R. K. Guy and C. A. B. Smith, \"The
G-values of various games\", 1956). Of the 1,024 codes `0.d1d2d3` and `4.d1d2d3`, these are the {known} whose period
is proved by heaps of at most 10,000,000. This command writes the page:

    cargo run --release -p nimatron-core --example octal_periods > docs/octal-periods.md

The values repeat every *period* heaps from the *preperiod* on; neither number can be made smaller. Codes in one row have
the same values for all heaps. *Published* compares them with the tables of *Winning Ways*, chapter 4, and of
A. Flammenkamp, as [T. Czajka](https://github.com/tczajka/octal-games) verified them; he lists one game of each kind.

| codes | preperiod | period | largest value | published |
|---|---|---|---|---|"
    );
    let mut differ = Vec::new();
    for ((from, length, values), games) in &rows {
        let codes: Vec<String> = games.iter().map(|game| game.code.to_string()).collect();
        let published = PUBLISHED
            .iter()
            .filter(|row| codes.iter().any(|code| code == row.0));
        let published: Vec<&(&str, u64, u64)> = published.collect();
        let told = match &published[..] {
            [] => "-".to_owned(),
            all if all.iter().all(|row| (row.1, row.2) == (*from, *length)) => {
                "the same".to_owned()
            }
            [first, ..] => {
                let differs = format!("preperiod {}, period {}", first.1, first.2);
                differ.push(format!("{}: {differs} published", first.0));
                differs
            }
        };
        let most = values.iter().max().copied().unwrap_or(0);
        println!(
            "| {} | {from} | {length} | {most} | {told} |",
            codes.join(" ")
        );
    }
    let found = |code: &str| {
        let of_code = |game: &&Game| game.code.to_string() == code;
        games
            .iter()
            .find(of_code)
            .is_some_and(|game| game.repeat().is_some())
    };
    println!();
    if differ.is_empty() {
        println!("No period differs from a published one.")
    } else {
        println!(
            "These differ from what is published: {}.",
            differ.join("; ")
        )
    }
    for (code, from, length) in PUBLISHED.iter().filter(|row| !found(row.0)) {
        println!(
            "Not in the table: {code} is periodic from {from} on with period {length}, which takes more heaps."
        );
    }
    let open: Vec<String> = games
        .iter()
        .filter(|game| game.repeat().is_none())
        .map(|game| game.code.to_string())
        .collect();
    println!("\nNo period was found for the others: {}.", open.join(" "));
}
