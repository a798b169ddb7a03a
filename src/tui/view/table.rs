//! The table: the board at the left, the panel at the right.

use ratatui::Frame;
use ratatui::layout::Rect;

use super::{frame as page, panel};
use crate::draw::{Drawing, SECOND_HALF};
use crate::tui::app::App;
use crate::tui::theme::Theme;
use crate::tui::{board, layout, words};

pub(super) fn draw(app: &App, frame: &mut Frame<'_>) {
    let Some(s) = &app.sitting else { return };
    let panes = layout::panes(app.size);
    let moves = s.game.moves().len();
    let number = match s.game.cursor() {
        0 => "start".to_owned(),
        at if at == moves => format!("move {at}"),
        at => format!("move {at} of {moves}"),
    };
    let dash = app.theme.pick("──", "--");
    let unsaved = if app.would_lose() { " *" } else { "" };
    let note = format!("{number} {dash} {}{unsaved}", words::seats(s));
    page::draw(app, frame, &panes, &words::title(s), &note);
    let drawing = board::drawing(app, s);
    paint(&app.theme, frame, &drawing, board::room(app));
    let mut cut = drawing.cut;
    let room = usize::from(panes.main.width.saturating_sub(6));
    if let Some(text) = cut.take_if(|text| !panes.beside || words::wide(text) <= room) {
        // On the line under the board, which is free; what is too long for it goes into the panel.
        let text = format!(" {} ", words::cut(&text, room));
        frame.buffer_mut().set_string(panes.main.x + 2, panes.main.bottom(), text, app.theme.quiet());
    }
    panel::draw(app, s, frame, &panes, cut.as_deref());
    page::bar(app, frame, &panes);
}

/// Puts a drawing into the middle of a room.
pub(super) fn paint(theme: &Theme, frame: &mut Frame<'_>, drawing: &Drawing, room: Rect) {
    let area = board::place(drawing, room);
    let buffer = frame.buffer_mut();
    for (y, row) in (area.y..area.bottom()).zip(drawing.canvas.rows()) {
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
