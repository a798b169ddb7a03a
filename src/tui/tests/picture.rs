//! Renders a frame of the interface as an SVG picture, cell by cell as on a terminal. Block characters and slanted
//! lines are drawn as shapes, so that the picture does not depend on a font.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use crate::tui::text::wide;
use nimatron_core::rules::saturating_cast;
use nimatron_paint::{CELL, Form, Label, Rgb, Shape};

pub fn document(buffer: &Buffer, ground: Rgb, title: &str) -> String {
    let rgb = |colour: Color| match colour {
        Color::Rgb(r, g, b) => [r, g, b],
        _ => ground,
    };
    let mut shapes: Vec<Shape> = Vec::new();
    let mut labels: Vec<Label> = Vec::new();
    for y in 0..buffer.area.height {
        let top = f32::from(y) * CELL.1;
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let mut ink = rgb(cell.fg);
            let mut back = rgb(cell.bg);
            if cell.modifier.contains(Modifier::REVERSED) {
                std::mem::swap(&mut ink, &mut back);
            }
            let bold = cell.modifier.contains(Modifier::BOLD);
            let mut fill = |[x, y, w, h]: [f32; 4], colour: Rgb| match shapes.last_mut() {
                Some(Shape {
                    form:
                        Form::Rect {
                            x: x0,
                            y: y0,
                            w: w0,
                            h: h0,
                        },
                    colour: known,
                    ..
                }) if *known == colour && (*y0, *h0, *x0 + *w0) == (y, h, x) => {
                    *w0 += w;
                }
                _ => shapes.push(Shape {
                    form: Form::Rect { x, y, w, h },
                    colour,
                }),
            };
            let left = f32::from(x) * CELL.0;
            if back != ground {
                fill([left, top, CELL.0, CELL.1], back);
            }
            let symbol = cell.symbol();
            if let Some(parts) = blocks(symbol) {
                for [x, y, w, h] in parts {
                    fill(
                        [left + x * CELL.0, top + y * CELL.1, w * CELL.0, h * CELL.1],
                        ink,
                    );
                }
            } else if let "╱" | "╲" = symbol {
                let [from, to] = if symbol == "╲" {
                    [top, top + CELL.1]
                } else {
                    [top + CELL.1, top]
                };
                let form = Form::Line {
                    x0: left,
                    y0: from,
                    x1: left + CELL.0,
                    y1: to,
                    w: 1.4,
                };
                shapes.push(Shape { form, colour: ink });
            } else if symbol != " " {
                match labels.last_mut() {
                    Some(l)
                        if (l.y, l.x + saturating_cast::<i32, _>(wide(&l.text)))
                            == (y.into(), x.into())
                            && (l.ink, l.bold) == (ink, bold) =>
                    {
                        l.text.push_str(symbol);
                    }
                    _ => labels.push(Label {
                        x: x.into(),
                        y: y.into(),
                        text: symbol.to_owned(),
                        ink,
                        bold,
                    }),
                }
            }
        }
    }
    nimatron_paint::document(
        &shapes,
        &labels,
        (buffer.area.width.into(), buffer.area.height.into()),
        ground,
        title,
    )
}

/// Returns the parts of a cell that a block character fills: left, top, width and height, as fractions.
fn blocks(symbol: &str) -> Option<Vec<[f32; 4]>> {
    /// The characters, indexed by the filled quarters: 1 for top left, 2 for top right, 4 for bottom left, 8 for bottom
    /// right.
    const QUARTERS: &str = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█";
    let of = |set: &str| set.chars().position(|c| symbol.starts_with(c) && c != ' ');
    let eighths = |n: usize| (n + 1) as f32 / 8.0;
    if let Some(set) = of(QUARTERS) {
        let quarter = |i: usize| [(i % 2) as f32 / 2.0, (i / 2) as f32 / 2.0, 0.5, 0.5];
        return Some((0..4).filter(|i| set >> i & 1 == 1).map(quarter).collect());
    }
    let low = of("▁▂▃▄▅▆▇").map(|n| [0.0, 1.0 - eighths(n), 1.0, eighths(n)]);
    low.or_else(|| of("▏▎▍▌▋▊▉").map(|n| [0.0, 0.0, eighths(n), 1.0]))
        .map(|part| vec![part])
}
