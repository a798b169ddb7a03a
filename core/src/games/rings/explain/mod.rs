//! Why a set of rings is won or lost: by a mirror, by what its groups count as Nim piles, or by what a search finds.

mod groups;

use super::symmetry::{Mirror, mirrors};
use super::{Places, RingRules, Rings};
use crate::erased::{GameReasons, Proved};
use crate::games::reasons::{
    ReasonOf, Tempting, by_moving, count, finish, found_by_search, how_it_goes, list, names_the_win, order,
    trap,
};
use crate::rules::{
    Claim, Columns, Convention, Depth, Figure, FigureMark, Limits, Outcome, Reason, Rules, Site, Stop,
};
use crate::solve::Solve;
use crate::solve::rings::{Board, ones, parts};
use groups::Groups;

/// A set of rings, as a position and as a move.
type RingSet = u64;

/// The most rings of which symmetries are sought.
const SEEN: u32 = 32;

/// The most replies that are claimed one by one.
const CLAIMED: usize = 24;

fn sites(rings: RingSet) -> Vec<Site> {
    ones(rings).map(|p| Site::new(0, u64::from(p))).collect()
}

impl<K: RingRules> Rings<K> {
    fn place(&self, point: u32) -> (f32, f32) {
        match &self.layout.places {
            // Rows of the lattice are drawn closer than points in a row are apart.
            Places::Lattice(places) => {
                places.get(point as usize).map_or((0.0, 0.0), |&(x, y)| (x as f32, y as f32 * 3f32.sqrt()))
            }
            Places::Free(places) => places.get(point as usize).copied().unwrap_or((0.0, 0.0)),
        }
    }

    /// The symmetry of a lost position in which the image of every move is the winning reply to it: the one that is
    /// easiest to see. Every reply is looked up.
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
            for &m in &moves {
                let image = mirror.of(m);
                holds =
                    holds && image & m == 0 && self.outcome(&(at & !m & !image), limits)? == Outcome::Loss;
            }
            if holds {
                best = Some((hidden, mirror));
            }
        }
        Ok(best.map(|(_, mirror)| mirror))
    }
}

pub(super) fn reasons<K: RingRules>(
    game: &Rings<K>,
    at: RingSet,
    proved: &Proved<'_, RingSet>,
    limits: &Limits,
) -> GameReasons<Rings<K>> {
    if proved.best.is_none() {
        return Ok(vec![Reason::ended("No rings are left", at, game.convention)]);
    }
    let groups = Groups::of(game, at, limits)?;
    let trap = || -> Result<Vec<ReasonOf<Rings<K>>>, Stop> {
        let told = trap(game, &at, proved, &mut crowded(&game.layout.board, at), limits)?;
        Ok(told.into_iter().skip(1).map(|reason| reason.at_depth(Depth::More)).collect())
    };
    if let Some(piles) = groups.deciding() {
        let mut reasons = groups.reasons(game, proved, &piles, limits)?;
        reasons.extend(trap()?);
        return Ok(finish(game, &at, proved, reasons));
    }
    let mut reasons = mirrored(game, at, proved, limits)?;
    if reasons.is_empty() {
        reasons = found_by_search(game, &at, proved, &mut crowded(&game.layout.board, at), limits)?;
    } else {
        // The mirror has named the winning move.
        let told = how_it_goes(game, &at, proved, limits)?;
        reasons.extend(told.into_iter().filter(|reason| !names_the_win(reason)));
        reasons.extend(trap()?);
    }
    reasons.extend(groups.when_they_count(at, proved.value.outcome));
    Ok(finish(game, &at, proved, reasons))
}

/// The moves that look strongest: those that break most neighbours apart.
fn crowded(board: &Board, at: RingSet) -> impl Iterator<Item = Tempting<RingSet>> {
    let mut moves = Vec::new();
    let _ = board.for_each_move(at, &mut |m| {
        let near = ones(m).fold(0, |near, p| near | board.neighbours(p as usize)) & at & !m;
        moves.push((u32::MAX - near.count_ones(), m));
        std::ops::ControlFlow::Continue(())
    });
    moves.sort_by_key(|&(far, _)| far);
    moves.into_iter().take(6).filter(|&(far, _)| far < u32::MAX - 1).map(|(far, m)| {
        let near = u64::from(u32::MAX - far);
        let they = if m.count_ones() == 1 { "this ring touches" } else { "the two rings touch" };
        Tempting { m, because: format!("{they} {}", count(near, "other ring")) }
    })
}

/// The idea of a mirror: against the player to move in a lost position, in a won one after the best move.
fn mirrored<K: RingRules>(
    game: &Rings<K>,
    at: RingSet,
    proved: &Proved<'_, RingSet>,
    limits: &Limits,
) -> GameReasons<Rings<K>> {
    let Some(&best) = proved.best else { return Ok(Vec::new()) };
    let won = proved.value.outcome == Outcome::Win;
    let lost = if won { at & !best } else { at };
    let Some(mirror) = game.mirror(lost, limits)? else { return Ok(Vec::new()) };
    let pairs = |room| list(mirror.pairs().map(|(p, q)| format!("{p} and {q}")), room);
    let site = |p: u32| vec![Site::new(0, u64::from(p))];
    let marks = mirror.pairs().map(|(p, q)| FigureMark::Pair(site(p), site(q)));
    let headline = if won {
        "Leave a symmetrical position, then mirror every move."
    } else {
        "Your opponent can mirror every move."
    };
    let headline = Reason::headline(headline).claiming(Claim::Outcome(at, proved.value.outcome));
    if won {
        let text = format!("{}. Then these rings mirror each other: {}.", order(game, &at, &best), pairs(90));
        return Ok(vec![headline, by_moving(game, &at, &best, text).drawing(marks)]);
    }
    let text =
        format!("These rings mirror each other: {}. Your opponent replies with the mirror image.", pairs(78));
    let mut because = Reason::because(text).drawing(marks);
    for m in game.moves(&at).into_iter().take(CLAIMED) {
        because = because.claiming(Claim::Answer(m, mirror.of(m)));
    }
    Ok(vec![headline, because])
}

/// What the groups count: Grundy values in normal play, Nim piles in misère play.
pub(super) fn figure<K: RingRules>(
    game: &Rings<K>,
    at: RingSet,
    proved: &Proved<'_, RingSet>,
    limits: &Limits,
) -> Result<Figure, Stop> {
    let mut figure = Figure::default();
    if proved.best.is_none() {
        return Ok(figure);
    }
    let groups = Groups::of(game, at, limits)?;
    figure.values = match game.convention {
        Convention::Normal => "* and a number beside a group: its Grundy value",
        Convention::Misere => "* and a number beside a group: the Nim pile that it counts as",
    };
    let value = |&(group, pile): &(RingSet, Option<u64>)| {
        let text = format!("*{}", pile?);
        Some(FigureMark::Value { places: sites(group), text })
    };
    figure.marks.extend(groups.list().iter().filter_map(value));
    let rows: Option<Vec<(String, u64)>> = (groups.list().iter())
        .map(|&(group, pile)| Some((list(ones(group).map(|p| p.to_string()), 12), pile?)))
        .collect();
    if let Some(rows) = rows.filter(|rows| rows.len() > 1) {
        figure.columns = Some(Columns::of(rows));
    }
    Ok(figure)
}
