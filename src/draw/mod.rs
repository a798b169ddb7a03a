//! Boards drawn as character cells: a [`Scene`] becomes a [`Canvas`], with the places a hand can point at.
//!
//! Nothing here knows a terminal: cells have an [`Ink`] (what they show) and a [`Mark`] (what the interface says of
//! them). Every mark changes characters as well, so that a board without colours can be read.
//!
//! | mark | on a labelled point | on a stone of one cell | on a large stone | on an edge |
//! |---|---|---|---|---|
//! | cursor | `▸  7 ◂` | `[●]` | arrows beside it: `▸`, `◂` | `•••` |
//! | picked | `[ 7]` | `◉` | `◆` | `◆◆◆` |
//! | open, once something is picked | `{ 7}` | `◎` | `◦` | |
//! | hinted at | `« 7»` | `◈` | `◈` | `* *` |
//! | taken last by the person, by the opponent | `‹ 7›` | `○`, `×` | a thin outline, a heavy one | `━◇━` |
//! | would be taken | | `○` | a shadow | |
//!
//! The theory and the signs of all moves are badges: a letter for both places of a pair, `◇` for a place that loses, a
//! digit for a chain, `+ = -` for moves.

pub mod album;
mod ascii;
mod at_start;
mod canvas;
mod colours;
mod disc;
mod faces;
mod frames;
mod hits;
mod lattice;
mod lines;
mod little;
mod marks;
mod motion;
mod network;
mod painted;
mod pen;
mod piles;
mod said;
mod squares;
mod strip;
mod style;
mod tally;
mod track;
mod words;

#[cfg(test)]
mod tests;

use marks::{MarkIndex, PartMarks};
use nimatron_core::rules::{Picture, Scene};
use pen::Pen;
use std::borrow::Cow;

pub use canvas::{Canvas, Glyph, Ink, Mark, SECOND_HALF, Size};
pub use colours::Colours;
pub use hits::{Art, Drawing, Hit, Painting, PlainDrawing, site_at};
pub use little::little;
pub use marks::Marks;
pub use motion::{Direction, neighbour};
pub use painted::{document, paint, thumbnail};
pub use said::BoardNote;
pub use style::Style;

/// No board needs more cells than this, however large the room.
const MOST: Size = Size { width: 1_000, height: 2_000 };

/// Draws a board as large as the room allows, and its notes below it where there is room for them.
///
/// The canvas is never larger than the room. Where the board does not fit, a part of it is shown, the part with the
/// cursor; where even that cannot be, the position in words.
#[must_use]
pub fn draw(scene: &Scene, room: Size, marks: &Marks<'_>, style: Style) -> PlainDrawing {
    let index = MarkIndex::of(marks, style.ascii);
    let room = Size { width: room.width.min(MOST.width), height: room.height.min(MOST.height) };
    let pen = Pen { room, marks: PartMarks::new(marks, &index), style };
    let scene = if style.ascii { ascii::scene(scene) } else { Cow::Borrowed(scene) };
    scene_with(&scene, &pen)
}

/// The fewest rows in which lines are kept under a board for what a move takes and leaves, and for the values of a sum.
const TALLIED: u16 = 12;

/// Draws a board with its notes, and above them what the last move took and what the next one would.
fn scene_with(scene: &Scene, pen: &Pen<'_>) -> PlainDrawing {
    let wrapped = words::wrap(&scene.notes, pen.room.width).into_iter();
    let mut notes: Vec<Vec<BoardNote>> =
        wrapped.map(|lines| lines.into_iter().map(BoardNote::plain).collect()).collect();
    if !pen.marks.is_whole() {
        // A narrow part of a sum is for its board.
        notes.retain(|note| note.len() <= 2);
    }
    // The lines are kept even where there is nothing to say, so that the board stands still.
    let (mut values, mut tally) = (None, None);
    let is_low = pen.room.height < TALLIED;
    if pen.marks.is_whole() {
        let is_sum = matches!(scene.picture, Picture::Frames(_));
        let sum = pen.marks.sum(&scene.picture, pen.style);
        values = sum.or_else(|| (is_sum && pen.marks.is_played()).then(String::new));
        if pen.marks.is_played() && tally::counts(&scene.picture) {
            let beside = if is_low { values.as_deref().map_or(0, canvas::wide) + 6 } else { 0 };
            tally = Some(tally::line(&scene.picture, pen, i32::from(pen.room.width) - beside));
        }
    }
    if is_low {
        // Rows are few: they are for the board.
        let mut said = tally.unwrap_or_default();
        if let Some(values) = values.filter(|values| !values.is_empty()) {
            said.rest = if said.is_empty() { values } else { format!("{}  {values}", said.rest) };
        }
        let said = Some(said).filter(|said| !said.is_empty());
        return PlainDrawing { said, ..noted(&scene.picture, &notes, pen) };
    }
    notes.splice(0..0, values.map(BoardNote::plain).into_iter().chain(tally).map(|line| vec![line]));
    noted(&scene.picture, &notes, pen)
}

/// Draws a board with notes below it.
fn noted(scene: &Picture, notes: &[Vec<BoardNote>], pen: &Pen<'_>) -> PlainDrawing {
    if notes.is_empty() {
        return picture(scene, pen);
    }
    // One blank row, then the notes; but the board comes first.
    let below =
        u16::try_from(notes.iter().map(Vec::len).sum::<usize>()).unwrap_or(u16::MAX).saturating_add(1);
    if let Some(height) = pen.room.height.checked_sub(below) {
        let drawing = picture(scene, &pen.with_room(Size { height, ..pen.room }));
        if drawing.cut.is_none() {
            return words::under(drawing, notes, pen);
        }
    }
    words::under(picture(scene, pen), notes, pen)
}

/// Draws a board without notes.
fn picture(picture: &Picture, pen: &Pen<'_>) -> PlainDrawing {
    let drawn = match picture {
        Picture::Lattice(lattice) => lattice::draw(lattice, pen),
        Picture::Strip(strip) => strip::draw(strip, pen),
        Picture::Piles(piles) => piles::draw(piles, pen),
        Picture::Network(network) => network::draw(network, pen),
        Picture::Squares(squares) => squares::draw(squares, pen),
        Picture::Track(track) => track::draw(track, pen),
        Picture::Frames(frames) => frames::draw(frames, pen, &scene_with),
    };
    drawn.unwrap_or_else(|| words::draw(picture, pen))
}
