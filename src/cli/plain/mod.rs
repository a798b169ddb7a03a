//! The program as a conversation (`--plain`): lines of words that a screen reader, a braille display or a pipe can
//! follow. Lines are only added, at most 80 characters each and in ASCII; every change is told once, the news first.

mod board;
mod coach;
mod study;
mod table;

pub use coach::in_words;

use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

use super::error::{Done, Error};
use super::input::Lines;
use super::output::{self, OutputKind, Stdout};
use super::stop;
use crate::cli::config::Settled;
use crate::play::history::History;
use crate::play::left;
use crate::play::store::Store;
use crate::play::{Match, Participant, PlayerKind, Start};
use crate::settings::{Origin, Setting};
use nimatron_core::erased::{AnyPosition, Choice};
use nimatron_core::games;
use nimatron_core::rules::{Library, sanitize};

/// The longest line, in characters.
const WIDTH: usize = 80;
/// The most entries of a list that are read out; of the rest only the number is.
const LISTED: usize = 60;
/// How many moves are compared with words that were typed.
const LOOKED_AT: usize = 4000;

/// What everybody can say everywhere.
const EVERYWHERE: [(&str, &str); 3] = [
    ("again, or an empty line", "hear the last announcement again"),
    ("?", "hear what you can say here"),
    ("q", "leave"),
];

enum Named {
    /// A game, by its number in the list.
    Game(usize),
    Position(Box<dyn AnyPosition>),
}

/// A legal move, as it is typed or in the words that tell it, such as `take 1 from pile 1`, where one move alone is told
/// so.
///
/// Errors: what was expected instead.
fn meant(position: &dyn AnyPosition, line: &str) -> Result<Choice, String> {
    let found = position.legal(line).map_err(|error| error.to_string());
    if found.is_ok() || !line.contains(' ') {
        return found;
    }
    let flat = |text: &str| {
        let text = sanitize::ascii(text).to_lowercase();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let said = flat(line.trim_end_matches('.'));
    let mut same = position.choices(&[], LOOKED_AT).list;
    same.retain(|choice| flat(&position.move_words(&choice.text)) == said);
    match same.pop() {
        Some(choice) if same.is_empty() => Ok(choice),
        _ => found,
    }
}

/// A text in lines that are broken between words alone, never inside an edge such as `7-8`.
pub fn wrapped(text: &str) -> Vec<Cow<'_, str>> {
    let whole = textwrap::Options::new(WIDTH)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(text, whole)
}

/// The first entries of a list with their numbers, and how many more there are of `all`; many where that is not known.
fn numbered(items: impl Iterator<Item = String>, all: Option<u64>) -> Vec<String> {
    let mut lines: Vec<String> =
        (1..).zip(items.take(LISTED)).map(|(n, item)| format!("{n}. {item}")).collect();
    match all {
        Some(all) if all <= lines.len() as u64 => {}
        Some(all) => lines.push(format!("And {} more.", all - lines.len() as u64)),
        None => lines.push("And many more.".to_owned()),
    }
    lines
}

struct Talk {
    lines: Lines,
    out: Stdout,
    settled: Settled,
    library: Library,
    store: Result<Store, String>,
    seed: Option<u64>,
    /// The last announcement.
    last: String,
    /// What the numbers of the last list of moves or commands stand for.
    listed: Vec<String>,
    /// What was said by its number, to be heard next.
    meant: Option<String>,
    /// Why the match cannot be kept, once that was told.
    unkept: Option<String>,
}

/// Holds the conversation until the person leaves or the input ends. `is_play`: without a position it begins with the
/// choice of a game.
///
/// Errors: what reading and writing give; [`Error::Reported`] where a match could not be kept.
pub fn run(start: Start, is_play: bool, settled: Settled, library: Library, seed: Option<u64>) -> Done {
    let store = Store::locate(settled.settings.saves()).map_err(|e| e.to_string());
    let mut talk = Talk {
        lines: Lines::stdin(),
        out: output::stdout(OutputKind::Ascii),
        settled,
        library,
        store,
        seed,
        last: String::new(),
        listed: Vec::new(),
        meant: None,
        unkept: None,
    };
    let done = match start {
        Start::Home if is_play => talk.choose_game(),
        Start::Home => talk.menu(),
        Start::Match { game, .. } => talk.play(*game, true),
    };
    match done {
        // The end of the input.
        Ok(()) | Err(Error::Closed) => {}
        Err(error) => return Err(error),
    }
    let unkept = talk.unkept.take();
    if let Some(why) = &unkept {
        talk.say(why)?;
    }
    talk.out.flush()?;
    if unkept.is_some() { Err(Error::Reported) } else { Ok(()) }
}

impl Talk {
    /// Says something: each line of it is an announcement's paragraph.
    fn say(&mut self, text: &str) -> Done {
        for line in text.lines() {
            let line = sanitize::clean(line);
            let line = sanitize::ascii(&line);
            for piece in wrapped(line.trim_end()) {
                writeln!(self.out, "{piece}")?;
            }
        }
        Ok(())
    }

    fn complain(&mut self, what: &dyn Display) -> Done {
        self.say(&format!("{}.", sanitize::message(&what.to_string())))
    }

    /// What was found; where it was not, what is wrong is said, as a sentence.
    fn told<T>(&mut self, found: Result<T, impl Display>) -> Done<Option<T>> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(what) => self.complain(&what).map(|()| None),
        }
    }

    /// Reads out a numbered list: its first entries, and how many more there are of `all`; many where that is not known.
    fn say_list(&mut self, items: impl Iterator<Item = String>, all: Option<u64>) -> Done {
        self.say(&numbered(items, all).join("\n"))
    }

    fn history(&self) -> Result<History, String> {
        let store = self.store.as_ref().map_err(Clone::clone)?;
        History::load(store).map_err(|e| e.to_string())
    }

    /// The record; where it cannot be read, that is said.
    fn readable_history(&mut self) -> Done<Option<History>> {
        let found = self.history();
        self.told(found.map_err(|why| format!("The record cannot be read: {why}")))
    }

    /// Changes the record; what there is to know of that, or why it cannot be written, is said.
    fn change_record(&mut self, change: impl FnOnce(&mut History)) -> Done {
        let Ok(store) = &self.store else { return Ok(()) };
        match History::change(store, change) {
            Ok(None) => Ok(()),
            Ok(Some(told)) => self.say(&sanitize::message(&told)),
            Err(error) => self.say(&sanitize::message(&format!("The record cannot be written: {error}."))),
        }
    }

    /// Says something that `again` repeats.
    fn announce(&mut self, text: &str) -> Done {
        self.last = text.to_owned();
        self.say(text)
    }

    /// The next line that is neither empty nor `again` nor a question; `words` are the commands here.
    ///
    /// Errors: [`Error::Closed`] at the end of the input.
    fn listen(&mut self, words: &[(&str, &str)]) -> Done<String> {
        loop {
            let line = self.hear()?;
            match line.to_ascii_lowercase().as_str() {
                "" | "again" => {
                    let last = self.last.clone();
                    self.say(&last)?;
                }
                "?" | "help" => {
                    let all = words.iter().chain(&EVERYWHERE);
                    let lines: Vec<String> = (1..)
                        .zip(all.clone())
                        .map(|(n, (word, what))| format!("{n}. {word}: {what}"))
                        .collect();
                    // The word alone: neither another one nor what follows it. Nobody resigns by a number.
                    let alone = |word: &str| {
                        if word == "resign" {
                            return String::new();
                        }
                        let first = word.split(',').next().unwrap_or_default();
                        first.trim_end_matches(|c: char| c.is_ascii_uppercase() || c == ' ').to_owned()
                    };
                    self.listed = all.map(|(word, _)| alone(word)).collect();
                    self.say(&lines.join("\n"))?;
                }
                _ => return Ok(line),
            }
        }
    }

    /// The next line, whatever it is.
    fn hear(&mut self) -> Done<String> {
        if let Some(line) = self.meant.take() {
            return Ok(line);
        }
        loop {
            if stop::stopped() {
                return Err(Error::Closed);
            }
            match self.lines.next(&mut self.out)? {
                None => return Err(Error::Closed),
                Some(Ok(line)) => return Ok(line.trim().to_owned()),
                Some(Err(bad)) => {
                    let what = bad.what;
                    self.say(&format!("That cannot be read: {what}."))?;
                }
            }
        }
    }

    /// Reads out a numbered list and asks for a number; `None` when the person wants to leave it. What is no number is
    /// given to `other`, which may take it; `also` says what it takes, such as "an ID".
    fn choose(
        &mut self,
        head: &str,
        items: &[String],
        also: &str,
        mut other: impl FnMut(&mut Talk, &str) -> Done<bool>,
    ) -> Done<Option<usize>> {
        let mut lines = vec![head.to_owned()];
        lines.extend(numbered(items.iter().cloned(), Some(items.len() as u64)));
        let asked = match also {
            "" => format!("a number from 1 to {}", items.len()),
            also => format!("a number from 1 to {}, {also}", items.len()),
        };
        lines.push(format!("Type {asked}, or q to go back."));
        self.announce(&lines.join("\n"))?;
        loop {
            let line = self.listen(&[("a number", "choose an entry of the list")])?;
            if ["q", "quit", "b", "back"].contains(&line.as_str()) {
                return Ok(None);
            }
            match line.parse::<usize>().ok().filter(|n| (1..=items.len()).contains(n)) {
                Some(n) => return Ok(Some(n - 1)),
                None if other(self, &line)? => return Ok(None),
                None => self.say(&format!("Expected {asked}, or q."))?,
            }
        }
    }

    /// A list that takes only a number.
    fn pick(&mut self, head: &str, items: &[String]) -> Done<Option<usize>> {
        self.choose(head, items, "", |_, _| Ok(false))
    }

    fn menu(&mut self) -> Done {
        let items = [
            "Play a game",
            "Continue the last match",
            "Open a saved game",
            "Lessons",
            "Coach",
            "Puzzles",
            "Review a saved game",
            "Record",
            "Settings",
        ]
        .map(str::to_owned);
        loop {
            let mut typed = None;
            let head = "Nimatron: games that are solved.";
            let chosen = self.choose(head, &items, "the name of a game or an ID", |talk, line| {
                typed = talk.named(line)?;
                Ok(typed.is_some())
            })?;
            if let Some(named) = typed {
                self.begin(named)?;
                continue;
            }
            let Some(n) = chosen else { return Ok(()) };
            match n {
                0 => self.choose_game()?,
                1 => match self.last_match() {
                    Ok(game) => self.play(game, false)?,
                    Err(why) => self.say(&format!("There is nothing to continue: {why}."))?,
                },
                2 => {
                    if let Some(game) = self.open_saved()? {
                        self.play(game, false)?;
                    }
                }
                3 => self.lessons()?,
                4 => self.coach()?,
                5 => self.puzzles()?,
                6 => {
                    if let Some(game) = self.open_saved()? {
                        self.review(&game)?;
                    }
                }
                7 => self.record()?,
                _ => self.settings()?,
            }
        }
    }

    fn last_match(&self) -> Result<Match, String> {
        let store = self.store.as_ref().map_err(Clone::clone)?;
        left::last(store, &self.library).map(|(game, _)| game).map_err(|e| e.to_string())
    }

    /// The position of an ID; an ID that cannot be read is answered.
    fn opened(&mut self, line: &str) -> Done<Option<Box<dyn AnyPosition>>> {
        match games::open(line, &self.library) {
            Ok(position) => return Ok(Some(position)),
            Err(error) if line.contains(':') => self.say(&error.to_string())?,
            Err(_) => {}
        }
        Ok(None)
    }

    /// What a line names: a position by its ID, or a game by its name.
    fn named(&mut self, line: &str) -> Done<Option<Named>> {
        if let Some(position) = self.opened(line)? {
            return Ok(Some(Named::Position(position)));
        }
        let is = |name: &str| name.eq_ignore_ascii_case(line);
        let entries = games::listed(&self.library);
        Ok(entries.iter().position(|e| is(e.info.id) || is(e.info.name)).map(Named::Game))
    }

    /// Chooses a game, a position of it and an opponent, and plays it.
    fn choose_game(&mut self) -> Done {
        loop {
            let entries = games::listed(&self.library);
            let names: Vec<String> = entries.iter().map(|entry| entry.info.name.to_owned()).collect();
            let mut typed = None;
            let also = "a name, an ID such as nim:3,5,7";
            let chosen = self.choose("Which game?", &names, also, |talk, line| {
                typed = talk.named(line)?;
                Ok(typed.is_some())
            })?;
            let Some(named) = typed.or(chosen.map(Named::Game)) else { return Ok(()) };
            if self.begin(named)? {
                return Ok(());
            }
        }
    }

    /// Plays what was named; `false` where the person goes back.
    fn begin(&mut self, named: Named) -> Done<bool> {
        let n = match named {
            Named::Position(position) => return self.choose_players(&*position),
            Named::Game(n) => n,
        };
        loop {
            let Some(position) = self.choose_start(n)? else { return Ok(false) };
            if self.choose_players(&*position)? {
                return Ok(true);
            }
        }
    }

    /// Chooses the opponent and who moves first, and plays; `false` where the person goes back.
    fn choose_players(&mut self, position: &dyn AnyPosition) -> Done<bool> {
        let kinds: Vec<PlayerKind> =
            PlayerKind::ALL.into_iter().filter(|kind| *kind != PlayerKind::Human).collect();
        let mut items: Vec<String> = kinds
            .iter()
            .map(|kind| match kind.level() {
                Some(level) => format!("The computer, {}: {}", kind.word(), level.help()),
                None => kind.word().to_owned(),
            })
            .collect();
        items.push("Another person at this keyboard".to_owned());
        let pair = loop {
            let Some(n) = self.pick("Who is your opponent?", &items)? else { return Ok(false) };
            let Some(&opponent) = kinds.get(n) else {
                let pair = Participant::pair([PlayerKind::Human; 2], position.info());
                break self.settled.settings.named(pair);
            };
            let first = ["You".to_owned(), "The computer".to_owned()];
            let Some(n) = self.pick("Who moves first?", &first)? else { continue };
            let mut pair = [PlayerKind::Human, opponent];
            pair.rotate_left(n);
            break Participant::pair(pair, position.info());
        };
        self.play(Match::new(position.boxed_clone(), pair), false)?;
        Ok(true)
    }

    /// A start of the game with this number in the list.
    fn choose_start(&mut self, n: usize) -> Done<Option<Box<dyn AnyPosition>>> {
        let entries = games::listed(&self.library);
        let Some(entry) = entries.get(n) else { return Ok(None) };
        let mut starts: Vec<(&str, &str)> = entry.setup.presets.to_vec();
        match starts.iter().position(|(_, id)| *id == entry.info.example) {
            Some(at) => starts[..=at].rotate_right(1),
            None => starts.insert(0, ("The default start", entry.info.example)),
        }
        let items: Vec<String> = starts.iter().map(|(name, id)| format!("{name}, {id}")).collect();
        let rule = entry.info.rule_under(entry.info.default);
        let head = format!("{}. {rule}\nWhich start?", entry.info.name);
        let mut typed = None;
        let chosen = self.choose(&head, &items, "an ID", |talk, line| {
            typed = talk.opened(line)?;
            Ok(typed.is_some())
        })?;
        match chosen.and_then(|n| starts.get(n)) {
            Some((_, id)) => self.opened(id),
            None => Ok(typed),
        }
    }

    /// The delay before the computer's move: none by default.
    fn pause(&self) -> Duration {
        let settings = &self.settled.settings;
        let waits = settings.origin(Setting::Pause) != Origin::Usual;
        Duration::from_millis(if waits { settings.values().pause.0 } else { 0 })
    }
}
