//! The cursor on the board, and the places open for the next pick.

use super::state::{LOOKED_AT, MatchState, Meaning};
use super::view;
use crate::draw::{Drawing, neighbour};
use crate::play::Level;
use crate::tui::prelude::*;

/// The most places tried for the cursor.
const TRIED: usize = 40;

pub fn drawing(cx: &Context) -> Option<Drawing> {
    cx.on_table
        .as_ref()
        .map(|s| view::drawing(cx, s, view::shows_theory(cx, s)))
}

/// The cursor's place on the screen.
pub fn place(cx: &Context) -> Option<(u16, u16)> {
    let site = cx.on_table.as_ref()?.cursor?;
    drawing(cx)?
        .hits
        .iter()
        .find(|h| h.site == site)
        .map(|h| (h.x, h.y))
}

/// Puts the cursor on an existing site: its last one, else the nearest.
pub fn settle(cx: &mut Context, from: Option<(u16, u16)>) {
    // Where there is no room for the board, the cursor stays where it is.
    let Some(drawing) = drawing(cx).filter(|d| !d.hits.is_empty()) else {
        return;
    };
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    let there = |site: Site| drawing.hits.iter().any(|h| h.site == site);
    // At the opponent's last move there is mostly nothing left to do, and the cursor would hide the effect.
    let waits = matches!(s.deciding(), Some(PlayerKind::Human));
    let playable = |site: Site| !waits || !matches!(s.meaning(&[site]), Meaning::Nothing);
    if s.cursor
        .is_some_and(|site| there(site) && playable(site) && !s.loses_at_once(site))
    {
        return;
    }
    let mut hits: Vec<Site> = match from {
        // If the board names no place to start, the first legal moves are as good as any.
        None => {
            let first = s.game().position().choices(&[], TRIED).list;
            let named = s.scene.start().filter(|&site| there(site));
            let sites = first
                .iter()
                .filter_map(|c| c.sites.first())
                .copied()
                .filter(|&site| there(site));
            named
                .into_iter()
                .chain(sites)
                .chain(drawing.hits.iter().map(|h| h.site))
                .collect()
        }
        Some((x, y)) => {
            let mut all: Vec<_> = drawing.hits.iter().collect();
            all.sort_by_key(|h| {
                // A row is about as high as two columns are wide.
                let (dx, dy) = (
                    i64::from(h.x) - i64::from(x),
                    2 * (i64::from(h.y) - i64::from(y)),
                );
                dx * dx + dy * dy
            });
            all.iter().map(|h| h.site).collect()
        }
    };
    hits.truncate(TRIED);
    // No single key loses the game while there is another place to point at.
    let mut safe = hits.iter().copied().filter(|&site| !s.loses_at_once(site));
    let first = safe.clone().next();
    let safe = safe.find(|&site| playable(site)).or(first);
    s.cursor = safe
        .or(s.cursor.filter(|&site| there(site)))
        .or(hits.first().copied());
}

/// Against the easy opponent, moves the cursor off a move known to throw something away, before the person first uses
/// it. Nowhere else does the verdict move the cursor: it would give away the way to win.
pub fn avoid_mistakes(cx: &mut Context) {
    let Some(s) = cx
        .on_table
        .as_mut()
        .filter(|s| !s.pointed && s.picked.is_empty())
    else {
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

/// Puts the cursor where enter does not play one of these moves, if there is such a place.
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

/// Moves the cursor to the neighbour in a direction.
pub fn step(cx: &mut Context, action: Action) {
    let Some(drawing) = drawing(cx) else { return };
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    s.pointed = true;
    if let Some(site) = neighbour(&drawing.hits, s.cursor, board::direction(action)) {
        s.cursor = Some(site);
    }
}

/// Finds the places open for the next pick.
pub fn refresh_open(cx: &mut Context) {
    let Some(s) = cx.on_table.as_ref() else {
        return;
    };
    let open = if s.picked.is_empty() {
        Vec::new()
    } else {
        open_sites(cx, s)
    };
    if let Some(s) = cx.on_table.as_mut() {
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
        // Too many moves to list: try each site on the screen.
        let reach = |site: &Site| {
            let mut wanted = s.picked.clone();
            wanted.push(*site);
            !position.choices(&wanted, 1).list.is_empty()
        };
        view::drawing(cx, s, false)
            .hits
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
