//! Why a row is won or lost.

use super::{Cells, Row, Take};
use crate::rules::{Convention, Notation, Outcome, Rules, Value};
use crate::solve::kayles::{SPECIAL, grundy};

pub(super) fn why(game: &Row, at: &Cells, value: &Value, winning: &[Take]) -> Vec<String> {
    let misere = game.convention == Convention::Misere;
    let runs: Vec<u64> = at.runs().map(|run| run.len() as u64).collect();
    if runs.is_empty() {
        let end = if misere { "lost" } else { "won" };
        return vec![format!("No stone is left: who took the last one has {end}.")];
    }
    let kayles = at.kayles();
    let mut lines = Vec::new();
    let xor = kayles.grundy();
    let values: Vec<String> = runs.iter().map(|&n| grundy(n).to_string()).collect();
    lines.push(match &runs[..] {
        [run] => format!("One run of {run}: Grundy value {xor}."),
        [..] if runs.len() <= 12 => {
            let lengths: Vec<String> = runs.iter().map(u64::to_string).collect();
            format!("Runs of {}: Grundy values {}, XOR {xor}.", lengths.join(", "), values.join(", "))
        }
        [..] => format!("{} runs; the XOR of their Grundy values is {xor}.", runs.len()),
    });
    if misere {
        lines.push(match runs.iter().find(|n| !SPECIAL.contains(n)) {
            Some(n) => format!("With a run of {n} misère play goes by the XOR as well."),
            None if runs.iter().all(|n| [1, 4, 5].contains(n)) => {
                let odd = runs.iter().filter(|n| [1, 4].contains(*n)).count() % 2 == 1;
                let parity = if odd { "odd: lost" } else { "even: won" };
                format!("Misère, runs of 1, 4 and 5 only: the number of 1s and 4s is {parity}.")
            }
            None if (xor == 0) == game.loses(&kayles) => {
                "Misère, no exception of Sibert and Conway's rule: as in normal play.".to_owned()
            }
            None => {
                "Misère, an exception of Sibert and Conway's rule: the reverse of normal play.".to_owned()
            }
        });
    }
    match (value.outcome, winning.first()) {
        (Outcome::Win, Some(m)) => {
            let to = game.play(at, m);
            let left: Vec<String> = to.runs().map(|run| run.len().to_string()).collect();
            lines.push(match left.len() {
                0 => format!("{} takes the last of the stones, and that wins.", game.move_text(at, m)),
                1..=12 => format!("{} leaves {}, which loses.", game.move_text(at, m), left.join(", ")),
                _ => format!("{} leaves a row that loses.", game.move_text(at, m)),
            });
            if let ([run], false) = (&runs[..], misere)
                && to.runs().map(|r| r.len()).collect::<Vec<_>>() == [(run - 1) as usize / 2; 2]
            {
                lines.push("Its two halves are alike: mirror every move in the other half.".to_owned());
            }
        }
        (Outcome::Loss, _) if !misere => lines.push(match game.count_moves(at) {
            Some(1) => "The only move is not the last one, and loses.".to_owned(),
            _ => "Every move changes the XOR, and the other makes it 0 again.".to_owned(),
        }),
        _ => {}
    }
    lines
}
