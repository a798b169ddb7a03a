//! What the parts of a set of rings say, where it falls apart, or the whole where it does not.

use std::collections::BTreeMap;

use super::{RingSet, clipped, sites};
use crate::erased::{GameReasons, Proved};
use crate::games::arguments::{count, joined};
use crate::games::reasons::{LONGEST, and};
use crate::games::rings::board::parts;
use crate::games::rings::notation::list as points;
use crate::games::rings::{RingRules, Rings};
use crate::rules::{Claim, Convention, Limits, Outcome, Reason, Reveals, Rules, Stop, Word};
use crate::solve::Solve;

/// What the parts say: counted where nothing touches, as Nim where only pairs do, by their values in normal play.
pub(super) fn structure<K: RingRules>(
    game: &Rings<K>,
    at: RingSet,
    proved: &Proved<'_, RingSet>,
    limits: &Limits,
) -> GameReasons<Rings<K>> {
    let parts = parts(&game.layout.board, at);
    let rings = at.count_ones();
    let largest = parts.iter().map(|p| p.count_ones()).max().unwrap_or(0);
    let normal = game.convention == Convention::Normal;
    let all = Claim::Outcome(at, proved.value.outcome);
    Ok(match (normal, parts.len()) {
        _ if largest == 1 && rings > 1 => vec![loose(at).claiming(all)],
        (true, 2..) => by_values(game, at, &parts, proved, limits)?,
        (true, _) if rings > 1 => proved.value.grundy.map(|value| whole(at, value)).into_iter().collect(),
        (false, 2..) if largest == 2 => vec![as_nim(&parts).claiming(all)],
        (false, 2..) => vec![alone(game, at, &parts, all, limits)?],
        _ => Vec::new(),
    })
}

/// No two rings touch: only their number counts.
fn loose(at: RingSet) -> Reason<RingSet, RingSet> {
    let rings = at.count_ones();
    let parity = if rings.is_multiple_of(2) { "even" } else { "odd" };
    let whose = if rings.is_multiple_of(2) { "the other player" } else { "you" };
    Reason::new(format!(
        "No two of the rings {} touch: {rings} moves are left whatever is done, an {parity} number, so the last \
         falls to {whose}.",
        clipped(at, 30)
    ))
}

/// Pairs and single rings in misère play.
fn as_nim(parts: &[RingSet]) -> Reason<RingSet, RingSet> {
    let pairs = parts.iter().filter(|p| p.count_ones() == 2).count() as u64;
    let singles = parts.len() as u64 - pairs;
    Reason::new(format!(
        "{} and {}, as Nim piles of 2 and 1: while a pair is left, the player to move loses just when both \
         numbers are even.",
        count(pairs, "touching pair"),
        count(singles, "single ring")
    ))
}

/// Who wins each part alone in misère play, where that does not say how the whole is won.
fn alone<K: RingRules>(
    game: &Rings<K>,
    at: RingSet,
    parts: &[RingSet],
    all: Claim<RingSet, RingSet>,
    limits: &Limits,
) -> Result<Reason<RingSet, RingSet>, Stop> {
    let (mut names, mut claims) = (Vec::new(), vec![all]);
    for &part in parts {
        // What one move leaves is for that move to say.
        if game.is_legal(&at, &(at & !part)) {
            names.push(points(part));
            continue;
        }
        let outcome = game.outcome(&part, limits)?;
        let word = if outcome == Outcome::Win { "won" } else { "lost" };
        names.push(format!("{} ({word} alone)", points(part)));
        claims.push(Claim::Outcome(part, outcome));
    }
    let names = joined(names, " | ", LONGEST - 62);
    let text = format!("{} parts that do not touch: {names}.", parts.len());
    Ok(claims.into_iter().fold(Reason::new(text), Reason::claiming))
}

/// The parts by their Grundy values, what cancels among them, and the part that the winning move brings down.
fn by_values<K: RingRules>(
    game: &Rings<K>,
    at: RingSet,
    parts: &[RingSet],
    proved: &Proved<'_, RingSet>,
    limits: &Limits,
) -> GameReasons<Rings<K>> {
    let (mut values, mut claims) = (Vec::new(), Vec::new());
    for &part in parts {
        limits.check()?;
        let value = u64::from(game.grundy(part, limits)?);
        values.push(value);
        if !game.is_legal(&at, &(at & !part)) {
            claims.push(Claim::Grundy(part, value));
        }
    }
    let xor = values.iter().fold(0, |x, v| x ^ v);
    claims.push(Claim::Grundy(at, xor));
    let named = parts.iter().zip(&values).map(|(&p, v)| format!("{} worth {v}", points(p)));
    let text = format!(
        "{} parts that do not touch: {}. The XOR of these Grundy values is {xor}{}.",
        parts.len(),
        joined(named, " | ", LONGEST - 92),
        if xor == 0 { "" } else { ": leave 0 to win" }
    );
    let reason = claims.into_iter().fold(Reason::new(text), Reason::claiming);
    let mut reasons = vec![reason.using(&[Word::Worth, Word::Xor, Word::Grundy]).about(sites(at))];
    reasons.extend(cancelling(parts, &values));
    if let (Some(best), Outcome::Win) = (proved.best, proved.value.outcome)
        && let Some((part, value)) = parts.iter().zip(&values).find(|(p, _)| *p & best != 0)
    {
        let text = format!(
            "The part {} can come down from {value} to {}, what the others are worth together.",
            clipped(*part, 60),
            xor ^ value
        );
        let reason = Reason::new(text).claiming(Claim::Grundy(*part, *value)).revealing(Reveals::Where);
        reasons.push(reason.using(&[Word::Worth]).about(sites(*part)));
    }
    Ok(reasons)
}

/// One part in normal play: its value.
fn whole(at: RingSet, value: u64) -> Reason<RingSet, RingSet> {
    let text = match value {
        0 => "All rings hang together. Their Grundy value is 0: no move leads to another 0.".to_owned(),
        _ => format!(
            "All rings hang together. Their Grundy value is {value}: moves lead to {}, and none to {value} again.",
            and(&(0..value).map(|v| v.to_string()).collect::<Vec<_>>())
        ),
    };
    Reason::new(text).claiming(Claim::Grundy(at, value)).using(&[Word::Grundy])
}

/// Two parts of the same value, which cancel each other.
fn cancelling<P>(parts: &[RingSet], values: &[u64]) -> Option<Reason<RingSet, P>> {
    let mut by_value: BTreeMap<u64, Vec<RingSet>> = BTreeMap::new();
    for (&part, &value) in parts.iter().zip(values) {
        by_value.entry(value).or_default().push(part);
    }
    let (value, twins) = by_value.into_iter().find(|(value, twins)| *value > 0 && twins.len() > 1)?;
    let (&[a, b, ..], true) = (&twins[..], parts.len() > 2) else { return None };
    let text = format!(
        "The parts {} and {}, both worth {value}, cancel: a move in one is made good in the other.",
        clipped(a, 35),
        clipped(b, 35)
    );
    let claims = [a, b].map(|part| Claim::Grundy(part, value));
    let reason = claims.into_iter().fold(Reason::new(text), Reason::claiming);
    Some(reason.using(&[Word::Worth]).claiming(Claim::Grundy(a | b, 0)).about(sites(a | b)))
}
