//! Draws the board on the screen.

use ratatui::layout::Rect;
use ratatui::text::Line;

use super::keys::Action;
use super::layout::Parts;
use super::paragraph::Paragraph;
use super::pixels;
use super::screen::Frame;
use super::theme::Theme;
use super::traits::Depth;
use crate::draw::{self, Canvas, Direction, Drawing, Marks, SECOND_HALF, Size, Style};
use crate::play::PlayedMove;
use nimatron_core::rules::{Scene, Site, saturating_cast};
use nimatron_paint::{Fitter, Rgb};
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style as CellStyle};
use std::cell::RefCell;
use unicode_width::UnicodeWidthChar;

thread_local! {
    /// Caches fitted cells, because boards often repeat pieces and change little between frames.
    static FITTER: RefCell<Fitter> = RefCell::default();
}

/// Returns a drawing of a scene that fits in an area. The scene is painted if the theme allows it, and otherwise drawn
/// with characters.
pub fn scene(scene: &Scene, room: Rect, marks: &Marks<'_>, theme: &Theme) -> Drawing {
    let size = Size {
        width: room.width,
        height: room.height,
    };
    if theme.is_painted() {
        draw::paint(scene, size, marks, &theme.colours())
    } else {
        draw::draw(scene, size, marks, Style { ascii: theme.ascii })
    }
}

pub fn show(theme: &Theme, frame: &mut Frame<'_>, shown: &Scene, room: Rect, marks: &Marks<'_>) {
    paint(theme, frame, &scene(shown, room, marks, theme), room);
}

/// Returns the marks for a board that shows the position before a past move. The sites of this move are marked as
/// picked, and the sites of a better move as a hint.
pub fn past<'a>(made: &'a PlayedMove, better: &'a [Site]) -> Marks<'a> {
    Marks {
        picked: &made.sites,
        hint: better,
        ..Marks::default()
    }
}

/// Draws text at the top of an area, and a board below if there is enough room.
pub fn under(
    theme: &Theme,
    frame: &mut Frame<'_>,
    area: Rect,
    text: Vec<Line<'_>>,
    shown: Option<&Scene>,
    marks: &Marks<'_>,
) {
    let used = saturating_cast::<u16, _>(text.len()).min(area.height);
    frame.render_widget(Paragraph::new(text), area);
    let room = area.skip_rows(used + 1);
    if let Some(shown) = shown.filter(|_| room.height >= 3) {
        show(theme, frame, shown, room, marks);
    }
}

pub fn place(drawing: &Drawing, room: Rect) -> Rect {
    let width = drawing.width.min(room.width);
    let height = drawing.height.min(room.height);
    Rect {
        x: room.x + (room.width - width) / 2,
        y: room.y + (room.height - height) / 2,
        width,
        height,
    }
}

pub fn direction(action: Action) -> Direction {
    match action {
        Action::Left => Direction::Left,
        Action::Right => Direction::Right,
        Action::Up => Direction::Up,
        _ => Direction::Down,
    }
}

pub fn paint(theme: &Theme, frame: &mut Frame<'_>, drawing: &Drawing, room: Rect) {
    let area = place(drawing, room);
    match &drawing.canvas {
        Some(canvas) => plain(theme, frame.buffer_mut(), canvas, area),
        None => fitted(theme, frame.buffer_mut(), drawing, area),
    }
}

/// Draws a painted board, fitted to character cells. If the terminal shows the board as pixels, the cells stay blank
/// except for the labels.
fn fitted(theme: &Theme, buffer: &mut Buffer, painted: &Drawing, area: Rect) {
    let ground = theme.colours().ground;
    let size = (area.width, area.height);
    // If the theme keeps the terminal's background colour, replace this colour with the terminal's default.
    let colour = |rgb: Rgb| {
        if theme.ground == Some(rgb) {
            Color::Reset
        } else {
            theme.rgb(rgb)
        }
    };
    let pixels =
        theme.depth == Depth::True && pixels::take(area, &painted.shapes, &painted.labels, ground);
    FITTER.with_borrow_mut(|fitter| {
        let cells = fitter.fit(&painted.shapes, size, ground);
        let width = usize::from(area.width.max(1));
        let across = usize::from(buffer.area.width.max(1));
        let rows = buffer.content.chunks_mut(across).skip(area.y.into());
        for (row, fitted) in rows.zip(cells.chunks(width)) {
            for (cell, fitted) in row.iter_mut().skip(area.x.into()).zip(fitted) {
                cell.reset();
                if pixels {
                    cell.bg = colour(ground);
                    continue;
                }
                cell.bg = colour(fitted.ground);
                if fitted.glyph != ' ' {
                    cell.set_char(fitted.glyph).fg = theme.rgb(fitted.ink);
                }
            }
        }
        for label in &painted.labels {
            let (Ok(column), Ok(row)) = (u16::try_from(label.x), u16::try_from(label.y)) else {
                continue;
            };
            let mut at = usize::from(column);
            for ch in label.text.chars() {
                let wide = ch.width().unwrap_or(0);
                if row >= area.height || at + wide > width {
                    break;
                }
                // A label replaces the glyph, so draw the label on the background that the fitter provides for text.
                let most = cells[usize::from(row) * width + at].most;
                if wide == 0 {
                    continue;
                }
                let bold = if label.bold {
                    Modifier::BOLD
                } else {
                    Modifier::empty()
                };
                let style = CellStyle::new()
                    .fg(theme.rgb(label.ink))
                    .bg(colour(most))
                    .add_modifier(bold);
                let place = |at: usize| u16::try_from(at).map(|at| (area.x + at, area.y + row));
                if let Some(cell) = place(at).ok().and_then(|place| buffer.cell_mut(place)) {
                    cell.set_char(ch).set_style(style);
                }
                if let Some(cell) = place(at + 1)
                    .ok()
                    .filter(|_| wide == 2)
                    .and_then(|p| buffer.cell_mut(p))
                {
                    cell.reset();
                    cell.set_style(style);
                }
                at += wide;
            }
        }
    });
}

fn plain(theme: &Theme, buffer: &mut Buffer, canvas: &Canvas, area: Rect) {
    for (y, row) in (area.y..area.bottom()).zip(canvas.rows()) {
        for (x, glyph) in (area.x..area.right()).zip(row) {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                if glyph.ch == SECOND_HALF {
                    cell.reset();
                } else {
                    cell.set_char(glyph.ch);
                }
                cell.set_style(theme.glyph(*glyph));
            }
        }
    }
}
