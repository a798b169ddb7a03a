//! What the panel of a review says: the move that is looked at, the match as a whole, and why.

use ratatui::layout::Rect;

use super::state::ReviewState;
use crate::play::review::{MoveKind, ReviewedMove};
use crate::rules::{Claim, Outcome, Player, ReasonText, Reveals};
use crate::tui::app::App;
use crate::tui::keys::{Action, Place};
use crate::tui::layout;
use crate::tui::pages::table::words::glyph;
use crate::tui::text::{Said, Tone, count, cut, wrap};

/// The lines of the panel that are in sight. Where there are more, the last one says so.
#[must_use]
pub fn shown(app: &App, state: &ReviewState, area: Rect) -> Vec<Said> {
    let room = usize::from(area.height);
    let all = lines(app, state, usize::from(area.width));
    let first = state.reading.min(all.len().saturating_sub(room));
    let more = all.len() > first + room;
    let mut shown: Vec<Said> = all.into_iter().skip(first).take(room).collect();
    if let Some(last) = shown.last_mut().filter(|_| more) {
        let (dots, key) = (app.theme.pick("…", "..."), app.keys.name(Place::Review, Action::PageDown));
        *last = (Tone::Hint, cut(&format!("{dots} {key} reads on"), usize::from(area.width)));
    }
    shown
}

/// How far the panel can be scrolled.
#[must_use]
pub fn most_reading(app: &App, state: &ReviewState) -> usize {
    let area = layout::panes(app.size).side;
    lines(app, state, usize::from(area.width)).len().saturating_sub(usize::from(area.height))
}

fn lines(app: &App, state: &ReviewState, width: usize) -> Vec<Said> {
    (says(state).into_iter())
        .flat_map(|(tone, text)| wrap(&app.with_keys(&text), width).into_iter().map(move |line| (tone, line)))
        .collect()
}

fn outcome_words(outcome: Option<Outcome>) -> String {
    outcome.map_or("? not proved".to_owned(), |o| format!("{} {}", glyph(o), o.word()))
}

/// What the panel says of the move that is looked at, and of the match.
fn says(state: &ReviewState) -> Vec<Said> {
    let mut all = Vec::new();
    match (state.reviewed(), state.game.moves().get(state.at).filter(|_| state.at < state.moves)) {
        (Some(m), _) => said_of(state, m, &mut all),
        (None, Some(_)) => all.push((Tone::Quiet, "working it out ...".to_owned())),
        (None, None) => all.push((Tone::Heading, "After the last move".to_owned())),
    }
    all.extend([(Tone::Plain, String::new()), (Tone::Heading, "The match".to_owned())]);
    let result = match state.review.result {
        None => "not over".to_owned(),
        Some(None) => "= a draw".to_owned(),
        Some(Some(player)) => format!("{} won", state.review.name(player)),
    };
    let turning = match state.review.turning() {
        Some(n) => format!("turning point: move {n}"),
        None => "no turning point".to_owned(),
    };
    all.push((Tone::Plain, format!("{result}; {turning}.")));
    for player in Player::BOTH {
        let t = state.review.tally(player);
        let name = state.review.name(player);
        let text =
            format!("{name}: kept {} of {}; {} ?, {} ~", t.kept, t.decisions, t.mistakes, t.inaccuracies);
        all.push((Tone::Player(player), text));
    }
    if state.review.unproved() > 0 {
        let text = format!(
            "{} not proved: past what is solved.",
            count(state.review.unproved() as u64, "move", "moves")
        );
        all.push((Tone::Quiet, text));
    }
    if let Some(error) = &state.error {
        all.push((Tone::Quiet, format!("Not finished: {error}.")));
    }
    if let Some(Ok(analysis)) = &state.here {
        let shown = if state.better { Reveals::Move } else { Reveals::Nothing };
        let mut reasons: Vec<&ReasonText> = analysis.reasons.iter().filter(|r| r.reveals <= shown).collect();
        // Where the better move was asked for, why it wins comes first: what it rests on may be out of sight.
        reasons.sort_by_key(|r| !matches!(r.claims.first(), Some(Claim::Move(_, Outcome::Win))));
        let reasons: Vec<Said> = reasons.into_iter().map(|r| (Tone::Plain, r.text.clone())).collect();
        if !reasons.is_empty() {
            all.extend([(Tone::Plain, String::new()), (Tone::Heading, "Why".to_owned())]);
            all.extend(reasons);
        }
    }
    all
}

fn said_of(state: &ReviewState, m: &ReviewedMove, all: &mut Vec<Said>) {
    let name = state.review.name(m.player);
    all.push((Tone::Player(m.player), format!("Move {}: {name} played {}", m.n, cut(&m.text, 30))));
    let before = m.before.map(|v| v.outcome);
    all.push((Tone::Plain, format!("  {} before, {} after", outcome_words(before), outcome_words(m.after))));
    let cost = m.cost.filter(|c| *c > 0).map_or(String::new(), |c| format!(", {c} given away"));
    let said = match m.kind {
        None => (Tone::Quiet, "not proved".to_owned()),
        Some(MoveKind::Best) => (Tone::Plain, ". nothing better was there".to_owned()),
        Some(MoveKind::Inaccuracy) => (Tone::Hint, format!("~ inaccuracy{cost}")),
        Some(MoveKind::Mistake) => (Tone::Outcome(Outcome::Loss), format!("? mistake{cost}")),
    };
    all.push(said);
    if m.kind.is_some_and(|k| k != MoveKind::Best) {
        let text = match (state.better, &m.best) {
            (true, Some(best)) => format!("Better: {best}"),
            (true, None) => "What is better is not known here.".to_owned(),
            (false, _) => "<hint>: what was better".to_owned(),
        };
        all.push((Tone::Hint, text));
    }
}
