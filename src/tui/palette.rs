//! What colours stand for, and the palettes that give each of them one.

use ratatui::style::Color;

use crate::draw::Colours;
use nimatron_core::rules::nearest;

/// A list of roles, each with its field among the colours and what it is on terminals of sixteen colours, on a dark and on
/// a light background.
macro_rules! roles {
    ($($(#[doc = $doc:literal])* $role:ident $field:ident $dark:ident $light:ident;)*) => {
        /// What a colour stands for. Two of these that can be on the screen together never share one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Role { $($(#[doc = $doc])* $role,)* }

        impl Role {
            /// All of them, in the order of the palettes.
            pub const ALL: [Role; [$(Role::$role),*].len()] = [$(Role::$role),*];

            /// Its colour among these.
            pub fn of(self, c: &Colours) -> [u8; 3] {
                match self { $(Role::$role => c.$field,)* }
            }
        }

        /// The colours of sixteen-colour terminals: named, so that the terminal's own palette is kept.
        pub const SIXTEEN: [Color; Role::ALL.len()] = [$(Color::$dark),*];

        /// The same on a light background, where the pale ones are hard to see. Chocolate has the colour of a draw, which
        /// there is none of next to it.
        pub const SIXTEEN_LIGHT: [Color; Role::ALL.len()] = [$(Color::$light),*];
    };
}

roles! {
    /// Stones, rings, balls, tokens.
    Material stone Yellow Yellow;
    /// Chocolate.
    Food food Red Magenta;
    /// The poisoned square.
    Poison poison LightBlue LightBlue;
    /// What is pointed at.
    Cursor cursor White Black;
    /// What is picked.
    Picked picked LightYellow Gray;
    /// What can be picked next, a square in reach, a goal.
    Offered offered Green LightGreen;
    /// A win.
    Won won LightGreen Green;
    /// A loss; what is wrong.
    Lost lost LightRed LightRed;
    /// A draw.
    Drawn drawn Magenta Magenta;
    /// The first player, and what they played last.
    PlayerA first LightCyan LightCyan;
    /// The second player, and what they played last.
    PlayerB second LightMagenta LightMagenta;
    /// The first colour of a strip.
    StripOne one Blue Blue;
    /// The second colour of a strip.
    StripTwo two Gray Red;
    /// The theory: values, pairs, cold squares; a hint.
    Figure figure Cyan Cyan;
    /// Labels, thin lines.
    Quiet quiet DarkGray DarkGray;
}

/// The number of the nearest of the 256 colours, after the first sixteen, which every terminal shows in its own way.
pub fn indexed([r, g, b]: [u8; 3]) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |c: u8| (0u8..6).min_by_key(|&i| LEVELS[usize::from(i)].abs_diff(c)).unwrap_or(0);
    let apart = |other: [u8; 3]| -> u32 {
        [r, g, b].into_iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let (x, y, z) = (level(r), level(g), level(b));
    let mean = (u16::from(r) + u16::from(g) + u16::from(b)) / 3;
    let grey = nearest::<u8, _>(mean.saturating_sub(3) / 10).min(23);
    let cube = [x, y, z].map(|i| LEVELS[usize::from(i)]);
    match apart([8 + 10 * grey; 3]) < apart(cube) {
        true => 232 + grey,
        false => 16 + 36 * x + 6 * y + z,
    }
}
