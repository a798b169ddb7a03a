use crate::games::oracle::{agrees, opened, refused, solved, typed};

#[test]
fn races_agree_with_a_plain_search() {
    for most in [1, 2, 3, 7, 10, 40] {
        for goal in [0, 1, 2, 5, 7, 21, 30] {
            let positions: Vec<u64> = (0..=goal).collect();
            let id = |at: &u64| format!("race/{most}/{goal}:{at}");
            let next = |at: &u64| -> Vec<(String, u64)> {
                (1..=most)
                    .filter(|k| at + k <= goal)
                    .map(|k| (format!("+{k}"), at + k))
                    .collect()
            };
            agrees(&positions, &id, &next);
        }
    }
}

#[test]
fn auctions_agree_with_a_plain_search() {
    for most in [1, 2, 3, 7, 40] {
        for goal in [1, 2, 5, 30] {
            let positions: Vec<u64> = (0..=goal).collect();
            let id = |at: &u64| format!("auction/{most}/{goal}:{at}");
            let next = |&at: &u64| -> Vec<(String, u64)> {
                let most = if at < goal { most } else { 0 };
                (1..=most)
                    .map(|k| (format!("+{k}"), (at + k).min(goal)))
                    .collect()
            };
            agrees(&positions, &id, &next);
        }
    }
}

#[test]
fn more_bids_than_can_be_listed() {
    let found = solved("auction/9223372036854775807/5:2");
    assert_eq!(found.moves, Some(i64::MAX as u64));
    assert_eq!(found.winning_count, Some(i64::MAX as u128 - 2));
    assert_eq!(
        (found.winning.len(), found.winning[0].text.as_str()),
        (1000, "+3")
    );
    assert_eq!(
        found.winning[999].to.as_deref(),
        Some("auction/9223372036854775807/5:5")
    );
    assert_eq!(
        (found.best.unwrap().text.as_str(), found.value.remoteness),
        ("+3", Some(1))
    );
    let found = solved("misere auction/9223372036854775807/1:0");
    assert_eq!(
        (found.winning_count, found.best.unwrap().text.as_str()),
        (Some(0), "+1")
    );
    let found = solved("race/4611686018427387903/9223372036854775807:0");
    assert_eq!(
        (found.winning_count, found.winning[0].text.as_str()),
        (Some(1), "+4611686018427387903")
    );
}

#[test]
fn notation() {
    refused(&[
        ("race:0", 5),
        ("race/3:0", 7),
        ("race/0/21:0", 6),
        ("race/3/21/1:0", 11),
        ("race/3/21:22", 11),
        ("auction/3/0:0", 11),
        ("auction/3/9:10", 13),
        ("auction/3/9:-1", 13),
    ]);
    let none = ["+3", "+4", "+0", "0", "-1", "", "+", "++1", "1+1"];
    typed("race/3/21:19", &[(" 2 ", "+2"), ("+ 1", "+1")], &none);
    // All raises of 2 or more end on the last cell.
    let position = opened("auction/5/9:7");
    let last = position.legal("+3").unwrap().sites;
    let texts: Vec<String> = position
        .choices(&last, 9)
        .list
        .into_iter()
        .map(|c| c.text)
        .collect();
    assert_eq!(texts, ["+2", "+3", "+4", "+5"]);
}
