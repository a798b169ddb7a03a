//! Defines the roles of colours, and palettes that assign a colour to each role.

use ratatui::style::Color;

use crate::draw::Colours;

/// Defines the roles. Each role has a field in [`Colours`], and two named colours for terminals with sixteen colours:
/// one for dark and one for light backgrounds.
macro_rules! roles {
    ($($(#[doc = $doc:literal])* $role:ident $field:ident $dark:ident $light:ident;)*) => {
        /// The role of a colour. Two roles that can be visible at the same time do not share a colour.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Role { $($(#[doc = $doc])* $role,)* }

        impl Role {
            pub const ALL: [Role; [$(Role::$role),*].len()] = [$(Role::$role),*];

            pub fn rgb(self, c: &Colours) -> [u8; 3] {
                match self { $(Role::$role => c.$field,)* }
            }
        }

        /// The colours for terminals with sixteen colours. These are named colours, to which the terminal applies its
        /// own palette.
        pub const SIXTEEN: [Color; Role::ALL.len()] = [$(Color::$dark),*];

        /// The colours for terminals with sixteen colours and a light background, on which pale colours are hard to
        /// see. Chocolate and drawn outcomes have the same colour, because they never appear together.
        pub const SIXTEEN_LIGHT: [Color; Role::ALL.len()] = [$(Color::$light),*];
    };
}

roles! {
    /// Pieces that belong to no player, and sites that a move can reach.
    Material stone Yellow Yellow;
    Food food Red Magenta;
    /// The cursor and the picked sites.
    Cursor cursor White Black;
    Won won LightGreen Green;
    Lost lost LightRed LightRed;
    Drawn drawn Magenta Magenta;
    /// Pieces of the first player, and the dot that marks this player's last move.
    PlayerA first LightBlue LightBlue;
    /// Pieces of the second player, and the dot that marks this player's last move.
    PlayerB second LightMagenta LightMagenta;
    /// Hints, and the parts of the board that the main idea is about.
    Idea idea Cyan Cyan;
    /// Labels and thin lines.
    Quiet quiet DarkGray DarkGray;
}
