//! One square: what stands on it, and what is said of it.

use super::super::canvas::{Canvas, Ink, Mark, SECOND_HALF, cells_of, wide};
use super::super::disc::{self, DiscSize};
use super::super::faces::{big, face};
use super::super::hits::Hit;
use super::super::marks::Badge;
use super::super::pen::{Pen, ink};
use super::SquaresView;
use nimatron_core::rules::{Face, Player, Site, Square};

/// A square at its place.
struct Placed<'a> {
    square: &'a Square,
    column: usize,
    row: usize,
    /// The cell in its middle.
    x: i32,
    y: i32,
    /// Its inside: first and last column and row.
    left: i32,
    right: i32,
    top: i32,
    bottom: i32,
    mark: Mark,
}

impl Placed<'_> {
    fn area(&self) -> impl Iterator<Item = (i32, i32)> + use<> {
        let (left, right) = (self.left, self.right);
        (self.top..=self.bottom).flat_map(move |y| (left..=right).map(move |x| (x, y)))
    }

    fn fill(&self, ch: char, ink: Ink, canvas: &mut Canvas) {
        self.area().for_each(|(x, y)| canvas.put(x, y, ch, ink, self.mark));
    }

    /// Whether a piece has the whole square as its ground: a queen, or what a script calls by a sign.
    fn is_tile(&self, is_grid: bool, pen: &Pen<'_>) -> bool {
        let is_piece = matches!(self.square.face, Face::Queen | Face::Sign { .. });
        is_piece && is_grid && !pen.style.ascii
    }
}

impl SquaresView<'_> {
    pub(super) fn paint(
        &self,
        square: &Square,
        at: (usize, usize),
        mark: Mark,
        pen: &Pen<'_>,
        canvas: &mut Canvas,
    ) -> Option<Hit> {
        let placed = self.placed(square, at, mark);
        let (x, y) = (placed.x, placed.y);
        let (sign, filled) = self.signs(&placed, pen);
        // An empty dark square keeps its pattern, unless something is said of it.
        if filled != ' ' || mark.cursor || mark != Mark::NONE && !mark.last {
            placed.fill(filled, ink(square.face), canvas);
        }
        let on = match square.face {
            Face::Food if self.grid() && !mark.gone => Ink::OnFood,
            Face::Poison if self.grid() && !mark.gone => Ink::OnPoison,
            _ if placed.is_tile(self.grid(), pen) => Ink::OnStone,
            face => ink(face),
        };
        self.piece(&placed, (sign, filled, on), pen, canvas);
        if let Some((ch, ink)) = self.sign_of(&placed, on, pen) {
            if canvas.get_at(x + 1, y).ch == SECOND_HALF {
                canvas.put(x + 1, y, filled, ink, mark);
            }
            canvas.put(x, y, ch, ink, mark);
        }
        self.point_at(&placed, on, pen, canvas);
        square.site.map(|site| Hit::new(site, x, y, placed.area()))
    }

    fn placed<'a>(&self, square: &'a Square, (column, row): (usize, usize), mark: Mark) -> Placed<'a> {
        let (x, y) = self.middle(column, row);
        let (px, py) = self.pitch;
        let (left, right, top, bottom) = if self.checkered {
            (x - px / 2, x - px / 2 + px - 1, y - py / 2, y - py / 2 + py - 1)
        } else {
            let before = (px / 2 - 1).max(0);
            let (above, under) = if self.grid() { (py / 2 - 1, (py - 1) / 2) } else { (0, 0) };
            (x - before, x - before + (px - 2).max(0), y - above.max(0), y + under)
        };
        Placed { square, column, row, x, y, left, right, top, bottom, mark }
    }

    /// The character in the middle of a square, and the one it is filled with.
    fn signs(&self, placed: &Placed<'_>, pen: &Pen<'_>) -> (char, char) {
        let Placed { square, mark, .. } = placed;
        // What is pointed at is one block, also where it would go.
        let seen = Mark { gone: mark.gone && !(mark.cursor && self.grid()), ..*mark };
        let (sign, filled) = face(square.face, seen, self.grid(), pen);
        let sign = match square.face {
            // Crumbs are left of what was eaten.
            Face::Empty if self.board.bite => pen.style.pick('·', '.'),
            // Two cells need room beside them for what points at the square.
            Face::Sign { plain, .. } if cells_of(sign) > 1 && self.pitch.0 < 6 => plain,
            _ => sign,
        };
        (sign, filled)
    }

    /// What stands on a square.
    fn piece(
        &self,
        placed: &Placed<'_>,
        (sign, filled, on): (char, char, Ink),
        pen: &Pen<'_>,
        canvas: &mut Canvas,
    ) {
        let Placed { square, x, y, mark, .. } = *placed;
        let (px, py) = self.pitch;
        let is_empty = matches!(square.face, Face::Empty | Face::Free);
        let is_labelled = is_empty && self.grid() && !(self.board.bite || mark.last);
        let label = if is_labelled { square.label.as_str() } else { "" };
        match (square.face, DiscSize::within(px - 1, py - 1).filter(|_| !pen.style.ascii)) {
            (Face::Mark(player), _) if py >= 4 => self.letter(player, (x, y), on, mark, pen, canvas),
            _ if placed.is_tile(self.grid(), pen) => {
                placed.fill(' ', Ink::OnStone, canvas);
                canvas.write(x, y, sign.encode_utf8(&mut [0; 4]), Ink::OnStone, mark);
            }
            (Face::Queen, _) if !pen.style.ascii => {
                placed.fill(' ', Ink::OnStone, canvas);
                canvas.put(x, y, '♛', Ink::OnStone, mark);
            }
            _ if !label.is_empty() && wide(label) <= px - 3 => {
                canvas.write(x - wide(label) / 2, y, label, Ink::Dim, mark);
            }
            (_, size) if mark.last && is_empty => match size {
                Some(size) => disc::ghost(size, (x, y), mark, pen, canvas),
                None => canvas.put(x, y, pen.gap(mark), Ink::Faint, mark),
            },
            _ if sign == filled => {}
            _ => canvas.write(x, y, sign.encode_utf8(&mut [0; 4]), on, mark),
        }
    }

    /// The sign of what is said of a square, in its middle.
    fn sign_of(&self, placed: &Placed<'_>, on: Ink, pen: &Pen<'_>) -> Option<Badge> {
        match placed.mark {
            Mark { picked: true, .. } => Some((pen.style.pick('◆', '@'), on)),
            Mark { hint: true, .. } => Some(('*', on)),
            // The queen is not hidden by what is said of her square.
            _ if placed.square.face == Face::Queen => None,
            _ => self.badge(placed.square, (placed.column, placed.row), pen).map(|(ch, ink)| match on {
                Ink::OnFood | Ink::OnPoison | Ink::OnStone => (ch, on),
                _ => (ch, ink),
            }),
        }
    }

    /// Brackets around what is pointed at, or was played last.
    fn point_at(&self, placed: &Placed<'_>, on: Ink, pen: &Pen<'_>, canvas: &mut Canvas) {
        let Placed { square, x, y, mark, .. } = *placed;
        let (before, after) = if self.grid() { (placed.left, placed.right) } else { (x - 1, x + 1) };
        let is_empty = matches!(square.face, Face::Empty | Face::Free);
        let (open, close, ink) = if mark.cursor {
            ('[', ']', Ink::Plain)
        } else if mark.last && self.grid() && !is_empty {
            (pen.style.pick('‹', '<'), pen.style.pick('›', '>'), on)
        } else {
            return;
        };
        // In two columns the sign stands in the first.
        if before < x {
            canvas.put(before, y, open, ink, mark);
        }
        if x < after {
            canvas.put(after, y, close, ink, mark);
        }
    }

    /// What the theory or the signs say of a square: on a chess board also of those out of reach.
    fn badge(&self, square: &Square, (column, row): (usize, usize), pen: &Pen<'_>) -> Option<Badge> {
        let rows = self.board.squares.len().div_ceil(self.board.columns.max(1));
        let corner = || {
            let up = rows.checked_sub(row + 1)?;
            Some(Site::new(u32::try_from(column).ok()?, u64::try_from(up).ok()?))
        };
        let site = square.site.or_else(|| self.checkered.then(corner).flatten())?;
        pen.marks.badge(site)
    }

    /// A cross or nought, as large as the square allows.
    fn letter(
        &self,
        player: Player,
        (x, y): (i32, i32),
        ink: Ink,
        mark: Mark,
        pen: &Pen<'_>,
        canvas: &mut Canvas,
    ) {
        let (px, py) = self.pitch;
        if py < 6 || pen.style.ascii {
            return big(player, (x, y), ink, mark, pen, canvas);
        }
        let size = DiscSize { width: (2 * (py - 3) + 1).min(px - 3), height: py - 3 };
        disc::letter(size, (x, y), player == Player::First, ink, mark, canvas);
    }
}
