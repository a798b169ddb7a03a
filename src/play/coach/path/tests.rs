//! Every path and every worked example is held to the solver.

use std::collections::BTreeSet;

use super::*;
use crate::play::coach::bank::Bank;
use crate::play::fixtures::open;
use crate::play::lesson::tests::check_claim;
use crate::play::supply::SupplyRequest;
use nimatron_core::games;
use nimatron_core::rules::{Library, Outcome};

#[test]
fn every_game_and_sums_have_a_path_of_skills_that_build_on_earlier_ones() {
    let ids = games::CATALOGUE.iter().map(|entry| entry.info.id).filter(|id| !id.contains('/'));
    for game in ids.chain(["sum"]) {
        let path = nimatron_assets::PATHS
            .iter()
            .find(|(name, _)| *name == game)
            .unwrap_or_else(|| panic!("{game} has no path"));
        let path = Path::read(path.1).unwrap_or_else(|e| panic!("{game}: {e}"));
        let least = match game {
            "star" | "rings" | "row" | "triangle" | "strip" | "nim" | "wythoff" | "fibonacci" => 4,
            _ => 2,
        };
        assert!(path.skills.len() >= least, "{game}: {} skills", path.skills.len());
        for (i, skill) in path.skills.iter().enumerate() {
            let earlier: Vec<&str> = path.skills[..i].iter().map(|s| s.name.as_str()).collect();
            assert!(!earlier.contains(&skill.name.as_str()), "{game} {}", skill.name);
            for name in &skill.after {
                assert!(earlier.contains(&name.as_str()), "{game} {}: {name}", skill.name);
            }
            assert!(skill.idea.ends_with('.') && skill.idea.chars().count() <= 160, "{game} {}", skill.idea);
        }
    }
}

/// What is wrong with the worked example of a skill; nothing where it is what the solver says.
fn wrong_with(skill: &Skill) -> Option<String> {
    let example = &skill.example;
    let mut at = open(&example.at);
    let facts = Facts::of(&*at)?;
    let proof = Proof::of(&*at, &Limits::default()).unwrap()?;
    if !skill.practise.may_be(&*at, &facts) || !skill.practise.is_met(&*at, &proof) {
        return Some(format!("does not practise the skill: {facts:?} {proof:?}"));
    }
    for step in &example.steps {
        if let Some(id) = &step.at {
            at = open(id);
        }
        if !(10..=170).contains(&step.say.chars().count()) {
            return Some(format!("says {:?}", step.say));
        }
        if let Some(Err(e)) = step.lit.as_ref().map(|text| at.legal(text)) {
            return Some(e.to_string());
        }
        for claim in &step.claims {
            check_claim(&at.id(), claim);
        }
    }
    let last = example.steps.last()?;
    if at.id() != open(&example.at).id() {
        return Some("ends on another board".to_owned());
    }
    match (&last.lit, proof.outcome) {
        (Some(text), Outcome::Win) => {
            let text = at.legal(text).unwrap().text;
            (!proof.winning.contains(&text)).then(|| format!("{text} is none of {:?}", proof.winning))
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

#[test]
#[ignore = "the full run: half a minute without optimisation"]
fn every_skill_has_positions_to_practise_it() {
    let mut all = Vec::new();
    for (game, text) in nimatron_assets::PATHS {
        let skills = Path::read(text).unwrap().skills;
        for convention in [None, Some(Convention::Normal), Some(Convention::Misere)] {
            let wanted = SupplyRequest { game: (*game).to_owned(), convention };
            let limits = Limits::default();
            let Ok(bank) = Bank::new(&wanted, 1, &BTreeSet::new(), &Library::default(), &limits) else {
                continue;
            };
            let played = bank.convention();
            if convention.is_none() && played.is_some() {
                continue;
            }
            let mut open: Vec<(&Skill, u32)> =
                skills.iter().filter(|skill| skill.practise.is_of(played)).map(|skill| (skill, 0)).collect();
            for candidate in bank {
                open.retain(|(_, found)| *found < 3);
                if open.is_empty() {
                    break;
                }
                let at = &*candidate.at;
                let fits: Vec<usize> =
                    (0..open.len()).filter(|i| open[*i].0.practise.may_be(at, &candidate.facts)).collect();
                if fits.is_empty() {
                    continue;
                }
                let Some(proof) = Proof::of(at, &limits).unwrap() else { continue };
                for i in fits {
                    open[i].1 += u32::from(open[i].0.practise.is_met(at, &proof));
                }
            }
            let poor: Vec<(&str, u32)> =
                open.iter().map(|(skill, found)| (skill.name.as_str(), *found)).collect();
            if poor.iter().any(|(_, found)| *found < 3) {
                all.push(format!("{game} {played:?}: {poor:?}"));
            }
        }
    }
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn a_game_without_a_path_gets_one_from_its_positions() {
    let wanted = SupplyRequest { game: "own/cram".to_owned(), convention: None };
    let bank = Bank::new(&wanted, 1, &BTreeSet::new(), &Library::default(), &Limits::default()).unwrap();
    let names: Vec<&str> = bank.skills.iter().map(|skill| skill.name.as_str()).collect();
    assert_eq!(names, ["ends", "small"]);
    assert_eq!(bank.skills[1].after, ["ends"]);
    assert!(bank.skills.iter().all(|skill| skill.example.steps.len() >= 2));
}
