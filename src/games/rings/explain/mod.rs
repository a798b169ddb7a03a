//! Why a set of rings is won or lost: by symmetry, by its parts, by its last stage, or by counts and answers.

mod parts;

use super::board::{Board, ones, parts};
use super::symmetry::{Mirror, mirrors};
use super::{Places, RingRules, Rings};
use crate::erased::{GameReasons, Proved};
use crate::games::arguments::{count, counted, ending, finish, joined, list, natural, resistance};
use crate::rules::{
    Claim, Columns, Convention, Figure, FigureMark, Limits, Notation, Outcome, Reason, Reveals, Rules, Site,
    Stop, Word,
};
use crate::solve::Solve;

/// A set of rings, as a position and as a move.
type RingSet = u64;

/// The most rings of which symmetries are sought.
const SEEN: u32 = 32;

fn sites(rings: RingSet) -> Vec<Site> {
    ones(rings).map(|p| Site::new(0, u64::from(p))).collect()
}

/// A symmetry of a lost position, and the moves that their images answer.
struct Pairing {
    mirror: Mirror,
    answered: Vec<RingSet>,
}

impl Pairing {
    fn pairs(&self, room: usize) -> String {
        list(self.mirror.pairs().map(|(p, q)| format!("{p}-{q}")), room)
    }
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

    /// The symmetry of a lost position by which most moves, and at least half of them, are answered by their images.
    /// Every answer is looked up.
    fn pairing(&self, at: RingSet, limits: &Limits) -> Result<Option<Pairing>, Stop> {
        if !(2..=SEEN).contains(&at.count_ones()) {
            return Ok(None);
        }
        let board = &self.layout.board;
        let moves = self.moves(&at);
        let mut best: Option<(usize, Pairing)> = None;
        for strict in [true, false] {
            for mirror in mirrors(board, at, strict) {
                limits.check()?;
                let mut answered = Vec::new();
                for &m in &moves {
                    let image = mirror.of(m);
                    if image & m == 0 && self.outcome(&(at & !m & !image), limits)? == Outcome::Loss {
                        answered.push(m);
                    }
                }
                let hidden = mirror.hidden(&|p| self.place(p));
                let better = best.as_ref().is_none_or(|(h, b)| {
                    (answered.len(), usize::MAX - hidden) > (b.answered.len(), usize::MAX - h)
                });
                if better && answered.len() * 2 >= moves.len() && answered.len() > 1 {
                    best = Some((hidden, Pairing { mirror, answered }));
                }
            }
            if best.as_ref().is_some_and(|(_, b)| b.answered.len() == moves.len()) {
                break;
            }
        }
        Ok(best.map(|(_, pairing)| pairing))
    }
}

pub(super) fn reasons<K: RingRules>(
    game: &Rings<K>,
    at: RingSet,
    proved: &Proved<'_, RingSet>,
    limits: &Limits,
) -> GameReasons<Rings<K>> {
    let Some(&best) = proved.best else {
        return Ok(vec![Reason::ended("No ring is left", at, game.convention)]);
    };
    let mut reasons = parts::structure(game, at, proved, limits)?;
    // Where no two rings touch the number of moves says it all.
    let apart = ones(at).all(|p| game.layout.board.neighbours(p as usize) & at == 0);
    if proved.value.outcome == Outcome::Win {
        reasons.push(counted(game, &at, proved));
        reasons.extend(size_of(game, at, best));
        reasons.push(kept(game, at, best, limits)?);
        if !apart {
            reasons.extend(natural(game, &at, proved, crowded(&game.layout.board, at), limits)?);
            reasons.extend(ending(game, &at, proved, limits)?);
        }
    } else if apart {
        reasons.extend(resistance(game, &at, proved, limits)?);
    } else {
        reasons.extend(mirrored(game, at, limits)?);
        reasons.extend(resistance(game, &at, proved, limits)?);
        match ending(game, &at, proved, limits)? {
            Some(reason) => reasons.push(reason),
            None => reasons.extend(natural(game, &at, proved, crowded(&game.layout.board, at), limits)?),
        }
    }
    Ok(finish(game, &at, proved, reasons))
}

/// Whether a single ring or a pair wins, where there are several of that kind and parts do not tell where to look.
fn size_of<K: RingRules>(game: &Rings<K>, at: RingSet, best: RingSet) -> Option<Reason<RingSet, RingSet>> {
    let singles = u64::from(at.count_ones());
    let pairs = game.layout.board.count_moves(at).checked_sub(singles).filter(|&n| n > 0)?;
    let text = match best.count_ones() {
        1 if singles > 1 => {
            format!("Look at the moves that take one ring: at least one of these {singles} wins.")
        }
        2 if pairs > 1 => {
            format!("Look at the moves that take two rings: at least one of these {pairs} wins.")
        }
        _ => return None,
    };
    Some(Reason::new(text).claiming(Claim::Outcome(at, Outcome::Win)).revealing(Reveals::Where))
}

/// The moves that look strongest: those that break most neighbours apart.
fn crowded(board: &Board, at: RingSet) -> impl Iterator<Item = (String, RingSet)> {
    let mut moves = Vec::new();
    let _ = board.for_each_move(at, &mut |m| {
        let near = ones(m).fold(0, |near, p| near | board.neighbours(p as usize)) & at & !m;
        moves.push((u32::MAX - near.count_ones(), m));
        std::ops::ControlFlow::Continue(())
    });
    moves.sort_by_key(|&(far, _)| far);
    moves.into_iter().take(6).map(|(far, m)| {
        let near = u64::from(u32::MAX - far);
        let what = if m.count_ones() == 2 { "The pair" } else { "The ring" };
        let near = if near == 0 { "no neighbour".to_owned() } else { count(near, "neighbour") };
        (format!("{what} with {near}"), m)
    })
}

/// The points of a set, in at most that many characters.
fn clipped(set: RingSet, room: usize) -> String {
    joined(ones(set).map(|p| p.to_string()), " ", room)
}

/// A lost position in which images answer moves.
fn mirrored<K: RingRules>(
    game: &Rings<K>,
    at: RingSet,
    limits: &Limits,
) -> Result<Option<Reason<RingSet, RingSet>>, Stop> {
    let Some(pairing) = game.pairing(at, limits)? else { return Ok(None) };
    let (all, some) = (game.moves(&at).len(), pairing.answered.len());
    let text = match all == some {
        true => format!(
            "Symmetry pairs the points {}: each of the {all} moves is answered by its mirror image.",
            pairing.pairs(70)
        ),
        false => format!(
            "Symmetry pairs the points {}: {some} of the {all} moves are answered by their mirror image.",
            pairing.pairs(65)
        ),
    };
    let places: Vec<Site> =
        pairing.mirror.pairs().flat_map(|(p, q)| [p, q]).map(|p| Site::new(0, u64::from(p))).collect();
    let mut reason = Reason::new(text).using(&[Word::Symmetry]).about(places);
    for &m in &pairing.answered {
        reason = reason.claiming(Claim::Answer(m, pairing.mirror.of(m)));
    }
    Ok(Some(reason))
}

/// Why the best move wins.
fn kept<K: RingRules>(
    game: &Rings<K>,
    at: RingSet,
    best: RingSet,
    limits: &Limits,
) -> Result<Reason<RingSet, RingSet>, Stop> {
    let left = at & !best;
    let text = game.move_text(&at, &best);
    let named = clipped(left, 40);
    let says = |what: String| {
        Reason::new(what)
            .claiming(Claim::Move(best, Outcome::Win))
            .claiming(Claim::Outcome(left, Outcome::Loss))
            .revealing(Reveals::Move)
            .about(sites(best))
    };
    if left == 0 {
        return Ok(says(format!("{text} takes the last ring, and that wins.")));
    }
    let all = game.layout.board.count_moves(left);
    if left.count_ones() == 1 && game.convention == Convention::Misere {
        return Ok(says(format!("{text} leaves only the ring on {named}, which the other has to take.")));
    }
    if parts(&game.layout.board, left).iter().all(|p| p.count_ones() == 1) {
        let whose = if game.convention == Convention::Normal { "yours" } else { "the other's" };
        return Ok(says(format!(
            "{text} leaves {named}, no two of which touch: {all} single moves, and the last is {whose}."
        )));
    }
    if let Some(pairing) = game.pairing(left, limits)? {
        let some = pairing.answered.len() as u64;
        let how = if some == all { format!("each of the {all}") } else { format!("{some} of the {all}") };
        let mut reason = says(format!(
            "{text} leaves a symmetry that pairs {}: it answers {how} moves by their mirror image.",
            pairing.pairs(60)
        ));
        for &m in pairing.answered.iter().take(8) {
            reason = reason.claiming(Claim::Outcome(left & !m & !pairing.mirror.of(m), Outcome::Loss));
        }
        return Ok(reason.using(&[Word::Symmetry]));
    }
    let mut reason = says(format!("{text} leaves {named}: each of the {all} moves there has an answer."));
    if let Some(next) = game.best(&left, limits)?
        && let Some(reply) = game.best(&(left & !next), limits)?
    {
        let (next_text, reply_text) = (game.move_text(&left, &next), game.move_text(&left, &reply));
        reason.text = format!(
            "{text} leaves {named}: each of the {all} moves there has an answer, as {reply_text} to {next_text}."
        );
        reason = reason.claiming(Claim::Outcome(left & !next & !reply, Outcome::Loss));
    }
    Ok(reason)
}

/// Values of the parts in normal play, and the pairs of a lost position's symmetry.
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
    let parts = parts(&game.layout.board, at);
    let mut rows = Vec::new();
    for &part in &parts {
        limits.check()?;
        let text = match game.convention {
            Convention::Normal => {
                let value = u64::from(game.grundy(part, limits)?);
                rows.push((clipped(part, 12), value));
                value.to_string()
            }
            Convention::Misere if parts.len() > 1 => match game.outcome(&part, limits)? {
                Outcome::Win => "+".to_owned(),
                _ => "-".to_owned(),
            },
            Convention::Misere => continue,
        };
        figure.values = "* and a number at a part: its worth";
        figure.marks.push(FigureMark::Value { places: sites(part), text });
    }
    if rows.len() > 1 {
        figure.columns = Some(Columns::of(rows));
    }
    if proved.value.outcome == Outcome::Loss
        && let Some(pairing) = game.pairing(at, limits)?
    {
        let site = |p: u32| vec![Site::new(0, u64::from(p))];
        figure.marks.extend(pairing.mirror.pairs().map(|(p, q)| FigureMark::Pair(site(p), site(q))));
    }
    Ok(figure)
}
