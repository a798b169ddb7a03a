//! Stacks of stones. A move is shown by the stones above which it cuts: pointing at one takes it and all above it, at a
//! second one below it splits what is left.

use super::{Become, OwnHeaps};
use crate::games::own::explored::OwnPosition;
use crate::games::piles::group;
use crate::rules::{BoardView, Heap, Picture, PileMode, Piles, Scene, Site};

impl BoardView for OwnHeaps {
    fn scene(&self, at: &OwnPosition) -> Scene {
        let heaps = (at.cells.iter().enumerate())
            .map(|(i, &count)| Heap {
                count: count as u64,
                group: group(i),
                limit: None,
                label: if at.cells.len() > 1 { (i + 1).to_string() } else { String::new() },
                typed: format!("{}>", i + 1),
            })
            .collect();
        Scene::of(Picture::Piles(Piles { heaps, mode: PileMode::Become }))
    }

    fn sites(&self, at: &OwnPosition, m: &Become) -> Vec<Site> {
        let size = at.cells.get(m.heap as usize).map_or(0, |&n| n as u64);
        let mut cuts = Vec::new();
        let mut below = 0;
        for (i, &part) in m.to.iter().enumerate() {
            below += part as u64;
            if i + 1 < m.to.len() {
                cuts.push(below);
            }
        }
        if below < size {
            cuts.push(below + 1);
        }
        cuts.retain(|&stone| (1..=size).contains(&stone));
        cuts.sort_unstable();
        cuts.dedup();
        if cuts.is_empty() && size > 0 {
            cuts.push(size);
        }
        cuts.into_iter().map(|stone| Site::new(group(m.heap as usize), stone)).collect()
    }
}
