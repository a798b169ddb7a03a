use std::collections::BTreeSet;

use super::ferguson::FERGUSON;
use super::smaller::BOXES;
use super::{BallPair, SplitTarget};
use crate::games::oracle::{agrees, refused, solved, typed};
use crate::rules::Convention;
use crate::rules::Outcome::{Loss, Win};

const MAX: u64 = i64::MAX as u64;

fn moves(either: bool, &(a, b): &BallPair) -> Vec<(String, BallPair)> {
    let mut seen = BTreeSet::new();
    for (n, other) in [(a, b), (b, a)] {
        if either || n >= other {
            for i in 1..n {
                seen.insert((i, n - i));
            }
        }
    }
    seen.into_iter()
        .map(|to| (format!("{},{}", to.0, to.1), to))
        .collect()
}

#[test]
fn agrees_with_a_plain_search() {
    let positions: Vec<BallPair> = (1..=24)
        .flat_map(|a| (1..=24).map(move |b| (a, b)))
        .collect();
    for (word, either) in [("ferguson", true), ("boxes", false)] {
        let id = |(a, b): &BallPair| format!("{word}:{a},{b}");
        agrees(&positions, &id, &|at| moves(either, at));
    }
}

#[test]
fn splits_agree_with_trying_all() {
    for kind in [&FERGUSON, &BOXES] {
        let agrees = |n: u64, wanted: SplitTarget, is_wanted: &dyn Fn(BallPair) -> bool| {
            let all: Vec<u64> = (1..n).filter(|&i| is_wanted((i, n - i))).collect();
            let found = (kind.splits)(n, wanted);
            let first: Vec<u64> = found.iter().flat_map(|i| i.iter().map(|i| i + 1)).collect();
            let count: u64 = found.iter().map(crate::rules::Numbers::len).sum();
            assert_eq!((count, first), (all.len() as u64, all), "{n}, {wanted:?}");
        };
        for n in 1..=300u64 {
            for v in 0..=(n + 2) {
                agrees(n, SplitTarget::Value(v), &|to| (kind.value)(to) == v);
            }
            agrees(n, SplitTarget::Misere, &|to| {
                (kind.loses)(to, Convention::Misere)
            });
        }
    }
}

#[test]
fn counts_of_huge_boxes_add_up() {
    for n in [
        MAX,
        MAX - 1,
        MAX - 2,
        1 << 62,
        (1 << 62) + 1,
        (1 << 62) + 2,
        6_148_914_691_236_517_207,
    ] {
        let counts: Vec<u64> = (0..70)
            .flat_map(|v| (FERGUSON.splits)(n, SplitTarget::Value(v)))
            .map(|splits| splits.len())
            .collect();
        assert_eq!(
            counts.iter().map(|&c| u128::from(c)).sum::<u128>(),
            u128::from(n - 1),
            "{n}"
        );
        for v in 0..64 {
            for splits in (FERGUSON.splits)(n, SplitTarget::Value(v)) {
                let first: Vec<u64> = splits.iter().take(50).map(|i| i + 1).collect();
                assert!(first.is_sorted());
                assert!(first.iter().all(|&i| (FERGUSON.value)((i, n - i)) == v));
            }
        }
    }
    assert!((BOXES.splits)(MAX, SplitTarget::Value(u64::MAX)).is_empty());
    let halves = (BOXES.splits)(MAX - 1, SplitTarget::Value(0));
    let halves: Vec<u64> = halves.iter().flat_map(|i| i.first()).collect();
    assert_eq!(halves, [(1 << 62) - 2]);
}

#[test]
fn the_largest_boxes() {
    let found = solved(&format!("ferguson:{MAX},{}", MAX - 1));
    assert_eq!(
        (found.value.outcome, found.value.grundy, found.moves),
        (Win, Some(63), None)
    );
    assert_eq!(
        (found.winning_count, found.winning.len()),
        (Some(u128::from((MAX - 1) / 2)), 1000)
    );
    assert_eq!(found.winning[0].text, format!("1,{}", MAX - 2));
    let found = solved(&format!("ferguson:{MAX},{MAX}"));
    assert_eq!((found.value.outcome, found.moves), (Loss, Some(MAX - 1)));
    assert!(found.best.is_some());
    let found = solved(&format!("boxes:{MAX},5"));
    assert_eq!((found.value.outcome, found.value.grundy), (Loss, Some(0)));
    let found = solved(&format!("misere ferguson:{MAX},{}", MAX - 6));
    assert_eq!(found.value.outcome, Win);
    assert_eq!(
        (found.winning_count, found.winning.len()),
        (Some(u128::from(MAX / 3 + (MAX - 6) / 3)), 1000)
    );
    assert_eq!(found.winning[1].text, format!("2,{}", MAX - 2));
}

#[test]
fn sums_reach_for_any_value() {
    let found = solved("ferguson:4611686018427387905,8 + nim:3");
    assert_eq!(found.value.grundy, Some(0));
    let found = solved("ferguson:9223372036854775806,5 + nim:2");
    assert_eq!((found.value.outcome, found.value.grundy), (Win, Some(3)));
    for won in found.winning.iter().take(20) {
        assert_eq!(
            solved(won.to.as_ref().unwrap()).value.grundy,
            Some(0),
            "{}",
            won.text
        );
    }
}

#[test]
fn notation() {
    refused(&[
        ("ferguson:0,1", 10),
        ("ferguson:1,0", 12),
        ("ferguson:5", 11),
        ("boxes:1,2,3", 10),
        ("boxes/1:1,2", 7),
        ("boxes:1,x", 9),
    ]);
    let none = ["0,5", "5,0", "5,8", "6,6", "5", "", "1,1,3"];
    typed("ferguson:5,8", &[(" 2 , 3", "2,3")], &none);
    typed("boxes:5,8", &[("2,6", "2,6")], &["2,3"]);
}
