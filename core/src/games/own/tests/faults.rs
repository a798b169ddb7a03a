//! Tests that errors in scripts are reported with their location.

use super::*;

fn error_of(text: &str, state: &str) -> String {
    let library = library(text);
    let table = match open(&format!("own/try:{state}"), &library) {
        Ok(table) => table,
        Err(e) => return e.to_string(),
    };
    // An error in the script must not make a game look finished.
    match table.value(&Limits::default()) {
        Ok(value) => format!("{value:?}"),
        Err(e) => {
            assert!(!table.is_over(), "{text}");
            e.to_string()
        }
    }
}

fn says(text: &str, state: &str, words: &[&str]) {
    let error = error_of(text, state).to_lowercase();
    assert!(
        !error.contains("prelude") && !error.contains("0x"),
        "{text}\ngives {error}"
    );
    for word in words {
        assert!(
            error.contains(&word.to_lowercase()),
            "{text}\ngives {error:?}\nwithout {word:?}"
        );
    }
}

#[test]
fn every_fault_of_heaps_is_named_with_its_place() {
    for (body, words) in [
        (
            "\n  local a = 1 +\n",
            &["try.lua, line 4", "unexpected symbol", "reading the script"][..],
        ),
        (
            "\n  heap.nonsense()\n",
            &[
                "line 3",
                "index a number value",
                "the options of a heap of 3",
            ],
        ),
        (" return missing.x ", &["line 2", "missing"]),
        (
            " return 7 ",
            &["line 2", "it gave 7; expected a list of lists of heaps"],
        ),
        (
            " return nil ",
            &["it gave nothing, nil; expected a list of lists of heaps"],
        ),
        (
            " return {1, 2} ",
            &["result 1 is 1; expected a list of heaps, such as {4} or {2, 1}"],
        ),
        (
            " return {{1}, {'x'}} ",
            &["result 2, heap 1 is the string \"x\"; expected an integer from 0 to 1000000000"],
        ),
        (" return {{heap / 2}} ", &["result 1, heap 1 is 1.5"]),
        (" return {{heap - 9}} ", &["result 1, heap 1 is -6"]),
        (" return {{heap}} ", &["line 2", "for ever: 3 > 3"]),
        (
            " return heap < 5 and {{heap + 1}} or {{3}} ",
            &["for ever: 3 > 4 > 5 > 3"],
        ),
        (
            " return {options(heap)} ",
            &["functions call each other too deeply"],
        ),
        (" error('no') ", &["line 2: no; asked for the options"]),
        (" error({}) ", &["line 2", "asked for the options"]),
        (
            " count = heap return {} ",
            &["line 2", "sets the global count", "local"],
        ),
        (
            " ",
            &["it gave nothing, nil; expected a list of lists of heaps"],
        ),
        (
            " move(1) return {} ",
            &["line 2", "it calls move and returns a value too"],
        ),
        (
            " move(1.5) ",
            &["result 1, heap 1 is 1.5; expected an integer from 0"],
        ),
        (
            " move(2) move(1, 'a') ",
            &["result 2, heap 2 is the string \"a\""],
        ),
        (
            " move(nil, 1) ",
            &[
                "line 2: move: heap 1 is nil; expected a heap, or no heaps at all if the heap is gone",
            ],
        ),
        (" move(1)\n move(haep) ", &["line 3: move: heap 1 is nil"]),
        (" move(1, haep) ", &["line 2: move: heap 2 is nil"]),
        (" move(1, 2, haep) ", &["line 2: move: heap 3 is nil"]),
        (" local m = move m(haep) ", &["line 2: move: heap 1 is nil"]),
        (
            " move((function() return haep end)()) ",
            &["line 2: move: heap 1 is nil"],
        ),
        (" if heap > 0 then move(heap) end ", &["for ever: 3 > 3"]),
    ] {
        let text = format!("START = {{3}}\nfunction options(heap){body}end");
        says(&text, "3", words);
    }
    for (text, words) in [
        (
            "START = {3}",
            &["options(heap), moves(cells) or moves(cells, player)"][..],
        ),
        (
            "function options(heap) return {} end",
            &["there is no START"],
        ),
        (
            "START = {3}\nfunction options(a, b) return {} end",
            &["line 2", "options takes 2 values; expected 1"],
        ),
        (
            "START = {3}\nfunction options(a) return {} end\nfunction moves(c) return {} end",
            &["both options and moves"],
        ),
        (
            "START = {1}\nfunction moves(c) move(c) return {} end",
            &["line 2: attempt to call a nil value (global 'move')"],
        ),
        (
            "START = {3, -1}\nfunction options(heap) return {} end",
            &["line 1", "START: number 2 is -1"],
        ),
        (
            "START = 3\nfunction options(heap) return {} end",
            &["START: it is 3; expected a list of heaps"],
        ),
        (
            "PARAMETERS = {{'k', 5, 1, 3}}\nSTART = {3}\nfunction options(heap) return {} end",
            &[
                "line 1",
                "PARAMETERS: k: the default is 5; expected a number from 1 to 3",
            ],
        ),
        (
            "LOOPS = 'win'\nSTART = {3}\nfunction options(heap) return {} end",
            &[
                "line 1",
                "LOOPS: it is the string \"win\"; expected \"draw\"",
            ],
        ),
        (
            "START = {{3, 4}, {1}}\nfunction options(heap) return {} end",
            &["START: heap 2 has 1 number; expected 2"],
        ),
        (
            "START = {{3, 4}}\nfunction options(heap) return {{{1}}} end",
            &["result 1, heap 1 has 1 number; expected 2"],
        ),
    ] {
        let state = if text.contains("{{3, 4}}") {
            "3x4"
        } else {
            "3"
        };
        says(text, state, words);
    }
}

#[test]
fn every_fault_of_parameters_names_the_parameter() {
    for (parameters, words) in [
        ("3", "it is 3; expected up to four lists"),
        ("{k = 3}", "it is a table; expected up to four lists"),
        (
            "{'k', 3, 1, 9}",
            "entry 1 is the string \"k\"; expected up to four lists",
        ),
        (
            "{{'k', 3, 1, 9}, nil, {'m', 1, 1, 1}}",
            "entry 2 is nothing, nil",
        ),
        (
            "{{'a', 1, 1, 1}, {'b', 1, 1, 1}, {'c', 1, 1, 1}, {'d', 1, 1, 1}, {'e', 1, 1, 1}}",
            "there are 5 of them",
        ),
        (
            "{{'k', 3, 1, 9}, {'2m', 3, 1, 9}}",
            "entry 2 begins with the string \"2m\"; expected the name of a variable",
        ),
        (
            "{{'end', 3, 1, 9}}",
            "entry 1 begins with the string \"end\"",
        ),
        (
            "{{'k', 3, 1}}",
            "k: the largest number is nothing, nil; expected an integer",
        ),
        (
            "{{'k', 1.5, 1, 9}}",
            "k: the default is 1.5; expected an integer",
        ),
        (
            "{{'k', 3, '1', 9}}",
            "k: the least number is the string \"1\"; expected an integer",
        ),
        (
            "{{'k', 3, 1, 9}, {'m', 3, 9, 1}}",
            "m: the default is 3; expected a number from 9 to 1",
        ),
        ("{{'k', 3, 1, 9}, {'k', 3, 1, 9}}", "k is there twice"),
        (
            "{{'k', 3, 1, 9}} k = 7",
            "k is 7 after the script is read, not 3; expected a name that nothing else sets",
        ),
        (
            "{{'math', 3, 1, 9}}",
            "math is a table after the script is read",
        ),
        (
            "{{'options', 3, 1, 9}}",
            "options is a function after the script is read",
        ),
    ] {
        let text = format!(
            "START = {{3}}\nPARAMETERS = {parameters}\nfunction options(heap) return {{}} end"
        );
        says(&text, "3", &["try.lua, line 2: PARAMETERS", words]);
    }
}

#[test]
fn faults_of_the_library_are_placed_in_the_script() {
    for (body, words) in [
        (
            "string.rep(nil, 3)",
            "bad argument #1 to 'rep' (string expected, got nil)",
        ),
        (
            "('x'):rep('a')",
            "bad argument #2 to 'rep' (number expected, got string)",
        ),
        (
            "string.upper(nil)",
            "bad argument #1 to 'upper' (string expected, got nil)",
        ),
        (
            "string.lower({})",
            "bad argument #1 to 'lower' (string expected, got table)",
        ),
        (
            "string.format('%d', 'x')",
            "bad argument #2 to 'format' (number expected, got string)",
        ),
        (
            "table.sort(nil)",
            "bad argument #1 to 'sort' (table expected, got nil)",
        ),
        ("table.sort({1, 'a'})", "attempt to compare"),
        (
            "local t = {'x'} for i = 1, 1100 do t[#t + 1] = i end table.sort(t)",
            "attempt to compare",
        ),
        (
            "table.concat(nil)",
            "bad argument #1 to 'concat' (table expected, got nil)",
        ),
        (
            "table.concat({{}})",
            "invalid value (table) at index 1 in table for 'concat'",
        ),
        ("table.insert({})", "wrong number of arguments to 'insert'"),
        (
            "table.insert(nil, 1)",
            "bad argument #1 to 'insert' (table expected, got nil)",
        ),
        (
            "table.insert({}, 5, 1)",
            "bad argument #2 to 'insert' (position out of bounds)",
        ),
        (
            "table.remove({}, 7)",
            "bad argument #2 to 'remove' (position out of bounds)",
        ),
        (
            "tonumber('z', 99)",
            "bad argument #2 to 'tonumber' (base out of range)",
        ),
        ("for _ in ipairs(nil) do end", "nil"),
        ("local x = 'abc' + 1", "attempt to"),
        ("error({1, 2})", "error was given a table; expected a text"),
        (
            "error(options)",
            "error was given a function; expected a text",
        ),
        ("error()", "error was given no message"),
        ("error('no', 0)", "no; asked"),
        ("assert(false)", "assertion failed!"),
        ("assert(nil, 'too large')", "too large"),
        (
            "assert(nil, {})",
            "assert was given a table; expected a text",
        ),
        ("assert()", "bad argument #1 to 'assert' (value expected)"),
    ] {
        let text = format!("START = {{3}}\nfunction options(heap)\n  {body}\n  return {{}}\nend");
        says(&text, "3", &["try.lua, line 3: ", words]);
    }
}

#[test]
fn gaps_and_keys_are_faults() {
    for (result, words) in [
        ("{{1}, nil, {2}}", "result 2 is nothing, nil"),
        ("{{1, nil, 2}}", "result 1, heap 2 is nothing, nil"),
        (
            "{a = {1}}",
            "it gave a table with the key a; expected a list of lists of heaps",
        ),
        (
            "{{heap = 1}}",
            "result 1 has the key heap; expected a list of integers",
        ),
    ] {
        let text = format!("START = {{3}}\nfunction options(heap) return {result} end");
        says(&text, "3", &["line 2", words]);
        let moves = format!("START = {{3, 3, 3}}\nfunction moves(cells) return {result} end");
        says(
            &moves,
            "3,3,3",
            &["line 2", words.split([',', ';']).next().unwrap()],
        );
    }
    for (result, words) in [
        (
            "{{points = 2}}",
            "result 1 has the key points and no list cells",
        ),
        (
            "{{cells = 'x', points = 2}}",
            "the cells of result 1 are the string \"x\"; expected a list",
        ),
        (
            "{{cells = {1}, points = 'x'}}",
            "result 1: points is the string \"x\"; expected an integer",
        ),
        (
            "{{cells = {1}, points = '5'}}",
            "result 1: points is the string \"5\"; expected an integer",
        ),
        (
            "{{cells = {1}, points = false}}",
            "result 1: points is false; expected an integer",
        ),
        (
            "{{cells = {1}, points = 1, agian = true}}",
            "result 1 has the key agian; expected a list of integers, or cells with points or again",
        ),
        (
            "{{cells = {1}, again = true}, {cells = {2}, point = 5}}",
            "result 2 has the key point; expected a list of integers, or cells with points or again",
        ),
        (
            "{{cells = {1}, points = 1, [3] = 2}}",
            "result 1 has the key 3",
        ),
        (
            "{{1, points = 5}}",
            "result 1 has the key points and no list cells",
        ),
        (
            "{{1, again = true}}",
            "result 1 has the key again and no list cells",
        ),
        (
            "{{1, agian = true}, {cells = {2}, points = 1}}",
            "result 1 has the key agian",
        ),
        (
            "{{1, cells = {1}, points = 1}}",
            "result 1 is a list and has the key cells; expected only one of them",
        ),
        (
            "{{cells = {1}, again = 0}}",
            "result 1: again is 0; expected true or false",
        ),
        (
            "{{cells = {1}, again = 'false'}}",
            "result 1: again is the string \"false\"; expected true or false",
        ),
        (
            "{{cells = {1}, again = {}}}",
            "result 1: again is a table; expected true or false",
        ),
    ] {
        let text = format!("START = {{0}}\nfunction moves(cells) return {result} end");
        says(&text, "A:0", &["line 2", words]);
        let heaps = text
            .replace("moves(cells)", "options(n)")
            .replace("cells", "heaps");
        says(&heaps, "A:0", &["line 2", &words.replace("cells", "heaps")]);
        for text in [&text, &heaps] {
            let found = faults(text);
            assert!(found.len() == 1 && found[0].contains("line 2"), "{found:?}");
        }
    }
    // Only a trial checks that a list of numbers has no other keys. A search ignores such keys.
    for (result, words) in [
        ("{{0, agian = true}}", "result 1 has the key agian"),
        (
            "{{cells = {0, point = 1}}}",
            "the list of result 1 has the key point; expected only cells",
        ),
    ] {
        let text =
            format!("START = {{1}}\nfunction moves(c) return c[1] > 0 and {result} or {{}} end");
        let found = faults(&text);
        assert!(found.len() == 1 && found[0].contains(words), "{found:?}");
    }
    says(
        "START = {1}\nfunction moves(c) return {{cells = {0}, point = 1}} end",
        "1",
        &[
            "line 2",
            "result 1 has the key point; expected a list of integers, or cells with",
        ],
    );
    for (text, state, words) in [
        (
            "START = {1}\nfunction moves(c) return {{cells = {0}, points = 1}, {cells = {0}, again = true}} end",
            "A:1",
            "one with again and one without; expected only one of them; asked for the moves of A:1",
        ),
        (
            "START = {1}\nfunction options(n) return {{heaps = {0, 1}, again = true}, {heaps = {1, 0}, points = 0}} end",
            "A:1",
            "one with again and one without",
        ),
        (
            "START = {1}\nfunction options(n) return {{heaps = {}, points = 1}, {heaps = {}, again = true}} end",
            "A:1",
            "two results leave no heap, one with again and one without",
        ),
    ] {
        says(text, state, &[words]);
    }
    // The message for a syntax error must quote the user's text, and not the text with countdowns.
    for text in [
        "START = {3}\nfunction options(n) if n > 0 move(n - 1) end end",
        "START = {3}\nfunction options(n) for i = 1, n move(n - i) end end",
    ] {
        says(text, "3", &["line 2", "expected near 'move'"]);
    }
    says(
        "START = {5, nil, 3}\nfunction options(heap) return {} end",
        "3",
        &["START: number 2 is nothing, nil; expected an integer"],
    );
}

#[test]
fn faults_of_one_line_name_no_line() {
    for (line, words) in [
        (
            "missing(n)",
            "-e: attempt to call a nil value (global 'missing')",
        ),
        (
            "move(n - 1",
            "-e: ')' expected (to close '(') near the end, while reading",
        ),
        ("if n == 0 then", "-e: 'end' expected"),
        (
            "for d = 1, n do end end",
            "-e: <eof> expected near 'end', while reading",
        ),
        ("move('a')", "-e: options: result 1, heap 1 is the string"),
        ("move(n)\nmissing(n)", "-e, line 2: attempt to call"),
    ] {
        let source = own::one_line(line);
        let library = Library::default();
        library.insert_script(source);
        let error = match open("own/e:3", &library) {
            Ok(table) => table.value(&Limits::default()).unwrap_err().to_string(),
            Err(error) => error.to_string(),
        };
        assert!(error.contains(words), "{line}: {error}");
    }
}

#[test]
fn every_fault_of_boards_is_named_with_its_place() {
    let none = "function moves(c) return {} end";
    let two = "function moves(c, p) return {} end";
    for (rest, state, words) in [
        (
            &*format!("CONVENTION = 'other'\n{none}"),
            "0",
            &["line 2", "\"normal\" or \"misere\""][..],
        ),
        (&format!("GLYPHS = '..'\n{none}"), ".", &["line 2", "twice"]),
        (
            &format!("GLYPHS = '.+'\n{none}"),
            ".",
            &["cannot stand in an ID"],
        ),
        (
            &format!("GLYPHS = '.'\nWIDTH = 0\n{none}"),
            ".",
            &["line 3", "WIDTH: it is 0"],
        ),
        (
            "LOOPS = 'draw'\nfunction moves(c) return {{cells = {1}, points = 1}} end",
            "0",
            &["line 2: LOOPS", "in which moves gain points must end"],
        ),
        (
            &format!("SYMMETRIES = {{'skew'}}\n{none}"),
            "0",
            &["line 2", "mirror, flip, turn, diagonal"],
        ),
        (
            "function moves(c) return {{1, 2, 3}} end",
            "0",
            &["line 2", "result 1 has 3 cells; expected 1", "moves of 0"],
        ),
        (
            "function moves(c) return {c} end",
            "0",
            &["result 1 changes no cell"],
        ),
        (
            "function moves(c) return {{4000000000}} end",
            "0",
            &["4000000000; expected an integer from -1000000000 to 1000000000"],
        ),
        (
            "GLYPHS = '.#'\nfunction moves(c) return {{2}} end",
            ".",
            &["result 1, cell 1 is 2; expected an integer from 0 to 1"],
        ),
        (
            "function moves(c) return c[1] < 2 and {{c[1] + 1}} or {{0}} end",
            "0",
            &["for ever: 0 > 1 > 2 > 0"],
        ),
        (
            &format!("{none}\nfunction result(c, p) return 'win' end"),
            "0",
            &["result is for boards for two only"],
        ),
        (
            &format!("{two}\nfunction parts(c) return {{c}} end"),
            "A:0",
            &["parts is for boards on which both"],
        ),
        (
            &format!("{two}\nfunction result(c, p) return 'won' end"),
            "A:0",
            &[
                "line 3",
                "the string \"won\"; expected \"win\", \"loss\", \"draw\" or nil",
            ],
        ),
        (
            &format!("{two}\nfunction result(c, p) end"),
            "A:0",
            &["it gave nil, and there is no move"],
        ),
        (
            &format!("{none}\nfunction legal(c) return 1 end"),
            "0",
            &["legal: it gave 1; expected true or false"],
        ),
        (
            &format!("{none}\nfunction legal(c) return c[1] == 0 end"),
            "5",
            &["legal in try.lua refuses this position"],
        ),
        (
            "function moves(c) return c[7].x end",
            "0",
            &["line 2", "attempt to index a nil value"],
        ),
        (
            "function moves(c) return 1 // 0 end",
            "0",
            &["line 2", "attempt to divide by zero"],
        ),
    ] {
        says(&format!("START = {{0}}\n{rest}"), state, words);
    }
    says(
        &format!("START = {{2}}\nGLYPHS = '.x'\n{none}"),
        ".",
        &["START: number 1 is 2"],
    );
    for start in [String::new(), ".".repeat(1001)] {
        let text = format!("GLYPHS = '.#'\nSTART = '{start}'\n{none}");
        says(&text, ".", &["expected 1 to 1000"]);
    }
    let rule = |n: usize| format!("RULE = '{}.'\n{NIM}", "a".repeat(n - 1));
    assert!(open("own/try:3", &library(&rule(300))).is_ok());
    says(
        &rule(301),
        "3",
        &["expected one line of 1 to 300 characters"],
    );
}

#[test]
fn a_script_in_the_earlier_language_is_refused_with_how_to_translate_it() {
    let text = "const START = [3];\nfn options(heap) { [] }";
    says(
        text,
        "3",
        &["script in Rhai", "to translate it", "function f(x)"],
    );
    let library = Library::default();
    let refused = with_scripts(&library, &[("old".to_owned(), text.into())]).unwrap_err();
    assert!(refused.to_string().contains("To translate it"), "{refused}");
}

/// If a script returns the same Lua table as several results, they count as one move. A trial mentions this, but does
/// not report an error.
#[test]
fn moves_that_are_the_same_table_are_told() {
    let changed = |result: &str| {
        format!(
            "START = {{1, 1, 1}}\nfunction moves(c)\n  local out = {{}}\n  for i = 1, 3 do\n    \
             if c[i] == 1 then\n      c[i] = 0\n      out[#out + 1] = {result}\n    end\n  end\n  return out\nend"
        )
    };
    for result in ["c", "{cells = c, points = 1}"] {
        let found = tried(&changed(result));
        assert_eq!(found.faults, [""; 0]);
        let words = "1,1,1, results 1 and 2 of moves are the same table, so they are one move";
        assert!(found.seen.contains(words), "{found:?}");
    }
    // A script may modify its argument in place and return it, even as several results.
    let step = |results: &str| {
        format!(
            "START = {{3}}\nfunction moves(c)\n  if c[1] == 0 then return {{}} end\n  c[1] = c[1] - 1\n  return {results}\nend"
        )
    };
    for results in ["{c}", "{c, c}"] {
        let outcome = outcome("own/try:3", &library(&step(results)));
        assert_eq!(outcome, Outcome::Win, "{results}");
    }
    assert!(!tried(&step("{c}")).seen.contains("the same table"));
    let gains = library(&step("{{cells = c, points = 1}, {cells = c, points = 2}}"));
    let at = open("own/try:A:3", &gains).unwrap();
    assert_eq!(at.value(&Limits::default()).unwrap().margin, Some(2));
}

#[test]
fn functions_that_scripts_cannot_use_are_told() {
    for (body, is_told) in [
        ("print(n)", true),
        ("return {{math.random(n)}}", true),
        ("return {{('a'):find('a')}}", true),
        ("os.exit()", true),
        ("helper(n)", false),
    ] {
        let text = format!("START = {{3}}\nfunction options(n) {body} end");
        let error = open("own/try:3", &library(&text))
            .err()
            .unwrap()
            .to_string();
        assert_eq!(
            error.contains("lists the functions of Lua"),
            is_told,
            "{error}"
        );
    }
}

/// The symmetries and parts of a board depend on its width.
#[test]
fn a_board_without_a_width_is_refused() {
    let text = "START = {0, 0, 0, 0}\nfunction width(n) return nil end\nSYMMETRIES = {'mirror'}\n\
                function moves(c)\n  local to = {table.unpack(c)}\n  for i = 1, #c do\n    \
                if c[i] == 0 then to[i] = 1 return {to} end\n  end\n  return {}\nend";
    let error = open("own/try:0,0,0,0", &library(text));
    let error = error.err().unwrap().to_string();
    assert!(error.contains("line 2: width: it gave nothing"), "{error}");
}

#[test]
fn misere_heaps_that_are_too_large_are_refused_with_the_limit() {
    let text = "START = {9}\nfunction options(n) return n > 0 and {{n - 1}} or {} end";
    let at = open("misere own/try:20000000", &library(text)).unwrap();
    let error = at.value(&Limits::default()).unwrap_err().to_string();
    assert!(
        error.contains("heaps are solved up to 10000000, because") && error.contains("20000000"),
        "{error}"
    );
}

#[test]
fn a_lost_function_is_named() {
    for value in ["nil", "5"] {
        let text = format!(
            "START = {{3}}
function legal(c) return true end
function moves(c)
  legal = {value}
  return c[1] > 0 and {{{{c[1] - 1}}}} or {{}}
end"
        );
        says(&text, "3", &["line 2: there is no function legal"]);
    }
}
