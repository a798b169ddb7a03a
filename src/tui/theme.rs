//! Chooses the colours and characters of the screen. A glyph or a word repeats the meaning of every colour, for users
//! who cannot see the colour.

use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;

use super::cube::indexed;
use super::palette::{Role, SIXTEEN, SIXTEEN_LIGHT};
use super::traits::{Depth, TerminalTraits};
use crate::draw::{Colours, Glyph, Ink};
use crate::settings::{BackgroundSource, ColourCount, Settings, ThemeChoice};
use nimatron_core::rules::{IdeaLook, Outcome, Player};
use nimatron_core::tr;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    #[default]
    Dark,
    Light,
    /// High contrast on a black background.
    HighContrast,
    /// No colours, only bold, dim and reversed text.
    Mono,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    pub depth: Depth,
    pub scheme: Scheme,
    pub ascii: bool,
    /// The terminal's background colour if the theme keeps it, otherwise `None`.
    pub ground: Option<[u8; 3]>,
}

impl Theme {
    pub fn new(settings: &Settings, traits: TerminalTraits) -> Theme {
        let usual = if traits.light {
            Scheme::Light
        } else {
            Scheme::Dark
        };
        let values = settings.values();
        let scheme = match values.theme {
            ThemeChoice::Auto => usual,
            ThemeChoice::Dark => Scheme::Dark,
            ThemeChoice::Light => Scheme::Light,
            ThemeChoice::HighContrast => Scheme::HighContrast,
            ThemeChoice::Mono => Scheme::Mono,
        };
        let depth = match values.colours {
            _ if scheme == Scheme::Mono => Depth::None,
            ColourCount::None => Depth::None,
            ColourCount::Sixteen => Depth::Sixteen,
            ColourCount::Indexed => Depth::Indexed,
            ColourCount::All => Depth::True,
            ColourCount::Auto => traits.depth,
        };
        // The assumed background of a terminal that has not reported its own.
        let likely = if scheme == Scheme::Light {
            [255; 3]
        } else {
            [0; 3]
        };
        let ground = (values.background == BackgroundSource::Terminal)
            .then(|| traits.background.unwrap_or(likely));
        Theme {
            depth,
            scheme,
            ascii: settings.is_ascii(traits.narrow),
            ground,
        }
    }

    pub fn colour(&self, role: Role) -> Option<Color> {
        let at = Role::ALL.iter().position(|&r| r == role)?;
        match self.depth {
            _ if self.scheme == Scheme::Mono => None,
            Depth::None => None,
            Depth::Sixteen if self.scheme == Scheme::Light => Some(SIXTEEN_LIGHT[at]),
            Depth::Sixteen => Some(SIXTEEN[at]),
            Depth::Indexed | Depth::True => Some(self.rgb(role.rgb(&self.colours()))),
        }
    }

    pub fn colours(&self) -> Colours {
        let own = match self.scheme {
            Scheme::Light => Colours::LIGHT,
            Scheme::HighContrast => Colours::CONTRAST,
            Scheme::Dark | Scheme::Mono => Colours::DARK,
        };
        // On a dark background, `[175, 95, 0]` is the only one of the 256 colours that works as a brown.
        let food = match (self.depth, self.scheme) {
            (Depth::Indexed, Scheme::Dark | Scheme::HighContrast) => [175, 95, 0],
            _ => own.food,
        };
        Colours {
            ground: self.ground.unwrap_or(own.ground),
            food,
            ..own
        }
    }

    /// Returns whether boards are painted, which requires at least 256 colours and block characters.
    pub fn is_painted(&self) -> bool {
        matches!(self.depth, Depth::Indexed | Depth::True)
            && self.scheme != Scheme::Mono
            && !self.ascii
    }

    /// Returns the look of the theory's marks on a board.
    pub fn idea(&self) -> IdeaLook {
        if self.is_painted() {
            IdeaLook::Colour(tr!("teal"))
        } else {
            IdeaLook::Sign(self.pick('◇', '%'))
        }
    }

    pub fn rgb(&self, [r, g, b]: [u8; 3]) -> Color {
        match self.depth {
            Depth::Indexed => Color::Indexed(indexed([r, g, b])),
            _ => Color::Rgb(r, g, b),
        }
    }

    /// Returns the screen's background and text colours, or `None` if the terminal's own colours are kept.
    pub fn base(&self) -> Option<(Color, Color)> {
        let colours =
            matches!(self.depth, Depth::Indexed | Depth::True) && self.scheme != Scheme::Mono;
        (colours && self.ground.is_none()).then(|| {
            (
                self.rgb(self.colours().ground),
                self.rgb(self.colours().text),
            )
        })
    }

    fn fg(&self, role: Role) -> Style {
        self.colour(role)
            .map_or(Style::new(), |c| Style::new().fg(c))
    }

    /// Returns the style for text on a background in the colour of a role. Without colours, the text is reversed.
    fn on(&self, role: Role) -> Style {
        let Some(colour) = self.colour(role) else {
            return Style::new().add_modifier(Modifier::REVERSED);
        };
        let text = match (self.depth, self.scheme, colour) {
            (Depth::Sixteen, Scheme::Light, Color::Gray | Color::Yellow | Color::LightGreen) => {
                Color::Black
            }
            (Depth::Sixteen, Scheme::Light, _) => Color::White,
            (Depth::Sixteen, ..) => Color::Black,
            (Depth::Indexed, Scheme::Light, _) => Color::Indexed(231),
            (Depth::Indexed, ..) => Color::Indexed(16),
            (_, Scheme::Light, _) => Color::Rgb(255, 255, 255),
            _ => Color::Rgb(12, 12, 16),
        };
        Style::new().fg(text).bg(colour)
    }

    pub fn text(&self) -> Style {
        Style::new().fg(Color::Reset).remove_modifier(Modifier::DIM)
    }

    pub fn quiet(&self) -> Style {
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::DIM),
            _ => self.fg(Role::Quiet),
        }
    }

    pub fn heading(&self) -> Style {
        self.text().add_modifier(Modifier::BOLD)
    }

    pub fn key(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub fn selected(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    pub fn wrong(&self) -> Style {
        self.fg(Role::Lost).add_modifier(Modifier::BOLD)
    }

    pub fn player(&self, player: Player) -> Style {
        self.fg(match player {
            Player::First => Role::PlayerA,
            Player::Second => Role::PlayerB,
        })
    }

    pub fn outcome(&self, outcome: Outcome) -> Style {
        self.fg(match outcome {
            Outcome::Win => Role::Won,
            Outcome::Loss => Role::Lost,
            Outcome::Draw => Role::Drawn,
        })
    }

    pub fn hint(&self) -> Style {
        self.fg(Role::Idea).add_modifier(Modifier::BOLD)
    }

    pub fn border(&self) -> border::Set<'static> {
        if self.ascii { ASCII } else { border::PLAIN }
    }

    pub fn pick<T>(&self, unicode: T, ascii: T) -> T {
        if self.ascii { ascii } else { unicode }
    }

    pub fn dots(&self, done: usize, all: usize) -> String {
        let (full, empty) = self.pick(("●", "○"), ("*", "."));
        format!(
            "{}{}",
            full.repeat(done),
            empty.repeat(all.saturating_sub(done))
        )
    }

    pub fn glyph(&self, glyph: Glyph) -> Style {
        let mark = glyph.mark;
        let mut style = self.ink(glyph.ink);
        if mark.gone {
            style = style.patch(self.fg(Role::Cursor));
        }
        if mark.last {
            let role = if mark.second {
                Role::PlayerB
            } else {
                Role::PlayerA
            };
            // Make the last move bold, so that it is visible without colours.
            style = style
                .patch(self.fg(role))
                .add_modifier(Modifier::BOLD)
                .remove_modifier(Modifier::DIM);
        }
        if mark.open {
            style = style
                .patch(self.fg(Role::Material))
                .add_modifier(Modifier::BOLD);
        }
        if mark.hint {
            style = style
                .patch(self.fg(Role::Idea))
                .add_modifier(Modifier::BOLD);
        }
        if mark.picked {
            style = style
                .patch(self.on(Role::Material))
                .add_modifier(Modifier::BOLD);
        }
        if mark.cursor {
            style = style
                .patch(self.on(Role::Cursor))
                .add_modifier(Modifier::BOLD);
        }
        style
    }

    fn ink(&self, ink: Ink) -> Style {
        let bold = Modifier::BOLD;
        match ink {
            Ink::Plain => self.text(),
            Ink::Dim | Ink::Faint | Ink::Frame | Ink::Label | Ink::Note => self.quiet(),
            Ink::Strong => self.text().add_modifier(bold),
            Ink::Stone => self.fg(Role::Material),
            Ink::FarStone => self.fg(Role::Material).add_modifier(Modifier::DIM),
            Ink::Food => self.fg(Role::Food),
            Ink::Player(player) => self.player(player).add_modifier(bold),
            Ink::Area(Player::First) => self.on(Role::PlayerA).add_modifier(bold),
            Ink::Area(Player::Second) => self.on(Role::PlayerB).add_modifier(bold),
            Ink::Idea => self.fg(Role::Idea),
            Ink::Outcome(outcome) => self.outcome(outcome).add_modifier(bold),
        }
    }
}

const ASCII: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Setting;

    /// Returns the pairs of roles whose colours carry meaning and can share a screen. Only pairs with quiet text, and
    /// the pair of chocolate and drawn outcomes, are left out.
    fn pairs() -> impl Iterator<Item = (Role, Role)> {
        let all = Role::ALL.into_iter().enumerate();
        all.flat_map(|(i, a)| Role::ALL.into_iter().skip(i + 1).map(move |b| (a, b)))
            .filter(|pair| *pair != (Role::Food, Role::Drawn) && pair.1 != Role::Quiet)
    }

    fn theme(depth: Depth, scheme: Scheme) -> Theme {
        Theme {
            depth,
            scheme,
            ascii: false,
            ground: None,
        }
    }

    /// Matrices that simulate colour vision: normal vision, and vision without one of the types of cone (Machado,
    /// Oliveira and Fernandes 2009).
    const EYES: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ];

    fn times(m: &[[f64; 3]; 3], v: [f64; 3]) -> [f64; 3] {
        m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
    }

    fn light(colour: Color) -> [f64; 3] {
        let Color::Rgb(r, g, b) = colour else {
            panic!("{colour} is not of all colours")
        };
        [r, g, b].map(|c| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    /// Returns the colour as seen by `eyes`, in Oklab, in which the distance between colours matches the perceived
    /// difference.
    fn seen(colour: Color, eyes: &[[f64; 3]; 3]) -> [f64; 3] {
        let light = times(eyes, light(colour)).map(|c| c.clamp(0.0, 1.0));
        let cones = times(
            &[
                [0.4122214708, 0.5363325363, 0.0514459929],
                [0.2119034982, 0.6806995451, 0.1073969566],
                [0.0883024619, 0.2817188376, 0.6299787005],
            ],
            light,
        );
        times(
            &[
                [0.2104542553, 0.7936177850, -0.0040720468],
                [1.9779984951, -2.4285922050, 0.4505937099],
                [0.0259040371, 0.7827717662, -0.8086757660],
            ],
            cones.map(f64::cbrt),
        )
    }

    /// Returns the smallest distance between two colours under any type of colour vision.
    fn apart(a: Color, b: Color) -> f64 {
        let squares = |eyes| {
            seen(a, eyes)
                .iter()
                .zip(seen(b, eyes))
                .map(|(x, y)| (x - y).powi(2))
                .sum::<f64>()
        };
        EYES.iter().map(squares).fold(f64::MAX, f64::min).sqrt()
    }

    #[test]
    fn no_eyes_take_one_role_for_another() {
        for scheme in [Scheme::Dark, Scheme::Light, Scheme::HighContrast] {
            let theme = theme(Depth::True, scheme);
            for (a, b) in pairs() {
                let apart = apart(theme.colour(a).unwrap(), theme.colour(b).unwrap());
                assert!(
                    apart > 0.06,
                    "{scheme:?}: {a:?} and {b:?} are {apart:.3} apart"
                );
            }
        }
    }

    #[test]
    fn the_settings_go_before_what_the_terminal_says() {
        let depth = Depth::Indexed;
        let traits = TerminalTraits {
            depth,
            light: true,
            narrow: true,
            answers: false,
            background: None,
        };
        let set = |set: &[(Setting, &str)]| {
            let mut settings = Settings::default();
            for (setting, value) in set {
                settings
                    .set(*setting, value, crate::settings::Origin::File(1))
                    .unwrap();
            }
            Theme::new(&settings, traits)
        };
        assert_eq!(
            set(&[]),
            Theme {
                ascii: true,
                ..theme(depth, Scheme::Light)
            }
        );
        let all = [
            (Setting::Theme, "dark"),
            (Setting::Colours, "true"),
            (Setting::Characters, "unicode"),
        ];
        assert_eq!(set(&all), theme(Depth::True, Scheme::Dark));
        assert_eq!(
            set(&[(Setting::Theme, "mono"), (Setting::Colours, "true")]).depth,
            Depth::None
        );
    }

    #[test]
    fn every_colour_stands_out_from_its_background() {
        let luminance = |c: [f64; 3]| 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
        for (scheme, ground, least) in [
            (Scheme::Dark, Color::Rgb(18, 18, 18), 3.0),
            (Scheme::Light, Color::Rgb(255, 255, 255), 3.0),
            (Scheme::HighContrast, Color::Rgb(0, 0, 0), 4.5),
        ] {
            let theme = theme(Depth::True, scheme);
            for role in Role::ALL {
                let a = luminance(light(theme.colour(role).unwrap()));
                let b = luminance(light(ground));
                let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
                assert!(
                    contrast >= least,
                    "{scheme:?}: {role:?} has a contrast of {contrast:.2}"
                );
            }
        }
    }

    #[test]
    fn fewer_colours_are_still_as_many_as_can_meet() {
        for scheme in [Scheme::Dark, Scheme::Light, Scheme::HighContrast] {
            for depth in [Depth::Sixteen, Depth::Indexed] {
                let theme = theme(depth, scheme);
                for (a, b) in pairs() {
                    assert_ne!(
                        theme.colour(a),
                        theme.colour(b),
                        "{scheme:?} {depth:?}: {a:?} and {b:?}"
                    );
                }
            }
        }
        for scheme in [Scheme::Dark, Scheme::Mono] {
            let theme = theme(Depth::None, scheme);
            assert!(Role::ALL.iter().all(|&role| theme.colour(role).is_none()));
        }
    }
}
