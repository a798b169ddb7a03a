//! What boards look like, and what holds of every board in every room.

mod figures;
mod rooms;
mod scenes;

use super::*;
use nimatron_core::rules::*;
use scenes::*;

fn look(scene: &Scene, size: Size, marks: &Marks<'_>) -> String {
    let drawing = draw(scene, size, marks, Style { ascii: false });
    let mut text = drawing.canvas.text();
    if let Some(cut) = drawing.cut {
        text += &format!("({cut})\n");
    }
    text
}

/// Holds some boards to a snapshot file, one below the other.
fn shown(name: &str, boards: &[(Scene, Size, Marks<'_>)]) {
    let mut text = String::new();
    for (scene, size, marks) in boards {
        text += &format!("{}x{}:\n{}\n", size.width, size.height, look(scene, *size, marks));
    }
    insta::assert_snapshot!(name, text);
}

fn at(group: u32, item: u64) -> Marks<'static> {
    Marks { cursor: Some(Site::new(group, item)), ..Marks::default() }
}

#[test]
fn stars() {
    let picked = Marks { picked: sites(&[(0, 9)]), open: sites(&[(0, 10), (0, 5)]), ..at(0, 10) };
    let last = Marks { last: sites(&[(0, 9), (0, 10)]), hint: sites(&[(0, 7)]), ..Marks::default() };
    let boards = [
        (star(1664), room(42, 18), at(0, 7)),
        (star(8191), room(42, 18), picked),
        (star(128), room(42, 18), last),
        (star(1664), room(20, 10), at(0, 7)),
        (star(1664), room(80, 40), Marks::default()),
        (star(1664), room(12, 8), at(0, 7)),
    ];
    shown("stars", &boards);
}

#[test]
fn triangles() {
    let edges = [(2, 4), (4, 5), (2, 5), (5, 9)];
    let owned = [([2, 4, 5], Player::First)];
    let played = Marks { last: sites(&[(0, 7), (0, 3)]), picked: sites(&[(0, 2)]), ..at(0, 1) };
    let hinted = Marks { hint: sites(&[(0, 2), (0, 1)]), ..Marks::default() };
    let boards = [
        (triangle(4, &edges, &owned), room(42, 18), at(0, 0)),
        (triangle(4, &edges, &owned), room(42, 12), played),
        (triangle(6, &edges, &owned), room(42, 18), hinted),
        (triangle(6, &edges, &owned), room(42, 14), at(0, 30)),
    ];
    shown("triangles", &boards);
}

#[test]
fn rows_of_stones() {
    let long = "OOOOOOOOOOOOO.OO..OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO.OO";
    let boards = [
        (row("OOO.OO..O"), room(42, 18), at(0, 2)),
        (
            row("OOO.OO..O"),
            room(30, 18),
            Marks { picked: sites(&[(0, 2)]), open: sites(&[(0, 1), (0, 3)]), ..at(0, 3) },
        ),
        (row(long), room(42, 18), Marks { hint: sites(&[(0, 10)]), ..Marks::default() }),
        (row(&"OOOOOOOOOOOOO.OO..O".repeat(20)), room(42, 18), at(0, 250)),
        (row(&"OOOOOOOOOOOOO.OO..O".repeat(20)), room(42, 4), at(0, 252)),
    ];
    shown("rows", &boards);
}

#[test]
fn coloured_strips() {
    let told = Marks { last: sites(&[(1, 8)]), hint: sites(&[(1, 5)]), ..at(2, 3) };
    let boards = [
        (strip("010002"), room(42, 18), at(2, 3)),
        (strip("010002"), room(30, 18), Marks { picked: sites(&[(1, 4)]), ..at(1, 4) }),
        (strip(&"010002".repeat(4)), room(42, 18), told),
        (strip(&"0100020000".repeat(20)), room(42, 18), at(2, 53)),
    ];
    shown("strips", &boards);
}

#[test]
fn stacks() {
    let many: Vec<u64> = (1..=64).collect();
    let last = Marks { last: sites(&[(2, 3), (2, 4)]), ..Marks::default() };
    let boards = [
        (nim(&[3, 4, 2]), room(42, 18), at(1, 3)),
        (nim(&[3, 400, 2, 0]), room(42, 18), at(1, 200)),
        (nim(&[3, 400, 2, 0]), room(42, 8), last),
        (nim(&[(1 << 63) - 1, 40, 2, 0]), room(42, 18), at(0, 200)),
        (nim(&many[..15]), room(42, 18), at(2, 2)),
        (nim(&many), room(42, 18), at(12, 2)),
        (nim(&many), room(80, 40), at(12, 2)),
        (nim(&many), room(42, 4), at(12, 2)),
        (nim(&many), room(42, 3), at(12, 2)),
    ];
    shown("stacks", &boards);
}

#[test]
fn boxes_and_limits() {
    let boards = [
        (boxes([7, 5]), room(42, 18), at(0, 3)),
        (boxes([70, 5]), room(42, 18), at(0, 30)),
        (fibonacci(13, 5), room(42, 18), at(0, 10)),
        (fibonacci(130, 50), room(42, 18), at(0, 110)),
    ];
    shown("boxes", &boards);
}

#[test]
fn squares() {
    let played = Marks { last: sites(&[(0, 1)]), hint: sites(&[(0, 9)]), ..at(0, 5) };
    let boards = [
        (chomp(6, &[6, 6, 4, 2]), room(42, 18), at(2, 3)),
        (chomp(6, &[6, 6, 4, 2]), room(30, 18), at(2, 3)),
        (chomp(14, &[14; 14]), room(42, 18), at(8, 9)),
        (chomp(14, &[14; 14]), room(20, 8), at(8, 9)),
        (queen(8, 6, 4), room(42, 18), at(4, 2)),
        (queen(16, 12, 4), room(42, 18), at(10, 2)),
        (queen(16, 12, 4), room(20, 9), at(10, 2)),
        (noughts("XO..X...."), room(42, 18), played),
        (noughts("XO..X...."), room(18, 8), played),
        (noughts("XO..X...."), room(10, 5), played),
    ];
    shown("squares", &boards);
}

#[test]
fn tracks() {
    let boards = [
        (track(5, 3, 21), room(42, 18), at(0, 7)),
        (track(5, 3, 21), room(22, 6), at(0, 7)),
        (track(0, 12, 100), room(42, 18), Marks { hint: sites(&[(0, 1)]), ..at(0, 7) }),
        (track(0, 12, 100), room(42, 28), Marks { hint: sites(&[(0, 1)]), ..at(0, 7) }),
        (track(1 << 40, 1 << 50, 1 << 62), room(60, 18), at(0, (1 << 40) + 77)),
        (track((1 << 40) - 2, 20, 1 << 40), room(60, 5), at(0, 1 << 40)),
    ];
    shown("tracks", &boards);
}

#[test]
fn networks() {
    let boards = [
        (token(), room(42, 18), at(0, 3)),
        (token(), room(24, 9), Marks { picked: sites(&[(0, 2)]), open: sites(&[(0, 3)]), ..at(0, 5) }),
        (wheel(7), room(42, 18), at(0, 3)),
        (wheel(7), room(80, 40), at(0, 3)),
        (wheel(7), room(10, 4), at(0, 3)),
    ];
    shown("networks", &boards);
}

#[test]
fn sums() {
    let boards = [
        (three_parts(), room(80, 30), at(0, 7)),
        (three_parts(), room(42, 18), Marks { cursor: Some(Site::new(1, 3).in_part(1)), ..Marks::default() }),
        (
            sixteen_parts(),
            room(42, 18),
            Marks { cursor: Some(Site::new(1, 3).in_part(4)), ..Marks::default() },
        ),
        (
            sixteen_parts(),
            room(100, 50),
            Marks { cursor: Some(Site::new(1, 3).in_part(4)), ..Marks::default() },
        ),
        (three_parts(), room(20, 6), at(0, 7)),
    ];
    shown("sums", &boards);
}

#[test]
fn plain_characters() {
    let mut text = String::new();
    for (scene, marks) in scenes() {
        let drawing = draw(&scene, room(42, 18), &marks, Style { ascii: true });
        text += &drawing.canvas.text();
        text += "\n";
    }
    insta::assert_snapshot!("plain", text);
}

/// Every scene of these tests, with marks.
fn scenes() -> Vec<(Scene, Marks<'static>)> {
    vec![
        (star(1664), at(0, 7)),
        (star(8191), Marks { picked: sites(&[(0, 9)]), open: sites(&[(0, 5), (0, 10)]), ..at(0, 10) }),
        (triangle(4, &[(2, 4)], &[]), Marks { last: sites(&[(0, 7)]), ..at(0, 3) }),
        (triangle(6, &[], &[]), at(0, 3)),
        (row("OOO.OO..O"), at(0, 2)),
        (row(&"OOOO.".repeat(50)), at(0, 122)),
        (strip("010002"), at(1, 4)),
        (strip(&"010002".repeat(40)), at(1, 100)),
        (row(&"O".repeat(3000)), at(0, 1500)),
        (row(&format!("O{}O", ".".repeat(3000))), at(0, 1)),
        (nim(&[]), Marks::default()),
        (nim(&[0, 0]), Marks::default()),
        (nim(&[3, 4, 2]), at(1, 3)),
        (nim(&[(1 << 63) - 1, 40, 7]), at(0, 1 << 40)),
        (nim(&(1..=64).collect::<Vec<_>>()), at(20, 3)),
        (boxes([7, 5]), at(0, 3)),
        (boxes([1 << 62, 5]), at(0, 3)),
        (fibonacci(40, 7), at(0, 36)),
        (chomp(6, &[6, 6, 4, 2]), at(2, 3)),
        (chomp(14, &[14; 14]), at(8, 9)),
        (queen(8, 6, 4), at(4, 2)),
        (queen(30, 22, 27), at(22, 5)),
        (noughts("XO..X...."), Marks { last: sites(&[(0, 1)]), ..at(0, 5) }),
        (track(5, 3, 21), at(0, 7)),
        (track(0, 12, 100), at(0, 7)),
        (track(1 << 40, 1 << 50, 1 << 62), at(0, (1 << 40) + 77)),
        (track(u64::MAX - 3, 2, u64::MAX), at(0, u64::MAX - 1)),
        (track(0, 0, 0), Marks::default()),
        (token(), at(0, 3)),
        (wheel(7), at(0, 3)),
        (graph(&[("only", 0.0, 0.0, "")], &[(0, 0), (0, 9)], true), at(0, 0)),
        (three_parts(), at(0, 7)),
        (sixteen_parts(), Marks { cursor: Some(Site::new(1, 3).in_part(4)), ..Marks::default() }),
        (Scene { notes: vec!["A note of several words".to_owned(); 2], ..nim(&[3, 4]) }, at(1, 2)),
    ]
}

#[test]
fn no_room_is_too_small_and_no_canvas_too_large() {
    for (scene, marks) in scenes() {
        for width in 0..=60 {
            for height in 0..=30 {
                // Every small room, and every fifth of the larger ones.
                if width > 12 && height > 8 && (width + height) % 5 != 0 {
                    continue;
                }
                // Both styles have the same measures, so each room is tried in one of them.
                let ascii = (width + height) % 2 == 0;
                let drawing = draw(&scene, room(width, height), &marks, Style { ascii });
                let (w, h) = (drawing.canvas.width(), drawing.canvas.height());
                assert!(w <= width && h <= height, "{w}x{h} in {width}x{height}");
                let inside = |&(x, y): &(u16, u16)| x < w && y < h;
                for hit in &drawing.hits {
                    assert!(inside(&(hit.x, hit.y)), "{hit:?} in {w}x{h} of {width}x{height}");
                    assert!(hit.cells.iter().all(inside), "{hit:?} in {w}x{h} of {width}x{height}");
                }
                let plain = |g: &Glyph| g.ch.is_ascii() || !ascii;
                assert!(drawing.canvas.rows().flatten().all(plain), "{}", drawing.canvas.text());
            }
        }
    }
}

/// Whether the four directions lead from every hit to every other.
fn connected(hits: &[Hit]) -> bool {
    let index = |site: Site| hits.iter().position(|h| h.site == site).unwrap();
    let ways: Vec<Vec<usize>> = (hits.iter())
        .map(|h| {
            Direction::ALL.iter().filter_map(|&to| neighbour(hits, Some(h.site), to)).map(index).collect()
        })
        .collect();
    let mut back = vec![Vec::new(); hits.len()];
    for (i, way) in ways.iter().enumerate() {
        way.iter().for_each(|&j: &usize| back[j].push(i));
    }
    // From the first one to all, and from all to the first one.
    [ways, back].iter().all(|ways| {
        let mut seen = vec![false; hits.len()];
        let mut next = if hits.is_empty() { Vec::new() } else { vec![0] };
        while let Some(i) = next.pop() {
            if !std::mem::replace(&mut seen[i], true) {
                next.extend(&ways[i]);
            }
        }
        seen.iter().all(|&s| s)
    })
}

/// The sites that four keys reach when the board is drawn anew after each step.
fn reached(scene: &Scene, size: Size) -> usize {
    let hits = |cursor| draw(scene, size, &Marks { cursor, ..Marks::default() }, Style::default()).hits;
    let first = neighbour(&hits(None), None, Direction::Down);
    let mut seen: std::collections::HashSet<Site> = first.into_iter().collect();
    let mut next: Vec<Site> = first.into_iter().collect();
    while let Some(site) = next.pop() {
        let hits = hits(Some(site));
        assert!(hits.iter().any(|h| h.site == site && !h.cells.is_empty()), "{site:?} is out of sight");
        let ways = Direction::ALL.iter().filter_map(|&to| neighbour(&hits, Some(site), to));
        next.extend(ways.filter(|&s| seen.insert(s)));
    }
    seen.len()
}

#[test]
fn boards_that_scroll_are_walked_from_end_to_end() {
    for size in [room(42, 18), room(42, 4), room(24, 9), room(30, 2)] {
        assert_eq!(reached(&row(&"OOOO.".repeat(50)), size), 200, "{size:?}");
        assert_eq!(reached(&row(&format!("O{}O{}O", ".".repeat(300), ".".repeat(200))), size), 3);
        let coloured = strip(&"010002".repeat(30));
        let Picture::Strip(cells) = &coloured.picture else { unreachable!() };
        let all = cells.cells.iter().flat_map(|c| c.sites).flatten().count();
        assert_eq!(reached(&coloured, size), all, "{size:?}");
        assert_eq!(reached(&track(10, 90, 150), size), 90, "{size:?}");
    }
    for size in [room(42, 18), room(42, 6), room(20, 12)] {
        assert_eq!(reached(&nim(&(1..=40).collect::<Vec<_>>()), size), 820, "{size:?}");
        assert_eq!(reached(&nim(&[200, 300]), size), 500, "{size:?}");
        assert_eq!(reached(&chomp(14, &[14; 14]), size), 196, "{size:?}");
        assert_eq!(reached(&star(8191), size), 13, "{size:?}");
    }
    for size in [room(42, 18), room(42, 12), room(80, 30)] {
        assert_eq!(reached(&three_parts(), size), 13 + 9 + 5, "{size:?}");
        assert_eq!(reached(&sum(vec![("Stone row", row(&"OO.".repeat(5))); 16]), size), 160, "{size:?}");
    }
}

/// A scene of the catalogue.
fn opened(id: &str) -> Scene {
    nimatron_core::games::open(id, &Library::default()).unwrap().scene()
}

#[test]
fn boards_of_up_to_24_points_are_drawn_in_a_small_room() {
    for (id, points) in [
        ("rings/dodecahedron:1048575", 20),
        ("rings/coronene:16777215", 24),
        ("rings/petersen:1023", 10),
        ("token/river:spring", 9),
        ("token/pyramid:a1", 10),
    ] {
        let scene = opened(id);
        for (size, ascii) in
            [(room(42, 19), false), (room(42, 18), true), (room(40, 16), false), (room(38, 15), false)]
        {
            let drawing = draw(&scene, size, &Marks::default(), Style { ascii });
            assert_eq!((drawing.cut.as_deref(), drawing.hits.len()), (None, points), "{id} {size:?}");
            assert!(connected(&drawing.hits), "{id} {size:?}");
            for hit in &drawing.hits {
                assert_eq!(site_at(&drawing.hits, hit.x, hit.y), Some(hit.site), "{id} {size:?}");
            }
            let mut cells: Vec<(u16, u16)> = drawing.hits.iter().flat_map(|h| h.cells.clone()).collect();
            let all = cells.len();
            cells.sort_unstable();
            cells.dedup();
            assert_eq!(cells.len(), all, "{id} {size:?}: no cell is two points'");
        }
    }
}

#[test]
fn boards_without_brackets_show_every_mark() {
    // Every second ring is gone.
    let scene = opened("rings/dodecahedron:349525");
    let told =
        Marks { picked: sites(&[(0, 2)]), last: sites(&[(0, 5)]), hint: sites(&[(0, 8)]), ..at(0, 16) };
    let both = Marks { picked: sites(&[(0, 2)]), ..at(0, 2) };
    shown("tight", &[(scene.clone(), room(38, 15), told), (scene, room(38, 15), both)]);
}

#[test]
fn notes_keep_to_ascii_where_boards_do() {
    let strip = opened("strip:010002");
    let drawing = draw(&strip, room(42, 18), &Marks::default(), Style { ascii: true });
    assert!(drawing.canvas.text().contains(": is 1, # is 2."), "{}", drawing.canvas.text());
    assert!(look(&strip, room(70, 18), &Marks::default()).contains("still allowed there; ▒ is 1, █ is 2."));
    assert!(!look(&opened("strip:1201"), room(42, 18), &Marks::default()).contains("A number"));
    let sum = opened("misere strip:0100 + nim:3 + star:7");
    let text = draw(&sum, room(120, 18), &Marks::default(), Style { ascii: true }).canvas.text();
    assert!(text.is_ascii() && text.contains("1 Coloured strip, misere play"), "{text}");
    assert!(text.contains(" 3 Hexagram star "), "{text}");
    let normal = look(&opened("nim:3,4 + star:1664"), room(80, 20), &Marks::default());
    assert!(normal.contains(" 1 Nim ─") && normal.contains(" 2 Hexagram star, normal play "), "{normal}");
}

#[test]
fn four_keys_reach_everything() {
    let mut all = scenes();
    all.extend((2..=6).map(|side| (triangle(side, &[], &[]), Marks::default())));
    for (scene, marks) in all {
        for size in [room(42, 18), room(100, 50), room(24, 9)] {
            let drawing = draw(&scene, size, &marks, Style::default());
            assert!(connected(&drawing.hits), "{}", drawing.canvas.text());
        }
    }
}

#[test]
fn every_site_of_a_lattice_can_be_pointed_at() {
    for size in [room(42, 18), room(100, 50), room(10, 4)] {
        let drawing = draw(&star(1664), size, &Marks::default(), Style::default());
        let points: Vec<u64> = drawing.hits.iter().map(|h| h.site.item).collect();
        if drawing.cut.is_none() {
            assert_eq!(points, (0..13).collect::<Vec<_>>());
        }
        let drawing = draw(&triangle(6, &[], &[]), size, &Marks::default(), Style::default());
        if drawing.cut.is_none() {
            assert_eq!(drawing.hits.len(), 45);
            for hit in &drawing.hits {
                assert_eq!(site_at(&drawing.hits, hit.x, hit.y), Some(hit.site));
            }
        }
    }
}

#[test]
fn numbers_of_dots_are_whole_in_every_room() {
    let scene = opened("triangle/6:");
    for size in [room(42, 19), room(72, 35), room(110, 55)] {
        let drawing = draw(&scene, size, &Marks::default(), Style::default());
        let text = drawing.canvas.text();
        let numbers: Vec<u32> =
            text.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
        let rows = [1, 2, 3, 4, 6, 7, 10, 11, 15, 16, 21];
        assert!(rows.iter().all(|n| numbers.contains(n)), "{size:?}: {numbers:?}\n{text}");
        assert!(numbers.iter().all(|n| (1..=21).contains(n)), "{size:?}: {numbers:?}\n{text}");
    }
}

#[test]
fn names_of_any_script_are_measured_in_cells_and_spelled_in_ascii() {
    let names = [("Größe ∞", 0.0, 0.0, ""), ("東京", 1.0, 0.0, "")];
    let scene = graph(&names, &[(0, 1)], true);
    let drawing = draw(&scene, room(60, 5), &Marks::default(), Style::default());
    assert!(drawing.canvas.text().contains("東京") && drawing.canvas.text().contains("Größe ∞"));
    let wide = drawing.canvas.rows().flatten().filter(|g| g.ch == SECOND_HALF).count();
    assert_eq!(wide, 2);
    let text = draw(&scene, room(60, 5), &Marks::default(), Style { ascii: true }).canvas.text();
    assert!(text.is_ascii() && text.contains("Grosse inf"), "{text}");
}
