//! A game in progress: the edges in the order played, and what that order decides.

use super::grid::Grid;

/// Who plays; A draws the first edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who begins.
    A,
    /// The other one.
    B,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

/// Why an edge cannot be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalEdge {
    /// It is there already.
    #[error("this edge is drawn already")]
    Drawn,
    /// The board has no such edge.
    #[error("the board has no such edge")]
    Unknown,
}

/// A position with its history: the order of the edges decides who owns what and who moves.
#[derive(Debug, Clone)]
pub struct Play {
    grid: &'static Grid,
    order: Vec<u8>,
    drawn: u64,
    owners: Vec<Option<Side>>,
    mover: Side,
    score: [u32; 2],
}

impl Play {
    /// The empty board, A to move.
    pub fn new(grid: &'static Grid) -> Play {
        let owners = vec![None; grid.triangles().len()];
        Play { grid, order: Vec::new(), drawn: 0, owners, mover: Side::A, score: [0; 2] }
    }

    /// The board it is played on.
    pub fn grid(&self) -> &'static Grid {
        self.grid
    }

    /// The edges in the order played, as indices in board order.
    pub fn order(&self) -> &[u8] {
        &self.order
    }

    /// The edges drawn, as a set.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Who owns each triangle.
    pub fn owners(&self) -> &[Option<Side>] {
        &self.owners
    }

    /// Who moves.
    pub fn mover(&self) -> Side {
        self.mover
    }

    /// Triangles owned by A and by B.
    pub fn score(&self) -> [u32; 2] {
        self.score
    }

    /// Triangles of the player to move minus those of the opponent.
    pub fn lead(&self) -> i32 {
        let [a, b] = self.score.map(|n| n as i32);
        match self.mover {
            Side::A => a - b,
            Side::B => b - a,
        }
    }

    /// Whether every edge is drawn.
    pub fn is_over(&self) -> bool {
        self.drawn == self.grid.all()
    }

    /// Number of undrawn edges: the moves left, however they are played.
    pub fn undrawn(&self) -> u32 {
        (self.grid.all() & !self.drawn).count_ones()
    }

    /// Draws an edge for the player to move and gives the number of triangles it completes. A
    /// player who completes one moves again.
    ///
    /// # Errors
    /// [`IllegalEdge`] when there is no such undrawn edge; nothing changes then.
    pub fn draw(&mut self, edge: usize) -> Result<u32, IllegalEdge> {
        if edge >= self.grid.edges().len() {
            return Err(IllegalEdge::Unknown);
        }
        if self.drawn >> edge & 1 == 1 {
            return Err(IllegalEdge::Drawn);
        }
        let scored = self.grid.completes(self.drawn, edge);
        self.drawn |= 1 << edge;
        self.order.push(edge as u8);
        if scored == 0 {
            self.mover = self.mover.other();
            return Ok(0);
        }
        for t in self.grid.beside(edge) {
            if let Some(triangle) = self.grid.triangles().get(usize::from(t))
                && triangle.mask & !self.drawn == 0
            {
                self.owners[usize::from(t)] = Some(self.mover);
            }
        }
        self.score[self.mover as usize] += scored;
        Ok(scored)
    }
}
