//! The `show` command: draws a board on standard output.

use super::error::{self, Done};
use super::locale;
use super::output::{self, OutputKind};
use super::stop::Budget;
use crate::cli::numbers::within;
use crate::draw::{Marks, Style, album, document};
use nimatron_core::rules::Library;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron show star:1664
  nimatron show --ascii row:OOO.OO
  nimatron show --svg triangle:2-4,4-5,2-5 > board.svg")]
pub struct ShowCommand {
    /// An SVG picture
    #[arg(long, conflicts_with = "ascii")]
    svg: bool,
    /// The maximum width, in columns
    #[arg(long, value_name = "COLUMNS", default_value_t = 80, value_parser = within(1..=1000u16))]
    width: u16,
    /// A position ID, which may be split across several arguments
    #[arg(value_name = "ID", required = true)]
    id: Vec<String>,
}

pub fn run(options: &ShowCommand, library: &Library) -> Done {
    let position = super::opened(&options.id, library, &Budget::default())?;
    let ascii = locale::is_narrow();
    if options.svg {
        let title = format!("{}: {}", position.title(), position.id());
        let svg = document(&title, &[("", &position.scene())]);
        return output::print(svg.as_bytes(), OutputKind::Text);
    }
    let style = Style { ascii };
    let drawing = album::whole(&position.scene(), options.width, &Marks::default(), style);
    output::print(drawing.text().as_bytes(), OutputKind::text(ascii))?;
    if let Some(cut) = drawing.cut {
        error::note(&cut);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimatron_core::games;

    #[test]
    fn boards_get_the_rows_they_need_and_endless_ones_a_screen() {
        let shown = |id: &str| {
            let scene = games::open(id, &Library::default())
                .map(|t| t.scene())
                .unwrap();
            let drawing = album::whole(&scene, 80, &Marks::default(), Style::default());
            (drawing.height, drawing.cut.is_none())
        };
        assert!(matches!(shown("nim:9223372036854775807,5"), (n, false) if n <= album::ROWS));
        assert!(matches!(shown("row:1000000"), (n, false) if n <= album::ROWS));
        assert!(matches!(shown("row:1000"), (n, false) if n <= album::ROWS));
        assert!(matches!(shown("row:40"), (n, true) if n <= album::ROWS));
        assert!(matches!(shown("nim:40"), (n, true) if n <= album::ROWS));
    }
}
