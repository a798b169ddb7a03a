//! What the panel beside the line says of the step shown, and as much of it as there is room for.

use ratatui::layout::Rect;
use ratatui::style::Style;

use super::state::LineState;
use crate::rules::Outcome;
use crate::tui::app::App;
use crate::tui::keys::{Action, Place};
use crate::tui::layout;
use crate::tui::pages::table::state::MatchState;
use crate::tui::pages::table::words;
use crate::tui::text::{count, cut, wrap};

/// The lines of the panel that are in sight. Where there are more, the last one says so.
#[must_use]
pub fn shown(app: &App, line: &LineState, s: &MatchState, area: Rect) -> Vec<(String, Style)> {
    let room = usize::from(area.height);
    let all = lines(app, line, s, usize::from(area.width));
    let most = all.len().saturating_sub(room);
    let first = line.reading.min(most);
    let mut shown: Vec<(String, Style)> = all.into_iter().skip(first).take(room).collect();
    if let Some(last) = shown.last_mut().filter(|_| first < most) {
        let (dots, key) = (app.theme.pick("…", "..."), app.keys.name(Place::Line, Action::PageDown));
        *last = (cut(&format!("{dots} {key} reads on"), usize::from(area.width)), app.theme.hint());
    }
    shown
}

/// How far the panel can be scrolled, and how far a key scrolls it: what is covered by the last line is seen next.
#[must_use]
pub fn reach(app: &App, line: &LineState) -> (usize, usize) {
    let area = layout::panes(app.size).side;
    let all = app.on_table.as_ref().map_or(0, |s| lines(app, line, s, usize::from(area.width)).len());
    let room = usize::from(area.height);
    (all.saturating_sub(room), room.saturating_sub(2).max(1))
}

/// All that is said of the step shown.
fn lines(app: &App, line: &LineState, s: &MatchState, width: usize) -> Vec<(String, Style)> {
    let theme = &app.theme;
    let step = line.step();
    let name = |player| s.game.participant(player).name.as_str();
    let mut lines = Vec::new();
    let mut add = |text: String, style: Style| {
        lines.extend(wrap(&text, width).into_iter().map(|line| (line, style)));
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
            // Under the board rows are few.
            if layout::panes(app.size).beside {
                add(String::new(), theme.text());
                add("Why".to_owned(), theme.heading());
            }
            for reason in &analysis.reasons {
                add(reason.text.clone(), theme.text());
            }
        }
    }
    lines
}
