//! The roles of colours, and the palettes that give each role a colour.

use ratatui::style::Color;

use crate::draw::Colours;

/// Defines the roles, each with its field among the colours and its colour on terminals of sixteen colours, on a dark
/// and on a light background.
macro_rules! roles {
    ($($(#[doc = $doc:literal])* $role:ident $field:ident $dark:ident $light:ident;)*) => {
        /// The role of a colour. Two roles that can be on the screen together never share a colour.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Role { $($(#[doc = $doc])* $role,)* }

        impl Role {
            /// All roles, in the order of the palettes.
            pub const ALL: [Role; [$(Role::$role),*].len()] = [$(Role::$role),*];

            pub fn rgb(self, c: &Colours) -> [u8; 3] {
                match self { $(Role::$role => c.$field,)* }
            }
        }

        /// The colours of sixteen-colour terminals: named, so that the terminal's own palette is kept.
        pub const SIXTEEN: [Color; Role::ALL.len()] = [$(Color::$dark),*];

        /// The sixteen colours for a light background, on which pale ones are hard to see. Chocolate has the colour
        /// of a draw, which never appears next to it.
        pub const SIXTEEN_LIGHT: [Color; Role::ALL.len()] = [$(Color::$light),*];
    };
}

roles! {
    /// Everything that can be taken.
    Material stone Yellow Yellow;
    /// Chocolate.
    Food food Red Magenta;
    /// The cursor, and the picked.
    Cursor cursor White Black;
    Won won LightGreen Green;
    /// A loss; an error.
    Lost lost LightRed LightRed;
    Drawn drawn Magenta Magenta;
    /// Pieces of the first player, and the dot of their last move.
    PlayerA first LightBlue LightBlue;
    /// Pieces of the second player, and the dot of their last move.
    PlayerB second LightMagenta LightMagenta;
    /// The subject of the headline, and the light of a hint.
    Idea idea Cyan Cyan;
    /// Labels, thin lines.
    Quiet quiet DarkGray DarkGray;
}
