//! Takes snapshots of the sentences about some positions, so that the full effect of a changed wording is visible.

use nimatron_core::erased::Ask;
use nimatron_core::games;
use nimatron_core::rules::{Library, Limits};
use std::fmt::Write;

/// One or two positions for every kind of explanation.
const POSITIONS: [&str; 21] = [
    "nim:3,5,7",
    "misere nim:1,1,2",
    "bash/3:21",
    "subtraction/1,3,4:20",
    "misere octal/0.137:1,6,8",
    "misere row:O.OOOO.OOOOO",
    "star:1664",
    "normal star:774",
    "rings/cube:27",
    "strip:1002",
    "race/10/100:37",
    "misere wythoff:2,2",
    "queen:4,6",
    "boxes:3,9",
    "fibonacci:20",
    "chomp:4x6",
    "tictactoe:......OXX",
    "token/divisors:12,4",
    "own/euclid:21,13",
    "triangle:2-4,4-5,5-9,3-6,2-5,3-5,7-8",
    "misere nim:2,3 + star:7",
];

/// Illegal moves and invalid IDs.
const WRONG: [(&str, &str); 25] = [
    ("nim:3,5,7", "2-9"),
    ("bash/3:21", "5"),
    ("octal/0.77:5,9", "1>6"),
    ("row:OO.OOO", "3"),
    ("row:OO.OOO", "2+4"),
    ("star:8191", "0+12"),
    ("strip:1002", "2=1"),
    ("race/10/100:37", "11"),
    ("auction/5/23:0", "9"),
    ("wythoff:3,4", "5,1"),
    ("wythoff:3,4", "1,2"),
    ("wythoff:3,4", "0,0"),
    ("queen:4,6", "5,5"),
    ("boxes:3,9", "4,6"),
    ("ferguson:5,9", "0,5"),
    ("fibonacci:20", "20"),
    ("chomp:2x5", "6,1"),
    ("tictactoe:XO..X....", "1"),
    ("token/divisors:12", "1>5"),
    ("triangle:1-3,2-5,5-9", "1-3"),
    ("own/grundy:10", "1>5,5"),
    ("own/treblecross:..X....", "3=X"),
    ("rings/none:7", ""),
    ("own/none:3", ""),
    ("token/none:3", ""),
];

#[test]
fn what_is_said_of_these_positions() {
    let library = Library::default();
    let mut all = String::new();
    for id in POSITIONS {
        let position = games::open(id, &library).unwrap_or_else(|error| panic!("{id}: {error}"));
        let found = position.analyse(Ask::default())(&Limits::default()).unwrap();
        writeln!(all, "{id}: {}", position.rule()).unwrap();
        for reason in found.reasons {
            writeln!(all, "  {:8} {}", reason.depth.word(), reason.text).unwrap();
        }
    }
    insta::assert_snapshot!("positions", all);
}

#[test]
fn what_is_said_of_what_is_wrong() {
    let library = Library::default();
    let mut all = String::new();
    for (id, text) in WRONG {
        let said = match games::open(id, &library) {
            Ok(position) => position
                .legal(text)
                .map(|choice| choice.text)
                .map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let error = said.expect_err(id);
        writeln!(all, "{id} {text}\n  {error}").unwrap();
    }
    insta::assert_snapshot!("errors", all);
}
