//! The theory's additions to a drawn board: values, pairs and columns as data, hidden with the verdict.

use super::Site;

/// The theory of one position, drawn on its board or next to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// Binary columns of numbers that add by XOR, for the panel.
    pub columns: Option<Columns>,
    /// The Grundy values of small pieces, for the panel.
    pub small_values: Option<SmallValues>,
    /// The marks on the board.
    pub marks: Vec<FigureMark>,
    /// The meaning and the place of the values, for the legend; empty where there are none.
    pub values: &'static str,
    /// The meaning of the losing places, for the legend, where it differs from the place that is moved from.
    pub losing: &'static str,
}

impl Figure {
    /// The legend of the marks on the board, a line for each kind; empty where there are no marks.
    pub fn legend(&self, look: IdeaLook) -> Vec<String> {
        let has = |kind: fn(&FigureMark) -> bool| self.marks.iter().any(kind);
        let mut lines = Vec::new();
        if has(|m| matches!(m, FigureMark::Value { .. })) {
            lines.push(self.values.to_owned());
        } else if let Some(columns) = &self.columns
            && has(|m| matches!(m, FigureMark::Tint { .. }))
        {
            lines.push("1, 2, 4, ...: the powers of 2 in a pile".to_owned());
            if let (IdeaLook::Colour(colour), 1..) = (look, columns.xor) {
                lines.push(format!("{colour}: a power of 2 without a partner"));
            }
        }
        if has(|m| matches!(m, FigureMark::Chain { .. })) {
            lines.push("a number on an edge: how many triangles fall once it is drawn".to_owned());
        }
        if has(|m| matches!(m, FigureMark::Losing(_))) {
            let what = if self.losing.is_empty() {
                "whoever moves from there loses"
            } else {
                self.losing
            };
            lines.push(match look {
                IdeaLook::Colour(colour) => format!("{colour}: {what}"),
                IdeaLook::Sign(sign) => format!("{sign} {what}"),
            });
        }
        if has(|m| matches!(m, FigureMark::Pair(..))) {
            let mark = match look {
                IdeaLook::Colour(colour) => colour,
                IdeaLook::Sign(_) => "a letter",
            };
            lines.push(format!("{mark}: two moves that answer each other"));
        }
        lines
    }
}

/// The look of the places that the theory marks, on a drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdeaLook {
    /// They are filled with the colour of this name.
    Colour(&'static str),
    /// Losing places have this sign, and pairs a letter.
    Sign(char),
}

/// A mark of the theory on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureMark {
    /// The common value of these places (a run, a gap, a part, one vertex): a bracket or a label.
    Value {
        /// The places, in the order of the board.
        places: Vec<Site>,
        /// The value, in its shortest form.
        text: String,
    },
    /// Two sets of places that reply to each other: the answer to a move in one is a move in the other.
    Pair(Vec<Site>, Vec<Site>),
    /// A place from which the player to move loses (a losing square).
    Losing(Site),
    /// Places that belong together, filled in one tint: the stones of a power of two, a block, one half of a mirrored
    /// row, a group of rings. Tints count from 0; equal tints look equal.
    Tint {
        /// The places.
        places: Vec<Site>,
        /// The index of the tint.
        tint: u8,
        /// The text next to the group, such as its value; empty for none.
        label: String,
    },
    /// Highlighted places.
    Lit(Vec<Site>),
    /// The axis of a mirror, between these two places.
    Axis(Site, Site),
    /// Two places joined by a line: a pair that a move can take, or a pairing.
    Linked(Site, Site),
    /// A chain: edges of which any one, once drawn, lets all triangles of the chain be captured.
    Chain {
        /// The places, in the order in which they are joined.
        places: Vec<Site>,
        /// The number of triangles captured, which is not the number of edges.
        length: u32,
    },
}

/// A table of the Grundy values of pieces of one kind, by their size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallValues {
    /// The name of the pieces, such as `run`.
    pub of: &'static str,
    /// The sizes and the Grundy values of pieces of those sizes, the sizes rising.
    pub rows: Vec<(u64, u64)>,
}

impl SmallValues {
    /// Renders the sizes and under them the values in two lines of at most `width` columns.
    pub fn lines(&self, width: usize) -> [String; 2] {
        let names = [self.of, "value"];
        let wide = names.map(str::len).into_iter().max().unwrap_or_default();
        let mut lines = names.map(|name| format!("{name:wide$} "));
        for (size, value) in &self.rows {
            let cells = [size.to_string(), value.to_string()];
            let wide = cells.iter().map(String::len).max().unwrap_or_default();
            if lines[0].len() + 1 + wide > width {
                break;
            }
            for (line, cell) in lines.iter_mut().zip(&cells) {
                line.push_str(&format!(" {cell:>wide$}"));
            }
        }
        lines
    }
}

/// Numbers written in binary under each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// The names and numbers of the lines, such as `pile 2` and 5.
    pub rows: Vec<(String, u64)>,
    /// The XOR of the numbers.
    pub xor: u64,
}

impl Columns {
    /// Builds the columns of these named numbers.
    pub fn new(rows: Vec<(String, u64)>) -> Columns {
        let xor = rows.iter().fold(0, |xor, (_, n)| xor ^ n);
        Columns { rows, xor }
    }
}
