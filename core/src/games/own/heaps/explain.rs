//! Why heaps of a script are won or lost: by their Grundy values, in misère play by what the search found.

use super::{Become, OwnHeaps};
use crate::games::own::explored::OwnPosition;
use crate::games::pieces::{Decision, Piece, PieceNoun, SumOfPieces};
use crate::games::piles::group;
use crate::games::reasons::stones;
use crate::rules::{Convention, Limits, Stop};

/// The most options of a heap whose values are listed.
const LISTED: usize = 24;

impl OwnHeaps {
    fn live_heaps(&self, at: &OwnPosition) -> Vec<(usize, i32)> {
        at.cells.iter().copied().enumerate().filter(|&(_, heap)| self.is_live(heap)).collect()
    }
}

impl SumOfPieces for OwnHeaps {
    const NOUN: PieceNoun = PieceNoun::HEAP;

    const HAS_DEAD: bool = true;

    fn pieces(&self, at: &OwnPosition, limits: &Limits) -> Result<Vec<Piece<OwnPosition>>, Stop> {
        let heaps = self.live_heaps(at);
        let values = match self.convention {
            Convention::Normal => {
                self.values(&heaps.iter().map(|heap| heap.1).collect::<Vec<_>>(), limits)?
            }
            Convention::Misere => vec![0; heaps.len()],
        };
        let piece = |(&(i, heap), value): (&(usize, i32), u64)| Piece {
            name: format!("heap {}", i + 1),
            short: heap.to_string(),
            value,
            places: stones(group(i), 1, heap as u64),
            alone: Some(OwnPosition { mover: None, cells: [heap].into() }),
        };
        Ok(heaps.iter().zip(values).map(piece).collect())
    }

    fn piece_of(&self, at: &OwnPosition, m: &Become) -> Option<usize> {
        self.live_heaps(at).iter().position(|heap| heap.0 == m.heap as usize)
    }

    fn decision(&self, _at: &OwnPosition, _limits: &Limits) -> Result<Decision, Stop> {
        Ok(if self.convention == Convention::Misere { Decision::Search } else { Decision::NimSum })
    }

    fn reached(&self, piece: &Piece<OwnPosition>, limits: &Limits) -> Result<Option<Vec<u64>>, Stop> {
        let heap = piece.alone.as_ref().and_then(|alone| alone.cells.first().copied());
        let Some(options) = heap.and_then(|heap| self.options_now(heap)).filter(|o| o.len() <= LISTED) else {
            return Ok(None);
        };
        let values =
            options.iter().map(|option| Ok(self.values(option, limits)?.into_iter().fold(0, |x, v| x ^ v)));
        values.collect::<Result<Vec<u64>, Stop>>().map(Some)
    }
}
