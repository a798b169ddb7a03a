//! Draws the whole screen: the page and the dialogs on top.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::text::Line;
use ratatui::widgets::Clear;

use super::app::App;
use super::keys::{Action, KeyContext};
use super::paragraph::Paragraph;
use super::screen::{Frame, Hits};
use super::{frame as page, layout, pixels, text};
use crate::settings::PixelProtocol;
use nimatron_core::rules::sanitize;
use nimatron_core::tr;

/// Draws the whole screen and returns the click targets.
pub fn view(app: &App, screen: &mut ratatui::Frame<'_>) -> Hits {
    let mut frame = Frame::new(screen.buffer_mut());
    draw(app, &mut frame);
    let cursor = frame.cursor;
    let hits = frame.into_hits();
    if let Some(at) = cursor {
        screen.set_cursor_position(at);
    }
    hits
}

/// The cells of the whole screen, drawn without a terminal.
pub fn picture(app: &App) -> Buffer {
    let (width, height) = app.cx.size;
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    draw(app, &mut Frame::new(&mut buffer));
    buffer
}

fn draw(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let app_area = Rect::new(0, 0, app.cx.size.0, app.cx.size.1);
    // The terminal's size may have changed since the last event; do not draw outside the old or the new area.
    if !layout::is_large_enough((area.width, area.height)) || area != app_area {
        return too_small(app, frame);
    }
    let is_off = app.cx.settings.values().pixels == PixelProtocol::Off;
    pixels::begin(is_off || app.front().is_dialog());
    let first = app.pages.iter().rposition(|page| !page.is_dialog());
    for page in app.pages.iter().skip(first.unwrap_or(0)) {
        frame.forget_hits();
        page.view(&app.cx, frame);
    }
    page::draw_bar(app, frame);
    clean(frame, app.cx.theme.ascii);
    on_own_ground(app, frame);
}

/// Replaces the terminal's own colours if the theme has its own background.
fn on_own_ground(app: &App, frame: &mut Frame<'_>) {
    let Some((ground, text)) = app.cx.theme.base() else {
        return;
    };
    for cell in &mut frame.buffer_mut().content {
        if cell.bg == Color::Reset {
            cell.bg = ground;
        }
        if cell.fg == Color::Reset {
            cell.fg = text;
        }
    }
}

/// Cleans a finished frame, so that no text on the screen can control the terminal, whatever its origin. If `ascii` is
/// set, also replaces all characters that are not ASCII.
fn clean(frame: &mut Frame<'_>, ascii: bool) {
    for cell in &mut frame.buffer_mut().content {
        let symbol = cell.symbol();
        if matches!(symbol.as_bytes(), [b' '..b'\x7f']) {
            continue;
        }
        if ascii && !symbol.is_ascii() {
            let plain = symbol.chars().next().map_or('?', sanitize::ascii_char);
            cell.set_char(plain);
        } else if symbol.chars().any(sanitize::is_control) {
            cell.set_char(sanitize::HIDDEN);
        }
    }
}

fn too_small(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let (width, height) = layout::LEAST;
    let text = tr!(
        "This terminal is too small: {columns} columns by {rows} rows. Nimatron needs {width} by {height}. The game goes \
         on when it is larger; {quit} quits.",
        columns = area.width,
        rows = area.height,
        quit = app.cx.settings.keys().name(KeyContext::Help, Action::Quit)
    );
    let lines: Vec<Line<'_>> = text::wrap(&text, usize::from(area.width))
        .into_iter()
        .map(Line::from)
        .collect();
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).style(app.cx.theme.text()), area);
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    #[test]
    fn no_cell_of_a_frame_acts_on_the_terminal() {
        let all: Vec<char> = ('\0'..=char::MAX)
            .filter(|&c| sanitize::is_control(c))
            .collect();
        for chunk in all.chunks(80) {
            for ascii in [false, true] {
                let mut terminal = Terminal::new(TestBackend::new(80, 1)).unwrap();
                let draw = |screen: &mut ratatui::Frame<'_>| {
                    let mut frame = Frame::new(screen.buffer_mut());
                    for (cell, c) in frame.buffer_mut().content.iter_mut().zip(chunk) {
                        cell.set_symbol(&format!("a{c}"));
                    }
                    clean(&mut frame, ascii);
                };
                let drawn = terminal.draw(draw).unwrap();
                for cell in &drawn.buffer.content {
                    assert!(!cell.symbol().contains(sanitize::is_control));
                }
            }
        }
    }
}
