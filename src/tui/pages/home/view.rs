//! The home screen: the games at the left, the selected one at the right.

use crate::rules::nearest;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::layout::offers;
use crate::draw::Marks;
use crate::tui::app::App;
use crate::tui::board;
use crate::tui::frame as page;
use crate::tui::layout::{self, Panes};
use crate::tui::text::{cut, cut_words, wide, wrap};

pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let panes = layout::list_panes(app.size, layout::GAMES);
    let note = format!("{} of {}", app.home.at + 1, app.home.lines());
    page::draw(app, frame, &panes, "a parlour of solved games", &note);
    list(app, frame, panes.main);
    page::more(app, frame, panes.main, app.home.at, app.home.lines(), &|at| {
        app.home.info(at).name.to_owned()
    });
    about(app, frame, &panes);
    page::keys(app, frame, &panes);
}

/// The games, one a line.
fn list(app: &App, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let width = usize::from(area.width);
    let height = usize::from(area.height);
    let first = layout::scroll(app.home.at, height);
    let lines: Vec<Line<'_>> = (first..app.home.lines().min(first + height))
        .map(|at| {
            let info = app.home.info(at);
            let rule = if width < 40 {
                String::new()
            } else {
                cut_words(&info.rule_under(info.default), width.saturating_sub(25))
            };
            let (mark, name, rest) = if at == app.home.at {
                (theme.pick("▸ ", "> "), theme.selected(), theme.text())
            } else {
                ("  ", theme.heading(), theme.quiet())
            };
            let name_text = format!(" {:<19} ", cut(info.name, 19));
            Line::from(vec![
                Span::raw(mark),
                Span::styled(name_text, name),
                Span::raw("  "),
                Span::styled(rule, rest),
            ])
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), area);
}

/// The selected game: its name, rule, board and limits.
fn about(app: &App, frame: &mut Frame<'_>, panes: &Panes) {
    let theme = &app.theme;
    let area = panes.side;
    let info = app.home.info(app.home.at);
    let width = usize::from(area.width);
    let mut lines = begin_here(app, width);
    lines.push(Line::styled(info.name, theme.heading()));
    lines.extend(wrap(&info.rule_under(info.default), width).into_iter().map(Line::from));
    let limits = wrap(&format!("Solved: {}.", info.limits), width);
    let example = wrap(&format!("For example {}", info.example), width);
    let below = limits.len() + example.len();
    let used = lines.len();
    frame.render_widget(Paragraph::new(lines), area);
    let height = usize::from(area.height);
    let room = height.saturating_sub(used + below + 1);
    if let Some(scene) = app.home.example().filter(|_| room >= 3) {
        let room = Rect { y: area.y + nearest::<u16, _>(used) + 1, height: nearest::<u16, _>(room), ..area };
        let drawing = board::scene(scene, room, &Marks::default(), theme);
        board::paint(theme, frame, &drawing, room);
    }
    if used + below < height {
        let lines: Vec<Line<'_>> =
            example.into_iter().chain(limits).map(|l| Line::styled(l, theme.quiet())).collect();
        let below = nearest(below);
        frame.render_widget(Paragraph::new(lines), Rect { y: area.bottom() - below, height: below, ..area });
    }
}

/// Where to begin: a lesson, an easy game, the match that was left.
fn begin_here(app: &App, width: usize) -> Vec<Line<'static>> {
    let theme = &app.theme;
    let mut lines = vec![Line::styled("Begin here", theme.heading())];
    lines.extend(offers(app).into_iter().map(|(key, _, text)| {
        let text = format!("  {}", cut(&text, width.saturating_sub(2 + wide(&key))));
        Line::from(vec![Span::styled(key, theme.key()), Span::raw(text)])
    }));
    lines.push(Line::default());
    lines
}
