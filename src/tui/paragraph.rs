use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Text};
use ratatui::widgets::Widget;

use nimatron_core::rules::saturating_cast;

/// Lines of text, each truncated at the right edge of the area.
///
/// Unlike ratatui's widget of the same name, this widget does not wrap lines. It writes ASCII directly into the cells,
/// which takes only a few instructions per character.
pub struct Paragraph<'a> {
    text: Text<'a>,
    style: Style,
}

impl<'a> Paragraph<'a> {
    pub fn new(text: impl Into<Text<'a>>) -> Paragraph<'a> {
        let (text, style) = (text.into(), Style::default());
        Paragraph { text, style }
    }

    pub fn style(self, style: Style) -> Paragraph<'a> {
        Paragraph { style, ..self }
    }
}

impl Widget for Paragraph<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        let area = area.intersection(buffer.area);
        let style = self.style.patch(self.text.style);
        if style != Style::default() {
            buffer.set_style(area, style);
        }
        for (line, row) in self.text.lines.iter().zip(area.rows()) {
            draw_line(
                line,
                row,
                style,
                line.alignment.or(self.text.alignment),
                buffer,
            );
        }
    }
}

fn draw_line(line: &Line<'_>, row: Rect, style: Style, at: Option<Alignment>, buffer: &mut Buffer) {
    let columns = || saturating_cast::<u16, _>(line.width());
    let left = match at {
        None | Some(Alignment::Left) => 0,
        Some(Alignment::Center) => (row.width / 2).saturating_sub(columns() / 2),
        Some(Alignment::Right) => row.width.saturating_sub(columns()),
    };
    let mut x = row.x + left;
    let style = style.patch(line.style);
    for span in line {
        let style = style.patch(span.style);
        let room = row.right().saturating_sub(x);
        let text = span.content.as_ref();
        if !text.bytes().all(|b| (0x20..0x7f).contains(&b)) {
            (x, _) = buffer.set_stringn(x, row.y, text, room.into(), style);
            continue;
        }
        let [x0, y0] = [x - buffer.area.x, row.y - buffer.area.y].map(usize::from);
        let start = y0 * usize::from(buffer.area.width) + x0;
        let cells = buffer.content.iter_mut().skip(start);
        for (cell, c) in cells.zip(text.chars()).take(room.into()) {
            cell.set_char(c).set_style(style);
        }
        x += room.min(saturating_cast(text.len()));
    }
}
