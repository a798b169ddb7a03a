//! Questions over the page: a box at the bottom of it, so that the board stays in sight.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};
use tui_input::Input;

use crate::tui::app::{App, Dialog, Naming, Question, Reading, Typing, Which};
use crate::tui::field;
use crate::tui::sheet::{self, Sheet};
use crate::tui::theme::Theme;
use crate::tui::words::{self, cut, wrap};

pub(super) fn draw(app: &App, dialog: &Dialog, frame: &mut Frame<'_>) {
    match dialog {
        Dialog::Type(typing) => type_line(app, typing, frame),
        Dialog::Save(naming) => name_line(app, naming, frame),
        Dialog::Which(which) => list(app, which, frame),
        Dialog::Confirm(question) => confirm(app, question, frame),
    }
}

/// Draws the box of a question; what is inside it.
fn boxed(theme: &Theme, frame: &mut Frame<'_>, title: &str, sheet: Sheet) -> Rect {
    let block = Block::bordered()
        .border_set(theme.border())
        .border_style(theme.heading())
        .title(format!(" {title} "))
        .title_style(theme.heading());
    frame.render_widget(Clear, sheet.outer);
    frame.render_widget(block, sheet.outer);
    sheet.inner
}

/// Draws a line of text with its cursor.
fn input(theme: &Theme, frame: &mut Frame<'_>, prompt: &str, input: &Input, area: Rect) {
    let wide = words::wide(prompt);
    let room = usize::from(area.width).saturating_sub(wide + 1).max(1);
    let (shown, at) = field::window(input, room);
    let line = Line::from(vec![Span::styled(prompt.to_owned(), theme.quiet()), Span::raw(shown)]);
    frame.render_widget(Paragraph::new(line), Rect { height: 1.min(area.height), ..area });
    let x = wide + at;
    if x < usize::from(area.width) && area.height > 0 {
        frame.set_cursor_position(Position::new(area.x + x as u16, area.y));
    }
}

fn below(area: Rect) -> Rect {
    Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
}

fn type_line(app: &App, typing: &Typing, frame: &mut Frame<'_>) {
    let theme = &app.theme;
    let width = sheet::width(app.size);
    let (text, style) = match &typing.reading {
        Reading::Nothing => {
            let moves = app.sitting.as_ref().map(|s| s.game.table().choices(&[], 1).list);
            let text = match moves.as_deref() {
                Some([first, ..]) => {
                    format!("a move, such as {}, or the ID of a position", cut(&first.text, 30))
                }
                _ => "the ID of a position".to_owned(),
            };
            (text, theme.quiet())
        }
        Reading::Move(text) => (format!("enter plays {}", cut(text, width)), theme.text()),
        Reading::Position(table) => (format!("enter goes to {}", cut(&table.id(), width)), theme.text()),
        Reading::Wrong(text) => (format!("! {text}"), theme.wrong()),
    };
    let mut lines = wrap(&text, width);
    lines.truncate(4);
    let area = boxed(theme, frame, "Move or position", sheet::bottom(app.size, lines.len().max(2) + 1));
    input(theme, frame, "> ", &typing.input, area);
    let lines: Vec<Line<'_>> = lines.into_iter().map(|l| Line::styled(l, style)).collect();
    frame.render_widget(Paragraph::new(lines), below(area));
}

fn name_line(app: &App, naming: &Naming, frame: &mut Frame<'_>) {
    let theme = &app.theme;
    let width = sheet::width(app.size);
    let (text, style) = match &naming.problem {
        Some(text) if naming.exists => {
            (format!("! {text} enter again replaces it; another name keeps both."), theme.wrong())
        }
        Some(text) => (format!("! {text}"), theme.wrong()),
        None => ("enter saves under this name, esc goes back".to_owned(), theme.quiet()),
    };
    let mut lines = wrap(&text, width);
    lines.truncate(4);
    let area = boxed(theme, frame, "Save the match", sheet::bottom(app.size, lines.len() + 1));
    input(theme, frame, "name: ", &naming.input, area);
    let lines: Vec<Line<'_>> = lines.into_iter().map(|l| Line::styled(l, style)).collect();
    frame.render_widget(Paragraph::new(lines), below(area));
}

fn confirm(app: &App, question: &Question, frame: &mut Frame<'_>) {
    let theme = &app.theme;
    let asking = sheet::question(app.size, question);
    let area = boxed(theme, frame, "Nimatron asks", asking.sheet);
    let lines: Vec<Line<'_>> = asking.text.into_iter().map(Line::from).collect();
    frame.render_widget(Paragraph::new(lines), area);
    for offer in asking.offers {
        let line =
            Line::from(vec![Span::styled(offer.key, theme.key()), Span::raw(format!(" {}", offer.text))]);
        frame.render_widget(Paragraph::new(line), offer.area);
    }
}

/// The moves to choose from, over the panel: the board shows the selected one.
fn list(app: &App, which: &Which, frame: &mut Frame<'_>) {
    let theme = &app.theme;
    let listing = sheet::list(app.size, which);
    let area = boxed(theme, frame, "Which move?", listing.sheet);
    let width = usize::from(area.width);
    let shown = usize::from(listing.lines.height);
    let mut lines: Vec<Line<'_>> = (which.list.iter().enumerate().skip(listing.first).take(shown))
        .map(|(i, choice)| {
            let here = i == which.at;
            let mark = if here { theme.pick("▸ ", "> ") } else { "  " };
            let style = if here { theme.selected() } else { theme.text() };
            Line::from(vec![Span::raw(mark), Span::styled(cut(&choice.text, width.saturating_sub(2)), style)])
        })
        .collect();
    let more = if which.complete { "" } else { " of the first; m types others" };
    let tail = format!("{} of {}{more}", which.at + 1, which.list.len());
    lines.push(Line::styled(cut(&tail, width), theme.quiet()));
    frame.render_widget(Paragraph::new(lines), area);
}
