//! Sanitizes external text. Files, arguments and paths may contain characters that would control the terminal, reverse
//! the order of the surrounding text, or fill the screen.

use std::any::Any;
use std::borrow::Cow;

/// The maximum number of characters in a message. Longer messages are truncated in the middle.
const LONGEST: usize = 1000;
/// The number of characters kept at the end of a truncated message, where most messages name the expected value.
const END: usize = 300;

/// The replacement for a control character.
pub const HIDDEN: char = '\u{fffd}';

/// Returns whether all bytes are printable ASCII or line ends, as in most output.
pub fn is_plain(bytes: &[u8]) -> bool {
    let plain = |b: &u8| (0x20..0x7f).contains(b) || *b == b'\n';
    // Check each chunk without an early exit, so that the compiler vectorizes the check.
    bytes
        .chunks(256)
        .all(|piece| piece.iter().fold(true, |all, b| all & plain(b)))
}

/// Returns whether a character is invisible but has an effect: control characters (C0, delete, C1), marks that change
/// the writing direction, line separators, soft hyphens, zero-width, annotation and tag characters, and noncharacters
/// that end in FFFE or FFFF. The zero-width joiner and non-joiner are allowed because some writing systems need them.
pub fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
        || (c as u32) & 0xfffe == 0xfffe
}

/// Replaces every control character, including line ends, with [`HIDDEN`].
pub fn clean(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|b| (0x20..0x7f).contains(&b)) || !text.chars().any(is_control) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.chars()
            .map(|c| if is_control(c) { HIDDEN } else { c })
            .collect(),
    )
}

/// Renders a message as a single clean line. A message of more than 1000 characters is truncated in the middle.
pub fn message(text: &str) -> String {
    let text = clean(text);
    if text.len() <= LONGEST {
        return text.into_owned();
    }
    let place = |n: usize| text.char_indices().nth(n).map(|(at, _)| at);
    let (Some(head), Some(_)) = (place(LONGEST - END), place(LONGEST)) else {
        return text.into_owned();
    };
    let tail = text
        .char_indices()
        .rev()
        .nth(END - 1)
        .map_or(0, |(at, _)| at);
    format!("{} ... {}", &text[..head], &text[tail..])
}

/// The message in a panic payload.
pub fn panic(payload: &dyn Any) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or(tr!("no reason given"))
}

/// Transliterates text to ASCII: letters lose their accents, other characters are spelled in ASCII, and characters
/// without an equivalent become `?`.
pub fn ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(
        text.chars()
            .fold(String::with_capacity(text.len()), |mut plain, c| {
                plain.push_str(ascii_of(c));
                plain
            }),
    )
}

/// The state of a transliterator to ASCII, which processes text piece by piece. In the ID `own/name:state` of a user's
/// script, the state stays unchanged, because it must be typed with the script's own characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transliterator {
    /// The next character may begin a word.
    #[default]
    Between,
    /// Inside a word that matches the start of `own/` so far. Holds the number of matched characters.
    Begun(usize),
    /// Inside the name or the parameters of a script.
    Head,
    /// Inside the state, after the colon.
    Signs,
    /// Inside any other word.
    Word,
}

impl Transliterator {
    /// Takes the next character, and returns whether it belongs to a script's state and must not be transliterated.
    pub fn keeps(&mut self, c: char) -> bool {
        const WORD: &str = "own/";
        let is_next = |at: usize| WORD[at..].starts_with(c.to_ascii_lowercase());
        *self = match *self {
            Transliterator::Signs if !c.is_whitespace() => Transliterator::Signs,
            Transliterator::Head if c == ':' => Transliterator::Signs,
            Transliterator::Head if is_in_head(c) => Transliterator::Head,
            Transliterator::Between if is_next(0) => Transliterator::Begun(1),
            Transliterator::Begun(at) if is_next(at) => {
                if at + 1 == WORD.len() {
                    Transliterator::Head
                } else {
                    Transliterator::Begun(at + 1)
                }
            }
            _ if is_in_head(c) => Transliterator::Word,
            _ => Transliterator::Between,
        };
        *self == Transliterator::Signs
    }

    /// Transliterates a piece of text.
    pub fn text(&mut self, text: &str) -> String {
        let mut plain = String::with_capacity(text.len());
        for c in text.chars() {
            if self.keeps(c) || c.is_ascii() {
                plain.push(c)
            } else {
                plain.push_str(ascii_of(c))
            }
        }
        plain
    }
}

/// Returns whether a character can occur in the name or the parameters of a script.
fn is_in_head(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '/' | '-' | '_')
}

/// Transliterates a character to a single ASCII character, or to `?` if there is none, so that text keeps its length.
pub fn ascii_char(c: char) -> char {
    match spelled(c).map(|text| text.chars().next().filter(|_| text.len() == 1)) {
        _ if c.is_ascii() => c,
        Some(Some(plain)) => plain,
        _ => '?',
    }
}

/// Assigns a distinct ASCII character to each of at most 64 distinct characters: the character itself if it is ASCII,
/// an unused character of its transliteration, or else any unused printable character.
pub fn ascii_signs(signs: &[char]) -> Vec<char> {
    let mut taken: Vec<char> = signs.iter().copied().filter(char::is_ascii).collect();
    let mut plain = Vec::new();
    for &sign in signs {
        let near = spelled(sign)
            .into_iter()
            .flat_map(str::chars)
            .filter(char::is_ascii_graphic);
        let left = ('a'..='z')
            .chain('A'..='Z')
            .chain('0'..='9')
            .chain('!'..='~');
        let found = if sign.is_ascii() {
            sign
        } else {
            near.chain(left).find(|c| !taken.contains(c)).unwrap_or('?')
        };
        taken.push(found);
        plain.push(found);
    }
    plain
}

/// The transliteration of a character to ASCII, which may consist of several characters; `?` for a character without an
/// equivalent.
pub fn ascii_of(c: char) -> &'static str {
    spelled(c).unwrap_or("?")
}

fn spelled(c: char) -> Option<&'static str> {
    // Interface symbols that the standard transliteration would make unrecognisable.
    match c {
        '·' => return Some("."),
        '✓' => return Some("v"),
        '✗' => return Some("x"),
        _ => {}
    }
    deunicode::deunicode_char(c).filter(|text| !text.is_empty() && !text.starts_with('['))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_is_replaced_and_all_else_stays() {
        assert_eq!(clean("a\x1b]0;x\x07b"), "a\u{fffd}]0;x\u{fffd}b");
        assert_eq!(
            clean("\u{9b}31m\u{202e}abc\u{2066}\u{feff}\n\u{ffff}"),
            "\u{fffd}31m\u{fffd}abc\u{fffd}\u{fffd}\u{fffd}\u{fffd}"
        );
        for plain in [
            "",
            "misère",
            "Größe ∞",
            "漢字",
            "می\u{200c}خواهم",
            "e\u{301}",
            "👩\u{200d}🚀",
        ] {
            assert!(
                matches!(clean(plain), Cow::Borrowed(text) if text == plain),
                "{plain:?}"
            );
        }
    }

    #[test]
    fn long_messages_lose_their_middle() {
        assert_eq!(message(&"ä".repeat(1000)), "ä".repeat(1000));
        let cut = message(&format!("start{}the end", "ä".repeat(1_000_000)));
        assert!(
            cut.starts_with("startä") && cut.ends_with("äthe end"),
            "{cut}"
        );
        assert_eq!(cut.chars().count(), 1005);
    }

    #[test]
    fn signs_stay_as_different_in_ascii_as_they_are() {
        assert_eq!(ascii_signs(&['.', 'é', 'E', '漢']), ['.', 'e', 'E', 'H']);
        assert_eq!(ascii_signs(&['è', 'é', 'e', '●', '○', '\u{e000}'])[2], 'e');
        let all: Vec<char> = ('\u{e000}'..)
            .take(60)
            .chain(['è', 'é', 'a', '~'])
            .collect();
        let plain = ascii_signs(&all);
        let different: std::collections::BTreeSet<&char> = plain.iter().collect();
        assert!(
            different.len() == 64 && plain.iter().all(char::is_ascii_graphic),
            "{plain:?}"
        );
    }

    #[test]
    fn other_characters_are_spelled_in_ascii() {
        assert_eq!(ascii("misère"), "misere");
        assert_eq!(ascii("Größe ñ Ł – “x”"), "Grosse n L - \"x\"");
        assert!(ascii("∞漢\u{e000}\u{fffd}").is_ascii());
        let typed = "Größe (own/x-y/3:A:東.西) + nim:3, ‘misère OWN/é:東’ [own/x 東] down/x:é";
        let spelled =
            "Grosse (own/x-y/3:A:東.西) + nim:3, 'misere OWN/e:東’ [own/x Dong ] down/x:e";
        assert_eq!(Transliterator::default().text(typed), spelled);
        assert_eq!(
            Transliterator::default().text("owl/x:é oxn/x:é"),
            "owl/x:e oxn/x:e"
        );
        assert_eq!(
            (
                ascii_char('è'),
                ascii_char('ß'),
                ascii_char('x'),
                ascii_char('\u{e000}')
            ),
            ('e', '?', 'x', '?')
        );
    }
}
