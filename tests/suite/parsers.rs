//! Every parser against random texts: it reads or refuses, names a column that is there, and never panics; what it
//! reads prints as an ID that reads as the same position.

use nimatron_core::games::{self, CATALOGUE};
use nimatron_core::rules::Library;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// The marks that IDs and moves are made of, and some that they are not.
const TEXT: &str = "[0-9OoXx.,+:=>/_ abcdrw-]{0,24}";

fn check_id(text: &str) -> Result<(), TestCaseError> {
    match games::open(text, &Library::default()) {
        Ok(position) => {
            let id = position.id();
            let again = games::open(&id, &Library::default()).map(|t| t.id());
            prop_assert_eq!(again, Ok(id), "{:?}", text);
        }
        Err(e) => {
            prop_assert!((1..=text.chars().count() + 1).contains(&e.column), "{:?}: {}", text, e);
            prop_assert!(
                !e.what.is_empty() && !e.expected.is_empty() && e.example.is_some(),
                "{:?}: {}",
                text,
                e
            );
        }
    }
    Ok(())
}

/// A game's example, up to its colon.
fn head(game: Index) -> &'static str {
    let example = game.get(&CATALOGUE).info.example;
    example.split_once(':').map_or(example, |(head, _)| head)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn states(game: Index, state in TEXT) {
        check_id(&format!("{}:{state}", head(game)))?;
    }

    #[test]
    fn numbers_in_states(game: Index, numbers in prop::collection::vec(any::<u64>(), 1..5), small: bool) {
        let numbers: Vec<String> =
            numbers.iter().map(|n| if small { n % 40 } else { *n }).map(|n| n.to_string()).collect();
        check_id(&format!("{}:{}", head(game), numbers.join(",")))?;
    }

    #[test]
    fn parameters(game: Index, params in "(/[0-9a-e.,-]{0,8}){0,3}", state in "[0-9O.,]{0,8}") {
        check_id(&format!("{}{params}:{state}", game.get(&CATALOGUE).info.id))?;
    }

    #[test]
    fn anything(text in any::<String>()) {
        check_id(&text)?;
    }

    /// Presets and sums of examples, some characters put in somewhere, one left out there or all that follow.
    #[test]
    fn damaged_ids(
        games: [Index; 2],
        word in select(vec![None, Some(""), Some("misere "), Some("NORMAL  "), Some("misère ")]),
        cut: Index,
        by in "[-0-9+/:,.xOé ]{0,2}",
        left_out in select(vec![0, 1, usize::MAX]),
    ) {
        let [a, b] = games.map(|game| *game.get(&CATALOGUE));
        let text = match word {
            Some(word) => format!("{word}{} + {}", a.info.example, b.info.example),
            None => cut.get(a.setup.presets).1.to_owned(),
        };
        let at = cut.index(text.chars().count());
        let (before, after) = (text.chars().take(at), text.chars().skip(at).skip(left_out));
        check_id(&text)?;
        check_id(&before.chain(by.chars()).chain(after).collect::<String>())?;
    }

    #[test]
    fn moves(game: Index, text in TEXT) {
        let position = games::open(game.get(&CATALOGUE).info.example, &Library::default()).unwrap();
        match position.legal(&text) {
            Ok(choice) => {
                let again = position.legal(&choice.text).map(|c| c.text);
                prop_assert_eq!(again, Ok(choice.text), "{:?}", text);
            }
            Err(e) => prop_assert!(!e.what.is_empty() && !e.expected.is_empty(), "{:?}: {}", text, e),
        }
    }
}
