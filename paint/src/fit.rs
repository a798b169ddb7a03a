//! The nearest block glyph and two colours for each cell.
//!
//! Each cell is sampled 8 times across and 8 times down. The error of a glyph in its best two colours is the sum of
//! squares less what the two means explain, so that it takes the sums of the samples under and around the glyph:
//! those of rows, columns and quarters give all blocks.

use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};

use super::shape::{CELL, Form, Rgb, Shape};

/// Samples across and down a cell.
const SAMPLES: usize = 8;
/// Half the diagonal of a cell, and a margin for what is smoothed.
const REACH: f32 = 8.95 + 1.0;
/// Lines up to this width are drawn by the characters for thin lines, where they go through corners or middles.
const THIN: f32 = 2.6;
/// Colours nearer to each other than this, in squares, are not told apart in a cell.
const FAINT: u32 = 34 * 34;
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
    /// The mean colour of the cell: the ground of what is written there.
    pub mean: Rgb,
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
        if self.cube != cube {
            self.cube = cube;
            self.kept.clear();
        }
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
        let blank = Cell { glyph: ' ', ink: ground, ground, mean: ground };
        let mut cells = Vec::with_capacity(columns * rows);
        for (at, bin) in bins.iter().enumerate().take(columns * rows) {
            let cell = match bin[..] {
                [] => blank,
                _ => self.cell(shapes, bin, (at % columns, at / columns), ground),
            };
            cells.push(cell);
        }
        self.bins = bins;
        if self.cube {
            for cell in &mut cells {
                cell.ground = cube(cell.ground);
                cell.ink = cube(cell.ink);
            }
        }
        cells
    }

    /// A cell with something in it.
    fn cell(&mut self, shapes: &[Shape], bin: &[u32], (x, y): (usize, usize), ground: Rgb) -> Cell {
        #[expect(clippy::cast_precision_loss, reason = "a screen is small")]
        let (left, top) = (x as f32 * CELL.0, y as f32 * CELL.1);
        let here = bin.iter().filter_map(|&n| shapes.get(n as usize)).map(|shape| {
            let full = is_full(shape, left, top);
            (Shape { form: shape.form.moved(-left, -top), ..*shape }, full)
        });
        let mut hasher = rustc_hash::FxHasher::default();
        ground.hash(&mut hasher);
        for (shape, full) in here.clone() {
            // Where a shape covers all of the cell, its place says nothing more.
            match full {
                true => 0.hash(&mut hasher),
                false => shape.form.key().hash(&mut hasher),
            }
            (shape.colour, shape.alpha).hash(&mut hasher);
        }
        let key = hasher.finish();
        if let Some(cell) = self.kept.get(&key) {
            return *cell;
        }
        let local: Vec<(Shape, bool)> = here.collect();
        let cell = thin(&local, ground).unwrap_or_else(|| nearest(&sampled(&local, ground), self.cube));
        self.kept.insert(key, cell);
        cell
    }
}

/// Whether a shape covers the whole of the cell at a corner.
fn is_full(shape: &Shape, left: f32, top: f32) -> bool {
    let far = || shape.form.distance(left + CELL.0 / 2.0, top + CELL.1 / 2.0) < -REACH;
    match shape.form {
        Form::Glow { .. } => false,
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
            if shape.alpha == 255 && is_full(shape, px, py) {
                bin.clear();
            }
            bin.push(number);
        }
    }
}

/// A cell with one thin line through two corners or two middles, on one colour. Others may meet it in a corner.
fn thin(shapes: &[(Shape, bool)], ground: Rgb) -> Option<Cell> {
    let (mut ground, mut line) = (ground, None);
    for (shape, full) in shapes {
        match shape.form {
            _ if *full && shape.alpha == 255 => ground = shape.colour,
            // The end of a light gives way to the line.
            Form::Glow { .. } => {}
            Form::Line { w, .. } if w <= THIN => match shape.form.distance(CELL.0 / 2.0, CELL.1 / 2.0) {
                ..4.5 if line.is_none() => line = Some((shape, w)),
                ..4.5 => return None,
                _ => {}
            },
            _ => return None,
        }
    }
    let (last, w) = line?;
    let near = |x: f32, y: f32| last.form.distance(x, y) + w / 2.0 < 0.9;
    let glyph = match () {
        () if near(0.0, 16.0) && near(8.0, 0.0) => '╱',
        () if near(0.0, 0.0) && near(8.0, 16.0) => '╲',
        () if near(0.0, 8.0) && near(8.0, 8.0) => '─',
        () if near(4.0, 0.0) && near(4.0, 16.0) => '│',
        () => return None,
    };
    let ink = super::mix(ground, last.colour, f32::from(last.alpha) / 255.0);
    Some(Cell { glyph, ink, ground, mean: ground })
}

type Samples = [[f32; 3]; SAMPLES * SAMPLES];

/// The colours of the samples of a cell, under shapes of which some cover it.
fn sampled(shapes: &[(Shape, bool)], ground: Rgb) -> Samples {
    let mut samples = [ground.map(f32::from); SAMPLES * SAMPLES];
    for (shape, full) in shapes {
        if *full && shape.alpha == 255 {
            samples.fill(shape.colour.map(f32::from));
            continue;
        }
        let colour = shape.colour.map(f32::from);
        for (i, sample) in samples.iter_mut().enumerate() {
            #[expect(clippy::cast_precision_loss, reason = "below 8")]
            let (x, y) = ((i % SAMPLES) as f32 + 0.5, (i / SAMPLES) as f32 * 2.0 + 1.0);
            let part = shape.coverage(x, y, 1.5);
            if part > 0.0 {
                for (old, new) in sample.iter_mut().zip(colour) {
                    *old += (new - *old) * part;
                }
            }
        }
    }
    samples
}

/// The sum of colours, and of how many samples.
#[derive(Clone, Copy, Default)]
struct Sum {
    rgb: [f32; 3],
    count: f32,
}

impl Sum {
    fn add(&mut self, sample: [f32; 3]) {
        for (sum, part) in self.rgb.iter_mut().zip(sample) {
            *sum += part;
        }
        self.count += 1.0;
    }

    fn plus(mut self, other: Sum) -> Sum {
        for (sum, part) in self.rgb.iter_mut().zip(other.rgb) {
            *sum += part;
        }
        self.count += other.count;
        self
    }

    fn less(self, other: Sum) -> Sum {
        let rgb = [0, 1, 2].map(|i| self.rgb[i] - other.rgb[i]);
        Sum { rgb, count: self.count - other.count }
    }

    fn mean(self) -> [f32; 3] {
        self.rgb.map(|sum| sum / self.count.max(1.0))
    }

    /// How much of the sum of squares this many samples in one colour explain.
    fn gain(self, is_cube: bool) -> f32 {
        if self.count == 0.0 {
            return 0.0;
        }
        let mean = self.mean();
        let colour = if is_cube { cube(bytes(mean)).map(f32::from) } else { mean };
        (0..3).map(|i| colour[i] * (2.0 * self.rgb[i] - colour[i] * self.count)).sum()
    }
}

fn bytes(colour: [f32; 3]) -> Rgb {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 255")]
    colour.map(|c| c.round().clamp(0.0, 255.0) as u8)
}

/// The glyphs of quarters: upper left 1, upper right 2, lower left 4, lower right 8. Of two that differ only in which
/// side is the ground, the one whose ground reaches the bottom of the cell: in some fonts blocks end above it.
const QUARTERS: [(char, u8); 7] = [('▘', 1), ('▝', 2), ('▀', 3), ('▌', 5), ('▖', 4), ('▗', 8), ('▚', 9)];
const LOWER: [char; 7] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇'];
const LEFT: [char; 7] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/// The glyph and the colours nearest to these samples.
fn nearest(samples: &Samples, is_cube: bool) -> Cell {
    let (mut rows, mut columns) = ([Sum::default(); SAMPLES], [Sum::default(); SAMPLES]);
    let (mut quarters, mut all) = ([Sum::default(); 4], Sum::default());
    let (mut low, mut high) = ([255.0f32; 3], [0.0f32; 3]);
    for (i, &sample) in samples.iter().enumerate() {
        let (x, y) = (i % SAMPLES, i / SAMPLES);
        rows[y].add(sample);
        columns[x].add(sample);
        quarters[y / 4 * 2 + x / 4].add(sample);
        all.add(sample);
        for c in 0..3 {
            low[c] = low[c].min(sample[c]);
            high[c] = high[c].max(sample[c]);
        }
    }
    let mean = bytes(all.mean());
    let flat = Cell { glyph: ' ', ink: mean, ground: mean, mean };
    if (0..3).all(|c| high[c] - low[c] < 6.0) {
        return flat;
    }
    let mut best = (all.gain(is_cube) + 64.0 * 12.0, flat);
    let mut offer = |glyph: char, ink: Sum| {
        let ground = all.less(ink);
        let gain = ink.gain(is_cube) + ground.gain(is_cube);
        // Of equal ways the first: what sums are rounded to decides nothing.
        if gain > best.0 * 1.000_01 {
            let (over, under) = (bytes(ink.mean()), bytes(ground.mean()));
            // A breath of colour at the edge of a piece would only look dirty: the cell is what most of it is.
            let cell = match apart(over, under) {
                ..FAINT if ink.count > ground.count => Cell { glyph: ' ', ink: over, ground: over, mean },
                ..FAINT => Cell { glyph: ' ', ink: under, ground: under, mean },
                _ => Cell { glyph, ink: over, ground: under, mean },
            };
            best = (gain, cell);
        }
    };
    for (glyph, mask) in QUARTERS {
        let ink = (0..4).filter(|i| mask >> i & 1 == 1).fold(Sum::default(), |sum, i| sum.plus(quarters[i]));
        offer(glyph, ink);
    }
    let mut lower = Sum::default();
    for (k, glyph) in LOWER.into_iter().enumerate() {
        lower = lower.plus(rows[SAMPLES - 1 - k]);
        offer(glyph, lower);
    }
    let mut left = Sum::default();
    for (k, glyph) in LEFT.into_iter().enumerate() {
        left = left.plus(columns[k]);
        offer(glyph, left);
    }
    best.1
}

fn apart(a: Rgb, b: Rgb) -> u32 {
    (0..3).map(|i| u32::from(a[i].abs_diff(b[i])).pow(2)).sum()
}

/// The nearest colour of the cube or the greys of 256-colour terminals.
fn cube(colour: Rgb) -> Rgb {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let level = |c: u8| LEVELS.into_iter().min_by_key(|l| l.abs_diff(c)).unwrap_or(c);
    let steps = colour.map(level);
    let mean = colour.iter().map(|&c| u32::from(c)).sum::<u32>() / 3;
    let grey = 8 + 10 * (mean.saturating_sub(3) / 10).min(23);
    let grey = [u8::try_from(grey).unwrap_or(238); 3];
    if apart(grey, colour) < apart(steps, colour) { grey } else { steps }
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
        let line = |x0: f32, y0: f32, x1: f32, y1: f32| one(Form::Line { x0, y0, x1, y1, w: 1.6 }).glyph;
        assert_eq!(line(-8.0, 32.0, 16.0, -16.0), '╱');
        assert_eq!(line(-8.0, -16.0, 16.0, 32.0), '╲');
        assert_eq!(line(-9.0, 8.0, 12.0, 8.0), '─');
        assert_eq!(line(4.0, -1.0, 4.0, 19.0), '│');
        assert_ne!(line(4.0, 8.0, 12.0, -8.0), '╱', "it begins in the middle");
        // Two that cross where four cells meet.
        let line = |y0: f32, y1: f32| Shape::new(Form::Line { x0: 0.0, y0, x1: 16.0, y1, w: 1.6 }, GOLD);
        let cross = Fitter::default().fit(&[line(0.0, 32.0), line(32.0, 0.0)], (2, 2), DARK);
        assert_eq!(cross.iter().map(|c| c.glyph).collect::<String>(), "╲╱╱╲");
    }

    #[test]
    fn blocks_are_found_with_their_colours() {
        let rect = |x: f32, y: f32, w: f32, h: f32| one(Form::Rect { x, y, w, h, round: 0.0 });
        let upper = rect(-9.0, -9.0, 30.0, 17.0);
        assert_eq!((upper.glyph, upper.ground), ('▀', DARK), "the ground reaches the bottom");
        assert_eq!(rect(-9.0, 8.0, 30.0, 30.0).ground, GOLD, "here too");
        assert_eq!(rect(-9.0, 12.0, 30.0, 30.0).glyph, '▂');
        assert_eq!(rect(-9.0, -9.0, 12.0, 60.0).glyph, '▍');
        assert_eq!(rect(-9.0, -9.0, 13.0, 17.0).glyph, '▘');
        assert_eq!(rect(-9.0, -9.0, 60.0, 60.0), Cell { glyph: ' ', ink: GOLD, ground: GOLD, mean: GOLD });
    }

    #[test]
    fn equal_pieces_are_fitted_once_and_look_equal() {
        let disc = |x: f32| Shape::new(Form::Disc { x, y: 16.0, r: 14.0 }, GOLD);
        let mut fitter = Fitter::default();
        let cells = fitter.fit(&[disc(16.0), disc(48.0)], (8, 2), DARK);
        for row in cells.chunks(8) {
            assert_eq!(row[..4], row[4..]);
        }
        assert!(fitter.kept.len() <= 8);
    }

    #[test]
    fn the_best_glyph_is_best_of_all_tried_one_by_one() {
        // The sums against a search that paints each glyph and measures.
        let shapes = [
            Shape::new(Form::Disc { x: 2.0, y: 13.0, r: 7.0 }, GOLD),
            Shape::new(Form::Line { x0: 0.0, y0: 0.0, x1: 8.0, y1: 9.0, w: 3.0 }, [104, 150, 255]),
        ];
        let samples = sampled(&shapes.map(|s| (s, false)), DARK);
        let cell = nearest(&samples, false);
        let masks: Vec<Vec<bool>> = QUARTERS
            .iter()
            .map(|&(_, mask)| (0..64).map(|i| mask >> (i / 32 * 2 + i % 8 / 4) & 1 == 1).collect())
            .chain((1..8).map(|k| (0..64).map(|i| i / 8 >= 8 - k).collect()))
            .chain((1..8).map(|k| (0..64).map(|i| i % 8 < k).collect()))
            .collect();
        let error = |mask: &Vec<bool>| -> f32 {
            [true, false]
                .iter()
                .map(|side| {
                    let own: Vec<[f32; 3]> =
                        (0..64).filter(|&i| mask[i] == *side).map(|i| samples[i]).collect();
                    let mean = [0, 1, 2].map(|c| own.iter().map(|s| s[c]).sum::<f32>() / own.len() as f32);
                    own.iter().map(|s| (0..3).map(|c| (s[c] - mean[c]).powi(2)).sum::<f32>()).sum::<f32>()
                })
                .sum()
        };
        let least = masks.iter().map(error).fold(f32::MAX, f32::min);
        let chosen = QUARTERS.iter().map(|q| q.0).chain(LOWER).chain(LEFT).position(|g| g == cell.glyph);
        assert!(error(&masks[chosen.unwrap()]) <= least * 1.001);
    }

    #[test]
    fn colours_of_the_cube_are_those_of_the_terminal() {
        assert_eq!(cube([219, 168, 86]), [215, 175, 95]);
        assert_eq!(cube([17, 19, 26]), [18, 18, 18]);
        assert_eq!(cube([255, 255, 255]), [255, 255, 255]);
    }
}
