//! The functions that a script has: they decide what kind of game it is.

use rhai::AST;

use super::constants::ScriptKind;
use super::error::{ScriptError, fault, place_of};
use crate::rules::ScriptText;

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
