//! Heaps as numbers (`9,12`); moves as heap, dash, amount and the two heaps of a split (`1-2`, `1-2:3,4`).

use super::{HeapMove, HeapSizes, Octal};
use crate::games::reasons::or;
use crate::rules::{IdError, MAX_NUMBER, MoveError, Notation, Rules, Text, with_commas};

impl Notation for Octal {
    fn params_text(&self) -> String {
        format!("/{}", self.code)
    }

    fn parse_state(&self, text: Text<'_>) -> Result<HeapSizes, IdError> {
        text.numbers("a heap", 0, MAX_NUMBER)
    }

    fn state_text(&self, at: &HeapSizes) -> String {
        with_commas(at)
    }

    fn least_next_text(&self, at: &HeapSizes) -> usize {
        (2 * at.len()).saturating_sub(1)
    }

    /// The heap may be left out where the move fits one heap only; of a split the first heap is enough.
    fn parse_move(&self, at: &HeapSizes, text: &str) -> Result<HeapMove, MoveError> {
        let fail = |what: String| MoveError {
            text: text.to_owned(),
            what,
            expected: match at.len() {
                1 => "how many stones to take and the heaps of a split, such as 2 or 2:3,4".to_owned(),
                n => {
                    format!("a heap from 1 to {n}, how many stones, the heaps of a split: {n}-2 or {n}-2:3,4")
                }
            },
        };
        let number = |piece: Text<'_>, what: &str, least: u64| {
            piece.trim().number(what, least, MAX_NUMBER).map_err(|e| fail(e.what))
        };
        let line = Text::new(text).trim();
        let (line, split) = match line.split_once(':') {
            Some((line, heaps)) => (line, Some(heaps)),
            None => (line, None),
        };
        let (heap, amount) = match line.split_once('-') {
            Some((heap, amount)) if heap.trim().is_empty() => (None, amount),
            Some((heap, amount)) => {
                let number = (heap.trim().number("a heap", 1, at.len() as u64))
                    .map_err(|e| fail(format!("there is no such heap: {}", e.what)))?;
                (usize::try_from(number - 1).ok(), amount)
            }
            None => (None, line),
        };
        let amount = number(amount, "an amount", 0)?;
        let parts = match split {
            None => Vec::new(),
            Some(heaps) => {
                heaps.split(',').map(|piece| number(piece, "a heap", 1)).collect::<Result<_, _>>()?
            }
        };
        // What the move is when it is made on a heap of that size.
        let take = |heap: usize, size: u64| {
            let split = match parts[..] {
                [] => None,
                [a] => {
                    let b = size.saturating_sub(amount).saturating_sub(a);
                    Some([a.min(b), a.max(b)])
                }
                [a, b, ..] => Some([a.min(b), a.max(b)]),
            };
            HeapMove { heap, amount, split }
        };
        if parts.len() > 2 {
            return Err(fail(format!("a split leaves two heaps, and here are {}", parts.len())));
        }
        if let Some(heap) = heap.or_else(|| (at.len() == 1).then_some(0)) {
            return Ok(take(heap, at.get(heap).copied().unwrap_or(0)));
        }
        let mut fits = at.iter().enumerate().map(|(i, &size)| take(i, size)).filter(|m| self.is_legal(at, m));
        match (fits.next(), fits.next()) {
            (Some(m), None) => Ok(m),
            _ => Err(fail("it does not say from which heap".to_owned())),
        }
    }

    fn move_text(&self, _at: &HeapSizes, m: &HeapMove) -> String {
        match m.split {
            None => format!("{}-{}", m.heap + 1, m.amount),
            Some([a, b]) => format!("{}-{}:{a},{b}", m.heap + 1, m.amount),
        }
    }

    fn move_in_words(&self, at: &HeapSizes, m: &HeapMove) -> String {
        let taken = match at.len() {
            1 => format!("take {}", m.amount),
            // The size says which, wherever the sentence stands.
            _ => {
                let size = at.get(m.heap).copied().unwrap_or(0);
                let the = if at.iter().filter(|&&other| other == size).count() == 1 { "the" } else { "a" };
                format!("take {} from {the} heap of {size}", m.amount)
            }
        };
        match m.split {
            None => taken,
            Some([a, b]) => format!("{taken} to leave {a} and {b}"),
        }
    }

    fn move_kind(&self, _at: &HeapSizes, m: &HeapMove) -> u8 {
        u8::from(m.split.is_some())
    }

    fn why_illegal(&self, at: &HeapSizes, m: &HeapMove) -> (String, String) {
        let size = at.get(m.heap).copied().unwrap_or(0);
        let (number, k) = (m.heap + 1, m.amount);
        let expected = self.rule().join("; ");
        let what = match (size.checked_sub(k), m.split) {
            _ if size == 0 => format!("heap {number} is empty"),
            _ if k == 0 => "a move takes at least one stone".to_owned(),
            (None, _) => format!("heap {number} has only {size}"),
            _ if self.code.leaves(k) == [false; 3] => format!("{k} may not be taken"),
            (Some(rest), Some([a, b])) if a.checked_add(b) != Some(rest) => {
                format!("{a} and {b} are not the {rest} that taking {k} leaves")
            }
            (_, Some(_)) => format!("taking {k} may not leave two heaps"),
            (Some(0), None) => format!("taking {k} may not leave nothing"),
            (Some(_), None) => format!("taking {k} may not leave one heap"),
        };
        (what, expected)
    }
}

impl Octal {
    /// What the code allows, in words: amounts with the same digit in one line.
    pub(super) fn rule(&self) -> Vec<String> {
        let mut lines: Vec<(Vec<u64>, [bool; 3])> = Vec::new();
        for k in 1..=self.code.reach() {
            let leaves = self.code.leaves(k);
            match lines.iter_mut().find(|(_, l)| *l == leaves) {
                _ if leaves == [false; 3] => {}
                Some((amounts, _)) => amounts.push(k),
                None => lines.push((vec![k], leaves)),
            }
        }
        if lines.is_empty() {
            return vec!["no move at all".to_owned()];
        }
        let line = |(amounts, leaves): (Vec<u64>, [bool; 3])| {
            let few = if amounts.len() > 8 {
                [&amounts[..3], &amounts[amounts.len() - 1..]].concat()
            } else {
                amounts.clone()
            };
            let mut named: Vec<String> = few.iter().map(u64::to_string).collect();
            if few.len() < amounts.len() {
                named.insert(3, "...".to_owned());
            }
            let named = or(&named);
            match leaves {
                [true, true, true] => {
                    format!("take {named} from a heap and, if you like, split what is left into two heaps")
                }
                [true, true, false] => format!("take {named} from a heap"),
                [true, false, true] => {
                    format!(
                        "take a whole heap of {named}, or take {named} from a larger heap and split the rest into two heaps"
                    )
                }
                [true, false, false] => format!("take a whole heap of {named}"),
                [false, true, true] => {
                    format!(
                        "take {named} from a larger heap and, if you like, split what is left into two heaps"
                    )
                }
                [false, true, false] => format!("take {named} from a larger heap"),
                [false, false, _] => {
                    format!("take {named} from a larger heap and split the rest into two heaps")
                }
            }
        };
        lines.into_iter().map(line).collect()
    }
}
