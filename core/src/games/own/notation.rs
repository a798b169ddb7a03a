//! Parses and renders positions and moves of user-defined games, and describes moves in words. A move on a board is
//! written as the list of the changed cells with their new values.

use super::known::check_legal;
use super::position::{Change, OwnMove, OwnPosition};
use super::ruleset::OwnRuleset;
use super::script::{Gain, MOST_CELLS, ScriptKind, heap_text};
use super::{heaps, scene};
use crate::games::prelude::*;
use crate::games::reasons::{and, which_after};
use crate::tr;

impl OwnRuleset {
    /// Parses the heaps or cells of a position. Cells are written either as one character per cell, or as numbers
    /// separated by commas.
    fn read_cells(&self, text: Text<'_>) -> Result<Box<[i32]>, IdError> {
        if self.is_heaps() {
            return heaps::read_heaps(self.script, text);
        }
        let (least, most) = self.script.range();
        let mut cells = Vec::new();
        match &self.script.signs {
            Some(signs) if !text.as_str().contains(',') => {
                for (column, c) in text.chars() {
                    let same = |s: &char| s.to_lowercase().eq(c.to_lowercase());
                    let exact = signs.iter().position(|&s| s == c);
                    // Accept a letter in the other case if it is unambiguous.
                    let alike = || match signs.iter().filter(|s| same(s)).count() {
                        1 => signs.iter().position(&same),
                        _ => None,
                    };
                    let Some(at) = exact.or_else(alike) else {
                        let all: String = signs.iter().collect();
                        return Err(IdError::new(
                            column,
                            tr!("{c:?} is no sign of a cell"),
                            tr!("one of {all}"),
                        ));
                    };
                    cells.push(at as i32);
                }
            }
            _ => {
                for piece in text.split(',').filter(|_| !text.is_empty()) {
                    cells.push(number(piece.trim(), tr!("a cell"), least, most)?);
                }
            }
        }
        match cells.len() {
            0 => {
                let example = self.script.state_text(&self.script.start, None);
                Err(text.error(tr!("there are no cells"), tr!("cells such as {example}")))
            }
            n if n > MOST_CELLS => {
                Err(text.error(tr!("{n} cells"), tr!("at most {most}", most = MOST_CELLS)))
            }
            _ => Ok(cells.into()),
        }
    }

    /// Returns the cell value that a character stands for. Returns `None` unless the text is a single character that is
    /// one of the script's signs and not a digit.
    fn signed(&self, text: &str) -> Option<i32> {
        let mut chars = text.chars();
        let (sign, None) = (chars.next().filter(|c| !c.is_ascii_digit())?, chars.next()) else {
            return None;
        };
        let signs = self.script.signs.as_ref()?;
        i32::try_from(signs.iter().position(|&known| known == sign)?).ok()
    }

    fn read_changes(&self, at: &OwnPosition, text: Text<'_>) -> Result<Change, IdError> {
        let (least, most) = self.script.range();
        let mut list: Vec<(u32, i32)> = Vec::new();
        for piece in text.split(',') {
            let piece = piece.trim();
            let Some((cell, value)) = piece.split_once('=') else {
                let what = tr!("{text} has no =", text = piece.quoted());
                return Err(text.error(what, ""));
            };
            let count = at.cells().len() as u64;
            let cell = cell.number(tr!("a cell"), 1, count)? as u32 - 1;
            let value = match self.signed(value.trim().as_str()) {
                Some(value) => value,
                None => number(value.trim(), tr!("a cell"), least, most)?,
            };
            if list.iter().any(|(known, _)| *known == cell) {
                let what = tr!("cell {cell} is there twice", cell = cell + 1);
                return Err(text.error(what, ""));
            }
            list.push((cell, value));
        }
        list.sort_unstable();
        Ok(Change::Cells(list.into()))
    }

    /// Describes a move by the cells that it changes. A brief description names cells by number only.
    fn default_words(&self, at: &OwnPosition, list: &[(u32, i32)], is_brief: bool) -> String {
        let piece = self.script.piece.as_deref();
        let cells = at.cells();
        let Some(signs) = &self.script.signs else {
            let which = |i: u32| match cells.len() {
                1 => tr!("the number").to_owned(),
                _ => tr!("number {number}", number = i + 1),
            };
            let set = list
                .iter()
                .map(|(i, value)| tr!("{which} to {value}", which = which(*i)));
            return tr!("set {changes}", changes = and(set));
        };
        let sign = |value: i32| signs[saturating_cast::<usize, _>(value)];
        let cell = |i: u32| {
            if is_brief {
                (i + 1).to_string()
            } else {
                tr!("cell {number}", number = i + 1)
            }
        };
        let article = |noun: &str| {
            let vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u']);
            format!("{} {noun}", if vowel { "an" } else { "a" })
        };
        let name = |value: i32| piece.map_or_else(|| sign(value).to_string(), article);
        match *list {
            [(i, 0)] => match piece {
                Some(piece) => tr!("take the {piece} from {cell}", cell = cell(i)),
                None => tr!(
                    "take piece {piece} from {cell}",
                    piece = sign(cells[i as usize]),
                    cell = cell(i)
                ),
            },
            [(i, value)] if cells[i as usize] == 0 => {
                tr!("put {piece} in {cell}", piece = name(value), cell = cell(i))
            }
            [(i, a), (j, b)]
                if (a == 0) != (b == 0) && cells[i as usize] == b && cells[j as usize] == a =>
            {
                let (from, to, moved) = if a == 0 { (i, j, b) } else { (j, i, a) };
                let piece = piece.map_or_else(
                    || tr!("piece {piece}", piece = sign(moved)),
                    |piece| tr!("the {piece}"),
                );
                tr!(
                    "move {piece} from {from} to {to}",
                    from = cell(from),
                    to = cell(to)
                )
            }
            [(i, value)] => tr!(
                "change {cell} to {sign}",
                cell = cell(i),
                sign = sign(value)
            ),
            ref many => {
                let all = and(many.iter().map(|(i, _)| i + 1));
                let first = many.first().map_or(0, |(_, value)| *value);
                let is_put = |(i, value): &(u32, i32)| *value == first && cells[*i as usize] == 0;
                match (many.iter().all(is_put), is_brief) {
                    (true, true) => tr!("put {piece} on {all}", piece = name(first)),
                    (true, false) => tr!("put {piece} on cells {all}", piece = name(first)),
                    (false, _) => tr!("change cells {all}"),
                }
            }
        }
    }

    fn gain_words(&self, gain: Gain) -> String {
        let points = match gain.points {
            0 => String::new(),
            1 => tr!(", for 1 point").to_owned(),
            n => tr!(", for {n} points"),
        };
        if gain.again {
            tr!("{points}, and move again")
        } else {
            points
        }
    }

    fn read_mover<'t>(&self, text: Text<'t>) -> Result<(Option<Player>, Text<'t>), IdError> {
        if !self.script.has_mover() {
            return Ok((None, text));
        }
        let expected = tr!("A: or B:, the player to move, and the cells");
        let Some((who, cells)) = text.split_once(':') else {
            return match self.script.kind {
                ScriptKind::Two => {
                    Err(text.error(tr!("it does not name the player to move"), expected))
                }
                _ => Ok((Some(Player::First), text)),
            };
        };
        match who.trim().as_str() {
            "A" | "a" => Ok((Some(Player::First), cells.trim())),
            "B" | "b" => Ok((Some(Player::Second), cells.trim())),
            _ => Err(who.error(tr!("{text} is no player", text = who.quoted()), expected)),
        }
    }

    /// Rejects an ID that holds a score after an `@`. Earlier versions wrote such IDs.
    fn check_no_score(&self, text: Text<'_>) -> Result<(), IdError> {
        let is_sign = |signs: &Vec<char>| signs.contains(&'@');
        if !self.script.points || self.script.signs.as_ref().is_some_and(is_sign) {
            return Ok(());
        }
        match text.split_once('@') {
            None => Ok(()),
            Some((position, score)) => Err(score.error(
                tr!("an ID holds no score; a match counts its points from its start"),
                tr!("{position} alone", position = position.quoted()),
            )),
        }
    }
}

fn number(text: Text<'_>, noun: &str, least: i32, most: i32) -> Result<i32, IdError> {
    let expected = || tr!("{noun} from {least} to {most}");
    let fail = |e: IdError| IdError {
        expected: expected(),
        ..e
    };
    match text.as_str().strip_prefix('-') {
        None => Ok(text
            .number(noun, least.max(0) as u64, most as u64)
            .map_err(fail)? as i32),
        Some(_) if least >= 0 => Err(text.error(tr!("it is negative"), expected())),
        Some(digits) => {
            let digits = text.beside(digits, text.column() + 1);
            let n = digits
                .number(noun, 0, u64::from(least.unsigned_abs()))
                .map_err(fail)?;
            Ok(-(n as i32))
        }
    }
}

impl Notation for OwnRuleset {
    fn states(&self) -> impl Grammar<Value = OwnPosition> {
        let read = |text: Text<'_>| {
            self.check_no_score(text)?;
            let (mover, cells) = self.read_mover(text)?;
            let read = self.read_cells(cells)?;
            if !text.is_draft() {
                check_legal(self.script, &read, cells)?;
            }
            Ok(OwnPosition::new(mover, read, [0; 2]))
        };
        let write = |at: &OwnPosition| self.script.state_text(at.cells(), at.mover());
        Form { read, write }.edited(|at| self.parts(at))
    }

    fn written_moves(&self, at: &OwnPosition) -> impl Grammar<Value = OwnMove> {
        let read = |text: Text<'_>| {
            let change = if self.is_heaps() {
                Change::Heap(heaps::read_become(self.script, at.cells(), text)?)
            } else {
                self.read_changes(at, text)?
            };
            // The text of a move omits the gain, and may list the heaps in any order.
            let sorted = |change: &Change| self.script.in_order(change.heaps());
            let is_same = |m: &OwnMove| match (&m.change, &change) {
                (Change::Heap(known), Change::Heap(to)) => {
                    known.heap == to.heap && sorted(&m.change) == sorted(&change)
                }
                (known, change) => known == change,
            };
            let known = match &change {
                // `moves` omits the uncached moves of a huge heap, so ask the script.
                Change::Heap(to) if self.is_sum() => {
                    let heap = heaps::of_move(at.cells(), to, self.script);
                    let answer = self.heap_answer(heap, &Limits::default()).ok();
                    answer.and_then(|answer| answer.moves_of(to.heap).find(is_same))
                }
                _ => self.moves(at).iter().find(is_same),
            };
            Ok(known.unwrap_or(OwnMove {
                change,
                gain: Gain::default(),
            }))
        };
        let write = |m: &OwnMove| match &m.change {
            Change::Cells(list) => {
                let cell = |(i, value): &(u32, i32)| format!("{}={value}", i + 1);
                list.iter().map(cell).collect::<Vec<_>>().join(",")
            }
            Change::Heap(to) => heaps::become_text(to, self.script.dims),
        };
        Form { read, write }
            .expecting(|| {
                if self.is_heaps() {
                    crate::language::text(heaps::A_BECOME).to_owned()
                } else {
                    tr!("the cells that change, from 1, and what they become, such as 3=1,4=1")
                        .to_owned()
                }
            })
            .refusing(|m| self.refusal(at, m))
    }

    fn words(&self, at: &OwnPosition, m: &OwnMove, wording: Wording<'_, Self>) -> String {
        let is_brief = matches!(wording, Wording::Brief);
        let plain = self.placed_words(at, m).unwrap_or_else(|| match &m.change {
            Change::Cells(list) => self.default_words(at, list, is_brief),
            Change::Heap(to) if is_brief => heaps::brief_words(at.cells(), to, self.script),
            Change::Heap(to) => {
                let which = match wording {
                    Wording::Reply(
                        before,
                        OwnMove {
                            change: Change::Heap(answered),
                            ..
                        },
                    ) => {
                        let before = heaps::of_move(before.cells(), answered, self.script);
                        let after: Vec<&[i32]> = self.heaps(at.cells()).collect();
                        let heap = heaps::of_move(at.cells(), to, self.script);
                        Some(which_after(&before, &after, &heap))
                    }
                    _ => None,
                };
                heaps::default_words(at.cells(), to, self.script, which)
            }
        });
        match m.gain.points {
            0 if is_brief => plain,
            points if is_brief => format!("{plain}, {points:+}"),
            _ => format!("{plain}{}", self.gain_words(m.gain)),
        }
    }
}

impl OwnRuleset {
    /// Returns the heaps or cells of a position for the sketch editor. Returns `None` if the position is edited as a
    /// list of heap sizes or as text.
    fn parts(&self, at: &OwnPosition) -> Option<SketchParts> {
        if self.is_sum() {
            let numbers = |heap: &[i32]| heap.iter().map(|&n| saturating_cast(n)).collect();
            return (self.script.dims > 1).then(|| SketchParts::Heaps {
                heaps: self.heaps(at.cells()).map(numbers).collect(),
            });
        }
        if self.is_heaps() {
            return None;
        }
        let cells = self.script.state_text(at.cells(), None);
        let parts = match &self.script.signs {
            None => Sketch::of_numbers(&cells, None, true, scene::numbers()).parts,
            Some(_) => SketchParts::Cells {
                cells: cells.chars().collect(),
                kinds: self.script.signs_text.as_str(),
                open: Some(tr!("cells")),
            },
        };
        match at.mover() {
            Some(mover) => parts.moved_by(mover),
            None => Some(parts),
        }
    }

    /// Returns the script's own description of a move, followed by the number of the heap if there are several heaps.
    fn placed_words(&self, at: &OwnPosition, m: &OwnMove) -> Option<String> {
        let words = self.own_words(at, m, &Limits::default()).ok()??;
        match &m.change {
            Change::Heap(to) if self.heaps(at.cells()).count() > 1 => {
                Some(tr!("{words} in heap {heap}", heap = to.heap + 1))
            }
            _ => Some(words),
        }
    }

    fn refusal(&self, at: &OwnPosition, m: &OwnMove) -> (String, String) {
        let limits = Limits::default();
        let asked = if self.is_sum() {
            (self.heaps(at.cells()))
                .try_for_each(|heap| self.heap_answer(heap, &limits).map(|_| ()))
        } else {
            self.answered(at, &limits).map(|_| ())
        };
        if let Err(error) = asked {
            return (error.to_string(), tr!("a script that answers").to_owned());
        }
        let moves = self.moves(at);
        let (what, example) = match &m.change {
            Change::Cells(list) => {
                let same = |(i, value): &&(u32, i32)| at.cells().get(*i as usize) == Some(value);
                let what = match list.iter().find(same) {
                    Some((i, value)) => tr!("cell {number} is {value} already", number = i + 1),
                    None => tr!("the rules have no such move here").to_owned(),
                };
                (what, moves.first())
            }
            Change::Heap(to) => {
                let heap = heap_text(heaps::of_move(at.cells(), to, self.script));
                let in_heap =
                    |m: &OwnMove| matches!(&m.change, Change::Heap(other) if other.heap == to.heap);
                match moves.iter().find(in_heap) {
                    None => {
                        let expected = tr!("a move in another heap").to_owned();
                        return (tr!("a heap of {heap} allows no move"), expected);
                    }
                    first => (tr!("a heap of {heap} cannot become that"), first),
                }
            }
        };
        let expected = example.map_or(tr!("no more moves").to_owned(), |m| {
            tr!(
                "a move of the rules, such as {example}",
                example = self.move_text(at, &m)
            )
        });
        (what, expected)
    }
}
