//! Misère sums of Nim heaps of any size and components small enough to be explored.

use super::{Choice, Sum};
use crate::rules::{Limits, Stop};
use crate::solve::BesideHeaps;
use crate::solve::graph::{Graph, Product};
use crate::solve::large_piles::LargePiles;

/// The most positions of the parts that are no heaps of Nim.
const EXPLORED: usize = 20_000;

/// A sum whose parts are told apart: heaps of Nim, and all others together.
pub(super) struct SumOfPiles {
    found: LargePiles,
    /// The places of the parts that are no heaps of Nim.
    rest: Vec<usize>,
}

/// The sum seen so; `None` where a part is too large, or large piles follow no rule that is proved.
pub(super) fn of(sum: &Sum, limits: &Limits) -> Result<Option<SumOfPiles>, Stop> {
    let mut rest = Vec::new();
    let mut graphs: Vec<Graph> = Vec::new();
    let mut piles = 0;
    for (i, part) in sum.parts.iter().enumerate() {
        let part = part.part()?;
        match part.nim_heaps(limits) {
            Ok(Some(heaps)) => piles += heaps.iter().filter(|&&heap| heap >= 2).count(),
            Ok(None) | Err(Stop::NotProved(_)) => {
                let Some(graph) = part.graph(EXPLORED, limits)? else { return Ok(None) };
                rest.push(i);
                graphs.push(graph);
            }
            Err(stop) => return Err(stop),
        }
    }
    let values: Vec<Vec<u32>> = graphs.iter().map(Graph::grundy).collect();
    let Some(product) = Product::new(graphs, EXPLORED) else { return Ok(None) };
    let grundy = (0..product.len())
        .map(|at| product.places(at).zip(&values).fold(0, |xor, (at, values)| xor ^ u64::from(values[at])))
        .collect();
    // A pile of one stone or none may become a larger one, in games where such a move is taken back at once.
    Ok(LargePiles::new(product, grundy, piles, limits)?.map(|found| SumOfPiles { found, rest }))
}

impl SumOfPiles {
    /// The number of the sum itself among the positions of the parts that are no heaps of Nim.
    pub(super) fn here(&self) -> usize {
        self.found.rest().len() - 1
    }

    /// The number after the move that is number `i` of [`Sum::first_moves`] from the sum itself.
    pub(super) fn after(&self, sum: &Sum, i: usize, choices: &[Choice]) -> Result<usize, Stop> {
        let (part, _) = sum.split(&choices[i].text).map_err(|_| super::out_of_step())?;
        let Some(place) = self.rest.iter().position(|&rest| rest == part) else { return Ok(self.here()) };
        let in_rest =
            |choice: &&Choice| sum.split(&choice.text).is_ok_and(|(part, _)| self.rest.contains(&part));
        let number = choices[..i].iter().filter(in_rest).count();
        match self.found.rest().moves(self.here()).nth(number) {
            Some((moved, to)) if moved == place => Ok(to),
            _ => Err(super::out_of_step()),
        }
    }

    /// The heaps of the sum, without those of one part.
    fn heaps(&self, sum: &Sum, but: Option<usize>, limits: &Limits) -> Result<Vec<u64>, Stop> {
        let mut all = Vec::new();
        for (i, part) in sum.parts.iter().enumerate() {
            if Some(i) != but && !self.rest.contains(&i) {
                all.extend(part.part()?.nim_heaps(limits)?.ok_or_else(super::out_of_step)?);
            }
        }
        Ok(all)
    }

    /// Whether who has to move loses, the parts that are no heaps of Nim being in position `at`.
    pub(super) fn loses(&self, sum: &Sum, at: usize, limits: &Limits) -> Result<bool, Stop> {
        self.found.loses(at, &self.heaps(sum, None, limits)?).ok_or_else(too_many)
    }

    /// The first `most` moves that win, and how many there are in all; in position `at` as above.
    pub(super) fn winning(
        &self,
        sum: &Sum,
        at: usize,
        most: usize,
        limits: &Limits,
    ) -> Result<(Vec<Choice>, u128), Stop> {
        let mut first: Vec<Choice> = Vec::new();
        let mut count = 0;
        let heaps = self.heaps(sum, None, limits)?;
        for (i, part) in sum.parts.iter().enumerate() {
            let room = most - first.len().min(most);
            let part = part.part()?;
            if let Some(place) = self.rest.iter().position(|&rest| rest == i) {
                let moves = self.found.rest().moves(at).filter(|(moved, _)| *moved == place);
                let wins = moves.map(|(_, to)| self.found.loses(to, &heaps).ok_or_else(too_many));
                let wins = wins.collect::<Result<Vec<bool>, Stop>>()?;
                count += wins.iter().filter(|&&wins| wins).count() as u128;
                if room > 0 && wins.contains(&true) {
                    let listed = sum.parts[i].first_moves(wins.len());
                    if listed.len() != wins.len() {
                        return Err(super::out_of_step());
                    }
                    let won = listed.into_iter().zip(wins).filter(|(_, wins)| *wins).take(room);
                    first.extend(won.map(|(choice, _)| sum.lift(i, choice)));
                }
                continue;
            }
            let others = self.heaps(sum, Some(i), limits)?;
            let others = Others { found: &self.found, at, heaps: others };
            let found = part.winning_heaps(&others, room, limits)?;
            count += u128::from(found.count);
            first.extend(found.first.into_iter().map(|choice| sum.lift(i, choice)));
        }
        Ok((first, count))
    }
}

/// All parts but one.
struct Others<'a> {
    found: &'a LargePiles,
    at: usize,
    heaps: Vec<u64>,
}

impl BesideHeaps for Others<'_> {
    fn partner(&self, heaps: &[u64]) -> Result<u64, Stop> {
        self.found.partner(self.at, &[&self.heaps[..], heaps].concat()).ok_or_else(too_many)
    }

    fn loses(&self, heaps: &[u64]) -> Result<bool, Stop> {
        self.found.loses(self.at, &[&self.heaps[..], heaps].concat()).ok_or_else(too_many)
    }
}

fn too_many() -> Stop {
    Stop::not_proved("a move makes more piles than were looked at")
}
