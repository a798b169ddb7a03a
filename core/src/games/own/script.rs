//! A script that has been read: what kind of game it is, what it says of itself, and calls of its functions with
//! everything they give checked.

use rhai::{Array, Dynamic};

use super::constants::{BoardWidth, Constants, MOST_CELLS, ScriptKind, range};
use super::engine::{self, CompiledScript, Failure};
use super::error::{ScriptError, fault, named, place_of};
use super::explored::OwnPosition;
use super::functions::{Functions, OptionalFunctions};
use crate::rules::{Convention, Limits, Outcome, Player, ScriptText, sanitize};

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
            "parts: the parts do not get smaller: a board of {from} cells leads to a part of {cells} cells, and so on"
        );
        fault(&self.source, self.place_of("parts"), &what, None)
    }

    /// That positions go in a circle, which is no game.
    pub(super) fn circle(&self, round: &[String], function: &str) -> ScriptError {
        const SHOWN: usize = 40;
        let mut shown: Vec<&str> = round.iter().take(SHOWN).map(String::as_str).collect();
        if round.len() > SHOWN {
            shown.extend(["...", round[round.len() - 1].as_str()]);
        }
        let what = format!("{function}: the game can go on for ever: {}", shown.join(" > "));
        fault(&self.source, self.place_of(function), &what, None)
    }

    /// That legal refuses what a move leads to.
    pub(super) fn illegal(&self, to: &OwnPosition, m: &str, from: &OwnPosition) -> ScriptError {
        let asked = format!("the moves of {}", self.state_text(&from.cells, from.mover));
        let what = format!("legal: it refuses {}, to which {m} leads", self.state_text(&to.cells, to.mover));
        fault(&self.source, self.place_of("legal"), &what, Some(&asked))
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
            "parts: {} together {sum}, and the whole {whole}",
            if texts.is_empty() { "no parts".to_owned() } else { texts.join(" and ") }
        );
        let asked = format!("the parts of {}", self.state_text(cells, None));
        fault(&self.source, self.place_of("parts"), &what, Some(&asked))
    }

    /// That a position has no moves, and yet no result.
    pub(super) fn unfinished(&self, cells: &[i32], player: Option<Player>) -> ScriptError {
        let what = "result: it gave (), and there is no move; expected \"win\", \"loss\" or \"draw\"";
        let asked = format!("the result of {}", self.state_text(cells, player));
        fault(&self.source, self.place_of("result"), what, Some(&asked))
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
        let what = format!("{function}: {what}");
        fault(&self.source, self.place_of(function), &what, Some(&asked()))
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
