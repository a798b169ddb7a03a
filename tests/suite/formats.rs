//! Tests machine-readable formats: trees as JSON and for Graphviz, tables for spreadsheets, reviews, puzzles, the
//! record, and quotients.

use std::collections::{BTreeMap, HashMap, HashSet};

use nimatron_core::games;
use nimatron_core::rules::{Library, Limits};
use serde_json::Value;

use super::program::{Folder, answer, at_home, fed, json, run};

fn fields(line: &str) -> Vec<String> {
    let (mut found, mut field, mut inside) = (Vec::new(), String::new(), false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if inside && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' => inside = !inside,
            ',' if !inside => found.push(std::mem::take(&mut field)),
            c => field.push(c),
        }
    }
    assert!(!inside, "{line}");
    found.push(field);
    found
}

/// Asserts that CSV and JSON agree, and returns the fields of each row by name.
fn table(arguments: &[&str]) -> Vec<HashMap<String, String>> {
    let with = |format: &str| {
        let found = run(&[&["table"], arguments, &["--format", format]].concat());
        assert_eq!(found.status, 0, "{arguments:?}: {}", found.err);
        found.out
    };
    let csv = with("csv");
    let mut lines = csv.lines().map(fields);
    let head = lines.next().unwrap();
    let rows: Vec<HashMap<String, String>> = lines
        .map(|row| {
            assert_eq!(row.len(), head.len(), "{arguments:?}");
            head.iter().cloned().zip(row).collect()
        })
        .collect();
    let objects = json(&with("json"));
    let objects = objects["rows"].as_array().unwrap();
    assert_eq!(objects.len(), rows.len());
    for (row, object) in rows.iter().zip(objects) {
        for (name, value) in row {
            let text = match &object[name] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            assert_eq!(*value, text, "{arguments:?} {name}");
        }
        assert_eq!(object.as_object().unwrap().len(), row.len());
    }
    assert_eq!(
        with("text").lines().count(),
        rows.len() + 2 + usize::from(with("text").contains("period"))
    );
    rows
}

fn outcome(id: &str) -> &'static str {
    games::open(id, &Library::default())
        .unwrap()
        .outcome(&Limits::default())
        .unwrap()
        .word()
}

#[test]
fn tables_read_back_from_both_formats_and_agree_with_solve() {
    for (arguments, id) in [
        (&["nim", "--upto", "9"][..], "nim:{n}"),
        (&["bash/4", "--upto", "12", "--misere"], "misere bash/4:{n}"),
        (&["octal/0.07", "--upto", "12"], "octal/0.07:{n}"),
        (&["fibonacci", "--upto", "14"], "fibonacci:{n}"),
        (&["wythoff", "--upto", "6"], "wythoff:{n},{m}"),
        (
            &["ferguson", "--upto", "6", "--misere"],
            "misere ferguson:{n},{m}",
        ),
        (&["chomp", "--upto", "5"], "chomp:{n}x{m}"),
    ] {
        let rows = table(arguments);
        assert!(rows.len() > 8, "{arguments:?}");
        for row in rows {
            let none = String::new();
            let id = id
                .replace("{n}", &row["n"])
                .replace("{m}", row.get("m").unwrap_or(&none));
            assert_eq!(row["outcome"], outcome(&id), "{id}");
        }
    }
}

#[test]
fn tables_by_stones_count_every_position() {
    let star = table(&["star", "--upto", "13"]);
    let sum = |rows: &[HashMap<String, String>], name: &str| -> u64 {
        rows.iter().map(|r| r[name].parse::<u64>().unwrap()).sum()
    };
    assert_eq!(
        (star.len(), sum(&star, "positions"), sum(&star, "lost")),
        (14, 8192, 2029)
    );
    let normal = table(&["rings/grid", "--upto", "12", "--misere"]);
    assert_eq!((normal.len(), sum(&normal, "positions")), (13, 4096));
    let row = table(&["row", "--stones", "--upto", "8", "--misere"]);
    let partitions: Vec<&str> = row.iter().map(|r| r["positions"].as_str()).collect();
    assert_eq!(partitions, ["1", "1", "2", "3", "5", "7", "11", "15", "22"]);
    for (rows, points) in [(&star, true), (&normal, true), (&row, false)] {
        for r in rows {
            assert_eq!(
                r["won"].parse::<u64>().unwrap() + r["lost"].parse::<u64>().unwrap(),
                r["positions"].parse::<u64>().unwrap()
            );
            for (name, word) in [("won_example", "win"), ("lost_example", "loss")] {
                let id = &r[name];
                assert_eq!(id.is_empty(), r[&name[..name.len() - 8]] == "0", "{r:?}");
                if id.is_empty() {
                    continue;
                }
                assert_eq!(outcome(id), word, "{id}");
                if points {
                    // Each example has the smallest code of all positions with the same number of stones and the same
                    // outcome.
                    let (head, code) = id.rsplit_once(':').unwrap();
                    let stones: u32 = r["stones"].parse().unwrap();
                    let code: u64 = code.parse().unwrap();
                    let earlier: Vec<u64> =
                        (0..code).filter(|c| c.count_ones() == stones).collect();
                    let sample = earlier
                        .iter()
                        .rev()
                        .take(5)
                        .chain(earlier.iter().step_by(1 + earlier.len() / 10));
                    for earlier in sample {
                        assert_ne!(
                            outcome(&format!("{head}:{earlier}")),
                            word,
                            "{id} after {earlier}"
                        );
                    }
                }
            }
        }
    }
    assert_eq!(run(&["table", "token/tree", "--upto", "3"]).status, 2);
    // In Triangle War, the table counts the boards without a closed triangle: 18 with one edge and 153 with two.
    let edges = table(&["triangle", "--stones", "--upto", "12"]);
    assert_eq!(edges.len(), 13);
    assert_eq!(
        (edges[0]["lost_example"].as_str(), edges[1]["won"].as_str()),
        ("triangle:", "18")
    );
    assert_eq!(edges[2]["positions"], "153");
    assert_eq!(run(&["table", "nim", "--stones", "--upto", "3"]).status, 2);
    assert_eq!(run(&["table", "rings/nowhere", "--upto", "3"]).status, 2);
    let short = run(&["table", "star", "--upto", "20", "--format", "csv"]);
    assert!(
        short.status == 0 && short.err.contains("ends at 13"),
        "{}",
        short.err
    );
}

/// Checks that each node has the right outcome and, except where the tree is cut, a child for each legal move.
fn holds(node: &Value, left: usize, count: &mut usize) {
    *count += 1;
    let names: HashSet<&str> = node
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(names, ["move", "id", "outcome", "children", "cut"].into());
    let id = node["id"].as_str().unwrap();
    let at = games::open(id, &Library::default()).unwrap();
    assert_eq!(node["outcome"], outcome(id), "{id}");
    let children = node["children"].as_array().unwrap();
    let cut = node["cut"].as_bool().unwrap();
    assert_eq!(cut, left == 0 && !at.is_over(), "{id}");
    if cut {
        assert!(children.is_empty());
        return;
    }
    let legal: Vec<String> = at
        .choices(&[], 1000)
        .list
        .into_iter()
        .map(|c| c.text)
        .collect();
    let listed: Vec<&str> = children
        .iter()
        .map(|c| c["move"].as_str().unwrap())
        .collect();
    assert_eq!(listed, legal, "{id}");
    for child in children {
        let (next, _) = at.after(child["move"].as_str().unwrap()).unwrap();
        assert_eq!(child["id"], next.id());
        holds(child, left - 1, count);
    }
}

#[test]
fn trees_in_json_hold_every_move_in_board_order() {
    for (arguments, depth, nodes) in [
        (&["tree", "nim:1,2"][..], 99, 12),
        (&["tree", "star:1664"], 99, 0),
        (&["tree", "tictactoe:XO.OX....", "--depth", "2"], 2, 22),
        (&["tree", "triangle/2:"], 99, 16),
    ] {
        let found = run(&[arguments, &["--format", "json"]].concat());
        assert_eq!(
            (found.status, found.out.lines().count()),
            (0, 1),
            "{arguments:?}: {}",
            found.err
        );
        let tree = json(&found.out);
        assert_eq!(tree["move"], Value::Null);
        let mut count = 0;
        holds(&tree, depth, &mut count);
        assert!(nodes == 0 || count == nodes, "{arguments:?}: {count}");
        let text = run(arguments).out;
        assert_eq!(
            (text.lines().count(), text.contains("cut")),
            (count, depth < 99),
            "{arguments:?}"
        );
    }
    let whole = run(&["tree", "tictactoe:.........", "--format", "text"]).out;
    assert!(whole.lines().count() <= 10_000 && whole.contains("cut"));
    assert_eq!(run(&["tree", "nim:"]).status, 2);
}

type Edge<'t> = (&'t str, &'t str, String);

/// Parses a graph with one statement per line, as `tree` writes it. Returns the labels of the nodes, and the edges.
fn graph(text: &str) -> (BTreeMap<&str, String>, Vec<Edge<'_>>) {
    let body = text
        .strip_prefix("digraph tree {\n")
        .and_then(|rest| rest.strip_suffix("}\n"))
        .expect(text);
    let (mut nodes, mut edges) = (BTreeMap::new(), Vec::new());
    for line in body.lines() {
        let (name, attributes) = line
            .trim()
            .strip_suffix("];")
            .and_then(|l| l.split_once(" ["))
            .expect(line);
        let Some(quoted) = attributes.strip_prefix("label=") else {
            assert_eq!(name, "node");
            continue;
        };
        // The escapes in labels are also valid in JSON.
        let mut values = serde_json::Deserializer::from_str(quoted).into_iter::<String>();
        let label = values.next().unwrap().expect(line);
        let more = &quoted[values.byte_offset()..];
        assert!(
            more.split(", ").skip(1).all(|pair| pair.contains('=')),
            "{line}"
        );
        match name.split_once(" -> ") {
            Some((from, to)) => edges.push((from, to, label)),
            None => assert!(nodes.insert(name, label).is_none(), "{line}"),
        }
    }
    (nodes, edges)
}

#[test]
fn trees_for_graphviz_read_as_the_same_tree() {
    for arguments in [
        &["nim:1,2"][..],
        &["tictactoe:XO.OX....", "--depth", "2"],
        &["star:1664"],
    ] {
        let with = |format| run(&[&["tree"], arguments, &["--format", format]].concat()).out;
        let dot = with("dot");
        let (nodes, edges) = graph(&dot);
        assert_eq!(edges.len() + 1, nodes.len());
        let id = |node: &str| nodes[node].lines().next().unwrap().to_owned();
        let mut drawn: Vec<(String, String, String)> = edges
            .into_iter()
            .map(|(a, b, m)| (id(a), m, id(b)))
            .collect();
        fn collect(node: &Value, into: &mut Vec<(String, String, String)>) {
            let text = |v: &Value| v.as_str().unwrap().to_owned();
            for child in node["children"].as_array().unwrap() {
                into.push((text(&node["id"]), text(&child["move"]), text(&child["id"])));
                collect(child, into);
            }
        }
        let mut listed = Vec::new();
        collect(&json(&with("json")), &mut listed);
        drawn.sort();
        listed.sort();
        assert_eq!(drawn, listed);
        for label in nodes.values() {
            let mut lines = label.lines();
            let id = lines.next().unwrap();
            assert_eq!(lines.next(), Some(outcome(id)), "{id}");
        }
    }
}

#[test]
fn a_review_has_its_fields_in_order() {
    let found = run(&[
        "review",
        "--json",
        "saves/nim-3-5-7.json",
        "saves/star-1664-won.json",
    ]);
    assert_eq!(
        (found.status, found.out.lines().count()),
        (0, 2),
        "{}",
        found.err
    );
    let first = found.out.lines().next().unwrap();
    assert!(first.starts_with(
        r#"{"file":"saves/nim-3-5-7.json","start":"nim:3,5,7","result":"B","moves":[{"n":1,"player":"A","move":"1-3","before":"win","after":"loss","kind":"mistake","best":"1-1","cost":null},"#
    ), "{first}");
    assert!(first.ends_with(
        r#""players":{"A":{"moves":5,"decisions":1,"kept":0,"mistakes":1,"inaccuracies":1},"B":{"moves":5,"decisions":4,"kept":4,"mistakes":0,"inaccuracies":0}},"turning":1}"#
    ), "{first}");
    let second = json(found.out.lines().nth(1).unwrap());
    assert_eq!(
        (
            &second["result"],
            &second["turning"],
            second["moves"].as_array().unwrap().len()
        ),
        (&Value::Null, &Value::Null, 0)
    );
    let one = run(&["review", "saves/triangle-war-sample-3.json"]);
    assert!(
        one.out.contains("mistake") && one.out.contains("turning point: move 5"),
        "{}",
        one.out
    );
    let several = run(&[
        "review",
        "saves/nim-3-5-7.json",
        "nowhere.json",
        "saves/row-of-twelve.json",
    ]);
    assert_eq!(
        (several.status, several.out.lines().count()),
        (1, 4),
        "{}",
        several.out
    );
    assert!(
        several.err.contains("nowhere.json")
            && several.out.contains("computer (perfect): 10 moves"),
        "{}",
        several.out
    );
    let lines = [
        "saves/nim-3-5-7.json: Nim, normal: B won; turning point: move 1; ?...~.....",
        "saves/row-of-twelve.json: Kayles, normal: B won; turning point: move 9; ........?.",
    ];
    assert!(several.out.lines().take(2).eq(lines), "{}", several.out);
}

#[test]
fn a_review_after_a_swap_of_sides_tells_the_players_apart() {
    let folder = Folder::new();
    for (players, credited) in [
        (
            r#"{"kind": "computer", "level": "fair"}, {"kind": "computer", "level": "perfect"}"#,
            [
                "A (computer (fair)): 1 move",
                "A (computer (perfect)): 1 move",
                "B (computer (fair)): 1 move",
            ],
        ),
        (
            r#"{"kind": "human"}, {"kind": "computer", "level": "fair"}"#,
            [
                "A (human): 1 move",
                "A (computer (fair)): 1 move",
                "B (human): 1 move",
            ],
        ),
    ] {
        let save = format!(
            r#"{{"start": "nim:3,5,7", "moves": ["1-1", "2-1", "3-1"], "swaps": [2], "players": [{players}]}}"#
        );
        let path = folder.write("swapped.json", &save);
        let text = run(&["review", &path]).out;
        let totals: Vec<&str> = text
            .lines()
            .filter_map(|line| line.split_once(", kept ").map(|(who, _)| who))
            .collect();
        assert_eq!(totals, credited, "{text}");
        let sides = &answer(&["review", "--json", &path])["players"];
        assert_eq!(
            (&sides["A"]["moves"], &sides["B"]["moves"]),
            (&2.into(), &1.into())
        );
    }
}

#[test]
fn moves_that_were_taken_back_are_not_in_a_review() {
    let folder = Folder::new();
    let save = r#"{"start": "nim:3,5,7", "moves": ["1-1", "1-2"], "cursor": 1}"#;
    let found = answer(&["review", "--json", &folder.write("back.json", save)]);
    assert_eq!(
        (found["moves"].as_array().unwrap().len(), &found["result"]),
        (1, &Value::Null)
    );
}

#[test]
fn a_game_with_puzzles_in_one_convention_only_gives_those() {
    let asked = |more: &[&str]| run(&[&["puzzle", "ferguson", "--seed", "1"], more].concat());
    assert!(
        asked(&[]).out.starts_with("misere ferguson:"),
        "{}",
        asked(&[]).err
    );
    assert_eq!(
        run(&["puzzle", "normal", "ferguson", "--seed", "1"]).status,
        1
    );
}

#[test]
fn puzzles_come_with_a_seed_or_a_day() {
    let puzzle = |more: &[&str]| run(&[&["puzzle"], more].concat());
    let of = |more: &[&str]| {
        let found = puzzle(more);
        assert_eq!(found.status, 0, "{more:?}: {}", found.err);
        found.out
    };
    let seeded = of(&["nim", "--count", "3", "--seed", "5", "--json"]);
    assert_eq!(
        seeded,
        of(&["nim", "--count", "3", "--seed", "5", "--json"])
    );
    for line in seeded.lines() {
        let names: Vec<String> = json(line).as_object().unwrap().keys().cloned().collect();
        assert_eq!(names, ["grade", "id", "moves", "points", "remoteness"]);
        assert!(line.starts_with("{\"id\":\"nim:"), "{line}");
    }
    let answers = of(&["nim", "--count", "3", "--seed", "5", "--json", "--answer"]);
    for line in answers.lines().map(json) {
        let solved = json(&run(&["solve", "--json", line["id"].as_str().unwrap()]).out);
        assert_eq!(
            (&solved["winning_count"], &solved["best"]["move"]),
            (&Value::from(1), &line["answer"])
        );
        assert_eq!(
            (&solved["moves"], &solved["remoteness"]),
            (&line["moves"], &line["remoteness"])
        );
    }
    assert_eq!(of(&["--date", "2026-11-20"]), of(&["--date", "2026-11-20"]));
    assert_ne!(
        of(&["--date", "2026-11-20", "--count", "4"]),
        of(&["--date", "2026-11-21", "--count", "4"])
    );
    for wrong in [
        &["--date", "2026-13-01"][..],
        &["--date", "2026-2-1"],
        &["--date", "2026-02-30"],
        &["--grade", "6"],
        &["--count", "0"],
        &["--seed", "1", "--date", "2026-11-20"],
        &["nosuch"],
        &["bash/0"],
        &["tictactoe", "--misere"],
    ] {
        assert_eq!(puzzle(wrong).status, 2, "{wrong:?}");
    }
    let none = puzzle(&["powers/3", "--grade", "5", "--seed", "1"]);
    let said = "no puzzle of powers/3 in normal play of grade 5";
    assert!(none.status == 1 && none.err.contains(said), "{}", none.err);
}

#[test]
fn the_record_is_one_file_and_damage_to_it_is_told() {
    let folder = Folder::new();
    let record = |more: &[&str], input: &str| {
        fed(
            &mut at_home(folder.path(), &[&["record"], more].concat()),
            input,
        )
    };
    let none = record(&["--json"], "");
    let found = json(&none.out);
    assert_eq!(none.status, 0);
    assert_eq!(
        (
            &found["matches"],
            &found["lessons"],
            &found["puzzles"]["solved"]
        ),
        (&json("[]"), &json("[]"), &json("0"))
    );
    assert!(record(&[], "").out.contains("No match"));
    std::fs::create_dir_all(folder.name("data/nimatron")).unwrap();
    let kept = r#"{"format":"nimatron-record","version":1,"matches":[{"game":"nim","opponent":"perfect","played":3,"won":1,"drawn":0}],"lessons":["xor"],"coach":{"checks":[{"game":"misere nim","day":"2026-11-20","seed":1,"winner":{"asked":6,"right":2},"move":{"asked":6,"right":1}},{"game":"misere nim","day":"2026-11-21","seed":2,"winner":{"asked":6,"right":5},"move":{"asked":6,"right":4}}]}}"#;
    let path = folder.write("data/nimatron/record.json", kept);
    let read = || std::fs::read_to_string(&path).unwrap();
    let told = record(&[], "").out;
    let check = "Check of misere nim on 2026-11-21: winner 5 of 6, move 4 of 6; before, on 2026-11-20: winner 2 of 6";
    assert!(
        ["Nim", "perfect", "xor", check]
            .iter()
            .all(|word| told.contains(word)),
        "{told}"
    );
    for answer in ["no\n", ""] {
        assert_eq!(record(&["--reset"], answer).status, 0);
        assert_eq!(read(), kept);
    }
    assert_eq!(record(&["--reset"], "yes\n").status, 0);
    assert_eq!(json(&record(&["--json"], "").out)["matches"], json("[]"));
    let damaged = "{\"format\":\"nimatron-rec";
    folder.write("data/nimatron/record.json", damaged);
    let told = record(&["--json"], "");
    assert_eq!((told.status, told.out.as_str()), (1, ""));
    assert!(
        told.err.contains("record.json") && read() == damaged,
        "{}",
        told.err
    );
}

#[test]
fn quotients_have_their_fields() {
    let found = run(&["quotient", "octal/0.123", "--json"]);
    assert_eq!(found.status, 0, "{}", found.err);
    let fields = [
        "game",
        "heaps",
        "order",
        "losing",
        "period",
        "preperiod",
        "values",
        "products",
        "proved",
    ];
    let places: Vec<usize> = fields
        .iter()
        .map(|name| found.out.find(&format!("\"{name}\":")).expect("the field"))
        .collect();
    assert!(places.is_sorted(), "{}", found.out);
    let value = json(&found.out);
    let number = |name: &str| value[name].as_u64();
    assert_eq!(
        (number("order"), number("losing"), number("period")),
        (Some(20), Some(5), Some(5))
    );
    assert_eq!(
        (value["heaps"].is_null(), value["proved"].as_str()),
        (true, Some("all heaps"))
    );
    let element = |heap: usize| usize::try_from(value["values"][heap].as_u64().unwrap()).unwrap();
    let product = |a: usize, b: usize| value["products"][a][b].as_u64().unwrap();
    // A single heap of 1 is a loss, and two heaps of 1 are a win. The period is 5, so heaps of 9 and 14 are equivalent,
    // even in a sum with a heap of 3.
    assert!(element(1) >= 15 && product(element(1), element(1)) < 15);
    assert_eq!(
        product(element(9), element(3)),
        product(element(14), element(3))
    );

    let value = answer(&["quotient", "octal/0.72", "--heaps", "20", "--json"]);
    assert_eq!(
        (value["order"].as_u64(), value["losing"].as_u64()),
        (Some(24), Some(5))
    );
    assert_eq!(
        (value["heaps"].as_u64(), value["proved"].as_str()),
        (Some(20), Some("heaps up to 20"))
    );
    assert!(value["period"].is_null() && value["preperiod"].is_null());
    assert_eq!(value["values"].as_array().map(Vec::len), Some(21));
    for (game, order) in [
        ("bash/1", 2),
        ("bash/3", 6),
        ("powers/2", 6),
        ("subtraction/1,3,4", 6),
        ("bash/7", 10),
    ] {
        assert_eq!(
            answer(&["quotient", game, "--json"])["order"].as_u64(),
            Some(order),
            "{game}"
        );
    }
    // For boards of rings, `proved` counts shapes instead of heaps.
    for (more, proved) in [
        (&[][..], "all shapes"),
        (&["--heaps", "2"], "shapes up to 2"),
    ] {
        assert_eq!(
            answer(&[&["quotient", "rings/cube", "--json"], more].concat())["proved"],
            proved
        );
    }
    // A proved period covers heaps of any size.
    let value = answer(&["quotient", "octal/0.75", "--heaps", "99999", "--json"]);
    assert_eq!(value["values"].as_array().map(Vec::len), Some(100_000));
    assert_eq!(run(&["solve", "misere octal/0.75:1000000,3000"]).status, 0);
    let value = answer(&["quotient", "octal/0.07", "--time", "0.5", "--json"]);
    let most = value["heaps"].as_u64().expect("a largest heap");
    assert_eq!(
        value["proved"].as_str(),
        Some(&*format!("heaps up to {most}"))
    );
    assert_eq!(
        value["values"].as_array().map(Vec::len),
        Some(most as usize + 1)
    );
    // Nim's quotient would have too many elements.
    let many = run(&["quotient", "nim", "--heaps", "5000"]);
    assert_eq!(many.status, 1);
    assert!(many.err.contains("4096 elements"), "{}", many.err);
    // Nim has no finite quotient, Chomp is not a game of heaps, and 0.8 is not an octal code.
    for (game, status) in [("nim", 1), ("chomp", 2), ("octal/0.8", 2)] {
        assert_eq!(run(&["quotient", game]).status, status, "{game}");
    }
}
