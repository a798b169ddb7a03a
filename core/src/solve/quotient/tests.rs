use super::*;
use crate::rules::{Limits, Stop};
use crate::solve::octal::Code;
use crate::solve::periodic::Repeat;
use crate::solve::plain::{Search, rising_octal_moves};

fn code(text: &str) -> Code {
    text.parse().unwrap()
}

fn fresh() -> GameQuotient {
    GameQuotient::beside_nim(0, &Limits::default()).unwrap()
}

fn all(text: &str) -> GameQuotient {
    let mut found = fresh();
    found.reach_all(&code(text), &Limits::default()).unwrap();
    found
}

fn upto(text: &str, heap: u64) -> GameQuotient {
    let mut found = fresh();
    assert_eq!(
        found.reach(&code(text), heap, &Limits::default()),
        Ok(Ok(())),
        "{text}"
    );
    found
}

struct Moves<'f> {
    of: &'f (dyn Fn(u64) -> Vec<Vec<u64>> + Sync),
    never_ends: bool,
}

impl HeapRules for Moves<'_> {
    fn options(&self, heap: u64, _limits: &Limits) -> Result<Vec<Vec<u64>>, Stop> {
        Ok((self.of)(heap))
    }

    fn never_ends(&self) -> bool {
        self.never_ends
    }
}

fn losing(found: &GameQuotient) -> usize {
    found
        .quotient()
        .elements()
        .filter(|&e| found.quotient().loses(e))
        .count()
}

fn loses(found: &GameQuotient, heaps: &[u64]) -> bool {
    let product = |at, &heap| found.quotient().product(at, found.element(heap).unwrap());
    found.quotient().loses(heaps.iter().fold(0, product))
}

/// Lists all multisets of heaps with at most `stones` stones in total.
fn sums(stones: u64) -> Vec<Vec<u64>> {
    let mut all = vec![(Vec::new(), stones, 1)];
    let mut done = 0;
    while done < all.len() {
        let (heaps, left, least) = all[done].clone();
        done += 1;
        for size in least..=left {
            all.push(([&heaps[..], &[size]].concat(), left - size, size));
        }
    }
    all.into_iter().map(|(heaps, ..)| heaps).collect()
}

fn three_digits(number: u32) -> String {
    format!("0.{number:03o}")
}

/// Compares the proved part of a quotient with a search, and returns the largest proved heap.
fn agrees(number: u32, stones: u64) -> u64 {
    let text = three_digits(number);
    let mut found = fresh();
    let reached = found
        .reach(&code(&text), stones, &Limits::default())
        .unwrap();
    let largest = if reached.is_ok() {
        stones
    } else {
        found.largest().unwrap()
    };
    let next = |heaps: &Vec<u64>| rising_octal_moves(&text, heaps);
    let mut search = Search::new(true, &next);
    for heaps in sums(stones) {
        if heaps.last().is_none_or(|&heap| heap <= largest) {
            assert_eq!(
                loses(&found, &heaps),
                !search.value(&heaps).wins,
                "{text}: {heaps:?}"
            );
        }
    }
    largest
}

#[test]
fn codes_agree_with_a_plain_search() {
    let reached = (0..512)
        .step_by(37)
        .map(|number| (number, agrees(number, 11)));
    let short: Vec<(u32, u64)> = reached.filter(|&(_, largest)| largest < 11).collect();
    assert_eq!(short, []);
    // In Kayles, heaps 1, 2, 5, 9 and 12 need new elements.
    assert_eq!(agrees(0o770, 14), 14);
}

#[test]
#[ignore = "minutes"]
fn all_codes_of_three_digits_agree_with_a_plain_search_to_24_stones() {
    let short: Vec<u32> = (0..512).filter(|&number| agrees(number, 24) < 24).collect();
    println!(
        "{} codes have no quotient within the limits for heaps of 24: {short:?}",
        short.len()
    );
}

/// The orders are from Plambeck (2005) and from Plambeck and Siegel (2008).
#[test]
fn published_orders() {
    for (text, order, lost, length, from, cases) in [
        ("0.77", 40, 9, 12, Some(71), Some(1417)),
        ("0.123", 20, 5, 5, None, Some(306)),
        ("0.75", 8, 2, 2, None, None),
    ] {
        let found = all(text);
        let repeat = found.repeat().unwrap();
        assert_eq!(
            (found.quotient().order(), losing(&found), repeat.length),
            (order, lost, length),
            "{text}"
        );
        assert!(from.is_none_or(|from| from == repeat.from), "{text}");
        assert!(cases.is_none_or(|cases| cases == found.cases()), "{text}");
    }
    let found = upto("0.72", 20);
    assert_eq!(
        (found.quotient().order(), losing(&found), found.cases()),
        (24, 5, 181)
    );
    let (dawson, mut found) = (code("0.07"), fresh());
    for (heap, order) in [
        (2, 2),
        (4, 6),
        (10, 12),
        (14, 24),
        (25, 144),
        (29, 176),
        (30, 360),
        (31, 520),
        (32, 552),
        (33, 638),
    ] {
        let reached = found.reach(&dawson, heap, &Limits::default());
        assert_eq!(reached, Ok(Ok(())), "{heap}");
        assert_eq!(found.quotient().order(), order, "{heap}");
    }
    assert_eq!(losing(&found), 109);
}

#[test]
fn nim_is_tame() {
    for (most, order) in [
        (0, 1),
        (1, 2),
        (2, 6),
        (3, 6),
        (4, 10),
        (7, 10),
        (8, 18),
        (15, 18),
    ] {
        let found = GameQuotient::beside_nim(most, &Limits::default()).unwrap();
        assert_eq!(found.quotient().order(), order, "{most}");
        for (a, b, c) in
            (0..=most).flat_map(|a| (0..=a).flat_map(move |b| (0..=b).map(move |c| (a, b, c))))
        {
            let q = found.quotient();
            let product = [a, b, c].iter().fold(0, |at, &n| {
                q.product(at, found.nim_element(n as u64).unwrap())
            });
            let expected = if a < 2 {
                a ^ b ^ c == 1
            } else {
                a ^ b ^ c == 0
            };
            assert_eq!(q.loses(product), expected, "{a} {b} {c}");
        }
    }
}

#[test]
fn what_repeats_goes_on() {
    for text in [
        "0.77", "0.123", "0.75", "0.3", "0.15", "0.31", "0.33", "0.02", "0.44", "0.512",
    ] {
        let short = all(text);
        let Some(repeat) = short.repeat() else {
            panic!("{text}: {:?}", short.end())
        };
        let known = short.largest().unwrap();
        let code = code(text);
        let plain = |heap| code.options(heap, &Limits::default()).unwrap();
        let mut long = fresh();
        let most = known + 2 * repeat.length + 10;
        let moves = Moves {
            of: &plain,
            never_ends: false,
        };
        assert_eq!(long.reach(&moves, most, &Limits::default()), Ok(Ok(())));
        assert_eq!(long.quotient(), short.quotient(), "{text}");
        for heap in 0..=most {
            assert_eq!(
                long.element(heap),
                short.element(heap),
                "{text}, heap {heap}"
            );
        }
        assert_eq!(long.cases(), short.cases(), "{text}");
    }
}

#[test]
fn a_period_serves_heaps_of_any_size() {
    for text in ["0.77", "0.75", "0.123", "0.31", "0.44", "0.512"] {
        let mut found = all(text);
        let Repeat { from, length } = found.repeat().unwrap();
        let largest = found.largest();
        let held = found.heaps.memory_used();
        for heap in [largest.unwrap() + 1, 19_999, 1_000_000_000, u64::MAX] {
            assert_eq!(
                found.reach(&code(text), heap, &Limits::default()),
                Ok(Ok(())),
                "{text}: {heap}"
            );
            assert_eq!(
                found.element(heap),
                found.element(from + (heap - from) % length),
                "{text}: {heap}"
            );
        }
        assert_eq!(
            (found.largest(), found.heaps.memory_used()),
            (largest, held),
            "{text}"
        );
        let mut at_once = fresh();
        assert_eq!(
            at_once.reach(&code(text), 1_000_000_000, &Limits::default()),
            Ok(Ok(())),
            "{text}"
        );
        assert_eq!(at_once.largest(), largest, "{text}");
    }
}

#[test]
fn all_that_grows_is_counted() {
    const NIM: usize = 100;
    let found = GameQuotient::beside_nim(NIM, &Limits::default()).unwrap();
    let lists = (NIM * (NIM + 1) / 2 * (size_of::<Vec<u16>>() + size_of::<u16>())) as u64;
    let products = (130 * 130 * size_of::<Element>()) as u64;
    let used = found.heaps.memory_used();
    assert!((lists + products..6 * lists).contains(&used), "{used}");
    let tight = Limits::default().with_memory(lists);
    let refused = GameQuotient::beside_nim(NIM, &tight).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "not proved: the misère quotient takes more than the memory given"
    );
    let few = Limits::default().with_memory(1 << 20);
    assert!(code("0.77").options(1000, &few).is_ok());
    assert!(code("0.77").options(1 << 40, &few).is_err());
}

#[test]
fn dead_heaps_are_counted_too() {
    const DEAD: u64 = 100_000;
    let mut heaps = HeapQuotient::default();
    let empty = heaps.memory_used();
    for _ in 0..DEAD {
        heaps.add(std::iter::empty(), &Limits::default()).unwrap();
    }
    assert_eq!(heaps.len() as u64, DEAD);
    assert!(heaps.memory_used() - empty >= 4 * DEAD);
}

#[test]
fn memory_that_was_short_is_no_end() {
    let code = code("0.77");
    let mut found = fresh();
    assert_eq!(found.reach(&code, 5, &Limits::default()), Ok(Ok(())));
    let short = Limits::default().with_memory(found.heaps.memory_used() + (1 << 10));
    let why = found.reach(&code, 60, &short).unwrap().unwrap_err();
    assert!(why.contains("memory"), "{why}");
    assert_eq!(found.reach(&code, 60, &Limits::default()), Ok(Ok(())));
}

#[test]
fn too_many_elements_are_refused() {
    let any_number = Moves {
        of: &|heap| (0..heap).map(|left| vec![left]).collect(),
        never_ends: true,
    };
    let mut found = fresh();
    let refused = found
        .reach(&any_number, MOST_ELEMENTS as u64 / 2, &Limits::default())
        .unwrap_err();
    assert!(refused.to_string().contains("4096 elements"), "{refused}");
    assert_eq!(found.largest(), None);
    // These rules have no bound, so heaps are proved one by one, and a heap above `MOST_HEAP` is refused at once.
    let one = |heap: u64| {
        heap.checked_sub(1)
            .map(|left| vec![left])
            .into_iter()
            .collect()
    };
    let one_less = Moves {
        of: &one,
        never_ends: false,
    };
    assert!(
        found
            .reach(&one_less, MOST_HEAP as u64 + 1, &Limits::default())
            .is_err()
    );
    assert_eq!(found.largest(), None);
}

#[test]
fn quotients_are_reduced_commutative_monoids() {
    for text in ["0.77", "0.123", "0.75", "0.3", "0.15"] {
        let found = all(text);
        let q = found.quotient();
        for a in q.elements() {
            assert_eq!(q.product(a, 0), a);
            assert_eq!(q.power(a, 3), q.product(a, q.product(a, a)));
            for b in q.elements() {
                assert_eq!(q.product(a, b), q.product(b, a));
                assert!(
                    a == b || q.wanted_beside(a) != q.wanted_beside(b),
                    "{text}: {a} {b}"
                );
                for c in q.elements().step_by(3) {
                    assert_eq!(q.product(q.product(a, b), c), q.product(a, q.product(b, c)));
                }
            }
        }
    }
}

#[test]
fn nim_beside_kayles_agrees_with_a_search() {
    let mut found = GameQuotient::beside_nim(3, &Limits::default()).unwrap();
    assert_eq!(
        found.reach(&code("0.77"), 9, &Limits::default()),
        Ok(Ok(()))
    );
    let next = |(nim, heaps): &(Vec<u64>, Vec<u64>)| {
        let smaller = |i: usize, left: u64| [&nim[..i], &[left], &nim[i + 1..]].concat();
        let in_nim = nim
            .iter()
            .enumerate()
            .flat_map(|(i, &size)| (0..size).map(move |left| (i, left)));
        let in_nim = in_nim.map(|(i, left)| {
            (
                format!("nim {i}: {left}"),
                (smaller(i, left), heaps.clone()),
            )
        });
        let in_heaps = rising_octal_moves("0.77", heaps).into_iter();
        in_nim
            .chain(in_heaps.map(|(text, to)| (text, (nim.clone(), to))))
            .collect()
    };
    let mut search = Search::new(true, &next);
    for heaps in sums(9) {
        for nim in [
            vec![0, 0],
            vec![1, 0],
            vec![2, 0],
            vec![2, 2],
            vec![3, 2],
            vec![3, 3],
        ] {
            let q = found.quotient();
            let heaps_element = heaps
                .iter()
                .fold(0, |at, &n| q.product(at, found.element(n).unwrap()));
            let product = nim.iter().fold(heaps_element, |at, &n| {
                q.product(at, found.nim_element(n).unwrap())
            });
            let plain = search.value(&(nim.clone(), heaps.clone()));
            assert_eq!(q.loses(product), !plain.wins, "{nim:?} {heaps:?}");
        }
    }
}

#[test]
fn the_method_ends_where_it_must() {
    let stopped = Limits::default().stopping(|| Some("enough".to_owned()));
    let mut found = fresh();
    assert!(found.reach_all(&code("0.77"), &stopped).is_err());
    assert_eq!(
        found.reach(&code("0.77"), 30, &Limits::default()),
        Ok(Ok(()))
    );
    let growing = Moves {
        of: &|heap| vec![vec![heap + 1]],
        never_ends: false,
    };
    let mut found = fresh();
    let refused = found.reach(&growing, 3, &Limits::default()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "not proved: a quotient takes heaps that become smaller, and a heap of 0 can become one of 1"
    );
}

#[test]
fn single_heaps_of_dawsons_kayles_to_77() {
    let code = code("0.07");
    let found = upto("0.07", 24);
    let mut search = GuidedSearch::default();
    let lost: Vec<u64> = (1..=77)
        .filter(|&heap| {
            search
                .loses(&found, &code, &[heap], &Limits::default())
                .unwrap()
        })
        .collect();
    assert_eq!(
        lost,
        [
            2, 3, 7, 8, 12, 16, 17, 21, 22, 26, 30, 31, 35, 36, 40, 45, 49, 50, 54, 55, 59, 63, 64,
            68, 69, 73, 77
        ]
    );
}

#[test]
fn guided_searches_agree_with_plain_ones() {
    for number in [0o007, 0o336, 0o627, 0o771, 0o450] {
        let text = three_digits(number);
        let next = |heaps: &Vec<u64>| rising_octal_moves(&text, heaps);
        let mut plain = Search::new(true, &next);
        for proved in [2, 6] {
            let found = upto(&text, proved);
            let mut search = GuidedSearch::default();
            for heaps in sums(12) {
                let lost = search
                    .loses(&found, &code(&text), &heaps, &Limits::default())
                    .unwrap();
                assert_eq!(lost, !plain.value(&heaps).wins, "{text}: {heaps:?}");
            }
        }
    }
}

const TABLED: u64 = 400;

const TABLED_TIME: std::time::Duration = std::time::Duration::from_secs(10);

fn table_line(text: &str) -> String {
    let mut found = fresh();
    found.try_harder();
    let begun = std::time::Instant::now();
    let limits = Limits::default().stopping(move || {
        (begun.elapsed() > TABLED_TIME).then(|| "the time of a line is over".to_owned())
    });
    let reached = found.reach(&code(text), TABLED, &limits);
    let order = found.quotient().order();
    let lost = losing(&found);
    let (period, from, proved) = match (found.repeat(), found.largest()) {
        (Some(repeat), _) => (
            repeat.length.to_string(),
            repeat.from.to_string(),
            "all heaps".to_owned(),
        ),
        (None, Some(largest)) => {
            let why = if reached == Ok(Ok(())) {
                " (no period to there)"
            } else {
                ""
            };
            (
                "".to_owned(),
                "".to_owned(),
                format!("heaps to {largest}{why}"),
            )
        }
        (None, None) => ("".to_owned(), "".to_owned(), "nothing".to_owned()),
    };
    format!("| {text} | {order} | {lost} | {period} | {from} | {proved} |")
}

/// Writes `docs/misere-quotients.md`, which takes a few minutes. The command is
/// `cargo test --release -p nimatron-core --lib -- --ignored the_table_of_the_docs`.
#[test]
#[ignore = "minutes; writes a page of the docs"]
fn the_table_of_the_docs() {
    let mut page: String = include_str!("misere-quotients-head.md").to_owned();
    let head =
        "| code | elements | losing | period | from heap | proved |\n|---|---|---|---|---|---|\n";
    page.push_str("## Octal games of two digits\n\n");
    page.push_str(head);
    for number in 1..64 {
        page.push_str(&table_line(&format!("0.{}{}", number / 8, number % 8)));
        page.push('\n');
    }
    page.push_str("\n## Quaternary games of three digits\n\n");
    page.push_str(head);
    for number in 1..64 {
        page.push_str(&table_line(&format!(
            "0.{}{}{}",
            number / 16,
            number / 4 % 4,
            number % 4
        )));
        page.push('\n');
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/misere-quotients.md");
    std::fs::write(path, page).unwrap();
}
