//! Why a position is won, drawn or lost: lines about to be completed, forks, and what the search found.

use super::rules::cells;
use super::{LINES, Marks, TicTacToe, name};
use crate::rules::{Limits, Notation, Outcome, Player, Rules, Value};
use crate::solve::Solve;

/// The free cells where a player would complete a line.
fn threats(at: Marks, player: Player) -> Vec<u8> {
    let own = at.cells(player);
    cells(at.free()).filter(|c| LINES.iter().any(|line| (own | 1 << c) & line == *line)).collect()
}

fn list(cells: &[u8]) -> String {
    let texts: Vec<String> = cells.iter().map(|c| (c + 1).to_string()).collect();
    texts.join(" and ")
}

pub(super) fn why(game: &TicTacToe, at: Marks, value: &Value) -> Vec<String> {
    let (mover, other) = (at.mover(), at.mover().other());
    if at.has_line(other) {
        return vec![format!("{} has three in a line.", name(other))];
    }
    if game.is_over(&at) {
        return vec!["The board is full and nobody has a line.".to_owned()];
    }
    let limits = Limits::default();
    let mut lines = Vec::new();
    let mine = threats(at, mover);
    let theirs = threats(at, other);
    let best = game.best(&at, &limits).ok().flatten();
    match value.outcome {
        Outcome::Win => {
            if !mine.is_empty() {
                lines.push(format!("{} completes a line at {}.", name(mover), list(&mine)));
            } else if let Some(m) = best {
                let made = threats(at.with(m), mover);
                lines.push(match made.len() {
                    0 => format!("{} wins, whatever the answer.", game.move_text(&at, &m)),
                    1 => format!("{} forces the answer {} and wins.", game.move_text(&at, &m), list(&made)),
                    _ => format!("{} makes a fork: it threatens {}.", game.move_text(&at, &m), list(&made)),
                });
            }
        }
        Outcome::Draw => {
            if !theirs.is_empty() {
                lines.push(format!("{} must stop the line at {}.", name(mover), list(&theirs)));
            }
            lines.push("Neither side can force a line.".to_owned());
        }
        Outcome::Loss => {
            lines.push(match theirs.len() {
                0 => format!("{} wins against every move, as the search shows.", name(other)),
                1 => format!("{} must be stopped at {}, and wins all the same.", name(other), list(&theirs)),
                _ => {
                    format!("{} threatens {}: only one can be stopped.", name(other), list(&theirs))
                }
            });
            let lasts = |m: &u8| game.value(&game.play(&at, m), &limits).ok().and_then(|v| v.remoteness);
            let moves = game.moves(&at);
            if let Some(m) = best
                && moves.iter().any(|n| lasts(n) < lasts(&m))
            {
                lines.push(format!("{} lasts longest.", game.move_text(&at, &m)));
            }
        }
    }
    lines
}
