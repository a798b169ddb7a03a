//! A script that has been read: what kind of game it is by its functions, what it says of itself in its constants, and calls
//! of its functions with everything they give checked. A fault is what is wrong with a script: its text names the file, the
//! place and what was being asked.

use std::time::Duration;

use rhai::{Dynamic, Engine, Position, Token};
use unicode_width::UnicodeWidthChar;

use super::engine::{self, CompiledScript, Failure, NamedValues};
use super::explored::OwnPosition;
use crate::rules::{
    Convention, Limits, Outcome, Player, ScriptText, Stop, limits_of_work, sanitize, with_commas,
};

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
    /// How many cells stand in each row, where that is always the same; one row where no function tells it either.
    width: Option<usize>,
    /// The least number in a position of one or two numbers.
    least_number: u64,
    /// What it says besides its moves.
    pub(super) has: OptionalFunctions,
    compiled: CompiledScript,
}

impl Script {
    /// Reads a script.
    pub fn read(source: &ScriptText, limits: &Limits) -> Result<Script, ScriptError> {
        engine::within(limits, || read(source))
    }

    /// What one heap can become, in the order of the script. To be called within [`engine::within`].
    pub(super) fn options(&self, heap: i32) -> Result<Vec<Box<[i32]>>, ScriptError> {
        let asked = || format!("the options of a heap of {heap}");
        let given = self.call("options", vec![i64::from(heap).into()], &asked)?;
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
            None => self.call("moves", vec![list], &asked)?,
            Some(player) => self.call("moves", vec![list, number(player)], &asked)?,
        };
        let results = self.lists(given, "moves", &asked, ListForm::Board(Some(cells.len())))?;
        for (i, result) in results.iter().enumerate() {
            if **result == *cells {
                return Err(self.wrong(
                    "moves",
                    &asked,
                    &format!("result {} changes no cell", i + 1),
                ));
            }
        }
        Ok(results)
    }

    /// How a position has ended for the player to move; `None` while it goes on.
    pub(super) fn result(
        &self,
        cells: &[i32],
        player: Player,
    ) -> Result<Option<Outcome>, ScriptError> {
        let asked = || format!("the result of {}", self.state_text(cells, Some(player)));
        let given = self.call("result", vec![array(cells), number(player)], &asked)?;
        if given.is_unit() {
            return Ok(None);
        }
        match given.clone().into_string().as_deref() {
            Ok("win") => Ok(Some(Outcome::Win)),
            Ok("loss") => Ok(Some(Outcome::Loss)),
            Ok("draw") => Ok(Some(Outcome::Draw)),
            _ => Err(self.wrong(
                "result",
                &asked,
                &format!(
                    "it gave {}; expected \"win\", \"loss\", \"draw\" or ()",
                    named(&given)
                ),
            )),
        }
    }

    /// Whether a position makes sense: true where the script does not say.
    pub(super) fn is_legal(&self, cells: &[i32]) -> Result<bool, ScriptError> {
        if !self.has.legal {
            return Ok(true);
        }
        let asked = || format!("whether {} is legal", self.state_text(cells, None));
        let given = self.call("legal", vec![array(cells)], &asked)?;
        given.as_bool().map_err(|_| {
            self.wrong(
                "legal",
                &asked,
                &format!("it gave {}; expected true or false", named(&given)),
            )
        })
    }

    /// Whether a position is one or two numbers for both players alike, and how many; and the least number that it may be,
    /// 0 or 1. Cells with signs are no numbers.
    pub fn numbers(&self) -> Option<(usize, u64)> {
        let plain = self.kind == ScriptKind::Board && self.signs.is_none() && self.start.len() <= 2;
        plain.then_some((self.start.len(), self.least_number))
    }

    /// What people call the move from one board to another, as an order such as `take a coin`: `None` where the script does
    /// not say.
    pub(super) fn move_words(
        &self,
        from: &[i32],
        to: &[i32],
    ) -> Result<Option<String>, ScriptError> {
        self.words(vec![array(from), array(to)], &|| {
            format!("the words of a move of {}", self.state_text(from, None))
        })
    }

    /// The same of what a heap becomes.
    pub(super) fn heap_words(&self, heap: i32, to: &[i32]) -> Result<Option<String>, ScriptError> {
        self.words(vec![i64::from(heap).into(), array(to)], &|| {
            format!("the words of a move of a heap of {heap}")
        })
    }

    fn words(
        &self,
        of: Vec<Dynamic>,
        asked: &dyn Fn() -> String,
    ) -> Result<Option<String>, ScriptError> {
        const LONGEST: usize = 80;
        if !self.has.move_words {
            return Ok(None);
        }
        let given = self.call("move_words", of, asked)?;
        let fits = |text: &str| {
            (1..=LONGEST).contains(&text.chars().count()) && !text.chars().any(sanitize::is_control)
        };
        match given.clone().into_string() {
            Ok(text) if fits(text.trim()) => Ok(Some(text.trim().to_owned())),
            _ => {
                let what = format!(
                    "it gave {}; expected a line of 1 to {LONGEST} characters",
                    named(&given)
                );
                Err(self.wrong("move_words", asked, &what))
            }
        }
    }

    /// Words for the screen, if the script gives them soon; what is wrong with them a trial of the script tells.
    pub(super) fn in_time(
        &self,
        words: impl FnOnce() -> Result<Option<String>, ScriptError> + Send,
    ) -> Option<String> {
        if !self.has.move_words {
            return None;
        }
        let limits =
            limits_of_work().unwrap_or_else(|| engine::waiting(Duration::from_millis(200)));
        engine::within(&limits, words).ok()?
    }

    /// That positions go in a circle, which is no game.
    pub(super) fn circle(&self, round: &[String], function: &str) -> ScriptError {
        const SHOWN: usize = 40;
        let mut shown: Vec<&str> = round.iter().take(SHOWN).map(String::as_str).collect();
        if round.len() > SHOWN {
            shown.extend(["...", round[round.len() - 1].as_str()]);
        }
        self.fault_in(
            function,
            &format!("the game can go on for ever: {}", shown.join(" > ")),
            None,
        )
    }

    /// That legal refuses what a move leads to.
    pub(super) fn illegal(&self, to: &OwnPosition, m: &str, from: &OwnPosition) -> ScriptError {
        let asked = format!("the moves of {}", self.state_text(&from.cells, from.mover));
        let what = format!(
            "it refuses {}, to which {m} leads",
            self.state_text(&to.cells, to.mover)
        );
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
        let texts: Vec<String> = parts
            .iter()
            .map(|part| self.state_text(part, None))
            .collect();
        let what = format!(
            "{} together {sum}, and the whole {whole}",
            if texts.is_empty() {
                "no parts".to_owned()
            } else {
                texts.join(" and ")
            }
        );
        let asked = format!("the parts of {}", self.state_text(cells, None));
        self.fault_in("parts", &what, Some(&asked))
    }

    /// The independent boards that a board falls into.
    pub(super) fn parts(&self, cells: &[i32]) -> Result<Vec<Box<[i32]>>, ScriptError> {
        let asked = || format!("the parts of {}", self.state_text(cells, None));
        let given = self.call("parts", vec![array(cells)], &asked)?;
        self.lists(given, "parts", &asked, ListForm::Board(None))
    }

    /// How many cells stand in a row of a board of `cells` cells. A width that is of no use is one row.
    pub(super) fn width(&self, cells: usize) -> Result<usize, ScriptError> {
        if !self.has.width {
            return Ok(self.width.unwrap_or(cells.max(1)));
        }
        let asked = || format!("the width of a board of {cells} cells");
        let given = self.call("width", vec![(cells as i64).into()], &asked)?;
        let what = || {
            format!(
                "it gave {}; expected a number from 1 to {MOST_CELLS}",
                named(&given)
            )
        };
        let width = integer(&given, (1, MOST_CELLS as i32)).map(|width| width as usize);
        width.ok_or_else(|| self.wrong("width", &asked, &what()))
    }

    /// Cells as an ID writes them.
    pub fn state_text(&self, cells: &[i32], player: Option<Player>) -> String {
        let mover = match player {
            None => "",
            Some(Player::First) => "A:",
            Some(Player::Second) => "B:",
        };
        let sign = |signs: &[char], cell: i32| {
            usize::try_from(cell)
                .ok()
                .and_then(|i| signs.get(i).copied())
        };
        let signs = self.signs.as_ref().and_then(|s| {
            cells
                .iter()
                .map(|&c| sign(s, c))
                .collect::<Option<String>>()
        });
        format!("{mover}{}", signs.unwrap_or_else(|| with_commas(cells)))
    }

    /// A fault of what a function gave.
    fn wrong(&self, function: &str, asked: &dyn Fn() -> String, what: &str) -> ScriptError {
        self.fault_in(function, what, Some(&asked()))
    }

    /// A fault of a function, with what it was asked for.
    pub(super) fn fault_in(&self, function: &str, what: &str, asked: Option<&str>) -> ScriptError {
        fault(
            &self.source,
            place_of(&self.source.text, function),
            &format!("{function}: {what}"),
            asked,
        )
    }

    fn call(
        &self,
        name: &str,
        arguments: Vec<Dynamic>,
        asked: &dyn Fn() -> String,
    ) -> Result<Dynamic, ScriptError> {
        engine::call(&self.compiled, name, arguments).map_err(|failure| match failure {
            Failure::Stopped(stop) => ScriptError::Stopped(stop),
            Failure::Fault(what, at) => fault(
                &self.source,
                at.or_else(|| place_of(&self.source.text, name)),
                &what,
                Some(&asked()),
            ),
        })
    }

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
        let list = given
            .into_array()
            .map_err(|_| wrong(&format!("it gave {shown}; expected {what}")))?;
        if list.len() > MOST_RESULTS {
            return Err(wrong(&format!(
                "it gave {} results; at most {MOST_RESULTS} are read",
                list.len()
            )));
        }
        let mut results = Vec::with_capacity(list.len());
        for (i, one) in list.into_iter().enumerate() {
            let shown = named(&one);
            let one = one.into_array().map_err(|_| {
                wrong(&format!(
                    "result {} is {shown}; expected a list of integers",
                    i + 1
                ))
            })?;
            if let ListForm::Board(Some(length)) = form
                && one.len() != length
            {
                return Err(wrong(&format!(
                    "result {} has {} cells; expected {length}",
                    i + 1,
                    one.len()
                )));
            }
            if one.len() > MOST_CELLS {
                return Err(wrong(&format!(
                    "result {} is {} long; at most {MOST_CELLS}",
                    i + 1,
                    one.len()
                )));
            }
            let (least, most) = self.range();
            let cell =
                |(j, value): (usize, Dynamic)| {
                    integer(&value, (least, most)).ok_or_else(|| {
                    let place = if form == ListForm::Heaps { "heap" } else { "cell" };
                    wrong(&format!(
                        "result {}, {place} {} is {}; expected an integer from {least} to {most}",
                        i + 1,
                        j + 1,
                        named(&value)
                    ))
                })
                };
            results.push(
                one.into_iter()
                    .enumerate()
                    .map(cell)
                    .collect::<Result<Box<[i32]>, _>>()?,
            );
        }
        Ok(results)
    }

    /// The least and the largest number in a cell.
    pub(super) fn range(&self) -> (i32, i32) {
        range(self.kind, self.signs.as_deref())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ListForm {
    Heaps,
    /// Of that length, where it is given.
    Board(Option<usize>),
}

fn array(cells: &[i32]) -> Dynamic {
    Dynamic::from_array(
        cells
            .iter()
            .map(|&cell| Dynamic::from_int(cell.into()))
            .collect(),
    )
}

/// 1 or 2.
fn number(player: Player) -> Dynamic {
    Dynamic::from_int(player.index() as i64 + 1)
}

fn read(source: &ScriptText) -> Result<Script, ScriptError> {
    let compiled = engine::compile(&source.text).map_err(|failure| match failure {
        Failure::Stopped(stop) => ScriptError::Stopped(stop),
        Failure::Fault(what, at) => fault(
            source,
            at,
            &format!("{what}, while reading the script"),
            None,
        ),
    })?;
    let functions = compiled
        .ast
        .iter_functions()
        .map(|f| (f.name, f.params.len()))
        .collect();
    let reader = Reader {
        source,
        functions,
        constants: &compiled.constants,
    };
    let kind = reader.kind()?;
    let has = reader.optional(kind)?;
    let signs = reader.signs(kind)?;
    let or = |words: Option<String>, otherwise: &str| words.unwrap_or_else(|| otherwise.to_owned());
    // What is wrong first is told.
    let mut script = Script {
        kind,
        title: or(reader.words("NAME")?, &source.name),
        rule: or(reader.words("RULE")?, "Your own game."),
        ending: or(
            reader.words("ENDING")?,
            "The last position itself says who has won.",
        ),
        piece: reader.piece()?,
        convention: reader.convention(has.result)?,
        plain_signs: sanitize::ascii_signs(signs.as_deref().unwrap_or_default()),
        signs_text: signs.iter().flatten().collect(),
        width: if has.width { None } else { reader.width(kind)? },
        start: reader.start(kind, signs.as_deref())?,
        signs,
        least_number: 0,
        has,
        compiled,
        source: source.clone(),
    };
    if !script.is_legal(&script.start)? {
        return Err(wrong_constant(source, "START", "legal refuses it"));
    }
    if script.numbers().is_some() {
        // Where one number alone may be 0, the table begins there too. A script that fails at 0 has no such position.
        let begins: &[&[i32]] = if script.start.len() == 1 {
            &[&[0]]
        } else {
            &[&[0, 0], &[0, 1], &[1, 0]]
        };
        let allowed = begins
            .iter()
            .any(|cells| matches!(script.is_legal(cells), Ok(true)));
        script.least_number = u64::from(!allowed);
    }
    Ok(script)
}

pub(super) const LARGEST_HEAP: i32 = 1_000_000;
/// The largest number in a cell; the least is its negative.
const LARGEST_CELL: i32 = 1_000_000_000;
/// The most heaps or cells.
pub(super) const MOST_CELLS: usize = 1000;
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

/// The least and the largest number in a cell.
fn range(kind: ScriptKind, signs: Option<&[char]>) -> (i32, i32) {
    match (kind, signs) {
        (ScriptKind::Heaps, _) => (0, LARGEST_HEAP),
        (_, Some(signs)) => (0, signs.len() as i32 - 1),
        (_, None) => (-LARGEST_CELL, LARGEST_CELL),
    }
}

fn integer(value: &Dynamic, (least, most): (i32, i32)) -> Option<i32> {
    i32::try_from(value.as_int().ok()?)
        .ok()
        .filter(|n| (least..=most).contains(n))
}

/// Whether a text is as short as that, and no character of it acts.
fn is_line(text: &str, longest: usize) -> bool {
    (1..=longest).contains(&text.chars().count()) && !text.chars().any(char::is_control)
}

/// A script that is being read: what it says of itself, each checked.
struct Reader<'s> {
    source: &'s ScriptText,
    /// Each with how many values it takes.
    functions: Vec<(&'s str, usize)>,
    constants: &'s NamedValues,
}

impl Reader<'_> {
    /// The kind of game, by the function that gives the moves.
    ///
    /// # Errors
    /// Where there is none, or both, or it takes another number of values.
    fn kind(&self) -> Result<ScriptKind, ScriptError> {
        let wrong = |what: &str| Err(fault(self.source, None, what, None));
        match (
            self.values_of("options", &[1])?,
            self.values_of("moves", &[1, 2])?,
        ) {
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
    fn optional(&self, kind: ScriptKind) -> Result<OptionalFunctions, ScriptError> {
        let has = |name, values| Ok::<_, ScriptError>(self.values_of(name, &[values])?.is_some());
        let has = OptionalFunctions {
            result: has("result", 2)?,
            legal: has("legal", 1)?,
            parts: has("parts", 1)?,
            width: has("width", 1)?,
            move_words: has("move_words", 2)?,
        };
        for (name, is_misplaced, games) in [
            (
                "result",
                has.result && kind != ScriptKind::Two,
                "boards for two",
            ),
            (
                "parts",
                has.parts && kind != ScriptKind::Board,
                "boards on which both players have the same moves",
            ),
            ("width", has.width && kind == ScriptKind::Heaps, "boards"),
        ] {
            if is_misplaced {
                return Err(self.fault_at(name, &format!("{name} is for {games} only")));
            }
        }
        Ok(has)
    }

    /// How many values a function takes, one of the `allowed` numbers; `None` where there is no such function.
    fn values_of(&self, name: &str, allowed: &[usize]) -> Result<Option<usize>, ScriptError> {
        let mut found = self
            .functions
            .iter()
            .filter(|(known, _)| *known == name)
            .map(|(_, n)| *n);
        let what = match (found.next(), found.next()) {
            (None, _) => return Ok(None),
            (Some(n), None) if allowed.contains(&n) => return Ok(Some(n)),
            (Some(_), Some(_)) => format!("{name} is there twice"),
            (Some(n), None) => {
                let expected: Vec<String> = allowed.iter().map(usize::to_string).collect();
                format!(
                    "{name} takes {n} values; expected {}",
                    expected.join(" or ")
                )
            }
        };
        Err(self.fault_at(name, &what))
    }

    fn fault_at(&self, function: &str, what: &str) -> ScriptError {
        fault(
            self.source,
            place_of(&self.source.text, function),
            what,
            None,
        )
    }

    fn get(&self, name: &str) -> Option<Dynamic> {
        self.constants.get(name).cloned()
    }

    fn wrong(&self, constant: &str, what: &str) -> ScriptError {
        wrong_constant(self.source, constant, what)
    }

    fn text(&self, name: &str) -> Result<Option<String>, ScriptError> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let wrong = format!("it is {}; expected a text", named(&value));
        value
            .into_string()
            .map(Some)
            .map_err(|_| self.wrong(name, &wrong))
    }

    /// A line of text for people.
    fn words(&self, name: &str) -> Result<Option<String>, ScriptError> {
        const LONGEST: usize = 300;
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        let text = text.trim();
        if !is_line(text, LONGEST) {
            return Err(self.wrong(
                name,
                &format!("expected one line of 1 to {LONGEST} characters"),
            ));
        }
        // A rule is whole sentences.
        let stop = if name == "NAME" || text.ends_with(['.', '!', '?']) {
            ""
        } else {
            "."
        };
        Ok(Some(format!("{text}{stop}")))
    }

    /// What a piece is called, where the script says so: `PIECE`, or `piece`.
    fn piece(&self) -> Result<Option<String>, ScriptError> {
        const LONGEST: usize = 30;
        let name = if self.get("PIECE").is_some() {
            "PIECE"
        } else {
            "piece"
        };
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        match value.into_string() {
            Ok(text) if is_line(text.trim(), LONGEST) && is_line(&text, usize::MAX) => {
                Ok(Some(text.trim().to_owned()))
            }
            _ => {
                let what =
                    format!("expected a word of 1 to {LONGEST} characters, such as \"coin\"");
                Err(self.wrong(name, &what))
            }
        }
    }

    fn convention(&self, says_results: bool) -> Result<Option<Convention>, ScriptError> {
        let Some(value) = self.get("CONVENTION") else {
            return Ok((!says_results).then_some(Convention::Normal));
        };
        if says_results {
            return Err(self.wrong(
                "CONVENTION",
                "result says who has won; expected one of the two",
            ));
        }
        let word = value.to_string();
        let known = [Convention::Normal, Convention::Misere]
            .into_iter()
            .find(|known| known.word() == word);
        known.map(Some).ok_or_else(|| {
            let what = format!("it is {}; expected \"normal\" or \"misere\"", named(&value));
            self.wrong("CONVENTION", &what)
        })
    }

    fn signs(&self, kind: ScriptKind) -> Result<Option<Vec<char>>, ScriptError> {
        if kind == ScriptKind::Heaps && self.get("GLYPHS").is_some() {
            return Err(self.wrong("GLYPHS", "it is for boards only: heaps are numbers"));
        }
        let Some(text) = self.text("GLYPHS")? else {
            return Ok(None);
        };
        let signs: Vec<char> = text.chars().collect();
        if signs.is_empty() || signs.len() > MOST_SIGNS {
            let what = format!("it has {} signs; expected 1 to {MOST_SIGNS}", signs.len());
            return Err(self.wrong("GLYPHS", &what));
        }
        for (i, &sign) in signs.iter().enumerate() {
            let what = if sign.is_whitespace() || sign.is_control() || "+,:\"\\".contains(sign) {
                "cannot stand in an ID; expected another sign"
            } else if sign.width().unwrap_or(0) == 0 {
                "cannot be seen; expected a sign of its own"
            } else if signs[..i].contains(&sign) {
                "is there twice; expected a sign for each number"
            } else {
                continue;
            };
            return Err(self.wrong("GLYPHS", &format!("{sign:?} {what}")));
        }
        Ok(Some(signs))
    }

    fn width(&self, kind: ScriptKind) -> Result<Option<usize>, ScriptError> {
        let Some(value) = self.get("WIDTH") else {
            return Ok(None);
        };
        if kind == ScriptKind::Heaps {
            return Err(self.wrong("WIDTH", "it is for boards only"));
        }
        match integer(&value, (1, MOST_CELLS as i32)) {
            Some(width) => Ok(Some(width as usize)),
            None => {
                let what = format!(
                    "it is {}; expected a number from 1 to {MOST_CELLS}",
                    named(&value)
                );
                Err(self.wrong("WIDTH", &what))
            }
        }
    }

    fn start(&self, kind: ScriptKind, signs: Option<&[char]>) -> Result<Vec<i32>, ScriptError> {
        let what = match kind {
            ScriptKind::Heaps => "a list of heaps, such as [10, 7]",
            ScriptKind::Board | ScriptKind::Two => "a list of integers, such as [0, 0, 1]",
        };
        let Some(value) = self.get("START") else {
            return Err(fault(
                self.source,
                None,
                &format!("there is no START; expected {what}"),
                None,
            ));
        };
        let check_length = |length: usize| match (1..=MOST_CELLS).contains(&length) {
            true => Ok(()),
            false => Err(self.wrong(
                "START",
                &format!("it is {length} long; expected 1 to {MOST_CELLS}"),
            )),
        };
        if let (Ok(text), Some(signs)) = (value.clone().into_string(), signs) {
            check_length(text.chars().count())?;
            let cell = |c: char| signs.iter().position(|&s| s == c).map(|i| i as i32);
            let unknown = |c: char| self.wrong("START", &format!("{c:?} is not among the GLYPHS"));
            return text
                .chars()
                .map(|c| cell(c).ok_or_else(|| unknown(c)))
                .collect();
        }
        let shown = named(&value);
        let list = value
            .into_array()
            .map_err(|_| self.wrong("START", &format!("it is {shown}; expected {what}")))?;
        check_length(list.len())?;
        let (least, most) = range(kind, signs);
        (list.iter().enumerate())
            .map(|(i, value)| {
                integer(value, (least, most)).ok_or_else(|| {
                    let what = format!(
                        "number {} is {}; expected {least} to {most}",
                        i + 1,
                        named(value)
                    );
                    self.wrong("START", &what)
                })
            })
            .collect()
    }
}

fn wrong_constant(source: &ScriptText, name: &str, what: &str) -> ScriptError {
    let place = place_of_words(&source.text, ["const", name, "="]);
    fault(source, place, &format!("{name}: {what}"), None)
}

/// Why a script gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    /// The caller's limits want the work to end.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The script is at fault.
    #[error("{0}")]
    Fault(String),
}

impl From<ScriptError> for Stop {
    fn from(error: ScriptError) -> Stop {
        match error {
            ScriptError::Stopped(stop) => stop,
            ScriptError::Fault(what) => Stop::Fault(what),
        }
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
    let place = at.map_or(String::new(), |(line, column)| {
        format!(", line {line}, column {column}")
    });
    let asked = asked.map_or(String::new(), |asked| format!("; asked for {asked}"));
    ScriptError::Fault(format!("{}{place}: {what}{asked}", source.file))
}

/// Line and column, from 1, of a function's definition.
pub(super) fn place_of(text: &str, function: &str) -> Option<(usize, usize)> {
    place_of_words(text, ["fn", function, "("])
}

/// Where these words first stand one after the other, outside of comments and texts.
fn place_of_words(text: &str, words: [&str; 3]) -> Option<(usize, usize)> {
    let engine = Engine::new_raw();
    let (tokens, control) = engine.lex([&text]);
    // How many braces are open in each text that holds an expression: behind the last one the text goes on.
    let mut braces: Vec<u32> = Vec::new();
    let mut read = Vec::new();
    for (token, at) in tokens.take_while(|(token, _)| *token != Token::EOF) {
        match (&token, braces.last_mut()) {
            (Token::InterpolatedString(_), _) => braces.push(0),
            (Token::LeftBrace | Token::MapStart, Some(open)) => *open += 1,
            (Token::RightBrace, Some(1)) => {
                braces.pop();
                control.borrow_mut().is_within_text = true;
            }
            (Token::RightBrace, Some(open)) => *open -= 1,
            _ => {}
        }
        read.push((token.to_string(), at));
    }
    let here = |three: &&[(String, Position)]| {
        three
            .iter()
            .zip(words)
            .all(|((word, _), wanted)| word == wanted)
    };
    engine::place(read.windows(3).find(here)?[0].1)
}
