//! The check: a paper of twelve questions on positions not seen before, half of them for the winner, half for the move.

use std::collections::BTreeSet;

use nimatron_core::rules::{Library, Limits, Outcome};
use serde::Serialize;

use super::bank::{Bank, BankError};
use super::facts::Proof;
use super::path::{AskKind, Skill};
use crate::play::puzzle::Hardness;
use crate::play::supply::SupplyRequest;

/// How many questions a paper has.
pub const QUESTIONS: usize = 12;
/// How many of them ask for a move, where the game has positions with a losing move beside a winning one.
const MOVES: usize = QUESTIONS / 2;
/// So many positions are proved before skills that found none are given up.
const PATIENCE: usize = 1_500;

/// A question of a paper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CheckQuestion {
    /// Its number, from 1.
    pub n: usize,
    /// The canonical ID of the position.
    pub position: String,
    /// The name of the skill that it practises.
    pub skill: String,
    /// `winner` or `move`.
    pub asks: &'static str,
    /// `win` or `loss` for the player to move; or every winning move.
    pub answers: Vec<String>,
    /// How hard it is, for the order of the questions.
    #[serde(skip)]
    hardness: (u64, u64, u64),
}

/// Why there is no paper.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// There is nothing to ask at all.
    #[error(transparent)]
    Bank(#[from] BankError),
    /// The game has fewer positions than a paper has questions.
    #[error("there are only {} of the {QUESTIONS} questions: the game has no more positions to ask about", .0.len())]
    TooFew(Vec<CheckQuestion>),
}

/// What a position can be asked for in a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Win,
    Loss,
    Move,
}

/// Proved positions by skill and use.
struct Bins {
    found: Vec<[Vec<CheckQuestion>; 3]>,
    /// So many positions of each use are kept for each skill.
    kept: usize,
    taken: BTreeSet<String>,
}

impl Bins {
    fn of(&mut self, skill: usize, used: Use) -> &mut Vec<CheckQuestion> {
        &mut self.found[skill][used as usize]
    }

    fn is_full(&self, skill: usize, asks: &[AskKind]) -> bool {
        let [win, loss, moves] = &self.found[skill];
        (!may_ask(asks, AskKind::Winner) || win.len() >= self.kept && loss.len() >= self.kept)
            && (!may_ask(asks, AskKind::Move) || moves.len() >= self.kept)
    }

    /// Takes a question of that use, of the skills in turn from `from` on.
    fn take(&mut self, from: usize, used: Use) -> Option<(usize, CheckQuestion)> {
        let skills = self.found.len();
        for skill in (0..skills).map(|i| (from + i) % skills) {
            while let Some(question) = self.of(skill, used).pop() {
                if self.taken.insert(question.position.clone()) {
                    return Some((skill, question));
                }
            }
        }
        None
    }

    fn has(&self, used: Use) -> usize {
        self.found.iter().map(|bins| bins[used as usize].len()).sum()
    }
}

fn may_ask(asks: &[AskKind], kind: AskKind) -> bool {
    asks.is_empty() || asks.contains(&kind)
}

/// A paper on a game: the same one for the same seed, easy questions first.
///
/// # Errors
/// A game that does not read, fewer questions than wanted, or a stop.
pub fn paper(
    wanted: &SupplyRequest,
    seed: u64,
    library: &Library,
    limits: &Limits,
) -> Result<Vec<CheckQuestion>, CheckError> {
    let mut bank = Bank::new(wanted, seed, &BTreeSet::new(), library, limits)?;
    let skills = bank.skills.clone();
    // A won position may be kept twice, for the winner and for the move.
    let kept = 2 + 2 * QUESTIONS / skills.len().max(1);
    let mut bins = Bins { found: vec![Default::default(); skills.len()], kept, taken: BTreeSet::new() };
    collect(&mut bank, &skills, &mut bins, limits)?;
    let mut paper = Vec::new();
    let mut next = 0;
    while paper.len() < MOVES
        && let Some((skill, question)) = bins.take(next, Use::Move)
    {
        next = skill + 1;
        paper.push(question);
    }
    // Lost and won ones in turn; where one kind runs out, the other goes on.
    let (mut lost, mut next) = (true, 0);
    while paper.len() < QUESTIONS {
        let [first, second] = if lost { [Use::Loss, Use::Win] } else { [Use::Win, Use::Loss] };
        let Some((skill, question)) = bins.take(next, first).or_else(|| bins.take(next, second)) else {
            break;
        };
        (lost, next) = (!lost, skill + 1);
        paper.push(question);
    }
    while paper.len() < QUESTIONS
        && let Some((_, question)) = bins.take(0, Use::Move)
    {
        paper.push(question);
    }
    paper.sort_by(|a, b| a.hardness.cmp(&b.hardness).then_with(|| a.position.cmp(&b.position)));
    for (i, question) in paper.iter_mut().enumerate() {
        question.n = i + 1;
    }
    if paper.len() < QUESTIONS { Err(CheckError::TooFew(paper)) } else { Ok(paper) }
}

/// Fills the bins as far as there are positions for them.
fn collect(bank: &mut Bank, skills: &[Skill], bins: &mut Bins, limits: &Limits) -> Result<(), BankError> {
    let mut proved = 0;
    for candidate in bank.by_ref() {
        limits.check()?;
        let open = |i: usize, bins: &Bins| !bins.is_full(i, &skills[i].asks);
        if (0..skills.len()).all(|i| !open(i, bins)) {
            break;
        }
        let enough = bins.has(Use::Move) >= 2 * MOVES
            && bins.has(Use::Win) >= QUESTIONS
            && bins.has(Use::Loss) >= QUESTIONS;
        if enough && proved >= PATIENCE {
            break;
        }
        let (at, facts) = (&*candidate.at, &candidate.facts);
        let fits: Vec<usize> =
            (0..skills.len()).filter(|i| open(*i, bins) && skills[*i].practise.may_be(at, facts)).collect();
        if fits.is_empty() {
            continue;
        }
        proved += 1;
        let Some(proof) = Proof::of(at, limits)? else { continue };
        for i in fits.into_iter().filter(|i| skills[*i].practise.is_met(at, &proof)) {
            let kept = bins.kept;
            let mut keep = |used: Use, answers: Vec<String>| {
                let kind = if used == Use::Move { AskKind::Move } else { AskKind::Winner };
                let bin = bins.of(i, used);
                if may_ask(&skills[i].asks, kind) && bin.len() < kept {
                    let hardness = Hardness { moves: facts.moves, remoteness: proof.remoteness, tempting: 0 };
                    bin.push(CheckQuestion {
                        n: 0,
                        position: at.id(),
                        skill: skills[i].name.clone(),
                        asks: if used == Use::Move { "move" } else { "winner" },
                        answers,
                        hardness: (hardness.points(), proof.remoteness, facts.moves),
                    });
                }
            };
            match proof.outcome {
                Outcome::Win => keep(Use::Win, vec!["win".to_owned()]),
                Outcome::Loss => keep(Use::Loss, vec!["loss".to_owned()]),
                Outcome::Draw => {}
            }
            if proof.is_decision {
                keep(Use::Move, proof.winning.clone());
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimatron_core::erased::Ask;
    use nimatron_core::games;

    fn of(game: &str, seed: u64) -> Result<Vec<CheckQuestion>, CheckError> {
        let wanted = SupplyRequest { game: game.to_owned(), convention: None };
        paper(&wanted, seed, &Library::default(), &Limits::default())
    }

    #[test]
    fn a_paper_has_twelve_true_questions_half_of_them_for_the_move() {
        for game in ["bash/3", "star", "tictactoe", "own/silver-dollar"] {
            let paper = of(game, 7).unwrap();
            assert_eq!(paper.len(), QUESTIONS, "{game}");
            assert_eq!(paper.iter().filter(|q| q.asks == "move").count(), MOVES, "{game}");
            let won = paper.iter().filter(|q| q.answers == ["win"]).count();
            assert!((2..=4).contains(&won), "{game}: {won} of 6 are won");
            let ids: BTreeSet<&str> = paper.iter().map(|q| q.position.as_str()).collect();
            assert_eq!(ids.len(), QUESTIONS, "{game}");
            assert!(paper.is_sorted_by_key(|q| q.hardness), "{game}");
            for q in &paper {
                let at = games::open(&q.position, &Library::default()).unwrap();
                let all = at.analyse(Ask::value().with_all())(&Limits::default()).unwrap();
                let winning: Vec<String> = (all.legal.into_iter().flatten())
                    .filter(|m| m.outcome == Outcome::Win)
                    .map(|m| m.choice.text)
                    .collect();
                match q.asks {
                    "move" => assert_eq!(q.answers, winning, "{}", q.position),
                    _ => assert_eq!(q.answers, [all.value.outcome.word()], "{}", q.position),
                }
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_paper_and_another_seed_another_one() {
        assert_eq!(of("race", 3).unwrap(), of("race", 3).unwrap());
        assert_ne!(of("race", 3).unwrap(), of("race", 4).unwrap());
    }

    #[test]
    fn no_question_is_a_worked_example() {
        use crate::play::coach::path::Path;
        let shown: Vec<&str> =
            Path::shipped("row").unwrap().skills.iter().flat_map(|skill| skill.example.positions()).collect();
        for seed in 0..3 {
            for q in of("row", seed).unwrap() {
                assert!(!shown.contains(&q.position.as_str()), "{}", q.position);
            }
        }
    }

    #[test]
    fn a_game_without_decisions_is_asked_for_winners_alone() {
        // From a pile of an odd number every power of 3 wins, from an even one none.
        let paper = of("powers/3", 1).unwrap();
        assert!(paper.iter().all(|q| q.asks == "winner"));
        let won = paper.iter().filter(|q| q.answers == ["win"]).count();
        assert!((3..=9).contains(&won), "{won}");
    }
}
