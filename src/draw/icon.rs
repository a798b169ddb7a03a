//! Boards as icons, for galleries: a character a piece, as in print, whatever the terminal can show; and so small that
//! many stand side by side, a character a square, for trees of moves.

use super::brush::ink;
use super::canvas::{Canvas, Ink, Mark, cells_of};
use super::hits::Drawing;
use super::{Colours, Marks, Size, Style, draw, paint};
use nimatron_core::rules::{
    Face, Frame, Lattice, Look, Picture, PileMode, Piles, Player, Scene, Track, nearest,
};

/// A board as large as the room at most: painted where there are colours and its pieces stay what they are when they are
/// small, else in characters; where its kind has no icon, as [`draw`] draws it.
pub fn icon(scene: &Scene, room: Size, colours: Option<&Colours>, style: Style) -> Drawing {
    let is_clear = match &scene.picture {
        Picture::Network(_) => true,
        Picture::Squares(board) => !board.squares.iter().any(|s| matches!(s.face, Face::Mark(_))),
        Picture::Strip(strip) => strip.boxed,
        _ => false,
    };
    if let Some(colours) = colours.filter(|_| is_clear) {
        return paint(&Scene::of(scene.picture.clone()), room, &Marks::default(), colours);
    }
    let (width, height) = (i32::from(room.width), i32::from(room.height));
    let canvas = match &scene.picture {
        Picture::Lattice(board) => lattice(board, width, height, style),
        Picture::Piles(board) => piles(board, width, height, style),
        Picture::Track(board) => track(board, width, height),
        Picture::Strip(strip) => {
            grid(strip.cells.iter().map(|cell| cell.face).collect(), strip.cells.len(), width, height, style)
        }
        Picture::Squares(board) => {
            grid(board.squares.iter().map(|s| s.face).collect(), board.columns, width, height, style)
        }
        Picture::Frames(parts) => sum(parts, width, height, style),
        Picture::Network(_) => None,
    };
    let Some(canvas) = canvas else { return draw(scene, room, &Marks::default(), style) };
    let (width, height) = (canvas.width, canvas.height);
    Drawing { width, height, canvas: Some(canvas), ..Drawing::default() }
}

/// The icons of the parts with plus signs between them.
fn sum(parts: &[Frame], width: i32, height: i32, style: Style) -> Option<Canvas> {
    let plus = 3;
    let each = (width + plus) / nearest::<i32, _>(parts.len().max(1)) - plus;
    let room = Size { width: u16::try_from(each).ok()?, height: u16::try_from(height).ok()? };
    let icons: Vec<Canvas> =
        parts.iter().filter_map(|part| icon(&part.scene, room, None, style).canvas).collect();
    let all = icons.iter().map(|icon| i32::from(icon.width) + plus).sum::<i32>() - plus;
    let tall = icons.iter().map(|icon| i32::from(icon.height)).max()?;
    let mut canvas = Canvas::sized(all, tall);
    let mut x = 0;
    for icon in &icons {
        if x > 0 {
            canvas.put(x - 2, tall / 2, '+', Ink::Dim, Mark::default());
        }
        canvas.paste(x, (tall - i32::from(icon.height)) / 2, icon);
        x += i32::from(icon.width) + plus;
    }
    Some(canvas)
}

/// Stones, or dots and their lines, slanted ones where there is room between the rows.
fn lattice(board: &Lattice, width: i32, height: i32, style: Style) -> Option<Canvas> {
    let xs = || board.points.iter().map(|p| p.at.0);
    let ys = || board.points.iter().map(|p| p.at.1);
    let (left, right, top, bottom) = (xs().min()?, xs().max()?, ys().min()?, ys().max()?);
    let dotted = board.points.iter().any(|p| p.face == Face::Dot);
    let rows = if dotted && 2 * (bottom - top) < height { 2 } else { 1 };
    let columns = if 2 * (right - left) < width { 2 } else { 1 };
    let size = (columns * (right - left) + 1, rows * (bottom - top) + 1);
    if size.0 > width || size.1 > height {
        return None;
    }
    let mut canvas = Canvas::sized(size.0, size.1);
    let at = |(x, y): (i32, i32)| (columns * (x - left), rows * (y - top));
    for line in board.lines.iter().filter(|_| dotted) {
        let ends = [line.ends.0, line.ends.1].map(|end| at(board.points[end].at));
        let ink = match line.look {
            Look::Faint => continue,
            Look::Plain => Ink::Dim,
            Look::Strong => Ink::Strong,
        };
        let [(ax, ay), (bx, by)] = ends;
        if ay == by {
            for x in ax.min(bx) + 1..ax.max(bx) {
                canvas.put(x, ay, style.pick('─', '-'), ink, Mark::default());
            }
        } else if rows == 2 && columns == 2 {
            let down = (bx > ax) == (by > ay);
            let sign = if down { style.pick('╲', '\\') } else { style.pick('╱', '/') };
            canvas.put((ax + bx) / 2, (ay + by) / 2, sign, ink, Mark::default());
        }
    }
    for point in &board.points {
        let (x, y) = at(point.at);
        let (sign, ink) = match point.face {
            Face::Dot => (style.pick('•', '*'), Ink::Plain),
            Face::Empty => (style.pick('·', '.'), Ink::Faint),
            face => (character(face, style), ink(face)),
        };
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
    let stones = (least..=least + 2).find(|n| (most + n - 1) / n <= 2 * n).unwrap_or(least);
    let walls = if boxed { [2, 1] } else { [0, 0] };
    let sizes = [(stones, walls[0]), (least, walls[0]), (least, walls[1])];
    let (stones, wall) = sizes.into_iter().find(|&(stones, wall)| total(stones, wall) <= width)?;
    let tall = ((most + stones - 1) / stones).max(1);
    let mut canvas = Canvas::sized(total(stones, wall), tall + i32::from(boxed));
    let mut put = |x, y, sign, ink| canvas.put(x, y, sign, ink, Mark::default());
    for (i, heap) in (0..).zip(&board.heaps) {
        let left = i * (broad(stones, wall) + gap);
        for k in 0..i32::try_from(heap.count).ok()? {
            put(left + wall + 2 * (k % stones), tall - 1 - k / stones, style.pick('●', 'o'), Ink::Stone);
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

/// The numbers from where the count stands, and the last one.
fn track(board: &Track, width: i32, height: i32) -> Option<Canvas> {
    let digits = nearest::<i32, _>(board.goal.to_string().len());
    let columns = ((width + 1) / (digits + 1)).min(5);
    let rows = height.min(4);
    let cells = u64::try_from(columns * rows).ok().filter(|&cells| cells > 1)?;
    let last = board.goal.min(board.at + cells - 1);
    let mut canvas = Canvas::sized(columns * (digits + 1) - 1, rows);
    for (i, n) in (0..).zip(board.at..=last) {
        let (text, ink) = match n {
            n if n == board.at => (n.to_string(), Ink::Stone),
            n if n == last => (board.goal.to_string(), Ink::Goal),
            n if n + 1 == last && last < board.goal => ("..".to_owned(), Ink::Label),
            n if n <= board.reach => (n.to_string(), Ink::Reach),
            n => (n.to_string(), Ink::Label),
        };
        let (x, y) = (i % columns * (digits + 1), i / columns);
        canvas.write(x + digits - nearest::<i32, _>(text.len()), y, &text, ink, Mark::default());
    }
    Some(canvas)
}

/// Squares or cells with a column between them; a long line goes on in the next row.
fn grid(faces: Vec<Face>, columns: usize, width: i32, height: i32, style: Style) -> Option<Canvas> {
    let most = nearest::<usize, _>((width + 1) / 2);
    let is_row = columns == faces.len();
    let columns = if is_row { columns.min(most) } else { columns }.max(1);
    let rows = nearest::<i32, _>(faces.len().div_ceil(columns));
    // Where nothing stands in a row of squares, the numbers on them are the board.
    let bare = faces.iter().all(|face| matches!(face, Face::Free | Face::Closed));
    // Of an empty board a part is enough.
    let rows = if bare { rows.min(height) } else { rows };
    if columns > most || rows > height || bare && is_row {
        return None;
    }
    let mut canvas = Canvas::sized(2 * nearest::<i32, _>(columns) - 1, rows);
    for (i, face) in faces.into_iter().enumerate().take(columns * nearest::<usize, _>(rows)) {
        let (sign, ink) = match face {
            Face::Free if bare => (style.pick('□', '.'), Ink::Dim),
            Face::Empty | Face::Free | Face::Closed => (style.pick('·', '.'), Ink::Dim),
            Face::ColourOne | Face::ColourTwo => (style.pick('■', character(face, style)), ink(face)),
            face => (character(face, style), ink(face)),
        };
        let (x, y) = (nearest::<i32, _>(i % columns), nearest::<i32, _>(i / columns));
        canvas.put(2 * x, y, sign, ink, Mark::default());
    }
    Some(canvas)
}

/// The most columns and rows of a little board, and cells of a strip.
const MOST: usize = 8;
const MOST_CELLS: usize = 16;

/// The rows of a board of squares or of a strip, a character a square; `None` for boards of another kind and for larger
/// ones.
pub fn little(scene: &Scene, style: Style) -> Option<Vec<String>> {
    let (columns, faces): (usize, Vec<Face>) = match &scene.picture {
        Picture::Squares(board) if board.columns <= MOST && board.squares.len() <= board.columns * MOST => {
            (board.columns, board.squares.iter().map(|s| s.face).collect())
        }
        Picture::Strip(strip) if strip.cells.len() <= MOST_CELLS => {
            // A cell without a stone is a place nonetheless.
            let face = |face: Face| if face == Face::Empty { Face::Dot } else { face };
            (strip.cells.len(), strip.cells.iter().map(|c| face(c.face)).collect())
        }
        _ => return None,
    };
    let row = |faces: &[Face]| faces.iter().map(|&face| character(face, style)).collect();
    let rows: Vec<String> = faces.chunks(columns.max(1)).map(row).collect();
    (!rows.is_empty()).then_some(rows)
}

pub(super) fn character(face: Face, style: Style) -> char {
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
        let icon = icon(&scene, Size { width: 15, height: 5 }, None, Style { ascii: true });
        assert!(icon.width <= 15 && icon.height <= 5, "{id}");
        icon.text().lines().map(str::to_owned).collect()
    }

    #[test]
    fn every_piece_is_a_character() {
        assert_eq!(rows("star:8191")[1], "o   o   o   o");
        assert_eq!(rows("row:OO.O"), ["o o . o"]);
        assert_eq!(rows("tictactoe:XO..X...."), ["X O .", ". X .", ". . ."]);
        assert_eq!(rows("bash/3:9").concat().matches('o').count(), 9);
        assert_eq!(rows("race/3/21:4")[0], " 4  5  6  7  8");
        assert_eq!(rows("nim:0"), [""]);
    }

    #[test]
    fn what_has_no_room_as_an_icon_is_drawn_as_a_board() {
        for id in
            ["nim:2147483647", "nim:9000000000000000000", "race/10/9000000000000000000:0", "chomp:19x19"]
        {
            assert!(!rows(id).is_empty(), "{id}");
        }
    }

    fn small(id: &str, ascii: bool) -> Option<Vec<String>> {
        little(&games::open(id, &Library::default()).unwrap().scene(), Style { ascii })
    }

    #[test]
    fn a_square_is_a_character() {
        assert_eq!(small("tictactoe:XO..X....", false).unwrap(), ["XO·", "·X·", "···"]);
        assert_eq!(small("tictactoe:XO..X....", true).unwrap(), ["XO.", ".X.", "..."]);
        let bar = small("chomp:2x3", true).unwrap();
        assert_eq!((bar.len(), bar.concat().matches('!').count()), (2, 1));
        assert_eq!(small("row:OO.O", true).unwrap(), ["oo.o"]);
        assert_eq!(small("chomp:9x9", false), None);
        assert_eq!(small("nim:3,5,7", false), None);
    }
}
