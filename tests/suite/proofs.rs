//! Checks that `docs/proofs.md` has a row for every game and ending. Each row must give the basis of the proofs and
//! name existing tests.

use nimatron_core::games::{CATALOGUE, sum};

use super::program::{files, root, source};

fn has_test(place: &str, test: &str) -> bool {
    let start = format!("fn {test}(");
    files(&root().join(place), ".rs").iter().any(|file| {
        let code = std::fs::read_to_string(file).unwrap();
        let lines: Vec<&str> = code.lines().map(str::trim).collect();
        let of_test = |i: usize| {
            let before = lines[..i].iter().rev();
            let mut attributes = before.take_while(|line| line.starts_with("#["));
            attributes.any(|line| *line == "#[test]")
        };
        (0..lines.len()).any(|i| lines[i].starts_with(&start) && of_test(i))
    })
}

fn named(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split('`')
        .skip(1)
        .step_by(2)
        .filter_map(|name| name.split_once(": "))
}

#[test]
fn every_game_and_ending_has_its_ground_and_its_tests() {
    let page = source("docs/proofs.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|l| l.starts_with("| "))
        .map(|l| l.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let mut wanted = Vec::new();
    for info in CATALOGUE.iter().map(|e| e.info).chain([&sum::INFO]) {
        // All scripts share the same rows.
        let word = info.id.split('/').next().unwrap();
        match info.default {
            Some(_) => wanted.extend([(word, "normal"), (word, "misère")]),
            None => wanted.push((word, "its own")),
        }
    }
    let mut seen = std::collections::HashSet::new();
    wanted.retain(|row| seen.insert(*row));
    for (game, ending) in &wanted {
        let row = rows.iter().find(|row| row[..2] == [*game, *ending]);
        let row = row.unwrap_or_else(|| panic!("{game}, {ending}: no row"));
        assert!(
            row.len() == 4 && row[2].len() > 10,
            "{game}, {ending}: on what does it rest?"
        );
        assert!(
            named(row[3]).count() > 0,
            "{game}, {ending}: which test holds it?"
        );
    }
    for (place, test) in rows.iter().flat_map(|row| named(row[3])) {
        assert!(has_test(place, test), "{place} has no test {test}");
    }
    assert!(!has_test("tests/suite", "which_is_not_there"));
    // Graphs with cycles have an additional row.
    let told = rows
        .iter()
        .filter(|row| row[0] != "game" && row[1] != "cycles")
        .count();
    assert_eq!(told, wanted.len(), "a row of a game that is not there");
}
