use super::*;
use crate::solve::plain::{Search, octal_values, rising_octal_moves};
use crate::solve::quotient::{Element, GameQuotient};
use rustc_hash::FxHashSet;

#[test]
fn grundy_values_are_the_mex_up_to_a_thousand() {
    for (n, g) in octal_values("0.77", 1000).into_iter().enumerate() {
        assert_eq!(u32::from(grundy(n as u64)), g, "run of {n}");
    }
}

#[test]
fn the_period_is_proved_by_the_theorem_of_guy_and_smith() {
    let n0 = PERIODIC_FROM as usize;
    let p = PERIOD as usize;
    let k = 2;
    let g = octal_values("0.77", 2 * n0 + 2 * p + k);
    assert!((n0..2 * n0 + p + k).all(|n| g[n] == g[n + p]));
    assert_ne!(g[n0 - 1], g[n0 - 1 + p]);
    for (n, &value) in g.iter().enumerate().take(n0) {
        let listed = EXCEPTIONS.iter().any(|e| e.0 == n as u64);
        assert_eq!(listed, u32::from(PERIODIC[n % p]) != value, "run of {n}");
    }
}

#[test]
fn misere_rule_agrees_with_search_up_to_30_stones() {
    let next = |runs: &Vec<u64>| rising_octal_moves("0.77", runs);
    let mut search = Search::new(true, &next);
    for total in 0..=30 {
        let _ = partitions(total, total, &mut Vec::new(), &mut |runs| {
            let rising: Vec<u64> = runs.iter().rev().map(|&n| n as u64).collect();
            let rule: Runs = rising.iter().copied().collect();
            assert_eq!(
                rule.loses(Convention::Misere),
                !search.value(&rising).wins,
                "misère {runs:?}"
            );
            ControlFlow::Continue(())
        });
    }
}

/// Reduces runs to a smaller multiset with the same outcome. The rule only checks whether a count is 0, 1 or odd.
fn reduced(runs: Runs) -> Runs {
    match runs.ordinary {
        0 => Runs {
            special: runs
                .special
                .map(|count| if count > 3 { count - 2 } else { count }),
            ..runs
        },
        _ => Runs {
            special: [0; 8],
            ordinary: 1,
            xor: runs.xor,
        },
    }
}

/// Visits every pair that arises when runs are added to an empty row. A pair consists of the [`reduced`] runs and their
/// element of the quotient. There are finitely many such pairs, and for each pair the rule and the quotient must agree
/// on the outcome.
#[test]
fn the_misere_rule_holds_for_runs_of_every_length() {
    let limits = Limits::default();
    let mut found = GameQuotient::beside_nim(0, &limits).unwrap();
    let repeat = found.reach_all(&RunRules, &limits).unwrap().unwrap();
    let quotient = found.quotient();
    let losing = quotient.elements().filter(|&e| quotient.loses(e)).count();
    assert_eq!((repeat.length, quotient.order(), losing), (PERIOD, 40, 9));

    let mut runs: Vec<(u64, Element)> = Vec::new();
    for n in 1..repeat.from.max(PERIODIC_FROM) + PERIOD {
        let element = found.element(n).unwrap();
        let same = |&(other, of): &(u64, Element)| {
            of == element && grundy(other) == grundy(n) && !SPECIAL.contains(&other)
        };
        if SPECIAL.contains(&n) || !runs.iter().any(same) {
            runs.push((n, element));
        }
    }
    let mut seen = FxHashSet::default();
    let mut open: Vec<(Runs, Element)> = vec![(Runs::default(), 0)];
    while let Some((row, element)) = open.pop() {
        assert_eq!(
            row.loses(Convention::Misere),
            quotient.loses(element),
            "{row:?}"
        );
        for &(n, of_run) in &runs {
            let next = reduced(row.after(0, n, 0));
            let product = quotient.product(element, of_run);
            if seen.insert((next.special, next.ordinary, next.xor, product)) {
                open.push((next, product));
            }
        }
    }
    assert!(seen.len() > 1 << 16);
}
