//! Halving: take at least one stone and at most half of the pile. Who cannot move has lost.
//!
//! Normal play: a pile of 2k is worth k, a pile of 2k+1 what k is worth. Proof by induction: the moves from 2k leave the
//! k piles from k to 2k-1. Their even ones are worth all numbers from k/2, rounded up, to k-1. An odd one, 2j+1, is worth
//! what j is; these j are what k itself can leave, with one more where k is odd, and so are worth all numbers below
//! that. So the k piles are worth the k numbers below k, each once, and 2k is worth k. The moves from 2k+1 leave the same
//! piles but with 2k, worth k, in place of k: the least number missing is then what k is worth.

use std::ops::ControlFlow;

use crate::erased::{Field, Game, GameReasons, Info, Proved, SetupForm};
use crate::games::params;
use crate::rules::{
    BoardView, Claim, Convention, Heap, IdError, Library, Limits, MoveError, Notation, Outcome, Picture,
    PileMode, Piles, Reason, Reveals, Rules, Scene, Site, Stop, Text, Value, Word,
};
use crate::solve::memo::Memo;
use crate::solve::{Impartial, ImpartialOf, Solve};

/// The largest pile.
const MOST: u64 = 10_000;
/// Piles up to this are searched for the moves to the end, and for misère play.
const SEARCHED: u64 = 300;

/// The rulebook: the convention, and what has been searched so far. A position is a number of stones, a move how many
/// are taken.
pub struct Halving {
    convention: Convention,
    small: Memo<u64>,
}

/// The value of a pile in normal play.
fn worth(pile: u64) -> u64 {
    if pile.is_multiple_of(2) { pile / 2 } else { worth(pile / 2) }
}

impl Rules for Halving {
    type Position = u64;
    type Move = u64;

    fn is_over(&self, at: &u64) -> bool {
        *at < 2
    }

    fn is_legal(&self, at: &u64, m: &u64) -> bool {
        (1..=at / 2).contains(m)
    }

    fn count_moves(&self, at: &u64) -> Option<u64> {
        Some(at / 2)
    }

    fn for_each_move(&self, at: &u64, f: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        (1..=at / 2).try_for_each(f)
    }

    fn play(&self, at: &u64, m: &u64) -> u64 {
        at - m
    }
}

impl Notation for Halving {
    fn parse_state(&self, text: Text<'_>) -> Result<u64, IdError> {
        text.number("a number of stones", 0, MOST)
    }

    fn state_text(&self, at: &u64) -> String {
        at.to_string()
    }

    fn parse_move(&self, _at: &u64, text: &str) -> Result<u64, MoveError> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        Text::new(digits)
            .number("an amount", 0, MOST)
            .map_err(|e| e.in_move(text, "how many stones to take, such as -3"))
    }

    fn move_text(&self, _at: &u64, m: &u64) -> String {
        format!("-{m}")
    }

    fn why_illegal(&self, at: &u64, m: &u64) -> (String, String) {
        let what = if *m == 0 { "a move takes at least one stone" } else { "that is more than half of them" };
        (what.to_owned(), format!("-1 to -{}", at / 2))
    }
}

impl BoardView for Halving {
    fn scene(&self, at: &u64) -> Scene {
        let limit = Some(at / 2).filter(|half| half < at);
        let heap = Heap { count: *at, group: 0, limit, label: String::new(), typed: "-".to_owned() };
        Scene::of(Picture::Piles(Piles { heaps: vec![heap], mode: PileMode::Take }))
    }

    /// The lowest stone taken: all above it go as well.
    fn sites(&self, at: &u64, m: &u64) -> Vec<Site> {
        vec![Site::new(0, self.play(at, m) + 1)]
    }
}

impl Solve for Halving {
    fn value(&self, at: &u64, limits: &Limits) -> Result<Value, Stop> {
        let searched = match *at <= SEARCHED {
            true => Some(self.small.value(self, at, self.convention, limits)?.verdict),
            false => None,
        };
        let left = searched.map(|verdict| u64::from(verdict.remoteness));
        match (self.convention, searched) {
            (Convention::Normal, _) => Ok(Value::of(Outcome::won(worth(*at) != 0))
                .with_grundy(Some(worth(*at)))
                .with_remoteness(left)),
            (Convention::Misere, Some(verdict)) => {
                Ok(Value::of(Outcome::won(verdict.wins)).with_remoteness(left))
            }
            (Convention::Misere, None) => Err(Stop::not_proved(format!(
                "in misère play piles are solved up to {SEARCHED} stones, and here are {at}"
            ))),
        }
    }
}

impl Impartial for Halving {
    fn convention(&self) -> Convention {
        self.convention
    }
}

impl Game for Halving {
    const INFO: Info = Info {
        id: "halving",
        name: "Halving",
        rule: "Take at least one stone, and at most half of them.",
        example: "halving:20",
        limits: "normal play: 10,000 stones; misère play: 300",
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::number("Stones", "how many; by chance: from 2 up to that many", 0..=MOST, 20)],
        start: |values| values.id("halving"),
        random: |values, pick| format!("halving:{}", 2 + pick(values.number(0).max(2) - 1)),
        presets: &[("Twenty stones", "halving:20"), ("Thirty-one: lost", "halving:31")],
    };

    fn open(convention: Convention, params: &[Text<'_>], _library: &Library) -> Result<Self, IdError> {
        params::none("halving", params)?;
        Ok(Halving { convention, small: Memo::default() })
    }

    fn impartial(&self) -> Option<ImpartialOf<'_, Self>> {
        Some(self)
    }

    fn held(&self) -> u64 {
        self.small.held()
    }

    fn reasons(
        &self,
        at: &u64,
        proved: &Proved<'_, u64>,
        _limits: &Limits,
    ) -> Result<GameReasons<Self>, Stop> {
        let Some(best) = proved.best else {
            return Ok(vec![Reason::ended("Half of what is left is no stone", *at, self.convention)]);
        };
        let outcome = proved.value.outcome;
        let mut reasons = Vec::new();
        if let Some(value) = proved.value.grundy {
            let how =
                if at.is_multiple_of(2) { "half of it" } else { "what half of it, rounded down, is worth" };
            let line = Reason::new(format!("The pile's Grundy value is {value}: {how}."));
            reasons.push(line.claiming(Claim::Grundy(*at, value)).using(&[Word::Grundy]));
        } else {
            let line = Reason::new("All that can follow was searched: no shorter reason is known.");
            reasons.push(line.claiming(Claim::Outcome(*at, outcome)));
        }
        let to = self.play(at, best);
        if outcome == Outcome::Win {
            let line = Reason::new(format!("{} leaves {to}, which loses.", self.move_text(at, best)));
            let claims =
                line.claiming(Claim::Move(*best, Outcome::Win)).claiming(Claim::Outcome(to, Outcome::Loss));
            reasons.push(claims.revealing(Reveals::Move).about(self.sites(at, best)));
        } else if proved.value.grundy.is_some() {
            let line = Reason::new("Every move leaves a value above 0, from which the other wins.");
            reasons.push(line.claiming(Claim::Outcome(*at, Outcome::Loss)));
        }
        Ok(reasons)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values by their definition: the least number that no move leaves.
    #[test]
    fn the_formula_agrees_with_a_plain_search() {
        let mut values: Vec<u64> = Vec::new();
        for pile in 0..2000u64 {
            let left: Vec<u64> = (1..=pile / 2).map(|m| values[(pile - m) as usize]).collect();
            values.push((0..).find(|value| !left.contains(value)).unwrap());
            assert_eq!(worth(pile), values[pile as usize], "{pile}");
        }
    }
}
