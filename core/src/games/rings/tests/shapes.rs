use crate::games::rings::shapes::*;
use crate::games::rings::star::Star;
use crate::rules::{Convention, Limits, Outcome};
use crate::solve::rings::{Board, ones, outcome, parts};

fn learned(shapes: &Shapes, first: usize) -> ShapeQuotient {
    let mut found = ShapeQuotient::default();
    for shape in shapes.list().iter().take(first) {
        found.add(shape, &Limits::default()).unwrap();
    }
    found
}

fn order(found: &ShapeQuotient) -> (usize, usize) {
    let quotient = found.heaps().quotient();
    (
        quotient.order(),
        quotient.elements().filter(|&e| quotient.loses(e)).count(),
    )
}

fn pile_of(found: &ShapeQuotient, shape: usize) -> Option<u8> {
    if let Some(Counts::Pile(pile)) = found.counts(shape) {
        Some(pile)
    } else {
        None
    }
}

/// Compares the table with the products in the quotient. If all groups of a position count as piles, also compares the
/// table with misère Nim. Returns the number of positions in each comparison.
fn agrees_with_the_table(board: &Board, shapes: &Shapes, found: &ShapeQuotient) -> (usize, usize) {
    let table = board
        .remoteness(Convention::Misere, &Limits::default())
        .unwrap();
    let quotient = found.heaps().quotient();
    let (mut covered, mut by_nim) = (0, 0);
    for rings in 1..=board.all() {
        let lost = outcome(table[rings as usize], Convention::Misere) == Outcome::Loss;
        let groups = parts(board, rings)
            .into_iter()
            .map(|part| shapes.number(board, part));
        let Some(groups) = groups.collect::<Option<Vec<usize>>>() else {
            continue;
        };
        let elements: Option<Vec<_>> = groups.iter().map(|&i| found.element(i)).collect();
        let Some(elements) = elements else { continue };
        covered += 1;
        let product = elements
            .into_iter()
            .fold(0, |all, e| quotient.product(all, e));
        assert_eq!(quotient.loses(product), lost, "{rings}");
        if let Some(piles) = groups
            .iter()
            .map(|&i| pile_of(found, i))
            .collect::<Option<Vec<_>>>()
        {
            by_nim += 1;
            assert_eq!(nim_loses(&piles), lost, "{rings}: {piles:?}");
        }
    }
    (covered, by_nim)
}

fn nim_loses(piles: &[u8]) -> bool {
    let xor = piles.iter().fold(0, |xor, n| xor ^ n);
    if piles.iter().any(|&n| n > 1) {
        xor == 0
    } else {
        xor == 1
    }
}

#[test]
fn the_star_has_206_shapes() {
    let shapes = Shapes::solve(&Star::board(), &Limits::default()).unwrap();
    let of_size = |n| {
        shapes
            .list()
            .iter()
            .filter(|shape| shape.example.count_ones() == n)
            .count()
    };
    let sizes: Vec<usize> = (1..=13).map(of_size).collect();
    assert_eq!(sizes, [1, 1, 2, 4, 8, 22, 40, 47, 42, 25, 10, 3, 1]);
    assert!(shapes.is_complete());
    let points = |n: usize| ones(shapes.list()[n - 1].example).collect::<Vec<u32>>();
    assert_eq!(points(13), [0, 1, 3, 5, 6]);
    assert_eq!(points(38), [2, 3, 5, 7, 9, 10]);
    assert_eq!(points(75), [0, 2, 5, 6, 7, 9, 10]);
    assert_eq!(points(191), [0, 1, 2, 4, 6, 7, 8, 9, 11, 12]);
}

#[test]
fn first_quotients_of_the_star() {
    let board = Star::board();
    let shapes = Shapes::solve(&board, &Limits::default()).unwrap();
    assert_eq!(order(&learned(&shapes, 12)).0, 6);
    assert_eq!(order(&learned(&shapes, 13)).0, 12);
    let found = learned(&shapes, 37);
    assert_eq!(order(&found), (24, 5));
    assert_eq!(agrees_with_the_table(&board, &shapes, &found), (5654, 5246));
    let found = learned(&shapes, 76);
    assert_eq!(order(&found), (116, 22));
    let (covered, by_nim) = agrees_with_the_table(&board, &shapes, &found);
    assert!(covered > 6500 && by_nim > 5700, "{covered} {by_nim}");
}

/// Rings on a path play like Kayles. The misère quotient of Kayles for runs up to 8 has 12 elements.
#[test]
fn other_boards_have_shapes_too() {
    let board = |text: &str| super::layout(text).unwrap().board;
    let path = board("0-1,1-2,2-3,3-4,4-5,5-6,6-7");
    let shapes = Shapes::solve(&path, &Limits::default()).unwrap();
    assert_eq!(shapes.list().len(), 8);
    let found = learned(&shapes, 8);
    assert_eq!(order(&found), (12, 3));
    agrees_with_the_table(&path, &shapes, &found);
    for name in ["cube", "wheel", "petersen"] {
        let board = board(name);
        let shapes = Shapes::solve(&board, &Limits::default()).unwrap();
        let found = learned(&shapes, 20);
        let (covered, _) = agrees_with_the_table(&board, &shapes, &found);
        assert!(covered > 100, "{name}: {covered}");
    }
}

#[test]
fn shipped_piles_agree_with_the_table() {
    let board = Star::board();
    let table = board
        .remoteness(Convention::Misere, &Limits::default())
        .unwrap();
    let mut told = 0;
    for rings in 1..=board.all() {
        let piles: Option<Vec<u8>> = parts(&board, rings)
            .into_iter()
            .map(|part| pile(&board, part))
            .collect();
        if let Some(piles) = piles {
            told += 1;
            let lost = outcome(table[rings as usize], Convention::Misere) == Outcome::Loss;
            assert_eq!(nim_loses(&piles), lost, "{rings}: {piles:?}");
        }
    }
    assert_eq!(told, 6200);
}

/// Recomputes the shipped data from the whole quotient, which takes a few seconds:
///
/// `cargo test --release -p nimatron-core --lib -- --ignored the_whole_quotient`
#[test]
#[ignore = "takes a few seconds"]
fn the_whole_quotient_of_the_star_gives_what_is_shipped() {
    let board = Star::board();
    let shapes = Shapes::solve(&board, &Limits::default()).unwrap();
    let found = learned(&shapes, 206);
    let proved = (0..206).filter(|&i| found.element(i).is_some()).count();
    assert_eq!((order(&found), proved), ((116, 22), 136));
    for (i, shape) in shapes.list().iter().enumerate() {
        assert_eq!(
            pile(&board, shape.example),
            pile_of(&found, i),
            "shape {}",
            i + 1
        );
    }
    assert_eq!(agrees_with_the_table(&board, &shapes, &found), (7497, 6200));
}

#[test]
fn shapes_have_names() {
    let board = Star::board();
    for (group, words, counts) in [
        (1, "a single ring", 1),
        (5, "a pair", 2),
        (7, "a line of three", 3),
        (13, "a triangle", 0),
        (15, "a triangle with a tail", 1),
        (71, "a fork", 2),
        (77, "two triangles that share a side", 1),
        (293, "a line of four", 1),
    ] {
        assert_eq!(
            (
                name(&board, group).to_string().as_str(),
                pile(&board, group)
            ),
            (words, Some(counts))
        );
    }
}

/// A path of 3 points has 6 groups.
#[test]
fn shapes_are_complete_up_to_the_limit_of_groups() {
    let path = super::layout("0-1,1-2").unwrap().board;
    for (most, listed) in [(6, 3), (5, 2), (3, 1)] {
        let shapes = Shapes::up_to(&path, u32::MAX, most, &Limits::default()).unwrap();
        assert_eq!(shapes.list().len(), listed, "{most}");
        assert_eq!(shapes.is_complete(), most == 6, "{most}");
    }
}
