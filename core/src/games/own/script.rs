//! Defines [`Script`], a script that has been read and checked, with the description of its game. Calls the script's
//! functions and checks all their results.

use crate::{tr, tr_key};
use std::collections::{BTreeMap, BTreeSet};

use mlua::{MultiValue, Table, Value, Variadic};
use rustc_hash::FxHashMap;

use super::lua::{
    Failure, KeyOrder, MOST_BYTES, Machine, Program, State, asking, check_work, too_much_memory,
};
use super::position::OwnPosition;
use super::reader::{line_setting, range, read};
use super::store::NextPositions;
use super::table::HeapValue;
use super::values::{
    elements, gains_in, integer, integers, line_of, named, numbers_in, one_of, other_key, results,
    text_of,
};
use crate::rules::{Convention, Limits, Outcome, Player, ScriptText, Stop, with_commas};
use crate::solve::lock::Cache;

/// The file name of a script built by [`one_line`](super::one_line), which adds a last line to the user's text.
pub(super) const ONE_LINE_FILE: &str = "-e";
/// An upper bound on the number of copies of a position's moves that are in memory at once. Moves are copied several
/// times on their way from the script to the search.
const COPIES: u64 = 5;
/// The largest heap, and the largest absolute value of a number in a cell.
pub(super) const LARGEST: i32 = 1_000_000_000;
/// The maximum absolute value of the points that a move gains. [`explore`](super::explore) checks that margins fit in
/// 64 bits.
pub(super) const MOST_POINTS: i64 = 100_000_000_000;
/// The maximum number of heaps or cells in `START` and in each result of the script.
pub(super) const MOST_CELLS: usize = 1000;
/// The maximum length of a heap that is a list of numbers.
pub(super) const MOST_DIMS: usize = 3;

/// A script that has been read and checked.
pub struct Script {
    /// The text and its origin.
    pub source: ScriptText,
    /// The kind of game.
    pub kind: ScriptKind,
    /// The title of the game.
    pub title: String,
    /// The rule for moves, in words.
    pub rule: String,
    /// The name of a piece on the board, if the script gives one.
    pub piece: Option<String>,
    /// The sentence that says who wins, if the script or the points decide.
    pub ending: String,
    /// The start position. The first player is to move, if positions name a player.
    pub start: Vec<i32>,
    /// The default convention; `None` if the script or the points decide who wins.
    pub convention: Option<Convention>,
    /// The characters for cells with the numbers 0, 1, 2 and so on; `None` if the script defines none.
    pub signs: Option<Vec<char>>,
    /// ASCII replacements for the signs; empty if the script defines no signs.
    pub plain_signs: Vec<char>,
    /// All signs as one string; empty if the script defines no signs.
    pub signs_text: String,
    /// The number of integers that form one heap: 1, 2 or 3.
    pub dims: usize,
    /// Globals with misspelt names, each with the name that was probably meant.
    pub(super) slips: Vec<(String, &'static str)>,
    /// Whether moves gain points and the higher score wins.
    pub points: bool,
    /// Whether a game that goes on for ever is a draw.
    pub loops: bool,
    /// The parameters, in the order in which IDs list them.
    pub parameters: Vec<Parameter>,
    /// The values of the parameters in this script.
    pub values: Vec<i64>,
    /// The number that fills the cells outside a part, if the script sets `SPLIT`.
    pub(super) split: Option<i32>,
    pub(super) symmetries: Vec<Symmetry>,
    pub(super) width: Option<usize>,
    pub(super) shape: Option<Shape>,
    /// The smallest number in tables of boards with one or two numbers. It is 0 if `legal` accepts one of the smallest
    /// boards with a 0, and otherwise 1.
    pub(super) least_number: u64,
    pub(super) functions: BTreeMap<&'static str, ScriptFunction>,
    pub(super) words: Cache<FxHashMap<Step, Option<String>>>,
    pub(super) machine: Machine,
}

/// Results packed into three strings: the numbers of all results, the number of heaps in each result, and the gains.
type PackedRows = (
    Option<mlua::LuaString>,
    Option<mlua::LuaString>,
    Option<mlua::LuaString>,
);

/// The position before and after a move, or the heap before a move and the heaps after the move.
type Step = (Box<[i32]>, Box<[i32]>);

/// A parameter whose value an ID can give, such as the 5 in `own/take/5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The Lua global that the parameter sets.
    pub name: String,
    /// The value if the ID gives none.
    pub default: i64,
    /// The least value.
    pub least: i64,
    /// The largest value.
    pub most: i64,
}

/// The kind of game that a script defines, determined by its functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptKind {
    /// `options(heap)`: independent heaps.
    Heaps,
    /// `moves(cells)`: a board on which both players have the same moves.
    Board,
    /// `moves(cells, player)`: a board on which the players have different moves.
    Two,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A heap of n is drawn as n files of a chessboard, with two pawns each.
    Pawns,
    /// Dots with lines between them, and boxes between the lines.
    Dots,
    /// Two numbers are the sides of a rectangle, which is cut along a line.
    Rectangle,
}

impl Shape {
    pub const ALL: [(&'static str, Shape, ScriptKind); 4] = [
        ("pawns", Shape::Pawns, ScriptKind::Heaps),
        ("dots", Shape::Dots, ScriptKind::Board),
        ("rectangle", Shape::Rectangle, ScriptKind::Heaps),
        ("rectangle", Shape::Rectangle, ScriptKind::Board),
    ];
}

/// A symmetry of a board: a position and its image have the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    /// Swaps left and right.
    Mirror,
    /// Swaps top and bottom.
    Flip,
    Turn,
    /// Swaps rows and columns, on square boards.
    Diagonal,
}

impl Symmetry {
    pub const ALL: [(&'static str, Symmetry); 4] = [
        ("mirror", Symmetry::Mirror),
        ("flip", Symmetry::Flip),
        ("turn", Symmetry::Turn),
        ("diagonal", Symmetry::Diagonal),
    ];

    /// Returns, for each cell of the image, the index of the cell from which it is copied. Returns `None` if the board
    /// does not have this symmetry.
    pub fn places(self, cells: usize, width: usize) -> Option<Vec<u16>> {
        let height = cells / width.max(1);
        if height * width != cells || (self == Symmetry::Diagonal && width != height) {
            return None;
        }
        let place = |row: usize, column: usize| match self {
            Symmetry::Mirror => row * width + width - 1 - column,
            Symmetry::Flip => (height - 1 - row) * width + column,
            Symmetry::Turn => cells - 1 - (row * width + column),
            Symmetry::Diagonal => column * width + row,
        };
        let cell = |i: usize| u16::try_from(place(i / width, i % width)).ok();
        (0..cells).map(cell).collect()
    }
}

pub(super) struct ScriptFunction {
    /// The line on which the function is defined, if it is written in Lua.
    pub line: Option<usize>,
    /// The number of declared parameters; 1 if the function declares none.
    pub values: usize,
}

/// The gain of a move: points, and the right to move again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Gain {
    /// The points for the player who moves.
    pub points: i64,
    /// Whether the player who moved is to move again.
    pub again: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Question<'q> {
    Options(&'q [i32]),
    /// `moves(cells)` or `moves(cells, player)`, for a packed position.
    Moves(&'q [u8]),
    Result(&'q [i32], Player),
    Legal(&'q [i32]),
    Parts(&'q [i32]),
    Width(usize),
    /// `move_words(at, m)`: the position, or the heap, before and after the move.
    MoveWords(&'q [i32], &'q [i32]),
}

impl Question<'_> {
    pub fn function(self) -> &'static str {
        match self {
            Question::Options(_) => "options",
            Question::Moves(_) => "moves",
            Question::Result(..) => "result",
            Question::Legal(_) => "legal",
            Question::Parts(_) => "parts",
            Question::Width(_) => "width",
            Question::MoveWords(..) => "move_words",
        }
    }

    /// The player to move after a move: 1 or 2, or 0 if positions name no player.
    fn mover_after(self, gain: Gain) -> u8 {
        match self {
            Question::Moves(&[mover @ (1 | 2), ..]) if !gain.again => 3 - mover,
            Question::Moves(&[mover, ..]) => mover,
            _ => 0,
        }
    }

    fn text(self, script: &Script) -> String {
        let heaps = script.kind == ScriptKind::Heaps;
        let state = |cells: &[i32]| script.state_text(cells, None);
        match self {
            Question::Options(heap) => {
                tr!("the options of a heap of {heap}", heap = heap_text(heap))
            }
            Question::Moves(at) => {
                tr!("the moves of {position}", position = script.packed_text(at))
            }
            Question::Result(cells, player) => {
                let position = script.state_text(cells, Some(player));
                tr!("the result of {position}")
            }
            Question::Legal(cells) => {
                tr!("the legality of {position}", position = state(cells))
            }
            Question::Parts(cells) => tr!("the parts of {position}", position = state(cells)),
            Question::Width(cells) => tr!("the width of a board of {cells} cells"),
            Question::MoveWords(from, _) if heaps => {
                tr!(
                    "the words of a move of a heap of {heap}",
                    heap = heap_text(from)
                )
            }
            Question::MoveWords(from, _) => {
                tr!("the words of a move of {position}", position = state(from))
            }
        }
    }

    fn arguments(self, script: &Script, state: &State) -> Result<MultiValue, Failure> {
        let heaps = script.kind == ScriptKind::Heaps;
        let integer = |n: usize| Value::Integer(n as i64);
        let list = |cells: &[i32]| state.list(cells.iter().copied());
        let heap = |heap: &[i32]| match heap {
            [one] => Ok(Value::Integer((*one).into())),
            several => list(several),
        };
        let position = |cells: &[i32]| match script.dims {
            1 => list(cells),
            dims => state.list(
                cells
                    .chunks(dims)
                    .map(heap)
                    .collect::<Result<Vec<_>, _>>()?,
            ),
        };
        let arguments = match self {
            Question::Options(one) => vec![heap(one)?],
            Question::Moves(at) => {
                let cells = list(&script.unpack(&at[1..]))?;
                [cells]
                    .into_iter()
                    .chain(script.player_number(at).map(integer))
                    .collect()
            }
            Question::Result(cells, player) => vec![list(cells)?, integer(player.index() + 1)],
            Question::Legal(cells) => vec![position(cells)?],
            Question::Parts(cells) => vec![list(cells)?],
            Question::Width(cells) => vec![integer(cells)],
            Question::MoveWords(from, to) if heaps => vec![heap(from)?, position(to)?],
            Question::MoveWords(from, to) => vec![list(from)?, list(to)?],
        };
        Ok(MultiValue::from_vec(arguments))
    }
}

impl Script {
    /// Reads a script, with values for its first parameters.
    pub fn read(source: &ScriptText, values: &[i64], limits: &Limits) -> Result<Script, Stop> {
        asking(|| Script::read_with(source, values, KeyOrder::Hashed, limits))
    }

    fn read_with(
        source: &ScriptText,
        values: &[i64],
        order: KeyOrder,
        limits: &Limits,
    ) -> Result<Script, Stop> {
        let program = Program {
            text: source.text.clone(),
            parameters: values.to_vec(),
            order,
        };
        let machine = Machine::new(program);
        let read = machine.with(limits, |state| Ok(read(source, values, state)));
        let mut script = match read {
            Ok(Ok(script)) => script,
            Ok(Err(error)) => return Err(error),
            Err(Failure::Stopped(stop)) => return Err(stop),
            Err(Failure::Fault(..)) if is_rhai(&source.text) => {
                return Err(fault(source, None, crate::language::text(RHAI), None));
            }
            Err(Failure::Fault(mut what, line)) => {
                let is_last = line == Some(source.text.lines().count());
                if source.file == ONE_LINE_FILE && is_last && !what.starts_with("<eof>") {
                    // The user did not write the last line, so do not quote it.
                    what = what.replace(" near 'end'", " near the end");
                }
                if is_one_line(source) {
                    what = what.replace(" at line 1", "");
                }
                let what = tr!("{what}, while reading the script");
                return Err(fault(source, line, &what, None));
            }
        };
        script.machine = machine;
        if !script.is_legal(&script.start, limits)? {
            return Err(wrong_constant(source, "START", tr!("legal refuses it")));
        }
        if let Some((count, _)) = script
            .numbers()
            .filter(|_| script.kind == ScriptKind::Board)
        {
            // Tables begin at 0 if the script accepts at least one of the positions in `begins`, and otherwise at 1. A
            // position on which `legal` fails counts as illegal.
            let begins: &[&[i32]] = match count {
                1 => &[&[0]],
                _ => &[&[0, 0], &[0, 1], &[1, 0]],
            };
            let is_allowed = |cells: &&[i32]| matches!(script.is_legal(cells, limits), Ok(true));
            script.least_number = u64::from(!begins.iter().any(is_allowed));
        }
        Ok(script)
    }

    /// Reads two fresh copies of the script, in which `pairs` traverses tables in opposite orders. An answer that
    /// depends on the order is likely to differ in one of the copies.
    pub(super) fn fresh_copies(&self, limits: &Limits) -> Result<[Script; 2], Stop> {
        let read = |order| Script::read_with(&self.source, &self.values, order, limits);
        Ok([read(KeyOrder::Ascending)?, read(KeyOrder::Descending)?])
    }

    /// The values of the parameters as written in an ID, without trailing defaults.
    pub(super) fn params_text(&self) -> String {
        let defaults = self.parameters.iter().map(|parameter| parameter.default);
        let is_default = |(value, default): (&i64, i64)| *value == default;
        let last = self
            .values
            .iter()
            .zip(defaults)
            .rposition(|two| !is_default(two));
        let written = last.map_or(0, |last| last + 1);
        let values = self.values.iter().take(written);
        values.map(|value| format!("/{value}")).collect()
    }

    /// Returns whether positions are searched as a whole. This holds for boards, and for heaps that do not form a sum.
    pub fn is_whole(&self) -> bool {
        self.kind != ScriptKind::Heaps || self.points || self.loops
    }

    pub(super) fn is_split_by_parts(&self) -> bool {
        self.has("parts") && !self.points && !self.loops
    }

    /// Returns whether positions name the player to move.
    pub fn has_mover(&self) -> bool {
        self.kind == ScriptKind::Two || self.points
    }

    /// Returns whether cells have signs, so that each cell fits in a byte.
    pub(super) fn is_small(&self) -> bool {
        self.signs.is_some()
    }

    pub(super) fn has(&self, function: &str) -> bool {
        self.functions.contains_key(function)
    }

    /// The player to move as a number for Lua, 1 or 2; `None` if the players have the same moves.
    fn player_number(&self, at: &[u8]) -> Option<usize> {
        (self.kind == ScriptKind::Two).then_some(at[0].into())
    }

    /// Computes the values of the heaps from `known.len()` to `upto - 1`. Stops early at a heap that has an option of
    /// its own size or larger. Grants the Lua state memory for `wanted` heaps in total. Also returns the approximate
    /// number of instructions executed.
    pub(super) fn next_values(
        &self,
        known: &[HeapValue],
        upto: usize,
        wanted: usize,
        limits: &Limits,
    ) -> Result<(Vec<HeapValue>, u64), Failure> {
        const TAKEN: usize = 2_000;
        self.machine.with(limits, |state| {
            // When a Lua table is full, Lua copies it to a table of twice the size, so allow room for both tables.
            state.allow_tables(50 * wanted)?;
            let count: usize = state.call(&state.learn, (), limits)?;
            if count != known.len() {
                state.call::<()>(&state.forget, (), limits)?;
                for values in known.chunks(TAKEN) {
                    let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_bytes()).collect();
                    let text = state.text(&bytes)?;
                    state.call::<usize>(&state.learn, text, limits)?;
                }
            }
            let last = upto as i64 - 1;
            let given: mlua::LuaString = state.call(&state.values, last, limits)?;
            let found = HeapValue::all(&given.as_bytes()).collect();
            Ok((found, state.instructions()))
        })
    }

    pub(super) fn forget_states(&self) {
        self.machine.forget();
    }

    #[cfg(test)]
    pub(super) fn has_idle_states(&self) -> bool {
        self.machine.has_idle()
    }

    /// The results of `options`, `moves` or `parts`, in the script's order. Each result is packed as one position: all
    /// heaps of an option, the board after a move, or a part.
    pub(super) fn results(
        &self,
        question: Question<'_>,
        limits: &Limits,
    ) -> Result<NextPositions, Stop> {
        let mut found = NextPositions::default();
        self.ask(question, limits, &mut found)?;
        Ok(found)
    }

    /// Like [`results`](Script::results), but replaces the contents of `found` with the results.
    pub(super) fn ask(
        &self,
        question: Question<'_>,
        limits: &Limits,
        found: &mut NextPositions,
    ) -> Result<(), Stop> {
        let packed = self.machine.with(limits, |state| {
            self.ask_packed(question, state, limits, found)
        });
        match packed {
            Ok(true) => Ok(()),
            Err(Failure::Stopped(stop)) => Err(stop),
            // The answer cannot be packed, is invalid, or is an error: ask again on the slow path, which names errors.
            Ok(false) | Err(Failure::Fault(..)) => self.ask_checked(question, limits, found),
        }
    }

    /// The fast path: asks for the results as packed strings. Returns `false` if the answer cannot be packed or is
    /// invalid, or if the question is neither `options` nor `moves`.
    fn ask_packed(
        &self,
        question: Question<'_>,
        state: &State,
        limits: &Limits,
        found: &mut NextPositions,
    ) -> Result<bool, Failure> {
        found.clear();
        let (bytes, lengths, gains): PackedRows = match question {
            Question::Options(heap) => {
                let numbers: Variadic<i32> = heap.iter().copied().collect();
                state.call(&state.options, (self.dims, self.points, numbers), limits)?
            }
            Question::Moves(at) => {
                let (cells, number) = (state.text(&at[1..])?, self.player_number(at));
                let arguments = (self.is_small(), self.points, cells, number);
                state.call(&state.moves, arguments, limits)?
            }
            _ => return Ok(false),
        };
        let Some(bytes) = bytes else { return Ok(false) };
        let bytes = bytes.as_bytes();
        check_work(COPIES * bytes.len() as u64).map_err(Failure::Stopped)?;
        let heap = size_of::<i32>() * self.dims;
        let lengths: Vec<usize> = match (lengths, question) {
            (Some(counts), _) => integers(&counts.as_bytes())
                .map(|count| count as usize * heap)
                .collect(),
            (None, Question::Moves([_, cells @ ..])) if !cells.is_empty() => {
                vec![cells.len(); bytes.len() / cells.len()]
            }
            (None, _) => return Ok(false),
        };
        let gains = gains.as_ref().map(|gains| gains.as_bytes());
        let mut gains = gains.iter().flat_map(|bytes| gains_in(bytes));
        let mut rest = &bytes[..];
        for length in lengths {
            let Some((row, after)) = rest.split_at_checked(length) else {
                return Ok(false);
            };
            rest = after;
            let gain = match gains.next() {
                Some(gain) => gain,
                None if self.points => return Ok(false),
                None => Gain::default(),
            };
            if !self.is_allowed(question, gain, row) {
                return Ok(false);
            }
            found.push_cells(question.mover_after(gain), row, gain);
        }
        Ok(true)
    }

    fn is_allowed(&self, question: Question<'_>, gain: Gain, numbers: &[u8]) -> bool {
        let (least, most) = self.range();
        let fits = if self.is_small() {
            numbers.iter().all(|&cell| i32::from(cell) <= most)
        } else {
            integers(numbers).all(|cell| (least..=most).contains(&cell))
        };
        fits && (-MOST_POINTS..=MOST_POINTS).contains(&gain.points)
            && match question {
                Question::Moves(at) => *numbers != at[1..] || gain.again,
                _ => numbers.len() <= size_of::<i32>() * MOST_CELLS,
            }
    }

    /// The slow path: checks every result, and returns an error that describes an invalid one.
    fn ask_checked(
        &self,
        question: Question<'_>,
        limits: &Limits,
        found: &mut NextPositions,
    ) -> Result<(), Stop> {
        found.clear();
        let given = self.call(question, limits)?;
        let wrong = |what: String| self.misanswered(question, &what);
        let heaps = matches!(question, Question::Options(_));
        let list = results(&given, heaps).map_err(wrong)?;
        let mut refused = None;
        // A list may contain the same row many times, so the rows may take far more memory than the list does in Lua.
        let mut bytes = 0;
        for (number, one) in (1..).zip(elements(list)) {
            limits.check()?;
            check_work(bytes as u64)?;
            let (gain, row) = self.gained(number, one, heaps).map_err(wrong)?;
            let row = self.row(number, &row, heaps).map_err(wrong)?;
            bytes += size_of_val(&*row) + size_of::<Vec<i32>>();
            if bytes > MOST_BYTES {
                return Err(wrong(too_much_memory(MOST_BYTES)));
            }
            let packed = self.pack(&row);
            if let Question::Moves(at) = question {
                let (length, expected) = (row.len(), self.unpack(&at[1..]).len());
                if length != expected {
                    let what = tr!("result {number} has {length} cells; expected {expected}");
                    refused.get_or_insert(what);
                } else if packed == at[1..] && !gain.again {
                    refused.get_or_insert(tr!("result {number} changes no cell"));
                }
            }
            found.push_cells(question.mover_after(gain), &packed, gain);
        }
        match refused {
            Some(what) => Err(wrong(what)),
            None => Ok(()),
        }
    }

    /// Returns the indices, from 1, of two results of `moves` that are the same Lua table. Such results usually mean
    /// that the script changes its argument instead of a copy.
    pub(super) fn shared_results(
        &self,
        at: &OwnPosition,
        limits: &Limits,
    ) -> Result<Option<[usize; 2]>, Stop> {
        let at = self.packed(at);
        let question = Question::Moves(&at);
        let given = self.call(question, limits)?;
        let wrong = |what: String| self.misanswered(question, &what);
        let list = results(&given, false).map_err(wrong)?;
        let mut tables = FxHashMap::default();
        for (number, one) in (1..).zip(elements(list)) {
            let (_, table) = self.gained(number, one, false).map_err(wrong)?;
            if let Some(first) = tables.insert(table.to_pointer(), number) {
                return Ok(Some([first, number]));
            }
        }
        Ok(None)
    }

    fn call(&self, question: Question<'_>, limits: &Limits) -> Result<Value, Stop> {
        let name = question.function();
        let given = self.machine.with(limits, |state| {
            let arguments = question.arguments(self, state)?;
            state.call(&state.ask, (name, arguments), limits)
        });
        given.map_err(|failure| match failure {
            Failure::Stopped(stop) => stop,
            Failure::Fault(what, line) => {
                let line = line.or_else(|| self.line_of(name));
                fault(&self.source, line, &what, Some(&question.text(self)))
            }
        })
    }

    /// Returns the answers to the given questions as text, for comparison with the answers of a copy of the script.
    /// Sorts the results of `options` and `moves` and the heaps in each result, because their order does not matter.
    pub(super) fn replies(
        &self,
        questions: &[Question<'_>],
        limits: &Limits,
    ) -> Result<Vec<String>, Stop> {
        let mut replies = Vec::new();
        let mut is_over = false;
        for &question in questions {
            replies.push(match question {
                Question::Moves(_) if is_over => String::new(),
                Question::Options(_) | Question::Moves(_) | Question::Parts(_) => {
                    let mut found = NextPositions::default();
                    self.ask_checked(question, limits, &mut found)?;
                    let in_order = |at: &[u8]| self.in_order(self.unpack(&at[1..]));
                    let rows = found.moves().map(|(at, gain)| (in_order(at), gain));
                    match question {
                        Question::Parts(_) => format!("{:?}", rows.collect::<Vec<_>>()),
                        _ => format!("{:?}", rows.collect::<BTreeSet<_>>()),
                    }
                }
                _ => {
                    let given = self.call(question, limits)?;
                    is_over |= matches!(question, Question::Result(..)) && !given.is_nil();
                    text_of(&given).unwrap_or_else(|| named(&given))
                }
            });
        }
        Ok(replies)
    }

    pub(super) fn misanswered(&self, question: Question<'_>, what: &str) -> Stop {
        self.fault_in(question.function(), what, Some(&question.text(self)))
    }

    fn answer<T>(
        &self,
        question: Question<'_>,
        expected: &str,
        limits: &Limits,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<T, Stop> {
        let given = self.call(question, limits)?;
        read(&given).ok_or_else(|| {
            let what = tr!(
                "it gave {shown}; expected {expected}",
                shown = named(&given)
            );
            self.misanswered(question, &what)
        })
    }

    pub(super) fn result(
        &self,
        cells: &[i32],
        player: Player,
        limits: &Limits,
    ) -> Result<Option<Outcome>, Stop> {
        let words = [
            ("win", Some(Outcome::Win)),
            ("loss", Some(Outcome::Loss)),
            ("draw", Some(Outcome::Draw)),
        ];
        let read = |given: &Value| match given {
            Value::Nil => Some(None),
            given => one_of(&words, given),
        };
        let expected = tr!("\"win\", \"loss\", \"draw\" or nil");
        self.answer(Question::Result(cells, player), expected, limits, read)
    }

    /// Returns whether `legal` accepts a position; true if the script has no such function.
    pub(super) fn is_legal(&self, cells: &[i32], limits: &Limits) -> Result<bool, Stop> {
        if !self.has("legal") {
            return Ok(true);
        }
        let expected = tr!("true or false");
        self.answer(Question::Legal(cells), expected, limits, Value::as_boolean)
    }

    /// Returns the number of integers in a heap or on a board, and the least integer allowed, 0 or 1. Returns `None` if
    /// there are more than two integers, if cells have signs, or if the players have different moves.
    pub fn numbers(&self) -> Option<(usize, u64)> {
        let (count, least) = match self.kind {
            ScriptKind::Heaps => (self.dims, 0),
            ScriptKind::Board if self.signs.is_none() => (self.start.len(), self.least_number),
            ScriptKind::Board | ScriptKind::Two => return None,
        };
        (count <= 2).then_some((count, least))
    }

    /// Asks the script to describe a move as an imperative, such as `take a coin`. `from` is the position or the heap
    /// before the move, and `to` is the position or the heaps after the move.
    pub(super) fn move_words(
        &self,
        from: &[i32],
        to: &[i32],
        limits: &Limits,
    ) -> Result<Option<String>, Stop> {
        const LONGEST: usize = 80;
        if !self.has("move_words") {
            return Ok(None);
        }
        let expected = tr!("a line of 1 to {most} characters", most = LONGEST);
        let read = |given: &Value| line_of(given, LONGEST);
        self.answer(Question::MoveWords(from, to), &expected, limits, read)
            .map(Some)
    }

    /// Like [`Script::move_words`], but cached. Also returns `None` if the script fails.
    pub(super) fn cached_words(
        &self,
        from: &[i32],
        to: &[i32],
        limits: &Limits,
    ) -> Result<Option<String>, Stop> {
        /// The approximate total size at which the cache is cleared. The size of an entry is the number of integers in
        /// its key plus `MORE`. All entries are assumed to be as large as the newest entry.
        const MOST_NUMBERS: usize = 10_000_000;
        const MORE: usize = 50;
        if !self.has("move_words") {
            return Ok(None);
        }
        let numbers = from.len() + to.len() + MORE;
        let key = (from.into(), to.into());
        if let Some(known) = self.words.held().get(&key) {
            return Ok(known.clone());
        }
        let words = match self.move_words(from, to, limits) {
            Err(Stop::Fault(_)) => None,
            asked => asked?,
        };
        let mut held = self.words.held();
        if held.len() * numbers >= MOST_NUMBERS {
            held.clear();
        }
        held.insert(key, words.clone());
        Ok(words)
    }

    /// The number of cells per row on a board of `cells` cells. If the script sets no width, the board has a single
    /// row.
    pub(super) fn width(&self, cells: usize, limits: &Limits) -> Result<usize, Stop> {
        if !self.has("width") {
            return Ok(self.width.unwrap_or(cells.max(1)));
        }
        let expected = tr!("a number from 1 to {most}", most = MOST_CELLS);
        let read = |given: &Value| integer(given, (1, MOST_CELLS as i32));
        let width = self.answer(Question::Width(cells), &expected, limits, read)?;
        Ok(width as usize)
    }

    /// Formats cells as in an ID.
    pub fn state_text(&self, cells: &[i32], player: Option<Player>) -> String {
        let mover = match player {
            None => "",
            Some(Player::First) => "A:",
            Some(Player::Second) => "B:",
        };
        if self.dims > 1 {
            let heaps: Vec<String> = cells.chunks(self.dims).map(heap_text).collect();
            return format!("{mover}{}", heaps.join(","));
        }
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

    pub(super) fn packed_text(&self, packed: &[u8]) -> String {
        let at = self.unpacked(packed);
        self.state_text(at.cells(), at.mover())
    }

    /// Packs a position: a byte for the player to move, then the cells, or the heaps in ascending order.
    pub(super) fn packed(&self, at: &OwnPosition) -> Vec<u8> {
        let mover = at.mover().map_or(0, |player| player.index() as u8 + 1);
        self.packed_cells(mover, &self.in_order(at.cells()))
    }

    /// Packs cells and the player to move, which is 0 if positions name no player.
    pub(super) fn packed_cells(&self, mover: u8, cells: &[i32]) -> Vec<u8> {
        let mut packed = vec![mover];
        packed.extend(self.pack(cells));
        packed
    }

    /// Unpacks a position. The score is 0:0, because packed positions hold no score.
    pub(super) fn unpacked(&self, packed: &[u8]) -> OwnPosition {
        let mover = match packed[0] {
            1 => Some(Player::First),
            2 => Some(Player::Second),
            _ => None,
        };
        OwnPosition::new(mover, self.unpack(&packed[1..]), [0; 2])
    }

    pub(super) fn cell_bytes(&self) -> usize {
        if self.is_small() { 1 } else { size_of::<i32>() }
    }

    pub(super) fn pack(&self, cells: &[i32]) -> Vec<u8> {
        if self.is_small() {
            cells.iter().map(|&cell| cell as u8).collect()
        } else {
            cells.iter().flat_map(|cell| cell.to_le_bytes()).collect()
        }
    }

    /// Sorts the heaps of a position, because their order does not matter. Leaves the cells of a board in place.
    pub(super) fn in_order(&self, cells: impl Into<Vec<i32>>) -> Vec<i32> {
        let mut sorted = cells.into();
        match (self.kind, self.dims) {
            (ScriptKind::Board | ScriptKind::Two, _) => {}
            (ScriptKind::Heaps, 1) => sorted.sort_unstable(),
            (ScriptKind::Heaps, dims) => {
                let mut heaps: Vec<&[i32]> = sorted.chunks(dims).collect();
                heaps.sort_unstable();
                sorted = heaps.concat();
            }
        }
        sorted
    }

    pub(super) fn unpack(&self, bytes: &[u8]) -> Vec<i32> {
        if self.is_small() {
            bytes.iter().map(|&cell| cell.into()).collect()
        } else {
            integers(bytes).collect()
        }
    }

    pub(super) fn circle(&self, round: &[String], function: &'static str) -> Stop {
        const SHOWN: usize = 40;
        let mut shown: Vec<&str> = round.iter().take(SHOWN).map(String::as_str).collect();
        if round.len() > SHOWN {
            shown.extend(["...", round[round.len() - 1].as_str()]);
        }
        let what = tr!(
            "the game can go on for ever: {round}",
            round = shown.join(" > ")
        );
        self.fault_in(function, &what, None)
    }

    pub(super) fn illegal(&self, to: &str, m: &str, from: &str) -> Stop {
        let what = tr!("it refuses {to}, to which {m} leads");
        self.fault_in("legal", &what, Some(&tr!("the moves of {from}")))
    }

    pub(super) fn unlike_parts(
        &self,
        cells: &[i32],
        parts: &[&[i32]],
        whole: &str,
        sum: &str,
    ) -> Stop {
        let texts: Vec<String> = parts
            .iter()
            .map(|part| self.state_text(part, None))
            .collect();
        let all = if texts.is_empty() {
            tr!("no parts").to_owned()
        } else {
            texts.join(tr!(" and "))
        };
        let what = tr!("{all} together {sum}, and the whole {whole}");
        let asked = tr!(
            "the parts of {position}",
            position = self.state_text(cells, None)
        );
        self.fault_in("parts", &what, Some(&asked))
    }

    pub(super) fn wrong(&self, constant: &str, what: &str) -> Stop {
        wrong_constant(&self.source, constant, what)
    }

    fn line_of(&self, function: &str) -> Option<usize> {
        self.functions.get(function)?.line
    }

    /// The error for a fault in a function of the script; `asked` describes the failed call.
    pub(super) fn fault_in(&self, function: &str, what: &str, asked: Option<&str>) -> Stop {
        let line = self.line_of(function);
        fault(&self.source, line, &format!("{function}: {what}"), asked)
    }

    /// Returns the numbers of a result, or describes what is wrong with its list.
    fn row(&self, number: usize, row: &Table, heaps: bool) -> Result<Vec<i32>, String> {
        if row.raw_len() > MOST_CELLS {
            let length = row.raw_len();
            return Err(tr!(
                "result {number} is {length} long; at most {most}",
                most = MOST_CELLS
            ));
        }
        let (place, dims) = if heaps {
            (tr!("heap"), self.dims)
        } else {
            (tr!("cell"), 1)
        };
        if let Some(key) = other_key(row, &[]) {
            return Err(tr!(
                "the list of result {number} has {key}; expected only {place}s"
            ));
        }
        let numbers = numbers_in(row, dims, self.range(), place);
        numbers.map_err(|what| tr!("result {number}, {what}"))
    }

    fn gained(&self, number: usize, one: Value, heaps: bool) -> Result<(Gain, Table), String> {
        let Value::Table(row) = one else {
            let value = named(&one);
            return Err(if heaps {
                tr!(
                    "result {number} is {value}; expected a list of heaps, such as {example}",
                    example = "{4} or {2, 1}"
                )
            } else {
                tr!("result {number} is {value}; expected a list of integers")
            });
        };
        let field = if heaps { "heaps" } else { "cells" };
        let get = |key: &str| {
            let value = row.raw_get::<Value>(key);
            value.map_err(|error| tr!("result {number} cannot be read: {error}"))
        };
        let list = get(field)?;
        let points = get("points")?;
        let again = get("again")?;
        let is_gain = !points.is_nil() || !again.is_nil();
        if let Some(key) = other_key(&row, &[field, "points", "again"]) {
            return Err(tr!(
                "result {number} has {key}; expected a list of integers, or {field} with points or again"
            ));
        }
        let inner = match list {
            Value::Nil if !is_gain => return Ok((Gain::default(), row)),
            Value::Table(inner) if row.raw_len() == 0 && (self.points || !is_gain) => inner,
            Value::Table(_) if row.raw_len() == 0 => {
                return Err(tr!(
                    "result {number} counts points, and the script does not say so: write points = or again = where results are made, not [\"points\"]"
                ));
            }
            Value::Nil => {
                let key = if points.is_nil() { "again" } else { "points" };
                return Err(tr!("result {number} has the key {key} and no list {field}"));
            }
            Value::Table(_) => {
                return Err(tr!(
                    "result {number} is a list and has the key {field}; expected only one of them"
                ));
            }
            other => {
                return Err(tr!(
                    "the {field} of result {number} are {value}; expected a list",
                    value = named(&other)
                ));
            }
        };
        let points = match &points {
            Value::Nil => 0,
            value => integer(value, (-MOST_POINTS, MOST_POINTS)).ok_or_else(|| {
                tr!(
                    "result {number}: points is {shown}; expected an integer from {least} to {most}",
                    shown = named(value),
                    least = -MOST_POINTS,
                    most = MOST_POINTS
                )
            })?,
        };
        let again = match again {
            Value::Nil => false,
            Value::Boolean(again) => again,
            value => {
                return Err(tr!(
                    "result {number}: again is {shown}; expected true or false",
                    shown = named(&value)
                ));
            }
        };
        Ok((Gain { points, again }, inner))
    }

    pub(super) fn range(&self) -> (i32, i32) {
        range(self.kind, self.signs.as_deref())
    }
}

/// The error for scripts written in Rhai, the language of earlier versions.
const RHAI: &str = tr_key!(
    "this is a script in Rhai, which is no longer read: games are written in Lua now. To translate it, \
    write `NAME = ...` for `const NAME = ...;`, `function f(x) ... end` for `fn f(x) { ... }`, `local` for `let`, lists as \
    {1, 2} counted from 1, and `not`, `and`, `or`, `~=` for `!`, `&&`, `||`, `!=`; docs/your-own-game.md has examples"
);

fn is_rhai(text: &str) -> bool {
    let begins = |line: &str| {
        let line = line.trim_start();
        line.starts_with("fn ") && line.contains('(') || line.starts_with("const ")
    };
    text.lines().any(begins)
}

/// Formats a heap as in an ID: `5`, or `3x4`.
pub(super) fn heap_text(heap: &[i32]) -> String {
    let numbers: Vec<String> = heap.iter().map(i32::to_string).collect();
    numbers.join("x")
}

/// Returns whether a script was typed as a single line. Errors in such a script omit line numbers.
fn is_one_line(source: &ScriptText) -> bool {
    source.file == ONE_LINE_FILE && source.text.lines().count() == 2
}

pub(super) fn fault(
    source: &ScriptText,
    line: Option<usize>,
    what: &str,
    asked: Option<&str>,
) -> Stop {
    let line = line.filter(|_| !is_one_line(source));
    let place = line.map_or(String::new(), |line| tr!(", line {line}"));
    let asked = asked.map_or(String::new(), |asked| tr!("; asked for {asked}"));
    Stop::Fault(format!("{}{place}: {what}{asked}", source.file))
}

pub(super) fn wrong_constant(source: &ScriptText, name: &str, what: &str) -> Stop {
    let line = line_setting(&source.text, name);
    fault(source, line, &format!("{name}: {what}"), None)
}
