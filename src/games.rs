//! The catalogue: one line a game. Everything else (menus, help, saving, the command line) finds the games here.

pub mod auction;
pub mod bash;
pub mod boxes;
pub mod chomp;
pub mod count;
pub mod descriptions;
pub mod ferguson;
pub mod fibonacci;

pub mod nim;
pub mod octal;
pub mod piles;
pub mod powers;
pub mod queen;
pub mod race;
pub mod rings;
pub mod row;
pub mod split;
pub mod star;
pub mod strip;
pub mod subtraction;
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

use crate::table::{Entry, entry};

/// Every game there is.
pub static CATALOGUE: &[Entry] = &[
    entry::<star::Star>(),
    entry::<rings::boards::RingBoards>(),
    entry::<row::Row>(),
    entry::<triangle::Triangle>(),
    entry::<strip::Strip>(),
    entry::<nim::Nim>(),
    entry::<bash::Bash>(),
    entry::<race::Race>(),
    entry::<auction::Auction>(),
    entry::<powers::Powers>(),
    entry::<subtraction::Subtraction>(),
    entry::<octal::Octal>(),
    entry::<wythoff::TwoPiles>(),
    entry::<queen::Queen>(),
    entry::<ferguson::Ferguson>(),
    entry::<boxes::Boxes>(),
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
