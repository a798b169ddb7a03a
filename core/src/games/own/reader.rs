//! Reads a script's description of its game, and checks all the functions and constants that the script sets.

use std::collections::BTreeMap;

use mlua::{Table, Value};
use unicode_width::UnicodeWidthChar;

use super::lua::{Machine, Program, State};
use super::script::{
    LARGEST, MOST_CELLS, MOST_DIMS, Parameter, Script, ScriptFunction, ScriptKind, Shape, Symmetry,
    fault, wrong_constant,
};
use super::ticks::{is_blank, tokens};
use super::values::{
    elements, integer, key_of, line_of, named, numbers_in, one_of, or_else, text_of, variable_name,
};
use crate::games::reasons::counted;
use crate::rules::{Convention, ScriptText, Stop, sanitize};
use crate::solve::lock::Cache;
use crate::tr;

const MOST_SIGNS: usize = 64;
const MOST_PARAMETERS: usize = 4;

const NAMES: [&str; 20] = [
    "options",
    "moves",
    "result",
    "legal",
    "parts",
    "width",
    "move_words",
    "NAME",
    "RULE",
    "ENDING",
    "PIECE",
    "CONVENTION",
    "WIDTH",
    "SHAPE",
    "PARAMETERS",
    "LOOPS",
    "SPLIT",
    "SYMMETRIES",
    "START",
    "GLYPHS",
];

/// Returns whether two names are equal apart from case, or apart from one letter that is missing, added, changed, or
/// swapped with its neighbour.
fn is_slip(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|name| name.to_lowercase().into_bytes());
    let first = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let [one, other] = [&one[first..], &other[first..]];
    let last = one.iter().rev().zip(other.iter().rev());
    let last = last.take_while(|(a, b)| a == b).count();
    match [&one[..one.len() - last], &other[..other.len() - last]] {
        [[a, b], [c, d]] => a == d && b == c,
        [one, other] => one.len() <= 1 && other.len() <= 1,
    }
}

type Functions = BTreeMap<&'static str, ScriptFunction>;

struct Reader<'s> {
    source: &'s ScriptText,
    state: &'s State,
}

pub(super) fn read(source: &ScriptText, values: &[i64], state: &State) -> Result<Script, Stop> {
    let reader = Reader { source, state };
    let functions = reader.functions()?;
    let kind = reader.kind(&functions)?;
    reader.check_places(kind, &functions)?;
    let has = |name| functions.contains_key(name);
    let signs = reader.signs(kind)?;
    let parameters = reader.parameters(values)?;
    let points = ["points", "again"]
        .iter()
        .any(|field| line_setting(&source.text, field).is_some());
    if let Some(result) = functions.get("result").filter(|_| points) {
        let what = tr!("the larger score wins, and the script counts points");
        return Err(fault(source, result.line, what, None));
    }
    let (start, dims) = reader.start(kind, signs.as_deref())?;
    let values = parameters
        .iter()
        .enumerate()
        .map(|(i, parameter)| values.get(i).copied().unwrap_or(parameter.default));
    let or = |words: Option<String>, otherwise: &str| words.unwrap_or_else(|| otherwise.to_owned());
    let ending = if points {
        tr!("The player with more points wins.")
    } else {
        tr!("The last position itself says who has won.")
    };
    Ok(Script {
        kind,
        title: or(reader.words("NAME")?, &source.name),
        rule: or(reader.words("RULE")?, tr!("Your own game.")),
        ending: or(reader.words("ENDING")?, ending),
        piece: reader.piece()?,
        convention: reader.convention(has("result") || points)?,
        plain_signs: sanitize::ascii_signs(signs.as_deref().unwrap_or_default()),
        signs_text: signs.iter().flatten().collect(),
        width: if has("width") {
            None
        } else {
            reader.width(kind)?
        },
        shape: reader.shape(kind)?,
        values: values.collect(),
        slips: reader.slips(&parameters),
        parameters,
        points,
        loops: reader.loops(points)?,
        split: reader.split(kind, signs.as_deref(), &functions)?,
        symmetries: reader.symmetries(kind)?,
        start,
        dims,
        signs,
        least_number: 0,
        functions,
        words: Cache::default(),
        machine: Machine::new(Program::default()),
        source: source.clone(),
    })
}

impl Reader<'_> {
    fn functions(&self) -> Result<Functions, Stop> {
        const ALL: [(&str, &[usize]); 7] = [
            ("options", &[1]),
            ("moves", &[1, 2]),
            ("result", &[2]),
            ("legal", &[1]),
            ("parts", &[1]),
            ("width", &[1]),
            ("move_words", &[2]),
        ];
        let mut found = Functions::new();
        for (name, allowed) in ALL {
            let info = match self.get(name) {
                Value::Nil => continue,
                Value::Function(function) => function.info(),
                other => {
                    let what = tr!(
                        "{name} is {value}; expected a function",
                        value = named(&other)
                    );
                    return Err(fault(self.source, None, &what, None));
                }
            };
            let (line, values) = (info.line_defined, usize::from(info.num_params));
            if !info.is_vararg && !allowed.contains(&values) {
                let expected: Vec<String> = allowed.iter().map(usize::to_string).collect();
                let expected = expected.join(tr!(" or "));
                let values = counted(values as u64, tr!("value"), tr!("values"));
                let what = tr!("{name} takes {values}; expected {expected}");
                return Err(fault(self.source, line, &what, None));
            }
            let values = values.max(1);
            found.insert(name, ScriptFunction { line, values });
        }
        Ok(found)
    }

    fn kind(&self, functions: &Functions) -> Result<ScriptKind, Stop> {
        let values = |name| functions.get(name).map(|function| function.values);
        let what = match (values("options"), values("moves")) {
            (Some(_), None) => return Ok(ScriptKind::Heaps),
            (None, Some(1)) => return Ok(ScriptKind::Board),
            (None, Some(_)) => return Ok(ScriptKind::Two),
            (Some(_), Some(_)) => tr!("it has both options and moves; expected one of them"),
            (None, None) => {
                tr!(
                    "it has no function that gives the moves; expected options(heap), moves(cells) or moves(cells, player), not local"
                )
            }
        };
        Err(fault(self.source, None, what, None))
    }

    /// Returns an error if the script defines a function that belongs to another kind of game.
    fn check_places(&self, kind: ScriptKind, functions: &Functions) -> Result<(), Stop> {
        let same_moves = tr!("boards on which both players have the same moves");
        for (name, is_one, games) in [
            ("result", kind == ScriptKind::Two, tr!("boards for two")),
            ("parts", kind == ScriptKind::Board, same_moves),
            ("width", kind != ScriptKind::Heaps, tr!("boards")),
        ] {
            if let Some(function) = functions.get(name).filter(|_| !is_one) {
                let what = tr!("{name} is for {games} only");
                return Err(fault(self.source, function.line, &what, None));
            }
        }
        Ok(())
    }

    fn get(&self, name: &str) -> Value {
        self.state.globals.raw_get(name).unwrap_or(Value::Nil)
    }

    fn wrong(&self, constant: &str, what: &str) -> Stop {
        wrong_constant(self.source, constant, what)
    }

    fn constant<T>(
        &self,
        name: &str,
        read: impl FnOnce(&Value) -> Result<T, String>,
    ) -> Result<Option<T>, Stop> {
        match self.get(name) {
            Value::Nil => Ok(None),
            value => {
                let found = read(&value).map_err(|what| self.wrong(name, &what))?;
                Ok(Some(found))
            }
        }
    }

    /// Reads a constant that only some games may set: `games` describes these games, and `is_one` says whether the
    /// script defines one of them.
    fn constant_for<T>(
        &self,
        games: &str,
        is_one: bool,
        name: &str,
        read: impl FnOnce(&Value) -> Result<T, String>,
    ) -> Result<Option<T>, Stop> {
        self.constant(name, |value| {
            if is_one {
                read(value)
            } else {
                Err(tr!("it is for {games} only"))
            }
        })
    }

    /// Reads a constant. `read` returns `None` for an invalid value, and `expected` describes the valid values.
    fn simple<T>(
        &self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, Stop> {
        self.constant(name, |value| or_else(read(value), value, expected))
    }

    fn words(&self, name: &str) -> Result<Option<String>, Stop> {
        const MOST: usize = 300;
        let expected = tr!("one line of 1 to {most} characters", most = MOST);
        let text = self.simple(name, &expected, |value| line_of(value, MOST))?;
        // Rules and endings are complete sentences, so add a missing full stop.
        let is_whole = |text: &str| name == "NAME" || text.ends_with(['.', '!', '?']);
        Ok(text.map(|text| format!("{text}{}", if is_whole(&text) { "" } else { "." })))
    }

    fn piece(&self) -> Result<Option<String>, Stop> {
        const MOST: usize = 30;
        let expected = tr!(
            "a word of 1 to {most} characters, such as \"coin\"",
            most = MOST
        );
        self.simple("PIECE", &expected, |value| line_of(value, MOST))
    }

    fn convention(&self, is_decided: bool) -> Result<Option<Convention>, Stop> {
        let both = [Convention::Normal, Convention::Misere];
        let known = both.map(|convention| (convention.word(), convention));
        let set = self.constant("CONVENTION", |value| {
            if is_decided {
                return Err(tr!("it is set, although result or the points say who has won; expected only one of them").to_owned());
            }
            or_else(
                one_of(&known, value),
                value,
                tr!("\"normal\" or \"misere\""),
            )
        })?;
        Ok(set.or((!is_decided).then_some(Convention::Normal)))
    }

    fn loops(&self, points: bool) -> Result<bool, Stop> {
        let found = self.constant("LOOPS", |value| {
            if points {
                return Err(tr!("it is set, and a game in which moves gain points must end; expected only one of them").to_owned());
            }
            or_else(one_of(&[("draw", ())], value), value, "\"draw\"")
        })?;
        Ok(found.is_some())
    }

    /// Finds globals with misspelt names, such as `WIDHT`. Returns each of them with the name that was probably meant.
    fn slips(&self, parameters: &[Parameter]) -> Vec<(String, &'static str)> {
        let names =
            (self.state.globals.pairs::<String, Value>()).filter_map(|pair| Some(pair.ok()?.0));
        let is_own = |name: &String| {
            let is_parameter = || parameters.iter().any(|known| known.name == *name);
            name != "move" && !NAMES.contains(&name.as_str()) && !is_parameter()
        };
        let is_constant = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase());
        let meant = |name: String| {
            let unset = NAMES.into_iter().filter(|known| self.get(known).is_nil());
            let near = unset.filter(|known| is_slip(&name, known));
            let known = near.max_by_key(|known| is_constant(known) == is_constant(&name))?;
            Some((name, known))
        };
        let mut found: Vec<_> = names.filter(is_own).filter_map(meant).collect();
        found.sort_unstable();
        found
    }

    fn symmetries(&self, kind: ScriptKind) -> Result<Vec<Symmetry>, Stop> {
        let is_board = kind != ScriptKind::Heaps;
        let found = self.constant_for(tr!("boards"), is_board, "SYMMETRIES", |value| {
            let names = Symmetry::ALL.map(|(name, _)| name).join(", ");
            let list = or_else(value.as_table(), value, &tr!("a list of {names}"))?;
            let read = |value: Value| {
                let wrong = || {
                    tr!(
                        "{value} is no symmetry; expected {names}",
                        value = named(&value)
                    )
                };
                one_of(&Symmetry::ALL, &value).ok_or_else(wrong)
            };
            elements(list).map(read).collect()
        })?;
        Ok(found.unwrap_or_default())
    }

    /// Reads `SPLIT`, the number or sign that fills all cells outside a part.
    fn split(
        &self,
        kind: ScriptKind,
        signs: Option<&[char]>,
        functions: &Functions,
    ) -> Result<Option<i32>, Stop> {
        let has = |name| functions.contains_key(name);
        let is_one = kind == ScriptKind::Board && !has("parts") && !has("legal");
        let games =
            tr!("boards on which both players have the same moves, without parts or legal,");
        self.constant_for(games, is_one, "SPLIT", |value| {
            let found = match (value, signs) {
                (Value::String(text), Some(signs)) => {
                    let text = text.to_string_lossy();
                    let sign = signs.iter().position(|sign| text == sign.to_string());
                    sign.map(|i| i as i32)
                }
                _ => integer(value, range(kind, signs)),
            };
            or_else(found, value, tr!("one of the GLYPHS or a number in a cell"))
        })
    }

    fn parameters(&self, values: &[i64]) -> Result<Vec<Parameter>, Stop> {
        debug_assert!(values.len() <= MOST_PARAMETERS);
        let found = self.constant("PARAMETERS", |value| {
            let expected = tr!(
                "expected up to four lists such as {example}: a name, the default, the least and the largest number",
                example = "{\"k\", 3, 1, 100}"
            );
            let list = value.as_table().filter(|list| key_of(list).is_none());
            let list = list.ok_or_else(|| tr!("it is {value}; {expected}", value = named(value)))?;
            let count = list.raw_len();
            if count > MOST_PARAMETERS {
                return Err(tr!("there are {count} of them; {expected}"));
            }
            let mut found: Vec<Parameter> = Vec::new();
            for (i, entry) in elements(list).enumerate() {
                let Value::Table(entry) = entry else {
                    let value = named(&entry);
                    return Err(tr!("entry {number} is {value}; {expected}", number = i + 1));
                };
                found.push(self.parameter(i, &entry, values.get(i).copied(), &found)?);
            }
            Ok(found)
        })?;
        Ok(found.unwrap_or_default())
    }

    /// Reads an entry of `PARAMETERS`. `before` holds the earlier parameters.
    fn parameter(
        &self,
        i: usize,
        entry: &Table,
        value: Option<i64>,
        before: &[Parameter],
    ) -> Result<Parameter, String> {
        let get = |i: i32| entry.raw_get(i).unwrap_or(Value::Nil);
        let Some(name) = variable_name(&get(1)) else {
            return Err(tr!(
                "entry {number} begins with {value}; expected the name of a variable",
                number = i + 1,
                value = named(&get(1))
            ));
        };
        let number = |i: i32, which: &str| {
            integer(&get(i), (-LARGEST, LARGEST)).map(i64::from).ok_or_else(|| {
                let shown = named(&get(i));
                tr!("{name}: the {which} is {shown}; expected an integer from -{largest} to {largest}", largest = LARGEST)
            })
        };
        let default = number(2, tr!("default"))?;
        let least = number(3, tr!("least number"))?;
        let most = number(4, tr!("largest number"))?;
        let value = value.unwrap_or(default);
        let global = self.get(&name);
        if !(least..=most).contains(&default) {
            Err(tr!(
                "{name}: the default is {default}; expected a number from {least} to {most}"
            ))
        } else if before.iter().any(|other| other.name == name) {
            Err(tr!("{name} is there twice"))
        } else if integer(&global, (i32::MIN, i32::MAX)).map(i64::from) != Some(value) {
            let other = named(&global);
            Err(tr!(
                "{name} is {other} after the script is read, not {value}; expected a name that nothing else sets"
            ))
        } else {
            Ok(Parameter {
                name,
                default,
                least,
                most,
            })
        }
    }

    fn signs(&self, kind: ScriptKind) -> Result<Option<Vec<char>>, Stop> {
        let is_board = kind != ScriptKind::Heaps;
        self.constant_for(tr!("boards"), is_board, "GLYPHS", |value| {
            let text = or_else(text_of(value), value, tr!("a text in UTF-8"))?;
            let signs: Vec<char> = text.chars().collect();
            let count = signs.len();
            if !(1..=MOST_SIGNS).contains(&count) {
                return Err(tr!(
                    "it has {count} signs; expected 1 to {most}",
                    most = MOST_SIGNS
                ));
            }
            for (i, &c) in signs.iter().enumerate() {
                let sign = format!("{c:?}");
                if c.is_whitespace() || c.is_control() || "+,:@\"\\".contains(c) {
                    return Err(tr!("{sign} cannot stand in an ID; expected another sign"));
                }
                if c.width().unwrap_or(0) == 0 {
                    return Err(tr!("{sign} cannot be seen; expected a sign of its own"));
                }
                if signs[..i].contains(&c) {
                    return Err(tr!(
                        "{sign} is there twice; expected a sign for each number"
                    ));
                }
            }
            Ok(signs)
        })
    }

    fn shape(&self, kind: ScriptKind) -> Result<Option<Shape>, Stop> {
        let fits = Shape::ALL.iter().filter(|shape| shape.2 == kind);
        let known: Vec<(&str, Shape)> = fits.map(|shape| (shape.0, shape.1)).collect();
        let names: Vec<String> = known.iter().map(|(name, _)| format!("{name:?}")).collect();
        let games = tr!("heaps, and boards with the same moves for both players,");
        self.constant_for(games, !known.is_empty(), "SHAPE", |value| {
            or_else(one_of(&known, value), value, &names.join(tr!(" or ")))
        })
    }

    fn width(&self, kind: ScriptKind) -> Result<Option<usize>, Stop> {
        let expected = tr!("a number from 1 to {most}", most = MOST_CELLS);
        let is_board = kind != ScriptKind::Heaps;
        self.constant_for(tr!("boards"), is_board, "WIDTH", |value| {
            let width = integer(value, (1, MOST_CELLS as i32));
            or_else(width.map(|width| width as usize), value, &expected)
        })
    }

    /// Returns the numbers of the start position, and the number of integers that form one heap.
    fn start(&self, kind: ScriptKind, signs: Option<&[char]>) -> Result<(Vec<i32>, usize), Stop> {
        let expected = match kind {
            ScriptKind::Heaps => tr!("a list of heaps, such as {example}", example = "{10, 7}"),
            _ => tr!(
                "a list of integers, such as {example}",
                example = "{0, 0, 1}"
            ),
        };
        let check_length = |length: usize| {
            if (1..=MOST_CELLS).contains(&length) {
                Ok(())
            } else {
                Err(tr!(
                    "it is {length} long; expected 1 to {most}",
                    most = MOST_CELLS
                ))
            }
        };
        let start = self.constant("START", |value| {
            if let (Value::String(text), Some(signs)) = (value, signs) {
                let text = text.to_string_lossy();
                check_length(text.chars().count())?;
                let cell = |c: char| {
                    let place = signs.iter().position(|&s| s == c).map(|i| i as i32);
                    place.ok_or_else(|| tr!("{c:?} is not among the GLYPHS"))
                };
                return Ok((text.chars().map(cell).collect::<Result<_, _>>()?, 1));
            }
            let list = or_else(value.as_table(), value, &expected)?;
            check_length(list.raw_len())?;
            let first = elements(list).next().filter(|_| kind == ScriptKind::Heaps);
            let heap = first.as_ref().and_then(Value::as_table);
            let dims = heap.map_or(1, Table::raw_len);
            if heap.is_some() && !(2..=MOST_DIMS).contains(&dims) {
                let numbers = counted(dims as u64, tr!("number"), tr!("numbers"));
                return Err(tr!(
                    "heap 1 has {numbers}; expected heaps that are numbers, or lists of equally many numbers, 2 or {most}",
                    most = MOST_DIMS
                ));
            }
            let place = if dims == 1 { tr!("number") } else { tr!("heap") };
            Ok((numbers_in(list, dims, range(kind, signs), place)?, dims))
        })?;
        start.ok_or_else(|| {
            let what = tr!("there is no START; expected {expected}");
            fault(self.source, None, &what, None)
        })
    }
}

pub(super) fn range(kind: ScriptKind, signs: Option<&[char]>) -> (i32, i32) {
    match (kind, signs) {
        (ScriptKind::Heaps, _) => (0, LARGEST),
        (_, Some(signs)) => (0, signs.len() as i32 - 1),
        (_, None) => (-LARGEST, LARGEST),
    }
}

/// Returns the number, from 1, of the first line that sets a variable or a field with this name.
pub(super) fn line_setting(text: &str, name: &str) -> Option<usize> {
    let (mut line, mut named) = (1, None);
    for word in tokens(text) {
        if !is_blank(word) {
            if word == "=" && named.is_some() {
                return named;
            }
            named = (word == name).then_some(line);
        }
        line += word.matches('\n').count();
    }
    None
}
