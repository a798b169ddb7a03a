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

/// Chomp with these rows from the bottom, out of a board of so many columns.
fn chomp(columns: usize, rows: &[usize]) -> Scene {
    let square = |(row, column): (usize, usize)| Square {
        face: match (row, column) {
            (0, 0) => Face::Poison,
            _ if column < rows[row] => Face::Food,
            _ => Face::Empty,
        },
        label: String::new(),
        site: (column < rows[row]).then(|| Site::new(row as u32 + 1, column as u64 + 1)),
    };
    let places = (0..rows.len()).rev().flat_map(|r| (0..columns).map(move |c| (r, c)));
    Scene::of(Picture::Squares(Squares {
        columns,
        squares: places.map(square).collect(),
        bite: true,
        column_labels: (1..=columns).map(|c| c.to_string()).collect(),
        row_labels: (1..=rows.len()).rev().map(|r| r.to_string()).collect(),
    }))
}

fn queen(size: u64, x: u64, y: u64) -> Scene {
    let square = |(c, r): (u64, u64)| {
        let reach = (c == x && r < y) || (r == y && c < x) || (c < x && r < y && x - c == y - r);
        let face = match (c, r) {
            _ if (c, r) == (x, y) => Face::Queen,
            (0, 0) => Face::Goal,
            _ if reach => Face::Reach,
            _ => Face::Free,
        };
        Square { face, label: String::new(), site: reach.then(|| Site::new(c as u32, r)) }
    };
    let places = (0..size).rev().flat_map(|r| (0..size).map(move |c| (c, r)));
    Scene::of(Picture::Squares(Squares {
        columns: size as usize,
        squares: places.map(square).collect(),
        bite: false,
        column_labels: (0..size).map(|c| c.to_string()).collect(),
        row_labels: (0..size).rev().map(|r| r.to_string()).collect(),
    }))
}

fn noughts(text: &str) -> Scene {
    let square = |(i, c): (usize, char)| Square {
        face: match c {
            'X' => Face::Mark(Player::First),
            'O' => Face::Mark(Player::Second),
            _ => Face::Free,
        },
        label: (i + 1).to_string(),
        site: (c == '.').then(|| Site::new(0, i as u64 + 1)),
    };
    let squares = text.chars().enumerate().map(square).collect();
    let none = Vec::new;
    let board = Squares { columns: 3, squares, bite: false, column_labels: none(), row_labels: none() };
    Scene::of(Picture::Squares(board))
}

fn track(at: u64, most: u64, goal: u64) -> Scene {
    let reach = at.saturating_add(most).min(goal);
    let (label, typed) = ("count".to_owned(), "+".to_owned());
    Scene::of(Picture::Track(Track { at, goal, reach, group: 0, label, typed }))
}

/// A graph of these names, places and loads, with arcs.
fn graph(nodes: &[(&str, f32, f32, &str)], arcs: &[(usize, usize)], arrow: bool) -> Scene {
    let node = |(i, &(label, x, y, load)): (usize, &(&str, f32, f32, &str))| Node {
        at: (x, y),
        face: Face::Empty,
        label: label.to_owned(),
        load: load.to_owned(),
        site: Some(Site::new(0, i as u64)),
    };
    let links = arcs.iter().map(|&ends| Link { ends, arrow }).collect();
    Scene::of(Picture::Network(Network { nodes: nodes.iter().enumerate().map(node).collect(), links }))
}

fn token() -> Scene {
    let nodes = [
        ("a", 1.0, 0.0, "1"),
        ("b", 0.0, 1.0, ""),
        ("c", 2.0, 1.0, "2 3"),
        ("d", 1.0, 2.0, ""),
        ("e", 0.0, 3.0, ""),
        ("f", 2.0, 3.0, ""),
    ];
    graph(&nodes, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (3, 5), (0, 3), (1, 4), (2, 5)], true)
}

fn wheel(n: usize) -> Scene {
    let names: Vec<String> = (0..n).map(|i| i.to_string()).collect();
    let place = |i: usize| {
        let angle = std::f32::consts::TAU * i as f32 / n as f32;
        (names[i].as_str(), angle.sin(), -angle.cos(), "")
    };
    let nodes: Vec<_> = (0..n).map(place).collect();
    let arcs: Vec<_> = (0..n).flat_map(|i| [(i, (i + 1) % n), (i, (i + 2) % n)]).collect();
    graph(&nodes, &arcs, false)
}

fn sum(parts: Vec<(&str, Scene)>) -> Scene {
    let frame =
        |(i, (title, scene)): (usize, (&str, Scene))| Frame { title: format!("{} {title}", i + 1), scene };
    Scene::of(Picture::Frames(parts.into_iter().enumerate().map(frame).collect()))
}

fn three_parts() -> Scene {
    sum(vec![("Hexagram star", star(1664)), ("Nim", nim(&[3, 4, 2])), ("Stone row", row("OOO.OO"))])
}

fn sixteen_parts() -> Scene {
    sum((0..16)
        .map(|i| if i % 2 == 0 { ("Nim", nim(&[i, i + 2])) } else { ("Stone row", row("OO.OOO")) })
        .collect())
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
