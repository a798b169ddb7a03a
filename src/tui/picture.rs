//! A frame of the interface as an SVG picture: what the terminal would show, cell by cell. Blocks and lines are drawn as
//! shapes, so that the picture does not depend on a font.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::text::wide;

/// Columns and rows of the picture that a cell takes.
const CELL: (f64, f64) = (9.0, 18.0);
/// Room around the frame.
const MARGIN: f64 = 10.0;
/// The terminal's own colours of the ground and of text.
const GROUND: (u8, u8, u8) = (28, 28, 28);
const TEXT: (u8, u8, u8) = (218, 218, 218);

/// The frame as an SVG document, with `title` as its name.
pub fn document(buffer: &Buffer, title: &str) -> String {
    let (columns, rows) = (f64::from(buffer.area.width), f64::from(buffer.area.height));
    let (width, height) = (columns * CELL.0 + 2.0 * MARGIN, rows * CELL.1 + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" \
         font-size=\"15\">\n<title>{}</title>\n<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"{}\"/>\n",
        escaped(title),
        hex(GROUND)
    );
    for y in 0..buffer.area.height {
        row(buffer, y, &mut svg);
    }
    svg.push_str("</svg>\n");
    svg
}

fn row(buffer: &Buffer, y: u16, svg: &mut String) {
    let top = MARGIN + f64::from(y) * CELL.1;
    let left = |x: u16| MARGIN + f64::from(x) * CELL.0;
    let cell = |x: u16| &buffer[(x, y)];
    // Grounds first, so that nothing is drawn over by its neighbour's.
    for (from, to) in runs(buffer.area.width, |x| colours(cell(x)).1) {
        let (_, ground) = colours(cell(from));
        if ground != GROUND {
            let (x, w) = (left(from), f64::from(to - from) * CELL.0);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{top}\" width=\"{w}\" height=\"{}\" fill=\"{}\"/>",
                CELL.1,
                hex(ground)
            );
        }
    }
    let mut skip = 0;
    let mut text = TextRun::default();
    let mut shapes: Vec<(String, String)> = Vec::new();
    for x in 0..buffer.area.width {
        if skip > 0 {
            skip -= 1;
            continue;
        }
        let here = cell(x);
        let (ink, _) = colours(here);
        let symbol = here.symbol();
        skip = wide(symbol).saturating_sub(1);
        let mut chars = symbol.chars();
        let ch = chars.next().unwrap_or(' ');
        if let Some((path, paint)) = shape(ch, (left(x), top)) {
            text.end(svg, top);
            // Shapes of one colour are one path.
            let paint = paint.replace('%', &hex(ink));
            match shapes.iter_mut().find(|(known, _)| *known == paint) {
                Some((_, all)) => all.push_str(&path),
                None => shapes.push((paint, path)),
            }
        } else if ch == ' ' && chars.next().is_none() {
            text.end(svg, top);
        } else {
            let bold = here.modifier.contains(Modifier::BOLD);
            if text.style != Some((ink, bold)) {
                text.end(svg, top);
                text = TextRun { x: left(x), style: Some((ink, bold)), ..TextRun::default() };
            }
            text.text.push_str(symbol);
            text.columns += skip + 1;
        }
    }
    text.end(svg, top);
    for (paint, path) in shapes {
        let _ = writeln!(svg, "<path d=\"{path}\" {paint}/>");
    }
}

/// Characters side by side in one colour.
#[derive(Default)]
struct TextRun {
    x: f64,
    text: String,
    columns: usize,
    style: Option<((u8, u8, u8), bool)>,
}

impl TextRun {
    fn end(&mut self, svg: &mut String, top: f64) {
        if let Some((ink, bold)) = self.style.take() {
            let weight = if bold { " font-weight=\"bold\"" } else { "" };
            // The length is said, so that letters stand in their columns whatever the font is.
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{}\"{weight}>{}</text>",
                self.x,
                top + CELL.1 * 0.74,
                self.columns as f64 * CELL.0,
                hex(ink),
                escaped(&self.text)
            );
        }
        *self = TextRun::default();
    }
}

/// The runs of columns that look the same.
fn runs<T: PartialEq>(width: u16, look: impl Fn(u16) -> T) -> Vec<(u16, u16)> {
    let mut all: Vec<(u16, u16)> = Vec::new();
    for x in 0..width {
        match all.last_mut() {
            Some((from, to)) if look(*from) == look(x) => *to = x + 1,
            _ => all.push((x, x + 1)),
        }
    }
    all
}

/// The path of a block or a line in the cell whose corner is here, and how it is painted.
fn shape(ch: char, corner: (f64, f64)) -> Option<(String, &'static str)> {
    block(ch, corner)
        .or_else(|| shade(ch, corner))
        .or_else(|| slanted(ch, corner))
        .or_else(|| arms(ch, corner))
}

/// A block: those quarters of the cell that are filled.
fn block(ch: char, (x, y): (f64, f64)) -> Option<(String, &'static str)> {
    // Above left, above right, below left, below right.
    let filled = match ch {
        '█' => [true; 4],
        '▀' => [true, true, false, false],
        '▄' => [false, false, true, true],
        '▌' => [true, false, true, false],
        '▐' => [false, true, false, true],
        '▖' => [false, false, true, false],
        '▗' => [false, false, false, true],
        '▘' => [true, false, false, false],
        '▝' => [false, true, false, false],
        '▙' => [true, false, true, true],
        '▛' => [true, true, true, false],
        '▜' => [true, true, false, true],
        '▟' => [false, true, true, true],
        '▚' => [true, false, false, true],
        '▞' => [false, true, true, false],
        _ => return None,
    };
    let (w, h) = (CELL.0 / 2.0, CELL.1 / 2.0);
    let mut path = String::new();
    for (i, _) in filled.iter().enumerate().filter(|(_, on)| **on) {
        let (left, top) = (x + (i % 2) as f64 * w, y + (i / 2) as f64 * h);
        let _ = write!(path, "M{left} {top}h{w}v{h}h-{w}z");
    }
    Some((path, "fill=\"%\""))
}

/// A cell that is filled in part.
fn shade(ch: char, (x, y): (f64, f64)) -> Option<(String, &'static str)> {
    let paint = match ch {
        '░' => "fill=\"%\" fill-opacity=\"0.25\"",
        '▒' => "fill=\"%\" fill-opacity=\"0.5\"",
        '▓' => "fill=\"%\" fill-opacity=\"0.75\"",
        _ => return None,
    };
    Some((format!("M{x} {y}h{}v{}h-{}z", CELL.0, CELL.1, CELL.0), paint))
}

/// A line from corner to corner.
fn slanted(ch: char, (x, y): (f64, f64)) -> Option<(String, &'static str)> {
    let (from, to) = match ch {
        '╱' => (y + CELL.1, y),
        '╲' => (y, y + CELL.1),
        _ => return None,
    };
    Some((format!("M{x} {from}L{} {to}", x + CELL.0), "stroke=\"%\" stroke-width=\"1.4\""))
}

/// A line from the middle to some of the sides.
fn arms(ch: char, (x, y): (f64, f64)) -> Option<(String, &'static str)> {
    // Left, right, up, down.
    let (arms, strong) = match ch {
        '─' => ([true, true, false, false], false),
        '│' => ([false, false, true, true], false),
        '┌' => ([false, true, false, true], false),
        '┐' => ([true, false, false, true], false),
        '└' => ([false, true, true, false], false),
        '┘' => ([true, false, true, false], false),
        '├' => ([false, true, true, true], false),
        '┤' => ([true, false, true, true], false),
        '┬' => ([true, true, false, true], false),
        '┴' => ([true, true, true, false], false),
        '┼' => ([true; 4], false),
        '━' => ([true, true, false, false], true),
        '┃' => ([false, false, true, true], true),
        '┏' => ([false, true, false, true], true),
        '┓' => ([true, false, false, true], true),
        '┗' => ([false, true, true, false], true),
        '┛' => ([true, false, true, false], true),
        _ => return None,
    };
    let (middle, centre) = (x + CELL.0 / 2.0, y + CELL.1 / 2.0);
    let ends = [(x, centre), (x + CELL.0, centre), (middle, y), (middle, y + CELL.1)];
    let mut path = String::new();
    for (to, _) in ends.iter().zip(arms).filter(|(_, on)| *on) {
        let _ = write!(path, "M{middle} {centre}L{} {}", to.0, to.1);
    }
    let pen = if strong { "stroke=\"%\" stroke-width=\"3\"" } else { "stroke=\"%\" stroke-width=\"1.4\"" };
    Some((path, pen))
}

/// The colours of what stands in a cell and of its ground.
fn colours(cell: &Cell) -> ((u8, u8, u8), (u8, u8, u8)) {
    let mut ink = colour(cell.fg).unwrap_or(TEXT);
    let mut ground = colour(cell.bg).unwrap_or(GROUND);
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut ink, &mut ground);
    }
    if cell.modifier.contains(Modifier::DIM) {
        let mix = |a: u8, b: u8| u8::try_from((u16::from(a) * 3 + u16::from(b) * 2) / 5).unwrap_or(a);
        ink = (mix(ink.0, ground.0), mix(ink.1, ground.1), mix(ink.2, ground.2));
    }
    (ink, ground)
}

/// The sixteen colours of a terminal, as xterm has them.
const SIXTEEN: [(u8, u8, u8); 16] = [
    (0, 0, 0),
    (205, 0, 0),
    (0, 205, 0),
    (205, 205, 0),
    (0, 0, 238),
    (205, 0, 205),
    (0, 205, 205),
    (229, 229, 229),
    (98, 98, 98),
    (255, 0, 0),
    (0, 255, 0),
    (255, 255, 0),
    (92, 92, 255),
    (255, 0, 255),
    (0, 255, 255),
    (255, 255, 255),
];

/// Red, green and blue; `None` for the terminal's own colour.
fn colour(colour: Color) -> Option<(u8, u8, u8)> {
    let index = match colour {
        Color::Reset => return None,
        Color::Rgb(r, g, b) => return Some((r, g, b)),
        Color::Indexed(n) => n,
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
    };
    Some(SIXTEEN.get(usize::from(index)).copied().unwrap_or_else(|| rgb(index)))
}

fn hex((r, g, b): (u8, u8, u8)) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Red, green and blue of one of the 256 colours, after the first sixteen.
fn rgb(index: u8) -> (u8, u8, u8) {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    match index {
        232.. => {
            let grey = 8 + 10 * (index - 232);
            (grey, grey, grey)
        }
        _ => {
            let level = |n: u8| LEVELS[usize::from(n % 6)];
            let n = index.saturating_sub(16);
            (level(n / 36), level(n / 6), level(n))
        }
    }
}
