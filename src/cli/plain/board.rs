//! A board in words: what stands where, as a sentence that can be heard.

use std::fmt::Display;

use crate::play::names::sides;
use nimatron_core::erased::AnyPosition;
use nimatron_core::games::reasons::and;
use nimatron_core::rules::{
    Face, Heap, Lattice, Look, Network, Node, Picture, Player, Scene, Square, Squares, Strip,
};

/// The board as a sentence, the points of both sides under their names. `short` is what follows a move: it leaves out
/// what does not change from move to move.
pub(super) fn sentence(at: &dyn AnyPosition, names: &[impl Display; 2], short: bool) -> String {
    let points = if short {
        String::new()
    } else {
        score(at, names)
    };
    let board = told(&at.scene(), short);
    [board, points]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// A position as the player to move there sees it.
pub(super) fn seen(at: &dyn AnyPosition) -> String {
    at.mover().map_or(String::new(), |person| plays(at, person))
        + sentence(at, &names(at), false).as_str()
}

/// What the player to move calls both sides.
pub fn names(at: &dyn AnyPosition) -> [String; 2] {
    let person = at.mover().unwrap_or(Player::First);
    Player::BOTH.map(|player| {
        if player == person {
            "You"
        } else {
            "Your opponent"
        }
        .to_owned()
    })
}

/// The points of both sides, where the game counts points: `Triangles: You 1, Computer 0.`
pub(super) fn score(at: &dyn AnyPosition, [first, second]: &[impl Display; 2]) -> String {
    let Some([a, b]) = at.score() else {
        return String::new();
    };
    let points = match at.scene().picture {
        Picture::Lattice(lattice) if !lattice.areas.is_empty() => "Triangles",
        _ => "Points",
    };
    format!("{points}: {first} {a}, {second} {b}.")
}

/// What a move took besides, such as ` and took triangle 1-2-3`.
pub(super) fn taken(before: &Scene, after: &Scene) -> String {
    let (Picture::Lattice(before), Picture::Lattice(after)) = (&before.picture, &after.picture)
    else {
        return String::new();
    };
    let new = before
        .areas
        .iter()
        .zip(&after.areas)
        .filter(|(old, new)| old.owner != new.owner);
    let names: Vec<String> = new
        .map(|(_, area)| area.corners.map(|corner| point(after, corner)).join("-"))
        .collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => format!(" and took triangle {one}"),
        all => format!(" and took triangles {}", and(all)),
    }
}

/// Which side the person plays, where the game names its sides: `You are X. `
pub(super) fn plays(at: &dyn AnyPosition, person: Player) -> String {
    at.info().players.map_or(String::new(), |_| {
        format!("You are {}. ", sides(at.info())[person.index()])
    })
}

fn told(scene: &Scene, short: bool) -> String {
    match &scene.picture {
        Picture::Piles(piles) => heaps(&piles.heaps, short),
        Picture::Lattice(lattice) if lattice.lines.iter().any(|line| line.site.is_some()) => {
            edges(lattice, short)
        }
        Picture::Lattice(lattice) => {
            let names: Vec<String> = (0..lattice.points.len())
                .map(|i| point(lattice, i))
                .collect();
            let has_ring: Vec<bool> = lattice
                .points
                .iter()
                .map(|p| p.face == Face::Stone)
                .collect();
            rings(
                &names,
                &has_ring,
                lattice.lines.iter().map(|line| line.ends),
            )
        }
        Picture::Strip(strip) => cells(strip),
        Picture::Network(network) if network.links.iter().any(|link| !link.arrow) => {
            let names: Vec<String> = network
                .nodes
                .iter()
                .map(|node| node.label.clone())
                .collect();
            let has_ring: Vec<bool> = network
                .nodes
                .iter()
                .map(|node| node.face == Face::Stone)
                .collect();
            rings(
                &names,
                &has_ring,
                network.links.iter().map(|link| link.ends),
            )
        }
        Picture::Network(network) => tokens(network, short),
        Picture::Squares(squares) => rows(squares, short),
        Picture::Track(track) => format!("At {} of {}.", track.at, track.goal),
        Picture::Frames(frames) => {
            let parts = frames.iter().enumerate().map(|(i, frame)| {
                let n = (i + 1).to_string();
                let title = frame
                    .title
                    .strip_prefix(&n)
                    .unwrap_or(&frame.title)
                    .trim_start();
                let title = if short {
                    String::new()
                } else {
                    format!(", {title}")
                };
                format!("Game {n}{title}. {}", told(&frame.scene, short))
            });
            parts.collect::<Vec<_>>().join(" ")
        }
    }
}

/// A list under a name: `Rings left: 7, 9 and 10.`
fn named(name: &str, items: &[String]) -> String {
    match items {
        [] => format!("{name}: none."),
        all => format!("{name}: {}.", and(all)),
    }
}

/// The rings that are left, and which of them touch: `Rings left: 5, 8 and 10. 5 touches 8.`
fn rings(
    names: &[String],
    has_ring: &[bool],
    lines: impl Iterator<Item = (usize, usize)>,
) -> String {
    let lines: Vec<(usize, usize)> = lines.filter(|&(a, b)| has_ring[a] && has_ring[b]).collect();
    let held: Vec<usize> = (0..names.len()).filter(|&i| has_ring[i]).collect();
    let touching: Vec<String> = (held.iter().enumerate())
        .filter_map(|(n, &i)| {
            let near = held[n + 1..]
                .iter()
                .filter(|&&j| lines.contains(&(i, j)) || lines.contains(&(j, i)));
            let near: Vec<&str> = near.map(|&j| names[j].as_str()).collect();
            (!near.is_empty()).then(|| format!("{} touches {}", names[i], and(&near)))
        })
        .collect();
    let left: Vec<String> = held.iter().map(|&i| names[i].clone()).collect();
    match (held.len(), touching.is_empty()) {
        (..=1, _) => named("Rings left", &left),
        (_, true) => format!("{} No two touch.", named("Rings left", &left)),
        (_, false) => format!("{} {}.", named("Rings left", &left), touching.join("; ")),
    }
}

fn heaps(heaps: &[Heap], short: bool) -> String {
    let limit = |heap: &Heap| match heap.limit {
        Some(limit) => format!(" At most {limit} can be taken."),
        None => String::new(),
    };
    if let [one] = heaps {
        // Where the limit changes from move to move, it is told that there is none.
        let all = if one.typed == "-" && one.limit.is_none() && one.count > 0 {
            " All can be taken."
        } else {
            ""
        };
        return format!("Pile: {}.{}{all}", one.count, limit(one));
    }
    let name = |i: usize, heap: &Heap| {
        if heap.label.is_empty() {
            (i + 1).to_string()
        } else {
            heap.label.clone()
        }
    };
    let plain = |i: usize, heap: &Heap| name(i, heap) == (i + 1).to_string();
    // Empty ones are left out, so that the others need their names.
    let empty = heaps.iter().filter(|heap| heap.count == 0).count();
    let bare = short && (empty == 0 || empty == heaps.len());
    let item = |(i, heap): (usize, &Heap)| match bare && plain(i, heap) {
        true => heap.count.to_string(),
        false => format!("{} has {}", name(i, heap), heap.count),
    };
    if heaps.is_empty() {
        return "No pile is left.".to_owned();
    }
    let left = heaps
        .iter()
        .enumerate()
        .filter(|(_, heap)| heap.count > 0 || empty == heaps.len());
    let all: Vec<String> = left.map(item).collect();
    let limits: Vec<String> = heaps
        .iter()
        .map(limit)
        .filter(|limit| !limit.is_empty())
        .collect();
    format!(
        "Piles: {}.{}",
        all.join(", "),
        limits.first().cloned().unwrap_or_default()
    )
}

fn point(lattice: &Lattice, i: usize) -> String {
    let label = &lattice.points[i].label;
    if label.is_empty() {
        (i + 1).to_string()
    } else {
        label.clone()
    }
}

/// The size and the edges drawn; nothing where `short`, as the move itself tells its edge.
fn edges(lattice: &Lattice, short: bool) -> String {
    if short {
        return String::new();
    }
    let drawn = lattice
        .lines
        .iter()
        .filter(|line| line.site.is_some() && line.look != Look::Faint);
    let names: Vec<String> = drawn
        .map(|l| format!("{}-{}", point(lattice, l.ends.0), point(lattice, l.ends.1)))
        .collect();
    // A triangle of n dots a side has n (n + 1) / 2 dots.
    let side = (1..=lattice.points.len()).find(|n| n * (n + 1) / 2 >= lattice.points.len());
    let size = side.map_or(String::new(), |side| format!("Dots a side: {side}. "));
    size + named("Edges drawn", &names).as_str()
}

fn face(face: Face) -> String {
    match face {
        Face::Empty => "empty".to_owned(),
        Face::Stone => "stone".to_owned(),
        Face::Dot => "dot".to_owned(),
        Face::Food => "left".to_owned(),
        Face::Poison => "poison".to_owned(),
        Face::Free => "free".to_owned(),
        Face::Closed => "closed".to_owned(),
        Face::ColourOne => "colour 1".to_owned(),
        Face::ColourTwo => "colour 2".to_owned(),
        Face::Mark(Player::First) => "X".to_owned(),
        Face::Mark(Player::Second) => "O".to_owned(),
        Face::Queen => "the queen".to_owned(),
        Face::Reach => "in reach".to_owned(),
        Face::Goal => "the goal".to_owned(),
        Face::Sign { sign, .. } => sign.to_string(),
    }
}

/// Neighbours with the same face together: `Cells: 1 to 3 stones, 4 empty.`
fn cells(strip: &Strip) -> String {
    let cells: Vec<(usize, Face)> = (1..)
        .zip(strip.cells.iter().map(|cell| cell.face))
        .collect();
    let run = |run: &[(usize, Face)]| {
        let ((first, what), (last, _)) = (run[0], run[run.len() - 1]);
        let range = if first == last {
            first.to_string()
        } else {
            format!("{first} to {last}")
        };
        let many = if first < last && what == Face::Stone {
            "s"
        } else {
            ""
        };
        format!("{range} {}{many}", face(what))
    };
    let all: Vec<String> = cells.chunk_by(|a, b| a.1 == b.1).map(run).collect();
    if all.is_empty() {
        "No cell is left.".to_owned()
    } else {
        format!("Cells: {}.", all.join(", "))
    }
}

/// The most arcs that are told.
const ARCS: usize = 30;

/// Where the tokens are, by their numbers, and the arcs that they can still reach, the nearest first.
fn tokens(network: &Network, short: bool) -> String {
    let holds =
        |i: &usize| network.nodes[*i].face != Face::Empty || !network.nodes[*i].load.is_empty();
    let mut reached: Vec<usize> = (0..network.nodes.len()).filter(holds).collect();
    let held = reached.iter().map(|&i| &network.nodes[i]);
    let item = |node: &Node| match node.load.split(' ').collect::<Vec<_>>().as_slice() {
        [""] => node.label.clone(),
        [one] => format!("token {one} on {}", node.label),
        all => format!("tokens {} on {}", and(all), node.label),
    };
    let text = match held
        .clone()
        .map(|node| node.load.as_str())
        .collect::<Vec<_>>()
        .as_slice()
    {
        ["1"] => held
            .map(|node| format!("Token on {}.", node.label))
            .collect(),
        [] => "No tokens.".to_owned(),
        _ => format!(
            "On the graph: {}.",
            held.map(item).collect::<Vec<_>>().join("; ")
        ),
    };
    let (mut arcs, mut told, mut more, mut next) = (Vec::new(), 0, 0, 0);
    while let Some(&from) = reached.get(next) {
        next += 1;
        let ends: Vec<usize> = (network.links.iter())
            .filter(|link| link.ends.0 == from)
            .map(|link| link.ends.1)
            .collect();
        for &to in &ends {
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
        let names: Vec<&str> = ends
            .iter()
            .map(|&to| network.nodes[to].label.as_str())
            .collect();
        match told + names.len() {
            _ if names.is_empty() => {}
            sum if sum > ARCS && told > 0 => more += names.len(),
            sum => {
                told = sum;
                arcs.push(format!(
                    "{} to {}",
                    network.nodes[from].label,
                    names.join(", ")
                ));
            }
        }
    }
    match (short || arcs.is_empty(), more) {
        (true, _) => text,
        (_, 0) => format!("{text} Arcs: {}.", arcs.join("; ")),
        (_, more) => format!(
            "{text} Arcs: {}; and {more} more beyond these.",
            arcs.join("; ")
        ),
    }
}

/// The size, and the squares that hold something; of a bar, the number of squares in each row.
fn rows(board: &Squares, short: bool) -> String {
    let columns = board.columns.max(1);
    let height = board.squares.len().div_ceil(columns);
    if board.bite {
        let left = |row: &[Square]| {
            row.iter()
                .filter(|s| matches!(s.face, Face::Food | Face::Poison))
                .count()
        };
        let rows: Vec<String> = board
            .squares
            .chunks(columns)
            .rev()
            .map(left)
            .filter(|n| *n > 0)
            .map(|n| n.to_string())
            .collect();
        return match rows.is_empty() {
            true => "Nothing is left of the bar.".to_owned(),
            false => format!(
                "Squares left in each row, from the bottom: {}.",
                rows.join(", ")
            ),
        };
    }
    // A board of numbers has its columns named, and in its cells nothing but numbers.
    let is_number = |s: &Square| match s.site {
        None => s.face == Face::Empty,
        Some(_) => s.face == Face::Free && !s.label.is_empty(),
    };
    if !board.column_labels.is_empty() && board.squares.iter().all(is_number) {
        let cells = (1..).zip(&board.squares).filter(|(_, s)| s.site.is_some());
        return named(
            "Cells",
            &cells
                .map(|(n, s)| format!("{n} is {}", s.label))
                .collect::<Vec<_>>(),
        );
    }
    let from = if board.column_labels.first().is_some_and(|l| l == "0") {
        ", numbered from 0"
    } else {
        ""
    };
    let size = match (short, height) {
        (true, _) => String::new(),
        (false, 1) => format!("{columns} cells in a row. "),
        (false, _) => format!("{height} rows and {columns} columns{from}. "),
    };
    let held = board.squares.iter().enumerate().filter(|(_, s)| {
        let is_dot = matches!(s.face, Face::Sign { sign: '.', .. });
        !is_dot
            && !matches!(
                s.face,
                Face::Empty | Face::Free | Face::Closed | Face::Reach | Face::Goal
            )
    });
    let name = |labels: &[String], n: usize| {
        labels
            .get(n)
            .cloned()
            .unwrap_or_else(|| (n + 1).to_string())
    };
    // The same things together.
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (i, s) in held {
        let column = name(&board.column_labels, i % columns);
        let place = match (s.label.is_empty(), height) {
            (false, _) => s.label.clone(),
            (true, 1) => column,
            (true, _) => format!(
                "column {column}, row {}",
                name(&board.row_labels, i / columns)
            ),
        };
        let what = face(s.face);
        match groups.iter_mut().find(|(known, _)| *known == what) {
            Some((_, places)) => places.push(place),
            None => groups.push((what, vec![place])),
        }
    }
    let group = |(what, places): &(String, Vec<String>)| {
        let cells = match (height, places.len()) {
            (1, 1) => "cell ",
            (1, _) => "cells ",
            _ => "",
        };
        format!("{what} on {cells}{}", and(places))
    };
    let names: Vec<String> = groups.iter().map(group).collect();
    match names.is_empty() {
        true => size + "The board is empty.",
        false => format!("{size}Board: {}.", names.join("; ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::fixtures::open;

    #[test]
    fn boards_are_told_in_words() {
        for (id, told) in [
            ("nim:3,5,7", "Piles: 1 has 3, 2 has 5, 3 has 7."),
            ("bash/3:21", "Pile: 21. At most 3 can be taken."),
            ("fibonacci:12", "Pile: 12. At most 11 can be taken."),
            ("fibonacci:2,4", "Pile: 2. All can be taken."),
            (
                "star:1664",
                "Rings left: 7, 9 and 10. 7 touches 10; 9 touches 10.",
            ),
            ("star:272", "Rings left: 4 and 8. No two touch."),
            (
                "rings/cube:11",
                "Rings left: 0, 1 and 3. 0 touches 1; 1 touches 3.",
            ),
            ("row:OO.O", "Cells: 1 to 2 stones, 3 empty, 4 stone."),
            (
                "triangle:1-2,4-5",
                "Dots a side: 4. Edges drawn: 1-2 and 4-5. Triangles: You 0, Computer 0.",
            ),
            (
                "own/cram:............",
                "3 rows and 4 columns. The board is empty.",
            ),
            (
                "own/silver-dollar:..o.",
                "4 cells in a row. Board: o on cell 3.",
            ),
            (
                "queen:7,5",
                "8 rows and 8 columns, numbered from 0. Board: the queen on column 7, row 5.",
            ),
            (
                "tictactoe:XXXOO....",
                "3 rows and 3 columns. Board: X on 1, 2 and 3; O on 4 and 5.",
            ),
            (
                "own/hare:A:aa...bb",
                "7 cells in a row. Board: a on cells 1 and 2; b on cells 6 and 7.",
            ),
            (
                "nim:1,2 + row:OO",
                "Game 1, Nim. Piles: 1 has 1, 2 has 2. Game 2, Kayles. Cells: 1 to 2 stones.",
            ),
            (
                "chomp:3,1",
                "Squares left in each row, from the bottom: 3, 1.",
            ),
            (
                "token/a-b,b-c,b-d,e-a:a",
                "Token on a. Arcs: a to b; b to c, d.",
            ),
            ("token/a-b,b-c:c", "Token on c."),
            (
                "token/a-b:a,b,a",
                "On the graph: tokens 1 and 3 on a; token 2 on b. Arcs: a to b.",
            ),
            ("nim:3,0,7", "Piles: 1 has 3, 3 has 7."),
            ("nim:0,0", "Piles: 1 has 0, 2 has 0."),
        ] {
            assert_eq!(
                sentence(&*open(id), &["You", "Computer"], false),
                told,
                "{id}"
            );
        }
        for (id, told) in [
            ("nim:3,5,7", "Piles: 3, 5, 7."),
            ("nim:3,0,7", "Piles: 1 has 3, 3 has 7."),
            ("triangle:1-2", ""),
        ] {
            assert_eq!(
                sentence(&*open(id), &["You", "Computer"], true),
                told,
                "{id}"
            );
        }
    }
}
