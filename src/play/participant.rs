//! Defines the players of a match: people, or the computer at one of its levels.

use std::fmt;
use std::str::FromStr;

use nimatron_core::erased::Info;
use nimatron_core::games::reasons::or;
use nimatron_core::rules::Player;
use nimatron_core::tr;

/// Defines the levels. Each has a name, a percentage of deliberate errors, and a description.
macro_rules! levels {
    ($($(#[doc = $doc:literal])* $name:ident $word:literal $percent:literal tr!($help:literal);)*) => {
        /// The computer's style of play. The level never affects the verdict that is shown.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum Level { $($(#[doc = $doc])* $name,)* }

        impl Level {
            pub const ALL: [Level; [$($word),*].len()] = [$(Level::$name),*];

            /// The name used on the command line and in saved games.
            pub fn word(self) -> &'static str {
                match self { $(Level::$name => $word,)* }
            }

            /// Returns the percentage of moves on which the level errs deliberately, if the position allows an error.
            /// The percentage is 0 for levels with a style of their own, and for `equal`, because its rate depends on
            /// the record.
            pub fn error_percent(self) -> u32 {
                match self { $(Level::$name => $percent,)* }
            }

            pub fn help(self) -> &'static str {
                match self { $(Level::$name => tr!($help),)* }
            }
        }

        impl PlayerKind {
            pub const ALL: [PlayerKind; 1 + Level::ALL.len()] =
                [PlayerKind::Human, $(PlayerKind::Computer(Level::$name)),*];
        }
    };
}

levels! {
    /// Never errs. In games with points, it gains the most points. In other games, if the number of moves to the end is
    /// known, it wins in the fewest moves or delays a loss as long as possible.
    Perfect "perfect" 0 tr!("never errs");
    Strong "strong" 10 tr!("errs in 1 move out of 10");
    Fair "fair" 25 tr!("errs in 1 move out of 4");
    Easy "easy" 50 tr!("errs in every other move, and always in its first");
    /// Errs as often as the user's record suggests, but only in positions so far from the end that the user is not
    /// assumed to find every win.
    Equal "equal" 0 tr!("plays about as well as you: it errs as often as you do, by your record");
    Endgame "endgame" 0 tr!("plays perfectly in the last 5 moves, and at random before that");
    Greedy "greedy" 0 tr!("takes as many points as it can, or in games without points leaves the fewest moves");
    /// Makes the position symmetric if a single move can. On boards, it uses the symmetries that the game itself
    /// recognises.
    Copycat "copycat" 0 tr!("makes the position symmetrical if one move can, and plays at random otherwise");
}

impl Level {
    /// The maximum number of remaining moves at which [`Level::Endgame`] plays perfectly.
    pub const FORESIGHT: u64 = 5;

    pub fn words() -> String {
        or(Level::ALL.map(Level::word))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", tr!("{word} is not a player; expected human, {levels}", word = format_args!("{_0:?}"), levels = Level::words()))]
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
    pub fn word(self) -> &'static str {
        match self {
            PlayerKind::Human => "human",
            PlayerKind::Computer(level) => level.word(),
        }
    }

    /// A short description, such as `human` or `computer, fair`.
    pub fn description(self) -> String {
        match self {
            PlayerKind::Human => tr!("human").to_owned(),
            PlayerKind::Computer(level) => tr!("computer, {level}"),
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
    pub name: String,
}

impl Participant {
    pub fn new(kind: PlayerKind, name: impl Into<String>) -> Participant {
        Participant {
            kind,
            name: name.into(),
        }
    }

    /// Creates two participants of the given kinds. They are named after the game's sides, or `A` and `B` if the sides
    /// have no names.
    pub fn pair(kinds: [PlayerKind; 2], info: &Info) -> [Participant; 2] {
        let [first, second] = info.sides();
        [
            Participant::new(kinds[0], first),
            Participant::new(kinds[1], second),
        ]
    }

    /// Returns the side of the only human player, if exactly one side is human.
    pub fn only_person(pair: &[Participant; 2]) -> Option<Player> {
        let is_person = |player: &Player| pair[player.index()].kind == PlayerKind::Human;
        let mut people = Player::BOTH.into_iter().filter(is_person);
        people.next().filter(|_| people.next().is_none())
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
