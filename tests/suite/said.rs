//! What is said of some positions, word for word: whoever changes a sentence sees where else it is said.

use nimatron_core::erased::Ask;
use nimatron_core::games;
use nimatron_core::rules::{Library, Limits};
use std::fmt::Write;

/// Positions of every kind, several of them where a number in a sentence changes its grammar.
const POSITIONS: [&str; 88] = [
    "nim:3,5,7",
    "nim:2,5,7",
    "nim:1,1,1",
    "nim:5,5",
    "misere nim:7",
    "misere nim:1,1,1",
    "misere nim:1,1,2",
    "misere nim:4,4",
    "bash/3:20",
    "bash/3:21",
    "misere bash/3:21",
    "misere bash/3:1,14",
    "bash/5:7,9,14",
    "powers/2:20",
    "powers/6:3",
    "misere powers/3:7",
    "subtraction/1,3,4:20",
    "misere subtraction/2,5:11,8",
    "octal/0.77:5,9",
    "octal/0.07:14",
    "misere octal/0.137:6,7",
    "misere octal/0.137:1,6,8",
    "row:OOOOOOOOOO",
    "row:OO.OOO",
    "row:OO.OOO.O",
    "row:O.OO.OOOO",
    "misere row:OOOOOOOOO",
    "misere row:OOO.OOO",
    "misere row:O.OOOO.OOOOO",
    "row:O.O.OO.O",
    "row:.OOOOOOO..O..O.OOOOOOO.",
    "star:8191",
    "star:1664",
    "star:143",
    "normal star:813",
    "normal star:774",
    "normal star:700",
    "rings/cube:255",
    "rings/cube:27",
    "strip:1002",
    "strip:000000",
    "misere strip:10020",
    "race/10/100:37",
    "race/10/100:56",
    "misere race/1/9:3",
    "misere race/3/21:4",
    "auction/5/23:0",
    "wythoff:7,12",
    "wythoff:4,7",
    "misere wythoff:2,2",
    "queen:0,4",
    "queen:4,6",
    "boxes:3,9",
    "boxes:7,2",
    "ferguson:5,9",
    "ferguson:6,4",
    "fibonacci:20",
    "fibonacci:21",
    "chomp:2x5",
    "chomp:4x6",
    "chomp:5x5",
    "tictactoe:.........",
    "tictactoe:XO..X....",
    "tictactoe:......OXX",
    "token/divisors:12",
    "token/divisors:12,4",
    "token/tree:a,b",
    "misere token/divisors:12,4",
    "own/grundy:10",
    "own/dawson:9",
    "misere own/dawson:1,1,11",
    "own/half:13,9",
    "own/euclid:21,13",
    "own/treblecross:..X....",
    "triangle/3:2-3,2-5",
    "triangle/3:1-2,2-5,5-6",
    "triangle/3:1-3,2-5,1-2,4-5,2-4,3-5,2-3",
    "triangle:1-3,2-5,5-9",
    "triangle:3-6,4-8,2-5",
    "triangle:2-4,8-9,4-7",
    "triangle:2-4,4-5,5-9,3-6,2-5,3-5,7-8",
    "triangle:2-3,2-4,3-6,5-8,6-10,7-8",
    "triangle:5-6,4-7,1-2,9-10,5-8",
    "triangle:2-4,8-9,6-9,3-5,7-8,1-3",
    "triangle:2-5,5-8,3-6,6-9,2-3,4-8,2-4,4-5,7-8,5-9,3-5,8-9,1-3,1-2,5-6,4-7",
    "triangle:3-6,2-5,2-4,3-5,5-8,4-8,4-5,5-6,1-3,1-2,8-9,7-8,2-3,4-7,6-9,5-9",
    "nim:3,5 + row:OOO",
    "misere nim:2,3 + star:7",
];

/// Moves that are not legal, and IDs that are none.
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
