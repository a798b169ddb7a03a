//! Tests the user's own games on the command line: the commands on their documentation page, files and folders, saved
//! matches that contain scripts, and faulty scripts.

use std::fs;

use serde_json::Value;

use super::program::{Folder, answer, at_home, fed, json, nimatron, run, run_with, shell, source};

fn scripts(page: &str, folder: &Folder) -> usize {
    let scripts: Vec<&str> = page.split("```lua ").skip(1).collect();
    for script in &scripts {
        let (name, rest) = script.split_once('\n').unwrap();
        folder.write(name, rest.split("```").next().unwrap());
    }
    scripts.len()
}

#[test]
fn every_command_of_the_page_runs() {
    let (folder, page) = (Folder::new(), source("docs/your-own-game.md"));
    assert_eq!(scripts(&page, &folder), 4);
    let lines = page
        .lines()
        .filter_map(|l| l.strip_prefix("    "))
        .filter(|l| l.contains("nimatron "));
    let lines: Vec<&str> = lines.collect();
    for line in &lines {
        // An unoptimised build takes seconds to find a rule in all the heaps that `rule` tries by default.
        let limit = if line.contains("nimatron rule") {
            " --upto 60"
        } else {
            ""
        };
        let run = shell(folder.path(), &format!("{line}{limit}"));
        assert_eq!(run.status, 0, "{line}\n{}", run.err);
    }
    assert!(lines.len() >= 15, "{lines:?}");
    let divisors = folder.name("divisors.lua");
    let table = run(&[
        "table",
        "--game",
        &divisors,
        "own/divisors",
        "--upto",
        "40",
        "--format",
        "csv",
    ]);
    for line in table.out.lines().skip(2) {
        let fields: Vec<&str> = line.split(',').collect();
        let n: u32 = fields[0].parse().unwrap();
        assert_eq!(fields[2], n.trailing_zeros().to_string(), "{line}");
    }
    let solved =
        |file: &str, id: &str| answer(&["solve", "--json", "--game", &folder.name(file), id]);
    for (n, value) in [1, 2, 3, 1, 4, 3].into_iter().enumerate() {
        let id = format!("own/pins:{}", "I".repeat(n + 1));
        assert_eq!(solved("pins.lua", &id)["grundy"], value, "{id}");
    }
    for (n, margin) in [1, 2, 1, 0, 1, 2, 1, 0].into_iter().enumerate() {
        let id = format!("own/purse:{}", vec!["1"; n + 1].join(","));
        assert_eq!(solved("purse.lua", &id)["margin"], margin, "{id}");
    }
    assert_eq!(solved("steps.lua", "own/steps:1")["outcome"], "loss");
}

#[test]
fn a_game_in_one_line_needs_no_file() {
    const DIVISORS: &str = "for d = 1, n - 1 do if n % d == 0 then move(n - d) end end";
    let rule = answer(&["rule", "-e", DIVISORS, "--upto", "60", "--json"]);
    assert_eq!(rule["game"], "own/e");
    assert!(rule["lost"]["rule"].is_string(), "{rule}");
    let table = run(&[
        "table", "--eval", DIVISORS, "--upto", "40", "--format", "csv",
    ]);
    for line in table.out.lines().skip(2) {
        let fields: Vec<&str> = line.split(',').collect();
        let n: u32 = fields[0].parse().unwrap();
        assert_eq!(fields[2], n.trailing_zeros().to_string(), "{line}");
    }
    let gone = "if n > 0 then move() end";
    assert_eq!(
        answer(&["solve", "--json", "-e", gone, "own/e:5,3,1"])["grundy"],
        1
    );
    let both = answer(&["solve", "--json", "-e", DIVISORS, "own/e:12 + nim:2"]);
    assert_eq!(both["outcome"], "loss");
    for n in 1..4 {
        let seed = n.to_string();
        let puzzle = answer(&["puzzle", "-e", DIVISORS, "--seed", &seed, "--json"]);
        assert!(
            puzzle["id"].as_str().unwrap().contains("own/e:"),
            "{puzzle}"
        );
    }
    let checked = run(&["check", "-e", DIVISORS]);
    assert_eq!(checked.status, 0, "{}", checked.err);
    let played = run_with(&["play", "--plain", "-e", DIVISORS, "own/e:12"], "quit\n");
    assert_eq!(played.status, 0, "{}", played.err);
    for (body, words) in [
        ("move(n -", "-e: unexpected symbol near the end"),
        ("move(\nx.y)", "-e, line 2: attempt to index a nil value"),
        ("return 5", "-e: options: it gave 5"),
    ] {
        let wrong = run(&["solve", "-e", body, "own/e:5"]);
        assert!(
            wrong.status != 0 && wrong.err.contains(words),
            "{body}: {}",
            wrong.err
        );
    }
}

#[test]
fn a_match_counts_the_points_of_its_moves() {
    let folder = Folder::new();
    let saved = |name: &str, start: &str, moves: &str| {
        folder.write(
            name,
            &format!(
                r#"{{"format": "nimatron-match", "version": 1, "start": "{start}", "moves": [{moves}]}}"#
            ),
        )
    };
    let half = saved("half.json", "own/coins:A:9,7,2", r#""1=0", "2=0""#);
    let found = answer(&["solve", "--json", "--file", &half]);
    assert_eq!(found["id"], "own/coins:A:0,0,2");
    assert_eq!(
        (&found["score"], &found["margin"]),
        (&Value::Null, &2.into())
    );
    let whole = saved(
        "whole.json",
        "own/coins:A:4,7,2,9",
        r#""1=0", "2=0", "3=0", "4=0""#,
    );
    let found = answer(&["review", "--json", &whole]);
    assert_eq!(found["result"], "B");
    let field = |name: &str| -> Vec<Value> {
        let moves = found["moves"].as_array().unwrap().iter();
        moves.map(|m| m[name].clone()).collect()
    };
    assert_eq!(field("before"), ["win", "draw", "win", "win"]);
    assert_eq!(field("after"), ["draw", "loss", "loss", "win"]);
    assert_eq!(field("cost"), [10, 4, 14, 0]);
    let line = "1=0\n2=0\nverdict\n3=0\n4=0\nquit\n";
    let game = ["play", "--plain", "--second", "human", "own/coins:4,7,2,9"];
    let played = run_with(&game, line);
    let text = played.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in ["(A 4, B 7 so far)", "Points: A 4, B 0.", "B wins 16 to 6"] {
        assert!(text.contains(said), "{text}");
    }
    let old = saved("old.json", "own/coins:B:0,7,2@4,0", r#""2=0""#);
    let refused = run(&["check", &old]);
    assert_eq!(refused.status, 1, "{}", refused.out);
    assert!(
        refused.err.contains("an ID holds no score"),
        "{}",
        refused.err
    );
}

const HALVES: &str = "START = {8}
function options(heap) return heap > 1 and {{heap // 2}} or {} end";

#[test]
fn a_script_serves_every_command_that_takes_an_id() {
    let folder = Folder::new();
    let halves = folder.write("halves.lua", HALVES);
    let solved = answer(&[
        "solve",
        "--json",
        "--all",
        "--line",
        "--game",
        &halves,
        "own/halves:9,4",
    ]);
    for (field, value) in [
        ("id", "own/halves:9,4".into()),
        ("game", "own".into()),
        ("convention", "normal".into()),
        ("to_move", Value::Null),
        ("outcome", "win".into()),
        ("grundy", 1.into()),
        ("moves", 2.into()),
        ("line_ends", true.into()),
    ] {
        assert_eq!(solved[field], value, "{field}");
    }
    let best = &solved["best"];
    assert_eq!(
        (&best["move"], &best["to"]),
        (&"1>4".into(), &"own/halves:4,4".into())
    );
    assert_eq!(solved["legal"].as_array().unwrap().len(), 2);
    let sum = answer(&[
        "solve",
        "--json",
        "--game",
        &halves,
        "misere own/halves:9 + nim:2",
    ]);
    assert_eq!(
        (&sum["game"], &sum["grundy"]),
        (&"sum".into(), &Value::Null)
    );
    for arguments in [
        &["show", "own/halves:9,4"][..],
        &["show", "--svg", "own/halves:9,4"],
        &["table", "own/halves", "--upto", "9"],
        &["table", "own/halves", "--upto", "9", "--misere"],
        &["tree", "own/halves:9,4"],
        &["puzzle", "own/grundy", "--count", "1"],
        &["games"],
    ] {
        let mut arguments = arguments.to_vec();
        arguments.extend(["--game", &halves]);
        let run = run(&arguments);
        assert_eq!(run.status, 0, "{arguments:?}: {}", run.err);
        assert!(!run.out.is_empty(), "{arguments:?}");
    }
    let listed = answer(&["games", "--json", "--game", &halves]);
    let listed = listed
        .as_array()
        .unwrap()
        .iter()
        .find(|g| g["id"] == "own/halves")
        .unwrap()
        .clone();
    assert_eq!(listed["example"], "own/halves:8");
    let played = run_with(
        &["play", "--plain", "--game", &halves, "own/halves:9,4"],
        "2>2\nquit\n",
    );
    assert_eq!(played.status, 0, "{}", played.err);
    let cram = folder.write("cram.lua", HALVES);
    let both = answer(&[
        "solve",
        "--json",
        "--game",
        &halves,
        "--game",
        &cram,
        "own/cram:9 + own/halves:9",
    ]);
    assert_eq!(both["outcome"], "loss");
}

#[test]
fn signs_of_a_board_are_told_apart() {
    let folder = Folder::new();
    let text = "GLYPHS = \".-éè漢字\"\nSTART = \".-éè漢字\"\nWIDTH = 3\nfunction moves(cells) return {} end";
    let signs = folder.write("signs.lua", text);
    let shown = |ascii: &[&str]| {
        let run = run(&[&["show", "--game", &signs, "own/signs:.-éè漢字"], ascii].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        // The bottom row names the columns, so skip it.
        let rows = run
            .out
            .lines()
            .filter(|line| line.contains(|c: char| !c.is_ascii_digit() && c != ' '));
        let (mut seen, mut columns) = (Vec::new(), Vec::new());
        for row in rows {
            // The columns where glyphs begin: a wide glyph must not shift the others.
            let starts = row.char_indices().filter(|(_, c)| !c.is_whitespace());
            let column = |(at, _)| unicode_width::UnicodeWidthStr::width(&row[..at]);
            columns.push(starts.map(column).collect::<Vec<_>>());
            seen.extend(row.chars().filter(|c| !" .·0123456789".contains(*c)));
        }
        assert!(
            columns.len() == 2 && columns[0].len() == 3 && columns[0] == columns[1],
            "{columns:?}\n{}",
            run.out
        );
        seen
    };
    assert_eq!(shown(&[]), ['-', 'é', 'è', '漢', '字']);
    let plain = shown(&["--ascii"]);
    let different: std::collections::BTreeSet<&char> = plain.iter().collect();
    assert!(
        different.len() == 5 && plain.iter().all(char::is_ascii),
        "{plain:?}"
    );
    let unseen = folder.write("unseen.lua", &text.replace('é', "\u{200b}"));
    let refused = run(&["check", "--game", &unseen]);
    assert!(
        refused.err.contains("line 1") && refused.err.contains("cannot be seen"),
        "{}",
        refused.err
    );
}

#[test]
fn a_saved_match_holds_its_script() {
    let folder = Folder::new();
    let halves = folder.write("halves.lua", HALVES);
    let (saves, save) = (folder.name("saves"), &*folder.name("saves/kept.json"));
    let table = [
        "play", "--plain", "--saves", &saves, "--second", "human", "--game", &halves,
    ];
    let played = run_with(
        &[&table[..], &["own/halves:9,4 + nim:2"]].concat(),
        "1/2>2\nsave kept\nquit\n",
    );
    assert_eq!(played.status, 0, "{}", played.err);
    let text = fs::read_to_string(save).unwrap();
    assert_eq!(json(&text)["games"]["halves"], HALVES);
    fs::remove_file(&halves).unwrap();
    let checked = run(&["check", save]);
    assert_eq!(checked.status, 0, "{}", checked.err);
    assert!(
        checked.out.contains("own/halves:9,2 + nim:2"),
        "{}",
        checked.out
    );
    assert_eq!(
        answer(&["solve", "--json", "--file", save])["id"],
        "own/halves:9,2 + nim:2"
    );
    let review = answer(&["review", "--json", save]);
    assert_eq!(review["moves"][0]["move"], "1/2>2");
    assert_eq!(
        review["moves"][0]["kind"].as_str().map(str::is_empty),
        Some(false)
    );
    // If another script has the same name, the match keeps its own script.
    let other = folder.write(
        "halves.lua",
        "START = {1}\nfunction options(heap) return {} end",
    );
    let kept = answer(&["solve", "--json", "--game", &other, "--file", save]);
    assert_eq!(kept["id"], "own/halves-2:9,2 + nim:2");
    let spoiled = folder.write(
        "spoiled.json",
        &text.replace("function options", "function other"),
    );
    let checked = run(&["check", &spoiled]);
    assert_eq!(checked.status, 1);
    assert!(
        checked
            .err
            .contains("games: halves.lua: it has no function"),
        "{}",
        checked.err
    );
}

#[test]
fn the_folder_beside_the_saves_is_looked_at() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("games")).unwrap();
    for (name, text) in [
        ("halves", HALVES),
        ("broken", "function"),
        ("Bad Name", HALVES),
    ] {
        folder.write(&format!("games/{name}.lua"), text);
    }
    let with_saves = |arguments: &[&str]| {
        fed(
            nimatron(arguments).env("NIMATRON_SAVES", folder.name("saves")),
            "",
        )
    };
    assert_eq!(
        json(&with_saves(&["solve", "--json", "own/halves:9"]).out)["outcome"],
        "win"
    );
    let games = with_saves(&["games"]);
    assert_eq!(games.status, 0);
    assert!(games.out.contains("own/halves") && !games.out.contains("own/broken"));
    let broken = with_saves(&["solve", "own/broken:9"]);
    assert_eq!(broken.status, 1);
    assert!(broken.err.contains("broken.lua, line 1"), "{}", broken.err);
}

#[test]
fn new_game_writes_what_check_finds_in_order() {
    let folder = Folder::new();
    let (path, odd) = (folder.name("my-game.lua"), folder.name("My Game.lua"));
    let old = folder.name("old.rhai");
    let lua = folder.name("old.lua");
    let not_lua = format!("error: {old} does not end in .lua, as scripts do; expected {lua}\n");
    let is_there = format!("error: {path} is there already\n");
    let not_a_file = "error: new-game writes a file, not to standard output; expected its name, such as my-game.lua\n";
    for (arguments, status, said) in [
        (&["new-game", &path][..], 0, ""),
        (&["check", "--game", &path], 0, "no error found"),
        (&["new-game", &path], 1, &is_there),
        (&["new-game", &odd], 1, "lower case letters"),
        (&["new-game", &old], 1, &not_lua),
        (&["new-game", "-"], 1, not_a_file),
    ] {
        let run = run(arguments);
        let told = if status == 0 { &run.out } else { &run.err };
        assert!(
            run.status == status && told.contains(said),
            "{arguments:?}: {told}"
        );
    }
    assert!(!fs::exists(old).unwrap());
    let bare = folder.name("bare");
    let written = run(&["new-game", &bare]).err;
    assert!(
        written.contains(&format!("nimatron check --game {bare}")),
        "{written}"
    );
}

#[test]
fn a_fault_at_a_drawn_position_is_told() {
    let folder = Folder::new();
    let fault = "START = {8}\nfunction options(heap)\n\
                 assert(heap & heap - 1 == 0, 'a power of 2 is expected')\n\
                 return heap > 1 and {{heap // 2}} or {}\nend";
    let powers = folder.write("halves.lua", fault);
    for arguments in [
        &["puzzle", "own/halves", "--seed", "1"][..],
        &["coach", "--check", "own/halves", "--seed", "1", "--json"],
    ] {
        let run = run(&[arguments, &["--game", &powers]].concat());
        let told = "halves.lua, line 3: a power of 2 is expected";
        assert!(
            run.status == 1 && run.err.contains(told),
            "{arguments:?}: {}",
            run.err
        );
    }
}

#[test]
fn a_script_whose_parts_contradict_its_moves_is_told_so() {
    let folder = Folder::new();
    let script = "START = {1, 1, 1}\nRULE = \"Take a piece.\"\nENDING = \"takes the last piece\"\n\
        function moves(b) local out = {} for i = 1, #b do if b[i] > 0 then local c = {} \
        for j = 1, #b do c[j] = b[j] end c[i] = 0 out[#out + 1] = c end end return out end\n\
        function parts(b) return PARTS end\n";
    for parts in ["{}", "{{0}, {0}}"] {
        folder.write("false.lua", &script.replace("PARTS", parts));
        let file = folder.name("false.lua");
        for arguments in [
            &["solve", "own/false:1,1,1"][..],
            &["solve", "--json", "misere own/false:1,1,1"],
        ] {
            let run = run(&[arguments, &["--game", &file]].concat());
            assert_eq!(run.status, 1, "{parts}: {}", run.out);
            assert!(
                run.err.contains("parts") && run.err.contains("the whole has a move"),
                "{parts}: {}",
                run.err
            );
        }
    }
}

#[test]
fn a_game_that_loops_is_no_part_of_a_misere_sum() {
    for id in [
        "misere nim:3 + row:OO + own/square:9",
        "nim:3 + own/square:9",
        "misere nim:3 + row:OO + token/a-b,b-a!:a",
    ] {
        let run = run(&["solve", "--brief", id]);
        assert!(
            run.status > 0 && run.err.contains("part of a sum"),
            "{id}: {}",
            run.err
        );
    }
}

#[cfg(unix)]
#[test]
fn values_of_large_heaps_are_kept() {
    let folder = Folder::new();
    let steps = folder.write(
        "steps.lua",
        "START = {8}\nfunction options(heap)\n  for i = 1, 1000 do end\n  return heap > 0 and {{heap - 1}} or {}\nend",
    );
    for (heap, files) in [(2_000, 0), (4_000, 1), (4_000, 1)] {
        let id = format!("own/steps:{heap}");
        let mut command = at_home(folder.path(), &["solve", "--brief", "--game", &steps, &id]);
        let solved = fed(command.env("XDG_CACHE_HOME", folder.name("cache")), "");
        let grundy = format!("Grundy value {}", heap % 2);
        assert!(solved.out.contains(&grundy), "{}{}", solved.out, solved.err);
        let kept = fs::read_dir(folder.path().join("cache/nimatron/heaps"));
        assert_eq!(kept.map_or(0, Iterator::count), files, "{heap}");
    }
}

#[test]
fn tables_of_points_list_margins() {
    let folder = Folder::new();
    let coins = folder.write(
        "coins1.lua",
        "START = {9}
function moves(c)
  local o = {}
  for d = 1, math.min(3, c[1]) do o[d] = {cells = {c[1] - d}, points = d == 2 and 3 or 1} end
  return o
end",
    );
    let stones = folder.write(
        "stones1.lua",
        "PARAMETERS = {{'k', 2, 1, 9}}
START = {5, 3}
function options(h)
  local o = {}
  for d = 1, math.min(k, h) do o[d] = {heaps = {h - d}, points = d * (h % 3) - 1} end
  return o
end",
    );
    fn best(n: i64, points: &dyn Fn(i64, i64) -> i64, most: i64) -> i64 {
        let after = (1..=most.min(n)).map(|d| points(n, d) - best(n - d, points, most));
        after.max().unwrap_or(0)
    }
    let of_coins = |_: i64, d: i64| -> i64 { if d == 2 { 3 } else { 1 } };
    let of_stones = |n: i64, d: i64| d * (n % 3) - 1;
    for (file, game, points, most) in [
        (
            &coins,
            "own/coins1",
            &of_coins as &dyn Fn(i64, i64) -> i64,
            3,
        ),
        (&stones, "own/stones1", &of_stones, 2),
        (&stones, "own/stones1/3", &of_stones, 3),
    ] {
        let table = answer(&["table", "--json", "--game", file, game, "--upto", "12"]);
        let rows = table["rows"].as_array().unwrap();
        assert_eq!(rows.len(), 13, "{table}");
        for (n, row) in (0..).zip(rows) {
            let margin = best(n, points, most);
            let outcome = ["loss", "draw", "win"][(margin.signum() + 1) as usize];
            assert_eq!(
                (&row["margin"], &row["outcome"], &row["grundy"]),
                (&margin.into(), &outcome.into(), &Value::Null),
                "{game} {n}"
            );
        }
        let rule = run(&["rule", "--game", file, game]);
        assert_eq!(rule.status, 2);
        for words in ["counts points", &format!("nimatron table {game} --upto 20")] {
            assert!(rule.err.contains(words), "{}", rule.err);
        }
    }
    let table = ["table", "--game", &coins, "own/coins1", "--upto", "3"];
    let text = run(&table).out;
    assert!(text.contains("margin") && text.contains("period 4 from 0 on, as seen up to 400"));
    let csv = run(&[&table[..], &["--format", "csv"]].concat()).out;
    assert!(
        csv.starts_with("n,outcome,margin\n0,draw,0\n1,win,1\n"),
        "{csv}"
    );
}

#[test]
fn scripts_are_checked_with_parameters() {
    let folder = Folder::new();
    let take = folder.write(
        "take.lua",
        "PARAMETERS = {{'k', 3, 1, 100}}
START = {20}
function options(heap)
  if k == 7 then move(heap - 0.5) end
  for t = 1, math.min(k, heap) do move(heap - t) end
end",
    );
    let check = |arguments: &[&str]| run(&[&["check", "--game", &take], arguments].concat());
    let fine = check(&["own/take/5"]);
    assert_eq!(fine.status, 0, "{}", fine.err);
    assert!(
        fine.out.starts_with("own/take/5: no error found.") && fine.out.contains("multiple of 6"),
        "{}",
        fine.out
    );
    assert_eq!(fine.out.lines().count(), 1);
    let wrong = check(&["own/take/5", "own/take/7"]);
    assert!(
        wrong.status == 1 && wrong.err.contains("line 3: options"),
        "{}",
        wrong.err
    );
    for name in ["own/take/500", "own/take/5,2", "own/take/5/5"] {
        let error = check(&[name]).err;
        assert!(
            error.trim_end().ends_with("for example own/take:20"),
            "{error}"
        );
        let id = format!("{name}:20");
        assert_eq!(run(&["solve", "--game", &take, &id]).err, error);
    }
    assert!(
        run(&["check", "own/nosuch"])
            .err
            .contains("for example own/grundy:10")
    );
}

#[test]
fn rules_of_endless_games_end() {
    let budget = ["--time", "0.3"];
    let endless = run(&[&["rule", "-e", "move(n + 1)"], &budget[..]].concat());
    assert!(
        endless.status == 1 && endless.err.contains("0.3 s"),
        "{}",
        endless.err
    );
    let table = run(&[
        "table",
        "-e",
        "if n > 3 then move(n + 1) end",
        "--upto",
        "3",
    ]);
    assert_eq!(table.status, 0, "{}", table.err);
}
