//! Finds the rule of a game whose positions are one or two numbers. The search tabulates small positions and looks for
//! the shortest rule that fits.
//!
//! Rules are expressions, built from a library of templates. The shortest rule that fits the whole table is chosen if
//! the evidence of the table, in bits, clearly exceeds the description length of the rule.

mod expr;
mod forms;
mod functions;
pub mod numbers;
mod pairs;
mod parse;
mod proof;
mod repeats;
mod sequence;
mod sets;
mod table;
#[cfg(test)]
mod tests;
mod values;
mod words;

pub(crate) use expr::{Expr, Op, Var};
pub use parse::ExpressionError;
pub(crate) use parse::parse;
pub(crate) use proof::theorem;
pub(crate) use repeats::{equation, repeat_of};
pub use sequence::wythoff;
pub use table::{Cell, Column, Fact, Numbered, Point, RuleTable, small_value, tabulate};

use rustc_hash::FxHashSet;

use crate::erased::Theory;
use crate::language::text;
use crate::rules::{Limits, Stop};
use proof::{Further, Proved, SEARCHED, known_rule, look_further};
use sets::ENOUGH;

/// The kind of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// A condition for the positions that are lost for the player to move.
    Lost,
    /// A formula for the Grundy value.
    Value,
}

/// A rule found by the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRule {
    pub(crate) rule: Expr,
    /// The rule as a sentence.
    pub words: String,
    /// The theorem that proves the rule for all numbers; `None` if the rule was only checked.
    pub theorem: Option<String>,
}

/// Positions, each given by one or two numbers.
pub type NumberList = Vec<Vec<u64>>;

/// The rules found for a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// The rule for the positions that are lost for the player to move.
    pub lost: Option<FoundRule>,
    /// The rule for the Grundy value.
    pub values: Option<FoundRule>,
    /// The proved period of the Grundy values, if there is no short rule for them.
    pub period: Option<String>,
    /// The reason why the search ended early.
    pub stopped: Option<Stop>,
    /// The unfinished parts of the search.
    pub unfinished: Vec<SearchPart>,
}

/// A part of the search for rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchPart {
    /// The search for theorems about the game.
    Theorems,
    /// The search for a rule for the lost positions.
    Lost,
    /// The search for a rule for the Grundy values.
    Values,
}

impl Findings {
    /// Returns whether a rule or a period was found.
    pub fn has_any(&self) -> bool {
        self.lost.is_some() || self.values.is_some() || self.period.is_some()
    }
}

/// A refuted rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The rule.
    pub rule: FoundRule,
    /// The numbers of the smallest position that refutes the rule.
    pub least: Vec<u64>,
}

impl FoundRule {
    /// Returns the rule in the language of claims.
    pub fn expression(&self) -> String {
        self.rule.to_string()
    }

    fn new(kind: ClaimKind, rule: Expr, theorem: Option<String>) -> FoundRule {
        let words = match kind {
            ClaimKind::Lost => words::lost(&rule),
            ClaimKind::Value => words::values(&rule),
        };
        FoundRule {
            rule,
            // A list that is cut short ends with dots, which also end the sentence.
            words: if words.ends_with('.') {
                words
            } else {
                words + "."
            },
            theorem,
        }
    }
}

/// A rule for the lost positions of a game.
#[derive(Clone, Debug)]
pub struct LostRule {
    rule: Expr,
    rising: bool,
    /// The largest number for which the rule was checked.
    pub checked: u64,
}

impl LostRule {
    /// Finds the shortest rule for a table, if the table supports one.
    ///
    /// # Errors
    /// Returns [`Stop`] if a limit is reached or the search is interrupted.
    pub fn find(table: &RuleTable, limits: &Limits) -> Result<Option<LostRule>, Stop> {
        let rule = if table.is_pair {
            pairs::shortest(&table.lost_cells(), table.rising, limits)?
        } else {
            sets::shortest(&table.lost_column(), limits)?
        };
        Ok(rule.map(|rule| LostRule {
            rule,
            rising: table.rising,
            checked: table.checked,
        }))
    }

    /// Returns whether the rule is for pairs (a, b) with a <= b.
    pub fn sorts_pairs(&self) -> bool {
        self.rising
    }

    /// Returns whether the rule calls a position lost; `None` unless `numbers` has one or two elements.
    pub fn is_lost(&self, numbers: &[u64]) -> Option<bool> {
        Some(self.rule.holds(self.arguments(numbers)?))
    }

    /// Returns `true` if the rule says that every position is lost, `false` if it says that none is, and `None` for
    /// other rules.
    pub fn constant(&self) -> Option<bool> {
        match self.rule {
            Expr::Bool(lost) => Some(lost),
            _ => None,
        }
    }

    fn arguments(&self, numbers: &[u64]) -> Option<[i64; 2]> {
        let at = match *numbers {
            [n] => [n, n],
            [a, b] if self.rising => [a.min(b), a.max(b)],
            [a, b] => [a, b],
            _ => return None,
        };
        Some(at.map(u64::cast_signed))
    }

    /// Renders the condition in words, with `name` for a single number. The numbers of a pair are called a and b.
    pub fn words(&self, name: &str) -> String {
        words::condition(&self.rule, name, None)
    }

    /// Renders the main part of the condition in words, in full and in brief. If the condition has two alternatives,
    /// the main part is the alternative that holds, or the longer one if both or neither hold. For a lost position,
    /// exceptions are omitted and the numbers of a pair are shown.
    pub fn core_words(&self, name: &str, numbers: &[u64]) -> [String; 2] {
        let at = self.arguments(numbers);
        let lost = at.filter(|at| self.rule.holds(*at));
        let pair = lost.filter(|_| numbers.len() == 2);
        let mut core = &self.rule;
        loop {
            core = match core {
                Expr::Bin(Op::Or, sides) => {
                    let holds = |side: &Expr| at.is_some_and(|at| side.holds(at));
                    let [one, other] = &**sides;
                    match (holds(one), holds(other)) {
                        (true, false) => one,
                        (false, true) => other,
                        _ if one.bits() > other.bits() => one,
                        _ => other,
                    }
                }
                Expr::Bin(Op::And, sides)
                    if lost.is_some()
                        && matches!(sides[0], Expr::Not(_) | Expr::Bin(Op::Ne, _)) =>
                {
                    &sides[1]
                }
                _ => {
                    let words = [words::condition, words::brief_condition];
                    return words.map(|words| words(core, name, pair));
                }
            }
        }
    }
}

/// Finds the rules for a table. Proves a rule if a theorem applies, or if the table contains the whole game. If the
/// limits interrupt the search, returns the rules found so far.
///
/// # Errors
/// Returns [`Stop`] if the game's values cannot be computed.
pub fn find(game: &Numbered<'_>, table: &RuleTable, limits: &Limits) -> Result<Findings, Stop> {
    let mut search = RuleSearch {
        game,
        table,
        limits,
        found: Findings::default(),
    };
    let theory = game.theory(table.checked, limits);
    let theory = search.or_nothing(SearchPart::Theorems, theory)?;
    let [lost, values] = if table.is_pair {
        search.pairs(&theory)?
    } else {
        search.single(&theory)?
    };
    // Unknown values could refute the rule, even if the table contains the whole game.
    let are_known = || table.points.iter().all(|point| point.value.is_some());
    let found = |kind, rule: Option<(Expr, Option<String>)>, is_searched: bool| {
        let (rule, theorem) = rule?;
        let searched = || is_searched.then(|| text(SEARCHED).to_owned());
        Some(FoundRule::new(kind, rule, theorem.or_else(searched)))
    };
    let lost = found(ClaimKind::Lost, lost, table.ends);
    let values = found(ClaimKind::Value, values, table.ends && are_known());
    let period = theory.period.filter(|_| values.is_none());
    Ok(Findings {
        period: period.map(|period| period.in_words()),
        lost,
        values,
        ..search.found
    })
}

type RulePair = [Option<(Expr, Option<String>)>; 2];

struct RuleSearch<'s> {
    game: &'s Numbered<'s>,
    table: &'s RuleTable,
    limits: &'s Limits,
    /// Only `stopped` and `unfinished` are set during the search.
    found: Findings,
}

impl RuleSearch<'_> {
    /// Replaces an interruption of one part of the search with an empty result, and records the interruption.
    fn or_nothing<T: Default>(
        &mut self,
        part: SearchPart,
        found: Result<T, Stop>,
    ) -> Result<T, Stop> {
        match found {
            Err(stop @ Stop::Interrupted(_)) => {
                self.found.stopped = Some(stop);
                if !self.found.unfinished.contains(&part) {
                    self.found.unfinished.push(part);
                }
                Ok(T::default())
            }
            found => found,
        }
    }

    fn single(&mut self, theory: &Theory) -> Result<RulePair, Stop> {
        let RuleSearch {
            game,
            table,
            limits,
            ..
        } = *self;
        let (tabled_lost, tabled_values) = (table.lost_column(), table.value_column());
        let (mut column, mut values) = (tabled_lost.clone(), tabled_values.clone());
        if let Some(reach) = proof::reach(theory) {
            // If the period is short, the values of the first numbers determine all others.
            if proof::has_short_period(theory) {
                column = column.prefix(ENOUGH);
                values = values.prefix(ENOUGH);
            }
            let most = predicted_to(table).min(ENOUGH as u64).max(reach);
            let longer = game.continued(&column, &values, most, limits);
            if let Some(longer) = self.or_nothing(SearchPart::Theorems, longer.map(Some))? {
                (column, values) = longer;
            }
        }
        let known = |(rule, theorem): Proved| Some((rule, Some(theorem)));
        let mut lost = match known_rule(theory, ClaimKind::Lost) {
            Some(found) if holds_at_first(&found.0, &column)? => known(found),
            _ => {
                let rule = sets::shortest(&column, limits);
                let rule = self.or_nothing(SearchPart::Lost, rule)?;
                self.checked(SearchPart::Lost, rule, theory, &column, &tabled_lost)?
            }
        };
        let value = match known_rule(theory, ClaimKind::Value) {
            // Too few values are known to search for a rule.
            _ if 2 * values.all.len() < column.all.len().min(64) => None,
            Some(found) if holds_at_first(&found.0, &values)? => known(found),
            _ => {
                let rule = values::shortest(&values, limits);
                let rule = self.or_nothing(SearchPart::Values, rule)?;
                self.checked(SearchPart::Values, rule, theory, &values, &tabled_values)?
            }
        };
        // The rule for the values predicts the outcomes of many more positions. These outcomes may reveal a shorter
        // condition for the lost positions.
        if let Some((rule, theorem)) = &value
            && values.all.len() == column.all.len()
            && lost
                .as_ref()
                .is_none_or(|(_, proved)| proved.is_none() && theorem.is_some())
        {
            let zero = pairs::zero_of(rule);
            let longer = column.predicted(&zero);
            let short = sets::shortest(&longer, limits);
            let short = self
                .or_nothing(SearchPart::Lost, short)?
                .filter(|short| short.bits() < zero.bits());
            let holds = match &short {
                None => false,
                // The table may contain numbers beyond the predictions, so check the rule against the table as well.
                Some(short) if theorem.is_none() => {
                    self.or_nothing(SearchPart::Lost, tabled_lost.fits(short, limits))?
                }
                Some(short) => proof::theorem(theory, short, longer.most()).is_some(),
            };
            let rule = short.filter(|_| holds).unwrap_or(zero);
            lost = Some((rule, theorem.clone()));
        }
        let value = match (value, &lost) {
            // A proof of the rule for the lost positions does not exclude larger values beyond the table.
            (None, Some((rule, _)))
                if values.all.len() == column.all.len() && values.all.iter().all(|v| *v <= 1) =>
            {
                let rule = Expr::If(Box::new([rule.clone(), Expr::Int(0), Expr::Int(1)]));
                let rule = Some(rule);
                self.checked(SearchPart::Values, rule, theory, &values, &tabled_values)?
            }
            (value, _) => value,
        };
        Ok([lost, value])
    }

    /// Adds the theorem that extends the rule from the examined numbers to all numbers, if there is one. Drops an
    /// unproved rule that is wrong for some number in the table.
    fn checked<T: Fact>(
        &mut self,
        part: SearchPart,
        rule: Option<Expr>,
        theory: &Theory,
        examined: &Column<T>,
        tabled: &Column<T>,
    ) -> Result<Option<(Expr, Option<String>)>, Stop> {
        let Some(rule) = rule else {
            return Ok(None);
        };
        let theorem = theorem(theory, &rule, examined.most());
        let fits = theorem.is_some() || self.or_nothing(part, tabled.fits(&rule, self.limits))?;
        Ok(fits.then_some((rule, theorem)))
    }

    fn pairs(&mut self, theory: &Theory) -> Result<RulePair, Stop> {
        let RuleSearch { table, limits, .. } = *self;
        let cells = table.lost_cells();
        let value = match (table.value_cells(), known_rule(theory, ClaimKind::Value)) {
            (Some(values), Some((rule, theorem))) if pairs_hold_at_first(&rule, &values)? => {
                Some((rule, Some(theorem)))
            }
            (Some(values), _) => {
                let rule = pairs::shortest_value(&values, table.rising, limits);
                let rule = self.or_nothing(SearchPart::Values, rule)?;
                rule.map(|rule| (rule, None))
            }
            (None, _) => None,
        };
        let lost = match known_rule(theory, ClaimKind::Lost) {
            Some((rule, theorem)) if pairs_hold_at_first(&rule, &cells)? => {
                Some((rule, Some(theorem)))
            }
            _ => {
                let shortest = pairs::shortest(&cells, table.rising, limits);
                let shortest = self.or_nothing(SearchPart::Lost, shortest)?;
                let by_value = value.as_ref().map(|(value, _)| pairs::zero_of(value));
                let best = match (shortest, by_value) {
                    (Some(rule), Some(by_value)) if rule.bits() > by_value.bits() + SHORT => {
                        Some(by_value)
                    }
                    (rule, by_value) => rule.or(by_value),
                };
                best.map(|rule| (rule, None))
            }
        };
        Ok([lost, value])
    }
}

/// Looks beyond the table for proofs of unproved rules, and drops rules that are wrong there.
///
/// # Errors
/// Returns [`Stop::Interrupted`] if `limits` stop the search. The rules that have not been examined yet stay unchanged.
pub fn prove(
    game: &Numbered<'_>,
    table: &RuleTable,
    findings: &mut Findings,
    limits: &Limits,
) -> Result<(), Stop> {
    let Findings { lost, values, .. } = findings;
    for (kind, found) in [(ClaimKind::Lost, lost), (ClaimKind::Value, values)] {
        let Some(rule) = found.as_mut().filter(|rule| rule.theorem.is_none()) else {
            continue;
        };
        match look_further(game, table, kind, &rule.rule, limits)? {
            Further::Wrong => *found = None,
            Further::Open => {}
            Further::Proved(theorem) => rule.theorem = Some(theorem),
        }
    }
    Ok(())
}

fn holds_at_first<T: Fact>(rule: &Expr, column: &Column<T>) -> Result<bool, Stop> {
    column.prefix(ENOUGH).fits(rule, &Limits::default())
}

fn pairs_hold_at_first<T: Fact>(rule: &Expr, cells: &[Cell<T>]) -> Result<bool, Stop> {
    pairs::fits(rule, &cells[..cells.len().min(ENOUGH)], &Limits::default())
}

fn predicted_to(table: &RuleTable) -> u64 {
    if table.ends {
        table.checked
    } else {
        2 * table.checked
    }
}

/// Appends to `lost` the positions that a rule predicts to be lost, up to the end of the game or to twice
/// `table.checked`.
///
/// # Errors
/// Returns [`Stop`] if `limits` stop the computation.
pub fn predicted(
    game: &Numbered<'_>,
    table: &RuleTable,
    rule: &FoundRule,
    limits: &Limits,
    lost: &mut NumberList,
) -> Result<(), Stop> {
    let least = game.least();
    let most = predicted_to(table);
    // If the table contains every pair up to `checked`, assume that larger pairs are positions too.
    let side = table.checked - least + 1;
    let all = match (table.is_pair, table.rising) {
        (false, _) => side,
        (true, true) => side * (side + 1) / 2,
        (true, false) => side * side,
    };
    let is_whole = table.points.len() as u64 == all;
    let is_known = |at: [u64; 2]| {
        if table.is_pair {
            is_whole
        } else {
            at[0] <= table.checked
        }
    };
    let points = (least..=most).flat_map(|a| {
        let seconds = match (table.is_pair, table.rising) {
            (false, _) => a..=a,
            (true, true) => a..=most,
            (true, false) => least..=most,
        };
        seconds.map(move |b| [a, b])
    });
    for point in limits.checking(points) {
        let point = point?;
        if rule.rule.holds(point.map(u64::cast_signed)) {
            let numbers = table.numbers_at(point);
            if is_known(point) || !matches!(game.at(&numbers, limits), Ok(None)) {
                lost.push(numbers);
            }
        }
    }
    Ok(())
}

const REFUTED: usize = 2;
/// Rules whose lengths in bits differ by at most this number count as equally short.
const SHORT: u64 = 6;
/// The maximum number of guesses tried per prefix of a table of pairs. For single numbers, half as many are tried.
const GUESSES: usize = 12;

/// A refuted rule: the [`order`] of the smallest position that refutes it, its length in bits, and the rule.
type Guess = ((u64, u64, u64), u64, Expr);

const LONGEST_GUESS: u64 = 16;

/// Finds short rules that fit the beginning of the table and fail as late as possible. Omits a rule that fails before
/// it has correctly called two positions lost.
///
/// # Errors
/// Returns [`Stop`] if `limits` stop the search.
pub fn refuted(table: &RuleTable, limits: &Limits) -> Result<Vec<Refuted>, Stop> {
    let mut points: Vec<&Point> = table.points.iter().collect();
    points.sort_by_key(|point| order(point.at[0], point.at[1]));
    let mut seen = FxHashSet::default();
    let mut guess = |rule: Expr| -> Result<Option<Guess>, Stop> {
        let bits = rule.bits();
        if bits > LONGEST_GUESS || !seen.insert(rule.to_string()) {
            return Ok(None);
        }
        let mut right = 0;
        for point in limits.checking(&points) {
            let point = point?;
            if rule.eval(point.at.map(u64::cast_signed)) != Ok(point.lost.as_number()) {
                let least = order(point.at[0], point.at[1]);
                return Ok((right >= 2).then_some((least, bits, rule)));
            }
            right += u32::from(point.lost);
        }
        Ok(None)
    };
    let mut found: Vec<Guess> = Vec::new();
    if table.is_pair {
        let cells = table.lost_cells();
        for side in [9, 6, 4, 3, 2]
            .into_iter()
            .filter(|side| *side < table.checked)
        {
            let small: Vec<Cell<bool>> = cells
                .iter()
                .filter(|c| c.a.max(c.b) <= side)
                .copied()
                .collect();
            let rules = pairs::candidates(&small, table.rising, limits)?;
            for rule in rules.into_iter().take(GUESSES) {
                found.extend(guess(rule)?);
            }
        }
    } else {
        let column = table.lost_column();
        let mut length = 8;
        while length < column.all.len().min(ENOUGH) {
            let rules = sets::candidates(&column.prefix(length), limits)?;
            for rule in rules.into_iter().take(GUESSES / 2) {
                found.extend(guess(rule)?);
            }
            length = length * 3 / 2;
        }
    }
    let numbers = |(larger, smaller, a): (u64, u64, u64)| {
        if !table.is_pair {
            vec![a]
        } else if a == larger {
            vec![larger, smaller]
        } else {
            vec![smaller, larger]
        }
    };
    let last = last_refuted(found).into_iter();
    Ok(last
        .map(|(least, _, rule)| Refuted {
            rule: FoundRule::new(ClaimKind::Lost, rule, None),
            least: numbers(least),
        })
        .collect())
}

/// Returns the two rules that fail latest, with the shorter rule first. Longer rules are considered only if there are
/// fewer than two short ones.
fn last_refuted(mut found: Vec<Guess>) -> Vec<Guess> {
    found.sort_by_cached_key(|(least, bits, rule)| {
        (std::cmp::Reverse(*least), *bits, rule.to_string())
    });
    let shortest = found.iter().map(|(_, bits, _)| *bits).min().unwrap_or(0);
    let short: Vec<Guess> = found
        .iter()
        .filter(|(_, bits, _)| *bits <= shortest + SHORT)
        .cloned()
        .collect();
    if short.len() >= REFUTED {
        found = short;
    }
    found.dedup_by_key(|one| one.0);
    found.truncate(REFUTED);
    found.sort_by_key(|(_, bits, _)| *bits);
    found
}

pub(crate) fn order(a: u64, b: u64) -> (u64, u64, u64) {
    (a.max(b), a.min(b), a)
}
