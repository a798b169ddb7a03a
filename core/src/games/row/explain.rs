//! Why a row is won or lost: the values of its runs, or in misère play the case of the rule that decides.

use std::ops::Range;

use super::{RowStones, StoneMove, StoneRow};
use crate::erased::{GameReasons, Proved};
use crate::games::kayles;
use crate::games::pieces::{Decision, Piece, PieceNoun, SumOfPieces};
use crate::rules::{Claim, FigureMark, Limits, Outcome, Reason, Site, SmallValues, Stop, nearest};
use crate::solve::kayles::{MisereCase, PERIOD, grundy};

/// Of longer runs it is not said what they can become.
const LISTED: u64 = 100;

fn sites(cells: Range<usize>) -> Vec<Site> {
    cells.map(|cell| Site::new(0, cell as u64)).collect()
}

fn name(run: &Range<usize>) -> String {
    match run.len() {
        1 => format!("the stone at {}", run.end),
        _ => format!("the run from {} to {}", run.start + 1, run.end),
    }
}

impl SumOfPieces for StoneRow {
    const NOUN: PieceNoun = PieceNoun {
        one: "run",
        many: "runs",
        over: "No stone is left",
        values: "* and a number over a run: its Grundy value",
        listed: true,
    };

    fn pieces(&self, at: &RowStones, _limits: &Limits) -> Result<Vec<Piece<RowStones>>, Stop> {
        let piece = |run: Range<usize>| Piece {
            name: name(&run),
            short: run.len().to_string(),
            value: grundy(run.len() as u64).into(),
            alone: Some(RowStones::from_runs([run.len()])),
            places: sites(run),
        };
        Ok(at.runs().map(piece).collect())
    }

    fn piece_of(&self, at: &RowStones, m: &StoneMove) -> Option<usize> {
        at.runs().position(|run| run.contains(&m.cell))
    }

    fn decision(&self, _at: &RowStones, _limits: &Limits) -> Result<Decision, Stop> {
        Ok(if self.convention.is_misere() { Decision::Own } else { Decision::NimSum })
    }

    /// In one case of misère play the values say nothing.
    fn shows_values(&self, at: &RowStones, _limits: &Limits) -> Result<bool, Stop> {
        Ok(!self.convention.is_misere() || at.kayles().misere_case() != MisereCase::OneFourFive)
    }

    fn own_reasons(
        &self,
        at: &RowStones,
        _pieces: &[Piece<RowStones>],
        proved: &Proved<'_, StoneMove>,
        _limits: &Limits,
    ) -> GameReasons<Self> {
        let lengths: Vec<u64> = at.runs().map(|run| run.len() as u64).collect();
        if !self.convention.is_misere() {
            // Every single run can be cut in half, where another move wins sooner too.
            let &[run @ 3u64..=u64::MAX] = &lengths[..] else { return Ok(Vec::new()) };
            let half = nearest((run - 1) / 2);
            let halves = Claim::Outcome(RowStones::from_runs([half, half]), Outcome::Loss);
            let because =
                "Copy each of your opponent's moves in the other half. Then you make the last move.";
            // What is claimed of the halves tells the move, where it is the only one: the headline must not.
            let headline = Reason::headline("Cut the run in half and copy your opponent.");
            let reasons = [headline, Reason::because(because).claiming(halves)];
            return Ok(reasons.map(|reason| reason.claiming(proved.itself(at.clone()))).into());
        }
        let [headline, because] = kayles::misere_case(&lengths, ["run", "runs"]);
        let reasons = [Reason::headline(headline), Reason::because(because)];
        Ok(reasons.map(|reason| reason.claiming(proved.itself(at.clone()))).into())
    }

    fn reached(&self, piece: &Piece<RowStones>, _limits: &Limits) -> Result<Option<Vec<u64>>, Stop> {
        let run = piece.places.len() as u64;
        let splits =
            |taken| (0..=(run - taken) / 2).map(move |a| u64::from(grundy(a) ^ grundy(run - taken - a)));
        Ok((run <= LISTED).then(|| (1..=run.min(2)).flat_map(splits).collect()))
    }

    /// The halves of a run that is cut in two.
    fn move_marks(&self, at: &RowStones, best: &StoneMove) -> Vec<FigureMark> {
        let Some(run) = at.runs().find(|run| run.contains(&best.cell)) else { return Vec::new() };
        let (left, right) = (run.start..best.cells().start, best.cells().end..run.end);
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
        let half = |cells| FigureMark::Tint { places: sites(cells), tint: 0, label: String::new() };
        vec![half(left), half(right), axis]
    }
}

/// The values of short runs: every run of a usual row, and one period.
pub(super) fn small_values() -> SmallValues {
    SmallValues { of: "run", rows: (1..=PERIOD).map(|n| (n, u64::from(grundy(n)))).collect() }
}
