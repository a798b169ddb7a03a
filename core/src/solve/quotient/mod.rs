//! Computes misère quotients, the misère counterpart of Grundy values.
//!
//! Two positions of a game are *equal* if no sum with positions of the same game distinguishes them in misère play (T.
//! E. Plambeck, "Taming the wild in impartial combinatorial games", 2005; T. E. Plambeck and A. N. Siegel, "Misère
//! quotients for impartial games", 2008). The classes of equal positions form a commutative monoid, the *quotient*,
//! with a set of losing elements. If the quotient is finite, it is stored as a table: each heap has an element, a sum
//! of heaps has the product of their elements, and the product determines the winner.
//!
//! | part | what it does |
//! |---|---|
//! | [`Quotient`] | holds the elements, their products, and which of them lose |
//! | [`HeapQuotient`] | computes the quotient of heaps, adding one heap at a time: a heap equal to a known element only needs a check of the cases; for any other heap the quotient is computed again |
//! | `diagram` | computes the quotient from a decision diagram of the losing sums, in which equal positions share an ID |
//! | `tame` | gives the quotients of tame heaps, which need no diagram |
//! | `closure` | proves a quotient, without relying on the diagram, by checking every case that can arise |
//! | [`GameQuotient`] | holds a game's heaps, and proves all of them if their elements repeat |
//! | [`GuidedSearch`] | solves sums with heaps beyond the proved ones, by a search that the quotient bounds and guides |
//! | [`MixedQuotient`] | combines the heaps of several games with Nim heaps, for sums |

/// The theorem that proves that the elements of heaps are periodic.
pub const PERIOD_THEOREM: &str =
    tr_key!("the elements of the misère quotient repeat (Plambeck and Siegel 2008)");

mod all_heaps;
mod beside;
mod closure;
mod diagram;
mod guided;
mod heaps;
mod monoid;
mod tame;
#[cfg(test)]
mod tests;

pub use all_heaps::{GameQuotient, HeapElements, HeapRules, MOST_HEAP};
pub use beside::{HeapFamily, KeptQuotient, MixedQuotient};
pub use guided::GuidedSearch;
pub use heaps::HeapQuotient;
pub use monoid::{Element, Elements, MOST_ELEMENTS, Quotient};
