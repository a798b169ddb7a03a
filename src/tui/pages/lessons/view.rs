//! The list of lessons, and what the selected one teaches.

use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::play::lesson::lessons;
use crate::tui::app::{App, Page};
use crate::tui::text::{cut, fit, wrap};
use crate::tui::{frame as page, layout};

/// Draws the page.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Page::Lessons(list) = &app.page else { return };
    let theme = &app.theme;
    let panes = layout::list_panes(app.size, layout::SAVES);
    let done = lessons().iter().filter(|l| app.lessons.is_done(l)).count();
    page::draw(app, frame, &panes, "lessons", &format!("{done} of {} done", lessons().len()));
    let area = panes.main;
    let width = usize::from(area.width).saturating_sub(5);
    let first = layout::scroll(list.at, usize::from(area.height));
    let lines: Vec<Line<'_>> = (lessons().iter().enumerate().skip(first).take(usize::from(area.height)))
        .map(|(i, lesson)| {
            let here = i == list.at;
            let mark = if here { theme.pick("▸ ", "> ") } else { "  " };
            let style = if here { theme.selected() } else { theme.text() };
            let done = if app.lessons.is_done(lesson) { "+ " } else { "  " };
            Line::from(vec![
                Span::raw(mark),
                Span::styled(done, theme.hint()),
                Span::styled(fit(&cut(&lesson.title, width), width), style),
            ])
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), area);
    page::more(app, frame, area, list.at, lessons().len(), &|at| lessons()[at].title.clone());
    if let Some(lesson) = lessons().get(list.at) {
        let width = usize::from(panes.side.width);
        let mut lines = vec![Line::styled(lesson.title.as_str(), theme.heading())];
        lines.extend(wrap(&lesson.about, width).into_iter().map(Line::from));
        lines.push(Line::default());
        let step = app.lessons.step(lesson);
        let text = match (app.lessons.is_done(lesson), step) {
            (_, step) if step > 0 => {
                format!("Left at step {} of {}: <enter> goes on there.", step + 1, lesson.steps.len())
            }
            (true, _) => "Done: <enter> takes it again.".to_owned(),
            (false, _) => format!("{} steps, the last one a game. <enter> begins.", lesson.steps.len()),
        };
        lines.extend(wrap(&app.with_keys(&text), width).into_iter().map(|l| Line::styled(l, theme.quiet())));
        frame.render_widget(Paragraph::new(lines), panes.side);
    }
    page::keys(app, frame, &panes);
}
