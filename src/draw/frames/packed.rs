//! Few boards, each in a frame of fitting size: all of them whole, set in rows or in columns, so that the one that is
//! least as large as it could be is as large as can be.

use super::super::canvas::wide;
use super::super::hits::PlainDrawing;
use super::super::pen::Pen;
use super::super::words;
use super::{DrawScene, inner, short};
use nimatron_core::rules::Frame;

/// More boards than this are set in shares of the room that are all alike.
const FEW: usize = 6;

/// The most sizes of a board that are tried, by how many boards there are.
const SIZES: [usize; FEW + 1] = [0, 8, 8, 7, 4, 3, 2];

/// Shares of the width and of the height that a board is tried in, in twelfths.
const SHARES: [u16; 4] = [12, 8, 6, 4];

/// What stands around a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Border {
    /// Lines on all sides, with the title in the upper one.
    Lines,
    /// The title above it, and a free column on each side.
    Title,
}

impl Border {
    /// Rows around a board.
    pub(super) fn rows(self) -> i32 {
        match self {
            Border::Lines => 2,
            Border::Title => 1,
        }
    }
}

/// Boards with the left, top, width and height of each with its border, in a rectangle of this width and height.
pub(super) struct PackedBoards {
    pub(super) boards: Vec<(PlainDrawing, [i32; 4])>,
    pub(super) width: i32,
    pub(super) height: i32,
}

/// All boards in the room of the pen; `None` where they do not fit, or are too many.
pub(super) fn packed(
    frames: &[Frame],
    pen: &Pen<'_>,
    board: DrawScene<'_>,
    border: Border,
) -> Option<PackedBoards> {
    let most = *SIZES.get(frames.len())?;
    let mut sizes = Vec::with_capacity(frames.len());
    for (i, frame) in frames.iter().enumerate() {
        let drawings = drawings(frame, &pen.in_part(i), frames.len(), board, border, most);
        if drawings.is_empty() {
            return None;
        }
        sizes.push(drawings);
    }
    let boxes: Vec<Vec<BoxSize>> = sizes
        .iter()
        .zip(frames)
        .map(|(drawings, frame)| drawings.iter().map(|d| BoxSize::of(d, frame, border)).collect())
        .collect();
    let best = best(&boxes, pen.space())?;
    let (places, width, height) = best.places(&boxes);
    let boards = sizes.into_iter().zip(&best.chosen).map(|(mut drawings, &k)| drawings.swap_remove(k));
    Some(PackedBoards { boards: boards.zip(places).collect(), width, height })
}

/// The drawings of a board at several sizes, the largest first. They are whole, unless the board is cut even where it has
/// the room for itself.
fn drawings(
    frame: &Frame,
    pen: &Pen<'_>,
    parts: usize,
    board: DrawScene<'_>,
    border: Border,
    most: usize,
) -> Vec<PlainDrawing> {
    let (width, height) = (usize::from(pen.room.width), usize::from(pen.room.height));
    let mut all: Vec<PlainDrawing> = Vec::new();
    let mut may_be_cut = false;
    for across in SHARES {
        for down in SHARES {
            let (across, down) = (usize::from(across), usize::from(down));
            // Nearly all of the room leaves none for the others; much less than a share is too little.
            let share = across * down * parts;
            let is_first = across == 12 && down == 12;
            if !is_first && parts > 1 && !(36..=108 * parts).contains(&share) {
                continue;
            }
            // Of many boards fewer sizes are tried: a frame is drawn at every key.
            if parts > 3 && (across == 8 || down == 8) {
                continue;
            }
            let rows = height * down / 12 + usize::from(border == Border::Title);
            let Some(room) = inner(width * across / 12, rows) else { continue };
            let fits = |d: &PlainDrawing| d.canvas.width() <= room.width && d.canvas.height() <= room.height;
            // The smallest so far fits here too: it would be drawn again.
            if all.last().is_some_and(fits) {
                continue;
            }
            let drawing = board(&frame.scene, &pen.with_room(room));
            if drawing.cut.as_deref() == Some(words::TOO_LITTLE) {
                continue;
            }
            if is_first {
                may_be_cut = drawing.cut.is_some();
            }
            let is_new = |d: &PlainDrawing| {
                (d.canvas.width(), d.canvas.height()) != (drawing.canvas.width(), drawing.canvas.height())
            };
            if (drawing.cut.is_none() || may_be_cut) && all.iter().all(is_new) {
                all.push(drawing);
            }
        }
    }
    all.sort_by_key(|d| std::cmp::Reverse(u32::from(d.canvas.width()) * u32::from(d.canvas.height())));
    if all.len() > most {
        // The largest and the smallest, and some between them.
        let last = all.len() - 1;
        let kept: Vec<usize> = (0..most).map(|k| k * last / (most - 1).max(1)).collect();
        let mut at = 0;
        all.retain(|_| {
            at += 1;
            kept.contains(&(at - 1))
        });
    }
    all
}

/// How large a board with its border is.
#[derive(Clone, Copy)]
struct BoxSize {
    width: i32,
    height: i32,
    area: i64,
}

impl BoxSize {
    fn of(drawing: &PlainDrawing, frame: &Frame, border: Border) -> BoxSize {
        let (width, height) = (i32::from(drawing.canvas.width()), i32::from(drawing.canvas.height()));
        let title = wide(short(&frame.title)) + 4;
        BoxSize {
            width: (width + 2).max(title),
            height: height + border.rows(),
            area: i64::from(width) * i64::from(height),
        }
    }
}

/// One way to set boards: groups side by side in a row each, or one below the other in a column each.
struct Packing {
    /// Which size of each board.
    chosen: Vec<usize>,
    /// How many boards each group has.
    groups: Vec<usize>,
    in_columns: bool,
}

/// The best way to set boxes of these sizes into a room.
fn best(boxes: &[Vec<BoxSize>], room: (i32, i32)) -> Option<Packing> {
    let count = boxes.len();
    let largest: Vec<i64> =
        boxes.iter().map(|b| b.iter().map(|b| b.area).max().unwrap_or(1).max(1)).collect();
    let mut best: Option<((i64, i64), Packing)> = None;
    let mut chosen = vec![0; count];
    loop {
        let sizes: Vec<BoxSize> = chosen.iter().zip(boxes).map(|(&k, b): (&usize, _)| b[k]).collect();
        let least = sizes.iter().zip(&largest).map(|(b, &most)| 1000 * b.area / most).min().unwrap_or(0);
        let worth = (least, sizes.iter().map(|b| b.area).sum());
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            // A bit says that a group ends after a board.
            let ways = (0..1_usize << count.saturating_sub(1)).flat_map(|ends| [(ends, false), (ends, true)]);
            let fit = ways
                .map(|(ends, in_columns)| {
                    let groups = groups(count, ends);
                    Packing { chosen: chosen.clone(), groups, in_columns }
                })
                .find(|packing| {
                    let (width, height) = packing.size(&sizes);
                    width <= room.0 && height <= room.1
                });
            if let Some(packing) = fit {
                best = Some((worth, packing));
            }
        }
        // The next choice, as a number with a digit for each board.
        let Some(digit) = (0..count).find(|&i| chosen[i] + 1 < boxes[i].len()) else {
            return best.map(|(_, packing)| packing);
        };
        chosen[digit] += 1;
        chosen[..digit].fill(0);
    }
}

/// How many boards are in each group, from the boards after which one ends.
fn groups(count: usize, ends: usize) -> Vec<usize> {
    let mut groups = vec![0];
    for i in 0..count {
        if let Some(last) = groups.last_mut() {
            *last += 1;
        }
        if i + 1 < count && ends >> i & 1 == 1 {
            groups.push(0);
        }
    }
    groups
}

impl Packing {
    /// Width and height of all, from the sizes of the boxes.
    fn size(&self, sizes: &[BoxSize]) -> (i32, i32) {
        let (mut along, mut across) = (0, 0);
        let mut rest = sizes;
        for &count in &self.groups {
            let (group, after) = rest.split_at(count);
            rest = after;
            let (width, height) = self.group(group);
            let (a, b) = if self.in_columns { (height, width) } else { (width, height) };
            along = along.max(a);
            across += b;
        }
        if self.in_columns { (across, along) } else { (along, across) }
    }

    /// Width and height of a group.
    fn group(&self, group: &[BoxSize]) -> (i32, i32) {
        let widths = || group.iter().map(|b| b.width);
        let heights = || group.iter().map(|b| b.height);
        match self.in_columns {
            true => (widths().max().unwrap_or(0), heights().sum()),
            false => (widths().sum(), heights().max().unwrap_or(0)),
        }
    }

    /// Where each box stands, and the width and height of all. What a group is smaller than the largest is shared out
    /// among its boxes, so that all borders end on one line.
    fn places(&self, boxes: &[Vec<BoxSize>]) -> (Vec<[i32; 4]>, i32, i32) {
        let sizes: Vec<BoxSize> = self.chosen.iter().zip(boxes).map(|(&k, b)| b[k]).collect();
        let (width, height) = self.size(&sizes);
        let mut places = Vec::with_capacity(sizes.len());
        let mut rest = sizes.as_slice();
        let mut across = 0;
        for &count in &self.groups {
            let (group, after) = rest.split_at(count);
            rest = after;
            let (w, h) = self.group(group);
            let spare = if self.in_columns { height - h } else { width - w };
            let count = i32::try_from(count).unwrap_or(1).max(1);
            let mut along = 0;
            for (i, b) in (0..).zip(group) {
                let more = spare * (i + 1) / count - spare * i / count;
                if self.in_columns {
                    places.push([across, along, w, b.height + more]);
                    along += b.height + more;
                } else {
                    places.push([along, across, b.width + more, h]);
                    along += b.width + more;
                }
            }
            across += if self.in_columns { w } else { h };
        }
        (places, width, height)
    }
}
