//! Compares plain boards with snapshots, and checks properties of all boards at many sizes.

use super::*;
use std::collections::{BTreeSet, HashMap, HashSet};

use nimatron_core::rules::*;

fn opened(id: &str) -> Scene {
    nimatron_core::games::open(id, &Library::default())
        .unwrap()
        .scene()
}

fn room(width: u16, height: u16) -> Size {
    Size { width, height }
}

fn at(group: u32, item: u64) -> Marks<'static> {
    Marks {
        cursor: Some(Site::new(group, item)),
        ..Marks::default()
    }
}

fn sites(list: &[(u32, u64)]) -> &'static [Site] {
    Box::leak(list.iter().map(|&(g, i)| Site::new(g, i)).collect())
}

fn text(scene: &Scene, size: Size, marks: &Marks<'_>, ascii: bool) -> String {
    let drawing = draw(scene, size, marks, Style { ascii });
    drawing.text()
        + drawing
            .cut
            .map_or(String::new(), |cut| format!("({cut})\n"))
            .as_str()
}

fn drawn(scene: &Scene, size: Size, marks: &Marks<'_>, painted: bool) -> Drawing {
    if painted {
        paint(scene, size, marks, &Colours::DARK)
    } else {
        draw(scene, size, marks, Style::default())
    }
}

fn list(numbers: impl Iterator<Item = u64>) -> String {
    numbers.map(|n| n.to_string()).collect::<Vec<_>>().join(",")
}

fn boards() -> Vec<(Scene, Marks<'static>)> {
    let picked = |picked, open| Marks {
        picked: sites(picked),
        open: sites(open),
        ..Marks::default()
    };
    let last = |last, hint| Marks {
        last: sites(last),
        hint: sites(hint),
        ..Marks::default()
    };
    let in_part = |part, group, item| Marks {
        cursor: Some(Site::new(group, item).in_part(part)),
        ..Marks::default()
    };
    let named = [
        ("star:1664", at(0, 7)),
        (
            "star:8191",
            Marks {
                cursor: Some(Site::new(0, 10)),
                ..picked(&[(0, 9)], &[(0, 5), (0, 10)])
            },
        ),
        ("star:128", last(&[(0, 9), (0, 10)], &[(0, 7)])),
        (
            "triangle/4:2-4,4-5,2-5",
            Marks {
                cursor: Some(Site::new(0, 3)),
                ..last(&[(0, 7)], &[(0, 1)])
            },
        ),
        (
            "triangle/6:",
            Marks {
                picked: sites(&[(0, 2)]),
                ..at(0, 30)
            },
        ),
        (
            "rings/dodecahedron:349525",
            Marks {
                picked: sites(&[(0, 2)]),
                ..last(&[(0, 5)], &[(0, 8)])
            },
        ),
        (
            "row:OOO.OO..O",
            Marks {
                cursor: Some(Site::new(0, 3)),
                ..picked(&[(0, 2)], &[(0, 1), (0, 3)])
            },
        ),
        ("row:3000", at(0, 1500)),
        ("strip:0100021", at(1, 4)),
        (
            "nim:3,4,2",
            Marks {
                cursor: Some(Site::new(1, 3)),
                hint: sites(&[(0, 2)]),
                ..Marks::default()
            },
        ),
        ("nim:40", at(0, 30)),
        ("nim:9223372036854775807,40,7", at(0, 1 << 40)),
        ("ferguson:7,4", at(0, 3)),
        ("ferguson:4611686018427387904,5", at(0, 3)),
        ("fibonacci:40,7", at(0, 36)),
        ("chomp:4x6", at(2, 3)),
        ("chomp:14x14", at(8, 9)),
        ("queen:7,5", at(4, 2)),
        ("queen:22,27", at(22, 5)),
        (
            "tictactoe:XO..X....",
            Marks {
                cursor: Some(Site::new(0, 6)),
                ..last(&[(0, 2)], &[(0, 9)])
            },
        ),
        ("race/3/21:5", at(0, 7)),
        (
            "race/12/100:0",
            Marks {
                hint: sites(&[(0, 1)]),
                ..at(0, 7)
            },
        ),
        (
            "race/1125899906842624/4611686018427387904:1099511627776",
            at(0, (1 << 40) + 77),
        ),
        ("token/river:spring", at(0, 3)),
        ("own/hare:A:aa...bb", Marks::default()),
        ("star:1664 + nim:3,4,2 + row:OOO.OO", in_part(1, 1, 3)),
    ];
    let built = [
        (format!("row:{}", "OOOO.".repeat(50)), at(0, 122)),
        (format!("row:O{}O", ".".repeat(3000)), at(0, 1)),
        (format!("strip:{}", "010002".repeat(40)), at(1, 100)),
        (format!("nim:{}", list(1..=64)), at(20, 3)),
        (
            ["row:OO.OOO", "nim:3,4"].repeat(8).join(" + "),
            in_part(4, 0, 1),
        ),
    ];
    let built = built.map(|(id, marks)| (opened(&id), marks));
    let noted = Scene {
        notes: vec!["A note of several words".to_owned(); 2],
        ..opened("nim:3,4")
    };
    let named = named.into_iter().map(|(id, marks)| (opened(id), marks));
    named.chain(built).chain([(noted, at(1, 2))]).collect()
}

#[test]
fn plain_boards() {
    for (name, ascii) in [("plain", false), ("ascii", true)] {
        let all: String = boards()
            .iter()
            .map(|(scene, marks)| text(scene, room(42, 18), marks, ascii) + "\n")
            .collect();
        assert!(!ascii || all.is_ascii());
        insta::assert_snapshot!(name, all);
    }
}

/// Checks layouts that occur only at some widths: names that do not fit, a crowded graph, and sums with spare width.
#[test]
fn plain_boards_in_narrow_rooms() {
    let mut all = String::new();
    for (id, size, is_start) in [
        ("triangle/6:1-2", room(30, 60), false),
        ("token/divisors:12,4", room(44, 60), false),
        (
            "nim:3,4 + chomp:3x3 + queen:4,6 + strip:000 + star:1664",
            room(44, 60),
            false,
        ),
        ("chomp:2x2 + row:OOOOOOOOO + nim:3", room(9, 18), true),
    ] {
        let scene = opened(id);
        let marks = Marks {
            start: is_start.then_some(&scene),
            ..Marks::default()
        };
        all += &(text(&scene, size, &marks, false) + "\n");
    }
    insta::assert_snapshot!("narrow", all);
}

#[test]
fn the_theory_and_the_signs_of_moves_on_plain_boards() {
    let value =
        |group: u32, items: std::ops::RangeInclusive<u64>, label: Label| FigureMark::Value {
            places: items.map(|item| Site::new(group, item)).collect(),
            label,
        };
    let pair = |a: u64, b: u64| FigureMark::Pair(vec![Site::new(0, a)], vec![Site::new(0, b)]);
    // The signs of outcomes hide the length of the chain on its first three edges.
    let chain = FigureMark::Chain {
        places: (1..6).map(|edge| Site::new(0, edge)).collect(),
        length: 4,
    };
    let signs: [(Site, Outcome); 3] = [(1, Outcome::Win), (2, Outcome::Draw), (3, Outcome::Loss)]
        .map(|(n, o)| (Site::new(0, n), o));
    let mut all = String::new();
    for (id, marks) in [
        (
            "row:OOO.OO..O",
            vec![
                value(0, 1..=3, Label::Nimber(3)),
                value(0, 5..=6, Label::Nimber(2)),
            ],
        ),
        (
            "strip:0100020",
            vec![
                value(1, 3..=5, Label::Nimber(1)),
                value(2, 7..=7, Label::Nimber(0)),
            ],
        ),
        (
            "nim:3,5,7",
            vec![
                value(0, 1..=3, Label::Number(3)),
                value(1, 1..=4, Label::Number(4)),
                value(1, 5..=5, Label::Number(1)),
            ],
        ),
        ("star:8191", vec![pair(6, 4), pair(5, 7), pair(8, 11)]),
        (
            "queen:7,5",
            [(1, 2), (2, 1)]
                .map(|(x, y)| FigureMark::Losing(Site::new(x, y)))
                .to_vec(),
        ),
        ("triangle/4:2-4,4-5", vec![chain]),
        ("ferguson:7,4", vec![value(0, 1..=7, Label::Nimber(3))]),
    ] {
        let figure = Figure {
            marks,
            ..Figure::default()
        };
        let marks = Marks {
            figure: Some(&figure),
            signs: &signs,
            ..Marks::default()
        };
        all += &(text(&opened(id), room(42, 18), &marks, false) + "\n");
    }
    insta::assert_snapshot!("theory", all);
}

#[test]
fn no_room_is_too_small_and_no_board_too_large() {
    for (scene, marks) in boards() {
        for (width, height) in (0..=60).flat_map(|w| (0..=30).map(move |h| (w, h))) {
            if (width > 9 || height > 6) && (width + 3 * height) % 11 != 0 {
                continue;
            }
            for painted in [false, true] {
                let drawing = drawn(&scene, room(width, height), &marks, painted);
                let (w, h) = (drawing.width, drawing.height);
                assert!(
                    w <= width && h <= height,
                    "{w}x{h} in {width}x{height}, {painted}"
                );
                let inside = |&(x, y): &(u16, u16)| x < w && y < h;
                for hit in &drawing.hits {
                    let is_inside = inside(&(hit.x, hit.y)) && hit.cells.iter().all(inside);
                    assert!(
                        is_inside,
                        "{hit:?} in {w}x{h} of {width}x{height}, {painted}"
                    );
                }
            }
        }
    }
}

fn ways(hits: &[Hit], from: Site) -> Vec<Site> {
    Direction::ALL
        .iter()
        .filter_map(|&to| neighbour(hits, Some(from), to))
        .collect()
}

fn walked(from: Option<Site>, ways: impl Fn(Site) -> Vec<Site>) -> HashSet<Site> {
    let mut seen: HashSet<Site> = from.into_iter().collect();
    let mut next: Vec<Site> = from.into_iter().collect();
    while let Some(site) = next.pop() {
        next.extend(ways(site).into_iter().filter(|&s| seen.insert(s)));
    }
    seen
}

fn connected(hits: &[Hit]) -> bool {
    let ahead: HashMap<Site, Vec<Site>> =
        hits.iter().map(|h| (h.site, ways(hits, h.site))).collect();
    let behind = |to| {
        ahead
            .iter()
            .filter(|(_, ways)| ways.contains(&to))
            .map(|(from, _)| *from)
            .collect()
    };
    // If the first hit reaches all hits and all hits reach the first, then every hit reaches every other hit.
    let first = hits.first().map(|h| h.site);
    [
        walked(first, |at| ahead[&at].clone()),
        walked(first, behind),
    ]
    .iter()
    .all(|all| all.len() == hits.len())
}

#[test]
fn four_keys_reach_everything() {
    for (scene, marks) in boards() {
        for (size, painted) in [room(42, 18), room(100, 50), room(24, 9)]
            .map(|s| [(s, true), (s, false)])
            .concat()
        {
            let hits = drawn(&scene, size, &marks, painted).hits;
            assert!(
                connected(&hits),
                "{size:?} {painted}\n{}",
                text(&scene, size, &marks, false)
            );
        }
    }
}

/// Returns the number of sites that the arrow keys reach. The board is redrawn after each step.
fn reached(scene: &Scene, size: Size, painted: bool) -> usize {
    let hits = |cursor| {
        drawn(
            scene,
            size,
            &Marks {
                cursor,
                ..Marks::default()
            },
            painted,
        )
        .hits
    };
    let first = neighbour(&hits(None), None, Direction::Down);
    let step = |site| {
        let hits = hits(Some(site));
        let is_seen = hits.iter().any(|h| h.site == site && !h.cells.is_empty());
        assert!(
            is_seen,
            "{site:?} is out of sight: {size:?} {painted} {hits:?}"
        );
        ways(&hits, site)
    };
    walked(first, step).len()
}

#[test]
fn words_say_what_stands_on_squares() {
    for (id, said) in [
        ("own/cram:#..#........", "#1 2 3 #4"),
        ("tictactoe:XO.......", "X1 O2 3"),
    ] {
        let words = text(&opened(id), room(10, 2), &Marks::default(), true);
        assert!(words.contains(said), "{words}");
    }
}

#[test]
fn boards_that_scroll_are_walked_from_end_to_end() {
    for painted in [false, true] {
        for size in [room(42, 18), room(42, 4), room(24, 9), room(30, 2)] {
            let row = |cells: String| reached(&opened(&format!("row:{cells}")), size, painted);
            assert_eq!(row("OOOO.".repeat(50)), 200, "{size:?}");
            assert_eq!(row(format!("O{}O{}O", ".".repeat(300), ".".repeat(200))), 3);
            let coloured = opened(&format!("strip:{}", "010002".repeat(30)));
            let Picture::Cells(cells) = &coloured.picture else {
                unreachable!()
            };
            let all = cells
                .listed()
                .iter()
                .flat_map(|c| c.sites)
                .flatten()
                .count();
            assert_eq!(reached(&coloured, size, painted), all, "{size:?}");
            assert_eq!(
                reached(&opened("race/90/150:10"), size, painted),
                90,
                "{size:?}"
            );
        }
        assert_eq!(
            reached(&opened("row:OOOOOOOOOOOOOOOOOO"), room(2, 3), painted),
            18,
            "in words"
        );
        for size in [room(42, 18), room(42, 7), room(20, 12)] {
            let all = |id: &str| reached(&opened(id), size, painted);
            assert_eq!(all(&format!("nim:{}", list(1..=40))), 820, "{size:?}");
            assert_eq!(all("nim:200,300"), 500, "{size:?}");
            assert_eq!(all("chomp:14x14"), 196, "{size:?}");
            assert_eq!(all("star:8191"), 13, "{size:?}");
        }
        for size in [room(42, 18), room(42, 12), room(80, 30)] {
            let three = opened("star:8191 + nim:3,4,2 + row:OOO.OO");
            assert_eq!(reached(&three, size, painted), 13 + 9 + 5, "{size:?}");
            let many = opened(&vec![format!("row:{}", "OO.".repeat(5)); 16].join(" + "));
            assert_eq!(reached(&many, size, painted), 160, "{size:?}");
        }
    }
}

#[test]
fn boards_of_up_to_24_points_are_drawn_in_a_small_room() {
    for (id, points) in [
        ("rings/dodecahedron:1048575", 20),
        ("rings/coronene:16777215", 24),
        ("rings/petersen:1023", 10),
        ("token/river:spring", 9),
        ("token/pyramid:a1", 10),
        ("triangle/6:", 45),
    ] {
        let scene = opened(id);
        for size in [room(42, 19), room(42, 18), room(40, 16)] {
            for painted in [false, true] {
                let Drawing { hits, cut, .. } = drawn(&scene, size, &Marks::default(), painted);
                // With 20 points in the smallest size, two links are hidden, and a note reports this.
                let is_tight = painted && points == 20 && size.height == 16;
                assert_eq!(
                    (cut.is_some(), hits.len()),
                    (is_tight, points),
                    "{id} {size:?} {painted}"
                );
                for hit in &hits {
                    assert_eq!(
                        site_at(&hits, hit.x, hit.y),
                        Some(hit.site),
                        "{id} {size:?} {painted}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_cell_belongs_to_one_place() {
    let graphs = [
        "token/river:spring,spring",
        "token/divisors:30,4,6",
        "misere token/tree:d,b",
        "token/knight:c2,a3,d3",
    ];
    let stacks = [room(42, 18), room(42, 7), room(100, 40)].map(|size| ("nim:60,40,70", size));
    for (id, size) in graphs
        .map(|id| (id, room(38, 19)))
        .into_iter()
        .chain(stacks)
    {
        let Drawing { hits, cut, .. } = drawn(&opened(id), size, &Marks::default(), true);
        assert!(cut.is_none() || id.starts_with("nim"), "{id}");
        let mut taken = HashSet::new();
        assert!(
            hits.iter()
                .flat_map(|hit| &hit.cells)
                .all(|cell| taken.insert(cell)),
            "{id} {size:?}"
        );
    }
}

#[test]
fn what_the_last_move_took_is_seen_and_the_frame_stands_still() {
    for (start, before, now) in [
        ("nim:3,9,7", "nim:3,9,7", "nim:3,2,7"),
        ("fibonacci:21", "fibonacci:21", "fibonacci:18,6"),
        ("row:OOOOOOO", "row:OOOOOOO", "row:OO..OOO"),
        ("chomp:4x6", "chomp:4x6", "chomp:6,6,2,2"),
        ("race/5/23:0", "race/5/23:4", "race/5/23:7"),
    ] {
        let [start, before, now] = [start, before, now].map(opened);
        let at_start = drawn(
            &start,
            room(42, 19),
            &Marks {
                start: Some(&start),
                ..Marks::default()
            },
            false,
        );
        let [mine, other] = [false, true].map(|second| {
            let marks = Marks {
                start: Some(&start),
                before: Some(&before),
                second,
                ..Marks::default()
            };
            // The board is centred in its room, so compare positions relative to the room.
            let places = |scene: &Scene| {
                let Drawing {
                    width,
                    height,
                    hits,
                    ..
                } = drawn(scene, room(42, 19), &marks, true);
                let places = hits
                    .into_iter()
                    .map(|h| (h.site, ((42 - width) / 2 + h.x, h.y)));
                (height, places.collect::<HashMap<_, _>>())
            };
            let ((high, all), (now_high, kept)) = (places(&start), places(&now));
            let is_still = kept
                .iter()
                .all(|(site, place)| all.get(site).is_none_or(|then| then == place));
            assert!(high == now_high && is_still, "{before:?}");
            let canvas = draw(&now, room(42, 19), &marks, Style::default())
                .canvas
                .unwrap();
            assert_eq!(
                (canvas.width, canvas.height),
                (at_start.width, at_start.height)
            );
            assert!(
                canvas
                    .rows()
                    .flatten()
                    .any(|g| g.mark.last && g.mark.second == second)
            );
            canvas.text()
        });
        assert_ne!(mine, other, "by form as well as by colour");
    }
}

#[test]
fn all_parts_of_a_small_sum_are_drawn_where_they_can_fit() {
    // The space available to a board in terminals of 80x24 and 60x20 cells.
    let scene = opened("nim:3,5 + star:127 + row:OOOO");
    for (size, painted) in [
        (room(39, 20), false),
        (room(39, 20), true),
        (room(56, 10), true),
    ] {
        let marks = Marks {
            start: Some(&scene),
            ..Marks::default()
        };
        let Drawing { hits, cut, .. } = drawn(&scene, size, &marks, painted);
        assert_eq!(cut, None, "{size:?} {painted}");
        assert!(
            (0..3).all(|part| hits.iter().any(|h| h.site.part == part)),
            "{size:?} {painted}"
        );
    }
    let four = opened("row:OOOO + strip:0000 + nim:4 + bash/3:9");
    for (width, height) in (20..120)
        .step_by(7)
        .flat_map(|w| (8..50).step_by(5).map(move |h| (w, h)))
    {
        for painted in [false, true] {
            let hits = drawn(&four, room(width, height), &Marks::default(), painted).hits;
            let mut owners = HashMap::new();
            for (cell, part) in hits
                .iter()
                .flat_map(|h| h.cells.iter().map(|cell| (cell, h.site.part)))
            {
                assert_eq!(
                    *owners.entry(cell).or_insert(part),
                    part,
                    "{width}x{height} {painted}"
                );
            }
        }
    }
}

#[test]
fn notes_are_whole_or_not_there() {
    let scene = opened("nim:3,5 + octal/0.07:9");
    for (width, height) in (20..100)
        .step_by(3)
        .flat_map(|w| (6..30).map(move |h| (w, h)))
    {
        let text = text(&scene, room(width, height), &Marks::default(), false);
        let said: String = text
            .chars()
            .filter(|c| c.is_alphanumeric() || *c == '.')
            .collect();
        assert_eq!(said.contains("Take2"), said.contains("heaps."), "{text}");
        assert_eq!(said.contains("Takeany"), said.contains("pile."), "{text}");
    }
}

#[test]
fn names_of_any_script_are_measured_in_cells_and_spelled_in_ascii() {
    let node = |y, label: &str| Node::new((0.0, y), Face::Empty, label.to_owned(), None);
    let scene = Scene::new(Picture::Graph(Graph {
        layout: GraphLayout::Layers,
        nodes: vec![node(0.0, "Größe ∞"), node(1.0, "東京")],
        links: vec![Link::plain((0, 1))],
        areas: Vec::new(),
    }));
    let canvas = draw(&scene, room(60, 5), &Marks::default(), Style::default())
        .canvas
        .unwrap();
    assert!(canvas.text().contains("東京") && canvas.text().contains("Größe ∞"));
    assert_eq!(
        canvas
            .rows()
            .flatten()
            .filter(|g| g.ch == SECOND_HALF)
            .count(),
        2
    );
    let text = text(&scene, room(60, 5), &Marks::default(), true);
    assert!(text.is_ascii() && text.contains("Grosse inf"), "{text}");
}

#[test]
fn numbers_of_two_digits_are_whole_when_they_are_picked_or_played() {
    let scene = opened("own/euclid:21,13");
    let site = sites(&[(0, 1)]);
    for marks in [
        Marks {
            picked: site,
            ..Marks::default()
        },
        Marks {
            last: site,
            ..at(0, 1)
        },
    ] {
        assert!(text(&scene, room(42, 18), &marks, true).contains("13"));
        let labels = drawn(&scene, room(42, 18), &marks, true).labels;
        assert!(labels.iter().any(|l| l.text == "13"));
    }
}

#[test]
fn signs_of_moves_differ_by_the_colour_of_the_whole_piece_and_links_are_lit() {
    let signs = [
        (Site::new(1, 1), Outcome::Win),
        (Site::new(1, 2), Outcome::Loss),
    ];
    let links = [(Site::new(0, 4), Site::new(0, 7), Outcome::Win)];
    let c = Colours::DARK;
    let colours = |id: &str| {
        let marks = Marks {
            signs: &signs,
            links: &links,
            ..Marks::default()
        };
        let shapes = drawn(&opened(id), room(42, 18), &marks, true).shapes;
        shapes.into_iter().map(|s| s.colour).collect::<Vec<_>>()
    };
    let chomp = colours("chomp:4x6");
    assert!(chomp.contains(&c.won) && chomp.contains(&c.lost));
    assert!(colours("star:8191").contains(&c.won));
}

#[test]
fn a_board_that_fits_smaller_is_whole_in_a_small_room() {
    for id in ["triangle/6:1-2", "nim:3,5,7,12", "row:40"] {
        let scene = opened(id);
        let Drawing {
            hits, cut, labels, ..
        } = drawn(&scene, room(56, 11), &Marks::default(), true);
        assert_eq!(cut, None, "{id}");
        assert_eq!(
            reached(&scene, room(56, 11), true),
            hits.len(),
            "{id}: all can be pointed at"
        );
        let last = labels.iter().filter(|l| l.text == "1").count();
        assert!(last <= 2, "{id}: a number of two digits is cut");
    }
}

#[test]
fn a_ring_under_the_cursor_is_not_a_taken_one() {
    let scene = opened("star:8190");
    let cell = |marks: Marks<'_>, item| {
        let marks = Marks {
            cursor: Some(Site::new(0, item)),
            ..marks
        };
        text(&scene, room(60, 11), &marks, true)
    };
    let ring = cell(Marks::default(), 1);
    let empty = cell(Marks::default(), 0);
    let taken = cell(
        Marks {
            last: sites(&[(0, 0)]),
            ..Marks::default()
        },
        0,
    );
    assert!(ring.contains("> 1)"), "{ring}");
    assert!(
        !empty.contains("> 0)") && !taken.contains("> 0)"),
        "{taken}"
    );
}

#[test]
fn sites_out_of_sight_wait_at_the_border_and_take_no_click() {
    let piles = &format!("nim:{}", list(1..=64));
    let strip = |cells: &str| format!("strip:{}", cells.repeat(60));
    for (id, height, cursor, painted) in [
        (piles, 18, at(30, 3), false),
        (piles, 18, at(30, 3), true),
        (&strip("10"), 3, at(2, 61), false),
        (&strip("20"), 3, at(1, 61), false),
        (&strip("00"), 3, at(1, 60), false),
    ] {
        let Drawing {
            width, hits, cut, ..
        } = drawn(&opened(id), room(42, height), &cursor, painted);
        let border: Vec<u16> = hits
            .iter()
            .filter(|hit| hit.cells.is_empty())
            .map(|hit| hit.x)
            .collect();
        assert_eq!(border, [0, width - 1], "{id} {cut:?}");
    }
}

#[test]
fn the_eye_goes_far_aside_only_where_there_is_nothing_else() {
    let hit = |item, x, y| Hit::new(Site::new(0, item), (x, y), [(x, y)]);
    let start = hit(0, 0, 5);
    let aside = hit(1, 1, 7);
    let ahead = hit(2, 20, 5);
    let right =
        |hits: &[Hit]| neighbour(hits, Some(start.site), Direction::Right).map(|site| site.item);
    assert_eq!(right(&[start.clone(), aside.clone(), ahead]), Some(2));
    assert_eq!(right(&[start.clone(), aside]), Some(1));
}

#[test]
fn left_and_right_stay_in_a_row_of_squares_and_follow_a_line_of_cells() {
    let right = |id: &str, from: Site, painted: bool| {
        let hits = drawn(&opened(id), room(42, 18), &Marks::default(), painted).hits;
        assert!(hits.iter().any(|hit| hit.site == from), "{id}: {from:?}");
        neighbour(&hits, Some(from), Direction::Right)
    };
    for painted in [false, true] {
        assert_eq!(right("chomp:4,2", Site::new(1, 1), painted), None);
        assert_eq!(right("chomp:4,2", Site::new(0, 3), painted), None);
        let cells = [2, 5, 8].map(|item| right("tictactoe:.........", Site::new(0, item), painted));
        assert_eq!(cells, [None; 3]);
        let next = right("race/30/100:0", Site::new(0, 9), painted);
        assert_eq!(next, Some(Site::new(0, 10)));
    }
}

#[test]
fn a_heap_shows_where_the_move_parts_it() {
    let scene = opened("own/grundy:8");
    let parted = opened("own/grundy:3,5");
    let less = opened("own/grundy:5");
    let after = |after| Marks {
        after: Some(after),
        ..at(0, 3)
    };
    assert!(text(&scene, room(42, 18), &after(&parted), false).contains("3│5"));
    assert!(!text(&scene, room(42, 18), &after(&less), false).contains('│'));
}

#[test]
fn rings_with_names_of_three_characters_are_drawn() {
    let Picture::Graph(mut lattice) = opened("star:8191").picture else {
        panic!()
    };
    for (n, point) in lattice.nodes.iter_mut().enumerate() {
        point.label = (100 + n).to_string();
    }
    let text = text(
        &Scene::new(Picture::Graph(lattice)),
        room(60, 30),
        &Marks::default(),
        false,
    );
    assert!(text.contains("(100)") && text.contains('╲'), "{text}");
}

#[test]
fn three_rows_and_columns_of_a_board_are_enough_to_draw_them() {
    let grid = |width, height| {
        let hits = drawn(
            &opened("chomp:14x14"),
            room(width, height),
            &Marks::default(),
            false,
        )
        .hits;
        let seen = || hits.iter().filter(|hit| !hit.cells.is_empty());
        let different = |along: fn(&Hit) -> u16| seen().map(along).collect::<BTreeSet<u16>>().len();
        let columns = different(|hit| hit.x);
        let rows = different(|hit| hit.y);
        (seen().count() == columns * rows).then_some((columns, rows))
    };
    assert!(
        (2..20).any(|width| grid(width, 9).is_some_and(|(columns, rows)| columns == 3 && rows > 3))
    );
    assert!(
        (2..20)
            .any(|height| grid(20, height).is_some_and(|(columns, rows)| rows == 3 && columns > 3))
    );
}

#[test]
fn a_higher_room_shows_no_fewer_cells_of_a_row() {
    let scene = opened(&format!("row:{}", "OOOO.".repeat(50)));
    for painted in [false, true] {
        let seen = |height| {
            let hits = drawn(&scene, room(42, height), &Marks::default(), painted).hits;
            hits.iter().filter(|hit| !hit.cells.is_empty()).count()
        };
        let seen: Vec<usize> = (4..24).map(seen).collect();
        assert!(seen.is_sorted(), "{painted}: {seen:?}");
    }
}

fn number(text: &str, mark: &str) -> f64 {
    text.rsplit_once(mark)
        .unwrap()
        .1
        .split('"')
        .next()
        .unwrap()
        .parse()
        .unwrap()
}

#[test]
fn a_document_is_as_high_as_its_boards() {
    let scene = opened("bash/2:40");
    let picture = document("Bash", &vec![("", &scene); 3500]);
    let height = number(&picture[..200], "height=\"");
    let lowest = number(&picture, "cy=\"");
    assert!(
        height > 65_535.0 * 16.0 && lowest < height,
        "{lowest} in {height}"
    );
    assert!(lowest > height - 1000.0, "{lowest} in {height}");
}

#[test]
fn a_box_of_a_strip_is_three_columns_wide() {
    let id = "strip:0102102";
    let at = nimatron_core::games::open(id, &Library::default()).unwrap();
    let edited = at.sketch("0102102").unwrap().scene;
    for scene in [opened(id), edited, opened("own/treblecross:..X..X")] {
        let drawing = drawn(&scene, room(60, 12), &Marks::default(), false);
        assert_eq!(drawing.cut, None);
        for hit in &drawing.hits {
            let columns: Vec<u16> = hit.cells.iter().map(|cell| cell.0).collect();
            assert!(columns.len() <= 3 && columns.contains(&hit.x), "{hit:?}");
        }
    }
}

#[test]
fn words_name_a_hundred_cells_on_either_side_of_the_cursor() {
    let row = opened(&format!("row:{}", "O".repeat(900)));
    for (cursor, items) in [(450, 350..=549), (1, 0..=199)] {
        let drawing = drawn(&row, room(2, 400), &at(0, cursor), false);
        let named: Vec<u64> = drawing.hits.iter().map(|hit| hit.site.item).collect();
        assert_eq!(named, items.collect::<Vec<u64>>());
    }
}

#[test]
fn a_value_on_a_square_is_lit_with_the_idea() {
    let chomp = opened("chomp:3x4");
    let board = drawn(&chomp, room(60, 30), &Marks::default(), true);
    let site = board.hits[2].site;
    let value = || FigureMark::Value {
        places: vec![site],
        label: Label::Number(77),
    };
    let colour = |marks: Vec<FigureMark>| {
        let figure = Figure {
            marks,
            ..Figure::default()
        };
        let marks = Marks {
            figure: Some(&figure),
            ..Marks::default()
        };
        let drawing = drawn(&chomp, room(60, 30), &marks, true);
        let label = drawing.labels.into_iter().find(|label| label.text == "77");
        label.map(|label| label.ink)
    };
    let plain = colour(vec![value()]);
    assert!(plain.is_some());
    assert_ne!(plain, colour(vec![value(), FigureMark::Lit(vec![site])]));
}

#[test]
fn an_arc_that_leads_up_has_its_head_on_the_line() {
    let scene = opened("token/a-b,a-c,a-d,b-a,d-a!:c");
    let drawing = drawn(&scene, room(60, 20), &Marks::default(), false);
    let place = |item: u64| {
        let hit = drawing
            .hits
            .iter()
            .find(|hit| hit.site.item == item)
            .unwrap();
        (usize::from(hit.x), usize::from(hit.y))
    };
    let top = place(0);
    let text = drawing.text();
    let heads = (0..).zip(text.lines()).flat_map(|(y, line)| {
        (0..)
            .zip(line.chars())
            .filter(|(_, c)| *c == '▴')
            .map(move |(x, _)| (x, y))
    });
    let heads: Vec<(usize, usize)> = heads.collect();
    assert_eq!(heads.len(), 2, "{text}");
    for (head, end) in heads.iter().zip([place(1), place(3)]) {
        let [low, high] = [top.0.min(end.0), top.0.max(end.0)];
        assert!(
            head.1 == top.1 + 1 && (low..=high).contains(&head.0),
            "{head:?}\n{text}"
        );
    }
}

#[test]
fn a_caption_takes_two_rows_of_a_document_and_is_as_long_as_its_text() {
    let scene = opened("nim:3");
    let (width, height) = nimatron_paint::CELL;
    let [bare, captioned] = ["", "The start"].map(|caption| document("Nim", &[(caption, &scene)]));
    let rows = |picture: &str| number(&picture[..200], "height=\"") / f64::from(height);
    assert_eq!(rows(&captioned), rows(&bare) + 2.0);
    let line = captioned
        .lines()
        .find(|line| line.contains(">The start<"))
        .unwrap();
    assert_eq!(number(line, "textLength=\""), 9.0 * f64::from(width));
}

#[test]
fn a_low_stack_beside_a_high_one_keeps_to_its_own_columns() {
    for (before, now, left) in [("nim:60,4", "nim:60,3", 63), ("nim:60,9", "nim:60,1", 61)] {
        let [before, now] = [before, now].map(opened);
        let marks = Marks {
            start: Some(&before),
            before: Some(&before),
            ..Marks::default()
        };
        let text = text(&now, room(60, 9), &marks, false);
        assert_eq!(text.matches('●').count(), left, "{text}");
        let stones = |text: &str| {
            text.lines()
                .filter(|line| line.contains('●'))
                .collect::<String>()
        };
        let all = self::text(&before, room(60, 9), &Marks::default(), false);
        assert_eq!(stones(&text.replace('○', "●")), stones(&all));
    }
}

#[test]
fn all_moves_of_a_queen_are_marked_where_they_lead() {
    let marks = Marks {
        signs: &[(Site::new(5, 3), Outcome::Win)],
        ..Marks::default()
    };
    let scene = opened("queen:7,5");
    let labels = drawn(&scene, room(60, 20), &marks, true).labels;
    assert_eq!(labels.iter().filter(|l| l.text == "+").count(), 1);
    assert_eq!(
        text(&scene, room(60, 20), &marks, false)
            .matches('+')
            .count(),
        1
    );
}

/// The space available to a board in terminals of 60x20, 80x24, 100x30, 120x40, 160x50 and 200x60 cells.
const STAGES: [(u16, u16); 6] = [(40, 11), (40, 19), (54, 24), (68, 34), (102, 44), (142, 54)];

/// Returns the size of the largest shape on a board, the minimum distance between two sites in a row, and the minimum
/// distance between two sites in a column.
fn scale(scene: &Scene, room: Size) -> [f32; 3] {
    let marks = Marks {
        start: Some(scene),
        ..Marks::default()
    };
    let drawing = paint(scene, room, &marks, &Colours::DARK);
    let size = |shape: &nimatron_paint::Shape| match shape.form {
        nimatron_paint::Form::Disc { r, .. } => r,
        nimatron_paint::Form::Rect { w, h, .. } => w.min(h),
        _ => 0.0,
    };
    let piece = drawing.shapes.iter().map(size).fold(0.0, f32::max);
    let seen: Vec<&Hit> = drawing
        .hits
        .iter()
        .filter(|h| !h.cells.is_empty())
        .collect();
    let least = |along: fn(&Hit) -> u16, across: fn(&Hit) -> u16| {
        let pairs = seen.iter().enumerate();
        let ways = pairs.flat_map(|(i, a)| seen[..i].iter().map(move |b| (*a, *b)));
        let beside = ways.filter(|(a, b)| across(a) == across(b) && along(a) != along(b));
        let way = beside.map(|(a, b)| along(a).abs_diff(along(b))).min();
        f32::from(way.unwrap_or(0))
    };
    [piece, least(|h| h.x, |h| h.y), least(|h| h.y, |h| h.x)]
}

#[test]
fn a_larger_window_gives_no_smaller_piece_and_no_smaller_pitch() {
    for entry in nimatron_core::games::CATALOGUE.iter() {
        let presets = entry.setup.presets.iter().map(|(_, id)| *id);
        for id in presets.chain([entry.info.example]) {
            let Ok(position) = nimatron_core::games::open(id, &Library::default()) else {
                continue;
            };
            let scene = position.scene();
            let mut before = [0.0; 3];
            for (width, height) in STAGES {
                let now = scale(&scene, room(width, height));
                // A distance is 0 if no two sites are left in the same row or column.
                let is_kept = before
                    .iter()
                    .zip(now)
                    .all(|(was, is)| *was <= is || is == 0.0);
                assert!(
                    is_kept,
                    "{id} at {width}x{height}: {before:?} has become {now:?}"
                );
                before = now;
            }
        }
    }
}
