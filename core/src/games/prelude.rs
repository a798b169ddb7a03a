//! Re-exports the items that nearly every game uses. A game's file begins with `use crate::games::prelude::*;`.

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
pub use crate::solve::{Solve, Values, Want, Wins};
