//! The nearest glyph and two colours for each cell.
//!
//! Each cell is sampled 8 times across and 16 times down. A sample has the colour of the topmost shape over it. The
//! samples of a colour are a set of bits, and so are the blocks, so that the mean on each side of a block, and what it
//! gets wrong, are counted at once.

use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

use super::cube::indexed;
use super::shape::{CELL, Form, Rgb, Shape};

/// Half the diagonal of a cell, and a margin.
const REACH: f32 = 8.95 + 1.0;
/// Lines up to this width are drawn by characters for thin lines, and up to the other one, if they are straight, by those
/// for thick ones.
const THIN: f32 = 2.6;
const THICK: f32 = 6.0;
/// So many of the samples of a cell give way to a line.
const MOST_HIDDEN: u32 = 20;
/// With so many samples of bare ground a cell with a line has that ground.
const BARE: u32 = 40;
/// Slopes of lines that are drawn from corner to corner of cells.
const DIAGONAL: std::ops::Range<f32> = 1.4..4.0;
/// So many cells are kept.
const KEPT: usize = 20_000;

/// A cell of a fitted picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// A block, a line or a space.
    pub glyph: char,
    /// The glyph's colour.
    pub ink: Rgb,
    /// The colour around the glyph.
    pub ground: Rgb,
    /// The colour of most of the cell: the ground of what is written there.
    pub most: Rgb,
}

impl Cell {
    fn of(colour: Rgb) -> Cell {
        Cell {
            glyph: ' ',
            ink: colour,
            ground: colour,
            most: colour,
        }
    }
}

/// Fits pictures to cells, and keeps what it has fitted: equal pieces are fitted once.
#[derive(Default)]
pub struct Fitter {
    kept: FxHashMap<u64, Cell>,
    /// The shapes in each cell, from the lowest.
    bins: Vec<Vec<u32>>,
    /// Colours are those of the cube of 256-colour terminals.
    cube: bool,
}

impl Fitter {
    /// Takes the colours of cells from the 6x6x6 cube and the greys of 256-colour terminals.
    pub fn use_cube(&mut self, cube: bool) {
        self.cube = cube;
    }

    /// The cells of a picture of `columns` by `rows` on this ground, row by row. Shapes hide those before them.
    pub fn fit(&mut self, shapes: &[Shape], (columns, rows): (u16, u16), ground: Rgb) -> Vec<Cell> {
        let (columns, rows) = (usize::from(columns), usize::from(rows));
        if self.kept.len() > KEPT {
            self.kept.clear();
        }
        let mut bins = std::mem::take(&mut self.bins);
        bins.iter_mut().for_each(Vec::clear);
        bins.resize_with(bins.len().max(columns * rows), Vec::new);
        for (number, shape) in (0u32..).zip(shapes) {
            bin(shape, number, (columns, rows), &mut bins);
        }
        let mut cells = Vec::with_capacity(columns * rows);
        for (at, bin) in bins.iter().enumerate().take(columns * rows) {
            let cell = match bin[..] {
                [] => Cell::of(ground),
                _ => self.cell(shapes, bin, (at % columns, at / columns), ground),
            };
            cells.push(cell);
        }
        self.bins = bins;
        if self.cube {
            for cell in &mut cells {
                [cell.ground, cell.ink, cell.most] =
                    [cell.ground, cell.ink, cell.most].map(|colour| indexed(colour).1);
            }
        }
        cells
    }

    /// A cell with something in it.
    fn cell(&mut self, shapes: &[Shape], bin: &[u32], (x, y): (usize, usize), ground: Rgb) -> Cell {
        #[expect(clippy::cast_precision_loss, reason = "a screen is small")]
        let (left, top) = (x as f32 * CELL.0, y as f32 * CELL.1);
        let here = bin
            .iter()
            .filter_map(|&n| shapes.get(n as usize))
            .map(|shape| {
                let full = is_full(shape.form, left, top);
                (
                    Shape {
                        form: shape.form.moved(-left, -top),
                        ..*shape
                    },
                    full,
                )
            });
        let mut hasher = rustc_hash::FxHasher::default();
        ground.hash(&mut hasher);
        for (shape, full) in here.clone() {
            // Where a shape covers all of the cell, its place says nothing more.
            match full {
                true => 0.hash(&mut hasher),
                false => shape.form.key().hash(&mut hasher),
            }
            shape.colour.hash(&mut hasher);
        }
        *self.kept.entry(hasher.finish()).or_insert_with(|| {
            let local: Vec<(Shape, bool)> = here.collect();
            thin(&local, ground).unwrap_or_else(|| {
                // Those lines end at the edge of a piece.
                let pieces: Vec<_> = local
                    .into_iter()
                    .filter(|(shape, _)| !is_drawn(shape.form))
                    .collect();
                nearest(&regions(&pieces, ground), ground)
            })
        })
    }
}

/// Whether a form covers the whole of the cell at a corner.
fn is_full(form: Form, left: f32, top: f32) -> bool {
    let far = || form.distance(left + CELL.0 / 2.0, top + CELL.1 / 2.0) < -REACH;
    match form {
        Form::Rect { x, y, w, h, round } => {
            let inner = x <= left && y <= top && x + w >= left + CELL.0 && y + h >= top + CELL.1;
            inner && round == 0.0 || far()
        }
        _ => far(),
    }
}

/// Adds a shape to the cells that it reaches.
fn bin(shape: &Shape, number: u32, (columns, rows): (usize, usize), bins: &mut [Vec<u32>]) {
    let [left, top, right, bottom] = shape.form.bounds();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "not negative, and it saturates"
    )]
    let cells = |from: f32, to: f32, size: f32, most: usize| {
        let first = ((from - 0.9) / size).floor().max(0.0) as usize;
        let end = ((to + 0.9) / size).ceil().max(0.0) as usize;
        first.min(most)..end.min(most)
    };
    let across = cells(left, right, CELL.0, columns);
    for y in cells(top, bottom, CELL.1, rows) {
        for x in across.clone() {
            #[expect(clippy::cast_precision_loss, reason = "a screen is small")]
            let (px, py) = (x as f32 * CELL.0, y as f32 * CELL.1);
            if shape.form.distance(px + CELL.0 / 2.0, py + CELL.1 / 2.0) > REACH {
                continue;
            }
            let bin = &mut bins[y * columns + x];
            if is_full(shape.form, px, py) {
                bin.clear();
            }
            bin.push(number);
        }
    }
}

/// The samples of a cell, a bit each, row by row.
type Mask = u128;

/// The samples under a form.
fn mask(form: Form) -> Mask {
    #[expect(clippy::cast_precision_loss, reason = "below 16")]
    let at = |i: &u32| ((i % 8) as f32 + 0.5, (i / 8) as f32 + 0.5);
    let under = |i: &u32| {
        let (x, y) = at(i);
        steps(form, y).map_or(form.distance(x, y) < 0.0, |(from, to)| {
            (from..to).contains(&x)
        })
    };
    (0..Mask::BITS)
        .filter(under)
        .fold(0, |mask, i| mask | 1 << i)
}

/// From where to where a thick line aslant goes at this height: a stair of quarters of a cell, each half over the next,
/// which is of one colour where the line itself would be of two.
fn steps(form: Form, y: f32) -> Option<(f32, f32)> {
    let Form::Line { x0, y0, x1, y1, w } = form else {
        return None;
    };
    let slope = (y1 - y0) / (x1 - x0);
    if !(THIN..=THICK).contains(&w) || !DIAGONAL.contains(&slope.abs()) {
        return None;
    }
    let (step, half) = (CELL.0 / 2.0, CELL.1 / 2.0);
    let middle = ((y / half).floor() + 0.5) * half;
    let is_beside = middle < y0.min(y1) || middle > y0.max(y1);
    let x = x0 + (middle - y0) / slope;
    // A little to the right, so that all that lie between two steps go the same way.
    let from = ((x - step) / step + 0.51).floor() * step;
    Some(if is_beside {
        (0.0, 0.0)
    } else {
        (from, from + 2.0 * step)
    })
}

/// The colours of a cell, each with the samples that have it.
fn regions(shapes: &[(Shape, bool)], ground: Rgb) -> Vec<(Rgb, Mask)> {
    let mut regions = vec![(ground, Mask::MAX)];
    for (shape, full) in shapes {
        let over = if *full { Mask::MAX } else { mask(shape.form) };
        regions.iter_mut().for_each(|(_, mask)| *mask &= !over);
        match regions
            .iter_mut()
            .find(|(colour, _)| *colour == shape.colour)
        {
            Some((_, mask)) => *mask |= over,
            None => regions.push((shape.colour, over)),
        }
    }
    regions.retain(|(_, mask)| *mask != 0);
    regions
}

/// A cell with a thin line, or a straight one of any kind from side to side, that next to nothing lies over: it is drawn
/// by the character that comes nearest.
fn thin(shapes: &[(Shape, bool)], ground: Rgb) -> Option<Cell> {
    let (mut line, mut over, mut under) = (None, 0, Vec::new());
    for &(shape, full) in shapes {
        match shape.form {
            Form::Line { x0, y0, x1, y1, w } if w <= THICK && !full => {
                if let Some(glyph) = glyph_of([x0, y0, x1, y1], w) {
                    // Other lines that cross have no character of their own.
                    let glyph = match (line.map_or(' ', |line: Cell| line.glyph), glyph) {
                        ('╱', '╲') | ('╲', '╱') => '╳',
                        _ => glyph,
                    };
                    line = Some(Cell {
                        glyph,
                        ..Cell::of(shape.colour)
                    });
                    over = 0;
                } else if w > THIN {
                    over |= mask(shape.form);
                }
            }
            form => {
                over |= if full { Mask::MAX } else { mask(form) };
                under.push((shape, full));
            }
        }
    }
    let line = line.filter(|_| over.count_ones() <= MOST_HIDDEN)?;
    let under = regions(&under, ground);
    let bare = under
        .iter()
        .find(|(colour, mask)| *colour == ground && mask.count_ones() >= BARE);
    Some(Cell {
        glyph: line.glyph,
        ink: line.ink,
        ..Cell::of(bare.map_or_else(|| most(&under), |(colour, _)| *colour))
    })
}

/// Whether a form is a line that is drawn by characters alone.
fn is_drawn(form: Form) -> bool {
    match form {
        Form::Line { x0, y0, x1, y1, w } => w <= THIN || w <= THICK && (x0 == x1 || y0 == y1),
        _ => false,
    }
}

/// The character for a line of this width through a cell; none where the line is only near it, or thick and aslant.
/// A line that goes farther across than down has one character in each column, any other line one in each row.
fn glyph_of([x0, y0, x1, y1]: [f32; 4], w: f32) -> Option<char> {
    let (dx, dy) = (x1 - x0, y1 - y0);
    let is_flat = 2.0 * dx.abs() >= dy.abs();
    let part = if is_flat {
        (CELL.0 / 2.0 - x0) / dx
    } else {
        (CELL.1 / 2.0 - y0) / dy
    };
    let (x, y) = (x0 + part * dx, y0 + part * dy);
    let is_inside =
        (0.0..=1.0).contains(&part) && (0.0..CELL.0).contains(&x) && (0.0..CELL.1).contains(&y);
    let slope = (dy / dx).abs();
    let third = |at: f32, size: f32, glyphs: [char; 3]| match at / size {
        ..0.33 => glyphs[0],
        ..0.67 => glyphs[1],
        _ => glyphs[2],
    };
    let glyph = match slope {
        ..0.05 if w > THIN => third(y, CELL.1, ['▀', '━', '▄']),
        20.0.. if w > THIN => third(x, CELL.0, ['▎', '┃', '▐']),
        _ if w > THIN => return None,
        s if s < DIAGONAL.start => third(y, CELL.1, ['▔', '─', '▁']),
        s if s >= DIAGONAL.end => third(x, CELL.0, ['▏', '│', '▕']),
        _ if dx * dy > 0.0 => '╲',
        _ => '╱',
    };
    is_inside.then_some(glyph)
}

/// The blocks, with the samples of each. Of two that differ only in which side is the ground, the one whose ground
/// reaches the bottom of the cell comes first: in some fonts blocks end above it.
const BLOCKS: [(char, Mask); 20] = {
    let (left, right): (Mask, Mask) = (0x0f0f_0f0f_0f0f_0f0f, 0xf0f0_f0f0_f0f0_f0f0);
    [
        ('▘', left),
        ('▝', right),
        ('▀', left | right),
        ('▌', columns(4)),
        ('▖', left << 64),
        ('▗', right << 64),
        ('▚', left | right << 64),
        ('▁', Mask::MAX << 112),
        ('▂', Mask::MAX << 96),
        ('▃', Mask::MAX << 80),
        ('▄', Mask::MAX << 64),
        ('▅', Mask::MAX << 48),
        ('▆', Mask::MAX << 32),
        ('▇', Mask::MAX << 16),
        ('▏', columns(1)),
        ('▎', columns(2)),
        ('▍', columns(3)),
        ('▋', columns(5)),
        ('▊', columns(6)),
        ('▉', columns(7)),
    ]
};

/// The samples of the first columns.
const fn columns(count: u32) -> Mask {
    Mask::MAX / 0xff * ((1 << count) - 1)
}

/// The colour of most samples.
fn most(regions: &[(Rgb, Mask)]) -> Rgb {
    regions
        .iter()
        .max_by_key(|(_, mask)| mask.count_ones())
        .map_or([0; 3], |region| region.0)
}

/// The glyph and the two colours that get least wrong. A side of a block that is nearly all of one colour has that
/// colour, so that nothing is smeared over the cells around a piece; any other side has the mean of what it covers.
///
/// Blocks of eighths from below have no counterpart from above: at the edge of the ground they would make the top of a
/// piece another than its foot.
fn nearest(regions: &[(Rgb, Mask)], ground: Rgb) -> Cell {
    let most = most(regions);
    let is_edge = regions.iter().any(|(colour, _)| *colour == ground);
    let side = |block: Mask| -> (Rgb, u32) {
        let colour = mean(regions, block, ground);
        (
            colour,
            regions
                .iter()
                .map(|(c, mask)| apart(*c, colour) * (mask & block).count_ones())
                .sum(),
        )
    };
    let whole = side(Mask::MAX);
    let mut best = (
        whole.1,
        Cell {
            most,
            ..Cell::of(whole.0)
        },
    );
    for (glyph, block) in BLOCKS {
        if is_edge && ('▁'..='▇').contains(&glyph) && glyph != '▄' {
            continue;
        }
        let ((ink, a), (ground, b)) = (side(block), side(!block));
        if a + b < best.0 {
            best = (
                a + b,
                Cell {
                    glyph,
                    ink,
                    ground,
                    most,
                },
            );
        }
    }
    best.1
}

/// The mean colour of some samples; where nearly all have one colour, that one; and the ground where most are bare, as a
/// faint mixture with it would be a stain around a piece.
fn mean(regions: &[(Rgb, Mask)], block: Mask, ground: Rgb) -> Rgb {
    let all = block.count_ones();
    let counts = || {
        regions
            .iter()
            .map(|(colour, mask)| (*colour, (mask & block).count_ones()))
    };
    let kept = |colour: Rgb| all * if colour == ground { 72 } else { 92 };
    match counts().find(|(colour, count)| 100 * count >= kept(*colour)) {
        Some((colour, _)) => colour,
        None => [0, 1, 2].map(|i| {
            let sum: u32 = counts()
                .map(|(colour, count)| u32::from(colour[i]) * count)
                .sum();
            u8::try_from(sum / all).unwrap_or(u8::MAX)
        }),
    }
}

/// How far two colours are from each other.
fn apart(a: Rgb, b: Rgb) -> u32 {
    (0..3).map(|i| u32::from(a[i].abs_diff(b[i])).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DARK: Rgb = [17, 19, 26];
    const GOLD: Rgb = [219, 168, 86];

    fn one(form: Form) -> Cell {
        Fitter::default().fit(&[Shape::new(form, GOLD)], (1, 1), DARK)[0]
    }

    #[test]
    fn lines_through_corners_and_middles_are_lines() {
        let line = |x0: f32, y0: f32, x1: f32, y1: f32| {
            one(Form::Line {
                x0,
                y0,
                x1,
                y1,
                w: 1.6,
            })
            .glyph
        };
        assert_eq!(line(-8.0, 32.0, 16.0, -16.0), '╱');
        assert_eq!(line(-8.0, -16.0, 16.0, 32.0), '╲');
        assert_eq!(line(-9.0, 8.0, 12.0, 8.0), '─');
        assert_eq!(line(4.0, -1.0, 4.0, 19.0), '│');
        assert_eq!(line(12.0, -8.0, 20.0, 8.0), ' ', "it is beside the cell");
        // Two that cross where four cells meet.
        let line = |y0: f32, y1: f32| {
            Shape::new(
                Form::Line {
                    x0: 0.0,
                    y0,
                    x1: 16.0,
                    y1,
                    w: 1.6,
                },
                GOLD,
            )
        };
        let cross = Fitter::default().fit(&[line(0.0, 32.0), line(32.0, 0.0)], (2, 2), DARK);
        assert_eq!(cross.iter().map(|c| c.glyph).collect::<String>(), "╲╱╱╲");
    }

    #[test]
    fn blocks_are_found_with_their_colours() {
        let rect = |x: f32, y: f32, w: f32, h: f32| {
            one(Form::Rect {
                x,
                y,
                w,
                h,
                round: 0.0,
            })
        };
        let upper = rect(-9.0, -9.0, 30.0, 17.0);
        assert_eq!(
            (upper.glyph, upper.ground),
            ('▀', DARK),
            "the ground reaches the bottom"
        );
        assert_eq!(rect(-9.0, 8.0, 30.0, 30.0).ground, GOLD, "here too");
        let lower = rect(-9.0, 12.0, 30.0, 30.0);
        assert_eq!(
            (lower.glyph, lower.ink),
            ('▀', DARK),
            "no eighths at the edge of the ground"
        );
        assert!(
            lower.ground > DARK && lower.ground < GOLD,
            "but half of each colour"
        );
        assert_eq!(rect(-9.0, -9.0, 12.0, 60.0).glyph, '▍');
        assert_eq!(rect(-9.0, -9.0, 13.0, 17.0).glyph, '▘');
        assert_eq!(rect(-9.0, -9.0, 60.0, 60.0), Cell::of(GOLD));
    }

    #[test]
    fn equal_pieces_are_fitted_once_and_look_equal() {
        let disc = |x: f32| {
            Shape::new(
                Form::Disc {
                    x,
                    y: 16.0,
                    r: 14.0,
                },
                GOLD,
            )
        };
        let mut fitter = Fitter::default();
        let cells = fitter.fit(&[disc(16.0), disc(48.0)], (8, 2), DARK);
        for row in cells.chunks(8) {
            assert_eq!(row[..4], row[4..]);
        }
        assert!(fitter.kept.len() <= 8);
    }

    #[test]
    fn edges_are_mixed_and_nothing_else_is() {
        let disc = Shape::new(
            Form::Disc {
                x: 36.0,
                y: 40.0,
                r: 26.0,
            },
            GOLD,
        );
        let cells = Fitter::default().fit(&[disc], (9, 5), DARK);
        let is_between = |c: Rgb| (0..3).all(|i| (DARK[i]..=GOLD[i]).contains(&c[i]));
        assert!(
            cells
                .iter()
                .all(|cell| is_between(cell.ink) && is_between(cell.ground))
        );
        let mixed = |c: Rgb| c != DARK && c != GOLD;
        let is_mixed = |x: usize, y: usize| {
            let cell = cells[9 * y + x];
            mixed(cell.ground) || cell.glyph != ' ' && mixed(cell.ink)
        };
        assert!((0..45).any(|i| is_mixed(i % 9, i / 9)), "edges are smooth");
        assert!(
            (3..6).all(|x| (1..4).all(|y| cells[9 * y + x] == Cell::of(GOLD))),
            "inside it is gold"
        );
        assert!(
            cells.iter().all(|cell| !mixed(cell.most)),
            "what is written there stands on one of the two"
        );
        let is_far = |i: &usize| {
            (36.0 - (i % 9) as f32 * 8.0 - 4.0).hypot(40.0 - (i / 9) as f32 * 16.0 - 8.0) > 36.0
        };
        assert!(
            (0..45).filter(is_far).all(|i| cells[i] == Cell::of(DARK)),
            "outside it is dark"
        );
    }

    #[test]
    fn lines_at_any_slope_have_no_gap() {
        for (x1, y1) in [
            (60.0, 44.0),
            (60.0, 9.0),
            (9.0, 44.0),
            (60.0, 3.0),
            (4.0, 44.0),
        ] {
            let line = Shape::new(
                Form::Line {
                    x0: 4.0,
                    y0: 3.0,
                    x1,
                    y1,
                    w: 1.6,
                },
                GOLD,
            );
            let cells = Fitter::default().fit(&[line], (8, 3), DARK);
            let drawn = |x: usize, y: usize| cells[8 * y + x].glyph != ' ';
            let columns = (0..8).filter(|&x| (0..3).any(|y| drawn(x, y))).count();
            let rows = (0..3).filter(|&y| (0..8).any(|x| drawn(x, y))).count();
            assert!(columns == 8 || rows == 3, "{x1} {y1}");
        }
    }

    #[test]
    fn a_thick_line_aslant_is_a_stair_of_one_colour() {
        for (y0, y1) in [(8.0, 72.0), (72.0, 8.0)] {
            let line = Shape::new(
                Form::Line {
                    x0: 4.0,
                    y0,
                    x1: 36.0,
                    y1,
                    w: 5.5,
                },
                GOLD,
            );
            let cells = Fitter::default().fit(&[line], (5, 5), DARK);
            assert!(cells.iter().all(|cell| {
                [cell.ink, cell.ground]
                    .iter()
                    .all(|c| [DARK, GOLD].contains(c))
            }));
            let gold = |row: &[Cell]| {
                row.iter()
                    .any(|cell| cell.glyph != ' ' || cell.ground == GOLD)
            };
            assert!(cells.chunks(5).all(gold), "it goes through every row");
        }
    }
}
