//! Renders a match as a recording for asciinema players. The recording consists of frames of the interface in asciicast
//! v2 format (<https://docs.asciinema.org/manual/asciicast/v2/>).

use std::convert::Infallible;
use std::path::PathBuf;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use super::app::{App, Setup};
use super::pages::table::TablePage;
use super::pages::table::state::MatchState;
use super::text::wide;
use super::theme::Theme;
use super::traits::{Depth, TerminalTraits};
use super::view::picture;
use crate::draw::album::{self, AlbumPage, TextAlbum};
use crate::play::session::{Session, Task};
use crate::play::store::{Store, StoreError};
use crate::play::{Match, Participant, PlayerKind};
use crate::settings::Settings;
use nimatron_core::rules::{Library, Player};

/// The number of seconds between moves.
const STEP: f64 = 1.5;
/// The allowed numbers of columns and rows of a recording. Other numbers are clamped to these ranges.
const SIDES: [std::ops::RangeInclusive<u16>; 2] = [40..=300, 12..=100];

/// Renders the match as a recording, from the start of the match to its last move. The verdict is not shown. `tell` is
/// called after each position, with the number of positions rendered so far.
///
/// # Errors
///
/// Returns any error from `tell`.
pub fn cast<E>(
    game: &Match,
    (width, height): (u16, u16),
    library: Library,
    tell: &mut dyn FnMut(usize) -> Result<(), E>,
) -> Result<String, E> {
    let size = (
        width.clamp(*SIDES[0].start(), *SIDES[0].end()),
        height.clamp(*SIDES[1].start(), *SIDES[1].end()),
    );
    let title = format!("{}: {}", game.start().info().name, game.start().id());
    let header = serde_json::json!({
        "version": 2, "width": size.0, "height": size.1, "title": title, "env": {"TERM": "xterm-256color"},
    });
    let mut lines = format!("{header}\n");
    let mut add = |time: f64, data: &str| {
        lines.push_str(&serde_json::json!([time, "o", data]).to_string());
        lines.push('\n');
    };
    let mut app = watched(game, size, library);
    for ply in 0..=game.moves().len() {
        if let Some(s) = app.cx.table_mut() {
            s.show(ply);
        }
        let before = if ply == 0 { "\x1b[?25l\x1b[2J" } else { "" };
        #[expect(clippy::cast_precision_loss, reason = "a match has few moves")]
        add(
            ply as f64 * STEP,
            &format!("{before}{}", sequences(&picture(&app))),
        );
        tell(ply + 1)?;
    }
    #[expect(clippy::cast_precision_loss, reason = "a match has few moves")]
    add((game.moves().len() + 2) as f64 * STEP, "\x1b[0m\x1b[?25h");
    Ok(lines)
}

pub fn setup(size: (u16, u16), library: Library) -> Setup {
    let depth = Depth::True;
    Setup {
        size,
        theme: Theme {
            depth,
            ..Theme::default()
        },
        settings: Settings::default(),
        traits: TerminalTraits {
            depth,
            ..TerminalTraits::default()
        },
        library,
        seed: 0,
        first_run: false,
    }
}

/// Builds the interface with a copy of the match on the table. In the copy, both players are people.
fn watched(game: &Match, size: (u16, u16), library: Library) -> App {
    let mut app = App::new(setup(size, library));
    let mut game = game.clone();
    let people =
        Player::BOTH.map(|p| Participant::new(PlayerKind::Human, game.participant(p).name.clone()));
    game.set_participants(people);
    app.cx.on_table = Some(MatchState::new(Session::new(game, Task::Free), None));
    app.open(Box::new(TablePage));
    app
}

/// Returns the escape sequences that draw a frame over the previous frame.
fn sequences(buffer: &Buffer) -> String {
    let mut text = String::from("\x1b[H");
    for y in 0..buffer.area.height {
        if y > 0 {
            text.push_str("\r\n");
        }
        let mut last = None;
        let mut skip = 0;
        for x in 0..buffer.area.width {
            if skip > 0 {
                skip -= 1;
                continue;
            }
            let cell = &buffer[(x, y)];
            let look = (cell.fg, cell.bg, cell.modifier);
            if last != Some(look) {
                text.push_str(&style(look));
                last = Some(look);
            }
            text.push_str(cell.symbol());
            skip = wide(cell.symbol()).saturating_sub(1);
        }
        text.push_str("\x1b[0m");
    }
    text
}

/// Returns the escape sequence that resets the style and sets the colours and attributes.
fn style((fg, bg, modifier): (Color, Color, Modifier)) -> String {
    let mut codes = vec!["0".to_owned()];
    let manners = [
        (Modifier::BOLD, 1),
        (Modifier::DIM, 2),
        (Modifier::UNDERLINED, 4),
        (Modifier::REVERSED, 7),
    ];
    codes.extend(
        manners
            .iter()
            .filter(|(m, _)| modifier.contains(*m))
            .map(|(_, code)| code.to_string()),
    );
    for (colour, ground) in [(fg, 38), (bg, 48)] {
        match colour {
            Color::Rgb(r, g, b) => codes.push(format!("{ground};2;{r};{g};{b}")),
            Color::Indexed(n) => codes.push(format!("{ground};5;{n}")),
            // The frames of a recording are in true colour except for a few named greys.
            named => {
                let greys = [
                    (Color::Black, 0),
                    (Color::Gray, 7),
                    (Color::DarkGray, 8),
                    (Color::White, 15),
                ];
                let number = greys.iter().find(|(grey, _)| *grey == named);
                codes.extend(number.map(|(_, n)| format!("{ground};5;{n}")));
            }
        }
    }
    format!("\x1b[{}m", codes.join(";"))
}

/// Exports a match as text, as a picture and as a recording, to a folder within the folder of saved games. `progress`
/// is called with the number of positions rendered so far and the total number of positions. Returns the common path of
/// the three files, without an extension.
pub fn export(
    store: &Store,
    game: &Match,
    progress: &dyn Fn(usize, usize),
) -> Result<PathBuf, StoreError> {
    let title = format!("{}: {}", game.start().info().name, game.start().id());
    let all = game.moves().len() + 1;
    let pages: Vec<AlbumPage> = game.pages().collect();
    let text = TextAlbum::new(crate::draw::Style::default(), all);
    let boards: String = pages.iter().map(|page| text.page(page)).collect();
    let mut tell = |done| {
        progress(done, all);
        Ok::<(), Infallible>(())
    };
    let Ok(film) = cast(game, (80, 24), Library::default(), &mut tell);
    let files = [
        ("txt", format!("{title}\n{boards}")),
        ("svg", album::picture(&title, &pages)),
        ("cast", film),
    ];
    store.export(game, &files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_s_look_is_written_as_its_codes() {
        let looks = [
            (Modifier::empty(), ""),
            (Modifier::BOLD, ";1"),
            (Modifier::DIM, ";2"),
            (Modifier::UNDERLINED, ";4"),
            (Modifier::REVERSED | Modifier::BOLD, ";1;7"),
        ];
        for (modifier, codes) in looks {
            let look = (Color::Rgb(1, 2, 3), Color::Indexed(9), modifier);
            assert_eq!(style(look), format!("\x1b[0{codes};38;2;1;2;3;48;5;9m"));
        }
    }
}
