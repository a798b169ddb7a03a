//! The effect of the last move is visible on the board of every game, at every usual size; the board stands still.

use super::harness::*;
use crate::draw::{Colours, Drawing};

const SIZES: [(u16, u16); 4] = [(80, 24), (120, 40), (200, 60), (60, 20)];

/// The board of a game before and after a move of the opponent.
fn boards(id: &str, (width, height): (u16, u16), ascii: bool) -> Option<[Drawing; 2]> {
    let mut b = begin(width, height);
    b.theme.ascii = ascii;
    let mut app = table(b, id, HUMANS);
    let first = table_view::drawing(&app.cx, app.cx.on_table.as_ref()?, true);
    let text = app
        .cx
        .on_table
        .as_ref()?
        .game()
        .position()
        .choices(&[], 1)
        .list
        .first()?
        .text
        .clone();
    turns::play(&mut app.cx, &text);
    let second = table_view::drawing(&app.cx, app.cx.on_table.as_ref()?, true);
    Some([first, second])
}

#[test]
fn the_last_move_is_marked_on_the_board_of_every_game() {
    let mut seen = 0;
    for entry in CATALOGUE.iter() {
        for size in SIZES {
            for ascii in [false, true] {
                let id = entry.info.example;
                let Some([first, second]) = boards(id, size, ascii) else {
                    continue;
                };
                let colours = Colours::DARK;
                let is_last = |colour: [u8; 3]| colour == colours.first || colour == colours.second;
                let marked = |d: &Drawing| match &d.canvas {
                    Some(canvas) => canvas
                        .rows()
                        .flatten()
                        .filter(|g| g.mark.last && g.ch != ' ')
                        .count(),
                    None => {
                        d.shapes.iter().filter(|s| is_last(s.colour)).count()
                            + d.labels.iter().filter(|l| is_last(l.ink)).count()
                    }
                };
                // A mark that stands there already has its player's colour.
                let before = marked(&first);
                assert!(
                    before == 0 || id.starts_with("tictactoe") || id.starts_with("own/"),
                    "{id} at {size:?}: nothing is played yet"
                );
                // Small rooms show piles by their numbers alone, which in ASCII have no mark; the numbers of Euclid are so large.
                let scene = games::open(id, &Library::default()).unwrap().scene();
                let is_piles = matches!(scene.picture, nimatron_core::rules::Picture::Piles(_));
                let is_new = (ascii && is_piles) || id.starts_with("own/");
                assert!(
                    is_new || marked(&second) > before,
                    "{id} at {size:?}, ASCII {ascii}: where was the last move?"
                );
                seen += 1;
            }
        }
    }
    assert!(seen > 100, "only {seen} boards");
}

#[test]
fn a_move_leaves_the_board_at_its_size() {
    // A heap that is split, as scripts may do, gives more heaps than there were.
    let splits = |id: &str| id.starts_with("octal") || id.starts_with("own/");
    for entry in CATALOGUE.iter().filter(|e| !splits(e.info.example)) {
        for size in SIZES {
            let id = entry.info.example;
            let Some([first, second]) = boards(id, size, false) else {
                continue;
            };
            // Sites before and after the move stay in place.
            let room = table_view::panes(&table(begin(size.0, size.1), id, HUMANS).cx).main;
            let places = |d: &Drawing| -> Vec<(Site, (u16, u16))> {
                let area = crate::tui::board::place(d, room);
                d.hits
                    .iter()
                    .map(|hit| (hit.site, (area.x + hit.x, area.y + hit.y)))
                    .collect()
            };
            let after = places(&second);
            for (site, was) in places(&first) {
                if let Some((_, is)) = after.iter().find(|(other, _)| *other == site) {
                    // A number may lose a digit.
                    let near = was.1 == is.1 && was.0.abs_diff(is.0) <= 1;
                    assert!(near, "{id} at {size:?}: {site:?} {was:?} {is:?}");
                }
            }
        }
    }
}
