//! The pages: small functions that read the state and draw.

mod dialog;
mod frame;
mod help;
mod home;
mod open;
mod panel;
mod setup;
mod table;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};

use super::app::{App, Screen};
use super::layout;
use super::words;

/// Draws all of it.
pub fn view(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let app_area = Rect::new(0, 0, app.size.0, app.size.1);
    // The terminal may have changed its size since the last event: nothing is drawn outside either.
    if !layout::is_large_enough((area.width, area.height)) || area != app_area {
        too_small(app, frame);
        return;
    }
    match &app.screen {
        Screen::Home => home::draw(app, frame),
        Screen::Setup(setup) => setup::draw(app, setup, frame),
        Screen::AnyPosition => table::draw(app, frame),
        Screen::Open(saves) => open::draw(app, saves, frame),
        Screen::Help(page) => help::draw(app, page, frame),
    }
    if let Some(dialog) = &app.dialog {
        dialog::draw(app, dialog, frame);
    }
    if app.theme.ascii {
        to_ascii(frame);
    }
}

/// Names of games, conventions and files may have other characters: these are spelled without them.
fn to_ascii(frame: &mut Frame<'_>) {
    for cell in &mut frame.buffer_mut().content {
        if !cell.symbol().is_ascii() {
            let plain = match cell.symbol().chars().next() {
                Some('à' | 'á' | 'â' | 'ä') => 'a',
                Some('è' | 'é' | 'ê' | 'ë') => 'e',
                Some('ì' | 'í' | 'î' | 'ï') => 'i',
                Some('ò' | 'ó' | 'ô' | 'ö') => 'o',
                Some('ù' | 'ú' | 'û' | 'ü') => 'u',
                Some('ç') => 'c',
                Some('ñ') => 'n',
                _ => '?',
            };
            cell.set_char(plain);
        }
    }
}

/// The terminal is too small for a page.
fn too_small(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let (width, height) = layout::LEAST;
    let text = format!(
        "This terminal is too small: {} columns by {} rows. Nimatron needs {width} by {height}. The game goes on when \
         it is larger; q quits.",
        area.width, area.height
    );
    let lines: Vec<Line<'_>> =
        words::wrap(&text, usize::from(area.width)).into_iter().map(Line::from).collect();
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines).style(app.theme.text()), area);
}
