//! Boards as icons, for galleries: a character a piece, as in print, whatever the terminal can show; and so small that
//! many stand side by side, a character a square, for trees of moves.

use super::brush::ink;
use super::canvas::{Canvas, Ink, Mark, cells_of};
use super::hits::Drawing;
use super::{Colours, Marks, Size, Style, draw, paint};
use nimatron_core::rules::{
    Face, Lattice, Picture, PileMode, Piles, Player, Scene, Square, nearest,
};

/// A board as large as the room at most: stones and dots as characters, which stay round when they are small; other boards
/// painted where there are colours, but for crosses and noughts.
pub fn icon(scene: &Scene, room: Size, colours: Option<&Colours>, style: Style) -> Drawing {
    let (width, height) = (i32::from(room.width), i32::from(room.height));
    // Of a sum its first game.
    let scene = if let Picture::Frames(parts) = &scene.picture {
        &parts[0].scene
    } else {
        scene
    };
    let canvas = match &scene.picture {
        Picture::Lattice(board) => lattice(board, width, height, style),
        Picture::Piles(board) => piles(board, width, height, style),
        _ => None,
    };
    let is_mark = |s: &Square| matches!(s.face, Face::Mark(_));
    let is_small =
        matches!(&scene.picture, Picture::Squares(board) if board.squares.iter().any(is_mark));
    match (canvas, colours) {
        (Some(canvas), _) => {
            let (width, height) = (canvas.width, canvas.height);
            Drawing {
                width,
                height,
                canvas: Some(canvas),
                ..Drawing::default()
            }
        }
        (None, Some(colours)) if !is_small => paint(
            &Scene::of(scene.picture.clone()),
            room,
            &Marks::default(),
            colours,
        ),
        _ => draw(
            &Scene::of(scene.picture.clone()),
            room,
            &Marks::default(),
            style,
        ),
    }
}

/// Stones or dots, with a column between them where there is room.
fn lattice(board: &Lattice, width: i32, height: i32, style: Style) -> Option<Canvas> {
    let xs = || board.points.iter().map(|p| p.at.0);
    let ys = || board.points.iter().map(|p| p.at.1);
    let (left, right, top, bottom) = (xs().min()?, xs().max()?, ys().min()?, ys().max()?);
    let columns = if 2 * (right - left) < width { 2 } else { 1 };
    let size = (columns * (right - left) + 1, bottom - top + 1);
    if size.0 > width || size.1 > height {
        return None;
    }
    let mut canvas = Canvas::sized(size.0, size.1);
    for point in &board.points {
        let (sign, ink) = match point.face {
            Face::Dot => (style.pick('•', '*'), Ink::Plain),
            Face::Empty => (style.pick('·', '.'), Ink::Faint),
            face => (character(face, style), ink(face)),
        };
        let (x, y) = (columns * (point.at.0 - left), point.at.1 - top);
        canvas.put(x, y, sign, ink, Mark::default());
    }
    Some(canvas)
}

/// Heaps as blocks of stones, all as broad, no higher than the room; boxes with their walls.
fn piles(board: &Piles, width: i32, height: i32, style: Style) -> Option<Canvas> {
    let boxed = board.mode == PileMode::Split;
    let rows = if boxed { height - 1 } else { height };
    let most = i32::try_from(board.heaps.iter().map(|heap| heap.count).max()?).ok()?;
    // More stones than there are cells have no room, and their number is not reckoned with.
    if rows < 1 || most > width * rows {
        return None;
    }
    let heaps = nearest::<i32, _>(board.heaps.len());
    let gap = if boxed { 1 } else { 2 };
    let broad = |stones: i32, wall: i32| 2 * stones - 1 + 2 * wall;
    let total = |stones: i32, wall: i32| heaps * broad(stones, wall) + (heaps - 1) * gap;
    // A lone row of stones would be no pile.
    let least = ((most + rows - 1) / rows).max(1);
    let stones = (least..=least + 2)
        .find(|n| (most + n - 1) / n <= 2 * n)
        .unwrap_or(least);
    let wall = i32::from(boxed);
    let stones = [stones, least]
        .into_iter()
        .find(|&stones| total(stones, wall) <= width)?;
    let tall = ((most + stones - 1) / stones).max(1);
    let mut canvas = Canvas::sized(total(stones, wall), tall + i32::from(boxed));
    let mut put = |x, y, sign, ink| canvas.put(x, y, sign, ink, Mark::default());
    for (i, heap) in (0..).zip(&board.heaps) {
        let left = i * (broad(stones, wall) + gap);
        for k in 0..i32::try_from(heap.count).ok()? {
            put(
                left + wall + 2 * (k % stones),
                tall - 1 - k / stones,
                style.pick('●', 'o'),
                Ink::Stone,
            );
        }
        if boxed {
            let right = left + broad(stones, wall) - 1;
            for y in 0..tall {
                put(left, y, style.pick('│', '|'), Ink::Dim);
                put(right, y, style.pick('│', '|'), Ink::Dim);
            }
            for x in left + 1..right {
                put(x, tall, style.pick('─', '-'), Ink::Dim);
            }
            put(left, tall, style.pick('└', '+'), Ink::Dim);
            put(right, tall, style.pick('┘', '+'), Ink::Dim);
        }
    }
    Some(canvas)
}

/// The character of what stands on a square.
pub fn character(face: Face, style: Style) -> char {
    match face {
        Face::Empty => ' ',
        Face::Free | Face::Closed | Face::Dot => style.pick('·', '.'),
        Face::Stone => style.pick('●', 'o'),
        Face::Food => style.pick('■', '#'),
        Face::Poison => style.pick('✗', '!'),
        Face::ColourOne => style.pick('▒', ':'),
        Face::ColourTwo => style.pick('█', '#'),
        Face::Mark(Player::First) => 'X',
        Face::Mark(Player::Second) => 'O',
        Face::Queen => style.pick('♛', 'Q'),
        Face::Reach => style.pick('•', '+'),
        Face::Goal => style.pick('◎', '$'),
        Face::Sign { sign, plain } if cells_of(sign) > 1 => plain,
        Face::Sign { sign, plain } => style.pick(sign, plain),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimatron_core::games;
    use nimatron_core::rules::Library;

    fn rows(id: &str) -> Vec<String> {
        let scene = games::open(id, &Library::default()).unwrap().scene();
        let icon = icon(
            &scene,
            Size {
                width: 15,
                height: 5,
            },
            None,
            Style { ascii: true },
        );
        assert!(icon.width <= 15 && icon.height <= 5, "{id}");
        icon.text().lines().map(str::to_owned).collect()
    }

    #[test]
    fn every_piece_is_a_character() {
        assert_eq!(rows("star:8191")[1], "o   o   o   o");
        assert!(rows("tictactoe:XO..X....").concat().contains("X  O"));
        assert_eq!(rows("bash/3:9").concat().matches('o').count(), 9);
        assert_eq!(rows("nim:0"), [""]);
    }

    #[test]
    fn what_has_no_room_as_an_icon_is_drawn_as_a_board() {
        for id in [
            "nim:2147483647",
            "nim:9000000000000000000",
            "race/10/9000000000000000000:0",
            "chomp:19x19",
        ] {
            assert!(!rows(id).is_empty(), "{id}");
        }
    }
}
