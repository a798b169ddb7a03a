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
    /// Everything that can be taken.
    Material stone Yellow Yellow;
    /// Chocolate.
    Food food Red Magenta;
    /// The cursor, and what is picked.
    Cursor cursor White Black;
    Won won LightGreen Green;
    /// A loss; what is wrong.
    Lost lost LightRed LightRed;
    Drawn drawn Magenta Magenta;
    /// Pieces of the first player, and the dot of their last move.
    PlayerA first LightBlue LightBlue;
    /// Pieces of the second player, and the dot of their last move.
    PlayerB second LightMagenta LightMagenta;
    /// What the headline speaks of, and what a hint lights.
    Idea idea Cyan Cyan;
    /// Labels, thin lines.
    Quiet quiet DarkGray DarkGray;
}
