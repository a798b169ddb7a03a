//! Places and moves the cursor on the board, and determines the sites that are open for the next pick.

use super::state::{LOOKED_AT, MatchState, Meaning};
use super::view;
use crate::draw::{Drawing, neighbour};
use crate::play::Level;
use crate::tui::prelude::*;

/// The maximum number of nearby sites, and of legal moves, that are examined to place the cursor.
const TRIED: usize = 40;

pub fn drawing(cx: &Context) -> Option<Drawing> {
    cx.table()
        .map(|s| view::drawing(cx, s, view::shows_theory(cx, s)))
}

/// Updates and returns the last known position of the cursor on the drawn board.
pub fn place(cx: &mut Context) -> Option<(u16, u16)> {
    let hits = cx.hits.board();
    let s = cx.table_mut()?;
    let drawn = hits.iter().find(|hit| Some(hit.site) == s.cursor);
    s.place = drawn.map(|hit| (hit.x, hit.y)).or(s.place);
    s.place
}

/// Moves the cursor to a site at which a move can begin and Enter would not lose at once. If the cursor is already at
/// such a site, leaves the cursor there. The search begins with the sites nearest to `from` or, if `from` is `None`,
/// with the site that the board suggests. The search continues with the sites of the first legal moves.
pub fn settle(cx: &mut Context, from: Option<(u16, u16)>) {
    let drawn = cx.hits.board();
    let Some(s) = cx.table_mut() else { return };
    // On the opponent's turn the cursor may stay anywhere: moving it would hide the effect of the last move.
    let waits = matches!(s.deciding(), Some(PlayerKind::Human));
    let playable = |site: Site| !waits || !matches!(s.meaning(&[site]), Meaning::Nothing);
    if s.cursor
        .is_some_and(|site| playable(site) && !s.loses_at_once(site))
    {
        return;
    }
    let mut near: Vec<_> = drawn.iter().collect();
    if let Some((x, y)) = from {
        near.sort_by_key(|h| {
            // A row is about as tall as two columns are wide.
            let dx = i64::from(h.x) - i64::from(x);
            let dy = 2 * (i64::from(h.y) - i64::from(y));
            dx * dx + dy * dy
        });
    }
    let near = near.into_iter().map(|hit| hit.site);
    let first = s.game().position().choices(&[], TRIED).list;
    let named = s.scene.start().into_iter();
    let legal = first.iter().filter_map(|c| c.sites.first()).copied();
    let mut hits: Vec<Site> = match from {
        Some(_) => near.take(TRIED).chain(legal).collect(),
        None => named.chain(legal).collect(),
    };
    hits.truncate(2 * TRIED);
    // Avoid a site where a single key press would lose the game, if there is another site.
    let can = |&site: &Site| playable(site);
    let safe = hits
        .iter()
        .copied()
        .find(|site| can(site) && !s.loses_at_once(*site));
    let found = safe
        .or(s.cursor.filter(can))
        .or_else(|| hits.iter().copied().find(can));
    s.cursor = found.or(s.cursor).or(hits.first().copied());
    s.pointed = false;
}

/// Calls [`settle`] again after an analysis, unless the user has placed the cursor. In a puzzle, also moves the cursor
/// off the answer.
pub fn settle_again(cx: &mut Context) {
    if cx.table().is_none_or(|s| s.pointed) {
        return;
    }
    let from = place(cx);
    settle(cx, from);
    if let Some(s) = cx.table_mut()
        && let Some(answer) = s.puzzle().map(|play| play.puzzle.answer.clone())
    {
        look_away(s, &[answer]);
    }
}

/// In a match against the easy computer, moves the cursor off a known mistake, unless the user has placed the cursor.
/// In other matches, the verdict must not influence the cursor, because that would give away how to win.
pub fn avoid_mistakes(cx: &mut Context) {
    let Some(s) = cx.table_mut().filter(|s| !s.pointed && s.picked.is_empty()) else {
        return;
    };
    let easy = |p: Player| s.game().participant(p).kind == PlayerKind::Computer(Level::Easy);
    if s.is_lesson()
        || s.conceals()
        || s.deciding() != Some(PlayerKind::Human)
        || !Player::BOTH.into_iter().any(easy)
    {
        return;
    }
    let Some(good) = s.good() else { return };
    let throws = |site: Site| matches!(s.meaning(&[site]), Meaning::One(text) if s.throws(&text));
    if s.cursor.is_some_and(throws) {
        let all = || {
            good.iter()
                .flat_map(|choice| choice.sites.iter().copied())
                .take(TRIED)
        };
        let better = all().find(|&site| !throws(site));
        s.cursor = better.or_else(|| all().next()).or(s.cursor);
    }
}

/// If Enter would play one of `moves`, moves the cursor to another site, if possible.
pub fn look_away(s: &mut MatchState, moves: &[String]) {
    let found = |s: &MatchState, site: Site| matches!(s.meaning(&[site]), Meaning::One(text) if moves.contains(&text));
    if !s.cursor.is_some_and(|site| found(s, site)) {
        return;
    }
    let mut all = s
        .game()
        .position()
        .choices(&[], LOOKED_AT)
        .list
        .into_iter()
        .flat_map(|choice| choice.sites);
    if let Some(site) = all.find(|&site| !found(s, site) && !s.loses_at_once(site)) {
        s.cursor = Some(site);
    }
}

pub fn step(cx: &mut Context, action: Action) {
    let drawn = cx.hits.board();
    let Some(s) = cx.table_mut() else { return };
    s.pointed = true;
    if let Some(site) = neighbour(&drawn, s.cursor, board::direction(action)) {
        s.cursor = Some(site);
    }
}

pub fn refresh_open(cx: &mut Context) {
    let Some(s) = cx.table() else { return };
    let open = if s.picked.is_empty() {
        Vec::new()
    } else {
        open_sites(cx, s)
    };
    if let Some(s) = cx.table_mut() {
        s.open = open;
    }
}

fn open_sites(cx: &Context, s: &MatchState) -> Vec<Site> {
    let position = s.game().position();
    let found = s.choices(&s.picked);
    let mut open: Vec<Site> = if found.complete {
        found
            .list
            .iter()
            .flat_map(|c| c.sites.iter().copied())
            .collect()
    } else {
        // There are too many moves to list, so try each visible site.
        let reach = |site: &Site| {
            let mut wanted = s.picked.clone();
            wanted.push(*site);
            !position.choices(&wanted, 1).list.is_empty()
        };
        cx.hits
            .board()
            .iter()
            .map(|h| h.site)
            .filter(reach)
            .collect()
    };
    open.retain(|site| !s.picked.contains(site));
    open.sort_unstable();
    open.dedup();
    open
}
