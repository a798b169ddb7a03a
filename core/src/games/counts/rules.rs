//! Moves of a rising number, and how it is written.

use std::ops::ControlFlow;

use super::{Count, CountRules};
use crate::games::params;
use crate::rules::{IdError, MoveError, Notation, Rules, Text, after_legal};

impl<K: CountRules> Rules for Count<K> {
    type Position = u64;
    type Move = u64;

    fn is_over(&self, at: &u64) -> bool {
        self.to_go(*at) == 0
    }

    fn is_legal(&self, at: &u64, m: &u64) -> bool {
        (1..=self.most(*at)).contains(m)
    }

    fn count_moves(&self, at: &u64) -> Option<u64> {
        Some(self.most(*at))
    }

    fn for_each_move(&self, at: &u64, f: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        for amount in 1..=self.most(*at) {
            f(amount)?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, at: &u64, m: &u64) -> u64 {
        after_legal(self.is_legal(at, m).then(|| (at + m).min(self.goal)))
    }
}

impl<K: CountRules> Notation for Count<K> {
    fn params_text(&self) -> String {
        format!("/{}/{}", self.most, self.goal)
    }

    fn parse_state(&self, text: Text<'_>) -> Result<u64, IdError> {
        text.number(&format!("the {},", K::WHAT), 0, self.goal)
    }

    fn state_text(&self, at: &u64) -> String {
        at.to_string()
    }

    /// The plus may be left out.
    fn parse_move(&self, _at: &u64, text: &str) -> Result<u64, MoveError> {
        params::amount_of_move(text, '+', "a plus and how much, such as +2")
    }

    fn move_text(&self, _at: &u64, m: &u64) -> String {
        format!("+{m}")
    }

    fn move_in_words(&self, _at: &u64, m: &u64) -> String {
        K::in_words(*m)
    }

    fn why_illegal(&self, at: &u64, m: &u64) -> (String, String) {
        let most = self.most(*at);
        let what = match *m {
            0 => "a move adds at least 1".to_owned(),
            m if m > self.most => format!("a move adds at most {}", self.most),
            _ => format!("that would pass {}", self.goal),
        };
        (what, if most == 1 { "+1".to_owned() } else { format!("+1 to +{most}") })
    }
}
