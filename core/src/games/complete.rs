//! Completes moves and IDs as they are typed. To complete a text that follows a grammar, every visible ASCII character
//! is tried as the next character.

use super::id::convention_word;
use super::typed::ruleset_of;
use super::{Opener, listed};
use crate::erased::AnyPosition;
use crate::rules::{Convention, Text};

/// The result of completing what the user has typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The typed text, followed by the characters that must come next.
    pub text: String,
    /// The possible continuations: moves, rulesets, convention words or characters. The last entry is `...` if some
    /// continuations are left out. The list is empty if nothing can follow, or if `text` already includes the only
    /// continuation.
    pub next: Vec<String>,
}

/// In positions with more legal moves than this, moves are completed by the move grammar.
const LISTED: usize = 1000;
const SHOWN: usize = 6;
const LONGEST: usize = 64;

/// Completes a move from the list of legal moves. If the list is too long or no move matches, completes the text by the
/// move grammar.
pub fn complete_move(at: &dyn AnyPosition, typed: &str) -> Completion {
    let typed = typed.trim_start();
    let moves = at.choices(&[], LISTED);
    let all = moves.list.iter().map(|m| &*m.text);
    match among(typed, all).filter(|_| moves.complete) {
        Some(found) => found,
        None => by_grammar(typed, |text| match at.legal(text) {
            Ok(choice) => Reading::whole(&choice.text, text),
            Err(error) => Reading::cut_at(error.column, text),
        }),
    }
}

/// Completes a partially typed ID. If the ID is a sum, only its last game is completed.
pub fn complete_id(typed: &str, opener: &mut Opener) -> Completion {
    let typed = typed.trim_start();
    let last = typed
        .rfind('+')
        .map_or(typed, |plus| typed[plus + 1..].trim_start());
    let (convention, part) = convention_word(Text::new(last));
    let part = part.as_str();
    if part.contains(':') {
        return by_grammar(typed, |id| match opener.open(id) {
            Ok(position) => Reading::whole(&position.id(), id),
            Err(error) if error.failed || error.stop.is_some() => Reading::Wrong,
            Err(error) => Reading::cut_at(error.column, id),
        });
    }
    let mut words: Vec<String> = Vec::new();
    if convention.is_none() && last.len() == typed.len() {
        let all = [Convention::Normal, Convention::Misere];
        words.extend(all.map(|convention| format!("{} ", convention.word())));
    }
    for entry in listed(opener.library()) {
        let presets = entry.setup.presets.iter().map(|(_, id)| *id);
        let rulesets = presets.chain([entry.info.example]).filter_map(ruleset_of);
        words.extend(rulesets.map(|ruleset| format!("{ruleset}:")));
    }
    words.sort_unstable();
    words.dedup();
    let found = among(part, words.iter().map(String::as_str)).unwrap_or(Completion {
        text: part.to_owned(),
        next: Vec::new(),
    });
    Completion {
        text: [&typed[..typed.len() - part.len()], &found.text].concat(),
        ..found
    }
}

fn among<'t>(typed: &str, texts: impl Iterator<Item = &'t str>) -> Option<Completion> {
    let fitting: Vec<&str> = texts.filter(|text| text.starts_with(typed)).collect();
    let first = *fitting.first()?;
    let shared = |text: &str| {
        let same = first.chars().zip(text.chars()).take_while(|(a, b)| a == b);
        same.map(|(c, _)| c.len_utf8()).sum()
    };
    let common = fitting.iter().map(|text| shared(text)).min().unwrap_or(0);
    let mut next: Vec<String> = fitting
        .iter()
        .take(SHOWN)
        .map(|t| (*t).to_owned())
        .collect();
    if fitting.len() > SHOWN {
        next.push("...".to_owned());
    }
    Some(Completion {
        text: first[..common].to_owned(),
        next: if fitting.len() > 1 { next } else { Vec::new() },
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Whole,
    /// The text is valid, but its canonical form is spelt differently.
    Variant,
    Cut,
    Wrong,
}

impl Reading {
    fn whole(written: &str, text: &str) -> Reading {
        if written.starts_with(text) {
            Reading::Whole
        } else {
            Reading::Variant
        }
    }

    fn cut_at(column: usize, text: &str) -> Reading {
        if column > text.chars().count() {
            Reading::Cut
        } else {
            Reading::Wrong
        }
    }
}

/// Appends characters as long as the text is incomplete and exactly one character can follow.
fn by_grammar(typed: &str, mut read: impl FnMut(&str) -> Reading) -> Completion {
    let mut text = typed.to_owned();
    for _ in 0..LONGEST {
        let here = read(&text);
        let follow = ('!'..='~').map(|c| (c, read(&format!("{text}{c}"))));
        let mut next: Vec<(char, Reading)> = follow.filter(|f| f.1 != Reading::Wrong).collect();
        if here != Reading::Variant && next.iter().any(|f| f.1 != Reading::Variant) {
            next.retain(|f| f.1 != Reading::Variant);
        }
        let mut next: Vec<char> = next.into_iter().map(|f| f.0).collect();
        // If both cases of a letter may follow, offer only the capital.
        let all = next.clone();
        next.retain(|c| !c.is_ascii_lowercase() || !all.contains(&c.to_ascii_uppercase()));
        match next[..] {
            [c] if here == Reading::Cut => text.push(c),
            _ => {
                return Completion {
                    text,
                    next: in_words(&next),
                };
            }
        }
    }
    Completion {
        text,
        next: Vec::new(),
    }
}

fn in_words(next: &[char]) -> Vec<String> {
    let mut words = Vec::new();
    let mut others = next.to_vec();
    let mut gather = |word: &str, is_kind: fn(&char) -> bool| {
        if others.iter().filter(|c| is_kind(c)).count() > 2 {
            others.retain(|c| !is_kind(c));
            words.push(word.to_owned());
        }
    };
    gather("a digit", char::is_ascii_digit);
    gather("a letter", char::is_ascii_alphabetic);
    words.extend(others.into_iter().map(String::from));
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::oracle::opened;
    use crate::rules::Library;

    #[test]
    fn moves_are_completed_as_far_as_only_one_thing_can_follow() {
        for (id, typed, text, next) in [
            ("nim:3,5,7", "", "", "1-1, 1-2, 1-3, 2-1, 2-2, 2-3, ..."),
            ("nim:3,5,7", "1", "1-", "1-1, 1-2, 1-3"),
            ("row:OOO", "2", "2", "2, 2+3"),
            ("row:OOO", "2+", "2+3", ""),
            ("nim:3,9000000000", "1", "1-", "a digit"),
            ("nim:3,9000000000", "2-9000000000", "2-9000000000", ""),
            ("nim:3,9000000000", "3", "3", ""),
            ("nim:3 + row:OO", "2", "2/", "2/1, 2/1+2, 2/2"),
            ("nim:9000000000 + row:OO", "1", "1/", "-, 1"),
            ("fibonacci:5000", "", "-", "a digit"),
            ("nim:0", "", "", ""),
        ] {
            let found = complete_move(&*opened(id), typed);
            assert_eq!(
                (&*found.text, &*found.next.join(", ")),
                (text, next),
                "{id} {typed}"
            );
        }
    }

    #[test]
    fn ids_are_completed_by_the_catalogue_and_by_the_grammar_of_states() {
        let mut opener = Opener::new(Library::default());
        for (typed, text, next) in [
            ("fib", "fibonacci:", ""),
            ("mis", "misere ", ""),
            ("misere wy", "misere wythoff:", ""),
            ("nim:3 + qu", "nim:3 + queen:", ""),
            ("nim:", "nim:", "a digit"),
            ("wythoff:3", "wythoff:3", "a digit, ,"),
            ("row:O", "row:O", "+, ., O"),
            ("tictactoe:XO.....", "tictactoe:XO.....", "., O, X"),
            ("nim:x", "nim:x", ""),
            ("gone", "gone", ""),
        ] {
            let found = complete_id(typed, &mut opener);
            assert_eq!(
                (&*found.text, &*found.next.join(", ")),
                (text, next),
                "{typed}"
            );
        }
    }
}
