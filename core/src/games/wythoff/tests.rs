use super::pairs::{loses, lower_of_difference, partner};
use super::stack_marks;
use crate::games::oracle::{agrees, opened, refused, solved, typed};
use crate::rules::Outcome::Loss;
use crate::rules::{Convention, FigureMark, Picture, Site};

fn moves(&(a, b): &(u64, u64)) -> Vec<(String, (u64, u64))> {
    let mut all = Vec::new();
    for x in 0..=a {
        for y in 0..=b {
            if x + y > 0 && (x * y == 0 || x == y) {
                all.push((format!("{x},{y}"), (a - x, b - y)));
            }
        }
    }
    all
}

#[test]
fn agrees_with_a_plain_search() {
    let positions: Vec<(u64, u64)> = (0..=22)
        .flat_map(|a| (0..=22).map(move |b| (a, b)))
        .collect();
    for word in ["wythoff", "queen"] {
        let id = |(a, b): &(u64, u64)| format!("{word}:{a},{b}");
        agrees(&positions, &id, &moves);
    }
}

/// A pair loses if neither of its numbers nor its difference occurs in a smaller losing pair.
#[test]
fn losing_pairs_agree_with_crossing_out() {
    const N: u64 = 700;
    for convention in [Convention::Normal, Convention::Misere] {
        let mut numbers = vec![None; 2 * N as usize];
        let mut differences = vec![None; N as usize];
        for a in 0..N {
            for b in a..N {
                let free = numbers[a as usize].is_none()
                    && numbers[b as usize].is_none()
                    && differences[(b - a) as usize].is_none();
                // In misère play, the player to move wins if both piles are empty.
                let lost = free && !(convention == Convention::Misere && b == 0);
                assert_eq!(loses(a, b, convention), lost, "{a} {b} {convention:?}");
                assert_eq!(loses(b, a, convention), lost);
                if lost {
                    numbers[a as usize] = Some(b);
                    numbers[b as usize] = Some(a);
                    differences[(b - a) as usize] = Some(a);
                }
            }
        }
        for n in 0..N {
            if let Some(other) = numbers[n as usize] {
                assert_eq!(partner(n, convention), other, "{n} {convention:?}");
            }
            let low = differences[n as usize];
            for most in [0, 1, 2, n, n + 1, N - 1] {
                let known = low.filter(|&l| l <= most);
                if low.is_some() {
                    assert_eq!(
                        lower_of_difference(n, convention, most),
                        known,
                        "{n} {convention:?} {most}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_largest_numbers_stay_exact() {
    const MAX: u64 = i64::MAX as u64;
    for n in [
        MAX,
        MAX - 1,
        MAX / 2,
        5_700_357_409_661_599_241,
        1 << 62,
        3,
        4,
        5,
    ] {
        for convention in [Convention::Normal, Convention::Misere] {
            let other = partner(n, convention);
            assert!(loses(n, other, convention), "{n}");
            assert!(
                !loses(n, other + 1, convention) && !loses(n + 1, other, convention),
                "{n}"
            );
            assert_eq!(
                lower_of_difference(n.abs_diff(other), convention, MAX),
                Some(n.min(other)).filter(|&l| l <= MAX)
            );
            let a_k = lower_of_difference(n, convention, u64::MAX - 1);
            assert!(
                a_k.is_some_and(|a| u128::from(a) < 2 * u128::from(n)),
                "{n}"
            );
        }
    }
    let found = solved(&format!("wythoff:{MAX},{MAX}"));
    assert_eq!((found.moves, found.winning_count), (None, Some(3)));
    let texts: Vec<&str> = found.winning.iter().map(|c| c.text.as_str()).collect();
    let other = partner(MAX, Convention::Normal);
    assert!(other < MAX);
    assert_eq!(
        texts,
        [
            format!("0,{}", MAX - other),
            format!("{},0", MAX - other),
            format!("{MAX},{MAX}")
        ]
    );
    let found = solved(&format!("queen:{MAX},{other}"));
    assert_eq!(
        (
            found.value.outcome,
            found.value.grundy,
            found.value.remoteness
        ),
        (Loss, Some(0), None)
    );
    assert!(found.best.is_some());
}

#[test]
fn notation_and_pointing() {
    refused(&[
        ("wythoff:", 9),
        ("wythoff:3", 10),
        ("wythoff:3,", 11),
        ("wythoff:3,4,5", 12),
        ("wythoff/2:3,4", 9),
        ("queen:3,9223372036854775808", 9),
        ("queen:a,1", 7),
    ]);
    let none = ["0,0", "6,0", "0,9", "2,3", "2", "1,1,1", ",", "6,6"];
    typed(
        "wythoff:5,8",
        &[("2,0", "2,0"), (" 0 , 8", "0,8"), ("03,3", "3,3")],
        &none,
    );
    // Choosing one stone leaves two possible moves; choosing a stone in each pile leaves one move.
    let table = opened("wythoff:5,8");
    let both = table.legal("2,2").unwrap().sites;
    assert_eq!(table.choices(&both[..1], 9).list.len(), 2);
    assert_eq!(table.choices(&both, 9).list.len(), 1);
}

#[test]
fn a_queen_far_away_is_drawn_as_two_piles() {
    let picture = |id: &str| opened(id).scene().picture;
    for id in ["queen:20,3", "queen:0,20"] {
        assert!(matches!(picture(id), Picture::Squares(_)), "{id}");
    }
    for id in ["queen:21,3", "queen:0,21"] {
        assert!(matches!(picture(id), Picture::Piles(_)), "{id}");
    }
    let notes = opened("queen:21,3").scene().notes;
    assert_eq!(notes, ["The queen is on column 21, row 3."]);
}

#[test]
fn stacks_are_marked_where_they_leave_a_losing_pair() {
    let lost = |a: u64, b: u64| -> Vec<Site> {
        let marks = stack_marks((a, b), Convention::Normal).into_iter();
        marks
            .filter_map(|mark| match mark {
                FigureMark::Losing(site) => Some(site),
                _ => None,
            })
            .collect()
    };
    assert_eq!(lost(1, 2), [Site::new(0, 1), Site::new(1, 2)]);
    assert_eq!(lost(4, 2), [Site::new(0, 1)]);
    assert_eq!(lost(0, 9), []);
}

#[test]
fn examples_show_each_kind_of_move() {
    let examples = opened("wythoff:5,8").examples();
    let texts: Vec<&str> = examples
        .iter()
        .filter_map(|e| e.split(' ').next())
        .collect();
    assert_eq!(texts, ["0,1", "1,0", "1,1"]);
    assert_eq!(opened("star:7").examples().len(), 2);
    assert_eq!(opened("row:OOO").examples().len(), 2);
    assert_eq!(opened("octal/0.77:9").examples().len(), 2);
}

#[test]
fn random_numbers_reach_the_larger_limit() {
    for (word, least) in [("wythoff", 0), ("queen", 0), ("boxes", 1), ("ferguson", 1)] {
        let form = crate::games::find(word).unwrap().setup;
        let random = |numbers: &str, pick: &mut dyn FnMut(u64) -> u64| {
            form.random_id(&[numbers.to_owned()], pick).unwrap()
        };
        assert_eq!(random("3,7", &mut |_| 0), format!("{word}:{least},{least}"));
        assert_eq!(random("3,7", &mut |n| n - 1), format!("{word}:7,7"));
        let next = least + 1;
        assert_eq!(
            random(&format!("{least},{least}"), &mut |n| n - 1),
            format!("{word}:{next},{next}")
        );
    }
}
