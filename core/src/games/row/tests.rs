use super::*;
use crate::games::oracle::{agrees_in_part, ruleset, solved};
use crate::games::prelude::*;
use crate::solve::winning;

fn row(convention: Convention) -> StoneRow {
    ruleset::<StoneRow>(convention, &[]).unwrap()
}

fn cells(text: &str) -> RowStones {
    row(Convention::Normal)
        .parse_state(Text::new(text))
        .unwrap()
}

fn plain_moves(n: u32, mask: u32) -> Vec<(String, u32)> {
    let taken = (0..n)
        .flat_map(|i| [(i, 1 << i), (i, 3 << i)])
        .filter(|(_, taken)| mask & taken == *taken);
    let text = |i: u32, taken: u32| {
        if taken == 1 << i {
            format!("{}", i + 1)
        } else {
            format!("{}+{}", i + 1, i + 2)
        }
    };
    taken
        .map(|(i, taken)| (text(i, taken), mask & !taken))
        .collect()
}

#[test]
fn every_row_to_14_cells_agrees_with_a_plain_search() {
    const N: u32 = 14;
    let cells = |mask: u32| {
        (0..N)
            .map(move |i| if mask >> i & 1 == 1 { 'O' } else { '.' })
            .collect::<String>()
    };
    let all: Vec<u32> = (0..1 << N).collect();
    agrees_in_part(&all, 11, &|mask| format!("row:{}", cells(*mask)), &|mask| {
        plain_moves(N, *mask)
    });
}

#[test]
fn rows_add_as_rows_in_misere_play() {
    let game = row(Convention::Misere);
    let limits = Limits::default();
    for (a, b) in [
        ("O.OO", "OOOOO"),
        ("OOOO.O", "OOOOOOOOO"),
        ("OO", "OO.O"),
        ("O.O", "OOOO"),
    ] {
        let others = OtherParts::Sum(cells(b).kayles().into());
        let beside = Beside {
            others: &others,
            ..Beside::nothing(&limits)
        };
        let apart = game.moves_to(&cells(a), Outcome::Win, beside).unwrap();
        let apart: Vec<StoneMove> = apart.iter().collect();
        let whole = winning(&game, &cells(&format!("{a}.{b}")), &limits).unwrap();
        let ours: Vec<StoneMove> = whole.iter().filter(|m| m.cell < a.len()).collect();
        assert_eq!(apart, ours, "{a} + {b}");
    }
}

#[test]
fn long_rows_are_solved() {
    let limits = Limits::default();
    for (text, value) in [("1001", 4), ("100000", 1), ("100000,1001", 5)] {
        let at = cells(text);
        for convention in [Convention::Normal, Convention::Misere] {
            let game = row(convention);
            let found = game.value(&at, &limits).unwrap();
            assert_eq!(found.outcome, Outcome::Win, "{text}");
            let is_normal = convention == Convention::Normal;
            assert_eq!(found.grundy, is_normal.then_some(value), "{text}");
            let m = winning(&game, &at, &limits).unwrap().iter().next().unwrap();
            let after = game.value(&game.play(&at, &m), &limits).unwrap();
            assert_eq!(after.outcome, Outcome::Loss, "{text}");
        }
        let octal = solved(&format!("octal/0.77:{text}"));
        assert_eq!(octal.value.grundy, Some(value), "{text}");
    }
}

#[test]
fn rows_read_and_print() {
    let game = row(Convention::Normal);
    for (text, printed) in [
        ("2,3", "OO.OOO"),
        ("oXo.", "O.O."),
        ("1", "O"),
        ("...", "..."),
        ("007", "OOOOOOO"),
        ("ooxo", "OO.O"),
    ] {
        assert_eq!(game.state_text(&cells(text)), printed);
    }
    for (text, column) in [
        ("", 1),
        ("O0O", 2),
        ("OO.Y", 4),
        ("2,,3", 3),
        ("2,0", 3),
        ("2.3", 2),
        ("999999,9", 8),
    ] {
        assert_eq!(
            game.parse_state(Text::new(text)).unwrap_err().column,
            column,
            "{text}"
        );
    }
}

#[test]
fn equal_halves_are_drawn_where_a_move_makes_them() {
    for (id, is_halved) in [
        ("row:OOO", true),
        ("row:OOO.OO", false),
        ("row:OOOO.O", false),
        ("row:OO", false),
        ("misere row:OOOOO", false),
        ("misere row:OOOOOO", false),
    ] {
        let found = solved(id);
        let marks = found.reasons.iter().flat_map(|reason| &reason.marks);
        let axes = marks.filter(|mark| matches!(mark, FigureMark::Axis(..)));
        assert_eq!(axes.count() > 0, is_halved, "{id}");
    }
}
