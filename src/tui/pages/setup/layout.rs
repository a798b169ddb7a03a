//! The lines of the set-up form: the same for clicks and for drawing.

use super::state::{PositionSource, SetupRow, SetupState};
use crate::erased::FieldKind;
use crate::games::CATALOGUE;
use crate::rules::Convention;
use crate::tui::field;
use crate::tui::keys::{KeyMap, Place};
use crate::tui::text::wrap;

/// The columns of the rows' names.
pub const NAMES: usize = 12;
/// The columns in front of a row's value: its mark and its name.
pub const VALUES: usize = 2 + NAMES + 1;

pub enum FormLine {
    /// Words about the game, or nothing.
    Text(String),
    /// A row that does something: its name.
    Button(SetupRow, &'static str),
    /// A row with a value that is turned over: its name and value, and whether the value ends here.
    Choice(SetupRow, String, String, bool),
    /// More of the value of the row above, and whether it ends here.
    More(SetupRow, String, bool),
    /// A row with a line of text: its name, what of the text is in sight, and where the cursor is in it.
    Typed(SetupRow, String, String, usize),
    /// A row with an empty line of text: its name, and an example of what may be typed.
    Empty(SetupRow, String, &'static str),
    /// What helps with the selected row.
    Help(SetupRow, String),
}

impl FormLine {
    /// The row that it is a line of.
    #[must_use]
    pub fn row(&self) -> Option<SetupRow> {
        match self {
            FormLine::Text(_) => None,
            FormLine::Button(row, _)
            | FormLine::Choice(row, ..)
            | FormLine::More(row, ..)
            | FormLine::Empty(row, ..)
            | FormLine::Typed(row, ..)
            | FormLine::Help(row, _) => Some(*row),
        }
    }
}

/// The form in so many columns and rows: the lines in sight, the selected one among them.
#[must_use]
pub fn lines(setup: &SetupState, keys: &KeyMap, width: usize, height: usize) -> Vec<FormLine> {
    let info = setup.shown_info();
    let rule = info.rule_under(setup.convention.or(info.default));
    let mut lines: Vec<FormLine> = wrap(&rule, width).into_iter().map(FormLine::Text).collect();
    lines.push(FormLine::Text(String::new()));
    let (mut selected, mut end) = (0, 0);
    for row in setup.rows() {
        if row == SetupRow::Play {
            lines.push(FormLine::Text(String::new()));
        }
        if row == setup.at {
            selected = lines.len();
        }
        row_lines(setup, row, width.saturating_sub(VALUES + 2), &mut lines);
        if row == setup.at
            && let Some(text) = help(setup, row)
        {
            let text = wrap(&keys.fill(Place::Setup, &text), width.saturating_sub(VALUES));
            lines.extend(text.into_iter().map(|text| FormLine::Help(row, text)));
        }
        if row == setup.at {
            end = lines.len();
        }
    }
    // The selected row in sight, and what helps with it as far as there is room.
    let first = end.saturating_sub(height).min(selected);
    lines.into_iter().skip(first).take(height).collect()
}

/// What stands in a part of a sum that is empty: the examples of the games that can be summed, in turn.
fn example(part: usize) -> &'static str {
    let all = || CATALOGUE.iter().filter(|e| e.info.players.is_none()).map(|e| e.info.example);
    all().nth(part % all().count().max(1)).unwrap_or_default()
}

/// A row, its value in so many columns.
fn row_lines(setup: &SetupState, row: SetupRow, room: usize, lines: &mut Vec<FormLine>) {
    // The arrow behind the value of the selected row takes two columns.
    let mut value = match line(setup, row, room) {
        FormLine::Choice(_, name, value, _) => {
            let mut value = wrap(&value, room.saturating_sub(2)).into_iter();
            lines.push(FormLine::Choice(row, name, value.next().unwrap_or_default(), value.len() == 0));
            value
        }
        other => return lines.push(other),
    };
    while let Some(more) = value.next() {
        lines.push(FormLine::More(row, more, value.len() == 0));
    }
}

/// A row, its line of text in so many columns.
fn line(setup: &SetupState, row: SetupRow, room: usize) -> FormLine {
    let names = setup.names();
    let typed = |name: String, input: Option<&tui_input::Input>| {
        let (text, at) = input.map_or_else(Default::default, |input| field::window(input, room));
        FormLine::Typed(row, name, text, at)
    };
    let choice = |name: &str, value: &str| FormLine::Choice(row, name.to_owned(), value.to_owned(), true);
    match row {
        SetupRow::Source => choice("Position", setup.source_name()),
        SetupRow::Field(i) => {
            let field = setup.entry.and_then(|e| e.setup.fields.get(i));
            let (name, input) = (field.map_or("", |f| f.name), setup.fields.get(i));
            match field.map(|f| f.kind) {
                Some(FieldKind::Choice(_)) => choice(name, input.map_or("", |f| f.value())),
                _ => typed(name.to_owned(), input),
            }
        }
        SetupRow::Id => typed("ID".to_owned(), Some(&setup.id)),
        SetupRow::Part(i) => match setup.parts.get(i) {
            Some(part) if part.value().is_empty() => FormLine::Empty(row, part_name(i), example(i)),
            part => typed(part_name(i), part),
        },
        SetupRow::AddPart => FormLine::Button(row, "add a part"),
        SetupRow::Convention => choice("Convention", setup.convention.map_or("", |c| c.name())),
        SetupRow::Side(player) => choice(names[player.index()], &setup.kinds[player.index()].description()),
        SetupRow::Starts => choice("Starts", names[setup.starts.index()]),
        SetupRow::Play => FormLine::Button(row, "Play"),
    }
}

fn part_name(part: usize) -> String {
    format!("Part {}", part + 1)
}

/// What helps with a row.
fn help(setup: &SetupState, row: SetupRow) -> Option<String> {
    match row {
        SetupRow::Source => Some(
            match setup.source {
                PositionSource::Random => "<pick> finds another one",
                PositionSource::Interesting => {
                    "<pick> finds another one, smaller where the size leaves nothing to choose"
                }
                _ => return None,
            }
            .to_owned(),
        ),
        SetupRow::Field(i) => {
            let field = setup.entry?.setup.fields.get(i)?;
            Some(match field.kind {
                FieldKind::Number { least, most, .. } => format!("{}; {least} to {most}", field.help),
                _ => field.help.to_owned(),
            })
        }
        SetupRow::Part(_) => Some("an ID; empty it to remove the part".to_owned()),
        SetupRow::Convention => Some(
            match setup.convention? {
                Convention::Normal => "the last move wins",
                Convention::Misere => "the last move loses",
            }
            .to_owned(),
        ),
        SetupRow::Side(player) => Some(setup.kinds[player.index()].level()?.help().to_owned()),
        _ => None,
    }
}
