//! Positions as vertices by name, moves as `token>vertex`.

use super::{MOST_TOKENS, Slide, Token, Tokens};
use crate::rules::{IdError, MoveError, Notation, Text, nearest};

impl Token {
    /// Some names of vertices, for errors.
    fn some_names(&self) -> String {
        const SHOWN: usize = 12;
        let mut names: Vec<&str> =
            (0..self.dag().len().min(SHOWN)).map(|v| self.dag().name(nearest(v))).collect();
        if self.dag().len() > SHOWN {
            names.push("...");
        }
        names.join(", ")
    }
}

impl Notation for Token {
    fn params_text(&self) -> String {
        self.source.params.clone()
    }

    fn portable_params_text(&self) -> String {
        if self.source.private { self.source.inline() } else { self.params_text() }
    }

    fn parse_state(&self, text: Text<'_>) -> Result<Tokens, IdError> {
        let mut tokens = Vec::new();
        for piece in text.split(',') {
            let name = piece.trim();
            let expected = || format!("a vertex for each token: {}", self.some_names());
            if name.is_empty() {
                return Err(name.error("a token has no vertex", expected()));
            }
            if tokens.len() >= MOST_TOKENS {
                return Err(name.error("too many tokens", format!("at most {MOST_TOKENS}")));
            }
            let vertex = self.dag().find(name.as_str());
            tokens
                .push(vertex.ok_or_else(|| {
                    name.error(format!("there is no vertex {}", name.quoted()), expected())
                })?);
        }
        Ok(Tokens(tokens.into()))
    }

    fn state_text(&self, at: &Tokens) -> String {
        let names: Vec<&str> = at.0.iter().map(|&v| self.dag().name(v)).collect();
        names.join(",")
    }

    fn parse_move(&self, at: &Tokens, text: &str) -> Result<Slide, MoveError> {
        let fail = |what: String, expected: String| MoveError::new(text, what, expected);
        let form = || "a token from 1, > and a vertex, such as 1>c".to_owned();
        let (token, vertex) = match Text::new(text).split_once('>') {
            Some((token, vertex)) if !token.trim().is_empty() || at.0.len() > 1 => {
                let number = token.trim().number("a token", 1, at.0.len() as u64);
                (number.map_err(|e| fail(e.what, e.expected))? - 1, vertex.trim())
            }
            Some((_, vertex)) => (0, vertex.trim()),
            // With one token its number may be left out.
            None if at.0.len() == 1 => (0, Text::new(text).trim()),
            None => return Err(fail("there is no >".to_owned(), form())),
        };
        match self.dag().find(vertex.as_str()) {
            Some(to) => Ok(Slide { token: nearest(token), to }),
            None => Err(fail(
                format!("there is no vertex {}", vertex.quoted()),
                format!("one of {}", self.some_names()),
            )),
        }
    }

    fn move_text(&self, _at: &Tokens, m: &Slide) -> String {
        format!("{}>{}", m.token + 1, self.dag().name(m.to))
    }

    fn move_in_words(&self, at: &Tokens, m: &Slide) -> String {
        match at.0.len() {
            1 => format!("move the token to {}", self.dag().name(m.to)),
            _ => match at.0.get(m.token as usize) {
                Some(&from) => {
                    let [from, to] = [from, m.to].map(|vertex| self.dag().name(vertex));
                    format!("move token {} from {from} to {to}", m.token + 1)
                }
                None => format!("move token {} to {}", m.token + 1, self.dag().name(m.to)),
            },
        }
    }

    fn why_illegal(&self, at: &Tokens, m: &Slide) -> (String, String) {
        let from = at.0.get(m.token as usize).copied().unwrap_or_default();
        let ends: Vec<&str> = self.dag().next(from).iter().take(12).map(|&v| self.dag().name(v)).collect();
        let expected = match ends.is_empty() {
            true => format!("another token: {} has no arc", self.dag().name(from)),
            false => format!("an arc from {} to one of {}", self.dag().name(from), ends.join(", ")),
        };
        (format!("no arc leads from {} to {}", self.dag().name(from), self.dag().name(m.to)), expected)
    }
}
