//! Tests details of painted boards, such as the positions of names and the centring of pieces.

use super::harness::*;
use crate::draw::{Colours, Drawing, Size, Style, draw, paint};
use nimatron_core::rules::{Face, Ground, Picture, Square, Squares};
use nimatron_paint::{CELL, Cell, Fitter, Form};
use std::collections::{BTreeSet, HashSet};

const STONE: [u8; 3] = Colours::DARK.stone;

fn painted(scene: &Scene, (width, height): (u16, u16), marks: &Marks<'_>) -> Drawing {
    paint(scene, Size { width, height }, marks, &Colours::DARK)
}

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
fn a_name_lies_within_its_ring() {
    let scene = open("star:8191").scene();
    for size in [(30, 10), (40, 14), (40, 16), (40, 20), (68, 34)] {
        let drawing = painted(&scene, size, &Marks::default());
        let cells = fitted(&drawing);
        for label in &drawing.labels {
            let row = &cells[label.y as usize];
            let beside = usize::from(size.1 > 14);
            let (left, right) = (label.x as usize, label.x as usize + label.text.len());
            let has_stone = |x: usize| row[x].ink == STONE || row[x].ground == STONE;
            assert!(
                (left - beside..right + beside).all(has_stone),
                "{} at {size:?}",
                label.text
            );
        }
        assert_eq!(drawing.labels.len(), 13);
    }
}

/// A drawing may hide links only in a small area, and must then have a note that says so.
#[test]
fn every_link_is_seen_between_its_rings() {
    const LINES: &str = "─│╱╲╳▁▔▏▕┼";
    let boards = [
        "coronene",
        "cube",
        "dodecahedron",
        "grid",
        "petersen",
        "wheel",
    ];
    let boards = boards.map(|name| {
        let code = |n: u32| format!("rings/{name}:{}", (1u64 << n) - 1);
        let all = (0..=24).rev().map(code);
        { all }
            .find(|id| games::open(id, &Library::default()).is_ok())
            .unwrap()
    });
    let (mut seen, mut hidden) = (0, Vec::new());
    for id in boards.iter().map(String::as_str).chain(["star:8191"]) {
        let scene = open(id).scene();
        let Picture::Graph(graph) = &scene.picture else {
            panic!("{id}")
        };
        let sites: Vec<Site> = graph.nodes.iter().filter_map(|node| node.site).collect();
        let signs: Vec<(Site, Outcome)> = sites.iter().map(|&site| (site, Outcome::Win)).collect();
        for size in [(28, 10), (40, 11), (56, 11), (40, 15), (40, 19), (68, 34)] {
            for signs in [&[][..], &signs] {
                let marks = Marks {
                    signs,
                    ..Marks::default()
                };
                let drawing = painted(&scene, size, &marks);
                if drawing.cut.is_some() {
                    // There is no room for 24 points in eleven rows.
                    let is_in_words = drawing.shapes.is_empty() && id.contains("coronene");
                    let is_small = id != "star:8191" && size.0 < 56 && size.1 < 19;
                    assert!(is_small || is_in_words, "{id} at {size:?}");
                    continue;
                }
                let cells = fitted(&drawing);
                let place = |node: usize| {
                    let site = graph.nodes[node].site.unwrap();
                    let hit = drawing.hits.iter().find(|hit| hit.site == site).unwrap();
                    (f32::from(hit.x), f32::from(hit.y))
                };
                for link in &graph.links {
                    let ((x, y), (to_x, to_y)) = (place(link.ends.0), place(link.ends.1));
                    let is_line = |part: u8| {
                        let part = f32::from(part) / 40.0;
                        let x = (x + (to_x - x) * part).round() as usize;
                        let y = (y + (to_y - y) * part).round() as usize;
                        let named = |label: &nimatron_paint::Label| {
                            let from = label.x as usize;
                            label.y as usize == y && (from..from + label.text.len()).contains(&x)
                        };
                        let (x0, x1) = (x.saturating_sub(1), (x + 1).min(cells[y].len() - 1));
                        !drawing.labels.iter().any(named)
                            && (x0..=x1).any(|x| LINES.contains(cells[y][x].glyph))
                    };
                    if !(0..=40).any(is_line) {
                        hidden.push((id.to_owned(), size, link.ends, signs.len()));
                    }
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 500, "{seen}");
    assert!(hidden.is_empty(), "{hidden:#?}");
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

/// An arc next to the end of a name would look like a letter.
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

#[test]
fn the_lines_of_dots_and_boxes_have_looks_of_their_own() {
    let scene = open("own/dots:A:o-o-o._._.o.o.o._._.o.o.o").scene();
    let [last, drawn, free, picked, hint] = [1, 3, 13, 11, 21].map(|item| vec![Site::new(0, item)]);
    let marks = Marks {
        picked: &picked,
        last: &last,
        ..Marks::default()
    };
    let hinted = Marks {
        hint: &hint,
        ..Marks::default()
    };
    let size = (40, 19);
    let all = [
        (&last, &marks),
        (&drawn, &marks),
        (&free, &marks),
        (&picked, &marks),
        (&hint, &hinted),
    ];
    let painted = all.map(|(line, marks)| {
        let drawing = painted(&scene, size, marks);
        let cells = fitted(&drawing);
        let hit = drawing.hits.iter().find(|hit| hit.site == line[0]).unwrap();
        let places = hit.cells.iter();
        let line = places.map(|&(x, y)| cells[usize::from(y)][usize::from(x)]);
        line.map(|cell| (cell.glyph, cell.ink)).collect::<Vec<_>>()
    });
    let forms = painted.each_ref().map(|line| {
        let form: String = line.iter().map(|(glyph, _)| *glyph).collect();
        form
    });
    let distinct = |forms: &[String]| forms.iter().collect::<HashSet<_>>().len();
    assert_eq!(distinct(&forms), 4, "{forms:?}");
    assert_eq!(painted.iter().collect::<HashSet<_>>().len(), 5);
    for ascii in [false, true] {
        let forms = all.map(|(line, marks)| {
            let (width, height) = size;
            let drawing = draw(&scene, Size { width, height }, marks, Style { ascii });
            let hit = drawing.hits.iter().find(|hit| hit.site == line[0]).unwrap();
            let canvas = drawing.canvas.as_ref().unwrap();
            let rows: Vec<_> = canvas.rows().collect();
            let places = hit.cells.iter();
            let form: String = places
                .map(|&(x, y)| rows[usize::from(y)][usize::from(x)].ch)
                .collect();
            form
        });
        assert_eq!(distinct(&forms), 5, "{forms:?}");
    }
}

#[test]
fn the_cursor_leaves_lines_as_they_are() {
    for id in ["triangle/3:", "triangle:2-3,5-8", "triangle/5:2-3,3-5,5-8"] {
        let scene = open(id).scene();
        let Picture::Graph(graph) = &scene.picture else {
            panic!("{id} is not a graph")
        };
        for size in [(40, 19), (68, 34)] {
            let bare = painted(&scene, size, &Marks::default());
            let then = fitted(&bare);
            for link in &graph.links {
                let marks = Marks {
                    cursor: link.site,
                    ..Marks::default()
                };
                let cells = fitted(&painted(&scene, size, &marks));
                let hit = bare.hits.iter().find(|h| Some(h.site) == link.site);
                for &(x, y) in &hit.unwrap().cells {
                    let (row, column) = (usize::from(y), usize::from(x));
                    assert_eq!(
                        cells[row][column].glyph, then[row][column].glyph,
                        "{id}, {size:?}: {link:?} at {x},{y}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_cursor_covers_no_stone_of_a_row() {
    let scene = open("row:OOOOOOOOO").scene();
    for size in [(40, 11), (40, 19), (68, 34)] {
        let bare = fitted(&painted(&scene, size, &Marks::default())).concat();
        for stone in 0..9 {
            let marks = Marks {
                cursor: Some(Site::new(0, stone)),
                ..Marks::default()
            };
            let cells = fitted(&painted(&scene, size, &marks)).concat();
            let corners = bare
                .iter()
                .zip(&cells)
                .filter(|(_, now)| "[]┏┓┗┛".contains(now.glyph));
            let under: Vec<char> = corners.map(|(was, _)| was.glyph).collect();
            assert!(!under.is_empty(), "{size:?}: {stone}");
            assert!(
                under.iter().all(|&was| was == ' '),
                "{size:?}: {stone} {under:?}"
            );
        }
    }
}

#[test]
fn a_painted_ring_takes_clicks_on_both_sides_of_its_middle_alike() {
    let scene = open("star:8191").scene();
    for size in [(80, 40), (42, 18)] {
        for hit in painted(&scene, size, &Marks::default()).hits {
            let columns: BTreeSet<u16> = hit.cells.iter().map(|cell| cell.0).collect();
            let (first, last) = (columns.first().unwrap(), columns.last().unwrap());
            let [left, right] = [hit.x.abs_diff(*first), hit.x.abs_diff(*last)];
            assert!(left.abs_diff(right) <= 1, "{size:?}: {hit:?}");
        }
    }
}
