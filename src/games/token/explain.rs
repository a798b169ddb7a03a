//! Why a position of tokens is won or lost: the vertices' values, and what the best move makes of them.

use super::{Slide, Token, Tokens};
use crate::rules::{Convention, Limits, Notation, Outcome, Rules, Value};
use crate::solve::Solve;

/// The most tokens that are told one by one.
const TOLD: usize = 8;

pub(super) fn why(game: &Token, at: &Tokens, value: &Value, winning: &[Slide]) -> Vec<String> {
    let limits = Limits::default();
    if game.is_over(at) {
        return vec![match game.convention {
            Convention::Normal => "No token can move: who moved last has won.".to_owned(),
            Convention::Misere => "No token can move: who moved last has lost.".to_owned(),
        }];
    }
    let mut lines = Vec::new();
    let Ok(vertices) = game.vertices(&limits) else { return vec![game.state_text(at)] };
    let sum = vertices.sum(at);
    let told: Vec<String> =
        at.0.iter().take(TOLD).map(|&v| format!("{} {}", game.dag().name(v), vertices.grundy(v))).collect();
    let more = if at.0.len() > TOLD { ", ..." } else { "" };
    let values = format!("{}{more}", told.join(", "));
    match (game.convention, &*at.0) {
        (Convention::Normal, [_]) => lines.push(format!("The Grundy value of {values}.")),
        (Convention::Normal, _) => lines.push(format!("Grundy values {values}: XOR {}.", sum.value)),
        (Convention::Misere, [_]) => {}
        (Convention::Misere, _) if vertices.tame(at) => {
            lines.push(format!("Grundy values {values}: XOR {}.", sum.value));
            lines.push(match sum.firm {
                true => "All vertices are tame, one is firm: XOR 0 loses, as in normal play.".to_owned(),
                false => "All vertices are tame and fickle: XOR 1 loses in misère play.".to_owned(),
            });
        }
        (Convention::Misere, _) => {
            lines.push("Misère tokens do not add: all their positions were searched.".to_owned());
        }
    }
    match value.outcome {
        Outcome::Win => {
            if let Some(m) = game.best(at, &limits).ok().flatten().or(winning.first().copied()) {
                let to = game.play(at, &m);
                let text = game.move_text(at, &m);
                lines.push(match (game.is_over(&to), game.convention, &*at.0) {
                    (true, ..) => format!("{text} is the last move, and wins."),
                    (_, Convention::Normal, _) => format!("{text} makes it 0, which loses."),
                    (_, _, [_]) => {
                        format!("{text}: every arc from {} loses.", game.dag().name(m.to))
                    }
                    _ => format!("{text} leaves a lost position."),
                });
            }
        }
        _ => {
            let reply = game.best(at, &limits).ok().flatten().map(|m| {
                let to = game.play(at, &m);
                (game.move_text(at, &m), game.best(&to, &limits).ok().flatten(), to)
            });
            match reply {
                Some((m, Some(answer), to)) => {
                    lines.push(format!("{m} is answered by {}.", game.move_text(&to, &answer)));
                }
                Some((m, None, _)) => lines.push(format!("{m} is the last move, and loses.")),
                None => lines.push("Every move loses.".to_owned()),
            }
        }
    }
    lines
}
