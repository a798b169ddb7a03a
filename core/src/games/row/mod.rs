//! Implements the stone row, a row of stones with gaps: a move takes one stone, or two that touch. The game is known as
//! Kayles, or Rip Van Winkle's game of bowling pins (H. E. Dudeney, 1908; S. Loyd).
//!
//! Only the lengths of the runs matter. In normal play, the Grundy values of runs eventually have period 12. In misère
//! play, a rule of Sibert and Conway decides every row ([`solve::kayles`](crate::solve::kayles)).
//!
//! Rows are written as cells (`OO.OOO`) or as run lengths (`2,3`), and moves as cells (`3`, `3+4`). A stone occupies
//! the site (0, cell), with cells counted from 0.

#[cfg(test)]
mod tests;

use crate::games::prelude::*;
use std::ops::Range;
use std::sync::Arc;

use super::kayles;
use super::pieces::{self, Decision, Piece, PieceName, PieceNoun, PieceSum};
use crate::solve::kayles::{MisereCase, PERIOD, RunRules, Runs, grundy, partitions};
use crate::solve::lock::Cache;
use crate::solve::pieces::Multisets;
use crate::solve::quotient::{HeapFamily, KeptQuotient};

/// The maximum number of stones in a row whose remoteness is computed.
pub const MOST_WITH_REMOTENESS: u64 = 24;

pub struct StoneRow {
    convention: Convention,
    searched: Cache<Multisets<u8>>,
    /// The cached misère quotient for sums of runs and other games.
    beside: KeptQuotient,
}

/// A row of cells, each with or without a stone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RowStones(Box<[bool]>);

impl RowStones {
    fn allows(&self, m: &StoneMove) -> bool {
        self.0
            .get(m.cells())
            .is_some_and(|cells| cells.iter().all(|&stone| stone))
    }

    fn moves_of(run: Range<usize>) -> impl Iterator<Item = StoneMove> {
        let end = run.end;
        let moves = run.flat_map(|cell| [false, true].map(|two| StoneMove { cell, two }));
        moves.filter(move |m| m.cells().end <= end)
    }

    /// The runs of stones from the left, as ranges of cells from 0.
    pub fn runs(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            at += self.0[at..].iter().position(|&stone| stone)?;
            let first = at;
            at += self.0[at..].iter().take_while(|&&stone| stone).count();
            Some(first..at)
        })
    }

    fn kayles(&self) -> Runs {
        self.runs().map(|run| run.len() as u64).collect()
    }

    fn from_runs(runs: impl IntoIterator<Item = usize>) -> RowStones {
        let mut cells = Vec::new();
        for run in runs {
            if !cells.is_empty() {
                cells.push(false);
            }
            cells.extend(std::iter::repeat_n(true, run));
        }
        RowStones(cells.into())
    }
}

/// A move that takes one stone, or two stones that touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoneMove {
    /// The first cell, from 0.
    pub cell: usize,
    /// Whether the stone after the first one is taken too.
    pub two: bool,
}

impl StoneMove {
    fn cells(self) -> Range<usize> {
        self.cell..self.cell + 1 + usize::from(self.two)
    }
}

impl Listed for StoneRow {
    type Ruleset = Self;

    const INFO: Info = Info {
        id: "row",
        name: tr_key!("Kayles"),
        rule: tr_key!("Take one stone, or two that touch."),
        ending: Ending::LastMove(tr_key!("takes the last stone")),
        example: "row:OO.OOO",
        limits: tr_key!("rows of any length, in both conventions"),
        misere_parts: MisereParts::Kayles,
        family: MenuGroup::Board,
        shape: Shape::Single(1),
        numbered: tr_key!("a row of n stones without gaps"),
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::number(
            tr_key!("Cells"),
            tr_key!("the number of cells in the row"),
            1..=1000,
            13,
        )],
        start: |values| values.id("row"),
        random: |values, pick| {
            let mut row: Vec<bool> = (0..values.number(0)).map(|_| pick(4) > 0).collect();
            if !row.contains(&true) {
                row[0] = true;
            }
            format!(
                "row:{}",
                row.iter()
                    .map(|&stone| if stone { 'O' } else { '.' })
                    .collect::<String>()
            )
        },
        presets: &[
            (
                tr_key!("Thirteen stones, the second one taken"),
                "row:O.OOOOOOOOOOO",
            ),
            (tr_key!("Misère, nine stones"), "misere row:OOOOOOOOO"),
            (tr_key!("Runs of 1, 2 and 3"), "row:O.OO.OOO"),
            (tr_key!("Twenty stones"), "row:OOOOOOOOOOOOOOOOOOOO"),
        ],
    };

    fn open(variant: &Variant<'_>) -> Result<OpenGame<Self>, IdError> {
        Ok(StoneRow {
            convention: variant.convention,
            searched: Cache::default(),
            beside: KeptQuotient::default(),
        }
        .into())
    }
}

impl Game for StoneRow {
    fn position_facts(&self, at: &RowStones) -> PositionFacts {
        let runs = || at.runs().map(|run| run.len() as u64);
        PositionFacts {
            pairing: pieces::in_pairs(runs()).then_some(true),
            ..Pieces::new(PieceKind::Runs, runs()).into()
        }
    }

    fn explain(case: &Case<'_, Self>) -> Result<Explanation<Self>, Stop> {
        let Case { game, at, .. } = *case;
        let mut found = pieces::explain(case, Self::pieces, |_| game.own_reasons(case))?;
        let shows_move = |reason: &&mut Reason<_, _>| reason.reveals == Reveals::Move;
        if case.is_won()
            && let Some(best) = case.proved.best
            && let Some(reason) = found.reasons.iter_mut().find(shows_move)
        {
            reason.marks.extend(game.halves(at, best));
        }
        found.figure.small_values = (!found.figure.marks.is_empty()).then(small_values);
        Ok(found)
    }

    /// Calls `f` with one row for each partition of the number of stones into runs.
    fn positions(&self, kind: Positions<'_>, f: Visit<'_, RowStones>) -> bool {
        const MOST: u64 = 60;
        let stones = match kind {
            Positions::OfSize(stones) if stones <= MOST => stones,
            _ => return false,
        };
        let _ = partitions(
            saturating_cast(stones),
            saturating_cast(stones),
            &mut Vec::new(),
            &mut |runs| {
                f(if runs.is_empty() {
                    RowStones(Box::new([false]))
                } else {
                    RowStones::from_runs(runs.iter().copied())
                })
            },
        );
        true
    }

    fn theory(&self, _most: u64, _limits: &Limits) -> Result<Theory, Stop> {
        let theory = kayles::theory(self.convention);
        Ok(match self.convention {
            Convention::Normal => {
                theory.lost("false", tr!("the first move can leave two equal halves"))
            }
            Convention::Misere => theory,
        })
    }
}

impl Rules for StoneRow {
    type Position = RowStones;
    type Move = StoneMove;

    fn moves(&self, at: &RowStones) -> MoveSet<'_, StoneMove> {
        at.runs().flat_map(RowStones::moves_of).collect()
    }

    fn play(&self, at: &RowStones, m: &StoneMove) -> RowStones {
        after_legal(at.allows(m).then_some(()));
        let mut to = at.clone();
        to.0[m.cells()].fill(false);
        to
    }

    fn canonical(&self, at: &RowStones) -> RowStones {
        let mut runs: Vec<usize> = at.runs().map(|run| run.len()).collect();
        runs.sort_unstable_by(|a, b| b.cmp(a));
        RowStones::from_runs(runs)
    }
}

/// The maximum length of a row that is given by run lengths. Without a limit, a short list of run lengths could
/// describe a huge row.
const MOST_NAMED: u64 = 1_000_000;

const CELLS: CellText = CellText {
    kinds: "O.",
    also: "Ox",
    count: None,
    wrong_count: tr_key!("the row has no cells"),
    unknown: tr_key!("is neither a stone nor a gap"),
    clash: |_| None,
    expected: tr_key!("cells (O a stone, . a gap) or run lengths from 1, separated by commas"),
};

fn read_runs(text: Text<'_>) -> Result<RowStones, IdError> {
    let mut runs = Vec::new();
    let mut cells = 0u64;
    for piece in text.split(',') {
        let run = piece.number(tr!("a run length"), 1, MOST_NAMED)?;
        cells += run + u64::from(cells > 0);
        if cells > MOST_NAMED {
            return Err(piece.error(
                tr!(
                    "the row gets longer than {most_named} cells",
                    most_named = MOST_NAMED
                ),
                tr!("fewer or shorter runs"),
            ));
        }
        runs.push(saturating_cast(run));
    }
    Ok(RowStones::from_runs(runs))
}

impl Notation for StoneRow {
    fn states(&self) -> impl Grammar<Value = RowStones> {
        let is_runs = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || c == ',');
        CELLS
            .map(
                |cells, _| Ok(RowStones(cells.iter().map(|&kind| kind == 0).collect())),
                |at: &RowStones| at.0.iter().map(|&stone| u8::from(!stone)).collect(),
            )
            .or_read(move |text| is_runs(text.as_str()).then(|| read_runs(text)))
    }

    fn written_moves(&self, at: &RowStones) -> impl Grammar<Value = StoneMove> {
        let most = at.0.len() as u64;
        let read = |cells: Vec<u64>, text: Text<'_>| {
            let (cell, two) = match cells[..] {
                [cell] => (cell, false),
                [a, b] if a.abs_diff(b) == 1 => (a.min(b), true),
                [a, b] => return Err(text.error(tr!("cells {a} and {b} do not touch"), "")),
                _ => return Err(text.error(tr!("more than two cells are named"), "")),
            };
            Ok(StoneMove {
                cell: saturating_cast::<usize, _>(cell) - 1,
                two,
            })
        };
        List(Number::up_to(most, tr!("a cell")), '+')
            .map(read, |m: &StoneMove| {
                m.cells().map(|cell| cell as u64 + 1).collect()
            })
            .expecting(move || tr!("a cell from 1 to {most}, or two that touch, such as 3 or 3+4"))
            .refusing(|m| {
                let mut gaps = m.cells().filter(|&cell| at.0.get(cell) != Some(&true));
                let gap = gaps.next().unwrap_or(m.cell);
                (
                    tr!("no stone stands on cell {cell}", cell = gap + 1),
                    tr!("cells with stones").to_owned(),
                )
            })
    }

    fn words(&self, _at: &RowStones, m: &StoneMove, _wording: Wording<'_, Self>) -> String {
        let first = m.cell + 1;
        if m.two {
            tr!("take stones {first} and {second}", second = first + 1)
        } else {
            tr!("take stone {first}")
        }
    }
}

impl BoardView for StoneRow {
    fn scene(&self, at: &RowStones, view: View) -> Scene {
        let cell = |(&stone, cell): (&bool, u64)| BoardCell {
            face: if stone { Face::Stone } else { Face::Empty },
            sites: [
                (stone || view == View::Edit).then(|| Site::new(0, cell)),
                None,
            ],
        };
        let cells = at.0.iter().zip(0..).map(cell);
        Scene::new(Picture::Cells(Cells::Stones(cells.collect())))
    }

    fn sites(&self, _at: &RowStones, m: &StoneMove) -> Vec<Site> {
        m.cells().map(|cell| Site::new(0, cell as u64)).collect()
    }
}

impl Solve for StoneRow {
    fn prove(&self, at: &RowStones, want: Want, limits: &Limits) -> Result<Value, Stop> {
        let left = || self.remoteness(at, limits);
        want.prove_total(self.convention, at.kayles().into(), left)
    }

    fn summand(&self, at: &RowStones, _limits: &Limits) -> Result<Summand, Stop> {
        Ok(Summand::kayles(
            at.runs().map(|run| run.len() as u64).collect(),
        ))
    }

    /// Runs are heaps of the octal game 0.77.
    fn family(&self) -> Option<HeapFamily<'_>> {
        let name = "octal/0.77".to_owned();
        Some(HeapFamily {
            name,
            rules: Some(Arc::new(RunRules)),
            board: None,
            kept: Some(&self.beside),
        })
    }

    fn winning(&self, at: &RowStones, beside: Beside<'_>) -> Wins<'_, StoneMove> {
        let Beside { others, limits, .. } = beside;
        limits.check()?;
        let Some((outside, others)) = others.for_kayles(self.convention) else {
            return Ok(None);
        };
        let runs = at.kayles().join(&others);
        let mut found = MoveSet::default();
        for run in at.runs() {
            for m in RowStones::moves_of(run.clone()) {
                let left = m.cell - run.start;
                let right = run.end - m.cells().end;
                let to = runs.after(run.len() as u64, left as u64, right as u64);
                let wins = match self.convention {
                    Convention::Normal => u64::from(to.grundy()) == outside,
                    Convention::Misere => to.loses(Convention::Misere),
                };
                if wins {
                    found.push(m);
                }
            }
        }
        Ok(Some(found))
    }
}

impl StoneRow {
    fn remoteness(&self, at: &RowStones, limits: &Limits) -> Result<Option<u64>, Stop> {
        if at
            .0
            .iter()
            .filter(|&&stone| stone)
            .nth(saturating_cast(MOST_WITH_REMOTENESS))
            .is_some()
        {
            return Ok(None);
        }
        let pieces = at.runs().map(|run| saturating_cast(run.len())).collect();
        let mut searched = self.searched.locked(limits)?;
        let verdict = searched.verdicts(pieces, self.convention, limits, &|run| {
            let some = |n: u8| Some(n).filter(|&n| n > 0);
            (1..=run.min(2))
                .flat_map(|k| (0..=run - k).map(move |a| [some(a), some(run - k - a)]))
                .collect()
        })?;
        Ok(Some(verdict.remoteness.into()))
    }
}

/// Maximum length of a run for which the values of all options are listed.
const LISTED: usize = 100;

fn sites(cells: Range<usize>) -> Vec<Site> {
    cells.map(|cell| Site::new(0, cell as u64)).collect()
}

fn name(run: &Range<usize>) -> String {
    match run.len() {
        1 => tr!("stone {end}", end = run.end),
        2 => tr!(
            "the run of stones {first} and {last}",
            first = run.start + 1,
            last = run.end
        ),
        _ => tr!(
            "the run of stones {first} to {last}",
            first = run.start + 1,
            last = run.end
        ),
    }
}

impl StoneRow {
    fn halves(&self, at: &RowStones, best: &StoneMove) -> Vec<FigureMark> {
        let Some(run) = at.runs().find(|run| run.contains(&best.cell)) else {
            return Vec::new();
        };
        let left = run.start..best.cells().start;
        let right = best.cells().end..run.end;
        if left.is_empty()
            || left.len() != right.len()
            || self.convention.is_misere()
            || at.runs().count() > 1
        {
            return Vec::new();
        }
        let axis = FigureMark::Axis(
            Site::new(0, best.cells().start as u64),
            Site::new(0, best.cells().end as u64 - 1),
        );
        let half = |cells| FigureMark::Tint {
            places: sites(cells),
            tint: 0,
            label: None,
        };
        vec![half(left), half(right), axis]
    }
}

impl StoneRow {
    /// Divides a row into its runs. In `MisereCase::OneFourFive`, the board shows no values, because the values do not
    /// decide the position.
    fn pieces(&self, at: &RowStones, _limits: &Limits) -> Result<PieceSum<RowStones>, Stop> {
        let piece = |run: Range<usize>| Piece {
            name: PieceName::Phrase(name(&run)),
            short: run.len().to_string(),
            value: grundy(run.len() as u64).into(),
            alone: Some(RowStones::from_runs([run.len()])),
            has_few_moves: run.len() <= LISTED,
            places: sites(run),
        };
        Ok(PieceSum {
            noun: PieceNoun {
                one: tr!("run"),
                many: tr!("runs"),
                over: tr!("No stones are left"),
                values: tr!("*n over a run: Grundy value n"),
                has_dead: false,
                ..PieceNoun::HEAP
            },
            decision: match self.convention {
                Convention::Normal => Decision::NimSum,
                Convention::Misere => Decision::Own {
                    shows_values: at.kayles().misere_case() != MisereCase::OneFourFive,
                },
            },
            pieces: at.runs().map(piece).collect(),
        })
    }

    fn own_reasons(&self, case: &Case<'_, Self>) -> GameReasons<Self> {
        if !self.convention.is_misere() {
            return Ok(Vec::new());
        }
        let Case { at, .. } = *case;
        let lengths: Vec<u64> = at.runs().map(|run| run.len() as u64).collect();
        let [headline, because] = kayles::misere_case(&lengths, [tr!("run"), tr!("runs")]);
        let itself = |reason: Reason<_, _>| reason.claiming(case.itself());
        Ok([Reason::headline(headline), Reason::because(because)]
            .map(itself)
            .into())
    }
}

fn small_values() -> SmallValues {
    SmallValues {
        of: tr!("run"),
        rows: (1..=PERIOD).map(|n| (n, u64::from(grundy(n)))).collect(),
    }
}
