//! Boards to draw: small scenes of every kind of picture.

use super::super::Size;
use nimatron_core::rules::*;

pub(super) fn room(width: u16, height: u16) -> Size {
    Size { width, height }
}

pub(super) fn star(code: u32) -> Scene {
    nimatron_core::games::open(&format!("star:{code}"), &Library::default()).unwrap().scene()
}

/// Triangle War: the edges drawn in order, the triangles owned.
pub(super) fn triangle(side: usize, drawn: &[(usize, usize)], owned: &[([usize; 3], Player)]) -> Scene {
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
pub(super) fn row(text: &str) -> Scene {
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
pub(super) fn strip(text: &str) -> Scene {
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

pub(super) fn piles(counts: &[u64]) -> Piles {
    let heap = |(i, &count): (usize, &u64)| Heap {
        count,
        group: i as u32,
        limit: None,
        label: String::new(),
        typed: format!("{}-", i + 1),
    };
    Piles { heaps: counts.iter().enumerate().map(heap).collect(), mode: PileMode::Take }
}

pub(super) fn nim(counts: &[u64]) -> Scene {
    Scene::of(Picture::Piles(piles(counts)))
}

pub(super) fn boxes(counts: [u64; 2]) -> Scene {
    Scene::of(Picture::Piles(Piles { mode: PileMode::Split, ..piles(&counts) }))
}

pub(super) fn fibonacci(count: u64, limit: u64) -> Scene {
    let mut piles = piles(&[count]);
    piles.heaps[0].limit = Some(limit);
    piles.heaps[0].typed = "-".to_owned();
    Scene::of(Picture::Piles(piles))
}

/// Chomp with these rows from the bottom, out of a board of so many columns.
pub(super) fn chomp(columns: usize, rows: &[usize]) -> Scene {
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

pub(super) fn queen(size: u64, x: u64, y: u64) -> Scene {
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

pub(super) fn noughts(text: &str) -> Scene {
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

pub(super) fn track(at: u64, most: u64, goal: u64) -> Scene {
    let reach = at.saturating_add(most).min(goal);
    let (label, typed) = ("count".to_owned(), "+".to_owned());
    Scene::of(Picture::Track(Track { at, goal, reach, group: 0, label, typed }))
}

/// A graph of these names, places and loads, with arcs.
pub(super) fn graph(nodes: &[(&str, f32, f32, &str)], arcs: &[(usize, usize)], arrow: bool) -> Scene {
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

pub(super) fn token() -> Scene {
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

pub(super) fn wheel(n: usize) -> Scene {
    let names: Vec<String> = (0..n).map(|i| i.to_string()).collect();
    let place = |i: usize| {
        let angle = std::f32::consts::TAU * i as f32 / n as f32;
        (names[i].as_str(), angle.sin(), -angle.cos(), "")
    };
    let nodes: Vec<_> = (0..n).map(place).collect();
    let arcs: Vec<_> = (0..n).flat_map(|i| [(i, (i + 1) % n), (i, (i + 2) % n)]).collect();
    graph(&nodes, &arcs, false)
}

pub(super) fn sum(parts: Vec<(&str, Scene)>) -> Scene {
    let frame =
        |(i, (title, scene)): (usize, (&str, Scene))| Frame { title: format!("{} {title}", i + 1), scene };
    Scene::of(Picture::Frames(parts.into_iter().enumerate().map(frame).collect()))
}

pub(super) fn three_parts() -> Scene {
    sum(vec![("Hexagram star", star(1664)), ("Nim", nim(&[3, 4, 2])), ("Stone row", row("OOO.OO"))])
}

pub(super) fn sixteen_parts() -> Scene {
    sum((0..16)
        .map(|i| if i % 2 == 0 { ("Nim", nim(&[i, i + 2])) } else { ("Stone row", row("OO.OOO")) })
        .collect())
}

/// Sites of a list, kept for good.
pub(super) fn sites(list: &[(u32, u64)]) -> &'static [Site] {
    Box::leak(list.iter().map(|&(g, i)| Site::new(g, i)).collect())
}
