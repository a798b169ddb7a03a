//! Renders pictures as pixels, and encodes them as escape sequences.

use base64::prelude::{BASE64_STANDARD, Engine};
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::shape::{CELL, Form, Rgb, Shape, span};

/// A picture as pixels, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// The number of pixels in a row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The red, green and blue of each pixel.
    pub rgb: Vec<Rgb>,
}

impl Pixels {
    /// Paints shapes on a ground of `cells.0` by `cells.1` cells, each `pixels.0` pixels wide and `pixels.1` high.
    #[must_use]
    pub fn paint(shapes: &[Shape], cells: (u16, u16), pixels: (u16, u16), ground: Rgb) -> Pixels {
        let width = usize::from(cells.0) * usize::from(pixels.0);
        let height = usize::from(cells.1) * usize::from(pixels.1);
        let unit = (
            CELL.0 / f32::from(pixels.0.max(1)),
            CELL.1 / f32::from(pixels.1.max(1)),
        );
        let sample = (unit.0 + unit.1) / 2.0;
        let mut rgb = vec![ground.map(f32::from); width * height];
        for shape in shapes {
            let [left, top, right, bottom] = shape.form.bounds();
            let across = span(left - sample, right + sample, unit.0, &(0..width));
            for y in span(top - sample, bottom + sample, unit.1, &(0..height)) {
                for x in across.clone() {
                    #[expect(clippy::cast_precision_loss, reason = "a screen is small")]
                    let at = ((x as f32 + 0.5) * unit.0, (y as f32 + 0.5) * unit.1);
                    let at = rounded(shape.form, at, unit);
                    let part = (0.5 - shape.form.distance(at.0, at.1) / sample).clamp(0.0, 1.0);
                    if part > 0.0 {
                        for (old, new) in rgb[y * width + x].iter_mut().zip(shape.colour) {
                            *old += (f32::from(new) - *old) * part;
                        }
                    }
                }
            }
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 255"
        )]
        let rgb = rgb
            .into_iter()
            .map(|p| p.map(|c| c.round() as u8))
            .collect();
        Pixels { width, height, rgb }
    }
}

/// Scales the offset of a point from the centre of a disc or ring, so that the form looks round even if the pixels are
/// not square.
fn rounded(form: Form, at: (f32, f32), unit: (f32, f32)) -> (f32, f32) {
    let (Form::Disc { x, y, .. } | Form::Ring { x, y, .. }) = form else {
        return at;
    };
    let one = unit.0.max(unit.1);
    (x + (at.0 - x) / unit.0 * one, y + (at.1 - y) / unit.1 * one)
}

/// Encodes the picture for kitty's protocol. The picture is transmitted without being shown, and replaces any earlier
/// picture with the same number. <https://sw.kovidgoyal.net/kitty/graphics-protocol/>
#[must_use]
pub fn kitty(picture: &Pixels, number: u32) -> String {
    let bytes: Vec<u8> = picture.rgb.iter().flatten().copied().collect();
    let text = BASE64_STANDARD.encode(&bytes);
    let chunks: Vec<&[u8]> = text.as_bytes().chunks(4096).collect();
    let (w, h) = (picture.width, picture.height);
    let mut head = format!("a=t,f=24,q=2,i={number},s={w},v={h},");
    let mut out = String::with_capacity(text.len() + 64 * chunks.len());
    for (i, chunk) in chunks.iter().enumerate() {
        let more = u8::from(i + 1 < chunks.len());
        let _ = write!(out, "\x1b_G{head}m={more};");
        head.clear();
        out.extend(chunk.iter().map(|&b| char::from(b)));
        out.push_str("\x1b\\");
    }
    out
}

/// Encodes the command that shows a part of a picture at the cursor. The picture must already have been transmitted
/// with [`kitty`]. The part begins at the pixel (`x`, `y`), is `w` pixels wide and `h` pixels high, and fills `c`
/// columns and `r` rows of cells. `part` numbers the parts of a picture, from 1.
#[must_use]
pub fn kitty_part(number: u32, part: usize, [x, y, w, h]: [u32; 4], (c, r): (u16, u16)) -> String {
    format!("\x1b_Ga=p,q=2,C=1,i={number},p={part},x={x},y={y},w={w},h={h},c={c},r={r}\x1b\\")
}

/// Encodes the picture as sixels (DEC STD 070, chapter 9), which are shown at the cursor. Each channel is quantised to
/// the largest number of bits, from seven down to two, that leaves at most 255 colours.
#[must_use]
pub fn sixel(picture: &Pixels) -> String {
    let palettes = (2..=7).rev().map(|bits| (bits, palette(picture, bits)));
    let few = { palettes }.find(|(_, palette)| palette.len() <= 255);
    let (bits, palette) = few.unwrap_or_default();
    let mut out = format!("\x1bP0;1;0q\"1;1;{};{}", picture.width, picture.height);
    for (number, colour) in palette.values() {
        // Sixel colours are percentages.
        let [r, g, b] = colour.map(|c| (u32::from(c) * 100 + 127) / 255);
        let _ = write!(out, "#{number};2;{r};{g};{b}");
    }
    let width = picture.width.max(1);
    for band in picture.rgb.chunks(6 * width) {
        let mut here: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
        for (i, pixel) in band.iter().enumerate() {
            let Some(&(number, _)) = palette.get(&shortened(*pixel, bits)) else {
                continue;
            };
            here.entry(number).or_insert_with(|| vec![0; width])[i % width] |= 1 << (i / width);
        }
        for (number, columns) in here {
            let _ = write!(out, "#{number}");
            for run in columns.chunk_by(|a, b| a == b) {
                let sign = char::from(63 + run[0]);
                match run.len() {
                    4.. => {
                        let _ = write!(out, "!{}{sign}", run.len());
                    }
                    short => out.extend(std::iter::repeat_n(sign, short)),
                }
            }
            out.push('$');
        }
        out.push('-');
    }
    out.push_str("\x1b\\");
    out
}

/// Maps each quantised colour to its index and to the colour to show. The colour to show is the first colour in the
/// picture that is quantised to the key. The ground usually comes first, so its colour stays exact.
fn palette(picture: &Pixels, bits: u32) -> BTreeMap<Rgb, (usize, Rgb)> {
    let mut palette = BTreeMap::new();
    let mut last = None;
    for &pixel in &picture.rgb {
        if last == Some(pixel) {
            continue;
        }
        last = Some(pixel);
        let next = palette.len();
        palette
            .entry(shortened(pixel, bits))
            .or_insert((next, pixel));
    }
    palette
}

fn shortened(colour: Rgb, bits: u32) -> Rgb {
    let step = 1u16 << (8 - bits);
    colour.map(|c| u8::try_from((u16::from(c) / step * step + step / 2).min(255)).unwrap_or(255))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Form;

    #[test]
    fn pieces_are_painted_on_their_ground() {
        let disc = Shape::new(
            Form::Disc {
                x: 16.0,
                y: 16.0,
                r: 12.0,
            },
            [219, 168, 86],
        );
        let picture = Pixels::paint(&[disc], (4, 2), (8, 16), [17, 19, 26]);
        assert_eq!(
            (picture.width, picture.height, picture.rgb.len()),
            (32, 32, 32 * 32)
        );
        assert_eq!(
            [picture.rgb[0], picture.rgb[16 * 32 + 16]],
            [[17, 19, 26], [219, 168, 86]]
        );
        let is_mixed = |colour: &Rgb| colour[0] > 17 && colour[0] < 219;
        assert!(picture.rgb.iter().any(is_mixed), "edges are smooth");
    }

    #[test]
    fn a_picture_of_all_colours_has_a_palette_that_terminals_accept() {
        let rgb = (0..=255u8).flat_map(|a| [[a, 255 - a, 0], [0, a, a.reverse_bits()], [a; 3]]);
        let rgb: Vec<Rgb> = rgb
            .flat_map(|[r, g, b]| [[r, g, b], [g, b, r], [b, r, g]])
            .collect();
        let text = sixel(&Pixels {
            width: rgb.len(),
            height: 1,
            rgb,
        });
        let colours = text.matches(";2;").count();
        assert!((32..=255).contains(&colours), "{colours}");
    }

    #[test]
    fn a_sixel_picture_gives_each_pixel_its_colour() {
        let red = [255, 0, 0];
        let black = [0, 0, 0];
        // A picture of five columns and seven rows. The last column is black, and the last row needs a second band.
        let rgb = (0..35)
            .map(|i| if i % 5 < 4 { red } else { black })
            .collect();
        let text = sixel(&Pixels {
            width: 5,
            height: 7,
            rgb,
        });
        let colours = "#1;2;0;0;0#0;2;100;0;0";
        assert_eq!(
            text,
            format!("\x1bP0;1;0q\"1;1;5;7{colours}#0!4~?$#1!4?~$-#0!4@?$#1!4?@$-\x1b\\")
        );
    }
}
