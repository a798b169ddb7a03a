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

/// Positions that together produce most of the other sentences.
const OTHER_POSITIONS: [&str; 73] = [
    "misere bash/3:0 + row:O....",
    "misere bash/3:6 + row:OOOOO",
    "misere boxes:5,3",
    "chomp:2x5",
    "chomp:3,2",
    "ferguson:5,2",
    "ferguson:9,7",
    "misere ferguson:1,2",
    "misere ferguson:3,3",
    "misere nim:0,0,2,0",
    "misere nim:1,2,3,4,2,6,7",
    "nim:1,0,0,4,3,3",
    "nim:1,2,3,0,1,1",
    "nim:3,5 + bash/3:7 + row:OOOO",
    "misere octal/0.137:4,0",
    "octal/0.77:0,1,1,1,1",
    "octal/0.77:9,5",
    "own/cram:....###.#.......",
    "own/cram:................",
    "own/dawson:2,2",
    "own/dawson:2,2,5",
    "own/euclid:3,5",
    "own/grundy:9,7",
    "own/half:6",
    "own/half:7",
    "own/square:20",
    "own/square:8",
    "own/treblecross:.......",
    "own/treblecross:.....X.",
    "powers/10:6",
    "powers/12:3",
    "powers/12:39",
    "misere powers/2:22",
    "misere powers/3:2",
    "misere powers/3:3",
    "misere powers/4:28",
    "misere queen:3,6",
    "misere queen:9,0",
    "race/10/40:7",
    "rings/petersen:71",
    "rings/petersen:243",
    "rings/petersen:888",
    "misere row:...",
    "misere row:OOOO.OO",
    "misere row:OOOOO.O",
    "row:...O..O",
    "row:..O.O.O",
    "row:O.OOOOO",
    "star:2198",
    "star:6294",
    "star:66",
    "star:8191",
    "misere strip:10001",
    "misere strip:10010",
    "strip:00000",
    "strip:00002",
    "strip:00202",
    "misere subtraction/1,3,4:20,6",
    "misere subtraction/1,3,4:20,7",
    "tictactoe:...O..XX.",
    "tictactoe:...X.....",
    "tictactoe:...XOO.XX",
    "tictactoe:.OX..O..X",
    "tictactoe:.OX.XO..X",
    "misere token/river:fall",
    "misere token/river:mill",
    "token/river:fall,fall",
    "token/river:lake,sea",
    "triangle/5:1-2,2-3,4-5,5-6,7-8,8-9,9-10,11-12,13-14",
    "triangle/5:1-2,2-3,4-5,5-6,7-8,8-9,9-10,11-12,13-14,1-3",
    "triangle/5:1-2,2-3,4-5,5-6,7-8,8-9,9-10,11-12,13-14,8-12,8-13,6-10,10-14,6-9,14-15,3-5",
    "wythoff:0,1",
    "wythoff:9,6",
];

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

fn said_of(ids: &[&str]) -> String {
    let library = Library::default();
    let mut all = String::new();
    for id in ids {
        let position = games::open(id, &library).unwrap_or_else(|error| panic!("{id}: {error}"));
        let found = position.analyse(Ask::default())(&Limits::default()).unwrap();
        writeln!(all, "{id}: {}", position.rule()).unwrap();
        for reason in found.reasons {
            // An ellipsis may end a list of numbers, but a sentence must not be truncated with an ellipsis.
            let is_cut = reason.text.ends_with("...") && !reason.text.ends_with(", ...");
            assert!(!is_cut, "{id}: {}", reason.text);
            writeln!(all, "  {:8} {}", reason.depth.word(), reason.text).unwrap();
        }
    }
    all
}

#[test]
fn what_is_said_of_these_positions() {
    insta::assert_snapshot!("positions", said_of(&POSITIONS));
}

#[test]
fn what_is_said_of_other_positions() {
    insta::assert_snapshot!("other_positions", said_of(&OTHER_POSITIONS));
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
