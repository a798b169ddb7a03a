//! Questions and what is said to their answers.

use std::collections::{BTreeMap, BTreeSet};

use nimatron_core::erased::{AnyPosition, Ask, Choice, Turn};
use nimatron_core::games::{self, reasons::capital};
use nimatron_core::rules::{
    Claim, Depth, Library, Limits, Outcome, ReasonText, Reveals, Stop, as_gerund, if_proved,
};

use super::bank::{Bank, BankError, Candidate, key};
use super::facts::Proof;
use super::path::{AskKind, Skill};
use crate::play::dice::Dice;
use crate::play::names::sides;
use crate::play::supply::SupplyRequest;

/// The largest Grundy value that is asked for.
const MOST_VALUE: u64 = 15;
/// Ends that are played out have at most so many moves to go, and to choose from.
const FINISHED: std::ops::RangeInclusive<u64> = 3..=5;
const FINISH_MOVES: u64 = 14;
/// So many positions are proved for one sitting's questions on a game.
const PROVED: usize = 1_500;

/// A question on a position that was never asked before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The game's word.
    pub game: String,
    pub skill: String,
    pub kind: AskKind,
    /// The ID of the position.
    pub position: String,
    /// Where two positions are compared: the ID of the second one.
    pub other: Option<String>,
    /// The move that the reasons name, where there is one.
    pub best: Option<String>,
    /// Every right answer: `win` or `loss`, winning moves, `1` or `2`, or a number.
    pub answers: Vec<String>,
    /// The idea that decides the position.
    pub headline: String,
    /// Why, in a sentence.
    pub because: String,
    /// What to look at, when somebody asks for the next step.
    pub step: String,
    pub remoteness: u64,
    /// What is the same for positions that are the same question: of the position, and of the other one.
    pub keys: Vec<String>,
}

impl Question {
    pub fn prompt(&self) -> &'static str {
        match self.kind {
            AskKind::Winner => "It is your turn. With best play, who wins: you or your opponent?",
            AskKind::Move => "You can win. Make the move.",
            AskKind::Lost => "In which of these two positions does the player to move lose: 1 or 2?",
            AskKind::Value => {
                "What is its value: the smallest number, from 0 up, that is missing from the values you can move to? The value of \
                 several parts is the nim-sum of their values: write these as sums of 1, 2, 4 and so on, and cancel \
                 equal numbers in pairs."
            }
            AskKind::Finish => "You can win. Play it to the end: your opponent defends perfectly.",
        }
    }

    /// The question on a position that practises a skill, as far as it can be asked there.
    ///
    /// Errors: only [`Stop::Interrupted`], as `limits` says.
    fn of(
        game: &str,
        skill: &Skill,
        kind: AskKind,
        candidate: &Candidate,
        proof: &Proof,
        limits: &Limits,
    ) -> Result<Option<Question>, Stop> {
        let at = &*candidate.at;
        let Some(answers) = answers(kind, candidate, proof) else { return Ok(None) };
        let Some(found) = if_proved(at.analyse(Ask::default())(limits))? else { return Ok(None) };
        let text = |depth: Depth| {
            let reason = found.reasons.iter().find(|reason| reason.depth == depth);
            reason.map(|reason| reason.text.clone()).unwrap_or_default()
        };
        let step = (found.reasons.iter()).find(|reason| reason.reveals == Reveals::Where);
        // Of a won position a trap is not the idea: the winning move is.
        let is_trap = |reason: &ReasonText| {
            !reason.claims.is_empty() && reason.claims.iter().all(|claim| matches!(claim, Claim::Answer(..)))
        };
        let trap = found.reasons.first().filter(|_| proof.outcome == Outcome::Win).is_some_and(is_trap);
        let wins = found.reasons.iter().rfind(|reason| trap && reason.reveals == Reveals::Move);
        let (headline, because) = match wins {
            Some(reason) => (reason.text.clone(), String::new()),
            None => (text(Depth::Headline), text(Depth::Because)),
        };
        Ok(Some(Question {
            game: game.to_owned(),
            skill: skill.name.clone(),
            kind,
            position: at.id(),
            other: None,
            answers,
            best: found.best.as_ref().map(|choice| choice.text.clone()),
            headline,
            because,
            step: step.map_or_else(|| skill.idea.clone(), |reason| reason.text.clone()),
            remoteness: proof.remoteness,
            keys: vec![key(at)],
        }))
    }

    /// What is said to a right answer: the idea that decides the position, and why.
    pub fn praise(&self) -> Vec<String> {
        let first = format!("Right. {}", self.headline);
        [first.trim(), &self.because].into_iter().filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    /// What is said to a wrong answer: what is wrong with it, the idea that decides the position, and a move that wins or
    /// why none does. `refuted` is what is wrong with a move, `wins` the move that wins, in words.
    pub fn correction(&self, refuted: Option<&str>, headline: &str, wins: Option<&str>) -> Vec<String> {
        let verdict = match self.kind {
            AskKind::Winner if self.answers == ["win"] => "No: you win here.".to_owned(),
            AskKind::Winner => "No: every move loses here.".to_owned(),
            AskKind::Lost => format!("No: position {} loses.", self.answers.join("")),
            AskKind::Value => format!("No: its value is {}.", self.answers.join("")),
            AskKind::Move | AskKind::Finish => format!("No: {}.", refuted.unwrap_or("that does not win")),
        };
        let last = match wins {
            Some(words) => capital(&format!("{} wins.", as_gerund(words))),
            None => self.because.clone(),
        };
        [verdict, headline.to_owned(), last].into_iter().filter(|line| !line.is_empty()).collect()
    }
}

/// What is wrong with a move that does not win.
pub struct Refutation {
    pub what: String,
    pub after: Box<dyn AnyPosition>,
    /// The reply there, where the opponent has one.
    pub reply: Option<String>,
}

/// Errors: what is wrong with the text, or a stop.
pub fn refuted(at: &dyn AnyPosition, text: &str, limits: &Limits) -> Result<Refutation, String> {
    let (after, turn) = at.after(text).map_err(|e| e.to_string())?;
    let found = after.analyse(Ask { best: true, ..Ask::value() })(limits);
    let found = found.map_err(|stop| stop.to_string())?;
    let made = as_gerund(&at.move_words(text));
    let best = match found.best {
        None => return Ok(Refutation { what: format!("{made} loses at once"), after, reply: None }),
        // The opponent comes later.
        Some(_) if turn == Turn::Kept => {
            return Ok(Refutation { what: format!("{made} does not win"), after, reply: None });
        }
        Some(best) => best,
    };
    let does = if found.value.outcome == Outcome::Win { "wins" } else { "holds the draw" };
    let reply = as_gerund(&after.move_words(&best.text));
    let what = format!("after {made}, your opponent {does} by {reply}");
    Ok(Refutation { what, after, reply: Some(best.text) })
}

/// The right answers to a kind of question on a position; `None` where it cannot be asked.
fn answers(kind: AskKind, candidate: &Candidate, proof: &Proof) -> Option<Vec<String>> {
    let word = |outcome: Outcome| vec![outcome.word().to_owned()];
    match kind {
        AskKind::Winner | AskKind::Lost => (proof.outcome != Outcome::Draw).then(|| word(proof.outcome)),
        AskKind::Move => proof.is_decision.then(|| proof.winning.clone()),
        AskKind::Value => proof.grundy.filter(|n| *n <= MOST_VALUE).map(|n| vec![n.to_string()]),
        AskKind::Finish => {
            let is_end = FINISHED.contains(&proof.remoteness) && candidate.facts.moves <= FINISH_MOVES;
            (is_end && proof.is_decision && candidate.at.score().is_none()).then(|| proof.winning.clone())
        }
    }
}

/// Questions on some skills of a game, as many of each as wanted where there are so many, of changing kinds, none on a
/// position whose key is in `seen`.
///
/// Errors: a game that does not read, or a stop.
pub fn questions(
    wanted: &SupplyRequest,
    skills: &[(String, usize)],
    seed: u64,
    seen: &BTreeSet<String>,
    library: &Library,
    limits: &Limits,
) -> Result<BTreeMap<String, Vec<Question>>, BankError> {
    let mut bank = Bank::new(wanted, seed, seen, library, limits)?;
    let game = bank.game();
    let path = bank.skills.clone();
    let mut dice = Dice::new(seed ^ 0xC0AC);
    let mut found: BTreeMap<String, Vec<Question>> = BTreeMap::new();
    // The position that waits for its opposite, to be compared.
    let mut waiting: BTreeMap<String, Question> = BTreeMap::new();
    let mut wanting: Vec<(&Skill, usize)> = (skills.iter())
        .filter_map(|(name, count)| Some((path.iter().find(|skill| skill.name == *name)?, *count)))
        .collect();
    let mut proved = 0;
    while !wanting.is_empty() && proved < PROVED {
        limits.check()?;
        let Some(candidate) = bank.next() else { break };
        let fits = |skill: &Skill| skill.practise.may_be(&*candidate.at, &candidate.facts);
        if candidate.facts.moves < 2 || !wanting.iter().any(|(skill, _)| fits(skill)) {
            continue;
        }
        proved += 1;
        let Some(proof) = Proof::of(&*candidate.at, limits)? else { continue };
        let met = |skill: &Skill| fits(skill) && skill.practise.is_met(&*candidate.at, &proof);
        let Some(at) = wanting.iter().position(|(skill, _)| met(skill)) else { continue };
        let skill = wanting[at].0;
        let done = found.entry(skill.name.clone()).or_default();
        let kinds: Vec<AskKind> = (AskKind::ALL.into_iter())
            .filter(|kind| skill.asks_for(*kind))
            .filter(|kind| answers(*kind, &candidate, &proof).is_some())
            .collect();
        // A kind that was not asked last, by the dice.
        let last = done.last().map(|q| q.kind);
        let others: Vec<AskKind> = kinds.iter().copied().filter(|kind| Some(*kind) != last).collect();
        let Some(kind) = dice.one(if others.is_empty() { &kinds } else { &others }) else { continue };
        let Some(question) = Question::of(game, skill, *kind, &candidate, &proof, limits)? else { continue };
        if *kind == AskKind::Lost {
            match waiting.remove(&skill.name) {
                Some(first) if first.answers != question.answers => done.push(pair(first, question)),
                _ => {
                    waiting.insert(skill.name.clone(), question);
                }
            }
        } else {
            done.push(question);
        }
        if done.len() >= wanting[at].1 {
            wanting.remove(at);
        }
    }
    Ok(found)
}

/// The question which of two positions is lost.
fn pair(first: Question, second: Question) -> Question {
    let lost_first = first.answers == [Outcome::Loss.word()];
    let (headline, because) = if lost_first {
        (first.headline.clone(), first.because.clone())
    } else {
        (second.headline.clone(), second.because.clone())
    };
    Question {
        other: Some(second.position),
        answers: vec![if lost_first { "1" } else { "2" }.to_owned()],
        headline,
        because,
        keys: first.keys.iter().cloned().chain(second.keys).collect(),
        ..first
    }
}

/// Who is to move, and the points, in games in which a position tells these: `B to move; A 3, B 4`.
pub fn to_move(at: &dyn AnyPosition) -> Option<String> {
    let points = at.score().map_or(String::new(), |[first, second]| {
        let [a, b] = sides(at.info());
        format!("; {a} {first}, {b} {second}")
    });
    Some(format!("{}{points}", mover(at)?))
}

/// Who is to move, in games in which a position tells it: `B to move`.
pub fn mover(at: &dyn AnyPosition) -> Option<String> {
    Some(format!("{} to move", sides(at.info())[at.mover()?.index()]))
}

/// Errors: what is wrong with the text, or why the move is not legal.
pub fn move_of(position: &str, text: &str, library: &Library) -> Result<Choice, String> {
    let at = games::open(position, library).map_err(|e| e.to_string())?;
    at.legal(text).map_err(|e| e.to_string())
}
