//! Renders vector pictures for terminals. A list of [`Shape`]s is rendered as character cells, as pixels or as an SVG
//! document. Each cell gets the glyph and the two colours that match the picture best.
//!
//! Coordinates are in units. A cell is 8 units wide and 16 high ([`CELL`]), so units are square if cells are twice as
//! high as they are wide.
//!
//! ```
//! use nimatron_paint::{Fitter, Form, Shape};
//! let disc = Shape::new(Form::Disc { x: 16.0, y: 16.0, r: 14.0 }, [219, 168, 86]);
//! let mut fitter = Fitter::default();
//! let cells = fitter.fit(&[disc], (4, 2), [17, 19, 26]);
//! assert_eq!(cells.len(), 8);
//! assert_ne!(cells[1].most, [17, 19, 26], "inside the disc");
//! ```

mod fit;
mod pixels;
mod shape;
mod svg;

pub use fit::{Cell, Fitter};
pub use pixels::{Pixels, kitty, kitty_part, sixel};
pub use shape::{ARM, CELL, Form, Rgb, Shape, mix};
pub use svg::{Label, document};
