//! Shows frames on a terminal, and writes only the cells that have changed since the last frame.
//!
//! Ratatui's own `Terminal` compares every cell and measures its width. On a large screen, this takes longer than all
//! other work that a key press causes.

use ratatui::backend::{Backend, ClearType};
use ratatui::buffer::{Buffer, Cell, CellWidth};
use ratatui::layout::{Position, Rect};

pub struct Display<B> {
    backend: B,
    shown: Buffer,
    /// The buffer for the next frame, blank between two frames.
    next: Buffer,
    /// The cursor's position in the last frame: `None` before the first frame, `Some(None)` if the cursor was hidden.
    cursor: Option<Option<Position>>,
}

impl<B: Backend> Display<B> {
    pub fn new(backend: B, size: (u16, u16)) -> Display<B> {
        let [shown, next] = buffers(size);
        Display {
            backend,
            shown,
            next,
            cursor: None,
        }
    }

    /// Shows a frame, but writes nothing if it equals the last frame. `draw` returns the cursor's position, or `None`
    /// to hide the cursor. `finish` is applied only to the cells that are written. Before the first call with a
    /// different `finish`, call [`Display::clear`].
    ///
    /// # Errors
    ///
    /// Returns an error if the terminal cannot be written to.
    pub fn draw(
        &mut self,
        draw: impl FnOnce(&mut Buffer) -> Option<Position>,
        finish: impl Fn(&mut Cell),
    ) -> Result<(), B::Error> {
        let cursor = draw(&mut self.next);
        let mut changes = changes(&self.shown, &self.next);
        changes.iter_mut().for_each(|(_, _, cell)| finish(cell));
        std::mem::swap(&mut self.shown, &mut self.next);
        self.next.reset();
        if changes.is_empty() && self.cursor == Some(cursor) {
            return Ok(());
        }
        self.cursor = Some(cursor);
        let changes = changes.iter().map(|(x, y, cell)| (*x, *y, cell));
        self.backend.draw(changes)?;
        match cursor {
            Some(at) => {
                self.backend.show_cursor()?;
                self.backend.set_cursor_position(at)?;
            }
            None => self.backend.hide_cursor()?,
        }
        self.backend.flush()
    }

    /// Clears the terminal, and prepares for frames of this size. The next frame is written in full.
    pub fn clear(&mut self, size: (u16, u16)) -> Result<(), B::Error> {
        self.backend.clear_region(ClearType::All)?;
        [self.shown, self.next] = buffers(size);
        self.cursor = None;
        Ok(())
    }

    pub fn size(&self) -> (u16, u16) {
        (self.shown.area.width, self.shown.area.height)
    }

    #[cfg(test)]
    pub fn backend(&self) -> &B {
        &self.backend
    }
}

/// Returns two buffers. The first buffer is filled with a cell that occurs in no frame, and the second buffer is blank.
fn buffers((width, height): (u16, u16)) -> [Buffer; 2] {
    let cells = [Cell::new(""), Cell::EMPTY];
    cells.map(|cell| Buffer::filled(Rect::new(0, 0, width, height), cell))
}

/// Returns the cells of `frame` that must be written over `last`, a frame of the same size. The second cell of a wide
/// character is never written.
fn changes(last: &Buffer, frame: &Buffer) -> Vec<(u16, u16, Cell)> {
    static BLANK: Cell = Cell::EMPTY;
    let width = usize::from(frame.area.width.max(1));
    let rows = last.content.chunks(width).zip(frame.content.chunks(width));
    let mut changes = Vec::new();
    for (y, (old, new)) in (0..).zip(rows) {
        // The left neighbour's old cell, its new cell, and whether the neighbour has changed.
        let mut left = (&BLANK, &BLANK, false);
        for (x, (old, new)) in (0..).zip(old.iter().zip(new)) {
            // A wide character that is overwritten leaves its second cell blank.
            let is_torn = left.2 && is_wide(left.0);
            let is_changed = is_torn || !is_same(old, new);
            if is_changed && !is_wide(left.1) {
                changes.push((x, y, new.clone()));
            }
            left = (old, new, is_changed);
        }
    }
    changes
}

/// Returns whether two cells have the same symbol, colours and modifiers. This is faster than ratatui's comparison.
fn is_same(a: &Cell, b: &Cell) -> bool {
    let (one, other) = (a.symbol(), b.symbol());
    // Compare the addresses first, because blank cells share one static symbol.
    (std::ptr::eq(one, other) || one == other)
        && (a.fg, a.bg, a.modifier) == (b.fg, b.bg, b.modifier)
}

fn is_wide(cell: &Cell) -> bool {
    cell.symbol().len() > 1 && cell.cell_width() > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::backend::TestBackend;
    use ratatui::style::{Color, Style};

    #[test]
    fn a_terminal_shows_the_last_frame_whatever_came_before() {
        let lines = ["", "ab", "a中", "中a", "中中", "a b", " 中", "中", "abcde"];
        let styles = [Style::new(), Style::new().bg(Color::Red).fg(Color::Blue)];
        let frame = |buffer: &mut Buffer, line: &str, style: Style| {
            buffer.set_string(0, 1, line, style);
            None
        };
        let all = || {
            lines
                .iter()
                .flat_map(|line| styles.map(|style| (line, style)))
        };
        for (before, old) in all() {
            for (after, new) in all() {
                let mut display = Display::new(TestBackend::new(6, 2), (6, 2));
                let show = |buffer: &mut Buffer| frame(buffer, before, old);
                display.draw(show, |_| {}).unwrap();
                let draw = |buffer: &mut Buffer| frame(buffer, after, new);
                display.draw(draw, |_| {}).unwrap();
                let mut alone = Buffer::empty(Rect::new(0, 0, 6, 2));
                draw(&mut alone);
                // The content of a wide character's second cell does not matter.
                let is_second = |at: usize| at > 0 && is_wide(&alone.content[at - 1]);
                let cells = display.backend.buffer().content.iter().zip(&alone.content);
                for (at, (shown, wanted)) in cells.enumerate() {
                    assert!(
                        is_second(at) || is_same(shown, wanted),
                        "{before:?} {after:?}: {shown:?} for {wanted:?}"
                    );
                }
                display.backend = TestBackend::new(6, 2);
                display.draw(draw, |_| {}).unwrap();
                assert_eq!(*display.backend.buffer(), Buffer::empty(alone.area));
                let at = Position::new(3, 1);
                let with_cursor = |buffer: &mut Buffer| draw(buffer).or(Some(at));
                display.draw(with_cursor, |_| {}).unwrap();
                display.backend.assert_cursor_position(at);
                display.clear((6, 2)).unwrap();
                assert_eq!(*display.backend.buffer(), Buffer::empty(alone.area));
                display.draw(draw, |_| {}).unwrap();
                let cells = display.backend.buffer().content.iter().zip(&alone.content);
                assert!(
                    (0..)
                        .zip(cells)
                        .all(|(at, (a, b))| is_second(at) || is_same(a, b))
                );
            }
        }
    }

    /// Overwriting a wide character erases its second cell, so this cell must be written again even if its text is the
    /// same in both frames.
    #[test]
    fn an_overwritten_wide_character_leaves_nothing_behind() {
        let frames = ["中", "a "].map(|line| Buffer::with_lines([line]));
        let changes = changes(&frames[0], &frames[1]);
        let places: Vec<_> = changes.iter().map(|(x, y, _)| (*x, *y)).collect();
        assert_eq!(places, [(0, 0), (1, 0)]);
    }
}
