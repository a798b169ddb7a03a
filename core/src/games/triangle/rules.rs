//! Positions, moves, what a move does, when it ends.

use std::ops::ControlFlow;

use super::TriangleWar;
use super::grid::Grid;
use crate::rules::{Player, Rules, after_legal, nearest};

/// An edge as its place in board order, from 0.
pub type Edge = u8;

/// A position: the edges in the order played, which decides who owns what and who moves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Drawn {
    order: Vec<Edge>,
    drawn: u64,
    owned: [u32; 2],
    mover: Player,
}

impl Default for Drawn {
    fn default() -> Self {
        Drawn { order: Vec::new(), drawn: 0, owned: [0; 2], mover: Player::First }
    }
}

impl Drawn {
    /// The edges in the order played.
    pub fn order(&self) -> &[Edge] {
        &self.order
    }

    /// The edges drawn, as a set.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Who moves.
    pub fn mover(&self) -> Player {
        self.mover
    }

    /// Who owns a triangle.
    pub fn owner(&self, triangle: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|p| self.owned[p.index()] >> triangle & 1 == 1)
    }

    /// Triangles owned by the first and by the second player.
    pub fn score(&self) -> [u32; 2] {
        self.owned.map(u32::count_ones)
    }

    /// Triangles of the player to move minus those of the opponent.
    pub fn lead(&self) -> i32 {
        let score = self.score().map(nearest::<i32, _>);
        score[self.mover.index()] - score[self.mover.other().index()]
    }

    /// Draws an edge that is not drawn yet for the player to move. A player who completes a triangle owns it and moves again.
    pub fn draw(&mut self, grid: &Grid, edge: Edge) {
        self.order.push(edge);
        self.drawn |= 1 << edge;
        let mut completed = 0;
        for t in grid.beside(usize::from(edge)) {
            if let Some(triangle) = grid.triangles().get(usize::from(t))
                && triangle.mask & !self.drawn == 0
            {
                completed |= 1 << t;
            }
        }
        if completed == 0 {
            self.mover = self.mover.other();
        }
        self.owned[self.mover.index()] |= completed;
    }
}

impl TriangleWar {
    pub(super) fn undrawn(&self, at: &Drawn) -> u64 {
        self.grid().all() & !at.drawn
    }
}

impl Rules for TriangleWar {
    type Position = Drawn;
    type Move = Edge;

    fn mover(&self, at: &Drawn) -> Option<Player> {
        Some(at.mover)
    }

    fn score(&self, at: &Drawn) -> Option<[u32; 2]> {
        Some(at.score())
    }

    fn is_over(&self, at: &Drawn) -> bool {
        self.undrawn(at) == 0
    }

    fn is_legal(&self, at: &Drawn, m: &Edge) -> bool {
        u32::from(*m) < u64::BITS && self.undrawn(at) >> m & 1 == 1
    }

    fn count_moves(&self, at: &Drawn) -> Option<u64> {
        Some(u64::from(self.undrawn(at).count_ones()))
    }

    fn for_each_move(&self, at: &Drawn, f: &mut dyn FnMut(Edge) -> ControlFlow<()>) -> ControlFlow<()> {
        let undrawn = self.undrawn(at);
        (0..nearest(self.grid().edges().len())).filter(|e| undrawn >> e & 1 == 1).try_for_each(f)
    }

    fn play(&self, at: &Drawn, m: &Edge) -> Drawn {
        after_legal(self.is_legal(at, m).then_some(()));
        let mut to = at.clone();
        to.draw(self.grid(), *m);
        to
    }
}
