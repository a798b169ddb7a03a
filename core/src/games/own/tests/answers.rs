//! Tests interrupted scripts, scripts that run out of memory, huge heaps, and tables.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::thread;

use super::*;
use crate::games::own::without_asking;

/// Scripts that compute every answer slowly, each with the ID of a position.
fn slow() -> [(&'static str, String); 4] {
    let heaps = "START = {3}
function options(heap)
  for i = 1, 2000 do end
  local out = {}
  for left = 0, heap - 1 do out[#out + 1] = {left} end
  return out
end";
    let board = "START = {1, 2}
function moves(cells)
  for i = 1, 2000 do end
  local out = {}
  for i = 1, #cells do
    if cells[i] > 0 then
      local to = {table.unpack(cells)}
      to[i] = to[i] - 1
      out[#out + 1] = to
    end
  end
  return out
end";
    let parts = "function parts(cells)
  local out = {}
  for i, c in ipairs(cells) do out[i] = {c} end
  return out
end";
    let two = board
        .replace("cells)\n  for", "cells, player)\n  for")
        .replace("> 0", ">= player")
        .replace("- 1\n", "- player\n");
    [
        ("own/try:3,2,1", heaps.to_owned()),
        ("own/try:1,2", format!("{board}\n{parts}")),
        ("own/try:1,1,1", board.to_owned()),
        ("own/try:A:2,1,1", two),
    ]
}

const ALL: Ask = Ask {
    line: false,
    most: 9,
    all: true,
    best: true,
    advice: false,
    reasons: true,
    figure: true,
};

fn ids() -> impl Iterator<Item = (String, String)> {
    let sum = |id: &str| {
        if id.contains("A:") {
            None
        } else {
            Some(format!("{id} + nim:2"))
        }
    };
    slow().into_iter().flat_map(move |(id, text)| {
        let all = [Some(id.to_owned()), Some(format!("misere {id}")), sum(id)];
        all.into_iter().flatten().map(move |id| (id, text.clone()))
    })
}

#[test]
fn an_analysis_that_is_stopped_anywhere_claims_nothing() {
    for (id, text) in ids() {
        let calm = format!(
            "{:?}",
            open(&id, &library(&text)).unwrap().analyse(ALL)(&Limits::default()).unwrap()
        );
        let (mut stopped, mut step) = (0, 1);
        loop {
            let asked = Arc::new(AtomicU64::new(0));
            let count = Arc::clone(&asked);
            // An analysis that finishes despite the stop must give the same result as an uninterrupted one.
            let limits = Limits::default().stopping(move || {
                (count.fetch_add(1, SeqCst) + 1 == step).then(|| "here".to_owned())
            });
            match open(&id, &library(&text)).unwrap().analyse(ALL)(&limits) {
                Ok(found) => assert_eq!(format!("{found:?}"), calm, "{id}, stopped at {step}"),
                Err(Stop::Interrupted(_)) => stopped += 1,
                Err(other) => panic!("{id}, stopped at {step}: {other}"),
            }
            if asked.load(SeqCst) < step {
                break;
            }
            step += 1 + step / 3;
        }
        assert!(stopped > 5, "{id}: {stopped}");
    }
}

#[test]
fn boards_are_read_and_drawn_without_waiting() {
    let text = r#"
        NAME = "Sheet" RULE = "Cover a cell." GLYPHS = ".#" START = {0, 0, 0, 0, 0, 0}
        function width(n) return 3 end
        function legal(cells) return cells[1] == 0 end
        function moves(cells) return {} end"#;
    let library = library(text);
    let at = without_asking(|| open("own/try:..#...", &library).unwrap());
    let scene = without_asking(|| at.scene());
    let Picture::Squares(squares) = &scene.picture else {
        panic!("{scene:?}");
    };
    assert_eq!(squares.columns, 3);
    let refused = without_asking(|| open("own/try:#.....", &library).err().unwrap());
    assert!(refused.to_string().contains("legal"), "{refused}");
}

#[test]
fn a_thread_that_must_not_wait_knows_what_others_have_asked() {
    for (id, m) in [("own/try:3,2,1", "1>0"), ("own/try:1,1,1", "1=0")] {
        let text = slow()
            .into_iter()
            .find(|(known, _)| *known == id)
            .unwrap()
            .1;
        let library = library(&text);
        read_script(&library.script("try").unwrap(), &Limits::default()).unwrap();
        let table = without_asking(|| open(id, &library).unwrap());
        without_asking(|| {
            assert!(!table.is_over() && table.first_moves(9).is_empty());
            assert!(table.legal(m).is_err());
        });
        table.value(&Limits::default()).unwrap();
        without_asking(|| {
            let mut table = table.boxed_clone();
            assert_eq!(table.legal(m).unwrap().text, m);
            table.play(m).unwrap();
            assert!(!table.is_over());
        });
    }
}

#[test]
fn nobody_who_draws_or_plays_waits_for_a_solver() {
    let board = "START = {0}
function moves(cells)
  local out = {}
  for i = 1, #cells do
    if cells[i] == 0 then
      local to = {table.unpack(cells)}
      to[i] = 1 + i % 2
      out[#out + 1] = to
    end
  end
  return out
end";
    let heaps = "START = {3}
function options(heap)
  for i = 1, 30000 do end
  local out = {}
  for left = 0, heap - 1 do out[#out + 1] = {left} end
  return out
end";
    for (text, state, m) in [
        (board, vec!["0"; 20].join(","), "1=2"),
        (heaps, "3,9999".to_owned(), "1>0"),
    ] {
        let table = open(&format!("own/try:{state}"), &library(text)).unwrap();
        let asked = Arc::new(AtomicU64::new(0));
        let ended = Arc::new(AtomicBool::new(false));
        let start = Instant::now();
        let limits = {
            let asked = Arc::clone(&asked);
            let ended = Arc::clone(&ended);
            // The time limit ends a test that would otherwise hang.
            Limits::default().stopping(move || {
                asked.fetch_add(1, SeqCst);
                (ended.load(SeqCst) || start.elapsed() > Duration::from_secs(8))
                    .then(|| "enough".to_owned())
            })
        };
        let solve = table.analyse(Ask {
            most: 1,
            ..Ask::value()
        });
        thread::scope(|scope| {
            let work = scope.spawn(|| solve(&limits).map(|_| ()));
            while asked.load(SeqCst) < 500 && !work.is_finished() {
                thread::sleep(Duration::from_millis(1));
            }
            assert_eq!(table.legal(m).unwrap().text, m);
            assert!(!table.is_over());
            assert!(!work.is_finished(), "{text}");
            ended.store(true, SeqCst);
            assert!(matches!(work.join().unwrap(), Err(Stop::Interrupted(_))));
        });
    }
}

#[test]
fn a_question_that_is_too_large_spoils_none_that_follow() {
    let wide = "START = {0, 0}
function moves(cells)
  local out = {}
  for i = 1, #cells do
    if cells[i] == 0 then
      local to = {table.unpack(cells)}
      to[i] = 123456789 + i
      out[#out + 1] = to
    end
  end
  return out
end";
    let many = "START = {3}
function options(heap)
  local out = {}
  if heap == 10 then
    for a = 0, 29999 do out[#out + 1] = {a + 20} end
    return out
  end
  if heap > 10 then return {{heap - 11}, {0}} end
  for a = 0, heap - 1 do out[#out + 1] = {a} end
  return out
end";
    for (text, large, small) in [
        (wide, vec!["0"; 100].join(","), "0,0,0,0"),
        (many, "10".to_owned(), "7"),
    ] {
        let table = open(&format!("own/try:{large}"), &library(text)).unwrap();
        let limits = Limits::default().with_memory(1 << 20);
        assert!(matches!(table.value(&limits), Err(Stop::NotProved(_))));
        let next = table.with_state(crate::rules::Text::new(small)).unwrap();
        let alone = open(&format!("own/try:{small}"), &library(text)).unwrap();
        assert_eq!(next.value(&limits), alone.value(&limits));
        assert!(next.value(&limits).is_ok(), "{text}");
    }
}

#[test]
fn sums_keep_to_the_memory_and_the_time_given() {
    let heaps: Vec<String> = (3..=80).map(|heap| heap.to_string()).collect();
    let table = opened(&format!("misere own/grundy:{}", heaps.join(",")));
    let limits = Limits::default().with_memory(8 << 20);
    assert!(matches!(table.value(&limits), Err(Stop::NotProved(_))));
    let next = table.with_state(crate::rules::Text::new("7,5")).unwrap();
    assert!(next.value(&limits).is_ok());
}

#[test]
fn noted_options_are_those_of_a_list() {
    for (start, listed, noted) in [
        (
            "{9}",
            "local out = {} for a = 1, (n - 1) // 2 do out[#out + 1] = {a, n - a} end return out",
            "for a = 1, (n - 1) // 2 do move(a, n - a) end",
        ),
        (
            "{9}",
            "local out = {} for a = 0, n - 1 do out[#out + 1] = {a // 3, a // 3, a % 3} end return n > 0 and {{}, table.unpack(out)} or {}",
            "if n > 0 then move() for a = 0, n - 1 do move(a // 3, a // 3, a % 3) end end",
        ),
        (
            "{9}",
            "return n > 0 and {{n - 1}, {n // 2}, {}} or {}",
            "local T, all = {}, {n - 1} function T.move() move(table.unpack(all)) end \
             if n > 0 then T.move() move(math.tointeger(n // 2)) move(table.unpack({})) end",
        ),
        (
            "{{5, 4}}",
            "local out = {} for a = 1, n[1] - 1 do out[#out + 1] = {{a, n[2]}, {n[1] - a, n[2]}} end return out",
            "for a = 1, n[1] - 1 do move({a, n[2]}, {n[1] - a, n[2]}) end",
        ),
    ] {
        let games = [listed, noted].map(|body| {
            let own =
                format!("local move = move\nSTART = {start}\nfunction options(n)\n{body}\nend");
            library(&own)
        });
        let is_pair = start.starts_with("{{");
        let states = (0..30).map(|n| {
            if is_pair {
                format!("{}x{}", n % 6, n / 6)
            } else {
                n.to_string()
            }
        });
        for state in states.chain((!is_pair).then(|| "300".to_owned())) {
            let [one, other] = games.each_ref().map(|library| {
                let at = open(&format!("own/try:{state}"), library).unwrap();
                let moves: Vec<String> = at.first_moves(1000).into_iter().map(|m| m.text).collect();
                (at.value(&Limits::default()).unwrap(), moves)
            });
            assert_eq!(one, other, "{start} {state}");
        }
    }
}

#[test]
fn huge_heaps_without_moves_end_the_game() {
    let library = Library::default();
    let script = own::one_line("if n < 150000 then move(2 * n) move(3 * n) end");
    library.insert_script(script);
    let at = open("own/e:120000", &library).unwrap();
    let value = at.value(&Limits::default()).unwrap();
    assert_eq!((value.outcome, value.remoteness), (Outcome::Win, Some(1)));
    let dead = open("own/e:240000", &library).unwrap();
    let value = dead.value(&Limits::default()).unwrap();
    assert_eq!((value.outcome, value.remoteness), (Outcome::Loss, Some(0)));
}

#[test]
fn heaps_that_grow_for_ever_are_refused() {
    let library = Library::default();
    library.insert_script(own::one_line("move(n + 1)"));
    let at = open("own/e:5", &library).unwrap();
    let error = at.value(&Limits::default()).unwrap_err().to_string();
    assert_eq!(
        error,
        "not proved: the heaps may grow for ever: more than 500000 larger heaps can follow"
    );
}

#[test]
fn a_huge_lost_heap_has_a_defence() {
    let library = library(
        "START = {7}
function options(heap)
  if heap == 0 then return {} end
  return {{heap - 1}, {heap // 2}}
end",
    );
    let limits = Limits::default();
    for heap in [100_000, 100_001, 1_000_000_000] {
        let at = open(&format!("own/try:{heap}"), &library).unwrap();
        assert_eq!(at.count_moves(), Some(2), "{heap}");
    }
    for (heap, outcome) in [(100_001, Outcome::Win), (100_002, Outcome::Loss)] {
        let at = open(&format!("own/try:{heap}"), &library).unwrap();
        let found = at.analyse(Ask { all: false, ..ALL })(&limits).unwrap();
        assert_eq!(found.value.outcome, outcome, "{heap}");
        let best = found.best.unwrap();
        let (after, _) = at.after(&best.text).unwrap();
        let left = after.outcome(&limits).unwrap();
        assert_ne!(left, outcome, "{heap}: {}", best.text);
        assert!(!found.reasons.is_empty(), "{heap}");
    }
}

#[test]
fn options_that_take_too_long_to_list_are_still_solved() {
    let slow = library(
        "START = {7}
function options(heap)
  if heap > 100000 then
    local long = string.rep('x', 1000000)
    for i = 1, 500 do string.reverse(long) end
  end
  if heap == 0 then return {} end
  return {{heap - 1}, {heap // 2}}
end",
    );
    for (heap, outcome, wins, best) in [
        (100_001, Outcome::Win, 1, "1>100000"),
        (100_002, Outcome::Loss, 0, "1>50001"),
    ] {
        let at = open(&format!("own/try:{heap}"), &slow).unwrap();
        assert_eq!(at.count_moves(), None, "{heap}");
        let found = at.analyse(Ask { all: false, ..ALL })(&Limits::default()).unwrap();
        assert_eq!(found.value.outcome, outcome, "{heap}");
        assert_eq!(found.winning_count, Some(wins), "{heap}");
        assert_eq!(found.best.unwrap().text, best, "{heap}");
    }
}

#[test]
fn a_huge_heap_may_have_too_many_moves_or_none() {
    let slow = library("START = {7}\nfunction options(n) for k = 1, n do move(n - k) end end");
    let at = open("own/try:1000000000", &slow).unwrap();
    assert_eq!((at.count_moves(), at.is_over()), (None, false));
    let halves = library(
        "START = {7}\nfunction options(n) if n > 0 and n % 2 == 0 then move(n // 2) end end",
    );
    let mut at = open("own/try:200002", &halves).unwrap();
    assert_eq!((at.count_moves(), at.is_over()), (Some(1), false));
    at.play("1>100001").unwrap();
    assert_eq!((at.count_moves(), at.is_over()), (Some(0), true));
}

#[test]
fn boards_of_one_or_two_numbers_have_tables() {
    let moves =
        "function moves(at) return at[1] > 1 and {{at[1] - 1, table.unpack(at, 2)}} or {} end";
    let points =
        "function moves(at) return at[1] > 1 and {{cells = {at[1] - 1}, points = 1}} or {} end";
    let legal = "function legal(at) return at[1] > 0 end";
    for (start, text, numbers) in [
        ("{5}", moves.to_owned(), Some((1, 0))),
        ("{5, 5}", moves.to_owned(), Some((2, 0))),
        ("{5, 5, 5}", moves.to_owned(), None),
        ("{5}", format!("{moves}\n{legal}"), Some((1, 1))),
        ("{5}", points.to_owned(), Some((1, 0))),
    ] {
        let library = library(&format!("START = {start}\n{text}"));
        let read = read_script(&library.script("try").unwrap(), &Limits::default()).unwrap();
        assert_eq!(read.script.numbers(), numbers, "{start} {text}");
    }
}
