//! The set-up form of a game: its fields, and the positions that their values name.

use std::ops::RangeInclusive;

/// One thing to choose when a game is set up.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What may be entered, in a few words.
    pub help: &'static str,
    /// What it is.
    pub kind: FieldKind,
}

/// The kinds of fields. A value is always text.
#[derive(Clone, Copy, Debug)]
pub enum FieldKind {
    /// A number in a range.
    Number {
        /// The least.
        least: u64,
        /// The most.
        most: u64,
        /// What is there at first.
        default: u64,
    },
    /// One of these words; the first is there at first.
    Choice(&'static [&'static str]),
    /// Any text; this one is there at first.
    Text(&'static str),
}

impl Field {
    /// A number, and what is there at first.
    #[must_use]
    pub const fn number(
        name: &'static str,
        help: &'static str,
        range: RangeInclusive<u64>,
        default: u64,
    ) -> Field {
        Field { name, help, kind: FieldKind::Number { least: *range.start(), most: *range.end(), default } }
    }

    /// A text, and what is there at first.
    #[must_use]
    pub const fn text(name: &'static str, help: &'static str, default: &'static str) -> Field {
        Field { name, help, kind: FieldKind::Text(default) }
    }

    /// One of these words; the first is there at first.
    #[must_use]
    pub const fn choice(name: &'static str, help: &'static str, words: &'static [&'static str]) -> Field {
        Field { name, help, kind: FieldKind::Choice(words) }
    }
}

impl FieldKind {
    /// What is there at first.
    #[must_use]
    pub fn default_value(&self) -> String {
        match self {
            FieldKind::Number { default, .. } => default.to_string(),
            FieldKind::Choice(words) => words.first().copied().unwrap_or_default().to_owned(),
            FieldKind::Text(text) => (*text).to_owned(),
        }
    }
}

/// Fields of the set-up screen and what becomes of them.
#[derive(Clone, Copy)]
pub struct SetupForm {
    /// The fields.
    pub fields: &'static [Field],
    /// The position that the values name, as `GAME[/PARAMETER...]:STATE`. Values that do not fit give an ID that does
    /// not read, whose error then tells.
    pub start: fn(&FieldValues<'_>) -> String,
    /// A position of that size by chance; `pick(n)` gives a number from 0 to n-1, n at least 1.
    pub random: fn(&FieldValues<'_>, &mut dyn FnMut(u64) -> u64) -> String,
    /// Positions worth playing: a name and an ID each.
    pub presets: &'static [(&'static str, &'static str)],
}

impl SetupForm {
    /// The position that these values name: the form's `start`.
    #[must_use]
    pub fn start_id(&self, values: &[String]) -> String {
        (self.start)(&FieldValues { fields: self.fields, given: values })
    }

    /// A position of these values by chance: the form's `random`.
    pub fn random_id(&self, values: &[String], pick: &mut dyn FnMut(u64) -> u64) -> String {
        (self.random)(&FieldValues { fields: self.fields, given: values }, pick)
    }
}

/// The values of a form's fields; where one was not given, what is there at first.
#[derive(Clone, Copy, Debug)]
pub struct FieldValues<'v> {
    fields: &'static [Field],
    given: &'v [String],
}

impl FieldValues<'_> {
    /// The value of field `i`, as it was given.
    #[must_use]
    pub fn text(&self, i: usize) -> String {
        let first = || self.fields.get(i).map(|field| field.kind.default_value()).unwrap_or_default();
        self.given.get(i).cloned().unwrap_or_else(first)
    }

    /// The number in field `i`, brought into its range; what is there at first where it is no number.
    #[must_use]
    pub fn number(&self, i: usize) -> u64 {
        match self.fields.get(i).map(|field| field.kind) {
            Some(FieldKind::Number { least, most, default }) => {
                self.text(i).trim().parse().unwrap_or(default).clamp(least, most)
            }
            _ => 0,
        }
    }

    /// Which of its words field `i` has: the first where it has none of them.
    #[must_use]
    pub fn choice(&self, i: usize) -> usize {
        match self.fields.get(i).map(|field| field.kind) {
            Some(FieldKind::Choice(words)) => {
                let text = self.text(i);
                words.iter().position(|word| *word == text).unwrap_or(0)
            }
            _ => 0,
        }
    }

    /// The ID whose last field is the state and whose other fields are the parameters: `GAME/FIRST/SECOND:LAST`.
    #[must_use]
    pub fn id(&self, game: &str) -> String {
        let last = self.fields.len().saturating_sub(1);
        self.with_state(game, last, &self.text(last))
    }

    /// The ID of this state, the first `params` fields being the parameters.
    #[must_use]
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

    #[test]
    fn values_that_are_missing_or_out_of_range_are_made_good() {
        let given = ["12".to_owned(), "cube".to_owned()];
        let values = FieldValues { fields: FIELDS, given: &given };
        assert_eq!((values.text(0).as_str(), values.number(0)), ("12", 9));
        assert_eq!((values.choice(1), values.text(2).as_str()), (1, "3,5"));
        assert_eq!(values.id("game"), "game/12/cube:3,5");
        let none = FieldValues { fields: FIELDS, given: &[] };
        assert_eq!((none.number(0), none.choice(1), none.id("game").as_str()), (3, 0, "game/3/star:3,5"));
        assert_eq!(none.with_state("game", 1, "0"), "game/3:0");
    }
}
