//! Colours and characters. Text keeps the terminal's own colours, so that dark and light backgrounds both read well;
//! a colour never says anything that a glyph or a word does not say too.

use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::border;

use crate::draw::{Glyph, Ink};
use crate::rules::{Outcome, Player};

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// None: `NO_COLOR`.
    None,
    /// The terminal's sixteen.
    Sixteen,
    /// All of them.
    True,
}

/// Colours and characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// How many colours there are.
    pub depth: Depth,
    /// Only ASCII characters.
    pub ascii: bool,
}

/// A colour with its stand-in among sixteen. All of them keep a contrast of about 3 to white and to black.
#[derive(Clone, Copy)]
struct Hue(u8, u8, u8, Color);

// After Okabe and Ito's palette, which is told apart in every kind of colour blindness, shifted to middle lightness.
const BLUE: Hue = Hue(58, 134, 214, Color::LightBlue);
const ORANGE: Hue = Hue(208, 122, 22, Color::Yellow);
const GREEN: Hue = Hue(20, 150, 115, Color::Green);
const VERMILION: Hue = Hue(212, 92, 60, Color::LightRed);
const PURPLE: Hue = Hue(178, 108, 168, Color::Magenta);
const GREY: Hue = Hue(128, 128, 134, Color::DarkGray);

impl Theme {
    /// The theme that the environment asks for: `NO_COLOR`, `COLORTERM`.
    #[must_use]
    pub fn from_environment(ascii: bool) -> Theme {
        let set = |name| std::env::var_os(name).filter(|v| !v.is_empty());
        let deep = set("COLORTERM").is_some_and(|v| v == "truecolor" || v == "24bit");
        let depth = match (set("NO_COLOR").is_some(), deep) {
            (true, _) => Depth::None,
            (false, true) => Depth::True,
            (false, false) => Depth::Sixteen,
        };
        Theme { depth, ascii }
    }

    fn fg(&self, Hue(r, g, b, named): Hue) -> Style {
        match self.depth {
            Depth::None => Style::new(),
            Depth::Sixteen => Style::new().fg(named),
            Depth::True => Style::new().fg(Color::Rgb(r, g, b)),
        }
    }

    /// Light text on the colour; where there are no colours, reversed.
    fn on(&self, Hue(r, g, b, named): Hue) -> Style {
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::REVERSED),
            Depth::Sixteen => Style::new().fg(Color::Black).bg(named),
            Depth::True => Style::new().fg(Color::Rgb(16, 16, 20)).bg(Color::Rgb(r, g, b)),
        }
    }

    /// Ordinary text: the terminal's own colour.
    #[must_use]
    pub fn text(&self) -> Style {
        Style::new().fg(Color::Reset).remove_modifier(Modifier::DIM)
    }

    /// Less than ordinary text.
    #[must_use]
    pub fn quiet(&self) -> Style {
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::DIM),
            _ => self.fg(GREY),
        }
    }

    /// Headings.
    #[must_use]
    pub fn heading(&self) -> Style {
        self.text().add_modifier(Modifier::BOLD)
    }

    /// The frame of the page.
    #[must_use]
    pub fn frame(&self) -> Style {
        self.quiet()
    }

    /// A key in the key bar.
    #[must_use]
    pub fn key(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The selected line of a list.
    #[must_use]
    pub fn selected(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// A message that something is wrong.
    #[must_use]
    pub fn wrong(&self) -> Style {
        self.fg(VERMILION).add_modifier(Modifier::BOLD)
    }

    /// A message.
    #[must_use]
    pub fn news(&self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// A player's own colour.
    #[must_use]
    pub fn player(&self, player: Player) -> Style {
        self.fg(match player {
            Player::First => BLUE,
            Player::Second => ORANGE,
        })
    }

    /// The colour of an outcome, for the player it is an outcome for.
    #[must_use]
    pub fn outcome(&self, outcome: Outcome) -> Style {
        self.fg(match outcome {
            Outcome::Win => GREEN,
            Outcome::Loss => VERMILION,
            Outcome::Draw => PURPLE,
        })
    }

    /// A hint.
    #[must_use]
    pub fn hint(&self) -> Style {
        self.fg(PURPLE).add_modifier(Modifier::BOLD)
    }

    /// The characters of the frame.
    #[must_use]
    pub fn border(&self) -> border::Set<'static> {
        if self.ascii { ASCII } else { border::PLAIN }
    }

    /// The character for this terminal.
    #[must_use]
    pub fn pick<T>(&self, unicode: T, ascii: T) -> T {
        if self.ascii { ascii } else { unicode }
    }

    /// How a cell of a drawn board looks.
    #[must_use]
    pub fn glyph(&self, glyph: Glyph) -> Style {
        let mark = glyph.mark;
        let mut style = self.ink(glyph.ink);
        if mark.gone {
            style = style.patch(self.fg(VERMILION));
        }
        if mark.last {
            style = style.patch(self.text());
        }
        if mark.open {
            style = style.add_modifier(Modifier::BOLD);
        }
        if mark.hint {
            style = style.patch(self.hint());
        }
        if mark.picked {
            style = style.patch(self.on(GREEN)).add_modifier(Modifier::BOLD);
        }
        if mark.cursor {
            style = style.add_modifier(Modifier::REVERSED | Modifier::BOLD);
        }
        style
    }

    fn ink(&self, ink: Ink) -> Style {
        let bold = Modifier::BOLD;
        match ink {
            Ink::Plain => self.text(),
            Ink::Dim | Ink::Faint | Ink::Frame => self.quiet(),
            Ink::Strong => self.text().add_modifier(bold),
            Ink::Label | Ink::Note => self.quiet(),
            Ink::Stone => self.text().add_modifier(bold),
            Ink::Food => self.fg(ORANGE),
            Ink::Poison => self.fg(VERMILION).add_modifier(bold),
            Ink::ColourOne | Ink::First => self.fg(BLUE).add_modifier(bold),
            Ink::ColourTwo | Ink::Second => self.fg(ORANGE).add_modifier(bold),
            Ink::AreaFirst => self.on(BLUE).add_modifier(bold),
            Ink::AreaSecond => self.on(ORANGE).add_modifier(bold),
            Ink::Goal => self.fg(GREEN).add_modifier(bold),
            Ink::Reach => self.fg(GREEN),
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
