//! Runs the program as a conversation (`--plain`) in lines of text, for screen readers, braille displays and pipes.
//! Lines are only appended, and have at most 80 characters. Unless boards are drawn, the program's own text is ASCII.
//! Each change is announced once.

mod board;
mod coach;
mod study;
mod table;
mod words;

use std::fmt::Display;
use std::io::Write;

use super::error::{Done, Error};
use super::input::Lines;
use super::locale;
use super::output::{self, OutputKind, Stdout};
use super::stop;
use crate::draw::{Marks, Style, album};
use crate::play::history::History;
use crate::play::store::{Start, Store};
use crate::play::{Match, Participant, PlayerKind};
use crate::settings::{Origin, Setting, Settled};
pub use board::names;
use board::sentence;
use nimatron_core::erased::{AnyPosition, Choice};
use nimatron_core::games;
use nimatron_core::language::text;
use nimatron_core::rules::{Library, Scene, Site, sanitize};
use nimatron_core::{tr, tr_key};
use table::typed;

/// The maximum length of a line, in characters.
const WIDTH: usize = 80;
/// The maximum number of list entries that are read out; further entries are only counted.
const LISTED: usize = 60;

/// The commands that describe a position, each with its help text.
const ABOUT: [(&str, &str); 4] = [
    (
        "moves",
        tr_key!("the legal moves, with what you type for them"),
    ),
    ("where", tr_key!("the position in words, and what is asked")),
    ("rules", tr_key!("the rules of the game")),
    ("board", tr_key!("the position as a small drawing")),
];
const EVERYWHERE: [(&str, &str); 3] = [
    ("again", tr_key!("hear what was said last again")),
    ("?", tr_key!("hear what you can say here")),
    ("q", tr_key!("leave")),
];

enum Named {
    Game(usize),
    Position(Box<dyn AnyPosition>),
}

/// The effect of typing the number of a list item. `Ok` holds the line that the number stands for, and `Err` a reply to
/// the user.
type Item = Result<String, String>;

struct List {
    lines: Vec<String>,
    items: Vec<Item>,
}

impl List {
    fn new(entries: impl Iterator<Item = (String, Item)>, all: Option<u64>) -> List {
        let (lines, items): (Vec<String>, Vec<Item>) = entries.take(LISTED).unzip();
        List {
            lines: numbered(lines.into_iter(), all),
            items,
        }
    }

    /// Lists what can be typed at a prompt: the expected input, such as `a move`, and the commands.
    fn commands(prompt: &Prompt<'_>, at: &dyn AnyPosition) -> List {
        let line = |&(word, what): &(&'static str, &'static str)| {
            let also = if word == prompt.empty {
                tr!(", or an empty line")
            } else {
                ""
            };
            // An entry's number stands for its command, without synonyms and arguments. `resign` must be typed in full,
            // so that nobody resigns by typing a number.
            let alone = word.split(',').next().unwrap_or_default();
            let alone = alone
                .trim_end_matches(|c: char| c.is_ascii_uppercase() || c == ' ')
                .to_owned();
            let item = if word == "resign" {
                Err(tr!("Type {word}."))
            } else {
                Ok(alone)
            };
            (format!("{word}{also}: {}", text(what)), item)
        };
        let expected = (!prompt.expects.is_empty()).then(|| {
            (
                prompt.expects.clone(),
                Err(tr!("Type {expects}.", expects = prompt.expects)),
            )
        });
        let words = ABOUT
            .iter()
            .chain(prompt.words)
            .chain(&EVERYWHERE)
            .map(line);
        let list = List::new(expected.into_iter().chain(words), Some(0));
        if prompt.is_move {
            list.beside_moves(at)
        } else {
            list
        }
    }

    /// If the number of an item is also the notation of another move, adds a line that explains how to type that move.
    fn beside_moves(mut self, at: &dyn AnyPosition) -> List {
        let is_other = |(n, item): &(usize, &Item)| {
            at.legal(&n.to_string())
                .is_ok_and(|choice| item.as_ref() != Ok(&choice.text))
        };
        if let Some((n, _)) = (1..).zip(&self.items).find(is_other) {
            self.lines.push(tr!(
                "A number is now an item of this list. For the move {n}, type: move {n}."
            ));
        }
        self
    }
}

pub struct Prompt<'a> {
    /// Describes the expected input; empty if only commands are accepted.
    expects: String,
    is_move: bool,
    words: &'a [(&'static str, &'static str)],
    at: Option<&'a dyn AnyPosition>,
    /// The command that an empty line stands for.
    empty: &'a str,
}

impl<'a> Prompt<'a> {
    fn of_text(expects: String) -> Prompt<'a> {
        Prompt {
            expects,
            is_move: false,
            words: &[],
            at: None,
            empty: "again",
        }
    }

    fn of_next(at: &'a dyn AnyPosition, words: &'a [(&'static str, &'static str)]) -> Prompt<'a> {
        Prompt {
            words,
            at: Some(at),
            empty: "next",
            ..Prompt::of_text(String::new())
        }
    }

    pub fn of_winner(
        at: &'a dyn AnyPosition,
        words: &'a [(&'static str, &'static str)],
    ) -> Prompt<'a> {
        Prompt {
            words,
            at: Some(at),
            ..Prompt::of_text(tr!("y for you, o for your opponent").to_owned())
        }
    }

    /// Creates a prompt for a move. The moves in `asked` are not used as examples, because they would give away the
    /// answer.
    pub fn of_move(
        at: &'a dyn AnyPosition,
        asked: &[String],
        words: &'a [(&'static str, &'static str)],
    ) -> Prompt<'a> {
        let examples = such_as(at, asked, tr!(", such as"));
        Prompt {
            is_move: true,
            words,
            at: Some(at),
            ..Prompt::of_text(tr!("a move{examples}"))
        }
    }
}

/// Returns `start` followed by examples of moves, or an empty string if there are none. The moves in `asked` are not
/// used as examples.
pub fn such_as(at: &dyn AnyPosition, asked: &[String], start: &str) -> String {
    let is_free = |text: &str| asked.iter().all(|right| right != text);
    let mut told = at.examples();
    told.retain(|example| example.split(' ').next().is_none_or(is_free));
    if told.is_empty() {
        let other = at
            .choices(&[], LISTED)
            .list
            .into_iter()
            .find(|choice| is_free(&choice.text));
        told.extend(
            other.map(|choice| format!("{} ({})", choice.text, at.move_words(&choice.text))),
        );
    }
    if told.is_empty() {
        String::new()
    } else {
        format!("{start} {}", told.join(tr!(" or ")))
    }
}

/// Returns the rules of a position. For a sum, these are the rules for moves in each component. The sentence about the
/// end of a component is left out, because only the end of the sum matters.
fn rules(at: &dyn AnyPosition) -> String {
    let mut all = vec![at.rule()];
    for part in at
        .components()
        .iter()
        .filter(|part| part.info() != at.info())
    {
        let info = part.info();
        let rule = part.rule();
        let moves = rule
            .strip_suffix(&info.ending.sentence(part.convention()))
            .unwrap_or(&rule);
        let line = format!("{}: {}", info.name, moves.trim_end());
        if !all.contains(&line) {
            all.push(line);
        }
    }
    all.join("\n")
}

/// Wraps text at spaces but not at hyphens, so that an edge such as `7-8` stays on one line.
fn wrapped(text: &str) -> Vec<std::borrow::Cow<'_, str>> {
    let whole = textwrap::Options::new(WIDTH)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::wrap(text, whole)
}

/// Numbers the first `LISTED` items. If there are more items, adds a final line with the number of remaining items.
/// `all` is the total number of items, or `None` if there are too many to count.
fn numbered(items: impl Iterator<Item = String>, all: Option<u64>) -> Vec<String> {
    let mut lines: Vec<String> = (1..)
        .zip(items.take(LISTED))
        .map(|(n, item)| format!("{n}. {item}"))
        .collect();
    match all {
        Some(all) if all <= lines.len() as u64 => {}
        Some(all) => lines.push(tr!("And {n} more.", n = all - lines.len() as u64)),
        None => lines.push(tr!("And many more.").to_owned()),
    }
    lines
}

pub struct Talk {
    lines: Lines,
    out: Stdout,
    settled: Settled,
    library: Library,
    store: Result<Store, String>,
    seed: Option<u64>,
    /// Whether the coach draws boards instead of describing them in words.
    drawn: bool,
    /// The text written since the last line of input, for `again`.
    last: String,
    list: Vec<Item>,
    /// The reason why the match could not be stored, once it has been reported.
    unkept: Option<String>,
}

/// Runs the conversation until the user leaves or the input ends. If `is_play` is set and there is no position, the
/// conversation begins with the choice of a game.
pub fn run(
    start: Start,
    is_play: bool,
    settled: Settled,
    library: Library,
    seed: Option<u64>,
) -> Done {
    let store = Store::locate(settled.settings.saves()).map_err(|e| e.to_string());
    let mut talk = Talk {
        seed,
        ..Talk::new(settled, library, store, false)
    };
    let done = match start {
        Start::Home if is_play => talk.choose_game(),
        Start::Home => talk.menu(),
        Start::Match { game, .. } => talk.play(*game),
    };
    talk.end(done)
}

impl Talk {
    pub fn new(
        settled: Settled,
        library: Library,
        store: Result<Store, String>,
        drawn: bool,
    ) -> Talk {
        Talk {
            lines: Lines::stdin(),
            out: output::stdout(OutputKind::text(locale::is_narrow())),
            settled,
            library,
            store,
            seed: None,
            drawn,
            last: String::new(),
            list: Vec::new(),
            unkept: None,
        }
    }

    /// Ends the conversation. Reaching the end of the input is not an error, but failing to store a match is.
    pub fn end(mut self, done: Done) -> Done {
        match done {
            Ok(()) | Err(Error::Closed) => {}
            Err(error) => return Err(error),
        }
        let unkept = self.unkept.take();
        if let Some(why) = &unkept {
            self.say(why)?;
        }
        self.out.flush()?;
        if unkept.is_some() {
            Err(Error::Reported)
        } else {
            Ok(())
        }
    }

    fn write(&mut self, line: &str) -> Done {
        writeln!(self.out, "{line}")?;
        self.last += line;
        self.last.push('\n');
        Ok(())
    }

    /// Writes an announcement. Each line of the text is wrapped as a paragraph.
    pub fn say(&mut self, text: &str) -> Done {
        for line in text.lines() {
            let line = sanitize::clean(line);
            // Without drawings, spell `misère` in ASCII, like all of the program's own text.
            let line = if self.drawn {
                line
            } else {
                line.replace("isère", "isere").into()
            };
            for piece in wrapped(line.trim_end()) {
                self.write(&piece)?;
            }
        }
        Ok(())
    }

    fn draw(&mut self, at: &dyn AnyPosition, lit: Option<&str>) -> Done {
        let places = lit.and_then(|text| at.legal(text).ok());
        self.board(&at.scene(), &places.map(|m| m.sites).unwrap_or_default())
    }

    fn board(&mut self, scene: &Scene, lit: &[Site]) -> Done {
        let marks = Marks {
            hint: lit,
            ..Marks::default()
        };
        let style = Style {
            ascii: !self.drawn || locale::is_narrow(),
        };
        let drawing = album::whole(scene, 79, &marks, style).text();
        drawing
            .trim_end_matches('\n')
            .lines()
            .try_for_each(|line| self.write(line.trim_end()))
    }

    /// Runs a command listed in `ABOUT`. Returns `false` if the line is not one of these commands.
    pub fn about(&mut self, at: &dyn AnyPosition, names: &[String; 2], line: &str) -> Done<bool> {
        match line.to_ascii_lowercase().as_str() {
            "moves" => self.list_moves(at)?,
            "where" => self.say(&sentence(at, names, false))?,
            "rules" | "rule" => self.say(&rules(at))?,
            "board" => self.draw(at, None)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn list_moves(&mut self, at: &dyn AnyPosition) -> Done {
        let found = at.choices(&[], LISTED);
        let all = if found.complete {
            Some(found.list.len() as u64)
        } else {
            at.count_moves()
        };
        let entry = |choice: Choice| {
            let line = match at.move_words(&choice.text) {
                said if said == typed(at, &choice.text) => said,
                said => tr!("{said}: type {text}", text = choice.text),
            };
            (line, Ok(choice.text))
        };
        self.tell(List::new(found.list.into_iter().map(entry), all).beside_moves(at))
    }

    fn tell(&mut self, list: List) -> Done {
        self.say(&list.lines.join("\n"))?;
        self.list = list.items;
        Ok(())
    }

    fn complain(&mut self, what: &dyn Display) -> Done {
        self.say(&format!("{}.", sanitize::message(&what.to_string())))
    }

    pub fn or_complain<T>(&mut self, found: Result<T, impl Display>) -> Done<Option<T>> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(what) => self.complain(&what).map(|()| None),
        }
    }

    pub fn history(&self) -> Result<History, String> {
        let store = self.store.as_ref().map_err(Clone::clone)?;
        History::load(store).map_err(|e| e.to_string())
    }

    fn readable_history(&mut self) -> Done<Option<History>> {
        let found = self.history();
        self.or_complain(found.map_err(|why| tr!("The record cannot be read: {why}")))
    }

    pub fn change_record(&mut self, change: impl FnOnce(&mut History)) -> Done {
        let Ok(store) = &self.store else {
            return Ok(());
        };
        match History::change(store, change) {
            Ok(None) => Ok(()),
            Ok(Some(told)) => self.say(&sanitize::message(&told)),
            Err(error) => self.say(&sanitize::message(&tr!(
                "The record cannot be written: {error}."
            ))),
        }
    }

    /// Reads lines until one of them is meant for the caller, and returns that line. Commands such as `again` and `?`
    /// are answered here. If the user types the number of a list item, returns the line that the item stands for.
    ///
    /// Returns [`Error::Closed`] at the end of the input.
    pub fn listen(&mut self, prompt: &Prompt<'_>) -> Done<String> {
        loop {
            let mut line = self.hear()?;
            if line.is_empty() {
                prompt.empty.clone_into(&mut line);
            }
            // `+1` is a move, not a number in the list.
            let is_number = !self.list.is_empty() && line.starts_with(|c: char| c.is_ascii_digit());
            let number = line.parse::<usize>().ok().filter(|_| is_number);
            let item = number.map(|n| n.checked_sub(1).and_then(|n| self.list.get(n).cloned()));
            if let Some(Some(Ok(said))) = &item {
                line.clone_from(said);
            }
            if line.eq_ignore_ascii_case("again") {
                self.out.write_all(self.last.as_bytes())?;
                continue;
            }
            self.last.clear();
            let list = std::mem::take(&mut self.list);
            match (item, line.to_ascii_lowercase().as_str()) {
                (Some(Some(Err(said))), _) => self.say(&said)?,
                (Some(None), _) => {
                    let most = list.len();
                    self.say(&tr!(
                        "The list ends at {most}. For {line} itself, type: answer {line}."
                    ))?;
                    self.list = list;
                }
                (_, "?" | "help") => match prompt.at {
                    Some(at) => self.tell(List::commands(prompt, at))?,
                    None => self.say(&prompt.expects)?,
                },
                _ => return Ok(line),
            }
        }
    }

    fn hear(&mut self) -> Done<String> {
        loop {
            if stop::stopped() {
                return Err(Error::Closed);
            }
            match self.lines.next(&mut self.out)? {
                None => return Err(Error::Closed),
                Some(Ok(line)) => return Ok(line.trim().to_owned()),
                Some(Err(bad)) => {
                    let what = bad.what;
                    self.say(&tr!("That cannot be read: {what}."))?;
                }
            }
        }
    }

    /// Reads out a numbered list and asks for a number. Returns the chosen index, converted by `number`, or `None` if
    /// the user goes back. Any other line is passed to `other`, which may accept it. `also` describes the lines that
    /// `other` accepts, for example "an ID".
    fn choose<T>(
        &mut self,
        head: &str,
        items: &[String],
        also: &str,
        number: impl Fn(usize) -> T,
        other: impl Fn(&mut Talk, &str) -> Done<Option<T>>,
    ) -> Done<Option<T>> {
        let mut lines = vec![head.to_owned()];
        lines.extend(numbered(items.iter().cloned(), Some(items.len() as u64)));
        let asked = match also {
            "" => tr!("a number from 1 to {count}", count = items.len()),
            also => tr!("a number from 1 to {count}, {also}", count = items.len()),
        };
        lines.push(tr!("Type {asked}, or q to go back."));
        let prompt = Prompt::of_text(lines.join("\n"));
        self.say(&prompt.expects)?;
        loop {
            let line = self.listen(&prompt)?;
            if ["q", "quit", "b", "back"].contains(&line.as_str()) {
                return Ok(None);
            }
            if let Some(n) = line
                .parse::<usize>()
                .ok()
                .filter(|n| (1..=items.len()).contains(n))
            {
                return Ok(Some(number(n - 1)));
            }
            match other(self, &line)? {
                None => self.say(&tr!("Expected {asked}, or q; ? reads the list again."))?,
                taken => return Ok(taken),
            }
        }
    }

    fn pick(&mut self, head: &str, items: &[String]) -> Done<Option<usize>> {
        self.choose(head, items, "", |n| n, |_, _| Ok(None))
    }

    /// Lets the user choose from a list: the entries of `before`, followed by the games. Returns the index in the list,
    /// and the game's name in IDs if a game is chosen. Returns `None` if the user goes back.
    fn pick_game(&mut self, head: &str, before: &[&str]) -> Done<Option<(usize, Option<String>)>> {
        let entries = games::listed(&self.library);
        let names = before
            .iter()
            .copied()
            .chain(entries.iter().map(|entry| entry.info.name));
        let picked = self.pick(head, &names.map(str::to_owned).collect::<Vec<_>>())?;
        let game = |n: usize| {
            Some(
                entries
                    .get(n.checked_sub(before.len())?)?
                    .info
                    .id
                    .to_owned(),
            )
        };
        Ok(picked.map(|n| (n, game(n))))
    }

    fn menu(&mut self) -> Done {
        let items = [
            tr!("Play a game"),
            tr!("Continue the last match"),
            tr!("Open a saved game"),
            tr!("Lessons"),
            tr!("Coach"),
            tr!("Puzzles"),
            tr!("Review a saved game"),
            tr!("Record"),
            tr!("Settings"),
        ]
        .map(str::to_owned);
        loop {
            let head = tr!("Nimatron: games that are solved.");
            let also = tr!("the name of a game or an ID");
            let named = |talk: &mut Talk, line: &str| Ok(talk.named(line)?.map(Err));
            let Some(chosen) = self.choose(head, &items, also, Ok, named)? else {
                return Ok(());
            };
            match chosen {
                Err(named) => drop(self.begin(named)?),
                Ok(0) => self.choose_game()?,
                Ok(1) => match self.last_match() {
                    Ok(game) => self.play(game)?,
                    Err(why) => self.say(&tr!("There is nothing to continue: {why}."))?,
                },
                Ok(2) => {
                    if let Some(game) = self.open_saved()? {
                        self.play(game)?;
                    }
                }
                Ok(3) => self.lessons()?,
                Ok(4) => self.coach()?,
                Ok(5) => self.puzzles()?,
                Ok(6) => {
                    if let Some(game) = self.open_saved()? {
                        self.review(&game)?;
                    }
                }
                Ok(7) => self.record()?,
                Ok(_) => self.settings()?,
            }
        }
    }

    fn last_match(&self) -> Result<Match, String> {
        let store = self.store.as_ref().map_err(Clone::clone)?;
        store
            .last(&self.library)
            .map(|loaded| loaded.game)
            .map_err(|e| e.to_string())
    }

    /// Opens the position if the line is an ID, and otherwise returns `None`. If the line only looks like an ID, also
    /// tells the user what is wrong.
    fn opened(&mut self, line: &str) -> Done<Option<Box<dyn AnyPosition>>> {
        match games::open(line, &self.library) {
            Ok(position) => return Ok(Some(position)),
            Err(error) if games::is_id(line) => self.say(&error.to_string())?,
            Err(_) => {}
        }
        Ok(None)
    }

    /// Parses a line as the ID of a position, or as an unambiguous prefix of a game's name; `None` if the line is
    /// neither.
    fn named(&mut self, line: &str) -> Done<Option<Named>> {
        if let Some(position) = self.opened(line)? {
            return Ok(Some(Named::Position(position)));
        }
        let [meant] = games::find_by_prefix(line, &self.library)[..] else {
            return Ok(None);
        };
        let entries = games::listed(&self.library);
        Ok((entries.iter().position(|e| e.info == meant.info)).map(Named::Game))
    }

    fn choose_game(&mut self) -> Done {
        loop {
            let entries = games::listed(&self.library);
            let names: Vec<String> = entries
                .iter()
                .map(|entry| entry.info.name.to_owned())
                .collect();
            let also = tr!("a name, an ID such as nim:3,5,7");
            let chosen = self.choose(tr!("Which game?"), &names, also, Named::Game, Talk::named)?;
            let Some(named) = chosen else { return Ok(()) };
            if self.begin(named)? {
                return Ok(());
            }
        }
    }

    /// Asks for the remaining settings of the match, and plays the match. Returns `false` if the user goes back.
    fn begin(&mut self, named: Named) -> Done<bool> {
        let n = match named {
            Named::Position(position) => return self.choose_players(&*position),
            Named::Game(n) => n,
        };
        loop {
            let Some(position) = self.choose_start(n)? else {
                return Ok(false);
            };
            if self.choose_players(&*position)? {
                return Ok(true);
            }
        }
    }

    fn choose_players(&mut self, position: &dyn AnyPosition) -> Done<bool> {
        let kinds: Vec<PlayerKind> = PlayerKind::ALL
            .into_iter()
            .filter(|kind| *kind != PlayerKind::Human)
            .collect();
        let mut items: Vec<String> = kinds
            .iter()
            .map(|kind| match kind.level() {
                Some(level) => tr!(
                    "The computer, {kind}: {help}",
                    kind = kind.word(),
                    help = level.help()
                ),
                None => kind.word().to_owned(),
            })
            .collect();
        items.push(tr!("Another person at this keyboard").to_owned());
        let pair = loop {
            let Some(n) = self.pick(tr!("Who is your opponent?"), &items)? else {
                return Ok(false);
            };
            let Some(&opponent) = kinds.get(n) else {
                let pair = Participant::pair([PlayerKind::Human; 2], position.info());
                break self.settled.settings.named(pair);
            };
            let first = [tr!("You").to_owned(), tr!("The computer").to_owned()];
            let Some(n) = self.pick(tr!("Who moves first?"), &first)? else {
                continue;
            };
            let mut pair = [PlayerKind::Human, opponent];
            pair.rotate_left(n);
            break Participant::pair(pair, position.info());
        };
        self.play(Match::new(position.boxed_clone(), pair))?;
        Ok(true)
    }

    fn choose_start(&mut self, n: usize) -> Done<Option<Box<dyn AnyPosition>>> {
        let entries = games::listed(&self.library);
        let Some(entry) = entries.get(n) else {
            return Ok(None);
        };
        let default = entry.setup.start_id(&[]).map_err(Error::failed)?;
        let mut starts: Vec<(&str, &str)> = entry.setup.presets.to_vec();
        match starts.iter().position(|(_, id)| *id == default) {
            Some(at) => starts[..=at].rotate_right(1),
            None => starts.insert(0, (tr!("The default start"), &default)),
        }
        let items: Vec<String> = starts
            .iter()
            .map(|(name, id)| format!("{name}, {id}"))
            .collect();
        let rule = entry.info.rule_under(entry.info.default);
        let head = tr!("{name}. {rule}\nWhich start?", name = entry.info.name);
        let listed = |n: usize| Err(starts[n].1);
        let typed = |talk: &mut Talk, line: &str| Ok(talk.opened(line)?.map(Ok));
        match self.choose(&head, &items, tr!("an ID"), listed, typed)? {
            None => Ok(None),
            Some(Ok(position)) => Ok(Some(position)),
            Some(Err(id)) => self.opened(id),
        }
    }

    /// Returns whether a setting was set explicitly. Default values do not count, because they are intended for the
    /// full-screen interface.
    fn is_set(&self, setting: Setting) -> bool {
        self.settled.settings.origin(setting) != Origin::Usual
    }
}
