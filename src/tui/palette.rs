//! What colours stand for, and the palettes that give each of them one.

use ratatui::style::Color;

use crate::draw::Colours;

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
    Poison poison LightBlue LightBlue;
    Cursor cursor White Black;
    Picked picked LightYellow Gray;
    /// What can be picked next, a square in reach, a goal.
    Offered offered Green LightGreen;
    Won won LightGreen Green;
    /// A loss; what is wrong.
    Lost lost LightRed LightRed;
    Drawn drawn Magenta Magenta;
    /// The first player, and what they played last.
    PlayerA first LightCyan LightCyan;
    /// The second player, and what they played last.
    PlayerB second LightMagenta LightMagenta;
    StripOne one Blue Blue;
    StripTwo two Gray Red;
    /// The theory: values, pairs, cold squares; a hint.
    Figure figure Cyan Cyan;
    /// Labels, thin lines.
    Quiet quiet DarkGray DarkGray;
}
