//! Vector pictures for terminals: a list of [`Shape`]s is fitted to character cells, each the block glyph and the two
//! colours that come nearest, or becomes pixels or an SVG document.
//!
//! Coordinates are in units of which a cell has [`CELL`]: 8 across and 16 down, so that a unit is square. A picture
//! knows no terminal and no game: whoever lays out a board gives shapes with their colours.
//!
//! ```
//! use nimatron_paint::{Fitter, Form, Shape};
//! let disc = Shape::new(Form::Disc { x: 16.0, y: 16.0, r: 14.0 }, [219, 168, 86]);
//! let mut fitter = Fitter::default();
//! let cells = fitter.fit(&[disc], (4, 2), [17, 19, 26]);
//! assert_eq!(cells.len(), 8);
//! assert_ne!(cells[1].most, [17, 19, 26], "inside the disc");
//! ```

mod cube;
mod fit;
mod pixels;
mod shape;
mod svg;

pub use cube::indexed;
pub use fit::{Cell, Fitter};
pub use pixels::{Pixels, kitty, kitty_part, sixel};
pub use shape::{ARM, CELL, Form, Rgb, Shape, mix};
pub use svg::{Label, document};
