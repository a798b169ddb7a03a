//! What colours stand for, and the palettes that give each of them one.

use ratatui::style::Color;

/// What a colour stands for. Two of these that can be on the screen together never share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Stones, rings, balls, tokens.
    Material,
    /// Chocolate.
    Food,
    /// The poisoned square.
    Poison,
    /// What is pointed at.
    Cursor,
    /// What is picked.
    Picked,
    /// What can be picked next, a square in reach, a goal.
    Offered,
    /// What the person played last.
    Mine,
    /// What the opponent played last.
    Theirs,
    /// A win.
    Won,
    /// A loss; what is wrong.
    Lost,
    /// A draw.
    Drawn,
    /// The first player.
    PlayerA,
    /// The second player.
    PlayerB,
    /// The first colour of a strip.
    StripOne,
    /// The second colour of a strip.
    StripTwo,
    /// The theory: values, pairs, cold squares; a hint.
    Figure,
    /// Labels, thin lines.
    Quiet,
}

impl Role {
    /// All of them, in the order of the palettes.
    pub const ALL: [Role; 17] = [
        Role::Material,
        Role::Food,
        Role::Poison,
        Role::Cursor,
        Role::Picked,
        Role::Offered,
        Role::Mine,
        Role::Theirs,
        Role::Won,
        Role::Lost,
        Role::Drawn,
        Role::PlayerA,
        Role::PlayerB,
        Role::StripOne,
        Role::StripTwo,
        Role::Figure,
        Role::Quiet,
    ];
}

/// A palette: the number of each role's colour among the 256 of most terminals, so that true colour shows the same.
pub type Palette = [u8; 17];

/// For a dark background.
pub const DARK: Palette = [179, 94, 43, 231, 121, 65, 68, 183, 73, 202, 171, 62, 214, 26, 221, 189, 241];
/// For a light background.
pub const LIGHT: Palette = [138, 88, 64, 16, 95, 133, 27, 128, 24, 124, 53, 19, 166, 19, 196, 105, 239];
/// As far apart as can be, on black.
pub const CONTRAST: Palette =
    [222, 131, 148, 231, 154, 30, 75, 198, 115, 173, 105, 98, 214, 98, 179, 189, 248];

/// The colours of sixteen-colour terminals: named, so that the terminal's own palette is kept. The players share theirs
/// with stones and poison, which never stand in a board where colours are the players'.
pub const SIXTEEN: [Color; 17] = [
    Color::Yellow,
    Color::Red,
    Color::LightBlue,
    Color::White,
    Color::LightYellow,
    Color::Green,
    Color::LightCyan,
    Color::LightMagenta,
    Color::LightGreen,
    Color::LightRed,
    Color::Magenta,
    Color::LightBlue,
    Color::Yellow,
    Color::Blue,
    Color::Gray,
    Color::Cyan,
    Color::DarkGray,
];

/// The same on a light background, where the pale ones are hard to see. Chocolate has the colour of a draw, which there
/// is none of beside it.
pub const SIXTEEN_LIGHT: [Color; 17] = [
    Color::Yellow,
    Color::Magenta,
    Color::LightBlue,
    Color::Black,
    Color::Gray,
    Color::LightGreen,
    Color::LightCyan,
    Color::LightMagenta,
    Color::Green,
    Color::LightRed,
    Color::Magenta,
    Color::LightBlue,
    Color::Yellow,
    Color::Blue,
    Color::Red,
    Color::Cyan,
    Color::DarkGray,
];

/// Red, green and blue of one of the 256 colours, after the first sixteen.
#[must_use]
pub fn rgb(index: u8) -> (u8, u8, u8) {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match index {
        232.. => {
            let grey = 8 + 10 * (index - 232);
            (grey, grey, grey)
        }
        _ => {
            let level = |n: u8| LEVELS[usize::from(n % 6)];
            let n = index.saturating_sub(16);
            (level(n / 36), level(n / 6), level(n))
        }
    }
}
