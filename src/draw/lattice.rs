//! Boards on a triangular lattice: one number, the pitch, fixes all. A step along a diagonal is as many rows down as
//! columns across, so that every slanted line goes through the corners of cells.

use super::board::{Board, RIM, Spot, cells, middle};
use super::brush::{Brush, ink, sign_of};
use super::canvas::{Ink, Mark, wide};
use super::hits::Hit;
use nimatron_core::rules::{Area, Face, Lattice, Line, Look, Point, Site, nearest};
use nimatron_paint::{CELL, Form, Label, mix};

/// Where everything goes at one pitch.
struct Grid {
    pitch: i32,
    left: i32,
    top: i32,
    /// The radius of a ring, or of a dot.
    r: f32,
    /// Whether dots have their numbers in them.
    named: bool,
    /// The columns of the longest name.
    label: i32,
}

/// Paints at the largest pitch that fits.
pub(super) fn draw<'a>(lattice: &Lattice, brush: &Brush<'a>) -> Option<Board<'a>> {
    let xs = || lattice.points.iter().map(|p| p.at.0);
    let ys = || lattice.points.iter().map(|p| p.at.1);
    let (left, right) = (xs().min()?, xs().max()?);
    let (top, bottom) = (ys().min()?, ys().max()?);
    let rings = lattice.points.iter().any(|p| p.face != Face::Dot);
    let label = lattice
        .points
        .iter()
        .map(|p| wide(&p.label))
        .max()
        .unwrap_or(0);
    let dots = lattice
        .points
        .iter()
        .any(|p| p.face == Face::Dot && !p.label.is_empty());
    let plain = brush.plain.is_some();
    let parts: &[f32] = if plain {
        &[0.0]
    } else if rings {
        &[0.74, 0.68, 0.62, 0.57, 0.49]
    } else {
        &[0.3]
    };
    let sizes = (2..=if plain { 3 } else { 16 })
        .rev()
        .flat_map(|pitch| parts.iter().map(move |part| (pitch, part)));
    { sizes }.find_map(|(pitch, part)| {
        let unit = pitch as f32 * CELL.0;
        let named = rings || dots && pitch > 2;
        let r = if rings && !plain {
            (unit * part).min(60.0)
        } else {
            4.0
        };
        // What is hardly higher than a row would only have horns.
        let r = if (8.0..12.0).contains(&r) { 8.0 } else { r };
        if plain && rings && label + 2 > 2 * pitch {
            return None;
        }
        if !plain && rings && label > 2 && 2.0 * r < label as f32 * CELL.0 {
            return None;
        }
        let reach = if rings { r + RIM } else { r };
        // A dot has its number, with a column free on both sides.
        let mx = match rings {
            true if plain => label / 2 + 1,
            true => cells(reach - 4.5, CELL.0).max(0),
            false => 1 + if named && !plain { label / 2 } else { 0 },
        };
        let my = cells(reach - 9.5, CELL.1).max(0);
        let (width, height) = (
            (right - left) * pitch + 1 + 2 * mx,
            (bottom - top) * pitch + 1 + 2 * my,
        );
        let mut board = Board::of(width, height, brush);
        if board.width > brush.width || board.height > brush.height {
            return None;
        }
        let grid = Grid {
            pitch,
            left: left * pitch - mx,
            top: top * pitch - my,
            r,
            named,
            label,
        };
        board.size = if rings { r } else { unit / 2.0 };
        grid.paint(lattice, &mut board);
        Some(board)
    })
}

impl Grid {
    fn cell(&self, p: &Point) -> (i32, i32) {
        (
            p.at.0 * self.pitch - self.left,
            p.at.1 * self.pitch - self.top,
        )
    }

    fn paint(&self, lattice: &Lattice, board: &mut Board<'_>) {
        let brush = board.brush;
        for area in &lattice.areas {
            self.area(lattice, area, board);
        }
        // What is quiet lies under what is loud.
        let mut lines: Vec<(&Line, Mark)> = lattice
            .lines
            .iter()
            .map(|line| (line, brush.marks.mark_of(line.site)))
            .collect();
        lines.sort_by_key(|(line, m)| {
            let theory = brush.marks.theory(line.site);
            let said = theory.lit || theory.tint.is_some() || theory.sign.is_some();
            (
                m.cursor,
                m.picked || m.hint,
                m.last,
                line.look == Look::Strong,
                said,
            )
        });
        for (line, mark) in lines {
            self.line(lattice, line, mark, board);
        }
        board.pieces = board.shapes.len();
        // A line that is pointed at lights the dots that it joins.
        let aimed = lattice
            .lines
            .iter()
            .find(|line| brush.marks.mark_of(line.site).cursor);
        for (i, point) in lattice.points.iter().enumerate() {
            let is_end = aimed.is_some_and(|line| [line.ends.0, line.ends.1].contains(&i));
            self.point(point, is_end, board);
        }
        for (sites, text) in brush.marks.values() {
            self.value(lattice, &sites, text, board);
        }
    }

    fn corners(&self, lattice: &Lattice, area: &Area) -> Option<[(i32, i32); 3]> {
        let [a, b, c] = area
            .corners
            .map(|i| lattice.points.get(i).map(|p| self.cell(p)));
        Some([a?, b?, c?])
    }

    /// The cell in the middle of a triangle.
    fn heart([a, b, c]: [(i32, i32); 3]) -> (i32, i32) {
        ((a.0 + b.0 + c.0) / 3, (a.1 + b.1 + c.1 + 1) / 3)
    }

    /// Fills an owned triangle, and sets the owner's letter in the middle of it.
    fn area(&self, lattice: &Lattice, area: &Area, board: &mut Board<'_>) {
        let brush = board.brush;
        let (Some(owner), Some(corners)) = (area.owner, self.corners(lattice, area)) else {
            return;
        };
        let colour = brush.colours.player(owner);
        board.add(
            Form::Triangle {
                p: corners.map(|(x, y)| middle(x, y)),
            },
            brush.colours.wash(colour, 0.45),
        );
        let (x, y) = Grid::heart(corners);
        if brush.plain.is_none() {
            return board.centre(x, y, &area.label, brush.colours.text, true);
        }
        board.tell((x, y), &area.label, Ink::Area(owner));
    }

    /// A value in the middle of the triangle that these lines bound.
    fn value(&self, lattice: &Lattice, sites: &[Site], text: &str, board: &mut Board<'_>) {
        let brush = board.brush;
        let bounds = |area: &&Area| {
            let side = |line: &&Line| {
                area.corners.contains(&line.ends.0)
                    && area.corners.contains(&line.ends.1)
                    && line.site.is_some_and(|site| sites.contains(&site))
            };
            lattice.lines.iter().filter(side).count() == 3
        };
        let heart = lattice
            .areas
            .iter()
            .find(bounds)
            .and_then(|a| self.corners(lattice, a))
            .map(Grid::heart);
        // A group of rings has its value beside its first one, where there is room between them.
        let beside = || {
            if brush.plain.is_none() && self.pitch < 3 {
                return None;
            }
            let point = lattice
                .points
                .iter()
                .find(|p| p.site.is_some_and(|s| sites.contains(&s)))?;
            let (x, y) = self.cell(point);
            Some(match brush.plain {
                Some(_) => (x + self.label / 2 + 1, y - 1),
                // A word stands over its ring where there is a row for it.
                None if wide(text) > 2 && y > cells(self.r, CELL.1) => {
                    (x - (wide(text) - 1) / 2, y - cells(self.r + 8.0, CELL.1))
                }
                None if wide(text) > 2 => (x + cells(self.r, CELL.0) + 4, y),
                None => (x + cells(self.r, CELL.0), y - cells(self.r, CELL.1) + 1),
            })
        };
        if let Some((x, y)) = heart.or_else(beside) {
            let x = if heart.is_some() {
                x - (wide(text) - 1) / 2
            } else {
                x
            };
            let x = x.clamp(0, (board.width - wide(text)).max(0));
            // Two words in one row would run together: the first one is enough.
            let meets = |l: &Label| l.y == y && l.x <= x + wide(text) && x <= l.x + wide(&l.text);
            if heart.is_none() && wide(text) > 2 && board.labels.iter().any(meets) {
                return;
            }
            // A word is of the colour of what it is about.
            let tint = sites
                .first()
                .and_then(|&site| brush.marks.theory(Some(site)).tint);
            match tint.filter(|_| brush.plain.is_none() && wide(text) > 2) {
                Some(tint) => board.write(
                    x,
                    y.max(0),
                    text,
                    brush.colours.told_in(brush.colours.tint(tint)),
                    true,
                ),
                None => board.say((x, y.max(0)), text, Ink::Figure, Mark::default()),
            }
        }
    }

    fn line(&self, lattice: &Lattice, line: &Line, mark: Mark, board: &mut Board<'_>) {
        let brush = board.brush;
        let (Some(a), Some(b)) = (
            lattice.points.get(line.ends.0),
            lattice.points.get(line.ends.1),
        ) else {
            return;
        };
        let (from, to) = (self.cell(a), self.cell(b));
        let (c, theory) = (brush.colours, brush.marks.theory(line.site));
        let said = c.told(theory).or(theory.lit.then_some(c.figure));
        let free = line.look == Look::Faint;
        let (w, colour) = match mark {
            Mark { cursor: true, .. } => (6.0, c.cursor),
            Mark { picked: true, .. } => (5.5, c.picked),
            Mark { hint: true, .. } => (if free { 2.4 } else { 5.0 }, c.figure),
            Mark {
                last: true, second, ..
            } => (5.5, c.last(second)),
            _ => match (said, line.look) {
                (Some(colour), _) => (if free { 2.4 } else { 4.0 }, colour),
                (None, Look::Faint) if mark.open && brush.marks.picking() => (2.0, c.offered),
                (None, Look::Faint) => (1.6, c.faint),
                (None, Look::Plain) => (1.8, c.line),
                (None, Look::Strong) => (5.5, mix(c.text, c.quiet, 0.6)),
            },
        };
        let (mut start, mut end) = (middle(from.0, from.1), middle(to.0, to.1));
        // Across, a line as thick as a slanted one fills half a row.
        let w = if from.1 == to.1 && w > 5.0 {
            (start.1, end.1) = (start.1 + 4.0, end.1 + 4.0);
            8.0
        } else {
            w
        };
        let steps = (to.0 - from.0).abs().max((to.1 - from.1).abs()).max(1);
        board.line(start, end, w, colour);
        let at = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        let place = |i: i32| {
            (
                from.0 + (to.0 - from.0) * i / steps,
                from.1 + (to.1 - from.1) * i / steps,
            )
        };
        let spare = i32::from(brush.plain.is_some() || self.pitch > 2);
        let along = (spare..=steps - spare).map(place);
        board
            .hits
            .extend(line.site.map(|site| Hit::new(site, at.0, at.1, along)));
        if brush.plain.is_some() {
            let ink = match line.look {
                Look::Faint if mark.open => Ink::Dim,
                Look::Faint => Ink::Faint,
                Look::Plain => Ink::Dim,
                Look::Strong => Ink::Strong,
            };
            let badge = brush.badge(line.site);
            let slope = (to.1 - from.1) * (to.0 - from.0).signum();
            for i in 1..steps {
                let ch = sign(&brush, line.look, mark, slope.signum(), (i, steps / 2));
                let (ch, ink) = badge.map_or((ch, ink), |(sign, ink)| {
                    (if i == steps / 2 { sign } else { ch }, ink)
                });
                board.put(place(i), ch, ink, mark);
            }
            return;
        }
        let text = theory.sign.map(|sign| sign_of(sign).to_string());
        let told = theory
            .chain
            .filter(|(_, is_told)| *is_told)
            .map(|(length, _)| length.to_string());
        if let Some(text) = text.or(told) {
            board.centre(
                at.0,
                at.1,
                &text,
                said.map_or(c.text, |colour| c.told_in(colour)),
                true,
            );
        }
    }

    fn point(&self, point: &Point, is_end: bool, board: &mut Board<'_>) {
        let brush = board.brush;
        let (c, at) = (brush.colours, self.cell(point));
        let (x, y) = middle(at.0, at.1);
        let mark = brush.marks.mark_of(point.site);
        let spot = Spot {
            x,
            y,
            r: self.r,
            flat: 0.0,
        };
        if brush.plain.is_some() {
            let label = point.label.as_str();
            return match point.face {
                Face::Dot if self.named && !label.is_empty() => board.tell(at, label, Ink::Label),
                Face::Dot => board.put(at, brush.pick('●', 'o'), Ink::Plain, mark),
                face => {
                    // All names are as wide as the longest.
                    let pad = " ".repeat(nearest::<usize, _>((self.label - wide(label)).max(0)));
                    let is_ring = face != Face::Empty;
                    board.name(
                        at,
                        &format!("{pad}{label}"),
                        (ink(face), is_ring),
                        point.site,
                    );
                }
            };
        }
        match point.face {
            Face::Dot if self.named && !point.label.is_empty() => {
                // A column free on both sides of its name.
                let w = CELL.0 * (2.0 + wide(&point.label).max(1) as f32);
                let left = (at.0 - 1 - (wide(&point.label) - 1) / 2) as f32 * CELL.0;
                let body = if is_end {
                    c.cursor
                } else {
                    mix(c.ground, c.line, 0.8)
                };
                board.fill([left, y - 8.0, w, 16.0], body);
                board.centre(at.0, at.1, &point.label, c.on(body), is_end);
            }
            Face::Dot => {
                let colour = if is_end { c.cursor } else { c.quiet };
                if self.pitch < 3 {
                    board.centre(at.0, at.1, "●", colour, false);
                } else {
                    board.fill([x - 4.0, y - 8.0, 8.0, 16.0], colour);
                }
            }
            face => return board.ring(at, spot, (&point.label, face), point.site),
        }
        board.hit_round(point.site, at, self.r);
    }
}

/// The `i`-th character of a line that goes down (`slope` 1), up (-1) or across (0), with its middle.
fn sign(brush: &Brush<'_>, look: Look, mark: Mark, slope: i32, (i, middle): (i32, i32)) -> char {
    let drawn = |across| match slope {
        0 => across,
        1 => brush.pick('╲', '\\'),
        _ => brush.pick('╱', '/'),
    };
    // Across, where cells are half as far apart, every other cell is left free.
    let dotted = |ch| if slope == 0 && i % 2 != 0 { ' ' } else { ch };
    match (look, mark) {
        (_, Mark { picked: true, .. }) => brush.pick('◆', '#'),
        (Look::Faint, Mark { cursor: true, .. }) => brush.pick('•', '+'),
        (Look::Faint, Mark { hint: true, .. }) => dotted('*'),
        (Look::Faint, _) => dotted(brush.pick('·', '.')),
        (_, Mark { last: true, .. }) if i == middle => brush.pick('◇', '%'),
        (_, Mark { last: true, .. }) => drawn(brush.pick('━', '=')),
        _ => drawn(brush.pick('─', '-')),
    }
}
