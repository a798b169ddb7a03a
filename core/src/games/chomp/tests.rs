use std::collections::BTreeSet;

use super::shapes::{MOST_SHAPES, Outcomes, ShapeTable, ShapeValues, shapes};
use super::*;
use crate::games::oracle::{agrees, canonical, refused, ruleset, solved};
use crate::games::prelude::*;

fn game(convention: Convention) -> Chomp {
    ruleset::<Chomp>(convention, &[]).unwrap()
}

fn bar(text: &str) -> Bar {
    game(Convention::Misere)
        .parse_state(Text::new(text))
        .unwrap()
}

type SquareSet = BTreeSet<(u16, u16)>;

fn bites(left: &SquareSet) -> Vec<(String, SquareSet)> {
    let after = |b: &(u16, u16)| {
        left.iter()
            .copied()
            .filter(|s| s.0 < b.0 || s.1 < b.1)
            .collect()
    };
    left.iter()
        .map(|b| (format!("{},{}", b.0 + 1, b.1 + 1), after(b)))
        .collect()
}

fn bars(rows: u16, columns: u16) -> Vec<Bar> {
    let mut all = vec![Vec::new()];
    let mut grown: Vec<Vec<u16>> = all.clone();
    for _ in 0..rows {
        grown = (grown.iter())
            .flat_map(|b| {
                let most = b.last().copied().unwrap_or(columns);
                (1..=most).map(move |l| b.iter().copied().chain([l]).collect())
            })
            .collect();
        all.extend(grown.iter().cloned());
    }
    all.into_iter().map(Bar::new).collect()
}

fn squares(bar: &Bar) -> SquareSet {
    (0..)
        .zip(bar.rows())
        .flat_map(|(r, &l)| (0..l).map(move |c| (r, c)))
        .collect()
}

fn id_of(left: &SquareSet) -> String {
    let rows = (0..5u16).map(|row| left.range((row, 0)..(row + 1, 0)).count());
    format!("chomp:{}", with_commas(&rows.collect::<Vec<_>>()))
}

#[test]
fn every_bar_to_5x6_agrees_with_a_plain_search_in_both_conventions() {
    let all = bars(5, 6);
    assert_eq!(all.len() as u64, shapes(&[6; 5]));
    let sets: Vec<SquareSet> = all.iter().map(squares).collect();
    agrees(&sets, &id_of, &bites);
}

#[test]
fn both_tables_agree_and_any_root_gives_the_same() {
    let limits = Limits::default();
    let wide = Outcomes::build(&[7; 7], &limits).unwrap();
    let hook = Outcomes::build(&[7, 6, 6, 3, 3, 1], &limits).unwrap();
    let values = ShapeValues::build(&[7; 7]);
    let mut inside = 0;
    for at in bars(7, 7) {
        let wins = wide.wins(at.rows().iter().copied());
        assert_eq!(values.value(at.rows()).verdict.wins(), wins, "{at:?}");
        if hook.ranks().holds(at.rows()) {
            assert_eq!(hook.wins(at.rows().iter().copied()), wins, "{at:?}");
            inside += 1;
        }
    }
    assert_eq!(inside, shapes(&[7, 6, 6, 3, 3, 1]));
}

#[test]
fn shapes_are_counted() {
    assert_eq!(shapes(&[]), 1);
    assert_eq!(shapes(&[16; 16]), MOST_SHAPES);
    assert_eq!(shapes(&[7; 7]), ShapeValues::MOST_SHAPES);
    assert_eq!(shapes(&[1000; 1000]), u64::MAX);
    assert_eq!(shapes(&[5, 1, 1]), 16);
}

#[test]
fn hooks_and_two_rows_follow_their_symmetry() {
    let limits = Limits::default();
    let game = game(Convention::Misere);
    // Hooks and bars of two rows have few shapes, so the solver also covers those longer than 16 squares.
    let sizes = (0..8u16).chain([17, 18, 19, 25, 26, 39]);
    for a in sizes.clone() {
        for b in sizes.clone() {
            let hook = Bar::new(std::iter::once(a + 1).chain((0..b).map(|_| 1)));
            assert_eq!(
                game.outcome(&hook, &limits),
                Ok(Outcome::won(a != b)),
                "{hook:?}"
            );
            if b <= a && a > 0 {
                let two = Bar::new([a, b]);
                assert_eq!(
                    game.outcome(&two, &limits),
                    Ok(Outcome::won(a != b + 1)),
                    "{two:?}"
                );
            }
        }
    }
}

#[test]
fn bars_past_the_table_are_not_proved_unless_few_shapes_fit() {
    let limits = Limits::default();
    let game = game(Convention::Misere);
    for text in ["17x17", "16x17", "1000x1000"] {
        assert!(
            matches!(
                game.value(&bar(text), &limits),
                Err(crate::rules::Stop::NotProved(_))
            ),
            "{text}"
        );
    }
    for text in ["1x1000", "1000x1", "2x1000", "3x200"] {
        assert_eq!(
            game.outcome(&bar(text), &limits),
            Ok(Outcome::Win),
            "{text}"
        );
    }
    let normal = self::game(Convention::Normal);
    let value = normal.value(&bar("1000x1000"), &limits).unwrap();
    assert_eq!(
        (value.outcome, value.remoteness, value.grundy),
        (Outcome::Win, Some(1), None)
    );
    assert_eq!(
        normal.best(&bar("1000x1000"), &limits),
        Ok(Some(Bite { row: 0, column: 0 }))
    );
    assert_eq!(normal.best(&bar("0"), &limits), Ok(None));
}

#[test]
fn texts_are_canonical() {
    canonical(&[
        ("chomp:03X4", "chomp:3x4"),
        ("chomp:4,4,4", "chomp:3x4"),
        ("chomp:5", "chomp:1x5"),
        ("chomp:4,2,0,0", "chomp:4,2"),
        ("chomp:0", "chomp:0"),
        ("chomp:0,0", "chomp:0"),
        ("chomp:1,1,1", "chomp:3x1"),
        ("misere chomp:3,1", "chomp:3,1"),
        ("normal chomp:3,1", "normal chomp:3,1"),
    ]);
    refused(&[
        ("chomp:3,4", 9),
        ("chomp:3,0,1", 11),
        ("chomp:", 7),
        ("chomp:x3", 7),
        ("chomp:3x", 9),
        ("chomp:3x0", 9),
        ("chomp:3x4x5", 10),
        ("chomp:3x4,5", 10),
        ("chomp:3,,1", 9),
        ("chomp:2000", 7),
        ("chomp/3:4", 7),
    ]);
}

#[test]
fn the_cursor_starts_far_from_the_poison() {
    let game = game(Convention::Misere);
    let start = |text: &str| game.scene(&bar(text), View::Play).start();
    let site = |row, column| Some(crate::rules::Site::new(row, column));
    assert_eq!(start("4x6"), site(3, 5));
    assert_eq!(start("5,3,1"), site(2, 0));
    assert_eq!(
        (start("1"), start("2,0"), start("0")),
        (site(0, 0), site(0, 1), None)
    );
}

#[test]
fn a_random_bar_has_rows_of_different_lengths() {
    let mut steps = [9, 0, 9, 0].into_iter();
    let mut pick = |sides: u64| steps.next().unwrap_or(0).min(sides - 1);
    let id = (Chomp::SETUP.random_id(&["5".into(), "6".into()], &mut pick)).unwrap();
    assert_eq!(id, "chomp:5,4,4,4,4");
}

#[test]
fn the_winning_bite_is_drawn_in_the_first_tint() {
    let found = solved("chomp:2x5");
    let mut marks = found.reasons.iter().flat_map(|reason| &reason.marks);
    let bitten = FigureMark::Tint {
        places: vec![Site::new(1, 4)],
        tint: 0,
        label: None,
    };
    assert!(marks.any(|mark| *mark == bitten), "{:?}", found.reasons);
}
