//! A board in words: what stands where, as a sentence that can be heard.

use nimatron_core::rules::{Face, Heap, Lattice, Look, Network, Picture, Player, Scene, Squares, Strip};

/// The board as a sentence. `short` leaves out what does not change from move to move.
pub(super) fn sentence(scene: &Scene, short: bool) -> String {
    match &scene.picture {
        Picture::Piles(piles) => heaps(&piles.heaps, short),
        Picture::Lattice(lattice) if lattice.lines.iter().any(|line| line.site.is_some()) => edges(lattice),
        Picture::Lattice(lattice) => {
            let held = lattice.points.iter().enumerate().filter(|(_, p)| p.face == Face::Stone);
            let names: Vec<String> = held.map(|(i, _)| point(lattice, i)).collect();
            named("Rings left", &names)
        }
        Picture::Strip(strip) => cells(strip),
        Picture::Network(network) => tokens(network),
        Picture::Squares(squares) => rows(squares),
        Picture::Track(track) => format!("At {} of {}.", track.at, track.goal),
        Picture::Frames(frames) => {
            let parts = frames.iter().enumerate().map(|(i, frame)| {
                let title = if short { String::new() } else { format!(", {}", frame.title) };
                format!("Game {}{title}. {}", i + 1, sentence(&frame.scene, short))
            });
            parts.collect::<Vec<_>>().join(" ")
        }
    }
}

/// A list under a name: `Rings left: 7, 9 and 10.`
fn named(name: &str, items: &[String]) -> String {
    match items {
        [] => format!("{name}: none."),
        [one] => format!("{name}: {one}."),
        [all @ .., last] => format!("{name}: {} and {last}.", all.join(", ")),
    }
}

fn heaps(heaps: &[Heap], short: bool) -> String {
    let limit = |heap: &Heap| match heap.limit {
        Some(limit) => format!(" At most {limit} can be taken."),
        None => String::new(),
    };
    if let [one] = heaps {
        return format!("Pile: {}.{}", one.count, limit(one));
    }
    let name = |i: usize, heap: &Heap| {
        if heap.label.is_empty() { (i + 1).to_string() } else { heap.label.clone() }
    };
    let plain = |i: usize, heap: &Heap| name(i, heap) == (i + 1).to_string();
    let item = |(i, heap): (usize, &Heap)| match short && plain(i, heap) {
        true => heap.count.to_string(),
        false => format!("{} has {}", name(i, heap), heap.count),
    };
    let all: Vec<String> = heaps.iter().enumerate().map(item).collect();
    let limits: Vec<String> = heaps.iter().map(limit).filter(|limit| !limit.is_empty()).collect();
    format!("Piles: {}.{}", all.join(", "), limits.first().cloned().unwrap_or_default())
}

fn point(lattice: &Lattice, i: usize) -> String {
    let label = lattice.points.get(i).map_or("", |p| p.label.as_str());
    if label.is_empty() { (i + 1).to_string() } else { label.to_owned() }
}

fn edges(lattice: &Lattice) -> String {
    let drawn = lattice.lines.iter().filter(|line| line.site.is_some() && line.look != Look::Faint);
    let names: Vec<String> =
        drawn.map(|l| format!("{}-{}", point(lattice, l.ends.0), point(lattice, l.ends.1))).collect();
    let owned = |player| lattice.areas.iter().filter(|area| area.owner == Some(player)).count();
    let score = match lattice.areas.is_empty() {
        true => String::new(),
        false => format!(" Triangles: A {}, B {}.", owned(Player::First), owned(Player::Second)),
    };
    named("Edges drawn", &names) + score.as_str()
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
        Face::Sign { plain, .. } => plain.to_string(),
    }
}

/// Neighbours with the same face together: `Cells: 1 to 3 stone, 4 empty.`
fn cells(strip: &Strip) -> String {
    let mut runs: Vec<(usize, usize, Face)> = Vec::new();
    for (i, cell) in (1..).zip(&strip.cells) {
        match runs.last_mut() {
            Some((_, last, face)) if *face == cell.face => *last = i,
            _ => runs.push((i, i, cell.face)),
        }
    }
    let run = |&(first, last, what): &(usize, usize, Face)| {
        let range = if first == last { first.to_string() } else { format!("{first} to {last}") };
        format!("{range} {}", face(what))
    };
    let all: Vec<String> = runs.iter().map(run).collect();
    format!("Cells: {}.", if all.is_empty() { "none".to_owned() } else { all.join(", ") })
}

fn tokens(network: &Network) -> String {
    let held = network.nodes.iter().filter(|node| node.face != Face::Empty || !node.load.is_empty());
    let names: Vec<String> = held
        .map(|node| match node.load.as_str() {
            "" | "1" => node.label.clone(),
            load => format!("{} ({load})", node.label),
        })
        .collect();
    named("Tokens on", &names)
}

/// Squares that hold something, row by row from the bottom; whole rows by their number of squares.
fn rows(board: &Squares) -> String {
    let columns = board.columns.max(1);
    let height = board.squares.len().div_ceil(columns);
    if board.bite {
        let left = |row: &[nimatron_core::rules::Square]| {
            row.iter().filter(|s| matches!(s.face, Face::Food | Face::Poison)).count()
        };
        let rows: Vec<String> =
            board.squares.chunks(columns).rev().map(left).filter(|n| *n > 0).map(|n| n.to_string()).collect();
        return match rows.is_empty() {
            true => "Nothing is left of the bar.".to_owned(),
            false => format!("Squares left in each row, from the bottom: {}.", rows.join(", ")),
        };
    }
    let held = board.squares.iter().enumerate().filter(|(_, s)| {
        !matches!(s.face, Face::Empty | Face::Free | Face::Reach | Face::Goal | Face::Sign { sign: '.', .. })
    });
    let names: Vec<String> = held
        .map(|(i, s)| {
            let place = match s.label.is_empty() {
                true => format!("row {} column {}", height - i / columns, i % columns + 1),
                false => s.label.clone(),
            };
            format!("{} on {place}", face(s.face))
        })
        .collect();
    match names.is_empty() {
        true => "The board is empty.".to_owned(),
        false => named("Board", &names),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimatron_core::games;
    use nimatron_core::rules::Library;

    #[test]
    fn boards_are_told_in_words() {
        for (id, told) in [
            ("nim:3,5,7", "Piles: 1 has 3, 2 has 5, 3 has 7."),
            ("bash/3:21", "Pile: 21. At most 3 can be taken."),
            ("star:1664", "Rings left: 7, 9 and 10."),
            ("row:OO.O", "Cells: 1 to 2 stone, 3 empty, 4 stone."),
            ("triangle:1-2,4-5", "Edges drawn: 1-2 and 4-5. Triangles: A 0, B 0."),
            ("chomp:3,1", "Squares left in each row, from the bottom: 3, 1."),
            ("token/a-b,b-c:a", "Tokens on: a."),
        ] {
            let position = games::open(id, &Library::default()).unwrap();
            assert_eq!(sentence(&position.scene(), false), told, "{id}");
        }
        let nim = games::open("nim:3,5,7", &Library::default()).unwrap();
        assert_eq!(sentence(&nim.scene(), true), "Piles: 3, 5, 7.");
    }
}
