//! Why heaps are won or lost: by their Grundy values; in misère Kayles by the case of the rule that decides; in other misère
//! play by what the heaps count for, or by what the search found.

use super::elements::ByElements;
use super::solver::Method;
use super::{HeapMove, HeapSizes, MOST_SEARCHED, Octal};
use crate::erased::{GameReasons, Proved};
use crate::games::kayles;
use crate::games::pieces::{Decision, Piece, PieceNoun, SumOfPieces};
use crate::games::piles::group;
use crate::games::reasons::{and, fitting, stones};
use crate::rules::{Limits, Reason, Stop};
use crate::solve::kayles::{MisereCase, Runs};

/// Of larger heaps it is not said what they can become.
const LISTED: u64 = 60;

impl Octal {
    fn live_heaps(&self, at: &HeapSizes) -> Vec<(usize, u64)> {
        at.iter().copied().enumerate().filter(|&(_, size)| self.is_live(size)).collect()
    }
}

impl SumOfPieces for Octal {
    const NOUN: PieceNoun = PieceNoun::HEAP;

    const HAS_DEAD: bool = true;

    /// Where no value decides the values are not asked for, and 0.
    fn pieces(&self, at: &HeapSizes, limits: &Limits) -> Result<Vec<Piece<HeapSizes>>, Stop> {
        let heaps = self.live_heaps(at);
        let sizes: Vec<u64> = heaps.iter().map(|heap| heap.1).collect();
        let values = match self.method() {
            Method::Search => vec![0; sizes.len()],
            Method::Values | Method::Kayles => self.grundy(&sizes, limits)?,
        };
        let piece = |(&(i, size), value): (&(usize, u64), u32)| Piece {
            name: format!("heap {}", i + 1),
            short: size.to_string(),
            value: value.into(),
            places: stones(group(i), 1, size),
            alone: Some(vec![size]),
        };
        Ok(heaps.iter().zip(values).map(piece).collect())
    }

    fn piece_of(&self, at: &HeapSizes, m: &HeapMove) -> Option<usize> {
        self.live_heaps(at).iter().position(|heap| heap.0 == m.heap)
    }

    fn decision(&self, at: &HeapSizes, limits: &Limits) -> Result<Decision, Stop> {
        Ok(match self.method() {
            Method::Values => Decision::NimSum,
            Method::Kayles => Decision::Own,
            Method::Search => {
                let long = self.live_heaps(at).iter().fold(0, |all: u64, heap| all.saturating_add(heap.1))
                    > MOST_SEARCHED;
                match long && self.by_elements(at, limits)?.is_some() {
                    true => Decision::Own,
                    false => Decision::Search,
                }
            }
        })
    }

    fn shows_values(&self, at: &HeapSizes, _limits: &Limits) -> Result<bool, Stop> {
        Ok(match self.method() {
            Method::Values => true,
            Method::Kayles => at.iter().copied().collect::<Runs>().misere_case() != MisereCase::OneFourFive,
            Method::Search => false,
        })
    }

    fn own_reasons(
        &self,
        at: &HeapSizes,
        pieces: &[Piece<HeapSizes>],
        proved: &Proved<'_, HeapMove>,
        limits: &Limits,
    ) -> GameReasons<Self> {
        let itself = || proved.itself(at.clone());
        let heaps = self.live_heaps(at);
        Ok(match self.method() {
            Method::Values => {
                let period = match self.is_kayles() {
                    true => Some((12, 71)),
                    false => self.values(limits)?.period().map(|period| (period.length, period.preperiod)),
                };
                let told = |(length, from)| {
                    format!("From {from} stones on, the Grundy values of heaps repeat every {length}.")
                };
                let shown = period.filter(|(_, from)| heaps.iter().any(|heap| heap.1 >= *from));
                shown.map(|period| Reason::new(told(period)).claiming(itself())).into_iter().collect()
            }
            Method::Kayles => {
                let sizes: Vec<u64> = heaps.iter().map(|heap| heap.1).collect();
                let [headline, because] = kayles::misere_case(&sizes, ["heap", "heaps"]);
                [Reason::headline(headline), Reason::because(because)].map(|r| r.claiming(itself())).into()
            }
            Method::Search => match self.by_elements(at, limits)? {
                Some(found) => {
                    elements(&heaps, pieces, &found).into_iter().map(|r| r.claiming(itself())).collect()
                }
                None => Vec::new(),
            },
        })
    }

    fn reached(&self, piece: &Piece<HeapSizes>, limits: &Limits) -> Result<Option<Vec<u64>>, Stop> {
        let Some(&[size]) = piece.alone.as_deref().filter(|heaps| heaps.iter().all(|&n| n <= LISTED)) else {
            return Ok(None);
        };
        let mut left = Vec::new();
        let _ = self.moves_of(0, size, &mut |m| {
            left.push(m.left(size));
            std::ops::ControlFlow::Continue(())
        });
        let values = left
            .iter()
            .map(|two| Ok(self.grundy(two, limits)?.into_iter().fold(0, |xor, v| xor ^ u64::from(v))));
        values.collect::<Result<Vec<u64>, Stop>>().map(Some)
    }
}

/// What the heaps count for where the misère quotient decides, and what that makes of the whole.
fn elements(
    heaps: &[(usize, u64)],
    pieces: &[Piece<HeapSizes>],
    found: &ByElements,
) -> [Reason<HeapSizes, HeapMove>; 3] {
    let first = found.order - found.losing;
    let loses = usize::from(found.whole) >= first;
    let scope = if found.all_heaps { "" } else { " It is proved for heaps of this size." };
    let counts: Vec<String> = heaps.iter().map(|(i, _)| found.heaps[*i].to_string()).collect();
    let shorts: Vec<String> = pieces.iter().map(|piece| piece.short.clone()).collect();
    let headline = match loses {
        true => "The product of these heaps loses in the misère quotient.",
        false => "Leave heaps whose product loses in the misère quotient.",
    };
    let table = format!(
        "A misère quotient is a multiplication table that replaces Grundy values. It has {} elements, and {} of them lose.{scope}",
        found.order, found.losing
    );
    let whole = found.whole;
    let here = fitting([
        format!(
            "Heaps of {} stand for the elements {} of the table. The product of these elements is element {whole}.",
            and(&shorts),
            and(&counts)
        ),
        format!("The product of the {} heaps is element {whole}.", heaps.len()),
    ]);
    [Reason::headline(headline), Reason::because(table), Reason::new(here)]
}
