//! Stacks of stones. The k-th stone of a heap from the bottom is the site (heap, k): pointing at it takes it and all
//! above it; pointing at a second one below it splits what is left above that one, the smaller heap at the bottom.

use super::{HeapMove, HeapSizes, Octal};
use crate::games::piles::group;
use crate::rules::{BoardView, Heap, Picture, PileMode, Piles, Rules, Scene, Site};

impl BoardView for Octal {
    fn scene(&self, at: &HeapSizes) -> Scene {
        let reach = self.code.reach();
        let heaps = (at.iter().enumerate())
            .map(|(i, &count)| Heap {
                count,
                group: group(i),
                limit: Some(reach).filter(|&most| most < count),
                label: if at.len() > 1 { (i + 1).to_string() } else { String::new() },
                typed: format!("{}-", i + 1),
            })
            .collect();
        let notes = self.rule().into_iter().take(3).map(|line| {
            let mut letters = line.chars();
            letters
                .next()
                .map_or(String::new(), |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
        });
        Scene { picture: Picture::Piles(Piles { heaps, mode: PileMode::Take }), notes: notes.collect() }
    }

    fn sites(&self, at: &HeapSizes, m: &HeapMove) -> Vec<Site> {
        let size = at[m.heap];
        let site = |item| Site::new(group(m.heap), item);
        let lowest = site(size.saturating_sub(m.amount) + 1);
        match m.split {
            None => vec![lowest],
            Some([a, _]) => vec![site(a), lowest],
        }
    }

    fn moves_with(&self, at: &HeapSizes, picked: &[Site], most: usize) -> Vec<HeapMove> {
        let (Some(low), Some(high)) = (picked.iter().min(), picked.iter().max()) else {
            return self.first_moves(at, most);
        };
        let heap = high.group as usize;
        let Some(&size) = at.get(heap) else { return Vec::new() };
        if low.group != high.group || low.item == 0 || high.item > size {
            return Vec::new();
        }
        let mut found = Vec::new();
        for amount in 1..=self.code.reach().min(size) {
            let rest = size - amount;
            let mut offer = |m: HeapMove| {
                let sites = self.sites(at, &m);
                if found.len() < most && picked.iter().all(|p| sites.contains(p)) && self.is_legal(at, &m) {
                    found.push(m);
                }
                found.len() < most
            };
            offer(HeapMove { heap, amount, split: None });
            if low != high || high.item <= rest {
                // One of the picked stones is the split.
                let a = low.item;
                offer(HeapMove { heap, amount, split: Some([a, rest.saturating_sub(a)]) });
            } else if high.item == rest + 1 && self.code.leaves(amount)[2] {
                for a in 1..=rest / 2 {
                    if !offer(HeapMove { heap, amount, split: Some([a, rest - a]) }) {
                        break;
                    }
                }
            }
        }
        found
    }
}
