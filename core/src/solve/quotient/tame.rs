//! Provides the quotients of tame heaps ([`crate::solve::tame`]), which are also quotients of Nim.

use super::closure::Letter;
use super::monoid::{Element, MOST_ELEMENTS, Quotient};
use crate::rules::Stop;
use crate::solve::tame::TameType;

#[derive(Clone, Debug)]
pub(super) struct TameHeaps(Option<Vec<TameType>>);

impl TameHeaps {
    pub(super) fn new() -> TameHeaps {
        TameHeaps(Some(Vec::new()))
    }

    pub(super) fn add(&mut self, options: &[Vec<Letter>]) {
        let Some(types) = &self.0 else { return };
        let sum = |word: &Vec<Letter>| {
            word.iter()
                .map(|&heap| types[usize::from(heap)])
                .sum::<TameType>()
        };
        match (TameType::of_moves(options.iter().map(sum)), &mut self.0) {
            ((own, true), Some(types)) => types.push(own),
            _ => self.0 = None,
        }
    }

    /// The element of the last heap, in the numbering of [`TameHeaps::quotient`].
    pub(super) fn last(&self) -> Option<Element> {
        self.0.as_ref()?.last().and_then(|&own| element_of(own))
    }

    /// Returns the quotient and the element of each heap; `None` if a heap has no type.
    ///
    /// Elements 0 and 1 are the fickle types; the firm types follow in order of value.
    ///
    /// # Errors
    /// Returns [`Stop::NotProved`] if there are more than [`MOST_ELEMENTS`] elements. No smaller quotient exists,
    /// because each type is the type of some sum.
    pub(super) fn quotient(&self) -> Result<Option<(Quotient, Vec<Element>)>, Stop> {
        let Some(types) = &self.0 else {
            return Ok(None);
        };
        // A heap has moves to sums of every smaller value, so the OR of all values has every bit below the highest.
        let values = types.iter().fold(0, |all, own| all | own.value);
        let firm = if types.iter().any(|own| own.firm) {
            2
        } else {
            0
        };
        let order = Element::try_from(values.saturating_add(1 + firm));
        let Some(order) = order
            .ok()
            .filter(|&order| usize::from(order) <= MOST_ELEMENTS)
        else {
            return Err(Stop::not_proved(tr!(
                "the misère quotient has more than {most_elements} elements",
                most_elements = MOST_ELEMENTS
            )));
        };
        let elements = 0..order;
        let type_of = |e: Element| TameType::new(u64::from(if e < 2 { e } else { e - 2 }), e >= 2);
        let products = (elements.clone())
            .flat_map(|a| {
                elements
                    .clone()
                    .map(move |b| element_of(type_of(a).plus(type_of(b))))
            })
            .collect::<Option<Vec<Element>>>();
        let losing = elements
            .clone()
            .map(|e| type_of(e).loses(crate::rules::Convention::Misere))
            .collect();
        let of_heaps = types
            .iter()
            .map(|&own| element_of(own))
            .collect::<Option<Vec<Element>>>();
        Ok(products
            .zip(of_heaps)
            .map(|(products, of_heaps)| (Quotient::new(products, losing), of_heaps)))
    }
}

fn element_of(own: TameType) -> Option<Element> {
    Element::try_from(own.value)
        .ok()?
        .checked_add(if own.firm { 2 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_heap_has_the_element_that_the_quotient_gives_it() {
        let mut heaps = TameHeaps::new();
        for heap in 0..6 {
            heaps.add(&(0..heap).map(|smaller| vec![smaller]).collect::<Vec<_>>());
            let (_, elements) = heaps.quotient().unwrap().unwrap();
            assert_eq!(heaps.last(), elements.last().copied(), "heap {heap}");
        }
    }
}
