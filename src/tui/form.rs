//! The lines of the set-up form: the same for the hand that points and the eye that looks.

use super::field;
use super::setup::{Row, Setup, Source};
use super::words::{self, wrap};
use crate::erased::{FieldKind, Info};
use crate::games::CATALOGUE;
use crate::rules::Convention;

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
    /// A row with a value that is turned over: its name and value, and whether the value ends here.
    Choice(Row, String, String, bool),
    /// More of the value of the row above, and whether it ends here.
    More(Row, String, bool),
    /// A row with a line of text: its name, what of the text is in sight, and where the cursor is in it.
    Typed(Row, String, String, usize),
    /// A row with an empty line of text: its name, and an example of what may be typed.
    Empty(Row, String, &'static str),
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
            | FormLine::More(row, ..)
            | FormLine::Empty(row, ..)
            | FormLine::Typed(row, ..)
            | FormLine::Help(row, _) => Some(*row),
        }
    }
}

/// The form in so many columns and rows: the lines in sight, the selected one among them.
#[must_use]
pub fn lines(setup: &Setup, width: usize, height: usize) -> Vec<FormLine> {
    let rule = rule(setup.shown_info(), setup.convention);
    let mut lines: Vec<FormLine> = wrap(&rule, width).into_iter().map(FormLine::Text).collect();
    lines.push(FormLine::Text(String::new()));
    let (mut selected, mut end) = (0, 0);
    for row in setup.rows() {
        if row == Row::Play {
            lines.push(FormLine::Text(String::new()));
        }
        if row == setup.at {
            selected = lines.len();
        }
        row_lines(setup, row, width.saturating_sub(VALUES + 2), &mut lines);
        if row == setup.at
            && let Some(text) = help(setup, row)
        {
            let text = wrap(&text, width.saturating_sub(VALUES));
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

/// The rule of a game under a convention: its last sentence tells who wins by the game's own one.
fn rule(info: &Info, convention: Option<Convention>) -> String {
    let Some(convention) = convention.filter(|c| Some(*c) != info.default) else {
        return info.rule.to_owned();
    };
    let name = convention.name();
    let (start, last) = info.rule.trim_end_matches('.').rsplit_once(". ").unwrap_or(("", info.rule));
    let other = [(" wins", " loses"), (" loses", " wins"), (" lost", " won"), (" won", " lost")]
        .into_iter()
        .find_map(|(old, new)| Some(format!("{}{new}", last.strip_suffix(old)?)));
    if let (Some(other), false) = (other, start.is_empty()) {
        let mut letters = other.chars();
        let first = letters.next().map(|c| c.to_lowercase().to_string()).unwrap_or_default();
        return format!("{start}. In {name} play {first}{}.", letters.as_str());
    }
    let deed = if convention == Convention::Normal { "wins" } else { "loses" };
    format!("{} In {name} play who makes the last move {deed}.", info.rule)
}

/// What stands in a part of a sum that is empty: the examples of the games that can be summed, in turn.
fn example(part: usize) -> &'static str {
    let all = || CATALOGUE.iter().filter(|e| e.info.default.is_some()).map(|e| e.info.example);
    all().nth(part % all().count().max(1)).unwrap_or_default()
}

/// A row, its value in so many columns.
fn row_lines(setup: &Setup, row: Row, room: usize, lines: &mut Vec<FormLine>) {
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
fn line(setup: &Setup, row: Row, room: usize) -> FormLine {
    let names = setup.names();
    let typed = |name: String, input: Option<&tui_input::Input>| {
        let (text, at) = input.map_or_else(Default::default, |input| field::window(input, room));
        FormLine::Typed(row, name, text, at)
    };
    let choice = |name: &str, value: &str| FormLine::Choice(row, name.to_owned(), value.to_owned(), true);
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
        Row::Part(i) => match setup.parts.get(i) {
            Some(part) if part.value().is_empty() => FormLine::Empty(row, part_name(i), example(i)),
            part => typed(part_name(i), part),
        },
        Row::AddPart => FormLine::Button(row, "add a part"),
        Row::Convention => choice("Convention", setup.convention.map_or("", |c| c.name())),
        Row::Side(player) => choice(names[player.index()], &words::kind(setup.kinds[player.index()])),
        Row::Starts => choice("Starts", names[setup.starts.index()]),
        Row::Play => FormLine::Button(row, "Play"),
    }
}

fn part_name(part: usize) -> String {
    format!("Part {}", part + 1)
}

/// What helps with a row.
fn help(setup: &Setup, row: Row) -> Option<String> {
    match row {
        Row::Source => Some(
            match setup.source {
                Source::Random => "space finds another one",
                Source::Interesting => {
                    "space finds another one, smaller where the size leaves nothing to choose"
                }
                _ => return None,
            }
            .to_owned(),
        ),
        Row::Field(i) => {
            let field = setup.entry?.setup.fields.get(i)?;
            Some(match field.kind {
                FieldKind::Number { least, most, .. } => format!("{}; {least} to {most}", field.help),
                _ => field.help.to_owned(),
            })
        }
        Row::Part(_) => Some("an ID; empty it to remove the part".to_owned()),
        Row::Convention => Some(
            match setup.convention? {
                Convention::Normal => "the last move wins",
                Convention::Misere => "the last move loses",
            }
            .to_owned(),
        ),
        Row::Side(player) => Some(setup.kinds[player.index()].level()?.help().to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_tells_the_end_of_the_convention_that_is_played() {
        for entry in CATALOGUE {
            let info = entry.info;
            assert_eq!(rule(info, info.default), info.rule);
            let (other, word) = match info.default {
                Some(Convention::Normal) => (Convention::Misere, "In misère play "),
                Some(Convention::Misere) => (Convention::Normal, "In normal play "),
                None => continue,
            };
            // Every game says who wins in its last sentence, which is turned round.
            let told = rule(info, Some(other));
            let ends = |text: &str| text.ends_with("wins.") || text.ends_with("won.");
            assert_ne!(ends(&told), ends(info.rule), "{told}");
            assert!(told.contains(word) && !told.contains("last move"), "{told}");
        }
        let sum = &crate::games::sum::INFO;
        assert!(
            rule(sum, Some(Convention::Misere)).ends_with("In misère play who makes the last move loses.")
        );
    }
}
