//! Boards painted: a scene is laid out in cells, so that equal pieces look equal and slanted lines go through corners,
//! and becomes shapes in colours, with the places a hand can point at.
//!
//! | said of a piece | painted |
//! |---|---|
//! | cursor | a bright rim |
//! | picked | lifted, its rim in the colour of what is picked |
//! | would be taken along | a rim in that colour |
//! | can be picked next | a rim in the colour of what is offered |
//! | hinted at | a light behind it and a rim |
//! | taken last | a ghost: an outline in the player's colour, with a dot where the opponent took it |
//! | all moves | the piece in the colour of the outcome, with `+`, `=` or `-` |
//! | theory | tints, links, brackets with values, the axis |

mod board;
mod frames;
mod lattice;
mod network;
mod piles;
mod squares;
mod strip;
mod track;

use super::canvas::{self, Size};
use super::colours::Colours;
use super::hits::Drawing;
use super::marks::{MarkIndex, Marks, PartMarks};
use super::pen::{Pen, Style};
use super::said::BoardNote;
use super::{MOST, TALLIED, tally, words};
use board::Board;
use nimatron_core::rules::{FigureMark, Picture, Scene, nearest};

/// What a board is painted with.
#[derive(Clone, Copy)]
struct Brush<'a> {
    /// Cells across and down.
    width: i32,
    height: i32,
    marks: PartMarks<'a>,
    colours: &'a Colours,
}

impl<'a> Brush<'a> {
    fn in_room(&self, width: i32, height: i32) -> Brush<'a> {
        Brush { width, height, ..*self }
    }
}

/// Paints a board as large as the room allows, and its notes below it where there is room for them.
#[must_use]
pub fn paint(scene: &Scene, room: Size, marks: &Marks<'_>, colours: &Colours) -> Drawing {
    let index = MarkIndex::of(marks, false);
    let (width, height) = (i32::from(room.width.min(MOST.width)), i32::from(room.height.min(MOST.height)));
    let brush = Brush { width, height, marks: PartMarks::new(marks, &index), colours };
    let (board, said) = scene_with(scene, &brush);
    board.finish(said)
}

/// Paints a board without notes, for galleries: where its pieces have no room as they are, the picture of a larger board
/// is made smaller and loses its words.
#[must_use]
pub fn thumbnail(scene: &Scene, room: Size, colours: &Colours) -> Drawing {
    let marks = Marks::default();
    let index = MarkIndex::of(&marks, false);
    let (width, height) = (i32::from(room.width), i32::from(room.height));
    let brush = Brush { width, height, marks: PartMarks::new(&marks, &index), colours };
    let whole = |times: i32| {
        painted(&scene.picture, &brush.in_room(times * width, times * height)).filter(|b| b.cut.is_none())
    };
    let small = || (2..=4).find_map(|times| Some(whole(times)?.shrunk(times)));
    whole(1).or_else(small).unwrap_or_else(|| picture(&scene.picture, &brush)).finish(None)
}

/// Boards as an SVG document with `title` as its name, each under what led to it: on a light ground, one below the other.
#[must_use]
pub fn document(title: &str, pages: &[(&str, &Scene)]) -> String {
    let colours = &Colours::LIGHT;
    let marks = Marks::default();
    let index = MarkIndex::of(&marks, false);
    let brush = Brush { width: 78, height: 26, marks: PartMarks::new(&marks, &index), colours };
    let boards: Vec<(&str, Board)> =
        pages.iter().map(|&(caption, scene)| (caption, scene_with(scene, &brush).0)).collect();
    let gap = |caption: &str| if caption.is_empty() { 0 } else { 2 };
    let width = boards.iter().map(|(caption, b)| b.width.max(canvas::wide(caption))).max().unwrap_or(1);
    let height = boards.iter().map(|(caption, b)| b.height + 2 + gap(caption)).sum::<i32>() - 2;
    let mut all = Board::of(width, height.max(1));
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

/// A board with its notes, and above them what the last move took and what the next one would.
fn scene_with(scene: &Scene, brush: &Brush<'_>) -> (Board, Option<BoardNote>) {
    let pen = Pen {
        room: Size { width: nearest(brush.width), height: nearest(brush.height) },
        marks: brush.marks,
        style: Style::default(),
    };
    let wrapped = words::wrap(&scene.notes, pen.room.width).into_iter();
    let mut notes: Vec<Vec<BoardNote>> =
        wrapped.map(|lines| lines.into_iter().map(BoardNote::plain).collect()).collect();
    if !pen.marks.is_whole() {
        notes.retain(|note| note.len() <= 2);
    }
    let (mut values, mut tally) = (None, None);
    let is_low = pen.room.height < TALLIED;
    if pen.marks.is_whole() {
        let is_sum = matches!(scene.picture, Picture::Frames(_));
        let sum = pen.marks.sum(&scene.picture, pen.style);
        values = sum.or_else(|| (is_sum && pen.marks.is_played()).then(String::new));
        if pen.marks.is_played() && tally::counts(&scene.picture) {
            tally = Some(tally::line(&scene.picture, &pen, brush.width));
        }
    }
    if is_low {
        // Rows are few: they are for the board.
        let mut said = tally.unwrap_or_default();
        if let Some(values) = values.filter(|values| !values.is_empty()) {
            said.rest = if said.is_empty() { values } else { format!("{}  {values}", said.rest) };
        }
        return (noted(&scene.picture, &notes, 0, brush), Some(said).filter(|said| !said.is_empty()));
    }
    let kept = usize::from(values.is_some()) + usize::from(tally.is_some());
    notes.splice(0..0, values.map(BoardNote::plain).into_iter().chain(tally).map(|line| vec![line]));
    (noted(&scene.picture, &notes, kept, brush), None)
}

/// A board with notes below it: room is kept for the first of them, the others have what is left.
fn noted(scene: &Picture, notes: &[Vec<BoardNote>], kept: usize, brush: &Brush<'_>) -> Board {
    let below = nearest::<i32, _>(notes.iter().take(kept).map(Vec::len).sum::<usize>());
    let below = if below > 0 { below + 1 } else { 0 };
    picture(scene, &brush.in_room(brush.width, brush.height - below)).with_notes(notes, brush)
}

fn picture(picture: &Picture, brush: &Brush<'_>) -> Board {
    painted(picture, brush).unwrap_or_else(|| in_words(picture, brush))
}

/// The picture; `None` where its pieces have no room.
fn painted(picture: &Picture, brush: &Brush<'_>) -> Option<Board> {
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
    let pen = Pen {
        room: Size { width: nearest(brush.width), height: nearest(brush.height) },
        marks: brush.marks,
        style: Style::default(),
    };
    let plain = words::draw(picture, &pen);
    let mut board = Board::of(i32::from(plain.canvas.width()), i32::from(plain.canvas.height()));
    for (y, row) in (0..).zip(plain.canvas.rows()) {
        for (x, glyph) in (0..).zip(row).filter(|(_, g)| g.ch != ' ') {
            let c = brush.colours;
            let ink = match glyph.mark {
                m if m.cursor => c.cursor,
                m if m.picked => c.picked,
                m if m.last => {
                    if m.theirs {
                        c.theirs
                    } else {
                        c.mine
                    }
                }
                _ => c.text,
            };
            board.write(x, y, &glyph.ch.to_string(), ink, glyph.mark.cursor);
        }
    }
    board.hits = plain.hits;
    board.cut = plain.cut;
    board
}

/// Whether some place of a mark is of this part.
fn own_values<'a>(brush: &Brush<'a>) -> Vec<(Vec<nimatron_core::rules::Site>, &'a str)> {
    brush.marks.values().collect()
}

/// The axes and links of the theory, between places of this part that are painted.
fn connections(board: &mut Board, brush: &Brush<'_>) {
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
                    board.axis((a.0 + b.0) / 2.0, c.figure);
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
