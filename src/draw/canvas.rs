//! Defines a canvas: a rectangle of character cells, each with a role to which the theme assigns a colour.

use nimatron_core::rules::{Face, Outcome, Player, saturating_cast};
use unicode_width::UnicodeWidthChar;

/// The second cell of a character that is two cells wide. Nothing is printed for this cell.
pub const SECOND_HALF: char = '\0';

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub width: u16,
    pub height: u16,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    pub ascii: bool,
}

impl Style {
    pub(super) fn pick(self, unicode: char, ascii: char) -> char {
        if self.ascii { ascii } else { unicode }
    }
}

/// The role of a cell. The theme assigns a colour to each role.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Text and lines of the board.
    #[default]
    Plain,
    /// Quieter than plain: labels of empty points, lines between rings.
    Dim,
    /// Barely visible: dotted lines and gaps.
    Faint,
    /// Stronger than plain: a line drawn by a player.
    Strong,
    /// The number or name of a cell, pile or row.
    Label,
    /// A stone, ring, ball or token, or a site that a move leads to.
    Stone,
    /// A stone out of reach of the next move.
    FarStone,
    Food,
    Player(Player),
    /// The label of a player's area, on a background of the player's colour.
    Area(Player),
    /// Text next to the board.
    Note,
    /// The title of a part of a sum.
    Frame,
    /// Anything that the theory's headline refers to: values, pairs, losing squares.
    Idea,
    Outcome(Outcome),
}

/// The interface's marks on a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mark {
    pub cursor: bool,
    /// Whether the cell is part of the move being entered.
    pub picked: bool,
    /// Whether the cell can be picked next.
    pub open: bool,
    pub last: bool,
    /// Whether the second player made the last move here.
    pub second: bool,
    pub hint: bool,
    /// Whether the picked move or the move at the cursor would remove the piece here.
    pub gone: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character; a character that is two cells wide is followed by [`SECOND_HALF`].
    pub ch: char,
    pub ink: Ink,
    pub mark: Mark,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    pub(super) width: u16,
    pub(super) height: u16,
    cells: Vec<Glyph>,
}

impl Canvas {
    /// Creates a blank canvas; negative sizes count as 0.
    pub(super) fn sized(width: i32, height: i32) -> Canvas {
        let width = saturating_cast(width);
        let height = saturating_cast(height);
        let blank = Glyph {
            ch: ' ',
            ink: Ink::Plain,
            mark: Mark::default(),
        };
        Canvas {
            width,
            height,
            cells: vec![blank; usize::from(width) * usize::from(height)],
        }
    }

    pub fn rows(&self) -> impl Iterator<Item = &[Glyph]> {
        self.cells.chunks(usize::from(self.width.max(1)))
    }

    /// Returns the characters as lines of text. Trailing blanks are left out, and each line ends in a line break.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for row in self.rows() {
            let line: String = row
                .iter()
                .map(|g| g.ch)
                .filter(|&ch| ch != SECOND_HALF)
                .collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let w = i32::from(self.width);
        let h = i32::from(self.height);
        ((0..w).contains(&x) && (0..h).contains(&y)).then(|| {
            saturating_cast::<usize, _>(y) * saturating_cast::<usize, _>(w)
                + saturating_cast::<usize, _>(x)
        })
    }

    /// Sets a cell; cells outside the canvas are ignored.
    pub(super) fn put(&mut self, x: i32, y: i32, ch: char, ink: Ink, mark: Mark) {
        if let Some(i) = self.index(x, y) {
            self.cells[i] = Glyph { ch, ink, mark };
        }
    }

    pub(super) fn write(&mut self, x: i32, y: i32, text: &str, ink: Ink, mark: Mark) {
        let mut x = x;
        for ch in text.chars() {
            let columns = cells_of(ch);
            if columns == 0 {
                continue;
            }
            if x.saturating_add(columns) > i32::from(self.width) {
                break;
            }
            self.put(x, y, ch, ink, mark);
            if columns == 2 {
                self.put(x + 1, y, SECOND_HALF, ink, mark);
            }
            x += columns;
        }
    }

    pub(super) fn paste(&mut self, x: i32, y: i32, other: &Canvas) {
        for (dy, row) in (0..).zip(other.rows()) {
            for (dx, glyph) in (0..).zip(row) {
                self.put(x + dx, y + dy, glyph.ch, glyph.ink, glyph.mark);
            }
        }
    }
}

/// Returns the width of a character in cells. The width is 0 for combining and control characters, which are not drawn.
pub(super) fn cells_of(ch: char) -> i32 {
    saturating_cast(ch.width().unwrap_or(0))
}

pub(super) fn wide(text: &str) -> i32 {
    text.chars().map(cells_of).fold(0, i32::saturating_add)
}

pub(super) fn cut(text: &str, width: i32) -> String {
    let mut left = width;
    let fits = |ch: &char| {
        left = left.saturating_sub(cells_of(*ch));
        left >= 0
    };
    text.chars().take_while(fits).collect()
}

pub fn character(face: Face, style: Style) -> char {
    match face {
        Face::Empty | Face::Covered => ' ',
        Face::Free | Face::Closed | Face::Dot => style.pick('·', '.'),
        Face::Stone => style.pick('●', 'O'),
        Face::Food => style.pick('■', '#'),
        Face::Poison => style.pick('✗', '!'),
        Face::ColourOne => style.pick('▒', ':'),
        Face::ColourTwo => style.pick('█', '#'),
        Face::Mark(Player::First) => 'X',
        Face::Mark(Player::Second) => 'O',
        Face::Queen => style.pick('♛', 'Q'),
        Face::Pawn(Player::First) => style.pick('♟', 'P'),
        Face::Pawn(Player::Second) => style.pick('♙', 'p'),
        Face::Reach => style.pick('•', '+'),
        Face::Goal => style.pick('◎', '$'),
        Face::Sign { sign, plain, .. } if cells_of(sign) > 1 => plain,
        Face::Sign { sign, plain, .. } => style.pick(sign, plain),
    }
}

pub(super) fn ink(face: Face) -> Ink {
    match face {
        Face::Empty | Face::Closed | Face::Covered => Ink::Dim,
        Face::Dot | Face::Free | Face::ColourTwo => Ink::Plain,
        Face::Food => Ink::Food,
        Face::Poison => Ink::Strong,
        Face::Mark(player) | Face::Pawn(player) => Ink::Player(player),
        Face::Sign {
            owner: Some(player),
            ..
        } => Ink::Player(player),
        Face::Stone
        | Face::Queen
        | Face::ColourOne
        | Face::Reach
        | Face::Goal
        | Face::Sign { .. } => Ink::Stone,
    }
}

pub fn sign_of(outcome: Outcome) -> char {
    match outcome {
        Outcome::Win => '+',
        Outcome::Draw => '=',
        Outcome::Loss => '-',
    }
}
