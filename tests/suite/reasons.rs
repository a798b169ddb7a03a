//! Checks the claims of all reasons in all games, with code that is independent of the games and ignores the sentences.
//!
//! A claim is checked by opening the position that it names and asking the solver. If the position is small, the
//! claim is also checked by a plain search of all moves.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use nimatron_core::erased::{Analysis, AnyPosition, Ask, Entry, Turn};
use nimatron_core::games::{self, CATALOGUE, Opener};
use nimatron_core::rules::{
    Claim, Convention, Depth, Library, Limits, MAX_NUMBER, Outcome, ReasonText, Reveals, Stop,
    Value,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::conformance::{conventions, values};
use super::search::{PlainEnd, PlainSearch, cache_key};

/// The rules that the reasons of every game must follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rule {
    /// There are one to six reasons.
    Number,
    /// There is exactly one headline, which comes first and reveals nothing. One or two reasons explain the headline
    /// (perhaps none if the game is over), and at most four give more details.
    Depth,
    /// Each reason has 1 to 160 characters (a headline at most 60), is not truncated, and does not cite an authority.
    Text,
    /// Every claim is true.
    Truth,
    /// Unless the game is over, at least one reason makes a claim.
    Says,
    /// In a won position, the best move is the only move claimed to win. The reason with this claim is marked as
    /// revealing the move.
    OneWay,
    /// Unless the game is over, at least one reason reveals nothing.
    Nothing,
    /// In a lost position, at least one claim is about the position itself or names the reply to the best move.
    Lost,
    /// Positions with different structures have different sentences.
    Own,
}

const AUTHORITIES: [&str; 9] = [
    "Bouton",
    "Sibert",
    "Conway",
    "Sprague",
    "Berlekamp",
    "Plambeck",
    "Ferguson",
    "Whinihan",
    "Schwenk",
];

/// The maximum number of moves followed from a position. Positions with more moves are not checked move by move.
const FEW: u64 = 400;
/// The maximum number of positions that a plain search visits for one question. The first limit is for most tests, and
/// the second is for the test of large positions.
const PLAIN: [usize; 2] = [1_500, 50];

#[derive(Clone, Copy)]
struct Extent {
    /// The maximum number of positions to check among those reachable from a small start.
    below: usize,
    /// The maximum number of positions to check in one random game.
    along: usize,
    /// The maximum number of moves in a random position that is solved.
    widest: u64,
}

const USUAL: Extent = Extent {
    below: 120,
    along: 20,
    widest: u64::MAX,
};
/// Fewer positions to check, for games that are slow in unoptimised builds.
const SHORTER: &[(&str, Extent)] = &[
    (
        "rings",
        Extent {
            below: 90,
            along: 8,
            widest: 30,
        },
    ),
    (
        "chomp",
        Extent {
            below: 80,
            along: 8,
            widest: 40,
        },
    ),
    (
        "strip",
        Extent {
            below: 70,
            along: 8,
            ..USUAL
        },
    ),
    (
        "row",
        Extent {
            below: 70,
            along: 8,
            ..USUAL
        },
    ),
    (
        "nim",
        Extent {
            below: 90,
            along: 8,
            ..USUAL
        },
    ),
    (
        "triangle",
        Extent {
            below: 70,
            along: 6,
            widest: 14,
        },
    ),
    (
        "sum",
        Extent {
            below: 20,
            along: 3,
            widest: 20,
        },
    ),
];
const FULL: Extent = Extent {
    below: 3_000,
    along: 60,
    widest: u64::MAX,
};

fn usual(game: &str) -> Extent {
    SHORTER
        .iter()
        .find(|(name, _)| *name == game)
        .map_or(USUAL, |(_, extent)| *extent)
}

struct Fault {
    rule: Rule,
    id: String,
    reason: Option<ReasonText>,
    what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}  [{:?}] {}", self.id, self.rule, self.what)?;
        if let Some(reason) = &self.reason {
            writeln!(f, "    says: {}", reason.text)?;
            writeln!(
                f,
                "    reveals {}, claims {:?}",
                reason.reveals.word(),
                reason.claims
            )?;
        }
        Ok(())
    }
}

/// The properties that equivalent positions have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Structure {
    outcome: Outcome,
    margin: Option<i64>,
    grundy: Option<u64>,
    moves: Option<u64>,
}

struct Judge {
    opener: Opener,
    solved: HashMap<String, Value>,
    plain: PlainSearch,
    /// The maximum number of positions that a plain search visits for one question.
    most: usize,
    large: HashSet<String>,
}

impl Judge {
    fn new(most: usize) -> Judge {
        Judge {
            opener: Opener::new(Library::default()),
            solved: HashMap::new(),
            plain: PlainSearch::default(),
            most,
            large: HashSet::new(),
        }
    }

    fn open(&mut self, id: &str) -> Result<Box<dyn AnyPosition>, String> {
        self.opener
            .open(id)
            .map_err(|e| format!("{id} does not read: {e}"))
    }

    fn value(&mut self, at: &dyn AnyPosition) -> Result<Value, String> {
        let key = cache_key(at);
        if let Some(value) = self.solved.get(&key) {
            return Ok(*value);
        }
        let value = at.analyse(Ask::value())(&Limits::default())
            .map_err(|e| format!("{key} cannot be solved: {e}"))?
            .value;
        self.solved.insert(key, value);
        Ok(value)
    }

    /// Evaluates a position by a plain search. Returns `None` if the search would visit too many positions.
    fn plain(&mut self, at: &dyn AnyPosition) -> Option<PlainEnd> {
        // In games with points, few lines of play transpose, so only positions with few moves are searched.
        if at.score().is_some() && at.count_moves()? > 6 || self.large.contains(&at.id()) {
            return None;
        }
        let found = self.plain.value(at, &mut self.most.clone());
        if found.is_none() {
            self.large.insert(at.id());
        }
        found
    }

    /// Returns the solver's outcome. If the position is small enough for a plain search, the search must find the same
    /// outcome.
    fn outcome(&mut self, at: &dyn AnyPosition) -> Result<Outcome, String> {
        let outcome = self.value(at)?.outcome;
        match self.plain(at) {
            Some(plain) if plain.outcome != outcome => Err(format!(
                "{}: solved as {outcome:?}, searched as {:?}",
                at.id(),
                plain.outcome
            )),
            _ => Ok(outcome),
        }
    }

    fn holds(&mut self, at: &dyn AnyPosition, claim: &Claim<String, String>) -> Result<(), String> {
        let same = |said: String, is: String| {
            if said == is {
                Ok(())
            } else {
                Err(format!("it is {is}"))
            }
        };
        match claim {
            Claim::Outcome(id, said) => {
                let there = self.canonical(id)?;
                if there.convention() != at.convention() {
                    return Err(format!(
                        "{id} is not in the convention of the position asked about"
                    ));
                }
                let is = self.outcome(there.as_ref())?;
                same(said.word().to_owned(), is.word().to_owned())
            }
            Claim::Grundy(id, said) => {
                let there = self.canonical(id)?;
                if there.convention() != Some(Convention::Normal) {
                    return Err(format!("{id} has no Grundy value: it is not normal play"));
                }
                if let Some(plain) = self.plain(there.as_ref()) {
                    same(said.to_string(), plain.grundy.to_string())?;
                }
                match self.value(there.as_ref())?.grundy {
                    Some(is) => same(said.to_string(), is.to_string()),
                    None => Err(format!("the solver knows no Grundy value of {id}")),
                }
            }
            Claim::Counts(id, said) => {
                let there = self.canonical(id)?;
                if there.convention() != Some(Convention::Misere) {
                    return Err(format!("{id} is not in misère play"));
                }
                // In sums with small Nim piles, the position must win and lose like a Nim pile of the claimed size.
                let part = id.trim_start_matches("misere ");
                for beside in [
                    vec![],
                    vec![1],
                    vec![2],
                    vec![2, 2],
                    vec![1, 2],
                    vec![*said, 2, 2],
                    vec![3],
                ] {
                    let piles: Vec<u64> = beside.iter().copied().chain([*said]).collect();
                    let xor = piles.iter().fold(0, |x, n| x ^ n);
                    let wins = (xor != 0) == piles.iter().any(|&n| n > 1);
                    let list: Vec<String> = beside.iter().map(u64::to_string).collect();
                    let sum = if list.is_empty() {
                        id.clone()
                    } else {
                        format!("misere {part} + nim:{}", list.join(","))
                    };
                    let sum = self.open(&sum)?;
                    same(
                        Outcome::won(wins).word().to_owned(),
                        self.outcome(sum.as_ref())?.word().to_owned(),
                    )?;
                }
                Ok(())
            }
            Claim::Margin(id, said) => {
                let there = self.canonical(id)?;
                if let Some(plain) = self.plain(there.as_ref()) {
                    same(said.to_string(), plain.margin.unwrap_or(0).to_string())?;
                }
                match self.value(there.as_ref())?.margin {
                    Some(is) => same(said.to_string(), is.to_string()),
                    None => Err(format!("{id} has no margin")),
                }
            }
            Claim::Move(m, said) => {
                let (outcome, _) = self.after(at, m)?;
                same(said.word().to_owned(), outcome.word().to_owned())
            }
            Claim::Answer(m, reply) => {
                let (to, _) = at.after(m).map_err(|e| e.to_string())?;
                let best = self.outcome(to.as_ref())?;
                let (outcome, margin) = self.after(to.as_ref(), reply)?;
                let most = self.value(to.as_ref())?.margin;
                let counted = at.info().players.is_some();
                if !counted && outcome != Outcome::Win {
                    return Err(format!(
                        "after {m} the reply {reply} is a {}",
                        outcome.word()
                    ));
                }
                if outcome != best || margin != most {
                    return Err(format!(
                        "after {m} the reply {reply} is not the best there is"
                    ));
                }
                Ok(())
            }
        }
    }

    fn canonical(&mut self, id: &str) -> Result<Box<dyn AnyPosition>, String> {
        let there = self.open(id)?;
        if there.id() == id {
            Ok(there)
        } else {
            Err(format!("{id} is not the canonical {}", there.id()))
        }
    }

    fn after(&mut self, at: &dyn AnyPosition, m: &str) -> Result<(Outcome, Option<i64>), String> {
        if at.legal(m).map_err(|e| e.to_string())?.text != m {
            return Err(format!("{m} is not how the move is written"));
        }
        let (to, turn) = at.after(m).map_err(|e| e.to_string())?;
        let outcome = self.outcome(to.as_ref())?;
        let margin = self.value(to.as_ref())?.margin;
        Ok(match turn {
            Turn::Kept => (outcome, margin),
            Turn::Passed => (outcome.reversed(), margin.map(|m| -m)),
        })
    }

    fn faults(&mut self, at: &dyn AnyPosition, analysis: &Analysis) -> Vec<Fault> {
        let id = at.id();
        let mut faults = Vec::new();
        let mut fault = |rule, reason: Option<&ReasonText>, what: String| {
            faults.push(Fault {
                rule,
                id: id.clone(),
                reason: reason.cloned(),
                what,
            });
        };
        let reasons = &analysis.reasons;
        if !(1..=6).contains(&reasons.len()) {
            fault(Rule::Number, None, format!("{} reasons", reasons.len()));
        }
        let of = |depth| reasons.iter().filter(|r| r.depth == depth).count();
        let leads = reasons.first().filter(|r| r.depth == Depth::Headline);
        let why = if analysis.over { 0..=2 } else { 1..=2 };
        if of(Depth::Headline) != 1 || !why.contains(&of(Depth::Because)) || of(Depth::More) > 4 {
            let depths: Vec<Depth> = reasons.iter().map(|r| r.depth).collect();
            fault(Rule::Depth, reasons.first(), format!("{depths:?}"));
        }
        if leads.is_none_or(|r| r.reveals != Reveals::Nothing) {
            let what = "the headline does not lead, or gives something away".to_owned();
            fault(Rule::Depth, reasons.first(), what);
        }
        for reason in reasons {
            let length = reason.text.chars().count();
            if reason.text.trim().is_empty() || length > reason.depth.longest() {
                fault(Rule::Text, Some(reason), format!("{length} characters"));
            }
            // A `...` directly after a word marks truncated text. A `...` after a space only ends a list that has more
            // items.
            let before_dots = reason.text.strip_suffix("...");
            if before_dots.is_some_and(|text| !text.ends_with([' ', '.'])) {
                fault(Rule::Text, Some(reason), "no wording of it fits".to_owned());
            }
            if let Some(name) = AUTHORITIES.iter().find(|name| reason.text.contains(**name)) {
                fault(Rule::Text, Some(reason), format!("{name} is no reason"));
            }
            for claim in &reason.claims {
                if let Err(is) = self.holds(at, claim) {
                    fault(Rule::Truth, Some(reason), format!("{claim:?}: {is}"));
                }
            }
        }
        if !analysis.over {
            if reasons.iter().all(|r| r.claims.is_empty()) {
                fault(Rule::Says, None, "nothing is claimed".to_owned());
            }
            if reasons.iter().all(|r| r.reveals != Reveals::Nothing) {
                fault(
                    Rule::Nothing,
                    None,
                    "every reason reveals something".to_owned(),
                );
            }
            match analysis.value.outcome {
                Outcome::Win => one_way(at, analysis, &mut fault),
                Outcome::Loss => lost(&id, analysis, &mut fault),
                Outcome::Draw => {}
            }
        }
        faults
    }
}

/// Returns a fault if an earlier position with a different structure has the same sentences. Finished positions are
/// ignored, because they all have the same sentences.
fn shared(
    at: &dyn AnyPosition,
    analysis: &Analysis,
    told: &mut HashMap<Vec<String>, (String, Structure)>,
) -> Option<Fault> {
    if analysis.over {
        return None;
    }
    let value = analysis.value;
    let structure = Structure {
        outcome: value.outcome,
        margin: value.margin,
        grundy: value.grundy,
        moves: at.count_moves(),
    };
    // Rulesets with different parameters count as different games, even if their IDs begin with the same name.
    let ruleset = at.id().split(':').next().unwrap_or_default().to_owned();
    let texts = analysis.reasons.iter().map(|r| r.text.clone());
    let texts: Vec<String> = std::iter::once(ruleset).chain(texts).collect();
    let (other, its) = told
        .entry(texts)
        .or_insert_with(|| (at.id(), structure.clone()));
    (*its != structure).then(|| Fault {
        rule: Rule::Own,
        id: at.id(),
        reason: analysis.reasons.first().cloned(),
        what: format!("{other} is told of in the same words: {its:?} and {structure:?}"),
    })
}

fn proved(at: &dyn AnyPosition) -> Option<Analysis> {
    match at.analyse(Ask::default())(&Limits::default()) {
        Ok(analysis) => Some(analysis),
        Err(Stop::NotProved(_)) => None,
        Err(stop) => panic!("{}: {stop}", at.id()),
    }
}

fn one_way(
    at: &dyn AnyPosition,
    analysis: &Analysis,
    fault: &mut impl FnMut(Rule, Option<&ReasonText>, String),
) {
    let best = analysis
        .best
        .as_ref()
        .expect("a won position has a best move");
    let claims = || {
        analysis
            .reasons
            .iter()
            .flat_map(|r| r.claims.iter().map(move |c| (r, c)))
    };
    let ways: HashSet<&String> = claims()
        .filter_map(|(_, claim)| match claim {
            Claim::Move(m, Outcome::Win) => Some(m),
            _ => None,
        })
        .collect();
    if ways.len() != 1 || !ways.contains(&best.text) {
        fault(
            Rule::OneWay,
            None,
            format!("best is {}, claimed to win: {ways:?}", best.text),
        );
    }
    let listed = at.count_moves().is_some_and(|n| n <= FEW);
    let next: Vec<(String, String)> = if listed {
        (at.first_moves(usize::MAX).iter())
            .map(|m| {
                let (to, _) = at.after(&m.text).expect("a listed move is legal");
                (m.text.clone(), to.id())
            })
            .collect()
    } else {
        Vec::new()
    };
    for (reason, claim) in claims() {
        let least = match claim {
            Claim::Move(_, Outcome::Win) => Reveals::Move,
            Claim::Outcome(id, _) | Claim::Margin(id, _) | Claim::Grundy(id, _) => {
                let ways: Vec<&String> = next
                    .iter()
                    .filter(|(_, to)| to == id)
                    .map(|(m, _)| m)
                    .collect();
                let lost = matches!(claim, Claim::Outcome(_, Outcome::Loss));
                let is_best = ways.contains(&&best.text);
                if is_best && ways.len() == 1 {
                    Reveals::Move
                } else if is_best {
                    Reveals::Where
                } else if lost && !ways.is_empty() {
                    let what = format!("{id} is where {} wins, and best is {}", ways[0], best.text);
                    fault(Rule::OneWay, Some(reason), what);
                    continue;
                } else {
                    Reveals::Nothing
                }
            }
            _ => Reveals::Nothing,
        };
        if reason.reveals < least {
            fault(
                Rule::OneWay,
                Some(reason),
                format!("{claim:?} reveals {}", least.word()),
            );
        }
    }
}

fn lost(id: &str, analysis: &Analysis, fault: &mut impl FnMut(Rule, Option<&ReasonText>, String)) {
    let best = analysis.best.as_ref().map(|b| b.text.as_str());
    let held = analysis
        .reasons
        .iter()
        .flat_map(|r| &r.claims)
        .any(|claim| match claim {
            Claim::Outcome(at, _)
            | Claim::Grundy(at, _)
            | Claim::Counts(at, _)
            | Claim::Margin(at, _) => is_the_same(at, id),
            Claim::Answer(m, _) => Some(m.as_str()) == best,
            Claim::Move(..) => false,
        });
    if !held {
        fault(
            Rule::Lost,
            None,
            "neither the position nor an answer to the longest resistance".to_owned(),
        );
    }
}

fn is_the_same(a: &str, b: &str) -> bool {
    let board = |id: &str| {
        id.rsplit_once("normal ")
            .or(id.rsplit_once("misere "))
            .map(|(_, b)| b.to_owned())
    };
    board(a).unwrap_or_else(|| a.to_owned()) == board(b).unwrap_or_else(|| b.to_owned())
}

/// Returns at most `most` positions reachable from a start, in breadth-first order.
fn below(
    judge: &mut Judge,
    start: &str,
    most: usize,
    seen: &mut HashSet<String>,
) -> Vec<Box<dyn AnyPosition>> {
    let start = judge.open(start).unwrap_or_else(|e| panic!("{e}"));
    let mut list = Vec::new();
    if seen.insert(start.id()) {
        list.push(start);
    }
    let mut i = 0;
    while i < list.len() {
        for m in list[i].first_moves(FEW as usize) {
            if list.len() >= most {
                return list;
            }
            let (to, _) = list[i].after(&m.text).expect("a listed move is legal");
            if seen.insert(to.id()) {
                list.push(to);
            }
        }
        i += 1;
    }
    list
}

/// Returns the positions of a random game. About half of the moves are perfect, so that lost positions are not rare.
fn playouts(
    judge: &mut Judge,
    start: &str,
    extent: Extent,
    rng: &mut StdRng,
    seen: &mut HashSet<String>,
) -> Vec<Box<dyn AnyPosition>> {
    let mut list = Vec::new();
    let mut at = judge.open(start).unwrap_or_else(|e| panic!("{e}"));
    while list.len() < extent.along {
        let wide = at.count_moves().is_none_or(|n| n > extent.widest);
        if !wide && seen.insert(at.id()) {
            list.push(at.boxed_clone());
        }
        let moves = at.first_moves(FEW as usize);
        if moves.is_empty() {
            break;
        }
        let ask = Ask {
            best: true,
            ..Ask::value()
        };
        let best = if !wide && rng.random_bool(0.5) {
            at.analyse(ask)(&Limits::default())
                .ok()
                .and_then(|a| a.best)
        } else {
            None
        };
        let m = best.map_or_else(
            || moves[rng.random_range(0..moves.len())].text.clone(),
            |b| b.text,
        );
        at.play(&m).expect("a listed move is legal");
    }
    list
}

fn random_starts(entry: &Entry, number: usize, rng: &mut StdRng) -> Vec<String> {
    let setup = entry.setup;
    let mut parts = vec![entry.info.example.to_owned()];
    parts.extend(setup.presets.iter().map(|(_, id)| (*id).to_owned()));
    for i in 0..number {
        let mut roll = |n: u64| rng.random_range(0..n.max(1));
        let values = match i {
            0 => setup
                .fields
                .iter()
                .map(|f| f.kind.default_value())
                .collect(),
            _ => values(setup, &mut roll),
        };
        let part = setup.random_id(&values, &mut roll).unwrap();
        parts.extend(conventions(&part, entry.info.default.is_some()));
    }
    parts
}

fn hold(game: &str, with_word: bool, small: &[&str], random: &[String], extent: Extent, seed: u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut judge = Judge::new(PLAIN[0]);
    let mut seen = HashSet::new();
    let mut positions = Vec::new();
    for part in small {
        for id in conventions(part, with_word) {
            positions.extend(below(&mut judge, &id, extent.below, &mut seen));
        }
    }
    for id in random {
        positions.extend(playouts(&mut judge, id, extent, &mut rng, &mut seen));
    }
    let (mut number, mut faults) = (0, Vec::new());
    let mut told: HashMap<Vec<String>, (String, Structure)> = HashMap::new();
    for at in &positions {
        if let Some(analysis) = proved(&**at) {
            number += 1;
            faults.extend(shared(&**at, &analysis, &mut told));
            faults.extend(judge.faults(&**at, &analysis));
        }
    }
    let least = if game.starts_with("own/") { 10 } else { 20 };
    assert!(
        number >= least && 2 * number >= positions.len(),
        "{game}: {number} of {} proved",
        positions.len()
    );
    if !faults.is_empty() {
        let mut count: BTreeMap<Rule, usize> = BTreeMap::new();
        let mut shown = String::new();
        for fault in &faults {
            let n = count.entry(fault.rule).or_default();
            *n += 1;
            if *n <= 6 {
                shown += &fault.to_string();
            }
        }
        panic!("{game}: of {number} positions, faults {count:?}. The first of each:\n{shown}");
    }
}

macro_rules! games {
    ($($name:ident: $($small:literal),+;)+) => {
        const HELD: &[&str] = &[$(stringify!($name)),+];
        $(
            #[test]
            fn $name() {
                let entry = CATALOGUE.iter().find(|e| e.info.id == stringify!($name)).expect("a known game");
                let mut rng = StdRng::seed_from_u64(20_261_121);
                let random = random_starts(entry, 4, &mut rng);
                let extent = usual(entry.info.id);
                hold(entry.info.id, entry.info.default.is_some(), &[$($small),+], &random, extent, 7);
            }
        )+

        #[test]
        #[ignore = "the full run: cargo test --release --test suite reasons::full -- --ignored"]
        fn full() {
            for (game, small) in [$((stringify!($name), &[$($small),+][..])),+] {
                let entry = CATALOGUE.iter().find(|e| e.info.id == game).expect("a known game");
                let random = random_starts(entry, 20, &mut StdRng::seed_from_u64(20_261_124));
                hold(game, entry.info.default.is_some(), small, &random, FULL, 11);
            }
            hold("sum", true, &SUMS, &random_sums(12), FULL, 12);
        }
    };
}

games! {
    star: "star:6417", "star:95";
    rings: "rings/0-1,1-2,2-3,3-4,4-5:63", "rings/0-1,1-2,2-0,2-3,3-4,4-5,5-3:63", "rings/0-1,2-3,4-5:63";
    row: "row:OOOOOOOOO", "row:O.OO.OOO", "row:O.OOOOO.O";
    triangle: "triangle/2:", "triangle/3:", "triangle:2-4,4-5,5-9,3-6,2-5,3-5,7-8,1-2,1-3,2-3";
    strip: "strip:000000", "strip:0001000", "strip:10002", "strip:2000";
    nim: "nim:4,3,2,1", "nim:6,5", "nim:9", "nim:1,1,1,1";
    bash: "bash/3:21", "bash/2:4,5", "bash/1:3,2,1";
    race: "race/3/21:0", "race/10/15:0", "race/1/5:0";
    auction: "auction/5/23:0", "auction/4/3:0", "auction/7/16:0";
    powers: "powers/2:16", "powers/4:24", "powers/3:9,8", "powers/2:5,4,3";
    subtraction: "subtraction/1,3,4:20", "subtraction/2,3:8,9", "subtraction/2,5:14", "subtraction/4:9,6";
    octal: "octal/0.77:5,4", "octal/0.07:12", "octal/0.137:9", "octal/0.6:8,3", "octal/0.3:6";
    wythoff: "wythoff:9,13";
    queen: "queen:13,10";
    ferguson: "ferguson:9,11";
    boxes: "boxes:14,13";
    fibonacci: "fibonacci:34";
    chomp: "chomp:4x4", "chomp:2x6";
    tictactoe: "tictactoe:XO.......", "tictactoe:X...O...X", "tictactoe:.........";
    token: "token/a-b,a-c,b-c,c-d,a-d:a,b,c", "token/s-l,s-r,l-e,r-e,s-e:s,s", "token/a-b,b-c,c-d,d-e,a-e:a,a";
}

#[test]
fn games_without_a_line() {
    let mut scripts = 0;
    // Skip games that may go on for ever, because the search that checks the claims follows every line of play to its
    // end.
    let is_held = |entry: &&Entry| {
        let example = games::open(entry.info.example, &Library::default()).unwrap();
        HELD.contains(&entry.info.id) || example.ruleset().facts.may_go_on
    };
    for entry in CATALOGUE.iter().filter(|entry| !is_held(entry)) {
        let mut rng = StdRng::seed_from_u64(20_261_123);
        let is_script = entry.info.id.contains('/');
        if !is_script {
            let random = random_starts(entry, 4, &mut rng);
            hold(
                entry.info.id,
                entry.info.default.is_some(),
                &[],
                &random,
                usual(entry.info.id),
                9,
            );
            continue;
        }
        scripts += 1;
        let mut random = random_starts(entry, 1, &mut rng);
        let example = games::open(entry.info.example, &Library::default()).unwrap();
        for _ in 0..6 {
            let other = example
                .random_position(&mut |n| rng.random_range(0..n.max(1)))
                .unwrap();
            random.extend(conventions(&other.part_id(), entry.info.default.is_some()));
        }
        hold(
            entry.info.id,
            entry.info.default.is_some(),
            &[],
            &random,
            USUAL,
            9,
        );
    }
    assert!(scripts >= 8, "{scripts}");
}

const SUMS: [&str; 7] = [
    "nim:2,1 + bash/2:4",
    "row:OO + row:O.OOO",
    "star:7 + nim:1,2",
    "octal/0.77:3 + row:OOO",
    "wythoff:2,3 + strip:0000",
    "token/a-b,a-c,b-c:a,a + chomp:2x2",
    "ferguson:3,4 + fibonacci:5 + nim:1",
];

fn random_sums(number: usize) -> Vec<String> {
    let mut rng = StdRng::seed_from_u64(20_261_122);
    let parts: Vec<&str> = (CATALOGUE.iter().filter(|e| e.info.players.is_none()))
        .flat_map(|e| {
            [e.info.example]
                .into_iter()
                .chain(e.setup.presets.iter().map(|(_, id)| *id))
        })
        .map(|id| {
            id.trim_start_matches("normal ")
                .trim_start_matches("misere ")
        })
        .collect();
    let mut random = Vec::new();
    for _ in 0..number {
        let number = rng.random_range(2..=3);
        let picked: Vec<&str> = (0..number)
            .map(|_| parts[rng.random_range(0..parts.len())])
            .collect();
        random.extend(conventions(&picked.join(" + "), true));
    }
    random
}

#[test]
fn sums() {
    hold("sum", true, &SUMS, &random_sums(3), usual("sum"), 8);
}

/// Returns IDs of extreme positions that the tests of the catalogue do not reach: the largest numbers for every game of
/// piles, long rows and strips, large bars, and every case of the misère rule for rows.
fn named_ids() -> Vec<String> {
    let max = MAX_NUMBER;
    let many = |n: u64| vec![n.to_string(); 64].join(",");
    let large = [
        format!("nim:{max},{},55", max - 1),
        format!("nim:{max}"),
        format!("nim:{max},{max}"),
        format!("nim:{max},{}", max / 3),
        format!("nim:{}", many(max)),
        format!("nim:{},7", many(max)),
        format!("bash/{}:{max}", max / 2),
        format!("bash/{max}:{max},{max},3"),
        format!("bash/{}:{max}", max / 3 - 1),
        format!("bash/1000:{}", many(max)),
        format!("powers/2:{max}"),
        format!("powers/{max}:{max}"),
        format!("powers/{}:{max},{}", max - 1, max - 1),
        format!("powers/1000000:{max}"),
        format!("subtraction/1,3,4:{max}"),
        format!("subtraction/1,3,4:{max},{},9", max - 2),
        format!("subtraction/1,9:{}", many(1_000_000)),
        format!("subtraction/1,{max}:1000000"),
        format!("race/{}/{max}:0", max / 2),
        format!("race/{}/{max}:5", max / 3 - 1),
        format!("race/1/{max}:0"),
        format!("race/{max}/{max}:1"),
        format!("auction/{max}/{max}:0"),
        format!("auction/{}/{max}:{}", max / 5, max / 2),
        format!("ferguson:{max},{}", max - 1),
        format!("ferguson:{max},{max}"),
        format!("ferguson:{},{}", max - 6, max - 3),
        format!("boxes:{max},5"),
        format!("boxes:{max},{}", max - 1),
        format!("boxes:{},{}", max - 1, max - 1),
        format!("boxes:{},{}", 3 * (1u64 << 60) - 1, 4),
        format!("wythoff:{max},{max}"),
        format!("wythoff:{max},{}", max / 2),
        format!("queen:{max},5700357409661599241"),
        format!("queen:{max},0"),
        format!("fibonacci:{max},{max}"),
        format!("fibonacci:{max},1"),
        "fibonacci:7540113804746346429".to_owned(),
        format!("fibonacci:{}", max - 12345),
        "octal/0.07:1000,999".to_owned(),
        "octal/0.007:3000".to_owned(),
        format!("octal/0.137:{}", many(300)),
        "octal/0.77:4,1,9,9,25".to_owned(),
    ];
    let mut ids = [format!("{max},9,9"), format!("{max},{max}")]
        .map(|heaps| format!("octal/0.77:{heaps}"))
        .map(|id| conventions(&id, true))
        .concat();
    for id in large {
        let misere = (!id.starts_with("octal/0.0") && !id.starts_with("octal/0.1"))
            .then(|| format!("misere {id}"));
        ids.extend([id].into_iter().chain(misere));
    }
    let runs = [
        "10", "9", "9,1", "9,9", "12", "12,4", "9,9,1", "4,5,1", "9,5", "25,9,4", "25,9,9,1",
    ];
    ids.extend(
        runs.iter()
            .flat_map(|runs| conventions(&format!("row:{runs}"), true)),
    );
    let strips = [
        "0".repeat(100_000),
        format!("1{}", "0".repeat(99_999)),
        "0100".repeat(25_000),
    ];
    ids.extend(strips.iter().map(|cells| format!("strip:{cells}")));
    ids.extend(["17", "25"].map(|run| format!("misere row:{run}")));
    let bars = ["12x12", "7x7", "10,9", "9,1,1,1", "300,299"];
    ids.extend(bars.iter().map(|bar| format!("chomp:{bar}")));
    ids.push("normal chomp:1000x1000".to_owned());
    ids
}

#[test]
fn named_positions() {
    let mut judge = Judge::new(PLAIN[1]);
    let mut told = String::new();
    for id in named_ids() {
        let at = judge.open(&id).unwrap_or_else(|e| panic!("{e:.200}"));
        let analysis = proved(&*at).unwrap_or_else(|| panic!("{id:.200} is not proved"));
        told.extend(judge.faults(&*at, &analysis).iter().map(Fault::to_string));
    }
    assert!(told.is_empty(), "{told}");
}
