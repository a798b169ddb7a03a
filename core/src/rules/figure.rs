//! Defines the values, pairs and columns that the theory adds to a drawn board.

use std::fmt;

use super::Site;
use crate::language;

/// The values and marks that the theory adds to the board of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// Numbers combined by XOR, written in binary next to the board.
    pub columns: Option<Columns>,
    /// The Grundy values of small pieces, listed next to the board.
    pub small_values: Option<SmallValues>,
    /// The marks on the board.
    pub marks: Vec<FigureMark>,
    /// The legend text for the values; empty if there are no values.
    pub values: &'static str,
    /// The legend text for the losing marks; empty to use the default text.
    pub losing: &'static str,
}

impl Figure {
    /// Returns the lines of the legend that explain the marks on the board.
    pub fn legend(&self, look: IdeaLook) -> Vec<String> {
        let has = |kind: fn(&FigureMark) -> bool| self.marks.iter().any(kind);
        let mut lines = Vec::new();
        if has(|m| matches!(m, FigureMark::Value { .. })) {
            lines.push(language::text(self.values).to_owned());
        } else if let Some(columns) = &self.columns
            && has(|m| matches!(m, FigureMark::Tint { .. }))
        {
            lines.push(tr!("1, 2, 4, ...: the powers of 2 in a pile").to_owned());
            if let (IdeaLook::Colour(colour), 1..) = (look, columns.xor) {
                lines.push(tr!("{colour}: a power of 2 without a partner"));
            }
        }
        if has(|m| matches!(m, FigureMark::Chain { .. })) {
            lines.push(tr!("on an edge: triangles given away").to_owned());
        }
        if has(|m| matches!(m, FigureMark::Losing(_))) {
            let what = if self.losing.is_empty() {
                tr!("whoever moves from there loses")
            } else {
                language::text(self.losing)
            };
            lines.push(match look {
                IdeaLook::Colour(colour) => format!("{colour}: {what}"),
                IdeaLook::Sign(sign) => format!("{sign} {what}"),
            });
        }
        if has(|m| matches!(m, FigureMark::Pair(..))) {
            let mark = match look {
                IdeaLook::Colour(colour) => colour,
                IdeaLook::Sign(_) => tr!("a letter"),
            };
            lines.push(tr!("{mark}: two moves that answer each other"));
        }
        let named = |name: &Label| {
            let is_named = |label: &Option<Label>| label.as_ref() == Some(name);
            let mut marks = self.marks.iter();
            marks.any(|m| matches!(m, FigureMark::Tint { label, .. } if is_named(label)))
        };
        for name in [Label::Trap, Label::Try] {
            if named(&name) {
                lines.push(tr!("{name}: a tempting move that loses to the reply"));
            }
        }
        lines
    }
}

/// The appearance of the theory's marks on a drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdeaLook {
    /// Marked sites are filled with the colour of this name.
    Colour(&'static str),
    /// Losing sites are marked with this character, and pairs with a letter.
    Sign(char),
}

/// A mark that the theory adds to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureMark {
    /// The value of a run, gap, part or vertex, drawn as a bracket or a label.
    Value {
        /// The sites, in board order.
        places: Vec<Site>,
        /// The value.
        label: Label,
    },
    /// Two sets of sites: a move in one set is answered by a move in the other.
    Pair(Vec<Site>, Vec<Site>),
    /// A site from which every move loses, such as a losing square.
    Losing(Site),
    /// Sites that are filled with one tint, such as a group of rings or one half of a mirrored row. Tints with an even
    /// index are highlighted, unless the figure has [`FigureMark::Lit`] marks.
    Tint {
        /// The sites.
        places: Vec<Site>,
        /// The index of the tint.
        tint: u8,
        /// The text next to the sites, such as their value.
        label: Option<Label>,
    },
    /// Highlighted sites.
    Lit(Vec<Site>),
    /// A mirror axis between two sites.
    Axis(Site, Site),
    /// Two sites joined by a line, such as the ends of a row that a player can complete.
    Linked(Site, Site),
    /// A chain of edges. Drawing any edge gives away all triangles of the chain.
    Chain {
        /// The sites, in the order in which they are joined.
        places: Vec<Site>,
        /// The number of triangles given away, which may differ from the number of edges.
        length: u32,
    },
}

/// A short text that the theory adds to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// A Grundy value, written `*n`. In misère play, the size of the equivalent Nim pile.
    Nimber(u64),
    /// A count or a size.
    Number(u64),
    /// A tempting but losing move in a won position.
    Trap,
    /// A tempting move in a lost position.
    Try,
    /// The reply that beats a trap or a try.
    Reply,
    /// Any other text.
    Text(String),
}

impl Label {
    /// Returns whether both labels show the same number, as `*3` and `3` do.
    pub fn shows_number_of(&self, other: &Label) -> bool {
        self.number().is_some_and(|n| other.number() == Some(n))
    }

    fn number(&self) -> Option<u64> {
        match *self {
            Label::Nimber(n) | Label::Number(n) => Some(n),
            _ => None,
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::Nimber(n) => write!(f, "*{n}"),
            Label::Number(n) => write!(f, "{n}"),
            Label::Trap => f.write_str(tr!("trap")),
            Label::Try => f.write_str(tr!("try")),
            Label::Reply => f.write_str(tr!("reply")),
            Label::Text(text) => f.write_str(text),
        }
    }
}

/// The Grundy values of pieces of one kind, listed by size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmallValues {
    /// The name of the pieces, such as `run`.
    pub of: &'static str,
    /// The sizes in ascending order, each with its Grundy value.
    pub rows: Vec<(u64, u64)>,
}

impl SmallValues {
    /// Renders the sizes on one line and the values below them. Omits the sizes for which the lines would exceed
    /// `width` columns.
    pub fn lines(&self, width: usize) -> [String; 2] {
        let names = [self.of, tr!("value")];
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

/// Numbers written in binary, one below another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    /// The name and the number of each line, such as `pile 2` and 5.
    pub rows: Vec<(String, u64)>,
    /// The XOR of the numbers.
    pub xor: u64,
}

impl Columns {
    /// Creates the columns from named numbers, and computes the XOR of the numbers.
    pub fn new(rows: Vec<(String, u64)>) -> Columns {
        let xor = rows.iter().fold(0, |xor, (_, n)| xor ^ n);
        Columns { rows, xor }
    }
}
