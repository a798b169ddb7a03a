use super::heaps::is_reached_after;
use super::*;
use crate::rules::{Limits, Stop};
use crate::solve::periodic::{Recurrence, Sequence, Values};
use crate::solve::plain::octal_values;

fn sequence(code: &str) -> Sequence<Heaps> {
    code.parse::<Code>().unwrap().sequence()
}

fn agrees(code: &str, heaps: usize) {
    let mut found = sequence(code);
    for (n, g) in octal_values(code, heaps).into_iter().enumerate() {
        assert_eq!(
            found.value(n as u64, &Limits::default()),
            Ok(g),
            "{code}, heap {n}"
        );
    }
}

#[test]
fn all_codes_of_up_to_three_digits_agree_with_plain_mex() {
    (0..512).for_each(|code| {
        agrees(&format!("0.{code:03o}"), 140);
        agrees(&format!("4.{code:03o}"), 100);
    });
}

#[test]
fn long_sequences_agree_with_plain_mex() {
    for code in [
        "0.6", "0.06", "0.007", "0.45", "0.144", "0.3122", "0.5", "0.16", "0.4", "0.777", "0.127",
        "0.356", "4.07", "4.177",
    ] {
        agrees(code, 1100);
    }
    let code = format!("0.{}7", "3".repeat(255));
    assert!(octal_values(&code, 700).into_iter().max() > Some(255));
    agrees(&code, 700);
}

/// Computes the values with the recurrence alone, without using a period. The list `values` must be empty.
fn computed(code: &str, heaps: usize, mut values: Values) -> Vec<u32> {
    let mut rule = sequence(code).rule().clone();
    while values.len() < heaps {
        let next = rule.next(&values);
        values.push(next);
    }
    values.iter().collect()
}

#[test]
fn values_are_the_same_without_periods_and_in_32_bits() {
    for (code, heaps) in [
        ("0.77", 1200),
        ("0.07", 1200),
        ("0.137", 500),
        ("0.777", 500),
        ("0.127", 1200),
    ] {
        let plain = octal_values(code, heaps);
        for empty in [Values::Narrow(Vec::new()), Values::Wide(Vec::new())] {
            assert_eq!(computed(code, heaps, empty), plain, "{code}");
        }
    }
}

#[test]
fn spaces_are_chosen_that_leave_few_rare_heaps() {
    for (code, by_size, most) in [
        ("0.77", Some(false), 9),
        ("0.16", Some(false), 60),
        ("0.127", Some(true), 500),
        ("0.07", None, 0),
    ] {
        let mut found = sequence(code);
        let mut rule = found.rule().clone();
        found.value(3000, &Limits::default()).unwrap();
        let mut values = Values::default();
        for n in 0..3000 {
            let value = found.get(n).unwrap();
            assert_eq!(rule.next(&values), value, "{code}, heap {n}");
            values.push(value);
        }
        let (space, rare) = rule.space();
        assert_eq!(space, by_size, "{code}");
        assert!(rare <= most, "{code}: {rare}");
    }
}

#[test]
fn values_are_found_in_every_part() {
    for (code, size) in [("0.07", 6000), ("0.6", 3000), ("0.777", 3000)] {
        let wide = computed(code, size, Values::default());
        let narrow: Vec<u16> = wide.iter().map(|&v| v.try_into().unwrap()).collect();
        let falling_wide: Vec<u32> = wide[..=size / 2].iter().rev().copied().collect();
        let falling_narrow: Vec<u16> = narrow.iter().rev().copied().collect();
        let totals = [size - 3, size - 2];
        for first in [0, 100, size / 2 - 2, size] {
            let pairs = totals
                .iter()
                .flat_map(|&t| (first + 1..=t / 2).map(move |a| (a, t - a)));
            let reached: std::collections::BTreeSet<u32> =
                pairs.map(|(a, b)| wide[a] ^ wide[b]).collect();
            for wanted in 0..300 {
                let is = reached.contains(&wanted);
                assert_eq!(
                    is_reached_after(first, wanted, &totals, &narrow, &falling_narrow),
                    is,
                    "{code} {wanted}"
                );
                assert_eq!(
                    is_reached_after(first, wanted, &totals, &wide, &falling_wide),
                    is,
                    "{code} {wanted}"
                );
            }
        }
        assert!(!is_reached_after(
            0,
            1 << 20,
            &totals,
            &narrow,
            &falling_narrow
        ));
    }
}

/// Checks periods and preperiods from the table of octal games in *Winning Ways*, chapter 4.
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
        ("0.127", 4, 46578),
    ] {
        let mut found = sequence(code);
        let period = found
            .prove_period(200_000, &Limits::default())
            .unwrap()
            .unwrap();
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
        .prove_period(1000, &Limits::default())
        .unwrap()
        .unwrap()
        .proof;
    assert_eq!(
        proof,
        "g(n + 12) = g(n) for n = 71 to 155, so for ever (Guy and Smith 1956)"
    );
    assert!(kayles.computed().len() < 400);
}

/// Checks the periods in A. Gangolli and T. Plambeck, "A note on periodicity in some octal games", 1989.
#[test]
#[ignore = "several seconds without optimisation"]
fn periods_past_100000_heaps() {
    for (code, length, preperiod) in [("0.16", 149_459, 105_351), ("0.56", 144, 326_640)] {
        let mut found = sequence(code);
        let period = found
            .prove_period(10_000_000, &Limits::default())
            .unwrap()
            .unwrap();
        assert_eq!(
            (period.repeat.length, period.repeat.from),
            (length, preperiod),
            "{code}"
        );
        assert!(found.computed().len() < 1_000_000);
    }
}

#[test]
fn memory_and_time_are_the_limits() {
    let small = Limits::default().with_memory(20_000);
    let mut found = sequence("0.6");
    assert!(matches!(
        found.value(1_000_000, &small),
        Err(Stop::NotProved(_))
    ));
    let known = found.computed().len();
    assert!((1000..20_000).contains(&known), "{known}");
    assert!(found.value(20_000, &Limits::default()).is_ok());
    let stopped = Limits::default().stopping(|| Some("enough".to_owned()));
    assert!(matches!(
        found.value(100_000, &stopped),
        Err(Stop::Interrupted(_))
    ));
    assert_eq!(
        found.value(known as u64, &stopped),
        sequence("0.6").value(known as u64, &Limits::default())
    );
}
