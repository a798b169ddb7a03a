//! The panel beside the board: verdict, reason, and the moves with what each of them did.

use crate::rules::nearest;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::panel::MoveList;
use super::state::MatchState;
use super::{panel, words};
use crate::tui::app::App;
use crate::tui::frame::tone;
use crate::tui::layout::Panes;
use crate::tui::text::{Tone, cut, fit, wide};

/// `board` says what of the board is out of sight, where that is not told elsewhere.
pub fn draw(app: &App, s: &MatchState, frame: &mut Frame<'_>, panes: &Panes, board: Option<&str>) {
    let area = panes.side;
    if area.is_empty() {
        return;
    }
    let plan = panel::plan(app, s, panes, board);
    let lines: Vec<Line<'_>> = (plan.head.into_iter().chain(plan.why))
        .map(|(said, text)| Line::styled(text, tone(&app.theme, said)))
        .collect();
    let used = nearest::<u16, _>(lines.len()).min(area.height);
    frame.render_widget(Paragraph::new(lines), area);
    let rest = Rect { y: area.y + used, height: area.height - used, ..area };
    if s.game.moves().is_empty() || plan.moves == 0 {
        return;
    }
    if !panes.beside {
        flowing(app, s, frame, Rect { height: 1, ..rest });
    } else if let Some(list) = panel::move_list(s, panes, used) {
        moves(app, s, frame, list);
    }
}

/// The last moves in one line, where lines are few.
fn flowing(app: &App, s: &MatchState, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let mut spans = vec![Span::styled(panel::FLOWING, theme.heading())];
    spans.extend(panel::flowing(app, s, usize::from(area.width)).into_iter().map(|(ply, text)| {
        let by = s.game.moves().get(ply).map_or(theme.text(), |m| theme.player(m.by));
        Span::styled(text, by)
    }));
    frame.render_widget(Paragraph::new(Line::from(spans)), area);
}

/// The moves: the last ones that fit, or those scrolled to.
fn moves(app: &App, s: &MatchState, frame: &mut Frame<'_>, list: MoveList) {
    let theme = &app.theme;
    let all = s.game.moves();
    let cursor = s.game.cursor();
    let MoveList { area, first: start, end } = list;
    let above = if start > 0 { format!("   ({start} above)") } else { String::new() };
    let heading =
        Line::from(vec![Span::styled("Moves", theme.heading()), Span::styled(above, theme.quiet())]);
    frame.render_widget(Paragraph::new(heading), Rect { y: area.y - 1, height: 1, ..area });
    let mut lines = Vec::new();
    let digits = all.len().max(1).ilog10() as usize + 1;
    let width = usize::from(area.width);
    for (ply, m) in all.iter().enumerate().take(end).skip(start) {
        let note = if app.verdict { words::move_note(s, ply) } else { None };
        let (note_tone, note) = note.unwrap_or((Tone::Quiet, String::new()));
        let name = cut(&s.game.participant(m.by).name, width / 4);
        // The text of the move gets what the note leaves, at least a few characters.
        let fixed = digits + 1 + wide(&name) + 1;
        let text_room = width.saturating_sub(fixed + 22).max(8);
        let text = fit(&m.text, text_room);
        let taken_back = ply >= cursor;
        let mark = if ply + 1 == cursor { theme.pick("›", ">") } else { " " };
        let plain = if taken_back { theme.quiet() } else { theme.text() };
        let by = if taken_back { theme.quiet() } else { theme.player(m.by) };
        let note_style = if taken_back { theme.quiet() } else { tone(theme, note_tone) };
        lines.push(Line::from(vec![
            Span::styled(format!("{:>digits$}{mark}", ply + 1), theme.quiet()),
            Span::styled(format!("{name} "), by),
            Span::styled(text, plain),
            Span::raw(" "),
            Span::styled(note, note_style),
        ]));
    }
    frame.render_widget(Paragraph::new(lines), area);
}
