//! Every strip by its gaps; remoteness by search where there are few cells.

use std::collections::BTreeMap;

use super::{ColouredStrip, Colouring, MOST_CELLS, MOST_MISERE, MOST_WITH_REMOTENESS, Paint};
use crate::games::strip::gaps::{Cell, Gap, Total, gaps};
use crate::rules::{Convention, Limits, Outcome, Stop, Value};
use crate::solve::quotient::Factor;
use crate::solve::sums::{OtherParts, Summand, no_theorem};
use crate::solve::{Impartial, ReplyCounter, Solve, WinningMoves};

impl ColouredStrip {
    fn refuse_large(&self, at: &Colouring) -> Result<(), Stop> {
        let (most, convention) = match self.convention {
            Convention::Normal => (MOST_CELLS, "normal"),
            Convention::Misere => (MOST_MISERE, "misère"),
        };
        match at.0.len() {
            n if n <= most => Ok(()),
            n => Err(Stop::not_proved(format!(
                "in {convention} play strips are solved up to {most} cells, and this one has {n}"
            ))),
        }
    }

    fn remoteness(&self, at: &Colouring, limits: &Limits) -> Result<Option<u64>, Stop> {
        let playable = |gap: Gap| Some(gap.normal()).filter(|gap| gap.count_moves() > 0);
        let pieces: Vec<Gap> = gaps(&at.0).filter_map(|(_, gap)| playable(gap)).collect();
        if pieces.iter().map(|gap| gap.len).sum::<usize>() > MOST_WITH_REMOTENESS {
            return Ok(None);
        }
        let mut searched = self.searched.locked(limits)?;
        let verdict = searched.verdicts(pieces, self.convention, limits, &|gap: Gap| {
            (0..gap.len)
                .flat_map(|i| Cell::COLOURS.map(|colour| (i, colour)))
                .filter(|&(i, colour)| gap.allows(i, colour))
                .map(|(i, colour)| gap.split(i, colour).map(playable))
                .collect()
        })?;
        Ok(Some(verdict.remoteness.into()))
    }
}

impl Solve for ColouredStrip {
    fn value(&self, at: &Colouring, limits: &Limits) -> Result<Value, Stop> {
        self.refuse_large(at)?;
        let tame = Total::of(&at.0).tame();
        Ok(Value::of(Outcome::won(!tame.loses(self.convention)))
            .with_grundy((!self.convention.is_misere()).then_some(tame.value))
            .with_remoteness(self.remoteness(at, limits)?))
    }

    fn outcome(&self, at: &Colouring, _limits: &Limits) -> Result<Outcome, Stop> {
        self.refuse_large(at)?;
        Ok(Outcome::won(!Total::of(&at.0).tame().loses(self.convention)))
    }

    fn winning(&self, at: &Colouring, most: usize, limits: &Limits) -> Result<WinningMoves<Paint>, Stop> {
        self.winning_beside(at, &OtherParts::none(), most, limits)
    }

    /// Gaps of the same kind and length are counted together, once for all moves.
    fn count_winning_replies<'s>(&'s self, at: &'s Colouring, limits: &'s Limits) -> ReplyCounter<'s, Paint> {
        let total = Total::of(&at.0);
        let places: Vec<(usize, Gap)> = gaps(&at.0).collect();
        let mut kinds: BTreeMap<Gap, u64> = BTreeMap::new();
        for (_, gap) in &places {
            *kinds.entry(gap.normal()).or_default() += 1;
        }
        let kinds: Vec<(Gap, u64)> = kinds.into_iter().collect();
        Box::new(move |m| {
            limits.check()?;
            let place = places.partition_point(|(first, _)| *first <= m.cell);
            let Some(&(first, gap)) = place.checked_sub(1).and_then(|i| places.get(i)) else {
                return Ok(0);
            };
            let [a, b] = gap.split(m.cell - first, m.colour);
            let to = total.minus(&gap).plus(&a).plus(&b);
            let all: u64 =
                kinds.iter().map(|(gap, count)| count * to.winning_moves(gap, self.convention)).sum();
            let new: u64 = [a, b].iter().map(|gap| to.winning_moves(gap, self.convention)).sum();
            Ok(all + new - to.winning_moves(&gap, self.convention))
        })
    }
}

impl Impartial for ColouredStrip {
    fn convention(&self) -> Convention {
        self.convention
    }

    fn summand(&self, at: &Colouring, _limits: &Limits) -> Result<Summand, Stop> {
        self.refuse_large(at)?;
        Ok(Summand::Tame(Total::of(&at.0).tame()))
    }

    fn factor(&self, at: &Colouring, _limits: &Limits) -> Result<Option<Factor>, Stop> {
        self.refuse_large(at)?;
        Ok(gaps(&at.0).map(|(_, gap)| gap.heap_of_nim()).collect::<Option<_>>().map(Factor::Nim))
    }

    /// A move changes one gap: nothing else is added up again, and a mere count is a closed form for each gap.
    fn winning_beside(
        &self,
        at: &Colouring,
        others: &OtherParts,
        most: usize,
        limits: &Limits,
    ) -> Result<WinningMoves<Paint>, Stop> {
        self.refuse_large(at)?;
        limits.check()?;
        let total = Total::of(&at.0);
        let mut found = WinningMoves::default();
        for (first, gap) in gaps(&at.0) {
            let unchanged = total.minus(&gap);
            if found.first.len() >= most {
                let mut beside = others.clone();
                beside.add(&Summand::Tame(unchanged.tame()));
                let (firm, fickle) = beside.targets(self.convention).ok_or_else(no_theorem)?;
                found.count += gap.moves_to(fickle)[0] + gap.moves_to(firm)[1];
                continue;
            }
            for i in 0..gap.len {
                for colour in Cell::COLOURS.into_iter().filter(|&colour| gap.allows(i, colour)) {
                    let [a, b] = gap.split(i, colour);
                    let to = unchanged.plus(&a).plus(&b).tame();
                    let wins = match others.is_none() {
                        true => to.loses(self.convention),
                        false => {
                            (others.loses_with(&Summand::Tame(to), self.convention)).ok_or_else(no_theorem)?
                        }
                    };
                    if wins {
                        found.push(Paint { cell: first + i, colour }, most);
                    }
                }
            }
        }
        Ok(found)
    }
}
