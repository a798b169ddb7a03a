//! The board at a step of the line, and what is to be said of it.

use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::draw::Marks;
use crate::rules::Outcome;
use crate::tui::app::{App, Page};
use crate::tui::pages::table::{layout as table, words};
use crate::tui::text::{count, wrap};
use crate::tui::{board, frame as page, layout};

/// Draws the page.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let (Page::Line(line), Some(s)) = (&app.page, &app.on_table) else { return };
    let theme = &app.theme;
    let panes = layout::panes(app.size);
    let step = line.step();
    let note = if line.at == 0 { "from here".to_owned() } else { format!("step {}", line.at) };
    page::draw(app, frame, &panes, "what if", &note);
    let last = step.by.as_ref().map_or(&[][..], |(_, sites)| sites);
    let room = table::room(app);
    let figure = step.analysis.as_ref().and_then(|result| result.as_ref().ok()).map(|a| &a.figure);
    let before = line.at.checked_sub(1).map(|at| &line.steps[at].scene);
    let theirs = line.at > 0 && line.steps[line.at - 1].mover != line.steps[0].mover;
    let marks = Marks { last, theirs, before, start: Some(&s.start), figure, ..Marks::default() };
    let drawing = board::scene(&step.scene, room, &marks, theme);
    board::paint(theme, frame, &drawing, room);
    let width = usize::from(panes.side.width);
    let name = |player| s.game.participant(player).name.as_str();
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut add = |text: String, style| {
        lines.extend(wrap(&text, width).into_iter().map(|l| Line::styled(l, style)));
    };
    if let Some((text, _)) = &step.by {
        let by = line.steps[line.at - 1].mover;
        add(format!("{} plays {text}", name(by)), theme.player(by));
    }
    match &step.analysis {
        None => add("Working it out ...".to_owned(), theme.quiet()),
        Some(Err(stop)) => add(format!("? {stop}."), theme.quiet()),
        Some(Ok(analysis)) if analysis.over => add("The game is over here.".to_owned(), theme.heading()),
        Some(Ok(analysis)) => {
            let outcome = analysis.value.outcome;
            let verb = match outcome {
                Outcome::Win => "wins",
                Outcome::Loss => "loses",
                Outcome::Draw => "holds the draw",
            };
            let by = analysis.value.margin.filter(|&m| m != 0);
            let by = by.map_or(String::new(), |m| format!(" by {}", m.unsigned_abs()));
            let left = analysis.value.remoteness;
            let left = left.map_or(String::new(), |n| format!(", {} left", count(n, "move", "moves")));
            let text = format!("{} {} to move {verb}{by}{left}", words::glyph(outcome), name(step.mover));
            add(text, theme.heading().patch(theme.outcome(outcome)));
            if let Some(best) = &analysis.best {
                add(format!("Best: {}", best.text), theme.hint());
            }
            add(String::new(), theme.text());
            add("Why".to_owned(), theme.heading());
            for reason in &analysis.reasons {
                add(reason.text.clone(), theme.text());
            }
        }
    }
    frame.render_widget(Paragraph::new(lines), panes.side);
    page::keys(app, frame, &panes);
}
