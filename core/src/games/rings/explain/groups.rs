//! The groups of a set of rings as Nim piles: by their Grundy values in normal play, in misère play by what their shapes
//! count ([`shapes`](super::super::shapes)).

use std::collections::BTreeMap;

use super::{Claim, Convention, Limits, Outcome, Proved, Reason, ReasonOf, RingRules, RingSet, Rings, Stop};
use super::{by_moving, ones, order, parts, sites};
use crate::erased::GameReasons;
use crate::games::reasons::{
    LONGEST, and, capital, fitting, headline_of, holding_out, how_many_win, joined, winning_move,
};
use crate::games::rings::shapes::{ShapeName, name, pile};
use crate::rules::{FigureMark, Rules};

/// In normal play a single group of more rings than these has a value that helps nobody to find a move.
const SMALL: u32 = 5;

/// The groups of a position, and the Nim pile that each counts as, where one is proved.
pub(super) struct Groups {
    convention: Convention,
    at: RingSet,
    list: Vec<(RingSet, Option<u64>)>,
    /// What the first of them is called.
    first: Option<ShapeName>,
}

impl Groups {
    pub(super) fn of<K: RingRules>(game: &Rings<K>, at: RingSet, limits: &Limits) -> Result<Groups, Stop> {
        let board = &game.layout.board;
        let mut list = Vec::new();
        for group in parts(board, at) {
            limits.check()?;
            let counts = match game.convention {
                Convention::Normal => Some(game.grundy(group, limits)?),
                Convention::Misere => pile(board, group),
            };
            list.push((group, counts.map(u64::from)));
        }
        // The largest pile first, as they are read out.
        list.sort_by_key(|&(group, counts)| (std::cmp::Reverse(counts), group));
        let first = list.first().map(|&(group, _)| name(board, group));
        Ok(Groups { convention: game.convention, at, list, first })
    }

    pub(super) fn list(&self) -> &[(RingSet, Option<u64>)] {
        &self.list
    }

    /// The piles, where all groups have one.
    fn piles(&self) -> Option<Vec<u64>> {
        self.list.iter().map(|&(_, counts)| counts).collect()
    }

    /// The piles, where they decide who wins, and how.
    pub(super) fn deciding(&self) -> Option<Vec<u64>> {
        let large =
            self.convention == Convention::Normal && self.list.len() == 1 && self.at.count_ones() > SMALL;
        self.piles().filter(|_| !large)
    }

    fn tints(&self) -> impl Iterator<Item = FigureMark> + '_ {
        self.list.iter().filter_map(|&(group, counts)| {
            let counts = counts?;
            let tint = u8::try_from(counts).unwrap_or(u8::MAX);
            Some(FigureMark::Tint { places: sites(group), tint, label: counts.to_string() })
        })
    }

    fn claim(&self, group: RingSet, counts: u64) -> Claim<RingSet, RingSet> {
        match self.convention {
            Convention::Normal => Claim::Grundy(group, counts),
            Convention::Misere => Claim::Counts(group, counts),
        }
    }

    /// The claims of what the groups count. What one move leaves is for that move to say.
    fn claims<K: RingRules>(&self, game: &Rings<K>) -> Vec<Claim<RingSet, RingSet>> {
        let told = |&&(group, _): &&(RingSet, Option<u64>)| !game.is_legal(&self.at, &(self.at & !group));
        let claim = |&(group, counts): &(RingSet, Option<u64>)| Some(self.claim(group, counts?));
        self.list.iter().filter(told).filter_map(claim).collect()
    }

    /// The reasons of a position that its groups decide.
    pub(super) fn reasons<K: RingRules>(
        &self,
        game: &Rings<K>,
        proved: &Proved<'_, RingSet>,
        piles: &[u64],
        limits: &Limits,
    ) -> GameReasons<Rings<K>> {
        let (at, won) = (self.at, proved.value.outcome == Outcome::Win);
        let all = Claim::Outcome(at, proved.value.outcome);
        let headline = Reason::headline(self.headline(piles, won)).claiming(all.clone());
        let headline = self.claims(game).into_iter().fold(headline, Reason::claiming);
        let because = Reason::because(self.rule(piles, won)).claiming(all.clone()).drawing(self.tints());
        let mut reasons = vec![headline.drawing(self.tints()), because];
        match proved.best {
            Some(best) if won => {
                reasons.push(self.taking(game, best, limits)?);
                reasons.push(how_many_win(game, &at, proved));
            }
            _ => reasons.extend(holding_out(game, &at, proved, limits)?),
        }
        reasons.extend(self.listed(game, piles, all));
        Ok(reasons)
    }

    /// What the groups count, in one line.
    fn headline(&self, piles: &[u64], won: bool) -> String {
        let large = piles.iter().any(|&n| n > 1);
        if let [only] = piles {
            let name = match &self.first {
                Some(ShapeName::Shape(words)) => format!(", {words}"),
                Some(ShapeName::GroupOf(size)) => format!(" of {size}"),
                None => String::new(),
            };
            return match (self.convention, only) {
                (Convention::Normal, n) => headline_of([
                    format!("One group{name}: its Grundy value is {n}."),
                    format!("One group: its Grundy value is {n}."),
                ]),
                (_, n) => headline_of([
                    format!("One group{name}: it counts as a Nim pile of {n}."),
                    format!("One group: it counts as a Nim pile of {n}."),
                ]),
            };
        }
        let counting: Vec<String> = piles.iter().filter(|&&n| n > 0).map(u64::to_string).collect();
        // A single group that counts is told with the others, which count 0.
        let all: Vec<String> = piles.iter().map(u64::to_string).collect();
        let told = and(if counting.len() == 1 { &all } else { &counting });
        let even = counting.len().is_multiple_of(2);
        match (large, won) {
            _ if counting.is_empty() => "Every group counts as 0.".to_owned(),
            (false, _) if self.convention == Convention::Misere => match even {
                true => headline_of([
                    format!("The groups count as {told}: an even number of 1s."),
                    "An even number of groups count as 1.".to_owned(),
                ]),
                false => headline_of([
                    format!("The groups count as {told}: an odd number of 1s."),
                    "An odd number of groups count as 1.".to_owned(),
                ]),
            },
            (_, true) => headline_of([
                format!("The groups count as {told}: the nim-sum is not 0."),
                "The groups count like Nim piles, and the nim-sum is not 0.".to_owned(),
            ]),
            (_, false) => headline_of([
                format!("The groups count as {told}: the nim-sum is 0."),
                "The groups count like Nim piles, and the nim-sum is 0.".to_owned(),
            ]),
        }
    }

    /// What to leave, and why that wins.
    fn rule(&self, piles: &[u64], won: bool) -> &'static str {
        let large = piles.iter().any(|&n| n > 1);
        match (self.convention, large, won) {
            (Convention::Normal, _, true) => {
                "Each group counts like a Nim pile of its Grundy value. Leave a nim-sum of 0, and after every reply make the \
                 nim-sum 0 again."
            }
            (Convention::Normal, _, false) => {
                "Each group counts like a Nim pile of its Grundy value, and the nim-sum is 0. After any move, your \
                 opponent makes the nim-sum 0 again."
            }
            (Convention::Misere, true, true) => {
                "Each group counts like a Nim pile. Leave a nim-sum of 0. But if your move leaves only groups that count as 0 or 1, leave \
                 an odd number of 1s."
            }
            (Convention::Misere, true, false) => {
                "The groups count like Nim piles with nim-sum 0. After each move, your opponent restores this. Near the end, your \
                 opponent leaves an odd number of 1s."
            }
            (Convention::Misere, false, true) => {
                "Leave an odd number of groups that count as 1. You can do this after every reply, so your opponent takes the last \
                 ring and loses."
            }
            (Convention::Misere, false, false) => {
                "After any move, your opponent can leave an odd number of groups that count as 1. So in the end you take the \
                 last ring and lose."
            }
        }
    }

    /// The winning move, by what it leaves.
    fn taking<K: RingRules>(
        &self,
        game: &Rings<K>,
        best: &RingSet,
        limits: &Limits,
    ) -> Result<ReasonOf<Rings<K>>, Stop> {
        let left = Groups::of(game, game.play(&self.at, best), limits)?;
        let (Some(piles), false) = (left.piles(), left.list.is_empty()) else {
            return winning_move(game, &self.at, best, limits);
        };
        let counting: Vec<String> = piles.iter().filter(|&&n| n > 0).map(u64::to_string).collect();
        let words = order(game, &self.at, best);
        let large = piles.iter().any(|&n| n > 1);
        let left_over = match counting.len() {
            0 => "groups that count as 0".to_owned(),
            1 => format!("a group that counts as a Nim pile of {}", counting[0]),
            _ => format!("groups that count as Nim piles of {}", and(&counting)),
        };
        let why = match (self.convention, large) {
            (Convention::Misere, false) => "an odd number of 1s",
            _ => "a nim-sum of 0",
        };
        let text = fitting([
            match counting.len() {
                1 => format!("{words}. This leaves {left_over}."),
                _ => format!("{words}. This leaves {left_over}: {why}."),
            },
            format!("{words}. This leaves {why}."),
            format!("The best move leaves {why}."),
        ]);
        let reason = by_moving(game, &self.at, best, text);
        Ok(reason.drawing(left.tints()))
    }

    /// Which group is what, where there are several or one has no name in the headline.
    fn listed<K: RingRules>(
        &self,
        game: &Rings<K>,
        piles: &[u64],
        all: Claim<RingSet, RingSet>,
    ) -> Option<ReasonOf<Rings<K>>> {
        if self.list.len() < 2 {
            return None;
        }
        let mut groups: BTreeMap<u64, Vec<(usize, String)>> = BTreeMap::new();
        for (&(group, _), &pile) in self.list.iter().zip(piles) {
            let points: Vec<String> = ones(group).map(|p| p.to_string()).collect();
            let one = if points.len() == 1 {
                format!("ring {}", points[0])
            } else {
                format!("the group of rings {}", and(&points))
            };
            groups.entry(pile).or_default().push((points.len(), one));
        }
        let [verb, verb_of_many] = match self.convention {
            Convention::Normal => ["has value", "have value"],
            Convention::Misere => ["counts as a Nim pile of", "count as a Nim pile of"],
        };
        let told = groups.iter().rev().map(|(value, rings)| match &rings[..] {
            [(_, one)] => format!("{one} {verb} {value}"),
            many if many.iter().all(|(size, _)| *size == 1) => {
                let many: Vec<&str> = many.iter().map(|(_, one)| one.trim_start_matches("ring ")).collect();
                format!("rings {} each {verb_of_many} {value}", and(&many))
            }
            many => {
                let many: Vec<&str> = many.iter().map(|(_, one)| one.as_str()).collect();
                format!("{} each {verb_of_many} {value}", and(&many))
            }
        });
        let text = capital(&format!("{}.", joined(told, "; ", LONGEST - 30)));
        let reason = Reason::new(text).claiming(all);
        Some(self.claims(game).into_iter().fold(reason, Reason::claiming))
    }

    /// Where a group has no pile: which one, and what counts once it is smaller.
    pub(super) fn when_they_count(&self, at: RingSet, outcome: Outcome) -> Option<Reason<RingSet, RingSet>> {
        if self.convention == Convention::Normal {
            let &[(group, Some(value))] = &self.list[..] else { return None };
            let text = format!(
                "This group of rings has Grundy value {value}: in a sum with other games it acts like a Nim pile of {value}."
            );
            return Some(Reason::new(text).claiming(Claim::Grundy(group, value)));
        }
        let largest = self
            .list
            .iter()
            .filter(|(_, counts)| counts.is_none())
            .max_by_key(|(group, _)| group.count_ones())?;
        let text = format!(
            "No rule is known for the group of {} rings. Smaller groups count as Nim piles: a single ring as 1, a pair as 2, a line \
             of three as 3, a triangle as 0.",
            largest.0.count_ones()
        );
        Some(Reason::new(text).claiming(Claim::Outcome(at, outcome)).about(sites(largest.0)))
    }
}
