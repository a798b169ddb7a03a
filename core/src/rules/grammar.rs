//! Defines grammars, which read and write states and moves.

use super::{IdError, MAX_NUMBER, SketchParts, Text, push_number, saturating_cast};
use crate::language;

/// The error message for a well-formed value that the rules refuse, and the expected text.
pub type Refusal = (String, String);

/// Reads and writes values of one type.
pub trait Grammar {
    /// The type of the values.
    type Value;

    /// Reads a value. If the text is [loose](Text::loosely), skips white space around each piece.
    ///
    /// # Errors
    /// If the text is not a value of this grammar, returns an [`IdError`] with the column and the expected text.
    fn read(&self, text: Text<'_>) -> Result<Self::Value, IdError>;

    /// Appends the canonical text of a value.
    fn write(&self, value: &Self::Value, out: &mut String);

    /// Returns the components that the position editor changes. If `None`, the state is edited as a list of numbers
    /// or as text.
    fn parts(&self, _value: &Self::Value) -> Option<SketchParts> {
        None
    }

    /// Explains why the rules refuse a well-formed value; returns `None` if there is no explanation.
    fn refusal(&self, _value: &Self::Value) -> Option<Refusal> {
        None
    }

    /// Converts each value to another type after reading it, and back before writing it.
    fn map<U, T, F>(self, to: T, from: F) -> Map<Self, T, F>
    where
        Self: Sized,
        T: Fn(Self::Value, Text<'_>) -> Result<U, IdError>,
        F: Fn(&U) -> Self::Value,
    {
        Map {
            inner: self,
            to,
            from,
        }
    }

    /// Also reads an alternative notation, which is never written. `read` tries this notation first, and returns `None`
    /// for text in the usual notation.
    fn or_read<R>(self, read: R) -> OrRead<Self, R>
    where
        Self: Sized,
        R: Fn(Text<'_>) -> Option<Result<Self::Value, IdError>>,
    {
        OrRead { inner: self, read }
    }

    /// Replaces the `expected` text of every error.
    fn expecting<E: Fn() -> String>(self, expected: E) -> Expecting<Self, E>
    where
        Self: Sized,
    {
        Expecting {
            inner: self,
            expected,
        }
    }

    /// Sets the components that the position editor changes.
    fn edited<P: Fn(&Self::Value) -> Option<SketchParts>>(self, parts: P) -> Edited<Self, P>
    where
        Self: Sized,
    {
        Edited { inner: self, parts }
    }

    /// Explains why the rules refuse a value; `reason` is called only for refused values.
    fn refusing<R: Fn(&Self::Value) -> Refusal>(self, reason: R) -> Refusing<Self, R>
    where
        Self: Sized,
    {
        Refusing {
            inner: self,
            reason,
        }
    }
}

/// Returns the canonical text of a value.
pub fn written<G: Grammar>(grammar: &G, value: &G::Value) -> String {
    let mut out = String::with_capacity(64);
    grammar.write(value, &mut out);
    out
}

/// The grammar for a number in a range.
#[derive(Clone, Copy, Debug)]
pub struct Number<'g> {
    /// The description of the number, such as `a pile size`.
    pub what: &'g str,
    /// The minimum.
    pub least: u64,
    /// The maximum.
    pub most: u64,
}

impl<'g> Number<'g> {
    /// Creates the grammar for a number from `least` to [`MAX_NUMBER`].
    pub const fn from(least: u64, what: &'g str) -> Number<'g> {
        Number {
            what,
            least,
            most: MAX_NUMBER,
        }
    }

    /// Creates the grammar for a number from 1 to `most`.
    pub const fn up_to(most: u64, what: &'g str) -> Number<'g> {
        Number {
            what,
            least: 1,
            most,
        }
    }
}

impl Grammar for Number<'_> {
    type Value = u64;

    fn read(&self, text: Text<'_>) -> Result<u64, IdError> {
        text.number(self.what, self.least, self.most)
    }

    fn write(&self, value: &u64, out: &mut String) {
        push_number(*value, out);
    }
}

/// The grammar for one or more numbers with a separator between them.
#[derive(Clone, Copy, Debug)]
pub struct List<'g>(pub Number<'g>, pub char);

impl Grammar for List<'_> {
    type Value = Vec<u64>;

    fn read(&self, text: Text<'_>) -> Result<Vec<u64>, IdError> {
        let List(Number { what, least, most }, separator) = *self;
        text.numbers_between(separator, what, least, most)
    }

    fn write(&self, value: &Vec<u64>, out: &mut String) {
        for (i, &n) in value.iter().enumerate() {
            if i > 0 {
                out.push(self.1);
            }
            push_number(n, out);
        }
    }
}

/// The grammar for two numbers with a comma between them.
#[derive(Clone, Copy, Debug)]
pub struct Two<'g>(pub Number<'g>);

impl Grammar for Two<'_> {
    type Value = (u64, u64);

    fn read(&self, text: Text<'_>) -> Result<(u64, u64), IdError> {
        let mut pieces = text.split(',');
        let first = self.0.read(pieces.next().unwrap_or(text))?;
        let Some(second) = pieces.next() else {
            let expected = tr!("a comma and {what}", what = language::text(self.0.what));
            return Err(text.ended(tr!("the second number is missing"), expected));
        };
        let second = self.0.read(second)?;
        match pieces.next() {
            Some(third) => Err(IdError::new(
                third.column() - 1,
                tr!("a third number follows"),
                tr!("two numbers and no more"),
            )),
            None => Ok((first, second)),
        }
    }

    fn write(&self, &(first, second): &(u64, u64), out: &mut String) {
        push_number(first, out);
        out.push(',');
        push_number(second, out);
    }
}

/// The grammar for an amount with a sign before it, such as `+`. The sign is always written, but need not be present in
/// text that is read.
#[derive(Clone, Copy, Debug)]
pub struct Amount(pub char);

impl Grammar for Amount {
    type Value = u64;

    fn read(&self, text: Text<'_>) -> Result<u64, IdError> {
        text.without(self.0).number(tr!("an amount"), 0, MAX_NUMBER)
    }

    fn write(&self, value: &u64, out: &mut String) {
        out.push(self.0);
        push_number(*value, out);
    }
}

impl Amount {
    /// Renders the amounts from 1 to `most` as a range for an error message.
    pub fn one_to(self, most: u64) -> String {
        let Amount(sign) = self;
        match most {
            1 => format!("{sign}1"),
            _ => tr!("{sign}1 to {sign}{most}"),
        }
    }
}

/// The grammar for the number of a part, such as a pile. Parts are counted from 1 in text, and from 0 in values.
#[derive(Clone, Copy, Debug)]
pub struct Place<'g> {
    /// The noun for a part, such as `pile`.
    pub noun: &'g str,
    /// The number of parts.
    pub count: usize,
}

impl Grammar for Place<'_> {
    type Value = usize;

    fn read(&self, text: Text<'_>) -> Result<usize, IdError> {
        let what = tr!("a {noun}", noun = self.noun);
        let number = text.number(&what, 1, self.count as u64);
        number
            .map(|n| saturating_cast::<usize, _>(n) - 1)
            .map_err(|e| IdError {
                what: tr!(
                    "there is no such {noun}: {what}",
                    noun = self.noun,
                    what = e.what
                ),
                ..e
            })
    }

    fn write(&self, value: &usize, out: &mut String) {
        push_number(*value as u64 + 1, out);
    }
}

/// The grammar for two values with a separator between them.
#[derive(Clone, Copy, Debug)]
pub struct Pair<A: Grammar, B> {
    /// The value before the separator.
    pub first: A,
    /// The separator.
    pub separator: char,
    /// The value after the separator.
    pub second: B,
    /// The default for an omitted first value; `None` if the first value is required.
    pub omitted: Option<A::Value>,
    /// The error message and the expected text if the separator is missing.
    pub missing: (&'static str, &'static str),
}

impl<A: Grammar, B> Pair<A, B> {
    /// Creates a pair whose first value cannot be omitted. The error for a missing separator has no expected text;
    /// callers add one with [`Grammar::expecting`].
    pub fn new(first: A, separator: char, second: B, missing: &'static str) -> Self {
        Pair {
            first,
            separator,
            second,
            omitted: None,
            missing: (missing, ""),
        }
    }
}

/// The grammar of moves that consist of two numbers separated by a comma.
pub const TWO_AMOUNTS: Pair<Number<'static>, Number<'static>> = Pair {
    first: Number::from(0, tr_key!("a number")),
    separator: ',',
    second: Number::from(0, tr_key!("a number")),
    omitted: None,
    missing: (tr_key!("it has no comma"), ""),
};

impl<A: Grammar<Value: Clone>, B: Grammar> Grammar for Pair<A, B> {
    type Value = (A::Value, B::Value);

    fn read(&self, text: Text<'_>) -> Result<Self::Value, IdError> {
        let (first, second) = match (text.split_once(self.separator), &self.omitted) {
            (Some((first, second)), Some(omitted)) if first.trim().is_empty() => {
                (omitted.clone(), second)
            }
            (Some((first, second)), _) => (self.first.read(first)?, second),
            (None, Some(omitted)) => (omitted.clone(), text),
            (None, None) => {
                // If the first value has an error, point at it, because adding the separator alone would not make the
                // text valid.
                let first = self.first.read(text).err();
                let missing = text.ended(language::text(self.missing.0), self.missing.1);
                let column = first.map_or(missing.column, |e| e.column);
                return Err(IdError { column, ..missing });
            }
        };
        Ok((first, self.second.read(second)?))
    }

    fn write(&self, (first, second): &Self::Value, out: &mut String) {
        self.first.write(first, out);
        out.push(self.separator);
        self.second.write(second, out);
    }
}

/// The grammar for cells of one character each. The value of a cell is the index of its kind.
#[derive(Clone, Copy, Debug)]
pub struct CellText {
    /// The characters of the kinds; the first kind is an empty cell in the position editor.
    pub kinds: &'static str,
    /// Alternative characters for the kinds, in the same order. They are accepted when a text is read, but never
    /// written.
    pub also: &'static str,
    /// The number of cells; `None` if any number from 1 is allowed.
    pub count: Option<usize>,
    /// The error message for too many cells. If `count` is `None`, the field holds the message for text without cells.
    pub wrong_count: &'static str,
    /// The error message for an unknown character, such as `is not a cell`. The message that users see begins with the
    /// character.
    pub unknown: &'static str,
    /// Returns an error message if the last cell clashes with the cells before it. A draft may contain clashes.
    pub clash: fn(&[u8]) -> Option<String>,
    /// The `expected` text of every error.
    pub expected: &'static str,
}

impl Grammar for CellText {
    type Value = Vec<u8>;

    fn read(&self, text: Text<'_>) -> Result<Vec<u8>, IdError> {
        if text.is_empty() && self.count.is_none() {
            return Err(text.error(
                language::text(self.wrong_count),
                language::text(self.expected),
            ));
        }
        let fail =
            |column, what: String| Err(IdError::new(column, what, language::text(self.expected)));
        let mut cells = Vec::with_capacity(text.as_str().len());
        for (column, c) in text.chars() {
            if self.count == Some(cells.len()) {
                return fail(column, language::text(self.wrong_count).to_owned());
            }
            let kind = |all: &str| all.chars().position(|kind| kind.eq_ignore_ascii_case(&c));
            let Some(kind) = kind(self.kinds).or_else(|| kind(self.also)) else {
                return fail(column, format!("{c:?} {}", language::text(self.unknown)));
            };
            cells.push(saturating_cast(kind));
            if let Some(what) = (self.clash)(&cells).filter(|_| !text.is_draft()) {
                return fail(column, what);
            }
        }
        match self.count {
            Some(count) if cells.len() < count => Err(text.ended(
                tr!("the cells end after {number}", number = cells.len()),
                language::text(self.expected),
            )),
            _ => Ok(cells),
        }
    }

    fn write(&self, value: &Vec<u8>, out: &mut String) {
        let kinds = self.kinds.as_bytes();
        out.extend(
            value
                .iter()
                .map(|&kind| char::from(kinds[usize::from(kind)])),
        );
    }

    fn parts(&self, value: &Vec<u8>) -> Option<SketchParts> {
        let mut cells = String::new();
        self.write(value, &mut cells);
        Some(SketchParts::Cells {
            cells: cells.chars().collect(),
            kinds: self.kinds,
            open: self.count.is_none().then_some(tr!("cells")),
        })
    }
}

/// A grammar that consists of a function for reading values and a function for writing them.
#[derive(Clone, Copy, Debug)]
pub struct Form<R, W> {
    /// Reads a value.
    pub read: R,
    /// Returns the text of a value.
    pub write: W,
}

impl<T, R, W> Grammar for Form<R, W>
where
    R: Fn(Text<'_>) -> Result<T, IdError>,
    W: Fn(&T) -> String,
{
    type Value = T;

    fn read(&self, text: Text<'_>) -> Result<T, IdError> {
        (self.read)(text)
    }

    fn write(&self, value: &T, out: &mut String) {
        out.push_str(&(self.write)(value));
    }
}

/// Delegates methods to the inner grammar.
macro_rules! delegate {
    (read) => {
        fn read(&self, text: Text<'_>) -> Result<Self::Value, IdError> {
            self.inner.read(text)
        }
    };
    (write) => {
        fn write(&self, value: &Self::Value, out: &mut String) {
            self.inner.write(value, out);
        }
    };
    (parts) => {
        fn parts(&self, value: &Self::Value) -> Option<SketchParts> {
            self.inner.parts(value)
        }
    };
    (refusal) => {
        fn refusal(&self, value: &Self::Value) -> Option<Refusal> {
            self.inner.refusal(value)
        }
    };
}

/// See [`Grammar::map`].
#[derive(Clone, Copy, Debug)]
pub struct Map<G, T, F> {
    inner: G,
    to: T,
    from: F,
}

impl<U, G, T, F> Grammar for Map<G, T, F>
where
    G: Grammar,
    T: Fn(G::Value, Text<'_>) -> Result<U, IdError>,
    F: Fn(&U) -> G::Value,
{
    type Value = U;

    fn read(&self, text: Text<'_>) -> Result<U, IdError> {
        (self.to)(self.inner.read(text)?, text)
    }

    fn write(&self, value: &U, out: &mut String) {
        self.inner.write(&(self.from)(value), out);
    }

    fn parts(&self, value: &U) -> Option<SketchParts> {
        self.inner.parts(&(self.from)(value))
    }
}

/// See [`Grammar::or_read`].
#[derive(Clone, Copy, Debug)]
pub struct OrRead<G, R> {
    inner: G,
    read: R,
}

impl<G: Grammar, R: Fn(Text<'_>) -> Option<Result<G::Value, IdError>>> Grammar for OrRead<G, R> {
    type Value = G::Value;

    fn read(&self, text: Text<'_>) -> Result<G::Value, IdError> {
        (self.read)(text).unwrap_or_else(|| self.inner.read(text))
    }

    delegate!(write);
    delegate!(parts);
    delegate!(refusal);
}

/// See [`Grammar::expecting`].
#[derive(Clone, Copy, Debug)]
pub struct Expecting<G, E> {
    inner: G,
    expected: E,
}

impl<G: Grammar, E: Fn() -> String> Grammar for Expecting<G, E> {
    type Value = G::Value;

    fn read(&self, text: Text<'_>) -> Result<G::Value, IdError> {
        self.inner.read(text).map_err(|e| IdError {
            expected: (self.expected)(),
            ..e
        })
    }

    delegate!(write);
    delegate!(parts);
    delegate!(refusal);
}

/// See [`Grammar::edited`].
#[derive(Clone, Copy, Debug)]
pub struct Edited<G, P> {
    inner: G,
    parts: P,
}

impl<G: Grammar, P: Fn(&G::Value) -> Option<SketchParts>> Grammar for Edited<G, P> {
    type Value = G::Value;

    fn parts(&self, value: &G::Value) -> Option<SketchParts> {
        (self.parts)(value)
    }

    delegate!(read);
    delegate!(write);
    delegate!(refusal);
}

/// See [`Grammar::refusing`].
#[derive(Clone, Copy, Debug)]
pub struct Refusing<G, R> {
    inner: G,
    reason: R,
}

impl<G: Grammar, R: Fn(&G::Value) -> Refusal> Grammar for Refusing<G, R> {
    type Value = G::Value;

    fn refusal(&self, value: &G::Value) -> Option<Refusal> {
        Some((self.reason)(value))
    }

    delegate!(read);
    delegate!(write);
    delegate!(parts);
}
