//! Draws the whole screen: the page and the dialogs on top.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::Color;
use ratatui::text::Line;
use ratatui::widgets::Clear;

use super::app::App;
use super::keys::{Action, KeyContext};
use super::paragraph::Paragraph;
use super::screen::{Frame, Hits};
use super::theme::Theme;
use super::{frame as page, layout, pixels, text};
use crate::settings::PixelProtocol;
use nimatron_core::rules::sanitize;
use nimatron_core::tr;

/// Draws the whole screen, and returns the click targets and the position of the terminal's cursor. Each cell must
/// still pass through [`finish`].
pub fn view(app: &App, buffer: &mut Buffer) -> (Hits, Option<Position>) {
    let mut frame = Frame::new(buffer);
    draw(app, &mut frame);
    let cursor = frame.cursor;
    (frame.into_hits(), cursor)
}

pub fn picture(app: &App) -> Buffer {
    let (width, height) = app.cx.size;
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    view(app, &mut buffer);
    buffer.content.iter_mut().for_each(finish(&app.cx.theme));
    buffer
}

fn draw(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let app_area = Rect::new(0, 0, app.cx.size.0, app.cx.size.1);
    // The terminal's size may have changed since the last event. Do not draw outside the old or the new area.
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
}

/// Returns a function that prepares a drawn cell for output to the terminal. If the theme has its own background,
/// replaces the terminal's colours. Replaces control characters, so that no text can control the terminal. In an ASCII
/// theme, also replaces non-ASCII characters.
pub fn finish(theme: &Theme) -> impl Fn(&mut Cell) + use<> {
    let (base, ascii) = (theme.base(), theme.ascii);
    move |cell| {
        if let Some((ground, text)) = base {
            if cell.bg == Color::Reset {
                cell.bg = ground;
            }
            if cell.fg == Color::Reset {
                cell.fg = text;
            }
        }
        let symbol = cell.symbol();
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
    use super::*;
    use crate::tui::film;
    use nimatron_core::rules::Library;

    #[test]
    fn no_cell_of_a_frame_acts_on_the_terminal() {
        let all: Vec<char> = ('\0'..=char::MAX)
            .filter(|&c| sanitize::is_control(c))
            .collect();
        for chunk in all.chunks(80) {
            for ascii in [false, true] {
                let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 1));
                for (cell, c) in buffer.content.iter_mut().zip(chunk) {
                    cell.set_symbol(&format!("a{c}"));
                }
                let theme = Theme {
                    ascii,
                    ..film::setup((80, 1), Library::default()).theme
                };
                let finish = finish(&theme);
                for cell in &mut buffer.content {
                    finish(cell);
                    assert!(!cell.symbol().contains(sanitize::is_control));
                }
            }
        }
    }
}
