//! Checks the value files: every line of `tests/values/*.txt` has an ID, its outcome for the player to move, and its
//! Grundy value or margin (`-` if there is none). Lines that begin with `#` give the sources of the values.

use std::fs;
use std::path::Path;

use nimatron_core::erased::Ask;
use nimatron_core::games;
use nimatron_core::rules::{Library, Limits};

#[test]
fn every_value_file_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/values");
    let mut opener = games::Opener::new(Library::default());
    let mut files = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        files += 1;
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.starts_with('#'),
            "{}: the first line names the source",
            path.display()
        );
        for (number, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let place = format!("{}:{}: {line}", path.display(), number + 1);
            let mut fields = line.rsplitn(3, ' ');
            let (value, outcome, id) = (
                fields.next().unwrap(),
                fields.next().expect(&place),
                fields.next().expect(&place),
            );
            let position = opener.open(id).unwrap_or_else(|e| panic!("{place}: {e}"));
            let ask = Ask::value();
            let found = position.analyse(ask)(&Limits::default())
                .unwrap_or_else(|e| panic!("{place}: {e}"))
                .value;
            assert_eq!(found.outcome.word(), outcome, "{place}");
            let number = found
                .grundy
                .map(|g| g.to_string())
                .or(found.margin.map(|m| m.to_string()));
            assert_eq!(number.as_deref().unwrap_or("-"), value, "{place}");
        }
    }
    assert!(files > 0);
}

#[test]
fn every_game_has_a_value_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/values");
    // All scripts share one file.
    for id in games::CATALOGUE
        .iter()
        .map(|e| e.info.id.split('/').next().unwrap())
    {
        let text = fs::read_to_string(folder.join(format!("{id}.txt")))
            .unwrap_or_else(|e| panic!("{id}: {e}"));
        let its = |line: &str| line.split([' ', ':', '/']).any(|word| word == id);
        assert!(
            text.lines().any(|l| !l.starts_with('#') && its(l)),
            "{id}: no value of its own"
        );
    }
}
