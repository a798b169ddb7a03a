//! The set-up form of a game: its fields, and the positions that their values describe.

use std::cell::RefCell;
use std::ops::RangeInclusive;

use crate::language::{self, text};
use crate::rules::{MAX_NUMBER, saturating_cast};

/// A field of the set-up form.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The label before the value.
    pub name: &'static str,
    /// The accepted values, in a few words.
    pub help: &'static str,
    /// The field's kind.
    pub kind: FieldKind,
}

/// The kinds of fields.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// A number in a range.
    Number {
        /// The minimum.
        least: u64,
        /// The maximum.
        most: u64,
        /// The default value.
        default: u64,
    },
    /// One of these words; the first is the default.
    Choice(&'static [&'static str]),
    /// Comma-separated numbers; by default, the given numbers.
    Numbers(&'static [u64]),
    /// A number of identical cells.
    Cells {
        /// The part of the state before the cells.
        before: &'static str,
        /// The character for each cell.
        sign: char,
        /// The maximum.
        most: u64,
        /// The default value.
        default: u64,
    },
    /// Any text; by default, the given text.
    Text(&'static str),
}

impl Field {
    /// Creates a number field.
    pub const fn number(
        name: &'static str,
        help: &'static str,
        range: RangeInclusive<u64>,
        default: u64,
    ) -> Field {
        Field {
            name,
            help,
            kind: FieldKind::Number {
                least: *range.start(),
                most: *range.end(),
                default,
            },
        }
    }

    /// Creates a text field.
    pub const fn text(name: &'static str, help: &'static str, default: &'static str) -> Field {
        Field {
            name,
            help,
            kind: FieldKind::Text(default),
        }
    }

    /// Creates a field of numbers separated by commas.
    pub const fn numbers(name: &'static str, help: &'static str, default: &'static [u64]) -> Field {
        Field {
            name,
            help,
            kind: FieldKind::Numbers(default),
        }
    }

    /// Creates a field that accepts one of these words; the first is the default.
    pub const fn choice(
        name: &'static str,
        help: &'static str,
        words: &'static [&'static str],
    ) -> Field {
        Field {
            name,
            help,
            kind: FieldKind::Choice(words),
        }
    }
}

impl FieldKind {
    /// The default value as text.
    pub fn default_value(&self) -> String {
        match self {
            FieldKind::Number { default, .. } | FieldKind::Cells { default, .. } => {
                default.to_string()
            }
            FieldKind::Choice(words) => words[0].to_owned(),
            FieldKind::Numbers(numbers) => joined(numbers.iter().copied()),
            FieldKind::Text(text) => (*text).to_owned(),
        }
    }

    /// The minimum and the maximum of a field that takes one number.
    pub fn range(&self) -> Option<(u64, u64)> {
        match *self {
            FieldKind::Number { least, most, .. } => Some((least, most)),
            FieldKind::Cells { most, .. } => Some((1, most)),
            FieldKind::Choice(_) | FieldKind::Numbers(_) | FieldKind::Text(_) => None,
        }
    }

    /// Returns a random value; `pick(n)` returns a number from 0 to n-1. Fields of cells or text keep their default.
    pub fn random_value(&self, pick: &mut dyn FnMut(u64) -> u64) -> String {
        let scaled = |n: u64, quarters: u64| (n.saturating_mul(quarters) / 4).max(1);
        match self {
            FieldKind::Number {
                least,
                most,
                default,
            } => {
                let most = (*most).min(scaled(*default, 5)).max(*least);
                (*least + pick(most - *least + 1)).to_string()
            }
            FieldKind::Choice(words) => {
                words[saturating_cast::<usize, _>(pick(words.len() as u64))].to_owned()
            }
            FieldKind::Numbers(numbers) => {
                let largest = numbers.iter().copied().max().unwrap_or(1);
                let largest = scaled(largest, 1 + pick(12)).max(3);
                let count = 1 + pick(4);
                joined((0..count).map(|_| 1 + pick(largest)))
            }
            FieldKind::Cells { .. } | FieldKind::Text(_) => self.default_value(),
        }
    }
}

fn joined(numbers: impl Iterator<Item = u64>) -> String {
    let texts: Vec<String> = numbers.map(|n| n.to_string()).collect();
    texts.join(",")
}

/// The fields of the set-up screen and the positions that their values describe.
#[derive(Clone, Copy)]
pub struct SetupForm {
    /// The fields, in the order of the form.
    pub fields: &'static [Field],
    /// The ID of the position that the values describe: `GAME[/PARAMETER...]:STATE`.
    pub start: fn(&FieldValues<'_>) -> String,
    /// The ID of a random position of the size that the values describe; `pick(n)` returns a number from 0 to n-1, for
    /// n at least 1.
    pub random: fn(&FieldValues<'_>, &mut dyn FnMut(u64) -> u64) -> String,
    /// Interesting positions: pairs of a name and an ID.
    pub presets: &'static [(&'static str, &'static str)],
}

impl SetupForm {
    pub(super) fn spoken(&'static self) -> &'static SetupForm {
        if language::is_english() {
            return self;
        }
        let fields = self.fields.iter().map(|field| Field {
            name: text(field.name),
            help: text(field.help),
            ..*field
        });
        let presets = self.presets.iter().map(|&(name, id)| (text(name), id));
        Box::leak(Box::new(SetupForm {
            fields: fields.collect::<Vec<_>>().leak(),
            presets: presets.collect::<Vec<_>>().leak(),
            ..*self
        }))
    }

    /// The ID of the position that these values describe.
    ///
    /// # Errors
    /// Returns an error if a value does not fit its field.
    pub fn start_id(&self, values: &[String]) -> Result<String, FieldError> {
        let values = FieldValues::new(self.fields, values);
        let id = (self.start)(&values);
        values.checked(id)
    }

    /// The ID of a random position for these values.
    pub fn random_id(
        &self,
        values: &[String],
        pick: &mut dyn FnMut(u64) -> u64,
    ) -> Result<String, FieldError> {
        let values = FieldValues::new(self.fields, values);
        let id = (self.random)(&values, pick);
        values.checked(id)
    }
}

/// The error for a value that does not fit its field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", match given.trim() {
    "" => tr!("{field}: {expected} is expected"),
    given => tr!("{field}: {expected} is expected, not \"{given}\""),
})]
pub struct FieldError {
    /// The name of the field.
    pub field: &'static str,
    /// The value that was given.
    pub given: String,
    /// The expected value, in words.
    pub expected: String,
}

/// The values of a form's fields. A field without a value has its default.
#[derive(Debug)]
pub struct FieldValues<'v> {
    fields: &'static [Field],
    given: &'v [String],
    /// The error for the first invalid value. If set, the ID built from the values is discarded.
    error: RefCell<Option<FieldError>>,
}

impl<'v> FieldValues<'v> {
    fn new(fields: &'static [Field], given: &'v [String]) -> FieldValues<'v> {
        FieldValues {
            fields,
            given,
            error: RefCell::default(),
        }
    }

    fn checked(self, id: String) -> Result<String, FieldError> {
        self.error.into_inner().map_or(Ok(id), Err)
    }

    fn refuse(&self, i: usize, expected: String) {
        let field = self.fields[i].name;
        let given = self.text(i);
        self.error.borrow_mut().get_or_insert(FieldError {
            field,
            given,
            expected,
        });
    }

    /// The number of fields.
    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Returns whether there are no fields.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// The value of field `i` as given, or the default.
    pub fn text(&self, i: usize) -> String {
        self.given
            .get(i)
            .cloned()
            .unwrap_or_else(|| self.fields[i].kind.default_value())
    }

    /// The number in field `i`. A value that is not a number in the field's range makes the whole form invalid. In this
    /// case, the function returns the nearest valid number, or the default if the value is not a 64-bit number.
    pub fn number(&self, i: usize) -> u64 {
        let kind = self.fields[i].kind;
        let Some((least, most)) = kind.range() else {
            unreachable!("field {i} is no number");
        };
        match self.text(i).trim().parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => number,
            other => {
                self.refuse(i, tr!("a number from {least} to {most}"));
                let number = other.or_else(|_| kind.default_value().parse());
                number.map_or(least, |number| number.clamp(least, most))
            }
        }
    }

    /// The state that field `i` describes: its cells, or its text.
    pub fn state(&self, i: usize) -> String {
        match self.fields[i].kind {
            FieldKind::Cells { before, sign, .. } => {
                let cells = std::iter::repeat_n(sign, saturating_cast(self.number(i)));
                before.chars().chain(cells).collect()
            }
            _ => self.text(i),
        }
    }

    /// Returns the comma-separated numbers in field `i`, at least one. If an item is not a number up to [`MAX_NUMBER`],
    /// the whole form is invalid, and the function returns 1 for this item.
    pub fn numbers(&self, i: usize) -> Vec<u64> {
        let text = self.text(i);
        let number = |piece: &str| {
            let number = piece
                .trim()
                .parse::<u64>()
                .ok()
                .filter(|&n| n <= MAX_NUMBER);
            number.unwrap_or_else(|| {
                self.refuse(
                    i,
                    tr!("numbers separated by commas, such as 7 or 7,9").to_owned(),
                );
                1
            })
        };
        text.split(',').map(number).collect()
    }

    /// The index of the word in field `i`. If the text is not one of the field's words, the whole form is invalid, and
    /// the function returns 0.
    pub fn choice(&self, i: usize) -> usize {
        let FieldKind::Choice(words) = self.fields[i].kind else {
            unreachable!("field {i} is no choice")
        };
        let text = self.text(i);
        words
            .iter()
            .position(|word| *word == text)
            .unwrap_or_else(|| {
                self.refuse(i, tr!("one of {words}", words = words.join(", ")));
                0
            })
    }

    /// The ID with the last field as the state and the other fields as the parameters: `GAME/FIRST/SECOND:LAST`.
    pub fn id(&self, game: &str) -> String {
        let last = self.fields.len() - 1;
        self.with_state(game, last, &self.text(last))
    }

    /// The ID of a state, with the first `params` fields as the parameters.
    pub fn with_state(&self, game: &str, params: usize, state: &str) -> String {
        let params: String = (0..params).map(|i| format!("/{}", self.text(i))).collect();
        format!("{game}{params}:{state}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELDS: &[Field] = &[
        Field::number("Most", "a number", 1..=9, 3),
        Field::choice("Board", "a word", &["star", "cube"]),
        Field::text("Piles", "sizes", "3,5"),
    ];

    fn read(values: &FieldValues<'_>) -> String {
        format!(
            "game/{}/{}:{}",
            values.number(0),
            values.choice(1),
            values.text(2)
        )
    }

    const FORM: SetupForm = SetupForm {
        fields: FIELDS,
        start: read,
        random: |values, _| values.id("game"),
        presets: &[],
    };

    fn made(given: &[&str]) -> Result<String, String> {
        let given: Vec<String> = given.iter().map(|&text| text.to_owned()).collect();
        FORM.start_id(&given).map_err(|e| e.to_string())
    }

    #[test]
    fn values_that_are_missing_are_made_good() {
        assert_eq!(made(&[]).unwrap(), "game/3/0:3,5");
        assert_eq!(made(&[" 9", "cube", "1"]).unwrap(), "game/9/1:1");
        let none = FieldValues::new(FIELDS, &[]);
        assert_eq!(none.id("game"), "game/3/star:3,5");
        assert_eq!(none.with_state("game", 1, "0"), "game/3:0");
    }

    #[test]
    fn values_that_do_not_fit_are_refused_by_name() {
        assert_eq!(
            made(&["12"]).unwrap_err(),
            "Most: a number from 1 to 9 is expected, not \"12\""
        );
        assert_eq!(
            made(&[""]).unwrap_err(),
            "Most: a number from 1 to 9 is expected"
        );
        assert_eq!(
            made(&["-3", "moon"]).unwrap_err(),
            "Most: a number from 1 to 9 is expected, not \"-3\""
        );
        assert_eq!(
            made(&["3", "moon"]).unwrap_err(),
            "Board: one of star, cube is expected, not \"moon\""
        );
        // The form does not check the range of 12, because `random` reads the value as text.
        assert_eq!(
            FORM.random_id(&["12".to_owned()], &mut |_| 0).unwrap(),
            "game/12/star:3,5"
        );
    }
}
