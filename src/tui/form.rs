//! Draws forms. A form consists of rows with a name and a value, and shows help under the selected row. A click selects
//! a row. A click on the selected row runs its action or changes its value.

use super::prelude::*;

/// The width of the mark before a row, in columns.
const MARK: usize = 2;
/// The width of a number's buttons, `[-] [+]`, in columns.
const BUTTONS: u16 = 7;

pub enum FormValue<'a> {
    Button,
    Choice(String),
    /// A number as text, and whether the row has the buttons that decrease and increase the number.
    Number(String, [bool; 2]),
    /// Typed text, and an example that is shown while the text is empty.
    Text(&'a Input, String),
}

pub struct FormRow<'a> {
    pub name: String,
    pub value: FormValue<'a>,
}

#[derive(Default)]
pub struct Form<'a> {
    /// The width of the rows' names, in columns.
    pub names: usize,
    pub rows: Vec<FormRow<'a>>,
    pub at: usize,
    /// The text above the rows, truncated to the available room.
    pub above: String,
    pub help: FormHelp,
}

#[derive(Default)]
pub struct FormHelp {
    pub text: String,
    /// Whether the help describes an error in the typed text.
    pub is_wrong: bool,
    /// The action that a click on the help triggers.
    pub action: Option<Action>,
}

struct FormLine {
    row: Option<(usize, Part)>,
    line: Line<'static>,
    cursor: Option<usize>,
}

#[derive(Clone, Copy)]
enum Part {
    Button,
    Choice,
    Number,
    /// A continuation line of a choice that takes several lines.
    More,
    Text,
    Help,
}

impl<'a> Form<'a> {
    /// Creates an input line, which is a form with a single row of typed text.
    pub fn line(name: &str, input: &'a Input) -> Form<'a> {
        Form {
            names: wide(name),
            rows: vec![FormRow {
                name: name.to_owned(),
                value: FormValue::Text(input, String::new()),
            }],
            ..Form::default()
        }
    }

    /// Returns the column in which the values begin, after the mark and the name.
    fn values(&self) -> usize {
        MARK + self.names + usize::from(self.names > 0)
    }

    /// Returns the indentation of the help. The help is aligned with the values, or with the name if there is only one
    /// row.
    fn indent(&self) -> usize {
        match self.rows.len() {
            1 => MARK,
            _ => self.values(),
        }
    }

    pub fn help_lines(&self, width: usize) -> Vec<String> {
        let mut lines = wrap(&self.help.text, width.saturating_sub(self.indent()));
        lines.retain(|line| !line.is_empty());
        lines
    }

    pub fn draw(&self, theme: &Theme, frame: &mut Frame<'_>, area: Rect) {
        let lines = self.lines(theme, area);
        for (y, line) in (area.y..area.bottom()).zip(&lines) {
            self.hit(frame, area.row(y - area.y), line);
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
        let Some((row, part)) = line.row else { return };
        let from = |column: usize| area.skip_columns(saturating_cast(column));
        match part {
            Part::Number => {
                let button = |from_end: u16| area.last_columns(from_end).take_columns(3);
                frame.hit(area, Message::Item(row));
                frame.hit(button(BUTTONS), Message::Turn(row, false));
                frame.hit(button(3), Message::Turn(row, true));
            }
            _ if row != self.at => frame.hit(area, Message::Item(row)),
            Part::Choice => {
                // The arrow before the value takes two columns.
                frame.hit(from(self.values()), Message::Turn(row, false));
                frame.hit(from(self.values() + 2), Message::Turn(row, true));
            }
            Part::More => frame.hit(from(self.values()), Message::Turn(row, true)),
            Part::Button => frame.hit(area, Message::Do(Action::Enter)),
            Part::Help => {
                if let Some(action) = self.help.action {
                    frame.hit(area, Message::Do(action));
                }
            }
            Part::Text => {}
        }
    }

    fn lines(&self, theme: &Theme, area: Rect) -> Vec<FormLine> {
        let width = usize::from(area.width);
        let height = usize::from(area.height);
        let text = |text: String| FormLine {
            row: None,
            line: Line::styled(text, theme.quiet()),
            cursor: None,
        };
        let mut lines = Vec::new();
        let (mut selected, mut end) = (0, 0);
        let is_tight = self.rows.len() + 4 > height;
        for at in 0..self.rows.len() {
            // A button at the end submits the form, so put an empty line before the button.
            let is_end = at + 1 == self.rows.len();
            if is_end && matches!(self.rows[at].value, FormValue::Button) && !is_tight {
                lines.push(text(String::new()));
            }
            let first = lines.len();
            self.row_lines(theme, at, width, &mut lines);
            if at == self.at {
                let indent = self.indent();
                let help = self.help_lines(width).into_iter();
                let style = if self.help.is_wrong {
                    theme.wrong()
                } else {
                    theme.quiet()
                };
                lines.extend(help.map(|help| FormLine {
                    row: Some((at, Part::Help)),
                    line: Line::styled(format!("{:indent$}{help}", ""), style),
                    cursor: None,
                }));
                (selected, end) = (first, lines.len());
            }
        }
        let mut above = match self.above.as_str() {
            "" => Vec::new(),
            text => wrap(text, width),
        };
        let room = height.saturating_sub(lines.len() + usize::from(!is_tight));
        if above.len() > room {
            above.truncate(room);
            if let Some(last) = above.last_mut() {
                *last = cut(&format!("{last} {}", theme.pick("…", "...")), width);
            }
        }
        let blank = (!is_tight && !above.is_empty()).then(String::new);
        let above: Vec<FormLine> = above.into_iter().chain(blank).map(text).collect();
        // Keep the selected row visible, with as much of its help as fits.
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
        // A single row needs no mark.
        let is_marked = here && self.rows.len() > 1;
        let mark = if is_marked {
            theme.pick("▸ ", "> ")
        } else {
            "  "
        };
        let mark = Span::styled(mark, theme.key());
        let values = self.values();
        let room = width.saturating_sub(values + 2);
        let mut add = |part, line, cursor| {
            lines.push(FormLine {
                row: Some((at, part)),
                line,
                cursor,
            });
        };
        let name = &row.name;
        let blank = if self.names > 0 { " " } else { "" };
        let named = Span::styled(fit(name, self.names), style);
        let mut spans = vec![mark, named, Span::raw(blank)];
        match &row.value {
            FormValue::Button => {
                spans.truncate(1);
                spans.push(Span::styled(format!(" {name} "), style));
                add(Part::Button, Line::from(spans), None);
            }
            FormValue::Text(input, example) if input.value().is_empty() && !example.is_empty() => {
                spans.push(Span::styled(tr!("for example {example}"), theme.quiet()));
                add(Part::Text, Line::from(spans), Some(values));
            }
            FormValue::Text(input, _) => {
                let (text, at) = field::window(input, room);
                spans.push(Span::styled(text, theme.heading()));
                add(Part::Text, Line::from(spans), Some(values + at));
            }
            FormValue::Number(value, signs) => {
                let free = width.saturating_sub(values + usize::from(BUTTONS));
                spans.push(Span::styled(fit(value, free), style));
                let button = |is_on: bool, text: &'static str| {
                    if is_on {
                        Span::styled(text, theme.key())
                    } else {
                        Span::raw("   ")
                    }
                };
                let [less, more] = *signs;
                spans.extend([button(less, "[-]"), Span::raw(" "), button(more, "[+]")]);
                add(Part::Number, Line::from(spans), None);
            }
            FormValue::Choice(value) => {
                // The selected row's value is between arrows, which take two columns each.
                let (left, right) = if here {
                    theme.pick(("◂ ", " ▸"), ("< ", " >"))
                } else {
                    ("", "")
                };
                let mut parts = wrap(value, room.saturating_sub(2)).into_iter();
                let first = Span::styled(parts.next().unwrap_or_default(), style);
                let behind = if parts.len() == 0 { right } else { "" };
                spans.extend([
                    Span::styled(left, theme.key()),
                    first,
                    Span::styled(behind, theme.key()),
                ]);
                add(Part::Choice, Line::from(spans), None);
                let indent = values + wide(left);
                while let Some(more) = parts.next() {
                    let right = if parts.len() == 0 { right } else { "" };
                    let text = format!("{:indent$}{more}{right}", "");
                    add(Part::More, Line::styled(text, theme.text()), None);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::film;
    use nimatron_core::rules::Library;

    #[test]
    fn the_text_above_is_cut_only_where_there_is_no_room() {
        let theme = film::setup((80, 24), Library::default()).theme;
        let shown = |text: &str, height: u16| {
            let row = |name: &str| FormRow {
                name: name.to_owned(),
                value: FormValue::Choice("value".to_owned()),
            };
            let form = Form {
                names: 4,
                rows: vec![row("one"), row("two")],
                at: 0,
                above: text.to_owned(),
                help: FormHelp::default(),
            };
            let lines = form.lines(&theme, Rect::new(0, 0, 20, height));
            lines
                .iter()
                .map(|line| line.line.to_string().trim().to_owned())
                .collect::<Vec<_>>()
        };
        let rows = ["▸ one  ◂ value ▸", "two  value"];
        let three = "the first words here and the second line then the third one";
        let four = format!("{three} and some more");
        let above = [
            "the first words here",
            "and the second line",
            "then the third one",
        ];
        let cut = [
            "the first words here",
            "and the second line",
            "then the third one …",
        ];
        assert_eq!(shown(three, 5), [&above[..], &rows].concat());
        assert_eq!(shown(three, 6), [&above[..], &[""], &rows].concat());
        assert_eq!(shown(&four, 6), [&cut[..], &[""], &rows].concat());
    }
}
