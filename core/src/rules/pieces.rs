//! Describes the pieces of a position for code that does not know the game.

/// The kind of a position's pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceKind {
    /// There are no pieces.
    #[default]
    None,
    /// Plain numbers, such as pile sizes.
    Numbers,
    /// Runs of stones, or gaps between stones.
    Runs,
    /// Groups of touching rings.
    Groups,
    /// Rows of a chocolate bar, from bottom to top.
    Rows,
    /// Tokens, each of size 1.
    Tokens,
    /// The remaining distance to a goal.
    Distance,
}

/// The pieces of a position as a human counts them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// The kind of the pieces.
    pub kind: PieceKind,
    /// The sizes in board order, including empty pieces.
    pub sizes: Vec<u64>,
    /// On a board of rings, the pieces as sets of points, with one bit per point.
    pub groups: Vec<u64>,
    /// The number of free ends of a strip.
    pub free_ends: u64,
    /// The maximum number of stones that the next move may take, if this limit changes from move to move.
    pub limit: Option<u64>,
    /// The maximum number of stones that any move may take.
    pub most_taken: Option<u64>,
}

impl Pieces {
    /// Creates pieces with these sizes.
    pub fn new(kind: PieceKind, sizes: impl IntoIterator<Item = u64>) -> Pieces {
        Pieces {
            kind,
            sizes: sizes.into_iter().collect(),
            ..Pieces::default()
        }
    }
}
