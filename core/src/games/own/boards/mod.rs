//! Your own boards: with the same moves for both players, or with different ones. Moves are the cells that change; cells stand
//! in rows of the board's width, the cell i at the site (0, i).

mod explain;
mod solver;

use crate::games::prelude::*;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashMap;

use super::answers::ScriptAnswers;
use super::components::{Components, block};
use super::engine;
use super::explored::{ExploredPositions, MoveSource, OwnMoves, OwnPosition};
use super::known::{self, OwnGame};
use super::script::{MOST_CELLS, Script, ScriptError, ScriptKind};
use crate::games::reasons::and;
use crate::rule::LostRule;
use crate::solve::lock::Kept;

/// The most parts of boards that are looked at.
const MOST_PARTS: usize = 1_000_000;
/// How long a script is waited for while a board is drawn.
const TO_DRAW: Duration = Duration::from_millis(500);

/// The ruleset of a script of boards.
pub struct OwnBoard {
    script: &'static Script,
    info: &'static Info,
    /// Where the script says what the end means, it is never asked for.
    convention: Convention,
    asked: ScriptAnswers<OwnPosition, Asked>,
    explored: Kept<ExploredPositions>,
    parts: Kept<Components<Box<[i32]>>>,
    /// The parts of boards that were asked about.
    apart: ScriptAnswers<Box<[i32]>, solver::PieceList>,
    /// The most cells of the board that is being asked about by its parts.
    asked_cells: AtomicUsize,
    /// The rule of small boards of one or two numbers, once it was looked for.
    rule: OnceLock<Option<LostRule>>,
    /// The width of boards by their number of cells.
    widths: Mutex<FxHashMap<usize, usize>>,
}

/// What the script said of a position.
#[derive(Clone)]
struct Asked {
    /// The moves, in board order.
    moves: Arc<Vec<CellChanges>>,
    /// How it has ended for the player to move, if it has.
    over: Option<Outcome>,
}

/// A move: the cells that change, from 0 and rising, and what they become.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellChanges(Box<[(u32, i32)]>);

impl OwnBoard {
    /// The ruleset of a script.
    pub fn new(game: &'static OwnGame, convention: Convention) -> OwnBoard {
        OwnBoard {
            script: &game.script,
            info: game.entry.info,
            convention,
            asked: ScriptAnswers::new(|_, asked| {
                asked
                    .moves
                    .iter()
                    .map(|m| size_of::<CellChanges>() + 16 + size_of_val(&*m.0))
                    .sum()
            }),
            explored: Kept::default(),
            parts: Kept::new(Components::new(MOST_PARTS, |part| {
                block(size_of_val(&**part))
            })),
            apart: ScriptAnswers::new(|board, parts| {
                size_of_val(&**board)
                    + parts
                        .iter()
                        .map(|part| 32 + size_of_val(&**part))
                        .sum::<usize>()
            }),
            asked_cells: AtomicUsize::new(0),
            rule: OnceLock::new(),
            widths: Mutex::default(),
        }
    }
}

impl Game for OwnBoard {
    fn scripts(&self) -> Vec<ScriptText> {
        vec![self.script.source.clone()]
    }

    fn memory_used(&self) -> u64 {
        self.explored.memory_used()
            + self.parts.memory_used()
            + self.asked.memory_used()
            + self.apart.memory_used()
    }

    fn reasons(case: &Case<'_, Self>) -> GameReasons<Self> {
        explain::reasons(case)
    }

    fn figure(case: &Case<'_, Self>) -> Result<Figure, Stop> {
        explain::figure(case)
    }

    /// A position that play from the start can reach.
    fn random_position(&self, pick: &mut dyn FnMut(u64) -> u64) -> Option<OwnPosition> {
        let mut at = self.start();
        let mut line = vec![at.clone()];
        for _ in 0..200 {
            let moves = Rules::moves(self, &at).first_of(1000);
            let Some(m) = moves.get(pick(moves.len().max(1) as u64) as usize) else {
                break;
            };
            at = self.play(&at, m);
            line.push(at.clone());
        }
        // Not the last one, from which nothing follows.
        let last = line.len().saturating_sub(1).max(1) as u64;
        line.into_iter().nth(pick(last) as usize)
    }
}

/// What changes between two positions of the same length.
fn changes(from: &[i32], to: &[i32]) -> CellChanges {
    let changed = (0..).zip(from.iter().zip(to)).filter(|(_, (a, b))| a != b);
    CellChanges(changed.map(|(i, (_, b))| (i, *b)).collect())
}

impl OwnBoard {
    pub(super) fn start(&self) -> OwnPosition {
        let mover = (self.script.kind == ScriptKind::Two).then_some(Player::First);
        OwnPosition {
            mover,
            cells: self.script.start.as_slice().into(),
        }
    }

    /// What the script says of a position: each result once, in board order. To be called within [`engine::within`].
    fn ask(&self, at: &OwnPosition) -> Result<Asked, ScriptError> {
        let over = match at.mover {
            Some(player) if self.script.has.result => self.script.result(&at.cells, player)?,
            _ => None,
        };
        if over.is_some() {
            return Ok(Asked {
                moves: Arc::default(),
                over,
            });
        }
        let results = self.script.moves(&at.cells, at.mover)?;
        let mut moves: Vec<CellChanges> = results.iter().map(|to| changes(&at.cells, to)).collect();
        moves.sort_unstable();
        moves.dedup();
        let over = match moves.is_empty() {
            false => None,
            true if self.script.has.result => {
                let what =
                    "it gave (), and there is no move; expected \"win\", \"loss\" or \"draw\"";
                let asked = format!(
                    "the result of {}",
                    self.script.state_text(&at.cells, at.mover)
                );
                return Err(self.script.fault_in("result", what, Some(&asked)));
            }
            true => Some(self.convention.stuck()),
        };
        Ok(Asked {
            moves: Arc::new(moves),
            over,
        })
    }

    /// The same, from what has been explored; `None` where it has not been, or where that is being worked on: whoever
    /// draws or plays waits for no solver.
    fn as_explored(&self, at: &OwnPosition) -> Option<Asked> {
        let explored = self.explored.free()?;
        let (settled, next) = explored.settled(at).zip(explored.moves(at))?;
        let moves: Vec<CellChanges> = next
            .iter()
            .map(|to| changes(&at.cells, &to.cells))
            .collect();
        let over = moves.is_empty().then_some(settled.verdict.outcome);
        Some(Asked {
            moves: Arc::new(moves),
            over,
        })
    }

    fn explored_or_asked(&self, at: &OwnPosition, limits: &Limits) -> Result<Asked, ScriptError> {
        match self.as_explored(at) {
            Some(known) => Ok(known),
            None => engine::within(limits, || self.ask_and_check(at)),
        }
    }

    /// The same, where each result makes sense too: a move to a position that legal refuses is a fault of the script, also
    /// where parts or what was explored before would never look at it. To be called within [`engine::within`].
    fn ask_and_check(&self, at: &OwnPosition) -> Result<Asked, ScriptError> {
        let asked = self.ask(at)?;
        for m in asked.moves.iter().filter(|_| self.script.has.legal) {
            self.check_next(&self.play(at, m), at)?;
        }
        Ok(asked)
    }

    fn check_next(&self, to: &OwnPosition, from: &OwnPosition) -> Result<(), ScriptError> {
        match self.script.is_legal(&to.cells)? {
            true => Ok(()),
            false => {
                let m = self.move_text(from, &changes(&from.cells, &to.cells));
                Err(self.script.illegal(to, &m, from))
            }
        }
    }

    /// The same, kept from the last time.
    fn asked_within(&self, at: &OwnPosition, limits: &Limits) -> Result<Asked, ScriptError> {
        self.asked
            .within(at, limits, |limits| self.explored_or_asked(at, limits))
    }

    /// The same where nothing can be answered but what there is: `None` where the script gives no answer.
    fn asked_now(&self, at: &OwnPosition) -> Option<Asked> {
        self.asked
            .now(at, |limits| self.explored_or_asked(at, limits))
    }
}

impl MoveSource for OwnBoard {
    fn moves(&self, at: &OwnPosition, from: Option<&OwnPosition>) -> Result<OwnMoves, ScriptError> {
        if let Some(from) = from {
            self.check_next(at, from)?;
        }
        let asked = self.ask(at)?;
        Ok(match asked.over {
            Some(outcome) => OwnMoves::Over(outcome),
            None => OwnMoves::On(asked.moves.iter().map(|m| self.play(at, m)).collect()),
        })
    }

    fn heeds_origin(&self) -> bool {
        self.script.has.legal
    }

    fn circle(&self, round: &[OwnPosition]) -> ScriptError {
        let state = |at: &OwnPosition| self.script.state_text(&at.cells, at.mover);
        let round: Vec<String> = round.iter().chain(round.first()).map(state).collect();
        self.script.circle(&round, "moves")
    }
}

impl Rules for OwnBoard {
    type Position = OwnPosition;
    type Move = CellChanges;

    fn convention(&self) -> Option<Convention> {
        self.info.default.map(|_| self.convention)
    }

    fn mover(&self, at: &OwnPosition) -> Option<Player> {
        at.mover
    }

    /// Where the script gives no answer the game is not over: nothing is known. Work that needs the answer stops then.
    fn is_over(&self, at: &OwnPosition) -> bool {
        self.asked_now(at).is_some_and(|asked| asked.over.is_some())
    }

    /// Where the script gives no answer, there may be more moves.
    fn moves(&self, at: &OwnPosition) -> MoveSet<'_, CellChanges> {
        match self.asked_now(at) {
            Some(asked) => asked.moves.iter().cloned().collect(),
            None => MoveSet::default().and_more(),
        }
    }

    fn play(&self, at: &OwnPosition, m: &CellChanges) -> OwnPosition {
        let mut to = at.clone();
        for &(i, value) in &m.0 {
            to.cells[i as usize] = value;
        }
        to.mover = at.mover.map(Player::other);
        to
    }
}

impl OwnBoard {
    /// Cells written as signs, or as numbers with commas.
    fn read_cells(&self, text: Text<'_>) -> Result<Box<[i32]>, IdError> {
        let (least, most) = self.script.range();
        let mut cells = Vec::new();
        match &self.script.signs {
            Some(signs) if !text.as_str().contains(',') => {
                for (column, c) in text.chars() {
                    let same = |s: &char| s.to_lowercase().eq(c.to_lowercase());
                    let exact = signs.iter().position(|&s| s == c);
                    // A letter in another case is read where it can mean one sign only.
                    let alike = || match signs.iter().filter(|s| same(s)).count() {
                        1 => signs.iter().position(&same),
                        _ => None,
                    };
                    let Some(at) = exact.or_else(alike) else {
                        let all: String = signs.iter().collect();
                        return Err(IdError::new(
                            column,
                            format!("{c:?} is no sign of a cell"),
                            format!("one of {all}"),
                        ));
                    };
                    cells.push(at as i32);
                }
            }
            _ => {
                for piece in text.split(',').filter(|_| !text.is_empty()) {
                    cells.push(number(piece.trim(), least, most)?);
                }
            }
        }
        match cells.len() {
            0 => Err(text.error(
                "there are no cells",
                format!(
                    "cells such as {}",
                    self.script.state_text(&self.script.start, None)
                ),
            )),
            n if n > MOST_CELLS => {
                Err(text.error(format!("{n} cells"), format!("at most {MOST_CELLS}")))
            }
            _ => Ok(cells.into()),
        }
    }

    /// The number that a sign stands for, where it is no digit: moves can be typed with it.
    fn signed(&self, text: &str) -> Option<i32> {
        let mut chars = text.chars();
        let (sign, None) = (chars.next().filter(|c| !c.is_ascii_digit())?, chars.next()) else {
            return None;
        };
        let place = self
            .script
            .signs
            .as_ref()?
            .iter()
            .position(|&known| known == sign)?;
        i32::try_from(place).ok()
    }

    /// A move in words, as the cells tell it: a piece put, taken or moved, a number set.
    fn default_words(&self, at: &OwnPosition, m: &CellChanges) -> String {
        let piece = self.script.piece.as_deref();
        let Some(signs) = &self.script.signs else {
            let which = |i: u32| {
                if at.cells.len() == 1 {
                    "the number".to_owned()
                } else {
                    format!("number {}", i + 1)
                }
            };
            return format!(
                "set {}",
                and(m
                    .0
                    .iter()
                    .map(|(i, value)| format!("{} to {value}", which(*i))))
            );
        };
        let sign = |value: i32| signs[nearest::<usize, _>(value)];
        let cell = |i: u32| format!("cell {}", i + 1);
        let article = |noun: &str| {
            format!(
                "{} {noun}",
                if noun.starts_with(['a', 'e', 'i', 'o', 'u']) {
                    "an"
                } else {
                    "a"
                }
            )
        };
        let name = |value: i32| piece.map_or_else(|| sign(value).to_string(), article);
        match *m.0 {
            [(i, 0)] => match piece {
                Some(piece) => format!("take the {piece} from {}", cell(i)),
                None => format!("take piece {} from {}", sign(at.cells[i as usize]), cell(i)),
            },
            [(i, value)] if at.cells[i as usize] == 0 => {
                format!("put {} in {}", name(value), cell(i))
            }
            [(i, a), (j, b)]
                if (a == 0) != (b == 0)
                    && at.cells[i as usize] == b
                    && at.cells[j as usize] == a =>
            {
                let (from, to, moved) = if a == 0 { (i, j, b) } else { (j, i, a) };
                let piece = piece.map_or_else(
                    || format!("piece {}", sign(moved)),
                    |piece| format!("the {piece}"),
                );
                format!("move {piece} from {} to {}", cell(from), cell(to))
            }
            ref many => {
                let cells = and(many.iter().map(|(i, _)| i + 1));
                let first = many.first().map_or(0, |(_, value)| *value);
                match many
                    .iter()
                    .all(|(i, value)| *value == first && at.cells[*i as usize] == 0)
                {
                    true => format!("put {} on cells {cells}", name(first)),
                    false => format!("change cells {cells}"),
                }
            }
        }
    }
}

/// A number that may be negative.
fn number(text: Text<'_>, least: i32, most: i32) -> Result<i32, IdError> {
    let expected = || format!("a cell from {least} to {most}");
    let fail = |e: IdError| IdError {
        expected: expected(),
        ..e
    };
    match text.as_str().strip_prefix('-') {
        None => Ok(text
            .number("a cell", least.max(0) as u64, most as u64)
            .map_err(fail)? as i32),
        Some(_) if least >= 0 => Err(text.error("it is negative", expected())),
        Some(digits) => {
            let digits = text.beside(digits, text.column() + 1);
            let n = digits
                .number("a cell", 0, u64::from(least.unsigned_abs()))
                .map_err(fail)?;
            Ok(-(n as i32))
        }
    }
}

impl Notation for OwnBoard {
    fn parse_state(&self, text: Text<'_>) -> Result<OwnPosition, IdError> {
        let (mover, cells) = match self.script.kind {
            ScriptKind::Two => {
                let expected = "A: or B:, the player to move, and the cells";
                let (who, cells) = text
                    .split_once(':')
                    .ok_or_else(|| text.error("it does not name the player to move", expected))?;
                let mover = match who.trim().as_str() {
                    "A" | "a" => Player::First,
                    "B" | "b" => Player::Second,
                    _ => return Err(who.error(format!("{} is no player", who.quoted()), expected)),
                };
                (Some(mover), cells.trim())
            }
            ScriptKind::Board | ScriptKind::Heaps => (None, text),
        };
        let read = self.read_cells(cells)?;
        known::check_legal(self.script, &read, cells)?;
        Ok(OwnPosition { mover, cells: read })
    }

    fn state_text(&self, at: &OwnPosition) -> String {
        self.script.state_text(&at.cells, at.mover)
    }

    fn least_next_text(&self, at: &OwnPosition) -> usize {
        at.cells.len()
    }

    fn parse_move(&self, at: &OwnPosition, text: &str) -> Result<CellChanges, MoveError> {
        let expected = "the cells that change, from 1, and what they become, such as 3=1,4=1";
        let (least, most) = self.script.range();
        let mut list: Vec<(u32, i32)> = Vec::new();
        for piece in Text::new(text).split(',') {
            let piece = piece.trim();
            let Some((cell, value)) = piece.split_once('=') else {
                return Err(MoveError::new(
                    text,
                    format!("{} has no =", piece.quoted()),
                    expected,
                ));
            };
            let fail = |e: IdError| e.in_move(text, expected);
            let cell = cell
                .trim()
                .number("a cell", 1, at.cells.len() as u64)
                .map_err(fail)? as u32
                - 1;
            let value = match self.signed(value.trim().as_str()) {
                Some(value) => value,
                None => number(value.trim(), least, most).map_err(fail)?,
            };
            if list.iter().any(|(known, _)| *known == cell) {
                return Err(MoveError::new(
                    text,
                    format!("cell {} is there twice", cell + 1),
                    expected,
                ));
            }
            list.push((cell, value));
        }
        list.sort_unstable();
        Ok(CellChanges(list.into()))
    }

    fn move_text(&self, _at: &OwnPosition, m: &CellChanges) -> String {
        let cells: Vec<String> =
            m.0.iter()
                .map(|(i, value)| format!("{}={value}", i + 1))
                .collect();
        cells.join(",")
    }

    fn move_in_words(&self, at: &OwnPosition, m: &CellChanges) -> String {
        let to = self.play(at, m);
        self.script
            .in_time(|| self.script.move_words(&at.cells, &to.cells))
            .unwrap_or_else(|| self.default_words(at, m))
    }

    fn why_illegal(&self, at: &OwnPosition, m: &CellChanges) -> (String, String) {
        if let Err(error) = self
            .asked
            .in_time(at, |limits| self.explored_or_asked(at, limits))
        {
            return (error.to_string(), "a script that answers".to_owned());
        }
        let same =
            m.0.iter()
                .find(|(i, value)| at.cells.get(*i as usize) == Some(value));
        let what = match same {
            Some((i, value)) => format!("cell {} is {value} already", i + 1),
            None => "the rules have no such move here".to_owned(),
        };
        let first = self
            .asked_now(at)
            .and_then(|asked| asked.moves.first().cloned());
        let expected = first.map_or("no more moves".to_owned(), |m| {
            format!("a move of the rules, such as {}", self.move_text(at, &m))
        });
        (what, expected)
    }
}

impl OwnBoard {
    /// What stands in a cell: its sign or its number; the cells of a grid are named by where they are, counted from 1.
    fn square(&self, i: usize, cell: i32, is_grid: bool) -> Square {
        let site = Some(Site::new(0, i as u64));
        let Some(signs) = &self.script.signs else {
            return Square {
                face: Face::Free,
                label: cell.to_string(),
                site,
            };
        };
        let place = usize::try_from(cell).ok();
        let look = |all: &[char]| place.and_then(|n| all.get(n).copied()).unwrap_or('?');
        // The first of them alone: others are to be told from it.
        let is_free = |sign: &char| matches!(sign, '.' | '-' | '_' | '·');
        let face = match place.is_some() && signs.iter().position(is_free) == place {
            true => Face::Free,
            false => Face::Sign {
                sign: look(signs),
                plain: look(&self.script.plain_signs),
            },
        };
        let label = if is_grid {
            (i + 1).to_string()
        } else {
            String::new()
        };
        Square { face, label, site }
    }

    /// How many cells stand in a row; all of them where the script gives no answer. It is asked once.
    fn columns(&self, cells: usize) -> usize {
        let widths = || self.widths.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&width) = widths().get(&cells) {
            return width;
        }
        let width = match engine::within(&engine::waiting(TO_DRAW), || self.script.width(cells)) {
            Ok(width) => width.min(cells.max(1)),
            // In a frame that did not wait for it, it is not known yet.
            Err(ScriptError::Stopped(_)) if engine::has_deadline() => return cells.max(1),
            Err(_) => cells.max(1),
        };
        widths().insert(cells, width);
        width
    }
}

impl BoardView for OwnBoard {
    fn scene(&self, at: &OwnPosition) -> Scene {
        let columns = self.columns(at.cells.len());
        let is_grid = columns < at.cells.len() && self.script.signs.is_some();
        let mut squares: Vec<Square> = at
            .cells
            .iter()
            .enumerate()
            .map(|(i, &cell)| self.square(i, cell, is_grid))
            .collect();
        while !squares.len().is_multiple_of(columns) {
            squares.push(Square {
                face: Face::Empty,
                label: String::new(),
                site: None,
            });
        }
        let rows = squares.len() / columns;
        let first = |row: usize| (row * columns + 1).to_string();
        let picture = Picture::Squares(Squares {
            columns,
            squares,
            bite: false,
            column_labels: if is_grid {
                Vec::new()
            } else {
                (1..=columns).map(|n| n.to_string()).collect()
            },
            row_labels: if rows > 1 && !is_grid {
                (0..rows).map(first).collect()
            } else {
                Vec::new()
            },
        });
        Scene::of(picture)
    }

    fn sketch(&self, state: &str) -> Option<Sketch> {
        let (mover, state) = match (self.script.kind, state.split_once(':')) {
            (ScriptKind::Two, Some((mover, cells))) => (
                Some(if mover.trim().eq_ignore_ascii_case("B") {
                    2
                } else {
                    1
                }),
                cells,
            ),
            (ScriptKind::Two, None) => (Some(1), state),
            (ScriptKind::Board | ScriptKind::Heaps, _) => (None, state),
        };
        let sketch = match &self.script.signs {
            None => Sketch::of_numbers(state, None, true),
            Some(signs) => {
                // What is typed may hold other signs, which stand for no number.
                let sign = |c: char| signs.iter().position(|&s| s == c).map_or(-1, |i| i as i32);
                let scene = self.scene(&OwnPosition {
                    mover: None,
                    cells: state.chars().map(sign).collect(),
                });
                let (cells, kinds) = (state.chars().collect(), self.script.signs_text.as_str());
                Sketch {
                    parts: SketchParts::Cells {
                        cells,
                        kinds,
                        open: Some("cells"),
                    },
                    scene,
                }
            }
        };
        match mover {
            Some(mover) => sketch.moved_by(mover),
            None => Some(sketch),
        }
    }

    fn sites(&self, _at: &OwnPosition, m: &CellChanges) -> Vec<Site> {
        m.0.iter()
            .map(|(i, _)| Site::new(0, u64::from(*i)))
            .collect()
    }
}
