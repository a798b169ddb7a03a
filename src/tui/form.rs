//! A form: rows of a name and a value, with help under the selected one. A click on a row selects it; on the selected
//! one it turns its value over, back on the arrow in front of it, or runs the row's action.

use super::prelude::*;

/// The columns of the rows' names.
const NAMES: usize = 12;
/// The columns in front of a row's value: its mark and its name.
const VALUES: usize = 2 + NAMES + 1;

/// The value of a row.
pub enum FormValue<'a> {
    /// A row that runs an action.
    Button,
    /// One of several choices.
    Choice(String),
    /// Typed text, and the example shown while it is empty.
    Text(&'a Input, String),
}

pub struct FormRow<'a> {
    pub name: String,
    pub value: FormValue<'a>,
}

pub struct Form<'a> {
    pub rows: Vec<FormRow<'a>>,
    /// The selected row.
    pub at: usize,
    /// The text above the rows, as far as there is room.
    pub above: String,
    /// The help for the selected row, and the action of a click on it.
    pub help: (String, Option<Action>),
}

/// A line of the form: its click message, and the column of the cursor where text is typed.
struct FormLine {
    row: Option<(usize, Part)>,
    line: Line<'static>,
    cursor: Option<usize>,
}

/// The kind of a row's line.
#[derive(Clone, Copy)]
enum Part {
    Button,
    Choice,
    /// The continuation of a choice that takes several lines.
    More,
    Text,
    Help,
}

impl Form<'_> {
    pub fn draw(&self, theme: &Theme, frame: &mut Frame<'_>, area: Rect) {
        let lines = self.lines(theme, area);
        for (y, line) in (area.y..area.bottom()).zip(&lines) {
            self.hit(
                frame,
                Rect {
                    y,
                    height: 1,
                    ..area
                },
                line,
            );
            let is_here = line.row.is_some_and(|(row, _)| row == self.at);
            let cursor = line
                .cursor
                .filter(|x| is_here && *x < usize::from(area.width));
            if let Some(x) = cursor {
                frame.set_cursor_position(Position::new(area.x + saturating_cast::<u16, _>(x), y));
            }
        }
        let lines: Vec<Line<'_>> = lines.into_iter().map(|line| line.line).collect();
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn hit(&self, frame: &mut Frame<'_>, area: Rect, line: &FormLine) {
        let Some((row, part)) = line.row else {
            return;
        };
        let from = |column: usize| {
            let column = saturating_cast::<u16, _>(column).min(area.width);
            Rect {
                x: area.x + column,
                width: area.width - column,
                ..area
            }
        };
        match part {
            _ if row != self.at => frame.hit(area, Message::Item(row)),
            Part::Choice => {
                // The arrow in front of the value takes two columns.
                frame.hit(from(VALUES), Message::Turn(row, false));
                frame.hit(from(VALUES + 2), Message::Turn(row, true));
            }
            Part::More => frame.hit(from(VALUES), Message::Turn(row, true)),
            Part::Button => frame.hit(area, Message::Do(Action::Enter)),
            Part::Help => {
                if let Some(action) = self.help.1 {
                    frame.hit(area, Message::Do(action));
                }
            }
            Part::Text => {}
        }
    }

    /// The visible lines, the selected row among them.
    fn lines(&self, theme: &Theme, area: Rect) -> Vec<FormLine> {
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let text = |text: String| FormLine {
            row: None,
            line: Line::styled(text, theme.quiet()),
            cursor: None,
        };
        let mut lines = Vec::new();
        let (mut selected, mut end) = (0, 0);
        let is_tight = self.rows.len() + 4 > height;
        for at in 0..self.rows.len() {
            // The last row submits the form, so it is set apart.
            if at + 1 == self.rows.len() && !is_tight {
                lines.push(text(String::new()));
            }
            let first = lines.len();
            self.row_lines(theme, at, width, &mut lines);
            if at == self.at {
                let help = wrap(&self.help.0, width.saturating_sub(VALUES))
                    .into_iter()
                    .filter(|line| !line.is_empty());
                lines.extend(help.map(|help| FormLine {
                    row: Some((at, Part::Help)),
                    ..text(format!("{:VALUES$}{help}", ""))
                }));
                (selected, end) = (first, lines.len());
            }
        }
        let mut above = wrap(&self.above, width);
        let room = height.saturating_sub(lines.len() + usize::from(!is_tight));
        if above.len() > room {
            above.truncate(room);
            if let Some(last) = above.last_mut() {
                *last = cut(&format!("{last} {}", theme.pick("…", "...")), width);
            }
        }
        let blank = (!is_tight && !above.is_empty()).then(String::new);
        let above: Vec<FormLine> = above.into_iter().chain(blank).map(text).collect();
        // The selected row in sight, and as much of its help as there is room for.
        let first = (above.len() + end)
            .saturating_sub(height)
            .min(above.len() + selected);
        above
            .into_iter()
            .chain(lines)
            .skip(first)
            .take(height)
            .collect()
    }

    fn row_lines(&self, theme: &Theme, at: usize, width: usize, lines: &mut Vec<FormLine>) {
        let row = &self.rows[at];
        let here = at == self.at;
        let style = row_style(theme, here);
        let mark = Span::styled(
            if here { theme.pick("▸ ", "> ") } else { "  " },
            theme.key(),
        );
        let room = width.saturating_sub(VALUES + 2);
        let mut add = |part, line, cursor| {
            lines.push(FormLine {
                row: Some((at, part)),
                line,
                cursor,
            });
        };
        let name = &row.name;
        let mut spans = vec![mark, Span::styled(fit(name, NAMES), style), Span::raw(" ")];
        match &row.value {
            FormValue::Button => {
                spans.truncate(1);
                spans.push(Span::styled(format!(" {name} "), style));
                add(Part::Button, Line::from(spans), None);
            }
            FormValue::Text(input, example) if input.value().is_empty() && !example.is_empty() => {
                spans.push(Span::styled(
                    format!("for example {example}"),
                    theme.quiet(),
                ));
                add(Part::Text, Line::from(spans), Some(VALUES));
            }
            FormValue::Text(input, _) => {
                let (text, at) = field::window(input, room);
                spans.push(Span::styled(text, theme.heading()));
                add(Part::Text, Line::from(spans), Some(VALUES + at));
            }
            FormValue::Choice(value) => {
                // The value of the selected row is between arrows, which take two columns each.
                let (left, right) = if here {
                    theme.pick(("◂ ", " ▸"), ("< ", " >"))
                } else {
                    ("", "")
                };
                let mut values = wrap(value, room.saturating_sub(2)).into_iter();
                let first = Span::styled(values.next().unwrap_or_default(), style);
                let behind = if values.len() == 0 { right } else { "" };
                spans.extend([
                    Span::styled(left, theme.key()),
                    first,
                    Span::styled(behind, theme.key()),
                ]);
                add(Part::Choice, Line::from(spans), None);
                let indent = VALUES + wide(left);
                while let Some(more) = values.next() {
                    let right = if values.len() == 0 { right } else { "" };
                    let text = format!("{:indent$}{more}{right}", "");
                    add(Part::More, Line::styled(text, theme.text()), None);
                }
            }
        }
    }
}
