//! Computes misère quotients, the misère counterpart of Grundy values.
//!
//! Two positions of a game are *equal* if no sum with positions of the same game distinguishes them in misère play (T.
//! E. Plambeck, "Taming the wild in impartial combinatorial games", 2005; T. E. Plambeck and A. N. Siegel, "Misère
//! quotients for impartial games", 2008). The classes of equal positions form a commutative monoid, the *quotient*,
//! with a set of losing elements. If the quotient is finite, it is stored as a table of products.

/// The theorem that establishes a period of the elements.
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
