//! Triangle War: two players draw the edges of a triangular board and fight for its triangles.
//!
//! A player whose edge completes one or two unit triangles owns them and moves again; when all
//! edges are drawn, the player with more triangles wins. Boards have 2 to 6 dots a side.
//!
//! It is Dots and Boxes on a triangular lattice. All boards are solved; margins are for the player
//! to move on the empty board:
//!
//! | dots a side | edges | triangles | cores | empty board |
//! |---|---|---|---|---|
//! | 2 | 3 | 1 | 5 | +1 |
//! | 3 | 9 | 4 | 89 | -2 |
//! | 4 | 18 | 9 | 5,778 | -3 |
//! | 5 | 30 | 16 | 1,357,215 | -2 |
//! | 6 | 45 | 25 | 1,153,433,125 | +1 |
//!
//! A *core* is a position in which nothing can be captured at once; only they need a search
//! (`capture` says why). Their values fill one byte each in a table without gaps (`table`).
//! Background: E. Berlekamp, "The Dots and Boxes Game" (2000); J. K. Barker and R. E. Korf,
//! "Solving Dots-and-Boxes" (AAAI 2012).

pub mod capture;
pub mod grid;
pub mod play;
pub mod solver;
pub mod strips;
pub mod table;

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
