//! Scripts that answer late or never, or while others work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::thread;

use super::*;
use crate::games::own::answers::without_waiting;

/// Scripts that take a while for each answer: heaps, a board with parts, one without, and one for two.
fn slow() -> [(&'static str, String); 4] {
    let heaps = "const START = [3];
fn options(heap) { for i in 0..500 {} let out = []; for left in 0..heap { out.push([left]); } out }";
    let board = "const START = [1, 2];
fn moves(cells) {
    for i in 0..500 {}
    let out = [];
    for i in 0..cells.len() { if cells[i] > 0 { let to = cells; to[i] -= 1; out.push(to); } }
    out
}";
    let parts = "fn parts(cells) { let out = []; for c in cells { out.push([c]); } out }";
    let two = board
        .replace("cells)", "cells, player)")
        .replace("> 0", ">= player")
        .replace("= 1", "= player");
    [
        ("own/try:3,2,1", heaps.to_owned()),
        ("own/try:1,2", format!("{board}\n{parts}")),
        ("own/try:1,1,1", board.to_owned()),
        ("own/try:A:2,1,1", two),
    ]
}

const ALL: Ask = Ask {
    most: 9,
    all: true,
    best: true,
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
fn an_analysis_waits_for_the_script_as_long_as_its_limits_say() {
    for (id, text) in ids() {
        let open = || open(&id, &library(&text)).unwrap();
        let calm = format!("{:?}", open().analyse(ALL)(&Limits::default()).unwrap());
        let hasty =
            without_waiting(|| format!("{:?}", open().analyse(ALL)(&Limits::default()).unwrap()));
        assert_eq!(calm, hasty, "{id}");
    }
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
            // Once only: what comes after must not make up for it.
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
fn a_slow_moment_is_forgotten_once_there_is_an_answer() {
    let [_, _, (id, text), _] = slow();
    let table = open(id, &library(&text)).unwrap();
    let refused = without_waiting(|| table.legal("1=0")).unwrap_err();
    assert!(refused.to_string().contains("too long"), "{refused}");
    assert!(!without_waiting(|| table.is_over()));
    table.value(&Limits::default()).unwrap();
    assert_eq!(without_waiting(|| table.legal("1=0")).unwrap().text, "1=0");
}

#[test]
fn nobody_who_draws_or_plays_waits_for_a_solver() {
    let board = "const START = [0];
fn moves(cells) {
    let out = [];
    for i in 0..cells.len() { if cells[i] == 0 { let to = cells; to[i] = 1 + i % 2; out.push(to); } }
    out
}";
    let heaps = "const START = [3];\nfn options(heap) { for i in 0..3000 {} let out = []; for left in 0..heap { out.push([left]); } out }";
    for (text, state, m) in [
        (board, vec!["0"; 20].join(","), "1=1"),
        (heaps, "3,9999".to_owned(), "1>0"),
    ] {
        let table = open(&format!("own/try:{state}"), &library(text)).unwrap();
        let (asked, ended) = (
            Arc::new(AtomicU64::new(0)),
            Arc::new(AtomicBool::new(false)),
        );
        let start = Instant::now();
        let limits = {
            let (asked, ended) = (Arc::clone(&asked), Arc::clone(&ended));
            // The bound on time ends what would otherwise hang.
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
            assert!(table.memory_used() < 1 << 30);
            assert!(!work.is_finished(), "{text}");
            ended.store(true, SeqCst);
            assert!(matches!(work.join().unwrap(), Err(Stop::Interrupted(_))));
        });
    }
}

#[test]
fn a_question_that_is_too_large_spoils_none_that_follow() {
    let wide = "const START = [0, 0];
fn moves(cells) {
    let out = [];
    for i in 0..cells.len() { if cells[i] == 0 { let to = cells; to[i] = 123456789 + i; out.push(to); } }
    out
}";
    let many = "const START = [3];
fn options(heap) {
    let out = [];
    if heap == 10 { for a in 0..30000 { out.push([a + 20]); } return out; }
    if heap > 10 { return [[heap - 11], [0]]; }
    for a in 0..heap { out.push([a]); }
    out
}";
    for (text, large, small) in [
        (wide, vec!["0"; 100].join(","), "0,0,0,0"),
        (many, "10".to_owned(), "7"),
    ] {
        // One ruleset, as where many questions are asked one after another.
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
    assert!(table.memory_used() < 8 << 20, "{}", table.memory_used());
    // What is small enough is answered all the same.
    let next = table.with_state(crate::rules::Text::new("7,5")).unwrap();
    assert!(next.value(&limits).is_ok());
}
