//! Why a bar is won or lost: by symmetry where its shape shows one, by the table elsewhere.

use super::{Bar, Bite, Chomp};
use crate::rules::{Convention, Limits, Notation, Outcome, Rules, Value};
use crate::solve::Solve;

/// The two arms of a hook: squares beside and above the poison, where nothing else is left.
fn arms(at: &Bar) -> Option<(u16, u16)> {
    let above = at.rows().iter().skip(1);
    (above.clone().all(|&length| length == 1)).then(|| (at.columns().saturating_sub(1), above.count() as u16))
}

pub(super) fn why(game: &Chomp, at: &Bar, value: &Value, winning: &[Bite]) -> Vec<String> {
    let mut lines = Vec::new();
    if at.rows().is_empty() {
        lines.push(match game.convention {
            Convention::Normal => "All is eaten: who took the last bite has won.".to_owned(),
            Convention::Misere => "All is eaten: who ate the poison has lost.".to_owned(),
        });
        return lines;
    }
    if game.convention == Convention::Normal {
        lines.push("The last bite wins: 1,1 eats everything.".to_owned());
        if at.rows() != [1] {
            lines.push("Any other bite leaves that to the other.".to_owned());
        }
        if let Some(grundy) = value.grundy {
            lines.push(format!("Grundy value {grundy}."));
        }
        return lines;
    }
    match value.outcome {
        Outcome::Win => {
            let side = at.rows().len();
            if let Some((right, up)) = arms(at) {
                lines.push(match right.min(up) {
                    0 => "Only one line is left: a bite leaves the poison alone.".to_owned(),
                    less => format!("Arms of {right} and {up}: a bite makes them both {less}."),
                });
            } else if at.is_rectangle() && side == usize::from(at.columns()) {
                lines.push(
                    "A square: 2,2 leaves two equal arms, and a bite on one is copied on the other."
                        .to_owned(),
                );
            } else if at.is_rectangle() {
                lines.push(
                    "A rectangle: if taking its far corner lost, the answer to it would win at once."
                        .to_owned(),
                );
            }
            let best = game.best(at, &Limits::default()).ok().flatten().or(winning.first().copied());
            if let Some(m) = best {
                let to = game.state_text(&game.play(at, &m));
                lines.push(format!(
                    "{} leaves {to}, from where every bite loses, by the table of all shapes.",
                    game.move_text(at, &m)
                ));
            }
        }
        _ => {
            if at.rows() == [1] {
                lines.push("Only the poison is left, and it must be eaten.".to_owned());
                return lines;
            }
            if let Some((arm, _)) = arms(at) {
                lines.push(format!("Two equal arms of {arm}: what you bite off one, the other copies."));
            } else if let &[long, short] = at.rows()
                && short + 1 == long
            {
                lines.push("Two rows, the upper one shorter by one: the other restores that.".to_owned());
            }
            let limits = Limits::default();
            let reply = game.best(at, &limits).ok().flatten().and_then(|m| {
                let to = game.play(at, &m);
                Some((game.move_text(at, &m), game.best(&to, &limits).ok().flatten()?, to))
            });
            lines.push(match reply {
                Some((m, answer, to)) => format!(
                    "Against {m} the answer {} wins, by the table of all shapes.",
                    game.move_text(&to, &answer)
                ),
                None => "Every bite loses, by the table of all shapes.".to_owned(),
            });
        }
    }
    lines
}
