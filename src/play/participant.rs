//! The players: a person, or the computer at one of its levels.

use std::fmt;
use std::str::FromStr;

use nimatron_core::erased::Info;
use nimatron_core::games::reasons::or;

/// Defines the levels, each with its word, its percentage of deliberate errors, and its description.
macro_rules! levels {
    ($($(#[doc = $doc:literal])* $name:ident $word:literal $percent:literal $help:literal;)*) => {
        /// The computer's style of play. A level never changes the verdict that is shown.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Level { $($(#[doc = $doc])* $name,)* }

        impl Level {
            /// All levels, the best one first.
            pub const ALL: [Level; [$($word),*].len()] = [$(Level::$name),*];

            /// The word on the command line and in saved games.
            pub fn word(self) -> &'static str {
                match self { $(Level::$name => $word,)* }
            }

            /// The percentage of moves in which it errs on purpose, where it can err. `equal` errs by the record; the
            /// characters do not err on purpose: they have a style of their own.
            pub fn error_percent(self) -> u32 {
                match self { $(Level::$name => $percent,)* }
            }

            pub fn help(self) -> &'static str {
                match self { $(Level::$name => $help,)* }
            }
        }

        impl PlayerKind {
            pub const ALL: [PlayerKind; 1 + Level::ALL.len()] =
                [PlayerKind::Human, $(PlayerKind::Computer(Level::$name)),*];
        }
    };
}

levels! {
    /// Never errs: keeps a win by the shortest way and resists longest when lost.
    Perfect "perfect" 0 "never errs";
    Strong "strong" 10 "errs in 1 move out of 10";
    Fair "fair" 25 "errs in 1 move out of 4";
    Easy "easy" 50 "errs in every other move, and always in its first";
    /// Errs as often as the person does, and only where the person errs: as the record shows it.
    Equal "equal" 0 "plays about as well as you: it errs as often as you do, by your record";
    Endgame "endgame" 0 "plays perfectly in the last 5 moves, and at random before that";
    Greedy "greedy" 0 "takes as many points as it can, or in games without points leaves the fewest moves";
    /// Makes the position symmetrical where one move can: on a board, by the symmetries that its reasons look for.
    Copycat "copycat" 0 "makes the position symmetrical if one move can, and plays at random otherwise";
}

impl Level {
    /// The number of moves before the end from which [`Level::Endgame`] sees everything.
    pub const FORESIGHT: u64 = 5;

    /// The words of all levels, as a list in a sentence.
    pub fn words() -> String {
        or(Level::ALL.map(Level::word))
    }

    pub fn may_err(self) -> bool {
        self != Level::Perfect
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A text that names neither a human nor a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a player; expected human, {levels}", levels = Level::words())]
pub struct UnknownPlayer(pub String);

impl FromStr for Level {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        (Level::ALL.into_iter())
            .find(|l| l.word().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownPlayer(text.to_owned()))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerKind {
    Human,
    Computer(Level),
}

impl PlayerKind {
    /// The word on the command line: `human` or the level's.
    pub fn word(self) -> &'static str {
        match self {
            PlayerKind::Human => "human",
            PlayerKind::Computer(level) => level.word(),
        }
    }

    /// A short description: `human`, `computer, fair`.
    pub fn description(self) -> String {
        match self {
            PlayerKind::Human => "human".to_owned(),
            PlayerKind::Computer(level) => format!("computer, {level}"),
        }
    }

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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    pub kind: PlayerKind,
    /// The displayed name, such as `A`.
    pub name: String,
}

impl Participant {
    pub fn new(kind: PlayerKind, name: impl Into<String>) -> Participant {
        Participant {
            kind,
            name: name.into(),
        }
    }

    /// Two participants of these kinds under the names the game gives its sides (`A` and `B` where it gives none).
    pub fn pair(kinds: [PlayerKind; 2], info: &Info) -> [Participant; 2] {
        let [first, second] = info.sides();
        [
            Participant::new(kinds[0], first),
            Participant::new(kinds[1], second),
        ]
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
        assert_eq!(
            "grandmaster".parse::<PlayerKind>(),
            Err(UnknownPlayer("grandmaster".to_owned()))
        );
    }
}
