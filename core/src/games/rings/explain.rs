//! Explains why a set of rings is won or lost.

use std::collections::BTreeMap;

use super::shapes::{ShapeName, name, pile};
use super::symmetry::{Mirror, mirrors};
use super::{Places, Rings, list as points};
use crate::games::prelude::*;
use crate::games::reasons::{
    LONGEST, ReasonOf, Tempting, and, as_a_pile, by_moving, capital, counted, finish, fitting,
    found_by_search, headline_of, holding_out, how_it_goes, how_many_win, joined, list,
    trap_as_well, winning_move,
};
use crate::solve::rings::{Board, ones, parts};

type RingSet = u64;

/// Positions with more rings than this are not searched for symmetries.
const SEEN: u32 = 32;

/// Maximum number of mirrored replies that the claims of a reason mention.
const CLAIMED: usize = 24;

fn sites(rings: RingSet) -> Vec<Site> {
    ones(rings).map(|p| Site::new(0, u64::from(p))).collect()
}

impl Rings {
    fn place(&self, point: u32) -> (f32, f32) {
        match &self.layout.places {
            // x counts half steps along a row, and y counts rows. The factor for y makes all neighbouring points
            // equally far apart.
            Places::Lattice(places) => {
                let (x, y) = places[point as usize];
                (x as f32, y as f32 * 3f32.sqrt())
            }
            Places::Free(places) => places[point as usize],
        }
    }

    /// Among the symmetries that map every move to a winning reply, finds the one that is easiest to see.
    fn mirror(&self, at: RingSet, limits: &Limits) -> Result<Option<Mirror>, Stop> {
        if !(2..=SEEN).contains(&at.count_ones()) {
            return Ok(None);
        }
        let moves = self.moves(&at);
        let mut best: Option<(usize, Mirror)> = None;
        for mirror in mirrors(&self.layout.board, at, true) {
            limits.check()?;
            let hidden = mirror.hidden(&|p| self.place(p));
            if best.as_ref().is_some_and(|(least, _)| *least <= hidden) {
                continue;
            }
            let mut holds = true;
            for m in &moves {
                let image = mirror.reflect(m);
                holds = holds
                    && image & m == 0
                    && self.outcome(&(at & !m & !image), limits)? == Outcome::Loss;
            }
            if holds {
                best = Some((hidden, mirror));
            }
        }
        Ok(best.map(|(_, mirror)| mirror))
    }
}

pub(super) fn reasons(case: &Case<'_, Rings>) -> GameReasons<Rings> {
    let game = case.game;
    let at = *case.at;
    if case.proved.best.is_none() {
        return Ok(vec![Reason::ended(
            tr!("No rings are left"),
            at,
            game.convention,
        )]);
    }
    let groups = Groups::find(game, at, case.limits)?;
    let trap = || trap_as_well(case, &mut crowded(&game.layout.board, at));
    if let Some(piles) = groups.deciding() {
        let mut reasons = groups.reasons(case, &piles)?;
        reasons.extend(trap()?);
        return Ok(finish(case, reasons));
    }
    let mut reasons = mirrored(case)?;
    if reasons.is_empty() {
        reasons = found_by_search(case, &mut crowded(&game.layout.board, at))?;
    } else {
        how_it_goes(case, &mut reasons)?;
        reasons.extend(trap()?);
    }
    reasons.extend(groups.when_they_count(at, case.proved.value.outcome));
    Ok(finish(case, reasons))
}

fn crowded(board: &Board, at: RingSet) -> impl Iterator<Item = Tempting<RingSet>> {
    let mut moves = Vec::new();
    let _ = board.for_each_move(at, &mut |m| {
        let near = ones(m).fold(0, |near, p| near | board.neighbours(p as usize)) & at & !m;
        moves.push((u32::MAX - near.count_ones(), m));
        std::ops::ControlFlow::Continue(())
    });
    moves.sort_by_cached_key(|&(far, _)| far);
    moves
        .into_iter()
        .take(6)
        .filter(|&(far, _)| far < u32::MAX - 1)
        .map(|(far, m)| {
            let near = u64::from(u32::MAX - far);
            let they = if m.count_ones() == 1 {
                tr!("it touches")
            } else {
                tr!("together they touch")
            };
            Tempting {
                m,
                because: format!(
                    "{they} {}",
                    counted(near, tr!("other ring"), tr!("other rings"))
                ),
            }
        })
}

fn mirrored(case: &Case<'_, Rings>) -> GameReasons<Rings> {
    let at = *case.at;
    let game = case.game;
    let Some(&best) = case.proved.best else {
        return Ok(Vec::new());
    };
    let won = case.is_won();
    let lost = if won { at & !best } else { at };
    let Some(mirror) = game.mirror(lost, case.limits)? else {
        return Ok(Vec::new());
    };
    let pairs = |room| list(mirror.pairs().map(|(p, q)| tr!("{p} and {q}")), room);
    let site = |p: u32| vec![Site::new(0, u64::from(p))];
    let marks = mirror
        .pairs()
        .map(|(p, q)| FigureMark::Pair(site(p), site(q)));
    // In misère play, a player who mirrors every move makes the last one and loses. The headline therefore mentions
    // only the next reply.
    let headline = match (won, game.convention) {
        (true, Convention::Normal) => tr!("Leave a symmetrical position, then mirror every move."),
        (true, Convention::Misere) => tr!("Leave a symmetrical position, then mirror the reply."),
        (false, _) => tr!("Your opponent can mirror every move."),
    };
    let headline = Reason::headline(headline).claiming(case.outcome());
    if won {
        let text = tr!(
            "{order}. The other rings then pair up as mirror images: {pairs}.",
            order = case.order(&best),
            pairs = pairs(90)
        );
        return Ok(vec![headline, by_moving(case, &best, text).drawing(marks)]);
    }
    let text = tr!(
        "These rings mirror each other: {pairs}. Your opponent replies with the mirror image of your move.",
        pairs = pairs(78)
    );
    let mut because = Reason::because(text).drawing(marks);
    for m in case.moves().iter().take(CLAIMED) {
        because = because.claiming(Claim::Answer(m, mirror.reflect(m)));
    }
    Ok(vec![headline, because])
}

pub(super) fn figure(case: &Case<'_, Rings>) -> Result<Figure, Stop> {
    let mut figure = Figure::default();
    if case.proved.best.is_none() {
        return Ok(figure);
    }
    let groups = Groups::find(case.game, *case.at, case.limits)?;
    figure.values = match case.game.convention {
        Convention::Normal => tr!("*n beside a group: Grundy value n"),
        Convention::Misere => tr!("*n beside a group: it counts as a Nim pile of n"),
    };
    let value = |&(group, pile): &(RingSet, Option<u64>)| {
        Some(FigureMark::Value {
            places: sites(group),
            label: Label::Nimber(pile?),
        })
    };
    figure.marks.extend(groups.list.iter().filter_map(value));
    let rows: Option<Vec<(String, u64)>> = (groups.list.iter())
        .map(|&(group, pile)| Some((list(ones(group).map(|p| p.to_string()), 12), pile?)))
        .collect();
    if let Some(rows) = rows.filter(|rows| rows.len() > 1) {
        figure.columns = Some(Columns::new(rows));
    }
    Ok(figure)
}

/// The maximum number of rings in a single group that is explained by its Grundy value in normal play.
const SMALL: u32 = 5;

struct Groups {
    convention: Convention,
    at: RingSet,
    list: Vec<(RingSet, Option<u64>)>,
    first: Option<ShapeName>,
}

fn counting(piles: &[u64]) -> Vec<u64> {
    piles.iter().copied().filter(|&n| n > 0).collect()
}

impl Groups {
    fn find(game: &Rings, at: RingSet, limits: &Limits) -> Result<Groups, Stop> {
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
        list.sort_by_cached_key(|&(group, counts)| (std::cmp::Reverse(counts), group));
        let first = list.first().map(|&(group, _)| name(board, group));
        Ok(Groups {
            convention: game.convention,
            at,
            list,
            first,
        })
    }

    fn piles(&self) -> Option<Vec<u64>> {
        self.list.iter().map(|&(_, counts)| counts).collect()
    }

    fn deciding(&self) -> Option<Vec<u64>> {
        let large = self.convention == Convention::Normal
            && self.list.len() == 1
            && self.at.count_ones() > SMALL;
        self.piles().filter(|_| !large)
    }

    fn tints(&self) -> impl Iterator<Item = FigureMark> + '_ {
        self.list.iter().filter_map(|&(group, counts)| {
            let counts = counts?;
            let places = sites(group);
            Some(FigureMark::Tint {
                places,
                // Use odd tints, which are not highlighted: a group's value does not suggest a move in that group.
                tint: saturating_cast(2 * counts + 1),
                label: Some(Label::Number(counts)),
            })
        })
    }

    fn claim(&self, group: RingSet, counts: u64) -> Claim<RingSet, RingSet> {
        match self.convention {
            Convention::Normal => Claim::Grundy(group, counts),
            Convention::Misere => Claim::Counts(group, counts),
        }
    }

    fn claims(&self) -> impl Iterator<Item = Claim<RingSet, RingSet>> + '_ {
        let claim = |&(group, counts): &(RingSet, Option<u64>)| Some(self.claim(group, counts?));
        self.list.iter().filter_map(claim)
    }

    /// Returns the claims that do not reveal a winning move. If a single move leaves only one group, the claim that
    /// this group is lost reveals that the move wins.
    fn quiet_claims<'a>(
        &'a self,
        game: &'a Rings,
    ) -> impl Iterator<Item = Claim<RingSet, RingSet>> + 'a {
        let lost = u64::from(self.convention.is_misere());
        let quiet = move |claim: &Claim<RingSet, RingSet>| match claim {
            Claim::Grundy(group, counts) | Claim::Counts(group, counts) => {
                *counts != lost || !game.moves(&self.at).contains(&(self.at & !group))
            }
            _ => true,
        };
        self.claims().filter(quiet)
    }

    fn reasons(&self, case: &Case<'_, Rings>, piles: &[u64]) -> GameReasons<Rings> {
        let won = case.is_won();
        let headline = Reason::headline(self.headline(piles, won)).claiming(case.outcome());
        let headline = self
            .quiet_claims(case.game)
            .fold(headline, Reason::claiming);
        let because = Reason::because(self.rule(piles, won))
            .claiming(case.outcome())
            .drawing(self.tints());
        let mut reasons = vec![headline.drawing(self.tints()), because];
        match case.proved.best {
            Some(best) if won => {
                reasons.push(self.taking(case, best)?);
                reasons.push(how_many_win(case));
            }
            _ => reasons.extend(holding_out(case)?),
        }
        reasons.extend(self.listed(piles, case.outcome()));
        Ok(reasons)
    }

    fn headline(&self, piles: &[u64], won: bool) -> String {
        let large = piles.iter().any(|&n| n > 1);
        if let [only] = piles {
            let name = match &self.first {
                Some(ShapeName::Shape(words)) => format!(", {words}"),
                Some(ShapeName::GroupOf(size)) => tr!(" of {size}"),
                None => String::new(),
            };
            let told = match self.convention {
                Convention::Normal => tr!("its Grundy value is {only}."),
                Convention::Misere => tr!("it counts as a Nim pile of {only}."),
            };
            return headline_of([tr!("One group{name}: {told}"), tr!("One group: {told}")]);
        }
        let counting = counting(piles);
        let told = and(piles);
        let parity = if counting.len().is_multiple_of(2) {
            tr!("an even")
        } else {
            tr!("an odd")
        };
        match (large, won) {
            _ if counting.is_empty() => tr!("Every group counts as 0.").to_owned(),
            (false, _) if self.convention == Convention::Misere => headline_of([
                tr!("The groups have values {told}, {parity} number of 1s."),
                tr!(
                    "{parity} number of groups have value 1.",
                    parity = capital(parity)
                ),
            ]),
            (_, true) => headline_of([
                tr!("The groups have values {told}. The nim-sum is not 0."),
                tr!("The groups count as Nim piles, and the nim-sum is not 0.").to_owned(),
            ]),
            (_, false) => headline_of([
                tr!("The groups have values {told}. The nim-sum is 0."),
                tr!("The groups count as Nim piles, and the nim-sum is 0.").to_owned(),
            ]),
        }
    }

    fn rule(&self, piles: &[u64], won: bool) -> &'static str {
        let large = piles.iter().any(|&n| n > 1);
        match (self.convention, large, won) {
            (Convention::Normal, _, true) => {
                tr!(
                    "Each group counts as a Nim pile whose size is its Grundy value. Leave a nim-sum of 0, and after every reply make the \
                 nim-sum 0 again."
                )
            }
            (Convention::Normal, _, false) => {
                tr!(
                    "Each group counts as a Nim pile whose size is its Grundy value, and the nim-sum is 0. After any move, your \
                 opponent makes the nim-sum 0 again."
                )
            }
            (Convention::Misere, true, true) => {
                tr!(
                    "Each group counts as a Nim pile. If your move leaves only groups of value 0 or 1, leave an odd number of 1s; otherwise \
                 leave a nim-sum of 0."
                )
            }
            (Convention::Misere, true, false) => {
                tr!(
                    "The groups count as Nim piles with nim-sum 0. After each move, your opponent restores this. Near the end, your \
                 opponent leaves an odd number of 1s."
                )
            }
            (Convention::Misere, false, true) => {
                tr!(
                    "Leave an odd number of groups of value 1. You can do this after every reply, so your opponent takes the last ring \
                 and loses."
                )
            }
            (Convention::Misere, false, false) => {
                tr!(
                    "Whatever you do, your opponent can leave an odd number of groups of value 1. So in the end you take the last ring \
                 and lose."
                )
            }
        }
    }

    fn taking(&self, case: &Case<'_, Rings>, best: &RingSet) -> Result<ReasonOf<Rings>, Stop> {
        let game = case.game;
        let left = Groups::find(game, game.play(&self.at, best), case.limits)?;
        let (Some(piles), false) = (left.piles(), left.list.is_empty()) else {
            return winning_move(case, best);
        };
        let counting = counting(&piles);
        let words = case.order(best);
        let large = piles.iter().any(|&n| n > 1);
        let left_over = match piles[..] {
            [only] => tr!("a group of value {only}"),
            _ if counting.is_empty() => tr!("only groups of value 0").to_owned(),
            _ => tr!("groups with values {piles}", piles = and(&piles)),
        };
        let why = match (self.convention, large) {
            (Convention::Misere, false) => tr!("an odd number of 1s"),
            _ => tr!("a nim-sum of 0"),
        };
        let text = fitting([
            if piles.len() == 1 || counting.is_empty() {
                tr!("{words}. This leaves {left_over}.")
            } else {
                tr!("{words}. This leaves {left_over}: {why}.")
            },
            tr!("{words}. This leaves {why}."),
            tr!("The best move leaves {why}."),
        ]);
        let reason = by_moving(case, best, text);
        Ok(reason.drawing(left.tints()))
    }

    fn listed(&self, piles: &[u64], all: Claim<RingSet, RingSet>) -> Option<ReasonOf<Rings>> {
        if self.list.len() < 2 {
            return None;
        }
        let mut groups: BTreeMap<u64, Vec<RingSet>> = BTreeMap::new();
        for (&(group, _), &pile) in self.list.iter().zip(piles) {
            groups.entry(pile).or_default().push(group);
        }
        let name = |group: &RingSet| {
            let rings: Vec<String> = ones(*group).map(|point| point.to_string()).collect();
            let noun = if rings.len() == 1 {
                tr!("ring")
            } else {
                tr!("the group")
            };
            format!("{noun} {}", rings.join("-"))
        };
        let [verb, verb_of_many] = match self.convention {
            Convention::Normal => [tr!("has value"), tr!("have value")],
            Convention::Misere => [
                tr!("counts as a Nim pile of"),
                tr!("count as a Nim pile of"),
            ],
        };
        let told = groups
            .iter()
            .rev()
            .map(|(value, groups)| match &groups[..] {
                [one] => format!("{} {verb} {value}", name(one)),
                many if many.iter().all(|group| group.count_ones() == 1) => {
                    let rings = and(many.iter().map(|ring| points(*ring, "")));
                    tr!("rings {rings} each {verb_of_many} {value}")
                }
                many => tr!(
                    "{list} each {verb_of_many} {value}",
                    list = and(many.iter().map(name))
                ),
            });
        let text = capital(&format!("{}.", joined(told, "; ", LONGEST - 30)));
        let reason = Reason::new(text).claiming(all);
        Some(self.claims().fold(reason, Reason::claiming))
    }

    fn when_they_count(&self, at: RingSet, outcome: Outcome) -> Option<Reason<RingSet, RingSet>> {
        if self.convention == Convention::Normal {
            let &[(group, Some(value))] = &self.list[..] else {
                return None;
            };
            let text = as_a_pile(tr!("This group of rings"), value);
            return Some(Reason::new(text).claiming(Claim::Grundy(group, value)));
        }
        let largest = self
            .list
            .iter()
            .filter(|(_, counts)| counts.is_none())
            .max_by_key(|(group, _)| group.count_ones())?;
        let text = tr!(
            "No rule is known for this group of {count_ones} rings. Small groups count as Nim piles: a single ring as 1, a pair as 2, a line \
             of three as 3, a triangle as 0.",
            count_ones = largest.0.count_ones()
        );
        Some(
            Reason::new(text)
                .claiming(Claim::Outcome(at, outcome))
                .about(sites(largest.0)),
        )
    }
}
