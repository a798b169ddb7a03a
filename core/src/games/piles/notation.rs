//! Pile sizes separated by commas; moves as pile, dash, amount.

use super::{PileGame, PileMove, PileRules};
use crate::rules::{IdError, MAX_NUMBER, MoveError, Notation, Text, nearest, with_between, with_commas};

impl<K: PileRules> Notation for PileGame<K> {
    fn params_text(&self) -> String {
        self.kind.params_text()
    }

    fn parse_state(&self, text: Text<'_>) -> Result<Vec<u64>, IdError> {
        text.numbers("a pile size", 0, MAX_NUMBER)
    }

    fn state_text(&self, at: &Vec<u64>) -> String {
        with_commas(at)
    }

    fn least_next_text(&self, at: &Vec<u64>) -> usize {
        (2 * at.len()).saturating_sub(1)
    }

    /// With one pile its number may be left out.
    fn parse_move(&self, at: &Vec<u64>, text: &str) -> Result<PileMove, MoveError> {
        let fail = |what: String| MoveError {
            text: text.to_owned(),
            what,
            expected: match at.len() {
                1 => "how many stones to take, such as 1-2 or 2".to_owned(),
                n => format!("a pile from 1 to {n}, a dash and how many stones, such as {n}-2"),
            },
        };
        let (pile, amount) = match Text::new(text).trim().split_once('-') {
            Some((pile, amount)) if at.len() == 1 && pile.trim().is_empty() => (0, amount),
            Some((pile, amount)) => {
                let number = (pile.trim().number("a pile", 1, at.len() as u64))
                    .map_err(|e| fail(format!("there is no such pile: {}", e.what)))?;
                (nearest::<usize, _>(number) - 1, amount)
            }
            None if at.len() == 1 => (0, Text::new(text)),
            None => return Err(fail("it does not say from which pile".to_owned())),
        };
        let amount = (amount.trim().number("an amount", 0, MAX_NUMBER)).map_err(|e| fail(e.what))?;
        Ok(PileMove { pile, amount })
    }

    fn move_text(&self, _at: &Vec<u64>, m: &PileMove) -> String {
        with_between(&[m.pile as u64 + 1, m.amount], '-')
    }

    fn move_in_words(&self, at: &Vec<u64>, m: &PileMove) -> String {
        match at.len() {
            1 => format!("take {}", m.amount),
            _ => format!("take {} from pile {}", m.amount, m.pile + 1),
        }
    }

    fn why_illegal(&self, at: &Vec<u64>, m: &PileMove) -> (String, String) {
        let size = at.get(m.pile).copied().unwrap_or(0);
        let number = m.pile + 1;
        let what = match (size, m.amount) {
            (0, _) => format!("pile {number} is empty"),
            (_, 0) => "a move takes at least one stone".to_owned(),
            (n, k) if k > n => format!("pile {number} has only {n}"),
            (_, k) => format!("{k} may not be taken"),
        };
        (what, self.kind.rule())
    }
}
