//! Sequences against plain mex, and published periods.

use super::*;
use crate::rules::Limits;
use crate::solve::periodic::{Recurrence, Sequence};
use crate::solve::plain::octal_values;

fn sequence(code: &str) -> Sequence<Heaps> {
    code.parse::<Code>().unwrap().sequence(LIMIT)
}

/// Holds the values of the first heaps to plain mex.
fn agrees(code: &str, heaps: usize) {
    let mut found = sequence(code);
    for (n, g) in octal_values(code, heaps).into_iter().enumerate() {
        assert_eq!(
            found.value(n as u64, &Limits::default()),
            Ok(Some(g)),
            "{code}, heap {n}"
        );
    }
}

#[test]
fn all_codes_of_up_to_three_digits_agree_with_plain_mex() {
    (0..512).for_each(|code| agrees(&format!("0.{code:03o}"), 120));
}

/// Past 256 the rare values steer the search; values that fit a byte at first and then no more, with splits on both sides
/// of that.
#[test]
fn long_sequences_agree_with_plain_mex() {
    for code in [
        "0.6", "0.06", "0.007", "0.45", "0.144", "0.3122", "0.5", "0.16", "0.4", "0.777",
    ] {
        agrees(code, 1100);
    }
    let code = format!("0.{}7", "3".repeat(255));
    assert!(octal_values(&code, 700).into_iter().max() > Some(255));
    agrees(&code, 700);
}

/// A game with a sparse space and some without, past their periods: none is made use of here. Values past 16 bits are only
/// kept as they are.
#[test]
fn values_are_the_same_without_periods_and_where_none_is_kept_in_16_bits() {
    for (code, is_narrow, heaps) in [
        ("0.77", true, 1200),
        ("0.07", true, 1200),
        ("0.07", false, 500),
        ("0.137", false, 500),
        ("0.777", false, 500),
    ] {
        let mut rule = sequence(code).rule().clone();
        let mut values = Vec::new();
        for g in octal_values(code, heaps) {
            if !is_narrow {
                rule.narrow.clear();
            }
            values.push(rule.next(&values));
            assert_eq!(values.last(), Some(&g), "{code}, heap {}", values.len() - 1);
        }
    }
}

/// Comparing many moves at a time finds what looking at them one by one finds, wherever it begins.
#[test]
fn values_are_found_in_every_part() {
    for (code, size) in [("0.07", 6000), ("0.6", 3000), ("0.777", 3000)] {
        let mut rule = sequence(code).rule().clone();
        let mut values = Vec::new();
        while values.len() < size {
            values.push(rule.next(&values));
        }
        let totals = [size - 3, size - 2];
        for first in [0, 100, size / 2 - 2, size] {
            let pairs = totals
                .iter()
                .flat_map(|&t| (first + 1..=t / 2).map(move |a| (a, t - a)));
            let reached: std::collections::BTreeSet<u32> =
                pairs.map(|(a, b)| values[a] ^ values[b]).collect();
            let mut wide = rule.clone();
            wide.narrow.clear();
            for wanted in 0..300 {
                for rule in [&rule, &wide] {
                    let found = rule.is_reached_later(wanted, first, &totals, &values);
                    assert_eq!(found, reached.contains(&wanted), "{code} {wanted}");
                }
            }
        }
    }
}

/// Periods and preperiods from the table of octal games in *Winning Ways*,
/// chapter 4.
#[test]
fn published_periods() {
    for (code, length, preperiod) in [
        ("0.77", 12, 71),
        ("0.07", 34, 53),
        ("0.3", 2, 0),
        ("0.45", 20, 498),
        ("0.055", 148, 259),
        ("0.156", 349, 3479),
        ("0.165", 1550, 5181),
        ("0.356", 142, 7315),
        ("0.644", 442, 3256),
    ] {
        let mut found = sequence(code);
        let period = found.prove_period(&Limits::default()).unwrap().unwrap();
        assert_eq!(
            (period.repeat.length, period.repeat.from),
            (length, preperiod),
            "{code}"
        );
        agrees(code, 1000);
        let past = found.computed().len() as u64;
        assert_eq!(found.get(past), found.get(past + 1000 * length), "{code}");
    }
    let mut kayles = sequence("0.77");
    let proof = &kayles
        .prove_period(&Limits::default())
        .unwrap()
        .unwrap()
        .proof;
    assert_eq!(
        proof,
        "g(n + 12) = g(n) for n = 71 to 155, so for ever (Guy and Smith 1956)"
    );
    assert!(kayles.computed().len() < 400);
}

#[test]
fn limits_and_stopping() {
    let code: Code = "0.6".parse().unwrap();
    let mut found = code.sequence(1000);
    assert!(found.value(1000, &Limits::default()).unwrap().is_some());
    assert_eq!(found.value(1001, &Limits::default()), Ok(None));
    assert_eq!(found.computed().len(), 1001);
    let mut found = sequence("0.6");
    let stopped = Limits::default().stopping(|| Some("enough".to_owned()));
    assert!(found.value(100_000, &stopped).is_err());
}
