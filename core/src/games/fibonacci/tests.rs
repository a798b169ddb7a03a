//! Fibonacci nim against a plain search, and at the largest numbers.

use crate::games;
use crate::games::oracle::{agrees, refused, solved};
use crate::rules::Outcome::{Loss, Win};
use crate::rules::{Library, Limits};

const MAX: u64 = i64::MAX as u64;

#[test]
fn agrees_with_a_plain_search() {
    let positions: Vec<(u64, u64)> = (0..=60).flat_map(|n| (0..=n).map(move |l| (n, l))).collect();
    let id = |(n, l): &(u64, u64)| format!("fibonacci:{n},{l}");
    let next = |&(n, l): &(u64, u64)| -> Vec<(String, (u64, u64))> {
        (1..=l).map(|k| (format!("-{k}"), (n - k, (2 * k).min(n - k)))).collect()
    };
    agrees(&positions, &id, &next);
}

/// Starts that lose: Fibonacci numbers, and in misère play none.
#[test]
fn starts() {
    let numbers = [2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987];
    let outcome = |id: &str| {
        let position = games::open(id, &Library::default()).unwrap();
        position.outcome(&Limits::default()).unwrap()
    };
    for n in 2..1000u64 {
        let lost = outcome(&format!("fibonacci:{n}")) == Loss;
        assert_eq!(lost, numbers.contains(&n), "{n}");
        assert_eq!(outcome(&format!("misere fibonacci:{n}")), Win, "{n}");
    }
}

#[test]
fn the_largest_position_and_its_notation() {
    let found = solved(&format!("fibonacci:{MAX},{MAX}"));
    assert_eq!((found.moves, found.winning.last().unwrap().text.clone()), (Some(MAX), format!("-{MAX}")));
    let found = solved("fibonacci:20");
    assert_eq!(found.winning.iter().map(|c| c.text.as_str()).collect::<Vec<_>>(), ["-2"]);
    assert_eq!(found.winning[0].to.as_deref(), Some("fibonacci:18,4"));
}

#[test]
fn notation() {
    refused(&[
        ("fibonacci:", 11),
        ("fibonacci:0", 11),
        ("fibonacci:1", 11),
        ("fibonacci:5,", 13),
        ("fibonacci:,5", 11),
        ("fibonacci:5,3,1", 14),
        ("fibonacci/2:5", 11),
        ("fibonacci:9223372036854775808", 11),
    ]);
    for (id, canonical) in [
        ("fibonacci:2", "fibonacci:2,1"),
        ("Fibonacci:020", "fibonacci:20,19"),
        ("fibonacci:7,99", "fibonacci:7,7"),
        ("fibonacci:0,4", "fibonacci:0,0"),
    ] {
        assert_eq!(games::open(id, &Library::default()).unwrap().id(), canonical);
    }
    let position = games::open("fibonacci:20,6", &Library::default()).unwrap();
    for (typed, text) in [("-2", "-2"), (" 6 ", "-6"), ("- 03", "-3")] {
        assert_eq!(position.legal(typed).unwrap().text, text);
    }
    for bad in ["-7", "-0", "", "-", "+2", "--2", "-21"] {
        assert!(position.legal(bad).is_err(), "{bad}");
    }
}
