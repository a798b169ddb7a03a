//! Tests details of painted boards, such as the positions of names and the centring of pieces.

use super::harness::*;
use crate::draw::{Colours, Drawing, Size, Style, draw, paint};
use nimatron_core::rules::{Face, Ground, Picture, Square, Squares};
use nimatron_paint::{CELL, Cell, Fitter, Form};

const STONE: [u8; 3] = Colours::DARK.stone;

fn painted(scene: &Scene, (width, height): (u16, u16), marks: &Marks<'_>) -> Drawing {
    paint(scene, Size { width, height }, marks, &Colours::DARK)
}

/// The cells of a board without its labels, row by row.
fn fitted(drawing: &Drawing) -> Vec<Vec<Cell>> {
    let size = (drawing.width, drawing.height);
    let mut fitter = Fitter::default();
    let cells = fitter.fit(&drawing.shapes, size, Colours::DARK.ground);
    cells
        .chunks(usize::from(drawing.width))
        .map(<[_]>::to_vec)
        .collect()
}

#[test]
fn a_ring_shows_on_both_sides_of_its_name() {
    let scene = open("star:8191").scene();
    for size in [(30, 10), (40, 14), (40, 16), (40, 20), (68, 34)] {
        let drawing = painted(&scene, size, &Marks::default());
        let cells = fitted(&drawing);
        for label in &drawing.labels {
            let row = &cells[label.y as usize];
            let (left, right) = (label.x as usize - 1, label.x as usize + label.text.len());
            let has_stone = |x: usize| row[x].ink == STONE || row[x].ground == STONE;
            assert!(
                has_stone(left) && has_stone(right),
                "{} at {size:?}",
                label.text
            );
        }
        assert_eq!(drawing.labels.len(), 13);
    }
}

#[test]
fn the_units_of_the_numbers_on_tiles_form_columns() {
    let drawing = painted(
        &open("own/cram:............").scene(),
        (40, 19),
        &Marks::default(),
    );
    let end = |text: &str| {
        let label = drawing
            .labels
            .iter()
            .find(|label| label.text == text)
            .unwrap();
        label.x + i32::try_from(label.text.len()).unwrap()
    };
    assert_eq!([end("2"), end("3")], [end("10"), end("11")]);
}

#[test]
fn the_dot_of_the_last_move_is_not_behind_a_number_of_a_track() {
    let [before, now] = ["race/3/21:10", "race/3/21:13"].map(|id| open(id).scene());
    for size in [(40, 10), (40, 18), (68, 34)] {
        let marks = Marks {
            before: Some(&before),
            ..Marks::default()
        };
        let drawing = painted(&now, size, &marks);
        let dots = drawing.shapes.iter().filter_map(|shape| match shape.form {
            Form::Disc { x, y, .. } => Some(((x / CELL.0) as i32, (y / CELL.1) as i32)),
            _ => None,
        });
        let dots: Vec<(i32, i32)> = dots.collect();
        let hides = |(x, y): (i32, i32)| {
            let mut labels = drawing.labels.iter();
            labels.any(|l| l.y == y && (l.x..l.x + l.text.len() as i32).contains(&x))
        };
        assert_eq!(dots.len(), 1, "{size:?}");
        assert!(!dots.iter().any(|&at| hides(at)), "{size:?}");
    }
}

/// Checks that no shape of a track reaches below its board, and that a cross of tic-tac-toe is centred vertically in
/// its tile.
#[test]
fn tiles_and_crosses_are_whole_and_in_the_middle() {
    for (id, width, height) in [
        ("race/3/21:5", 40, 8),
        ("race/3/21:5", 40, 9),
        ("race/3/21:5", 40, 18),
        ("auction/5/23:0", 90, 30),
    ] {
        let drawing = painted(&open(id).scene(), (width, height), &Marks::default());
        let low = drawing
            .shapes
            .iter()
            .map(|shape| shape.form.bounds()[3])
            .fold(0.0, f32::max);
        assert!(
            low <= f32::from(drawing.height) * CELL.1,
            "{id} in {width}x{height}: {low}"
        );
    }
    for side in [8, 10, 12, 16, 20] {
        let drawing = painted(
            &open("tictactoe:X........").scene(),
            (3 * side + 1, 3 * side / 2),
            &Marks::default(),
        );
        let tile = drawing.shapes[0].form.bounds();
        let of_cross = |line: &nimatron_paint::Shape| matches!(line.form, Form::Line { .. });
        let cross = drawing
            .shapes
            .iter()
            .find(|shape| of_cross(shape))
            .unwrap()
            .form
            .bounds();
        let gaps = [cross[1] - tile[1], tile[3] - cross[3]];
        assert!((gaps[0] - gaps[1]).abs() <= 4.0, "{side}: {gaps:?}");
    }
}

/// Checks that a vertical piece of three squares is drawn as one line of box-drawing characters.
#[test]
fn a_long_upright_piece_is_one_stroke() {
    let cover = Face::Sign {
        sign: '#',
        plain: '#',
        owner: None,
    };
    let sites: Vec<Site> = (0..3).map(|i| Site::new(0, i)).collect();
    let scene = Scene::new(Picture::Squares(Squares {
        columns: 1,
        squares: sites
            .iter()
            .map(|&site| Square::new(cover, String::new(), Some(site)))
            .collect(),
        ground: Ground::Tiles,
        column_labels: Vec::new(),
        row_labels: Vec::new(),
    }));
    let marks = Marks {
        pieces: &[(sites, Player::First)],
        ..Marks::default()
    };
    let drawn = draw(
        &scene,
        Size {
            width: 9,
            height: 5,
        },
        &marks,
        Style::default(),
    );
    let strokes: String = drawn.text().split_whitespace().collect();
    assert_eq!(strokes, "╻┃╹");
}

/// Checks that no arc is written next to the end of a name, where it would look like a letter.
#[test]
fn names_of_a_graph_stand_clear_of_arcs() {
    for size in [(68, 34), (100, 40)] {
        let scene = open("token/river:ford").scene();
        let drawing = painted(&scene, size, &Marks::default());
        let cells = fitted(&drawing);
        for label in drawing.labels.iter().filter(|label| label.text == "ford") {
            let end = label.x as usize + label.text.len();
            let glyph = cells[label.y as usize][end].glyph;
            assert_eq!(glyph, ' ', "{size:?}");
        }
    }
}

#[test]
fn a_value_of_a_pile_is_not_written_beside_the_cursor() {
    let mut m = Machine::at("nim:3,5,7", HUMANS);
    let column = |m: &Machine| {
        let drawing = table_view::drawing(&m.app.cx, m.on_table(), true);
        let ones = drawing
            .labels
            .iter()
            .filter(|label| label.text == "1" && label.x < 2);
        ones.count()
    };
    assert_eq!(m.on_table().cursor, Some(Site::new(0, 3)));
    assert_eq!(column(&m), 0);
    m.keys("down");
    assert_eq!(column(&m), 1);
}
