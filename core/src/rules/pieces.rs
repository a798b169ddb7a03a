//! The pieces that a position consists of, for code that knows no game.

/// What the pieces of a position are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceKind {
    /// The game has no such pieces.
    #[default]
    None,
    /// Numbers that stand for themselves, such as piles.
    Numbers,
    /// Runs of stones, or gaps.
    Runs,
    /// Groups of rings that touch.
    Groups,
    /// Rows of a bar, from the bottom.
    Rows,
    /// Tokens, each of size 1.
    Tokens,
    /// The way that is left to a goal.
    Distance,
}

/// The pieces of a position as a person counts them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// What they are.
    pub kind: PieceKind,
    /// Their sizes, in the order of the board; empty pieces may be among them.
    pub sizes: Vec<u64>,
    /// The pieces as sets of points, one bit each, on a board of rings.
    pub groups: Vec<u64>,
    /// How many ends of a strip are free.
    pub free_ends: u64,
    /// The most that may be taken now, where that changes from move to move.
    pub limit: Option<u64>,
    /// The most that one move may ever take.
    pub most_taken: Option<u64>,
}

impl Pieces {
    /// Pieces of these sizes.
    pub fn new(kind: PieceKind, sizes: impl IntoIterator<Item = u64>) -> Pieces {
        Pieces {
            kind,
            sizes: sizes.into_iter().collect(),
            ..Pieces::default()
        }
    }
}
