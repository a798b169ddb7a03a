//! Claims about a game: an expression that says which positions are lost, or what their Grundy values are, held against a
//! table.

use crate::games::own::{Expression, ExpressionError, ExpressionValue};
pub use crate::rule::ClaimKind;
use crate::rule::{
    Findings, Numbered, Numbers, RuleTable, equation, order, outcome_and_grundy, theorem,
};
use crate::rules::{Convention, Limits, Outcome, Stop};
use crate::solve::periodic::Repeat;

/// Something said of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(untagged)]
pub enum Said {
    /// The outcome for the player to move.
    Outcome(Outcome),
    /// The Grundy value. A claim may say what none can be.
    Value(i128),
}

/// The least position of which a claim says what is not true.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Counterexample {
    /// Its numbers.
    #[serde(skip)]
    pub numbers: Vec<u64>,
    /// Its ID.
    #[serde(rename = "position")]
    pub id: String,
    /// What the claim says.
    pub claimed: Said,
    /// What is true.
    #[serde(rename = "true")]
    pub truth: Said,
    /// The move that shows it: to a lost position, or to one of the value that was claimed.
    #[serde(rename = "move")]
    pub shown_by: Option<String>,
}

/// What came of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimAnswer {
    /// How many positions it was held against.
    pub positions: u64,
    /// The least counterexample.
    pub least: Option<Counterexample>,
    /// The numbers of all positions of which it says what is not true, the least first.
    pub wrong: Vec<Vec<u64>>,
}

/// The names in claims: of one number, of pairs.
pub const NAMES: [&[&str]; 2] = [&["n"], &["a", "b"]];

/// Holds a claim against a table.
pub fn check(
    game: &Numbered<'_>,
    table: &RuleTable,
    kind: ClaimKind,
    text: &str,
    limits: &Limits,
) -> Result<ClaimAnswer, ExpressionError> {
    let expression = Expression::read(text, NAMES[usize::from(game.is_pair())], limits)?;
    let truths = truths(game, table, kind)?;
    let (found, failed) = expression.asking(limits, |ask| {
        let mut found: Vec<(Vec<u64>, Said, Said)> = Vec::new();
        for (numbers, truth) in &truths {
            match ask(numbers).and_then(|given| claimed(kind, given)) {
                Ok(claimed) if claimed != *truth => found.push((numbers.clone(), claimed, *truth)),
                Ok(_) => {}
                Err(error) => return (found, Some(error)),
            }
        }
        (found, None)
    })?;
    // What fails behind a counterexample is refuted all the same.
    if let (true, Some(error)) = (found.is_empty(), failed) {
        return Err(error);
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

/// What an expression says of a position.
fn claimed(kind: ClaimKind, given: ExpressionValue) -> Result<Said, ExpressionError> {
    let wrong = |what: &str| {
        Err(ExpressionError::Wrong {
            what: what.to_owned(),
            column: Some(1),
        })
    };
    match (kind, given) {
        (ClaimKind::Lost, ExpressionValue::Truth(lost)) => Ok(Said::Outcome(Outcome::won(!lost))),
        (ClaimKind::Value, ExpressionValue::Number(value)) => Ok(Said::Value(value.into())),
        (ClaimKind::Lost, ExpressionValue::Number(_)) => {
            wrong("it gives a number; expected true or false")
        }
        (ClaimKind::Value, ExpressionValue::Truth(_)) => {
            wrong("it gives true or false; expected a number")
        }
    }
}

/// A position's numbers and what is true of it.
type Truth = (Vec<u64>, Said);

/// What is true of each position, in the order of the larger number.
fn truths(game: &Numbered<'_>, table: &RuleTable, kind: ClaimKind) -> Result<Vec<Truth>, Stop> {
    let outcome = |lost: bool| Said::Outcome(Outcome::won(!lost));
    if kind == ClaimKind::Value && game.convention() == Some(Convention::Misere) {
        return Err(Stop::not_proved("Grundy values belong to normal play"));
    }
    let mut all: Vec<Truth> = match kind {
        ClaimKind::Lost => table
            .numbers
            .lost()
            .into_iter()
            .map(|(n, is)| (n, outcome(is)))
            .collect(),
        ClaimKind::Value => match table.numbers.values() {
            Some(values) => values
                .into_iter()
                .map(|(n, is)| (n, Said::Value(is.into())))
                .collect(),
            None => return Err(Stop::not_proved("the Grundy values are not known")),
        },
    };
    all.sort_by_cached_key(|(numbers, _)| order(numbers[0], numbers[numbers.len() - 1]));
    Ok(all)
}

/// The move that shows that a claim is wrong, where one does.
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
        let (outcome, grundy) = outcome_and_grundy(&*to, limits)?;
        let shows = match wanted {
            None => outcome == Outcome::Loss,
            Some(value) => grundy.map(i128::from) == Some(value),
        };
        if shows {
            return Ok(Some(choice.text));
        }
    }
    Ok(None)
}

/// The most moves that are looked through.
const MOST_MOVES: usize = 100_000;

/// Whether a claim that holds for the whole table is proved for all numbers: it is a rule that was found and proved, or it
/// repeats, as that rule does or the game itself, and the table is long enough for both.
pub fn is_proved(
    game: &Numbered<'_>,
    table: &RuleTable,
    kind: ClaimKind,
    text: &str,
    found: &Findings,
    limits: &Limits,
) -> Result<bool, Stop> {
    let names = NAMES[usize::from(game.is_pair())];
    let claim = Repeat::of(text, names);
    let rule = match kind {
        ClaimKind::Lost => &found.lost,
        ClaimKind::Value => &found.values,
    };
    if let Some(rule) = rule.as_ref().filter(|rule| rule.theorem.is_some()) {
        // Without spaces, and of one equation whichever side comes first.
        let plain = |text: &str| {
            let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
            let mut sides: Vec<String> = text.split("==").map(str::to_owned).collect();
            if sides.len() == 2 && !text.contains(['&', '|', '?', '{']) {
                sides.sort_unstable();
            }
            sides
        };
        let together = || claim?.with(Repeat::of(&rule.expression, names)?);
        let is_covered = |repeats: Repeat| {
            // Of pairs only those may be there whose first number is not the larger: all remainders of both take two rounds.
            let rounds = if game.is_pair() { 2 } else { 1 };
            let seen = game
                .least()
                .max(repeats.from)
                .saturating_add(repeats.length.saturating_mul(rounds));
            (!game.is_pair() || repeats.from == 0) && seen <= table.checked
        };
        let same = plain(&rule.expression) == plain(text)
            || equation(text, names)
                .is_some_and(|one| equation(&rule.expression, names) == Some(one));
        if same || together().is_some_and(is_covered) {
            return Ok(true);
        }
    }
    let Numbers::Single { lost, values } = &table.numbers else {
        return Ok(false);
    };
    Ok(theorem(game, kind, claim, (lost, values), limits)?.is_some())
}
