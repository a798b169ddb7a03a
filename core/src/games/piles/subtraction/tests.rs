use super::*;
use crate::erased::Ask;
use crate::games::oracle::{opened, solved};
use crate::games::piles::tests::agrees_with_plain_search;
use crate::solve::tame::TameType;

fn small_sets() -> impl Iterator<Item = Vec<u64>> {
    (1u32..128).map(|bits| {
        (1..=7)
            .filter(|k| bits >> (k - 1) & 1 == 1)
            .collect::<Vec<u64>>()
    })
}

fn by_mex(set: &[u64], n: usize) -> Vec<u32> {
    let mut g: Vec<u32> = Vec::new();
    for pile in 0..n {
        let reached: Vec<u32> = set
            .iter()
            .filter_map(|&k| pile.checked_sub(k as usize).map(|left| g[left]))
            .collect();
        g.push((0..).find(|v| !reached.contains(v)).unwrap());
    }
    g
}

#[test]
fn values_and_periods_of_small_sets() {
    for set in small_sets() {
        let mut found = SubtractionSet::new(set.clone()).sequence();
        let period = found
            .prove_period(1000, &Limits::default())
            .unwrap()
            .unwrap();
        let length = period.repeat.length;
        for (n, g) in by_mex(&set, 2000).into_iter().enumerate() {
            assert_eq!(
                found.value(n as u64, &Limits::default()),
                Ok(g),
                "{set:?}, pile {n}"
            );
            let later = n as u64 + 1_000_000_007 * length;
            if n as u64 >= found.period().unwrap().repeat.from {
                assert_eq!(
                    found.value(later, &Limits::default()),
                    Ok(g),
                    "{set:?}, pile {later}"
                );
            }
        }
    }
}

/// No amount exceeds 7, so it is enough to check the piles up to 7 stones beyond the first period.
#[test]
fn piles_of_small_sets_are_tame() {
    for set in small_sets() {
        let mut found = SubtractionSet::new(set.clone()).sequence();
        let period = found
            .prove_period(1000, &Limits::default())
            .unwrap()
            .unwrap()
            .clone();
        let enough = period.repeat.from + period.repeat.length + 7;
        let mut tame = |n| TameType::pile(found.value(n, &Limits::default()).unwrap().into());
        for n in 0..=enough {
            let moves: Vec<TameType> = set
                .iter()
                .filter(|&&k| k <= n)
                .map(|k| tame(n - k))
                .collect();
            assert!(tame(n).fits(&moves), "{set:?}, pile {n}");
        }
    }
}

#[test]
fn sets_too_wide_for_a_period_stop_where_the_memory_ends() {
    let mut found = SubtractionSet::new(vec![1, u64::MAX]).sequence();
    let limits = Limits::default().with_memory(8192);
    assert_eq!(found.value(999, &limits), Ok(1));
    assert!(matches!(
        found.value(1 << 62, &limits),
        Err(Stop::NotProved(_))
    ));
    assert!(found.computed().len() < 4096);
    let set = SubtractionSet::new(vec![2, 5, 2]);
    assert_eq!((set.numbers(), set.upto(4)), (&[2, 5][..], &[2][..]));
}

#[test]
fn agrees_with_a_plain_search() {
    for set in [
        &[1u64, 3, 4][..],
        &[2, 5],
        &[3],
        &[1, 2, 6],
        &[2, 3, 5, 7],
        &[5, 9],
    ] {
        let word = format!("subtraction/{}", with_commas(set));
        let amounts = |n: u64| {
            set.iter()
                .copied()
                .filter(|&k| k <= n)
                .collect::<Vec<u64>>()
        };
        agrees_with_plain_search(&word, &amounts, &[&[30, 30], &[8, 8, 8], &[200]]);
    }
}

#[test]
fn the_period_is_told() {
    let position = opened("subtraction/4,3,1,3:20");
    assert_eq!(position.id(), "subtraction/1,3,4:20");
    assert_eq!(
        position
            .theory(1000, &Limits::default())
            .unwrap()
            .period_in_words()
            .unwrap(),
        "period 7 from 0 on: the values from 0 to 3 come back from 7 to 10, as long as the largest number \
         taken: what follows is the same"
    );
}

#[test]
fn piles_past_what_the_memory_holds_are_refused() {
    let id = "subtraction/1,9223372036854775807:9223372036854775807";
    let limits = Limits::default().with_memory(1 << 20);
    let stop = opened(id).analyse(Ask::default())(&limits).unwrap_err();
    assert!(
        stop.to_string()
            .contains("more do not fit the memory given"),
        "{stop}"
    );
    solved("subtraction/1,9223372036854775807:1000000");
}

#[test]
fn losing_numbers_below_1000_are_named() {
    for (least, idea) in [
        (998, "Leave one of the numbers 998, 999, ..."),
        (999, "Leave one of the numbers 999, ..."),
        (1000, "Leave a losing number."),
    ] {
        let found = solved(&format!("misere subtraction/{least}:2500"));
        assert_eq!(found.reasons[0].text, idea);
    }
}

#[test]
fn the_best_defence_does_not_end_the_game() {
    let found = solved("misere subtraction/1,3,1000001:1000001");
    assert_eq!((found.value.outcome, found.moves), (Outcome::Loss, Some(3)));
    assert_ne!(found.best.unwrap().text, "-1000001");
}
