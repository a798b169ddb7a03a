//! Halving: take at least one stone and at most half of the pile. Who cannot move has lost.

use crate::games::params;
use crate::games::prelude::*;
use crate::games::reasons::{answered, by_moving};
use crate::solve::memo::Memo;

/// The largest pile: all piles up to it can be searched at once.
const MOST: u64 = 300;

/// The rulebook: the convention, and what has been searched so far.
pub struct Halving {
    convention: Convention,
    searched: Memo<u64>,
}

/// A position is a number of stones, a move how many are taken.
impl Rules for Halving {
    type Position = u64;
    type Move = u64;

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
        params::amount_of_move(text, '-', "how many stones to take, such as -3")
    }

    fn move_text(&self, _at: &u64, m: &u64) -> String {
        format!("-{m}")
    }
}

impl BoardView for Halving {
    fn scene(&self, at: &u64) -> Scene {
        Scene::pile(*at, at / 2)
    }

    /// The lowest stone taken: all above it go as well.
    fn sites(&self, at: &u64, m: &u64) -> Vec<Site> {
        vec![Site::new(0, at - m + 1)]
    }
}

impl Solve for Halving {
    fn value(&self, at: &u64, limits: &Limits) -> Result<Value, Stop> {
        Ok(self.searched.value(self, at, self.convention, limits)?.value(self.convention))
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
        ending: Ending::NoMove,
        example: "halving:20",
        limits: "300 stones, in both conventions",
        misere_parts: MisereParts::Searched,
        ..Info::IMPARTIAL
    };

    const SETUP: SetupForm = SetupForm {
        fields: &[Field::number("Stones", "how many; by chance: from 2 up to that many", 2..=MOST, 20)],
        start: |values| values.id("halving"),
        random: |values, pick| format!("halving:{}", 2 + pick(values.number(0) - 1)),
        presets: &[("Twenty stones", "halving:20"), ("Thirty-one: lost", "halving:31")],
    };

    fn open(convention: Convention, params: &[Text<'_>], _library: &Library) -> Result<Self, IdError> {
        params::none("halving", params)?;
        Ok(Halving { convention, searched: Memo::default() })
    }

    fn impartial(&self) -> Option<ImpartialOf<'_, Self>> {
        Some(self)
    }

    fn held(&self) -> u64 {
        self.searched.held()
    }

    fn reasons(&self, at: &u64, proved: &Proved<'_, u64>, limits: &Limits) -> GameReasons<Self> {
        let Some(best) = proved.best else {
            return Ok(vec![Reason::ended("Half of what is left is no stone", *at, self.convention)]);
        };
        let mut reasons = Vec::new();
        if let Some(value) = proved.value.grundy {
            let line = Reason::new(format!("The pile's Grundy value is {value}."));
            reasons.push(line.claiming(Claim::Grundy(*at, value)).using(&[Word::Grundy]));
        }
        reasons.push(match proved.value.outcome {
            Outcome::Win => by_moving(self, at, best, format!("-{best} leaves {}, which loses.", at - best)),
            _ => answered(self, at, proved, limits, |left| format!("leaves {left}"))?,
        });
        Ok(reasons)
    }
}
