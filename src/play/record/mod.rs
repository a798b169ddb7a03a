//! Reads and writes saved games. A saved game is a record (a match as JSON), or a text file that contains a single ID.
//!
//! A record contains the start, the game's scripts, the moves as text, the cursor, the players and the time of saving.
//! Loading a record replays every move and checks it against the rules.

mod files;

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use chrono::{DateTime, Datelike, SecondsFormat, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use files::{
    LARGEST, Seen, load, load_text, load_while, read_regular, read_text, read_text_up_to, regular,
    save, write, write_out,
};
pub(super) use files::{put, sweep};

use super::json_fields::{self, Field, Kind};
use super::{Level, Match, Participant, PlayerKind};
use nimatron_core::erased::{AnyPosition, Info};
use nimatron_core::games::{self, reasons::or};
use nimatron_core::rules::{IdError, Library, MoveError, Player};
use nimatron_core::tr;

const FORMAT: &str = "nimatron-match";
/// The version that this program writes, and the newest that it can read.
const VERSION: u64 = 1;

#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("{}", tr!("cannot be read: {error}", error = _0))]
    Io(#[from] io::Error),
    /// The path is a folder, a pipe or a device.
    #[error("{}", tr!("is not a regular file"))]
    NotAFile,
    #[error("{}", tr!("was not read to its end"))]
    Cancelled,
    #[error("{}", tr!("is larger than {most} MiB, the most that is read", most = _0 >> 20))]
    TooLarge(u64),
    #[error("{}", tr!("is not text: byte {at} is not UTF-8", at = _0))]
    NotText(usize),
    #[error("{}", tr!("is empty; expected a saved game or one position"))]
    Empty,
    #[error("{}", tr!("holds {lines} lines that are not comments; expected a saved game (JSON) or one position", lines = _0))]
    ManyLines(usize),
    #[error("{}", tr!("is not a saved game: {what}", what = _0))]
    Json(String),
    #[error("{}", tr!("is not a saved game: its format is {found}; expected {expected}", found = format_args!("{_0:?}"), expected = format_args!("{FORMAT:?}")))]
    Format(String),
    #[error("{}", tr!("was saved by a newer program: its version is {found}, and this one reads up to {VERSION}", found = _0))]
    Newer(String),
    /// No version of the program writes this version number.
    #[error("{}", tr!("is not a saved game: its version is {found}; expected {VERSION}", found = _0))]
    Version(String),
    #[error("{}", tr!("has a mistake: the start {start} is not a position: {error}", start = format_args!("{_0:?}"), error = _1))]
    Start(String, IdError),
    #[error("{}", tr!("has a mistake: games: {what}", what = _0))]
    Script(String),
    #[error("{}", tr!("has a mistake: move {n}: {error}", n = _0, error = _1))]
    Move(usize, MoveError),
    #[error(
        "{}",
        tr!("has a mistake: the cursor is {cursor}; expected a number from 0 to {moves}, the number of moves", cursor = _0, moves = _1)
    )]
    Cursor(serde_json::Number, usize),
    #[error("{}", tr!("has a mistake: the number of players is {n}; expected 2", n = _0))]
    Players(usize),
    #[error("{}", tr!("has a mistake: the swaps of sides are not increasing numbers from 0 to {moves}, the number of moves", moves = _0))]
    Swaps(usize),
    #[error("{}", tr!("has a mistake: player {n}: {word} is not a level; expected {levels}", n = _0, word = format_args!("{_1:?}"), levels = Level::words()))]
    Level(usize, String),
    #[error(
        "{}",
        tr!("has a mistake: the time of saving {time} is not a date and time; expected one like 2026-11-20T21:28:00Z", time = format_args!("{_0:?}"))
    )]
    Saved(String),
}

#[derive(Clone, Debug)]
pub struct Loaded {
    pub game: Match,
    /// The time of saving (RFC 3339), if the record contains it.
    pub saved: Option<String>,
    /// A hash of the file's contents; `None` if the match was not read from a file.
    pub seen: Option<Seen>,
    pub rest: Unread,
}

/// The fields of a record, in the order in which they are written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    #[serde(default)]
    format: Option<String>,
    #[serde(default)]
    version: Option<u64>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    games: BTreeMap<String, String>,
    start: String,
    moves: Vec<String>,
    /// The number of moves played before each swap of sides. The record lists the players with their sides after the
    /// last swap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    swaps: Vec<usize>,
    #[serde(default)]
    cursor: Option<serde_json::Number>,
    #[serde(default)]
    players: Option<Vec<SavedPlayer>>,
    #[serde(default)]
    saved: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
enum SavedPlayer {
    Human {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    Computer {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
}

#[derive(Deserialize)]
struct Head {
    #[serde(default)]
    format: Option<serde_json::Value>,
    #[serde(default)]
    version: Option<serde_json::Value>,
}

/// A snapshot of a match, from which another thread can create the text to save.
pub struct Draft {
    start: Box<dyn AnyPosition>,
    moves: Vec<String>,
    swaps: Vec<usize>,
    cursor: usize,
    participants: [Participant; 2],
    pub serial: u64,
}

impl Draft {
    pub fn new(game: &Match) -> Draft {
        Draft {
            start: game.start().boxed_clone(),
            moves: game.moves().iter().map(|m| m.text.clone()).collect(),
            swaps: game.swaps(),
            cursor: game.cursor(),
            participants: game.participants().clone(),
            serial: game.stamp().serial,
        }
    }

    pub(super) fn line(&self) -> Line {
        (self.start.portable_id(), self.moves.clone())
    }

    /// Formats the match as JSON with a final newline; `now` is the time of saving (RFC 3339).
    pub fn to_json(self, now: &str) -> io::Result<String> {
        let names = self.start.info().sides();
        let side = |player: Player| {
            let Participant { kind, name } = &self.participants[player.index()];
            match kind {
                PlayerKind::Human => SavedPlayer::Human {
                    name: Some(name.clone()),
                },
                PlayerKind::Computer(level) => SavedPlayer::Computer {
                    level: Some(level.word().to_owned()),
                    name: (name != names[player.index()]).then(|| name.clone()),
                },
            }
        };
        let record = Record {
            format: Some(FORMAT.to_owned()),
            version: Some(VERSION),
            games: self
                .start
                .scripts()
                .iter()
                .map(|s| (s.name.clone(), s.text.to_string()))
                .collect(),
            start: self.start.portable_id(),
            cursor: Some(self.cursor.into()),
            players: Some(vec![side(Player::First), side(Player::Second)]),
            moves: self.moves,
            swaps: self.swaps,
            saved: Some(now.to_owned()),
        };
        Ok(serde_json::to_string(&record)? + "\n")
    }
}

/// Reads a match from text: a record, or a single ID, possibly with comments (`#`) before and after it.
pub fn parse(text: &str, library: &Library) -> Result<Loaded, RecordError> {
    parse_while(text, library, &|| true)
}

/// Like [`parse`], but stops early when `go_on` returns false. The match then consists of its start and the moves
/// replayed so far.
fn parse_while(
    text: &str,
    library: &Library,
    go_on: &dyn Fn() -> bool,
) -> Result<Loaded, RecordError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with('{') {
        return parse_json(text, library, go_on);
    }
    if text.trim_start().starts_with('[') {
        return Err(RecordError::Json(
            tr!("it is a list; expected a JSON object").to_owned(),
        ));
    }
    let lines: Vec<&str> = ids(text).collect();
    match lines[..] {
        [] => Err(RecordError::Empty),
        [id] => {
            let position = open(id, library)?;
            let game = Match::between(position, [PlayerKind::Human; 2]);
            Ok(Loaded {
                game,
                saved: None,
                seen: None,
                rest: Unread::default(),
            })
        }
        _ => Err(RecordError::ManyLines(lines.len())),
    }
}

/// Iterates over the lines that are neither blank nor comments.
pub fn ids(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn open(id: &str, library: &Library) -> Result<Box<dyn AnyPosition>, RecordError> {
    games::open(id, library).map_err(|error| {
        let mut shown: String = id.chars().take(60).collect();
        if shown.len() < id.len() {
            shown.push_str("...");
        }
        RecordError::Start(shown, error)
    })
}

/// The line of a match: the start, as written in the file, and the text of the moves.
pub type Line = (String, Vec<String>);

/// Reads the line of a match from a file; `None` if the file cannot be read or is not a valid record.
pub(super) fn line_in(path: &Path) -> Option<Line> {
    let text = read_regular(path).ok()?;
    let record: Record = serde_json::from_str(&text).ok()?;
    Some((record.start, record.moves))
}

/// Returns whether a regular file contains a record of a match, possibly a damaged one.
pub fn is_match(path: &Path) -> bool {
    read_regular(path)
        .is_ok_and(|text| text.contains(FORMAT) || serde_json::from_str::<Record>(&text).is_ok())
}

/// The part of a record that was not replayed because loading was stopped early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unread {
    pub moves: usize,
    /// The cursor stored in the record; 0 if every move was replayed.
    pub cursor: usize,
}

fn parse_json(
    text: &str,
    library: &Library,
    go_on: &dyn Fn() -> bool,
) -> Result<Loaded, RecordError> {
    // Check the version first: a record of a newer version may have unknown fields, and must be reported as newer
    // rather than broken.
    check_head(serde_json::from_str(text).map_err(|e| wrong_json(text, &e))?)?;
    let record: Record = serde_json::from_str(text).map_err(|e| wrong_json(text, &e))?;
    if let Some(saved) = &record.saved
        && time_of(saved).is_none()
    {
        return Err(RecordError::Saved(saved.clone()));
    }
    let scripts: Vec<(String, Arc<str>)> = record
        .games
        .into_iter()
        .map(|(name, text)| (name, text.into()))
        .collect();
    let library = games::own::with_scripts(library, &scripts)
        .map_err(|e| RecordError::Script(e.to_string()))?;
    let position = open(&record.start, &library)?;
    let pair = participants(record.players, position.info())?;
    let moves = record.moves.len();
    let is_increasing = record.swaps.windows(2).all(|pair| pair[0] < pair[1]);
    if !is_increasing || record.swaps.last().is_some_and(|&at| at > moves) {
        return Err(RecordError::Swaps(moves));
    }
    let cursor = match record.cursor {
        None => moves,
        Some(cursor) => (cursor.as_u64())
            .and_then(|at| usize::try_from(at).ok())
            .filter(|&at| at <= moves)
            .ok_or(RecordError::Cursor(cursor, moves))?,
    };
    let mut game = Match::new(position, pair);
    let mut rest = Unread::default();
    for (i, text) in record.moves.iter().enumerate() {
        if !go_on() {
            rest = Unread {
                moves: moves - i,
                cursor,
            };
            break;
        }
        let swaps_before = record.swaps.partition_point(|&at| at <= i);
        game.set_swapped(swaps_before % 2 == 1);
        game.play(text)
            .map_err(|error| RecordError::Move(i + 1, error))?;
    }
    // The record lists the players with their sides after the last swap, even if moves before the swap were not
    // replayed.
    game.set_swapped(record.swaps.len() % 2 == 1);
    game.jump(cursor);
    game.as_found();
    Ok(Loaded {
        game,
        saved: record.saved,
        seen: None,
        rest,
    })
}

fn wrong_json(text: &str, error: &serde_json::Error) -> RecordError {
    let place = tr!(
        "line {line}, column {column}",
        line = error.line(),
        column = error.column()
    );
    let field = serde_json::from_str(text)
        .ok()
        .and_then(|value| wrong_field(&value).err());
    RecordError::Json(match field {
        Some(field) => format!("{field} ({place})"),
        None => error.to_string(),
    })
}

const FIELDS: &[Field] = &[
    Field::new("format", Kind::Text),
    Field::new("version", Kind::Number(u64::MAX)),
    Field::new("games", Kind::Texts("scripts")),
    Field::new("start", Kind::Text).needed(),
    Field::new("moves", Kind::List("moves", &Kind::Text)).needed(),
    Field::new("swaps", Kind::List("swaps", &Kind::Number(u64::MAX))),
    Field::new("cursor", Kind::Number(u64::MAX)),
    Field::new("players", Kind::List("players", &Kind::Any)),
    Field::new("saved", Kind::Text),
];

const PLAYERS: [(&str, &[Field]); 2] = [
    ("human", &[KIND, Field::new("name", Kind::Text)]),
    (
        "computer",
        &[
            KIND,
            Field::new("name", Kind::Text),
            Field::new("level", Kind::Text),
        ],
    ),
];
const KIND: Field = Field::new("kind", Kind::Text);

fn wrong_field(record: &Value) -> Result<(), String> {
    let object = record
        .as_object()
        .ok_or_else(|| tr!("expected an object").to_owned())?;
    json_fields::check(object, FIELDS, "", |name| {
        let known = or(FIELDS.iter().map(|field| format!("`{}`", field.name)));
        tr!("`{name}`: there is no such field; expected {known}")
    })?;
    let players = object.get("players").and_then(Value::as_array);
    let mut players = (0..).zip(players.into_iter().flatten());
    players.try_for_each(|(i, player)| wrong_player(&format!("players[{i}]"), player))
}

fn wrong_player(place: &str, player: &Value) -> Result<(), String> {
    let Some(object) = player.as_object() else {
        return Err(tr!(
            "`{place}`: expected an object, got {got}",
            got = json_fields::got(player)
        ));
    };
    let kind = object
        .get("kind")
        .ok_or_else(|| tr!("`{place}`: the field `kind` is missing"))?;
    let Some((_, fields)) = PLAYERS.iter().find(|(known, _)| kind == known) else {
        let found = json_fields::got(kind);
        return Err(tr!(
            "`{place}.kind`: expected \"human\" or \"computer\", got {found}"
        ));
    };
    json_fields::check(object, fields, &format!("{place}."), |name| {
        tr!("`{place}.{name}`: there is no such field")
    })
}

fn check_head(head: Head) -> Result<(), RecordError> {
    if let Some(format) = head.format
        && format.as_str() != Some(FORMAT)
    {
        return Err(RecordError::Format(
            format.as_str().map_or(format.to_string(), str::to_owned),
        ));
    }
    let Some(version) = head.version else {
        return Ok(());
    };
    match version.as_u64() {
        Some(VERSION) => Ok(()),
        Some(n) if n > VERSION => Err(RecordError::Newer(n.to_string())),
        None if version.as_f64().is_some_and(|n| n > VERSION as f64) => {
            Err(RecordError::Newer(version.to_string()))
        }
        _ => Err(RecordError::Version(version.to_string())),
    }
}

fn participants(
    saved: Option<Vec<SavedPlayer>>,
    info: &Info,
) -> Result<[Participant; 2], RecordError> {
    let mut pair = Participant::pair([PlayerKind::Human; 2], info);
    let Some(saved) = saved else { return Ok(pair) };
    if saved.len() != pair.len() {
        return Err(RecordError::Players(saved.len()));
    }
    for (i, side) in saved.into_iter().enumerate() {
        let (kind, name) = match side {
            SavedPlayer::Human { name } => (PlayerKind::Human, name),
            SavedPlayer::Computer { level: None, name } => {
                (PlayerKind::Computer(Level::Perfect), name)
            }
            SavedPlayer::Computer {
                level: Some(level),
                name,
            } => match level.parse() {
                Ok(level) => (PlayerKind::Computer(level), name),
                Err(_) => return Err(RecordError::Level(i + 1, level)),
            },
        };
        pair[i].kind = kind;
        if let Some(name) = name {
            pair[i].name = name;
        }
    }
    Ok(pair)
}

/// Parses a time and converts it to UTC; `None` if the text is not a time, or if the time is outside the years 0 to
/// 9999.
pub(super) fn time_of(text: &str) -> Option<DateTime<Utc>> {
    let at = DateTime::parse_from_rfc3339(text).ok()?.to_utc();
    (0..=9999).contains(&at.year()).then_some(at)
}

/// Returns the current time in UTC as RFC 3339, to the second: `2026-11-20T21:28:00Z`.
pub fn now() -> String {
    utc(Utc::now())
}

pub(super) fn utc(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

#[cfg(test)]
mod tests;
