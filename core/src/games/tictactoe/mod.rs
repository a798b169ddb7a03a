//! Implements tic-tac-toe: a player who fills a row, column or diagonal wins. X moves first.
//!
//! The game is solved by complete search: 5,478 positions can be reached. A position's ID holds only the board. The
//! numbers of Xs and Os determine the player to move.

mod explain;
#[cfg(test)]
mod tests;

use crate::games::prelude::*;
use crate::solve::graph::Verdict;
use once_cell::sync::OnceCell;
use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct TicTacToe {
    values: OnceCell<BoardValues>,
}

/// The marks of X and of O as bit masks of the nine cells, row by row from the top, lowest bit first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellMarks {
    x: u16,
    o: u16,
}

const ALL: u16 = 0b111_111_111;

const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

fn cells(mask: u16) -> impl Iterator<Item = u8> {
    (0..9).filter(move |cell| mask >> cell & 1 == 1)
}

/// The image of each cell under a quarter turn; `MIRROR` holds the images under a reflection.
const QUARTER: [u8; 9] = [2, 5, 8, 1, 4, 7, 0, 3, 6];
const MIRROR: [u8; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];

impl CellMarks {
    /// The player to move: X if both players have the same number of marks.
    pub fn mover(self) -> Player {
        if self.x.count_ones() == self.o.count_ones() {
            Player::First
        } else {
            Player::Second
        }
    }

    /// The cells that a player has taken, as a bit mask.
    pub fn cells(self, player: Player) -> u16 {
        match player {
            Player::First => self.x,
            Player::Second => self.o,
        }
    }

    fn is_decided(self) -> bool {
        self.free() == 0 || self.has_line(self.mover().other())
    }

    /// The smallest of the eight images of the board under rotation and reflection.
    pub fn canonical(self) -> CellMarks {
        let mut first = self;
        let mut at = self;
        for turn in 0..8 {
            at = at.moved(QUARTER);
            if turn == 3 {
                at = at.moved(MIRROR);
            }
            first = first.min(at);
        }
        first
    }

    fn moved(self, to: [u8; 9]) -> CellMarks {
        let all = |mask: u16| cells(mask).fold(0, |moved, cell| moved | 1 << to[usize::from(cell)]);
        CellMarks {
            x: all(self.x),
            o: all(self.o),
        }
    }

    pub fn free(self) -> u16 {
        ALL & !(self.x | self.o)
    }

    pub fn has_line(self, player: Player) -> bool {
        let cells = self.cells(player);
        LINES.iter().any(|line| cells & line == *line)
    }

    /// Adds the mover's mark in a free cell.
    pub fn with(self, cell: u8) -> CellMarks {
        match self.mover() {
            Player::First => CellMarks {
                x: self.x | 1 << cell,
                ..self
            },
            Player::Second => CellMarks {
                o: self.o | 1 << cell,
                ..self
            },
        }
    }

    /// The reason why the board cannot occur in a game; `None` if it can.
    fn unreachable(self) -> Option<&'static str> {
        let x = self.x.count_ones();
        let o = self.o.count_ones();
        let x_line = self.has_line(Player::First);
        let o_line = self.has_line(Player::Second);
        // One player may have two lines: with at most five marks, the lines share a cell, and a mark in this cell
        // completes both.
        match () {
            () if o > x => Some(tr!("more O than X")),
            () if x > o + 1 => Some(tr!("too many X")),
            () if x_line && o_line => Some(tr!("both players have a line")),
            () if x_line && x == o => Some(tr!("O has moved after X had a line")),
            () if o_line && x > o => Some(tr!("X has moved after O had a line")),
            () => None,
        }
    }
}

const NAMES: [&str; 2] = ["X", "O"];

fn name(player: Player) -> &'static str {
    NAMES[player.index()]
}

const CELLS: CellText = CellText {
    kinds: ".XO",
    also: "",
    count: Some(9),
    wrong_count: tr_key!("more than nine cells"),
    unknown: tr_key!("is no mark"),
    clash: |_| None,
    expected: tr_key!("nine cells, each X, O or a dot, rows from the top"),
};

impl Notation for TicTacToe {
    fn states(&self) -> impl Grammar<Value = CellMarks> {
        let read = |cells: Vec<u8>, text: Text<'_>| {
            let of_kind = |kind| {
                let marked = cells.iter().enumerate().filter(|&(_, &here)| here == kind);
                marked.map(|(cell, _)| 1 << cell).sum()
            };
            let marks = CellMarks {
                x: of_kind(1),
                o: of_kind(2),
            };
            match marks.unreachable().filter(|_| !text.is_draft()) {
                Some(why) => Err(text.error(
                    tr!("play cannot reach this position: {why}"),
                    tr!("X first, then in turn until someone has a line"),
                )),
                None => Ok(marks),
            }
        };
        let kind = |at: &CellMarks, cell: u8| match (at.x >> cell & 1, at.o >> cell & 1) {
            (1, _) => 1,
            (_, 1) => 2,
            _ => 0,
        };
        CELLS.map(read, move |at: &CellMarks| {
            (0..9).map(|cell| kind(at, cell)).collect()
        })
    }

    fn written_moves(&self, at: &CellMarks) -> impl Grammar<Value = u8> {
        Number::up_to(9, tr!("a cell"))
            .expecting(|| tr!("a cell from 1 to 9, rows from the top").to_owned())
            .map(
                |cell, _| Ok(saturating_cast::<u8, _>(cell) - 1),
                |m: &u8| u64::from(*m) + 1,
            )
            .refusing(|m| {
                let free: Vec<String> = cells(at.free()).map(|c| (c + 1).to_string()).collect();
                (
                    tr!("cell {cell} is taken", cell = m + 1),
                    tr!("a free cell: {cells}", cells = free.join(", ")),
                )
            })
    }

    fn words(&self, at: &CellMarks, m: &u8, wording: Wording<'_, Self>) -> String {
        let name = name(at.mover());
        match wording {
            Wording::Brief => tr!("put {name} {cell}", cell = brief_cell_name(*m)),
            Wording::Full | Wording::Reply(..) => {
                tr!("put {name} in the {cell_name}", cell_name = cell_name(*m))
            }
        }
    }
}

fn brief_cell_name(cell: u8) -> &'static str {
    let cells = [
        tr!("top left"),
        tr!("top middle"),
        tr!("top right"),
        tr!("middle left"),
        tr!("in the centre"),
        tr!("middle right"),
        tr!("bottom left"),
        tr!("bottom middle"),
        tr!("bottom right"),
    ];
    cells[usize::from(cell)]
}

fn cell_name(cell: u8) -> &'static str {
    let cells = [
        tr!("top left corner"),
        tr!("top middle cell"),
        tr!("top right corner"),
        tr!("middle left cell"),
        tr!("centre"),
        tr!("middle right cell"),
        tr!("bottom left corner"),
        tr!("bottom middle cell"),
        tr!("bottom right corner"),
    ];
    cells[usize::from(cell)]
}

/// The site of a cell is (0, cell), with cells counted from 0.
impl BoardView for TicTacToe {
    fn scene(&self, at: &CellMarks, view: View) -> Scene {
        let is_closed = view == View::Play && is_over(self, at);
        let square = |cell: u8| {
            let face = match (at.x >> cell & 1, at.o >> cell & 1) {
                (1, _) => Face::Mark(Player::First),
                (_, 1) => Face::Mark(Player::Second),
                _ if is_closed => Face::Closed,
                _ => Face::Free,
            };
            let site = Site::new(0, u64::from(cell));
            Square::new(face, (cell + 1).to_string(), Some(site))
        };
        Scene::new(Picture::Squares(Squares {
            columns: 3,
            squares: (0..9).map(square).collect(),
            ground: Ground::Tiles,
            column_labels: Vec::new(),
            row_labels: Vec::new(),
        }))
    }

    fn sites(&self, _at: &CellMarks, m: &u8) -> Vec<Site> {
        vec![Site::new(0, u64::from(*m))]
    }
}

impl Listed for TicTacToe {
    type Ruleset = Self;

    const INFO: Info = Info {
        id: "tictactoe",
        name: tr_key!("Tic-tac-toe"),
        rule: tr_key!("Put your mark on a free cell."),
        ending: Ending::Always(tr_key!(
            "The first player to fill a row, column or diagonal wins. If nobody does, the game is a draw."
        )),
        default: None,
        players: Some(NAMES),
        params: &[],
        example: "tictactoe:X...O....",
        limits: tr_key!("every position"),
        misere_parts: MisereParts::Never,
        family: MenuGroup::Board,
        shape: Shape::None,
        numbers_text: with_commas::<u64>,
        numbered: "",
        nouns: Info::IMPARTIAL.nouns,
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::number(
            tr_key!("Marks"),
            tr_key!(
                "the number of marks in a random position; a normal game starts from an empty board"
            ),
            0..=8,
            3,
        )],
        start: |_| "tictactoe:.........".to_owned(),
        random: |values, pick| {
            let wanted = values.number(0);
            let mut marks = CellMarks::default();
            for _ in 0..wanted {
                // Leave out cells where a mark would complete a line, because a finished game is of no use as a
                // starting position.
                let free: Vec<u8> = (cells(marks.free()))
                    .filter(|&c| !marks.with(c).has_line(marks.mover()))
                    .collect();
                match free.len() {
                    0 => break,
                    n => marks = marks.with(free[saturating_cast::<usize, _>(pick(n as u64)) % n]),
                }
            }
            format!("tictactoe:{}", TicTacToe::default().state_text(&marks))
        },
        presets: &[
            (tr_key!("The empty board"), "tictactoe:........."),
            (
                tr_key!("X in a corner, O on an edge: X wins"),
                "tictactoe:XO.......",
            ),
            (
                tr_key!("X in a corner: O has one move that draws"),
                "tictactoe:X........",
            ),
            (
                tr_key!("X in opposite corners: O plays an edge and draws"),
                "tictactoe:X...O...X",
            ),
            (
                tr_key!("X has a corner and the centre: X wins"),
                "tictactoe:XO..X....",
            ),
        ],
    };

    fn open(_variant: &Variant<'_>) -> Result<OpenGame<Self>, IdError> {
        let facts = GameFacts {
            can_draw: true,
            has_symmetries: true,
            ..GameFacts::default()
        };
        let game = TicTacToe::default();
        Ok(OpenGame { game, facts })
    }
}

impl Game for TicTacToe {
    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        Ok(explain::reasons(case)?.into())
    }
}

impl Rules for TicTacToe {
    type Position = CellMarks;
    type Move = u8;

    fn standing(&self, at: &CellMarks) -> Standing {
        Standing {
            mover: Some(at.mover()),
            score: None,
        }
    }

    fn moves(&self, at: &CellMarks) -> MoveSet<'_, u8> {
        let free = if at.is_decided() { 0 } else { at.free() };
        cells(free).collect()
    }

    fn play(&self, at: &CellMarks, m: &u8) -> CellMarks {
        let legal = *m < 9 && !at.is_decided() && at.free() >> m & 1 == 1;
        after_legal(legal.then(|| at.with(*m)))
    }

    fn canonical(&self, at: &CellMarks) -> CellMarks {
        at.canonical()
    }
}

type BoardValues = FxHashMap<CellMarks, Verdict>;

fn search(game: &TicTacToe, at: CellMarks, known: &mut BoardValues) -> Verdict {
    if let Some(verdict) = known.get(&at) {
        return *verdict;
    }
    let mut next = Vec::new();
    for m in &game.moves(&at) {
        next.push(search(game, at.with(m), known));
    }
    // The opponent moved last, so a complete line belongs to the opponent.
    let verdict = if next.is_empty() && !at.has_line(at.mover().other()) {
        Verdict {
            outcome: Outcome::Draw,
            remoteness: 0,
        }
    } else {
        Verdict::best(Convention::Normal, next.into_iter())
    };
    known.insert(at, verdict);
    verdict
}

impl TicTacToe {
    fn values(&self) -> &BoardValues {
        self.values.get_or_init(|| {
            let mut known = BoardValues::default();
            search(self, CellMarks::default(), &mut known);
            known
        })
    }
}

impl Solve for TicTacToe {
    fn prove(&self, at: &CellMarks, _want: Want, _limits: &Limits) -> Result<Value, Stop> {
        let known = self.values().get(at).map(|verdict| verdict.value());
        known.ok_or_else(|| Stop::not_proved(tr!("play does not reach this position")))
    }
}
