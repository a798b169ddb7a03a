//! The catalogue: one line a game. Everything else (menus, help, saving, the command line) finds the games here.

pub mod boxes;
pub mod chomp;
pub mod counts;
pub mod descriptions;
pub mod fibonacci;
pub mod octal;
pub mod piles;
pub mod rings;
pub mod row;
pub mod strip;
pub mod sum;
pub mod tictactoe;
pub mod token;
pub mod triangle;
pub mod wythoff;

mod id;
#[cfg(test)]
pub(crate) mod oracle;
mod params;

pub use id::{Opener, open};

use crate::erased::{Entry, entry};

/// Every game there is.
pub static CATALOGUE: &[Entry] = &[
    entry::<rings::star::Star>(),
    entry::<rings::named::RingBoards>(),
    entry::<row::Row>(),
    entry::<triangle::Triangle>(),
    entry::<strip::Strip>(),
    entry::<piles::nim::Nim>(),
    entry::<piles::bash::Bash>(),
    entry::<counts::race::Race>(),
    entry::<counts::auction::Auction>(),
    entry::<piles::powers::Powers>(),
    entry::<piles::subtraction::Subtraction>(),
    entry::<octal::Octal>(),
    entry::<wythoff::TwoPiles>(),
    entry::<wythoff::queen::Queen>(),
    entry::<boxes::ferguson::Ferguson>(),
    entry::<boxes::smaller::Boxes>(),
    entry::<fibonacci::Fibonacci>(),
    entry::<chomp::Chomp>(),
    entry::<tictactoe::TicTacToe>(),
    entry::<token::Token>(),
];

/// The entry of that id word, whatever the case of its letters.
#[must_use]
pub fn find(id: &str) -> Option<&'static Entry> {
    CATALOGUE.iter().find(|e| e.info.id.eq_ignore_ascii_case(id))
}
