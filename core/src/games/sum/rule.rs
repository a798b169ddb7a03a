//! Finds rules that decide a sum without a search of all its positions.

use super::Sum;
use crate::erased::{AnyPosition, Choice};
use crate::rules::{Convention, Limits, Stop, if_proved};
use crate::solve::graph::{Graph, Product};
use crate::solve::large_piles::LargePiles;
use crate::solve::quotient::{Element, HeapFamily, MixedQuotient};
use crate::solve::sums::{Added, MisereKind, OtherParts, Summand, Total, no_theorem};

/// The maximum sizes of Nim heaps and of other heaps for which a quotient is proved quickly.
const FEW: (u64, u64) = (7, 40);

/// For the theorem on large piles, the maximum number of positions of a part that is not a sum of Nim heaps. The same
/// limit applies to the number of combinations of positions of such parts.
const EXPLORED: usize = 20_000;

/// The rule that decides a sum.
pub(super) enum SumRule {
    Added(Total),
    /// The product of the parts in the quotient of all their heaps.
    Multiplied(SumProduct),
    /// The theorem on large piles.
    Piles(SumOfPiles),
}

/// The first winning moves and, if known, the number of all winning moves, which can be nearly 16 * 2^64.
pub(super) type CountedWins = (Vec<Choice>, Option<u128>);

fn plus(a: Option<u128>, b: Option<u128>) -> Option<u128> {
    Some(a? + b?)
}

impl SumRule {
    pub(super) fn added(&self) -> Option<Added> {
        match self {
            SumRule::Added(total) => total.misere,
            SumRule::Multiplied(_) | SumRule::Piles(_) => None,
        }
    }

    /// The index of the sum itself among the explored positions.
    pub(super) fn here(&self) -> usize {
        match self {
            SumRule::Piles(piles) => piles.here(),
            SumRule::Added(_) | SumRule::Multiplied(_) => 0,
        }
    }

    /// Returns the index of the explored position after the move `choices[i]`. `choices` must be the first moves of the
    /// sum.
    pub(super) fn after(&self, sum: &Sum, i: usize, choices: &[Choice]) -> Result<usize, Stop> {
        match self {
            SumRule::Piles(piles) => piles.after(sum, i, choices),
            SumRule::Added(_) | SumRule::Multiplied(_) => Ok(0),
        }
    }

    pub(super) fn loses(&self, sum: &Sum, at: usize, limits: &Limits) -> Result<bool, Stop> {
        match self {
            SumRule::Added(_) => total(sum, None, limits)?
                .loses(sum.convention)
                .ok_or_else(|| no_theorem(sum.convention)),
            SumRule::Multiplied(_) => Ok(product(sum, limits)?.map_err(Stop::not_proved)?.loses()),
            SumRule::Piles(piles) => piles.found.loses(at, &piles.heaps(sum, None, limits)?),
        }
    }

    /// Returns the first `listed` winning moves of `sum`, and the number of all its winning moves. The number is
    /// unknown if more than `most` moves of a part must be tested individually.
    pub(super) fn winning(
        &self,
        sum: &Sum,
        at: usize,
        listed: usize,
        most: usize,
        limits: &Limits,
    ) -> Result<CountedWins, Stop> {
        let multiplied = match self {
            SumRule::Multiplied(_) => Some(product(sum, limits)?.map_err(Stop::not_proved)?),
            SumRule::Added(_) | SumRule::Piles(_) => None,
        };
        let mut first = Vec::new();
        let mut count = Some(0);
        for (i, part) in sum.parts.iter().enumerate() {
            let room = listed - first.len().min(listed);
            let others = match (self, &multiplied) {
                (SumRule::Piles(piles), _) => match piles.rest.iter().position(|&rest| rest == i) {
                    Some(place) => {
                        let (won, all) = piles.winning_rest(sum, (i, place), at, room, limits)?;
                        first.extend(won);
                        count = plus(count, all);
                        continue;
                    }
                    None => {
                        let heaps = piles.heaps(sum, Some(i), limits)?;
                        OtherParts::Piles {
                            found: &piles.found,
                            at,
                            heaps,
                        }
                    }
                },
                (_, Some(product)) => OtherParts::Product {
                    whole: &product.whole,
                    beside: product.but(Some(i)),
                },
                _ => OtherParts::Sum(total(sum, Some(i), limits)?),
            };
            let found = part.as_part()?.winning(&others, room, most, limits);
            let found = match self {
                SumRule::Added(_) => found.map_err(|e| about(i, part.as_ref(), e))?,
                SumRule::Multiplied(_) | SumRule::Piles(_) => found?,
            };
            count = plus(count, found.count);
            first.extend(found.first.into_iter().map(|choice| sum.lift(i, choice)));
        }
        Ok((first, count))
    }
}

/// The total of all parts except `but`. An unknown Grundy value is an error only in normal play, where the total
/// depends on it.
pub(super) fn total(sum: &Sum, but: Option<usize>, limits: &Limits) -> Result<Total, Stop> {
    let mut all: Option<Total> = None;
    for (i, part) in sum
        .parts
        .iter()
        .enumerate()
        .filter(|(i, _)| but != Some(*i))
    {
        let term = part
            .summand(limits)
            .map_err(|e| about(i, part.as_ref(), e))?;
        if term.nimber.is_none() && sum.convention == Convention::Normal {
            return Err(Stop::not_proved(tr!(
                "the Grundy value of part {number}, {id}, is not known",
                number = i + 1,
                id = part.part_id()
            )));
        }
        all = Some(all.map_or(term.total(), |all| all.plus(&term.total())));
    }
    all.ok_or_else(|| Stop::not_proved(tr!("a sum of one part")))
}

fn about(i: usize, part: &dyn AnyPosition, stop: Stop) -> Stop {
    match stop {
        Stop::NotProved(why) => Stop::NotProved(tr!(
            "part {number}, {id}: {why}",
            number = i + 1,
            id = part.part_id()
        )),
        Stop::Fault(why) => Stop::Fault(tr!(
            "part {number}, {id}: {why}",
            number = i + 1,
            id = part.part_id()
        )),
        other => other,
    }
}

/// Returns the total of the parts if a theorem decides the sum. The theorem then also decides every position that is
/// reachable from the sum.
pub(super) fn by_theorem(sum: &Sum, limits: &Limits) -> Result<Option<Total>, Stop> {
    let total = total(sum, None, limits);
    match sum.convention {
        Convention::Normal => total.map(Some),
        Convention::Misere => Ok(if_proved(total)?.filter(|total| total.misere.is_some())),
    }
}

#[derive(Clone, Debug)]
pub(super) struct SumProduct {
    pub(super) whole: MixedQuotient,
    pub(super) elements: Vec<Element>,
}

/// Like [`product`], but returns `None` if the heaps are too large to find the elements quickly.
pub(super) fn product_of_few(sum: &Sum, limits: &Limits) -> Result<Option<SumProduct>, Stop> {
    for part in &sum.parts {
        let (heaps, most) = match part.summand(limits).map(|summand| summand.misere) {
            Ok(MisereKind::Nim(_)) => (
                part.as_part()?
                    .largest_nim_heap(limits)?
                    .into_iter()
                    .collect(),
                FEW.0,
            ),
            Ok(MisereKind::Kayles(heaps) | MisereKind::Heaps(heaps)) => (heaps, FEW.1),
            Ok(MisereKind::Tame(_) | MisereKind::Searched)
            | Err(Stop::NotProved(_) | Stop::Fault(_)) => {
                return Ok(None);
            }
            Err(stop) => return Err(stop),
        };
        if heaps.into_iter().any(|heap| heap > most) {
            return Ok(None);
        }
    }
    Ok(product(sum, limits)?.ok())
}

/// Expresses the parts of a misère sum as elements of one quotient. The inner `Err` is the reason why the parts have no
/// elements.
pub(super) fn product(sum: &Sum, limits: &Limits) -> Result<Result<SumProduct, String>, Stop> {
    let mut factors: Vec<(MisereKind, Option<String>)> = Vec::new();
    let mut families: Vec<(HeapFamily<'_>, u64)> = Vec::new();
    let mut nim = 0;
    for (i, part) in sum.parts.iter().enumerate() {
        let none = || {
            tr!(
                "part {number} is not made of heaps that a quotient covers",
                number = i + 1
            )
        };
        let kind = match part.summand(limits) {
            Err(Stop::NotProved(why) | Stop::Fault(why)) => return Ok(Err(why)),
            summand => summand?.misere,
        };
        let mut name = None;
        match &kind {
            MisereKind::Nim(_) => match part.as_part()?.largest_nim_heap(limits)? {
                Some(largest) => nim = nim.max(largest),
                None => return Ok(Err(none())),
            },
            MisereKind::Kayles(heaps) | MisereKind::Heaps(heaps) => {
                let Some(family) = part.heaps().filter(HeapFamily::is_multiplied) else {
                    return Ok(Err(none()));
                };
                let largest = heaps.iter().copied().max().unwrap_or(0);
                name = Some(family.name.clone());
                match families
                    .iter_mut()
                    .find(|(known, _)| known.name == family.name)
                {
                    Some((_, known)) => *known = largest.max(*known),
                    None => families.push((family, largest)),
                }
            }
            MisereKind::Tame(_) | MisereKind::Searched => return Ok(Err(none())),
        }
        factors.push((kind, name));
    }
    let whole = match MixedQuotient::new(nim, &families, limits) {
        Err(Stop::NotProved(why)) => return Ok(Err(why)),
        whole => whole?,
    };
    Ok(whole.and_then(|whole| {
        let elements = factors
            .iter()
            .map(|(kind, name)| whole.element(kind, name.as_deref()));
        match elements.collect::<Option<Vec<Element>>>() {
            Some(elements) => Ok(SumProduct { whole, elements }),
            None => Err(tr!("a heap is past what is proved").to_owned()),
        }
    }))
}

impl SumProduct {
    fn but(&self, part: Option<usize>) -> Element {
        let quotient = self.whole.found().quotient();
        let others = self
            .elements
            .iter()
            .enumerate()
            .filter(|(i, _)| part != Some(*i));
        others.fold(0, |all, (_, &element)| quotient.product(all, element))
    }

    pub(super) fn together(&self) -> Element {
        self.but(None)
    }

    pub(super) fn loses(&self) -> bool {
        self.whole.loses(self.together(), 0)
    }
}

pub(super) struct SumOfPiles {
    found: LargePiles,
    rest: Vec<usize>,
}

pub(super) fn of_piles(sum: &Sum, limits: &Limits) -> Result<Option<SumOfPiles>, Stop> {
    let mut rest = Vec::new();
    let mut graphs: Vec<Graph> = Vec::new();
    let mut piles = 0;
    for (i, part) in sum.parts.iter().enumerate() {
        match part.summand(limits) {
            Ok(Summand {
                misere: MisereKind::Nim(heaps),
                ..
            }) => {
                piles += heaps.iter().filter(|&&heap| heap >= 2).count();
            }
            Ok(_) | Err(Stop::NotProved(_) | Stop::Fault(_)) => {
                let Some(graph) = part.as_part()?.graph(EXPLORED, limits)? else {
                    return Ok(None);
                };
                rest.push(i);
                graphs.push(graph);
            }
            Err(stop) => return Err(stop),
        }
    }
    let values: Vec<Vec<u32>> = graphs.iter().map(Graph::grundy).collect();
    let Some(product) = Product::new(graphs, EXPLORED) else {
        return Ok(None);
    };
    let grundy = (0..product.len())
        .map(|at| {
            product
                .places(at)
                .zip(&values)
                .fold(0, |xor, (at, values)| xor ^ u64::from(values[at]))
        })
        .collect();
    // A part that equals a pile of at most one stone may have a reversible move to a larger pile. The theorem may then
    // cover this sum but not the sum after the move, so callers fall back on a search.
    Ok(LargePiles::new(product, grundy, piles, limits)?.map(|found| SumOfPiles { found, rest }))
}

impl SumOfPiles {
    fn here(&self) -> usize {
        self.found.rest().len() - 1
    }

    fn after(&self, sum: &Sum, i: usize, choices: &[Choice]) -> Result<usize, Stop> {
        let (part, _) = sum
            .split(&choices[i].text)
            .map_err(|_| super::out_of_step())?;
        let Some(place) = self.rest.iter().position(|&rest| rest == part) else {
            return Ok(self.here());
        };
        let in_rest = |choice: &&Choice| {
            sum.split(&choice.text)
                .is_ok_and(|(part, _)| self.rest.contains(&part))
        };
        let number = choices[..i].iter().filter(in_rest).count();
        match self.found.rest().moves(self.here()).nth(number) {
            Some((moved, to)) if moved == place => Ok(to),
            _ => Err(super::out_of_step()),
        }
    }

    pub fn large(&self, sum: &Sum, limits: &Limits) -> Result<usize, Stop> {
        Ok(self.found.large(&self.heaps(sum, None, limits)?))
    }

    fn heaps(&self, sum: &Sum, but: Option<usize>, limits: &Limits) -> Result<Vec<u64>, Stop> {
        let mut all = Vec::new();
        for (i, part) in sum.parts.iter().enumerate() {
            if Some(i) != but && !self.rest.contains(&i) {
                match part.summand(limits)?.misere {
                    MisereKind::Nim(heaps) => all.extend(heaps),
                    _ => return Err(super::out_of_step()),
                }
            }
        }
        Ok(all)
    }

    fn winning_rest(
        &self,
        sum: &Sum,
        (i, place): (usize, usize),
        at: usize,
        most: usize,
        limits: &Limits,
    ) -> Result<CountedWins, Stop> {
        let heaps = self.heaps(sum, None, limits)?;
        let moves = self
            .found
            .rest()
            .moves(at)
            .filter(|(moved, _)| *moved == place);
        let wins = moves.map(|(_, to)| self.found.loses(to, &heaps));
        let wins = wins.collect::<Result<Vec<bool>, Stop>>()?;
        let count = wins.iter().filter(|&&wins| wins).count();
        if most == 0 || count == 0 {
            return Ok((Vec::new(), Some(count as u128)));
        }
        let listed = sum.parts[i].first_moves(wins.len());
        if listed.len() != wins.len() {
            return Err(super::out_of_step());
        }
        let won = listed
            .into_iter()
            .zip(wins)
            .filter(|(_, wins)| *wins)
            .take(most);
        Ok((
            won.map(|(choice, _)| sum.lift(i, choice)).collect(),
            Some(count as u128),
        ))
    }
}
