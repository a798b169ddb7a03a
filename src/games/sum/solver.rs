//! Sums solved by theorem where one applies, by searching the whole product where that is small enough.

use super::Sum;
use crate::erased::{Analysis, AnyPosition, Ask, Choice, Info, LegalMove, MisereParts, bounded};
use crate::games::CATALOGUE;
use crate::rules::{Claim, Convention, Figure, Limits, Outcome, Reason, ReasonText, Reveals, Stop, Value};
use crate::solve::graph::{Graph, Product, Verdict};
use crate::solve::sums::{OtherParts, Summand};
use crate::solve::tame::Genus;

/// The most positions of a sum that are searched for its outcome.
const SEARCHED: usize = 1_000_000;
/// The most positions of a sum whose moves to the end are counted.
const COUNTED: usize = 100_000;
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

/// The sum searched whole, if it is small enough.
pub(super) struct Searched {
    pub(super) product: Product,
    pub(super) verdict: Vec<Verdict>,
}

pub(super) fn search(sum: &Sum, most: usize, limits: &Limits) -> Result<Option<Searched>, Stop> {
    // Every part is explored a little before any is explored far: one that is small shows at once that another
    // has more positions than there is room for.
    let mut graphs: Vec<Option<Graph>> = sum.parts.iter().map(|_| None).collect();
    let mut bound = 64;
    loop {
        for (graph, part) in graphs.iter_mut().zip(&sum.parts) {
            if graph.is_none() {
                *graph = part.part()?.graph(bound.min(most), limits)?;
            }
        }
        let least = graphs.iter().map(|g| g.as_ref().map_or(bound + 1, Graph::len));
        let total = least.fold(1usize, usize::saturating_mul);
        if graphs.iter().all(Option::is_some) {
            break;
        }
        if total > most {
            return Ok(None);
        }
        bound *= 4;
    }
    let graphs: Vec<Graph> = graphs.into_iter().flatten().collect();
    let Some(product) = Product::new(graphs, most) else { return Ok(None) };
    let verdict = product.verdicts(sum.convention, limits)?;
    Ok(Some(Searched { product, verdict }))
}

pub(super) fn analyse(sum: &Sum, ask: Ask, limits: &Limits) -> Result<Analysis, Stop> {
    let moves = sum.count_moves();
    if ask.all && moves.is_none_or(|n| n > Ask::ALL_MOVES) {
        return Err(Stop::not_proved(format!("all moves are listed only up to {} of them", Ask::ALL_MOVES)));
    }
    let theorem = by_theorem(sum, limits)?;
    // A theorem leaves only the counting of moves to the search, which is then worth less effort.
    let searched = search(sum, if theorem.is_some() { COUNTED } else { SEARCHED }, limits)?;
    match (theorem, searched) {
        (_, Some(searched)) => from_search(sum, &searched, ask, limits),
        (Some(whole), None) => from_theorem(sum, &whole, ask, limits),
        (None, None) => Err(Stop::not_proved(format!(
            "misère sums are proved for tame parts ({}), for stone rows ({}), or up to {SEARCHED} positions in all",
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

/// The games of which `named` says something, in the order of the catalogue.
fn games(named: impl Fn(&'static Info) -> Option<&'static str>) -> String {
    CATALOGUE.iter().filter_map(|entry| named(entry.info)).collect::<Vec<_>>().join(", ")
}

fn from_theorem(sum: &Sum, whole: &OtherParts, ask: Ask, limits: &Limits) -> Result<Analysis, Stop> {
    let lost = whole.loses(sum.convention).ok_or_else(|| Stop::not_proved("no theorem adds these parts"))?;
    let grundy = if sum.convention == Convention::Normal { whole.nimber() } else { None };
    let value = Value::of(Outcome::won(!lost)).with_grundy(grundy);
    let (first, winning_count) = if lost { (Vec::new(), 0) } else { winning(sum, ask.most.max(1), limits)? };
    let best = match (ask.best, sum.is_over(), lost) {
        (false, ..) | (_, true, _) => None,
        (_, _, false) => first.first().cloned(),
        (_, _, true) => {
            let mut best: Option<(u128, Choice)> = None;
            for choice in sum.first_moves(WEIGHED) {
                limits.check()?;
                let mut after = sum.clone();
                if after.play(&choice.text).is_err() {
                    continue;
                }
                let (_, left) = winning(&after, 0, limits)?;
                if best.as_ref().is_none_or(|(b, _)| left < *b) {
                    best = Some((left, choice));
                }
            }
            best.map(|(_, c)| c)
        }
    };
    let legal = if ask.all {
        let mut legal = Vec::new();
        for choice in sum.first_moves(usize::MAX) {
            limits.check()?;
            let mut after = sum.clone();
            if after.play(&choice.text).is_err() {
                continue;
            }
            let lost = other_parts(&after, None, limits)?.loses(sum.convention).unwrap_or(false);
            legal.push(LegalMove { choice, outcome: Outcome::won(lost), remoteness: None });
        }
        Some(legal)
    } else {
        None
    };
    Ok(Analysis {
        value,
        over: sum.is_over(),
        moves: sum.count_moves(),
        reasons: reasons(sum, ask, why(sum, Some(whole), &value, best.as_ref(), limits), &value),
        figure: Figure::default(),
        winning: bounded(first.into_iter().take(ask.most)),
        winning_count,
        drawing: Vec::new(),
        best,
        legal,
        nimbers: nimbers(sum, limits),
    })
}

fn from_search(sum: &Sum, searched: &Searched, ask: Ask, limits: &Limits) -> Result<Analysis, Stop> {
    let (product, verdict) = (&searched.product, &searched.verdict);
    let here = verdict.len() - 1;
    let counted = product.len() <= COUNTED;
    let remoteness = |r: Verdict| counted.then_some(u64::from(r.remoteness));
    let whole = other_parts(sum, None, limits).ok();
    let grundy = match (sum.convention, &whole) {
        (Convention::Normal, Some(whole)) => whole.nimber(),
        _ => None,
    };
    let value = Value::of(Outcome::won(verdict[here].wins))
        .with_grundy(grundy)
        .with_remoteness(remoteness(verdict[here]));
    let choices = sum.first_moves(usize::MAX);
    let next: Vec<usize> = product.moves(here).map(|(_, to)| to).collect();
    let replies = |to: usize| product.moves(to).filter(|&(_, n)| !verdict[n].wins).count();
    let mut winning = Vec::new();
    let mut count = 0;
    let mut best: Option<((i64, i64), usize)> = None;
    for (i, &to) in next.iter().enumerate() {
        let r = verdict[to];
        if !r.wins {
            count += 1;
            if winning.len() < ask.most {
                winning.push(choices[i].clone());
            }
        }
        // Larger is better: a win soon, or a loss late and then few replies.
        let length = if counted { i64::from(r.remoteness) } else { 0 };
        let rank = match (verdict[here].wins, r.wins) {
            (true, true) => continue,
            (true, false) => (-length, 0),
            (false, _) => (length, -(replies(to) as i64)),
        };
        if best.is_none_or(|(b, _)| rank > b) {
            best = Some((rank, i));
        }
    }
    let best = best.map(|(_, i)| choices[i].clone());
    let legal = ask.all.then(|| {
        choices
            .iter()
            .zip(&next)
            .map(|(choice, &to)| LegalMove {
                choice: choice.clone(),
                outcome: Outcome::won(!verdict[to].wins),
                remoteness: remoteness(verdict[to]).map(|r| r + 1),
            })
            .collect()
    });
    Ok(Analysis {
        value,
        over: sum.is_over(),
        moves: sum.count_moves(),
        reasons: reasons(sum, ask, why(sum, whole.as_ref(), &value, best.as_ref(), limits), &value),
        figure: Figure::default(),
        winning: bounded(winning.into_iter()),
        winning_count: count,
        drawing: Vec::new(),
        best: if ask.best { best } else { None },
        legal,
        nimbers: nimbers(sum, limits),
    })
}

/// The Grundy values of the parts, where they are known.
fn nimbers(sum: &Sum, limits: &Limits) -> Vec<Option<u64>> {
    sum.parts.iter().map(|p| p.part().and_then(|p| p.summand(limits)).ok()?.nimber()).collect()
}

/// The parts' values and what they come to.
fn reasons(sum: &Sum, ask: Ask, lines: Vec<String>, value: &Value) -> Vec<ReasonText> {
    if !ask.reasons {
        return Vec::new();
    }
    let reveals = if value.outcome == Outcome::Win { Reveals::Move } else { Reveals::Nothing };
    (lines.into_iter())
        .map(|line| Reason::new(line).revealing(reveals).claiming(Claim::Outcome(sum.id(), value.outcome)))
        .collect()
}

fn why(
    sum: &Sum,
    whole: Option<&OtherParts>,
    value: &Value,
    best: Option<&Choice>,
    limits: &Limits,
) -> Vec<String> {
    let mut lines = Vec::new();
    if sum.is_over() {
        lines.push(match sum.convention {
            Convention::Normal => "No part has a move left: who moved last has won.".to_owned(),
            Convention::Misere => "No part has a move left: who moved last has lost.".to_owned(),
        });
        return lines;
    }
    let nimbers: Vec<String> =
        (nimbers(sum, limits).iter()).map(|n| n.map_or("unknown".to_owned(), |n| n.to_string())).collect();
    if let Some(total) = whole.and_then(|w| w.nimber()) {
        lines.push(format!("The parts' Grundy values {} have the XOR {total}.", nimbers.join(", ")));
    }
    let theorem = whole.filter(|w| sum.convention == Convention::Normal || w.loses(sum.convention).is_some());
    match (sum.convention, theorem.and_then(OtherParts::together)) {
        (Convention::Normal, _) => {
            lines.push(if value.outcome == Outcome::Win {
                "It is not 0: a move that makes it 0 wins.".to_owned()
            } else {
                "It is 0: every move changes that, and the other makes it 0 again.".to_owned()
            });
        }
        (Convention::Misere, Some(Summand::Tame(Genus { firm: true, .. }))) => lines.push(
            "A part is still firm (a value of 2 or more can be made in it): as in normal play, XOR 0 loses."
                .to_owned(),
        ),
        (Convention::Misere, Some(Summand::Tame(Genus { firm: false, .. }))) => lines.push(
            "All parts are fickle (worth 0 or 1): the other way round from normal play, XOR 1 loses."
                .to_owned(),
        ),
        (Convention::Misere, Some(Summand::Kayles(_))) => {
            lines.push("All parts are stone rows: the misère rule of Kayles decides.".to_owned());
        }
        (Convention::Misere, _) => {
            lines.push("No theorem adds these parts in misère play: the whole sum was searched.".to_owned());
        }
    }
    if value.outcome == Outcome::Win
        && let Some(best) = best
    {
        lines.push(format!("{} wins.", best.text));
    }
    lines
}
