//! Renders a board as a sentence, for screen readers.

use nimatron_core::games::reasons::{and, join};
use nimatron_core::rules::{
    Area, BoardCell, Cells, Face, Graph, GraphLayout, Ground, Heap, Link, Look, Node, Picture,
    Player, Scene, Square, Squares,
};
use nimatron_core::tr;

/// Renders the board as a sentence. If `short` is set, as after a move, leaves out everything that stays the same from
/// move to move.
pub(super) fn sentence(scene: &Scene, short: bool) -> String {
    match &scene.picture {
        Picture::Piles(piles) => heaps(&piles.heaps, short),
        Picture::Graph(graph) if graph.layout == GraphLayout::Layers => tokens(graph, short),
        Picture::Graph(graph) if graph.has_sheets() => {
            let sizes = graph.nodes.iter().map(|n| n.label.clone());
            let sizes: Vec<String> = sizes.filter(|size| !size.is_empty()).collect();
            named(tr!("Sizes"), &sizes)
        }
        Picture::Graph(graph) if graph.links.iter().any(|link| link.site.is_some()) => {
            edges(graph, short)
        }
        Picture::Graph(graph) => rings(graph),
        Picture::Cells(Cells::Track(track)) => {
            tr!("At {at} of {goal}.", at = track.at, goal = track.goal)
        }
        Picture::Cells(cells) => row(cells.listed(), short),
        Picture::Squares(squares) => rows(squares, short),
        Picture::Sum(frames) => {
            let parts = frames.iter().enumerate().map(|(i, frame)| {
                let title = if short {
                    format!("{}", i + 1)
                } else {
                    format!("{}, {}{}", i + 1, frame.name, frame.about)
                };
                tr!(
                    "Game {title}. {sentence}",
                    sentence = sentence(&frame.scene, short)
                )
            });
            join(parts, " ")
        }
    }
}

/// Returns a phrase that names the triangles that a move took, such as ` and took triangle 1-2-3`. The phrase is empty
/// if the move took no triangle.
pub(super) fn taken(before: &Scene, after: &Scene) -> String {
    let (Picture::Graph(before), Picture::Graph(after)) = (&before.picture, &after.picture) else {
        return String::new();
    };
    let areas = before.areas.iter().zip(&after.areas);
    let new = areas.filter(|(old, new)| old.owner != new.owner);
    let corners = |area: &Area| join(area.corners.iter().map(|&at| after.name(at)), "-");
    let names: Vec<String> = new.map(|(_, area)| corners(area)).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => tr!(" and took triangle {one}"),
        all => tr!(" and took triangles {all}", all = and(all)),
    }
}

fn named(name: &str, items: &[String]) -> String {
    match items {
        [] => tr!("{name}: none."),
        all => format!("{name}: {}.", and(all)),
    }
}

/// Lists the remaining rings, and which of them touch: `Rings left: 5, 8 and 10. 5 touches 8.`
fn rings(graph: &Graph) -> String {
    let is_held = |i: usize| graph.nodes[i].face == Face::Stone;
    let held: Vec<usize> = (0..graph.nodes.len()).filter(|&i| is_held(i)).collect();
    let touch = |i: usize, j: usize| {
        let is_it = |link: &Link| link.ends == (i, j) || link.ends == (j, i);
        graph.links.iter().any(is_it)
    };
    let touching = |(n, &i): (usize, &usize)| {
        let near = held[n + 1..].iter().filter(|&&j| touch(i, j));
        let near: Vec<String> = near.map(|&j| graph.name(j)).collect();
        (!near.is_empty()).then(|| {
            tr!(
                "{name} touches {near}",
                name = graph.name(i),
                near = and(&near)
            )
        })
    };
    let touching: Vec<String> = held.iter().enumerate().filter_map(touching).collect();
    let left: Vec<String> = held.iter().map(|&i| graph.name(i)).collect();
    let left = named(tr!("Rings left"), &left);
    match (held.len(), touching.is_empty()) {
        (..=1, _) => left,
        (_, true) => tr!("{left} No two touch."),
        (_, false) => format!("{left} {}.", touching.join("; ")),
    }
}

fn heaps(heaps: &[Heap], short: bool) -> String {
    let limit = |heap: &Heap| match heap.limit {
        Some(limit) => tr!(" At most {limit} can be taken."),
        None => String::new(),
    };
    if let [one] = heaps {
        // In a game whose limit changes from move to move, announce when there is no limit.
        let is_free = one.typed == "-" && one.limit.is_none() && one.count > 0;
        let all = if is_free {
            tr!(" All can be taken.")
        } else {
            ""
        };
        return tr!(
            "Pile: {count}.{limit}{all}",
            count = one.count,
            limit = limit(one)
        );
    }
    let name = |i: usize, heap: &Heap| {
        if heap.label.is_empty() {
            (i + 1).to_string()
        } else {
            heap.label.clone()
        }
    };
    // Empty heaps are left out, so the other heaps need their names.
    let empty = heaps.iter().filter(|heap| heap.count == 0).count();
    let bare = short && (empty == 0 || empty == heaps.len());
    let item = |(i, heap): (usize, &Heap)| {
        if bare && name(i, heap) == (i + 1).to_string() {
            heap.count.to_string()
        } else {
            tr!(
                "{name} has {count}",
                name = name(i, heap),
                count = heap.count
            )
        }
    };
    if heaps.is_empty() {
        return tr!("No pile is left.").to_owned();
    }
    let is_left = |heap: &Heap| heap.count > 0 || empty == heaps.len();
    let all = heaps.iter().enumerate().filter(|(_, heap)| is_left(heap));
    let all = join(all.map(item), ", ");
    let limits = heaps.iter().map(limit).find(|limit| !limit.is_empty());
    tr!("Piles: {all}.{limits}", limits = limits.unwrap_or_default())
}

/// Describes the size of the board and the drawn edges. Returns an empty string if `short` is set, because the
/// announced move already names the new edge.
fn edges(graph: &Graph, short: bool) -> String {
    if short {
        return String::new();
    }
    let drawn = (graph.links.iter()).filter(|link| link.site.is_some() && link.look != Look::Faint);
    let names: Vec<String> = drawn
        .map(|l| format!("{}-{}", graph.name(l.ends.0), graph.name(l.ends.1)))
        .collect();
    // A triangle of n dots per side has n (n + 1) / 2 dots.
    let dots = graph.nodes.len();
    let side = (1..=dots).find(|n| n * (n + 1) / 2 == dots);
    let size = side.map_or(String::new(), |side| tr!("Dots a side: {side}. "));
    size + named(tr!("Edges drawn"), &names).as_str()
}

fn face(face: Face) -> String {
    let word = match face {
        Face::Empty | Face::Covered => tr!("empty"),
        Face::Stone => tr!("stone"),
        Face::Dot => tr!("dot"),
        Face::Food => tr!("left"),
        Face::Poison => tr!("poison"),
        Face::Free => tr!("free"),
        Face::Closed => tr!("closed"),
        Face::ColourOne => tr!("colour 1"),
        Face::ColourTwo => tr!("colour 2"),
        Face::Mark(Player::First) => "X",
        Face::Mark(Player::Second) => "O",
        Face::Queen => tr!("the queen"),
        Face::Pawn(Player::First) => tr!("a pawn of A"),
        Face::Pawn(Player::Second) => tr!("a pawn of B"),
        Face::Reach => tr!("in reach"),
        Face::Goal => tr!("the goal"),
        Face::Sign { sign, .. } => return sign.to_string(),
    };
    word.to_owned()
}

/// Describes a row of cells. Neighbouring cells with equal faces are grouped, as in `Cells: 1 to 3 stones, 4 empty.` If
/// a cell shows a script's character, or if all cells are free, lists only the nonempty cells.
fn row(cells: &[BoardCell], short: bool) -> String {
    let is_sign = |cell: &BoardCell| matches!(cell.face, Face::Sign { .. });
    let is_free = |cell: &BoardCell| cell.face == Face::Free && cell.sites[1].is_none();
    if cells.iter().any(is_sign) || !cells.is_empty() && cells.iter().all(is_free) {
        let faces = cells.iter().map(|cell| (cell.face, ""));
        return held(faces, row_size(cells.len(), short), true, &|n| {
            (n + 1).to_string()
        });
    }
    let cells: Vec<(usize, Face)> = (1..).zip(cells.iter().map(|cell| cell.face)).collect();
    let run = |run: &[(usize, Face)]| {
        let ((first, what), (last, _)) = (run[0], run[run.len() - 1]);
        match (first == last, what) {
            (true, _) => format!("{first} {}", face(what)),
            (false, Face::Stone) => tr!("{first} to {last} stones"),
            (false, _) => tr!("{first} to {last} {what}", what = face(what)),
        }
    };
    let all: Vec<String> = cells.chunk_by(|a, b| a.1 == b.1).map(run).collect();
    if all.is_empty() {
        tr!("No cell is left.").to_owned()
    } else {
        tr!("Cells: {all}.", all = all.join(", "))
    }
}

/// The maximum number of arcs listed. If the first vertex with arcs has more, all of its arcs are listed.
const ARCS: usize = 30;

/// Lists the vertices that hold tokens. Unless `short` is set, also lists the arcs along which the tokens can move,
/// beginning with the arcs nearest to the tokens.
fn tokens(graph: &Graph, short: bool) -> String {
    let mut reached: Vec<usize> = (0..graph.nodes.len())
        .filter(|&i| graph.nodes[i].is_held())
        .collect();
    let held: Vec<&Node> = reached.iter().map(|&i| &graph.nodes[i]).collect();
    let item = |node: &&Node| match node.load.split(' ').collect::<Vec<_>>().as_slice() {
        [""] => node.label.clone(),
        [one] => tr!("token {one} on {label}", label = node.label),
        all => tr!(
            "tokens {all} on {label}",
            all = and(all),
            label = node.label
        ),
    };
    let text = match held.as_slice() {
        [] => tr!("No tokens.").to_owned(),
        [one] if one.load == "1" => tr!("Token on {label}.", label = one.label),
        all => {
            let all = join(all.iter().map(item), "; ");
            tr!("On the graph: {all}.")
        }
    };
    let (mut arcs, mut told, mut more, mut next) = (Vec::new(), 0, 0, 0);
    while let Some(&from) = reached.get(next) {
        next += 1;
        let ends = graph.links.iter().filter(|link| link.ends.0 == from);
        let ends: Vec<usize> = ends.map(|link| link.ends.1).collect();
        for &to in &ends {
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
        let names: Vec<String> = ends.iter().map(|&to| graph.name(to)).collect();
        match told + names.len() {
            _ if names.is_empty() => {}
            sum if sum > ARCS && told > 0 => more += names.len(),
            sum => {
                told = sum;
                arcs.push(tr!(
                    "{name} to {names}",
                    name = graph.name(from),
                    names = names.join(", ")
                ));
            }
        }
    }
    let arcs = arcs.join("; ");
    match (short || arcs.is_empty(), more) {
        (true, _) => text,
        (_, 0) => tr!("{text} Arcs: {arcs}."),
        (_, more) => tr!("{text} Arcs: {arcs}; and {more} more beyond these."),
    }
}

/// Describes the size of the board and its nonempty squares. For a chocolate bar, lists the number of squares left in
/// each row. For a board of numbers, lists the numbers.
fn rows(board: &Squares, short: bool) -> String {
    let columns = board.columns.max(1);
    let height = board.squares.len().div_ceil(columns);
    if board.ground == Ground::Bar {
        let is_left = |s: &&Square| matches!(s.face, Face::Food | Face::Poison);
        let left = |row: &[Square]| row.iter().filter(is_left).count();
        let rows = board.squares.chunks(columns).rev().map(left);
        return match join(rows.filter(|n| *n > 0), ", ") {
            rows if rows.is_empty() => tr!("Nothing is left of the bar.").to_owned(),
            rows => tr!("Squares left in each row, from the bottom: {rows}."),
        };
    }
    // A board of numbers has named columns and only numbers in its cells.
    let is_number = |s: &Square| match s.site {
        None => s.face == Face::Empty,
        Some(_) => s.face == Face::Free && !s.label.is_empty(),
    };
    if !board.column_labels.is_empty() && board.squares.iter().all(is_number) {
        let cells = (1..).zip(&board.squares).filter(|(_, s)| s.site.is_some());
        let cells: Vec<String> = cells
            .map(|(n, s)| tr!("{n} is {label}", label = s.label))
            .collect();
        return named(tr!("Cells"), &cells);
    }
    let label = |labels: &[String], n: usize| match labels.get(n) {
        Some(label) => label.clone(),
        None => (n + 1).to_string(),
    };
    let is_from_0 = board.column_labels.first().is_some_and(|l| l == "0");
    let size = match (short, height) {
        (_, 1) => row_size(columns, short),
        (true, _) => String::new(),
        _ if is_from_0 => tr!("{height} rows and {columns} columns, numbered from 0. "),
        _ => tr!("{height} rows and {columns} columns. "),
    };
    let place = |i: usize| {
        let column = label(&board.column_labels, i % columns);
        match height {
            1 => column,
            _ => tr!(
                "column {column}, row {row}",
                row = label(&board.row_labels, i / columns)
            ),
        }
    };
    let faces = board.squares.iter().map(|s| (s.face, s.label.as_str()));
    held(faces, size, height == 1, &place)
}

fn row_size(cells: usize, short: bool) -> String {
    if short {
        return String::new();
    }
    tr!("{cells} cells in a row. ")
}

fn held<'a>(
    faces: impl Iterator<Item = (Face, &'a str)>,
    size: String,
    is_row: bool,
    place: &dyn Fn(usize) -> String,
) -> String {
    let is_bare = |what: Face| match what {
        Face::Sign { sign: '.', .. } => true,
        _ => matches!(
            what,
            Face::Empty | Face::Covered | Face::Free | Face::Closed | Face::Reach | Face::Goal
        ),
    };
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (i, (what, label)) in faces.enumerate().filter(|(_, (what, _))| !is_bare(*what)) {
        let place = if label.is_empty() {
            place(i)
        } else {
            label.to_owned()
        };
        let what = face(what);
        match groups.iter_mut().find(|(known, _)| *known == what) {
            Some((_, places)) => places.push(place),
            None => groups.push((what, vec![place])),
        }
    }
    let group = |(what, places): &(String, Vec<String>)| match (is_row, places.as_slice()) {
        (true, [place]) => tr!("{what} on cell {place}"),
        (true, _) => tr!("{what} on cells {places}", places = and(places)),
        _ => tr!("{what} on {places}", places = and(places)),
    };
    let names: Vec<String> = groups.iter().map(group).collect();
    if names.is_empty() {
        size + tr!("The board is empty.")
    } else {
        tr!("{size}Board: {names}.", names = names.join("; "))
    }
}
