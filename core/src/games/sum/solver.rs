//! Solves sums by a rule if one applies, and small sums by searching all combinations of their parts' positions.

use super::Sum;
use super::explain::{self, SumFacts};
use super::rule::{SumRule, by_theorem, of_piles, product, product_of_few};
use super::searched::{COUNTED, SearchedSum, search};
use crate::erased::{
    Analysis, AnyPosition, Ask, Choice, Info, LegalMove, MisereParts, PerfectLine, bounded,
};
use crate::games::CATALOGUE;
use crate::rules::{
    Convention, Figure, Limits, MOST_LISTED, Outcome, Stop, Value, if_proved, saturating_cast,
};
use crate::solve::WEIGHED;

/// The maximum number of positions in a search for the outcome of a sum.
const SEARCHED: usize = 1_000_000;

pub(super) fn after(sum: &Sum, choice: &Choice) -> Result<Sum, Stop> {
    let mut after = sum.clone();
    after.play(&choice.text).map_err(|_| super::out_of_step())?;
    Ok(after)
}

fn games(named: impl Fn(&'static Info) -> Option<&'static str>) -> String {
    CATALOGUE
        .iter()
        .filter_map(|entry| named(entry.info))
        .collect::<Vec<_>>()
        .join(", ")
}

pub(super) fn analyse(sum: &Sum, ask: Ask, limits: &Limits) -> Result<Analysis, Stop> {
    let moves = sum.count_moves();
    if ask.all && moves.is_none_or(|n| n > Ask::ALL_MOVES) {
        return Err(Stop::not_proved(tr!(
            "all moves are listed only up to {most} of them",
            most = Ask::ALL_MOVES
        )));
    }
    // A theorem or a quickly proved quotient may decide the sum. The search then adds only the remoteness.
    let soon = match by_theorem(sum, limits)? {
        Some(total) => Some(SumRule::Added(total)),
        None => product_of_few(sum, limits)?.map(SumRule::Multiplied),
    };
    if let Some(searched) = search(sum, COUNTED, limits)? {
        return from_search(sum, soon, &searched, ask, limits);
    }
    let rule = match soon {
        Some(rule) => Ok(rule),
        None => match of_piles(sum, limits)? {
            Some(piles) => Ok(SumRule::Piles(piles)),
            None => product(sum, limits)?.map(SumRule::Multiplied),
        },
    };
    // A rule may decide the sum itself but not every sum after a move. In this case, search the sum if it is small
    // enough.
    let why = match rule {
        Ok(rule) => match from_rule(sum, rule, ask, limits) {
            Err(Stop::NotProved(why)) => why,
            done => return done,
        },
        Err(why) => why,
    };
    match search(sum, SEARCHED, limits)? {
        Some(searched) => from_search(sum, None, &searched, ask, limits),
        None => Err(Stop::not_proved(tr!(
            "misère sums are proved for tame parts ({games}), for stone rows ({rows}), for heaps whose misère quotient is proved \
             ({why}), for heaps of Nim beside few other positions, or up to {searched} positions in all",
            games = games(|info| match info.misere_parts {
                MisereParts::Tame => Some(info.id),
                MisereParts::TameWhere(which) => Some(which),
                _ => None,
            }),
            rows = games(|info| match info.misere_parts {
                MisereParts::Kayles => Some(info.id),
                MisereParts::KaylesWhere(which) => Some(which),
                _ => None,
            }),
            searched = SEARCHED
        ))),
    }
}

fn from_rule(sum: &Sum, rule: SumRule, ask: Ask, limits: &Limits) -> Result<Analysis, Stop> {
    let here = rule.here();
    let lost = rule.loses(sum, here, limits)?;
    let value = Value::from_outcome(Outcome::won(!lost)).with_grundy(grundy(sum, Some(&rule)));
    let (first, winning_count) = if lost {
        (Vec::new(), Some(0))
    } else {
        rule.winning(sum, here, ask.most.max(1), MOST_LISTED, limits)?
    };
    let reply = |choice: &Choice, at: usize| -> Result<Option<String>, Stop> {
        let (mut first, _) = rule.winning(&after(sum, choice)?, at, 1, MOST_LISTED, limits)?;
        Ok(first.pop().map(|c| c.text))
    };
    // In a lost sum, the best move leaves the fewest winning replies.
    let best = match (ask.best, sum.is_over(), lost) {
        (false, ..) | (_, true, _) => None,
        (_, _, false) => first.first().cloned().map(|choice| (choice, here)),
        (_, _, true) => {
            // A move that ends the game has no winning replies but loses at once, so it ranks last.
            let mut best: Option<((bool, u128), usize, usize)> = None;
            let choices = sum.first_moves(WEIGHED);
            for (i, choice) in choices.iter().enumerate() {
                limits.check()?;
                let at = rule.after(sum, i, &choices)?;
                let to = after(sum, choice)?;
                let fewest = best.map_or(u128::MAX, |((_, fewest), ..)| fewest);
                let enough = MOST_LISTED.min(saturating_cast(fewest));
                let (_, replies) = rule.winning(&to, at, 0, enough, limits)?;
                let left = (to.is_over(), replies.unwrap_or(u128::MAX));
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
            let at = rule.after(sum, i, &choices)?;
            let wins = rule.loses(&after(sum, choice)?, at, limits)?;
            let answer = if wins { None } else { reply(choice, at)? };
            let choice = choice.clone();
            let outcome = Outcome::won(wins);
            legal.push(LegalMove {
                choice,
                outcome,
                remoteness: None,
                answer,
            });
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
    let winning = bounded(&mut first.into_iter().take(ask.most));
    let found = Analysis {
        winning,
        winning_count,
        instead: None,
        best,
        legal,
        ..of_value(sum, value, limits)?
    };
    finish(
        sum,
        ask,
        limits,
        SumFacts {
            found,
            rule: Some(rule),
            answer,
        },
    )
}

fn grundy(sum: &Sum, rule: Option<&SumRule>) -> Option<u64> {
    match (sum.convention, rule) {
        (Convention::Normal, Some(SumRule::Added(total))) => total.nimber,
        _ => None,
    }
}

fn from_search(
    sum: &Sum,
    rule: Option<SumRule>,
    searched: &SearchedSum,
    ask: Ask,
    limits: &Limits,
) -> Result<Analysis, Stop> {
    let graph = &searched.product;
    let verdict = &searched.verdict;
    let here = verdict.len() - 1;
    let value = Value::from_outcome(verdict[here].outcome)
        .with_grundy(grundy(sum, rule.as_ref()))
        .with_remoteness(searched.remoteness(verdict[here]));
    let choices = sum.first_moves(usize::MAX);
    let next: Vec<usize> = graph.moves(here).map(|(_, to)| to).collect();
    if choices.len() != next.len() {
        return Err(super::out_of_step());
    }
    let moves = || choices.iter().zip(next.iter().copied());
    let wins = || {
        moves()
            .filter(|(_, to)| !verdict[*to].wins())
            .map(|(choice, _)| choice)
    };
    let chosen = if ask.best { searched.best(here) } else { None };
    let best = chosen.map(|i| choices[i].clone());
    let reply = |choice: &Choice, to: usize| match &rule {
        Some(rule @ SumRule::Added(_)) if !searched.counted() => Ok(rule
            .winning(&after(sum, choice)?, 0, 1, MOST_LISTED, limits)?
            .0
            .pop()
            .map(|c| c.text)),
        _ => searched_reply(sum, searched, choice, to, limits),
    };
    let answer = match chosen {
        Some(i) if !verdict[here].wins() && ask.reasons => reply(&choices[i], next[i])?,
        _ => None,
    };
    let legal = if ask.all {
        let mut legal = Vec::with_capacity(choices.len());
        for (choice, to) in moves() {
            limits.check()?;
            legal.push(LegalMove {
                choice: choice.clone(),
                outcome: verdict[to].outcome.reversed(),
                remoteness: searched.remoteness(verdict[to]).map(|r| r + 1),
                answer: if verdict[to].wins() {
                    reply(choice, to)?
                } else {
                    None
                },
            });
        }
        Some(legal)
    } else {
        None
    };
    let winning = bounded(&mut wins().take(ask.most).cloned());
    let winning_count = Some(wins().count() as u128);
    let found = Analysis {
        winning,
        winning_count,
        instead: None,
        best,
        legal,
        ..of_value(sum, value, limits)?
    };
    finish(
        sum,
        ask,
        limits,
        SumFacts {
            found,
            rule,
            answer,
        },
    )
}

/// Returns the perfect player's reply to a losing move: the shortest win if the remoteness is known.
fn searched_reply(
    sum: &Sum,
    searched: &SearchedSum,
    choice: &Choice,
    to: usize,
    limits: &Limits,
) -> Result<Option<String>, Stop> {
    let (moved, _) = sum.split(&choice.text).map_err(|_| super::out_of_step())?;
    let best = searched
        .best(to)
        .and_then(|i| searched.product.moves(to).nth(i));
    let shortest = best.map(|(_, next)| searched.verdict[next].remoteness);
    let mut listed = vec![0; sum.parts.len()];
    for (part, next) in searched.product.moves(to) {
        listed[part] += 1;
        let after = searched.verdict[next];
        if after.wins() || searched.counted() && Some(after.remoteness) != shortest {
            continue;
        }
        // If the remoteness is unknown, any winning reply will do. Prefer a winning reply in another part, because it
        // can be returned without a second analysis.
        if part != moved {
            let m = sum.parts[part]
                .first_moves(listed[part])
                .pop()
                .ok_or_else(super::out_of_step)?;
            return Ok(Some(sum.lift(part, m).text));
        } else if searched.counted() {
            break;
        }
    }
    // The reply is in the same part as the move. The search may have explored the mirror image of this part, in which
    // the moves are in a different order, so analyse the sum after the move instead.
    let ask = Ask {
        best: true,
        ..Ask::value()
    };
    Ok(analyse(&after(sum, choice)?, ask, limits)?
        .best
        .map(|c| c.text))
}

/// Returns an analysis that holds only the value of the sum and facts that need no search.
fn of_value(sum: &Sum, value: Value, limits: &Limits) -> Result<Analysis, Stop> {
    let nimbers = (sum.parts.iter())
        .map(|part| Ok(if_proved(part.summand(limits))?.and_then(|known| known.nimber)))
        .collect::<Result<_, Stop>>()?;
    Ok(Analysis {
        value,
        over: sum.is_over(),
        moves: sum.count_moves(),
        winning: Vec::new(),
        winning_count: Some(0),
        drawing: Vec::new(),
        best: None,
        instead: None,
        reasons: Vec::new(),
        figure: Figure::default(),
        legal: None,
        line: None,
        nimbers,
    })
}

fn finish(sum: &Sum, ask: Ask, limits: &Limits, known: SumFacts) -> Result<Analysis, Stop> {
    let reasons = if ask.reasons {
        explain::reasons(sum, &known, limits)?
    } else {
        Vec::new()
    };
    let figure = if ask.figure {
        explain::figure(sum, &known)
    } else {
        Figure::default()
    };
    Ok(Analysis {
        reasons,
        figure,
        line: PerfectLine::asked(sum, ask, limits)?,
        ..known.found
    })
}
