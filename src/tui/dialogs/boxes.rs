//! Places and draws dialog boxes.

use nimatron_paint::mix;
use ratatui::style::{Color, Modifier};
use ratatui::widgets::{Block, Clear};

use crate::tui::pages::table::view::panes;
use crate::tui::prelude::*;
use crate::tui::traits::Depth;

/// Returns the area of a box for `lines` lines. The box is on the panel next to the board. If there is no such panel,
/// the box is just above the key bar.
pub fn place(cx: &Context, lines: usize) -> Rect {
    let panes = panes(cx);
    let wanted = saturating_cast::<u16, _>(lines.saturating_add(2));
    if panes.beside {
        let side = panes.side;
        let room = layout::readable(side);
        let height = wanted.clamp(3, side.height.max(3));
        let y = side.y + HEAD.min(side.height.saturating_sub(height));
        return Rect {
            x: side.x - 1,
            y,
            width: room.width + 1,
            height,
        };
    }
    let height = wanted.min(panes.bar.y.saturating_sub(1));
    let body = layout::readable(panes.body);
    Rect {
        y: panes.bar.y.saturating_sub(height),
        height,
        ..body
    }
}

/// Returns the area of a box for `lines` lines in the middle of the page. In English, the box is at most `most` columns
/// wide.
pub fn centred(cx: &Context, most: u16, lines: usize) -> Rect {
    let body = layout::one_pane(cx.size).body;
    let width = body.width.min(layout::columns(most));
    let height = saturating_cast::<u16, _>(lines.saturating_add(2)).min(body.height);
    Rect {
        x: body.x + (body.width - width) / 2,
        y: body.y + (body.height - height) / 2,
        width,
        height,
    }
}

/// Dims everything drawn so far to make the next box stand out.
pub fn dim(theme: &Theme, frame: &mut Frame<'_>) {
    let colours = theme.colours();
    let has_base = theme.base().is_some();
    let fade = |colour: Color, own: [u8; 3]| match colour {
        Color::Rgb(r, g, b) => theme.rgb(mix([r, g, b], colours.ground, FADE)),
        Color::Reset if has_base => theme.rgb(mix(own, colours.ground, FADE)),
        other => other,
    };
    for cell in &mut frame.buffer_mut().content {
        if theme.depth == Depth::True {
            (cell.fg, cell.bg) = (fade(cell.fg, colours.text), fade(cell.bg, colours.ground));
        } else {
            cell.modifier.insert(Modifier::DIM);
        }
    }
}

const FADE: f32 = 0.6;

/// The number of lines at the top of the panel that a box should not cover.
const HEAD: u16 = 6;

pub fn inside(outer: Rect) -> Rect {
    let width = outer.width.saturating_sub(4);
    let height = outer.height.saturating_sub(2);
    Rect {
        x: outer.x + 2,
        y: outer.y + 1,
        width,
        height,
    }
}

pub fn width(cx: &Context) -> usize {
    usize::from(inside(place(cx, 1)).width).max(10)
}

pub fn draw(theme: &Theme, frame: &mut Frame<'_>, title: &str, outer: Rect) -> Rect {
    let block = Block::bordered()
        .border_set(theme.border())
        .border_style(theme.quiet())
        .title_style(theme.heading());
    let block = match title {
        "" => block,
        title => block.title(format!(" {title} ")),
    };
    frame.render_widget(Clear, outer);
    frame.render_widget(block, outer);
    inside(outer)
}

/// Draws a dialog box around a form of one row. The help below the row has at least `least` and at most `MOST_HELP`
/// lines.
pub fn typing(cx: &Context, frame: &mut Frame<'_>, title: &str, form: &Form<'_>, least: usize) {
    let help = form.help_lines(width(cx)).len().clamp(least, MOST_HELP);
    dim(&cx.theme, frame);
    let area = draw(&cx.theme, frame, title, place(cx, help + 1));
    form.draw(&cx.theme, frame, area);
}

/// The maximum number of lines of help under an input line.
const MOST_HELP: usize = 6;
