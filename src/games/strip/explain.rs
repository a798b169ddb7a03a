//! Why a strip is won or lost.

use super::{Cells, Paint, Strip};
use crate::games::strip::gaps::{Cell, Gap, Total, gaps};
use crate::rules::{Notation, Outcome, Rules, Value};

pub(super) fn why(game: &Strip, at: &Cells, value: &Value, winning: &[Paint]) -> Vec<String> {
    if game.is_over(at) {
        let end = if game.misere() { "won" } else { "lost" };
        return vec![format!("No cell can be coloured: the player to move has {end}.")];
    }
    let list: Vec<Gap> = gaps(&at.0).map(|(_, gap)| gap).collect();
    let total = Total::of(&at.0).tame();
    let mut lines = Vec::new();
    match &list[..] {
        [gap] => lines.push(format!("One gap: {}.", name(gap))),
        [..] if list.len() <= 4 => {
            let names: Vec<String> = list.iter().map(name).collect();
            lines.push(format!("{} gaps: {}.", list.len(), names.join("; ")));
            lines.push(format!("The XOR of their values is {}.", total.value));
        }
        [..] => lines.push(format!("{} gaps; the XOR of their values is {}.", list.len(), total.value)),
    }
    if game.misere() {
        lines.push(match total.firm {
            true => "Misère, with a firm gap: an XOR of 0 loses, as in normal play.".to_owned(),
            false => "Misère, with fickle gaps only: an XOR of 1 loses, and 0 wins.".to_owned(),
        });
    }
    match (value.outcome, winning.first()) {
        (Outcome::Win, Some(m)) => {
            let to = Total::of(&game.play(at, m).0).tame();
            lines.push(format!("{} makes the XOR {}.", game.move_text(at, m), to.value));
        }
        (Outcome::Loss, _) if !game.misere() => {
            lines.push("Every move changes the XOR, and the other makes it 0 again.".to_owned());
        }
        _ => {}
    }
    lines
}

fn name(gap: &Gap) -> String {
    let place = match (gap.left, gap.right) {
        (Cell::Free, Cell::Free) => "the whole board",
        (Cell::Free, _) | (_, Cell::Free) => "at the board's edge",
        (left, right) if left == right => "between equal colours",
        _ => "between different colours",
    };
    let cells = if gap.len == 1 { "cell" } else { "cells" };
    format!("{} {cells}, {place}, value {}", gap.len, gap.tame().value)
}
