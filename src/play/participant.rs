//! Who sits at the table.

use std::fmt;
use std::str::FromStr;

/// How well the computer plays. A level never changes the verdict that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Never errs: keeps a win by the shortest way and resists longest when lost.
    Perfect,
    /// Errs in one move out of ten.
    Strong,
    /// Errs in one move out of four.
    Fair,
    /// Errs in every other move.
    Easy,
}

impl Level {
    /// All levels, the best one first.
    pub const ALL: [Level; 4] = [Level::Perfect, Level::Strong, Level::Fair, Level::Easy];

    /// The word on the command line and in saved games.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Level::Perfect => "perfect",
            Level::Strong => "strong",
            Level::Fair => "fair",
            Level::Easy => "easy",
        }
    }

    /// In how many moves out of a hundred it errs, where there is a way to err.
    #[must_use]
    pub fn error_percent(self) -> u32 {
        match self {
            Level::Perfect => 0,
            Level::Strong => 10,
            Level::Fair => 25,
            Level::Easy => 50,
        }
    }

    /// What the level does, in a few words.
    #[must_use]
    pub fn help(self) -> &'static str {
        match self {
            Level::Perfect => "never errs",
            Level::Strong => "errs in 1 move out of 10",
            Level::Fair => "errs in 1 move out of 4",
            Level::Easy => "errs in every other move",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A text that names neither a human nor a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a player; expected human, perfect, strong, fair or easy")]
pub struct UnknownPlayer(pub String);

impl FromStr for Level {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        (Level::ALL.into_iter())
            .find(|l| l.word().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownPlayer(text.to_owned()))
    }
}

/// Whether a person or the computer decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerKind {
    /// Somebody at the keyboard.
    Human,
    /// The computer, at a level.
    Computer(Level),
}

impl PlayerKind {
    /// Everybody who can play.
    pub const ALL: [PlayerKind; 5] = [
        PlayerKind::Human,
        PlayerKind::Computer(Level::Perfect),
        PlayerKind::Computer(Level::Strong),
        PlayerKind::Computer(Level::Fair),
        PlayerKind::Computer(Level::Easy),
    ];

    /// The word on the command line: `human` or the level's.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            PlayerKind::Human => "human",
            PlayerKind::Computer(level) => level.word(),
        }
    }

    /// In a few words: `human`, `computer, fair`.
    #[must_use]
    pub fn description(self) -> String {
        match self {
            PlayerKind::Human => "human".to_owned(),
            PlayerKind::Computer(level) => format!("computer, {level}"),
        }
    }

    /// The level, for the computer.
    #[must_use]
    pub fn level(self) -> Option<Level> {
        match self {
            PlayerKind::Human => None,
            PlayerKind::Computer(level) => Some(level),
        }
    }
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for PlayerKind {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.eq_ignore_ascii_case("human") {
            return Ok(PlayerKind::Human);
        }
        text.parse().map(PlayerKind::Computer)
    }
}

/// One side of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    /// Who decides.
    pub kind: PlayerKind,
    /// What to call them, such as `A`.
    pub name: String,
}

impl Participant {
    /// A participant with a name.
    pub fn new(kind: PlayerKind, name: impl Into<String>) -> Participant {
        Participant { kind, name: name.into() }
    }

    /// Two participants of these kinds under the names the game gives its sides (`A` and `B` where it gives none).
    #[must_use]
    pub fn pair(kinds: [PlayerKind; 2], info: &crate::erased::Info) -> [Participant; 2] {
        let names = info.players.unwrap_or(["A", "B"]);
        [Participant::new(kinds[0], names[0]), Participant::new(kinds[1], names[1])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_read_back() {
        for kind in PlayerKind::ALL {
            assert_eq!(kind.word().parse(), Ok(kind));
            assert_eq!(kind.word().to_uppercase().parse(), Ok(kind));
        }
        assert_eq!("grandmaster".parse::<PlayerKind>(), Err(UnknownPlayer("grandmaster".to_owned())));
    }
}
