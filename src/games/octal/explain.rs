//! Why heaps are won or lost.

use super::solver::Method;
use super::{Octal, Position, Take};
use crate::rules::{Limits, Notation, Outcome, Rules, Value};

pub(super) fn why(game: &Octal, at: &Position, value: &Value, winning: &[Take]) -> Vec<String> {
    if game.is_over(at) {
        let end = if game.misere() { "won" } else { "lost" };
        return vec![format!("No heap allows a move: the player to move has {end}.")];
    }
    let limits = Limits::default();
    let mut lines = Vec::new();
    if game.method() != Method::Search
        && let Ok(values) = game.grundy(at, &limits)
    {
        let xor = values.iter().fold(0, |xor, g| xor ^ g);
        let texts: Vec<String> = values.iter().map(u32::to_string).collect();
        lines.push(match &at[..] {
            [size] => format!("A heap of {size} has the Grundy value {xor}."),
            _ if at.len() <= 8 => {
                format!("The heaps' Grundy values {} have the XOR {xor}.", texts.join(", "))
            }
            _ => format!("The Grundy values of the {} heaps have the XOR {xor}.", at.len()),
        });
    }
    match game.method() {
        Method::Values => {
            if let Some(period) = game.values().period() {
                lines.push(format!(
                    "Values of heaps have period {} from {}.",
                    period.length, period.preperiod
                ));
            }
        }
        Method::Kayles => {
            lines.push("Misère Kayles, by the rule of Sibert and Conway.".to_owned());
        }
        Method::Search => lines.push("Misère: every line of play was searched.".to_owned()),
    }
    match (value.outcome, winning.first()) {
        (Outcome::Win, Some(m)) => {
            let to = game.canonical(&game.play(at, m));
            let left: Vec<String> = to.iter().map(u64::to_string).collect();
            let text = game.move_text(at, m);
            lines.push(match left.len() {
                0 => format!("{text} leaves the other no move."),
                1..=8 => format!("{text} leaves {}: lost for the other.", left.join(", ")),
                _ => format!("{text} leaves heaps that lose for the other."),
            });
        }
        (Outcome::Win, None) => {}
        _ if game.method() == Method::Values => {
            lines.push("Every move changes that, and the other makes it 0 again.".to_owned());
        }
        _ => lines.push("Every move loses.".to_owned()),
    }
    lines
}
