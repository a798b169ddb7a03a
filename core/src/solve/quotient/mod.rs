//! Misère quotients, the misère counterpart of Grundy values.
//!
//! Two positions of a game are *equal* when no sum with positions of the same game distinguishes them in misère play
//! (T. E. Plambeck, "Taming the wild in impartial combinatorial games", 2005; T. E. Plambeck and A. N. Siegel,
//! "Misère quotients for impartial games", 2008). The classes of equal positions are a commutative monoid, the
//! *quotient*, with a set of elements that lose. Where it is finite, a heap is one element, a sum of heaps the
//! product of theirs, and the product gives the winner.
//!
//! | part | what it does |
//! |---|---|
//! | [`Quotient`] | elements, products, and the losing ones |
//! | [`HeapQuotient`] | computes the quotient of heaps, one heap more at a time: a heap equal to a known element costs a check of the cases; for another the quotient is computed |
//! | `diagram` | a decision diagram of the losing sums, in which equal positions share an ID: the quotient |
//! | `tame` | the quotients of tame heaps, which need no diagram |
//! | `closure` | the proof: every case that can arise obeys the winning rule. It does not rely on the diagram |
//! | [`GameQuotient`] | a game's heaps, and the proof for all of them where their elements repeat |
//! | [`GuidedSearch`] | sums with heaps past the proved ones: a search that the quotient bounds and guides |
//! | [`MixedQuotient`] | the heaps of several games together with Nim heaps, for sums |

/// The theorem that proves periods of the elements of heaps.
pub const PERIOD_THEOREM: &str =
    "the elements of the misère quotient repeat (Plambeck and Siegel 2008)";

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
