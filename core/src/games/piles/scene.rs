//! Stacks of stones. The k-th stone of a pile from the bottom is the site (pile, k): pointing at it takes it and all
//! above it.

use super::{PileGame, PileMove, PileRules, group};
use crate::rules::{BoardView, Heap, Picture, PileMode, Piles as Stacks, Rules, Scene, Site};

impl<K: PileRules> BoardView for PileGame<K> {
    fn scene(&self, at: &Vec<u64>) -> Scene {
        let heaps = (at.iter().enumerate())
            .map(|(i, &count)| Heap {
                count,
                group: group(i),
                limit: self.kind.most().filter(|&most| most < count),
                label: if at.len() > 1 { (i + 1).to_string() } else { String::new() },
                typed: format!("{}-", i + 1),
            })
            .collect();
        Scene {
            picture: Picture::Piles(Stacks { heaps, mode: PileMode::Take }),
            // How many may be taken: in Nim any number.
            notes: match K::COUNTS_ITSELF {
                true => Vec::new(),
                false => vec![format!("Take {} from a pile.", self.kind.rule())],
            },
        }
    }

    fn sites(&self, at: &Vec<u64>, m: &PileMove) -> Vec<Site> {
        let size = at[m.pile];
        vec![Site::new(group(m.pile), size.saturating_sub(m.amount) + 1)]
    }

    fn moves_with(&self, at: &Vec<u64>, picked: &[Site], most: usize) -> Vec<PileMove> {
        let Some(first) = picked.first() else { return self.first_moves(at, most) };
        let pile = first.group as usize;
        let size = at.get(pile).copied().unwrap_or(0);
        let m = PileMove { pile, amount: (size + 1).saturating_sub(first.item) };
        let same = picked.iter().all(|p| p == first);
        if most > 0 && same && self.is_legal(at, &m) { vec![m] } else { Vec::new() }
    }
}
