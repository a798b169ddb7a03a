//! A frame of the interface as an SVG picture: what the terminal would show, cell by cell. Blocks and lines are drawn as
//! shapes, so that the picture does not depend on a font.

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::text::wide;
use nimatron_core::rules::nearest;

/// Columns and rows of the picture that a cell takes.
const CELL: (f64, f64) = (9.0, 18.0);
/// Room around the frame.
const MARGIN: f64 = 10.0;
/// The terminal's own colours of the ground and of text.
const GROUND: (u8, u8, u8) = (28, 28, 28);
const TEXT: (u8, u8, u8) = (218, 218, 218);

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

/// The blocks, in the order of the quarters that they fill: 1 above left, 2 above right, 4 below left, 8 below right.
const BLOCKS: &str = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█";
/// The lines from the middle of a cell, in the order of the sides that they reach: 1 left, 2 right, 4 up, 8 down; those
/// that no frame has are blank.
const LINES: [(&str, f64); 2] = [("   ─ ┘└┴ ┐┌┬│┤├┼", 1.4), ("   ━ ┛┗  ┓┏ ┃   ", 3.0)];

/// The path of a block or a line in the cell whose corner is here, and how it is painted.
fn shape(ch: char, (x, y): (f64, f64)) -> Option<(String, String)> {
    let of = |set: &str| set.chars().position(|c| c == ch && c != ' ');
    let (w, h) = (CELL.0 / 2.0, CELL.1 / 2.0);
    let bits = |set: usize| (0..4).filter(move |bit| set >> bit & 1 == 1);
    let pen = |width: f64| format!("stroke=\"%\" stroke-width=\"{width}\"");
    if let Some(quarters) = of(BLOCKS) {
        let quarter =
            |i: usize| format!("M{} {}h{w}v{h}h-{w}z", x + (i % 2) as f64 * w, y + (i / 2) as f64 * h);
        return Some((bits(quarters).map(quarter).collect(), "fill=\"%\"".to_owned()));
    }
    if let Some(shade) = of("░▒▓") {
        let path = format!("M{x} {y}h{}v{}h-{}z", CELL.0, CELL.1, CELL.0);
        return Some((path, format!("fill=\"%\" fill-opacity=\"{}\"", [0.25, 0.5, 0.75][shade])));
    }
    if let Some(down) = of("╱╲") {
        let [from, to] = if down == 1 { [y, y + CELL.1] } else { [y + CELL.1, y] };
        return Some((format!("M{x} {from}L{} {to}", x + CELL.0), pen(1.4)));
    }
    let (sides, width) = LINES.iter().find_map(|(set, width)| Some((of(set)?, *width)))?;
    let (middle, centre) = (x + w, y + h);
    let ends = [(x, centre), (x + CELL.0, centre), (middle, y), (middle, y + CELL.1)];
    let arm = |side: usize| format!("M{middle} {centre}L{} {}", ends[side].0, ends[side].1);
    Some((bits(sides).map(arm).collect(), pen(width)))
}

/// The colours of what stands in a cell and of its ground.
fn colours(cell: &Cell) -> ((u8, u8, u8), (u8, u8, u8)) {
    let mut ink = colour(cell.fg).unwrap_or(TEXT);
    let mut ground = colour(cell.bg).unwrap_or(GROUND);
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut ink, &mut ground);
    }
    if cell.modifier.contains(Modifier::DIM) {
        let mix = |a: u8, b: u8| nearest((u16::from(a) * 3 + u16::from(b) * 2) / 5);
        ink = (mix(ink.0, ground.0), mix(ink.1, ground.1), mix(ink.2, ground.2));
    }
    (ink, ground)
}

/// The sixteen colours of a terminal, by their numbers, and what they are in xterm.
#[rustfmt::skip]
const SIXTEEN: [(Color, u32); 16] = [
    (Color::Black, 0), (Color::Red, 0xcd_00_00), (Color::Green, 0x00_cd_00), (Color::Yellow, 0xcd_cd_00),
    (Color::Blue, 0x00_00_ee), (Color::Magenta, 0xcd_00_cd), (Color::Cyan, 0x00_cd_cd), (Color::Gray, 0xe5_e5_e5),
    (Color::DarkGray, 0x62_62_62), (Color::LightRed, 0xff_00_00), (Color::LightGreen, 0x00_ff_00),
    (Color::LightYellow, 0xff_ff_00), (Color::LightBlue, 0x5c_5c_ff), (Color::LightMagenta, 0xff_00_ff),
    (Color::LightCyan, 0x00_ff_ff), (Color::White, 0xff_ff_ff),
];

/// Red, green and blue; `None` for the terminal's own colour.
fn colour(colour: Color) -> Option<(u8, u8, u8)> {
    let of_sixteen = |(_, rgb): (Color, u32)| {
        let [_, r, g, b] = rgb.to_be_bytes();
        (r, g, b)
    };
    match colour {
        Color::Reset => None,
        Color::Rgb(r, g, b) => Some((r, g, b)),
        Color::Indexed(n) => {
            Some(SIXTEEN.get(usize::from(n)).map_or_else(|| rgb(n), |known| of_sixteen(*known)))
        }
        named => SIXTEEN.into_iter().find(|(known, _)| *known == named).map(of_sixteen),
    }
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
