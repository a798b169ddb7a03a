//! Bites.

use std::ops::ControlFlow;

use super::{Bar, Bite, Chomp};
use crate::rules::{Rules, after_legal};

impl Rules for Chomp {
    type Position = Bar;
    type Move = Bite;

    fn is_over(&self, at: &Bar) -> bool {
        at.rows().is_empty()
    }

    fn is_legal(&self, at: &Bar, m: &Bite) -> bool {
        at.rows().get(usize::from(m.row)).is_some_and(|&length| m.column < length)
    }

    fn count_moves(&self, at: &Bar) -> Option<u64> {
        Some(at.squares())
    }

    fn for_each_move(&self, at: &Bar, f: &mut dyn FnMut(Bite) -> ControlFlow<()>) -> ControlFlow<()> {
        for (row, &length) in (0..).zip(at.rows()) {
            for column in 0..length {
                f(Bite { row, column })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &Bar, m: &Bite) -> Bar {
        after_legal(self.is_legal(at, m).then_some(()));
        Bar::new((0..).zip(at.rows()).map(|(row, &length)| match row < m.row {
            true => length,
            false => length.min(m.column),
        }))
    }
}
