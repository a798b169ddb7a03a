//! The lines of the set-up form: the same for the hand that points and the eye that looks.

use super::field;
use super::setup::{Row, Setup, Source};
use super::words::{self, cut, wrap};
use crate::table::FieldKind;

/// The columns of the rows' names.
pub const NAMES: usize = 12;
/// The columns in front of a row's value: its mark and its name.
pub const VALUES: usize = 2 + NAMES + 1;

/// A line of the form.
pub enum FormLine {
    /// Words about the game, or nothing.
    Text(String),
    /// A row that does something: its name.
    Button(Row, &'static str),
    /// A row with a value that is turned over: its name and value.
    Choice(Row, String, String),
    /// A row with a line of text: its name, what of the text is in sight, and where the cursor is in it.
    Typed(Row, String, String, usize),
    /// What helps with the selected row.
    Help(Row, String),
}

impl FormLine {
    /// The row that it is a line of.
    #[must_use]
    pub fn row(&self) -> Option<Row> {
        match self {
            FormLine::Text(_) => None,
            FormLine::Button(row, _)
            | FormLine::Choice(row, ..)
            | FormLine::Typed(row, ..)
            | FormLine::Help(row, _) => Some(*row),
        }
    }
}

/// The form in so many columns and rows: the lines in sight, the selected one among them.
#[must_use]
pub fn lines(setup: &Setup, width: usize, height: usize) -> Vec<FormLine> {
    let mut lines: Vec<FormLine> = wrap(setup.info().rule, width).into_iter().map(FormLine::Text).collect();
    lines.push(FormLine::Text(String::new()));
    let mut selected = 0;
    for row in setup.rows() {
        if row == Row::Play {
            lines.push(FormLine::Text(String::new()));
        }
        if row == setup.at {
            selected = lines.len();
        }
        lines.push(line(setup, row, width.saturating_sub(NAMES + 5)));
        if row == setup.at
            && let Some(text) = help(setup, row)
        {
            let text = wrap(&text, width.saturating_sub(VALUES));
            lines.extend(text.into_iter().map(|text| FormLine::Help(row, text)));
        }
    }
    let first = (selected + 2).saturating_sub(height);
    lines.into_iter().skip(first).take(height).collect()
}

/// A row, its value in so many columns.
fn line(setup: &Setup, row: Row, room: usize) -> FormLine {
    let names = setup.names();
    let typed = |name: String, input: Option<&tui_input::Input>| {
        let (text, at) = input.map_or_else(Default::default, |input| field::window(input, room));
        FormLine::Typed(row, name, text, at)
    };
    let choice = |name: &str, value: &str| FormLine::Choice(row, name.to_owned(), cut(value, room));
    match row {
        Row::Source => choice("Position", setup.source_name()),
        Row::Field(i) => {
            let field = setup.entry.and_then(|e| e.setup.fields.get(i));
            let (name, input) = (field.map_or("", |f| f.name), setup.fields.get(i));
            match field.map(|f| f.kind) {
                Some(FieldKind::Choice(_)) => choice(name, input.map_or("", |f| f.value())),
                _ => typed(name.to_owned(), input),
            }
        }
        Row::Id => typed("ID".to_owned(), Some(&setup.id)),
        Row::Part(i) => typed(format!("Part {}", i + 1), setup.parts.get(i)),
        Row::AddPart => FormLine::Button(row, "add a part"),
        Row::Convention => choice("Convention", setup.convention.map_or("", |c| c.name())),
        Row::Side(player) => choice(names[player.index()], &words::kind(setup.kinds[player.index()])),
        Row::Starts => choice("Starts", names[setup.starts.index()]),
        Row::Play => FormLine::Button(row, "Play"),
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
                FieldKind::Number { least, most, .. } => format!("{}; {least} to {most}", field.help),
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
        Row::Side(player) => Some(setup.kinds[player.index()].level()?.help().to_owned()),
        _ => None,
    }
}
