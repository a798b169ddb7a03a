//! Reviews matches: proves whether each move kept the outcome or gave it away.
//!
//! A review covers the moves up to the cursor and ignores moves that were taken back.

use nimatron_core::erased::{Analysis, AnyPosition, Ask, Turn};
use nimatron_core::rules::{Limits, Outcome, Player, Stop, Value, if_proved, saturating_cast};

use super::Match;
use nimatron_core::{tr, tr_key};

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveKind {
    /// The move turned a win into a draw or a loss, or a draw into a loss.
    Mistake,
    /// The move kept the outcome, but another move would have won sooner, lost later or given a better margin.
    Inaccuracy,
    /// No better move is known.
    Best,
}

impl MoveKind {
    /// The name in English, as a key for translations.
    pub fn word(self) -> &'static str {
        match self {
            MoveKind::Mistake => tr_key!("mistake"),
            MoveKind::Inaccuracy => tr_key!("inaccuracy"),
            MoveKind::Best => tr_key!("best"),
        }
    }

    pub fn mark(self) -> char {
        match self {
            MoveKind::Mistake => '?',
            MoveKind::Inaccuracy => '~',
            MoveKind::Best => '.',
        }
    }
}

/// A move, and the values of the positions before and after it. Values that are not proved are `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedMove {
    /// The number of the move, counted from 1.
    pub n: usize,
    pub player: Player,
    /// The current side of the player who made the move; see [`Match::author`].
    pub author: Player,
    pub text: String,
    /// The value of the position before the move, for the player who made it.
    pub before: Option<Value>,
    /// The outcome of the position after the move, for the player who made it.
    pub after: Option<Outcome>,
    pub judged: Option<Judgement>,
    pub best: Option<String>,
    /// Whether the player had a real choice: some of the legal moves keep the outcome, and others do not.
    pub decision: bool,
}

impl ReviewedMove {
    pub fn kind(&self) -> Option<MoveKind> {
        self.judged.map(|judged| judged.kind)
    }

    pub fn kind_on_screen(&self) -> Option<MoveKind> {
        self.judged.map(|judged| judged.on_screen().kind)
    }

    pub fn cost(&self) -> Option<u64> {
        self.judged?.cost
    }

    pub fn kept(&self) -> Option<bool> {
        self.kind().map(|kind| kind != MoveKind::Mistake)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Tally {
    pub moves: usize,
    /// The number of positions in which some moves keep the outcome and others do not.
    pub decisions: usize,
    /// The number of decisions in which the outcome was kept.
    pub kept: usize,
    pub mistakes: usize,
    pub inaccuracies: usize,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.moves += other.moves;
        self.decisions += other.decisions;
        self.kept += other.kept;
        self.mistakes += other.mistakes;
        self.inaccuracies += other.inaccuracies;
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    pub start: String,
    /// The names of both sides, the first player first.
    pub names: [&'static str; 2],
    /// The winner, or `Some(None)` for a draw; `None` if the match is not over.
    pub result: Option<Option<Player>>,
    pub moves: Vec<ReviewedMove>,
}

impl Review {
    pub fn tally(&self, player: Player) -> Tally {
        self.tally_of(|m| m.player == player)
    }

    pub fn tally_of(&self, is_counted: impl Fn(&ReviewedMove) -> bool) -> Tally {
        let mut tally = Tally::default();
        for m in self.moves.iter().filter(|m| is_counted(m)) {
            tally += Tally {
                moves: 1,
                decisions: usize::from(m.decision),
                kept: usize::from(m.decision && m.kept() == Some(true)),
                mistakes: usize::from(m.kind() == Some(MoveKind::Mistake)),
                inaccuracies: usize::from(m.kind() == Some(MoveKind::Inaccuracy)),
            };
        }
        tally
    }

    pub fn turning(&self) -> Option<usize> {
        self.moves
            .iter()
            .rev()
            .find(|m| m.kind() == Some(MoveKind::Mistake))
            .map(|m| m.n)
    }

    pub fn turning_in_words(&self) -> String {
        self.turning().map_or_else(
            || tr!("no turning point").to_owned(),
            |n| tr!("turning point: move {n}"),
        )
    }

    pub fn name(&self, player: Player) -> &'static str {
        self.names[player.index()]
    }

    pub fn unproved(&self) -> usize {
        self.moves.iter().filter(|m| m.kind().is_none()).count()
    }
}

#[derive(Clone, Debug)]
struct PositionFacts {
    value: Option<Value>,
    best: Option<String>,
    decision: bool,
}

/// Reviews a match move by move, so that the caller can report progress and cancel the review.
#[derive(Clone)]
pub struct Reviewer {
    position: Box<dyn AnyPosition>,
    /// The side, the author and the text of each move.
    line: Vec<(Player, Player, String)>,
    known: Option<PositionFacts>,
    review: Review,
}

impl Reviewer {
    pub fn new(game: &Match) -> Reviewer {
        let start = game.position_at(0);
        let line: Vec<_> = game
            .moves()
            .iter()
            .take(game.cursor())
            .map(|m| (m.by, game.author(m), m.text.clone()))
            .collect();
        let review = Review {
            start: start.id(),
            names: start.info().sides(),
            result: game.result().map(|r| r.winner),
            moves: Vec::with_capacity(line.len()),
        };
        Reviewer {
            position: start,
            line,
            known: None,
            review,
        }
    }

    pub fn progress(&self) -> (usize, usize) {
        (self.review.moves.len(), self.line.len())
    }

    /// Reviews the next move; returns `false` if no move is left.
    pub fn step(&mut self, limits: &Limits) -> Result<bool, Stop> {
        let n = self.review.moves.len();
        let Some((player, author, text)) = self.line.get(n).cloned() else {
            return Ok(false);
        };
        if self.known.is_none() {
            self.known = Some(know(&*self.position, limits)?);
        }
        // This does not fail, because the move was legal when it was played.
        let (next, turn) = self
            .position
            .after(&text)
            .map_err(|e| Stop::not_proved(e.to_string()))?;
        let after = know(&*next, limits)?;
        let is = after.value;
        let Some(before) = self.known.replace(after) else {
            return Ok(false);
        };
        self.review.moves.push(ReviewedMove {
            n: n + 1,
            player,
            author,
            text,
            before: before.value,
            after: is.map(|is| for_mover(is.outcome, turn)),
            judged: before
                .value
                .zip(is)
                .map(|(was, is)| Judgement::new(&was, &is, turn)),
            best: before.best,
            decision: before.decision,
        });
        self.position = next;
        Ok(true)
    }

    pub fn so_far(&self) -> &Review {
        &self.review
    }
}

/// Reviews the moves up to the cursor. Calls `progress` after each move with the number of moves reviewed so far and
/// the total number of moves.
pub fn review(
    game: &Match,
    limits: &Limits,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Review, Stop> {
    let mut reviewer = Reviewer::new(game);
    while reviewer.step(limits)? {
        let (done, all) = reviewer.progress();
        progress(done, all);
    }
    Ok(reviewer.review)
}

/// Proves as much as possible about a position. Facts that are not proved are left empty.
fn know(position: &dyn AnyPosition, limits: &Limits) -> Result<PositionFacts, Stop> {
    let ask = Ask {
        most: 1,
        best: true,
        ..Ask::value()
    };
    // The analysis does not count the moves that keep a draw, so list them.
    let analyse = || match position.analyse(ask)(limits)? {
        found if found.value.outcome == Outcome::Draw => {
            position.analyse(Ask { most: 1000, ..ask })(limits)
        }
        found => Ok(found),
    };
    if let Some(analysis) = if_proved(analyse())? {
        let decision = decides(&analysis);
        let best = analysis.best.map(|c| c.text);
        return Ok(PositionFacts {
            value: Some(analysis.value),
            best,
            decision,
        });
    }
    // The outcome may be provable even if the analysis fails.
    let outcome = if_proved(position.outcome(limits))?;
    Ok(PositionFacts {
        value: outcome.map(Value::from_outcome),
        best: None,
        decision: false,
    })
}

fn decides(analysis: &Analysis) -> bool {
    let all = analysis.moves.map(u128::from);
    match analysis.value.outcome {
        Outcome::Win => !analysis.over && analysis.has_other_moves(),
        Outcome::Draw => all.is_none_or(|all| (analysis.drawing.len() as u128) < all),
        Outcome::Loss => false,
    }
}

fn for_mover(outcome: Outcome, turn: Turn) -> Outcome {
    if turn == Turn::Kept {
        outcome
    } else {
        outcome.reversed()
    }
}

/// The judgement on a move, derived from the values before and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The outcome before the move, for the player who made it.
    pub before: Outcome,
    pub kind: MoveKind,
    /// The part of the margin that the move gave away; `None` if the game does not count points, or if the margin is
    /// not proved.
    pub cost: Option<u64>,
}

impl Judgement {
    /// Judges a move from the values of the positions before and after it, each for the player to move there.
    pub fn new(was: &Value, is: &Value, turn: Turn) -> Judgement {
        let margin = is
            .margin
            .map(|margin| if turn == Turn::Kept { margin } else { -margin });
        let cost = was
            .margin
            .zip(margin)
            .map(|(best, made)| saturating_cast(best - made));
        // Whether the move missed the shortest win or the longest defence; false if the remoteness is unknown before or
        // after the move.
        let strays = was.outcome != Outcome::Draw
            && was
                .remoteness
                .zip(is.remoteness)
                .is_some_and(|(was, is)| is + 1 != was);
        let kind = match (for_mover(is.outcome, turn) < was.outcome, cost) {
            (true, _) => MoveKind::Mistake,
            (false, Some(0)) => MoveKind::Best,
            (false, None) if !strays => MoveKind::Best,
            _ => MoveKind::Inaccuracy,
        };
        Judgement {
            before: was.outcome,
            kind,
            cost,
        }
    }

    /// Returns the judgement to show on the screen. In games without points, every move that keeps the win counts as
    /// best, because the idea behind a position seldom leads to the shortest win.
    pub fn on_screen(self) -> Judgement {
        let kept = self.kind != MoveKind::Mistake && self.cost.is_none();
        match self.before {
            Outcome::Win if kept => Judgement {
                kind: MoveKind::Best,
                ..self
            },
            _ => self,
        }
    }

    pub fn words(&self) -> String {
        let cost = self.cost.filter(|cost| *cost > 0);
        match (self.kind, self.before, cost) {
            (MoveKind::Mistake, Outcome::Draw, _) => tr!("threw the draw away").to_owned(),
            (MoveKind::Mistake, ..) => tr!("threw the win away").to_owned(),
            (MoveKind::Inaccuracy, Outcome::Win, Some(cost)) => tr!("wins by {cost} less"),
            (MoveKind::Inaccuracy, _, Some(cost)) => tr!("loses by {cost} more"),
            (MoveKind::Inaccuracy, Outcome::Win, None) => tr!("wins, but later").to_owned(),
            (MoveKind::Inaccuracy, ..) => tr!("loses sooner").to_owned(),
            (MoveKind::Best, Outcome::Win, _) => tr!("keeps the win").to_owned(),
            (MoveKind::Best, Outcome::Draw, _) => tr!("keeps the draw").to_owned(),
            (MoveKind::Best, Outcome::Loss, _) => tr!("best").to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::fixtures::game;

    #[test]
    fn what_is_not_proved_is_not_judged() {
        // A position of tokens that may move forever can be solved on its own, but not as part of a sum.
        let game = game("token/a-b,b-a,b-c!:a + nim:2,1", &["2/1-1"]);
        let found = review(&game, &Limits::default(), &mut |_, _| ()).unwrap();
        assert_eq!(
            (
                found.moves[0].before,
                found.moves[0].after,
                found.moves[0].kind()
            ),
            (None, None, None)
        );
        assert_eq!(found.unproved(), 1);
        assert_eq!(
            found.tally(Player::First),
            Tally {
                moves: 1,
                ..Tally::default()
            }
        );
    }

    #[test]
    fn a_review_that_is_stopped_goes_on_from_there() {
        let game = game("star:1664", &["7", "9+10"]);
        let mut reviewer = Reviewer::new(&game);
        let stopped = Limits::default().stopping(|| Some("enough".to_owned()));
        let whole = review(&game, &Limits::default(), &mut |_, _| ()).unwrap();
        while let Err(_) | Ok(true) = reviewer.step(&stopped) {
            assert!(reviewer.step(&Limits::default()).is_ok());
            if reviewer.progress().0 == reviewer.progress().1 {
                break;
            }
        }
        assert_eq!(*reviewer.so_far(), whole);
    }
}
