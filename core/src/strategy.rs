//! Finds complete winning strategies, which answer every legal reply of the opponent.
//!
//! A strategy is a set of lost positions. Every move of the opponent in one of these positions either ends the game or
//! has an answer that leads back to the set. The answers are chosen so that few positions are needed.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::erased::{AnyPosition, Turn};
use crate::language::text;
use crate::rules::{Limits, Outcome, Stop, if_proved};
use crate::solve::sums::OtherParts;

/// The maximum number of positions in a strategy.
pub const MOST_POSITIONS: usize = 100_000;
const MOST_REPLIES: usize = 5_000_000;

/// A move of the winner and the resulting position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Left {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// The ID of the lost position that the strategy lists: the position after the move, or an equivalent position.
    #[serde(rename = "left")]
    pub id: String,
    /// The ID of the position after the move.
    #[serde(skip)]
    pub exact: String,
}

impl Left {
    /// Describes how the listed position relates to the position after the move; `None` if the two are equal.
    pub fn likeness(&self) -> Option<&'static str> {
        let sorted = |id: &str| {
            let mut parts: Vec<String> = id.split([':', ',', ' ']).map(str::to_owned).collect();
            parts.sort_unstable();
            parts
        };
        if self.id == self.exact {
            None
        } else if sorted(&self.id) == sorted(&self.exact) {
            Some(tr!("in another order"))
        } else {
            Some(tr!("plays the same"))
        }
    }
}

/// A reply of the opponent and the answer to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reply {
    /// The opponent's reply.
    #[serde(rename = "move")]
    pub text: String,
    /// The ID of the position after the reply.
    pub to: String,
    /// The answer and the position after the answer. `None` if the reply ends the game; the opponent has then lost.
    #[serde(flatten, serialize_with = "answer_and_left")]
    pub answer: Option<Left>,
}

/// Writes an answer as two fields: the move, and the ID of the listed position that it leaves.
fn answer_and_left<S: Serializer>(answer: &Option<Left>, out: S) -> Result<S::Ok, S::Error> {
    let mut fields = out.serialize_map(Some(2))?;
    fields.serialize_entry("answer", &answer.as_ref().map(|left| &left.text))?;
    fields.serialize_entry("left", &answer.as_ref().map(|left| &left.id))?;
    fields.end()
}

/// A lost position and the opponent's moves from it, in board order. The position represents all equivalent positions,
/// such as mirror images.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LostPosition {
    /// The position's ID.
    #[serde(rename = "position")]
    pub id: String,
    /// The legal moves with their answers.
    pub replies: Vec<Reply>,
}

/// The complete strategy of the player who wins a position. The fields are in the order of the JSON certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strategy {
    /// The position's ID.
    pub position: String,
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The winner's first move, if the player to move wins and the game is not over.
    pub first: Option<Left>,
    /// The positions with the loser to move, in the order in which they are reached. No two are equivalent.
    pub lost: Vec<LostPosition>,
}

/// A winning move: its text, the ID of the position it leaves, and the index of that position's representative.
struct Answer {
    text: String,
    exact: String,
    number: usize,
}

/// The winning moves in a position after a move of the opponent. The position is unanswered until one of these moves is
/// chosen.
struct Asked {
    answers: Vec<Answer>,
    chosen: Option<usize>,
}

/// The opponent's moves in a position. Each move has the ID of the resulting position and that position's index in
/// [`Builder::asked`]; the index is `None` if the move ends the game.
type Replies = Vec<(String, String, Option<usize>)>;

struct Builder<'l> {
    limits: &'l Limits,
    most: usize,
    /// Maps the ID of each class of lost positions to the index of its representative.
    numbers: FxHashMap<String, usize>,
    positions: Vec<Box<dyn AnyPosition>>,
    move_counts: Vec<u64>,
    /// The lost positions in the strategy, by index, with the opponent's moves.
    used: FxHashMap<usize, Replies>,
    asked: Vec<Asked>,
    asked_numbers: FxHashMap<String, usize>,
    /// Maps each lost position outside the strategy to the unanswered positions with a move to it.
    wanted: FxHashMap<usize, FxHashSet<usize>>,
    replies: usize,
}

/// The reason why there is no strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// There is no strategy for the position; the message says why.
    #[error("{0}")]
    Absent(String),
    /// The strategy needs more positions than the given limit.
    #[error("{}", tr!("the strategy needs more than {most} positions", most = .0))]
    MorePositions(usize),
    /// The strategy lists more moves than the given limit, or a single position has more.
    #[error("{}", tr!("the strategy lists more than {most} moves", most = .0))]
    MoreMoves(usize),
    /// The position was not solved.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

fn refused(position: &dyn AnyPosition, why: &str) -> StrategyError {
    StrategyError::Absent(tr!(
        "{game} has no such strategy: {why}",
        why = text(why),
        game = position.info().name
    ))
}

const DRAWN: &str = tr_key!("it can end in a draw");
const POINTS: &str = tr_key!(
    "a strategy lists lost positions by their IDs, and where points decide, an ID alone does not tell who loses"
);
const TWICE: &str = tr_key!("a player may move twice in a row");

/// Returns a winning strategy for the player who wins a position: the player to move, or the opponent.
///
/// # Errors
/// Returns [`StrategyError::Absent`] if the position is a draw, if a player may move twice in a row, or if the winner
/// depends on points that IDs do not record. Returns other errors if the position cannot be solved within `limits`, or
/// if the strategy needs more than [`MOST_POSITIONS`] positions or lists too many moves.
pub fn find(position: &dyn AnyPosition, limits: &Limits) -> Result<Strategy, StrategyError> {
    within(position, MOST_POSITIONS, limits)
}

/// Searches for a strategy of at most `most` positions.
///
/// # Errors
/// Returns an error in the same cases as [`find`].
pub fn within(
    position: &dyn AnyPosition,
    most: usize,
    limits: &Limits,
) -> Result<Strategy, StrategyError> {
    if position.score() != position.written_score() {
        return Err(refused(position, POINTS));
    }
    let outcome = position.outcome(limits)?;
    let mut builder = Builder {
        limits,
        most,
        numbers: FxHashMap::default(),
        positions: Vec::new(),
        move_counts: Vec::new(),
        used: FxHashMap::default(),
        asked: Vec::new(),
        asked_numbers: FxHashMap::default(),
        wanted: FxHashMap::default(),
        replies: 0,
    };
    let (first, number) = match outcome {
        Outcome::Draw => {
            return Err(StrategyError::Absent(tr!(
                "{id} has no winning strategy: it is a draw with best play",
                id = position.id()
            )));
        }
        Outcome::Loss => (None, Some(builder.number(position.boxed_clone()))),
        Outcome::Win if position.is_over() => (None, None),
        Outcome::Win => {
            let answers = builder.answers(position)?;
            let fewest = answers
                .into_iter()
                .min_by_key(|answer| builder.move_counts[answer.number])
                .ok_or_else(|| refused(position, DRAWN))?;
            (Some(builder.left(&fewest)), Some(fewest.number))
        }
    };
    number.map_or(Ok(()), |number| builder.complete(number))?;
    Ok(Strategy {
        position: position.id(),
        outcome,
        first,
        lost: builder.list(number),
    })
}

impl Builder<'_> {
    /// Returns the index of a lost position's representative, adding the position if its class is new.
    fn number(&mut self, position: Box<dyn AnyPosition>) -> usize {
        let next = self.positions.len();
        let number = *self.numbers.entry(position.class()).or_insert(next);
        if number == next {
            self.move_counts
                .push(position.count_moves().unwrap_or(u64::MAX));
            self.positions.push(position);
        }
        number
    }

    fn left(&self, answer: &Answer) -> Left {
        Left {
            text: answer.text.clone(),
            id: self.positions[answer.number].id(),
            exact: answer.exact.clone(),
        }
    }

    /// Lists the moves that leave a lost position, one for each class of equivalent positions. If play may go on for
    /// ever, lists only the moves that win soonest, so that each reply and its answer bring the game closer to its end.
    fn answers(&mut self, at: &dyn AnyPosition) -> Result<Vec<Answer>, StrategyError> {
        let hurries = at.ruleset().facts.may_go_on;
        let mut soonest = u64::MAX;
        let mut answers: Vec<Answer> = Vec::new();
        for text in candidates(at, self.limits)? {
            self.limits.check()?;
            let Ok((to, Turn::Passed)) = at.after(&text) else {
                return Err(refused(at, TWICE));
            };
            if to.outcome(self.limits)? == Outcome::Loss {
                if hurries {
                    let left = to.value(self.limits)?.remoteness.unwrap_or(u64::MAX);
                    match left.cmp(&soonest) {
                        Ordering::Less => answers.clear(),
                        Ordering::Equal => {}
                        Ordering::Greater => continue,
                    }
                    soonest = left;
                }
                let exact = to.id();
                let number = self.number(to);
                if answers.iter().all(|known| known.number != number) {
                    answers.push(Answer {
                        text,
                        exact,
                        number,
                    });
                }
            }
        }
        Ok(answers)
    }

    /// Adds a lost position to the strategy, and then all positions needed to answer the replies.
    fn complete(&mut self, first: usize) -> Result<(), StrategyError> {
        let mut taken = vec![first];
        loop {
            while let Some(number) = taken.pop() {
                if !self.used.contains_key(&number) {
                    taken.extend(self.take(number)?);
                }
            }
            // If no more positions are forced, add the lost position that answers the most unanswered positions. If
            // several answer equally many, add the position with the fewest moves.
            let best = self.wanted.iter().max_by_key(|(number, asked)| {
                let moves = self.move_counts[**number];
                (
                    asked.len(),
                    std::cmp::Reverse(moves),
                    std::cmp::Reverse(**number),
                )
            });
            match best {
                Some((&number, _)) => taken.push(number),
                None => return Ok(()),
            }
        }
    }

    /// Adds a lost position to the strategy and lists the opponent's moves in it. Returns the forced positions: if a
    /// move has only one answer, the strategy must include the position after the answer.
    fn take(&mut self, number: usize) -> Result<Vec<usize>, StrategyError> {
        self.limits.check()?;
        if self.used.len() >= self.most {
            return Err(StrategyError::MorePositions(self.most));
        }
        self.used.insert(number, Vec::new());
        for asked in self.wanted.remove(&number).into_iter().flatten() {
            self.settle(asked, number);
        }
        let at = self.positions[number].boxed_clone();
        let (mut replies, mut forced) = (Vec::new(), Vec::new());
        for text in moves(&*at)? {
            self.replies += 1;
            if self.replies > MOST_REPLIES {
                return Err(StrategyError::MoreMoves(MOST_REPLIES));
            }
            let Ok((to, Turn::Passed)) = at.after(&text) else {
                return Err(refused(&*at, TWICE));
            };
            let id = to.id();
            if to.is_over() {
                replies.push((text, id, None));
                continue;
            }
            let asked = match self.asked_numbers.get(&id) {
                Some(&asked) => asked,
                None => {
                    let answers = self.answers(&*to)?;
                    let asked = self.asked.len();
                    self.asked_numbers.insert(id.clone(), asked);
                    let chosen = answers
                        .iter()
                        .position(|answer| self.used.contains_key(&answer.number));
                    match (chosen, answers.as_slice()) {
                        (None, []) => return Err(refused(&*to, DRAWN)),
                        (None, [only]) => forced.push(only.number),
                        (None, several) => {
                            for answer in several {
                                self.wanted.entry(answer.number).or_default().insert(asked);
                            }
                        }
                        _ => {}
                    }
                    let chosen = if answers.len() == 1 { Some(0) } else { chosen };
                    self.asked.push(Asked { answers, chosen });
                    asked
                }
            };
            replies.push((text, id, Some(asked)));
        }
        self.used.insert(number, replies);
        // The caller must add the forced positions: the moves to them are already chosen as answers.
        Ok(forced)
    }

    /// Chooses the move to the lost position `number` as the answer in an unanswered position.
    fn settle(&mut self, asked: usize, number: usize) {
        let Asked { answers, chosen } = &mut self.asked[asked];
        *chosen = answers.iter().position(|answer| answer.number == number);
        for answer in answers {
            if let Some(waiting) = self.wanted.get_mut(&answer.number) {
                waiting.remove(&asked);
                if waiting.is_empty() {
                    self.wanted.remove(&answer.number);
                }
            }
        }
    }

    fn list(&self, first: Option<usize>) -> Vec<LostPosition> {
        let answer = |asked: Option<usize>| {
            let Asked { answers, chosen } = &self.asked[asked?];
            Some(&answers[(*chosen)?])
        };
        let mut reached = Vec::from_iter(first);
        let mut seen = FxHashSet::from_iter(first);
        let mut lost = Vec::new();
        while let Some(number) = reached.get(lost.len()) {
            let replies = &self.used[number];
            lost.push(LostPosition {
                id: self.positions[*number].id(),
                replies: (replies.iter())
                    .map(|(text, to, asked)| Reply {
                        text: text.clone(),
                        to: to.clone(),
                        answer: answer(*asked).map(|answer| self.left(answer)),
                    })
                    .collect(),
            });
            let next = replies
                .iter()
                .filter_map(|(.., asked)| Some(answer(*asked)?.number));
            reached.extend(next.filter(|next| seen.insert(*next)));
        }
        lost
    }
}

const MOST_MOVES: usize = 100_000;

fn moves(at: &dyn AnyPosition) -> Result<Vec<String>, StrategyError> {
    let listed = at.choices(&[], MOST_MOVES);
    if listed.complete {
        Ok(listed.list.into_iter().map(|choice| choice.text).collect())
    } else {
        Err(StrategyError::MoreMoves(MOST_MOVES))
    }
}

/// Returns the winning moves if the game lists them without trying every move, and otherwise all moves.
fn candidates(at: &dyn AnyPosition, limits: &Limits) -> Result<Vec<String>, StrategyError> {
    if let Ok(part) = at.as_part()
        && let Some(winning) =
            if_proved(part.winning(&OtherParts::None, MOST_MOVES, MOST_MOVES, limits))?
        && winning.count == Some(winning.first.len() as u128)
    {
        return Ok(winning
            .first
            .into_iter()
            .map(|choice| choice.text)
            .collect());
    }
    moves(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    /// Splits an ID into summands, and each state into its non-empty parts.
    fn parts(id: &str) -> Vec<Vec<&str>> {
        let mut summands: Vec<Vec<&str>> = id
            .split(" + ")
            .map(|summand| {
                let (game, state) = summand.rsplit_once(':').unwrap();
                let mut parts: Vec<&str> = match game {
                    "row" | "misere row" => state.split('.').collect(),
                    _ => state.split(',').collect(),
                };
                parts.retain(|part| !["", "0"].contains(part));
                parts.sort_unstable();
                parts.push(game);
                parts
            })
            .collect();
        summands.sort_unstable();
        summands
    }

    #[test]
    fn of_positions_that_are_alike_one_is_listed() {
        for (id, count) in [
            ("nim:2,1 + nim:1,2", 0),
            ("row:OOOO + nim:2", 0),
            ("row:OOO + row:OOO", 0),
            ("misere row:OOO + nim:1,2", 6),
            ("misere bash/2:3 + bash/2:3", 0),
            ("nim:1,2,3", 4),
            ("nim:6,2,5", 8),
            ("row:OOOOOOOO", 0),
            ("row:OO.OOO.O", 0),
            ("wythoff:6,7", 0),
            ("queen:6,7", 0),
            ("subtraction/1,3,4:5,6", 0),
            ("octal/0.77:5,3,2", 0),
            ("octal/0.137:9", 0),
            ("bash/3:5,6", 0),
            ("powers/2:5,6", 0),
        ] {
            let found = find(&*games::oracle::opened(id), &Limits::default()).unwrap();
            let mut seen = FxHashSet::default();
            for lost in &found.lost {
                assert!(seen.insert(parts(&lost.id)), "{id}: {}", lost.id);
            }
            assert!(
                count == 0 || found.lost.len() == count,
                "{id}: {:?}",
                found.lost
            );
        }
    }

    /// Returns whether play under a strategy never repeats a position.
    fn ends(lost: &[LostPosition]) -> bool {
        let numbers: FxHashMap<&str, usize> = lost
            .iter()
            .zip(0..)
            .map(|(lost, i)| (lost.id.as_str(), i))
            .collect();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); lost.len()];
        let mut open = vec![0usize; lost.len()];
        for (i, position) in lost.iter().enumerate() {
            for left in position
                .replies
                .iter()
                .filter_map(|reply| reply.answer.as_ref())
            {
                if let Some(&to) = numbers.get(left.id.as_str()) {
                    before[to].push(i);
                    open[i] += 1;
                }
            }
        }
        let mut done: Vec<usize> = (0..lost.len()).filter(|i| open[*i] == 0).collect();
        let mut count = 0;
        while let Some(i) = done.pop() {
            count += 1;
            for &above in &before[i] {
                open[above] -= 1;
                if open[above] == 0 {
                    done.push(above);
                }
            }
        }
        count == lost.len()
    }

    fn check(id: &str) -> usize {
        let found = find(&*games::oracle::opened(id), &Limits::default()).unwrap();
        let known: FxHashSet<&str> = found.lost.iter().map(|lost| lost.id.as_str()).collect();
        assert_eq!(known.len(), found.lost.len(), "{id}");
        assert!(ends(&found.lost), "{id}");
        match &found.first {
            Some(first) => {
                let start = games::oracle::opened(&found.position);
                assert_eq!(start.after(&first.text).unwrap().0.id(), first.exact);
                assert!(known.contains(first.id.as_str()));
            }
            None => assert!(known.contains(found.position.as_str())),
        }
        for lost in &found.lost {
            let at = games::oracle::opened(&lost.id);
            let texts: Vec<String> = lost
                .replies
                .iter()
                .map(|reply| reply.text.clone())
                .collect();
            assert_eq!(texts, moves(&*at).unwrap());
            for reply in &lost.replies {
                let (to, _) = at.after(&reply.text).unwrap();
                assert_eq!(to.id(), reply.to);
                match &reply.answer {
                    Some(left) => {
                        let after = to.after(&left.text).unwrap().0;
                        assert_eq!(after.id(), left.exact);
                        assert_eq!(after.class(), games::oracle::opened(&left.id).class());
                        assert!(known.contains(left.id.as_str()), "{} of {id}", left.id);
                    }
                    None => assert!(to.is_over() && to.convention().unwrap().word() == "misere"),
                }
            }
        }
        found.lost.len()
    }

    #[test]
    fn every_reply_is_answered_within_the_strategy() {
        assert_eq!(check("nim:1,2,3"), 4);
        assert_eq!(check("bash/3:21"), 6);
        for id in [
            "star:1664",
            "star:2088",
            "misere nim:1,2,3",
            "row:OOOOOOO",
            "octal/0.137:9",
            "wythoff:4,6",
            "chomp:3x4",
            "strip:00100",
            "token/river:spring,brook",
            "nim:2,3 + row:OO",
            "own/euclid:5,3",
            "own/domineering:A:.........",
            // From these positions, play could go on for ever if every answer were the first winning move.
            "token/a-b,b-a,b-c!:a",
            "token/a-b,b-a,b-c!:b",
            "own/square:20",
            "own/square:165",
        ] {
            check(id);
        }
    }

    #[test]
    fn games_that_can_be_drawn_or_where_a_player_moves_twice_are_refused() {
        for (id, why) in [
            ("tictactoe:.........", "it is a draw"),
            ("triangle/3:", "a player may move twice"),
            ("token/a-b,b-a,c-d,d-e!:a,c", "it is a draw"),
            ("own/square:12", "it is a draw"),
        ] {
            let refused = find(&*games::oracle::opened(id), &Limits::default());
            let said = refused.unwrap_err().to_string();
            assert!(said.contains(why), "{id}: {said}");
        }
    }
}
