//! The values of the piles on the board, and their columns beside it.

use super::explain::ValuedPiles;
use super::{PileGame, PileRules, group};
use crate::games::reasons::stones;
use crate::rules::{Columns, Figure, FigureMark, Limits, Stop};

pub(super) fn figure<K: PileRules>(
    game: &PileGame<K>,
    at: &Vec<u64>,
    limits: &Limits,
) -> Result<Figure, Stop> {
    let valued = ValuedPiles::new(game, at, limits)?;
    let values = match valued.live.len() == 1 && game.kind.cycle().is_some() {
        true => "brackets at the pile: whole rounds, and above them what is left over",
        false => "* and a number at a pile: its worth",
    };
    let mut figure = Figure { values, ..Figure::default() };
    if valued.live.len() >= 2 {
        let rows = valued.live.iter().map(|&i| (format!("pile {}", i + 1), valued.values[i])).collect();
        figure.columns = Some(Columns::of(rows));
    }
    for &i in &valued.live {
        let group = group(i);
        let mark = |from, to, text: String| FigureMark::Value { places: stones(group, from, to), text };
        match game.kind.cycle().filter(|_| valued.live.len() == 1) {
            // What is over, at the top, and below it the rounds that cancel.
            Some(length) => {
                let over = at[i] % length;
                if over > 0 {
                    figure.marks.push(mark(at[i] - over + 1, at[i], over.to_string()));
                }
                if at[i] > over {
                    figure.marks.push(mark(1, at[i] - over, format!("{} * {length}", at[i] / length)));
                }
            }
            None if K::WORTH_ITSELF => {}
            None => figure.marks.push(mark(1, at[i], valued.values[i].to_string())),
        }
    }
    Ok(figure)
}
