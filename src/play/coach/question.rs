//! Creates questions, and gives feedback on answers.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use nimatron_core::erased::{AnyPosition, Ask, Turn, question_key};
use nimatron_core::games::reasons::capital;
use nimatron_core::rules::{
    Claim, Depth, Library, Limits, Outcome, ReasonText, Reveals, Stop, as_gerund, if_proved,
};

use super::bank::{Bank, BankError, Candidate};
use super::facts::Proof;
use super::path::{AskKind, Skill};
use super::record::SkillName;
use crate::play::dice::Dice;
use crate::play::opponent::{is_copied, leaves};
use crate::play::supply::SupplyRequest;
use nimatron_core::tr;

/// The largest Grundy value that a question asks for.
const MOST_VALUE: u64 = 15;
/// The remoteness of the positions that the user may be asked to play out. Such a position has at most `FINISH_MOVES`
/// legal moves.
const FINISHED: std::ops::RangeInclusive<u64> = 3..=5;
const FINISH_MOVES: u64 = 14;
/// The maximum number of unseen positions to prove for the questions on one game. A separate limit of the same size
/// applies to seen positions.
const PROVED: usize = 1_500;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    pub of: SkillName,
    pub kind: AskKind,
    pub position: String,
    /// The ID of the second position, if two positions are compared.
    pub other: Option<String>,
    /// The winning move to show; `None` in a position that is not won. For a skill about copying, this is preferably a
    /// move after which every reply can be copied.
    pub best: Option<String>,
    /// All right answers: `win` or `loss`, winning moves, `1` or `2`, or a number.
    pub answers: Vec<String>,
    /// The idea of the skill, or the headline if no path for the game comes with the program.
    pub idea: String,
    /// The idea that decides the position, or else the idea of the skill.
    pub headline: String,
    pub because: String,
    pub step: String,
    pub remoteness: u64,
    pub is_old: bool,
    /// Whether the question was added because of a wrong answer on the same skill.
    pub again: bool,
    /// The keys of the positions. Equivalent positions have equal keys.
    pub keys: Vec<String>,
}

impl Question {
    pub fn prompt(&self) -> &'static str {
        match self.kind {
            AskKind::Winner => {
                tr!("It is your turn. With best play, who wins: you or your opponent?")
            }
            AskKind::Move => tr!("You can win. Make the move."),
            AskKind::Lost => {
                tr!("In which of these two positions does the player to move lose: 1 or 2?")
            }
            AskKind::Value => {
                tr!(
                    "What is its value: the smallest number, counting from 0, that is not among the values you can move to? The value of \
                 several parts is the nim-sum of their values: write these as sums of 1, 2, 4 and so on, and cancel \
                 equal numbers in pairs."
                )
            }
            AskKind::Finish => {
                tr!("You can win. Play it to the end: your opponent defends perfectly.")
            }
        }
    }

    /// Creates a question about a position that practises a skill. Returns `None` if this kind of question cannot be
    /// asked about the position, or if the position is not proved.
    ///
    /// Fails only with [`Stop::Interrupted`], if `limits` stop the search.
    fn ask(
        bank: &Bank,
        skill: &Skill,
        kind: AskKind,
        candidate: &Candidate,
        proof: &Proof,
        limits: &Limits,
    ) -> Result<Option<Question>, Stop> {
        let at = &*candidate.at;
        let Some(answers) = answers(kind, candidate, proof) else {
            return Ok(None);
        };
        let Some(found) = if_proved(at.analyse(Ask::default())(limits))? else {
            return Ok(None);
        };
        let reasons = &found.reasons;
        let copied = proof
            .winning
            .iter()
            .find(|text| skill.practise.is_by_copying() && leaves(at, text, is_copied));
        let named = found
            .best
            .as_ref()
            .map(|choice| &choice.text)
            .filter(|_| proof.outcome == Outcome::Win);
        let best = copied.or(named);
        // Leave out reasons about values that are taught later. Also leave out all reasons if `best` is not the best
        // move of the analysis, because the reasons are about that move.
        let fits = |reason: &&ReasonText| bank.knows_values(skill) || grundy_claims(reason) == 0;
        let text = |depth: Depth| {
            let reason = reasons
                .iter()
                .find(|reason| reason.depth == depth)
                .filter(|_| best == named);
            reason
                .filter(fits)
                .map_or(String::new(), |reason| reason.text.clone())
        };
        // In a won position, the headline should be about the winning move rather than about a trap to avoid.
        let is_trap = |reason: &ReasonText| {
            !reason.claims.is_empty()
                && reason
                    .claims
                    .iter()
                    .all(|claim| matches!(claim, Claim::Answer(..)))
        };
        let trap = reasons
            .first()
            .filter(|_| proof.outcome == Outcome::Win)
            .is_some_and(is_trap);
        let wins = reasons
            .iter()
            .rfind(|reason| trap && reason.reveals == Reveals::Move);
        let (mut headline, mut because) = match wins {
            Some(reason) => (reason.text.clone(), String::new()),
            None => (text(Depth::Headline), text(Depth::Because)),
        };
        if let Some(value) = reason_of_value(reasons, &at.id()).filter(|_| kind == AskKind::Value) {
            (headline, because) = (value.text.clone(), String::new());
        }
        if headline.is_empty() {
            headline.clone_from(&skill.idea);
        }
        let step = reasons
            .iter()
            .find(|reason| reason.reveals == Reveals::Where && !bank.is_shipped());
        Ok(Some(Question {
            of: SkillName::new(bank.game(), &skill.name),
            kind,
            position: at.id(),
            other: None,
            answers,
            best: best.cloned(),
            idea: if bank.is_shipped() {
                skill.idea.clone()
            } else {
                headline.clone()
            },
            headline,
            because,
            step: step.map_or_else(|| skill.idea.clone(), |reason| reason.text.clone()),
            remoteness: proof.remoteness,
            is_old: false,
            again: false,
            keys: vec![question_key(at)],
        }))
    }

    pub fn praise(&self) -> Vec<String> {
        let first = tr!("Right. {headline}", headline = self.headline);
        [first.trim(), &self.because]
            .into_iter()
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// Returns the feedback on a wrong answer: the verdict, an idea, and the winning move, which `wins` describes in
    /// words. If `wins` is `None`, the last line gives the reason for the outcome instead. `refuted` says why the
    /// user's move does not win.
    pub fn correction(&self, refuted: Option<&str>, wins: Option<&str>) -> Vec<String> {
        let verdict = match self.kind {
            AskKind::Winner if self.answers == ["win"] => tr!("No: you win here.").to_owned(),
            AskKind::Winner => tr!("No: every move loses here.").to_owned(),
            AskKind::Lost => tr!(
                "No: position {answers} loses.",
                answers = self.answers.join("")
            ),
            AskKind::Value => tr!(
                "No: its value is {answers}.",
                answers = self.answers.join("")
            ),
            AskKind::Move | AskKind::Finish => {
                tr!(
                    "No: {why}.",
                    why = refuted.unwrap_or(tr!("that does not win"))
                )
            }
        };
        let idea = if self.kind == AskKind::Value {
            &self.headline
        } else {
            &self.idea
        };
        let last = match wins {
            Some(words) => capital(&tr!("{words} wins.", words = as_gerund(words))),
            None => self.because.clone(),
        };
        [verdict, idea.clone(), last]
            .into_iter()
            .filter(|line| !line.is_empty())
            .collect()
    }
}

fn grundy_claims(reason: &ReasonText) -> usize {
    reason
        .claims
        .iter()
        .filter(|claim| matches!(claim, Claim::Grundy(..)))
        .count()
}

/// Returns the reason that best explains the Grundy value of a position.
fn reason_of_value<'a>(reasons: &'a [ReasonText], id: &str) -> Option<&'a ReasonText> {
    let is_of = |reason: &ReasonText| {
        reason
            .claims
            .iter()
            .any(|claim| matches!(claim, Claim::Grundy(at, _) if at == id))
    };
    (reasons.iter())
        .filter(|reason| reason.depth != Depth::Headline && reason.reveals == Reveals::Nothing)
        .filter(|reason| grundy_claims(reason) > 0)
        .max_by_key(|reason| (is_of(reason), grundy_claims(reason)))
}

pub struct Refutation {
    pub what: String,
    pub after: Box<dyn AnyPosition>,
    pub reply: Option<String>,
}

pub fn refuted(at: &dyn AnyPosition, text: &str, limits: &Limits) -> Result<Refutation, String> {
    let (after, turn) = at.after(text).map_err(|e| e.to_string())?;
    let found = after.analyse(Ask {
        best: true,
        ..Ask::value()
    })(limits);
    let found = found.map_err(|stop| stop.to_string())?;
    let made = as_gerund(&at.move_words(text));
    let best = match found.best {
        None => {
            return Ok(Refutation {
                what: tr!("{made} loses at once"),
                after,
                reply: None,
            });
        }
        // There is no reply yet, because the player moves again.
        Some(_) if turn == Turn::Kept => {
            return Ok(Refutation {
                what: tr!("{made} does not win"),
                after,
                reply: None,
            });
        }
        Some(best) => best,
    };
    let reply = as_gerund(&after.move_words(&best.text));
    let what = if found.value.outcome == Outcome::Win {
        tr!("after {made}, your opponent wins by {reply}")
    } else {
        tr!("after {made}, your opponent keeps the draw by {reply}")
    };
    Ok(Refutation {
        what,
        after,
        reply: Some(best.text),
    })
}

fn answers(kind: AskKind, candidate: &Candidate, proof: &Proof) -> Option<Vec<String>> {
    let word = |outcome: Outcome| vec![outcome.word().to_owned()];
    match kind {
        AskKind::Winner | AskKind::Lost => {
            (proof.outcome != Outcome::Draw).then(|| word(proof.outcome))
        }
        AskKind::Move => proof.is_choice.then(|| proof.winning.clone()),
        AskKind::Value => proof
            .grundy
            .filter(|n| *n <= MOST_VALUE)
            .map(|n| vec![n.to_string()]),
        AskKind::Finish => {
            let is_end =
                FINISHED.contains(&proof.remoteness) && candidate.facts.moves <= FINISH_MOVES;
            (is_end && proof.is_choice && candidate.at.score().is_none())
                .then(|| proof.winning.clone())
        }
    }
}

/// Generates questions of various kinds, up to the number requested for each skill. Positions whose keys are in `seen`
/// are used last, oldest first, and only for skills with too few new positions. If the limits stop the search, returns
/// the questions found so far.
pub fn questions(
    wanted: &SupplyRequest,
    skills: &[(String, usize)],
    seed: u64,
    seen: &[String],
    library: &Library,
    limits: &Limits,
) -> Result<BTreeMap<SkillName, Vec<Question>>, BankError> {
    let mut bank = Bank::new(wanted, seed, &BTreeSet::new(), library, limits)?;
    let path = bank.skills.clone();
    let wanting = (skills.iter())
        .filter_map(|(name, count)| Some((path.iter().find(|skill| skill.name == *name)?, *count)))
        .collect();
    let dice = Dice::new(seed ^ 0xC0AC);
    let mut drawing = Drawing {
        wanting,
        dice,
        found: BTreeMap::new(),
        waiting: BTreeMap::new(),
        proved: 0,
        is_old: false,
    };
    let ages: HashMap<&str, usize> = seen
        .iter()
        .enumerate()
        .map(|(age, key)| (key.as_str(), age))
        .collect();
    let mut old = Vec::new();
    while !drawing.is_done() {
        let Some(candidate) = bank.next().filter(|_| limits.check().is_ok()) else {
            break;
        };
        match ages.get(question_key(&*candidate.at).as_str()) {
            Some(age) => old.push((*age, candidate)),
            None if drawing.take(&bank, &candidate, limits).is_err() => break,
            None => {}
        }
    }
    old.sort_by_key(|(age, _)| *age);
    (drawing.proved, drawing.is_old) = (0, true);
    for (_, candidate) in old {
        if drawing.is_done() || drawing.take(&bank, &candidate, limits).is_err() {
            break;
        }
    }
    Ok(drawing.found)
}

struct Drawing<'a> {
    /// The skills that need more questions, with the number requested for each.
    wanting: Vec<(&'a Skill, usize)>,
    found: BTreeMap<SkillName, Vec<Question>>,
    /// For each skill, a question that waits for a second position with the opposite outcome.
    waiting: BTreeMap<String, Question>,
    proved: usize,
    /// Whether questions are currently generated from positions that were asked about before.
    is_old: bool,
    dice: Dice,
}

impl Drawing<'_> {
    fn is_done(&self) -> bool {
        self.wanting.is_empty() || self.proved >= PROVED
    }

    fn take(&mut self, bank: &Bank, candidate: &Candidate, limits: &Limits) -> Result<(), Stop> {
        let at = &*candidate.at;
        let fits = |skill: &Skill| skill.practise.may_be(at, &candidate.facts);
        if candidate.facts.moves < 2 || !self.wanting.iter().any(|(skill, _)| fits(skill)) {
            return Ok(());
        }
        self.proved += 1;
        let Some(proof) = Proof::find(at, limits)? else {
            return Ok(());
        };
        let met = |skill: &Skill| fits(skill) && skill.practise.is_met(at, &proof);
        let Some(place) = self.wanting.iter().position(|(skill, _)| met(skill)) else {
            return Ok(());
        };
        let (skill, count) = self.wanting[place];
        let name = SkillName::new(bank.game(), &skill.name);
        let done = self.found.entry(name).or_default();
        let kinds: Vec<AskKind> = (AskKind::ALL.into_iter())
            .filter(|kind| skill.asks_for(*kind))
            .filter(|kind| {
                answers(*kind, candidate, &proof).is_some_and(|answers| {
                    // Two positions with the same outcome cannot be compared.
                    *kind != AskKind::Lost
                        || self
                            .waiting
                            .get(&skill.name)
                            .is_none_or(|first| first.answers != answers)
                })
            })
            .collect();
        // Choose a random kind, avoiding the kind of the skill's last question if possible.
        let last = done.last().map(|q| q.kind);
        let others: Vec<AskKind> = kinds
            .iter()
            .copied()
            .filter(|kind| Some(*kind) != last)
            .collect();
        let Some(kind) = self
            .dice
            .one(if others.is_empty() { &kinds } else { &others })
        else {
            return Ok(());
        };
        let Some(mut question) = Question::ask(bank, skill, *kind, candidate, &proof, limits)?
        else {
            return Ok(());
        };
        if *kind == AskKind::Lost {
            let Some(first) = self.waiting.remove(&skill.name) else {
                self.waiting.insert(skill.name.clone(), question);
                return Ok(());
            };
            question = pair(first, question);
        }
        question.is_old = self.is_old;
        done.push(question);
        if done.len() >= count {
            self.wanting.remove(place);
        }
        Ok(())
    }
}

fn pair(first: Question, second: Question) -> Question {
    let lost_first = first.answers == [Outcome::Loss.word()];
    let lost = if lost_first { &first } else { &second };
    let headline = lost.headline.clone();
    let because = lost.because.clone();
    Question {
        other: Some(second.position),
        answers: vec![if lost_first { "1" } else { "2" }.to_owned()],
        headline,
        because,
        keys: first.keys.iter().cloned().chain(second.keys).collect(),
        ..first
    }
}

/// Describes the player to move and, in games with points, the points: `B to move; A 3, B 4`. Returns `None` if
/// positions do not record the player to move.
pub fn to_move(at: &dyn AnyPosition) -> Option<String> {
    let points = at.score().map_or(String::new(), |[first, second]| {
        let [a, b] = at.info().sides();
        format!("; {a} {first}, {b} {second}")
    });
    Some(tr!(
        "{side} to move{points}",
        side = at.info().sides()[at.mover()?.index()]
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::fixtures::open;

    fn asked(game: &str, skill: &str, count: usize, seen: &[String]) -> Vec<Question> {
        let wanted = SupplyRequest::new(game, None);
        let skills = [(skill.to_owned(), count)];
        let found = questions(
            &wanted,
            &skills,
            1,
            seen,
            &Library::default(),
            &Limits::default(),
        )
        .unwrap();
        found.into_values().next().unwrap_or_default()
    }

    #[test]
    fn positions_come_again_where_there_are_no_others_the_oldest_first() {
        let keys = |all: &[Question]| all.iter().flat_map(|q| q.keys.clone()).collect::<Vec<_>>();
        let all = keys(&asked("chomp", "one-row", 20, &[]));
        assert!(all.len() > 8, "{all:?}");
        let seen = &all[..all.len() - 2];
        let again = keys(&asked("chomp", "one-row", 5, seen));
        assert!(
            again[..2].iter().all(|key| !seen.contains(key)),
            "{again:?}"
        );
        assert_eq!(again[2..5], seen[..3]);
    }

    #[test]
    fn a_question_for_a_value_is_answered_by_how_the_value_comes_about() {
        let values = asked("row", "values", 12, &[])
            .into_iter()
            .filter(|q| q.kind == AskKind::Value);
        let mut n = 0;
        for question in values {
            let [value] = &question.answers[..] else {
                panic!("{question:?}")
            };
            let lines = question.correction(None, None);
            assert!(
                lines[1].contains("value") && lines[1].contains(value),
                "{lines:?}"
            );
            assert_eq!(question.praise()[0], format!("Right. {}", lines[1]));
            n += 1;
        }
        assert!(n > 1, "{n}");
    }

    #[test]
    fn a_skill_is_told_by_its_own_idea() {
        for question in asked("row", "copy", 12, &[]) {
            let at = open(&question.position);
            if let Some(best) = &question.best {
                assert!(leaves(&*at, best, is_copied), "{question:?}");
            }
            assert_eq!(question.step, question.idea);
            let said = [question.praise(), question.correction(None, None)]
                .concat()
                .join(" ");
            assert!(!said.contains("power"), "{said}");
        }
    }
}
