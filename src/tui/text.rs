//! Measures, wraps and truncates text for display, and defines the tones of lines.

use std::borrow::Cow;

pub use nimatron_core::games::reasons::counted;

use ratatui::text::Span;
use textwrap::core::{Word, break_words};
use textwrap::wrap_algorithms::wrap_first_fit;

use nimatron_core::rules::{Outcome, Player};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Quiet,
    Heading,
    Outcome(Outcome),
    Player(Player),
    Hint,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StyledLine {
    pub tone: Tone,
    pub text: String,
}

impl StyledLine {
    pub fn new(tone: Tone, text: impl Into<String>) -> StyledLine {
        StyledLine {
            tone,
            text: text.into(),
        }
    }

    pub fn plain(text: impl Into<String>) -> StyledLine {
        StyledLine::new(Tone::Plain, text)
    }

    pub fn quiet(text: impl Into<String>) -> StyledLine {
        StyledLine::new(Tone::Quiet, text)
    }

    pub fn heading(text: impl Into<String>) -> StyledLine {
        StyledLine::new(Tone::Heading, text)
    }

    pub fn hint(text: impl Into<String>) -> StyledLine {
        StyledLine::new(Tone::Hint, text)
    }

    /// Creates a line for a win or a correct answer.
    pub fn won(text: impl Into<String>) -> StyledLine {
        StyledLine::new(Tone::Outcome(Outcome::Win), text)
    }

    /// Creates a line for a loss or an error.
    pub fn lost(text: impl Into<String>) -> StyledLine {
        StyledLine::new(Tone::Outcome(Outcome::Loss), text)
    }

    pub fn blank() -> StyledLine {
        StyledLine::plain("")
    }
}

/// Returns the width of text in columns. Text from users may contain wide and combining characters.
pub fn wide(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        Span::raw(text).width()
    }
}

pub fn wide_char(c: char) -> usize {
    if c.is_ascii() {
        1
    } else {
        wide(c.encode_utf8(&mut [0; 4]))
    }
}

/// Wraps text between words to at most `width` columns, and breaks words that are wider. Each line keeps the text's
/// indentation.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let indent: String = text.chars().take_while(|c| *c == ' ').collect();
    let room = width.saturating_sub(indent.len()).max(1);
    let words = words(text);
    let spaced = words.iter().map(|word| {
        let mut word = Word::from(word);
        word.whitespace = " ";
        word
    });
    let parts = break_words(spaced, room);
    let line = |parts: &[Word<'_>]| {
        let text: String = parts
            .iter()
            .flat_map(|part| [part.word, part.whitespace])
            .collect();
        format!("{indent}{}", text.trim_end())
    };
    wrap_first_fit(&parts, &[room as f64])
        .into_iter()
        .map(line)
        .collect()
}

/// Splits text into words. A product such as `3 * 4` counts as one word, and so does a short equation such as `4 = 4`.
fn words(text: &str) -> Vec<Cow<'_, str>> {
    /// The minimum length, in bytes, of an equation that may be broken across lines.
    const SHORT: usize = 16;
    let mut words: Vec<Cow<'_, str>> = Vec::new();
    for word in text.split_whitespace() {
        match words.last_mut() {
            Some(last)
                if word == "*"
                    || last.ends_with(" *")
                    || ((word == "=" || last.ends_with(" ="))
                        && last.len() + word.len() < SHORT) =>
            {
                let last = last.to_mut();
                last.push(' ');
                last.push_str(word);
            }
            _ => words.push(Cow::Borrowed(word)),
        }
    }
    words
}

/// Truncates text to `width` columns, and marks the truncation with dots.
pub fn cut(text: &str, width: usize) -> String {
    if wide(text) <= width {
        return text.to_owned();
    }
    let keep = width.saturating_sub(3);
    let mut used = 0;
    let mut short: String = (text.chars())
        .take_while(|&c| {
            used += wide_char(c);
            used <= keep
        })
        .collect();
    let left = width - wide(&short);
    short.extend(std::iter::repeat_n('.', left.min(3)));
    short
}

/// Truncates or pads text to exactly `width` columns.
pub fn fit(text: &str, width: usize) -> String {
    let mut text = cut(text, width);
    text.extend(std::iter::repeat_n(' ', width.saturating_sub(wide(&text))));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_never_wider_than_asked_for_and_lose_nothing() {
        let text = "  3 rings in a row: take two that touch and leave one misère:OO.OOO.OO.OOO.OO";
        for width in 1..60 {
            let lines = wrap(text, width);
            assert!(
                lines.iter().all(|l| l.chars().count() <= width.max(3)),
                "{width}: {lines:?}"
            );
            let plain = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            assert_eq!(plain(&lines.join("")), plain(text));
        }
        assert_eq!(wrap("", 10), [""]);
        assert_eq!(wrap("3 = 2+1 and 4 = 4.", 15), ["3 = 2+1 and", "4 = 4."]);
        assert_eq!(
            wrap("1 XOR 2 = 1234567890123456 = 3", 20),
            ["1 XOR 2 =", "1234567890123456 = 3"]
        );
    }

    #[test]
    fn a_cut_text_says_so() {
        assert_eq!(cut("star:1664", 9), "star:1664");
        assert_eq!(cut("star:1664", 8), "star:...");
        assert_eq!(cut("star:1664", 2), "..");
        assert_eq!(cut("star:1664", 0), "");
    }

    #[test]
    fn columns_count_and_not_characters() {
        assert_eq!(
            (wide("star"), wide("misère"), wide("漢字"), wide("e\u{301}")),
            (4, 6, 4, 1)
        );
        assert_eq!(cut("漢字漢字", 8), "漢字漢字");
        assert_eq!(cut("漢字漢字", 7), "漢字...");
        assert_eq!(cut("漢字漢字", 6), "漢...");
        for width in 0..12 {
            assert_eq!(wide(&fit("漢字 and e\u{301}", width)), width);
            assert!(
                wrap("漢字漢字 e\u{301}e\u{301}e\u{301}", width.max(2))
                    .iter()
                    .all(|l| wide(l) <= width.max(2))
            );
        }
    }
}
