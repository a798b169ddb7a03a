//! What boards look like, and what holds of every board in every room.

use super::*;
use crate::rules::*;

fn room(width: u16, height: u16) -> Size {
    Size { width, height }
}

fn star(code: u32) -> Scene {
    crate::games::open(&format!("star:{code}"), &Library::default()).unwrap().scene()
}

/// Triangle War: the edges drawn in order, the triangles owned.
fn triangle(side: usize, drawn: &[(usize, usize)], owned: &[([usize; 3], Player)]) -> Scene {
    let mut points = Vec::new();
    for row in 0..side as i32 {
        for k in 0..=row {
            let label = (points.len() + 1).to_string();
            points.push(Point { at: (2 * k - row, row), face: Face::Dot, label, site: None });
        }
    }
    let index = |at: (i32, i32)| points.iter().position(|p| p.at == at);
    let (mut lines, mut areas) = (Vec::new(), Vec::new());
    for (i, p) in points.iter().enumerate() {
        let (x, y) = p.at;
        for at in [(x + 2, y), (x - 1, y + 1), (x + 1, y + 1)] {
            if let Some(j) = index(at) {
                let look = if drawn.contains(&(i + 1, j + 1)) { Look::Strong } else { Look::Faint };
                lines.push(Line { ends: (i, j), look, site: Some(Site::new(0, lines.len() as u64)) });
            }
        }
    }
    for (corners, owner) in owned {
        let label = if *owner == Player::First { "A" } else { "B" };
        let corners = corners.map(|c| c - 1);
        areas.push(Area { corners, owner: Some(*owner), label: label.to_owned() });
    }
    Scene::of(Picture::Lattice(Lattice { points, lines, areas }))
}

/// A stone row of `O` and `.`.
fn row(text: &str) -> Scene {
    let cell = |(i, c): (usize, char)| {
        let stone = c == 'O';
        StripCell {
            face: if stone { Face::Stone } else { Face::Empty },
            sites: [stone.then(|| Site::new(0, i as u64 + 1)), None],
        }
    };
    let cells = text.chars().enumerate().map(cell).collect();
    Scene::of(Picture::Strip(Strip { cells, boxed: false }))
}

/// A coloured strip of `0`, `1` and `2`.
fn strip(text: &str) -> Scene {
    let chars: Vec<char> = text.chars().collect();
    let cell = |i: usize| {
        let near = [i.wrapping_sub(1), i + 1].map(|j| chars.get(j).copied());
        let site = |c: u32| Some(Site::new(c, i as u64 + 1));
        let may = |c: u32| near.iter().all(|&n| n != char::from_digit(c, 10)).then(|| site(c)).flatten();
        let (face, sites) = match chars[i] {
            '1' => (Face::ColourOne, [site(1), None]),
            '2' => (Face::ColourTwo, [None, site(2)]),
            _ => (Face::Free, [may(1), may(2)]),
        };
        StripCell { face: if sites == [None; 2] { Face::Closed } else { face }, sites }
    };
    let cells = (0..chars.len()).map(cell).collect();
    Scene::of(Picture::Strip(Strip { cells, boxed: true }))
}

fn piles(counts: &[u64]) -> Piles {
    let heap = |(i, &count): (usize, &u64)| Heap {
        count,
        group: i as u32,
        limit: None,
        label: String::new(),
        typed: format!("{}-", i + 1),
    };
    Piles { heaps: counts.iter().enumerate().map(heap).collect(), mode: PileMode::Take }
}

fn nim(counts: &[u64]) -> Scene {
    Scene::of(Picture::Piles(piles(counts)))
}

fn boxes(counts: [u64; 2]) -> Scene {
    Scene::of(Picture::Piles(Piles { mode: PileMode::Split, ..piles(&counts) }))
}

fn fibonacci(count: u64, limit: u64) -> Scene {
    let mut piles = piles(&[count]);
    piles.heaps[0].limit = Some(limit);
    piles.heaps[0].typed = "-".to_owned();
    Scene::of(Picture::Piles(piles))
}

/// Sites of a list, kept for good.
fn sites(list: &[(u32, u64)]) -> &'static [Site] {
    Box::leak(list.iter().map(|&(g, i)| Site::new(g, i)).collect())
}

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
        (nim(&[]), Marks::default()),
        (nim(&[0, 0]), Marks::default()),
        (nim(&[3, 4, 2]), at(1, 3)),
        (nim(&[(1 << 63) - 1, 40, 7]), at(0, 1 << 40)),
        (nim(&(1..=64).collect::<Vec<_>>()), at(20, 3)),
        (boxes([7, 5]), at(0, 3)),
        (boxes([1 << 62, 5]), at(0, 3)),
        (fibonacci(40, 7), at(0, 36)),
    ]
}

#[test]
fn no_room_is_too_small_and_no_canvas_too_large() {
    for (scene, marks) in scenes() {
        for ascii in [false, true] {
            for width in 0..=60 {
                for height in 0..=30 {
                    let drawing = draw(&scene, room(width, height), &marks, Style { ascii });
                    let (w, h) = (drawing.canvas.width(), drawing.canvas.height());
                    assert!(w <= width && h <= height, "{w}x{h} in {width}x{height}");
                    let inside = |&(x, y): &(u16, u16)| x < w && y < h;
                    for hit in &drawing.hits {
                        assert!(inside(&(hit.x, hit.y)), "{hit:?} in {w}x{h} of {width}x{height}: {scene:?}");
                        assert!(hit.cells.iter().all(inside), "{hit:?} in {w}x{h} of {width}x{height}");
                    }
                    let plain = |g: &Glyph| g.ch.is_ascii() || !ascii;
                    assert!(drawing.canvas.rows().flatten().all(plain), "{}", drawing.canvas.text());
                }
            }
        }
    }
}

/// Whether the four directions lead from every hit to every other.
fn connected(hits: &[Hit]) -> bool {
    let reached = |start: Site| {
        let mut seen = std::collections::BTreeSet::from([start]);
        let mut next = vec![start];
        while let Some(site) = next.pop() {
            for to in Direction::ALL {
                next.extend(neighbour(hits, Some(site), to).filter(|&s| seen.insert(s)));
            }
        }
        seen.len()
    };
    hits.iter().all(|h| reached(h.site) == hits.len())
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
