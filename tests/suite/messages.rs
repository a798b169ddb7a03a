//! Collects the program's messages, translates them into a test language that cannot be mistaken for English, and finds
//! text that is left in English.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

pub fn catalogue(help: Vec<String>) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found: BTreeSet<String> = help.into_iter().collect();
    for folder in ["src", "core/src"] {
        for (path, text) in files(&root.join(folder)) {
            if path.ends_with(".rs") {
                let tokens = text.parse().unwrap_or_else(|_| panic!("{path} is no Rust"));
                in_tokens(tokens, &mut found);
            }
        }
    }
    for (path, text) in files(&root.join("assets")) {
        if path.ends_with(".json") {
            in_value(&serde_json::from_str(&text).unwrap(), &mut found);
        } else if path.ends_with(".toml") && !path.ends_with("Cargo.toml") {
            let document: toml_edit::DocumentMut = text.parse().unwrap();
            in_toml(document.as_item(), &mut found);
        }
    }
    found
}

fn files(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            found.push((path.to_string_lossy().into_owned(), text));
        }
    }
    found
}

/// Finds the first argument of every `tr!` and `tr_key!`.
fn in_tokens(tokens: TokenStream, found: &mut BTreeSet<String>) {
    let mut before = [None, None];
    for token in tokens {
        if let TokenTree::Group(group) = &token {
            let is_message = matches!(
                &before,
                [Some(TokenTree::Ident(name)), Some(TokenTree::Punct(sign))]
                    if (name == "tr" || name == "tr_key")
                        && sign.as_char() == '!'
                        && sign.spacing() == Spacing::Alone
            );
            if is_message && group.delimiter() == Delimiter::Parenthesis {
                let first = group.stream().into_iter().next();
                if let Some(TokenTree::Literal(literal)) = first {
                    let literal: syn::LitStr = syn::parse_str(&literal.to_string()).unwrap();
                    found.insert(literal.value());
                }
            }
            in_tokens(group.stream(), found);
        }
        before = [before[1].take(), Some(token)];
    }
}

fn in_value(value: &serde_json::Value, found: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::String(text) => {
            found.insert(text.clone());
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| in_value(value, found)),
        serde_json::Value::Object(values) => {
            values.values().for_each(|value| in_value(value, found));
        }
        _ => {}
    }
}

fn in_toml(item: &toml_edit::Item, found: &mut BTreeSet<String>) {
    if let Some(text) = item.as_str() {
        found.insert(text.to_owned());
    } else if let Some(table) = item.as_table_like() {
        table.iter().for_each(|(_, item)| in_toml(item, found));
    } else if let Some(tables) = item.as_array_of_tables() {
        for table in tables {
            table.iter().for_each(|(_, item)| in_toml(item, found));
        }
    } else if let Some(array) = item.as_array() {
        for value in array {
            in_toml(&toml_edit::Item::Value(value.clone()), found);
        }
    }
}

/// Returns the catalogue of the test language as JSON. In words to translate, each a, e, i, o and u becomes two
/// accented vowels, so an unaccented vowel reveals English text.
pub fn accented(messages: &BTreeSet<String>) -> String {
    let catalogue: BTreeMap<&String, String> = messages
        .iter()
        .map(|message| (message, accent(message)))
        .collect();
    serde_json::to_string_pretty(&catalogue).unwrap()
}

fn accent(message: &str) -> String {
    let mut accented = String::new();
    for (is_spoken, piece) in pieces(message) {
        for letter in piece.chars() {
            match letter {
                'a' if is_spoken => accented.push_str("áà"),
                'e' if is_spoken => accented.push_str("éè"),
                'i' if is_spoken => accented.push_str("íì"),
                'o' if is_spoken => accented.push_str("óò"),
                'u' if is_spoken => accented.push_str("úù"),
                'y' if is_spoken => accented.push('ý'),
                'A' if is_spoken => accented.push_str("ÁÀ"),
                'E' if is_spoken => accented.push_str("ÉÈ"),
                'I' if is_spoken => accented.push_str("ÍÌ"),
                'O' if is_spoken => accented.push_str("ÓÒ"),
                'U' if is_spoken => accented.push_str("ÚÙ"),
                _ => accented.push(letter),
            }
        }
    }
    accented
}

/// Splits a text into pieces to translate and pieces to keep: text in braces or backticks, example lines, options, IDs,
/// file names and words in capitals.
fn pieces(text: &str) -> Vec<(bool, &str)> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let closing = match rest.chars().next() {
            Some('{') => Some('}'),
            Some('`') => Some('`'),
            _ => None,
        };
        let end = match closing {
            Some(closing) => rest[1..].find(closing).map_or(rest.len(), |at| at + 2),
            None if rest.starts_with("  nimatron") => rest.find('\n').unwrap_or(rest.len()),
            None => {
                let is_word = |c: char| !c.is_whitespace() && !"{`()[]\"“”".contains(c);
                let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                if end == 0 {
                    rest.chars().next().map_or(1, char::len_utf8)
                } else {
                    end
                }
            }
        };
        let (piece, after) = rest.split_at(end);
        let is_spoken = closing.is_none() && !piece.starts_with("  ") && !is_typed(piece);
        pieces.push((is_spoken, piece));
        rest = after;
    }
    pieces
}

/// Returns whether a word must be the same in every language, because it is typed, is read by a program, or is a name.
fn is_typed(word: &str) -> bool {
    let inner = word.trim_end_matches(['.', ',', ':', ';', '!', '?']);
    inner.starts_with('-')
        || inner.contains(['/', ':', '_', '=', '$', '\\', '<', '>', '|', '+', '*', '^'])
        || inner.contains('.')
        || inner.chars().any(|c| c.is_ascii_digit())
        || (inner.len() > 1 && !inner.chars().any(char::is_lowercase))
        || inner.chars().count() < 2 && inner != "a"
        || TYPED.contains(&inner.trim_matches('\''))
}

/// Words that are typed, and the names of people, programs and languages.
const TYPED: &[&str] = &["nimatron", "Nimatron", "Lua", "Grundy", "Sprague"];

/// Returns the words of a text that are still in English: words to translate that contain an unaccented vowel.
pub fn english(text: &str) -> BTreeSet<String> {
    pieces(text)
        .into_iter()
        .filter(|(is_spoken, piece)| *is_spoken && piece.contains(['a', 'e', 'i', 'o', 'u']))
        .map(|(_, piece)| piece.to_owned())
        .collect()
}
