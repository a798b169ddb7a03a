//! Helpers for the tests of all pile games, and tests of the notation of piles.

use crate::games::oracle::{agrees_in_part, opened, refused, solved, typed};
use crate::games::pieces::in_tinted_rounds;
use crate::rules::{FigureMark, MAX_NUMBER, with_commas};

/// Compares a pile game with a plain search. Each of the `boxes` gives the maximum size of each pile, and all positions
/// within these sizes are compared: every third position in full, the remaining positions only by outcome.
pub(crate) fn agrees_with_plain_search(
    word: &str,
    amounts: &dyn Fn(u64) -> Vec<u64>,
    boxes: &[&[u64]],
) {
    let mut positions = Vec::new();
    for most in boxes {
        let mut piles = vec![0; most.len()];
        loop {
            positions.push(piles.clone());
            let Some(i) = piles.iter().zip(*most).position(|(n, m)| n < m) else {
                break;
            };
            piles[i] += 1;
            piles[..i].fill(0);
        }
    }
    let id = |piles: &Vec<u64>| format!("{word}:{}", with_commas(piles));
    let next = |piles: &Vec<u64>| {
        let mut next = Vec::new();
        for (i, &n) in piles.iter().enumerate() {
            for k in amounts(n) {
                let mut to = piles.clone();
                to[i] -= k;
                next.push((format!("{}-{k}", i + 1), to));
            }
        }
        next
    };
    agrees_in_part(&positions, 3, &id, &next);
}

#[test]
fn ids_that_do_not_read_name_the_column() {
    refused(&[
        ("nim", 1),
        ("nim:", 5),
        ("nim:3,", 7),
        ("nim:3,x", 7),
        ("nim:3,-1", 7),
        ("nim:9223372036854775808", 5),
        ("nim/2:3", 5),
        ("nim:3;4", 6),
        ("misere nim:3,4,5 6", 17),
    ]);
}

#[test]
fn moves_as_typed() {
    typed(
        "nim:9",
        &[
            ("4", "1-4"),
            ("-4", "1-4"),
            ("1-4", "1-4"),
            (" 1 - 04 ", "1-4"),
        ],
        &[],
    );
    let none = [
        "2",
        "0-1",
        "4-1",
        "2-1",
        "3-4",
        "1-0",
        "1-",
        "-1",
        "",
        "1-1-1",
        "1-99999999999999999999",
    ];
    typed("nim:9,0,3", &[("3-2", "3-2")], &none);
}

#[test]
fn piles_too_large_to_list() {
    let id = "nim:9223372036854775807,9223372036854775806";
    assert_eq!(opened(id).count_moves(), None);
    let found = solved(id);
    assert_eq!(
        (found.winning_count, found.value.remoteness),
        (Some(1), None)
    );
    assert_eq!(found.winning[0].text, "1-1");
    // Only the first 10,000 moves are compared to find the best move. After each of these moves there is exactly one
    // winning reply, so the first move is chosen.
    let id = "nim:9223372036854775807,9223372036854775807";
    let found = solved(id);
    assert_eq!(found.best.unwrap().text, "1-1");
}

#[test]
fn sizes_that_do_not_read_are_refused_by_the_form() {
    let form = crate::games::find("nim").unwrap().setup;
    let random = |text: &str| form.random_id(&[text.to_owned()], &mut |n| n - 1);
    assert_eq!(random("3, 5").unwrap(), "nim:5,5");
    let error = random("3,x").unwrap_err().to_string();
    assert_eq!(
        error,
        "Piles: numbers separated by commas, such as 7 or 7,9 is expected, not \"3,x\""
    );
}

#[test]
fn rounds_have_two_tints_by_turns() {
    let tints: Vec<u8> = (in_tinted_rounds(0, 13, 4, 1).iter())
        .filter_map(|mark| {
            if let FigureMark::Tint { tint, .. } = mark {
                Some(*tint)
            } else {
                None
            }
        })
        .collect();
    assert_eq!(tints, [0, 1, 0]);
}

#[test]
fn random_piles_are_at_most_four_times_the_largest_move() {
    let random = |most: u64| {
        let at = opened(&format!("bash/{most}:5"));
        at.random_position(&mut |n| n - 1).map(|at| at.id())
    };
    for most in [20, 1000, MAX_NUMBER / 4 - 1] {
        let pile = 4 * most;
        let three = format!("bash/{most}:{pile},{pile},{pile}");
        assert_eq!(random(most), Some(three), "{most}");
    }
}
