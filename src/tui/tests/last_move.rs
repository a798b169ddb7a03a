//! What the last move did can be seen on the board of every game, at every usual size; the board stands still.

use super::harness::*;
use crate::draw::{Art, Colours, Drawing};
use crate::play::PlayerKind;
use nimatron_core::games::CATALOGUE;

const SIZES: [(u16, u16); 4] = [(80, 24), (120, 40), (200, 60), (60, 20)];

/// The board of a game before and after a move of the opponent.
fn boards(id: &str, (width, height): (u16, u16), ascii: bool) -> Option<[Drawing; 2]> {
    let mut b = begin(width, height);
    b.theme.ascii = ascii;
    let mut app = table(b, id, [PlayerKind::Human; 2]);
    let first = table_view::drawing(&app.cx, app.cx.on_table.as_ref()?, true);
    let text = app.cx.on_table.as_ref()?.game.position().choices(&[], 1).list.first()?.text.clone();
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
                let Some([first, second]) = boards(id, size, ascii) else { continue };
                let colours = Colours::DARK;
                let is_last = |colour: [u8; 3]| colour == colours.mine || colour == colours.theirs;
                let marked = |d: &Drawing| match &d.art {
                    Art::Plain(canvas) => {
                        canvas.rows().flatten().filter(|g| g.mark.last && g.ch != ' ').count()
                    }
                    Art::Painted(painting) => {
                        painting.shapes.iter().filter(|s| is_last(s.colour)).count()
                            + painting.labels.iter().filter(|l| is_last(l.ink)).count()
                    }
                };
                assert_eq!(marked(&first), 0, "{id} at {size:?}: nothing is played yet");
                assert!(marked(&second) > 0, "{id} at {size:?}, ASCII {ascii}: where was the last move?");
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
            let Some([first, second]) = boards(id, size, false) else { continue };
            let widths = (first.width, second.width);
            assert_eq!(widths.0, widths.1, "{id} at {size:?}");
        }
    }
}
