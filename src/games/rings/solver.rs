//! Every position of a board by complete tables: remoteness (whose parity is the outcome) and Grundy values.

use std::sync::Arc;

use super::{Kind, Rings};
use crate::rules::{Convention, Limits, Outcome, Stop, Value};
use crate::solve::rings::outcome;
use crate::solve::sums::Term;
use crate::solve::{Solve, rings};

/// The most points of a board whose table is built.
const MOST_POINTS: usize = 24;

impl<K: Kind> Rings<K> {
    fn refuse_large(&self) -> Result<(), Stop> {
        match self.layout.board.points() {
            n if n <= MOST_POINTS => Ok(()),
            n => Err(Stop::not_proved(format!(
                "boards are solved up to {MOST_POINTS} points, and this one has {n}"
            ))),
        }
    }

    fn remoteness(&self, limits: &Limits) -> Result<Arc<Vec<u8>>, Stop> {
        self.refuse_large()?;
        self.remoteness.get(|| self.layout.board.remoteness(self.convention, limits))
    }

    pub(super) fn grundy(&self, limits: &Limits) -> Result<Arc<Vec<u8>>, Stop> {
        self.refuse_large()?;
        self.grundy.get(|| self.layout.board.grundy(limits))
    }
}

impl<K: Kind> Solve for Rings<K> {
    fn convention(&self) -> Option<Convention> {
        Some(self.convention)
    }

    fn value(&self, at: &u32, limits: &Limits) -> Result<Value, Stop> {
        let remoteness = self.remoteness(limits)?[*at as usize];
        let grundy = match self.convention {
            Convention::Normal => Some(u64::from(self.grundy(limits)?[*at as usize])),
            Convention::Misere => None,
        };
        Ok(Value::of(outcome(remoteness, self.convention))
            .with_grundy(grundy)
            .with_remoteness(Some(u64::from(remoteness))))
    }

    fn outcome(&self, at: &u32, limits: &Limits) -> Result<Outcome, Stop> {
        Ok(rings::outcome(self.remoteness(limits)?[*at as usize], self.convention))
    }

    fn term(&self, at: &u32, limits: &Limits) -> Result<Term, Stop> {
        Ok(Term::wild(Some(u64::from(self.grundy(limits)?[*at as usize]))))
    }
}
