//! The table: the board at the left, the panel at the right.

use ratatui::Frame;

use super::{layout as table, panel_view, words};
use crate::draw::{BoardNote, Glyph, Ink};
use crate::tui::app::App;
use crate::tui::board;
use crate::tui::frame as page;
use crate::tui::text::{cut, wide};

pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Some(s) = &app.on_table else { return };
    let panes = table::panes(app);
    let moves = s.game.moves().len();
    let number = match s.game.cursor() {
        0 => "start".to_owned(),
        at if at == moves => format!("move {at}"),
        at => format!("move {at} of {moves}"),
    };
    let dash = app.theme.pick("──", "--");
    let unsaved = if app.would_lose() { " *" } else { "" };
    let note = format!("{number} {dash} {}{unsaved}", words::players(s, app.settings.name()));
    page::draw(app, frame, &panes, &words::title(s), &note);
    let drawing = table::drawing(app, s);
    board::paint(&app.theme, frame, &drawing, table::room(app));
    let hidden = table::hidden_in_panel(app, s, &panes);
    // On the line under the board, which is free; what has no room beside the rest is left out.
    let line = table::line_under_board(&panes);
    let cut_off = drawing.cut.filter(|_| hidden.is_none());
    let mut below = drawing.said.unwrap_or_default();
    match cut_off {
        Some(text) if below == BoardNote::default() => below.rest = text,
        Some(text) if wide(&below.text()) + wide(&text) + 2 <= line => below.rest += &format!("; {text}"),
        _ => {}
    }
    if below != BoardNote::default() {
        let text = format!(" {} ", cut(&below.text(), line));
        let (x, y) = (panes.main.x + 2, panes.main.bottom());
        frame.buffer_mut().set_string(x, y, text, app.theme.quiet());
        let last = Glyph { ink: Ink::Strong, mark: below.mark, ..Glyph::BLANK };
        frame.buffer_mut().set_string(x + 1, y, cut(&below.last, line), app.theme.glyph(last));
    }
    panel_view::draw(app, s, frame, &panes, hidden.as_deref());
    page::keys(app, frame, &panes);
}
