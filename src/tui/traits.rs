//! Determines the terminal's traits: its colours, its characters, and whether it answers queries.

/// The number of colours that the terminal can show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// No colours, because of the settings, `NO_COLOR` or a monochrome terminal.
    #[default]
    None,
    Sixteen,
    /// The standard palette of 256 colours.
    Indexed,
    True,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TerminalTraits {
    pub depth: Depth,
    pub light: bool,
    /// Whether only ASCII characters are available, because of the locale or the terminal's font.
    pub narrow: bool,
    /// Whether the terminal can be queried: consoles and the oldest terminals would print unknown sequences.
    pub answers: bool,
    /// The terminal's background colour, if the terminal has reported it.
    pub background: Option<[u8; 3]>,
}

impl TerminalTraits {
    /// Reads the environment: `TERM`, `COLORTERM` and variables of particular terminals for the colours, and
    /// `COLORFGBG` for a light background. `TERM` also determines whether the terminal is limited to ASCII and whether
    /// it answers queries.
    pub fn of_environment(narrow: bool) -> TerminalTraits {
        TerminalTraits::read_from(narrow, |name| {
            Some(std::env::var_os(name)?.to_string_lossy().into_owned())
        })
    }

    fn read_from(narrow: bool, variable: impl Fn(&str) -> Option<String>) -> TerminalTraits {
        let said = |name| variable(name).unwrap_or_default();
        let term = said("TERM");
        let colours = said("COLORTERM");
        // Video terminals of the seventies and eighties, and the terminal type `dumb`.
        let is_old = ["vt1", "vt2", "vt52", "dumb"]
            .iter()
            .any(|old| term.starts_with(old));
        let says_true = colours.contains("truecolor") || colours.contains("24bit");
        // GNU screen inherits the variables of the surrounding terminal but garbles unknown sequences.
        let in_screen = term.starts_with("screen") && variable("STY").is_some();
        let depth = if is_old || term.ends_with("-m") || term.ends_with("-mono") {
            Depth::None
        } else if says_true && !in_screen || term.ends_with("-direct") {
            Depth::True
        } else if term.contains("256color")
            || term == "xterm" && variable("XTERM_VERSION").is_some()
        {
            // Some systems set `TERM` to plain `xterm`, but xterm itself has long had 256 colours.
            Depth::Indexed
        } else if cfg!(windows) && term.is_empty() {
            // The console of Windows 10 and later.
            Depth::True
        } else {
            Depth::Sixteen
        };
        let ground = said("COLORFGBG")
            .rsplit(';')
            .next()
            .and_then(|n| n.parse::<u8>().ok());
        // The Linux console has few characters besides ASCII, and old terminals have none.
        let is_console = is_old || term == "linux";
        // On systems other than Unix, crossterm reads the keyboard and would mistake replies for key presses.
        let answers = cfg!(unix) && !is_console && !term.is_empty();
        let narrow = narrow || is_console;
        TerminalTraits {
            depth,
            light: matches!(ground, Some(7 | 15)),
            narrow,
            answers,
            background: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_have_the_colours_they_say() {
        let depth = |term: &str, colours: &str, set: &str| {
            let said = |name: &str| match name {
                "TERM" => Some(term.to_owned()),
                "COLORTERM" => Some(colours.to_owned()),
                _ => (name == set).then(|| "1".to_owned()),
            };
            let traits = TerminalTraits::read_from(false, said);
            assert_eq!(
                traits.narrow,
                ["linux", "vt100", "vt220"].contains(&term),
                "{term}"
            );
            traits.depth
        };
        for (term, colours, set, expected) in [
            ("screen", "truecolor", "STY", Depth::Sixteen),
            ("screen.xterm-256color", "truecolor", "STY", Depth::Indexed),
            ("xterm", "", "XTERM_VERSION", Depth::Indexed),
            ("linux", "", "", Depth::Sixteen),
            ("vt100", "", "", Depth::None),
            ("vt220", "", "", Depth::None),
            ("xterm", "", "", Depth::Sixteen),
            ("xterm-mono", "", "", Depth::None),
            ("xterm-256color", "", "", Depth::Indexed),
            ("tmux-256color", "", "", Depth::Indexed),
            ("screen-256color", "24bit", "", Depth::True),
            ("xterm-256color", "truecolor", "", Depth::True),
            ("xterm-direct", "", "", Depth::True),
            (
                "",
                "",
                "",
                if cfg!(windows) {
                    Depth::True
                } else {
                    Depth::Sixteen
                },
            ),
        ] {
            assert_eq!(
                depth(term, colours, set),
                expected,
                "{term} {colours} {set}"
            );
        }
        let ground = |said: &str| {
            TerminalTraits::read_from(false, |name| (name == "COLORFGBG").then(|| said.to_owned()))
                .light
        };
        assert!(ground("0;15") && ground("0;default;7") && !ground("15;0") && !ground(""));
    }
}
