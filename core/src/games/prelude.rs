//! What nearly every game speaks of: the traits that it implements, and the types in their signatures. A game's main file
//! begins with `use crate::games::prelude::*;` and then names what is its own.

pub use std::ops::ControlFlow;

pub use crate::erased::{
    Case, Field, FieldValues, Game, GameReasons, Info, MenuGroup, MisereParts, Proved, SetupForm, Shape,
};
pub use crate::rules::{
    BoardView, Claim, Convention, Ending, Figure, IdError, Library, Limits, MoveError, Notation, Outcome,
    Player, Reason, RuleText, Rules, Scene, Site, Stop, Text, Value, Visit, Word,
};
pub use crate::solve::{Impartial, ImpartialOf, Solve};
