//! The quotients that need no learning: as long as all heaps are tame ([`crate::solve::tame`]) they are those of Nim.

use super::closure::Letter;
use super::monoid::{Element, MOST_ELEMENTS, Quotient};
use crate::solve::tame::Genus;

/// The types of heaps, as long as each has one.
#[derive(Clone, Debug)]
pub(super) struct TameHeaps(Option<Vec<Genus>>);

impl TameHeaps {
    /// No heaps.
    pub(super) fn new() -> TameHeaps {
        TameHeaps(Some(Vec::new()))
    }

    /// Takes in a heap whose moves leave sums of the heaps so far.
    pub(super) fn add(&mut self, options: &[Vec<Letter>]) {
        let Some(types) = &self.0 else { return };
        let sum = |word: &Vec<Letter>| word.iter().map(|&heap| types[usize::from(heap)]).sum::<Genus>();
        let moves: Vec<Genus> = options.iter().map(sum).collect();
        match (Genus::of_moves(&moves), &mut self.0) {
            (Some(own), Some(types)) => types.push(own),
            _ => self.0 = None,
        }
    }

    /// The element of the last heap, as [`TameHeaps::quotient`] numbers them.
    pub(super) fn last(&self) -> Option<Element> {
        self.0.as_ref()?.last().map(|&own| element_of(own))
    }

    /// The quotient that heaps of these types have, with the element of each; `None` where one has no type, or past
    /// [`MOST_ELEMENTS`].
    ///
    /// Elements 0 and 1 are the fickle types, then come the firm ones by their value: `2^k + 2` of them where values of
    /// 2 and more occur, all below `2^k`; with smaller values alone only the fickle ones.
    pub(super) fn quotient(&self) -> Option<(Quotient, Vec<Element>)> {
        let types = self.0.as_ref()?;
        let values = types.iter().fold(0, |all, own| all | own.value);
        let order = match types.iter().any(|own| own.firm) {
            true => 2 + (values + 1).checked_next_power_of_two()?,
            false => 1 + values,
        };
        let order = usize::try_from(order).ok().filter(|&order| order <= MOST_ELEMENTS)?;
        let elements = 0..Element::try_from(order).ok()?;
        let type_of = |e: Element| Genus::new(u64::from(if e < 2 { e } else { e - 2 }), e >= 2);
        // Values are below the order.
        let element_of =
            |own: Genus| Element::try_from(own.value).unwrap_or(0) + if own.firm { 2 } else { 0 };
        let products = (elements.clone())
            .flat_map(|a| elements.clone().map(move |b| element_of(type_of(a).plus(type_of(b)))))
            .collect();
        let losing = elements.clone().map(|e| type_of(e).loses(crate::rules::Convention::Misere)).collect();
        Some((Quotient::new(products, losing), types.iter().map(|&own| element_of(own)).collect()))
    }
}

/// The number of a type: of values below the order, which is at most [`MOST_ELEMENTS`].
fn element_of(own: Genus) -> Element {
    Element::try_from(own.value).unwrap_or(0) + if own.firm { 2 } else { 0 }
}
