//! Sums solved by theorem where one applies, by searching the whole product where that is small enough.

use super::Sum;
use super::explain::{self, SumFacts};
use super::piles::{self, SumOfPiles};
use super::product::{self, SumProduct};
use super::searched::{COUNTED, SearchedSum, search};
use crate::erased::{Analysis, AnyPosition, Ask, Choice, Info, LegalMove, MisereParts, bounded};
use crate::games::CATALOGUE;
use crate::rules::{Convention, Figure, Limits, Outcome, Stop, Value};
use crate::solve::sums::{OtherParts, no_theorem};

/// The most positions of a sum that are searched for its outcome.
const SEARCHED: usize = 1_000_000;
/// How many moves of a lost sum are weighed by the replies they leave, where moves to the end are not counted.
const WEIGHED: usize = 10_000;

/// All parts but one (or all) added up by what is known of each.
///
/// Grundy values that are not known are only an error where they are needed: in normal play.
pub(super) fn other_parts(sum: &Sum, but: Option<usize>, limits: &Limits) -> Result<OtherParts, Stop> {
    let mut others = OtherParts::none();
    for (i, part) in sum.parts.iter().enumerate() {
        if but == Some(i) {
            continue;
        }
        let term = part.part().and_then(|p| p.summand(limits)).map_err(|e| about(i, part.as_ref(), e))?;
        if term.nimber().is_none() && sum.convention == Convention::Normal {
            return Err(Stop::not_proved(format!(
                "the Grundy value of part {}, {}, is not known",
                i + 1,
                part.part_id()
            )));
        }
        others.add(&term);
    }
    Ok(others)
}

fn about(i: usize, part: &dyn AnyPosition, stop: Stop) -> Stop {
    match stop {
        Stop::NotProved(why) => Stop::NotProved(format!("part {}, {}: {why}", i + 1, part.part_id())),
        other => other,
    }
}

/// Whether a theorem tells every position of the sum.
pub(super) fn by_theorem(sum: &Sum, limits: &Limits) -> Result<Option<OtherParts>, Stop> {
    match sum.convention {
        Convention::Normal => other_parts(sum, None, limits).map(Some),
        Convention::Misere => match other_parts(sum, None, limits) {
            Ok(others) if others.loses(Convention::Misere).is_some() => Ok(Some(others)),
            Ok(_) | Err(Stop::NotProved(_)) => Ok(None),
            Err(e) => Err(e),
        },
    }
}

/// The first `most` moves that win this sum, and how many there are in all: of 16 parts, each may have nearly 2^64.
pub(super) fn winning(sum: &Sum, most: usize, limits: &Limits) -> Result<(Vec<Choice>, u128), Stop> {
    let mut first = Vec::new();
    let mut count = 0;
    for (i, part) in sum.parts.iter().enumerate() {
        let others = other_parts(sum, Some(i), limits)?;
        let room = most - first.len().min(most);
        let found = (part.part().and_then(|p| p.winning(&others, room, limits)))
            .map_err(|e| about(i, part.as_ref(), e))?;
        count += u128::from(found.count);
        first.extend(found.first.into_iter().map(|c| sum.lift(i, c)));
    }
    Ok((first, count))
}

/// The sum after one of its listed moves.
fn after(sum: &Sum, choice: &Choice) -> Result<Sum, Stop> {
    let mut after = sum.clone();
    after.play(&choice.text).map_err(|_| super::out_of_step())?;
    Ok(after)
}

/// The Grundy values of the parts, where they are known.
fn nimbers(sum: &Sum, limits: &Limits) -> Result<Vec<Option<u64>>, Stop> {
    (sum.parts.iter())
        .map(|part| match part.part().and_then(|p| p.summand(limits)) {
            Ok(summand) => Ok(summand.nimber()),
            Err(Stop::NotProved(_)) => Ok(None),
            Err(stop) => Err(stop),
        })
        .collect()
}

/// The games of which `named` says something, in the order of the catalogue.
fn games(named: impl Fn(&'static Info) -> Option<&'static str>) -> String {
    CATALOGUE.iter().filter_map(|entry| named(entry.info)).collect::<Vec<_>>().join(", ")
}

pub(super) fn analyse(sum: &Sum, ask: Ask, limits: &Limits) -> Result<Analysis, Stop> {
    let moves = sum.count_moves();
    if ask.all && moves.is_none_or(|n| n > Ask::ALL_MOVES) {
        return Err(Stop::not_proved(format!("all moves are listed only up to {} of them", Ask::ALL_MOVES)));
    }
    let theorem = by_theorem(sum, limits)?;
    // A theorem or a quotient that is soon proved leaves only the counting of moves to the search.
    let mut product = match &theorem {
        None => product::of_few(sum, limits)?,
        Some(_) => None,
    };
    if let Some(searched) = search(sum, COUNTED, limits)? {
        return from_search(sum, theorem, product, &searched, ask, limits);
    }
    if let Some(whole) = theorem {
        let rule = SumRule {
            whole: Some(&whole),
            winning: &|sum, _, most| winning(sum, most, limits),
            loses: &|sum, _| other_parts(sum, None, limits)?.loses(sum.convention).ok_or_else(no_theorem),
            ..SumRule::default()
        };
        return from_rule(sum, &rule, ask, limits);
    }
    let mut why = String::new();
    if product.is_none() {
        if let Some(whole) = piles::of(sum, limits)? {
            let rule = SumRule {
                piles: Some(&whole),
                winning: &|sum, at, most| whole.winning(sum, at, most, limits),
                loses: &|sum, at| whole.loses(sum, at, limits),
                ..SumRule::default()
            };
            return from_rule(sum, &rule, ask, limits);
        }
        match product::of(sum, limits)? {
            Ok(whole) => product = Some(whole),
            Err(reason) => why = reason,
        }
    }
    if let Some(whole) = &product {
        let of = |sum: &Sum| product::of(sum, limits)?.map_err(Stop::not_proved);
        let rule = SumRule {
            product: Some(whole),
            winning: &|sum, _, most| of(sum)?.winning(sum, most, limits),
            loses: &|sum, _| Ok(of(sum)?.loses()),
            ..SumRule::default()
        };
        return from_rule(sum, &rule, ask, limits);
    }
    match search(sum, SEARCHED, limits)? {
        Some(searched) => from_search(sum, None, None, &searched, ask, limits),
        None => Err(Stop::not_proved(format!(
            "misère sums are proved for tame parts ({}), for stone rows ({}), for heaps whose misère quotient is proved \
             ({why}), for heaps of Nim beside few other positions, or up to {SEARCHED} positions in all",
            games(|info| match info.misere_parts {
                MisereParts::Tame => Some(info.id),
                MisereParts::TameWhere(which) => Some(which),
                _ => None,
            }),
            games(|info| match info.misere_parts {
                MisereParts::Kayles => Some(info.id),
                MisereParts::KaylesWhere(which) => Some(which),
                _ => None,
            }),
        ))),
    }
}

/// The first moves that win, and how many there are in all: of 16 parts, each may have nearly 2^64.
type CountedWins = (Vec<Choice>, u128);

/// What tells who wins a sum, and all sums that can follow, without searching them. What is asked about a sum is told
/// where its parts that are no heaps of Nim are among the positions that were explored of them, if they were.
struct SumRule<'a> {
    /// The parts added up, where a theorem adds them,
    whole: Option<&'a OtherParts>,
    /// or multiplied,
    product: Option<&'a SumProduct>,
    /// or told apart in heaps of Nim and others.
    piles: Option<&'a SumOfPiles>,
    /// The first moves that win, and how many there are in all.
    winning: &'a dyn Fn(&Sum, usize, usize) -> Result<CountedWins, Stop>,
    /// Whether who has to move loses.
    loses: &'a dyn Fn(&Sum, usize) -> Result<bool, Stop>,
}

impl Default for SumRule<'_> {
    fn default() -> Self {
        let (winning, loses) = (&|_: &Sum, _, _| Err(no_theorem()), &|_: &Sum, _| Err(no_theorem()));
        SumRule { whole: None, product: None, piles: None, winning, loses }
    }
}

fn from_rule(sum: &Sum, rule: &SumRule<'_>, ask: Ask, limits: &Limits) -> Result<Analysis, Stop> {
    let here = rule.piles.map_or(0, SumOfPiles::here);
    let next = |i: usize, choices: &[Choice]| match rule.piles {
        Some(piles) => piles.after(sum, i, choices),
        None => Ok(0),
    };
    let lost = (rule.loses)(sum, here)?;
    let grundy = rule.whole.filter(|_| sum.convention == Convention::Normal).and_then(OtherParts::nimber);
    let value = Value::of(Outcome::won(!lost)).with_grundy(grundy);
    let (first, winning_count) =
        if lost { (Vec::new(), 0) } else { (rule.winning)(sum, here, ask.most.max(1))? };
    let reply = |choice: &Choice, at: usize| -> Result<Option<String>, Stop> {
        let (mut first, _) = (rule.winning)(&after(sum, choice)?, at, 1)?;
        Ok(first.pop().map(|c| c.text))
    };
    // What is looked at for the longest resistance: its place, how many replies win, and where it leads.
    let best = match (ask.best, sum.is_over(), lost) {
        (false, ..) | (_, true, _) => None,
        (_, _, false) => first.first().cloned().map(|choice| (choice, here)),
        (_, _, true) => {
            // A move that ends the game leaves no winning reply, and loses at once: it is the last to take.
            let mut best: Option<((bool, u128), usize, usize)> = None;
            let choices = sum.first_moves(WEIGHED);
            for (i, choice) in choices.iter().enumerate() {
                limits.check()?;
                let at = next(i, &choices)?;
                let to = after(sum, choice)?;
                let left = (to.is_over(), (rule.winning)(&to, at, 0)?.1);
                if best.is_none_or(|(b, ..)| left < b) {
                    best = Some((left, i, at));
                }
            }
            best.map(|(_, i, at)| (choices[i].clone(), at))
        }
    };
    let legal = if ask.all {
        let mut legal = Vec::new();
        let choices = sum.first_moves(usize::MAX);
        for (i, choice) in choices.iter().enumerate() {
            limits.check()?;
            let at = next(i, &choices)?;
            let wins = (rule.loses)(&after(sum, choice)?, at)?;
            let answer = if wins { None } else { reply(choice, at)? };
            let (choice, outcome) = (choice.clone(), Outcome::won(wins));
            legal.push(LegalMove { choice, outcome, remoteness: None, answer });
        }
        Some(legal)
    } else {
        None
    };
    let answer = match &best {
        Some((best, at)) if lost && ask.reasons => reply(best, *at)?,
        _ => None,
    };
    let best = best.map(|(choice, _)| choice);
    let first = first.into_iter().take(ask.most).collect();
    let theorem = rule.whole.cloned();
    let product = rule.product.cloned();
    let by_piles = rule.piles.is_some();
    finish(
        sum,
        ask,
        limits,
        Found { value, theorem, product, by_piles, first, winning_count, best, answer, legal },
    )
}

fn from_search(
    sum: &Sum,
    theorem: Option<OtherParts>,
    product: Option<SumProduct>,
    searched: &SearchedSum,
    ask: Ask,
    limits: &Limits,
) -> Result<Analysis, Stop> {
    let (graph, verdict) = (&searched.product, &searched.verdict);
    let here = verdict.len() - 1;
    let grundy = match (sum.convention, &theorem) {
        (Convention::Normal, Some(whole)) => whole.nimber(),
        _ => None,
    };
    let value = Value::of(Outcome::won(verdict[here].wins))
        .with_grundy(grundy)
        .with_remoteness(searched.remoteness(verdict[here]));
    let choices = sum.first_moves(usize::MAX);
    let next: Vec<usize> = graph.moves(here).map(|(_, to)| to).collect();
    if choices.len() != next.len() {
        return Err(super::out_of_step());
    }
    let moves = || choices.iter().zip(next.iter().copied());
    let wins = || moves().filter(|(_, to)| !verdict[*to].wins).map(|(choice, _)| choice);
    let chosen = if ask.best { searched.best(here) } else { None };
    let best = chosen.map(|i| choices[i].clone());
    let reply = |choice: &Choice, to: usize| match &theorem {
        Some(_) if !searched.counted() => {
            Ok(winning(&after(sum, choice)?, 1, limits)?.0.pop().map(|c| c.text))
        }
        _ => searched_reply(sum, searched, choice, to, limits),
    };
    let answer = match chosen {
        Some(i) if !verdict[here].wins && ask.reasons => reply(&choices[i], next[i])?,
        _ => None,
    };
    let legal = if ask.all {
        let mut legal = Vec::with_capacity(choices.len());
        for (choice, to) in moves() {
            limits.check()?;
            legal.push(LegalMove {
                choice: choice.clone(),
                outcome: Outcome::won(!verdict[to].wins),
                remoteness: searched.remoteness(verdict[to]).map(|r| r + 1),
                answer: if verdict[to].wins { reply(choice, to)? } else { None },
            });
        }
        Some(legal)
    } else {
        None
    };
    let first = wins().take(ask.most).cloned().collect();
    let winning_count = wins().count() as u128;
    finish(
        sum,
        ask,
        limits,
        Found { value, theorem, product, by_piles: false, first, winning_count, best, answer, legal },
    )
}

/// What a perfect player answers to a losing move that leads to position `to` of the product: the shortest win where
/// moves are counted; `None` where the game is over.
fn searched_reply(
    sum: &Sum,
    searched: &SearchedSum,
    choice: &Choice,
    to: usize,
    limits: &Limits,
) -> Result<Option<String>, Stop> {
    let (moved, _) = sum.split(&choice.text).map_err(|_| super::out_of_step())?;
    let best = searched.best(to).and_then(|i| searched.product.moves(to).nth(i));
    let shortest = best.map(|(_, next)| searched.verdict[next].remoteness);
    let mut listed = vec![0; sum.parts.len()];
    for (part, next) in searched.product.moves(to) {
        listed[part] += 1;
        let after = searched.verdict[next];
        if after.wins || searched.counted() && Some(after.remoteness) != shortest {
            continue;
        }
        // Where nothing is counted every win is as good, and one in another part spares a second search.
        if part != moved {
            let m = sum.parts[part].first_moves(listed[part]).pop().ok_or_else(super::out_of_step)?;
            return Ok(Some(sum.lift(part, m).text));
        } else if searched.counted() {
            break;
        }
    }
    // The part that was moved in may have been explored as its mirror image, whose moves stand in another order.
    let ask = Ask { best: true, ..Ask::value() };
    Ok(analyse(&after(sum, choice)?, ask, limits)?.best.map(|c| c.text))
}

/// What was found of a sum, however it was found.
struct Found {
    value: Value,
    /// The parts added up, where a theorem adds them.
    theorem: Option<OtherParts>,
    /// or multiplied in a quotient.
    product: Option<SumProduct>,
    /// or told apart in heaps of Nim and others.
    by_piles: bool,
    first: Vec<Choice>,
    winning_count: u128,
    best: Option<Choice>,
    /// What wins against the longest resistance.
    answer: Option<String>,
    legal: Option<Vec<LegalMove>>,
}

/// The analysis of what was found, with its reasons if they are wanted.
fn finish(sum: &Sum, ask: Ask, limits: &Limits, found: Found) -> Result<Analysis, Stop> {
    let nimbers = nimbers(sum, limits)?;
    let known = SumFacts {
        outcome: found.value.outcome,
        theorem: found.theorem.as_ref(),
        product: found.product.as_ref(),
        by_piles: found.by_piles,
        nimbers: &nimbers,
        best: found.best.as_ref(),
        answer: found.answer.as_deref(),
        winning_count: found.winning_count,
    };
    let reasons = if ask.reasons { explain::reasons(sum, &known, limits)? } else { Vec::new() };
    let figure = if ask.figure { explain::figure(sum, &known) } else { Figure::default() };
    Ok(Analysis {
        value: found.value,
        over: sum.is_over(),
        moves: sum.count_moves(),
        reasons,
        figure,
        winning: bounded(found.first.into_iter()),
        winning_count: found.winning_count,
        drawing: Vec::new(),
        best: found.best,
        legal: found.legal,
        nimbers,
    })
}
