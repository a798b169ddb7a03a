//! Choosing a puzzle: the list at the left, the grade and what was solved so far at the right.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::state::PuzzlesState;
use crate::tui::app::{App, Page};
use crate::tui::frame as page;
use crate::tui::layout;
use crate::tui::text::{Said, Tone, count, fit, wrap};

pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Page::Puzzles(state) = &app.page else { return };
    let panes = layout::list_panes(app.size, layout::GAMES);
    let note = match state.looking {
        Some(_) => "looking for one ...".to_owned(),
        None => format!("grade: {}", grade(state)),
    };
    page::draw(app, frame, &panes, "puzzles", &note);
    list(app, state, frame, panes.main);
    page::more(app, frame, panes.main, state.at, state.lines(), &|at| state.name(at).to_owned());
    let width = usize::from(panes.side.width);
    let lines: Vec<Line<'_>> = (says(state).into_iter())
        .flat_map(|(tone, text)| {
            let style = page::tone(&app.theme, tone);
            wrap(&app.with_keys(&text), width).into_iter().map(move |l| Line::styled(l, style))
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), panes.side);
    page::keys(app, frame, &panes);
}

fn grade(state: &PuzzlesState) -> String {
    match state.grade {
        _ if state.is_daily() => "the day's".to_owned(),
        0 => "any".to_owned(),
        n => n.to_string(),
    }
}

fn list(app: &App, state: &PuzzlesState, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let height = usize::from(area.height);
    let first = layout::scroll(state.at, height);
    let lines: Vec<Line<'_>> = (first..state.lines().min(first + height))
        .map(|at| {
            let here = at == state.at;
            let mark = if here { theme.pick("▸ ", "> ") } else { "  " };
            let name = format!(" {}", fit(state.name(at), 20));
            Line::from(vec![
                Span::raw(mark),
                Span::styled(name, if here { theme.selected() } else { theme.heading() }),
            ])
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), area);
}

/// Which convention is played.
fn convention(state: &PuzzlesState) -> String {
    let game = state.game().map(|e| e.info);
    match (state.convention, game.map(|info| info.default)) {
        (_, Some(None)) => "Played in one way only".to_owned(),
        (Some(chosen), _) => format!("{} play (<swap> changes it)", capital(chosen.name())),
        (None, Some(Some(own))) => format!("{} play, its own (<swap> changes it)", capital(own.name())),
        (None, None) => "Normal and misère play (<swap> chooses one)".to_owned(),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
}

fn says(state: &PuzzlesState) -> Vec<Said> {
    let mut all = vec![
        (Tone::Heading, state.name(state.at).to_owned()),
        (
            Tone::Plain,
            "A position in which exactly one move wins. Find it: a wrong move is answered.".to_owned(),
        ),
        (Tone::Plain, String::new()),
    ];
    if state.is_shipped() {
        all.push((Tone::Plain, "One of the puzzles that come with the program, of all games.".to_owned()));
    }
    if state.is_daily() {
        let whose = if state.daily_solved() {
            "Today's is solved."
        } else {
            "The same one for everybody, another one each day."
        };
        all.push((Tone::Plain, whose.to_owned()));
    } else {
        let bar: String =
            (1..=5).map(|g| if g == state.grade { format!("[{g}]") } else { format!(" {g} ") }).collect();
        let any = if state.grade == 0 { "[any]" } else { " any " };
        all.push((Tone::Plain, format!("Grade {any}{bar}")));
        all.push((Tone::Quiet, "left and right change it: 1 is easy, 5 is hard".to_owned()));
        all.push((Tone::Plain, convention(state)));
    }
    all.extend([(Tone::Plain, String::new()), (Tone::Heading, "So far".to_owned())]);
    match &state.record {
        None => all.push((Tone::Quiet, "nothing is known of what was solved".to_owned())),
        Some((_, Err(what))) => all.push((Tone::Quiet, format!("! The record cannot be read: {what}"))),
        Some((_, Ok(history))) => {
            let p = &history.puzzles;
            all.push((Tone::Plain, format!("{} solved, {} at the first try", p.solved, p.first_try)));
            all.push((Tone::Plain, format!("{} in all", count(p.tries, "try", "tries"))));
            all.push((
                Tone::Plain,
                format!("streak: {} in a row at the first try, {} at best", p.streak, p.best_streak),
            ));
            for (day, d) in p.days.iter().rev().take(5) {
                all.push((
                    Tone::Quiet,
                    format!("{day}: {} solved, {} at the first try", d.solved, d.first_try),
                ));
            }
        }
    }
    all
}
