//! Tests the errors and hints that trials of scripts report, and compares the errors with those of the solver.

use super::*;
use crate::games::own::ruleset::OwnRuleset;
use crate::rules::Convention;

#[test]
fn a_move_that_legal_refuses_is_named_wherever_it_is_met() {
    let count_down = "START = {4}
function moves(cells) return cells[1] > 0 and {{cells[1] - 1}} or {} end
function legal(cells) return cells[1] ~= 1 end";
    let parted = format!("{count_down}\nfunction parts(cells) return {{cells}} end");
    let two = count_down.replace("moves(cells)", "moves(cells, player)");
    let heaps = "START = {4}
function options(heap) return heap > 0 and {{heap - 1}} or {} end
function legal(heaps)
  for _, heap in ipairs(heaps) do if heap == 1 then return false end end
  return true
end";
    for (text, start, near, words) in [
        (
            count_down,
            "4",
            "2",
            "legal: it refuses 1, to which 1=1 leads; asked for the moves of 2",
        ),
        (
            &parted,
            "2",
            "2",
            "legal: it refuses 1, to which 1=1 leads; asked for the moves of 2",
        ),
        (
            &two,
            "A:4",
            "B:2",
            "legal: it refuses A:1, to which 1=1 leads; asked for the moves of B:2",
        ),
        (
            heaps,
            "2",
            "3,2",
            "legal: it refuses 3,1, to which 2>1 leads; asked for the moves of 3,2",
        ),
    ] {
        let place = "try.lua, line 3: ";
        let faults = tried(text).faults;
        assert!(faults.len() == 1 && faults[0].contains(place), "{faults:?}");
        for state in [start, near] {
            let opened = open(&format!("own/try:{state}"), &library(text));
            let why = match opened {
                Err(error) => error.to_string(),
                Ok(at) => at.value(&Limits::default()).unwrap_err().to_string(),
            };
            assert!(
                why.contains(place) && (state != near || why.contains(words)),
                "{why}"
            );
        }
        // A position that does not lead to the faulty move is solved.
        let over = if start.starts_with("A:") {
            "own/try:A:0"
        } else {
            "own/try:0"
        };
        assert!(
            open(over, &library(text))
                .unwrap()
                .value(&Limits::default())
                .is_ok()
        );
    }
}

#[test]
fn every_fault_is_told_once_with_its_place() {
    let moves =
        "START = {4}\nfunction moves(cells) return cells[1] > 0 and {{cells[1] - 1}} or {} end";
    let said = |body: &str| format!("{moves}\nfunction move_words(at, m) {body} end");
    assert_eq!(faults(&said("return \"take one\"")), [""; 0]);
    let [empty] = &faults(&said("return \" \""))[..] else {
        panic!("no words are a fault")
    };
    assert!(
        empty.contains("expected a line of 1 to 80 characters"),
        "{empty}"
    );
    let [long] = &faults(&said("return string.rep(\"a\", 99)"))[..] else {
        panic!("long words are a fault")
    };
    let shown = format!("the string \"{}\"", "a".repeat(30));
    assert!(long.contains(&shown), "{long}");
    let line = "move_words: it gave 7; expected a line of 1 to 80 characters; asked for the words of a move of 4";
    // Two equal columns cancel in normal play, but not in misère play.
    let cancelling = COLUMNS.replace(
        "function parts(cells)",
        "function parts(cells)\n  if #cells == 4 and cells[3] == cells[4] then return {{cells[1]}, {cells[2]}} end",
    );
    assert_ne!(cancelling, COLUMNS);
    for (text, place, words) in [
        (&*said("return 7"), "try.lua, line 3", line),
        (
            &said("return \"two\\nlines\""),
            "try.lua, line 3",
            "expected a line of 1 to 80 characters",
        ),
        (
            &said("error(\"no words\")"),
            "try.lua, line 3",
            "no words; asked for the words",
        ),
        // An error that occurs for every heap is reported for the first one, heap 0.
        (
            "START = {3}\nfunction options(heap) return 5 end",
            "line 2",
            "the options of a heap of 0",
        ),
        (
            "START = {3}\nfunction options(heap) return {{heap - 1}} end",
            "line 2",
            "heap 1 is -1",
        ),
        (&cancelling, "line 13: parts:", " play"),
        (
            &COLUMNS.replace("{c} end", "{c // 2} end"),
            "line 13: parts:",
            "",
        ),
        (
            &format!("{moves}\nfunction width(n) return 0 end"),
            "line 3",
            "it gave 0; expected a number from 1 to",
        ),
        (
            "-- function options(x)\n--[[\nfunction options(y)\n]] function options (heap) return 5 end\nSTART = {3}",
            "line 4: ",
            "options: it gave 5",
        ),
        (
            "NAME = 'x' START = 3\nfunction options(heap) return {} end",
            "line 1: START",
            "it is 3; expected a list of heaps",
        ),
        (
            "START = {3}\nSYMMETRIES = {'mirror'}\nfunction moves(c) return c[1] > 0 and {{c[1] - 1, c[2]}} or {} end\nSTART = {3, 1}",
            "line 3: moves: SYMMETRIES makes",
            "and their moves are not",
        ),
    ] {
        let faults = faults(text);
        assert!(
            faults.len() == 1 && faults[0].contains(place) && faults[0].contains(words),
            "{text}: {faults:?}"
        );
    }
}

#[test]
fn trying_out_ends_and_says_what_was_left() {
    for text in [
        "START = {1}\nfunction options(h) local out = {} for i = 1, 99 do out[i] = {h + i, h + 2 * i} end return out end",
        "START = {1}\nfunction moves(c) return {{c[1] + 1}} end",
        "START = {1}\nfunction options(h) for i = 1, 20000000 do end local out = {} for i = 0, h - 1 do out[#out + 1] = {i} end return out end",
    ] {
        let start = Instant::now();
        let short = Duration::from_millis(300);
        let game = read_script(&script("try", text), &Limits::default()).unwrap();
        let found = trial::run_for(short, game, &Limits::default()).unwrap();
        assert!(
            start.elapsed() < Duration::from_secs(8),
            "{text}: {:?}",
            start.elapsed()
        );
        assert!(found.faults.is_empty(), "{found:?}");
        let grows = ["i, h", "c[1] + 1"].iter().any(|part| text.contains(part));
        assert!(found.left.is_some() || !grows, "{found:?}");
    }
    assert_eq!(tried(NIM).left, None);
}

#[test]
fn a_call_that_does_not_end_is_a_fault_even_if_the_time_is_over() {
    for (text, words) in [
        (
            "START = {10}\nfunction options(n) while n > 0 do move(n - 1) end end",
            "line 2: move: more than 200000 options of one heap; asked for the options of a heap of 1",
        ),
        // Each step of this loop is slow. The elements that `table.unpack` returns count as instructions.
        (
            "START = {9}\nlocal t = {} for i = 1, 20000 do t[i] = i end\nfunction options(h) while h > 8 do select('#', table.unpack(t)) end return {} end",
            "line 3: one call takes more than 200 million instructions: does it end?; asked for the options of a heap of 9",
        ),
    ] {
        let game = read_script(&script("try", text), &Limits::default()).unwrap();
        let long = Duration::from_secs(5);
        let found = trial::run_for(long, game, &Limits::default()).unwrap();
        assert!(
            found.faults.len() == 1 && found.faults[0].contains(words),
            "{found:?}"
        );
    }
    // The time limit of this trial is reached during the first call.
    let text = "START = {1}\nfunction moves(c) while true do end end";
    let game = read_script(&script("try", text), &Limits::default()).unwrap();
    let found = trial::run_for(Duration::from_millis(50), game, &Limits::default()).unwrap();
    let words = "line 2: one call takes more than 200 million instructions: does it end?; asked for the moves of 1";
    assert!(
        found.faults.len() == 1 && found.faults[0].contains(words),
        "{found:?}"
    );
    // The caller's limits still stop the call.
    let now = Instant::now();
    let limits = Limits::default()
        .stopping(move || (now.elapsed() > Duration::from_millis(50)).then(|| "enough".to_owned()));
    assert!(trial::run_for(Duration::from_secs(5), game, &limits).is_err());
}

#[test]
fn a_trial_finds_symmetries_that_are_not_named() {
    let cram = nimatron_assets::GAMES.iter().find(|game| game.0 == "cram");
    let cram = cram.unwrap().1.replace("SYMMETRIES", "local unnamed");
    let step = "START = {0, 0, 0, 0, 0, 0}\nfunction moves(cells)\n  local out = {}\n  \
                for i = 1, #cells do\n    if cells[i] == 0 and (i == 1 or cells[i - 1] == 0) then\n      \
                local to = {table.unpack(cells)}\n      to[i] = 1\n      out[#out + 1] = to\n    end\n  end\n  return out\nend";
    for (text, found) in [(cram.as_str(), &["mirror", "flip"][..]), (step, &[])] {
        let game = read_script(&script("try", text), &Limits::default()).unwrap();
        let board = OwnRuleset::new(game, Convention::Normal);
        let mut chance = trial::Chance(1);
        let mut pick = |n: u64| chance.pick(n as usize) as u64;
        let tried: Vec<_> = (0..60)
            .filter_map(|_| crate::erased::random_position(&board, &mut pick))
            .collect();
        assert_eq!(board.unnamed_symmetries(&tried, &Limits::default()), found);
    }
}

#[test]
fn solving_reports_false_symmetries_and_forgetful_functions() {
    let one_way = "START = {1, 0}\nSYMMETRIES = {'mirror'}\n\
                   function moves(c) return c[1] == 1 and {{0, 1}} or {} end";
    let leftmost = "START = {0, 0, 0}\nSYMMETRIES = {'mirror'}\nfunction moves(c)\n  \
                    for i = 1, 3 do\n    if c[i] == 0 then\n      \
                    local to = {table.unpack(c)}\n      to[i] = 1\n      return {to}\n    end\n  end\n  \
                    return {}\nend";
    let heaps = "START = {3}\nn = 0\nfunction options(h)\n  n = n + 1\n  \
                 return n < 2 and h > 0 and {{h - 1}} or {}\nend";
    let counted = "START = {3}\nn = 0\nfunction moves(c)\n  n = n + 1\n  \
                   return n < 2 and c[1] > 0 and {{c[1] - 1}} or {}\nend";
    for (text, state, words) in [
        (one_way, "1,0", "SYMMETRIES makes 1,0 and 0,1 equal"),
        (leftmost, "0,0,0", "SYMMETRIES makes"),
        (counted, "3", "may only depend on its arguments"),
        (heaps, "3", "may only depend on its arguments"),
    ] {
        let at = open(&format!("own/try:{state}"), &library(text)).unwrap();
        let found = at.analyse(Ask::default())(&Limits::default());
        let Err(Stop::Fault(error)) = found else {
            panic!("{text}: {found:?}")
        };
        assert!(error.contains(words), "{text}: {error}");
    }
    let error = &faults(leftmost)[0];
    assert!(error.contains("SYMMETRIES makes"), "{error}");
}

#[test]
fn a_trial_reports_a_false_split() {
    let fill = |condition: &str| {
        format!(
            "START = {{0, 0, 0, 0}}\nSPLIT = 1\nfunction moves(c)\n  local out = {{}}\n  for i = 1, 4 do\n    \
             if c[i] == 0 and {condition} then\n      local to = {{table.unpack(c)}}\n      to[i] = 1\n      \
             out[#out + 1] = to\n    end\n  end\n  return out\nend"
        )
    };
    assert_eq!(faults(&fill("true")), [""; 0]);
    for (text, words) in [
        (
            fill("true").replace("SPLIT = 1", "SPLIT = 0"),
            "it is the sign of cell 1 of 0,0,0,0",
        ),
        (
            fill("c[i - 1] ~= 1"),
            "a move changes which moves the other cells of 0,0,0,0 allow: 1=1",
        ),
    ] {
        let found = faults(&text);
        assert!(found[0].contains(words), "{found:?}");
    }
}

#[test]
fn a_search_that_splits_boards_reports_false_claims() {
    let fill = |claims: &str, condition: &str| {
        format!(
            "START = {{0, 0, 0, 0, 0, 0, 0}}\n{claims}\nfunction moves(c)\n  local out = {{}}\n  for i = 1, #c do\n    \
             if c[i] == 0 and ({condition}) then\n      local to = {{table.unpack(c)}}\n      to[i] = 1\n      \
             if c[i + 1] == 0 then to[i + 1] = 1 end\n      out[#out + 1] = to\n    end\n  end\n  return out\nend"
        )
    };
    let dominoes = "c[i + 1] == 0";
    let mirror = "SYMMETRIES = {'mirror'}";
    let both = format!("{mirror}\nSPLIT = 1");
    let brief = Limits::default().brief();
    let answer = |text: &str| {
        let at = open("own/try:0,0,0,0,0,0,0", &library(text)).unwrap();
        at.outcome(&brief)
    };
    for claims in ["SPLIT = 1", mirror, &both] {
        assert_eq!(
            answer(&fill(claims, dominoes)),
            Ok(Outcome::Win),
            "{claims}"
        );
    }
    for (text, words) in [
        // Only the last cell may be filled without its neighbour.
        (fill(&both, "c[i + 1] == 0 or i == #c"), "makes"),
        // Whether a cell may be filled depends on the cell before it, which the move does not change.
        (
            fill("SPLIT = 1", "c[i + 1] == 0 and c[i - 1] ~= 1"),
            "line 2: SPLIT: ",
        ),
        // A move depends on its place on the board.
        (
            fill("SPLIT = 1", "c[i + 1] == 0 and i ~= 2"),
            "SPLIT: it makes",
        ),
        (fill("SPLIT = 0", dominoes), "it is the sign of cell 1"),
        (
            fill(mirror, "c[i + 1] == 0 or i == #c") + "\nfunction parts(c) return {c} end",
            "SYMMETRIES makes",
        ),
    ] {
        let found = answer(&text);
        let Err(Stop::Fault(error)) = found else {
            panic!("{text}: {found:?}")
        };
        assert!(error.contains(words), "{text}: {error}");
    }
}

/// Every search of a position must report a false claim, even after many tests.
#[test]
fn false_claims_are_reported_after_many_tests() {
    let dominoes = |claims: &str, cells: usize, condition: &str| {
        let start = vec!["0"; cells].join(", ");
        let text = format!(
            "START = {{{start}}}\n{claims}\nfunction moves(c)\n  local out = {{}}\n  for i = 1, #c - 1 do\n    \
             if c[i] == 0 and c[i + 1] == 0 and {condition} then\n      local to = {{table.unpack(c)}}\n      \
             to[i], to[i + 1] = 1, 1\n      out[#out + 1] = to\n    end\n  end\n  return out\nend"
        );
        open(
            &format!("own/try:{}", start.replace(' ', "")),
            &library(&text),
        )
        .unwrap()
    };
    let brief = Limits::default().brief();
    // The exploration gives up after ten thousand positions.
    let placed = dominoes(
        "SYMMETRIES = {'mirror'} SPLIT = 1",
        30,
        "i ~= 2 and i ~= 28",
    );
    let value = placed.value(&brief);
    assert!(
        matches!(&value, Err(Stop::Fault(error)) if error.contains("SPLIT: with SYMMETRIES it makes")),
        "{value:?}"
    );
    for (claims, condition) in [
        ("SPLIT = 1", "c[i - 1] ~= 1"),
        ("SYMMETRIES = {'mirror'}", "i ~= 2"),
    ] {
        let at = dominoes(claims, 7, condition);
        for _ in 0..600 {
            let outcome = at.outcome(&brief);
            assert!(matches!(outcome, Err(Stop::Fault(_))), "{outcome:?}");
        }
    }
}

#[test]
fn a_trial_says_which_claims_are_not_used() {
    let take = |kind: &str, result: &str| {
        format!(
            "{kind}\nSTART = {{1, 1, 1}}\nfunction moves(c)\n  local out = {{}}\n  for i = 1, #c do\n    \
             if c[i] == 1 then\n      local to = {{table.unpack(c)}}\n      to[i] = 0\n      \
             out[#out + 1] = {result}\n    end\n  end\n  return out\nend\n\
             function parts(c)\n  local out = {{}}\n  for i = 1, #c do if c[i] == 1 then out[#out + 1] = {{1}} end end\n  \
             return out\nend"
        )
    };
    for (text, is_unused) in [
        (take("", "to"), false),
        (take("LOOPS = 'draw'", "to"), true),
        (take("", "{cells = to, points = 1}"), true),
    ] {
        let found = tried(&text);
        assert_eq!(found.faults, [""; 0], "{text}");
        assert_eq!(
            found.seen.contains("parts is not used"),
            is_unused,
            "{}",
            found.seen
        );
        let id = if text.contains("points") {
            "own/try:A:1,1,1"
        } else {
            "own/try:1,1,1"
        };
        let at = open(id, &library(&text)).unwrap();
        let found = at.analyse(Ask::default())(&Limits::default()).unwrap();
        assert_eq!(found.figure.columns.is_none(), is_unused, "{text}");
    }
    // A false SPLIT is an error only in a game that can be split.
    let row = |kind: &str, result: &str| {
        format!(
            "{kind}\nSTART = {{0, 0, 0}}\nSPLIT = 1\nfunction moves(c)\n  local out = {{}}\n  for i = 1, #c do\n    \
             if c[i] == 0 and c[i - 1] ~= 1 then\n      local to = {{table.unpack(c)}}\n      to[i] = 1\n      \
             out[#out + 1] = {result}\n    end\n  end\n  return out\nend"
        )
    };
    for text in [
        row("LOOPS = 'draw'", "to"),
        row("", "{cells = to, points = 1}"),
    ] {
        let found = tried(&text);
        assert_eq!(found.faults, [""; 0], "{text}");
        assert!(found.seen.contains("SPLIT is not used"), "{found:?}");
    }
    assert_eq!(tried(&row("", "to")).faults.len(), 1);
    for (kind, is_told) in [("", false), ("CONVENTION = 'misere'", true)] {
        let text = row(kind, "to").replace(" and c[i - 1] ~= 1", "");
        let found = tried(&text);
        assert_eq!(found.faults, [""; 0], "{text}");
        let words = "SPLIT is used in normal play only.";
        assert_eq!(found.seen.contains(words), is_told, "{found:?}");
    }
}

#[test]
fn a_trial_says_which_heaps_are_not_tried() {
    let found = tried(
        "START = {5}\nfunction options(n)\n  if n > 80 then error('no such heap') end\n  \
         return n > 0 and {{n - 1}} or {}\nend",
    );
    assert_eq!(found.faults, [""; 0]);
    assert!(found.left.unwrap().contains("line 3: no such heap"));
    // The trial reports the rule for the heaps below the one on which the script fails.
    assert!(found.seen.contains("checked up to 80."), "{}", found.seen);
    let found =
        tried("START = {1000000000}\nfunction options(n) return n > 0 and {{n - 1}} or {} end");
    assert_eq!(found.faults, [""; 0]);
    assert!(
        found.seen.contains("Tried 62 heaps") && found.seen.contains("solved 61"),
        "{found:?}"
    );
    assert!(
        found
            .left
            .unwrap()
            .contains("heaps are solved up to 10000000, because")
    );
    // A large heap from which few heaps can be reached is solved, except in misère play.
    let halved = "START = {1000000000}\nfunction options(n) return n > 0 and {{n // 2}} or {} end";
    let found = tried(halved);
    assert_eq!(found.left, None, "{found:?}");
    assert!(found.seen.contains("solved 62 of them"), "{found:?}");
    let found = tried(&format!("CONVENTION = 'misere'\n{halved}"));
    assert!(found.left.unwrap().contains("up to 10000000"));
    // If the search for the rule stops for another reason, the trial still reports the first reason.
    let found = tried(
        "START = {1000000000}\nfunction options(n)\n  if n > 80 and n < 1000 then error('no such heap') end\n  \
         return n > 0 and {{n - 1}} or {}\nend",
    );
    assert_eq!(found.faults, [""; 0]);
    assert!(found.left.unwrap().contains("up to 10000000"));
}

#[test]
fn a_trial_mentions_names_that_are_slips() {
    for (addition, said) in [
        (
            "WIDHT = 2",
            "WIDHT has no meaning of its own; did you mean WIDTH?",
        ),
        ("function Legal(c) return true end", "did you mean legal?"),
        ("Start = 3", ""),
        ("total = 2 limit = 3 function helper() end", ""),
    ] {
        let text = format!("START = {{1, 0}}\nfunction moves(c) return {{}} end\n{addition}");
        let seen = tried(&text).seen;
        assert!(seen.contains(said), "{seen}");
        assert_eq!(seen.contains("did you mean"), !said.is_empty(), "{seen}");
    }
}

#[test]
fn a_strategy_lists_positions_that_are_alike_once() {
    let lost = |text: &str| {
        let at = open("own/try:............", &library(text)).unwrap();
        let strategy = crate::strategy::find(&*at, &Limits::default()).unwrap();
        let listed: std::collections::HashSet<_> =
            strategy.lost.iter().map(|lost| lost.id.clone()).collect();
        assert_eq!(listed.len(), strategy.lost.len());
        for reply in strategy.lost.iter().flat_map(|lost| &lost.replies) {
            if let Some(left) = &reply.answer {
                assert!(listed.contains(&left.id), "{}", left.id);
            }
        }
        listed.len()
    };
    let cram = nimatron_assets::GAMES.iter().find(|game| game.0 == "cram");
    let cram = cram.unwrap().1;
    let without = lost(&cram.replace("SYMMETRIES", "local unnamed"));
    assert!(2 * lost(cram) < without + without / 2, "{without}");
}
