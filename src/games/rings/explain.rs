//! Why a set of rings is won or lost: its groups, and the move or the answers that decide.

use super::notation::list;
use super::{RingRules, Rings};
use crate::games::rings::board::{Board, ones};
use crate::rules::{Convention, Limits, Outcome, Value};
use crate::rules::{Notation, Rules};
use crate::solve::Solve;

pub(super) fn why<K: RingRules>(game: &Rings<K>, at: u64, value: &Value, winning: &[u64]) -> Vec<String> {
    let mut lines = Vec::new();
    if at == 0 {
        lines.push(match game.convention {
            Convention::Normal => "No ring is left: who took the last one has won.".to_owned(),
            Convention::Misere => "No ring is left: who took the last one has lost.".to_owned(),
        });
        return lines;
    }
    let limits = Limits::default();
    let groups = groups(&game.layout.board, at);
    if groups.len() > 1 {
        let names: Vec<String> = groups.iter().map(|&g| list(g)).collect();
        lines.push(format!("{} groups that do not touch: {}.", groups.len(), names.join(" | ")));
    }
    let nimbers = || groups.iter().map(|&g| game.grundy(g, &limits)).collect::<Result<Vec<_>, _>>();
    if let Some(total) = value.grundy
        && groups.len() > 1
        && let Ok(nimbers) = nimbers()
    {
        let values: Vec<String> = nimbers.iter().map(u8::to_string).collect();
        lines.push(format!("Their Grundy values {} have the XOR {total}.", values.join(", ")));
    } else if let Some(total) = value.grundy {
        lines.push(format!("Grundy value {total}."));
    }
    match value.outcome {
        Outcome::Win => {
            if let Some(m) = game.best(&at, &limits).ok().flatten().or(winning.first().copied()) {
                let left = at & !m;
                let text = game.move_text(&at, &m);
                lines.push(match left {
                    0 => format!("{text} takes the last ring, and that wins."),
                    _ if left.count_ones() == 1 && game.convention == Convention::Misere => {
                        format!("{text} leaves only {}, which the other must take.", list(left))
                    }
                    _ => format!("{text} leaves {}: every move from there loses.", list(left)),
                });
            }
        }
        _ => {
            let lasts = |m: &u64| game.value(&game.play(&at, m), &limits).ok().and_then(|v| v.remoteness);
            let longest = game.best(&at, &limits).ok().flatten();
            let reply = longest.and_then(|m| {
                let to = game.play(&at, &m);
                Some((m, to, game.best(&to, &limits).ok().flatten()?))
            });
            lines.push(match reply {
                Some((m, to, r)) => {
                    let (text, reply) = (game.move_text(&at, &m), game.move_text(&to, &r));
                    let shorter =
                        |n: &u64| matches!((lasts(n), lasts(&m)), (Some(other), Some(this)) if other < this);
                    match game.moves(&at).iter().any(shorter) {
                        true => format!("{text} resists longest, and {reply} answers it."),
                        false => format!("{text} is answered by {reply}."),
                    }
                }
                None => "Only one ring is left, and who takes it loses.".to_owned(),
            });
        }
    }
    lines
}

/// The rings of each group of rings that touch.
fn groups(board: &Board, rings: u64) -> Vec<u64> {
    let mut left = rings;
    let mut groups = Vec::new();
    while left != 0 {
        let mut group = left & left.wrapping_neg();
        loop {
            let more = ones(group).fold(group, |g, p| g | board.neighbours(p as usize) & left);
            if more == group {
                break;
            }
            group = more;
        }
        groups.push(group);
        left &= !group;
    }
    groups
}
