//! Reads and writes boards as text, and draws them. Moves are lists of changed cells, except in games of heaps. Cells
//! are arranged in rows of the board's width; cell i is the site (0, i).

use super::*;
use crate::games::own::heaps;
use crate::games::own::known::check_legal;
use crate::games::own::lua::in_a_moment;
use crate::games::own::script::{LARGEST, MOST_CELLS, Shape};
use crate::games::own::sheets;
use crate::games::reasons::and;
use crate::tr;

impl OwnBoard {
    /// Parses the heaps of a game of heaps, or cells written as one sign per cell or as numbers separated by commas.
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

    /// Returns the cell value that a sign typed in a move represents; `None` unless the text is a single known sign
    /// that is not a digit.
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

    /// Describes a move by the cells it changes. Without signs the cells hold numbers, and each new number is named.
    /// With signs the move takes, puts or moves a piece, or puts equal pieces on several cells; any other change names
    /// the changed cells and, if there is only one, its new sign. Brief words name cells by their numbers only.
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
        let cell = |i: u32| match is_brief {
            true => (i + 1).to_string(),
            false => tr!("cell {number}", number = i + 1),
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

    /// Describes the gain of a move, for appending to the words of the move.
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

    /// Parses the player to move, and returns the rest of the text.
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

    /// Parses the score after an `@`, and returns the text before it.
    fn read_score<'t>(&self, text: Text<'t>) -> Result<([i32; 2], Text<'t>), IdError> {
        if !self.script.points {
            return Ok(([0; 2], text));
        }
        let Some((cells, points)) = text.split_once('@') else {
            return Ok(([0; 2], text));
        };
        let expected = tr!("the points of A and of B, such as @3,1");
        let Some((a, b)) = points.split_once(',') else {
            return Err(points.error(tr!("these are not two numbers"), expected));
        };
        let read = |text: Text<'_>| number(text.trim(), tr!("points"), -LARGEST, LARGEST);
        Ok(([read(a)?, read(b)?], cells.trim()))
    }
}

/// Parses a number that may be negative.
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

impl Notation for OwnBoard {
    fn states(&self) -> impl Grammar<Value = OwnPosition> {
        let read = |text: Text<'_>| {
            let (mover, rest) = self.read_mover(text)?;
            let (score, cells) = self.read_score(rest)?;
            let read = self.read_cells(cells)?;
            if !text.is_draft() {
                check_legal(self.script, &read, cells)?;
            }
            Ok(OwnPosition::new(mover, read, score))
        };
        let write = |at: &OwnPosition| {
            let text = self.script.state_text(at.cells(), at.mover());
            match at.score() {
                [0, 0] => text,
                [a, b] => format!("{text}@{a},{b}"),
            }
        };
        Form { read, write }.edited(|at| self.parts(at))
    }

    fn written_moves(&self, at: &OwnPosition) -> impl Grammar<Value = OwnMove> {
        let read = |text: Text<'_>| {
            let change = if self.is_heaps() {
                Change::Heap(heaps::read_become(self.script, at.cells(), text)?)
            } else {
                self.read_changes(at, text)?
            };
            let answer = self.read(at);
            let known = answer.and_then(|answer| answer.moves.iter().find(|m| m.change == change));
            Ok(known.cloned().unwrap_or(OwnMove {
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

    fn words(&self, at: &OwnPosition, m: &OwnMove, _reply: Reply<'_, Self>) -> String {
        let words = self.own_words(at, m, &Limits::default()).ok().flatten();
        let plain = words.unwrap_or_else(|| match &m.change {
            Change::Cells(list) => self.default_words(at, list, false),
            Change::Heap(to) => heaps::default_words(at.cells(), to, self.script, None),
        });
        format!("{plain}{}", self.gain_words(m.gain))
    }

    fn brief_words(&self, at: &OwnPosition, m: &OwnMove) -> String {
        match self.own_words(at, m, &Limits::default()) {
            Ok(Some(words)) => words,
            _ => match &m.change {
                Change::Cells(list) => self.default_words(at, list, true),
                Change::Heap(to) => heaps::brief_words(at.cells(), to, self.script),
            },
        }
    }
}

impl OwnBoard {
    /// The components that the position editor changes; `None` if the state can only be typed, as with heaps or points
    /// already scored.
    fn parts(&self, at: &OwnPosition) -> Option<SketchParts> {
        if self.is_heaps() || at.score() != [0, 0] {
            return None;
        }
        let cells = self.script.state_text(at.cells(), None);
        let parts = match &self.script.signs {
            None => Sketch::of_numbers(&cells, None, true, numbers()).parts,
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

    fn refusal(&self, at: &OwnPosition, m: &OwnMove) -> (String, String) {
        let answer = match self.answered(at, &Limits::default()) {
            Ok(answer) => answer,
            Err(error) => return (error.to_string(), tr!("a script that answers").to_owned()),
        };
        let same = match &m.change {
            Change::Cells(list) => list
                .iter()
                .find(|(i, value)| at.cells().get(*i as usize) == Some(value)),
            Change::Heap(_) => None,
        };
        let what = match same {
            Some((i, value)) => tr!("cell {number} is {value} already", number = i + 1),
            None => tr!("the rules have no such move here").to_owned(),
        };
        let first = answer.moves.first();
        let expected = first.map_or(tr!("no more moves").to_owned(), |m| {
            tr!(
                "a move of the rules, such as {example}",
                example = self.move_text(at, m)
            )
        });
        (what, expected)
    }
}

impl OwnBoard {
    /// Renders a cell as its sign or number. The cells of a grid are labelled by their position, counted from 1.
    fn square(&self, i: usize, cell: i32, is_grid: bool) -> Square {
        let site = Some(Site::new(0, i as u64));
        let Some(signs) = &self.script.signs else {
            return Square::new(Face::Free, cell.to_string(), site);
        };
        let place = usize::try_from(cell).ok();
        let look = |all: &[char]| place.and_then(|n| all.get(n).copied()).unwrap_or('?');
        // Only the first sign that suggests a free cell is drawn as one, so that other such signs look different.
        let is_free = |sign: &char| matches!(sign, '.' | '-' | '_' | '·');
        let face = if place.is_some() && signs.iter().position(is_free) == place {
            Face::Free
        } else {
            Face::Sign {
                sign: look(signs),
                plain: look(&self.script.plain_signs),
                owner: self.owner(look(signs)),
            }
        };
        let label = if is_grid {
            (i + 1).to_string()
        } else {
            String::new()
        };
        Square::new(face, label, site)
    }

    /// Draws the board as dots with lines between them: every other cell in every other row is a dot. A cell between
    /// two dots is a line, which is faint if the cell is 0. A cell between four dots is a box, which is closed if its
    /// sign is `#`. Dots are numbered, so that lines have names. Returns `None` if the script has no signs, or if the
    /// rows or columns do not end with a dot.
    fn dots(&self, cells: &[i32], columns: usize) -> Option<Graph> {
        let rows = cells.len() / columns;
        if rows * columns != cells.len() || rows.is_multiple_of(2) || columns.is_multiple_of(2) {
            return None;
        }
        let across = columns / 2 + 1;
        let down = rows / 2 + 1;
        let places =
            |wide: usize, high: usize| (0..high).flat_map(move |y| (0..wide).map(move |x| (x, y)));
        let dots = places(across, down).enumerate().map(|(i, (x, y))| {
            let name = (i + 1).to_string();
            Node::new((x as f32, y as f32), Face::Dot, name, None)
        });
        let closed = self
            .script
            .signs
            .as_ref()?
            .iter()
            .position(|&sign| sign == '#');
        let is_closed = |&(x, y): &(usize, usize)| {
            let cell = cells[(2 * y + 1) * columns + 2 * x + 1];
            usize::try_from(cell).ok() == closed
        };
        let dot = move |x: usize, y: usize| y * across + x;
        let area = |(x, y)| Area {
            corners: vec![dot(x, y), dot(x + 1, y), dot(x + 1, y + 1), dot(x, y + 1)],
            owner: None,
            label: String::new(),
        };
        let boxes = places(across - 1, down - 1).filter(is_closed).map(area);
        let link = |(x, y): (usize, usize)| {
            if x % 2 == y % 2 {
                return None;
            }
            let i = y * columns + x;
            Some(Link {
                ends: (dot(x / 2, y / 2), dot(x.div_ceil(2), y.div_ceil(2))),
                look: if cells[i] == 0 {
                    Look::Faint
                } else {
                    Look::Strong
                },
                site: Some(Site::new(0, i as u64)),
            })
        };
        Some(Graph {
            layout: GraphLayout::Free,
            links: places(columns, rows).filter_map(link).collect(),
            nodes: dots.collect(),
            areas: boxes.collect(),
        })
    }

    /// Returns the player to whom a sign belongs, in games whose positions name the player to move.
    fn owner(&self, sign: char) -> Option<Player> {
        match sign {
            _ if !self.script.has_mover() => None,
            'a' | 'A' => Some(Player::First),
            'b' | 'B' => Some(Player::Second),
            _ => None,
        }
    }
}

/// The nouns for the cells of a board without signs.
fn numbers() -> [&'static str; 2] {
    [tr!("number"), tr!("numbers")]
}

pub(super) fn scene(game: &OwnBoard, at: &OwnPosition, view: View) -> Scene {
    if game.is_heaps() {
        return heaps::scene(at.cells(), game.script);
    }
    if view == View::Edit && game.script.signs.is_none() {
        let text = game.script.state_text(at.cells(), None);
        return Sketch::of_numbers(&text, None, true, numbers()).scene;
    }
    let count = at.cells().len();
    let columns = in_a_moment(&Limits::default(), |limits| game.columns(count, limits));
    let scene = match game.script.shape {
        Some(Shape::Dots) => {
            let dots = game.dots(at.cells(), columns);
            dots.map(|graph| Scene::new(Picture::Graph(graph)))
        }
        Some(Shape::Rectangle) => sheets::rectangle(at.cells()),
        Some(Shape::Pawns) | None => None,
    };
    if let Some(scene) = scene {
        return scene;
    }
    let is_grid = columns < count && game.script.signs.is_some();
    let squares = at.cells().iter().enumerate();
    let mut squares: Vec<Square> = squares
        .map(|(i, &cell)| game.square(i, cell, is_grid))
        .collect();
    while !squares.len().is_multiple_of(columns) {
        squares.push(Square::new(Face::Empty, String::new(), None));
    }
    let rows = squares.len() / columns;
    if rows == 1 && game.script.signs.is_some() {
        let cell = |square: Square| BoardCell {
            face: square.face,
            sites: [square.site, None],
        };
        return Scene::new(Picture::Cells(Cells::Boxes(
            squares.into_iter().map(cell).collect(),
        )));
    }
    let first = |row: usize| (row * columns + 1).to_string();
    let names = |all: &mut dyn Iterator<Item = String>, is_shown: bool| {
        if is_shown { all.collect() } else { Vec::new() }
    };
    Scene::new(Picture::Squares(Squares {
        columns,
        squares,
        ground: Ground::Tiles,
        column_labels: names(&mut (1..=columns).map(|n| n.to_string()), !is_grid),
        row_labels: names(&mut (0..rows).map(first), rows > 1 && !is_grid),
    }))
}
