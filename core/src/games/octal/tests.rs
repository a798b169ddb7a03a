use super::*;
use crate::erased::Ask;
use crate::games::oracle::{
    Search, agrees, canonical, octal_moves, opened, refused, ruleset, typed,
};
use crate::games::prelude::*;
use crate::rules::Outcome::{Loss, Win};
use crate::solve::winning;

fn game(convention: Convention, code: &str) -> Octal {
    ruleset::<Octal>(convention, &[code]).unwrap()
}

fn id(code: &str, at: &[u64]) -> String {
    format!("octal/{code}:{}", with_commas(at))
}

#[test]
fn agrees_with_a_plain_search() {
    let mut positions: Vec<Vec<u64>> = (0..=12).map(|n| vec![n]).collect();
    positions.extend((0..=5).flat_map(|a| (0..=6).map(move |b| vec![a, b])));
    positions.extend([
        vec![2, 0, 3],
        vec![1, 1, 1, 1],
        vec![3, 1, 4],
        vec![2, 2, 5],
    ]);
    for code in [
        "0.77", "0.07", "0.137", "0.6", "0.3", "0.4", "0.1", "0.007", "0.2", "0.45", "0.0",
        "0.1337", "4.0", "4.7",
    ] {
        agrees(&positions, &|at| id(code, at), &|at| octal_moves(code, at));
    }
}

#[test]
fn replies_are_those_that_win() {
    for (convention, code, at) in [
        (Convention::Normal, "0.77", vec![40, 40, 9, 9]),
        (Convention::Misere, "0.77", vec![40, 40]),
        (Convention::Misere, "0.77", vec![25, 20, 9, 5]),
        (Convention::Normal, "0.06", vec![33, 33, 8]),
    ] {
        let game = game(convention, code);
        for m in &game.moves(&at) {
            game.agrees_with_all_moves(&game.play(&at, &m));
        }
    }
}

impl Octal {
    fn loses_after(&self, at: &HeapSizes, m: &HeapMove) -> bool {
        self.outcome(&self.play(at, m), &Limits::default()) == Ok(Loss)
    }

    fn agrees_with_all_moves(&self, at: &HeapSizes) {
        let limits = Limits::default();
        let wins: Vec<HeapMove> = self
            .moves(at)
            .iter()
            .filter(|m| self.loses_after(at, m))
            .collect();
        for most in [0, 1, 30, usize::MAX] {
            let beside = Beside {
                most,
                ..Beside::nothing(&limits)
            };
            let found = self.moves_to(at, Win, beside).unwrap();
            let first = found.first_of(most);
            assert_eq!(first, wins[..wins.len().min(most)], "{at:?}");
            let count = found.len().unwrap_or(u128::MAX);
            assert!(count == wins.len() as u128 || wins.len() > most, "{at:?}");
            assert!(found.iter().all(|m| wins.contains(&m)), "{at:?}");
        }
        assert_eq!(
            self.outcome(at, &limits).unwrap() == Win,
            !wins.is_empty(),
            "{at:?}"
        );
    }
}

#[test]
fn misere_heaps_of_any_size() {
    let solve = |id: &str| opened(id).analyse(Ask::default())(&Limits::default());
    // Positions of more than 30 stones are decided by the misère quotient. In the quotient of 0.123, the elements of
    // heaps have period 5.
    for (heaps, same) in [("1000000007,12,3", "12,12,3"), ("9,9,9,9,9", "9,9,9")] {
        let [large, small] =
            [heaps, same].map(|heaps| solve(&format!("misere octal/0.123:{heaps}")).unwrap());
        assert_eq!(large.value.outcome, small.value.outcome, "{heaps}");
        assert_eq!(large.value.remoteness, None);
        assert_eq!(large.winning_count > Some(0), large.value.outcome == Win);
        assert!(
            large
                .reasons
                .iter()
                .all(|reason| reason.text.chars().count() <= 160)
        );
    }
    assert!(solve("misere octal/0.07:20,20").is_ok());
    let refused = solve("misere octal/0.07:300").unwrap_err().to_string();
    assert!(
        refused.contains("300 stones are too many to search"),
        "{refused}"
    );
    assert!(
        opened("octal/0.07:9223372036854775807")
            .count_moves()
            .is_some()
    );
    assert_eq!(
        opened("octal/0.77:9223372036854775807,9223372036854775807").count_moves(),
        None
    );
}

#[test]
fn small_quotients_prove_their_periods() {
    for (code, from, length) in [("0.7211", 16, 4), ("0.144", 12, 10)] {
        let theory = game(Convention::Misere, code).theory(1000, &Limits::default());
        let period = theory.unwrap().period.map(|period| period.repeat);
        assert_eq!(period, Some(Repeat { from, length }), "{code}");
    }
}

#[test]
fn heaps_of_any_size_under_a_proved_period() {
    let limits = Limits::default();
    for code in [
        "0.07", "0.177", "0.137", "0.15", "0.123", "0.3", "4.7", "4.07",
    ] {
        let game = game(Convention::Normal, code);
        assert!(
            game.theory(10_000, &limits).unwrap().period.is_some(),
            "{code}"
        );
        for at in [vec![700], vec![333, 401], vec![5, 300, 77]] {
            game.agrees_with_all_moves(&at);
        }
        for at in [vec![100_001], vec![i64::MAX as u64, 1_000_000_007, 12]] {
            let found = winning(&game, &at, &limits).unwrap();
            let legal = game.moves(&at);
            let wins = |m: &HeapMove| legal.contains(m) && game.loses_after(&at, m);
            assert!(found.iter().take(50).all(|m| wins(&m)));
            assert_eq!(
                !found.is_empty(),
                game.outcome(&at, &limits) == Ok(Win),
                "{code} {at:?}"
            );
        }
    }
}

/// Reducing a heap by multiples of the period leaves the outcome unchanged.
#[test]
fn the_sizes_of_heaps_may_add_up_to_any_number() {
    let limits = Limits::default();
    for ruleset in [
        "octal/0.77",
        "octal/0.07",
        "misere octal/0.77",
        "misere octal/0.123",
    ] {
        let repeat = opened(&format!("{ruleset}:20"))
            .theory(2000, &limits)
            .unwrap();
        let repeat = repeat.period.map_or(
            Repeat {
                from: 71,
                length: 12,
            },
            |p| p.repeat,
        );
        let mut outcomes = [0, 0];
        for last in 0..24 {
            let large = [i64::MAX as u64, i64::MAX as u64 - 5, i64::MAX as u64 - last];
            let at = |heaps: [u64; 3]| {
                opened(&format!(
                    "{ruleset}:{}",
                    heaps.map(|n| n.to_string()).join(",")
                ))
            };
            let [large, small] = [at(large), at(large.map(|n| repeat.least(n)))];
            let all = large.analysed(Ask::default(), &limits).unwrap();
            assert_eq!(
                all.value.outcome,
                small.outcome(&limits).unwrap(),
                "{ruleset} {last}"
            );
            assert_eq!(all.winning.is_empty(), all.value.outcome == Loss);
            outcomes[usize::from(all.value.outcome == Win)] += 1;
        }
        assert!(outcomes[1] > 0, "{ruleset}");
    }
}

/// In 4.77, a move may also split a heap without taking stones. Heaps of 4 and 9, which lose in misère Kayles,
/// therefore win in 4.77.
#[test]
fn kayles_with_splits_is_not_kayles() {
    let outcome = |id: &str| opened(id).outcome(&Limits::default());
    for (id, expected) in [
        ("misere octal/4.77:4", Win),
        ("misere octal/4.77:9", Win),
        ("misere octal/4.77:4,5", Win),
        ("misere octal/0.77:4", Loss),
        ("misere octal/0.77:9", Loss),
    ] {
        assert_eq!(outcome(id), Ok(expected), "{id}");
    }
    assert!(!game(Convention::Normal, "4.77").is_kayles());
    for at in [vec![4], vec![3, 9], vec![2, 5, 7]] {
        game(Convention::Normal, "4.77").agrees_with_all_moves(&at);
    }
}

#[test]
fn splits_that_take_nothing() {
    let game = game(Convention::Normal, "4.7");
    let moves = [
        ("1-0:3,4", "1-0:3,4"),
        ("0:5,2", "1-0:2,5"),
        ("1", "1-1"),
        ("1-1:2,4", "1-1:2,4"),
    ];
    typed(
        "octal/4.7:7",
        &moves,
        &["0", "1-0", "0:7", "0:3,3", "2", "0:0,7"],
    );
    let site = |item| crate::rules::Site::new(0, item);
    let at = vec![7];
    let position = opened("octal/4.7:7");
    let at_sites = |picked: &[Site]| {
        let list = position.choices(picked, 9).list;
        list.into_iter()
            .map(|choice| choice.text)
            .collect::<Vec<_>>()
    };
    assert_eq!(at_sites(&[site(3), site(4)]), ["1-0:3,4"]);
    assert_eq!(at_sites(&[site(1), site(2)]), ["1-0:1,6"]);
    assert_eq!(at_sites(&[site(4), site(5)]), [""; 0]);
    for m in &game.moves(&at) {
        let text = game.move_text(&at, &m);
        assert!(at_sites(&game.sites(&at, &m)).contains(&text), "{m:?}");
    }
    let first = game.moves(&at).first().unwrap();
    let [split, both] = [
        game.move_in_words(&at, &first),
        game.move_in_words(&vec![7, 7], &first),
    ];
    assert_eq!(
        [&*split, &*both],
        [
            "split the heap into 1 and 6",
            "split a heap of 7 into 1 and 6"
        ]
    );
    assert_eq!(
        game.rule_lines(),
        [
            "split a heap into two heaps",
            "take 1 from a heap and, if you like, split the rest into two heaps"
        ]
    );
    assert_eq!(
        opened("octal/4.0:7").legal("0").unwrap_err().to_string(),
        "\"0\" cannot be played: a move that takes nothing splits the heap in two; expected split a heap into two heaps"
    );
}

#[test]
fn winning_moves_by_elements() {
    for (code, at) in [
        ("0.123", vec![31]),
        ("0.123", vec![22, 14, 9, 9]),
        ("0.75", vec![40, 7]),
        ("0.3", vec![61, 60, 2]),
    ] {
        game(Convention::Misere, code).agrees_with_all_moves(&at);
    }
    for (code, all) in [
        ("0.07", [vec![9, 8], vec![17], vec![6, 6, 4], vec![]]),
        (
            "0.123",
            [vec![16, 15], vec![20, 11], vec![11, 11, 9], vec![33]],
        ),
    ] {
        let next = |at: &Vec<u64>| octal_moves(code, at);
        let game = game(Convention::Misere, code);
        let mut plain = Search::new(true, &next);
        for at in all {
            let outcome = game.outcome(&at, &Limits::default());
            assert_eq!(
                outcome,
                Ok(Outcome::won(plain.value(&at).wins)),
                "{code} {at:?}"
            );
        }
    }
}

#[test]
fn ids_and_moves_read() {
    refused(&[
        ("octal:3", 6),
        ("octal/77:3", 7),
        ("octal/0.:3", 9),
        ("octal/:3", 7),
        ("octal/0.78:3", 10),
        ("octal/0.7-:3", 10),
        (&format!("octal/0.{}:3", "7".repeat(257)), 265),
        ("octal/0.7/1:3", 11),
        ("octal/0.7:3,", 13),
    ]);
    canonical(&[
        ("octal/0.7700:9", "octal/0.77:9"),
        ("octal/0.0:9", "octal/0.0:9"),
        ("octal/4.00:9", "octal/4.0:9"),
        ("octal/4.70:9", "octal/4.7:9"),
    ]);
    let moves = [
        ("2", "1-2"),
        ("-2", "1-2"),
        ("1-2:4,3", "1-2:3,4"),
        (" 2 : 3 , 4 ", "1-2:3,4"),
    ];
    let none = [
        "",
        "3",
        "0",
        "2-1",
        "1-2:3,5",
        "1-2:7,0",
        "1-2:7",
        "1-2:3,4,5",
        "1-2:",
        "1:18446744073709551615,1",
    ];
    typed("octal/0.77:9", &moves, &none);
    assert_eq!(
        opened("octal/0.07:9").legal("1").unwrap_err().to_string(),
        "\"1\" cannot be played: 1 may not be taken; expected take 2 from a heap and, if you like, split the rest into two heaps"
    );
}

#[test]
fn moves_can_be_typed_shorter() {
    let moves = [
        ("2-2:9,1", "2-2:1,9"),
        ("2:1,9", "2-2:1,9"),
        ("-2:3,4", "1-2:3,4"),
        ("2-2:4", "2-2:4,6"),
    ];
    typed(
        "octal/0.07:9,12",
        &moves,
        &["1-2:7", "2", "2:", "2:5", "3-2", "1-2:10", "2-2:1,9,1"],
    );
}

/// Every move in 0.07 takes two stones, so choosing the top stone must not pick a move that takes only this stone.
#[test]
fn the_top_stone_of_a_huge_heap_is_picked_at_once() {
    let size = i64::MAX as u64;
    let position = opened(&format!("octal/0.07:{size}"));
    let picked = |below: u64| position.choices(&[Site::new(0, size - below)], 9);
    assert_eq!(picked(0).list, []);
    assert_eq!(picked(1).list.len(), 9);
}

#[test]
fn kayles_of_any_size() {
    let most = i64::MAX as u64;
    for convention in [Convention::Normal, Convention::Misere] {
        let game = game(convention, "0.77");
        for at in [
            vec![200],
            vec![53, 9],
            vec![52, 20, 1],
            vec![301, 4, 4, 300],
            vec![1, 17, 25, 12],
            vec![700],
        ] {
            game.agrees_with_all_moves(&at);
        }
        let prefix = if convention == Convention::Misere {
            "misere "
        } else {
            ""
        };
        let analyse = |heaps: String| {
            opened(&format!("{prefix}octal/0.77:{heaps}")).analyse(Ask::default())(
                &Limits::default(),
            )
        };
        let found = analyse(format!("{most},9,9")).unwrap();
        assert_eq!(found.value.outcome, Win);
        assert_eq!(found.winning.len(), 1000);
        // Two equal heaps lose in both conventions, because the exceptions of misère Kayles have smaller heaps.
        let found = analyse(format!("{most},{most}")).unwrap();
        assert_eq!((found.value.outcome, found.winning_count), (Loss, Some(0)));
        assert!(found.best.is_some());
        let found = analyse(format!("{most},{most},{most}")).unwrap();
        assert_eq!(found.value.outcome, Win);
    }
}

#[test]
fn many_amounts_are_told_by_the_first_and_the_last() {
    let rule = |code| game(Convention::Normal, code).rule_lines();
    assert_eq!(
        rule("0.3333333333"),
        ["take 1, 2, 3, ... or 10 from a heap"]
    );
    assert_eq!(
        rule("0.33333333"),
        ["take 1, 2, 3, 4, 5, 6, 7 or 8 from a heap"]
    );
}

#[test]
fn a_reply_on_an_equal_heap_is_on_another_one() {
    let game = game(Convention::Normal, "0.77");
    let take = |heap, amount| HeapMove {
        heap,
        amount,
        split: None,
    };
    let said = |at: &[u64], m, reply| game.reply_in_words(&at.to_vec(), &m, &reply);
    assert_eq!(
        said(&[3, 3], take(0, 1), take(1, 1)),
        "take 1 from the other heap of 3"
    );
    assert_eq!(
        said(&[3, 3, 3], take(0, 1), take(1, 1)),
        "take 1 from another heap of 3"
    );
    assert_eq!(
        said(&[4, 3], take(0, 1), take(1, 1)),
        "take 1 from a heap of 3",
        "both are of 3 now"
    );
    assert_eq!(
        said(&[5, 3, 1], take(0, 1), take(1, 1)),
        "take 1 from the heap of 3"
    );
}

#[test]
fn the_digits_of_a_code_say_how_much_a_move_takes_at_most() {
    for (id, most) in [
        ("octal/0.7:9", 1),
        ("octal/0.77:9", 2),
        ("octal/0.123:9", 3),
        ("octal/4.77777:9", 5),
    ] {
        assert_eq!(opened(id).facts().pieces.most_taken, Some(most), "{id}");
    }
}
