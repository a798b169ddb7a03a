//! Errors in scripts are reported, and hostile scripts do no harm.

use super::*;

/// What reading or solving a script says.
fn said(text: &str, state: &str) -> String {
    let library = library(text);
    let table = match open(&format!("own/try:{state}"), &library) {
        Ok(table) => table,
        Err(e) => return e.to_string(),
    };
    // A failing script never ends a game.
    match table.value(&Limits::default()) {
        Ok(value) => format!("{value:?}"),
        Err(e) => {
            assert!(!table.is_over(), "{text}");
            e.to_string()
        }
    }
}

fn says(text: &str, state: &str, words: &[&str]) {
    let said = said(text, state).to_lowercase();
    for word in words {
        assert!(
            said.contains(&word.to_lowercase()),
            "{text}\ngives {said:?}\nwithout {word:?}"
        );
    }
}

#[test]
fn every_fault_of_heaps_is_named_with_its_place() {
    for (body, words) in [
        (
            "\n    let a = 1 +;\n",
            &["try.rhai, line 3, column 16", "reading the script"][..],
        ),
        (
            "\n    heap.nonsense()\n",
            &[
                "line 3, column 10",
                "nonsense",
                "the options of a heap of 3",
            ],
        ),
        (" missing ", &["line 2", "missing"]),
        (
            " 7 ",
            &[
                "line 2, column 1",
                "it gave 7; expected a list of lists of heaps",
            ],
        ),
        (" [1, 2] ", &["result 1 is 1; expected a list of integers"]),
        (
            " [[1], [\"x\"]] ",
            &["result 2, heap 1 is the string \"x\"; expected an integer from 0 to 1000000"],
        ),
        (" [[heap - 9]] ", &["result 1, heap 1 is -6"]),
        (" [[heap]] ", &["line 2, column 1", "for ever: 3 > 3"]),
        (
            " if heap < 5 { [[heap + 1]] } else { [[3]] } ",
            &["for ever: 3 > 4 > 5 > 3"],
        ),
        (" options(heap) ", &["line 2", "more than 64 deep"]),
        (" throw \"no\" ", &["the script gave up: no"]),
        (" eval(\"[]\") ", &["line 2", "eval"]),
    ] {
        says(
            &format!("const START = [3];\nfn options(heap) {{{body}}}"),
            "3",
            words,
        );
    }
    for (text, words) in [
        (
            "const START = [3];",
            &["options(heap), moves(cells) or moves(cells, player)"][..],
        ),
        ("fn options(heap) { [] }", &["there is no START"]),
        (
            "const START = [3];\nfn options(a, b) { [] }",
            &["line 2, column 1", "options takes 2 values; expected 1"],
        ),
        (
            "const START = [3];\nfn options(a) { [] }\nfn moves(c) { [] }",
            &["both options and moves"],
        ),
        (
            "import \"x\" as x;\nconst START = [3];\nfn options(heap) { [] }",
            &["line 1", "import"],
        ),
        (
            "const START = [3, -1];\nfn options(heap) { [] }",
            &["line 1, column 1", "START: number 2 is -1"],
        ),
        (
            "const START = 3;\nfn options(heap) { [] }",
            &["START: it is 3; expected a list of heaps"],
        ),
    ] {
        says(text, "3", words);
    }
}

/// What ends at a limit is told where that is met, in whichever function.
#[test]
fn every_limit_is_named_with_its_place() {
    for (body, words) in [
        (
            "    let x = 0;\n    while true {\n        x += 1;\n    }\n",
            "line 5, column",
        ),
        ("    loop {}\n", "line 3, column"),
        (
            "    endless(heap)\n}\nfn endless(heap) {\n    let x = 1;\n    loop {\n        x += heap;\n    }\n",
            "line 8, column",
        ),
        (
            "    deeper(heap)\n}\nfn deeper(n) {\n    deeper(n + 1)\n",
            "line 6, column 5: functions call",
        ),
        (
            "    padded(heap)\n}\nfn padded(n) {\n    let a = [];\n    a.pad(100000000, 0);\n    a\n",
            "line 7, column 7: too large",
        ),
        (
            "    let text = \"x\";\n    for i in 0..20 {\n        text += text;\n    }\n",
            "line 5, column",
        ),
    ] {
        says(
            &format!("const START = [3];\nfn options(heap) {{\n{body}}}"),
            "3",
            &[words],
        );
    }
}

#[test]
fn every_fault_of_boards_is_named_with_its_place() {
    for (rest, state, words) in [
        (
            "const CONVENTION = \"other\";\nfn moves(c) { [] }",
            "0",
            &["line 2, column 1", "\"normal\" or \"misere\""][..],
        ),
        (
            "const GLYPHS = \"..\";\nfn moves(c) { [] }",
            ".",
            &["line 2", "twice"],
        ),
        (
            "const GLYPHS = \".+\";\nfn moves(c) { [] }",
            ".",
            &["cannot stand in an ID"],
        ),
        (
            "const GLYPHS = \".\";\nconst WIDTH = 0;\nfn moves(c) { [] }",
            ".",
            &["line 3", "WIDTH: it is 0"],
        ),
        (
            "fn moves(c) { [[1, 2, 3]] }",
            "0",
            &[
                "line 2, column 1",
                "result 1 has 3 cells; expected 1",
                "moves of 0",
            ],
        ),
        ("fn moves(c) { [c] }", "0", &["result 1 changes no cell"]),
        (
            "fn moves(c) { [[4000000000]] }",
            "0",
            &["4000000000; expected an integer from -1000000000 to 1000000000"],
        ),
        (
            "const GLYPHS = \".#\";\nfn moves(c) { [[2]] }",
            ".",
            &["result 1, cell 1 is 2; expected an integer from 0 to 1"],
        ),
        (
            "fn moves(c) { if c[0] < 2 { [[c[0] + 1]] } else { [[0]] } }",
            "0",
            &["for ever: 0 > 1 > 2 > 0"],
        ),
        (
            "fn moves(c) { [] }\nfn result(c, p) { \"win\" }",
            "0",
            &["result is for boards for two only"],
        ),
        (
            "fn moves(c, p) { [] }\nfn parts(c) { [c] }",
            "A:0",
            &["parts is for boards on which both"],
        ),
        (
            "fn moves(c, p) { [] }\nfn result(c, p) { \"won\" }",
            "A:0",
            &[
                "line 3, column 1",
                "the string \"won\"; expected \"win\", \"loss\", \"draw\" or ()",
            ],
        ),
        (
            "fn moves(c, p) { [] }\nfn result(c, p) { () }",
            "A:0",
            &["it gave (), and there is no move"],
        ),
        (
            "fn moves(c) { [] }\nfn legal(c) { 1 }",
            "0",
            &["legal: it gave 1; expected true or false"],
        ),
        (
            "fn moves(c) { [] }\nfn legal(c) { c[0] == 0 }",
            "5",
            &["legal in try.rhai refuses this position"],
        ),
        ("fn moves(c) { let a = []; a[7] }", "0", &["line 2"]),
        (
            "fn moves(c) { 1 / 0 }",
            "0",
            &["line 2", "division by zero"],
        ),
    ] {
        says(&format!("const START = [0];\n{rest}"), state, words);
    }
    says(
        "const START = [2];\nconst GLYPHS = \".x\";\nfn moves(c) { [] }",
        ".",
        &["START: number 1 is 2"],
    );
    for start in [String::new(), ".".repeat(1001)] {
        let text =
            format!("const GLYPHS = \".#\";\nconst START = \"{start}\";\nfn moves(cells) {{ [] }}");
        says(&text, ".", &["expected 1 to 1000"]);
    }
    let rule = |n: usize| format!("const RULE = \"{}.\";\n{NIM}", "a".repeat(n - 1));
    assert!(open("own/try:3", &library(&rule(300))).is_ok());
    says(
        &rule(301),
        "3",
        &["expected one line of 1 to 300 characters"],
    );
}

#[test]
fn a_script_prints_nothing_and_reaches_nothing() {
    let said = said(
        "const START = [1];\nfn options(heap) { print(\"x\"); debug(\"y\"); if heap > 0 { [[]] } else { [] } }",
        "1",
    );
    assert!(said.contains("Win"), "{said}");
    for reach in ["open_file(\"x\")", "timestamp()", "rand()", "sleep(1)"] {
        let text = format!("const START = [1];\nfn options(heap) {{ {reach}; [] }}");
        assert!(self::said(&text, "1").contains("not found"), "{reach}");
    }
}
