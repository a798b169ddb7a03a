use super::rule::{SumRule, by_theorem, of_piles, product};
use super::searched::{SearchedSum, search};
use super::*;
use crate::games::CATALOGUE;
use crate::games::oracle::{agrees, opened, solved};
use crate::rules::{Limits, Outcome};
use crate::solve::sums::Added;

/// Returns a position for each example and preset of the impartial games. Plays moves from each of them until at most
/// `most` positions can be reached.
fn small_parts(convention: Convention, most: usize) -> Vec<Box<dyn AnyPosition>> {
    let limits = Limits::default();
    let mut parts = Vec::new();
    for entry in CATALOGUE.iter().filter(|e| e.info.is_summand()) {
        let ids =
            std::iter::once(entry.info.example).chain(entry.setup.presets.iter().map(|p| p.1));
        for (i, id) in ids.enumerate() {
            let part = opened(id).part_id();
            let mut part = opened(&format!("{} {part}", convention.word()));
            let mut step = i + 1;
            while part
                .as_part()
                .unwrap()
                .graph(most, &limits)
                .unwrap()
                .is_none()
            {
                let moves = part.first_moves(300);
                step = step.wrapping_mul(7).wrapping_add(3);
                part.play(&moves[step % moves.len()].text).unwrap();
            }
            parts.push(part);
        }
    }
    parts
}

#[test]
fn theorems_agree_with_searching_the_whole_sum() {
    theorems_agree(11, 20);
}

#[test]
#[ignore = "the full run takes minutes without optimisation"]
fn theorems_agree_with_searching_the_whole_sum_for_all_pairs() {
    theorems_agree(1, 40);
}

fn searched_wins(sum: &Sum, searched: &SearchedSum) -> Vec<String> {
    (sum.first_moves(usize::MAX).into_iter())
        .zip(searched.product.moves(searched.verdict.len() - 1))
        .filter(|(_, (_, to))| !searched.verdict[*to].wins())
        .map(|(choice, _)| choice.text)
        .collect()
}

fn agrees_with_search(sum: &Sum, rule: &SumRule) -> SearchedSum {
    let limits = Limits::default();
    let id = sum.id();
    let searched = search(sum, 1_000_000, &limits).unwrap().unwrap();
    let last = searched.verdict[searched.verdict.len() - 1];
    assert_eq!(
        rule.loses(sum, rule.here(), &limits),
        Ok(!last.wins()),
        "{id}"
    );
    let wins = searched_wins(sum, &searched);
    for most in [0, usize::MAX] {
        let (first, count) = rule
            .winning(sum, rule.here(), most, MOST_LISTED, &limits)
            .unwrap();
        let texts: Vec<String> = first.into_iter().map(|c| c.text).collect();
        assert_eq!(
            (&texts[..], count),
            (&wins[..wins.len().min(most)], Some(wins.len() as u128)),
            "{id}"
        );
    }
    searched
}

/// Checks the theorems on sums of three small parts. Takes every `step`-th pair of parts and adds a third part.
fn theorems_agree(step: usize, most: usize) {
    let limits = Limits::default();
    for convention in [Convention::Normal, Convention::Misere] {
        let parts = small_parts(convention, most);
        let mut by_theorems = 0;
        for a in 0..parts.len() {
            for b in (a..parts.len()).step_by(step) {
                let c = (a * 5 + b * 3) % parts.len();
                let sum = Sum::new(convention, [a, b, c].map(|i| parts[i].boxed_clone()).into());
                let Some(total) = by_theorem(&sum, &limits).unwrap() else {
                    continue;
                };
                agrees_with_search(&sum, &SumRule::Added(total));
                by_theorems += 1;
            }
        }
        assert!(
            by_theorems > 0,
            "{convention:?}: no sum was decided by a theorem"
        );
    }
}

fn misere_sum(id: &str) -> Sum {
    let parts = id
        .split(" + ")
        .map(|part| opened(&format!("misere {part}")))
        .collect();
    Sum::new(Convention::Misere, parts)
}

#[test]
fn products_agree_with_searching_the_whole_sum() {
    let limits = Limits::default();
    for id in [
        "octal/0.123:7,5 + nim:3,2",
        "octal/0.123:9 + nim:1 + bash/2:7",
        "octal/0.72:6,4 + bash/3:9",
        "octal/0.75:8 + strip:000 + nim:2",
        "octal/0.75:8 + strip:000100",
        "octal/0.77:9,4 + nim:2,2",
        "row:OOOOO.OOOO + subtraction/2,3:8",
        "row:OOOOOOOOO + octal/0.77:5 + auction/3/8:1",
        "octal/0.07:9,5 + race/2/5:1 + powers/2:5",
        "octal/0.07:8 + token/a-b,a-c,b-c,d-a,d-c:d,a + nim:1",
        "octal/0.123:6 + octal/0.75:5 + nim:2",
        "octal/0.123:40 + octal/0.51:13",
        "octal/0.75:15 + octal/0.123:12",
        "octal/0.71:12 + octal/0.52:7 + nim:1",
        "own/grundy:9,6 + nim:3",
        "own/grundy:8 + octal/0.123:6 + bash/2:4",
        "star:63 + star:71",
        "star:207 + nim:3,1",
        "star:79 + octal/0.77:5",
        "rings/cube:15 + row:OOOO + bash/2:1",
    ] {
        let mut sum = misere_sum(id);
        let found = |sum: &Sum| {
            product(sum, &limits)
                .unwrap()
                .unwrap_or_else(|why| panic!("{}: {why}", sum.id()))
        };
        assert!(found(&sum).whole.found().quotient().order() > 2, "{id}");
        agrees_with_search(&sum, &SumRule::Multiplied(found(&sum)));
        for step in 0..4usize {
            let moves = sum.first_moves(usize::MAX);
            if let Some(m) = moves.get((step * 7 + 3) % moves.len().max(1)) {
                sum.play(&m.text).unwrap();
                agrees_with_search(&sum, &SumRule::Multiplied(found(&sum)));
            }
        }
    }
}

#[test]
fn winning_moves_of_heaps_under_a_period_are_counted() {
    let n = 1_000_000_000_000u64;
    for (id, count) in [
        (
            format!("octal/0.07:{n},{} + subtraction/1,3:77", n / 3),
            127_450_980_398,
        ),
        (format!("misere octal/0.77:{n} + nim:3"), 250_000_000_001),
        (
            format!("misere octal/0.123:{n} + octal/0.51:{n}"),
            500_000_000_001,
        ),
        (
            format!("misere octal/0.75:{n} + octal/0.123:12"),
            500_000_000_000,
        ),
        (
            format!("misere octal/0.71:{n},{} + nim:1", n + 1),
            583_333_333_334,
        ),
        (format!("misere octal/0.123:{n} + octal/0.77:20"), 2),
        (format!("octal/0.07:{n} + octal/0.07:{n}"), 0),
    ] {
        let found = solved(&id);
        assert_eq!(found.winning_count, Some(count), "{id}");
        assert_eq!(found.value.outcome, Outcome::won(count > 0), "{id}");
        assert!(found.best.is_some(), "{id}");
    }
}

#[test]
fn large_products_are_answered() {
    let limits = Limits::default();
    let loses = |id: &str| opened(id).outcome(&limits).unwrap() == Outcome::Loss;
    for heap in [1_000_000u64, 1_000_003, 999_998] {
        let alone = loses(&format!("misere octal/0.123:{heap},37"));
        assert_eq!(
            loses(&format!("misere octal/0.123:{heap},37 + nim:1 + bash/4:6")),
            alone,
            "{heap}"
        );
        assert_eq!(
            loses(&format!("misere octal/0.123:{heap} + octal/0.123:37")),
            alone,
            "{heap}"
        );
    }
    let stars = ["star:63"; 8].join(" + ");
    assert_eq!(
        loses(&format!("misere {stars}")),
        loses("misere nim:3,3,3,3,3,3,3,3")
    );
    assert_eq!(
        loses(&format!("misere {stars} + star:1")),
        loses("misere nim:1,3,3,3,3,3,3,3,3")
    );
    let id = "misere octal/0.123:1000000,37 + nim:3,2";
    let found = solved(id);
    for choice in found.winning.iter().take(5) {
        assert!(loses(choice.to.as_ref().unwrap()), "{}", choice.text);
    }
    assert_eq!(
        found.value.outcome == Outcome::Win,
        found.winning_count > Some(0)
    );
}

#[test]
fn sums_agree_with_a_plain_search() {
    type At = (u64, u64, u64);
    let next = |&(a, b, n): &At| -> Vec<(String, At)> {
        let mut all = Vec::new();
        for (x, y) in (0..=a).flat_map(|x| (0..=b).map(move |y| (x, y))) {
            if x + y > 0 && (x * y == 0 || x == y) {
                all.push((format!("1/{x},{y}"), (a - x, b - y, n)));
            }
        }
        all.extend((1..=n.min(2)).map(|k| (format!("2/1-{k}"), (a, b, n - k))));
        all
    };
    let positions: Vec<At> = (0..=4)
        .flat_map(|a| (0..=5).flat_map(move |b| (0..=4).map(move |n| (a, b, n))))
        .collect();
    agrees(
        &positions,
        &|(a, b, n)| format!("wythoff:{a},{b} + bash/2:{n}"),
        &next,
    );
}

#[test]
fn tame_and_kayles_parts_stay_with_their_kind() {
    let kind = |id| {
        by_theorem(&misere_sum(id), &Limits::default())
            .unwrap()
            .and_then(|total| total.misere)
    };
    assert!(matches!(kind("row:OO + row:O.OOO"), Some(Added::Kayles(_))));
    assert_eq!(kind("row:OO + star:7"), None);
}

#[test]
fn winning_moves_are_counted_past_64_bits() {
    let part = "auction/9223372036854775807/1:0";
    let sum = [part; 3].join(" + ");
    let found = solved(&sum);
    assert_eq!(found.value.outcome, Outcome::Win);
    assert_eq!(
        (found.winning_count, found.moves),
        (Some(3 * (i64::MAX as u128)), None)
    );
}

/// In small sums, a reply must be the first among the shortest wins; in large sums, it must leave a lost sum.
#[test]
fn losing_moves_are_answered() {
    let limits = Limits::default();
    for (id, is_small, least) in [
        ("subtraction/1,3,4:1,4 + boxes:4,3 + queen:0,0", true, 3),
        ("octal/0.77:4 + star:4 + subtraction/1,3,4:5", true, 3),
        ("misere row:O.OO. + strip:00000", true, 3),
        ("misere strip:20000 + bash/4:5,3", true, 3),
        ("misere powers/2:4,3 + auction/3/6:3", true, 3),
        ("misere star:1664 + chomp:3x2", true, 3),
        ("nim:40,29 + bash/7:9000", false, 50),
        (
            "misere nim:30,21 + strip:0000000 + powers/2:8000",
            false,
            50,
        ),
        ("nim:40,40 + queen:60,3", false, 50),
    ] {
        let sum = opened(id);
        let found = sum.analyse(Ask::default().with_all())(&limits).unwrap();
        assert_eq!(found.value.remoteness.is_some(), is_small, "{id}");
        let mut answered = 0;
        for m in found.legal.unwrap() {
            let (after, _) = sum.after(&m.choice.text).unwrap();
            if m.outcome == Outcome::Win || after.is_over() {
                assert_eq!(m.answer, None, "{id} {}", m.choice.text);
                continue;
            }
            let answer = m.answer.unwrap_or_else(|| panic!("{id} {}", m.choice.text));
            if is_small && answered % 3 == 0 {
                let replies = after.analyse(Ask::default().with_all())(&limits)
                    .unwrap()
                    .legal
                    .unwrap();
                let wins = replies.iter().filter(|r| r.outcome == Outcome::Win);
                let shortest = wins.min_by_key(|r| r.remoteness).unwrap();
                assert_eq!(answer, shortest.choice.text, "{id} {}", m.choice.text);
            } else if !is_small {
                let (then, _) = after.after(&answer).unwrap();
                assert_eq!(
                    then.outcome(&limits),
                    Ok(Outcome::Loss),
                    "{id} {} {answer}",
                    m.choice.text
                );
            }
            answered += 1;
        }
        assert!(answered > least, "{id}: {answered}");
    }
}

#[test]
fn the_best_defence_does_not_end_the_game() {
    let sum = opened("misere subtraction/1,3,1000001:1000001 + nim:0");
    let found = sum.analyse(Ask::default().with_all())(&Limits::default()).unwrap();
    assert_eq!(found.value.outcome, Outcome::Loss);
    let ends = |text: &str| sum.after(text).unwrap().0.is_over();
    assert!(found.legal.unwrap().iter().any(|m| ends(&m.choice.text)));
    assert!(!ends(&found.best.unwrap().text));
}

#[test]
fn a_misere_sum_that_no_rule_adds_has_no_columns() {
    assert_eq!(solved("misere star:7 + nim:1,2").figure.columns, None);
}

#[test]
fn large_piles_beside_few_other_positions() {
    let limits = Limits::default();
    for id in [
        "nim:9,5 + row:OO",
        "nim:9,8 + row:OOO.O",
        "nim:5 + strip:0000",
        "bash/9:14 + octal/0.77:5",
        "nim:17 + star:7",
        "nim:6,7,5 + strip:0000",
        "race/20/40:1 + wythoff:2,3",
    ] {
        let sum = misere_sum(id);
        let rule = SumRule::Piles(
            of_piles(&sum, &limits)
                .unwrap()
                .unwrap_or_else(|| panic!("{id}")),
        );
        let searched = agrees_with_search(&sum, &rule);
        let choices = sum.first_moves(usize::MAX);
        let next = searched.product.moves(searched.verdict.len() - 1);
        for (i, (choice, (_, to))) in choices.iter().zip(next).enumerate() {
            let mut after = sum.clone();
            after.play(&choice.text).unwrap();
            let at = rule.after(&sum, i, &choices).unwrap();
            assert_eq!(
                rule.loses(&after, at, &limits),
                Ok(!searched.verdict[to].wins()),
                "{}",
                after.id()
            );
        }
    }
    let told = |id: &str| {
        let found = solved(id);
        (
            found.value.outcome,
            found.best.unwrap().text,
            found.winning_count,
        )
    };
    let win = |m: &str, count| (Outcome::Win, m.to_owned(), count);
    assert_eq!(
        told("misere nim:100000,5 + row:OO"),
        win("1/1-99993", Some(1))
    );
    assert_eq!(
        told("misere nim:50000,6 + row:OO"),
        win("1/1-49996", Some(1))
    );
    assert_eq!(
        told("misere nim:100000 + row:OOOOOOOOO"),
        win("1/1-100000", Some(1))
    );
    let huge = 1u64 << 62;
    assert_eq!(
        told(&format!("misere nim:{huge} + row:OO + strip:000")),
        win(&format!("1/1-{}", huge - 3), Some(1))
    );
    assert_eq!(
        told(&format!("misere nim:{huge},{} + row:OO", huge + 2)).0,
        Outcome::Loss
    );
    // The theorem on large piles does not cover the sum of two piles and a row of nine stones.
    assert!(
        of_piles(&misere_sum("nim:100000,99999 + row:OOOOOOOOO"), &limits)
            .unwrap()
            .is_none()
    );
}

#[test]
fn small_misere_sums_are_searched_however_they_are_written() {
    for (orders, wins) in [
        (
            [
                "powers/20:9,3 + chomp:3,1 + powers/6:7,2",
                "chomp:3,1 + powers/20:3,9 + powers/6:2,7",
                "powers/6:7,2 + powers/20:9,3 + chomp:3,1",
                "chomp:3,1 + powers/6:2,7 + powers/20:9,3",
            ],
            Outcome::Win,
        ),
        (
            [
                "subtraction/1,2:5,3 + chomp:4,1 + subtraction/1,3:6,3,2",
                "subtraction/1,3:2,6,3 + subtraction/1,2:3,5 + chomp:4,1",
                "chomp:4,1 + subtraction/1,2:5,3 + subtraction/1,3:2,3,6",
                "chomp:4,1 + subtraction/1,3:6,3,2 + subtraction/1,2:5,3",
            ],
            Outcome::Loss,
        ),
    ] {
        let solve = |parts: &str| {
            let found = opened(&format!("misere {parts}")).value(&Limits::default());
            found.unwrap_or_else(|stop| panic!("{parts}: {stop}"))
        };
        let first = solve(orders[0]);
        assert_eq!(first.outcome, wins, "{}", orders[0]);
        for order in orders {
            assert_eq!(solve(order), first, "{order}");
        }
    }
}

/// Regression test: the order of the parts used to decide whether these sums were searched.
#[test]
#[ignore = "takes a few seconds without optimisation"]
fn misere_sums_of_some_100000_positions_are_searched() {
    for id in [
        "misere powers/20:9,3 + chomp:3,1 + powers/6:23,7,2",
        "misere chomp:3,1 + powers/6:9,3 + powers/6:23,7,2",
        "misere chomp:3,1 + powers/6:3,2,9,23,7,2",
        "misere subtraction/1,2:11,3 + chomp:6,1 + subtraction/1,3:23,7,2",
    ] {
        let found = opened(id).analyse(Ask::default())(&Limits::default());
        assert!(found.is_ok(), "{id}: {}", found.unwrap_err());
    }
}

#[test]
fn a_picked_place_leaves_the_moves_of_its_own_part() {
    let at = opened("nim:3,4 + star:1664");
    for (site, count) in [(Site::new(1, 4), 1), (Site::new(0, 10).in_part(1), 3)] {
        let found = at.choices(&[site], 99);
        assert_eq!(found.list.len(), count, "{:?}", found.list);
        let parts = found.list.iter().flat_map(|choice| &choice.sites);
        assert!(parts.into_iter().all(|place| place.part == site.part));
    }
}

#[test]
fn sums_are_searched_up_to_the_limit() {
    for id in [
        "nim:9",
        "nim:2,3",
        "nim:9 + bash/3:0",
        "nim:2,2 + row:OO",
        "bash/3:4 + row:OOO",
    ] {
        let sum = misere_sum(id);
        let all = search(&sum, 1000, &Limits::default()).unwrap();
        let count = all.unwrap().product.len();
        let is_searched = |most| {
            let found = search(&sum, most, &Limits::default()).unwrap();
            found.is_some()
        };
        assert!(is_searched(count), "{id}: {count}");
        assert!(!is_searched(count - 1), "{id}: {count}");
    }
}

/// The reason mentions the end of the game only while a value of 2 or more remains.
#[test]
fn a_nim_sum_of_0_is_said_to_be_left_until_piles_of_1_remain() {
    for (id, to, warned) in [
        ("misere nim:3,4,5 + nim:1", 1, false),
        ("misere nim:2,0,5 + strip:0", 1, false),
        ("misere nim:2,2 + nim:1,4", 0, false),
        ("misere nim:3,3,3 + nim:2", 2, true),
        ("misere nim:5 + nim:3", 3, true),
    ] {
        let found = solved(id);
        let said = format!("This game then has value {to}, so the nim-sum is 0.");
        let reason = (found.reasons.iter()).find(|reason| reason.text.contains(&said));
        let reason = reason.unwrap_or_else(|| panic!("{id}: {:?}", found.reasons));
        let end = "Near the end, leave an odd number of 1s.";
        assert_eq!(reason.text.ends_with(end), warned, "{id}: {}", reason.text);
    }
}
