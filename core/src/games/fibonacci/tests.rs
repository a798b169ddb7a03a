use crate::games::oracle::{agrees, canonical, opened, refused, solved, typed};
use crate::rule::numbers::{is_fibonacci, zeckendorf};

const MAX: u64 = i64::MAX as u64;

#[test]
fn agrees_with_a_plain_search() {
    let positions: Vec<(u64, u64)> = (0..=60)
        .flat_map(|n| (0..=n).map(move |l| (n, l)))
        .collect();
    let id = |(n, l): &(u64, u64)| format!("fibonacci:{n},{l}");
    let next = |&(n, l): &(u64, u64)| -> Vec<(String, (u64, u64))> {
        (1..=l)
            .map(|k| (format!("-{k}"), (n - k, (2 * k).min(n - k))))
            .collect()
    };
    agrees(&positions, &id, &next);
}

#[test]
fn sums_are_of_numbers_that_are_no_neighbours() {
    for n in (1..5000).chain([MAX, 7_540_113_804_746_346_429]) {
        let parts = zeckendorf(n);
        assert_eq!(parts.iter().sum::<u64>(), n);
        assert!(parts.iter().all(|&part| is_fibonacci(part)), "{n}");
        assert!(parts.windows(2).all(|w| w[0] > 2 * w[1]), "{n}");
    }
}

#[test]
fn the_largest_position() {
    let found = solved(&format!("fibonacci:{MAX},{MAX}"));
    assert_eq!(
        (found.moves, found.winning.last().unwrap().text.clone()),
        (Some(MAX), format!("-{MAX}"))
    );
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
    canonical(&[
        ("fibonacci:2", "fibonacci:2,1"),
        ("Fibonacci:020", "fibonacci:20,19"),
        ("fibonacci:7,99", "fibonacci:7,7"),
        ("fibonacci:0,4", "fibonacci:0,0"),
    ]);
    let none = ["-7", "-0", "", "-", "+2", "--2", "-21"];
    typed(
        "fibonacci:20,6",
        &[("-2", "-2"), (" 6 ", "-6"), ("- 03", "-3")],
        &none,
    );
}

#[test]
fn an_illegal_move_is_told_which_ones_there_are() {
    for (id, text, expected) in [
        ("fibonacci:9,1", "-3", "the limit is 1; expected -1"),
        ("fibonacci:9,4", "-5", "the limit is 4; expected -1 to -4"),
    ] {
        let error = opened(id).legal(text).unwrap_err().to_string();
        assert!(error.ends_with(expected), "{error}");
    }
}

#[test]
fn positions_are_sketched_from_their_state() {
    let at = opened("fibonacci:9,4");
    let sketched = at.sketch("5,2").unwrap().scene.picture;
    assert_eq!(sketched, opened("fibonacci:5,2").scene().picture);
}
