//! Misère sums multiplied in the quotient of all their heaps.

use super::{Choice, Sum};
use crate::erased::SumPart;
use crate::rules::{Limits, Stop};
use crate::solve::quotient::{Element, Factor, HeapFamily, MixedQuotient};

/// The parts of a sum as elements of one quotient.
#[derive(Clone, Debug)]
pub(super) struct SumProduct {
    pub(super) whole: MixedQuotient,
    /// The element of each part.
    pub(super) elements: Vec<Element>,
}

/// The largest heap of Nim, and of another game, beside which the quotient is soon found.
const FEW: (u64, u64) = (7, 40);

/// The parts as elements, where the heaps are small enough for that to be a matter of a moment.
pub(super) fn of_few(sum: &Sum, limits: &Limits) -> Result<Option<SumProduct>, Stop> {
    for part in &sum.parts {
        let part = part.part()?;
        let (heaps, most) = match part.factor(limits) {
            Ok(Some((Factor::Nim(_), largest))) => (vec![largest], FEW.0),
            Ok(Some((Factor::Heaps(heaps), _))) => (heaps, FEW.1),
            Ok(None) | Err(Stop::NotProved(_)) => return Ok(None),
            Err(stop) => return Err(stop),
        };
        if heaps.into_iter().any(|heap| heap > most) {
            return Ok(None);
        }
    }
    Ok(of(sum, limits)?.ok())
}

/// The parts of a misère sum as elements; `Err` says what keeps them from being any.
pub(super) fn of(sum: &Sum, limits: &Limits) -> Result<Result<SumProduct, String>, Stop> {
    let parts: Vec<Box<dyn SumPart + '_>> =
        sum.parts.iter().map(|part| part.part()).collect::<Result<_, _>>()?;
    let mut factors: Vec<(Factor, Option<String>)> = Vec::new();
    let mut families: Vec<(HeapFamily<'_>, u64)> = Vec::new();
    let mut nim = 0;
    for (i, part) in parts.iter().enumerate() {
        let found = match part.factor(limits) {
            Err(Stop::NotProved(why)) => return Ok(Err(why)),
            found => found?,
        };
        let Some((factor, largest)) = found else {
            return Ok(Err(format!("part {} is not made of heaps that a quotient covers", i + 1)));
        };
        nim = nim.max(largest);
        let mut name = None;
        if let (Factor::Heaps(heaps), Some(family)) = (&factor, part.family()) {
            let largest = heaps.iter().copied().max().unwrap_or(0);
            name = Some(family.name.clone());
            match families.iter_mut().find(|(known, _)| known.name == family.name) {
                Some((_, known)) => *known = largest.max(*known),
                None => families.push((family, largest)),
            }
        }
        factors.push((factor, name));
    }
    let whole = match MixedQuotient::of(nim, &families, limits) {
        Err(Stop::NotProved(why)) => return Ok(Err(why)),
        whole => whole?,
    };
    Ok(whole.and_then(|whole| {
        let elements = factors.iter().map(|(factor, name)| whole.element(factor, name.as_deref()));
        match elements.collect::<Option<Vec<Element>>>() {
            Some(elements) => Ok(SumProduct { whole, elements }),
            None => Err("a heap is past what is proved".to_owned()),
        }
    }))
}

impl SumProduct {
    /// The product of all parts but one (or all).
    fn but(&self, part: Option<usize>) -> Element {
        let quotient = self.whole.found().quotient();
        let others = self.elements.iter().enumerate().filter(|(i, _)| part != Some(*i));
        others.fold(0, |all, (_, &element)| quotient.product(all, element))
    }

    /// The element of the sum.
    pub(super) fn together(&self) -> Element {
        self.but(None)
    }

    /// Whether who has to move loses.
    pub(super) fn loses(&self) -> bool {
        self.whole.loses(self.together(), 0)
    }

    /// The first `most` moves that win, and how many there are in all.
    pub(super) fn winning(
        &self,
        sum: &Sum,
        most: usize,
        limits: &Limits,
    ) -> Result<(Vec<Choice>, u128), Stop> {
        let mut first = Vec::new();
        let mut count = 0;
        for (i, part) in sum.parts.iter().enumerate() {
            let room = most - first.len().min(most);
            let found = part.part()?.winning_by_product(&self.whole, self.but(Some(i)), room, limits)?;
            count += u128::from(found.count);
            first.extend(found.first.into_iter().map(|choice| sum.lift(i, choice)));
        }
        Ok((first, count))
    }
}
