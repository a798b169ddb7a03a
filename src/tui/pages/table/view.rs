//! How the table looks: the board, and the panel with the verdict, the idea, and the moves.

use std::ops::Range;

use nimatron_core::games::reasons::and;
use nimatron_core::rules::{Columns, Figure, Frame as PartFrame, Picture, Word};
use ratatui::style::Modifier;

use super::state::MatchState;
use super::words;
use crate::draw::Drawing;
use crate::play::winner;
use crate::settings::PanelPlace;
use crate::tui::components::BARS;
use crate::tui::frame::{chip, tone};
use crate::tui::layout::Panes;
use crate::tui::prelude::*;

/// Below so many rows a board over its words has the free row under the title too.
const LOW: u16 = 24;
/// From so many rows on a panel under the board has more than the verdict and the idea.
const ROOMY: u16 = 9;
/// From so many rows on it has all that a panel beside the board has.
const AMPLE: u16 = 14;

/// The panes of the table: where the settings say. A lesson keeps its words beside the board.
pub fn panes(cx: &Context) -> Panes {
    let lesson = cx.on_table.as_ref().is_some_and(|s| s.is_lesson());
    let mut panes = match cx.settings.values().panel {
        PanelPlace::Below if !lesson => layout::panes_below(cx.size),
        PanelPlace::None if !lesson => layout::one_pane(cx.size),
        _ => layout::panes(cx.size),
    };
    if panes.beside
        && !lesson
        && cx
            .on_table
            .as_ref()
            .is_some_and(|s| is_long(&s.start.picture, panes))
    {
        // A long row is larger over the words, and needs few rows there.
        panes = layout::panes_below(cx.size);
        let rows = panes.body.height / 2;
        panes.side = Rect {
            y: panes.body.bottom() - rows,
            height: rows,
            ..panes.body
        };
        panes.main.height = (panes.body.height - rows).saturating_sub(1);
        panes.beside = rows >= AMPLE;
    }
    if !panes.beside && cx.size.1 < LOW {
        // Where rows are few the board begins right under the title.
        panes.main.y -= 1;
        panes.main.height += 1;
        if lesson {
            // The words teach: they get half of the page, in 20 rows one less for the nine of a star.
            panes.side.y =
                panes.body.y + panes.body.height / 2 + u16::from(panes.body.height == 16);
            panes.side.height = panes.body.bottom() - panes.side.y;
            panes.main.height = panes.side.y - panes.main.y - 1;
        }
    }
    panes
}

/// Whether a board is one row of cells that are small beside the words, and fit in a line over them.
fn is_long(board: &Picture, panes: Panes) -> bool {
    let cells = match board {
        Picture::Strip(strip) => strip.cells.len(),
        Picture::Squares(board) if board.squares.len() <= board.columns => board.columns,
        _ => return false,
    };
    6 * cells > usize::from(panes.main.width) && 3 * cells <= usize::from(panes.body.width)
}

pub fn shows_theory(cx: &Context, s: &MatchState) -> bool {
    cx.shows_why() && !s.conceals() && !s.is_lesson()
}

/// The board on the table, as it is shown now, with the theory or without.
pub fn drawing(cx: &Context, s: &MatchState, theory: bool) -> Drawing {
    let figure = if theory { s.figure(cx.more) } else { None };
    // The move that is about to be chosen from a list is shown like a hint.
    let hint = if s.preview.is_empty() {
        s.hinted()
    } else {
        s.preview.clone()
    };
    let (after, last) = (s.next_scene(), s.last_sites());
    let marks = Marks {
        cursor: s.cursor.filter(|_| s.game().to_move().is_some()),
        picked: &s.picked,
        open: &s.open,
        last: &last,
        second: s.game().last_move().is_some_and(|m| m.by == Player::Second),
        hint: &hint,
        before: s.before.as_ref(),
        after: after.as_ref(),
        start: Some(&s.start),
        figure: figure.as_deref(),
        signs: &[],
        links: &[],
    };
    match &s.scene.picture {
        // The short titles stand there before the values are known, so that nothing moves when they are.
        Picture::Frames(frames) if theory => {
            let values = s.analysis().map_or(&[][..], |analysis| &analysis.nimbers);
            let named = with_values(frames, &s.game().position().part_id(), values);
            let whole = Scene {
                picture: Picture::Frames(named),
                notes: s.scene.notes.clone(),
            };
            board::scene(&whole, panes(cx).main, &marks, &cx.theme)
        }
        _ => board::scene(&s.scene, panes(cx).main, &marks, &cx.theme),
    }
}

/// The games of a sum with their Grundy values in their titles: `1 nim *7`.
fn with_values(frames: &[PartFrame], id: &str, values: &[Option<u64>]) -> Vec<PartFrame> {
    let mut named = frames.to_vec();
    for (i, (frame, part)) in named.iter_mut().zip(id.split(" + ")).enumerate() {
        let word = part.split(['/', ':']).next().unwrap_or(part);
        let value = values
            .get(i)
            .copied()
            .flatten()
            .map_or(String::new(), |value| format!(" *{value}"));
        frame.title = format!("{} {word}{value}", i + 1);
    }
    named
}

/// Draws the board, and on the line under its room what of it is out of sight; the last move too where the panel, which
/// tells it, is not at the side. The terminal's own cursor stands on the board's.
pub fn draw_board(cx: &Context, s: &MatchState, theory: bool, frame: &mut Frame<'_>) {
    let panes = panes(cx);
    let drawing = drawing(cx, s, theory);
    let room = panes.main;
    board::paint(&cx.theme, frame, &drawing, room);
    frame.hit_board(&drawing, room);
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
    let told = s
        .told
        .as_ref()
        .filter(|_| !panes.beside && s.game().to_move().is_some());
    let width = usize::from(panes.main.width);
    // A move that is long in words is told in its notation, but not one of several that a player made.
    let played = s.game().last_move().filter(|m| {
        let before = s
            .game()
            .cursor()
            .checked_sub(2)
            .and_then(|ply| s.game().moves().get(ply));
        before.is_none_or(|before| before.by != m.by)
    });
    let played = played.map(|m| format!("{} played {}", s.game().participant(m.by).name, m.text));
    let told = told.map(|told| {
        let short = played.filter(|_| wide(&told.text) > width);
        Span::styled(
            cut(short.as_ref().unwrap_or(&told.text), width),
            tone(&cx.theme, told.tone),
        )
    });
    // What has no room beside the last move is left out.
    let room_left = width.saturating_sub(told.as_ref().map_or(0, |told| told.width() + 2));
    let hidden = drawing
        .cut
        .filter(|text| told.is_none() || wide(text) <= room_left);
    let hidden = hidden.map(|text| Span::styled(cut(&text, room_left), cx.theme.quiet()));
    let parted = told.is_some() && hidden.is_some();
    let line = Line::from_iter(
        told.into_iter()
            .chain(parted.then(|| Span::raw("  ")))
            .chain(hidden),
    )
    .centered();
    let area = Rect {
        y: panes.main.bottom(),
        height: 1,
        ..panes.main
    };
    frame.render_widget(line, area);
}

pub fn draw(cx: &Context, frame: &mut Frame<'_>) {
    let Some(s) = &cx.on_table else { return };
    let panes = panes(cx);
    let moves = s.game().moves().len();
    let number = match s.game().cursor() {
        0 => "start".to_owned(),
        at if at == moves => format!("move {at}"),
        at => format!("move {at} of {moves}"),
    };
    let unsaved = if cx.would_lose() { " *" } else { "" };
    let note = format!(
        "{}  {number}{unsaved}",
        words::players(s, cx.settings.name())
    );
    page::title(
        cx,
        frame,
        &panes,
        &words::title(s),
        &s.game().position().id(),
        &note,
    );
    draw_board(cx, s, shows_theory(cx, s), frame);
    if panes.side.is_empty() {
        return;
    }
    let panel = panel(cx, s, &panes);
    let used = nearest::<u16, _>(panel.lines.len()).min(panes.side.height);
    frame.render_widget(Paragraph::new(panel.lines), panes.side);
    if let Some((area, shown)) = move_list(s, &panes, used) {
        draw_moves(cx, s, frame, area, shown);
    } else if panel.flowing {
        let area = Rect {
            y: panes.side.y + used,
            height: 1,
            ..panes.side
        };
        let moves = flowing(cx, s, usize::from(area.width));
        let mut x = area.x + nearest::<u16, _>(FLOWING.len());
        for (ply, text) in &moves {
            let width = nearest::<u16, _>(wide(text));
            frame.hit(Rect { x, width, ..area }, Message::Item(ply + 1));
            x += width;
        }
        let spans = moves.into_iter().map(|(ply, text)| {
            let by = s
                .game()
                .moves()
                .get(ply)
                .map_or(cx.theme.text(), |m| cx.theme.player(m.by));
            Span::styled(text, by)
        });
        let line: Vec<Span<'_>> = std::iter::once(Span::styled(FLOWING, cx.theme.quiet()))
            .chain(spans)
            .collect();
        frame.render_widget(Paragraph::new(Line::from(line)), area);
    }
}

/// The panel above the moves.
struct Panel {
    lines: Vec<Line<'static>>,
    /// The number of the page of the reason that is shown, and of its last page.
    page: (usize, usize),
    /// Whether the last moves stand in one line below.
    flowing: bool,
}

/// What is where in the panel: the verdict always, then the reason, as much of it as there is room for.
fn panel(cx: &Context, s: &MatchState, panes: &Panes) -> Panel {
    let (width, height) = (panes.side.width, usize::from(panes.side.height));
    let mut lines = head(cx, s, panes.side, panes.beside);
    lines.truncate(height);
    let left = height - lines.len();
    let (played, beside) = (s.game().moves().len(), panes.beside);
    // The heading and up to three moves; in a narrow terminal one line of moves.
    let list = match played {
        0 => 0,
        n if beside => 2 + n.min(3),
        _ => usize::from(left > 1),
    };
    let room = left.saturating_sub(list);
    let (mut why, mut tables) = why(cx, s, panes.side, beside);
    if beside && !why.is_empty() {
        why.insert(0, Line::default());
        tables = tables
            .into_iter()
            .map(|table| table.start + 1..table.end + 1)
            .collect();
    }
    let mut page = (0, 0);
    if why.len() > room {
        let pages = in_pages(why.len(), room.saturating_sub(1).max(1), &tables);
        page = (s.reading.min(pages.len() - 1), pages.len() - 1);
        why = why[pages[page.0].clone()].to_vec();
        let key = |action| cx.settings.keys().name(KeyContext::Table, action);
        let dots = cx.theme.pick("…", "...");
        let text = match page.0 < page.1 {
            true => format!("{dots} {} reads on", key(Action::PageDown)),
            false => format!("{} goes back", key(Action::PageUp)),
        };
        // A single line is for the idea; the bar says how to read on.
        if room > 1 {
            why.push(Line::styled(
                cut(&text, usize::from(width)),
                cx.theme.quiet(),
            ));
        }
        why.truncate(room);
    }
    lines.extend(why);
    Panel {
        flowing: played > 0 && !beside && lines.len() < height,
        lines,
        page,
    }
}

/// So many lines as pages of at most `height` lines. A table that fits on a page is not cut in two.
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

/// Whether there is more of the reason than is in sight.
pub fn reads_on(cx: &Context, s: &MatchState) -> bool {
    let panes = panes(cx);
    !panes.side.is_empty() && panel(cx, s, &panes).page.1 > 0
}

/// Turns a page of the reason.
pub fn read_on(cx: &mut Context, action: Action) {
    let panes = panes(cx);
    let Some(s) = cx.on_table.as_ref().filter(|_| !panes.side.is_empty()) else {
        return;
    };
    let (at, last) = panel(cx, s, &panes).page;
    let Some(s) = cx.on_table.as_mut() else {
        return;
    };
    s.reading = if action == Action::PageUp {
        at.saturating_sub(1)
    } else {
        (at + 1).min(last)
    };
}

/// The player to move and the verdict; at the end, the winner.
fn head(cx: &Context, s: &MatchState, side: Rect, beside: bool) -> Vec<Line<'static>> {
    let (theme, width, roomy) = (&cx.theme, side.width, beside || side.height >= ROOMY);
    let mut head = cx.flow(words::task(s).map(StyledLine::hint), width);
    let mut said = Vec::new();
    if let Some((won, how)) = words::end(s) {
        head.push(Line::from(chip(theme, tone(theme, won.tone), &won.text)));
        said.extend(Some(StyledLine::plain(how)).filter(|line| !line.text.is_empty()));
        said.extend(words::turning_point(s).map(StyledLine::plain));
        said.push(StyledLine::quiet(
            "<review> review, <rematch> rematch, <swap> swap sides, <new> new game",
        ));
    } else {
        // Who is to move stands first and what was played second, always.
        said.extend(words::to_move(s, cx.settings.name()));
        said.extend(s.told.iter().filter(|_| beside).cloned());
        said.extend(words::waiting(s));
    }
    said.extend(words::score(s).map(|score| StyledLine::plain(format!("Score  {score}"))));
    let waits = s.here().is_none() && s.game().to_move().is_some() && !s.person_may_move();
    let mut is_told = false;
    if let Some(refusal) = words::refusal(s) {
        said.extend(refusal);
    } else if s.conceals() {
        said.push(StyledLine::quiet(
            "<hint> gives a hint, <verdict> shows who wins and why",
        ));
    } else if cx.shows_verdict() || waits {
        is_told = true;
    } else if s.game().to_move().is_some() {
        said.push(StyledLine::quiet("<verdict> shows who wins"));
    }
    head.extend(cx.flow(said, width));
    if is_told {
        head.extend(verdict(cx, s, width));
        if roomy && cx.shows_verdict() && s.game().moves().len() > 1 && cx.size.1 >= 20 {
            let history = history(cx, s, width);
            head.extend((beside && !history.is_empty()).then(Line::default));
            head.extend(history);
        }
    }
    // A hint stays in sight however far the reason is scrolled. In a narrow terminal the bar says it first.
    let hint = words::hint(s).filter(|_| beside || cx.notice.is_none());
    if let Some(text) = hint {
        if beside {
            head.push(Line::default());
        }
        head.extend(cx.flow([StyledLine::hint(text)], width));
    }
    head
}

/// The verdict as a chip with its numbers behind it.
fn verdict(cx: &Context, s: &MatchState, width: u16) -> Vec<Line<'static>> {
    let theme = &cx.theme;
    let Some(verdict) = words::verdict(s) else {
        return Vec::new();
    };
    let text = StyledLine::quiet(cx.with_keys(&verdict.text));
    let Some((colour, word)) = verdict.chip else {
        return flow(theme, [text], width);
    };
    let chip = chip(theme, tone(theme, colour), &word);
    if chip.width() + 2 + wide(&text.text) <= usize::from(width) {
        return vec![Line::from(vec![
            chip,
            Span::raw("  "),
            Span::styled(text.text, theme.quiet()),
        ])];
    }
    std::iter::once(Line::from(chip))
        .chain(flow(theme, [text], width))
        .collect()
}

/// The history of the match as bars: up where the first player was ahead, down where the second one was; the nearer
/// the end, or the larger the margin, the taller.
fn history(cx: &Context, s: &MatchState, width: u16) -> Vec<Line<'static>> {
    let theme = &cx.theme;
    let ahead = |ply: usize| {
        s.brief(ply)
            .and_then(|b| winner(b.value.outcome, s.game().mover_at(ply)))
    };
    let leader = ahead(s.game().cursor());
    let label = |player| {
        let over = s.game().position().is_over();
        let verb = match leader == Some(player) {
            true if over => "won",
            true => "is winning",
            false => "was winning",
        };
        format!("{} {verb} ", s.game().participant(player).name)
    };
    let names = Player::BOTH.map(|player| wide(&s.game().participant(player).name));
    let widest = names[0].max(names[1]) + wide(" was winning ");
    let room = usize::from(width).saturating_sub(widest);
    let end = s.game().cursor() + 1;
    let shown = end.saturating_sub(room)..end;
    let measure = |ply: usize| s.brief(ply).and_then(|b| words::measure(b.value));
    let counts = s.brief(0).is_some_and(|b| b.value.margin.is_some());
    let most = shown.clone().filter_map(measure).max().unwrap_or(0).max(1);
    let [mut up, mut down] = Player::BOTH.map(|player| {
        let style = if leader == Some(player) {
            theme.player(player)
        } else {
            theme.quiet()
        };
        vec![Span::styled(fit(&label(player), widest), style)]
    });
    let ahead: Vec<Option<Player>> = shown.clone().map(ahead).collect();
    for (ply, winner) in shown.zip(ahead.iter().copied()) {
        // From 1 to 8.
        let share = measure(ply).map_or(8, |n| n * 7 / most);
        let height = if counts { 1 + share } else { 8 - share.min(7) }.clamp(1, 8);
        let bar =
            |player: Player| theme.pick(BARS[player.index()][nearest::<usize, _>(height) - 1], "#");
        let (above, below) = match winner {
            Some(player @ Player::First) => (bar(player), " "),
            Some(player @ Player::Second) => (" ", bar(player)),
            // A draw, in the row that is there.
            None if ahead.contains(&Some(Player::First)) => (theme.pick("▁", "_"), " "),
            None => (" ", theme.pick("▔", "-")),
        };
        let style = winner.map_or(theme.quiet(), |w| theme.player(w));
        up.push(Span::styled(above, style));
        down.push(Span::styled(below, style));
    }
    // A player who was never ahead has no row.
    let rows = [up, down]
        .into_iter()
        .zip(Player::BOTH)
        .filter(|(_, player)| ahead.contains(&Some(*player)));
    rows.map(|(row, _)| Line::from(row)).collect()
}

/// The rule before the first move, the idea and what it rests on, and the figure of the theory; and which of the lines
/// are tables.
fn why(
    cx: &Context,
    s: &MatchState,
    side: Rect,
    beside: bool,
) -> (Vec<Line<'static>>, Vec<Range<usize>>) {
    let (theme, width, roomy) = (&cx.theme, side.width, beside || side.height >= ROOMY);
    let (mut all, mut tables): (Vec<Line<'static>>, Vec<Range<usize>>) = (Vec::new(), Vec::new());
    let blank = |all: &mut Vec<Line<'static>>| {
        if beside && !all.is_empty() {
            all.push(Line::default());
        }
    };
    let known = s
        .analysis()
        .filter(|a| cx.shows_why() && s.speaks() && !a.over);
    if let Some(analysis) = known {
        let reasons = s.shown_reasons();
        all.extend(flow(theme, reasons.lines(cx.more), width));
        let signs = if roomy { shown_signs(cx) } else { Vec::new() };
        all.extend(flow(theme, signs.into_iter().map(StyledLine::quiet), width));
        let figure = &analysis.figure;
        let columns = figure
            .columns
            .as_ref()
            .and_then(|columns| binary_columns(columns, usize::from(width)));
        if let Some(columns) = columns.filter(|_| beside) {
            blank(&mut all);
            tables.push(all.len()..all.len() + columns.len());
            all.extend(
                columns
                    .into_iter()
                    .map(|line| Line::styled(line.text, tone(theme, line.tone))),
            );
        }
        if let Some(small) = figure.small_values.as_ref().filter(|_| beside) {
            blank(&mut all);
            let values = small
                .lines(usize::from(width))
                .into_iter()
                .map(|line| (line, theme.text()));
            let key = (
                cx.with_keys("<atlas>: the map of all of them"),
                theme.quiet(),
            );
            let lines: Vec<_> = values.chain([key]).collect();
            tables.push(all.len()..all.len() + lines.len());
            // Their columns stand under each other: nothing is wrapped.
            all.extend(
                lines
                    .iter()
                    .map(|(text, style)| Line::styled(cut(text, usize::from(width)), *style)),
            );
        }
        let more = (!reasons.more.is_empty() && !cx.more).then(|| "<why>: more".to_owned());
        let keys: Vec<String> = more
            .into_iter()
            .chain(glossary_line(&shown_words(cx)))
            .collect();
        if roomy && !keys.is_empty() {
            all.extend(cx.flow([StyledLine::quiet(keys.join(", "))], width));
        }
    }
    if s.game().moves().is_empty() {
        blank(&mut all);
        all.extend(flow(
            theme,
            [StyledLine::quiet(rule(s.game().position()))],
            width,
        ));
    }
    (all, tables)
}

/// The rule, and how a move is written.
fn rule(position: &dyn AnyPosition) -> String {
    let (rule, examples) = (position.rule(), position.examples());
    match &examples[..] {
        [] => rule,
        [one] => format!("{rule} Moves, for example: {one}."),
        [rest @ .., last] => format!(
            "{rule} Moves, for example: {}, and {last}.",
            rest.join(", ")
        ),
    }
}

/// The terms of the theory in the reasons that are shown now, each one once.
pub fn shown_words(cx: &Context) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let s = cx
        .on_table
        .as_ref()
        .filter(|s| cx.shows_why() && s.speaks());
    for word in s.iter().flat_map(|s| {
        s.shown_reasons()
            .all(cx.more)
            .flat_map(|r| r.words())
            .collect::<Vec<_>>()
    }) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// What the marks of the theory on the board mean that are shown now.
pub fn shown_signs(cx: &Context) -> Vec<String> {
    let s = cx
        .on_table
        .as_ref()
        .filter(|s| shows_theory(cx, s) && s.game().to_move().is_some());
    let Some((s, figure)) = s.and_then(|s| Some((s, s.figure(cx.more)?))) else {
        return Vec::new();
    };
    let mut signs = Figure::legend(&figure);
    if matches!(&s.scene.picture, Picture::Piles(piles) if piles.heaps.iter().all(|h| h.label.is_empty()))
    {
        // A single pile has no name that its value could stand after.
        signs.retain(|line| !line.starts_with("* "));
    }
    if cx.theme.is_painted() {
        // What is a diamond in characters is painted in another colour.
        signs
            .iter_mut()
            .for_each(|line| *line = line.replacen("a diamond:", "a highlighted place:", 1));
    }
    signs
}

/// The key to what the terms mean.
fn glossary_line(words: &[Word]) -> Option<String> {
    let verb = if words.len() == 1 { "means" } else { "mean" };
    let names = and(words.iter().map(|word| word.name()));
    (!words.is_empty()).then(|| format!("<glossary>: what {names} {verb}"))
}

/// The most numbers that are written under each other.
const MOST_ROWS: usize = 10;

/// Numbers as sums of powers of two under each other, one line each, and under them the columns that are odd; `None`
/// where there are too many of them, or too wide ones.
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
            let mark = if columns.xor >> bit & 1 == 1 {
                "✗"
            } else {
                "✓"
            };
            let width = cell(bit).len();
            format!(" {mark:>width$}")
        })
        .collect();
    let (tone, what) = match columns.xor {
        0 => (Tone::Quiet, "all even".to_owned()),
        odd => (Tone::Hint, format!("odd: {odd}")),
    };
    lines.push(StyledLine::new(
        tone,
        format!("{:names$}  {:numbers$}   {marks}  {what}", "", ""),
    ));
    lines
        .iter()
        .all(|line| wide(&line.text) <= width)
        .then_some(lines)
}

/// The list of moves under so many lines of the panel: where its lines stand, without the heading, and which moves are in
/// it; `None` where there is no room for it, or no move.
fn move_list(s: &MatchState, panes: &Panes, used: u16) -> Option<(Rect, Range<usize>)> {
    let side = panes.side;
    let (all, cursor) = (s.game().moves().len(), s.game().cursor());
    // The heading comes first.
    let room = side
        .height
        .saturating_sub(used)
        .checked_sub(1)
        .filter(|&room| room > 0 && panes.beside)?;
    // Keep the last move played in sight, with what was taken back below it where there is room.
    let least = usize::from(room).min(all);
    let end = (cursor + usize::from(room) / 2)
        .clamp(least, all)
        .saturating_sub(s.scroll)
        .max(least);
    let first = end.saturating_sub(usize::from(room));
    (all > 0).then(|| {
        (
            Rect {
                y: side.y + used + 1,
                height: room,
                ..side
            },
            first..end,
        )
    })
}

/// The moves: the last ones that fit, or those scrolled to; each with a dot and words for what it did.
fn draw_moves(
    cx: &Context,
    s: &MatchState,
    frame: &mut Frame<'_>,
    area: Rect,
    shown: Range<usize>,
) {
    for (y, ply) in (area.y..area.bottom()).zip(shown.clone()) {
        let line = Rect {
            y,
            height: 1,
            ..area
        };
        frame.hit(line, Message::Item(ply + 1));
    }
    let theme = &cx.theme;
    let (all, cursor) = (s.game().moves(), s.game().cursor());
    let digits = all.len().max(1).ilog10() as usize + 1;
    let width = usize::from(area.width.min(layout::READABLE));
    let lines: Vec<Line<'_>> = (all.iter().enumerate().take(shown.end).skip(shown.start))
        .map(|(ply, m)| {
            let note = if cx.shows_verdict() {
                words::move_note(s, ply)
            } else {
                None
            };
            let taken_back = ply >= cursor;
            let style = |style| if taken_back { theme.quiet() } else { style };
            let (dot, text, colour) = match &note {
                None => (" ", String::new(), theme.quiet()),
                Some(note) => {
                    let dot = match note.outcome {
                        Some(Outcome::Loss) => theme.pick("✗", "-"),
                        Some(Outcome::Win) => theme.pick("●", "+"),
                        Some(Outcome::Draw) => theme.pick("◐", "="),
                        None => theme.pick("·", "."),
                    };
                    (dot, note.text.clone(), tone(theme, note.tone))
                }
            };
            let colour = colour.remove_modifier(Modifier::BOLD);
            let name = cut(&s.game().participant(m.by).name, width / 4);
            // The text of the move gets what the note leaves, at least a few characters.
            let fixed = digits + 1 + wide(&name) + 1;
            let room = width.saturating_sub(fixed + 22).max(8);
            let mark = if ply + 1 == cursor {
                theme.pick("›", ">")
            } else {
                " "
            };
            Line::from(vec![
                Span::styled(format!("{:>digits$}{mark}", ply + 1), theme.quiet()),
                Span::styled(format!("{name} "), style(theme.player(m.by))),
                Span::styled(fit(&m.text, room), style(theme.text())),
                Span::styled(format!(" {dot} {text}"), style(colour)),
            ])
        })
        .collect();
    let heading = theme.pick("── Moves ", "-- Moves ");
    let rule = theme
        .pick("─", "-")
        .repeat(width.saturating_sub(wide(heading)));
    let above = Rect {
        y: area.y - 1,
        height: 1,
        ..area
    };
    frame.render_widget(
        Span::styled(format!("{heading}{rule}"), theme.quiet()),
        above,
    );
    frame.render_widget(Paragraph::new(lines), area);
}

/// What stands before the moves where they are in one line.
const FLOWING: &str = "Moves";

/// The last moves in one line, where lines are few: each with its number, from 0, and its text; as many as fit.
fn flowing(cx: &Context, s: &MatchState, width: usize) -> Vec<(usize, String)> {
    let mut left = width.saturating_sub(FLOWING.len() + 1);
    let mut shown = Vec::new();
    for (ply, m) in s
        .game()
        .moves()
        .iter()
        .enumerate()
        .take(s.game().cursor())
        .rev()
    {
        let sign = words::move_note(s, ply)
            .filter(|_| cx.shows_verdict())
            .and_then(|note| note.outcome);
        let sign = sign.map_or(String::new(), |outcome| format!(" {}", sign_of(outcome)));
        let text = format!("  {} {}{sign}", ply + 1, m.text);
        let Some(rest) = left.checked_sub(wide(&text)) else {
            break;
        };
        left = rest;
        shown.push((ply, text));
    }
    shown.reverse();
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_every_line_once_and_cut_no_table_that_fits() {
        assert_eq!(in_pages(9, 4, &[]), [0..4, 4..8, 8..9]);
        // The table of lines 3, 4 and 5 goes to the next page.
        assert_eq!(
            in_pages(9, 4, std::slice::from_ref(&(3..6))),
            [0..3, 3..7, 7..9]
        );
        // One of five lines fits on none.
        assert_eq!(
            in_pages(9, 4, std::slice::from_ref(&(2..7))),
            [0..4, 4..8, 8..9]
        );
    }

    #[test]
    fn columns_that_do_not_fit_are_left_out() {
        let wide = Columns::of(vec![("pile 1".to_owned(), u64::MAX)]);
        assert!(binary_columns(&wide, 40).is_none());
        assert!(binary_columns(&Columns::default(), 40).is_none());
        assert!(
            binary_columns(&Columns::of(vec![("a".to_owned(), 1); MOST_ROWS + 1]), 40).is_none()
        );
    }
}
