//! Reads, writes and draws heaps, and describes their moves in words.
//!
//! On the board, a move is identified by the stones at which it cuts a heap. The remaining parts are stacked from the
//! bottom. The move cuts at the top stone of every part except the highest, and at the lowest stone that it takes.

use super::position::Become;
use super::script::{LARGEST, Script, Shape, heap_text};
use crate::games::piles::{group, stacks};
use crate::games::prelude::*;
use crate::games::reasons::{and, which_of};
use crate::{tr, tr_key};

const MOST_HEAPS: usize = 100_000;

pub(super) fn become_one(cells: &[i32], m: &Become, dims: usize) -> Box<[i32]> {
    let at = m.heap as usize * dims;
    let (before, after) = cells.split_at(at.min(cells.len()));
    let after = after.get(dims..).unwrap_or_default();
    before.iter().chain(&m.to).chain(after).copied().collect()
}

pub(super) fn of_move<'a>(cells: &'a [i32], m: &Become, script: &Script) -> &'a [i32] {
    let mut heaps = cells.chunks(script.dims);
    heaps.nth(m.heap as usize).unwrap_or_default()
}

pub(super) fn read_heaps(script: &Script, text: Text<'_>) -> Result<Box<[i32]>, IdError> {
    if text.is_empty() {
        return Ok(Box::default());
    }
    let mut cells = Vec::new();
    if script.dims == 1 {
        let heaps = text.numbers(tr!("a heap"), 0, LARGEST as u64)?;
        cells.extend(heaps.into_iter().map(|n| n as i32));
    } else {
        for heap in text.split(',') {
            read_heap(script, heap.trim(), &mut cells)?;
        }
    }
    let count = cells.len() / script.dims;
    if count > MOST_HEAPS {
        return Err(text.error(
            tr!("{count} heaps"),
            tr!("at most {most}", most = MOST_HEAPS),
        ));
    }
    Ok(cells.into())
}

fn read_heap(script: &Script, text: Text<'_>, cells: &mut Vec<i32>) -> Result<(), IdError> {
    if script.dims == 1 {
        cells.push(text.number(tr!("a heap"), 0, LARGEST as u64)? as i32);
        return Ok(());
    }
    let mut count = 0;
    let mark = if text.as_str().contains('X') {
        'X'
    } else {
        'x'
    };
    for number in text.split(mark) {
        let number = number
            .trim()
            .number(tr!("a number of a heap"), 0, LARGEST as u64)?;
        cells.push(number as i32);
        count += 1;
    }
    if count == script.dims {
        Ok(())
    } else {
        Err(text.error(
            tr!("{text} is no heap", text = text.quoted()),
            tr!(
                "{count} numbers such as {example}",
                count = script.dims,
                example = heap_text(&script.start[..script.dims])
            ),
        ))
    }
}

pub(super) const A_BECOME: &str =
    tr_key!("a heap, > and what it becomes, such as 1>2,3, or 1> where it goes");

/// Parses a move such as `2>3,4`.
pub(super) fn read_become(
    script: &Script,
    cells: &[i32],
    text: Text<'_>,
) -> Result<Become, IdError> {
    let (heap, to) = text
        .split_once('>')
        .ok_or_else(|| text.error(tr!("it has no >"), ""))?;
    let place = Place {
        noun: tr!("heap"),
        count: cells.len() / script.dims,
    };
    let place = place.read(heap)?;
    let to = to.trim();
    let mut list = Vec::new();
    for heap in to.split(',').filter(|_| !to.is_empty()) {
        read_heap(script, heap.trim(), &mut list)?;
    }
    Ok(Become {
        heap: saturating_cast(place),
        to: list.into(),
    })
}

pub(super) fn become_text(m: &Become, dims: usize) -> String {
    let heaps: Vec<String> = m.to.chunks(dims).map(heap_text).collect();
    format!("{}>{}", m.heap + 1, heaps.join(","))
}

/// Describes a move by the sizes of the heap and of the heaps that replace it. `which` distinguishes the heap from
/// equal heaps.
pub(super) fn default_words(
    cells: &[i32],
    m: &Become,
    script: &Script,
    which: Option<&str>,
) -> String {
    let dims = script.dims;
    let is_sheet = dims > 1 && script.shape == Some(Shape::Rectangle);
    let heaps: Vec<&[i32]> = cells.chunks(dims).collect();
    let heap = of_move(cells, m, script);
    let which = which.unwrap_or_else(|| which_of(&heaps, &heap));
    let size = heap_text(heap);
    let total = |heaps: &[i32]| heaps.iter().map(|n| i64::from(*n)).sum::<i64>();
    let names = and(m.to.chunks(dims).map(heap_text));
    match m.to.len() / dims {
        0 => tr!("remove {which} heap of {size}"),
        1 => {
            if total(&m.to) < total(heap) {
                tr!("reduce {which} heap of {size} to {names}")
            } else {
                tr!("change {which} heap of {size} to {names}")
            }
        }
        _ if dims == 1 && total(&m.to) == total(heap) => {
            tr!("split {which} heap of {size} into {names}")
        }
        _ if is_sheet => tr!("cut {which} sheet of {size} into {names}"),
        _ if dims > 1 => tr!("cut {which} heap of {size} into {names}"),
        _ => tr!("turn {which} heap of {size} into heaps of {names}"),
    }
}

pub(super) fn brief_words(cells: &[i32], m: &Become, script: &Script) -> String {
    let size = heap_text(of_move(cells, m, script));
    let names = and(m.to.chunks(script.dims).map(heap_text));
    match m.to.len() / script.dims {
        0 => tr!("remove {size}"),
        1 => tr!("change {size} to {names}"),
        _ => tr!("split {size} into {names}"),
    }
}

/// Draws heaps of one number as stones, or as pawns if the script requests pawns and they fit. Draws a heap of several
/// numbers as a square labelled with these numbers.
pub(super) fn scene(cells: &[i32], script: &Script) -> Scene {
    let dims = script.dims;
    if dims == 1 {
        let pawns = (script.shape == Some(Shape::Pawns)).then(|| pawns(cells));
        let pawns = pawns.flatten();
        let counts: Vec<u64> = cells.iter().map(|&count| count as u64).collect();
        return Scene::new(pawns.unwrap_or_else(|| stacks(&counts, None, '>')));
    }
    let squares = cells.chunks(dims).enumerate().map(|(i, heap)| {
        let site = Some(Site::new(0, i as u64));
        Square::new(Face::Free, heap_text(heap), site)
    });
    let columns = (cells.len() / dims).max(1);
    Scene::new(Picture::Squares(Squares {
        columns,
        squares: squares.collect(),
        ground: Ground::Tiles,
        column_labels: (1..=columns).map(|n| n.to_string()).collect(),
        row_labels: Vec::new(),
    }))
}

/// Draws each heap of n as n neighbouring files of a chessboard. In each file, two pawns face each other across an
/// empty rank.
fn pawns(cells: &[i32]) -> Option<Picture> {
    const MOST_FILES: usize = 40;
    let total = cells.iter().map(|&n| n as usize).sum::<usize>();
    if total + cells.len() > MOST_FILES || total == 0 {
        return None;
    }
    let mut files: Vec<Option<(usize, u64)>> = Vec::new();
    for (i, &n) in cells.iter().enumerate().filter(|(_, n)| **n > 0) {
        // An empty file separates two heaps.
        files.extend((!files.is_empty()).then_some(None));
        files.extend((1..=n as u64).map(|file| Some((i, file))));
    }
    let rank = |face: fn() -> Face, is_own: bool| {
        files.iter().map(move |file| match file {
            Some((i, k)) => {
                let site = is_own.then(|| Site::new(group(*i), *k));
                Square::new(face(), String::new(), site)
            }
            None => Square::new(Face::Covered, String::new(), None),
        })
    };
    let ranks = rank(|| Face::Pawn(Player::Second), false)
        .chain(rank(|| Face::Empty, false))
        .chain(rank(|| Face::Pawn(Player::First), true));
    Some(Picture::Squares(Squares {
        columns: files.len(),
        squares: ranks.collect(),
        ground: Ground::Checkered,
        column_labels: files
            .iter()
            .map(|file| file.map_or(String::new(), |(_, k)| k.to_string()))
            .collect(),
        row_labels: Vec::new(),
    }))
}

pub(super) fn cuts(cells: &[i32], m: &Become, script: &Script) -> Vec<Site> {
    let dims = script.dims;
    if dims > 1 {
        return vec![Site::new(0, u64::from(m.heap))];
    }
    let size = of_move(cells, m, script).first().map_or(0, |&n| n as u64);
    if script.shape == Some(Shape::Pawns) && pawns(cells).is_some() {
        // Return the middle file of those removed, and also its mirror image. Removing files around the mirror image
        // leaves heaps of the same sizes.
        let total = m.to.iter().map(|&n| n as u64).sum::<u64>();
        let left = if m.to.len() > 1 { m.to[0] as u64 } else { 0 };
        let file = (left + size.saturating_sub(total).div_ceil(2)).clamp(1, size.max(1));
        let mut files = vec![file, (size + 1).saturating_sub(file)];
        files.dedup();
        let site = |file| Site::new(group(m.heap as usize), file);
        return files.into_iter().map(site).collect();
    }
    let (mut cuts, mut below) = (Vec::new(), 0);
    for &part in &m.to {
        below += part as u64;
        cuts.push(below);
    }
    // The stones above the last part are taken, not split off.
    cuts.pop();
    if below < size {
        cuts.push(below + 1);
    }
    cuts.retain(|&stone| (1..=size).contains(&stone));
    cuts.sort_unstable();
    cuts.dedup();
    if cuts.is_empty() && size > 0 {
        cuts.push(size);
    }
    cuts.into_iter()
        .map(|stone| Site::new(group(m.heap as usize), stone))
        .collect()
}
