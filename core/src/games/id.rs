//! Parses position IDs: `[normal|misere] GAME[/PARAMETER...]:STATE [ + GAME...]...`.

use super::sum::Sum;
use super::{CATALOGUE, find, own};
use crate::erased::{AnyPosition, Entry, Info};
use crate::rules::{Convention, IdError, Library, Limits, Text, allocated};

const MOST_PARTS: usize = 16;

const EXAMPLE: &str = "star:1664";

/// Opens the position with this ID.
///
/// ```
/// use nimatron_core::{games, rules::Library};
/// let position = games::open("misere STAR:01664", &Library::default()).unwrap();
/// assert_eq!(position.id(), "star:1664");
/// ```
pub fn open(id: &str, library: &Library) -> Result<Box<dyn AnyPosition>, IdError> {
    read(Text::new(id), library, None)
}

/// Opens positions and caches their rulesets, so that positions with the same game, parameters and convention share
/// tables.
pub struct Opener {
    library: Library,
    recent: Vec<Recent>,
}

/// A cached ruleset. The cache is sorted by last use, with the least recently used ruleset first.
struct Recent {
    head: String,
    convention: Convention,
    position: Box<dyn AnyPosition>,
}

/// The maximum number of rulesets that an [`Opener`] caches.
const KEPT: usize = 64;
/// While [`allocated`] exceeds this number of bytes, the least recently used rulesets are dropped.
const KEPT_BYTES: u64 = 256 << 20;

impl Opener {
    /// Creates an opener that also finds the user's boards, graphs and scripts.
    pub fn new(library: Library) -> Opener {
        Opener {
            library,
            recent: Vec::new(),
        }
    }

    /// The user's boards, graphs and scripts.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// Drops all cached rulesets.
    pub fn forget(&mut self) {
        self.recent.clear();
    }

    /// Opens the position with this ID.
    pub fn open(&mut self, id: &str) -> Result<Box<dyn AnyPosition>, IdError> {
        self.open_text(Text::new(id))
    }

    /// Like [`Opener::open`], but `limits` can stop the parsing of the ID.
    pub fn open_within(
        &mut self,
        id: &str,
        limits: &Limits,
    ) -> Result<Box<dyn AnyPosition>, IdError> {
        self.open_text(Text::new(id).within(limits))
    }

    fn open_text(&mut self, id: Text<'_>) -> Result<Box<dyn AnyPosition>, IdError> {
        read(id, &self.library, Some(&mut self.recent))
    }
}

fn recent_ruleset<'r>(
    recent: &'r mut [Recent],
    part: Part,
    head: Text<'_>,
) -> Option<&'r dyn AnyPosition> {
    let is_it = |known: &Recent| {
        known.head == head.as_str()
            && part.convention(known.position.info(), head) == Ok(known.convention)
    };
    let i = recent.iter().rposition(is_it)?;
    recent[i..].rotate_left(1);
    recent.last().map(|known| &*known.position)
}

fn make_room(recent: &mut Vec<Recent>, most: usize, is_full: &dyn Fn() -> bool) {
    while !recent.is_empty() && (recent.len() >= most || is_full()) {
        recent.remove(0);
    }
}

fn read(
    id: Text<'_>,
    library: &Library,
    mut recent: Option<&mut Vec<Recent>>,
) -> Result<Box<dyn AnyPosition>, IdError> {
    let line = id.trim();
    let (word, rest) = convention_word(line);
    if !rest.as_str().contains('+') {
        return read_part(rest, Part { word, alone: true }, library, recent);
    }
    let pieces: Vec<Text<'_>> = rest.split('+').map(|p| p.trim()).collect();
    if pieces.len() > MOST_PARTS {
        return Err(pieces[MOST_PARTS]
            .error(
                tr!("a sum of {pieces} parts", pieces = pieces.len()),
                tr!("at most {most_parts} parts", most_parts = MOST_PARTS),
            )
            .with_example("nim:3 + star:7"));
    }
    let mut parts = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let part = Part { word, alone: false };
        parts.push(read_part(piece, part, library, recent.as_deref_mut())?);
    }
    Ok(Box::new(Sum::new(
        word.map_or(Convention::Normal, |(c, _)| c),
        parts,
    )))
}

pub(super) fn convention_word(line: Text<'_>) -> (Option<(Convention, usize)>, Text<'_>) {
    // Every convention word is shorter than this, so the scan for a word can stop here.
    const LONGEST: usize = 8;
    let text = line.as_str();
    let mut start = text.char_indices().take(LONGEST);
    let end = match start.find(|(_, c)| !c.is_alphabetic()) {
        Some((at, c)) if c.is_whitespace() => at,
        Some(_) => return (None, line),
        None if text.len() > 2 * LONGEST => return (None, line),
        None => text.len(),
    };
    let (word, after) = text.split_at(end);
    match Convention::named(word) {
        Some(convention) => {
            let column = line.column() + word.chars().count();
            (
                Some((convention, line.column())),
                line.beside(after, column).trim(),
            )
        }
        None => (None, line),
    }
}

/// Splits the part of an ID before the colon, such as `nim`, `bash/3` or `own/cram`, into the game and its parameters.
/// For a script, the first parameter is the script's name.
///
/// # Errors
/// [`IdError`] if no game has this name, or if the script does not exist or cannot be parsed.
pub fn named<'t>(
    head: Text<'t>,
    library: &Library,
) -> Result<(&'static Entry, Vec<Text<'t>>), IdError> {
    let mut fields = head.split('/');
    let name = fields.next().unwrap_or(head);
    let params: Vec<Text<'_>> = fields.collect();
    if name.as_str().eq_ignore_ascii_case(own::WORD) {
        let end = head.column() + head.as_str().chars().count();
        let game = own::script_named(&params, library);
        let game = game.map_err(|e| e.missing_at(end))?;
        return Ok((&game.entry, params));
    }
    let entry = find(name.as_str()).ok_or_else(|| {
        if let Some(error) = titled(name) {
            return error;
        }
        let what = tr!("no game is called {name}", name = name.quoted());
        if let Some(script) = library.script(name.as_str()) {
            return name.error(what, tr!("{id:?}, your own game", id = script.id()));
        }
        let known: Vec<&str> = CATALOGUE
            .iter()
            .map(|e| e.info.id)
            .filter(|id| !id.contains('/'))
            .chain([own::WORD])
            .collect();
        name.error(what, tr!("one of {words}", words = known.join(", ")))
            .with_example(EXAMPLE)
    })?;
    Ok((entry, params))
}

/// The reason why a text does not name a game.
#[derive(Clone, Debug)]
pub enum NoGame {
    /// The text is the ID of a position. Holds the part before the colon.
    Position(String),
    /// No game has this name.
    Unknown(String),
    /// The text names a script that does not exist or cannot be parsed.
    Script(IdError),
}

/// Finds a game by its name in IDs, like [`named`], but rejects the ID of a position.
///
/// # Errors
/// [`NoGame`] if the text is not the name of a game.
pub fn game_named(game: &str, library: &Library) -> Result<&'static Entry, NoGame> {
    if let Some((alone, _)) = game.split_once(':') {
        return Err(NoGame::Position(alone.to_owned()));
    }
    let word = game.split('/').next().unwrap_or_default();
    let is_own = word.eq_ignore_ascii_case(own::WORD);
    match named(Text::new(game), library) {
        Ok((entry, _)) => Ok(entry),
        Err(error) if is_own => Err(NoGame::Script(error)),
        Err(_) => Err(NoGame::Unknown(word.to_owned())),
    }
}

/// If the text is the title of a game, or the first word of a title, returns an error that suggests the name in IDs.
fn titled(name: Text<'_>) -> Option<IdError> {
    let is = |part: &str| part.eq_ignore_ascii_case(name.as_str());
    let entry = CATALOGUE
        .iter()
        .find(|e| is(e.info.name) || e.info.name.split(' ').next().is_some_and(is))?;
    let expected = tr!(
        "{id:?}, the word for {name}",
        id = entry.info.id,
        name = entry.info.name
    );
    let error = name.error(
        tr!("no game is called {name}", name = name.quoted()),
        expected,
    );
    find(name.as_str())
        .is_none()
        .then(|| error.with_example(entry.info.example))
}

#[derive(Clone, Copy)]
struct Part {
    word: Option<(Convention, usize)>,
    /// Whether the ID is a single position rather than a sum.
    alone: bool,
}

impl Part {
    fn convention(self, info: &Info, head: Text<'_>) -> Result<Convention, IdError> {
        if !self.alone && info.players.is_some() {
            return Err(head
                .error(
                    tr!("{id} cannot be part of a sum", id = info.id),
                    tr!("impartial games only: both players have the same moves"),
                )
                .with_example("nim:3 + star:7"));
        }
        match (self.word, info.default) {
            (Some((_, column)), None) => Err(IdError::new(
                column,
                tr!("{id} has one convention only", id = info.id),
                tr!("the game's word first, without normal or misere"),
            )
            .with_example(info.example)),
            (Some((convention, _)), Some(_)) => Ok(convention),
            (None, Some(default)) if self.alone => Ok(default),
            (None, _) => Ok(Convention::Normal),
        }
    }
}

fn read_part(
    piece: Text<'_>,
    part: Part,
    library: &Library,
    mut recent: Option<&mut Vec<Recent>>,
) -> Result<Box<dyn AnyPosition>, IdError> {
    if piece.is_empty() {
        let what = if part.alone {
            tr!("no position is named")
        } else {
            tr!("a part of the sum is missing")
        };
        return Err(piece
            .error(what, tr!("a game's word, a colon and a state"))
            .with_example(EXAMPLE));
    }
    let Some((head, state)) = piece.split_once(':') else {
        if let Some(error) = titled(piece) {
            return Err(error);
        }
        let name = piece.split('/').next().unwrap_or(piece);
        let example = match find(name.as_str()) {
            _ if name.as_str().eq_ignore_ascii_case(own::WORD) => {
                named(piece, library).map_or(own::EXAMPLE, |(entry, _)| entry.info.example)
            }
            entry => entry.map_or(EXAMPLE, |e| e.info.example),
        };
        return Err(piece
            .error(
                tr!("{piece} has no colon", piece = piece.quoted()),
                tr!("a game's word, a colon and a state"),
            )
            .with_example(example));
    };
    if let (Some((convention, column)), _) = convention_word(head) {
        let expected = tr!("the convention once, before the first part");
        return Err(IdError::new(
            column,
            tr!("{word:?} stands here", word = convention.word()),
            expected,
        )
        .with_example("misere nim:3 + nim:4"));
    }
    let head_end = head.column() + head.as_str().chars().count();
    let explained = |e: IdError, info: &Info| e.missing_at(head_end).with_example(info.example);
    if let Some(known) = recent
        .as_deref_mut()
        .and_then(|recent| recent_ruleset(recent, part, head))
    {
        return known
            .with_state(state)
            .map_err(|e| explained(e, known.info()));
    }
    let (entry, params) = named(head, library)?;
    let info = entry.info;
    let convention = part.convention(info, head)?;
    let position = entry.open(convention, &params, state, library);
    let position = position.map_err(|e| explained(e, info))?;
    if let Some(recent) = recent {
        make_room(recent, KEPT, &|| allocated() > KEPT_BYTES);
        recent.push(Recent {
            head: head.as_str().to_owned(),
            convention,
            position: position.boxed_clone(),
        });
    }
    Ok(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_in_the_wrong_place_is_told_where_it_belongs() {
        let fault = |id: &str| crate::games::oracle::fault(id).to_string();
        for id in [
            "normal misere nim:3",
            "nim:3 + misere nim:4",
            "nim:3 + MISERE nim:4",
        ] {
            let column = id.to_lowercase().rfind("misere").unwrap() + 1;
            let start =
                format!("column {column}: \"misere\" stands here; expected the convention once");
            assert!(fault(id).starts_with(&start), "{}", fault(id));
        }
        assert!(fault("octal/0.77").ends_with("for example octal/0.07:9,12"));
        for id in ["kayles:OOO", "Kayles:OOO", "kayles"] {
            assert!(
                fault(id).contains("expected \"row\", the word for Kayles, for example row:"),
                "{}",
                fault(id)
            );
        }
        assert!(fault("own/cram").ends_with("for example own/cram:............"));
        assert!(fault("own/nothing").ends_with("for example own/grundy:10"));
    }

    #[test]
    fn rulesets_are_dropped_when_there_are_many_or_the_memory_is_full() {
        let mut opener = Opener::new(Library::default());
        for id in ["star:8191", "nim:3,4,5", "normal star:8191", "star:7"] {
            opener.open(id).unwrap();
        }
        let name = |known: &Recent| format!("{} {}", known.convention.word(), known.head);
        let names = |recent: &[Recent]| recent.iter().map(name).collect::<Vec<_>>();
        let recent = &mut opener.recent;
        assert_eq!(names(recent), ["normal nim", "normal star", "misere star"]);
        make_room(recent, 4, &|| false);
        assert_eq!(recent.len(), 3);
        make_room(recent, 3, &|| false);
        assert_eq!(names(recent), ["normal star", "misere star"]);
        // The closure reports that memory is full on the first call only.
        let looks = std::cell::Cell::new(0);
        make_room(recent, 64, &|| looks.replace(looks.get() + 1) == 0);
        assert_eq!(names(recent), ["misere star"]);
        make_room(recent, 64, &|| true);
        assert!(recent.is_empty());
        for most in 1..=KEPT + 3 {
            opener.open(&format!("bash/{most}:5")).unwrap();
        }
        assert_eq!(opener.recent.len(), KEPT);
        assert_eq!(name(&opener.recent[0]), "normal bash/4");
    }

    #[test]
    fn reading_stops_when_the_limits_say_so() {
        let limits = Limits::default().stopping(|| Some("enough".to_owned()));
        let mut opener = Opener::new(Library::default());
        for id in ["nim:3,4,5", "token/a-b,b-c:a", "misere bash/3:4 + nim:1,2"] {
            let error = opener.open_within(id, &limits).err().unwrap();
            assert_eq!(
                error.to_string(),
                "stopped before the answer was proved: enough",
                "{id}"
            );
            assert!(opener.open(id).is_ok());
        }
    }
}
