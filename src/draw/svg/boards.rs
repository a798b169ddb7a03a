//! The kinds of boards.

use super::{LINE, LinePen, Paper, colour, owner};
use crate::rules::{Face, Heap, Lattice, Look, Network, Picture, Piles, Player, Squares, Strip, Track};

/// Side of a square and width of a cell.
const CELL: f64 = 40.0;
/// Cells in a line of a strip or track.
const IN_LINE: usize = 20;
/// The tallest heap that is drawn stone by stone.
const TALLEST: u64 = 24;

const PLAIN: LinePen = LinePen { colour: colour::LINE, width: 2.0, dashed: false };

impl Paper {
    /// A picture, its upper left corner here. Gives its lower end.
    pub(super) fn picture(&mut self, picture: &Picture, x: f64, y: f64) -> f64 {
        match picture {
            Picture::Lattice(lattice) => self.lattice(lattice, x, y),
            Picture::Network(network) => self.network(network, x, y),
            Picture::Strip(strip) => self.strip(strip, x, y),
            Picture::Piles(piles) => self.piles(piles, x, y),
            Picture::Squares(squares) => self.squares(squares, x, y),
            Picture::Track(track) => self.track(track, x, y),
            Picture::Frames(frames) => {
                let mut y = y;
                for frame in frames {
                    self.words(x, y + 14.0, 14.0, &frame.title);
                    y = self.scene(&frame.scene, x, y + LINE + 8.0) + LINE;
                }
                y
            }
        }
    }

    fn lattice(&mut self, lattice: &Lattice, x: f64, y: f64) -> f64 {
        let left = lattice.points.iter().map(|p| p.at.0).min().unwrap_or(0);
        let top = lattice.points.iter().map(|p| p.at.1).min().unwrap_or(0);
        let place = |i: usize| {
            let at = lattice.points[i].at;
            (x + 18.0 + f64::from(at.0 - left) * 36.0, y + 18.0 + f64::from(at.1 - top) * 62.4)
        };
        for area in &lattice.areas {
            let Some(player) = area.owner else { continue };
            let [a, b, c] = area.corners.map(place);
            self.body.push_str(&format!(
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z\" fill=\"{}\" fill-opacity=\"0.3\"/>\n",
                a.0,
                a.1,
                b.0,
                b.1,
                c.0,
                c.1,
                owner(player)
            ));
            let middle = ((a.0 + b.0 + c.0) / 3.0, (a.1 + b.1 + c.1) / 3.0);
            self.text(middle, 18.0, owner(player), &area.label);
        }
        for line in &lattice.lines {
            let pen = match line.look {
                Look::Faint => LinePen { colour: colour::FAINT, width: 2.0, dashed: true },
                Look::Plain => PLAIN,
                Look::Strong => LinePen { colour: colour::INK, width: 5.0, dashed: false },
            };
            self.line(place(line.ends.0), place(line.ends.1), &pen, false);
        }
        for (i, point) in lattice.points.iter().enumerate() {
            self.point(place(i), point.face, &point.label);
        }
        self.bottom
    }

    fn network(&mut self, network: &Network, x: f64, y: f64) -> f64 {
        let place: Vec<(f64, f64)> =
            network.nodes.iter().map(|n| (f64::from(n.at.0), f64::from(n.at.1))).collect();
        let near = (place.iter().enumerate())
            .flat_map(|(i, a)| place[..i].iter().map(move |b| (a.0 - b.0).hypot(a.1 - b.1)))
            .filter(|d| *d > 0.0)
            .fold(f64::INFINITY, f64::min);
        let bounds = |value: fn(&(f64, f64)) -> f64| {
            let values = place.iter().map(value);
            (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max))
        };
        let ((left, right), (top, bottom)) = (bounds(|p| p.0), bounds(|p| p.1));
        let widest = (right - left).max(bottom - top).max(f64::MIN_POSITIVE);
        // Far enough apart to be told apart, but not larger than a page.
        let scale = if near.is_finite() { (80.0 / near).min(1200.0 / widest) } else { 1.0 };
        let at = |i: usize| (x + 20.0 + (place[i].0 - left) * scale, y + 20.0 + (place[i].1 - top) * scale);
        for link in &network.links {
            let (a, b) = (at(link.ends.0), at(link.ends.1));
            let length = (a.0 - b.0).hypot(a.1 - b.1);
            // The head ends where the point's disc begins.
            let cut = if length > 40.0 { 18.0 / length } else { 0.0 };
            let end = (b.0 + (a.0 - b.0) * cut, b.1 + (a.1 - b.1) * cut);
            self.line(a, if link.arrow { end } else { b }, &PLAIN, link.arrow);
        }
        for (i, node) in network.nodes.iter().enumerate() {
            self.point(at(i), node.face, &node.label);
            if !node.load.is_empty() {
                self.text((at(i).0, at(i).1 + 28.0), 14.0, colour::INK, &node.load);
            }
        }
        self.bottom
    }

    /// A point with what stands on it.
    fn point(&mut self, at: (f64, f64), face: Face, label: &str) {
        match face {
            Face::Dot => {
                self.disc(at, 6.0, colour::INK, colour::INK);
                self.text((at.0 + 14.0, at.1 - 12.0), 12.0, colour::LINE, label);
            }
            Face::Empty => {
                self.disc(at, 14.0, colour::PAPER, colour::PAPER);
                self.text(at, 14.0, colour::LINE, label);
            }
            _ => {
                let (fill, _) = look(face);
                self.disc(at, 16.0, fill, colour::INK);
                self.text(at, 15.0, colour::INK, label);
            }
        }
    }

    fn strip(&mut self, strip: &Strip, x: f64, y: f64) -> f64 {
        for (i, cell) in strip.cells.iter().enumerate() {
            let at = (x + (i % IN_LINE) as f64 * CELL, y + (i / IN_LINE) as f64 * (CELL + LINE + 10.0));
            let middle = (at.0 + CELL / 2.0, at.1 + CELL / 2.0);
            if strip.boxed {
                let (fill, _) = look(cell.face);
                self.rect(at, (CELL, CELL), fill, colour::INK);
                for (j, name) in ["1", "2"].iter().enumerate() {
                    let offset = if j == 0 { -9.0 } else { 9.0 };
                    if cell.face == Face::Free && cell.sites[j].is_some() {
                        self.text((middle.0 + offset, middle.1), 14.0, colour::LINE, name);
                    }
                }
                match cell.face {
                    Face::ColourOne => self.text(middle, 16.0, colour::PAPER, "1"),
                    Face::ColourTwo => self.text(middle, 16.0, colour::PAPER, "2"),
                    _ => {}
                }
            } else if cell.face == Face::Stone {
                self.disc(middle, 15.0, colour::STONE, colour::INK);
            } else {
                self.disc(middle, 3.0, colour::FAINT, colour::FAINT);
            }
            let number = (i + 1).to_string();
            self.text((middle.0, at.1 + CELL + 9.0), 11.0, colour::LINE, &number);
        }
        self.bottom
    }

    fn piles(&mut self, piles: &Piles, x: f64, y: f64) -> f64 {
        let rows = piles.heaps.iter().map(|h| stack(h).len()).max().unwrap_or(0).max(1);
        let floor = y + rows as f64 * 22.0;
        let mut left = x;
        for heap in &piles.heaps {
            let count = heap.count.to_string();
            let width = (count.len() as f64 * 9.0).max(44.0);
            let middle = left + width / 2.0;
            for (i, stone) in stack(heap).iter().enumerate() {
                let at = (middle, floor - 11.0 - i as f64 * 22.0);
                match stone {
                    Some(_) => self.disc(at, 10.0, colour::STONE, colour::INK),
                    None => self.text(at, 18.0, colour::INK, "⋮"),
                }
            }
            if let Some(limit) = heap.limit
                && heap.count <= TALLEST
            {
                let side = middle + 15.0;
                let span = (
                    floor - heap.count as f64 * 22.0,
                    floor - heap.count.saturating_sub(limit) as f64 * 22.0,
                );
                self.line((side, span.0 + 2.0), (side, span.1 - 2.0), &PLAIN, false);
            }
            self.text((middle, floor + 12.0), 15.0, colour::INK, &count);
            self.text((middle, floor + 30.0), 12.0, colour::LINE, &heap.label);
            left += width + 10.0;
        }
        self.bottom
    }

    fn squares(&mut self, squares: &Squares, x: f64, y: f64) -> f64 {
        let columns = squares.columns.max(1);
        let x = if squares.row_labels.is_empty() { x } else { x + 30.0 };
        for (i, square) in squares.squares.iter().enumerate() {
            let at = (x + (i % columns) as f64 * CELL, y + (i / columns) as f64 * CELL);
            let middle = (at.0 + CELL / 2.0, at.1 + CELL / 2.0);
            let (fill, sign) = look(square.face);
            if square.face != Face::Empty {
                self.rect(at, (CELL, CELL), fill, colour::INK);
            }
            match square.face {
                Face::Mark(player) => self.text(middle, 26.0, owner(player), sign),
                Face::Sign { sign, .. } => self.text(middle, 24.0, colour::INK, &sign.to_string()),
                _ if !sign.is_empty() => self.text(middle, 24.0, colour::INK, sign),
                Face::Food => {}
                _ => self.text(middle, 12.0, colour::LINE, &square.label),
            }
        }
        for (i, label) in squares.row_labels.iter().enumerate() {
            self.text((x - 15.0, y + (i as f64 + 0.5) * CELL), 12.0, colour::LINE, label);
        }
        let floor = y + squares.squares.len().div_ceil(columns) as f64 * CELL;
        for (i, label) in squares.column_labels.iter().enumerate() {
            self.text((x + (i as f64 + 0.5) * CELL, floor + 12.0), 12.0, colour::LINE, label);
        }
        self.bottom.max(floor)
    }

    fn track(&mut self, track: &Track, x: f64, y: f64) -> f64 {
        const MOST: u64 = 60;
        let first = if track.goal < MOST { 0 } else { track.at };
        let last = track.goal.min(first.saturating_add(MOST - 1));
        let shown: Vec<u64> = (first..=last).chain((last < track.goal).then_some(track.goal)).collect();
        let widest = track.goal.to_string().len() as f64 * 9.0;
        let width = CELL.max(widest + 8.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to the number of cells in a line"
        )]
        let in_line = ((IN_LINE as f64 * CELL / width) as usize).max(1);
        self.words(x, y + 14.0, 14.0, &track.label);
        for (i, number) in shown.iter().enumerate() {
            let at = (x + (i % in_line) as f64 * width, y + LINE + (i / in_line) as f64 * (CELL + 8.0));
            let fill = match number {
                n if *n == track.at => colour::STONE,
                n if *n == track.goal => colour::OFFERED,
                n if *n > track.at && *n <= track.reach => colour::OFFERED,
                _ => colour::PAPER,
            };
            self.rect(at, (width, CELL), fill, colour::INK);
            self.text((at.0 + width / 2.0, at.1 + CELL / 2.0), 14.0, colour::INK, &number.to_string());
        }
        self.bottom
    }
}

/// The stones of a heap from the bottom; `None` where a tall one is broken.
fn stack(heap: &Heap) -> Vec<Option<u64>> {
    if heap.count <= TALLEST {
        return (1..=heap.count).map(Some).collect();
    }
    let lower = (1..=8).map(Some);
    let upper = (heap.count - 3..=heap.count).map(Some);
    lower.chain([None]).chain(upper).collect()
}

/// The colour of what stands on a square or point, and its sign.
fn look(face: Face) -> (&'static str, &'static str) {
    match face {
        Face::Stone => (colour::STONE, ""),
        Face::Dot => (colour::INK, ""),
        Face::Food => (colour::FOOD, ""),
        Face::Poison => (colour::POISON, "☠"),
        Face::Empty | Face::Free => (colour::PAPER, ""),
        Face::Closed => (colour::FAINT, ""),
        Face::ColourOne => (colour::ONE, ""),
        Face::ColourTwo => (colour::TWO, ""),
        Face::Mark(Player::First) => (colour::PAPER, "X"),
        Face::Mark(Player::Second) => (colour::PAPER, "O"),
        Face::Queen => (colour::STONE, "♛"),
        Face::Reach => (colour::OFFERED, ""),
        Face::Goal => (colour::OFFERED, ""),
        Face::Sign { .. } => (colour::PAPER, ""),
    }
}
