//! Finds the glyph and the two colours that best match each cell of a picture.
//!
//! Horizontal and vertical lines, thin slanted lines, small discs and rings, and the cursor's corners become
//! characters. Other cells become block characters ("blocks" below). Such a cell is sampled at 8 points across and 16
//! down, and each sample has the colour of the topmost shape that covers it.

use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

use super::shape::{CELL, Form, Rgb, Shape, span};

/// Half the diagonal of a cell, plus a margin.
const REACH: f32 = 8.95 + 1.0;
/// The maximum width of lines drawn with thin characters.
const THIN: f32 = 2.6;
/// The maximum width of horizontal and vertical lines drawn with thick characters; thicker lines are sampled.
const THICK: f32 = 6.0;
/// The number of samples covered by shapes in front above which a character is hidden.
const MOST_HIDDEN: u32 = 36;
/// The minimum number of uncovered samples in a cell for which the colour behind a character is the ground.
const BARE: u32 = 32;
/// The maximum number of cached cells. A larger cache is cleared before the next picture is fitted.
const KEPT: usize = 20_000;

/// A cell of a fitted picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// A block, a line, a dot, a corner of a cursor or a space.
    pub glyph: char,
    /// The colour of the glyph.
    pub ink: Rgb,
    /// The colour of the rest of the cell.
    pub ground: Rgb,
    /// The background colour for text drawn over the cell, usually the cell's most frequent colour.
    pub most: Rgb,
}

impl Cell {
    fn solid(colour: Rgb) -> Cell {
        Cell {
            glyph: ' ',
            ink: colour,
            ground: colour,
            most: colour,
        }
    }

    /// Draws a character over shapes. The colour behind the character is the ground if at least [`BARE`] samples show
    /// the ground, and otherwise the most frequent colour.
    fn drawn(glyph: char, ink: Rgb, under: &[(Shape, bool)], ground: Rgb) -> Cell {
        let regions = regions(under, ground);
        let is_bare = |(colour, mask): &(Rgb, Mask)| *colour == ground && mask.count_ones() >= BARE;
        let behind = if regions.iter().any(is_bare) {
            ground
        } else {
            most(&regions)
        };
        Cell {
            glyph,
            ink,
            ..Cell::solid(behind)
        }
    }
}

/// Fits pictures to cells. Fitted cells are cached, so that equal cells are fitted once.
#[derive(Default)]
pub struct Fitter {
    kept: FxHashMap<u64, Cell>,
    shapes: Vec<Shape>,
    size: (usize, usize),
    ground: Rgb,
    cells: Vec<Cell>,
}

impl Fitter {
    /// Fits a picture of `columns` by `rows` cells, and returns the cells row by row. Later shapes hide earlier ones.
    pub fn fit(&mut self, shapes: &[Shape], (columns, rows): (u16, u16), ground: Rgb) -> &[Cell] {
        let size = (usize::from(columns), usize::from(rows));
        if self.kept.len() > KEPT {
            self.kept.clear();
        }
        if (size, ground) != (self.size, self.ground) {
            (self.size, self.ground) = (size, ground);
            self.cells = vec![Cell::solid(ground); size.0 * size.1];
            self.shapes.clear();
        }
        // Cells that no changed shape reaches stay unchanged.
        let all = [0..size.0, 0..size.1];
        let changed = differences(&self.shapes, shapes).map(|shape| cells_of(shape, &all));
        let region = changed.reduce(around).unwrap_or_default();
        self.shapes = shapes.to_vec();
        let spans: Vec<Region> = shapes.iter().map(|s| cells_of(s, &region)).collect();
        let [columns, rows] = region;
        let mut bin = Vec::new();
        for y in rows {
            let is_near = |n: &usize| spans[*n][1].contains(&y);
            let near: Vec<usize> = (0..shapes.len()).filter(is_near).collect();
            for x in columns.clone() {
                bin.clear();
                for &n in near.iter().filter(|&&n| spans[n][0].contains(&x)) {
                    let (form, [left, top]) = (shapes[n].form, corner(x, y));
                    // The characters of a slanted line are up to half a cell away from the line.
                    let reach = REACH + if is_drawn(form) { CELL.1 / 2.0 } else { 0.0 };
                    if form.distance(left + CELL.0 / 2.0, top + CELL.1 / 2.0) <= reach {
                        if is_full(form, left, top) {
                            bin.clear();
                        }
                        bin.push(n);
                    }
                }
                self.cells[y * size.0 + x] = match bin[..] {
                    [] => Cell::solid(ground),
                    _ => self.cell(shapes, &bin, corner(x, y), ground),
                };
            }
        }
        &self.cells
    }

    /// Fits the cell whose upper left corner is (`left`, `top`). `bin` holds the indices of the shapes that may reach
    /// the cell, from back to front.
    fn cell(
        &mut self,
        shapes: &[Shape],
        bin: &[usize],
        [left, top]: [f32; 2],
        ground: Rgb,
    ) -> Cell {
        let here = bin.iter().filter_map(|&n| shapes.get(n)).map(|shape| {
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
            // A shape that covers the whole cell looks the same at any offset, so leave the offset out of the key.
            let key = if full { [0; 7] } else { shape.form.key() };
            (key, shape.colour).hash(&mut hasher);
        }
        *self.kept.entry(hasher.finish()).or_insert_with(|| {
            let local: Vec<(Shape, bool)> = here.collect();
            let drawn = small(&local, ground).or_else(|| thin(&local, ground));
            drawn.unwrap_or_else(|| {
                // If the cell is drawn with a block, omit the lines and corners that only characters can draw.
                let pieces: Vec<_> = local
                    .into_iter()
                    .filter(|(shape, _)| !is_drawn(shape.form))
                    .collect();
                nearest(&regions(&pieces, ground))
            })
        })
    }
}

/// Returns whether a form covers the whole cell whose upper left corner is given.
fn is_full(form: Form, left: f32, top: f32) -> bool {
    match form {
        Form::Rect { x, y, w, h } => {
            x <= left && y <= top && x + w >= left + CELL.0 && y + h >= top + CELL.1
        }
        _ => form.distance(left + CELL.0 / 2.0, top + CELL.1 / 2.0) < -REACH,
    }
}

/// Returns the shapes of both pictures, excluding the longest common prefix and suffix.
fn differences<'a>(a: &'a [Shape], b: &'a [Shape]) -> impl Iterator<Item = &'a Shape> {
    let head = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[head..], &b[head..]);
    let tail = a
        .iter()
        .rev()
        .zip(b.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    a[..a.len() - tail].iter().chain(&b[..b.len() - tail])
}

type Region = [std::ops::Range<usize>; 2];

fn around(a: Region, b: Region) -> Region {
    [0, 1].map(|i| a[i].start.min(b[i].start)..a[i].end.max(b[i].end))
}

fn cells_of(shape: &Shape, [columns, rows]: &Region) -> Region {
    let [left, top, right, bottom] = shape.form.bounds();
    [
        span(left - 0.9, right + 0.9, CELL.0, columns),
        span(top - 0.9, bottom + 0.9, CELL.1, rows),
    ]
}

#[expect(clippy::cast_precision_loss, reason = "a screen is small")]
fn corner(x: usize, y: usize) -> [f32; 2] {
    [x as f32 * CELL.0, y as f32 * CELL.1]
}

/// One bit for each sample of a cell, row by row.
type Mask = u128;

fn mask(form: Form) -> Mask {
    let row = |under: &dyn Fn(f32) -> bool| {
        (0..8u8).fold(0u8, |row, i| row | u8::from(under(f32::from(i) + 0.5)) << i)
    };
    let samples = |y: f32| match form {
        Form::Rect { y: top, h, .. } if y <= top || top + h <= y => 0,
        Form::Rect { x, w, .. } => row(&|px| x < px && px < x + w),
        Form::Disc { x, y: middle, r } => {
            let reach = r * r - (y - middle).powi(2);
            row(&|px| (px - x).powi(2) < reach)
        }
        _ => row(&|x| form.distance(x, y) < 0.0),
    };
    (0..16u8).fold(0, |mask, i| {
        mask | Mask::from(samples(f32::from(i) + 0.5)) << (8 * i)
    })
}

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

/// Fits a cell in which a small disc or ring, or a corner of the cursor, is drawn as a character. Returns `None` if
/// there is no such form, or if other shapes hide it.
fn small(shapes: &[(Shape, bool)], ground: Rgb) -> Option<Cell> {
    let character = |form: Form| corner_of(form).or_else(|| dot_of(form));
    let mut from_front = shapes.iter().enumerate().rev();
    let (at, glyph, ink) =
        from_front.find_map(|(i, (shape, _))| Some((i, character(shape.form)?, shape.colour)))?;
    let covers =
        |(shape, full): &(Shape, bool)| *full || mask(shape.form).count_ones() > MOST_HIDDEN;
    let hides = |shape: &_| covers(shape) && corner_of(shape.0.form).is_none();
    if shapes[at + 1..].iter().any(hides) {
        return None;
    }
    let pieces: Vec<_> = shapes[..at]
        .iter()
        .filter(|(shape, _)| !is_drawn(shape.form) && dot_of(shape.form).is_none())
        .copied()
        .collect();
    Some(Cell::drawn(glyph, ink, &pieces, ground))
}

fn dot_of(form: Form) -> Option<char> {
    let is_here = |x: f32, y: f32| {
        (x - CELL.0 / 2.0).abs() < CELL.0 / 2.0 && (y - CELL.1 / 2.0).abs() < CELL.1 / 2.0
    };
    match form {
        Form::Disc { x, y, r } if is_here(x, y) => match r {
            ..2.5 => Some('·'),
            ..5.5 => Some('•'),
            ..7.0 => Some('●'),
            _ => None,
        },
        Form::Ring { x, y, r, .. } if is_here(x, y) && r < 7.0 => Some('○'),
        _ => None,
    }
}

fn corner_of(form: Form) -> Option<char> {
    let Form::Corners { x, y, w, h } = form else {
        return None;
    };
    let side = |at: f32, size: f32| (0.0..size).contains(&at);
    let left = side(x, CELL.0);
    let right = side(x + w, CELL.0);
    let top = side(y, CELL.1);
    let bottom = side(y + h, CELL.1);
    match (left, right, top, bottom) {
        (true, _, true, true) => Some('['),
        (_, true, true, true) => Some(']'),
        (true, _, true, _) => Some('┏'),
        (true, _, _, true) => Some('┗'),
        (_, true, true, _) => Some('┓'),
        (_, true, _, true) => Some('┛'),
        _ => None,
    }
}

/// Fits a cell with a line that a character can draw; `None` if there is no such line, or if shapes hide it.
fn thin(shapes: &[(Shape, bool)], ground: Rgb) -> Option<Cell> {
    let (mut line, mut over, mut under) = (None, 0, Vec::new());
    for &(shape, full) in shapes {
        match shape.form {
            Form::Line { x0, y0, x1, y1, w } if is_drawn(shape.form) => {
                if let Some(glyph) = glyph_of([x0, y0, x1, y1], w) {
                    let glyph = crossed(line.map_or(' ', |line: Cell| line.glyph), glyph);
                    line = Some(Cell {
                        glyph,
                        ..Cell::solid(shape.colour)
                    });
                    over = 0;
                }
            }
            // Only `small` draws the corners of the cursor, and corners never hide a line.
            Form::Corners { .. } => {}
            form => {
                over |= if full { Mask::MAX } else { mask(form) };
                under.push((shape, full));
            }
        }
    }
    let line = line.filter(|_| over.count_ones() <= MOST_HIDDEN)?;
    Some(Cell::drawn(line.glyph, line.ink, &under, ground))
}

/// Returns whether a form is drawn with characters and never with blocks: corners, thin lines, and thicker horizontal
/// and vertical lines.
fn is_drawn(form: Form) -> bool {
    let Form::Line { x0, y0, x1, y1, w } = form else {
        return matches!(form, Form::Corners { .. });
    };
    let slope = (y1 - y0) / (x1 - x0);
    w <= THIN || w <= THICK && !(0.02..50.0).contains(&slope.abs())
}

/// Returns the character that draws a line in a cell, or `None` if the line barely enters the cell. The line must
/// satisfy [`is_drawn`]; `w` is its width.
fn glyph_of([x0, y0, x1, y1]: [f32; 4], w: f32) -> Option<char> {
    let slope = (y1 - y0) / (x1 - x0);
    let is_flat = slope.abs() <= 2.0;
    // `part` is the fraction of the line before the middle of the cell. `place` is where the line crosses the middle of
    // the cell, as a fraction of the cell's height or width. `change` is how much this fraction changes across the
    // cell. The bias breaks ties in rounding, so that lines have no jumps and mirrored lines look mirrored.
    let (part, place, change) = if is_flat {
        let dx = CELL.0 / 2.0 - x0;
        (
            dx / (x1 - x0),
            (y0 + dx * slope) / CELL.1 + 0.01,
            slope * CELL.0 / CELL.1,
        )
    } else {
        let dy = CELL.1 / 2.0 - y0;
        let bias = 0.01f32.copysign(slope);
        (
            dy / (y1 - y0),
            (x0 + dy / slope) / CELL.0 + bias,
            CELL.1 / slope / CELL.0,
        )
    };
    if !(0.0..=1.0).contains(&part) {
        return None;
    }
    if (0.02..50.0).contains(&slope.abs()) {
        // A slanted line is snapped to the corners of cells. In each cell, it is a diagonal, or runs along the lower or
        // right edge.
        return match [-0.5, 0.5].map(|half| (place + half * change + 0.5).floor()) {
            [0.0, 1.0] => Some('╲'),
            [1.0, 0.0] => Some('╱'),
            [1.0, 1.0] => Some(if is_flat { '▁' } else { '▕' }),
            _ => None,
        };
    }
    let glyphs = match (w > THIN, is_flat) {
        (true, true) => ['▀', '━', '▄'],
        (true, false) => ['▎', '┃', '▐'],
        (false, true) => ['▔', '─', '▁'],
        (false, false) => ['▏', '│', '▕'],
    };
    match place {
        0.0..0.33 => Some(glyphs[0]),
        0.33..0.67 => Some(glyphs[1]),
        0.67..1.0 => Some(glyphs[2]),
        _ => None,
    }
}

/// Returns the character for two lines in a cell: a crossing if there is such a character, and otherwise one of the
/// two.
fn crossed(under: char, over: char) -> char {
    match (under, over) {
        ('╱', '╲') | ('╲', '╱') => '╳',
        ('─', '│') | ('│', '─') => '┼',
        ('╱' | '╲' | '╳', '▁' | '▕') => under,
        _ => over,
    }
}

/// The samples in each quarter of a cell: upper left, upper right, lower left, lower right.
const QUARTERS: [Mask; 4] = {
    let (left, right): (Mask, Mask) = (0x0f0f_0f0f_0f0f_0f0f, 0xf0f0_f0f0_f0f0_f0f0);
    [left, right, left << 64, right << 64]
};

/// The block characters. The index is the sum over the filled quarters: 1 upper left, 2 upper right, 4 lower left, 8
/// lower right.
const BLOCKS: [char; 16] = [
    ' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█',
];

fn most(regions: &[(Rgb, Mask)]) -> Rgb {
    regions
        .iter()
        .max_by_key(|(_, mask)| mask.count_ones())
        .map_or([0; 3], |region| region.0)
}

/// Returns the block character and the two colours nearest to the samples of a cell. Each quarter of the cell takes its
/// most frequent colour, so that outlines are smooth. The lower left quarter's colour is the ground, and the most
/// frequent other colour is the ink. A quarter with any other colour is drawn in the ink or the ground, whichever is
/// nearer to its colour. If one of `BANDS` matches more samples than the quarters, by a margin above `CLEARLY`, the
/// band is returned instead.
///
/// The ground comes from the bottom because, in some fonts, block characters end above the bottom of the cell and leave
/// a strip of ground there.
fn nearest(regions: &[(Rgb, Mask)]) -> Cell {
    let within = |part: Mask| -> Vec<(Rgb, Mask)> {
        regions.iter().map(|&(c, mask)| (c, mask & part)).collect()
    };
    let quarters = QUARTERS.map(|quarter| most(&within(quarter)));
    let ground = quarters[2];
    let count = |colour: Rgb| quarters.iter().filter(|&&c| c == colour).count();
    let others = quarters.into_iter().filter(|&c| c != ground);
    let ink = others.max_by_key(|&c| count(c)).unwrap_or(ground);
    let is_ink = |colour: Rgb| apart(colour, ink) < apart(colour, ground);
    let set = (0..4)
        .filter(|&i| is_ink(quarters[i]))
        .map(|i| 1 << i)
        .sum::<usize>();
    // Counts the samples whose colour is the fill colour of their part of the cell.
    let matched = |parts: &[(Rgb, Mask)]| -> u32 {
        let here = |&(colour, part): &(Rgb, Mask)| {
            let own = regions.iter().find(|(c, _)| *c == colour);
            own.map_or(0, |(_, mask)| (mask & part).count_ones())
        };
        parts.iter().map(here).sum()
    };
    let by_quarters: Vec<(Rgb, Mask)> = (0..4)
        .map(|i| (if set >> i & 1 == 1 { ink } else { ground }, QUARTERS[i]))
        .collect();
    let band = |&(glyph, upper): &(char, Mask)| {
        let [above, below] = [upper, !upper].map(|part| (most(&within(part)), part));
        let cell = Cell {
            glyph,
            ink: below.0,
            ground: above.0,
            most: most(regions),
        };
        (matched(&[above, below]), cell)
    };
    match BANDS.iter().map(band).max_by_key(|(matched, _)| *matched) {
        Some((least, cell)) if least > matched(&by_quarters) + CLEARLY => cell,
        _ => Cell {
            glyph: BLOCKS[set],
            ink,
            ground,
            most: most(regions),
        },
    }
}

/// The blocks that fill the lower three quarters and the lowest quarter of a cell, each with the samples above the
/// block.
const BANDS: [(char, Mask); 2] = [('▆', (1 << 32) - 1), ('▂', (1 << 96) - 1)];
/// A band is drawn only if the number of samples that it matches exceeds that of the quarters by more than `CLEARLY`.
const CLEARLY: u32 = 8;

fn apart(a: Rgb, b: Rgb) -> u32 {
    (0..3).map(|i| u32::from(a[i].abs_diff(b[i])).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DARK: Rgb = [17, 19, 26];
    const GOLD: Rgb = [219, 168, 86];

    fn fit(shapes: &[Shape], size: (u16, u16)) -> Vec<Cell> {
        Fitter::default().fit(shapes, size, DARK).to_vec()
    }

    fn one(form: Form) -> Cell {
        fit(&[Shape::new(form, GOLD)], (1, 1))[0]
    }

    fn is_flat(cell: &Cell) -> bool {
        [cell.ink, cell.ground]
            .iter()
            .all(|c| [DARK, GOLD].contains(c))
    }

    #[test]
    fn lines_through_corners_and_middles_are_lines() {
        let line =
            |x0: f32, y0: f32, x1: f32, y1: f32| one(Form::line((x0, y0), (x1, y1), 1.6)).glyph;
        assert_eq!(line(-8.0, 32.0, 16.0, -16.0), '╱');
        assert_eq!(line(-8.0, -16.0, 16.0, 32.0), '╲');
        assert_eq!(line(-9.0, 8.0, 12.0, 8.0), '─');
        assert_eq!(line(4.0, -1.0, 4.0, 19.0), '│');
        assert_eq!(line(12.0, -8.0, 20.0, 8.0), ' ', "it is beside the cell");
        // Two lines that cross where four cells meet.
        let line = |y0: f32, y1: f32| Shape::new(Form::line((0.0, y0), (16.0, y1), 1.6), GOLD);
        let cross = fit(&[line(0.0, 32.0), line(32.0, 0.0)], (2, 2));
        assert_eq!(cross.iter().map(|c| c.glyph).collect::<String>(), "╲╱╱╲");
    }

    #[test]
    fn blocks_are_found_with_their_colours() {
        let rect = |x: f32, y: f32, w: f32, h: f32| one(Form::Rect { x, y, w, h });
        let upper = rect(-9.0, -9.0, 30.0, 17.0);
        assert_eq!((upper.glyph, upper.ink, upper.ground), ('▀', GOLD, DARK));
        let lower = rect(-9.0, 8.0, 30.0, 30.0);
        assert_eq!((lower.glyph, lower.ink, lower.ground), ('▀', DARK, GOLD));
        assert_eq!(rect(-9.0, -9.0, 12.0, 60.0).ground, GOLD, "the left half");
        assert_eq!(rect(-9.0, -9.0, 13.0, 17.0).glyph, '▘');
        assert_eq!(rect(-9.0, -9.0, 60.0, 60.0), Cell::solid(GOLD));
        // A rectangle that covers less than half of a quarter is not drawn.
        assert_eq!(rect(-9.0, -9.0, 12.0, 12.0), Cell::solid(DARK));
        let band = rect(-9.0, -9.0, 60.0, 13.0);
        assert_eq!((band.glyph, band.ink, band.ground), ('▆', DARK, GOLD));
        let band = rect(-9.0, 12.0, 60.0, 13.0);
        assert_eq!((band.glyph, band.ink, band.ground), ('▂', GOLD, DARK));
    }

    #[test]
    fn what_is_no_larger_than_a_cell_is_a_character() {
        let disc = |r: f32| one(Form::Disc { x: 4.0, y: 8.0, r }).glyph;
        assert_eq!([disc(2.0), disc(5.0), disc(6.0)], ['·', '•', '●']);
        assert_eq!(
            one(Form::Ring {
                x: 4.0,
                y: 8.0,
                r: 5.0,
                line: 2.0
            })
            .glyph,
            '○'
        );
        let corners = Form::Corners {
            x: 4.0,
            y: 8.0,
            w: 32.0,
            h: 32.0,
        };
        let cells = fit(&[Shape::new(corners, GOLD)], (5, 3));
        let row = |y: usize| cells[5 * y..5 * y + 5].iter().map(|c| c.glyph);
        assert_eq!(
            [0, 1, 2].map(|y| row(y).collect::<String>()),
            ["┏   ┓", "     ", "┗   ┛"]
        );
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
        // Refitting only the changed cells gives the same cells as fitting the whole picture.
        let line = Shape::new(Form::line((0.0, 0.0), (64.0, 32.0), 1.6), DARK);
        let (a, b, c) = (disc(16.0), disc(20.0), disc(48.0));
        for next in [
            &[a, line][..],
            &[a, c, line],
            &[b, c, line],
            &[c, line],
            &[line, c, b],
            &[],
        ] {
            let alone = fit(next, (8, 2));
            assert_eq!(fitter.fit(next, (8, 2), DARK), &alone[..], "{next:?}");
        }
    }

    #[test]
    fn a_stone_is_flat_and_the_same_from_both_sides() {
        let disc = Form::Disc {
            x: 20.0,
            y: 20.0,
            r: 20.0,
        };
        let cells = fit(&[Shape::new(disc, GOLD)], (5, 3));
        assert!(cells.iter().all(is_flat));
        for row in cells.chunks(5) {
            let gold = |c: &Cell| [c.ground == GOLD, c.ink == GOLD && c.glyph != ' '];
            for x in 0..5 {
                assert_eq!(
                    gold(&row[x]).contains(&true),
                    gold(&row[4 - x]).contains(&true)
                );
            }
        }
    }

    #[test]
    fn a_triangle_is_filled_in_whatever_order_its_corners_are() {
        for p in [
            [(0.0, 0.0), (30.0, 0.0), (0.0, 30.0)],
            [(3.0, 5.0), (33.0, 9.0), (12.0, 40.0)],
            [(3.0, 40.0), (18.0, 2.0), (33.0, 35.0)],
        ] {
            let middle = p.map(|c| c.0).iter().sum::<f32>() / 3.0;
            let height = p.map(|c| c.1).iter().sum::<f32>() / 3.0;
            for order in [
                [0, 1, 2],
                [1, 2, 0],
                [2, 0, 1],
                [2, 1, 0],
                [1, 0, 2],
                [0, 2, 1],
            ] {
                let form = Form::Triangle {
                    p: order.map(|i| p[i]),
                };
                assert!(form.distance(middle, height) < 0.0, "{form:?}");
                assert!(form.distance(50.0, 50.0) > 0.0, "{form:?}");
                assert!(form.distance(-9.0, 20.0) > 0.0, "{form:?}");
            }
        }
    }

    #[test]
    fn thin_lines_and_wide_diagonals_have_no_gap_and_one_colour() {
        let ends = [
            (60.0, 40.0),
            (60.0, 24.0),
            (12.0, 40.0),
            (60.0, 8.0),
            (4.0, 40.0),
        ];
        let thin = ends
            .iter()
            .flat_map(|(x, y)| [1.6, 2.0].map(|w| (*x, *y, w)));
        for (x1, y1, w) in thin.chain([(36.0, 40.0, 6.0), (36.0, 40.0, 9.0)]) {
            let line = Shape::new(Form::line((4.0, 8.0), (x1, y1), w), GOLD);
            let cells = fit(&[line], (8, 3));
            assert!(cells.iter().all(is_flat));
            let drawn = |x: usize, y: usize| {
                cells[8 * y + x].glyph != ' ' || cells[8 * y + x].ground == GOLD
            };
            let columns = (0..8).filter(|&x| (0..3).any(|y| drawn(x, y))).count();
            let rows = (0..3).filter(|&y| (0..8).any(|x| drawn(x, y))).count();
            assert!(columns == 8 || rows == 3, "{x1} {y1} {w}");
        }
    }
}
