//! The board with a mark on every place, and the moves at the cursor beside it.

use ratatui::Frame;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::state::MovesState;
use crate::draw::Marks;
use crate::erased::LegalMove;
use crate::rules::Outcome;
use crate::tui::app::{App, Page};
use crate::tui::layout::{self, Panes};
use crate::tui::pages::table::{layout as table, words};
use crate::tui::text::{count, cut, fit, wrap};
use crate::tui::theme::Theme;
use crate::tui::{board, frame as page};

/// Draws the page.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let (Page::Moves(moves), Some(s)) = (&app.page, &app.on_table) else { return };
    let theme = &app.theme;
    let panes = layout::panes(app.size);
    page::draw(app, frame, &panes, &words::title(s), "what every move can still do");
    let signs = moves.signs();
    let marks = Marks { cursor: moves.cursor, start: Some(&s.start), signs: &signs, ..Marks::default() };
    let room = table::room(app);
    let drawing = board::scene(&s.scene, room, &marks, theme);
    board::paint(theme, frame, &drawing, room);
    let lines = match &moves.legal {
        None => plain("Working it out ...", &panes),
        Some(Err(text)) => plain(&format!("? {text}."), &panes),
        Some(Ok(all)) => {
            let mut lines = overview(moves, all, &panes);
            // Under the board rows are few.
            if panes.beside {
                let most = usize::from(panes.side.height / 4).max(1);
                let (good, listed) = everywhere(all, usize::from(panes.side.width), most);
                lines.extend(listed.into_iter().map(|line| Line::styled(line, theme.outcome(good))));
                lines.push(Line::default());
                lines.push(Line::styled("At the cursor", theme.heading()));
            }
            let room = usize::from(panes.side.height).saturating_sub(lines.len());
            lines.extend(at_the_cursor(moves, theme, panes.side.width, room));
            lines
        }
    };
    frame.render_widget(Paragraph::new(lines), panes.side);
    page::keys(app, frame, &panes);
}

/// A text in the lines of the side pane.
fn plain(text: &str, panes: &Panes) -> Vec<Line<'static>> {
    wrap(text, usize::from(panes.side.width)).into_iter().map(Line::from).collect()
}

/// How many moves there are and win, and what the signs mean, those that are on the board, for who makes the move.
fn overview(moves: &MovesState, all: &[LegalMove], panes: &Panes) -> Vec<Line<'static>> {
    let number = |outcome| all.iter().filter(|m| m.outcome == outcome).count() as u64;
    let (won, held) = (number(Outcome::Win), number(Outcome::Draw));
    let draws = if held > 0 { format!(", {held} hold the draw") } else { String::new() };
    let mut lines = plain(&format!("{}: {won} win{draws}.", count(all.len() as u64, "move", "moves")), panes);
    let signs = moves.signs();
    let shown = |outcome| signs.iter().any(|(_, sign)| *sign == outcome);
    let meant = [
        (Outcome::Win, "+ a move there wins for who makes it"),
        (Outcome::Draw, "= a move there holds the draw"),
        (Outcome::Loss, "- every move there loses for who makes it"),
    ];
    for (_, text) in meant.into_iter().filter(|(outcome, _)| shown(*outcome)) {
        lines.extend(plain(text, panes));
    }
    if moves.joint() {
        lines.extend(plain(
            "The signs are of moves that take one place alone; the list has the others.",
            panes,
        ));
    }
    lines
}

/// The moves at the cursor, in so many lines at most.
fn at_the_cursor(moves: &MovesState, theme: &Theme, width: u16, room: usize) -> Vec<Line<'static>> {
    let width = usize::from(width / 2);
    let here: Vec<_> = moves.cursor.iter().flat_map(|&site| moves.here(site)).collect();
    if here.is_empty() {
        return vec![Line::styled("no move", theme.quiet())];
    }
    let shown = if here.len() > room { room.saturating_sub(1) } else { here.len() };
    let mut lines: Vec<Line<'static>> = here.iter().take(shown).map(|m| judged(m, theme, width)).collect();
    if shown < here.len() {
        lines.push(Line::styled(format!("and {} more", here.len() - shown), theme.quiet()));
    }
    lines
}

/// A move with what it comes to and how long that takes.
fn judged(m: &LegalMove, theme: &Theme, width: usize) -> Line<'static> {
    let left = m.remoteness.map_or(String::new(), |n| format!(", {}", count(n, "move", "moves")));
    let text = format!("{} {}{left}", words::glyph(m.outcome), m.outcome.word());
    Line::from(vec![
        Span::raw(fit(&cut(&m.choice.text, width), width)),
        Span::styled(format!(" {text}"), theme.outcome(m.outcome)),
    ])
}

/// What is good anywhere on the board, in so many lines at most and one that says how many more there are: nobody has to
/// go from place to place for it.
fn everywhere(all: &[LegalMove], width: usize, most: usize) -> (Outcome, Vec<String>) {
    let of = |outcome| all.iter().filter(move |m| m.outcome == outcome).map(|m| m.choice.text.as_str());
    let (good, name) = match of(Outcome::Win).next() {
        Some(_) => (Outcome::Win, "These win:"),
        None => (Outcome::Draw, "These hold the draw:"),
    };
    let texts: Vec<&str> = of(good).collect();
    if texts.is_empty() {
        return (good, Vec::new());
    }
    let (mut shown, mut listed) = (0, Vec::new());
    while shown < texts.len() {
        let longer = wrap(&format!("{name} {}", texts[..=shown].join("  ")), width);
        if longer.len() > most {
            listed.push(format!("and {} more", texts.len() - shown));
            break;
        }
        (shown, listed) = (shown + 1, longer);
    }
    (good, listed)
}
