//! The board being put together, its ID and verdict, and the numbers it is made of.

use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::layout as editor_layout;
use super::state::EditorState;
use crate::rules::{Outcome, Reveals};
use crate::tui::app::{App, Page};
use crate::tui::frame::{self as page, tone};
use crate::tui::pages::table::words::glyph;
use crate::tui::text::{Said, Tone, count, cut, fit, wrap};
use crate::tui::{board, layout};

pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let Page::Editor(editor) = &app.page else { return };
    let panes = layout::panes(app.size);
    let name = match &editor.position {
        Ok(position) => position.info().name,
        Err(_) => "no position yet",
    };
    let note = match editor.convention {
        Some(convention) => format!("{} play", convention.name()),
        None => String::new(),
    };
    page::draw(app, frame, &panes, &format!("edit: {name}"), &note);
    let drawing = editor_layout::drawing(app, editor);
    board::paint(&app.theme, frame, &drawing, editor_layout::room(app));
    let (words, list) = editor_layout::side(app, editor);
    let width = usize::from(words.width);
    let lines: Vec<Line<'_>> = (said(editor).into_iter())
        .flat_map(|(tone, text)| wrap(&text, width).into_iter().map(move |line| (tone, line)))
        .map(|(said, text)| Line::styled(text, tone(&app.theme, said)))
        .collect();
    frame.render_widget(Paragraph::new(lines), words);
    numbers(app, editor, frame, list);
    page::keys(app, frame, &panes);
}

/// What is said of the position.
fn said(editor: &EditorState) -> Vec<Said> {
    let mut all = vec![(Tone::Heading, cut(&editor.id(), 120))];
    let position = match &editor.position {
        Err(text) => {
            all.push((Tone::Outcome(Outcome::Loss), format!("! {text}")));
            return all;
        }
        Ok(position) => position,
    };
    let names = position.info().players;
    let mover = position.mover().zip(names).map(|(player, names)| names[player.index()]);
    if let (Some([a, b]), Some(names)) = (position.score(), names) {
        all.push((Tone::Plain, format!("Score  {} {a}, {} {b}", names[0], names[1])));
    }
    match &editor.proved {
        None => all.push((Tone::Quiet, "working it out ...".to_owned())),
        Some(Err(stop)) => all.push((Tone::Quiet, format!("? {stop}"))),
        Some(Ok(analysis)) => {
            let outcome = analysis.value.outcome;
            let who = mover.unwrap_or("Who moves");
            let what = match outcome {
                _ if analysis.over => "The game is over here.".to_owned(),
                Outcome::Win => format!("{who} wins with best play"),
                Outcome::Loss => format!("{who} loses against best play"),
                Outcome::Draw => "A draw with best play".to_owned(),
            };
            all.push((Tone::Outcome(outcome), format!("{} {what}", glyph(outcome))));
            if !analysis.over {
                let won = match outcome {
                    Outcome::Win => {
                        let verb = if analysis.winning_count == 1 { "wins" } else { "win" };
                        let moves =
                            analysis.moves.map_or("the moves".to_owned(), |n| count(n, "move", "moves"));
                        Some(format!("  {} of {moves} {verb}", analysis.winning_count))
                    }
                    _ => None,
                };
                all.extend(won.map(|text| (Tone::Plain, text)));
                let left =
                    analysis.value.remoteness.map(|n| format!("  {} to the end", count(n, "move", "moves")));
                all.extend(left.map(|text| (Tone::Plain, text)));
                let why = analysis.reasons.iter().find(|r| r.reveals == Reveals::Nothing);
                all.extend(why.map(|_| (Tone::Plain, String::new())));
                all.extend(why.map(|r| (Tone::Plain, r.text.clone())));
            }
        }
    }
    all
}

/// The numbers, each with a sign for less and one for more.
fn numbers(app: &App, editor: &EditorState, frame: &mut Frame<'_>, area: ratatui::layout::Rect) {
    let theme = &app.theme;
    let first = editor_layout::first(editor, area);
    let names = editor_layout::names(area);
    let many = editor.components.len() > 1;
    let lines: Vec<Line<'_>> = (editor.list().into_iter().enumerate())
        .skip(first)
        .take(usize::from(area.height))
        .map(|(i, listed)| {
            let here = i == editor.line;
            let mark = if here { theme.pick("▸ ", "> ") } else { "  " };
            let part = if many { format!("{}/", listed.component + 1) } else { String::new() };
            let name = format!("{part}{}", listed.said.name);
            let text = format!("{} {}", fit(&name, 12), listed.said.value);
            let style = if here { theme.heading() } else { theme.text() };
            let sign = |on: bool, text: &'static str| {
                Span::styled(if on { text } else { "   " }, if on { theme.key() } else { theme.quiet() })
            };
            Line::from(vec![
                Span::styled(fit(&format!("{mark}{text}"), names), style),
                sign(listed.said.least.is_some(), "[-]"),
                Span::raw(" "),
                sign(listed.said.grows, "[+]"),
            ])
        })
        .collect();
    frame.render_widget(Paragraph::new(lines), area);
}
