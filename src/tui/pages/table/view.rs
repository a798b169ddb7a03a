//! Draws the table: the board on the stage, and the panel with its five slots for turn, verdict, idea, table and moves.

use std::ops::Range;

use nimatron_core::games::reasons::{and, capital};
use nimatron_core::rules::{
    Columns, Figure, Frame as PartFrame, Picture, Reveals, Word, in_past_tense,
};

use super::state::{MatchState, ShownReasons};
use super::words;
use crate::draw::Drawing;
use crate::settings::PanelPlace;
use crate::tui::frame::{chip, tone};
use crate::tui::layout::Panes;
use crate::tui::prelude::*;

/// The height of the idea slot, in rows: enough for a headline of two lines and four lines of text.
const IDEA: u16 = 6;
const MOVES: u16 = 4;
/// The minimum width of the turn slot in a low panel, in columns: enough for `Computer thinks`.
const LEAST_TURN: u16 = 16;
const MOVE_GAP: usize = 2;
/// The minimum panel height, in rows, at which an empty row is left between turn and verdict, and another between idea
/// and table.
const ROOMY: u16 = 17;

/// Returns the panes of the table, arranged according to the settings. Lessons ignore the setting for the panel,
/// because the text of a lesson is on the panel.
pub fn panes(cx: &Context) -> Panes {
    let lesson = cx.table().is_some_and(|s| s.is_lesson());
    let mut panes = match cx.settings.values().panel {
        PanelPlace::Below if !lesson => layout::panes_below(cx.size),
        PanelPlace::None if !lesson => layout::one_pane(cx.size),
        _ => layout::panes(cx.size),
    };
    if cx.size.0 < layout::WIDE && !panes.main.is_empty() {
        panes.main = narrowed(cx, panes.main);
    }
    if lesson && !panes.beside {
        // The text of a lesson gets half of the page, or less if the board would have fewer than nine rows.
        let height = panes.body.height;
        panes.side.height = (height / 2).min(height.saturating_sub(10).max(5));
        panes.side.y = panes.body.bottom() - panes.side.height;
        panes.main.height = panes.side.y.saturating_sub(panes.main.y + 1);
    }
    panes
}

/// Returns the stage of a narrow window. Limits the stage to the width that it has in a window of 80 columns. Without
/// this limit, pieces could be larger in a narrow window than in a window of 80 columns. If the starting board does not
/// fit in this width, the stage keeps its full width.
fn narrowed(cx: &Context, main: Rect) -> Rect {
    let width = layout::panes((80, cx.size.1)).main.width.min(main.width);
    let narrow = Rect {
        x: main.x + (main.width - width) / 2,
        width,
        ..main
    };
    let is_whole = cx.on_table.as_ref().is_some_and(|s| {
        let marks = Marks {
            start: Some(&s.start),
            ..Marks::default()
        };
        let drawing = board::scene(&s.start, narrow, &marks, &cx.theme);
        drawing.cut.is_none()
    });
    if is_whole { narrow } else { main }
}

pub fn shows_theory(cx: &Context, s: &MatchState) -> bool {
    cx.shows_why() && s.speaks() && !s.is_lesson()
}

/// Draws the board on the table, with or without theory. If the page shows the move that decided a finished match,
/// draws the board before that move instead.
pub fn drawing(cx: &Context, s: &MatchState, theory: bool) -> Drawing {
    let figure = if theory { s.figure(cx.more) } else { None };
    let hint = if s.preview.is_empty() {
        s.hinted()
    } else {
        s.preview.clone()
    };
    if let Some(decisive) = s.decisive.as_ref().filter(|_| s.shows_decisive)
        && let Some(made) = s.game().moves().get(decisive.ply)
    {
        let better = decisive.better.as_ref().map_or(&[][..], |m| &m.sites);
        let pieces = s.pieces();
        let marks = Marks {
            start: Some(&s.start),
            pieces: &pieces[..decisive.ply.min(pieces.len())],
            ..board::past(made, better)
        };
        return board::scene(&decisive.scene, panes(cx).main, &marks, &cx.theme);
    }
    let after = s.next_scene();
    // If Enter would also play the site under the cursor, draw this site as picked. Also draw the sites of a previewed
    // move, or of a move that the hint names, as picked.
    let is_named = !s.preview.is_empty() || s.hint() == Reveals::Move;
    let picked = if s.picked.is_empty() && is_named {
        hint.clone()
    } else if !s.picked.is_empty() && s.person_may_move() {
        s.chosen_sites()
    } else {
        s.picked.clone()
    };
    let last = s.last_sites();
    let pieces = s.pieces();
    let marks = Marks {
        cursor: s.cursor.filter(|_| s.game().to_move().is_some()),
        picked: &picked,
        open: &s.open,
        last: &last,
        second: (s.game().last_move()).is_some_and(|m| s.game().owner(m) == Player::Second),
        hint: &hint,
        before: s.before.as_ref(),
        after: after.as_ref(),
        start: Some(&s.start),
        figure: figure.as_deref(),
        pieces: &pieces,
        ..Marks::default()
    };
    match &s.scene.picture {
        // If the whole reason is shown, the titles of the games show their Grundy values.
        Picture::Sum(frames) if theory && cx.more => {
            let values = s.analysis().map_or(&[][..], |analysis| &analysis.nimbers);
            let named = with_values(frames, values);
            let whole = Scene {
                picture: Picture::Sum(named),
                notes: s.scene.notes.clone(),
            };
            board::scene(&whole, panes(cx).main, &marks, &cx.theme)
        }
        _ => board::scene(&s.scene, panes(cx).main, &marks, &cx.theme),
    }
}

/// Returns the games of a sum, with the Grundy value of each game appended to its title, such as `1 Nim *7`.
fn with_values(frames: &[PartFrame], values: &[Option<u64>]) -> Vec<PartFrame> {
    let mut named = frames.to_vec();
    for (frame, value) in named.iter_mut().zip(values) {
        if let Some(value) = value {
            frame.title = format!("{} *{value}", frame.title);
        }
    }
    named
}

/// Draws the board in the middle of the stage. If parts of the board do not fit, draws a note below the board.
pub fn draw_board(cx: &Context, s: &MatchState, theory: bool, frame: &mut Frame<'_>) {
    let panes = panes(cx);
    let drawing = drawing(cx, s, theory);
    let room = panes.main;
    board::paint(&cx.theme, frame, &drawing, room);
    frame.hit_board(&drawing, room);
    let below = board::place(&drawing, room).bottom();
    if let Some(hit) = s
        .cursor
        .and_then(|site| drawing.hits.iter().find(|hit| hit.site == site))
    {
        let area = board::place(&drawing, room);
        frame.set_cursor_position(Position {
            x: area.x + hit.x,
            y: area.y + hit.y,
        });
    }
    if let Some(text) = drawing.cut {
        let line = Line::styled(cut(&text, usize::from(room.width)), cx.theme.quiet()).centered();
        let area = Rect {
            y: below,
            height: 1,
            ..room
        };
        frame.render_widget(line, area);
    }
}

pub fn draw(cx: &Context, frame: &mut Frame<'_>) {
    let Some(s) = &cx.on_table else { return };
    let panes = panes(cx);
    let position = s.game().position();
    page::match_title(
        cx,
        frame,
        &panes,
        [position.name(), "", &words::note(s)],
        Some(position),
    );
    draw_board(cx, s, shows_theory(cx, s), frame);
    if panes.side.is_empty() {
        return;
    }
    let slots = Slots::new(&panes);
    if let Some((won, how)) = words::end(s) {
        return draw_end(cx, s, frame, &slots, (won, how));
    }
    let mut show = |lines: Vec<Line<'static>>, area: Rect| {
        frame.render_widget(Paragraph::new(lines), area);
    };
    show(turn(cx, s, slots.turn.width), slots.turn);
    show(verdict(cx, s, slots.verdict.width), slots.verdict);
    if let Some((lines, _)) = whole_reason(cx, s, &slots) {
        show(lines, slots.reason);
        return;
    }
    show(idea(cx, s, slots.idea), slots.idea);
    // Before the first move, there are no moves to list, so the table may use the slot for moves as well.
    let area = if s.game().moves().is_empty() && !slots.table.is_empty() {
        slots.table.union(slots.moves)
    } else {
        slots.table
    };
    show(table(cx, s, area), area);
    draw_moves(cx, s, frame, slots.moves);
}

struct Slots {
    turn: Rect,
    verdict: Rect,
    idea: Rect,
    table: Rect,
    moves: Rect,
    /// The area of the whole reason, which replaces the idea and the slots below.
    reason: Rect,
}

impl Slots {
    fn new(panes: &Panes) -> Slots {
        let side = panes.side;
        let rows = |from: u16, height: u16| side.skip_rows(from).take_rows(height);
        if !panes.beside {
            // The panel has only four to eight rows, so the turn and the verdict share the first row.
            let turn = (side.width / 3).max(LEAST_TURN);
            let moves = 1 + (side.height.saturating_sub(4)) / 2;
            let rest = side.height.saturating_sub(1 + moves);
            return Slots {
                turn: rows(0, 1).take_columns(turn),
                verdict: rows(0, 1).skip_columns(turn),
                idea: rows(1, rest),
                table: rows(side.height, 0),
                moves: rows(side.height - moves, moves),
                reason: rows(1, side.height),
            };
        }
        let idea = if side.height >= ROOMY { 4 } else { 3 };
        let table = idea + IDEA + u16::from(side.height >= ROOMY);
        let moves = side.height.saturating_sub(MOVES);
        Slots {
            turn: rows(0, 1),
            verdict: rows(idea - 2, 1),
            idea: rows(idea, IDEA),
            table: rows(table, moves.saturating_sub(table)),
            moves: rows(moves, MOVES),
            reason: rows(idea, side.height),
        }
    }
}

const CHOICES: [(Action, &str); 3] = [
    (Action::Review, tr_key!("review the match")),
    (Action::Rematch, tr_key!("play again")),
    (Action::New, tr_key!("new game")),
];
/// Returns the choices after the end of a match. Leaves out the review if no move was played.
fn choices(s: &MatchState) -> &'static [(Action, &'static str)] {
    &CHOICES[usize::from(s.game().cursor() == 0)..]
}

/// The number of columns by which the chip of a first win grows on each side, indexed by the number of remaining steps
/// of the glow.
const GLOW: [usize; 9] = [0, 1, 2, 3, 2, 1, 2, 3, 1];

fn draw_end(
    cx: &Context,
    s: &MatchState,
    frame: &mut Frame<'_>,
    slots: &Slots,
    (won, how): (StyledLine, String),
) {
    let theme = &cx.theme;
    let grown = " ".repeat(GLOW[s.glow.min(GLOW.len() - 1)]);
    let pill = chip(
        theme,
        tone(theme, won.tone),
        &format!("{grown}{}{grown}", won.text),
    );
    let moves = tr!(
        "  after {moves}",
        moves = counted(s.game().cursor() as u64, tr!("move"), tr!("moves"))
    );
    let line = Line::from(vec![pill, Span::styled(moves, theme.quiet())]);
    let area = slots.reason;
    let is_panel = !slots.table.is_empty();
    // After the end of a match there is no player to move, so in a low panel the result takes the whole first row.
    let first = if is_panel {
        slots.verdict
    } else {
        slots.turn.union(slots.verdict)
    };
    frame.render_widget(Paragraph::new(line), first);
    let parts = [
        (words::task(s).map(StyledLine::hint), false),
        (
            Some(StyledLine::plain(how)).filter(|line| !line.text.is_empty() && is_panel),
            true,
        ),
        (words::decided(s).map(StyledLine::heading), false),
        (words::better(s).map(StyledLine::plain), true),
        (words::recorded(s).map(StyledLine::quiet), true),
        (
            s.decisive.as_ref().filter(|_| is_panel).map(|_| {
                StyledLine::quiet(if s.shows_decisive {
                    tr!("The board shows that moment.")
                } else {
                    tr!("<enter> shows that moment.")
                })
            }),
            true,
        ),
    ];
    let mut said = Vec::new();
    for (line, ends) in parts {
        let has_line = line.is_some();
        said.extend(line);
        if is_panel && has_line && ends {
            said.push(StyledLine::blank());
        }
    }
    if is_panel && said.last().is_some_and(|line| !line.text.is_empty()) {
        said.push(StyledLine::blank());
    }
    let choices = if is_panel {
        saturating_cast::<u16, _>(choices(s).len())
    } else {
        1
    };
    let above = area.take_rows(area.height.saturating_sub(choices));
    let lines = fitting(cx, said, above);
    let mut y = area.y + saturating_cast::<u16, _>(lines.len());
    frame.render_widget(Paragraph::new(lines), area);
    if !is_panel {
        let row = Rect {
            y,
            height: area.height.min(1),
            ..area
        };
        return draw_choices(cx, s, frame, row);
    }
    let gap = u16::from(area.bottom() + 1 >= y + 2 * choices);
    for &(action, text) in self::choices(s) {
        let row = area.row(y - area.y);
        let key = cx.settings.keys().name(KeyContext::Table, action);
        let key = chip(theme, theme.quiet(), &key);
        let line = vec![
            key,
            Span::styled(format!("  {}", language::text(text)), theme.text()),
        ];
        frame.render_widget(Paragraph::new(Line::from(line)), row);
        frame.hit(row, Message::Do(action));
        y += 1 + gap;
    }
    if y + slots.moves.height < area.bottom() {
        draw_moves(cx, s, frame, slots.moves);
    }
}

fn draw_choices(cx: &Context, s: &MatchState, frame: &mut Frame<'_>, row: Rect) {
    let mut rest = row;
    for &(action, text) in choices(s) {
        let key = cx.settings.keys().name(KeyContext::Table, action);
        let line = Line::from(vec![
            chip(&cx.theme, cx.theme.quiet(), &key),
            Span::styled(format!(" {}", language::text(text)), cx.theme.text()),
        ]);
        let columns = saturating_cast::<u16, _>(line.width());
        if columns > rest.width {
            break;
        }
        let place = Rect {
            width: columns,
            ..rest
        };
        frame.render_widget(Paragraph::new(line), place);
        frame.hit(place, Message::Do(action));
        let used = (columns + 2).min(rest.width);
        rest = Rect {
            x: rest.x + used,
            width: rest.width - used,
            ..rest
        };
    }
}

/// Draws the last moves that fit, with a click target on each.
fn draw_moves(cx: &Context, s: &MatchState, frame: &mut Frame<'_>, area: Rect) {
    let mut room = usize::from(area.height);
    let mut shown = Vec::new();
    for ply in (0..s.game().cursor()).rev() {
        let mut lines = move_lines(cx, s, ply, area.width);
        if shown.is_empty() {
            lines.truncate(room);
        }
        match room.checked_sub(lines.len()) {
            Some(left) if !lines.is_empty() => room = left,
            _ => break,
        }
        shown.push((ply, lines));
    }
    let mut y = area.y;
    for (ply, lines) in shown.into_iter().rev() {
        let row = area
            .skip_rows(y - area.y)
            .take_rows(saturating_cast(lines.len()));
        y = row.bottom();
        frame.render_widget(Paragraph::new(lines), row);
        frame.hit(row, Message::Item(ply + 1));
    }
}

fn turn(cx: &Context, s: &MatchState, width: u16) -> Vec<Line<'static>> {
    let line = words::to_move(s).map(|line| {
        Line::styled(
            cut(&line.text, usize::from(width)),
            tone(&cx.theme, line.tone),
        )
    });
    line.into_iter().collect()
}

/// Returns the verdict as a chip with the remoteness, or the state of the search while the verdict is unknown.
fn verdict(cx: &Context, s: &MatchState, width: u16) -> Vec<Line<'static>> {
    let theme = &cx.theme;
    let waits = s.here().is_none() && !s.person_may_move();
    if s.conceals() || !(cx.shows_verdict() || waits) {
        return Vec::new();
    }
    let Some(verdict) = words::verdict(s) else {
        return Vec::new();
    };
    let width = usize::from(width);
    let Some((colour, word)) = verdict.chip else {
        // The idea slot explains why nothing is proved, so keep this text short.
        let text = match s.here() {
            Some(Err(Stop::NotProved(_))) => tr!("? not proved").to_owned(),
            _ => cx.with_keys(&verdict.text),
        };
        return vec![Line::styled(cut(&text, width), theme.quiet())];
    };
    let pill = chip(theme, tone(theme, colour), &word);
    let room = width.saturating_sub(pill.width() + 2);
    let text = if wide(&verdict.text) <= room {
        verdict.text
    } else {
        String::new()
    };
    vec![Line::from(vec![
        pill,
        Span::raw("  "),
        Span::styled(text, theme.quiet()),
    ])]
}

/// Returns the text of the idea slot: a headline with reasons, the hint, the task of a puzzle, or the reason why the
/// computer cannot move.
fn idea(cx: &Context, s: &MatchState, area: Rect) -> Vec<Line<'static>> {
    fitting(cx, idea_lines(cx, s), area)
}

/// Returns the first sentences that fit. If even the first sentence does not fit, truncates it.
fn fitting(cx: &Context, mut said: Vec<StyledLine>, area: Rect) -> Vec<Line<'static>> {
    let height = usize::from(area.height);
    loop {
        let mut lines = cx.flow(said.iter().cloned(), area.width);
        if lines.len() <= height {
            return lines;
        }
        let is_first = said.len() == 1;
        let Some(last) = said.last_mut() else {
            return lines;
        };
        let ends = last.text.char_indices().zip(last.text.chars().skip(1));
        let is_quoted = |at: usize| last.text[..at].matches('"').count() % 2 == 1;
        let is_end = |((at, end), next): &((usize, char), char)| {
            ['.', '!', '?'].contains(end) && *next == ' ' && !is_quoted(*at)
        };
        let ends = ends.filter(is_end);
        match ends.last() {
            Some(((at, end), _)) => last.text.truncate(at + end.len_utf8()),
            None if is_first => {
                lines.truncate(height);
                return lines;
            }
            None => {
                said.pop();
            }
        }
    }
}

fn idea_lines(cx: &Context, s: &MatchState) -> Vec<StyledLine> {
    if let Some(refusal) = words::refusal(s) {
        return refusal;
    }
    if let Some(Err(_)) = s.here() {
        return words::verdict(s)
            .map(|verdict| StyledLine::plain(verdict.text))
            .into_iter()
            .collect();
    }
    let analysis = s.analysis();
    if let Some(text) = words::hint(s) {
        return vec![StyledLine::hint(text)];
    }
    let mut lines: Vec<StyledLine> = words::task(s).map(StyledLine::hint).into_iter().collect();
    lines.extend(words::waiting(s));
    if let Some(analysis) = analysis.filter(|a| cx.shows_why() && s.speaks() && !a.over) {
        let mut reasons = s.shown_reasons();
        // In the first game, hide reasons that use terms of the theory, so that the user looks for the winning move on
        // the board.
        if cx.is_first_game() && reasons.all(false).any(|r| !r.words().is_empty()) {
            reasons = ShownReasons::default();
        }
        // Leave out a bare headline, which would only repeat the verdict above.
        reasons.headline = reasons.headline.filter(|reason| !reason.is_bare);
        let reasons: Vec<StyledLine> = reasons.lines(false).collect();
        if reasons.is_empty() {
            let count = capital(&words::good_moves(analysis)) + ".";
            lines.push(StyledLine::quiet(count));
        }
        lines.extend(reasons);
    }
    lines
}

/// Returns the score, followed by the rule (before the first move) and the table that explains the theory, if there is
/// room for them. If there is no table, returns the legend of the board's marks in its place.
fn table(cx: &Context, s: &MatchState, area: Rect) -> Vec<Line<'static>> {
    let theme = &cx.theme;
    let mut lines: Vec<Line<'static>> = words::score(s)
        .map(|score| Line::styled(score, theme.text()))
        .into_iter()
        .collect();
    let room = area.height.saturating_sub(saturating_cast(lines.len()));
    let fits = |lines: &[Line<'_>]| !lines.is_empty() && lines.len() <= usize::from(room);
    let known = s
        .analysis()
        .filter(|a| cx.shows_why() && s.speaks() && !a.over && !cx.is_first_game());
    let figure = known.and_then(|a| {
        // The binary columns are shown only next to words that explain them. The Grundy values of small sizes are shown
        // only with the whole reason.
        let explains = s.shown_reasons().all(false).any(|r| !r.words().is_empty());
        let mut figure = if explains {
            Cow::Borrowed(&a.figure)
        } else {
            s.figure(false)?
        };
        if figure.small_values.is_some() {
            figure.to_mut().small_values = None;
        }
        Some(figure_lines(cx, &figure, area.width))
    });
    let figure = figure.unwrap_or_default();
    let rule = if s.game().moves().is_empty() {
        let rule = StyledLine::quiet(s.game().position().rule());
        fitting(cx, vec![rule], area.take_rows(room))
    } else {
        Vec::new()
    };
    let legend = || {
        cx.flow(
            shown_signs(cx).into_iter().map(StyledLine::quiet),
            area.width,
        )
    };
    let beside = if figure.is_empty() {
        legend()
    } else {
        figure.clone()
    };
    let both: Vec<Line<'static>> = if rule.is_empty() || beside.is_empty() {
        Vec::new()
    } else {
        [rule.clone(), vec![Line::default()], beside].concat()
    };
    let chosen = [both, rule, figure].into_iter().find(|lines| fits(lines));
    lines.extend(chosen.unwrap_or_else(|| {
        Some(legend())
            .filter(|lines| fits(lines))
            .unwrap_or_default()
    }));
    lines
}

/// Returns the table that explains the theory: binary columns, or the Grundy values of small sizes.
fn figure_lines(cx: &Context, figure: &Figure, width: u16) -> Vec<Line<'static>> {
    let columns = usize::from(width);
    if let Some(binary) = figure
        .columns
        .as_ref()
        .and_then(|table| binary_columns(table, columns))
    {
        let line = |line: StyledLine| Line::styled(line.text, tone(&cx.theme, line.tone));
        return binary.into_iter().map(line).collect();
    }
    let Some(small) = &figure.small_values else {
        return Vec::new();
    };
    let heading = StyledLine::quiet(tr!("The Grundy value of each size:"));
    // The columns of this table are aligned, so its lines are not wrapped.
    let aligned = small.lines(columns);
    let aligned = aligned.map(|line| Line::styled(cut(&line, columns), cx.theme.text()));
    flow(&cx.theme, [heading], width)
        .into_iter()
        .chain(aligned)
        .collect()
}

/// Returns a page of the whole reason, with the indices of this page and of the last page. Returns `None` while the
/// panel shows only the idea.
fn whole_reason(
    cx: &Context,
    s: &MatchState,
    slots: &Slots,
) -> Option<(Vec<Line<'static>>, (usize, usize))> {
    let area = slots.reason;
    let analysis = s
        .analysis()
        .filter(|a| cx.more && cx.shows_why() && s.speaks() && !a.over)?;
    let hint = words::hint(s).map(StyledLine::hint);
    let hint = hint
        .into_iter()
        .flat_map(|hint| [hint, StyledLine::blank()]);
    let mut lines = cx.flow(hint.chain(s.shown_reasons().lines(true)), area.width);
    let mut tables = Vec::new();
    let mut add = |more: Vec<Line<'static>>, is_table: bool| {
        if more.is_empty() {
            return;
        }
        lines.push(Line::default());
        if is_table {
            tables.push(lines.len()..lines.len() + more.len());
        }
        lines.extend(more);
    };
    add(figure_lines(cx, &analysis.figure, area.width), true);
    add(
        cx.flow(
            shown_signs(cx).into_iter().map(StyledLine::quiet),
            area.width,
        ),
        false,
    );
    let glossary = glossary_line(&shown_words(cx)).map(StyledLine::quiet);
    add(cx.flow(glossary, area.width), false);
    if lines.len() <= usize::from(area.height) {
        return Some((lines, (0, 0)));
    }
    let pages = in_pages(
        lines.len(),
        usize::from(area.height).saturating_sub(1).max(1),
        &tables,
    );
    let at = s.reading.min(pages.len() - 1);
    let last = pages.len() - 1;
    let mut shown = lines[pages[at].clone()].to_vec();
    let text = if at < last {
        tr!("<page-down> reads on")
    } else {
        tr!("<page-up> goes back")
    };
    shown.extend(cx.flow([StyledLine::quiet(text)], area.width));
    Some((shown, (at, last)))
}

/// Renders a move in words: `you  took 9 and 10`. A long move takes several lines.
fn move_lines(cx: &Context, s: &MatchState, ply: usize, width: u16) -> Vec<Line<'static>> {
    let Some(m) = s.game().moves().get(ply) else {
        return Vec::new();
    };
    let room = usize::from(width);
    let names = Player::BOTH.map(|player| {
        if s.game().only_person() == Some(player) {
            cx.settings.name()
        } else {
            words::name_in_list(s.game().participants(), player)
        }
    });
    let columns = wide(names[0]).max(wide(names[1])).min(room / 3);
    let author = s.game().author(m);
    let name = names[author.index()];
    let left = room.saturating_sub(columns + MOVE_GAP);
    let before = s.game().position_at(ply);
    let mut words = in_past_tense(&before.move_words(&m.text));
    // Use the short form of a long move, to leave room for more moves.
    if wide(&words) > left {
        words = in_past_tense(&before.brief_words(&m.text));
    }
    let left = saturating_cast(left);
    let words = flow(&cx.theme, [StyledLine::quiet(words)], left);
    let lines = words.into_iter().enumerate().map(|(i, mut line)| {
        let who = if i == 0 { name } else { "" };
        let gap = Span::raw(" ".repeat(MOVE_GAP));
        line.spans.splice(
            0..0,
            [
                Span::styled(fit(who, columns), cx.theme.player(author)),
                gap,
            ],
        );
        line
    });
    lines.collect()
}

/// Splits `lines` lines into pages of at most `height` lines. A table that fits on one page is not split.
fn in_pages(lines: usize, height: usize, tables: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut pages = Vec::new();
    let mut start = 0;
    while start < lines {
        let mut end = (start + height).min(lines);
        let torn = tables
            .iter()
            .find(|table| (table.start + 1..table.end).contains(&end));
        if let Some(table) = torn.filter(|table| table.start > start && table.len() <= height) {
            end = table.start;
        }
        pages.push(start..end);
        start = end;
    }
    pages
}

/// Returns the indices of the displayed page and of the last page of the reason, or `None` while the whole reason is
/// not shown.
fn reading(cx: &Context) -> Option<(usize, usize)> {
    let s = cx.table()?;
    let panes = panes(cx);
    if panes.side.is_empty() {
        return None;
    }
    whole_reason(cx, s, &Slots::new(&panes)).map(|(_, page)| page)
}

pub fn reads_on(cx: &Context) -> bool {
    reading(cx).is_some_and(|(_, last)| last > 0)
}

pub fn read_on(cx: &mut Context, action: Action) {
    let Some((at, last)) = reading(cx) else {
        return cx.notify(tr!("<why> shows the whole reason."));
    };
    if let Some(s) = cx.table_mut() {
        s.reading = if action == Action::PageUp {
            at.saturating_sub(1)
        } else {
            (at + 1).min(last)
        };
    }
}

pub fn shown_words(cx: &Context) -> Vec<Word> {
    let panes = panes(cx);
    let shown = cx.table().filter(|_| !panes.side.is_empty());
    let Some(s) = shown.filter(|s| s.game().result().is_none()) else {
        return Vec::new();
    };
    let is_whole = cx.more && cx.shows_why() && s.speaks();
    let texts: Vec<String> = if is_whole {
        let reasons = s.shown_reasons();
        reasons
            .all(true)
            .map(|reason| reason.text.clone())
            .collect()
    } else {
        let lines = idea(cx, s, Slots::new(&panes).idea);
        lines.iter().map(ToString::to_string).collect()
    };
    Word::used_in(&texts.join(" "))
}

pub fn shown_signs(cx: &Context) -> Vec<String> {
    let s = cx
        .table()
        .filter(|s| shows_theory(cx, s) && s.game().to_move().is_some());
    let Some((s, figure)) = s.and_then(|s| Some((s, s.figure(cx.more)?))) else {
        return Vec::new();
    };
    let mut signs = figure.legend(cx.theme.idea());
    if matches!(&s.scene.picture, Picture::Piles(piles) if piles.heaps.iter().all(|h| h.label.is_empty()))
    {
        // Piles without names show no values, so drop the line that explains values.
        signs.retain(|line| !line.starts_with("*n "));
    }
    signs
}

fn glossary_line(words: &[Word]) -> Option<String> {
    let names = and(words.iter().map(|word| word.name()));
    match words.len() {
        0 => None,
        1 => Some(tr!("<glossary>: what {names} means")),
        _ => Some(tr!("<glossary>: what {names} mean")),
    }
}

/// The maximum number of rows in the table of binary columns.
const MOST_ROWS: usize = 10;

/// Renders each number as a sum of powers of two on its own line, and below these lines the parity of each column.
fn binary_columns(columns: &Columns, width: usize) -> Option<Vec<StyledLine>> {
    if columns.rows.is_empty() || columns.rows.len() > MOST_ROWS {
        return None;
    }
    let all = columns.rows.iter().fold(columns.xor, |all, (_, n)| all | n);
    let bits = (64 - all.leading_zeros()).max(1);
    let names = columns
        .rows
        .iter()
        .map(|(name, _)| wide(name))
        .max()
        .unwrap_or(0)
        .max(3);
    let numbers = columns
        .rows
        .iter()
        .map(|(_, n)| n.to_string().len())
        .max()
        .unwrap_or(1);
    let cell = |bit: u32| (1u64 << bit).to_string();
    let powers = |n: u64| -> String {
        let digit = |bit: u32| match n >> bit & 1 {
            1 => cell(bit),
            _ => format!("{:>1$}", "·", cell(bit).len()),
        };
        (0..bits)
            .rev()
            .map(|bit| format!(" {}", digit(bit)))
            .collect()
    };
    let mut lines: Vec<StyledLine> = (columns.rows.iter())
        .map(|(name, n)| {
            StyledLine::plain(format!(
                "{}  {n:>numbers$}  ={}",
                fit(name, names),
                powers(*n)
            ))
        })
        .collect();
    let marks: String = (0..bits)
        .rev()
        .map(|bit| {
            let is_odd = columns.xor >> bit & 1 == 1;
            let mark = if is_odd { "✗" } else { "✓" };
            let width = cell(bit).len();
            format!(" {mark:>width$}")
        })
        .collect();
    let (tone, what) = match columns.xor {
        0 => (Tone::Quiet, tr!("✓: even")),
        _ => (Tone::Hint, tr!("✗: odd")),
    };
    lines.push(StyledLine::new(
        tone,
        format!("{:names$}  {:numbers$}   {marks}   ({what})", "", ""),
    ));
    lines
        .iter()
        .all(|line| wide(&line.text) <= width)
        .then_some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_every_line_once_and_cut_no_table_that_fits() {
        assert_eq!(in_pages(9, 4, &[]), [0..4, 4..8, 8..9]);
        // The table in lines 3, 4 and 5 is moved to the next page.
        assert_eq!(
            in_pages(9, 4, std::slice::from_ref(&(3..6))),
            [0..3, 3..7, 7..9]
        );
        // A table of five lines does not fit on a page, so it is split.
        assert_eq!(
            in_pages(9, 4, std::slice::from_ref(&(2..7))),
            [0..4, 4..8, 8..9]
        );
    }

    #[test]
    fn columns_that_do_not_fit_are_left_out() {
        let wide = Columns::new(vec![("pile 1".to_owned(), u64::MAX)]);
        assert!(binary_columns(&wide, 40).is_none());
        assert!(binary_columns(&Columns::default(), 40).is_none());
        assert!(
            binary_columns(&Columns::new(vec![("a".to_owned(), 1); MOST_ROWS + 1]), 40).is_none()
        );
    }
}
