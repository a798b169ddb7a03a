//! Checks claims about the lost positions or the Grundy values of a game against a table.

pub use crate::rule::ClaimKind;
use crate::rule::{
    Expr, ExpressionError, Findings, Numbered, Op, Point, RuleTable, Var, equation, order, parse,
    repeat_of, small_value, theorem,
};
use crate::rules::{Convention, Limits, Outcome, Stop};

/// A statement about a position: its outcome or its Grundy value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
pub enum Said {
    /// The outcome for the player to move.
    Outcome(Outcome),
    /// The Grundy value, or any other number that a claim yields.
    Value(i128),
}

/// The smallest position about which a claim is false.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Counterexample {
    /// The numbers that identify the position in the table.
    #[serde(skip)]
    pub numbers: Vec<u64>,
    /// The position's ID.
    #[serde(rename = "position")]
    pub id: String,
    /// The claim's statement about the position.
    pub claimed: Said,
    /// The true statement about the position.
    #[serde(rename = "true")]
    pub truth: Said,
    /// A move that refutes the claim. A move to a lost position shows that the position is won; a move to a position
    /// with the claimed Grundy value shows that the position has another value. `None` if no such move was found.
    #[serde(rename = "move")]
    pub shown_by: Option<String>,
}

/// The result of checking a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimAnswer {
    /// The number of tabulated positions with a known outcome or value.
    pub positions: u64,
    /// The smallest counterexample.
    pub least: Option<Counterexample>,
    /// The numbers of the positions about which the claim is false, smallest first. The list ends at the first position
    /// at which the claim cannot be evaluated.
    pub wrong: Vec<Vec<u64>>,
}

impl ClaimAnswer {
    /// Returns whether the claim was checked for every position of the game.
    pub fn covers_game(&self, table: &RuleTable) -> bool {
        table.ends && self.positions == table.points.len() as u64
    }
}

/// A parsed claim.
#[derive(Clone, Debug)]
pub struct Claim {
    expression: Expr,
    is_pair: bool,
}

impl Claim {
    /// Parses a claim about `n`, or about the pair `a` and `b`. The claim is a condition for the lost positions or a
    /// formula for the Grundy values.
    ///
    /// # Errors
    /// Returns [`ExpressionError::Wrong`] if the text is not a valid claim. The error says where the text is wrong.
    pub fn parse(text: &str, is_pair: bool) -> Result<Claim, ExpressionError> {
        let names: &[Var] = if is_pair {
            &[Var::A, Var::B]
        } else {
            &[Var::N]
        };
        Ok(Claim {
            expression: parse(text, names)?,
            is_pair,
        })
    }

    /// Returns the kind of the claim.
    pub fn kind(&self) -> ClaimKind {
        if self.expression.is_condition() {
            ClaimKind::Lost
        } else {
            ClaimKind::Value
        }
    }

    /// Evaluates the claim for the position that the numbers identify in the table.
    ///
    /// # Errors
    /// Returns [`ExpressionError::Wrong`] if the expression has no value for these numbers.
    pub fn about(&self, numbers: &[u64]) -> Result<Said, ExpressionError> {
        let at = |i: usize| {
            numbers
                .get(i)
                .or(numbers.first())
                .map_or(0, |n| n.cast_signed())
        };
        let value = self.expression.eval([at(0), at(1)]).map_err(|error| {
            let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
            ExpressionError::whole(tr!("at {numbers}: {error}", numbers = numbers.join(",")))
        })?;
        Ok(match self.kind() {
            ClaimKind::Lost => Said::Outcome(Outcome::won(value == 0)),
            ClaimKind::Value => Said::Value(value.into()),
        })
    }
}

/// Checks a claim against a table.
///
/// # Errors
/// Returns [`ExpressionError::Wrong`] if the text is not a valid claim of the requested kind, or if the claim has no
/// value at a position before the first counterexample. Returns [`ExpressionError::Stopped`] if the true values are not
/// known, or if `limits` stop the check.
pub fn check(
    game: &Numbered<'_>,
    table: &RuleTable,
    kind: ClaimKind,
    text: &str,
    limits: &Limits,
) -> Result<ClaimAnswer, ExpressionError> {
    let claim = Claim::parse(text, game.is_pair())?;
    if claim.kind() != kind {
        return Err(ExpressionError::whole(match kind {
            ClaimKind::Lost => tr!("it gives a number; expected true or false"),
            ClaimKind::Value => tr!("it gives true or false; expected a number"),
        }));
    }
    let truths = truths(game, table, kind)?;
    let mut found: Vec<(Vec<u64>, Said, Said)> = Vec::new();
    for (numbers, truth) in &truths {
        limits.check()?;
        match claim.about(numbers) {
            Ok(claimed) if claimed != *truth => found.push((numbers.clone(), claimed, *truth)),
            Ok(_) => {}
            // A counterexample already refutes the claim, so an error at a later position does not matter.
            Err(_) if !found.is_empty() => break,
            Err(error) => return Err(error),
        }
    }
    let wrong = found.iter().map(|(numbers, ..)| numbers.clone()).collect();
    let least = match found.into_iter().next() {
        Some((numbers, claimed, truth)) => {
            let shown_by = shown_by(game, &numbers, claimed, truth, limits)?;
            Some(Counterexample {
                id: game.id(&numbers),
                numbers,
                claimed,
                truth,
                shown_by,
            })
        }
        None => None,
    };
    Ok(ClaimAnswer {
        positions: truths.len() as u64,
        least,
        wrong,
    })
}

type Truth = (Vec<u64>, Said);

/// Lists the true statement about each position in the table. Positions are ordered by the larger of their numbers. For
/// single numbers, the list ends at the first unknown Grundy value.
fn truths(game: &Numbered<'_>, table: &RuleTable, kind: ClaimKind) -> Result<Vec<Truth>, Stop> {
    let outcome = |lost: bool| Said::Outcome(Outcome::won(!lost));
    if kind == ClaimKind::Value && game.convention() == Some(Convention::Misere) {
        return Err(Stop::not_proved(tr!("Grundy values belong to normal play")));
    }
    let of = |is: &dyn Fn(&Point) -> Option<Said>| {
        let points = table.points.iter();
        let known = points.map_while(|point| Some((table.numbers(point), is(point)?)));
        known.collect::<Vec<Truth>>()
    };
    let mut all = match kind {
        ClaimKind::Lost => of(&|point| Some(outcome(point.lost))),
        ClaimKind::Value => of(&|point| Some(Said::Value(point.value?.into()))),
    };
    if all.is_empty() || table.is_pair && all.len() < table.points.len() {
        return Err(Stop::not_proved(tr!("the Grundy values are not known")));
    }
    all.sort_by_cached_key(|(numbers, _)| order(numbers[0], numbers[numbers.len() - 1]));
    Ok(all)
}

/// Searches the first [`MOST_MOVES`] moves of a position for a move that refutes the claim.
fn shown_by(
    game: &Numbered<'_>,
    numbers: &[u64],
    claimed: Said,
    truth: Said,
    limits: &Limits,
) -> Result<Option<String>, Stop> {
    let Some(at) = game.at(numbers, limits)? else {
        return Ok(None);
    };
    let wanted = match (claimed, truth) {
        (_, Said::Outcome(Outcome::Win)) => None,
        (Said::Value(claimed), Said::Value(truth)) if (0..truth).contains(&claimed) => {
            Some(claimed)
        }
        _ => return Ok(None),
    };
    for choice in at.first_moves(MOST_MOVES) {
        let Ok((to, _)) = at.after(&choice.text) else {
            continue;
        };
        let value = small_value(&*to, limits)?;
        let shows = match wanted {
            None => value.outcome == Outcome::Loss,
            Some(wanted) => value.grundy.map(i128::from) == Some(wanted),
        };
        if shows {
            return Ok(Some(choice.text));
        }
    }
    Ok(None)
}

const MOST_MOVES: usize = 100_000;

/// Returns whether a claim is proved for all numbers, given that the claim holds for the whole table. A claim is proved
/// in one of three ways:
/// - The claim equals the proved rule in `found`, possibly after an equation is rearranged.
/// - The claim and the proved rule are periodic, and the table covers their common period. For pairs, the common period
///   must begin at 0, and the table must cover it twice.
/// - The claim is about single numbers, the claim and the game are periodic, and the table covers their common period.
pub fn is_proved(
    game: &Numbered<'_>,
    table: &RuleTable,
    kind: ClaimKind,
    text: &str,
    found: &Findings,
    limits: &Limits,
) -> Result<bool, Stop> {
    let Ok(claim) = Claim::parse(text, game.is_pair()) else {
        return Ok(false);
    };
    let found = match kind {
        ClaimKind::Lost => &found.lost,
        ClaimKind::Value => &found.values,
    };
    if let Some(found) = found.as_ref().filter(|found| found.theorem.is_some()) {
        let together = || repeat_of(&claim.expression)?.with(repeat_of(&found.rule)?);
        // Sorted tables hold only a <= b, so two periods are needed to see every pair of residues.
        let periods = if claim.is_pair { 2 } else { 1 };
        // The values of single numbers are checked only up to the first unknown value.
        let checked = match kind {
            ClaimKind::Value if !claim.is_pair => table.value_column().most(),
            _ => table.checked,
        };
        let is_covered = together().is_some_and(|repeats| {
            let seen = game
                .least()
                .max(repeats.from)
                .saturating_add(repeats.length.saturating_mul(periods));
            (!claim.is_pair || repeats.from == 0) && seen <= checked
        });
        let is_same = claim.expression == found.rule
            || turned(&claim.expression) == found.rule
            || equation(&claim.expression).is_some_and(|one| equation(&found.rule) == Some(one));
        if is_same || is_covered {
            return Ok(true);
        }
    }
    if table.is_pair {
        return Ok(false);
    }
    let checked = match kind {
        ClaimKind::Lost => table.checked,
        ClaimKind::Value => table.value_column().most(),
    };
    let theory = game.theory(table.checked, limits)?;
    Ok(theorem(&theory, &claim.expression, checked).is_some())
}

/// Swaps the two sides of an equation; returns any other expression unchanged.
fn turned(claim: &Expr) -> Expr {
    match claim {
        Expr::Bin(Op::Eq, sides) => sides[1].clone().equals(sides[0].clone()),
        claim => claim.clone(),
    }
}
