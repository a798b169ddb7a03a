//! What the tests of every kind of piles share: a plain search that knows only which amounts may be taken.

use std::collections::HashMap;

use crate::games;
use crate::rules::{Library, Limits, Outcome};
use crate::table::{Ask, Table};

/// (wins, remoteness, Grundy value).
type Plain = (bool, u64, u64);

struct Search<'a> {
    amounts: &'a dyn Fn(u64) -> Vec<u64>,
    misere: bool,
    seen: HashMap<Vec<u64>, Plain>,
}

impl Search<'_> {
    fn next(&self, piles: &[u64]) -> Vec<(usize, u64, Vec<u64>)> {
        let mut all = Vec::new();
        for (i, &n) in piles.iter().enumerate() {
            for k in (self.amounts)(n) {
                let mut to = piles.to_vec();
                to[i] -= k;
                all.push((i, k, to));
            }
        }
        all
    }

    fn value(&mut self, piles: &[u64]) -> Plain {
        let mut key = piles.to_vec();
        key.sort_unstable();
        if let Some(v) = self.seen.get(&key) {
            return *v;
        }
        let next: Vec<Plain> = self.next(&key).iter().map(|(_, _, to)| self.value(to)).collect();
        let lost = next.iter().filter(|n| !n.0).map(|n| n.1).min();
        let (wins, remoteness) = match (lost, next.iter().map(|n| n.1).max()) {
            (Some(q), _) => (true, q + 1),
            (None, Some(s)) => (false, s + 1),
            (None, None) => (self.misere, 0),
        };
        let grundy = (0..).find(|g| next.iter().all(|n| n.2 != *g)).unwrap();
        self.seen.insert(key, (wins, remoteness, grundy));
        (wins, remoteness, grundy)
    }
}

/// Holds a game of piles to a plain search on every position within each of the boxes, both conventions: value,
/// remoteness, number of moves, winning moves in board order, and the perfect move.
pub(crate) fn agrees_with_plain_search(word: &str, amounts: &dyn Fn(u64) -> Vec<u64>, boxes: &[&[u64]]) {
    for misere in [false, true] {
        let mut search = Search { amounts, misere, seen: HashMap::new() };
        let mut opener = games::Opener::new(Library::default());
        for most in boxes {
            let mut piles = vec![0; most.len()];
            loop {
                let state: Vec<String> = piles.iter().map(u64::to_string).collect();
                let head = if misere { "misere " } else { "" };
                let table = opener.open(&format!("{head}{word}:{}", state.join(","))).unwrap();
                check(&mut search, table.as_ref(), &piles);
                let Some(i) = piles.iter().zip(*most).position(|(n, m)| n < m) else { break };
                piles[i] += 1;
                piles[..i].fill(0);
            }
        }
    }
}

fn check(search: &mut Search<'_>, table: &dyn Table, piles: &[u64]) {
    let id = table.id();
    let ask = Ask { most: 1000, all: true, best: true };
    let found = table.analyse(ask)(&Limits::default()).unwrap();
    let (wins, remoteness, grundy) = search.value(piles);
    assert_eq!(found.value.outcome, Outcome::won(wins), "{id}");
    assert_eq!(found.value.remoteness, Some(remoteness), "{id}");
    assert_eq!(found.value.grundy, (!search.misere).then_some(grundy), "{id}");
    let next = search.next(piles);
    assert_eq!(found.moves, Some(next.len() as u64), "{id}");
    assert_eq!(found.over, next.is_empty(), "{id}");
    let mut legal = Vec::new();
    let mut winning = Vec::new();
    for (i, k, to) in &next {
        let text = format!("{}-{k}", i + 1);
        let (after, left, _) = search.value(to);
        if !after {
            winning.push(text.clone());
        }
        legal.push((text, Outcome::won(!after), Some(left + 1)));
    }
    let listed: Vec<_> =
        found.legal.unwrap().into_iter().map(|m| (m.choice.text, m.outcome, m.remoteness)).collect();
    assert_eq!(listed, legal, "{id}");
    let told: Vec<String> = found.winning.iter().map(|c| c.text.clone()).collect();
    assert_eq!(found.winning_count, winning.len() as u64, "{id}");
    assert_eq!(told, winning, "{id}");
    // The shortest win, or the longest resistance that leaves the fewest winning replies; the first of equals.
    let mut rank: Option<(i64, i64, String)> = None;
    for (i, k, to) in &next {
        let (after, left, _) = search.value(to);
        let replies = search.next(to).iter().filter(|(_, _, t)| !search.value(t).0).count() as i64;
        let (key, tie) = match (wins, after) {
            (true, true) => continue,
            (true, false) => (-(left as i64), 0),
            (false, _) => (left as i64, -replies),
        };
        if rank.as_ref().is_none_or(|(a, b, _)| (key, tie) > (*a, *b)) {
            rank = Some((key, tie, format!("{}-{k}", i + 1)));
        }
    }
    assert_eq!(found.best.map(|c| c.text), rank.map(|(_, _, text)| text), "{id}");
    assert!((1..=5).contains(&found.why.len()), "{id}");
}

/// Holds single positions to their outcome and Grundy value.
pub(crate) fn facts(facts: &[(&str, Outcome, Option<u64>)]) {
    for (id, outcome, grundy) in facts {
        let table = games::open(id, &Library::default()).unwrap();
        let found = table.analyse(Ask::usual())(&Limits::default()).unwrap();
        assert_eq!((found.value.outcome, found.value.grundy), (*outcome, *grundy), "{id}");
        assert_eq!(table.id(), *id);
    }
}

#[test]
fn ids_that_do_not_read_name_the_column() {
    for (id, column) in [
        ("nim", 1),
        ("nim:", 5),
        ("nim:3,", 7),
        ("nim:3,x", 7),
        ("nim:3,-1", 7),
        ("nim:9223372036854775808", 5),
        ("nim/2:3", 5),
        ("nim:3;4", 6),
        ("misere nim:3,4,5 6", 17),
    ] {
        let e = games::open(id, &Library::default()).err().unwrap();
        assert_eq!(e.column, column, "{id}: {e}");
        assert!(e.example.is_some(), "{id}");
    }
}

#[test]
fn moves_as_typed() {
    let one = games::open("nim:9", &Library::default()).unwrap();
    for (typed, text) in [("4", "1-4"), ("-4", "1-4"), ("1-4", "1-4"), (" 1 - 04 ", "1-4")] {
        assert_eq!(one.legal(typed).unwrap().text, text);
    }
    let two = games::open("nim:9,0,3", &Library::default()).unwrap();
    assert_eq!(two.legal("3-2").unwrap().text, "3-2");
    for bad in ["2", "0-1", "4-1", "2-1", "3-4", "1-0", "1-", "-1", "", "1-1-1", "1-99999999999999999999"] {
        assert!(two.legal(bad).is_err(), "{bad}");
    }
}

#[test]
fn piles_too_large_to_list() {
    let id = "nim:9223372036854775807,9223372036854775806";
    let table = games::open(id, &Library::default()).unwrap();
    assert_eq!(table.count_moves(), None);
    let found = table.analyse(Ask::usual())(&Limits::default()).unwrap();
    assert_eq!((found.winning_count, found.value.remoteness), (1, None));
    assert_eq!(found.winning[0].text, "1-1");
    // Lost: of the first 10,000 moves all leave one winning reply.
    let id = "nim:9223372036854775807,9223372036854775807";
    let found =
        games::open(id, &Library::default()).unwrap().analyse(Ask::usual())(&Limits::default()).unwrap();
    assert_eq!(found.best.unwrap().text, "1-1");
}

#[test]
fn picking_a_stone_takes_it_and_all_above() {
    let table = games::open("nim:9,5", &Library::default()).unwrap();
    let choice = table.legal("2-2").unwrap();
    assert_eq!(choice.sites.len(), 1);
    let picked = table.choices(&choice.sites, 5);
    assert_eq!((picked.list, picked.complete), (vec![choice], true));
}
