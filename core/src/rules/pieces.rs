//! The pieces of a position, for code that does not know the game.

/// The kind of a position's pieces.
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
    /// The remaining distance to a goal.
    Distance,
}

/// The pieces of a position as a person counts them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// The kind of the pieces.
    pub kind: PieceKind,
    /// The sizes, in the order of the board, including empty pieces.
    pub sizes: Vec<u64>,
    /// The pieces as sets of points, one bit each, on a board of rings.
    pub groups: Vec<u64>,
    /// The number of free ends of a strip.
    pub free_ends: u64,
    /// The most that may be taken now, where that bound changes from move to move.
    pub limit: Option<u64>,
    /// The most that any move may take.
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
