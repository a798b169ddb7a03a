//! What holds of boards in rooms of all sizes.

use super::scenes::*;
use super::*;

#[test]
fn all_parts_of_a_small_sum_are_drawn_where_they_can_fit() {
    // The rooms of 80x24 and of 60x20.
    for size in [room(39, 20), room(56, 10)] {
        let scene = opened("nim:3,5 + star:127 + row:OOOO");
        for part in 0..3 {
            let marks = Marks {
                cursor: Some(Site::new(0, 1).in_part(part)),
                start: Some(&scene),
                ..Marks::default()
            };
            let drawing = draw(&scene, size, &marks, Style { ascii: false });
            assert_eq!(drawing.cut, None, "{}", drawing.canvas.text());
            for other in 0..3 {
                assert!(drawing.hits.iter().any(|h| h.site.part == other), "{}", drawing.canvas.text());
            }
        }
    }
    // Parts do not lie over each other.
    let four = opened("row:OOOO + strip:0000 + nim:4 + bash/3:9");
    for (width, height) in (20..120).step_by(7).flat_map(|w| (8..50).step_by(5).map(move |h| (w, h))) {
        let drawing = draw(&four, room(width, height), &Marks::default(), Style { ascii: false });
        let mut owners: Vec<((u16, u16), u16)> = Vec::new();
        for hit in &drawing.hits {
            owners.extend(hit.cells.iter().map(|&cell| (cell, hit.site.part)));
        }
        owners.sort_unstable();
        owners.dedup();
        let apart = owners.windows(2).all(|w| w[0].0 != w[1].0);
        assert!(apart, "{}", drawing.canvas.text());
    }
}

#[test]
fn notes_are_whole_or_not_there() {
    let scene = opened("nim:3,5 + octal/0.07:9");
    for (width, height) in (20..100).step_by(3).flat_map(|w| (6..30).map(move |h| (w, h))) {
        let drawing = draw(&scene, room(width, height), &Marks::default(), Style { ascii: false });
        let text = drawing.canvas.text();
        let said: String = text.chars().filter(|c| c.is_alphanumeric() || *c == '.').collect();
        assert_eq!(said.contains("Take2"), said.contains("heaps."), "{text}");
        assert_eq!(said.contains("Takeany"), said.contains("pile."), "{text}");
    }
}

#[test]
fn a_value_beside_a_stack_covers_no_stone() {
    let scene = opened("powers/2:14");
    let places = (1..=14).map(|k| Site::new(0, k)).collect();
    let value = FigureMark::Value { places, text: "4 * 3 + 2".to_owned() };
    let figure = Figure { marks: vec![value], ..Figure::default() };
    for (width, height) in (16..150).step_by(3).flat_map(|w| (8..56).step_by(4).map(move |h| (w, h))) {
        let with = Marks { start: Some(&scene), figure: Some(&figure), ..Marks::default() };
        let drawing = draw(&scene, room(width, height), &with, Style { ascii: false });
        let stones = |row: &[Glyph]| row.iter().filter(|g| g.ink == Ink::Stone).count();
        let all: Vec<usize> = drawing.canvas.rows().map(stones).collect();
        // Every stone is as wide as the one beside it: in rows with the value too.
        let figures = |row: &&[Glyph]| row.iter().any(|g| g.ink == Ink::Figure && g.ch.is_ascii_digit());
        for row in drawing.canvas.rows().filter(figures) {
            let mine = stones(row);
            assert!(mine == 0 || all.iter().filter(|&&n| n == mine).count() > 1, "{}", drawing.canvas.text());
        }
    }
}
