//! Implements the coloured strip, a row of cells: a move colours a free cell with 1 or 2 so that no two neighbours have
//! the same colour.
//!
//! A strip is the sum of its gaps. The values of gaps are known in closed form, and in misère play the gaps are tame
//! ([`gaps`](mod@gaps)).
//!
//! Strips are written as digits (`010002`), and moves as a cell and a colour (`4=1`). On the board, choosing the site
//! (c, i) colours cell `i` (from 0) with `c` (1 or 2).

pub mod gaps;
#[cfg(test)]
mod tests;

use crate::games::prelude::*;

use super::pieces::{self, Decision, Piece, PieceName, PieceNoun, PieceSum};
use super::reasons::{counted, how_many_win};
use crate::solve::lock::Cache;
use crate::solve::pieces::Multisets;
use gaps::{Cell, Gap, gaps, total};

const MOST_CELLS: usize = 1_000_000;

/// The maximum number of free cells in a strip whose remoteness is computed. Cells in gaps that allow no move do not
/// count.
pub const MOST_WITH_REMOTENESS: usize = 12;

pub struct ColouredStrip {
    convention: Convention,
    searched: Cache<Multisets<Gap>>,
}

/// The cells from left to right; no two neighbours have the same colour.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Colouring(Box<[Cell]>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Paint {
    /// The index, from 0 at the left.
    pub cell: usize,
    pub colour: Cell,
}

impl Listed for ColouredStrip {
    type Ruleset = Self;

    const INFO: Info = Info {
        id: "strip",
        name: tr_key!("Coloured strip"),
        rule: tr_key!("Colour a free cell so that no two neighbours have the same colour."),
        example: "strip:010002",
        limits: tr_key!("1,000,000 cells, in both conventions"),
        misere_parts: MisereParts::Tame,
        family: MenuGroup::Board,
        shape: Shape::Single(1),
        numbered: tr_key!("a strip of n free cells"),
        numbers_text: |numbers| {
            let cells = numbers.first().map_or(0, |&n| n.min(MOST_CELLS as u64 + 1));
            "0".repeat(saturating_cast(cells))
        },
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::number(
            tr_key!("Cells"),
            tr_key!("the number of cells in the strip"),
            1..=100_000,
            13,
        )],
        start: |values| format!("strip:{}", "0".repeat(saturating_cast(values.number(0)))),
        random: |values, pick| {
            let cells = saturating_cast(values.number(0));
            let mut text = String::with_capacity(cells);
            for _ in 0..cells {
                let colour = match pick(6) {
                    0 => '1',
                    1 => '2',
                    _ => '0',
                };
                text.push(if colour != '0' && text.ends_with(colour) {
                    '0'
                } else {
                    colour
                });
            }
            format!("strip:{text}")
        },
        presets: &[
            (tr_key!("Six cells, two of them coloured"), "strip:010002"),
            (tr_key!("Twelve free cells"), "strip:000000000000"),
            (tr_key!("Thirteen free cells"), "strip:0000000000000"),
            (tr_key!("Three gaps"), "strip:00010000200000"),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Self>, IdError> {
        Ok(ColouredStrip {
            convention: variant.convention,
            searched: Cache::default(),
        }
        .into())
    }
}

impl Game for ColouredStrip {
    fn position_facts(&self, at: &Colouring) -> PositionFacts {
        let gaps = at.0.split(|&cell| cell != Cell::Free);
        let is_free = |end: Option<&Cell>| u64::from(end == Some(&Cell::Free));
        let pieces = Pieces {
            free_ends: is_free(at.0.first()) + is_free(at.0.last()),
            ..Pieces::new(PieceKind::Runs, gaps.map(|gap| gap.len() as u64))
        };
        PositionFacts {
            pairing: pieces::in_pairs(live_gaps(at).map(|(_, gap)| (gap.len, kind(&gap))))
                .then_some(true),
            ..pieces.into()
        }
    }

    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        pieces::explain(case, Self::pieces, |pieces| {
            case.game.own_reasons(case, pieces)
        })
    }

    fn theory(&self, _most: u64, _limits: &Limits) -> Result<Theory, Stop> {
        Ok(match self.convention {
            Convention::Normal => Theory::default().repeating(
                0,
                2,
                tr!("a free strip has the Grundy value of its parity"),
            ),
            Convention::Misere => {
                Theory::default().repeating(4, 2, tr!("every gap of the strip is tame"))
            }
        })
    }
}

impl Colouring {
    fn allows(&self, m: &Paint) -> bool {
        m.colour != Cell::Free
            && self.0.get(m.cell) == Some(&Cell::Free)
            && !self.touches(m.cell, m.colour)
    }

    fn at(&self, cell: Option<usize>) -> Cell {
        cell.and_then(|cell| self.0.get(cell))
            .copied()
            .unwrap_or_default()
    }

    fn touches(&self, cell: usize, colour: Cell) -> bool {
        self.at(cell.checked_sub(1)) == colour || self.at(cell.checked_add(1)) == colour
    }
}

impl Rules for ColouredStrip {
    type Position = Colouring;
    type Move = Paint;

    fn moves(&self, at: &Colouring) -> MoveSet<'_, Paint> {
        let paint = |(first, gap): (usize, Gap)| {
            gap.moves().map(move |(i, colour)| Paint {
                cell: first + i,
                colour,
            })
        };
        gaps(&at.0).flat_map(paint).collect()
    }

    fn play(&self, at: &Colouring, m: &Paint) -> Colouring {
        after_legal(at.allows(m).then_some(()));
        let mut to = at.clone();
        to.0[m.cell] = m.colour;
        to
    }

    fn canonical(&self, at: &Colouring) -> Colouring {
        let swap = |cell: &Cell| match cell {
            Cell::Free => Cell::Free,
            Cell::One => Cell::Two,
            Cell::Two => Cell::One,
        };
        let turned: Box<[Cell]> = at.0.iter().rev().copied().collect();
        let swapped = at.0.iter().map(swap).collect();
        let both = turned.iter().map(swap).collect();
        Colouring(
            [turned, swapped, both]
                .into_iter()
                .fold(at.0.clone(), Ord::min),
        )
    }
}

fn digit(cell: Cell) -> char {
    match cell {
        Cell::Free => '0',
        Cell::One => '1',
        Cell::Two => '2',
    }
}

const CELLS: CellText = CellText {
    kinds: "012",
    also: "",
    count: None,
    wrong_count: tr_key!("the strip has no cells"),
    unknown: tr_key!("is not a cell"),
    clash: |cells| match *cells {
        [.., a, b] if a == b && b != 0 => Some(tr!(
            "cells {first} and {second} both have colour {b}",
            first = cells.len() - 1,
            second = cells.len()
        )),
        _ => None,
    },
    expected: tr_key!("cells: 0 free, 1 or 2 coloured, no two neighbours of the same colour"),
};

impl Notation for ColouredStrip {
    fn states(&self) -> impl Grammar<Value = Colouring> {
        const KINDS: [Cell; 3] = [Cell::Free, Cell::One, Cell::Two];
        CELLS.map(
            |cells, _| {
                Ok(Colouring(
                    cells.iter().map(|&kind| KINDS[usize::from(kind)]).collect(),
                ))
            },
            |at: &Colouring| at.0.iter().map(|&cell| cell as u8).collect(),
        )
    }

    fn written_moves(&self, at: &Colouring) -> impl Grammar<Value = Paint> {
        let most = at.0.len() as u64;
        let read = |(place, colour): (u64, u64), _: Text<'_>| {
            Ok(Paint {
                cell: saturating_cast::<usize, _>(place) - 1,
                colour: if colour == 1 { Cell::One } else { Cell::Two },
            })
        };
        Pair::new(
            Number::up_to(most, tr!("a cell")),
            '=',
            Number::up_to(2, tr!("a colour")),
            tr!("there is no = in it"),
        )
        .expecting(move || tr!("a cell from 1 to {most}, = and a colour, such as 4=1"))
        .map(read, |m: &Paint| (m.cell as u64 + 1, m.colour as u64))
        .refusing(|m| {
            let place = m.cell + 1;
            match at.0.get(m.cell) {
                Some(&Cell::Free) => (
                    tr!(
                        "a neighbour of cell {place} has colour {colour} already",
                        colour = digit(m.colour)
                    ),
                    tr!("a colour that no neighbour has").to_owned(),
                ),
                Some(&taken) => (
                    tr!("cell {place} has colour {taken}", taken = digit(taken)),
                    tr!("a free cell").to_owned(),
                ),
                None => (
                    tr!("there is no cell {place}"),
                    tr!("a cell from 1 to {most}", most = at.0.len()),
                ),
            }
        })
    }

    fn words(&self, _at: &Colouring, m: &Paint, wording: Wording<'_, Self>) -> String {
        let (colour, cell) = (digit(m.colour), m.cell + 1);
        match wording {
            Wording::Brief => tr!("put colour {colour} in {cell}"),
            Wording::Full | Wording::Reply(..) => tr!("put colour {colour} in cell {cell}"),
        }
    }
}

fn site(m: &Paint) -> Site {
    Site::new(if m.colour == Cell::Two { 2 } else { 1 }, m.cell as u64)
}

impl BoardView for ColouredStrip {
    fn scene(&self, at: &Colouring, view: View) -> Scene {
        let cells = at.0.iter().enumerate().map(|(cell, &painted)| {
            let sites = Cell::COLOURS.map(|colour| {
                let m = Paint { cell, colour };
                let is_site = match view {
                    View::Play => at.allows(&m),
                    View::Edit => at.0[cell] == Cell::Free || at.0[cell] == colour,
                };
                is_site.then(|| site(&m))
            });
            let face = match painted {
                Cell::One => Face::ColourOne,
                Cell::Two => Face::ColourTwo,
                Cell::Free if sites == [None, None] => Face::Closed,
                Cell::Free => Face::Free,
            };
            BoardCell { face, sites }
        });
        Scene::new(Picture::Cells(Cells::Boxes(cells.collect())))
    }

    fn sites(&self, _at: &Colouring, m: &Paint) -> Vec<Site> {
        vec![site(m)]
    }
}

impl ColouredStrip {
    fn refuse_large(&self, at: &Colouring) -> Result<(), Stop> {
        match at.0.len() {
            n if n <= MOST_CELLS => Ok(()),
            n => Err(Stop::not_proved(tr!(
                "strips are solved up to {most} cells, and this one has {n}",
                most = MOST_CELLS
            ))),
        }
    }
}

impl Solve for ColouredStrip {
    fn prove(&self, at: &Colouring, want: Want, limits: &Limits) -> Result<Value, Stop> {
        self.refuse_large(at)?;
        let left = || self.remoteness(at, limits);
        want.prove_total(self.convention, total(&at.0).tame().into(), left)
    }

    fn summand(&self, at: &Colouring, _limits: &Limits) -> Result<Summand, Stop> {
        self.refuse_large(at)?;
        let nim: Option<Vec<u64>> = gaps(&at.0).map(|(_, gap)| gap.heap_of_nim()).collect();
        Ok(nim.map_or(Summand::tame(total(&at.0).tame()), Summand::nim))
    }

    fn winning(&self, at: &Colouring, beside: Beside<'_>) -> Wins<'_, Paint> {
        self.refuse_large(at)?;
        beside.limits.check()?;
        let total = total(&at.0);
        let mut found = MoveSet::default();
        for (first, gap) in gaps(&at.0) {
            let unchanged = total.minus(gap.tame()).tame();
            let Some((firm, fickle)) = beside.others.targets(unchanged, self.convention) else {
                return Ok(None);
            };
            for (i, colour) in gap.moves_to((firm, fickle)) {
                if found.listed() >= beside.most as u128 {
                    return Ok(Some(found.and_more()));
                }
                found.push(Paint {
                    cell: first + i,
                    colour,
                });
            }
        }
        Ok(Some(found))
    }
}

impl ColouredStrip {
    fn remoteness(&self, at: &Colouring, limits: &Limits) -> Result<Option<u64>, Stop> {
        let playable = |gap: Gap| Some(gap.normal()).filter(|gap| gap.count_moves() > 0);
        let pieces: Vec<Gap> = gaps(&at.0).filter_map(|(_, gap)| playable(gap)).collect();
        if pieces.iter().map(|gap| gap.len).sum::<usize>() > MOST_WITH_REMOTENESS {
            return Ok(None);
        }
        let mut searched = self.searched.locked(limits)?;
        let verdict = searched.verdicts(pieces, self.convention, limits, &|gap: Gap| {
            gap.moves()
                .map(|(i, colour)| gap.split(i, colour).map(playable))
                .collect()
        })?;
        Ok(Some(verdict.remoteness.into()))
    }
}

/// The maximum number of cells in a strip whose gaps and halves are marked on the board.
const DRAWN: usize = 2_000;

/// Maximum number of cells in a gap about which claims are made. A claim about a gap includes a strip that contains
/// only the gap, so claims about longer gaps would be too long.
const WRITTEN: usize = 200;

fn kind(gap: &Gap) -> &'static str {
    match (gap.left, gap.right) {
        (Cell::Free, Cell::Free) => tr!("(the whole strip)"),
        (Cell::Free, _) | (_, Cell::Free) => tr!("at an edge"),
        (left, right) if left == right => tr!("with the same colour at both ends"),
        _ => tr!("with different colours at its ends"),
    }
}

fn live_gaps(at: &Colouring) -> impl Iterator<Item = (usize, Gap)> {
    gaps(&at.0).filter(|(_, gap)| gap.count_moves() > 0)
}

fn alone(gap: &Gap) -> Colouring {
    let mut cells = vec![Cell::Free; gap.len];
    if gap.left != Cell::Free {
        cells.insert(0, gap.left);
    }
    if gap.right != Cell::Free {
        cells.push(gap.right);
    }
    Colouring(cells.into())
}

fn sites(first: usize, gap: &Gap) -> Vec<Site> {
    (0..gap.len)
        .filter_map(|i| {
            let colour = (1u32..)
                .zip(Cell::COLOURS)
                .find(|&(_, colour)| gap.allows(i, colour));
            colour.map(|(group, _)| Site::new(group, (first + i) as u64))
        })
        .collect()
}

impl ColouredStrip {
    fn pieces(&self, at: &Colouring, _limits: &Limits) -> Result<PieceSum<Colouring>, Stop> {
        let piece = |(first, gap): (usize, Gap)| Piece {
            name: PieceName::Phrase(match gap.len {
                1 => tr!("the gap at cell {cell}", cell = first + 1),
                len => tr!(
                    "the gap at cells {first} to {last}",
                    first = first + 1,
                    last = first + len
                ),
            }),
            short: format!(
                "{} {}",
                counted(gap.len as u64, tr!("cell"), tr!("cells")),
                kind(&gap)
            ),
            value: gap.tame().value,
            places: if at.0.len() <= DRAWN {
                sites(first, &gap)
            } else {
                Vec::new()
            },
            alone: (gap.len <= WRITTEN).then(|| alone(&gap)),
            has_few_moves: false,
        };
        Ok(PieceSum {
            noun: PieceNoun {
                one: tr!("gap"),
                many: tr!("gaps"),
                over: tr!("No cell can be coloured"),
                values: tr!("*n over a gap: Grundy value n"),
                listed: false,
                ..PieceNoun::HEAP
            },
            decision: match self.convention {
                Convention::Normal => Decision::NimSum,
                Convention::Misere => Decision::LikeNim {
                    firm: total(&at.0).tame().firm,
                },
            },
            pieces: live_gaps(at).map(piece).collect(),
        })
    }

    fn own_reasons(&self, case: &Case<'_, Self>, pieces: &[Piece<Colouring>]) -> GameReasons<Self> {
        let Case { at, proved, .. } = *case;
        let rule = tr!(
            "The value of a gap at an edge is its length. A gap between cells of the same colour has value 1, and a gap between different colours has value 0."
        );
        let cells = at.0.len();
        let free = at.0.iter().all(|cell| *cell == Cell::Free);
        let mut reasons = Vec::new();
        if free && !self.convention.is_misere() {
            let texts = match proved.value.outcome {
                Outcome::Loss => [
                    tr!("There is no middle cell, so your opponent can mirror you."),
                    tr!(
                        "When you colour a cell, your opponent gives the mirror-image cell the other colour. So your opponent moves last."
                    ),
                ],
                _ => [
                    tr!("Colour the middle cell, then mirror your opponent."),
                    tr!(
                        "When your opponent colours a cell, put the same colour in the mirror-image cell. That way you move last."
                    ),
                ],
            };
            let halves: Vec<FigureMark> = match (cells, pieces) {
                (2..=DRAWN, [_]) => [0..cells / 2, cells.div_ceil(2)..cells]
                    .map(|half| FigureMark::Tint {
                        places: half.map(|cell| Site::new(1, cell as u64)).collect(),
                        tint: 0,
                        label: None,
                    })
                    .into(),
                _ => Vec::new(),
            };
            reasons.push(Reason::headline(texts[0]).claiming(case.itself()));
            reasons.push(
                Reason::because(texts[1])
                    .claiming(case.itself())
                    .drawing(halves),
            );
        } else if !free {
            reasons.push(Reason::new(rule).claiming(case.itself()));
        }
        // If there is only one move, the outcome already tells whether this move wins.
        if !proved.winning.is_empty() && self.moves(at).len() != Some(1) {
            reasons.push(how_many_win(case));
        }
        Ok(reasons)
    }
}
