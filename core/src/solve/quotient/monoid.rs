//! Represents a finite quotient by its elements, their products, and the set of losing elements.

use crate::rules::saturating_cast;

/// An element of a quotient; 0 is the element of the empty position.
pub type Element = u16;

/// The maximum number of elements in a computed quotient.
pub const MOST_ELEMENTS: usize = 4096;

/// A commutative monoid with a set of losing elements. The element of a sum is the product of the elements of its
/// parts, and a position loses if and only if its element does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quotient {
    order: usize,
    products: Vec<Element>,
    losing: Vec<bool>,
}

impl Quotient {
    /// Returns the quotient of the empty position alone.
    pub fn trivial() -> Quotient {
        Quotient {
            order: 1,
            products: vec![0],
            losing: vec![false],
        }
    }

    pub(super) fn new(products: Vec<Element>, losing: Vec<bool>) -> Quotient {
        Quotient {
            order: losing.len(),
            products,
            losing,
        }
    }

    /// The number of elements, from 1 to [`MOST_ELEMENTS`].
    pub fn order(&self) -> usize {
        self.order
    }

    /// Returns whether a position with this element is lost for the player to move.
    pub fn loses(&self, element: Element) -> bool {
        self.losing[usize::from(element)]
    }

    /// Returns the element of the sum of two positions.
    pub fn product(&self, a: Element, b: Element) -> Element {
        self.row(a)[usize::from(b)]
    }

    pub(super) fn row(&self, a: Element) -> &[Element] {
        let start = usize::from(a) * self.order;
        &self.products[start..start + self.order]
    }

    /// Returns a power of an element; power 0 is the element of the empty position.
    pub fn power(&self, element: Element, mut times: u64) -> Element {
        let (mut all, mut square) = (0, element);
        while times > 0 {
            if times & 1 == 1 {
                all = self.product(all, square);
            }
            square = self.product(square, square);
            times >>= 1;
        }
        all
    }

    /// The elements in ascending order.
    pub fn elements(&self) -> std::ops::Range<Element> {
        // The order is at most `MOST_ELEMENTS`, so the cast is exact.
        0..saturating_cast(self.order)
    }

    /// Returns the elements whose product with this element loses.
    pub fn wanted_beside(&self, element: Element) -> Elements {
        let mut set = Elements::none(self.order);
        for (b, &product) in self.elements().zip(self.row(element)) {
            if self.loses(product) {
                set.insert(b);
            }
        }
        set
    }

    /// Returns the display number of each element. The winning elements have the lowest numbers, and the losing
    /// elements follow.
    pub fn losing_last(&self) -> Vec<Element> {
        let mut sorted: Vec<Element> = self.elements().collect();
        sorted.sort_by_cached_key(|&e| self.loses(e));
        let mut numbers = vec![0; sorted.len()];
        for (number, &element) in (0..).zip(&sorted) {
            numbers[usize::from(element)] = number;
        }
        numbers
    }

    /// The approximate size in bytes.
    pub fn memory_used(&self) -> u64 {
        (self.products.len() * size_of::<Element>() + self.losing.len()) as u64
    }
}

/// A set of elements of one quotient.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Elements(Box<[u64]>);

impl Elements {
    /// Creates an empty set for a quotient of this order.
    pub fn none(order: usize) -> Elements {
        Elements(vec![0; order.div_ceil(64)].into())
    }

    /// Inserts an element.
    pub fn insert(&mut self, element: Element) {
        if let Some(word) = self.0.get_mut(usize::from(element) / 64) {
            *word |= 1 << (element % 64);
        }
    }

    /// Returns whether the set contains an element.
    pub fn contains(&self, element: Element) -> bool {
        self.0
            .get(usize::from(element) / 64)
            .is_some_and(|word| word >> (element % 64) & 1 == 1)
    }

    /// Returns whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Returns whether the sets intersect.
    pub fn meets(&self, other: &Elements) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Iterates over the elements in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Element> + '_ {
        (0u16..).zip(&self.0).flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                rest &= rest.wrapping_sub(1);
                // Bit numbers are below 64, so the cast is exact.
                (bit < 64).then_some(i * 64 + saturating_cast::<Element, _>(bit))
            })
        })
    }

    pub(super) fn memory_used(&self) -> u64 {
        size_of_val(&*self.0) as u64
    }
}
