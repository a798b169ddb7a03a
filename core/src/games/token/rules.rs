//! Sliding tokens along arcs.

use std::ops::ControlFlow;

use super::{Slide, Token, Tokens};
use crate::rules::{MAX_NUMBER, Rules, after_legal};

impl Rules for Token {
    type Position = Tokens;
    type Move = Slide;

    fn is_over(&self, at: &Tokens) -> bool {
        at.0.iter().all(|&v| self.dag().next(v).is_empty())
    }

    fn is_legal(&self, at: &Tokens, m: &Slide) -> bool {
        at.0.get(m.token as usize).is_some_and(|&v| self.dag().next(v).binary_search(&m.to).is_ok())
    }

    fn count_moves(&self, at: &Tokens) -> Option<u64> {
        Some(at.0.iter().map(|&v| self.dag().next(v).len() as u64).sum()).filter(|&n| n <= MAX_NUMBER)
    }

    fn for_each_move(&self, at: &Tokens, f: &mut dyn FnMut(Slide) -> ControlFlow<()>) -> ControlFlow<()> {
        for (token, &v) in (0..).zip(&at.0) {
            for &to in self.dag().next(v) {
                f(Slide { token, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &Tokens, m: &Slide) -> Tokens {
        after_legal(self.is_legal(at, m).then_some(()));
        let mut to = at.clone();
        to.0[m.token as usize] = m.to;
        to
    }

    fn canonical(&self, at: &Tokens) -> Tokens {
        let mut free: Vec<u32> = at.0.iter().copied().filter(|&v| self.dag().height(v) > 0).collect();
        free.sort_unstable();
        Tokens(free.into())
    }
}
