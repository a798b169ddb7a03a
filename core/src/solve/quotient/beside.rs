//! Solves misère sums of heaps from different games. The quotient of one game does not cover the heaps of another game,
//! so all the games share one quotient, which also contains Nim heaps.

use std::sync::Arc;

use super::{Element, GameQuotient, HeapElements, HeapRules};
use crate::rules::{Limits, Stop, saturating_cast};
use crate::solve::lock::Cache;
use crate::solve::rings::Board;
use crate::solve::sums::MisereKind;

/// The heaps of a game.
pub struct HeapFamily<'g> {
    /// The name. Families with the same name have the same heaps.
    pub name: String,
    /// The rules for a single heap; `None` in games of rings until the shapes of groups are computed.
    pub rules: Option<Arc<dyn HeapRules + 'g>>,
    /// The board, if the heaps are the shapes of groups of rings.
    pub board: Option<&'g Board>,
    /// The cache of the quotient; `None` if sums with these heaps use no quotient.
    pub kept: Option<&'g KeptQuotient>,
}

impl HeapFamily<'_> {
    /// Returns whether sums with these heaps can be solved by a quotient.
    pub fn is_multiplied(&self) -> bool {
        self.rules.is_some() && self.kept.is_some()
    }
}

/// A cache for the most recently computed quotient.
#[derive(Debug, Default)]
pub struct KeptQuotient(Cache<Option<MixedQuotient>>);

/// The quotient of Nim heaps and the heaps of one or more games.
#[derive(Clone, Debug)]
pub struct MixedQuotient {
    names: Vec<String>,
    most: Vec<u64>,
    found: Arc<GameQuotient>,
}

/// The cap on requested heaps: a request for a larger heap is treated as a request for this one. The element of such a
/// large heap can only be proved by a period, which also proves the elements of all larger heaps.
const FAR: u64 = 1 << 32;

/// Several games with interleaved heaps. If there are two or more games, a heap larger than the largest requested heap
/// of its game has no moves, so that it does not enlarge the quotient.
struct MixedRules<'f>(Vec<(&'f dyn HeapRules, u64)>);

impl HeapRules for MixedRules<'_> {
    fn options(&self, heap: u64, limits: &Limits) -> Result<Vec<Vec<u64>>, Stop> {
        let games = self.0.len() as u64;
        let game = heap % games.max(1);
        let found = usize::try_from(game)
            .ok()
            .and_then(|place| self.0.get(place));
        let Some(&(rules, most)) = found else {
            return Ok(Vec::new());
        };
        if games > 1 && heap / games > most {
            return Ok(Vec::new());
        }
        let mut options = rules.options(heap / games, limits)?;
        options
            .iter_mut()
            .flatten()
            .for_each(|n| *n = n.saturating_mul(games).saturating_add(game));
        Ok(options)
    }

    fn games(&self) -> u64 {
        self.0.len().max(1) as u64
    }

    fn bounded_in(&self, game: u64) -> (Option<(u64, bool)>, u64) {
        let place: usize = saturating_cast(game);
        let asked = |most| if self.0.len() > 1 { most } else { u64::MAX };
        let found = self.0.get(place).copied();
        found.map_or((None, 0), |(rules, most)| (rules.bounded(), asked(most)))
    }
}

impl MixedQuotient {
    /// Computes the quotient of the Nim heaps up to `nim` and the heaps of all families. Each family is paired with its
    /// largest heap to include. If the quotient cannot be proved, the inner `Err` holds the reason.
    pub fn new(
        nim: u64,
        families: &[(HeapFamily<'_>, u64)],
        limits: &Limits,
    ) -> Result<Result<MixedQuotient, String>, Stop> {
        let Some(kept) = families.first().and_then(|(first, _)| first.kept) else {
            return Ok(Err(tr!("there is no game of heaps").to_owned()));
        };
        let names: Vec<String> = families
            .iter()
            .map(|(family, _)| family.name.clone())
            .collect();
        let games = names.len() as u64;
        let most: Vec<u64> = families.iter().map(|(_, heap)| *heap).collect();
        let largest: Vec<u64> = (0..)
            .zip(&most)
            .map(|(i, &heap)| heap.min(FAR).saturating_mul(games).saturating_add(i))
            .collect();
        // For k >= 1, a Nim heap of 2 k + 1 adds no elements, because it equals the sum of the heap of 2 k and a single
        // stone.
        let nim: usize = saturating_cast(nim | 1);
        if nim > super::MOST_ELEMENTS {
            return Ok(Err(tr!(
                "a heap of {nim} in Nim alone asks for more elements than are looked at"
            )));
        }
        let mut kept = kept.0.locked(limits)?;
        let same = |known: &MixedQuotient| {
            let reaches = games == 1
                || (known.names.iter().zip(&known.most)).zip(&most).all(
                    |((name, known_most), most)| {
                        let repeat = known.heaps_of(name).and_then(HeapElements::repeat);
                        known_most >= most || repeat.is_some()
                    },
                );
            known.names == names && known.found.nim() >= nim && reaches
        };
        if let Some(known) = kept
            .as_ref()
            .filter(|known| same(known) && largest.iter().all(|&heap| known.found.covers(heap)))
        {
            return Ok(Ok(known.clone()));
        }
        let mut found = match kept.take().filter(same) {
            Some(known) => Arc::unwrap_or_clone(known.found),
            None => GameQuotient::beside_nim(nim, limits)?,
        };
        let rules = MixedRules(
            families
                .iter()
                .filter_map(|(family, most)| Some((family.rules.as_deref()?, *most)))
                .collect(),
        );
        let mut reached = Ok(Ok(()));
        for &heap in &largest {
            if let Ok(Ok(())) = reached {
                reached = found.reach(&rules, heap, limits);
            }
        }
        let known = kept.insert(MixedQuotient {
            names,
            most,
            found: Arc::new(found),
        });
        match reached {
            Ok(reached) => Ok(reached.map(|()| known.clone())),
            Err(Stop::NotProved(why)) => Ok(Err(why)),
            Err(stop) => Err(stop),
        }
    }

    /// The quotient with the interleaved heaps of all families.
    pub fn found(&self) -> &GameQuotient {
        &self.found
    }

    /// The heaps of the family with this name, if included.
    pub fn heaps_of(&self, family: &str) -> Option<HeapElements<'_>> {
        let game = self.names.iter().position(|name| name == family)?;
        Some(HeapElements {
            found: &self.found,
            games: self.names.len() as u64,
            game: game as u64,
            most: *self.most.get(game)?,
        })
    }

    /// Returns the element of a position. `family` is the name of its heap family; a position of Nim heaps needs no
    /// family. Returns `None` if the element is not proved or the position does not consist of heaps.
    pub fn element(&self, of: &MisereKind, family: Option<&str>) -> Option<Element> {
        let quotient = self.found.quotient();
        let times = |all, element: Option<Element>| Some(quotient.product(all, element?));
        match of {
            MisereKind::Nim(heaps) => heaps
                .iter()
                .try_fold(0, |all, &n| times(all, self.found.nim_element(n))),
            MisereKind::Kayles(heaps) | MisereKind::Heaps(heaps) => {
                let own = self.heaps_of(family?)?;
                heaps
                    .iter()
                    .try_fold(0, |all, &n| times(all, own.element(n)))
            }
            MisereKind::Tame(_) | MisereKind::Searched => None,
        }
    }

    /// Returns whether the product of two elements loses.
    pub fn loses(&self, a: Element, b: Element) -> bool {
        let quotient = self.found.quotient();
        quotient.loses(quotient.product(a, b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::MAX_NUMBER;
    use crate::solve::octal::Code;
    use crate::solve::periodic::Repeat;

    #[test]
    fn heaps_of_several_games_repeat_side_by_side() {
        let limits = Limits::default();
        let codes = ["0.123", "0.75", "0.51"].map(|code| code.parse::<Code>().unwrap());
        let families = |most: u64| -> Vec<(HeapFamily<'_>, u64)> {
            (codes.iter())
                .map(|code| {
                    let family = HeapFamily {
                        name: code.to_string(),
                        rules: Some(Arc::new(code.clone())),
                        board: None,
                        kept: Some(KEPT.get_or_init(KeptQuotient::default)),
                    };
                    (family, most)
                })
                .collect()
        };
        static KEPT: std::sync::OnceLock<KeptQuotient> = std::sync::OnceLock::new();
        let large = MixedQuotient::new(1, &families(MAX_NUMBER), &limits)
            .unwrap()
            .unwrap();
        let small = {
            let kept = KeptQuotient::default();
            let mut families = families(40);
            families
                .iter_mut()
                .for_each(|(family, _)| family.kept = Some(&kept));
            MixedQuotient::new(1, &families, &limits).unwrap().unwrap()
        };
        for code in &codes {
            let name = code.to_string();
            let own = large.heaps_of(&name).unwrap();
            let Repeat { from, length } = own.repeat().unwrap();
            assert!(own.element(MAX_NUMBER).is_some());
            for n in from..100 {
                assert_eq!(own.element(n), own.element(n + length), "{name}: {n}");
            }
            let few = small.heaps_of(&name).unwrap();
            let other = codes[0].to_string();
            for a in 0..=40 {
                for b in 0..=40 {
                    let loses = |whole: &MixedQuotient| {
                        let [a, b] = [(&name, a), (&other, b)]
                            .map(|(name, n)| whole.heaps_of(name).unwrap().element(n).unwrap());
                        whole.loses(a, b)
                    };
                    assert_eq!(loses(&large), loses(&small), "{name}: {a}, {other}: {b}");
                }
            }
            assert_eq!(few.element(41).is_some(), few.repeat().is_some(), "{name}");
        }
    }
}
