//! Checks all paths and all worked examples against the solver.

use std::collections::BTreeSet;

use super::*;
use crate::play::coach::bank::{Bank, Candidate};
use crate::play::fixtures::open;
use crate::play::lesson::tests::check_claim;
use crate::play::supply::SupplyRequest;
use nimatron_core::games;
use nimatron_core::rule::numbers::least_zeckendorf;
use nimatron_core::rules::{Library, Outcome};

#[test]
fn every_game_and_sums_have_a_path_of_skills_that_build_on_earlier_ones() {
    let ids = games::CATALOGUE
        .iter()
        .map(|entry| entry.info.id)
        .filter(|id| !id.contains('/'));
    for game in ids.chain(["sum"]) {
        let path = Path::shipped(game).unwrap_or_else(|| panic!("{game} has no path that reads"));
        let least = match game {
            "star" | "rings" | "row" | "triangle" | "strip" | "nim" | "wythoff" | "fibonacci" => 4,
            _ => 2,
        };
        assert!(
            path.skills.len() >= least,
            "{game}: {} skills",
            path.skills.len()
        );
        for (i, skill) in path.skills.iter().enumerate() {
            let earlier: Vec<&str> = path.skills[..i].iter().map(|s| s.name.as_str()).collect();
            assert!(
                !earlier.contains(&skill.name.as_str()),
                "{game} {}",
                skill.name
            );
            for name in &skill.after {
                assert!(
                    earlier.contains(&name.as_str()),
                    "{game} {}: {name}",
                    skill.name
                );
            }
            assert!(
                skill.idea.ends_with('.') && skill.idea.chars().count() <= 160,
                "{game} {}",
                skill.idea
            );
        }
    }
}

fn wrong_with(skill: &Skill) -> Option<String> {
    let example = &skill.example;
    let mut at = open(&example.at);
    let Some(facts) = Facts::from_position(&*at) else {
        return Some(format!("{} is no board for an example", example.at));
    };
    let Some(proof) = Proof::find(&*at, &Limits::default()).unwrap() else {
        return Some(format!("{} is not proved", example.at));
    };
    if !skill.practise.may_be(&*at, &facts) || !skill.practise.is_met(&*at, &proof) {
        return Some(format!("does not practise the skill: {facts:?} {proof:?}"));
    }
    for step in &example.steps {
        if let Some(id) = &step.at {
            at = open(id);
        }
        if !(10..=170).contains(&step.say.chars().count()) {
            return Some(format!("says {:?}, not 10 to 170 characters", step.say));
        }
        if let Some(Err(e)) = step.lit.as_ref().map(|text| at.legal(text)) {
            return Some(e.to_string());
        }
        for claim in &step.claims {
            check_claim(&at.id(), claim);
        }
    }
    let Some(last) = example.steps.last() else {
        return Some("has no steps".to_owned());
    };
    if at.id() != open(&example.at).id() {
        return Some("ends on another board".to_owned());
    }
    match (&last.lit, proof.outcome) {
        (Some(text), Outcome::Win) => {
            let text = at.legal(text).unwrap().text;
            (!proof.winning.contains(&text))
                .then(|| format!("{text} is none of {:?}", proof.winning))
        }
        (None, Outcome::Loss) => None,
        other => Some(format!("ends with {other:?}")),
    }
}

#[test]
fn every_worked_example_is_what_the_solver_says_and_ends_with_the_answer() {
    let mut all = Vec::new();
    for (game, text) in nimatron_assets::PATHS {
        for skill in Path::read(text).unwrap().skills {
            assert!(skill.example.steps.len() >= 2, "{game} {}", skill.name);
            let found = std::panic::catch_unwind(|| wrong_with(&skill));
            let what = found.unwrap_or_else(|_| Some("claims what is not true".to_owned()));
            all.extend(what.map(|what| format!("{game} {}: {what}", skill.name)));
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

fn bank(game: &str, convention: Option<Convention>, seed: u64) -> Option<Bank> {
    let wanted = SupplyRequest::new(game, convention);
    Bank::new(
        &wanted,
        seed,
        &BTreeSet::new(),
        &Library::default(),
        &Limits::default(),
    )
    .ok()
}

/// Finds up to `each` positions that practise each skill of the convention. Passes each position to `show`, and returns
/// the number of positions for each skill.
fn practised(
    skills: &[Skill],
    convention: Option<Convention>,
    positions: impl Iterator<Item = Candidate>,
    each: usize,
    mut show: impl FnMut(&Skill, &Candidate, &Proof),
) -> Vec<(&str, usize)> {
    let of_convention = skills
        .iter()
        .filter(|skill| skill.practise.is_of(convention));
    let mut all: Vec<(&Skill, usize)> = of_convention.map(|skill| (skill, 0)).collect();
    for candidate in positions {
        if all.iter().all(|(_, found)| *found >= each) {
            break;
        }
        let at = &*candidate.at;
        let may_be = |(skill, found): &(&Skill, usize)| {
            *found < each && skill.practise.may_be(at, &candidate.facts)
        };
        if !all.iter().any(may_be) {
            continue;
        }
        let Some(proof) = Proof::find(at, &Limits::default()).unwrap() else {
            continue;
        };
        for one in all.iter_mut().filter(|one| may_be(one)) {
            if one.0.practise.is_met(at, &proof) {
                one.1 += 1;
                show(one.0, &candidate, &proof);
            }
        }
    }
    all.into_iter()
        .map(|(skill, found)| (skill.name.as_str(), found))
        .collect()
}

#[test]
#[ignore = "the full run: half a minute without optimisation"]
fn every_skill_has_positions_to_practise_it() {
    let mut all = Vec::new();
    for (game, text) in nimatron_assets::PATHS {
        let skills = Path::read(text).unwrap().skills;
        for convention in [None, Some(Convention::Normal), Some(Convention::Misere)] {
            let Some(bank) = bank(game, convention, 1) else {
                continue;
            };
            let played = bank.convention();
            if convention.is_none() && played.is_some() {
                continue;
            }
            let mut poor = practised(&skills, played, bank, 3, |_, _, _| {});
            poor.retain(|(_, found)| *found < 3);
            if !poor.is_empty() {
                all.push(format!("{game} {played:?}: {poor:?}"));
            }
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn a_game_without_a_path_gets_one_from_its_positions() {
    let bank = bank("own/cram", None, 1).unwrap();
    let names: Vec<&str> = bank
        .skills
        .iter()
        .map(|skill| skill.name.as_str())
        .collect();
    assert_eq!(names, ["ends", "small"]);
    assert_eq!(bank.skills[1].after, ["ends"]);
    assert!(
        bank.skills
            .iter()
            .all(|skill| skill.example.steps.len() >= 2)
    );
}

/// Returns the numbers that follow the game in an ID: a list for each parameter, and a list for the state.
fn numbers(at: &dyn AnyPosition) -> Vec<Vec<u64>> {
    let id = at.part_id();
    let lists = id.split(['/', ':']).skip(1);
    lists
        .map(|list| {
            list.split([',', 'x'])
                .filter_map(|n| n.parse().ok())
                .collect()
        })
        .collect()
}

fn xor(values: &[u64]) -> u64 {
    values.iter().fold(0, |xor, n| xor ^ n)
}

/// Returns whether the player to move loses by Bouton's rule for misère Nim.
fn loses_last(values: &[u64]) -> bool {
    xor(values) == u64::from(values.iter().all(|n| *n < 2))
}

const KAYLES: [u64; 10] = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4];

/// Computes the values of a strip's gaps from the colours at their ends, by the rule that the skills teach.
fn gaps(state: &str) -> Vec<u64> {
    let cells = format!("x{state}x");
    let mut all = Vec::new();
    for (at, run) in cells.split(|c| c != '0').scan(0, |from, run| {
        let at = *from;
        *from += run.len() + 1;
        Some((at, run.len()))
    }) {
        if run > 0 {
            let ends = [&cells[at - 1..at], &cells[at + run..=at + run]];
            all.push(match ends {
                ["x", "x"] => run as u64 % 2,
                ["x", _] | [_, "x"] => run as u64,
                [left, right] => u64::from(left == right),
            });
        }
    }
    all
}

fn values_in_sums(part: &dyn AnyPosition) -> Vec<u64> {
    let id = part.part_id();
    let state = id.split_once(':').unwrap().1;
    match part.info().id {
        "nim" => numbers(part).remove(0),
        "bash" => numbers(part).remove(1).iter().map(|n| n % 4).collect(),
        "strip" => gaps(state),
        "row" => state.split('.').map(|run| run.len() as u64).collect(),
        other => panic!("{other} counts as no heaps of Nim"),
    }
}

/// Returns whether a pair, `[smaller, larger]`, is a losing pair of Wythoff's game. If `first` is not empty, it
/// replaces the first two losing pairs.
fn is_losing_pair(pair: [u64; 2], first: &[[u64; 2]]) -> bool {
    let mut pairs = vec![[0, 0]];
    while pairs.len() < 20 {
        let least = (0..)
            .find(|n| pairs.iter().flatten().all(|m| m != n))
            .unwrap();
        pairs.push([least, least + pairs.len() as u64]);
    }
    match first {
        [] => pairs.contains(&pair),
        first => first.contains(&pair) || pairs[2..].contains(&pair),
    }
}

/// Returns whether the player to move loses according to the idea of a skill; `None` if the idea is not a rule for the
/// position.
fn loses_by_idea(
    game: &str,
    skill: &str,
    at: &dyn AnyPosition,
    facts: &Facts,
    grundy: Option<u64>,
) -> Option<bool> {
    let all = numbers(at);
    let first = |i: usize| {
        all.get(i)
            .and_then(|list| list.first())
            .copied()
            .unwrap_or(0)
    };
    let mut pieces = facts.pieces.clone();
    pieces.sort_unstable();
    let largest = pieces.last().copied().unwrap_or(0);
    let residues: Vec<u64> = pieces.iter().map(|n| n % (first(0) + 1)).collect();
    let power = |n: &u64| match (n % (first(0) + 1), first(0)) {
        (rest, base) if base % 2 == 0 && rest == base => 2,
        (rest, _) => rest % 2,
    };
    let powers: Vec<u64> = pieces.iter().map(power).collect();
    let kayles: Vec<u64> = pieces
        .iter()
        .filter_map(|n| KAYLES.get(*n as usize).copied())
        .collect();
    let pair = [0, 1].map(|i| *pieces.iter().rev().nth(1 - i).unwrap_or(&0));
    let count = |size: u64| pieces.iter().filter(|n| **n == size).count();
    let groups = || -> Option<Vec<u64>> {
        let pile = |group| {
            nimatron_core::games::rings::shapes::pile(at.ring_board()?, group).map(u64::from)
        };
        at.facts().pieces.groups.into_iter().map(pile).collect()
    };
    let components = at.components();
    Some(match (game, skill) {
        ("race", "last-step" | "targets") | ("auction", "last-bid" | "targets") => {
            largest % (first(0) + 1) == 0
        }
        ("race" | "auction", "one-short") => largest % (first(0) + 1) == 1,
        ("bash", "multiple") => residues == [0],
        ("bash", "remainders") => xor(&residues) == 0,
        ("bash", "one-more") => residues == [1],
        ("bash", "misere-piles") => loses_last(&residues),
        ("boxes", "small" | "powers") => (largest + 1).is_power_of_two(),
        ("boxes", "misere") => [2, 5, 11, 23].contains(&largest),
        ("chomp", "one-row" | "normal-all")
        | ("row", "cut")
        | ("ferguson", "two")
        | ("fibonacci", "parts") => false,
        ("chomp", "two-rows") => pair[1] == pair[0] + 1,
        ("chomp", "two-arms") => largest == pieces.len() as u64 && pieces[pieces.len() - 2] == 1,
        ("chomp", "three-rows") => [[1, 1, 3], [1, 2, 2], [2, 2, 4], [2, 3, 5], [3, 5, 5]]
            .contains(&[pieces[0], pieces[1], pieces[2]]),
        ("ferguson", "odd") => pieces.iter().all(|n| n % 2 == 1),
        ("fibonacci", "numbers" | "limit" | "large") => least_zeckendorf(largest) > facts.moves,
        ("fibonacci", "misere-one-less") => least_zeckendorf(largest - 1) > facts.moves,
        ("nim", "copy" | "pairs" | "columns" | "change") => xor(&pieces) == 0,
        ("nim", "last-ones" | "same-until-ones") => loses_last(&pieces),
        ("powers", "remainder") => powers == [0],
        ("powers", "piles") => xor(&powers) == 0,
        ("powers", "misere-piles") => loses_last(&powers),
        ("queen" | "wythoff", "misere-corner" | "misere-start") => {
            is_losing_pair(pair, &[[0, 1], [2, 2]])
        }
        ("queen", "near") => [[1, 2], [3, 5]].contains(&pair),
        ("queen", _) | ("wythoff", "three-ways" | "next-pair" | "golden") => {
            is_losing_pair(pair, &[])
        }
        ("wythoff", "first-pairs") => [[1, 2], [3, 5], [4, 7]].contains(&pair),
        ("rings" | "star", "ones") | ("row", "misere-ends") => match count(2) {
            0 => count(1) % 2 == 1,
            pairs => pairs % 2 == 0 && count(1) % 2 == 0,
        },
        ("rings" | "star", "shapes" | "add" | "four") => loses_last(&groups()?),
        ("row", "copy") => facts.unpaired() == 0,
        ("row", "values" | "nim-sum" | "change") => xor(&kayles) == 0,
        ("row", "misere-sum") if pieces.iter().all(|n| [1, 4, 5].contains(n)) => {
            (count(1) + count(4)) % 2 == 1
        }
        ("row", "misere-sum") => xor(&kayles) == 0,
        ("strip", "gaps" | "edges" | "nim-sum") => xor(&gaps(at.part_id().split_once(':')?.1)) == 0,
        ("sum", "equal" | "nim-sum") => {
            let values = components
                .iter()
                .map(|part| part.value(&Limits::default()).unwrap().grundy);
            xor(&values.collect::<Option<Vec<u64>>>()?) == 0
        }
        ("sum", "misere") => loses_last(
            &components
                .iter()
                .flat_map(|part| values_in_sums(&**part))
                .collect::<Vec<_>>(),
        ),
        ("octal", "one-heap" | "nim-sum") | ("subtraction", "piles") | ("token", "values") => {
            grundy? == 0
        }
        ("subtraction", "misere-piles") => {
            let head = at.part_id().split_once(':')?.0.to_owned();
            let value = |n: &u64| {
                open(&format!("normal {head}:{n}"))
                    .value(&Limits::default())
                    .unwrap()
                    .grundy
            };
            loses_last(&pieces.iter().map(value).collect::<Option<Vec<u64>>>()?)
        }
        ("tictactoe", "line") => false,
        _ => return None,
    })
}

/// Returns every idea that gives a wrong outcome for some position of its skill, and counts the skills whose idea is a
/// rule. Tries up to `each` positions for each skill and seed.
fn untrue_ideas(seeds: std::ops::Range<u64>, each: usize) -> (Vec<String>, usize) {
    let mut wrong = Vec::new();
    let mut held = BTreeSet::new();
    for (game, text) in nimatron_assets::PATHS {
        let skills = Path::read(text).unwrap().skills;
        let conventions = [Convention::Normal, Convention::Misere];
        for (seed, convention) in seeds
            .clone()
            .flat_map(|seed| conventions.map(|convention| (seed, convention)))
        {
            let Some(bank) = bank(game, Some(convention), seed) else {
                continue;
            };
            practised(
                &skills,
                Some(convention),
                bank.take(100 * each),
                each,
                |skill, candidate, proof| {
                    let at = &*candidate.at;
                    let facts = &candidate.facts;
                    let Some(loses) = loses_by_idea(game, &skill.name, at, facts, proof.grundy)
                    else {
                        return;
                    };
                    held.insert(format!("{game} {}", skill.name));
                    if loses != (proof.outcome == Outcome::Loss) {
                        wrong.push(format!("{game} {}: {}", skill.name, at.id()));
                    }
                },
            );
        }
    }
    (wrong, held.len())
}

#[test]
fn ideas_that_are_rules_decide_what_their_skills_ask() {
    let (wrong, held) = untrue_ideas(0..1, 8);
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(held >= 50, "{held}");
}

#[test]
#[ignore = "the full run: minutes without optimisation"]
fn ideas_that_are_rules_decide_many_positions() {
    assert_eq!(untrue_ideas(10..20, 40).0, Vec::<String>::new());
}

#[test]
fn misere_sums_are_practised_where_every_piece_counts_as_a_pile() {
    let skills = &Path::shipped("sum").unwrap().skills;
    let practise = &skills
        .iter()
        .find(|skill| skill.name == "misere")
        .unwrap()
        .practise;
    let is_met = |id: &str| {
        let at = open(id);
        practise.is_met(
            &*at,
            &Proof::find(&*at, &Limits::default()).unwrap().unwrap(),
        )
    };
    for id in [
        "strip:02 + queen:3,6",
        "nim:0,5,0 + row:OOOO.OOOOO.",
        "wythoff:5,3 + row:O..O",
        "nim:2,2 + row:OOO",
    ] {
        assert!(!is_met(&format!("misere {id}")), "{id}");
    }
    for id in [
        "nim:2,3 + strip:1001",
        "bash/3:6 + nim:5 + strip:1000",
        "nim:3 + row:O.OO",
    ] {
        assert!(is_met(&format!("misere {id}")), "{id}");
    }
}
