//! Splits of two boxes, by the first part that they leave, then by the second; how they are written, and where they
//! are. Splitting box g after its i-th ball is the site (g, i).

use std::ops::ControlFlow;

use super::{BallPair, BoxRules, Split, params};
use crate::rules::{
    BoardView, Heap, IdError, MAX_NUMBER, MoveError, Notation, Picture, PileMode, Piles, Rules, Scene, Site,
    Text, after_legal,
};

impl<K: BoxRules> Rules for Split<K> {
    type Position = BallPair;
    type Move = BallPair;

    fn is_over(&self, at: &BallPair) -> bool {
        *at == (1, 1)
    }

    fn is_legal(&self, at: &BallPair, m: &BallPair) -> bool {
        m.0 >= 1 && m.1 >= 1 && Self::split_boxes(*at).any(|(_, n)| m.0.checked_add(m.1) == Some(n))
    }

    fn count_moves(&self, at: &BallPair) -> Option<u64> {
        let all = Self::split_boxes(*at).map(|(_, n)| n - 1).try_fold(0u64, u64::checked_add)?;
        (all <= MAX_NUMBER).then_some(all)
    }

    fn for_each_move(
        &self,
        at: &BallPair,
        f: &mut dyn FnMut(BallPair) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut sizes: Vec<u64> = Self::split_boxes(*at).map(|(_, n)| n).collect();
        sizes.sort_unstable();
        for i in 1..sizes.last().copied().unwrap_or(0) {
            for n in sizes.iter().filter(|&&n| i < n) {
                f((i, n - i))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &BallPair, m: &BallPair) -> BallPair {
        after_legal(self.is_legal(at, m).then_some(*m))
    }

    fn canonical(&self, at: &BallPair) -> BallPair {
        (at.0.min(at.1), at.0.max(at.1))
    }
}

impl<K: BoxRules> Notation for Split<K> {
    fn parse_state(&self, text: Text<'_>) -> Result<BallPair, IdError> {
        params::two_numbers(text, "a number of balls", 1)
    }

    fn state_text(&self, at: &BallPair) -> String {
        format!("{},{}", at.0, at.1)
    }

    fn parse_move(&self, _at: &BallPair, text: &str) -> Result<BallPair, MoveError> {
        params::two_numbers_of_move(text, "the two boxes after the move, such as 1,2")
    }

    fn move_text(&self, _at: &BallPair, m: &BallPair) -> String {
        format!("{},{}", m.0, m.1)
    }

    fn move_in_words(&self, at: &BallPair, m: &BallPair) -> String {
        let split = Self::split_boxes(*at).find(|(_, n)| m.0.checked_add(m.1) == Some(*n));
        match split {
            // The size says which, wherever the sentence stands.
            Some((_, n)) => format!("split the {n} into {} and {}", m.0, m.1),
            None => self.move_text(at, m),
        }
    }

    fn why_illegal(&self, at: &BallPair, m: &BallPair) -> (String, String) {
        let sums: Vec<String> = Self::split_boxes(*at).map(|(_, n)| n.to_string()).collect();
        let what = match *m {
            (0, _) | (_, 0) => "a box would be empty".to_owned(),
            (a, b) => format!("{a} and {b} are not a box that may be split"),
        };
        (what, format!("two numbers from 1 on with the sum {}", sums.join(" or ")))
    }
}

impl<K: BoxRules> BoardView for Split<K> {
    fn scene(&self, at: &BallPair) -> Scene {
        let heap = |group: u32, count: u64| Heap {
            count,
            group,
            limit: None,
            label: (group + 1).to_string(),
            typed: String::new(),
        };
        let note = match Self::split_boxes(*at).collect::<Vec<_>>().as_slice() {
            [(_, n)] if at.0 != at.1 => format!("Only the box of {n} can be split."),
            [] => "No box can be split.".to_owned(),
            _ => "Split one box; the other is emptied.".to_owned(),
        };
        Scene {
            picture: Picture::Piles(Piles {
                heaps: vec![heap(0, at.0), heap(1, at.1)],
                mode: PileMode::Split,
            }),
            notes: vec![note],
        }
    }

    fn sites(&self, at: &BallPair, m: &BallPair) -> Vec<Site> {
        (Self::split_boxes(*at).find(|(_, n)| m.0.checked_add(m.1) == Some(*n)))
            .map(|(g, _)| Site::new(g, m.0))
            .into_iter()
            .collect()
    }

    fn moves_with(&self, at: &BallPair, picked: &[Site], most: usize) -> Vec<BallPair> {
        let Some(first) = picked.first() else { return self.first_moves(at, most) };
        let n = if first.group == 0 { at.0 } else { at.1 };
        let m = (first.item, n.saturating_sub(first.item));
        // Of equal boxes the second may be pointed at as well.
        let same = picked.iter().all(|p| p == first) && first.group < 2;
        let there = at.0 == at.1 || self.sites(at, &m).contains(first);
        if most > 0 && same && there && self.is_legal(at, &m) { vec![m] } else { Vec::new() }
    }
}
