//! Finding the rule of a game whose positions are one or two numbers: tabulate small positions, look for the shortest rule
//! that fits, tell what is proved and what only holds as far as it was checked.
//!
//! The forms a rule may have are a library: remainders, digits, sequences, Beatty pairs and the like. What each costs to
//! write down is counted in bits, and the cheapest rule that fits the whole table wins, where the table is much longer than
//! the rule. The arithmetic is exact, and the same table gives the same rule.

mod feature;
pub mod numbers;
mod pairs;
mod proof;
mod repeats;
mod sequence;
mod sets;
mod table;
#[cfg(test)]
mod tests;
mod values;

pub use pairs::{Cell, wythoff};
pub(crate) use proof::theorem;
pub(crate) use repeats::equation;
pub use sequence::Sequence;
pub use sets::Runs;
pub use table::{Column, Numbered, Numbers, RuleTable, outcome_and_grundy, tabulate};
pub use values::restricted;

use rustc_hash::FxHashSet;

use crate::rules::{Limits, Stop, nearest};
use feature::Feature;
use pairs::PairRule;
use sets::NumberRule;

/// What a claim says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// Which positions are lost for the player to move.
    Lost,
    /// What the Grundy value is.
    Value,
}

/// A rule that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRule {
    /// The rule as an expression of the script language: a condition on `n`, or on `a` and `b`, or the value.
    pub expression: String,
    /// The same as a sentence.
    pub words: String,
    /// The theorem that proves it for all numbers, where its condition was checked.
    pub theorem: Option<String>,
}

/// Positions by their numbers: one each, or two.
pub type NumberList = Vec<Vec<u64>>;

/// What was found of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// When a position is lost for the player to move.
    pub lost: Option<FoundRule>,
    /// The lost positions that this rule gives up to twice what was checked.
    pub predicts: NumberList,
    /// What the Grundy value is.
    pub values: Option<FoundRule>,
    /// Rules for the lost positions that fit a beginning.
    pub refuted: Vec<Refuted>,
}

/// A rule that is not true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The rule.
    pub rule: FoundRule,
    /// The numbers of the least position that refutes it.
    pub least: Vec<u64>,
}

/// Finds the rules of a table.
pub fn find(game: &Numbered<'_>, table: &RuleTable, limits: &Limits) -> Result<Findings, Stop> {
    match &table.numbers {
        Numbers::Single { lost, values } => single(game, table, lost, values, limits),
        Numbers::Pairs {
            rising,
            lost,
            values,
            ..
        } => pairs(game, table, *rising, lost, values.as_deref(), limits),
    }
}

impl FoundRule {
    /// A condition under which positions are lost.
    fn of_lost((expression, words): (String, String), theorem: Option<&str>) -> FoundRule {
        let words = match words.as_str() {
            "never" => "No position is lost.".to_owned(),
            "always" => "Every position is lost.".to_owned(),
            words => ended(format!("Lost exactly when {words}")),
        };
        FoundRule {
            expression,
            words,
            theorem: theorem.map(str::to_owned),
        }
    }

    /// What the Grundy value is.
    fn of_value((expression, words): (String, String), theorem: Option<&str>) -> FoundRule {
        let words = ended(format!("The Grundy value is {words}"));
        FoundRule {
            expression,
            words,
            theorem: theorem.map(str::to_owned),
        }
    }
}

/// A sentence with its full stop.
fn ended(sentence: String) -> String {
    if sentence.ends_with('.') {
        sentence
    } else {
        sentence + "."
    }
}

/// A rule for the lost positions of a game, to be asked about positions beyond its table too.
#[derive(Clone, Debug)]
pub struct LostRule {
    form: LostForm,
    /// The largest number that it was checked with.
    pub checked: u64,
}

#[derive(Clone, Debug)]
enum LostForm {
    Number(NumberRule),
    Pair(PairRule, bool),
}

impl LostRule {
    /// The rule of a table, where one is found.
    pub fn of(table: &RuleTable, limits: &Limits) -> Result<Option<LostRule>, Stop> {
        let form = match &table.numbers {
            Numbers::Single { lost, .. } => sets::shortest(lost, limits)?.map(LostForm::Number),
            Numbers::Pairs { rising, lost, .. } => {
                pairs::shortest(lost, table.checked, *rising, limits)?
                    .map(|rule| LostForm::Pair(rule, *rising))
            }
        };
        Ok(form.map(|form| LostRule {
            form,
            checked: table.checked,
        }))
    }

    /// Whether it is about pairs whose first number is not the larger.
    pub fn sorts_pairs(&self) -> bool {
        matches!(self.form, LostForm::Pair(_, true))
    }

    /// What it says of a position: whether it is lost; `None` of numbers too large to be asked about.
    pub fn is_lost(&self, numbers: &[u64]) -> Option<bool> {
        let most = *numbers.iter().max()?;
        match (&self.form, numbers) {
            _ if most > MOST_ASKED => None,
            (LostForm::Number(rule), &[n]) => rule.table(n).last().copied(),
            (LostForm::Pair(rule, true), &[a, b]) => Some(rule.test(most)(a.min(b), a.max(b))),
            (LostForm::Pair(rule, false), &[a, b]) => Some(rule.test(most)(a, b)),
            _ => None,
        }
    }

    /// The condition in words: of one number under this name, of pairs in a and b.
    pub fn words(&self, of: &str) -> String {
        match &self.form {
            LostForm::Number(rule) => rule.said(of).1,
            LostForm::Pair(rule, rising) => rule.said(*rising).1,
        }
    }
}

/// The largest number that a rule is asked about.
const MOST_ASKED: u64 = 1000;

/// How far the predictions of a table go.
fn predicted_to(table: &RuleTable) -> u64 {
    if table.ends {
        table.checked
    } else {
        2 * table.checked
    }
}

fn single(
    game: &Numbered<'_>,
    table: &RuleTable,
    tabulated: &Column<bool>,
    values: &Column<u64>,
    limits: &Limits,
) -> Result<Findings, Stop> {
    let most = predicted_to(table);
    let (column, values) = match proof::reach(game) {
        Some(reach) => game.continued(tabulated, values, most.max(reach), limits)?,
        None => (tabulated.clone(), values.clone()),
    };
    let (column, values) = (&column, &values);
    let searched = table.ends.then_some(proof::SEARCHED);
    let theorem_of = |kind, own| theorem(game, kind, own, (column, values), limits);
    let mut value = match proof::known_values(game) {
        // A few values next to many outcomes are no table.
        _ if 2 * values.all.len() < column.all.len().min(64) => None,
        Some((rule, theorem)) if rule.fits(values) => Some((rule, Some(theorem))),
        _ => values::shortest(values, limits)?.map(|rule| (rule, None)),
    };
    if let Some((rule, theorem @ None)) = &mut value {
        *theorem = theorem_of(ClaimKind::Value, rule.repeat())?.or(searched);
    }
    let mut lost = match proof::known_lost(game) {
        Some((rule, theorem)) if rule.fits(column) => Some((rule, Some(theorem))),
        _ => sets::shortest(column, limits)?.map(|rule| (rule, None)),
    };
    if let Some((rule, theorem @ None)) = &mut lost {
        *theorem = theorem_of(ClaimKind::Lost, rule.repeat())?.or(searched);
    }
    // What is proved of the values is told rather than what only fits.
    if let Some((rule, theorem)) = &value
        && values.all.len() == column.all.len()
        && lost
            .as_ref()
            .is_none_or(|(_, proved)| proved.is_none() && theorem.is_some())
    {
        lost = Some((NumberRule::Zero(rule.clone()), *theorem));
    }
    let mut predicts = NumberList::new();
    if let Some((rule, _)) = &lost {
        for (n, inside) in (0..)
            .zip(rule.table(most))
            .skip_while(|(n, _)| *n < column.least)
        {
            // Beyond the table there may be no such position.
            if inside && (n <= table.checked || !matches!(game.at(&[n], limits), Ok(None))) {
                predicts.push(vec![n]);
            }
        }
    }
    Ok(Findings {
        predicts,
        refuted: refuted_single(tabulated, limits)?,
        values: value.map(|(rule, theorem)| FoundRule::of_value(rule.said("n"), theorem)),
        lost: lost.map(|(rule, theorem)| FoundRule::of_lost(rule.said("n"), theorem)),
    })
}

/// How many refuted rules are reported.
const REFUTED: usize = 2;
/// Rules that need so many bits more than the shortest are not what anybody would guess.
const SHORT: u64 = 6;

/// The rules that fit longest before they fail: those that fit a beginning of the table.
fn refuted_single(column: &Column<bool>, limits: &Limits) -> Result<Vec<Refuted>, Stop> {
    let first_wrong = |rule: NumberRule| {
        rule.wrong(column)
            .map(|n| (order(n, n), rule.cost(), rule.said("n")))
    };
    let mut found: Vec<FirstWrong> = Vec::new();
    let mut length = 8;
    while length < column.all.len() {
        let rules = sets::candidates(&column.prefix(length), limits)?;
        found.extend(rules.into_iter().take(6).filter_map(first_wrong));
        length = length * 3 / 2;
    }
    let mut refuted = last_refuted(found.clone());
    // What somebody would guess from the first few numbers: that they repeat; where none is lost, that the next one is.
    for few in [2..=9, 10..=64] {
        if refuted.len() >= REFUTED {
            break;
        }
        let guesses = few.map(|modulus| {
            let first = column.iter().take(nearest(modulus));
            let mut inside: Vec<u64> = first
                .filter(|(_, lost)| **lost)
                .map(|(n, _)| n % modulus)
                .collect();
            inside.sort_unstable();
            if inside.is_empty() {
                inside.push(modulus - 1);
            }
            NumberRule::Classes {
                feature: Feature::Remainder { modulus },
                inside,
                except: Vec::new(),
            }
        });
        found.extend(guesses.filter_map(first_wrong));
        refuted = last_refuted(found.clone());
    }
    Ok(refuted
        .into_iter()
        .map(|((n, ..), rule)| Refuted::of(rule, vec![n]))
        .collect())
}

/// A rule as an expression and in words.
type RuleText = (String, String);
/// Of which numbers a rule first says what is not true, by their [`order`], how many bits name it, and what it says.
type FirstWrong = ((u64, u64, u64), u64, RuleText);

impl Refuted {
    fn of(rule: RuleText, least: Vec<u64>) -> Refuted {
        Refuted {
            rule: FoundRule::of_lost(rule, None),
            least,
        }
    }
}

/// The two short ones that fit longest, the shorter one first.
fn last_refuted(mut found: Vec<FirstWrong>) -> Vec<((u64, u64, u64), RuleText)> {
    found.sort_by(|x, y| y.0.cmp(&x.0).then(x.1.cmp(&y.1)).then(x.2.cmp(&y.2)));
    let mut said = FxHashSet::default();
    found.retain(|(.., rule)| said.insert(rule.clone()));
    let shortest = found.iter().map(|(_, cost, _)| *cost).min().unwrap_or(0);
    let short = found
        .iter()
        .filter(|(_, cost, _)| *cost <= shortest + SHORT)
        .cloned()
        .collect::<Vec<_>>();
    if short.len() >= REFUTED {
        found = short;
    }
    // Of those that fail at the same place the shortest.
    found.dedup_by_key(|one| one.0);
    found.truncate(REFUTED);
    found.sort_by_cached_key(|(_, cost, _)| *cost);
    found
        .into_iter()
        .map(|(wrong, _, rule)| (wrong, rule))
        .collect()
}

/// What pairs are ordered by: the larger number first.
pub(crate) fn order(a: u64, b: u64) -> (u64, u64, u64) {
    (a.max(b), a.min(b), a)
}

fn pairs(
    game: &Numbered<'_>,
    table: &RuleTable,
    rising: bool,
    cells: &[Cell<bool>],
    values: Option<&[Cell<u64>]>,
    limits: &Limits,
) -> Result<Findings, Stop> {
    let checked = table.checked;
    let searched = table.ends.then_some(proof::SEARCHED);
    let value = match (values, proof::known_pair_values(game)) {
        (Some(values), Some((rule, theorem))) if rule.fits(values) => Some((rule, Some(theorem))),
        (Some(values), _) => pairs::shortest_value(values, limits)?.map(|rule| (rule, searched)),
        (None, _) => None,
    };
    let lost = match proof::known_pairs(game) {
        Some((rule, theorem)) if rule.fits(cells, checked) => Some((rule, Some(theorem))),
        _ => {
            let shortest = pairs::shortest(cells, checked, rising, limits)?;
            let by_value = value
                .as_ref()
                .map(|(value, _)| PairRule::Zero(value.clone()));
            let best = match (shortest, by_value) {
                (Some(rule), Some(by_value)) if rule.cost() > by_value.cost() + SHORT => {
                    Some(by_value)
                }
                (rule, by_value) => rule.or(by_value),
            };
            best.map(|rule| (rule, searched))
        }
    };
    let most = predicted_to(table);
    let predicts = match &lost {
        Some((rule, _)) => {
            let test = rule.test(most);
            let all = (game.least()..=most).flat_map(|a| {
                let from = if rising { a } else { game.least() };
                (from..=most).map(move |b| (a, b))
            });
            // Pairs that the game refuses are no positions.
            let square = (checked - game.least() + 1).pow(2);
            let whole = cells.len() as u64
                == if rising {
                    (square + checked - game.least()).div_ceil(2)
                } else {
                    square
                };
            let is_position =
                |a: u64, b: u64| whole || !matches!(game.at(&[a, b], limits), Ok(None));
            all.filter(|&(a, b)| test(a, b) && is_position(a, b))
                .map(|(a, b)| vec![a, b])
                .collect()
        }
        None => Vec::new(),
    };
    Ok(Findings {
        predicts,
        refuted: refuted_pairs(cells, checked, rising, limits)?,
        values: value.map(|(rule, theorem)| FoundRule::of_value(rule.said(rising), theorem)),
        lost: lost.map(|(rule, theorem)| FoundRule::of_lost(rule.said(rising), theorem)),
    })
}

/// The rules that fit the pairs of small numbers longest before they fail.
fn refuted_pairs(
    cells: &[Cell<bool>],
    checked: u64,
    rising: bool,
    limits: &Limits,
) -> Result<Vec<Refuted>, Stop> {
    let mut found: Vec<FirstWrong> = Vec::new();
    // Where few fail so late, others that fail sooner.
    for side in [9, 6, 4, 3, 2, 1]
        .into_iter()
        .filter(|side| *side < checked)
    {
        if side < 3 && last_refuted(found.clone()).len() >= REFUTED {
            break;
        }
        let small: Vec<Cell<bool>> = cells
            .iter()
            .filter(|c| c.a.max(c.b) <= side)
            .copied()
            .collect();
        for rule in pairs::plain(&small, side, rising, limits)?
            .into_iter()
            .take(12)
        {
            let test = rule.test(checked);
            let wrong = cells
                .iter()
                .filter(|c| test(c.a, c.b) != c.is)
                .min_by_key(|c| order(c.a, c.b));
            if let Some(c) = wrong {
                found.push((order(c.a, c.b), rule.cost(), rule.said(rising)));
            }
        }
    }
    let numbers = |(larger, smaller, a)| {
        if a == larger {
            vec![larger, smaller]
        } else {
            vec![smaller, larger]
        }
    };
    Ok(last_refuted(found)
        .into_iter()
        .map(|(wrong, rule)| Refuted::of(rule, numbers(wrong)))
        .collect())
}
