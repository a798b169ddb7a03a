//! A script that has been read: what kind of game it is by its functions, what it says of itself in its constants, and calls
//! of its functions with everything they give checked. A fault is what is wrong with a script: its text names the file, the
//! place and what was being asked.

use rhai::{AST, Array, Dynamic, Scope};
use unicode_width::UnicodeWidthChar;

use super::engine::{self, CompiledScript, Failure};
use super::explored::OwnPosition;
use crate::rules::{Convention, Limits, Outcome, Player, ScriptText, Stop, sanitize};

/// The most results of one call.
const MOST_RESULTS: usize = 200_000;

/// A script that has been read and found in order.
pub struct Script {
    /// The text and where it is from.
    pub source: ScriptText,
    /// The kind of game.
    pub kind: ScriptKind,
    /// Its name, in words.
    pub title: String,
    /// What a move is, in words.
    pub rule: String,
    /// What a piece on the board is called, where the script says so.
    pub piece: Option<String>,
    /// What the end means, in words, where the script decides it.
    pub ending: String,
    /// Where it starts; in a board for two the first player moves.
    pub start: Vec<i32>,
    /// The default convention; `None` where the script decides what the end means.
    pub convention: Option<Convention>,
    /// The signs of the numbers 0, 1, 2, ... in cells, where there are any.
    pub signs: Option<Vec<char>>,
    /// What stands for each in ASCII; empty where there are none.
    pub plain_signs: Vec<char>,
    /// The signs in one text; empty where there are none.
    pub signs_text: String,
    width: BoardWidth,
    /// The least number in a position of one or two numbers.
    least_number: u64,
    has: OptionalFunctions,
    compiled: CompiledScript,
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(source: &ScriptText, limits: &Limits) -> Result<Script, ScriptError> {
        engine::within(limits, || read(source))?
    }

    /// Whether positions say how they end themselves.
    pub fn says_results(&self) -> bool {
        self.has.result
    }

    /// Whether boards fall into parts.
    pub fn has_parts(&self) -> bool {
        self.has.parts
    }

    /// What one heap can become, in the order of the script. To be called within [`engine::within`].
    pub(super) fn options(&self, heap: i32) -> Result<Vec<Box<[i32]>>, ScriptError> {
        let asked = || format!("the options of a heap of {heap}");
        let given = self.call("options", (i64::from(heap),), &asked)?;
        self.lists(given, "options", &asked, ListForm::Heaps)
    }

    /// The positions one move away, in the order of the script. To be called within [`engine::within`].
    pub(super) fn moves(
        &self,
        cells: &[i32],
        player: Option<Player>,
    ) -> Result<Vec<Box<[i32]>>, ScriptError> {
        let asked = || format!("the moves of {}", self.state_text(cells, player));
        let list = array(cells);
        let given = match player {
            None => self.call("moves", (list,), &asked)?,
            Some(player) => self.call("moves", (list, number(player)), &asked)?,
        };
        let results = self.lists(given, "moves", &asked, ListForm::Board(Some(cells.len())))?;
        for (i, result) in results.iter().enumerate() {
            if **result == *cells {
                return Err(self.wrong("moves", &asked, &format!("result {} changes no cell", i + 1)));
            }
        }
        Ok(results)
    }

    /// How a position has ended for the player to move; `None` while it goes on.
    pub(super) fn result(&self, cells: &[i32], player: Player) -> Result<Option<Outcome>, ScriptError> {
        let asked = || format!("the result of {}", self.state_text(cells, Some(player)));
        let given = self.call("result", (array(cells), number(player)), &asked)?;
        if given.is_unit() {
            return Ok(None);
        }
        let word = given.clone().into_string().unwrap_or_default();
        match word.as_str() {
            "win" => Ok(Some(Outcome::Win)),
            "loss" => Ok(Some(Outcome::Loss)),
            "draw" => Ok(Some(Outcome::Draw)),
            _ => Err(self.wrong(
                "result",
                &asked,
                &format!("it gave {}; expected \"win\", \"loss\", \"draw\" or ()", named(&given)),
            )),
        }
    }

    /// Whether a position makes sense: true where the script does not say.
    pub(super) fn is_legal(&self, cells: &[i32]) -> Result<bool, ScriptError> {
        if !self.has.legal {
            return Ok(true);
        }
        let asked = || format!("whether {} is legal", self.state_text(cells, None));
        let given = self.call("legal", (array(cells),), &asked)?;
        given.as_bool().map_err(|_| {
            self.wrong("legal", &asked, &format!("it gave {}; expected true or false", named(&given)))
        })
    }

    /// Whether a position is one or two numbers for both players alike, and how many; and the least number that it may be,
    /// 0 or 1. Cells with signs are no numbers.
    pub fn numbers(&self) -> Option<(usize, u64)> {
        let plain = self.kind == ScriptKind::Board && self.signs.is_none() && self.start.len() <= 2;
        plain.then_some((self.start.len(), self.least_number))
    }

    /// Whether positions can be refused.
    pub(super) fn checks_positions(&self) -> bool {
        self.has.legal
    }

    /// What people call the move from one position to another, as an order such as `take a coin`: `None` where the script
    /// does not say, or says what is no line of text.
    pub(super) fn move_words(&self, from: &[i32], to: &[i32]) -> Option<String> {
        const LONGEST: usize = 80;
        if !self.has.move_words {
            return None;
        }
        let asked = || format!("the words of a move of {}", self.state_text(from, None));
        let given = self.call("move_words", (array(from), array(to)), &asked).ok()?;
        let text = given.into_string().ok()?;
        let text = text.trim();
        let fits = (1..=LONGEST).contains(&text.chars().count()) && !text.chars().any(sanitize::is_control);
        fits.then(|| text.to_owned())
    }

    /// That the parts of boards get larger and larger.
    pub(super) fn growing_parts(&self, cells: usize, from: usize) -> ScriptError {
        let what = format!(
            "the parts do not get smaller: a board of {from} cells leads to a part of {cells} cells, and so on"
        );
        self.fault_in("parts", &what, None)
    }

    /// That positions go in a circle, which is no game.
    pub(super) fn circle(&self, round: &[String], function: &str) -> ScriptError {
        const SHOWN: usize = 40;
        let mut shown: Vec<&str> = round.iter().take(SHOWN).map(String::as_str).collect();
        if round.len() > SHOWN {
            shown.extend(["...", round[round.len() - 1].as_str()]);
        }
        self.fault_in(function, &format!("the game can go on for ever: {}", shown.join(" > ")), None)
    }

    /// That legal refuses what a move leads to.
    pub(super) fn illegal(&self, to: &OwnPosition, m: &str, from: &OwnPosition) -> ScriptError {
        let asked = format!("the moves of {}", self.state_text(&from.cells, from.mover));
        let what = format!("it refuses {}, to which {m} leads", self.state_text(&to.cells, to.mover));
        self.fault_in("legal", &what, Some(&asked))
    }

    /// The error of parts that do not add up to the board, with both in words.
    pub(super) fn unlike_parts(
        &self,
        cells: &[i32],
        parts: &[Box<[i32]>],
        whole: &str,
        sum: &str,
    ) -> ScriptError {
        let texts: Vec<String> = parts.iter().map(|part| self.state_text(part, None)).collect();
        let what = format!(
            "{} together {sum}, and the whole {whole}",
            if texts.is_empty() { "no parts".to_owned() } else { texts.join(" and ") }
        );
        let asked = format!("the parts of {}", self.state_text(cells, None));
        self.fault_in("parts", &what, Some(&asked))
    }

    /// That a position has no moves, and yet no result.
    pub(super) fn unfinished(&self, cells: &[i32], player: Option<Player>) -> ScriptError {
        let what = "it gave (), and there is no move; expected \"win\", \"loss\" or \"draw\"";
        let asked = format!("the result of {}", self.state_text(cells, player));
        self.fault_in("result", what, Some(&asked))
    }

    /// The independent boards that a board falls into.
    pub(super) fn parts(&self, cells: &[i32]) -> Result<Vec<Box<[i32]>>, ScriptError> {
        let asked = || format!("the parts of {}", self.state_text(cells, None));
        let given = self.call("parts", (array(cells),), &asked)?;
        self.lists(given, "parts", &asked, ListForm::Board(None))
    }

    /// How many cells stand in a row of a board of `cells` cells. A width that is of no use is one row.
    pub(super) fn width(&self, cells: usize) -> Result<usize, ScriptError> {
        match self.width {
            BoardWidth::Row => Ok(cells.max(1)),
            BoardWidth::Fixed(width) => Ok(width),
            BoardWidth::ByScript => {
                let asked = || format!("the width of a board of {cells} cells");
                let given = self.call("width", (cells as i64,), &asked)?;
                match given.as_int() {
                    Ok(width) if (1..=MOST_CELLS as i64).contains(&width) => Ok(width as usize),
                    _ => Err(self.wrong(
                        "width",
                        &asked,
                        &format!("it gave {}; expected a number from 1 to {MOST_CELLS}", named(&given)),
                    )),
                }
            }
        }
    }

    /// Cells as an ID writes them.
    pub fn state_text(&self, cells: &[i32], player: Option<Player>) -> String {
        let mover = match player {
            None => "",
            Some(Player::First) => "A:",
            Some(Player::Second) => "B:",
        };
        let sign = |signs: &[char], cell: i32| usize::try_from(cell).ok().and_then(|i| signs.get(i).copied());
        let signs =
            self.signs.as_ref().and_then(|s| cells.iter().map(|&c| sign(s, c)).collect::<Option<String>>());
        let text = signs.unwrap_or_else(|| {
            let numbers: Vec<String> = cells.iter().map(i32::to_string).collect();
            numbers.join(",")
        });
        format!("{mover}{text}")
    }

    /// Line and column of a function, where it stands in the text.
    fn place_of(&self, function: &str) -> Option<(usize, usize)> {
        place_of(&self.source.text, function)
    }

    /// A fault of what a function gave.
    fn wrong(&self, function: &str, asked: &dyn Fn() -> String, what: &str) -> ScriptError {
        self.fault_in(function, what, Some(&asked()))
    }

    fn fault_in(&self, function: &str, what: &str, asked: Option<&str>) -> ScriptError {
        fault(&self.source, self.place_of(function), &format!("{function}: {what}"), asked)
    }

    fn call(
        &self,
        name: &str,
        arguments: impl rhai::FuncArgs + Clone,
        asked: &dyn Fn() -> String,
    ) -> Result<Dynamic, ScriptError> {
        engine::call(&self.compiled, name, arguments).map_err(|failure| match failure {
            Failure::Stopped(stop) => ScriptError::Stopped(stop),
            Failure::Fault(what, at) => {
                fault(&self.source, at.or_else(|| self.place_of(name)), &what, Some(&asked()))
            }
        })
    }

    /// A list of lists of numbers.
    fn lists(
        &self,
        given: Dynamic,
        function: &str,
        asked: &dyn Fn() -> String,
        form: ListForm,
    ) -> Result<Vec<Box<[i32]>>, ScriptError> {
        let wrong = |what: &str| self.wrong(function, asked, what);
        let what = match form {
            ListForm::Heaps => "a list of lists of heaps",
            ListForm::Board(_) => "a list of positions, each a list of integers",
        };
        let shown = named(&given);
        let list = given.into_array().map_err(|_| wrong(&format!("it gave {shown}; expected {what}")))?;
        if list.len() > MOST_RESULTS {
            return Err(wrong(&format!("it gave {} results; at most {MOST_RESULTS} are read", list.len())));
        }
        let mut results = Vec::with_capacity(list.len());
        for (i, one) in list.into_iter().enumerate() {
            let shown = named(&one);
            let one = one
                .into_array()
                .map_err(|_| wrong(&format!("result {} is {shown}; expected a list of integers", i + 1)))?;
            if let ListForm::Board(Some(length)) = form
                && one.len() != length
            {
                return Err(wrong(&format!("result {} has {} cells; expected {length}", i + 1, one.len())));
            }
            if one.len() > MOST_CELLS {
                return Err(wrong(&format!("result {} is {} long; at most {MOST_CELLS}", i + 1, one.len())));
            }
            let (least, most) = self.range();
            let cell = |(j, value): (usize, Dynamic)| {
                let n = value.as_int().ok().filter(|n| (i64::from(least)..=i64::from(most)).contains(n));
                n.map(|n| n as i32).ok_or_else(|| {
                    let place = if form == ListForm::Heaps { "heap" } else { "cell" };
                    wrong(&format!(
                        "result {}, {place} {} is {}; expected an integer from {least} to {most}",
                        i + 1,
                        j + 1,
                        named(&value)
                    ))
                })
            };
            results.push(one.into_iter().enumerate().map(cell).collect::<Result<Box<[i32]>, _>>()?);
        }
        Ok(results)
    }

    /// The least and the largest number in a cell.
    pub(super) fn range(&self) -> (i32, i32) {
        range(self.kind, self.signs.as_deref())
    }
}

/// What lists of numbers are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ListForm {
    Heaps,
    /// Of that length, where it is given.
    Board(Option<usize>),
}

fn array(cells: &[i32]) -> Array {
    cells.iter().map(|&cell| Dynamic::from_int(cell.into())).collect()
}

/// 1 or 2.
fn number(player: Player) -> i64 {
    player.index() as i64 + 1
}

fn read(source: &ScriptText) -> Result<Script, ScriptError> {
    let (compiled, constants) = engine::compile(&source.text).map_err(|failure| match failure {
        Failure::Stopped(stop) => ScriptError::Stopped(stop),
        Failure::Fault(what, at) => fault(source, at, &format!("{what}, while reading the script"), None),
    })?;
    let functions = Functions::of(source, &compiled.ast);
    let kind = functions.kind()?;
    let has = functions.optional(kind)?;
    let constants = Constants { source, scope: &constants };
    let signs = constants.signs(kind)?;
    let mut script = Script {
        kind,
        title: constants.words("NAME")?.unwrap_or_else(|| source.name.clone()),
        rule: constants.words("RULE")?.unwrap_or_else(|| "Your own game.".to_owned()),
        ending: constants
            .words("ENDING")?
            .unwrap_or_else(|| "The last position itself says who has won.".to_owned()),
        piece: constants.piece()?,
        start: Vec::new(),
        convention: constants.convention(has.result)?,
        plain_signs: sanitize::ascii_signs(signs.as_deref().unwrap_or_default()),
        signs_text: signs.iter().flatten().collect(),
        signs,
        least_number: 0,
        width: if has.width { BoardWidth::ByScript } else { constants.width(kind)? },
        has,
        compiled,
        source: source.clone(),
    };
    script.start = constants.start(kind, script.signs.as_deref())?;
    if !script.is_legal(&script.start)? {
        return Err(constants.wrong("START", "legal refuses it"));
    }
    if script.numbers().is_some() {
        // Where one number alone may be 0, the table begins there too. A script that fails at 0 has no such position.
        let begins: &[&[i32]] = if script.start.len() == 1 { &[&[0]] } else { &[&[0, 0], &[0, 1], &[1, 0]] };
        let allowed = begins.iter().any(|cells| matches!(script.is_legal(cells), Ok(true)));
        script.least_number = u64::from(!allowed);
    }
    Ok(script)
}

/// The largest heap.
pub(super) const LARGEST_HEAP: i32 = 1_000_000;
/// The largest number in a cell; the least is its negative.
pub(super) const LARGEST_CELL: i32 = 1_000_000_000;
/// The most heaps or cells.
pub(super) const MOST_CELLS: usize = 1000;
/// The most signs.
const MOST_SIGNS: usize = 64;

/// What kind of game a script is, by the functions that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptKind {
    /// `options(heap)`: heaps that are independent of each other.
    Heaps,
    /// `moves(cells)`: a board on which both have the same moves.
    Board,
    /// `moves(cells, player)`: a board for two.
    Two,
}

/// The width of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardWidth {
    /// One row.
    Row,
    /// So many cells in each.
    Fixed(usize),
    /// A function of the script gives it, of the number of cells.
    ByScript,
}

/// The least and the largest number in a cell.
pub(super) fn range(kind: ScriptKind, signs: Option<&[char]>) -> (i32, i32) {
    match (kind, signs) {
        (ScriptKind::Heaps, _) => (0, LARGEST_HEAP),
        (_, Some(signs)) => (0, signs.len() as i32 - 1),
        (_, None) => (-LARGEST_CELL, LARGEST_CELL),
    }
}

/// What a script says of itself.
pub(super) struct Constants<'s> {
    pub source: &'s ScriptText,
    pub scope: &'s Scope<'static>,
}

impl Constants<'_> {
    fn get(&self, name: &str) -> Option<Dynamic> {
        self.scope.get_value::<Dynamic>(name)
    }

    pub fn wrong(&self, name: &str, what: &str) -> ScriptError {
        fault(self.source, place_of_constant(&self.source.text, name), &format!("{name}: {what}"), None)
    }

    /// A line of text for people.
    pub fn words(&self, name: &str) -> Result<Option<String>, ScriptError> {
        const LONGEST: usize = 300;
        let Some(value) = self.get(name) else { return Ok(None) };
        let shown = named(&value);
        let text =
            value.into_string().map_err(|_| self.wrong(name, &format!("it is {shown}; expected a text")))?;
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST || text.chars().any(char::is_control) {
            return Err(self.wrong(name, &format!("expected one line of 1 to {LONGEST} characters")));
        }
        // A rule is whole sentences.
        let stop = if name == "NAME" || text.ends_with(['.', '!', '?']) { "" } else { "." };
        Ok(Some(format!("{text}{stop}")))
    }

    /// What a piece is called, where the script says so: `PIECE`, or `piece`.
    pub fn piece(&self) -> Result<Option<String>, ScriptError> {
        const LONGEST: usize = 30;
        let name = if self.get("PIECE").is_some() { "PIECE" } else { "piece" };
        let Some(value) = self.get(name) else { return Ok(None) };
        let text = value.into_string().unwrap_or_default();
        let fits =
            (1..=LONGEST).contains(&text.trim().chars().count()) && !text.chars().any(char::is_control);
        match fits {
            true => Ok(Some(text.trim().to_owned())),
            false => {
                Err(self
                    .wrong(name, &format!("expected a word of 1 to {LONGEST} characters, such as \"coin\"")))
            }
        }
    }

    pub fn convention(&self, says_results: bool) -> Result<Option<Convention>, ScriptError> {
        let Some(value) = self.get("CONVENTION") else {
            return Ok((!says_results).then_some(Convention::Normal));
        };
        if says_results {
            return Err(self.wrong("CONVENTION", "result says who has won; expected one of the two"));
        }
        match value.to_string().as_str() {
            "normal" => Ok(Some(Convention::Normal)),
            "misere" => Ok(Some(Convention::Misere)),
            _ => {
                let what = format!("it is {}; expected \"normal\" or \"misere\"", named(&value));
                Err(self.wrong("CONVENTION", &what))
            }
        }
    }

    pub fn signs(&self, kind: ScriptKind) -> Result<Option<Vec<char>>, ScriptError> {
        let Some(value) = self.get("GLYPHS") else { return Ok(None) };
        if kind == ScriptKind::Heaps {
            return Err(self.wrong("GLYPHS", "it is for boards only: heaps are numbers"));
        }
        let shown = named(&value);
        let text = value
            .into_string()
            .map_err(|_| self.wrong("GLYPHS", &format!("it is {shown}; expected a text")))?;
        let signs: Vec<char> = text.chars().collect();
        if signs.is_empty() || signs.len() > MOST_SIGNS {
            return Err(
                self.wrong("GLYPHS", &format!("it has {} signs; expected 1 to {MOST_SIGNS}", signs.len()))
            );
        }
        for (i, &sign) in signs.iter().enumerate() {
            if sign.is_whitespace() || sign.is_control() || ['+', ',', ':', '"', '\\'].contains(&sign) {
                return Err(
                    self.wrong("GLYPHS", &format!("{sign:?} cannot stand in an ID; expected another sign"))
                );
            }
            if sign.width().unwrap_or(0) == 0 {
                return Err(
                    self.wrong("GLYPHS", &format!("{sign:?} cannot be seen; expected a sign of its own"))
                );
            }
            if signs[..i].contains(&sign) {
                return Err(self
                    .wrong("GLYPHS", &format!("{sign:?} is there twice; expected a sign for each number")));
            }
        }
        Ok(Some(signs))
    }

    pub fn width(&self, kind: ScriptKind) -> Result<BoardWidth, ScriptError> {
        let Some(value) = self.get("WIDTH") else { return Ok(BoardWidth::Row) };
        if kind == ScriptKind::Heaps {
            return Err(self.wrong("WIDTH", "it is for boards only"));
        }
        match value.as_int() {
            Ok(width) if (1..=MOST_CELLS as i64).contains(&width) => Ok(BoardWidth::Fixed(width as usize)),
            _ => {
                let what = format!("it is {}; expected a number from 1 to {MOST_CELLS}", named(&value));
                Err(self.wrong("WIDTH", &what))
            }
        }
    }

    pub fn start(&self, kind: ScriptKind, signs: Option<&[char]>) -> Result<Vec<i32>, ScriptError> {
        let what = match kind {
            ScriptKind::Heaps => "a list of heaps, such as [10, 7]",
            _ => "a list of integers, such as [0, 0, 1]",
        };
        let Some(value) = self.get("START") else {
            return Err(fault(self.source, None, &format!("there is no START; expected {what}"), None));
        };
        let shown = named(&value);
        if let (Ok(text), Some(signs)) = (value.clone().into_string(), signs) {
            let length = text.chars().count();
            if !(1..=MOST_CELLS).contains(&length) {
                return Err(self.wrong("START", &format!("it is {length} long; expected 1 to {MOST_CELLS}")));
            }
            let cell = |c: char| signs.iter().position(|&s| s == c).map(|i| i as i32);
            return text
                .chars()
                .map(|c| {
                    cell(c).ok_or_else(|| self.wrong("START", &format!("{c:?} is not among the GLYPHS")))
                })
                .collect();
        }
        let list = value
            .into_array()
            .map_err(|_| self.wrong("START", &format!("it is {shown}; expected {what}")))?;
        if list.is_empty() || list.len() > MOST_CELLS {
            return Err(
                self.wrong("START", &format!("it is {} long; expected 1 to {MOST_CELLS}", list.len()))
            );
        }
        let (least, most) = range(kind, signs);
        (list.iter().enumerate())
            .map(|(i, value)| {
                let n = value.as_int().ok().filter(|n| (i64::from(least)..=i64::from(most)).contains(n));
                n.map(|n| n as i32).ok_or_else(|| {
                    let what = format!("number {} is {}; expected {least} to {most}", i + 1, named(value));
                    self.wrong("START", &what)
                })
            })
            .collect()
    }
}

/// The functions of a script, as far as they mean something here.
pub(super) struct Functions<'s> {
    source: &'s ScriptText,
    /// Each with how many values it takes.
    all: Vec<(&'s str, usize)>,
}

/// Which of the functions a script has that it need not have.
pub(super) struct OptionalFunctions {
    /// `result(cells, player)`: what the end means.
    pub result: bool,
    /// `legal(cells)`: whether a position makes sense.
    pub legal: bool,
    /// `parts(cells)`: the independent boards that a board falls into.
    pub parts: bool,
    /// `width(cells)`: how many cells stand in a row.
    pub width: bool,
    /// `move_words(at, m)`: what a move is called by people; `m` is what it leaves.
    pub move_words: bool,
}

impl<'s> Functions<'s> {
    pub fn of(source: &'s ScriptText, ast: &'s AST) -> Self {
        Functions { source, all: ast.iter_functions().map(|f| (f.name, f.params.len())).collect() }
    }

    /// The kind of game, by the function that gives the moves.
    ///
    /// # Errors
    /// Where there is none, or both, or it takes another number of values.
    pub fn kind(&self) -> Result<ScriptKind, ScriptError> {
        let wrong = |what: &str| Err(fault(self.source, None, what, None));
        match (self.values_of("options", &[1])?, self.values_of("moves", &[1, 2])?) {
            (Some(_), None) => Ok(ScriptKind::Heaps),
            (None, Some(1)) => Ok(ScriptKind::Board),
            (None, Some(_)) => Ok(ScriptKind::Two),
            (Some(_), Some(_)) => wrong("it has both options and moves; expected one of them"),
            (None, None) => wrong(
                "it has no function that gives the moves; expected options(heap), moves(cells) or moves(cells, player)",
            ),
        }
    }

    /// The other functions.
    ///
    /// # Errors
    /// Where one takes another number of values, or is not for this kind of game.
    pub fn optional(&self, kind: ScriptKind) -> Result<OptionalFunctions, ScriptError> {
        let result = self.values_of("result", &[2])?.is_some();
        let legal = self.values_of("legal", &[1])?.is_some();
        let parts = self.values_of("parts", &[1])?.is_some();
        let width = self.values_of("width", &[1])?.is_some();
        let move_words = self.values_of("move_words", &[2])?.is_some();
        if result && kind != ScriptKind::Two {
            return Err(self.misplaced("result", "boards for two"));
        }
        if parts && kind != ScriptKind::Board {
            return Err(self.misplaced("parts", "boards on which both players have the same moves"));
        }
        if width && kind == ScriptKind::Heaps {
            return Err(self.misplaced("width", "boards"));
        }
        Ok(OptionalFunctions { result, legal, parts, width, move_words })
    }

    /// How many values a function takes, one of the `allowed` numbers; `None` where there is no such function.
    fn values_of(&self, name: &str, allowed: &[usize]) -> Result<Option<usize>, ScriptError> {
        let mut found = self.all.iter().filter(|(known, _)| *known == name).map(|(_, n)| *n);
        let what = match (found.next(), found.next()) {
            (None, _) => return Ok(None),
            (Some(n), None) if allowed.contains(&n) => return Ok(Some(n)),
            (Some(_), Some(_)) => format!("{name} is there twice"),
            (Some(n), None) => {
                let expected: Vec<String> = allowed.iter().map(usize::to_string).collect();
                format!("{name} takes {n} values; expected {}", expected.join(" or "))
            }
        };
        Err(self.fault_at(name, &what))
    }

    /// The fault of a function that is for another kind of game.
    fn misplaced(&self, name: &str, games: &str) -> ScriptError {
        self.fault_at(name, &format!("{name} is for {games} only"))
    }

    fn fault_at(&self, name: &str, what: &str) -> ScriptError {
        fault(self.source, place_of(&self.source.text, name), what, None)
    }
}

/// Why a script gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// The caller's limits want the work to end.
    #[error("{0}")]
    Stopped(Stop),
    /// The script is at fault.
    #[error("{0}")]
    Fault(String),
}

impl From<ScriptError> for Stop {
    fn from(error: ScriptError) -> Stop {
        match error {
            ScriptError::Stopped(stop) => stop,
            ScriptError::Fault(what) => Stop::not_proved(what),
        }
    }
}

impl From<Stop> for ScriptError {
    fn from(stop: Stop) -> ScriptError {
        ScriptError::Stopped(stop)
    }
}

/// A value in words, cut when long.
pub(super) fn named(value: &Dynamic) -> String {
    if value.is_unit() {
        return "nothing, ()".to_owned();
    }
    let shown = |text: String| text.chars().take(30).collect::<String>();
    match value.type_name() {
        "i64" | "f64" | "bool" => value.to_string(),
        "string" => format!("the string {:?}", shown(value.to_string())),
        "array" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        other => format!("a value of the type {other}"),
    }
}

pub(super) fn fault(
    source: &ScriptText,
    at: Option<(usize, usize)>,
    what: &str,
    asked: Option<&str>,
) -> ScriptError {
    let place = at.map_or(String::new(), |(line, column)| format!(", line {line}, column {column}"));
    let asked = asked.map_or(String::new(), |asked| format!("; asked for {asked}"));
    ScriptError::Fault(format!("{}{place}: {what}{asked}", source.file))
}

/// Line and column, from 1, of a function's definition.
pub(super) fn place_of(text: &str, function: &str) -> Option<(usize, usize)> {
    place_of_words(text, ["fn", function, "("])
}

/// Line and column of a constant.
pub(super) fn place_of_constant(text: &str, constant: &str) -> Option<(usize, usize)> {
    place_of_words(text, ["const", constant, "="])
}

/// Where these words first stand one after the other, outside of comments and texts.
fn place_of_words(text: &str, words: [&str; 3]) -> Option<(usize, usize)> {
    let found = code_words(text);
    let at =
        found.windows(3).find(|three| three.iter().zip(words).all(|((_, word), wanted)| *word == wanted))?;
    let before = &text[..at[0].0];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    Some((before.matches('\n').count() + 1, before[start..].chars().count() + 1))
}

/// The names, numbers and single signs of a script, each with where it begins, without comments and texts.
fn code_words(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let of_name = |c: char| c.is_alphanumeric() || c == '_';
        let length = match first {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            '"' | '`' | '\'' => quoted_length(rest, first),
            _ if first.is_whitespace() => first.len_utf8(),
            _ => {
                let length = match of_name(first) {
                    true => rest.find(|c| !of_name(c)).unwrap_or(rest.len()),
                    false => first.len_utf8(),
                };
                words.push((at, &rest[..length]));
                length
            }
        };
        at += length;
    }
    words
}

/// The bytes of a text in quotes, with both.
fn quoted_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' if quote != '`' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}
