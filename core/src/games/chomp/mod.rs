//! Implements Chomp, played on a bar of chocolate whose bottom-left square is poison. A bite takes a square, all
//! squares to its right, and all squares above any of these. The game was described by F. Schuh (1952, as a game on the
//! divisors of a number) and by D. Gale (1974).
//!
//! In misère play, the usual game, the player who eats the poison loses. The player to move then wins every rectangle
//! except 1x1: if biting off only the far corner does not win, the winning reply to that bite is itself a winning first
//! bite (Gale's strategy stealing). No known rule finds the winning bite, so bars are solved by a complete table over
//! all shapes ([`shapes`]).

mod explain;
pub mod shapes;
mod solver;
#[cfg(test)]
mod tests;

use crate::games::prelude::*;
use crate::solve::lock::Cache;
use shapes::{Outcomes, ShapeValues};
use solver::LatestTable;

/// The maximum number of rows of a bar, and the maximum number of columns.
pub const MOST_SIDE: u64 = 1000;

/// Chomp under one convention, with its cached tables.
pub struct Chomp {
    convention: Convention,
    outcomes: Cache<LatestTable<Outcomes>>,
    values: Cache<LatestTable<ShapeValues>>,
}

/// The remaining squares of a bar, as the lengths of its rows from the bottom. Each length is positive and at most the
/// length of the row below.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bar(Box<[u16]>);

impl Bar {
    fn has(&self, m: &Bite) -> bool {
        let row = self.0.get(usize::from(m.row));
        row.is_some_and(|&length| m.column < length)
    }

    fn new(rows: impl IntoIterator<Item = u16>) -> Bar {
        Bar(rows.into_iter().take_while(|&length| length > 0).collect())
    }

    /// The lengths of the rows from the bottom.
    pub fn rows(&self) -> &[u16] {
        &self.0
    }

    /// The length of the lowest row, which is the longest.
    pub fn columns(&self) -> u16 {
        self.0.first().copied().unwrap_or(0)
    }

    /// The number of squares left.
    pub fn squares(&self) -> u64 {
        self.0.iter().map(|&length| u64::from(length)).sum()
    }

    fn is_rectangle(&self) -> bool {
        self.0.iter().all(|&length| length == self.columns())
    }
}

/// A bite, given by the square at its lower left corner. Rows are counted from the bottom and columns from the left,
/// starting at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bite {
    /// The row; the poison is in row 0.
    pub row: u16,
    /// The column; the poison is in column 0.
    pub column: u16,
}

impl Listed for Chomp {
    type Ruleset = Self;

    const INFO: Info = Info {
        id: "chomp",
        name: tr_key!("Chomp"),
        rule: tr_key!(
            "Bite off a square, all squares to its right, and all squares above any of these."
        ),
        ending: Ending::LastMove(tr_key!("eats the poison at the bottom left")),
        default: Some(Convention::Misere),
        example: "chomp:4x6",
        limits: tr_key!(
            "16x16, and every other bar with at most 601,080,390 shapes; normal play: any bar"
        ),
        family: MenuGroup::Board,
        shape: Shape::Pair(1),
        numbered: tr_key!("a bar of a rows and b columns"),
        numbers_text: |numbers| with_between(numbers, 'x'),
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[
            Field::number(
                tr_key!("Rows"),
                tr_key!("the number of rows; the program solves boards of up to 16 by 16"),
                1..=20,
                4,
            ),
            Field::number(
                tr_key!("Columns"),
                tr_key!("the number of squares in each row"),
                1..=20,
                6,
            ),
        ],
        start: |values| format!("chomp:{}x{}", values.text(0), values.text(1)),
        random: |values, pick| {
            // Choose the boundary as a uniformly random path of steps up and left.
            let mut up = values.number(0);
            let mut left = values.number(1);
            let mut rows = Vec::new();
            while up > 0 && left > 0 {
                if pick(up + left) < up {
                    rows.push(left.to_string());
                    up -= 1;
                } else {
                    left -= 1;
                }
            }
            if rows.is_empty() {
                rows.push("1".to_owned());
            }
            format!("chomp:{}", rows.join(","))
        },
        presets: &[
            (tr_key!("Four rows of six squares"), "chomp:4x6"),
            (tr_key!("A square bar, seven by seven"), "chomp:7x7"),
            (tr_key!("Two equal arms"), "chomp:5,1,1,1,1"),
            (tr_key!("Rows that differ by one"), "chomp:6,5"),
            (tr_key!("Three rows of eight squares"), "chomp:3x8"),
            (
                tr_key!("A half-eaten bar: one bite wins"),
                "chomp:7,6,4,4,1",
            ),
            (tr_key!("Ten rows of ten squares"), "chomp:10x10"),
            (
                tr_key!("Normal play: the last bite wins"),
                "normal chomp:4x6",
            ),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Self>, IdError> {
        let game = Chomp {
            convention: variant.convention,
            outcomes: Cache::default(),
            values: Cache::default(),
        };
        let facts = GameFacts {
            has_symmetries: true,
            ..GameFacts::default()
        };
        Ok(OpenGame { game, facts })
    }
}

impl Game for Chomp {
    fn position_facts(&self, at: &Bar) -> PositionFacts {
        let rows = at.rows().iter().map(|&row| u64::from(row));
        let most = match self.convention {
            Convention::Normal => 1,
            Convention::Misere => u64::MAX,
        };
        PositionFacts {
            pieces: Some(Pieces::new(PieceKind::Rows, rows)),
            moves_left: Some((0, most)),
            pairing: Some(has_equal_arms(at)),
        }
    }

    /// States a theorem about bars with two rows. In the rule, `a` is the length of the upper row and `b` the length of
    /// the lower row.
    fn theory(&self, _most: u64, _limits: &Limits) -> Result<Theory, Stop> {
        let (rule, theorem) = match self.convention {
            Convention::Normal => ("b == 0", tr!("one bite can eat the whole bar")),
            Convention::Misere => (
                "b == a + 1",
                tr!(
                    "every bite out of a bar with one square more below can be answered by one that leaves such a bar"
                ),
            ),
        };
        Ok(Theory::default().lost(rule, theorem))
    }

    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        Ok(explain::reasons(case)?.into())
    }
}

fn has_equal_arms(at: &Bar) -> bool {
    matches!(explain::Shape::from_bar(at), Some(explain::Shape::Arms(right, up)) if right == up)
}

impl Rules for Chomp {
    type Position = Bar;
    type Move = Bite;

    fn moves(&self, at: &Bar) -> MoveSet<'_, Bite> {
        let mut moves = MoveSet::default();
        for (row, &length) in (0..).zip(at.rows()) {
            let columns = Numbers::Range(0..=u64::from(length) - 1);
            moves.push_numbers(Bite { row, column: 0 }, columns, |base, column| Bite {
                column: saturating_cast(column),
                ..*base
            });
        }
        moves
    }

    fn play(&self, at: &Bar, m: &Bite) -> Bar {
        after_legal(at.has(m).then_some(()));
        Bar::new((0..).zip(at.rows()).map(|(row, &length)| {
            if row < m.row {
                length
            } else {
                length.min(m.column)
            }
        }))
    }

    fn canonical(&self, at: &Bar) -> Bar {
        let height = |column: u16| at.0.iter().take_while(|&&length| length > column).count();
        let mirrored =
            Bar::new((0..at.columns()).map(|column| saturating_cast(height(column) as u64)));
        if mirrored.0 > at.0 {
            mirrored
        } else {
            at.clone()
        }
    }
}

impl Notation for Chomp {
    fn states(&self) -> impl Grammar<Value = Bar> {
        let read = |text: Text<'_>| {
            let cross = text
                .as_str()
                .find(['X', 'x'])
                .map(|i| text.as_str().as_bytes()[i]);
            if let Some((rows, columns)) = cross.and_then(|x| text.split_once(char::from(x))) {
                let rows = Number::up_to(MOST_SIDE, tr!("a number of rows")).read(rows)?;
                let columns = Number::up_to(MOST_SIDE, tr!("a number of columns")).read(columns)?;
                return Ok(Bar::new((0..rows).map(|_| saturating_cast(columns))));
            }
            let mut rows: Vec<u16> = Vec::new();
            for piece in text.split(',') {
                let length =
                    saturating_cast(piece.number(tr!("the length of a row"), 0, MOST_SIDE)?);
                if let Some(&below) = rows.last().filter(|&&below| length > below) {
                    return Err(piece.error(
                        tr!("a row of {length} above one of {below}"),
                        tr!("rows from the bottom, none longer than the one below"),
                    ));
                }
                if rows.len() as u64 >= MOST_SIDE {
                    return Err(piece.error(
                        tr!("too many rows"),
                        tr!("at most {most_side}", most_side = MOST_SIDE),
                    ));
                }
                rows.push(length);
            }
            Ok(Bar::new(rows))
        };
        let write = |at: &Bar| match at.rows() {
            [] => "0".to_owned(),
            rows if at.is_rectangle() => format!("{}x{}", rows.len(), at.columns()),
            rows => with_commas(rows),
        };
        Form { read, write }.edited(|at| {
            Some(SketchParts::Staircase {
                rows: at.rows().iter().map(|&length| u64::from(length)).collect(),
            })
        })
    }

    fn written_moves(&self, at: &Bar) -> impl Grammar<Value = Bite> {
        let from_one = |what| Number::up_to(MOST_SIDE, what);
        let index = |n: u64| saturating_cast::<u16, _>(n) - 1;
        Pair::new(
            from_one(tr!("a row")),
            ',',
            from_one(tr!("a column")),
            tr!("there is no comma"),
        )
        .expecting(|| tr!("a row and a column from 1, row 1 at the bottom, such as 2,3").to_owned())
        .map(
            move |(row, column), _| {
                Ok(Bite {
                    row: index(row),
                    column: index(column),
                })
            },
            |m: &Bite| (u64::from(m.row) + 1, u64::from(m.column) + 1),
        )
        .refusing(|m| {
            let expected = match at.rows().get(usize::from(m.row)) {
                Some(length) => tr!("a column from 1 to {length} in row {row}", row = m.row + 1),
                None => tr!("a row from 1 to {rows}", rows = at.rows().len()),
            };
            let square = format!("{},{}", m.row + 1, m.column + 1);
            (tr!("there is no square {square}"), expected)
        })
    }

    fn words(&self, _at: &Bar, m: &Bite, wording: Wording<'_, Self>) -> String {
        let (row, column) = (m.row + 1, m.column + 1);
        match wording {
            Wording::Brief => tr!("bite row {row}, column {column}"),
            Wording::Full | Wording::Reply(..) => tr!("bite at row {row}, column {column}"),
        }
    }
}

/// The maximum number of rows, and of columns, that are drawn. A bite at a square outside the drawing must be typed.
const DRAWN: usize = 60;

impl Bar {
    /// Draws the bar. If `bite` is true, only the remaining squares are sites. Otherwise, every square in the drawing
    /// is a site.
    fn picture(&self, rows: usize, columns: usize, bite: bool) -> Picture {
        let square = |(row, column): (usize, usize)| {
            let there = self
                .0
                .get(row)
                .is_some_and(|&length| column < usize::from(length));
            let face = match (there, row, column) {
                (false, ..) => Face::Empty,
                (_, 0, 0) => Face::Poison,
                _ => Face::Food,
            };
            let site = (there || !bite).then(|| Site::new(saturating_cast(row), column as u64));
            Square::new(face, String::new(), site)
        };
        let places = (0..rows)
            .rev()
            .flat_map(|row| (0..columns).map(move |column| (row, column)));
        Picture::Squares(Squares {
            columns,
            squares: places.map(square).collect(),
            ground: Ground::Bar,
            column_labels: (1..=columns).map(|n| n.to_string()).collect(),
            row_labels: (1..=rows).rev().map(|n| n.to_string()).collect(),
        })
    }
}

/// The square in row r and column c, counted from 0 at the bottom left, is the site (r, c).
impl BoardView for Chomp {
    fn scene(&self, at: &Bar, view: View) -> Scene {
        let more = usize::from(view == View::Edit);
        let rows = at.rows().len() + more;
        let columns = usize::from(at.columns()) + more;
        let notes = if view == View::Play && (rows > DRAWN || columns > DRAWN) {
            vec![tr!(
                "{rows} rows, the lowest of {columns} squares; drawn up to {drawn}, type other bites",
                drawn = DRAWN
            )]
        } else {
            Vec::new()
        };
        let [rows, columns] = [rows, columns].map(|side| side.clamp(1, DRAWN));
        Scene {
            picture: at.picture(rows, columns, view == View::Play),
            notes,
        }
    }

    fn sites(&self, _at: &Bar, m: &Bite) -> Vec<Site> {
        vec![Site::new(u32::from(m.row), u64::from(m.column))]
    }
}
