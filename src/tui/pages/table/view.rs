//! The table: the board at the left, the panel at the right.

use ratatui::Frame;

use super::{layout as table, panel_view, words};
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
    let below = match (drawing.said, drawing.cut.filter(|_| hidden.is_none())) {
        (Some(said), Some(hidden)) if wide(&said) + wide(&hidden) + 2 <= line => {
            Some(format!("{said}; {hidden}"))
        }
        (said, hidden) => said.or(hidden),
    };
    if let Some(text) = below {
        let text = format!(" {} ", cut(&text, line));
        frame.buffer_mut().set_string(panes.main.x + 2, panes.main.bottom(), text, app.theme.quiet());
    }
    panel_view::draw(app, s, frame, &panes, hidden.as_deref());
    page::keys(app, frame, &panes);
}
