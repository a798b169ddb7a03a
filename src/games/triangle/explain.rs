//! Why a position is won or lost: the forecast, what can be taken, what should be left, who opens first.

use std::collections::BTreeMap;

use super::capture::{Handout, Reduced, reduce};
use super::margins::Valued;
use super::rules::Position;
use super::{Triangle, name};
use crate::rules::{Player, Value};

pub(super) fn why(game: &Triangle, at: &Position, value: &Value) -> Vec<String> {
    let all = game.grid().triangles().len() as i32;
    let [a, b] = at.score();
    if game.undrawn(at) == 0 {
        return vec![format!("Every edge is drawn: A owns {}, B owns {b}.", triangles(a))];
    }
    let mut lines = Vec::new();
    let mover = at.mover();
    if let Some(margin) = value.margin {
        let mine = (all + margin) / 2;
        lines.push(format!(
            "With best play {} ends with {} of {all} triangles and {} with {}; now it is {a} to {b}.",
            name(mover),
            mine,
            name(mover.other()),
            all - mine
        ));
    }
    let reduced = reduce(game.grid(), at.drawn());
    if reduced.captured == 0 {
        lines.extend(openings(game, at));
    } else {
        lines.extend(captures(game, at, &reduced));
    }
    if lines.is_empty() {
        lines.push(format!("Now it is {a} to {b}; every line of play was searched."));
    }
    lines
}

/// What can be taken, and whether to leave some of it.
fn captures(game: &Triangle, at: &Position, reduced: &Reduced) -> Option<String> {
    let (player, opponent) = (name(at.mover()), name(at.mover().other()));
    let (k, left) = (reduced.captured, if reduced.handout == Handout::Four { 4 } else { 2 });
    let there = format!("{} can be taken at once", triangles(k));
    if reduced.core == game.grid().all() {
        return Some(format!("{there}, and that ends the game."));
    }
    let rest = game.margins.known(reduced.core)?;
    let moves = game.margins.known_moves(at.drawn())?;
    let best = moves.iter().map(|m| m.margin).max()?;
    let begin = |pick: &dyn Fn(&&Valued) -> bool| {
        let first = moves.iter().filter(|m| m.margin == best).find(pick);
        first.map_or_else(String::new, |m| game.edge_text(m.edge))
    };
    Some(if best > k as i32 + rest {
        // A loony position: leaving the last of it is worth more than taking it.
        let edge = begin(&|_| true);
        let part = match k - left {
            0 => format!("draw {edge}"),
            taken => format!("take {taken}, {edge} first,"),
        };
        format!(
            "{there}, but who takes the last of them must then draw elsewhere, and gets {} fewer than the other \
             there: {part} and leave the last {left} to hand over the move to {opponent}.",
            -rest
        )
    } else {
        let worth = match rest {
            0 => "both get as many".to_owned(),
            1.. => format!("{player} gets {rest} more than {opponent}"),
            _ => format!("{opponent} gets {} more than {player}", -rest),
        };
        format!(
            "{there}: {player} takes {}, {} first, then must draw elsewhere; of the other triangles {worth}.",
            if k == 1 { "it" } else { "them all" },
            begin(&|m: &&Valued| m.scored > 0)
        )
    })
}

/// Nothing can be taken: the quiet edges that are left, and who opens the first chain.
fn openings(game: &Triangle, at: &Position) -> Vec<String> {
    let grid = game.grid();
    let undrawn = game.undrawn(at);
    let edges = (0..u64::BITS as u8).filter(|e| undrawn >> e & 1 == 1);
    let mut quiet = 0u64;
    // Edges that stand or fall together lead to one core.
    let mut chains = BTreeMap::new();
    for edge in edges {
        let after = reduce(grid, at.drawn() | 1 << edge);
        match after.captured {
            0 => quiet |= 1 << edge,
            captured => _ = chains.insert(after.core, captured),
        }
    }
    if quiet == 0 {
        let mut sizes: Vec<u32> = chains.into_values().collect();
        sizes.sort_unstable();
        let sizes: Vec<String> = sizes.iter().map(u32::to_string).collect();
        return vec![format!(
            "Nothing can be taken, and every edge opens a chain that the other may take: {} {} of {} triangles.",
            sizes.len(),
            plural(sizes.len() as u32, "chain"),
            sizes.join(", ")
        )];
    }
    let mut lines = vec![match quiet.count_ones() {
        1 => format!(
            "Nothing can be taken. One quiet edge is left, that gives nothing away: {}.",
            game.list(quiet)
        ),
        n @ 2..=8 => format!(
            "Nothing can be taken. {n} edges are quiet, they give nothing away: {}.",
            game.list(quiet)
        ),
        n => format!(
            "Nothing can be taken. {n} of {} edges are quiet: they give nothing away.",
            undrawn.count_ones()
        ),
    }];
    // The book does not reach far enough to follow a line of play to its end.
    if !game.margins.is_opening(at.drawn())
        && let Some((drawn, giver)) = first_to_give(game, at)
    {
        lines.push(match drawn {
            0 => format!(
                "Best play gives triangles away at once, for the sake of the rest: {} opens.",
                name(giver)
            ),
            n => format!(
                "Best play draws {n} more quiet {}; then {} opens the first chain.",
                plural(n, "edge"),
                name(giver)
            ),
        });
    }
    lines
}

/// Follows one line of best play through quiet edges: how many are drawn, and who then gives triangles away.
fn first_to_give(game: &Triangle, at: &Position) -> Option<(u32, Player)> {
    let mut at = at.clone();
    let mut drawn = 0;
    loop {
        let moves = game.margins.known_moves(at.drawn())?;
        let best = moves.iter().map(|m| m.margin).max()?;
        let quiet = |m: &&Valued| reduce(game.grid(), at.drawn() | 1 << m.edge).captured == 0;
        let Some(m) = moves.iter().filter(|m| m.margin == best).find(quiet) else {
            return Some((drawn, at.mover()));
        };
        at.draw(game.grid(), m.edge);
        drawn += 1;
    }
}

fn triangles(n: u32) -> String {
    format!("{n} {}", plural(n, "triangle"))
}

fn plural(n: u32, word: &str) -> String {
    if n == 1 { word.to_owned() } else { format!("{word}s") }
}
