//! What colours stand for, and the palettes that give each of them one.

use ratatui::style::Color;

use crate::draw::Colours;

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

    /// Its colour among these.
    pub fn of(self, c: &Colours) -> [u8; 3] {
        match self {
            Role::Material => c.stone,
            Role::Food => c.food,
            Role::Poison => c.poison,
            Role::Cursor => c.cursor,
            Role::Picked => c.picked,
            Role::Offered => c.offered,
            Role::Mine => c.mine,
            Role::Theirs => c.theirs,
            Role::Won => c.won,
            Role::Lost => c.lost,
            Role::Drawn => c.drawn,
            Role::PlayerA => c.first,
            Role::PlayerB => c.second,
            Role::StripOne => c.one,
            Role::StripTwo => c.two,
            Role::Figure => c.figure,
            Role::Quiet => c.quiet,
        }
    }
}

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
/// is none of next to it.
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

/// The number of the nearest of the 256 colours, after the first sixteen, which every terminal shows in its own way.
pub fn indexed([r, g, b]: [u8; 3]) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |c: u8| (0u8..6).min_by_key(|&i| LEVELS[usize::from(i)].abs_diff(c)).unwrap_or(0);
    let apart = |other: [u8; 3]| -> u32 {
        [r, g, b].into_iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let (x, y, z) = (level(r), level(g), level(b));
    let mean = (u16::from(r) + u16::from(g) + u16::from(b)) / 3;
    let grey = u8::try_from(mean.saturating_sub(3) / 10).unwrap_or(23).min(23);
    let cube = [x, y, z].map(|i| LEVELS[usize::from(i)]);
    match apart([8 + 10 * grey; 3]) < apart(cube) {
        true => 232 + grey,
        false => 16 + 36 * x + 6 * y + z,
    }
}
