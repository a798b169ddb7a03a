//! Setting up: the form at the left, the board as it will be at the right.

use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::frame as page;
use super::table::paint;
use crate::draw::Marks;
use crate::play::Kind;
use crate::rules::Player;
use crate::tui::app::App;
use crate::tui::board;
use crate::tui::keys::Place;
use crate::tui::setup::{Row, Setup, Source};
use crate::tui::words::{cut, wrap};
use crate::tui::{field, layout};

/// The columns of the rows' names.
const NAMES: usize = 12;

pub(super) fn draw(app: &App, setup: &Setup, frame: &mut Frame<'_>) {
    let panes = layout::panes(app.size);
    page::draw(app, frame, &panes, setup.info().name, "set up");
    form(app, setup, frame, layout::inset(panes.main));
    preview(app, setup, frame, panes.side);
    page::bar(app, frame, &panes, "", Place::Setup);
}

fn form(app: &App, setup: &Setup, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let width = usize::from(area.width);
    let rows = setup.rows();
    let mut lines: Vec<Line<'_>> = Vec::new();
    for text in wrap(setup.info().rule, width) {
        lines.push(Line::styled(text, theme.quiet()));
    }
    lines.push(Line::default());
    let mut selected = 0;
    let mut cursor = None;
    for row in rows {
        let here = row == setup.at;
        if row == Row::Play {
            lines.push(Line::default());
        }
        if here {
            selected = lines.len();
        }
        let (name, value, turns) = words(setup, row);
        let style = if here { theme.selected() } else { theme.text() };
        let mark = if here { theme.pick("▸ ", "> ") } else { "  " };
        let room = width.saturating_sub(NAMES + 5);
        let (left, right) = if turns && here { theme.pick(("◂ ", " ▸"), ("< ", " >")) } else { ("", "") };
        if row == Row::Play || row == Row::AddPart {
            lines.push(Line::from(vec![Span::raw(mark), Span::styled(format!(" {name} "), style)]));
            continue;
        }
        let typed = matches!(row, Row::Id | Row::Part(_)) || (matches!(row, Row::Field(_)) && !turns);
        let (value, at) = if typed { tail(setup, row, &value, room) } else { (cut(&value, room), 0) };
        if typed && here {
            cursor = Some((2 + NAMES + 1 + at, lines.len()));
        }
        let value_style = if typed { theme.heading() } else { theme.text() };
        lines.push(Line::from(vec![
            Span::raw(mark),
            Span::styled(format!("{:<NAMES$}", cut(&name, NAMES)), style),
            Span::raw(format!(" {left}")),
            Span::styled(value, value_style),
            Span::raw(right),
        ]));
        if here && let Some(help) = help(setup, row) {
            for text in wrap(&help, width.saturating_sub(NAMES + 3)) {
                lines.push(Line::styled(format!("{:indent$}{text}", "", indent = NAMES + 3), theme.quiet()));
            }
        }
    }
    // The selected line stays in sight.
    let height = usize::from(area.height);
    let first = (selected + 2).saturating_sub(height);
    if let Some((x, y)) = cursor
        && y >= first
        && y - first < height
        && x < width
    {
        frame.set_cursor_position(Position::new(area.x + x as u16, area.y + (y - first) as u16));
    }
    let shown: Vec<Line<'_>> = lines.into_iter().skip(first).take(height).collect();
    frame.render_widget(Paragraph::new(shown), area);
}

/// A row's name, its value, and whether the value is turned with left and right.
fn words(setup: &Setup, row: Row) -> (String, String, bool) {
    let names = setup.names();
    match row {
        Row::Source => ("Position".to_owned(), setup.source_name().to_owned(), true),
        Row::Field(i) => {
            let field = setup.entry.and_then(|e| e.setup.fields.get(i));
            let name = field.map_or("", |f| f.name).to_owned();
            let turns = matches!(field.map(|f| f.kind), Some(crate::table::FieldKind::Choice(_)));
            (name, setup.fields.get(i).map_or("", |f| f.value()).to_owned(), turns)
        }
        Row::Id => ("ID".to_owned(), setup.id.value().to_owned(), false),
        Row::Part(i) => {
            (format!("Part {}", i + 1), setup.parts.get(i).map_or("", |p| p.value()).to_owned(), false)
        }
        Row::AddPart => ("add a part".to_owned(), String::new(), false),
        Row::Convention => {
            let name = setup.convention.map_or("", |c| c.name());
            ("Convention".to_owned(), name.to_owned(), true)
        }
        Row::Side(player) => {
            let kind = setup.kinds[player.index()];
            let value = match kind {
                Kind::Human => "human".to_owned(),
                Kind::Computer(level) => format!("computer, {level}"),
            };
            (names[player.index()].to_owned(), value, true)
        }
        Row::Starts => ("Starts".to_owned(), names[setup.starts.index()].to_owned(), true),
        Row::Play => ("Play".to_owned(), String::new(), false),
    }
}

/// What helps with a row.
fn help(setup: &Setup, row: Row) -> Option<String> {
    match row {
        Row::Source if matches!(setup.source, Source::Random | Source::Interesting) => {
            Some("enter finds another one".to_owned())
        }
        Row::Field(i) => {
            let field = setup.entry?.setup.fields.get(i)?;
            Some(match field.kind {
                crate::table::FieldKind::Number { least, most, .. } => {
                    format!("{}; {least} to {most}", field.help)
                }
                _ => field.help.to_owned(),
            })
        }
        Row::Part(_) => Some("an ID; empty it to leave it out".to_owned()),
        Row::Convention => Some(
            match setup.convention? {
                crate::rules::Convention::Normal => "the last move wins",
                crate::rules::Convention::Misere => "the last move loses",
            }
            .to_owned(),
        ),
        Row::Side(player) => match setup.kinds[player.index()] {
            Kind::Human => None,
            Kind::Computer(level) => Some(level.help().to_owned()),
        },
        _ => None,
    }
}

/// The part of a typed text around its cursor, and where the cursor is in it.
fn tail(setup: &Setup, row: Row, value: &str, room: usize) -> (String, usize) {
    let input = match row {
        Row::Id => Some(&setup.id),
        Row::Part(i) => setup.parts.get(i),
        Row::Field(i) => setup.fields.get(i),
        _ => None,
    };
    let Some(input) = input else { return (value.to_owned(), 0) };
    field::window(input, room)
}

/// The board as it will be, and its ID; or what is wrong.
fn preview(app: &App, setup: &Setup, frame: &mut Frame<'_>, area: Rect) {
    let theme = &app.theme;
    let width = usize::from(area.width);
    match &setup.table {
        Ok(table) => {
            let id = wrap(&cut(&table.id(), width * 3), width);
            let mut below: Vec<Line<'_>> = id.into_iter().map(Line::from).collect();
            if let Some(mover) = table.mover() {
                let name = setup.names()[mover.index()];
                below.push(Line::styled(format!("{name} is to move"), theme.player(mover)));
            } else {
                let first = setup.names()[setup.starts.index()];
                below.push(Line::styled(format!("{first} moves first"), theme.player(Player::First)));
            }
            let height = below.len() as u16;
            if area.height > height + 2 {
                let room = Rect { height: area.height - height - 1, ..area };
                let drawing = board::scene(&table.scene(), room, &Marks::default(), theme);
                paint(theme, frame, &drawing, room);
            }
            let y = area.bottom().saturating_sub(height).max(area.y);
            frame.render_widget(Paragraph::new(below), Rect { y, height: area.bottom() - y, ..area });
        }
        Err(text) => {
            let style = if setup.looking.is_some() { theme.quiet() } else { theme.wrong() };
            let sign = if setup.looking.is_some() { "" } else { "! " };
            let lines: Vec<Line<'_>> =
                wrap(&format!("{sign}{text}"), width).into_iter().map(|l| Line::styled(l, style)).collect();
            frame.render_widget(Paragraph::new(lines), area);
        }
    }
}
