//! What the panel beside or under the board says, line by line, and how much room each part of it gets: the same
//! answer for the page and for the keys that scroll it.

use ratatui::layout::Rect;

use super::state::{Hint, MatchState};
use super::{figure, words};
use crate::erased::{Analysis, AnyPosition};
use crate::play::PlayerKind;
use crate::rules::{ReasonText, Reveals, Word};
use crate::tui::app::App;
use crate::tui::keys::{Action, Place};
use crate::tui::layout::Panes;
use crate::tui::text::{Said, Tone, cut, fit, wide, wrap};

/// The lines of the panel above the move list, and the room of the list.
pub struct Plan {
    /// Lines that are always there.
    pub head: Vec<Said>,
    /// The reason, as much of it as there is room for.
    pub why: Vec<Said>,
    /// How far the reason can be scrolled.
    pub most: usize,
    /// How many lines of it are seen at once.
    pub page: usize,
    /// The lines left for the moves.
    pub moves: usize,
}

/// With fewer lines than this for the reason none of them is given to the key that reads on.
const ROOMY: usize = 4;

/// Text in lines of this width, with the keys that hold.
fn flow(app: &App, all: Vec<Said>, width: usize) -> Vec<Said> {
    let lines = |(tone, text): Said| {
        wrap(&app.with_keys(&text), width).into_iter().map(move |line| (tone, line)).collect::<Vec<_>>()
    };
    all.into_iter().flat_map(lines).collect()
}

/// What is where in the panel. `board` says what of the board is out of sight, where that is not told elsewhere.
#[must_use]
pub fn plan(app: &App, s: &MatchState, panes: &Panes, board: Option<&str>) -> Plan {
    let (width, height) = (usize::from(panes.side.width), usize::from(panes.side.height));
    let mut head = head(app, s, width, panes.beside);
    if let Some(text) = board {
        head.extend(flow(app, vec![(Tone::Quiet, format!("Board: {text}."))], width));
    }
    head.truncate(height);
    let left = height - head.len();
    // A heading and a move with a blank line before them at least, more where the reason leaves room; in a narrow
    // terminal one line of moves.
    let list = match (s.game.moves().len(), panes.beside) {
        (0, _) => 0,
        (n, true) => 2 + n.min(1),
        (_, false) => 1,
    };
    let room = left.saturating_sub(list);
    let mut why = why(app, s, width, panes.beside);
    if panes.beside && !why.is_empty() {
        why.insert(0, (Tone::Plain, String::new()));
    }
    let (mut most, mut page) = (0, why.len());
    if why.len() > room {
        // The blank line stays; the last one says how to read on, where lines are few behind the text in it.
        let fixed = if panes.beside { 1.min(room) } else { 0 };
        let apart = room - fixed >= ROOMY;
        page = room - fixed - usize::from(apart);
        most = (why.len() - fixed).saturating_sub(page);
        let first = s.reading.min(most);
        why.drain(fixed..fixed + first);
        why.truncate(fixed + page);
        let dots = app.theme.pick("… ", "... ");
        let key = |action| app.keys.name(Place::Table, action);
        match (apart, first < most) {
            (true, true) => {
                why.push((Tone::Hint, cut(&format!("{dots}{} reads on", key(Action::PageDown)), width)))
            }
            (true, false) => {
                why.push((Tone::Hint, cut(&format!("{} goes back", key(Action::PageUp)), width)))
            }
            (false, true) => {
                if let Some((_, text)) = why.last_mut() {
                    let mark = format!("{dots}{}", key(Action::PageDown));
                    *text = format!(
                        "{}{mark}",
                        cut(text, width.saturating_sub(wide(&mark))).trim_end_matches('.')
                    );
                }
            }
            (false, false) => {}
        }
        if page == 0 {
            why.clear();
        }
    }
    let moves = left - why.len();
    Plan { head, why, most, page, moves }
}

/// Who is to move and who wins; at the end, who has won.
fn head(app: &App, s: &MatchState, width: usize, beside: bool) -> Vec<Said> {
    let mut all: Vec<Said> = Vec::new();
    let mut boxed = Vec::new();
    if let Some(text) = words::task(s) {
        all.push((Tone::Hint, text));
    }
    if let Some(end) = words::end(s) {
        let mut end = end.into_iter();
        if let Some(line) = end.next() {
            boxed = if beside { banner(app, &line, width) } else { vec![line] };
        }
        all.extend(end);
        all.extend(words::summary(s, width));
        all.push((Tone::Quiet, "<review> review, <rematch> rematch, <swap> swap sides".to_owned()));
        all.push((Tone::Quiet, "<new> new, <undo> take back".to_owned()));
    } else {
        all.extend(words::to_move(s, app.settings.name()));
        all.extend(words::waiting(s));
    }
    if let Some(score) = words::score(s) {
        all.push((Tone::Plain, format!("Score  {score}")));
    }
    if let Some(refusal) = words::refusal(s) {
        all.extend(refusal);
    } else if s.conceals() {
        all.push((Tone::Quiet, "<hint> gives a hint, <verdict> says why".to_owned()));
    } else if app.verdict || (s.here.is_none() && s.game.to_move().is_some() && !s.person_may_move()) {
        all.extend(if beside { words::verdict(s) } else { joined(app, words::verdict(s), width) });
    } else if s.game.to_move().is_some() {
        all.push((Tone::Quiet, "verdict hidden (<verdict> shows it)".to_owned()));
    }
    // A hint stays in sight however far the reason is scrolled. In a narrow terminal the bar says it first.
    let hinted = s.hint != Hint::None && (beside || app.notice.is_none());
    let hint = s.analysis().filter(|_| hinted).and_then(|a| words::hint(s.hint, a));
    if let Some(text) = hint {
        if beside {
            all.push((Tone::Plain, String::new()));
        }
        all.push((Tone::Hint, text));
    }
    boxed.into_iter().chain(flow(app, all, width)).collect()
}

/// Short lines in one where there is room for them: lines are few in a narrow terminal.
fn joined(app: &App, all: Vec<Said>, width: usize) -> Vec<Said> {
    let mut lines: Vec<Said> = Vec::new();
    for (tone, text) in all {
        let text = app.with_keys(&text);
        match lines.last_mut() {
            Some((_, last)) if wide(last) + 2 + wide(text.trim()) <= width => {
                *last = format!("{last}, {}", text.trim());
            }
            _ => lines.push((tone, text)),
        }
    }
    lines
}

/// A line in a box of its own.
fn banner(app: &App, line: &Said, width: usize) -> Vec<Said> {
    let set = app.theme.border();
    let inner = width.saturating_sub(2);
    let text = cut(&line.1, inner);
    let left = (inner - wide(&text)) / 2;
    let text = fit(&format!("{}{text}", " ".repeat(left)), inner);
    let edge = |left: &str, right: &str| (line.0, [left, &set.horizontal_top.repeat(inner), right].concat());
    vec![
        edge(set.top_left, set.top_right),
        (line.0, format!("{}{text}{}", set.vertical_left, set.vertical_right)),
        edge(set.bottom_left, set.bottom_right),
    ]
}

/// The rule, and how a move is written.
fn rule(position: &dyn AnyPosition) -> String {
    let (rule, examples) = (position.rule(), position.examples());
    match &examples[..] {
        [] => rule,
        [one] => format!("{rule} Moves, for example: {one}."),
        [rest @ .., last] => format!("{rule} Moves, for example: {}, and {last}.", rest.join(", ")),
    }
}

/// The reason under its heading, and before the first move the rule.
fn why(app: &App, s: &MatchState, width: usize, beside: bool) -> Vec<Said> {
    let mut parts: Vec<Vec<Said>> = Vec::new();
    if s.game.moves().is_empty() {
        parts.push(vec![(Tone::Heading, "Rule".to_owned()), (Tone::Plain, rule(s.game.position()))]);
    }
    if let Some(analysis) = s.analysis().filter(|a| app.verdict && !s.conceals() && !a.over) {
        let reasons = reasons(s, analysis);
        let mut part = vec![(Tone::Heading, "Why".to_owned())];
        // The key to the words of the theory stands behind the first reason that uses one.
        let signs = !shown_signs(app, s).is_empty();
        let first = reasons.iter().position(|reason| !reason.words.is_empty());
        let first = first.or(signs.then(|| reasons.len().saturating_sub(1)));
        for (i, reason) in reasons.iter().enumerate() {
            part.push((Tone::Plain, reason.text.clone()));
            if first == Some(i) {
                part.push((Tone::Quiet, glossary_line(&words_of(&reasons), signs)));
            }
        }
        if reasons.is_empty() {
            part.push((Tone::Plain, format!("Here {}.", words::good_moves(analysis))));
        }
        parts.push(part);
    }
    if !beside {
        // No lines to spare: the headings stand before what they are about.
        let text = |part: Vec<Said>| match <[Said; 2]>::try_from(part) {
            Ok([(Tone::Heading, head), (tone, text)]) => vec![(tone, format!("{head}: {text}"))],
            Ok(two) => two.into(),
            Err(mut part) => {
                if part.len() > 1 && part[0].0 == Tone::Heading {
                    let (_, head) = part.remove(0);
                    part[0].1 = format!("{head}: {}", part[0].1);
                }
                part
            }
        };
        return flow(app, parts.into_iter().flat_map(text).collect(), width);
    }
    let known = s.analysis().filter(|_| app.verdict && !s.conceals()).map(|a| &a.figure);
    let columns = known.and_then(|f| f.columns.as_ref()).and_then(|columns| figure::columns(columns, width));
    let worths =
        // Their columns stand under each other: nothing is wrapped.
        known.and_then(|f| f.worths.as_ref()).map(|worths| {
            let lines = figure::worths(worths, width).into_iter();
            lines.map(|(tone, text)| (tone, cut(&app.with_keys(&text), width))).collect::<Vec<_>>()
        });
    let mut lines = Vec::new();
    for part in parts.into_iter().map(|part| flow(app, part, width)).chain(columns).chain(worths) {
        if !lines.is_empty() {
            lines.push((Tone::Plain, String::new()));
        }
        lines.extend(part);
    }
    lines
}

/// The reasons that may be shown: while a person looks for a move, those that give something away wait for the hint.
fn reasons<'a>(s: &MatchState, analysis: &'a Analysis) -> Vec<&'a ReasonText> {
    let looking = s.deciding() == Some(PlayerKind::Human);
    let shown = match s.hint {
        _ if !looking => Reveals::Move,
        Hint::What => Reveals::Move,
        Hint::Where => Reveals::Where,
        Hint::None => Reveals::Nothing,
    };
    analysis.reasons.iter().filter(|r| r.reveals <= shown).collect()
}

/// The words of the theory that these reasons use, each one once.
fn words_of(reasons: &[&ReasonText]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for word in reasons.iter().flat_map(|r| &r.words) {
        if !words.contains(word) {
            words.push(*word);
        }
    }
    words
}

/// The words of the theory in the reasons that are shown now.
#[must_use]
pub fn shown_words(app: &App, s: &MatchState) -> Vec<Word> {
    match s.analysis() {
        Some(analysis) if app.verdict && !s.conceals() => words_of(&reasons(s, analysis)),
        _ => Vec::new(),
    }
}

/// What the signs of the theory on the board mean that are shown now.
#[must_use]
pub fn shown_signs(app: &App, s: &MatchState) -> Vec<String> {
    let seen = app.verdict && !s.conceals() && s.game.to_move().is_some();
    s.figure().filter(|_| seen).map_or(Vec::new(), |figure| figure.legend())
}

/// The key to what the words mean, and the signs on the board: `g: what XOR, mex and the signs on the board mean`.
fn glossary_line(words: &[Word], signs: bool) -> String {
    let names = words.iter().map(|w| w.name()).chain(signs.then_some("the signs on the board"));
    let names: Vec<&str> = names.collect();
    let verb = if names.len() == 1 && !signs { "means" } else { "mean" };
    let listed = match &names[..] {
        [few @ .., one, last] if !few.is_empty() => format!("{}, {one} and {last}", few.join(", ")),
        _ => names.join(" and "),
    };
    format!("<glossary>: what {listed} {verb}")
}

/// Where the move list stands beside the board, and which moves are in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveList {
    /// The lines of the moves, without their heading.
    pub area: Rect,
    /// The number of moves before the first one shown.
    pub first: usize,
    /// The number of moves up to the last one shown.
    pub end: usize,
}

/// The move list under so many lines of the panel; `None` where there is no room for it, or no move.
#[must_use]
pub fn move_list(s: &MatchState, panes: &Panes, used: u16) -> Option<MoveList> {
    let side = panes.side;
    let (all, cursor) = (s.game.moves().len(), s.game.cursor());
    // A blank line and the heading come first.
    let room = side.height.saturating_sub(used).checked_sub(2).filter(|&room| room > 0 && panes.beside)?;
    // Keep the last move played in sight, with what was taken back below it where there is room.
    let least = usize::from(room).min(all);
    let end = (cursor + usize::from(room) / 2).clamp(least, all).saturating_sub(s.scroll).max(least);
    let first = end.saturating_sub(usize::from(room));
    (all > 0).then(|| MoveList { area: Rect { y: side.y + used + 2, height: room, ..side }, first, end })
}

/// What stands before the moves where they are in one line.
pub const FLOWING: &str = "Moves";

/// The last moves in one line, where lines are few: each with its number, from 0, and its text; as many as fit.
#[must_use]
pub fn flowing(app: &App, s: &MatchState, width: usize) -> Vec<(usize, String)> {
    let mut left = width.saturating_sub(FLOWING.len() + 1);
    let mut shown = Vec::new();
    for (ply, m) in s.game.moves().iter().enumerate().take(s.game.cursor()).rev() {
        let sign = words::move_note(s, ply).filter(|_| app.verdict).and_then(|(_, note)| note.chars().next());
        let sign = sign.map_or(String::new(), |c| format!(" {c}"));
        let text = format!("  {} {}{sign}", ply + 1, m.text);
        let Some(rest) = left.checked_sub(wide(&text)) else { break };
        left = rest;
        shown.push((ply, text));
    }
    shown.reverse();
    shown
}
