//! Defines the types shared by all games: players, conventions, values, positions as text, drawn boards as data, and
//! the traits that rulesets implement.

mod convention;
mod ending;
mod figure;
pub mod grammar;
mod library;
mod memory;
mod moves;
mod number;
mod pieces;
mod reason;
pub mod sanitize;
mod scene;
mod sketch;
mod text;
mod traits;
mod value;
mod words;

pub use convention::{Convention, Outcome, Player};
pub use ending::Ending;
pub use figure::{Columns, Figure, FigureMark, IdeaLook, Label, SmallValues};
pub use grammar::Grammar;
pub use library::{DescriptionError, Library, ScriptText};
pub use memory::{allocated, measure_memory};
pub use moves::{MOST_LISTED, Make, MoveSet, Numbers};
pub use number::{Whole, push_number, saturating_cast, with_between, with_commas};
pub use pieces::{PieceKind, Pieces};
pub use reason::{Claim, Depth, Reason, ReasonText, Reveals, arranged};
pub use scene::{
    Area, BoardCell, Cells, Face, Frame, Graph, GraphLayout, Ground, Heap, Link, Look, Node,
    Picture, PileMode, Piles, Scene, Site, Square, Squares, Track,
};
pub use sketch::{Sketch, SketchLine, SketchParts};
pub use text::{IdError, MAX_NUMBER, MoveError, Text};
pub use traits::{
    BoardView, Notation, Rules, Standing, Texts, View, Visit, Wording, after_legal, is_over,
    keeps_turn,
};
pub use value::{Limits, Step, Stop, Value, if_proved};
pub use words::{Word, as_gerund, in_past_tense};
