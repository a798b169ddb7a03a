//! Moves on two numbers, by what they take from the first, then from the second; how they are written and where they are.

use std::ops::ControlFlow;

use super::{LoweredNumber, Pair, PairRules, Wythoff};
use crate::rules::{
    BoardView, IdError, MAX_NUMBER, MoveError, Notation, Rules, Scene, Site, Sketch, Text, after_legal,
};

impl<K: PairRules> Rules for Wythoff<K> {
    type Position = Pair;
    type Move = Pair;

    fn is_over(&self, at: &Pair) -> bool {
        *at == (0, 0)
    }

    fn is_legal(&self, at: &Pair, m: &Pair) -> bool {
        *m != (0, 0) && m.0 <= at.0 && m.1 <= at.1 && (m.0 == 0 || m.1 == 0 || m.0 == m.1)
    }

    fn count_moves(&self, at: &Pair) -> Option<u64> {
        let all = u128::from(at.0) + u128::from(at.1) + u128::from(at.0.min(at.1));
        u64::try_from(all).ok().filter(|&n| n <= MAX_NUMBER)
    }

    fn for_each_move(&self, at: &Pair, f: &mut dyn FnMut(Pair) -> ControlFlow<()>) -> ControlFlow<()> {
        for k in 1..=at.1 {
            f((0, k))?;
        }
        for k in 1..=at.0 {
            f((k, 0))?;
            if k <= at.1 {
                f((k, k))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &Pair, m: &Pair) -> Pair {
        after_legal(at.0.checked_sub(m.0).zip(at.1.checked_sub(m.1)))
    }

    fn canonical(&self, at: &Pair) -> Pair {
        (at.0.min(at.1), at.0.max(at.1))
    }
}

impl<K: PairRules> Notation for Wythoff<K> {
    fn parse_state(&self, text: Text<'_>) -> Result<Pair, IdError> {
        crate::games::params::two_numbers(text, K::NUMBER, 0)
    }

    fn state_text(&self, at: &Pair) -> String {
        format!("{},{}", at.0, at.1)
    }

    fn parse_move(&self, _at: &Pair, text: &str) -> Result<Pair, MoveError> {
        crate::games::params::two_numbers_of_move(
            text,
            "the amounts from the first and the second, such as 2,0 or 3,3",
        )
    }

    fn move_text(&self, _at: &Pair, m: &Pair) -> String {
        format!("{},{}", m.0, m.1)
    }

    fn move_in_words(&self, _at: &Pair, m: &Pair) -> String {
        let (on, amount) = LoweredNumber::of(*m);
        K::in_words(amount, on)
    }

    fn move_kind(&self, _at: &Pair, m: &Pair) -> u8 {
        LoweredNumber::of(*m).0 as u8
    }

    fn why_illegal(&self, at: &Pair, m: &Pair) -> (String, String) {
        let what = match *m {
            (0, 0) => "it takes nothing".to_owned(),
            (a, b) if a > at.0 || b > at.1 => format!("there are only {},{}", at.0, at.1),
            (a, b) => format!("{a} and {b} are not the same"),
        };
        (what, "any amount from one, or the same amount from both".to_owned())
    }
}

impl<K: PairRules> BoardView for Wythoff<K> {
    fn scene(&self, at: &Pair) -> Scene {
        K::scene(*at)
    }

    fn sketch(&self, state: &str) -> Option<Sketch> {
        K::sketch(self.parse_state(Text::new(state)).ok()?)
    }

    fn sites(&self, at: &Pair, m: &Pair) -> Vec<Site> {
        K::sites(*at, *m)
    }

    fn moves_with(&self, at: &Pair, picked: &[Site], most: usize) -> Vec<Pair> {
        let Some(&first) = picked.first() else { return self.first_moves(at, most) };
        let mut moves = K::pointed_at(*at, first);
        moves.retain(|m| {
            let sites = K::sites(*at, *m);
            self.is_legal(at, m) && picked.iter().all(|p| sites.contains(p))
        });
        moves.truncate(most);
        moves
    }
}
