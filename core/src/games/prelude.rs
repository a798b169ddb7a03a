//! Re-exports what nearly every game uses: the items of `crate::rules`, the traits that a game implements, and the
//! types in their signatures. The file that implements a game begins with `use crate::games::prelude::*;`, followed by
//! its own imports.

pub use std::ops::ControlFlow;

pub use crate::erased::{
    Case, Explanation, Field, FieldValues, Game, GameFacts, GameReasons, Info, Listed, MenuGroup,
    MisereParts, OpenGame, Param, ParamForm, PositionFacts, Positions, Proved, SetupForm, Shape,
    Theory, Variant,
};
pub use crate::rules::grammar::{
    Amount, CellText, Form, List, Number, Pair, Place, TWO_AMOUNTS, Two,
};
pub use crate::rules::*;
pub use crate::solve::sums::{Beside, OtherParts, Summand, Total};
pub use crate::solve::{Solve, Values, Want, by_enumeration};
