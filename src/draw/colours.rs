//! Defines the colours of a painted board.

use super::canvas::{Ink, Mark};
use nimatron_core::rules::{Face, Outcome, Player};
use nimatron_paint::{Rgb, mix};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    pub ground: Rgb,
    /// The background of cells and of raised areas, such as a selection or the title of a sum's part.
    pub raised: Rgb,
    pub line: Rgb,
    pub quiet: Rgb,
    pub text: Rgb,
    /// Pieces that belong to no player, and sites that a move can reach.
    pub stone: Rgb,
    pub food: Rgb,
    /// The cursor, and the tint of picked pieces.
    pub cursor: Rgb,
    pub won: Rgb,
    pub lost: Rgb,
    pub drawn: Rgb,
    /// The first player's pieces, and the dot on their last move.
    pub first: Rgb,
    pub second: Rgb,
    /// Anything that the theory's headline refers to, and the highlights of a hint.
    pub idea: Rgb,
}

impl Colours {
    pub const DARK: Colours = Colours {
        ground: [17, 19, 26],
        raised: [42, 47, 63],
        line: [98, 108, 132],
        quiet: [138, 147, 168],
        text: [218, 222, 234],
        stone: [219, 168, 86],
        food: [142, 90, 52],
        cursor: [255, 255, 255],
        won: [102, 206, 144],
        lost: [240, 111, 82],
        drawn: [168, 152, 136],
        first: [104, 139, 255],
        second: [186, 153, 255],
        idea: [6, 178, 187],
    };

    pub const LIGHT: Colours = Colours {
        ground: [250, 248, 243],
        raised: [226, 221, 210],
        line: [130, 130, 142],
        quiet: [96, 98, 112],
        text: [44, 46, 56],
        stone: [198, 128, 28],
        food: [93, 50, 15],
        cursor: [16, 18, 26],
        won: [0, 117, 69],
        lost: [182, 37, 15],
        drawn: [80, 56, 40],
        first: [30, 65, 192],
        second: [132, 67, 232],
        idea: [0, 132, 150],
    };

    pub const CONTRAST: Colours = Colours {
        ground: [0, 0, 0],
        raised: [44, 44, 44],
        line: [150, 150, 150],
        quiet: [196, 196, 196],
        text: [255, 255, 255],
        food: [163, 107, 70],
        ..Colours::DARK
    };

    pub fn player(&self, player: Player) -> Rgb {
        match player {
            Player::First => self.first,
            Player::Second => self.second,
        }
    }

    pub fn outcome(&self, outcome: Outcome) -> Rgb {
        match outcome {
            Outcome::Win => self.won,
            Outcome::Draw => self.drawn,
            Outcome::Loss => self.lost,
        }
    }

    pub fn face(&self, face: Face) -> Rgb {
        match face {
            Face::Food => self.food,
            Face::ColourTwo => self.quiet,
            Face::Mark(player) | Face::Pawn(player) => self.player(player),
            Face::Sign {
                owner: Some(player),
                ..
            } => self.player(player),
            Face::Stone
            | Face::Queen
            | Face::ColourOne
            | Face::Reach
            | Face::Goal
            | Face::Sign { .. } => self.stone,
            Face::Empty | Face::Closed | Face::Covered | Face::Dot | Face::Free | Face::Poison => {
                self.line
            }
        }
    }

    pub(super) fn words(&self, ink: Ink, mark: Mark) -> (Rgb, bool) {
        match (ink, mark) {
            (_, Mark { cursor: true, .. }) => (self.cursor, true),
            (
                _,
                Mark {
                    last: true, second, ..
                },
            ) => (if second { self.second } else { self.first }, true),
            (Ink::Idea, _) => (self.idea, true),
            (Ink::Label | Ink::Note | Ink::Frame | Ink::Dim | Ink::Faint, _) => (self.quiet, false),
            (ink, _) => (self.text, matches!(ink, Ink::Strong | Ink::Area(_))),
        }
    }

    /// Returns a text colour that is readable on the given background.
    pub fn on(&self, ground: Rgb) -> Rgb {
        let light = 2 * u32::from(ground[0]) + 5 * u32::from(ground[1]) + u32::from(ground[2]);
        if light > 8 * 104 {
            [24, 20, 14]
        } else {
            [250, 248, 243]
        }
    }

    pub(super) fn picked(&self, colour: Rgb) -> Rgb {
        let part = if self.cursor[0] > 128 { 0.6 } else { 0.35 };
        mix(colour, self.cursor, part)
    }

    /// Returns the colour, blended into the ground. The colour `idea` is replaced by `line` first, because only the
    /// hint may have the colour `idea`.
    pub(super) fn dimmed(&self, colour: Rgb) -> Rgb {
        let own = if colour == self.idea {
            self.line
        } else {
            colour
        };
        mix(self.ground, own, 0.4)
    }
}
