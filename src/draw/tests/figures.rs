//! What the theory, the last move and the next one add to boards.

use super::scenes::*;
use super::*;

fn figure(marks: Vec<FigureMark>) -> &'static Figure {
    Box::leak(Box::new(Figure { marks, ..Figure::default() }))
}

/// A board with the theory on it, in the rooms it has at 80x24 and at 120x40.
fn figures(name: &str, scene: &Scene, marks: Vec<FigureMark>, signs: &'static [(Site, Outcome)]) {
    let figure = figure(marks);
    let own = |f: &'static Figure| Marks { figure: Some(f), signs, start: None, ..Marks::default() };
    let boards = [room(42, 19), room(72, 35)].map(|size| (scene.clone(), size, own(figure)));
    shown(name, &boards);
}

fn value(group: u32, items: std::ops::RangeInclusive<u64>, text: &str) -> FigureMark {
    let places = items.map(|item| Site::new(group, item)).collect();
    FigureMark::Value { places, text: text.to_owned() }
}

#[test]
fn figure_of_values() {
    figures(
        "figure_runs",
        &row("OOO.OO..O"),
        vec![value(0, 1..=3, "*3"), value(0, 5..=6, "*2"), value(0, 9..=9, "*1")],
        &[],
    );
    figures("figure_gaps", &strip("0100020"), vec![value(1, 3..=5, "*1"), value(2, 7..=7, "*0")], &[]);
    figures(
        "figure_piles",
        &nim(&[3, 5, 7]),
        vec![value(0, 1..=3, "3"), value(1, 1..=4, "4"), value(1, 5..=5, "1")],
        &[],
    );
    figures("figure_points", &token(), vec![value(0, 0..=0, "2"), value(0, 3..=3, "1")], &[]);
}

#[test]
fn figure_of_pairs_and_losing_places() {
    let pair = |a: u64, b: u64| FigureMark::Pair(vec![Site::new(0, a)], vec![Site::new(0, b)]);
    figures("figure_pairs", &star(8191), vec![pair(1, 4), pair(2, 3), pair(8, 11)], &[]);
    let cold = [(1, 2), (2, 1)].map(|(x, y)| FigureMark::Losing(Site::new(x, y)));
    figures("figure_cold", &queen(8, 6, 4), cold.to_vec(), &[]);
}

#[test]
fn figure_of_chains_and_signs_of_all_moves() {
    let chain = |places: &[u64], length| FigureMark::Chain {
        places: places.iter().map(|&edge| Site::new(0, edge)).collect(),
        length,
    };
    figures(
        "figure_chains",
        &triangle(4, &[(2, 4), (4, 5)], &[]),
        vec![chain(&[0, 1, 2], 1), chain(&[9, 10], 4)],
        &[],
    );
    const SIGNS: [(Site, Outcome); 3] = [
        (Site { part: 0, group: 0, item: 1 }, Outcome::Win),
        (Site { part: 0, group: 0, item: 2 }, Outcome::Draw),
        (Site { part: 0, group: 0, item: 3 }, Outcome::Loss),
    ];
    figures("figure_signs", &star(8191), Vec::new(), &SIGNS);
    figures("figure_signs_row", &row("OOO.OO..O"), Vec::new(), &SIGNS);
}

#[test]
fn what_the_last_move_took_is_seen_and_the_frame_stands_still() {
    let lines = |scene: &Scene, marks: Marks<'_>| draw(scene, room(42, 19), &marks, Style::default()).canvas;
    for (start, before, now, count) in [
        (nim(&[3, 9, 7]), nim(&[3, 9, 7]), nim(&[3, 2, 7]), "-7"),
        (fibonacci(21, 20), fibonacci(21, 20), fibonacci(18, 6), "-3"),
        (row("OOOOOOO"), row("OOOOOOO"), row("OO..OOO"), "-2"),
        (chomp(6, &[6, 6, 6, 6]), chomp(6, &[6, 6, 6, 6]), chomp(6, &[6, 6, 2, 2]), "-8"),
        (chomp(6, &[6, 6, 6, 6]), chomp(6, &[6, 6, 6, 6]), chomp(3, &[3, 3, 3, 3]), "-12"),
        (track(0, 5, 23), track(4, 5, 23), track(7, 5, 23), "+3"),
    ] {
        let at_start = lines(&start, Marks { start: Some(&start), ..Marks::default() });
        for theirs in [false, true] {
            let marks = Marks { start: Some(&start), before: Some(&before), theirs, ..Marks::default() };
            let canvas = lines(&now, marks);
            assert_eq!((canvas.width(), canvas.height()), (at_start.width(), at_start.height()));
            assert!(canvas.text().contains(&format!("last {count}")), "{}", canvas.text());
            let ghosts = canvas.rows().flatten().filter(|g| g.mark.last && g.mark.theirs == theirs).count();
            assert!(ghosts > 0, "{}", canvas.text());
        }
        let [mine, other] = [false, true].map(|theirs| {
            lines(&now, Marks { start: Some(&start), before: Some(&before), theirs, ..Marks::default() })
        });
        assert_ne!(mine.text(), other.text(), "by form as well as by colour");
    }
}

#[test]
fn what_is_picked_says_what_it_takes_and_leaves() {
    let text = |scene: &Scene, marks: Marks<'_>| {
        draw(scene, room(42, 19), &Marks { start: Some(scene), ..marks }, Style::default()).canvas.text()
    };
    assert!(text(&nim(&[3, 7]), at(1, 5)).contains("takes 3, leaves 4"));
    assert!(text(&chomp(6, &[6, 6]), at(2, 3)).contains("takes 4, leaves 8"));
    assert!(text(&track(5, 3, 21), at(0, 7)).contains("adds 2, leaves 14 to go"));
    assert!(text(&boxes([7, 5]), at(0, 3)).contains("leaves 3 and 4"));
    let both = Marks { picked: sites(&[(0, 2), (1, 6)]), ..Marks::default() };
    assert!(text(&nim(&[3, 7]), both).contains("takes 2 and 2, leaves 1 and 5"));
    assert!(
        text(&three_parts(), Marks { picked: sites(&[(0, 7)]), ..Marks::default() }).contains("leaves 2")
    );
}

#[test]
fn piles_of_forty_are_drawn_in_full() {
    for scene in [nim(&[40]), fibonacci(21, 20), fibonacci(40, 39), nim(&[40, 40])] {
        let drawing =
            draw(&scene, room(42, 19), &Marks { start: Some(&scene), ..Marks::default() }, Style::default());
        assert_eq!(drawing.cut, None, "{}", drawing.canvas.text());
    }
}
