//! Renders pictures as SVG documents.

use std::fmt::Write as _;

use super::shape::{ARM, CELL, Form, Rgb, Shape};

/// A line of text placed on cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The column of the first character.
    pub x: i32,
    /// The row.
    pub y: i32,
    /// The text of the label.
    pub text: String,
    /// The colour of the text.
    pub ink: Rgb,
    /// Whether the text is bold.
    pub bold: bool,
}

/// Renders a picture of `columns` by `rows` cells as an SVG document with a title and the background colour `ground`.
#[must_use]
pub fn document(
    shapes: &[Shape],
    labels: &[Label],
    (columns, rows): (u32, u32),
    ground: Rgb,
    title: &str,
) -> String {
    let width = f64::from(columns) * f64::from(CELL.0) + 32.0;
    let height = f64::from(rows) * f64::from(CELL.1) + 32.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"-16 -16 {width} {height}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, \
         monospace\" font-size=\"13\">\n<title>{}</title>\n<rect x=\"-16\" y=\"-16\" width=\"100%\" height=\"100%\" \
         fill=\"{}\"/>\n",
        escaped(title),
        hex(ground)
    );
    for shape in shapes {
        let circle =
            |x: f32, y: f32, r: f32| format!("circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"");
        let (element, line) = match shape.form {
            Form::Disc { x, y, r } => (circle(x, y, r), None),
            Form::Ring { x, y, r, line } => (circle(x, y, r - line / 2.0), Some(line)),
            Form::Line { x0, y0, x1, y1, w } => (
                format!("path d=\"M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}\" stroke-linecap=\"round\""),
                Some(w),
            ),
            Form::Triangle { p: [a, b, c] } => {
                let path = format!(
                    "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z",
                    a.0, a.1, b.0, b.1, c.0, c.1
                );
                (format!("path d=\"{path}\""), None)
            }
            Form::Rect { x, y, w, h } => {
                let rect =
                    format!("rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\"");
                (rect, None)
            }
            Form::Corners { x, y, w, h } => {
                let mut path = String::new();
                for (x, dx) in [(x, 1.0), (x + w, -1.0)] {
                    for (y, dy) in [(y, 1.0), (y + h, -1.0)] {
                        let a = x + dx * ARM.min(w / 2.0);
                        let b = y + dy * ARM.min(h / 2.0);
                        let _ = write!(path, "M{a:.1} {y:.1}L{x:.1} {y:.1}L{x:.1} {b:.1}");
                    }
                }
                (format!("path d=\"{path}\""), Some(2.0))
            }
        };
        let colour = hex(shape.colour);
        let _ = match line {
            None => writeln!(svg, "<{element} fill=\"{colour}\"/>"),
            Some(w) => {
                writeln!(
                    svg,
                    "<{element} fill=\"none\" stroke=\"{colour}\" stroke-width=\"{w:.1}\"/>"
                )
            }
        };
    }
    for label in labels {
        let count = label.text.chars().count();
        #[expect(clippy::cast_precision_loss, reason = "columns and rows of a board")]
        let x = label.x as f32 * CELL.0;
        let y = label.y as f32 * CELL.1 + 12.5;
        let long = count as f32 * CELL.0;
        let weight = if label.bold {
            " font-weight=\"bold\""
        } else {
            ""
        };
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" textLength=\"{long}\" fill=\"{}\"{weight} xml:space=\"preserve\">{}</text>",
            hex(label.ink),
            escaped(&label.text)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Escapes text for XML, and drops the characters that XML does not allow.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}
