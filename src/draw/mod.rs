//! Boards drawn as character cells: a [`Scene`] becomes a [`Canvas`], with the places a hand can point at.
//!
//! Nothing here knows a terminal: cells have an [`Ink`] (what they show) and a [`Mark`] (what the interface says of
//! them). Every mark changes characters as well, so that a board without colours can be read.
//!
//! A board is laid out once for both ways of showing it: painted, as large as there is room, or in characters, of one
//! size. What is said of a piece:
//!
//! | mark | painted | in characters, on a stone | on a name | on an edge |
//! |---|---|---|---|---|
//! | cursor | white corners | `[●]` | `▸7)`, `▸7◂` | `•••` |
//! | picked, would be taken along | filled with white at 60 % | `◉`, `○` | `[7]` | `◆◆◆` |
//! | hint | filled with the idea's colour, all else at 40 % | `◈` | `«7»` | `* *` |
//! | played last | a dot in the player's colour, an arc where a piece went | `○`, `×` | `‹7›` | `━◇━` |
//! | all moves | the colour of the outcome, with `+`, `=` or `-` | `+`, `=`, `-` | the same | the same |
//! | theory | the idea's colour, brackets with values, the axis | letters of pairs, `◇` where it loses, values | the same | the length of a chain |

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
use marks::{MarkIndex, PartMarks};
use nimatron_core::rules::{FigureMark, Ground, Picture, Scene, Site, Squares, saturating_cast};
use std::borrow::Cow;

pub use canvas::{Canvas, Glyph, Ink, Mark, SECOND_HALF, Size, Style, character, sign_of};
pub use colours::Colours;
pub use hits::{Drawing, Hit, site_at};
pub use marks::Marks;
pub use motion::{Direction, neighbour};

/// No board needs more cells than this, however large the room.
const MOST: Size = Size {
    width: 1_000,
    height: 2_000,
};

/// The fewest rows in which a line is kept under a board for the values of a sum.
const VALUED: i32 = 12;

/// Draws a board in characters of one size, and its notes below it where there is room for them.
///
/// The canvas is never larger than the room. Where the board does not fit, a part of it is shown, the part with the
/// cursor; where even that cannot be, the position in words.
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

/// Paints a board as large as the room allows, and its notes below it where there is room for them.
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
    let (width, height) = (
        i32::from(room.width.min(MOST.width)),
        i32::from(room.height.min(MOST.height)),
    );
    Brush {
        width,
        height,
        marks: PartMarks::new(marks, index),
        colours,
        plain: None,
    }
}

/// Renders boards as an SVG document with `title` as its name, each under its caption: on a light ground, one below
/// the other.
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

/// Draws a board with its notes below it: room is reserved for the values of a sum, the other notes share the rest.
fn scene_with<'a>(scene: &Scene, brush: &Brush<'a>) -> Board<'a> {
    // Notes on the characters of a plain board do not apply to a painted one.
    let is_meant = |note: &&String| brush.plain.is_some() || !note.contains('▒');
    let notes: Vec<&String> = scene.notes.iter().filter(is_meant).collect();
    let texts: Vec<&str> = notes.iter().map(|note| note.as_str()).collect();
    let mut wrapped = words::wrap(&texts, saturating_cast(brush.width));
    for (note, lines) in notes.into_iter().zip(&mut wrapped) {
        // Its rows stay free, so that the board stands still once it says something else.
        if !brush.marks.is_news(note) {
            lines
                .iter_mut()
                .for_each(|line| *line = " ".repeat(line.chars().count()));
        }
    }
    let mut notes = wrapped;
    let mut values = None;
    if brush.marks.is_whole() {
        let is_sum = matches!(scene.picture, Picture::Sum(_));
        let sum = brush.marks.sum(&scene.picture, brush.style());
        values = sum.or_else(|| (is_sum && brush.marks.start.is_some()).then(String::new));
    } else {
        notes.retain(|note| note.len() <= 2);
    }
    // Where rows are few, the board gets them all.
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

/// Draws the pieces and their connections; in words where they have no room.
fn picture<'a>(picture: &Picture, brush: &Brush<'a>) -> Board<'a> {
    let drawn = match picture {
        Picture::Cells(cells) => cells::draw(cells, brush),
        Picture::Squares(squares) => squares::draw(squares, brush),
        Picture::Piles(piles) => piles::draw(piles, brush),
        Picture::Graph(graph) => graph::draw(graph, brush),
        Picture::Sum(frames) => sum::draw(frames, brush),
    };
    let Some(mut board) = drawn else {
        return words::draw(picture, brush);
    };
    // The parts of a sum draw their own connections, and the squares of a chess board leave no ground free.
    let is_chess = |s: &Squares| s.ground == Ground::Checkered;
    match picture {
        Picture::Sum(_) => {}
        Picture::Squares(squares) if is_chess(squares) => {}
        _ => connections(&mut board),
    }
    board
}

/// Draws the axes and links of the theory, and the links of all moves, between painted places of this part.
fn connections(board: &mut Board<'_>) {
    let Brush {
        colours: c, marks, ..
    } = board.brush;
    let ends = |board: &Board<'_>, a: Site, b: Site| {
        let at = |site| {
            let hit = board.hits.iter().find(|h| h.site == site)?;
            Some(middle(hit.x.into(), hit.y.into()))
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
    let links: Vec<_> = marks.links().collect();
    for (a, b, outcome) in links {
        if let Some((a, b)) = ends(board, a, b) {
            board.bridge(a, b, c.outcome(outcome));
        }
    }
}
