//! The `export` command: writes a position or a whole match as text, as an SVG picture, or as an animation for
//! asciinema players.

use std::io::Write;
use std::path::PathBuf;

use super::error::{Done, Error};
use super::locale;
use super::output::{self, OutputKind, sanitized};
use super::progress::Progress;
use super::stop::{Budget, WorkLimit};
use crate::draw::Style;
use crate::draw::album::{self, AlbumPage, TextAlbum};
use crate::play::record;
use crate::play::{Match, PlayerKind};
use nimatron_core::games::is_id;
use nimatron_core::rules::{Library, Scene, Stop};
use nimatron_core::tr;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  nimatron export saves/nim-3-5-7.json
  nimatron export --format svg --out match.svg saves/nim-3-5-7.json
  nimatron export --format cast saves/nim-3-5-7.json > match.cast
  nimatron export --position --format svg saves/nim-3-5-7.json > board.svg
  nimatron export triangle:2-4,4-5

To watch an animation, run `asciinema play match.cast` or use the asciinema player on a web page.")]
pub struct ExportCommand {
    /// Output format: boards as text, one SVG picture, or an animation (asciicast v2)
    #[arg(long, value_enum, default_value_t = ExportFormat::Text)]
    format: ExportFormat,
    /// Export only the current position of a saved game
    #[arg(long)]
    position: bool,
    /// Width and height of the animation, in columns and rows
    #[arg(long, value_name = "COLUMNSxROWS", default_value = "80x24", value_parser = size)]
    size: (u16, u16),
    #[command(flatten)]
    pub limit: WorkLimit,
    /// The file to write; default: standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A saved game, or a position ID, which may be split across several arguments
    #[arg(value_name = "FILE|ID", required = true)]
    what: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ExportFormat {
    /// Boards as text
    Text,
    /// An SVG picture
    Svg,
    /// An animation (asciicast v2)
    Cast,
}

fn size(text: &str) -> Result<(u16, u16), String> {
    let side = |n: &str, most| n.parse().ok().filter(|n| (12..=most).contains(n));
    let sides = text
        .split_once('x')
        .and_then(|(w, h)| Some((side(w, 300)?, side(h, 100)?)));
    sides.filter(|(w, _)| *w >= 40).ok_or_else(|| {
        tr!("columns from 40 to 300, an x, and rows from 12 to 100, such as 80x24").to_owned()
    })
}

/// Renders a match as an animation of the given size in cells. The callback receives the number of finished boards, and
/// can cancel the rendering by returning an error.
pub type Film = dyn Fn(
    &Match,
    (u16, u16),
    Library,
    &mut dyn FnMut(usize) -> Result<(), Stop>,
) -> Result<String, Stop>;

pub fn run(options: &ExportCommand, library: Library, film: &Film) -> Done {
    if let Some(path) = options.out.as_ref().filter(|path| record::is_match(path)) {
        let held = path.display();
        return Err(Error::Failed(tr!(
            "{held} is a saved game: name another file, or delete it first"
        )));
    }
    let budget = options.limit.budget();
    let (game, board) = read(options, &library, &budget)?;
    let pages = game
        .pages()
        .map(|(caption, id, scene)| (caption, id, board.clone().unwrap_or(scene)));
    let ascii = locale::is_narrow();
    let title = format!("{}: {}", game.start().title(), game.start().id());
    let mut progress = Progress::new(tr!("boards"));
    let count = game.moves().len() as u64 + 1;
    let limits = budget.limits();
    let mut tell = |done: usize| {
        progress.tell(done as u64, count);
        limits.check()
    };
    let album = TextAlbum::new(Style { ascii }, game.moves().len() + 1);
    let (text, kind) = match options.format {
        ExportFormat::Text if options.out.is_none() => {
            // Write each board as soon as it is drawn, so that a reader of a long match sees the first boards at once.
            let mut out = output::stdout(OutputKind::text(ascii));
            writeln!(out, "{title}")?;
            for (n, page) in (1..).zip(pages) {
                tell(n).map_err(Error::failed)?;
                out.write_all(album.page(&page).as_bytes())?;
            }
            return Ok(out.flush()?);
        }
        ExportFormat::Text | ExportFormat::Svg => {
            let told = (1..).zip(pages).map(|(n, page)| tell(n).map(|()| page));
            let pages: Vec<AlbumPage> = told.collect::<Result<_, Stop>>().map_err(Error::failed)?;
            match options.format {
                ExportFormat::Svg => (album::picture(&title, &pages), OutputKind::Text),
                _ => {
                    let boards: String = pages.iter().map(|page| album.page(page)).collect();
                    (format!("{title}\n{boards}"), OutputKind::text(ascii))
                }
            }
        }
        ExportFormat::Cast => {
            let cast = film(&game, options.size, library, &mut tell);
            (cast.map_err(Error::failed)?, OutputKind::Json)
        }
    };
    match &options.out {
        Some(path) => {
            let text = sanitized(text, kind);
            record::write_out(path, &text)
                .map_err(|e| Error::Failed(format!("{}: {e}", path.display())))
        }
        None => output::print(text.as_bytes(), kind),
    }
}

/// Reads the match from a file, or creates one that starts at a position. With `--position`, also returns the board of
/// a saved game, because a position alone lacks facts such as who closed which box.
fn read(
    options: &ExportCommand,
    library: &Library,
    budget: &Budget,
) -> Done<(Match, Option<Scene>)> {
    let path = match options.what.as_slice() {
        [one] => Some(PathBuf::from(one)).filter(|path| !is_id(one) || path.exists()),
        _ => None,
    };
    let begun = |position| Match::between(position, [PlayerKind::Human; 2]);
    match path {
        Some(path) => {
            let game = super::loaded(&path, library, budget).map_err(Error::Failed)?;
            Ok(if options.position {
                let board = game.scene_at(game.cursor());
                (begun(game.position().boxed_clone()), Some(board))
            } else {
                (game, None)
            })
        }
        None => Ok((begun(super::opened(&options.what, library, budget)?), None)),
    }
}
