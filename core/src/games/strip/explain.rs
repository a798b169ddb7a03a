//! Why a strip is won or lost: its gaps by kind, each with its value.

use super::gaps::{Cell, Gap, Total, gaps};
use super::{ColouredStrip, Colouring, Paint};
use crate::erased::{GameReasons, Proved};
use crate::games::pieces::{Decision, Piece, PieceNoun, SumOfPieces};
use crate::games::reasons::{counted, how_many_win};
use crate::rules::{FigureMark, Limits, Outcome, Reason, Rules, Site, Stop};

/// The most cells of a strip whose gaps are drawn.
const DRAWN: usize = 2_000;

/// The most cells of a gap that is written out in a claim of its own.
const WRITTEN: usize = 200;

/// What borders a gap, to follow its length.
fn kind(gap: &Gap) -> &'static str {
    match (gap.left, gap.right) {
        (Cell::Free, Cell::Free) => "on an empty strip",
        (Cell::Free, _) | (_, Cell::Free) => "at an edge",
        (left, right) if left == right => "with the same colour at both ends",
        _ => "with different colours at its ends",
    }
}

/// The gap with the colours next to it, as a strip of its own.
fn alone(gap: &Gap) -> Colouring {
    let mut cells = vec![Cell::Free; gap.len];
    if gap.left != Cell::Free {
        cells.insert(0, gap.left);
    }
    if gap.right != Cell::Free {
        cells.push(gap.right);
    }
    Colouring(cells.into())
}

/// The sites of a gap: for each of its cells one colour that is allowed there.
fn sites(first: usize, gap: &Gap) -> Vec<Site> {
    (0..gap.len)
        .filter_map(|i| {
            let colour = (1u32..).zip(Cell::COLOURS).find(|&(_, colour)| gap.allows(i, colour));
            colour.map(|(group, _)| Site::new(group, (first + i) as u64))
        })
        .collect()
}

impl SumOfPieces for ColouredStrip {
    const NOUN: PieceNoun = PieceNoun {
        one: "gap",
        many: "gaps",
        over: "No cell can be coloured",
        values: "* and a number over a gap: its Grundy value",
        listed: false,
    };

    const HAS_DEAD: bool = true;

    fn pieces(&self, at: &Colouring, _limits: &Limits) -> Result<Vec<Piece<Colouring>>, Stop> {
        let piece = |(first, gap): (usize, Gap)| Piece {
            name: match gap.len {
                1 => format!("the gap at cell {}", first + 1),
                len => format!("the gap at cells {} to {}", first + 1, first + len),
            },
            short: format!("{} {}", counted(gap.len as u64, "cell", "cells"), kind(&gap)),
            value: gap.tame().value,
            places: if at.0.len() <= DRAWN { sites(first, &gap) } else { Vec::new() },
            alone: (gap.len <= WRITTEN).then(|| alone(&gap)),
        };
        Ok(gaps(&at.0).filter(|(_, gap)| gap.count_moves() > 0).map(piece).collect())
    }

    fn piece_of(&self, at: &Colouring, m: &Paint) -> Option<usize> {
        let mut live = gaps(&at.0).filter(|(_, gap)| gap.count_moves() > 0);
        live.position(|(first, gap)| (first..first + gap.len).contains(&m.cell))
    }

    fn decision(&self, at: &Colouring, _limits: &Limits) -> Result<Decision, Stop> {
        Ok(match self.convention.is_misere() {
            false => Decision::NimSum,
            true => Decision::LikeNim { firm: Total::of(&at.0).tame().firm },
        })
    }

    fn own_reasons(
        &self,
        at: &Colouring,
        pieces: &[Piece<Colouring>],
        proved: &Proved<'_, Paint>,
        _limits: &Limits,
    ) -> GameReasons<Self> {
        let itself = || proved.itself(at.clone());
        let rule = "The value of a gap at an edge is its number of cells. A gap with the same colour at both ends has value 1. A gap with different colours has value 0.";
        let (cells, free) = (at.0.len(), at.0.iter().all(|cell| *cell == Cell::Free));
        let mut reasons = Vec::new();
        if free && !self.convention.is_misere() {
            let texts = match proved.value.outcome {
                Outcome::Loss => [
                    "The strip has no middle cell: your opponent mirrors you.",
                    "When you colour a cell, your opponent puts the other colour in its mirror image. So your opponent moves last.",
                ],
                _ => [
                    "Colour the middle cell, then mirror your opponent.",
                    "When your opponent colours a cell, put the same colour in its mirror image. So you move last.",
                ],
            };
            let halves: Vec<FigureMark> = match (cells, pieces) {
                (2..=DRAWN, [_]) => [0..cells / 2, cells.div_ceil(2)..cells]
                    .map(|half| FigureMark::Tint {
                        places: half.map(|cell| Site::new(1, cell as u64)).collect(),
                        tint: 0,
                        label: String::new(),
                    })
                    .into(),
                _ => Vec::new(),
            };
            reasons.push(Reason::headline(texts[0]).claiming(itself()));
            reasons.push(Reason::because(texts[1]).claiming(itself()).drawing(halves));
        } else if !free {
            reasons.push(Reason::new(rule).claiming(itself()));
        }
        // The only move says nothing that the verdict does not say.
        if proved.winning_count > 0 && self.count_moves(at) != Some(1) {
            reasons.push(how_many_win(self, at, proved));
        }
        Ok(reasons)
    }
}
