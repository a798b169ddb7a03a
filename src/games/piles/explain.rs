//! Why piles are won or lost: their values, the XOR, and the move that sets it right.

use super::{PileRules, Piles, Take};
use crate::rules::{Convention, Limits, Notation, Outcome, Rules, Value};
use crate::solve::tame::Genus;

/// The most piles whose values are written out.
const WRITTEN: usize = 6;

pub(super) fn why<K: PileRules>(
    game: &Piles<K>,
    at: &Vec<u64>,
    value: &Value,
    winning: &[Take],
) -> Vec<String> {
    let misere = game.convention == Convention::Misere;
    if game.is_over(at) {
        let result = if misere { "lost" } else { "won" };
        return vec![format!("No move is left: who moved last has {result}.")];
    }
    let limits = Limits::default();
    let values: Vec<u64> = at.iter().filter_map(|&n| game.kind.value(n, &limits).ok()).collect();
    let whole: Genus = values.iter().map(|&v| Genus::pile(v)).sum();
    let mut lines = vec![values_line(game, at, &values, whole)];
    let loser = u64::from(misere && !whole.firm);
    let what = if at.len() == 1 { "value" } else { "XOR" };
    if misere {
        lines.push(match whole.firm {
            true => format!("Misère, and a value of 2 or more is left: as in normal play, {what} 0 loses."),
            false => format!("Misère, and no value is above 1: {what} 1 loses."),
        });
    }
    match (value.outcome, winning.first()) {
        (Outcome::Win, Some(m)) => {
            let to = game.play(at, m);
            let after: Genus =
                (to.iter()).filter_map(|&n| game.kind.value(n, &limits).ok()).map(Genus::pile).sum();
            let text = game.move_text(at, m);
            lines.push(match (game.is_over(&to), misere && whole.firm && !after.firm) {
                (true, _) => format!("{text} is the last move, and wins."),
                (_, true) if at.len() == 1 => {
                    format!("{text} leaves the value 1, which loses in misère play.")
                }
                (_, true) => {
                    format!("{text} leaves values of 0 and 1 only, with XOR 1: that loses in misère play.")
                }
                _ => format!("{text} makes the {what} {loser}, which loses for the other."),
            });
        }
        (Outcome::Win, None) => lines.push(format!("A move that makes it {loser} wins.")),
        _ if last_move(game, at) => lines.push("Every move is the last one, and loses.".to_owned()),
        _ => lines.push("Every move changes that, and the other can put it right again.".to_owned()),
    }
    lines
}

/// The values and their XOR in one line.
fn values_line<K: PileRules>(game: &Piles<K>, at: &[u64], values: &[u64], whole: Genus) -> String {
    let formula = game.kind.formula().map_or(String::new(), |f| format!(" ({f})"));
    if let [value] = values {
        return match formula.is_empty() {
            true => format!("One pile of {}, of value {value}.", at.first().copied().unwrap_or(0)),
            false => format!("The pile's value is {value}{formula}."),
        };
    }
    let xor = whole.value;
    if values.len() > WRITTEN {
        return format!("The values of the {} piles{formula} have the XOR {xor}.", values.len());
    }
    let list: Vec<String> = values.iter().map(u64::to_string).collect();
    let names = if formula.is_empty() && at == values { "piles" } else { "piles' values" };
    format!("The {names}{formula} {} have the XOR {xor}.", list.join(", "))
}

/// Whether every move ends the game, as far as that is quickly seen.
fn last_move<K: PileRules>(game: &Piles<K>, at: &Vec<u64>) -> bool {
    game.count_moves(at).is_some_and(|n| n <= 64)
        && game.moves(at).iter().all(|m| game.is_over(&game.play(at, m)))
}
