//! Stones and limit: moves, how they are written and where they are. Taking the k-th stone from the bottom and all
//! above it is the site (0, k).

use std::ops::ControlFlow;

use super::{Fibonacci, Stones, params};
use crate::rules::{
    BoardView, IdError, MAX_NUMBER, MoveError, Notation, Rules, Scene, Site, Sketch, SketchParts, Text,
    after_legal,
};

impl Rules for Fibonacci {
    type Position = Stones;
    type Move = u64;

    fn is_over(&self, at: &Stones) -> bool {
        at.0.min(at.1) == 0
    }

    fn is_legal(&self, at: &Stones, m: &u64) -> bool {
        (1..=at.0.min(at.1)).contains(m)
    }

    fn count_moves(&self, at: &Stones) -> Option<u64> {
        Some(at.0.min(at.1))
    }

    fn for_each_move(&self, at: &Stones, f: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        for k in 1..=at.0.min(at.1) {
            f(k)?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &Stones, m: &u64) -> Stones {
        let left = after_legal(at.0.checked_sub(*m));
        // At most 2^64 - 2.
        (left, (2 * m).min(left))
    }
}

impl Notation for Fibonacci {
    /// Stones alone are a start: all but one may be taken.
    fn parse_state(&self, text: Text<'_>) -> Result<Stones, IdError> {
        if text.as_str().contains(',') {
            let (stones, limit) = params::two_numbers(text, "a number of stones, then a limit,", 0)?;
            return Ok((stones, limit.min(stones)));
        }
        let stones = text.number("a number of stones", 2, MAX_NUMBER)?;
        Ok((stones, stones - 1))
    }

    fn state_text(&self, at: &Stones) -> String {
        format!("{},{}", at.0, at.1)
    }

    /// The minus may be left out.
    fn parse_move(&self, _at: &Stones, text: &str) -> Result<u64, MoveError> {
        params::amount_of_move(text, '-', "a minus and how many stones, such as -2")
    }

    fn move_text(&self, _at: &Stones, m: &u64) -> String {
        format!("-{m}")
    }

    fn move_in_words(&self, _at: &Stones, m: &u64) -> String {
        format!("take {m}")
    }

    fn why_illegal(&self, at: &Stones, m: &u64) -> (String, String) {
        let what = match *m {
            0 => "a move takes at least one stone".to_owned(),
            m if m > at.0 => format!("there are only {}", at.0),
            _ => format!("the limit is {}", at.1),
        };
        (what, if at.1 == 1 { "-1".to_owned() } else { format!("-1 to -{}", at.1) })
    }
}

impl BoardView for Fibonacci {
    fn scene(&self, at: &Stones) -> Scene {
        let note = if at.1 == 1 { "Take 1.".to_owned() } else { format!("Take 1 to {}.", at.1) };
        let notes = if self.is_over(at) { Vec::new() } else { vec![note] };
        Scene { notes, ..Scene::pile(at.0, at.1) }
    }

    fn sketch(&self, state: &str) -> Option<Sketch> {
        let values: Vec<u64> = state.split(',').map(|n| n.parse().ok()).collect::<Option<_>>()?;
        let &[stones, limit] = values.as_slice() else { return None };
        let mut scene = self.scene(&(stones, limit));
        scene.notes.clear();
        let names = ["stones", "limit"].map(str::to_owned).to_vec();
        Some(Sketch {
            parts: SketchParts::Numbers { values, names, open: false, piles: false, mover: None },
            scene,
        })
    }

    fn sites(&self, at: &Stones, m: &u64) -> Vec<Site> {
        vec![Site::new(0, at.0.saturating_sub(*m) + 1)]
    }

    fn moves_with(&self, at: &Stones, picked: &[Site], most: usize) -> Vec<u64> {
        let Some(first) = picked.first() else { return self.first_moves(at, most) };
        let m = (at.0 + 1).saturating_sub(first.item);
        let same = picked.iter().all(|p| p == first) && first.group == 0;
        if most > 0 && same && self.is_legal(at, &m) { vec![m] } else { Vec::new() }
    }
}
