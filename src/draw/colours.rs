//! The colours of a painted board: one for each thing that it shows.

use super::canvas::{Ink, Mark};
use super::marks::Theory;
use nimatron_core::rules::{Face, Outcome, Player};
use nimatron_paint::{Rgb, mix};

/// What each thing on a board and around it is painted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    /// Behind everything.
    pub ground: Rgb,
    /// The ground of what stands out: a part of a sum, what is selected.
    pub raised: Rgb,
    /// Lines of the board.
    pub line: Rgb,
    /// Words, and lines that a player drew.
    pub text: Rgb,
    /// Less than words: numbers and names.
    pub quiet: Rgb,
    /// Barely there: what can still be drawn.
    pub faint: Rgb,
    /// Keys, and what can be clicked.
    pub accent: Rgb,
    /// Stones, rings, balls, tokens.
    pub stone: Rgb,
    /// Chocolate.
    pub food: Rgb,
    pub poison: Rgb,
    pub cursor: Rgb,
    /// What is picked, and what would be taken with it.
    pub picked: Rgb,
    /// What can be picked next, a square in reach, a goal.
    pub offered: Rgb,
    pub won: Rgb,
    pub lost: Rgb,
    pub drawn: Rgb,
    /// The first player, and what they played last.
    pub first: Rgb,
    /// The second player, and what they played last.
    pub second: Rgb,
    /// The first colour of a strip.
    pub one: Rgb,
    /// The second colour of a strip.
    pub two: Rgb,
    /// The theory: values, brackets, the axis; a hint.
    pub figure: Rgb,
    /// Groups that belong together.
    pub tints: [Rgb; 6],
}

impl Colours {
    pub const DARK: Colours = Colours::of(0);

    pub const LIGHT: Colours = Colours::of(1);

    /// The dark colours and, beside them, the light ones.
    const fn of(theme: usize) -> Colours {
        let tints = [
            [[6, 178, 187], [11, 180, 218]][theme],
            [[245, 123, 184], [240, 116, 165]][theme],
            [[230, 227, 126], [120, 45, 98]][theme],
            [[178, 109, 162], [129, 131, 101]][theme],
            [[41, 237, 206], [2, 125, 174]][theme],
            [[209, 197, 12], [172, 69, 128]][theme],
        ];
        Colours {
            ground: [[17, 19, 26], [250, 248, 243]][theme],
            raised: [[27, 30, 41], [238, 234, 224]][theme],
            line: [[66, 73, 94], [178, 172, 158]][theme],
            text: [[218, 222, 234], [44, 46, 56]][theme],
            quiet: [[130, 138, 160], [96, 98, 112]][theme],
            faint: [[72, 79, 99], [176, 172, 162]][theme],
            accent: [[122, 196, 255], [16, 104, 176]][theme],
            stone: [[219, 168, 86], [198, 128, 28]][theme],
            food: [[142, 90, 52], [93, 50, 15]][theme],
            poison: [[224, 0, 80], [198, 24, 150]][theme],
            cursor: [[255, 255, 255], [16, 18, 26]][theme],
            picked: [[244, 232, 200], [68, 68, 88]][theme],
            offered: [[97, 126, 113], [80, 144, 120]][theme],
            won: [[102, 206, 144], [0, 117, 69]][theme],
            lost: [[239, 112, 85], [182, 37, 15]][theme],
            drawn: [[168, 152, 136], [80, 56, 40]][theme],
            first: [[104, 139, 255], [30, 65, 192]][theme],
            second: [[186, 153, 255], [132, 67, 232]][theme],
            one: [[16, 106, 134], [14, 40, 98]][theme],
            two: [[255, 214, 90], [216, 51, 27]][theme],
            figure: [[205, 212, 255], [126, 137, 255]][theme],
            tints,
        }
    }

    /// As far apart as can be, on black.
    pub const CONTRAST: Colours = Colours {
        ground: [0, 0, 0],
        raised: [28, 28, 28],
        line: [128, 128, 128],
        text: [255, 255, 255],
        quiet: [196, 196, 196],
        faint: [108, 108, 108],
        food: [163, 107, 70],
        one: [16, 138, 162],
        poison: [248, 24, 176],
        ..Colours::DARK
    };

    pub fn player(&self, player: Player) -> Rgb {
        match player {
            Player::First => self.first,
            Player::Second => self.second,
        }
    }

    /// What the first or the second player played last.
    pub(super) fn last(&self, second: bool) -> Rgb {
        if second { self.second } else { self.first }
    }

    /// The rim of what is said of a piece: the loudest of it.
    pub(super) fn rim(&self, mark: Mark, picking: bool) -> Option<Rgb> {
        match mark {
            Mark { cursor: true, .. } => Some(self.cursor),
            Mark { picked: true, .. } => Some(self.picked),
            Mark { hint: true, .. } => Some(self.figure),
            Mark { open: true, .. } if picking => Some(self.offered),
            _ => None,
        }
    }

    pub fn outcome(&self, outcome: Outcome) -> Rgb {
        match outcome {
            Outcome::Win => self.won,
            Outcome::Draw => self.drawn,
            Outcome::Loss => self.lost,
        }
    }

    /// What the moves or the theory give to a place.
    pub(super) fn told(&self, theory: Theory) -> Option<Rgb> {
        theory
            .sign
            .map(|outcome| self.outcome(outcome))
            .or_else(|| theory.tint.map(|tint| self.tint(tint)))
    }

    /// A group's tint, counted from 0.
    pub fn tint(&self, number: u8) -> Rgb {
        self.tints[usize::from(number) % self.tints.len()]
    }

    pub fn face(&self, face: Face) -> Rgb {
        match face {
            Face::Empty | Face::Closed | Face::Dot | Face::Free => self.line,
            Face::Stone | Face::Queen | Face::Sign { .. } => self.stone,
            Face::Food => self.food,
            Face::Poison => self.poison,
            Face::ColourOne => self.one,
            Face::ColourTwo => self.two,
            Face::Mark(player) => self.player(player),
            Face::Reach | Face::Goal => self.offered,
        }
    }

    /// What words of a board are written in, and whether they are bold.
    pub(super) fn said(&self, ink: Ink, mark: Mark) -> (Rgb, bool) {
        match (ink, mark) {
            (_, Mark { cursor: true, .. }) => (self.cursor, true),
            (
                _,
                Mark {
                    last: true, second, ..
                },
            ) => (self.last(second), true),
            (_, Mark { gone: true, .. } | Mark { picked: true, .. }) => (self.picked, true),
            (Ink::Figure, _) => (self.told_in(self.figure), true),
            (Ink::Reach, _) => (self.offered, true),
            (Ink::Label | Ink::Note | Ink::Frame | Ink::Dim, _) => (self.quiet, false),
            (Ink::Faint, _) => (self.faint, false),
            (ink, _) => (self.text, ink == Ink::Strong),
        }
    }

    /// A colour that is to be read on another one.
    pub fn on(&self, ground: Rgb) -> Rgb {
        let light = 2 * u32::from(ground[0]) + 5 * u32::from(ground[1]) + u32::from(ground[2]);
        if light > 8 * 118 {
            [24, 20, 14]
        } else {
            [250, 248, 243]
        }
    }

    /// A colour for words on the ground: nearer to that of other words.
    pub fn told_in(&self, colour: Rgb) -> Rgb {
        mix(colour, self.text, 0.5)
    }

    /// A little of a colour on the ground.
    pub fn wash(&self, colour: Rgb, part: f32) -> Rgb {
        mix(self.ground, colour, part)
    }
}
