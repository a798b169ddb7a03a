//! Which cells of a long line are seen, and how large.

use super::super::disc::DiscSize;
use super::super::pen::Pen;
use nimatron_core::rules::nearest;
use std::ops::Range;

/// How large a cell is.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellForm {
    /// Columns a cell.
    pub(super) pitch: usize,
    /// Rows a line.
    pub(super) rows: usize,
    /// Whether the last row of a line is a free one.
    pub(super) airy: bool,
    /// How large a disc is, or the inside of a box.
    pub(super) size: DiscSize,
}

impl CellForm {
    /// A cell of one row.
    pub(super) fn small(pitch: usize, rows: usize, airy: bool) -> CellForm {
        CellForm { pitch, rows, airy, size: DiscSize::CELL }
    }
}

/// Which cells are seen, and how large.
#[derive(Clone, Copy, Debug)]
pub(super) struct StripView {
    /// Columns a cell.
    pub(super) pitch: usize,
    /// How large a disc is, or the inside of a box.
    pub(super) size: DiscSize,
    /// Cells a line.
    pub(super) per: usize,
    /// Rows a line, with the free row after it if there is one.
    pub(super) rows: usize,
    /// Whether the last row of a line is a free one.
    pub(super) airy: bool,
    /// Lines in sight.
    pub(super) lines: usize,
    /// The first cell in sight.
    pub(super) from: usize,
    /// The cell after the last one in sight.
    pub(super) to: usize,
}

impl StripView {
    /// Rows of the last line, which needs no free row after it.
    pub(super) fn tight(&self) -> usize {
        self.rows - usize::from(self.airy)
    }

    pub(super) fn width(&self) -> i32 {
        nearest(self.per.min(self.to - self.from) * self.pitch + 1)
    }

    pub(super) fn height(&self) -> i32 {
        nearest(self.lines * self.rows - usize::from(self.airy))
    }

    /// The row in the middle of the first line.
    pub(super) fn middle(&self) -> i32 {
        nearest(self.tight() / 2)
    }

    pub(super) fn seen(&self) -> Range<usize> {
        self.from..self.to
    }

    /// Each line's first row and cells.
    pub(super) fn lines(&self) -> impl Iterator<Item = (i32, Range<usize>)> + use<> {
        let view = *self;
        (0..view.lines).map(move |l| {
            let from = view.from + l * view.per;
            (nearest(l * view.rows), from.min(view.to)..(from + view.per).min(view.to))
        })
    }

    /// A view of all `n` cells, if they fit into the room.
    pub(super) fn whole(n: usize, form: CellForm, pen: &Pen<'_>) -> Option<StripView> {
        let view = StripView::part(n, form, pen)?;
        (view.lines * view.per >= n).then_some(view)
    }

    /// As many cells as the room takes, the first ones.
    pub(super) fn part(n: usize, form: CellForm, pen: &Pen<'_>) -> Option<StripView> {
        let CellForm { pitch, rows, airy, size } = form;
        let (width, height) = (usize::from(pen.room.width), usize::from(pen.room.height));
        let most = width.checked_sub(1)? / pitch;
        // Round numbers at the ends of the lines, where that does not waste much.
        let per = match most {
            _ if most >= n => n,
            20.. => most - most % 10,
            10..20 => most - most % 5,
            _ => most,
        };
        let lines = ((height + usize::from(airy)) / rows).min(n.div_ceil(per.max(1)));
        (per > 0 && lines > 0).then(|| StripView {
            pitch,
            size,
            per,
            rows,
            airy,
            lines,
            from: 0,
            to: n.min(per * lines),
        })
    }

    /// The same view moved so that a cell is in sight, with a line before and after it.
    pub(super) fn scrolled_to(self, focus: Option<usize>, n: usize) -> StripView {
        let focus = focus.unwrap_or(0);
        let StripView { per, mut lines, .. } = self;
        if lines * per >= n {
            return self;
        }
        // Two lines cannot have one before and one after: one line slides cell by cell instead.
        let from = if lines < 3 {
            lines = 1;
            focus.saturating_sub(per / 2).min(n - per.min(n))
        } else {
            let total = n.div_ceil(per);
            (focus / per).saturating_sub(lines / 2).min(total - lines) * per
        };
        StripView { lines, from, to: n.min(from + per * lines), ..self }
    }

    /// How often a cell's number is written so that numbers do not touch.
    pub(super) fn number_step(&self, n: usize) -> usize {
        let wide = n.to_string().len();
        [1, 5, 10, 50, 100].into_iter().find(|step| step * self.pitch > wide).unwrap_or(1000)
    }
}
