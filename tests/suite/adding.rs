//! `docs/adding-a-game.md` is held to the code: the files that it names exist, and every method that a trait asks for is
//! named. The game that it shows, `lasker.rs`, is checked with those of the catalogue.

use super::program::{root, source};

#[test]
fn the_files_it_names_exist() {
    let page = source("docs/adding-a-game.md");
    let named = page.split('`').skip(1).step_by(2);
    let top = |span: &&str| {
        ["core/", "src/", "tests/", "docs/", "assets/"]
            .iter()
            .any(|top| span.starts_with(top))
    };
    let paths: Vec<&str> = named
        .filter(top)
        .filter(|path| !path.contains('<'))
        .collect();
    assert!(paths.len() > 20, "{paths:?}");
    for path in paths {
        assert!(root().join(path).exists(), "{path} does not exist");
    }
}

/// The methods of a trait (as the source is formatted) that have no body.
fn required(source: &str, name: &str) -> Vec<String> {
    let start = source
        .find(&format!("pub trait {name}"))
        .unwrap_or_else(|| panic!("no trait {name}"));
    let body = &source[start..];
    let body = &body[..body.find("\n}").unwrap()];
    // The head ends with the line that ends with a semicolon, or with the brace of a body.
    let method = |piece: &str| {
        let end = piece.lines().find(|l| l.ends_with([';', '{']))?;
        let name = piece.split(['(', '<']).next()?;
        end.ends_with(';').then(|| name.to_owned())
    };
    body.split("\n    fn ").skip(1).filter_map(method).collect()
}

#[test]
fn every_method_that_a_trait_asks_for_is_named() {
    let page = source("docs/adding-a-game.md");
    for (name, path, least) in [
        ("Rules", "core/src/rules/traits.rs", 2),
        ("Notation", "core/src/rules/traits.rs", 4),
        ("BoardView", "core/src/rules/traits.rs", 2),
        ("Solve", "core/src/solve/mod.rs", 1),
        ("Impartial", "core/src/solve/mod.rs", 1),
        ("Game", "core/src/erased/game.rs", 1),
        ("Listed", "core/src/erased/game.rs", 1),
    ] {
        let row = page
            .lines()
            .find(|l| l.starts_with(&format!("| `{name}` | `{path}` |")))
            .expect(name);
        let methods = required(&source(path), name);
        assert!(methods.len() >= least, "{name}: {methods:?}");
        for method in methods {
            assert!(
                row.contains(&format!("`{method}`")),
                "{name}: {method} is not named"
            );
        }
    }
}

#[test]
fn every_game_is_in_the_readme_and_has_its_puzzles_made() {
    let (readme, script) = (source("README.md"), source("assets/puzzles/generate.sh"));
    let made: Vec<&str> = script
        .split_whitespace()
        .map(|word| word.trim_end_matches(';'))
        .collect();
    for entry in nimatron_core::games::CATALOGUE
        .iter()
        .filter(|entry| !entry.info.id.contains('/'))
    {
        let word = entry.info.id;
        assert!(
            [":", "/"]
                .iter()
                .any(|end| readme.contains(&format!("{word}{end}"))),
            "README: {word}"
        );
        assert!(made.contains(&word), "generate.sh: {word}");
    }
}
