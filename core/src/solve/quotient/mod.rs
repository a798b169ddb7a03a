//! Misère quotients: what the Grundy values are to normal play.
//!
//! Two positions of a game are *equal* when no sum with positions of the same game tells them apart in misère play
//! (T. E. Plambeck, "Taming the wild in impartial combinatorial games", 2005; T. E. Plambeck and A. N. Siegel, "Misère
//! quotients for impartial games", 2008). The classes of equal positions are a commutative monoid, the *quotient*, with
//! a set of elements that lose. Where it is finite, a heap is one element, a sum of heaps the product of theirs, and who
//! wins is read off the product.
//!
//! | part | what it does |
//! |---|---|
//! | [`Quotient`] | elements, products, which of them lose |
//! | [`HeapQuotient`] | computes the quotient of heaps, one heap more at a time: a heap equal to a known element costs a look at the cases; for another the quotient is worked out |
//! | `diagram` | which sums lose, as a diagram in which equal positions have one number: the quotient |
//! | `tame` | the quotients of tame heaps, which need no diagram |
//! | `closure` | the proof: every case that can arise obeys the winning rule. Nothing is taken from the diagram |
//! | [`GameQuotient`] | a game's heaps, and the proof for all of them where their elements repeat |
//! | [`GuidedSearch`] | sums with heaps past the proved ones: a search that the quotient ends and guides |
//! | [`MixedQuotient`] | the heaps of several games together with Nim heaps, for sums |

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

pub use all_heaps::{GameQuotient, HeapRules, MOST_HEAP};
pub use beside::{HeapFamily, KeptQuotient, MixedQuotient};
pub use guided::GuidedSearch;
pub use heaps::HeapQuotient;
pub use monoid::{Element, Elements, MOST_ELEMENTS, Quotient};
