//! `docs/adding-a-game.md` is held to the code: the paths it names exist, what it quotes stands in the file it is quoted
//! from, its commands answer as shown, and every method that a trait asks for is named.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::prelude::*;

fn file(path: &str) -> String {
    let full = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(full).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The sources in a folder and all folders in it.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut list = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            list.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            list.push(path);
        }
    }
    list.sort();
    list
}

fn page() -> String {
    file("docs/adding-a-game.md")
}

/// The fenced blocks: what stands behind the opening fence, and the lines.
fn blocks(page: &str) -> Vec<(&str, String)> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(head) = line.strip_prefix("```") {
            let text: Vec<&str> = lines.by_ref().take_while(|l| *l != "```").collect();
            found.push((head, text.join("\n")));
        }
    }
    found
}

/// What is set in backticks within the text, outside of the blocks.
fn spans(page: &str) -> Vec<&str> {
    let text: Vec<&str> = page.split("```").step_by(2).collect();
    text.iter().flat_map(|t| t.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn what_is_quoted_stands_in_its_file() {
    let page = page();
    let mut quoted = 0;
    for (head, text) in blocks(&page) {
        let Some((_, path)) = head.split_once(' ') else {
            assert!(["console", "sh"].contains(&head), "a block that names no file:\n{text}");
            continue;
        };
        quoted += 1;
        assert!(file(path).contains(&format!("{text}\n")), "{path} does not hold\n{text}");
    }
    assert!(quoted >= 5);
}

/// The game on the page is whole: it is the file that the other tests compile and play, not a part of one.
#[test]
fn the_game_on_the_page_is_the_one_that_is_played() {
    let page = page();
    let (_, shown) =
        blocks(&page).into_iter().find(|(head, _)| head.ends_with("tests/suite/halving.rs")).unwrap();
    assert_eq!(file("tests/suite/halving.rs"), format!("{shown}\n"), "the page shows another game");
}

#[test]
fn the_files_and_games_it_names_exist() {
    let page = page();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut games = 0;
    for span in spans(&page) {
        let folder = ["src/", "tests/", "docs/", "assets/"].iter().any(|top| span.starts_with(top));
        if folder {
            let path = span.replace("src/games/<id>", "src/games/piles/nim").replace("<id>", "nim");
            assert!(root.join(&path).exists(), "{span} does not exist");
        } else if span.ends_with(".rs") {
            assert!(root.join("src/games/octal").join(span).exists(), "no folder has a {span}");
        }
    }
    // The last column of the first table: games of the catalogue, each with a folder.
    for row in page.lines().filter(|l| l.starts_with("| `src/games/")) {
        let rulebook = row.split('`').nth(1).unwrap();
        let last = row.trim_end_matches('|').rsplit('|').next().unwrap();
        for id in last.split('`').skip(1).step_by(2) {
            games += 1;
            assert!(nimatron::games::find(id).is_some(), "{id} is no game");
            let folder = rulebook.trim_end_matches("/mod.rs");
            let inside = sources(&root.join(folder))
                .iter()
                .any(|path| fs::read_to_string(path).unwrap().contains(&format!("        id: \"{id}\",")));
            assert!(inside, "{id} is not built on {rulebook}");
        }
    }
    assert!(games >= 8);
}

#[test]
fn its_commands_answer_as_shown() {
    let page = page();
    let mut commands = 0;
    for (head, text) in blocks(&page) {
        for line in text.lines().filter(|l| head == "sh" && l.contains("--test ")) {
            for name in line.split("--test ").skip(1) {
                let name = name.split_whitespace().next().unwrap();
                file(&format!("tests/{name}/main.rs"));
            }
        }
        if head != "console" {
            continue;
        }
        let all = format!("\n{text}\n");
        for shown in all.split("\n$ nimatron ").skip(1) {
            commands += 1;
            let (arguments, answer) = shown.split_once('\n').unwrap();
            let output = Command::cargo_bin("nimatron").unwrap().args(arguments.split(' ')).output().unwrap();
            assert!(output.status.success(), "{arguments}");
            let out = String::from_utf8(output.stdout).unwrap();
            assert_eq!(out.trim_end(), answer.trim_end(), "{arguments}");
        }
    }
    assert!(commands >= 1);
}

/// The methods of a trait (as the source is formatted) that have no body.
fn required(source: &str, name: &str) -> Vec<String> {
    let start = source.find(&format!("pub trait {name}")).unwrap_or_else(|| panic!("no trait {name}"));
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
    let page = page();
    for (name, path, least) in [
        ("Rules", "src/rules/traits.rs", 2),
        ("Notation", "src/rules/traits.rs", 4),
        ("BoardView", "src/rules/traits.rs", 2),
        ("Solve", "src/solve/mod.rs", 1),
        ("Impartial", "src/solve/mod.rs", 1),
        ("Game", "src/erased/game.rs", 1),
    ] {
        let row = page.lines().find(|l| l.starts_with(&format!("| `{name}` | `{path}` |"))).expect(name);
        let methods = required(&file(path), name);
        assert!(methods.len() >= least, "{name}: {methods:?}");
        for method in methods {
            assert!(row.contains(&format!("`{method}`")), "{name}: {method} is not named");
        }
    }
}

/// Nothing but the catalogue lists the games: no other file of the code names many of them.
#[test]
fn no_other_file_lists_the_games() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let list = sources(&root);
    assert!(list.len() > 100);
    // Tests may play what they like.
    let is_test = |p: &Path| {
        let inside = p.strip_prefix(&root).unwrap_or(p);
        inside.ends_with("tests.rs") || inside.components().any(|c| c.as_os_str() == "tests")
    };
    for path in list.iter().filter(|p| !p.ends_with("src/games/mod.rs") && !is_test(p)) {
        let text = fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or(&text);
        let named = (nimatron::games::CATALOGUE.iter())
            .filter(|e| {
                code.contains(&format!("\"{}\"", e.info.id))
                    || code.contains(&format!("games::{}::", e.info.id))
            })
            .count();
        assert!(named <= 2, "{} names {named} games of the catalogue", path.display());
    }
}
