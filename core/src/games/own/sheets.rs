//! Draws two numbers as the sides of a rectangle. A heap of two numbers is a sheet, which a move cuts along a line of
//! its grid. A board of two numbers is a rectangle off which a move cuts squares, as in Euclid's game.

use super::position::Become;
use super::ruleset::OwnRuleset;
use super::script::{Shape, heap_text};
use crate::games::prelude::*;

/// The maximum width and height of a sheet that is drawn with its grid, in columns and rows.
const LARGEST: (i32, i32) = (24, 14);
const MOST_POINTS: usize = 250;
/// The maximum width of a row of sheets, in columns of the grid.
const SHELF: i32 = 12;
/// A square is drawn only if its side is at least the longer side of the rectangle divided by this constant.
const LEAST: i32 = 14;

/// A cut from top to bottom at a column, or from left to right at a row.
#[derive(Clone, Copy, PartialEq)]
enum Cut {
    Down(i32),
    Across(i32),
}

impl Cut {
    /// The cut that divides a sheet into the two sheets in `to`.
    fn new(sheet: &[i32], to: &[i32]) -> Option<Cut> {
        let (&[w, h], &[w1, h1, w2, h2]) = (sheet, to) else {
            return None;
        };
        match () {
            () if h1 == h && h2 == h && w1.checked_add(w2)? == w => Some(Cut::Down(w1)),
            () if w1 == w && w2 == w && h1.checked_add(h2)? == h => Some(Cut::Across(h1)),
            () => None,
        }
    }

    fn site(self, sheet: usize) -> Site {
        let (group, line) = match self {
            Cut::Down(line) => (2 * sheet, line),
            Cut::Across(line) => (2 * sheet + 1, line),
        };
        Site::new(saturating_cast(group), saturating_cast(line))
    }

    /// The sites of the cut and of its mirror image, which leaves the same two sheets.
    fn sites(self, sheet: usize, size: &[i32]) -> Vec<Site> {
        let mirrored = match self {
            Cut::Down(line) => Cut::Down(size[0] - line),
            Cut::Across(line) => Cut::Across(size[1] - line),
        };
        let mut sites = vec![self.site(sheet)];
        sites.extend((mirrored != self).then(|| mirrored.site(sheet)));
        sites
    }
}

/// A drawing of lines and rectangles, without marks at their end points and corners.
#[derive(Default)]
struct Lines {
    nodes: Vec<Node>,
    links: Vec<Link>,
    areas: Vec<Area>,
}

type Place = (f32, f32);

impl Lines {
    fn node(&mut self, at: Place, label: String, site: Option<Site>) -> usize {
        self.nodes.push(Node::new(at, Face::Covered, label, site));
        self.nodes.len() - 1
    }

    /// Adds a line. Both the line and its starting point belong to `site`.
    fn line(&mut self, from: Place, to: Place, site: Site) {
        let from = self.node(from, String::new(), Some(site));
        let to = self.node(to, String::new(), None);
        self.links.push(Link {
            ends: (from, to),
            look: Look::Faint,
            site: Some(site),
        });
    }

    fn rectangle(&mut self, (x, y): Place, (w, h): Place, label: String) {
        let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)];
        let corners = corners.map(|at| self.node(at, String::new(), None));
        for i in 0..4 {
            self.links
                .push(Link::plain((corners[i], corners[(i + 1) % 4])));
        }
        self.areas.push(Area {
            corners: corners.to_vec(),
            owner: None,
            label,
        });
    }

    fn scene(self) -> Option<Scene> {
        let graph = Graph {
            layout: GraphLayout::Free,
            nodes: self.nodes,
            links: self.links,
            areas: self.areas,
        };
        (graph.nodes.len() <= MOST_POINTS).then(|| Scene::new(Picture::Graph(graph)))
    }
}

/// Returns the sites of the allowed cuts of each sheet. Returns `None` if the heaps are not sheets or cannot be drawn.
fn cuts(game: &OwnRuleset, cells: &[i32]) -> Option<Vec<Vec<Site>>> {
    let script = game.script;
    if !game.is_heaps() || script.dims != 2 || script.shape != Some(Shape::Rectangle) {
        return None;
    }
    let is_small = |sheet: &[i32]| sheet[0] <= LARGEST.0 && sheet[1] <= LARGEST.1;
    let points = |sheet: &[i32]| 9 + 2 * saturating_cast::<usize, _>(sheet[0] + sheet[1]);
    let sheets = || cells.chunks_exact(2);
    if !sheets().all(is_small) || sheets().map(points).sum::<usize>() > MOST_POINTS {
        return None;
    }
    let of_sheet = |(i, sheet): (usize, &[i32])| {
        let options = game.read_heap(sheet)?;
        let sites = (options.moves.iter())
            .map(|m| Some(Cut::new(sheet, m.change.heaps())?.sites(i, sheet)));
        Some(sites.collect::<Option<Vec<_>>>()?.concat())
    };
    sheets().enumerate().map(of_sheet).collect()
}

pub(super) fn scene(game: &OwnRuleset, cells: &[i32]) -> Option<Scene> {
    let cuts = cuts(game, cells)?;
    let mut lines = Lines::default();
    let (mut x, mut y, mut high) = (0, 0, 0);
    for (i, (sheet, cuts)) in cells.chunks_exact(2).zip(&cuts).enumerate() {
        let w = sheet[0];
        let h = sheet[1];
        if x > 0 && x + w > SHELF {
            (x, y, high) = (0, y + high + 2, 0);
        }
        let at = |dx: i32, dy: i32| ((x + dx) as f32, (y + dy) as f32);
        lines.rectangle(at(0, 0), (w as f32, h as f32), String::new());
        let down = (1..w).map(|n| (Cut::Down(n), at(n, 0), at(n, h)));
        let across = (1..h).map(|n| (Cut::Across(n), at(0, n), at(w, n)));
        for (cut, from, to) in down.chain(across) {
            if cuts.contains(&cut.site(i)) {
                lines.line(from, to, cut.site(i));
            }
        }
        let below = ((2 * x + w) as f32 / 2.0, (y + h) as f32);
        lines.node(below, heap_text(sheet), cuts.first().copied());
        x += w + 1;
        high = high.max(h);
    }
    lines.scene()
}

/// The sites of the move `m` on a sheet, or of all allowed cuts of the sheet if `m` is `None`.
pub(super) fn sites(
    game: &OwnRuleset,
    cells: &[i32],
    sheet: usize,
    m: Option<&Become>,
) -> Option<Vec<Site>> {
    let cuts = cuts(game, cells)?;
    match m {
        None => cuts.into_iter().nth(sheet),
        Some(m) => {
            let size = cells.chunks_exact(2).nth(sheet)?;
            Some(Cut::new(size, &m.to)?.sites(sheet, size))
        }
    }
}

fn has_squares(cells: &[i32]) -> bool {
    let &[a, b] = cells else { return false };
    let small = a.min(b);
    let large = a.max(b);
    small >= 0 && large > 0 && (small == 0 || large / small < LEAST)
}

/// Draws two numbers as a rectangle divided into the squares of Euclid's algorithm. A move cuts off squares whose side
/// is the smaller number.
pub(super) fn rectangle(cells: &[i32]) -> Option<Scene> {
    let &[a, b] = cells else { return None };
    if !has_squares(cells) {
        return None;
    }
    let mut lines = Lines::default();
    let at = |x: i32, y: i32| (x as f32, y as f32);
    lines.node((a as f32 / 2.0, b as f32), format!("{a} x {b}"), None);
    let mut cuts = Vec::new();
    // Cut squares off at the right or at the bottom, so that the remaining rectangle stays in the top left corner.
    let (mut w, mut h) = (a, b);
    while w.min(h) > 0 && LEAST * w.min(h) >= a.max(b) {
        let side = w.min(h);
        let is_down = w >= h;
        let is_first = (w, h) == (a, b);
        while w.min(h) > 0 && (w >= h) == is_down && w.max(h) >= side {
            let long = if is_down { &mut w } else { &mut h };
            *long -= side;
            let place = *long;
            let (corner, end) = if is_down {
                (at(place, 0), at(place, side))
            } else {
                (at(0, place), at(side, place))
            };
            lines.rectangle(corner, at(side, side), side.to_string());
            if is_first {
                let cut = if is_down {
                    Cut::Down(place)
                } else {
                    Cut::Across(place)
                };
                cuts.push((corner, end, cut.site(0)));
            }
        }
    }
    if w.min(h) > 0 || lines.areas.is_empty() {
        lines.rectangle(at(0, 0), at(w, h), String::new());
    }
    for (from, to, site) in cuts {
        lines.line(from, to, site);
    }
    lines.scene()
}

/// The site of the line along which a move cuts the rectangle. The move changes the number at index `number` to `to`.
pub(super) fn rectangle_site(cells: &[i32], (number, to): (u32, i32)) -> Option<Site> {
    let is_down = cells.first() >= cells.get(1);
    let cut = match (number, is_down) {
        (0, true) => Cut::Down(to),
        (1, false) => Cut::Across(to),
        _ => return None,
    };
    has_squares(cells).then(|| cut.site(0))
}
