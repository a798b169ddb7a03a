//! Draws a [`Scene`] as a [`Drawing`], in characters or as shapes, with the sites that a user can point at.
//!
//! This module is independent of terminals: cells have an [`Ink`] (what they show) and a [`Mark`] (how the interface
//! marks them). Every mark also changes characters, so that a board is readable without colours.
//!
//! A board can be painted, as large as the available room permits, or drawn in characters, at a nearly fixed size. The
//! marks on a piece are:
//!
//! | mark | painted | in characters, on a stone | on a name | on an edge |
//! |---|---|---|---|---|
//! | cursor | corners in the cursor's colour | `[●]` | `▸7)`, `▸7◂` | `•••` |
//! | picked, or removed by the picked move | tinted with the cursor's colour, a line with large dots | `◉`, `○` | `[7]` | `◆◆◆` |
//! | hint | filled with the idea's colour, everything else at 40 % | `◈` | `«7»` | `* *` |
//! | last move | a dot in the player's colour, an arc for a moved piece | `○`, `×` | `‹7›` | `━◇━` |
//! | all moves | the colour of the outcome, with `+`, `=` or `-` | `+`, `=`, `-` | `+`, `=`, `-` | `+`, `=`, `-` |
//! | theory | the idea's colour, brackets with values, the axis of symmetry | a letter on both sites of a pair, `◇` on losing sites, values | as on a stone | the length of a chain |

pub mod album;
mod ascii;
mod board;
mod brush;
mod canvas;
mod cells;
mod colours;
mod graph;
mod heap;
mod hits;
mod layers;
mod marks;
mod motion;
mod piles;
mod squares;
mod sum;
mod words;

#[cfg(test)]
mod tests;

use board::{Board, LINE, middle};
use brush::Brush;
use hits::RowKind;
use marks::{MarkIndex, PartMarks};
use nimatron_core::rules::{FigureMark, Ground, Picture, Scene, Site, Squares, saturating_cast};
use std::borrow::Cow;

pub use canvas::{Canvas, Glyph, Ink, Mark, SECOND_HALF, Size, Style, character, sign_of};
pub use colours::Colours;
pub use hits::{Drawing, Hit, site_at};
pub use marks::Marks;
pub use motion::{Direction, neighbour};

/// The maximum size of a board in cells, even if there is more room.
const MOST: Size = Size {
    width: 1_000,
    height: 2_000,
};

/// The minimum height, in rows, of a room in which a line below the board is reserved for the values of a sum.
const VALUED: i32 = 12;

/// Draws a board in characters, with its notes below it if there is room.
///
/// The canvas is never larger than the room. If the board does not fit, the part with the cursor is shown. If not even
/// a part fits, the position is shown in words.
pub fn draw(scene: &Scene, room: Size, marks: &Marks<'_>, style: Style) -> Drawing {
    let index = MarkIndex::new(marks);
    let scene = if style.ascii {
        ascii::scene(scene)
    } else {
        Cow::Borrowed(scene)
    };
    let brush = Brush {
        plain: Some(style),
        ..painter(room, marks, &index, &Colours::DARK)
    };
    scene_with(&scene, &brush).drawing()
}

/// Paints a board as large as the room permits, with its notes below it if there is room.
pub fn paint(scene: &Scene, room: Size, marks: &Marks<'_>, colours: &Colours) -> Drawing {
    let index = MarkIndex::new(marks);
    scene_with(scene, &painter(room, marks, &index, colours)).drawing()
}

fn painter<'a>(
    room: Size,
    marks: &'a Marks<'a>,
    index: &'a MarkIndex,
    colours: &'a Colours,
) -> Brush<'a> {
    let width = i32::from(room.width.min(MOST.width));
    let height = i32::from(room.height.min(MOST.height));
    Brush {
        width,
        height,
        marks: PartMarks::new(marks, index),
        colours,
        plain: None,
    }
}

/// Renders boards as an SVG document with a title and a light background. The boards are arranged in one column, each
/// below its caption.
pub fn document(title: &str, pages: &[(&str, &Scene)]) -> String {
    let colours = &Colours::LIGHT;
    let marks = Marks::default();
    let index = MarkIndex::new(&marks);
    let brush = painter(
        Size {
            width: 78,
            height: 26,
        },
        &marks,
        &index,
        colours,
    );
    let boards: Vec<(&str, Board<'_>)> = pages
        .iter()
        .map(|&(caption, scene)| (caption, scene_with(scene, &brush)))
        .collect();
    let gap = |caption: &str| if caption.is_empty() { 0 } else { 2 };
    let width = boards
        .iter()
        .map(|(caption, b)| b.width.max(canvas::wide(caption)))
        .max()
        .unwrap_or(1);
    let height = boards
        .iter()
        .map(|(caption, b)| b.height + 2 + gap(caption))
        .sum::<i32>()
        - 2;
    let mut all = Board::new(width, height.max(1), &brush);
    let mut top = 0;
    for (caption, board) in boards {
        all.write(0, top, caption, colours.text, true);
        top += gap(caption);
        let next = top + board.height + 2;
        all.paste(
            if caption.is_empty() {
                (width - board.width) / 2
            } else {
                0
            },
            top,
            board,
        );
        top = next;
    }
    let size = (saturating_cast(all.width), saturating_cast(all.height));
    nimatron_paint::document(&all.shapes, &all.labels, size, colours.ground, title)
}

fn scene_with<'a>(scene: &Scene, brush: &Brush<'a>) -> Board<'a> {
    // Notes about the characters of a plain board do not apply to a painted board.
    let is_meant = |note: &&String| brush.plain.is_some() || !note.contains('▒');
    let lines = |note: &String| {
        let mut lines = words::wrap(note, brush.width);
        // Blank out a note that is unchanged since the start of the match. If its rows were removed, the board would
        // move.
        if !brush.marks.is_news(note) {
            lines
                .iter_mut()
                .for_each(|line| *line = " ".repeat(line.chars().count()));
        }
        lines
    };
    let mut notes: Vec<Vec<String>> = scene.notes.iter().filter(is_meant).map(lines).collect();
    let mut values = None;
    if brush.marks.is_whole() {
        let is_sum = matches!(scene.picture, Picture::Sum(_));
        let sum = brush.marks.sum(&scene.picture, brush.style());
        values = sum.or_else(|| (is_sum && brush.marks.start.is_some()).then(String::new));
    } else {
        notes.retain(|note| note.len() <= 2);
    }
    // If there are few rows, use all of them for the board.
    let under = values
        .take_if(|_| brush.height < VALUED)
        .filter(|values| !values.is_empty());
    let below = if values.is_some() { 2 } else { 0 };
    notes.splice(0..0, values.map(|line| vec![line]));
    let board = picture(
        &scene.picture,
        &brush.in_room(brush.width, brush.height - below),
    );
    let board = board.with_notes(&notes, brush);
    Board {
        cut: board.cut.or(under),
        ..board
    }
}

fn picture<'a>(picture: &Picture, brush: &Brush<'a>) -> Board<'a> {
    let drawn = match picture {
        Picture::Cells(cells) => cells::draw(cells, brush).map(|b| b.in_rows(RowKind::Broken)),
        Picture::Squares(squares) => {
            squares::draw(squares, brush).map(|board| board.in_rows(RowKind::Square))
        }
        Picture::Piles(piles) => piles::draw(piles, brush).map(|b| b.in_rows(RowKind::Heap)),
        Picture::Graph(graph) => graph::draw(graph, brush),
        Picture::Sum(frames) => sum::draw(frames, brush),
    };
    let Some(mut board) = drawn else {
        return words::draw(picture, brush).in_rows(RowKind::Broken);
    };
    // The parts of a sum draw their own connections, and the squares of a chess board leave no room for connections.
    let is_chess = |s: &Squares| s.ground == Ground::Checkered;
    match picture {
        Picture::Sum(_) => {}
        Picture::Squares(squares) if is_chess(squares) => {}
        _ => connections(&mut board),
    }
    board
}

/// Draws the theory's axes and links, and the links of moves that take two sites.
fn connections(board: &mut Board<'_>) {
    let Brush {
        colours: c, marks, ..
    } = board.brush;
    let ends = |board: &Board<'_>, a: Site, b: Site| {
        let at = |site: Site| {
            // A line between two heaps begins at the middle of a heap, not at a single stone.
            let is_heap = |h: &&Hit| h.row == RowKind::Heap && a.group != b.group;
            let is_its = |h: &&Hit| h.site == site || is_heap(h) && h.site.group == site.group;
            let own = || board.hits.iter().filter(is_its);
            let x = own()
                .map(|h| h.x)
                .min()?
                .midpoint(own().map(|h| h.x).max()?);
            Some(middle((x.into(), own().next()?.y.into())))
        };
        Some((at(a)?, at(b)?))
    };
    for mark in marks.figure() {
        let (FigureMark::Axis(a, b) | FigureMark::Linked(a, b)) = mark else {
            continue;
        };
        let own = marks.own(*a).zip(marks.own(*b));
        let Some((a, b)) = own.and_then(|(a, b)| ends(board, a, b)) else {
            continue;
        };
        match mark {
            FigureMark::Axis(..) => board.axis(a, b),
            _ => board.line(a, b, LINE, c.idea),
        }
    }
    for (a, b, outcome) in marks.links() {
        if let Some((a, b)) = ends(board, a, b) {
            board.bridge(a, b, c.outcome(outcome));
        }
    }
}
