//! The parameters of a game. In an ID, they come between the game's name and the colon, each after a slash.

use super::Info;
use crate::language;
use crate::rules::grammar::{Grammar, List, Number, written};
use crate::rules::{Convention, IdError, Library, Text};

/// The form of a parameter.
#[derive(Clone, Copy, Debug)]
pub enum ParamForm {
    /// Text that the game itself parses and writes.
    Text,
    /// A number in a range.
    Number(Number<'static>),
    /// Numbers in a range, separated by commas, in any order. Repeated numbers are ignored.
    Set(Number<'static>),
}

/// A parameter of a game.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    meaning: &'static str,
    form: ParamForm,
    /// The default text, and the error message about an extra parameter; `None` for a required parameter.
    omitted: Option<(&'static str, ExtraText)>,
}

/// Formats the error message about an extra parameter, which is passed in quotes.
type ExtraText = fn(&str) -> String;

impl Param {
    /// Creates a parameter. In error messages, `meaning` (such as `the goal`) follows the words "a slash and".
    pub const fn new(meaning: &'static str, form: ParamForm) -> Param {
        Param {
            meaning,
            form,
            omitted: None,
        }
    }

    /// Makes the parameter optional, with the default `text`. Only the last parameter may be optional. Spaces around an
    /// optional number are ignored.
    #[must_use]
    pub const fn or(self, text: &'static str, extra: ExtraText) -> Param {
        Param {
            omitted: Some((text, extra)),
            ..self
        }
    }
}

/// The convention and the parameters given in an ID. The parameters fit [`Info::params`].
pub struct Variant<'v> {
    /// The convention.
    pub convention: Convention,
    /// The user's library of scripts, boards and graphs.
    pub library: &'v Library,
    /// The game's entry in the catalogue.
    pub info: &'static Info,
    /// The text of each parameter, and its numbers. The list of numbers is empty if the game parses the text itself.
    params: Vec<(Text<'v>, Vec<u64>)>,
}

impl<'v> Variant<'v> {
    /// Reads the parameters given in an ID.
    ///
    /// # Errors
    /// Returns [`IdError`] if the number of parameters is wrong, or if a number is not in its range.
    pub fn read(
        info: &'static Info,
        convention: Convention,
        given: &[Text<'v>],
        library: &'v Library,
    ) -> Result<Variant<'v>, IdError> {
        let &Info { id, params, .. } = info;
        let count = match params.len() {
            0 => tr!("no parameter").to_owned(),
            1 => tr!("one parameter").to_owned(),
            n => tr!("{n} parameters"),
        };
        if let Some(extra) = given.get(params.len()) {
            let quoted = extra.quoted();
            return Err(match params.last().and_then(|last| last.omitted) {
                Some((_, what)) => extra.error(what(&quoted), tr!("a colon")),
                None => extra.error(
                    tr!("{id} takes {count}; {quoted} is one too many"),
                    tr!("a colon and the state"),
                ),
            });
        }
        if let Some(missing) = params.get(given.len())
            && missing.omitted.is_none()
        {
            let number = match given.len() {
                0 => tr!("none is").to_owned(),
                1 => tr!("1 is").to_owned(),
                n => tr!("{n} are"),
            };
            return Err(IdError::missing(
                tr!("{id} takes {count}; {number} given"),
                tr!(
                    "a slash and {meaning}",
                    meaning = language::text(missing.meaning)
                ),
            ));
        }
        let read = |(i, param): (usize, &Param)| {
            let omitted = param.omitted.map_or("", |(text, _)| text);
            // The caller fills in the column of a missing parameter.
            let text = given.get(i).copied().unwrap_or(Text::at(omitted, 0));
            let numbers = match param.form {
                ParamForm::Text => Vec::new(),
                ParamForm::Number(number) if param.omitted.is_some() => {
                    vec![number.read(text.trim())?]
                }
                ParamForm::Number(number) => vec![number.read(text)?],
                ParamForm::Set(number) => {
                    let mut set = List(number, ',').read(text)?;
                    set.sort_unstable();
                    set.dedup();
                    set
                }
            };
            Ok((text, numbers))
        };
        let params = params.iter().enumerate().map(read);
        Ok(Variant {
            convention,
            library,
            info,
            params: params.collect::<Result<_, _>>()?,
        })
    }

    /// The text of parameter `i`, which must be in [`Info::params`].
    pub fn text(&self, i: usize) -> Text<'v> {
        self.params[i].0
    }

    /// The value of parameter `i`, which must have the form [`ParamForm::Number`].
    pub fn number(&self, i: usize) -> u64 {
        self.numbers(i)[0]
    }

    /// The numbers of parameter `i`, in ascending order.
    pub fn numbers(&self, i: usize) -> &[u64] {
        &self.params[i].1
    }

    /// The numeric parameters as written in a canonical ID. Leaves out the parameters that the game parses itself.
    pub(super) fn written(&self) -> String {
        let mut out = String::new();
        for (param, (_, numbers)) in self.info.params.iter().zip(&self.params) {
            let (ParamForm::Number(number) | ParamForm::Set(number)) = param.form else {
                continue;
            };
            let text = written(&List(number, ','), numbers);
            if param.omitted.is_none_or(|omitted| omitted.0 != text) {
                out.push('/');
                out.push_str(&text);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use crate::games::oracle::{fault, opened};

    #[test]
    fn parameters_that_do_not_fit_are_refused_where_they_stand() {
        for line in [
            "race:5 is refused in column 5: race takes 2 parameters; none is given; expected a slash and the most a move can add",
            "race/3:5 is refused in column 7: race takes 2 parameters; 1 is given; expected a slash and the goal",
            "race/3/9/é:5 is refused in column 10: race takes 2 parameters; \"é\" is one too many; expected a colon and the state",
            "auction/3/0:0 is refused in column 11: 0 is too small; expected the price of the land, from 1 to 9223372036854775807",
            "subtraction/3,0:5 is refused in column 15: 0 is too small; expected a number to take from 1 to 9223372036854775807",
            "nim/3:5 is refused in column 5: nim takes no parameter; \"3\" is one too many; expected a colon and the state",
            "triangle/4/5: is refused in column 12: triangle takes one parameter; \"5\" is a second; expected a colon",
        ] {
            let (id, expected) = line.split_once(" is refused in ").unwrap();
            let error = fault(id).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn numbers_have_one_text() {
        for (id, canonical) in [
            ("race/007/010:5", "race/7/10:5"),
            ("subtraction/4,1,04:9", "subtraction/1,4:9"),
            ("triangle/ 4 :", "triangle:"),
        ] {
            assert_eq!(opened(id).id(), canonical);
        }
    }
}
