//! Checks all steps of all lessons against the solver. The numbers of safe moves are checked against a search through
//! all orders of the moves.

use std::collections::BTreeSet;

use super::*;
use crate::play::fixtures::open;
use nimatron_core::erased::{AnyPosition, Ask, Choice, Turn};
use nimatron_core::rules::{Limits, Outcome};

fn outcome(id: &str) -> Outcome {
    open(id).outcome(&Limits::default()).unwrap()
}

fn outcome_of(at: &str, text: &str) -> Outcome {
    let ask = Ask::value().with_all();
    let legal = open(at).analyse(ask)(&Limits::default())
        .unwrap()
        .legal
        .unwrap();
    let text = open(at)
        .legal(text)
        .unwrap_or_else(|e| panic!("{at} {text}: {e}"))
        .text;
    legal
        .iter()
        .find(|m| m.choice.text == text)
        .unwrap()
        .outcome
}

fn taken(at: &str, before: &[String], made: &str) -> u32 {
    let mut at = open(at);
    for text in before {
        at.play(text)
            .unwrap_or_else(|e| panic!("{} {text}: {e}", at.id()));
    }
    let points = |at: &dyn AnyPosition| at.score().map_or(0, |[a, b]| a + b);
    let held = points(at.as_ref());
    at.play(made)
        .unwrap_or_else(|e| panic!("{} {made}: {e}", at.id()));
    u32::try_from(points(at.as_ref()) - held).unwrap()
}

/// Returns the size n of the Nim pile to which a position is equivalent in misère play. The sum of the position, a pile
/// of 4 and a pile of n XOR 4 is then lost.
fn pile_of(id: &str) -> u64 {
    let loses = |n: &u64| outcome(&format!("misere {id} + nim:4,{}", n ^ 4)) == Outcome::Loss;
    let all: Vec<u64> = (0..4).filter(loses).collect();
    assert_eq!(all.len(), 1, "{id}: {all:?}");
    all[0]
}

/// Asserts that a claim, if present, is true; returns the number of claims checked.
fn held<T: PartialEq + std::fmt::Debug>(
    claimed: Option<T>,
    truth: impl FnOnce() -> T,
    what: &str,
) -> usize {
    let Some(claimed) = claimed else { return 0 };
    assert_eq!(truth(), claimed, "{what}");
    1
}

pub(in crate::play) fn check_claim(at: &str, claim: &LessonClaim) {
    let outcome = claim.outcome.as_deref();
    let mut checked = 0;
    if let Some(id) = &claim.position {
        let value = open(id).value(&Limits::default()).unwrap();
        checked += held(outcome, || value.outcome.word(), id)
            + held(claim.grundy.map(Some), || value.grundy, id)
            + held(claim.counts, || pile_of(id), id)
            + held(claim.margin.map(Some), || value.margin, id);
    }
    if let Some(made) = &claim.made {
        let replied = |answer: &String| outcome_of(&open(at).after(made).unwrap().0.id(), answer);
        let answer = claim.answer.as_ref();
        let what = &format!("{at} {made}");
        checked += held(outcome, || outcome_of(at, made).word(), what)
            + held(
                answer.map(|_| Outcome::Win),
                || replied(answer.unwrap()),
                what,
            )
            + held(claim.takes, || taken(at, &claim.after, made), what);
    }
    assert!(checked > 0, "{claim:?} claims nothing");
}

fn free(at: &dyn AnyPosition) -> Vec<String> {
    let mut free: Vec<String> = at
        .first_moves(usize::MAX)
        .into_iter()
        .map(|m| m.text)
        .collect();
    free.sort_unstable();
    free
}

/// Takes triangles until no more can be taken. Returns the points scored by the player to move, and the resulting
/// position.
fn all_taken(mut at: Box<dyn AnyPosition>) -> (u32, Box<dyn AnyPosition>) {
    let mut taken = 0;
    loop {
        let scores = |m: &Choice| at.after(&m.text).unwrap().1 == Turn::Kept;
        let Some(m) = at.first_moves(usize::MAX).into_iter().find(scores) else {
            return (taken, at);
        };
        taken += self::taken(&at.id(), &[], &m.text);
        at.play(&m.text).unwrap();
    }
}

/// Returns the number of safe edges that can be drawn one after another. After a safe edge, no triangle can be taken.
/// If `and_short` is set, the number includes the short chains that can be given away afterwards. Asserts that the
/// number does not depend on the order of the moves.
fn safe_moves(id: &str, and_short: bool) -> u64 {
    let all = numbers_of_safe_moves(open(id).as_ref(), and_short, &mut BTreeMap::new());
    assert_eq!(all.len(), 1, "{id}: {all:?}");
    all.into_iter().next().unwrap()
}

fn numbers_of_safe_moves(
    at: &dyn AnyPosition,
    and_short: bool,
    known: &mut BTreeMap<Vec<String>, BTreeSet<u64>>,
) -> BTreeSet<u64> {
    let free = free(at);
    if let Some(all) = known.get(&free) {
        return all.clone();
    }
    let nexts: Vec<(u32, Box<dyn AnyPosition>)> = (free.iter())
        .map(|text| {
            let (to, turn) = at.after(text).unwrap();
            assert_eq!(turn, Turn::Passed, "{} {text} takes", at.id());
            all_taken(to)
        })
        .collect();
    let quiet = nexts.iter().any(|(taken, _)| *taken == 0);
    let mut all = BTreeSet::new();
    for (taken, to) in nexts {
        if taken == 0 || and_short && !quiet && taken <= 2 {
            all.extend(
                numbers_of_safe_moves(to.as_ref(), and_short, known)
                    .into_iter()
                    .map(|n| n + 1),
            );
        }
    }
    if all.is_empty() {
        all.insert(0);
    }
    known.insert(free, all.clone());
    all
}

fn number(of: &Measure) -> u64 {
    let loses = |id: &str, n: u64| outcome(&id.replace("{}", &n.to_string())) == Outcome::Loss;
    match of {
        Measure::Grundy(id) => open(id).value(&Limits::default()).unwrap().grundy.unwrap(),
        Measure::Xor(all) => all.iter().fold(0, |xor, n| xor ^ n),
        Measure::Mex(all) => (0..).find(|n| !all.contains(n)).unwrap(),
        Measure::Margin(sign, id) => {
            let margin = open(id).value(&Limits::default()).unwrap().margin.unwrap();
            u64::try_from(margin * sign).unwrap()
        }
        Measure::Winning(id) => {
            let analysis = open(id).analyse(Ask::default())(&Limits::default()).unwrap();
            analysis.winning_count.unwrap().try_into().unwrap()
        }
        Measure::Quiet(id) => safe_moves(id, false),
        Measure::Waits(id) => safe_moves(id, true),
        Measure::Losing(id) => {
            let all: Vec<u64> = (0..=60).filter(|n| loses(id, *n)).collect();
            assert_eq!(all.len(), 1, "{id}: {all:?}");
            all[0]
        }
        Measure::NextLosing(above, id) => (above + 1..=above + 60).find(|n| loses(id, *n)).unwrap(),
    }
}

#[test]
fn a_lesson_on_the_game_at_hand_comes_first() {
    let mut progress = LessonProgress::default();
    let named = |progress: &LessonProgress, game: &str| {
        progress
            .proposed(games::find(game).unwrap().info)
            .map(|(at, what)| (lessons()[at].id, what))
    };
    let first = &lessons()[0];
    assert_eq!(
        named(&progress, "row"),
        Some((first.id, "Next lesson")),
        "the very first is the first for all"
    );
    progress.reach(first, 1);
    assert_eq!(named(&progress, "row"), Some((first.id, "Go on with")));
    progress.reach(first, first.steps.len());
    assert_eq!(named(&progress, "row"), Some(("kayles", "Lesson")));
    assert_eq!(
        named(&progress, "ferguson"),
        progress.next().map(|at| (lessons()[at].id, "Next lesson"))
    );
    let row = games::find("row").unwrap().info;
    for lesson in lessons().iter().filter(|lesson| lesson.is_about(row)) {
        progress.reach(lesson, lesson.steps.len());
    }
    assert_eq!(
        named(&progress, "row"),
        progress.next().map(|at| (lessons()[at].id, "Next lesson"))
    );
}

#[test]
fn the_solution_of_a_step_is_the_move_it_explains() {
    let mut several = 0;
    for (lesson, step) in lessons()
        .iter()
        .flat_map(|lesson| lesson.steps.iter().map(move |s| (lesson, s)))
    {
        let Task::Find(moves) = &step.task else {
            continue;
        };
        let wins = |claim: &&LessonClaim| {
            claim.position.is_none() && claim.outcome.as_deref() == Some("win")
        };
        let claimed: Vec<Option<&str>> = step
            .claims
            .iter()
            .filter(wins)
            .map(|c| c.made.as_deref())
            .collect();
        assert!(
            claimed.iter().all(|made| *made == step.solution()),
            "{} {}: {claimed:?}",
            lesson.id,
            step.at
        );
        assert!(
            moves.len() == 1 || !claimed.is_empty(),
            "{} {}",
            lesson.id,
            step.at
        );
        several += usize::from(moves.len() > 1);
    }
    assert!(several > 0);
    let kayles = lessons()
        .iter()
        .flat_map(|l| &l.steps)
        .find(|s| s.at == "row:OOOOOOO" && s.solution().is_some());
    assert_eq!(kayles.and_then(LessonStep::solution), Some("4"));
}

#[test]
fn every_step_is_what_the_solver_says() {
    assert_eq!(lessons().len(), nimatron_assets::LESSONS.len());
    for lesson in lessons() {
        assert!(lesson.steps.len() >= 4, "{}", lesson.id);
        for (i, step) in lesson.steps.iter().enumerate() {
            let at = open(&step.at);
            assert_eq!(at.id(), step.at, "{} {i}: not the canonical ID", lesson.id);
            assert!(!at.is_over() && !step.say.is_empty(), "{} {i}", lesson.id);
            for claim in &step.claims {
                check_claim(&step.at, claim);
            }
            match &step.task {
                Task::Read => assert!(!step.claims.is_empty(), "{} {i} claims nothing", lesson.id),
                Task::Find(moves) => {
                    let analysis = at.analyse(Ask::default())(&Limits::default()).unwrap();
                    assert_eq!(analysis.value.outcome, Outcome::Win, "{} {i}", lesson.id);
                    let mut winning: Vec<&String> =
                        analysis.winning.iter().map(|c| &c.text).collect();
                    let mut moves: Vec<&String> = moves.iter().collect();
                    winning.sort_unstable();
                    moves.sort_unstable();
                    assert_eq!(winning, moves, "{} {i}: {}", lesson.id, step.at);
                    assert!(
                        !step.right.is_empty() && !step.wrong.is_empty(),
                        "{} {i}",
                        lesson.id
                    );
                }
                Task::Number { answer, of } => {
                    assert_eq!(number(of), *answer, "{} {i}: {of:?}", lesson.id);
                    assert!(
                        !step.right.is_empty() && !step.wrong.is_empty(),
                        "{} {i}",
                        lesson.id
                    );
                }
                Task::Play(_) => assert_eq!(outcome(&step.at), Outcome::Win, "{} {i}", lesson.id),
            }
            // A lesson should take two to five minutes to read, so no step may be a page long.
            for text in [&step.say, &step.right, &step.wrong] {
                assert!(text.chars().count() <= 400, "{} {i}: {text}", lesson.id);
            }
        }
        let last = lesson.steps.last().unwrap();
        assert!(
            matches!(last.task, Task::Play(_)),
            "{} ends with no game",
            lesson.id
        );
    }
}

#[test]
fn the_words_of_a_lesson_are_in_the_glossary() {
    for lesson in lessons() {
        let steps = lesson
            .steps
            .iter()
            .flat_map(|s| [&s.say, &s.right, &s.wrong]);
        let text = steps.fold(String::new(), |all, text| all + text.as_str() + "\n");
        let used: Vec<&str> = Word::used_in(&text).iter().map(|w| w.name()).collect();
        assert_eq!(used, lesson.words, "{}", lesson.id);
    }
}

#[test]
fn progress_is_written_and_read_back() {
    let first = &lessons()[0];
    let second = &lessons()[1];
    let mut progress = LessonProgress::default();
    assert_eq!((progress.step(first), progress.next()), (0, Some(0)));
    progress.reach(first, 2);
    progress.reach(second, second.steps.len());
    let again = LessonProgress::read(&(progress.text() + "\nnonsense\n"));
    assert_eq!(again, progress);
    assert_eq!((again.step(first), again.is_done(first)), (2, false));
    assert_eq!((again.step(second), again.is_done(second)), (0, true));
    progress.reach(first, first.steps.len());
    assert_eq!(progress.next(), Some(2));
}
