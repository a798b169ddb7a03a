//! A rectangle of character cells. Each cell has a role, to which the theme gives a colour.

use nimatron_core::rules::{Face, Outcome, Player, saturating_cast};
use unicode_width::UnicodeWidthChar;

/// The second cell of a character that is two cells wide: nothing is printed there.
pub const SECOND_HALF: char = '\0';

/// A size in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub width: u16,
    pub height: u16,
}

/// The characters that may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    pub ascii: bool,
}

impl Style {
    pub(super) fn pick(self, unicode: char, ascii: char) -> char {
        if self.ascii { ascii } else { unicode }
    }
}

/// The role of a cell; the theme gives it a colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ink {
    /// Words and lines of the board.
    #[default]
    Plain,
    /// Quieter than plain: labels of empty points, lines between rings.
    Dim,
    /// Barely visible: dotted lines, gaps.
    Faint,
    /// Stronger than plain: a line drawn by a player.
    Strong,
    /// The number or name of a cell, a pile or a row.
    Label,
    /// A stone, ring, ball or token, or a place that a move leads to.
    Stone,
    /// A stone beyond the limit of the move.
    FarStone,
    /// A square of chocolate.
    Food,
    Player(Player),
    /// The inside of a player's area: a background, with or without a letter.
    Area(Player),
    /// Words beside the board.
    Note,
    /// The frame of a part of a sum, its corners and its title.
    Frame,
    /// The subject of the headline: values, pairs, losing squares.
    Idea,
    Outcome(Outcome),
}

/// The interface's marks on a cell, beside its content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mark {
    pub cursor: bool,
    /// It is part of the move being put together.
    pub picked: bool,
    /// It can be picked next.
    pub open: bool,
    pub last: bool,
    /// It was played last by the second player.
    pub second: bool,
    pub hint: bool,
    /// The move at the cursor would take it.
    pub gone: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character; one that is two cells wide is followed by [`SECOND_HALF`].
    pub ch: char,
    pub ink: Ink,
    pub mark: Mark,
}

/// A rectangle of cells, the first row at the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    pub(super) width: u16,
    pub(super) height: u16,
    cells: Vec<Glyph>,
}

impl Canvas {
    /// A blank canvas of a size in signed numbers; negative counts as 0.
    pub(super) fn sized(width: i32, height: i32) -> Canvas {
        let (width, height) = (saturating_cast(width), saturating_cast(height));
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

    /// The rows from the top, `width` cells each.
    pub fn rows(&self) -> impl Iterator<Item = &[Glyph]> {
        self.cells.chunks(usize::from(self.width.max(1)))
    }

    /// The characters alone: lines, trimmed at the right, with a line break after each.
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
        let (w, h) = (i32::from(self.width), i32::from(self.height));
        ((0..w).contains(&x) && (0..h).contains(&y)).then(|| {
            saturating_cast::<usize, _>(y) * saturating_cast::<usize, _>(w)
                + saturating_cast::<usize, _>(x)
        })
    }

    /// Sets a cell; ignores cells outside the canvas.
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

    /// Copies another canvas so that its top left cell is at (`x`, `y`).
    pub(super) fn paste(&mut self, x: i32, y: i32, other: &Canvas) {
        for (dy, row) in (0..).zip(other.rows()) {
            for (dx, glyph) in (0..).zip(row) {
                self.put(x + dx, y + dy, glyph.ch, glyph.ink, glyph.mark);
            }
        }
    }
}

/// The number of cells of a character: 0 for a combining one, which is left out.
pub(super) fn cells_of(ch: char) -> i32 {
    saturating_cast(ch.width().unwrap_or(0))
}

/// The number of cells of a text.
pub(super) fn wide(text: &str) -> i32 {
    text.chars().map(cells_of).fold(0, i32::saturating_add)
}

/// Cuts a text to a number of cells.
pub(super) fn cut(text: &str, width: i32) -> String {
    let mut left = width;
    let fits = |ch: &char| {
        left = left.saturating_sub(cells_of(*ch));
        left >= 0
    };
    text.chars().take_while(fits).collect()
}

/// The character of a square's face.
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

/// The ink of a square's face.
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

/// The sign of an outcome, where there is room for one character.
pub fn sign_of(outcome: Outcome) -> char {
    match outcome {
        Outcome::Win => '+',
        Outcome::Draw => '=',
        Outcome::Loss => '-',
    }
}
