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
//! | cursor | a bright rim, on a chess board its corners, `▸` and `◂` beside a coin | `[●]` | `▸7)`, `▸7◂` | `•••` |
//! | picked | paler, its rim in the colour of what is picked | `◉` | `[7]` | `◆◆◆` |
//! | would be taken along | paler | `○` | | |
//! | open, once something is picked | a rim in the colour of what is offered | `◎` | `{7}` | |
//! | hinted at | a rim | `◈` | `«7»` | `* *` |
//! | played last by one, by the other | `○`, `×` or a ring, `‹7›`, a line in the colour of who played | `○`, `×` | `‹7›` | `━◇━` |
//! | all moves | the colour of the outcome, with `+`, `=` or `-` | `+`, `=`, `-` | the same | the same |
//! | theory | tints, links, brackets with values, the axis | letters of pairs, `◇` where it loses, values | the same | the length of a chain |

pub mod album;
mod ascii;
mod at_start;
mod board;
mod brush;
mod canvas;
mod colours;
mod frames;
mod heap;
mod hits;
mod icon;
mod lattice;
mod little;
mod marks;
mod motion;
mod network;
mod piles;
mod squares;
mod strip;
mod style;
mod track;
mod words;

#[cfg(test)]
mod tests;

use board::Board;
use brush::Brush;
use marks::{MarkIndex, PartMarks};
use nimatron_core::rules::{FigureMark, Picture, Scene, Site, nearest};
use std::borrow::Cow;

pub use canvas::{Canvas, Glyph, Ink, Mark, SECOND_HALF, Size};
pub use colours::Colours;
pub use hits::{Art, Drawing, Hit, Painting, PlainDrawing, site_at};
pub use icon::icon;
pub use little::little;
pub use marks::Marks;
pub use motion::{Direction, neighbour};
pub use style::Style;

/// No board needs more cells than this, however large the room.
const MOST: Size = Size { width: 1_000, height: 2_000 };

/// The fewest rows in which a line is kept under a board for the values of a sum.
const VALUED: i32 = 12;

/// Draws a board in characters of one size, and its notes below it where there is room for them.
///
/// The canvas is never larger than the room. Where the board does not fit, a part of it is shown, the part with the
/// cursor; where even that cannot be, the position in words.
#[must_use]
pub fn draw(scene: &Scene, room: Size, marks: &Marks<'_>, style: Style) -> PlainDrawing {
    let index = MarkIndex::of(marks, style.ascii);
    let scene = if style.ascii { ascii::scene(scene) } else { Cow::Borrowed(scene) };
    let brush = Brush { plain: Some(style), ..painter(room, marks, &index, &Colours::DARK) };
    scene_with(&scene, &brush).plain()
}

/// Paints a board as large as the room allows, and its notes below it where there is room for them.
#[must_use]
pub fn paint(scene: &Scene, room: Size, marks: &Marks<'_>, colours: &Colours) -> Drawing {
    let index = MarkIndex::of(marks, false);
    scene_with(scene, &painter(room, marks, &index, colours)).painted()
}

/// A brush that paints.
fn painter<'a>(room: Size, marks: &'a Marks<'a>, index: &'a MarkIndex, colours: &'a Colours) -> Brush<'a> {
    let (width, height) = (i32::from(room.width.min(MOST.width)), i32::from(room.height.min(MOST.height)));
    Brush { width, height, marks: PartMarks::new(marks, index), colours, plain: None }
}

/// Boards as an SVG document with `title` as its name, each under what led to it: on a light ground, one below the other.
#[must_use]
pub fn document(title: &str, pages: &[(&str, &Scene)]) -> String {
    let colours = &Colours::LIGHT;
    let marks = Marks::default();
    let index = MarkIndex::of(&marks, false);
    let brush = painter(Size { width: 78, height: 26 }, &marks, &index, colours);
    let boards: Vec<(&str, Board)> =
        pages.iter().map(|&(caption, scene)| (caption, scene_with(scene, &brush))).collect();
    let gap = |caption: &str| if caption.is_empty() { 0 } else { 2 };
    let width = boards.iter().map(|(caption, b)| b.width.max(canvas::wide(caption))).max().unwrap_or(1);
    let height = boards.iter().map(|(caption, b)| b.height + 2 + gap(caption)).sum::<i32>() - 2;
    let mut all = Board::of(width, height.max(1), &brush);
    let mut top = 0;
    for (caption, board) in boards {
        all.write(0, top, caption, colours.text, true);
        top += gap(caption);
        let next = top + board.height + 2;
        all.paste(if caption.is_empty() { (width - board.width) / 2 } else { 0 }, top, board);
        top = next;
    }
    let size = (nearest(all.width), nearest(all.height));
    nimatron_paint::document(&all.shapes, &all.labels, size, colours.ground, title)
}

/// A board with its notes.
fn scene_with(scene: &Scene, brush: &Brush<'_>) -> Board {
    // What the characters of a plain board mean is not said of a painted one.
    let is_meant = |note: &&str| brush.plain.is_some() || !note.contains('▒');
    let notes: Vec<&str> = scene.notes.iter().map(String::as_str).filter(is_meant).collect();
    let wrapped = words::wrap(&notes, nearest(brush.width)).into_iter();
    let mut notes: Vec<Vec<String>> = wrapped.collect();
    if !brush.marks.is_whole() {
        notes.retain(|note| note.len() <= 2);
    }
    let mut values = None;
    if brush.marks.is_whole() {
        let is_sum = matches!(scene.picture, Picture::Frames(_));
        let sum = brush.marks.sum(&scene.picture, brush.style());
        values = sum.or_else(|| (is_sum && brush.marks.is_played()).then(String::new));
    }
    // Where rows are few they are for the board.
    let under = values.take_if(|_| brush.height < VALUED).filter(|values| !values.is_empty());
    let kept = usize::from(values.is_some());
    notes.splice(0..0, values.map(|line| vec![line]));
    let board = noted(&scene.picture, &notes, kept, brush);
    Board { cut: board.cut.or(under), ..board }
}

/// A board with notes below it: room is kept for the first of them, the others have what is left.
fn noted(scene: &Picture, notes: &[Vec<String>], kept: usize, brush: &Brush<'_>) -> Board {
    let below = nearest::<i32, _>(notes.iter().take(kept).map(Vec::len).sum::<usize>());
    let below = if below > 0 { below + 1 } else { 0 };
    picture(scene, &brush.in_room(brush.width, brush.height - below)).with_notes(notes, brush)
}

fn picture(picture: &Picture, brush: &Brush<'_>) -> Board {
    pieces(picture, brush).unwrap_or_else(|| in_words(picture, brush))
}

/// The picture of the pieces; `None` where they have no room.
fn pieces(picture: &Picture, brush: &Brush<'_>) -> Option<Board> {
    match picture {
        Picture::Lattice(lattice) => lattice::draw(lattice, brush),
        Picture::Strip(strip) => strip::draw(strip, brush),
        Picture::Piles(piles) => piles::draw(piles, brush),
        Picture::Network(network) => network::draw(network, brush),
        Picture::Squares(squares) => squares::draw(squares, brush),
        Picture::Track(track) => track::draw(track, brush),
        Picture::Frames(frames) => frames::draw(frames, brush),
    }
}

/// The position in words, where there is too little room.
fn in_words(picture: &Picture, brush: &Brush<'_>) -> Board {
    let (canvas, hits) = words::draw(picture, brush);
    let mut board = Board::of(i32::from(canvas.width()), i32::from(canvas.height()), brush);
    for (y, row) in (0..).zip(canvas.rows()) {
        for (x, glyph) in (0..).zip(row).filter(|(_, g)| ![' ', SECOND_HALF].contains(&g.ch)) {
            board.say((x, y), glyph.ch.encode_utf8(&mut [0; 4]), glyph.ink, glyph.mark, brush);
        }
    }
    Board { hits, cut: Some(words::TOO_LITTLE.to_owned()), ..board }
}

/// The values of this part, with their places.
fn own_values<'a>(brush: &Brush<'a>) -> Vec<(Vec<Site>, &'a str)> {
    brush.marks.values().collect()
}

/// The axes and links of the theory, between places of this part that are painted.
fn connections(board: &mut Board, brush: &Brush<'_>) {
    if brush.plain.is_some() {
        return;
    }
    let c = brush.colours;
    let at = |board: &Board, site| {
        board.hits.iter().find(|h| h.site == site).map(|h| board::middle(i32::from(h.x), i32::from(h.y)))
    };
    let mut links = Vec::new();
    for mark in brush.marks.figure() {
        match mark {
            FigureMark::Axis(a, b) => {
                let (Some(a), Some(b)) = (brush.marks.own(*a), brush.marks.own(*b)) else { continue };
                if let (Some(a), Some(b)) = (at(board, a), at(board, b)) {
                    board.axis(a, b, c.figure);
                }
            }
            FigureMark::Linked(a, b) => {
                let (Some(a), Some(b)) = (brush.marks.own(*a), brush.marks.own(*b)) else { continue };
                if let (Some(a), Some(b)) = (at(board, a), at(board, b)) {
                    links.push((a, b, c.figure));
                }
            }
            _ => {}
        }
    }
    for (a, b, outcome) in brush.marks.links() {
        if let (Some(a), Some(b)) = (at(board, a), at(board, b)) {
            links.push((a, b, c.outcome(outcome)));
        }
    }
    board.under(links);
}
